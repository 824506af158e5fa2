"""The computations that a session can name: every process has them as code, none is sent one."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from ringassay import bfv, bgv, ckks
from ringassay.parties.network.errors import SessionFileError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ringassay.parties.network.session import Session

Name = Literal["statistics", "sum", "mean"]
"""mean, variance and correlation of columns; the sum or the mean of vectors, entry by entry."""

FLOODING_BITS = 14
"""What a decryption costs beyond `statistical_bits` and half a bit for each doubling of n."""
SLACK = 4
"""The reserve of depth in BGV and BFV that has room for the noise of 2^-40."""


class Computation(ABC):
    """From a vector of each party to ciphertexts that all of them decrypt."""

    multiplies: ClassVar[bool] = False
    has_rotations: ClassVar[bool] = False
    schemes: ClassVar[tuple[str, ...]] = ("bgv", "bfv", "ckks")

    def __init__(self, session: Session) -> None:
        self.length, self.count = session.parameters.length, len(session.party)
        self.session, self.request = session, session.parameters
        if self.request.scheme not in self.schemes:
            raise SessionFileError(
                f"{session.computation} takes the scheme {' or '.join(self.schemes)}, not "
                f"{self.request.scheme}"
            )

    @property
    def is_real(self) -> bool:
        """Whether results have errors."""
        return self.request.scheme == "ckks"

    @property
    def rotations(self) -> list[int]:
        """Amounts of rotations that there are keys for."""
        if not self.has_rotations:
            return []
        return [1 << bit for bit in range((self.length - 1).bit_length())]

    def parameters(self) -> Any:
        """The parameters: the same in every process."""
        request, count = self.request, self.count
        statistical = self.session.statistical_bits
        if self.is_real:
            flooding = statistical + math.log2(count) / 2 + FLOODING_BITS
            return ckks.choose(
                int(self.multiplies),
                request.precision + flooding + self.lost_bits(),
                1.0,
                request.security,
                length=self.length,
                degree=request.degree,
                insist=request.insist,
            )
        choose = {"bgv": bgv, "bfv": bfv}[request.scheme].choose
        return choose(
            length=self.length,
            depth=0.1,
            security=request.security,
            plaintext=request.plaintext,
            slack=SLACK + (statistical - 40) / 10 + math.log2(count) / 8,
            index=None if request.degree is None else 2 * request.degree,
            insist=request.insist,
        )

    @property
    @abstractmethod
    def scale(self) -> float:
        """By what numbers are multiplied before they are encrypted: no result leaves [-1, 1]."""

    def lost_bits(self) -> float:
        """Bits of precision that scaling takes."""
        return 0.0

    def prepare(self, column: NDArray[Any]) -> NDArray[Any]:
        """What a party encrypts. Raises `SessionFileError` for a column that does not fit."""
        if column.shape != (self.length,):
            raise SessionFileError(
                f"the session is about {self.length} entries of each party, and here are "
                f"{len(column)}"
            )
        if not self.is_real:
            if not np.array_equal(column, np.floor(column)):
                raise SessionFileError(f"{self.request.scheme} takes whole numbers")
            return column.astype(np.int64)
        if not np.all(np.abs(column) <= self.request.range):
            raise SessionFileError(
                f"an entry is no number from -{self.request.range:g} to {self.request.range:g}, "
                "the range that the session states"
            )
        return np.asarray(column * (self.scale / self.request.range), dtype=np.float64)

    def bounded(self, ciphertext: Any) -> Any:
        """A ciphertext of what `prepare` returns: in CKKS that is known to be small."""
        return ciphertext.within(self.scale) if self.is_real else ciphertext

    @abstractmethod
    def compute(self, inputs: Sequence[Any]) -> list[Any]:
        """The ciphertexts that are decrypted, of one ciphertext of each party."""

    @abstractmethod
    def result(self, vectors: Sequence[NDArray[Any]]) -> dict[str, Any]:
        """What everybody learns, of the decrypted vectors."""

    @abstractmethod
    def in_the_clear(self, columns: Sequence[NDArray[Any]]) -> dict[str, Any]:
        """The same of the columns themselves: for examples and tests."""


class Sum(Computation):
    """The sum of vectors, entry by entry."""

    @property
    def scale(self) -> float:
        """So that the sum is in range."""
        return 1 / self.count

    def lost_bits(self) -> float:
        """Of dividing by the number of parties."""
        return math.log2(self.count)

    def compute(self, inputs: Sequence[Any]) -> list[Any]:
        """One ciphertext."""
        first, *others = inputs
        return [sum(others, first)]

    def result(self, vectors: Sequence[NDArray[Any]]) -> dict[str, Any]:
        """The sum; of integers modulo t."""
        (total,) = vectors
        if self.is_real:
            total = total.real * (self.request.range / self.scale)
        return {"sum": total.tolist()}

    def in_the_clear(self, columns: Sequence[NDArray[Any]]) -> dict[str, Any]:
        """By numpy."""
        total = np.sum(columns, axis=0)
        if not self.is_real:
            total = total.astype(np.int64) % self.request.plaintext
        return {"sum": total.tolist()}


class Mean(Sum):
    """The mean of vectors, entry by entry: the sum is decrypted."""

    schemes = ("ckks",)

    def result(self, vectors: Sequence[NDArray[Any]]) -> dict[str, Any]:
        """The sum, divided."""
        return {"mean": [one / self.count for one in super().result(vectors)["sum"]]}

    def in_the_clear(self, columns: Sequence[NDArray[Any]]) -> dict[str, Any]:
        """By numpy."""
        return {"mean": np.mean(columns, axis=0).tolist()}


class Statistics(Computation):
    """Mean, variance and correlation of columns, one of each party.

    What is decrypted are the sums of each column and of each product of two: mean, variance (that
    of the numbers given, divided by their count) and correlation say the same.
    """

    multiplies = True
    has_rotations = True
    schemes = ("ckks",)

    @property
    def scale(self) -> float:
        """So that the sum of products is in range."""
        return 1 / math.sqrt(self.length)

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Of which columns there are products."""
        return [(i, j) for i in range(self.count) for j in range(i, self.count)]

    def compute(self, inputs: Sequence[Any]) -> list[Any]:
        """A ciphertext for each column, then one for each pair; every entry is the sum."""
        products = (inputs[i] * inputs[j] for i, j in self.pairs)
        return [one.summed() for one in (*inputs, *products)]

    def result(self, vectors: Sequence[NDArray[Any]]) -> dict[str, Any]:
        """Moments, of which the statistics are made."""
        sums = [float(vector.real.mean()) for vector in vectors]
        means = np.array(sums[: self.count]) * self.scale
        squares = np.empty((self.count, self.count))
        for (i, j), value in zip(self.pairs, sums[self.count :], strict=True):
            squares[i, j] = squares[j, i] = value
        return self._of_moments(means, squares - np.outer(means, means))

    def in_the_clear(self, columns: Sequence[NDArray[Any]]) -> dict[str, Any]:
        """By numpy, from differences and not from moments."""
        table = np.array(columns) / self.request.range
        return self._of_moments(table.mean(axis=1), np.atleast_2d(np.cov(table, bias=True)))

    def _of_moments(self, means: NDArray[Any], covariance: NDArray[Any]) -> dict[str, Any]:
        variance = np.diag(covariance).copy()
        # Below what the errors are, a column is constant as far as anybody can tell.
        least = 2.0**-self.request.precision
        deviations = np.sqrt(np.maximum(variance, 0))
        known = np.outer(variance > least, variance > least)
        products = np.where(known, np.outer(deviations, deviations), 1)
        correlation = np.where(known, np.clip(covariance / products, -1, 1), np.nan)
        return {
            "mean": (means * self.request.range).tolist(),
            "variance": (variance * self.request.range**2).tolist(),
            "correlation": [[None if math.isnan(x) else x for x in row] for row in correlation],
        }


COMPUTATIONS: dict[Name, type[Computation]] = {"statistics": Statistics, "sum": Sum, "mean": Mean}
