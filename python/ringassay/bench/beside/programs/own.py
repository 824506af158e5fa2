"""Measures our own BGV and BFV as a user of Python has them.

Vectors have N/2 entries, one row of slots, of which a plaintext holds two copies: so all slots are
in use, and a rotation is one automorphism, as in the rows of other libraries.
"""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from typing import Any

import numpy as np
from rounds import asked, check, multiplied, products, rotated, serve, sums, vectors

import ringassay
from ringassay import _native


def main() -> None:
    """Prepares and serves."""
    shape: dict[str, Any] = asked()
    ringassay.threads(1)
    module = import_module(f"ringassay.{shape['scheme'].lower()}")
    n, t, largest = shape["n"], shape["t"], 49.8
    parameters = module.parameters(
        2 * n,
        log2_q=sum(shape["q_bits"]),
        special=[min(bits, largest) for bits in shape["p_bits"]],
        plaintext=t,
        length=n // 2,
        insist=True,
    )
    # Where keys are made for single rotations, as others make them.
    single = "rotations" in signature(parameters.keys).parameters
    wanted: dict[str, Any] = {"rotations": [1]} if single else {}
    keys = parameters.keys(**wanted)
    length = parameters.length
    first, second = vectors(length, t)
    x, y = np.array(first), np.array(second)
    a, b = keys.encrypt(x), keys.encrypt(y)

    state = {"x": a}

    def one_more() -> list[int]:
        state["x"] = state["x"] * b
        return list(keys.decrypt(state["x"]))

    check("a sum", list(keys.decrypt(a + b)), sums(first, second, t))
    check("a product", list(keys.decrypt(a * b)), multiplied(first, second, t))
    check("a rotation", list(keys.decrypt(a.rotate(1))), rotated(first, -1))
    check("a plaintext product", list(keys.decrypt(a * y)), multiplied(first, second, t))
    certain = products(first, second, t, one_more)
    state["x"] = a.insisting()
    facts = parameters.facts
    serve(
        {
            "library": "ringassay",
            "version": _native.__version__,
            "scheme": shape["scheme"],
            "log2_q": parameters.log2_q,
            "log2_p": parameters.log2_p,
            "digits": facts["digits"],
            "levels": max(certain, products(first, second, t, one_more)),
            "certain_levels": certain,
            "ciphertext_bytes": len(a.save()),
            "keys_bytes": len(keys.public.save()) + len(keys.evaluation.save()),
            "rotation_keys": keys.evaluation.rotations,
            "backend": parameters.instance.backend,
        },
        {
            "encrypt": lambda: keys.encrypt(x),
            "decrypt": lambda: keys.decrypt(a),
            "add": lambda: a + b,
            "multiply": lambda: a * b,
            "rotate": lambda: a.rotate(1),
            "multiply_plain": lambda: a * y,
            "keys": lambda: parameters.keys(**wanted),
        },
        shape["sample_us"],
    )


main()
