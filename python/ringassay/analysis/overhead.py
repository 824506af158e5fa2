"""Total elapsed time against the plaintext baseline (HEtest §6.4, Figure 5).

The ratio is taken per evaluation, then its percentiles: a ratio of two percentile curves compares
the slowest evaluations of the one with the slowest of the other, which need not be the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from ringassay.analysis.describe import Description, describe, percentile_curve
from ringassay.analysis.disturbance import Disturbance, disturbances
from ringassay.analysis.effect import Effect, effect
from ringassay.analysis.intervals import FloatArray, Interval
from ringassay.analysis.study import Study
from ringassay.analysis.verdict import Verdict, decide


@dataclass(frozen=True)
class Overhead:
    """One system's total time beside the baseline's, over the same evaluations.

    Curves are pairs (percent, value); times in ns. `effect` is the typical factor: half as much
    and twice as much weigh the same.
    """

    system: str
    total: tuple[FloatArray, FloatArray]
    baseline: tuple[FloatArray, FloatArray]
    ratio_curve: tuple[FloatArray, FloatArray]
    ratio: Description
    effect: Effect
    reservations: tuple[Disturbance, ...]

    @property
    def geometric_mean(self) -> float:
        """The typical factor, every circuit with the same weight."""
        return self.effect.ratio

    @property
    def geometric_interval(self) -> Interval | None:
        """The interval of the typical factor."""
        return self.effect.interval

    @property
    def verdict(self) -> Verdict:
        """Whether a difference may be claimed; "second" if the baseline takes less."""
        return decide(
            ratio=self.effect.ratio,
            interval=self.effect.interval,
            adjusted_p=self.effect.p,
            rank_p=self.effect.rank_p,
            units=self.effect.units,
            reservations=self.reservations,
        )


def overheads(study: Study) -> tuple[Overhead, ...]:
    """The overhead of every system that has right results with a baseline beside them."""
    found = []
    for system, rows in study.per_system(study.right):
        paired = rows[rows["ratio"].notna() & (rows["ratio"] > 0.0)]
        if paired.empty:
            continue
        ratio = paired["ratio"].to_numpy(dtype=float)
        circuits = paired["circuit"].to_numpy(dtype=str)
        described = describe(ratio, circuits)
        if described is None:
            continue
        total, baseline = (
            paired[column].to_numpy(dtype=float) for column in ("total_wall_ns", "baseline_ns")
        )
        typical = effect(total, baseline, circuits, paired["round"].to_numpy(dtype=float))
        if typical is None:
            continue
        found.append(
            Overhead(
                system=system,
                total=percentile_curve(total),
                baseline=percentile_curve(baseline),
                ratio_curve=percentile_curve(ratio),
                ratio=described,
                effect=typical,
                reservations=disturbances(study, (system,)),
            )
        )
    return tuple(found)
