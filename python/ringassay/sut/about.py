"""What a SUT says about itself: the HELLO, REPORT and ERROR packets of protocol 2."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

MAX_CONTROL_BYTES = 1 << 20
"""The largest control packet."""

SIMD_GATES = ("LADD", "LADDconst", "LMUL", "LMULconst", "LROTATE", "LSELECT")
"""The gates of HEtest's batched circuits."""

REAL_GATES = ("LSUB", "LNEG", "LPOLY")
"""The gates that exist over reals beside those of batched circuits."""

COMPLEX_GATES = (*REAL_GATES, "LCONJ")
"""Likewise over complex numbers."""

ZT_GATES = ("LSUB", "LNEG")
"""The gates that exist over integers mod t only."""

FAN_IN_GATES = ("AND", "OR", "XOR")
"""The gates of HEtest's single-bit circuits."""

MAX_OUTPUTS = 1 << 16
"""The most outputs of a circuit: the limit `max_outputs` of a system that takes any number."""

PLANNER = "ringassay"
"""The planner of a system that takes slot programs (docs/programs.md)."""

BUILD_FACTS = ("commit", "profile", "simd", "threads", "library_build", "planner")
"""Keys of HELLO that say how a SUT was built, what it computes with and who plans circuits."""


@dataclass(frozen=True)
class Hello:
    """Who a SUT is and what it can do (docs/protocol.md, HELLO)."""

    name: str
    version: str
    library: str
    library_version: str
    scheme: str
    spaces: Sequence[str]
    gates: Sequence[str]
    limits: Mapping[str, int] = field(default_factory=dict)
    planner: str | None = None
    """Who plans circuits: `PLANNER` for one that takes slot programs; None: the system itself."""
    commit: str | None = None
    """The commit of its sources; what is None is not said, here and below."""
    profile: str | None = None
    """`release`, or `debug` where the compiler did not optimise."""
    simd: str | None = None
    """The vector instructions in use."""
    threads: int | None = None
    """How many threads compute."""
    library_build: str | None = None
    """How the library was built: compiler, target, features."""

    def packet(self, role: str) -> bytes:
        """The body of the HELLO packet for `role`."""
        body: dict[str, Any] = {
            "protocol": 2,
            "role": role,
            "name": self.name,
            "version": self.version,
            "library": self.library,
            "library_version": self.library_version,
            "scheme": self.scheme,
            "spaces": list(self.spaces),
            "gates": list(self.gates),
            "limits": dict(self.limits),
        }
        build = {name: getattr(self, name) for name in BUILD_FACTS}
        return _line(body | {name: fact for name, fact in build.items() if fact is not None})


def report(
    *,
    compute_ns: int,
    cpu_ns: int,
    peak_bytes: int,
    parts: Mapping[str, int],
    parameters: Mapping[str, Any],
    notes: Sequence[str],
) -> bytes:
    """The body of a REPORT packet; empty parts are left out."""
    body: dict[str, Any] = {"compute_ns": compute_ns, "cpu_ns": cpu_ns, "peak_bytes": peak_bytes}
    body |= parts
    if parameters:
        body["parameters"] = dict(parameters)
    if notes:
        body["notes"] = list(notes)
    line = _line(body)
    if len(line) <= MAX_CONTROL_BYTES:
        return line
    return _line({**body, "notes": [f"{len(notes)} notes, too long for one packet"]})


def error(kind: str, message: str) -> bytes:
    """The body of an ERROR packet, `kind` being "refused" or "failed"."""
    return _line({"kind": kind, "message": message[: MAX_CONTROL_BYTES // 16]})


def _line(body: Mapping[str, Any]) -> bytes:
    return json.dumps(body, separators=(",", ":")).encode()
