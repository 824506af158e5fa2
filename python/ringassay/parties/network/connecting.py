"""Connections over TLS 1.3, in which both sides show the certificate that the session names."""

from __future__ import annotations

import asyncio
import socket
import ssl
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from ringassay.parties.network.errors import Cause, SessionFileError
from ringassay.parties.network.session import Contact, host_and_port

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]

HANDSHAKE_S = 10.0
MOST_UNKNOWN = 32
"""Connections at a time that have not shown a certificate yet; beyond them one is closed."""
AGAIN_S = 0.2
"""After so long a process that does not answer is tried again."""
BUFFER_BYTES = 1 << 18


def context(own: Contact, key: Path, others: list[Contact], *, listens: bool) -> ssl.SSLContext:
    """What a side of a connection shows and accepts. Raises `SessionFileError`."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if listens else ssl.PROTOCOL_TLS_CLIENT)
    made.minimum_version = ssl.TLSVersion.TLSv1_3
    # Names are of no interest: the certificate has to be the one in the session file.
    made.check_hostname = False
    made.verify_mode = ssl.CERT_REQUIRED
    made.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    if listens:
        made.num_tickets = 0
    try:
        made.load_verify_locations(cadata="\n".join(one.certificate for one in others))
        with tempfile.NamedTemporaryFile("w", suffix=".crt") as file:
            file.write(own.certificate)
            file.flush()
            made.load_cert_chain(file.name, str(key), password=_no_password)
    except ssl.SSLError as error:
        reason = (error.reason or "it cannot be read").lower().replace("_", " ")
        raise SessionFileError(
            f"{key}: no private key of the certificate of {own.name} in the session, without a "
            f"password ({reason})"
        ) from None
    except OSError as error:
        raise SessionFileError(f"{key}: {error.strerror or error}") from error
    return made


def _no_password() -> str:
    return ""


def is_of(streams: Streams, contact: Contact) -> bool:
    """Whether the other side has shown this certificate."""
    shown = streams[1].get_extra_info("ssl_object").getpeercert(binary_form=True)
    return bool(shown == contact.der)


def listener(address: str) -> socket.socket:
    """A socket that listens. Raises `SessionFileError` for an address that is in use or no own."""
    host, port = host_and_port(address)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, place = found[0]
        made = socket.socket(family, kind, protocol)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind(place)
            made.listen(MOST_UNKNOWN)
        except BaseException:
            made.close()
            raise
    except OSError as error:
        raise SessionFileError(
            f"cannot listen at {address}: {error.strerror or error}; end what has it, or take "
            "another address in the session file"
        ) from error
    made.setblocking(False)
    return made


async def accept(
    server: socket.socket, tls: ssl.SSLContext, take: Callable[[Streams], Awaitable[None]]
) -> None:
    """Hands connections to `take` until it is cancelled: a few at a time, each for a short time
    until it has shown a certificate. What is wrong with one does not concern others."""
    loop = asyncio.get_running_loop()
    unknown: set[asyncio.Task[None]] = set()
    try:
        while True:
            try:
                connection, _ = await loop.sock_accept(server)
            except OSError:  # more files than may be open
                await asyncio.sleep(AGAIN_S)
                continue
            if len(unknown) >= MOST_UNKNOWN:
                connection.close()
                continue
            task = asyncio.create_task(_meet(connection, tls, take))
            unknown.add(task)
            task.add_done_callback(unknown.discard)
    finally:
        for task in unknown:
            task.cancel()
        await asyncio.gather(*unknown, return_exceptions=True)


async def _meet(
    connection: socket.socket, tls: ssl.SSLContext, take: Callable[[Streams], Awaitable[None]]
) -> None:
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=BUFFER_BYTES, loop=loop)
    protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
    try:
        transport, _ = await loop.connect_accepted_socket(
            lambda: protocol, connection, ssl=tls, ssl_handshake_timeout=HANDSHAKE_S
        )
    except OSError:  # no certificate of the session, or nothing in time
        connection.close()
        return
    await take((reader, asyncio.StreamWriter(transport, protocol, reader, loop)))


async def connect(contact: Contact, tls: ssl.SSLContext, seconds: float) -> Streams | Cause:
    """A connection to a process that may not have begun yet, or why there is none."""
    assert contact.address is not None
    host, port = host_and_port(contact.address)
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        try:
            async with asyncio.timeout(left):
                streams = await asyncio.open_connection(
                    host, port, ssl=tls, limit=BUFFER_BYTES, ssl_handshake_timeout=HANDSHAKE_S
                )
        except ssl.SSLCertVerificationError:
            return Cause.OTHER_CERTIFICATE
        except OSError:  # it does not listen yet
            await asyncio.sleep(AGAIN_S)
            continue
        if is_of(streams, contact):
            return streams
        streams[1].transport.abort()
        return Cause.OTHER_CERTIFICATE
    return Cause.ABSENT
