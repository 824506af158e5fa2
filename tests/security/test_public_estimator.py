"""Our estimates beside those that the public lattice estimator prints, and the published tables."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import pytest

from ringassay import security

ROOT = Path(__file__).parents[2]
ROWS = json.loads((ROOT / "vectors/security/public-estimator.json").read_text())["rows"]
SETS = json.loads((ROOT / "vectors/security/public-estimator-sets.json").read_text())["rows"]


def compared(name: str) -> list[tuple[str, ...]]:
    """The rows of a comparison that docs/security.md summarises, without its head."""
    with (ROOT / f"vectors/security/compared-{name}.csv").open(encoding="utf-8") as file:
        return [tuple(row) for row in csv.reader(file)][1:]


def ours(row: dict[str, Any]) -> security.Attack:
    key = security.Key(
        row["n"],
        math.log2(int(row["q"])),
        row["secret"],
        row["error_std"],
        row["problem"],
        row["samples"],
    )
    found = security.estimate_key(key, row["model"])
    return next(attack for attack in found.attacks if attack.attack == row["attack"])


def tolerance(row: dict[str, Any]) -> tuple[float, float]:
    """How far below and above the public figure ours may lie."""
    if row["problem"] == "ntru":  # taken as one sample of learning with errors
        return 0.1, 1.3
    if row["attack"].startswith("dual"):  # our sieve's dimension is optimised as well
        return 1.5, 0.2
    return 0.15, 0.15


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['name']}: {row['attack']}")
def test_estimates_are_the_public_estimators(row: dict[str, Any]) -> None:
    found, (below, above) = ours(row), tolerance(row)
    assert row["bits"] - below <= found.bits <= row["bits"] + above
    for name in ("beta", "eta"):
        if name in row:
            assert getattr(found, name) == row[name]


def test_there_are_enough_sets() -> None:
    assert len({(row["n"], row["q"], row["secret"]) for row in ROWS}) >= 18


def test_the_compared_attacks_are_these() -> None:
    told = {
        (row["name"], row["attack"], row["model"], f"{row['bits']:.1f}", f"{ours(row).bits:.1f}")
        for row in ROWS
    }
    assert set(compared("attacks")) == told


def whole_estimate(row: dict[str, Any]) -> float:
    key = security.Key(
        row["n"], row["log2_q"], row["secret"], row["error_std"], samples=row["samples"]
    )
    return security.estimate_key(key).bits


@pytest.mark.parametrize(
    "row", SETS, ids=lambda row: f"{row['n']}, {row['log2_q']}, {row['secret']}, {row['samples']}"
)
def test_estimates_are_never_a_bit_above_the_public_estimators(row: dict[str, Any]) -> None:
    found = whole_estimate(row)
    assert found <= row["bits"] + 1.0
    # Below, since more is optimised: guesses of {0, 1} and of wide errors most of all.
    assert found >= row["bits"] - 4.5


def test_the_sets_are_of_every_kind() -> None:
    kinds = [str(row["secret"]).partition("-")[0] for row in SETS]
    assert len(SETS) >= 60
    assert kinds.count("sparse") >= 30
    assert kinds.count("ternary") >= 9
    assert {"binary", "binomial", "gaussian"} < set(kinds)
    assert sum(row["samples"] is not None for row in SETS) >= 10


def test_the_compared_estimates_are_these() -> None:
    told = [
        (
            str(row["n"]),
            f"{row['log2_q']:g}",
            row["secret"],
            f"{row['error_std']:g}",
            "any" if row["samples"] is None else str(row["samples"]),
            f"{row['bits']:.1f}",
            f"{whole_estimate(row):.1f}",
        )
        for row in SETS
    ]
    shown = compared("estimates")
    assert shown == told
    differences = [float(mine) - float(public) for *_, public, mine in shown]
    assert -4.25 < min(differences) < -4.1
    assert max(differences) <= 0, "never above"


@pytest.mark.parametrize("secret", ["ternary", "gaussian-3.19"])
def test_the_guidelines_largest_moduli_are_ours_within_a_bit(secret: str) -> None:
    """A bit less than half where a bit of q is worth less: n from 4096 on."""
    rows = 0
    for n in (4096, 8192, 16384, 32768):
        for level in (128, 192, 256):
            most = security.published(n, level, secret).guidelines_2024
            assert most is not None
            found = security.max_log2_q(n, level, secret=secret)
            assert abs(found - most) <= 0.005 * most + 1, (n, level, found, most)
            rows += 1
    assert rows == 12
