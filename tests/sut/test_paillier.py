"""The adapter of examples/paillier: conformance, and a run. Needs python-paillier."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ringassay.evaluation import Suite, execute
from ringassay.evaluation.conformance.checker import Checker
from ringassay.evaluation.ports import real_ports
from ringassay.store import Store
from ringassay.sut.command import SutCommand
from ringassay.sut.user_suts import read_user_suts

EXAMPLE = Path(__file__).parents[2] / "examples" / "paillier"

pytestmark = pytest.mark.needs("phe", "gmpy2")


@pytest.fixture
def paillier() -> SutCommand:
    (command,) = read_user_suts(EXAMPLE / "suts.toml")
    argv = tuple((sys.executable, *line[1:]) for line in (command.client, command.server))
    return SutCommand("paillier", *argv, cwd=command.cwd)


def test_it_keeps_to_the_protocol(paillier: SutCommand) -> None:
    open_probe = real_ports().open_probe
    assert open_probe is not None
    findings = Checker(paillier, open_probe, 600).run()
    assert {one.result for one in findings} == {"ok"}, findings
    assert len(findings) > 25


def test_it_computes_a_weighted_sum(paillier: SutCommand, tmp_path: Path) -> None:
    from ringassay.evaluation.given import Expression

    suite = Suite(
        version=1,
        name="sum",
        seed=1,
        security=112,
        suts=("paillier",),
        expression=(
            Expression(
                name="weighted", expression="3*x + 5*y - z", modulus=257, batch=2, random_inputs=1
            ),
            Expression(name="product", expression="x*y", modulus=257, random_inputs=1),
        ),
    )
    with Store(tmp_path / "s.db") as store:
        ended = execute(suite, store, [paillier], probe=False)
    assert ended.outcomes == {"ok": 1, "unsupported": 1}
