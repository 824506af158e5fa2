"""OpenFHE's contexts and keys, the same for all its schemes.

A context and the evaluation keys are global state of the library, found by the tag of their secret
key: a new key step removes the old ones first.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Sequence
from typing import Any

import openfhe

from ringassay.sut.errors import Failed
from ringassay.sut.packets import Blob

SPECIAL_BITS = 60
"""Size of the primes of P; as many as the largest digit needs, with a margin."""

_SPECIAL_MARGIN_BITS = 5


def special_bits(digit_bits: float) -> int:
    """Size of all primes of P together, for digits of key switching of this size."""
    return SPECIAL_BITS * math.ceil((digit_bits + _SPECIAL_MARGIN_BITS) / SPECIAL_BITS)


SIGMA = 3.19
"""Deviation of its errors; secrets are uniform ternary."""


class LibraryRefusedError(Exception):
    """The library has no context of these parameters."""


def checked_context(scheme: str, level: int, **settings: Any) -> tuple[Any, str]:
    """A context, and what OpenFHE's own check says of it.

    Its table, that of the HE Standard, begins at 128 bits. Where it wants a larger ring the context
    is made without: security is judged by our estimator, on the primes that were really made.
    """
    known = max((bits for bits in (128, 192, 256) if bits <= level), default=0)
    if not known:
        return make_context(scheme, **settings), "no: its table begins at 128 bits"
    try:
        context = make_context(scheme, security=f"HEStd_{known}_classic", **settings)
    except LibraryRefusedError:
        return make_context(scheme, **settings), f"no: it wants a larger ring for {known} bits"
    return context, f"HE Standard, {known} bits"


def make_context(scheme: str, security: str = "HEStd_NotSet", **settings: Any) -> Any:
    """A context in which keys are switched with digits and special primes."""
    parameters = getattr(openfhe, f"CCParams{scheme}RNS")()
    parameters.SetSecurityLevel(getattr(openfhe.SecurityLevel, security))
    parameters.SetKeySwitchTechnique(openfhe.KeySwitchTechnique.HYBRID)
    parameters.SetSecretKeyDist(openfhe.SecretKeyDist.UNIFORM_TERNARY)
    for name, value in settings.items():
        getattr(parameters, f"Set{name}")(value)
    try:
        context = openfhe.GenCryptoContext(parameters)
    except RuntimeError as error:
        raise LibraryRefusedError(str(error)) from error
    return enabled(context)


def enabled(context: Any) -> Any:
    """A context with the operations that are used."""
    for feature in ("PKE", "KEYSWITCH", "LEVELEDSHE"):
        context.Enable(getattr(openfhe.PKESchemeFeature, feature))
    return context


def primes_of(context: Any) -> list[int]:
    """The primes of Q, the lowest first, from the context's own description of itself."""
    found = _find(json.loads(openfhe.Serialize(context, openfhe.JSON)), "elp")
    towers = _find(found, "p")
    if not isinstance(towers, list) or not towers:
        raise Failed("OpenFHE's description of its context does not name the primes of Q")
    return [int(_find(tower, "cm")["v"]) for tower in towers]


def forget_keys(context: Any) -> None:
    """Remove the evaluation keys of earlier secret keys, and earlier contexts."""
    openfhe.ClearEvalMultKeys()
    if context is not None:
        context.ClearEvalAutomorphismKeys()
    openfhe.ReleaseAllContexts()


def special_primes(relinearisation: bytes, n: int, primes: int, digits: int) -> int:
    """How many special primes a relinearisation key has, by its size in bytes."""
    limbs = len(relinearisation) // (2 * digits * n * 8)
    return max(limbs - primes, 0)


def make_keys(context: Any, pair: Any, steps: Collection[int]) -> list[bytes]:
    """The chunks: context, public key, relinearisation key, rotation keys (empty if none)."""
    secret = pair.secretKey
    context.EvalMultKeyGen(secret)
    rotations = [-step for step in sorted(steps)]  # it counts them downwards
    if rotations:
        context.EvalRotateKeyGen(secret, rotations)
    tag = secret.GetKeyTag()
    binary = openfhe.BINARY
    return [
        openfhe.Serialize(context, binary),
        openfhe.Serialize(pair.publicKey, binary),
        openfhe.SerializeEvalMultKeyString(binary, tag),
        openfhe.SerializeEvalAutomorphismKeyString(binary, tag) if rotations else b"",
    ]


def load_keys(chunks: Sequence[Blob]) -> tuple[Any, Any]:
    """The inverse of `make_keys`: a context and a public key; evaluation keys become global."""
    if len(chunks) != 4:
        raise Failed(f"a key of 4 chunks behind its target expected, got {len(chunks)}")
    described, public, relinearisation, rotations = map(bytes, chunks)
    openfhe.ReleaseAllContexts()
    binary = openfhe.BINARY
    try:
        context = openfhe.DeserializeCryptoContextString(described, binary)
        forget_keys_of(context)
        key = openfhe.DeserializePublicKeyString(public, binary)
        openfhe.DeserializeEvalMultKeyString(relinearisation, binary)
        if rotations:
            openfhe.DeserializeEvalAutomorphismKeyString(rotations, binary)
    except (RuntimeError, MemoryError, TypeError, ValueError) as error:
        raise Failed(f"OpenFHE cannot read the key: {error}") from error
    return context, key


def forget_keys_of(context: Any) -> None:
    """Remove all evaluation keys, before those of another client are read."""
    openfhe.ClearEvalMultKeys()
    context.ClearEvalAutomorphismKeys()


def load_ciphertext(data: Blob) -> Any:
    """A ciphertext from its bytes."""
    try:
        return openfhe.DeserializeCiphertextString(bytes(data), openfhe.BINARY)
    except (RuntimeError, MemoryError, TypeError, ValueError) as error:
        raise Failed(f"OpenFHE cannot read a ciphertext: {error}") from error


def save(ciphertext: Any) -> bytes:
    """A ciphertext as bytes."""
    data: bytes = openfhe.Serialize(ciphertext, openfhe.BINARY)
    return data


def _find(document: Any, name: str) -> Any:
    """The first value called `name`, at any depth."""
    if isinstance(document, dict):
        if name in document:
            return document[name]
        document = list(document.values())
    if isinstance(document, list):
        for value in document:
            found = _find(value, name)
            if found is not None:
                return found
    return None
