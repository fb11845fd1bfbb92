"""The list of games that other tests go through is complete."""

from listed import GAMES, VARIANTS


def test_every_option_of_every_game_is_used():
    for game in GAMES:
        texts = [text.partition(":")[2] for text in VARIANTS if text.partition(":")[0] == game["name"]]
        used = {option.partition("=")[0] for text in texts for option in text.split(",")}
        assert {option["name"] for option in game["options"]} <= used, game["name"]
