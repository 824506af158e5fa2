"""Proofs of explorations: stored whole, oldest first, damage noticed; their machines are kept."""

from __future__ import annotations

import pytest
from recording import run_small
from sqlalchemy import update

from ringassay.store import (
    CorruptStoreError,
    Exploration,
    Store,
    add_exploration,
    add_proof,
    list_explorations,
    load_proofs,
    probe_machine,
)
from ringassay.store.schema import exploration_proofs

RECORD = Exploration(
    name="toy",
    title="",
    app_json="{}",
    app_hash="0" * 64,
    facts_json="{}",
    predictor=None,
    points=1,
    chunks=1,
    chunk_points=1,
    version="1",
)


def begun(store: Store) -> str:
    return add_exploration(store, RECORD, probe_machine())


def test_proofs_come_back_in_their_order(store: Store) -> None:
    first, other = begun(store), begun(store)
    for text in ("{}", '{"a": 1}'):
        add_proof(store, first, text, "1", probe_machine())
    add_proof(store, other, "[]", "1", probe_machine())
    assert [document for _, document in load_proofs(store, first)] == ["{}", '{"a": 1}']
    assert [document for _, document in load_proofs(store, other)] == ["[]"]


def test_damage_is_noticed(store: Store) -> None:
    name = begun(store)
    add_proof(store, name, "{}", "1", probe_machine())
    change = update(exploration_proofs).values(document='{"is_right": true}')
    store.write(lambda connection: connection.execute(change))
    with pytest.raises(CorruptStoreError):
        load_proofs(store, name)


def test_a_run_is_deleted_beside_an_exploration_on_its_machine(store: Store) -> None:
    name = begun(store)
    store.delete(run_small(store).run)
    assert [one.exploration for one in list_explorations(store)] == [name]
