"""How often intervals hold the truth, on synthetic systems whose truth is known.

    .venv/bin/python tests/analysis/coverage.py [--systems 1000]

A system has 5 to 40 circuits with 1 to 3 inputs in 1 to 3 rounds. Its circuits take

- *constant*: the same time;
- *lognormal*: log-normal times with σ = 1;
- *bimodal*: one of two times, a factor of 3 apart, with equal odds, 10 % spread around each;
- *drifting*: log-normal times with σ = 0.1, while the machine drifts by 10 % during each round,
  circuits in an order of their own in each.

Every measurement has 2 % noise of its own. The same distributions serve for ratios of two systems,
drift being common to both but for what happens between two measurements. Exits with 1 if the
coverage of anything lies outside 93 to 97 %.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ringassay.analysis.describe import describe
from ringassay.analysis.effect import effect
from ringassay.analysis.intervals import Interval

FloatArray = npt.NDArray[np.float64]
LEAST, MOST = 0.93, 0.97
_NOISE, _DRIFT, _MODES, _WITHIN, _DRIFTING = 0.02, 0.10, 3.0, 0.1, 0.1


@dataclass(frozen=True)
class Kind:
    """Logarithms of a system's circuits, the truths of mean and median, and drift."""

    draw: Callable[[np.random.Generator, int], FloatArray]
    mean: float
    median: float
    log_mean: float
    drift: float = 0.0


def _two(rng: np.random.Generator, n: int) -> FloatArray:
    return rng.integers(0, 2, n) * math.log(_MODES) + rng.normal(0.0, _WITHIN, n)


KINDS = {
    "constant": Kind(lambda _, n: np.zeros(n), 1.0, 1.0, 0.0),
    "lognormal": Kind(lambda rng, n: rng.normal(0.0, 1.0, n), math.exp(0.5), 1.0, 0.0),
    "bimodal": Kind(
        _two,
        (1.0 + _MODES) / 2.0 * math.exp(_WITHIN**2 / 2.0),
        math.sqrt(_MODES),
        math.log(_MODES) / 2.0,
    ),
    "drifting": Kind(
        lambda rng, n: rng.normal(0.0, _DRIFTING, n), math.exp(_DRIFTING**2 / 2.0), 1.0, 0.0, _DRIFT
    ),
}


@dataclass
class Count:
    """Intervals that held the truth, of those given, of all asked for."""

    held: int = 0
    given: int = 0
    asked: int = 0

    def note(self, interval: Interval | None, truth: float) -> None:
        """Counts one interval."""
        self.asked += 1
        if interval is not None:
            self.given += 1
            # Rounding aside: an interval may be a single point.
            self.held += interval.low <= truth * (1 + 1e-9) and truth * (1 - 1e-9) <= interval.high

    @property
    def coverage(self) -> float:
        """The share of given intervals that hold the truth."""
        return self.held / self.given


def campaign(systems: int, seed: int = 20261123) -> Iterator[tuple[str, str, Count]]:
    """Coverage of mean, median and ratio, for every kind of system."""
    for place, (name, kind) in enumerate(KINDS.items()):
        rng = np.random.default_rng((seed, place))
        counts = {"mean": Count(), "median": Count(), "ratio": Count()}
        for _ in range(systems):
            _one(kind, rng, counts)
        for what, count in counts.items():
            yield name, what, count


def _one(kind: Kind, rng: np.random.Generator, counts: dict[str, Count]) -> None:
    circuits, inputs, rounds = rng.integers((5, 1, 1), (41, 4, 4))
    shape = (circuits, inputs, rounds)
    circuit, _, turn = (axis.ravel() for axis in np.indices(shape))
    drift = _drift(kind.drift, rng, circuits, rounds)[circuit, turn]
    noise_bias = math.exp(_NOISE**2 / 2.0)
    logs = kind.draw(rng, circuits)[circuit] + rng.normal(0.0, _NOISE, circuit.size)
    found = describe(np.exp(logs) * drift, circuit)
    assert found is not None
    middle = 1.0 + kind.drift / 2.0 if kind.drift else 1.0
    counts["mean"].note(found.mean_interval, kind.mean * noise_bias * middle)
    counts["median"].note(found.median_interval, kind.median * middle)
    # Two systems in turns: the one meets the drift a moment later than the other.
    step = 1.0 + kind.drift / circuits * rng.choice((-1.0, 1.0), (circuits, rounds))
    second = np.exp(rng.normal(0.0, _NOISE, circuit.size)) * drift
    first = np.exp(logs) * drift * step[circuit, turn]
    compared = effect(first, second, circuit, turn)
    assert compared is not None
    counts["ratio"].note(compared.interval, math.exp(kind.log_mean))


def _drift(size: float, rng: np.random.Generator, circuits: int, rounds: int) -> FloatArray:
    """What the machine's drift makes of each circuit in each round, in random order."""
    if not size:
        return np.ones((circuits, rounds))
    moments = np.stack([rng.permutation(circuits) for _ in range(rounds)], axis=1)
    return np.asarray(1.0 + size * (moments + rng.random()) / circuits, dtype=np.float64)


def main() -> int:
    """Prints the table; 1 if something covers too little or too much."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--systems", type=int, default=1000, help="of each kind")
    asked = parser.parse_args()
    good = True
    print(f"{'systems':10} {'interval':8} coverage     given")
    for name, what, count in campaign(asked.systems):
        inside = LEAST <= count.coverage <= MOST
        good &= inside
        print(
            f"{name:10} {what:8} {100 * count.coverage:6.1f} %  {count.given:4} of {count.asked}"
            f"{'' if inside else '  OUTSIDE'}"
        )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
