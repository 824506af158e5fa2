"""Listing, finding, deleting, owning."""

from __future__ import annotations

import multiprocessing
import time

import pytest
from recording import CASES, SMALL, interrupted_run, run_small
from sqlalchemy import func, select

from ringassay.evaluation import suite_from_json
from ringassay.store import ResumeMismatchError, RunOwnedError, Store, UnknownRunError, load
from ringassay.store.ownership import RowOwnership, lock_path
from ringassay.store.schema import circuits, inputs, machines, metadata


def count(store, table):
    return store.read(
        lambda connection: connection.execute(select(func.count()).select_from(table)).scalar_one()
    )


def test_list_and_find(store):
    first, second = run_small(store).run, run_small(store).run
    listed = store.runs()
    assert {summary.run for summary in listed} == {first, second}
    assert all(summary.evaluations == CASES and summary.circuits == 3 for summary in listed)
    assert store.find(first) == first and store.find("latest") in {first, second}
    with pytest.raises(UnknownRunError, match="is not in this store"):
        store.find("nonsense")
    with pytest.raises(UnknownRunError, match="ambiguous"):
        store.find("2")


def test_nothing_to_find(store):
    with pytest.raises(UnknownRunError, match="no runs yet"):
        store.find("latest")
    with pytest.raises(UnknownRunError):
        load(store, ["none"])


def test_the_suite_comes_back(store):
    run = run_small(store).run
    assert suite_from_json(store.suite_json(run)).content_hash == SMALL.content_hash


def test_runs_of_one_suite_share_circuits(store):
    run_small(store)
    run_small(store)
    assert count(store, circuits) == 3 and count(store, inputs) == 6 and count(store, machines) == 1


def test_delete_keeps_what_is_shared(store):
    first, second = run_small(store).run, run_small(store).run
    before = load(store, [second])
    store.delete(first)
    assert [summary.run for summary in store.runs()] == [second]
    after = load(store, [second])
    for name, frame in before.frames().items():
        assert frame.equals(after.frames()[name]), name
    store.delete(second)
    for table in metadata.sorted_tables:
        assert count(store, table) == 0, table.name


def test_a_run_has_one_owner(store, address):
    run = interrupted_run(store)
    ownership = store.own(run)
    with Store(address) as other:
        started = time.monotonic()
        with pytest.raises(RunOwnedError, match="another process") as refusal:
            run_small(other, resume=run)
        # At once, not when the other is done: plenty for a busy machine.
        assert time.monotonic() - started < 20 and refusal.value.exit_code == 3
        with pytest.raises(RunOwnedError):
            other.delete(run)
        assert len(load(other, [run]).runs) == 1, "reading needs no ownership"
        ownership.release()
        ownership.release()
        assert run_small(other, resume=run).state == "finished"


def test_a_killed_run_is_shown_as_interrupted(store):
    run = interrupted_run(store)
    from ringassay.store.schema import runs

    def pretend(connection):
        from ringassay.store.integrity import seal

        row = dict(connection.execute(select(runs)).mappings().one())
        connection.execute(runs.update().values(seal(runs, {**row, "state": "running"})))

    store.write(pretend)
    assert store.runs()[0].state == "interrupted"
    assert load(store, [run]).runs.loc[0, "state"] == "interrupted"
    ownership = store.own(run)
    assert store.runs()[0].state == "running"
    ownership.release()


def _race(address, run, barrier, results, all_tried):
    with Store(address) as store:
        barrier.wait()
        try:
            ownership = store.own(run)
        except RunOwnedError:
            results.put(False)
            return
        results.put(True)
        all_tried.wait(60)
        ownership.release()


def test_race_for_a_run(store, address):
    run = interrupted_run(store)
    store.engine.dispose()
    context = multiprocessing.get_context("spawn")
    barrier, results, all_tried = context.Barrier(4), context.Queue(), context.Event()
    arguments = (address, run, barrier, results, all_tried)
    racers = [context.Process(target=_race, args=arguments) for _ in range(4)]
    for racer in racers:
        racer.start()
    got = [results.get(timeout=60) for _ in racers]
    all_tried.set()
    for racer in racers:
        racer.join()
    assert sorted(got) == [False, False, False, True]


def test_thousand_changes_of_ownership(tmp_path):
    """The lock file is removed and made anew all the time; never do two threads own the run."""
    import threading

    with Store(tmp_path / "x.db") as store:
        inside, seen, failures = [0], [0], []

        def work():
            while seen[0] < 1000:
                try:
                    ownership = store.own("run")
                except RunOwnedError:
                    continue
                inside[0] += 1
                if inside[0] != 1:
                    failures.append(inside[0])
                seen[0] += 1
                inside[0] -= 1
                ownership.release()

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == [] and seen[0] >= 1000
        assert not lock_path(tmp_path / "x.db", "run").exists()


def test_ownership_by_row(store):
    """What databases without a lock of their own use; PostgreSQL has row locks to try it on."""
    if store.location.file is not None:
        pytest.skip("SQLite has no row locks")
    run = interrupted_run(store)
    first = RowOwnership(store.engine, run)
    with pytest.raises(RunOwnedError):
        RowOwnership(store.engine, run)
    assert run_small(store, resume=run).state == "finished", "writing the run goes on meanwhile"
    first.release()
    RowOwnership(store.engine, run).release()


def test_resume_of_unknown_run(store):
    with pytest.raises(UnknownRunError):
        run_small(store, resume="none")
    run = run_small(store).run
    with pytest.raises(ResumeMismatchError):
        run_small(store, resume=run)


def _whole_run(address, results):
    with Store(address) as store:
        results.put([run_small(store).run for _ in range(3)])


def test_two_processes_one_database(address):
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    processes = [context.Process(target=_whole_run, args=(address, results)) for _ in range(2)]
    for process in processes:
        process.start()
    runs = [run for _ in processes for run in results.get(timeout=120)]
    for process in processes:
        process.join()
        assert process.exitcode == 0
    with Store(address) as store:
        assert len({summary.run for summary in store.runs()}) == 6
        assert len(load(store, runs).evaluations) == 6 * CASES
