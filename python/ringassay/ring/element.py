"""Elements of a ring, with operators."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Literal, Never, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from ringassay import _native

if TYPE_CHECKING:
    from ringassay.notebook import Plot
    from ringassay.ring.ring import Ring

Basis = Literal["powerful", "decoding", "crt"]
"""The bases in which elements are written."""

_SHOWN = 4
"""Coefficients that a repr shows."""


class Element:
    """An element of a `Ring`, written in one basis. Elements do not change.

    `+` and `-` keep a basis that both operands share, else give the CRT basis if one is in it, else
    the powerful basis; `*` of
    elements is computed and given in the CRT basis; `int` operands are constants of the ring.
    Mixing elements of different rings raises `RingError`.
    """

    __slots__ = ("_native", "ring")

    # So that `array * element` and `numpy.int64(3) * element` come here.
    __array_ufunc__ = None

    __hash__ = None  # type: ignore[assignment]  # arrays of numbers: equal, not identical

    def __init__(self, ring: Ring, native: _native.RingElement) -> None:
        self.ring = ring
        self._native = native

    @property
    def basis(self) -> Basis:
        """The basis in which the element is written."""
        return self._native.basis

    def to(self, basis: Basis) -> Element:
        """The same element, written in `basis`."""
        return self if basis == self.basis else self._new(self._native.to(basis))

    @property
    def secret(self) -> bool:
        """Whether the element is secret: sampled secrets and errors, and what is computed from
        them. Its memory is cleared when it goes, and `repr` shows no coefficients."""
        return self._native.secret

    def public(self) -> Element:
        """The same element, declared public: a ciphertext, a public key, a decrypted message."""
        return self._new(self._native.public())

    def residues(self) -> NDArray[np.uint64]:
        """The coefficients or values in this basis: limbs x n canonical residues, a copy."""
        return self._native.residues()

    def lift(self) -> NDArray[np.int64] | list[int]:
        """The integers in (-Q/2, Q/2] that the coefficients stand for.

        In the element's own basis, in the powerful basis for an element in the CRT basis: an
        array for one limb, a list of Python's integers for several.
        """
        own = self.to("powerful") if self.basis == "crt" else self
        return own._native.lift() if self.ring.limbs == 1 else own._native.lift_big()

    def mul_g(self) -> Element:
        """The product with g, the product of 1 - ζ_p over the odd primes p that divide m."""
        return self._new(self._native.mul_g())

    def div_g(self) -> Element:
        """The quotient by g, which is a unit modulo Q."""
        return self._new(self._native.div_g())

    def automorphism(self, k: int) -> Element:
        """The image under ζ_m ↦ ζ_m^k, k coprime to m."""
        return self._new(self._native.automorphism(k % self.ring.m))

    def embed(self, ring: Ring) -> Element:
        """The same element in a larger ring, whose index this one's divides; equal moduli."""
        return Element(ring, self._native.embed(ring.native))

    def twace(self, ring: Ring) -> Element:
        """The tweaked trace in a smaller ring, whose index divides this one's; equal moduli.

        Linear over the smaller ring, and the inverse of `embed` on its image.
        """
        return Element(ring, self._native.twace(ring.native))

    def __add__(self, other: Element | SupportsIndex) -> Element:
        a, b = self._pair(other)
        return self._new(a.add(b))

    def __sub__(self, other: Element | SupportsIndex) -> Element:
        a, b = self._pair(other)
        return self._new(a.sub(b))

    def __mul__(self, other: Element | SupportsIndex) -> Element:
        if isinstance(other, Element):
            return self._new(self._native.mul(other._native))
        return self._new(self._native.scale(self.ring.reduce(_integer(other))))

    def __neg__(self) -> Element:
        return self * -1

    def __pow__(self, exponent: SupportsIndex) -> Element:
        """The power, exponent ≥ 0, in the CRT basis."""
        exponent = operator.index(exponent)
        if exponent < 0:
            raise _native.RingError(
                f"the exponent {exponent} is negative: elements have no inverse"
            )
        power, square = self.ring(1).to("crt"), self.to("crt")
        while exponent:
            if exponent & 1:
                power = power * square
            square, exponent = square * square, exponent >> 1
        return power

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Element | SupportsIndex) -> Element:
        return -(self - other)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (int, np.integer)):
            other = self.ring(int(other))
        if not isinstance(other, Element):
            return NotImplemented
        return bool(self._native == other.to(self.basis)._native)

    def _uncompared(self, _other: Any) -> Never:
        """Refused: residues have no order."""
        raise TypeError("ring elements have no order: compare `x.lift()`, the integers behind them")

    __lt__ = __le__ = __gt__ = __ge__ = _uncompared

    def __len__(self) -> int:
        """n, the number of coefficients."""
        return self.ring.n

    def __bool__(self) -> bool:
        """Refused, as numpy does for arrays."""
        raise TypeError("a ring element is neither true nor false: write `x == 0` or `x != 0`")

    def __iter__(self) -> Never:
        """Refused: limbs or coefficients?"""
        raise TypeError("an element is iterated as `x.lift()` (integers) or `x.residues()` (limbs)")

    def __array__(self, dtype: object = None, copy: bool | None = None) -> NDArray[np.uint64]:
        """`numpy.asarray(x)` is `x.residues()`."""
        del copy  # it always is one
        residues = self.residues()
        return residues if dtype is None else residues.astype(dtype)  # type: ignore[call-overload]

    def __repr__(self) -> str:
        """Ring, basis and the first coefficients; of a secret element none."""
        name = {"powerful": "powerful", "decoding": "decoding", "crt": "CRT"}[self.basis]
        if self.secret:
            return f"<secret element of {self.ring}, {name} basis>"
        first = ", ".join(str(word) for word in self.residues()[0, :_SHOWN])
        more = ", …" if self.ring.n > _SHOWN else ""
        modulo = f" mod {self.ring.moduli[0]}" if self.ring.limbs > 1 else ""
        return f"<[{first}{more}]{modulo}, element of {self.ring}, {name} basis>"

    def _repr_html_(self) -> str:
        """Ring, basis and the first coefficients; of a secret element none."""
        from ringassay.ring import shown  # noqa: PLC0415

        return shown.element(self)

    def plot(self) -> Plot:
        """The integers behind the coefficients, as points. Raises `RingError` for secrets."""
        from ringassay.ring import shown  # noqa: PLC0415

        return shown.plot(self)

    def _new(self, native: _native.RingElement) -> Element:
        return Element(self.ring, native)

    def _pair(
        self, other: Element | SupportsIndex
    ) -> tuple[_native.RingElement, _native.RingElement]:
        """Both operands in one basis."""
        if not isinstance(other, Element):
            other = self.ring(_integer(other))
        if self.basis == other.basis:
            return self._native, other._native
        if "crt" in (self.basis, other.basis):
            return self.to("crt")._native, other.to("crt")._native
        return self.to("powerful")._native, other.to("powerful")._native


def _integer(value: SupportsIndex) -> int:
    """An integer, numpy's as well; arrays are refused: are entries constants or coefficients?"""
    if not isinstance(value, np.ndarray):
        try:
            return operator.index(value)
        except TypeError:
            pass
    raise _native.RingError(
        f"an element is combined with elements of its ring and with integers, not with "
        f"{type(value).__name__}: make an element of it with the ring, `R(…)`"
    )
