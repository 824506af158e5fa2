"""Measures OpenFHE's BGV and BFV through its Python binding (package openfhe).

OpenFHE chooses its moduli itself, from a depth: the deepest is taken whose Q and P together are not
above what is asked. Security is judged elsewhere, alike for all libraries.
"""

from __future__ import annotations

import math
from importlib.metadata import version
from typing import Any

from rounds import asked, check, multiplied, products, rotated, serve, sums, vectors

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


def main() -> None:
    """Prepares and serves."""
    shape: dict[str, Any] = asked()
    scheme, n, t = shape["scheme"], shape["n"], shape["t"]
    log2_qp = float(sum(shape["q_bits"]) + sum(shape["p_bits"]))
    context, digits = deepest(scheme, n, t, log2_qp)
    pair = context.KeyGen()
    context.EvalMultKeyGen(pair.secretKey)
    context.EvalRotateKeyGen(pair.secretKey, [-1])
    half = n // 2
    first, second = vectors(n, t)

    def packed(vector: list[int]) -> Any:
        return context.MakePackedPlaintext(vector)

    def decrypt(ciphertext: Any) -> list[int]:
        plain = context.Decrypt(pair.secretKey, ciphertext)
        plain.SetLength(n)
        return [value % t for value in plain.GetPackedValue()]

    a = context.Encrypt(pair.publicKey, packed(first))
    b = context.Encrypt(pair.publicKey, packed(second))
    state = {"x": a}

    def one_more() -> list[int]:
        state["x"] = context.EvalMult(state["x"], b)
        return decrypt(state["x"])

    check("a sum", decrypt(context.EvalAdd(a, b)), sums(first, second, t))
    check("a product", decrypt(context.EvalMult(a, b)), multiplied(first, second, t))
    check("a rotation", decrypt(context.EvalRotate(a, -1))[1:half], rotated(first, 1)[1:half])
    scaled = decrypt(context.EvalMult(a, packed(second)))
    check("a plaintext product", scaled, multiplied(first, second, t))

    def keys() -> Any:
        made = context.KeyGen()
        context.EvalMultKeyGen(made.secretKey)
        context.EvalRotateKeyGen(made.secretKey, [-1])
        return made

    log2_q, log2_p = sizes(context, digits)
    serve(
        {
            "library": "OpenFHE",
            "version": version("openfhe"),
            "scheme": scheme,
            "log2_q": log2_q,
            "log2_p": log2_p,
            "digits": digits,
            "levels": products(first, second, t, one_more),
            "ciphertext_bytes": None,
            "keys_bytes": None,
        },
        {
            "encrypt": lambda: context.Encrypt(pair.publicKey, packed(first)),
            "decrypt": lambda: context.Decrypt(pair.secretKey, a).GetPackedValue(),
            "add": lambda: context.EvalAdd(a, b),
            "multiply": lambda: context.EvalMult(a, b),
            "rotate": lambda: context.EvalRotate(a, -1),
            "multiply_plain": lambda: context.EvalMult(a, packed(second)),
            "keys": keys,
        },
        shape["sample_us"],
    )


main()
