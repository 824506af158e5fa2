"""Paillier (python-paillier, `pip install phe gmpy2`) as a system under test.

    python adapter.py client | python adapter.py server

Paillier adds ciphertexts and multiplies them by known integers; it has no product of two
ciphertexts, so HELLO leaves LMUL out. A vector is a ciphertext per slot. Values are computed over
the integers and reduced when they are decrypted: over bits, addition is XOR by that.

python-paillier is under GPL-3.0 and no part of ringassay.
"""

from __future__ import annotations

from collections.abc import Sequence

import gmpy2  # type: ignore[import-not-found,unused-ignore] # of python-paillier's speed
import phe  # type: ignore[import-not-found,unused-ignore]
from phe import paillier  # type: ignore[import-not-found,unused-ignore]

from ringassay.sut.kit import (
    Blob,
    Circuit,
    Client,
    Hello,
    Instruction,
    KeyParameters,
    Refused,
    Server,
    serve,
)

MODULUS_BITS = {112: 2048, 128: 3072, 192: 7680}
"""Security in bits to the size of n: NIST SP 800-57 part 1, table 2."""

Vector = list[int]


class PaillierClient(Client):
    def keygen(self, params: KeyParameters) -> bytes:
        fitting = [bits for level, bits in MODULUS_BITS.items() if level >= params.security]
        if not fitting:
            raise Refused(f"security of {params.security} bits: at most {max(MODULUS_BITS)}")
        self.t = params.modulus or 2
        self.batch = params.batch
        self.public, self.secret = paillier.generate_paillier_keypair(n_length=fitting[0])
        self.width = 2 * fitting[0] // 8
        level = next(level for level, bits in MODULUS_BITS.items() if bits == fitting[0])
        self.parameters = {
            "scheme": "Paillier",
            "modulus_bits": fitting[0],
            "security_bits": level,
            "security_method": "factoring n, NIST SP 800-57",
        }
        return f"{self.public.n:x} {self.t} {self.batch}".encode()

    def encrypt(self, vectors: list[Vector]) -> list[bytes]:
        return [
            b"".join(self.public.raw_encrypt(m).to_bytes(self.width, "big") for m in vector)
            for vector in vectors
        ]

    def decrypt(self, ciphertext: list[Blob]) -> Vector:
        return [self.secret.raw_decrypt(one) % self.t for one in load(ciphertext[0], self.width)]


class PaillierServer(Server):
    def load_key(self, key: list[Blob]) -> None:
        n, t, batch = bytes(key[0]).split()
        self.n, self.t, self.batch = int(n, 16), int(t), int(batch)
        self.square = self.n**2
        self.width = 2 * self.n.bit_length() // 8

    def ingest(self, circuit: Circuit) -> None:
        self.gates = circuit.instructions()
        # The largest value that each node can have: beyond n it would wrap.
        largest = [self.t - 1] * circuit.summary()["wires"]
        for _, gate, operands, _ in self.gates:
            x = [largest[one] for one in operands]
            match gate:
                case "LADDconst":
                    largest.append(x[0] + self.t - 1)
                case "LMULconst" | "LNEG":
                    largest.append(x[0] * (self.t - 1))
                case "LSUB":
                    largest.append(x[0] + x[1] * (self.t - 1))
                case _:
                    largest.append(sum(x))
        if max(largest) >= self.n:
            raise Refused(f"values of up to {max(largest).bit_length()} bits do not fit into n")

    def evaluate(self, ciphertexts: list[Blob]) -> list[bytes]:
        with self.part("load_ns"):
            value = dict(enumerate(load(one, self.width) for one in ciphertexts))
        for gate in self.gates:
            value[gate[0]] = self.gate(gate, [value[one] for one in gate[2]])
        with self.part("save_ns"):
            last = value[self.gates[-1][0]]
            return [b"".join(one.to_bytes(self.width, "big") for one in last)]

    def gate(self, instruction: Instruction, x: list[Vector]) -> Vector:
        """One gate of docs/formats.md: a product of ciphertexts is a sum, a power a product."""
        _, gate, _, constant = instruction
        minus = [self.t - 1] * self.batch
        match gate, constant:
            case "LADD", _:
                result = self.add(x[0], x[1])
            case "LSUB", _:
                result = self.add(x[0], self.times(x[1], minus))
            case "LNEG", _:
                result = self.times(x[0], minus)
            case "LROTATE", int(k):
                result = x[0][-k:] + x[0][:-k] if k else x[0]
            case "LADDconst", [*known]:
                result = self.add(x[0], [1 + self.n * c for c in known])
            case "LMULconst", [*known]:
                result = self.times(x[0], known)
            case "LSELECT", [*known]:
                result = [a if c else b for a, b, c in zip(*x, known, strict=True)]
            case _:
                raise Refused(f"the gate {gate}: Paillier has none")
        return result

    def add(self, x: Vector, y: Vector) -> Vector:
        return [a * b % self.square for a, b in zip(x, y, strict=True)]

    def times(self, x: Vector, known: Sequence[int]) -> Vector:
        return [int(gmpy2.powmod(a, c, self.square)) for a, c in zip(x, known, strict=True)]


def load(data: Blob, width: int) -> Vector:
    return [int.from_bytes(data[at : at + width], "big") for at in range(0, len(data), width)]


if __name__ == "__main__":
    serve(
        client=PaillierClient,
        server=PaillierServer,
        about=Hello(
            name="paillier",
            version="1",
            library="python-paillier",
            library_version=phe.__version__,
            scheme="Paillier",
            spaces=("gf2", "zt"),
            gates=("LADD", "LADDconst", "LMULconst", "LROTATE", "LSELECT", "LSUB", "LNEG"),
            limits={"max_batch": 4096, "max_security": max(MODULUS_BITS)},
            threads=1,
            library_build=f"gmpy2 {gmpy2.version()}",
        ),
    )
