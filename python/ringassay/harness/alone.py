"""A program that is asked once, isolated and bounded as systems under test are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ringassay import _native
from ringassay._native import Step
from ringassay.harness.bounds import Bounds
from ringassay.harness.isolation import Isolation
from ringassay.harness.session import OWN
from ringassay.sut.command import SutCommand
from ringassay.sut.programs import runtime


@dataclass(frozen=True)
class Asked:
    """What a program answered, and which protections stood around it."""

    output: bytes
    isolation: Isolation


class AskFailed(Exception):  # noqa: N818 - an outcome, not an error of the program
    """A program that gave no answer; `step` has the class and the circumstances."""

    def __init__(self, step: Step) -> None:
        super().__init__(str(step.detail.get("message", step.outcome)))
        self.step = step


def ask(
    name: str, argv: Sequence[str], env: Mapping[str, str], bounds: Bounds, question: bytes
) -> Asked:
    """Starts a program of this package, gives it the question on standard input, and returns what
    it wrote on standard output, once it has ended.

    `bounds.evaluate_s` is the wall time from start to end, `bounds.packet_bytes` the largest
    answer. Its working directory is the root. Raises `AskFailed`, `RuntimeMissing`.
    """
    command = SutCommand(
        name, tuple(argv), (), env=dict(env), handshake="never", cwd="/", readable=(str(OWN),)
    )
    try:
        return Asked(*_native.ask_program(command, bounds, runtime(), question))
    except _native.StepFailed as failure:
        step, _ = failure.args
        if step.outcome == "interrupted":
            raise KeyboardInterrupt from None
        raise AskFailed(step) from None
