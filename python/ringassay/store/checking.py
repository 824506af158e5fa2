"""Checks a run before anything of it is shown: every row once, then only that nothing changed.

A run that passed is remembered by two digests (`remembered`): that of its own rows, as they were
read, and that of the database's files, with which it may be counted without reading all rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Table

from ringassay.store.answers import delivered
from ringassay.store.contents import TABLES, Contents, Row, read_contents
from ringassay.store.counts import missing
from ringassay.store.errors import CorruptStoreError
from ringassay.store.integrity import Damage, damage_of, key_of
from ringassay.store.loaded import key_of as key_of_frames
from ringassay.store.plausible import leave_out
from ringassay.store.remembered import digest_of, file_digest, is_remembered, remember
from ringassay.store.revision import check_pages
from ringassay.store.schema import evaluations, runs
from ringassay.store.store import RUNNING, Store


class Checker:
    """Reads runs of a store and says what is damaged."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._files = self._digest_of_files()
        self._indexes_are_sound = False
        self.damaged: list[Damage] = []
        self.left_out: list[Damage] = []
        """Rows that nobody writes, though they are sealed (`plausible`)."""

    def is_known(self, run: str) -> bool:
        """Whether the files are those in which this run was sound, from the start until now."""
        key = self._key(run)
        return key is not None and is_remembered(key) and self.is_unchanged()

    def read(self, connection: Connection, run: str) -> Contents:
        """The rows of a run without the damaged ones, which are added to `damaged`, and without
        those that nobody writes, which are added to `left_out`.

        Raises `CorruptStoreError` where the database itself is damaged.
        """
        contents = read_contents(connection, run)
        digest = contents.digest()
        if not is_remembered(digest):
            self._check_indexes()
            before = len(self.damaged)
            rows = {table.name: self._sound(table, contents) for table in TABLES}
            for table, reason in missing(contents):
                self.damaged.append(Damage(table, f"run={run}", reason))
            contents, implausible = leave_out(Contents(run, rows))
            self.left_out += implausible
            if len(self.damaged) > before or implausible or not has_ended(contents):
                return contents
            remember(digest)
        key = self._key(run)
        if key is not None and not is_remembered(key) and self.is_unchanged():
            remember(key)
        return contents

    def refuse_damaged(self) -> None:
        """Raises `CorruptStoreError` where something was found damaged."""
        if not self.damaged:
            return
        places = f"{len(self.damaged)} place{'s' if len(self.damaged) > 1 else ''}"
        shown = "; ".join(str(item) for item in self.damaged[:5])
        more = f" and {len(self.damaged) - 5} more" if len(self.damaged) > 5 else ""
        raise CorruptStoreError(f"{self._store.label} is damaged in {places}: {shown}{more}")

    def refuse_nothing_left(self, runs: Sequence[str]) -> None:
        """Raises `CorruptStoreError`: no row of these runs can be believed."""
        shown = "; ".join(str(item) for item in self.left_out[:5])
        raise CorruptStoreError(
            f"{self._store.label}: nothing is left of {', '.join(runs)}: {shown}"
        )

    def _digest_of_files(self) -> str | None:
        file = self._store.location.file
        return None if file is None else file_digest(file)

    def key_of_frames(self, runs: Sequence[str]) -> str | None:
        """Under which frames of these runs are kept (`loaded`)."""
        return key_of_frames(self._files, runs)

    def is_unchanged(self) -> bool:
        """Whether nobody wrote since the files were hashed: else other rows may have been read."""
        return self._digest_of_files() == self._files

    def _key(self, run: str) -> str | None:
        return None if self._files is None else digest_of(self._files.encode(), run.encode())

    def _check_indexes(self) -> None:
        """A damaged index would hide whole rows, which no row hash can notice."""
        location = self._store.location
        if self._indexes_are_sound or location.file is None:
            return
        check_pages(location, "integrity_check")
        self._indexes_are_sound = True

    def _sound(self, table: Table, contents: Contents) -> list[Row]:
        rows = []
        for row, record in zip(contents.rows[table.name], contents.records(table), strict=True):
            damage = damage_of(table, record)
            if damage is None and table is evaluations:
                try:
                    delivered(record)
                except CorruptStoreError as error:
                    damage = Damage(table.name, key_of(table, record), str(error))
            if damage is None:
                rows.append(row)
            else:
                self.damaged.append(damage)
        return rows


def has_ended(contents: Contents) -> bool:
    """Whether a run is complete or was stopped: one in progress is not the same for long."""
    return any(row["state"] != RUNNING for row in contents.records(runs))
