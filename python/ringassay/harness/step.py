"""What a step came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Step:
    """Figures of one step, or the class and circumstances of its failure.

    `outcome` is "ok" or a class of docs/protocol.md; `detail` says what happened (empty for ok).
    Times are nanoseconds, sizes bytes, as "What the harness measures" defines them.
    """

    outcome: str
    detail: Mapping[str, Any] = field(default_factory=dict)
    wall_ns: int = 0
    send_ns: int = 0
    wait_ns: int = 0
    receive_ns: int = 0
    key_send_ns: int = 0
    client_cpu_ns: int = 0
    server_cpu_ns: int = 0
    client_peak_bytes: int = 0
    server_peak_bytes: int = 0
    sent_bytes: int = 0
    received_bytes: int = 0
    payload_bytes: int = 0
    report: Mapping[str, Any] | None = None
    output: bytes | None = None

    @property
    def ok(self) -> bool:
        """Whether the step ended with the answer asked for."""
        return self.outcome == "ok"


def answered(figures: Mapping[str, Any], output: bytes | None = None) -> Step:
    """The step whose figures the compiled module gave."""
    known = {name: figures[name] for name in _FIGURES}
    detail = {"late_hello": True} if figures.get("late_hello") else {}
    return Step("ok", detail, **known, report=figures["report"], output=output)


def failed(failure: Mapping[str, Any]) -> Step:
    """The step whose failure the compiled module gave.

    An ERROR of kind `failed` is no refusal: something broke, and the system may be mended.
    """
    broke = failure["class"] == "refused" and failure.get("error_kind") == "failed"
    detail = {key: value for key, value in failure.items() if key != "class" and value is not None}
    return Step(
        outcome="failed" if broke else failure["class"],
        detail=detail,
        wall_ns=failure["wall_ns"],
        sent_bytes=failure["sent_bytes"],
        received_bytes=failure["received_bytes"],
        report=failure.get("report"),
    )


_FIGURES = (
    "wall_ns",
    "send_ns",
    "wait_ns",
    "receive_ns",
    "key_send_ns",
    "client_cpu_ns",
    "server_cpu_ns",
    "client_peak_bytes",
    "server_peak_bytes",
    "sent_bytes",
    "received_bytes",
    "payload_bytes",
)
