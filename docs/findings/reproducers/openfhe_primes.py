"""OpenFHE's BGV where primes of one size run out: `openfhe_primes.py LEVELS` (docs/findings/openfhe.md)."""

import sys

import openfhe

parameters = openfhe.CCParamsBGVRNS()
parameters.SetPlaintextModulus(65537)
parameters.SetMultiplicativeDepth(int(sys.argv[1]))
parameters.SetRingDim(16384)
parameters.SetSecurityLevel(openfhe.SecurityLevel.HEStd_NotSet)
parameters.SetScalingTechnique(openfhe.ScalingTechnique.FIXEDMANUAL)
parameters.SetFirstModSize(38)
parameters.SetScalingModSize(39)
context = openfhe.GenCryptoContext(parameters)
print(f"a context of {context.GetMultiplicativeDepth()} levels")
