"""From a circuit to a plan: the operations, in order, that a backend has to run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ringassay.sut.errors import Refused
from ringassay.sut.party import Circuit
from ringassay.sut.slots.arithmetic import Arithmetic, Known
from ringassay.sut.slots.backend import NoiseModel
from ringassay.sut.slots.emit import Emitter, Kind, Op, Plain
from ringassay.sut.slots.gates import walk
from ringassay.sut.slots.header import Header
from ringassay.sut.slots.layout import Layout
from ringassay.sut.slots.order import needed
from ringassay.sut.slots.parity_plan import plan_parity
from ringassay.sut.slots.target import Target


@dataclass(frozen=True)
class Plan:
    """What to run, and how to read the result.

    Registers 0 .. `wires` are the inputs, one more follows per operation. `output` is a register,
    or None if the result depends on no input; then `plains[0]` is the result. `frees[i]` lists
    the registers that nobody needs after operation i.
    """

    layout: Layout
    wires: int
    ops: tuple[Op, ...]
    plains: tuple[Plain, ...]
    output: int | None
    header: Header
    frees: tuple[tuple[int, ...], ...]
    noise: float
    notes: tuple[str, ...]


def make_plan(circuit: Circuit, target: Target) -> Plan:
    """Plan `circuit`; `Refused`, with the figures that say what would fit, if it cannot run."""
    summary = circuit.summary()
    wires = int(summary["wires"])
    instructions = needed(circuit.instructions())
    if int(summary["batch"]) != target.layout.batch:
        raise Refused(
            f"the circuit's batch is {summary['batch']}, the key's is {target.layout.batch}: "
            "make a key with the same L"
        )
    if summary["space"] == "gf2":
        bits = plan_parity(instructions, wires, target)
        emitter, value, lowest = bits.emitter, bits.result.value, bits.result.lo
        notes = [bits.note(target.modulus)]
    else:
        if summary["modulus"] != target.modulus:
            raise Refused(
                f"the circuit works mod {summary['modulus']}, the key mod {target.modulus}: "
                "make a key with the same T"
            )
        emitter = Emitter(wires, target)
        arithmetic = Arithmetic(emitter, target.modulus)
        value, lowest = walk(wires, instructions, lambda _: arithmetic), 0
        notes = []
    if emitter.rebuilds:
        notes.append(
            f"{emitter.rebuilds} values were cut out and replicated, because the batch "
            f"{target.layout.batch} does not divide the row of {target.layout.row} slots"
        )
    parity = summary["space"] == "gf2"
    if isinstance(value, Known):
        plain = Plain(value.vector, None)
        header = Header(0, parity, 0)
        notes.append("the output depends on no input: a known vector is encrypted")
        return Plan(
            target.layout, wires, (), (plain,), None, header, (), target.noise.fresh, tuple(notes)
        )
    if value.noise > target.noise.capacity:
        raise Refused(_too_deep(value.noise, emitter.counts, target.noise))
    header = Header(value.window.lo, parity, lowest)
    ops = tuple(emitter.ops)
    return Plan(
        layout=target.layout,
        wires=wires,
        ops=ops,
        plains=tuple(emitter.plains),
        output=value.register,
        header=header,
        frees=_frees(ops, wires, value.register),
        noise=value.noise,
        notes=tuple(notes),
    )


def _too_deep(noise: float, counts: Counter[Kind], model: NoiseModel) -> str:
    products = counts[Kind.MULTIPLY] + counts[Kind.SQUARE]
    return (
        f"too deep for this key: the circuit ({products} ciphertext products, "
        f"{counts[Kind.MULTIPLY_PLAIN]} plain products, {counts[Kind.ROTATE]} rotations) needs "
        f"{noise - model.fresh:.0f} bits of noise budget, the key has "
        f"{model.capacity - model.fresh:.0f}: make a key with a larger D"
    )


def _frees(ops: Sequence[Op], wires: int, output: int) -> tuple[tuple[int, ...], ...]:
    """Registers to drop after each operation: those it reads or writes for the last time."""
    binary = (Kind.ADD, Kind.SUB, Kind.MULTIPLY)
    last: dict[int, int] = {}
    for index, op in enumerate(ops):
        last[op.a] = index
        if op.kind in binary:
            last[op.b] = index
        last[wires + index] = index  # unless a later operation reads it
    last.pop(output, None)
    frees: list[list[int]] = [[] for _ in ops]
    for register, index in last.items():
        frees[index].append(register)
    return tuple(tuple(registers) for registers in frees)
