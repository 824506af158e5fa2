"""Nothing is wrong in silence: what is not guaranteed to decrypt is refused, unless one insists."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ringassay import bgv


@pytest.fixture(scope="module")
def parameters() -> bgv.Parameters:
    return bgv.choose(length=64, depth=1, security=80, plaintext=65537)


@pytest.fixture(scope="module")
def keys(parameters: bgv.Parameters) -> bgv.Keys:
    return parameters.keys()


def test_sums_of_one_ciphertext_are_right_or_refused(keys: bgv.Keys) -> None:
    vector = np.arange(64)
    x = keys.encrypt(vector) * keys.encrypt(vector)
    expected = vector * vector
    doublings = 0
    with pytest.raises(bgv.NoiseError, match="insist"):
        for doublings in range(1, 1000):
            x = x + x
            expected = 2 * expected % 65537
            assert (keys.decrypt(x) == expected).all(), doublings
            assert x.budget_bits > 0
            assert x.failure_probability <= 2.0**-60
    assert doublings > 5


def test_who_insists_gets_what_comes_and_how_likely_it_is_wrong(keys: bgv.Keys) -> None:
    vector = np.arange(64)
    x = keys.encrypt(vector).insisting()
    for _ in range(200):
        x = x + x
    assert x.failure_probability == 1.0
    assert x.budget_bits < 0
    # Noise has no copies of entries in the unused slots; without such slots it is some vector.
    with pytest.raises(bgv.BgvError, match="copies") as refused:
        keys.decrypt(x)
    assert not isinstance(refused.value, bgv.NoiseError)
    assert (keys.encrypt(vector) + x).budget_bits < 0
    assert (x * keys.encrypt(vector)).budget_bits < 0


def test_a_saved_ciphertext_does_not_insist(keys: bgv.Keys, parameters: bgv.Parameters) -> None:
    x = keys.encrypt(np.arange(64)).insisting()
    for _ in range(200):
        x = x + x
    with pytest.raises(bgv.NoiseError, match="lost"):
        keys.decrypt(parameters.load_ciphertext(x.save()))


def test_a_square_is_known_as_one(keys: bgv.Keys) -> None:
    a, b = keys.encrypt(np.arange(64)), keys.encrypt(np.arange(64))
    assert (a * a).noise.noise_bits == pytest.approx((a * b).noise.noise_bits + 0.5, abs=0.1)
    assert (a + a).noise.noise_bits == pytest.approx((a + b).noise.noise_bits + 0.5, abs=0.1)
    assert (keys.decrypt(a * a) == np.arange(64) ** 2).all()


def test_one_plaintext_as_a_factor_again_and_again(keys: bgv.Keys) -> None:
    vector = np.random.default_rng(1).integers(0, 65537, 64)
    x, expected = keys.encrypt(vector), vector
    with pytest.raises(bgv.NoiseError):
        for _ in range(100):
            x, expected = x * vector, expected * vector % 65537
            assert (keys.decrypt(x) == expected).all()


def test_probabilities_are_shown_as_far_as_they_are_known(
    keys: bgv.Keys, parameters: bgv.Parameters
) -> None:
    noise = keys.encrypt(np.arange(64)).noise
    assert noise.log2_failure == -math.inf or -64 <= noise.log2_failure < -60
    assert noise.log2_average_failure == -128
    assert parameters.failure_probability == 2.0**-128


def test_errors_do_not_tell_the_noise_that_was_found(keys: bgv.Keys) -> None:
    """It depends on the secret key: who wants it asks for it."""
    other = keys.secret.parameters.keys()
    x = keys.encrypt(np.arange(64))
    with pytest.raises(bgv.NoiseError, match="exceeds its bound") as refused:
        other.decrypt(x)
    bound = f"{x.noise.bound_bits:.1f} bits"
    assert str(refused.value).count("bits") == 1
    assert bound in str(refused.value)


def test_vectors_come_back_or_are_refused(keys: bgv.Keys) -> None:
    for bad in (65537, -1, [0.5] * 64, np.full(64, np.nan), np.full(64, 2**64 - 1, np.uint64)):
        for encrypt in (keys.encrypt, keys.secret.encrypt):
            with pytest.raises(bgv.BgvError):
                encrypt(bad)
    x = keys.encrypt(np.arange(64))
    assert (keys.decrypt(x * -1 + 65536) == (65536 - np.arange(64)) % 65537).all()
    for bad in (65537, -65537, 1.0):
        with pytest.raises(bgv.BgvError):
            x + bad
        with pytest.raises(bgv.BgvError):
            x * bad


def test_ciphertexts_are_neither_equal_nor_true(keys: bgv.Keys) -> None:
    x = keys.encrypt(np.arange(64))
    for compare in (lambda: x == x, lambda: x != 1, lambda: bool(x), lambda: x in [x + 1]):
        with pytest.raises(TypeError, match="decrypt"):
            compare()
    assert len({x, x}) == 1
