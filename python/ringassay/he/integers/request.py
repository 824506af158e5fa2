"""What parameters are asked for, in the compiled module's form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ringassay.he.natural import natural

if TYPE_CHECKING:
    from ringassay._native import _IntegerRequest

Objective = Literal["speed", "size"]


def integer_request(
    length: int | None,
    depth: float | None,
    *,
    security: float = 128,
    plaintext: int = 2,
    plaintext_bits: int | None = None,
    objective: Objective = "speed",
    index: int | None = None,
    slack: float | None = None,
    insist: bool = False,
    rotation_keys: int | None = None,
    most_log2_qp: float | None = None,
    for_this_machine: bool = False,
) -> _IntegerRequest:
    """The request with these properties; `Choose` explains them."""
    return {
        "plaintext": natural("the plaintext modulus", plaintext),
        "plaintext_bits": natural("the bits of the plaintext modulus", plaintext_bits),
        "length": natural("the length of vectors", length),
        "depth": depth,
        "slack": slack,
        "security_bits": security,
        "objective": objective,
        "index": natural("the index", index),
        "most_log2_qp": most_log2_qp,
        "rotation_keys": natural("the number of rotation keys", rotation_keys),
        "insist": insist,
        "for_this_machine": for_this_machine,
    }
