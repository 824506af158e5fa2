"""An application without schemes is explored with all of them; BGV and BFV beside the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from explorations import explore
from ringassay import _native
from ringassay.explore import App, answer, app_from_json, excluded, parse_app, select, settled
from ringassay.explore.app import AppError, Application
from ringassay.explore.proof import find_place, prove
from ringassay.explore.sentences import scheme_row
from ringassay.schemes import is_approximate, leveled_keys
from ringassay.store import Store

VECTORS = "W=3,D=1.1,L=4\nG3:LMUL(W0,W1)\nG4:LADD(G3,W2)\n"
ROTATED = "W=2,D=1.5,L=4\nG2:LROTATE(W0,1)\nG3:LMUL(G2,W1)\n"
TOY = """
version = 1
name = "toy"
[application]
expression = "a*b + a"
modulus = 257
[constraints]
security_bits = 60
"""


def circuit(folder: Path, text: str, bits: float = 60) -> App:
    (folder / "circuit.txt").write_text(text)
    app = App(version=1, name="circuit", application=Application(circuit="circuit.txt"))
    constraints = app.constraints.model_copy(update={"security_bits": bits})
    return settled(app.model_copy(update={"constraints": constraints}), folder)


def test_every_scheme_that_holds_the_values_is_there(tmp_path: Path) -> None:
    integers = settled(parse_app(TOY), tmp_path)
    assert [block.scheme for block in integers.scheme] == ["bgv", "bfv", "fv", "yashe"]
    bits = circuit(tmp_path, VECTORS)
    exact = [key for key in leveled_keys() if not is_approximate(key)]
    assert [block.scheme for block in bits.scheme] == exact
    # What is settled is complete: it can be read without the circuit's file.
    again = app_from_json(bits.to_json())
    assert again == bits and settled(again, tmp_path / "nowhere") == bits


def test_all_schemes_are_ranked_with_reasons(store: Store, tmp_path: Path) -> None:
    selection = select(explore(store, settled(parse_app(TOY), tmp_path)))
    ranked = {selection.outcomes[at.block].results.block.scheme for at in selection.ranking}
    others = {selection.outcomes[at.block].results.block.scheme for at in selection.impractical}
    assert {"bgv", "bfv", "fv"} <= ranked and "yashe" in others
    for place in (*selection.ranking, *selection.impractical):
        assert len(scheme_row(selection, place)) == 8
    first = selection.point(selection.ranking[0])
    assert first["security_bits"] >= 60 and first["depth"] >= 1
    assert any("bits" in sentence for sentence in answer(selection))
    said = [" ".join(excluded(one, selection)) for one in selection.outcomes]
    assert all("points" in one for one in said)
    assert "overstretched" in said[-1]


def test_figures_of_bgv_and_bfv_are_those_of_their_instances(store: Store, tmp_path: Path) -> None:
    selection = select(explore(store, settled(parse_app(TOY), tmp_path)))
    for outcome in selection.outcomes[:2]:
        point = outcome.results.point(outcome.best or 0)
        assert outcome.results.block.index is not None
        assert point["n"] == _native.totients([point["index"]])[0]
        estimate = _native.max_log2_q(point["n"], "ternary", 3.2, point["security_bits"])
        assert estimate == pytest.approx(point["log2_q"] + point["log2_p"], abs=0.5)
        # A ciphertext is two elements modulo Q, in words.
        words = point["ciphertext_bytes"] / 8 / point["n"]
        assert words == pytest.approx(2 * round(words / 2)) and words * 64 >= 2 * point["log2_q"]
        assert point["data_bytes"] > point["key_bytes"] > point["ciphertext_bytes"]


def test_rotations_are_computed_by_both_schemes_with_slots(store: Store, tmp_path: Path) -> None:
    selection = select(explore(store, circuit(tmp_path, ROTATED)))
    by_scheme = {one.results.block.scheme: one for one in selection.outcomes}
    assert by_scheme["bgv"].best is not None and by_scheme["bfv"].best is not None


def test_what_follows_from_the_index_is_refused(tmp_path: Path) -> None:
    for line in ("n = 4096", "log2_q = 100", 'secret = "gaussian-3.2"'):
        with pytest.raises(AppError, match="takes t, index and depth"):
            parse_app(TOY + f'[[scheme]]\nscheme = "bgv"\nt = 257\n{line}\n')
    with pytest.raises(AppError, match="index and depth are for bgv, bfv"):
        parse_app(TOY + '[[scheme]]\nscheme = "fv"\nn = 1024\nlog2_q = 50\nindex = 512\n')
    with pytest.raises(AppError, match="needs n and log2_q"):
        parse_app(TOY + '[[scheme]]\nscheme = "fv"\n')
    text = TOY + '[[scheme]]\nscheme = "bgv"\nt = 6\n'
    (block,) = settled(parse_app(text), tmp_path).scheme
    assert block.refused is not None and "no power of a prime" in block.refused


def test_a_point_of_each_is_proved(store: Store, tmp_path: Path) -> None:
    text = TOY + "".join(
        f'[[scheme]]\nscheme = "{name}"\nt = 257\nindex = 8192\n' for name in ("bgv", "bfv")
    )
    app = settled(parse_app(text.replace("security_bits = 60", "security_bits = 0")), tmp_path)
    selection = select(explore(store, app))
    name = "latest"
    from ringassay.store import find_exploration

    name = find_exploration(store, name)
    places = [find_place(selection, one) for one in ("bgv:", "bfv:index=8192")]
    proofs = prove(store, name, selection, places, rounds=1, kernel_rounds=1)
    for proof in proofs:
        assert proof.is_right and proof.index == 8192
        assert proof.in_turns is not None
        _, memory = proof.in_turns.errors(proof.truth)
        assert abs(memory) < 0.05
