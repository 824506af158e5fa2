"""What programs that measure a library have in common. Needs the standard library alone.

A program is started with a JSON object as its argument, the shape that is asked for. It prepares
keys and operands, checks that every operation is right, and prints a line of JSON: what it has
prepared. For each line that it reads it measures every operation once and prints nanoseconds of
CPU time of its process for one. When its input ends, it prints its peak memory and ends.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

Operations = dict[str, Callable[[], object]]


def asked() -> dict[str, Any]:
    """The shape: n, t, q_bits and p_bits (sizes of primes), sample_us, perhaps operations."""
    shape: dict[str, Any] = json.loads(sys.argv[1])
    return shape


def vectors(length: int, t: int) -> tuple[list[int], list[int]]:
    """Two vectors that are not related and have no zeros in the first thousand entries."""
    first = [(i * i * 31 + 7 * i + 3) % t for i in range(length)]
    second = [(i * 12345 + 678) % t for i in range(length)]
    return first, second


def sums(first: list[int], second: list[int], t: int) -> list[int]:
    """Entry by entry modulo t; likewise below."""
    return [(a + b) % t for a, b in zip(first, second, strict=True)]


def multiplied(first: list[int], second: list[int], t: int) -> list[int]:
    """Products."""
    return [a * b % t for a, b in zip(first, second, strict=True)]


def rotated(vector: list[int], steps: int) -> list[int]:
    """Entry i becomes entry i + steps."""
    steps %= len(vector)
    return vector[-steps:] + vector[:-steps] if steps else vector


def products(
    first: list[int], second: list[int], t: int, multiply: Callable[[], list[int]], most: int = 64
) -> int:
    """How many products in a row by the second vector are right: `multiply` does one more.

    It returns what the result decrypts to, or raises anything where the library refuses.
    """
    expected = first
    for done in range(most):
        expected = multiplied(expected, second, t)
        try:
            found = multiply()
        except Exception:  # each library refuses in its own way
            return done
        if found[: len(expected)] != expected:
            return done
    return most


def check(what: str, found: list[int], expected: list[int]) -> None:
    """Ends the program where a library is wrong."""
    if found[: len(expected)] != expected:
        sys.exit(f"{what} is wrong: {found[:4]} instead of {expected[:4]}")


def only(shape: dict[str, Any], operations: Operations) -> Operations:
    """Those of the operations that are asked for, in the order in which they are."""
    return {name: operations[name] for name in shape["operations"] if name in operations}


def real_vectors(length: int) -> tuple[list[float], list[float]]:
    """Two vectors of numbers between -1 and 1 that are neither zeros nor related."""
    first, second = vectors(length, 65537)
    return [2 * x / 65537 - 1 for x in first], [2 * x / 65537 - 1 for x in second]


def worst_bits(what: str, found: Sequence[float], expected: Sequence[float]) -> float:
    """-log2 of the largest error. Ends the program where a result is wrong."""
    worst = max(abs(a - b) for a, b in zip(found, expected, strict=False))
    if not worst <= 1 / 64:
        sys.exit(f"{what} is wrong: {list(found[:3])} instead of {list(expected[:3])}")
    return -math.log2(worst) if worst else 64.0


def serve(facts: dict[str, Any], operations: Operations, sample_us: float) -> None:
    """Says what was prepared, and measures rounds as long as they are asked for."""
    repetitions = {name: repetitions_of(work, sample_us) for name, work in operations.items()}
    say(facts)
    for _ in sys.stdin:
        say({name: timed(work, repetitions[name]) for name, work in operations.items()})
    say({"peak_bytes": peak_bytes()})


def saved_bytes(save: Callable[[str], object]) -> int:
    """The size of what `save` writes into the file it is given the path of."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "saved"
        save(str(path))
        return path.stat().st_size


def peak_bytes() -> int:
    """The most memory that this process had.

    The system's `ru_maxrss` would do, did it not begin with that of the process that started this
    one.
    """
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith("VmHWM:"):
            return 1024 * int(line.split()[1])
    return 0


def say(said: dict[str, Any]) -> None:
    """Prints a line of JSON."""
    print(json.dumps(said), flush=True)


def timed(work: Callable[[], object], repetitions: int) -> float:
    """Nanoseconds of CPU time of this process for one of so many repetitions."""
    start = time.process_time_ns()
    for _ in range(repetitions):
        work()
    return (time.process_time_ns() - start) / repetitions


def repetitions_of(work: Callable[[], object], sample_us: float) -> int:
    """So many that they take `sample_us`; the first warm it up."""
    work()
    elapsed = max(timed(work, 1), 1.0)
    return max(1, min(10_000, round(1000 * sample_us / elapsed)))
