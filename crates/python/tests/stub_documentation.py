"""What the module says of its functions and methods, written into its stub: an editor shows what it finds there.

`WRITE_STUBS=1 target/python/venv/bin/pytest crates/python/tests -k documentation_of_stubs` writes the file anew.
"""

import ast
import inspect


def documented(stub, module):
    """The text of a stub, with the docstrings of the module in place of its own."""
    lines = stub.splitlines()
    # From the end, so that line numbers above stay true.
    for node, thing in sorted(_found(ast.parse(stub), module), key=lambda pair: -pair[0].lineno):
        text = inspect.getdoc(thing) if getattr(thing, "__doc__", None) else None
        # What every object has needs no words of ours.
        if text and not node.name.startswith("_"):
            _put(lines, node, text)
    return "\n".join(lines) + "\n"


def _found(tree, owner):
    """All classes and functions of a tree, with what they are in the module."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and hasattr(owner, node.name):
            thing = getattr(owner, node.name)
            yield node, thing
            if isinstance(node, ast.ClassDef):
                yield from _found(node, thing)


def _put(lines, node, text):
    """Puts a docstring behind a definition, in place of the one that is there."""
    first, *rest = [line.replace("\\", "\\\\") for line in text.splitlines()]
    indent = " " * (node.col_offset + 4)
    quoted = [f'{indent}"""{first}', *(f"{indent}{line}".rstrip() for line in rest)]
    quoted = quoted[:-1] + [quoted[-1] + '"""'] if not rest else [*quoted, f'{indent}"""']
    body = node.body[0]
    if ast.get_docstring(node) is not None:
        lines[body.lineno - 1 : body.end_lineno] = quoted
        return
    last = lines[node.end_lineno - 1]
    # A body of three dots stands behind the head.
    if last.endswith(": ..."):
        lines[node.end_lineno - 1 : node.end_lineno] = [last.removesuffix(" ..."), *quoted]
    else:
        lines[body.lineno - 1 : body.lineno - 1] = quoted
