"""A pair of programs for tests of the kit: bits travel as bytes, complemented by a key byte.

Inputs of certain first vectors make it misbehave, so that tests can watch the kit cope.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from slot_circuits import MiniCircuit, parse_gf2

from ringassay.sut.kit import (
    SIMD_GATES,
    Blob,
    Circuit,
    Client,
    Failed,
    Hello,
    KeyParameters,
    Refused,
    Server,
    serve,
)


class ToyClient(Client):
    def keygen(self, params: KeyParameters) -> bytes:
        if params.depth > 9:
            raise Refused(f"depth {params.depth:g}: at most 9")
        self.parameters = {"scheme": "toy", "n": params.batch}
        self.note("complemented")
        self._mask = 0xFF
        return bytes([self._mask]) * 100  # more than one base64 line

    def encrypt(self, vectors: list[list[int]]) -> list[bytes]:
        first = vectors[0]
        if first == [1, 1, 0]:
            raise Failed("asked to fail")
        if first == [1, 1, 1]:
            raise RuntimeError("unforeseen")
        if first == [0, 1, 1]:
            return []
        print("a library prints")
        os.write(1, b"and so does its C code\n")
        return [bytes(bit ^ self._mask for bit in vector) for vector in vectors]

    def decrypt(self, ciphertext: list[Blob]) -> Sequence[int]:
        return [byte ^ self._mask for byte in bytes(ciphertext[0])]


class ToyServer(Server):
    def load_key(self, key: list[Blob]) -> None:
        if len(key) != 1 or len(key[0]) != 100:
            raise Failed("not a toy key")
        self._mask = key[0][0]

    def ingest(self, circuit: Circuit) -> None:
        assert isinstance(circuit, MiniCircuit)
        if circuit.batch > 5:
            raise Refused("batch too large")
        self._circuit = circuit

    def evaluate(self, ciphertexts: list[Blob]) -> list[bytes]:
        inputs = [[byte ^ self._mask for byte in bytes(one)] for one in ciphertexts]
        return [bytes(bit ^ self._mask for bit in self._circuit.evaluate(inputs))]


if __name__ == "__main__":
    about = Hello(
        name="toy",
        version="1",
        library="none",
        library_version="0",
        scheme="toy",
        spaces=("gf2",),
        gates=SIMD_GATES,
        limits={"max_batch": 5},
    )
    serve(client=ToyClient, server=ToyServer, about=about, parse_circuit=parse_gf2)
