"""`ringassay predict calibrate`: what kernels cost on this machine."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from ringassay import _native
from ringassay.cli.applies import applies
from ringassay.cli.errors import UsageError
from ringassay.cli.output import JsonOption, emit_json, out
from ringassay.cli.stored import DEFAULT_STORE, StoreOption

if TYPE_CHECKING:
    from ringassay.store import StoredCalibration

STALE = 1
"""The exit code for a calibration that does not hold any more."""


@applies(idle={"check": ("rounds", "seconds"), "rounds": ("seconds",)})
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
        int | None,
        typer.Option(min=1, help="Just so many samples of each kernel, however long it takes."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=1.0, help="As many samples as fit into so many seconds [default: 30]."),
    ] = None,
    store: StoreOption = DEFAULT_STORE,
    as_json: JsonOption = False,
) -> None:
    """Measure the kernels of this machine, from which times are predicted.

    One thread on one processor; all kernels at all sizes in turns, round after round; medians of
    CPU time, and how far off they may be. In turns with them, probes of vector and of scalar code
    tell the phase of the machine: `--check`, and predictions, ask whether it is the same. Takes
    about 30 seconds and 4 GB of memory, and is stored with the machine.
    """
    try:
        if check:
            _check(store, as_json=as_json)
        else:
            _measure(store, rounds, seconds, as_json=as_json)
    except _native.CalibrationError as error:
        raise UsageError(str(error)) from error


def _measure(target: str, rounds: int | None, seconds: float | None, *, as_json: bool) -> None:
    from ringassay.cli.counting import counting
    from ringassay.predict import measure
    from ringassay.store import Store, add_calibration
    from ringassay.store.location import label_of

    with Store(target) as store, counting(quiet=as_json) as progress:
        found = measure(
            rounds, lambda done, all_: progress("measuring kernels", done, all_), seconds
        )
        name = add_calibration(store, found)
    if as_json:
        facts = {key: value for key, value in asdict(found).items() if key != "document"}
        measured = _native.calibration_facts(found.document)
        facts |= {"confidence": measured["confidence"], "phase": measured["phase"]}
        emit_json({"calibration": name, "store": label_of(target)} | facts)
        return
    out.table(("", ""), _lines(found))
    out.print(f"Stored as {name} in {label_of(target)}.")


def _check(target: str, *, as_json: bool) -> None:
    from ringassay.predict import check
    from ringassay.store import Store, load_calibration

    with Store(target, create=False) as store:
        stored = load_calibration(store)
    found = check(stored)
    if as_json:
        emit_json({"measured_at": stored.measured_at, "is_stale": found.is_stale} | asdict(found))
    elif found.is_stale:
        out.print(found.sentence(stored))
        out.print("Calibrate again: `ringassay predict calibrate`.")
    else:
        out.print(found.sentence(stored))
    if found.is_stale:
        raise typer.Exit(STALE)


def _confidence(found: StoredCalibration) -> str:
    confidence = _native.calibration_facts(found.document)["confidence"]
    return f"with a confidence of {100 * confidence:.0f} %" if confidence else "confidence unknown"


def _lines(found: StoredCalibration) -> list[tuple[str, str]]:
    return [
        ("processor", found.machine.cpu_model),
        ("backend", found.backend),
        ("version", found.version),
        ("measured at", found.measured_at),
        ("prices", f"{found.cells}, each the median of {found.rounds} samples"),
        ("spread", f"± {100 * found.spread:.1f} % at the median, {_confidence(found)}"),
        ("phase", _phase(found)),
        ("took", f"{found.seconds:.1f} s"),
    ]


def _phase(found: StoredCalibration) -> str:
    """What the probes of the machine's phase say."""
    phase = _native.calibration_facts(found.document)["phase"]
    if phase is None:
        return "not recorded"
    state = "unsteady" if phase["is_unsteady"] else "steady"
    return (
        f"{state}: of {phase['samples']} probes of vector code, the slow ones took "
        f"{phase['vector_range']:.2f} times as long as the fast ones"
    )
