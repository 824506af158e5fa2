"""`ringassay.ckks` computes what numpy computes, within the errors that it states."""

from __future__ import annotations

import numpy as np
import pytest

from ringassay import ckks

LENGTH = 8


@pytest.fixture(scope="module")
def parameters() -> ckks.Parameters:
    """Small and fast: no security is asked for."""
    return ckks.choose(depth=4, precision=15, length=LENGTH, degree=2048, insist=True)


@pytest.fixture(scope="module")
def keys(parameters) -> ckks.Keys:
    return parameters.keys()


@pytest.fixture(scope="module")
def numbers() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(7)
    return random.uniform(-1, 1, LENGTH), random.uniform(-1, 1, LENGTH)


def check(keys, ciphertext, wanted):
    """The errors lie below the stated bound, which is not absurd."""
    found = keys.precision(ciphertext, wanted)
    assert found.l2.worst <= ciphertext.noise.worst_error
    assert ciphertext.noise.worst_error < 2**-8
    got = keys.decrypt(ciphertext)
    assert got.dtype == (np.complex128 if ciphertext.is_complex else np.float64)
    assert np.allclose(got, wanted, atol=ciphertext.noise.worst_error, rtol=0)


def test_operators_are_those_of_numpy(keys, numbers):
    x, y = numbers
    a, b = keys.encrypt(x), keys.encrypt(y)
    for found, wanted in [
        (a + b, x + y),
        (a - b, x - y),
        (-a, -x),
        (a * b, x * y),
        (a * a, x * x),
        (a + y, x + y),
        (y - a, y - x),
        (a - 0.25, x - 0.25),
        (1 - a, 1 - x),
        (y * a, x * y),
        (a * 3, 3 * x),
        (0.3 * a, 0.3 * x),
        (np.float64(0.3) * a, 0.3 * x),
        (a**1, x),
        (a**5, x**5),
        (a * b + a, x * y + x),
        (a * b * b - a * 0.5, x * y * y - x * 0.5),
        (a.rotate(3), np.roll(x, -3)),
        (a.rotate(-1), np.roll(x, 1)),
        (a.sum(), np.full(LENGTH, x.sum())),
        (a.conjugate(), x),
    ]:
        check(keys, found, wanted)


def test_complex_numbers(keys):
    random = np.random.default_rng(8)
    z = 0.7 * (random.uniform(-1, 1, LENGTH) + 1j * random.uniform(-1, 1, LENGTH))
    a, x = keys.encrypt(z), keys.encrypt(z.real)
    for found, wanted in [
        (a * a, z * z),
        (a.conjugate(), z.conj()),
        (x * 1j, 1j * z.real),
        (x + (0.5 - 0.25j), z.real + (0.5 - 0.25j)),
        (x * a, z.real * z),
        (x * z, z.real * z),
    ]:
        assert found.is_complex
        check(keys, found, wanted)
    assert (x * 1j).level == x.level, "i takes no level"


def test_functions(keys, numbers):
    x, y = numbers
    a = keys.encrypt(x).within(1)
    cube = ckks.Polynomial([0.5, 0, -1, 0.25])
    assert (cube.degree, cube.depth, cube.products) == (3, 2, 2)
    check(keys, a.polynomial(cube), 0.5 - x**2 + 0.25 * x**3)
    sine = ckks.Polynomial.interpolate(np.sin, -1, 1, 7)
    assert np.count_nonzero(sine.coefficients) == 4, "odd"
    assert sine.largest_error(np.sin, -1, 1) < 1e-7
    check(keys, a.polynomial(sine), [sine(v) for v in x])
    both = ckks.Polynomial.by_entry(
        [ckks.Polynomial([0, 1, 1]), ckks.Polynomial([0.5, 0, -1])], [0, 1, None, 0]
    )
    wanted = np.zeros(LENGTH)
    wanted[[0, 3]] = x[[0, 3]] + x[[0, 3]] ** 2
    wanted[1] = 0.5 - x[1] ** 2
    check(keys, a.polynomial(both), wanted)
    # Up to 2, so that the range of fresh numbers would not do.
    wide = ckks.choose(depth=4, precision=12, range=4, length=LENGTH, degree=2048, insist=True)
    others = wide.keys(rotations=[])
    positive = others.encrypt(0.75 + x / 4).within(1)
    check(others, positive.inverse(0.5, 1, bits=12), 1 / (0.75 + x / 4))
    sign = ckks.Sign(2, 10, degrees=[3, 3], refinements=0)
    assert (sign.depth, sign.gap) == (4, 0.25)
    away = np.sign(x) * np.maximum(abs(x), 0.25)
    found = others.decrypt(others.encrypt(away).within(1).sign(sign))
    assert np.allclose(found, np.sign(x), atol=sign.error + 2**-8)
    with pytest.raises(ZeroDivisionError):
        ckks.Polynomial.interpolate(lambda v: 1 / 0, -1, 1, 3)
    with pytest.raises(ckks.ParametersError):
        ckks.Polynomial([])
    with pytest.raises(ckks.OperandError, match="another interval"):
        (keys.encrypt(x) + 1).polynomial(sine)
    del y


def test_the_standard_sign_is_told():
    sign = ckks.Sign()
    assert sign.depth == 40
    assert sign.gap == 2**-30
    assert sign.error < 2**-80
    assert "40 levels" in repr(sign)


def test_what_is_refused_has_its_class(parameters, keys, numbers):
    x, _ = numbers
    a = keys.encrypt(x)
    for wrong in (
        x[:3],
        [np.nan] * LENGTH,
        [np.inf] * LENGTH,
        2 * np.ones(LENGTH),
        "ab",
        [None] * 8,
    ):
        with pytest.raises(ckks.VectorError):
            keys.encrypt(wrong)
    with pytest.raises(ckks.VectorError):
        a + "x"
    with pytest.raises(ckks.SchemeError):
        a**32
    with pytest.raises(ckks.MissingKeyError):
        keys.public.encrypt(x) ** 2
    with pytest.raises(ckks.OperandError):
        a**0
    with pytest.raises(TypeError, match="not compared"):
        assert a == a
    other = ckks.choose(depth=1, precision=10, length=LENGTH, degree=1024, insist=True).keys()
    with pytest.raises(ckks.MismatchError):
        a + other.encrypt(x)
    with pytest.raises(ckks.MismatchError):
        other.decrypt(a)
    few = parameters.keys(rotations=[1])
    few.encrypt(x).rotate(1)
    with pytest.raises(ckks.MissingKeyError):
        few.encrypt(x).rotate(4)


def test_everything_is_saved_and_loaded(parameters, keys, numbers):
    x, y = numbers
    loaded = ckks.Parameters.load(parameters.save(), LENGTH, parameters.range)
    secret = loaded.load_secret_key(keys.secret.save())
    public = loaded.load_public_key(keys.public.save())
    evaluation = loaded.load_evaluation_keys(keys.evaluation.save())
    a = public.encrypt(x).using(evaluation)
    b = evaluation.load_ciphertext(keys.encrypt(y).save(), is_complex=False)
    product = a * b
    assert np.allclose(secret.decrypt(product), x * y, atol=product.noise.worst_error)
    seeded = secret.encrypt(x).save()
    assert len(seeded) < 0.6 * len(a.save())
    for bad in (b"", a.save()[:-1], b"x" * 100):
        with pytest.raises(ckks.DataError):
            loaded.load_ciphertext(bad)


def test_notebooks_show_everything_but_secrets(parameters, keys, numbers):
    x, _ = numbers
    a = keys.encrypt(x)
    shown = [parameters, a, keys, keys.secret, keys.public, keys.evaluation]
    assert all("<div" in one._repr_html_() for one in shown)
    precision = keys.precision(a, x)
    assert "worst" in precision._repr_html_()
    assert "bits in the worst slot" in repr(precision)
    assert "level 4" in repr(a)
    assert "not shown" in keys._repr_html_()
    assert dict(precision.l2.percentiles)[50.0] == precision.l2.median
    assert ckks.bits(0.25) == 2
    with pytest.raises(ckks.SchemeError):
        ckks.precision([1.0], [1.0, 2.0])


def test_what_is_no_polynomial_of_ours_is_told_what_would_be() -> None:
    keys = ckks.choose(depth=1, length=4).keys()
    a = keys.encrypt([0.5, 0.25, 0.0, -1.0])
    with pytest.raises(TypeError, match=r"ckks\.Polynomial\(coefficients\)"):
        a.polynomial(np.polynomial.Polynomial([0, 1]))
