"""Precision: how far answers over real and complex numbers are from the expected ones."""

from __future__ import annotations

import math

import pandas as pd

from ringassay.analysis.precision import Precision, over_reals, precisions
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Axis,
    Block,
    BoxPlot,
    BoxSeries,
    Callout,
    Cell,
    Column,
    Figure,
    Section,
    Table,
    Tone,
    literal,
)
from ringassay.report.sections.wording import (
    NONE,
    count,
    listed,
    name,
    number_cell,
    percent,
)

_MOST = 100.0  # bits of an answer without any error (evaluation.judgement)


def section(study: Study) -> Section | None:
    """The section, None without an answer over real or complex numbers."""
    rows = precisions(study)
    if not any(row.measured or row.score.judged for row in rows):
        return None
    blocks: list[Block] = [*_short(rows), table(rows)]
    figure = _figure(over_reals(study))
    if figure is not None:
        blocks.append(figure)
    return Section(
        "Precision",
        "precision",
        tuple(blocks),
        "Answers over real and complex numbers are judged within a tolerance. The error of a slot, "
        "the absolute value of the difference, is taken relative "
        "to its output's magnitude, the largest absolute value that interval arithmetic gives the "
        "output; an answer's precision is $-\\log_2$ of the error of its worst slot. An answer "
        "that is not as precise as asked for is *imprecise*, one that is off by more than a "
        "quarter of the magnitude *wrong*.",
    )


def _short(rows: tuple[Precision, ...]) -> list[Block]:
    """A callout for each system and family with an answer that is too imprecise."""
    return [
        Callout(
            "bad",
            f"{name(row.system)}, {literal(row.family)}: {row.score.right} of "
            f"{count(row.score.judged, 'evaluation')} right. The least precise answer has "
            f"{row.worst_bits:.1f} bits, {row.asked_bits:g} were asked for.",
        )
        for row in rows
        if row.measured and row.spare_bits < 0
    ]


def table(rows: tuple[Precision, ...]) -> Table:
    """Bits asked for and delivered, one row for each system and family.

    Systems whose answers are those of the baseline, such as the baseline itself, say nothing beside
    others.
    """
    judged = [row for row in rows if row.score.judged]
    erring = {row.system for row in judged if not row.worst_bits >= _MOST}
    left_out = {row.system for row in judged} - erring if erring else set()
    return Table(
        "Bits of precision by system and family of circuits",
        (
            Column("system"),
            Column("family"),
            Column("judged", "right"),
            Column("right", "right"),
            Column("wrong at most", "right"),
            Column("asked for", "right"),
            Column("least precise answer", "right"),
            Column("median", "right"),
            Column("most precise", "right"),
            Column("mean over slots", "right"),
        ),
        tuple(_row(row) for row in judged if row.system not in left_out),
        "“Wrong at most”: the exact one-sided 95\u00a0% bound of the share of delivered answers "
        "that are not right; n counts evaluations, not slots, since the slots of a ciphertext fail "
        f"together. Bits are those of answers that are numbers; {_MOST:g} bits stand for no error."
        + (
            f" Left out, for they never err: {listed([name(one) for one in sorted(left_out)])}."
            if left_out
            else ""
        ),
    )


def _row(row: Precision) -> tuple[str | Cell, ...]:
    bound = row.score.error_bound
    tone: Tone | None = None
    if row.measured and not math.isnan(row.spare_bits):
        tone = "good" if row.spare_bits >= 0 else "bad"
    return (
        name(row.system),
        literal(row.family) or NONE,
        Cell(str(row.score.judged), row.score.judged),
        Cell(str(row.score.right), row.score.right),
        NONE if bound is None else Cell(percent(bound), bound),
        number_cell(row.asked_bits, 3),
        _bits(row.worst_bits, tone),
        _bits(row.median_bits),
        _bits(row.best_bits),
        _bits(row.mean_slot_bits),
    )


def _bits(value: float, tone: Tone | None = None) -> str | Cell:
    return NONE if math.isnan(value) else Cell(f"{value:.1f}", value, tone)


def _figure(frame: pd.DataFrame) -> Figure | None:
    """One box per system and family, of systems that err at all."""
    known = frame[frame["precision_bits"].notna() & (frame["precision_bits"] < _MOST)]
    if known.empty:
        return None
    series = []
    for system, rows in known.groupby("system", sort=False):
        cells = [(str(f), tuple(part["precision_bits"])) for f, part in rows.groupby("family")]
        series.append(
            BoxSeries(
                str(system), tuple(f for f, _ in cells), tuple(v for _, v in cells), str(system)
            )
        )
    return Figure(
        "Precision of answers, by family of circuits",
        BoxPlot(Axis("family"), Axis("precision of the worst slot", "bits"), tuple(series)),
    )
