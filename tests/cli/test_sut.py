"""`ringassay sut`: the byte sequences of the original protocol, without and with the handshake."""

from __future__ import annotations

import json
import re

import pytest

from program import Cli
from ringassay.sut.programs import runtime

KEY = b"KEY\nL=5,D=4.0,K=80\nENDKEY\n"


@pytest.mark.parametrize("name", ["plaintext", "original"])
def test_a_client_answers_the_original_byte_sequences(cli: Cli, name: str) -> None:
    asked = KEY + b"PDATA\n[01101,11010,01011,00101]\nENDPDATA\n" + b"EDATA\n5\n00100ENDEDATA\n"
    ended = cli("sut", name, "client", stdin=asked)
    assert ended.code == 0, ended.err
    key, rest = ended.out.split("ENDKEY\n")
    assert key.startswith("KEY\n")
    assert rest == ("EDATA\n25\n[01101,11010,01011,00101]ENDEDATA\n" + "PDATA\n00100\nENDPDATA\n")


@pytest.mark.parametrize("name", ["plaintext", "original"])
def test_a_server_answers_the_original_byte_sequences(cli: Cli, name: str) -> None:
    circuit = b"W=4,D=1.1,L=5\nG4:LMUL(W0,W1)\nG5:LADD(G4,W2)"
    asked = (
        KEY
        + b"CIRCUIT\n"
        + circuit
        + b"\nENDCIRCUIT\n"
        + b"EDATA\n25\n[01101,11010,01011,00101]ENDEDATA\n"
    )
    ended = cli("sut", name, "server", stdin=asked)
    assert ended.code == 0, ended.err
    # 01101 AND 11010 = 01000, XOR 01011 = 00011.
    assert ended.out == "CIRCUIT\nCIRCUIT READY\nENDCIRCUIT\nEDATA\n5\n00011ENDEDATA\n"


def test_the_handshake_is_given_only_when_offered(cli: Cli) -> None:
    assert cli("sut", "plaintext", "server").out == ""
    said = cli("sut", "plaintext", "server", RINGASSAY_PROTOCOL="2").out
    header, hello, footer = said.splitlines()
    assert (header, footer) == ("HELLO", "ENDHELLO")
    assert json.loads(hello)["role"] == "server"
    assert cli("sut", "original", "server", RINGASSAY_PROTOCOL="2").out == ""


def test_a_system_on_slot_programs_from_end_to_end(cli: Cli) -> None:
    """The planner in the place of a library: what is checked, run and reported as for any other."""
    (cli.folder / "suts.toml").write_text(
        "[sut.slots]\n"
        f'client = ["{runtime()}", "sut", "slots", "client", "--row", "128"]\n'
        f'server = ["{runtime()}", "sut", "slots", "server", "--row", "128"]\n'
    )
    checked = cli("sut", "check", "slots", "--json")
    assert checked.code == 0 and checked.json["passed"], checked.out
    common = ("--sut", "slots", "--sut-file", "suts.toml", "--no-probes")
    integers = (
        "run",
        "-e",
        "(x + 3*y)^2 - x*y",
        "-t",
        "257",
        "--batch",
        "5",
        "--random-inputs",
        "3",
    )
    ran = cli(*integers, *common)
    assert ran.code == 0 and "(3 ok)" in ran.err, ran.err
    # More entries than slots, which the client refuses.
    wide = cli("run", "-e", "x + y", "-t", "257", "--batch", "129", "--random-inputs", "1", *common)
    assert wide.code == 1 and "(1 refused)" in wide.err, wide.err
    ran = cli("run", "quick", *common)
    assert ran.code == 0 and re.search(r"\([1-9]\d+ ok", ran.err), ran.err
    assert not re.search("wrong|failed|crash|protocol", ran.err), ran.err
