"""A calibration that tests share."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple


class Calibrated(NamedTuple):
    """A store with a calibration of this machine, and what the command said that made it."""

    store: Path
    facts: dict[str, Any]
