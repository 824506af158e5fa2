"""A host for the two programs of a system, to the letter of docs/protocol.md and unforgiving.

It shares no code with the kits or the harness.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import Any

from slot_circuits import MiniCircuit

import ringassay

TIMEOUT_S = 120
CHUNKED = ("KEY", "EDATA")
CONTROL = ("HELLO", "REPORT", "ERROR")


def environment(*, modern: bool) -> dict[str, str]:
    """As the harness gives it: with or without the variable that offers protocol 2."""
    env = {key: value for key, value in os.environ.items() if key != "RINGASSAY_PROTOCOL"}
    env["PYTHONPATH"] = str(Path(ringassay.__path__[0]).parent)
    return {**env, "RINGASSAY_PROTOCOL": "2"} if modern else env


def packet(kind: str, body: bytes | Sequence[bytes]) -> bytes:
    """A packet of text or of chunks."""
    name = kind.encode()
    if isinstance(body, bytes):
        return name + b"\n" + body + b"\nEND" + name + b"\n"
    sized = b"".join(b"%d\n%b" % (len(chunk), chunk) for chunk in body)
    return name + b"\n" + sized + b"END" + name + b"\n"


@dataclass(frozen=True)
class Answer:
    """An answer and the report in front of it."""

    kind: str
    body: Any
    report: dict[str, Any] | None

    @property
    def failed(self) -> bool:
        return self.kind == "ERROR"

    @property
    def refused(self) -> bool:
        return self.failed and self.body["kind"] == "refused"

    @property
    def message(self) -> str:
        assert self.failed, f"{self.kind} in place of an error"
        assert self.body["kind"] in ("refused", "failed") and self.body["message"]
        return str(self.body["message"])


class Program:
    """One process; it has `TIMEOUT_S` for each answer."""

    def __init__(self, argv: Sequence[str], *, modern: bool = True) -> None:
        self.process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(modern=modern),
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._in, self._out = self.process.stdin, self.process.stdout
        self.hello: dict[str, Any] = self._read()[1] if modern else {}

    def tell(self, data: bytes) -> None:
        self._in.write(data)
        self._in.flush()

    def answer(self) -> Answer:
        kind, body = self._read()
        report = None
        if kind == "REPORT":
            report = body
            kind, body = self._read()
        return Answer(kind, body, report)

    def ask(self, kind: str, body: bytes | Sequence[bytes]) -> Answer:
        self.tell(packet(kind, body))
        return self.answer()

    def end(self) -> tuple[int, bytes, str]:
        """Close the input: exit code, what was left to read, standard error."""
        said, errors = self.process.communicate(timeout=TIMEOUT_S)
        return self.process.returncode, said, errors.decode(errors="replace")

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def _read(self) -> tuple[str, Any]:
        timer = Timer(TIMEOUT_S, self.process.kill)
        timer.start()
        try:
            kind = self._line().decode()
            footer = b"END" + kind.encode()
            if kind in CHUNKED:
                chunks = []
                while (line := self._line()) != footer:
                    assert line == str(int(line)).encode(), f"a size: {line!r}"
                    chunks.append(self._out.read(int(line)))
                    assert len(chunks[-1]) == int(line)
                assert chunks, f"{kind} without a chunk"
                return kind, chunks
            lines = []
            while (line := self._line()) != footer:
                lines.append(line)
            body = b"\n".join(lines)
            if kind in CONTROL:
                assert len(lines) == 1 and len(body) <= 1 << 20
                return kind, json.loads(body)
            return kind, body
        finally:
            timer.cancel()

    def _line(self) -> bytes:
        line = self._out.readline()
        if not line.endswith(b"\n"):
            self.process.kill()
            errors = self.process.communicate()[1].decode(errors="replace")
            raise AssertionError(f"the program ended or took too long: {line[:80]!r}; {errors}")
        return line[:-1]


class Pair:
    """Client and server of a system, and the key that both have."""

    def __init__(self, argv: Sequence[str]) -> None:
        self.client, self.server = Program([*argv, "client"]), Program([*argv, "server"])
        self.takes_programs = self.server.hello.get("planner") == "ringassay"
        self.batch, self.modulus = 0, None

    def keygen(
        self, batch: int, depth: float, modulus: int | None, security: int = 128
    ) -> tuple[Answer, list[bytes]]:
        """A key, not yet given to the server; its chunks."""
        end = "" if modulus is None else f",T={modulus}"
        asked = f"L={batch},D={depth:.1f},K={security}{end}".encode()
        made = self.client.ask("KEY", asked)
        self.batch, self.modulus = batch, modulus
        return made, [] if made.failed else made.body

    def key(self, batch: int, depth: float, modulus: int | None) -> list[bytes]:
        """A key that both have."""
        made, chunks = self.keygen(batch, depth, modulus)
        assert made.kind == "KEY", made.body
        self.server.tell(packet("KEY", chunks))
        self.target = json.loads(chunks[0]) if self.takes_programs else {}
        return chunks

    def ingest(self, circuit: MiniCircuit | bytes) -> Answer:
        """A circuit, as a program where they are taken; or a program as it stands."""
        if isinstance(circuit, bytes):
            return self.server.ask("PROGRAM", circuit)
        if not self.takes_programs:
            return self.server.ask("CIRCUIT", circuit.text())
        declared = json.dumps(self.target).encode()
        return self.server.ask("PROGRAM", circuit.slot_program(declared))

    def ready(self, circuit: MiniCircuit | bytes) -> Answer:
        """The same, which has to succeed."""
        said = self.ingest(circuit)
        assert (said.kind, said.body) == ("CIRCUIT", b"CIRCUIT READY"), said.body
        return said

    def encrypt(self, vectors: Sequence[Sequence[int]]) -> list[bytes]:
        made = self.client.ask("PDATA", self.written(vectors))
        assert made.kind == "EDATA", made.body
        chunks: list[bytes] = made.body
        return chunks

    def written(self, vectors: Sequence[Sequence[int]]) -> bytes:
        """An input (docs/formats.md)."""
        if self.modulus is None:
            return f"[{','.join(''.join(map(str, vector)) for vector in vectors)}]".encode()
        return json.dumps([list(vector) for vector in vectors], separators=(",", ":")).encode()

    def evaluate(self, vectors: Sequence[Sequence[int]]) -> list[Any]:
        """Encrypted, evaluated, decrypted: a vector, or a list of several."""
        result = self.server.ask("EDATA", self.encrypt(vectors))
        assert result.kind == "EDATA", result.body
        return self.decrypt(result.body)

    def decrypt(self, chunks: Sequence[bytes]) -> list[Any]:
        said = self.client.ask("EDATA", chunks)
        assert said.kind == "PDATA", said.body
        found = [
            list(map(int, text)) if self.modulus is None else json.loads(text)
            for text in said.body.decode().split(";")
        ]
        return found[0] if len(found) == 1 else found

    def close(self) -> None:
        self.client.kill()
        self.server.kill()
