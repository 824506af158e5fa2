"""SEAL's CKKS: error of one rotation, slot by slot (docs/findings/seal.md).

Needs the package tenseal. Prints the root mean square error of slots over many rotations, beside
what digits of key switching that lie in [0, q), in place of (-q/2, q/2), would explain.
"""

import math
import random
import sys

from tenseal import sealapi as seal

N, ROUNDS = 4096, int(sys.argv[1]) if len(sys.argv) > 1 else 60
SIGMA = 3.2


def measured(special_bits):
    """Root mean square error of every slot after a rotation by one, in units of the scale."""
    parameters = seal.EncryptionParameters(seal.SCHEME_TYPE.CKKS)
    parameters.set_poly_modulus_degree(N)
    modulus = seal.CoeffModulus.Create(N, [40, 30, special_bits])
    parameters.set_coeff_modulus(modulus)
    context = seal.SEALContext(parameters, True, seal.SEC_LEVEL_TYPE.NONE)
    evaluator, encoder = seal.Evaluator(context), seal.CKKSEncoder(context)
    scale, slots = 2.0**30, N // 2
    squares = [0.0] * slots
    for _ in range(ROUNDS):
        # A new key each time: the error is that of the key, the same for all its rotations.
        generator = seal.KeyGenerator(context)
        galois_keys = seal.GaloisKeys()
        generator.create_galois_keys([3], galois_keys)  # the element that rotates by one
        encryptor = seal.Encryptor(context, generator.secret_key())
        decryptor = seal.Decryptor(context, generator.secret_key())
        row = [random.uniform(-1, 1) for _ in range(slots)]
        plain, cipher, turned = seal.Plaintext(), seal.Ciphertext(), seal.Ciphertext()
        encoder.encode(row, scale, plain)
        encryptor.encrypt_symmetric(plain, cipher)
        evaluator.rotate_vector(cipher, 1, galois_keys, turned)

        def decrypted(which):
            found = seal.Plaintext()
            decryptor.decrypt(which, found)
            return encoder.decode_double(found)

        before, after = decrypted(cipher), decrypted(turned)
        # The error of the rotation alone: that of the encryption moves with the message.
        for j in range(slots):
            squares[j] += ((after[j] - before[(j + 1) % slots]) * scale) ** 2
    primes = [prime.value() for prime in modulus]
    return [math.sqrt(s / ROUNDS) for s in squares], primes


def explained(primes):
    """The share of the digits' mean: (q-1)/2 in all coefficients, times the error of the key.

    At the root z the mean is q/2 (1 - z^n)/(1 - z) = q / (1 - z), for z^n = -1, and the error has
    deviation sigma sqrt(n). Of each digit's product the real part, divided by P, is in the slot.
    """
    *digits, special = primes
    found, exponent = [], 1
    for _ in range(N // 2):
        angle = math.pi * exponent / N
        distance = abs(complex(1 - math.cos(angle), -math.sin(angle)))
        each = [q / distance * SIGMA * math.sqrt(N) / math.sqrt(2) / special for q in digits]
        found.append(math.sqrt(sum(part**2 for part in each)))
        exponent = exponent * 3 % (2 * N)  # slot j lies at the root to the power 3^j
    return found


for special_bits in (40, 46, 52):
    errors, primes = measured(special_bits)
    model = explained(primes)
    typical = sorted(errors)[len(errors) // 2]
    print(f"special prime of {special_bits} bits: median over slots {typical:.0f}")
    for slot in sorted(range(N // 2), key=lambda j: -model[j])[:4]:
        both = math.sqrt(model[slot] ** 2 + typical**2)
        print(f"  slot {slot:4}: {errors[slot]:10.0f}   explained {both:10.0f}")
