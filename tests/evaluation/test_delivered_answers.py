"""Answers over numbers are kept as they were delivered: stored, shown, exported, and checked.

Our own CKKS is the system: its noise makes every answer another than the expected one.
"""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import ringassay
from ringassay.evaluation import CaseDone
from ringassay.evaluation.data.answers import read_answers
from ringassay.evaluation.data.frames import check_output, table, write
from ringassay.evaluation.judgement import Tolerance, judge
from ringassay.evaluation.suite import SuiteError
from ringassay.store import CorruptStoreError, Store, export_csv, import_csv, load
from ringassay.store.answers import ANSWER_KEPT_BYTES, KeptAnswer
from ringassay.store.schema import evaluations, runs
from ringassay.trace import computation

WEIGHTS = np.linspace(-0.5, 0.5, 8)


@computation(length=8, bound=1.0)
def score(features):
    z = WEIGHTS @ features
    return z * z - 0.25, features * 0.5


ROWS = np.random.default_rng(7).uniform(-1, 1, (21, 8))


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, pd.DataFrame]:
    path = tmp_path_factory.mktemp("delivered") / "s.db"
    frame = pd.DataFrame(ROWS, columns=[f"f{at}" for at in range(8)])
    frame.index = pd.Index([f"c{row}" for row in range(21)], name="customer")
    found = ringassay.run(score, frame, "ringassay-ckks", store=path, precision=15)
    return path, found


def test_a_frame_of_answers_beside_numpys(ran):
    _, found = ran
    assert list(found["row"]) == [f"c{row}" for row in range(21)]
    assert set(found["outcome"]) == {"ok"} and set(found["system"]) == {"ringassay-ckks"}
    assert set(found["rows_in_ciphertext"]) == {2}
    for row in range(21):
        z, half = score(ROWS[row])
        wanted = np.r_[z, half]
        assert found["expected"][row] == pytest.approx(wanted, abs=1e-15)
        worst = np.abs(found["answer"][row] - wanted).max()
        assert 0 < worst < 2**-15
        assert found["error"][row] == pytest.approx(worst, rel=1e-6, abs=1e-15)
    assert (found[["encrypt_ms", "evaluate_ms", "decrypt_ms"]] > 0).all(axis=None)
    assert found.attrs["state"] == "finished"


def test_the_export_holds_what_was_delivered_and_precision_follows_from_it(ran, tmp_path):
    path, found = ran
    with Store(path, create=False) as store:
        export_csv(load(store, [found.attrs["run"]]), tmp_path)
    back = import_csv(tmp_path)
    (circuit,) = back.circuits.to_dict("records")
    magnitudes = tuple(map(float, circuit["magnitudes"].strip("[]").split(",")))
    assert max(magnitudes) == circuit["magnitude"] and len(magnitudes) == 2
    for row in back.evaluations.to_dict("records"):
        assert row["got"] != row["expected"]
        judged = judge(row["expected"].encode(), row["got"].encode(), Tolerance(15, magnitudes))
        assert judged.precision_bits == pytest.approx(row["precision_bits"], abs=1e-9)
        assert judged.mean_precision_bits == pytest.approx(row["mean_precision_bits"], abs=1e-9)
        # By hand, without the judge.
        wanted, got = (
            [
                np.array([float(e.split("+")[0]) for e in v.strip("[]").split(",")])
                for v in t.split(";")
            ]
            for t in (row["expected"], row["got"])
        )
        worst = max(
            np.abs(w - g).max() / m for w, g, m in zip(wanted, got, magnitudes, strict=True)
        )
        assert -np.log2(worst) == pytest.approx(row["precision_bits"], abs=1e-3)


def test_an_answer_that_was_altered_is_not_shown(ran, tmp_path):
    path, found = ran
    (tmp_path / "s.db").write_bytes(path.read_bytes())
    with Store(tmp_path / "s.db", create=False) as store:
        other = KeptAnswer.of(b"[0.5]")
        changes = ({"answer_zlib": other.answer_zlib}, vars(other), {"answer_zlib": b"no"})
        for number, changed in enumerate(changes):
            where = evaluations.c.input == number
            store.write(
                lambda c, w=where, v=changed: c.execute(evaluations.update().where(w).values(**v))
            )
        with pytest.raises(CorruptStoreError, match="damaged in 3 places"):
            load(store, [found.attrs["run"]])
        data = load(store, [found.attrs["run"]], strict=False)
        assert len(data.damaged) == 3 and len(data.evaluations) == len(found) // 2 + 1 - 3


def test_rows_of_before_have_no_answer_and_none_is_made_up(ran, tmp_path):
    path, found = ran
    (tmp_path / "s.db").write_bytes(path.read_bytes())
    with Store(tmp_path / "s.db", create=False) as store:
        from ringassay.store.integrity import seal

        def age(connection):
            for row in connection.execute(evaluations.select()).mappings().all():
                kept = dict.fromkeys(("answer_zlib", "answer_bytes", "answer_hash"))
                sealed = seal(evaluations, {**row, **kept})
                place = evaluations.c.input == row["input"]
                connection.execute(evaluations.update().where(place).values(**sealed))
            for row in connection.execute(runs.select()).mappings().all():
                connection.execute(runs.update().values(**seal(runs, {**row, "counts": None})))

        store.write(age)
        data = load(store, [found.attrs["run"]])
        assert data.evaluations["got"].isna().all() and data.evaluations["expected"].notna().all()
        (answers,) = read_answers(store, found.attrs["run"])
        assert not answers.systems["ringassay-ckks"].known.any()
        assert table([answers])["ringassay-ckks"].isna().all()


def test_answers_are_written_in_every_form(ran, tmp_path):
    path, found = ran
    with Store(path, create=False) as store:
        answers = read_answers(store, found.attrs["run"])
    for name in ("a.csv", "a.parquet", "a.npy"):
        write(answers, tmp_path / name)
    frames = [
        pd.read_csv(tmp_path / "a.csv"),
        pd.read_parquet(tmp_path / "a.parquet"),
        pd.DataFrame(np.load(tmp_path / "a.npy", allow_pickle=False)),
    ]
    for frame in frames:
        assert len(frame) == 21 * 9
        assert list(frame.columns[:4]) == ["row", "output", "entry", "expected"]
        delivered = np.concatenate(list(found["answer"]))
        assert (frame["ringassay-ckks"] == delivered).all(), "every double is read back"
        difference = (frame["expected"] - frame["ringassay-ckks"]).abs()
        assert frame["ringassay-ckks error"].to_numpy() == pytest.approx(difference, abs=1e-15)
    assert not list(tmp_path.glob(".*"))
    for name, message in (("a.txt", "end in .csv"), ("none/a.csv", "no folder")):
        with pytest.raises(SuiteError, match=message):
            check_output(tmp_path / name)


def test_data_as_a_notebook_has_them(tmp_path):
    @computation(length=2, modulus=257)
    def total(x, y):
        return (x * y).sum()

    x, y = np.arange(24).reshape(12, 2), np.arange(24, 48).reshape(12, 2)
    wanted = (x * y).sum(axis=1) % 257
    for data in (
        {"x": x, "y": y},
        np.stack([x, y], axis=1),
        pd.DataFrame({"y_0": y[:, 0], "x_0": x[:, 0], "y_1": y[:, 1], "x_1": x[:, 1]}),
    ):
        found = ringassay.run(total, data, "plaintext", store=tmp_path / "s.db")
        assert list(found["answer"]) == list(found["expected"]) == list(wanted)
        assert found["answer"].dtype == "Int64" and (found["error"] == 0).all()
    with pytest.raises(SuiteError, match="row 3, column y"):
        y[3, 1] = 300
        ringassay.run(total, {"x": x, "y": y}, "plaintext", store=tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


def test_a_bound_on_time_leaves_rows_that_were_not_measured(tmp_path):
    def time_is_over(event):
        """The bound's own timer goes off with the second answer, however slow the machine is."""
        if isinstance(event, CaseDone) and event.input == 1:
            for thread in threading.enumerate():
                if isinstance(thread, threading.Timer) and thread.interval == 3333:
                    thread.function()

    found = ringassay.run(
        lambda x: x * x, np.ones((20, 1)), "plaintext", length=1, bound=1.0, pack=1,
        store=tmp_path / "s.db", seconds=3333, progress=time_is_over,
    )  # fmt: skip
    assert found.attrs["state"] == "interrupted"
    left = found["outcome"] == "not measured"
    assert 15 < left.sum() < 20 and found.loc[left, "answer"].isna().all()
    assert (found.loc[~left, "answer"] == 1).all() and (found["expected"] == 1).all()
    assert not any(isinstance(thread, threading.Timer) for thread in threading.enumerate())
    with pytest.raises(SuiteError, match="seconds: a positive number"):
        ringassay.run(lambda x: x, np.ones((1, 1)), length=1, bound=1.0, seconds=0)


def test_a_function_that_differs_from_its_circuit_is_found_out(tmp_path):
    drawn = np.random.default_rng(1)
    with pytest.raises(SuiteError, match="something else than in the clear"):
        ringassay.run(
            lambda x: x * drawn.uniform(), np.ones((2, 1)), "plaintext", length=1, bound=1.0,
            store=tmp_path / "s.db",
        )  # fmt: skip


def test_answers_too_large_are_not_kept():
    assert KeptAnswer.of(b"[" + b"1," * (ANSWER_KEPT_BYTES // 2) + b"1]") == KeptAnswer()
    kept = KeptAnswer.of(b"[1.5,2]")
    assert kept.answer_bytes == 7 and kept.answer_hash is not None
