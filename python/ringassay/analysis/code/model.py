"""What is known of a code base."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

MAX_BYTES = 2 << 20
"""Larger files are skipped: nobody wrote them by hand."""


class Grade(Enum):
    """argon's grades of cyclomatic complexity (Λ∘λ, Table 4.2)."""

    A = "A"
    B = "B"
    C = "C"

    @staticmethod
    def of(complexity: int) -> Grade:
        """A up to 5, B up to 10, C above."""
        if complexity <= 5:
            return Grade.A
        return Grade.B if complexity <= 10 else Grade.C


@dataclass(frozen=True, slots=True)
class Options:
    """Which files count.

    `exclude` are patterns in the syntax of .gitignore; `tests` and `vendored` keep what
    `ringassay.analysis.code.languages` takes for tests and for other people's code.
    """

    exclude: tuple[str, ...] = ()
    tests: bool = True
    vendored: bool = True
    hidden: bool = False
    ignore_files: bool = True
    max_bytes: int = MAX_BYTES


@dataclass(frozen=True, slots=True)
class Lines:
    """Physical lines: each is code, comment (documentation included) or blank."""

    code: int = 0
    comments: int = 0
    blanks: int = 0

    def __add__(self, other: Lines) -> Lines:
        """Both together."""
        return Lines(
            self.code + other.code, self.comments + other.comments, self.blanks + other.blanks
        )

    @property
    def total(self) -> int:
        """All lines."""
        return self.code + self.comments + self.blanks


@dataclass(frozen=True, slots=True)
class Function:
    """A function with a body; lines count from 1."""

    name: str
    line: int
    end_line: int
    complexity: int

    @property
    def grade(self) -> Grade:
        """argon's grade of its complexity."""
        return Grade.of(self.complexity)


@dataclass(frozen=True, slots=True)
class FileMetrics:
    """One file; `path` is relative to the root of its code base, with slashes.

    `functions` is None where they are not counted: in other languages than those of
    `languages.MEASURED`, and in sources that could not be read. `remark` says what is missing.
    """

    path: str
    language: str
    lines: Lines
    functions: tuple[Function, ...] | None = None
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A path that was not counted, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class CodeBase:
    """Everything below one path, files sorted by path."""

    name: str
    root: str
    files: tuple[FileMetrics, ...]
    skipped: tuple[Skipped, ...] = ()

    def functions(self, language: str | None = None) -> Iterator[tuple[FileMetrics, Function]]:
        """Every function with its file, of one language or of all."""
        for file in self.files:
            if language is None or file.language == language:
                for function in file.functions or ():
                    yield file, function
