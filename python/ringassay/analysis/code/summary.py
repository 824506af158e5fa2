"""The tables and the histogram of Λ∘λ's section 4.4.1, of measured code bases."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from ringassay.analysis.code.languages import MEASURED
from ringassay.analysis.code.model import CodeBase, FileMetrics, Function, Grade, Lines

POOLED = 14
"""From this complexity on, functions share a bar of the histogram (Λ∘λ, Figure 4.3)."""


@dataclass(frozen=True, slots=True)
class LanguageLines:
    """The lines of one language in one code base."""

    language: str
    files: int
    lines: Lines


@dataclass(frozen=True, slots=True)
class Grades:
    """How many functions earn each grade; `straight` are those of complexity 1, part of A."""

    a: int = 0
    b: int = 0
    c: int = 0
    straight: int = 0

    def __add__(self, other: Grades) -> Grades:
        """Both together."""
        return Grades(
            self.a + other.a,
            self.b + other.b,
            self.c + other.c,
            self.straight + other.straight,
        )

    @property
    def total(self) -> int:
        """All functions."""
        return self.a + self.b + self.c


@dataclass(frozen=True, slots=True)
class Located:
    """A function and where it is."""

    base: str
    path: str
    language: str
    function: Function


@dataclass(frozen=True, slots=True)
class Directory:
    """What is below one directory of a code base, in the languages measured."""

    path: str
    files: int = 0
    lines: Lines = field(default_factory=Lines)
    grades: Grades = field(default_factory=Grades)


def lines_by_language(base: CodeBase) -> tuple[LanguageLines, ...]:
    """Measured languages first, in the order of `MEASURED`, then the others by lines of code."""
    by_language: dict[str, list[Lines]] = defaultdict(list)
    for file in base.files:
        by_language[file.language].append(file.lines)
    found = [
        LanguageLines(language, len(lines), sum(lines, Lines()))
        for language, lines in by_language.items()
    ]
    order = {language: place for place, language in enumerate(MEASURED)}
    return tuple(
        sorted(
            found,
            key=lambda one: (
                order.get(one.language, len(order)), -one.lines.code, one.language,
            ),
        )
    )  # fmt: skip


def source_lines(base: CodeBase) -> Lines:
    """The lines of the measured languages together."""
    return sum((file.lines for file in base.files if file.language in MEASURED), Lines())


def languages(bases: Sequence[CodeBase]) -> tuple[str, ...]:
    """The measured languages that occur in any of the code bases, in the order of `MEASURED`."""
    present = {file.language for base in bases for file in base.files}
    return tuple(language for language in MEASURED if language in present)


def grades(functions: Iterable[Function]) -> Grades:
    """The functions counted by argon grade."""
    counted = Counter[Grade]()
    straight = 0
    for function in functions:
        counted[function.grade] += 1
        straight += function.complexity == 1
    return Grades(counted[Grade.A], counted[Grade.B], counted[Grade.C], straight)


def grades_by_language(base: CodeBase) -> tuple[tuple[str, Grades], ...]:
    """Per measured language that occurs, also where it has no function."""
    return tuple(
        (language, grades(function for _, function in base.functions(language)))
        for language in languages([base])
    )


def histogram(functions: Iterable[Function]) -> tuple[tuple[str, int], ...]:
    """Functions per complexity 1 to 13 and `14+`."""
    counted = Counter(min(function.complexity, POOLED) for function in functions)
    return tuple(
        (f"{value}+" if value == POOLED else str(value), counted[value])
        for value in range(1, POOLED + 1)
    )


def most_complex(bases: Sequence[CodeBase], count: int) -> tuple[Located, ...]:
    """The `count` most complex functions; equal ones in the order of bases, paths and lines."""
    found = (
        (-function.complexity, place, file.path, function.line, file, function)
        for place, base in enumerate(bases)
        for file, function in base.functions()
        if function.complexity > 1
    )
    chosen = sorted(found, key=lambda one: one[:4])[: max(count, 0)]
    return tuple(
        Located(bases[place].name, file.path, file.language, function)
        for _, place, _, _, file, function in chosen
    )


def by_directory(base: CodeBase, depth: int) -> tuple[Directory, ...]:
    """The measured languages per directory, `depth` names deep; sorted by path.

    Files that lie higher up count for the directory they are in; `.` is the root.
    """
    below: dict[str, list[FileMetrics]] = defaultdict(list)
    for file in base.files:
        if file.language in MEASURED:
            parts = PurePosixPath(file.path).parts[:-1][: max(depth, 0)]
            below["/".join(parts) or "."].append(file)
    return tuple(
        Directory(
            path,
            len(files),
            sum((file.lines for file in files), Lines()),
            grades(function for file in files for function in file.functions or ()),
        )
        for path, files in sorted(below.items())
    )


def remarks(base: CodeBase) -> tuple[tuple[str, str], ...]:
    """Every path of which something is missing, with what: unread files, then unread parts."""
    return (
        *((one.path, one.reason) for one in base.skipped),
        *((file.path, file.remark) for file in base.files if file.remark),
    )
