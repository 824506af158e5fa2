"""What parties send."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ringassay import _native

if TYPE_CHECKING:
    from ringassay.parties.group import Group


class Share:
    """What a party sends in a step, or the sum of what several sent. Public."""

    def __init__(self, group: Group, native: _native.PackedShare) -> None:
        self.group = group
        self.native = native

    @property
    def parties(self) -> list[int]:
        """Whose it is."""
        return self.native.parties

    @property
    def step(self) -> str:
        """Of which step."""
        return self.native.step

    def save(self) -> bytes:
        """The share as bytes: `group.load_share` reads them."""
        return self.group.native.save_share(self.native)

    def __repr__(self) -> str:
        """Of what, and whose."""
        return f"<share of {self.step}, parties {', '.join(map(str, self.parties))}>"


Shares = Share | Iterable[Share]
"""Shares of all parties, or their sum."""


def total(shares: Shares) -> Share:
    """The sum of shares, in any order. Raises `MismatchError` unless they are of one step."""
    if isinstance(shares, Share):
        return shares
    listed = list(shares)
    if not listed:
        raise _native.MismatchError("there are no shares: give one of each active party")
    first, *others = listed
    return Share(first.group, first.native.plus([share.native for share in others]))
