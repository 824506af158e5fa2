"""Every function of the samples, counted by hand, and their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from ringassay.analysis.code import CodeBase, FileMetrics, Lines, measure

SAMPLES = Path(__file__).parent / "samples"

# file → (language, lines of code, of comment, blank ones); counted by hand. Beside each what a
# counter may stumble over.
LINES = {
    # the block comment spans lines 12 to 14; pragmas `{-# … #-}` are comments to a counter of lines
    "Gadget.hs": ("Haskell", 53, 7, 13),
    # the raw string of lines 9 to 11 holds `{`, `func` and a line of code's shape
    "keys.go": ("Go", 62, 3, 10),
    # comments beside code do not make a line a comment
    "modulus.c": ("C", 45, 1, 9),
    # documentation strings: lines 1, 9, 18 to 21 (one of them empty), 41; one `#` comment; the `#`
    # in line 58 is inside a string
    "noise.py": ("Python", 43, 8, 11),
    # the raw string ends with `)x"`, not with the first `"`
    "poly.cpp": ("C++", 71, 3, 12),
    # five lines `//!`, six lines `///`, one nested comment; `'"'` begins no string
    "ring.rs": ("Rust", 66, 12, 12),
}

# file → function → (first line, complexity); the comment says what decides.
FUNCTIONS = {
    "Gadget.hs": {
        "decompose": (16, 4),  # two guards after the first, ||
        "recompose": (24, 1),
        "recompose.step": (26, 1),  # bound in a where: a function of its own
        "isZero": (29, 2),  # a second equation
        "Measured.measure": (36, 1),  # the default of the class; see also INSTANCES
        "<+>": (49, 4),  # four equations, infix
        "budget": (55, 4),  # \case with three alternatives, if
        "describe": (61, 3),  # multi-way if with three alternatives
        "report": (66, 4),  # if, &&; the case of `line` inside
        "report.left": (67, 1),
        "report.line": (68, 2),  # case with two alternatives; their guards do not count
    },
    "keys.go": {
        "New": (26, 5),  # if, ||, for, if
        "Key.Weight": (41, 4),  # for; if and && of the function literal inside
        "bracket": (53, 3),  # || ||; the literals '{' '`' '\'' are no brackets
        "describe": (55, 3),  # two cases (two types in the first are one)
        "wait": (66, 4),  # for, two cases of select
        # addVec has no body
    },
    "modulus.c": {
        "correct": (13, 2),  # ?:
        "add_mod": (18, 1),  # defined here, declared above
        "ntt_supported": (23, 4),  # if, if, ||
        "scale": (33, 4),  # for, while, &&
        "backend": (44, 4),  # three case labels
    },
    "noise.py": {
        "Noise.lost": (15, 2),  # or
        "Noise.after": (17, 5),  # two cases, a guard, and; `case _` is no decision
        "budget": (32, 5),  # conditional of the lambda; for, if, and of the comprehension
        "budget.left": (33, 2),  # conditional
        "collect": (40, 7),  # async for, if, elif, except, while, and
    },
    "poly.cpp": {
        # he::Poly::Poly twice: see CONSTRUCTORS
        "he::Poly::operator[]": (21, 1),
        "he::Poly::operator==": (22, 2),  # &&
        "he::Poly::add": (27, 3),  # for, ?:
        "he::name": (42, 3),  # two case labels
        "he::power": (53, 2),  # the `for` of the first branch of the #ifdef
        "he::count_if": (69, 3),  # for, if; `F&&` and `auto&&` are types
        "he::small": (77, 4),  # && of the lambda, catch, ?:
    },
    "ring.rs": {
        "Reduce::reduce": (15, 2),  # while; `step` of the trait has no body
        "Residue::step": (29, 3),  # if, &&
        "Error::fmt": (42, 6),  # three arms after the first, a guard, ||; `|` in a pattern is none
        "parse": (55, 6),  # let … else, if, for, ?, && inside assert!
        "sum": (72, 2),  # &&; `|| 0` is a closure
        "sum::wrap": (73, 1),
        "tests::reads": (85, 2),  # if let
    },
}
CONSTRUCTORS = [(14, 3), (18, 1)]  # if, ||; = default is no body
INSTANCES = {
    "Measured.measure": (40, 1),
    "Measured.worse": (41, 7),  # five equations, a guard after the first, &&
}


@pytest.fixture(scope="module")
def base() -> CodeBase:
    return measure(SAMPLES, "samples")


def _file(base: CodeBase, name: str) -> FileMetrics:
    return next(file for file in base.files if file.path == name)


@pytest.mark.parametrize("name", LINES)
def test_lines(base: CodeBase, name: str) -> None:
    file = _file(base, name)
    language, *lines = LINES[name]
    assert (file.language, file.lines) == (language, Lines(*lines))
    assert file.lines.total == len((SAMPLES / name).read_text().splitlines())
    assert file.remark == ""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(base: CodeBase, name: str) -> None:
    expected = sorted((line, f, cc) for f, (line, cc) in FUNCTIONS[name].items())
    if name == "poly.cpp":
        expected += [(line, "he::Poly::Poly", cc) for line, cc in CONSTRUCTORS]
    if name == "Gadget.hs":
        expected += [(line, f, cc) for f, (line, cc) in INSTANCES.items()]
    found = [(f.line, f.name, f.complexity) for f in _file(base, name).functions or ()]
    assert sorted(found) == sorted(expected)


def test_each_sample_is_counted(base: CodeBase) -> None:
    assert {file.path for file in base.files} == set(LINES) == set(FUNCTIONS)


def test_last_lines(base: CodeBase) -> None:
    ends = {(file.path, f.name): f.end_line for file in base.files for f in file.functions or ()}
    assert ends["Gadget.hs", "decompose"] == 21
    assert ends["keys.go", "New"] == 39
    assert ends["modulus.c", "backend"] == 55
    assert ends["noise.py", "collect"] == 62
    assert ends["poly.cpp", "he::power"] == 66
    assert ends["ring.rs", "parse"] == 70
