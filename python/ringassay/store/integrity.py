"""Row hashes: a figure that was altered on disk is reported, never shown.

The hash is SHA-256 over the table's name and the row in canonical JSON. It guards against
damage, not against a forger, who could recompute it.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table, select

from ringassay.store.canonical import canonical_json, sha256_hex
from ringassay.store.errors import CorruptStoreError
from ringassay.store.schema import UNSEALED

MOST_BYTES = 1 << 30
"""Of a text that is stored."""

Row = dict[str, Any]
"""One row: column name to a value of the column's Python type."""


@dataclass(frozen=True)
class Damage:
    """A row that is not what was written."""

    table: str
    key: str
    """Primary key as `column=value`, comma separated."""
    reason: str

    def __str__(self) -> str:
        return f"{self.table}({self.key}): {self.reason}"


def row_hash(table: Table, row: Mapping[str, Any]) -> str:
    """The hash of `row` without its own hash and without the unsealed columns."""
    content = {name: row[name] for name in _sealed(table)}
    return sha256_hex(f"{table.name}\n{canonical_json(content)}".encode("ascii"))


@cache
def _sealed(table: Table) -> tuple[str, ...]:
    """The columns under the hash, in the order of canonical JSON, which is then sorted at once."""
    outside = UNSEALED.get(table.name, frozenset()) | {"row_hash"}
    return tuple(sorted(column.name for column in table.columns if column.name not in outside))


def seal(table: Table, row: Mapping[str, Any]) -> Row:
    """A copy of `row`, missing columns null, with its hash."""
    full: Row = {column.name: row.get(column.name) for column in table.columns}
    full["row_hash"] = row_hash(table, full)
    return full


def damage_of(table: Table, row: Mapping[str, Any]) -> Damage | None:
    """What is wrong with a row read from the database, or None."""
    if row_hash(table, row) == row["row_hash"]:
        return None
    return Damage(table.name, key_of(table, row), "content does not match its hash")


def key_of(table: Table, row: Mapping[str, Any]) -> str:
    """The primary key of a row, for `Damage`."""
    return ",".join(f"{column.name}={row[column.name]}" for column in table.primary_key)


def sound(table: Table, row: Mapping[Any, Any]) -> Row:
    """`row` as a dictionary. Raises `CorruptStoreError` when it is not what was written."""
    content = dict(row)
    damage = damage_of(table, content)
    if damage is not None:
        raise CorruptStoreError(f"a stored row is damaged: {damage}")
    return content


def sound_row(connection: Connection, table: Table, identifier: str) -> Row | None:
    """The row of that primary key, a single column; None if there is none.

    Raises `CorruptStoreError` when it is not what was written.
    """
    (key,) = table.primary_key
    row = connection.execute(select(table).where(key == identifier)).mappings().first()
    return None if row is None else sound(table, row)


def pack(text: bytes) -> bytes:
    """Compressed for storage."""
    return zlib.compress(text, 6)


def unpack(packed: bytes, size_bytes: int, content_hash: str, what: str) -> bytes:
    """The text behind `packed`, never inflating beyond its recorded size.

    Raises `CorruptStoreError` when size or hash are not the recorded ones, or the size none that
    was ever written.
    """
    if not 0 <= size_bytes <= MOST_BYTES:
        raise CorruptStoreError(f"the stored text of {what} cannot have {size_bytes} bytes")
    inflater = zlib.decompressobj()
    try:
        text = inflater.decompress(packed, size_bytes + 1)
    except zlib.error as error:
        raise CorruptStoreError(f"the stored text of {what} is damaged: {error}") from error
    if len(text) != size_bytes or sha256_hex(text) != content_hash:
        raise CorruptStoreError(f"the stored text of {what} does not match its content hash")
    return text
