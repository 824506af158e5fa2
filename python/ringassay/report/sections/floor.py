"""What the run can tell apart: one system measured twice, beside itself."""

from __future__ import annotations

from ringassay.analysis.floor import CONFIDENCE, LEAST, MIN_UNITS, Floor, Twice, measured_twice
from ringassay.analysis.study import Study
from ringassay.report.document import Block, Callout, Cell, Column, Paragraph, Section, Table
from ringassay.report.sections.wording import NONE, count, name, number_cell, percent, span

_NUMBERS = {"units", "rounds", "again/first", "floor"}
_CLOCKS = {"cpu": "CPU time", "wall": "wall time"}


def section(study: Study) -> Section | None:
    """The section; None if nothing was measured twice."""
    found = measured_twice(study)
    if not found:
        return None
    blocks: list[Block] = []
    for twice in found:
        blocks.append(Paragraph(sentence(twice)))
        if twice.right < twice.judged:
            wrong = twice.judged - twice.right
            blocks.append(
                Callout(
                    "bad",
                    f"Of {count(twice.judged, 'evaluation')} under the second name of "
                    f"{name(twice.system)}, which are part of no other figure, "
                    f"{count(wrong, 'was', 'were')} not right.",
                )
            )
    blocks.append(_table([floor for twice in found for floor in twice.floors]))
    return Section(
        "What this run can tell apart",
        "floor",
        tuple(blocks),
        "One system was measured twice, under two names, in turns with all others. What its two "
        "names differ by beyond chance, any two systems would seem to differ by.",
    )


def sentence(twice: Twice, quantity: str = "total time") -> str:
    """`Differences below 2 % … are not resolved here`, or why that cannot be said."""
    measured = f"{name(twice.system)} measured twice on {count(twice.circuits, 'circuit')}"
    cpu, wall = twice.floor(quantity, "cpu"), twice.floor(quantity, "wall")
    told = [
        f"{percent(floor.relative)} of {_CLOCKS[floor.clock]}"
        for floor in (cpu, wall)
        if floor.relative is not None
    ]
    if not told:
        units = max(cpu.units, wall.units)
        return (
            f"What differences are resolved here is not known: {measured}, of which "
            f"{count(units, 'circuit')} came right under both names, and it takes {MIN_UNITS}."
        )
    return f"Differences below {' and '.join(told)} are not resolved here ({measured}, {quantity})."


def sentences(study: Study) -> list[str]:
    """One for each system that was measured twice."""
    return [sentence(twice) for twice in measured_twice(study)]


def _table(floors: list[Floor]) -> Table:
    heads = (
        "system",
        "quantity",
        "clock",
        "units",
        "rounds",
        "again/first",
        "interval",
        "floor",
    )
    rows = tuple(
        (
            name(floor.system),
            floor.label,
            _CLOCKS[floor.clock],
            Cell(str(floor.units), floor.units),
            Cell(str(floor.rounds), floor.rounds),
            number_cell(floor.ratio),
            span(floor.interval) if floor.interval else NONE,
            Cell(NONE) if floor.relative is None else Cell(percent(floor.relative), floor.relative),
        )
        for floor in floors
    )
    return Table(
        "A system against itself",
        tuple(Column(head, "right" if head in _NUMBERS else "left") for head in heads),
        rows,
        f"The centre of the ratios of units (circuits; keys for their generation) by signed ranks, "
        f"its {percent(CONFIDENCE)} interval, and the floor: what of the difference is beyond "
        f"chance, and no less than {percent(LEAST)}.",
    )
