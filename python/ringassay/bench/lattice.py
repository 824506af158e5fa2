"""The benchmark of single operations of CKKS, BFV and BGV, other libraries in rounds with ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from ringassay import _native
from ringassay.bench.beside.lattice_shapes import LATTICE_SHAPES, USUAL_LATTICE, LatticeShape
from ringassay.bench.beside.measure import Asking, Beside, measure_places, row_of
from ringassay.bench.beside.program import SINGLE, SINGLE_SCHEMES
from ringassay.bench.measure import Progress, Stopwatch, sample, silent, summary
from ringassay.store import Benchmark, BenchmarkRow, PeerFacts

LATTICE_GROUPS: dict[str, tuple[str, ...]] = {
    "transform": ("transform",),
    "keys": ("secret_key", "public_key", "relinearisation_key", "rotation_key"),
    "encoding": (
        *("encode", "prepare", "decode", "encrypt", "encrypt_secret", "decrypt"),
        *("encode_encrypt", "decrypt_decode", "decode_low", "decrypt_decode_low"),
    ),
    "arithmetic": (
        *("add", "add_in_place", "multiply_plain", "multiply_only", "relinearise", "multiply"),
        *("rescale", "multiply_rescale"),
    ),
    "rotations": ("rotate", "rotate_half", "conjugate", "rotate_8", "rotate_8_hoisted"),
    "polynomials": ("polynomial_3", "polynomial_7", "polynomial_15", "polynomial_31"),
    "diagonals": ("diagonals_1", "diagonals_16", "diagonals_64", "diagonals_256"),
    "dense": ("diagonals_dense",),
    "formats": ("save", "load", "gzip", "gunzip", "zstd", "unzstd"),
}
"""Operations by groups, as `crates/bench/src/lattice/operation.rs` explains them."""

USUAL_GROUPS = tuple(name for name in LATTICE_GROUPS if name != "dense")

THREADED = ("multiply", "relinearise", "rescale", "rotate", "encrypt", "decrypt", "transform")
"""What is measured on several threads as well."""


@dataclass(frozen=True)
class LatticeSettings:
    """How single operations are measured."""

    shapes: tuple[str, ...] = USUAL_LATTICE
    schemes: tuple[str, ...] = SINGLE_SCHEMES
    groups: tuple[str, ...] | None = None
    """None: all but those that a shape does without, and dense matrices."""
    rounds: int = 9
    sample_us: int = 20_000
    peers: bool = True
    """Whether other libraries are measured as well."""
    threads: int = 1
    """Up to so many threads within one operation of ours, besides."""

    def operations(self, shape: LatticeShape) -> tuple[str, ...]:
        """Those that are measured at a shape."""
        groups = self.groups
        if groups is None:
            groups = tuple(name for name in USUAL_GROUPS if name not in shape.without)
        return tuple(name for group in groups for name in LATTICE_GROUPS[group])


@dataclass(frozen=True)
class _Asked(LatticeShape):
    """A shape with the operations that are asked for."""

    operations: tuple[str, ...] = ()

    def asked(self, scheme: str, sample_us: int, library: str) -> dict[str, object]:
        return {**super().asked(scheme, sample_us, library), "operations": self.operations}


def measure_lattice(
    settings: LatticeSettings, progress: Progress = silent
) -> tuple[Benchmark, tuple[str, ...]]:
    """Every operation at every shape, one scheme after the other, libraries in rounds with ours.

    Returned beside the benchmark are the libraries that could not be measured, with the reason. An
    interrupt (Ctrl-C) ends the benchmark; whole rounds that there are are kept, five at least of a
    shape. Raises `BenchError` and `PeersError` where ours cannot be measured.
    """
    watch = Stopwatch()
    shapes = [LATTICE_SHAPES[name] for name in settings.shapes]
    asked = [_Asked(**vars(one), operations=settings.operations(one)) for one in shapes]
    places: list[tuple[Asking, tuple[str, ...]]] = [
        (one, (scheme,)) for one in asked for scheme in settings.schemes
    ]
    libraries = SINGLE if settings.peers else SINGLE[:1]
    found = measure_places(places, libraries, settings.rounds, settings.sample_us, progress)
    rows = list(found.rows)
    if settings.threads > 1 and not found.is_cut:
        rows += _on_threads(settings, found, progress)
    return watch.benchmark("lattice", asdict(settings), rows, peers=found.peers), found.missing


def _on_threads(settings: LatticeSettings, found: Beside, progress: Progress) -> list[BenchmarkRow]:
    """Ours on one thread and on more; as much as there is when it is interrupted."""
    rows: list[BenchmarkRow] = []
    try:
        for facts in (one for one in found.peers if one.library == SINGLE[0].name):
            rows += _scaling(LATTICE_SHAPES[facts.shape], facts, settings, progress)
    except KeyboardInterrupt:
        pass
    return rows


def _scaling(
    shape: LatticeShape, facts: PeerFacts, settings: LatticeSettings, progress: Progress
) -> list[BenchmarkRow]:
    chain = shape.chain(facts.scheme, facts.library)
    counts = list(range(1, settings.threads + 1))
    progress(f"{facts.place}: keys, for several threads", 0, settings.rounds)
    bench = _native.LatticeBench(
        facts.scheme, shape.n, chain.q_bits, chain.p_bits, shape.t, shape.log2_scale
    )
    suite, operations = bench.suite(THREADED, counts, settings.sample_us * 1000)

    def report(done: int) -> None:
        progress(f"measuring {facts.place}, on threads", done, settings.rounds)

    columns = sample(suite, settings.rounds, report)
    return [
        row_of(facts, operation, count, **described, **summary(column))
        for (operation, count), described, column in zip(
            _pairs(operations, counts), suite.described(), columns, strict=True
        )
    ]


def _pairs(operations: Sequence[str], counts: Sequence[int]) -> list[tuple[str, int]]:
    return [(operation, count) for operation in operations for count in counts]
