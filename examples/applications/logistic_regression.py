"""A risk computed by the owner of a model for somebody whose measurements stay encrypted (CKKS).

p = 1 / (1 + e^-(w·x + b)), with a polynomial of degree 15 for the logistic function.
"""

import numpy as np

from ringassay import ckks

WEIGHTS, BIAS = np.array([0.8, -1.2, 0.4, 2.0, -0.6, 0.3, 1.1, -0.9]), -0.25
"""The server's model, for measurements between -1 and 1."""

LARGEST = float(np.abs(WEIGHTS).sum() + abs(BIAS))
"""Of |w·x + b|."""

LOGISTIC = ckks.Polynomial.interpolate(lambda x: 1 / (1 + np.exp(-x)), -LARGEST, LARGEST, degree=15)


def server(parameters: bytes, keys: bytes, patient: bytes) -> bytes:
    """The dot product stands in every entry of a sum; the polynomial takes it to a probability."""
    instance = ckks.Parameters.load(parameters, length=len(WEIGHTS))
    x = instance.load_evaluation_keys(keys).load_ciphertext(patient)
    score = (x * WEIGHTS).sum() + BIAS
    return score.within(LARGEST).polynomial(LOGISTIC).save()


def main(patient: np.ndarray) -> float:
    parameters = ckks.choose(
        depth=1 + LOGISTIC.depth, precision=20, range=LARGEST, length=len(WEIGHTS)
    )
    keys = parameters.keys()

    answer = server(parameters.save(), keys.evaluation.save(), keys.encrypt(patient).save())

    return float(keys.decrypt(parameters.load_ciphertext(answer)).real[0])


if __name__ == "__main__":
    measured = np.array([0.3, -0.5, 0.9, 0.1, 0.0, -1.0, 0.7, 0.2])
    print(f"probability {main(measured):.3f}")
