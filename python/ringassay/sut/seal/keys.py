"""The key packet: what the client makes and the server loads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tenseal import sealapi as seal

from ringassay.sut.errors import Failed, Refused
from ringassay.sut.memfile import MemoryFile
from ringassay.sut.packets import Blob
from ringassay.sut.security import LEVELS
from ringassay.sut.slots.bfv import BfvParameters

# What SEAL can check by its own table, the one of 2018.
_CHECKED = {
    128: seal.SEC_LEVEL_TYPE.TC128,
    192: seal.SEC_LEVEL_TYPE.TC192,
    256: seal.SEC_LEVEL_TYPE.TC256,
}


@dataclass(frozen=True)
class PublicKeys:
    """Everything a server may have."""

    context: Any
    public: Any
    relin: Any
    galois: Any  # None if no rotation is ever needed


def encryption_parameters(chosen: BfvParameters) -> Any:
    """SEAL's form of the parameters."""
    parameters = seal.EncryptionParameters(seal.SCHEME_TYPE.BFV)
    parameters.set_poly_modulus_degree(chosen.n)
    parameters.set_coeff_modulus(seal.CoeffModulus.Create(chosen.n, list(chosen.prime_bits)))
    parameters.set_plain_modulus(chosen.modulus)
    return parameters


def checked(level: int) -> int:
    """The level that SEAL checks by its own table for parameters of `level` bits; 0 for none."""
    return max((known for known in _CHECKED if known <= level), default=0)


def make_context(parameters: Any, level: int) -> Any:
    """A context that SEAL itself has checked, as far as it can, for `level` bits of security."""
    if level not in LEVELS:
        raise Failed(f"the key names a security level of {level} bits, not one of {list(LEVELS)}")
    known = _CHECKED.get(checked(level), seal.SEC_LEVEL_TYPE.NONE)
    context = seal.SEALContext(parameters, True, known)
    if not context.parameters_set():
        raise Refused(f"SEAL does not accept the parameters: {context.parameters_error_message()}")
    return context


def galois_element(step: int, n: int) -> int:
    """The automorphism that moves every slot up by `step`: SEAL's rows go down with powers of 3."""
    return pow(3, -step % (n // 2), 2 * n)


def pack_keys(
    memory: MemoryFile, generator: Any, level: int, first: Sequence[Any], elements: list[int]
) -> list[bytes]:
    """Make the evaluation keys, seeded, which halves their size, and pack all public ones.

    The chunks: security level, `first` (parameters, public key), relinearisation keys, rotation
    keys (empty if there are none).
    """
    relin = generator.create_relin_keys()
    galois = memory.save(generator.create_galois_keys(elements)) if elements else b""
    return [str(level).encode(), *map(memory.save, [*first, relin]), galois]


def unpack_keys(
    memory: MemoryFile, chunks: Sequence[Blob], scheme: Any = seal.SCHEME_TYPE.BFV
) -> PublicKeys:
    """The inverse of `pack_keys`; SEAL checks each part against the context."""
    if len(chunks) != 5:
        raise Failed(f"a key of 5 chunks behind its target expected, got {len(chunks)}")
    parameters = memory.load(seal.EncryptionParameters(scheme), chunks[1])
    level = bytes(chunks[0])
    context = make_context(parameters, int(level) if level.isdigit() and len(level) < 5 else -1)
    return PublicKeys(
        context=context,
        public=memory.load(seal.PublicKey(), chunks[2], context),
        relin=memory.load(seal.RelinKeys(), chunks[3], context),
        galois=memory.load(seal.GaloisKeys(), chunks[4], context) if len(chunks[4]) else None,
    )
