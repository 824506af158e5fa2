"""Judging, ranking, reasons: on planted columns, and on the case study."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import explorations
from ringassay.explore import answer, excluded, load_app, select, walk, walked
from ringassay.explore.app import Constraints
from ringassay.explore.objective import frontier
from ringassay.explore.selection import Place, judge
from ringassay.store import Store

figures = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=40)


@given(figures)
def test_the_frontier_is_what_nothing_beats(points: list[tuple[int, int]]) -> None:
    cost = np.array([a for a, _ in points], dtype=np.float64)
    memory = np.array([b for _, b in points], dtype=np.float64)
    found = {points[at] for at in frontier(cost, memory)}
    expected = {
        (a, b)
        for a, b in points
        if not any(c <= a and d <= b and (c, d) != (a, b) for c, d in points)
    }
    assert found == expected
    assert len(frontier(cost, memory)) == len(expected)


def test_each_constraint_is_judged_by_itself(store: Store) -> None:
    found = explorations.explore(store, explorations.app(), predictor=explorations.Planted())
    fv = found.blocks[0]
    columns = fv.columns

    def left(**constraints: float) -> np.ndarray:
        return judge(fv, Constraints(**{"security_bits": 0, **constraints}), 0).all  # type: ignore[arg-type]

    assert (left() == ((columns["depth"] >= 0) & (columns["attack_status"] == 0))).all()
    secure = left(security_bits=100)
    assert 0 < secure.sum() < left().sum()
    assert (columns["security_bits"][secure] >= 100).all()
    assert (columns["wall_ns"][left(seconds=0.02)] <= 0.02e9).all()
    assert (columns["peak_bytes"][left(memory_bytes=40_000_000)] <= 40_000_000).all()
    assert (columns["log2_failure"][left(log2_failure=-48)] <= -48).all()


def test_bounds_that_cannot_be_checked_exclude_nothing(store: Store) -> None:
    found = explorations.explore(store, explorations.app())
    fv = found.blocks[0]
    assert judge(fv, Constraints(security_bits=0, seconds=1e-9), 0).fast.all()
    # Keys and ciphertexts alone are more than that.
    assert not judge(fv, Constraints(security_bits=0, memory_bytes=1000), 0).small.any()


def test_overstretched_points_are_never_recommended(store: Store) -> None:
    text = explorations.SMALL.replace("security_bits = 100", "security_bits = 0")
    selection = select(explorations.explore(store, explorations.app(text)))
    for place in (*selection.ranking, *selection.frontier):
        assert selection.point(place)["attack_status"] == 0
    yashe = selection.outcomes[1]
    assert yashe.best is None
    assert "overstretched NTRU" in " ".join(excluded(yashe, selection))


def test_nothing_to_recommend_is_said(store: Store) -> None:
    text = explorations.SMALL.replace("security_bits = 100", "security_bits = 500")
    selection = select(explorations.explore(store, explorations.app(text)))
    assert selection.recommended is None
    assert answer(selection)[0].startswith("Nothing can be recommended: no point reaches depth 2")


def test_the_case_study(store: Store) -> None:
    app = load_app(Path(str(files("ringassay") / "suites" / "explore" / "case-study.toml")))
    assert app.points() >= 30_000
    found = explorations.explore(store, app)
    assert found.facts["multiplicative_depth"] == 10
    selection = select(found)
    # The paper's selection, on its own, with the verdict on it.
    made = walk(app, app.study[0], found.facts)
    by_hand = {"n": 4096.0, "log2_q": 281.0, "log2_w": 28.0, "t": 2.0}
    assert made.curves[2].chosen == by_hand
    said = "\n".join(walked(made, 128))
    assert "from here the curve stagnates" in said
    assert "n = 4096, log2 q = 281, w = 2^28, t = 2: 51 bits, not secure by today's" in said
    assert made.end is not None
    assert made.end["n"] == 16384
    # Schemes over primes, which the paper did not have, need less than all of its own.
    outcomes = {one.results.block.scheme: one for one in selection.outcomes}
    assert selection.recommended is not None
    assert selection.point(selection.recommended)["block"] in ("bgv", "bfv")
    # Of the paper's, nothing but FV with n = 2^14 is left at 128 bits.
    best = outcomes["fv"].best
    assert best is not None
    point = selection.point(Place(selection.outcomes.index(outcomes["fv"]), best))
    assert (point["block"], point["n"], point["t"]) == ("fv", 16384, 2)
    assert point["depth"] >= 10
    assert point["security_bits"] >= 128
    yashe, fntru = outcomes["yashe"], outcomes["f-ntru"]
    assert yashe.best is None
    assert fntru.best is None
    assert all("overstretched" in " ".join(excluded(one, selection)) for one in (yashe, fntru))
    # F-NTRU is discarded, as in the paper: its work is far from the others'.
    assert "f-ntru" in excluded(fntru, selection)[0]
    assert "times that of" in excluded(fntru, selection)[-1]
    # t has no effect on cost: with the rest fixed, products and sizes are equal.
    fv = found.blocks[0].columns
    here = (fv["n"] == 4096) & (fv["log2_q"] == 300) & (fv["log2_w"] == 28)
    assert len(set(fv["ring_products"][here])) == 1
