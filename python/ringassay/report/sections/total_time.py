"""Total elapsed time, beside the plaintext baseline (HEtest Figure 5)."""

from __future__ import annotations

from ringassay.analysis.intervals import FloatArray
from ringassay.analysis.metrics import TOTAL, by_system
from ringassay.analysis.overhead import Overhead, overheads
from ringassay.analysis.study import Study
from ringassay.report.document import (
    Axis,
    Block,
    Cell,
    Column,
    Figure,
    LinePlot,
    Section,
    Series,
    Table,
)
from ringassay.report.sections.claims import why_not
from ringassay.report.sections.describing import short_table
from ringassay.report.sections.wording import factor, name, number_cell, plain, span, told

BASELINE = "plaintext baseline"
# Evaluations from which a curve of percentiles shows more than the table.
_ENOUGH = 5


def section(study: Study) -> Section | None:
    """The section, None without a right result."""
    times = by_system(study, TOTAL)
    if not times:
        return None
    compared = overheads(study)
    blocks: list[Block] = [
        short_table(
            "Total elapsed time per evaluation",
            (Column("system"),),
            [((name(system),), described, "time") for system, described in times],
        )
    ]
    if compared:
        curves = max(o.ratio.count for o in compared) >= _ENOUGH
        blocks.append(told([overhead_sentence(o) for o in compared]))
        if curves:
            blocks += [_times(compared), _ratios(compared)]
        blocks.append(_table(compared))
    return Section(
        "Total time",
        "total-time",
        tuple(blocks),
        "The total is the sum of encryption, evaluation and decryption of one input. The baseline "
        "is the plaintext evaluation of the same circuit on the same input, parsing of the input "
        "included. Only evaluations with a right result are timed.",
    )


def overhead_sentence(o: Overhead) -> str:
    """What homomorphic evaluation costs over plaintext evaluation, for one system."""
    interval = f" (95\u00a0% interval {span(o.geometric_interval)})" if o.geometric_interval else ""
    why = why_not(o.verdict, o.reservations)
    if o.ratio.count == 1:
        return (
            f"{name(o.system)} takes {factor(o.ratio.mean)} as long as the plaintext baseline on "
            "the one evaluation there is."
        )
    return (
        f"{name(o.system)} takes {factor(o.geometric_mean)} as long as the plaintext baseline in "
        f"the geometric mean{interval} and {factor(o.ratio.mean)} in the arithmetic mean; the "
        f"middle nine tenths of the ratios lie between {plain(o.ratio.p5, 3)} and "
        f"{plain(o.ratio.p95, 3)}{f'; {why}' if why else ''}."
    )


def _times(compared: tuple[Overhead, ...]) -> Figure:
    widest = max(compared, key=lambda o: o.ratio.count)
    series = [_series(o.system, o.total) for o in compared]
    baseline = _series(BASELINE, widest.baseline)
    return Figure(
        "Percentiles of the total elapsed time",
        LinePlot(
            Axis("percentile of evaluations", "%"),
            Axis("total time", "ns", log=True),
            (*series, baseline),
            markers=False,
        ),
        "Each curve is sorted by itself: the fastest evaluation of one system need not be that of "
        "another.",
    )


def _ratios(compared: tuple[Overhead, ...]) -> Figure:
    return Figure(
        "Percentiles of the ratio of total time to the baseline",
        LinePlot(
            Axis("percentile of evaluations", "%"),
            Axis("system over baseline", "", log=True),
            tuple(_series(o.system, o.ratio_curve) for o in compared),
            markers=False,
        ),
        "The ratio is taken for each evaluation, then its percentiles.",
    )


def _series(label: str, curve: tuple[FloatArray, FloatArray]) -> Series:
    percent, values = curve
    return Series(
        label, tuple(float(p) for p in percent), tuple(float(v) for v in values), identity=label
    )


def _table(compared: tuple[Overhead, ...]) -> Table:
    heads = ("geometric mean", "mean", "min", "p5", "median", "p95", "max")
    return Table(
        "Ratio of total time to the plaintext baseline",
        (
            Column("system"),
            Column("evaluations", "right"),
            *(Column(head, "right") for head in heads),
        ),
        tuple(
            (
                name(o.system),
                Cell(str(o.ratio.count), o.ratio.count),
                *(
                    number_cell(value, 3)
                    for value in (
                        o.geometric_mean, o.ratio.mean, o.ratio.minimum, o.ratio.p5,
                        o.ratio.median, o.ratio.p95, o.ratio.maximum,
                    )
                ),
            )
            for o in compared
        ),
    )  # fmt: skip
