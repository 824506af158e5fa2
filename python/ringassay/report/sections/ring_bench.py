"""The microbenchmark of the ring: the tables of Λ∘λ's evaluation, peers, growth."""

from __future__ import annotations

from collections.abc import Sequence

from ringassay.analysis.bench import (
    FORMS,
    Elsewhere,
    Entry,
    TableForm,
    elsewhere,
    fit_limbs,
    fit_n_log_n,
    limits,
    peers,
    table_lines,
    thread_gains,
)
from ringassay.report.document import (
    Axis,
    Block,
    Cell,
    Column,
    Figure,
    Items,
    KeyFigure,
    KeyFigures,
    LinePlot,
    Paragraph,
    ScatterPlot,
    Section,
    Series,
    Table,
    literal,
)
from ringassay.report.sections import bench_measured
from ringassay.report.sections.wording import count, factor, number_cell, percent, plain
from ringassay.store import Benchmark, BenchmarkRow

TRANSFORMS = {"crt": "P→C", "crt_inverse": "C→P"}
INTRO = (
    "Times are medians for one operation. P, D and C are the powerful, decoding and CRT bases; "
    "what was measured elsewhere stands beside ours, says so, and is divided by nothing: other "
    "machines, other builds."
)


def sections(benchmark: Benchmark) -> tuple[Section, ...]:
    """The parts, each a section of a report on the benchmark alone."""
    parts = (
        Section("Operations", "operations", tuple(_operations(benchmark.rows)), INTRO),
        Section("Other libraries", "peers", tuple(_peers(benchmark.rows))),
        Section("Growth", "growth", tuple(_growth(benchmark.rows))),
        bench_measured.section(benchmark),
    )
    return tuple(part for part in parts if part.blocks)


def summary(benchmark: Benchmark) -> tuple[Block, ...]:
    """The answer in a few figures."""
    figures = []
    fit = fit_n_log_n(benchmark.rows, "crt")
    if fit is not None:
        figures.append(
            KeyFigure(
                f"{plain(fit.constant_ns * 1000, 3)} ps",
                "for each coefficient and layer of a power-of-two transform",
                f"N = {fit.n[0]} to {fit.n[-1]}, fitted",
            )
        )
    return (KeyFigures(tuple(figures)),) if figures else ()


def _operations(rows: Sequence[BenchmarkRow]) -> list[Block]:
    blocks: list[Block] = []
    for form in FORMS:
        lines = table_lines(form, rows, elsewhere())
        if lines:
            blocks.append(_table(form, rows))
            blocks += [
                _beside(form, rows, source) for source in elsewhere() if _known(form, source)
            ]
    plain_rows = table_lines(FORMS[0], rows, (), "plain") + table_lines(FORMS[1], rows, (), "plain")
    if plain_rows:
        blocks += _reference(rows)
    return blocks


def _known(form: TableForm, source: Elsewhere) -> bool:
    wanted = {(operation, basis) for _label, operation, basis in form.columns}
    return any(key[:2] in wanted for key in source.figures)


def _index(m: int, m_big: int | None) -> Cell:
    return Cell(str(m) if m_big is None else f"{m}→{m_big}", m)


def _table(form: TableForm, rows: Sequence[BenchmarkRow]) -> Table:
    return Table(
        form.caption,
        (
            Column("m"),
            Column("n", "right"),
            *(Column(label, "right", "µs") for label, _, _ in form.columns),
        ),
        tuple(
            (_index(line.m, line.m_big), Cell(str(line.n), line.n), *map(_us, line.entries))
            for line in table_lines(form, rows, ())
        ),
    )


def _us(entry: Entry | None) -> Cell:
    return number_cell(None if entry is None else entry.us, 3)


def _beside(form: TableForm, rows: Sequence[BenchmarkRow], source: Elsewhere) -> Table:
    """Our figure and theirs for the columns they have: another machine, so no quotient."""
    lines = table_lines(form, rows, (source,))
    columns = [
        i
        for i in range(len(form.columns))
        if any(line.entries[i] and line.entries[i].others_us for line in lines)  # type: ignore[union-attr]
    ]
    heads: list[Column] = [Column("m")]
    for i in columns:
        label = form.columns[i][0]
        heads += [Column(f"{label}, ours", "right", "µs"), Column("theirs", "right", "µs")]
    body = []
    for line in lines:
        cells = [line.entries[i] for i in columns]
        if not any(cell and cell.others_us for cell in cells):
            continue
        row: list[str | Cell] = [_index(line.m, line.m_big)]
        for cell in cells:
            theirs = None if cell is None else cell.others_us.get(source.key)
            row += [_us(cell), number_cell(theirs, 3)]
        body.append(tuple(row))
    return Table(
        f"Measured elsewhere: {source.label}",
        tuple(heads),
        tuple(body),
        f"{source.origin}. Measured elsewhere: nothing follows from a quotient.",
    )


def _faster(ratio: float | None) -> Cell:
    """Their time over ours, short: tables have many of them."""
    return number_cell(ratio, 3)


def _reference(rows: Sequence[BenchmarkRow]) -> list[Block]:
    body = []
    for form in FORMS[:2]:
        ours = {
            (line.m, i): e
            for line in table_lines(form, rows, ())
            for i, e in enumerate(line.entries)
        }
        for line in table_lines(form, rows, (), "plain"):
            for i, entry in enumerate(line.entries):
                own = ours.get((line.m, i))
                if entry is None or own is None:
                    continue
                label = form.columns[i][0]
                body.append(
                    (_index(line.m, None), label, _us(entry), _us(own), _faster(entry.us / own.us))
                )
    return [
        Table(
            "The same by the definitions, written plainly, in the same run",
            (
                Column("m"),
                Column("operation"),
                Column("plain", "right", "µs"),
                Column("ours", "right", "µs"),
                Column("times", "right"),
            ),
            tuple(body),
            "Times: plain over ours. One division for each product, no vectors, no lazy reduction.",
        )
    ]


def _peers(rows: Sequence[BenchmarkRow]) -> list[Block]:
    found = peers(rows)
    if not found:
        return []
    series = []
    for operation, label in TRANSFORMS.items():
        for peer in dict.fromkeys(ratio.peer for ratio in found):
            points = [r for r in found if r.peer == peer and r.operation == operation]
            series.append(
                Series(
                    f"{peer}, {label}",
                    tuple(float(r.n) for r in points),
                    tuple(r.times_faster for r in points),
                )
            )
    return [
        Table(
            "Power-of-two transforms of other libraries, interleaved with ours",
            (
                Column("library"),
                Column("transform"),
                Column("N", "right"),
                Column("theirs", "right", "µs"),
                Column("ours", "right", "µs"),
                Column("times", "right"),
            ),
            tuple(
                (
                    literal(r.peer),
                    TRANSFORMS[r.operation],
                    Cell(str(r.n), r.n),
                    number_cell(r.theirs_ns / 1000, 3),
                    number_cell(r.ours_ns / 1000, 3),
                    _faster(r.times_faster) if r.resolved else Cell("not resolved"),
                )
                for r in found
            ),
            "Times: theirs over ours. Not resolved: the middle halves of both samples overlap.",
        ),
        Figure(
            "Power-of-two transforms: their time over ours",
            LinePlot(Axis("N", log=True), Axis("their time over ours", log=True), tuple(series)),
        ),
    ]


def _growth(rows: Sequence[BenchmarkRow]) -> list[Block]:
    blocks: list[Block] = []
    fits = [fit for what in TRANSFORMS if (fit := fit_n_log_n(rows, what)) is not None]
    if fits:
        blocks.append(
            Items(
                tuple(
                    f"{TRANSFORMS[fit.operation]} takes {plain(fit.constant_ns, 3)} ns · "
                    f"$N\\log_2 N$, at most {percent(fit.worst)} off."
                    for fit in fits
                )
            )
        )
        blocks.append(
            Figure(
                "Time of a power-of-two transform, one limb, one thread",
                ScatterPlot(
                    Axis("N", log=True),
                    Axis("time", "ns", log=True),
                    tuple(
                        Series(TRANSFORMS[f.operation], tuple(map(float, f.n)), f.ns) for f in fits
                    ),
                    tuple(
                        Series(
                            f"{TRANSFORMS[f.operation]}, fitted",
                            tuple(map(float, f.n)),
                            tuple(f.predict_ns(n) for n in f.n),
                            identity=TRANSFORMS[f.operation],
                            dashed=True,
                        )
                        for f in fits
                    ),
                ),
            )
        )
    if limit_rows := limits(rows):
        blocks.append(
            Table(
                "Distance from the arithmetic limit of the machine",
                (
                    Column("transform"),
                    Column("N", "right"),
                    Column("butterflies", "right"),
                    Column("in registers", "right", "µs"),
                    Column("transform", "right", "µs"),
                    Column("share", "right"),
                ),
                tuple(
                    (
                        TRANSFORMS[r.operation],
                        Cell(str(r.n), r.n),
                        Cell(str(r.butterflies), r.butterflies),
                        number_cell(r.limit_ns / 1000, 3),
                        number_cell(r.ns / 1000, 3),
                        Cell(percent(r.share), r.share),
                    )
                    for r in limit_rows
                ),
                "In registers: the same number of butterflies (N/2·log2 N) without loads, stores "
                "and shuffles, measured in the same run.",
            )
        )
    limbs = fit_limbs(rows)
    if limbs is not None:
        blocks.append(
            Paragraph(
                f"With limbs: {plain(limbs.fixed_ns / 1000, 3)} µs + "
                f"{plain(limbs.per_limb_ns / 1000, 3)} µs for each limb, "
                f"$r^2$ = {plain(limbs.r2, 5)}, {limbs.limbs[0]} to {limbs.limbs[-1]} limbs."
            )
        )
    if gains := thread_gains(rows):
        blocks.append(
            Items(
                tuple(
                    f"{count(g.threads, 'thread')}: {plain(g.ns / 1000, 3)} µs, "
                    f"{factor(g.gain)} the speed of one."
                    for g in gains
                )
            )
        )
    return blocks
