"""The decision in sentences: `choose … if …`, who is no candidate and why, what stays open."""

from __future__ import annotations

from collections.abc import Iterator

from ringassay.analysis.decision import Choice, Contender, Decision, Difference, Gain, Pairing
from ringassay.analysis.disturbance import Disturbance
from ringassay.analysis.intervals import Interval
from ringassay.analysis.verdict import TEST_UNITS
from ringassay.report.plots.units import number
from ringassay.report.sections.claims import disturbed, why_not
from ringassay.report.sections.decision import ASPECTS
from ringassay.report.sections.secrecy import unshown
from ringassay.report.sections.wording import count, listed, name, percent, times

_MANY = 3
"""Systems of which a sentence each is told; of pairs, twice as many."""
_ENDED = {
    "timeout": "timed out",
    "crash": "crashed",
    "failed": "failed",
    "refused": "refused",
    "protocol": "broke the protocol",
    "resource": "ran out of memory",
    "start-failed": "did not start",
}


def sentences(decision: Decision) -> list[str]:
    """All that follows, the choices first."""
    told = [_choice(decision, choice) for choice in decision.choices]
    told += _between(decision)
    told += _mixed(decision)
    told += _open(decision)
    told += _withheld_in_short(decision)
    candidates = decision.candidates
    if len(candidates) == 1 and len(decision.contenders) > 1:
        told.append(
            f"{name(candidates[0])} is the only one that encrypts as far as probed, answered "
            "everything right and is not weaker than asked."
        )
    if len(candidates) < 2:
        told += _beside(decision)
    told += [why for c in decision.contenders if (why := _excluded(c))]
    return told + _unshown(decision)


def pairs_apart(decision: Decision) -> list[str]:
    """What `sentences` says in short of several pairs, pair by pair; empty where it says all."""
    told = _withheld(decision)
    return told if len(told) > 1 else []


def scope_words(decision: Decision) -> str:
    """What the decision holds for: `this computation`, or circuits like those measured."""
    if decision.circuits == 1:
        return "this computation"
    if decision.circuits < TEST_UNITS:
        return f"these {decision.circuits} computations"
    return f"circuits of {'this family' if decision.families == 1 else 'these families'}"


def _choice(decision: Decision, choice: Choice) -> str:
    rather = "" if choice.is_least else f" rather than {listed([name(o) for o in choice.over])}"
    several = len(choice.over) > 1
    reasons = listed([_gain(decision, gain, several) for gain in choice.gains], "or")
    return (
        f"For {scope_words(decision)}, choose {name(choice.system)}{rather} if what counts is "
        f"{reasons}. {_security(decision, choice)}"
    )


def _gain(decision: Decision, gain: Gain, several: bool) -> str:
    nearest = gain.over[0]
    who = f"{name(nearest.more)}, the next, needs" if several else f"{name(nearest.more)} needs"
    what = ASPECTS.get(gain.aspect, gain.aspect)
    return f"{what} ({who} {_times_as_much(decision, nearest)})"


def _times_as_much(decision: Decision, found: Difference) -> str:
    """A factor with its interval, the factor in sum where that is another, and how far it holds."""
    said = [f"{number(found.factor, 3)} times as much"]
    if found.interval is not None:
        said.append(_ends(found.interval))
    if number(found.sums, 2) != number(found.factor, 2):
        said.append(f"{number(found.sums, 3)} in sum")
    if found.scope == "these" and decision.circuits >= TEST_UNITS:
        said.append(f"for {count(found.units, 'key')}")
    return ", ".join(said)


def _security(decision: Decision, choice: Choice) -> str:
    """The price in bits of choosing what is cheaper, or that there is none."""
    prices: dict[str, float] = {}
    for gain in choice.gains:
        for found in gain.over:
            prices[found.more] = max(found.price_bits, prices.get(found.more, 0.0))
    paid = [other for other, bits in prices.items() if bits]
    if not paid:
        others = listed([name(other) for other in choice.over], "or")
        return f"It is not weaker than {others}."
    each = [_price(decision, choice.system, other) for other in paid]
    return f"The price is security: for the same request {listed(each)}."


def _price(decision: Decision, system: str, other: str) -> str:
    pairing = decision.pairing(system, other)
    assert pairing is not None and pairing.excess is not None
    own, theirs = pairing.excess.of(system), pairing.excess.of(other)
    return (
        f"up to {number(own.price_bits, 3)} bits less than {name(other)} "
        f"({_delivered(own.least, own.most)} beside {_delivered(theirs.least, theirs.most)})"
    )


def _delivered(least: float, most: float) -> str:
    low, high = number(least, 3), number(most, 3)
    return low if low == high else f"{low} to {high}"


def _between(decision: Decision) -> Iterator[str]:
    """Where several are left of whom nobody needs less, and others are not."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for lead in decision.leads:
        if 1 < len(lead.leaders) < len(decision.candidates):
            groups.setdefault(lead.leaders, []).append(ASPECTS.get(lead.aspect, lead.aspect))
    for leaders, aspects in groups.items():
        others = [name(c) for c in decision.candidates if c not in leaders]
        yield (
            f"In {listed(aspects)} the choice is between {listed([name(s) for s in leaders])}: "
            f"{listed(others)} {'needs' if len(others) == 1 else 'need'} more than another."
        )


def _mixed(decision: Decision) -> Iterator[str]:
    """Differences that are resolved and contradicted: nobody is chosen for them."""
    for found in decision.mixed:
        beside = {
            "sum": f"{number(found.sums, 3)} times as much in sum over all cases",
            "clock": f"{number(found.clock or 0.0, 3)} times as much by the clock",
            "median": "less by the medians in the table",
        }
        span = "" if found.interval is None else f" ({_ends(found.interval)})"
        rest = (
            " A few long computations outweigh the typical one." if "sum" in found.opposed else ""
        )
        yield (
            f"Between {name(found.less)} and {name(found.more)} nobody is chosen for "
            f"{ASPECTS.get(found.aspect, found.aspect)}: {name(found.more)} typically needs "
            f"{number(found.factor, 3)} times as much{span}, but "
            f"{listed([beside[kind] for kind in found.opposed])}.{rest}"
        )


def _ends(interval: Interval) -> str:
    return f"{number(interval.low, 3)} to {number(interval.high, 3)}"


def _open(decision: Decision) -> Iterator[str]:
    """What is known where nothing is chosen, and what would decide it."""
    if len(decision.compared) < 2:
        return
    who = listed([name(system) for system in decision.compared])
    if not decision.cases:
        yield (
            f"No case was answered by all of {who}: compare two that have cases in common, "
            "with `ringassay compare`."
        )
    elif not decision.choices and not decision.differences and len(decision.candidates) > 1:
        known = [_known(p) for p in decision.pairings[: 2 * _MANY]]
        said = "; ".join(dict.fromkeys(one for one in known if one))
        yield (
            f"For {scope_words(decision)}, nothing measured here decides between {who}"
            f"{': ' + said if said else ''}."
        )


def _known(found: Pairing) -> str:
    """What is known of evaluation all the same."""
    paired = found.aspect("evaluation")
    if paired is None:
        return ""
    both, span = f"{name(found.first)} over {name(found.second)}", paired.decided.interval
    if paired.verdict == "few" or span is None:
        return (
            f"evaluation was measured {times(paired.decided.units)}; it takes {TEST_UNITS} "
            "measurements, of inputs or rounds over them"
        )
    ends = f"evaluation, {both}, is {_ends(span)}"
    if paired.verdict == "unresolved":
        return f"{ends}, and a difference below {percent(paired.floor)} is not resolved"
    reason = why_not(paired.verdict, paired.reservations)
    return f"{ends} (95\u00a0%)" if paired.verdict == "open" else f"{ends}: {reason}"


def _beside(decision: Decision) -> Iterator[str]:
    """What was measured of systems of which nobody may choose all: told, nothing chosen."""
    for pairing in decision.pairings:
        for less, more in (
            (pairing.first, pairing.second),
            (pairing.second, pairing.first),
        ):
            gains = [d for d in decision.differences if (d.less, d.more) == (less, more)]
            if gains:
                what = listed(
                    [
                        f"{ASPECTS.get(d.aspect, d.aspect)} ({_times_as_much(decision, d)})"
                        for d in gains
                    ]
                )
                yield (
                    f"On the {count(decision.cases, 'case')} that "
                    f"{'both' if len(decision.compared) == 2 else 'all compared'} answered, "
                    f"{name(more)} needs more than {name(less)} in {what}."
                )


def _withheld(decision: Decision) -> list[str]:
    return [
        f"Times of {name(found.first)} and {name(found.second)} are not told apart in everything: "
        f"{disturbed(found.reservations)}."
        for found in decision.pairings
        if found.reservations
    ]


def _withheld_in_short(decision: Decision) -> list[str]:
    """One sentence for all pairs, with the most that befell any of them."""
    told = _withheld(decision)
    if len(told) < 2:
        return told
    most: dict[str, Disturbance] = {}
    for pairing in decision.pairings:
        for one in pairing.reservations:
            if one.kind not in most or one.share > most[one.kind].share:
                most[one.kind] = one
    return [
        f"Times of {count(len(told), 'pair')} are not told apart in everything: "
        f"{disturbed(tuple(most.values()))}."
    ]


def _excluded(contender: Contender) -> str:
    who, row = name(contender.system), contender.glance
    return {
        "candidate": "",
        "wrong": f"{who} is no candidate: {contender.wrong} of {count(row.judged, 'result')} "
        f"{'was' if contender.wrong == 1 else 'were'} wrong.",
        "unencrypted": f"{who} is no candidate: it does not encrypt.",
        "shared": f"{who} is no candidate: one of its keys opens what another encrypted.",
        "misstated": f"{who} is no candidate: it is not what it says that it is.",
        "weak": f"{who} is no candidate: of the {number(contender.asked_bits)} bits of security "
        f"asked it delivers {number(row.security_bits, 4)}.",
        "unverifiable": f"{who} is no candidate: how secure its keys are cannot be verified "
        f"({contender.unknown}).",
        "unanswered": f"{who} is no candidate: it gave no right result.",
        "unshown": "",
        "incomplete": _incomplete(contender),
    }[contender.standing]


def _unshown(decision: Decision) -> list[str]:
    """Those of whom nobody knows whether they encrypt, all with one reason in one sentence."""
    of = {c.system: c.encryption for c in decision.contenders}
    return [f"Not chosen. {text}." for text in unshown(of)]


def _incomplete(contender: Contender) -> str:
    row = contender.glance
    why = [
        f"{number(float(n))} {_ENDED[outcome]}" for outcome, n in contender.outcomes
        if outcome in _ENDED
    ]  # fmt: skip
    said = [f"it answered {row.right} of {count(row.judged, 'evaluation')}"] if why else []
    if why:
        said[0] += f" ({listed(why)})"
    if contender.unsupported:
        further = "further evaluation" if said else "evaluation"
        said.append(f"it does not support {count(contender.unsupported, further)}")
    return f"{name(contender.system)} is not chosen: {listed(said)}."
