"""The parameters each system chose, and whether they hold the security asked for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from ringassay.analysis.study import Study, grouped

Standing = Literal["met", "below", "none", "unknown", "method-unknown"]


@dataclass(frozen=True)
class ParameterSet:
    """One set of parameters a system chose; NaN and "" where it did not say.

    `depths` and `batches` are the requests that led to it, `asked` the security level in bits.
    """

    system: str
    asked: float
    depths: tuple[float, ...]
    batches: tuple[float, ...]
    keys: int
    n: float
    m: float
    log2_q: float
    log2_qp: float
    t: float
    secret: str
    error: str
    security_bits: float
    security_method: str

    @property
    def standing(self) -> Standing:
        """Whether the security asked for is met, by the system's own account."""
        if pd.isna(self.security_bits):
            return "unknown"
        if self.security_bits <= 0.0:
            return "none"
        if not pd.isna(self.asked) and self.security_bits < self.asked:
            return "below"
        return "met" if self.security_method else "method-unknown"


_FACTS = (
    "security", "n", "m", "log2_q", "log2_qp", "t", "secret", "error", "security_bits",
    "security_method",
)  # fmt: skip


def parameter_sets(study: Study) -> tuple[ParameterSet, ...]:
    """Distinct parameter sets per system, in the order of ring dimension and modulus."""
    good = study.keys[study.keys["outcome"] == "ok"]
    found = []
    for system, part in study.per_system(good):
        for facts, rows in grouped(part, _FACTS):
            found.append(
                ParameterSet(
                    system=system,
                    asked=facts["security"],
                    depths=_distinct(rows["depth"]),
                    batches=_distinct(rows["batch"]),
                    keys=len(rows),
                    n=facts["n"],
                    m=facts["m"],
                    log2_q=facts["log2_q"],
                    log2_qp=facts["log2_qp"],
                    t=facts["t"],
                    secret=facts["secret"],
                    error=facts["error"],
                    security_bits=facts["security_bits"],
                    security_method=facts["security_method"],
                )
            )
    return tuple(found)


def encryption_modes(study: Study) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """How each system says that it encrypts (`encryption` in its parameters), e.g. `public key`.

    The distinct accounts of the system's good keys; none for a system that does not say.
    """
    good = study.keys[study.keys["outcome"] == "ok"]
    return tuple(
        (system, tuple(dict.fromkeys(said for text in part["parameters"] if (said := _mode(text)))))
        for system, part in study.per_system(good)
    )


def _mode(parameters: str) -> str:
    """A SUT's own JSON: anything else than a text under `encryption` says nothing."""
    try:
        found = json.loads(parameters or "{}")
    except (ValueError, RecursionError):
        return ""
    said = found.get("encryption") if isinstance(found, dict) else None
    return said if isinstance(said, str) else ""


def _distinct(values: pd.Series) -> tuple[float, ...]:
    return tuple(float(v) for v in sorted(values.dropna().unique()))
