"""Do ciphertexts hang on their inputs: what is noticed, and that nothing else is."""

from __future__ import annotations

import os
import random
import struct
from collections.abc import Callable
from itertools import count

import pytest
from scipy.stats import binomtest

from ringassay.evaluation.probing import correlation
from ringassay.evaluation.probing.correlation import Correlation, Sign

FIRST, SECOND = b"[01101010,11010111,00010101]", b"[11101000,01011101,10010111]"
SIZE = 20_000
Encrypt = Callable[[bytes, int], bytes]


def correlated(encrypt: Encrypt, pairs: int, seed: int) -> Correlation:
    """Pairs in an order that a coin decides; `encrypt` is told how many it has made before."""
    draw = random.Random(seed)
    found = Correlation((FIRST, SECOND))
    number = count()
    for _ in range(pairs):
        order = [FIRST, SECOND] if draw.getrandbits(1) else [SECOND, FIRST]
        made = {text: encrypt(text, next(number)) for text in order}
        found.add(made[FIRST], made[SECOND])
    return found


@pytest.mark.parametrize("pairs", [1, 7, 24, 96])
def test_the_sign_test_is_that_of_the_binomial_distribution(pairs):
    for more in range((pairs + 1) // 2, pairs + 1):
        expected = binomtest(more, pairs, 0.5).pvalue
        assert 2 ** Sign(pairs, more).log2_p == pytest.approx(expected, rel=1e-9)
    assert Sign(0, 0).log2_p == 0.0


def in_front(text: bytes, number: int) -> bytes:
    return (text if number % 2 else os.urandom(len(text))) + os.urandom(SIZE)


def masked_in_front(text: bytes, number: int) -> bytes:
    return in_front(bytes(byte ^ 0x5A for byte in text), number)


def at_the_end(text: bytes, number: int) -> bytes:
    """Behind ciphertexts that are of different lengths."""
    return os.urandom(SIZE + number % 7) + masked_in_front(text, number)[: len(text)]


def anywhere(text: bytes, number: int) -> bytes:
    noise = bytearray(os.urandom(SIZE))
    if number % 2:
        place = number * 997 % (SIZE - len(text))
        noise[place : place + len(text)] = text
    return bytes(noise)


def in_hexadecimal(text: bytes, number: int) -> bytes:
    return anywhere(text.hex().encode(), number)


def by_length(text: bytes, number: int) -> bytes:
    return os.urandom(SIZE + (text == FIRST))


def by_a_byte(text: bytes, number: int) -> bytes:
    noise = bytearray(os.urandom(SIZE))
    noise[777] = text[1]
    return bytes(noise)


@pytest.mark.parametrize(
    ("encrypt", "pairs"),
    [
        (in_front, 32), (masked_in_front, 64), (at_the_end, 64), (anywhere, 32),
        (in_hexadecimal, 32), (by_length, 32), (by_a_byte, 48),
    ],
)  # fmt: skip
def test_what_hangs_on_the_input_is_found(encrypt, pairs):
    assert correlated(encrypt, pairs, 1).found().log2_p <= -20


def residues(bits: int) -> bytes:
    return b"".join(
        struct.pack("<Q", int.from_bytes(os.urandom(8)) >> (64 - bits)) for _ in range(2500)
    )


def compressed_length(text: bytes, number: int) -> bytes:
    return os.urandom(SIZE + random.randrange(100))


@pytest.mark.parametrize(
    "encrypt",
    [
        lambda _text, _number: os.urandom(SIZE),
        lambda _text, _number: residues(33),
        lambda _text, _number: residues(57),
        lambda _text, number: b"header" + struct.pack("<Q", number) + os.urandom(SIZE),
        lambda _text, number: struct.pack("<Q", number // 2) + os.urandom(SIZE),
        lambda _text, _number: os.urandom(SIZE // 2).hex().encode(),
        compressed_length,
    ],
    ids=["noise", "33 bits", "57 bits", "counter", "slow counter", "text", "lengths"],
)
def test_what_does_not_is_not(encrypt):
    for pairs in (24, 64):
        assert correlated(encrypt, pairs, 2).found().log2_p > -18


def test_chance_is_as_rare_as_it_is_said_to_be():
    """Few bits, few positions: 300 honest ciphers, of which 1 in 16 may look suspicious."""

    def coarse(_text: bytes, _number: int) -> bytes:
        return bytes(byte & 1 for byte in os.urandom(64))

    suspicious = sum(correlated(coarse, 24, n).found().log2_p <= -4 for n in range(300))
    assert binomtest(suspicious, 300, 1 / 16, "greater").pvalue > 1e-6


def test_of_large_ciphertexts_both_ends_are_compared(monkeypatch):
    def masked(text: bytes, before: int, behind: int) -> bytes:
        return os.urandom(before) + bytes(b ^ 0x5A for b in text) + os.urandom(behind)

    def farther(by: int) -> Correlation:
        return correlated(lambda text, _: masked(text, 1000 + by, 1000 + by), 48, 3)

    monkeypatch.setattr(correlation, "END_BYTES", 1024)
    assert farther(-4).found().log2_p <= -20
    assert farther(32).found().log2_p > -18
