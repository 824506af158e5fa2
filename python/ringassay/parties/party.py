"""One party."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ringassay.parties.share import Share, Shares, total

if TYPE_CHECKING:
    from ringassay import _native
    from ringassay.he import Ciphertext, PublicKey
    from ringassay.he.parameters import Rotations
    from ringassay.parties.group import Group


class Party:
    """A secret, and the ledger of the shares that were given with it.

    Every method gives a share once: for keys once in a session, for a ciphertext once at all.
    A second time raises `OperandError`.
    """

    def __init__(self, group: Group, native: _native.PackedParty) -> None:
        self.group = group
        self.native = native

    @property
    def number(self) -> int:
        """From 1 on."""
        return self.native.number

    @property
    def shares_given(self) -> int:
        """How many shares the ledger remembers."""
        return self.native.shares_given

    def within(self, group: Group) -> Party:
        """The same party in another session, of the same parameters and as many parties."""
        return Party(group, self.native)

    def public_key_share(self) -> Share:
        """Its share of the public key."""
        return self._share(self.native.public_key_share(self.group.native))

    def relinearisation_share(self, first: Shares | None = None) -> Share:
        """Its share of the first round of the relinearisation key; with the shares of all parties
        in that round, of the second.

        Between the rounds a party is not saved and loaded: begin with a new session instead.
        """
        known = None if first is None else total(first).native
        return self._share(self.native.relinearisation_share(self.group.native, known))

    def rotation_shares(
        self, rotation_keys: int | None = None, *, rotations: Rotations | None = None
    ) -> list[Share]:
        """Its shares of rotation keys, one for each: which, as `parameters.keys` takes it."""
        exponents = self.group.exponents(rotation_keys, rotations=rotations)
        group = self.group.native
        return [self._share(self.native.automorphism_share(group, k)) for k in exponents]

    def decryption_share(self, ciphertext: Ciphertext) -> Share:
        """Its share of the decryption of a ciphertext: of a computation that this party agreed to.

        Raises `NoiseBudgetError` if the noise that hides its secret has no room.
        """
        return self._share(self.native.decryption_share(self.group.native, ciphertext.native))

    def switch_share(self, ciphertext: Ciphertext, receiver: PublicKey[Any]) -> Share:
        """Its share of a ciphertext under the key of a receiver, who is one user with the same
        parameters. In place of a share of the decryption: there is one for a ciphertext."""
        group = self.group.native
        return self._share(self.native.switch_share(group, ciphertext.native, receiver.native))

    def refresh_share(self, ciphertext: Ciphertext) -> Share:
        """Its share of the refresh of a ciphertext."""
        return self._share(self.native.refresh_share(self.group.native, ciphertext.native))

    def deal(self, threshold: int) -> list[bytes]:
        """What it gives to each party, in private, by ascending numbers: then any `threshold` of
        them can stand for it."""
        return self.native.deal(self.group.native, threshold)

    def collect(self, dealt: Iterable[bytes]) -> None:
        """Takes what each party gave to this one. Then it takes part in sessions in which not all
        are active, as many as were asked for at least."""
        self.native.collect(self.group.native, list(dealt))

    def save(self) -> bytes:
        """The secret as bytes: keep them secret, and the ledger with them."""
        return self.native.save()

    def __repr__(self) -> str:
        """Shows nothing of the secret."""
        return f"<party {self.number} of {self.group.parties}>"

    def _share(self, native: _native.PackedShare) -> Share:
        return Share(self.group, native)
