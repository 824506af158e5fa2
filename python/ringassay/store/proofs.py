"""Proofs in the store: points of explorations that were executed, each whole in a row."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from sqlalchemy import Connection, select

from ringassay.store.integrity import sound
from ringassay.store.machine import Machine
from ringassay.store.machine_rows import add_machine
from ringassay.store.schema import exploration_proofs
from ringassay.store.store import Store, insert_row


def add_proof(store: Store, exploration: str, document: str, version: str, machine: Machine) -> str:
    """Stores a proof (JSON); returns its identifier."""
    now = datetime.now(UTC)
    name = f"proof-{now:%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"

    def work(connection: Connection) -> None:
        add_machine(connection, machine)
        row = {
            "proof": name,
            "exploration": exploration,
            "executed_at": now.isoformat(timespec="milliseconds"),
            "version": version,
            "machine": machine.identity,
            "document": document,
        }
        insert_row(connection, exploration_proofs, row)

    store.write(work)
    return name


def load_proofs(store: Store, exploration: str) -> list[tuple[str, str]]:
    """When each proof of an exploration was made, oldest first, and its document.

    Raises `CorruptStoreError` for a damaged row.
    """
    table = exploration_proofs

    def work(connection: Connection) -> list[tuple[str, str]]:
        wanted = (
            select(table)
            .where(table.c.exploration == exploration)
            .order_by(table.c.executed_at, table.c.proof)
        )
        rows = [sound(table, row) for row in connection.execute(wanted).mappings()]
        return [(row["executed_at"], row["document"]) for row in rows]

    return store.read(work)
