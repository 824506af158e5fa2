"""SEAL by its binding alone: a product with relinearisation, a rotation, encryption."""

import json
import sys
import time

import numpy as np
import seal

shape = json.loads(sys.argv[1])
reals, n = shape["scheme"] == "CKKS", shape["n"]
literal = seal.EncryptionParameters(getattr(seal.scheme_type, shape["scheme"].lower()))
literal.set_poly_modulus_degree(n)
literal.set_coeff_modulus(seal.CoeffModulus.Create(n, [*shape["q_bits"], *shape["p_bits"]]))
if not reals:
    literal.set_plain_modulus(shape["t"])
context = seal.SEALContext(literal, True, seal.sec_level_type.none)
generator, evaluator = seal.KeyGenerator(context), seal.Evaluator(context)
relin, galois = generator.create_relin_keys(), seal.GaloisKeys()
generator.create_galois_keys([1], galois)
encryptor = seal.Encryptor(context, generator.create_public_key())
encoder = (seal.CKKSEncoder if reals else seal.BatchEncoder)(context)
x = np.linspace(-1, 1, n // 2) if reals else np.arange(n, dtype=np.uint64)
scale = (2.0 ** shape["log2_scale"],) if reals else ()
turn = evaluator.rotate_vector if reals else evaluator.rotate_rows
a, b = (encryptor.encrypt(encoder.encode(x, *scale)) for _ in range(2))
work = {
    "multiply": lambda: evaluator.relinearize(evaluator.multiply(a, b), relin),
    "rotate": lambda: turn(a, 1, galois),
    "encode_encrypt": lambda: encryptor.encrypt(encoder.encode(x, *scale)),
}
for _ in sys.stdin:
    found = {}
    for name, once in work.items():
        start = time.process_time_ns()
        for _ in range(10):
            once()
        found[name] = (time.process_time_ns() - start) / 10
    print(json.dumps(found), flush=True)
