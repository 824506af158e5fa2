"""OpenFHE behind the protocol: BGV, BFV and CKKS (docs/libraries.md).

Its wheels serve single versions of Python, none of which need be that of ringassay. The programs
here therefore run on any Python from 3.10, with the package openfhe and the standard library alone.
"""
