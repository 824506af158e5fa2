"""OpenFHE, BFV: what products with plaintexts cost. For a row of ones, of minus ones and of random
entries: how many keys of twenty give the right answer after 1, 2, … products with such rows.
"""

import random

import openfhe

T, N, KEYS, PRODUCTS = 65537, 8192, 20, 6


def context_of(depth):
    parameters = openfhe.CCParamsBFVRNS()
    parameters.SetPlaintextModulus(T)
    parameters.SetRingDim(N)
    parameters.SetMultiplicativeDepth(depth)
    parameters.SetScalingModSize(43)
    parameters.SetSecurityLevel(openfhe.SecurityLevel.HEStd_NotSet)
    context = openfhe.GenCryptoContext(parameters)
    context.Enable(openfhe.PKESchemeFeature.PKE)
    context.Enable(openfhe.PKESchemeFeature.KEYSWITCH)
    context.Enable(openfhe.PKESchemeFeature.LEVELEDSHE)
    return context


def products(context, rng, factor_of):
    right = [0] * PRODUCTS
    for _ in range(KEYS):
        pair = context.KeyGen()
        values = [rng.randrange(T) - T // 2 for _ in range(N)]
        held = context.Encrypt(pair.publicKey, context.MakePackedPlaintext(values))
        for place in range(PRODUCTS):
            factor = factor_of()
            held = context.EvalMult(held, context.MakePackedPlaintext(factor))
            values = [a * b % T for a, b in zip(values, factor)]
            plain = context.Decrypt(pair.secretKey, held)
            plain.SetLength(N)
            right[place] += [v % T for v in plain.GetPackedValue()] == values
    return right


def main():
    rng = random.Random(1)
    factors = {
        "ones": lambda: [1] * N,
        "minus ones": lambda: [-1] * N,
        "random": lambda: [rng.randrange(T) - T // 2 for _ in range(N)],
    }
    for depth, bits in ((1, 86), (2, 129)):
        context = context_of(depth)
        for name, factor_of in factors.items():
            print(f"Q of {bits} bits, rows of {name}: {products(context, rng, factor_of)}")


if __name__ == "__main__":
    main()
