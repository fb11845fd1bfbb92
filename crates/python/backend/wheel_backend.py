"""Builds the wheel: maturin's, with the command `bellwether` in it.

pip calls these functions (PEP 517). The command is a program of its own, not a script of Python: the cage of bots starts
its own program again. BELLWETHER_COMMAND names one that is built already; BELLWETHER_PROFILE is cargo's profile, `release`
unless it says otherwise. BELLWETHER_FEATURES are the features of crates/python/module with which nothing is compiled again for
the wheel that was compiled for the command: `shared`, unless tests have built it.
"""

import os
import shutil
import subprocess
from pathlib import Path

import maturin
from maturin import build_sdist, get_requires_for_build_sdist, get_requires_for_build_wheel

__all__ = [
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_wheel",
]

ROOT = Path(__file__).parents[3]
# As pyproject.toml names it for maturin, which puts into the wheel what is there.
SCRIPTS = ROOT / "target" / "wheel" / "bellwether.data" / "scripts"


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """What the wheel will tell of itself."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the command, then the wheel."""
    profile = os.environ.get("BELLWETHER_PROFILE", "release")
    features = os.environ.get("BELLWETHER_FEATURES", "shared")
    shutil.rmtree(SCRIPTS, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    copied = SCRIPTS / "bellwether"
    shutil.copy2(command(profile, features), copied)
    if strip := shutil.which("strip"):
        subprocess.run([strip, copied], check=True)
    settings = dict(config_settings or {})
    # maturin's usual level makes a wheel of half a megabyte more; the tests' wheel need not be small.
    level = 6 if profile == "dev" else 9
    settings.setdefault("build-args", f"--profile {profile} --features {features} --compression-level {level}")
    return maturin.build_wheel(wheel_directory, settings, metadata_directory)


def command(profile, features):
    """Where the program is. Unless it is there it is built, together with what Python loads: each waits for the other's
    last crate."""
    if ready := os.environ.get("BELLWETHER_COMMAND"):
        return Path(ready)
    packages = ["--package", "bellwether-cli", "--package", "bellwether-python-module"]
    features = ["--features", f"bellwether-python-module/{features}"]
    subprocess.run(["cargo", "build", "--locked", "--profile", profile, *packages, *features], cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return target / ("debug" if profile == "dev" else profile) / "bellwether"
