"""The store's calibration as commands use it: checked, and never stale in silence."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ringassay.cli.output import err

if TYPE_CHECKING:
    from ringassay.predict import Check
    from ringassay.store import Store, StoredCalibration

StaleOption = Annotated[
    bool,
    typer.Option(
        "--stale-ok",
        help="Use the store's calibration though it does not hold any more; says why it does not.",
    ),
]


def checked_calibration(opened: Store, *, stale_ok: bool) -> tuple[StoredCalibration, Check]:
    """The latest, after a few kernels were measured again.

    Raises `StaleCalibrationError` if it does not hold, unless `stale_ok`: then that is said.
    """
    from ringassay.predict import holding
    from ringassay.store import load_calibration

    calibration = load_calibration(opened)
    found = holding(calibration, stale_ok=stale_ok)
    if found.is_stale:
        err.print(found.sentence(calibration))
    return calibration, found


def checked_facts(calibration: StoredCalibration, check: Check) -> dict[str, Any]:
    """What JSON says of both: without the prices."""
    facts = {key: value for key, value in asdict(calibration).items() if key != "document"}
    return facts | {"check": asdict(check) | {"is_stale": check.is_stale}}
