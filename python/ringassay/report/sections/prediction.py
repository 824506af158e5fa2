"""Predictions beside the truth: sweeps, a stored evaluation, a library seen from outside."""

from __future__ import annotations

from collections.abc import Mapping

from ringassay.predict.outside import Outside, OutsideSweep
from ringassay.predict.points import Errors
from ringassay.predict.stored_run import RunComparison
from ringassay.predict.sweeps import Sweep, Sweeps
from ringassay.predict.table import Comparison, SweepRow
from ringassay.report.document import (
    Axis,
    Block,
    Callout,
    Cell,
    Column,
    Figure,
    KeyFigure,
    KeyFigures,
    LinePlot,
    ScatterPlot,
    Section,
    Series,
    Table,
    Tone,
    literal,
)
from ringassay.report.sections.wording import (
    NONE,
    amount_cell,
    count,
    factor,
    listed,
    percent,
)

# The aims: mean and largest error of a sweep.
_MEAN, _LARGEST = 0.03, 0.10
_AXES = {"log2_q": "log2 q", "log2_w": "log2 w", "t": "t"}


def sweeps_summary(found: Comparison) -> tuple[Block, ...]:
    """How near, and how fast."""
    points = sum(len(row.points) for row in found.rows)
    blocks: list[Block] = [
        KeyFigures(
            (
                KeyFigure(count(points, "point"), "executed and predicted"),
                KeyFigure(factor(found.ratio), "faster than executing", "calibration excluded"),
                KeyFigure(factor(found.ratio_with_calibration), "with the calibration"),
            )
        )
    ]
    blocks.extend(Callout("bad", literal(failure)) for failure in found.failed)
    return tuple(blocks)


def sweeps_sections(found: Comparison, sweeps: Sweeps) -> tuple[Section, ...]:
    """The table of errors, the schemes beside each other, and a section for each sweep."""
    table = Table(
        "Errors of predictions, mean/largest/signed mean in per cent",
        (
            Column("sweep"),
            Column("points", "right"),
            Column("time, kernels only", "right"),
            Column("spread of the truth", "right"),
            Column("1 point", "right"),
            Column("2 points", "right"),
            Column("3 points", "right"),
            Column("memory", "right"),
        ),
        tuple(
            (
                literal(row.name),
                str(len(row.points)),
                _errors(row.time),
                percent(row.spread),
                *(_errors(row.time_by_points.get(points)) for points in (1, 2, 3)),
                _errors(row.memory),
            )
            for row in found.rows
        ),
        "Kernels only: no execution of a scheme enters. Points: a polynomial of the tallied "
        "complexity through so many executed points, as in PAnTHErS, section 4.",
    )
    pages = [
        Section(
            literal(row.name),
            f"sweep-{place}",
            _curves(row, sweep),
        )
        for place, (row, sweep) in enumerate(zip(found.rows, sweeps.sweep, strict=True))
    ]
    figures = (*_beside(found, sweeps, "log2_q"), *_beside(found, sweeps, "log2_w"))
    return (Section("All sweeps", "sweeps", (table, *figures)), *pages)


def _beside(found: Comparison, sweeps: Sweeps, parameter: str) -> tuple[Figure, ...]:
    """All schemes along one parameter: lines are predicted, dashed ones executed."""
    rows = [
        (sweep.scheme, row.points)
        for row, sweep in zip(found.rows, sweeps.sweep, strict=True)
        if sweep.parameter == parameter and row.points
    ]
    if len(rows) < 2:
        return ()

    def figure(what: str, unit: str, name: str) -> Figure:
        series = []
        for scheme, points in rows:
            at = tuple(float(getattr(one.point, parameter)) for one in points)
            for how, dashed in (("predicted", False), ("measured", True)):
                values = tuple(float(getattr(one, f"{how}_{name}")) for one in points)
                label = f"{scheme}, {'predicted' if how == 'predicted' else 'executed'}"
                series.append(Series(label, at, values, dashed=dashed))
        return Figure(
            f"{what} of the schemes along {_AXES[parameter]}",
            LinePlot(Axis(_AXES[parameter]), Axis(what.lower(), unit, log=True), tuple(series)),
        )

    return figure("Time", "ns", "ns"), figure("Memory", "B", "bytes")


def _curves(row: SweepRow, sweep: Sweep) -> tuple[Block, ...]:
    at = tuple(float(getattr(one.point, sweep.parameter)) for one in row.points)
    label = _AXES[sweep.parameter]

    def figure(what: str, unit: str, predicted: list[float], measured: list[float]) -> Figure:
        return Figure(
            f"{what} along {label}",
            LinePlot(
                Axis(label),
                Axis(what.lower(), unit, minimum=0.0),
                (
                    Series("executed", at, tuple(measured)),
                    Series("predicted", at, tuple(predicted)),
                ),
            ),
        )

    return (
        figure(
            "Time",
            "ns",
            [one.predicted_ns for one in row.points],
            [one.measured_ns for one in row.points],
        ),
        figure(
            "Memory",
            "B",
            [one.predicted_bytes for one in row.points],
            [one.measured_bytes for one in row.points],
        ),
    )


def run_section(found: RunComparison) -> Section:
    """A stored run on our BGV and CKKS, key by key."""
    keys: dict[str, list[tuple[float, float]]] = {}
    for row in found.rows:
        keys.setdefault(row.params, []).append((row.measured_ns, row.predicted_ns))
    table = Table(
        "Evaluations, circuit by circuit",
        (
            Column("key"),
            Column("width", "right"),
            Column("predicted", "right"),
            Column("measured", "right"),
            Column("error", "right"),
            Column("spread", "right"),
            Column("memory predicted", "right"),
            Column("measured", "right"),
        ),
        tuple(
            (
                literal(row.params),
                str(row.width),
                amount_cell(row.predicted_ns, "time"),
                amount_cell(row.measured_ns, "time"),
                _error(row.predicted_ns / row.measured_ns - 1),
                percent(row.spread),
                amount_cell(row.predicted_bytes, "size"),
                amount_cell(row.measured_bytes, "size"),
            )
            for row in found.rows
        ),
        f"Time {_errors(found.time)}, memory {_errors(found.memory)}: mean/largest/signed mean in "
        "per cent.",
    )
    measured = [row.measured_ns for row in found.rows]
    ends = (min(measured), max(measured))
    plot = Figure(
        "Evaluation, predicted and measured",
        ScatterPlot(
            Axis("measured", "ns", log=True),
            Axis("predicted", "ns", log=True),
            tuple(
                Series(params, tuple(x for x, _ in pairs), tuple(y for _, y in pairs))
                for params, pairs in keys.items()
            ),
            (Series("equal", ends, ends, dashed=True),),
        ),
    )
    left_out = tuple(Callout("warning", literal(reason)) for reason in found.skipped)
    title = f"Evaluations on {listed([literal(sut) for sut in found.suts])}"
    return Section(title, "predicted-run", (*left_out, plot, table))


def outside_section(found: Outside) -> Section:
    """A library's sweeps."""
    table = Table(
        "Errors at places that gave no point to the curve, mean/largest/signed mean in per cent",
        (
            Column("sweep"),
            Column("places", "right"),
            Column("spread of the truth", "right"),
            Column("1 point", "right"),
            Column("2 points", "right"),
            Column("3 points", "right"),
        ),
        tuple(
            (
                sweep.name,
                str(len(sweep.measured)),
                percent(sweep.spread),
                *(_errors(sweep.by_points.get(points)) for points in (1, 2, 3)),
            )
            for sweep in found.sweeps
        ),
    )
    along = [sweep for sweep in found.sweeps if sweep.parameter == "limbs"]
    plot = Figure(
        "Keys, encryption, evaluation, decryption: processor time",
        LinePlot(
            Axis("primes of the modulus"),
            Axis("time", "ns", minimum=0.0),
            tuple(_series(sweep) for sweep in along),
        ),
    )
    blocks: tuple[Block, ...] = (table, plot) if along else (table,)
    return Section(f"{literal(found.sut)}, seen from outside", "outside", blocks)


def _series(sweep: OutsideSweep) -> Series:
    return Series(
        sweep.name,
        tuple(float(one.place.limbs) for one in sweep.measured),
        tuple(one.total_ns for one in sweep.measured),
    )


def _errors(errors: Errors | None) -> str:
    if errors is None:
        return NONE
    figures = (errors.mean, errors.largest)
    return "/".join(f"{100 * figure:.1f}" for figure in figures) + f"/{100 * errors.signed:+.1f}"


def _error(error: float) -> Cell:
    tone: Tone | None = None if abs(error) <= _LARGEST else "warning"
    return Cell(f"{100 * error:+.1f} %", error, tone)


def aims(found: Mapping[str, Errors]) -> Callout:
    """Which sweeps are as near as they should be."""
    missed = [
        name for name, errors in found.items() if errors.mean > _MEAN or errors.largest > _LARGEST
    ]
    if not missed:
        return Callout("good", "Every sweep has a mean error of at most 3 %, and none above 10 %.")
    return Callout(
        "warning",
        f"Mean error above 3 %, or one above 10 %: {', '.join(map(literal, missed))}. "
        "Compare with the spread of the truth.",
    )
