"""Measures SEAL through a Python binding: BGV and BFV with seal-python, BFV alone with tenseal."""

from __future__ import annotations

import math
from importlib.metadata import version
from typing import Any

import numpy as np
from rounds import asked, check, multiplied, products, rotated, saved_bytes, serve, sums, vectors


class SealPython:
    """The package seal-python, whose functions return what they make."""

    def __init__(self, scheme: str) -> None:
        import seal  # noqa: PLC0415 - one binding of two

        self.seal, self.scheme = seal, getattr(seal.scheme_type, scheme.lower())
        self.name = f"{version('seal-python')} (seal-python)"
        self.unchecked = seal.sec_level_type.none

    def made(self, kind: str, function: Any, *operands: Any) -> Any:
        """What a function makes of its operands."""
        return function(*operands)

    def galois_keys(self, generator: Any, n: int) -> Any:
        """The key for a rotation by one upwards."""
        keys = self.seal.GaloisKeys()
        generator.create_galois_keys([-1], keys)
        return keys

    def vector(self, values: list[int]) -> Any:
        """A vector in the form that the encoder takes."""
        return np.array(values, dtype=np.uint64)


class TenSeal:
    """The module tenseal.sealapi, whose functions fill an object that they are given."""

    def __init__(self, scheme: str) -> None:
        from tenseal import sealapi  # noqa: PLC0415 - one binding of two

        self.seal = sealapi
        if not hasattr(sealapi.SCHEME_TYPE, scheme):
            raise SystemExit(f"tenseal binds no {scheme} of SEAL: pip install seal-python")
        self.scheme = getattr(sealapi.SCHEME_TYPE, scheme)
        self.name = f"4 (tenseal {version('tenseal')})"
        self.unchecked = sealapi.SEC_LEVEL_TYPE.NONE

    def made(self, kind: str, function: Any, *operands: Any) -> Any:
        """What a function makes of its operands."""
        result = getattr(self.seal, kind)()
        function(*operands, result)
        return result

    def galois_keys(self, generator: Any, n: int) -> Any:
        """The key for a rotation by one upwards."""
        # It takes automorphisms, not steps.
        keys = self.seal.GaloisKeys()
        generator.create_galois_keys([pow(3, n // 2 - 1, 2 * n)], keys)
        return keys

    def vector(self, values: list[int]) -> Any:
        """A vector in the form that the encoder takes."""
        return values


def binding(scheme: str) -> Any:
    """The binding that is installed; seal-python, where both are."""
    try:
        return SealPython(scheme)
    except ImportError:
        try:
            return TenSeal(scheme)
        except ImportError as missing:
            raise SystemExit(f"not installed ({missing}): pip install seal-python") from missing


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
