"""Who measures what when: rounds over everything, circuits in random order, systems in turns.

A machine drifts: it warms up, others use it, its clock changes. What is measured one after the
other therefore differs by more than what is measured, and what is measured in the order of a
suite seems to grow with whatever the suite lets grow. So each round takes the keys in a random
order, the circuits of a key in a random order, and each circuit takes the systems in an order
that is balanced over circuits: each system comes at each place, and before and behind each other
system, equally often. Everything follows from the suite's seed; a resumed run goes on in the same
order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ringassay.evaluation.keygroups import KeyGroup
from ringassay.evaluation.plan import derive_seed
from ringassay.store.records import StoredCircuit


@dataclass(frozen=True)
class Turn:
    """A system's visit to a circuit in one round: all inputs, one after the other."""

    round: int
    """From 0; the repetition that its cases are stored as."""
    group: KeyGroup
    circuit: StoredCircuit
    sut: str

    @property
    def block(self) -> tuple[int, str]:
        """Turns of one key in one round follow one another."""
        return self.round, self.group.params.text

    @property
    def place(self) -> tuple[str, str]:
        """System and key: what a session serves."""
        return self.sut, self.group.params.text


def plan_turns(
    groups: Sequence[KeyGroup],
    takes: Callable[[StoredCircuit], tuple[str, ...]],
    rounds: int,
    seed: int,
) -> Iterator[Turn]:
    """All turns in order; `takes` says which systems measure a circuit, in the suite's order."""
    for number in range(rounds):
        # Of two rounds the second goes through the systems backwards, circuit by circuit.
        orders = _orders(_shuffled(groups, seed, number - number % 2), takes, seed, number // 2)
        for group, circuits in _shuffled(groups, seed, number):
            for circuit in circuits:
                order = orders[circuit.circuit]
                for sut in reversed(order) if number % 2 else order:
                    yield Turn(number, group, circuit, sut)


def _shuffled(
    groups: Sequence[KeyGroup], seed: int, number: int
) -> list[tuple[KeyGroup, list[StoredCircuit]]]:
    def circuits(group: KeyGroup) -> list[StoredCircuit]:
        return sorted(
            group.circuits, key=lambda one: derive_seed("order", seed, number, one.circuit)
        )

    def draw(group: KeyGroup) -> int:
        return derive_seed("order", seed, number, "key", group.params.text)

    return [(group, circuits(group)) for group in sorted(groups, key=draw)]


def _orders(
    shuffled: Iterable[tuple[KeyGroup, list[StoredCircuit]]],
    takes: Callable[[StoredCircuit], tuple[str, ...]],
    seed: int,
    draw: int,
) -> dict[str, tuple[str, ...]]:
    """Circuit to the order of its systems; balanced among circuits with the same systems."""
    rows: dict[tuple[str, ...], Iterator[tuple[int, ...]]] = {}
    found = {}
    for _, circuits in shuffled:
        for circuit in circuits:
            suts = takes(circuit)
            if suts not in rows:
                rows[suts] = _endless_rows(len(suts), seed, draw)
            found[circuit.circuit] = tuple(suts[place] for place in next(rows[suts]))
    return found


def _endless_rows(count: int, seed: int, draw: int) -> Iterator[tuple[int, ...]]:
    """Balanced orders for ever: a row, its reverse, the next; each cycle has every row once."""
    pairs = balanced_pairs(count)
    cycle = 0
    while True:

        def drawn(number: int, cycle: int = cycle) -> int:
            return derive_seed("order", seed, draw, count, cycle, number)

        for number in sorted(range(len(pairs)), key=drawn):
            first, second = pairs[number]
            yield from (first, second) if drawn(number) & 1 else (second, first)
        cycle += 1


def balanced_pairs(count: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Rows of a Williams design, each beside its reverse: over all rows every number is at every
    place equally often, and directly behind every other one equally often.

    Williams, E. J. (1949). Experimental designs balanced for the estimation of residual effects
    of treatments. Australian Journal of Chemistry 2, 149-168.
    """
    zigzag = [0]
    while len(zigzag) < count:
        step = len(zigzag)
        zigzag.append((zigzag[-1] + (step if step % 2 else -step)) % count)
    # With an even count the reverse of a row is a row as well: half of them suffice.
    shifts = count if count % 2 else count // 2
    rows = [tuple((one + shift) % count for one in zigzag) for shift in range(shifts)]
    return [(row, row[::-1]) for row in rows]
