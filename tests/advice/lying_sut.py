"""A system that plans with us and lies: `python lying_sut.py client|server LIE`.

It computes in the clear, as tests/sut/clear_pair.py does. LIE says of what it speaks nonsense.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "sut"))

from clear_pair import ROW, ClearClient, ClearServer

from ringassay.sut.kit import PLANNER, SIMD_GATES, ZT_GATES, Hello, serve

NONSENSE = {
    "words": {"n": "many", "m": [], "log2_q": "wide", "log2_qp": {}, "q_bits": "all"},
    "zeros": {"n": 0, "m": 0, "log2_q": 0.0, "log2_qp": 0.0, "q_bits": [], "p_bits": []},
    "infinite": {"n": 1e308, "m": -1, "log2_q": float("inf"), "log2_qp": float("nan")},
    "negative": {"n": -8192, "log2_scale": -40, "failure_probability_log2": "never"},
    "huge": {"n": 2**70, "log2_qp": 1e300, "q_bits": [60] * 10_000, "secret": "x" * 100_000},
}
LIE = sys.argv[2] if __name__ == "__main__" else ""


class Target:
    """A target that is none."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    def json(self) -> bytes:
        return self.text


class LyingClient(ClearClient):
    def make_keys(self, params):
        target, keys = super().make_keys(params)
        self.parameters |= NONSENSE.get(LIE, {})
        if LIE == "no-levels":
            target.noise.capacity.clear()
        if LIE == "no-target":
            return Target(b"\xff\xfe"), keys
        if LIE == "empty-target":
            return Target(b'{"levels": 0}'), keys
        if LIE == "zero-levels":
            return Target(b'{"batch": 4, "row": 64, "levels": 0, "steps": []}'), keys
        if LIE == "wrong-target":
            return Target(b'{"batch": "4", "row": 64, "modulus": 2, "steps": 1, "noise": {}}'), keys
        return target, keys


class LyingServer(ClearServer):
    pass


if __name__ == "__main__":
    serve(
        client=LyingClient,
        server=LyingServer,
        about=Hello(
            name="liar",
            version="1",
            library="none",
            library_version="0",
            scheme="plaintext",
            spaces=("gf2", "zt"),
            gates=(*SIMD_GATES, *ZT_GATES),
            limits={"max_batch": ROW},
            planner=PLANNER,
        ),
    )
