"""Circumstances: probed, stored with each run, exported, compared on resume."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from recording import interrupted_run, run_small

import ringassay.evaluation.execution as module
from ringassay import _native
from ringassay.store import (
    ResumeMismatchError,
    Store,
    export_csv,
    import_csv,
    load,
    probe_circumstances,
    probe_machine,
)
from ringassay.store.checkout import Checkout, probe_checkout
from ringassay.store.circumstances import Circumstances, commit_label, ranges
from ringassay.store.hello import build_facts, declared_spaces

RUN_FACTS = (
    "commit", "built_from", "build_profile", "compiler", "kernels", "backend", "threads",
    "affinity", "governors",
)  # fmt: skip


def governed(folder: Path, **governors: str) -> Path:
    for cpu, governor in governors.items():
        file = folder / cpu / "cpufreq" / "scaling_governor"
        file.parent.mkdir(parents=True)
        file.write_text(governor + "\n")
    return folder


def test_every_usable_core_has_its_governor(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 1, 2, 5})
    cpus = governed(tmp_path, cpu0="performance", cpu1="powersave", cpu5="performance", cpu7="x")
    found = probe_circumstances(cpus)
    assert found.affinity == "0-2,5"
    assert found.governors == "not shown on 2; performance on 0,5; powersave on 1"
    assert probe_circumstances(tmp_path / "none").governors is None
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 5})
    assert probe_circumstances(cpus).governors == "performance"


@pytest.mark.parametrize(
    ("numbers", "text"), [([], ""), ([3], "3"), ([0, 1], "0-1"), ([0, 2, 3, 9], "0,2-3,9")]
)
def test_lists_of_cpus(numbers, text):
    assert ranges(numbers) == text


def test_affinity_belongs_to_the_run_and_not_to_the_machine():
    code = (
        "from ringassay.store import probe_circumstances, probe_machine;"
        "print(probe_machine().identity, probe_circumstances().affinity)"
    )
    first = min(os.sched_getaffinity(0))
    confined = subprocess.run(
        [sys.executable, "-c", f"import os; os.sched_setaffinity(0, {{{first}}}); {code}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert confined.stdout.split() == [probe_machine().identity, str(first)]


def test_the_processor_is_named_by_its_numbers():
    machine, text = probe_machine(), Path("/proc/cpuinfo").read_text()
    if "cpu family" in text:
        assert f"cpu family\t: {machine.cpu_family}\n" in text
        assert f"model\t\t: {machine.cpu_number}\n" in text
        assert f"stepping\t: {machine.cpu_stepping}\n" in text
    assert replace(machine, cpu_stepping=99).identity != machine.identity


def git(where: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=n", "-c", "user.email=e")
    subprocess.run(["git", *identity, "-C", where, *arguments], check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / "python" / "ringassay").mkdir(parents=True)
    (tmp_path / "crates" / "a" / "src").mkdir(parents=True)
    (tmp_path / "python" / "ringassay" / "x.py").write_text("1")
    (tmp_path / "crates" / "a" / "src" / "lib.rs").write_text("1")
    git(tmp_path, "init")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-m", "first")
    return tmp_path


def test_a_commit_is_told_from_what_was_modified(checkout, tmp_path_factory):
    package, built = checkout / "python" / "ringassay", tmp_path_factory.mktemp("b") / "built"
    built.write_text("")
    clean = probe_checkout(built, package)
    assert clean is not None
    assert not clean.is_modified
    assert commit_label(clean) == clean.commit
    # Sources that are younger than what was built from them, though git sees no difference.
    os.utime(built, (0, 0))
    assert probe_checkout(built, package) == Checkout(clean.commit, True)
    built.touch()
    (package / "x.py").write_text("2")
    assert commit_label(probe_checkout(built, package)) == f"{clean.commit}-modified"


def test_somebody_elses_checkout_is_not_ours(checkout):
    inside = checkout / "venv" / "site-packages" / "ringassay"
    inside.mkdir(parents=True)
    assert probe_checkout(None, inside) is None
    assert commit_label(None) is None
    facts = replace(probe_circumstances(), commit=None)
    assert facts.label == f"{_native.__version__}, not from a checkout"
    assert facts.shown()["commit"] == "not from a checkout"


def test_a_run_stores_and_exports_its_circumstances(store, tmp_path):
    data = load(store, [run_small(store).run])
    row = data.runs.iloc[0]
    assert row[list(RUN_FACTS)].notna().all()
    here = probe_circumstances()
    assert (row["backend"], row["affinity"]) == (here.backend, here.affinity)
    assert row["build_profile"] == _native.build_facts()["profile"]
    export_csv(data, tmp_path)
    again = import_csv(tmp_path)
    assert again.runs.equals(data.runs)
    assert again.machines["cpu_family"].equals(data.machines["cpu_family"])


@pytest.mark.parametrize(
    ("fact", "value"), [("governors", "powersave"), ("affinity", "7"), ("backend", "another")]
)
def test_resume_refuses_other_circumstances(store, monkeypatch, fact, value):
    run = interrupted_run(store)
    changed = replace(probe_circumstances(), **{fact: value})
    monkeypatch.setattr(module, "probe_circumstances", lambda: changed)
    with pytest.raises(ResumeMismatchError, match=f"{fact}: .*, now {value}"):
        run_small(store, resume=run)


def test_circumstances_of_other_versions_are_read():
    known = probe_circumstances()
    assert Circumstances.from_json(known.to_json()) == known
    other = Circumstances.from_json('{"version": "9", "colour": "blue"}')
    assert (other.version, other.backend) == ("9", None)


@pytest.mark.parametrize("hello", [None, "", "null", "[1]", '{"client": 5}', '{"client": {}}', "{"])
def test_a_hello_that_says_nothing(hello):
    assert set(build_facts(hello).values()) == {None}
    assert declared_spaces(hello) is None


def test_a_hello_that_says_how_it_was_built():
    found = build_facts(
        '{"client": {"simd": "avx2", "threads": 2, "commit": {"a": 1}, "profile": "x"}, '
        '"server": {"simd": "avx2", "threads": 4}}'
    )
    assert found["simd"] == "avx2"
    assert found["threads"] == "2 / 4"
    assert found["commit"] is None
    assert found["profile"] == "x / not said"


def test_spaces_are_those_that_both_declare():
    both = '{"client": {"spaces": ["gf2", "zt"]}, "server": {"spaces": ["zt", "real"]}}'
    assert declared_spaces(both) == {"zt"}
    assert declared_spaces('{"client": {"spaces": ["real"]}, "server": {}}') == {"real"}
    assert declared_spaces('{"client": {"spaces": []}}') == frozenset()


def test_a_backend_that_cannot_be_had_is_an_error_of_the_user(tmp_path):
    environment = {**os.environ, "RINGASSAY_BACKEND": "nonsense"}
    program = str(Path(sys.executable).parent / "ringassay")
    store = str(tmp_path / "r.db")
    done = subprocess.run(
        [program, "run", "quick", "--sut", "plaintext", "--store", store],
        capture_output=True, text=True, check=False, env=environment,
    )  # fmt: skip
    assert done.returncode == 2
    assert "nonsense" in done.stderr
    assert "Traceback" not in done.stderr
    if Path(store).exists():
        with Store(store) as opened:
            assert opened.runs() == []
