"""SUT against SUT on the cases both got right, at the same security level asked.

The unit is the circuit (or the key parameters): the median over inputs and repetitions of each
side, then one ratio. Its geometric mean is the typical factor; the interval is a bootstrap over
circuits; the sign test asks how often one side wins at all, whatever the factor.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd
from scipy import stats

from ringassay.analysis.intervals import Interval, bootstrap
from ringassay.analysis.metrics import Quantity
from ringassay.analysis.secrecy import NOT_ENCRYPTED, verdict_of
from ringassay.analysis.study import Study

Verdict = Literal["first", "second", "equal", "open"]


@dataclass(frozen=True)
class Aspect:
    """A quantity to compare, smaller being better."""

    label: str
    quantity: Quantity
    frame: Literal["keys", "ingestions", "evaluations"]
    column: str


ASPECTS = (
    Aspect("key generation", "time", "keys", "generate_ns"),
    Aspect("key size", "size", "keys", "key_bytes"),
    Aspect("ingestion", "time", "ingestions", "circuit_ns"),
    Aspect("encryption", "time", "evaluations", "encrypt_wall_ns"),
    Aspect("evaluation", "time", "evaluations", "evaluate_wall_ns"),
    Aspect("decryption", "time", "evaluations", "decrypt_wall_ns"),
    Aspect("total time", "time", "evaluations", "total_wall_ns"),
    Aspect("fresh ciphertexts", "size", "evaluations", "fresh_bytes"),
    Aspect("evaluated ciphertext", "size", "evaluations", "evaluated_bytes"),
)
_UNIT: dict[str, list[str]] = {
    "keys": ["params", "security"],
    "ingestions": ["circuit", "security"],
    "evaluations": ["circuit", "security"],
}
# Schemes by which a system says that it does not encrypt.
_NO_SCHEME = frozenset({"none", "plaintext", "plain"})
# Paired first where the same input was evaluated by both.
_CASE: dict[str, list[str]] = {
    "keys": ["params", "security"],
    "ingestions": ["circuit", "security"],
    "evaluations": ["circuit", "security", "input"],
}


@dataclass(frozen=True)
class Paired:
    """One aspect of first against second; `ratio` above 1 means first needs more."""

    aspect: Aspect
    cases: int
    units: int
    first_median: float
    second_median: float
    ratio: float
    interval: Interval | None
    minimum: float
    maximum: float
    first_wins: int
    second_wins: int
    sign_p: float

    @property
    def verdict(self) -> Verdict:
        """Who needs less, if the interval of the ratio excludes 1; "open" otherwise.

        "equal" is said only where both need exactly the same in every unit.
        """
        if self.minimum == self.maximum == 1.0:
            return "equal"
        if self.interval is None or self.interval.contains(1.0):
            return "open"
        return "second" if self.ratio > 1.0 else "first"


@dataclass(frozen=True)
class Comparison:
    """Two systems over every aspect both were measured in."""

    first: str
    second: str
    aspects: tuple[Paired, ...]
    ratios: pd.DataFrame

    def aspect(self, label: str) -> Paired | None:
        """The aspect with this label, if it could be compared."""
        return next((p for p in self.aspects if p.aspect.label == label), None)


def compare(study: Study, first: str, second: str) -> Comparison:
    """Compare two systems on their common cases; aspects without a common case are left out.

    `ratios` holds one row per circuit: first and second (total ns), d, width, batch.
    """
    found = (_paired(study, aspect, first, second) for aspect in ASPECTS)
    return Comparison(
        first, second, tuple(p for p in found if p is not None), _totals(study, first, second)
    )


def all_pairs(study: Study) -> tuple[Comparison, ...]:
    """Every pair of systems that share at least one case; what does not encrypt comes second."""
    hiding = [s for s in study.systems if encrypts(study, s)]
    bare = [s for s in study.systems if s not in hiding]
    pairs = itertools.combinations((*hiding, *bare), 2)
    compared = (compare(study, first, second) for first, second in pairs)
    return tuple(c for c in compared if c.aspects)


def encrypts(study: Study, system: str) -> bool:
    """Whether a system may be taken to encrypt.

    False if it says that it does not (scheme `none` or `plaintext`, or 0 bits of security for every
    key), if probes show that it does not, or if it claims no security and no ciphertext is longer
    than its plaintext.
    """
    if verdict_of(study, system).label == NOT_ENCRYPTED:
        return False
    schemes = {s.lower() for s in study.suts.loc[study.suts["system"] == system, "scheme"]}
    if schemes and schemes <= _NO_SCHEME:
        return False
    bits = study.keys.loc[study.keys["system"] == system, "security_bits"].dropna()
    if len(bits):
        return bool((bits > 0.0).any())
    rows = study.right[study.right["system"] == system]
    known = rows[rows["fresh_bytes"].notna()]
    return not len(known) or bool((known["fresh_bytes"] * 8.0 > known["plain_bits"]).any())


def sign_test(wins: int, losses: int) -> float:
    """Two-sided exact p-value that wins and losses are equally likely (ties left out)."""
    if wins + losses == 0:
        return 1.0
    return float(stats.binomtest(wins, wins + losses, 0.5).pvalue)


def _paired(study: Study, aspect: Aspect, first: str, second: str) -> Paired | None:
    unit = _UNIT[aspect.frame]
    cases = _common(study, aspect, first, second)
    if cases.empty:
        return None
    cases = cases.assign(log=np.log(cases["first"] / cases["second"]))
    units = cases.groupby(unit, dropna=False)[["first", "second", "log"]].mean()
    logs = units["log"].to_numpy(dtype=float)
    spread = bootstrap(logs, "mean")
    wins, losses = int((logs < 0.0).sum()), int((logs > 0.0).sum())
    return Paired(
        aspect=aspect,
        cases=len(cases),
        units=len(units),
        first_median=float(cases["first"].median()),
        second_median=float(cases["second"].median()),
        ratio=float(np.exp(logs.mean())),
        interval=None
        if spread is None
        else Interval(float(np.exp(spread.low)), float(np.exp(spread.high)), spread.confidence),
        minimum=float(np.exp(logs.min())),
        maximum=float(np.exp(logs.max())),
        first_wins=wins,
        second_wins=losses,
        sign_p=sign_test(wins, losses),
    )


def _common(study: Study, aspect: Aspect, first: str, second: str) -> pd.DataFrame:
    """Cases both have with a positive value: columns of the case, first, second."""
    frame: pd.DataFrame = getattr(study, aspect.frame)
    good = frame[(frame["outcome"] == "ok") & (frame[aspect.column] > 0.0)]
    case = _CASE[aspect.frame]
    # A level that is not known must still pair with itself.
    good = good.assign(security=good["security"].fillna(-1.0))
    sides = [
        good[good["system"] == system].groupby(case)[aspect.column].median().rename(side)
        for system, side in ((first, "first"), (second, "second"))
    ]
    return pd.concat(sides, axis=1, join="inner").reset_index()


def _totals(study: Study, first: str, second: str) -> pd.DataFrame:
    total = next(a for a in ASPECTS if a.column == "total_wall_ns")
    cases = _common(study, total, first, second)
    medians = cases.groupby("circuit", as_index=False)[["first", "second"]].median()
    return medians.merge(study.circuits[["circuit", "d", "width", "batch"]], on="circuit")
