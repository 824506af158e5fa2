"""A suite's circuits on our own BGV and CKKS, predicted before anything is run.

As the client and the server of these systems would: parameters are chosen for each circuit's key
parameters, the circuit is planned and tallied, and the tally is priced by a calibration of kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ringassay import _native
from ringassay.circuit import Circuit
from ringassay.errors import UserError
from ringassay.evaluation import Suite
from ringassay.evaluation.own import specs
from ringassay.predict.own_systems import OWN_SYSTEMS


class SuitePredictionError(UserError):
    """Nothing of the suite can be predicted; the message says why."""


@dataclass(frozen=True)
class SuiteRow:
    """A circuit on a system, predicted."""

    sut: str
    name: str
    params: str
    batch: int
    gates: int
    m: int
    n: int
    log2_qp: float
    evaluate_ns: float
    """Processor time of the server for the first input; of later ones `new_memory_ns` less."""
    new_memory_ns: float
    peak_bytes: int
    """Of the server."""
    input_bytes: int
    """What the packet with the encrypted inputs holds."""
    extrapolated: int
    """Kernel calls of sizes that were not measured."""

    @property
    def slot_ns(self) -> float:
        """Time for each slot."""
        return self.evaluate_ns / self.batch


@dataclass(frozen=True)
class SuitePrediction:
    """All circuits of a suite on the systems that were asked for."""

    suite: str
    rows: tuple[SuiteRow, ...]
    refused: tuple[str, ...]
    """Circuits that a system cannot run, with its reason."""


def predict_suite(
    suite: Suite,
    suts: Sequence[str],
    calibration: str,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> SuitePrediction:
    """Predicts every circuit of `suite` on those of `suts` whose inside is known.

    Raises `SuitePredictionError` where none is, `_native.CalibrationError`.
    """
    own = [name for name in suts if name in OWN_SYSTEMS]
    if not own:
        raise SuitePredictionError(
            f"none of {', '.join(suts)} is predicted from inside; name one: "
            + ", ".join(f"--sut {name}" for name in OWN_SYSTEMS)
        )
    rows, refused = [], []
    prices = _native.EvaluationPrices(calibration)
    predictors: dict[tuple[str, bytes], _native.EvaluationPredictor] = {}
    planned = [(spec, sut) for spec in specs(suite) for sut in own]
    for done, (spec, sut) in enumerate(planned):
        progress(done, len(planned))
        circuit = Circuit.parse(spec.make(Circuit).to_bytes())
        summary = circuit.summary()
        if (summary["space"] == "real") != OWN_SYSTEMS[sut].reals:
            continue
        params = spec.key(circuit, suite.security)
        place = (sut, params)
        try:
            if place not in predictors:
                predictors[place] = OWN_SYSTEMS[sut].predictor(prices, params)
            found = predictors[place].predict(circuit.to_bytes())
        except _native.CalibrationError:
            raise
        except ValueError as error:
            refused.append(f"{spec.name} on {sut}, {params.decode()}: {error}")
            continue
        m, n, log2_qp = predictors[place].parameters
        rows.append(
            SuiteRow(
                sut=sut,
                name=spec.name,
                params=params.decode("ascii"),
                batch=int(summary["batch"]),
                gates=int(summary["gates"]),
                m=m,
                n=n,
                log2_qp=log2_qp,
                evaluate_ns=found["evaluate_ns"] + found["new_memory_ns"],
                new_memory_ns=found["new_memory_ns"],
                peak_bytes=found["peak_bytes"],
                input_bytes=found["input_bytes"],
                extrapolated=found["extrapolated"] + found["unknown"],
            )
        )
    return SuitePrediction(suite.name, tuple(rows), tuple(refused))
