"""Why an answer is wrong, as far as its slots tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ringassay.evaluation.outputs import vector_of


@dataclass(frozen=True)
class Asked:
    """A circuit that was evaluated, and what should have come back."""

    gate: str
    """The gate it consists of; empty for several."""
    amount: int | None
    operands: Sequence[Sequence[Any]]
    """Integers, or real or complex numbers."""
    expected: Sequence[Any]
    modulus: int
    """0 over real and complex numbers."""


def explain(asked: Asked, text: bytes) -> tuple[str, str]:
    """What is wrong with an output, and what to do."""
    if asked.gate == "outputs":
        return (
            f"the answer to a circuit of three outputs is {_cut(text)}",
            "write a vector for each output, in the order of the circuit's OUTPUT line, with "
            'semicolons between them: "001;110;001"; or declare no max_outputs',
        )
    got = vector_of(text)
    want = list(asked.expected)
    if got is None:
        form = "00100" if asked.modulus == 2 else "[1,2,3]"
        return (
            f"the answer {_cut(text)} is no vector",
            f"write it as {form} (`ringassay --page formats`, Output)",
        )
    if len(got) < len(want):
        said = f"the answer is short: {len(got)} slots instead of {len(want)}"
        return said, "give back all L slots, zeros included, from slot 0"
    if len(got) > len(want):
        return (
            f"the answer has {len(got)} slots instead of {len(want)}",
            "cut it to the batch L of the key parameters",
        )
    t = asked.modulus
    if any(not 0 <= slot < t for slot in got):
        same = [slot % t for slot in got] == want
        said = "the answer is right but unreduced" if same else "the answer is unreduced, and wrong"
        return f"{said}: {_shown(got)} mod {t}", f"reduce every slot to 0 … {t - 1}"
    return f"expected {_shown(want)}, got {_shown(got)}", _cause(asked, got, want)


def _cause(asked: Asked, got: list[int], want: list[float]) -> str:
    first = list(asked.operands[0])
    if asked.gate == "LROTATE" and asked.amount is not None:
        return _rotation(asked.amount, first, got)
    if asked.gate == "LSELECT":
        second = list(asked.operands[1])
        if got == [b if w == a else a for a, b, w in zip(first, second, want, strict=True)]:
            return "SELECT(a, b, c) is a where c is 1, b where c is 0: here it is the other way"
    if got == want[::-1]:
        return "the last slot comes first: slot 0 is the first of the text"
    if got == first:
        return "it is the first operand unchanged: is the gate's result stored?"
    if asked.modulus == 2 and asked.gate in ("LADD", "LADDconst"):
        return "over gf2 addition is XOR: reduce mod 2 if the library computes with integers"
    return "compare the gate with `ringassay --page formats`, Semantics"


def _rotation(k: int, first: list[float], got: list[int]) -> str:
    if got == first[k:] + first[:k]:
        return "it rotates the wrong way: out[(i + k) mod L] = in[i]"
    if got == [0] * k + first[: len(first) - k]:
        return "it shifts: what leaves at the end comes in again at the front"
    return "a vector of L slots rotates by itself, however long the library's rows are"


def _cut(text: bytes) -> str:
    return repr(text[:60].decode("utf-8", "replace"))


def _shown(slots: Sequence[float]) -> str:
    text = ",".join(map(str, slots[:8]))
    return f"[{text},…]" if len(slots) > 8 else f"[{text}]"
