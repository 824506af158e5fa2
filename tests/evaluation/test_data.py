"""Rows of tables: which column is which argument, what a cell is, what is refused, and where."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ringassay.evaluation import SuiteError
from ringassay.evaluation.data.columns import read_option
from ringassay.evaluation.data.packing import chosen_pack
from ringassay.evaluation.data.rows import packed, read_rows, unpacked
from ringassay.evaluation.data.signature import Signature
from ringassay.evaluation.direct import read_data

TWO = Signature(("x", "y"), (3, 3), 3, "real", None, 2.0)
ONE = Signature(("x",), (3,), 3, "real", None, 2.0)
LIST = Signature(("rows[0]", "rows[1]"), (2, 2), 2, "real", None, 2.0)
BITS = Signature(("x",), (3,), 3, "gf2")
WHOLE = Signature(("x",), (3,), 3, "zt", 17)
COMPLEX = Signature(("x",), (3,), 3, "complex", None, 2.0)

RNG = np.random.default_rng(1)
VALUES = RNG.uniform(-2, 2, (7, 2, 3))
"""Row, argument, entry."""


def csv(folder: Path, text: str, name: str = "in.csv") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


def series(values: Any, name: str, form: str = "{name}_{index}", start: int = 0) -> dict[str, Any]:
    return {
        form.format(name=name, index=start + at): values[:, at] for at in range(values.shape[1])
    }


def both(form: str = "{name}_{index}", start: int = 0) -> pd.DataFrame:
    found = series(VALUES[:, 1], "y", form, start) | {"id": [f"c{row}" for row in range(7)]}
    return pd.DataFrame(found | series(VALUES[:, 0], "x", form, start))


@pytest.mark.parametrize("form", ["{name}_{index}", "{name}[{index}]", "{name}{index}"])
@pytest.mark.parametrize("start", [0, 1])
def test_arguments_are_found_by_name_in_every_format(tmp_path, form, start):
    frame = both(form, start)
    paths = {name: tmp_path / f"in.{name}" for name in ("csv", "tsv", "parquet", "jsonl")}
    frame.to_csv(paths["csv"])  # with the index, as pandas writes it
    frame.to_csv(paths["tsv"], sep="\t", index=False)
    frame.to_parquet(paths["parquet"])
    frame.to_json(paths["jsonl"], orient="records", lines=True, double_precision=15)
    for path in paths.values():
        found = read_rows(str(path), TWO)
        assert np.allclose(found, VALUES, rtol=0, atol=1e-14), path
        assert path.suffix == ".jsonl" or (found == VALUES).all(), "every double is read back"
    assert (read_data(frame, TWO, None, None)[0] == VALUES).all()


def test_whole_vectors_stand_in_one_column(tmp_path):
    np.savez(tmp_path / "in.npz", y=VALUES[:, 1], x=VALUES[:, 0])
    assert (read_rows(str(tmp_path / "in.npz"), TWO) == VALUES).all()
    lists = {"x": list(VALUES[:, 0]), "y": list(VALUES[:, 1])}
    pd.DataFrame(lists).to_parquet(tmp_path / "in.parquet")
    assert (read_rows(str(tmp_path / "in.parquet"), TWO) == VALUES).all()
    assert (read_data(pd.DataFrame(lists), TWO, None, None)[0] == VALUES).all()
    assert (read_data({"x": VALUES[:, 0], "y": VALUES[:, 1]}, TWO, None, None)[0] == VALUES).all()
    rows = [{"x": row[0].tolist(), "y": row[1].tolist()} for row in VALUES]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n\n")
    assert (read_rows(str(tmp_path / "in.jsonl"), TWO) == VALUES).all()
    text = "".join(f'"{row[0].tolist()}","{row[1].tolist()}"\n' for row in VALUES)
    assert (read_rows(csv(tmp_path, "x,y\n" + text), TWO) == VALUES).all()


def test_rows_without_names_are_taken_in_order(tmp_path):
    for name, array in (("flat", VALUES.reshape(7, -1)), ("deep", VALUES)):
        np.save(tmp_path / f"{name}.npy", array)
        assert (read_rows(str(tmp_path / f"{name}.npy"), TWO) == VALUES).all()
        assert (read_data(array, TWO, None, None)[0] == VALUES).all()
    np.savetxt(tmp_path / "in.csv", VALUES[:, 0], delimiter=";", fmt="%.17g")
    assert (read_rows(str(tmp_path / "in.csv"), ONE) == VALUES[:, :1]).all()
    (tmp_path / "in.jsonl").write_text("".join(f"{row[0].tolist()}\n" for row in VALUES))
    assert (read_rows(str(tmp_path / "in.jsonl"), ONE) == VALUES[:, :1]).all()
    assert (read_data(pd.DataFrame(VALUES[:, 0]), ONE, None, None)[0] == VALUES[:, :1]).all()
    # A single argument takes all columns, whatever they are called.
    frame = pd.DataFrame(VALUES[:, 0], columns=["age", "income", "debt"])
    assert (read_data(frame, ONE, None, None)[0] == VALUES[:, :1]).all()


def test_several_vectors_of_one_argument(tmp_path):
    values = VALUES[:, :, :2]
    np.savez(tmp_path / "in.npz", rows=values)
    assert (read_rows(str(tmp_path / "in.npz"), LIST) == values).all()
    named = {f"rows_{j}_{i}": values[:, j, i] for j in (0, 1) for i in (0, 1)}
    assert (read_data(pd.DataFrame(named), LIST, None, None)[0] == values).all()
    nested = pd.DataFrame({"rows": [row.tolist() for row in values]})
    nested.to_parquet(tmp_path / "in.parquet")
    assert (read_rows(str(tmp_path / "in.parquet"), LIST) == values).all()


def test_columns_are_named_by_the_user():
    frame = both("{name}_{index}").rename(columns=lambda name: name.replace("x_", "f"))
    told = read_option(["x=f0..f2", "y=y_0,y_1,y_2"])
    assert (read_data(frame, TWO, told, None)[0] == VALUES).all()
    only = read_data(frame, ONE, read_option(["f0..f2"]), 4)
    assert (only[0] == VALUES[:4, :1]).all() and only[1] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (["z=x_0"], "the arguments are x, y"),
        (["x=x_0..x_1"], "2 columns are named for x, which takes 3 entries"),
        (["x=x_0,x_1,x_9"], "no column is called 'x_9'"),
        (["x=x_2..x_0"], "column x_0 comes before x_2"),
    ],
)
def test_columns_that_are_not_there(columns, message):
    with pytest.raises(SuiteError, match=message):
        read_data(both(), TWO, read_option(columns), None)


def test_cells_of_every_space(tmp_path):
    frame = pd.DataFrame({"x_0": ["0", "1"], "x_1": [True, False], "x_2": [1.0, 0.0]})
    assert read_data(frame, BITS, None, None)[0].tolist() == [[[0, 1, 1]], [[1, 0, 0]]]
    cells = [[16, 0, 5.0], [Decimal(3), "7", "8.0"], [np.int8(1), np.uint64(2), 0]]
    frame = pd.DataFrame(cells, columns=["a", "b", "c"], dtype=object)
    assert read_data(frame, WHOLE, None, None)[0].tolist() == [
        [[16, 0, 5]],
        [[3, 7, 8]],
        [[1, 2, 0]],
    ]

    text = csv(tmp_path, "x_0,x_1,x_2\n0.5-1i,2,-1.5j\n (1+0.25j) ,1i,1e-3\n")
    wanted = [[[0.5 - 1j, 2, -1.5j]], [[1 + 0.25j, 1j, 1e-3]]]
    assert read_rows(text, COMPLEX).tolist() == wanted
    array = np.array(wanted)
    assert read_data(array[:, 0], COMPLEX, None, None)[0].tolist() == wanted
    large = Signature(("x",), (1,), 1, "zt", (1 << 62) - 57)
    assert read_data([[(1 << 62) - 58]], large, None, None)[0].item() == (1 << 62) - 58


HEAD = "x_0,x_1,x_2\n0.5,1,-2\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "1,,2\n", r"row 1 \(line 3\), column x_1: a value is missing"),
        (HEAD + "\n1,NaN,2\n", r"row 1 \(line 4\), column x_1: a value is missing"),
        (HEAD + "1,2\n", r"row 1 \(line 3\): 2 cells, where there are 3 columns"),
        (HEAD + "1,2,1,0\n", r"row 1 \(line 3\): 4 cells"),
        (HEAD + "1,2.5,1\n", r"row 1 \(line 3\), column x_1: 2.5 is not a number of at most 2"),
        (HEAD + "1,x,1\n", r"row 1 \(line 3\), column x_1: 'x' is not a number"),
        (HEAD + "1,1_0,1\n", "'1_0' is not a number"),
        (HEAD + "1,inf,1\n", "'inf' is not a number"),
        (HEAD + '1,"0,5",1\n', "'0,5' is not a number"),
        (HEAD + "1,1i,1\n", "'1i' is not a number"),
        (HEAD, None),
        ("x_0,x_1,x_2\n", "no row in it"),
        ("", "no row in it"),
        ("x_0,x_0,x_2\n1,1,1\n", "two columns are called 'x_0'"),
        ("x_0,x_1\n1,1\n", r"2 columns \(x_0, x_1\), where x takes 3 entries"),
        ("x_0,x_1,x_2,x_3\n1,1,1,1\n", "4 columns .*x takes 3 entries"),
        ("a,b,c,d\n1,1,1,1\n", "call its columns x_0 to x_2.*--columns"),
        ('x\n"[1,2]"\n', "column x holds 2 entries in a row"),
        ('x\n"[1,2,1]"\n"[1,2]"\n', r"row 1 \(line 3\), column x: another number of entries"),
        ('x_0,x_1,x_2\n"1,1,1\n', "line"),
    ],
)
def test_what_is_wrong_is_told_with_row_and_column(tmp_path, text, message):
    path = csv(tmp_path, text)
    if message is None:
        assert read_rows(path, ONE).shape == (1, 1, 3)
        return
    with pytest.raises(SuiteError, match=message) as told:
        read_rows(path, ONE)
    assert str(told.value).startswith(path)


@pytest.mark.parametrize(
    ("takes", "cell", "message"),
    [
        (BITS, 2, "2 is not 0 or 1"),
        (BITS, -1, "-1 is not 0 or 1"),
        (WHOLE, 17, "17 is not a whole number from 0 to 16"),
        (WHOLE, -1, "-1 is not a whole number"),
        (WHOLE, 1.5, "1.5 is not a whole number"),
        (WHOLE, 1e300, "is not a whole number"),
        (WHOLE, 2**70, "is not a whole number"),
        (WHOLE, "1e1", "'1e1' is not a whole number"),
        (WHOLE, 1j, "is not a whole number"),
        (ONE, 1j, "is not a number"),
        (ONE, None, "a value is missing"),
        (ONE, float("nan"), "a value is missing"),
        (ONE, float("inf"), "inf is not a number"),
        (ONE, -2.0000001, "is not a number of at most 2 in absolute value: scale the column"),
        (ONE, [1, 2], "another number of entries|12 columns|columns"),
        (ONE, object(), "is not a number"),
        (COMPLEX, 2 + 1j, "is not a complex number of at most 2"),
        (COMPLEX, "1+", "'1\\+' is not a complex number"),
    ],
)
def test_values_of_no_use(takes, cell, message):
    frame = pd.DataFrame({"a": [0, 0], "b": pd.Series([1, cell], dtype=object), "c": [1, 1]})
    with pytest.raises(SuiteError, match=message):
        read_data(frame, takes, None, None)


@pytest.mark.parametrize("kind", ["frame", "parquet"])
@pytest.mark.parametrize(
    ("column", "wanted"),
    [
        (pd.Categorical(["7", "2"]), [7, 2]),
        (pd.array([1, None], dtype="Int64"), "row 1, column x_2: a value is missing"),
        (pd.array(["1", None], dtype="string"), "row 1, column x_2: a value is missing"),
        ([1.0, float("nan")], "row 1, column x_2: a value is missing"),
        ([Decimal(1), Decimal(2)], [1, 2]),
        ([True, False], [1, 0]),
        ([b"1", b"2"], [1, 2]),
        (np.array([1, 2], np.float32), [1, 2]),
        (pd.to_datetime(["1970-01-01", "1970-01-01"]), "row 0, column x_2"),
        (pd.to_timedelta([1, 2]), "row 0, column x_2"),
        (pd.to_timedelta([1, 2]).to_numpy("m8[ns]"), "row 0, column x_2"),
    ],
)
def test_columns_of_every_kind(tmp_path, kind, column, wanted):
    frame = pd.DataFrame({"x_0": [1, 2], "x_1": [3, 4], "x_2": column})

    def read() -> Any:
        if kind == "frame":
            return read_data(frame, WHOLE, None, None)[0]
        frame.to_parquet(tmp_path / "in.parquet")
        return read_rows(str(tmp_path / "in.parquet"), WHOLE)

    if isinstance(wanted, str):
        with pytest.raises(SuiteError, match=wanted):
            read()
        return
    assert read()[:, 0].tolist() == [[1, 3, wanted[0]], [2, 4, wanted[1]]]


def test_files_that_are_not_what_they_are_called(tmp_path):
    for name, message in (
        ("in.npy", "not an array"),
        ("in.npz", "not arrays"),
        ("in.parquet", "not a Parquet file"),
        ("in.jsonl", "not JSON"),
    ):
        (tmp_path / name).write_bytes(b"\x93NUMPY no \xff")
        with pytest.raises(SuiteError, match=message):
            read_rows(str(tmp_path / name), ONE)
    (tmp_path / "in.csv").write_bytes(b"x_0,x_1,x_2\n1,1,\xff\n")
    with pytest.raises(SuiteError, match="not UTF-8"):
        read_rows(str(tmp_path / "in.csv"), ONE)
    with pytest.raises(SuiteError, match="cannot be read"):
        read_rows(str(tmp_path / "none.csv"), ONE)


def test_nothing_in_a_file_is_executed(tmp_path):
    class Evil:
        def __reduce__(self) -> Any:
            return (Path.touch, (tmp_path / "executed",))

    np.save(tmp_path / "in.npy", np.array([[Evil()]], object), allow_pickle=True)
    np.savez(tmp_path / "in.npz", allow_pickle=True, x=np.array([[Evil()]], object))
    for name in ("in.npy", "in.npz"):
        with pytest.raises(SuiteError, match="not a"):
            read_rows(str(tmp_path / name), ONE)
    assert not (tmp_path / "executed").exists()


def test_json_lines_say_which_row_differs(tmp_path):
    for text, message in (
        ('{"x":[1,1,1]}\n{"y":[1,1,1]}\n', r"row 1 \(line 2\): has y, where row 0 has x"),
        ('{"x":[1,1,1]}\n[1,1,1]\n', "row 1"),
        ('{"x":[1,1,NaN]}\n', "NaN is no number of JSON"),
        ('{"x":[1,1,null]}\n', r"column x\[2\]: a value is missing"),
        ('{"x":[1,1]}\n', "holds 2 entries"),
        ("[" * 100_000, "not JSON"),
    ):
        (tmp_path / "in.jsonl").write_text(text)
        with pytest.raises(SuiteError, match=message):
            read_rows(str(tmp_path / "in.jsonl"), ONE)


def test_long_tables_are_read_in_blocks_up_to_what_is_asked_for(tmp_path):
    values = RNG.uniform(-2, 2, (9001, 3))
    pd.DataFrame(values, columns=["a", "b", "c"]).to_csv(tmp_path / "in.csv", index=False)
    for most in (1, 4096, 4097, 9000, 9001, None):
        assert (read_rows(str(tmp_path / "in.csv"), ONE, None, most)[:, 0] == values[:most]).all()
    with (tmp_path / "in.csv").open("a") as file:
        file.write("1,2,3\n")
    assert len(read_rows(str(tmp_path / "in.csv"), ONE, None, 9001)) == 9001
    with pytest.raises(SuiteError, match=r"row 9001 \(line 9003\), column c"):
        read_rows(str(tmp_path / "in.csv"), ONE)


def test_rows_are_packed_and_come_back():
    for rows, pack in ((7, 1), (7, 2), (7, 4), (8, 4), (1, 16)):
        values = RNG.uniform(size=(rows, 2, 3))
        inputs = list(packed(values, pack))
        assert len(inputs) == -(-rows // pack) and {one.shape for one in inputs} == {(2, 3 * pack)}
        assert inputs[0][1, 2 * pack] == values[0, 1, 2]
        back = np.concatenate([unpacked(one, pack) for one in inputs])
        assert (back[:rows] == values).all()
        assert (back[rows:] == values[-1]).all(), "the room that is left repeats the last row"


@pytest.mark.parametrize(
    ("batch", "space", "modulus", "rows", "rotates", "pack"),
    [
        (64, "real", None, 1000, True, 64),
        (64, "real", None, 100, True, 8),
        (64, "real", None, 18, True, 1),
        (4096, "real", None, 1000, True, 1),
        (30, "real", None, 1000, True, 32),
        (30, "real", None, 1000, False, 64),
        (64, "zt", 65537, 1000, True, 64),
        (64, "zt", 257, 1000, True, 2),
        (64, "zt", 65536, 1000, True, 1),
        (64, "zt", 97 * 193, 1000, True, 1),
        (64, "gf2", None, 1000, True, 1),
        (1, "complex", None, 100_000, False, 4096),
    ],
)
def test_how_many_rows_share_a_ciphertext(batch, space, modulus, rows, rotates, pack):
    bound = 1.0 if space in ("real", "complex") else None
    takes = Signature(("x",), (batch,), batch, space, modulus, bound)
    assert chosen_pack(takes, rows, rotates=rotates) == pack
