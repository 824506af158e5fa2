"""Programs over numpy drawn at random, as source text: what people write, and what they should not.

Knows nothing of ringassay: numpy alone says what a statement does, and whether it does anything.
"""

from __future__ import annotations

import random
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

HEAD = """\
import numpy as np


def helper(value):
    value += 1
    return value * 2


def twice(function, value):
    return function(function(value))


"""

ANY = [
    "{a}",
    "{a}.copy()",
    "{a}[{s}:{e}]",
    "{a}[{i}]",
    "{a}[::-1]",
    "{a}[..., {i}]",
    "{a}[{i}, :]",
    "{a}[:, {s}:{e}]",
    "{a}[[{i}, {j}, {i}]]",
    "{a}[np.arange(len({a})) % 2 == 0]",
    "{a}[None]",
    "{a}[..., None]",
    "{a}.reshape({r}, -1)",
    "{a}.reshape(-1)",
    "{a}.reshape({r}, -1).T + 1",
    "{a}.reshape({r}, -1).T.copy()",
    "np.copy({a}.reshape({r}, -1).T)",
    "np.zeros_like({a}.reshape({r}, -1).T)",
    "np.concatenate([{a}.reshape({r}, -1).T] * 2)",
    "{a}.ravel(order='K')",
    "{a}.flatten(order='F')",
    "{a}.T",
    "{a}.ravel()",
    "{a}.flatten()",
    "{a}.squeeze()",
    "{a}.diagonal()",
    "{a}.swapaxes(0, 1)",
    "np.transpose({a})",
    "np.roll({a}, {k})",
    "np.roll({a}, {k}, axis={x})",
    "np.flip({a})",
    "np.flip({a}, {x})",
    "np.rot90({a})",
    "np.concatenate([{a}, {b}])",
    "np.concatenate([{a}, {b}], axis={x})",
    "np.concatenate([{a}[:{e}], {b}[{s}:]])",
    "np.stack([{a}, {b}])",
    "np.stack([{a}[{i}], {b}[{j}], {n}])",
    "np.hstack([{a}, {b}])",
    "np.vstack([{a}, {b}])",
    "np.tile({a}, {r})",
    "np.repeat({a}, {r})",
    "np.pad({a}, 1)",
    "np.pad({a}, (1, 0), mode='edge')",
    "np.take({a}, [{i}, {j}])",
    "np.split({a}, 2)[{x}]",
    "np.append({a}, {n})",
    "np.insert({a}, {i}, {n})",
    "np.delete({a}, {i})",
    "np.triu({a})",
    "np.diag({a})",
    "np.expand_dims({a}, {x})",
    "np.broadcast_to({a}, (2, *{a}.shape))",
    "np.zeros_like({a})",
    "np.ones_like({a})",
    "np.full_like({a}, {n})",
    "np.copy({a})",
    "{a}.sum()",
    "{a}.sum(axis={x})",
    "{a}.sum(axis={x}, keepdims=True)",
    "np.sum({a})",
    "sum({a})",
    "np.cumsum({a})",
    "np.cumsum({a}, axis={x})",
    "np.add.reduce({a})",
    "np.prod({a})",
    "{a}.prod(axis={x})",
    "{a}[:3].prod()",
    "np.diff({a})",
    "np.diff({a}, axis={x})",
    "np.dot({a}, {b})",
    "{a} @ {b}",
    "{a} @ {b}.T",
    "np.inner({a}, {b})",
    "np.vdot({a}, {b})",
    "np.outer({a}[:3], {b}[:3])",
    "np.kron({a}[:2], {b}[:3])",
    "np.convolve({a}[:4], {b}[:3])",
    "np.convolve({a}, [1, 2, 1], mode='same')",
    "np.correlate({a}, {b}[:2])",
    "np.polyval([1, 2, 3], {a})",
    "np.polyval({a}[:3], {b})",
    "np.trace({a})",
    "np.arange(len({a}) * 3).reshape(3, -1) % 5 @ {a}",
    "{a} @ (np.arange(len({a}) * 2).reshape(-1, 2) % 3)",
    "{a} + {b}",
    "{a} * {b}",
    "{a} - {b}",
    "{a} - {n}",
    "{n} - {a}",
    "{a} * {n}",
    "{a} + np.arange(len({a}))",
    "np.arange(len({a})) * {a}",
    "np.add({a}, {b})",
    "np.multiply({a}, {n})",
    "np.square({a})",
    "-{a}",
    "+{a}",
    "{a} ** {p}",
    "np.where(np.arange(len({a})) < {k}, {a}, {b})",
    "np.where(np.arange(len({a})) % 2 == 0, {a}, {n})",
    "helper({a})",
    "helper({a}.copy())",
    "twice(lambda v: v + {b}, {a})",
    "[{a}, {b}][{x}]",
    "np.stack([row * {n} for row in {a}])",
    "sum([{a}, {b}], {n})",
    "np.multiply.outer({a}[:2], {b}[:3])",
    "{a}.astype({t})",
    "{a}.mean()",
    "np.mean({a}, axis={x})",
]
DISCRETE = [
    "{a} == {b}",
    "{a} != {b}",
    "{a} == {n}",
    "({a} + {b}) % {T} == {n}",
    "({a} % {T}) != {n}",
    "{a} % {T}",
    "{a} % 2",
    "{a} < {b}",
    "{a} >= {b}",
    "{a} & {b}",
    "{a} | {b}",
    "{a} ^ {b}",
    "~{a}",
    "{a} & 1",
    "({a} == {n}) + ({b} == {n})",
    "({a} == {n}) * {b}",
    "({a} == {n}) @ ({b} == {n})",
    "({a} == {n}).sum()",
    "({a} == {n}).any()",
    "({a} == {n}).all(axis={x})",
    "({a} == {n}).astype(int)",
    "({a} != {n}) ^ ({b} == {n})",
    "~({a} == {n})",
    "np.where({a} == {b}, {a}, {b})",
    "np.where({a} == {n}, {n}, 0)",
    "np.logical_and({a}, {b})",
    "np.logical_not({a})",
    "np.logical_xor({a}, {n})",
    "np.any({a})",
    "np.all({a}, axis={x})",
    "np.count_nonzero({a})",
    "np.maximum({a}, {b})",
    "{a}.max()",
    "{a}.min(axis={x})",
    "np.cumprod({a})",
    "abs({a})",
    "{a} // 2",
    "{a} << 1",
    "{a} >> 1",
    "np.logical_or.reduce({a})",
]
REAL = [
    "{a} / {m}",
    "{a} * 0.5 + 0.25",
    "0.125 * {a} - {b}",
    "np.var({a})",
    "{a}.var(axis={x})",
    "np.var({a}, ddof=1)",
    "np.average({a})",
    "np.polyval([0.5, -0.25, 1.0], {a})",
    "{a}.real",
    "{a}.imag",
    "np.conj({a})",
    "{a}.conj()",
    "np.conj({a}) * {a}",
    "np.real({a}) + np.imag({b})",
    "{a} ** 2.0",
    "{a} / {b}",
]
STATEMENTS = [
    "{a} += {b}",
    "{a} -= {b}",
    "{a} *= {b}",
    "{a} *= {n}",
    "{a} += {n}",
    "{a}[{s}:{e}] += {n}",
    "{a}[{s}:{e}] += {b}[{s}:{e}]",
    "{a}[1:] += {a}[:-1]",
    "{a}[::-1] += {a}",
    "{a}[{i}] = {b}[{j}]",
    "{a}[{i}] = {n}",
    "{a}[{i}] += {b}[{i}]",
    "{a}[[{i}, {j}]] = {b}[:2]",
    "{a}[[{i}, {i}]] += 1",
    "{a}[:] = {b}",
    "{a}[...] = {n}",
    "{a}[:, {i}] = {n}",
    "{a}[{i}, :] += {n}",
    "{a}[np.arange(len({a})) % 2 == 1] = {n}",
    "{a}.T[{i}] += {n}",
    "{a}.ravel()[{i}] = {n}",
    "np.ravel({a})[:2] += {n}",
    "{a}.reshape(-1, order='F')[{i}] = {n}",
    "{a}.flatten()[{i}] = {n}",
    "{a}.reshape(-1)[{s}:{e}] *= {n}",
    "np.add({a}, {b}, out={a})",
    "np.multiply({a}, {b}, out={b})",
    "helper({a})",
    "for row in {a}: row += 1",
    "for _ in range(2): {a} += {b}",
    "{a}, {b} = {b}, {a}",
    "{a}[{a} == {n}] = 0",
    "{a} |= {b}",
    "{a} ^= {b}",
    "{a} &= {b}",
    "{a}.real = {b}",
    "{a}.real[{i}] = 0",
]
TYPES = ["int", "bool", "float", "complex", "np.int8", "np.uint8", "np.int64", "{a}.dtype"]


@dataclass(frozen=True)
class Space:
    """What the arguments are."""

    name: str
    length: int
    modulus: int | None = None

    def draw(self, rng: random.Random) -> Any:
        """An argument, as numpy has it."""
        if self.name == "bits":
            return np.array([rng.random() < 0.5 for _ in range(self.length)])
        if self.modulus is not None:
            small = rng.random() < 0.3
            top = 1 if small else self.modulus - 1
            return np.array([rng.randint(0, top) for _ in range(self.length)], dtype=np.int64)
        reals = np.array([rng.uniform(-1, 1) for _ in range(self.length)])
        if self.name == "reals":
            return reals
        angles = np.array([rng.uniform(0, 6.3) for _ in range(self.length)])
        return reals * np.exp(1j * angles)


def function_of(source: str, filename: str = "<program>") -> Any:
    """The function `program` of a source text."""
    scope: dict[str, Any] = {}
    exec(compile(source, filename, "exec"), scope)
    return scope["program"]


def outputs_of(source: str, arguments: list[NDArray[Any]]) -> list[Any] | None:
    """What numpy makes of a program; `None` where it refuses."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = function_of(source)(*(one.copy() for one in arguments))
    except Exception:
        return None
    return list(result)


class Drawn:
    """A program that grows by statements which numpy accepts."""

    def __init__(self, seed: int, space: Space) -> None:
        """From a seed."""
        self.rng = random.Random(seed)
        self.space = space
        self.arguments = [space.draw(self.rng) for _ in range(2)]
        self.lines: list[str] = []
        self.names = ["x", "y"]
        kind = REAL if space.name in {"reals", "complex"} else DISCRETE
        # Comparisons modulo a large t or none that is prime are refused one and all.
        many = space.name == "bits" or space.modulus in {2, 7, 257} or kind is REAL
        self.templates = ANY + kind if many else ANY * 4 + kind

    def text(self, lines: list[str], returned: list[str]) -> str:
        """The source of a program of these lines."""
        body = "".join(f"    {line}\n" for line in lines)
        return f"{HEAD}def program(x, y):\n{body}    return [{', '.join(returned)}]\n"

    def grow(self) -> None:
        """One more statement, if numpy accepts what is drawn."""
        rng = self.rng
        if rng.random() < 0.3:
            line, name = self._filled(rng.choice(STATEMENTS)), None
        else:
            name = f"v{len(self.names)}"
            line = f"{name} = {self._filled(rng.choice(self.templates))}"
        lines = [*self.lines, line]
        returned = [*self.names, *([name] if name else [])]
        outputs = outputs_of(self.text(lines, returned), self.arguments)
        if outputs is None or not all(map(self._is_small, outputs)):
            return
        self.lines = lines
        if name:
            self.names.append(name)

    def _is_small(self, output: Any) -> bool:
        array = np.asarray(output)
        most = self.space.length * (2 if self.rng.random() < 0.03 else 1)
        if array.dtype.kind not in "biufc" or not 0 < array.size <= most:
            return False
        return self.space.modulus is not None or bool(np.all(np.abs(array) < 1e12))

    def _filled(self, template: str) -> str:
        rng = self.rng
        recent = self.names[-3:] if rng.random() < 0.6 else self.names
        a, b = rng.choice(recent), rng.choice(self.names)
        start = rng.randint(0, 3)
        values: dict[str, Any] = {
            "a": a,
            "b": b,
            "s": start,
            "e": start + rng.randint(1, 4),
            "i": rng.randint(-2, 3),
            "j": rng.randint(0, 3),
            "k": rng.randint(-5, 8),
            "n": self._number(),
            "m": rng.choice([2, 4.0, -8]),
            "p": rng.choice([0, 1, 2, 3]),
            "r": rng.choice([1, 2, 3, 4]),
            "x": rng.choice([0, 1, -1]),
            "t": rng.choice(TYPES).format(a=a),
            "T": self.space.modulus or 2,
        }
        return template.format(**values)

    def _number(self) -> Any:
        rng = self.rng
        if self.space.name == "complex" and rng.random() < 0.3:
            return rng.choice(["1j", "(0.5-1j)"])
        if self.space.name in {"reals", "complex"}:
            return rng.choice([0, 1, 2, -1, 0.5, "np.float64(0.25)"])
        return rng.choice([0, 1, 2, 3, -1, "True", "np.int64(2)", "np.uint8(3)", 5])


def draw(seed: int, space: Space, tries: int = 6) -> tuple[str, list[NDArray[Any]]]:
    """A program and arguments with which numpy executes it."""
    drawn = Drawn(seed, space)
    for _ in range(tries):
        drawn.grow()
    while not drawn.lines:
        drawn.grow()
    returned = drawn.rng.sample(drawn.names, min(len(drawn.names), drawn.rng.randint(1, 3)))
    if drawn.rng.random() < 0.7 and drawn.names[-1] not in returned:
        returned.append(drawn.names[-1])
    return drawn.text(drawn.lines, returned), drawn.arguments
