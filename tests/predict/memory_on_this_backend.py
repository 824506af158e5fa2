"""Peak memory of points, predicted and executed by one backend: a process of its own for each.

Prints JSON: for each of `POINTS`, bytes as predicted and as executed.
"""

from __future__ import annotations

import json

from ringassay import _native
from ringassay.predict.sweeps import SweepPoint
from ringassay.predict.truth import execute

EXPRESSION = "a*b*c + a"

POINTS = [
    SweepPoint(scheme, n, log2_q, log2_w, 2, EXPRESSION)
    for scheme, n, log2_q, log2_w in (
        ("fv", 256, 90, 8),
        ("yashe", 256, 90, 8),
        ("f-ntru", 256, 60, 2),
        ("shield", 64, 20, 1),
        ("fv", 4096, 281, 28),
        ("yashe", 4096, 150, 16),
        ("f-ntru", 2048, 60, 4),
        ("shield", 1024, 30, 1),
    )
]

# Prices do not matter for memory: this calibration has none.
_MACHINE = {"processor": "", "cores": 1, "backend": "", "profile": "", "version": ""}
_EMPTY = {"format": 1, "machine": _MACHINE, "measured_at": 0, "seconds": 0.0, "rounds": 1}
NO_PRICES = json.dumps(_EMPTY | {"fresh_ns_per_byte": 0.0, "cells": []})


def predicted(point: SweepPoint) -> int:
    """The most bytes that the whole application holds."""
    return _native.PointPredictor(NO_PRICES).predict_application(point.applied())["peak_bytes"]


def main() -> None:
    truths = execute(POINTS, rounds=1, repeats=1, kernel_rounds=0).points
    pairs = zip(POINTS, truths, strict=True)
    print(json.dumps([(predicted(point), truth.peak_bytes) for point, truth in pairs]))


if __name__ == "__main__":
    main()
