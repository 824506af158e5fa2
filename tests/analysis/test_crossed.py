"""The mean over circuits and rounds beside an analysis of variance that is written out here."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from ringassay.analysis.crossed import POOLED, mean_difference

CIRCUITS, ROUNDS = 12, 4


def drawn(rounds: list[float], noise: float = 0.02) -> npt.NDArray[np.float64]:
    """Circuits down, rounds across; each round off by its own amount, whatever the circuit."""
    rng = np.random.default_rng(4)
    rest = rng.normal(0.0, noise, (CIRCUITS, ROUNDS))
    rest -= rest.mean(axis=0)  # a round's mean is what is planted
    return 0.02 + rest + np.asarray(rounds)


def found(table: npt.NDArray[np.float64]):
    unit, turn = np.indices(table.shape)
    return mean_difference(table.ravel(), unit.ravel(), turn.ravel())


def oracle(table: npt.NDArray[np.float64]) -> tuple[float, float, float]:
    """p of the F test of rounds; p of a mean of zero over circuits and rounds; over circuits."""
    n, r = table.shape
    rows, columns = table.mean(axis=1), table.mean(axis=0)
    rest = table - rows[:, None] - columns + table.mean()
    of_rest = (rest**2).sum() / ((n - 1) * (r - 1)) / (n * r)
    of_circuits, of_rounds = rows.var(ddof=1) / n, columns.var(ddof=1) / r
    joint = max(of_circuits + of_rounds - of_rest, of_circuits)
    shares = of_circuits**2 / (n - 1) + of_rounds**2 / (r - 1)
    freedom = np.clip(joint**2 / (shares + of_rest**2 / ((n - 1) * (r - 1))), 1.0, n - 1.0)
    p_of_rounds = stats.f.sf(of_rounds / of_rest, r - 1, (n - 1) * (r - 1))
    with_rounds = 2.0 * stats.t.sf(abs(table.mean()) / np.sqrt(joint), freedom)
    return float(p_of_rounds), float(with_rounds), float(stats.ttest_1samp(rows, 0.0).pvalue)


def test_rounds_that_nothing_speaks_for_enter_neither() -> None:
    table = drawn([0.006, -0.006, 0.004, -0.004])
    p_of_rounds, with_rounds, alone = oracle(table)
    assert p_of_rounds > POOLED and with_rounds > 10.0 * alone  # else this shows nothing
    one = found(table)
    assert not one.rounds_matter
    assert one.p == pytest.approx(alone, rel=1e-6)
    assert one.interval is not None
    exact = stats.ttest_1samp(table.mean(axis=1), 0.0).confidence_interval()
    assert (one.interval.low, one.interval.high) == pytest.approx(tuple(exact), rel=1e-6)


def test_rounds_that_differ_enter_both() -> None:
    table = drawn([0.03, -0.03, 0.02, -0.02])
    p_of_rounds, with_rounds, alone = oracle(table)
    assert p_of_rounds < POOLED and with_rounds > 0.05 > alone
    one = found(table)
    assert one.rounds_matter and one.p == pytest.approx(with_rounds, rel=1e-6)
    assert one.interval is not None and one.interval.contains(0.0)


@pytest.mark.parametrize(("value", "p"), [(0.25, 0.0), (0.0, 1.0)])
def test_what_every_unit_has_is_exact(value: float, p: float) -> None:
    one = found(np.full((8, 3), value))
    assert one.interval is not None
    assert (one.interval.low, one.interval.high, one.p) == (value, value, p)
