"""Ciphertexts are squared in two processes, each with one thread."""

import multiprocessing

import ringassay
from ringassay import bgv

PARAMETERS = bgv.choose(length=8, depth=1, plaintext=257)
KEYS = PARAMETERS.keys()


def square(data: bytes) -> bytes:
    a = KEYS.evaluation.load_ciphertext(data)
    return (a * a).save()


if __name__ == "__main__":
    with multiprocessing.get_context("fork").Pool(2, ringassay.threads, (1,)) as pool:
        data = [KEYS.encrypt([k] * 8).save() for k in range(10)]
        for answer in pool.map(square, data):
            print(KEYS.decrypt(KEYS.evaluation.load_ciphertext(answer))[0])
