"""Client and server of a system over real or complex numbers, asked packet by packet."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from kit_host import Answer, Program, packet
from real_oracle import evaluated, number

TOLERANCE = 4 * 2.0**-20


def _written(value: complex) -> str:
    """As docs/formats.md has it; reals as Python writes them."""
    return repr(value).strip("()").replace("j", "i")


def _numbers(vector: str) -> list[complex]:
    return list(map(number, vector.removeprefix("[").removesuffix("]").split(",")))


class RealPair:
    """Client and server, with a key for reals or complex numbers."""

    def __init__(
        self, argv: Sequence[str], key: str, usual: tuple[Sequence[complex], Sequence[complex]]
    ) -> None:
        self.asked, self.usual = key, usual
        self.client, self.server = Program([*argv, "client"]), Program([*argv, "server"])
        self.chunks = self.key()

    def key(self) -> list[bytes]:
        made = self.client.ask("KEY", self.asked.encode())
        assert made.kind == "KEY", made.body
        self.report = made.report
        self.target = json.loads(made.body[0])
        self.server.tell(packet("KEY", made.body))
        chunks: list[bytes] = made.body
        return chunks

    def ready(self, text: bytes) -> None:
        said = self.server.ask("PROGRAM", text)
        assert (said.kind, said.body) == ("CIRCUIT", b"CIRCUIT READY"), said.body

    def encrypt(self, vectors: Sequence[Sequence[complex]]) -> list[bytes]:
        rows = ("[" + ",".join(map(_written, vector)) + "]" for vector in vectors)
        made = self.client.ask("PDATA", f"[{','.join(rows)}]".encode())
        assert made.kind == "EDATA", made.body
        chunks: list[bytes] = made.body
        return chunks

    def result(self, vectors: Sequence[Sequence[complex]]) -> list[bytes]:
        made = self.server.ask("EDATA", self.encrypt(vectors))
        assert made.kind == "EDATA", made.body
        chunks: list[bytes] = made.body
        return chunks

    def decrypt(self, chunks: Sequence[bytes]) -> Answer:
        return self.client.ask("EDATA", chunks)

    def check(self, text: bytes, *vectors: Sequence[complex]) -> None:
        self.ready(text)
        given = vectors or self.usual
        said = self.decrypt(self.result(given))
        assert said.kind == "PDATA", said.body
        found = [_numbers(vector) for vector in said.body.decode().split(";")]
        wanted = evaluated(text, given)
        assert len(found) == len(wanted)
        for got, want in zip(found, wanted, strict=True):
            assert got == pytest.approx(want, abs=TOLERANCE, rel=0)
