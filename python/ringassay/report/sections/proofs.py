"""Points that were executed: predictions beside the truth."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.explore.proof import Figures, Proof
from ringassay.explore.sentences import point_text
from ringassay.report.document import (
    Axis,
    BarPlot,
    Block,
    Callout,
    Cell,
    Column,
    Figure,
    Section,
    Series,
    Table,
    Tone,
    literal,
)
from ringassay.report.sections.wording import NONE, amount_cell, count, percent
from ringassay.schemes import scheme_name

_FUNCTIONS = ("keys", "encryptions", "sums", "products", "decryption")
_WAYS = (
    ("explored", "explored: sums of the basic functions"),
    ("tallied", "tally of the whole application"),
    ("in_turns", "the tally, kernels measured in turns"),
)
# Errors that are worth a colour: the aim of a prediction, and three times that.
_AIM, _FAR = 0.10, 0.30


def section(proofs: Sequence[tuple[str, Proof]]) -> Section | None:
    """Every proof; None without any."""
    if not proofs:
        return None
    blocks: list[Block] = [*_verdicts([proof for _, proof in proofs])]
    for at, proof in proofs:
        blocks.append(_table(at, proof))
        if proof.predicted_functions_ns:
            blocks.append(_figure(proof))
    return Section(
        "Executed",
        "explore-proofs",
        tuple(blocks),
        "The application itself: keys, an encryption of each input, every gate, one decryption, in "
        "a process of its own, on one thread; by the code that the tally counts.",
    )


def _verdicts(proofs: list[Proof]) -> list[Callout]:
    """Whether results are those in the clear."""
    wrong = [proof for proof in proofs if not proof.is_right]
    if not wrong:
        return [Callout("good", "Every result is that of the application in the clear.")]
    return [
        Callout(
            "bad",
            f"{scheme_name(proof.scheme)} with {literal(point_text(proof.point))} gives a *wrong* "
            "result: its noise is too large, whatever the depth formula says.",
        )
        for proof in wrong
    ]


def _table(at: str, proof: Proof) -> Table:
    truth = proof.truth
    rows: list[tuple[str | Cell, ...]] = [
        (
            "executed",
            amount_cell(truth.ns, "time"),
            Cell(f"±{percent(proof.spread)}", proof.spread),
            amount_cell(truth.peak_bytes, "size"),
            NONE,
        )
    ]
    for key, label in _WAYS:
        figures: Figures | None = getattr(proof, key)
        if figures is None:
            continue
        time, memory = figures.errors(truth)
        rows.append(
            (
                label,
                amount_cell(figures.ns, "time"),
                _error(time),
                amount_cell(figures.peak_bytes, "size"),
                _error(memory),
            )
        )
    return Table(
        literal(f"{scheme_name(proof.scheme)} with {point_text(proof.point)}"),
        (
            Column("how"),
            Column("time", "right"),
            Column("error", "right"),
            Column("peak memory", "right"),
            Column("error", "right"),
        ),
        tuple(rows),
        f"Executed {literal(at[:16].replace('T', ' '))}: the median of "
        f"{count(proof.executions, 'execution')}, with half the distance between their quartiles. "
        "Memory beyond the tables of the ring.",
    )


def _error(error: float) -> Cell:
    size = abs(error)
    tone: Tone = "good" if size <= _AIM else "warning" if size <= _FAR else "bad"
    sign = "+" if error >= 0 else "−"
    return Cell(f"{sign}{100 * size:.1f}\u00a0%", error, tone)


def _figure(proof: Proof) -> Figure:
    """Function by function."""
    predicted = "predicted, in turns" if proof.in_turns is not None else "predicted"
    return Figure(
        f"{scheme_name(proof.scheme)}: the functions of the application",
        BarPlot(
            Axis("function"),
            Axis("time", "ns", minimum=0.0),
            (
                Series("executed", _FUNCTIONS, proof.functions_ns),
                Series(predicted, _FUNCTIONS, proof.predicted_functions_ns, identity="predicted"),
            ),
        ),
        literal(f"{point_text(proof.point)}."),
    )
