"""Polynomials and signs, made once and applied to ciphertexts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ringassay import _native


class Polynomial:
    """A polynomial of each entry: of powers, or of Chebyshev polynomials on an interval."""

    def __init__(
        self,
        coefficients: ArrayLike,
        interval: tuple[float, float] | None = None,
    ) -> None:
        """Coefficients, the constant first; of Chebyshev polynomials where an `interval` is given.

        Raises `SchemeError`.
        """
        array = np.asarray(coefficients)
        if array.ndim != 1 or array.dtype.kind not in "biufc":
            raise _native.VectorError("coefficients are a vector of numbers")
        self.is_complex = array.dtype.kind == "c"
        self.native = _native.CkksPolynomials(
            np.ascontiguousarray(array, dtype=np.complex128), interval
        )

    @classmethod
    def _of(cls, native: _native.CkksPolynomials, *, is_complex: bool) -> Polynomial:
        made = cls.__new__(cls)
        made.native, made.is_complex = native, is_complex
        return made

    @classmethod
    def interpolate(
        cls, function: Callable[[float], float], start: float, stop: float, degree: int
    ) -> Polynomial:
        """The polynomial that agrees with a function at the Chebyshev nodes of an interval."""
        native = _native.CkksPolynomials.interpolate(function, start, stop, degree)
        return cls._of(native, is_complex=False)

    @classmethod
    def by_entry(
        cls, polynomials: Sequence[Polynomial], of_entry: Sequence[int | None]
    ) -> Polynomial:
        """Several of one basis: `of_entry` says which of them an entry has; None: it becomes 0."""
        native = _native.CkksPolynomials.by_entry(
            [polynomial.native for polynomial in polynomials], list(of_entry)
        )
        return cls._of(native, is_complex=any(p.is_complex for p in polynomials))

    @property
    def degree(self) -> int:
        """The largest degree."""
        return self.native.degree

    @property
    def depth(self) -> int:
        """Levels: ⌈log2(degree + 1)⌉, and one for an interval that is not [-1, 1]."""
        return self.native.depth

    @property
    def products(self) -> int:
        """The products of ciphertexts that it takes."""
        return self.native.products

    @property
    def coefficients(self) -> NDArray[np.complex128]:
        """Those of the first polynomial."""
        return np.array([complex(*c) for c in self.native.coefficients()], dtype=np.complex128)

    def __call__(self, x: complex) -> complex:
        """The value of the first polynomial at a number that is not encrypted."""
        z = complex(x)
        value = complex(*self.native.at(z.real, z.imag))
        return value if self.is_complex or z.imag else value.real

    def largest_error(
        self, function: Callable[[float], float], start: float, stop: float, samples: int = 1001
    ) -> float:
        """The largest difference from a function that is found at evenly spaced points."""
        return self.native.largest_error(function, start, stop, samples)

    def __repr__(self) -> str:
        """Degree, levels, products."""
        return (
            f"<polynomial of degree {self.degree}: {self.depth} levels, {self.products} products>"
        )


class Sign:
    """A composite polynomial near the sign of entries that are not near 0."""

    def __init__(
        self,
        log2_gap: float = 30,
        log2_error: float = 35,
        degrees: Sequence[int] | None = None,
        refinements: int = 1,
    ) -> None:
        """For 2^-`log2_gap` ≤ |x| ≤ 1 and errors of the scheme up to 2^-`log2_error`.

        `degrees`: those of the minimax polynomials, odd, up to 63; without them, those with which
        40 levels reach 2^-80 for a gap of 2^-30. `refinements`: times that a polynomial of degree 7
        follows, which multiplies the bits by four. Raises `SchemeError`.
        """
        if degrees is None:
            self.native = _native.CkksSign.standard()
        else:
            self.native = _native.CkksSign(log2_gap, log2_error, list(degrees), refinements)

    @property
    def depth(self) -> int:
        """Levels."""
        return self.native.depth

    @property
    def error(self) -> float:
        """What the result does not differ from the sign by more, besides the scheme's errors."""
        return self.native.error

    @property
    def gap(self) -> float:
        """The smallest |x| for which that holds."""
        return float(2.0**-self.native.log2_gap)

    def __repr__(self) -> str:
        """Gap, error, levels."""
        return f"<sign for |x| ≥ {self.gap:.3g}: error {self.error:.2g}, {self.depth} levels>"
