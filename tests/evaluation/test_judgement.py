"""The judge judges itself: planted noise, planted mistakes, answers that are no answers."""

from __future__ import annotations

import math
import random

import pytest

from ringassay.evaluation.judgement import (
    MOST_BITS,
    Approximate,
    Tolerance,
    complexes_of,
    judge,
    numbers_of,
    tolerance_of,
)

P = 20
SLOTS = 4096
MAGNITUDES = (3.5, 0.25)
ASKED = Tolerance(P, MAGNITUDES)


def _text(*vectors):
    return ";".join("[" + ",".join(map(repr, vector)) + "]" for vector in vectors).encode()


def _answer(seed=1):
    drawn = random.Random(seed)
    return [[drawn.uniform(-m, m) for _ in range(SLOTS)] for m in MAGNITUDES]


def _noisy(answer, deviation, seed=2):
    """Gaussian noise of a deviation relative to each output's magnitude."""
    drawn = random.Random(seed)
    return [
        [x + drawn.gauss(0, deviation * m) for x in vector]
        for vector, m in zip(answer, MAGNITUDES, strict=True)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_noise_within_the_tolerance_passes_and_noise_of_its_size_does_not(seed):
    answer = _answer()
    # 6 deviations: one in 5·10^8 slots is beyond.
    good = judge(_text(*answer), _text(*_noisy(answer, 2.0**-P / 6, seed)), ASKED)
    assert good.verdict == "ok"
    assert good.matches
    assert good.wrong_slots == 0
    assert P <= good.precision_bits < P + 2
    assert good.mean_precision_bits > good.precision_bits + 2
    bad = judge(_text(*answer), _text(*_noisy(answer, 2.0**-P, seed)), ASKED)
    assert bad.verdict == "imprecise"
    # A third of normal errors is beyond one deviation.
    assert 0.28 < bad.wrong_slots / (2 * SLOTS) < 0.36
    assert bad.precision_bits == pytest.approx(P - bad.detail["short_bits"], abs=0.01)
    assert 1.5 < bad.detail["short_bits"] < 2.5  # the worst of 8192 lies at about 4 deviations


def test_the_answer_before_is_wrong():
    before, answer = _answer(3), _answer(4)
    found = judge(_text(*answer), _text(*before), ASKED)
    assert found.verdict == "wrong"
    assert found.wrong_slots > 1.99 * SLOTS


def test_one_slot_decides_and_the_worst_stands_first():
    answer = [[0.0] * 8, [0.0] * 8]
    got = [[0.0] * 8, [0.0] * 8]
    got[0][5] = 3.5 * 2.0**-18
    got[1][2] = 0.25 * 2.0**-17  # smaller, but of a smaller magnitude
    found = judge(_text(*answer), _text(*got), ASKED)
    assert found.verdict == "imprecise"
    assert found.detail == {"slots": [10, 5], "short_bits": 3.0}
    assert found.precision_bits == 17.0
    # Exactly at the tolerance is right.
    got[1][2], got[0][5] = 0.25 * 2.0**-P, 0.0
    assert judge(_text(*answer), _text(*got), ASKED).precision_bits == P
    assert judge(_text(*answer), _text(*got), ASKED).matches
    # A quarter of the magnitude is imprecise, beyond it is wrong.
    for share, verdict in ((0.25, "imprecise"), (0.2501, "wrong")):
        got[1][2] = 0.25 * share
        assert judge(_text(*answer), _text(*got), ASKED).verdict == verdict


def test_an_equal_answer_has_no_error():
    answer = _answer()
    found = judge(_text(*answer), _text(*answer), ASKED)
    assert (found.verdict, found.precision_bits, found.mean_precision_bits) == (
        "ok",
        MOST_BITS,
        MOST_BITS,
    )


def test_the_second_double_of_an_answer_counts():
    one = Tolerance(60, (1.0,))
    assert judge(b"[0.1+5e-18]", b"[0.1]", one).precision_bits == pytest.approx(
        -math.log2(5e-18), abs=0.01
    )
    assert judge(b"[0.1+5e-18]", b"[0.1+5e-18]", one).precision_bits == MOST_BITS


@pytest.mark.parametrize("entry", ["nan", "NaN", "inf", "-inf", "Infinity", "1e999"])
def test_what_is_not_finite(entry):
    found = judge(b"[1.0,2.0]", f"[1.0,{entry}]".encode(), Tolerance(P, (4.0,)))
    assert found.verdict == "not-finite"
    assert found.detail["slots"] == [1]
    assert found.precision_bits is None
    assert not found.matches


@pytest.mark.parametrize(
    "got",
    [
        b"", b"[]", b"[1.0]", b"[1.0,2.0,3.0]", b"[1.0,2.0];[1.0,2.0]", b"1.0,2.0", b"[1.0,x]",
        b"[1.0,0x10]", b"[1.0,+2.0]", b"[1.0,2.]", b"[1.0,02.0]", b"[1.0,2.0+1e-20+1e-40]", b"\xff",
        b"[1.0,1_0]",
    ],
)  # fmt: skip
def test_what_is_malformed(got):
    found = judge(b"[1.0,2.0]", got, Tolerance(P, (4.0,)))
    assert found.verdict == "malformed"
    assert found.wrong_slots == 2
    assert found.detail["form"]


def test_several_outputs_are_all_looked_at():
    both = Tolerance(P, (1.0, 1.0))
    assert judge(b"[0.5];[0.25]", b"[0.5];[0.25]", both).matches
    assert judge(b"[0.5];[0.25]", b"[0.25];[0.5]", both).verdict == "imprecise"
    assert judge(b"[0.5];[0.25]", b"[0.5]", both).verdict == "malformed"


def test_a_baseline_that_is_none_is_an_error():
    for expected, tolerance in ((b"101", ASKED), (b"[1.0]", ASKED)):
        with pytest.raises(ValueError, match="baseline"):
            judge(expected, b"[1.0]", tolerance)


def test_answers_with_different_keys_are_not_taken_for_each_other():
    tolerance = Tolerance(P, (1.0,))
    drawn = random.Random(5)
    answers = [_text([drawn.uniform(-1, 1) for _ in range(4)]) for _ in range(200)]
    keys = {Approximate.of(answer, tolerance).key() for answer in answers}
    assert len(keys) == len(answers)
    assert numbers_of(b"[0.5,-1e-3];[2.0+1e-20]") == [[0.5, -0.001], [2.0]]


def test_exact_spaces_have_no_tolerance():
    assert tolerance_of({"space": "gf2"}, "L=1,D=1,K=80") is None
    found = tolerance_of({"space": "real", "magnitudes": [2.0]}, "L=1,D=1,K=80,R=1,P=17,M=2,G=0")
    assert found == Tolerance(17, (2.0,))


COMPLEX = Tolerance(P, (2.0, 0.5), is_complex=True)


@pytest.mark.parametrize(
    ("got", "verdict"),
    [
        (b"[1+1i,-2i];[0.25]", "ok"),
        (b" [1 +1i, 0-2i];[0.25+0i] ", "ok"),
        (b"[1+1e-7+1i+-1e-9i,-2i];[0.25]", "ok"),  # sums of two doubles, near enough
        (b"[1+1.00001i,-2i];[0.25]", "imprecise"),
        (b"[1.00001+1i,-2i];[0.25]", "imprecise"),
        (b"[1-1i,-2i];[0.25]", "wrong"),  # a conjugate
        (b"[1,0];[0.25]", "wrong"),  # real parts alone
        (b"[nan+1i,-2i];[0.25]", "not-finite"),
        (b"[1+1i,-2i];[0.25+infi]", "not-finite"),
        (b"[1+1i,-2i];[nan+nani]", "not-finite"),
        (b"[1+1i,-2i];[-infinity]", "not-finite"),
        (b"[1+1i];[0.25]", "malformed"),
        (b"[1+1j,-2i];[0.25]", "malformed"),
        (b"[1i+1,-2i];[0.25]", "malformed"),
        (b"[1+1i+1,-2i];[0.25]", "malformed"),
        (b"[+1+1i,-2i];[0.25]", "malformed"),
        (b"[1+1+1+1i,-2i];[0.25]", "malformed"),
        (b"[1++1i,-2i];[0.25]", "malformed"),
        (b"[i,-2i];[0.25]", "malformed"),
        (b"[,-2i];[0.25]", "malformed"),
        (b"[(1+1i),-2i];[0.25]", "malformed"),
    ],
)
def test_complex_answers(got, verdict):
    assert judge(b"[1+1i,-2i];[0.25]", got, COMPLEX).verdict == verdict


def test_the_error_of_a_complex_number_is_the_absolute_value_of_the_difference():
    step = 2.0**-P * 2  # the tolerance of the first output
    inside, beyond = 0.7 * step, 0.72 * step  # √2 of these is below and above it
    want = b"[0,0];[0]"
    for size, verdict in ((inside, "ok"), (beyond, "imprecise")):
        got = f"[{size!r}-{size!r}i,0];[0]".encode()
        found = judge(want, got, COMPLEX)
        assert found.verdict == verdict
        assert found.precision_bits == pytest.approx(-math.log2(math.hypot(size, size) / 2))


@pytest.mark.parametrize("got", [b"[1+1i,-2i];[0.25]", b"[1i,0];[0]"])
def test_an_imaginary_part_is_no_answer_over_reals(got):
    assert judge(b"[1,0];[0.25]", got, Tolerance(P, (2.0, 0.5))).verdict == "malformed"


def test_complex_numbers_of_a_text():
    assert complexes_of(b"[0.5-1i,2];[-1e-3i+1e-20i]") == [[0.5 - 1j, 2], [-0.001j]]
    with pytest.raises(ValueError, match="not an output"):
        complexes_of(b"[1j]")
    params = "L=1,D=1,K=80,C=1,P=17,M=2,G=0"
    assert tolerance_of({"space": "complex", "magnitudes": [2.0]}, params) == Tolerance(
        17.0, (2.0,), is_complex=True
    )
    one, other = (
        Approximate.of(text, Tolerance(P, (1.0,), is_complex=True)) for text in (b"[1i]", b"[-1i]")
    )
    assert one.key() != other.key()
