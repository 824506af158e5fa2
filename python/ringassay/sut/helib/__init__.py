"""HElib's BGV over any index: bits, or integers modulo a prime, in the slots (docs/libraries.md).

Untried: HElib is in no package registry. The adapter is written against its documentation, and this
half of it tested with a worker that computes in the clear. Run as `python -m ringassay.sut.helib`.
"""
