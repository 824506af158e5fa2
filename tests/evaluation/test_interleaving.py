"""Systems interleaved: drift falls on all alike, idle ones are still, one is measured twice."""

from __future__ import annotations

import itertools
import json
import math

import numpy as np
import pandas as pd
import pytest
from naive import CASES, HELLO, SUITE, NaiveLab, NaiveSession, NaiveStep

from ringassay.evaluation import (
    CaseDone,
    Crowded,
    RunStarted,
    StopRequest,
    SuiteError,
    execute,
    parse_suite,
)
from ringassay.evaluation.shelf import Shelf
from ringassay.store import Store, load
from ringassay.sut.command import SutCommand

small = parse_suite(SUITE)
large = parse_suite(
    SUITE.replace("circuits = 2", "circuits = 16").replace("circuits = 1", "circuits = 8")
)


def commands(*names: str) -> list[SutCommand]:
    return [SutCommand(name, ("client",), ("server",)) for name in names]


class DriftingLab(NaiveLab):
    """Each step takes as long as the lab's clock says: the machine becomes slower and slower."""

    def __init__(self, rate: float, factor: dict[str, float] | None = None) -> None:
        super().__init__(fault=self.drifted)
        self.rate, self.factor, self.steps = rate, factor or {}, 0

    def drifted(self, name: str, session: NaiveSession) -> NaiveStep | None:
        if name in {"keygen", "ingest"}:
            return None
        self.steps += 1
        slow = math.exp(self.rate * self.steps) * self.factor.get(session.sut, 1.0)
        wall_ns = round(1e9 * slow)
        if name == "evaluate":
            session.got = self.answer(session)
            return NaiveStep(wall_ns=wall_ns, server_cpu_ns=wall_ns)
        output = session.got if name == "decrypt" else None
        return NaiveStep(wall_ns=wall_ns, client_cpu_ns=wall_ns, output=output)

    @staticmethod
    def answer(session: NaiveSession) -> bytes:
        from naive import evaluate

        return evaluate(session.circuit, session.input)


def ratio(data, one: str, other: str, column: str = "evaluate_wall_ns") -> float:
    rows = data.evaluations
    cases = ["circuit", "input", "repetition"]
    sides = [
        rows[rows["sut"] == name].set_index(cases)[column].astype(float) for name in (one, other)
    ]
    return float(np.exp(np.log(sides[0] / sides[1]).mean()))


@pytest.mark.parametrize("factor", [1.0, 1.05])
def test_drift_falls_on_all_alike(store, factor):
    """The machine becomes five times slower during the run. One after the other, the second would
    be measured 2.2 times as slow as the first; in turns, what they differ by is found."""
    suite = large.model_copy(update={"repetitions": 2})
    steps = 2 * suite.cases() * 3
    lab = DriftingLab(math.log(5) / steps, {"b": factor})
    ended = execute(suite, store, commands("a", "b"), ports=lab.ports(), aa="none")
    data = load(store, [ended.run])
    assert ended.outcomes == {"ok": 2 * suite.cases()}
    in_turn = math.exp(lab.rate * steps / 2)
    assert in_turn > 2.2, "the planted drift"
    assert ratio(data, "b", "a") == pytest.approx(factor, rel=0.002)
    first = data.evaluations.sort_values("sequence")["evaluate_wall_ns"]
    assert first.iloc[-1] > 4.5 * first.iloc[0]


def executed(data) -> list[tuple]:
    """Circuit, round and system of the visits, in the order of time."""
    rows = data.evaluations.sort_values("sequence")
    visits = zip(rows["circuit"], rows["round"], rows["sut"], strict=True)
    return list(dict.fromkeys(visits))


def test_the_order_is_stored_and_is_not_that_of_the_suite(store):
    ended = execute(large, store, commands("a", "b"), ports=NaiveLab().ports())
    data = load(store, [ended.run])
    rows = data.evaluations
    assert sorted(rows["sequence"]) == list(range(len(rows)))
    started = rows.sort_values("sequence")["started_at"]
    assert started.is_monotonic_increasing
    lasted = pd.to_datetime(rows["at"]) - pd.to_datetime(rows["started_at"])
    assert (lasted > pd.Timedelta("-1ms")).all() and (rows["steal_ns"] >= 0).all()
    assert (rows["round"] == rows["repetition"]).all()
    by_position = {one.circuit: one.position for one in circuits_of(store, ended.run)}
    for number in (0, 1):
        order = [by_position[circuit] for circuit, round_, _ in executed(data) if round_ == number]
        assert order != sorted(order)
    again = execute(large, store, commands("a", "b"), ports=NaiveLab().ports())
    assert executed(load(store, [again.run])) == executed(data)


def circuits_of(store: Store, run: str):
    from ringassay.store.circuits import read_circuits

    return store.read(lambda connection: read_circuits(connection, run))


def test_systems_alternate_and_each_is_first_equally_often(store):
    ended = execute(large, store, commands("a", "b"), ports=NaiveLab().ports(), aa="none")
    visits = executed(load(store, [ended.run]))
    pairs = [(visits[number], visits[number + 1]) for number in range(0, len(visits), 2)]
    assert all(one[:2] == other[:2] and one[2] != other[2] for one, other in pairs)
    assert sum(one[2] == "a" for one, _ in pairs) * 2 == len(pairs)


def test_only_one_session_runs_at_a_time(store):
    """While one takes a step, all others are held still."""
    lab = NaiveLab()
    sessions: list[NaiveSession] = []

    def alone(_name: str, session: NaiveSession) -> None:
        if session not in sessions:
            sessions.append(session)
        assert all(one.held or one.closed for one in sessions if one is not session)

    lab.fault = alone
    ended = execute(small, store, commands("a", "b", "c"), ports=lab.ports())
    assert ended.state == "finished" and lab.open_sessions == 0
    data = load(store, [ended.run])
    assert lab.starts == len(data.keys), "a session was started anew although memory allowed it"
    waited = data.evaluations["idle_cpu_ns"].dropna()
    assert len(waited) > 0 and (waited == 0).all()


def test_a_session_that_cannot_be_held_is_ended(store, monkeypatch):
    monkeypatch.setattr(NaiveSession, "hold", lambda _session: False)
    lab = NaiveLab()
    ended = execute(small, store, commands("a", "b"), ports=lab.ports(), aa="none")
    assert ended.outcomes == {"ok": 2 * CASES} and lab.open_sessions == 0
    assert lab.starts == 2 * 3 * 2, "each visit needs a start"


def test_what_died_while_it_waited_is_nobodys_fault(store, monkeypatch):
    deaths = iter([True, False, False])

    def release(session: NaiveSession) -> int | None:
        session.held = False
        session.usable = not next(deaths, False)
        return 0 if session.usable else None

    monkeypatch.setattr(NaiveSession, "release", release)
    lab = NaiveLab()
    ended = execute(small, store, commands("a", "b"), ports=lab.ports(), aa="none")
    assert ended.outcomes == {"ok": 2 * CASES} and lab.open_sessions == 0
    assert lab.starts == len(load(store, [ended.run]).keys) + 1


@pytest.mark.parametrize("room", [0, 1, 2, 3])
def test_where_memory_is_short_sessions_end_and_systems_alternate_key_by_key(store, room):
    """One key for all, three systems, room for so many waiting sessions."""
    suite = large.model_copy(update={"key_sharing": "batch", "repetitions": 1})
    lab = NaiveLab(resident_bytes=100)
    events: list[object] = []
    ended = execute(
        suite, store, commands("a", "b", "c"), ports=lab.ports(), aa="none",
        shelf=Shelf(bound_bytes=100 * room), progress=events.append,
    )  # fmt: skip
    assert ended.outcomes == {"ok": 3 * suite.cases()} and lab.open_sessions == 0
    visits = executed(load(store, [ended.run]))
    changes = sum(one[2] != other[2] for one, other in itertools.pairwise(visits))
    trios = [{circuit for circuit, _, _ in visits[at : at + 3]} for at in range(0, len(visits), 3)]
    warned = [event for event in events if isinstance(event, Crowded)]
    if room >= 3:
        assert not warned and lab.starts == 6
        assert all(len(trio) == 1 for trio in trios)
    else:
        # Two keys: at most one start more for each system and key.
        assert len(warned) == 2 and changes < 20 and lab.starts <= 12


def test_the_session_whose_turn_is_farthest_off_is_ended_first(store):
    shelf = Shelf(bound_bytes=300)
    lab = NaiveLab(resident_bytes=100)
    from ringassay.evaluation.shelf import HostedPair

    sessions = {name: lab.open(commands(name)[0], {}, None) for name in "abcd"}
    for name, turn in (("a", 5), ("b", 9), ("c", 7), ("d", 6)):
        kept = HostedPair(sessions[name], "key", "", identified=True)
        shelf.put(name, kept, turn, in_this_block=False)
    assert [name for name, one in sessions.items() if one.closed] == ["b"]
    assert not shelf.crowded and shelf.ended_early == 1
    assert shelf.take("b", "key") is None and shelf.take("a", "other") is None
    found = shelf.take("a", "key")
    assert found is not None and found[0].session is sessions["a"]
    shelf.close()
    assert [name for name, one in sessions.items() if not one.closed] == ["a"]


def test_one_is_measured_twice_and_marked(store):
    events: list[object] = []
    ended = execute(
        large, store, commands("plaintext", "a", "b"), ports=NaiveLab().ports(),
        progress=events.append,
    )  # fmt: skip
    data = load(store, [ended.run])
    marked = data.suts[data.suts["twin_of"].notna()]
    assert list(marked["sut"]) == ["a (again)"] and list(marked["twin_of"]) == ["a"]
    command = data.suts.set_index("sut")["command"]
    assert command["a (again)"] == command["a"]
    rows = data.evaluations
    again = rows[rows["sut"] == "a (again)"]
    assert again["circuit"].nunique() == 10 and len(again) == 10 * 2 * 2
    assert ended.outcomes == {"ok": 3 * large.cases() + 40} and ended.done == ended.total
    (started,) = (event for event in events if isinstance(event, RunStarted))
    assert started.suts == ("plaintext", "a", "b")
    assert (started.twin_of, started.twin_cases) == ("a", 40)
    assert started.cases == ended.total
    (summary,) = store.runs()
    assert summary.suts == ("plaintext", "a", "b") and summary.twin_of == "a"


@pytest.mark.parametrize(
    ("names", "suite_says", "asked", "twin_of"),
    [
        (("a", "b"), None, None, "a"),
        (("plaintext", "b"), None, None, "b"),
        (("plaintext", "echo"), None, None, "plaintext"),
        (("a",), None, None, None),
        (("a",), None, "a", "a"),
        (("a", "b"), "b", None, "b"),
        (("a", "b"), "b", "a", "a"),
        (("a", "b"), "b", "none", None),
        (("a", "b"), "none", None, None),
        (("a", "b"), "absent", None, "a"),
    ],
)
def test_which_one_is_measured_twice(store, names, suite_says, asked, twin_of):
    suite = small.model_copy(update={"aa": suite_says, "repetitions": 1})
    ended = execute(suite, store, commands(*names), ports=NaiveLab().ports(), aa=asked)
    found = load(store, [ended.run]).suts["twin_of"].dropna()
    assert list(found) == ([] if twin_of is None else [twin_of])


def test_an_unknown_name_to_measure_twice_is_refused(store):
    with pytest.raises(SuiteError, match="choose one of a, b, or none"):
        execute(small, store, commands("a", "b"), ports=NaiveLab().ports(), aa="c")
    assert store.runs() == []


def test_second_names_are_not_taken_twice(store):
    long = "x" * 64
    names = ("a (again)", "a", long)
    first = execute(small, store, commands(*names), ports=NaiveLab().ports(), aa="a")
    found = load(store, [first.run]).suts.dropna(subset="twin_of")
    assert list(found["sut"]) == ["a (again 2)"]
    second = execute(small, store, commands(*names), ports=NaiveLab().ports(), aa=long)
    (name,) = load(store, [second.run]).suts.dropna(subset="twin_of")["sut"]
    assert len(name) == 64 and name.endswith(" (again)")


@pytest.mark.parametrize("at", [3, 17, 40, 71])
def test_stopped_anywhere_it_goes_on_in_the_same_order(store, at):
    whole = execute(small, store, commands("a", "b"), ports=NaiveLab().ports())
    planned = executed(load(store, [whole.run]))
    stop = StopRequest()
    lab = NaiveLab()

    def watch(_name: str, session: NaiveSession) -> None:
        if len(session.lab.calls) == at:
            stop.set()

    lab.fault = watch
    ended = execute(small, store, commands("a", "b"), ports=lab.ports(), stop=stop)
    assert ended.state == "interrupted" and lab.open_sessions == 0
    # In another order, and without a word of the second name.
    again = execute(small, store, commands("b", "a"), ports=NaiveLab().ports(), resume=ended.run)
    data = load(store, [again.run])
    assert again.state == "finished" and again.done == again.total == 3 * CASES
    keys = ["sut", "circuit", "input", "repetition"]
    assert not data.evaluations[keys].duplicated().any()
    assert executed(data) == planned
    assert data.evaluations["sequence"].is_unique


def test_the_one_measured_twice_is_not_chosen_anew_on_resume(store):
    stop = StopRequest()
    stop.set()
    ended = execute(small, store, commands("a", "b"), ports=NaiveLab().ports(), aa="b", stop=stop)
    with pytest.raises(SuiteError, match="leave --aa out"):
        execute(
            small, store, commands("a", "b"), ports=NaiveLab().ports(), aa="a", resume=ended.run
        )
    again = execute(small, store, commands("a", "b"), ports=NaiveLab().ports(), resume=ended.run)
    assert list(load(store, [again.run]).suts["twin_of"].dropna()) == ["b"]


def test_a_flaky_system_is_flaky_across_rounds_of_interleaving(store):
    seen: dict[tuple, int] = {}

    def fault(name: str, session: NaiveSession) -> NaiveStep | None:
        if name != "decrypt" or session.sut != "b":
            return None
        place = (session.circuit, session.input)
        seen[place] = seen.get(place, 0) + 1
        wrong = session.got.replace(b"1", b"0") + b" " if seen[place] == 2 else session.got
        return NaiveStep(output=b"[[[" if seen[place] == 2 else wrong)

    ended = execute(
        small, store, commands("a", "b"), ports=NaiveLab(fault=fault).ports(), aa="none"
    )
    assert ended.outcomes["ok"] == CASES + CASES // 2
    rows = load(store, [ended.run]).evaluations
    assert set(rows[rows["sut"] == "b"]["outcome"]) == {"flaky"}
    assert set(rows[rows["sut"] == "a"]["outcome"]) == {"ok"}


def test_progress_counts_all_and_comes_to_an_end(store):
    events: list[object] = []
    ended = execute(
        small, store, commands("a", "b"), ports=NaiveLab().ports(), progress=events.append
    )
    cases = [event for event in events if isinstance(event, CaseDone)]
    assert [event.done for event in cases] == list(range(1, ended.total + 1))
    assert cases[-1].eta_s == 0


def test_a_failure_on_one_leaves_the_others_alone(store):
    def fault(name: str, session: NaiveSession) -> NaiveStep | None:
        broken = session.sut == "b" and name == "keygen"
        return NaiveStep(outcome="crash", detail={"signal": 11}) if broken else None

    lab = NaiveLab(fault=fault)
    ended = execute(small, store, commands("a", "b"), ports=lab.ports(), aa="none")
    assert ended.outcomes == {"ok": CASES, "crash": CASES} and lab.open_sessions == 0
    rows = load(store, [ended.run]).evaluations
    crashed = rows[rows["outcome"] == "crash"]
    assert crashed["sequence"].isna().all() and crashed["round"].isna().all()
    tried = [json.loads(detail).get("tried", True) for detail in crashed["detail"]]
    assert tried.count(True) == 3 * 3, "three times for each of three keys"


def test_a_session_without_a_key_serves_any_other(store):
    """What a system cannot do costs no start for each key."""
    limited = {role: {**said, "spaces": ["gf2"]} for role, said in HELLO.items()}
    lab = NaiveLab(hello=limited)
    suite = parse_suite(SUITE.replace("circuits = 1", "circuits = 6"))
    ended = execute(suite, store, commands("a", "b"), ports=lab.ports(), aa="none")
    assert ended.outcomes == {"ok": 2 * 8, "unsupported": 2 * 6 * 2 * 2}
    assert lab.starts <= 2 * (2 + 1), "one for each key, one that waits without"
