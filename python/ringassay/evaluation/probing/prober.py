"""All probes of one key of a SUT."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from ringassay.evaluation.keygroups import KeyGroup
from ringassay.evaluation.ports import CircuitSource, ProbeSession
from ringassay.evaluation.probing import work
from ringassay.evaluation.probing.questions import Questions, choose
from ringassay.evaluation.probing.verdict import PROBES, Finding
from ringassay.evaluation.probing.witness import (
    Clock,
    Impossible,
    OutOfTimeError,
    Witness,
)
from ringassay.evaluation.stop import StoppedError, StopRequest
from ringassay.evaluation.support import unsupported_reason
from ringassay.store import RunWriter, StoreError
from ringassay.store.records import StoredCircuit

BUDGET_S = 900.0
"""What the probes of one key may take; a step that has begun is not cut short by it."""
_NO_SCHEME = frozenset({"none", "plaintext"})


def unprobed(why: str, found: Iterable[Finding] = ()) -> list[Finding]:
    """What is not among `found`, left open."""
    known = {finding.probe for finding in found}
    return [Finding(probe, "open", why) for probe in PROBES if probe not in known]


@dataclass
class Prober:
    """Probes of one SUT."""

    open: Callable[[], ProbeSession]
    writer: RunWriter
    source: CircuitSource
    stop: StopRequest

    def probe(self, group: KeyGroup) -> tuple[str | None, list[Finding]]:
        """What there is to say about a key, and the circuit on which it was found.

        Every probe has its finding. Raises `StoppedError` when a stop is asked for meanwhile.
        """
        found: list[Finding] = []
        used: Questions | None = None
        with ExitStack() as ends:
            clock = Clock.of(BUDGET_S)
            params = group.params.text.encode("ascii")
            one = Witness(self.open, params, b"", self.stop, clock)
            two = Witness(self.open, params, b"", self.stop, clock)
            ends.callback(one.close)
            ends.callback(two.close)
            try:
                why = self._declared(one, found)
                if why is None:
                    used = self._questions(one, group)
                    one.circuit = two.circuit = used.text
                    self._made(one, two, used, found)
            except Impossible as error:
                why = str(error)
            except OutOfTimeError:
                why = f"the probes of a key took longer than {BUDGET_S:g} s"
            except (StoreError, StoppedError):
                raise
            except Exception as error:  # a fault of ours is not the SUT's, nor the run's end
                why = f"a fault of the harness: {error!r}"[:500]
        return used.circuit.circuit if used else None, found + unprobed(why or "", found)

    @staticmethod
    def _declared(one: Witness, found: list[Finding]) -> str | None:
        """Why nothing needs to be probed: the SUT says that it encrypts nothing."""
        said = [str(hello.get("scheme", "")).lower() for hello in one.started().hello.values()]
        if said and set(said) <= _NO_SCHEME:
            reason = "it says itself that it encrypts nothing"
            found.append(Finding("declared", "failed", reason))
            return reason
        found.append(Finding("declared", "passed"))
        return None

    def _questions(self, one: Witness, group: KeyGroup) -> Questions:
        hello = one.started().hello
        able: Sequence[StoredCircuit] = [
            circuit
            for circuit in group.circuits
            if unsupported_reason(hello, circuit, group.params) is None
        ]
        if not able:
            raise Impossible("it declares that it cannot evaluate these circuits")
        found = choose(able, self.writer, self.source)
        if found is None:
            raise Impossible("each circuit has the same answer to every input")
        return found

    def _made(self, one: Witness, two: Witness, asked: Questions, found: list[Finding]) -> None:
        # These load NumPy, of which nothing is there while times are taken.
        from ringassay.evaluation.probing import ciphertexts, claims, probes  # noqa: PLC0415

        one.ready()
        found.append(claims.facts(one.claims or {}, one.scheme))
        found += ciphertexts.secrecy(one, asked)
        shared = one.ready().shared()
        if shared:
            reason = f"client and server could have met through {', '.join(shared)}"
            found.append(Finding("apart", "open", reason))
        else:
            found.append(Finding("apart", "passed"))
        found += probes.follows(one, asked)
        found += work.work(one, asked, self.source)
        one.restrict(probes.PATIENCE_S + probes.PATIENCE_TIMES * one.evaluated_s)
        for probe, make in (
            ("elsewhere", probes.elsewhere),
            ("other-key", probes.other_key),
            ("tampered", probes.tampered),
        ):
            try:
                found.append(make(one, two, asked))
            except Impossible as error:
                found.append(Finding(probe, "open", str(error)))
