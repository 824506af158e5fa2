"""Small parts: key sharing, the estimate of the rest, stopping, hostile reports."""

from __future__ import annotations

import os
import signal
import threading

import pytest
from naive import NaiveStep

from ringassay.evaluation.keygroups import KeyParameters, group_by_key
from ringassay.evaluation.outputs import compare_outputs
from ringassay.evaluation.rows import key_record, real, whole, word
from ringassay.evaluation.stop import StopRequest, stop_on_signals
from ringassay.evaluation.support import unsupported_reason
from ringassay.store.records import StoredCircuit


def circuit(name, params, *, batch=5, space="gf2", modulus=None, point="{}", position=0):
    return StoredCircuit(
        circuit=name,
        position=position,
        family="f",
        kind="fan-in" if "=" not in params else "mixed",
        gate=None,
        space=space,
        modulus=modulus,
        batch=batch,
        depth=1.0,
        width=4,
        levels=2,
        gates=8,
        circuit_bytes=100,
        inputs=1,
        point=point,
        own_params=params,
        gate_names=("LADD",),
    )


CIRCUITS = [
    circuit("a", "L=5,D=2.2,K=80"),
    circuit("b", "L=5,D=10.0,K=80", position=1),
    circuit("c", "L=5,D=9.5,K=80", point='{"depth":"9"}', position=2),
    circuit("d", "L=5,D=3.0,K=80,T=17", space="zt", modulus=17, position=3),
    circuit("e", "L=5,D=2.2,K=80", point='{"depth":"9"}', position=4),
    circuit("f", "80", batch=1, position=5),
]


@pytest.mark.parametrize(
    ("sharing", "expected"),
    [
        (
            "circuit",
            {"L=5,D=2.2,K=80": "ae", "L=5,D=10.0,K=80": "b", "L=5,D=9.5,K=80": "c"},
        ),
        ("point", {"L=5,D=10.0,K=80": "ab", "L=5,D=9.5,K=80": "ce"}),
        ("batch", {"L=5,D=10.0,K=80": "abce"}),
    ],
)
def test_key_sharing(sharing, expected):
    """The deepest decides, compared as a number: 10.0 is deeper than 9.5."""
    groups = group_by_key(CIRCUITS, sharing)
    got = {group.params.text: "".join(c.circuit for c in group.circuits) for group in groups}
    assert got == {**expected, "L=5,D=3.0,K=80,T=17": "d", "80": "f"}


def test_key_parameters():
    params = KeyParameters.read("L=5,D=4.0,K=128,T=65537")
    assert (params.batch, float(params.depth), params.security) == (5, 4.0, 128)
    assert KeyParameters.read("80").security == 80


@pytest.mark.parametrize(
    ("expected", "got", "wrong"),
    [
        (b"0101", b"0101", 0),
        (b"0101", b"0 1\t0 1\n", 0),
        (b"0101", b"1101", 1),
        (b"0101", b"1010", 4),
        (b"0101", b"010", 4),
        (b"[1,2,3]", b"[1, 2, 3]", 0),
        (b"[1,2,3]", b"[1,2,4]", 1),
        (b"[1,2,3]", b"[1,2,3.0]", 3),
        (b"[1,2,3]", b"123", 3),
        (b"[1,0,1]", b"101", 3),
        (b"[1]", b"[[1]]", 1),
        (b"[1]", b"[" * 100_000, 1),
        (b"[1]", b"[" + b"9" * 5000 + b"]", 1),
        (b"1", b"0", 1),
        (b"01;11", b"01;11", 0),
        (b"01;11", b"01 ; 11\n", 0),
        (b"01;11", b"11;10", 2),
        (b"01;11", b"01", 4),
        (b"01;11", b"0111", 4),
        (b"01;11", b"01;11;00", 4),
        (b"01;11", b"01;1", 2),
        (b"01;11", b"11;[1,1]", 3),
        (b"[1,2];[3,4];[5,6]", b"[1,2];[3,4];[5,6]", 0),
        (b"[1,2];[3,4];[5,6]", b"[1,2];[3, 7];[5,8]", 2),
        (b"[1,2];[3,4];[5,6]", b"[[1,2],[3,4],[5,6]]", 6),
        (b"[10,11]", b"[10,12]", 1),
    ],
)
def test_compare_outputs(expected, got, wrong):
    comparison = compare_outputs(expected, got)
    assert comparison.wrong_slots == wrong and comparison.matches == (wrong == 0)


def test_slots_are_counted_on_from_output_to_output():
    comparison = compare_outputs(b"[1,2];[3,4];[5,6]", b"[1,9];[3];[5,7]")
    assert comparison.wrong_slots == 4
    assert comparison.detail == {"form": "output 1: 1 slots instead of 2", "slots": [1, 5]}
    many = compare_outputs(b";".join([b"0" * 50] * 3), b";".join([b"1" * 50] * 3))
    assert many.wrong_slots == 150 and many.detail["slots"] == list(range(64))


@pytest.mark.parametrize(
    ("value", "as_whole", "as_real", "as_word"),
    [
        (5, 5, 5.0, "5"),
        (5.0, 5, 5.0, "5.0"),
        (5.5, None, 5.5, "5.5"),
        (-1, None, -1.0, "-1"),
        (True, None, None, "True"),
        (1 << 63, None, float(1 << 63), str(1 << 63)),
        (10**400, None, None, None),
        (float("nan"), None, None, "nan"),
        (float("inf"), None, None, "inf"),
        ("5", None, None, "5"),
        ("", None, None, None),
        ("a\x00\ud800", None, None, "a\ufffd\ufffd"),
        (None, None, None, None),
        ([1], None, None, None),
        ({"a": 1}, None, None, None),
    ],
)
def test_hostile_values(value, as_whole, as_real, as_word):
    assert whole(value) == as_whole
    assert real(value) == as_real
    if as_word is not None or not isinstance(value, int):
        got = word(value)
        assert (got or "").rstrip("\ufffd") == (as_word or "").rstrip("\ufffd")


def test_a_hostile_report_becomes_a_row():
    said = {"parameters": {"n": "many", "log2_q": float("nan"), "secret": "x" * 9999}, "notes": 5}
    params = KeyParameters.read("80")
    record = key_record("s", params, NaiveStep(report={**said, "compute_ns": -3}))
    assert record.n is None and record.log2_q is None and len(record.secret) == 500
    assert record.notes is None and record.figures["compute_ns"] is None
    assert '"n":"many"' in record.parameters
    for report in ({"parameters": [1]}, {"parameters": None}, {}, None):
        assert key_record("s", params, NaiveStep(report=report)).parameters is None


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals(number):
    before = signal.getsignal(number)
    request = StopRequest()
    with stop_on_signals(request):
        os.kill(os.getpid(), number)
        assert request
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), number)
    assert signal.getsignal(number) is before


def test_signals_are_left_alone_in_threads():
    failures = []

    def work():
        try:
            with stop_on_signals(StopRequest()):
                pass
        except ValueError as error:
            failures.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert failures == []


def test_limits_are_named_with_all_digits():
    params = KeyParameters.read("L=5,D=2.5,K=80,T=4295294977")
    large = circuit("a", params.text, space="zt", modulus=4295294977)
    hello = {"client": {"limits": {"max_modulus": 2147483647}}}
    assert unsupported_reason(hello, large, params) == (
        "the client declares max_modulus 2147483647; the circuit needs 4295294977"
    )
    hello = {"server": {"limits": {"max_depth": 2}}}
    assert unsupported_reason(hello, large, params) == (
        "the server declares max_depth 2; the circuit needs 2.5"
    )
    assert unsupported_reason({"client": {}, "server": {}}, large, params) is None
