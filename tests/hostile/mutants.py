"""Real stores, suites and descriptions of systems with a few bytes changed: the same result as
before, or an error with a name.

    python tests/hostile/mutants.py --mutants 10000 [--seed 1]

Stores are judged strictly: what `show` prints of a changed database is what it printed before, or
it says what is wrong. A suite that was changed may be another suite; of it and of descriptions
is demanded that they are read in bounded time and memory, without a traceback, and that a refusal
says why. Exits with 1 where one fails, and prints how to make that mutant again.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "corpus"), str(HERE), str(HERE.parent)]

import driver  # noqa: E402
from case import Case, Result  # noqa: E402

import ringassay  # noqa: E402
from program import PROGRAM  # noqa: E402

CPU_S = 10.0
PEAK_BYTES = 500_000_000
REFUSED = {2, 4, 5}
SUTS = (
    '[sut.a]\nclient = ["./a", "client"]\nserver = ["./a", "server"]\n'
    'env = { OMP_NUM_THREADS = "1" }\nhandshake = "auto"\ncwd = "build"\n'
    'pass = ["CUDA_HOME"]\nreadable = ["../data", "/dev/dri"]\n\n'
    '[sut.b]\nclient = ["/bin/b"]\nserver = ["/bin/b", "--n", "5"]\n'
)


def changed(data: bytes, rng: random.Random) -> bytes:
    """With bits flipped, bytes replaced, a part left out, doubled, moved, or the end cut off."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at = rng.randrange(len(out)) if out else 0
        span = rng.choice((1, 1, 2, 8, 100))
        match rng.randrange(6):
            case 0:
                out[at : at + 1] = bytes([out[at] ^ 1 << rng.randrange(8)]) if out else b""
            case 1:
                out[at : at + 1] = rng.randbytes(1)
            case 2:
                del out[at : at + span]
            case 3:
                out[at:at] = out[at : at + span]
            case 4:
                out[at : at + span] = rng.choice(
                    (b"0", b"-1", b"9" * 40, b"[", b'"', b"\0", b"1e9")
                )
            case 5 if rng.random() < 0.2:
                del out[at:]
    return bytes(out)


def sources(folder: Path) -> Iterator[tuple[str, str, bytes, tuple[str, ...]]]:
    """Kind, name, content and command of what is changed."""
    store = folder / "results.db"
    made = [PROGRAM, "run", "quick", "--sut", "plaintext", "--no-probes", "--store", store]
    subprocess.run(made, check=True, capture_output=True)
    yield "store", "results.db", store.read_bytes(), ("show", "--json", "--store", "results.db")
    for suite in sorted((Path(ringassay.__file__).parent / "suites").glob("*.toml")):
        yield "suite", "s.toml", suite.read_bytes(), ("suite", "show", "s.toml")
    yield (
        "systems",
        "suts.toml",
        SUTS.encode(),
        ("sut", "list", "--sut-file", "suts.toml", "--no-start"),
    )


def judged(kind: str, result: Result, before: Result) -> str:
    """A word for what came of it; one that begins with `BAD` for what must not."""
    bad = {
        "traceback": "Traceback" in result.said,
        "changed files": bool(result.changed),
        "processes": result.survivors > 0,
        "time": result.cpu_s > CPU_S or result.code < 0,
        "memory": result.peak_bytes > PEAK_BYTES,
        "terminal": any(sign in result.said for sign in "\x1b\x9b\u202e"),
        "exit code": result.code not in REFUSED | {0},
    }
    if any(bad.values()):
        return "BAD: " + ", ".join(name for name, is_bad in bad.items() if is_bad)
    if result.code in REFUSED:
        return "refused" if "error: " in result.said or "Error" in result.said else "BAD: silent"
    if result.said == before.said:
        return "same"
    if kind != "store" or "Left out: " in result.said:
        return "named" if kind == "store" else "another"
    return "BAD: another result without a word"


def main() -> None:
    """Runs the campaign."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--mutants", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    driver.imported()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["COLUMNS"] = "200"
        taken = list(sources(folder))
        first = [
            driver.run(Case(f"first-{at}", command, {file: data}), folder)
            for at, (_, file, data, command) in enumerate(taken)
        ]
        # Suites with files beside them are refused without; of these only the text is changed.
        alone = [at for at, one in enumerate(first) if one.code == 0]
        taken, first = [taken[at] for at in alone], [first[at] for at in alone]
        assert {kind for kind, *_ in taken} == {"store", "suite", "systems"}
        # Stores are half of them: they are what people exchange as results.
        weights = [len(taken) if kind == "store" else 1 for kind, *_ in taken]
        came: Counter[tuple[str, str]] = Counter()
        slowest = largest = 0.0
        for number in range(asked.mutants):
            rng = random.Random(f"{asked.seed} {number}")
            (at,) = rng.choices(range(len(taken)), weights)
            kind, file, data, command = taken[at]
            result = driver.run(Case("mutant", command, {file: changed(data, rng)}), folder)
            word = judged(kind, result, first[at])
            came[kind, word] += 1
            slowest, largest = max(slowest, result.cpu_s), max(largest, result.peak_bytes)
            if word.startswith("BAD"):
                print(f"mutant {number} of seed {asked.seed}: {kind}: {word}: {result.said[-600:]}")
            shutil.rmtree(folder / "mutant")
            if number % 500 == 499:
                print(f"{number + 1} mutants: {dict(came)}", file=sys.stderr, flush=True)
    for (kind, word), count in sorted(came.items()):
        print(f"{kind}: {word}: {count}")
    print(f"{asked.mutants} mutants; slowest {slowest:.1f} s, largest {largest / 1e6:.0f} MB")
    sys.exit(any(word.startswith("BAD") for _, word in came))


if __name__ == "__main__":
    main()
