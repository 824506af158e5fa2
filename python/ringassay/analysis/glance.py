"""Systems side by side: each cost of an answer, on the cases on which they are compared."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field, replace

import pandas as pd

from ringassay.analysis.correctness import by_system
from ringassay.analysis.parameters import parameter_sets
from ringassay.analysis.study import Study


@dataclass(frozen=True)
class Glance:
    """One system. Times in ns, sizes in bytes, medians over the cases; NaN where not measured.

    `right` of `judged` evaluations, as in `correctness.Score`: what crashed is not right.
    `security_bits` is the least delivered (0: does not encrypt; NaN: not verifiable),
    `most_security_bits` the most. `total_ns` is
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
    most_security_bits: float = math.nan
    is_whole: bool = True
    """Whether the figures are over all the cases that those of the others are over."""


@dataclass(frozen=True)
class Glances:
    """All systems; `cases` is the number of cases in common that the figures are over.

    0: there are none in common, each system's figures are over what it got right itself. `right`
    are the evaluations that the figures are over.
    """

    rows: tuple[Glance, ...]
    cases: int
    right: pd.DataFrame = field(repr=False, compare=False)

    def restricted(self, study: Study) -> Study:
        """The study with these evaluations alone, and the keys and ingestions they rest on."""
        place = ["run", "sut", "key"]
        used = pd.MultiIndex.from_frame(self.right[place])
        taken = pd.MultiIndex.from_frame(self.right[[*place, "circuit"]])
        keys, ingestions = study.keys, study.ingestions
        return replace(
            study,
            keys=keys[pd.MultiIndex.from_frame(keys[place]).isin(used)],
            ingestions=ingestions[
                pd.MultiIndex.from_frame(ingestions[[*place, "circuit"]]).isin(taken)
            ],
            evaluations=study.evaluations.loc[self.right.index],
        )


def glances(study: Study, among: Collection[str] = ()) -> Glances:
    """The systems of a study side by side; those that got nothing right have no figures.

    The figures are over what all systems `among` them got right; by default all that got anything.
    """
    level = study.right["security"].fillna(-1.0)
    right = study.right.assign(place=study.right["case"] + "@" + level.astype(str))
    common = _common(right[right["system"].isin(list(among))] if among else right)
    shared = right[right["place"].isin(common)] if len(common) else right
    rows = tuple(_glance(study, system, shared, len(common)) for system in study.systems)
    return Glances(rows, len(common), shared)


def _common(right: pd.DataFrame) -> pd.Index:
    """Cases (with the level asked) that every system got right which got anything right."""
    seen = right.groupby("place")["system"].nunique()
    return seen.index[seen == right["system"].nunique()]


def _glance(study: Study, system: str, shared: pd.DataFrame, cases: int) -> Glance:
    own = shared[shared["system"] == system]
    (score,) = [s for s in by_system(study) if s.label == system]
    good = study.keys[(study.keys["system"] == system) & (study.keys["outcome"] == "ok")]
    keys = good[good["key"].isin(own["key"])]
    taken = study.ingestions[study.ingestions["system"] == system]
    ingestions = taken[(taken["outcome"] == "ok") & taken["circuit"].isin(own["circuit"])]
    least, most = _security(study, system)
    return Glance(
        system,
        score.right,
        score.judged,
        least,
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
        most_security_bits=most,
        is_whole=not cases or own["place"].nunique() == cases,
    )


def _security(study: Study, system: str) -> tuple[float, float]:
    """The least and the most delivered."""
    sets = [p for p in parameter_sets(study) if p.system == system]
    if sets and all(p.standing == "none" for p in sets):
        return 0.0, 0.0
    bits = [p.delivered.bits for p in sets]
    known = bits and not any(math.isnan(b) for b in bits)
    return (min(bits), max(bits)) if known else (math.nan, math.nan)


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
