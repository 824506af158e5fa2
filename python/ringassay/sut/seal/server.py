"""The server: plans circuits and evaluates them."""

from __future__ import annotations

from typing import Any

from tenseal import sealapi as seal

from ringassay.sut.errors import Failed
from ringassay.sut.packets import Blob
from ringassay.sut.party import Circuit, Server
from ringassay.sut.seal.backend import SealBackend, target_of
from ringassay.sut.seal.keys import PublicKeys, unpack_keys
from ringassay.sut.seal.memfile import MemoryFile
from ringassay.sut.slots.plan import make_plan
from ringassay.sut.slots.run import Prepared


class SealServer(Server):
    """Evaluates circuits over gf2 and zt on slots of integers mod t."""

    def __init__(self) -> None:
        super().__init__()
        self._memory = MemoryFile()
        self._keys: PublicKeys | None = None
        self._prepared: Prepared[Any, Any] | None = None

    def load_key(self, key: list[Blob]) -> None:
        """Load the context and all public keys."""
        self._keys = self._prepared = None  # the old ones go before the new ones come
        self._keys = unpack_keys(self._memory, key)
        self._backend = SealBackend(self._keys)

    def ingest(self, circuit: Circuit) -> None:
        """Plan, and encode the constants."""
        if self._keys is None:
            raise Failed("no key loaded")
        plan = make_plan(circuit, target_of(self._keys))
        self._prepared = Prepared(plan, self._backend)
        for note in plan.notes:
            self.note(note)

    def evaluate(self, ciphertexts: list[Blob]) -> list[Blob]:
        """Run the plan; the answer is a header and one ciphertext."""
        if self._keys is None or self._prepared is None:
            raise Failed("no circuit ingested")
        plan, context = self._prepared.plan, self._keys.context
        if len(ciphertexts) != plan.wires:
            raise Failed(f"{plan.wires} ciphertexts expected, got {len(ciphertexts)}")

        def load(wire: int) -> Any:
            with self.part("load_ns"):
                return self._memory.load(seal.Ciphertext(), ciphertexts[wire], context)

        result = self._prepared.run(load)
        with self.part("save_ns"):
            return [plan.header.pack(), self._memory.save(result)]
