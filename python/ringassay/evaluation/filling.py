"""Inputs with fewer entries than the vectors of their circuit: the rest comes from another input.

Known answers so stand in the first slots of a ciphertext, random instances in the others.
"""

from __future__ import annotations

import json
from typing import Any

from ringassay.evaluation.suite import SuiteError
from ringassay.store.canonical import canonical_json


def filled(text: bytes, drawn: bytes, path: str) -> bytes:
    """The entries of `text`, and behind them in each vector those of `drawn`, which is complete.

    Both in the writer's form (docs/formats.md); `path` is how messages call `text`. Raises
    `SuiteError`.
    """
    known, whole = (_vectors(one, path) for one in (text, drawn))
    if len(known) != len(whole):
        raise SuiteError(f"{path}: {len(known)} vectors, where the circuit takes {len(whole)}")
    for number, (few, all_of_them) in enumerate(zip(known, whole, strict=True)):
        if len(few) > len(all_of_them):
            raise SuiteError(
                f"{path}: vector {number} has {len(few)} entries, more than the circuit's "
                f"{len(all_of_them)}"
            )
    joined = [few + rest[len(few) :] for few, rest in zip(known, whole, strict=True)]
    if joined and isinstance(joined[0], str):
        return f"[{','.join(joined)}]".encode("ascii")
    return canonical_json(joined).encode("ascii")


def beginning(output: bytes, like: bytes) -> bytes:
    """Of each vector of an output as many entries as that of `like` has, where it has as many
    vectors; both in the writer's form."""
    vectors, known = (one.decode("ascii", "replace").split(";") for one in (output, like))
    if len(vectors) != len(known):
        return output
    return ";".join(map(_cut, vectors, known)).encode("ascii")


def _cut(vector: str, like: str) -> str:
    if not vector.startswith("["):
        return vector[: len(like)]
    try:
        return canonical_json(json.loads(vector)[: len(json.loads(like))])
    except (ValueError, TypeError):
        return vector


def _vectors(text: bytes, path: str) -> list[Any]:
    """Strings of bits, or lists of numbers."""
    body = text.decode("ascii", "replace")
    if not body.startswith("["):
        raise SuiteError(f"{path}: an input is a list of vectors in brackets")
    if not body.startswith("[["):
        return body[1:-1].split(",")
    try:
        vectors = json.loads(body)
    except ValueError as error:
        raise SuiteError(f"{path}: {error}") from None
    if not isinstance(vectors, list) or not all(isinstance(one, list) for one in vectors):
        raise SuiteError(f"{path}: an input is a list of vectors in brackets")
    return vectors
