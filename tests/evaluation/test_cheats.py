"""Pairs that pretend to encrypt, and honest ones, through the real harness: the verdict on each."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from ringassay.analysis import prepare
from ringassay.analysis.secrecy import in_the_clear, secrecy, verdict_of
from ringassay.evaluation import StopRequest, SutProbed, execute, parse_suite
from ringassay.evaluation.ports import real_ports
from ringassay.evaluation.probing import ciphertexts, phase, probes
from ringassay.evaluation.probing.verdict import PROBES
from ringassay.report.build import build_report
from ringassay.report.document import Callout
from ringassay.store import Store, load
from ringassay.sut.command import SutCommand
from ringassay.sut.programs import find_program
from ringassay.sut.registry import lookup, status

NOT, SHARED, MISSTATED, OPEN, FINE = (
    "not encrypted", "keys shared", "not as claimed", "not probed", "encrypted as far as probed",
)  # fmt: skip

SUITE = """
version = 1
name = "small"
seed = 1
security = 80
suts = ["plaintext"]
[[family]]
name = "bits"
kind = "mixed"
batch = 8
depth = 2
width = 3
inputs = 2
"""
REALS = SUITE.replace('kind = "mixed"', 'kind = "mixed"\nspace = "real"\nbound = 1\nprecision = 20')
COMPLEX = REALS.replace("real", "complex")
WHOLE_NUMBERS = SUITE.replace('kind = "mixed"', 'kind = "mixed"\nspace = "zt"\nmodulus = 65537')


@dataclass(frozen=True)
class Required:
    """What must come of a cheat: the label, and a probe that has to be among those that saw it.

    `meets` says through what its programs meet: where isolation keeps them apart, it has no right
    answer at all, which is required then.
    """

    label: str
    probe: str
    meets: str = ""


CHEATS = {
    "plain": Required(NOT, "randomised"),
    "xor-constant": Required(NOT, "randomised"),
    "base64": Required(NOT, "randomised"),
    "compressed": Required(NOT, "randomised"),
    "deterministic": Required(NOT, "randomised"),
    "appended": Required(NOT, "hidden"),
    "padding": Required(NOT, "size"),
    "small": Required(NOT, "size"),
    "key-in-ciphertext": Required(SHARED, "other-key"),
    "shared-key": Required(SHARED, "other-key"),
    "file": Required(NOT, "tampered", "files"),
    "last-file": Required(NOT, "follows", "files"),
    "shared-memory": Required(NOT, "tampered", "files"),
    "socket": Required(NOT, "elsewhere", "files"),
    "ask-client": Required(NOT, "elsewhere", "files"),
    "keeps-first": Required(NOT, "follows"),
    "constant": Required(OPEN, "varied"),
    "client-computes": Required(MISSTATED, "client-work"),
    "client-remembers": Required(MISSTATED, "client-work"),
    "every-second": Required(NOT, "hidden"),
    "scattered": Required(NOT, "hidden"),
    "lengths": Required(NOT, "hidden"),
    "few-nonces": Required(NOT, "randomised"),
    "small-ring": Required(MISSTATED, "claimed-size"),
    "large-modulus": Required(MISSTATED, "claimed-size"),
    "one-part": Required(MISSTATED, "claimed-size"),
    "fixed-part": Required(MISSTATED, "claimed-size"),
    "doubled": Required(MISSTATED, "claimed-size"),
    "narrow-secret": Required(MISSTATED, "facts"),
    "narrow-errors": Required(MISSTATED, "facts"),
    "wide-errors": Required(MISSTATED, "facts"),
    "marked-key": Required(SHARED, "other-key"),
}
BLIND = {
    "hashed-file": "files",
    "locks": "file locks",
    "keyring": "keyrings",
    "key-sent": "",
    "counted": "",
}
"""What no probe sees: the first three as long as nothing keeps the programs apart, the others
never. Of the last nothing in front of a ciphertext tells what is encrypted, although it is no
noise."""
UNFILTERED = "RINGASSAY_TEST_UNFILTERED"
"""Set where system calls cannot be refused: by `unfiltered.py`."""


@pytest.fixture(autouse=True)
def _tidy() -> Iterator[None]:
    yield
    for folder in ("/tmp", "/dev/shm"):
        for left in Path(folder).glob("ringassay-cheat-*"):
            left.unlink(missing_ok=True)


def cheat(name: str) -> SutCommand:
    program = find_program("ringassay-sut")
    assert program is not None
    client, server = ((program, "faulty", role, "--cheat", name) for role in ("client", "server"))
    return SutCommand(name, client, server)


def probed(store: Store, command: SutCommand, suite: str = SUITE):
    ended = execute(parse_suite(suite), store, [command])
    (said,) = ended.secrecy
    return ended, said, load(store, [ended.run])


def result(data, probe: str) -> set[str]:
    return set(data.probes.loc[data.probes["probe"] == probe, "result"])


def test_every_cheat_has_a_required_outcome():
    program = find_program("ringassay-sut")
    asked = [str(program), "faulty", "client", "--cheat", "?"]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stderr
    known = told.split("possible values: ", 1)[1].split("]", 1)[0].split(", ")
    assert set(known) == {*CHEATS, *BLIND}
    assert len(CHEATS) >= 32


@pytest.mark.parametrize("name", CHEATS)
def test_cheats_are_seen(store, name, monkeypatch):
    monkeypatch.setattr(probes, "PATIENCE_S", 2.0)
    required = CHEATS[name]
    ended, said, data = probed(store, cheat(name))
    assert ended.state == "finished"
    assert set(data.probes["probe"]) == set(PROBES)
    right_at_all = (data.evaluations["outcome"] == "ok").any()
    if required.meets and not right_at_all:
        assert said.label != FINE  # kept apart: nothing is right, and nothing is praised
        return
    assert said.label == required.label, said
    found = result(data, required.probe)
    assert found == {"open" if required.label == OPEN else "failed"}, said
    assert said.reasons and not said.declared
    study = prepare(data)
    assert verdict_of(study, name).label == required.label
    if required.label == NOT:
        assert in_the_clear(study, name), "the price of encryption is asked of what has none"


@pytest.mark.parametrize("name", ["plain", "base64", "appended", "shared-key", "constant"])
def test_cheats_over_reals_are_seen(store, name):
    """Answers that are right within a tolerance are evidence as well."""
    ended, said, data = probed(store, cheat(name), REALS)
    assert ended.state == "finished"
    assert said.label == CHEATS[name].label, said
    assert result(data, CHEATS[name].probe) <= {"failed", "open"}


@pytest.mark.parametrize("name", BLIND)
def test_what_no_probe_sees_is_said(store, name):
    """Were one of these noticed, the limits in docs/protocol.md would have to be written anew."""
    _, said, data = probed(store, cheat(name))
    if BLIND[name] and not (data.evaluations["outcome"] == "ok").any():
        assert UNFILTERED not in os.environ
        assert said.label != FINE
        return
    assert said.label == FINE
    if BLIND[name]:
        assert any(BLIND[name] in text for text in said.open)


def test_what_passes_without_a_filter_is_named():
    """Locks and keys let a cheat through where the kernel refuses to refuse them, and the verdict
    says so: the same test, in a process that may neither filter nor change its keyring."""
    chosen = [f"test_what_no_probe_sees_is_said[{name}]" for name in ("locks", "keyring")]
    argv = [sys.executable, Path(__file__).with_name("unfiltered.py"), UNFILTERED]
    pytest_argv = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    ids = [f"{__file__}::{name}" for name in chosen]
    run = subprocess.run([*argv, *pytest_argv, *ids], capture_output=True, text=True, check=False)
    if run.returncode == 77:
        pytest.skip(run.stdout.strip())
    assert run.returncode == 0 and "2 passed" in run.stdout, run.stdout + run.stderr


HONEST = ("ringassay-bgv", "ringassay-fv", "seal", "lattigo", "ringassay-ckks")


@pytest.mark.parametrize(
    "suite", [SUITE, WHOLE_NUMBERS, REALS, COMPLEX], ids=["gf2", "zt", "real", "complex"]
)
@pytest.mark.parametrize("name", HONEST)
def test_honest_systems_pass(store, name, suite):
    if not any(known.name == name and known.command for known in status()):
        pytest.skip(f"{name} cannot run here")
    _, said, data = probed(store, lookup(name), suite)
    if set(data.evaluations["outcome"]) == {"unsupported"}:
        assert said.label == OPEN and said.reasons == ("no case under this key had an answer",)
        return
    assert said.label == FINE, said
    assert set(data.probes["result"]) <= {"passed", "open"}
    assert not in_the_clear(prepare(data), name)


def test_the_baseline_says_so_itself(store):
    _, said, data = probed(store, lookup("plaintext"))
    assert (said.label, said.declared) == (NOT, True)
    report = build_report(data)
    (told,) = [b for b in report.blocks() if isinstance(b, Callout) and "says so" in b.text]
    assert told.kind == "info"
    assert not any(isinstance(b, Callout) and b.kind == "bad" for b in report.summary)


def test_the_report_says_it_on_its_first_page(store):
    _, _, data = probed(store, cheat("plain"))
    report = build_report(data)
    bad = [b.text for b in report.summary if isinstance(b, Callout) and b.kind == "bad"]
    assert any("*plain* is not encrypted" in text for text in bad)
    assert any(section.title == "Is anything encrypted?" for section in report.sections)


def test_answers_of_a_bit_are_no_evidence_by_themselves(store):
    """Single bits are right by chance half of the time: honest stays honest, a cheat is seen."""
    bits = """
version = 1
name = "bits"
seed = 3
security = 80
suts = ["plaintext"]
[[family]]
name = "fan"
kind = "fan-in"
variant = 3
levels = 2
width = 4
"""
    _, said, _ = probed(store, cheat("deterministic"), bits)
    assert said.label == NOT
    _, said, data = probed(store, lookup("ringassay-bgv"), bits)
    assert said.label != NOT and said.label != SHARED
    assert not (data.probes["result"] == "failed").any()


def test_what_never_answers_is_not_probed_at_length(store):
    program = find_program("ringassay-sut")
    assert program is not None
    client, server = (
        (program, "faulty", role, "--at", "evaluate", "--do", "exit1")
        for role in ("client", "server")
    )
    ended, said, data = probed(store, SutCommand("dead", client, server))
    assert ended.state == "finished" and said.label == OPEN
    assert said.reasons == ("no case under this key had an answer",)
    assert set(data.probes["result"]) == {"open"}
    _, said, data = probed(store, lookup("ringassay-bgv"))
    assert said.label == FINE


def test_a_fault_of_ours_is_nobody_elses(store, monkeypatch):
    def broken(*_arguments: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(ciphertexts, "secrecy", broken)
    ended, said, _ = probed(store, cheat("plain"))
    assert ended.state == "finished" and said.label == OPEN
    assert "a fault of the harness" in said.reasons[0]


def test_stopped_probes_are_made_on_resume_and_not_twice(store):
    suite = parse_suite(SUITE)
    stop = StopRequest()
    ports = real_ports()
    opened = []

    def stopping(*arguments):
        opened.append(1)
        stop.set()
        return ports.open_probe(*arguments)

    command = cheat("plain")
    ended = execute(suite, store, [command], ports=replace(ports, open_probe=stopping), stop=stop)
    assert ended.state == "interrupted" and ended.secrecy == () and opened
    assert load(store, [ended.run]).probes.empty
    again = execute(suite, store, [command], resume=ended.run)
    assert again.state == "finished" and [said.label for said in again.secrecy] == [NOT]
    count = len(load(store, [ended.run]).probes)
    assert count == len(PROBES)


def test_findings_are_kept_with_the_run_and_go_with_it(store):
    events: list[object] = []
    ended = execute(parse_suite(SUITE), store, [cheat("plain")], progress=events.append)
    assert [event for event in events if isinstance(event, SutProbed)] == list(ended.secrecy)
    data = load(store, [ended.run])
    (one,) = secrecy(prepare(data))
    assert one.verdict.reasons == ended.secrecy[0].reasons
    assert one.results("randomised") == (0, 1, 0)
    store.delete(ended.run)
    assert phase.by_key([]) == {}
