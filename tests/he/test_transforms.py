"""Matrices times encrypted vectors, and sums, by the same names in BGV, BFV and CKKS."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ringassay import bfv, bgv, ckks
from ringassay.he import Transform

T = 257
MODULES = {"bgv": bgv, "bfv": bfv, "ckks": ckks}


def _parameters(scheme: str, length: int, depth: int = 2) -> Any:
    if scheme == "ckks":
        return ckks.choose(depth=depth, precision=14, length=length, degree=1024, insist=True)
    return MODULES[scheme].choose(
        index=256, insist=True, plaintext=T, length=length, depth=depth, slack=2
    )


def _matrix(scheme: str, length: int, seed: int = 1) -> Any:
    drawn = np.random.default_rng(seed)
    if scheme == "ckks":
        return drawn.uniform(-1, 1, (length, length)) / length
    return drawn.integers(-T + 1, T, (length, length))


def _vector(scheme: str, length: int) -> Any:
    drawn = np.random.default_rng(7)
    return drawn.uniform(-1, 1, length) if scheme == "ckks" else drawn.integers(0, T, length)


def _same(scheme: str, found: Any, wanted: Any) -> bool:
    if scheme == "ckks":
        return bool(np.allclose(found, wanted, atol=2**-9))
    return bool(np.all(found == np.mod(wanted, T)))


@pytest.mark.parametrize("length", [1, 2, 8, 16])
@pytest.mark.parametrize("scheme", MODULES)
def test_a_matrix_times_a_vector(scheme, length):
    chosen = _parameters(scheme, length)
    matrix, x = _matrix(scheme, length), _vector(scheme, length)
    transform = chosen.transform(matrix)
    assert isinstance(transform, Transform)
    made = chosen.keys(rotations=transform)
    assert made.evaluation.rotations == transform.rotations
    a = made.encrypt(x)
    assert _same(scheme, made.decrypt(transform @ a), matrix @ x)
    assert _same(scheme, made.decrypt(a.transform(transform)), matrix @ x)
    assert _same(scheme, made.decrypt(transform @ (a * a)), matrix @ (x * x))


@pytest.mark.parametrize("scheme", MODULES)
def test_keys_for_several_transforms(scheme):
    chosen = _parameters(scheme, 8)
    dense, x = _matrix(scheme, 8), _vector(scheme, 8)
    first = chosen.transform(dense)
    second = chosen.transform(np.eye(8, k=1, dtype=dense.dtype))
    made = chosen.keys(rotations=[first, second])
    a = made.encrypt(x)
    assert _same(scheme, made.decrypt(second @ (first @ a)), np.append((dense @ x)[1:], 0))
    assert made.evaluation.rotations <= first.rotations + second.rotations
    with pytest.raises(bgv.VectorError, match="not both"):
        chosen.keys(rotations=[first, 1])
    one = chosen.keys(rotations=second)
    with pytest.raises(bgv.MissingKeyError, match="rotations="):
        first @ one.encrypt(x)


@pytest.mark.parametrize("scheme", MODULES)
def test_sums_are_numbers(scheme):
    chosen = _parameters(scheme, 8)
    made, x = chosen.keys(), _vector(scheme, 8)
    total = made.encrypt(x).sum()
    assert _same(scheme, made.decrypt(total), x.sum())
    assert _same(scheme, made.decrypt(np.sum(made.encrypt(x))), x.sum())


@pytest.mark.parametrize("module", [bgv, bfv])
def test_polynomials_modulo_t(module):
    chosen = module.choose(index=256, insist=True, plaintext=T, length=8, depth=4)
    made, x = chosen.keys(rotation_keys=0), np.arange(250, 258) % T
    coefficients = [3, -2, 0, 7, 1, -256]
    wanted = sum(int(c) * x.astype(object) ** k for k, c in enumerate(coefficients)) % T
    assert np.array_equal(made.decrypt(made.encrypt(x).polynomial(coefficients)), wanted)
    with pytest.raises(bgv.VectorError):
        made.encrypt(x).polynomial([0.5])
    with pytest.raises(bgv.VectorError, match="vector of integers"):
        made.encrypt(x).polynomial([[1, 2]])


@pytest.mark.parametrize("scheme", MODULES)
def test_what_is_no_square_matrix_of_numbers(scheme):
    chosen = _parameters(scheme, 8)
    for wrong in (np.ones((7, 8), int), np.ones(8, int), np.ones((9, 9), int), [["x"] * 8] * 8, 1):
        with pytest.raises(bgv.VectorError):
            chosen.transform(wrong)
    made = chosen.keys()
    a = made.encrypt(_vector(scheme, 8))
    with pytest.raises(TypeError, match=r"Parameters\.transform"):
        a.transform(np.eye(8))
    other = _parameters(scheme, 8, depth=1).transform(np.eye(8, dtype=int))
    with pytest.raises(bgv.MismatchError):
        other @ a


def test_complex_matrices_make_complex_vectors():
    chosen = _parameters("ckks", 4)
    transform = chosen.transform(np.diag([1j, -1j, 0.5, 1 - 1j]))
    made = chosen.keys(rotations=transform)
    x = np.array([0.5, 0.25, -1, 0.75])
    found = made.decrypt(transform @ made.encrypt(x))
    assert found.dtype == np.complex128
    assert np.allclose(found, [0.5j, -0.25j, -0.5, 0.75 - 0.75j], atol=2**-9)


def test_entries_of_integer_matrices_are_residues():
    chosen = _parameters("bgv", 2)
    for wrong in ([[T, 0], [0, 1]], [[-T, 0], [0, 1]], [[0.5, 0], [0, 1]]):
        with pytest.raises(bgv.VectorError):
            chosen.transform(wrong)
