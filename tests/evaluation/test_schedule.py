"""The order in which systems, circuits and rounds come: balanced, random, and the same again."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from scipy import stats

from ringassay.evaluation.keygroups import KeyGroup, KeyParameters
from ringassay.evaluation.schedule import Turn, balanced_pairs, plan_turns
from ringassay.store.records import StoredCircuit


def circuit(number: int) -> StoredCircuit:
    return StoredCircuit(
        circuit=f"c{number:03}",
        position=number,
        family="f",
        kind="mixed",
        gate=None,
        space="gf2",
        modulus=None,
        batch=8,
        depth=2.0,
        width=4,
        levels=2,
        gates=9,
        circuit_bytes=100,
        inputs=2,
        point="{}",
        own_params="",
        gate_names=(),
    )


def groups(keys: int, each: int) -> list[KeyGroup]:
    return [
        KeyGroup(
            KeyParameters.read(f"L=8,D={key}.0,K=80"),
            tuple(circuit(key * each + number) for number in range(each)),
        )
        for key in range(keys)
    ]


def turns(suts: tuple[str, ...], keys=12, each=5, rounds=2, seed=1) -> list[Turn]:
    return list(plan_turns(groups(keys, each), lambda _circuit: suts, rounds, seed))


def orders(planned: list[Turn]) -> dict[tuple[int, str], list[str]]:
    found: dict[tuple[int, str], list[str]] = {}
    for turn in planned:
        found.setdefault((turn.round, turn.circuit.circuit), []).append(turn.sut)
    return found


@pytest.mark.parametrize("count", range(1, 13))
def test_rows_are_balanced_in_places_and_neighbours(count):
    pairs = balanced_pairs(count)
    rows = [row for pair in pairs for row in pair]
    assert all(sorted(row) == list(range(count)) for row in rows)
    assert all(second == first[::-1] for first, second in pairs)
    for place in range(count):
        assert len(set(Counter(row[place] for row in rows).values())) == 1
    follows = Counter(step for row in rows for step in itertools.pairwise(row))
    assert len(follows) == count * (count - 1) and len(set(follows.values())) <= 1


def test_every_turn_comes_once_and_systems_share_each_circuit():
    planned = turns(("a", "b", "c"))
    assert len(set(planned)) == len(planned) == 2 * 60 * 3
    for _, visit in itertools.groupby(planned, key=lambda turn: (turn.round, turn.circuit)):
        assert {turn.sut for turn in visit} == {"a", "b", "c"}
    assert [turn.round for turn in planned] == sorted(turn.round for turn in planned)
    blocks = [block for block, _ in itertools.groupby(planned, key=lambda turn: turn.block)]
    assert len(blocks) == len(set(blocks)) == 2 * 12, "a key's turns are apart"


@pytest.mark.parametrize("count", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_comes_before_each_other_equally_often(count, seed):
    """To within a circuit over any stretch of circuits, exactly over two rounds."""
    suts = tuple("abcdef"[:count])
    planned = orders(turns(suts, seed=seed))
    for one, other in itertools.combinations(suts, 2):
        ahead = 0
        for (number, _), order in planned.items():
            ahead += 1 if order.index(one) < order.index(other) else -1
            assert abs(ahead) <= 1 or number > 0
        assert ahead == 0
    for name in {name for _, name in planned}:
        assert planned[0, name] == planned[1, name][::-1]


def test_places_are_shared_over_a_round():
    count = 4
    planned = [order for (number, _), order in orders(turns(tuple("abcd"))).items() if not number]
    for sut in "abcd":
        places = Counter(order.index(sut) for order in planned)
        assert set(places.values()) == {len(planned) // count}


def test_a_second_name_on_some_circuits_is_balanced_there():
    twice = {f"c{number:03}" for number in range(0, 60, 6)}

    def takes(one: StoredCircuit) -> tuple[str, ...]:
        return ("a", "b", "a (again)") if one.circuit in twice else ("a", "b")

    planned = orders(list(plan_turns(groups(12, 5), takes, 1, 4)))
    ahead = [
        order.index("a") < order.index("a (again)")
        for (_, name), order in planned.items()
        if name in twice
    ]
    assert len(ahead) == 10 and sum(ahead) == 5
    assert all(len(order) == 3 if name in twice else 2 for (_, name), order in planned.items())


def test_circuits_come_in_another_order_each_round_that_says_nothing_of_their_depth():
    """Positions grow with depth, as in a suite; time must not."""
    correlations = []
    for seed in range(40):
        planned = turns(("a",), keys=30, each=1, rounds=2, seed=seed)
        rounds = [[t.circuit.position for t in planned if t.round == number] for number in (0, 1)]
        assert rounds[0] != rounds[1] and sorted(rounds[0]) == sorted(rounds[1])
        correlations.append(stats.spearmanr(range(30), rounds[0])[0])
    claimed = sum(abs(found) > 0.361 for found in correlations)  # the 5 % level for n = 30
    assert claimed <= 6, correlations


def test_equal_seeds_give_equal_orders_and_rounds_do_not_depend_on_their_number():
    assert turns(("a", "b"), seed=9) == turns(("a", "b"), seed=9)
    assert turns(("a", "b"), seed=9) != turns(("a", "b"), seed=10)
    longer = turns(("a", "b"), seed=9, rounds=5)
    assert longer[: 2 * 60 * 2] == turns(("a", "b"), seed=9, rounds=2)
