"""Single operations of CKKS, BFV and BGV: tables."""

from __future__ import annotations

from ringassay.analysis.bench.beside import resolved
from ringassay.analysis.bench.bgv_tables import threads_grid
from ringassay.analysis.bench.grid import Grid, Head, Value
from ringassay.store import Benchmark, BenchmarkRow, PeerFacts

OWN = "ringassay"

LATTICE_LABELS = {
    "secret_key": "secret key",
    "public_key": "public key",
    "relinearisation_key": "relinearisation key",
    "rotation_key": "rotation key",
    "encode": "encode",
    "prepare": "encode a factor",
    "decode": "decode",
    "encrypt": "encrypt",
    "encrypt_secret": "encrypt, secret key",
    "decrypt": "decrypt",
    "encode_encrypt": "encode and encrypt",
    "decrypt_decode": "decrypt and decode",
    "decode_low": "decode, last level",
    "decrypt_decode_low": "decrypt and decode, last level",
    "add": "a + b",
    "add_in_place": "a += b",
    "multiply_plain": "a·m, m encoded",
    "multiply_only": "a·b, three parts",
    "relinearise": "relinearise",
    "multiply": "a·b, relinearised",
    "rescale": "rescale",
    "multiply_rescale": "a·b, relinearised, rescaled",
    "rotate": "rotate by 1",
    "rotate_half": "rotate by half",
    "conjugate": "conjugate",
    "rotate_8": "8 rotations",
    "rotate_8_hoisted": "8 rotations, hoisted",
    "polynomial_3": "polynomial, degree 3",
    "polynomial_7": "degree 7",
    "polynomial_15": "degree 15",
    "polynomial_31": "degree 31",
    "diagonals_1": "1 diagonal",
    "diagonals_16": "16 diagonals",
    "diagonals_64": "64 diagonals",
    "diagonals_256": "256 diagonals",
    "diagonals_dense": "1024 diagonals, dense",
    "save": "save a ciphertext",
    "load": "load a ciphertext",
    "gzip": "gzip its words",
    "gunzip": "and back",
    "zstd": "zstd its words",
    "unzstd": "and back again",
    "transform": "transform of a limb",
}
"""What operations are called in tables, in their order."""

WORDS = {
    "words": "ciphertext's words",
    "gzip": "ciphertext's words, gzip",
    "zstd": "ciphertext's words, zstd",
}
"""What is compressed."""

Rows = dict[tuple[str, str, str], BenchmarkRow]
"""By place, library, operation: those of one thread."""


def lattice_grids(benchmark: Benchmark) -> list[Grid]:
    """For each shape and scheme times, parameters, sizes, transforms; then schemes, threads."""
    rows: Rows = {
        (row.parameter_set, row.library, row.operation): row
        for row in benchmark.rows
        if row.parameter_set is not None and row.clock == "cpu"
    }
    places: dict[str, list[PeerFacts]] = {}
    for one in benchmark.peers:
        places.setdefault(one.place, []).append(one)
    grids = []
    for here in places.values():
        grids += [
            times_grid(here, rows),
            facts_grid(here),
            objects_grid(here),
            limits_grid(here, rows),
        ]
    grids += [schemes_grid(benchmark.peers, rows), threads_grid(benchmark, LATTICE_LABELS)]
    return [grid for grid in grids if grid.rows]


def times_grid(here: list[PeerFacts], rows: Rows) -> Grid:
    """A line for each operation, three columns for each library but ours."""
    first = here[0]
    heads = [Head("operation"), Head(first.library, "ms")]
    for other in here[1:]:
        heads += [Head(other.library, "ms"), Head("over ours"), Head("in rounds")]
    body: list[tuple[Value, ...]] = []
    for operation, label in LATTICE_LABELS.items():
        found = [rows.get((one.place, one.library, operation)) for one in here]
        if not any(found):
            continue
        own = found[0]
        cells: list[Value] = [label, _ms(own)]
        for other, theirs in zip(here[1:], found[1:], strict=True):
            cells += [_ms(theirs), _over(own, theirs, other), _spread(other, operation)]
        body.append(tuple(cells))
    what = "reals" if first.scheme == "CKKS" else f"t = {first.plaintext}"
    return Grid(
        f"{first.place}: N = {first.n}, {what}",
        tuple(heads),
        tuple(body),
        "One thread each, CPU time, medians. Over ours: its time divided by ours of the same "
        "round, the median of the rounds, below 1 where it is faster; ≈ where the middle halves of "
        "the samples overlap; in rounds: the least and the most of these ratios. Operands are at "
        "the top level; results arrive at low ones, and the last level has one prime. Encoding "
        "ends where encryption takes the plaintext: in ours before the transforms, which "
        "encryption does with those of its errors; 'encode and encrypt' is all of it, alike for "
        "all. SEAL is measured through Python, which turns vectors into lists or arrays.",
    )


def facts_grid(here: list[PeerFacts]) -> Grid:
    """What each library made of the shape."""
    return Grid(
        f"{here[0].place}: parameters",
        (
            Head("library"),
            Head("version"),
            Head("limbs"),
            Head("log2 Q", digits=4),
            Head("primes of P"),
            Head("log2 P", digits=4),
            Head("log2 QP", digits=4),
            Head("digits"),
            Head("levels"),
            Head("certain"),
            Head("scale", "bits"),
            Head("precision of a product", "bits"),
            Head("security", "bits", 4),
            Head("peak memory", "MB", 4),
            Head("for what all do", "MB", 4),
        ),
        tuple(
            (
                one.library,
                one.version,
                _number(one.limbs),
                one.log2_q,
                _number(one.special_limbs),
                one.log2_p,
                one.log2_q + one.log2_p,
                float(one.digits),
                float(one.levels),
                _number(one.certain_levels),
                _number(one.log2_scale),
                one.precision_bits,
                one.security_bits,
                one.peak_bytes / 1e6,
                _mega(one.shared_peak_bytes),
            )
            for one in here
        ),
        "Levels: products in a row by another fresh ciphertext that decrypted right; certain: "
        "those that are guaranteed to, where the library says. Precision: -log2 of the worst error "
        "of a slot of a product, relinearised and rescaled. Security: our estimate at log2 QP, "
        "ternary secret, σ = 3.2. Peak memory: of the process, with the keys of all its "
        "operations; for what all do: of another process of it that is asked only for the "
        "operations that every library here has." + _techniques(here),
    )


def _techniques(here: list[PeerFacts]) -> str:
    """How libraries are used that can be used in several ways."""
    said = [f"{one.library}: {one.technique}" for one in here if one.technique]
    return f" Used so: {'; '.join(said)}." if said else ""


def objects_grid(here: list[PeerFacts]) -> Grid:
    """Sizes of objects."""
    own = here[0]
    heads = [Head("object"), Head(f"{own.library} in memory", "MB"), Head("packed", "MB")]
    heads += [Head("saved", "MB"), *(Head(f"{other.library} saved", "MB") for other in here[1:])]
    body: list[tuple[Value, ...]] = [
        (
            name,
            _mega(sizes.get("memory_bytes")),
            _mega(sizes.get("packed_bytes")),
            _mega(sizes.get("saved_bytes")),
            *(_mega(other.objects.get(name, {}).get("saved_bytes")) for other in here[1:]),
        )
        for name, sizes in own.objects.items()
    ]
    body += [
        (WORDS[name], None, None, _mega(size), *(None for _ in here[1:]))
        for name, size in own.compressed.items()
    ]
    return Grid(
        f"{own.place}: sizes",
        tuple(heads),
        tuple(body),
        "Packed: residues in as many bits as their prime has. Saved: packed, and seeds in place of "
        "uniform parts. Words: 64 bits to a residue; compression finds the bits that packing "
        "leaves out, and nothing else.",
    )


def limits_grid(here: list[PeerFacts], rows: Rows) -> Grid:
    """How far our operations are from the transforms that they take, and what they hold."""
    own = here[0]
    one = rows.get((own.place, own.library, "transform"))
    ciphertext = own.objects.get("ciphertext", {}).get("memory_bytes")
    body: list[tuple[Value, ...]] = []
    for operation, counted in own.counted.items():
        row, count = rows.get((own.place, own.library, operation)), counted["transforms"]
        if row is None or one is None or not count:
            continue
        limit = count * one.median_ns
        growth = counted["growth_bytes"]
        body.append(
            (
                LATTICE_LABELS[operation],
                float(count),
                limit / 1e6,
                _ms(row),
                row.median_ns / limit,
                growth / 1e6,
                growth / ciphertext if ciphertext else None,
            )
        )
    return Grid(
        f"{own.place}: ours beside its transforms",
        (
            Head("operation"),
            Head("transforms of a limb", digits=5),
            Head("they take", "ms"),
            Head("it takes", "ms"),
            Head("ratio"),
            Head("holds", "MB"),
            Head("in ciphertexts"),
        ),
        tuple(body),
        "Transforms: counted by running the same code on shapes; a transform's time is measured in "
        "the same rounds. Holds: the most that is allocated at a time besides operands and keys, "
        "its result, a ciphertext or more, included.",
    )


def schemes_grid(peers: tuple[PeerFacts, ...], rows: Rows) -> Grid:
    """Our schemes beside each other, where several were measured at a shape."""
    own = [one for one in peers if one.library == OWN]
    shapes = dict.fromkeys(one.shape for one in own)
    body: list[tuple[Value, ...]] = []
    for shape in shapes:
        here = {one.scheme: one for one in own if one.shape == shape}
        if len(here) < 2 or "CKKS" not in here:
            continue
        for operation, label in LATTICE_LABELS.items():
            found = {
                scheme: rows.get((one.place, one.library, operation))
                for scheme, one in here.items()
            }
            reals = found.get("CKKS")
            others = [found.get("BFV"), found.get("BGV")]
            if reals is None or not any(others):
                continue
            cells: list[Value] = [shape, label, _ms(reals)]
            for other in others:
                cells += [_ms(other), None if other is None else other.median_ns / reals.median_ns]
            body.append(tuple(cells))
    return Grid(
        "Our schemes beside each other",
        (
            Head("shape"),
            Head("operation"),
            Head("CKKS", "ms"),
            Head("BFV", "ms"),
            Head("over CKKS"),
            Head("BGV", "ms"),
            Head("over CKKS"),
        ),
        tuple(body),
        "At the same N; their moduli are not the same: see the parameters.",
    )


def _ms(row: BenchmarkRow | None) -> float | None:
    return None if row is None else row.median_ns / 1e6


def _over(own: BenchmarkRow | None, theirs: BenchmarkRow | None, other: PeerFacts) -> Value:
    if own is None or theirs is None:
        return None
    if not resolved(own, theirs):
        return "≈"
    three = other.ratios.get(theirs.operation)
    # Benchmarks of older days have none.
    return theirs.median_ns / own.median_ns if three is None else three[1]


def _spread(other: PeerFacts, operation: str) -> Value:
    """The least and the most that a round says."""
    three = other.ratios.get(operation)
    return None if three is None else f"{three[0]:.3g}–{three[2]:.3g}"


def _mega(size: int | None) -> float | None:
    return None if size is None else size / 1e6


def _number(value: float | None) -> float | None:
    return None if value is None else float(value)
