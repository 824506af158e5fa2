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
        assert t.gate_only is not None
        alone = own["evaluate_compute_cpu_ns"] - own["evaluate_load_ns"] - own["evaluate_save_ns"]
        assert np.isclose(t.gate_only.median, np.median(alone / own["gates"]))
        assert t.own is t.gate_only
        assert (t.levels, t.counts, t.dimensions) == ((5.0,), (500.0,), (16384.0,))


def test_the_gates_alone_stand_beside_the_whole_step() -> None:
    section = gates.section(prepare(factory.run([factory.Sut("a")], points=[], single_gates=GATES)))
    assert section is not None
    matrix = next(b for b in section.blocks if isinstance(b, Table))
    assert [c.label for c in matrix.columns] == ["gate", "D", "gates", "*a*", "whole step"]
    for row in matrix.cells():
        own, wall = (cell.value for cell in row[-2:])
        assert own is not None
        assert wall is not None
        assert own < wall
    assert "16\u202f384 (*a*)" in matrix.note


def test_loading_and_saving_are_no_part_of_a_gate() -> None:
    """The reproduction: additions of 0.164 ms among ciphertexts that take 1.8 ms to load."""
    add = factory.Costs(evaluate=lambda d, w, n: 8 * 1.8e6 + 4 * 0.164e6)
    frames = factory.run([factory.Sut("seal", add, spread=0.0)], points=[], single_gates=("LADD",))
    frames.circuits["gates"] = 4
    frames.evaluations["evaluate_compute_cpu_ns"] = 8 * 1.8e6 + 4 * 0.164e6
    frames.evaluations["evaluate_load_ns"] = 7 * 1.8e6
    frames.evaluations["evaluate_save_ns"] = 1.8e6
    (time, *_) = gate_times(prepare(frames))
    assert np.isclose(time.own.median, 0.164e6)
    assert time.wall.median > 3e6


def test_without_an_account_of_the_parts_the_whole_step_stands_alone() -> None:
    frames = factory.run([factory.Sut("a")], points=[], single_gates=GATES)
    frames.evaluations["evaluate_load_ns"] = np.nan
    (time, *_) = gate_times(prepare(frames))
    assert time.gate_only is None
    assert time.own is time.wall
