"""A stored run's evaluations by our own BGV and CKKS, predicted from the plans of its circuits.

Nothing of the run enters the predictions: parameters are chosen, circuits planned and tallied anew,
and priced by a calibration of kernels.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd

from ringassay import _native
from ringassay.predict.own_systems import OWN_SYSTEMS
from ringassay.predict.points import Errors, PointsError, compare
from ringassay.store import RunData, Store, load
from ringassay.store.circuits import read_text

SUTS = tuple(OWN_SYSTEMS)


@dataclass(frozen=True)
class CircuitRow:
    """A circuit, predicted and evaluated."""

    sut: str
    circuit: str
    params: str
    batch: int
    depth: float
    width: int
    predicted_ns: float
    """Median over the same evaluations, of which the first of each visit needs new memory."""
    measured_ns: float
    """Median over inputs and rounds of the server's processor time."""
    spread: float
    """Half the distance between the quartiles, relative."""
    predicted_bytes: float
    measured_bytes: float
    """Median over inputs of the server's largest resident size."""
    extrapolated: int
    """Kernel calls of sizes that were not measured."""


@dataclass(frozen=True)
class RunComparison:
    """All circuits of a run."""

    run: str
    rows: tuple[CircuitRow, ...]
    time: Errors
    memory: Errors
    spread: float
    skipped: tuple[str, ...]
    """Keys whose parameters are chosen differently now, with both."""

    @property
    def suts(self) -> tuple[str, ...]:
        """The systems that are compared."""
        return tuple(dict.fromkeys(row.sut for row in self.rows))


def confront_run(
    store: Store,
    run: str,
    calibration: str,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> RunComparison:
    """Predicts every circuit that the run evaluated on our BGV or CKKS, and compares.

    Raises `PointsError` when it evaluated none, `_native.CalibrationError`.
    """
    data = load(store, [run])
    right = data.evaluations["sut"].isin(SUTS) & (data.evaluations["outcome"] == "ok")
    cases = data.evaluations[right]
    keys = data.keys[data.keys["sut"].isin(SUTS) & (data.keys["outcome"] == "ok")]
    if keys.empty:
        raise _nothing_right(run, [])
    prices = _native.EvaluationPrices(calibration)
    total, done = cases["circuit"].nunique(), 0
    rows, skipped = [], []
    for key in keys.to_dict("records"):
        is_own = (cases["key"] == key["key"]) & (cases["sut"] == key["sut"])
        own, params = cases[is_own], str(key["params"])
        predictor, instead = _of_key(prices, key)
        if predictor is None:
            skipped.append(
                f"{params}: the run has m = {key['m']} and {key['log2_qp']} bits, {instead}"
            )
            continue
        for circuit, samples in own.groupby("circuit"):
            text = store.read(partial(read_text, circuit=str(circuit)))
            facts, found = _facts(data, str(circuit)), predictor.predict(text)
            rows.append(_row(str(key["sut"]), facts, params, samples, found))
            done += 1
            progress(done, total)
    if not rows:
        raise _nothing_right(run, skipped)
    return RunComparison(
        run=run,
        rows=tuple(rows),
        time=compare((row.predicted_ns, row.measured_ns) for row in rows),
        memory=compare((row.predicted_bytes, row.measured_bytes) for row in rows),
        spread=statistics.median(row.spread for row in rows),
        skipped=tuple(skipped),
    )


def _of_key(
    prices: _native.EvaluationPrices, key: dict[Hashable, Any]
) -> tuple[_native.EvaluationPredictor | None, str]:
    """The predictor of the parameters that a run's key has; else None, and which there are now.

    They are chosen in the ring of the run: the search for a ring takes ten times as long. Where
    that gives others, what is chosen freely decides.
    """
    system, asked = OWN_SYSTEMS[str(key["sut"])], str(key["params"]).encode()
    instead = ""
    for index in (int(key["m"]), None):
        try:
            predictor = system.predictor(prices, asked, index)
        except _native.CalibrationError:
            raise
        except ValueError as error:
            instead = f"now refused: {error}"
            continue
        m, n, log2_qp = predictor.parameters
        if (m, n) == (key["m"], key["n"]) and abs(log2_qp - key["log2_qp"]) <= 0.01:
            return predictor, ""
        instead = f"now chosen are m = {m} and {log2_qp:.2f} bits"
    return None, instead


def _nothing_right(run: str, skipped: list[str]) -> PointsError:
    return PointsError(
        f"run {run} has no right result of {' or '.join(SUTS)} under parameters of today"
        + "".join(f"; {reason}" for reason in skipped)
    )


def _facts(data: RunData, circuit: str) -> pd.Series:
    return data.circuits[data.circuits["circuit"] == circuit].iloc[0]


def _row(
    sut: str,
    facts: pd.Series,
    params: str,
    samples: pd.DataFrame,
    found: _native.EvaluationPrediction,
) -> CircuitRow:
    times = samples["evaluate_cpu_ns"].astype(float)
    measured = float(times.median())
    # A visit to a circuit begins with its ingestion and goes through the inputs in their order.
    is_first = samples["input"] == samples["input"].min()
    predicted = found["evaluate_ns"] + is_first.astype(float) * found["new_memory_ns"]
    return CircuitRow(
        sut=sut,
        circuit=str(facts["circuit"]),
        params=params,
        batch=int(facts["batch"]),
        depth=float(facts["depth"]),
        width=int(facts["width"]),
        predicted_ns=float(predicted.median()),
        measured_ns=measured,
        spread=float(times.quantile(0.75) - times.quantile(0.25)) / 2 / measured,
        predicted_bytes=float(found["peak_bytes"]),
        measured_bytes=float(samples["evaluate_peak_bytes"].astype(float).median()),
        extrapolated=found["extrapolated"] + found["unknown"],
    )
