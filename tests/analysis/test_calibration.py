"""The quality of a calibration whose cells were planted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ringassay.analysis.calibration import quality
from ringassay.store import StoredCalibration, probe_machine


def cell(kernel: Any, length: int, spread: float, wall: float = 110.0) -> dict[str, Any]:
    call = {"kernel": kernel, "length": length, "wide": False}
    cell = {"call": call, "working_set_bytes": 1 << 17, "cpu_ns": 100.0, "wall_ns": wall}
    return cell | {"spread": spread}


def planted(cells: list[dict[str, Any]]) -> StoredCalibration:
    return StoredCalibration(
        machine=probe_machine(),
        measured_at="2026-01-01T00:00:00.000+00:00",
        version="0",
        backend="portable",
        cells=len(cells),
        rounds=5,
        seconds=1.0,
        spread=0.0,
        document=json.dumps({"cells": cells}),
    )


def test_cells_are_gathered_by_kernel() -> None:
    cells = [
        cell("add", 64, 0.01),
        cell("add", 1024, 0.03),
        cell({"crt_forward": {"m": 128}}, 64, 0.2),
        cell({"crt_forward": {"m": 2048}}, 1024, 0.1),
        cell({"crt_forward": {"m": 4096}}, 2048, 0.3, wall=150.0),
    ]
    found = quality(planted(cells))
    transforms, sums = found.kernels
    assert (transforms.kernel, transforms.cells, transforms.lengths) == (
        "crt forward",
        3,
        (64, 2048),
    )
    assert (transforms.spread, transforms.largest_spread) == (0.2, 0.3)
    assert (sums.kernel, sums.spread) == ("add", pytest.approx(0.02))
    assert found.spread == 0.1
    assert found.worst_tenth == 0.3
    assert found.disturbed == pytest.approx(0.1)


def test_a_calibration_without_cells_has_no_quality() -> None:
    with pytest.raises(ValueError, match="no cells"):
        quality(planted([]))
