"""Every sentence of advice, beside its JSON and the exported run of its proof."""

from __future__ import annotations

import json
import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from report.recomputed.advice_rules import RULES, Said
from report.recomputed.tables import Tables
from ringassay.advice import Candidate, Cost, Excluded, Limits, Shape, find
from ringassay.advice.proof import prove
from ringassay.advice.verdict import Advice
from ringassay.report.advice import build_advice
from ringassay.report.document import Callout, Items
from ringassay.store import Store, export_csv, load


def check(found: Advice, tables: Tables | None = None) -> int:
    """Every sentence of the terminal, the report and the JSON; returns how many there are."""
    said = Said(json.loads(json.dumps(found.to_dict(), allow_nan=False)), tables)
    every = [*found.sentences, *found.exclusions]
    assert said.json["sentences"] == found.sentences
    for sentence in every:
        text = sentence.replace("\u00a0", " ")
        assert RULES.check(text, said), f"no rule (tests/report/recomputed) for: {text}"
    document = build_advice(found)
    shown = [block.text for block in document.blocks() if isinstance(block, Callout)]
    items = [
        item for block in document.blocks() if isinstance(block, Items) for item in block.items
    ]
    for sentence in found.sentences:
        assert any(sentence in one.replace("\\", "") for one in (*shown, *items)), sentence
    return len(every)


def drawn(generator: random.Random, name: str) -> Candidate:
    def time() -> float:
        return 10.0 ** generator.uniform(3.0, 11.0)

    return Candidate(
        system=name,
        label=f"Library {name}",
        ours=False,
        provable=True,
        cost=Cost(
            {
                "keys": time(),
                "ingest": time(),
                "encrypt": time(),
                "evaluate": time(),
                "decrypt": 0.0,
            },
            peak_bytes=10.0 ** generator.uniform(3, 11),
            key_bytes=10.0 ** generator.uniform(1, 11),
            ciphertext_bytes=10.0 ** generator.uniform(1, 8),
            search_ns=generator.choice([None, 0.0, time()]),
        ),
        basis="runs",
        error=generator.choice([None, 0.02, 0.4]),
        parameters={"n": 8192, "m": 16384, "log2_qp": 218.2},
        security_bits=generator.choice([None, 128.4, 199.99]),
        security_how="primal",
        precision_bits=generator.choice([None, 20.7]),
        log2_failure=generator.choice([None, -64.0]),
        shipped=generator.random() < 0.8,
    )


def test_every_sentence_of_drawn_advice_follows_from_its_json() -> None:
    generator = random.Random(12)
    computation = find("app-logistic:logistic-3")
    count = 0
    for number in range(300):
        inputs = generator.choice([1, 2, 10, 10_000])
        ranking = sorted(
            (drawn(generator, f"L{at}") for at in range(generator.randint(0, 5))),
            key=lambda one: one.cost.total_ns(inputs),
        )
        if number % 3 == 0 and len(ranking) > 1:
            # Two that are hardly apart.
            near = replace(ranking[0], label="Library near", system="near")
            ns = {step: 1.01 * value for step, value in near.cost.ns.items()}
            ranking.insert(1, replace(near, cost=replace(near.cost, ns=ns)))  # type: ignore[arg-type]
        excluded = tuple(
            Excluded(name, name.upper(), generator.choice(["is slow", "is weak.", "do: `x`"]))
            for name in "abcdef"
        )
        count += check(
            Advice(computation, Limits(inputs=inputs), tuple(ranking), excluded, "None.")
        )
    assert count > 1500


def test_advice_that_ignores_its_inputs_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    computation = find("app-logistic:logistic-3")
    generator = random.Random(3)
    ranking = tuple(
        sorted((drawn(generator, name) for name in "abc"), key=lambda one: one.cost.total_ns(1))
    )
    made = Advice(computation, Limits(inputs=50), ranking, (), "None.")
    honest = Cost.total_ns
    monkeypatch.setattr(Cost, "total_ns", lambda self, _inputs: honest(self, 1))
    with pytest.raises(AssertionError):
        check(made)


@pytest.fixture(scope="module")
def proven(tmp_path_factory: pytest.TempPathFactory) -> tuple[Advice, Any]:
    """Two of our own systems, executed; their predictions are drawn."""
    shape = Shape(expression=True, batch=4, modulus=257)
    computation = find("a*b + a", shape, security=40)
    generator = random.Random(5)
    ranking = tuple(
        sorted(
            (drawn(generator, name) for name in ("ringassay-bgv", "ringassay-bfv")),
            key=lambda one: one.cost.total_ns(7),
        )
    )
    with Store(tmp_path_factory.mktemp("advice") / "store.db") as store:
        proof = prove(computation, ranking, store, inputs=7)
        found = Advice(computation, Limits(inputs=7), ranking, (), "None.", proof)
        return found, load(store, list(proof.runs))


def test_every_sentence_of_a_proof_follows_from_the_export(
    proven: tuple[Advice, Any], tmp_path: Path
) -> None:
    found, data = proven
    export_csv(data, tmp_path)
    assert found.proof is not None and len(found.proof.proven) == 2
    assert check(found, Tables(tmp_path)) >= 5
    # Our clients search for parameters, and that is in no key's time.
    tables = Tables(tmp_path)
    searched = tables.keys["choose_ns"] / tables.keys["compute_ns"]
    assert searched.notna().all()
    for one in found.proof.proven:
        assert one.truth is not None and one.truth.search_ns is not None
        own = tables.keys[tables.keys["sut"] == one.candidate.system]
        assert one.truth.ns["keys"] + one.truth.search_ns == pytest.approx(
            own["client_cpu_ns"].median(), rel=0.2
        )


def test_a_false_figure_of_a_proof_is_noticed(proven: tuple[Advice, Any], tmp_path: Path) -> None:
    found, data = proven
    slower = data.evaluations.assign(evaluate_cpu_ns=3 * data.evaluations["evaluate_cpu_ns"])
    export_csv(replace(data, evaluations=slower), tmp_path)
    with pytest.raises(AssertionError):
        check(found, Tables(tmp_path))
