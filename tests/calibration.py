"""A calibration that tests share."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from ringassay.store import StoredCalibration


class Calibrated(NamedTuple):
    """A store with a calibration of this machine, and what the command said that made it."""

    store: Path
    facts: dict[str, Any]


def elsewhere(calibration: StoredCalibration) -> StoredCalibration:
    """The same prices, as if other kernels had been measured."""
    document = json.loads(calibration.document)
    document["machine"]["kernels"] = "0123456789abcdef"
    # The latest; of the far future it would be none.
    later = datetime.fromisoformat(calibration.measured_at) + timedelta(minutes=1)
    return replace(
        calibration,
        document=json.dumps(document),
        measured_at=later.isoformat(timespec="milliseconds"),
    )
