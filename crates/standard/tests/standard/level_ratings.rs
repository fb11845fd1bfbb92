//! The measured strengths of the levels, which stand beside the cards of the games.

use bellwether_catalog::LEVELS;

#[test]
fn every_line_of_the_ratings_is_a_level() {
    for card in bellwether_standard::standard().cards() {
        let lines = card.ratings.lines().filter(|line| !line.starts_with('#')).count();
        let ratings = card.level_ratings();
        assert_eq!(ratings.len(), lines, "{}: every line is read", card.name);
        let place = |level: &str| LEVELS.iter().position(|known| *known == level);
        let places: Vec<_> = ratings.iter().map(|rating| place(rating.level)).collect();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{}", card.name);
        for rating in &ratings {
            assert!(rating.margin > 0, "{}: {rating:?}", card.name);
            if let Some((below, score)) = rating.below {
                assert!(place(below) < place(rating.level), "{}: {rating:?}", card.name);
                assert!((0.0..=1.0).contains(&score), "{}: {rating:?}", card.name);
            }
        }
        let how = card.ratings.lines().next().is_some_and(|line| line.contains("bellwether match"));
        assert!(ratings.is_empty() || how, "{}: the command is said", card.name);
    }
}
