"""What a benchmark of BGV says: times, sizes, and what others were measured at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ringassay.analysis.bench.helib import HELIB, Figures, TheirSet
from ringassay.store import Benchmark, ParameterSet

REQUIRED = {
    "multiply": 6.0,
    "rotate": 6.0,
    "encrypt": 4.0,
    "decrypt": 4.0,
    "add": 2.0,
    "multiply_prepared": 2.0,
    "select": 2.0,
}
"""How many times faster than HElib's best build on the same machine an operation is to be."""

OTHERS = ("multiply_only", "multiply_plain", "select_plain", "keys_and_hint", "rotation_hints")
"""What HElib's table has besides."""

Verdict = Literal["met", "missed", ""]


@dataclass(frozen=True)
class MeasuredSet:
    """A parameter set with the medians of its operations."""

    parameters: ParameterSet
    us: dict[str, float]
    """Microseconds; `keys_and_hint` and `rotation_hints` are sums of what was measured."""


@dataclass(frozen=True)
class Comparison:
    """A figure of ours beside theirs; both in µs of one machine, or both in bytes."""

    what: str
    ours: float
    theirs: float
    required: float | None
    """How many times less ours has to be; None where nothing is required."""
    is_stock: bool = False
    """Whether theirs is of a stock build, which is less than they can do."""

    @property
    def times(self) -> float:
        """How many times ours goes into theirs."""
        return self.theirs / self.ours

    @property
    def verdict(self) -> Verdict:
        """Whether the requirement is met."""
        if self.required is None:
            return ""
        return "met" if self.times >= self.required else "missed"


def measured_sets(benchmark: Benchmark) -> list[MeasuredSet]:
    """The sets of a benchmark, in the order in which they were measured."""
    found = []
    for parameters in benchmark.sets:
        us = {
            row.operation: row.median_ns / 1000
            for row in benchmark.rows
            if row.parameter_set == parameters.name and row.clock == "cpu"
        }
        if {"keys", "relinearisation_hint"} <= us.keys():
            us["keys_and_hint"] = us["keys"] + us["relinearisation_hint"]
        if "rotation_hint" in us:
            us["rotation_hints"] = us["rotation_hint"] * parameters.rotation_hints
        found.append(MeasuredSet(parameters, us))
    return found


def their_set(measured: MeasuredSet, figures: Figures) -> TheirSet | None:
    """The set of theirs that this one was made after, by name and index."""
    theirs = figures.sets.get(measured.parameters.name)
    return theirs if theirs is not None and theirs.m == measured.parameters.m else None


def times_beside(measured: MeasuredSet, figures: Figures) -> list[Comparison]:
    """Our times and their best; to be divided only where both are of one machine."""
    theirs = their_set(measured, figures)
    if theirs is None:
        return []
    required = REQUIRED if figures.label.startswith(HELIB) else {}
    stock = set(theirs.stock_only)
    return [
        Comparison(
            what,
            measured.us[what],
            theirs.best_us[what],
            None if what in stock else required.get(what),
            what in stock,
        )
        for what in (*REQUIRED, *OTHERS)
        if what in measured.us and what in theirs.best_us
    ]


def sizes_beside(measured: MeasuredSet, figures: Figures) -> list[Comparison]:
    """Our sizes as they are saved, and theirs."""
    theirs = their_set(measured, figures)
    if theirs is None:
        return []
    parameters = measured.parameters
    keys = parameters.public_key_saved_bytes + parameters.all_hints_saved_bytes
    return [
        Comparison("ciphertext", parameters.ciphertext_saved_bytes, theirs.ciphertext_bytes, 1.0),
        Comparison("keys", keys, theirs.keys_bytes, 1.0),
    ]
