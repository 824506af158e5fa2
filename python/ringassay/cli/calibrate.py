"""`ringassay calibrate`: what kernels cost on this machine."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay import _native
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, out, print_table, subcommand
from ringassay.cli.stored import DEFAULT_STORE, StoreOption

if TYPE_CHECKING:
    from ringassay.store import StoredCalibration

app = subcommand()

STALE = 1
"""The exit code for a calibration that does not hold any more."""


@app.command()
def calibrate(
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Measure nothing anew: say whether the stored calibration still holds, and why "
            "not (exit code 1).",
        ),
    ] = False,
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Samples of each kernel; by default 21.")
    ] = None,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Measure the kernels of this machine, from which times are predicted.

    One thread on one processor; all kernels at all sizes in turns, round after round; medians of
    CPU time, with their spread. Takes about 15 seconds and 4 GB of memory, and is stored with the
    machine.
    """
    try:
        if check:
            _check(store, as_json=as_json)
        else:
            _measure(store, rounds, as_json=as_json)
    except _native.CalibrationError as error:
        raise UsageError(str(error)) from error


def _measure(target: str, rounds: int | None, *, as_json: bool) -> None:
    from ringassay.cli.bench import counting
    from ringassay.predict import measure
    from ringassay.store import Store, add_calibration

    with Store(target) as store, counting(quiet=as_json) as progress:
        found = measure(rounds, lambda done, all_: progress("measuring kernels", done, all_))
        name = add_calibration(store, found)
    if as_json:
        facts = {key: value for key, value in asdict(found).items() if key != "document"}
        emit_json({"calibration": name, "store": target} | facts)
        return
    print_table(("", ""), _lines(found))
    out.print(f"Stored as {name} in {target}.", markup=False)


def _check(target: str, *, as_json: bool) -> None:
    from ringassay.predict import check
    from ringassay.store import Store, load_calibration

    with Store(target, create=False) as store:
        stored = load_calibration(store)
    found = check(stored)
    if as_json:
        emit_json({"measured_at": stored.measured_at, "is_stale": found.is_stale} | asdict(found))
    elif found.is_stale:
        out.print(f"The calibration of {stored.measured_at} is stale:", markup=False)
        for reason in found.reasons:
            out.print(f"  {reason}", markup=False)
        out.print("Calibrate again: `ringassay calibrate`.", markup=False)
    else:
        out.print(
            f"The calibration of {stored.measured_at} holds: {found.cells} kernels take "
            f"{found.drift:.2f} times as long.",
            markup=False,
        )
    if found.is_stale:
        raise typer.Exit(STALE)


def _lines(found: StoredCalibration) -> list[tuple[str, str]]:
    return [
        ("processor", found.machine.cpu_model),
        ("backend", found.backend),
        ("version", found.version),
        ("measured at", found.measured_at),
        ("prices", f"{found.cells}, each the median of {found.rounds} samples"),
        ("spread", f"{100 * found.spread:.1f} %"),
        ("took", f"{found.seconds:.1f} s"),
    ]
