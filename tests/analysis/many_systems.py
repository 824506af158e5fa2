"""Eight names of one system on a synthetic machine: how often a page tells of a difference.

    .venv/bin/python tests/analysis/many_systems.py [--runs 100]

A run has 32 circuits under 14 keys with 3 inputs; one of the systems is measured again on ten of
the circuits, as every run does. Circuits come in random order, the systems take turns in random
order on each, while

- every time has noise of its own with heavy tails (Student's t with 3 degrees of freedom);
- what neighbours in time have in common comes and goes (autoregressive, 0.9 from one step to the
  next);
- the machine has slow spells, of fifteen evaluations in the mean, which take 1.1 to 1.6 times as
  long: 4 % of the time in quiet, 20 % under load.

Under load the CPU times so made scatter as those of Lattigo's and SEAL's adapters beside a load of
14 on two cores did (many_names.py: 0.10 to 0.18 around the circuit's median, neighbours correlated
by 0.1 to 0.6). Effects, corrections and verdicts are those of the functions that a report calls.
Exits with 1 if, beyond chance, more than 5 % of pages tell of a difference between equal systems.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from ringassay.analysis.comparison import ASPECTS, Comparison, Paired
from ringassay.analysis.disturbance import Disturbance
from ringassay.analysis.effect import effect
from ringassay.analysis.family import together
from ringassay.analysis.floor import LEAST, MIN_UNITS, beyond_chance
from ringassay.analysis.widening import ASSUMED, Widening

FloatArray = npt.NDArray[np.float64]
Times = dict[str, FloatArray]
CIRCUITS, KEYS, INPUTS, TWIN_CIRCUITS, CORES = 32, 14, 3, 10, 2
STEPS = {"encryption": 0.3, "evaluation": 0.65, "decryption": 0.05}


@dataclass(frozen=True)
class Scene:
    """Systems on a machine. `slower` is what the last one needs more of; `uneven` makes the first
    system answer only so many of the circuits."""

    label: str
    systems: int = 8
    noise: float = 0.02
    common: float = 0.02
    spells: float = 1 / 400
    load1: float = 0.7
    slower: float = 1.0
    rounds: int = 1
    answered: int = CIRCUITS
    grain_ns: float = 1.0


QUIET = Scene("quiet")
LOADED = Scene("load", noise=0.05, common=0.05, spells=1 / 60, load1=5.0)
SAME = (
    QUIET,
    LOADED,
    replace(LOADED, label="load, two systems", systems=2),
    replace(LOADED, label="load, 3 rounds", rounds=3),
    replace(LOADED, label="load, one with 12 circuits", answered=12),
    replace(QUIET, label="quiet, times in ticks of 4 ms", grain_ns=4e6),
)
PLANTED = (
    replace(QUIET, label="quiet, 10 % more", slower=1.10),
    replace(QUIET, label="quiet, 5 % more, two systems", slower=1.05, systems=2),
    replace(LOADED, label="load, 10 % more", slower=1.10),
    replace(LOADED, label="load, 10 % more, 6 rounds", slower=1.10, rounds=6),
    replace(LOADED, label="load, 10 % more, two systems", slower=1.10, systems=2),
)


def machine(scene: Scene, count: int, rng: np.random.Generator) -> FloatArray:
    """What the machine makes of so many evaluations in a row."""
    common = np.empty(count)
    state, is_slow, size = 0.0, False, 1.0
    step = scene.common * np.sqrt(1.0 - 0.9**2)
    for at in range(count):
        state = 0.9 * state + rng.normal(0.0, step)
        if is_slow:
            is_slow = rng.random() >= 1 / 15
        elif rng.random() < scene.spells:
            is_slow, size = True, rng.uniform(1.1, 1.6)
        common[at] = np.exp(state) * (size if is_slow else 1.0)
    return common


def heavy(size: float, shape: tuple[int, ...], rng: np.random.Generator) -> FloatArray:
    """Factors whose logarithms have a standard deviation of `size`, and heavy tails."""
    return np.asarray(np.exp(np.clip(size * rng.standard_t(3, shape) / np.sqrt(3.0), -1.0, 2.0)))


def measured(scene: Scene, rng: np.random.Generator) -> tuple[list[Times], Times]:
    """The times of every system by quantity, in their cases; last those of the second name."""
    count = scene.systems + 1
    shape = (scene.rounds, CIRCUITS, count, INPUTS)
    # In each round circuits in random order; on each circuit systems in random order.
    places = rng.random((scene.rounds, CIRCUITS, 1, 1)) + 1e-6 * rng.random((*shape[:3], 1))
    places = np.broadcast_to(places + np.arange(scene.rounds).reshape(-1, 1, 1, 1), shape)
    common = np.empty(shape)
    common.ravel()[np.argsort(places, axis=None, kind="stable")] = machine(scene, places.size, rng)
    lengths = 2e7 * np.exp(rng.normal(0.0, 1.0, (1, CIRCUITS, 1, 1)))

    def ticks(times: FloatArray) -> FloatArray:
        return np.asarray(np.ceil(times / scene.grain_ns) * scene.grain_ns)

    found: list[Times] = [{} for _ in range(count)]
    steps = {
        name: ticks(share * lengths * common * heavy(scene.noise, shape, rng))
        for name, share in STEPS.items()
    }
    for system in range(count):
        slower = scene.slower if system == scene.systems - 1 else 1.0
        of_system = {
            name: slower * times[:, :, system, :].transpose(1, 2, 0)
            for name, times in steps.items()
        }
        of_system["total time"] = sum(of_system.values(), np.zeros(1))
        for name, units in (("key generation", KEYS), ("ingestion", CIRCUITS)):
            # Each at a moment of its own.
            moments = rng.choice(common.ravel(), units)
            times = slower * moments * heavy(scene.noise, (units,), rng)
            of_system[name] = times.reshape(-1, 1, 1)
        found[system] = of_system
    if scene.answered < CIRCUITS:
        for name in (*STEPS, "total time", "ingestion"):
            found[0][name] = found[0][name].copy()
            found[0][name][scene.answered :] = np.nan
    return found[:-1], found[-1]


def logs(first: FloatArray, second: FloatArray) -> FloatArray:
    """Per unit, the mean logarithm of the ratio."""
    each = np.log(first / second).mean(axis=(1, 2))
    return np.asarray(each[np.isfinite(each)])


def floors(scene: Scene, first: Times, again: Times, rng: np.random.Generator) -> dict[str, float]:
    """What the second name differs by on ten of the circuits, as `floor` has it."""
    drawn = rng.choice(CIRCUITS, TWIN_CIRCUITS, replace=False)
    found = {}
    for name in again:
        which = np.unique(drawn % KEYS) if name == "key generation" else drawn
        sample = logs(again[name][which], first[name][which])
        found[name] = beyond_chance(sample) if len(sample) >= MIN_UNITS else math.nan
    return {
        name: found["total time"] if math.isnan(one) else one
        for name, one in found.items()
        if not math.isnan(found["total time"])
    }


def compared(scene: Scene, rng: np.random.Generator) -> tuple[Comparison, ...]:
    """All pairs of a run, as one page tells of them."""
    systems, again = measured(scene, rng)
    known = floors(scene, systems[0], again, rng)
    reservations = (Disturbance("load", 1.0),) if scene.load1 > CORES else ()
    pairs = []
    for one, other in itertools.combinations(range(scene.systems), 2):
        aspects = []
        for aspect in ASPECTS:
            if aspect.label not in again:
                continue
            first, second = systems[one][aspect.label], systems[other][aspect.label]
            both = np.isfinite(first) & np.isfinite(second)
            unit, _, turn = (axis[both] for axis in np.indices(first.shape))
            found = effect(first[both], second[both], unit, turn, by_ranks=True)
            assert found is not None
            beyond = known.get(aspect.label, 0.0)
            floor = max(LEAST, beyond)
            wider = None
            if reservations:
                wider = Widening(beyond, "twin") if known else Widening(ASSUMED, "assumed")
                found = wider.widened(found)
            aspects.append(Paired(aspect, found, None, found.p, floor, reservations, wider))
        pairs.append(Comparison(f"{one}", f"{other}", tuple(aspects), pd.DataFrame(), True))
    return together(pairs)


@dataclass
class Count:
    """What pages of a scene told."""

    pages: int = 0
    false_pages: int = 0
    found: int = 0
    planted: int = 0


def page(scene: Scene, rng: np.random.Generator, count: Count) -> None:
    """One run, and every time that its page says one of a pair needs less of."""
    last = str(scene.systems - 1)
    is_false = False
    for pair in compared(scene, rng):
        planted = scene.slower > 1.0 and pair.second == last
        for one in pair.aspects:
            if planted:
                is_false |= one.verdict == "second"
            else:
                is_false |= one.verdict in ("first", "second")
            if planted and one.aspect.label == "evaluation":
                count.planted += 1
                count.found += one.verdict == "first"
    count.pages += 1
    count.false_pages += is_false


def campaign(scenes: tuple[Scene, ...], runs: int, seed: int = 1) -> Iterator[tuple[Scene, Count]]:
    """What pages of every scene told."""
    for place, scene in enumerate(scenes):
        count = Count()
        rng = np.random.default_rng((seed, place))
        for _ in range(runs):
            page(scene, rng, count)
        yield scene, count


def too_many(count: Count) -> bool:
    """More than 5 % of pages, beyond what chance makes of a true 5 % one time in a thousand."""
    return bool(stats.binom.sf(count.false_pages - 1, count.pages, 0.05) <= 0.001)


def main() -> int:
    """Prints both tables; 1 if too much is told or too little found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=100, help="of each scene")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="SCENE", help="one scene, by its label")
    chosen = parser.parse_args()
    good = True
    scenes = tuple(s for s in (*SAME, *PLANTED) if chosen.only in (None, s.label))
    if not scenes:
        parser.error(f"no scene is called {chosen.only!r}")
    for scene, count in campaign(scenes, chosen.runs, chosen.seed):
        fine = not too_many(count)
        found = ""
        if scene.slower > 1.0:
            share = count.found / count.planted
            found = f", planted found in {100 * share:5.1f} % of {count.planted} pairs"
        good &= fine
        print(
            f"{scene.label:36} {count.false_pages:3} false pages of {count.pages}{found}"
            f"{'' if fine else ' !'}",
            flush=True,
        )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
