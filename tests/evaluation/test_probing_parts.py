"""What probes are made of: bytes, evidence, verdicts."""

from __future__ import annotations

import itertools
import os
import random
import struct

import pytest

from ringassay.evaluation.probing.packets import Leak, compressed_bytes, payload, spans, spoilt
from ringassay.evaluation.probing.probes import follows
from ringassay.evaluation.probing.questions import Question, Questions
from ringassay.evaluation.probing.verdict import (
    ENCRYPTED,
    KEYS_SHARED,
    NOT_AS_CLAIMED,
    NOT_ENCRYPTED,
    NOT_PROBED,
    PROBES,
    Finding,
    Verdict,
    overall,
    verdict,
)


def packet(*chunks: bytes) -> bytes:
    body = b"".join(b"%d\n%b" % (len(chunk), chunk) for chunk in chunks)
    return b"EDATA\n" + body + b"ENDEDATA\n"


def test_payload_is_what_the_chunks_hold():
    chunks = [b"", b"12\n345", b"ENDEDATA\n", bytes(range(256))]
    raw = packet(*chunks)
    assert [raw[begin:end] for begin, end in spans(raw)] == chunks
    assert payload(raw) == b"".join(chunks)


@pytest.mark.parametrize("sizes", [(1000,), (7, 129, 64), (4, 4, 4)])
def test_both_halves_are_spoilt_once_and_framing_never(sizes):
    raw = packet(*(bytes(size) for size in sizes))
    touched = []
    for half in (0, 1):
        changed, count = spoilt(raw, half)
        assert len(changed) == len(raw)
        touched.append(
            {i for i, (one, two) in enumerate(zip(raw, changed, strict=True)) if one != two}
        )
        assert count >= len(touched[-1]) > 0
        assert count * 4 >= sum(sizes)
    inside = {i for begin, end in spans(raw) for i in range(begin, end)}
    assert not touched[0] & touched[1] and touched[0] | touched[1] <= inside


def test_residues_of_few_bits_in_long_words_are_no_leak():
    """33 random bits in words of 64: a byte with one random bit in each."""
    draw = random.Random(1)

    def ciphertext() -> bytes:
        return b"".join(struct.pack("<Q", draw.getrandbits(33)) for _ in range(20_000))

    leak = Leak(ciphertext(), ciphertext())
    for _rounds in range(1, 40):
        if not leak.positions:
            break
        leak.add(ciphertext(), ciphertext())
    assert leak.positions == 0 and leak.varying > 10_000


@pytest.mark.parametrize("place", [0, 12_345, 99_999])
def test_one_byte_that_hangs_on_the_input_is_found(place):
    def ciphertext(bit: int) -> bytes:
        noise = bytearray(os.urandom(100_000))
        noise[place] = bit
        return bytes(noise)

    leak = Leak(ciphertext(0), ciphertext(1))
    for _ in range(10):
        leak.add(ciphertext(0), ciphertext(1))
    assert leak.positions == 1


def test_noise_does_not_compress_and_zeros_do():
    assert compressed_bytes(os.urandom(100_000)) >= 100_000
    assert compressed_bytes(bytes(100_000)) < 1_000
    assert compressed_bytes(b"") < 20


def findings(**changed: str) -> list[Finding]:
    results = {probe: changed.get(probe.replace("-", "_"), "passed") for probe in PROBES}
    return [Finding(probe, result, f"because of {probe}") for probe, result in results.items()]  # type: ignore[arg-type]


def test_verdicts():
    assert verdict(findings()) == Verdict(ENCRYPTED)
    assert verdict([]).label == NOT_PROBED
    apart = verdict(findings(apart="open", size="open"))
    assert apart.label == ENCRYPTED
    assert apart.open == ("because of size", "because of apart")
    for probe in PROBES:
        name = probe.replace("-", "_")
        failed = verdict(findings(**{name: "failed"}))
        expected = {
            "other-key": KEYS_SHARED, "varied": NOT_PROBED, "apart": ENCRYPTED,
            "server-work": NOT_PROBED, "facts": NOT_AS_CLAIMED, "claimed-size": NOT_AS_CLAIMED,
            "client-work": NOT_AS_CLAIMED,
        }  # fmt: skip
        assert failed.label == expected.get(probe, NOT_ENCRYPTED), probe
        left_open = verdict(findings(**{name: "open"}))
        harmless = {
            "declared", "facts", "size", "claimed-size", "server-work", "client-work", "apart",
        }  # fmt: skip
        assert (left_open.label == ENCRYPTED) == (probe in harmless), probe
    both = verdict(findings(other_key="failed", size="failed", facts="failed"))
    assert both.label == NOT_ENCRYPTED and both.reasons == ("because of size",)
    two = verdict(findings(facts="failed", client_work="failed", tampered="open"))
    assert two.label == NOT_AS_CLAIMED
    assert two.reasons == ("because of facts", "because of client-work")
    assert verdict(findings(declared="failed")).declared


def test_the_gravest_key_decides_and_none_is_hidden():
    bad, shared, fine = (
        Verdict(NOT_ENCRYPTED, ("x",)),
        Verdict(KEYS_SHARED, ("y",)),
        Verdict(ENCRYPTED),
    )
    unknown = Verdict(NOT_PROBED, ("z",))
    assert overall([fine, shared, bad, unknown]).label == NOT_ENCRYPTED
    assert overall([fine, shared]).reasons == ("y",)
    assert overall([unknown, unknown]) == Verdict(NOT_PROBED, ("z",))
    assert overall([]).label == NOT_PROBED
    some = overall([fine, unknown])
    assert some.label == ENCRYPTED and some.open == ("1 of 2 keys could not be probed",)


class Elsewhere:
    """Answers the first ciphertext rightly, and every later one as if it held the next input."""

    def __init__(self, asked: tuple[Question, ...]) -> None:
        self.answer_of = {question.text: question.answer for question in asked}
        self.next_of = {one.text: other.answer for one, other in itertools.pairwise(asked)}
        self.made = 0

    def encrypt(self, text: bytes) -> bytes:
        self.made += 1
        return b"%d:%b" % (self.made, text)

    def evaluate(self, fresh: bytes) -> bytes:
        return b"evaluated " + fresh

    def decrypt(self, evaluated: bytes) -> bytes:
        return self.next_of[evaluated.partition(b":")[2]]

    def answer(self, fresh: bytes) -> bytes:
        return self.answer_of[fresh.partition(b":")[2]]


@pytest.mark.parametrize(
    ("bits", "result"), [(0.1, "open"), (0.5, "open"), (0.94, "open"), (1.01, "failed")]
)
def test_nobody_is_accused_of_what_chance_does_once_in_less_than_a_million_times(
    bits: float, result: str
) -> None:
    """Twenty answers that belong to other inputs: 2, 10, 19 and 20 bits of evidence."""
    asked = tuple(
        Question(b"input %d" % number, b"[%d]" % (number % 2), bits) for number in range(21)
    )
    witness = Elsewhere(asked)
    found = follows(witness, Questions(None, b"", asked))  # type: ignore[arg-type]
    assert [one.result for one in found] == ["passed", result]
