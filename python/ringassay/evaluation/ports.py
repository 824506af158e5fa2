"""What an evaluation needs of the layers below it, as types.

The real ones are `ringassay._native.Circuit` and `ringassay.harness.Session`. Naming the shape
here keeps this package testable with a SUT that lives in the test's own process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from ringassay.evaluation.environment import check_environment
from ringassay.sut.command import SutCommand

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from ringassay.harness import Step


class EvaluatorLike(Protocol):
    """The plaintext evaluator of one circuit."""

    def evaluate(self, input: bytes) -> bytes:
        """The output for an input, both as text."""

    def time_ns(self, input: bytes, samples: int) -> list[int]:
        """Nanoseconds of `samples` evaluations, the input's parsing included."""


class CircuitLike(Protocol):
    """A circuit."""

    def to_bytes(self) -> bytes:
        """Its canonical text."""

    def summary(self) -> Mapping[str, Any]:
        """Its figures; see docs/formats.md."""

    def random_input(self, seed: int, ones: int = 512) -> bytes:
        """A random input as text; bits are one with probability ones/1024."""

    def key_parameters(
        self, security: int, levels: int | None = None, precision: int | None = None
    ) -> bytes:
        """The key parameters it asks for, as text."""

    def evaluator(self) -> EvaluatorLike:
        """Its plaintext evaluator."""


class CircuitSource(Protocol):
    """Where circuits come from."""

    def generate(self, config: Mapping[str, Any], /) -> CircuitLike:
        """A random circuit; equal configurations give equal circuits."""

    def parse(self, data: bytes, /) -> CircuitLike:
        """A circuit from its text."""


class SessionLike(Protocol):
    """A running client and server."""

    @property
    def hello(self) -> Mapping[str, Mapping[str, Any]]:
        """Role to what it said of itself; empty for a SUT of the original protocol."""

    @property
    def isolation(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """Role to protection to its standing."""

    @property
    def usable(self) -> bool:
        """False once a fault makes further answers untrustworthy."""

    def keygen(self, params: bytes) -> Step:
        """Key generation."""

    def ingest(self, circuit: bytes) -> Step:
        """Ingestion of a circuit by the server."""

    def encrypt(self, input: bytes) -> Step:
        """Encryption of an input by the client."""

    def evaluate(self) -> Step:
        """Evaluation of the circuit on what was encrypted."""

    def decrypt(self) -> Step:
        """Decryption of what was evaluated."""

    def hold(self) -> bool:
        """Stops both until `release`; False when something of them still runs."""

    def release(self) -> int | None:
        """Lets both run on; nanoseconds of CPU used while held, None when one is gone."""

    def resident_bytes(self) -> int:
        """What both hold in memory now."""

    def close(self) -> object:
        """Ends both processes."""


class ProbeSession(SessionLike, Protocol):
    """What a probe asks of a session beyond the steps of a case."""

    @property
    def key(self) -> bytes | None:
        """The public key's packet."""

    def ciphertext(self, which_one: Literal["fresh", "evaluated"]) -> bytes | None:
        """The packet of the last encryption or evaluation."""

    def place(self, which: Literal["key", "fresh", "evaluated"], raw: bytes) -> None:
        """Puts a packet in the place of one's own."""

    def shorten(self, seconds: float) -> None:
        """Bounds evaluation and decryption."""

    def held(self, role: Literal["client", "server"]) -> AbstractContextManager[bool]:
        """Holds a program still."""

    def shared(self) -> tuple[str, ...]:
        """What the two programs could meet through."""


class StartFailure(Exception):  # noqa: N818  (an outcome, not an error of ours)
    """A SUT that could not be started, with what the harness saw.

    `isolation` says what stood around its programs (role to protection to its standing), where
    these were started.
    """

    def __init__(
        self, step: Step, isolation: Mapping[str, Mapping[str, Mapping[str, str]]] | None = None
    ) -> None:
        super().__init__(f"the SUT did not start: {dict(step.detail)}")
        self.step = step
        self.isolation = isolation or {}


OpenSession = Callable[[SutCommand, Mapping[str, float | int], Callable[[], bool]], SessionLike]
"""Starts a SUT under bounds (names and units of `SuiteBounds`); the callable says whether to give
the step in progress up. Raises `StartFailure`."""


OpenProbe = Callable[[SutCommand, Mapping[str, float | int], Callable[[], bool]], ProbeSession]
"""As `OpenSession`, for a session that can be probed."""


@dataclass(frozen=True)
class Ports:
    """The layers below this one."""

    circuits: CircuitSource
    open_session: OpenSession
    open_probe: OpenProbe | None = None
    """Starts a session for probes; without it no SUT is probed."""


def real_ports(hidden: Sequence[Path] = ()) -> Ports:
    """The compiled circuits and the harness, which keeps `hidden` out of the programs' sight.

    Raises `ringassay.sut.programs.RuntimeMissing` and `UnusableEnvironmentError` at once: without
    the guard, or a place for temporary files, no SUT can be started, and that would be no SUT's
    fault.
    """
    from ringassay.circuit import Circuit  # noqa: PLC0415
    from ringassay.harness import Bounds, Session, StartFailed  # noqa: PLC0415
    from ringassay.sut.programs import runtime  # noqa: PLC0415

    runtime()
    check_environment(hidden)

    def open_session(
        command: SutCommand, bounds: Mapping[str, float | int], interrupted: Callable[[], bool]
    ) -> Session:
        values: dict[str, Any] = dict(bounds)
        try:
            return Session(command, Bounds(**values), interrupted, hidden)
        except StartFailed as failure:
            raise StartFailure(failure.step, failure.isolation) from failure

    return Ports(Circuit, open_session, open_session)
