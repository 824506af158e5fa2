"""OpenFHE's Boolean gates (module binfhe): each gate with a bootstrapping, on bits alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import openfhe

from ringassay.sut.bit_party import BitClient, BitServer, Form
from ringassay.sut.bits import Bit, Gates
from ringassay.sut.errors import Failed, Refused
from ringassay.sut.memfile import MemoryFile
from ringassay.sut.packets import Blob
from ringassay.sut.texts import KeyParameters

SETS = {128: ("STD128_LMKCDEY", "LMKCDEY"), 192: ("STD192", "GINX"), 256: ("STD256", "GINX")}
"""By security in bits, as OpenFHE states it: its set and its method of bootstrapping."""


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


def form(memory: MemoryFile) -> Form:
    """Ciphertexts as bytes."""

    def read(data: Blob) -> Any:
        return memory.load(_Path(read=openfhe.DeserializeLWECiphertext), data).item

    return Form(lambda ciphertext: memory.save(_Path(ciphertext)), read)


class GateClient(BitClient):
    """Encrypts with the public key, as any sender would."""

    def __init__(self) -> None:
        self._memory = MemoryFile()
        super().__init__(form(self._memory))

    def _make_keys(self, params: KeyParameters) -> list[Blob]:
        """A set of the library's, and all keys."""
        level = next((bits for bits in SETS if bits >= params.security), None)
        if level is None:
            raise Refused(f"security of {params.security} bits: its sets have at most {max(SETS)}")
        name, method = SETS[level]
        context = openfhe.BinFHEContext()
        context.GenerateBinFHEContext(getattr(openfhe, name), getattr(openfhe, method))
        self._secret = context.KeyGen()
        context.BTKeyGen(self._secret, openfhe.KEYGEN_MODE.PUB_ENCRYPT)
        self._context, self._public = context, context.GetPublicKey()
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

    def _encrypt_bit(self, bit: int) -> Any:
        return self._context.Encrypt(self._public, bit)

    def _decrypt_bit(self, bit: Any) -> int:
        return int(self._context.Decrypt(self._secret, bit))


class GateServer(BitServer):
    """Evaluates circuits over bits, gate by gate."""

    def __init__(self) -> None:
        self._memory = MemoryFile()
        super().__init__(form(self._memory))

    def _load_keys(self, key: list[Blob]) -> int:
        """The set and the bootstrapping keys."""
        words = bytes(key[0]).decode("ascii", "replace").split() if len(key) == 2 else []
        if len(words) != 3 or tuple(words[:2]) not in SETS.values() or not words[2].isdigit():
            raise Failed("a key of two chunks, its set and its keys, expected")
        context = openfhe.BinFHEContext()
        context.GenerateBinFHEContext(getattr(openfhe, words[0]), getattr(openfhe, words[1]))
        path = _Path(read=openfhe.DeserializeBinFHEBTKey)
        context.BTKeyLoad(self._memory.load(path, key[1]).item)
        self._context = context
        return int(words[2])

    def _gates(self) -> Gates:
        def gate(kind: Any) -> Callable[[Any, Any], Any]:
            return self._counted(lambda a, b: self._context.EvalBinGate(kind, a, b))

        return Gates(gate(openfhe.AND), gate(openfhe.XOR), self._context.EvalNOT)

    def _known(self, bit: bool, held: Bit) -> Any:
        """What is known is encrypted by the public key that is among the bootstrapping keys."""
        return self._context.Encrypt(self._context.GetPublicKey(), int(bit))
