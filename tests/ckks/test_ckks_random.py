"""A short campaign of random computations; `random_computations.py` is the long one."""

from __future__ import annotations

import pytest
from random_computations import Campaign

from ringassay import ckks


@pytest.mark.parametrize("ring", ["standard", "conjugate-invariant"])
@pytest.mark.parametrize(("depth", "precision", "length"), [(2, 20, 8), (4, 30, 1)])
def test_results_are_within_what_is_stated_of_them(ring, depth, precision, length):
    parameters = ckks.choose(depth, precision, length=length, ring=ring, degree=1024, insist=True)
    campaign = Campaign(parameters, seed=depth)
    campaign.run(240)
    assert campaign.faults == []
    assert campaign.checked > 100
