"""AND and XOR of encrypted bits as a module of Concrete's, client and server over it."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from concrete import fhe
from concrete.fhe.compilation.configuration import SecurityLevel

from ringassay.sut.bits import Bit, Gates, Held, evaluate
from ringassay.sut.errors import Failed, Refused
from ringassay.sut.packets import Blob
from ringassay.sut.party import Circuit, Client, Server
from ringassay.sut.texts import KeyParameters, Vector

MAX_BATCH = 1 << 10
SECURITY = 128
"""What Concrete's parameters have, as its documentation states."""
FAILURE = 2.0**-40
"""Of a gate, by which Concrete chooses parameters."""

_SIZE = struct.Struct("<I")


@fhe.module()
class _Gates:
    """Both gates return a bit, which either may take."""

    @fhe.function({"a": "encrypted", "b": "encrypted"})  # type: ignore[untyped-decorator]
    def conjunction(a: Any, b: Any) -> Any:  # noqa: N805 - no method
        """a AND b."""
        return a & b

    @fhe.function({"a": "encrypted", "b": "encrypted"})  # type: ignore[untyped-decorator]
    def difference(a: Any, b: Any) -> Any:  # noqa: N805
        """a XOR b."""
        return a ^ b

    @fhe.function({"a": "encrypted"})  # type: ignore[untyped-decorator]
    def inversion(a: Any) -> Any:  # noqa: N805
        """NOT a, without a look-up."""
        return 1 - a

    composition = fhe.AllComposable()


def compiled() -> Any:
    """The module, for bits."""
    bits = [(a, b) for a in (0, 1) for b in (0, 1)]
    configuration = fhe.Configuration(
        p_error=FAILURE, security_level=SecurityLevel.SECURITY_128_BITS
    )
    inputs = {"conjunction": bits, "difference": bits, "inversion": [0, 1]}
    module: Any = _Gates  # by its decorator
    return module.compile(inputs, configuration)


def packed(values: Sequence[Any]) -> bytes:
    """A vector: the length of each ciphertext and its bytes."""
    parts = []
    for value in values:
        data = value.serialize()
        parts += [_SIZE.pack(len(data)), data]
    return b"".join(parts)


def unpacked(data: Blob, batch: int) -> list[Any]:
    """The inverse of `packed`."""
    view, found = memoryview(data), []
    while view:
        if len(view) < _SIZE.size:
            raise Failed("a ciphertext ends within a length")
        (size,) = _SIZE.unpack(view[: _SIZE.size])
        body, view = view[_SIZE.size : _SIZE.size + size], view[_SIZE.size + size :]
        if len(body) != size or not size:
            raise Failed(f"{size} bytes of a ciphertext expected, {len(body)} are there")
        try:
            found.append(fhe.Value.deserialize(bytes(body)))
        except RuntimeError as error:
            raise Failed(f"Concrete cannot read a ciphertext: {error}") from error
    if len(found) != batch:
        raise Failed(f"{batch} bits expected, got {len(found)}")
    return found


class GateClient(Client):
    """Encrypts with the secret key: Concrete has no public one."""

    def __init__(self) -> None:
        super().__init__()
        self._client: Any = None

    def keygen(self, params: KeyParameters) -> list[Blob]:
        """The batch, the compiled gates, the evaluation keys."""
        self._client = None
        if params.modulus is not None or params.reals is not None or params.fan_in:
            raise Refused("batched circuits over bits only: no integers, no reals")
        if params.batch > MAX_BATCH:
            raise Refused(f"batch {params.batch}: at most {MAX_BATCH}")
        if params.security > SECURITY:
            raise Refused(f"security of {params.security} bits: {SECURITY} are offered")
        with self.part("choose_ns"):
            module = compiled()
            with tempfile.TemporaryDirectory() as folder:
                module.server.save(str(Path(folder) / "server.zip"))
                server = (Path(folder) / "server.zip").read_bytes()
        client = fhe.Client(module.server.client_specs)
        client.keygen()
        self._client, self._batch = client, params.batch
        self.parameters = {
            "scheme": "TFHE",
            "secret": "binary",
            "security_method": "none of ours: Concrete states its parameters as strategies alone",
            "security_checked_by_library": f"{SECURITY} bits, as its documentation states",
            "failure_probability": "2^-40 for each gate, as asked of Concrete",
            "encryption": "secret key",
        }
        return [str(params.batch).encode(), server, client.evaluation_keys.serialize()]

    def encrypt(self, vectors: list[Vector]) -> list[Blob]:
        """A chunk for each wire."""
        on = self._keyed()
        return [packed([self._bit(on, bit) for bit in vector]) for vector in vectors]

    @staticmethod
    def _bit(on: Any, bit: int) -> Any:
        encrypted, _ = on.encrypt(bit, None, function_name="conjunction")
        return encrypted

    def decrypt(self, ciphertext: list[Blob]) -> list[list[int]]:
        """A vector for each chunk."""
        on = self._keyed()
        return [
            [
                int(on.decrypt(bit, function_name="conjunction"))
                for bit in unpacked(chunk, self._batch)
            ]
            for chunk in ciphertext
        ]

    def _keyed(self) -> Any:
        if self._client is None:
            raise Failed("no key yet")
        return self._client


class GateServer(Server):
    """Evaluates circuits over bits, gate by gate."""

    def __init__(self) -> None:
        super().__init__()
        self._on: Any = None
        self._circuit: Circuit | None = None

    def load_key(self, key: list[Blob]) -> None:
        """The compiled gates and the evaluation keys."""
        self._on = self._circuit = None
        if len(key) != 3 or not bytes(key[0][:8]).isdigit():
            raise Failed("a key of three chunks, the first a number, expected")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "server.zip"
            file.write_bytes(bytes(key[1]))
            self._on = fhe.Server.load(str(file))
        self._keys = fhe.EvaluationKeys.deserialize(bytes(key[2]))
        self._batch = int(bytes(key[0]))

    def ingest(self, circuit: Circuit) -> None:
        """Only batched circuits over bits, of the batch of the key."""
        self._circuit = None
        summary = circuit.summary()
        if summary["space"] != "gf2" or summary["batch"] != self._batch:
            raise Refused(f"circuits over bits with L = {self._batch} only, by this key")
        self._circuit = circuit

    def evaluate(self, ciphertexts: list[Blob]) -> list[Blob]:
        """The outputs, a chunk for each."""
        on, circuit = self._on, self._circuit
        if on is None or circuit is None:
            raise Failed("no circuit ingested")
        wires = circuit.summary()["wires"]
        if len(ciphertexts) != wires:
            raise Failed(f"{wires} ciphertexts expected, got {len(ciphertexts)}")
        with self.part("load_ns"):
            inputs: list[list[Bit]] = [
                [Held(bit) for bit in unpacked(chunk, self._batch)] for chunk in ciphertexts
            ]
        count = 0

        def gate(name: str) -> Callable[[Any, Any], Any]:
            def apply(a: Any, b: Any) -> Any:
                nonlocal count
                count += 1
                return self._run(name, a, b)

            return apply

        gates = Gates(gate("conjunction"), gate("difference"), lambda a: self._run("inversion", a))
        outputs = evaluate(circuit, gates, inputs)
        with self.part("save_ns"):
            chunks: list[Blob] = [
                packed([self._cipher(gates, bit, inputs[0][0]) for bit in output])
                for output in outputs
            ]
        self.note(f"{count} gates with bootstrapping")
        return chunks

    def _cipher(self, gates: Gates, bit: Bit, any_bit: Bit) -> Any:
        """What is known is made of an encrypted bit: x XOR x, or its negation."""
        if isinstance(bit, Held):
            return gates.plain(bit)
        assert isinstance(any_bit, Held)
        zero = self._run("difference", any_bit.cipher, any_bit.cipher)
        return self._run("inversion", zero) if bit else zero

    def _run(self, name: str, *bits: Any) -> Any:
        return self._on.run(*bits, evaluation_keys=self._keys, function_name=name)
