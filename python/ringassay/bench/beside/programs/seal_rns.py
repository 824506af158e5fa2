"""Measures SEAL through a Python binding: BGV and BFV with seal-python, BFV alone with tenseal."""

from __future__ import annotations

import math
from typing import Any

from rounds import asked, check, multiplied, products, rotated, saved_bytes, serve, sums, vectors
from seal_bindings import binding


def main() -> None:
    """Prepares and serves."""
    shape: dict[str, Any] = asked()
    scheme, n, t = shape["scheme"], shape["n"], shape["t"]
    bound = binding(scheme)
    seal, made = bound.seal, bound.made
    parameters = seal.EncryptionParameters(bound.scheme)
    parameters.set_poly_modulus_degree(n)
    parameters.set_coeff_modulus(seal.CoeffModulus.Create(n, [*shape["q_bits"], *shape["p_bits"]]))
    parameters.set_plain_modulus(t)
    primes = [math.log2(prime.value()) for prime in parameters.coeff_modulus()]
    context = seal.SEALContext(parameters, True, bound.unchecked)

    def generate() -> tuple[Any, ...]:
        generator = seal.KeyGenerator(context)
        return (
            generator.secret_key(),
            made("PublicKey", generator.create_public_key),
            made("RelinKeys", generator.create_relin_keys),
            bound.galois_keys(generator, n),
        )

    secret, public, relin, galois = generate()
    encryptor, decryptor = seal.Encryptor(context, public), seal.Decryptor(context, secret)
    evaluator, encoder = seal.Evaluator(context), seal.BatchEncoder(context)
    first, second = vectors(n, t)
    x, y = bound.vector(first), bound.vector(second)

    def encode(vector: Any) -> Any:
        return made("Plaintext", encoder.encode, vector)

    def encrypt(vector: Any) -> Any:
        return made("Ciphertext", encryptor.encrypt, encode(vector))

    def decode(ciphertext: Any) -> Any:
        return encoder.decode_uint64(made("Plaintext", decryptor.decrypt, ciphertext))

    def decrypt(ciphertext: Any) -> list[int]:
        return [int(value) for value in decode(ciphertext)]

    def multiply(left: Any, right: Any) -> Any:
        product = made("Ciphertext", evaluator.multiply, left, right)
        evaluator.relinearize_inplace(product, relin)
        return product

    a, b = encrypt(x), encrypt(y)
    operations = {
        "encrypt": lambda: encrypt(x),
        "decrypt": lambda: decode(a),
        "add": lambda: made("Ciphertext", evaluator.add, a, b),
        "multiply": lambda: multiply(a, b),
        "rotate": lambda: made("Ciphertext", evaluator.rotate_rows, a, -1, galois),
        "multiply_plain": lambda: made("Ciphertext", evaluator.multiply_plain, a, encode(y)),
        "keys": generate,
    }
    half, together = n // 2, multiplied(first, second, t)
    check(
        "a sum",
        decrypt(operations["add"]()),
        sums(first, second, t),
    )
    check("a product", decrypt(operations["multiply"]()), together)
    check("a plaintext product", decrypt(operations["multiply_plain"]()), together)
    turned = rotated(first[:half], 1) + rotated(first[half:], 1)
    check("a rotation", decrypt(operations["rotate"]()), turned)

    state = {"x": a, "y": b}

    def one_more() -> list[int]:
        state["x"] = multiply(state["x"], state["y"])
        if scheme == "BGV":
            evaluator.mod_switch_to_next_inplace(state["x"])
            state["y"] = made("Ciphertext", evaluator.mod_switch_to_next, state["y"])
        if decryptor.invariant_noise_budget(state["x"]) <= 0:
            raise ValueError("no noise budget is left")
        return decrypt(state["x"])

    serve(
        {
            "library": "SEAL",
            "version": bound.name,
            "scheme": scheme,
            "log2_q": sum(primes[:-1]),
            "log2_p": primes[-1],
            "digits": len(primes) - 1,
            "levels": products(first, second, t, one_more),
            "ciphertext_bytes": saved_bytes(a.save),
            "keys_bytes": sum(saved_bytes(key.save) for key in (public, relin, galois)),
        },
        operations,
        shape["sample_us"],
    )


main()
