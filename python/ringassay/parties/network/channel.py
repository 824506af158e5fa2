"""One connection: whole messages, each within a time limit."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress

from ringassay.parties.network import frame
from ringassay.parties.network.account import Account
from ringassay.parties.network.errors import Cause, MessageError, Role, Round, RoundError
from ringassay.parties.network.frame import HEADER, Kind, Place

LAST_WORD_S = 2.0
"""For how long a process that fails tries to say so."""


class Channel:
    """Messages from and to one other process. Whatever it does wrong is a `RoundError`."""

    def __init__(
        self,
        streams: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        session: bytes,
        own: Role,
        roles: dict[int, Role],
        account: Account,
    ) -> None:
        self._reader, self._writer = streams
        self._session, self._own, self._roles, self._account = session, own, roles, account
        self._sent = self._received = 0
        self.peer = own
        """Who it is; whoever makes a channel says so."""

    @property
    def is_dead(self) -> bool:
        """Whether the other side has closed it."""
        return self._writer.is_closing() or self._reader.at_eof()

    async def send(self, place: Place, body: bytes, seconds: float) -> None:
        """Sends a message. Raises `RoundError` if the other side does not take it."""
        header = frame.pack(place, self._session, self._own.number, self._sent, body)
        self._sent += 1
        try:
            async with asyncio.timeout(seconds):
                self._writer.write(header)
                self._writer.write(body)
                await self._writer.drain()
        except TimeoutError:
            raise RoundError(self.peer, Cause.STALLED, place.round) from None
        except OSError:
            await self._read_last_word(place.round)
            raise RoundError(self.peer, Cause.CLOSED, place.round) from None
        self._account.sent(place.round, len(header) + len(body))

    async def receive(self, place: Place, seconds: float) -> bytes:
        """The body of the message that comes next, or `RoundError`."""
        try:
            async with asyncio.timeout(seconds):
                data = await self._reader.readexactly(HEADER.size)
                number = self.peer.number
                header = frame.unpack(data, place, self._session, number, self._received)
                body = await self._reader.readexactly(header.length)
            frame.check_body(header, body)
            self._received += 1
            if header.kind == Kind.FAILURE:
                who, cause = frame.unpack_failure(body)
                raise RoundError(self._roles.get(who, self.peer), cause, place.round, self.peer)
        except TimeoutError:
            raise RoundError(self.peer, Cause.STALLED, place.round) from None
        except (EOFError, OSError) as error:
            why = "its certificate was refused, or this one's" if _is_alert(error) else ""
            raise RoundError(self.peer, Cause.CLOSED, place.round, why=why) from None
        except MessageError as error:
            raise RoundError(self.peer, error.cause, place.round) from None
        self._account.received(place.round, len(data) + len(body))
        return body

    async def _read_last_word(self, round_: Round) -> None:
        """Raises what the other side said before it closed, if it said something."""
        nothing = Place(Kind.FAILURE, round_, 0, 0)
        try:
            await self.receive(nothing, LAST_WORD_S)
        except RoundError as error:
            if error.said_by is not None:
                raise

    async def fail(self, error: RoundError) -> None:
        """Says why the session ends, if the other side still listens."""
        place = Place(Kind.FAILURE, error.round, 0, 0)
        with suppress(RoundError):
            body = frame.pack_failure(error.who.number, error.cause)
            await self.send(place, body, LAST_WORD_S)
            # A connection that is closed with something unread takes back what was sent.
            with suppress(TimeoutError, OSError):
                async with asyncio.timeout(LAST_WORD_S):
                    while await self._reader.read(1 << 16):
                        pass
        await self.close()

    async def close(self) -> None:
        """Ends the connection."""
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(LAST_WORD_S):
                self._writer.close()
                await self._writer.wait_closed()
        self._writer.transport.abort()


def _is_alert(error: BaseException) -> bool:
    return isinstance(error, ssl.SSLError) and "ALERT" in (error.reason or "")
