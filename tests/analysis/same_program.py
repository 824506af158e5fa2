"""One program under two names, and one that is 5 % slower: how often a difference is claimed.

    .venv/bin/python tests/analysis/same_program.py [--pairs 1000]

Two systems on the demo suite's size: 32 circuits with 3 inputs, 14 keys. Circuits come in random
order, the two systems take turns in random order, while

- the machine drifts by 3 % over each round, up or down, and wanders by another 1 %;
- every time has noise of its own, and one step in fifty takes up to twice as long;
- where *rounds differ*, each system has a speed of its own in each round, σ = 1 %.

The six times of a comparison (keys, ingestion, encryption, evaluation, decryption, total) are
judged together, by the functions that `compare` uses. Exits with 1 if differences are claimed in
more than 5 % of pairs of the same program (as far as chance allows to say so), or if 5 % are found
in less than 90 % with noise up to 5 % and one round.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import stats

from ringassay.analysis.effect import Effect, effect
from ringassay.analysis.floor import LEAST
from ringassay.analysis.verdict import Verdict, decide, holm

FloatArray = npt.NDArray[np.float64]
# The demo suite: mixed circuits on bits and on integers, and one circuit for each type of gate.
POINTS = (
    *((batch, depth, width) for batch in (8, 64, 378) for depth in (2, 4, 6) for width in (4, 12)),
    *((batch, depth, width) for batch in (16, 100) for depth in (2, 4) for width in (4, 12)),
    *((65, 3, 8 + gate) for gate in range(6)),
)
KEYS, INPUTS = 14, 3
# Encryption, evaluation, decryption: shares of the total.
STEPS = (0.3, 0.65, 0.05)
DRIFT, WANDER, STRAGGLERS, PLANTED = 0.03, 0.01, 0.02, 1.05


@dataclass(frozen=True)
class Scene:
    """How two systems are measured; `slower` is what the first needs more of."""

    slower: float = 1.0
    noise: float = 0.02
    rounds: int = 1
    circuits: int = len(POINTS)
    round_spread: float = 0.0

    @property
    def label(self) -> str:
        """The scene in words."""
        differing = ", which differ" if self.round_spread else ""
        return (
            f"{self.circuits} circuits, noise {100 * self.noise:2.0f} %, "
            f"rounds: {self.rounds}{differing}"
        )


SAME = (
    Scene(),
    Scene(noise=0.10),
    Scene(rounds=2),
    Scene(rounds=3),
    Scene(rounds=5),
    Scene(circuits=8),
    Scene(rounds=3, round_spread=0.01),
    Scene(rounds=5, round_spread=0.01),
)
DIFFERENT = (
    Scene(PLANTED),
    Scene(PLANTED, noise=0.05),
    Scene(PLANTED, noise=0.10),
    Scene(PLANTED, noise=0.20),
    Scene(PLANTED, noise=0.20, circuits=64),
    Scene(PLANTED, noise=0.20, circuits=96),
    Scene(PLANTED, noise=0.05, rounds=2),
    Scene(PLANTED, noise=0.05, rounds=3),
    Scene(PLANTED, noise=0.05, rounds=5),
    Scene(PLANTED, noise=0.10, rounds=5),
    Scene(PLANTED, noise=0.05, rounds=5, round_spread=0.01),
    Scene(PLANTED, noise=0.05, circuits=12),
)


def measured(scene: Scene, rng: np.random.Generator) -> list[Effect]:
    """The times of two systems, compared: six effects, the total last."""
    shape = (scene.circuits, INPUTS, scene.rounds)
    circuit, _, turn = (axis.ravel() for axis in np.indices(shape))
    place = np.stack([rng.permutation(scene.circuits) for _ in range(scene.rounds)])
    swapped = rng.integers(0, 2, (scene.rounds, scene.circuits))
    sides = []
    speeds = np.exp(rng.normal(0.0, scene.round_spread, (2, scene.rounds)))
    slope, phase = rng.choice((-DRIFT, DRIFT)), rng.uniform(0.0, 2.0 * np.pi)
    for side in (0, 1):
        # When: one system after the other on each circuit, half a step apart.
        when = place[turn, circuit] + np.abs(side - swapped[turn, circuit]) / 2.0
        moment = turn + when / scene.circuits
        machine = 1.0 + slope * (moment - turn) + WANDER * np.sin(7.0 * moment + phase)
        speed = machine * speeds[side, turn] * (scene.slower if side == 0 else 1.0)
        steps = [share * speed * _noise(scene.noise, circuit.size, rng) for share in STEPS]
        sides.append([*steps, sum(steps)])
    once = [
        effect(
            scene.slower * _noise(scene.noise, count, rng),
            _noise(scene.noise, count, rng),
            np.arange(count),
            np.zeros(count),
            by_ranks=True,
        )
        for count in (KEYS, scene.circuits)
    ]
    of_steps = [
        effect(one, other, circuit, turn, by_ranks=True) for one, other in zip(*sides, strict=True)
    ]
    return [found for found in (*once, *of_steps) if found is not None]


def _noise(size: float, count: int, rng: np.random.Generator) -> FloatArray:
    straggling = np.where(rng.random(count) < STRAGGLERS, rng.uniform(1.0, 2.0, count), 1.0)
    return np.asarray(np.exp(rng.normal(0.0, size, count)) * straggling)


def verdicts(effects: list[Effect]) -> list[Verdict]:
    """What is said of each."""
    adjusted = holm([found.p for found in effects])
    return [
        decide(
            ratio=found.ratio,
            interval=found.interval,
            adjusted_p=p,
            rank_p=found.rank_p,
            units=found.units,
            floor=LEAST,
        )
        for found, p in zip(effects, adjusted, strict=True)
    ]


def claimed(scene: Scene, rng: np.random.Generator) -> bool:
    """Whether any difference is claimed."""
    return any(verdict in ("first", "second") for verdict in verdicts(measured(scene, rng)))


def detected(scene: Scene, rng: np.random.Generator) -> bool:
    """Whether the total of the slower system is said to be larger."""
    return verdicts(measured(scene, rng))[-1] == "second"


def campaign(scenes: tuple[Scene, ...], pairs: int, seed: int = 1) -> Iterator[tuple[Scene, int]]:
    """In how many pairs a difference is claimed (same program) or found (planted)."""
    for place, scene in enumerate(scenes):
        rng = np.random.default_rng((seed, place))
        told = claimed if scene.slower == 1.0 else detected
        yield scene, sum(told(scene, rng) for _ in range(pairs))


def too_many(count: int, pairs: int) -> bool:
    """More than 5 %, beyond what chance makes of a true 5 % one time in a thousand."""
    return bool(stats.binom.sf(count - 1, pairs, 0.05) <= 0.001)


def main() -> int:
    """Prints both tables; 1 if too much is claimed or too little is found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pairs", type=int, default=1000, help="of each scene")
    pairs = parser.parse_args().pairs
    good = True
    for scene, count in campaign(SAME, pairs):
        fine = not too_many(count, pairs)
        good &= fine
        share = 100 * count / pairs
        print(f"same     {scene.label:46} claimed {share:5.1f} %{'' if fine else ' !'}", flush=True)
    for scene, count in campaign(DIFFERENT, pairs):
        asked = scene.noise <= 0.05 and scene.rounds == 1 and scene.circuits == len(POINTS)
        fine = not asked or count >= 0.9 * pairs
        good &= fine
        share = 100 * count / pairs
        print(f"5 % more {scene.label:46} found   {share:5.1f} %{'' if fine else ' !'}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
