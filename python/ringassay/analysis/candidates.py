"""The models that compete for one dependence, each with its criterion.

Three forms:

- *additive*: y = c0 + sum of c t, spread of the same size everywhere (ordinary least squares);
- *relative*: the same formula, spread proportional to the value (weighted least squares, weights
  1/fitted^2, iterated);
- *power*: log y = log c + sum of exponent times log of predictor, spread proportional to the value.

Their likelihoods are those of y itself (for the power law through the Jacobian of the logarithm),
so one criterion chooses between forms as well as among terms: the extended Bayesian information
criterion (Schwarz 1978; Chen and Chen 2008, gamma = 1), which also charges for the number of
models of a size that were tried. No candidates are models that predict a value of zero or less at
a measured point of a positive quantity, and models in which one point determines itself.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ringassay.analysis.intervals import FloatArray
from ringassay.analysis.terms import CONSTANT, LogTerm, Predictor, Term

Form = Literal["additive", "relative", "power"]
Columns = tuple[Term | LogTerm, ...]

# Relative residual below which a fit is exact; keeps noise of rounding from choosing terms.
_EXACT = 1e-20
# Distance of a column (of length 1) from the others below which it says nothing of its own.
_DEPENDENT = 1e-7
# Leverage from which a point determines its own fitted value, whatever was measured there.
_SELF_MADE = 0.98
# Rounds of weights 1/fitted^2; they settle to well below the spread.
_REWEIGHTINGS = 4


@dataclass(frozen=True)
class Candidate:
    """A model to fit: response (y or log y) on the columns of `matrix`, constant first.

    `columns` says what they are, `bic` the extended criterion, smaller is better.
    """

    form: Form
    matrix: FloatArray
    response: FloatArray
    weights: FloatArray
    columns: Columns
    bic: float


def candidates(
    y: FloatArray,
    values: Mapping[Predictor, FloatArray],
    terms: Sequence[Term],
    limit: int,
    multiplicative: bool,
) -> Iterator[Candidate]:
    """Every model of full rank with at most `limit` parameters, simple ones first."""
    by_symbol = {p.symbol: x for p, x in values.items()}
    usable = [t for t in terms if t.predictors <= values.keys()]
    positive = bool(y.min() > 0.0)
    for columns, charge in _subsets(usable, limit):
        matrix = _matrix(columns, by_symbol)
        yield from _additive(columns, matrix, y, positive, charge)
        if multiplicative and positive:
            yield from _relative(columns, matrix, y, charge)
    if multiplicative and positive:
        logs = [LogTerm(p) for p, x in values.items() if x.min() > 0.0]
        for columns, charge in _subsets(logs, limit):
            yield from _power(columns, _matrix(columns, by_symbol), y, charge)


def _subsets(terms: Sequence[Term | LogTerm], limit: int) -> Iterator[tuple[Columns, float]]:
    """The constant with every choice of at most `limit` - 1 terms, and the charge for choosing."""
    for size in range(min(limit - 1, len(terms)) + 1):
        charge = 2.0 * math.log(math.comb(len(terms), size))
        for chosen in itertools.combinations(terms, size):
            yield (CONSTANT, *chosen), charge


def _matrix(columns: Columns, by_symbol: Mapping[str, FloatArray]) -> FloatArray:
    return np.column_stack([column.column(by_symbol) for column in columns])


def _additive(
    columns: Columns, matrix: FloatArray, y: FloatArray, positive: bool, charge: float
) -> Iterator[Candidate]:
    fitted = _project(matrix, y)
    if fitted is None or (positive and fitted.min() <= 0.0):
        return
    bic = _bic(float(((y - fitted) ** 2).sum()), y, len(columns))
    yield Candidate("additive", matrix, y, np.ones_like(y), columns, bic + charge)


def _relative(
    columns: Columns, matrix: FloatArray, y: FloatArray, charge: float
) -> Iterator[Candidate]:
    fitted = y
    for _ in range(_REWEIGHTINGS):
        scaled = _project(matrix / fitted[:, None], y / fitted)
        if scaled is None:
            return
        fitted = scaled * fitted
        if fitted.min() <= 0.0:
            return
    relative = y / fitted - 1.0
    # The density of y is that of the relative residual divided by the fitted value.
    bic = _bic(float((relative**2).sum()), relative + 1.0, len(columns))
    bic += 2.0 * float(np.log(fitted).sum())
    yield Candidate("relative", matrix, y, fitted**-2.0, columns, bic + charge)


def _power(
    columns: Columns, matrix: FloatArray, y: FloatArray, charge: float
) -> Iterator[Candidate]:
    log = np.log(y)
    fitted = _project(matrix, log)
    if fitted is None:
        return
    bic = _bic(float(((log - fitted) ** 2).sum()), log, len(columns)) + 2.0 * float(log.sum())
    yield Candidate("power", matrix, log, np.ones_like(y), columns, bic + charge)


def _project(matrix: FloatArray, y: FloatArray) -> FloatArray | None:
    """Least squares fit of y; None without full rank, or if one point alone fixes a coefficient."""
    scale = np.sqrt((matrix**2).sum(axis=0))
    if not np.all(np.isfinite(scale)) or np.any(scale == 0.0):
        return None
    q, r = np.linalg.qr(matrix / scale)
    # With columns of length 1, |r_jj| is the distance of column j from the span of those before it.
    if np.abs(np.diag(r)).min() < _DEPENDENT:
        return None
    if matrix.shape[1] > 1 and (q**2).sum(axis=1).max() > _SELF_MADE:
        return None
    return np.asarray(q @ (q.T @ y), dtype=np.float64)


def _bic(rss: float, y: FloatArray, coefficients: int) -> float:
    """Schwarz's criterion of a Gaussian model of y whose variance is estimated too."""
    points = y.size
    floor = _EXACT * float((y**2).sum())
    variance = max(rss, floor) / points
    return points * (math.log(2.0 * math.pi * variance) + 1.0) + (coefficients + 1) * math.log(
        points
    )
