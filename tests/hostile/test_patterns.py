"""No regular expression of the program takes longer than in proportion to what it is given.

Patterns with two ways to read the same characters take twice as long for each further one. All that
the source compiles are tried on texts that are made of the characters they name.
"""

from __future__ import annotations

import ast
import itertools
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

import ringassay

SOURCES = Path(ringassay.__file__).parent
LENGTH = 36
PATIENCE_S = 1.0


def patterns() -> Iterator[tuple[str, str, int]]:
    """Place, pattern and flags of every pattern that is written as a text."""
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.")):
                continue
            if not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            flags = " | ".join(
                name for name in re.findall(r"re\.[A-Z]+", ast.unparse(node)) if name != "re."
            )
            text = node.args[0].value
            place = f"{path.relative_to(SOURCES)}:{node.lineno}"
            yield place, text, int(eval(flags or "0", {"re": re}))


FOUND = list(patterns())


class TooLongError(Exception):
    """Of one pattern on all its texts."""


def ring(signum: int, frame: FrameType | None) -> None:
    raise TooLongError


def slowest(pattern: str, flags: int) -> str | None:
    """A text on which the pattern takes too long."""
    compiled = re.compile(pattern, flags)
    named = dict.fromkeys(character for character in pattern if character not in "(?:)|[]{}+,\n")
    signs = sorted(named, key=str.isalnum)  # what separates and escapes comes first
    letters = [*dict.fromkeys(["a", "0", " ", *signs])][:9]
    pumps = [*letters, *map("".join, itertools.permutations(letters, 2))]
    text = ""
    signal.signal(signal.SIGALRM, ring)
    try:
        for start, pump in itertools.product(["", *letters], pumps):
            text = start + pump * (LENGTH // len(pump)) + "\x00!"
            signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
            compiled.search(text)
            compiled.match(text)
    except TooLongError:
        return text
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return None


def test_patterns_are_found() -> None:
    assert len(FOUND) > 60


@pytest.mark.parametrize(("place", "pattern", "flags"), FOUND, ids=[one[0] for one in FOUND])
def test_no_pattern_has_two_ways_to_read_a_text(place: str, pattern: str, flags: int) -> None:
    assert slowest(pattern, flags) is None


def test_one_that_has_is_noticed() -> None:
    assert slowest(r"`(?P<code>(?:\\[\\`*$]|[^`])+)`", 0) is not None
