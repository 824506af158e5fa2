"""The nine metrics of HEtest §4.1: all systems in one table, then each by itself."""

from __future__ import annotations

from ringassay.analysis import correctness, metrics
from ringassay.analysis.describe import Description
from ringassay.analysis.locations import MEAN_UNITS, MEDIAN_UNITS
from ringassay.analysis.metrics import METRICS, Quantity
from ringassay.analysis.study import Study
from ringassay.report.document import Block, Cell, Column, Paragraph, Section, Table
from ringassay.report.sections.describing import OUTLIERS, location_table, spread_table
from ringassay.report.sections.wording import NONE, amount, capital, name, percent, span

_MANY = 4
"""Systems that stand side by side with their intervals, at most."""


def section(study: Study) -> Section | None:
    """The section, None if nothing was measured."""
    blocks: list[Block] = []
    described = {metric.key: dict(metrics.by_system(study, metric)) for metric in METRICS}
    for s in correctness.by_system(study):
        rows: list[tuple[tuple[str | Cell, ...], Description, Quantity]] = [
            ((capital(metric.label),), described[metric.key][s.label], metric.quantity)
            for metric in METRICS
            if s.label in described[metric.key]
        ]
        if not rows:
            continue
        if s.interval is not None:
            blocks.append(
                Paragraph(
                    f"{name(s.label)}: evaluation accuracy {percent(s.rate)}, {s.right} of "
                    f"{s.judged} (exact 95\u00a0% interval {percent(s.interval.low)} to "
                    f"{percent(s.interval.high)})."
                )
            )
        metric = (Column("metric"),)
        blocks.append(location_table(f"Metrics of {name(s.label)}: location", metric, rows))
        blocks.append(spread_table(f"Metrics of {name(s.label)}: spread", metric, rows))
    if not blocks:
        return None
    blocks.insert(0, _side_by_side(study.systems, described))
    return Section(
        "Metrics at a glance",
        "metrics",
        tuple(blocks),
        "The intervals are those of the median and of the mean over circuits (keys "
        f"for key generation); of fewer than {MEAN_UNITS} a mean has no interval, of fewer than "
        f"{MEDIAN_UNITS} a median. They say how a figure would vary with other circuits drawn "
        "alike, not how it repeats on one circuit. That of the median holds whatever the "
        f"distribution. {OUTLIERS}",
    )


def _side_by_side(systems: tuple[str, ...], described: dict[str, dict[str, Description]]) -> Table:
    """Medians with their intervals, the systems as columns; of many systems medians alone, a row
    for each."""
    if len(systems) > _MANY:
        return Table(
            "Medians of all systems",
            (
                Column("system"),
                *(Column(metric.label.removesuffix(" time"), "right") for metric in METRICS),
            ),
            tuple(
                (
                    name(s),
                    *(_median(described[m.key].get(s), m.quantity, bare=True) for m in METRICS),
                )
                for s in systems
            ),
            "Times and sizes. Intervals are in the details.",
        )
    return Table(
        "Medians of all systems",
        (Column("metric"), *(Column(name(system), "right") for system in systems)),
        tuple(
            (
                capital(metric.label),
                *(_median(described[metric.key].get(s), metric.quantity) for s in systems),
            )
            for metric in METRICS
        ),
        "In brackets the 95\u00a0% interval of the median.",
    )


def _median(found: Description | None, kind: Quantity, *, bare: bool = False) -> Cell:
    if found is None:
        return Cell(NONE)
    has_interval = found.median_interval and not bare
    interval = f" ({span(found.median_interval, kind)})" if has_interval else ""
    return Cell(f"{amount(found.median, kind)}{interval}", found.median)
