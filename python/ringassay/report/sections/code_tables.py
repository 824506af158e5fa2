"""Tables and the histogram of source code, as in Λ∘λ's section 4.4.1."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.analysis.code.languages import MEASURED
from ringassay.analysis.code.model import CodeBase, Lines
from ringassay.analysis.code.summary import (
    Directory,
    Grades,
    LanguageLines,
    Located,
    by_directory,
    grades,
    grades_by_language,
    histogram,
    languages,
    lines_by_language,
    source_lines,
)
from ringassay.report.document import Axis, BarPlot, Cell, Column, Figure, Series, Table, literal
from ringassay.report.plots.units import number
from ringassay.report.sections.wording import NONE, name, percent

Row = tuple[str | Cell, ...]


def whole(value: int) -> Cell:
    """A count, no digit of it rounded away."""
    return Cell(number(float(value), 15), float(value))


def lines_table(bases: Sequence[CodeBase]) -> Table:
    """Lines per measured language: of one code base in detail, of several side by side."""
    found = [_by_language(base) for base in bases]
    present = languages(bases)
    if len(bases) > 1:
        rows: list[Row] = [
            (language, *(_code(lines.get(language)) for lines in found)) for language in present
        ]
        rows.append(("*together*", *(whole(source_lines(base).code) for base in bases)))
        return Table(
            "Lines of code",
            (Column("language"), *(Column(literal(base.name), "right") for base in bases)),
            tuple(rows),
        )
    rows = [_details(found[0][language]) for language in present]
    if len(present) > 1:
        measured = [found[0][language] for language in present]
        files = sum(one.files for one in measured)
        rows.append(_details(LanguageLines("*together*", files, source_lines(bases[0]))))
    return Table("Lines per language", _LINE_COLUMNS, tuple(rows))


def other_lines(bases: Sequence[CodeBase]) -> Table | None:
    """Lines of the languages whose functions are not counted; None if there are none."""
    rows: list[Row] = []
    for base in bases:
        for one in lines_by_language(base):
            if one.language not in MEASURED:
                whose = (name(base.name),) if len(bases) > 1 else ()
                rows.append((*whose, *_details(one)))
    if not rows:
        return None
    first = (Column("code base"),) if len(bases) > 1 else ()
    return Table(
        "Lines in other languages",
        (*first, *_LINE_COLUMNS),
        tuple(rows),
        "In no sum of this report.",
    )


def grades_table(bases: Sequence[CodeBase]) -> Table:
    """Functions per argon grade (the paper's Table 4.2)."""
    rows: list[Row] = []
    for base in bases:
        found = grades_by_language(base)
        rows += [_graded(base.name, language, counted) for language, counted in found]
        if len(found) > 1:
            together = sum((counted for _, counted in found), Grades())
            rows.append(_graded(base.name, "*together*", together))
    heads = ("A", "B", "C", "functions", "CC = 1")
    several = len(bases) > 1
    return Table(
        "Functions per grade",
        (
            *((Column("code base"),) if several else ()),
            Column("language"),
            *(Column(head, "right") for head in heads),
        ),
        tuple(row if several else row[1:] for row in rows),
        "Grade A is a cyclomatic complexity (CC) of 1 to 5, B of 6 to 10, C of 11 and more. The "
        "last column is the share of functions without any decision.",
    )


def histogram_figure(bases: Sequence[CodeBase]) -> Figure | None:
    """Functions by complexity (the paper's Figure 4.3); None if none decides anything."""
    shown = _histograms(bases)
    if not any(count for _, counts in shown for _, count in counts[1:]):
        return None
    straight = sum(counts[0][1] for _, counts in shown)
    every = sum(count for _, counts in shown for _, count in counts)
    return Figure(
        "Functions by cyclomatic complexity",
        BarPlot(
            Axis("cyclomatic complexity"),
            Axis("functions"),
            tuple(
                Series(
                    label,
                    tuple(value for value, _ in counts[1:]),
                    tuple(float(count) for _, count in counts[1:]),
                    identity=label,
                )
                for label, counts in shown
            ),
        ),
        f"CC = 1, which is {percent(straight / every)} of the functions, is suppressed; 14 and "
        "more share a bar.",
    )


def histogram_table(bases: Sequence[CodeBase]) -> Table:
    """The same in figures, CC = 1 included."""
    shown = _histograms(bases)
    values = [value for value, _ in histogram(())]
    return Table(
        "Functions by cyclomatic complexity, in figures",
        (Column("CC"), *(Column(literal(label), "right") for label, _ in shown)),
        tuple(
            (Cell(value, place + 1.0), *(whole(counts[place][1]) for _, counts in shown))
            for place, value in enumerate(values)
        ),
    )


def complex_table(found: Sequence[Located], *, several: bool) -> Table:
    """The most complex functions and where they are."""
    rows: list[Row] = []
    for one in found:
        function = one.function
        first = (name(one.base),) if several else ()
        rows.append(
            (
                *first,
                f"`{literal(function.name)}`",
                one.language,
                f"`{literal(one.path)}:{function.line}`",
                whole(function.end_line - function.line + 1),
                whole(function.complexity),
            )
        )
    return Table(
        "The most complex functions",
        (
            *((Column("code base"),) if several else ()),
            Column("function"),
            Column("language"),
            Column("where"),
            Column("lines", "right"),
            Column("CC", "right"),
        ),
        tuple(rows),
    )


def directory_table(base: CodeBase, depth: int, *, several: bool) -> Table:
    """Lines and grades per directory."""
    found = by_directory(base, depth)
    whose = f", {name(base.name)}" if several else ""
    return Table(
        f"Per directory{whose}",
        (
            Column("directory"),
            *(
                Column(head, "right")
                for head in ("files", "code", "comments", "functions", "A", "B", "C", "CC = 1")
            ),
        ),
        tuple(_directory(one) for one in found),
        "The languages whose functions are counted. A file counts for the directory it is in, "
        + ("all for the root." if depth == 0 else f"at most {depth} names deep."),
    )


_LINE_COLUMNS = (
    Column("language"),
    *(Column(head, "right") for head in ("files", "code", "comments", "blank")),
)


def _by_language(base: CodeBase) -> dict[str, LanguageLines]:
    return {one.language: one for one in lines_by_language(base)}


def _code(found: LanguageLines | None) -> Cell:
    return Cell(NONE) if found is None else whole(found.lines.code)


def _details(one: LanguageLines) -> Row:
    label = one.language if one.language == "*together*" else literal(one.language)
    return (label, whole(one.files), *_line_cells(one.lines))


def _line_cells(lines: Lines) -> tuple[Cell, ...]:
    return tuple(whole(value) for value in (lines.code, lines.comments, lines.blanks))


def _graded(base: str, language: str, counted: Grades) -> Row:
    return (name(base), language, *_grade_cells(counted), whole(counted.total), _straight(counted))


def _grade_cells(counted: Grades) -> tuple[Cell, ...]:
    return tuple(whole(value) for value in (counted.a, counted.b, counted.c))


def _straight(counted: Grades) -> Cell:
    if not counted.total:
        return Cell(NONE)
    share = counted.straight / counted.total
    return Cell(percent(share), share)


def _directory(one: Directory) -> Row:
    return (
        f"`{literal(one.path)}`",
        whole(one.files),
        whole(one.lines.code),
        whole(one.lines.comments),
        whole(one.grades.total),
        *_grade_cells(one.grades),
        _straight(one.grades),
    )


def _histograms(
    bases: Sequence[CodeBase],
) -> list[tuple[str, tuple[tuple[str, int], ...]]]:
    """Label and histogram per code base and language with functions."""
    found = []
    for base in bases:
        for language in languages([base]):
            functions = [function for _, function in base.functions(language)]
            if grades(functions).total:
                label = f"{base.name}: {language}" if len(bases) > 1 else language
                found.append((label, histogram(functions)))
    return found
