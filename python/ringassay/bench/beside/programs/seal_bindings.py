"""The Python bindings of SEAL, alike: seal-python, and tenseal, which binds no BGV."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import numpy as np


class SealPython:
    """The package seal-python, whose functions return what they make."""

    def __init__(self, scheme: str) -> None:
        import seal  # noqa: PLC0415 - one binding of two

        self.seal, self.scheme = seal, getattr(seal.scheme_type, scheme.lower())
        self.name = f"{version('seal-python')} (seal-python)"
        self.unchecked = seal.sec_level_type.none

    def made(self, kind: str, function: Any, *operands: Any) -> Any:
        """What a function makes of its operands."""
        return function(*operands)

    def galois_keys(self, generator: Any, n: int) -> Any:
        """The key for a rotation by one upwards."""
        return self.keys_of(generator, n, [-1])

    def keys_of(
        self, generator: Any, n: int, steps: list[int], *, conjugation: bool = False
    ) -> Any:
        """The keys for rotations by these steps, downwards, and that of conjugation."""
        keys = self.seal.GaloisKeys()
        # It calls conjugation a rotation by 0.
        generator.create_galois_keys([*steps, *([0] if conjugation else [])], keys)
        return keys

    def vector(self, values: list[int]) -> Any:
        """A vector in the form that the encoder takes."""
        return np.array(values, dtype=np.uint64)

    def reals(self, values: list[float]) -> Any:
        """A vector of reals in the form that the encoder takes."""
        return np.array(values, dtype=np.float64)

    def decoded(self, encoder: Any, plain: Any) -> Any:
        """The numbers of a plaintext."""
        return encoder.decode(plain)


class TenSeal:
    """The module tenseal.sealapi, whose functions fill an object that they are given."""

    def __init__(self, scheme: str) -> None:
        from tenseal import sealapi  # noqa: PLC0415 - one binding of two

        self.seal = sealapi
        if not hasattr(sealapi.SCHEME_TYPE, scheme):
            raise SystemExit(f"tenseal binds no {scheme} of SEAL: pip install seal-python")
        self.scheme = getattr(sealapi.SCHEME_TYPE, scheme)
        self.name = f"4 (tenseal {version('tenseal')})"
        self.unchecked = sealapi.SEC_LEVEL_TYPE.NONE

    def made(self, kind: str, function: Any, *operands: Any) -> Any:
        """What a function makes of its operands."""
        result = getattr(self.seal, kind)()
        function(*operands, result)
        return result

    def galois_keys(self, generator: Any, n: int) -> Any:
        """The key for a rotation by one upwards."""
        return self.keys_of(generator, n, [-1])

    def keys_of(
        self, generator: Any, n: int, steps: list[int], *, conjugation: bool = False
    ) -> Any:
        """The keys for rotations by these steps, downwards, and that of conjugation."""
        # It takes automorphisms, not steps.
        elements = [pow(3, step % (n // 2), 2 * n) for step in steps]
        keys = self.seal.GaloisKeys()
        generator.create_galois_keys([*elements, *([2 * n - 1] if conjugation else [])], keys)
        return keys

    def vector(self, values: list[int]) -> Any:
        """A vector in the form that the encoder takes."""
        return values

    def reals(self, values: list[float]) -> Any:
        """A vector of reals in the form that the encoder takes."""
        return values

    def decoded(self, encoder: Any, plain: Any) -> Any:
        """The numbers of a plaintext."""
        return encoder.decode_double(plain)


def binding(scheme: str) -> Any:
    """The binding that is installed; seal-python, where both are."""
    try:
        return SealPython(scheme)
    except ImportError:
        try:
            return TenSeal(scheme)
        except ImportError as missing:
            raise SystemExit(f"not installed ({missing}): pip install seal-python") from missing
