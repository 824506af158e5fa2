"""OpenFHE's BGV with a plaintext modulus above 2^32, in the modes FIXEDMANUAL and FIXEDAUTO.

Needs the package openfhe (docs/findings/openfhe.md). Prints whether products decrypt right, as
computed with Python's integers.
"""

import openfhe

N = 8192


def run(t, technique):
    """Whether x², x² after a modulus switch, and x⁴ are right."""
    parameters = openfhe.CCParamsBGVRNS()
    parameters.SetPlaintextModulus(t)
    parameters.SetMultiplicativeDepth(2)
    parameters.SetSecurityLevel(openfhe.SecurityLevel.HEStd_NotSet)
    parameters.SetRingDim(N)
    parameters.SetScalingTechnique(technique)
    if technique == openfhe.ScalingTechnique.FIXEDMANUAL:
        parameters.SetFirstModSize(60)
        parameters.SetScalingModSize(58)
    context = openfhe.GenCryptoContext(parameters)
    for feature in ("PKE", "KEYSWITCH", "LEVELEDSHE"):
        context.Enable(getattr(openfhe.PKESchemeFeature, feature))
    keys = context.KeyGen()
    context.EvalMultKeyGen(keys.secretKey)
    values = [3 + 1000 * j for j in range(10)]
    encrypted = context.Encrypt(keys.publicKey, context.MakePackedPlaintext(values))

    def decrypted(ciphertext):
        plain = context.Decrypt(keys.secretKey, ciphertext)
        plain.SetLength(len(values))
        return [value % t for value in plain.GetPackedValue()]

    square = context.EvalMult(encrypted, encrypted)
    switched = context.ModReduce(square)
    fourth = context.EvalMult(switched, switched)
    return (
        decrypted(square) == [x**2 % t for x in values],
        decrypted(switched) == [x**2 % t for x in values],
        decrypted(fourth) == [x**4 % t for x in values],
    )


for modulus in (2147565569, 4295049217):
    for name in ("FIXEDMANUAL", "FIXEDAUTO", "FLEXIBLEAUTO"):
        found = run(modulus, getattr(openfhe.ScalingTechnique, name))
        said = ["right" if right else "WRONG" for right in found]
        print(f"t = {modulus}, {name}: x^2 {said[0]}, switched {said[1]}, x^4 {said[2]}")
