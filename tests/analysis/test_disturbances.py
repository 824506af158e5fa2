"""What disturbs a measurement, planted row by row: each limit that docs/methods.md states."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

import factory
import pandas as pd
import pytest

from ringassay.analysis import prepare
from ringassay.analysis.disturbance import disturbances

POINTS = [(8, 4, w) for w in range(10, 35)]
BOTH = ("A", "B")
# All long enough for their CPU time to be judged, and with the same CPU time over wall.
FRAMES = factory.run([factory.Sut("A"), factory.Sut("B")], POINTS, inputs=2)
Planting = Callable[[pd.DataFrame, list[int]], None]


def found(frames: factory.Frames, systems: Collection[str] = BOTH) -> dict[str, float]:
    """Kind to share."""
    return {one.kind: one.share for one in disturbances(prepare(frames), systems)}


def planted(
    plant: Planting, rows: Collection[int], among: factory.Frames = FRAMES
) -> factory.Frames:
    """The run with something planted in some rows."""
    changed = among.evaluations.copy()
    plant(changed, list(rows))
    return replace(among, evaluations=changed)


def load(tasks: float) -> Planting:
    """So many tasks, on two cores."""
    return lambda frame, rows: frame.__setitem__(
        "load1", frame["load1"].where(~frame.index.isin(rows), tasks)
    )


def stolen(share: float) -> Planting:
    """The host took that share of the wall time; nothing from the others."""

    def plant(frame: pd.DataFrame, rows: list[int]) -> None:
        frame["steal_ns"] = (share * frame["total_wall_ns"]).where(frame.index.isin(rows), 0.0)

    return plant


def waited(share: float) -> Planting:
    """That share of the CPU time over wall of the others."""

    def plant(frame: pd.DataFrame, rows: list[int]) -> None:
        frame["evaluate_cpu_ns"] = frame["evaluate_wall_ns"] * 1.5
        frame.loc[rows, "evaluate_cpu_ns"] *= share

    return plant


# Rows of inputs 0, of different circuits: 100 rows, two of each circuit and system.
SIX, FIVE = range(0, 12, 2), range(0, 10, 2)


def test_a_quiet_run_has_none() -> None:
    assert len(FRAMES.evaluations) == 100
    assert found(FRAMES) == {}


@pytest.mark.parametrize(
    ("kind", "beyond", "within"),
    [
        ("load", load(2.6), load(2.5)),
        ("steal", stolen(0.021), stolen(0.02)),
        ("waiting", waited(0.74), waited(0.76)),
    ],
)
def test_it_takes_more_than_five_in_a_hundred_beyond_the_limit(
    kind: str, beyond: Planting, within: Planting
) -> None:
    assert found(planted(beyond, SIX)) == {kind: pytest.approx(0.06)}
    assert found(planted(beyond, FIVE)) == {}
    assert found(planted(within, range(0, 100, 2))) == {}


@pytest.mark.parametrize("plant", [load(9.0), stolen(0.5), waited(0.1)])
def test_what_befell_others_and_what_was_not_right_does_not_count(plant: Planting) -> None:
    of_b = [row for row in FRAMES.evaluations.index[FRAMES.evaluations["sut"] == "B"] if row % 2]
    frames = planted(plant, of_b)
    assert found(frames, ["A"]) == {}
    assert found(frames, ["B"])
    assert found(factory.with_outcomes(frames, dict.fromkeys(of_b, "wrong"))) == {}


def test_shares_are_of_the_evaluations_of_which_it_is_known() -> None:
    def half_known(frame: pd.DataFrame, rows: list[int]) -> None:
        stolen(0.1)(frame, rows)
        frame.loc[50:, "steal_ns"] = float("nan")

    assert found(planted(half_known, [0, 2, 4])) == {"steal": pytest.approx(0.06)}


def test_short_evaluations_wait_for_nobody() -> None:
    def short(frame: pd.DataFrame, rows: list[int]) -> None:
        frame["evaluate_wall_ns"] = 19e6
        waited(0.1)(frame, rows)

    def long(frame: pd.DataFrame, rows: list[int]) -> None:
        frame["evaluate_wall_ns"] = 20e6
        waited(0.1)(frame, rows)

    assert found(planted(short, SIX)) == {}
    assert found(planted(long, SIX)) == {"waiting": pytest.approx(0.06)}


def test_of_a_circuit_that_was_evaluated_once_nobody_knows_how_long_it_waited() -> None:
    once = factory.run([factory.Sut("A"), factory.Sut("B")], POINTS, inputs=1)
    assert found(planted(waited(0.1), range(10), once)) == {}


def test_several_systems_at_once_disturb_all() -> None:
    assert found(replace(FRAMES, runs=FRAMES.runs.assign(jobs=2.0))) == {"together": 1.0}
    assert found(replace(FRAMES, runs=FRAMES.runs.assign(jobs=1.0))) == {}
