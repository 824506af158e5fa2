"""The small circuits of a conformance check: each gate alone, rotations, all gates together."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ringassay.circuit import Circuit
from ringassay.evaluation.conformance.explain import Asked, explain
from ringassay.evaluation.outputs import compare_outputs, vector_of

SIMD = (
    "LADD", "LADDconst", "LMUL", "LMULconst", "LSELECT", "LROTATE", "LSUB", "LNEG", "LPOLY",
    "LCONJ",
)  # fmt: skip


@dataclass(frozen=True)
class Space:
    """A plaintext space, with the batch and the key that it is tried with."""

    modulus: int | None
    batch: int
    security: int
    depth: int

    @property
    def name(self) -> str:
        """For people."""
        return "gf2" if self.modulus is None else f"integers mod {self.modulus}"

    @property
    def key(self) -> bytes:
        """The key parameters."""
        end = "" if self.modulus is None else f",T={self.modulus}"
        return f"L={self.batch},D={self.depth}.0,K={self.security}{end}".encode()

    def smaller(self) -> Space:
        """Vectors that are an entry shorter, if they can be."""
        return Space(self.modulus, max(1, self.batch - 1), self.security, self.depth)

    def gates(self, declared: Sequence[str]) -> list[str]:
        """Those of the declared gates that exist here."""
        absent = ("LPOLY", "LCONJ", *(() if self.modulus else ("LSUB", "LNEG")))
        return [gate for gate in declared if gate not in absent]

    def single(self, gate: str) -> Iterator[Trial]:
        """A gate alone; rotations by several amounts."""
        return single(self, gate)

    def together(self, gates: Sequence[str]) -> Trial | None:
        """One circuit of all declared gates."""
        return together(self, gates)

    def several_outputs(self, gates: Sequence[str]) -> Trial | None:
        """A circuit of three outputs."""
        return several_outputs(self, gates)

    def matches(self, trial: Trial, output: bytes) -> bool:
        """Whether an answer is right."""
        return compare_outputs(trial.expected, output).matches

    def explain(self, trial: Trial, output: bytes) -> tuple[str, str]:
        """What is wrong with an answer, and what to do."""
        return explain(trial.asked, output)


@dataclass(frozen=True)
class Trial:
    """A circuit, an input, and what should come back."""

    name: str
    circuit: bytes
    input: bytes
    asked: Asked
    expected: bytes


def vector(space: Space, values: Sequence[int], *, bracket: bool = False) -> str:
    """A vector as docs/formats.md writes it; a constant of bits stands in brackets."""
    if space.modulus is None:
        text = "".join(map(str, values))
        return f"[{text}]" if bracket else text
    return json.dumps(list(values), separators=(",", ":"))


def several_outputs(space: Space, gates: Sequence[str]) -> Trial | None:
    """A circuit of three outputs: a gate, a wire, and the gate again."""
    gate = next((one for one in ("LADD", "LMUL", "LSUB") if one in gates), None)
    if gate is None:
        return None
    lines = [f"G2:{gate}(W0,W1)", "OUTPUT(G2,W1,G2)"]
    return trial(space, "several outputs", lines, "outputs")


def trial(
    space: Space, name: str, gates: Sequence[str], gate: str = "", amount: int | None = None
) -> Trial:
    """A circuit of these gates over two wires, W0 and W1, on the one input of this space."""
    rng = random.Random(str(space))  # noqa: S311 - the same every time, no secret
    t = space.modulus or 2
    operands = [[rng.randrange(t) for _ in range(space.batch)] for _ in range(2)]
    operands[0][0], operands[1][0] = t - 1, t - 1
    operands[0][-1] = 0
    end = "" if space.modulus is None else f",T={t}"
    lines = [f"W=2,D={space.depth},L={space.batch}{end}", *gates]
    text = "\n".join(lines).encode()
    given = f"[{','.join(vector(space, one) for one in operands)}]".encode()
    expected = Circuit.parse(text).evaluator().evaluate(given)
    slots = vector_of(expected) or []
    return Trial(name, text, given, Asked(gate, amount, operands, slots, t), expected)


def constant(space: Space, top: int) -> str:
    """A constant with values up to `top`, 0 and `top` among them."""
    values = [(index * 7 + 1) % (top + 1) for index in range(space.batch)]
    values[0], values[-1] = top, 0
    return vector(space, values, bracket=True)


def single(space: Space, gate: str) -> Iterator[Trial]:
    """A gate alone; rotations by several amounts."""
    t = space.modulus or 2
    if gate == "LROTATE":
        for amount in sorted({0, 1, space.batch // 2, space.batch - 1}):
            call = f"G2:LROTATE(W0,{amount})"
            yield trial(space, f"LROTATE by {amount}", [call], gate, amount)
        return
    arguments = {
        "LADDconst": f"W0,{constant(space, t - 1)}",
        "LMULconst": f"W0,{constant(space, t - 1)}",
        "LSELECT": f"W0,W1,{constant(space, 1)}",
        "LNEG": "W0",
    }.get(gate, "W0,W1")
    yield trial(space, gate, [f"G2:{gate}({arguments})"], gate)


def together(space: Space, gates: Sequence[str]) -> Trial | None:
    """One circuit of all declared gates, products at most once on a path; ids with gaps."""
    lines: list[str] = []
    last = "W0"
    # A product of two wires, then everything else on top of it.
    for gate in sorted(gates, key=lambda name: name != "LMUL"):
        node = f"G{10 + 3 * len(lines)}"
        if gate == "LMULconst" and space.depth < 2:
            continue
        arguments = {
            "LADDconst": f"{last},{constant(space, 1)}",
            "LMULconst": f"{last},{constant(space, 1)}",
            "LSELECT": f"{last},W1,{constant(space, 1)}",
            "LROTATE": f"{last},1",
            "LNEG": last,
        }.get(gate, f"{last},W1")
        lines.append(f"{node}:{gate}({arguments})")
        last = node
    return trial(space, "all gates in one circuit", lines) if len(lines) > 1 else None
