"""A tally as tables and plots: operations by kind, kernels with sizes, memory over time."""

from __future__ import annotations

from ringassay.predict.account import KINDS, Account, FunctionCount
from ringassay.report.document import (
    Axis,
    BarPlot,
    Block,
    Cell,
    Column,
    Figure,
    KeyFigure,
    KeyFigures,
    LinePlot,
    Section,
    Series,
    Subheading,
    Table,
    literal,
)
from ringassay.report.sections.wording import amount, amount_cell, count, number_cell, plain

_KERNELS = 8

_UNIT = (
    "The unit is a word of 64 bits: a number of several words counts for each. Complexity is all "
    "operations as multiplications of words: a reduction, division or rounding counts 2, a drawn "
    "word 4, a sum or difference 1/4."
)


def summary(account: Account) -> tuple[Block, ...]:
    """The whole in a few figures."""
    total = account.total
    figures = [
        KeyFigure(plain(total.complexity, 3), "multiplications of words", "complexity of all"),
        KeyFigure(amount(total.maximal_bytes, "size"), "alive at most"),
        KeyFigure(amount(total.total_bytes, "size"), "taken in total"),
    ]
    if total.ns is not None:
        figures.append(
            KeyFigure(
                amount(total.ns, "time"),
                "predicted, one thread",
                f"{count(total.extrapolated, 'kernel call')} beyond what was measured"
                if total.extrapolated
                else "",
            )
        )
    return (KeyFigures(tuple(figures)),)


def sections(account: Account) -> tuple[Section, ...]:
    """Operations, memory, kernels."""
    return (
        Section("Operations", "tally-operations", _operations(account), _UNIT),
        Section("Memory", "tally-memory", _memory(account)),
        Section("Kernels", "tally-kernels", tuple(_kernels(account))),
    )


def _operations(account: Account) -> tuple[Block, ...]:
    shown = (*account.functions, account.total)
    rows: list[tuple[str | Cell, ...]] = [
        ("runs", *(number_cell(float(one.runs)) for one in shown))
    ]
    for kind in KINDS:
        rows.append((kind, *(number_cell(float(one.operations[kind])) for one in shown)))
    rows.append(("complexity", *(number_cell(one.complexity) for one in shown)))
    if account.is_priced:
        rows.append(("time", *(amount_cell(one.ns or 0.0, "time") for one in shown)))
    names = tuple(one.name for one in account.functions)
    table = Table(
        "Operations on words by kind and function",
        (Column("kind"), *(Column(literal(one.name), "right") for one in shown)),
        tuple(rows),
    )
    figure = Figure(
        "Complexity of each function, by kind",
        BarPlot(
            Axis("function"),
            Axis("word multiplications", minimum=0.0),
            tuple(
                Series(
                    kind,
                    names,
                    tuple(_weight(kind) * one.operations[kind] for one in account.functions),
                )
                for kind in KINDS
            ),
            stacked=True,
        ),
    )
    return (table, figure)


def _weight(kind: str) -> float:
    """What an operation counts in word multiplications."""
    weights = {"multiplications": 1.0, "random": 4.0, "additions": 0.25, "subtractions": 0.25}
    return weights.get(kind, 2.0)


def _memory(account: Account) -> tuple[Block, ...]:
    rows: list[tuple[str | Cell, ...]] = [
        (
            literal(one.name),
            amount_cell(one.total_bytes, "size"),
            amount_cell(one.maximal_bytes, "size"),
            amount_cell(one.current_bytes, "size"),
        )
        for one in (*account.functions, account.total)
    ]
    table = Table(
        "Memory by function",
        (
            Column("function"),
            Column("total", "right"),
            Column("maximal", "right"),
            Column("current", "right"),
        ),
        tuple(rows),
        "Total: all that was ever taken. Maximal: the most alive during the function, with what "
        "others hold. Current: what is alive when it ends for the last time; in the end everything "
        "is given back.",
    )
    priced = account.is_priced
    series = []
    for place, one in enumerate(account.functions):
        # A function's pieces of the trace, apart from one another.
        xs: list[float] = []
        ys: list[float] = []
        for before, moment in zip((None, *account.trace), account.trace, strict=False):
            if moment.function != place:
                continue
            if before is not None and before.function != place:
                xs.append(_when(before.complexity, before.ns))
                ys.append(float(before.live_bytes))
            xs.append(_when(moment.complexity, moment.ns))
            ys.append(float(moment.live_bytes))
        series.append((one, tuple(xs), tuple(ys)))
    whole = Series(
        "alive",
        tuple(_when(moment.complexity, moment.ns) for moment in account.trace),
        tuple(float(moment.live_bytes) for moment in account.trace),
        identity="alive",
    )
    spans = [_span(one, xs, ys) for one, xs, ys in series if one.runs == 1 and xs]
    plot = LinePlot(
        Axis("time", "ns", minimum=0.0) if priced else Axis("word multiplications", minimum=0.0),
        Axis("alive", "B", minimum=0.0),
        tuple(spans) if len(spans) == len(series) else (whole,),
        markers=False,
    )
    return (table, Figure("Memory over time", plot, _spread(priced)))


def _spread(priced: bool) -> str:
    return "A function's time is spread over its operations." if priced else ""


def _when(complexity: float, ns: float | None) -> float:
    return complexity if ns is None else ns


def _span(one: FunctionCount, xs: tuple[float, ...], ys: tuple[float, ...]) -> Series:
    return Series(one.name, xs, ys, identity=one.name)


def _kernels(account: Account) -> list[Block]:
    blocks: list[Block] = []
    for one in account.functions:
        blocks.append(Subheading(literal(one.name)))
        rows: list[tuple[str | Cell, ...]] = [
            (
                literal(kernel.name),
                literal(kernel.sizes),
                number_cell(float(kernel.length)),
                number_cell(float(kernel.calls)),
                number_cell(kernel.complexity),
                number_cell(100 * kernel.complexity / one.complexity if one.complexity else 0.0, 3),
            )
            for kernel in one.kernels[:_KERNELS]
        ]
        more = len(one.kernels) - len(rows)
        blocks.append(
            Table(
                f"Kernels of {literal(one.name)}",
                (
                    Column("kernel"),
                    Column("sizes"),
                    Column("n", "right"),
                    Column("calls", "right"),
                    Column("complexity", "right"),
                    Column("share", "right", "%"),
                ),
                tuple(rows),
                f"{count(more, 'smaller one')} not shown." if more else "",
            )
        )
    return blocks
