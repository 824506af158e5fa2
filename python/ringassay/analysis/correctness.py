"""Right of how many, with exact bounds (HEtest §4.1, metric 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from ringassay.analysis.intervals import Interval, clopper_pearson, error_rate_bound
from ringassay.analysis.study import Study

# The order in which outcome classes are told (docs/protocol.md).
OUTCOMES = (
    "ok", "imprecise", "wrong", "not-finite", "malformed", "flaky", "refused", "failed",
    "crash", "timeout", "protocol", "resource", "start-failed", "unsupported", "interrupted",
    "harness-error",
)  # fmt: skip
# Rows that say nothing about the SUT: it was not asked, or the fault was ours.
NOT_JUDGED = frozenset({"unsupported", "interrupted", "harness-error"})
# Rows in which the SUT delivered a result.
DELIVERED = frozenset({"ok", "imprecise", "wrong", "not-finite", "malformed", "flaky"})


@dataclass(frozen=True)
class Score:
    """How one group of evaluations ended.

    `judged` counts every evaluation the SUT was asked for, failed ones included; `delivered` those
    that gave a result at all. `circuits` counts the distinct circuits among the judged.
    """

    label: str
    asked: int
    judged: int
    delivered: int
    right: int
    circuits: int
    outcomes: dict[str, int]

    @property
    def wrong(self) -> int:
        """Results delivered that were not right (wrong or flaky)."""
        return self.delivered - self.right

    @property
    def failed(self) -> int:
        """Evaluations judged that delivered nothing."""
        return self.judged - self.delivered

    @property
    def refused(self) -> int:
        """Evaluations that the SUT declined, as it may."""
        return self.outcomes.get("refused", 0)

    @property
    def sound(self) -> bool:
        """Everything judged is right or was refused, and something is right."""
        return self.right > 0 and self.right + self.refused == self.judged

    @property
    def perfect(self) -> bool:
        """Everything judged is right, and something was judged."""
        return self.judged > 0 and self.right == self.judged

    @property
    def rate(self) -> float:
        """Right of judged, NaN if nothing was judged."""
        return self.right / self.judged if self.judged else float("nan")

    @property
    def interval(self) -> Interval | None:
        """Exact 95 % interval of the rate."""
        return clopper_pearson(self.right, self.judged) if self.judged else None

    @property
    def error_bound(self) -> float | None:
        """Exact one-sided 95 % bound of the share of *delivered* results that are wrong."""
        return error_rate_bound(self.wrong, self.delivered) if self.delivered else None


@dataclass(frozen=True)
class WrongResult:
    """One delivered result that was not right, with what is needed to repeat it."""

    system: str
    family: str
    circuit: str
    input_index: int
    repetition: int
    outcome: str
    expected: str
    got: str
    wrong_slots: int | None
    slots: int | None
    """Of all outputs."""
    seed: str


def score(label: str, evaluations: pd.DataFrame) -> Score:
    """Count how the given evaluations ended."""
    outcomes = evaluations["outcome"]
    judged = evaluations[~outcomes.isin(NOT_JUDGED)]
    return Score(
        label=label,
        asked=len(evaluations),
        judged=len(judged),
        delivered=int(outcomes.isin(DELIVERED).sum()),
        right=int((outcomes == "ok").sum()),
        circuits=int(judged["circuit"].nunique()),
        outcomes={str(k): int(v) for k, v in outcomes.value_counts().items()},
    )


def by_system(study: Study) -> tuple[Score, ...]:
    """One score per system."""
    return tuple(score(system, part) for system, part in study.per_system(study.evaluations))


def by_family(study: Study) -> tuple[tuple[str, Score], ...]:
    """(system, score of one family) for every family a system was asked for."""
    return tuple(
        (system, score(str(family), rows))
        for system, part in study.per_system(study.evaluations)
        for family, rows in part.groupby("family", sort=True)
    )


def outcome_order(present: Sequence[str]) -> tuple[str, ...]:
    """The outcome classes that occur, in the order in which they are told."""
    known = [o for o in OUTCOMES if o in present]
    return (*known, *sorted(set(present) - set(OUTCOMES)))


def wrong_results(study: Study) -> tuple[WrongResult, ...]:
    """Every delivered result that was not right."""
    frame = study.evaluations
    wrong = frame[frame["outcome"].isin(DELIVERED - {"ok"})]
    seeds = dict(zip(study.runs["run"], study.runs["seed"], strict=True))
    return tuple(
        WrongResult(
            system=str(row["system"]),
            family=str(row["family"]),
            circuit=str(row["circuit"]),
            input_index=_whole(row["input"]) or 0,
            repetition=_whole(row["repetition"]) or 0,
            outcome=str(row["outcome"]),
            expected=str(row["expected"]),
            got=str(row["got"]),
            wrong_slots=_whole(row["wrong_slots"]),
            slots=_whole(row["batch"] * row["outputs"]),
            seed="" if (s := _whole(seeds.get(row["run"], float("nan")))) is None else str(s),
        )
        for row in wrong.to_dict("records")
    )


def _whole(value: float) -> int | None:
    return None if pd.isna(value) else int(value)
