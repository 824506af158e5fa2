"""What a library must supply to run slot programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from ringassay.sut.errors import Failed
from ringassay.sut.packets import Blob

C = TypeVar("C")  # ciphertext
P = TypeVar("P")  # encoded plaintext


class Backend(Protocol[C, P]):
    """Operations on ciphertexts that hold one row of integers mod t, or of numbers.

    No operation changes its arguments. Products are returned ready for further use, that is,
    relinearised where the scheme needs it.
    """

    def load(self, data: Blob, level: int) -> C:
        """The ciphertext that a client wrote, at a level: primes above it are left out."""

    def save(self, a: C) -> Blob:
        """A result for the client."""

    def encode(self, row: Sequence[int], level: int) -> P:
        """Encode a row of values in [0, t), for ciphertexts of a level."""

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

    def lower(self, a: C, level: int, divide: int) -> C:
        """`a` at a lower level: primes left out, then the last `divide` above it divided by.

        Never asked of a library that declares one level.
        """


@runtime_checkable
class Conjugating(Protocol):
    """What a backend has beside that whose targets are complex."""

    def conjugate(self, a: Any) -> Any:
        """The complex conjugate of every slot."""


class OneLevel:
    """For backends that declare one level."""

    def lower(self, a: Any, level: int, divide: int) -> Any:
        """Never asked."""
        raise Failed("a program with levels for a library without")
