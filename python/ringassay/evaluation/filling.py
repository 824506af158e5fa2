"""Inputs with fewer entries than the vectors of their circuit: the rest comes from another input.

Known answers so stand in the first slots of a ciphertext, random instances in the others.
"""

from __future__ import annotations

import re

from ringassay.evaluation.data.notation import (
    join_input,
    join_output,
    split_input,
    split_output,
    squeezed,
)
from ringassay.evaluation.suite import SuiteError

_BIT_VECTORS = re.compile(r"\[(?:\[[01](?:,[01])*\]|[01]+)(?:,(?:\[[01](?:,[01])*\]|[01]+))*\]")
"""An input over bits, without spaces, in either notation of vectors."""
_NUMBER_VECTORS = re.compile(r"\[\[[^][]*\](?:,\[[^][]*\])*\]")
"""An input over other spaces, whatever its entries are: the completed one is read as any other."""


def filled(text: bytes, drawn: bytes, path: str, *, bits: bool = False) -> bytes:
    """The entries of `text`, and behind them in each vector those of `drawn`, which is complete and
    in the writer's form (docs/formats.md); `path` is how messages call `text`.

    Raises `SuiteError`.
    """
    if not (_BIT_VECTORS if bits else _NUMBER_VECTORS).fullmatch(squeezed(text)):
        form = "vectors of bits in brackets: [1100,0110]" if bits else "[[1,2],[3,4]]"
        raise SuiteError(f"{path}: an input is a list of vectors in brackets, {form}")
    known, whole = (split_input(one, bits=bits) for one in (text, drawn))
    if len(known) != len(whole):
        raise SuiteError(f"{path}: {len(known)} vectors, where the circuit takes {len(whole)}")
    for number, (few, all_of_them) in enumerate(zip(known, whole, strict=True)):
        if len(few) > len(all_of_them):
            raise SuiteError(
                f"{path}: vector {number} has {len(few)} entries, more than the circuit's "
                f"{len(all_of_them)}"
            )
    joined = [few + rest[len(few) :] for few, rest in zip(known, whole, strict=True)]
    return join_input(joined, bits=bits)


def beginning(output: bytes, like: bytes, *, bits: bool = False) -> bytes:
    """Of each vector of an output as many entries as that of `like` has, where it has as many
    vectors."""
    vectors, known = (split_output(one, bits=bits) for one in (output, like))
    if len(vectors) != len(known):
        return output
    cut = (vector[: len(one)] for vector, one in zip(vectors, known, strict=True))
    return join_output(cut, bits=bits)
