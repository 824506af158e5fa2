"""Concrete: what a call takes beside its look-ups.

A module of XOR on vectors of bits, and of a negation, which takes no look-up. Prints the median processor
time of a call, over nine calls, for each length.
"""

import statistics
import time

import numpy as np
from concrete import fhe

XOR = fhe.LookupTable([0, 1, 0, 0])


def gates():
    @fhe.module()
    class Module:
        @fhe.function({"a": "encrypted", "b": "encrypted"})
        def difference(a, b):
            return XOR[a + b]

        @fhe.function({"a": "encrypted"})
        def inversion(a):
            return 1 - a

        composition = fhe.AllComposable()

    return Module


def inputs(length, arguments):
    zeros, ones = (np.full(length, bit) if length > 1 else bit for bit in (0, 1))
    rows = [zeros, ones]
    if arguments == 1:
        return rows
    return [(a, b) for a in rows for b in rows]


def main() -> None:
    for length in (1, 16, 64):
        module = gates().compile(
            {"difference": inputs(length, 2), "inversion": inputs(length, 1)},
            fhe.Configuration(p_error=2.0**-40),
        )
        server = module.server
        client = fhe.Client(server.client_specs)
        client.keygen()
        keys = client.evaluation_keys
        bits = np.ones(length, dtype=np.int64) if length > 1 else 1
        a = client.encrypt(bits, None, function_name="difference")[0]
        for name, arguments in (("difference", (a, a)), ("inversion", (a,))):
            times = []
            for _ in range(9):
                begun = time.process_time()
                server.run(*arguments, evaluation_keys=keys, function_name=name)
                times.append(1e3 * (time.process_time() - begun))
            median = statistics.median(times)
            print(f"{length:2} bits, {name}: {median:.1f} ms, {median / length:.1f} ms a bit")


if __name__ == "__main__":
    main()
