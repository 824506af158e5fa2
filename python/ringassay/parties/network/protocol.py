"""What the processes of a session do, round by round: the same lines for parties and combiner."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ringassay.he import SchemeError
from ringassay.parties.network.errors import Cause, Round, RoundError
from ringassay.parties.network.exchange import Exchange, Item
from ringassay.parties.share import Share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ringassay.parties.group import Group
    from ringassay.parties.party import Party

PUBLIC = Item("public key", "the public key")
FIRST = Item("relinearisation key, round 1", "the relinearisation key, round 1")
SECOND = Item("relinearisation key, round 2", "the relinearisation key, round 2")


class Input(NamedTuple):
    """What a party brings: its secret, and what it encrypts."""

    party: Party
    values: NDArray[Any]


def _rotation(exponent: int) -> Item:
    return Item("rotation key", f"the key for ζ ↦ ζ^{exponent}")


def _decryption(group: Group, ciphertext: Any, fresh: Any) -> Item:
    """A share has one element where a ciphertext has two: it is by half as much shorter than at the
    top, where fresh ciphertexts lie."""
    top = 0
    with suppress(SchemeError):
        while group.share_bytes("decryption", level=top + 1):
            top += 1
    shorter = (len(fresh.save()) - len(ciphertext.save())) // 2
    return Item("decryption", "a decryption", top, shorter)


async def run(exchange: Exchange, brought: Input | None) -> dict[str, Any]:
    """The whole session for one process: a party with what it brings, the combiner with nothing.

    Each computes the results itself from what all encrypted, and gives shares for that alone.
    Raises `RoundError`.
    """
    session, group = exchange.session, exchange.session.group
    work, party = session.work, brought.party if brought else None
    public, keys = await _keys(exchange, party)

    exchange.round = Round.INPUTS
    example = public.encrypt(np.zeros(work.length, dtype=int))
    own = public.encrypt(brought.values).save() if brought else None
    saved = await exchange.inputs(own, len(example.save()))
    if copied := first_copy(saved):
        raise RoundError(exchange.roles[copied], Cause.COPIED_INPUT, exchange.round)
    inputs = []
    for number in sorted(saved):
        received = _input(exchange, number, saved[number], example)
        inputs.append(work.bounded(received.using(keys) if keys else received))
    exchange.account.end_round(exchange.round)

    exchange.round = Round.DECRYPTION
    outputs = work.compute(inputs)
    shares = [party.decryption_share(one) for one in outputs] if party else []
    items = [_decryption(group, one, example) for one in outputs]
    sums = await exchange.sums(items, shares)
    vectors = _decrypted(exchange, outputs, sums)
    exchange.account.end_round(exchange.round)

    exchange.round = Round.END
    await exchange.end(hashlib.sha256(b"".join(one.save() for one in sums)).digest())
    exchange.account.end_round(exchange.round)
    return work.result(vectors)


async def _keys(exchange: Exchange, party: Party | None) -> tuple[Any, Any]:
    """The public key and, where the computation needs some, the evaluation keys."""
    session, group = exchange.session, exchange.session.group
    work = session.work
    exchange.round = Round.KEYS
    exponents = group.exponents(rotations=work.rotations) if work.rotations else []
    items = [PUBLIC, *([FIRST] if work.multiplies else []), *map(_rotation, exponents)]
    own: list[Share] = []
    if party:
        own.append(party.public_key_share())
        own += [party.relinearisation_share()] if work.multiplies else []
        own += party.rotation_shares(rotations=work.rotations) if exponents else []
    sums = await exchange.sums(items, own)
    exchange.account.end_round(exchange.round)
    first = second = None
    if work.multiplies:
        exchange.round, first = Round.SECOND, sums[1]
        own = [party.relinearisation_share(first)] if party else []
        (second,) = await exchange.sums([SECOND], own)
        exchange.account.end_round(exchange.round)
    try:
        public = group.public_key(sums[0])
        if first is None and not exponents:
            return public, None
        return public, group.evaluation_keys(first, second, sums[len(items) - len(exponents) :])
    except SchemeError:
        raise RoundError(_source(exchange), Cause.DISAGREES, exchange.round) from None


def first_copy(saved: Mapping[int, bytes]) -> int | None:
    """The first party whose ciphertext is that of one before it: it would compute, and with the
    result learn, what depends on somebody else's column alone."""
    numbers = sorted(saved)
    return next((b for b in numbers if saved[b] in [saved[a] for a in numbers if a < b]), None)


def _source(exchange: Exchange) -> Any:
    """Who sent the sums: the combiner, or this process made them itself."""
    return exchange.roles.get(0, exchange.own)


def _input(exchange: Exchange, number: int, body: bytes, example: Any) -> Any:
    """A ciphertext as fresh as ours: whoever could state less noise would have less hidden."""
    try:
        found = exchange.session.group.parameters.load_ciphertext(body)
        if found.noise == example.noise:
            return found
    except SchemeError:
        pass
    raise RoundError(exchange.roles[number], Cause.WRONG_INPUT, exchange.round)


def _decrypted(exchange: Exchange, outputs: list[Any], sums: list[Share]) -> list[Any]:
    group = exchange.session.group
    try:
        return [group.decrypt(one, sum_) for one, sum_ in zip(outputs, sums, strict=True)]
    except SchemeError:
        raise RoundError(_source(exchange), Cause.DISAGREES, exchange.round) from None
