"""Eight names of one real system in a run: is a difference told on the page, where there is none?

`python tests/evaluation/many_names.py --runs 10 [--names 8] [--load 4] [--keep FOLDER]` measures
the cheapest system under so many names, in turns, and one of them again as every run does. A page
with any claimed difference of a time, between any two names, is false. At most 5 % of pages may be.
`--slower PERCENT` plants a delay in the evaluations of the last name (of SEAL's adapter): each
other name must be told to need less for evaluation. `--keep` keeps the stores, and takes those
that are there already.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from same_system import CLAIMED, SUITE, load_of

from ringassay.analysis import prepare
from ringassay.analysis.comparison import Comparison
from ringassay.analysis.family import all_pairs
from ringassay.evaluation import execute, parse_suite
from ringassay.store import RunData, Store, load
from ringassay.sut import registry
from ringassay.sut.command import SutCommand

SLOWER = Path(__file__).with_name("slower_seal.py")


def suts(system: str, count: int, slower: float | None) -> list[SutCommand]:
    """One system under so many names; with a plant SEAL's adapter, whose last name is slower."""
    names = [f"name{number}" for number in range(1, count + 1)]
    if slower is None:
        command = registry.lookup(system)
        return [replace(command, name=name) for name in names]
    return [
        SutCommand(
            name,
            client=(sys.executable, str(SLOWER), str(planted), "client"),
            server=(sys.executable, str(SLOWER), str(planted), "server"),
        )
        for name, planted in zip(names, [*[0.0] * (count - 1), slower], strict=True)
    ]


def measured(suite: str, commands: list[SutCommand], at: Path) -> RunData:
    """The run in the store at `at`, measured if it is not there."""
    if not at.exists():
        begun = at.with_suffix(".begun")
        with Store(begun) as store:
            execute(parse_suite(suite), store, commands, probe=False)
        for path in at.parent.glob(f"{begun.name}*"):
            path.rename(path.with_name(path.name.replace(".begun", ".db")))
    with Store(at) as store:
        return load(store, [run.run for run in store.runs()])


def claims(pairs: tuple[Comparison, ...]) -> list[tuple[str, str, str]]:
    """Every claimed difference of a time: who needs less, who more, of what."""
    found = []
    for pair in pairs:
        for one in pair.aspects:
            if one.aspect.quantity == "time" and one.verdict in CLAIMED:
                first, second = pair.first, pair.second
                less, more = (first, second) if one.verdict == "first" else (second, first)
                found.append((less, more, one.aspect.label))
    return found


def main() -> None:
    """Runs the campaign."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--names", type=int, default=8)
    parser.add_argument("--system", default="lattigo")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--circuits", type=int, default=2, help="of each of the six shapes")
    parser.add_argument("--load", type=int, default=0)
    parser.add_argument("--slower", type=float, metavar="PERCENT")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    chosen = parser.parse_args()
    false = planted = 0
    of: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as temporary, load_of(chosen.load):
        folder = chosen.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for seed in range(1, chosen.runs + 1):
            started = time.monotonic()
            commands = suts(chosen.system, chosen.names, chosen.slower)
            suite = SUITE.format(seed=seed, rounds=chosen.rounds, circuits=chosen.circuits)
            study = prepare(measured(suite, commands, folder / f"{seed}.db"))
            found = claims(all_pairs(study))
            slow = commands[-1].name if chosen.slower else ""
            wrong = [one for one in found if one[1] != slow]
            right = [one for one in found if one[1] == slow and one[2] == "evaluation"]
            false += bool(wrong)
            planted += len(right)
            of.update(label for _, _, label in wrong)
            print(
                f"{seed:3d}  {len(wrong)} false differences  {len(right)} of "
                f"{chosen.names - 1 if slow else 0} planted ones found  "
                f"{time.monotonic() - started:.0f} s",
                flush=True,
            )
    pairs = chosen.runs * (chosen.names - 1) if chosen.slower else 0
    print(json.dumps({"runs": chosen.runs, "false_pages": false, "found": planted, "of": pairs}))
    print(dict(of))
    sys.exit(int(false > max(1, 0.05 * chosen.runs) or planted < 0.8 * pairs))


if __name__ == "__main__":
    main()
