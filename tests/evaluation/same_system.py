"""One real system under two names, run after run: how often is a difference claimed?

`python tests/evaluation/same_system.py --pairs 100 [--load 4]` runs a small suite for each pair
through the real harness, judges it as the report does, and prints in how many pairs a difference of
any time is claimed (at most 5 % are asked). `--load N` keeps N busy processes on the first CPU.
`--slower PERCENT` takes SEAL, plants a delay in the evaluations of the second name, and prints
beside it in how many pairs that one was found (at least 90 % are asked for 5 %).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ringassay.analysis import prepare
from ringassay.analysis.comparison import compare
from ringassay.evaluation import execute, parse_suite
from ringassay.store import Store, load
from ringassay.sut import registry
from ringassay.sut.command import SutCommand

SUITE = """
version = 1
name = "same"
seed = {seed}
security = 80
suts = ["plaintext"]
repetitions = {rounds}
key_sharing = "batch"

[[family]]
name = "mixed"
kind = "mixed"
space = "gf2"
batch = 8
depth = [1, 2]
width = [3, 5, 8]
circuits = {circuits}
inputs = 2
"""
NAMES = ("one", "other")
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


def same(system: str) -> list[SutCommand]:
    """A system twice."""
    command = registry.lookup(system)
    return [replace(command, name=name) for name in NAMES]


def slower(percent: float) -> list[SutCommand]:
    """SEAL, and SEAL whose evaluations take longer by some percent; both from one program."""
    program = str(Path(__file__).with_name("slower_seal.py"))
    start = [(sys.executable, program, str(planted)) for planted in (0.0, percent)]
    return [
        SutCommand(name, client=(*words, "client"), server=(*words, "server"))
        for name, words in zip(NAMES, start, strict=True)
    ]


def pair(suts: Sequence[SutCommand], suite: str, at: Path, twin: bool) -> dict[str, str]:
    """Verdict by aspect of the second against the first; with a floor if one is measured again."""
    with Store(at) as store:
        ended = execute(
            parse_suite(suite),
            store,
            suts,
            aa=None if twin else "none",
            probe=False,
        )
        study = prepare(load(store, [ended.run]))
    found = compare(study, *NAMES)
    return {p.aspect.label: p.verdict for p in found.aspects if p.aspect.quantity == "time"}


def main() -> None:
    """Runs the pairs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--load", type=int, default=0)
    parser.add_argument("--system", default="lattigo")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--circuits", type=int, default=2, help="of each of the six shapes")
    parser.add_argument("--slower", type=float, metavar="PERCENT", help="delay planted in SEAL")
    parser.add_argument("--twin", action="store_true", help="with a floor, as runs have by default")
    chosen = parser.parse_args()
    suts = same(chosen.system) if chosen.slower is None else slower(chosen.slower)
    verdicts: Counter[tuple[str, str]] = Counter()
    claimed = slower_found = 0
    with tempfile.TemporaryDirectory() as folder, load_of(chosen.load):
        for seed in range(chosen.pairs):
            suite = SUITE.format(seed=seed, rounds=chosen.rounds, circuits=chosen.circuits)
            found = pair(suts, suite, Path(folder) / f"{seed}.db", chosen.twin)
            verdicts.update(found.items())
            claimed += any(verdict in CLAIMED for verdict in found.values())
            slower_found += found["evaluation"] == CLAIMED[0]
            if seed % 10 == 9:
                print(f"{seed + 1} pairs, {claimed} with a claim", flush=True)
    figures = {"pairs": chosen.pairs, "claimed": claimed, "slower_found": slower_found}
    print(json.dumps(figures))
    for (aspect, verdict), count in sorted(verdicts.items()):
        print(f"{aspect:16s} {verdict:10s} {count}")


if __name__ == "__main__":
    main()
