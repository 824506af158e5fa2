"""A look-up in a server's table, without telling the server which row (BGV).

The client encrypts a vector with a one at the row that it wants: private information retrieval in
its simplest form. The query is as long as the table, the answer one ciphertext.
"""

from ringassay import bgv

TABLE = [1013, 27, 505, 88, 640, 913, 12, 377, 209, 731, 450, 66]
"""What the server has: entries below the plaintext modulus."""


def server(parameters: bytes, keys: bytes, query: bytes) -> bytes:
    """The product with the table leaves the row that was asked for, and zeros beside it."""
    instance = bgv.Parameters.load(parameters, length=len(TABLE))
    chosen = instance.load_evaluation_keys(keys).load_ciphertext(query) * TABLE
    return chosen.sum().save()


def main(row: int = 4) -> int:
    parameters = bgv.choose(length=len(TABLE), depth=1, plaintext=1031)
    keys = parameters.keys()
    query = keys.encrypt([int(place == row) for place in range(len(TABLE))])

    answer = server(parameters.save(), keys.evaluation.save(), query.save())

    return int(keys.decrypt(parameters.load_ciphertext(answer))[0])


if __name__ == "__main__":
    print(f"row 4 holds {main(4)}")
