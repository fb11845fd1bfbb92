//! The positions of recorded games, each once, as arrays in a folder.

use std::collections::HashMap;
use std::path::Path;

use bellwether_arena::record::journal::RecordReader;
use bellwether_catalog::{Catalog, LabelledPosition, labelled_positions};
use bellwether_core::{Error, Score, bail};
use serde_json::{Value, json};

use super::npy::{self, NpyWriter};

/// What describes the arrays; it is written last, so that what has it is whole.
const ABOUT: &str = "about.json";

/// A position, and what its games say of it.
struct PositionLabels {
    mover: u8,
    action: u32,
    score: f32,
    game: u64,
    ply: u16,
    /// How often it came.
    count: u32,
    results: f64,
    /// The sum of its chances, and how many there are.
    chances: (f64, u32),
}

/// Positions that are different for the seat that is to move.
pub(super) struct PositionSet<'a> {
    catalog: &'a Catalog,
    folder: &'a Path,
    /// Where each position is, by its game and what the mover sees.
    places: HashMap<(String, String), usize>,
    labels: Vec<PositionLabels>,
    /// The planes of each, with their shape.
    planes: Option<(NpyWriter, [usize; 3])>,
    /// The number of distinct moves, which all games share.
    actions: usize,
    games: u64,
    left_out: u64,
    asked: u64,
}

impl<'a> PositionSet<'a> {
    /// An empty set; what the folder holds is not whole any more.
    pub(super) fn new(catalog: &'a Catalog, folder: &'a Path) -> Result<Self, Error> {
        let about = folder.join(ABOUT);
        if about.exists() {
            std::fs::remove_file(&about).map_err(|error| Error::from(error).at(about.display()))?;
        }
        Ok(Self {
            catalog,
            folder,
            places: HashMap::new(),
            labels: Vec::new(),
            planes: None,
            actions: 0,
            games: 0,
            left_out: 0,
            asked: 0,
        })
    }

    /// Adds the games of a record, by number.
    pub(super) fn add(&mut self, path: &Path) -> Result<(), Error> {
        let mut reader = RecordReader::open(path)?;
        let header = reader.header().clone();
        let mut records = Vec::new();
        while let Some(record) = reader.next_record()? {
            records.push(record);
        }
        // The order in which games end says nothing: the same games give the same bytes.
        records.sort_by_key(|record| record.number);
        let catalog = self.catalog;
        for record in records {
            self.games += 1;
            self.left_out += u64::from(!record.faults.is_empty());
            labelled_positions(catalog, &header, record, &mut |position| self.put(position))?;
        }
        Ok(())
    }

    fn put(&mut self, position: &LabelledPosition<'_>) -> Result<(), Error> {
        let LabelledPosition { mover, action, score, chance, result, .. } = *position;
        self.asked += 1;
        let seen = position.position.text(Some(mover));
        let key = (position.game.spec().to_string(), seen);
        let chances = chance.map_or((0.0, 0), |chance| (chance, 1));
        if let Some(&at) = self.places.get(&key) {
            let known = &mut self.labels[at];
            known.count += 1;
            known.results += result;
            known.chances = (known.chances.0 + chances.0, known.chances.1 + chances.1);
            return Ok(());
        }
        self.put_planes(position)?;
        self.places.insert(key, self.labels.len());
        self.labels.push(PositionLabels {
            mover: mover.index() as u8,
            action: action as u32,
            score: number(score),
            game: position.number,
            ply: u16::try_from(position.ply).unwrap_or(u16::MAX),
            count: 1,
            results: result,
            chances,
        });
        Ok(())
    }

    fn put_planes(&mut self, position: &LabelledPosition<'_>) -> Result<(), Error> {
        let shape = position.game.plane_shape();
        if self.planes.is_none() {
            self.actions = position.position.action_count();
            let file = self.folder.join("observations.npy");
            self.planes = Some((NpyWriter::create::<i16>(&file, &shape)?, shape));
        }
        let Some((planes, known)) = &mut self.planes else { return Ok(()) };
        if *known != shape || self.actions != position.position.action_count() {
            bail!(
                "game {} is on another board than those before it: make a folder for each",
                position.number
            );
        }
        let mut numbers = vec![0.0; shape.iter().product()];
        position.position.write_planes(Some(position.mover), &mut numbers);
        // Counts of pieces: whole numbers.
        let numbers: Vec<i16> = numbers.into_iter().map(|number| number as i16).collect();
        Ok(planes.push(&numbers)?)
    }

    /// Writes the arrays; what is said of them.
    pub(super) fn finish(self, more: &Value) -> Result<Value, Error> {
        let Some((planes, shape)) = self.planes else {
            bail!("there is no game to take positions from");
        };
        planes.finish()?;
        let (labels, file) = (&self.labels, |name: &str| self.folder.join(format!("{name}.npy")));
        npy::write(&file("mover"), labels.iter().map(|label| label.mover))?;
        npy::write(&file("action"), labels.iter().map(|label| label.action))?;
        npy::write(&file("score"), labels.iter().map(|label| label.score))?;
        npy::write(&file("chance"), labels.iter().map(PositionLabels::chance))?;
        npy::write(&file("result"), labels.iter().map(PositionLabels::result))?;
        npy::write(&file("count"), labels.iter().map(|label| label.count))?;
        npy::write(&file("game"), labels.iter().map(|label| label.game))?;
        npy::write(&file("ply"), labels.iter().map(|label| label.ply))?;
        let about = json!({
            "format": "bellwether data 1",
            "positions": labels.len(),
            "asked": self.asked,
            "games": self.games,
            "leftOut": self.left_out,
            "shape": shape,
            "actions": self.actions,
            "correlation": correlation(labels),
            "source": more,
        });
        let path = self.folder.join(ABOUT);
        std::fs::write(&path, format!("{about:#}\n"))
            .map_err(|e| Error::from(e).at(path.display()))?;
        Ok(about)
    }
}

impl PositionLabels {
    fn chance(&self) -> f32 {
        let (sum, count) = self.chances;
        if count == 0 { f32::NAN } else { (sum / f64::from(count)) as f32 }
    }

    fn result(&self) -> f32 {
        (self.results / f64::from(self.count)) as f32
    }
}

/// A search's score as one number: proven results are infinite.
fn number(score: Option<Score>) -> f32 {
    match score {
        None => f32::NAN,
        Some(Score::Points(points)) => points as f32,
        Some(Score::Average(average)) => average as f32,
        Some(Score::Draw) => 0.0,
        Some(Score::WinIn(_)) => f32::INFINITY,
        Some(Score::LossIn(_)) => f32::NEG_INFINITY,
    }
}

/// How well chances and results agree, for each seat that has both: a label with the wrong sign shows here.
fn correlation(labels: &[PositionLabels]) -> Vec<Option<f64>> {
    let seats = labels.iter().map(|label| usize::from(label.mover) + 1).max().unwrap_or(0);
    (0..seats).map(|seat| seat_correlation(labels, seat)).collect()
}

fn seat_correlation(labels: &[PositionLabels], seat: usize) -> Option<f64> {
    let of_seat = labels.iter().filter(|label| usize::from(label.mover) == seat);
    let pairs: Vec<(f64, f64)> = of_seat
        .filter(|label| label.chances.1 > 0)
        .map(|label| (f64::from(label.chance()), f64::from(label.result())))
        .collect();
    let mean = |values: &dyn Fn(&(f64, f64)) -> f64| {
        pairs.iter().map(values).sum::<f64>() / pairs.len().max(1) as f64
    };
    let (x, y) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let covariance = mean(&|pair| (pair.0 - x) * (pair.1 - y));
    let deviations =
        (mean(&|pair| (pair.0 - x).powi(2)) * mean(&|pair| (pair.1 - y).powi(2))).sqrt();
    (deviations > 0.0).then(|| covariance / deviations)
}
