"""Sessions of parties."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ringassay import _native
from ringassay.parties.party import Party
from ringassay.parties.share import Share, Shares, total

if TYPE_CHECKING:
    from ringassay.he import Ciphertext, Parameters, PublicKey
    from ringassay.he.parameters import Rotations


StepName = Literal[
    "public key",
    "relinearisation key, round 1",
    "relinearisation key, round 2",
    "rotation key",
    "decryption",
    "switch",
    "refresh",
]
"""What shares are of."""


class Flooding(NamedTuple):
    """The noise that each party adds to its share of a decryption."""

    log2_sigma: float
    """log2 of the standard deviation of its coefficients."""

    cost_bits: float
    """By how many bits that exceeds the noise of the ciphertext."""


class Group:
    """A session of parties.

    They agree on `name`, which no two sessions have, and on a public `seed` of 32 bytes; `active`
    are those that take part, all unless they are named. A decryption reveals of the secrets no more
    than a statistical distance of 2^-`statistical_bits`. Raises `ParametersError`.
    """

    def __init__(
        self,
        parameters: Parameters,
        parties: int,
        *,
        name: str,
        seed: bytes,
        active: Iterable[int] | None = None,
        statistical_bits: float = 40.0,
    ) -> None:
        members = None if active is None else list(active)
        self.native = _native.PackedGroup(
            parameters.instance, parties, name, seed, statistical_bits, members
        )
        self.parties = parties
        self.name = name
        shared = copy.copy(parameters)
        shared.__dict__["instance"] = self.native.instance()
        self.parameters: Any = shared
        """Those of keys and ciphertexts of so many parties, which load what they saved."""

    def party(self, number: int, *, ledger: str | Path) -> Party:
        """Party number `number`, from 1 on, with a fresh secret and a new ledger at this path.

        Raises `SchemeError` if there is something at that path: a ledger is never replaced.
        """
        return Party(self, self.native.party(number, Path(ledger)))

    def load_party(self, data: bytes, *, ledger: str | Path) -> Party:
        """A saved party. Raises `SchemeError` if the ledger is missing, damaged or another's."""
        return Party(self, self.native.load_party(data, Path(ledger)))

    def load_share(self, data: bytes) -> Share:
        """A saved share. Raises `SchemeError` for one of another session."""
        return Share(self, self.native.load_share(data))

    def share_bytes(self, step: StepName, *, level: int = 0, parties: int = 1) -> int:
        """How many bytes `share.save()` gives for a step, or for the sum of so many parties.

        `level` is that of the ciphertext's ring, from 0 on, where a step is about one: fresh ones
        lie at the top. Raises `SchemeError` for a level that there is not.
        """
        return self.native.share_bytes(step, level, parties)

    def sum(self, shares: Shares) -> Share:
        """The sum of shares of one step, which takes their place."""
        return total(shares)

    def exponents(
        self, rotation_keys: int | None = None, *, rotations: Rotations | None = None
    ) -> list[int]:
        """The exponents of the automorphisms that rotation keys are for: one share for each."""
        wanted = self.parameters.wanted_rotations(rotation_keys, rotations)
        return self.native.exponents(rotation_keys, wanted)

    def public_key(self, shares: Shares) -> PublicKey[Any]:
        """The public key of the shares of all parties. Raises `MismatchError` without one."""
        native = self.native.public_key(total(shares).native)
        made: PublicKey[Any] = self.parameters.public_key(native)
        return made

    def evaluation_keys(
        self,
        first: Shares | None = None,
        second: Shares | None = None,
        rotations: Iterable[Share] = (),
    ) -> Any:
        """Evaluation keys of the shares of both rounds of the relinearisation key, and of all
        shares of rotation keys, in any order."""
        both = None
        if first is not None and second is not None:
            both = (total(first).native, total(second).native)
        steps: dict[str, list[Share]] = {}
        for share in rotations:
            steps.setdefault(share.step, []).append(share)
        sums = [total(shares).native for shares in steps.values()]
        return self.parameters.evaluation_keys(self.native.evaluation_keys(both, sums))

    def flooding(self, ciphertext: Ciphertext) -> Flooding:
        """The noise that hides the secrets in a decryption. Raises `NoiseBudgetError` if there is
        no room for it."""
        return Flooding(*self.native.flooding(ciphertext.native))

    def open(self, ciphertext: Ciphertext, shares: Shares) -> Any:
        """The ciphertext with the noise of all shares, which anybody reads; its `noise` says what
        is left of precision."""
        native = self.native.opened(ciphertext.native, total(shares).native)
        return self.parameters.ciphertext(native, _is_complex(ciphertext))

    def decrypt(self, ciphertext: Ciphertext, shares: Shares) -> Any:
        """The vector, of the shares of all active parties: everybody who has them reads it."""
        opened = self.open(ciphertext, shares)
        return self.parameters.delivered(self.native.nobody().decrypt(opened.native), opened)

    def refresh(self, ciphertext: Ciphertext, shares: Shares) -> Any:
        """The ciphertext at the top level, of the shares of all active parties: in BGV and BFV with
        the noise of an encryption, in CKKS with the errors that it has."""
        native = self.native.refreshed(ciphertext.native, total(shares).native)
        return self.parameters.ciphertext(native, _is_complex(ciphertext))

    def switch(self, ciphertext: Ciphertext, receiver: PublicKey[Any], shares: Shares) -> Any:
        """The ciphertext under the key of a receiver, of the shares of all active parties."""
        sum_ = total(shares).native
        native = self.native.switched(ciphertext.native, receiver.native, sum_)
        return receiver.parameters.ciphertext(native, _is_complex(ciphertext))

    def __repr__(self) -> str:
        """How many parties, and the name of the session."""
        return f"<session {self.name!r} of {self.parties} parties, {self.parameters!r}>"


def _is_complex(ciphertext: Ciphertext) -> bool:
    return bool(getattr(ciphertext, "is_complex", False))
