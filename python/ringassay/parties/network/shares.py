"""Shares as they come from others: checked one by one, summed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ringassay.he import SchemeError
from ringassay.parties.group import Group
from ringassay.parties.network.errors import Cause, Role, Round, RoundError
from ringassay.parties.share import Share, total


def load(group: Group, body: bytes, step: str, parties: Sequence[int]) -> Share | None:
    """The share of these parties for a step; None if the bytes are anything else."""
    try:
        share = group.load_share(body)
    except SchemeError:
        return None
    return share if share.step == step and share.parties == list(parties) else None


def added(shares: Mapping[int, Share], roles: Mapping[int, Role], round_: Round) -> Share:
    """The sum of one share of each party. Raises `RoundError`, which names the one that is not
    about the same polynomial as those of the others."""
    try:
        return total(shares[number] for number in sorted(shares))
    except SchemeError:
        raise RoundError(roles[_different(shares)], Cause.DISAGREES, round_) from None


def _different(shares: Mapping[int, Share]) -> int:
    """The party that fewest agree with; of two that differ, the second."""
    agreeing = {
        number: sum(_agree(share, other) for other in shares.values() if other is not share)
        for number, share in shares.items()
    }
    return min(agreeing, key=lambda number: (agreeing[number], -number))


def _agree(one: Share, other: Share) -> bool:
    try:
        total([one, other])
    except SchemeError:
        return False
    return True
