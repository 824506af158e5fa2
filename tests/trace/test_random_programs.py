"""Programs over numpy drawn at random: the circuit gives what numpy gives, or the line is named.

`make test-long` draws ten thousand (numpy_programs.py); here are some of every space.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from compared import compared, expected_of
from numpy_programs import SPACES
from programs import HEAD, Space, draw

PROGRAMS = 40


@pytest.mark.parametrize("space", SPACES, ids=lambda space: f"{space.name} {space.modulus}")
def test_programs(space: Space) -> None:
    ways: Counter[str] = Counter()
    for seed in range(PROGRAMS):
        source, arguments = draw(10**6 + seed, space)
        found = compared(source, arguments, space)
        assert found.how in {"agrees", "refused"}, f"{found.how}: {found.why}\n{source}"
        ways[found.how] += 1
    # Refusals of everything would agree with numpy as well.
    assert ways["agrees"] >= PROGRAMS / 4, ways


def test_the_comparison_finds_what_is_silently_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the memory that views share, `+=` through another name is missed, and found out."""
    from ringassay.trace import elementwise, vector

    source = f"{HEAD}def program(x, y):\n    z = x\n    z += y\n    return [x]\n"
    space = Space("integers", 8, 257)
    arguments = [np.arange(8), np.arange(8)]
    assert compared(source, arguments, space).how == "agrees"

    def rebinding(ufunc: object, target: object, *inputs: object) -> object:
        return elementwise.operation(ufunc, *inputs)

    monkeypatch.setattr(vector.functions.elementwise, "in_place", rebinding)
    assert compared(source, arguments, space).how == "silent"


def test_the_oracle_knows_integers_beyond_64_bits() -> None:
    space = Space("integers", 2, 257)
    source = f"{HEAD}def program(x, y):\n    return [x ** 9 * y ** 9]\n"
    arguments = [np.array([256, 200]), np.array([255, 199])]
    wanted = [256**9 * 255**9 % 257, 200**9 * 199**9 % 257]
    assert expected_of(source, arguments, space) == [wanted]
