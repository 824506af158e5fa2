"""How migrations declare tables: columns by kind, constraints with the names of `schema.metadata`.

Databases were made with these definitions. Add to them; never change one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op


def _columns(kind: Any, names: Sequence[str], null: bool) -> list[sa.Column[Any]]:
    return [sa.Column(name, kind, autoincrement=False, nullable=null) for name in names]


def identifiers(*names: str, null: bool = False) -> list[sa.Column[Any]]:
    """Identifiers, names and SHA-256 hashes: up to 64 characters."""
    return _columns(sa.String(length=64), names, null)


def words(*names: str, null: bool = False) -> list[sa.Column[Any]]:
    """One of a few words, of up to 16 characters."""
    return _columns(sa.String(length=16), names, null)


def texts(*names: str, null: bool = False) -> list[sa.Column[Any]]:
    """Text of any length."""
    return _columns(sa.Text(), names, null)


def integers(*names: str, null: bool = False) -> list[sa.Column[Any]]:
    """32-bit integers."""
    return _columns(sa.Integer(), names, null)


def bigs(*names: str, null: bool = False) -> list[sa.Column[Any]]:
    """64-bit integers: nanoseconds, bytes, indices, moduli."""
    return _columns(sa.BigInteger(), names, null)


def reals(*names: str, null: bool = False) -> list[sa.Column[Any]]:
    """64-bit floats."""
    return _columns(sa.Double(), names, null)


def flags(*names: str, null: bool = False) -> list[sa.Column[Any]]:
    """True or false."""
    return _columns(sa.Boolean(), names, null)


def blobs(*names: str, null: bool = False) -> list[sa.Column[Any]]:
    """Bytes."""
    return _columns(sa.LargeBinary(), names, null)


def refers(*columns: str, to: str, name: str | None = None) -> sa.ForeignKeyConstraint:
    """A reference to the columns of the same names in the table `to`."""
    return sa.ForeignKeyConstraint(columns, [f"{to}.{column}" for column in columns], name=name)


def create(
    table: str,
    *columns: sa.Column[Any],
    primary: Sequence[str],
    references: Sequence[sa.ForeignKeyConstraint] = (),
    unique: Sequence[str] = (),
) -> None:
    """Creates a table; a reference without a name is named after its first column."""
    constraints: list[sa.Constraint] = list(references)
    for reference in references:
        reference.name = reference.name or op.f(f"fk_{table}_{reference.column_keys[0]}")
    constraints.append(sa.PrimaryKeyConstraint(*primary, name=op.f(f"pk_{table}")))
    if unique:
        constraints.append(sa.UniqueConstraint(*unique, name=op.f(f"uq_{table}_{unique[0]}")))
    op.create_table(table, *columns, *constraints)


def add(table: str, *columns: sa.Column[Any]) -> None:
    """Adds columns to a table."""
    for column in columns:
        op.add_column(table, column)
