"""The mean and variance of somebody's salaries, computed by a server that never sees them (BFV).

Integers are exact: the server returns Σ x and Σ x², and the client divides.
"""

from ringassay import bfv

SALARIES = [3200, 4100, 2800, 5600, 3900, 4400, 3100, 4700]


def server(parameters: bytes, keys: bytes, salaries: bytes, length: int) -> list[bytes]:
    """Adds up n numbers and their squares; knows the evaluation keys, not the secret one."""
    instance = bfv.Parameters.load(parameters, length=length)
    column = instance.load_evaluation_keys(keys).load_ciphertext(salaries)
    return [total.save() for total in (column.sum(), (column * column).sum())]


def main() -> tuple[float, float]:
    # Sums must stay below the plaintext modulus: 8 squares of at most 6000 take 29 bits.
    parameters = bfv.choose(length=len(SALARIES), depth=1, index=16384, plaintext_bits=30)
    keys = parameters.keys()
    column = keys.encrypt(SALARIES)

    answers = server(parameters.save(), keys.evaluation.save(), column.save(), len(SALARIES))

    total, squares = (int(keys.decrypt(parameters.load_ciphertext(one))[0]) for one in answers)
    mean = total / len(SALARIES)
    return mean, squares / len(SALARIES) - mean**2


if __name__ == "__main__":
    mean, variance = main()
    print(f"mean {mean:.2f}, standard deviation {variance**0.5:.2f}")
