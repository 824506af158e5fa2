"""Fitted dependences as blocks: formula, what it is worth, coefficients, residuals."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ringassay.analysis.dependence import Group, Question
from ringassay.analysis.metrics import Quantity
from ringassay.analysis.regression import Coefficient, Fit
from ringassay.analysis.terms import CONSTANT, LogTerm
from ringassay.report.document import (
    Axis,
    Block,
    Cell,
    Column,
    Figure,
    Formula,
    Paragraph,
    ScatterPlot,
    Series,
    Subheading,
    Table,
)
from ringassay.report.plots.units import Scale, number
from ringassay.report.sections.formulas import digits_of, formula, scale_of
from ringassay.report.sections.wording import (
    NONE,
    UNITS,
    capital,
    count,
    level,
    listed,
    name,
    percent,
    plain,
    share,
)

# Largest relative residual of a formula that reproduces every point.
_EXACT = 1e-9
_FORM = {
    "additive": "the spread is of the same size everywhere",
    "relative": "the spread grows in proportion to the value",
    "power": "a power law; the spread grows in proportion to the value",
}


def fit_blocks(question: Question, groups: Sequence[Group], what: str) -> tuple[Block, ...]:
    """Everything about how `what` depends on its predictors; nothing without groups."""
    if not groups:
        return ()
    kind = question.metric.quantity
    asked = listed([p.name for p in question.predictors])
    blocks: list[Block] = [Subheading(f"Dependence of {what} on {asked}")]
    remarks = dict.fromkeys(_remarks(group) for group in groups)
    common = len(remarks) == 1
    if common and "".join(remarks):
        blocks.append(Paragraph("".join(remarks).strip()))
    for group in groups:
        fit = group.dependence.fit
        if fit is not None and worthwhile(fit):
            blocks += _one(question, group, fit, "" if common else _remarks(group))
    others = [g for g in groups if g.dependence.fit is None or not worthwhile(g.dependence.fit)]
    if others:
        blocks.append(_without_formula(question, others))
    shown = [
        (group, fit)
        for group in groups
        if (fit := group.dependence.fit) is not None and worthwhile(fit)
    ]
    if shown:
        blocks.append(_coefficients(what, shown, kind))
    inexact = [(group, fit) for group, fit in shown if not _exact(fit)]
    if inexact:
        blocks.append(_residuals(what, inexact, kind))
    return tuple(blocks)


def title_of(group: Group) -> str:
    """The group in words: system, level, space, kind."""
    facts = [level(group.security), group.space, group.kind if group.kind == "fan-in" else ""]
    known = ", ".join(fact for fact in facts if fact)
    return f"{name(group.system)} ({known})" if known else name(group.system)


def labels(groups: Sequence[Group]) -> list[str]:
    """Names for a legend: the system, and of its level and space what is not common to all."""
    levels = len({level(g.security) for g in groups}) > 1
    spaces = len({g.space for g in groups}) > 1
    kinds = len({g.kind for g in groups}) > 1
    return [
        ", ".join(
            part
            for part, wanted in (
                (g.system, True),
                (level(g.security), levels),
                (g.space, spaces),
                (g.kind, kinds),
            )
            if wanted and part
        )
        for g in groups
    ]


def worthwhile(fit: Fit) -> bool:
    """Whether a fit is worth being displayed: neither a constant nor weak."""
    return not fit.is_constant and not fit.is_weak


def _one(question: Question, group: Group, fit: Fit, remarks: str) -> list[Block]:
    """A good fit: its formula and what it is worth."""
    unit = scale_of(fit, question.metric.quantity).unit
    symbol = "t" if question.metric.quantity == "time" else "s"
    where = [f"{p.symbol} {p.name}" for p in question.predictors if p in fit.predictors]
    return [
        Formula(
            formula(fit, question.metric.quantity),
            f"{title_of(group)}: ${symbol}$ in {unit}; {', '.join(where)}"
            + ("" if _exact(fit) else f"; {_FORM[fit.form]}"),
        ),
        Paragraph(capital(f"{_worth(fit)}{remarks}")),
    ]


def _without_formula(question: Question, groups: Sequence[Group]) -> Table:
    """One line for each group about which the data say little or nothing."""
    rows = []
    for group in groups:
        found = group.dependence
        settings = NONE if found.fit is None else plain(found.fit.design_points)
        rows.append(
            (title_of(group), Cell(str(found.points), found.points), settings,
             _verdict(question, group))
        )  # fmt: skip
    return Table(
        "No formula worth relying on",
        (
            Column("system"),
            Column("points", "right"),
            Column("settings", "right"),
            Column("finding"),
        ),
        tuple(rows),
    )


def _verdict(question: Question, group: Group) -> str:
    fit = group.dependence.fit
    if fit is None:
        return f"not fitted: {group.dependence.reason}"
    if fit.is_constant:
        return f"no dependence visible: a constant does as well as {plain(fit.alternatives)} models"
    kind = question.metric.quantity
    return (
        f"weak: ${formula(fit, kind)}$ in {scale_of(fit, kind).unit} predicts only "
        f"{percent(fit.predicted_r2)} of the variance of points left out"
    )


def _points(fit: Fit) -> str:
    points = count(fit.points, "point")
    return f"{points} at {count(fit.design_points, 'parameter setting')}"


def _exact(fit: Fit) -> bool:
    return float(abs(fit.residuals / fit.fitted).max()) < _EXACT


def _worth(fit: Fit) -> str:
    near = (
        "all points lie on it"
        if _exact(fit)
        else f"half of the points lie within {percent(fit.typical_deviation)} of it"
    )
    return (
        f"the formula explains {percent(fit.r2)} of the variance over {_points(fit)}; {near} "
        f"(r² = {share(fit.r2)}, adjusted {share(fit.adjusted_r2)}, predicting points left out "
        f"{share(fit.predicted_r2)})."
    )


def _remarks(group: Group) -> str:
    found = group.dependence
    remarks = []
    if found.constant and found.points:
        names = listed([p.name for p in found.constant])
        verb = "does" if len(found.constant) == 1 else "do"
        remarks.append(f"{capital(names)} {verb} not vary and cannot be judged.")
    for p, q, rho in found.entangled:
        remarks.append(
            f"{capital(p.name)} and {q.name} were varied together (rank correlation "
            f"{plain(rho, 2)}), so their effects cannot be told apart."
        )
    return "".join(f" {remark}" for remark in remarks)


def _coefficients(what: str, shown: Sequence[tuple[Group, Fit]], kind: Quantity) -> Table:
    return Table(
        f"Coefficients of the models of {what}",
        (
            Column("system"),
            Column("term"),
            Column("estimate", "right"),
            Column("standard error", "right"),
            Column("95\u00a0% interval", "right"),
            Column("unit"),
        ),
        tuple(
            (title_of(group), *_coefficient(fit, c, scale_of(fit, kind)))
            for group, fit in shown
            for c in fit.coefficients
        ),
        "Standard errors take the chosen terms as given, so they are somewhat too small.",
    )


def _coefficient(fit: Fit, c: Coefficient, scale: Scale) -> tuple[str | Cell, ...]:
    """Term, estimate, standard error, interval, unit."""
    digits = digits_of(c)
    values = (c.estimate, c.standard_error, c.low, c.high)
    term, unit = c.term.symbol, f"{scale.unit} per {c.term.symbol}"
    divisor = scale.divisor
    if c.term == CONSTANT:
        term, unit = "constant", scale.unit
        if fit.form == "power":
            # The constant of a logarithm as the factor it is; its error by the delta method.
            factor = math.exp(c.estimate)
            values = (factor, factor * c.standard_error, math.exp(c.low), math.exp(c.high))
            term, digits = "factor", 4
    elif isinstance(c.term, LogTerm):
        term, unit, divisor = f"exponent of {c.term.predictor.symbol}", "", 1.0
    shown, error, low, high = (value / divisor for value in values)
    return (
        term,
        Cell(number(shown, digits), shown),
        Cell(number(error, 2), error),
        f"{number(low, digits)} to {number(high, digits)}",
        unit,
    )


def _residuals(what: str, shown: Sequence[tuple[Group, Fit]], kind: Quantity) -> Figure:
    series = tuple(
        Series(
            name=label,
            x=tuple(float(v) for v in fit.fitted),
            y=tuple(float(v) for v in 100.0 * fit.residuals / fit.fitted),
            identity=g.system,
        )
        for (g, fit), label in zip(shown, labels([g for g, _ in shown]), strict=True)
    )
    return Figure(
        f"Residuals of the models of {what}: observed minus fitted, relative to fitted",
        ScatterPlot(Axis(f"fitted {what}", UNITS[kind], log=True), Axis("residual", "%"), series),
        "A pattern here is what the formula does not know. One point per circuit or key.",
    )
