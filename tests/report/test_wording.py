"""Shares in words: all and nothing are said only of what is exactly that."""

from __future__ import annotations

import pytest

from ringassay.report.sections.wording import percent, share


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.0, "0\u00a0%"),
        (1.0, "100\u00a0%"),
        (0.5, "50\u00a0%"),
        (0.0004, "0.04\u00a0%"),
        (0.999_96, "99.996\u00a0%"),
        (1e-12, "under 0.000001\u00a0%"),
        (1 - 1e-12, "over 99.999999\u00a0%"),
    ],
)
def test_percent(value: float, said: str) -> None:
    assert percent(value) == said


def test_a_share_is_one_only_if_it_is() -> None:
    assert share(1.0) == "1"
    assert share(0.999_99) == "0.99999"
