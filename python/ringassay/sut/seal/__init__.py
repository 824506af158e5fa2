"""Microsoft SEAL, scheme BFV, through `tenseal.sealapi` (docs/libraries.md).

Needs the package `tenseal` (the extra `seal`). Run as `python -m ringassay.sut.seal client|server`.
"""
