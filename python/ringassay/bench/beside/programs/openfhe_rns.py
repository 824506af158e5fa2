"""Measures OpenFHE's BGV and BFV through its Python binding (package openfhe).

BGV has the sizes of primes that are asked for, in the technique FIXEDMANUAL, which is the fastest.
Moduli of BFV OpenFHE chooses itself, from a depth: the deepest is taken whose Q and P together are
not above what is asked. Security is judged elsewhere, alike for all libraries.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from openfhe_contexts import MANUAL, context_of, sizes
from rounds import asked, check, multiplied, products, rotated, serve, sums, vectors


def main() -> None:
    """Prepares and serves."""
    shape: dict[str, Any] = asked()
    scheme, n, t = shape["scheme"], shape["n"], shape["t"]
    context, digits, technique = context_of(shape)
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
    state = {"x": a, "b": b}

    def one_more() -> list[int]:
        state["x"] = context.EvalMult(state["x"], state["b"])
        if technique == MANUAL:
            state.update({name: context.ModReduce(one) for name, one in state.items()})
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
