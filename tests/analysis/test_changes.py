"""Change points: found where planted, not claimed of noise; series over runs."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import factory
import numpy as np
import pandas as pd
import pytest

from ringassay.analysis import prepare
from ringassay.analysis.changes import changes
from ringassay.analysis.history import comparable, history
from ringassay.analysis.watched import watched


def test_a_step_and_a_bump_are_found_where_they_are() -> None:
    random = np.random.default_rng(1)
    values = 100.0 * (1.0 + random.normal(0.0, 0.01, 20))
    (step,) = changes(np.where(np.arange(20) >= 12, 1.2, 1.0) * values)
    assert step.at == 12
    assert step.factor == pytest.approx(1.2, rel=0.02)
    assert step.p <= 0.05
    places = np.arange(20)
    bump = changes(np.where((places >= 6) & (places < 13), 1.2, 1.0) * values)
    assert [change.at for change in bump] == [6, 13]


@pytest.mark.parametrize("at", [8, 142])
def test_a_step_near_an_end_is_found_there_and_not_towards_the_middle(at: int) -> None:
    values = 1.0 + np.random.default_rng(2).normal(0.0, 0.01, 150)
    assert [one.at for one in changes(np.where(np.arange(150) >= at, 1.5, 1.0) * values)] == [at]


def test_noise_is_claimed_to_change_in_no_more_than_five_per_cent() -> None:
    """60 series in bursts of 1.37: at most 7 claims, or a test of 5 % fails at 1 in 100."""
    random = np.random.default_rng(2)
    claimed = 0
    for _ in range(60):
        burst = 0.37 * (random.random(12) < 1 / 8)
        claimed += bool(changes(100.0 * (1.0 + random.normal(0.0, 0.02, 12) + burst)))
    assert claimed <= 7


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 2.0], [3.0] * 30, [1.0, 1.0, 9.0, 9.0]])
def test_too_little_to_say_anything(values: list[float]) -> None:
    assert changes(values) == ()


def test_what_chance_shows_once_in_ten_times_is_no_change() -> None:
    """Three values above four: of all 5,040 orders, counted one by one, so many show as much."""
    values = [1.0, 1.01, 1.02, 1.03, 2.0, 2.01, 2.02]

    def strongest(ranks: tuple[int, ...]) -> float:
        """The largest difference in means between a stretch of two values or more and the rest."""
        n, best = len(ranks), 0.0
        for begin in (0, *range(2, n)):
            for end in (*range(begin + 2, n - 1), n):
                length = end - begin
                if 2 <= length <= n - 2:
                    away = abs(sum(ranks[begin:end]) - length * (n + 1) / 2)
                    best = max(best, away / math.sqrt(length * (n - length) / n))
        return best

    ranks = tuple(range(1, 8))
    orders = list(itertools.permutations(ranks))
    as_much = sum(strongest(order) >= strongest(ranks) - 1e-9 for order in orders)
    assert 0.06 < as_much / len(orders) < 0.18  # beyond 5 %, and below what a laxer rule takes
    assert changes(values) == ()
    # Two and three more are beyond it.
    more = [*values[:4], 1.04, 1.05, *values[4:], 2.03, 2.04, 2.05]
    assert [one.at for one in changes(more)] == [6]


def test_the_same_series_has_the_same_changes() -> None:
    values = np.random.default_rng(3).lognormal(size=25)
    assert changes(values) == changes(values.copy())


def test_what_is_counted_changes_at_every_step() -> None:
    found = changes([100, 100, 100.5, 120, 120, 90], counted=True)
    assert [(change.at, round(change.factor, 2)) for change in found] == [(3, 1.2), (5, 0.75)]
    assert changes([0.0, 0.0, 0.5], counted=True)[0].at == 2


def _runs(count: int, factor_from: int, factor: float, **kwargs) -> factory.Frames:
    made = []
    for number in range(count):
        f = factor if number >= factor_from else 1.0
        costs = factory.Costs(evaluate=lambda d, w, n, f=f: f * 4e6 * w * d)
        frames = factory.run(
            [factory.Sut("seal", costs)], ((8, 1, 3), (8, 2, 5)), name=f"r{number:02}",
            seed=number, inputs=1, **kwargs,
        )  # fmt: skip
        facts = {"state": "finished", "suite_hash": "h", "label": f"v{number}"}
        made.append(replace(frames, runs=frames.runs.assign(**facts)))
    names = ("runs", "machines", "suts", "circuits", "keys", "ingestions", "evaluations")
    return factory.Frames(
        **{
            name: pd.concat([getattr(one, name) for one in made]).drop_duplicates()
            for name in names
        }
    )


def test_a_metric_over_runs() -> None:
    study = prepare(_runs(12, 6, 1.3))
    (series,) = history(study, watched("evaluation"))
    assert (series.system, len(series.moments), series.units) == ("seal", 12, 2)
    (change,) = series.changes
    assert change.at == 6
    assert change.factor == pytest.approx(1.3, rel=0.05)
    assert [moment.label for moment in series.moments] == [f"v{n}" for n in range(12)]
    (sizes,) = history(study, watched("key-size"))
    assert sizes.changes == ()
    (right,) = history(study, watched("right"))
    assert {moment.value for moment in right.moments} == {1.0}
    (memory,) = history(study, watched("memory"))
    assert len(memory.moments) == 12


def test_a_circuit_that_failed_once_is_left_out_of_all() -> None:
    frames = _runs(3, 9, 1.0)
    rows = frames.evaluations.reset_index(drop=True)
    first = rows.index[(rows["run"] == "r01")][0]
    rows.loc[first, "outcome"] = "wrong"
    study = prepare(replace(frames, evaluations=rows))
    (series,) = history(study, watched("evaluation"))
    assert (series.units, series.partial) == (1, True)
    values = [moment.value for moment in series.moments]
    assert max(values) / min(values) < 1.2
    (right,) = history(study, watched("right"))
    assert [moment.value for moment in right.moments] == [1.0, 0.5, 1.0]


def test_only_runs_that_measured_the_same_are_put_in_a_row() -> None:
    runs = pd.DataFrame(
        {
            "run": ["a", "b", "c", "d", "e"],
            "suite": "s",
            "suite_hash": ["1", "2", "1", "1", "1"],
            "machine": ["m", "m", "n", "m", "m"],
            "state": ["finished"] * 4 + ["interrupted"],
        }
    )
    kept, left = comparable(runs)
    assert kept == ["a", "d"]
    assert left == {"b": "another suite (s)", "c": "another machine", "e": "not finished"}
    assert comparable(runs[runs["run"] == "e"])[0] == []
