"""Client and server of libraries that compute on single bits: all but what the library does.

An input is a chunk for each wire, an output likewise: for each bit the length of its ciphertext as
four bytes, the lowest first, and the ciphertext.
"""

from __future__ import annotations

import struct
from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from ringassay.sut.bits import Bit, Gates, Held, evaluate
from ringassay.sut.errors import Failed, Refused
from ringassay.sut.packets import Blob
from ringassay.sut.party import Circuit, Client, Server
from ringassay.sut.texts import KeyParameters, Vector

MAX_BATCH = 1 << 10

_SIZE = struct.Struct("<I")


class Form(NamedTuple):
    """How a library's ciphertexts are bytes."""

    write: Callable[[Any], bytes]
    read: Callable[[Blob], Any]
    """Raises `Failed` for bytes that are no ciphertext."""


def packed(ciphertexts: Iterable[bytes]) -> bytes:
    """A chunk of these."""
    return b"".join(part for data in ciphertexts for part in (_SIZE.pack(len(data)), data))


def unpacked(chunk: Blob, batch: int) -> list[Blob]:
    """The inverse of `packed`."""
    view = memoryview(chunk)
    found: list[Blob] = []
    while view:
        if len(view) < _SIZE.size:
            raise Failed("a ciphertext ends within a length")
        (size,) = _SIZE.unpack(view[: _SIZE.size])
        body, view = view[_SIZE.size : _SIZE.size + size], view[_SIZE.size + size :]
        if len(body) != size or not size:
            raise Failed(f"{size} bytes of a ciphertext expected, {len(body)} are there")
        found.append(body)
    if len(found) != batch:
        raise Failed(f"{batch} bits expected, got {len(found)}")
    return found


class BitClient(Client):
    """Holds the keys of one user."""

    def __init__(self, form: Form) -> None:
        super().__init__()
        self._form = form
        self._batch: int | None = None
        """None: there is no key."""

    def keygen(self, params: KeyParameters) -> list[Blob]:
        """Keys for vectors of bits."""
        self._batch = None
        if params.modulus is not None or params.reals is not None or params.fan_in:
            raise Refused("batched circuits over bits only: no integers, no reals")
        if params.batch > MAX_BATCH:
            raise Refused(f"batch {params.batch}: at most {MAX_BATCH}")
        chunks = self._make_keys(params)
        self._batch = params.batch
        return chunks

    def encrypt(self, vectors: list[Vector]) -> list[Blob]:
        """A chunk for each wire."""
        self._keyed()
        write, bits = self._form.write, self._encrypt_bit
        return [packed(write(bits(int(bit))) for bit in vector) for vector in vectors]

    def decrypt(self, ciphertext: list[Blob]) -> list[list[int]]:
        """A vector for each chunk."""
        batch, read = self._keyed(), self._form.read
        return [
            [self._decrypt_bit(read(bit)) for bit in unpacked(chunk, batch)] for chunk in ciphertext
        ]

    def _keyed(self) -> int:
        if self._batch is None:
            raise Failed("no key yet")
        return self._batch

    @abstractmethod
    def _make_keys(self, params: KeyParameters) -> list[Blob]:
        """All keys; sets `parameters`, and returns what the server gets."""

    @abstractmethod
    def _encrypt_bit(self, bit: int) -> Any:
        """A ciphertext."""

    @abstractmethod
    def _decrypt_bit(self, bit: Any) -> int:
        """What it holds."""


class BitServer(Server):
    """Evaluates circuits over bits, gate by gate."""

    def __init__(self, form: Form) -> None:
        super().__init__()
        self._form = form
        self._batch: int | None = None
        self._circuit: Circuit | None = None
        self._count = 0

    def load_key(self, key: list[Blob]) -> None:
        """The keys for gates."""
        self._batch = self._circuit = None
        self._batch = self._load_keys(key)

    def ingest(self, circuit: Circuit) -> None:
        """Only batched circuits over bits, of the batch of the key."""
        self._circuit = None
        if self._batch is None:
            raise Failed("no key yet")
        summary = circuit.summary()
        if summary["space"] != "gf2" or summary["batch"] != self._batch:
            raise Refused(f"circuits over bits with L = {self._batch} only, by this key")
        self._circuit = circuit

    def evaluate(self, ciphertexts: list[Blob]) -> list[Blob]:
        """The outputs, a chunk for each."""
        batch, circuit = self._batch, self._circuit
        if batch is None or circuit is None:
            raise Failed("no circuit ingested")
        wires = circuit.summary()["wires"]
        if len(ciphertexts) != wires:
            raise Failed(f"{wires} ciphertexts expected, got {len(ciphertexts)}")
        read, write = self._form.read, self._form.write
        with self.part("load_ns"):
            inputs: list[list[Bit]] = [
                [Held(read(bit)) for bit in unpacked(chunk, batch)] for chunk in ciphertexts
            ]
        gates, self._count = self._gates(), 0
        outputs = evaluate(circuit, gates, inputs)

        def ciphertext(bit: Bit) -> Any:
            return gates.plain(bit) if isinstance(bit, Held) else self._known(bit, inputs[0][0])

        with self.part("save_ns"):
            chunks: list[Blob] = [
                packed(write(ciphertext(bit)) for bit in output) for output in outputs
            ]
        self.note(f"{self._count} gates with bootstrapping")
        return chunks

    def _counted(self, gate: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """The gate, counted."""

        def apply(a: Any, b: Any) -> Any:
            self._count += 1
            return gate(a, b)

        return apply

    @abstractmethod
    def _load_keys(self, key: list[Blob]) -> int:
        """Takes what `BitClient` made; returns the batch."""

    @abstractmethod
    def _gates(self) -> Gates:
        """The library's gates under these keys, those with bootstrapping `_counted`."""

    @abstractmethod
    def _known(self, bit: bool, held: Bit) -> Any:
        """A ciphertext of what everybody knows; `held` is some bit of the input."""
