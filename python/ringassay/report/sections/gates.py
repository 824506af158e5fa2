"""Evaluation time per gate type (HEtest §6.9, Table 10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ringassay.analysis.describe import Description
from ringassay.analysis.gates import GateTime, gate_times
from ringassay.analysis.secrecy import in_the_clear
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Axis,
    BarPlot,
    Block,
    Cell,
    Column,
    Figure,
    Section,
    Series,
    Table,
    literal,
)
from ringassay.report.plots.units import number
from ringassay.report.sections.describing import short_table
from ringassay.report.sections.wording import (
    NONE,
    amount,
    amount_cell,
    exact_cell,
    level,
    listed,
    name,
    told,
)


@dataclass(frozen=True)
class _Setting:
    """Gate times that may stand side by side: same space, security level and batch size."""

    words: str
    times: tuple[GateTime, ...]

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(t.system for t in self.times))

    def of(self, system: str) -> tuple[GateTime, ...]:
        return tuple(t for t in self.times if t.system == system)


def section(study: Study) -> Section | None:
    """The section, None without circuits of a single gate type."""
    times = gate_times(study)
    if not times:
        return None
    blocks: list[Block] = []
    lines = [s for setting in _settings(times) for t in _owners(setting) if (s := _sentence(*t))]
    if lines:
        blocks.append(told(lines))
    for setting in _settings(times):
        blocks += [_matrix(setting), _figure(setting)]
    blocks.append(_details(times))
    return Section(
        "Time per gate",
        "gates",
        tuple(blocks),
        "Circuits of a single gate type. The column of a system is the CPU time of the gates "
        "alone, divided by their number and averaged over all levels: its computation without "
        "loading the input ciphertexts and saving the result, where it reports these parts. "
        "*Whole step* is the whole evaluation step over the same number: on small circuits "
        "transfer, loading and saving outweigh the gates.",
    )


def sentences(study: Study) -> list[str]:
    """Times of the cheapest and the dearest gate of every system that encrypts, for the summary."""
    return [
        text
        for setting in _settings(gate_times(study))
        for owner in _owners(setting)
        if not in_the_clear(study, owner[0]) and (text := _sentence(*owner))
    ]


def _settings(times: tuple[GateTime, ...]) -> tuple[_Setting, ...]:
    groups: dict[str, list[GateTime]] = {}
    for t in times:
        batch = "" if t.batch != t.batch else f"ℓ = {number(t.batch)}"  # NaN differs from itself
        words = ", ".join(word for word in (t.space, level(t.security), batch) if word)
        groups.setdefault(words, []).append(t)
    return tuple(_Setting(words, tuple(members)) for words, members in groups.items())


def _owners(setting: _Setting) -> Iterator[tuple[str, str, tuple[GateTime, ...]]]:
    for system in setting.systems:
        yield system, setting.words, setting.of(system)


def _sentence(system: str, words: str, times: tuple[GateTime, ...]) -> str:
    """The medians of cheapest and dearest gate of one system; "" if there is only one.

    What was measured, no claim about gates: of each type there are one or two circuits.
    """
    own = sorted(times, key=lambda t: t.own.median)
    cheap, dear = own[0], own[-1]
    if cheap is dear or cheap.own.median <= 0.0:
        return ""
    lead = f"{name(system)} ({words})" if words else name(system)
    low, high = (amount(t.own.median, "time") for t in (cheap, dear))
    return (
        f"{lead}: the medians of the time per gate lie between {low} (`{literal(cheap.gate)}`) and "
        f"{high} (`{literal(dear.gate)}`)."
    )


def _matrix(setting: _Setting) -> Table:
    """Gate types down, systems across: the gates alone, and beside it the whole step."""
    systems = setting.systems
    computed = [s for s in systems if any(t.gate_only is not None for t in setting.of(s))]
    columns = [Column("gate"), Column("D", "right"), Column("gates", "right")]
    for system in systems:
        columns.append(Column(name(system), "right"))
        if system in computed:
            columns.append(Column("whole step", "right"))
    rows: list[tuple[str | Cell, ...]] = []
    for gate in dict.fromkeys(t.gate for t in setting.times):
        members = [t for t in setting.times if t.gate == gate]
        row: list[str | Cell] = [
            f"`{literal(gate)}`",
            _range(v for t in members for v in t.levels),
            _range(v for t in members for v in t.counts),
        ]
        for system in systems:
            found = next((t for t in members if t.system == system), None)
            row.append(_median(found.own if found else None))
            if system in computed:
                row.append(_median(found.wall if found else None))
        rows.append(tuple(row))
    return Table(
        f"Median time per gate: {setting.words}", tuple(columns), tuple(rows), _note(setting)
    )


def _note(setting: _Setting) -> str:
    rings = [
        f"{listed([number(n) for n in found], 'or')} ({name(system)})"
        for system in setting.systems
        if (found := sorted({n for t in setting.of(system) for n in t.dimensions}))
    ]
    return (
        "D is the number of levels, for which the key was made; gates is what a circuit has after "
        "unused ones are dropped." + (f" Ring dimension n: {listed(rings)}." if rings else "")
    )


def _figure(setting: _Setting) -> Figure:
    series = []
    for system in setting.systems:
        own = setting.of(system)
        series.append(
            Series(
                system,
                tuple(t.gate for t in own),
                tuple(t.own.median for t in own),
                tuple(t.own.p5 for t in own),
                tuple(t.own.p95 for t in own),
                identity=system,
            )
        )
    return Figure(
        f"Time per gate: {setting.words}",
        BarPlot(Axis("gate"), Axis("time per gate", "ns", log=True), tuple(series)),
        "Median, with the 5th and 95th percentile; the gates alone where the system reports that.",
    )


def _details(times: tuple[GateTime, ...]) -> Table:
    spaces = len({t.space for t in times}) > 1
    return short_table(
        "Time per gate in detail: of the gates alone where reported, else the whole step",
        (Column("system"), Column("ℓ", "right"), Column("gate")),
        [
            (
                (
                    f"{name(t.system)} ({t.space})" if spaces else name(t.system),
                    exact_cell(t.batch),
                    f"`{literal(t.gate)}`",
                ),
                t.own,
                "time",
            )
            for t in times
        ],
    )


def _range(values: Iterable[float]) -> Cell:
    known = sorted(set(values))
    if not known:
        return Cell(NONE)
    ends = dict.fromkeys((known[0], known[-1]))
    return Cell(" to ".join(number(v) for v in ends), known[0])


def _median(described: Description | None) -> Cell:
    return Cell(NONE) if described is None else amount_cell(described.median, "time")
