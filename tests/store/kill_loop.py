"""Runs killed with SIGKILL at random moments, resumed, and counted: nothing lost, nothing twice.

Two systems take turns, one of them measured twice; whatever happens, the order is that of a run
that nobody killed.

    python tests/store/kill_loop.py --kills 1000 [--seed 1] [--url DATABASE] [--real]

Each run is executed by a child process and killed at a random moment of the time a run takes
here, again and again, until an attempt comes to its end. The child writes one byte down a pipe
for each case that the store acknowledged; that many rows at least must be there afterwards. With
`--real` the child works with the compiled generator and the `plaintext` SUT through the harness,
otherwise with the naive SUT of the tests; the store is the real one either way.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "evaluation"))
sys.path.append(str(Path(__file__).parent))

from naive import NaiveLab
from recording import CASES, COMMAND, SMALL

from ringassay.evaluation import CaseDone, execute
from ringassay.store import FINISHED, Store, load

ALL = 3 * CASES
"""Those of two systems, and of one of them again."""


def attempt(target: str, resume: str | None, acknowledge: int, *, real: bool) -> None:
    """One attempt at a run, in the child."""

    def listen(event: object) -> None:
        if isinstance(event, CaseDone):
            os.write(acknowledge, b".")

    with Store(target) as store:
        if real:
            from ringassay.sut.registry import lookup

            suts = [lookup("plaintext"), replace(lookup("plaintext"), name="other")]
            execute(SMALL, store, suts, resume=resume, progress=listen)
        else:
            suts = [COMMAND, replace(COMMAND, name="other")]
            ports = NaiveLab().ports()
            execute(SMALL, store, suts, resume=resume, progress=listen, ports=ports)


def killed_attempt(
    target: str, resume: str | None, after_s: float, *, real: bool
) -> tuple[bool, int]:
    """Forks an attempt and kills it; says whether it ended by itself, and what it acknowledged."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(read_end)
            attempt(target, resume, write_end, real=real)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(write_end)
    deadline = time.monotonic() + after_s
    status = None
    while status is None and time.monotonic() < deadline:
        done, found = os.waitpid(child, os.WNOHANG)
        if done:
            status = found
        else:
            time.sleep(0.0005)
    if status is None:
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    acknowledged = 0
    while data := os.read(read_end, 65536):
        acknowledged += len(data)
    os.close(read_end)
    ended = os.WIFEXITED(status)
    assert not ended or os.WEXITSTATUS(status) == 0, "an attempt failed by itself"
    return ended, acknowledged


def check(target: str, run: str | None, at_least: int) -> tuple[str | None, str]:
    """Everything acknowledged is there, whole; returns the run's name and state."""
    with Store(target) as store:
        summaries = [summary for summary in store.runs() if run in {None, summary.run}]
        if not summaries:
            assert at_least == 0
            return None, ""
        summary = summaries[-1]
        rows = load(store, [summary.run]).evaluations
        assert len(rows) >= at_least, f"{at_least} acknowledged, {len(rows)} stored"
        keys = rows[["sut", "circuit", "input", "repetition"]]
        assert not keys.duplicated().any()
        return summary.run, summary.state


def one_run(
    target: str, rng: random.Random, longest_s: float, order: list[tuple], *, real: bool
) -> int:
    """A run from its start to its end; returns how often it was killed."""
    with Store(target) as store:
        known = {summary.run for summary in store.runs()}
    run: str | None = None
    acknowledged = kills = 0
    while True:
        ended, more = killed_attempt(target, run, rng.uniform(0, longest_s), real=real)
        acknowledged += more
        if run is None:
            with Store(target) as store:
                new = [summary.run for summary in store.runs() if summary.run not in known]
            run = new[-1] if new else None
        if run is None:
            assert acknowledged == 0, "acknowledged without a run"
            kills += 1
            continue
        _, state = check(target, run, acknowledged)
        if ended or state == FINISHED:
            assert state == FINISHED
            break
        kills += 1
    with Store(target) as store:
        rows = load(store, [run]).evaluations
        assert len(rows) == ALL and set(rows["outcome"]) == {"ok"}
        assert order_of(store, run) == order
        store.delete(run)
    return kills


def order_of(store: Store, run: str) -> list[tuple]:
    """The cases of a run in the order of time."""
    rows = load(store, [run]).evaluations.sort_values("sequence")
    assert rows["sequence"].is_unique
    return list(rows[["sut", "circuit", "input", "repetition"]].itertuples(index=False, name=None))


def uninterrupted(target: str, *, real: bool) -> tuple[float, list[tuple]]:
    """How long a run takes when nobody kills it, and its order."""
    started = time.monotonic()
    ended, acknowledged = killed_attempt(target, None, 600, real=real)
    spent_s = time.monotonic() - started
    assert ended and acknowledged == ALL
    with Store(target) as store:
        return spent_s, order_of(store, store.find("latest"))


def loop(
    target: str,
    kills: int,
    seed: int,
    *,
    real: bool = False,
    tell: Callable[[int, int], None] = lambda _kills, _runs: None,
) -> int:
    """Runs until at least `kills` kills happened; returns the number of runs."""
    rng = random.Random(seed)
    whole_s, order = uninterrupted(target, real=real)
    longest_s = 1.2 * whole_s
    runs = done = 0
    while done < kills:
        done += one_run(target, rng, longest_s, order, real=real)
        runs += 1
        tell(done, runs)
        assert runs <= 10 * kills + 10, "the kills come too late"
    return runs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--url", help="a database instead of a SQLite file of its own")
    parser.add_argument("--real", action="store_true", help="the plaintext SUT and the harness")
    options = parser.parse_args()
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        target = options.url or str(Path(directory) / "killed.db")
        runs = loop(
            target,
            options.kills,
            options.seed,
            real=options.real,
            tell=lambda kills, runs: print(f"{kills} kills, {runs} runs", flush=True),
        )
    spent_s = time.monotonic() - started
    print(f"{options.kills} kills, {runs} runs, {spent_s:.0f} s: nothing lost, nothing twice")


if __name__ == "__main__":
    main()
