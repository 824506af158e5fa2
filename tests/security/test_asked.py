"""At least so many bits: who serves a request, who is weaker, and by how much."""

from __future__ import annotations

import math

import pytest

from ringassay.security.asked import is_weaker, meets, price_bits


@pytest.mark.parametrize(
    ("delivered", "served"),
    [(127.89, False), (127.9, True), (128.0, True), (180.0, True), (math.nan, False)],
)
def test_more_serves_as_well(delivered: float, served: bool) -> None:
    assert meets(delivered, 128.0) is served


@pytest.mark.parametrize(
    ("bits", "other", "price"),
    [(128.0, 131.0, 0.0), (128.0, 131.5, 3.5), (180.0, 128.0, 0.0), (math.nan, 128.0, 0.0)],
)
def test_up_to_three_bits_are_no_price(bits: float, other: float, price: float) -> None:
    assert price_bits(bits, other) == price
    assert is_weaker(bits, other) is (price > 0.0)
