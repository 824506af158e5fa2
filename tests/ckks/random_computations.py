"""Random computations on related operands, beside the same in numpy's longest numbers.

Every result is within its stated error and its stated size, decrypts, and is saved and loaded or
hides nothing and says so. `python tests/ckks/random_computations.py --seconds 600` takes one shape
of parameters after the other.
"""

from __future__ import annotations

import argparse
import collections
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ringassay import ckks

Pair = tuple[Any, np.ndarray]
"""A ciphertext and what it holds."""

OPERANDS = 6
"""Results that are kept for further steps."""

ABOVE = 1 + 1e-9
"""What logarithms of sizes are off by."""


class Campaign:
    """Computations under one set of parameters."""

    def __init__(self, parameters: ckks.Parameters, seed: int) -> None:
        self.parameters = parameters
        self.keys = parameters.keys()
        self.choice = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.faults: list[str] = []
        self.checked = 0
        self.refused: collections.Counter[str] = collections.Counter()
        self.nearest_bits = float("inf")
        """log2 of the least quotient of a stated and a found error."""

    def run(self, steps: int) -> None:
        """So many steps, from fresh operands every 16."""
        pool: list[Pair] = []
        for step in range(steps):
            if step % 16 == 0:
                pool = [self._fresh(), self._fresh()]
            name, operation = self.choice.choice(list(self._operations().items()))
            try:
                result = operation(self.choice.choice(pool), self.choice.choice(pool))
            except ckks.UndecryptableError as error:
                self.faults.append(f"{name}: {error}")
                continue
            except ckks.SchemeError as error:
                self.refused[f"{name}: {type(error).__name__}"] += 1
                continue
            self._check(name, *result)
            pool.append(result)
            if len(pool) > OPERANDS:
                pool.pop(self.choice.randrange(len(pool)))

    def _check(self, name: str, ciphertext: Any, wanted: np.ndarray) -> None:
        self.checked += 1
        expected = ciphertext.noise
        try:
            found = self.keys.decrypt(ciphertext)
        except ckks.SchemeError as refused:
            self.faults.append(f"{name}: {refused} with {expected.budget_bits} bits of budget")
            return
        error = float(np.max(np.abs(np.asarray(found, np.clongdouble) - wanted)))
        if not error <= expected.worst_error:
            self.faults.append(f"{name}: an error of {error}, {expected.worst_error} are stated")
        elif error > 0:
            self.nearest_bits = min(self.nearest_bits, float(np.log2(expected.worst_error / error)))
        if float(np.max(np.abs(wanted))) > expected.largest * ABOVE + expected.worst_error:
            self.faults.append(f"{name}: numbers above {expected.largest}, the largest stated")
        try:
            data = ciphertext.save()
        except ckks.OperandError:
            return
        self.parameters.load_ciphertext(data)

    def _fresh(self) -> Pair:
        vector = self._vector()
        if self.choice.random() < 0.3:
            return self.keys.secret.encrypt(vector).using(self.keys.evaluation), _long(vector)
        return self.keys.encrypt(vector), _long(vector)

    def _vector(self) -> np.ndarray:
        length, most = self.parameters.length, self.parameters.range
        kind = self.choice.randrange(7)
        vector = np.zeros(length)
        if kind == 0:
            vector = self.numbers.uniform(-most, most, length)
        elif kind == 1:
            vector = np.full(length, self.choice.choice([most, -most, min(1.0, most), most / 3]))
        elif kind == 2:
            vector = most * self.numbers.choice([-1.0, 1.0], length)
        elif kind == 3:
            vector = self.numbers.uniform(-1, 1, length) * 2.0 ** -self.choice.randint(10, 60)
        elif kind == 4:
            vector[self.choice.randrange(length)] = most
        elif kind == 5:
            vector = np.linspace(-most, most, length)
        if self._is_complex() and self.choice.random() < 0.3:
            return vector * np.exp(2j * np.pi * self.numbers.uniform(size=length)) * 0.999
        return vector

    def _is_complex(self) -> bool:
        return self.parameters.ring == "standard"

    def _operations(self) -> dict[str, Callable[[Pair, Pair], Pair]]:
        """By name; each gives a ciphertext and what it should hold."""
        draw, length = self.choice, self.parameters.length

        def with_number(operation: Callable[[Any, Any], Any], numbers: Sequence[complex]) -> Any:
            number = draw.choice(numbers)
            return lambda a, _: (operation(a[0], number), operation(a[1], np.clongdouble(number)))

        def with_vector(operation: Callable[[Any, Any], Any]) -> Any:
            vector = self._vector()
            return lambda a, _: (operation(a[0], vector), operation(a[1], _long(vector)))

        def rotated(a: Pair, _: Pair) -> Pair:
            steps = draw.randrange(-2 * length, 2 * length)
            return a[0].rotate(steps), np.roll(a[1], -steps)

        def polynomial(a: Pair, _: Pair) -> Pair:
            coefficients = self.numbers.normal(size=draw.randint(1, 8))
            wanted = np.zeros(length, np.clongdouble)
            for coefficient in coefficients[::-1]:
                wanted = wanted * a[1] + coefficient
            return a[0].polynomial(ckks.Polynomial(coefficients)), wanted

        def summed(a: Pair, _: Pair) -> Pair:
            # As numpy's: the sum of a number is that number.
            return a[0].sum(), a[1] if a[0].is_number else np.full(length, a[1].sum())

        def within(a: Pair, _: Pair) -> Pair:
            return a[0].within(max(float(np.max(np.abs(a[1]))) * ABOVE, 1e-30)), a[1]

        def loaded(a: Pair, _: Pair) -> Pair:
            return self.keys.evaluation.load_ciphertext(a[0].save()), a[1]

        of_any_size = [1e6, -1e9, 2.0**40, 1e15, 1e-6, 2.0**-30, 1e-15, 1e-300, 5e-324]
        small = [0, 1, -1, 2, 0.1, 1 / 3, draw.gauss(0, 1)]
        complex_ones = [1j, 0.5 + 0.25j] if self._is_complex() else []
        operations: dict[str, Callable[[Pair, Pair], Pair]] = {
            "a + b": lambda a, b: (a[0] + b[0], a[1] + b[1]),
            "a - b": lambda a, b: (a[0] - b[0], a[1] - b[1]),
            "a + a": lambda a, _: (a[0] + a[0], a[1] + a[1]),
            "a - a": lambda a, _: (a[0] - a[0], a[1] - a[1]),
            "a * b": lambda a, b: (a[0] * b[0], a[1] * b[1]),
            "a * a": lambda a, _: (a[0] * a[0], a[1] * a[1]),
            "a * a - a * a": lambda a, _: (a[0] * a[0] - a[0] * a[0], 0 * a[1]),
            "-a": lambda a, _: (-a[0], -a[1]),
            "a ** 3": lambda a, _: (a[0] ** 3, a[1] ** 3),
            "sum": summed,
            "a + number": with_number(lambda a, x: a + x, small),
            "number - a": with_number(lambda a, x: x - a, small),
            "a * number": with_number(lambda a, x: a * x, [*small, *complex_ones]),
            "a * number of any size": with_number(lambda a, x: a * x, of_any_size),
            "a + vector": with_vector(lambda a, x: a + x),
            "a * vector": with_vector(lambda a, x: a * x),
            "polynomial": polynomial,
            "within": within,
            "saved and loaded": loaded,
        }
        if length & (length - 1) == 0:
            operations["rotate"] = rotated
        if self._is_complex():
            operations["conjugate"] = lambda a, _: (a[0].conjugate(), np.conj(a[1]))
        return operations


def _long(vector: np.ndarray) -> np.ndarray:
    return np.asarray(vector, dtype=np.clongdouble)


def main() -> int:
    """Prints what was found, and fails if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    draw, end, seed = random.Random(arguments.seed), time.monotonic() + arguments.seconds, 0
    faults: list[str] = []
    while time.monotonic() < end:
        seed += 1
        parameters = ckks.choose(
            draw.randint(1, 8),
            draw.randint(10, 40),
            draw.choice([1, 1, 0.3, 8]),
            length=draw.choice([1, 3, 8, 64, 512]),
            ring=draw.choice(["standard", "conjugate-invariant"]),
            degree=draw.choice([1024, 2048, 4096]),
            insist=True,
        )
        campaign = Campaign(parameters, arguments.seed * 1_000_000 + seed)
        campaign.run(400)
        faults += campaign.faults
        print(
            f"{parameters}: {campaign.checked} results, {sum(campaign.refused.values())} refused, "
            f"nearest {campaign.nearest_bits:.2f} bits below its bound",
            *campaign.faults,
            sep="\n  ",
            flush=True,
        )
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
