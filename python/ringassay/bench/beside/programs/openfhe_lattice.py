"""Measures single operations of OpenFHE's CKKS, BGV and BFV through its Python binding.

CKKS has the chain that is asked for; of P, OpenFHE decides. BGV and BFV are the deepest within the
modulus, as OpenFHE chooses it. Keys for products, of which it keeps one to a secret, are not timed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

import openfhe_contexts
from openfhe_contexts import deepest, openfhe, sizes
from rounds import (
    asked,
    check,
    multiplied,
    only,
    products,
    real_vectors,
    rotated,
    serve,
    sums,
    vectors,
    worst_bits,
)

EIGHT = range(1, 9)

DEGREES = {"polynomial_3": 3, "polynomial_7": 7, "polynomial_15": 15, "polynomial_31": 31}


class OpenFhe:
    """A context with keys: what CKKS and the others have in common."""

    def __init__(self, context: Any, n: int, *, reals: bool) -> None:
        self.context, self.n, self.reals = context, n, reals
        self.pair = context.KeyGen()
        context.EvalMultKeyGen(self.pair.secretKey)
        context.EvalRotateKeyGen(self.pair.secretKey, [*EIGHT, n // 4])

    def encode(self, vector: list[Any]) -> Any:
        """A plaintext."""
        if self.reals:
            return self.context.MakeCKKSPackedPlaintext(vector)
        return self.context.MakePackedPlaintext(vector)

    def encrypt(self, plain: Any) -> Any:
        """Under the public key."""
        return self.context.Encrypt(self.pair.publicKey, plain)

    def opened(self, ciphertext: Any, t: int) -> list[Any]:
        """The entries of a ciphertext."""
        plain = self.context.Decrypt(self.pair.secretKey, ciphertext)
        if self.reals:
            plain.SetLength(self.n // 2)
            return list(plain.GetRealPackedValue())
        plain.SetLength(self.n)
        return [value % t for value in plain.GetPackedValue()]

    def hoisted(self, a: Any) -> Any:
        """Rotations by 1 to 8 of what is decomposed once; the last."""
        digits = self.context.EvalFastRotationPrecompute(a)
        made = [self.context.EvalFastRotation(a, step, 2 * self.n, digits) for step in EIGHT]
        return made[-1]

    def operations(self, x: list[Any], y: list[Any]) -> dict[str, Callable[[], Any]]:
        """By the names that all libraries have for them."""
        context = self.context
        plain, factor = self.encode(x), self.encode(y)
        a, b, total = self.encrypt(plain), self.encrypt(factor), self.encrypt(plain)
        product = context.EvalMultNoRelin(a, b)
        secret = self.pair.secretKey
        return {
            "encode": lambda: self.encode(x),
            "prepare": lambda: self.encode(y),
            "encrypt": lambda: self.encrypt(plain),
            "encode_encrypt": lambda: self.encrypt(self.encode(x)),
            "decrypt_decode": lambda: context.Decrypt(secret, a),
            "add": lambda: context.EvalAdd(a, b),
            "add_in_place": lambda: context.EvalAddInPlace(total, b),
            "multiply_plain": lambda: context.EvalMult(a, factor),
            "multiply_only": lambda: context.EvalMultNoRelin(a, b),
            "relinearise": lambda: context.Relinearize(product),
            "multiply": lambda: context.EvalMult(a, b),
            "rotate": lambda: context.EvalRotate(a, 1),
            "rotate_half": lambda: context.EvalRotate(a, self.n // 4),
            "rotate_8": lambda: [context.EvalRotate(a, step) for step in EIGHT][-1],
            "rotate_8_hoisted": lambda: self.hoisted(a),
        }


def chain_context(shape: dict[str, Any]) -> tuple[Any, int]:
    """CKKS with the levels and sizes that are asked for, and its number of digits."""
    q_bits, p_bits = shape["q_bits"], shape["p_bits"]
    digits = -(-len(q_bits) // len(p_bits))
    parameters = openfhe.CCParamsCKKSRNS()
    parameters.SetMultiplicativeDepth(len(q_bits) - 1)
    parameters.SetFirstModSize(q_bits[0])
    parameters.SetScalingModSize(shape["log2_scale"])
    parameters.SetScalingTechnique(openfhe.ScalingTechnique.FIXEDMANUAL)
    parameters.SetSecurityLevel(openfhe.SecurityLevel.HEStd_NotSet)
    parameters.SetKeySwitchTechnique(openfhe.KeySwitchTechnique.HYBRID)
    parameters.SetNumLargeDigits(digits)
    parameters.SetRingDim(shape["n"])
    context = openfhe.GenCryptoContext(parameters)
    for feature in ("PKE", "KEYSWITCH", "LEVELEDSHE", "ADVANCEDSHE"):
        context.Enable(getattr(openfhe.PKESchemeFeature, feature))
    return context, digits


def facts_of(shape: dict[str, Any], context: Any, digits: int) -> dict[str, Any]:
    """What the program says of the parameters."""
    log2_q, log2_p = sizes(context, digits)
    return {
        "library": "OpenFHE",
        "version": version("openfhe"),
        "scheme": shape["scheme"],
        "log2_q": log2_q,
        "log2_p": log2_p,
        "special_limbs": round(log2_p / openfhe_contexts.AUXILIARY_BITS),
        "digits": digits,
        "ciphertext_bytes": None,
        "keys_bytes": None,
    }


def reals(shape: dict[str, Any]) -> None:
    """CKKS."""
    n = shape["n"]
    context, digits = chain_context(shape)
    own = OpenFhe(context, n, reals=True)
    x, y = real_vectors(n // 2)
    operations = own.operations(x, y)
    together = [a * b for a, b in zip(x, y, strict=True)]

    def opened(result: Any) -> list[Any]:
        return own.opened(result, 0)

    product = context.EvalMult(own.encrypt(own.encode(x)), own.encrypt(own.encode(y)))
    operations["rescale"] = lambda: context.Rescale(product)
    operations["multiply_rescale"] = lambda: context.Rescale(operations["multiply"]())
    a = own.encrypt(own.encode(x))
    worst_bits("a sum", opened(operations["add"]()), [p + q for p, q in zip(x, y, strict=True)])
    bits = worst_bits("a product", opened(operations["multiply_rescale"]()), together)
    worst_bits("a plaintext product", opened(operations["multiply_plain"]()), together)
    for name, steps in (("rotate", 1), ("rotate_half", n // 4), ("rotate_8_hoisted", 8)):
        worst_bits(name, opened(operations[name]()), x[steps:] + x[:steps])
    levels = len(shape["q_bits"]) - 1
    for name, degree in DEGREES.items():
        if degree.bit_length() <= levels and name in shape["operations"]:
            coefficients = [(-1.0) ** i / (i + 2) for i in range(degree + 1)]
            operations[name] = partial(context.EvalPoly, a, coefficients)
            expected = [sum(c * z**i for i, c in enumerate(coefficients)) for z in x]
            try:
                worst_bits(name, opened(operations[name]()), expected)
            except (RuntimeError, SystemExit):  # it needs more levels than its depth
                del operations[name]
    more = {"levels": levels, "log2_scale": shape["log2_scale"], "precision_bits": bits}
    serve(facts_of(shape, context, digits) | more, only(shape, operations), shape["sample_us"])


def integers(shape: dict[str, Any]) -> None:
    """BGV and BFV."""
    n, t = shape["n"], shape["t"]
    log2_qp = float(sum(shape["q_bits"]) + sum(shape["p_bits"]))
    context, digits = deepest(shape["scheme"], n, t, log2_qp)
    own = OpenFhe(context, n, reals=False)
    first, second = vectors(n, t)
    operations = own.operations(first, second)
    half, together = n // 2, multiplied(first, second, t)
    check("a sum", own.opened(operations["add"](), t), sums(first, second, t))
    check("a product", own.opened(operations["multiply"](), t), together)
    check("a plaintext product", own.opened(operations["multiply_plain"](), t), together)
    for name, steps in (("rotate", 1), ("rotate_half", half // 2), ("rotate_8_hoisted", 8)):
        turned = rotated(first[:half], -steps)
        check(name, own.opened(operations[name](), t)[:half], turned)
    b = own.encrypt(own.encode(second))
    state = {"x": own.encrypt(own.encode(first))}

    def one_more() -> list[int]:
        state["x"] = context.EvalMult(state["x"], b)
        return own.opened(state["x"], t)

    levels = {"levels": products(first, second, t, one_more)}
    serve(facts_of(shape, context, digits) | levels, only(shape, operations), shape["sample_us"])


def main() -> None:
    """Prepares and serves."""
    shape = asked()
    if shape["scheme"] == "CKKS":
        reals(shape)
    else:
        integers(shape)


main()
