"""The benchmark of BGV."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ringassay import _native
from ringassay.bench.beside import Beside, BesideSettings, measure_beside
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


THREADED = ("encrypt", "decrypt", "add", "multiply", "multiply_plain", "rotate", "keys")
"""What is measured on several threads as well."""


@dataclass(frozen=True)
class BgvSettings:
    """How a benchmark of BGV is measured."""

    sets: tuple[str, ...] = USUAL
    rounds: int = 15
    sample_us: int = 2000
    """How long one sample lasts at least."""
    backend: str | None = None
    """None: the best of this machine."""
    threads: int = 1
    """Up to so many threads within one operation, besides."""
    for_this_machine: bool = False
    """Whether indices that are searched for are ranked by what transforms cost on this machine."""
    figures: dict[str, Any] | None = None
    """A user's own figures of another implementation, as `Figures.to_json` has them."""
    peers: tuple[str, ...] = ()
    """Shapes at which other libraries are measured in rounds with ours."""


def measure_bgv(
    settings: BgvSettings, progress: Progress = silent
) -> tuple[Benchmark, tuple[str, ...]]:
    """Measures every operation of every set, one set after the other, operations interleaved.

    Then other libraries in rounds with ours, where shapes are named; returned beside the benchmark
    are those that could not be measured, with the reason.

    An interrupt (Ctrl-C) ends the benchmark: after a few rounds of a set with those samples,
    before that with the sets before. Raises `BenchError` for parameters
    that cannot be had.
    """
    watch = Stopwatch()
    rows: list[BenchmarkRow] = []
    sets: list[ParameterSet] = []
    beside = Beside((), (), ())
    try:
        for number, name in enumerate(settings.sets):
            progress(f"{name}: parameters and keys", number, len(settings.sets))
            found, measured, is_cut = _measure_set(name, settings, progress)
            sets.append(found)
            rows += measured
            if is_cut:
                break
        else:
            beside = _beside(settings, progress)
    except KeyboardInterrupt:
        if not sets:
            raise
    return watch.benchmark(
        "bgv", asdict(settings), [*rows, *beside.rows], sets, peers=beside.peers
    ), beside.missing


def _beside(settings: BgvSettings, progress: Progress) -> Beside:
    if not settings.peers:
        return Beside((), (), ())
    asked = BesideSettings(
        shapes=settings.peers,
        rounds=settings.rounds,
        sample_us=max(settings.sample_us, 1000),
    )
    return measure_beside(asked, progress)


def _measure_set(
    name: str, settings: BgvSettings, progress: Progress
) -> tuple[ParameterSet, list[BenchmarkRow], bool]:
    """The set, its rows, and whether it was interrupted with fewer samples than asked for."""
    is_cut = False
    try:
        request = SETS[name].request(for_this_machine=settings.for_this_machine)
        instance = _native.BgvBench(request, settings.backend)
    except (_native.BenchError, _native.BgvError) as refused:
        raise _native.BenchError(f"parameter set {name}: {refused}") from refused
    found = ParameterSet(name=name, scheme="bgv", **instance.facts())
    rows: list[BenchmarkRow] = []
    several = list(range(1, settings.threads + 1))
    passes = [(KEY_OPERATIONS, [1], LEAST_ROUNDS), (OPERATIONS, [1], settings.rounds)]
    if settings.threads > 1:
        passes.append((THREADED, several, settings.rounds))
    for operations, threads, rounds in passes:
        suite = instance.suite(operations, threads, settings.sample_us * 1000)

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
                threads=count,
                parameter_set=name,
                **described,
                **summary(column),
            )
            for (operation, count), described, column in zip(
                [(operation, count) for operation in operations for count in threads],
                suite.described(),
                columns,
                strict=True,
            )
        ]
    return found, rows, is_cut
