"""Time per gate against the division done by hand."""

from __future__ import annotations

import factory
import numpy as np

from ringassay.analysis import prepare
from ringassay.analysis.gates import gate_times
from ringassay.report.document import Table
from ringassay.report.sections import gates

GATES = ("LADD", "LMUL")


def test_the_median_is_step_time_over_number_of_gates() -> None:
    frames = factory.run([factory.Sut("seal")], points=[], single_gates=GATES)
    rows = frames.evaluations.merge(frames.circuits[["circuit", "gate", "gates", "batch"]])
    times = gate_times(prepare(frames))
    assert len(times) == 4  # two gates at two batch sizes
    for t in times:
        own = rows[(rows["gate"] == t.gate) & (rows["batch"] == t.batch)]
        assert t.wall.median == np.median(own["evaluate_wall_ns"] / own["gates"])
        assert t.compute is not None
        assert t.compute.median == np.median(own["evaluate_compute_ns"] / own["gates"])
        assert t.own is t.compute
        assert (t.levels, t.counts, t.dimensions) == ((5.0,), (500.0,), (16384.0,))


def test_computation_stands_beside_wall_time() -> None:
    section = gates.section(prepare(factory.run([factory.Sut("a")], points=[], single_gates=GATES)))
    assert section is not None
    matrix = next(b for b in section.blocks if isinstance(b, Table))
    assert [c.label for c in matrix.columns] == ["gate", "D", "gates", "*a*", "with transfer"]
    for row in matrix.cells():
        own, wall = (cell.value for cell in row[-2:])
        assert own is not None
        assert wall is not None
        assert own < wall
    assert "16\u202f384 (*a*)" in matrix.note


def test_without_an_account_of_computation_wall_time_stands_alone() -> None:
    frames = factory.run([factory.Sut("a")], points=[], single_gates=GATES)
    frames.evaluations["evaluate_compute_ns"] = np.nan
    (time, *_) = gate_times(prepare(frames))
    assert time.compute is None
    assert time.own is time.wall
