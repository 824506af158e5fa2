"""The calibration of this machine: made, and checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from ringassay import _native
from ringassay.errors import UserError
from ringassay.store import (
    Circumstances,
    Machine,
    StoredCalibration,
    probe_circumstances,
    probe_machine,
)


@dataclass(frozen=True)
class Check:
    """Whether a calibration holds here and now."""

    reasons: tuple[str, ...]
    """Why it is stale, in sentences; empty if it holds."""
    drift: float
    """By what factor kernels take longer than when they were calibrated: a median."""
    cells: int
    """How many were measured again."""
    vector: float | None = None
    """By what factor a probe of vector code takes longer; None if it was not looked at."""
    scalar: float | None = None
    """Likewise, of scalar code."""

    @property
    def is_stale(self) -> bool:
        """Whether to calibrate again."""
        return bool(self.reasons)

    def sentence(self, calibration: StoredCalibration) -> str:
        """Whether it holds, from when it is and what it was made with."""
        made = f"The calibration of {calibration.measured_at} ({_made_with(calibration)})"
        if self.is_stale:
            return f"{made} is stale: {'; '.join(self.reasons)}."
        again = f"{self.cells} kernels, measured again, take {self.drift:.2f} times as long"
        if self.vector is None or self.scalar is None:
            return f"{made} holds: {again}."
        phase = f"vector code takes {self.vector:.2f} times as long, scalar code {self.scalar:.2f}"
        return f"{made} holds: {again}; {phase}."


def _made_with(calibration: StoredCalibration) -> str:
    if calibration.circumstances is None:
        return f"ringassay {calibration.version}, commit not recorded"
    return f"ringassay {Circumstances.from_json(calibration.circumstances).label}"


SECONDS = 30.0
"""What a calibration takes unless it is told otherwise."""


def measure(
    rounds: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    seconds: float | None = None,
) -> StoredCalibration:
    """Measures the kernels of this machine: as many rounds as fit into `seconds`, or just `rounds`.

    `progress(done, rounds)` is called after each round. Raises `_native.CalibrationError`.
    """
    if rounds is None and seconds is None:
        seconds = SECONDS
    return stored(_native.calibrate(rounds, progress, seconds))


def stored(document: str) -> StoredCalibration:
    """A calibration that was just measured here, with its circumstances.

    Raises `_native.CalibrationError` for a document that is none.
    """
    facts = _native.calibration_facts(document)
    at = datetime.fromtimestamp(facts["measured_at"], UTC)
    return StoredCalibration(
        machine=probe_machine(),
        circumstances=probe_circumstances().to_json(),
        measured_at=at.isoformat(timespec="milliseconds"),
        version=facts["version"],
        backend=facts["backend"],
        cells=facts["cells"],
        rounds=facts["rounds"],
        seconds=facts["seconds"],
        spread=facts["spread"],
        document=document,
    )


class StaleCalibrationError(UserError, RuntimeError):
    """A calibration does not hold, and nobody insists on it."""

    exit_code = 1


def holding(calibration: StoredCalibration, *, stale_ok: bool = False) -> Check:
    """Checks a calibration before it is used.

    Raises `StaleCalibrationError` if it does not hold, unless `stale_ok`.
    """
    found = check(calibration)
    if found.is_stale and not stale_ok:
        raise StaleCalibrationError(
            f"{found.sentence(calibration)} Calibrate again (ringassay predict calibrate), or "
            "insist on it (--stale-ok)."
        )
    return found


def check(calibration: StoredCalibration) -> Check:
    """Whether a calibration is of this machine, backend and version, and has not drifted; and
    whether the machine is in the phase in which it was made.

    Raises `_native.CalibrationError` if its document cannot be read.
    """
    elsewhere = differences(calibration)
    if elsewhere:
        return Check(reasons=elsewhere, drift=1.0, cells=0)
    found = _native.check_calibration(calibration.document)
    return Check(
        reasons=tuple(found["reasons"]),
        drift=found["drift"],
        cells=found["cells"],
        vector=found["vector"],
        scalar=found["scalar"],
    )


def differences(calibration: StoredCalibration) -> tuple[str, ...]:
    """In what a calibration's machine, program and kernels are not those that are here, in words.

    Measures nothing. Raises `_native.CalibrationError`.
    """
    found = (
        *_differences(calibration.machine, probe_machine()),
        *_native.calibration_differences(calibration.document),
        *_other_governors(calibration.circumstances),
    )
    return tuple(dict.fromkeys(found))


def _differences(then: Machine, now: Machine) -> list[str]:
    """What decides on speed: a new Python or kernel version does not."""
    facts = (
        ("processor", then.cpu_model, now.cpu_model),
        ("vector instructions", then.simd, now.simd),
    )
    return [f"{what}: {before}, now {after}" for what, before, after in facts if before != after]


def _other_governors(stored: str | None) -> list[str]:
    """Whether the frequency governor was another; nothing where it was not recorded."""
    if stored is None:
        return []
    then, now = Circumstances.from_json(stored).governors, probe_circumstances().governors
    return [f"frequency governor: {then or 'none'}, now {now or 'none'}"] if then != now else []
