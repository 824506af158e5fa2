"""Reads batched circuits (docs/formats.md) where the compiled module cannot be loaded.

The grammar of SIMD circuits over bits and over integers mod t, in the canonical form that the
harness sends. What it makes is a `Circuit` of the kit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ringassay.sut.party import Instruction

_FIELD = re.compile(r"([WDLT])=([0-9]{1,19}(?:\.[0-9]{1,18})?)")
_LINE = re.compile(r"G([0-9]{1,10}):([A-Za-z]{1,10})\(([^()]*)\)")
_OUTPUT = re.compile(r"OUTPUT\(([WG0-9,]+)\)")
_NODE = re.compile(r"[WG][0-9]{1,10}")
_OPERANDS = {
    "LADD": 2,
    "LMUL": 2,
    "LSUB": 2,
    "LNEG": 1,
    "LADDconst": 1,
    "LMULconst": 1,
    "LROTATE": 1,
    "LSELECT": 2,
}
_MOST = {"W": 1_000_000, "L": 1 << 17, "T": (1 << 62) - 1}


@dataclass(frozen=True)
class TextCircuit:
    """A circuit as `ringassay._native.Circuit` offers it to a server, without its planner."""

    wires: int
    batch: int
    modulus: int | None
    gates: Sequence[Instruction]
    outputs: Sequence[int]

    def instructions(self) -> Sequence[Instruction]:
        """The gates in order of evaluation."""
        return self.gates

    def output_nodes(self) -> Sequence[int]:
        """The nodes of the outputs, in order."""
        return self.outputs

    def summary(self) -> Mapping[str, Any]:
        """Space, modulus, wires, batch and the number of gates."""
        return {
            "space": "gf2" if self.modulus is None else "zt",
            "modulus": self.modulus,
            "wires": self.wires,
            "batch": self.batch,
            "gates": len(self.gates),
        }

    def slot_program(self, target: bytes) -> bytes:
        """There is no planner here."""
        raise ValueError("circuits are planned by the compiled module, which is not loaded")


def read_circuit(text: bytes) -> TextCircuit:
    """The circuit of a text. `ValueError`, with the line, where it is none."""
    lines = text.decode("ascii", "replace").split("\n")
    number = 1
    try:
        fields = _header(lines[0])
        reader = _Reader(fields["W"], fields["L"], fields.get("T"))
        for number, line in enumerate(lines[1:], 2):  # noqa: B007 - named in the error
            reader.line(line)
        return reader.circuit()
    except (ValueError, KeyError) as error:
        raise ValueError(f"line {number}: {error}") from error


def _header(line: str) -> dict[str, int]:
    fields: dict[str, int] = {}
    for part in line.split(","):
        found = _FIELD.fullmatch(part)
        if found is None or found[1] in fields:
            raise ValueError(f"a field W, D, L or T expected, not {part[:40]!r}")
        fields[found[1]] = 0 if found[1] == "D" else int(found[2])
    for name, most in _MOST.items():
        if name in fields and not 1 <= fields[name] <= most:
            raise ValueError(f"{name} is from 1 to {most}")
    if not {"W", "L"} <= fields.keys():
        raise ValueError("W and L expected")
    return fields


class _Reader:
    """Takes a circuit line by line behind its header."""

    def __init__(self, wires: int, batch: int, modulus: int | None) -> None:
        self._wires, self._batch, self._modulus = wires, batch, modulus
        self._nodes: dict[str, int] = {}
        self._gates: list[Instruction] = []
        self._outputs: list[int] | None = None

    def line(self, line: str) -> None:
        """A gate, or the outputs."""
        if self._outputs is not None:
            raise ValueError("something behind the outputs")
        output = _OUTPUT.fullmatch(line)
        if output is not None:
            self._outputs = [self._node(name) for name in output[1].split(",")]
            return
        found = _LINE.fullmatch(line)
        if found is None or found[2] not in _OPERANDS:
            raise ValueError(f"a gate expected, not {line[:40]!r}")
        label, gate = "G" + str(int(found[1])), found[2]
        parts = found[3].split(",", _OPERANDS[gate])
        operands = tuple(self._node(part) for part in parts[: _OPERANDS[gate]])
        if len(operands) != _OPERANDS[gate]:
            raise ValueError(f"{_OPERANDS[gate]} operands expected")
        constant = self._constant(gate, parts[_OPERANDS[gate] :])
        if label in self._nodes:
            raise ValueError(f"{label} is defined twice")
        node = self._wires + len(self._gates)
        self._nodes[label] = node
        self._gates.append((node, gate, operands, constant))

    def circuit(self) -> TextCircuit:
        """The circuit, all of whose lines were read."""
        if not self._gates:
            raise ValueError("a gate expected")
        outputs = self._outputs or [self._gates[-1][0]]
        return TextCircuit(self._wires, self._batch, self._modulus, self._gates, outputs)

    def _node(self, name: str) -> int:
        if not _NODE.fullmatch(name):
            raise ValueError(f"a node expected, not {name[:40]!r}")
        if name[0] == "W":
            wire = int(name[1:])
            if wire >= self._wires:
                raise ValueError(f"there is no wire {name}")
            return wire
        if name not in self._nodes:
            raise ValueError(f"{name} is not defined yet")
        return self._nodes[name]

    def _constant(self, gate: str, parts: Sequence[str]) -> list[int] | int | None:
        takes = gate in ("LADDconst", "LMULconst", "LROTATE", "LSELECT")
        if bool(parts) != takes:
            raise ValueError(f"{gate} with {'a' if parts else 'no'} constant")
        if not takes:
            return None
        text = parts[0].strip("[]")
        if gate == "LROTATE":
            return self._within(text, self._batch)
        below = 2 if gate == "LSELECT" or self._modulus is None else self._modulus
        entries = list(text) if "," not in text and self._modulus is None else text.split(",")
        if len(entries) != self._batch:
            raise ValueError(f"{self._batch} values expected, not {len(entries)}")
        return [self._within(entry, below) for entry in entries]

    @staticmethod
    def _within(text: str, below: int) -> int:
        if not (text.isdigit() and text.isascii() and len(text) <= 19) or int(text) >= below:
            raise ValueError(f"a number below {below} expected, not {text[:40]!r}")
        return int(text)
