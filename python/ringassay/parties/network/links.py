"""The connections of a process with those that it sends to: made, told of a failure, closed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from ringassay.parties.network import connecting
from ringassay.parties.network.account import Account
from ringassay.parties.network.channel import Channel
from ringassay.parties.network.connecting import Streams
from ringassay.parties.network.errors import Cause, Round, RoundError
from ringassay.parties.network.frame import Kind, Place
from ringassay.parties.network.session import Session

T = TypeVar("T")

READY = Place(Kind.READY, Round.JOINING, 0, 0)


async def together(work: Iterable[Awaitable[T]]) -> list[T]:
    """All results. The first failure ends the others."""
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Links:
    """Channels by the number of the other side."""

    def __init__(self, session: Session, number: int, key: Path, account: Account) -> None:
        self.session, self.account = session, account
        self.roles = session.roles
        self.own = self.roles[number]
        self.round = Round.JOINING
        self.channels: dict[int, Channel] = {}
        self._refused: dict[int, RoundError] = {}
        self.seconds = session.message_seconds
        own, others = session.contact(number), sorted(self.roles.keys() - {number})
        if session.combiner is not None:
            self.connects, self.accepts = ([0], []) if number else ([], others)
        else:
            self.connects = [one for one in others if one < number]
            self.accepts = [one for one in others if one > number]
        shown = [session.contact(one) for one in others]
        self._as_client = connecting.context(own, key, shown, listens=False)
        self._as_server = connecting.context(own, key, shown, listens=True)
        # Nothing else is begun where the address is in use.
        self._listener = None
        if self.accepts:
            assert own.address is not None
            self._listener = connecting.listener(own.address)

    def _channel(self, streams: Streams, number: int) -> Channel:
        channel = Channel(streams, self.session.identity, self.own, self.roles, self.account)
        channel.peer = self.roles[number]
        return channel

    async def join(self) -> None:
        """Connects with everybody. Raises `RoundError` for who is missing or of another session."""
        # Whoever this process connects with may wait as long for others.
        patience = self.session.joining_seconds + self.seconds
        await together([*(self._connect(one) for one in self.connects), self._accept_all()])
        for number in self.accepts:
            await self.channels[number].send(READY, b"", self.seconds)
        for number in self.connects:
            await self.channels[number].receive(READY, patience)
        self.account.end_round(self.round)

    async def _connect(self, number: int) -> None:
        seconds = self.session.joining_seconds
        contact = self.session.contact(number)
        streams = await connecting.connect(contact, self._as_client, seconds)
        if isinstance(streams, Cause):
            raise RoundError(self.roles[number], streams, self.round)
        self.channels[number] = self._channel(streams, number)
        await self.channels[number].send(READY, b"", self.seconds)

    async def _accept_all(self) -> None:
        if self._listener is None:
            return
        everybody: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def take(streams: Streams) -> None:
            await self._greet(streams)
            if not everybody.done() and not self._absent():
                everybody.set_result(None)

        accepting = asyncio.create_task(connecting.accept(self._listener, self._as_server, take))
        try:
            async with asyncio.timeout(self.session.joining_seconds):
                await everybody
        except TimeoutError:
            for number in self._absent() or self.accepts[-1:]:
                absent = RoundError(self.roles[number], Cause.ABSENT, self.round)
                raise self._refused.get(number, absent) from None
        finally:
            accepting.cancel()
            await asyncio.gather(accepting, return_exceptions=True)
            self.stop_listening()

    def _absent(self) -> list[int]:
        """Who is awaited and not here, or not any more: a process can be started again."""
        channels = {number: self.channels.get(number) for number in self.accepts}
        return [number for number, one in channels.items() if one is None or one.is_dead]

    async def _greet(self, streams: Streams) -> None:
        """Takes a connection for one of those that are awaited, or closes it."""
        for number in self.accepts:
            if connecting.is_of(streams, self.session.contact(number)):
                break
        else:
            streams[1].transport.abort()
            return
        channel = self._channel(streams, number)
        try:
            await channel.receive(READY, self.seconds)
        except RoundError as error:
            # Told what is wrong, it can try again.
            if error.cause not in (Cause.CLOSED, Cause.STALLED):
                self._refused[number] = error
            await channel.fail(error)
            return
        before = self.channels.get(number)
        if before is not None and not before.is_dead:
            await channel.fail(RoundError(channel.peer, Cause.TWICE, self.round))
            return
        if before is not None:
            await before.close()
        self.channels[number] = channel

    async def fail(self, error: RoundError) -> None:
        """Tells everybody else why the session ends."""
        self.stop_listening()
        others = [one for one in self.channels.values() if one.peer != error.said_by]
        await together(one.fail(error) for one in others)
        await self.close()

    async def close(self) -> None:
        """Ends all connections."""
        self.stop_listening()
        with suppress(OSError):
            await together(one.close() for one in self.channels.values())

    def stop_listening(self) -> None:
        """Nobody can connect any more."""
        if self._listener is not None:
            self._listener.close()
