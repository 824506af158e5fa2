"""Answers on the terminal and in files: the first of them, and `--output` for all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay.cli.errors import UsageError
from ringassay.cli.output import emit_json, err, out, plural

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
_JSON_ENTRIES = 64
"""Entries of an answer in JSON; files have all."""
_ENTRIES = 4
"""Entries of an answer that are shown."""
_BITS = 32
"""Likewise of bits."""


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
    from ringassay.evaluation.data.frames import write

    found = read_answers(store, run, most if output is None else None)
    if not found:
        return
    total = sum(one.total for one in found)
    if output is not None:
        write(found, output)
    if as_json:
        first = [_row(one, row) for one in found for row in range(_shown(one, most))]
        written = None if output is None else str(output)
        emit_json(
            {"event": "Answers", "run": run, "rows": total, "output": written, "first": first}
        )
        return
    for one in found:
        _show(one, most)
    if output is not None:
        err.print(f"{output}: {plural(total, 'row')} of answers")


def _shown(one: Answers, most: int | None) -> int:
    return one.rows if most is None else min(most, one.rows)


def _row(one: Answers, row: int) -> dict[str, Any]:
    """A row for programs: the first entries of its answers."""
    systems = {
        sut: {
            "answer": _numbers(one, system.answer[row]) if system.known[row] else None,
            "error": float(system.error[row].max()) if system.known[row] else None,
            "outcome": system.outcome[row],
        }
        for sut, system in one.systems.items()
    }
    expected = _numbers(one, one.expected[row])
    return {"computation": one.name, "row": row, "expected": expected, "systems": systems}


def _numbers(one: Answers, entries: Any) -> list[Any]:
    """The first entries; of complex numbers both parts."""
    kept = entries[:_JSON_ENTRIES].tolist()
    return [[value.real, value.imag] for value in kept] if one.space == "complex" else kept


def _show(one: Answers, most: int | None) -> None:
    shown = _shown(one, most)
    what = plural(one.total, "row")
    if shown < one.total:
        what = f"first {shown} of {what}"
    shared = f", {one.pack} rows in a ciphertext" if one.pack > 1 else ""
    out.print()
    out.print(f"Answers of {one.name}, {what}{shared}:")
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
    out.table(columns, rows)


def _cell(one: Answers, entries: Any) -> str:
    """The first entries; bits side by side, as files have them."""
    most, between = (_BITS, "") if one.space == "gf2" else (_ENTRIES, " ")
    kept = between.join(_number(one, value) for value in entries[:most].tolist())
    return kept + (f" … ({len(entries)})" if len(entries) > most else "")


def _number(one: Answers, value: Any) -> str:
    if one.space == "complex":
        return f"{value.real:.7g}{value.imag:+.7g}i"
    return f"{value:.9g}" if one.space == "real" else str(value)
