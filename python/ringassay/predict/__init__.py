"""Predictions: the calibration of this machine, and curves through a few measured points.

What a scheme costs by its own code is tallied and priced in Rust (docs/prediction.md). A library
of which only the outside is seen is measured at a few points instead: `calibrate_by_points`.
"""

from __future__ import annotations

from ringassay.predict.account import Account, FunctionCount, read_account, tally
from ringassay.predict.machine import (
    Check,
    StaleCalibrationError,
    check,
    differences,
    holding,
    measure,
    stored,
)
from ringassay.predict.points import (
    Curve,
    Errors,
    PointsError,
    calibrate_by_points,
    compare,
    spread_points,
)

__all__ = [
    "Account",
    "Check",
    "Curve",
    "Errors",
    "FunctionCount",
    "PointsError",
    "StaleCalibrationError",
    "calibrate_by_points",
    "check",
    "compare",
    "differences",
    "holding",
    "measure",
    "read_account",
    "spread_points",
    "stored",
    "tally",
]
