"""What schemes whose plaintexts are vectors refuse: kinds of `SchemeError` (docs/bgv.md)."""

from ringassay._native import (
    DataError,
    MismatchError,
    MissingKeyError,
    NoiseBudgetError,
    NoiseError,
    OperandError,
    ParametersError,
    SchemeError,
    UndecryptableError,
    UnfitCircuitError,
    VectorError,
)

__all__ = [
    "DataError",
    "MismatchError",
    "MissingKeyError",
    "NoiseBudgetError",
    "NoiseError",
    "OperandError",
    "ParametersError",
    "SchemeError",
    "UndecryptableError",
    "UnfitCircuitError",
    "VectorError",
]
