"""Keys of one user, and what a server has of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, overload

from numpy.typing import ArrayLike

from ringassay import _native
from ringassay.gates.bits import Bits
from ringassay.gates.words import Words
from ringassay.integers import integers


class Saved(NamedTuple):
    """A key as bytes, with the parameters that it belongs to."""

    parameters: bytes
    key: bytes


class Evaluator:
    """What a server has: it evaluates, and decrypts nothing."""

    def __init__(self, native: _native.GateEvaluator) -> None:
        self.native = native

    @classmethod
    def load(cls, saved: Sequence[bytes]) -> Evaluator:
        """That of a saved evaluation key. Raises `SchemeError`."""
        parameters, key = saved
        return cls(_native.GateEvaluator.load(parameters, key))

    def save(self) -> Saved:
        """The evaluation key, public: seeds for its uniform half."""
        return Saved(*self.native.save())

    def load_bits(self, data: bytes) -> Bits:
        """Saved bits, ready for gates. Raises `SchemeError`."""
        return Bits(self.native.load_bits(data), self.native)

    def load_words(self, data: bytes) -> Words:
        """Saved words, ready for lookups. Raises `SchemeError`."""
        return Words(self.native.load_words(data), self.native)

    @property
    def security_bits(self) -> float:
        """The security of the parameters, by our estimator."""
        return self.native.security_bits


class Keys:
    """The keys of one user: the secret key, and what evaluates gates."""

    def __init__(self, secret: _native.GateSecretKey, evaluator: Evaluator, word_bits: int) -> None:
        self._secret = secret
        self.evaluator = evaluator
        self.word_bits = word_bits

    @classmethod
    def load(
        cls, secret: Sequence[bytes], evaluation: Sequence[bytes], *, word_bits: int = 1
    ) -> Keys:
        """Saved keys. Raises `SchemeError`; `MismatchError` for keys of different users."""
        parameters, key = secret
        loaded = cls(
            _native.GateSecretKey.load(parameters, key), Evaluator.load(evaluation), word_bits
        )
        loaded._check()
        return loaded

    def save_secret(self) -> Saved:
        """The secret key, in the clear: whoever has it decrypts everything."""
        return Saved(*self._secret.save())

    @property
    def security_bits(self) -> float:
        """The security of the parameters, by our estimator."""
        return self.evaluator.security_bits

    def encrypt(self, bits: ArrayLike) -> Bits:
        """A vector of bits, each a ciphertext. Raises `VectorError` for entries but 0 and 1."""
        entries = _vector(bits, 1, "bits are a vector of 0 and 1")
        made = self._secret.encrypt([bool(bit) for bit in entries])
        return Bits(made, self.evaluator.native)

    def encrypt_words(self, words: ArrayLike, *, bits: int | None = None) -> Words:
        """A vector of words, each a ciphertext, of the keys' length by default.

        Raises `VectorError`.
        """
        length = self.word_bits if bits is None else bits
        entries = _vector(
            words, length, f"words of {length} bits are a vector of 0 … 2^{length} - 1"
        )
        return Words(self._secret.encrypt_words(length, entries), self.evaluator.native)

    @overload
    def decrypt(self, ciphertexts: Bits) -> list[int]: ...
    @overload
    def decrypt(self, ciphertexts: Words) -> list[int]: ...
    def decrypt(self, ciphertexts: Bits | Words) -> list[int]:
        """The bits or words. Raises `UndecryptableError` for what is none under this key."""
        if isinstance(ciphertexts, Words):
            return self._secret.decrypt_words(ciphertexts.native)
        return [int(bit) for bit in self._secret.decrypt(ciphertexts.native)]

    def _check(self) -> None:
        """Raises `MismatchError` unless a gate under the evaluation key decrypts."""
        ones = self.encrypt([1] * 16)
        try:
            is_right = self.decrypt(ones & ones) == [1] * 16
        except _native.UndecryptableError:
            is_right = False
        if not is_right:
            raise _native.MismatchError("the evaluation key is not that of the secret key")

    def __repr__(self) -> str:
        """Nothing of the secret key."""
        return "<keys for gates on encrypted bits>"


def keys(*, word_bits: int = 1) -> Keys:
    """Fresh keys, of at least 128 bits of security, for words of 1 to 4 bits."""
    secret, evaluator = _native.GateSecretKey.generate(word_bits)
    return Keys(secret, Evaluator(evaluator), word_bits)


def _vector(entries: ArrayLike, bits: int, wanted: str) -> list[int]:
    array = integers(entries, _native.VectorError)
    found = array.ravel().tolist()
    if array.ndim > 1 or not found or not all(0 <= entry < 1 << bits for entry in found):
        raise _native.VectorError(wanted)
    return [int(entry) for entry in found]
