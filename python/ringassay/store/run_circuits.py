"""The circuits of a stored run and their inputs, for whoever reads or writes it."""

from __future__ import annotations

from ringassay.store.circuits import read_circuits, read_input, read_text
from ringassay.store.records import StoredCircuit, StoredInput
from ringassay.store.store import Store


class RunCircuits:
    """Those of `run`, each checked against its hash: `CorruptStoreError` if it is damaged."""

    store: Store
    run: str

    def circuits(self) -> list[StoredCircuit]:
        """Its circuits so far in the order of the suite, without their texts."""
        return self.store.read(lambda connection: read_circuits(connection, self.run))

    def text(self, circuit: str) -> bytes:
        """A circuit's text."""
        return self.store.read(lambda connection: read_text(connection, circuit))

    def input(self, circuit: str, index: int) -> StoredInput:
        """An input of a circuit."""
        return self.store.read(lambda connection: read_input(connection, circuit, index))
