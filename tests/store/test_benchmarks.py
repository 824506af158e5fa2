"""Benchmarks: stored whole, found by name, damage noticed, upgraded databases keep their runs."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from recording import run_small
from sqlalchemy import update

from benchmark_rows import ROW, ring_benchmark
from ringassay.store import (
    CorruptStoreError,
    ParameterSet,
    UnknownRunError,
    add_benchmark,
    benchmark_names,
    find_benchmark,
    load_benchmark,
    probe_machine,
)
from ringassay.store.schema import benchmark_rows, parameter_sets

# A value of its type in every field.
_VALUES = {"str": "A", "int": 7, "float": 1.5, "bool": False, "float | None": 2.5}
SET = ParameterSet(**{field.name: _VALUES[str(field.type)] for field in fields(ParameterSet)})


def test_what_was_stored_comes_back(store):
    benchmark = ring_benchmark(ROW, replace(ROW, operation="twace", m=728, m_big=2912, n=1152))
    name = add_benchmark(store, benchmark)
    assert load_benchmark(store, name) == benchmark
    assert benchmark_names(store, "ring") == [name]
    assert find_benchmark(store, "ring") == find_benchmark(store, "ring", name[:-2]) == name


def test_parameter_sets_come_back(store):
    rows = (replace(ROW, parameter_set="A"), replace(ROW, parameter_set="B"))
    sets = (SET, replace(SET, name="B", helib_bits=None, is_secure=True))
    benchmark = replace(ring_benchmark(*rows), kind="bgv", sets=sets)
    name = add_benchmark(store, benchmark)
    assert load_benchmark(store, name) == benchmark
    add_benchmark(store, ring_benchmark(ROW))
    assert find_benchmark(store, "bgv") == name
    assert find_benchmark(store, None, name) == name
    assert len(benchmark_names(store)) == 2


def test_an_altered_parameter_set_is_never_shown(store):
    benchmark = replace(ring_benchmark(replace(ROW, parameter_set="A")), kind="bgv", sets=(SET,))
    for table, change in (
        (parameter_sets, {"security_bits": 300.0}),
        (benchmark_rows, {"parameter_set": None}),
        (benchmark_rows, {"parameter_set": "B"}),
    ):
        name = add_benchmark(store, benchmark)
        mine = table.c.benchmark == name
        statement = update(table).where(mine).values(change)
        store.write(lambda connection, statement=statement: connection.execute(statement))
        with pytest.raises(CorruptStoreError):
            load_benchmark(store, name)
    # A row without a set that is given one.
    name = add_benchmark(store, ring_benchmark(ROW))
    mine = benchmark_rows.c.benchmark == name
    statement = update(benchmark_rows).where(mine).values(parameter_set="A")
    store.write(lambda connection: connection.execute(statement))
    with pytest.raises(CorruptStoreError):
        load_benchmark(store, name)


def test_what_is_not_there_is_said(store):
    with pytest.raises(UnknownRunError, match="holds no ring benchmark"):
        find_benchmark(store, "ring")
    add_benchmark(store, ring_benchmark(ROW))
    with pytest.raises(UnknownRunError, match="is not in this store"):
        find_benchmark(store, "ring", "none")
    with pytest.raises(UnknownRunError):
        load_benchmark(store, "none")


def test_an_altered_figure_is_never_shown(store):
    name = add_benchmark(store, ring_benchmark(ROW))
    store.write(lambda connection: connection.execute(update(benchmark_rows).values(median_ns=0.1)))
    with pytest.raises(CorruptStoreError):
        load_benchmark(store, name)


def test_deleting_a_run_keeps_the_machine_of_a_benchmark(store):
    name = add_benchmark(store, ring_benchmark(ROW))
    run = run_small(store).run
    store.delete(run)
    assert load_benchmark(store, name).machine == probe_machine()
