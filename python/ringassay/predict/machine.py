"""The calibration of this machine: made, and checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from ringassay import _native
from ringassay.store import Machine, StoredCalibration, probe_machine


@dataclass(frozen=True)
class Check:
    """Whether a calibration holds here and now."""

    reasons: tuple[str, ...]
    """Why it is stale, in sentences; empty if it holds."""
    drift: float
    """By what factor kernels take longer than when they were calibrated: a median."""
    cells: int
    """How many were measured again."""

    @property
    def is_stale(self) -> bool:
        """Whether to calibrate again."""
        return bool(self.reasons)


def measure(
    rounds: int | None = None, progress: Callable[[int, int], object] | None = None
) -> StoredCalibration:
    """Measures the kernels of this machine, in under 20 seconds.

    `progress(done, rounds)` is called after each round. Raises `_native.CalibrationError`.
    """
    document = _native.calibrate(rounds, progress)
    facts = _native.calibration_facts(document)
    at = datetime.fromtimestamp(facts["measured_at"], UTC)
    return StoredCalibration(
        machine=probe_machine(),
        measured_at=at.isoformat(timespec="milliseconds"),
        version=facts["version"],
        backend=facts["backend"],
        cells=facts["cells"],
        rounds=facts["rounds"],
        seconds=facts["seconds"],
        spread=facts["spread"],
        document=document,
    )


def check(calibration: StoredCalibration) -> Check:
    """Whether a calibration is of this machine, backend and version, and has not drifted.

    Raises `_native.CalibrationError` if its document cannot be read.
    """
    here = probe_machine()
    elsewhere = tuple(_differences(calibration.machine, here))
    if elsewhere:
        return Check(reasons=elsewhere, drift=1.0, cells=0)
    found = _native.check_calibration(calibration.document)
    return Check(reasons=tuple(found["reasons"]), drift=found["drift"], cells=found["cells"])


def _differences(then: Machine, now: Machine) -> list[str]:
    """What decides on speed: a new Python or kernel version does not."""
    facts = (
        ("processor", then.cpu_model, now.cpu_model),
        ("cores", str(then.cores), str(now.cores)),
        ("vector instructions", then.simd, now.simd),
        ("frequency governor", then.governor or "none", now.governor or "none"),
    )
    return [f"{what}: {before}, now {after}" for what, before, after in facts if before != after]
