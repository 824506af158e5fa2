"""The Python kit to the byte, over real pipes to real processes, on a system that takes circuits.

What holds for every kit is in test_conformance_packets.py.
"""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from kit_host import environment, packet

TOY = Path(__file__).with_name("toy_pair.py")
CIRCUIT = b"CIRCUIT\nW=2,D=1.0,L=3\nG2:LMUL(W0,W1)\nENDCIRCUIT\n"
KEY = b"KEY\nL=3,D=1.0,K=80\nENDKEY\n"
TIMEOUT_S = 30


def answers(role: str, sent: bytes, *, modern: bool) -> tuple[bytes, int, str]:
    """Everything a process says to everything it is told, its exit code, its standard error."""
    done = subprocess.run(
        [sys.executable, str(TOY), role],
        input=sent,
        capture_output=True,
        env=environment(modern=modern),
        timeout=TIMEOUT_S,
        check=False,
    )
    return done.stdout, done.returncode, done.stderr.decode()


def packets(data: bytes) -> list[tuple[str, Any]]:
    """An independent, unforgiving reader: control packets and CIRCUIT, PDATA text; else chunks."""
    found: list[tuple[str, Any]] = []
    while data:
        kind, data = data.split(b"\n", 1)
        footer = b"END" + kind + b"\n"
        if kind in (b"HELLO", b"REPORT", b"ERROR", b"PDATA", b"CIRCUIT"):
            body, data = data.split(b"\n" + footer, 1)
            is_json = kind in (b"HELLO", b"REPORT", b"ERROR")
            found.append((kind.decode(), json.loads(body) if is_json else body))
            continue
        chunks = []
        while not data.startswith(footer):
            size, data = data.split(b"\n", 1)
            chunks.append(data[: int(size)])
            assert len(chunks[-1]) == int(size)
            data = data[int(size) :]
        data = data[len(footer) :]
        found.append((kind.decode(), chunks))
    return found


def edata(*chunks: bytes) -> bytes:
    return packet("EDATA", chunks)


KEY_BYTES = b"\xff" * 100
KEY_TEXT = b"KEY\n" + base64.encodebytes(KEY_BYTES).strip() + b"\nENDKEY\n"
KEY_CHUNKS = b"KEY\n100\n" + KEY_BYTES + b"ENDKEY\n"


def test_the_client_speaks_the_original_protocol_to_the_byte() -> None:
    sent = KEY + b"PDATA\n[101,110]\nENDPDATA\n" + edata(b"\xfe\xff\xff")
    said, code, errors = answers("client", sent, modern=False)
    assert said == KEY_TEXT + edata(b"\xfe\xff\xfe", b"\xfe\xfe\xff") + b"PDATA\n100\nENDPDATA\n"
    assert code == 0
    assert "a library prints\n" in errors and "and so does its C code\n" in errors


def test_the_server_speaks_the_original_protocol_to_the_byte() -> None:
    inputs = edata(b"\xfe\xff\xfe", b"\xfe\xfe\xff")
    said, code, _ = answers("server", KEY_TEXT + CIRCUIT + inputs + inputs, modern=False)
    assert said == b"CIRCUIT\nCIRCUIT READY\nENDCIRCUIT\n" + 2 * edata(b"\xfe\xff\xff")
    assert code == 0


def test_the_client_speaks_protocol_2() -> None:
    sent = KEY + b"PDATA\n[101,110]\nENDPDATA\n" + edata(b"\xfe\xff\xff")
    said, code, _ = answers("client", sent, modern=True)
    kinds = packets(said)
    assert [kind for kind, _ in kinds] == [
        "HELLO", "REPORT", "KEY", "REPORT", "EDATA", "REPORT", "PDATA",
    ]  # fmt: skip
    hello = kinds[0][1]
    assert hello["protocol"] == 2 and hello["role"] == "client" and hello["name"] == "toy"
    assert hello["spaces"] == ["gf2"] and hello["limits"] == {"max_batch": 5}
    assert "LMUL" in hello["gates"]
    keygen = kinds[1][1]
    assert keygen["parameters"] == {"scheme": "toy", "n": 3}
    assert keygen["notes"] == ["complemented"]
    for report in (keygen, kinds[3][1], kinds[5][1]):
        assert 0 < report["compute_ns"] < TIMEOUT_S * 10**9
        assert 0 <= report["cpu_ns"] < TIMEOUT_S * 10**9
        assert 1 << 20 < report["peak_bytes"] < 1 << 34
    assert kinds[2] == ("KEY", [KEY_BYTES])
    assert kinds[4] == ("EDATA", [b"\xfe\xff\xfe", b"\xfe\xfe\xff"])
    assert kinds[6] == ("PDATA", b"100")
    assert code == 0


def test_the_server_speaks_protocol_2_and_takes_new_keys_and_circuits() -> None:
    inputs = edata(b"\xfe\xff\xfe", b"\xfe\xfe\xff")
    xor = CIRCUIT.replace(b"LMUL", b"LADD")
    sent = KEY_CHUNKS + CIRCUIT + inputs + xor + inputs + KEY_CHUNKS + CIRCUIT + inputs
    said, code, _ = answers("server", sent, modern=True)
    found = [item for item in packets(said) if item[0] not in ("HELLO", "REPORT")]
    ready = ("CIRCUIT", b"CIRCUIT READY")
    both, either = ("EDATA", [b"\xfe\xff\xff"]), ("EDATA", [b"\xff\xfe\xfe"])
    assert found == [ready, both, ready, either, ready, both]
    assert code == 0
    # Only the circuits right behind a key had one to load.
    reports = [body for kind, body in packets(said) if kind == "REPORT"]
    assert ["key_load_ns" in report for report in reports] == [True, *3 * [False], True, False]
    assert all(0 <= report["compute_ns"] < TIMEOUT_S * 10**9 for report in reports)


@pytest.mark.parametrize(
    ("vector", "kind", "message"),
    [
        (b"110", "failed", "asked to fail"),
        (b"111", "failed", "RuntimeError: unforeseen (toy_pair.py, line "),
        (b"011", "failed", "ToyClient.encrypt returned no chunk"),
        (b"1111", "refused", "3 values for W0, not 4"),
        (b"1x1", "refused", "expected an input"),
    ],
)
def test_an_error_is_told_and_the_session_goes_on(vector: bytes, kind: str, message: str) -> None:
    good = b"PDATA\n[101,110]\nENDPDATA\n"
    sent = KEY + b"PDATA\n[" + vector + b",000]\nENDPDATA\n" + good
    said, code, errors = answers("client", sent, modern=True)
    kinds = packets(said)
    assert [name for name, _ in kinds] == ["HELLO", "REPORT", "KEY", "ERROR", "REPORT", "EDATA"]
    assert kinds[3][1]["kind"] == kind and message in kinds[3][1]["message"]
    assert code == 0
    assert ("Traceback" in errors) == ("RuntimeError" in message)


def test_an_error_of_the_original_protocol_is_an_exit_code() -> None:
    sent = KEY + b"PDATA\n[111,000]\nENDPDATA\n" + KEY
    said, code, errors = answers("client", sent, modern=False)
    assert said == KEY_TEXT
    assert code == 1
    assert "failed: RuntimeError: unforeseen" in errors


@pytest.mark.parametrize(
    ("role", "sent", "message"),
    [
        ("client", b"PDATA\n[101,110]\nENDPDATA\n", "no key yet"),
        ("client", b"KEY\nL=3,D=9.5,K=80\nENDKEY\n", "at most 9"),
        ("client", b"KEY\nL=3,D=1\nENDKEY\n", "L=, D= and K="),
        ("client", edata(b"\xff"), "no key yet"),
        ("server", CIRCUIT, "no key yet"),
        ("server", KEY_CHUNKS + edata(b"\xff"), "no circuit yet"),
        ("server", b"KEY\n1\nxENDKEY\n" + CIRCUIT, "not a toy key"),
        ("server", KEY_CHUNKS + CIRCUIT.replace(b"L=3", b"L=6"), "batch too large"),
        ("server", KEY_CHUNKS + b"CIRCUIT\n\nENDCIRCUIT\n", "circuit: line 1"),
        ("server", KEY_CHUNKS + b"CIRCUIT\nENDCIRCUIT\n", "circuit: line 1"),
    ],
)
def test_requests_that_cannot_be_met(role: str, sent: bytes, message: str) -> None:
    said, code, _ = answers(role, sent, modern=True)
    kind, body = packets(said)[-1]
    assert kind == "ERROR" and message in body["message"]
    assert code == 0


@pytest.mark.parametrize(
    ("sent", "offset", "message"),
    [
        (b"HELLO\n", 0, "a packet header"),
        (b"EDATA\n+1\nx", 6, "a chunk size"),
        (b"EDATA\n4294967297\n", 6, "at most 4294967296 more bytes"),
        (b"EDATA\n4294967295\nabENDEDATA\n", 28, "more bytes of a chunk"),
        (KEY[:9], 9, "the end of input"),
    ],
)
def test_malformed_packets_end_the_process_with_the_place(
    sent: bytes, offset: int, message: str
) -> None:
    said, code, errors = answers("client", sent, modern=False)
    assert said == b""
    assert code == 2
    assert f"standard input, byte {offset}:" in errors and message in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize("arguments", [[], ["neither"]])
def test_a_wrong_command_line_is_explained(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, str(TOY), *arguments],
        capture_output=True,
        env=environment(modern=False),
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode != 0 and b"client|server" in done.stderr and done.stdout == b""


@contextmanager
def running(role: str, *, modern: bool) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, str(TOY), role],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(modern=modern),
        bufsize=0,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_answers_come_while_the_input_stays_open() -> None:
    with running("client", modern=False) as process:
        assert process.stdin is not None and process.stdout is not None
        for byte in KEY:  # however the bytes arrive
            process.stdin.write(bytes([byte]))
        said = b""
        while len(said) < len(KEY_TEXT):
            said += process.stdout.read(1 << 16)
        assert said == KEY_TEXT
