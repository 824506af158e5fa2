"""SUT against SUT, on what both got right."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.analysis.comparison import Comparison, Paired, all_pairs, encrypts
from ringassay.analysis.security_excess import TOLERATED_BITS, Excess, Side, security_excess
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Axis,
    Block,
    Callout,
    Cell,
    Column,
    Figure,
    Paragraph,
    ScatterPlot,
    Section,
    Series,
    Subheading,
    Table,
)
from ringassay.report.plots.units import number
from ringassay.report.sections.wording import (
    amount_cell,
    capital,
    count,
    factor,
    listed,
    name,
    number_cell,
    span,
    times,
)


def section(study: Study) -> Section | None:
    """Every pair of systems with common cases; None if there is no such pair."""
    pairs = all_pairs(study)
    if not pairs:
        return None
    blocks: list[Block] = []
    for pair in pairs:
        blocks.append(Subheading(f"{name(pair.first)} and {name(pair.second)}"))
        blocks += comparison_blocks(study, pair)
    return Section(
        "System against system",
        "comparison",
        tuple(blocks),
        "Compared are cases that both systems got right at the same security level asked. The unit "
        "is the circuit: one ratio per circuit, their geometric mean, and a bootstrap interval "
        "over circuits.",
    )


def comparison_blocks(study: Study, pair: Comparison) -> tuple[Block, ...]:
    """Sentences, table and figure for one pair."""
    if not pair.aspects:
        return (
            Paragraph(
                f"{name(pair.first)} and {name(pair.second)} have no right result for the same "
                "circuit at the same security level in common: nothing can be compared."
            ),
        )
    blocks: list[Block] = [*_caveats(study, pair)]
    blocks.append(Paragraph(" ".join(sentences(pair))))
    blocks.append(_table(pair))
    if len(pair.ratios) > 1:
        blocks.append(_figure(pair))
    return tuple(blocks)


def sentences(pair: Comparison) -> tuple[str, ...]:
    """Who needs less of what, and what cannot be decided."""
    told = []
    for winner, loser, which in (
        (pair.first, pair.second, "first"),
        (pair.second, pair.first, "second"),
    ):
        won = [p for p in pair.aspects if p.verdict == which]
        if won:
            advantages = listed([_advantage(p) for p in won])
            told.append(f"{name(winner)} needs less than {name(loser)} in {advantages}.")
    same = [p.aspect.label for p in pair.aspects if p.verdict == "equal"]
    if same:
        told.append(f"They are exactly equal in {listed(same)}.")
    undecided = [p for p in pair.aspects if p.verdict == "open"]
    few = [p for p in undecided if p.interval is None]
    clear = [p for p in undecided if p.interval is not None]
    if clear:
        told.append(
            f"In {listed([p.aspect.label for p in clear])} the data show no difference beyond "
            "chance."
        )
    if few:
        told.append(
            f"For {listed([p.aspect.label for p in few])} there are too few units to say more than "
            "the table does."
        )
    return tuple(told)


def total_sentence(study: Study, pair: Comparison) -> str:
    """The comparison of the total time in one sentence, for the summary; "" if it is missing.

    None is made where the two do not deliver the same security: it says so instead.
    """
    total = pair.aspect("total time")
    if total is None:
        return ""
    excess = security_excess(study, pair.first, pair.second)
    if excess is not None and (withheld := _unequal(excess)):
        return withheld
    cases = f"on {count(total.units, 'circuit')} both got right"
    if total.verdict in ("open", "equal"):
        return (
            f"{name(pair.first)} takes {factor(total.ratio)} the total time of "
            f"{name(pair.second)} {cases}"
            + (
                f", a difference that chance may explain (95\u00a0% interval "
                f"{span(total.interval)})."
                if total.interval
                else "; there are too few circuits for an interval."
            )
        )
    fast, slow = (
        (pair.first, pair.second) if total.verdict == "first" else (pair.second, pair.first)
    )
    ratio, low, high = _advantage_interval(total)
    return (
        f"{name(fast)} is {number(ratio, 3)} times as fast as {name(slow)} in total (95\u00a0% "
        f"interval {number(low, 3)} to {number(high, 3)}), {cases}."
    )


def _advantage(p: Paired) -> str:
    ratio, _, _ = _advantage_interval(p)
    return f"{p.aspect.label} (by a factor of {number(ratio, 3)})"


def _advantage_interval(p: Paired) -> tuple[float, float, float]:
    """How many times less the winner needs, with its interval."""
    low, high = (p.interval.low, p.interval.high) if p.interval else (p.ratio, p.ratio)
    if p.ratio >= 1.0:
        return p.ratio, low, high
    return 1.0 / p.ratio, 1.0 / high, 1.0 / low


def _caveats(study: Study, pair: Comparison) -> tuple[Block, ...]:
    """What makes the two unequal: no encryption at all, or other security."""
    both = (pair.first, pair.second)
    open_ones = [s for s in both if not encrypts(study, s)]
    if open_ones:
        verb = "does" if len(open_ones) == 1 else "do"
        return (
            Callout(
                "info",
                f"{listed([name(s) for s in open_ones])} {verb} not encrypt. The ratio is the "
                "price of encryption, not a difference between libraries.",
            ),
        )
    excess = security_excess(study, *both)
    if excess is None:
        return ()
    told = Paragraph(_side_by_side(excess))
    unequal = _unequal(excess)
    return (Callout("warning", unequal), told) if unequal else (told,)


def _unequal(excess: Excess) -> str:
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


def _side_by_side(excess: Excess) -> str:
    """What both deliver, as one sentence."""
    parts = [_delivers(side) for side in excess.sides if side.is_verifiable]
    if not parts:
        return "Of neither system the security can be verified."
    return f"Asked for the same {times(excess.requests)}, {listed(parts)}."


def _delivers(side: Side) -> str:
    bits = number(side.least)
    if side.most > side.least:
        bits = f"{bits} to {number(side.most)}"
    more = "more than" if side.mean_excess >= 0.0 else "fewer than"
    return (
        f"{name(side.system)} delivers {bits} bits of security, in the mean "
        f"{number(abs(side.mean_excess), 3)} {more} asked"
    )


def _table(pair: Comparison) -> Table:
    return Table(
        f"{name(pair.first)} over {name(pair.second)}: ratios on common cases",
        (
            Column("aspect"),
            Column("units", "right"),
            Column(f"median {name(pair.first)}", "right"),
            Column(f"median {name(pair.second)}", "right"),
            Column("ratio", "right"),
            Column("95\u00a0% interval", "right"),
            Column("wins", "right"),
            Column("sign test p", "right"),
        ),
        tuple(
            (
                capital(p.aspect.label),
                Cell(str(p.units), p.units),
                amount_cell(p.first_median, p.aspect.quantity),
                amount_cell(p.second_median, p.aspect.quantity),
                number_cell(p.ratio, 3),
                span(p.interval, digits=4),
                f"{p.first_wins} : {p.second_wins}",
                number_cell(p.sign_p, 2),
            )
            for p in pair.aspects
        ),
        f"A ratio below 1 means that {name(pair.first)} needs less. Wins count the units in which "
        f"{name(pair.first)} : {name(pair.second)} needs less; p is the probability of a result "
        "at least as one-sided if both were equally good.",
    )


def _figure(pair: Comparison) -> Figure:
    first: Sequence[float] = pair.ratios["first"].tolist()
    second: Sequence[float] = pair.ratios["second"].tolist()
    ends = (min(*first, *second), max(*first, *second))
    return Figure(
        f"Total time per circuit: {name(pair.first)} and {name(pair.second)}",
        ScatterPlot(
            Axis(pair.second, "ns", log=True),
            Axis(pair.first, "ns", log=True),
            (Series("circuits", tuple(second), tuple(first)),),
            (Series("equal", ends, ends, dashed=True),),
        ),
        f"Below the line {name(pair.first)} is faster.",
    )
