"""CKKS: vectors of real or complex numbers, computed on approximately while encrypted.

    from ringassay import ckks

    parameters = ckks.choose(depth=3, precision=20)
    keys = parameters.keys()
    a, b = keys.encrypt(x), keys.encrypt(y)
    keys.decrypt(a * b + a.rotate(1))

`choose` finds parameters by depth, bits of precision and range; `judge` says what is wrong with
a modulus chain of Lattigo or SEAL. What cannot be done raises `SchemeError`; its kinds are
classes of their own (docs/bgv.md#what-is-refused).
"""

from __future__ import annotations

from ringassay._native import (
    MismatchError,
    MissingKeyError,
    NoiseBudgetError,
    NoiseError,
    OperandError,
    ParametersError,
    SchemeError,
    UndecryptableError,
    VectorError,
)
from ringassay.ckks.judgement import Finding, Judgement, judge
from ringassay.ckks.parameters import Parameters, choose

__all__ = [
    "Finding",
    "Judgement",
    "MismatchError",
    "MissingKeyError",
    "NoiseBudgetError",
    "NoiseError",
    "OperandError",
    "Parameters",
    "ParametersError",
    "SchemeError",
    "UndecryptableError",
    "VectorError",
    "choose",
    "judge",
]
