"""A system on a machine that becomes slower: its evaluations take CPU time that grows with time.

    python drifting_sut.py client|server EPOCH_NS FACTOR

Since the moment EPOCH_NS of the monotonic clock everything becomes slower by two fifths each
second.
It computes in the clear, sums of integers only.
"""

from __future__ import annotations

import json
import sys
import time

from ringassay.sut.kit import Client, Hello, Server, serve

BASE_NS = 4_000_000
PER_SECOND = 0.4


class Clear(Client):
    def keygen(self, params):
        self.modulus = params.modulus
        return b"key"

    def encrypt(self, vectors):
        return [json.dumps([list(map(int, vector)), self.modulus]).encode() for vector in vectors]

    def decrypt(self, ciphertext):
        return json.loads(bytes(ciphertext[0]))[0]


class Drifting(Server):
    def load_key(self, key):
        pass

    def ingest(self, circuit):
        self.gates = circuit.instructions()

    def evaluate(self, ciphertexts):
        read = [json.loads(bytes(one)) for one in ciphertexts]
        modulus = read[0][1]
        value = {number: vector for number, (vector, _) in enumerate(read)}
        for node, name, (a, b), _ in self.gates:
            assert name == "LADD"
            value[node] = [(x + y) % modulus for x, y in zip(value[a], value[b], strict=True)]
        spin(int(sys.argv[2]), float(sys.argv[3]))
        return [json.dumps([value[self.gates[-1][0]], modulus]).encode()]


def spin(epoch_ns: int, factor: float) -> None:
    passed_s = (time.monotonic_ns() - epoch_ns) / 1e9
    until = time.process_time_ns() + BASE_NS * factor * (1.0 + PER_SECOND * passed_s)
    while time.process_time_ns() < until:
        pass


if __name__ == "__main__":
    serve(
        client=Clear,
        server=Drifting,
        about=Hello(name="drifting", version="1", library="none", library_version="1",
                    scheme="none", spaces=("zt",), gates=("LADD",)),
    )  # fmt: skip
