"""The nine metrics of HEtest §4.1, one table per system."""

from __future__ import annotations

from ringassay.analysis import correctness, metrics
from ringassay.analysis.describe import Description
from ringassay.analysis.metrics import METRICS, Quantity
from ringassay.analysis.study import Study
from ringassay.report.document import Block, Cell, Column, Paragraph, Section
from ringassay.report.sections.describing import location_table, spread_table
from ringassay.report.sections.wording import capital, name, percent


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
    return Section(
        "Metrics at a glance",
        "metrics",
        tuple(blocks),
        "The intervals are those of the mean and of the median over circuits (keys "
        "for key generation); with fewer than five of them there is no interval. They say how "
        "a figure would vary with other circuits drawn alike, not how it repeats on one circuit.",
    )
