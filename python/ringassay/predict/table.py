"""Predictions beside the truth, sweep by sweep: the paper's Table I."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ringassay import _native
from ringassay.predict.points import (
    Errors,
    PointsError,
    calibrate_by_points,
    compare,
    spread_points,
)
from ringassay.predict.sweeps import SweepPoint, Sweeps
from ringassay.predict.truth import Truth, Truths

Found = tuple[float, float, float]
"""Nanoseconds, the peak of memory in bytes, complexity."""

_TIMES = 5
"""How often all points are predicted."""


@dataclass(frozen=True)
class PointRow:
    """One point, predicted and executed."""

    point: SweepPoint
    predicted_ns: float
    measured_ns: float
    spread: float
    predicted_bytes: float
    measured_bytes: float
    complexity: float


@dataclass(frozen=True)
class SweepRow:
    """One sweep: errors are relative, so 0.03 is three per cent."""

    name: str
    points: tuple[PointRow, ...]
    time: Errors
    """With the calibration of kernels only."""
    memory: Errors
    spread: float
    """Of repeated executions: the median over points."""
    time_by_points: dict[int, Errors]
    """The paper's p-calibration: complexity against time through p executed points."""
    memory_by_points: dict[int, Errors]


@dataclass(frozen=True)
class Comparison:
    """All sweeps, and what each way took, in seconds."""

    rows: tuple[SweepRow, ...]
    failed: tuple[str, ...]
    executing_seconds: float
    """Every point once, in wall time."""
    predicting_seconds: float
    """Every point once."""
    calibrating_seconds: float

    @property
    def ratio(self) -> float:
        """How much faster prediction is, calibration excluded."""
        return self.executing_seconds / self.predicting_seconds

    @property
    def ratio_with_calibration(self) -> float:
        """Likewise, calibration included."""
        return self.executing_seconds / (self.predicting_seconds + self.calibrating_seconds)


def columns_of(points: Sequence[SweepPoint]) -> _native.PointColumns:
    """Points of one scheme as columns."""
    return {
        "n": np.array([point.n for point in points], dtype=np.uint32),
        "log2_q": np.array([point.log2_q for point in points], dtype=np.float64),
        "log2_w": np.array([point.log2_w for point in points], dtype=np.float64),
        "t": np.array([point.t for point in points], dtype=np.uint64),
    }


def confront(sweeps: Sweeps, truths: Truths, calibration: str) -> Comparison:
    """Predicts every point by a calibration (JSON), and compares.

    Raises `_native.CalibrationError`, and `PointsError` where a sweep has no executed point.
    """
    facts = _native.calibration_facts(calibration)
    found, predicting = _predict_timed(sweeps, calibration)
    rows, failed = [], []
    first, executing = 0, 0.0
    for sweep, predicted in zip(sweeps.sweep, found, strict=True):
        points = sweep.points(sweeps.expression)
        own = truths.points[first : first + len(points)]
        first += len(points)
        table = []
        for point, truth, prediction in zip(points, own, predicted, strict=True):
            if truth.error is not None or not truth.cpu_ns:
                failed.append(f"{point}: {truth.error or 'not executed'}")
                continue
            executing += truth.wall_total_ns / 1e9
            table.append(_point(point, truth, *prediction))
        rows.append(_row(sweep.name, table))
    return Comparison(tuple(rows), tuple(failed), executing, predicting, facts["seconds"])


def _predict_timed(sweeps: Sweeps, calibration: str) -> tuple[list[list[Found]], float]:
    """What `_predict` says for each sweep, and the seconds that takes: a median, as the truth is.

    Each time by a new predictor, which looks up prices that it remembers afterwards.
    """
    ordered = [(sweep.scheme, sweep.points(sweeps.expression)) for sweep in sweeps.sweep]
    seconds = []
    for _ in range(_TIMES):
        predictor = _native.PointPredictor(calibration)
        begun = time.perf_counter()
        found = [_predict(predictor, scheme, points) for scheme, points in ordered]
        seconds.append(time.perf_counter() - begun)
    return found, statistics.median(seconds)


def _predict(
    predictor: _native.PointPredictor, scheme: str, points: Sequence[SweepPoint]
) -> list[Found]:
    """For each point, all of one scheme."""
    if any(point.expression for point in points):
        applied = [predictor.predict_application(point.applied()) for point in points]
        return [(one["total_ns"], one["peak_bytes"], one["complexity"]) for one in applied]
    found = predictor.predict(scheme, columns_of(points))
    columns = (found["total_ns"], found["peak_bytes"], found["complexity"])
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _point(
    point: SweepPoint, truth: Truth, ns: float, peak_bytes: float, complexity: float
) -> PointRow:
    return PointRow(
        point=point,
        predicted_ns=ns,
        measured_ns=truth.total_ns,
        spread=truth.spread,
        predicted_bytes=peak_bytes,
        measured_bytes=truth.peak_bytes,
        complexity=complexity,
    )


def _row(name: str, points: list[PointRow]) -> SweepRow:
    times = [(one.complexity, one.measured_ns) for one in points]
    memory = [(one.predicted_bytes, one.measured_bytes) for one in points]
    return SweepRow(
        name=name,
        points=tuple(points),
        time=compare((one.predicted_ns, one.measured_ns) for one in points),
        memory=compare((one.predicted_bytes, one.measured_bytes) for one in points),
        spread=statistics.median(one.spread for one in points) if points else float("nan"),
        time_by_points=_by_points(times),
        memory_by_points=_by_points(memory),
    )


def _by_points(pairs: list[tuple[float, float]]) -> dict[int, Errors]:
    """Curves through 1, 2 and 3 executed points, as many as there are different ones."""
    found = {}
    truth = dict(pairs)
    for count in (1, 2, 3):
        try:
            places = spread_points(list(truth), count)
            known = [(place, truth[place]) for place in places]
            curve = calibrate_by_points([(0.0, 0.0), *known] if count == 1 else known)
            found[count] = compare((curve(x), y) for x, y in pairs)
        except PointsError:
            break
    return found
