"""A running system under test."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from ringassay import _native
from ringassay._native import Step
from ringassay.harness.bounds import Bounds
from ringassay.harness.isolation import Isolation
from ringassay.sut.command import SutCommand
from ringassay.sut.programs import runtime

ROLES: tuple[Literal["client", "server"], ...] = ("client", "server")
OWN = Path(__file__).parents[1]
"""The package itself: programs written with `ringassay.sut.kit` need it, wherever it lies."""


class StartFailed(Exception):  # noqa: N818 - an outcome, not an error of the program
    """The pair did not start; `step` has class and circumstances, `isolation` what stood around the
    programs (role to protection to its standing; empty where none was started)."""

    def __init__(self, step: Step, isolation: Mapping[str, Isolation] | None = None) -> None:
        super().__init__(str(step.detail.get("message", step.outcome)))
        self.step = step
        self.isolation = isolation or {}


class Session:
    """A running client and server, taken through the steps of docs/protocol.md.

    After a failure other than "refused" and "failed" the session is no longer `usable`; both
    programs are gone then. `interrupted` is asked about once a second while a step waits whether to
    give it up. `hidden` are files and folders, such as the store, that the programs may not see.
    `isolation` says what stands around them: role to protection to its standing (docs/protocol.md).
    """

    def __init__(
        self,
        command: SutCommand,
        bounds: Bounds | None = None,
        interrupted: Callable[[], bool] | None = None,
        hidden: Sequence[str | Path] = (),
    ) -> None:
        """Start both programs and wait until they are ready; raises StartFailed."""
        bounds = bounds or Bounds()
        self._interrupted = interrupted
        try:
            self._native = _native.Session(
                replace(command, env=dict(command.env), readable=(*command.readable, str(OWN))),
                bounds,
                runtime(),
                interrupted,
                [str(path) for path in hidden],
            )
        except _native.StepFailed as failure:
            step, isolation = failure.args
            raise StartFailed(self._heard(step), isolation) from None
        self.start_ns = self._native.start_ns
        self.hello = self._hello()
        self.isolation: dict[str, Isolation] = {
            role: self._native.isolation(role) for role in ROLES
        }

    def keygen(self, params: bytes) -> Step:
        """Have the client make keys for these parameters."""
        return self._step(lambda: self._native.keygen(params))

    def ingest(self, circuit: bytes) -> Step:
        """Send the server a circuit, behind the key if it does not have it yet."""
        return self._step(lambda: self._native.ingest(circuit))

    def encrypt(self, input_text: bytes) -> Step:
        """Have the client encrypt an input."""
        return self._step(lambda: self._native.encrypt(input_text))

    def evaluate(self) -> Step:
        """Have the server evaluate the circuit on the ciphertext of the last encryption."""
        return self._step(self._native.evaluate)

    def decrypt(self) -> Step:
        """Have the client decrypt the result of the last evaluation; the step has the output."""
        return self._step(self._native.decrypt)

    def ciphertext(self, which_one: Literal["fresh", "evaluated"]) -> bytes | None:
        """The ciphertext of the last encryption or evaluation, framing included."""
        return self._native.ciphertext(which_one)

    def hold(self) -> bool:
        """Stop both programs until `release`; False when something of them still runs."""
        return self._native.hold()

    def release(self) -> int | None:
        """Let both run on; nanoseconds of CPU used while held, None when one of them is gone."""
        return self._native.release()

    def resident_bytes(self) -> int:
        """What both programs and their descendants hold in memory now."""
        return self._native.resident_bytes()

    @property
    def key(self) -> bytes | None:
        """The public key of the last key generation, framing included."""
        return self._native.key

    def place(self, which: Literal["key", "fresh", "evaluated"], raw: bytes) -> None:
        """Put a packet, framing included, where a step has left one: of another moment, or of
        another pair. Behind a key, the server needs its circuit again. Raises ValueError."""
        try:
            self._native.place(which, raw)
        except _native.StepFailed as failure:
            raise ValueError(failure.args[0].detail["message"]) from None

    def shorten(self, seconds: float) -> None:
        """Bound evaluation and decryption to at most so many seconds from now on."""
        self._native.shorten(seconds)

    def shared(self) -> tuple[str, ...]:
        """What both programs have before them and could exchange texts through."""
        return tuple(self._native.shared())

    @contextmanager
    def held(self, role: Literal["client", "server"]) -> Iterator[bool]:
        """Hold a program and all that it started still meanwhile; whether all of it stands."""
        standing = self._native.hold_one(role)
        try:
            yield standing
        finally:
            self._native.release_one(role)

    @property
    def usable(self) -> bool:
        """Whether a step can still be taken."""
        return self._native.usable

    def close(self) -> Mapping[str, Any] | None:
        """End both programs; says how they ended, or `None` if closed before."""
        return self._native.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _hello(self) -> dict[str, dict[str, Any]]:
        said = {role: self._native.hello(role) for role in ROLES}
        return {role: hello for role, hello in said.items() if hello is not None}

    def _heard(self, step: Step) -> Step:
        """The step; Ctrl-C is no outcome where nobody asked to hear of it."""
        if step.outcome == "interrupted" and self._interrupted is None:
            raise KeyboardInterrupt from None
        return step

    def _step(self, take: Callable[[], Step]) -> Step:
        step = self._heard(take())
        if step.ok and not self.hello:
            # A program that starts slowly may introduce itself only with its first answer.
            self.hello = self._hello()
        return step
