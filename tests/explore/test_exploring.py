"""Explorations from beginning to end: results, storage, resumption."""

from __future__ import annotations

import os
import signal
import sqlite3
from pathlib import Path

import numpy as np
import pytest

import explorations
from ringassay.explore import AppError, Where, begin, complete, executors, explored, select
from ringassay.explore import run as running
from ringassay.store import (
    CorruptStoreError,
    ResumeMismatchError,
    RunOwnedError,
    Store,
    find_exploration,
    list_explorations,
    stored_chunks,
)


def test_every_point_is_assessed(store: Store) -> None:
    found = explorations.explore(store, explorations.app())
    fv, yashe, shield = found.blocks
    assert [len(one) for one in found.blocks] == [168, 3, 2]
    point = fv.point(0)
    assert (point["n"], point["log2_q"], point["log2_w"], point["t"]) == (2048, 40, 8, 2)
    assert np.isnan(point["wall_ns"])
    assert yashe.columns["attack_status"].tolist() == [0, 1, 1]
    assert shield.columns["digits"].tolist() == [30, 60]
    assert list(found.frame()["block"].unique()) == ["fv", "yashe", "shield"]
    assert len(found.frame()) == 173


def test_a_pool_finds_the_same(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHUNK_POINTS", 16)
    here = explorations.explore(store, explorations.app(), Where(jobs=1))
    there = explorations.explore(store, explorations.app(), Where(jobs=2))
    explorations.assert_same(here, there)


def test_an_interrupted_exploration_resumes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHUNK_POINTS", 16)
    name = begin(store, explorations.app(), Path())
    real = executors.here

    def interrupted(tasks):  # type: ignore[no-untyped-def]
        for done, result in enumerate(real(tasks)):
            if done == 3:
                raise KeyboardInterrupt
            yield result

    monkeypatch.setattr(executors, "here", interrupted)
    with pytest.raises(KeyboardInterrupt):
        complete(store, name)
    assert len(stored_chunks(store, name)) == 3
    with pytest.raises(AppError, match=f"--resume {name}"):
        explored(store, name)
    assessed = []

    def counted(tasks):  # type: ignore[no-untyped-def]
        for number, result in real(tasks):
            assessed.append(number)
            yield number, result

    monkeypatch.setattr(executors, "here", counted)
    progress: list[tuple[int, int]] = []
    complete(store, name, progress=lambda done, total: progress.append((done, total)))
    assert assessed == list(range(3, 13))
    assert progress[-1] == (173, 173)
    explorations.assert_same(explored(store, name), explorations.explore(store, explorations.app()))
    complete(store, name)
    assert len(assessed) == 10 + 13


def test_a_killed_worker_costs_no_result(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHUNK_POINTS", 16)
    victim = Murderous(tmp_path / "killed")
    name = begin(store, explorations.app(), Path(), victim)
    complete(store, name, victim, Where(jobs=2))
    assert victim.mark.exists()
    assert len(stored_chunks(store, name)) == 13


class Murderous(explorations.Planted):
    """Kills the process it first predicts in."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def predict(self, request):  # type: ignore[no-untyped-def]
        try:
            self.mark.touch(exist_ok=False)
        except FileExistsError:
            return super().predict(request)
        return os.kill(os.getpid(), signal.SIGKILL)


def test_one_process_at_a_time(store: Store) -> None:
    name = begin(store, explorations.app(), Path())
    ownership = store.own(name)
    with pytest.raises(RunOwnedError):
        complete(store, name)
    ownership.release()
    complete(store, name)


def test_another_predictor_does_not_resume(store: Store) -> None:
    name = begin(store, explorations.app(), Path())
    with pytest.raises(ResumeMismatchError, match="start it anew"):
        complete(store, name, explorations.Planted())


def test_damage_is_found(store: Store, tmp_path: Path) -> None:
    explorations.explore(store, explorations.app())
    with sqlite3.connect(tmp_path / "results.db") as connection:
        connection.execute("UPDATE exploration_chunks SET columns = x'00' WHERE chunk = 0")
    with pytest.raises(CorruptStoreError, match="content hash"):
        explored(store)


def test_a_chains_formula_is_for_chains(store: Store) -> None:
    chain = explorations.SMALL.replace('scheme = "shield"', 'scheme = "shield"\nformula = "chain"')
    explorations.explore(store, explorations.app(chain))
    other = chain.replace("a*b*c + a", "(a*b)*(b*c)")
    with pytest.raises(AppError, match="formula chain is for applications in which one factor"):
        begin(store, explorations.app(other), Path())


def test_explorations_are_listed(store: Store) -> None:
    name = begin(store, explorations.app(), Path())
    explorations.explore(store, explorations.app(small="other"))
    first, second = list_explorations(store)
    assert (first.exploration, first.is_complete, second.is_complete) == (name, False, True)
    assert find_exploration(store, "small") == name


def test_predictions_decide_where_there_are_any(store: Store) -> None:
    found = explorations.explore(store, explorations.app(), predictor=explorations.Planted())
    selection = select(found)
    assert selection.objective.is_predicted
    assert selection.recommended is not None
    point = selection.point(selection.recommended)
    assert point["wall_ns"] == point["n"] * point["log2_q"] * 1e3 / point["log2_w"]
    assert point["count_multiplication"] == 2 * point["n"]
    allowed = selection.outcomes[0].verdicts.all
    assert point["wall_ns"] == found.blocks[0].columns["wall_ns"][allowed].min()
    # Small digits take little memory there and much time: both ends are on the frontier.
    assert {selection.point(place)["log2_w"] for place in selection.frontier} == {8, 16}


def test_what_is_not_predicted_is_not_compared(store: Store) -> None:
    found = explorations.explore(store, explorations.app(), predictor=explorations.Absent())
    assert not select(found).objective.is_predicted
