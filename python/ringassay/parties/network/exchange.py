"""How a round is exchanged: by way of a combiner, which adds shares up, or each with each.

All have the same methods, so that `protocol` is written once: `sums` of shares, `inputs` of
everybody, `end`. The combiner has no share of its own.
"""

from __future__ import annotations

import time
from abc import abstractmethod
from typing import NamedTuple

from ringassay.parties.group import StepName
from ringassay.parties.network import shares
from ringassay.parties.network.channel import Channel
from ringassay.parties.network.errors import Cause, RoundError
from ringassay.parties.network.frame import Kind, Place
from ringassay.parties.network.links import Links, together
from ringassay.parties.share import Share

DIGEST_BYTES = 32
ROUND = 2
"""So many limits of a message the shares of a party may take together."""
PATIENCE = 3
"""So many a party waits for the combiner, who is the one that knows who is late."""


class Item(NamedTuple):
    """A share of a round: of which step, as shares call it, at which level of the ring."""

    kind: StepName
    step: str
    level: int = 0
    shorter: int = 0
    """By so many bytes than at that level."""


class Exchange(Links):
    """The rounds, for one process."""

    @abstractmethod
    async def sums(self, items: list[Item], own: list[Share]) -> list[Share]:
        """The sums of the shares of all parties, of those of this one. Raises `RoundError`."""

    @abstractmethod
    async def inputs(self, own: bytes | None, length: int) -> dict[int, bytes]:
        """What all parties encrypted, by their numbers, each of `length` bytes."""

    @abstractmethod
    async def end(self, digest: bytes) -> None:
        """Ends the session if everybody has the same digest of the results."""

    async def _send_shares(self, channel: Channel, items: list[Item], own: list[bytes]) -> None:
        for number, (item, body) in enumerate(zip(items, own, strict=True)):
            place = self._place(Kind.SHARE, item, number)
            await channel.send(place, body, self.seconds)

    def _place(self, kind: Kind, item: Item, number: int, parties: int = 1) -> Place:
        group = self.session.group
        length = group.share_bytes(item.kind, level=item.level, parties=parties)
        return Place(kind, self.round, number, length - item.shorter)

    async def _shares_of(self, number: int, items: list[Item]) -> list[Share]:
        """The shares of one party, as it sends them."""
        found, until = [], time.monotonic() + ROUND * self.seconds
        for place, item in enumerate(items):
            left = min(self.seconds, until - time.monotonic())
            expected = self._place(Kind.SHARE, item, place)
            body = await self.channels[number].receive(expected, left)
            share = shares.load(self.session.group, body, item.step, [number])
            if share is None:
                raise RoundError(self.roles[number], Cause.WRONG_SHARE, self.round)
            found.append(share)
        return found

    async def _all_shares(self, numbers: list[int], items: list[Item]) -> dict[int, list[Share]]:
        found = await together(self._shares_of(number, items) for number in numbers)
        return dict(zip(numbers, found, strict=True))

    def _added(self, of_all: dict[int, list[Share]], count: int) -> list[Share]:
        columns = ({one: of_all[one][item] for one in of_all} for item in range(count))
        return [shares.added(column, self.roles, self.round) for column in columns]

    async def _input_of(self, number: int, sender: int, length: int) -> bytes:
        place = Place(Kind.INPUT, self.round, number, length)
        patience = self.seconds * (1 if sender else PATIENCE)
        return await self.channels[sender].receive(place, patience)

    async def _digest_of(self, number: int, digest: bytes) -> None:
        place = Place(Kind.DONE, self.round, 0, DIGEST_BYTES)
        patience = self.seconds * (1 if number else PATIENCE)
        if await self.channels[number].receive(place, patience) != digest:
            raise RoundError(self.roles[number], Cause.DISAGREES, self.round)

    async def _send_digest(self, number: int, digest: bytes) -> None:
        place = Place(Kind.DONE, self.round, 0, DIGEST_BYTES)
        await self.channels[number].send(place, digest, self.seconds)


class Combiner(Exchange):
    """Takes from each party, and sends the sums to all."""

    async def sums(self, items: list[Item], own: list[Share]) -> list[Share]:
        """Adds the shares of all parties up."""
        assert not own
        sums = self._added(await self._all_shares(self.accepts, items), len(items))
        bodies = [one.save() for one in sums]
        await together(self._send_sums(one, items, bodies) for one in self.accepts)
        return sums

    async def _send_sums(self, number: int, items: list[Item], bodies: list[bytes]) -> None:
        for place, (item, body) in enumerate(zip(items, bodies, strict=True)):
            sent = self._place(Kind.SUM, item, place, len(self.session.party))
            await self.channels[number].send(sent, body, self.seconds)

    async def inputs(self, own: bytes | None, length: int) -> dict[int, bytes]:
        """Hands each party those of the others."""
        assert own is None
        found = await together(self._input_of(one, one, length) for one in self.accepts)
        of_all = dict(zip(self.accepts, found, strict=True))
        await together(self._send_inputs(one, of_all) for one in self.accepts)
        return of_all

    async def _send_inputs(self, number: int, of_all: dict[int, bytes]) -> None:
        for other, body in of_all.items():
            if other != number:
                place = Place(Kind.INPUT, self.round, other, len(body))
                await self.channels[number].send(place, body, self.seconds)

    async def end(self, digest: bytes) -> None:
        """Asks everybody, then tells everybody."""
        await together(self._digest_of(one, digest) for one in self.accepts)
        await together(self._send_digest(one, digest) for one in self.accepts)


class Spoke(Exchange):
    """A party with a combiner."""

    async def sums(self, items: list[Item], own: list[Share]) -> list[Share]:
        """Sends shares, takes sums."""
        channel, count = self.channels[0], len(self.session.party)
        await self._send_shares(channel, items, [one.save() for one in own])
        sums = []
        for number, item in enumerate(items):
            place = self._place(Kind.SUM, item, number, count)
            body = await channel.receive(place, PATIENCE * self.seconds)
            share = shares.load(self.session.group, body, item.step, range(1, count + 1))
            if share is None:
                raise RoundError(self.roles[0], Cause.WRONG_SHARE, self.round)
            sums.append(share)
        return sums

    async def inputs(self, own: bytes | None, length: int) -> dict[int, bytes]:
        """Sends one, takes those of the others."""
        assert own is not None
        place = Place(Kind.INPUT, self.round, self.own.number, length)
        await self.channels[0].send(place, own, self.seconds)
        of_all = {self.own.number: own}
        for other in range(1, len(self.session.party) + 1):
            if other != self.own.number:
                of_all[other] = await self._input_of(other, 0, length)
        return of_all

    async def end(self, digest: bytes) -> None:
        """Tells the combiner, which answers when all have told it."""
        await self._send_digest(0, digest)
        await self._digest_of(0, digest)


class Everybody(Exchange):
    """A party that sends to each other one, without a combiner."""

    async def sums(self, items: list[Item], own: list[Share]) -> list[Share]:
        """Sends shares to all, and adds those of all up."""
        bodies = [one.save() for one in own]
        others = sorted(self.channels)
        sending = together(self._send_shares(self.channels[one], items, bodies) for one in others)
        of_all: dict[int, list[Share]] = {self.own.number: own}

        async def receive() -> list[None]:
            of_all.update(await self._all_shares(others, items))
            return []

        await together([sending, receive()])
        return self._added(of_all, len(items))

    async def inputs(self, own: bytes | None, length: int) -> dict[int, bytes]:
        """Sends to all, takes from all."""
        assert own is not None
        place = Place(Kind.INPUT, self.round, self.own.number, length)
        of_all = {self.own.number: own}

        async def receive(other: int) -> None:
            of_all[other] = await self._input_of(other, other, length)

        send = (one.send(place, own, self.seconds) for one in self.channels.values())
        await together([*send, *(receive(one) for one in sorted(self.channels))])
        return of_all

    async def end(self, digest: bytes) -> None:
        """Tells all, and asks all."""
        send = (self._send_digest(one, digest) for one in self.channels)
        await together([*send, *(self._digest_of(one, digest) for one in self.channels)])
