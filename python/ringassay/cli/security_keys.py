"""What `ringassay security` is asked about: keys, and limits of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from ringassay.cli.errors import UsageError
from ringassay.cli.numbers import numbers, whole_numbers
from ringassay.security import Key, deviation, max_log2_q, min_dimension, published
from ringassay.security.key import STANDARD_ERROR, Model, Problem, degree


def dimensions(n: str | None, index: str | None) -> list[int] | None:
    """Those that -n or --index ask for."""
    if index is not None:
        return [degree(m) for m in whole_numbers(index, "--index")]
    return None if n is None else whole_numbers(n, "-n")


def make(
    n: int, log2_q: float, error: float, secret: str, *, problem: Problem, samples: int | None
) -> Key:
    """A key in the order of the command's options."""
    return Key(n, log2_q, secret, error, problem, samples)


def parse(text: str) -> Key:
    """A key from `n=8192,log2-q=218,secret=ternary`. Raises `UsageError`."""
    given: dict[str, str] = {}
    for part in text.split(","):
        name, equals, value = part.strip().partition("=")
        if not equals or name not in FIELDS or name in given:
            raise UsageError(
                f"--key {text!r}: {part.strip()!r} is not one of NAME=VALUE, each once, with the "
                f"names {', '.join(FIELDS)}"
            )
        given[name] = value
    found = {FIELDS[name][0]: FIELDS[name][1](value) for name, value in given.items()}
    if ("n" in given) == ("index" in given) or "log2-q" not in given:
        raise UsageError(f"--key {text!r}: a key needs log2-q, and either n or index")
    if "index" in found:
        found["n"] = degree(found.pop("index"))
    return Key(**found)


def deviations(text: str, option: str) -> list[float]:
    """Standard deviations: numbers and ranges, and distributions (`binomial-8`, `tuniform-17`)."""
    found: list[float] = []
    for part in (word.strip() for word in text.split(",")):
        found += [deviation(part)] if part[:1].isalpha() else numbers(part, option)
    return found


def _one_whole(value: str) -> int:
    (number, *others) = whole_numbers(value, "--key")
    if others:
        raise UsageError(f"--key takes no ranges: {value!r}")
    return number


def _one(value: str) -> float:
    (number, *others) = numbers(value, "--key")
    if others:
        raise UsageError(f"--key takes no ranges: {value!r}")
    return number


def _one_deviation(value: str) -> float:
    (width, *others) = deviations(value, "--key")
    if others:
        raise UsageError(f"--key takes no ranges: {value!r}")
    return width


def _problem(value: str) -> str:
    if value not in {"lwe", "ntru"}:
        raise UsageError(f"--key: there is no problem {value!r}: lwe or ntru")
    return value


FIELDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "n": ("n", _one_whole),
    "index": ("index", _one_whole),
    "log2-q": ("log2_q", _one),
    "secret": ("secret", str),
    "error": ("error_std", _one_deviation),
    "problem": ("problem", _problem),
    "samples": ("samples", _one_whole),
}
"""What `--key` knows: the field of `Key`, and how it is read."""


def limits(
    dimensions: list[int] | None,
    log2_q: str | None,
    secrets: list[str],
    errors: list[float],
    bits: float,
    model: Model,
    problem: Problem,
    samples: int | None,
) -> list[dict[str, Any]]:
    """The largest modulus for each dimension, or the smallest dimension for each modulus."""
    if dimensions is None and log2_q is None:
        raise UsageError(
            "say -n (or --index) and --log2-q to know how hard they are to break; -n alone for the "
            "largest modulus, --log2-q alone for the smallest dimension"
        )
    if dimensions is None:
        if problem != "lwe" or samples is not None:
            raise UsageError("the smallest dimension is searched for lwe, any number of samples")
        return [
            {"log2_q": modulus, "secret": secret, "error_std": error, "security": bits}
            | {"model": model}
            | {"min_n": min_dimension(modulus, bits, secret=secret, error_std=error, model=model)}
            for modulus, error, secret in product(
                numbers(log2_q or "", "--log2-q"), errors, secrets
            )
        ]
    return [
        {"n": n, "secret": secret, "error_std": error, "security": bits, "model": model}
        | {
            "max_log2_q": max_log2_q(
                n,
                bits,
                secret=secret,
                error_std=error,
                problem=problem,
                samples=samples,
                model=model,
            )
        }
        | (_tables(n, bits, secret) if problem == "lwe" and error == STANDARD_ERROR else {})
        for n, error, secret in product(dimensions, errors, secrets)
    ]


def _tables(n: int, bits: float, secret: str) -> dict[str, int | None]:
    if bits != int(bits):
        return {}
    found = published(n, int(bits), secret)
    return {"guidelines_2024": found.guidelines_2024, "standard_2018": found.standard_2018}
