"""Sentences that claim a difference between systems: all of them are made here.

What may be claimed is decided by `ringassay.analysis.verdict`, never by a sentence. What may not be
claimed is told as what was measured, with the reason.
"""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.analysis.comparison import Comparison, Paired
from ringassay.analysis.disturbance import Disturbance
from ringassay.analysis.effect import Effect
from ringassay.analysis.floor import LEAST
from ringassay.analysis.verdict import SIZE_FLOOR, TEST_UNITS, Verdict
from ringassay.report.plots.units import number
from ringassay.report.sections.wording import count, listed, name, percent, span

# The two totals that belong together: what a headline leaves out may turn it round.
_TOTALS = {
    "total time": "encryption, evaluation and decryption together",
    "first answer": "a first answer, key generation and ingestion included",
}


def claims(pair: Comparison) -> tuple[str, ...]:
    """Who needs less of what, and what cannot be said and why."""
    told = []
    for winner, loser, which in (
        (pair.first, pair.second, "first"),
        (pair.second, pair.first, "second"),
    ):
        won = [p for p in pair.aspects if p.verdict == which]
        if won:
            advantages = listed([_advantage(p) for p in won])
            told.append(f"{name(winner)} needs less than {name(loser)} in {advantages}.")
    for verdict in ("equal", "open", "unresolved", "withheld", "few", "mixed"):
        found = [p for p in pair.aspects if p.verdict == verdict]
        if found:
            told += _undecided(verdict, found, pair)
    return tuple(told)


def total_claim(pair: Comparison) -> str:
    """The comparison of both totals, a sentence each, for the summary; "" if there are none."""
    found = ((pair.aspect(label), words) for label, words in _TOTALS.items())
    return " ".join(_claim(pair, total, words) for total, words in found if total is not None)


def _claim(pair: Comparison, total: Paired, words: str) -> str:
    found = total.decided
    what = "CPU time" if total.clock is not None and not _clock_only(total) else "time"
    where = _where(total)
    if total.verdict not in ("first", "second"):
        return (
            f"{name(pair.first)} used {_times(found.ratio)} the {what} of {name(pair.second)} for "
            f"{words} {where}{_beside(total)}; {doubt(total.verdict, total, pair)}."
        )
    less, more = (
        (pair.first, pair.second) if total.verdict == "first" else (pair.second, pair.first)
    )
    turned = total.verdict == "first"
    return (
        f"{name(less)} needs less {what} than {name(more)} for {words}: {name(more)} needs "
        f"{_times(1.0 / found.ratio if turned else found.ratio)} as much{_beside(total, turned)}, "
        f"{where}."
    )


def _where(total: Paired) -> str:
    """On what the comparison rests, and so for what it holds."""
    units = total.decided.units
    if total.scope == "family":
        return f"on {count(units, 'circuit')} both got right"
    return f"for the computations measured alone ({count(units, 'measurement')})"


def doubt(verdict: Verdict, paired: Paired, pair: Comparison) -> str:
    """Why a measured difference is not claimed, as the end of a sentence; "" where it is."""
    if verdict == "unresolved":
        if paired.aspect.quantity == "size":
            return f"they lie within {percent(SIZE_FLOOR)} of each other"
        why = _why_floor(pair, paired.floor)
        return f"a difference below {percent(paired.floor)} is not resolved here{why}"
    return why_not(verdict, paired.reservations)


def why_not(verdict: Verdict, reservations: Sequence[Disturbance] = ()) -> str:
    """The same for any comparison."""
    if verdict == "withheld":
        return f"no difference is claimed: {disturbed(reservations)}"
    return {
        "few": f"{TEST_UNITS} measurements are the least that claim a difference",
        "open": "chance may explain the difference",
        "equal": "they are exactly equal",
    }.get(verdict, "")


def disturbed(reservations: Sequence[Disturbance]) -> str:
    """What disturbed a measurement, as a clause."""
    return listed(
        [
            {
                "load": f"during {percent(found.share)} of the evaluations more tasks wanted to "
                "run than the machine has cores",
                "steal": f"during {percent(found.share)} of the evaluations the machine's host "
                "gave its cores to others",
                "waiting": f"in {percent(found.share)} of the evaluations a system got less CPU "
                "time over wall time than for the same circuit at other times",
                "together": "systems were measured at the same time",
                "cpu": "CPU time is not known",
            }[found.kind]
            for found in reservations
        ]
    )


def finding(paired: Paired, pair: Comparison) -> str:
    """The verdict in a cell of a table."""
    return {
        "first": f"{name(pair.first)} less",
        "second": f"{name(pair.second)} less",
        "equal": "equal",
        "open": "not beyond chance",
        "unresolved": "below "
        + percent(SIZE_FLOOR if paired.aspect.quantity == "size" else paired.floor),
        "withheld": "withheld",
        "few": "too few units",
        "mixed": "by circuit",
    }[paired.verdict]


def _undecided(verdict: Verdict, found: Sequence[Paired], pair: Comparison) -> list[str]:
    what = listed([p.aspect.label for p in found])
    if verdict == "equal":
        return [f"They are exactly equal in {what}."]
    if verdict == "open":
        return [f"In {what} the data show no difference beyond chance."]
    if verdict == "few":
        return [
            f"For {what} there are too few measurements to say more than the table does: it takes "
            f"{TEST_UNITS}, of circuits, or of inputs and rounds over the same."
        ]
    if verdict == "mixed":
        return [f"In {what} each needs less for some circuits."]
    groups: dict[str, list[Paired]] = {}
    for paired in found:
        groups.setdefault(doubt(verdict, paired, pair), []).append(paired)
    return [
        f"In {listed([p.aspect.label for p in alike])} {reason}."
        for reason, alike in groups.items()
    ]


def _why_floor(pair: Comparison, floor: float) -> str:
    """What made the floor: the order of measuring, the least that is assumed, or a system that was
    measured twice."""
    if pair.in_turns is False:
        return ", because the two were measured one after the other"
    if floor <= LEAST:
        return ": where a program comes to lie in memory makes as much"
    return ": one system measured twice differs from itself by as much"


def _clock_only(paired: Paired) -> bool:
    return any(found.kind == "cpu" for found in paired.reservations)


def _advantage(p: Paired) -> str:
    turned = p.decided.ratio < 1.0
    words = f"{p.aspect.label} (by a factor of {number(_directed(p.decided, turned), 3)}"
    if p.clock is None:
        return f"{words})"
    return f"{words} in CPU time, {number(_directed(p.clock, turned), 3)} by the clock)"


def _directed(found: Effect, turned: bool) -> float:
    return 1.0 / found.ratio if turned else found.ratio


def _beside(p: Paired, turned: bool = False) -> str:
    """Interval and wall time, in brackets."""
    parts = []
    if p.decided.interval is not None:
        low, high = p.decided.interval.low, p.decided.interval.high
        ends = (1.0 / high, 1.0 / low) if turned else (low, high)
        parts.append(f"95\u00a0% interval {number(ends[0], 3)} to {number(ends[1], 3)}")
    if p.clock is not None and not _clock_only(p):
        parts.append(f"by the clock {_times(_directed(p.clock, turned))}")
    return f" ({'; '.join(parts)})" if parts else ""


def _times(ratio: float) -> str:
    return f"{number(ratio, 3)} times"


def clock_cell(p: Paired) -> str:
    """Ratio and interval of the wall time, for a table."""
    if p.clock is None:
        return ""
    interval = f" ({span(p.clock.interval, digits=3)})" if p.clock.interval else ""
    return f"{number(p.clock.ratio, 3)}{interval}"
