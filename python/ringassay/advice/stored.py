"""Calibrations of systems in the store, and whether they still hold.

A row among the calibrations of kernels, whose document is what was measured. One holds for the same
system (library, version, build), the same key parameters and the same machine, for a limited time.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from ringassay import _native
from ringassay.advice.calibrating import Calibrated, Run
from ringassay.store import (
    Circumstances,
    Store,
    StoredCalibration,
    add_calibration,
    calibration_names,
    is_future,
    load_calibration,
    probe_circumstances,
    probe_machine,
)

KIND = "system"
"""How their identifiers begin."""

FORMAT = 2
KEPT = timedelta(days=30)
"""After which a calibration is measured again."""


@dataclass(frozen=True)
class Found:
    """What the store has of a system under key parameters."""

    calibrated: Calibrated | None
    measured_at: str | None
    """ISO 8601, of that one or of the one that does not hold."""
    stale: str | None
    """Why the latest one does not hold, as a clause; None if it does, or if there is none."""


def keep(store: Store, calibrated: Calibrated) -> str:
    """Stores a calibration; returns its identifier."""
    at = datetime.now(UTC)
    document = {"format": FORMAT, **asdict(calibrated)}
    row = StoredCalibration(
        machine=probe_machine(),
        circumstances=probe_circumstances().to_json(),
        measured_at=at.isoformat(timespec="milliseconds"),
        version=_native.__version__,
        backend=calibrated.system,
        cells=len(calibrated.runs),
        rounds=max((len(run.ingest_ns) for run in calibrated.runs), default=0),
        seconds=calibrated.seconds,
        spread=0.0,
        document=json.dumps(document, sort_keys=True),
    )
    return add_calibration(store, row, KIND)


def look_up(store: Store, system: str, params: str, now_is: dict[str, str]) -> Found:
    """The latest calibration of a system under these key parameters; `now_is` is the system's
    `identity` of today."""
    for name in reversed(calibration_names(store)):
        if not name.startswith(f"{KIND}-"):
            continue
        row = load_calibration(store, name)
        if row.backend != system:
            continue
        calibrated = _read(row.document)
        if calibrated is None or calibrated.params != params:
            continue
        stale = _stale(row, calibrated, now_is)
        return Found(None if stale else calibrated, row.measured_at, stale)
    return Found(None, None, None)


@dataclass(frozen=True)
class Known:
    """A calibration that the store has, whether or not it holds."""

    system: str
    params: str
    seconds: float
    is_recent: bool


def known(store: Store, now: datetime) -> list[Known]:
    """All that can be read, oldest first."""
    found = []
    for name in calibration_names(store):
        if name.startswith(f"{KIND}-"):
            row = load_calibration(store, name)
            calibrated = _read(row.document)
            if calibrated is not None:
                age = now - datetime.fromisoformat(row.measured_at)
                holds = age <= KEPT and not is_future(row.measured_at)
                found.append(Known(row.backend, calibrated.params, row.seconds, holds))
    return found


def _stale(row: StoredCalibration, calibrated: Calibrated, now_is: dict[str, str]) -> str | None:
    here = probe_machine()
    if (row.machine.cpu_model, row.machine.simd) != (here.cpu_model, here.simd):
        return f"was measured on {row.machine.cpu_model}"
    changed = sorted(
        name
        for name in {*calibrated.identity} & {*now_is}
        if calibrated.identity[name] != now_is[name]
    )
    if changed:
        name = changed[0]
        before, after = calibrated.identity[name], now_is[name]
        return f"was measured with another {name}: {before}, now {after}"
    if row.circumstances is not None:
        then = Circumstances.from_json(row.circumstances).governors
        now = probe_circumstances().governors
        if then != now:
            return f"was measured with the frequency governor {then or 'none'}, now {now or 'none'}"
    if is_future(row.measured_at):
        return f"is dated into the future, {row.measured_at}"
    age = datetime.now(UTC) - datetime.fromisoformat(row.measured_at)
    return f"is {age.days} days old" if age > KEPT else None


def _read(document: str) -> Calibrated | None:
    """None for a document of another format."""
    try:
        fields: dict[str, Any] = json.loads(document)
        if fields.pop("format") != FORMAT:
            return None
        runs = tuple(
            Run(**{name: _tuple(value) for name, value in one.items()})
            for one in fields.pop("runs")
        )
        rest = {name: _tuple(value) for name, value in fields.items()}
        return Calibrated(runs=runs, **rest)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
