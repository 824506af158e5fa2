"""Libraries that are measured in rounds, planted: programs that stand in for one, facts, rows."""

from __future__ import annotations

import sys
from dataclasses import replace

from benchmark_rows import ROW
from ringassay.bench.beside import program
from ringassay.store import BenchmarkRow, PeerFacts

_STAND_IN = """
import json, sys
asked = json.loads(sys.argv[1])
facts = {"library": "stand-in", "version": "7", "scheme": asked["scheme"], "log2_q": 100.0,
         "log2_p": 40.0, "digits": 3, "levels": 2, "ciphertext_bytes": 5, "keys_bytes": None}
print(json.dumps(facts), flush=True)
for number, _ in enumerate(sys.stdin):
    print(json.dumps(dict.fromkeys(OPERATIONS, 100.0 + number)), flush=True)
print(json.dumps({"peak_bytes": 1234}), flush=True)
"""


_FRUGAL = """
import json, sys
asked = json.loads(sys.argv[1])
facts = {"library": "frugal", "version": "7", "scheme": asked["scheme"], "log2_q": 100.0,
         "log2_p": 40.0, "digits": 3, "levels": 2, "ciphertext_bytes": 5, "keys_bytes": None}
print(json.dumps(facts), flush=True)
own = [name for name in asked["operations"] if name in OPERATIONS]
for _ in sys.stdin:
    print(json.dumps(dict.fromkeys(own, 100.0)), flush=True)
print(json.dumps({"peak_bytes": 1000 * len(own)}), flush=True)
"""


class _Planted(program.Library):
    """A library whose program is a text."""

    def command(self) -> list[str]:
        return [sys.executable, "-c", str(self.script)]


def planted_library(name: str, scheme: str, text: str) -> program.Library:
    """A library whose program is this text."""
    return _Planted(name, (scheme,), text)


def stand_in(scheme: str, *operations: str) -> program.Library:
    """A library whose operations take 100 ns in the first round, one more in each that follows."""
    return planted_library("stand-in", scheme, _STAND_IN.replace("OPERATIONS", str(operations)))


def frugal(scheme: str, *operations: str) -> program.Library:
    """A library that takes 1000 bytes for each operation that it is asked for and has."""
    return planted_library("frugal", scheme, _FRUGAL.replace("OPERATIONS", str(operations)))


def planted_facts(library: str, **other: object) -> PeerFacts:
    """What a library says of itself; BGV unless stated."""
    usual: dict[str, object] = {
        "shape": "N13",
        "library": library,
        "version": "1",
        "scheme": "BGV",
        "n": 8192,
        "plaintext": 65537,
        "log2_q": 174.0,
        "log2_p": 44.0,
        "digits": 4,
        "levels": 3,
        "certain_levels": None,
        "security_bits": 127.5,
        "ciphertext_bytes": 500_000,
        "keys_bytes": None,
        "rotation_keys": 1,
        "peak_bytes": 70_000_000,
    }
    return PeerFacts(**(usual | other))


def planted_row(library: str, operation: str, ms: float, place: str) -> BenchmarkRow:
    """What an operation takes there, within a hundredth."""
    ns = ms * 1e6
    times = {"median_ns": ns, "p25_ns": ns * 0.99, "p75_ns": ns * 1.01, "min_ns": ns}
    named = {"library": library, "operation": operation, "parameter_set": place}
    return replace(ROW, basis="none", **named, **times)
