"""Keys judged outright: rows, arrays, limits, several keys, refusals."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ringassay import _native, security
from ringassay.security import Key, SecurityError


def test_every_attack_has_a_row_and_the_cheapest_counts() -> None:
    dense = security.estimate(2048, 53)
    names = [row.attack for row in dense.attacks]
    assert len(names) == len(set(names)) == 5
    assert dense.bits == dense.attacks[0].bits == min(row.bits for row in dense.attacks)
    sparse = security.estimate(2048, 53, secret="sparse-64")
    assert {row.attack for row in sparse.attacks} - set(names) == {"primal hybrid attack"}
    assert sparse.bits < dense.bits
    bits, words = _native.attack_status("lwe", 2048, 53, 3.19, "ternary")
    assert (dense.bits, dense.words) == (bits, words)
    assert dense.frame()["bits"].tolist() == [row.bits for row in dense.attacks]


def test_an_index_stands_for_its_totient() -> None:
    assert security.estimate(log2_q=300, index=21845).key.n == 16384
    assert Key.of_index(7, 20.0, secret="sparse-3").n == 6
    assert security.max_log2_q(index=4096) == security.max_log2_q(2048)


def test_fewer_samples_and_other_models_are_taken_seriously() -> None:
    free, bound = (security.estimate(1024, 27, samples=k).bits for k in (None, 600))
    assert bound > free
    models = {model: security.estimate(1024, 27, model=model).bits for model in security.MODELS}
    assert models["core-svp-quantum"] < models["core-svp"] < models["matzov"]


def test_arrays_are_broadcast() -> None:
    moduli = np.arange(40, 60, 10)[:, None]
    found = security.bits(np.array([1024, 2048]), moduli)
    assert isinstance(found, np.ndarray)
    assert found.shape == (2, 2)
    for (i, j), value in np.ndenumerate(found):
        assert value == security.estimate((1024, 2048)[j], int(moduli[i, 0])).bits
    secrets = security.bits(2048, 53, secret=["ternary", "sparse-64"])
    assert isinstance(secrets, np.ndarray)
    assert secrets[1] < secrets[0]
    single = security.bits(2048, 53)
    assert isinstance(single, float)
    assert single == security.estimate(2048, 53).bits


def test_where_nothing_can_be_said_there_is_no_number() -> None:
    assert np.isnan(security.bits([16, 1024], 27)).tolist() == [True, False]
    assert security.bits(1024, 27, problem="ntru") == 0
    assert np.isnan(security.largest([64, 1024], 128)).tolist() == [True, False]


def test_tables_have_a_row_for_each_combination() -> None:
    table = security.table([1024, 2048], [30, 40], secret=["ternary", "gaussian-3.2"])
    assert len(table) == 8
    attacks = table.filter(like="attack")
    assert (attacks.min(axis="columns") == table["bits"]).all()


def test_limits_are_where_the_estimate_crosses() -> None:
    most = security.max_log2_q(2048, 128)
    assert security.estimate(2048, most).reaches(128)
    assert not security.estimate(2048, most + 1 / 64).reaches(128)
    least = security.min_dimension(53, 128)
    assert security.estimate(least, 53).reaches(128)
    assert not security.estimate(least - 1, 53).reaches(128)


def test_the_weakest_of_several_keys_counts() -> None:
    keys = [Key(2048, 53), Key(1024, 27), Key(2048, 40)]
    judged = security.together(keys)
    assert judged.weakest.key == keys[1]
    assert judged.bits == min(security.estimate_key(key).bits for key in keys)
    assert judged.reaches(124)
    assert not judged.reaches(128)
    assert set(judged.frame()["key"]) == {0, 1, 2}
    broken = security.together([*keys, Key(1024, 27, problem="ntru")])
    assert broken.bits == 0
    assert not broken.reaches(1)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: security.estimate(1024), "log2_q"),
        (lambda: security.estimate(log2_q=27), "either the dimension"),
        (lambda: security.estimate(1024, 27, index=4), "either the dimension"),
        (lambda: security.estimate(16, 27), "outside 32"),
        (lambda: security.estimate(-1, 27), "positive"),
        (lambda: security.estimate(True, 27), "positive"),
        (lambda: security.estimate(1024.5, 27), "whole number"),  # type: ignore[arg-type]
        (lambda: security.estimate(1024, math.nan), "finite"),
        (lambda: security.estimate(1024, "27"), "finite"),  # type: ignore[arg-type]
        (lambda: security.estimate(1024, 27, secret="narrow"), "sparse-WEIGHT"),
        (lambda: security.estimate(1024, 27, secret="sparse-2000"), "weight 2000"),
        (lambda: security.estimate(1024, 27, error_std=0), "error_std"),
        (lambda: security.estimate(1024, 27, model="own"), "no cost model"),  # type: ignore[arg-type]
        (lambda: security.bits(1024, [27, 28], secret="narrow"), "sparse-WEIGHT"),
        (lambda: security.largest(1024, 128, model="own"), "no cost model"),  # type: ignore[arg-type]
        (lambda: security.max_log2_q(64, 256), "cannot be reached"),
        (lambda: security.max_log2_q(1024, 0), "target"),
        (lambda: security.published(1024, 128, "narrow"), "sparse-WEIGHT"),
        (lambda: security.together([]), "no key"),
        (lambda: Key.of_index(10**18, 27.0), "dimensions"),
    ],
)
def test_what_cannot_be_judged_is_refused_with_the_reason(call, said) -> None:
    with pytest.raises(SecurityError, match=said):
        call()


def test_notebooks_show_tables() -> None:
    page = security.estimate(1024, 27)._repr_html_()
    assert page.count("<tr>") == 6
    assert "dual hybrid attack" in page
    page = security.together([Key(1024, 27), Key(1024, 27, problem="ntru")])._repr_html_()
    assert "0.0 bits" in page
    assert "overstretched" in page
