"""Formulas found where nothing depends on anything, and true ones with terms too many.

    .venv/bin/python tests/analysis/false_terms.py [--systems 1000]

Every system takes the same time whatever d, w and ℓ are. Its circuits come in random order while
the machine drifts by 0, 3 or 10 %; noise is normal, log-normal, or has outliers. Designs are those
of the demo suite, of HEtest's Table 4, and small ones; for keys the terms of keys. Exits with 1 if
a formula is found in more than 5 % of a design's systems, as far as chance allows to say so.

Beside that, systems whose time is 10 + 0.4·w·d: how often the formula holds that term, and how
often another one that is not there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import factory
import numpy as np
import numpy.typing as npt
from same_program import POINTS
from scipy import stats

from ringassay.analysis.regression import Fit, fit_dependence
from ringassay.analysis.terms import (
    BATCH,
    DEPTH,
    EVALUATION_TERMS,
    KEY_TERMS,
    WIDTH,
    Predictor,
    Term,
)

FloatArray = npt.NDArray[np.float64]
Point = tuple[int, int, int]


@dataclass(frozen=True)
class Design:
    """The settings of a group of circuits or keys, and what may explain their times."""

    label: str
    points: Sequence[Point]
    predictors: tuple[Predictor, ...] = (DEPTH, WIDTH, BATCH)
    terms: tuple[Term, ...] = EVALUATION_TERMS

    def values(self) -> dict[Predictor, FloatArray]:
        """Each predictor at each point."""
        columns = dict(zip((BATCH, DEPTH, WIDTH), np.array(self.points, float).T, strict=True))
        return {p: columns[p] for p in self.predictors}


_KEYS = tuple((batch, depth, 4) for batch in (8, 64, 378) for depth in (2, 4, 6))
DESIGNS = (
    Design("demo, bits", POINTS[:18]),
    Design("demo, integers", POINTS[18:26]),
    Design("Table 4", factory.TABLE_4),
    Design("six circuits", POINTS[:18:3]),
    Design("demo, keys", _KEYS, (DEPTH, BATCH), KEY_TERMS),
)


def flat(points: int, rng: np.random.Generator) -> FloatArray:
    """Times that depend on nothing but the moment, in random order, and chance."""
    drift = rng.choice((0.0, 0.03, 0.10)) * rng.permutation(points) / points
    noise = (
        lambda: np.exp(rng.normal(0.0, 0.02, points)),
        lambda: rng.lognormal(0.0, 0.5, points),
        lambda: np.exp(rng.normal(0.0, 0.02, points)) * (1 + (rng.random(points) < 0.1)),
    )[rng.integers(0, 3)]()
    return np.asarray(1e8 * (1.0 + drift) * noise, dtype=np.float64)


def campaign(systems: int, seed: int = 3) -> Iterator[tuple[Design, int]]:
    """How many formulas are found in each design where there is none to find."""
    for place, design in enumerate(DESIGNS):
        rng = np.random.default_rng((seed, place))
        found = 0
        for _ in range(systems):
            fit = _fit(design, flat(len(design.points), rng))
            found += not fit.is_constant
        yield design, found


def planted(systems: int, seed: int = 4) -> Iterator[tuple[Design, float, int, int]]:
    """Noise, formulas with w·d in them, and with another term, in designs that vary both."""
    for place, design in enumerate(DESIGNS[:3]):
        values = design.values()
        for noise in (0.02, 0.10):
            rng = np.random.default_rng((seed, place))
            right = wrong = 0
            for _ in range(systems):
                times = (10.0 + 0.4 * values[WIDTH] * values[DEPTH]) * np.exp(
                    rng.normal(0.0, noise, len(design.points))
                )
                symbols = {c.term.symbol for c in _fit(design, times).coefficients} - {"1"}
                right += "wd" in symbols
                wrong += bool(symbols - {"wd"})
            yield design, noise, right, wrong


def _fit(design: Design, times: FloatArray) -> Fit:
    found = fit_dependence(times, design.values(), design.terms)
    assert found.fit is not None, found.reason
    return found.fit


def main() -> int:
    """Prints both tables; 1 if formulas are found where there are none."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--systems", type=int, default=1000, help="of each design")
    systems = parser.parse_args().systems
    good = True
    for design, found in campaign(systems):
        # More than 5 % beyond what chance makes of a true 5 %, one time in a thousand.
        fine = stats.binom.sf(found - 1, systems, 0.05) > 0.001
        good &= fine
        print(
            f"{design.label:16} false formulas {100 * found / systems:5.1f} %{'' if fine else ' !'}"
        )
    for design, noise, right, wrong in planted(systems // 4):
        share = 100 / (systems // 4)
        print(
            f"{design.label:16} noise {noise:.0%}: w·d found {share * right:5.1f} %, "
            f"another term {share * wrong:5.1f} %"
        )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
