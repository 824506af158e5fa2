"""Tries a system under test as a run would, a little of everything, in a few seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ringassay.evaluation.conformance import circuits, hello
from ringassay.evaluation.conformance.circuits import Space, Trial
from ringassay.evaluation.conformance.findings import Finding, from_failure
from ringassay.evaluation.conformance.reals import RealSpace
from ringassay.evaluation.ports import OpenProbe, ProbeSession, StartFailure
from ringassay.spaces import APPROXIMATE, SPACES
from ringassay.sut.command import SutCommand

if TYPE_CHECKING:
    from ringassay.harness import Step

STEP_S = 20.0
"""The most that one step may take here, unless said otherwise."""
MODULI = (65537, 257, 17, 65536, 256, 16)
SECURITIES = (128, 80, 1)
BATCH = 5
"""No power of two: a vector that wraps at the library's own length shows."""
REAL_DEPTHS = (5, 3, 2, 1)
"""Levels that keys over reals are tried with."""
ABSURD_SECURITY = 1_000_000
RESTARTS = 3
"""Times that the programs are started anew after a fault, at most."""


AnySpace = Space | RealSpace


class GivenUpError(Exception):
    """Nothing further can be tried."""


@dataclass
class Checker:
    """One check of one system."""

    command: SutCommand
    open_session: OpenProbe
    seconds: float
    """No new trial begins after so long."""
    step_s: float = STEP_S
    """The most that one step may take."""
    tell: Callable[[Finding], None] = lambda _: None
    findings: list[Finding] = field(default_factory=list)
    _session: ProbeSession | None = None
    _hello: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    _key: bytes = b""
    _fresh: bytes = b""
    """The packet of the input, encrypted under this key."""
    _starts: int = 0
    _deadline: float = 0.0
    _protects_nothing: bool = False

    def run(self) -> list[Finding]:
        """Everything, in order; ends early where nothing further can be learnt."""
        self._deadline = time.monotonic() + self.seconds
        try:
            self._start()
            for finding in hello.judge(self._hello):
                self._add(finding)
            for space in self._spaces():
                self._gates(space)
                self._keys(space)
            self._refusal()
            self._end()
        except GivenUpError as reason:
            self._add(Finding("the rest", "skipped", str(reason)))
        finally:
            if self._session is not None:
                self._session.close()
        return self.findings

    def _add(self, finding: Finding) -> None:
        finding = replace(finding, do=finding.do.replace("NAME", self.command.name))
        self.findings.append(finding)
        self.tell(finding)

    def _start(self) -> ProbeSession:
        if self._session is not None and self._session.usable:
            return self._session
        if self._session is not None:
            self._session.close()
            self._session = None
        if self._starts > RESTARTS:
            raise GivenUpError(f"the programs ended {self._starts} times")
        self._starts += 1
        bounds = dict.fromkeys(
            ("start_s", "keygen_s", "ingest_s", "encrypt_s", "evaluate_s", "decrypt_s"), self.step_s
        )
        began = time.monotonic()
        try:
            session = self.open_session(self.command, bounds, lambda: False)
        except StartFailure as failure:
            self._add(from_failure("start", failure.step.outcome, failure.step.detail))
            raise GivenUpError("the programs do not start") from None
        self._session, self._key, self._fresh = session, b"", b""
        if self._starts == 1:
            self._hello = session.hello
            took = time.monotonic() - began
            self._add(Finding("start", "ok", f"both programs ready after {took:.1f} s"))
        return session

    def _in_time(self) -> None:
        if time.monotonic() > self._deadline:
            raise GivenUpError(f"{self.seconds:g} s are over; --seconds allows more")

    def _step(self, check: str, step: Step) -> bool:
        """Whether a step ended well; books what it ended with otherwise."""
        if step.outcome == "ok":
            return True
        self._add(from_failure(check, step.outcome, step.detail))
        return False

    def _spaces(self) -> Iterator[AnySpace]:
        """The spaces that the system says it works in, each with a key that it makes."""
        said = self._hello.get("client") or {}
        spaces = said.get("spaces", ["gf2", "zt"])
        limits = said.get("limits", {})
        limits = limits if isinstance(limits, Mapping) else {}
        for name in SPACES:
            if name not in spaces:
                continue
            found = self._first_key(name, limits)
            if found is not None:
                yield found

    def _first_key(self, name: str, limits: Mapping[str, Any]) -> AnySpace | None:
        refusals = []
        for space in _candidates(name, limits):
            self._in_time()
            step = self._start().keygen(space.key)
            if step.outcome == "refused":
                refusals.append(f"{space.key.decode()}: {step.detail.get('message', '')}")
                continue
            check = f"key for {space.name}"
            if not self._step(check, step):
                return None
            self._key, self._fresh = space.key, b""
            self._add(Finding(check, "ok", f"{space.key.decode()}, {step.payload_bytes} bytes"))
            for finding in hello.judge_parameters(self._hello, step.report):
                self._add(finding)
            self._protects_nothing |= hello.protects_nothing(step.report)
            return space
        self._add(
            Finding(
                f"key for {name}",
                "problem",
                "every key is refused: " + "; ".join(refusals[:3]),
                "say in HELLO (spaces, limits) what can be had; what is declared has to work",
            )
        )
        return None

    def _gates(self, space: AnySpace) -> None:
        said = self._hello.get("server") or self._hello.get("client") or {}
        declared = said.get("gates", circuits.SIMD)
        gates = space.gates([gate for gate in circuits.SIMD if gate in declared])
        for gate in gates:
            for trial in space.single(gate):
                if not self._try(space, trial) and gate == "LROTATE":
                    break
        trials = [space.together(gates)]
        limits = said.get("limits")
        most = limits.get("max_outputs", 1) if isinstance(limits, Mapping) else 1
        if isinstance(most, int) and most >= 3:
            trials.append(space.several_outputs(gates))
        for whole in trials:
            if whole is not None:
                self._try(space, whole)
        self._randomised(space)

    def _try(self, space: AnySpace, trial: Trial, *, name: str = "") -> bool:
        self._in_time()
        check = f"{space.name}: {name or trial.name}"
        output = self._answer(check, space, trial)
        if output is None:
            return False
        if space.matches(trial, output):
            self._add(Finding(check, "ok"))
            return True
        self._add(Finding(check, "problem", *space.explain(trial, output)))
        return False

    def _answer(self, check: str, space: AnySpace, trial: Trial) -> bytes | None:
        """The output; None when a step did not end with its answer, which is booked."""
        session = self._start()
        if self._key != space.key:
            if not self._step(check, session.keygen(space.key)):
                return None
            self._key, self._fresh = space.key, b""
        if not self._step(check, session.ingest(trial.circuit)):
            return None
        # One input for all circuits of a key: a library that encrypts slowly does so once.
        if self._fresh:
            session.place("fresh", self._fresh)
        elif self._step(check, session.encrypt(trial.input)):
            self._fresh = session.ciphertext("fresh") or b""
        if not self._fresh or not self._step(check, session.evaluate()):
            return None
        step = session.decrypt()
        return step.output or b"" if self._step(check, step) else None

    def _randomised(self, space: AnySpace) -> None:
        """Two encryptions of one input."""
        session = self._start()
        if hello.declared_plain(self._hello) or self._key != space.key:
            return
        trial = next(space.single("LADD"))
        texts = [
            session.ciphertext("fresh")
            for _ in range(2)
            if session.encrypt(trial.input).outcome == "ok"
        ]
        if len(texts) == 2 and texts[0] == texts[1]:
            said = "two encryptions of one input are equal, byte by byte"
            do = "draw fresh randomness for each encryption: runs will call it not encrypted"
            self._add(Finding(f"{space.name}: encryption", "problem", said, do))

    def _keys(self, space: AnySpace) -> None:
        """Another key in the same session, then the first parameters again."""
        trial = next(space.single("LADD"))
        server = self._hello.get("server") or {}
        if "LADD" not in server.get("gates", ["LADD"]):
            return
        other = space.smaller()
        again = next(other.single("LADD"))
        if self._try(other, again, name=f"a second key, batch {other.batch}"):
            self._try(space, trial, name="a third key, as the first")

    def _refusal(self) -> None:
        """What nobody can do is refused, and the session goes on."""
        if hello.declared_plain(self._hello) or self._protects_nothing or not self._key:
            return
        self._in_time()
        session = self._start()
        absurd = b",".join(
            f"K={ABSURD_SECURITY}".encode() if part.startswith(b"K=") else part
            for part in self._key.split(b",")
        )
        step = session.keygen(absurd)
        self._key = b""
        check = "refusal"
        if step.outcome == "refused":
            self._add(Finding(check, "ok", f"{ABSURD_SECURITY} bits of security are refused"))
        elif step.outcome == "ok":
            self._add(
                Finding(
                    check,
                    "advice",
                    f"a key of {ABSURD_SECURITY} bits of security was asked for, and made",
                    "refuse a security (params.security) that the parameters do not have",
                )
            )
        else:
            self._add(from_failure(check, step.outcome, step.detail))

    def _end(self) -> None:
        session, self._session = self._session, None
        ended = session.close() if session is not None else None
        if not isinstance(ended, Mapping):
            return
        for role, how in ended.items():
            code = how.get("exit_code") if isinstance(how, Mapping) else 0
            if code != 0:
                self._add(
                    Finding(
                        "end",
                        "advice",
                        f"the {role} ended with {how}",
                        "exit with 0 at the end of standard input",
                    )
                )


def _candidates(name: str, limits: Mapping[str, Any]) -> Iterator[AnySpace]:
    """Key parameters to try, the most usual first."""

    def limit(key: str, otherwise: int) -> int:
        value = limits.get(key)
        return int(value) if isinstance(value, (int, float)) else otherwise

    batch = max(1, min(BATCH, limit("max_batch", BATCH)))
    depth = max(0, min(2, limit("max_depth", 2)))
    least, most = limit("min_modulus", 2), limit("max_modulus", (1 << 62) - 1)
    moduli = [t for t in (*MODULI, most, least) if least <= t <= most]
    highest = limit("max_security", SECURITIES[0])
    securities = dict.fromkeys(min(one, highest) for one in SECURITIES)
    for security in securities:
        if name in APPROXIMATE:
            most = limit("max_depth", REAL_DEPTHS[0])
            for levels in dict.fromkeys(min(one, most) for one in REAL_DEPTHS):
                yield RealSpace(batch, security, levels, name == "complex")
            continue
        for modulus in dict.fromkeys(moduli) if name == "zt" else (None,):
            yield Space(modulus, batch, security, depth)
