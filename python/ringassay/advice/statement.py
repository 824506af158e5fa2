"""What a system states of its key, and what our estimator says of that."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from ringassay.advice.work import Chain
from ringassay.evaluation.rows import real, whole, word
from ringassay.security.delivered import Delivered, delivered
from ringassay.security.stated import CONJUGATE_INVARIANT, stated


def security(scheme: str, parameters: Mapping[str, Any]) -> Delivered:
    """The estimate on what is stated; NaN with the reason where too little is."""
    return delivered(
        stated(
            scheme,
            _number(whole(parameters.get("n"))),
            _number(whole(parameters.get("m"))),
            (_number(real(parameters.get("log2_q"))), _number(real(parameters.get("log2_qp")))),
            (
                word(parameters.get("secret")) or "",
                word(parameters.get("error")) or "",
                json.dumps(dict(parameters), default=str),
            ),
        )
    )


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)


def chain(parameters: Mapping[str, Any], levels: int) -> Chain:
    """The primes of the key; one prime a level where a system does not say."""
    primes = _count(parameters.get("q_bits")) or levels
    return Chain(primes=primes, special=_count(parameters.get("p_bits")), levels=levels)


def _count(listed: object) -> int:
    return len(listed) if isinstance(listed, list) else 0


def precision_bits(parameters: Mapping[str, Any], params: str) -> float | None:
    """Bits that a scale leaves: its own, without those by which errors grow (G) and those of a
    fresh error's worst slot, log2 n + 1, or log2 2n + 1 in the conjugate-invariant ring
    (docs/programs.md, Reals). None where no scale is stated.
    """
    scale, n = real(parameters.get("log2_scale")), whole(parameters.get("n"))
    fields = dict(part.split("=", 1) for part in params.split(",") if "=" in part)
    if scale is None or not n or "G" not in fields:
        return None
    half_index = 2 * n if parameters.get("ring") == CONJUGATE_INVARIANT else n
    return scale - float(fields["G"]) - math.log2(half_index) - 1.0


def failure(parameters: Mapping[str, Any]) -> float | None:
    """log2 of the probability of failure, where it is stated."""
    return real(parameters.get("failure_probability_log2"))
