"""The library's functions on the baseline, against hashlib, OpenSSL and Python's integers."""

from __future__ import annotations

import hashlib
import random
import shutil
import subprocess
import time
from collections.abc import Callable

import pytest

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


def _times(a: int, b: int) -> int:
    """In GF(2^8) modulo x^8 + x^4 + x^3 + x + 1."""
    product = 0
    for bit in range(8):
        product ^= a * (b >> bit & 1)
        a = a << 1 ^ (0x11B if a & 0x80 else 0)
    return product


def _substituted(byte: int) -> int:
    inverse = next((x for x in range(256) if _times(byte, x) == 1), 0)
    doubled = inverse | inverse << 8
    return (inverse ^ doubled >> 7 ^ doubled >> 6 ^ doubled >> 5 ^ doubled >> 4 ^ 0x63) & 0xFF


SBOX = [_substituted(byte) for byte in range(256)]
DOUBLED = [_times(byte, 2) for byte in range(256)]


def aes128(key: bytes, block: bytes) -> bytes:
    """FIPS 197 as it stands there: tables of bytes, column by column."""
    words = [list(key[at : at + 4]) for at in range(0, 16, 4)]
    constant = 1
    for at in range(4, 44):
        word = words[-1]
        if at % 4 == 0:
            word = [SBOX[byte] for byte in word[1:] + word[:1]]
            word[0] ^= constant
            constant = DOUBLED[constant]
        words.append([a ^ b for a, b in zip(words[at - 4], word, strict=True)])
    flat = [byte for word in words for byte in word]
    keys = [flat[at : at + 16] for at in range(0, 176, 16)]
    state = [a ^ b for a, b in zip(block, keys[0], strict=True)]
    for number, round_key in enumerate(keys[1:], 1):
        state = [SBOX[state[(at + at % 4 * 4) % 16]] for at in range(16)]
        if number < 10:
            mixed = []
            for at in range(0, 16, 4):
                a, b, c, d = state[at : at + 4]
                for w, x, y, z in ((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c)):
                    mixed.append(DOUBLED[w] ^ DOUBLED[x] ^ x ^ y ^ z)
            state = mixed
        state = [a ^ b for a, b in zip(state, round_key, strict=True)]
    return bytes(state)


def openssl(key: bytes, block: bytes) -> bytes:
    command = ["openssl", "enc", "-aes-128-ecb", "-nopad", "-K", key.hex()]
    return subprocess.run(command, input=block, capture_output=True, check=True).stdout


@pytest.mark.parametrize("variant", ["small", "shallow"])
def test_aes128_of_a_thousand_keys(variant: str) -> None:
    rng = random.Random(128)
    pairs = [(rng.randbytes(16), rng.randbytes(16)) for _ in range(1000)]
    outputs, _ = evaluated(
        Netlist.library("aes128", variant), [high_first(key + block) for key, block in pairs]
    )
    for (key, block), bits in zip(pairs, outputs, strict=True):
        assert to_bytes(bits, high=True) == aes128(key, block)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="OpenSSL judges the judge")
def test_the_reference_of_aes128_is_that_of_openssl() -> None:
    rng = random.Random(3)
    for _ in range(20):
        key, block = rng.randbytes(16), rng.randbytes(16)
        assert aes128(key, block) == openssl(key, block)


def test_arithmetic() -> None:
    rng = random.Random(64)
    edges = [0, 1, 2**63, 2**64 - 1]
    pairs = [(a, b) for a in edges for b in edges]
    pairs += [(rng.getrandbits(64), rng.getrandbits(64)) for _ in range(1000)]
    expected: dict[str, Callable[[int, int], int]] = {
        "adder": lambda a, b: (a + b) % 2**64,
        "subtractor": lambda a, b: (a - b) % 2**64,
        "multiplier": lambda a, b: a * b,
        "low-multiplier": lambda a, b: a * b % 2**64,
        "less-than": lambda a, b: int(a < b),
        "equal": lambda a, b: int(a == b),
        "hamming-distance": lambda a, b: (a ^ b).bit_count(),
    }
    instances = [[number >> bit & 1 for number in pair for bit in range(64)] for pair in pairs]
    variants = {one["name"]: one["variants"] for one in library_functions()}
    for name, function in expected.items():
        for variant in variants[name]:
            outputs, _ = evaluated(Netlist.library(name, variant), instances)
            for (a, b), bits in zip(pairs, outputs, strict=True):
                number = sum(bit << place for place, bit in enumerate(bits))
                assert number == function(a, b), (name, variant, a, b)


def test_the_baseline_evaluates_ten_million_gates_a_second() -> None:
    """Of AES-128 and SHA-256 on 1000 instances at once."""
    rng = random.Random(7)
    for name, bits in (("aes128", 256), ("sha256", 768)):
        instances = [[rng.getrandbits(1) for _ in range(bits)] for _ in range(1000)]
        rates = [evaluated(Netlist.library(name), instances)[1] for _ in range(5)]
        assert max(rates) >= 1e7, (name, rates)
