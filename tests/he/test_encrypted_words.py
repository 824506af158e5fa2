"""Lookups of encrypted words, and saved keys and ciphertexts of gates."""

from __future__ import annotations

import random

import pytest

from ringassay import gates


@pytest.fixture(scope="module")
def keys() -> gates.Keys:
    return gates.keys(word_bits=2)


def test_lookups_are_their_tables(keys: gates.Keys) -> None:
    words = keys.encrypt_words([0, 1, 2, 3])
    draw = random.Random(1)
    for bits in (1, 2, 3):
        table = [draw.randrange(1 << bits) for _ in range(4)]
        assert keys.decrypt(words.lookup(table, bits=bits)) == table
    squares = words.lookup(lambda word: word * word % 4)
    assert keys.decrypt(squares.lookup([3, 2, 1, 0])) == [3, 2, 3, 2]
    assert 0 < squares.failure_probability < 2**-128
    assert words.failure_probability == 0
    assert (len(squares), squares.bits) == (4, 2)


def test_several_tables_of_shorter_words(keys: gates.Keys) -> None:
    words = keys.encrypt_words([0, 1], bits=1)
    both = words.lookups([[1, 0], [0, 1]])
    assert [keys.decrypt(found) for found in both] == [[1, 0], [0, 1]]


def test_sums(keys: gates.Keys) -> None:
    x, y = keys.encrypt_words([0, 1, 2, 1]), keys.encrypt_words([1, 0, 1, 1])
    assert keys.decrypt(x + y) == [1, 1, 3, 2]
    assert keys.decrypt(2 * y + 1) == [3, 1, 3, 3]
    assert keys.decrypt(3 + x * -1) == [3, 2, 1, 2]
    assert keys.decrypt((x - y)[2:] - 0) == [1, 0]


def test_saved_objects_come_back(keys: gates.Keys) -> None:
    server = gates.Evaluator.load(keys.evaluator.save())
    words = server.load_words(keys.encrypt_words([3, 1]).save()).lookup([1, 2, 3, 0])
    bits = ~server.load_bits(keys.encrypt([0, 1]).save())
    again = gates.Keys.load(keys.save_secret(), keys.evaluator.save(), word_bits=2)
    assert again.decrypt(again.evaluator.load_words(words.save())) == [0, 2]
    assert again.decrypt(again.evaluator.load_bits(bits.save())) == [1, 0]
    assert server.security_bits >= 128


def test_what_is_refused(keys: gates.Keys) -> None:
    words = keys.encrypt_words([1, 2])
    for wrong in ([4], [], [[0, 1]], [-1], ["x"], None):
        with pytest.raises(gates.VectorError):
            keys.encrypt_words(wrong)  # type: ignore[arg-type]
    for table in ([0, 1], [0, 1, 2, 4], [0, 0, 0, -1]):
        with pytest.raises(gates.OperandError):
            words.lookup(table)
    with pytest.raises(gates.SchemeError):
        gates.keys(word_bits=5)
    with pytest.raises(TypeError):
        words + 0.5  # type: ignore[operator]
    saved = words.save()
    with pytest.raises(gates.DataError):
        keys.evaluator.load_words(saved[:-1])
    with pytest.raises(gates.DataError):
        keys.evaluator.load_bits(saved)
    others = gates.keys()
    with pytest.raises(gates.MismatchError, match="parameters"):
        others.evaluator.load_words(saved)
    stranger = gates.keys(word_bits=2)
    with pytest.raises(gates.MismatchError):
        words + stranger.encrypt_words([1, 2])
    with pytest.raises(gates.MismatchError, match="not that of the secret key"):
        gates.Keys.load(keys.save_secret(), stranger.evaluator.save())
