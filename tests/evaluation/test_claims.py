"""What a system states of its key, held against its ciphertexts and against itself."""

from __future__ import annotations

import os
import random
import struct
import zlib

import pytest

from ringassay.evaluation.probing.claims import Claims, byte_entropy, facts
from ringassay.evaluation.probing.packets import Shape, distinct_share, remarked
from ringassay.security import estimate

N, PRIMES = 1024, (54, 55)
CLAIMED = {"n": N, "log2_q": sum(PRIMES), "encryption": "public key"}
ELEMENT = N * sum(PRIMES) // 8


def packet(*chunks: bytes) -> bytes:
    body = b"".join(b"%d\n%b" % (len(chunk), chunk) for chunk in chunks)
    return b"EDATA\n" + body + b"ENDEDATA\n"


def residues(parts: int = 2, n: int = N, primes: tuple[int, ...] = PRIMES) -> bytes:
    """Ring elements as words of 64 bits."""
    draw = random.SystemRandom()
    return b"".join(
        struct.pack("<Q", draw.getrandbits(bits)) for bits in primes * parts for _ in range(n)
    )


def shape(encrypt, chunks: int = 1) -> Shape:
    found = Shape(packet(*(encrypt() for _ in range(chunks))))
    for _ in range(23):
        found.add(packet(*(encrypt() for _ in range(chunks))))
    return found


def size(said, encrypt, chunks: int = 1, wires: int = 3, batch: int = 8) -> str:
    return Claims({**CLAIMED, **said}, "BFV", wires, batch).size(shape(encrypt, chunks)).result


def by_bytes() -> bytes:
    """Primes that fill little of their bytes, behind a compressor: a fifth more than their bits."""
    return zlib.compress(residues(primes=(36, 36, 37)))


SEEDED = {"encryption": "secret key, one part as its seed"}


@pytest.mark.parametrize(
    ("said", "encrypt", "chunks"),
    [
        ({}, residues, 1),
        ({}, residues, 3),
        ({}, lambda: b"".join(residues() for _ in range(3)), 1),
        ({}, lambda: b"".join(residues() for _ in range(24)), 1),
        ({"slots": 3}, lambda: b"".join(residues() for _ in range(9)), 1),
        ({"ciphertexts": 5}, lambda: b"".join(residues() for _ in range(5)), 1),
        ({}, lambda: zlib.compress(residues()), 1),
        ({"n": N, "log2_q": 109, "q_bits": [36, 36, 37]}, by_bytes, 1),
        ({"n": N, "log2_q": 109}, by_bytes, 1),
        ({}, lambda: residues().hex().encode(), 1),
        ({}, lambda: os.urandom(2 * ELEMENT), 1),
        ({}, lambda: bytes(400) + os.urandom(2 * ELEMENT), 1),
        (SEEDED, lambda: os.urandom(64) + residues(1), 1),
        ({"encryption": None}, lambda: os.urandom(64) + residues(1), 1),
        ({"encryption": None}, residues, 1),
        ({"scheme": "YASHE'"}, lambda: residues(1), 1),
    ],
    ids=[
        "words", "chunks", "joined", "entries", "slots", "said", "zlib", "bytes",
        "bytes, silent", "hex", "packed", "header",
        "seed", "silent, seed", "silent", "NTRU",
    ],
)  # fmt: skip
def test_honest_sizes_fit(said, encrypt, chunks):
    assert size(said, encrypt, chunks) == "passed"


def fixed_part() -> bytes:
    return residues(1) + bytes(range(256)) * (8 * N * len(PRIMES) // 256)


def doubled() -> bytes:
    return residues(1) * 2


@pytest.mark.parametrize(
    ("said", "encrypt"),
    [
        ({}, lambda: residues(n=N // 4)),
        ({}, lambda: residues(primes=PRIMES * 5)),
        ({}, lambda: residues(1)),
        ({}, fixed_part),
        ({}, doubled),
        (SEEDED, residues),
        ({"ciphertexts": 2}, residues),
        ({"log2_q": sum(PRIMES) * 0.85}, residues),
        ({"log2_q": sum(PRIMES) * 1.2}, residues),
    ],
    ids=["ring", "modulus", "part", "fixed", "doubled", "seed", "count", "above", "below"],
)  # fmt: skip
def test_other_sizes_do_not(said, encrypt):
    assert size(said, encrypt) == "failed"


def test_compressors_are_expected_to_see_bytes():
    """Against zlib's own work without repetitions."""
    for bits in (30, 36, 45, 53, 60):
        raw = residues(1, 8192, (bits,))
        coder = zlib.compressobj(9, strategy=zlib.Z_HUFFMAN_ONLY)
        found = len(coder.compress(raw) + coder.flush())
        assert found == pytest.approx(8192 * byte_entropy(bits) / 8, rel=0.03)


@pytest.mark.parametrize(
    "said", [{"scheme": "GSW"}, {"n": None}, {"log2_q": "109"}, {"n": 1e300, "log2_q": 1e300}]
)
def test_without_claims_there_is_nothing_to_fit(said):
    assert size(said, residues) == "open"


def test_repetitions_are_counted_once():
    once = os.urandom(10_000)
    assert distinct_share(once) == 1.0
    assert distinct_share(once + once) == pytest.approx(0.5, abs=0.01)
    assert distinct_share(once + b"x" + once) == pytest.approx(0.5, abs=0.01)
    assert distinct_share(b"") == 1.0


def test_marks_are_exchanged_and_nothing_else():
    def marked(mark: bytes) -> bytes:
        return packet(b"same" + mark + os.urandom(5000))

    own, others = ([marked(mark) for _ in range(8)] for mark in (b"this", b"that"))
    raw = marked(b"this")
    assert remarked(raw, own, others) == raw.replace(b"samethis", b"samethat")
    assert remarked(raw, own, own) is None
    assert remarked(raw, own, [packet(b"shorter")]) is None


RING = {
    "scheme": "BFV", "n": 4096, "log2_q": 109, "secret": "ternary", "error": "sigma 3.2",
    "security_bits": 128,
}  # fmt: skip


@pytest.mark.parametrize(
    "said",
    [
        {"secret": "Gaussian 0.1"},
        {"error": "sigma 0.001"},
        {"error": "sigma 0.01"},
        {"error": "sigma 0.4"},
        {"n": 1024, "log2_q": 60, "error": "sigma 1e14"},
        {"error": "sigma 1e14", "t": 2**56},
        {"log2_q": 20, "t": 65537},
        {"n": 32, "log2_q": 109},
    ],
)
def test_impossible_facts_are_noticed(said):
    found = facts({**RING, **said}, "")
    assert found.result == "failed" and found.reason


@pytest.mark.parametrize("scheme", ["BFV", "BGV", "CKKS"])
@pytest.mark.parametrize("secret", ["ternary", "Gaussian 3.2", "sparse ternary, weight 192"])
def test_possible_facts_are_not(scheme, secret):
    assert facts({**RING, "scheme": scheme, "secret": secret}, "").result == "passed"


@pytest.mark.parametrize(
    "said",
    [
        {"scheme": "Paillier"},
        {"secret": None},
        {"error": "relative, sigma 3e-5"},  # of a torus
        {"security_bits": 0},
        {"security_bits": None, "secret": "Gaussian 0.1"},
        {"n": 64, "log2_q": 30, "security_bits": 10},  # a teaching scheme that says so
        {"n": float("inf")},
        {"n": 10**400},
    ],
)
def test_what_is_not_said_or_not_claimed_is_left_open(said):
    assert facts({**RING, **said}, "").result == "open"


def test_the_line_is_far_below_any_parameters_in_earnest():
    """Broken means broken: no published set for 80 bits comes near."""
    for n, log2_q in ((1024, 40), (4096, 160), (32768, 1300)):
        assert estimate(n, log2_q).bits > 60
        assert facts({**RING, "n": n, "log2_q": log2_q}, "").result == "passed"
