"""Small explorations, and what tests do with them."""

from __future__ import annotations

import os
import time
from pathlib import Path

import numpy as np

from ringassay.explore import App, Explored, Prediction, Request, Where, begin, complete, explored
from ringassay.explore import parse_app as parse
from ringassay.store import Store

SMALL = """
version = 1
name = "small"
[application]
expression = "a*b*c + a"
[constraints]
security_bits = 100
[[scheme]]
scheme = "fv"
n = [2048, 4096]
log2_q = { from = 40, to = 120, step = 4 }
log2_w = [8, 16]
t = [2, 3]
[[scheme]]
scheme = "yashe"
n = 4096
log2_q = [20, 60, 100]
log2_w = 8
[[scheme]]
scheme = "shield"
n = 1024
log2_q = [30, 60]
"""


def app(text: str = SMALL, **changes: str) -> App:
    for old, new in changes.items():
        text = text.replace(old, new)
    return parse(text)


def explore(
    store: Store, what: App, where: Where | None = None, predictor: Planted | None = None
) -> Explored:
    name = begin(store, what, Path(), predictor)
    complete(store, name, predictor, where)
    return explored(store, name)


def assert_same(one: Explored, other: Explored) -> None:
    for ours, theirs in zip(one.blocks, other.blocks, strict=True):
        assert ours.columns.keys() == theirs.columns.keys()
        for name, column in ours.columns.items():
            np.testing.assert_array_equal(column, theirs.columns[name], err_msg=name)


class Planted:
    """Predicts by a formula that tests know."""

    identity = "planted"

    def predict(self, request: Request) -> Prediction:
        columns = request.columns
        wall = columns["n"] * columns["log2_q"] * 1e3 / columns["log2_w"]
        peak = columns["n"] * columns["log2_w"] * 1e3
        return Prediction(wall, peak, {"multiplication": columns["n"] * 2.0})


class Absent(Planted):
    """Knows nothing of FV."""

    identity = "absent"

    def predict(self, request: Request) -> Prediction:
        found = super().predict(request)
        if request.scheme == "fv":
            found.wall_ns[:] = np.nan
        return found


class Slow(Planted):
    """Takes a while, and writes down who works."""

    identity = "slow"

    def __init__(self, path: str) -> None:
        self.path = Path(path)

    def predict(self, request: Request) -> Prediction:
        with self.path.open("a") as file:
            file.write(f"{os.getpid()}\n")
        time.sleep(0.3)
        return super().predict(request)
