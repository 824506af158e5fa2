"""A pair on the Python kit for slot programs: slots in the clear, with levels.

`python clear_pair.py client|server` is the kit's part in the conformance suite.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from plain_backend import PlainBackend

from ringassay.sut.kit import (
    PLANNER,
    SIMD_GATES,
    ZT_GATES,
    Blob,
    Failed,
    Hello,
    KeyParameters,
    Refused,
    SlotClient,
    SlotServer,
    serve,
)
from ringassay.sut.slots.target import Noise, Target, key_steps

ROW = 64
LEVELS = 24
GF2_MODULUS = 65537


class ClearClient(SlotClient):
    """Rows of 64 slots; the noise of BGV, whose levels are 40 bits apart."""

    def make_keys(self, params: KeyParameters) -> tuple[Target, Sequence[Blob]]:
        if params.batch > ROW:
            raise Refused(f"batch {params.batch}: at most {ROW}")
        modulus = params.modulus or GF2_MODULUS
        noise = Noise(
            capacity=[38.0 + 40 * level for level in range(LEVELS)],
            fresh=25.0,
            key_switch=24.0,
            multiply=("product", 0.0),
            multiply_plain=20.0,
            add_plain=20.0,
            floor=24.0,
        )
        steps = key_steps(params.batch, ROW, rebuild=True)
        target = Target(params.batch, ROW, modulus, steps, noise)
        self.backend = PlainBackend(modulus, ROW, steps, levels=LEVELS)
        self.parameters = {"scheme": "plaintext", "security_bits": 0}
        return target, [f"clear {modulus} {' '.join(map(str, steps))}".encode()]

    def encrypt_row(self, row: Sequence[int]) -> bytes:
        return self.backend.save(self.backend.encode(row, 0))

    def decrypt_row(self, ciphertext: Blob) -> Sequence[int]:
        return self.backend.load(ciphertext, 0)


class ClearServer(SlotServer):
    """The same."""

    def load_keys(self, keys: Sequence[Blob]) -> PlainBackend:
        try:
            (said,) = keys
            kind, *numbers = bytes(said).split()
            modulus, *steps = map(int, numbers)
        except ValueError as error:
            raise Failed(f"no key: {error}") from error
        if kind != b"clear":
            raise Failed("no key")
        return PlainBackend(modulus, ROW, steps, levels=LEVELS)


if __name__ == "__main__":
    serve(
        client=ClearClient,
        server=ClearServer,
        about=Hello(
            name="clear",
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
