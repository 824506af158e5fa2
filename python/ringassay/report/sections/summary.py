"""The summary: the verdict, the figures worth a large type, and what must not be overlooked."""

from __future__ import annotations

from ringassay.analysis import correctness
from ringassay.analysis.comparison import all_pairs, encrypts
from ringassay.analysis.correctness import Score
from ringassay.analysis.metrics import TOTAL, by_system
from ringassay.analysis.overhead import overheads
from ringassay.analysis.parameters import parameter_sets
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Block,
    Callout,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Tone,
    literal,
)
from ringassay.report.plots.units import number
from ringassay.report.sections import glance, secrecy
from ringassay.report.sections.circumstances import disturbances
from ringassay.report.sections.correctness import verdict
from ringassay.report.sections.floor import sentences as floor_sentences
from ringassay.report.sections.gates import sentences as gate_sentences
from ringassay.report.sections.parameters import warnings
from ringassay.report.sections.security import headline
from ringassay.report.sections.sizes import exposed
from ringassay.report.sections.total_time import overhead_sentence
from ringassay.report.sections.wording import amount, count, listed, name, percent, span, told
from ringassay.store import FINISHED


def blocks(study: Study) -> tuple[Block, ...]:
    """The blocks of the summary; one line for an empty study."""
    scores = [s for s in correctness.by_system(study) if s.asked]
    if not scores:
        return (Paragraph("Nothing has been measured yet."), *unfinished(study))
    found: list[Block] = [
        overall(scores),
        *unfinished(study),
        *(c for c in warnings(parameter_sets(study)) if c.kind == "bad"),
        *secrecy.callouts(study),
        *exposed(study),
        *disturbances(study),
        KeyFigures(tuple(_figures(study, scores))),
    ]
    if side_by_side := glance.table(study):
        found.append(side_by_side)
    sentences = [overhead_sentence(o) for o in overheads(study) if encrypts(study, o.system)]
    sentences += gate_sentences(study)
    sentences += [
        sentence
        for pair in all_pairs(study)
        if encrypts(study, pair.first) and encrypts(study, pair.second)
        if (sentence := headline(study, pair))
    ]
    sentences += floor_sentences(study)
    if sentences:
        found.append(told(sentences))
    return tuple(found)


def overall(scores: list[Score]) -> Callout:
    """The verdict over all systems."""
    judged = [s for s in scores if s.judged]
    if not judged:
        return Callout("info", "No evaluation could be judged.")
    if len(judged) == 1:
        (only,) = judged
        return Callout("good" if only.perfect else "bad", verdict(only))
    imperfect = [s for s in judged if not s.perfect]
    if not imperfect:
        total = sum(s.judged for s in judged)
        worst = max(s.error_bound or 1.0 for s in judged)
        return Callout(
            "good",
            f"All {count(total, 'result')} of {listed([name(s.label) for s in judged])} are right. "
            f"With 95\u00a0% confidence each of them errs in fewer than {percent(worst)} of such "
            "evaluations.",
        )
    parts = [f"{name(s.label)} {s.right} of {s.judged}" for s in judged]
    return Callout("bad", f"Not everything is right. Right results: {listed(parts)}.")


def unfinished(study: Study) -> tuple[Callout, ...]:
    """A warning for every run that did not come to its end."""
    states = zip(study.runs["run"], study.runs["state"], strict=True)
    return tuple(
        Callout(
            "warning",
            f"Run `{literal(run)}` is not complete (state: {literal(state)}); the figures are "
            "those measured so far.",
        )
        for run, state in states
        if state and state != FINISHED
    )


def _figures(study: Study, scores: list[Score]) -> list[KeyFigure]:
    figures = [
        KeyFigure(
            f"{s.right} of {s.judged}",
            f"right results, {literal(s.label)}",
            "" if s.error_bound is None else f"wrong at most {percent(s.error_bound)} (95\u00a0%)",
            "good" if s.perfect else "bad",
        )
        for s in scores
        if s.judged
    ]
    times = dict(by_system(study, TOTAL))
    for o in overheads(study):
        if not encrypts(study, o.system):
            continue
        interval = span(o.geometric_interval)
        figures.append(
            KeyFigure(
                f"{number(o.geometric_mean, 3)}×",
                f"the time of plaintext evaluation, {literal(o.system)}",
                "geometric mean" + (f", 95\u00a0%: {interval}" if o.geometric_interval else ""),
            )
        )
        if o.system in times:
            figures.append(
                KeyFigure(
                    amount(times[o.system].median, "time"),
                    f"median total time, {literal(o.system)}",
                    f"95th percentile {amount(times[o.system].p95, 'time')}",
                )
            )
    sets = [p for p in parameter_sets(study) if p.standing in ("met", "below")]
    if sets:
        least = min(p.delivered.bits for p in sets)
        tone: Tone = "bad" if any(p.standing == "below" for p in sets) else "info"
        figures.append(
            KeyFigure(
                f"{number(least, 4)} bits", "least security delivered", "by one estimator", tone
            )
        )
    return figures
