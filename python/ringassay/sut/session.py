"""One session of a SUT: reads requests, calls the author's class, writes answers."""

from __future__ import annotations

import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ringassay.sut import about, meter, returned
from ringassay.sut.errors import Failed, Refused
from ringassay.sut.keytext import key_from_text, key_to_text
from ringassay.sut.packets import Blob, PacketReader, PacketWriter
from ringassay.sut.party import Circuit, Client, Server
from ringassay.sut.slots.party import SlotServer
from ringassay.sut.slots.read import read_program
from ringassay.sut.texts import KeyParameters, format_output, parse_input

Answer = tuple[str, bytes | Sequence[Blob]]
"""Kind and body of an answer: text as bytes, data as a sequence of chunks."""


class Session(ABC):
    """What both roles share: one answer per request, preceded by a report if that is spoken."""

    requests: tuple[str, ...]

    def __init__(self, reader: PacketReader, writer: PacketWriter, *, modern: bool) -> None:
        self._reader = reader
        self._writer = writer
        self._modern = modern

    def run(self) -> int:
        """Serve until the end of input (0) or a failure that only an exit can tell (1)."""
        while (kind := self._reader.header(self.requests)) is not None:
            step = self._read(kind)
            if step is not None and not self._answer(step):
                return 1
        return 0

    @abstractmethod
    def _read(self, kind: str) -> Callable[[], Answer] | None:
        """Read the request's body; return the work that answers it, None if it has no answer."""

    @abstractmethod
    def _take_notes(self) -> list[str]:
        """Notes for the report."""

    @abstractmethod
    def _take_parts(self) -> Mapping[str, int]:
        """Parts of the step's time for the report."""

    @abstractmethod
    def _parameters(self, kind: str) -> Mapping[str, Any]:
        """Scheme parameters to report with an answer of this kind."""

    def _take_key_load_ns(self) -> int | None:
        """What loading a key took within the step, if one was loaded."""
        return None

    def _answer(self, step: Callable[[], Answer]) -> bool:
        clock = meter.Meter.start()
        try:
            kind, body = step()
        except Refused as error:
            return self._error("refused", str(error))
        except Failed as error:
            return self._error("failed", str(error))
        except Exception as error:
            traceback.print_exc()
            return self._error("failed", f"{type(error).__name__}: {error}{_place(error)}")
        if self._modern:
            key_load_ns = self._take_key_load_ns()
            self._writer.text(
                "REPORT",
                about.report(
                    compute_ns=clock.compute_ns() - (key_load_ns or 0),
                    cpu_ns=clock.cpu_ns(),
                    peak_bytes=meter.peak_bytes(),
                    parts={**self._take_parts(), **_some(key_load_ns=key_load_ns)},
                    parameters=self._parameters(kind),
                    notes=self._take_notes(),
                ),
            )
        if isinstance(body, bytes):
            self._writer.text(kind, body)
        else:
            self._writer.chunks(kind, body)
        return True

    def _error(self, kind: str, message: str) -> bool:
        """Tell the harness; False if the protocol spoken leaves the exit code as the only way."""
        self._take_notes()
        self._take_parts()
        if self._modern:
            self._writer.text("ERROR", about.error(kind, message))
        else:
            print(f"{kind}: {message}", file=sys.stderr)
        return self._modern


class ClientSession(Session):
    """KEY, PDATA and EDATA requests on a `Client`."""

    requests = ("KEY", "PDATA", "EDATA")

    def __init__(
        self, client: Client, reader: PacketReader, writer: PacketWriter, *, modern: bool
    ) -> None:
        super().__init__(reader, writer, modern=modern)
        self._client = client
        self._params: KeyParameters | None = None

    def _read(self, kind: str) -> Callable[[], Answer]:
        if kind == "EDATA":
            ciphertext = self._reader.chunks(kind)
            return lambda: self._decrypt(ciphertext)
        text = self._reader.text(kind)
        if kind == "KEY":
            return lambda: self._keygen(text)
        return lambda: self._encrypt(text)

    def _keygen(self, text: bytes) -> Answer:
        self._params = None  # a failed key generation leaves no key behind
        params = KeyParameters.parse(text)
        key = self._client.keygen(params)
        chunks = returned.chunks(self._client, "keygen", key, single=True)
        self._params = params
        return "KEY", chunks if self._modern else key_to_text(chunks)

    def _encrypt(self, text: bytes) -> Answer:
        ciphertexts = self._client.encrypt(parse_input(text, self._keyed()))
        return "EDATA", returned.chunks(self._client, "encrypt", ciphertexts)

    def _decrypt(self, ciphertext: list[Blob]) -> Answer:
        params = self._keyed()
        vectors = returned.outputs(
            self._client, "decrypt", self._client.decrypt(ciphertext), params
        )
        return "PDATA", format_output(vectors, params)

    def _keyed(self) -> KeyParameters:
        if self._params is None:
            raise Failed("no key yet: a KEY request must succeed before PDATA and EDATA")
        return self._params

    def _take_notes(self) -> list[str]:
        return self._client.take_notes()

    def _take_parts(self) -> Mapping[str, int]:
        return self._client.take_parts()

    def _parameters(self, kind: str) -> Mapping[str, Any]:
        return self._client.parameters if kind == "KEY" else {}


class ServerSession(Session):
    """KEY, CIRCUIT, PROGRAM and EDATA requests on a `Server`."""

    def __init__(
        self,
        server: Server,
        reader: PacketReader,
        writer: PacketWriter,
        parse_circuit: Callable[[bytes], Circuit],
        *,
        modern: bool,
    ) -> None:
        super().__init__(reader, writer, modern=modern)
        self._server = server
        takes_programs = modern and isinstance(server, SlotServer)
        self.requests = ("KEY", "CIRCUIT", *(["PROGRAM"] if takes_programs else []), "EDATA")
        self._parse_circuit = parse_circuit
        self._key: list[Blob] | None = None  # received and not loaded yet
        self._key_text: bytes | None = None  # the same, as the original protocol sends it
        self._keyed = False
        self._key_load_ns: int | None = None
        self._ready = False

    def _read(self, kind: str) -> Callable[[], Answer] | None:
        if kind == "KEY":
            # Not answered, so loading waits for the circuit: its cost and its failure belong to
            # the ingestion step, which has an answer to carry them.
            self._key = self._reader.chunks(kind) if self._modern else None
            self._key_text = None if self._modern else self._reader.text(kind)
            self._keyed = self._ready = False
            return None
        if kind in ("CIRCUIT", "PROGRAM"):
            text = self._reader.text(kind)
            return lambda: self._ingest(kind, text)
        chunks = self._reader.chunks(kind)
        return lambda: self._evaluate(chunks)

    def _ingest(self, kind: str, text: bytes) -> Answer:
        self._ready = False
        self._load_key()
        if not self._keyed:
            raise Failed("no key yet: a KEY packet must come before CIRCUIT")
        if kind == "PROGRAM" and isinstance(self._server, SlotServer):
            self._server.ingest_program(read_program(text))
        else:
            try:
                circuit = self._parse_circuit(text)
            except ValueError as error:
                raise Refused(f"circuit: {error}") from error
            self._server.ingest(circuit)
        self._ready = True
        return "CIRCUIT", b"CIRCUIT READY"

    def _load_key(self) -> None:
        clock = meter.Meter.start()
        if self._key_text is not None:
            self._key, self._key_text = key_from_text(self._key_text), None
        if self._key is not None:
            self._server.load_key(self._key)
            self._key, self._keyed = None, True
            self._key_load_ns = clock.compute_ns()

    def _take_key_load_ns(self) -> int | None:
        taken, self._key_load_ns = self._key_load_ns, None
        return taken

    def _evaluate(self, chunks: list[Blob]) -> Answer:
        if not self._ready:
            raise Failed("no circuit yet: a CIRCUIT must be ingested before EDATA")
        answer = self._server.evaluate(chunks)
        return "EDATA", returned.chunks(self._server, "evaluate", answer)

    def _take_notes(self) -> list[str]:
        return self._server.take_notes()

    def _take_parts(self) -> Mapping[str, int]:
        return self._server.take_parts()

    def _parameters(self, kind: str) -> Mapping[str, Any]:
        return self._server.parameters if kind == "CIRCUIT" else {}


def _place(error: Exception) -> str:
    """Where an exception was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""


def _some(**values: int | None) -> dict[str, int]:
    """What is known."""
    return {name: value for name, value in values.items() if value is not None}
