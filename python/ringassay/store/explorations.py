"""Explorations in the store: a row for each, and one for each chunk as soon as it is there.

A chunk's columns are opaque here: bytes, with their hash. An exploration is complete when all of
its chunks are stored; whatever is missing is what an interrupted one resumes with.
"""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime

from sqlalchemy import Connection, func, select

from ringassay.store.canonical import sha256_hex
from ringassay.store.errors import CorruptStoreError, UnknownRunError
from ringassay.store.integrity import sound, sound_row
from ringassay.store.machine import Machine
from ringassay.store.machine_rows import add_machine
from ringassay.store.moments import oldest_first
from ringassay.store.naming import find_one
from ringassay.store.schema import exploration_chunks, explorations
from ringassay.store.store import Store, insert_row


@dataclass(frozen=True)
class Exploration:
    """What is explored, and how."""

    name: str
    title: str
    app_json: str
    """Canonical JSON of what was asked for, without the title."""
    app_hash: str
    facts_json: str
    """Canonical JSON of the application's counts."""
    predictor: str | None
    """Who predicted time and memory; None where nobody did."""
    points: int
    chunks: int
    chunk_points: int
    """Points of a chunk, at most."""
    version: str


@dataclass(frozen=True)
class ExplorationSummary:
    """An exploration in a list."""

    exploration: str
    name: str
    title: str
    points: int
    chunks: int
    stored_chunks: int
    started_at: str

    @property
    def is_complete(self) -> bool:
        """Whether every chunk is stored."""
        return self.chunks == self.stored_chunks


def add_exploration(store: Store, exploration: Exploration, machine: Machine) -> str:
    """Begins an exploration; returns its identifier."""
    name = f"{exploration.name[:32]}-{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"

    def work(connection: Connection) -> None:
        add_machine(connection, machine)
        started = datetime.now(UTC).isoformat(timespec="milliseconds")
        row = asdict(exploration) | {
            "exploration": name,
            "machine": machine.identity,
            "started_at": started,
        }
        insert_row(connection, explorations, row)

    store.write(work)
    return name


def add_chunk(store: Store, exploration: str, chunk: int, columns: bytes) -> None:
    """Stores the results of a chunk; one that is there already stays as it is."""

    def work(connection: Connection) -> None:
        table = exploration_chunks
        known = select(table.c.chunk).where(
            table.c.exploration == exploration, table.c.chunk == chunk
        )
        if connection.execute(known).first() is None:
            row = {
                "exploration": exploration,
                "chunk": chunk,
                "columns": columns,
                "size_bytes": len(columns),
                "content_hash": sha256_hex(columns),
            }
            insert_row(connection, table, row)

    store.write(work)


def stored_chunks(store: Store, exploration: str) -> set[int]:
    """The numbers of the chunks that are stored."""
    table = exploration_chunks
    wanted = select(table.c.chunk).where(table.c.exploration == exploration)
    return store.read(lambda connection: set(connection.execute(wanted).scalars()))


def load_exploration(
    store: Store, name: str, *, results: bool = True
) -> tuple[Exploration, dict[int, bytes]]:
    """An exploration with the columns of its chunks, or without. Raises `CorruptStoreError`."""

    def work(connection: Connection) -> tuple[Exploration, dict[int, bytes]]:
        head = sound_row(connection, explorations, name)
        if head is None:
            raise UnknownRunError(f"exploration {name!r} is not in {store.label}")
        own = {field.name: head[field.name] for field in fields(Exploration)}
        chunks: dict[int, bytes] = {}
        if not results:
            return Exploration(**own), chunks
        rows = connection.execute(
            select(exploration_chunks).where(exploration_chunks.c.exploration == name)
        ).mappings()
        for row in rows:
            whole = sound(exploration_chunks, row)
            columns = bytes(whole["columns"])
            if sha256_hex(columns) != whole["content_hash"]:
                raise CorruptStoreError(
                    f"chunk {whole['chunk']} of exploration {name} does not match its content hash"
                )
            chunks[whole["chunk"]] = columns
        return Exploration(**own), chunks

    return store.read(work)


def list_explorations(store: Store) -> list[ExplorationSummary]:
    """All explorations, oldest first."""

    def work(connection: Connection) -> list[ExplorationSummary]:
        table = exploration_chunks
        counts = {
            row.exploration: row.number
            for row in connection.execute(
                select(table.c.exploration, func.count().label("number")).group_by(
                    table.c.exploration
                )
            )
        }
        ordered = select(explorations).order_by(
            explorations.c.started_at, explorations.c.exploration
        )
        return [
            ExplorationSummary(
                exploration=row["exploration"],
                name=row["name"],
                title=row["title"],
                points=row["points"],
                chunks=row["chunks"],
                stored_chunks=counts.get(row["exploration"], 0),
                started_at=row["started_at"],
            )
            for row in connection.execute(ordered).mappings()
        ]

    return oldest_first(store.read(work), lambda row: row.started_at)


def find_exploration(store: Store, name: str = "latest") -> str:
    """The exploration called `name`: an identifier, a unique beginning of one, or `latest`."""
    known = [one.exploration for one in list_explorations(store)]
    if not known:
        raise UnknownRunError(f"{store.label} holds no explorations: `ringassay explore APP`")
    return find_one(known, name, "exploration", store.label)
