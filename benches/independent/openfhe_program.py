"""OpenFHE by its binding alone: a product with relinearisation, a rotation, encryption."""

import json
import sys
import time

import openfhe

shape = json.loads(sys.argv[1])
reals, n, q = shape["scheme"] == "CKKS", shape["n"], shape["q_bits"]
literal = getattr(openfhe, f"CCParams{shape['scheme']}RNS")()
if not reals:
    literal.SetPlaintextModulus(shape["t"])
literal.SetRingDim(n)
literal.SetSecurityLevel(openfhe.SecurityLevel.HEStd_NotSet)
literal.SetMultiplicativeDepth(shape["depth"])
literal.SetNumLargeDigits(shape["digits"])
if shape["scheme"] != "BFV":
    literal.SetScalingTechnique(openfhe.ScalingTechnique.FIXEDMANUAL)
    literal.SetFirstModSize(q[0])
    literal.SetScalingModSize(shape["log2_scale"] if reals else max(q))
context = openfhe.GenCryptoContext(literal)
for feature in ("PKE", "KEYSWITCH", "LEVELEDSHE"):
    context.Enable(getattr(openfhe.PKESchemeFeature, feature))
keys = context.KeyGen()
context.EvalMultKeyGen(keys.secretKey)
context.EvalRotateKeyGen(keys.secretKey, [1])
encode = context.MakeCKKSPackedPlaintext if reals else context.MakePackedPlaintext
x = [i / n for i in range(n // 2)] if reals else list(range(n))
a, b = (context.Encrypt(keys.publicKey, encode(x)) for _ in range(2))
work = {"multiply": lambda: context.EvalMult(a, b), "rotate": lambda: context.EvalRotate(a, 1)}
work["encode_encrypt"] = lambda: context.Encrypt(keys.publicKey, encode(x))
for _ in sys.stdin:
    found = {}
    for name, once in work.items():
        start = time.process_time_ns()
        for _ in range(10):
            once()
        found[name] = (time.process_time_ns() - start) / 10
    print(json.dumps(found), flush=True)
