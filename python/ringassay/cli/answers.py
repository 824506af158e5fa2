"""Answers on the terminal and in files: the first of them, and `--output` for all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay.cli.errors import UsageError
from ringassay.cli.output import emit_json, err, out, plural, print_table, printable

if TYPE_CHECKING:
    from ringassay.evaluation import Suite
    from ringassay.evaluation.data.answers import Answers
    from ringassay.store import Store

OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output",
        metavar="FILE",
        help="Write all answers beside the expected values and the errors: .csv, .npy or .parquet.",
    ),
]

FIRST = 5
"""Rows that are shown."""
_ENTRIES = 4
"""Entries of an answer that are shown."""


def check_output(suite: Suite, output: Path | None) -> None:
    """Refuses, before anything is measured, what could not be written. Raises `UsageError`."""
    if output is None:
        return
    from ringassay.evaluation.data.frames import check_output as check

    if not suite.own:
        raise UsageError(
            "--output writes the answers to a computation of your own: "
            "--function, --expression, --circuit or --library, or a suite with one"
        )
    check(output)


def tell_answers(
    store: Store, run: str, output: Path | None, *, as_json: bool, most: int | None = FIRST
) -> None:
    """Shows the first `most` rows of answers, all without, and writes all to `output`."""
    from ringassay.evaluation.data.answers import read_answers
    from ringassay.evaluation.data.frames import table, write

    found = read_answers(store, run)
    if not found:
        return
    if output is not None:
        write(found, output)
    if as_json:
        lines = table(found)
        kept = lines if most is None else lines[lines["row"] < most]
        event = {
            "rows": sum(one.rows for one in found),
            "output": None if output is None else str(output),
        }
        emit_json({"event": "Answers", "run": run, **event, "first": _plain(kept)})
        return
    for one in found:
        _show(one, most)
    if output is not None:
        err.print(
            f"{printable(str(output))}: {plural(sum(one.rows for one in found), 'row')} of answers"
        )


def _plain(lines: Any) -> list[dict[str, Any]]:
    """Values that are missing are null, in JSON."""
    return [
        {name: None if _missing(value) else value for name, value in row.items()}
        for row in lines.to_dict("records")
    ]


def _missing(value: Any) -> bool:
    return value is None or str(value) == "<NA>" or value != value  # noqa: PLR0124


def _show(one: Answers, most: int | None) -> None:
    shown = one.rows if most is None else min(most, one.rows)
    what = (
        f"first {shown} of {plural(one.rows, 'row')}" if shown < one.rows else plural(shown, "row")
    )
    shared = f", {one.pack} rows in a ciphertext" if one.pack > 1 else ""
    out.print(f"\nAnswers of {printable(one.name)}, {what}{shared}:")
    rows = []
    for row in range(shown):
        cells = [str(row), _cell(one, one.expected[row])]
        for system in one.systems.values():
            if system.known[row]:
                worst = system.error[row].max()
                cells += [_cell(one, system.answer[row]), f"{worst:.1e}" if worst else "0"]
            else:
                cells += ["–", system.outcome[row]]
        rows.append(cells)
    columns = ["row", "expected"]
    for sut in one.systems:
        columns += [sut, "error"]
    print_table(columns, rows)


def _cell(one: Answers, entries: Any) -> str:
    kept = [_number(one, value) for value in entries[:_ENTRIES].tolist()]
    if len(entries) == 1:
        return kept[0]
    return " ".join(kept) + (f" … ({len(entries)})" if len(entries) > _ENTRIES else "")


def _number(one: Answers, value: Any) -> str:
    if one.space == "complex":
        return f"{value.real:.7g}{value.imag:+.7g}i"
    return f"{value:.9g}" if one.space == "real" else str(value)
