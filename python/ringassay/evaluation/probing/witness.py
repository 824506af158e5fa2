"""A SUT's session as probes use it: ciphertexts in hand, and whatever goes wrong is no answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ringassay.evaluation.judgement import Approximate, judge
from ringassay.evaluation.outputs import compare_outputs
from ringassay.evaluation.ports import ProbeSession, StartFailure
from ringassay.evaluation.stop import StoppedError, StopRequest

if TYPE_CHECKING:
    from ringassay.harness import Step


class Impossible(Exception):  # noqa: N818  (a finding, not an error of ours)
    """A step that a probe needs had no answer."""


class OutOfTimeError(Exception):
    """The time that the probes of a key may take is over."""


@dataclass
class Clock:
    """The time left for the probes of a key."""

    ends_at: float

    @classmethod
    def of(cls, seconds: float) -> Clock:
        """A clock that runs out in so many seconds."""
        return cls(time.monotonic() + seconds)

    def check(self) -> None:
        """Raises `OutOfTimeError` when it has."""
        if time.monotonic() > self.ends_at:
            raise OutOfTimeError


@dataclass
class Witness:
    """One pair of processes with its key, started anew when it has died."""

    open: Callable[[], ProbeSession]
    params: bytes
    circuit: bytes
    stop: StopRequest
    clock: Clock
    session: ProbeSession | None = None
    claims: Mapping[str, Any] | None = None
    """The parameters that the last key generation reported."""
    evaluated_s: float = 0.0
    """The longest evaluation or decryption so far."""
    bound_s: float | None = None

    def started(self) -> ProbeSession:
        """The session. Raises `Impossible` when none can be started."""
        if self.session is not None and not self.session.usable:
            self.close()
        if self.session is None:
            try:
                self.session = self.open()
            except StartFailure as error:
                self.check_stop()
                raise Impossible(f"start: {_told(error.step)}") from None
            self.claims = None
            if self.bound_s is not None:
                self.session.shorten(self.bound_s)
        return self.session

    def ready(self) -> ProbeSession:
        """The session with a key of its own and the circuit."""
        session = self.started()
        if self.claims is None:
            step = self._must("keygen", lambda: session.keygen(self.params))
            said = (step.report or {}).get("parameters")
            self._must("ingest", lambda: session.ingest(self.circuit))
            self.claims = said if isinstance(said, dict) else {}
        return session

    def encrypt(self, text: bytes) -> bytes:
        """A ciphertext of `text`."""
        session = self.ready()
        self._must("encrypt", lambda: session.encrypt(text))
        return session.ciphertext("fresh") or b""

    def evaluate(self, fresh: bytes) -> bytes:
        """What the server makes of a ciphertext."""
        session = self.ready()
        session.place("fresh", fresh)
        self._must("evaluate", session.evaluate)
        return session.ciphertext("evaluated") or b""

    def decrypt(self, evaluated: bytes) -> bytes:
        """What the client makes of a server's answer."""
        session = self.ready()
        session.place("evaluated", evaluated)
        return self._must("decrypt", session.decrypt).output or b""

    def answer(self, fresh: bytes) -> bytes | None:
        """The answer to a ciphertext; None when there is none."""
        try:
            return self.decrypt(self.evaluate(fresh))
        except Impossible:
            return None

    def take(self, circuit: bytes) -> None:
        """Evaluates another circuit from now on, under the same key."""
        self.circuit = circuit
        if self.claims is None or not self.started().usable:
            self.ready()  # which sends it
        else:
            self._must("ingest", lambda: self.started().ingest(circuit))

    def turn_back(self, circuit: bytes) -> None:
        """As `take`, whatever has happened meanwhile."""
        try:
            self.take(circuit)
        except Impossible:
            self.close()

    def steps(self, text: bytes) -> tuple[Step, Step, Step]:
        """Encryption, evaluation and decryption of `text`, as they were measured."""
        session = self.ready()
        encrypted = self._must("encrypt", lambda: session.encrypt(text))
        evaluated = self._must("evaluate", session.evaluate)
        return encrypted, evaluated, self._must("decrypt", session.decrypt)

    def gates(self) -> frozenset[str] | None:
        """The gates that both programs can evaluate, as far as they say."""
        said = [hello.get("gates") for hello in self.started().hello.values()]
        listed = [frozenset(map(str, gates)) for gates in said if isinstance(gates, list)]
        return frozenset.intersection(*listed) if listed else None

    @property
    def scheme(self) -> str:
        """What the programs say that they are."""
        said = (hello.get("scheme") for hello in self.started().hello.values())
        return next((scheme for scheme in said if isinstance(scheme, str)), "")

    def restrict(self, seconds: float) -> None:
        """Bounds evaluation and decryption, of this session and of those to come."""
        self.bound_s = seconds
        if self.session is not None:
            self.session.shorten(seconds)

    def close(self) -> None:
        """Ends the session."""
        session, self.session = self.session, None
        self.claims = None
        if session is not None:
            session.close()

    def _must(self, name: str, call: Callable[[], Step]) -> Step:
        self.clock.check()
        self.check_stop()
        step = call()
        self.check_stop()
        if name in {"evaluate", "decrypt"}:
            self.evaluated_s = max(self.evaluated_s, step.wall_ns / 1e9)
        if step.outcome != "ok":
            raise Impossible(f"{name}: {_told(step)}")
        return step

    def check_stop(self) -> None:
        """Raises `StoppedError` when a stop was asked for."""
        if self.stop:
            raise StoppedError


def right(expected: bytes, got: bytes | None) -> bool:
    """Whether an answer is the one expected."""
    if got is None:
        return False
    if isinstance(expected, Approximate):
        return judge(expected, got, expected.tolerance).matches
    return compare_outputs(expected, got).matches


def _told(step: Step) -> str:
    message = str(step.detail.get("message", "")).strip()
    return f"{step.outcome}{f' ({message[:200]})' if message else ''}"
