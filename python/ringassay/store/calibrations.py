"""Calibrations in the store: what kernels cost on which machine, each whole in a row."""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime

from sqlalchemy import Connection, select

from ringassay.store.errors import UnknownRunError
from ringassay.store.integrity import sound_row
from ringassay.store.machine import Machine
from ringassay.store.machine_rows import add_machine, load_machine
from ringassay.store.moments import oldest_first
from ringassay.store.schema import calibrations
from ringassay.store.store import Store, insert_row


@dataclass(frozen=True)
class StoredCalibration:
    """A calibration with its circumstances."""

    machine: Machine
    measured_at: str
    """ISO 8601."""
    version: str
    """Of ringassay."""
    backend: str
    cells: int
    rounds: int
    seconds: float
    """How long it took."""
    spread: float
    """The median of the cells' relative spreads."""
    document: str
    """The calibration itself: JSON, as `_native.calibrate` returns it."""
    circumstances: str | None = None
    """Canonical JSON (`Circumstances`); None for one of older days."""


COMPLETE, MULTIPRECISION = "calibration", "positional"
"""How identifiers of calibrations begin: of all kernels, or of multiprecision rings only."""


def add_calibration(store: Store, calibration: StoredCalibration, kind: str = COMPLETE) -> str:
    """Stores a calibration; returns its identifier."""
    name = f"{kind}-{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
    own = {key: value for key, value in asdict(calibration).items() if key != "machine"}

    def work(connection: Connection) -> None:
        add_machine(connection, calibration.machine)
        identity = calibration.machine.identity
        insert_row(connection, calibrations, own | {"calibration": name, "machine": identity})

    store.write(work)
    return name


def calibration_names(store: Store) -> list[str]:
    """The identifiers of all calibrations, multiprecision ones included, oldest first."""
    wanted = select(calibrations.c.measured_at, calibrations.c.calibration).order_by(
        calibrations.c.measured_at, calibrations.c.calibration
    )
    found = store.read(lambda connection: list(connection.execute(wanted)))
    return [row.calibration for row in oldest_first(found, lambda row: str(row.measured_at))]


def latest_calibration(store: Store) -> str | None:
    """The identifier of the latest calibration of all kernels."""
    complete = [one for one in calibration_names(store) if one.startswith(COMPLETE)]
    return complete[-1] if complete else None


def load_calibration(store: Store, name: str = "latest") -> StoredCalibration:
    """A calibration as it was stored: by identifier, or the latest of all kernels.

    Raises `UnknownRunError` where there is none, `CorruptStoreError` for a damaged row.
    """
    if name == "latest":
        name = latest_calibration(store) or ""
        if not name:
            raise UnknownRunError(
                f"{store.label} holds no calibration: `ringassay predict calibrate`"
            )

    def work(connection: Connection) -> StoredCalibration:
        row = sound_row(connection, calibrations, name)
        if row is None:
            raise UnknownRunError(f"calibration {name!r} is not in {store.label}")
        own = [field.name for field in fields(StoredCalibration) if field.name != "machine"]
        return StoredCalibration(
            machine=load_machine(connection, row["machine"]),
            **{field: row[field] for field in own},
        )

    return store.read(work)
