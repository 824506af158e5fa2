"""The SUT kit: the protocol of docs/protocol.md around two small classes.

A library's author writes a `Client` (keys, encryption, decryption) and a `Server` (evaluation)
and ends the program with

    if __name__ == "__main__":
        serve(client=MyClient, server=MyServer, about=Hello(...))

which is then run as `python my_sut.py client` and `python my_sut.py server`. Packets, both forms of
the protocol, reports, errors and the protection of standard output are handled here.
`ringassay sut new` writes a complete pair; docs/writing-an-adapter.md has the rules.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from typing import NoReturn

from ringassay.sut import stdio
from ringassay.sut.about import (
    COMPLEX_GATES,
    FAN_IN_GATES,
    MAX_OUTPUTS,
    PLANNER,
    REAL_GATES,
    SIMD_GATES,
    ZT_GATES,
    Hello,
)
from ringassay.sut.errors import Failed, FormatError, ProtocolError, Refused
from ringassay.sut.packets import Blob, PacketReader, PacketWriter
from ringassay.sut.party import Circuit, Client, Instruction, Server
from ringassay.sut.session import ClientSession, ServerSession, Session
from ringassay.sut.slots.party import SlotClient, SlotServer
from ringassay.sut.texts import KeyParameters, Vector

__all__ = [
    "COMPLEX_GATES",
    "FAN_IN_GATES",
    "MAX_OUTPUTS",
    "PLANNER",
    "REAL_GATES",
    "SIMD_GATES",
    "ZT_GATES",
    "Blob",
    "Circuit",
    "Client",
    "Failed",
    "FormatError",
    "Hello",
    "Instruction",
    "KeyParameters",
    "Refused",
    "Server",
    "SlotClient",
    "SlotServer",
    "Vector",
    "serve",
]


def parse_native(text: bytes) -> Circuit:
    """Parse a circuit with the compiled parser (imported on first use)."""
    from ringassay._native import Circuit as Native  # noqa: PLC0415 - only the server pays for it

    return Native.parse(text)


def serve(
    *,
    client: Callable[[], Client],
    server: Callable[[], Server],
    about: Hello,
    role: str | None = None,
    parse_circuit: Callable[[bytes], Circuit] = parse_native,
) -> NoReturn:
    """Run one of the two programs on standard input and output, and exit.

    `role` is "client" or "server"; by default it is the first command-line argument. Exit codes:
    0 at end of input, 1 when a step of the original protocol (which has no error packet) fails,
    2 for malformed input or a wrong command line.
    """
    chosen = role if role is not None else (sys.argv[1] if len(sys.argv) > 1 else "")
    if chosen not in ("client", "server"):
        sys.exit(f"usage: {sys.argv[0]} client|server   (packets on standard input and output)")
    packets_in, packets_out = stdio.claim()
    modern = os.environ.get("RINGASSAY_PROTOCOL") == "2"
    reader, writer = PacketReader(packets_in), PacketWriter(packets_out)
    session: Session
    if chosen == "client":
        session = ClientSession(client(), reader, writer, modern=modern)
    else:
        session = ServerSession(server(), reader, writer, parse_circuit, modern=modern)
    code = 2
    try:
        if modern:
            writer.text("HELLO", about.packet(chosen))
        code = session.run()
    except ProtocolError as error:
        print(f"{about.name} {chosen}: {error}", file=sys.stderr)
    except BrokenPipeError:
        print(f"{about.name} {chosen}: the reader of standard output is gone", file=sys.stderr)
    except Exception:
        traceback.print_exc()
        code = 1
    sys.stderr.flush()
    os._exit(code)  # no destructors of libraries between the end of input and the end
