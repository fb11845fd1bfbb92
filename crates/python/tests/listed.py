"""All variants of all games, as `bellwether games` lists them."""

import json
import shutil
import subprocess
import sysconfig


def _listed():
    command = shutil.which("bellwether", path=sysconfig.get_path("scripts"))
    out = subprocess.run([command, "games", "--json"], capture_output=True, text=True, check=True).stdout
    return [variant["game"] for game in json.loads(out)["games"] for variant in game["variants"]]


VARIANTS = _listed()
