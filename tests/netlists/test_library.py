"""The library's functions on the baseline, against hashlib, OpenSSL and Python's integers."""

from __future__ import annotations

import hashlib
import random
import shutil
import subprocess
import time

import pytest

pytest.importorskip("ringassay._native")

from ringassay.circuit import Netlist, library_functions

Instances = list[list[int]]
"""Bits of each instance."""


def evaluated(netlist: Netlist, instances: Instances) -> tuple[Instances, float]:
    """The outputs' bits of each instance, one in each slot, and gates in a second."""
    circuit = netlist.circuit(len(instances))
    evaluator = circuit.evaluator()
    wires = ("".join(map(str, bits)) for bits in zip(*instances, strict=True))
    text = f"[{','.join(wires)}]".encode("ascii")
    start = time.perf_counter()
    output = evaluator.evaluate(text)
    rate = evaluator.executed_gates / (time.perf_counter() - start)
    rows = [[int(bit) for bit in row] for row in output.decode("ascii").strip().split(";")]
    return [list(bits) for bits in zip(*rows, strict=True)], rate


def high_first(data: bytes) -> list[int]:
    return [byte >> (7 - bit) & 1 for byte in data for bit in range(8)]


def low_first(data: bytes) -> list[int]:
    return [byte >> bit & 1 for byte in data for bit in range(8)]


def to_bytes(bits: list[int], *, high: bool) -> bytes:
    def byte(part: list[int]) -> int:
        ordered = part[::-1] if high else part
        return sum(bit << place for place, bit in enumerate(ordered))

    return bytes(byte(bits[at : at + 8]) for at in range(0, len(bits), 8))


INITIAL = bytes.fromhex("6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19")


def padded(message: bytes) -> bytes:
    return message + b"\x80" + bytes(55 - len(message)) + (8 * len(message)).to_bytes(8, "big")


@pytest.mark.parametrize("variant", ["small", "shallow"])
def test_sha256_of_a_thousand_blocks(variant: str) -> None:
    rng = random.Random(256)
    messages = [rng.randbytes(rng.randrange(56)) for _ in range(1000)]
    instances = [high_first(padded(message) + INITIAL) for message in messages]
    outputs, _ = evaluated(Netlist.library("sha256", variant), instances)
    for message, bits in zip(messages, outputs, strict=True):
        assert to_bytes(bits, high=True) == hashlib.sha256(message).digest()


def test_keccak_f_of_a_hundred_blocks() -> None:
    rng = random.Random(1600)
    messages = [rng.randbytes(rng.randrange(135)) for _ in range(100)]
    states = []
    for message in messages:
        block = bytearray(message + b"\x06" + bytes(200 - len(message) - 1))
        block[135] |= 0x80
        states.append(low_first(bytes(block)))
    outputs, _ = evaluated(Netlist.library("keccak-f"), states)
    for message, bits in zip(messages, outputs, strict=True):
        assert to_bytes(bits, high=False)[:32] == hashlib.sha3_256(message).digest()


@pytest.mark.parametrize("variant", ["small", "shallow"])
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl judges")
def test_aes128_of_a_thousand_keys(variant: str) -> None:
    rng = random.Random(128)
    keys = [rng.randbytes(16) for _ in range(1000)]
    blocks = [rng.randbytes(16) for _ in keys]
    instances = [high_first(key + block) for key, block in zip(keys, blocks, strict=True)]
    outputs, _ = evaluated(Netlist.library("aes128", variant), instances)
    # All keys on the netlist, a sample of them with OpenSSL: a process for each.
    for key, block, bits in list(zip(keys, blocks, outputs, strict=True))[::10]:
        assert to_bytes(bits, high=True) == openssl(key, block)


def openssl(key: bytes, block: bytes) -> bytes:
    command = ["openssl", "enc", "-aes-128-ecb", "-nopad", "-K", key.hex()]
    return subprocess.run(command, input=block, capture_output=True, check=True).stdout


def test_arithmetic() -> None:
    rng = random.Random(64)
    edges = [0, 1, 2**63, 2**64 - 1]
    pairs = [(a, b) for a in edges for b in edges]
    pairs += [(rng.getrandbits(64), rng.getrandbits(64)) for _ in range(1000)]
    expected = {
        "adder": lambda a, b: (a + b) % 2**64,
        "subtractor": lambda a, b: (a - b) % 2**64,
        "multiplier": lambda a, b: a * b,
        "low-multiplier": lambda a, b: a * b % 2**64,
        "less-than": lambda a, b: int(a < b),
        "equal": lambda a, b: int(a == b),
        "hamming-distance": lambda a, b: (a ^ b).bit_count(),
    }
    instances = [
        [number >> bit & 1 for number in pair for bit in range(64)] for pair in pairs
    ]
    variants = {one["name"]: one["variants"] for one in library_functions()}
    for name, function in expected.items():
        for variant in variants[name]:
            outputs, _ = evaluated(Netlist.library(name, variant), instances)
            for (a, b), bits in zip(pairs, outputs, strict=True):
                number = sum(bit << place for place, bit in enumerate(bits))
                assert number == function(a, b), (name, variant, a, b)


def test_the_baseline_evaluates_ten_million_gates_a_second() -> None:
    """Of AES-128 and SHA-256 on 1000 instances; measured: several times as many (docs/netlists.md)."""
    rng = random.Random(7)
    for name, bits in (("aes128", 256), ("sha256", 768)):
        instances = [[rng.getrandbits(1) for _ in range(bits)] for _ in range(1000)]
        rates = [evaluated(Netlist.library(name), instances)[1] for _ in range(5)]
        assert max(rates) >= 1e7, (name, rates)
