"""Sentences on the security that two systems deliver, without which costs are not compared."""

from __future__ import annotations

from ringassay.analysis.comparison import Comparison
from ringassay.analysis.security_excess import TOLERATED_BITS, Excess, Side, security_excess
from ringassay.analysis.study import Study
from ringassay.report.plots.units import number
from ringassay.report.sections.claims import total_claim
from ringassay.report.sections.wording import listed, name, times


def headline(study: Study, pair: Comparison) -> str:
    """The claim on the total time; where the two are not equally secure, that instead."""
    total = total_claim(pair)
    excess = security_excess(study, pair.first, pair.second) if total else None
    return (unequal(excess) if excess else "") or total


def unequal(excess: Excess) -> str:
    """Why there is no headline on two systems; "" where there may be one."""
    names = f"{name(excess.first.system)} and {name(excess.second.system)}"
    if unknown := [side.system for side in excess.sides if not side.is_verifiable]:
        return (
            f"{names} are not compared in a headline: how secure the keys of "
            f"{listed([name(s) for s in unknown])} are cannot be verified."
        )
    if excess.is_comparable:
        return ""
    return (
        f"{names} are not compared in a headline: their security lies "
        f"{number(excess.apart, 3)} bits apart in the mean, more than {number(TOLERATED_BITS)}."
    )


def side_by_side(excess: Excess) -> str:
    """What both deliver, as one sentence."""
    parts = [_delivers(side) for side in excess.sides if side.is_verifiable]
    if not parts:
        return "Of neither system the security can be verified."
    return f"Asked for the same {times(excess.requests)}, {listed(parts)}."


def _delivers(side: Side) -> str:
    bits = number(side.least, 4)
    if side.most > side.least:
        bits = f"{bits} to {number(side.most, 4)}"
    more = "more than" if side.mean_excess >= 0.0 else "fewer than"
    return (
        f"{name(side.system)} delivers {bits} bits of security, in the mean "
        f"{number(abs(side.mean_excess), 3)} {more} asked"
    )
