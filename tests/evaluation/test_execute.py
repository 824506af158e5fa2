"""The whole loop against a SUT inside the test: what is stored, and what is not done twice."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

import pytest
from naive import CASES, HELLO, ISOLATION, SUITE, NaiveCircuit, NaiveLab, NaiveSession, NaiveStep

from ringassay.evaluation import (
    CaseDone,
    RunEnded,
    RunStarted,
    StopRequest,
    SuiteError,
    SutStarted,
    execute,
    parse_suite,
)
from ringassay.store import ResumeMismatchError, Store, load
from ringassay.sut.command import SutCommand

small = parse_suite(SUITE)


def run(store: Store, lab: NaiveLab, naive: SutCommand, suite=small, **options):
    ended = execute(suite, store, [naive], ports=lab.ports(), **options)
    assert lab.open_sessions == 0, "a session was left open"
    return ended, load(store, [ended.run])


def nth(name: str, numbers: set[int], step: NaiveStep):
    """A fault at the given calls of a step, counted from 1."""
    seen = Counter()

    def fault(called: str, _session: NaiveSession) -> NaiveStep | None:
        seen[called] += 1
        return step if called == name and seen[called] in numbers else None

    return fault


def test_everything_right(store, naive):
    events = []
    ended, data = run(store, NaiveLab(), naive, progress=events.append)
    assert ended.state == "finished" and ended.resume_hint == ""
    assert ended.outcomes == {"ok": CASES}
    rows = data.evaluations
    assert len(rows) == CASES and (rows["outcome"] == "ok").all()
    assert (rows["got"] == rows["expected"]).all()
    assert (rows["total_wall_ns"] == 300).all() and (rows["wrong_slots"] == 0).all()
    assert (rows["encrypt_compute_ns"] == 42).all() and rows["evaluate_compute_ns"].isna().all()
    assert (rows["evaluate_cpu_ns"] == 60).all() and (rows["decrypt_cpu_ns"] == 70).all()
    assert (rows["evaluate_peak_bytes"] == 1 << 21).all()
    assert len(data.circuits) == 3 and len(data.ingestions) == 3
    assert set(rows["circuit"]) == set(data.circuits["circuit"])
    assert set(rows["key"]) == set(data.keys["key"])
    assert set(data.keys["n"]) == {4096} and set(data.keys["log2_q"]) == {109.5}
    assert set(data.keys["key_bytes"]) == {999}
    assert data.suts.loc[0, "scheme"] == "clear" and data.suts.loc[0, "protocol"] == 2
    assert data.runs.loc[0, "state"] == "finished" and data.runs.loc[0, "resumed"] == 0
    started = [event for event in events if isinstance(event, RunStarted)]
    cases = [event for event in events if isinstance(event, CaseDone)]
    assert [event.cases for event in started] == [CASES]
    assert [event.done for event in cases] == list(range(1, CASES + 1))
    assert cases[-1].eta_s == 0 and all(event.total == CASES for event in cases)
    assert isinstance(events[-1], RunEnded)


def test_the_expected_answers_are_those_of_the_inputs(store, naive):
    """The stored text, input and expected output fit together, by an evaluation of our own."""
    from naive import evaluate

    from ringassay.store.circuits import read_input, read_text

    _, data = run(store, NaiveLab(), naive)
    for row in data.evaluations.itertuples():
        text = store.read(lambda connection, row=row: read_text(connection, row.circuit))
        given = store.read(
            lambda connection, row=row: read_input(connection, row.circuit, row.input)
        )
        assert evaluate(text, given.text).decode() == row.expected


def test_one_key_per_group(store, naive):
    lab = NaiveLab()
    suite = small.model_copy(update={"key_sharing": "batch"})
    _, data = run(store, lab, naive, suite)
    assert lab.calls.count("keygen") == 2 == len(data.keys)
    assert lab.starts == 2
    deepest = {space: max(group["depth"]) for space, group in data.circuits.groupby("space")}
    shared = {("zt" if "T=" in row.params else "gf2"): row.depth for row in data.keys.itertuples()}
    assert shared == deepest


def test_warm_up_is_not_stored(store, naive):
    """Three rounds at the beginning of each visit: three circuits, visited twice."""
    lab = NaiveLab()
    suite = small.model_copy(update={"warm_up": 3})
    _, data = run(store, lab, naive, suite)
    assert lab.calls.count("evaluate") == CASES + 3 * 3 * 2
    assert len(data.evaluations) == CASES


def test_wrong_answer_keeps_both(store, naive):
    def flip(name: str, session: NaiveSession) -> NaiveStep | None:
        if name != "decrypt" or b"T=" in session.circuit:
            return None
        got = session.got.decode()
        flipped = got[:2] + ("0" if got[2] == "1" else "1") + got[3:]
        return NaiveStep(output=flipped.encode())

    ended, data = run(store, NaiveLab(fault=flip), naive)
    assert ended.outcomes == {"wrong": 8, "ok": 4}
    wrong = data.evaluations[data.evaluations["outcome"] == "wrong"]
    assert (wrong["wrong_slots"] == 1).all()
    for row in wrong.itertuples():
        assert json.loads(row.detail) == {"slots": [2]}
        assert row.got[2] != row.expected[2] and row.got[:2] == row.expected[:2]


@pytest.mark.parametrize(
    ("spelling", "outcome"),
    [
        (lambda text: b" " + text + b"\r\n", "ok"),
        (lambda text: text[:-1], "wrong"),
        (lambda _: b"", "wrong"),
        (lambda _: b"\x00\xff\xed\xa0\x80", "wrong"),
        (lambda _: b"[[[", "wrong"),
        (lambda _: b"[true,false,1,1]", "wrong"),
        (lambda _: b"[1e0,1,1,1]", "wrong"),
    ],
)
def test_spelling_of_outputs(store, naive, spelling, outcome):
    def fault(name: str, session: NaiveSession) -> NaiveStep | None:
        return NaiveStep(output=spelling(session.got)) if name == "decrypt" else None

    ended, data = run(store, NaiveLab(fault=fault), naive)
    assert ended.outcomes == {outcome: CASES}
    if outcome == "wrong":
        by_circuit = data.circuits.set_index("circuit")["batch"]
        rows = data.evaluations
        assert (rows["wrong_slots"].values == by_circuit[rows["circuit"]].values).all()


def test_flaky_marks_every_repetition(store, naive):
    def second_time(name: str, session: NaiveSession) -> NaiveStep | None:
        if name == "decrypt" and session.lab.calls.count("decrypt") == 2:
            return NaiveStep(output=b"1" * 5 if session.got != b"1" * 5 else b"0" * 5)
        return None

    ended, data = run(store, NaiveLab(fault=second_time), naive)
    flaky = data.evaluations[data.evaluations["outcome"] == "flaky"]
    assert len(flaky) == 2 and set(flaky["repetition"]) == {0, 1}
    assert len(set(flaky["input"])) == 1
    assert sorted(flaky["wrong_slots"] > 0) == [False, True]
    assert ended.state == "finished"


@pytest.mark.parametrize("outcome", ["crash", "timeout", "protocol", "resource"])
@pytest.mark.parametrize("step", ["encrypt", "evaluate", "decrypt"])
def test_a_fault_costs_one_case(store, naive, step, outcome):
    broken = NaiveStep(outcome=outcome, detail={"signal": 11})
    lab = NaiveLab(fault=nth(step, {3}, broken))
    ended, data = run(store, lab, naive)
    assert ended.outcomes == {outcome: 1, "ok": CASES - 1}
    row = data.evaluations[data.evaluations["outcome"] == outcome].iloc[0]
    assert row["stage"] == step and json.loads(row["detail"]) == {"signal": 11}
    assert lab.starts == len(data.keys) + 1
    assert len(data.keys) == len(set(data.keys["params"])), "a key was stored twice"
    assert len(data.ingestions) == 3


def test_refusal_of_a_case_keeps_the_session(store, naive):
    lab = NaiveLab(fault=nth("evaluate", {3}, NaiveStep(outcome="refused")))
    ended, data = run(store, lab, naive)
    assert ended.outcomes == {"refused": 1, "ok": CASES - 1}
    assert lab.starts == len(data.keys), "a session for each key, none for the refusal"


def test_refused_key_costs_its_group_at_once(store, naive):
    def fault(name: str, session: NaiveSession) -> NaiveStep | None:
        refused = name == "keygen" and b"T=" not in session.params
        return NaiveStep(outcome="refused") if refused else None

    lab = NaiveLab(fault=fault)
    suite = small.model_copy(update={"key_sharing": "batch"})
    ended, data = run(store, lab, naive, suite)
    assert ended.outcomes == {"refused": 8, "ok": 4}
    assert lab.calls.count("keygen") == 2
    assert list(data.keys["outcome"]).count("refused") == 1


def test_crash_in_keygen_is_tried_again(store, naive):
    lab = NaiveLab(fault=nth("keygen", {1, 2}, NaiveStep(outcome="crash")))
    suite = small.model_copy(update={"key_sharing": "batch"})
    ended, data = run(store, lab, naive, suite)
    assert ended.outcomes == {"crash": 2, "ok": CASES - 2}
    assert list(data.keys["outcome"]) == ["ok", "ok"], "the success replaces the failures"
    assert set(data.evaluations[data.evaluations["outcome"] == "crash"]["stage"]) == {"keygen"}


def test_ingestion_that_always_crashes_is_given_up(store, naive):
    def fault(name: str, session: NaiveSession) -> NaiveStep | None:
        fails = name == "ingest" and b"T=" in session.circuit
        return NaiveStep(outcome="crash", detail={"exit": 1}) if fails else None

    lab = NaiveLab(fault=fault)
    ended, data = run(store, lab, naive)
    assert ended.outcomes == {"crash": 4, "ok": 8}
    assert lab.calls.count("ingest") == 2 + 3
    details = [
        json.loads(text)
        for text in data.evaluations[data.evaluations["outcome"] == "crash"]["detail"]
    ]
    assert [detail.get("tried", True) for detail in details].count(False) == 1


def test_sut_that_never_starts(store, naive):
    lab = NaiveLab(start_failures=-1)
    ended, data = run(store, lab, naive)
    assert ended.outcomes == {"start-failed": CASES} and ended.state == "finished"
    assert lab.starts == 3
    assert set(data.evaluations["stage"]) == {"start"} and data.evaluations["key"].isna().all()


def test_sut_that_starts_the_third_time(store, naive):
    ended, _ = run(store, NaiveLab(start_failures=2), naive)
    assert ended.outcomes == {"start-failed": 2, "ok": CASES - 2}


def test_unsupported_is_not_sent(store, naive):
    limited = {role: {**said, "spaces": ["gf2"]} for role, said in HELLO.items()}
    lab = NaiveLab(hello=limited)
    ended, data = run(store, lab, naive)
    assert ended.outcomes == {"unsupported": 4, "ok": 8}
    assert lab.calls.count("ingest") == 2
    row = data.evaluations[data.evaluations["outcome"] == "unsupported"].iloc[0]
    assert "the circuit is zt" in json.loads(row["detail"])["message"]


@pytest.mark.parametrize(
    ("limits", "unsupported"),
    [
        ({"max_batch": 4}, 8),
        ({"max_batch": 3}, 12),
        ({"max_modulus": 16}, 4),
        ({"min_modulus": 18}, 4),
        ({"max_security": 79}, 12),
        ({"max_depth": 1000}, 0),
        ({"max_depth": "none"}, 0),
    ],
)
def test_limits(store, naive, limits, unsupported):
    server = {"server": {**HELLO["server"], "limits": limits}, "client": HELLO["client"]}
    ended, _ = run(store, NaiveLab(hello=server), naive)
    assert ended.outcomes.get("unsupported", 0) == unsupported


def test_original_protocol(store, naive):
    _, data = run(store, NaiveLab(hello={}), naive)
    row = data.suts.iloc[0]
    assert row["protocol"] == 1 and data.suts["hello"].isna().all()


def test_our_own_fault_is_not_the_suts(store, naive):
    def fault(name: str, session: NaiveSession) -> NaiveStep | None:
        if name == "evaluate" and session.lab.calls.count("evaluate") == 2:
            raise RuntimeError("a bug of ours")
        return None

    ended, data = run(store, NaiveLab(fault=fault), naive)
    assert ended.outcomes == {"harness-error": 1, "ok": CASES - 1}
    row = data.evaluations[data.evaluations["outcome"] == "harness-error"].iloc[0]
    assert "a bug of ours" in json.loads(row["detail"])["message"]


def test_our_own_fault_every_time_ends_the_run(store, naive):
    def fault(_name: str, _session: NaiveSession) -> NaiveStep | None:
        raise RuntimeError("a bug of ours")

    lab = NaiveLab(fault=fault)
    with pytest.raises(RuntimeError, match="a bug of ours"):
        execute(small, store, [naive], ports=lab.ports())
    assert lab.open_sessions == 0
    assert store.runs()[0].state == "interrupted"


@pytest.mark.parametrize("at", [1, 2, 5, 11, 14, 23])
def test_stop_and_resume(store, naive, at):
    """Stopped at any step: resumed, every case is there once and nothing was done twice."""
    stop = StopRequest()
    lab = NaiveLab()

    def watch(_name: str, session: NaiveSession) -> NaiveStep | None:
        if len(session.lab.calls) == at:
            stop.set()
        return None

    lab.fault = watch
    ended, first = run(store, lab, naive, stop=stop)
    assert ended.state == "interrupted" and ended.run in ended.resume_hint
    assert set(first.evaluations["outcome"]) <= {"ok", "interrupted"}
    kept = (first.evaluations["outcome"] == "ok").sum()
    again = NaiveLab()
    ended, data = run(store, again, naive, resume=ended.run)
    assert ended.state == "finished" and ended.done == CASES
    assert again.calls.count("evaluate") == CASES - kept
    assert len(data.evaluations) == CASES and set(data.evaluations["outcome"]) == {"ok"}
    assert data.runs.loc[0, "resumed"] == 1


def test_a_signals_victim_is_not_a_crash(store, naive):
    """A terminal's interrupt reaches the SUT as well: its death then is not its fault."""
    stop = StopRequest()

    def die(name: str, _session: NaiveSession) -> NaiveStep | None:
        if name != "evaluate":
            return None
        stop.set()
        return NaiveStep(outcome="crash", detail={"signal": 2})

    ended, data = run(store, NaiveLab(fault=die), naive, stop=stop)
    assert ended.state == "interrupted"
    assert list(data.evaluations["outcome"]) == ["interrupted"]


def test_flaky_across_a_resume(store, naive):
    stop = StopRequest()

    def watch(name: str, session: NaiveSession) -> NaiveStep | None:
        if name == "decrypt":
            stop.set()
        return None

    ended, first = run(store, NaiveLab(fault=watch), naive, stop=stop)
    assert list(first.evaluations["outcome"]) == ["ok"]
    other = nth("decrypt", {1}, NaiveStep(output=b"01010"))
    different = NaiveLab(fault=other)
    _, data = run(store, different, naive, resume=ended.run)
    assert list(data.evaluations["outcome"]).count("flaky") == 2


@pytest.fixture
def interrupted(store, naive):
    stop = StopRequest()

    def watch(_name: str, session: NaiveSession) -> NaiveStep | None:
        if len(session.lab.calls) == 9:
            stop.set()
        return None

    ended, _ = run(store, NaiveLab(fault=watch), naive, stop=stop)
    return ended.run


def test_resume_refuses_another_suite(store, naive, interrupted):
    other = small.model_copy(update={"seed": 8})
    with pytest.raises(ResumeMismatchError, match="another suite"):
        execute(other, store, [naive], ports=NaiveLab().ports(), resume=interrupted)


def test_resume_refuses_another_command(store, naive, interrupted):
    other = replace(naive, server=("another",))
    with pytest.raises(ResumeMismatchError, match="command of SUT naive"):
        execute(small, store, [other], ports=NaiveLab().ports(), resume=interrupted)


def test_resume_refuses_other_suts(store, naive, interrupted):
    other = replace(naive, name="other")
    with pytest.raises(ResumeMismatchError, match="name the same ones"):
        execute(small, store, [other], ports=NaiveLab().ports(), resume=interrupted)


def test_resume_refuses_a_sut_that_changed(store, naive, interrupted):
    newer = {role: {**said, "library_version": "1"} for role, said in HELLO.items()}
    with pytest.raises(ResumeMismatchError, match="library_version was '0', is '1'"):
        execute(small, store, [naive], ports=NaiveLab(hello=newer).ports(), resume=interrupted)


def test_resume_refuses_another_machine(store, naive, interrupted, monkeypatch):
    import ringassay.evaluation.execution as module

    elsewhere = replace(module.probe_machine(), cpu_model="another")
    monkeypatch.setattr(module, "probe_machine", lambda: elsewhere)
    with pytest.raises(ResumeMismatchError, match="measured on machine"):
        execute(small, store, [naive], ports=NaiveLab().ports(), resume=interrupted)


def test_a_finished_run_is_not_resumed(store, naive):
    ended, _ = run(store, NaiveLab(), naive)
    with pytest.raises(ResumeMismatchError, match="finished"):
        execute(small, store, [naive], ports=NaiveLab().ports(), resume=ended.run)


def test_two_suts_at_once(store, naive):
    other = replace(naive, name="other")
    lab = NaiveLab()
    ended = execute(small, store, [naive, other], ports=lab.ports(), jobs=2)
    assert lab.open_sessions == 0
    data = load(store, [ended.run])
    assert ended.outcomes == {"ok": 3 * CASES} and ended.state == "finished"
    of_each = dict(data.evaluations.groupby("sut").size())
    assert of_each == {"naive": CASES, "naive (again)": CASES, "other": CASES}
    assert data.runs.loc[0, "jobs"] == 2


def test_inputs_too_large_to_keep_are_made_again(store, naive, monkeypatch):
    import ringassay.store.circuits as module

    monkeypatch.setattr(module, "INPUT_KEPT_BYTES", 10)
    ended, data = run(store, NaiveLab(), naive)
    assert ended.outcomes == {"ok": CASES}
    circuit = data.circuits.loc[0, "circuit"]
    stored = store.read(lambda connection: module.read_input(connection, circuit, 0))
    text = store.read(lambda connection: module.read_text(connection, circuit))
    assert stored.text is None
    made = NaiveCircuit(text).random_input(stored.seed, stored.ones)
    assert len(made) == stored.input_bytes


def test_refused_calls(store, naive):
    with pytest.raises(SuiteError, match="at least one"):
        execute(small, store, [], ports=NaiveLab().ports())
    with pytest.raises(SuiteError, match="same name"):
        execute(small, store, [naive, naive], ports=NaiveLab().ports())
    with pytest.raises(SuiteError, match="jobs"):
        execute(small, store, [naive], ports=NaiveLab().ports(), jobs=0)
    assert store.runs() == []


def test_what_stood_around_the_programs_is_stored_once_for_each_that_differs(store, naive):
    events = []
    crash = NaiveStep(outcome="crash", detail={"message": "gone"})
    lab = NaiveLab(fault=nth("evaluate", {3}, crash))
    _, data = run(store, lab, naive, progress=events.append)
    assert lab.starts > 1
    assert json.loads(data.suts.loc[0, "isolation"]) == [ISOLATION]
    started = [event for event in events if isinstance(event, SutStarted)]
    # Everything else that could stand there is missing, too, but only this was refused.
    assert started[0].missing["network"] == "refused (EPERM)"
    assert "files" not in started[0].missing

    other = {"client": {"files": {"state": "not-asked"}}}

    class Changing(NaiveLab):
        def open(self, *arguments):
            session = super().open(*arguments)
            session.isolation = ISOLATION if self.starts == 1 else other
            return session

    _, data = run(store, Changing(fault=nth("evaluate", {3}, crash)), naive)
    assert json.loads(data.suts.loc[0, "isolation"]) == [ISOLATION, other]
