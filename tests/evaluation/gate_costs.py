"""Gates as ringassay reports them, beside the library's own calls measured in a loop.

`python tests/evaluation/gate_costs.py [--rounds 5]` runs circuits of one kind of gate, small and
large, on SEAL, Lattigo and ringassay's engine through the real harness. For each circuit the
library's own calls that its plan makes are then repeated in a loop, without protocol and harness,
and added up. Printed are both in ms per gate and their ratio: of the small circuits the mean, as a
report states it, and from small to large ones the cost of a gate more, which leaves out what an
evaluation takes whatever its size (within 10 % of the loop is asked of it). Needs Cargo and Go for
the loops.

There are two loops. The plain one goes on and on. In the one behind it, caches are emptied between
two rounds, by writing 64 MiB: a server computes when all other systems have had their turns, and
what it touches first comes from memory.

The loops are made as a circuit makes them: each call has operands of its own, which no call before
it has touched for as long as it takes to go through all of them, and each result is kept until the
next round. (A call on the same two ciphertexts, whose result is dropped, has everything in the
nearest cache: an addition takes half as long then.)
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from ringassay import _native
from ringassay.analysis import prepare
from ringassay.evaluation import execute, parse_suite
from ringassay.store import Store, load
from ringassay.store.circuits import read_text
from ringassay.sut import registry
from ringassay.sut.texts import KeyParameters

SUITE = """
version = 1
name = "gates"
seed = 5
security = 128
repetitions = {rounds}
suts = ["plaintext"]
"""
FAMILY = """
[[family]]
name = "{name}"
kind = "single"
space = "gf2"
gate = ["LADD", "LMUL", "LROTATE"]
batch = 64
levels = 3
width = 16
outputs = {outputs}
circuits = 2
inputs = 2
"""
SYSTEMS = ("seal", "lattigo", "ringassay-bgv")
ROOT = Path(__file__).parents[2]
SPAN_S = 0.05
# Pairs of operands that calls take in turns: as many ciphertexts as the circuits have gates.
PAIRS = 12

Loops = Callable[[Path, bool], dict[str, float]]

CACHES = bytearray(64 << 20)


def in_loop(
    call: Callable[[Any, Any], Any], pairs: Sequence[tuple[Any, Any]], *, cold: bool
) -> float:
    """The median CPU time of a call, in ns, on pairs of operands in turns; results are kept for a
    round, before which caches are emptied if it is to be a cold one."""
    times: list[int] = []
    end = time.perf_counter() + SPAN_S
    while time.perf_counter() < end or len(times) < 5:
        kept = []
        if cold:
            CACHES[:] = bytes(len(CACHES))
        for x, y in pairs:
            start = time.thread_time_ns()
            kept.append(call(x, y))
            times.append(time.thread_time_ns() - start)
    return median(times)


def seal(folder: Path, cold: bool) -> dict[str, float]:
    """SEAL's calls, for each circuit of a folder."""
    from tenseal import sealapi

    from ringassay.sut.seal.backend import SealServer
    from ringassay.sut.seal.client import SealClient

    asked = KeyParameters.parse((folder / "key.txt").read_bytes())
    client, server = SealClient(), SealServer()
    server.load_key(list(client.keygen(asked)))
    wires = client.encrypt([[1] * asked.batch] * 2)

    def fresh() -> tuple[Any, Any]:
        x, y = (client._memory.load(sealapi.Ciphertext(), w, client._context) for w in wires)
        return x, y

    pairs = [fresh() for _ in range(PAIRS)]

    def calls(library: Any, program: Any) -> float:
        own: dict[str, Callable[[Any, Any, Any], Any]] = {
            "add": lambda _, x, y: library.add(x, y),
            "sub": lambda _, x, y: library.sub(x, y),
            "mul": lambda _, x, y: library.multiply(x, y),
            "square": lambda _, x, y: library.square(x),
            "rotate": lambda steps, x, y: library.rotate(x, steps),
        }
        counts = Counter(
            (name, numbers[2] if name == "rotate" else None)
            for name, numbers in program.ops
            if name in own
        )
        return sum(
            count * in_loop(partial(own[kind], steps), pairs, cold=cold)
            for (kind, steps), count in counts.items()
        )

    found = {}
    for file in sorted(folder.glob("*.circuit")):
        server.ingest(_native.Circuit.parse(file.read_bytes()))
        found[file.name] = calls(server._backend, server._prepared.program)
    return found


def engine(folder: Path, cold: bool) -> dict[str, float]:
    """The calls of ringassay's BGV: an example of the engine's crate repeats them."""
    words = ["cargo", "run", "--release", "--quiet", "-p", "ringassay-engine"]
    files = [str(folder / "key.txt"), *map(str, sorted(folder.glob("*.circuit")))]
    words += ["--example", "calls_in_loops", "--", *(["--cold"] if cold else []), *files]
    return _lines(words, ROOT, dict(os.environ))


def lattigo(folder: Path, cold: bool) -> dict[str, float]:
    """Lattigo's calls: a test of its adapter repeats them, once it has written the target."""
    words = ["go", "test", "-count=1", "-v", "-run", "TestCallsInLoops", "."]
    environment = os.environ | {"RINGASSAY_CALLS": str(folder)}
    if cold:
        environment["RINGASSAY_CALLS_COLD"] = "1"
    adapter = ROOT / "adapters" / "lattigo"
    if not (folder / "target.json").exists():
        _lines(words, adapter, environment)
        target = (folder / "target.json").read_bytes()
        for file in folder.glob("*.circuit"):
            circuit = _native.Circuit.parse(file.read_bytes())
            (folder / f"{file.name}.program").write_bytes(circuit.slot_program(target))
    return _lines(words, adapter, environment)


LOOPS: dict[str, Loops] = dict(zip(SYSTEMS, (seal, lattigo, engine), strict=True))


def _lines(words: list[str], cwd: Path, environment: dict[str, str]) -> dict[str, float]:
    output = subprocess.run(
        words, cwd=cwd, env=environment, check=True, capture_output=True, text=True
    ).stdout
    found = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return {
        Path(one["circuit"]).name.removesuffix(".program"): float(one["cpu_ns"]) for one in found
    }


def main() -> None:
    """Runs the suite, then the loops, and prints both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    text = SUITE.format(rounds=parser.parse_args().rounds)
    for name, outputs in (("small", 1), ("large", 12)):
        text += FAMILY.format(name=name, outputs=outputs)
    suite = parse_suite(text)
    with tempfile.TemporaryDirectory() as name, Store(Path(name) / "gates.db") as store:
        suts = [registry.lookup(system) for system in SYSTEMS]
        ended = execute(suite, store, suts, aa="none", probe=False)
        rows = prepare(load(store, [ended.run])).right
        parts = rows["evaluate_load_ns"] + rows["evaluate_save_ns"]
        rows = rows.assign(alone=rows["evaluate_compute_cpu_ns"] - parts)
        heads = "  ".join(f"{name:>7s} {'ratio':>5s}" for name in ("loop", "cold"))
        print(f"{'system':14s} {'gate':8s} {'of':6s} {'ms':>7s}  {heads}")
        for params, part in rows.groupby("params"):
            folder = Path(name) / str(abs(hash(params)))
            folder.mkdir()
            (folder / "key.txt").write_text(params)
            for circuit in part["circuit"].unique():
                text = store.read(partial(read_text, circuit=circuit))
                (folder / f"{circuit}.circuit").write_bytes(text)
            for system in SYSTEMS:
                loops = [LOOPS[system](folder, cold) for cold in (False, True)]
                for gate, of_gate in part[part["system"] == system].groupby("gate"):
                    _print(system, gate, of_gate, loops)


def _print(system: str, gate: str, rows: Any, loops: Sequence[dict[str, float]]) -> None:
    each = rows.groupby("circuit")
    table = each[["family", "gates"]].first().assign(reported=each["alone"].median())
    for number, loop in enumerate(loops):
        table[f"loop {number}"] = [loop[f"{circuit}.circuit"] for circuit in table.index]
    # Sums of the same operand twice are zero: there is nothing to compute then, nor to load.
    table = table.dropna()[lambda rows: rows["loop 0"] > 0]
    columns = [table[column] for column in table.columns[2:]]
    small = table["family"] == "small"
    mean = [(column / table["gates"])[small].mean() for column in columns]
    more = [np.polyfit(table["gates"], column, 1)[0] for column in columns]
    for name, (own, *looped) in (("mean", mean), ("a more", more)):
        figures = "  ".join(f"{loop / 1e6:7.4f} {own / loop:5.2f}" for loop in looped)
        print(f"{system:14s} {gate:8s} {name:6s} {own / 1e6:7.4f}  {figures}")


if __name__ == "__main__":
    main()
