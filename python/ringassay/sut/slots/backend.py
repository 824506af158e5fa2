"""What a library must supply for its circuits to be planned and run here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

C = TypeVar("C")  # ciphertext
P = TypeVar("P")  # encoded plaintext


class Backend(Protocol[C, P]):
    """Operations on ciphertexts that hold one row of integers mod t.

    No operation changes its arguments. Products are returned ready for further use, that is,
    relinearised where the scheme needs it.
    """

    def encode(self, row: Sequence[int]) -> P:
        """Encode a row of values in [0, t)."""

    def encrypt_constant(self, plain: P) -> C:
        """A ciphertext of a value everybody knows (for outputs that depend on no input)."""

    def add(self, a: C, b: C) -> C:
        """Sum, slot by slot."""

    def sub(self, a: C, b: C) -> C:
        """Difference, slot by slot."""

    def negate(self, a: C) -> C:
        """Negation, slot by slot."""

    def add_plain(self, a: C, plain: P) -> C:
        """Sum with an encoded row."""

    def multiply(self, a: C, b: C) -> C:
        """Product, slot by slot."""

    def square(self, a: C) -> C:
        """Square, slot by slot."""

    def multiply_plain(self, a: C, plain: P) -> C:
        """Product with an encoded row that is not all zero."""

    def rotate(self, a: C, step: int) -> C:
        """out[(j + step) mod row] = a[j]; `step` is one of those there are keys for."""


class NoiseModel(Protocol):
    """How noise grows, in bits: log2 of its size relative to that of a fresh unit.

    A model guides planning only. It must not promise more than the library keeps, and a result is
    right or wrong by comparison with the plaintext evaluation, never by a noise figure.
    """

    @property
    def fresh(self) -> float:
        """Noise of a fresh encryption."""

    @property
    def capacity(self) -> float:
        """Largest noise that still decrypts."""

    def add(self, a: float, b: float) -> float:
        """Noise of a sum."""

    def multiply(self, a: float, b: float) -> float:
        """Noise of a relinearised product."""

    def multiply_plain(self, a: float, period: int | None) -> float:
        """Noise of a product with a plain row; `period` if the whole row repeats with it."""

    def rotate(self, a: float) -> float:
        """Noise after one rotation step."""
