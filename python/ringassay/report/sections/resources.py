"""Where the time goes, how many cores work, how much memory is taken."""

from __future__ import annotations

from ringassay.analysis.split import Split, peaks, splits
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Axis,
    BarPlot,
    Block,
    Cell,
    Column,
    Figure,
    Paragraph,
    Section,
    Series,
    Table,
)
from ringassay.report.sections.wording import NONE, amount, amount_cell, listed, name, number_cell


def section(study: Study) -> Section | None:
    """The section, None if no step was measured."""
    rows = splits(study)
    if not rows:
        return None
    blocks: list[Block] = []
    memory = _memory(study)
    if memory:
        blocks.append(Paragraph(memory))
    blocks += [_figure(system, rows) for system in study.systems if _reported(system, rows)]
    blocks += [_parts(rows), _use(rows)]
    return Section(
        "Time within a step, CPU and memory",
        "resources",
        tuple(blocks),
        "Transfer is sending the request and receiving the answer; computation is what the system "
        "itself reports; the rest is what neither explains. A system that streams overlaps them. "
        "CPU time and peak memory are read from the operating system, child processes included. "
        "Times are of steps that went well; peak memory is the most of all, whatever became of "
        "them.",
    )


def _reported(system: str, rows: tuple[Split, ...]) -> bool:
    return any(r.system == system and r.compute_ns is not None for r in rows)


def _memory(study: Study) -> str:
    sentences = []
    every = peaks(study)
    for system in study.systems:
        own = [peak for peak in every if peak.system == system]
        told = [
            f"{amount(max(known), 'size')} in the {process}"
            for process in ("client", "server")
            if (known := [peak.peak_bytes for peak in own if peak.process == process])
        ]
        if told:
            sentences.append(f"{name(system)} takes at most {listed(told)}.")
    return " ".join(sentences)


def _figure(system: str, rows: tuple[Split, ...]) -> Figure:
    own = [r for r in rows if r.system == system and r.compute_ns is not None and r.wall_ns > 0.0]
    steps = tuple(r.step for r in own)
    parts = (
        ("computation", [r.compute_ns or 0.0 for r in own]),
        ("transfer", [r.transfer_ns or 0.0 for r in own]),
        ("rest", [r.rest_ns or 0.0 for r in own]),
    )
    whole = [sum(values[i] for _, values in parts) or 1.0 for i in range(len(own))]
    return Figure(
        f"Parts of each step: {name(system)}",
        BarPlot(
            Axis("step"),
            Axis("share of the step", "%", minimum=0.0, maximum=100.0),
            tuple(
                Series(
                    part, steps, tuple(100.0 * v / w for v, w in zip(values, whole, strict=True))
                )
                for part, values in parts
            ),
            stacked=True,
        ),
    )


def _parts(rows: tuple[Split, ...]) -> Table:
    return Table(
        "Mean duration of each step and of its parts",
        (
            Column("system"),
            Column("step"),
            Column("count", "right"),
            Column("wall", "right"),
            Column("transfer", "right"),
            Column("waiting", "right"),
            Column("computation", "right"),
            Column("rest", "right"),
        ),
        tuple(
            (
                name(r.system),
                r.step,
                Cell(str(r.count), r.count),
                amount_cell(r.wall_ns, "time"),
                *(_time(v) for v in (r.transfer_ns, r.wait_ns, r.compute_ns, r.rest_ns)),
            )
            for r in rows
        ),
        "Waiting is the time between the last byte of the request and the first of the answer.",
    )


def _use(rows: tuple[Split, ...]) -> Table:
    return Table(
        "CPU use and peak memory of each step",
        (
            Column("system"),
            Column("step"),
            Column("process"),
            Column("cores used", "right"),
            Column("peak memory", "right"),
        ),
        tuple(
            (
                name(r.system),
                r.step,
                r.process,
                number_cell(r.cores, 3),
                Cell(NONE) if r.peak_bytes is None else amount_cell(r.peak_bytes, "size"),
            )
            for r in rows
        ),
        "Cores used is CPU time divided by wall time.",
    )


def _time(value: float | None) -> Cell:
    return Cell(NONE) if value is None else amount_cell(value, "time")
