"""The operations of `ringassay.sut.slots` that SEAL's schemes have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from tenseal import sealapi as seal

from ringassay.sut.memfile import MemoryFile
from ringassay.sut.seal.keys import PublicKeys

Ciphertext = Any  # the binding has no type information
Plaintext = Any


class Operations(ABC):
    """Operations on ciphertexts of one context; each result is a ciphertext of its own."""

    def __init__(self, keys: PublicKeys, memory: MemoryFile) -> None:
        self._keys = keys
        self._memory = memory
        self.save = memory.save
        self._evaluator = seal.Evaluator(keys.context)
        self._encryptor = seal.Encryptor(keys.context, keys.public)

    def encrypt_constant(self, plain: Plaintext) -> Ciphertext:
        """A public-key encryption."""
        return self._made(self._encryptor.encrypt, plain)

    def add(self, a: Ciphertext, b: Ciphertext) -> Ciphertext:
        """Sum."""
        return self._guarded(self._evaluator.add, a, b)

    def sub(self, a: Ciphertext, b: Ciphertext) -> Ciphertext:
        """Difference."""
        return self._guarded(self._evaluator.sub, a, b)

    def negate(self, a: Ciphertext) -> Ciphertext:
        """Negation."""
        return self._made(self._evaluator.negate, a)

    def add_plain(self, a: Ciphertext, plain: Plaintext) -> Ciphertext:
        """Sum with an encoded row."""
        return self._made(self._evaluator.add_plain, a, plain)

    def multiply(self, a: Ciphertext, b: Ciphertext) -> Ciphertext:
        """Product, ready for further use."""
        return self._relinearised(self._made(self._evaluator.multiply, a, b))

    def square(self, a: Ciphertext) -> Ciphertext:
        """Square, ready for further use."""
        return self._relinearised(self._made(self._evaluator.square, a))

    def _relinearised(self, product: Ciphertext) -> Ciphertext:
        """A product of three components with two; what else it needs is done as well."""
        self._evaluator.relinearize_inplace(product, self._keys.relin)
        return product

    @abstractmethod
    def _zero(self, like: Ciphertext) -> Ciphertext:
        """An encryption of zero that can be added to a ciphertext."""

    def _made(self, operation: Callable[..., None], *operands: Any) -> Ciphertext:
        result = seal.Ciphertext()
        operation(*operands, result)
        return result

    def _guarded(self, operation: Callable[..., None], a: Any, b: Any) -> Ciphertext:
        """A linear operation, even where its result would hide nothing.

        Equal sums written differently cancel to a ciphertext that everybody can read, which SEAL
        refuses to make. One operand is then encrypted afresh.
        """
        try:
            return self._made(operation, a, b)
        except RuntimeError as error:
            if "transparent" not in str(error):
                raise
            return self._made(operation, self._made(self._evaluator.add, a, self._zero(a)), b)
