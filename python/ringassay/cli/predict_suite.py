"""`ringassay predict suite`: a suite on our own BGV and CKKS, before it is run."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay.cli.calibrated import StaleOption, checked_calibration, checked_facts
from ringassay.cli.counting import counting
from ringassay.cli.output import JsonOption, emit_json, err, out
from ringassay.cli.stored import DEFAULT_STORE, StoreOption

if TYPE_CHECKING:
    from ringassay.predict.suite import SuitePrediction


def predict_suite(
    suite: Annotated[str, typer.Argument(help="A suite file, or the name of one that ships.")],
    sut: Annotated[
        list[str] | None,
        typer.Option("--sut", help="Predict this one of our systems; repeatable."),
    ] = None,
    security: Annotated[
        int | None, typer.Option("--security", min=1, max=512, help="Ask for this λ in bits.")
    ] = None,
    store: StoreOption = DEFAULT_STORE,
    stale_ok: StaleOption = False,
    as_json: JsonOption = False,
) -> None:
    """Predict what a suite takes on our own BGV and CKKS, without running it.

    Parameters are chosen, circuits planned and tallied, and the tally priced by the store's latest
    calibration (ringassay predict calibrate), of which a few kernels are measured again first.

    Exit code 1: a circuit cannot be run by a system that was asked for.
    """
    from ringassay import _native
    from ringassay.cli.errors import UsageError
    from ringassay.cli.run import find_suite
    from ringassay.predict.suite import predict_suite as predicted
    from ringassay.store import Store

    found_suite = find_suite(suite)
    if security is not None:
        found_suite = found_suite.at_security(security)
    with Store(store, create=False) as opened, counting(quiet=as_json) as progress:
        try:
            calibration, check = checked_calibration(opened, stale_ok=stale_ok)
            found = predicted(
                found_suite,
                tuple(sut or found_suite.suts),
                calibration.document,
                lambda done, total: progress("planning and tallying", done, total),
            )
        except _native.CalibrationError as error:
            raise UsageError(str(error)) from error
    if as_json:
        emit_json(asdict(found) | {"calibration": checked_facts(calibration, check)})
    else:
        _print(found)
        out.print(check.sentence(calibration))
    if found.refused:
        raise typer.Exit(1)


def _print(found: SuitePrediction) -> None:
    rows = [
        (
            row.sut,
            row.name,
            row.params,
            f"{row.gates:,}",
            f"{row.m}, {row.n}",
            f"{row.log2_qp:.0f}",
            _seconds(row.evaluate_ns),
            _seconds(row.slot_ns),
            f"{row.peak_bytes / 1e6:,.0f}",
            f"{row.input_bytes / 1e6:,.0f}",
        )
        for row in found.rows
    ]
    sizes = ("gates", "m, n", "log2 QP")
    predicted = ("evaluation, s", "for each slot, s", "peak memory, MB", "inputs, MB")
    out.table(("system", "circuit", "key", *sizes, *predicted), rows)
    if any(row.extrapolated for row in found.rows):
        most = max(row.extrapolated for row in found.rows)
        out.print(f"Up to {most} kernel calls of a circuit have sizes that were not measured.")
    for reason in found.refused:
        err.print(f"Refused: {reason}")


def _seconds(ns: float) -> str:
    return f"{ns / 1e9:.3g}"
