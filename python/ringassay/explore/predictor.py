"""The predictor of explorations: kernel prices of this machine, counts of the schemes' own code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ringassay import _native
from ringassay.explore.ports import Columns, Prediction, Request, no_prediction

PRODUCT = 3
"""Ciphertexts that are alive in a product: two operands and the result."""


@dataclass(frozen=True)
class CalibratedPredictor:
    """Predicts by a calibration. Secrets and errors are drawn as the schemes draw them: other
    distributions are not predicted."""

    name: str
    """The calibration's identifier."""
    document: str
    """The calibration, as JSON."""

    @property
    def identity(self) -> str:
        """What predicts."""
        return self.name

    @property
    def prices(self) -> _native.PointPredictor:
        """The prices of kernels."""
        return _predictor(self.document)

    def predict(self, request: Request) -> Prediction:
        """The application once, on one processor: keys, every input encrypted, every gate, the
        result decrypted; a ciphertext for each entry of a vector, as the facts count.
        Memory: what the process holds for each basic function once, buffers at
        rest included, and the ciphertexts that are alive beyond the three of a product.
        """
        points = len(request.columns["n"])
        if request.secret != "ternary":  # noqa: S105 - a distribution
            return no_prediction(points)
        steps, found = self.steps(request)
        more = max(request.facts["live_peak"] - PRODUCT, 0)
        peak = found["peak_bytes"] + more * found["ciphertext_bytes"]
        return Prediction(np.sum(list(steps.values()), axis=0), peak)

    def steps(self, request: Request) -> tuple[dict[str, NDArray[np.float64]], Columns]:
        """Nanoseconds of keys, encryption, evaluation and decryption, for ternary secrets; and what
        each basic function takes once."""
        found = _predictor(self.document).predict(request.scheme, request.columns, switches=True)
        facts = request.facts
        sums = facts["additions"] + facts["constant_operations"]
        evaluate = sums * found["add_ns"] + facts["multiplications"] * found["multiply_ns"]
        if request.scheme == "yashe":
            # A product is switched when it becomes an operand.
            evaluate = evaluate + facts["product_operands"] * found["switch_ns"]
        steps = {
            "keys": found["keys_ns"],
            "encrypt": facts["inputs"] * found["encrypt_ns"],
            "evaluate": evaluate,
            "decrypt": facts.get("entries", 1) * found["decrypt_ns"],
        }
        return steps, {name: found[name] for name in found}  # type: ignore[literal-required]


@lru_cache(maxsize=4)
def _predictor(document: str) -> _native.PointPredictor:
    return _native.PointPredictor(document)
