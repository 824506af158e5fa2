"""What a case came to: one type, from the start of a SUT to its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ringassay.evaluation.rows import step_figures

if TYPE_CHECKING:
    from ringassay.harness import Step


@dataclass
class Measured:
    """What was measured of a case, as far as it came."""

    figures: dict[str, int | None] = field(default_factory=dict)
    detail: dict[str, Any] = field(default_factory=dict)
    fresh_bytes: int | None = None
    evaluated_bytes: int | None = None
    input_bytes: int | None = None
    output: bytes | None = None
    sequence: int | None = None
    started_at: str | None = None
    idle_cpu_ns: int | None = None
    steal_ns: int | None = None

    def add(self, name: str, step: Step) -> None:
        """Adds a step of the case."""
        self.figures |= step_figures(name, step)
        if step.outcome != "ok":
            return
        if name == "encrypt":
            self.fresh_bytes = step.payload_bytes
        elif name == "evaluate":
            self.evaluated_bytes = step.payload_bytes
        else:
            self.output = step.output or b""


@dataclass(frozen=True)
class Outcome:
    """What a case came to, or a stage on the way to it."""

    name: str
    """A class of docs/protocol.md, or `ok`."""
    stage: str = ""
    """Where it ended: `start`, a step; empty when all steps were done, or none was asked for."""
    detail: Mapping[str, Any] = field(default_factory=dict)
    measured: Measured = field(default_factory=Measured)

    @property
    def ok(self) -> bool:
        """Whether there is an answer."""
        return self.name == "ok"

    @property
    def has_key(self) -> bool:
        """Whether it was found under a key."""
        return self.ok or self.stage not in {"", "start", "keygen"}

    @classmethod
    def of(cls, stage: str, step: Step) -> Outcome:
        """The outcome of a stage with one step."""
        return cls(step.outcome, stage, dict(step.detail))


class CaseFailed(Exception):  # noqa: N818  (an outcome, not an error of ours)
    """A stage on the way to a case's answer came to something else."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(f"{outcome.name} at {outcome.stage or 'the beginning'}")
        self.outcome = outcome
