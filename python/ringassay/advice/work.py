"""What a circuit is to a system, as counts that its time is linear in.

A system that takes slot programs is seen through the program that the planner makes for its key:
operations by kind, weighted by the primes of the level that they run at. Of a system that plans by
itself only the circuit's gates are known; of a scheme of ours the price of its tally.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ringassay.sut.slots.program import Program
from ringassay.sut.slots.read import read_program

Work = Mapping[str, float]
"""Counts by what is counted."""

CONSTANT = "evaluation"
"""Counted once in every evaluation."""

_LIKE = {"sub": "add", "neg": "add", "conjugate": "rotate"}
"""Operations that take as long as another."""
_SWITCHES = frozenset({"mul", "square", "rotate", "conjugate"})
_ROTATIONS = ("LROTATE", "LCONJ")
_PRODUCTS = frozenset({"mul", "square", "mulplain"})


@dataclass(frozen=True)
class Chain:
    """The primes of a key: of the largest modulus, and special ones; levels of its programs."""

    primes: int
    special: int
    levels: int

    def at(self, level: int) -> float:
        """Primes of a ciphertext at a level."""
        return (level + 1) * self.primes / self.levels

    def switching(self, level: int) -> float:
        """Transforms of a key switch: a digit for as many primes as there are special ones, each
        modulo all primes."""
        primes, special = self.at(level), max(1, self.special)
        return math.ceil(primes / special) * (primes + special)


@dataclass(frozen=True)
class Planned:
    """A program: what it computes, and what it holds."""

    work: Work
    rows: float
    """Rows of plaintexts, in primes."""
    live: float
    """The most that registers hold at a time, in primes of one ciphertext."""
    primes: int
    """Of the largest modulus of a ciphertext."""
    span: int
    """Levels from the highest operation to the lowest."""
    wires: int
    outputs: int
    notes: tuple[str, ...]


def planned(text: bytes, chain: Chain) -> Planned:
    """A slot program, counted. Raises `ringassay.sut.errors.Failed` for a text that is none."""
    program = read_program(text)
    work: dict[str, float] = {CONSTANT: 1.0}
    held: dict[int, int] = {}
    live = most = 0.0
    levels = set()
    for name, level, register, result in _levels(program):
        if name == "free":
            live -= chain.at(held.pop(register))
            continue
        levels |= {level, result}
        kind = _LIKE.get(name, name)
        work[kind] = work.get(kind, 0.0) + (1.0 if name == "input" else chain.at(level))
        if name in _SWITCHES:
            key = f"{kind} switch"
            work[key] = work.get(key, 0.0) + chain.switching(level)
        held[register] = result
        live += chain.at(result)
        most = max(most, live)
    work["output"] = sum(chain.at(held[register]) for register, _ in program.outputs)
    return Planned(
        work=work,
        rows=sum(chain.at(plain.level) for plain in program.plains),
        live=most,
        primes=chain.primes,
        span=max(levels, default=0) - min(levels, default=0),
        wires=program.wires,
        outputs=len(program.outputs),
        notes=tuple(program.notes),
    )


def _levels(program: Program) -> Iterator[tuple[str, int, int, int]]:
    """Each operation with its operands' level, the register that it writes, the result's level."""
    at: dict[int, int] = {}
    for name, numbers in program.ops:
        register, *operands = numbers
        if name == "free":
            yield name, at[register], register, at.pop(register)
            continue
        if name == "input":
            level = result = operands[1]
        elif name == "encrypt":
            level = result = program.plains[operands[0]].level
        else:
            level = at[operands[0]]
            result = operands[1] if name == "lower" else level
            if program.modulus == 0 and name in _PRODUCTS:
                result = level - 1
        at[register] = result
        yield name, level, register, result


def gates(summary: Mapping[str, Any]) -> Work:
    """The gates of a circuit by kind: what is known where nothing else is."""
    return {
        CONSTANT: 1.0,
        **{name: float(count) for name, count in summary["counts"].items() if count},
        "input": float(summary["wires"]),
        "output": float(summary["outputs"]),
    }


def tallied(ns: float, summary: Mapping[str, Any]) -> Work:
    """The price of a tally, with what a server does beside it, and what a tally may miss of
    rotations: they read whole keys, which lie in no cache."""
    return {
        "tally": ns,
        "tallied evaluation": 1.0,
        "tallied input": float(summary["wires"]),
        "tallied output": float(summary["outputs"]),
        "tallied rotation": float(sum(summary["counts"].get(gate, 0) for gate in _ROTATIONS)),
    }
