"""A slower adapter beside itself, campaign after campaign: what does `--fail-above` say?

`python tests/evaluation/planted_regression.py --trials 20` runs, for each trial, `ringassay run` on
SEAL's adapter and SEAL's adapter whose evaluations take 20 % longer, and on the adapter twice
without the plant; then `ringassay compare base new --fail-above 10%`. It prints what was measured
and exits with 1 unless the exit code was 6 in every trial with the plant and 0 in all others.

A campaign is 12 circuits with 2 inputs in 6 rounds (`--rounds`). `--keep FOLDER` keeps the stores,
and takes those that are there already.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from same_system import SUITE

PROGRAM = Path(sys.executable).parent / "ringassay"
SLOWER = Path(__file__).with_name("slower_seal.py")
WORSE = 6


def suts(percent: float) -> str:
    """SEAL's adapter under two names, the second slower by some percent."""
    return "".join(
        f'[sut.{name}]\nclient = ["{sys.executable}", "{SLOWER}", "{planted}", "client"]\n'
        f'server = ["{sys.executable}", "{SLOWER}", "{planted}", "server"]\n'
        for name, planted in (("base", 0.0), ("new", percent))
    )


def measure(store: Path, percent: float, seed: int, rounds: int) -> None:
    """One campaign into `store`, through the command line."""
    files = {"suts": suts(percent), "suite": SUITE.format(seed=seed, rounds=rounds, circuits=2)}
    paths = {name: store.with_suffix(f".{name}.toml") for name in files}
    for name, path in paths.items():
        path.write_text(files[name])
    begun = store.with_suffix(".begun")
    command = [PROGRAM, "run", paths["suite"], "--sut-file", paths["suts"], "--store", begun]
    named = ["--sut", "base", "--sut", "new", "--no-probes"]
    subprocess.run([*command, *named], check=True, capture_output=True)
    for path in store.parent.glob(f"{begun.name}*"):
        path.rename(path.with_name(path.name.replace(".begun", ".db")))


def judge(store: Path) -> tuple[int, dict[str, object]]:
    """The exit code of `compare`, and what it found of evaluation."""
    out = store.with_suffix(".report")
    command = [PROGRAM, "compare", "base", "new", "--store", store, "--fail-above", "10%"]
    ended = subprocess.run(
        [*command, "--out", out, "--force", "--json"], check=False, capture_output=True, text=True
    )
    checks = json.loads(ended.stdout)["checks"]
    return ended.returncode, next(one for one in checks if one["metric"] == "evaluation")


def main() -> None:
    """Runs the trials."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--percent", type=float, default=20.0)
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    chosen = parser.parse_args()
    right = dict.fromkeys((chosen.percent, 0.0), 0)
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for seed in range(1, chosen.trials + 1):
            for percent in right:
                store = folder / f"{percent:g}_{seed}.db"
                started = time.monotonic()
                if not store.exists():
                    measure(store, percent, seed, chosen.rounds)
                code, found = judge(store)
                right[percent] += code == (WORSE if percent else 0)
                print(
                    f"{seed:3d}  planted {percent:4.1f} %  found {found['ratio']:.3f} "
                    f"[{found['low']:.3f}, {found['high']:.3f}]  {found['finding']:8s} "
                    f"exit {code}  disturbed by {', '.join(found['disturbed']) or 'nothing'}  "  # type: ignore[arg-type]
                    f"{time.monotonic() - started:.0f} s",
                    flush=True,
                )
    print(json.dumps({"trials": chosen.trials, "as_expected": right}))
    sys.exit(int(any(count != chosen.trials for count in right.values())))


if __name__ == "__main__":
    main()
