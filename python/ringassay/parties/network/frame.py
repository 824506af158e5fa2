"""Messages as bytes: a header of 96 bytes, and a body.

    magic             8   89 72 70 72 74 0d 0a 1a
    version           2   1
    kind, 0           2
    round, item       4   which message this is
    sender            4   number of the party, 0 for the combiner
    sequence          4   from 0 on, of this sender on this connection
    length            8   of the body
    session          32   SHA-256 of all that the session file says, and of the parameters
    hash             32   SHA-256 of the body

All numbers are little endian. A reader knows which message comes next and how long it can be: it
checks the header before it takes anything of the body.
"""

from __future__ import annotations

import hashlib
import struct
from enum import IntEnum
from typing import NamedTuple

from ringassay.parties.network.errors import Cause, MessageError, Round

MAGIC = b"\x89rprt\r\n\x1a"
VERSION = 1
HEADER = struct.Struct("<8sHBBHHIIQ32s32s")


class Kind(IntEnum):
    """What a message is."""

    READY = 1
    SHARE = 2
    SUM = 3
    INPUT = 4
    DONE = 5
    FAILURE = 6


MOST_FAILURE_BYTES = 64
"""Who, and the name of what they did."""


class Place(NamedTuple):
    """Which message, and how many bytes its body has."""

    kind: Kind
    round: Round
    item: int
    length: int


class Header(NamedTuple):
    """What a header says that was not known before."""

    kind: Kind
    length: int
    hash: bytes


def pack(place: Place, session: bytes, sender: int, sequence: int, body: bytes) -> bytes:
    """The header of a message."""
    return HEADER.pack(
        MAGIC,
        VERSION,
        place.kind,
        0,
        place.round.number,
        place.item,
        sender,
        sequence,
        len(body),
        session,
        hashlib.sha256(body).digest(),
    )


def unpack(data: bytes, expected: Place, session: bytes, sender: int, sequence: int) -> Header:
    """The header of the message that is expected, or of a failure. Raises `MessageError`."""
    magic, version, kind, zero, round_, item, from_, number, length, of, hash_ = HEADER.unpack(data)
    if (magic, version, zero) != (MAGIC, VERSION, 0) or kind not in set(Kind):
        raise MessageError(Cause.NO_MESSAGE)
    if of != session:
        raise MessageError(Cause.OTHER_SESSION)
    if from_ != sender:
        raise MessageError(Cause.OTHER_SENDER)
    if number != sequence:
        raise MessageError(Cause.DISORDER)
    if kind == Kind.FAILURE:
        if length > MOST_FAILURE_BYTES:
            raise MessageError(Cause.LENGTH)
    elif (kind, round_, item) != (expected.kind, expected.round.number, expected.item):
        raise MessageError(Cause.DISORDER)
    elif length != expected.length:
        raise MessageError(Cause.LENGTH)
    return Header(Kind(kind), length, hash_)


def check_body(header: Header, body: bytes) -> None:
    """Raises `MessageError` unless the body has its hash."""
    if hashlib.sha256(body).digest() != header.hash:
        raise MessageError(Cause.DAMAGED)


def pack_failure(number: int, cause: Cause) -> bytes:
    """The body of a failure: who, and what."""
    return struct.pack("<I", number) + cause.name.encode()


def unpack_failure(body: bytes) -> tuple[int, Cause]:
    """Who, and what. Raises `MessageError`."""
    try:
        return struct.unpack("<I", body[:4])[0], Cause[body[4:].decode()]
    except (struct.error, KeyError, UnicodeDecodeError):
        raise MessageError(Cause.NO_MESSAGE) from None
