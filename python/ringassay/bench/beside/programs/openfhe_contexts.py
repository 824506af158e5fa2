"""Contexts of OpenFHE's Python binding (package openfhe).

Of BGV and CKKS there are two techniques. In FIXEDMANUAL a program says where moduli are switched
or scales divided, which is the fastest; by default, in FLEXIBLEAUTOEXT, the library does so before
products, with a modulus more, and a single operation contains what was put off.
"""

from __future__ import annotations

import json
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

MANUAL, AUTOMATIC = "FIXEDMANUAL", "FLEXIBLEAUTOEXT"

_ENUMERATIONS = {"ScalingTechnique", "MultiplicationTechnique"}
"""Parameters whose values are names."""


def make(scheme: str, ring: tuple[int, int], settings: dict[str, Any]) -> Any:
    """A context of dimension N with t, and these parameters. `RuntimeError`: there is none."""
    n, t = ring
    parameters = getattr(openfhe, f"CCParams{scheme}RNS")()
    if scheme != "CKKS":
        parameters.SetPlaintextModulus(t)
    parameters.SetSecurityLevel(openfhe.SecurityLevel.HEStd_NotSet)
    parameters.SetKeySwitchTechnique(openfhe.KeySwitchTechnique.HYBRID)
    parameters.SetRingDim(n)
    for name, value in settings.items():
        wanted = getattr(getattr(openfhe, name), value) if name in _ENUMERATIONS else value
        getattr(parameters, f"Set{name}")(wanted)
    context = openfhe.GenCryptoContext(parameters)
    for feature in ("PKE", "KEYSWITCH", "LEVELEDSHE", "ADVANCEDSHE"):
        context.Enable(getattr(openfhe.PKESchemeFeature, feature))
    return context


def manual(shape: dict[str, Any]) -> dict[str, Any]:
    """FIXEDMANUAL with the chain of primes that is asked for, and a digit of as many as P has."""
    q_bits, p_bits = shape["q_bits"], shape["p_bits"]
    return {
        "ScalingTechnique": MANUAL,
        "MultiplicativeDepth": len(q_bits) - 1,
        "FirstModSize": q_bits[0],
        "ScalingModSize": shape["log2_scale"] if shape["scheme"] == "CKKS" else max(q_bits),
        "NumLargeDigits": -(-len(q_bits) // len(p_bits)),
    }


def primes_of(context: Any) -> list[int]:
    """The primes of Q, by the context's own description of itself."""
    found = _find(json.loads(openfhe.Serialize(context, openfhe.JSON)), "elp")
    return [int(_find(tower, "cm")["v"]) for tower in _find(found, "p")]


def _find(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        if key in value:
            return value[key]
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            found = _find(one, key)
            if found is not None:
                return found
    return None


def sizes(context: Any, digits: int) -> tuple[float, float]:
    """log2 Q, and log2 P: as many auxiliary primes as the largest digit needs."""
    bits = [math.log2(prime) for prime in primes_of(context)]
    each = -(-len(bits) // digits)
    largest = max(sum(bits[first : first + each]) for first in range(0, len(bits), each))
    return sum(bits), float(AUXILIARY_BITS * math.ceil(largest / AUXILIARY_BITS))


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
    scheme, n, t = ring
    settings = {"MultiplicativeDepth": depth, "NumLargeDigits": digits}
    try:
        context = make(scheme, (n, t), settings)
    except RuntimeError:  # it cannot distribute its primes
        return None
    return (context, digits) if sum(sizes(context, digits)) <= log2_qp else None


def context_of(shape: dict[str, Any]) -> tuple[Any, int, str]:
    """What a shape asks for: a context, its number of digits, and how it is used.

    `settings` are parameters of the library; without them it is FIXEDMANUAL with the chain, in
    BFV and for `OpenFHE automatic` what the library makes of the modulus by default.
    """
    scheme, ring = shape["scheme"], (shape["n"], shape["t"])
    automatic = shape.get("library", "OpenFHE") != "OpenFHE"
    settings = dict(shape.get("settings") or {})
    if not settings and (scheme == "BFV" or (automatic and scheme == "BGV")):
        log2_qp = float(sum(shape["q_bits"]) + sum(shape["p_bits"]))
        context, digits = deepest(scheme, *ring, log2_qp)
        return context, digits, "" if scheme == "BFV" else AUTOMATIC
    if not settings:
        settings = manual(shape)
        if automatic:
            # It adds a modulus of its own.
            settings["ScalingTechnique"] = AUTOMATIC
            settings["NumLargeDigits"] = -(-(len(shape["q_bits"]) + 1) // len(shape["p_bits"]))
    fewest, refusal = settings["NumLargeDigits"], ""
    # Some numbers of digits it cannot distribute its primes over.
    for digits in range(fewest, fewest + 3):
        try:
            context = make(scheme, ring, {**settings, "NumLargeDigits": digits})
        except RuntimeError as refused:
            refusal = refusal or str(refused)
            continue
        technique = settings.get("ScalingTechnique") or settings.get("MultiplicationTechnique", "")
        return context, digits, technique
    raise SystemExit(f"it refuses {settings}: {refusal}")
