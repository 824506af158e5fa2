"""Plans run on slots in the clear, against evaluation by definition."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_backend import CountingNoise, PlainBackend
from slot_circuits import MiniCircuit, random_circuit

from ringassay.sut.errors import Failed, Refused
from ringassay.sut.slots.emit import Kind
from ringassay.sut.slots.header import Header
from ringassay.sut.slots.layout import Layout
from ringassay.sut.slots.plan import Plan, make_plan
from ringassay.sut.slots.run import Prepared
from ringassay.sut.slots.steps import key_steps
from ringassay.sut.slots.target import Target

WIDE = 786433  # prime, as are all moduli below


def target(
    batch: int,
    row: int,
    modulus: int,
    *,
    rebuild: bool = True,
    noise: CountingNoise | None = None,
) -> Target:
    steps = key_steps(batch, row, rebuild=rebuild)
    return Target(Layout(batch, row), modulus, steps, noise or CountingNoise())


def run(circuit: MiniCircuit, where: Target, inputs: list[list[int]]) -> tuple[list[int], Plan]:
    """Plan, run in the clear, read the result as a client does."""
    plan = make_plan(circuit, where)
    backend = PlainBackend(where.modulus, where.layout.row, where.steps)
    prepared = Prepared(plan, backend)
    rows = [backend.encode(where.layout.spread(vector)) for vector in inputs]
    result = prepared.run(lambda wire: rows[wire])
    header = Header.unpack(plan.header.pack())
    slots = where.layout.collect(result, header.offset)
    return [header.read(value, where.modulus) for value in slots], plan


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, 2**32),
    st.sampled_from([(1, 16), (4, 16), (16, 16), (3, 16), (5, 16), (7, 16), (9, 16), (15, 16)]),
    st.booleans(),
    st.booleans(),
)
def test_zt_circuits(seed: int, shape: tuple[int, int], rebuild: bool, small: bool) -> None:
    batch, row = shape
    rng = random.Random(seed)
    modulus = 17 if small else WIDE
    circuit = random_circuit(rng, batch=batch, modulus=modulus, gates=rng.randrange(1, 30))
    inputs = circuit.random_inputs(rng)
    got, _ = run(circuit, target(batch, row, modulus, rebuild=rebuild), inputs)
    assert got == circuit.evaluate(inputs)


@settings(max_examples=400, deadline=None)
@given(
    st.integers(0, 2**32),
    st.sampled_from([(1, 16), (4, 16), (3, 16), (5, 16), (9, 16)]),
    st.sampled_from([17, 257, 65537]),
)
def test_gf2_circuits_are_right_or_refused(seed: int, shape: tuple[int, int], modulus: int) -> None:
    batch, row = shape
    rng = random.Random(seed)
    circuit = random_circuit(rng, batch=batch, modulus=None, gates=rng.randrange(1, 40))
    inputs = circuit.random_inputs(rng)
    try:
        got, _ = run(circuit, target(batch, row, modulus), inputs)
    except Refused as error:
        pytest.fail(f"exact mode keeps every gf2 circuit below any modulus: {error}")
    assert got == circuit.evaluate(inputs)


def xor_and_ladder(levels: int) -> MiniCircuit:
    """Sums and products in turn: the integers behind the bits grow doubly exponentially."""
    circuit = MiniCircuit(batch=4, wires=2)
    x, y = 0, 1
    for _ in range(levels):
        s = circuit.gate("LADD", x, y)
        r = circuit.gate("LROTATE", s, constant=1)
        x, y = circuit.gate("LMUL", s, r), circuit.gate("LADD", r, x)
    circuit.gate("LADD", x, y)
    return circuit


@pytest.mark.parametrize("levels", range(1, 9))
def test_exact_gates_appear_only_where_the_modulus_demands_them(levels: int) -> None:
    circuit = xor_and_ladder(levels)
    squarings = {}
    for modulus in (17, 65537, (1 << 61) - 1):
        rng = random.Random(levels)
        for _ in range(16):
            inputs = circuit.random_inputs(rng)
            got, plan = run(circuit, target(4, 16, modulus), inputs)
            assert got == circuit.evaluate(inputs)
        squarings[modulus] = sum(op.kind is Kind.SQUARE for op in plan.ops)
    assert squarings[17] >= squarings[65537] >= squarings[(1 << 61) - 1]
    assert squarings[(1 << 61) - 1] == 0 or levels > 5
    assert squarings[17] > 0 or levels < 4


def test_long_sums_of_bits_are_reduced_on_the_way() -> None:
    circuit = MiniCircuit(batch=2, wires=2)
    x, y = 0, 1
    for _ in range(60):  # the unreduced integers would be Fibonacci numbers, F(60) = 1.5e12
        x, y = circuit.gate("LADD", x, y), x
    inputs = [[1, 0], [1, 1]]
    got, plan = run(circuit, target(2, 16, 65537), inputs)
    assert got == circuit.evaluate(inputs)
    squarings = sum(op.kind is Kind.SQUARE for op in plan.ops)
    assert 0 < squarings < 60
    _, wide = run(circuit, target(2, 16, (1 << 61) - 1), inputs)
    assert not any(op.kind is Kind.SQUARE for op in wide.ops)


@pytest.mark.parametrize(("batch", "row"), [(5, 16), (5, 32), (9, 16), (11, 16), (15, 16), (6, 64)])
@pytest.mark.parametrize("rebuild", [True, False])
def test_rotations_for_ever(batch: int, row: int, rebuild: bool) -> None:
    """Where the batch does not divide the row, windows are used up and rebuilt."""
    rng = random.Random(batch * row)
    circuit = MiniCircuit(batch, 2, WIDE)
    x, y = 0, 1
    for _ in range(40):
        x = circuit.gate("LROTATE", x, constant=rng.randrange(batch))
        y = circuit.gate("LROTATE", y, constant=rng.randrange(batch))
        x, y = circuit.gate("LADD", x, y), x
    inputs = circuit.random_inputs(rng)
    where = target(batch, row, WIDE, rebuild=rebuild)
    got, plan = run(circuit, where, inputs)
    assert got == circuit.evaluate(inputs)
    assert any("cut out and replicated" in note for note in plan.notes)


def test_no_window_is_lost_where_the_batch_divides_the_row() -> None:
    circuit = MiniCircuit(8, 1, WIDE)
    x = 0
    for amount in range(100):
        x = circuit.gate("LROTATE", x, constant=amount % 8)
    inputs = [[1, 2, 3, 4, 5, 6, 7, 8]]
    got, plan = run(circuit, target(8, 32, WIDE), inputs)
    assert got == circuit.evaluate(inputs)
    assert {op.kind for op in plan.ops} == {Kind.ROTATE}


def test_a_rotation_goes_the_way_that_keeps_more_slots() -> None:
    circuit = MiniCircuit(7, 1, WIDE)
    circuit.gate("LROTATE", 0, constant=6)
    plan = make_plan(circuit, target(7, 16, WIDE))
    assert [op.b for op in plan.ops] == [-1]


def test_too_deep_is_refused_with_figures() -> None:
    circuit = MiniCircuit(4, 1, WIDE)
    x = 0
    for _ in range(5):
        x = circuit.gate("LMUL", x, x)
    inputs = [[1, 2, 3, 4]]
    got, _ = run(circuit, target(4, 16, WIDE, noise=CountingNoise(capacity=5)), inputs)
    assert got == circuit.evaluate(inputs)
    with pytest.raises(Refused, match=r"5 bits of noise budget, the key has 4"):
        make_plan(circuit, target(4, 16, WIDE, noise=CountingNoise(capacity=4)))


def test_other_batches_and_moduli_are_refused() -> None:
    circuit = MiniCircuit(4, 1, WIDE)
    circuit.gate("LNEG", 0)
    with pytest.raises(Refused, match="batch is 4, the key's is 8"):
        make_plan(circuit, target(8, 16, WIDE))
    with pytest.raises(Refused, match="the same T"):
        make_plan(circuit, target(4, 16, 65537))


@pytest.mark.parametrize("modulus", [None, WIDE])
def test_known_values_cost_nothing(modulus: int | None) -> None:
    circuit = MiniCircuit(4, 2, modulus)
    zero = circuit.gate("LMULconst", 0, constant=[0, 0, 0, 0])
    one = circuit.gate("LADDconst", zero, constant=[1, 1, 1, 1])
    mixed = circuit.gate("LSELECT", zero, one, constant=[1, 0, 0, 1])
    moved = circuit.gate("LROTATE", mixed, constant=1)
    circuit.gate("LMUL", circuit.gate("LADD", moved, one), circuit.gate("LADD", one, zero))
    inputs = [[1, 0, 1, 1], [0, 0, 1, 1]]
    got, plan = run(circuit, target(4, 16, modulus or 65537), inputs)
    assert got == circuit.evaluate(inputs)
    assert plan.ops == () and plan.output is None


@pytest.mark.parametrize("name", ["LADD", "LMUL", "LSELECT"])
@pytest.mark.parametrize("modulus", [None, WIDE])
def test_a_gate_on_one_value_twice(name: str, modulus: int | None) -> None:
    circuit = MiniCircuit(4, 1, modulus)
    x = circuit.gate("LADDconst", 0, constant=[1, 0, 1, 0])
    circuit.gate(name, x, x, constant=[1, 0, 0, 1] if name == "LSELECT" else None)
    for bits in range(16):
        inputs = [[bits >> i & 1 for i in range(4)]]
        got, _ = run(circuit, target(4, 16, modulus or 65537), inputs)
        assert got == circuit.evaluate(inputs)


def test_gates_that_the_output_does_not_need_are_not_run() -> None:
    circuit = MiniCircuit(4, 3, WIDE)
    circuit.gate("LMUL", 0, 2)
    circuit.gate("LADD", 0, 1)
    read: Counter[int] = Counter()
    where = target(4, 16, WIDE)
    plan = make_plan(circuit, where)
    backend = PlainBackend(WIDE, 16, where.steps)

    def wire(index: int) -> tuple[int, ...]:
        read[index] += 1
        return backend.encode(where.layout.spread([index] * 4))

    assert Prepared(plan, backend).run(wire)[:4] == (1, 1, 1, 1)
    assert read == {0: 1, 1: 1}
    assert backend.counts == {"add": 1}


def test_ciphertexts_are_freed_after_their_last_use() -> None:
    circuit = MiniCircuit(4, 1, WIDE)
    x = 0
    for _ in range(50):
        x = circuit.gate("LADD", circuit.gate("LNEG", x), 0)
    plan = make_plan(circuit, target(4, 16, WIDE))
    alive, most = {0}, 0
    for index, freed in enumerate(plan.frees):
        alive.add(plan.wires + index)
        most = max(most, len(alive))
        assert set(freed) <= alive
        alive -= set(freed)
    assert alive == {plan.output}
    assert most == 3


def test_deep_circuits_need_no_deep_stack() -> None:
    circuit = MiniCircuit(2, 1, WIDE)
    x = 0
    for _ in range(20_000):
        x = circuit.gate("LNEG", x)
    got, _ = run(circuit, target(2, 16, WIDE), [[5, 6]])
    assert got == [5, 6]


def test_an_unknown_gate_is_refused() -> None:
    circuit = MiniCircuit(2, 1)
    circuit.gate("LDIV", 0)
    with pytest.raises(Refused, match="LDIV"):
        make_plan(circuit, target(2, 16, 65537))


@pytest.mark.parametrize(
    "data", [b"", b"slot", b"x" * 20, Header(1, True, -3).pack() + b"!", b"slot\x02" + bytes(15)]
)
def test_a_foreign_header_fails(data: bytes) -> None:
    with pytest.raises(Failed):
        Header.unpack(data)


@settings(deadline=None)
@given(st.integers(-40, 0), st.integers(0, 40))
def test_parity_is_read_back_from_any_range_below_the_modulus(lowest: int, above: int) -> None:
    value = lowest + above
    assert Header(0, True, lowest).read(value % 41, 41) == value % 2
