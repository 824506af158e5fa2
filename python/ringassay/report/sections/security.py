"""Sentences on the security that two systems deliver, beside which costs are read."""

from __future__ import annotations

from ringassay.analysis.comparison import Comparison
from ringassay.analysis.security_excess import Excess, Side, security_excess
from ringassay.analysis.study import Study
from ringassay.report.plots.units import number
from ringassay.report.sections.claims import total_claim
from ringassay.report.sections.wording import count, listed, name, times


def headline(study: Study, pair: Comparison) -> str:
    """The claim on the total time and what it costs in security; where one of the two does not
    deliver what was asked, that instead."""
    total = total_claim(pair)
    excess = security_excess(study, pair.first, pair.second) if total else None
    if excess is None:
        return total
    return unequal(excess) or f"{total} {price(excess)}"


def unequal(excess: Excess) -> str:
    """Why there is no headline on two systems; "" where there may be one."""
    names = f"{name(excess.first.system)} and {name(excess.second.system)}"
    if unknown := [side for side in excess.sides if not side.is_verifiable]:
        return (
            f"{names} are not compared in a headline: how secure the keys of "
            f"{listed([f'{name(side.system)} are ({side.why})' for side in unknown])} cannot be "
            "verified."
        )
    if weak := [side for side in excess.sides if side.unmet]:
        each = [
            f"{name(side.system)} delivers less security than asked for {side.unmet} of "
            f"{count(excess.requests, 'request')}"
            for side in weak
        ]
        return f"{names} are not compared in a headline: {listed(each)}."
    return ""


def price(excess: Excess) -> str:
    """Which of two that deliver what was asked is the weaker, and by how much."""
    paid = [side for side in excess.sides if side.price_bits]
    if not paid:
        return "Neither is weaker than the other."
    others = {excess.first.system: excess.second, excess.second.system: excess.first}
    each = [
        f"{name(side.system)} delivers up to {number(side.price_bits, 3)} bits of security less "
        f"than {name(others[side.system].system)}"
        for side in paid
    ]
    return f"For the same request {listed(each)}."


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
