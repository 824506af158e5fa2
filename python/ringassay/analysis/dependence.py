"""How each step depends on depth d, width w and batch size ℓ (HEtest §6.5 to §6.8).

One point is one circuit (or key): the median over its inputs and repetitions. Points are grouped
by what must not be mixed in one formula: system, security level asked, plaintext space, kind.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from ringassay.analysis import terms
from ringassay.analysis.intervals import FloatArray
from ringassay.analysis.metrics import (
    DECRYPTION,
    ENCRYPTION,
    EVALUATION,
    INGESTION,
    KEY_SIZE,
    KEY_TIME,
    Metric,
    rows_of,
)
from ringassay.analysis.regression import Dependence, fit_dependence
from ringassay.analysis.study import Study, grouped
from ringassay.analysis.terms import Predictor, Term


@dataclass(frozen=True)
class Question:
    """Which metric may depend on which predictors, through which terms."""

    metric: Metric
    predictors: tuple[Predictor, ...]
    terms: tuple[Term, ...]


_DL = (terms.DEPTH, terms.BATCH)
_DWL = (terms.DEPTH, terms.WIDTH, terms.BATCH)
KEY_TIME_ON = Question(KEY_TIME, _DL, terms.KEY_TERMS)
KEY_SIZE_ON = Question(KEY_SIZE, _DL, terms.KEY_TERMS)
INGESTION_ON = Question(
    INGESTION, (terms.BYTES, terms.GATES, terms.BATCH, terms.DEPTH), terms.INGESTION_TERMS
)
ENCRYPTION_ON = Question(ENCRYPTION, _DWL, terms.ENCRYPTION_TERMS)
EVALUATION_ON = Question(EVALUATION, _DWL, terms.EVALUATION_TERMS)
DECRYPTION_ON = Question(DECRYPTION, _DL, terms.DECRYPTION_TERMS)


@dataclass(frozen=True)
class Group:
    """Points that may share a formula. `security` is the level asked, NaN if none is known."""

    system: str
    security: float
    space: str
    kind: str
    points: pd.DataFrame
    dependence: Dependence

    def values(self, column: str) -> FloatArray:
        """One column of the points."""
        return self.points[column].to_numpy(dtype=float)


def dependences(study: Study, question: Question) -> tuple[Group, ...]:
    """The dependence found in every group that has at least one point.

    Circuits of a single gate type are left out, as in the paper: their depth is a number of levels.
    """
    rows = rows_of(study, question.metric)
    if question.metric.frame == "keys":
        rows = rows.assign(kind="")
    else:
        rows = rows[rows["kind"] != "single"]
    found = []
    for system, part in study.per_system(rows):
        for group, members in grouped(part, ("security", "space", "kind")):
            points = collapse(members, question)
            if points.empty:
                continue
            dependence = fit_dependence(
                points[question.metric.column].to_numpy(dtype=float),
                {p: points[p.column].to_numpy(dtype=float) for p in question.predictors},
                question.terms,
            )
            found.append(Group(system, **group, points=points, dependence=dependence))
    return tuple(found)


def collapse(rows: pd.DataFrame, question: Question) -> pd.DataFrame:
    """One row per independent unit: the median of the metric and of the predictors."""
    columns = [question.metric.column, *(p.column for p in question.predictors)]
    values = rows[rows[question.metric.column].notna()]
    if values.empty:
        return pd.DataFrame({c: np.empty(0) for c in columns})
    return values.groupby(["run", question.metric.cluster], sort=True)[columns].median()
