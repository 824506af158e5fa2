"""Programs over numpy drawn at random, traced, and evaluated on ciphertexts of our own schemes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from compared import compared, expected_of
from programs import Space, draw

from ringassay import bfv, bgv
from ringassay.he import SchemeError

PROGRAMS = 60
SCHEMES = {"bgv": bgv, "bfv": bfv}
SPACES = [Space("integers", 12, 257), Space("bits", 18)]
# Insecure and small; bits lie in slots of an index in which 2 has them.
SHAPES: dict[str, dict[str, Any]] = {
    "integers": {"length": 12, "index": 256, "plaintext": 257},
    "bits": {"length": 18, "index": 127},
}


@pytest.mark.parametrize("space", SPACES, ids=lambda space: space.name)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_programs_on_ciphertexts(scheme: str, space: Space) -> None:
    parameters = SCHEMES[scheme].choose(depth=5, insist=True, **SHAPES[space.name])
    keys = parameters.keys()
    ways: Counter[str] = Counter()
    for seed in range(PROGRAMS):
        source, arguments = draw(2 * 10**6 + seed, space, 4)
        found = compared(source, arguments, space)
        assert found.how in {"agrees", "refused"}, f"{found.why}\n{source}"
        if found.traced is None:
            continue
        try:
            program = keys.evaluation.compile(found.traced.circuit)
            outputs = program.outputs([keys.encrypt(one.astype(int)) for one in arguments])
            slots = [keys.decrypt(one).tolist() for one in outputs]
        except SchemeError:
            ways["too deep"] += 1
            continue
        assert slots == expected_of(source, arguments, space), source
        ways["agrees"] += 1
    assert ways["agrees"] >= PROGRAMS / 4, ways
