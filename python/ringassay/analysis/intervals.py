"""Confidence intervals, and the exact ones of rates. `locations` has those of means and medians."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ringassay.analysis.distributions import beta_quantile

FloatArray = npt.NDArray[np.float64]

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Interval:
    """A closed interval that covers the true value with the given confidence."""

    low: float
    high: float
    confidence: float = CONFIDENCE

    def contains(self, value: float) -> bool:
        """Whether `value` lies in the interval, its ends included."""
        return self.low <= value <= self.high


def clopper_pearson(successes: int, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """Exact two-sided interval of a success rate (Clopper and Pearson 1934).

    Raises ValueError unless 0 <= successes <= trials and trials >= 1.
    """
    _check_counts(successes, trials)
    tail = (1.0 - confidence) / 2.0
    low = 0.0 if successes == 0 else beta_quantile(tail, successes, trials - successes + 1)
    high = (
        1.0 if successes == trials else beta_quantile(1.0 - tail, successes + 1, trials - successes)
    )
    return Interval(float(low), float(high), confidence)


def error_rate_bound(errors: int, trials: int, confidence: float = CONFIDENCE) -> float:
    """Exact one-sided upper bound of an error rate after `errors` in `trials`.

    Without errors it is 1 - (1 - confidence)^(1/trials), which the rule of three, 3/trials,
    approximates at 95 %. Raises ValueError unless 0 <= errors <= trials and trials >= 1.
    """
    _check_counts(errors, trials)
    if errors == trials:
        return 1.0
    return float(beta_quantile(confidence, errors + 1, trials - errors))


def _check_counts(part: int, whole: int) -> None:
    if whole < 1 or not 0 <= part <= whole:
        raise ValueError(f"a rate needs 0 <= part <= whole and whole >= 1, got {part} of {whole}")
