"""`params`, `explore` and `advise` name the same parameters and the same best scheme."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from calibration import Calibrated
from ringassay.advice.calibrating import Unable
from ringassay.advice.computation import Shape, find
from ringassay.advice.figures import Assessed, Candidate, Limits
from ringassay.advice.own import Tallying, refuse
from ringassay.advice.ranking import judge
from ringassay.advice.uncertainty import told_apart
from ringassay.circuit import Circuit
from ringassay.cli.params import app as params
from ringassay.explore import (
    CalibratedPredictor,
    begin,
    complete,
    excluded,
    explored,
    select,
    settled,
)
from ringassay.explore.app import App, Application, Constraints
from ringassay.explore.run import Where
from ringassay.explore.selection import Selection
from ringassay.schemes import is_approximate, leveled_keys
from ringassay.store import Store, StoredCalibration, load_calibration

SECURITY = 128

COMPUTATIONS: list[tuple[str, int | None, int]] = [
    # the expression, t (None: bits), the entries of its vectors
    ("a*b + c", None, 1),
    ("a*b*c + a", None, 1),
    ("a*b*c*d", None, 8),
    ("a^4 + b", 17, 1),
    ("a*b", None, 64),
    ("(a + b)*(c + d)", 257, 1),
    ("(a + b)*(c + d)", 65537, 1),
    ("a*b + c*d + e*f", 257, 16),
    ("a + b + c", 17, 4),
    ("(a*b + 1)*(c*d + 1)", 17, 16),
    ("a*3 + b*5", 257, 8),
    ("(a - b)^2 + (c - d)^2", 257, 8),
]
"""Twelve, of depth 1 to 4, that take seconds to tally."""


@pytest.fixture(scope="module")
def kernels(calibrated: Calibrated) -> StoredCalibration:
    with Store(calibrated.store, create=False) as store:
        return load_calibration(store)


def advised(file: Path, kernels: StoredCalibration) -> tuple[dict[str, Candidate], dict[str, str]]:
    """Schemes that advice ranks by their tallies, the best first; why not the others."""
    computation = find(str(file), Shape(), security=SECURITY)
    assessed, keys = Assessed(), {}
    for key in leveled_keys():
        try:
            refuse(key, computation)
            if not is_approximate(key):
                candidate = Tallying(key, computation, kernels).candidate()
                keys[candidate.label] = key
                assessed.candidates.append(candidate)
        except Unable:
            continue
    ranked, left_out = judge(assessed, Limits(float(SECURITY), None, None, None, 1))
    reasons = {keys[one.label]: one.reason for one in left_out}
    return {keys[one.label]: one for one in ranked}, reasons


def explored_by(file: Path, kernels: StoredCalibration) -> Selection:
    predictor = CalibratedPredictor("test", kernels.document)
    asked = App(
        version=1,
        name="circuit",
        application=Application(circuit=file.name),
        constraints=Constraints(security_bits=SECURITY),
    )
    with Store(file.with_suffix(".db")) as store:
        name = begin(store, settled(asked, file.parent), file.parent, predictor)
        complete(store, name, predictor, where=Where(1))
        return select(explored(store, name))


def told(*words: object) -> str:
    done = CliRunner().invoke(params, [str(word) for word in words])
    assert done.exit_code == 0, done.exception
    return done.output


def chosen(file: Path) -> dict[str, dict[str, Any]]:
    """What `params all` says of each scheme, by its name."""
    found = json.loads(told("all", "--circuit", file, "--json"))
    return {row["scheme"]: row for row in found["schemes"]}


@pytest.mark.parametrize(("expression", "t", "batch"), COMPUTATIONS)
def test_all_three_agree(
    expression: str, t: int | None, batch: int, kernels: StoredCalibration, tmp_path: Path
) -> None:
    file = tmp_path / "circuit.txt"
    file.write_bytes(Circuit.expression(expression, t, batch).to_bytes())
    (ranked, reasons), selection = advised(file, kernels), explored_by(file, kernels)
    facts = chosen(file)
    assert len(ranked) >= 2
    places = {selection.outcomes[one.block].results.block.scheme: one for one in selection.ranking}
    assert set(places) == set(ranked)
    for scheme, candidate in ranked.items():
        point = selection.point(places[scheme])
        said = facts[str(candidate.parameters["scheme"])]
        assert said["is_secure"]
        assert candidate.parameters["n"] == point["n"] == said["n"], scheme
        assert candidate.parameters["m"] == said["m"] == point.get("index", said["m"]), scheme
        # A ring that is named may leave room for other primes than one that is searched for.
        sizes = [candidate.parameters["log2_q"], point["log2_q"]]
        assert sizes[0] == pytest.approx(
            math.ceil(sizes[1]) if "log2_w" in said else sizes[1], 0.01
        )
        assert said["log2_q"] == pytest.approx(sizes[1], rel=0.25)
    best, other = next(iter(ranked)), next(iter(places))
    # The same, or two of which no prediction says that one takes less.
    assert best == other or not told_apart(ranked[best], ranked[other], 1), (best, other)
    assert "yashe" in reasons
    for scheme, reason in reasons.items():
        (outcome,) = [one for one in selection.outcomes if one.results.block.scheme == scheme]
        assert reason in " ".join(excluded(outcome, selection)), scheme
        said = " ".join(told(scheme, "--circuit", file).split())
        assert reason in said, scheme
