"""Schemes of our own, predicted by their tallies: nothing is run.

BGV: the plan of the circuit as the server makes it, priced (`EvaluationPredictor`); BFV: the same
plan as an application. FV, YASHE', F-NTRU, SHIELD: the price of each basic function, as
explorations have it. Parameters are those that the scheme's own search chooses for the key
parameters.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ringassay import _native
from ringassay.advice.calibrating import Unable
from ringassay.advice.computation import Computation
from ringassay.advice.figures import Candidate, Cost
from ringassay.advice.prediction import Tally
from ringassay.circuit import Circuit, KeyParameters
from ringassay.explore.ports import Request
from ringassay.explore.predictor import CalibratedPredictor
from ringassay.he.choice import Asked, choose
from ringassay.schemes import RNS, catalogue, is_approximate
from ringassay.spaces import APPROXIMATE
from ringassay.store import StoredCalibration

PROGRAM_BYTES = 4.4e6
"""The pages of a server's program."""


def system_of(scheme: str) -> str:
    """A scheme's system under test, else its own key."""
    return catalogue()[scheme].sut or scheme


def label_of(scheme: str) -> str:
    """What a scheme of ours is called in tables."""
    return f"ringassay {catalogue()[scheme].name}"


def refuse(scheme: str, computation: Computation) -> None:
    """Raises `Unable` for a computation over a space that is not the scheme's."""
    entry, summary = catalogue()[scheme], computation.summary
    space = summary["space"]
    if space in entry.spaces:
        return
    if is_approximate(scheme):
        raise Unable("computes with real and complex numbers, not exactly")
    if space in APPROXIMATE:
        numbers = "reals" if space == "real" else "complex numbers"
        raise Unable(f"computes with integers, not with {numbers}")
    raise Unable(f"computes with bits, not with integers mod {summary['modulus']}")


@dataclass(frozen=True)
class Tallying:
    """One scheme under the key parameters of a computation."""

    scheme: str
    computation: Computation
    calibration: StoredCalibration

    def candidate(self) -> Candidate:
        """The scheme as its tally predicts it. Raises `Unable`."""
        rns = catalogue()[self.scheme].ring == RNS
        return self._rns() if rns else self._multiprecision()

    def tally(self, parameters: Mapping[str, Any]) -> Tally:
        """Evaluations under a key with these parameters, as its system states them."""
        index = int(parameters.get("m", 0))
        n, log2_q, log2_w = (float(parameters.get(name, 0)) for name in ("n", "log2_q", "log2_w"))

        def evaluation(text: bytes) -> tuple[float, float]:
            if self.scheme == "bgv":
                found = self._evaluations.predict(text)
                return found["evaluate_ns"], float(found["peak_bytes"])
            if catalogue()[self.scheme].ring == RNS:
                applied = self._applied(index or self._chosen["m"], text)
                return sum(applied["ns"][2:4]), float(applied["peak_bytes"])
            steps, once = self._steps(text, int(n), log2_q, log2_w or 1.0)
            return steps["evaluate"], self._held(Circuit.parse(text), once)

        return evaluation

    @property
    def _modulus(self) -> int:
        return int(self.computation.summary["modulus"] or 2)

    @property
    def _depth(self) -> float:
        return float(self._key.depth)

    @cached_property
    def _key(self) -> KeyParameters:
        return KeyParameters.parse(self.computation.params.encode("ascii"))

    @cached_property
    def _text(self) -> bytes:
        return self.computation.circuit.to_bytes()

    @cached_property
    def _prices(self) -> _native.PointPredictor:
        return _native.PointPredictor(self.calibration.document)

    @cached_property
    def _evaluations(self) -> _native.EvaluationPredictor:
        params = self.computation.params.encode("ascii")
        return _native.EvaluationPrices(self.calibration.document).predictor(params)

    @cached_property
    def _chosen(self) -> dict[str, Any]:
        """The parameters that its system under test chooses."""
        asked = Asked(self.computation.summary["batch"], self._depth, self._modulus)
        return choose(self.scheme, asked, float(self.computation.security))

    def _applied(self, index: int, text: bytes) -> _native.PredictedApplication:
        return self._prices.predict_application(
            {
                "scheme": self.scheme,
                "n": 0,
                "log2_q": 0,
                "log2_w": 0,
                "t": self._modulus,
                "index": index,
                "depth": self._depth,
                "expression": None,
                "circuit": text,
            }
        )

    def _rns(self) -> Candidate:
        computed: _native.Computed = {"expression": None, "circuit": self._text}
        try:
            index = self._chosen["m"]
            found, reason = _native.assess_rns(
                self.scheme, computed, [index], [self._modulus], self._depth, self._prices
            )
            if math.isnan(found["log2_q"][0]):
                raise Unable(f"cannot run it: {reason}")
            applied = self._applied(index, self._text)
            keys, encrypt, sums, products, decrypt = applied["ns"]
            evaluate, peak = sums + products, float(applied["peak_bytes"])
            if self.scheme == "bgv":
                predicted = self._evaluations.predict(self._text)
                evaluate, peak = predicted["evaluate_ns"], float(predicted["peak_bytes"])
        except ValueError as error:
            raise Unable(f"cannot run it: {error}") from None
        wires = self.computation.summary["wires"]
        column = {name: float(values[0]) for name, values in found.items()}  # type: ignore[index]
        return self._candidate(
            Cost(
                ns={
                    "keys": keys,
                    "ingest": 0.0,
                    "encrypt": encrypt,
                    "evaluate": evaluate,
                    "decrypt": decrypt,
                },
                peak_bytes=peak,
                key_bytes=column["key_bytes"],
                ciphertext_bytes=wires * column["ciphertext_bytes"],
            ),
            {
                "scheme": catalogue()[self.scheme].name,
                "m": index,
                "n": _native.totients([index])[0],
                "log2_q": round(column["log2_q"], 2),
                "log2_qp": round(column["log2_q"] + column["log2_p"], 2),
            },
            (column["security_bits"], "own estimator at log2 QP"),
            column["log2_failure"],
        )

    def _multiprecision(self) -> Candidate:
        facts = self.computation.circuit.facts()
        try:
            self.computation.circuit.entry_facts()
            chosen = self._chosen
        except ValueError as error:
            raise Unable(f"cannot run it: {error}") from None
        n, log2_q, log2_w = int(chosen["n"]), float(chosen["log2_q"]), float(chosen["log2_w"])
        steps, once = self._steps(self._text, n, log2_q, log2_w)
        entries = self.computation.summary["batch"]
        return self._candidate(
            Cost(
                ns={
                    "keys": steps["keys"],
                    "ingest": 0.0,
                    "encrypt": steps["encrypt"],
                    "evaluate": steps["evaluate"],
                    "decrypt": steps["decrypt"],
                },
                peak_bytes=PROGRAM_BYTES + self._held(self.computation.circuit, once),
                key_bytes=once["key_bytes"],
                ciphertext_bytes=once["ciphertext_bytes"] * facts["inputs"] * entries,
            ),
            {name: chosen[name] for name in ("scheme", "m", "n", "log2_q", "log2_w")},
            (float(chosen["security_bits"]), str(chosen["security"])),
            None,
        )

    def _held(self, circuit: Circuit, once: Mapping[str, float]) -> float:
        """Keys, and the ciphertexts that are alive at once, one for each entry of a vector."""
        ciphertexts = circuit.facts()["live_peak"] * circuit.summary()["batch"]
        return once["key_bytes"] + ciphertexts * once["ciphertext_bytes"]

    def _steps(
        self, text: bytes, n: int, log2_q: float, log2_w: float
    ) -> tuple[dict[str, float], dict[str, float]]:
        """Times of the steps, and what each basic function takes once."""
        request = Request(
            scheme=self.scheme,
            columns={
                "n": np.array([n], dtype=np.uint32),
                "log2_q": np.array([math.ceil(log2_q)], dtype=np.float64),
                "log2_w": np.array([log2_w], dtype=np.float64),
                "t": np.array([self._modulus], dtype=np.uint64),
            },
            secret="ternary",  # noqa: S106 - a distribution
            error_std=None,
            facts=Circuit.parse(text).entry_facts(),
        )
        predictor = CalibratedPredictor("advice", self.calibration.document)
        steps, found = predictor.steps(request)
        return (
            {name: float(values[0]) for name, values in steps.items()},
            {name: float(values[0]) for name, values in found.items()},
        )

    def _candidate(
        self,
        cost: Cost,
        parameters: dict[str, object],
        security: tuple[float, str],
        log2_failure: float | None,
    ) -> Candidate:
        bits, how = security
        if math.isnan(sum(cost.ns.values())):
            raise Unable("has parameters that the kernels' prices say nothing of")
        return Candidate(
            system=system_of(self.scheme),
            label=label_of(self.scheme),
            ours=True,
            provable=catalogue()[self.scheme].sut is not None,
            cost=cost,
            basis="tally",
            error=None,
            parameters=parameters,
            security_bits=None if math.isnan(bits) else bits,
            security_how=how,
            log2_failure=log2_failure,
        )
