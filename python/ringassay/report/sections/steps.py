"""What the sections of the five steps have in common."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.analysis.dependence import Group, Question, dependences
from ringassay.analysis.describe import Description
from ringassay.analysis.metrics import Metric, by_system
from ringassay.analysis.split import splits
from ringassay.analysis.study import Study
from ringassay.analysis.terms import Predictor
from ringassay.report.document import Block, Column, Paragraph
from ringassay.report.sections.describing import short_table
from ringassay.report.sections.fits import fit_blocks
from ringassay.report.sections.plots import over_two, scatter
from ringassay.report.sections.wording import amount, capital, count, listed, name, percent, plain


def statistics(study: Study, metric: Metric, noun: str) -> tuple[Block, ...]:
    """A sentence and a table of the metric per system; nothing if it was not measured."""
    described = by_system(study, metric)
    if not described:
        return ()
    return (
        Paragraph(_sentence(described, metric, noun)),
        short_table(
            capital(metric.label),
            (Column("system"),),
            [((name(system),), d, metric.quantity) for system, d in described],
        ),
    )


def shares(study: Study, step: str) -> tuple[Block, ...]:
    """How much of a step's time is computation, where the systems report it."""
    told = [
        f"{name(s.system)} {percent(s.compute_ns / s.wall_ns)}"
        for s in splits(study)
        if s.step == step and s.compute_ns is not None and s.wall_ns > 0.0
    ]
    if not told:
        return ()
    return (
        Paragraph(
            f"Computation as a share of this time, by the systems' own account: {listed(told)}."
        ),
    )


def dependence(
    study: Study, question: Question, over: Predictor, pair: tuple[Predictor, Predictor]
) -> tuple[Block, ...]:
    """Points against one parameter, a surface or heat map over two, and the fitted models."""
    groups = dependences(study, question)
    plotted = [group for group in groups if len(group.points) > 1]
    if not plotted:
        return ()
    metric = question.metric
    blocks: list[Block] = []
    if _varies(plotted, over):
        blocks.append(scatter(plotted, metric, over, f"{capital(metric.label)} over {over.name}"))
    for group in plotted:
        figure = over_two(group, metric, *pair)
        if figure is not None:
            blocks.append(figure)
    return (*blocks, *fit_blocks(question, groups, metric.label))


def _varies(groups: Sequence[Group], over: Predictor) -> bool:
    return any(group.points[over.column].nunique() > 1 for group in groups)


def _sentence(described: Sequence[tuple[str, Description]], metric: Metric, noun: str) -> str:
    """The medians side by side: `Median encryption time: a 1 ms, b 2 ms (over 96 inputs each).`"""
    told = listed(
        [f"{name(system)} {amount(d.median, metric.quantity)}" for system, d in described]
    )
    counts = sorted({d.count for _, d in described})
    if len(counts) == 1:
        over = count(counts[0], noun) + (" each" if len(described) > 1 else "")
    else:
        over = f"{plain(counts[0])} to {count(counts[-1], noun)}"
    return f"Median {metric.label}: {told}, over {over}."
