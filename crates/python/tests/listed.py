"""All variants of all games, as `bellwether games` lists them, and games that use every option besides."""

import json
import shutil
import subprocess
import sysconfig
from pathlib import Path


def _listed():
    command = shutil.which("bellwether", path=sysconfig.get_path("scripts"))
    out = subprocess.run([command, "games", "--json"], capture_output=True, text=True, check=True).stdout
    return json.loads(out)["games"]


_FIELD = Path(__file__).parents[2] / "cli" / "tests" / "fixtures" / "inputs" / "field.txt"

# Options that no variant has, and the smallest and largest boards.
_MORE = [
    "battle-sheep:basic",
    "battle-sheep:lenient",
    f"battle-sheep:field={_FIELD}",
    "breakthrough:rows=4,columns=2,workers=2",
    "breakthrough:rows=16,columns=8",
    "connect-four:columns=4,rows=4",
    "connect-four:columns=14,rows=8",
    "wolf-and-sheep:size=6,wolf=a1",
]

GAMES = _listed()
VARIANTS = [variant["game"] for game in GAMES for variant in game["variants"]] + _MORE
