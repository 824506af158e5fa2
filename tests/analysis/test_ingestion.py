"""The circuit's share of an ingestion that brought a key, by hand-made rows."""

from __future__ import annotations

from dataclasses import replace

import factory
import pandas as pd
import pytest

from ringassay.analysis import prepare
from ringassay.analysis.keyload import key_transfers
from ringassay.analysis.metrics import INGESTION, by_system
from ringassay.analysis.split import splits

MS = 1_000_000
# wall, sending the key, loading it, computation; and the circuit's share in ms, None if unknown.
ROWS = (
    ((1000, 300, 690, 8), 10.0),  # all known: 1000 - 300 - 690
    ((12, None, None, 9), 12.0),  # no key: all of it
    ((900, 300, None, 8), None),  # the SUT does not say how long it loaded
    ((100, 95, 3, 40), None),  # 2 ms left for 40 ms of computation: the parts overlapped
    ((14, None, None, None), 14.0),
)


def _frames() -> factory.Frames:
    frames = factory.run([factory.Sut("seal")], points=[(8, 2, w) for w in range(3, 8)])
    columns = ("wall_ns", "key_send_ns", "key_load_ns", "compute_ns")
    values = {
        column: [None if row[i] is None else row[i] * MS for row, _ in ROWS]
        for i, column in enumerate(columns)
    }
    return replace(frames, ingestions=frames.ingestions.assign(**values))


def test_the_circuit_is_told_apart_from_its_key() -> None:
    alone = prepare(_frames()).ingestions["circuit_ns"]
    shares = [None if pd.isna(v) else v / MS for v in alone]
    assert shares == [share for _, share in ROWS]
    ((_, described),) = by_system(prepare(_frames()), INGESTION)
    assert described.count == 3
    assert described.median == 12 * MS


def test_the_key_is_described_by_itself() -> None:
    (key,) = key_transfers(prepare(_frames()))
    assert (key.keys, key.unknown) == (3, 2)
    assert key.send_ns == 300 * MS
    assert key.load_ns == pytest.approx(346.5 * MS)  # of 690 and 3
    assert key.step_ns == 900 * MS
    assert key.circuit_ns == 12 * MS


def test_the_parts_of_an_ingestion_are_those_without_a_key() -> None:
    (ingestion,) = [s for s in splits(prepare(_frames())) if s.step == "ingestion"]
    assert ingestion.count == 2
    assert ingestion.wall_ns == 13 * MS


def test_without_keys_seen_nothing_is_said_of_them() -> None:
    study = prepare(factory.run([factory.Sut("seal")]))
    assert key_transfers(study) == ()
    assert (study.ingestions["circuit_ns"] == study.ingestions["wall_ns"]).all()
