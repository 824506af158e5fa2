"""Alembic's entry: runs the migrations on the connection, and in the transaction, it is given."""

from __future__ import annotations

from alembic import context

from ringassay.store.migrate import VERSION_TABLE
from ringassay.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
