"""Prints a session with a system under test, as docs/adapter-any-language.md has it.

    javac -d adapters/java/build adapters/java/*.java
    python docs/transcript.py java -cp adapters/java/build Plain

The arguments are the program and what stands in front of its role.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import IO

CIRCUIT = b"CIRCUIT\nW=2,D=1.1,L=3,T=257\nG2:LMUL(W0,W1)\nG3:LADD(G2,W0)\nENDCIRCUIT\n"
DEEP = b"KEY\nL=3,D=1.1,K=4000,T=257\nENDKEY\n"


class Party:
    """One of the two programs; each packet is printed as it passes."""

    def __init__(self, command: list[str], role: str) -> None:
        self.letter = role[0].upper()
        self.process = subprocess.Popen(
            [*command, role],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "RINGASSAY_PROTOCOL": "2"},
        )

    def send(self, packet: bytes) -> None:
        """Passes a packet on."""
        show(f"H→{self.letter}", packet)
        stdin = self.process.stdin
        assert stdin is not None
        stdin.write(packet)
        stdin.flush()

    def receive(self) -> bytes:
        """The answer; a report in front of it is shown, and not passed on."""
        stdout = self.process.stdout
        assert stdout is not None
        packet = read(stdout)
        show(f"{self.letter}→H", packet)
        return self.receive() if packet.startswith(b"REPORT\n") else packet

    def end(self) -> None:
        """Closes its input: that ends it."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        print(f"H→{self.letter} end of input; it exits with {self.process.wait(60)}")


def read(stream: IO[bytes]) -> bytes:
    """A packet from its header to its footer: of lines, or of chunks."""
    packet = header = stream.readline()
    chunks = header in {b"KEY\n", b"EDATA\n"}
    while True:
        line = stream.readline()
        packet += line
        if line == b"END" + header:
            return packet
        if not line:
            sys.exit(f"the program ended within {packet!r}")
        if chunks:
            packet += stream.read(int(line))


def show(direction: str, packet: bytes) -> None:
    """Each line feed as the two characters that Java, C and Python write for it, and a new line."""
    head, *rest = packet.decode("ascii").replace("\n", "\\n\n").splitlines()
    print(f"{direction} {head}", *rest, sep="\n    ")


def session(command: list[str]) -> None:
    """A key, a circuit, an input, the answer; then a key that is refused."""
    client, server = Party(command, "client"), Party(command, "server")
    client.receive()
    server.receive()
    client.send(b"KEY\nL=3,D=1.1,K=128,T=257\nENDKEY\n")
    server.send(client.receive())
    server.send(CIRCUIT)
    server.receive()
    client.send(b"PDATA\n[[1,2,3],[100,100,100]]\nENDPDATA\n")
    server.send(client.receive())
    client.send(server.receive())
    client.receive()
    client.send(DEEP)
    client.receive()
    client.end()
    server.end()


if __name__ == "__main__":
    session(sys.argv[1:])
