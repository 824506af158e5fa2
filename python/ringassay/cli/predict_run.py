"""`ringassay predict run`: a stored evaluation on our own BGV and CKKS, predicted."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay import _native
from ringassay.cli.applies import applies
from ringassay.cli.calibrated import StaleOption, checked_calibration, checked_facts
from ringassay.cli.counting import counting
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, err, out
from ringassay.cli.report import (
    REPORT_NEEDS,
    ForceOption,
    FormatOption,
    ReportOption,
    tell_beside,
    write,
)
from ringassay.cli.stored import DEFAULT_STORE, StoreOption

if TYPE_CHECKING:
    from ringassay.predict import Errors
    from ringassay.predict.stored_run import RunComparison


@applies(needs=REPORT_NEEDS)
def predict_run(
    run: Annotated[str, typer.Argument(help="A run, or latest.")] = "latest",
    store: StoreOption = DEFAULT_STORE,
    report: ReportOption = None,
    form: FormatOption = "html",
    force: ForceOption = False,
    stale_ok: StaleOption = False,
    as_json: JsonOption = False,
) -> None:
    """Predict what a run measured on ringassay-bgv and -ckks: time and memory, by circuit.

    By the store's latest calibration (ringassay predict calibrate), of which a few kernels are
    measured again first: one that does not hold is refused. No figure of the run enters.
    """
    from ringassay.predict import PointsError
    from ringassay.predict.stored_run import confront_run
    from ringassay.store import Store

    with Store(store, create=False) as opened, counting(quiet=as_json) as progress:
        try:
            calibration, check = checked_calibration(opened, stale_ok=stale_ok)
            found = confront_run(
                opened,
                opened.find(run),
                calibration.document,
                lambda done, total: progress("predicting", done, total),
            )
        except (_native.CalibrationError, PointsError) as error:
            raise UsageError(str(error)) from error
    if as_json:
        emit_json(asdict(found) | {"calibration": checked_facts(calibration, check)})
    else:
        _print(found)
        out.print(check.sentence(calibration))
    if report is not None:
        from ringassay.report.prediction import build_run

        tell_beside(write(build_run(found), report, form, force=force), as_json=as_json)


def _print(found: RunComparison) -> None:
    rows = [
        (
            row.params,
            str(row.width),
            f"{row.predicted_ns / 1e6:.1f}",
            f"{row.measured_ns / 1e6:.1f}",
            f"{100 * (row.predicted_ns / row.measured_ns - 1):+.1f}",
            f"{100 * row.spread:.1f}",
            f"{row.predicted_bytes / 1e6:.0f}",
            f"{row.measured_bytes / 1e6:.0f}",
            f"{100 * (row.predicted_bytes / row.measured_bytes - 1):+.1f}",
        )
        for row in found.rows
    ]
    times = ("predicted ms", "measured ms", "error %", "spread %")
    out.table(
        ("key", "width", *times, "predicted MB", "measured MB", "error %"),
        rows,
    )
    out.print(
        f"Run {found.run}, {len(found.rows)} circuits: time {_errors(found.time)}, memory "
        f"{_errors(found.memory)}."
    )
    for reason in found.skipped:
        err.print(f"Left out: {reason}")


def _errors(errors: Errors) -> str:
    return (
        f"mean error {100 * errors.mean:.1f} %, largest {100 * errors.largest:.1f} %, signed "
        f"{100 * errors.signed:+.1f} %"
    )
