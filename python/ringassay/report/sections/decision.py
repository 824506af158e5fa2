"""The decision in one table: systems as rows, what each costs, and what speaks for which."""

from __future__ import annotations

import math

from ringassay.analysis.decision import ASPECT_OF, Choice, Contender, Decision, Gain, Pairing
from ringassay.analysis.metrics import Quantity
from ringassay.analysis.security_excess import TOLERATED_BITS
from ringassay.report.document import Cell, Column, Table, Tone
from ringassay.report.plots.units import number
from ringassay.report.sections.claims import disturbed
from ringassay.report.sections.wording import NONE, amount, count, listed, name

MARK = "\u25be"
"""Beside a figure that speaks for its system: a resolved difference, see `Decision.is_marked`."""

_MANY = 3
"""Systems of which a sentence each is told; of pairs, twice as many."""

_TIMES = {
    "key generation": "keygen_ns",
    "ingestion": "ingestion_ns",
    "encryption": "encryption_ns",
    "evaluation": "evaluation_ns",
    "decryption": "decryption_ns",
}
_SIZES = {"key": "key_bytes", "ciphertext": "ciphertext_bytes", "peak": "peak_bytes"}
_WORDS = {
    "total time": "an answer under a key that exists",
    "first answer": "a first answer from nothing",
    "fresh ciphertexts": "size of fresh ciphertexts",
    "evaluated ciphertext": "size of an evaluated ciphertext",
}


def table(decision: Decision, kind: str = "") -> Table | None:
    """The table, None if nothing was asked; `kind` of arithmetic stands in the title."""
    if not any(c.glance.judged for c in decision.contenders):
        return None
    return Table(
        f"The decision: {kind}" if kind else "The decision",
        (
            Column("system"),
            Column("right", "right"),
            Column("security", "right", "bits"),
            *(Column(label, "right") for label in _TIMES),
            *(Column(label, "right", "MB") for label in _SIZES),
        ),
        tuple(_row(decision, contender) for contender in decision.contenders),
        _note(decision),
    )


def _row(decision: Decision, contender: Contender) -> tuple[str | Cell, ...]:
    row = contender.glance
    return (
        name(row.system),
        Cell(f"{row.right} of {row.judged}", row.right, _tone(contender)),
        _security(contender),
        *(_figure(decision, contender, column, "time") for column in _TIMES.values()),
        *(_figure(decision, contender, column, "size") for column in _SIZES.values()),
    )


def _tone(contender: Contender) -> Tone | None:
    if contender.wrong or not contender.glance.right:
        return "bad"
    return "warning" if contender.failed else None


def _security(contender: Contender) -> Cell:
    bits = contender.glance.security_bits
    if contender.standing == "unencrypted" or bits == 0.0:
        return Cell("none", 0.0)
    if math.isnan(bits):
        return Cell("not verifiable", tone="warning")
    return Cell(number(bits, 4), bits, "bad" if contender.standing == "weak" else None)


def _figure(decision: Decision, contender: Contender, column: str, kind: Quantity) -> Cell:
    value: float = getattr(contender.glance, column)
    if not math.isfinite(value):
        return Cell(NONE)
    text = amount(value, "time") if kind == "time" else _megabytes(value)
    aspect = ASPECT_OF.get(column)
    if aspect is None or not decision.is_marked(contender.system, aspect):
        return Cell(text, value)
    return Cell(f"{text}\u00a0{MARK}", value, "good")


def _megabytes(value: float) -> str:
    return "<\u202f0.001" if 0.0 < value < 1e3 else number(value / 1e6, 3)


def _note(decision: Decision) -> str:
    over = (
        f"Medians over the {count(decision.cases, 'case')} that all of them got right"
        if decision.cases
        else "Medians over what each system got right: no case was right on all of them"
    )
    marked = (
        f" {MARK} marks what is lower than another candidate's, where the difference is "
        "resolved, and higher than no candidate's."
        if decision.choices
        else ""
    )
    return (
        f"{over}; wall times. Security is the least that our estimator gives, ingestion that of "
        "key and circuit, a ciphertext those of one input, peak the most memory of client or "
        f"server in any step.{marked}"
    )


def sentences(decision: Decision) -> list[str]:
    """`Choose … if …`, who is no candidate and why, and where no choice can be made."""
    told = [_choice(choice) for choice in decision.choices]
    candidates = decision.candidates
    compared = [found for found in decision.pairings if found.compared]
    if not told and compared:
        told.append(
            f"Between {_names(decision, compared)} nothing measured here decides: no difference "
            "in cost is resolved."
        )
    told += _pairs_in_short(decision) if _has_many_pairs(decision) else _pairs(decision)
    if len(candidates) == 1 and len(decision.contenders) > 1:
        told.append(
            f"{name(candidates[0])} is the only one that encrypts, answered nothing wrong and is "
            "not weaker than asked."
        )
    told += [why for c in decision.contenders if (why := _excluded(c))]
    left = [c for c in decision.contenders if c.failed and c.standing == "candidate"]
    if len(left) > _MANY:
        each = [f"{name(c.system)} {c.failed} of {c.glance.judged}" for c in left]
        told.append(f"Evaluations left unanswered: {listed(each)}.")
    else:
        told += [
            f"{name(c.system)} left {c.failed} of {count(c.glance.judged, 'evaluation')} "
            "unanswered."
            for c in left
        ]
    return told


def pairs_apart(decision: Decision) -> list[str]:
    """What `sentences` says in short of many pairs, pair by pair; empty where it says all."""
    return _pairs(decision) if _has_many_pairs(decision) else []


def _has_many_pairs(decision: Decision) -> bool:
    return len(_pairs(decision)) > 2 * _MANY


def _pairs(decision: Decision) -> list[str]:
    return [
        *(why for found in decision.pairings if (why := _pairing(found))),
        *(_withheld(found) for found in decision.pairings if found.reservations),
    ]


def _pairs_in_short(decision: Decision) -> list[str]:
    pairings = decision.pairings
    compared = [found for found in pairings if found.compared]
    told = []
    if len(compared) < len(pairings):
        met = {system for found in compared for system in (found.first, found.second)}
        told.append(
            f"Of {len(pairings)} pairs of candidates {len(compared)} are compared. The others are "
            "not: their security, where it can be verified, lies more than "
            f"{number(TOLERATED_BITS)} bits apart for too many requests."
        )
        alone = [c for c in decision.candidates if c not in met]
        if alone:
            told.append(f"Compared with no other: {listed([name(c) for c in alone])}.")
    if disturbed_pairs := sum(bool(found.reservations) for found in pairings):
        told.append(
            f"Times of {count(disturbed_pairs, 'pair')} are not told apart in everything: the "
            "machine was disturbed, or CPU time is not known."
        )
    return told


def _choice(choice: Choice) -> str:
    rather = "" if choice.is_least else f" rather than {listed([name(o) for o in choice.over])}"
    several = len(choice.over) > 1
    reasons = listed([_gain(gain, several) for gain in choice.gains], "or")
    return f"Choose {name(choice.system)}{rather} if what counts is {reasons}."


def _gain(gain: Gain, several: bool) -> str:
    nearest = gain.over[0]
    who = f"{name(nearest.more)}, the next, needs" if several else f"{name(nearest.more)} needs"
    what = _WORDS.get(gain.aspect, gain.aspect)
    return f"{what} ({who} {number(nearest.factor, 3)} times as much)"


def _names(decision: Decision, compared: list[Pairing]) -> str:
    met = {system for found in compared for system in (found.first, found.second)}
    return listed([name(c) for c in decision.candidates if c in met])


def _pairing(found: Pairing) -> str:
    """On what two candidates are compared, or why they are not; "" where on everything."""
    both, excess = f"{name(found.first)} and {name(found.second)}", found.excess
    if excess is None:
        return f"{both} are not compared: no key was asked of both."
    if unknown := [side.system for side in excess.sides if not side.is_verifiable]:
        return (
            f"{both} are not compared: how secure the keys of "
            f"{listed([name(s) for s in unknown])} are cannot be verified."
        )
    alike, requests = len(excess.alike), count(excess.requests, "request")
    limit = f"their security lies at most {number(TOLERATED_BITS)} bits apart"
    if not found.compared:
        which = f"for only {alike} of {requests}" if alike else f"for none of {requests}"
        mean = f"{number(excess.apart, 3)} bits in the mean"
        return f"{both} are not compared: {limit} {which} ({mean})."
    if alike == excess.requests:
        return ""
    return f"{both} are compared on the {alike} of {requests} for which {limit}."


def _withheld(found: Pairing) -> str:
    return (
        f"Times of {name(found.first)} and {name(found.second)} are not told apart in everything: "
        f"{disturbed(found.reservations)}."
    )


def _excluded(contender: Contender) -> str:
    who, row = name(contender.system), contender.glance
    return {
        "candidate": "",
        "wrong": f"{who} is no candidate: {contender.wrong} of {count(row.judged, 'result')} "
        f"{'was' if contender.wrong == 1 else 'were'} wrong.",
        "unencrypted": f"{who} is no candidate: it does not encrypt.",
        "weak": f"{who} is no candidate: of the {number(contender.asked_bits)} bits of security "
        f"asked it delivers {number(row.security_bits, 4)}.",
        "unanswered": f"{who} is no candidate: it gave no right result.",
    }[contender.standing]
