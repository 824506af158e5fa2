"""OpenFHE's Boolean gates (module binfhe): each gate with a bootstrapping, on bits alone."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import Any

import openfhe

from ringassay.sut.bits import Bit, Gates, Held, evaluate
from ringassay.sut.errors import Failed, Refused
from ringassay.sut.memfile import MemoryFile
from ringassay.sut.packets import Blob
from ringassay.sut.party import Circuit, Client, Server
from ringassay.sut.texts import KeyParameters, Vector

MAX_BATCH = 1 << 10
SETS = {128: ("STD128_LMKCDEY", "LMKCDEY"), 192: ("STD192", "GINX"), 256: ("STD256", "GINX")}
"""By security in bits, as OpenFHE states it: its set and its method of bootstrapping."""

_SIZE = struct.Struct("<I")


class _Path:
    """An object of the library that is written to and read from a path."""

    def __init__(self, item: Any = None, read: Callable[..., Any] | None = None) -> None:
        self.item, self._read = item, read

    def save(self, path: str) -> None:
        """Write it."""
        if not openfhe.SerializeToFile(path, self.item, openfhe.BINARY):
            raise Failed("OpenFHE cannot write an object")

    def load(self, path: str) -> None:
        """Read it."""
        assert self._read is not None
        try:
            self.item, done = self._read(path, openfhe.BINARY)
        except (RuntimeError, MemoryError) as error:
            raise Failed(f"OpenFHE cannot read an object: {error}") from error
        if not done:
            raise Failed("OpenFHE cannot read an object")


def packed(memory: MemoryFile, ciphertexts: Sequence[Any]) -> bytes:
    """A vector: the length of each ciphertext and its bytes."""
    parts = []
    for ciphertext in ciphertexts:
        data = memory.save(_Path(ciphertext))
        parts += [_SIZE.pack(len(data)), data]
    return b"".join(parts)


def unpacked(memory: MemoryFile, data: Blob, batch: int) -> list[Any]:
    """The inverse of `packed`."""
    view, found = memoryview(data), []
    while view:
        if len(view) < _SIZE.size:
            raise Failed("a ciphertext ends within a length")
        (size,) = _SIZE.unpack(view[: _SIZE.size])
        body, view = view[_SIZE.size : _SIZE.size + size], view[_SIZE.size + size :]
        if len(body) != size or not size:
            raise Failed(f"{size} bytes of a ciphertext expected, {len(body)} are there")
        path = _Path(read=openfhe.DeserializeLWECiphertext)
        found.append(memory.load(path, body).item)
    if len(found) != batch:
        raise Failed(f"{batch} bits expected, got {len(found)}")
    return found


class GateClient(Client):
    """Encrypts with the public key, as any sender would."""

    def __init__(self) -> None:
        super().__init__()
        self._memory = MemoryFile()
        self._context: Any = None

    def keygen(self, params: KeyParameters) -> list[Blob]:
        """A set of the library's, and all keys."""
        self._context = None
        if params.modulus is not None or params.reals is not None or params.fan_in:
            raise Refused("batched circuits over bits only: no integers, no reals")
        if params.batch > MAX_BATCH:
            raise Refused(f"batch {params.batch}: at most {MAX_BATCH}")
        level = next((bits for bits in SETS if bits >= params.security), None)
        if level is None:
            raise Refused(f"security of {params.security} bits: its sets have at most {max(SETS)}")
        name, method = SETS[level]
        context = openfhe.BinFHEContext()
        context.GenerateBinFHEContext(getattr(openfhe, name), getattr(openfhe, method))
        self._secret = context.KeyGen()
        context.BTKeyGen(self._secret, openfhe.KEYGEN_MODE.PUB_ENCRYPT)
        self._context, self._public, self._batch = context, context.GetPublicKey(), params.batch
        ring, modulus = context.GetN(), context.GetQ()
        self.parameters = {
            "scheme": "TFHE",
            "n": ring,
            "m": 2 * ring,
            "log2_q": modulus.bit_length(),
            "log2_qp": modulus.bit_length(),
            "lwe_dimension": context.Getn(),
            "secret": "ternary",
            "error": "sigma 3.19",
            "security_method": f"OpenFHE's set {name}; n and log2_q are those of its ring",
            "security_checked_by_library": f"{level} bits, as its documentation states",
            "encryption": "public key",
        }
        return [
            f"{name} {method} {params.batch}".encode(),
            self._memory.save(_Path(context.GetBTKey())),
        ]

    def encrypt(self, vectors: list[Vector]) -> list[Blob]:
        """A chunk for each wire."""
        return [
            packed(self._memory, [self._keyed().Encrypt(self._public, bit) for bit in vector])
            for vector in vectors
        ]

    def decrypt(self, ciphertext: list[Blob]) -> list[list[int]]:
        """A vector for each chunk."""
        on = self._keyed()
        return [
            [
                int(on.Decrypt(self._secret, bit))
                for bit in unpacked(self._memory, chunk, self._batch)
            ]
            for chunk in ciphertext
        ]

    def _keyed(self) -> Any:
        if self._context is None:
            raise Failed("no key yet")
        return self._context


class GateServer(Server):
    """Evaluates circuits over bits, gate by gate."""

    def __init__(self) -> None:
        super().__init__()
        self._memory = MemoryFile()
        self._context: Any = None
        self._circuit: Circuit | None = None

    def load_key(self, key: list[Blob]) -> None:
        """The set and the bootstrapping keys."""
        self._context = self._circuit = None
        words = bytes(key[0]).decode("ascii", "replace").split() if len(key) == 2 else []
        if len(words) != 3 or tuple(words[:2]) not in SETS.values() or not words[2].isdigit():
            raise Failed("a key of two chunks, its set and its keys, expected")
        context = openfhe.BinFHEContext()
        context.GenerateBinFHEContext(getattr(openfhe, words[0]), getattr(openfhe, words[1]))
        path = _Path(read=openfhe.DeserializeBinFHEBTKey)
        context.BTKeyLoad(self._memory.load(path, key[1]).item)
        self._context, self._batch = context, int(words[2])

    def ingest(self, circuit: Circuit) -> None:
        """Only batched circuits over bits, of the batch of the key."""
        self._circuit = None
        summary = circuit.summary()
        if summary["space"] != "gf2" or summary["batch"] != self._batch:
            raise Refused(f"circuits over bits with L = {self._batch} only, by this key")
        self._circuit = circuit

    def evaluate(self, ciphertexts: list[Blob]) -> list[Blob]:
        """The outputs, a chunk for each."""
        on, circuit = self._context, self._circuit
        if on is None or circuit is None:
            raise Failed("no circuit ingested")
        wires = circuit.summary()["wires"]
        if len(ciphertexts) != wires:
            raise Failed(f"{wires} ciphertexts expected, got {len(ciphertexts)}")
        count = 0

        def gate(kind: Any) -> Callable[[Any, Any], Any]:
            def apply(a: Any, b: Any) -> Any:
                nonlocal count
                count += 1
                return on.EvalBinGate(kind, a, b)

            return apply

        gates = Gates(gate(openfhe.AND), gate(openfhe.XOR), on.EvalNOT)
        with self.part("load_ns"):
            inputs: list[list[Bit]] = [
                [Held(bit) for bit in unpacked(self._memory, chunk, self._batch)]
                for chunk in ciphertexts
            ]
        outputs = evaluate(circuit, gates, inputs)
        with self.part("save_ns"):
            chunks: list[Blob] = [
                packed(self._memory, [self._ciphertext(gates, bit) for bit in output])
                for output in outputs
            ]
        self.note(f"{count} gates with bootstrapping")
        return chunks

    def _ciphertext(self, gates: Gates, bit: Bit) -> Any:
        """What is known is encrypted by the public key that is among the bootstrapping keys."""
        if isinstance(bit, bool):
            return self._context.Encrypt(self._context.GetPublicKey(), int(bit))
        return gates.plain(bit)
