"""Client and server of a library with slots: the parts that are the same for all."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from ringassay.sut.errors import Failed, Refused
from ringassay.sut.packets import Blob
from ringassay.sut.party import Circuit, Client, Server
from ringassay.sut.slots.backend import Backend
from ringassay.sut.slots.header import Header
from ringassay.sut.slots.program import Program
from ringassay.sut.slots.read import read_program
from ringassay.sut.slots.run import Prepared
from ringassay.sut.slots.target import RealTarget, Target, parse_target
from ringassay.sut.texts import KeyParameters, Vector


class SlotClient(Client):
    """Encrypts a row for each wire, reads the slots of results that their headers point at."""

    target: Target | RealTarget | None = None

    @abstractmethod
    def make_keys(self, params: KeyParameters) -> tuple[Target | RealTarget, Sequence[Blob]]:
        """Make and keep a secret key; what it can do, and the public keys."""

    @abstractmethod
    def encrypt_row(self, row: Sequence[Any]) -> Blob:
        """Encrypt a row of integers in [0, t), or of real or complex numbers."""

    @abstractmethod
    def decrypt_row(self, ciphertext: Blob) -> Sequence[Any]:
        """The row of a result."""

    def keygen(self, params: KeyParameters) -> list[Blob]:
        """The target, then the library's keys."""
        self.target = None
        self.target, keys = self.make_keys(params)
        return [self.target.json(), *keys]

    def encrypt(self, vectors: list[Vector]) -> list[Blob]:
        """One ciphertext per wire, the vector repeated over the row."""
        return [self.encrypt_row(self._keyed().spread(vector)) for vector in vectors]

    def decrypt(self, ciphertext: list[Blob]) -> list[list[Any]]:
        """Read of each output the slots that its header points at."""
        if len(ciphertext) % 2:
            raise Failed(f"2 chunks for each output expected, got {len(ciphertext)} in all")
        return [
            self._read(header, row)
            for header, row in zip(ciphertext[::2], ciphertext[1::2], strict=True)
        ]

    def _read(self, packed: Blob, ciphertext: Blob) -> list[Any]:
        target = self._keyed()
        header = Header.unpack(packed)
        if header.offset + target.batch > target.row:
            raise Failed(f"the result's header points at slot {header.offset}, outside the row")
        row = self.decrypt_row(ciphertext)
        slots = [
            row[header.offset + (i - header.offset) % target.batch] for i in range(target.batch)
        ]
        return [header.read(value, target.modulus) for value in slots] if target.modulus else slots

    def _keyed(self) -> Target | RealTarget:
        if self.target is None:
            raise Failed("no key yet")
        return self.target


class SlotServer(Server):
    """Runs slot programs, and plans circuits itself where it is sent one.

    The latter is the original protocol, which has no packet for programs.
    """

    def __init__(self) -> None:
        super().__init__()
        self._declared = b""
        self._target: Target | RealTarget | None = None
        self._backend: Backend[Any, Any] | None = None
        self._prepared: Prepared[Any, Any] | None = None

    @abstractmethod
    def load_keys(self, keys: Sequence[Blob]) -> Backend[Any, Any]:
        """The library's operations under these keys."""

    def load_key(self, key: list[Blob]) -> None:
        """Load all public keys; the old ones go before the new ones come."""
        self._backend = self._prepared = None
        if not key:
            raise Failed("the key is empty")
        self._declared = bytes(key[0])
        self._target = parse_target(self._declared)
        self._backend = self.load_keys(key[1:])

    def ingest(self, circuit: Circuit) -> None:
        """Plan."""
        if self._backend is None:
            raise Failed("no key loaded")
        try:
            text = circuit.slot_program(self._declared)
        except ValueError as error:
            raise Refused(str(error)) from error
        self.ingest_program(read_program(text))

    def ingest_program(self, program: Program) -> None:
        """Encode the rows of a program."""
        self._prepared = None
        if self._backend is None or self._target is None:
            raise Failed("no key loaded")
        program.check_key(self._target)
        begin = getattr(self._backend, "begin", None)
        if begin is not None:
            begin(program)
        self._prepared = Prepared(program, self._backend)
        for note in program.notes:
            self.note(note)

    def evaluate(self, ciphertexts: list[Blob]) -> list[Blob]:
        """Run the program; the answer is a header and a ciphertext for each output."""
        if self._backend is None or self._prepared is None:
            raise Failed("no circuit ingested")
        backend, program = self._backend, self._prepared.program
        if len(ciphertexts) != program.wires:
            raise Failed(f"{program.wires} ciphertexts expected, got {len(ciphertexts)}")

        def load(wire: int, level: int) -> Any:
            with self.part("load_ns"):
                return backend.load(ciphertexts[wire], level)

        results = self._prepared.run(load)
        with self.part("save_ns"):
            return [
                chunk
                for (_, header), result in zip(program.outputs, results, strict=True)
                for chunk in (header.pack(), backend.save(result))
            ]
