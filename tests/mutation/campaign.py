"""Mutants of the modules that decide, drawn at random: do the tests of their folders notice?

    .venv/bin/python tests/mutation/campaign.py [--mutants 300] [--seed 1] [--seconds 60]
        [--module analysis/verdict]... [--tests analysis/test_verdict.py]... [--reached FILE]

The tests run once unchanged, which shows which of them run which function; each mutant meets those
of the function that it is in, the quickest first, for at most that many seconds (as they took
unchanged). Prints every mutant that survives, and the share that was noticed for each module.
Exits with 1 if it is less than 85 % of all.
"""

from __future__ import annotations

import argparse
import ast
import functools
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from operators import Mutant, mutants, mutated
from planting import NOTICED, SURVIVES, Change, outcome
from reached import PACKAGE, Reached, learn

LEAST = 0.85
_DECIDING = {
    "analysis": (
        "intervals", "locations", "verdict", "effect", "crossed", "ranks", "family", "decision",
        "comparison", "check", "floor", "widening", "changes", "keyload", "secrecy", "resolution",
        "dependence", "first_answers", "disturbance", "sampled",
    ),
    "advice": ("ranking", "verdict", "uncertainty", "linear"),
    "predict": ("points", "account", "sweeps", "truth"),
}  # fmt: skip
MODULES = [f"{folder}/{name}" for folder, names in _DECIDING.items() for name in names]


def functions(source: str, line: int) -> list[int]:
    """Where the innermost function around `line` starts, as code objects say: at its decorators."""
    around = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0)
    ]
    inner = max(around, key=lambda node: node.lineno, default=None)
    return [min([inner.lineno, *(d.lineno for d in inner.decorator_list)])] if inner else []


def within(tests: list[str], known: Reached, seconds: float) -> list[str]:
    """The first tests that take no longer together; at least one, if there is one."""
    total, kept = 0.0, []
    for test in tests:
        total += known.seconds(test)
        if kept and total > seconds:
            break
        kept.append(test)
    return kept


def survives(module: str, mutant: Mutant, known: Reached, seconds: float) -> bool:
    """Whether the tests that reach it pass with the mutant."""
    path = PACKAGE / f"{module}.py"
    tests = within(known.tests(path, functions(path.read_text(), mutant.line)), known, seconds)
    change = Change(
        f"ringassay.{module.replace('/', '.')}", functools.partial(mutated, mutant=mutant)
    )
    if not tests:
        return True
    code, _ = outcome(change, tests, seconds=60.0 + 10.0 * seconds)
    # What cannot be imported or collected any more is noticed too.
    return code == SURVIVES


def main() -> int:
    """Prints the survivors and the shares."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--mutants", type=int, default=300)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--module", action="append", choices=MODULES)
    options.add_argument("--tests", action="append", help="those alone, not all of the folders")
    options.add_argument("--reached", type=Path, help="kept, and used again if it is there")
    given = options.parse_args()
    chosen = given.module or MODULES
    with tempfile.TemporaryDirectory() as folder:
        path = given.reached or Path(folder) / "reached.json"
        if not path.exists():
            folders = tuple(_DECIDING)
            code, said = learn(path, folders, given.tests or list(folders))
            if code:
                print(f"the tests fail without a mutant: {said}")
                return NOTICED
        known = Reached(path)
    every = [(m, one) for m in chosen for one in mutants((PACKAGE / f"{m}.py").read_text())]
    drawn = random.Random(given.seed).sample(every, min(given.mutants, len(every)))
    count, noticed = Counter[str](), Counter[str]()
    for module, mutant in drawn:
        count[module] += 1
        if survives(module, mutant, known, given.seconds):
            told = " ".join(f"{mutant.old}  ->  {mutant.new}".split())
            print(f"SURVIVES {module}.py:{mutant.line}: {told}", flush=True)
        else:
            noticed[module] += 1
    for module in sorted(count):
        print(f"{module:24} {noticed[module]:4} of {count[module]:4}")
    share = noticed.total() / max(1, count.total())
    print(f"{'all':24} {noticed.total():4} of {count.total():4}: {share:.1%}")
    return 0 if share >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
