"""Measures single operations of SEAL's CKKS, BGV and BFV through a Python binding.

The binding converts vectors to and from lists or arrays: that is part of encoding and decoding.
SEAL has one special prime, and neither hoisting nor functions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rounds import (
    asked,
    check,
    multiplied,
    only,
    products,
    real_vectors,
    rotated,
    saved_bytes,
    serve,
    sums,
    vectors,
    worst_bits,
)
from seal_bindings import binding

EIGHT = range(1, 9)

LAST = "a ciphertext of the last level"
"""Is compared, and not measured."""


def rotations(operations: Sequence[str], n: int) -> dict[str, tuple[int, ...]]:
    """The steps of those operations that rotate; what is checked is that by the last."""
    steps = {"rotate": (1,), "rotate_half": (n // 4,), "rotate_8": tuple(EIGHT)}
    return {name: steps[name] for name in steps if name in operations}


class Seal:
    """A context with keys and operands: what CKKS and the others have in common."""

    def __init__(self, shape: dict[str, Any]) -> None:
        scheme, n = shape["scheme"], shape["n"]
        if len(shape["p_bits"]) != 1:
            raise SystemExit(f"it has one special prime, not {len(shape['p_bits'])}")
        self.bound = binding(scheme)
        self.n, self.scheme = n, scheme
        seal = self.seal = self.bound.seal
        parameters = seal.EncryptionParameters(self.bound.scheme)
        parameters.set_poly_modulus_degree(n)
        sizes = [*shape["q_bits"], *shape["p_bits"]]
        parameters.set_coeff_modulus(seal.CoeffModulus.Create(n, sizes))
        if scheme != "CKKS":
            parameters.set_plain_modulus(shape["t"])
        self.primes = [math.log2(prime.value()) for prime in parameters.coeff_modulus()]
        self.context = seal.SEALContext(parameters, True, self.bound.unchecked)
        generator = self.generator = seal.KeyGenerator(self.context)
        self.secret = generator.secret_key()
        self.public = self.made("PublicKey", generator.create_public_key)
        self.relin = self.made("RelinKeys", generator.create_relin_keys)
        # Steps are to the left in CKKS; the others move up.
        self.sign = 1 if scheme == "CKKS" else -1
        self.rotations = rotations(shape["operations"], n)
        steps = sorted({self.sign * step for taken in self.rotations.values() for step in taken})
        self.conjugates = scheme == "CKKS" and "conjugate" in shape["operations"]
        self.galois = self.bound.keys_of(generator, n, steps, conjugation=self.conjugates)
        self.encryptor = seal.Encryptor(self.context, self.public)
        self.encryptor.set_secret_key(self.secret)
        self.decryptor = seal.Decryptor(self.context, self.secret)
        self.evaluator = seal.Evaluator(self.context)
        self.scale = math.ldexp(1.0, shape["log2_scale"] or 0)
        if scheme == "CKKS":
            self.encoder = seal.CKKSEncoder(self.context)
        else:
            self.encoder = seal.BatchEncoder(self.context)

    def made(self, kind: str, function: Any, *operands: Any) -> Any:
        """What a function makes of its operands."""
        return self.bound.made(kind, function, *operands)

    def encode(self, vector: Any) -> Any:
        """A plaintext."""
        scale = (self.scale,) if self.scheme == "CKKS" else ()
        return self.made("Plaintext", self.encoder.encode, vector, *scale)

    def prepare(self, vector: Any) -> Any:
        """A factor in the form in which products take it: transformed."""
        plain = self.encode(vector)
        if self.scheme != "CKKS":
            self.evaluator.transform_to_ntt_inplace(plain, self.context.first_parms_id())
        return plain

    def multiply_prepared(self, a: Any, factor: Any) -> Any:
        """A product with a prepared factor. Only in BFV are ciphertexts coefficients."""
        if self.scheme != "BFV":
            return self.made("Ciphertext", self.evaluator.multiply_plain, a, factor)
        product = self.made("Ciphertext", self.evaluator.transform_to_ntt, a)
        self.evaluator.multiply_plain_inplace(product, factor)
        self.evaluator.transform_from_ntt_inplace(product)
        return product

    def encrypt(self, plain: Any) -> Any:
        """Under the public key."""
        return self.made("Ciphertext", self.encryptor.encrypt, plain)

    def decrypt(self, ciphertext: Any) -> Any:
        """A plaintext."""
        return self.made("Plaintext", self.decryptor.decrypt, ciphertext)

    def decode(self, plain: Any) -> Any:
        """The entries of a plaintext."""
        if self.scheme == "CKKS":
            return self.bound.decoded(self.encoder, plain)
        return self.encoder.decode_uint64(plain)

    def opened(self, ciphertext: Any) -> list[Any]:
        """The entries of a ciphertext."""
        return list(self.decode(self.decrypt(ciphertext)))

    def rotate(self, a: Any, steps: int) -> Any:
        """By so many steps."""
        reals = self.scheme == "CKKS"
        function = self.evaluator.rotate_vector if reals else self.evaluator.rotate_rows
        return self.made("Ciphertext", function, a, self.sign * steps, self.galois)

    def at_last_level(self, a: Any) -> Any:
        """A ciphertext as results arrive: with one prime."""
        last = self.context.last_parms_id()
        return self.made("Ciphertext", self.evaluator.mod_switch_to, a, last)

    def is_above_last(self, a: Any) -> bool:
        """Whether there is a prime to drop."""
        return bool(a.parms_id() != self.context.last_parms_id())

    def operations(self, x: Any, y: Any) -> dict[str, Any]:
        """By the names that all libraries have for them."""
        evaluator, made = self.evaluator, self.made
        plain, factor = self.encode(x), self.prepare(y)
        a, b = self.encrypt(plain), self.encrypt(self.encode(y))
        product = made("Ciphertext", evaluator.multiply, a, b)
        relinearised = made("Ciphertext", evaluator.relinearize, product, self.relin)
        total = made("Ciphertext", evaluator.add, a, b)
        message, last = self.decrypt(a), self.at_last_level(a)
        last_message = self.decrypt(last)
        lower = evaluator.rescale_to_next if self.scheme == "CKKS" else evaluator.mod_switch_to_next
        self.folder = TemporaryDirectory()
        path = str(Path(self.folder.name) / "ciphertext")
        a.save(path)

        def multiply() -> Any:
            result = made("Ciphertext", evaluator.multiply, a, b)
            evaluator.relinearize_inplace(result, self.relin)
            return result

        found = {
            "secret_key": lambda: self.seal.KeyGenerator(self.context),
            "public_key": lambda: made("PublicKey", self.generator.create_public_key),
            "relinearisation_key": lambda: made("RelinKeys", self.generator.create_relin_keys),
            "rotation_key": lambda: self.bound.keys_of(self.generator, self.n, [self.sign]),
            "encode": lambda: self.encode(x),
            "prepare": lambda: self.prepare(y),
            "decode": lambda: self.decode(message),
            "encrypt": lambda: self.encrypt(plain),
            "encrypt_secret": lambda: made("Ciphertext", self.encryptor.encrypt_symmetric, plain),
            "decrypt": lambda: self.decrypt(a),
            "encode_encrypt": lambda: self.encrypt(self.encode(x)),
            "decrypt_decode": lambda: self.decode(self.decrypt(a)),
            "decode_low": lambda: self.decode(last_message),
            "decrypt_decode_low": lambda: self.decode(self.decrypt(last)),
            "add": lambda: made("Ciphertext", evaluator.add, a, b),
            "add_in_place": lambda: evaluator.add_inplace(total, b),
            "multiply_plain": lambda: self.multiply_prepared(a, factor),
            "multiply_only": lambda: made("Ciphertext", evaluator.multiply, a, b),
            "relinearise": lambda: made("Ciphertext", evaluator.relinearize, product, self.relin),
            "multiply": multiply,
            "rotate": lambda: self.rotate(a, 1),
            "rotate_half": lambda: self.rotate(a, self.n // 4),
            "rotate_8": lambda: [self.rotate(a, steps) for steps in EIGHT][-1],
            "load": lambda: self.seal.Ciphertext().load(self.context, path),
            "save": lambda: a.save(path),
            LAST: lambda: last,
        }
        if self.scheme != "BFV":
            found["rescale"] = lambda: made("Ciphertext", lower, relinearised)
            found["multiply_rescale"] = lambda: made("Ciphertext", lower, multiply())
        if self.scheme == "CKKS":
            found["conjugate"] = lambda: made(
                "Ciphertext", evaluator.complex_conjugate, a, self.galois
            )
        return found

    def facts(self, ciphertext: Any) -> dict[str, Any]:
        """What the program says."""
        objects = {
            "ciphertext": ciphertext,
            "public key": self.public,
            "relinearisation key": self.relin,
            "rotation key": self.bound.keys_of(self.generator, self.n, [self.sign]),
        }
        saved = {name: {"saved_bytes": saved_bytes(one.save)} for name, one in objects.items()}
        return {
            "library": "SEAL",
            "version": self.bound.name,
            "scheme": self.scheme,
            "limbs": len(self.primes) - 1,
            "special_limbs": 1,
            "log2_q": sum(self.primes[:-1]),
            "log2_p": self.primes[-1],
            "digits": len(self.primes) - 1,
            "ciphertext_bytes": saved["ciphertext"]["saved_bytes"],
            "keys_bytes": sum(size["saved_bytes"] for size in list(saved.values())[1:]),
            "objects": saved,
        }


def reals(seal: Seal, shape: dict[str, Any]) -> None:
    """CKKS."""
    x, y = real_vectors(seal.n // 2)
    operations = seal.operations(seal.bound.reals(x), seal.bound.reals(y))
    together = [a * b for a, b in zip(x, y, strict=True)]
    worst_bits(
        "a sum", seal.opened(operations["add"]()), [a + b for a, b in zip(x, y, strict=True)]
    )
    worst_bits(LAST, seal.opened(operations[LAST]()), x)
    result = operations["multiply_rescale"]()
    bits = worst_bits("a product", seal.opened(result), together)
    worst_bits("a plaintext product", seal.opened(operations["multiply_plain"]()), together)
    for name, (*_, steps) in seal.rotations.items():
        worst_bits(name, seal.opened(operations[name]()), x[steps:] + x[:steps])
    if seal.conjugates:
        worst_bits("a conjugate", seal.opened(operations["conjugate"]()), x)
    facts = seal.facts(operations["encrypt"]())
    more = {
        "levels": len(seal.primes) - 2,
        "log2_scale": shape["log2_scale"],
        "precision_bits": bits,
    }
    serve(facts | more, only(shape, operations), shape["sample_us"])


def integers(seal: Seal, shape: dict[str, Any]) -> None:
    """BGV and BFV."""
    n, t = seal.n, shape["t"]
    first, second = vectors(n, t)
    operations = seal.operations(seal.bound.vector(first), seal.bound.vector(second))
    together = multiplied(first, second, t)
    check("a sum", seal.opened(operations["add"]()), sums(first, second, t))
    check(LAST, seal.opened(operations[LAST]()), first)
    check("a product", seal.opened(operations["multiply"]()), together)
    check("a plaintext product", seal.opened(operations["multiply_plain"]()), together)
    half = n // 2
    for name, (*_, steps) in seal.rotations.items():
        turned = rotated(first[:half], steps) + rotated(first[half:], steps)
        check(name, seal.opened(operations[name]()), turned)
    a, b = operations["encrypt"](), seal.encrypt(seal.encode(seal.bound.vector(second)))

    def chain(each: int) -> int:
        """Products in a row; in BGV moduli are switched after so many."""
        state, done = {"x": a, "y": b}, iter(range(1, 65))

        def one_more() -> list[int]:
            product = seal.made("Ciphertext", seal.evaluator.multiply, state["x"], state["y"])
            seal.evaluator.relinearize_inplace(product, seal.relin)
            if seal.scheme == "BGV" and next(done) % each == 0 and seal.is_above_last(product):
                seal.evaluator.mod_switch_to_next_inplace(product)
                lower = seal.evaluator.mod_switch_to_next
                state["y"] = seal.made("Ciphertext", lower, state["y"])
            state["x"] = product
            if seal.decryptor.invariant_noise_budget(product) <= 0:
                raise ValueError("no noise budget is left")
            return [int(value) for value in seal.opened(product)]

        done_right: int = products(first, second, t, one_more)
        return done_right

    facts = seal.facts(a)
    levels = {"levels": max(chain(each) for each in ((1, 2) if seal.scheme == "BGV" else (1,)))}
    serve(facts | levels, only(shape, operations), shape["sample_us"])


def main() -> None:
    """Prepares and serves."""
    shape: dict[str, Any] = asked()
    seal = Seal(shape)
    if seal.scheme == "CKKS":
        reals(seal, shape)
    else:
        integers(seal, shape)


main()
