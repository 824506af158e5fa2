"""The parameters each system chose, and whether they hold the security asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pandas as pd

from ringassay.analysis.study import Study, grouped
from ringassay.security.delivered import Delivered, Standing, delivered, standing
from ringassay.security.stated import stated


@dataclass(frozen=True)
class ParameterSet:
    """One set of parameters a system chose; NaN and "" where it did not say.

    `depths` and `batches` are the requests that led to it, `asked` the security level in bits.
    `claimed_bits` and `claimed_method` are the system's own account, `delivered` is ours.
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
    claimed_bits: float
    claimed_method: str
    delivered: Delivered

    @property
    def standing(self) -> Standing:
        """Whether the security asked for is met."""
        return standing(self.asked, self.claimed_bits, self.delivered)


_FACTS = (
    "security", "n", "m", "log2_q", "log2_qp", "t", "secret", "error", "security_bits",
    "security_method", "delivered_bits", "delivered_how",
)  # fmt: skip


def parameter_sets(study: Study) -> tuple[ParameterSet, ...]:
    """Distinct parameter sets per system, in the order of ring dimension and modulus."""
    return study.once("parameter sets", "", lambda: tuple(_parameter_sets(study)))


def _parameter_sets(study: Study) -> Iterator[ParameterSet]:
    good = judged_keys(study)
    for system, part in study.per_system(good):
        for facts, rows in grouped(part, _FACTS):
            yield ParameterSet(
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
                claimed_bits=facts["security_bits"],
                claimed_method=facts["security_method"],
                delivered=Delivered(facts["delivered_bits"], facts["delivered_how"]),
            )


def judged_keys(study: Study) -> pd.DataFrame:
    """The good keys with what they deliver: `delivered_bits` (NaN if unknown), `delivered_how`.

    They are judged once.
    """
    return study.once("judged keys", "", lambda: _judged_keys(study))


def _judged_keys(study: Study) -> pd.DataFrame:
    good = study.keys[study.keys["outcome"] == "ok"]
    schemes = dict(zip(study.suts["system"], study.suts["scheme"], strict=True))
    found = list(_delivered(good, schemes))
    return good.assign(
        delivered_bits=pd.Series([d.bits for d in found], index=good.index, dtype=float),
        delivered_how=pd.Series([d.how for d in found], index=good.index, dtype=object),
    )


def _delivered(keys: pd.DataFrame, schemes: dict[str, Any]) -> Iterator[Delivered]:
    columns = ("system", "n", "m", "log2_q", "log2_qp", "secret", "error", "parameters")
    rows = zip(*(keys[column] for column in columns), strict=True)
    for system, n, m, log2_q, log2_qp, *texts in rows:
        secret, error, parameters = (text if isinstance(text, str) else "" for text in texts)
        scheme = str(schemes.get(system) or "")
        moduli = (float(log2_q), float(log2_qp))
        facts = stated(scheme, float(n), float(m), moduli, (secret, error, parameters))
        yield delivered(facts)


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
