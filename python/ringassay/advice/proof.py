"""Predictions beside the truth: the best candidates, run through the harness.

Circuit, keys, inputs and protocol are those of every run, the answers are compared with the
plaintext evaluation, and the run is stored.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ringassay.advice.computation import Computation
from ringassay.advice.figures import STEPS, Candidate, Cost, Step
from ringassay.analysis.generation import generated
from ringassay.evaluation.execution import execute
from ringassay.evaluation.progress import Listener, ignore
from ringassay.store import Store, load
from ringassay.sut import registry

if TYPE_CHECKING:
    import pandas as pd

_TIMES: dict[Step, tuple[str, str]] = {
    "keys": ("keys", "generate_cpu_ns"),
    "ingest": ("ingestions", "server_cpu_ns"),
    "encrypt": ("evaluations", "encrypt_cpu_ns"),
    "evaluate": ("evaluations", "evaluate_cpu_ns"),
    "decrypt": ("evaluations", "decrypt_cpu_ns"),
}


class Interrupted(KeyboardInterrupt):
    """The run was stopped by Ctrl-C."""


@dataclass(frozen=True)
class Proven:
    """A candidate, executed."""

    candidate: Candidate
    predicted_rank: int
    """From 1."""
    proven_rank: int | None
    """Among those that were executed, by total time; None where some answer was not right."""
    truth: Cost | None
    """Medians over inputs; None where a step failed."""
    right: int
    answers: int
    precision_bits: float | None
    """Over reals: of the worst slot of all answers."""
    failure: str | None
    """What went wrong first."""

    def error(self, step: Step) -> float | None:
        """How far the prediction of a step is off, relative."""
        if self.truth is None or not self.truth.ns[step] > 0.0:
            return None
        return self.candidate.cost.ns[step] / self.truth.ns[step] - 1.0

    def total_error(self, inputs: int) -> float | None:
        """Likewise of all steps together."""
        if self.truth is None:
            return None
        return self.candidate.cost.total_ns(inputs) / self.truth.total_ns(inputs) - 1.0

    @property
    def memory_error(self) -> float | None:
        """Likewise of the peak of memory."""
        if self.truth is None or not self.truth.peak_bytes > 0.0:
            return None
        return self.candidate.cost.peak_bytes / self.truth.peak_bytes - 1.0


@dataclass(frozen=True)
class Proof:
    """What was executed, in the order of the prediction."""

    runs: tuple[str, ...]
    """Where the store has it: a run for each set of key parameters."""
    proven: tuple[Proven, ...]

    @property
    def best(self) -> Proven | None:
        """The fastest of those whose answers are all right."""
        return next((one for one in self.proven if one.proven_rank == 1), None)


def prove(
    computation: Computation,
    candidates: Sequence[Candidate],
    store: Store,
    *,
    inputs: int = 1,
    sut_file: Path | None = None,
    progress: Listener = ignore,
) -> Proof:
    """Runs candidates, which have to be provable. Raises `Interrupted`."""
    runs, found = [], {}
    keys = list(dict.fromkeys(one.key_params for one in candidates))
    for key in keys:
        # Systems under equal key parameters take turns in one run.
        together = [one for one in candidates if one.key_params == key]
        names = tuple(one.system for one in together)
        commands = [registry.lookup(name, sut_file) for name in names]
        suite = computation.suite(names, key)
        ended = execute(suite, store, commands, progress=progress, aa="none", probe=False)
        if ended.state != "finished":
            raise Interrupted
        runs.append(ended.run)
        data = load(store, [ended.run])
        frames = {
            "keys": generated(data.keys),
            "ingestions": data.ingestions,
            "evaluations": data.evaluations,
        }
        for candidate in together:
            own = {name: _of(frame, candidate) for name, frame in frames.items()}
            found[candidate.system] = _proven(1 + candidates.index(candidate), candidate, own)
    order = sorted(
        (one for one in found.values() if one.truth is not None and one.right == one.answers),
        key=lambda one: one.truth.total_ns(inputs) if one.truth else math.inf,
    )
    ranks = {one.candidate.system: rank for rank, one in enumerate(order, 1)}
    return Proof(
        tuple(runs),
        tuple(replace(found[one.system], proven_rank=ranks.get(one.system)) for one in candidates),
    )


def _of(frame: pd.DataFrame, candidate: Candidate) -> pd.DataFrame:
    return frame[frame["sut"] == candidate.system]


def _proven(rank: int, candidate: Candidate, frames: dict[str, pd.DataFrame]) -> Proven:
    cases = frames["evaluations"]
    right = int((cases["outcome"] == "ok").sum())
    bits = cases["precision_bits"].dropna()
    return Proven(
        candidate=candidate,
        predicted_rank=rank,
        proven_rank=None,
        truth=_truth(frames),
        right=right,
        answers=len(cases),
        precision_bits=float(bits.min()) if len(bits) else None,
        failure=_failure(frames) if right < len(cases) or not len(cases) else None,
    )


def _truth(frames: dict[str, pd.DataFrame]) -> Cost | None:
    ns: dict[Step, float] = {}
    for step in STEPS:
        table, column = _TIMES[step]
        value = _median(frames[table], column)
        if value is None:
            return None
        ns[step] = value
    cases = frames["evaluations"]
    return Cost(
        ns=ns,
        peak_bytes=_median(cases, "evaluate_peak_bytes") or math.nan,
        key_bytes=_median(frames["keys"], "key_bytes") or math.nan,
        ciphertext_bytes=_median(cases, "fresh_bytes") or math.nan,
        search_ns=_median(frames["keys"], "search_cpu_ns"),
    )


def _median(frame: pd.DataFrame, column: str) -> float | None:
    values: list[Any] = frame[column].dropna().tolist()
    return float(statistics.median(values)) if values else None


def _failure(frames: dict[str, pd.DataFrame]) -> str:
    """The first outcome that is not ok, and where."""
    for name, frame in frames.items():
        bad = frame[frame["outcome"] != "ok"]
        if len(bad):
            row = bad.iloc[0]
            stage = str(row["stage"]) if name == "evaluations" and row["stage"] else name
            return f"{row['outcome']} at {stage}"
    return "nothing was measured"
