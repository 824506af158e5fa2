"""Circuits for tests of the SUT kit: built in memory, evaluated by definition, or read from text.

Evaluation here shares no code with the package: it is what its results are compared with.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ringassay import _native

GF2_GATES = ("LADD", "LADDconst", "LMUL", "LMULconst", "LSELECT", "LROTATE")
ZT_GATES = (*GF2_GATES, "LSUB", "LNEG")
_BINARY = ("LADD", "LSUB", "LMUL", "LSELECT")

Gate = tuple[int, str, tuple[int, ...], Any]


@dataclass
class MiniCircuit:
    """A circuit with the two methods that the kit needs."""

    batch: int
    wires: int
    modulus: int | None = None
    gates: list[Gate] = field(default_factory=list)

    def instructions(self) -> Sequence[Gate]:
        return self.gates

    def summary(self) -> dict[str, Any]:
        space = "gf2" if self.modulus is None else "zt"
        return {
            "space": space,
            "modulus": self.modulus,
            "wires": self.wires,
            "batch": self.batch,
        }

    def text(self) -> bytes:
        """The circuit as docs/formats.md writes it."""
        name = {wire: f"W{wire}" for wire in range(self.wires)}
        lines = [
            f"W={self.wires},D=9,L={self.batch}" + (f",T={self.modulus}" if self.modulus else "")
        ]
        for node, gate, operands, constant in self.gates:
            name[node] = f"G{node}"
            parts = [name[operand] for operand in operands]
            if isinstance(constant, int):
                parts.append(str(constant))
            elif constant is not None:
                joint = "" if self.modulus is None else ","
                parts.append(f"[{joint.join(map(str, constant))}]")
            lines.append(f"G{node}:{gate}({','.join(parts)})")
        return "\n".join(lines).encode()

    def slot_program(self, target: bytes) -> bytes:
        """The program, by the planner under test."""
        return _native.Circuit.parse(self.text()).slot_program(target)

    def gate(self, name: str, *operands: int, constant: Any = None) -> int:
        """Append a gate; returns its node."""
        node = self.wires + len(self.gates)
        self.gates.append((node, name, operands, constant))
        return node

    def evaluate(self, inputs: Sequence[Sequence[int]]) -> list[int]:
        """The output by definition, slot by slot (docs/formats.md, Semantics)."""
        t = 2 if self.modulus is None else self.modulus
        slots = range(self.batch)
        values = {wire: list(vector) for wire, vector in enumerate(inputs)}
        for node, name, operands, c in self.gates:
            x, y = values[operands[0]], values[operands[-1]]
            match name:
                case "LADD":
                    out = [(x[i] + y[i]) % t for i in slots]
                case "LSUB":
                    out = [(x[i] - y[i]) % t for i in slots]
                case "LNEG":
                    out = [-x[i] % t for i in slots]
                case "LMUL":
                    out = [x[i] * y[i] % t for i in slots]
                case "LADDconst":
                    out = [(x[i] + c[i]) % t for i in slots]
                case "LMULconst":
                    out = [x[i] * c[i] % t for i in slots]
                case "LSELECT":
                    out = [x[i] if c[i] == 1 else y[i] for i in slots]
                case "LROTATE":
                    out = [0] * self.batch
                    for i in slots:
                        out[(i + c) % self.batch] = x[i]
                case _:
                    raise AssertionError(name)
            values[node] = out
        return values[self.gates[-1][0]]

    def random_inputs(self, rng: random.Random) -> list[list[int]]:
        t = 2 if self.modulus is None else self.modulus
        return [[rng.randrange(t) for _ in range(self.batch)] for _ in range(self.wires)]


def random_circuit(
    rng: random.Random,
    *,
    batch: int,
    modulus: int | None,
    wires: int = 4,
    gates: int = 20,
    names: Sequence[str] | None = None,
) -> MiniCircuit:
    """A circuit of random gates on random earlier nodes; every constant is possible."""
    circuit = MiniCircuit(batch, wires, modulus)
    t = 2 if modulus is None else modulus
    for _ in range(gates):
        name = rng.choice(names or (GF2_GATES if modulus is None else ZT_GATES))
        nodes = wires + len(circuit.gates)
        near = [rng.randrange(max(0, nodes - 2 * wires), nodes) for _ in range(2)]
        operands = near if name in _BINARY else near[:1]
        constant: Any = None
        if name == "LROTATE":
            constant = rng.randrange(batch)
        elif name.endswith("const") or name == "LSELECT":
            top = 2 if name == "LSELECT" else t
            uniform = rng.random() < 0.25
            constant = [rng.randrange(top)] * batch
            if not uniform:
                constant = [rng.randrange(top) for _ in range(batch)]
        circuit.gate(name, *operands, constant=constant)
    return circuit


def parse_gf2(text: bytes) -> MiniCircuit:
    """A reader for the circuits of these tests: canonical SIMD text over bits."""
    lines = text.decode().split("\n")
    header = re.fullmatch(r"W=(\d+),D=[\d.]+,L=(\d+)", lines[0])
    if header is None:
        raise ValueError(f"line 1: a header, not {lines[0]!r}")
    circuit = MiniCircuit(int(header[2]), int(header[1]))
    nodes = {f"W{wire}": wire for wire in range(circuit.wires)}
    for line in lines[1:]:
        parts = re.fullmatch(r"(G\d+):(\w+)\((.*)\)", line)
        if parts is None:
            raise ValueError(f"a gate, not {line!r}")
        operands = [item for item in parts[3].split(",") if item[0] in "WG"]
        rest = [item for item in parts[3].split(",") if item[0] not in "WG"]
        constant: Any = None
        if rest:
            constant = [int(c) for c in rest[0].strip("[]")] if "[" in rest[0] else int(rest[0])
        nodes[parts[1]] = circuit.gate(
            parts[2], *(nodes[name] for name in operands), constant=constant
        )
    return circuit
