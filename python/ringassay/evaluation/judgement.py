"""Judging answers over numbers: right within a tolerance, imprecise, wrong, or no numbers at all.

A case asks for P bits: the error of every slot is at most 2^-P of the output's magnitude, the
largest absolute value that interval arithmetic gives it (`Circuit.summary`, `magnitudes`); the
error of a complex number is the absolute value of the difference. Beyond
that an answer is `imprecise`, by so many bits; beyond a quarter of the magnitude it is `wrong`.
What has a NaN or an infinity in it is `not-finite`, what is no vector of the right length
`malformed`.

The expected answer is the plaintext evaluation's in double-double arithmetic; its own error is far
below any tolerance.
"""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ringassay.spaces import APPROXIMATE
from ringassay.store.canonical import clean_text

MOST_BITS = 100.0
"""The precision of an answer without any error."""
WRONG_SHARE = 0.25
"""Beyond this share of the magnitude an error leaves nothing of the answer."""
SLOTS_KEPT = 16
"""Slots listed per answer that is not right, the worst first."""

Verdict = Literal["ok", "imprecise", "wrong", "not-finite", "malformed"]

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_OTHER = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)
_PLUS = re.compile(r"(?<=[0-9.])\+")
_TERM = re.compile(
    rf"(\+?-?)({_NUMBER.pattern.removeprefix('-?')}|nan|infinity|inf)(i?)", re.IGNORECASE
)


@dataclass(frozen=True)
class Tolerance:
    """What is asked for of a circuit's answers."""

    bits: float
    """P: errors stay below 2^-P of the magnitude."""
    magnitudes: tuple[float, ...]
    """The largest absolute value of each output."""
    is_complex: bool = False
    """Whether answers are complex numbers."""


@dataclass(frozen=True)
class Judgement:
    """What an answer comes to."""

    verdict: Verdict
    precision_bits: float | None = None
    """-log2 of the largest error of all slots, relative to the output's magnitude."""
    mean_precision_bits: float | None = None
    """The mean over slots of the same for each."""
    wrong_slots: int = 0
    """Slots beyond the tolerance."""
    detail: dict[str, Any] = field(default_factory=dict)
    """For the row: the worst slots, counted on from output to output, and by how many bits they are
    short; or what is wrong with the answer's form."""

    @property
    def matches(self) -> bool:
        """Whether it is right within the tolerance."""
        return self.verdict == "ok"


def judge(expected: bytes, got: bytes, tolerance: Tolerance) -> Judgement:
    """Judges the outputs of a circuit over real or complex numbers.

    `expected` is the baseline's text. Raises `ValueError` if it is none, or not one for this
    tolerance.
    """
    is_complex = tolerance.is_complex
    wanted = [_entries(vector, is_complex) for vector in expected.decode("ascii").split(";")]
    if None in wanted or len(wanted) != len(tolerance.magnitudes):
        raise ValueError(f"the baseline's output is none over numbers: {expected[:80]!r}")
    sums = [vector for vector in wanted if vector is not None]
    every = sum(map(len, sums))
    texts = clean_text(got.decode("utf-8", "replace")).split(";")
    found = [_entries(text, is_complex) for text in texts]
    problem = _problem(sums, found, "complex" if is_complex else "real")
    if problem:
        return Judgement("malformed", wrong_slots=every, detail={"form": problem})
    relative: list[float] = []
    for want, have, magnitude in zip(sums, found, tolerance.magnitudes, strict=True):
        pairs = zip(want, have or (), strict=True)
        relative += [_distance(x, y) / magnitude for x, y in pairs]
    bad = [slot for slot, error in enumerate(relative) if not math.isfinite(error)]
    if bad:
        detail = {"form": "not a finite number", "slots": bad[:SLOTS_KEPT]}
        return Judgement("not-finite", wrong_slots=len(bad), detail=detail)
    return _judged(relative, tolerance)


def _judged(relative: Sequence[float], tolerance: Tolerance) -> Judgement:
    worst = max(relative)
    most = 2.0**-tolerance.bits
    beyond = sum(error > most for error in relative)
    verdict: Verdict = "ok"
    detail: dict[str, Any] = {}
    if beyond:
        verdict = "wrong" if worst > WRONG_SHARE else "imprecise"
        order = sorted(range(len(relative)), key=lambda slot: -relative[slot])
        detail["slots"] = [slot for slot in order[:SLOTS_KEPT] if relative[slot] > most]
        detail["short_bits"] = round(tolerance.bits + math.log2(worst), 2)
    return Judgement(
        verdict,
        precision_bits=_bits(worst),
        mean_precision_bits=statistics.fmean(map(_bits, relative)),
        wrong_slots=beyond,
        detail=detail,
    )


def _bits(error: float) -> float:
    return min(MOST_BITS, -math.log2(error)) if error else MOST_BITS


Sum = tuple[float, float]
"""A number as the sum of two doubles."""


Number = tuple[Sum, Sum]
"""Real and imaginary part."""


def _distance(want: Number, have: Number) -> float:
    """The absolute value of the difference."""
    return math.hypot(*(_difference(x, y) for x, y in zip(want, have, strict=True)))


def _difference(want: Sum, have: Sum) -> float:
    """`have` less `want`: exact in the first step where they are near each other."""
    return (have[0] - want[0]) + (have[1] - want[1])


def _problem(
    wanted: Sequence[Sequence[Number]], found: Sequence[Sequence[Number] | None], kind: str
) -> str:
    if len(found) != len(wanted):
        return f"{len(found)} outputs instead of {len(wanted)}"
    for number, (want, have) in enumerate(zip(wanted, found, strict=True)):
        where = f"output {number}: " if len(wanted) > 1 else ""
        if have is None:
            return f"{where}not a vector of {kind} numbers"
        if len(have) != len(want):
            return f"{where}{len(have)} slots instead of {len(want)}"
    return ""


_ZERO: Sum = (0.0, 0.0)


def _entries(text: str, is_complex: bool) -> list[Number] | None:
    """The entries of `[0.5,-1e-3,0.1+2e-18]`, of `[0.5-1i,2i]` too; None for anything else."""
    squeezed = "".join(text.split())
    if not squeezed.startswith("[") or not squeezed.endswith("]"):
        return None
    found = []
    for entry in squeezed[1:-1].split(","):
        number = _complex(entry) if is_complex else _real(entry)
        if number is None:
            return None
        found.append(number)
    return found


def _real(entry: str) -> Number | None:
    if _OTHER.fullmatch(entry):
        return (float(entry), 0.0), _ZERO
    high, *low = _PLUS.split(entry)
    if len(low) > 1 or not all(_NUMBER.fullmatch(part) for part in (high, *low)):
        return None
    return (float(high), float(low[0]) if low else 0.0), _ZERO


def _complex(entry: str) -> Number | None:
    """Terms with signs between them, the imaginary ones last, at most two of each part."""
    parts: tuple[list[float], list[float]] = ([], [])
    place = 0
    while place < len(entry) or not place:
        found = _TERM.match(entry, place)
        if found is None:
            return None
        sign, digits, unit = found.groups()
        if bool(sign) < bool(place) or (not unit and parts[1]):
            return None  # no sign between terms, or a real part behind an imaginary one
        if not place and sign.startswith("+") and digits[0].isdigit():
            return None
        parts[bool(unit)].append(-float(digits) if "-" in sign else float(digits))
        place = found.end()
    if max(map(len, parts)) > 2:
        return None
    (high, low, *_), (im_high, im_low, *_) = ([*part, 0.0, 0.0] for part in parts)
    return (high, low), (im_high, im_low)


def differences(expected: str, got: str, *, is_complex: bool) -> list[list[float]]:
    """The absolute value of the error of each slot of each output, as `judge` has it.

    Raises `ValueError` where one of them is no output, or not of the other's shape.
    """
    wanted, found = (
        [_entries(vector, is_complex) for vector in text.split(";")] for text in (expected, got)
    )
    if None in wanted or None in found:
        raise ValueError("not an output over numbers")
    return [
        [_distance(x, y) for x, y in zip(want or (), have or (), strict=True)]
        for want, have in zip(wanted, found, strict=True)
    ]


def numbers_of(text: bytes) -> list[list[float]]:
    """The nearest doubles of each output's slots, of real numbers. Raises `ValueError` for anything
    else."""
    return [[number.real for number in vector] for vector in _doubles(text, is_complex=False)]


def complexes_of(text: bytes) -> list[list[complex]]:
    """Likewise of real or complex numbers."""
    return _doubles(text, is_complex=True)


def _doubles(text: bytes, *, is_complex: bool) -> list[list[complex]]:
    found = [_entries(v, is_complex) for v in text.decode("utf-8", "replace").split(";")]
    if None in found:
        raise ValueError(f"not an output over numbers: {text[:80]!r}")
    vectors = (vector for vector in found if vector is not None)
    return [[complex(re_part[0], im_part[0]) for re_part, im_part in vector] for vector in vectors]


class Approximate(bytes):
    """An expected answer that carries its tolerance, so that whoever compares judges by it."""

    tolerance: Tolerance

    @classmethod
    def of(cls, answer: bytes, tolerance: Tolerance) -> Approximate:
        """The answer with its tolerance."""
        made = cls(answer)
        made.tolerance = tolerance
        return made

    def key(self, slots: int = 8) -> tuple[int, ...]:
        """The first slots in steps of eight tolerances: answers with different keys are hardly
        taken for each other."""
        steps = 8.0 * 2.0**-self.tolerance.bits
        is_complex = self.tolerance.is_complex
        found: Sequence[Sequence[complex]] = complexes_of(self) if is_complex else numbers_of(self)
        first = zip(found, self.tolerance.magnitudes, strict=True)
        return tuple(
            round(part / (steps * magnitude))
            for vector, magnitude in first
            for x in vector[:slots]
            for part in ((x.real, x.imag) if is_complex else (x.real,))
        )


def tolerance_of(summary: Any, params: str) -> Tolerance | None:
    """The tolerance of a circuit's answers under its key parameters; None for exact spaces."""
    if summary["space"] not in APPROXIMATE:
        return None
    fields = dict(part.split("=", 1) for part in params.split(","))
    is_complex = summary["space"] == "complex"
    return Tolerance(float(fields["P"]), tuple(summary["magnitudes"]), is_complex)
