"""Parameters: chosen, described."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from ringassay import _native
from ringassay.lazy import made_once
from ringassay.slots.natural import natural
from ringassay.slots.shared import ParameterFacts

if TYPE_CHECKING:
    from ringassay._native import Circuit, _CkksFacts
    from ringassay.ckks.ciphertext import Ciphertext
    from ringassay.ckks.keys import EvaluationKeys, Keys, PublicKey, SecretKey

RingType = Literal["standard", "conjugate-invariant"]
"""The ring of degree N: with N/2 complex slots, or with N real ones (2018/952)."""

WantedRing = Literal["standard", "conjugate-invariant", "cheaper"]
"""A ring, or for real numbers the one in which a product takes less work."""


def choose(
    depth: int,
    precision: float = 20,
    range: float = 1,
    security: float = 128,
    *,
    length: int | None = None,
    ring: WantedRing = "standard",
    degree: int | None = None,
    insist: bool = False,
) -> Parameters:
    """The parameters that serve a computation best; `explanation` says why.

    `depth`: products in a row. `precision`: bits after the point that are right in the worst slot
    of a result. `range`: no number is larger in absolute value, input or result of a product. Of
    inputs that is checked; of a product, where more might result, `within(range)` states it.
    `security` in bits, 40 to 512. `length`: entries of a vector; as many as there are slots, unless
    it is said. `ring`: "standard", with N/2 complex slots, "conjugate-invariant", with N real ones,
    or "cheaper", where all numbers are real: the one in which a product takes less work. `degree`
    fixes N; if it cannot be secure, that is an error unless you `insist`. Raises `SchemeError`.
    """
    return Parameters(
        _native.CkksParameters.choose(
            natural("the depth", depth),
            precision,
            range,
            natural("the length of vectors", length, least=1),
            security,
            ring,
            natural("the degree", degree),
            insist,
        )
    )


def choose_for(
    circuit: Circuit,
    precision: float = 20,
    security: float = 128,
    *,
    ring: WantedRing = "cheaper",
    degree: int | None = None,
    insist: bool = False,
) -> Parameters:
    """The parameters for a circuit over reals: depth, range and growth of errors are its own.

    Reals lie in the ring in which a product takes less work, unless `ring` names one; complex
    numbers in the standard ring. Raises `SchemeError` for circuits over other values, and for
    circuits over complex numbers in the conjugate-invariant ring.
    """
    return Parameters(
        _native.CkksParameters.choose_for(circuit, precision, security, ring, degree, insist)
    )


class Parameters(ParameterFacts):
    """A parameter set of CKKS. Public: it travels with every key."""

    def __init__(self, native: _native.CkksParameters) -> None:
        self.native = native
        self.facts: _CkksFacts = native.facts()

    @staticmethod
    def load(data: bytes, length: int | None = None, range: float = 1) -> Parameters:
        """Saved parameters, for a length of vectors and a range. Raises `SchemeError`."""
        length = natural("the length of vectors", length, least=1)
        return Parameters(_native.CkksParameters.load(data, length, range))

    def save(self) -> bytes:
        """The parameters as bytes, without length, range and reasons."""
        return self.native.save()

    @property
    def length(self) -> int:
        """ℓ, the number of entries of a vector."""
        return self.facts["length"]

    @property
    def range(self) -> float:
        """No number that is encrypted is larger in absolute value."""
        return self.facts["range"]

    @property
    def ring(self) -> RingType:
        """The ring: "standard", or "conjugate-invariant"."""
        return self.facts["ring"]

    @property
    def depth(self) -> int:
        """Products in a row: the level of fresh ciphertexts."""
        return self.facts["depth"]

    @property
    def log2_scale(self) -> int:
        """log2 of the scale of fresh ciphertexts."""
        return self.facts["log2_scale"]

    @property
    def average_bits(self) -> float | None:
        """-log2 of the error that a slot has on average after `depth` squares and rotations."""
        steps = self.facts["steps"]
        return steps[-1]["average_bits"] if steps else None

    @property
    def worst_bits(self) -> float | None:
        """-log2 of what no slot's error exceeds there, but for a probability of about 2^-64."""
        steps = self.facts["steps"]
        return steps[-1]["worst_bits"] if steps else None

    @made_once
    def session(self) -> _native.CkksSession:
        """Rings and tables, made when first needed."""
        return self.native.session()

    def keys(self, rotations: Sequence[int] | None = None) -> Keys:
        """Fresh keys, with rotation keys for these steps, or for powers of two.

        Rotations without a key of their own are composed of those by powers of two.
        """
        from ringassay.ckks.keys import EvaluationKeys, Keys, PublicKey, SecretKey  # noqa: PLC0415

        steps = None if rotations is None else list(rotations)
        secret, public, evaluation = self.session.generate(steps)
        return Keys(
            SecretKey(self, secret), PublicKey(self, public), EvaluationKeys(self, evaluation)
        )

    def load_secret_key(self, data: bytes) -> SecretKey:
        """A saved secret key of these parameters. Raises `SchemeError`; likewise below."""
        from ringassay.ckks.keys import SecretKey  # noqa: PLC0415

        return SecretKey(self, self.session.load_secret_key(data))

    def load_public_key(self, data: bytes) -> PublicKey:
        """A saved public key."""
        from ringassay.ckks.keys import PublicKey  # noqa: PLC0415

        return PublicKey(self, self.session.load_public_key(data))

    def load_evaluation_keys(self, data: bytes) -> EvaluationKeys:
        """Saved evaluation keys."""
        from ringassay.ckks.keys import EvaluationKeys  # noqa: PLC0415

        return EvaluationKeys(self, self.session.load_evaluation_keys(data))

    def load_ciphertext(self, data: bytes, *, is_complex: bool = True) -> Ciphertext:
        """A saved ciphertext; `using` gives it keys.

        It decrypts to complex numbers, or to reals if you say that it holds such: entries with
        imaginary parts are then refused. To reals in the conjugate-invariant ring.
        """
        from ringassay.ckks.ciphertext import Ciphertext  # noqa: PLC0415

        is_complex = is_complex and self.ring == "standard"
        return Ciphertext(self, self.session.load_ciphertext(data), is_complex)

    def __repr__(self) -> str:
        """Degree, levels, moduli, security."""
        ring = "" if self.ring == "standard" else f" ({self.ring})"
        return (
            f"<CKKS N = {self.n}{ring}, {self.depth} levels, scale 2^{self.log2_scale}, "
            f"Q of {self.log2_q:.0f} bits, P of {self.log2_p:.0f} bits, "
            f"{self.security_bits:.0f} bits of security>"
        )

    def _repr_html_(self) -> str:
        """Degree, levels, moduli, precision, security as a table."""
        from ringassay.ckks import shown  # noqa: PLC0415

        return shown.parameters(self)
