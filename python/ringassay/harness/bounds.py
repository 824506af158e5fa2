"""How long and how large a system under test may become."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """Bounds on both programs of a system under test; `None` is unbounded.

    Times are wall times of a step in seconds, `start_s` until both programs are ready.
    `memory_bytes` is the resident size of a program and its descendants together, `packet_bytes`
    one packet, `processes` a program and its descendants, `file_bytes` each file written. Without
    `network` each program gets a network of its own with nothing in it, where the harness may.
    """

    start_s: float = 60.0
    keygen_s: float = 600.0
    ingest_s: float = 600.0
    encrypt_s: float = 600.0
    evaluate_s: float = 3600.0
    decrypt_s: float = 600.0
    memory_bytes: int | None = None
    packet_bytes: int = 1 << 30
    processes: int = 256
    file_bytes: int | None = None
    network: bool = False

    def to_json(self) -> str:
        """The form the compiled module takes: durations in seconds and nanoseconds."""
        steps = ("start", "keygen", "ingest", "encrypt", "evaluate", "decrypt")
        values: dict[str, object] = {step: _duration(getattr(self, f"{step}_s")) for step in steps}
        for name in ("memory_bytes", "packet_bytes", "processes", "file_bytes", "network"):
            values[name] = getattr(self, name)
        return json.dumps(values)


def _duration(seconds: float) -> dict[str, int]:
    nanos = round(seconds * 1e9)
    if nanos <= 0:
        raise ValueError(f"a bound on time must be positive, got {seconds} s")
    return {"secs": nanos // 1_000_000_000, "nanos": nanos % 1_000_000_000}
