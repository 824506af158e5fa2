"""SUT against SUT, on what both got right."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.analysis.arithmetic import Part, parts
from ringassay.analysis.comparison import Comparison
from ringassay.analysis.family import all_pairs
from ringassay.analysis.secrecy import encryption, in_the_clear
from ringassay.analysis.security_excess import security_excess
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
    Tone,
)
from ringassay.report.plots.units import number
from ringassay.report.sections.claims import claims, clock_cell, finding
from ringassay.report.sections.secrecy import unshown
from ringassay.report.sections.security import price, side_by_side, unequal
from ringassay.report.sections.wording import (
    NONE,
    amount_cell,
    capital,
    listed,
    name,
    number_cell,
    span,
)

_MANY = 12
"""Pairs that have details of their own, at most."""


def section(study: Study) -> Section | None:
    """Every pair of systems with common cases; None if there is no such pair."""
    pairs = all_pairs(study)
    if not pairs:
        return None
    blocks: list[Block] = [_matrix(part, pairs) for part in parts(study)]
    by_first = len(pairs) > _MANY
    title = ""
    for pair in pairs:
        other = "each of the others" if by_first else name(pair.second)
        if title != (title := f"{name(pair.first)} and {other}"):
            blocks.append(Subheading(title))
        blocks += comparison_blocks(study, pair)
    return Section(
        "System against system",
        "comparison",
        tuple(blocks),
        "Compared are cases that both systems got right at the same security level asked. The unit "
        "is the circuit: one ratio per circuit, the centre of these, and an interval over "
        "circuits and rounds. Fewer than six circuits stand for themselves alone, and the interval "
        "is over inputs and rounds. CPU time decides who needs less; the wall clock stands beside "
        "it. A difference in times is claimed only if interval and test agree, after correction "
        "for the number of aspects, and if nothing disturbed the measurement; sizes are counted.",
    )


def _matrix(part: Part, pairs: tuple[Comparison, ...]) -> Table:
    """The total time of each system over that of each other one, in one table for each kind of
    arithmetic."""
    study = part.study
    met = {system for pair in pairs for system in (pair.first, pair.second)}
    systems = [system for system in study.systems if system in met]
    title = "CPU time of an answer: the system of the row over that of the column"
    cells: dict[tuple[str, str], Cell] = {}
    for pair in pairs:
        if not {pair.first, pair.second} <= set(systems):
            continue
        if total := pair.aspect("total time"):
            claimed = total.verdict in ("first", "second")
            both = _shown(study, pair.first) and _shown(study, pair.second)
            for places, ratio in (
                ((pair.first, pair.second), total.decided.ratio),
                ((pair.second, pair.first), 1.0 / total.decided.ratio),
            ):
                text = number(ratio, 3)
                tone: Tone | None = "good" if claimed and both and ratio < 1.0 else None
                # What may not be claimed stands in brackets.
                cells[places] = Cell(text if claimed else f"({text})", ratio, tone)
    return Table(
        f"{title}, {part.label}" if part.label else title,
        (Column(""), *(Column(name(system), "right") for system in systems)),
        tuple(
            (name(row), *(cells.get((row, column), Cell(NONE)) for column in systems))
            for row in systems
        ),
        "Encryption, evaluation and decryption, typical ratio of circuits that both got right. "
        "Below 1 the row needs less. In brackets: no difference is claimed, for the reason that "
        "the details give. Security may differ: see there, too.",
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
    blocks.append(Paragraph(" ".join(claims(pair))))
    blocks.append(_table(pair))
    if len(pair.ratios) > 1:
        blocks.append(_figure(pair))
    return tuple(blocks)


def _caveats(study: Study, pair: Comparison) -> tuple[Block, ...]:
    """What makes the two unequal: no encryption at all, or other security."""
    both = (pair.first, pair.second)
    open_ones = [s for s in both if in_the_clear(study, s)]
    if open_ones:
        verb = "does" if len(open_ones) == 1 else "do"
        return (
            Callout(
                "info",
                f"{listed([name(s) for s in open_ones])} {verb} not encrypt. The ratio is the "
                "price of encryption, not a difference between libraries.",
            ),
        )
    known = {system: encryption(study, system) for system in both}
    doubts = tuple(Callout("warning", f"{text}.") for text in unshown(known))
    excess = security_excess(study, *both)
    if excess is None:
        return doubts
    why = unequal(excess)
    told = Paragraph(" ".join([side_by_side(excess), *([] if why else [price(excess)])]))
    return (*doubts, Callout("warning", why), told) if why else (*doubts, told)


def _shown(study: Study, system: str) -> bool:
    return encryption(study, system).word == "shown"


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
            Column("ratio of sums", "right"),
            Column("ratio by the clock", "right"),
            Column("wins", "right"),
            Column("p", "right"),
            Column("p of ranks", "right"),
            Column("finding"),
        ),
        tuple(
            (
                capital(p.aspect.label),
                Cell(str(p.decided.units), p.decided.units),
                amount_cell(p.decided.first_median, p.aspect.quantity),
                amount_cell(p.decided.second_median, p.aspect.quantity),
                number_cell(p.decided.ratio, 3),
                NONE if p.aspect.quantity == "size" else span(p.decided.interval, digits=4),
                number_cell(p.sums, 3),
                clock_cell(p) or NONE,
                f"{p.decided.first_wins} : {p.decided.second_wins}",
                number_cell(p.adjusted_p, 2),
                number_cell(p.decided.rank_p, 2),
                finding(p, pair),
            )
            for p in pair.aspects
        ),
        f"Times are CPU times. A ratio below 1 means that {name(pair.first)} needs less. Wins "
        f"count the units in which {name(pair.first)} : {name(pair.second)} needs less. p is "
        "corrected for the number of aspects (Holm); that of signed ranks is not.",
    )


def _figure(pair: Comparison) -> Figure:
    first: Sequence[float] = pair.ratios["first"].tolist()
    second: Sequence[float] = pair.ratios["second"].tolist()
    ends = (min(*first, *second), max(*first, *second))
    return Figure(
        f"Total time per circuit by the clock: {name(pair.first)} and {name(pair.second)}",
        ScatterPlot(
            Axis(pair.second, "ns", log=True),
            Axis(pair.first, "ns", log=True),
            (Series("circuits", tuple(second), tuple(first)),),
            (Series("equal", ends, ends, dashed=True),),
        ),
        f"A point below the line: a circuit that took {name(pair.first)} less time.",
    )
