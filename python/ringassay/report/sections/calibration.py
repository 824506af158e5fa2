"""The calibration by which times were predicted: where, when, how good, and whether it holds."""

from __future__ import annotations

from datetime import datetime

from ringassay.analysis.calibration import Quality, quality
from ringassay.predict import Check
from ringassay.report.document import (
    Axis,
    Block,
    Callout,
    Cell,
    Column,
    Figure,
    Histogram,
    Items,
    Sample,
    ScatterPlot,
    Section,
    Series,
    Table,
    literal,
)
from ringassay.report.sections.circumstances import made_with
from ringassay.report.sections.wording import count, exact_cell, percent, plain
from ringassay.store import StoredCalibration

# Kernels of the table, and those whose prices are drawn: the dearest that every scheme has.
_ROWS = 12
_DRAWN = ("crt forward", "mul", "add", "whole add")
# A calibration with a larger median spread was disturbed.
_UNQUIET = 0.05


def section(
    calibration: StoredCalibration, check: Check | None = None, used_at: str | None = None
) -> Section:
    """Where and when it was measured, the scatter of its cells, whether it is stale."""
    found = quality(calibration)
    machine = calibration.machine
    age = _age(calibration.measured_at, used_at)
    items = (
        f"{literal(machine.cpu_model)}, {count(machine.cores, 'core')}; kernels for "
        f"{literal(calibration.backend)}; ringassay {literal(calibration.version)}.",
        f"Measured {literal(calibration.measured_at)}{age}, in {plain(calibration.seconds, 3)} s.",
        f"{count(calibration.cells, 'price')}, each the median of "
        f"{count(calibration.rounds, 'sample')}, all kernels in turns, one thread, CPU time.",
        f"A typical price may be off by ± {percent(found.spread)}, a tenth of them by "
        f"{percent(found.worst_tenth)} or more{_confidence(found)}.",
        made_with(calibration.circumstances, calibration.version),
        f"While they were measured other programs took {percent(max(found.disturbed, 0.0))} of "
        "the time, at the median.",
    )
    blocks: list[Block] = [_state(check, found), Items(items), *_figures(found), _table(found)]
    return Section("Calibration", "calibration", tuple(blocks))


def _confidence(found: Quality) -> str:
    if not found.confidence:
        return " (how sure that is, was not recorded)"
    return f", with a confidence of {percent(found.confidence)}"


def _state(check: Check | None, found: Quality) -> Callout:
    """Fresh, stale, or not known: never silent."""
    if check is None:
        return Callout("info", "Whether the calibration still holds was not checked.")
    if check.is_stale:
        reasons = "; ".join(check.reasons)
        return Callout(
            "bad",
            f"The calibration is *stale*: {literal(reasons)}. Times are those of the machine as it "
            "was; calibrate again with `ringassay predict calibrate`.",
        )
    text = (
        f"The calibration holds here: {count(check.cells, 'price')}, measured again, took "
        f"{plain(check.drift, 3)} times as long."
    )
    if found.spread > _UNQUIET:
        return Callout("warning", f"{text} Its samples scatter, so the machine was not quiet.")
    return Callout("good", text)


def _age(measured_at: str, used_at: str | None) -> str:
    """How long before the exploration."""
    if used_at is None:
        return ""
    try:
        seconds = (_time(used_at) - _time(measured_at)).total_seconds()
    except (ValueError, TypeError):
        return ""
    if seconds < 0:
        return ""
    if seconds < 7200:
        return f", {count(round(seconds / 60), 'minute')} before the exploration"
    if seconds < 172_800:
        return f", {count(round(seconds / 3600), 'hour')} before the exploration"
    return f", {count(round(seconds / 86_400), 'day')} before the exploration"


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _figures(found: Quality) -> list[Figure]:
    spreads = tuple(100 * cell.spread for cell in found.cells)
    series = []
    for name in _DRAWN:
        # One price for each length: that of the smallest working set, in a near cache.
        least: dict[int, tuple[int, float]] = {}
        for cell in found.cells:
            if cell.kernel == name:
                own = (cell.working_set_bytes, cell.cpu_ns)
                least[cell.length] = min(least.get(cell.length, own), own)
        if least:
            lengths = sorted(least)
            prices = tuple(least[length][1] for length in lengths)
            series.append(Series(name, tuple(map(float, lengths)), prices))
    return [
        Figure(
            "Scatter of the prices",
            Histogram(
                Axis("spread", "%", minimum=0.0), Axis("prices"), (Sample("prices", spreads),)
            ),
            "By what share the median of the samples may be off.",
        ),
        Figure(
            "Prices of some kernels",
            ScatterPlot(Axis("n", log=True), Axis("time of a call", "ns", log=True), tuple(series)),
            "Of a row of n words, in a near cache.",
        ),
    ]


def _table(found: Quality) -> Table:
    rows = tuple(
        (
            literal(one.kernel),
            exact_cell(float(one.cells)),
            exact_cell(float(one.lengths[0])),
            exact_cell(float(one.lengths[1])),
            Cell(percent(one.spread), one.spread),
            Cell(percent(one.largest_spread), one.largest_spread),
        )
        for one in found.kernels[:_ROWS]
    )
    more = len(found.kernels) - len(rows)
    return Table(
        "The kernels whose samples scatter most",
        (
            Column("kernel"),
            Column("prices", "right"),
            Column("shortest row", "right"),
            Column("longest row", "right"),
            Column("median spread", "right"),
            Column("largest", "right"),
        ),
        rows,
        f"{count(more, 'other kernel')} scatter less." if more else "",
    )
