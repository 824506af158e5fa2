"""How precise answers over numbers are: bits of the worst slot, beside those asked for.

The unit is the evaluation: the slots of one ciphertext have one noise, no independent ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pandas as pd

from ringassay.analysis.correctness import Score, score
from ringassay.analysis.study import Study
from ringassay.spaces import APPROXIMATE

_ASKED = re.compile(r"(?:^|,)\s*P\s*=\s*([0-9.]+)")


@dataclass(frozen=True)
class Precision:
    """The answers of one system to one family. Bits are relative to an output's magnitude."""

    system: str
    family: str
    asked_bits: float
    """The most that were asked for; NaN if that was not stored."""
    score: Score
    measured: int
    """Answers that were numbers; the figures below are over them."""
    worst_bits: float
    """Of the least precise answer's worst slot."""
    median_bits: float
    best_bits: float
    mean_slot_bits: float
    """The mean over slots, averaged over answers."""

    @property
    def spare_bits(self) -> float:
        """By how many bits the least precise answer is better than asked for; negative: worse."""
        return self.worst_bits - self.asked_bits


def over_reals(study: Study) -> pd.DataFrame:
    """The evaluations over real and complex numbers, with `asked_bits`."""
    frame = study.evaluations[study.evaluations["space"].isin(APPROXIMATE)]
    return frame.assign(asked_bits=[_asked(text) for text in frame["params"]])


def precisions(study: Study) -> tuple[Precision, ...]:
    """One for each system and family over real or complex numbers, in the order of systems."""
    frame = over_reals(study)
    return tuple(
        _precision(system, str(family), rows)
        for system, part in study.per_system(frame)
        for family, rows in part.groupby("family", sort=False)
    )


def _precision(system: str, family: str, rows: pd.DataFrame) -> Precision:
    bits = rows["precision_bits"].dropna().to_numpy(dtype=float)
    slots = rows["mean_precision_bits"].dropna().to_numpy(dtype=float)
    nothing = float("nan")
    return Precision(
        system=system,
        family=family,
        asked_bits=float(rows["asked_bits"].max()),
        score=score(family, rows),
        measured=len(bits),
        worst_bits=float(bits.min()) if len(bits) else nothing,
        median_bits=float(np.median(bits)) if len(bits) else nothing,
        best_bits=float(bits.max()) if len(bits) else nothing,
        mean_slot_bits=float(slots.mean()) if len(slots) else nothing,
    )


def _asked(params: object) -> float:
    found = _ASKED.search(params) if isinstance(params, str) else None
    return float(found.group(1)) if found else float("nan")
