"""Source code: lines, functions, cyclomatic complexity (Λ∘λ, section 4.4.1)."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.analysis.code.languages import MEASURED
from ringassay.analysis.code.model import CodeBase
from ringassay.analysis.code.summary import (
    grades,
    languages,
    most_complex,
    remarks,
    source_lines,
)
from ringassay.report.document import (
    Block,
    Callout,
    Column,
    Items,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Section,
    Subheading,
    Table,
    literal,
)
from ringassay.report.plots.units import number
from ringassay.report.sections import code_tables as tables
from ringassay.report.sections.wording import count, listed, name, percent

TOP = 20
"""So many of the most complex functions are listed."""
DEPTH = 2
"""So many names deep are the directories of a code base."""
_REMARKS = 30

_LINES = "Physical lines; each is code, comment or blank, and documentation is comment."
_CC = (
    "The cyclomatic complexity (CC) of a function is the number of independent paths through it "
    "(McCabe 1976): one more than its decisions. McCabe advises to split functions above 10."
)
_WHERE = "Where the code is, and where the involved functions are."
_COUNTED = (
    "A line is code if anything but comment stands on it; documentation is comment.",
    "A function is what has a body and a name; lambdas and closures belong to the function around "
    "them. In Haskell every binding of a name is a function, constants and local ones included.",
    "Decisions are conditionals, loops "
    "with a condition, alternatives of a `case`, `switch` or `match` after the first or with a "
    "label, guards, `&&` and `||`, in Rust also `?`.",
    "Haskell is counted by the rules of argon. C, C++ and Go are counted on tokens, the other "
    "languages on their syntax trees. Of the branches of an `#if` the first is read.",
)


def section(bases: Sequence[CodeBase], top: int = TOP, depth: int = DEPTH) -> Section:
    """Everything in one section, for the report of a run."""
    parts = sections(bases, top, depth)
    blocks: list[Block] = [Paragraph(_told(base)) for base in bases]
    for part in parts:
        blocks.append(Subheading(part.title))
        if part.intro:
            blocks.append(Paragraph(part.intro))
        blocks += part.blocks
    return Section(
        "Source code",
        "code",
        tuple(blocks),
        "How large and how involved the code is. Both say little about quality by themselves; they "
        "say where to look.",
    )


def summary(bases: Sequence[CodeBase]) -> tuple[Block, ...]:
    """The answer in a few figures and sentences."""
    blocks: list[Block] = []
    if len(bases) == 1:
        blocks.append(_key_figures(bases[0]))
    blocks += [Paragraph(_told(base)) for base in bases]
    if len(bases) > 1 and (ratio := _ratio(bases)):
        blocks.append(Paragraph(ratio))
    missing = sum(len(remarks(base)) for base in bases)
    if missing:
        blocks.append(
            Callout(
                "warning",
                f"{count(missing, 'file')} could not be counted, or not in full: see "
                "*What was counted*.",
            )
        )
    return tuple(blocks)


def sections(bases: Sequence[CodeBase], top: int = TOP, depth: int = DEPTH) -> tuple[Section, ...]:
    """One section for lines, complexity, directories and method each."""
    several = len(bases) > 1
    lines = [table for table in (tables.lines_table(bases), tables.other_lines(bases)) if table]
    directories = [tables.directory_table(base, depth, several=several) for base in bases]
    return (
        Section("Lines of code", "code-lines", tuple(lines), _LINES),
        Section("Functions and complexity", "code-complexity", _complexity(bases, top), _CC),
        Section("Directories", "code-directories", tuple(directories), _WHERE),
        Section("What was counted", "code-method", _method(bases)),
    )


def _complexity(bases: Sequence[CodeBase], top: int) -> tuple[Block, ...]:
    if not any(True for base in bases for _ in base.functions()):
        return (Paragraph("There are no functions in a language that is measured."),)
    blocks: list[Block] = [tables.grades_table(bases)]
    figure = tables.histogram_figure(bases)
    if figure is not None:
        blocks += [figure, tables.histogram_table(bases)]
    found = most_complex(bases, top)
    if found:
        blocks.append(tables.complex_table(found, several=len(bases) > 1))
    return tuple(blocks)


def _method(bases: Sequence[CodeBase]) -> tuple[Block, ...]:
    blocks: list[Block] = [Items(_COUNTED)]
    several = len(bases) > 1
    rows = [
        (*((name(base.name),) if several else ()), f"`{literal(path)}`", literal(why))
        for base in bases
        for path, why in remarks(base)
    ]
    if rows:
        left = len(rows) - _REMARKS
        blocks.append(
            Table(
                "Not counted, or not in full",
                (
                    *((Column("code base"),) if several else ()),
                    Column("file"),
                    Column("why"),
                ),
                tuple(rows[:_REMARKS]),
                f"{number(float(left))} more." if left > 0 else "",
            )
        )
    return tuple(blocks)


def _told(base: CodeBase) -> str:
    """Size and complexity of one code base in a sentence or two."""
    lines = source_lines(base)
    counted = grades(function for _, function in base.functions())
    told = (
        f"{name(base.name)} has {count(lines.code, 'line')} of code in "
        f"{listed(languages([base])) or 'no language that is measured'}"
    )
    if not counted.total:
        return f"{told}."
    straight = percent(counted.straight / counted.total)
    told += (
        f" and {count(counted.total, 'function')}, of which {straight} have no decision in them."
    )
    if not counted.c:
        return f"{told} No function has a cyclomatic complexity above 10."
    return (
        f"{told} {count(counted.c, 'function')} "
        f"({percent(counted.c / counted.total)}) "
        f"{'has' if counted.c == 1 else 'have'} a cyclomatic complexity above 10."
    )


def _ratio(bases: Sequence[CodeBase]) -> str:
    sizes = sorted((source_lines(base).code, base.name) for base in bases)
    (least, small), (most, large) = sizes[0], sizes[-1]
    if not least or least == most:
        return ""
    return f"{name(large)} has {number(most / least, 2)} times as many lines as {name(small)}."


def _key_figures(base: CodeBase) -> KeyFigures:
    lines = source_lines(base)
    files = sum(file.language in MEASURED for file in base.files)
    counted = grades(function for _, function in base.functions())
    figures = [
        KeyFigure(number(float(lines.code), 15), "lines of code", f"in {count(files, 'file')}"),
        KeyFigure(number(float(counted.total), 15), "functions"),
    ]
    if counted.total:
        straight = percent(counted.straight / counted.total)
        figures += [
            KeyFigure(straight, "without a decision", "cyclomatic complexity 1"),
            KeyFigure(
                number(float(counted.c), 15),
                "of grade C",
                "cyclomatic complexity above 10",
                "warning" if counted.c else "good",
            ),
        ]
    return KeyFigures(tuple(figures))
