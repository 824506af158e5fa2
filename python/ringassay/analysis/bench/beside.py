"""Libraries that were measured beside ours at powers of two: tables."""

from __future__ import annotations

from ringassay.analysis.bench.grid import Grid, Head, Value
from ringassay.store import Benchmark, BenchmarkRow, PeerFacts

COLUMNS = {
    "encrypt": "encrypt",
    "decrypt": "decrypt",
    "add": "a + b",
    "multiply": "a·b, relinearised",
    "rotate": "rotate by 1",
    "multiply_plain": "a·m",
    "keys": "keys",
}
"""Operations of the tables; encoding and decoding are part of them."""


def peers_grids(benchmark: Benchmark) -> list[Grid]:
    """A table of times and one of parameters and sizes for each shape and scheme."""
    places = dict.fromkeys(one.place for one in benchmark.peers)
    grids = []
    for place in places:
        here = [one for one in benchmark.peers if one.place == place]
        grids += [_times(place, here, benchmark), _facts(place, here)]
    return grids


def resolved(ours: BenchmarkRow, theirs: BenchmarkRow) -> bool:
    """Whether the middle halves of the samples lie apart: else no difference may be claimed."""
    return theirs.p25_ns > ours.p75_ns or theirs.p75_ns < ours.p25_ns


def _times(place: str, here: list[PeerFacts], benchmark: Benchmark) -> Grid:
    rows = {
        (row.library, row.operation): row
        for row in benchmark.rows
        if row.parameter_set == place and row.basis == "none"
    }
    body: list[tuple[Value, ...]] = []
    for one in here:
        cells: list[Value] = []
        for operation in COLUMNS:
            row, own = rows.get((one.library, operation)), rows.get((here[0].library, operation))
            ms = None if row is None else row.median_ns / 1e6
            cells += [ms] if one is here[0] else [ms, _ratio(own, row)]
        body.append((one.library, *cells))
    # Ours has no ratio to itself.
    first, *others = body
    spread: list[Value] = [first[0]]
    for cell in first[1:]:
        spread += [cell, None]
    heads: list[Head] = [Head("library")]
    for label in COLUMNS.values():
        heads += [Head(label, "ms"), Head("over ours")]
    n, t = here[0].n, here[0].plaintext
    return Grid(
        f"{place}: N = {n}, t = {t}, measured in rounds",
        tuple(heads),
        (tuple(spread), *others),
        "One thread each, CPU time of its process, medians; encoding and decoding included. Over "
        "ours: its time divided by ours; nothing where the middle halves of the samples overlap.",
    )


def _ratio(ours: BenchmarkRow | None, theirs: BenchmarkRow | None) -> float | None:
    if ours is None or theirs is None or not resolved(ours, theirs):
        return None
    return theirs.median_ns / ours.median_ns


def _facts(place: str, here: list[PeerFacts]) -> Grid:
    def mega(size: int | None) -> float | None:
        return None if size is None else size / 1e6

    return Grid(
        f"{place}: parameters, sizes, memory",
        (
            Head("library"),
            Head("version"),
            Head("log2 Q", digits=4),
            Head("log2 P", digits=4),
            Head("digits"),
            Head("levels"),
            Head("certain"),
            Head("security", "bits", 4),
            Head("ciphertext saved", "MB"),
            Head("keys saved", "MB"),
            Head("rotation keys"),
            Head("peak memory", "MB"),
        ),
        tuple(
            (
                one.library,
                one.version,
                one.log2_q,
                one.log2_p,
                float(one.digits),
                float(one.levels),
                None if one.certain_levels is None else float(one.certain_levels),
                one.security_bits,
                mega(one.ciphertext_bytes),
                mega(one.keys_bytes),
                float(one.rotation_keys),
                mega(one.peak_bytes),
            )
            for one in here
        ),
        "Levels: products in a row by another fresh ciphertext that decrypted right, moduli "
        "switched as the library has it; certain: those that are guaranteed to, where it says. "
        "Security: our estimate at log2 QP, ternary secret, σ = 3.2. Peak memory: of its process "
        "with keys for products and the rotation, Python's own part included where it is one.",
    )
