"""The systems under test whose inside is known, and with which options they run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ringassay import _native


@dataclass(frozen=True)
class OwnSystem:
    """What decides on parameters and sizes besides the key parameters."""

    encryption: Literal["public", "secret"] = "public"
    """With which key it encrypts."""
    rotation_keys: int | None = None
    """The most keys for rotations; None: what suits the parameters."""
    reals: bool = False
    """Whether it computes with reals, not with bits and integers mod t."""

    def predictor(
        self, prices: _native.EvaluationPrices, params: bytes, index: int | None = None
    ) -> _native.EvaluationPredictor:
        """Prices its evaluations; with an index, which is searched for otherwise, in that ring.

        Raises `_native.CalibrationError`, `ValueError`.
        """
        return prices.predictor(params, self.encryption, self.rotation_keys, index)


OWN_SYSTEMS = {
    "ringassay-bgv": OwnSystem(),
    "ringassay-bgv-no-rotations": OwnSystem("secret", 0),
    "ringassay-ckks": OwnSystem(reals=True),
}
"""By the name of the system (`ringassay.sut.registry`)."""
