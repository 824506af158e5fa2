"""show RUN --wrong, and run --only: what an adapter's author needs to see of one case."""

from __future__ import annotations

import json

import pytest

from program import Cli
from ringassay.sut.programs import find_program, runtime

SUT, FAULTY = runtime(), find_program("ringassay-sut")
LIAR = (
    f'[sut.liar]\nclient = ["{SUT}", "sut", "plaintext", "client"]\n'
    f'server = ["sh", "-c", "echo careful >&2; exec {FAULTY} faulty server --at evaluate'
    ' --do wrong-bit"]\n'
    f'readable = ["{SUT}", "{FAULTY}"]\n'
)


@pytest.fixture(scope="module")
def liar(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    cli = Cli(tmp_path_factory.mktemp("liar"))
    (cli.folder / "suts.toml").write_text(LIAR)
    ended = cli("run", "quick", "--sut", "liar", "--sut-file", "suts.toml", "--no-probes")
    assert ended.code == 1, ended.err
    return cli


def test_a_run_in_short(liar: Cli) -> None:
    shown = liar("show", "--json").json
    assert shown["state"] == "finished"
    assert set(shown["outcomes"]["liar"]) <= {"wrong", "flaky"}
    assert "--wrong" in liar("show", "latest").err


def test_wrong_cases_show_what_differs(liar: Cli) -> None:
    cases = liar("show", "--wrong", "--json").json
    assert cases
    for case in cases:
        vectors = [
            json.loads(text) if text.startswith("[") else list(text)
            for text in (case["expected"], case["got"])
        ]
        if len(vectors[0]) != len(vectors[1]):
            assert case["form"] == f"{len(vectors[1])} slots instead of {len(vectors[0])}"
            continue
        differ = [
            slot for slot, (one, other) in enumerate(zip(*vectors, strict=True)) if one != other
        ]
        assert case["slots"] == differ
        assert case["wrong_slots"] == len(differ) > 0
    text = liar("show", "--wrong")
    assert f"liar {cases[0]['case']}" in text.out
    assert f"expected {cases[0]['expected']}" in text.out
    assert f"got      {cases[0]['got']}" in text.out
    assert f"run --only {cases[0]['case']}" in text.err
    assert liar("show", "--wrong", "--sut", "nobody", "--json").json == []


def test_one_case_is_replayed_with_what_its_programs_said(liar: Cli) -> None:
    name = liar("show", "--wrong", "--json").json[0]["case"]
    before = liar("store", "list", "--json").json
    ended = liar("run", "--only", name, "--sut-file", "suts.toml", "--json")
    assert ended.code == 1, ended.err
    found = ended.json
    assert (found["case"], found["outcome"], found["wrong_slots"]) == (name, "wrong", 1)
    assert found["stderr"]["server"] == "careful\n"
    assert set(found["wall_ns"]) == {"keygen", "ingest", "encrypt", "evaluate", "decrypt"}
    # The same case of the suite, on a system that computes it.
    right = liar("run", "quick", "--only", name, "--sut", "plaintext", "--json")
    assert right.code == 0, right.err
    assert right.json["got"] == found["expected"]
    assert liar("store", "list", "--json").json == before
    text = liar("run", "--only", name, "--sut-file", "suts.toml")
    assert "careful" in text.out


def test_every_case_of_a_suite_is_that_of_its_run(liar: Cli) -> None:
    """Circuit, input and keys made again from the suite are those that were stored."""
    from ringassay.cli.run import find_suite
    from ringassay.evaluation import suite_from_json
    from ringassay.evaluation.ports import real_ports
    from ringassay.evaluation.replay import stored_case, suite_case
    from ringassay.store import Store
    from ringassay.store.reader import RunReader

    with Store(liar.folder / "ringassay.db", create=False) as store:
        reader = RunReader(store, store.find("latest"))
        suite = suite_from_json(store.suite_json(reader.run))
        last = reader.circuits()[-1]
        for index in range(last.inputs):
            name = f"{last.circuit}/{index}"
            stored = stored_case(reader, suite, name, real_ports())
            assert suite_case(find_suite("quick"), name, real_ports()) == stored


@pytest.mark.parametrize(
    ("only", "said"),
    [
        ("nothing", "write CIRCUIT/INPUT, such as"),
        ("zzzz/0", "no circuit begins with 'zzzz': choose one of"),
        ("/0", "write CIRCUIT/INPUT"),
        ("{circuit}/99", "has the inputs 0 to"),
        ("{circuit}/x", "write CIRCUIT/INPUT"),
        ("{circuit}/²", "write CIRCUIT/INPUT"),
    ],
)
def test_a_case_that_is_not_there_is_explained(liar: Cli, only: str, said: str) -> None:
    name = json.loads(liar("show", "--wrong", "--json").out)[0]["case"]
    ended = liar("run", "--only", only.format(circuit=name.split("/")[0]))
    assert ended.code == 4
    assert said in ended.err
    assert "Traceback" not in ended.err


def test_a_replay_is_neither_labelled_nor_resumed(liar: Cli) -> None:
    for option in (("--label", "x"), ("--resume", "latest")):
        ended = liar("run", "--only", "a/0", *option)
        assert ended.code == 2
        assert "--only takes no" in ended.err


def test_which_system_serves_what(liar: Cli) -> None:
    found = liar("show", "--served", "--json").json
    assert {one["system"] for one in found} == {"liar"}
    assert all(one["right"] < one["asked"] for one in found)
    assert {name for one in found for name in one["outcomes"]} <= {"wrong", "flaky", "ok"}
    shown = liar("show", "latest", "latest", "--served", "--markdown").out
    assert "| computation | liar |" in shown
    assert liar("show", "latest", "latest").code == 2
    assert liar("show", "--markdown").code == 2


def test_how_fast_the_baseline_was(liar: Cli) -> None:
    found = liar("show", "--baseline", "--json").json
    assert found
    for one in found:
        assert one["baseline_ns"] > 0
        assert one["gates_per_s"] == pytest.approx(one["gates"] / one["baseline_ns"] * 1e9)
        assert one["gates_per_s_of_slots"] == pytest.approx(one["gates_per_s"] * one["slots"])
    assert "gates/s" in liar("show", "--baseline").out
