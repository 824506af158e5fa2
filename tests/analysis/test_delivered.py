"""Security by one yardstick: what a system claims decides nothing."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import factory
import pytest

from ringassay.analysis import prepare
from ringassay.analysis.parameters import parameter_sets
from ringassay.analysis.security_excess import security_excess
from ringassay.analysis.study import Study
from ringassay.security.delivered import delivered
from ringassay.security.distributions import error_width, secret_kind
from ringassay.security.stated import Stated, stated

NAN = math.nan
# (n, log2 q, bits): rows of the guidelines of 2024 (IACR 2024/463), which others computed.
GUIDELINES = ((4096, 106.0, 128), (8192, 147.0, 192), (16384, 430.0, 128), (32768, 462.0, 256))


def facts(n: float = 8192, log2_qp: float = 214.0, **changes: Any) -> Stated:
    texts = {"secret": "ternary", "error": "sigma 3.19", "parameters": "{}"} | {
        key: changes.pop(key) for key in ("secret", "error", "parameters") if key in changes
    }
    m, log2_q = changes.pop("m", NAN), changes.pop("log2_q", NAN)
    scheme = changes.pop("scheme", "BGV")
    assert not changes
    return stated(
        scheme, n, m, (log2_q, log2_qp), (texts["secret"], texts["error"], texts["parameters"])
    )


def only_set(**key: Any) -> Any:
    """The parameter set of a system whose keys say this."""
    frames = factory.run([factory.Sut("x")], points=[(8, 2, 3)])
    (found,) = parameter_sets(prepare(replace(frames, keys=frames.keys.assign(**key))))
    return found


@pytest.mark.parametrize(("n", "log2_q", "bits"), GUIDELINES)
def test_the_yardstick_agrees_with_the_guidelines(n: int, log2_q: float, bits: int) -> None:
    assert delivered(facts(n, log2_q)).bits == pytest.approx(bits, abs=1.5)


def test_a_claim_decides_nothing() -> None:
    """The reproduction: n = 1024, log2 q = 2000, "256 bits"."""
    liar = {"n": 1024, "m": 2048, "log2_q": 2000.0, "log2_qp": 2000.0, "security_bits": 256.0}
    found = only_set(**liar)
    assert found.standing == "below"
    assert found.claimed_bits == 256.0
    assert found.delivered.bits < 45.0
    modest = only_set(security_bits=1.0)
    assert modest.standing == "met" and modest.delivered.bits > 128.0
    assert only_set(security_bits=NAN, security_method="").standing == "met"
    assert only_set(security_bits=0.0).standing == "none"


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ({"n": NAN, "m": NAN}, "ring dimension"),
        ({"n": 16384, "m": 4096}, "ring dimension"),
        ({"n": 16384.5, "m": NAN}, "ring dimension"),
        ({"n": 1e300}, "ring dimension"),
        ({"log2_q": NAN, "log2_qp": NAN}, "whole modulus"),
        ({"log2_q": -3.0, "log2_qp": -1.0}, "whole modulus"),
        ({"secret": ""}, "distribution of the secret"),
        ({"secret": "sparse ternary"}, "distribution of the secret"),
        ({"secret": "ternary, weight 99999999"}, "distribution of the secret"),
        ({"error": ""}, "deviation of the error"),
        ({"error": "sigma 1e999"}, "deviation of the error"),
        ({"parameters": json.dumps({"scheme": "Snake oil"})}, "which problem"),
        ({"n": 8, "m": 16}, "dimension"),
        ({"log2_q": 1e9, "log2_qp": 1e9}, "not estimated"),
        ({"error": "sigma 1e100"}, "deviation of the error"),
    ],
)
def test_too_few_facts_are_not_verifiable(key: dict[str, Any], reason: str) -> None:
    found = only_set(**key)
    assert found.standing == "unverifiable"
    assert reason in found.delivered.how


def test_the_sizes_of_the_primes_count_where_they_say_more() -> None:
    said = {"q_bits": [60] * 10, "p_bits": [60]}
    assert facts(log2_qp=214.0, parameters=json.dumps(said)).log2_q == 11 * 60
    exact = {"q_bits": [59.9] * 10, "p_bits": [59.9]}
    assert facts(parameters=json.dumps(exact)).log2_q == pytest.approx(658.9)
    # Nothing but lengths: the largest primes that have them.
    lengths = facts(log2_qp=NAN, parameters=json.dumps({"q_bits": [31] * 6, "p_bits": [32]}))
    assert lengths.log2_q == 218.0
    assert delivered(lengths).bits == pytest.approx(125.5, abs=0.1)
    # A modulus of q alone does not count for p.
    part = {"q_bits": [54, 54, 54], "p_bits": [55]}
    assert facts(log2_qp=NAN, log2_q=162.0, parameters=json.dumps(part)).log2_q == 217.0
    # Nor where there are so many primes that it might be that of all.
    many = {"q_bits": [20] * 30, "p_bits": [20]}
    assert facts(log2_qp=NAN, log2_q=599.9, parameters=json.dumps(many)).log2_q == 620.0
    assert facts(log2_qp=619.5, parameters=json.dumps(many)).log2_q == 619.5
    # Lengths round up: they must not make an honest system's modulus larger than it says.
    honest = {"q_bits": [54, 54, 54], "p_bits": [55]}
    assert facts(log2_qp=214.0, parameters=json.dumps(honest)).log2_q == 214.0
    for strange in ("[1]", '{"q_bits": 7}', '{"q_bits": [null, "60", true, -3, 1e999]}', "{", ""):
        assert facts(log2_qp=214.0, parameters=strange).log2_q == 214.0
    # Ciphertext modulus alone, larger than "the whole": the larger one is published.
    assert facts(log2_qp=100.0, log2_q=214.0).log2_q == 214.0


def test_the_conjugate_invariant_ring_is_half_that_of_its_index() -> None:
    ring = '{"ring": "conjugate-invariant"}'
    found = facts(8192, 214.0, m=4 * 8192, parameters=ring)
    assert found.dimension == 8192
    assert delivered(found).bits == delivered(facts(8192, 214.0, m=2 * 8192)).bits
    # What contradicts itself says nothing, and what states no ring has that of its index.
    assert facts(8192, 214.0, m=2 * 8192, parameters=ring).dimension is None
    assert facts(8192, 214.0, m=4 * 8192).dimension is None
    assert facts(NAN, 214.0, m=4 * 8192, parameters=ring).dimension == 8192


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ternary", "ternary"),
        ("Ternary, uniform", "ternary"),
        ("ternary, embeddings bounded", "ternary"),
        ("sparse ternary, weight 64", "sparse-64"),
        ("ternary, h = 192", "sparse-192"),
        ("ternary, P(0) = 3/4", "ternary-0.75"),
        ("ternary, P(0) = 0.5", "ternary-0.5"),
        ("ternary, P(0) = 1/1", None),
        ("ternary, P(0) = 1/0", None),
        ("binary", "binary"),
        ("uniform binary", "binary"),
        ("binary, weight 64", None),
        ("TUniform(17)", "tuniform-17"),
        ("TUniform, b = 2", "tuniform-2"),
        ("TUniform(99)", None),
        ("discrete Gaussian, σ = 3.2", "gaussian-3.2"),
        ("Gaussian 3.2", "gaussian-3.2"),
        ("centred binomial, η = 2", "binomial-2"),
        ("centred binomial, sigma 3.162", "gaussian-3.162"),
        ("uniform", "uniform"),
        ("sparse", None),
        ("", None),
        ("trust me", None),
    ],
)
def test_secrets_are_read(text: str, kind: str | None) -> None:
    assert secret_kind(text, 8192) == kind


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("sigma 3.2", 3.2),
        ("discrete Gaussian, sigma 3.2, bound 19.2", 3.2),
        ("spherical Gaussian, σ = 3.2", 3.2),
        ("centred binomial, η = 21", math.sqrt(10.5)),
        ("Gaussian 3.2", 3.2),
        ("TUniform(2)", math.sqrt(5.5)),
        ("TUniform, b = 0", math.sqrt(0.5)),
        ("sigma 0", None),
        ("none", None),
    ],
)
def test_errors_are_read(text: str, width: float | None) -> None:
    assert error_width(text) == width


def test_sparse_secrets_and_other_indices_are_judged_as_what_they_are() -> None:
    assert delivered(facts(32768, 868.0, secret="sparse ternary, weight 64")).bits == pytest.approx(
        96.1, abs=1.0
    )
    # φ(12483) = 7776 (3^2·19·73), said by m alone.
    assert delivered(facts(NAN, 214.0, m=12483)).bits == pytest.approx(
        delivered(facts(7776, 214.0)).bits
    )


def test_ntru_is_judged_as_ntru() -> None:
    assert delivered(facts(4096, 281.0, scheme="YASHE'")).bits == 0.0
    assert "overstretched" in delivered(facts(4096, 281.0, scheme="F-NTRU")).how
    assert delivered(facts(4096, 20.0, scheme="ntru")).bits > 500.0


IMPOSSIBLE: tuple[tuple[dict[str, Any], str], ...] = (
    # Errors that are none.
    ({"error": "sigma 0.001"}, "below 1/2"),
    ({"error": "sigma 0.01"}, "below 1/2"),
    ({"error": "sigma 0.49"}, "below 1/2"),
    ({"error": "discrete Gaussian, σ = 1e-9"}, "below 1/2"),
    ({"error": "centred binomial, η = 0"}, "deviation of the error"),
    # Errors that leave nothing to decrypt.
    ({"n": 1024, "log2_qp": 60.0, "error": "sigma 1e14"}, "no plaintext modulus"),
    ({"n": 1024, "log2_qp": 27.0, "error": "sigma 10000"}, "no plaintext modulus"),
    ({"n": 4096, "log2_qp": 70.0, "error": "sigma 1e18"}, "no plaintext modulus"),
    ({"n": 4096, "log2_qp": 30.0, "error": "TUniform(17)"}, "no plaintext modulus"),
    ({"n": 8192, "log2_qp": 12.0}, "no plaintext modulus"),
    ({"n": 1024, "log2_qp": 27.0, "parameters": '{"t": 1048576}'}, "no plaintext modulus"),
    ({"n": 8192, "log2_qp": 60.0, "parameters": '{"t": 1e17}'}, "no plaintext modulus"),
    ({"error": "sigma 1e17", "log2_qp": 58.0}, "no plaintext modulus"),
    # Secrets that are none.
    ({"secret": "ternary, P(0) = 1"}, "distribution of the secret"),
    ({"secret": "ternary, P(0) = 2/1"}, "distribution of the secret"),
    ({"secret": "ternary, weight 0"}, "distribution of the secret"),
    ({"secret": "ternary, weight 9000"}, "distribution of the secret"),
    ({"secret": "Gaussian 0"}, "distribution of the secret"),
    ({"secret": "centred binomial, η = 0"}, "distribution of the secret"),
    ({"secret": "TUniform(77)"}, "distribution of the secret"),
    # Dimensions and moduli that are none.
    ({"n": 16.0}, "dimension"),
    ({"n": 2.0**25}, "dimension"),
    ({"log2_qp": 1.0}, "no plaintext modulus"),
    ({"log2_qp": 40000.0}, "log2 q"),
)


@pytest.mark.parametrize(("said", "reason"), IMPOSSIBLE)
def test_impossible_facts_are_not_verifiable(said: dict[str, Any], reason: str) -> None:
    found = delivered(facts(**said))
    assert not found.is_known
    assert reason in found.how


def test_narrow_secrets_are_judged_by_what_there_is_to_guess() -> None:
    def bits(secret: str) -> float:
        return delivered(facts(4096, 100.0, secret=secret)).bits

    assert bits("Gaussian 0.1") < 2.0
    # 2 e^(-1/0.18) of 1 + 2 e^(-1/0.18) are not 0: 31 of 4096.
    assert bits("Gaussian 0.3") == bits("sparse ternary, weight 31")
    assert bits("ternary, P(0) = 3/4") == bits("sparse ternary, weight 1024")
    assert bits("binary") < bits("ternary")


def test_errors_that_fit_single_samples_alone_are_no_ring_scheme_s() -> None:
    """Encryption under a public key in a ring adds the products of errors and secrets."""
    about = {"n": 586.0, "log2_qp": 32.0, "secret": "binary", "error": "sigma 4e5"}
    assert "no plaintext modulus" in delivered(facts(**about)).how


def study(first: float, second: float, claimed: float = 128.0) -> Study:
    suts = [
        factory.Sut("a", log2_qp=first, security_bits=claimed),
        factory.Sut("b", log2_qp=second, security_bits=claimed),
    ]
    return prepare(factory.run(suts, points=[(8, 2, 3), (8, 4, 3)]))


def test_excess_is_that_of_our_estimate() -> None:
    found = security_excess(study(420.0, 300.0), "a", "b")
    # Both deliver the 128 asked for: compared as delivered, the difference beside it.
    assert found is not None and found.is_comparable
    bits = [delivered(facts(16384, q)).bits for q in (420.0, 300.0)]
    assert found.first.price_bits == pytest.approx(bits[1] - bits[0], abs=0.5)
    assert found.second.price_bits == 0.0
    assert found.first.mean_excess == pytest.approx(bits[0] - 128.0, abs=0.5)
    assert found.requests == 2
    same = security_excess(study(420.0, 421.0), "a", "b")
    assert same is not None and same.is_comparable
    assert same.first.price_bits == same.second.price_bits == 0.0
    below = security_excess(study(420.0, 500.0), "a", "b")
    assert below is not None and not below.is_comparable
    assert (below.first.unmet, below.second.unmet) == (0, 2)


def test_opposite_differences_do_not_cancel() -> None:
    joined = study(420.0, 420.0)
    keys = joined.keys.copy()
    for system, depth in (("a", 2.0), ("b", 4.0)):
        keys.loc[(keys["system"] == system) & (keys["depth"] == depth), "log2_qp"] = 300.0
    keys["log2_q"] = keys["log2_qp"] - 60.0
    found = security_excess(replace(joined, keys=keys), "a", "b")
    assert found is not None and found.is_comparable
    assert min(side.price_bits for side in found.sides) > 30.0
    assert found.first.mean_excess == pytest.approx(found.second.mean_excess)


def test_the_weakest_key_of_a_request_decides() -> None:
    joined = study(420.0, 420.0)
    weak = joined.keys[joined.keys["system"] == "b"].assign(log2_q=800.0, log2_qp=860.0)
    keys = joined.keys.merge(weak, how="outer")
    found = security_excess(replace(joined, keys=keys), "a", "b")
    assert found is not None and found.second.most < 80.0
    unknown = joined.keys.assign(
        secret=joined.keys["secret"].where(joined.keys["system"] == "a", "")
    )
    silent = security_excess(replace(joined, keys=unknown), "a", "b")
    assert silent is not None and not silent.is_comparable
    assert (silent.first.is_verifiable, silent.second.is_verifiable) == (True, False)
    assert "the distribution of the secret" in silent.second.why and not silent.first.why
