"""The loop with the compiled generator, the harness and the `plaintext` SUT, checked by an
evaluator of our own that shares nothing with any of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from naive import evaluate

from ringassay.circuit import Circuit
from ringassay.evaluation import Suite, execute, load_suite
from ringassay.evaluation.plan import plan_circuits
from ringassay.store import Store, load
from ringassay.store.circuits import read_input, read_text
from ringassay.sut.registry import lookup

SUITES = Path(__file__).parents[2] / "suites"


def run(store: Store, suite: Suite):
    ended = execute(suite, store, [lookup("plaintext")])
    return ended, load(store, [ended.run])


def test_quick_suite(store):
    suite = load_suite(SUITES / "quick.toml")
    ended, data = run(store, suite)
    assert ended.outcomes == {"ok": suite.cases()}
    rows = data.evaluations
    assert (rows["total_wall_ns"] > 0).all() and (rows["baseline_ns"] > 0).all()
    simd = data.circuits[data.circuits["dialect"] == "simd"]
    checked = 0
    for row in rows[rows["circuit"].isin(simd["circuit"])].itertuples():
        text = store.read(lambda connection, row=row: read_text(connection, row.circuit))
        given = store.read(
            lambda connection, row=row: read_input(connection, row.circuit, row.input)
        )
        assert evaluate(text, given.text).decode() == row.got
        checked += 1
    assert checked >= 40
    assert len(data.keys) == len(data.keys.drop_duplicates(["batch", "params"]))
    assert data.suts.loc[0, "protocol"] == 2


def test_five_schemes_are_right_and_say_how_secure_they_are(store):
    """On the suite's circuits of depth 1 and its dearest gates; `make test-long` runs it whole."""
    shipped = load_suite(SUITES / "schemes.toml")
    mixed, gates = shipped.family
    few = (
        mixed.model_copy(update={"depth": mixed.depth[:1]}),
        gates.model_copy(update={"gate": ("LMUL", "LROTATE")}),
    )
    suite = shipped.model_copy(update={"family": few})
    ended = execute(suite, store, [lookup(name) for name in suite.suts], aa="none")
    data = load(store, [ended.run])
    assert ended.outcomes == {"ok": len(suite.suts) * suite.cases()}
    schemes = {"BGV", "FV", "YASHE'", "F-NTRU", "SHIELD"}
    keys = data.keys.merge(data.suts[["run", "sut", "scheme"]], on=["run", "sut"])
    assert schemes <= set(keys["scheme"])
    for row in keys[keys["scheme"].isin(schemes)].itertuples():
        if row.scheme in {"YASHE'", "F-NTRU"}:
            assert row.security_bits == 0 and "overstretched" in row.security_method
            assert "NOT SECURE" in row.notes
        else:
            assert row.security_bits >= suite.security


@pytest.mark.parametrize("name", ["quick", "demo", "table4", "schemes", "reals", "complexes"])
def test_shipped_suites_are_generated_alike_twice(name):
    """The first circuit of each point: equal text, the requested depth, the requested shape."""
    suite = load_suite(SUITES / f"{name}.toml")
    for spec in plan_circuits(suite):
        if spec.index or (spec.point.width or 0) > 100:
            continue
        one, other = Circuit.generate(spec.config), Circuit.generate(spec.config)
        assert one.to_bytes() == other.to_bytes()
        summary = one.summary()
        if spec.point.batch:
            assert summary["batch"] == spec.point.batch
            # An application has as many wires as it takes.
            assert spec.point.width is None or summary["wires"] == spec.point.width
        if spec.point.depth:
            assert 0 <= float(summary["depth"]) - float(spec.point.depth) < 1


def test_demo_is_large_enough():
    suite = load_suite(SUITES / "demo.toml")
    assert suite.circuit_count() >= 24
    assert all(family.inputs >= 3 for family in suite.family)
    assert suite.security >= 128 and {"plaintext", "seal", "lattigo"} <= set(suite.suts)


def test_table_4_has_the_points_of_the_paper():
    suite = load_suite(SUITES / "table4.toml")
    mixed = {
        (point.batch, int(point.depth), point.width)
        for family in suite.family
        if family.kind == "mixed"
        for point in family.points()
    }
    small = (4, 10, 20, 50, 100)
    expected = {(378, depth, width) for depth in (6, 7) for width in (*small, 1000)}
    expected |= {(630, 12, width) for width in (*small, 200)}
    expected |= {(600, 18, width) for width in small}
    expected |= {(682, depth, width) for depth in (21, 24) for width in small}
    expected |= {(682, 24, 200), (1285, 60, 50)}
    assert mixed == expected
    assert all(family.circuits == 2 for family in suite.family if family.kind == "mixed")
    assert all(family.inputs == 5 for family in suite.family) and suite.security == 80
    (gates,) = (family for family in suite.family if family.kind == "single")
    assert len(gates.points()) == 12 and gates.circuits == 10


def test_table_4_is_all_right(store):
    suite = load_suite(SUITES / "table4.toml")
    ended, _ = run(store, suite)
    assert ended.outcomes == {"ok": suite.cases()}
