"""Contexts of OpenFHE's Python binding (package openfhe)."""

from __future__ import annotations

import math
from typing import Any

try:
    import openfhe
except ImportError as missing:
    raise SystemExit(
        f"not installed ({missing}): pip install openfhe, with a Python that its wheel serves"
    ) from missing

AUXILIARY_BITS = 60
"""The primes of P in its hybrid key switching."""

MOST_DEPTH = 64


def context_of(scheme: str, n: int, t: int, depth: int, digits: int) -> Any:
    """A context of this depth in a ring of dimension n. `RuntimeError`: there is none."""
    parameters = getattr(openfhe, f"CCParams{scheme}RNS")()
    parameters.SetPlaintextModulus(t)
    parameters.SetMultiplicativeDepth(depth)
    parameters.SetSecurityLevel(openfhe.SecurityLevel.HEStd_NotSet)
    parameters.SetKeySwitchTechnique(openfhe.KeySwitchTechnique.HYBRID)
    parameters.SetNumLargeDigits(digits)
    parameters.SetRingDim(n)
    context = openfhe.GenCryptoContext(parameters)
    for feature in ("PKE", "KEYSWITCH", "LEVELEDSHE"):
        context.Enable(getattr(openfhe.PKESchemeFeature, feature))
    return context


def sizes(context: Any, digits: int) -> tuple[float, float]:
    """log2 Q, and log2 P: as many auxiliary primes as a digit needs."""
    log2_q = math.log2(context.GetModulus())
    return log2_q, float(AUXILIARY_BITS * math.ceil(log2_q / digits / AUXILIARY_BITS))


def deepest(scheme: str, n: int, t: int, log2_qp: float) -> tuple[Any, int]:
    """The deepest context within a modulus, and its number of digits.

    Of one depth that with the fewest digits, which switches keys fastest; what it refuses for one
    number of digits it may accept for another.
    """
    found = None
    for depth in range(1, MOST_DEPTH):
        fitting = (
            _context((scheme, n, t), depth, digits, log2_qp) for digits in range(1, depth + 3)
        )
        best = next(filter(None, fitting), None)
        if best is None:
            break
        found = best
    if found is None:
        raise SystemExit(f"it has no parameters for a product at N = {n} and log2 QP = {log2_qp}")
    return found


def _context(
    ring: tuple[str, int, int], depth: int, digits: int, log2_qp: float
) -> tuple[Any, int] | None:
    try:
        context = context_of(*ring, depth, digits)
    except RuntimeError:  # it cannot distribute its primes
        return None
    return (context, digits) if sum(sizes(context, digits)) <= log2_qp else None
