"""Evaluation time per gate type (HEtest §6.9, Table 10)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ringassay.analysis.gates import GateTime, gate_times
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Axis,
    BarPlot,
    Block,
    Column,
    Figure,
    Paragraph,
    Section,
    Series,
    literal,
)
from ringassay.report.plots.units import number
from ringassay.report.sections.describing import short_table
from ringassay.report.sections.wording import amount, factor, level, name, number_cell

# Ratio of the dearest to the cheapest gate below which naming them would mislead.
_ALIKE = 1.1


def section(study: Study) -> Section | None:
    """The section, None without circuits of a single gate type."""
    times = gate_times(study)
    if not times:
        return None
    blocks: list[Block] = [Paragraph(" ".join(_sentences(times)))]
    blocks += _figures(times)
    blocks.append(_table(times, reported=False))
    if any(t.compute for t in times):
        blocks.append(_table(tuple(t for t in times if t.compute), reported=True))
    return Section(
        "Time per gate",
        "gates",
        tuple(blocks),
        "Circuits of a single gate type: evaluation time divided by the number of gates, averaged "
        "over all levels. Where a scheme slows down or speeds up from level to level, the average "
        "hides it.",
    )


def _settings(times: tuple[GateTime, ...]) -> Iterator[tuple[str, tuple[GateTime, ...]]]:
    """Times by what they share (space, security level, batch size), described in words."""
    groups: dict[str, list[GateTime]] = {}
    for t in times:
        words = [
            t.space,
            level(t.security),
            f"ℓ = {number(t.batch)}" if math.isfinite(t.batch) else "",
        ]
        groups.setdefault(", ".join(word for word in words if word), []).append(t)
    for words_of, members in groups.items():
        yield words_of, tuple(members)


def _sentences(times: tuple[GateTime, ...]) -> Iterator[str]:
    """Dearest against cheapest gate of every system, at the largest batch size of each setting."""
    last = {(t.system, t.space, level(t.security)): t.batch for t in times}
    for (system, space, asked), batch in last.items():
        own = sorted(
            (
                t
                for t in times
                if (t.system, t.space, level(t.security)) == (system, space, asked)
                and (t.batch == batch or math.isnan(batch))
            ),
            key=lambda t: t.wall.median,
        )
        setting = ", ".join(fact for fact in (space, asked, f"ℓ = {number(batch)}") if fact)
        cheap, dear = own[0], own[-1]
        if cheap.wall.median <= 0.0 or cheap is dear:
            continue
        if dear.wall.median < _ALIKE * cheap.wall.median:
            yield (
                f"{name(system)} ({setting}): all gate types take about as long, "
                f"{amount(cheap.wall.median, 'time')} to {amount(dear.wall.median, 'time')} in the "
                "median."
            )
        else:
            yield (
                f"{name(system)} ({setting}): the dearest gate is `{dear.gate}` with a median of "
                f"{amount(dear.wall.median, 'time')}, "
                f"{factor(dear.wall.median / cheap.wall.median)} that of `{cheap.gate}`, the "
                "cheapest."
            )


def _figures(times: tuple[GateTime, ...]) -> Iterator[Figure]:
    for setting, members in _settings(times):
        series = []
        for system in dict.fromkeys(t.system for t in members):
            own = [t for t in members if t.system == system]
            series.append(
                Series(
                    system,
                    tuple(t.gate for t in own),
                    tuple(t.wall.median for t in own),
                    tuple(t.wall.p5 for t in own),
                    tuple(t.wall.p95 for t in own),
                    identity=system,
                )
            )
        yield Figure(
            f"Evaluation time per gate: {setting}",
            BarPlot(Axis("gate"), Axis("time per gate", "ns", log=True), tuple(series)),
            "Median, with the 5th and 95th percentile.",
        )


def _owner(t: GateTime, with_space: bool) -> str:
    return f"{name(t.system)} ({t.space})" if with_space else name(t.system)


def _table(times: tuple[GateTime, ...], *, reported: bool) -> Block:
    what = (
        "Computation per gate as the systems report it"
        if reported
        else "Evaluation time per gate, transfer of the ciphertexts included"
    )
    spaces = {t.space for t in times}
    return short_table(
        what,
        (Column("system"), Column("ℓ", "right"), Column("gate")),
        [
            (
                (_owner(t, len(spaces) > 1), number_cell(t.batch), f"`{literal(t.gate)}`"),
                described,
                "time",
            )
            for t in times
            if (described := t.compute if reported else t.wall) is not None
        ],
    )
