"""Sets the benchmark's figures beside those of programs that share no code with it.

    python benches/independent/compare.py [--shapes N14-best] [--schemes CKKS,BFV] [--rounds 15]

Each library has a short program that uses it as its documentation has it: here, Lattigo's in
adapters/lattigo/independent, ours in crates/ringassay/examples. The benchmark's program and the
other are asked for rounds in turns; printed are both medians and the median of the ratios of a
round. Ends with 1 where that of a product or a rotation is more than 5 % off (`--allowed`).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from ringassay.bench import LATTICE_SHAPES
from ringassay.bench.beside.program import ONE_THREAD, PYTHON_OF, SINGLE, Library, Program

HERE = Path(__file__).parent
OPERATIONS = ("multiply", "rotate", "encode_encrypt")
DECIDED = ("multiply", "rotate")
"""In the others converting vectors is part of what is measured."""

LIBRARIES = [one for one in SINGLE if " " not in one.name]


def command(library: str, asked: dict[str, Any], own: str | None) -> list[str]:
    """The program of a library, and its arguments; `own` is ours, where it is built."""
    if library == "ringassay":
        numbers = (str(asked[name]) for name in ("scheme", "n", "t", "log2_scale"))
        sizes = (",".join(map(str, asked[bits])) for bits in ("q_bits", "p_bits"))
        run = ["cargo", "run", "--release", "--quiet", "--locked", "--example", "independent", "--"]
        return [*(run if own is None else [own]), *numbers, *sizes]
    if library == "Lattigo":
        return ["go", "run", "./independent", json.dumps(asked)]
    python = os.environ.get(PYTHON_OF.format(library.upper()), sys.executable)
    return [python, str(HERE / f"{library.lower()}_program.py"), json.dumps(asked)]


class Other:
    """The independent program of a library, started."""

    def __init__(self, library: str, asked: dict[str, Any], own: str | None) -> None:
        self.process = subprocess.Popen(
            command(library, asked, own),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **ONE_THREAD},
            cwd=HERE.parents[1]
            / ("adapters/lattigo" if library == "Lattigo" else "crates/ringassay"),
        )

    def round(self) -> dict[str, float]:
        """Nanoseconds of CPU time of each operation."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("round\n")
        self.process.stdin.flush()
        said: dict[str, float] = json.loads(self.process.stdout.readline())
        return said

    def end(self) -> None:
        """Ends it."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def compared(
    shape: str, scheme: str, libraries: list[Library], rounds: int, own: str | None
) -> Iterator[tuple[str, str, float, float, float]]:
    """Library, operation, both medians in ms, and the median ratio, one after the other."""
    for library in libraries:
        asked = LATTICE_SHAPES[shape].asked(scheme, 20_000, library.name)
        with ExitStack() as ends:
            bench = Program(library, {**asked, "operations": OPERATIONS})
            ends.callback(bench.kill)
            facts = {name: bench.facts[name] for name in ("digits", "limbs")}
            settings: Any = asked["settings"]
            depth = settings.get("MultiplicativeDepth", facts["limbs"] - 1) if settings else None
            asked |= {**facts, "depth": depth or facts["limbs"] - 1}
            other = Other(library.name, asked, own)
            ends.callback(other.end)
            other.round()
            pairs = [(bench.round(), other.round()) for _ in range(rounds)]
        for operation in OPERATIONS:
            ours, theirs = zip(*((a[operation], b[operation]) for a, b in pairs), strict=True)
            ratio = median(b / a for a, b in zip(ours, theirs, strict=True))
            yield library.name, operation, median(ours) / 1e6, median(theirs) / 1e6, ratio


def main() -> None:
    """Prints a table; ends with 1 where it disagrees."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shapes", default="N14-best")
    parser.add_argument("--schemes", default="CKKS,BFV,BGV")
    parser.add_argument("--libraries", default=",".join(one.name for one in LIBRARIES))
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--own", metavar="PROGRAM", help="ours, where it is built already")
    parser.add_argument("--allowed", type=float, default=5.0, metavar="PERCENT")
    asked = parser.parse_args()
    # What is started keeps to the processor that the benchmark's programs are kept on.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print("place         library    operation       bench, ms  independent, ms  ratio")
    libraries = [one for one in LIBRARIES if one.name in asked.libraries.split(",")]
    apart = False
    for shape in asked.shapes.split(","):
        for scheme in asked.schemes.split(","):
            for library, operation, ours, theirs, ratio in compared(
                shape, scheme, libraries, asked.rounds, asked.own
            ):
                wrong = operation in DECIDED and 100 * abs(ratio - 1) > asked.allowed
                apart |= wrong
                print(
                    f"{shape + ' ' + scheme:13} {library:10} {operation:15} {ours:<10.4g} "
                    f"{theirs:<16.4g} {ratio:.3f}{'  apart' if wrong else ''}",
                    flush=True,
                )
    sys.exit(1 if apart else 0)


main()
