"""`ringassay sut new` and `ringassay sut check`: a new adapter runs at once, faults are named."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from program import Cli


@pytest.fixture
def made(cli: Cli) -> Path:
    ended = cli("sut", "new", "mine", "--json")
    assert ended.code == 0, ended.err
    assert ended.json["files"] == ["adapter.py", "suts.toml"]
    return cli.folder / "mine"


def test_a_new_adapter_passes_and_runs(cli: Cli, made: Path) -> None:
    checked = cli("sut", "check", "mine", "--json")
    assert checked.code == 0 and checked.json["passed"], checked.out
    findings = checked.json["findings"]
    assert {one["result"] for one in findings} == {"ok"}
    tried = {one["check"].rpartition(": ")[2] for one in findings}
    assert {"LADD", "LMUL", "LSELECT", "LROTATE by 4", "all gates in one circuit"} <= tried
    ran = cli(
        *("run", "-e", "x^3 + 2*x*y", "-t", "257", "--batch", "4", "--random-inputs", "2"),
        *("--sut", "mine", "--sut-file", made / "suts.toml", "--no-probes"),
    )
    assert ran.code == 0 and "2 ok" in ran.err, ran.err


@pytest.mark.parametrize(
    ("old", "new", "check", "said", "do"),
    [
        (
            "row[-k:] + row[:-k] if k else row",
            "row[k:] + row[:k]",
            "LROTATE by 1",
            "expected [",
            "rotates the wrong way",
        ),
        (
            "return [self.toy.decrypt(one, self.secret) for one in outputs]",
            "return [self.toy.decrypt(one, self.secret)[:3] for one in outputs]",
            "LADD",
            "failed: MineClient.decrypt returned 3 values; wanted are 5 integers",
            "something broke inside",
        ),
        (
            "self.times(x[0], values), self.times(x[1], others)",
            "self.times(x[1], values), self.times(x[0], others)",
            "LSELECT",
            "expected [",
            "it is the other way",
        ),
        (
            "return [save(value",
            "_ = [save(value",
            "LADD",
            "MineServer.evaluate returned None (is a `return` missing?)",
            "something broke inside",
        ),
        (
            "self.gates, self.outputs = circuit.instructions()",
            "self.gates, self.outputs = circuit.instruction()",
            "LADD",
            "failed: AttributeError: ",
            "something broke inside",
        ),
        (
            "mask = [secrets.randbelow(self.t) for _ in vector]",
            "mask = [1 for _ in vector]",
            "encryption",
            "two encryptions of one input are equal",
            "fresh randomness",
        ),
        (
            'return f"{params.modulus} {params.batch}".encode()',
            'raise Refused("not today")',
            "key for zt",
            "every key is refused: L=5,D=2.0,K=128,T=65537: not today",
            "what is declared has to work",
        ),
        ("import secrets", "import secretz", "start", "start-failed: ", "run it by hand"),
        (
            '"LMULconst", list(values)',
            '"LMULCONST", list(values)',
            "LMULconst",
            "refused: ",
            "HELLO",
        ),
    ],
)
def test_a_fault_is_named_and_mended(
    cli: Cli, made: Path, old: str, new: str, check: str, said: str, do: str
) -> None:
    adapter = made / "adapter.py"
    text = adapter.read_text()
    assert text.count(old) == 1
    adapter.write_text(text.replace(old, new))
    checked = cli("sut", "check", "mine", "--json")
    assert checked.code == 1 and not checked.json["passed"]
    found = [one for one in checked.json["findings"] if one["result"] == "problem"]
    first = found[0]
    assert first["check"].endswith(check), found
    assert said in first["said"] and do in first["do"], first


def test_a_broken_adapter_failed_and_did_not_refuse(cli: Cli, made: Path) -> None:
    adapter = made / "adapter.py"
    adapter.write_text(adapter.read_text().replace("circuit.instructions()", "circuit.nothing()"))
    ran = cli(
        *("run", "-e", "x + y", "-t", "257", "--random-inputs", "1", "--no-probes"),
        *("--sut", "mine", "--sut-file", made / "suts.toml"),
    )
    assert ran.code == 1 and "(1 failed)" in ran.err and "refused" not in ran.err, ran.err


def test_an_answer_through_another_kit_is_explained() -> None:
    from ringassay.evaluation.conformance.explain import Asked, explain

    asked = Asked("LADD", None, [[1, 2, 3], [3, 4, 5]], [4, 6, 1], 7)
    assert explain(asked, b"[4,6,8]") == (
        "the answer is right but unreduced: [4,6,8] mod 7",
        "reduce every slot to 0 … 6",
    )
    assert "unreduced, and wrong" in explain(asked, b"[4,6,9]")[0]
    assert "short: 2 slots instead of 3" in explain(asked, b"[4,6]")[0]
    assert "4 slots instead of 3" in explain(asked, b"[4,6,1,0]")[0]
    assert "no vector" in explain(asked, b"4 6 1!")[0]
    assert "last slot comes first" in explain(asked, b"[1,6,4]")[1]
    assert "first operand unchanged" in explain(asked, b"[1,2,3]")[1]


@pytest.mark.skipif(shutil.which("go") is None, reason="Go is not installed")
def test_a_new_adapter_in_go(cli: Cli) -> None:
    assert cli("sut", "new", "mine-go", "--language", "go").code == 0
    folder = cli.folder / "mine-go"
    assert {one.name for one in folder.iterdir()} == {"go.mod", "main.go", "suts.toml", "toy.go"}
    subprocess.run(["go", "vet", "."], cwd=folder, check=True)
    formatted = subprocess.run(["gofmt", "-l", "."], cwd=folder, capture_output=True, check=True)
    assert not formatted.stdout
    subprocess.run(["go", "build"], cwd=folder, check=True)
    checked = cli("sut", "check", "mine-go", "--json")
    assert checked.code == 0 and checked.json["passed"], checked.out
    tried = {one["check"] for one in checked.json["findings"]}
    assert {"gf2: all gates in one circuit", "integers mod 65537: LROTATE by 4"} <= tried
    ran = cli(
        *("run", "-e", "x^3 + 2*x*y", "-t", "257", "--batch", "4", "--random-inputs", "2"),
        *("--sut", "mine-go", "--sut-file", folder / "suts.toml", "--no-probes"),
    )
    assert ran.code == 0 and "2 ok" in ran.err, ran.err


@pytest.mark.skipif(shutil.which("go") is None, reason="Go is not installed")
@pytest.mark.parametrize(
    ("old", "new", "check"),
    [
        ("(j+step+o.row)%o.row", "(j-step+o.row)%o.row", "LROTATE by 1"),
        ("out[r+s][i] = o.sum(", "out[r+s][i] = max(", "LMUL"),
        ("row[i] = o.sum(", "row[i] = max(", "LADD"),
        ("return (o.t - value) % o.t", "return value", "LSUB"),
    ],
)
def test_a_fault_of_an_adapter_in_go_is_found(cli: Cli, old: str, new: str, check: str) -> None:
    assert cli("sut", "new", "mine-go", "--language", "go").code == 0
    folder = cli.folder / "mine-go"
    toy = (folder / "toy.go").read_text()
    assert toy.count(old) == 1
    (folder / "toy.go").write_text(toy.replace(old, new))
    subprocess.run(["go", "build"], cwd=folder, check=True)
    checked = cli("sut", "check", "mine-go", "--json")
    problems = [one["check"] for one in checked.json["findings"] if one["result"] == "problem"]
    assert checked.code == 1 and any(one.endswith(check) for one in problems), problems


def test_a_new_adapter_in_rust_names_the_kit(cli: Cli, tmp_path: Path) -> None:
    ended = cli("sut", "new", "mine-rust", "--language", "rust")
    assert ended.code == 0, ended.err
    manifest = (cli.folder / "mine-rust" / "Cargo.toml").read_text()
    root = Path(__file__).parents[2]
    assert f'path = "{root}/crates/sut"' in manifest and "@" not in manifest
    for language in ("rust", "go"):
        ended = cli("sut", "new", "other", "--language", language, "--kit", tmp_path)
        assert ended.code == 2 and "not published" in ended.err
        assert not (cli.folder / "other").exists()


def test_what_new_refuses(cli: Cli, made: Path) -> None:
    assert "exists" in cli("sut", "new", "mine").err
    for name in ("Mine", "new", "3", "a b", "../a"):
        ended = cli("sut", "new", name)
        assert ended.code == 2 and "names no system" in ended.err
    assert cli("sut", "check", "nobody").code == 2


def test_suts_says_what_does_not_start(cli: Cli, made: Path) -> None:
    (made / "adapter.py").write_text("raise SystemExit('no licence')\n")
    listed = {
        one["name"]: one
        for one in cli("sut", "list", "--json", "--sut-file", made / "suts.toml").json
    }
    assert listed["plaintext"]["available"] and listed["plaintext"]["started"]
    assert not listed["mine"]["available"] and "no licence" in listed["mine"]["reason"]
    looked = cli("sut", "list", "--no-start", "--json", "--sut-file", made / "suts.toml").json
    assert all(one["started"] is None for one in looked) and looked[-1]["available"]
