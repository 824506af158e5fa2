"""Advice on a computation: the answer, the ranking, the proof, what was excluded."""

from __future__ import annotations

from ringassay.advice.figures import STEPS, Candidate
from ringassay.advice.proof import Proven
from ringassay.advice.sentences import STEP_NAMES
from ringassay.advice.tables import basis
from ringassay.advice.verdict import Advice
from ringassay.report.document import (
    Axis,
    BarPlot,
    Block,
    Callout,
    Cell,
    Column,
    Figure,
    Items,
    Paragraph,
    Section,
    Series,
    Table,
    Tone,
    literal,
)
from ringassay.report.sections.wording import NONE, amount_cell, number_cell

# Errors that are worth a colour: the aim for libraries, and twice that.
_AIM, _FAR = 0.25, 0.50


def summary(found: Advice) -> tuple[Block, ...]:
    """The answer: what to use, and what the proof says of it."""
    first, *rest = map(literal, found.sentences)
    blocks: list[Block] = [Callout("good" if found.ranking else "warning", first)]
    return (*blocks, Items(tuple(rest))) if rest else tuple(blocks)


def ranking(found: Advice) -> Section | None:
    """Every candidate within the limits, the fastest first."""
    if not found.ranking:
        return None
    inputs = found.limits.inputs
    times = tuple(Column(step, "right") for step in ("total", *STEPS))
    table = Table(
        "Predicted times of each step",
        (Column("system"), Column("parameters"), *times, Column("predicted by")),
        tuple(_times(one, inputs) for one in found.ranking),
        "Processor time. Keys and ingestion once, the other steps for each input; the total is for "
        f"{inputs} {'input' if inputs == 1 else 'inputs'}. Predicted by the tally of the scheme's "
        "own code, by small circuits that were measured under the same keys, or by both; ± is the "
        "median error of predictions of the small circuits, each from the others.",
    )
    sizes = Table(
        "Predicted memory and sizes, precision and security",
        (
            Column("system"),
            Column("choosing parameters", "right"),
            Column("peak memory", "right"),
            Column("keys", "right"),
            Column("ciphertexts of an input", "right"),
            Column("security", "right", "bits"),
            Column("precision", "right", "bits"),
            Column("log2 of failure", "right"),
        ),
        tuple(_sizes(one) for one in found.ranking),
        "Parameters are chosen once for all keys: that time is in no key's and in no total. "
        "Security by our estimator, on the parameters that each system states. Precision is the "
        "worst case of the answer's worst slot, relative to its magnitude.",
    )
    return Section("Ranking", "advice-ranking", (table, _figure(found), sizes))


def _times(one: Candidate, inputs: int) -> tuple[str | Cell, ...]:
    steps = (
        Cell(NONE) if one.cost.ns[step] == 0.0 else amount_cell(one.cost.ns[step], "time")
        for step in STEPS
    )
    total = amount_cell(one.cost.total_ns(inputs), "time")
    return (literal(one.label), literal(one.text), total, *steps, literal(basis(one)))


def _sizes(one: Candidate) -> tuple[str | Cell, ...]:
    cost = one.cost
    return (
        literal(one.label),
        Cell(NONE) if cost.search_ns is None else amount_cell(cost.search_ns, "time"),
        amount_cell(cost.peak_bytes, "size"),
        amount_cell(cost.key_bytes, "size"),
        amount_cell(cost.ciphertext_bytes, "size"),
        number_cell(one.security_bits),
        number_cell(one.precision_bits),
        number_cell(one.log2_failure),
    )


def _figure(found: Advice) -> Figure:
    """The steps of each candidate."""
    names = tuple(STEP_NAMES[step] for step in STEPS)
    return Figure(
        "Predicted time of each step",
        BarPlot(
            Axis("step"),
            Axis("time", "ns", minimum=0.0),
            tuple(
                Series(literal(one.label), names, tuple(one.cost.ns[step] for step in STEPS))
                for one in found.ranking[:6]
            ),
        ),
    )


def proof(found: Advice) -> Section | None:
    """What was executed, beside its prediction."""
    if found.proof is None:
        return None
    inputs = found.limits.inputs
    columns = (
        Column("system"),
        Column("predicted rank", "right"),
        Column("rank", "right"),
        Column("answers right", "right"),
        Column("predicted", "right"),
        Column("executed", "right"),
        Column("error", "right"),
        *(Column(f"{step} error", "right") for step in STEPS),
        Column("peak memory", "right"),
        Column("error", "right"),
        Column("precision", "right", "bits"),
    )
    table = Table(
        "Predictions beside the truth",
        columns,
        tuple(_proven(one, inputs) for one in found.proof.proven),
        f"Run {literal(', '.join(found.proof.runs))} of the store: medians over inputs. An error "
        "is the prediction relative to what was executed.",
    )
    return Section("Executed", "advice-proof", (table,))


def _proven(one: Proven, inputs: int) -> tuple[str | Cell, ...]:
    truth = one.truth
    predicted = amount_cell(one.candidate.cost.total_ns(inputs), "time")
    all_right = one.right == one.answers and one.answers > 0
    return (
        literal(one.candidate.label),
        str(one.predicted_rank),
        NONE if one.proven_rank is None else str(one.proven_rank),
        Cell(f"{one.right} of {one.answers}", None, "good" if all_right else "bad"),
        predicted,
        Cell(literal(one.failure or NONE))
        if truth is None
        else amount_cell(truth.total_ns(inputs), "time"),
        _error(one.total_error(inputs)),
        *(_error(one.error(step)) for step in STEPS),
        Cell(NONE) if truth is None else amount_cell(truth.peak_bytes, "size"),
        _error(one.memory_error),
        number_cell(one.precision_bits),
    )


def _error(error: float | None) -> Cell:
    if error is None:
        return Cell(NONE)
    size = abs(error)
    tone: Tone = "good" if size <= _AIM else "warning" if size <= _FAR else "bad"
    return Cell(f"{'+' if error >= 0 else '−'}{100 * size:.1f}\u00a0%", error, tone)


def exclusions(found: Advice) -> Section | None:
    """What excluded the other systems."""
    if not found.excluded:
        return None
    items = Items(tuple(map(literal, found.exclusions)))
    return Section("Excluded", "advice-excluded", (items,))


def circumstances(found: Advice) -> Section:
    """What the predictions rest on."""
    measured = [
        f"{literal(one.label)}: {literal(note)}" for one in found.ranking for note in one.notes
    ]
    blocks: list[Block] = [Paragraph(literal(found.kernels))]
    if measured:
        blocks.append(Items(tuple(measured)))
    return Section("What the predictions rest on", "advice-basis", tuple(blocks))
