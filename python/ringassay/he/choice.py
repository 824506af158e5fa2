"""Parameters of a scheme for a computation: one choice for `params`, `explore` and `advise`.

It is that of the scheme's system under test, which knows nothing of a circuit but its key
parameters: so the depth is theirs, the circuit's rounded up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ringassay import _native
from ringassay.circuit import Circuit, KeyParameters
from ringassay.he.integers.request import integer_request
from ringassay.schemes import catalogue

LEAST_SECURITY = 40.0
"""Below it no scheme chooses parameters."""


class Asked(NamedTuple):
    """A computation as parameters are chosen for it."""

    length: int
    depth: float
    plaintext: int


def asked_of(circuit: Circuit) -> Asked:
    """What a circuit over bits or integers asks of parameters."""
    summary = circuit.summary()
    key = KeyParameters.parse(circuit.key_parameters(round(LEAST_SECURITY)))
    return Asked(summary["batch"], float(key.depth), summary["modulus"] or 2)


def choose(
    scheme: str,
    asked: Asked,
    security_bits: float,
    *,
    index: int | None = None,
    slack: float | None = None,
    insist: bool = False,
) -> dict[str, Any]:
    """The parameters as facts. Raises `_native.SchemeError` where there are none."""
    security_bits = max(security_bits, LEAST_SECURITY)
    if not catalogue()[scheme].has_slots:
        return dict(
            _native.choose_multiprecision(
                scheme, asked.plaintext, asked.depth, security_bits, _degree(scheme, index), insist
            )
        )
    request = integer_request(
        asked.length,
        asked.depth,
        security=security_bits,
        plaintext=asked.plaintext,
        index=index,
        slack=slack,
        insist=insist,
    )
    return dict(_native.IntegerParameters.choose(scheme, request).facts())


def _degree(scheme: str, index: int | None) -> int | None:
    """n of x^n + 1."""
    if index is None:
        return None
    degree, odd = divmod(index, 2)
    if odd or degree & (degree - 1):
        raise _native.SchemeError(
            f"{scheme} computes modulo x^n + 1: the index is a power of two, 2·n, not {index}"
        )
    return degree
