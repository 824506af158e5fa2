"""A share of the campaign of `drawn_requests.py`, which `make test-long` runs with 10⁴ requests."""

from __future__ import annotations

import random

import drawn_requests
import pytest

from ringassay import bgv, ckks


@pytest.mark.parametrize("seed", range(2))
def test_what_is_chosen_makes_keys_and_decrypts(seed):
    draw, served = random.Random(seed), 0
    for _ in range(25):
        scheme, asked = drawn_requests.request(draw)
        try:
            parameters = drawn_requests.choose(scheme, asked)
        except (bgv.SchemeError, ckks.SchemeError):
            continue
        drawn_requests.use(scheme, parameters)
        served += 1
    assert served >= 5
