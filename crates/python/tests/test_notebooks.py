"""The notebooks of examples/notebooks run, and are stored with what they show."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[3] / "examples" / "notebooks").glob("*.ipynb"))


def test_there_are_four():
    assert len(NOTEBOOKS) == 4


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    book = nbformat.read(path, as_version=4)
    assert any("<svg" in str(cell.get("outputs")) for cell in book.cells)
    NotebookClient(book, timeout=300, kernel_name="python3").execute()
