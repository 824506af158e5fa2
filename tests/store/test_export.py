"""CSV and Parquet give back what `load` gave, hostile text included."""

from __future__ import annotations

import csv

import pandas as pd
import pyarrow.parquet
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from naive import NaiveLab, NaiveStep
from recording import run_small

from ringassay.store import (
    StoreLocationError,
    export_csv,
    export_parquet,
    import_csv,
    import_parquet,
    load,
)
from ringassay.store.frames import FRAMES, RunData, make_frame

FORMATS = {"csv": (export_csv, import_csv), "parquet": (export_parquet, import_parquet)}


def same(one: RunData, other: RunData) -> None:
    for name, frame in one.frames().items():
        pd.testing.assert_frame_equal(frame, other.frames()[name], check_exact=True)


@pytest.fixture
def data(store) -> RunData:
    """Right, wrong, refused and crashed cases."""
    steps = iter(
        [
            None,
            NaiveStep(output=b""),
            None,
            NaiveStep(outcome="refused"),
            NaiveStep(outcome="crash"),
        ]
    )

    def fault(name, _session):
        return next(steps, None) if name == "decrypt" else None

    return load(store, [run_small(store, NaiveLab(fault=fault)).run])


@pytest.mark.parametrize("form", FORMATS)
def test_round_trip(data, tmp_path, form):
    write, read = FORMATS[form]
    paths = write(data, tmp_path / "out")
    assert sorted(path.stem for path in paths) == sorted(FRAMES)
    same(data, read(tmp_path / "out"))


def test_another_reader_sees_the_same(data, tmp_path):
    """Python's own CSV reader and pyarrow, not the code that wrote them."""
    export_csv(data, tmp_path)
    export_parquet(data, tmp_path)
    with (tmp_path / "evaluations.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    table = pyarrow.parquet.read_table(tmp_path / "evaluations.parquet").to_pylist()
    frame = data.evaluations
    assert len(rows) == len(table) == len(frame)
    for position in range(len(frame)):
        for column in ("circuit", "outcome", "encrypt_wall_ns", "total_wall_ns", "wrong_slots"):
            value = frame[column][position]
            assert rows[position][column] == ("" if pd.isna(value) else str(value))
            assert table[position][column] == (None if pd.isna(value) else value)


def test_types(data):
    assert str(data.evaluations["encrypt_wall_ns"].dtype) == "Int64"
    assert str(data.circuits["depth"].dtype) == "Float64"
    for name, columns in FRAMES.items():
        assert list(data.frames()[name].columns) == list(columns)


@given(st.lists(st.text(), min_size=1, max_size=5))
@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@pytest.mark.parametrize("form", FORMATS)
def test_any_text_survives(tmp_path, form, texts):
    from ringassay.store.canonical import clean_text

    rows = [{"run": f"r{n}", "sut": clean_text(text)} for n, text in enumerate(texts)]
    frames = {name: make_frame(name, rows if name == "suts" else []) for name in FRAMES}
    data = RunData(**frames)
    write, read = FORMATS[form]
    write(data, tmp_path)
    same(data, read(tmp_path))


def _cell(tmp_path, text):
    rows = [{"run": "r", "sut": "s", "library": text}]
    frames = {name: make_frame(name, rows if name == "suts" else []) for name in FRAMES}
    export_csv(RunData(**frames), tmp_path)
    with (tmp_path / "suts.csv").open(newline="") as file:
        return next(csv.DictReader(file))["library"]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "'=1"])
def test_no_cell_is_a_formula(tmp_path, text):
    assert _cell(tmp_path, text) == "'" + text


def test_no_cell_gives_orders_to_a_terminal(tmp_path):
    esc = "\N{SYMBOL FOR ESCAPE}"
    cell = _cell(tmp_path, f"\x1b]0;title\x07 \x9b31m \r=1 \x7f\x00 line\n\ttab {esc}")
    assert (
        cell == f"{esc}1b]0;title{esc}07 {esc}9b31m {esc}0d=1 {esc}7f{esc}00 line\n\ttab {esc}{esc}"
    )


def test_incomplete_export(tmp_path):
    with pytest.raises(StoreLocationError, match="not a complete export"):
        import_csv(tmp_path)
