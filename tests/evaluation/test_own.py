"""Circuits, expressions and inputs of one's own in a suite, and HEtest's scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from naive import evaluate

from ringassay.circuit import Circuit
from ringassay.evaluation import SuiteError, execute, load_suite, suite_from_json
from ringassay.evaluation.filling import beginning, filled
from ringassay.evaluation.own import specs
from ringassay.evaluation.progress import AnswersDisagree, CircuitPrepared
from ringassay.evaluation.scripts import is_script, load_script
from ringassay.evaluation.stop import StopRequest
from ringassay.store import load
from ringassay.store.circuits import read_input, read_text
from ringassay.sut.registry import lookup

DOT = (
    "W=2, D=2, L=4, T=17\nG2:LMUL(W0,W1)\nG3:LROTATE(G2,2)\nG4:LADD(G2,G3)\n"
    "G5:LROTATE(G4,1)\nG6:LADD(G4,G5)\n"
)
MAJORITY = "W=3,D=2,L=4\nG3:LMUL(W0,W1)\nG4:LADD(W0,W1)\nG5:LMUL(W2,G4)\nG6:LADD(G3,G5)\n"
HEAD = 'version = 1\nname = "x"\nseed = 1\nsecurity = 128\nsuts = ["plaintext"]\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "dot.txt": DOT,
        "dot-in.txt": "[[1,2,3,4],\t[5,6,7,16]]\n",
        "dot-out.txt": f"[{','.join([str((5 + 12 + 21 + 64) % 17)] * 4)}]\n",
        "majority.txt": MAJORITY,
        "bits-in.txt": "[1100, [1010], [0,1,1,0]]",
        "bits-out.txt": "[1, 1, 1, 0]",
        "wrong.txt": "1111",
        "s.toml": HEAD
        + '[[circuit]]\nfile = "dot.txt"\ninputs = ["dot-in.txt"]\nexpected = ["dot-out.txt"]\n'
        '[[circuit]]\nfile = "majority.txt"\ninputs = ["bits-in.txt"]\nrandom_inputs = 2\n'
        'expected = ["bits-out.txt"]\n'
        '[[expression]]\nname = "cubic"\nexpression = "x^3 + 2*x*y"\nmodulus = 257\nbatch = 3\n'
        "random_inputs = 2\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_suite_of_ones_own(folder, store):
    suite = load_suite(folder / "s.toml")
    ended = execute(suite, store, [lookup("plaintext")], probe=False)
    assert ended.outcomes == {"ok": 6} and suite.cases() == 6
    data = load(store, [ended.run])
    rows = data.evaluations.merge(data.circuits[["circuit", "family", "kind"]], on="circuit")
    assert set(rows["family"]) == {"dot", "majority", "cubic"} and set(rows["kind"]) == {"own"}
    for row in rows.itertuples():
        text = store.read(lambda connection, row=row: read_text(connection, row.circuit))
        given = store.read(
            lambda connection, row=row: read_input(connection, row.circuit, row.input)
        )
        assert evaluate(text, given.text).decode() == row.got
    first = rows[rows["input"] == 0].set_index("family")["got"]
    assert first["dot"] == "[0,0,0,0]" and first["majority"] == "1110"


def test_a_stored_suite_reads_back_and_paths_are_no_content(folder, tmp_path):
    suite = load_suite(folder / "s.toml")
    back = suite_from_json(suite.to_json())
    assert back == suite.model_copy(update={"title": ""})
    other = tmp_path / "elsewhere"
    other.mkdir()
    for file in folder.glob("*.t*"):
        (other / file.name).write_bytes(file.read_bytes())
    moved = load_suite(other / "s.toml")
    assert moved.to_json() != suite.to_json() and moved.content_hash == suite.content_hash
    (other / "bits-in.txt").write_text("[1100,1110,1110]")
    assert load_suite(other / "s.toml").content_hash != suite.content_hash


def test_values_stand_in_the_suite_itself(folder, store):
    """As lists, or as texts in the notation of files; what is measured is the same."""
    text = (folder / "s.toml").read_text()
    inline = {
        '"dot-in.txt"': "[[1, 2, 3, 4], [5, 6, 7, 16]]",
        '"dot-out.txt"': "[0, 0, 0, 0]",
        '"bits-in.txt"': '"[1100,1010,0110]"',
        '"bits-out.txt"': "[1, 1, 1, 0]",
        "random_inputs = 2\n": "inputs = [[[1, 2, 3], [4, 5, 256]]]\nrandom_inputs = 1\n",
    }
    head, expression = text.split("[[expression]]")
    for old, new in inline.items():
        head = head.replace(old, new) if old.startswith('"') else head
        expression = expression.replace(old, new)
    (folder / "inline.toml").write_text(f"{head}[[expression]]{expression}")
    suite = load_suite(folder / "inline.toml")
    back = suite_from_json(suite.to_json())
    assert back == suite.model_copy(update={"title": ""})
    for name in ("dot-in", "dot-out", "bits-in", "bits-out"):
        (folder / f"{name}.txt").unlink()
    rows = load(store, [execute(back, store, [lookup("plaintext")], probe=False).run])
    got = rows.evaluations.merge(rows.circuits[["circuit", "family"]], on="circuit")
    first = got[got["input"] == 0].set_index("family")["got"]
    assert dict(first) == {
        "dot": "[0,0,0,0]",
        "majority": "1110",
        "cubic": f"[{1 + 2 * 4},{(8 + 2 * 2 * 5) % 257},{(27 + 2 * 3 * 256) % 257}]",
    }


def test_the_same_values_in_a_file_are_the_same_content(folder):
    (folder / "dot-in.txt").write_text("[[1,2,3,4],[5,6,7,16]]")
    of_file = load_suite(folder / "s.toml")
    text = (folder / "s.toml").read_text()
    (folder / "s.toml").write_text(text.replace('"dot-in.txt"', "[[1, 2, 3, 4], [5, 6, 7, 16]]"))
    assert load_suite(folder / "s.toml").content_hash == of_file.content_hash


@pytest.mark.parametrize("touched", [False, True])
def test_a_run_that_was_stopped_while_preparing_needs_the_same_files(folder, store, touched):
    suite = load_suite(folder / "s.toml")
    stop = StopRequest()

    def listener(event: object) -> None:
        if isinstance(event, CircuitPrepared):
            stop.set()

    sut = [lookup("plaintext")]
    ended = execute(suite, store, sut, progress=listener, stop=stop, probe=False)
    assert ended.done == 0 and ended.resume_hint
    stored = suite_from_json(store.suite_json(ended.run))
    (folder / "dot.txt").unlink()  # in the store by now
    if touched:
        (folder / "majority.txt").write_text(MAJORITY.replace("LADD(G3", "LMUL(G3"))
        with pytest.raises(SuiteError, match="no longer what it was"):
            execute(stored, store, sut, resume=ended.run, probe=False)
    else:
        again = execute(stored, store, sut, resume=ended.run, probe=False)
        assert again.outcomes == {"ok": 6}


def test_the_same_circuit_with_other_inputs_is_another_circuit(folder, store):
    suite = load_suite(folder / "s.toml")
    execute(suite, store, [lookup("plaintext")], probe=False)
    (folder / "dot-in.txt").write_text("[[1,1,1,1],[1,1,1,2]]")
    (folder / "dot-out.txt").write_text("[5,5,5,5]")
    changed = load_suite(folder / "s.toml")
    assert execute(changed, store, [lookup("plaintext")], probe=False).outcomes == {"ok": 6}


def test_a_large_input_that_was_given_is_kept(folder, store):
    width = 1 << 17
    text = "[" + ",".join(["10" * (width // 2)] * 3) + "]"
    (folder / "majority.txt").write_text(MAJORITY.replace("L=4", f"L={width}"))
    (folder / "bits-in.txt").write_text(text)
    (folder / "bits-out.txt").write_text("10" * (width // 2))
    suite = load_suite(folder / "s.toml")
    ended = execute(suite, store, [lookup("plaintext")], probe=False)
    assert ended.outcomes == {"ok": 6}
    circuits = load(store, [ended.run]).circuits.set_index("family")
    identifier = circuits.loc["majority", "circuit"]
    kept = store.read(lambda connection: read_input(connection, identifier, 0))
    assert kept.text == text.encode() and len(text) > 256 * 1024


@pytest.mark.parametrize("bracketed", [False, True])
def test_answers_that_disagree_are_said_at_once(folder, store, bracketed):
    (folder / "wrong.txt").write_text("[1, 1, 1, 1]" if bracketed else "1111")
    text = (folder / "s.toml").read_text().replace("bits-out", "wrong")
    (folder / "s.toml").write_text(text)
    with pytest.raises(SuiteError, match=r"wrong.txt disagrees .* slots 3; .* 1111, .* 1110"):
        load_suite(folder / "s.toml")
    (folder / "s.toml").write_text(
        text.replace('["wrong.txt"]', '["wrong.txt"]\nanswers_decide = true')
    )
    suite = load_suite(folder / "s.toml")
    events = []
    ended = execute(suite, store, [lookup("plaintext")], progress=events.append, probe=False)
    said = next(number for number, one in enumerate(events) if isinstance(one, AnswersDisagree))
    assert said == 1 and "wrong.txt" in events[said].message
    assert ended.outcomes == {"ok": 5, "wrong": 1}
    rows = load(store, [ended.run]).evaluations
    assert set(rows.loc[rows["outcome"] == "wrong", "expected"]) == {"1111"}


@pytest.mark.parametrize("text", ["111", "11111", "1112", "[1,1,1,0", "\u0661110", "[1,1,1,2]"])
def test_answers_that_are_none_decide_nothing(folder, text):
    suite = (folder / "s.toml").read_text()
    wanted = 'expected = ["bits-out.txt"]'
    (folder / "s.toml").write_text(suite.replace(wanted, f"{wanted}\nanswers_decide = true"))
    (folder / "bits-out.txt").write_text(text)
    with pytest.raises(
        SuiteError, match=r"bits-out.txt: not an output of .*: 4 values from 0 to 1"
    ):
        load_suite(folder / "s.toml")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('file = "dot.txt"', 'file = "none.txt"', "none.txt: cannot be read"),
        ('file = "dot.txt"', 'file = "bits-in.txt"', "bits-in.txt: line 1, column 1"),
        ('inputs = ["dot-in.txt"]', 'inputs = ["bits-in.txt"]', "bits-in.txt: line 1"),
        ('inputs = ["dot-in.txt"]', "random_inputs = 1", "1 expected answers for 0 inputs"),
        ('expected = ["dot-out.txt"]', "answers_decide = true", "answers_decide needs expected"),
        ("x^3 + 2*x*y", "x^3 + ", "expression cubic: line 1"),
        ("random_inputs = 2\n", "random_inputs = 0\n", "name inputs = "),
        ('name = "cubic"', 'name = "dot"', "are called 'dot'"),
        ('"dot-in.txt"', "[[1, 2, 3], [5, 6, 7, 16]]", "[[1,2,3],[5,6,7,16]]: line 1"),
        ('"dot-in.txt"', '"[[1,2,3,4],[5,6,7,17]]"', "[[1,2,3,4],[5,6,7,17]]: line 1"),
        ('"dot-in.txt"', '[["a"]]', '[["a"]]: line 1'),
        ('"dot-out.txt"', "[1, 0, 0, 0]", "[1,0,0,0] disagrees with the plaintext evaluation"),
        ('inputs = ["dot-in.txt"]', "inputs = [3]", "circuit[0].inputs[0]"),
        ('inputs = ["dot-in.txt"]', "inputs = 3", "circuit[0].inputs"),
        ('file = "majority.txt"', 'file = "majority.txt"\nsize = 3', "there is no such field"),
    ],
)
def test_mistakes_are_named(folder, old, new, message):
    text = (folder / "s.toml").read_text()
    assert old in text
    (folder / "s.toml").write_text(text.replace(old, new))
    with pytest.raises(SuiteError) as refusal:
        load_suite(folder / "s.toml")
    assert message in str(refusal.value)


def test_a_depth_that_cannot_suffice_is_refused(folder):
    (folder / "majority.txt").write_text(MAJORITY.replace("D=2", "D=0.5"))
    with pytest.raises(SuiteError, match=r"D=0.5, but the circuit multiplies 1 levels"):
        load_suite(folder / "s.toml")


def test_constants_take_depth_over_reals(tmp_path: Path):
    half = "[0.5,0.5]"
    gates = f"G1:LMULconst(W0,{half})\nG2:LADDconst(G1,{half})\nG3:LMULconst(G2,{half})\n"
    suite = tmp_path / "s.toml"
    suite.write_text(HEAD + '[[circuit]]\nfile = "half.txt"\nrandom_inputs = 1\n')
    circuit = tmp_path / "half.txt"
    circuit.write_text("W=1,D=1,L=2,R=1\n" + gates)
    with pytest.raises(SuiteError, match=r"D=1, but the circuit multiplies 2 levels"):
        load_suite(suite)
    circuit.write_text("W=1,D=2,L=2,R=1\n" + gates)
    load_suite(suite)


@pytest.fixture
def script(folder: Path) -> Path:
    for name in ("keys", "inputs"):
        (folder / name).mkdir()
    (folder / "keys/a.txt").write_text("L=4,D=3.0,K=80,T=17")
    (folder / "keys/b.txt").write_text("L=4,D=2.0,K=80")
    (folder / "inputs/1.txt").write_text("[1000,0111,1110]")
    (folder / "test_script.txt").write_text(
        "KEY\nkeys/a.txt\nCIRCUIT\ndot.txt\nINPUT\ndot-in.txt\nKEY\nkeys/b.txt\n"
        "CIRCUIT\nmajority.txt\nINPUT\nbits-in.txt\nINPUT\ninputs/1.txt\n"
    )
    return folder / "test_script.txt"


def test_a_script_runs_with_its_own_keys(script, store):
    assert is_script(script) and not is_script(script.parent / "dot.txt")
    suite = load_script(script, ["plaintext"])
    ended = execute(suite, store, [lookup("plaintext")], probe=False)
    assert ended.outcomes == {"ok": 3}
    assert set(load(store, [ended.run]).keys["params"]) == {"L=4,D=3.0,K=80,T=17", "L=4,D=2.0,K=80"}
    stronger = suite.at_security(128)
    again = execute(stronger, store, [lookup("plaintext")], probe=False)
    keys = load(store, [again.run]).keys
    assert set(keys["params"]) == {"L=4,D=3.0,K=128,T=17", "L=4,D=2.0,K=128"}


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("keys/a.txt", "L=5,D=3.0,K=80,T=17", "another kind of circuit"),
        ("keys/a.txt", "L=4,D=0.0,K=80,T=17", "multiplies 1 levels"),
        ("keys/a.txt", "hello", "keys/a.txt: "),
        ("test_script.txt", "KEY\nkeys/a.txt\n", "no CIRCUIT"),
        ("test_script.txt", "KEY\nkeys/a.txt\nCIRCUIT\ndot.txt\n", "has no INPUT"),
        ("test_script.txt", "KEY\nkeys/a.txt\nINPUT\ndot-in.txt\n", "test_script.txt: line 3"),
    ],
)
def test_mistakes_in_a_script_are_named(script, file, text, message):
    (script.parent / file).write_text(text)
    with pytest.raises(SuiteError) as refusal:
        load_script(script, ["plaintext"])
    assert message in str(refusal.value)


def test_generated_files_of_a_suite_come_back_as_a_script(folder, tmp_path, store):
    from ringassay.cli.suite_files import write_suite

    out = tmp_path / "files"
    assert write_suite(str(folder / "s.toml"), out) == 3
    suite = load_script(out / "test_script.txt", ["plaintext"])
    assert json.loads(suite.to_json())["circuit"][1]["key"] == "L=4,D=2.0,K=128"
    assert execute(suite, store, [lookup("plaintext")], probe=False).outcomes == {"ok": 6}


def filled_suite(folder: Path, entry: str) -> Path:
    (folder / "few-in.txt").write_text("[10, 01, [1,1]]")
    (folder / "few-out.txt").write_text("11")
    suite = folder / "filled.toml"
    suite.write_text(
        HEAD + '[[circuit]]\nfile = "majority.txt"\ninputs = ["few-in.txt"]\n'
        f'expected = ["few-out.txt"]\n{entry}'
    )
    return suite


def test_open_entries_are_drawn_and_known_answers_are_checked(folder, store):
    suite = load_suite(filled_suite(folder, "fill = true\n"))
    ended = execute(suite, store, [lookup("plaintext")], probe=False)
    assert ended.outcomes == {"ok": 1}
    row = next(load(store, [ended.run]).evaluations.itertuples())
    given = store.read(lambda connection: read_input(connection, row.circuit, 0))
    wires = given.text.decode().strip("[]").split(",")
    assert [wire[:2] for wire in wires] == ["10", "01", "11"]
    assert {len(wire) for wire in wires} == {4}
    assert row.got.startswith("11") and len(row.got) == 4
    again = load_suite(filled_suite(folder, "fill = true\n"))
    assert suite.content_hash == again.content_hash
    # Another seed draws other entries, in vectors long enough to tell.
    texts = set()
    for seed in range(8):
        other = suite.model_copy(update={"seed": seed})
        (spec,) = specs(other)
        texts.add(spec.input(spec.make(Circuit), 0).text)
    assert len(texts) > 1


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("few-out.txt", "10", "disagrees"),
        ("few-in.txt", "[10,01]", "2 vectors, where the circuit takes 3"),
        ("few-in.txt", "[10101,01,11]", "vector 0 has 5 entries, more than the circuit's 4"),
        ("few-in.txt", "[1x,01,11]", "vectors of bits in brackets"),
        ("few-in.txt", "10,01,11", "vectors of bits in brackets"),
    ],
)
def test_what_cannot_be_filled_is_said(folder, name, text, message):
    suite = filled_suite(folder, "fill = true\n")
    (folder / name).write_text(text)
    with pytest.raises(SuiteError, match=message):
        load_suite(suite)


def test_entries_that_miss_are_refused_unless_they_are_to_be_filled(folder):
    with pytest.raises(SuiteError, match=r"few-in\.txt"):
        load_suite(filled_suite(folder, ""))
    with pytest.raises(SuiteError, match="fill completes inputs"):
        load_suite(filled_suite(folder, "fill = true\nanswers_decide = true\n"))


def test_integers_are_filled():
    assert filled(b"[[1,2],[5]]", b"[[9,9,9],[8,8,8]]", "x") == b"[[1,2,9],[5,8,8]]"
    assert beginning(b"[1,2,9];[5,8,8]", b"[1,2];[5]") == b"[1,2];[5]"
    with pytest.raises(SuiteError, match="1 vectors"):
        filled(b"[[1,2]]", b"[[9,9,9],[8,8,8]]", "x")
