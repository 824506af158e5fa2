"""A fitted model as a formula: enough digits to compute with, and a unit."""

from __future__ import annotations

import math

from ringassay.analysis.metrics import Quantity
from ringassay.analysis.regression import Coefficient, Fit
from ringassay.analysis.terms import LogTerm, Term
from ringassay.report.plots.units import Scale, scale_for
from ringassay.report.sections.wording import UNITS

# Relative standard error below which a coefficient is known as exactly as it can be written.
_EXACT = 1e-9


def scale_of(fit: Fit, kind: Quantity) -> Scale:
    """The unit in which the fit's median value is between 1 and 1000."""
    middle = sorted(abs(float(v)) for v in fit.observed)[fit.observed.size // 2]
    return scale_for(middle, UNITS[kind])


def formula(fit: Fit, kind: Quantity) -> str:
    """The model as LaTeX, for example `t = 9.2 + 4.006 \\, w d`, t in the unit of `scale_of`."""
    left = "t" if kind == "time" else "s"
    divisor = scale_of(fit, kind).divisor
    constant, *others = fit.coefficients
    if fit.form == "power":
        # exp of the constant is in the unit of the data, here converted to the shown unit.
        lead = _latex(
            math.exp(constant.estimate) / divisor, _digits_of(1.0, constant.standard_error)
        )
        powers = [
            f"{c.term.predictor.latex}^{{{_latex(c.estimate, digits_of(c))}}}"
            for c in others
            if isinstance(c.term, LogTerm)
        ]
        return rf"{left} = {lead} \, {' '.join(powers)}" if powers else f"{left} = {lead}"
    text = f"{left} = {_latex(constant.estimate / divisor, digits_of(constant))}"
    for c in others:
        if isinstance(c.term, Term):
            sign = "-" if c.estimate < 0.0 else "+"
            value = _latex(abs(c.estimate) / divisor, digits_of(c))
            text += rf" {sign} {value} \, {c.term.latex}"
    return text


def digits_of(c: Coefficient) -> int:
    """Significant digits of a coefficient: two of its standard error, at least 3, at most 9."""
    return _digits_of(c.estimate, c.standard_error)


def _digits_of(value: float, error: float) -> int:
    if value == 0.0 or not math.isfinite(error) or error <= _EXACT * abs(value):
        return 6
    room = math.floor(math.log10(abs(value))) - math.floor(math.log10(error))
    return min(9, max(3, room + 2))


def _latex(value: float, digits: int) -> str:
    """A number as LaTeX: digits kept as they are, powers of ten outside 0.001 to 10 million."""
    if value == 0.0:
        return "0"
    exponent = math.floor(math.log10(abs(value)))
    if -4 < exponent < 7:
        return f"{value:.{max(0, digits - 1 - exponent)}f}"
    mantissa, power = f"{value:.{digits - 1}e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}"
