"""The answer in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.advice.figures import PER_INPUT, STEPS, Candidate, Excluded, Limits, Step
from ringassay.advice.proof import Proof, Proven
from ringassay.advice.ranking import difference
from ringassay.advice.uncertainty import Change, changes, told_apart
from ringassay.advice.words import bits, factor, percent, size, time
from ringassay.security.asked import price_bits

STEP_NAMES: dict[Step, str] = {
    "keys": "key generation",
    "ingest": "ingestion",
    "encrypt": "encryption",
    "evaluate": "evaluation",
    "decrypt": "decryption",
}

CLOSE = 1.15
"""Factor below which one step or the memory of two systems is not called different."""

TOLD_SEARCH = 0.1
"""Share of a total from which on a search for parameters beside it is worth a word."""


def answer(ranking: Sequence[Candidate], limits: Limits) -> list[str]:
    """What to use, how the others compare, and why."""
    if not ranking:
        return ["No system runs this computation within the limits; each is excluded below."]
    first = next((one for one in ranking if one.shipped), ranking[0])
    others = [one for one in ranking if one is not first]
    said = [_use(first, limits)]
    close = [one for one in others if not told_apart(first, one, limits.inputs)]
    said += [_compared(first, one, limits) for one in others]
    if close:
        best = 1 + max(ranking.index(one) for one in (first, *close))
        said.append(
            f"{_list([one.label for one in (first, *close)])} are too close for a prediction: "
            f"`--prove {best}` decides between them."
        )
    if others:
        said.append(_by_inputs(ranking))
    foreign = [one.label for one in ranking if not one.shipped]
    if foreign:
        verb = "encrypts" if len(foreign) == 1 else "encrypt"
        said.append(
            f"Whether {_list(foreign)} {verb} is not shown, and none of these is recommended: "
            "predictions probe nothing, `ringassay run` does."
        )
    return said


def _by_inputs(ranking: Sequence[Candidate]) -> str:
    """Which system takes the least for how many inputs under one key."""
    found = changes(ranking)
    if not found:
        least = min(ranking, key=lambda one: one.cost.total_ns(1))
        return f"{least.label} takes the least for any number of inputs under one key."
    said = f"Under one key {found[0].before.label} takes the least for few inputs"
    return said + "".join(f"; {_change(one)}" for one in found) + "."


def _change(one: Change) -> str:
    said = f"from {_inputs(one.inputs)} on {one.after.label}"
    if one.latest is None:
        return f"{said} (from {one.earliest} on predictions do not tell them apart)"
    if one.earliest == one.latest:
        return f"{said} (predictions are sure of that)"
    return (
        f"{said} (within the errors of predictions: from somewhere between {one.earliest} and "
        f"{one.latest} on)"
    )


def _inputs(count: int) -> str:
    return "1 input" if count == 1 else f"{count} inputs"


def _list(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _use(first: Candidate, limits: Limits) -> str:
    cost = first.cost
    step = max(STEPS, key=lambda one: cost.ns[one] * (limits.inputs if one in PER_INPUT else 1))
    for_inputs = "one input" if limits.inputs == 1 else f"{limits.inputs} inputs"
    verb = "Use" if first.shipped else "Nothing is recommended."
    said = (
        f"{verb} {first.label} ({first.text}): {time(cost.total_ns(limits.inputs))} of processor "
        f"time for {for_inputs}, most of it {STEP_NAMES[step]} ({time(cost.ns[step])}"
        f"{' each' if step in PER_INPUT and limits.inputs > 1 else ''}); "
        f"evaluation {time(cost.ns['evaluate'])}, peak memory {size(cost.peak_bytes)}, "
        f"keys {size(cost.key_bytes)}, {size(cost.ciphertext_bytes)} of ciphertexts for an input"
    )
    if first.security_bits is not None:
        said += f"; {bits(first.security_bits)} of security"
    if first.precision_bits is not None:
        said += f"; at least {bits(first.precision_bits)} of precision"
    if first.log2_failure is not None:
        said += f"; wrong with a probability of at most 2^{first.log2_failure:.0f}"
    if cost.search_ns is not None and cost.search_ns > TOLD_SEARCH * cost.total_ns(limits.inputs):
        said += (
            f"; not counted: choosing these parameters, once for all keys, takes "
            f"{time(cost.search_ns)}"
        )
    return f"{said}."


def _ratio(first: Candidate, other: Candidate, limits: Limits) -> float:
    return other.cost.total_ns(limits.inputs) / first.cost.total_ns(limits.inputs)


def _compared(first: Candidate, other: Candidate, limits: Limits) -> str:
    ratio = _ratio(first, other, limits)
    step = difference(first, other, limits).step
    if ratio < 1.0:
        step = difference(other, first, limits).step
    said = (
        f"{other.label} ({other.text}) takes {factor(ratio)} times as long, because "
        f"{STEP_NAMES[step]} takes {time(other.cost.ns[step])}, not {time(first.cost.ns[step])}"
    )
    if other.cost.ns["evaluate"] < first.cost.ns["evaluate"] / CLOSE:
        said += f"; its evaluation is faster ({time(other.cost.ns['evaluate'])})"
    if other.cost.peak_bytes < first.cost.peak_bytes / CLOSE:
        said += f"; it needs less memory ({size(other.cost.peak_bytes)})"
    if first.security_bits is not None and other.security_bits is not None:
        price = price_bits(first.security_bits, other.security_bits)
        if price:
            said += f"; it has {bits(price)} of security more ({bits(other.security_bits)})"
    return f"{said}."


def exclusions(excluded: Sequence[Excluded]) -> list[str]:
    """A sentence for each reason, which names all that it excludes."""
    return [
        f"{names[0]} is excluded: it {_ended(reason)}"
        if len(names) == 1
        else f"{_list(names)} are excluded: each {_ended(reason)}"
        for reason, names in by_reason(excluded)
    ]


def by_reason(excluded: Sequence[Excluded]) -> list[tuple[str, list[str]]]:
    """Reasons, and the labels of all that each excludes."""
    found: dict[str, list[str]] = {}
    for one in excluded:
        found.setdefault(one.reason, []).append(one.label)
    return list(found.items())


def _ended(reason: str) -> str:
    return reason if reason.endswith((".", "`")) else f"{reason}."


def proof(found: Proof, limits: Limits) -> list[str]:
    """Whether the best was predicted, and how far the predictions were off."""
    said = [_proven(one, limits) for one in found.proven]
    best = found.best
    if best is None:
        return [*said, "Nothing that was executed gave right answers only."]
    place = {1: "first", 2: "second", 3: "third"}.get(
        best.predicted_rank, f"number {best.predicted_rank}"
    )
    said.append(
        f"The best of those executed, {best.candidate.label}, was predicted {place} "
        f"(run {' and '.join(found.runs)})."
    )
    return said


def _proven(one: Proven, limits: Limits) -> str:
    name, truth = one.candidate.label, one.truth
    if truth is None:
        return f"{name} failed: {one.failure}."
    error, memory = one.total_error(limits.inputs), one.memory_error
    right = f"{one.right} of {one.answers} answers right"
    said = f"{name}, executed: {time(truth.total_ns(limits.inputs))}, {right}"
    if error is not None:
        said += f"; predicted {time(one.candidate.cost.total_ns(limits.inputs))} ({percent(error)})"
    if memory is not None:
        said += f"; peak memory {size(truth.peak_bytes)} ({percent(memory)})"
    if one.precision_bits is not None:
        said += f"; {one.precision_bits:.1f} bits of precision"
    return f"{said}{'' if one.failure is None else f'; {one.failure}'}."
