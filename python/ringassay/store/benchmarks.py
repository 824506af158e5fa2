"""Microbenchmarks in the store: written whole, in one transaction; read whole.

A microbenchmark takes a minute or two and its rows are measured interleaved, so there is nothing
to resume: what an interrupted one has measured is kept as a shorter one.
"""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime

from sqlalchemy import Connection, select

from ringassay.store.errors import UnknownRunError
from ringassay.store.integrity import sound
from ringassay.store.machine import Machine
from ringassay.store.machine_rows import add_machine
from ringassay.store.schema import benchmark_rows, benchmarks, machines
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


@dataclass(frozen=True)
class Benchmark:
    """A microbenchmark with its circumstances."""

    kind: str
    """`ring`."""
    settings: str
    """Canonical JSON of what was asked for."""
    started_at: str
    finished_at: str
    version: str
    machine: Machine
    load_at_start: float
    rows: tuple[BenchmarkRow, ...]


def add_benchmark(store: Store, benchmark: Benchmark) -> str:
    """Stores a benchmark; returns its identifier."""
    name = f"{benchmark.kind}-{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"

    def work(connection: Connection) -> None:
        add_machine(connection, benchmark.machine)
        own = {
            field.name: getattr(benchmark, field.name)
            for field in fields(benchmark)
            if field.name not in {"machine", "rows"}
        }
        row = own | {"benchmark": name, "machine": benchmark.machine.identity}
        insert_row(connection, benchmarks, row)
        for position, measured in enumerate(benchmark.rows):
            row = {"benchmark": name, "position": position, **asdict(measured)}
            insert_row(connection, benchmark_rows, row)

    store.write(work)
    return name


def benchmark_names(store: Store, kind: str) -> list[str]:
    """The identifiers of all benchmarks of a kind, oldest first."""
    wanted = (
        select(benchmarks.c.benchmark)
        .where(benchmarks.c.kind == kind)
        .order_by(benchmarks.c.started_at, benchmarks.c.benchmark)
    )
    return store.read(lambda connection: list(connection.execute(wanted).scalars()))


def find_benchmark(store: Store, kind: str, name: str = "latest") -> str:
    """The benchmark called `name`: an identifier, a unique beginning of one, or `latest`."""
    known = benchmark_names(store, kind)
    if not known:
        raise UnknownRunError(f"{store.label} holds no {kind} benchmark: `ringassay bench {kind}`")
    if name == "latest":
        return known[-1]
    matching = [name] if name in known else [one for one in known if one.startswith(name)]
    if len(matching) != 1:
        raise UnknownRunError(
            f"benchmark {name!r} {'is ambiguous' if matching else 'is not in this store'} "
            f"({store.label}): choose one of {', '.join((matching or known)[-8:])}"
        )
    return matching[0]


def load_benchmark(store: Store, name: str) -> Benchmark:
    """A benchmark as it was stored. Raises `CorruptStoreError` for a damaged row."""

    def work(connection: Connection) -> Benchmark:
        found = (
            connection.execute(select(benchmarks).where(benchmarks.c.benchmark == name))
            .mappings()
            .first()
        )
        if found is None:
            raise UnknownRunError(f"benchmark {name!r} is not in {store.label}")
        head = sound(benchmarks, found)
        machine = sound(
            machines,
            connection.execute(select(machines).where(machines.c.machine == head["machine"]))
            .mappings()
            .one(),
        )
        rows = connection.execute(
            select(benchmark_rows)
            .where(benchmark_rows.c.benchmark == name)
            .order_by(benchmark_rows.c.position)
        ).mappings()
        return Benchmark(
            **{
                field.name: head[field.name]
                for field in fields(Benchmark)
                if field.name not in {"machine", "rows"}
            },
            machine=Machine(**{field.name: machine[field.name] for field in fields(Machine)}),
            rows=tuple(
                BenchmarkRow(**{f.name: row[f.name] for f in fields(BenchmarkRow)})
                for row in (sound(benchmark_rows, one) for one in rows)
            ),
        )

    return store.read(work)
