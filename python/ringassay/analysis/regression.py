"""Least squares with model selection and guards against fitting what the data cannot show.

`candidates` defines the models that compete; this module decides whether the data can carry any
model at all, chooses one and fits it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ringassay.analysis.candidates import Candidate, Form, candidates
from ringassay.analysis.distributions import fisher_tail, student_tail
from ringassay.analysis.intervals import CONFIDENCE, FloatArray
from ringassay.analysis.terms import LogTerm, Predictor, Term

# Fewer different parameter points than this cannot show the shape of a dependence.
MIN_DESIGN_POINTS = 4
MIN_POINTS = 6
# Parameters allowed per design point, and at most.
_POINTS_PER_PARAMETER = 3
_MAX_PARAMETERS = 6
# Correlation from which two predictors cannot be told apart.
ENTANGLED = 0.9
# A criterion this much worse counts as equal; the simpler (earlier) model then stays.
_TIE = 1e-6
# Predicted r² below which a model is weak: it says less than half of points it has not seen.
WEAK = 0.5


@dataclass(frozen=True)
class Coefficient:
    """One fitted coefficient, with its standard error and 95 % interval, in the response's unit."""

    term: Term | LogTerm
    estimate: float
    standard_error: float
    low: float
    high: float


@dataclass(frozen=True)
class Fit:
    """A chosen model. The first coefficient is the constant (of log y for the power law).

    `r2`, `adjusted_r2` and `predicted_r2` belong to the scale of the form: y for additive, weighted
    y for relative, log y for the power law. `predicted_r2` is 1 - PRESS/SST: each point predicted
    by a fit without it; NaN if a point determines itself. `spread` is the residual standard
    deviation on that scale: in the unit of y for additive, relative to the value otherwise.
    `alternatives` counts the models compared.
    """

    form: Form
    coefficients: tuple[Coefficient, ...]
    points: int
    design_points: int
    r2: float
    adjusted_r2: float
    predicted_r2: float
    bic: float
    spread: float
    alternatives: int
    observed: FloatArray
    fitted: FloatArray

    @property
    def residuals(self) -> FloatArray:
        """Observed minus fitted, in the unit of the response."""
        return self.observed - self.fitted

    @property
    def typical_deviation(self) -> float:
        """Median of |observed - fitted| relative to the observed value (NaN for values of 0)."""
        observed = np.where(self.observed == 0.0, np.nan, self.observed)
        return float(np.nanmedian(np.abs(self.residuals / observed)))

    def predict(self, values: Mapping[str, FloatArray]) -> FloatArray:
        """The model's value for every point; `values` maps a predictor's symbol to its values."""
        total = np.sum([c.estimate * c.term.column(values) for c in self.coefficients], axis=0)
        return np.exp(total) if self.form == "power" else np.asarray(total)

    @property
    def predictors(self) -> frozenset[Predictor]:
        """The predictors that the chosen terms are made of."""
        return frozenset().union(*(c.term.predictors for c in self.coefficients))

    @property
    def is_weak(self) -> bool:
        """Whether the model, which is no constant, says little of points that it has not seen.

        Where a point determines itself nothing can be said of points not seen: weak, too.
        """
        return not self.predicted_r2 >= WEAK

    @property
    def is_constant(self) -> bool:
        """Whether no term earned its place: the mean describes the data as well as any model."""
        return len(self.coefficients) == 1


@dataclass(frozen=True)
class Dependence:
    """The result of looking for a dependence: a fit, or the reason why there is none."""

    fit: Fit | None
    reason: str
    points: int
    constant: tuple[Predictor, ...]
    entangled: tuple[tuple[Predictor, Predictor, float], ...]


def fit_dependence(
    response: FloatArray,
    values: Mapping[Predictor, FloatArray],
    terms: Sequence[Term],
    *,
    multiplicative: bool = True,
) -> Dependence:
    """Choose and fit a model of `response` over the predictors' `values` (all of one length).

    Points with a NaN anywhere are left out. Give one point per independent unit (the median of a
    circuit's repetitions), otherwise the criterion counts the same information several times.
    With `multiplicative=False` only additive models compete.
    """
    predictors, y = _complete(response, values)
    constant = tuple(p for p, x in predictors.items() if x.size and np.ptp(x) == 0.0)
    varying = {p: x for p, x in predictors.items() if p not in constant}
    entangled = tuple(_entangled(varying)) if y.size > 2 else ()
    design = _design_points(varying)

    def none(reason: str) -> Dependence:
        return Dependence(None, reason, int(y.size), constant, entangled)

    if y.size < MIN_POINTS:
        return none(f"too few points: {y.size}, at least {MIN_POINTS} are needed")
    if not varying:
        return none("no parameter varies")
    if design < MIN_DESIGN_POINTS:
        return none(
            f"too few different parameter points: {design}, at least {MIN_DESIGN_POINTS} are needed"
        )
    if np.ptp(y) == 0.0:
        return none("all values are equal")
    limit = min(_MAX_PARAMETERS, max(2, design // _POINTS_PER_PARAMETER))
    models = tuple(candidates(y, varying, terms, limit, multiplicative))
    rivals = Counter(len(model.columns) for model in models)
    best: Candidate | None = None
    for model in models:
        if best is not None and model.bic >= best.bic - _TIE:
            continue
        if len(model.columns) == 1 or _earned(model, rivals):
            best = model
    if best is None:
        return none("no model has full rank")
    return Dependence(_finish(best, y, design, len(models)), "", int(y.size), constant, entangled)


def _earned(model: Candidate, rivals: Mapping[int, int]) -> bool:
    """Whether a model says more than a constant, and each of its terms more than the others.

    Beyond chance: the F test against the constant is corrected for the models of this size that
    were tried, the t test of each term for the single terms. The criterion alone is not enough: it
    is made for many points, and of few it takes chance for a formula in up to a third of the cases.
    And of points that it has not seen: predicted r² above zero.
    """
    root = np.sqrt(model.weights)
    whitened = model.response * root
    q, r = np.linalg.qr(model.matrix * root[:, None])
    residual = float(((whitened - q @ (q.T @ whitened)) ** 2).sum())
    centre = np.average(model.response, weights=model.weights)
    total = float((model.weights * (model.response - centre) ** 2).sum())
    terms = len(model.columns) - 1
    freedom = model.response.size - terms - 1
    if freedom < 1 or total <= residual:
        return False
    ratio = (total - residual) / terms / max(residual / freedom, np.finfo(float).tiny)
    inverse = np.linalg.inv(r)
    variance = max(residual / freedom, np.finfo(float).tiny) * (inverse**2).sum(axis=1)
    by_error = np.abs(inverse @ (q.T @ whitened)) / np.sqrt(variance)
    by_chance = (
        float(fisher_tail(ratio, terms, freedom)) * rivals[terms + 1],
        *(2.0 * student_tail(by_error[1:], freedom) * rivals[2]),
    )
    if max(by_chance) > 1.0 - CONFIDENCE:
        return False
    predicted = _predicted_r2(model.matrix, model.response, model.weights)
    return predicted > 0.0


def _complete(
    response: FloatArray, values: Mapping[Predictor, FloatArray]
) -> tuple[dict[Predictor, FloatArray], FloatArray]:
    """Leave out predictors without any value, then points where anything is missing."""
    y = np.asarray(response, dtype=np.float64)
    known = {p: np.asarray(x, dtype=np.float64) for p, x in values.items()}
    known = {p: x for p, x in known.items() if np.isfinite(x).any()}
    kept = np.isfinite(y)
    for x in known.values():
        kept &= np.isfinite(x)
    return {p: x[kept] for p, x in known.items()}, y[kept]


def _design_points(values: Mapping[Predictor, FloatArray]) -> int:
    if not values:
        return 1
    return int(np.unique(np.column_stack(list(values.values())), axis=0).shape[0])


def _entangled(
    values: Mapping[Predictor, FloatArray],
) -> Iterator[tuple[Predictor, Predictor, float]]:
    """Pairs of predictors whose rank correlation forbids to tell their effects apart."""
    from scipy import stats  # noqa: PLC0415 (half a second, which few commands need)

    for (p, x), (q, z) in itertools.combinations(values.items(), 2):
        rho = float(stats.spearmanr(x, z).statistic)
        if abs(rho) >= ENTANGLED:
            yield p, q, rho


def _finish(best: Candidate, y: FloatArray, design: int, tried: int) -> Fit:
    """Fit the chosen model with statsmodels, columns scaled to 1 for conditioning."""
    from statsmodels.regression.linear_model import WLS  # noqa: PLC0415 (likewise)

    scale = np.abs(best.matrix).max(axis=0)
    scaled = best.matrix / scale
    result = WLS(best.response, scaled, weights=best.weights).fit()
    bounds = np.asarray(result.conf_int(alpha=1.0 - CONFIDENCE)) / scale[:, None]
    coefficients = tuple(
        Coefficient(term, float(estimate), float(error), float(low), float(high))
        for term, estimate, error, (low, high) in zip(
            best.columns, result.params / scale, result.bse / scale, bounds, strict=True
        )
    )
    predicted = np.asarray(result.fittedvalues)
    explained = len(coefficients) > 1  # a constant explains no variance, rounding aside
    return Fit(
        form=best.form,
        coefficients=coefficients,
        points=int(y.size),
        design_points=design,
        r2=float(result.rsquared) if explained else 0.0,
        adjusted_r2=float(result.rsquared_adj) if explained else 0.0,
        predicted_r2=_predicted_r2(scaled, best.response, best.weights),
        bic=best.bic,
        spread=float(np.sqrt(result.scale)),
        alternatives=tried,
        observed=y,
        fitted=np.exp(predicted) if best.form == "power" else predicted,
    )


def _predicted_r2(matrix: FloatArray, y: FloatArray, weights: FloatArray) -> float:
    """1 - PRESS/SST through the hat matrix (Allen 1974); NaN if a point determines itself."""
    root = np.sqrt(weights)
    whitened = y * root
    q, _ = np.linalg.qr(matrix * root[:, None])
    leverage = (q**2).sum(axis=1)
    if np.any(leverage > 1.0 - 1e-9):
        return float("nan")
    press = (((whitened - q @ (q.T @ whitened)) / (1.0 - leverage)) ** 2).sum()
    total = (weights * (y - np.average(y, weights=weights)) ** 2).sum()
    return 1.0 - float(press / total)
