"""Two systems on computations that are given, not drawn: what was measured again is the sample.

With TEST_UNITS circuits or more a comparison speaks of circuits like them (`effect`). With fewer it
speaks of these alone, as a benchmark of one program does: each input, and each round over it, is a
measurement of the same computations. Where there are several circuits, an input counts once, with
the mean of its logarithms over all of them: the circuits are the same every time, and add nothing
to what is uncertain.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import numpy.typing as npt
import pandas as pd

from ringassay.analysis.crossed import mean_difference
from ringassay.analysis.effect import ROUNDING, Effect, effect, of_ratio, typical
from ringassay.analysis.intervals import FloatArray
from ringassay.analysis.ranks import Centre, signed_ranks
from ringassay.analysis.verdict import TEST_UNITS

Scope = Literal["family", "these"]
"""What a comparison holds for: circuits like those measured, or these alone."""


def scoped_effect(
    first: FloatArray,
    second: FloatArray,
    units: npt.ArrayLike,
    inputs: npt.ArrayLike,
    rounds: npt.ArrayLike,
    *,
    by_unit: bool = False,
    by_ranks: bool = False,
) -> tuple[Effect, Scope] | None:
    """The comparison, and what it holds for; None without a case.

    All arrays have one entry per case, as in `effect`; `inputs` names the input of its circuit.
    With `by_unit` it is always over units: what was measured within one is no sample of its own.
    With `by_ranks` the ratio is that of `effect.typical`.
    """
    if not first.size:
        return None
    scope: Scope = "family" if np.unique(np.asarray(units)).size >= TEST_UNITS else "these"
    if by_unit or scope == "family":
        found = effect(first, second, units, rounds, by_ranks=by_ranks)
        return None if found is None else (found, scope)
    found = _of_these(
        pd.DataFrame(
            {
                "first": np.log(first),
                "second": np.log(second),
                "unit": np.asarray(units),
                "input": np.asarray(inputs),
                "round": np.asarray(rounds),
            }
        ),
        by_ranks=by_ranks,
    )
    return None if found is None else (found, scope)


def _of_these(cases: pd.DataFrame, *, by_ranks: bool) -> Effect | None:
    # The n-th input of each circuit together: which of one meets which of another is arbitrary.
    place = cases.groupby("unit")["input"].rank(method="dense")
    blocks = cases.assign(input=place, log=cases["first"] - cases["second"]).groupby(
        ["input", "round"]
    )
    whole = blocks["unit"].nunique() == cases["unit"].nunique()
    means = blocks["log"].mean()[whole]
    if means.empty:
        return None
    logs = np.array(means, dtype=float)
    logs[np.abs(logs) < ROUNDING] = 0.0
    # What there is more of is the unit; the other may differ as rounds do.
    sample, other = (means.index.get_level_values(level).to_numpy() for level in (0, 1))
    if np.unique(sample).size < np.unique(other).size:
        sample, other = other, sample
    found = mean_difference(logs, sample, other, least_units=2)
    at = typical(found) if by_ranks else Centre(found.mean, found.interval, found.p)
    return Effect(
        cases=len(cases),
        units=logs.size,
        rounds=int(cases["round"].nunique()),
        first_median=math.exp(float(cases["first"].median())),
        second_median=math.exp(float(cases["second"].median())),
        ratio=math.exp(at.value),
        interval=of_ratio(at.interval),
        p=at.p,
        rank_p=signed_ranks(logs),
        minimum=math.exp(float(logs.min())),
        maximum=math.exp(float(logs.max())),
        first_wins=int((logs < 0.0).sum()),
        second_wins=int((logs > 0.0).sum()),
        of_units=logs,
    )
