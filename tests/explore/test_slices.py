"""Cuts through a block's grid, against a search through all points."""

from __future__ import annotations

import numpy as np
import pytest

from explorations import Planted, app, explore
from ringassay.explore import (
    BlockResults,
    Selection,
    across,
    along,
    anchor,
    missed,
    select,
    varied,
)
from ringassay.explore.app import PARAMETERS, Parameter
from ringassay.store import Store

SECRETS = """
version = 1
name = "secrets"
[application]
expression = "a*b"
[[scheme]]
scheme = "fv"
n = [4096, 2048]
log2_q = [60, 40, 50]
log2_w = [16, 8]
t = [3, 2]
secret = ["ternary", "gaussian-3.2"]
"""


@pytest.fixture
def selection(store: Store) -> Selection:
    return select(explore(store, app(SECRETS), predictor=Planted()))


def agree(results: BlockResults, one: int, other: int, but: set[Parameter]) -> bool:
    """Whether two points share everything else."""
    columns = results.columns
    names = [name for name in (*PARAMETERS, "secret") if name not in but]
    return all(columns[name][one] == columns[name][other] for name in names)


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_a_curve_is_all_points_that_differ_in_one(
    selection: Selection, parameter: Parameter
) -> None:
    results = selection.outcomes[0].results
    for at in range(len(results)):
        cut = along(results, at, parameter)
        expected = [i for i in range(len(results)) if agree(results, at, i, {parameter})]
        assert sorted(cut.places) == expected
        column = cut.column(results.columns, parameter)
        assert cut.values == tuple(map(float, column)) == tuple(sorted(cut.values))


@pytest.mark.parametrize(("x", "y"), [("log2_q", "n"), ("n", "log2_q"), ("t", "log2_w")])
def test_a_plane_is_all_points_that_differ_in_two(
    selection: Selection, x: Parameter, y: Parameter
) -> None:
    results = selection.outcomes[0].results
    for at in (0, 7, len(results) - 1):
        plane = across(results, at, x, y)
        expected = [i for i in range(len(results)) if agree(results, at, i, {x, y})]
        assert sorted(plane.places.ravel()) == expected
        for j, value in enumerate(plane.y_values):
            assert (results.columns[y][plane.places[j]] == value).all()
        for i, value in enumerate(plane.x_values):
            assert (results.columns[x][plane.places[:, i]] == value).all()


def test_parameters_are_named_by_their_number_of_values(selection: Selection) -> None:
    assert varied(selection.outcomes[0].results) == ("log2_q", "n", "log2_w", "t")


def test_what_is_missed_is_counted_constraint_by_constraint(store: Store) -> None:
    selection = select(explore(store, app(), predictor=Planted()))
    for outcome in selection.outcomes:
        columns, counts = outcome.results.columns, missed(outcome.verdicts)
        assert counts["depth"] == int((columns["depth"] < 2).sum())
        secure = (columns["attack_status"] == 0) & (columns["security_bits"] >= 100)
        assert counts["security"] == int((~secure).sum())
        assert counts["failure"] == counts["time"] == counts["memory"] == 0


def test_schemes_are_looked_at_around_their_best(store: Store) -> None:
    selection = select(explore(store, app(), predictor=Planted()))
    fv, yashe, shield = selection.outcomes
    assert anchor(fv) == fv.best
    assert yashe.best is None
    assert anchor(yashe) == yashe.cheapest
    depths = shield.results.columns["depth"]
    assert shield.cheapest is not None or anchor(shield) == int(np.argmax(depths))
