"""A planted system: calibrated through the steps of the protocol, predicted, stored."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any

import pytest

from ringassay import _native
from ringassay.advice import stored
from ringassay.advice.calibrating import Calibrated, Unable, calibrate, identity, open_key
from ringassay.advice.computation import deeper
from ringassay.advice.prediction import View, plan_for, predict
from ringassay.advice.samples import small_circuits
from ringassay.circuit import Circuit
from ringassay.store import Store, add_calibration, calibration_names, load_calibration
from ringassay.sut.slots.target import RealTarget

TEXT = b"""W=3,D=6.0,L=16,R=1
G3:LMUL(W0,W1)
G4:LROTATE(G3,1)
G5:LADD(G3,G4)
G6:LMUL(G5,W2)
G7:LMULconst(G6,[0.5,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1])
G8:LROTATE(G7,4)
G9:LADD(G8,G7)
"""
OPERATION = {"mul": 9.0, "square": 8.0, "rotate": 6.0, "mulplain": 1.0, "add": 0.2, "sub": 0.2}
"""Microseconds, by the primes that a ciphertext has."""

PARAMETERS = {
    "scheme": "CKKS",
    "n": 8192,
    "m": 16384,
    "log2_q": 200.0,
    "log2_qp": 250.0,
    "q_bits": [40] * 5,
    "p_bits": [50],
    "secret": "ternary",
    "error": "sigma 3.2",
}


class Planted:
    """A session whose server takes what `OPERATION` says, found by a reading of the program of its
    own: by lines of text, levels followed."""

    usable = True

    def __init__(self, levels: int = 5, version: str = "1") -> None:
        self.hello = {
            "client": {"library": "planted", "library_version": version, "scheme": "CKKS"},
            "server": {"library": "planted", "planner": "ringassay"},
        }
        self.levels = levels
        self.program = ""
        self.has_key = False
        self.ingested = 0
        self.key = b""
        self.isolation: dict[str, Any] = {}

    def keygen(self, params: bytes) -> Any:
        target = RealTarget(16, 4096, self.levels, (1, -1, 2, -2, 4, -4, 8, -8))
        text = target.json()
        self.key = b"KEY\n%d\n%s4\nabcd" % (len(text), text)
        return step(client_cpu_ns=50_000_000, payload_bytes=1000, report={"parameters": PARAMETERS})

    def ingest(self, circuit: bytes) -> Any:
        self.circuit = Circuit.parse(circuit)
        target = self.key.split(b"\n", 2)[2][: int(self.key.split(b"\n", 2)[1])]
        self.program = Circuit.parse(circuit).slot_program(target).decode()
        self.ingested += 1
        loading = 0 if self.has_key else 7_000_000
        self.has_key = True
        return step(server_cpu_ns=loading + 1_000_000 + 10 * len(circuit))

    def encrypt(self, text: bytes) -> Any:
        self.answer = self.circuit.evaluator().evaluate(text)
        wires = int(re.search(r"wires=(\d+)", self.program).group(1))  # type: ignore[union-attr]
        return step(client_cpu_ns=100_000 + 2_000_000 * wires, payload_bytes=500_000 * wires)

    def evaluate(self) -> Any:
        return step(server_cpu_ns=round(1000 * self.micros()), server_peak_bytes=90_000_000)

    def decrypt(self) -> Any:
        return step(client_cpu_ns=300_000, output=self.answer)

    def close(self) -> None:
        self.usable = False

    def micros(self) -> float:
        level: dict[str, int] = {}
        total = 30.0
        for line in self.program.splitlines():
            name, *words = line.split()
            if name == "input":
                level[words[0]] = int(words[2])
                total += 20.0
            elif name == "lower":
                total += 1.5 * (level[words[1]] + 1)
                level[words[0]] = int(words[2])
            elif name in OPERATION or name in ("addplain", "neg"):
                primes = level[words[1]] + 1
                total += OPERATION.get(name, 0.2) * primes
                if name in ("mul", "square", "rotate"):
                    total += 2.0 * primes * (primes + 1)
                falls = name in ("mul", "square", "mulplain")
                level[words[0]] = level[words[1]] - falls
        return total


def step(**figures: Any) -> Any:
    nothing = {name: 0 for name, _, _ in _native.step_figures()}
    return SimpleNamespace(
        **{"ok": True, "outcome": "ok", "detail": {}, "report": None, **nothing, **figures}
    )


@pytest.fixture(scope="module")
def planted() -> tuple[Planted, Calibrated]:
    session, circuit = Planted(), Circuit.parse(TEXT)
    opened = open_key(session, "planted", "L=16,D=6.0,K=128")
    span = plan_for(circuit, opened).span
    circuits = small_circuits(circuit.summary(), span)
    return session, calibrate(session, opened, circuits, lambda *_: None)


def test_a_planted_system_is_predicted(planted: tuple[Planted, Calibrated]) -> None:
    session, calibrated = planted
    circuit = Circuit.parse(TEXT)
    found = predict(View(calibrated), circuit)
    session.ingest(circuit.to_bytes())
    assert found.cost.ns["evaluate"] == pytest.approx(1000 * session.micros(), rel=0.05)
    assert found.cost.ns["encrypt"] == pytest.approx(6_100_000, rel=0.02)
    assert found.cost.ns["decrypt"] == pytest.approx(300_000, rel=0.02)
    assert found.cost.ns["keys"] == 50_000_000
    assert found.cost.ns["ingest"] == pytest.approx(8_000_000, rel=0.05)
    assert found.cost.ciphertext_bytes == pytest.approx(1_500_000)
    assert found.error is not None and found.error < 0.1
    assert not any("guessed" in note for note in found.notes)


@pytest.mark.parametrize(
    ("reported", "search_ns"),
    [
        # Half of the time that passed is search: so is half of the processor time.
        ({"choose_ns": 60_000_000, "compute_ns": 120_000_000}, 25_000_000),
        # Four threads make the keys, one searches.
        ({"choose_ns": 10_000_000, "compute_ns": 20_000_000}, 10_000_000),
        ({"choose_ns": 0, "compute_ns": 20_000_000}, 0),
        # A liar: no search takes longer than the step.
        ({"choose_ns": 10**15, "compute_ns": 20_000_000}, 50_000_000),
    ],
)
def test_the_search_for_parameters_is_no_key_generation(
    reported: dict[str, int], search_ns: int
) -> None:
    session = Planted()
    plain = session.keygen

    def keygen(params: bytes) -> Any:
        made = plain(params)
        made.report |= reported
        made.wall_ns = 130_000_000
        return made

    session.keygen = keygen  # type: ignore[method-assign]
    opened = open_key(session, "planted", "L=16,D=6.0,K=128")
    assert opened.choose_ns == (search_ns,) * 3
    assert opened.key_ns == (50_000_000 - search_ns,) * 3
    circuit = Circuit.parse(TEXT)
    circuits = list(small_circuits(circuit.summary()))[:4]
    found = predict(View(calibrate(session, opened, circuits, lambda *_: None)), circuit)
    assert found.cost.ns["keys"] == 50_000_000 - search_ns
    assert found.cost.search_ns == search_ns
    assert not any("chooses parameters" in note for note in found.notes)


@pytest.mark.parametrize("answer", [b"", b"words", b"[9,9,9]", b"nan", b"[" + b"7.5," * 15 + b"7]"])
def test_who_answers_wrongly_is_not_recommended(answer: bytes) -> None:
    session = Planted()
    session.decrypt = lambda: step(client_cpu_ns=1, output=answer)  # type: ignore[method-assign]
    opened = open_key(session, "planted", "L=16,D=6.0,K=128")
    circuits = small_circuits(Circuit.parse(TEXT).summary())
    with pytest.raises(Unable, match="does not give right answers to small circuits"):
        calibrate(session, opened, circuits, lambda *_: None)


def test_what_states_no_search_says_so(planted: tuple[Planted, Calibrated]) -> None:
    found = predict(View(planted[1]), Circuit.parse(TEXT))
    assert found.cost.search_ns is None
    assert any("does not state how long it chooses parameters" in note for note in found.notes)


def test_a_stored_calibration_of_the_format_before_is_measured_again(
    planted: tuple[Planted, Calibrated], tmp_path: Path
) -> None:
    """Its keys' time held the search."""
    session, calibrated = planted
    with Store(str(tmp_path / "store.db")) as store:
        stored.keep(store, calibrated)
        assert len(stored.known(store, datetime.now(UTC))) == 1
        (name,) = calibration_names(store)
        row = load_calibration(store, name)
        document = json.loads(row.document)
        del document["choose_ns"]
        older = replace(row, document=json.dumps(document | {"format": 1}))
        add_calibration(store, older, stored.KIND)
    with Store(str(tmp_path / "only.db")) as store:
        add_calibration(store, older, stored.KIND)
        found = stored.look_up(store, "planted", calibrated.params, identity(session))
        assert found.calibrated is None
        assert stored.known(store, datetime.now(UTC)) == []


def test_progress_says_how_many_visits_the_time_allows() -> None:
    """Not all that there would be: each takes a third of the budget here."""
    session = Planted()
    slow = session.evaluate

    def evaluate() -> Any:
        sleep(0.05)
        return slow()

    session.evaluate = evaluate  # type: ignore[method-assign]
    circuits = list(small_circuits(Circuit.parse(TEXT).summary()))
    opened = open_key(session, "planted", "L=16,D=6.0,K=128")
    seen: list[tuple[str, int, int]] = []
    calibrate(session, opened, circuits, lambda *said: seen.append(said), budget_s=0.5)
    assert len(seen) < 2 * len(circuits)
    _, done, total = seen[0]
    assert done == 1 and total <= 6
    assert abs(seen[-1][1] - seen[-1][2]) <= 1


def test_a_machine_that_is_twice_as_slow_is_predicted_so(
    planted: tuple[Planted, Calibrated],
) -> None:
    _, calibrated = planted
    slow = replace(
        calibrated,
        runs=tuple(
            replace(run, evaluate_ns=tuple(2 * ns for ns in run.evaluate_ns))
            for run in calibrated.runs
        ),
    )
    circuit = Circuit.parse(TEXT)
    fast_ns = predict(View(calibrated), circuit).cost.ns["evaluate"]
    assert predict(View(slow), circuit).cost.ns["evaluate"] == pytest.approx(2 * fast_ns, rel=0.01)


def test_a_step_that_takes_no_time_is_predicted_as_none(
    planted: tuple[Planted, Calibrated],
) -> None:
    _, calibrated = planted
    runs = tuple(replace(run, decrypt_ns=(0, 0, 0)) for run in calibrated.runs)
    found = predict(View(replace(calibrated, runs=runs)), Circuit.parse(TEXT))
    assert found.cost.ns["decrypt"] == 0.0
    still = tuple(replace(run, evaluate_ns=(0, 0, 0)) for run in calibrated.runs)
    with pytest.raises(Unable, match="no time that could be measured"):
        predict(View(replace(calibrated, runs=still)), Circuit.parse(TEXT))


def test_a_system_that_plans_by_itself_is_seen_through_gates(
    planted: tuple[Planted, Calibrated],
) -> None:
    _, calibrated = planted
    own = replace(calibrated, target=None)
    circuit = Circuit.parse(TEXT)
    seen = View(own)(circuit)
    assert seen.plan is None and seen.work["LMUL"] == 2.0
    # The same measurements, explained by less: within a factor of two.
    truth = predict(View(calibrated), circuit).cost.ns["evaluate"]
    assert 0.5 < predict(View(own), circuit).cost.ns["evaluate"] / truth < 2.0
    tallied = View(own, lambda text: (1000.0 * len(text), 5e6))
    assert tallied(circuit).work["tally"] == 1000.0 * len(circuit.to_bytes())

    def broken(text: bytes) -> tuple[float, float]:
        raise ValueError("no such ring")

    with pytest.raises(Unable, match="cannot be tallied on this circuit: no such ring"):
        View(own, broken)(circuit)


def test_a_key_that_is_too_shallow_says_so() -> None:
    opened = open_key(Planted(levels=2), "planted", "L=16,D=1.0,K=128")
    with pytest.raises(Unable, match="cannot run the circuit under the keys"):
        plan_for(Circuit.parse(TEXT), opened)


def test_a_refusal_is_a_clause() -> None:
    session = Planted()
    refused = step(ok=False, outcome="refused", detail={"message": "depth 90 is too much."})
    session.keygen = lambda params: refused  # type: ignore[method-assign]
    with pytest.raises(Unable, match=r"^refuses key generation: depth 90 is too much$"):
        open_key(session, "planted", "L=16,D=90.0,K=128")


def test_keys_for_more_depth_keep_all_else() -> None:
    assert deeper("L=16,D=5.0,K=128,T=17") == "L=16,D=8.0,K=128,T=17"
    assert deeper("L=16,D=8.0,K=128,R=1,P=20.0,M=3.5,G=2.0") == (
        "L=16,D=12.0,K=128,R=1,P=20.0,M=3.5,G=2.0"
    )


def test_what_was_measured_comes_back(planted: tuple[Planted, Calibrated], tmp_path: Path) -> None:
    session, calibrated = planted
    with Store(str(tmp_path / "store.db")) as store:
        params, now = calibrated.params, identity(session)
        assert stored.look_up(store, "planted", params, now) == stored.Found(None, None, None)
        stored.keep(store, calibrated)
        found = stored.look_up(store, "planted", params, now)
        assert found.calibrated == calibrated
        assert found.stale is None and found.measured_at is not None
        assert stored.look_up(store, "other", params, now).calibrated is None
        assert stored.look_up(store, "planted", "L=2,D=1.0,K=128", now).calibrated is None
        changed = stored.look_up(store, "planted", params, identity(Planted(version="2")))
        assert changed.calibrated is None
        assert changed.stale == ("was measured with another client library_version: 1, now 2")


def test_the_kernels_calibration_is_another(
    planted: tuple[Planted, Calibrated], tmp_path: Path
) -> None:
    from ringassay.store import latest_calibration

    with Store(str(tmp_path / "store.db")) as store:
        stored.keep(store, planted[1])
        assert latest_calibration(store) is None


@pytest.mark.parametrize("space", ["R", "C"])
def test_values_of_small_circuits_stay_below_those_of_the_computation(space: str) -> None:
    """The key was made for these."""
    text = f"W=1,D=4.0,L=8,{space}=1\nG1:LMULconst(W0,[{','.join(['0.1'] * 8)}])"
    text += "\nG2:LROTATE(G1,1)\nG3:LADD(G1,G2)\nG4:LMUL(G3,G3)\nG5:LMUL(G4,G4)\nG6:LMUL(G5,G5)"
    summary = Circuit.parse(text.encode()).summary()
    made = list(small_circuits(summary, 4))
    assert len(made) > 10
    for circuit in made:
        figures = circuit.summary()
        assert figures["space"] == summary["space"]
        assert figures["largest"] <= 1.0 + 1e-9
