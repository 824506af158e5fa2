"""Parameters: chosen, described."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Literal

from ringassay import _native
from ringassay.he import parameters
from ringassay.he.natural import natural

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ringassay._native import Circuit, _CkksFacts
    from ringassay.ckks.ciphertext import Ciphertext
    from ringassay.ckks.keys import EvaluationKeys, Keys, PublicKey, SecretKey
    from ringassay.ckks.vectors import Vector

RingType = Literal["standard", "conjugate-invariant"]
"""The ring of degree N: with N/2 complex slots, or with N real ones (2018/952)."""

WantedRing = Literal["standard", "conjugate-invariant", "cheaper"]
"""A ring, or for real numbers the one in which a product takes less work."""

DEFAULT_PRECISION = 20.0
"""Bits after the point where none are asked for."""


def choose(
    depth: int,
    precision: float | None = None,
    range: float = 1,
    security: float = 128,
    *,
    length: int | None = None,
    ring: WantedRing = "standard",
    degree: int | None = None,
    insist: bool = False,
    refresh: bool = False,
) -> Parameters:
    """The parameters that serve a computation best; `explanation` says why.

    `depth`: products in a row. `precision`: bits after the point that are right in the worst slot
    of a result, 20 unless said otherwise. `range`: no number is larger in absolute value, input or
    result of a product. Of inputs that is checked; of a product, where more might result,
    `within(range)` states it. `security` in bits, 40 to 512. `length`: entries of a vector; as many
    as there are slots, unless it is said. `ring`: "standard", with N/2 complex slots,
    "conjugate-invariant", with N real ones, or "cheaper", where all numbers are real: the one in
    which a product takes less work. `degree` fixes N; if it cannot be secure, that is an error
    unless you `insist`.

    With `refresh`, ciphertexts can be refreshed (bootstrapped): `depth` is that between two of
    them, `keys(refresh=True)` makes the keys, and precision follows from the degree, so that none
    is asked for. Raises `SchemeError`.
    """
    if refresh:
        if precision is not None or ring != "standard":
            raise _native.ParametersError(
                "what is refreshed lies in the standard ring, and its precision follows from the "
                "degree: leave `precision` and `ring` out"
            )
        return Parameters(
            _native.CkksParameters.choose_refreshed(
                natural("the depth", depth),
                range,
                natural("the length of vectors", length, least=1),
                security,
                natural("the degree", degree),
                insist,
            )
        )
    return Parameters(
        _native.CkksParameters.choose(
            natural("the depth", depth),
            DEFAULT_PRECISION if precision is None else precision,
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


class Parameters(parameters.Parameters):
    """A parameter set of CKKS. Public: it travels with every key."""

    def __init__(self, native: _native.CkksParameters) -> None:
        self.native: _native.CkksParameters = native
        self.facts: _CkksFacts = native.facts()
        self.length = self.facts["length"]

    @staticmethod
    def load(data: bytes, length: int | None = None, range: float = 1) -> Parameters:
        """Saved parameters, for a length of vectors and a range. Raises `SchemeError`."""
        length = natural("the length of vectors", length, least=1)
        return Parameters(_native.CkksParameters.load(data, length, range))

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

    if TYPE_CHECKING:

        def load_secret_key(self, data: bytes) -> SecretKey:
            """A saved secret key."""

        def load_public_key(self, data: bytes) -> PublicKey:
            """A saved public key."""

        def load_evaluation_keys(self, data: bytes) -> EvaluationKeys:
            """Saved evaluation keys."""

    def keys(
        self,
        rotation_keys: int | None = None,
        *,
        rotations: parameters.Rotations | None = None,
        refresh: bool = False,
    ) -> Keys:
        """Fresh keys: as in all schemes, and with those of a refresh if you say so.

        The keys of a refresh take much more memory than all others, some GB at N = 2^16, and are
        saved apart: `evaluation.save_refresh(path)`.
        """
        made: Keys = super().keys(rotation_keys, rotations=rotations)
        if refresh:
            self.native.attach_refresh(made.secret.native, made.evaluation.native)
        return made

    @property
    def refreshes(self) -> bool:
        """Whether they were chosen for ciphertexts that are refreshed."""
        return self.facts["refreshes"]

    def load_ciphertext(self, data: bytes, *, is_complex: bool = True) -> Ciphertext:
        """A saved ciphertext; `using` gives it keys.

        It decrypts to complex numbers, or to reals if you say that it holds such: entries with
        imaginary parts are then refused. To reals in the conjugate-invariant ring.
        """
        is_complex = is_complex and self.ring == "standard"
        return self.ciphertext(self.instance.load_ciphertext(data), is_complex)

    def encrypted(
        self,
        encrypt: Callable[[NDArray[np.complex128]], _native.PackedCiphertext],
        vector: ArrayLike,
    ) -> Ciphertext:
        """The ciphertext that `encrypt` makes of a vector."""
        from ringassay.ckks import vectors  # noqa: PLC0415

        native = encrypt(vectors.vector(vector, self.length))
        return self.ciphertext(native, vectors.is_complex(vector))

    def _entries_of_matrix(self, matrix: ArrayLike) -> tuple[NDArray[np.complex128], bool]:
        from ringassay.ckks import vectors  # noqa: PLC0415

        return vectors.matrix(matrix, self.length), vectors.is_complex(matrix)

    def delivered(self, values: NDArray[np.complex128], ciphertext: Ciphertext) -> Vector:
        """The entries of a decrypted ciphertext, complex if those of the operands were.

        Raises `OperandError` for imaginary parts where real numbers were announced.
        """
        from ringassay.ckks.vectors import real  # noqa: PLC0415

        return values if ciphertext.is_complex else real(values, ciphertext.noise.worst_error)

    def ciphertext(self, native: _native.PackedCiphertext, is_complex: bool) -> Ciphertext:
        """A ciphertext; whether it decrypts to complex numbers."""
        from ringassay.ckks.ciphertext import Ciphertext  # noqa: PLC0415

        return Ciphertext(self, native, is_complex)

    def _classes(self) -> ModuleType:
        from ringassay.ckks import keys  # noqa: PLC0415

        return keys

    def _period(self) -> int:
        return 1 << (self.length - 1).bit_length()

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
