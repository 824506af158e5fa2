"""Which systems' keys are weaker than what was asked for, told as soon as a run has ended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ringassay.security.delivered import delivered, standing
from ringassay.security.stated import stated
from ringassay.store.statements import KeyStatement


@dataclass(frozen=True)
class Shortfall:
    """The weakest key of a system that delivers less than was asked."""

    sut: str
    asked_bits: float
    delivered_bits: float


def shortfalls(statements: Iterable[KeyStatement]) -> tuple[Shortfall, ...]:
    """One for each system of which a key is known to be too weak, by our estimate."""
    weakest: dict[str, Shortfall] = {}
    for one in statements:
        facts = stated(
            one.scheme,
            one.n,
            one.m,
            (one.log2_q, one.log2_qp),
            (one.secret, one.error, one.parameters),
        )
        found = delivered(facts)
        if standing(one.asked_bits, one.claimed_bits, found) != "below":
            continue
        known = weakest.get(one.sut)
        if known is None or found.bits < known.delivered_bits:
            weakest[one.sut] = Shortfall(one.sut, one.asked_bits, found.bits)
    return tuple(weakest.values())
