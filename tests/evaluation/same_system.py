"""One real system under two names, run after run: how often is a difference claimed?

`python tests/evaluation/same_system.py --pairs 100 [--load 4]` runs a small suite for each pair
through the real harness, judges it as the report does, and prints in how many pairs a difference of
any time is claimed (at most 5 % are asked). `--load N` keeps N busy processes on the first CPU.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ringassay.analysis import prepare
from ringassay.analysis.comparison import compare
from ringassay.evaluation import execute, parse_suite
from ringassay.store import Store, load
from ringassay.sut import registry

SUITE = """
version = 1
name = "same"
seed = {seed}
security = 80
suts = ["lattigo"]
repetitions = 1
key_sharing = "batch"

[[family]]
name = "mixed"
kind = "mixed"
space = "gf2"
batch = 8
depth = [1, 2]
width = [3, 5, 8]
circuits = 2
inputs = 2
"""
CLAIMED = ("first", "second")


def busy() -> None:
    """Uses the first CPU for ever."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    while True:
        pass


@contextmanager
def load_of(count: int) -> Iterator[None]:
    """So many busy processes on the first CPU."""
    workers = [multiprocessing.Process(target=busy, daemon=True) for _ in range(count)]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        for worker in workers:
            worker.kill()
            worker.join()


def pair(system: str, seed: int, folder: Path, twin: bool) -> dict[str, str]:
    """Verdict by aspect of a system against itself; with a floor if it is measured a third time."""
    command = registry.lookup(system)
    suts = [replace(command, name=name) for name in ("one", "other")]
    with Store(folder / f"{seed}.db") as store:
        ended = execute(
            parse_suite(SUITE.format(seed=seed)),
            store,
            suts,
            aa=None if twin else "none",
            probe=False,
        )
        study = prepare(load(store, [ended.run]))
    found = compare(study, "one", "other")
    return {p.aspect.label: p.verdict for p in found.aspects if p.aspect.quantity == "time"}


def main() -> None:
    """Runs the pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--load", type=int, default=0)
    parser.add_argument("--system", default="lattigo")
    parser.add_argument("--twin", action="store_true", help="with a floor, as runs have by default")
    chosen = parser.parse_args()
    verdicts: Counter[str] = Counter()
    claimed = 0
    with tempfile.TemporaryDirectory() as folder, load_of(chosen.load):
        for seed in range(chosen.pairs):
            found = pair(chosen.system, seed, Path(folder), chosen.twin)
            verdicts.update(found.values())
            claimed += any(verdict in CLAIMED for verdict in found.values())
            if seed % 10 == 9:
                print(f"{seed + 1} pairs, a difference claimed in {claimed}", flush=True)
    print(json.dumps({"pairs": chosen.pairs, "claimed": claimed, "verdicts": dict(verdicts)}))


if __name__ == "__main__":
    main()
