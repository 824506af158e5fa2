"""Microbenchmarks in the store: written whole, in one transaction; read whole.

A microbenchmark takes a minute or two and its rows are measured interleaved, so there is nothing
to resume: what an interrupted one has measured is kept as a shorter one.
"""

from __future__ import annotations

import dataclasses
import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, select

from ringassay import shell
from ringassay.store.canonical import canonical_json
from ringassay.store.errors import UnknownRunError
from ringassay.store.integrity import sound, sound_row
from ringassay.store.machine import Machine
from ringassay.store.machine_rows import add_machine, load_machine
from ringassay.store.moments import oldest_first
from ringassay.store.naming import find_one
from ringassay.store.schema import benchmark_rows, benchmarks, parameter_sets
from ringassay.store.store import Store, insert_row


@dataclass(frozen=True)
class BenchmarkRow:
    """One operation, measured. Times are nanoseconds for one operation."""

    library: str
    library_version: str
    operation: str
    basis: str
    m: int
    m_big: int | None
    """The larger index of `twace` and `embed`, None elsewhere."""
    n: int
    """φ(m), that of the larger index where there are two."""
    limbs: int
    modulus_bits: int
    backend: str
    threads: int
    clock: str
    """`cpu`: time of the one thread on its processor; `wall`: monotonic clock."""
    median_ns: float
    p25_ns: float
    p75_ns: float
    min_ns: float
    samples: int
    parameter_set: str | None = None
    """Name of the parameter set that the operation of a scheme was measured with."""


@dataclass(frozen=True)
class ParameterSet:
    """An instance of a scheme whose operations were measured; sizes in bytes."""

    name: str
    scheme: str
    m: int
    n: int
    plaintext: int
    """The plaintext modulus t."""
    slots: int
    length: int
    """Entries of the vectors."""
    depth: float
    """The depth asked for, in HEtest's units."""
    limbs: int
    log2_q: float
    """Of fresh ciphertexts."""
    special_limbs: int
    log2_p: float
    modulus_bits: int
    """Of the largest prime."""
    digits: int
    secret: str
    error: str
    security_bits: float
    security: str
    """How the estimate was made."""
    is_secure: bool
    """Whether that is what was asked for."""
    helib_bits: float | None
    """What HElib's own formula would say."""
    log2_failure: float
    """The predicted probability that a result at the full depth decrypts wrongly."""
    rotation_hints: int
    automorphisms: int
    """In the rotation by one step."""
    ciphertext_memory_bytes: int
    ciphertext_saved_bytes: int
    seeded_ciphertext_memory_bytes: int
    seeded_ciphertext_saved_bytes: int
    public_key_memory_bytes: int
    public_key_saved_bytes: int
    relinearisation_hint_memory_bytes: int
    relinearisation_hint_saved_bytes: int
    all_hints_memory_bytes: int
    all_hints_saved_bytes: int


@dataclass(frozen=True)
class PeerFacts:
    """A library that was measured beside others at one shape; sizes in bytes, None if unknown."""

    shape: str
    """The ring and modulus that all libraries were asked for."""
    library: str
    version: str
    scheme: str
    n: int
    plaintext: int
    """The plaintext modulus; 0 for reals."""
    log2_q: float
    log2_p: float
    digits: int
    levels: int
    """Products in a row that decrypted right."""
    certain_levels: int | None
    """Products in a row that are certain to, where the library says."""
    security_bits: float
    """By our estimator, alike for all."""
    ciphertext_bytes: int | None
    """Saved; likewise the next."""
    keys_bytes: int | None
    """Of the public key and the keys for products and rotations."""
    rotation_keys: int
    peak_bytes: int
    """The most memory that its process took."""
    limbs: int | None = None
    """Primes of Q; likewise below where single operations are measured, None elsewhere."""
    special_limbs: int | None = None
    """Primes of P."""
    log2_scale: float | None = None
    """Of fresh ciphertexts, in CKKS."""
    precision_bits: float | None = None
    """-log2 of the worst error of a slot of a product that was rescaled, measured, in CKKS."""
    objects: dict[str, dict[str, int]] = dataclasses.field(default_factory=dict)
    """By name: `saved_bytes`; of ours also `memory_bytes`, and `packed_bytes` without seeds."""
    compressed: dict[str, int] = dataclasses.field(default_factory=dict)
    """Bytes of a ciphertext's words, and of them compressed, by format."""
    counted: dict[str, dict[str, int]] = dataclasses.field(default_factory=dict)
    """By operation: `transforms` of one limb, `growth_bytes` held besides operands and keys."""
    shared_peak_bytes: int | None = None
    """The most memory that its process takes for the operations that all libraries there have, with
    keys for these alone; None where nobody was measured beside it."""
    technique: str | None = None
    """How the library is used where it can be used in several ways."""
    ratios: dict[str, tuple[float, float, float]] = dataclasses.field(default_factory=dict)
    """By operation: its time over ours of the same round, the least, the median and the most."""

    @property
    def place(self) -> str:
        """Shape and scheme: the `parameter_set` of its rows."""
        return f"{self.shape} {self.scheme}"


@dataclass(frozen=True)
class Benchmark:
    """A microbenchmark with its circumstances."""

    kind: str
    """`ring`, `bgv` or `lattice`."""
    settings: str
    """Canonical JSON of what was asked for."""
    started_at: str
    finished_at: str
    version: str
    machine: Machine
    load_at_start: float
    rows: tuple[BenchmarkRow, ...]
    sets: tuple[ParameterSet, ...] = ()
    """The parameter sets of the rows, where they are of a scheme."""
    circumstances: str | None = None
    """Canonical JSON (`Circumstances`); None for one of older days."""
    peers: tuple[PeerFacts, ...] = ()
    """Who was measured beside each other, ours among them."""


_PARTS = {"machine", "rows", "sets", "peers"}
"""Fields of a benchmark that are no columns of their table as they are."""


Part = TypeVar("Part", BenchmarkRow, ParameterSet)


def add_benchmark(store: Store, benchmark: Benchmark) -> str:
    """Stores a benchmark; returns its identifier."""
    name = f"{benchmark.kind}-{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"

    def work(connection: Connection) -> None:
        add_machine(connection, benchmark.machine)
        own = {
            field.name: getattr(benchmark, field.name)
            for field in fields(benchmark)
            if field.name not in _PARTS
        }
        row = own | {"benchmark": name, "machine": benchmark.machine.identity}
        peers = [asdict(one) for one in benchmark.peers]
        row["peers"] = canonical_json(peers) if peers else None
        insert_row(connection, benchmarks, row)

        def add(table: Table, parts: Sequence[BenchmarkRow | ParameterSet]) -> None:
            for position, part in enumerate(parts):
                row = {"benchmark": name, "position": position, **asdict(part)}
                insert_row(connection, table, row)

        add(benchmark_rows, benchmark.rows)
        add(parameter_sets, benchmark.sets)

    store.write(work)
    return name


def benchmark_names(store: Store, kind: str | None = None) -> list[str]:
    """The identifiers of all benchmarks of a kind, of any where none is named, oldest first."""
    wanted = select(benchmarks.c.started_at, benchmarks.c.benchmark).order_by(
        benchmarks.c.started_at, benchmarks.c.benchmark
    )
    if kind is not None:
        wanted = wanted.where(benchmarks.c.kind == kind)
    found = store.read(lambda connection: list(connection.execute(wanted)))
    return [row.benchmark for row in oldest_first(found, lambda row: str(row.started_at))]


def find_benchmark(store: Store, kind: str | None, name: str = "latest") -> str:
    """The benchmark called `name`: an identifier, a unique beginning of one, or `latest`.

    Of a kind, or of any.
    """
    known = benchmark_names(store, kind)
    if not known:
        what, remedy = (f"{kind} benchmark", kind) if kind else ("benchmark", "ring")
        raise UnknownRunError(
            f"{store.label} holds no {what}: `ringassay bench {shell.word(remedy)}`"
        )
    return find_one(known, name, "benchmark", store.label)


def _peer(stored: dict[str, Any]) -> PeerFacts:
    """As it was stored; JSON has no tuples."""
    ratios = {name: tuple(three) for name, three in stored.pop("ratios", {}).items()}
    return PeerFacts(**stored, ratios=ratios)


def load_benchmark(store: Store, name: str) -> Benchmark:
    """A benchmark as it was stored. Raises `CorruptStoreError` for a damaged row."""

    def work(connection: Connection) -> Benchmark:
        head = sound_row(connection, benchmarks, name)
        if head is None:
            raise UnknownRunError(f"benchmark {name!r} is not in {store.label}")

        def parts(table: Table, kind: type[Part]) -> tuple[Part, ...]:
            found = connection.execute(
                select(table).where(table.c.benchmark == name).order_by(table.c.position)
            ).mappings()
            names = [field.name for field in fields(kind)]
            whole = (sound(table, one) for one in found)
            return tuple(kind(**{field: row[field] for field in names}) for row in whole)

        whole = (field.name for field in fields(Benchmark) if field.name not in _PARTS)
        return Benchmark(
            **{name: head[name] for name in whole},
            machine=load_machine(connection, head["machine"]),
            rows=parts(benchmark_rows, BenchmarkRow),
            sets=parts(parameter_sets, ParameterSet),
            peers=tuple(_peer(one) for one in json.loads(head["peers"] or "[]")),
        )

    return store.read(work)
