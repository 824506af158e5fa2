"""Systems side by side: each cost of an answer, on the cases that all of them got right."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pandas as pd

from ringassay.analysis.correctness import by_system
from ringassay.analysis.parameters import parameter_sets
from ringassay.analysis.study import Study


@dataclass(frozen=True)
class Glance:
    """One system. Times in ns, sizes in bytes, medians over the cases; NaN where not measured.

    `right` of `judged` evaluations, as in `correctness.Score`: what crashed is not right.
    `security_bits` is the least delivered (0: does not encrypt; NaN: not verifiable). `total_ns` is
    encryption, evaluation and decryption; `first_answer_ns` also key generation and ingestion, as
    for somebody who starts with nothing. `peak_bytes` is the most of either program.
    """

    system: str
    right: int
    judged: int
    security_bits: float
    choose_ns: float
    keygen_ns: float
    ingestion_ns: float
    encryption_ns: float
    evaluation_ns: float
    decryption_ns: float
    total_ns: float
    first_answer_ns: float
    key_bytes: float
    ciphertext_bytes: float
    peak_bytes: float


@dataclass(frozen=True)
class Glances:
    """All systems; `cases` is the number of cases in common that the figures are over.

    0: there are none in common, each system's figures are over what it got right itself.
    """

    rows: tuple[Glance, ...]
    cases: int


def glances(study: Study) -> Glances:
    """The systems of a study side by side; those that got nothing right have no figures."""
    right = study.right.assign(security=study.right["security"].fillna(-1.0))
    common = _common(study, right)
    shared = right.merge(common, on=["case", "security"]) if len(common) else right
    rows = tuple(_glance(study, system, shared) for system in study.systems)
    return Glances(rows, len(common))


def _common(study: Study, right: pd.DataFrame) -> pd.DataFrame:
    """Cases (with the level asked) that every system with a right result got right."""
    systems = right["system"].nunique()
    seen = right.groupby(["case", "security"])["system"].nunique()
    return seen[seen == systems].reset_index()[["case", "security"]]


def _glance(study: Study, system: str, shared: pd.DataFrame) -> Glance:
    own = shared[shared["system"] == system]
    (score,) = [s for s in by_system(study) if s.label == system]
    good = study.keys[(study.keys["system"] == system) & (study.keys["outcome"] == "ok")]
    keys = good[good["key"].isin(own["key"])]
    taken = study.ingestions[study.ingestions["system"] == system]
    ingestions = taken[(taken["outcome"] == "ok") & taken["circuit"].isin(own["circuit"])]
    return Glance(
        system,
        score.right,
        score.judged,
        _security(study, system),
        _median(keys["choose_ns"]),
        _median(keys["generate_ns"]),
        _median(ingestions["wall_ns"]),
        _median(own["encrypt_wall_ns"]),
        _median(own["evaluate_wall_ns"]),
        _median(own["decrypt_wall_ns"]),
        _median(own["total_wall_ns"]),
        _median(own["first_wall_ns"]),
        _median(keys["key_bytes"]),
        _median(own["fresh_bytes"]),
        _most(own, keys, ingestions),
    )


def _security(study: Study, system: str) -> float:
    sets = [p for p in parameter_sets(study) if p.system == system]
    if sets and all(p.standing == "none" for p in sets):
        return 0.0
    bits = [p.delivered.bits for p in sets]
    return min(bits) if bits and not any(math.isnan(b) for b in bits) else math.nan


def _median(values: pd.Series) -> float:
    return float(values.median()) if values.notna().any() else math.nan


def _most(own: pd.DataFrame, keys: pd.DataFrame, ingestions: pd.DataFrame) -> float:
    """The largest resident size of client or server in any step."""
    peaks = [
        *(own[f"{step}_peak_bytes"].max() for step in ("encrypt", "evaluate", "decrypt")),
        keys["client_peak_bytes"].max(),
        ingestions["server_peak_bytes"].max(),
    ]
    known = [float(peak) for peak in peaks if not pd.isna(peak)]
    return max(known, default=math.nan)
