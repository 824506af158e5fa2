"""Client and server: keys and ciphertexts are the worker's, in HElib's own form."""

from __future__ import annotations

import array
from collections.abc import Sequence
from functools import partial

from ringassay.sut.errors import Failed, Refused
from ringassay.sut.helib.circuits import Evaluator
from ringassay.sut.helib.parameters import Made, asked, described, judged
from ringassay.sut.packets import Blob
from ringassay.sut.party import Circuit, Client, Server
from ringassay.sut.texts import KeyParameters, Vector
from ringassay.sut.worker import Worker, words_of


class HelibClient(Client):
    """Encrypts with the public key, as any sender would."""

    def __init__(self, command: Sequence[str], m: int = 0) -> None:
        super().__init__()
        self._start = partial(Worker, command)
        self._m = m
        self._worker: Worker | None = None

    def keygen(self, params: KeyParameters) -> list[Blob]:
        """What the key is for, the context, the public key with its key-switching matrices."""
        self._worker = None
        wanted = asked(params, self._m)
        worker = self._start()
        with self.part("choose_ns"):
            said = worker.value(
                *("set_up", wanted.p, wanted.bits, wanted.security, wanted.slots, wanted.m)
            )
        made = Made.parse(said)
        if made.slots < params.batch:
            raise Refused(f"batch {params.batch}: m = {made.m} has {made.slots} slots")
        self.parameters = described(made, wanted, judged(made, wanted))
        chunks = worker.call("make_keys")
        self._worker, self._batch, self._slots = worker, params.batch, made.slots
        return [f"{params.batch} {wanted.p}".encode(), *chunks]

    def encrypt(self, vectors: list[Vector]) -> list[Blob]:
        """A chunk for each wire."""
        worker = self._keyed()
        rows = ([*vector, *[0] * (self._slots - self._batch)] for vector in vectors)
        made = (worker.made(0, "encrypt", blobs=[words_of(row)]) for row in rows)
        return [worker.call("save", one)[0] for one in made]

    def decrypt(self, ciphertext: list[Blob]) -> list[list[int]]:
        """A vector for each chunk."""
        return [self._vector(chunk) for chunk in ciphertext]

    def _vector(self, chunk: Blob) -> list[int]:
        row = array.array("Q")
        row.frombytes(self._keyed().call("decrypt", blobs=[chunk])[0])
        return list(row[: self._batch])

    def _keyed(self) -> Worker:
        if self._worker is None:
            raise Failed("no key yet")
        return self._worker


class HelibServer(Server):
    """Evaluates circuits gate by gate; HElib switches moduli by itself."""

    def __init__(self, command: Sequence[str]) -> None:
        super().__init__()
        self._start = partial(Worker, command)
        self._on: tuple[Worker, Evaluator] | None = None
        self._circuit: Circuit | None = None

    def load_key(self, key: list[Blob]) -> None:
        """The context and the public key."""
        self._on = self._circuit = None
        words = bytes(key[0][:100]).decode("ascii", "replace").split() if len(key) == 3 else []
        if len(words) != 2 or not all(word.isdigit() for word in words):
            raise Failed("a key of three chunks, the first of two numbers, expected")
        self._batch, self._p = map(int, words)
        worker = self._start()
        slots = int(worker.value("load_keys", blobs=key[1:]))
        self._on = worker, Evaluator(worker, self._batch, slots, self._p)

    def ingest(self, circuit: Circuit) -> None:
        """Of the batch and the space of the key."""
        self._circuit = None
        summary = circuit.summary()
        if (summary["batch"], summary["modulus"] or 2) != (self._batch, self._p):
            raise Refused(f"circuits with L = {self._batch} modulo {self._p} only, by this key")
        self._circuit = circuit

    def evaluate(self, ciphertexts: list[Blob]) -> list[Blob]:
        """The outputs, a chunk for each."""
        if self._on is None or self._circuit is None:
            raise Failed("no circuit ingested")
        worker, evaluator = self._on
        wires = self._circuit.summary()["wires"]
        if len(ciphertexts) != wires:
            raise Failed(f"{wires} ciphertexts expected, got {len(ciphertexts)}")
        with self.part("load_ns"):
            inputs = [worker.made(0, "load", blobs=[chunk]) for chunk in ciphertexts]
        outputs = evaluator.outputs(self._circuit, inputs)
        with self.part("save_ns"):
            return [worker.call("save", output)[0] for output in outputs]
