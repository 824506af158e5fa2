"""The benchmark of BGV."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from ringassay import _native
from ringassay.bench.measure import (
    LEAST_ROUNDS,
    Progress,
    Stopwatch,
    sample,
    silent,
    summary,
)
from ringassay.bench.sets import SETS, USUAL
from ringassay.store import Benchmark, BenchmarkRow, ParameterSet

KEY_OPERATIONS = ("keys", "relinearisation_hint", "rotation_hint")
"""Done once for a key: a few samples are enough."""

OPERATIONS = (
    "encrypt",
    "encrypt_secret",
    "decrypt",
    "encode",
    "decode",
    "add",
    "add_plain",
    "multiply",
    "multiply_only",
    "multiply_plain",
    "multiply_prepared",
    "prepare",
    "rotate",
    "automorphism",
    "select_plain",
    "select",
    "modulus_switch",
    "key_switch",
)
"""As `crates/bench/src/bgv/operations.rs` explains them."""


@dataclass(frozen=True)
class BgvSettings:
    """How a benchmark of BGV is measured."""

    sets: tuple[str, ...] = USUAL
    rounds: int = 15
    sample_us: int = 2000
    """How long one sample lasts at least."""
    backend: str | None = None
    """None: the best of this machine."""


def measure_bgv(settings: BgvSettings, progress: Progress = silent) -> Benchmark:
    """Measures every operation of every set, one set after the other, operations interleaved.

    An interrupt (Ctrl-C) ends the benchmark: after a few rounds of a set with those samples,
    before that with the sets before. Raises `BenchError` for parameters
    that cannot be had.
    """
    watch = Stopwatch()
    rows: list[BenchmarkRow] = []
    sets: list[ParameterSet] = []
    try:
        for number, name in enumerate(settings.sets):
            progress(f"{name}: parameters and keys", number, len(settings.sets))
            found, measured, is_cut = _measure_set(name, settings, progress)
            sets.append(found)
            rows += measured
            if is_cut:
                break
    except KeyboardInterrupt:
        if not sets:
            raise
    return watch.benchmark("bgv", asdict(settings), rows, sets)


def _measure_set(
    name: str, settings: BgvSettings, progress: Progress
) -> tuple[ParameterSet, list[BenchmarkRow], bool]:
    """The set, its rows, and whether it was interrupted with fewer samples than asked for."""
    is_cut = False
    try:
        instance = _native.BgvBench(SETS[name].request(), settings.backend)
    except (_native.BenchError, _native.BgvError) as refused:
        raise _native.BenchError(f"parameter set {name}: {refused}") from refused
    found = ParameterSet(name=name, scheme="bgv", **instance.facts())
    rows: list[BenchmarkRow] = []
    for operations, rounds in ((KEY_OPERATIONS, LEAST_ROUNDS), (OPERATIONS, settings.rounds)):
        suite = instance.suite(operations, settings.sample_us * 1000)

        def report(done: int, of: int = rounds) -> None:
            progress(f"measuring {name}", done, of)

        columns = sample(suite, rounds, report)
        is_cut = columns.shape[1] < rounds
        if is_cut and operations is KEY_OPERATIONS:
            raise KeyboardInterrupt
        rows += [
            BenchmarkRow(
                library="ringassay",
                library_version=_native.__version__,
                operation=operation,
                basis="none",
                m=found.m,
                m_big=None,
                limbs=found.limbs,
                modulus_bits=found.modulus_bits,
                threads=1,
                parameter_set=name,
                **described,
                **summary(column),
            )
            for operation, described, column in zip(
                operations, suite.described(), columns, strict=True
            )
        ]
    return found, rows, is_cut
