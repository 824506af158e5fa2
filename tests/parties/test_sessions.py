"""Parties as processes: what they compute, and who is named when one of them misbehaves.

The processes are forked from this one and talk over TLS; `sessions.py` has the faults.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from sessions import KINDS, LATE, NAMES, Bench, Fault, Processes, messages_of

from ringassay.parties.network.session import checked


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    yield Bench(tmp_path_factory.mktemp("sessions"))


STAR = pytest.mark.parametrize("star", [True, False], ids=["star", "broadcast"])


@STAR
@pytest.mark.parametrize("computation", ["statistics", "sum", "mean"])
def test_everybody_reads_the_result(bench: Bench, computation: str, star: bool) -> None:
    processes = bench.run(computation=computation, star=star)
    results = [processes.result(number) for number in processes.codes]
    assert set(processes.codes.values()) == {0}
    assert len(results) == 3 + star and all(one == results[0] for one in results)


@pytest.mark.parametrize("scheme", ["bgv", "bfv"])
def test_integers(bench: Bench, scheme: str) -> None:
    document = bench.document("sum", 2)
    document["parameters"] = {
        **{"scheme": scheme, "length": 4, "plaintext": 257, "degree": 1024, "insist": True}
    }
    session = checked(document, "test")
    folder, columns = bench.new_folder(), np.array([[1, 2, 3, 200], [5, 0, 7, 100]])
    processes = Processes(folder)
    real, bench.columns = bench.columns, columns
    try:
        for number in session.roles:
            work = bench.work(session, number, folder)
            processes.start(number, work, Fault("", -1, 0))
        processes.wait(120)
    finally:
        bench.columns = real
        processes.end()
    assert [processes.result(n) for n in (0, 1, 2)] == [{"sum": [6, 2, 10, 43]}] * 3


# ---- Faults -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in LATE])
def test_each_fault_at_each_message_of_a_party(bench: Bench, kind: str) -> None:
    messages = messages_of(checked(bench.document("sum", 2), "test"))[2]
    # Whoever fails to join is waited for: not often.
    for message in range(kind not in ("killed", "other session", "huge"), messages):
        bench.run(Fault(kind, 2, message), computation="sum", count=2)


@pytest.mark.parametrize("kind", ["killed", "truncated", "repeated"])
def test_a_fault_at_each_message_of_the_combiner(bench: Bench, kind: str) -> None:
    messages = messages_of(checked(bench.document("sum", 2), "test"))[0]
    # They go to all in turn: those to one party.
    for message in range(0, messages, 2):
        bench.run(Fault(kind, 0, message), computation="sum", count=2)


@pytest.mark.parametrize("kind", LATE)
def test_who_is_late_is_named(bench: Bench, kind: str) -> None:
    bench.run(Fault(kind, 2, 1), computation="sum", count=2)


@pytest.mark.parametrize("kind", ["killed", "killed before"])
def test_a_party_killed_at_each_message(bench: Bench, kind: str) -> None:
    messages = messages_of(checked(bench.document("statistics", 2), "test"))[1]
    for message in range(kind == "killed", messages, 2):
        bench.run(Fault(kind, 1, message), computation="statistics", count=2)


def test_broadcast_names_who_was_killed(bench: Bench) -> None:
    messages = messages_of(checked(bench.document("sum", star=False), "test"))[2]
    for message in range(messages):
        bench.run(Fault("killed", 2, message), computation="sum", star=False)


# ---- After a failure --------------------------------------------------------------------------


def test_no_second_share_after_a_kill_and_a_new_session_goes_on(bench: Bench) -> None:
    """Killed after the ledger was written and before the share was sent."""
    document, folder = bench.document("sum", 2), bench.new_folder()

    def run(said: dict, fault: Fault) -> Processes:  # type: ignore[type-arg]
        session, processes = checked(said, "test"), Processes(folder)
        for number in session.roles:
            options = {"secret": folder / f"{number}.secret"} if number else {}
            processes.start(number, bench.work(session, number, folder, **options), fault)
        processes.wait(120)
        return processes

    assert run(document, Fault("killed before", 2, 1)).codes[2] == -signal.SIGKILL
    again = run(document, Fault("", -1, 0))
    assert set(again.codes.values()) == {1}
    # Either may be the first to refuse.
    assert "gives no share" in again.said(0)
    assert "given before" in again.said(1) + again.said(2)
    killed = run(bench.document("sum", 2), Fault("killed before", 2, 3))
    assert killed.codes[2] == -signal.SIGKILL
    new = run(bench.document("sum", 2), Fault("", -1, 0))
    assert set(new.codes.values()) == {0}
    assert np.allclose(new.result(1)["sum"], bench.columns[:2].sum(axis=0), atol=2**-12)


def test_the_figures_are_what_was_sent(bench: Bench, tmp_path: Path) -> None:
    """What one process says it sent, others say that they received."""
    session, processes = checked(bench.document("statistics"), "test"), Processes(tmp_path)
    for number in session.roles:
        work = bench.work(session, number, tmp_path)

        def told(work=work, number=number):  # type: ignore[no-untyped-def]
            found = work()
            (tmp_path / f"{number}.json").write_text(json.dumps(found))
            return found

        processes.start(number, told, Fault("", -1, 0))
    processes.wait(120)
    combiner, *parties = (
        json.loads((tmp_path / f"{number}.json").read_text()) for number in range(4)
    )
    assert sum(one["bytes_up"] for one in parties) == combiner["bytes_down"]
    assert sum(one["bytes_down"] for one in parties) == combiner["bytes_up"]
    own = messages_of(session)
    for role in (combiner, *parties):
        assert sum(one["messages_up"] for one in role["rounds"]) == own[role["number"]]
        assert role["peak_bytes"] > 1 << 20 and role["cpu_s"] > 0
    assert [one["role"] for one in parties] == list(NAMES)
