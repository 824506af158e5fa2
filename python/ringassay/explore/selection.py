"""Which points satisfy everything, which of them is best, and what excluded the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ringassay.explore.app import Constraints
from ringassay.explore.objective import Objective, frontier
from ringassay.explore.results import BlockResults, Explored

if TYPE_CHECKING:
    import pandas as pd

IMPOSSIBLE = -2
ESTIMATED, OVERSTRETCHED, NOT_ESTIMATED = range(3)
"""Values of the column `attack_status`."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Verdicts:
    """For each point of a block, whether it satisfies each constraint; what cannot be checked for
    want of a prediction is satisfied."""

    possible: Mask
    deep: Mask
    secure: Mask
    reliable: Mask
    fast: Mask
    small: Mask

    @property
    def all(self) -> Mask:
        """Whether all are."""
        return self.possible & self.deep & self.secure & self.reliable & self.fast & self.small

    @property
    def works(self) -> Mask:
        """Whether the scheme computes the application there, whatever else is asked."""
        return self.possible & self.deep


@dataclass(frozen=True)
class Place:
    """A point: its block, and its number there."""

    block: int
    at: int


@dataclass(frozen=True)
class BlockOutcome:
    """What became of a block."""

    results: BlockResults
    verdicts: Verdicts
    best: int | None
    """The best point that satisfies everything."""
    cheapest: int | None
    """The point with the least work that is deep enough, secure or not: fit to compare schemes."""


@dataclass(frozen=True)
class Selection:
    """The answer of an exploration."""

    explored: Explored
    objective: Objective
    outcomes: tuple[BlockOutcome, ...]
    ranking: tuple[Place, ...]
    """The best point of each block that has one, best first."""
    frontier: tuple[Place, ...]
    """Points that satisfy everything and that no other beats in time and memory."""

    @property
    def recommended(self) -> Place | None:
        """The best point of all."""
        return self.ranking[0] if self.ranking else None

    @property
    def impractical(self) -> tuple[Place, ...]:
        """The cheapest point of each block that computes the application but has no point
        that satisfies all; cheapest first."""
        cost = self.objective.cost
        places = [
            Place(number, outcome.cheapest)
            for number, outcome in enumerate(self.outcomes)
            if outcome.best is None and outcome.cheapest is not None
        ]
        return tuple(
            sorted(places, key=lambda at: cost(self.outcomes[at.block].results.columns)[at.at])
        )

    @property
    def least_work(self) -> Place | None:
        """The cheapest point of all that is deep enough, secure or not."""
        places = [
            Place(number, outcome.cheapest)
            for number, outcome in enumerate(self.outcomes)
            if outcome.cheapest is not None
        ]
        return min(places, key=lambda place: work_of(self.point(place)), default=None)

    def point(self, place: Place) -> dict[str, Any]:
        """A point in Python's own types."""
        return self.outcomes[place.block].results.point(place.at)

    def frame(self) -> pd.DataFrame:
        """The best point of each block that has one, best first."""
        import pandas as pd  # noqa: PLC0415

        return pd.DataFrame([self.point(place) for place in self.ranking])

    def __repr__(self) -> str:
        """What is recommended; the columns are long."""
        best = None if self.recommended is None else self.point(self.recommended)
        said = "nothing" if best is None else f"{best['block']} at n = {best['n']}"
        return f"<selection of {self.explored!r}: {said}>"

    def _repr_html_(self) -> str:
        """The best points, best first."""
        from ringassay.explore import shown  # noqa: PLC0415

        return shown.selection(self)


def work_of(point: dict[str, Any]) -> float:
    """The work of one point."""
    return float(point["ring_products"] * point["n"] * point["log2_q"])


def select(explored: Explored) -> Selection:
    """Judges every point of an exploration."""
    constraints, depth = explored.app.constraints, explored.facts["multiplicative_depth"]
    verdicts = [judge(one, constraints, depth) for one in explored.blocks]
    # Times are compared with times only: one point without, and none is.
    chosen = [
        one.columns["wall_ns"][judged.all]
        for one, judged in zip(explored.blocks, verdicts, strict=True)
    ]
    times = np.concatenate(chosen) if chosen else np.zeros(0)
    objective = Objective(is_predicted=bool(len(times)) and bool(np.isfinite(times).all()))
    outcomes = tuple(
        BlockOutcome(
            one,
            judged,
            _best(one, judged.all, objective),
            _best(one, judged.works, Objective(is_predicted=False)),
        )
        for one, judged in zip(explored.blocks, verdicts, strict=True)
    )
    ranked = sorted(
        (
            (*_figures(outcome.results, outcome.best, objective), number, outcome.best)
            for number, outcome in enumerate(outcomes)
            if outcome.best is not None
        ),
    )
    return Selection(
        explored,
        objective,
        outcomes,
        tuple(Place(number, at) for _, _, number, at in ranked),
        _frontier(outcomes, objective),
    )


def judge(results: BlockResults, constraints: Constraints, depth: int) -> Verdicts:
    """Which points of a block satisfy what."""
    columns = results.columns
    always = np.ones(len(results), dtype=np.bool_)
    most_ns = None if constraints.seconds is None else constraints.seconds * 1e9
    most_bytes = constraints.memory_bytes
    failure = constraints.log2_failure
    return Verdicts(
        possible=columns["depth"] != IMPOSSIBLE,
        deep=columns["depth"] >= depth,
        secure=(columns["attack_status"] == ESTIMATED)
        & (columns["security_bits"] >= constraints.security_bits),
        # NaN, the failures of an average formula, satisfies no bound.
        reliable=always if failure is None else columns["log2_failure"] <= failure,
        fast=always if most_ns is None else ~(columns["wall_ns"] > most_ns),
        small=always
        if most_bytes is None
        else ~(columns["peak_bytes"] > most_bytes) & (columns["data_bytes"] <= most_bytes),
    )


def _best(results: BlockResults, allowed: Mask, objective: Objective) -> int | None:
    """The cheapest point, of equal ones that with less memory, smaller t, smaller modulus."""
    columns = results.columns
    places = np.flatnonzero(allowed)
    if not len(places):
        return None
    keys = (
        columns["log2_q"][places],
        columns["t"][places],
        objective.memory(columns)[places],
        objective.cost(columns)[places],
    )
    return int(places[np.lexsort(keys)[0]])


def _figures(results: BlockResults, at: int | None, objective: Objective) -> tuple[float, float]:
    cost, memory = objective.cost(results.columns), objective.memory(results.columns)
    return float(cost[at or 0]), float(memory[at or 0])


def _frontier(outcomes: tuple[BlockOutcome, ...], objective: Objective) -> tuple[Place, ...]:
    places, costs, memories = [], [], []
    for number, outcome in enumerate(outcomes):
        columns = outcome.results.columns
        allowed = np.flatnonzero(outcome.verdicts.all)
        # The frontier of frontiers is the frontier: what is compared stays small.
        own = allowed[
            frontier(objective.cost(columns)[allowed], objective.memory(columns)[allowed])
        ]
        places += [Place(number, int(at)) for at in own]
        costs.append(objective.cost(columns)[own])
        memories.append(objective.memory(columns)[own])
    if not places:
        return ()
    return tuple(places[at] for at in frontier(np.concatenate(costs), np.concatenate(memories)))
