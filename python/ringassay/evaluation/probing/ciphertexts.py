"""Probes that only encrypt: `size`, `claimed-size`, `randomised`, `hidden` (docs/protocol.md)."""

from __future__ import annotations

import hashlib
import random
import time

from ringassay.evaluation.probing import correlation
from ringassay.evaluation.probing.claims import Claims
from ringassay.evaluation.probing.correlation import Correlation
from ringassay.evaluation.probing.packets import Leak, Shape, compressed_bytes, payload
from ringassay.evaluation.probing.questions import ACCUSING_BITS, Question, Questions
from ringassay.evaluation.probing.verdict import Finding
from ringassay.evaluation.probing.witness import Witness

ROUNDS = 96
"""Pairs of encryptions compared at most."""
CONSTANT_ROUNDS = 48
"""So many pairs settle what is the same in all encryptions of an input, at any of 2^27 places."""
LEAST_ROUNDS = 24
"""What stands in every second ciphertext is suspicious after so many."""
FEWEST_ROUNDS = 4
"""Of ciphertexts that take long to make."""
LOOK_EVERY = 8
SUSPICIOUS_BITS = 4.0
"""Evidence from which on more encryptions are looked at: chance gives it once in 16 times."""
VARYING_BYTES = 10
"""So many bytes at least have to differ between encryptions of one input: 80 random bits."""
SIZE_SHARE = 0.5
"""A ciphertext is too small below this share of n log2 q bits."""
PATIENCE_S = 120.0
"""After so long no further pair is made, unless there is something suspicious."""


def secrecy(one: Witness, asked: Questions) -> list[Finding]:
    """The four findings, or fewer: what failed first is enough."""
    first, second = _different(asked)
    started = time.monotonic()
    packets = one.encrypt(first.text), one.encrypt(second.text)
    sample = payload(packets[0]), payload(packets[1])
    shape, leak = Shape(packets[0]), Leak(*sample)
    related = Correlation((first.text, second.text))
    related.add(*sample)
    seen = {_digest(sample[0]), _digest(sample[1])}
    claims = Claims(one.claims or {}, one.scheme, *_inputs(asked))
    findings = [_size(claims, sample[0])]
    told = correlation.Finding()
    for number in range(2, ROUNDS + 1):
        packets = _in_any_order(one, first, second)
        again = payload(packets[0]), payload(packets[1])
        new = {_digest(again[0]), _digest(again[1])}
        if len(new | seen) < len(seen) + 2:
            reason = "two encryptions are equal"
            return [*findings, Finding("randomised", "failed", reason)]
        seen |= new
        leak.add(*again)
        related.add(*again)
        shape.add(packets[0])
        is_slow = time.monotonic() - started > PATIENCE_S
        if (
            number > FEWEST_ROUNDS
            and is_slow
            and not leak.positions
            and told.log2_p > -SUSPICIOUS_BITS
        ):
            break
        if number >= LEAST_ROUNDS and number % LOOK_EVERY == 0:
            told = related.found()
            is_open = leak.positions and number < CONSTANT_ROUNDS
            if told.log2_p <= -_accusing_bits() or not (is_open or told.log2_p <= -SUSPICIOUS_BITS):
                break
    findings.append(claims.size(shape))
    findings.append(_randomised(leak, len(sample[0])))
    findings.append(_hidden(leak, told, related.pairs))
    return findings


def _inputs(asked: Questions) -> tuple[int, int]:
    """Input wires and their width."""
    header = dict(part.split("=", 1) for part in asked.text.split(b"\n", 1)[0].decode().split(","))
    return int(header["W"]), asked.circuit.batch


def _accusing_bits() -> float:
    """Evidence that accuses, although there are several looks at it."""
    looks = (ROUNDS - LEAST_ROUNDS) // LOOK_EVERY + 1
    return ACCUSING_BITS + looks.bit_length()


def _in_any_order(one: Witness, first: Question, second: Question) -> tuple[bytes, bytes]:
    """An encryption of each: what hangs on the order alone, as a counter does, is no leak."""
    if random.SystemRandom().getrandbits(1):
        return one.encrypt(first.text), one.encrypt(second.text)
    later = one.encrypt(second.text)
    return one.encrypt(first.text), later


def _randomised(leak: Leak, size: int) -> Finding:
    if leak.varying < VARYING_BYTES:
        reason = f"encryptions of one input differ in {leak.varying} bytes of {size}: too few"
        return Finding("randomised", "failed", reason)
    return Finding("randomised", "passed")


def _hidden(leak: Leak, told: correlation.Finding, pairs: int) -> Finding:
    if leak.positions and pairs >= CONSTANT_ROUNDS:
        reason = (
            f"{leak.positions} bytes of a ciphertext hang on the input alone, whatever else changes"
        )
        return Finding("hidden", "failed", reason)
    if told.log2_p <= -_accusing_bits():
        reason = f"{told.what}: by chance once in 2^{-told.log2_p:.0f} such tests"
        return Finding("hidden", "failed", reason)
    if leak.positions:
        return Finding("hidden", "open", "encrypting takes too long for enough encryptions")
    return Finding("hidden", "passed")


def _different(asked: Questions) -> tuple[Question, Question]:
    """Two questions that differ in as many places as there are."""
    first = asked.asked[0]

    def distance(other: Question) -> int:
        pairs = zip(first.text, other.text, strict=False)
        return sum(one != two for one, two in pairs) + abs(len(first.text) - len(other.text))

    return first, max(asked.asked[1:], key=distance)


def _size(claims: Claims, data: bytes) -> Finding:
    """Whether there is room for half of one ring element, even if all the rest is a seed."""
    if claims.element_bytes is None:
        return Finding("size", "open", "no ring dimension and modulus are claimed")
    least = SIZE_SHARE * claims.element_bytes
    if len(data) < least:
        return Finding("size", "failed", f"a ciphertext has {len(data)} bytes; {claims}")
    dense = compressed_bytes(data)
    if dense < least:
        return Finding("size", "failed", f"a ciphertext compresses to {dense} bytes; {claims}")
    return Finding("size", "passed")


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
