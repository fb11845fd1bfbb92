"""The examples in docs/python.md and README.md do what they say."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", ["docs/python.md", "README.md"])
def test_examples_do_what_they_say(name):
    blocks = re.findall(r"```pycon\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    parser = doctest.DocTestParser()
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, block in enumerate(blocks):
        test = parser.get_doctest(block, names, f"{name} block {number + 1}", name, 0)
        runner.run(test, clear_globs=False)
        names = test.globs
    assert runner.summarize().failed == 0
