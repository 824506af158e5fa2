"""A document with every kind of block and plot, and with what breaks renderers."""

from __future__ import annotations

import math
import random

from ringassay.report.document import (
    Axis,
    BarPlot,
    Block,
    BoxPlot,
    BoxSeries,
    Callout,
    Cell,
    Column,
    Details,
    Document,
    Figure,
    Formula,
    HeatMap,
    Histogram,
    Items,
    KeyFigure,
    KeyFigures,
    LinePlot,
    Listing,
    Paragraph,
    Plot,
    Sample,
    ScatterPlot,
    Section,
    Series,
    Subheading,
    SurfacePlot,
    Table,
    literal,
)

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script><svg/onload=alert(1)>",
    "javascript:alert('x')",
    "{{ 7*7 }}{% raw %}",
    r"\write18{touch pwned}\input{/etc/passwd}\end{document}",
    r"% # & _ ^ ~ \ { } $ $$ \( \[",
    "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x9b31m",
    "nul\x00 bell\x07 del\x7f tab\tend",
    "line one\nline two\r\nline three\rfour",
    "right-to-left \u202egnp.exe\u202c \u2066isolated\u2069",
    "zero\u200bwidth\u200djoin\ufeffmark",
    "lone \ud800 surrogate",
    "Z" + "\u0301" * 50 + "algo",
    "中文 العربية हिन्दी 🙂 𝔘𝔫𝔦",
    "é ü ß ø ł ž Ω λ µ ℓ ≤ × 10⁻⁵ ½ € – — “quotes” …",
    "%{y} <b>bold</b> &lt;i&gt; %PDF-1.4",
    "*not emphasis* `not code` $not math$ \\*",
    "=1+1;@SUM(A1)",
    "``''--- ?`!`<<>>,,",
    "x" * 300,
    "@ink @0 @clear",
    "",
)
"""Strings that have hurt writers of HTML, LaTeX, terminals or figures before."""

SUTS = ("plaintext", "seal-bfv", "lattigo-bgv")


def _percentiles() -> LinePlot:
    values = random.Random(1)
    series = []
    for rank, name in enumerate(SUTS):
        times = sorted(
            values.lognormvariate(rank * 5 - 10 if rank else -11, 1.1) for _ in range(300)
        )
        xs = tuple(range(1, 101))
        ys = tuple(times[3 * p - 1] for p in xs)
        low, high = tuple(y * 0.8 for y in ys), tuple(y * 1.3 for y in ys)
        series.append(Series(name, xs, ys, low, high))
    return LinePlot(
        Axis("percentile of circuit–input pairs", "%"),
        Axis("total elapsed time", "s", log=True),
        tuple(series),
        markers=False,
    )


def _scatter() -> ScatterPlot:
    noise = random.Random(2)
    depths = [d for d in (6, 7, 12, 18, 21, 24) for _ in range(8)]

    def model(d: float, factor: float) -> float:
        return factor * (2.77 * d * d - 20 * d + 90)

    points = tuple(
        Series(
            name,
            tuple(d + noise.uniform(-0.2, 0.2) for d in depths),
            tuple(model(d, factor) * noise.lognormvariate(0, 0.1) for d in depths),
            notes=tuple(f"circuit {i}" for i in range(len(depths))),
        )
        for name, factor in (("seal-bfv", 1e-3), ("lattigo-bgv", 0.4e-3))
    )
    grid = tuple(6 + i * 0.25 for i in range(73))
    lines = tuple(
        Series(
            f"{name}, fit",
            grid,
            tuple(model(d, factor) for d in grid),
            low=tuple(0.9 * model(d, factor) for d in grid),
            high=tuple(1.1 * model(d, factor) for d in grid),
            identity=name,
            dashed=True,
        )
        for name, factor in (("seal-bfv", 1e-3), ("lattigo-bgv", 0.4e-3))
    )
    return ScatterPlot(Axis("circuit depth d"), Axis("evaluation time", "s"), points, lines)


def _bars(*, stacked: bool, log: bool) -> BarPlot:
    gates = ("LADD", "LADDconst", "LMUL", "LMULconst", "LROTATE", "LSELECT")
    values = random.Random(3)
    series = []
    for name, scale in (("seal-bfv", 1.0), ("lattigo-bgv", 0.6)):
        ys = tuple(scale * m * values.uniform(0.8, 1.2) for m in (30, 20, 9000, 800, 4000, 1700))
        series.append(
            Series(name, gates, ys, tuple(y * 0.9 for y in ys), tuple(y * 1.2 for y in ys))
        )
    return BarPlot(Axis("gate type"), Axis("time per gate", "µs", log=log), tuple(series), stacked)


def _boxes() -> BoxPlot:
    values = random.Random(4)
    batches = ("ℓ = 6", "ℓ = 42", "ℓ = 378", "ℓ = 682")
    return BoxPlot(
        Axis("batch width"),
        Axis("fresh ciphertext size", "bytes", log=True),
        tuple(
            BoxSeries(
                name,
                batches,
                tuple(
                    tuple(values.lognormvariate(9 + 1.5 * i + k, 0.3) for _ in range(40))
                    for i in range(4)
                ),
            )
            for k, name in enumerate(("seal-bfv", "lattigo-bgv"))
        ),
    )


def _surface() -> SurfacePlot:
    depths = tuple(float(d) for d in range(6, 25, 2))
    widths = tuple(float(w) for w in range(0, 1001, 100))

    def z(w: float, d: float) -> float:
        return (2.77 * d * d - 74.6 * d - 1.43 * w + 0.215 * w * d + 503) * 1e-3

    noise = random.Random(5)
    points = tuple(
        (w, d, z(w, d) * noise.uniform(0.8, 1.2))
        for w in (4.0, 100.0, 500.0, 1000.0)
        for d in (6.0, 7.0, 12.0, 18.0, 24.0)
    )
    return SurfacePlot(
        Axis("width w"),
        Axis("depth d"),
        Axis("evaluation time", "s"),
        widths,
        depths,
        tuple(tuple(z(w, d) for w in widths) for d in depths),
        points,
        "seal-bfv",
    )


def _heat(size: int) -> HeatMap:
    return HeatMap(
        Axis("width w"),
        Axis("depth d"),
        Axis("overhead over the baseline", log=True),
        tuple(str(4 * 2**i) for i in range(size)),
        tuple(str(6 + 3 * j) for j in range(size)),
        tuple(
            tuple(math.nan if i == j == 2 else 100.0 * 3.0 ** (i + j) for i in range(size))
            for j in range(size)
        ),
    )


def _histogram() -> Histogram:
    values = random.Random(6)
    return Histogram(
        Axis("overhead over the baseline", log=True),
        Axis("evaluations"),
        tuple(
            Sample(name, tuple(values.lognormvariate(mean, 0.8) for _ in range(400)))
            for name, mean in (("seal-bfv", 11.0), ("lattigo-bgv", 10.0))
        ),
    )


def plots() -> dict[str, Plot]:
    """One of each kind, as a report would have them."""
    return {
        "percentiles": _percentiles(),
        "scatter with fits": _scatter(),
        "bars": _bars(stacked=False, log=False),
        "bars on a logarithmic axis": _bars(stacked=False, log=True),
        "stacked bars": _bars(stacked=True, log=False),
        "boxes": _boxes(),
        "surface": _surface(),
        "heat map": _heat(6),
        "large heat map": _heat(20),
        "histogram": _histogram(),
    }


def edge_plots() -> dict[str, Plot]:
    """Nothing, one point, not a number, zero on a logarithm, hostile names, many series."""
    x, y, log = Axis("x"), Axis("y", "ms"), Axis("y", "ms", log=True)
    nan, inf = math.nan, math.inf
    return {
        "no series": LinePlot(x, y, ()),
        "empty series": LinePlot(x, y, (Series("empty", (), ()),)),
        "one point": LinePlot(x, log, (Series("one", (3.0,), (5.0,)),)),
        "no numbers": ScatterPlot(x, log, (Series("bad", (1.0, 2.0, nan), (nan, 0.0, 1.0)),)),
        "some numbers": LinePlot(
            x, log, (Series("some", (1.0, 2.0, 3.0, 4.0), (-1.0, inf, 1e-9, 1e12)),)
        ),
        "constant": LinePlot(x, y, (Series("flat", (1.0, 2.0), (0.0, 0.0)),)),
        "extreme": LinePlot(x, log, (Series("wide", (0.0, 1.0), (5e-324, 1.7e308)),)),
        "hostile": BarPlot(
            Axis(HOSTILE[0], HOSTILE[5]),
            Axis(HOSTILE[6], "<b>"),
            tuple(Series(text, HOSTILE[:5], (1.0, 2.0, 3.0, 4.0, 5.0)) for text in HOSTILE[6:12]),
        ),
        "hostile lines": LinePlot(
            x, y, tuple(Series(t, (1.0, 2.0), (i, i + 1.0)) for i, t in enumerate(HOSTILE[12:16]))
        ),
        "many series": LinePlot(
            x,
            y,
            tuple(Series(f"series {i}", (1.0, 2.0, 3.0), (i, i + 1, i * 2)) for i in range(12)),
        ),
        "no bars": BarPlot(x, y, ()),
        "no boxes": BoxPlot(x, y, (BoxSeries("none", ("a",), ((),)),)),
        "one value box": BoxPlot(x, log, (BoxSeries("one", ("a", "b"), ((1.0,), (0.0, 2.0))),)),
        "no histogram": Histogram(x, y, (Sample("none", ()),)),
        "one value histogram": Histogram(log, y, (Sample("one", (7.0, 7.0)), Sample("no", ()))),
        "no heat": HeatMap(x, y, y, (), (), ()),
        "one heat": HeatMap(x, y, log, ("a",), ("b",), ((4.0,),)),
        "no surface": SurfacePlot(x, x, y),
        "points only": SurfacePlot(x, x, log, points=((1.0, 1.0, 1.0), (2.0, 3.0, nan))),
        "blank surface": SurfacePlot(x, x, log, (1.0, 2.0), (1.0, 2.0), ((nan, 1.0), (0.0, 2.0))),
    }


def _tables() -> tuple[Block, ...]:
    random_ = random.Random(7)
    outcomes = ("ok", "ok", "ok", "wrong", "crash")
    tones = {"ok": "good", "wrong": "bad", "crash": "bad"}
    long_rows = []
    for index in range(75):
        outcome = outcomes[random_.randrange(5)]
        time = f"{random_.lognormvariate(3, 2):.3g}"
        long_rows.append(
            (
                Cell(outcome, tone=tones[outcome]),  # type: ignore[arg-type]
                SUTS[index % 3],
                f"`{random_.getrandbits(48):012x}`",
                str(random_.choice((4, 10, 100, 1000))),
                time,
                f"{random_.uniform(1, 900):.1f} kB",
            )
        )
    wide = tuple(Column(f"metric number {i}", "right", "µs") for i in range(14))
    return (
        Table(
            "Parameters tested, by batch width",
            (Column("$\\ell$", "right"), Column("Values of $d$"), Column("Values of $w$")),
            (
                ("378", "6, 7", "4, 10, 20, 50, 100, 1000"),
                ("630", "12", "4, 10, 20, 50, 100, 200"),
                ("682", "21, 24", "4, 10, 20, 50, 100"),
            ),
            note="Two circuits each, five inputs each.",
        ),
        Table("Nothing measured", (Column("SUT"), Column("time", "right", "s")), ()),
        Table(
            "Every evaluation",
            (
                Column("outcome"),
                Column("SUT"),
                Column("circuit"),
                Column("w", "right"),
                Column("time", "right", "ms"),
                Column("ciphertext", "right"),
            ),
            tuple(long_rows),
        ),
        Table(
            "A wide table",
            (Column("SUT"), *wide),
            tuple((s, *(f"{random_.uniform(0, 99999):.2f}" for _ in wide)) for s in SUTS),
        ),
        Table(
            "Prose in cells",
            (Column("what"), Column("parameters"), Column("how it came about")),
            (
                (
                    "seal-bfv",
                    "`n = 16384, log2 q = 438, t = 65537`",
                    "The rotation of a vector inside the slots is made of two rotations and two "
                    "masks, because the batch width does not divide the number of slots.",
                ),
                ("x" * 120, "`" + "0123456789abcdef" * 8 + "`", "long words must break"),
            ),
        ),
    )


def document() -> Document:
    """All of it."""
    hostile_rows = tuple(
        (str(i), literal(text), f"`{literal(text)}`") for i, text in enumerate(HOSTILE)
    )
    raw_rows = tuple((str(i), text) for i, text in enumerate(HOSTILE))
    return Document(
        title="Homomorphic evaluation of 1,582 circuits",
        subtitle="SEAL and Lattigo beside the plaintext baseline, at 128-bit security",
        summary=(
            KeyFigures(
                (
                    KeyFigure(
                        "1582 / 1582", "correct evaluations", "at most 0.19 % wrong, 95 %", "good"
                    ),
                    KeyFigure("52 600×", "mean overhead over the baseline", "seal-bfv"),
                    KeyFigure("3", "systems under test"),
                    KeyFigure("2", "crashes", "both recovered", "bad"),
                )
            ),
            Callout("good", "Every output of *seal-bfv* and *lattigo-bgv* equals the baseline's."),
            Callout("warning", "The machine was busy: load `3.1` on 2 cores."),
            Callout("bad", "`lattigo-bgv` crashed twice."),
            Callout(
                "info", "Times are wall-clock times from first byte written to last byte read."
            ),
            Paragraph(
                "Evaluation time grows with depth $d$ and width $w$; the best model is "
                "$t = 2.77d^2 - 74.6d - 1.43w + 0.215wd + 403$ with $r^2 = 0.991$. "
                "A dollar costs $5, a star is \\*, and `code with \\` in it`."
            ),
        ),
        sections=(
            Section(
                "Formulas and lists",
                "formulas",
                (
                    Formula(r"t = 0.07\,d^2 - 1.21\,d + 0.013\,\ell + 1.4", "$r^2 = 1.0$"),
                    Formula(
                        r"\hat{t} = \frac{a + b\sqrt{\log_2 q}}{n^{3/2}} \sum_{i=1}^{L} x_i \bmod t"
                    ),
                    Formula(r"\write18{rm -rf /}", "outside the subset: shown as its source"),
                    Items(("first *item*", "second with `code`", "third with $x \\le 2^{-40}$")),
                    Details(
                        "What one *opens*",
                        (
                            Paragraph("Folded away."),
                            Table("Inside", (Column("a"),), (("b",),)),
                            Details("Deeper", (Paragraph("Twice folded."),), is_open=True),
                        ),
                    ),
                    Subheading("A subheading"),
                    Listing(
                        "$ ringassay run demo\n\x1b[32mok\x1b[0m  24 circuits\n\t<tab>"
                        + HOSTILE[5],
                        "What was typed",
                    ),
                ),
                intro="All kinds of text that are neither table nor figure.",
            ),
            Section("Tables", "tables", _tables()),
            Section(
                "Figures",
                "figures",
                tuple(
                    Figure(name.capitalize(), plot, "Two cores, AVX2, load 0.4.")
                    for name, plot in plots().items()
                ),
            ),
            Section(
                "Edges",
                "edges",
                tuple(Figure(name.capitalize(), plot) for name, plot in edge_plots().items()),
            ),
            Section(
                "Hostile strings",
                "hostile",
                (
                    Table(
                        "Escaped by the caller",
                        (Column("#", "right"), Column("text"), Column("code")),
                        hostile_rows,
                    ),
                    Table(
                        "Not escaped by the caller",
                        (Column("#", "right"), Column("text")),
                        raw_rows,
                    ),
                    *(Listing(text, literal(text)) for text in HOSTILE[:8]),
                ),
            ),
        ),
        meta={
            "Machine": "AMD EPYC 7763, 2 cores, AVX2",
            "Memory": "24 GiB",
            "Run": "`01JD5X`, 2026-01-01T12:00:00Z, seed 42",
            "Version": "ringassay 0.1.0",
        },
        identities=("seal-bfv", "lattigo-bgv"),
        neutral=("plaintext",),
    )
