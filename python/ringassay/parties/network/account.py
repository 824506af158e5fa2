"""What a process of a session takes: messages and bytes of each round, time, memory."""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ringassay.parties.network.errors import Round


@dataclass
class Traffic:
    """Messages and bytes, with their headers and without those of TLS and TCP."""

    messages_up: int = 0
    messages_down: int = 0
    bytes_up: int = 0
    bytes_down: int = 0


@dataclass
class Account:
    """What one process sent and took. Up is away from it."""

    traffic: dict[Round, Traffic] = field(default_factory=lambda: defaultdict(Traffic))
    wall_s: dict[Round, float] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)

    def sent(self, round_: Round, count: int) -> None:
        """A message of so many bytes was sent."""
        self.traffic[round_].messages_up += 1
        self.traffic[round_].bytes_up += count

    def received(self, round_: Round, count: int) -> None:
        """A message was received."""
        self.traffic[round_].messages_down += 1
        self.traffic[round_].bytes_down += count

    def end_round(self, round_: Round) -> None:
        """A round is over: what passed since the last one ended was its time."""
        now = time.monotonic()
        self.wall_s[round_] = now - self.began
        self.began = now

    def figures(self) -> dict[str, Any]:
        """All figures, for JSON: seconds, bytes."""
        rounds = [
            {
                "round": round_.value,
                "wall_s": round(self.wall_s.get(round_, 0.0), 3),
                **vars(self.traffic[round_]),
            }
            for round_ in Round
            if round_ in self.traffic
        ]
        return {
            "rounds": rounds,
            "bytes_up": sum(one.bytes_up for one in self.traffic.values()),
            "bytes_down": sum(one.bytes_down for one in self.traffic.values()),
            "wall_s": round(sum(self.wall_s.values()), 3),
            "cpu_s": round(time.process_time(), 3),
            "peak_bytes": peak_bytes(),
        }


def peak_bytes() -> int:
    """The most memory that this process had resident; 0 where `/proc` does not say."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0
    for line in status.splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0
