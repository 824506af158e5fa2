"""Makes runs in a store without any SUT, for tests of the store alone."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from naive import CASES, SUITE, NaiveLab
from sqlalchemy import Connection, and_, select, update

from ringassay.evaluation import RunEnded, StopRequest, execute, parse_suite
from ringassay.store import Store
from ringassay.store.integrity import seal
from ringassay.store.schema import ADDED, metadata
from ringassay.sut.command import SutCommand

COMMAND = SutCommand("naive", ("client",), ("server",))
SMALL = parse_suite(SUITE)

__all__ = ["CASES", "COMMAND", "SMALL", "downgrade", "interrupted_run", "run_small"]


def run_small(store: Store, lab: NaiveLab | None = None, **options) -> RunEnded:
    return execute(SMALL, store, [COMMAND], ports=(lab or NaiveLab()).ports(), **options)


def interrupted_run(store: Store, steps: int = 9) -> str:
    """A run stopped before the given number of steps; returns its name."""
    stop = StopRequest()

    def watch(_name, session):
        if len(session.lab.calls) == steps:
            stop.set()

    ended = run_small(store, NaiveLab(fault=watch), stop=stop)
    assert ended.state == "interrupted"
    return ended.run


def downgrade(store: Store, revision: str) -> None:
    """Makes the store what a program of an earlier schema wrote: without what was added since."""
    config = Config()
    config.set_main_option("script_location", "ringassay.store:migrations")

    def down(connection: Connection) -> None:
        for name, added in ADDED.items():
            table = metadata.tables[name]
            for row in connection.execute(select(table)).mappings().all():
                old = seal(table, {**row, **dict.fromkeys(added)})
                same = and_(*(column == row[column.name] for column in table.primary_key))
                connection.execute(update(table).where(same).values(old))
        config.attributes["connection"] = connection
        command.downgrade(config, revision)

    store.write(down)
