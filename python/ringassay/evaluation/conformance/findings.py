"""What a conformance check finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Result = Literal["ok", "problem", "advice", "skipped"]
"""A problem makes the check fail; advice does not."""


@dataclass(frozen=True)
class Finding:
    """One thing that was tried."""

    check: str
    result: Result
    said: str = ""
    """What was seen."""
    do: str = ""
    """What to do about it."""


BY_HAND = "run it by hand: `ringassay sut NAME client` with RINGASSAY_PROTOCOL=2 set"

REMEDIES: Mapping[str, str] = {
    "refused": "leave the gate or the size out of HELLO (gates, limits) if it cannot be done",
    "failed": "something broke inside: the traceback is on the program's standard error",
    "crash": "the program ended: look at what it wrote to standard error",
    "timeout": "it did not answer: answer every request, and flush standard output after it",
    "protocol": "write nothing to standard output but packets (`ringassay --page protocol`)",
    "resource": "it went over a bound on memory, files or processes (`ringassay --page protocol`)",
    "start-failed": BY_HAND,
}


def from_failure(check: str, outcome: str, detail: Mapping[str, Any]) -> Finding:
    """A step that did not end with its answer."""
    message = str(detail.get("message", outcome))
    if "expected" in detail:
        got = f", got {detail['got']}" if detail.get("got") else ""
        message += f" (expected {detail['expected']}{got})"
    lines = [line for line in str(detail.get("stderr", "")).splitlines() if line.strip()]
    if lines:
        message += f"; standard error ends with: {lines[-1].strip()[:300]}"
    return Finding(check, "problem", f"{outcome}: {message}", REMEDIES.get(outcome, BY_HAND))
