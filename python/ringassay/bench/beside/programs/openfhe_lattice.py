"""Measures single operations of OpenFHE's CKKS, BGV and BFV through its Python binding.

CKKS and BGV have the chain that is asked for, in the technique FIXEDMANUAL; of P, OpenFHE decides.
As "OpenFHE automatic" they have the default, FLEXIBLEAUTOEXT. BFV is the deepest within the
modulus, where nothing else is asked for. Keys for products, of which it keeps one to a secret, are
not timed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

import openfhe_contexts
from openfhe_contexts import MANUAL, context_of, openfhe, sizes
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

MOST_DEPTH = 64

LAST = "a ciphertext of the last level"
"""Is compared, and not measured."""

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

    def depth(self, x: list[float], y: list[float], manual: bool) -> int:
        """How many products of reals in a row are right, scales divided after each."""
        product, b, expected = self.encrypt(self.encode(x)), self.encrypt(self.encode(y)), x
        for done in range(MOST_DEPTH):
            try:
                product = self.context.EvalMult(product, b)
                if manual:
                    product = self.context.Rescale(product)
                found = self.opened(product, 0)
            except RuntimeError:  # no levels are left, or nothing that could be decoded
                return done
            expected = [p * q for p, q in zip(expected, y, strict=True)]
            if not max(abs(p - q) for p, q in zip(found, expected, strict=True)) <= 1 / 64:
                return done
        return MOST_DEPTH

    def operations(self, x: list[Any], y: list[Any]) -> dict[str, Callable[[], Any]]:
        """By the names that all libraries have for them."""
        context = self.context
        plain, factor = self.encode(x), self.encode(y)
        a, b, total = self.encrypt(plain), self.encrypt(factor), self.encrypt(plain)
        product = context.EvalMultNoRelin(a, b)
        secret, written = self.pair.secretKey, saved(a)
        last = context.Compress(a, 1)
        return {
            "encode": lambda: self.encode(x),
            "prepare": lambda: self.encode(y),
            "encrypt": lambda: self.encrypt(plain),
            "encode_encrypt": lambda: self.encrypt(self.encode(x)),
            "decrypt_decode": lambda: context.Decrypt(secret, a),
            "decrypt_decode_low": lambda: context.Decrypt(secret, last),
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
            "save": lambda: saved(a),
            "load": lambda: openfhe.DeserializeCiphertextString(written, openfhe.BINARY),
            LAST: lambda: last,
        }


def saved(ciphertext: Any) -> bytes:
    """A ciphertext as bytes."""
    found: bytes = openfhe.Serialize(ciphertext, openfhe.BINARY)
    return found


def facts_of(
    shape: dict[str, Any], context: Any, digits: int, technique: str, ciphertext: Any
) -> dict[str, Any]:
    """What the program says of the parameters."""
    log2_q, log2_p = sizes(context, digits)
    return {
        "library": shape.get("library", "OpenFHE"),
        "version": version("openfhe"),
        "technique": technique,
        "limbs": len(openfhe_contexts.primes_of(context)),
        "objects": {"ciphertext": {"saved_bytes": len(saved(ciphertext))}},
        "scheme": shape["scheme"],
        "log2_q": log2_q,
        "log2_p": log2_p,
        "special_limbs": round(log2_p / openfhe_contexts.AUXILIARY_BITS),
        "digits": digits,
        "ciphertext_bytes": len(saved(ciphertext)),
        "keys_bytes": None,
    }


def reals(shape: dict[str, Any]) -> None:
    """CKKS."""
    n = shape["n"]
    context, digits, technique = context_of(shape)
    manual = technique == MANUAL
    own = OpenFhe(context, n, reals=True)
    x, y = real_vectors(n // 2)
    operations = own.operations(x, y)
    together = [a * b for a, b in zip(x, y, strict=True)]

    def opened(result: Any) -> list[Any]:
        return own.opened(result, 0)

    a, b = own.encrypt(own.encode(x)), own.encrypt(own.encode(y))
    if manual:  # else it divides when a product needs it, and nobody may ask for it
        product = context.EvalMult(a, b)
        operations["rescale"] = lambda: context.Rescale(product)
        operations["multiply_rescale"] = lambda: context.Rescale(operations["multiply"]())
    worst_bits("a sum", opened(operations["add"]()), [p + q for p, q in zip(x, y, strict=True)])
    whole = operations["multiply_rescale" if manual else "multiply"]
    bits = worst_bits("a product", opened(whole()), together)
    worst_bits(LAST, opened(operations[LAST]()), x)
    worst_bits("a plaintext product", opened(operations["multiply_plain"]()), together)
    for name, steps in (("rotate", 1), ("rotate_half", n // 4), ("rotate_8_hoisted", 8)):
        worst_bits(name, opened(operations[name]()), x[steps:] + x[:steps])
    levels = own.depth(x, y, manual)
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
    facts = facts_of(shape, context, digits, technique, a) | more
    serve(facts, only(shape, operations), shape["sample_us"])


def integers(shape: dict[str, Any]) -> None:
    """BGV and BFV."""
    n, t = shape["n"], shape["t"]
    context, digits, technique = context_of(shape)
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
    check(LAST, own.opened(operations[LAST](), t), first)
    manual = technique == MANUAL
    a, b = own.encrypt(own.encode(first)), own.encrypt(own.encode(second))
    if manual:
        fresh = operations["multiply"]()
        operations["rescale"] = lambda: context.ModReduce(fresh)
        operations["multiply_rescale"] = lambda: context.ModReduce(operations["multiply"]())
        check("a rescaled product", own.opened(operations["multiply_rescale"](), t), together)

    def chain(each: int) -> int:
        """Products in a row, moduli switched after so many; by the library itself with 0."""
        state, done = {"x": a, "b": b}, iter(range(1, 65))

        def one_more() -> list[int]:
            state["x"] = context.EvalMult(state["x"], state["b"])
            found = own.opened(state["x"], t)
            if each and next(done) % each == 0:
                try:
                    state["x"] = context.ModReduce(state["x"])
                    # Operands are to have the same factors and moduli.
                    state["b"] = context.ModReduce(state["b"])
                except RuntimeError:  # one modulus is left
                    return found
                found = own.opened(state["x"], t)
            return found

        done_right: int = products(first, second, t, one_more)
        return done_right

    levels = {"levels": max(map(chain, (1, 2))) if manual else chain(0)}
    facts = facts_of(shape, context, digits, technique, a) | levels
    serve(facts, only(shape, operations), shape["sample_us"])


def main() -> None:
    """Prepares and serves."""
    shape = asked()
    if shape["scheme"] == "CKKS":
        reals(shape)
    else:
        integers(shape)


main()
