"""The adapters' table of moduli is what the estimator says, in Python and in Go."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from ringassay import _native
from ringassay.sut import security

GO = Path(__file__).parents[2] / "adapters/go/kit/security/moduli.json"


@pytest.mark.parametrize("n", security.MAX_LOG2_QP)
def test_the_table_is_the_estimators(n: int) -> None:
    for level, most in zip(security.LEVELS, security.MAX_LOG2_QP[n], strict=True):
        assert most == math.floor(_native.max_log2_q(n, "ternary", 3.2, float(level)))


def test_the_files_of_both_kits_are_the_table() -> None:
    assert GO.read_text() == security.to_json()
    assert (Path(security.__file__).parent / "moduli.json").read_text() == security.to_json()


def test_levels_are_rounded_up_and_found_again() -> None:
    assert [security.level_for(k) for k in (1, 80, 81, 128, 129, 256, 257)] == [
        80, 80, 96, 128, 160, 256, None,
    ]  # fmt: skip
    assert security.level_of(16384, 430.0) == 128
    assert security.level_of(16384, 430.1) == 112
    assert security.level_of(16384, 5000.0) == 0
    assert security.max_log2_qp(12345, 128) == 0


def test_the_smallest_dimension_that_holds_the_modulus_is_taken() -> None:
    dimensions = (4096, 8192, 16384)
    assert security.smallest_dimension(dimensions, 128, lambda n: 214.0) == 8192
    assert security.smallest_dimension(dimensions, 128, lambda n: 214.1) == 16384
    assert security.smallest_dimension(dimensions, 128, lambda n: 500.0) is None
    assert security.smallest_dimension((1000,), 128, lambda n: 1.0) is None


def test_the_file_for_other_languages_is_the_table() -> None:
    document = json.loads(security.to_json())
    assert tuple(document["levels"]) == security.LEVELS
    assert {int(n): tuple(row) for n, row in document["max_log2_qp"].items()} == (
        security.MAX_LOG2_QP
    )
