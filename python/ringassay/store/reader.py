"""Reading a run's circuits and inputs without owning it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from ringassay.store.errors import UnknownRunError
from ringassay.store.integrity import sound
from ringassay.store.records import StoredCircuit
from ringassay.store.run_circuits import RunCircuits
from ringassay.store.schema import baselines
from ringassay.store.store import Store


class UnknownCaseError(UnknownRunError):
    """No case of this name in the run; the message says how cases are named."""


@dataclass(frozen=True)
class RunReader(RunCircuits):
    """A run as it was measured."""

    store: Store
    run: str

    def expected(self, circuit: str, index: int) -> str:
        """The baseline's output for an input."""

        def work(connection: Connection) -> str:
            where = (
                baselines.c.run == self.run,
                baselines.c.circuit == circuit,
                baselines.c.input == index,
            )
            row = connection.execute(select(baselines).where(*where)).mappings().one()
            return str(sound(baselines, row)["expected"])

        return self.store.read(work)


def find_case(circuits: list[StoredCircuit], name: str) -> tuple[StoredCircuit, int]:
    """The circuit and input that `CIRCUIT/INPUT` names, as reports and `show` print it.

    The circuit may be the beginning of its identifier. Raises `UnknownCaseError`.
    """
    circuit, separator, index = name.strip().rpartition("/")
    if not separator or not circuit or not index.isascii() or not index.isdigit():
        raise UnknownCaseError(
            f"{name!r} names no case: write CIRCUIT/INPUT, such as {_example(circuits)}"
        )
    found = [one for one in circuits if one.circuit.startswith(circuit)]
    if len(found) != 1:
        problem = f"{len(found)} circuits begin" if found else "no circuit begins"
        shown = ", ".join(one.circuit for one in (found or circuits)[:8])
        raise UnknownCaseError(f"{problem} with {circuit!r}: choose one of {shown}")
    if len(index) > 9 or int(index) >= found[0].inputs:
        raise UnknownCaseError(
            f"circuit {found[0].circuit} has the inputs 0 to {found[0].inputs - 1}, not {index}"
        )
    return found[0], int(index)


def _example(circuits: list[StoredCircuit]) -> str:
    return f"{circuits[0].circuit}/0" if circuits else "0123456789abcdef/0"
