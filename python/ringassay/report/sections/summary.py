"""The summary: the verdict, the figures worth a large type, and what must not be overlooked."""

from __future__ import annotations

from ringassay.analysis import correctness
from ringassay.analysis.arithmetic import parts
from ringassay.analysis.correctness import Score
from ringassay.analysis.decision import decide
from ringassay.analysis.overhead import overheads
from ringassay.analysis.parameters import parameter_sets
from ringassay.analysis.secrecy import in_the_clear
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Block,
    Callout,
    Details,
    Items,
    KeyFigure,
    KeyFigures,
    Paragraph,
    Tone,
    literal,
)
from ringassay.report.plots.units import number
from ringassay.report.sections import choosing, decision, secrecy
from ringassay.report.sections.circumstances import disturbances
from ringassay.report.sections.correctness import verdict, worst_bound
from ringassay.report.sections.floor import sentences as floor_sentences
from ringassay.report.sections.gates import sentences as gate_sentences
from ringassay.report.sections.parameters import warnings
from ringassay.report.sections.sizes import exposed
from ringassay.report.sections.total_time import overhead_sentence
from ringassay.report.sections.wording import count, listed, name, percent, span, told
from ringassay.store import FINISHED

_MANY = 6
"""Figures in large type, one for each system, at most."""


def blocks(study: Study) -> tuple[Block, ...]:
    """The blocks of the summary; one line for an empty study."""
    scores = [s for s in correctness.by_system(study) if s.asked]
    if not scores:
        return (Paragraph("Nothing has been measured yet."), *unfinished(study))
    found: list[Block] = [
        overall(scores),
        *unfinished(study),
        *(c for c in warnings(parameter_sets(study)) if c.kind == "bad"),
        *(c for c in secrecy.callouts(study) if c.kind != "info"),  # the table says that
        *exposed(study),
        *disturbances(study),
    ]
    kinds = parts(study)
    decisions = [(part.label, decide(part.study, len(kinds))) for part in kinds]
    if best := decision.best(decisions):
        found.append(best)
    for label, decided in decisions:
        if table := decision.table(decided, label):
            found.append(table)
        if choices := choosing.sentences(decided):
            found.append(Items(tuple(choices)))
        if apart := choosing.pairs_apart(decided):
            title = f"Pair by pair: {label}" if label else "Pair by pair"
            found.append(Details(title, (Items(tuple(apart)),)))
    if figures := _figures(study):
        found.append(KeyFigures(figures))
    hiding = [o for o in overheads(study) if not in_the_clear(study, o.system)]
    sentences = [overhead_sentence(o) for o in hiding]
    sentences += gate_sentences(study)
    sentences += floor_sentences(study)
    if sentences:
        found.append(
            Details("Overhead, gates, and what this run can tell apart", (told(sentences),))
        )
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
    if all(s.sound for s in judged):
        total = sum(s.right for s in judged)
        text = (
            f"All {count(total, 'result')} of {listed([name(s.label) for s in judged])} are right. "
            "With 95\u00a0% confidence each of them errs in fewer than "
            f"{percent(worst_bound(judged))} of such evaluations."
        )
        if imperfect:
            refused = [f"{name(s.label)} {s.refused} of {s.judged}" for s in imperfect]
            text += f" Refused: {listed(refused)}."
        return Callout("good", text)
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


def _figures(study: Study) -> tuple[KeyFigure, ...]:
    """The price of encryption, and the security that was had for it."""
    figures = []
    each = [o for o in overheads(study) if not in_the_clear(study, o.system)]
    if len(each) > _MANY:
        means = sorted(o.geometric_mean for o in each)
        figures.append(
            KeyFigure(
                f"{number(means[0], 3)}× to {number(means[-1], 3)}×",
                f"the time of plaintext evaluation, {count(len(each), 'system')}",
                "geometric means, of the fastest and of the slowest",
            )
        )
        each = []
    for o in each:
        interval = span(o.geometric_interval)
        figures.append(
            KeyFigure(
                f"{number(o.geometric_mean, 3)}×",
                f"the time of plaintext evaluation, {literal(o.system)}",
                "geometric mean" + (f", 95\u00a0%: {interval}" if o.geometric_interval else ""),
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
    return tuple(figures)
