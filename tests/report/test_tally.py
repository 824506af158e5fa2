"""The report on a tally: what was planted is in its tables and drawings."""

from __future__ import annotations

from ringassay.predict.account import KINDS, read_account
from ringassay.predict.sweeps import SweepPoint
from ringassay.report.document import BarPlot, LinePlot, Table
from ringassay.report.html.render import render as html
from ringassay.report.latex.render import render as latex
from ringassay.report.tally import build_tally

POINT = SweepPoint("fv", 256, 60, 2, 2)


def function(name: str, runs: int, ns: float | None) -> dict[str, object]:
    operations = {kind: at + 1 for at, kind in enumerate(KINDS)}
    kernel = {"name": "mul", "sizes": "limbs 2", "length": 256, "calls": 3, "complexity": 7.0}
    return {
        "name": name,
        "runs": runs,
        "operations": operations,
        "complexity": 10.0,
        "total_bytes": 3000,
        "maximal_bytes": 2000,
        "current_bytes": 1000,
        "ns": ns,
        "extrapolated": 0,
        "kernels": [kernel | {"operations": operations}],
    }


def account(runs: int = 1, ns: float | None = None) -> dict[str, object]:
    moments = [(0.0, 500, 0), (10.0, 2000, 0), (12.0, 1500, 1), (20.0, 0, 1)]
    trace = [
        {"complexity": at, "ns": None if ns is None else at, "live_bytes": live, "function": which}
        for at, live, which in moments
    ]
    functions = [function("keys", 1, ns), function("multiply", runs, ns)]
    return {"functions": functions, "total": function("all", 1, ns), "trace": trace}


def test_tables_hold_what_was_counted() -> None:
    document = build_tally(read_account(account()), POINT)
    tables = [block for block in document.blocks() if isinstance(block, Table)]
    assert [column.label for column in tables[0].columns] == ["kind", "keys", "multiply", "all"]
    rows = list(tables[0].cells())
    assert [row[0].text for row in rows] == ["runs", *KINDS, "complexity"]
    assert [row[1].value for row in rows] == [1, 1, 2, 3, 4, 5, 6, 7, 10]
    assert [cell.value for cell in next(iter(tables[1].cells()))[1:]] == [3000, 2000, 1000]
    assert tables[2].caption == "Kernels of keys"
    priced = build_tally(read_account(account(ns=5.0)), POINT)
    first = next(block for block in priced.blocks() if isinstance(block, Table))
    assert [row[1].value for row in first.cells()][-1] == 5


def test_bars_add_up_to_the_complexity_of_their_operations() -> None:
    document = build_tally(read_account(account()), POINT)
    bars = next(one.plot for one in document.figures() if isinstance(one.plot, BarPlot))
    # 1 product, 2 sums and 4 differences at 1/4, 3 + 5 + 7 at 2, 6 words at 4.
    assert sum(series.y[0] for series in bars.series) == 1 + 6 / 4 + 30 + 24


def test_memory_is_drawn_function_by_function_or_whole() -> None:
    for runs, names in ((1, ["keys", "multiply"]), (2, ["alive"])):
        document = build_tally(read_account(account(runs)), POINT)
        lines = next(one.plot for one in document.figures() if isinstance(one.plot, LinePlot))
        assert [series.name for series in lines.series] == names
        assert max(max(series.y) for series in lines.series) == 2000
        assert html(document)
        assert "report.tex" in latex(document)
