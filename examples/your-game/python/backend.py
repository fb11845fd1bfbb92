"""Builds the wheel: maturin's, with Python's part of the package copied from Bellwether's clone.

maturin takes Python files from inside of a project only. In a repository of your own, BELLWETHER says where the clone is.
"""

import os
import shutil
from pathlib import Path

import maturin
from maturin import get_requires_for_build_wheel

__all__ = ["build_wheel", "get_requires_for_build_wheel", "prepare_metadata_for_build_wheel"]

HERE = Path(__file__).parent
CLONE = Path(os.environ.get("BELLWETHER", HERE.parents[2]))


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """What the wheel will tell of itself."""
    copy_package()
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The wheel."""
    copy_package()
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def copy_package():
    """Python's part of the package, as pyproject.toml names it for maturin."""
    package = HERE / "package"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(CLONE / "crates" / "python" / "python", package, ignore=shutil.ignore_patterns("__pycache__"))
