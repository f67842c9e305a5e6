"""Runs the Python code of the book: of each page in ``docs/``, and of ``README.md``.

The blocks ``python`` of a page run in order, as one program with the root of the repository as its
folder. The program runs in a new process, because a registered type stays until the process exits.

A block ``text`` that directly follows a block of code is the output of the code. A line ``…`` in
the text stands for any lines, and ``…`` within a line for any characters.

A block ``python,ignore``, and a block that begins with the comment ``# not run``, is left out.
"""

import pathlib
import re
import subprocess
import sys
import typing
import warnings

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]

# Reads pairs of a line number and code, and runs the code in the scope of `__main__`, as lines of
# the page. Prints a zero byte before the output of each block.
RUN = """
import ast as _ast, sys as _sys
for _line, _code in _ast.literal_eval(_sys.stdin.read()):
    print(end="\\0", flush=True)
    exec(compile("\\n" * _line + _code, _sys.argv[1], "exec"))
    _sys.stdout.flush()
"""


class Block(typing.NamedTuple):
    """A block of code."""

    line: int
    """The number of lines before the code."""
    code: str
    expected: str | None
    """The text that the code prints, if the page shows it."""


def fences(text):
    """Yields the info string, the first line, the content and the last line of each block."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        opened = re.fullmatch(r"(`{3,})([^`]*)", lines[at])
        if opened is None:
            at += 1
            continue
        end = at + 1
        while end < len(lines) and lines[end].rstrip() != opened[1]:
            end += 1
        yield opened[2].strip(), at + 1, "\n".join(lines[at + 1 : end]) + "\n", end
        at = end + 1


def blocks(text):
    """Returns the blocks of Python code in a page."""
    lines, found, end_of_code = text.splitlines(), [], None
    for info, line, content, end in fences(text):
        is_next = end_of_code is not None and not any(map(str.strip, lines[end_of_code + 1 : line - 1]))
        if info == "text" and is_next:
            found[-1] = found[-1]._replace(expected=content)
        end_of_code = None
        if info == "python" and not content.startswith("# not run"):
            found.append(Block(line, content, None))
            end_of_code = end
    return found


def is_as_shown(printed, shown):
    """Whether printed text is the shown one, with any text in place of an ellipsis."""

    def lines(text):
        return [line.rstrip() for line in text.rstrip().splitlines()]

    def pattern(line):
        return r"(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + "\n"

    return re.fullmatch("".join(map(pattern, lines(shown))), "".join(f"{line}\n" for line in lines(printed))) is not None


def pages():
    """Returns the pages with Python code, by their paths relative to the root."""
    if not (ROOT / "docs" / "SUMMARY.md").exists():
        return []
    paths = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
    return [str(path.relative_to(ROOT)) for path in paths if blocks(path.read_text(encoding="utf-8"))]


def test_the_book_is_found():
    if not (ROOT / "docs" / "SUMMARY.md").exists():
        why = f"the code of the book is not tested: {ROOT} is not the repository"
        warnings.warn(why)
        pytest.skip(why)
    assert {"docs/python.md", "README.md"} <= set(pages())


@pytest.mark.parametrize("page", pages())
def test_the_code_of_a_page_runs(page):
    found = blocks((ROOT / page).read_text(encoding="utf-8"))
    program = repr([(block.line, block.code) for block in found])
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", RUN, page],
        input=program,
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    printed = done.stdout.split("\0")[1:]
    assert done.returncode == 0, f"{done.stdout.rpartition(chr(0))[2]}{done.stderr[-4000:]}"
    assert len(printed) == len(found)
    for block, text in zip(found, printed):
        if block.expected is not None:
            assert is_as_shown(text, block.expected), f"{page}:{block.line}: expected\n{block.expected}printed\n{text}"


def test_blocks_of_a_page():
    page = """
```python
print(1)
```

```text
1
```
Text.
```python
x = 2
```
It prints nothing:
```text
not of the code above
```
```python,ignore
fail()
```
```python
# not run: it needs a GPU
fail()
```
````text
```python
fail()
```
````
"""
    assert blocks(page) == [Block(2, "print(1)\n", "1\n"), Block(10, "x = 2\n", None)]


@pytest.mark.parametrize(
    "printed, shown, expected",
    [
        ("1\n2\n", "1\n2\n", True),
        ("1 \n2", "1\n2\n", True),
        ("1\n2\n", "1\n", False),
        ("1\n2\n3\n", "1\n…\n3\n", True),
        ("1\n3\n", "1\n…\n3\n", True),
        ("1\n2\n", "…\n", True),
        ("1\n2\n", "1\n…\n3\n", False),
        ("a.c\n", "a+c\n", False),
        (" 1\n", "1\n", False),
        ("a: 12 b\n", "a: … b\n", True),
        ("a: 12 b\n", "a: … c\n", False),
    ],
)
def test_shown_output(printed, shown, expected):
    assert is_as_shown(printed, shown) is expected
