"""The prices of kernels behind tallies: the store's calibration if it holds, else a new one."""

from __future__ import annotations

from functools import cached_property

from ringassay import _native
from ringassay.advice.calibrating import Progress
from ringassay.advice.tools import Tell
from ringassay.predict import check, differences, measure
from ringassay.predict.machine import SECONDS
from ringassay.store import (
    Store,
    StoredCalibration,
    add_calibration,
    latest_calibration,
    load_calibration,
)

DRIFT = 1.5
"""By what factor kernels may have become slower or faster."""


class Kernels:
    """Asked for when a scheme is first tallied: what no scheme of ours serves needs none.

    Tallies of systems that are run as well are scaled by what was measured, so that a machine that
    is somewhat faster or slower than at the calibration makes no difference: that is only said.
    """

    def __init__(self, store: Store, progress: Progress, tell: Tell) -> None:
        self._store = store
        self._progress = progress
        self._tell = tell
        self.sentence = "No scheme was tallied."
        """Which calibration is behind the tallies."""

    def __call__(self) -> StoredCalibration:
        """The calibration; measured now, which is said, if none is stored that holds."""
        return self._found

    @cached_property
    def _found(self) -> StoredCalibration:
        if latest_calibration(self._store) is None:
            self._tell(f"No calibration of kernels is stored: measuring them, {SECONDS:.0f} s")
            return self._measured()
        try:
            stored = load_calibration(self._store)
            self._progress("checking the calibration of kernels", 0, 1)
            held = check(stored)
        except _native.CalibrationError as error:
            self._tell(f"The calibration of kernels cannot be read ({error}): measuring them anew")
            return self._measured()
        is_drift = not differences(stored) and 1 / DRIFT < held.drift < DRIFT
        if held.is_stale and not is_drift:
            self._tell(f"{held.sentence(stored)} Measuring kernels again, {SECONDS:.0f} s")
            return self._measured()
        self.sentence = held.sentence(stored)
        return stored

    def _measured(self) -> StoredCalibration:
        found = measure(
            progress=lambda done, total: self._progress("measuring kernels", done, total)
        )
        add_calibration(self._store, found)
        self.sentence = f"Kernels were measured for these tallies, at {found.measured_at}."
        return found
