"""The table of protections among the circumstances."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pandas as pd

from ringassay.harness import PROTECTIONS
from ringassay.report.sections.isolation import protections


def study(**isolation: str) -> SimpleNamespace:
    rows = [{"system": name, "isolation": text} for name, text in isolation.items()]
    return SimpleNamespace(suts=pd.DataFrame(rows))


def test_each_protection_is_told_for_each_system():
    whole = {name: {"state": "in-force"} for name in PROTECTIONS}
    without = {**whole, "network": {"state": "refused", "why": "<b>EPERM</b>"}}
    table = protections(
        study(
            here=json.dumps([{"client": whole, "server": whole}]),
            there=json.dumps([{"client": whole, "server": without}]),
            old="",
        )
    )
    assert table is not None
    lines = {row[0]: row[2:] for row in table.rows}
    assert len(lines) == len(PROTECTIONS)
    assert lines["files"][:2] == ("in force", "in force")
    assert lines["network"][0] == "in force"
    assert "in force; refused" in lines["network"][1] and "EPERM" in lines["network"][1]
    assert "in force" not in lines["network"][2]


def test_nothing_is_told_where_nothing_is_known():
    assert protections(study(old="")) is None
