"""Microsoft SEAL, scheme BFV, through `tenseal.sealapi` (docs/adapters-seal.md).

Needs the extra `ringassay[seal]`. Run as `python -m ringassay.sut.seal client|server`.
"""
