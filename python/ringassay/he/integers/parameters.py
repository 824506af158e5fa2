"""Parameters: chosen, described, saved."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from ringassay import _native
from ringassay.he import parameters
from ringassay.he.integers.request import Objective, integer_request

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ringassay._native import _IntegerParameterFacts
    from ringassay.he.integers.ciphertext import Ciphertext
    from ringassay.he.integers.keys import EvaluationKeys, Keys, PublicKey, SecretKey


@dataclass(frozen=True)
class Choose:
    """Chooses parameters of a scheme: `bgv.choose` and `bfv.choose`.

    Called with what is to be computed, it returns the parameters that serve it best; their
    `explanation` says why.
    """

    scheme: str
    """The scheme, by its key in the catalogue."""

    def __call__(
        self,
        length: int | None = None,
        depth: float | None = None,
        security: float = 128,
        plaintext: int = 2,
        objective: Objective = "speed",
        *,
        plaintext_bits: int | None = None,
        index: int | None = None,
        slack: float | None = None,
        insist: bool = False,
        rotation_keys: int | None = None,
        most_log2_qp: float | None = None,
        for_this_machine: bool = False,
    ) -> Parameters:
        """The parameters that serve a computation best; `explanation` says why.

        `length`: entries of a vector; None: as many as the `index` has slots. `depth` in HEtest's
        units: 1 for a product, 0.6 for a selection, 0.5 for a product with a constant or a
        rotation, 0.1 for a sum; None: the most products in a row that the `index` allows. `slack`
        is depth that is kept in reserve beside it: 1 unless said otherwise, because generated
        circuits may exceed their depth by that, and 0 where no depth is named. `security` in bits,
        40 to 512. `plaintext`: t, a power of a prime below 2^60; or `plaintext_bits`: a prime of
        that size with as many slots at the `index` as there are coefficients. `index` fixes m; if
        it cannot be secure at this depth, that is an error unless you `insist`. `rotation_keys` is
        the most keys for rotations: with fewer, keys are smaller and rotations take more steps.
        `most_log2_qp` bounds the modulus further. The same request comes to the same parameters on
        every machine, unless `for_this_machine` ranks indices by what transforms cost on this one.
        Raises `SchemeError`.
        """
        return Parameters(
            _native.IntegerParameters.choose(
                self.scheme,
                integer_request(
                    length,
                    depth,
                    security=security,
                    plaintext=plaintext,
                    plaintext_bits=plaintext_bits,
                    objective=objective,
                    index=index,
                    slack=slack,
                    insist=insist,
                    rotation_keys=rotation_keys,
                    most_log2_qp=most_log2_qp,
                    for_this_machine=for_this_machine,
                ),
            )
        )


@dataclass(frozen=True)
class State:
    """Takes parameters that you state: `bgv.parameters` and `bfv.parameters`.

    They are judged, not chosen: their `explanation` says how deep they carry, how secure they are
    and what to change.
    """

    scheme: str
    """The scheme, by its key in the catalogue."""

    def __call__(
        self,
        index: int,
        primes: Sequence[int | float] | None = None,
        *,
        log2_q: float | None = None,
        small: Sequence[int | float] = (),
        special: Sequence[int | float] | None = None,
        log2_p: float | None = None,
        digits: int | None = None,
        plaintext: int = 2,
        plaintext_bits: int | None = None,
        length: int | None = None,
        depth: float | None = None,
        slack: float = 0,
        security: float = 128,
        insist: bool = False,
        rotation_keys: int | None = None,
    ) -> Parameters:
        """Parameters at an index m with these moduli; `explanation` judges them.

        `primes` are those of Q: each is a prime, or its size in bits (below 64); or `log2_q` is the
        size of Q. `small`, in BGV: up to six primes of Q that come and go, so that moduli lie close
        together. `special` or `log2_p` say the same of P; None: as many primes as make a digit.
        `digits` of key switching; None: as few as leave none larger than P. Primes have to be 1
        modulo the index, in BGV also modulo t; sizes lead to such.

        `length`: entries of a vector; None: as many as there are slots. With a `depth` (and
        `slack` beside it) they have to carry it. Parameters that carry less, or are less secure
        than `security` in bits, raise `SchemeError`, which says what to change, unless you
        `insist`. `plaintext`, `plaintext_bits` and `rotation_keys` as for `Choose`.
        """
        return Parameters(
            _native.IntegerParameters.judge(
                self.scheme,
                integer_request(
                    length,
                    depth,
                    security=security,
                    plaintext=plaintext,
                    plaintext_bits=plaintext_bits,
                    index=index,
                    slack=slack,
                    insist=insist,
                    rotation_keys=rotation_keys,
                ),
                {
                    "primes": primes,
                    "log2_q": log2_q,
                    "small": small,
                    "special": special,
                    "log2_p": log2_p,
                    "digits": digits,
                },
            )
        )


class Parameters(parameters.Parameters):
    """A parameter set for vectors of integers modulo t. Public: it travels with every key."""

    def __init__(self, native: _native.IntegerParameters) -> None:
        self.native: _native.IntegerParameters = native
        self.facts: _IntegerParameterFacts = native.facts()
        self.length = native.length

    @staticmethod
    def load(data: bytes, length: int) -> Parameters:
        """Saved parameters of any scheme, for vectors of this length. Raises `SchemeError`."""
        return Parameters(_native.IntegerParameters.load(data, length))

    @property
    def scheme(self) -> str:
        """The scheme's name: BGV, BFV."""
        return self.facts["scheme"]

    @property
    def m(self) -> int:
        """The index."""
        return self.facts["m"]

    @property
    def plaintext(self) -> int:
        """t: entries of vectors are integers modulo t."""
        return self.facts["plaintext"]

    @property
    def depth(self) -> float | None:
        """The depth that results may have, in HEtest's units: as asked for, or the deepest.

        `slack` more are kept in reserve. None for parameters that were loaded; likewise there.
        """
        return self.facts["depth"]

    @property
    def slack(self) -> float | None:
        """Depth in reserve beside `depth`."""
        return self.facts["slack"]

    @property
    def failure_probability(self) -> float | None:
        """That a result at the full depth decrypts wrongly, if operands are not related.

        At least 2^-128, below which nothing is stated; related operands: at most 2^-64. None for
        loaded parameters.
        """
        log2 = self.facts["log2_failure"]
        return None if log2 is None else 2.0**log2

    if TYPE_CHECKING:

        def keys(
            self,
            rotation_keys: int | None = None,
            *,
            rotations: parameters.Rotations | None = None,
        ) -> Keys:
            """Fresh keys."""

        def load_secret_key(self, data: bytes) -> SecretKey:
            """A saved secret key."""

        def load_public_key(self, data: bytes) -> PublicKey:
            """A saved public key."""

        def load_evaluation_keys(self, data: bytes) -> EvaluationKeys:
            """Saved evaluation keys."""

    def load_ciphertext(self, data: bytes) -> Ciphertext:
        """A saved ciphertext; `using` gives it keys to be multiplied with."""
        return self._ciphertext(self.instance.load_ciphertext(data))

    def encrypted(
        self,
        encrypt: Callable[[NDArray[np.uint64]], _native.PackedCiphertext],
        vector: ArrayLike,
    ) -> Ciphertext:
        """The ciphertext that `encrypt` makes of a vector."""
        from ringassay.he.integers.vectors import message  # noqa: PLC0415

        return self._ciphertext(encrypt(message(self, vector)))

    def _entries_of_matrix(self, matrix: ArrayLike) -> tuple[NDArray[np.uint64], bool]:
        from ringassay.he.integers import vectors  # noqa: PLC0415

        return vectors.matrix(self, matrix), False

    def delivered(self, values: NDArray[np.uint64], ciphertext: Ciphertext) -> NDArray[np.int64]:
        """The entries of a decrypted ciphertext."""
        return values.astype("int64")

    def _ciphertext(self, native: _native.PackedCiphertext) -> Ciphertext:
        from ringassay.he.integers.ciphertext import Ciphertext  # noqa: PLC0415

        return Ciphertext(self, native)

    def _classes(self) -> ModuleType:
        from ringassay.he.integers import keys  # noqa: PLC0415

        return keys

    def _period(self) -> int:
        return self.length

    def __repr__(self) -> str:
        """Index, degree, moduli, security."""
        return (
            f"<{self.scheme} m = {self.m}, n = {self.n}, t = {self.plaintext}, ℓ = {self.length}, "
            f"Q of {self.log2_q:.0f} bits, P of {self.log2_p:.0f} bits, "
            f"{self.security_bits:.0f} bits of security>"
        )

    def _repr_html_(self) -> str:
        """Index, moduli, security as a table."""
        from ringassay.he.integers import shown  # noqa: PLC0415

        return shown.parameters(self)
