"""Terms of a regression formula: monomials in the parameters of a circuit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ringassay.analysis.intervals import FloatArray

_SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Predictor:
    """A parameter that may explain a cost: its symbol, its column and what it is called."""

    symbol: str
    latex: str
    column: str
    name: str


DEPTH = Predictor("d", "d", "d", "depth")
WIDTH = Predictor("w", "w", "width", "width")
BATCH = Predictor("ℓ", r"\ell", "batch", "batch size")
GATES = Predictor("g", "g", "gates", "number of gates")
BYTES = Predictor("b", "b", "circuit_bytes", "circuit size in bytes")


@dataclass(frozen=True)
class Term:
    """A product of powers of predictors, as wd or d²; without factors it is the constant 1."""

    factors: tuple[tuple[Predictor, int], ...]

    @property
    def symbol(self) -> str:
        """Plain text: `wd`, `d²`."""
        if not self.factors:
            return "1"
        return "".join(
            p.symbol + (str(power).translate(_SUPERSCRIPT) if power > 1 else "")
            for p, power in self.factors
        )

    @property
    def latex(self) -> str:
        """LaTeX: `w d`, `d^{2}`."""
        return " ".join(
            p.latex + (f"^{{{power}}}" if power > 1 else "") for p, power in self.factors
        )

    def column(self, values: Mapping[str, FloatArray]) -> FloatArray:
        """The term's value for every point; `values` maps a predictor's symbol to its values."""
        product = np.ones_like(next(iter(values.values())))
        for predictor, power in self.factors:
            product = product * values[predictor.symbol] ** power
        return product

    @property
    def predictors(self) -> frozenset[Predictor]:
        """The predictors the term is made of."""
        return frozenset(p for p, _ in self.factors)


@dataclass(frozen=True)
class LogTerm:
    """The logarithm of a predictor: its coefficient is the exponent in a power law."""

    predictor: Predictor

    @property
    def symbol(self) -> str:
        """Plain text: `log d`."""
        return f"log {self.predictor.symbol}"

    def column(self, values: Mapping[str, FloatArray]) -> FloatArray:
        """The logarithm for every point; `values` maps a predictor's symbol to its values."""
        return np.asarray(np.log(values[self.predictor.symbol]), dtype=np.float64)

    @property
    def predictors(self) -> frozenset[Predictor]:
        """The one predictor."""
        return frozenset((self.predictor,))


CONSTANT = Term(())


def term(*factors: Predictor) -> Term:
    """The product of the factors; a repeated factor is a power: `term(DEPTH, DEPTH)` is d²."""
    powers: dict[Predictor, int] = {}
    for factor in factors:
        powers[factor] = powers.get(factor, 0) + 1
    return Term(tuple(powers.items()))


# Candidates per step. Order is preference where two models fit equally well: simple terms first.
KEY_TERMS = (
    term(DEPTH), term(BATCH), term(DEPTH, DEPTH), term(BATCH, DEPTH), term(BATCH, DEPTH, DEPTH),
)  # fmt: skip
INGESTION_TERMS = (term(BYTES), term(GATES), term(BATCH), term(DEPTH))
ENCRYPTION_TERMS = (
    term(WIDTH), term(DEPTH), term(BATCH), term(WIDTH, DEPTH), term(WIDTH, BATCH),
    term(DEPTH, DEPTH), term(BATCH, DEPTH), term(WIDTH, DEPTH, DEPTH),
)  # fmt: skip
EVALUATION_TERMS = (
    term(DEPTH), term(WIDTH), term(BATCH), term(WIDTH, DEPTH), term(DEPTH, DEPTH),
    term(BATCH, DEPTH), term(WIDTH, BATCH), term(WIDTH, DEPTH, DEPTH),
)  # fmt: skip
DECRYPTION_TERMS = KEY_TERMS
