"""Systems that crash, hang, refuse and lie, through the real harness: each is a named exclusion."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from lying_sut import NONSENSE

from ringassay.advice import Advice, Shape, advise, find, measuring, ranking
from ringassay.advice.calibrating import Unable
from ringassay.advice.tables import ranking_rows
from ringassay.report.advice import build_advice
from ringassay.store import Store
from ringassay.sut.programs import find_program

LIAR = Path(__file__).parent / "lying_sut.py"
FAULTS = [
    ("spawn", "exit1"),
    ("ready", "hostile-hello"),
    ("ready", "bad-hello-json"),
    ("key", "error-refused"),
    ("key", "segv"),
    ("key", "bad-report"),
    ("key", "empty"),
    ("circuit", "error-refused"),
    ("circuit", "hang"),
    ("circuit", "kill"),
    ("encrypt", "error-failed"),
    ("encrypt", "no-chunks"),
    ("evaluate", "hang"),
    ("evaluate", "flaky"),
    ("evaluate", "bad-report"),
    ("evaluate", "stale"),
    ("evaluate", "wrong-bit"),
    ("decrypt", "wrong-kind"),
    ("decrypt", "empty"),
    ("decrypt", "exit0"),
]
ROLE = {"key": "client", "encrypt": "client", "decrypt": "client"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "START_S", 5.0)
    monkeypatch.setattr(measuring, "KEYGEN_S", 3.0)
    monkeypatch.setattr(measuring, "STEP_S", 0.5)
    monkeypatch.setattr(measuring, "BUDGET_S", 1.0)
    # What stands for a library has no key to estimate, which would end it before its circuits.
    for module in (measuring, ranking):
        monkeypatch.setattr(module, "insecure", lambda *_: None)


def sut_file(folder: Path, systems: dict[str, tuple[list[str], list[str]]]) -> Path:
    file = folder / "suts.toml"
    file.write_text(
        "".join(
            f"[sut.{name}]\nclient = {json.dumps(client)}\nserver = {json.dumps(server)}\n"
            'handshake = "required"\n'
            for name, (client, server) in systems.items()
        )
    )
    return file


def faulty(point: str, fault: str) -> tuple[list[str], list[str]]:
    program = find_program("ringassay-sut")
    assert program is not None
    at_fault = ROLE.get(point, "server")
    return tuple(  # type: ignore[return-value]
        [program, "faulty", role, *(["--at", point, "--do", fault] if role == at_fault else [])]
        for role in ("client", "server")
    )


def liar(lie: str) -> tuple[list[str], list[str]]:
    return tuple([sys.executable, str(LIAR), role, lie] for role in ("client", "server"))  # type: ignore[return-value]


def advised(folder: Path, systems: dict[str, tuple[list[str], list[str]]]) -> Advice:
    """In a fresh store, and every form of what was found."""
    found = advise(
        find("a*b + a", Shape(expression=True, batch=4)),
        suts=list(systems),
        sut_file=sut_file(folder, systems),
        store=str(folder / "fresh.db"),
    )
    named = {one.system for one in (*found.ranking, *found.excluded)}
    assert named == set(systems), "each stays or is excluded by name"
    json.dumps(found.to_dict(), allow_nan=False)
    assert len(ranking_rows(found)) == len(found.ranking)
    assert found.sentences and found._repr_html_() and build_advice(found).sections
    assert all("could not be assessed" not in one.reason for one in found.excluded), found.excluded
    return found


def test_what_misbehaves_is_excluded_and_the_others_stay(tmp_path: Path) -> None:
    systems = {f"{point}-{fault}": faulty(point, fault) for point, fault in FAULTS}
    found = advised(tmp_path, {"good": liar("none"), **systems})
    assert "good" in {one.system for one in found.ranking}
    reasons = {one.system: one.reason for one in found.excluded}
    assert "does not start" in reasons["spawn-exit1"]
    assert reasons["key-error-refused"].startswith("refuses key generation")
    assert reasons["circuit-error-refused"].startswith("refuses small circuits of this kind")
    assert "`timeout` in evaluation" in reasons["evaluate-hang"]
    for name in ("evaluate-wrong-bit", "decrypt-empty"):
        assert reasons[name].startswith("does not give right answers to small circuits"), name
    assert "in encryption" in reasons["encrypt-error-failed"]


def test_what_lies_about_its_key_ends_no_advice(tmp_path: Path) -> None:
    lies = [
        *NONSENSE,
        "no-levels",
        "no-target",
        "empty-target",
        "zero-levels",
        "wrong-target",
        "none",
    ]
    found = advised(tmp_path, {lie: liar(lie) for lie in lies})
    assert "none" in {one.system for one in found.ranking}
    reasons = {one.system: one.reason for one in found.excluded}
    assert "no-target" in reasons and "wrong-target" in reasons


def test_what_nobody_foresaw_is_an_exclusion_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("division\nby zero")

    monkeypatch.setattr(measuring, "predict", broken)
    file = sut_file(tmp_path, {"good": liar("none")})
    computation = find("a*b", Shape(expression=True, batch=4))
    found = advise(computation, suts=["good"], sut_file=file, store=str(tmp_path / "s.db"))
    (excluded,) = found.excluded
    assert excluded.system == "good"
    assert excluded.reason == "could not be assessed (ZeroDivisionError: division by zero)"


def test_an_interrupted_calibration_leaves_a_store_that_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = sut_file(tmp_path, {"good": liar("none")})
    computation = find("a*b", Shape(expression=True, batch=4))
    store = str(tmp_path / "s.db")

    def interrupted(what: str, done: int, _total: int) -> None:
        if "small circuits" in what and done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        advise(computation, suts=["good"], sut_file=file, store=store, progress=interrupted)
    with Store(store) as opened:
        from ringassay.store import calibration_names

        assert calibration_names(opened) == []
    again = advise(computation, suts=["good"], sut_file=file, store=store)
    assert [one.system for one in again.ranking] == ["good"]
    # One circuit alone, where the time allows no more.
    monkeypatch.setattr(measuring, "BUDGET_S", 0.0)
    once = advise(computation, suts=["good"], sut_file=file, store=store, anew=True)
    assert [one.samples for one in once.ranking] == [1]


def test_errors_of_the_store_are_not_the_systems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(measuring.stored, "keep", full)
    file = sut_file(tmp_path, {"good": liar("none")})
    computation = find("a*b", Shape(expression=True, batch=4))
    with pytest.raises(OSError, match="No space left"):
        advise(computation, suts=["good"], sut_file=file, store=str(tmp_path / "s.db"))
    assert issubclass(Unable, Exception) and not issubclass(Unable, OSError)
