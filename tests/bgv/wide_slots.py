"""Random circuits on slots modulo t of 31 to 60 bits in BGV and BFV, beside Python's integers.

`python tests/bgv/wide_slots.py --circuits 10000` shares them out over the backends of this machine,
a process each. Every circuit is computed twice, gate by gate with operators and by the planner of
circuits; what is refused for want of noise budget is counted, and whatever decrypts has to be
right.
"""

from __future__ import annotations

import argparse
import collections
import os
import random
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

from ringassay import _native, bfv, bgv
from ringassay.circuit import Circuit
from ringassay.he import integers

VARIABLE = "RINGASSAY_BACKEND"
LENGTH = 8
WIRES = 3

# The module, t, the index and the primes of Q in bits: t with a slot for each coefficient and with
# fewer slots, larger than primes of Q and smaller. There are too few primes of these sizes that are
# 1 modulo t.
INSTANCES: list[tuple[Any, int, int, list[int]]] = [
    (scheme, t, index, primes)
    for t, index, primes in [
        (1_073_750_017, 256, [31] * 9),
        (137_438_822_401, 256, [45] * 6),
        (1_125_899_906_842_283, 455, [49] * 8),
        (576_460_752_302_473_217, 256, [49] * 9),
        (1_152_921_504_606_748_673, 256, [49] * 9),
    ]
    for scheme in (bgv, bfv)
]


@dataclass(frozen=True)
class Gate:
    """One gate: its name, the wires or gates that it takes, by number, and its constant."""

    name: str
    operands: tuple[int, ...]
    constant: tuple[int, ...] = ()


def instance(scheme: Any, t: int, index: int, primes: list[int]) -> integers.Keys:
    """Keys of a small instance, far below any security."""
    parameters = scheme.parameters(
        index,
        primes=primes,
        special=[49, 49],
        plaintext=t,
        length=LENGTH,
        security=40,
        insist=True,
    )
    has_factors = any("multiplies messages" in reason for reason in parameters.explanation)
    assert parameters.plaintext == t
    assert has_factors == (scheme is bgv)
    keys: integers.Keys = parameters.keys()
    return keys


def gates(draw: random.Random, t: int, count: int) -> list[Gate]:
    """A circuit of so many gates, which take what was computed last, or wires."""
    found: list[Gate] = []
    for number in range(count):
        names = ["LADD", "LSUB", "LADDconst", "LMULconst", "LROTATE", "LSELECT", "LNEG"]
        name = draw.choice([*names, "LADD", "LMUL", "LMUL", "LMUL"])
        last = WIRES + number - 1
        operand = [draw.randint(max(0, last - 4), last) for _ in range(2)]
        values = tuple(draw.choice([draw.randrange(t), t - 1, 0, 1]) for _ in range(LENGTH))
        bits = tuple(draw.randrange(2) for _ in range(LENGTH))
        match name:
            case "LADDconst" | "LMULconst":
                found.append(Gate(name, (operand[0],), values))
            case "LSELECT":
                found.append(Gate(name, (operand[0], operand[1]), bits))
            case "LROTATE":
                found.append(Gate(name, (operand[0],), (draw.randrange(LENGTH),)))
            case "LNEG":
                found.append(Gate(name, (operand[0],)))
            case _:
                found.append(Gate(name, (operand[0], operand[1])))
    return found


def in_the_clear(gate: Gate, values: list[list[int]], t: int) -> list[int]:
    """The result of a gate, with Python's integers."""
    x = values[gate.operands[0]]
    y = values[gate.operands[-1]]
    c = gate.constant
    match gate.name:
        case "LADD":
            return [(a + b) % t for a, b in zip(x, y, strict=True)]
        case "LSUB":
            return [(a - b) % t for a, b in zip(x, y, strict=True)]
        case "LMUL":
            return [a * b % t for a, b in zip(x, y, strict=True)]
        case "LADDconst":
            return [(a + b) % t for a, b in zip(x, c, strict=True)]
        case "LMULconst":
            return [a * b % t for a, b in zip(x, c, strict=True)]
        case "LROTATE":
            return [x[(i - c[0]) % LENGTH] for i in range(LENGTH)]
        case "LSELECT":
            return [a if bit else b for a, b, bit in zip(x, y, c, strict=True)]
        case _:
            return [-a % t for a in x]


def encrypted(gate: Gate, values: list[Any]) -> Any:
    """The result of a gate on ciphertexts."""
    x, y, c = values[gate.operands[0]], values[gate.operands[-1]], list(gate.constant)
    match gate.name:
        case "LADD":
            return x + y
        case "LSUB":
            return x - y
        case "LMUL":
            return x * y
        case "LADDconst":
            return x + c
        case "LMULconst":
            return x * c
        case "LROTATE":
            return x.rotate(-c[0])
        case "LSELECT":
            return x.select(y, mask=c)
        case _:
            return -x


def text(circuit: list[Gate], t: int) -> bytes:
    """The circuit in the format of circuits."""
    lines = [f"W={WIRES},D=40,L={LENGTH},T={t}"]
    node = [f"W{i}" for i in range(WIRES)] + [f"G{WIRES + i}" for i in range(len(circuit))]
    for number, gate in enumerate(circuit, WIRES):
        operands = [node[i] for i in gate.operands]
        if gate.name == "LROTATE":
            operands.append(str(gate.constant[0]))
        elif gate.constant:
            operands.append("[" + ",".join(map(str, gate.constant)) + "]")
        lines.append(f"G{number}:{gate.name}({','.join(operands)})")
    return "\n".join(lines).encode()


def run(draw: random.Random, keys: integers.Keys, t: int) -> collections.Counter[str]:
    """One circuit: what was right and what was refused; `AssertionError` for a wrong answer."""
    counts: collections.Counter[str] = collections.Counter()
    circuit = gates(draw, t, draw.randint(3, 16))
    clear = [[draw.randrange(t) for _ in range(LENGTH)] for _ in range(WIRES)]
    wires = [keys.encrypt(vector) for vector in clear]
    values: list[Any] = list(wires)
    for gate in circuit:
        clear.append(in_the_clear(gate, clear, t))
        try:
            values.append(
                None if any(values[i] is None for i in gate.operands) else encrypted(gate, values)
            )
        except bgv.NoiseError:
            values.append(None)
    for number, (value, expected) in enumerate(zip(values, clear, strict=True)):
        if value is None:
            counts["gates refused"] += 1
            continue
        found = keys.decrypt(value).tolist()
        assert found == expected, (t, number, circuit, found, expected)
        counts["gates right"] += 1
    try:
        output = integers.evaluate(Circuit.parse(text(circuit, t)), wires)
    except bgv.SchemeError as refused:
        assert "too deep" in str(refused), refused
        counts["plans refused"] += 1
    else:
        assert keys.decrypt(output).tolist() == clear[-1], (t, circuit)
        counts["plans right"] += 1
    return counts


def campaign(circuits: int, seed: int) -> collections.Counter[str]:
    """So many circuits over all instances, with the backend of this process."""
    draw = random.Random(seed)
    every = [(instance(*one), one[1]) for one in INSTANCES]
    counts: collections.Counter[str] = collections.Counter()
    for number in range(circuits):
        keys, t = every[number % len(every)]
        counts += run(draw, keys, t)
        counts["circuits"] += 1
    return counts


def main() -> int:
    """Prints what each backend computed; 1 if one found a wrong answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--circuits", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if VARIABLE in os.environ:
        print(dict(campaign(arguments.circuits, arguments.seed)))
        return 0
    backends = _native.backends()["available"]
    share = -(-arguments.circuits // len(backends))
    worst = 0
    for number, backend in enumerate(backends):
        done = subprocess.run(
            [
                sys.executable, __file__, "--circuits", str(share),
                "--seed", str(arguments.seed + number),
            ],
            env={**os.environ, VARIABLE: backend},
            check=False,
        )  # fmt: skip
        print(backend, "right" if done.returncode == 0 else "WRONG", flush=True)
        worst = max(worst, done.returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
