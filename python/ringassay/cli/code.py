"""`ringassay-code`: lines, functions and cyclomatic complexity of any code base."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay.cli.applies import applies
from ringassay.cli.entry import hear_interrupts
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, err, out, plural, subcommand
from ringassay.cli.report import ForceOption, FormatOption, tell, write

if TYPE_CHECKING:
    from ringassay.analysis.code import CodeBase, FileMetrics, Options

app = subcommand()

_BAR = 50
_REMARKS = 10

PathsArgument = Annotated[
    list[str],
    typer.Argument(metavar="[NAME=]PATH...", help="Folders or files; several stand side by side."),
]


@app.command()
@applies(needs=dict.fromkeys(("form", "force", "title"), ("folder",)))
def code(
    paths: PathsArgument,
    exclude: Annotated[
        list[str] | None,
        typer.Option("--exclude", "-x", help="Leave out paths like this, as in a .gitignore."),
    ] = None,
    tests: Annotated[
        bool, typer.Option("--tests/--no-tests", help="Count tests and benchmarks.")
    ] = True,
    vendored: Annotated[
        bool, typer.Option("--vendored/--no-vendored", help="Count other people's code (vendor/…).")
    ] = True,
    hidden: Annotated[bool, typer.Option("--hidden", help="Enter hidden folders.")] = False,
    no_ignore: Annotated[
        bool, typer.Option("--no-ignore", help="Count what .gitignore and .ignore leave out.")
    ] = False,
    max_bytes: Annotated[
        int | None, typer.Option("--max-bytes", min=1, help="Skip larger files [default: 2 MiB].")
    ] = None,
    top: Annotated[
        int, typer.Option("--top", min=0, help="So many of the most complex functions.")
    ] = 20,
    depth: Annotated[
        int, typer.Option("--depth", min=0, help="Directories so many names deep.")
    ] = 2,
    folder: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write a report into this folder.")
    ] = None,
    form: FormatOption = "html",
    force: ForceOption = False,
    title: Annotated[str | None, typer.Option("--title", help="Title of the report.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure source code: lines per language, functions, cyclomatic complexity.

    Functions are counted in Haskell, C++, C, Rust, Go and Python.
    """
    from ringassay.analysis.code import Options
    from ringassay.analysis.code.model import MAX_BYTES

    options = Options(
        exclude=tuple(exclude or ()),
        tests=tests,
        vendored=vendored,
        hidden=hidden,
        ignore_files=not no_ignore,
        max_bytes=MAX_BYTES if max_bytes is None else max_bytes,
    )
    bases = measured(paths, options)
    written: dict[str, Path] = {}
    if folder is not None:
        from ringassay.report.code import build_code

        written = write(
            build_code(bases, title=title, top=top, depth=depth), folder, form, force=force
        )
    if as_json:
        value: dict[str, Any] = {"code_bases": [_as_json(base, top, depth) for base in bases]}
        if written:
            value["report"] = {form: str(path) for form, path in written.items()}
        emit_json(value)
        return
    _show(bases, top, depth)
    if written:
        out.print()
        tell(written, as_json=False)


def main() -> None:
    """Runs the program."""
    from ringassay.cli.main import run_program

    hear_interrupts()
    run_program(app)


def measured(paths: Sequence[str], options: Options | None = None) -> list[CodeBase]:
    """The code bases at `[NAME=]PATH`; raises UsageError where there is nothing to measure."""
    from ringassay.analysis.code import CodeError, measure

    named = [_named(text) for text in paths]
    names = [name for name, _ in named]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(
            f"more than one code base is called {', '.join(twice)}: write NAME=PATH to tell them "
            "apart"
        )
    try:
        return [measure(path, name, options) for name, path in named]
    except CodeError as error:
        raise UsageError(str(error)) from None


def _named(text: str) -> tuple[str, Path]:
    """Name and path of an argument; without a name, the last name of the path."""
    name, equals, rest = text.partition("=")
    if equals and name and rest and not Path(text).exists():
        return name, Path(rest)
    path = Path(text)
    return path.resolve().name or text, path


def _show(bases: Sequence[CodeBase], top: int, depth: int) -> None:
    from ringassay.analysis.code.summary import most_complex

    _show_lines(bases)
    _show_grades(bases)
    _show_histogram(bases)
    several = len(bases) > 1
    found = most_complex(bases, top)
    if found:
        _heading("The most complex functions")
        out.table(
            ("where", "function", "CC", "grade"),
            [
                (
                    f"{one.base + ': ' if several else ''}{one.path}:{one.function.line}",
                    one.function.name,
                    str(one.function.complexity),
                    one.function.grade.value,
                )
                for one in found
            ],
        )
    for base in bases:
        _show_directories(base, depth, several=several)
        _show_remarks(base)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], texts: int) -> None:
    """A table whose columns after the first `texts` are numbers, which stand to the right."""
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]

    def aligned(row: Sequence[str]) -> tuple[str, ...]:
        numbers = zip(row[texts:], widths[texts:], strict=True)
        return (*row[:texts], *(cell.rjust(width) for cell, width in numbers))

    out.table(aligned(columns), [aligned(row) for row in rows])


def _heading(text: str) -> None:
    out.heading(f"{text}")


def _show_lines(bases: Sequence[CodeBase]) -> None:
    from ringassay.analysis.code.languages import MEASURED
    from ringassay.analysis.code.summary import lines_by_language, source_lines

    for base in bases:
        _heading(f"Lines of {base.name}")
        rows, found = [], lines_by_language(base)
        measured_ones = [one for one in found if one.language in MEASURED]
        for one in found:
            lines = one.lines
            rows.append(
                (
                    one.language,
                    *(str(n) for n in (one.files, lines.code, lines.comments, lines.blanks)),
                )
            )
            if measured_ones and one is measured_ones[-1] and len(measured_ones) > 1:
                lines, files = source_lines(base), sum(other.files for other in measured_ones)
                rows.append(
                    (
                        "together",
                        *(str(n) for n in (files, lines.code, lines.comments, lines.blanks)),
                    )
                )
        _table(("language", "files", "code", "comments", "blank"), rows, 1)


def _show_grades(bases: Sequence[CodeBase]) -> None:
    from ringassay.analysis.code.summary import Grades, grades_by_language

    rows = []
    for base in bases:
        found = list(grades_by_language(base))
        if len(found) > 1:
            found.append(("together", sum((counted for _, counted in found), Grades())))
        for language, counted in found:
            share = f"{100 * counted.straight / counted.total:.1f} %" if counted.total else "–"
            figures = (counted.a, counted.b, counted.c, counted.total)
            rows.append((base.name, language, *(str(n) for n in figures), share))
    if rows:
        _heading("Functions per grade (A: complexity 1 to 5, B: 6 to 10, C: 11 and more)")
        _table(("code base", "language", "A", "B", "C", "functions", "CC = 1"), rows, 2)


def _show_histogram(bases: Sequence[CodeBase]) -> None:
    from ringassay.analysis.code.summary import grades, histogram

    for base in bases:
        functions = [function for _, function in base.functions()]
        shown = histogram(functions)[1:]
        most = max(count for _, count in shown)
        if not most:
            continue
        straight = grades(functions).straight
        _heading(f"Functions of {base.name} by complexity")
        out.print(f"{plural(straight, 'function')} of complexity 1 not shown.")
        out.table(
            ("CC", "functions", ""),
            [
                (value, str(count).rjust(9), "█" * round(_BAR * count / most))
                for value, count in shown
            ],
        )


def _show_directories(base: CodeBase, depth: int, *, several: bool) -> None:
    from ringassay.analysis.code.summary import by_directory

    found = by_directory(base, depth)
    if len(found) < 2:
        return
    _heading(f"Directories of {base.name}" if several else "Directories")
    rows = []
    for one in found:
        counted = one.grades
        figures = (one.files, one.lines.code, counted.total, counted.a, counted.b, counted.c)
        rows.append((one.path, *(str(n) for n in figures)))
    _table(("directory", "files", "code", "functions", "A", "B", "C"), rows, 1)


def _show_remarks(base: CodeBase) -> None:
    from ringassay.analysis.code.summary import remarks

    found = remarks(base)
    for path, why in found[:_REMARKS]:
        err.print((path, "yellow"), f": {why}")
    if len(found) > _REMARKS:
        err.print(f"… and {len(found) - _REMARKS} more; --json lists them all.")


def _as_json(base: CodeBase, top: int, depth: int) -> dict[str, Any]:
    """Everything that is known of a code base."""
    from ringassay.analysis.code.summary import (
        by_directory,
        grades_by_language,
        histogram,
        lines_by_language,
        most_complex,
        source_lines,
    )

    total = source_lines(base)
    return {
        "name": base.name,
        "path": base.root,
        "source_lines": {
            "code": total.code, "comments": total.comments, "blanks": total.blanks,
        },
        "lines": [
            {
                "language": one.language,
                "files": one.files,
                "code": one.lines.code,
                "comments": one.lines.comments,
                "blanks": one.lines.blanks,
            }
            for one in lines_by_language(base)
        ],
        "functions": [
            {
                "language": language,
                "functions": counted.total,
                "A": counted.a,
                "B": counted.b,
                "C": counted.c,
                "straight": counted.straight,
                "histogram": dict(histogram(f for _, f in base.functions(language))),
            }
            for language, counted in grades_by_language(base)
        ],
        "most_complex": [
            {
                "path": one.path,
                "line": one.function.line,
                "function": one.function.name,
                "complexity": one.function.complexity,
            }
            for one in most_complex([base], top)
        ],
        "directories": [
            {
                "path": one.path,
                "files": one.files,
                "code": one.lines.code,
                "comments": one.lines.comments,
                "blanks": one.lines.blanks,
                "functions": one.grades.total,
                "A": one.grades.a,
                "B": one.grades.b,
                "C": one.grades.c,
            }
            for one in by_directory(base, depth)
        ],
        "files": [_file_as_json(file) for file in base.files],
        "skipped": [{"path": one.path, "reason": one.reason} for one in base.skipped],
    }  # fmt: skip


def _file_as_json(file: FileMetrics) -> dict[str, Any]:
    functions = file.functions
    return {
        "path": file.path,
        "language": file.language,
        "code": file.lines.code,
        "comments": file.lines.comments,
        "blanks": file.lines.blanks,
        "functions": None
        if functions is None
        else [
            {
                "function": f.name,
                "line": f.line,
                "end_line": f.end_line,
                "complexity": f.complexity,
                "grade": f.grade.value,
            }
            for f in functions
        ],
        "remark": file.remark,
    }
