"""Points executed: the right one, as it was predicted, stored with the truth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from explorations import Planted, explore
from ringassay import _native
from ringassay.circuit import Circuit
from ringassay.explore import (
    CalibratedPredictor,
    Request,
    begin,
    complete,
    explored,
    parse_app,
    select,
)
from ringassay.explore.proof import Figures, ProofError, find_place, proofs_of, prove
from ringassay.predict.sweeps import SweepPoint
from ringassay.predict.table import columns_of
from ringassay.store import Store

TOY = """
version = 1
name = "toy"
[application]
expression = "a*b*c + a"
[constraints]
security_bits = 0
[[scheme]]
scheme = "fv"
n = [256, 512]
log2_q = [30, 90, 120]
log2_w = [8, 16]
t = [2, 3]
[[scheme]]
scheme = "f-ntru"
n = 256
log2_q = [60]
log2_w = 2
[[scheme]]
scheme = "fv"
name = "narrow"
n = 256
log2_q = 90
secret = "gaussian-3.2"
"""


def test_points_are_found_by_what_is_named(store: Store) -> None:
    selection = select(explore(store, parse_app(TOY), predictor=Planted()))
    recommended = selection.point(find_place(selection, "recommended"))
    assert recommended["block"] == "fv"
    assert selection.point(find_place(selection, "fv:")) == recommended
    named = selection.point(find_place(selection, "fv:log2_q=120, n=512,t=3"))
    expected = recommended | {"log2_q": 120.0, "n": 512, "t": 3}
    for key in ("block", "n", "log2_q", "log2_w", "t", "secret"):
        assert named[key] == expected[key]
    assert selection.point(find_place(selection, "narrow:"))["secret"] == "gaussian-3.2"


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("bgv:n=256", "choose from fv, f-ntru, narrow"),
        ("fv:n=257", "no point of the exploration"),
        ("fv:m=256", "n=, log2_q=, log2_w= or t= is needed"),
        ("fv:n=many", "is no number"),
    ],
)
def test_what_is_no_point_is_refused(store: Store, name: str, part: str) -> None:
    selection = select(explore(store, parse_app(TOY), predictor=Planted()))
    with pytest.raises(ProofError, match=part):
        find_place(selection, name)


def test_a_point_is_executed_and_stored(store: Store) -> None:
    name = begin(store, parse_app(TOY), Path(), Planted())
    complete(store, name, Planted())
    selection = select(explored(store, name))
    wanted = ("recommended", "fv:log2_q=30,log2_w=16,t=3", "f-ntru:")
    places = [find_place(selection, one) for one in wanted]
    proofs = prove(store, name, selection, places, rounds=1, kernel_rounds=1)
    assert [proof for _, proof in proofs_of(store, name)] == proofs
    right, wrong, ntru = proofs
    point = selection.point(places[0])
    assert right.explored == Figures(point["wall_ns"], point["peak_bytes"])
    assert right.is_right
    assert ntru.is_right
    # 30 bits do not hold two products.
    assert not wrong.is_right
    for proof in proofs:
        assert proof.executions == 3
        assert sum(proof.functions_ns) == pytest.approx(proof.truth.ns, rel=0.5)
        assert proof.tallied is None
        assert proof.in_turns is not None
        # The tally counts what the execution holds, but for what the allocator rounds.
        assert abs(proof.in_turns.errors(proof.truth)[1]) < 0.05


def test_what_cannot_be_executed_is_refused(store: Store) -> None:
    name = begin(store, parse_app(TOY), Path(), Planted())
    complete(store, name, Planted())
    selection = select(explored(store, name))
    with pytest.raises(ProofError, match="only ternary secrets"):
        prove(store, name, selection, [find_place(selection, "narrow:")])


def test_nothing_is_recommended(store: Store) -> None:
    hard = parse_app(TOY.replace("security_bits = 0", "security_bits = 500"))
    selection = select(explore(store, hard, predictor=Planted()))
    with pytest.raises(ProofError, match="nothing is recommended"):
        find_place(selection, "recommended")


@pytest.mark.parametrize(
    ("scheme", "n", "log2_q", "log2_w"),
    [
        ("fv", 1024, 100, 4),
        ("fv", 4096, 281, 28),
        ("yashe", 2048, 150, 16),
        ("f-ntru", 512, 60, 2),
        ("shield", 256, 20, 1),
    ],
)
def test_explored_memory_is_that_of_the_whole_application(
    scheme: str, n: int, log2_q: int, log2_w: int
) -> None:
    # Prices do not matter for memory: this calibration has none.
    expression = "c1^3*c2^2*c3^2*S*T*(S+c3)*(S+c2+c3) where S = c1*T+c1+c2, T = c1*c2+c3"
    machine = {"processor": "", "cores": 1, "backend": "", "profile": "", "version": ""}
    empty = {"format": 1, "machine": machine, "measured_at": 0, "seconds": 0.0, "rounds": 1}
    document = json.dumps(empty | {"fresh_ns_per_byte": 0.0, "cells": []})
    point = SweepPoint(scheme, n, log2_q, log2_w, 2, expression)
    facts = Circuit.expression(expression, 2).facts()
    request = Request(scheme, columns_of([point]), "ternary", None, facts)
    explored = CalibratedPredictor("empty", document).predict(request).peak_bytes[0]
    whole = _native.PointPredictor(document).predict_application(point.applied())["peak_bytes"]
    assert explored == pytest.approx(whole, rel=0.1)
