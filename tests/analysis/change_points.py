"""How often a change is claimed where there is none, and found where there is one.

    .venv/bin/python tests/analysis/change_points.py [--series 400]

Noise is normal, log-normal, in bursts (one run in eight slower by 1.37), or drifts from run to run
(each value half of the one before). Exits with 1 if a change is claimed in more than 5 % of the
series of independent noise, as far as chance allows to say so.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from scipy import stats

from ringassay.analysis.changes import ALPHA, changes


def noise(kind: str, n: int, random: np.random.Generator) -> np.ndarray:
    """Relative noise of n runs with a spread of about 3 %."""
    normal = random.normal(0.0, 0.03, n)
    if kind == "lognormal":
        return np.exp(random.normal(0.0, 1.0, n)) * 0.03
    if kind == "bursts":
        return normal + 0.37 * (random.random(n) < 1 / 8)
    if kind == "drift":
        for place in range(1, n):
            normal[place] += 0.5 * normal[place - 1]
    return normal


def main() -> None:
    """Counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--series", type=int, default=400)
    count = parser.parse_args().series
    random = np.random.default_rng(16)
    failed = False
    for kind in ("normal", "lognormal", "bursts", "drift"):
        for n in (8, 15, 30, 60):
            claimed = found = 0
            for _ in range(count):
                values = 100.0 * (1.0 + noise(kind, n, random))
                claimed += bool(changes(values))
                stepped = np.where(np.arange(n) >= n // 2, 1.1, 1.0) * values
                found += any(abs(one.at - n // 2) <= 2 for one in changes(stepped))
            p = stats.binomtest(claimed, count, ALPHA, alternative="greater").pvalue
            bad = kind != "drift" and p < 0.01
            failed |= bad
            print(
                f"{kind:10s} {n:3d} runs: claimed without a change {claimed / count:6.1%}, "
                f"10 % found {found / count:6.1%}{' TOO OFTEN' if bad else ''}",
                flush=True,
            )
    sys.exit(int(failed))


if __name__ == "__main__":
    main()
