"""`ringassay predict sut`: a library seen only from outside."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay.cli.applies import applies
from ringassay.cli.counting import counting
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, out
from ringassay.cli.report import (
    REPORT_NEEDS,
    ForceOption,
    FormatOption,
    ReportOption,
    tell_beside,
    write,
)
from ringassay.cli.sut_file import SutFileOption

if TYPE_CHECKING:
    from ringassay.predict import Errors
    from ringassay.predict.outside import Outside


@applies(needs=REPORT_NEEDS)
def predict_sut(
    name: Annotated[
        str, typer.Argument(help="The system under test: ringassay sut list lists them.")
    ],
    circuit: Annotated[
        Path | None, typer.Option(help="A circuit file; by default one addition, one product.")
    ] = None,
    depths: Annotated[
        str, typer.Option(help="Depths that keys are made for: FROM:TO, or with commas.")
    ] = "1:21",
    security: Annotated[
        str,
        typer.Option(
            help="Security levels, with commas. Those of another level have primes of other sizes."
        ),
    ] = "128",
    rounds: Annotated[int, typer.Option(min=1, help="Samples at each place.")] = 5,
    suts: SutFileOption = None,
    report: ReportOption = None,
    form: FormatOption = "html",
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Predict a library from a few executions of it: curves through 1, 2 and 3 points.

    Keys for growing depths make the library choose larger rings and moduli. The errors are those at
    places that gave no point to the curve.
    """
    from ringassay.circuit import Circuit
    from ringassay.harness import Session
    from ringassay.predict.outside import application, measure, settings, sweep
    from ringassay.sut.registry import lookup

    of_depths, of_securities = _numbers(depths), _numbers(security)
    with Session(lookup(name, suts)) as session, counting(quiet=as_json) as progress:
        text = circuit.read_bytes() if circuit else application(session.hello)
        parsed = Circuit.parse(text)
        texts = settings(of_depths, of_securities, parsed)
        measured, refused = measure(
            session,
            parsed,
            texts,
            rounds=rounds,
            progress=lambda done, total: progress("measuring", done, total),
        )
    found = sweep(name, measured, refused)
    if not found.sweeps:
        raise UsageError("too few different parameters for a sweep: name more depths")
    if as_json:
        emit_json(asdict(found))
    else:
        _print(found)
    if report is not None:
        from ringassay.report.prediction import build_outside

        tell_beside(write(build_outside(found), report, form, force=force), as_json=as_json)


def _numbers(text: str) -> list[int]:
    try:
        if ":" in text:
            low, high = (int(part) for part in text.split(":"))
            return list(range(low, high + 1))
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise UsageError(f"numbers with commas, or FROM:TO, not {text!r}") from None


def _print(found: Outside) -> None:
    rows = [
        (
            sweep.name,
            str(len(sweep.measured)),
            f"{100 * sweep.spread:.1f}",
            *(_errors(sweep.by_points.get(count)) for count in (1, 2, 3)),
        )
        for sweep in found.sweeps
    ]
    columns = ("sweep", "places", "spread %", "1 point: mean/max %", "2 points", "3 points")
    out.table(columns, rows)
    for count in (1, 2, 3):
        if any(count in sweep.by_points for sweep in found.sweeps):
            errors = found.errors(count)
            out.print(
                f"{found.sut}, {count} points: mean error {100 * errors.mean:.1f} %, largest "
                f"{100 * errors.largest:.1f} %, over {errors.count} places that were not used."
            )
    if found.refused:
        out.print(f"Refused: {'; '.join(found.refused)}")


def _errors(errors: Errors | None) -> str:
    return "–" if errors is None else f"{100 * errors.mean:.1f}/{100 * errors.largest:.1f}"
