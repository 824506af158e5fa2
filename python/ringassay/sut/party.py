"""The two classes a library's author writes, and what they are given."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal, Protocol

from ringassay.sut.packets import Blob
from ringassay.sut.texts import KeyParameters, Vector

Instruction = tuple[int, str, Sequence[int], Sequence[complex] | int | None]
"""One gate: (node, name, operand nodes, constant or rotation amount). Wires are nodes 0..W-1."""


Part = Literal["choose_ns", "load_ns", "save_ns"]
"""A part of a step that docs/protocol.md names."""


class Circuit(Protocol):
    """A parsed circuit, as `ringassay._native.Circuit` offers it."""

    def instructions(self) -> Sequence[Instruction]:
        """The gates in order of evaluation."""

    def output_nodes(self) -> Sequence[int]:
        """The nodes of the outputs, in order; by default the last gate alone."""

    def summary(self) -> Mapping[str, Any]:
        """`space`, `modulus`, `wires`, `batch`, `depth`, `gates`, `counts` and more."""

    def slot_program(self, target: bytes) -> bytes:
        """The program for a target (docs/programs.md); ValueError where it cannot run."""


class _Party:
    """What client and server share: the things they may tell the reader of the report."""

    def __init__(self) -> None:
        self.parameters: Mapping[str, Any] = {}
        """Scheme parameters to report with the key (docs/protocol.md, REPORT)."""
        self._notes: list[str] = []
        self._parts: dict[str, int] = {}

    def note(self, text: str) -> None:
        """Say something the reader of this step's figures must know."""
        self._notes.append(text)

    @contextmanager
    def part(self, name: Part) -> Iterator[None]:
        """Measure a part of the present step, which the report then shows on its own.

        `choose_ns`: choosing parameters, in `keygen`, the time that passes. `load_ns`, `save_ns`:
        reading ciphertexts and writing the result, in `evaluate`, CPU time of the process. Times of
        one name add up.
        """
        clock = time.monotonic_ns if name == "choose_ns" else time.process_time_ns
        started = clock()
        try:
            yield
        finally:
            spent = clock() - started
            self._parts[name] = self._parts.get(name, 0) + spent

    def take_parts(self) -> dict[str, int]:
        """The parts since the last call, in ns; the kit sends them with the answer."""
        parts, self._parts = self._parts, {}
        return parts

    def take_notes(self) -> list[str]:
        """The notes since the last call; the kit sends them with the answer."""
        notes, self._notes = self._notes, []
        return notes


class Client(_Party, ABC):
    """Holds the secret key: makes keys, encrypts, decrypts."""

    @abstractmethod
    def keygen(self, params: KeyParameters) -> Blob | Sequence[Blob]:
        """Make and keep a secret key; return the public key for the server.

        Set `self.parameters` to what was chosen. Raise `Refused` if `params` cannot be met.
        """

    @abstractmethod
    def encrypt(self, vectors: list[Vector]) -> Sequence[Blob]:
        """Encrypt one vector per wire; one or more ciphertexts, as the server wants them."""

    @abstractmethod
    def decrypt(self, ciphertext: list[Blob]) -> Sequence[int] | Sequence[Sequence[int]]:
        """Decrypt what the server answered to one vector of `params.batch` values.

        A list of vectors for a circuit of several outputs, in their order (HELLO, `max_outputs`).
        """


class Server(_Party, ABC):
    """Knows the public key only: takes circuits, evaluates them."""

    @abstractmethod
    def load_key(self, key: list[Blob]) -> None:
        """Take the public key, as `Client.keygen` returned it."""

    @abstractmethod
    def ingest(self, circuit: Circuit) -> None:
        """Prepare for `circuit`. Raise `Refused` if it cannot be evaluated under this key."""

    @abstractmethod
    def evaluate(self, ciphertexts: list[Blob]) -> Sequence[Blob]:
        """Evaluate the ingested circuit on what `Client.encrypt` returned."""
