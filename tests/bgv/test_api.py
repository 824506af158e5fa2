"""`ringassay.bgv` and `ringassay.bfv` compute on ciphertexts what numpy computes on vectors."""

from __future__ import annotations

import numpy as np
import pytest

from ringassay import bfv, bgv
from ringassay.circuit import Circuit
from ringassay.he import integers


def test_the_shapes_differ(case):
    slots, length = case.parameters.slots, case.parameters.length
    assert length <= slots
    assert case.parameters.plaintext == case.t


def test_decryption_gives_the_vector(case):
    x = case.vector()
    assert case.opened(case.keys.encrypt(x)) == x.tolist()
    assert case.opened(case.keys.secret.encrypt(x)) == x.tolist()


def test_two_encryptions_of_one_vector_differ(case):
    x = case.vector()
    for encrypt in (case.keys.public.encrypt, case.keys.secret.encrypt):
        assert encrypt(x).save() != encrypt(x).save()


def test_operators_are_numpys(case):
    x, y, t = case.vector(), case.vector(), case.t
    a, b = case.keys.encrypt(x), case.keys.encrypt(y)
    for found, expected in [
        (a + b, x + y),
        (a - b, x - y),
        (a * b, x * y),
        (a * a, x * x),
        (-a, -x),
        (a + y, x + y),
        (y + a, x + y),
        (a - y, x - y),
        (y - a, y - x),
        (a * y, x * y),
        (y * a, x * y),
        (a + 1, x + 1),
        (1 - a, 1 - x),
        (a * -1, -x),
        ((a + b) * (a - b), (x + y) * (x - y)),
    ]:
        assert case.opened(found) == (expected % t).tolist()


def test_rotations_are_numpys(case):
    x = case.vector()
    a = case.keys.encrypt(x)
    length = case.parameters.length
    for steps in (0, 1, -1, 2, length // 2, length - 1, length + 3):
        assert case.opened(a.rotate(steps)) == np.roll(x, -steps).tolist(), steps


def test_selection_takes_where_the_mask_is_one(case):
    x, y = case.vector(), case.vector()
    mask = np.arange(case.parameters.length) % 3 == 0
    a, b = case.keys.encrypt(x), case.keys.encrypt(y)
    assert case.opened(a.select(b, mask)) == np.where(mask, x, y).tolist()
    # Operands of different moduli.
    product = a * b
    expected = np.where(mask, x * y % case.t, y).tolist()
    assert case.opened(product.select(b, mask)) == expected
    assert case.opened(b.select(product, ~mask)) == expected


def test_what_is_saved_comes_back(case):
    x, y = case.vector(), case.vector()
    parameters = bgv.Parameters.load(case.parameters.save(), case.parameters.length)
    assert parameters.m == case.parameters.m
    assert parameters.security_bits == case.parameters.security_bits
    secret = parameters.load_secret_key(case.keys.secret.save())
    public = parameters.load_public_key(case.keys.public.save())
    evaluation = parameters.load_evaluation_keys(case.keys.evaluation.save())
    sent = [public.encrypt(v).save() for v in (x, y)]
    a, b = (evaluation.load_ciphertext(data) for data in sent)
    result = parameters.load_ciphertext((a * b + a.rotate(1)).save())
    expected = (x * y + np.roll(x, -1)) % case.t
    assert secret.decrypt(result).tolist() == expected.tolist()


def test_a_half_of_a_ciphertext_under_the_secret_key_is_a_seed(case):
    x = case.vector()
    whole, half = (len(k.encrypt(x).save()) for k in (case.keys.public, case.keys.secret))
    assert half < 0.7 * whole


def test_damage_is_refused(bits):
    data = bytearray(bits.keys.encrypt(bits.vector()).save())
    data[len(data) // 2] ^= 1
    with pytest.raises(bgv.BgvError):
        bits.parameters.load_ciphertext(bytes(data))
    with pytest.raises(bgv.BgvError):
        bgv.Parameters.load(b"", 18)


def test_noise_is_below_its_bound_and_near_its_mean(case):
    a, b = case.keys.encrypt(case.vector()), case.keys.encrypt(case.vector())
    for ciphertext in (a, a + b, a * b, a.rotate(1)):
        noise = ciphertext.noise
        embedding, largest = case.keys.secret.measure(ciphertext)
        assert largest <= noise.bound_bits <= noise.worst_bits
        assert abs(embedding - noise.embedding_bits) < 1.5
        limit = noise.modulus_bits - 1
        if case.parameters.scheme == "BFV":  # messages are scaled by Q/t
            limit -= np.log2(case.t)
        assert noise.budget_bits == pytest.approx(limit - noise.bound_bits)
        assert ciphertext.budget_bits > 0
        assert ciphertext.failure_probability < 2.0**-100


def test_products_use_the_noise_budget_up_until_they_are_refused(bits):
    x = bits.vector()
    a = bits.keys.encrypt(x)
    left = a.budget_bits
    with pytest.raises(bgv.BgvError, match="parameters of greater depth"):
        for _ in range(20):
            a = a * a
            assert a.budget_bits < left
            left = a.budget_bits
            # Bits: a square is itself.
            assert bits.opened(a) == x.tolist()


def test_missing_keys_are_named(bits):
    a = bits.keys.public.encrypt(bits.vector())
    for operation in (lambda: a * a, lambda: a.rotate(1)):
        with pytest.raises(bgv.BgvError, match="evaluation keys"):
            operation()
    without = bits.parameters.keys(rotation_keys=0)
    assert without.evaluation.rotations == 0
    with pytest.raises(bgv.BgvError, match="evaluation keys for the exponents"):
        without.encrypt(bits.vector()).rotate(1)


def test_rotation_keys_are_those_asked_for(bits):
    x = bits.vector()
    keys = bits.parameters.keys(rotations=[3, -2])
    a = keys.encrypt(x)
    # The last is composed of the others.
    for amount in (3, -2, 0, 3 - bits.parameters.length, 1):
        assert keys.decrypt(a.rotate(amount)).tolist() == np.roll(x, -amount).tolist()
    none = bits.parameters.keys(rotations=[])
    assert none.evaluation.rotations == 0
    few = bits.parameters.keys(rotation_keys=4)
    assert few.evaluation.rotations <= 4
    assert few.decrypt(few.encrypt(x).rotate(8)).tolist() == np.roll(x, -8).tolist()
    with pytest.raises(bgv.VectorError, match="give one"):
        bits.parameters.keys(rotation_keys=4, rotations=[1])
    with pytest.raises(bgv.VectorError):
        bits.parameters.keys(rotations=[0.5])


@pytest.mark.parametrize(("gates", "count"), [("G2:LROTATE(W0,5)", 1), ("G2:LMUL(W0,W1)", 0)])
def test_rotation_keys_of_a_circuit(bits, gates, count):
    circuit = Circuit.parse(f"W=2,D=2.1,L={bits.parameters.length}\n{gates}\n".encode())
    assert bits.parameters.keys(rotations=circuit).evaluation.rotations == count


def test_another_key_decrypts_nothing(bits):
    x = np.ones(bits.parameters.length, dtype=int)
    other = bits.parameters.keys(rotation_keys=0)
    try:
        found = other.decrypt(bits.keys.encrypt(x)).tolist()
    except bgv.BgvError:
        return
    assert found != x.tolist()


@pytest.mark.parametrize(
    "vector", [np.zeros(17, dtype=int), np.zeros((18, 1), dtype=int), np.zeros(18), "text"]
)
def test_vectors_that_are_none_are_refused(bits, vector):
    with pytest.raises(bgv.BgvError):
        bits.keys.encrypt(vector)
    with pytest.raises(bgv.BgvError):
        bits.keys.encrypt(bits.vector()) + vector


def test_secrets_are_not_shown(bits):
    assert repr(bits.keys.secret) == "SecretKey(…)"
    assert "0" not in repr(bits.keys).split("secret=")[1].split(",")[0]


@pytest.mark.parametrize("scheme", [bgv, bfv])
def test_masks_have_zeros_and_ones(scheme):
    parameters = scheme.choose(64, 1, plaintext=257, index=256, insist=True)
    a = parameters.keys(rotation_keys=0).encrypt(0)
    with pytest.raises(bgv.BgvError, match="0 and 1"):
        a.select(a, [2] * 64)


def test_schemes_do_not_mix():
    of = {scheme: scheme.choose(18, 1, index=127, insist=True) for scheme in (bgv, bfv)}
    keys = {scheme: of[scheme].keys(rotation_keys=0) for scheme in of}
    a, b = (keys[scheme].encrypt(1) for scheme in (bgv, bfv))
    for operation in (
        lambda: a + b,
        lambda: b * a,
        lambda: a.select(b, 1),
        lambda: a.using(keys[bfv].evaluation),
        lambda: keys[bgv].decrypt(b),
        lambda: keys[bfv].secret.measure(a),
        lambda: of[bfv].load_ciphertext(a.save()),
        lambda: of[bgv].load_secret_key(keys[bfv].secret.save()),
    ):
        with pytest.raises(integers.MismatchError):
            operation()
    # Saved parameters say of which scheme they are.
    for scheme, name in ((bgv, "BGV"), (bfv, "BFV")):
        assert integers.Parameters.load(of[scheme].save(), 18).scheme == name
        assert repr(of[scheme]).startswith(f"<{name} ")


def test_names_are_shared_and_no_others_exist():
    for scheme in (bgv, bfv):
        assert scheme.Ciphertext is integers.Ciphertext
        assert set(integers.__all__) < set(scheme.__all__)
        with pytest.raises(AttributeError, match="nothing"):
            scheme.nothing  # noqa: B018
    with pytest.raises(integers.ParametersError, match="has no slots"):
        integers.Choose("fv")(4, 1)
