"""Suites: what a file may say, and what it is told when it says something else."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import SUITE

from ringassay.evaluation import SuiteError, load_suite, parse_suite, suite_from_json
from ringassay.evaluation.plan import derive_seed, plan_circuits

SUITES = sorted((Path(__file__).parents[2] / "suites").glob("*.toml"))

HEAD = 'version = 1\nname = "x"\nseed = 1\nsecurity = 128\nsuts = ["plaintext"]\n'
MIXED = '[[family]]\nname = "f"\nkind = "mixed"\nbatch = 5\ndepth = 2\nwidth = 4\n'
REAL = 'space = "real"\nbound = 1.0\nprecision = 20\n'
APPLICATION = (
    '[[family]]\nname = "f"\nkind = "application"\napplication = "dot"\nbatch = 4\n' + REAL
)
SINGLE = (
    '[[family]]\nname = "f"\nkind = "single"\ngate = "LMUL"\nbatch = 5\nlevels = 2\nwidth = 4\n'
)
FAN_IN = '[[family]]\nname = "f"\nkind = "fan-in"\nvariant = 1\nwidth = 5\ngates = 6\n'


def test_the_bases_are_right():
    for family in (MIXED, SINGLE, FAN_IN):
        assert parse_suite(HEAD + family).circuit_count() == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "version: is required"),
        ("x = [", "not valid TOML"),
        ("a = 1\na = 2", "not valid TOML"),
        (HEAD, "at least one [[family]], [[circuit]], [[expression]], [[library]] or [[function]]"),
        (HEAD.replace("version = 1", "version = 2") + MIXED, "version: should be 1 (got '2')"),
        (HEAD.replace("128", '"128"') + MIXED, "security: a whole number"),
        (HEAD.replace("128", "128.5") + MIXED, "security: a whole number"),
        (HEAD.replace("128", "true") + MIXED, "security: a whole number"),
        (HEAD.replace("128", "0") + MIXED, "security: should be greater than or equal to 1"),
        (HEAD.replace('["plaintext"]', "[]") + MIXED, "suts: at least one entry is needed"),
        (HEAD.replace('["plaintext"]', '["a", "a"]') + MIXED, "two entries of SUT are called 'a'"),
        (HEAD + "sead = 2\n" + MIXED, "sead: there is no such field"),
        (HEAD + MIXED + MIXED, "two entries of family are called 'f'"),
        (HEAD + MIXED.replace("mixed", "mixd"), "family[0] (f).kind: should be 'mixed', 'single'"),
        (HEAD + MIXED.replace("5", "[5, 0]"), "family[0] (f).batch[1]: should be greater"),
        (HEAD + MIXED.replace("5", "[]"), "family[0] (f).batch: at least one entry"),
        (HEAD + MIXED.replace("5", "200_000"), "family[0] (f).batch[0]: should be less"),
        (HEAD + MIXED.replace("2", "2.125"), "depth[0]: at most two digits after the point"),
        (HEAD + MIXED.replace("2", "inf"), "depth[0]: should be"),
        (HEAD + MIXED.replace("2", "nan"), "depth[0]"),
        (HEAD + MIXED.replace("width = 4\n", ""), "width is missing"),
        (HEAD + MIXED + "levels = 3\n", "levels does not belong to kind mixed"),
        (HEAD + MIXED.replace("[5]", "5").replace("5", "[5, 5]"), "the same point occurs twice"),
        (HEAD + MIXED + 'space = "zt"\n', "space zt needs modulus"),
        (HEAD + MIXED + "modulus = 17\n", "modulus belongs to space zt"),
        (HEAD + MIXED + REAL + "modulus = 17\n", "modulus belongs to space zt"),
        (HEAD + MIXED + 'space = "real"\n', "space real needs bound"),
        (HEAD + MIXED + 'space = "real"\nbound = 1.0\n', "space real needs bound"),
        (
            HEAD + MIXED + "precision = 20\n",
            "bound and precision belong to spaces real and complex",
        ),
        (HEAD + MIXED + REAL.replace("1.0", "inf"), "bound: should be a finite number"),
        (HEAD + MIXED + REAL.replace("20", "51"), "precision: should be less"),
        (HEAD + MIXED + REAL + 'application = "dot"\n', "belongs to kind application"),
        (HEAD + APPLICATION.replace("dot", "dott"), "there is no application 'dott': dot, matrix"),
        (HEAD + APPLICATION.replace(REAL, ""), "applications compute with numbers"),
        (
            HEAD + MIXED + "distribution = {LPOLY = 1}\n",
            "LPOLY exists in spaces real and complex only",
        ),
        (HEAD + MIXED + 'space = "complex"\n', "space complex needs bound"),
        (
            HEAD + MIXED + REAL + "distribution = {LCONJ = 1}\n",
            "LCONJ exists in space complex only",
        ),
        (HEAD + APPLICATION.replace("dot", "spectrum"), "a spectrum is one of complex numbers"),
        (
            HEAD + APPLICATION.replace("dot", "logistic-3").replace("real", "complex"),
            "applications over complex numbers are dot, matrix-vector, network, spectrum",
        ),
        (HEAD + MIXED + 'space = "zt"\nmodulus = 1\n', "modulus: should be greater"),
        (HEAD + MIXED + "variant = 1\n", "variant (1, 2 or 3) belongs to kind fan-in"),
        (
            HEAD + MIXED + "distribution = {LSUB = 1}\n",
            "LSUB and LNEG exist in spaces zt, real and complex only",
        ),
        (HEAD + MIXED + "distribution = {LADD = 0}\n", "no gate a weight above 0"),
        (HEAD + MIXED + "distribution = {LXOR = 1}\n", "distribution.LXOR: should be 'LADD'"),
        (HEAD + MIXED + "distribution = {LADD = -1}\n", "distribution.LADD: should be greater"),
        (HEAD + SINGLE.replace("LMUL", "LNEG"), "exist in spaces zt, real and complex only"),
        (HEAD + SINGLE.replace("LMUL", "AND"), "kind single has the gates LADD"),
        (HEAD + SINGLE + "distribution = {LADD = 1}\n", "distribution belongs to kind mixed"),
        (HEAD + FAN_IN.replace("variant = 1\n", ""), "belongs to kind fan-in, and is needed"),
        (HEAD + FAN_IN.replace("variant = 1", "variant = 3"), "levels is missing"),
        (HEAD + FAN_IN + 'gate = "LADD"\n', "kind fan-in has the gates AND, OR, XOR"),
        (HEAD + FAN_IN + "avoid_constant = true\n", "fan-in gates are balanced"),
        (HEAD + MIXED + "[[family.point]]\nbatch = 1\n", "not both"),
        (HEAD + "[bounds]\nkeygen_s = 0\n" + MIXED, "bounds.keygen_s: should be greater than 0"),
        (HEAD + "[bounds]\nkeygen = 5\n" + MIXED, "bounds.keygen: there is no such field"),
        (HEAD + "[depths]\nLADD = -1\n" + MIXED, "depths.LADD: should be greater"),
        (HEAD + MIXED + "circuits = 100_000\ninputs = 100_000\n", "at most 10000000"),
    ],
)
def test_every_mistake_is_named(text, message):
    with pytest.raises(SuiteError) as refusal:
        parse_suite(text, "my.toml")
    lines = str(refusal.value).splitlines()
    assert all(line.startswith("my.toml: ") for line in lines)
    assert any(message in line for line in lines), lines


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(SuiteError, match="cannot be read"):
        load_suite(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(SuiteError, match="not UTF-8"):
        load_suite(tmp_path / "binary.toml")
    (tmp_path / "large.toml").write_bytes(b"#" * (1 << 20) + b"\n")
    with pytest.raises(SuiteError, match="larger than"):
        load_suite(tmp_path / "large.toml")


@given(st.text(max_size=200))
def test_any_text_is_refused_in_words(text):
    with pytest.raises(SuiteError):
        parse_suite(text)


def test_hash_is_of_the_content_not_the_file():
    suite = parse_suite(HEAD + MIXED)
    same = parse_suite(
        '# a comment\ntitle = "T"\n'
        + HEAD
        + '[[family]]\nwidth = [4]\ndepth = [2.00]\nbatch = [5]\nkind = "mixed"\nname = "f"\n'
    )
    assert same.content_hash == suite.content_hash
    for change in ("seed = 2", "repetitions = 2", "warm_up = 1", 'key_sharing = "batch"'):
        head = HEAD.replace("seed = 1\n", "") if change.startswith("seed") else HEAD
        other = parse_suite(f"{change}\n{head}{MIXED}")
        assert other.content_hash != suite.content_hash, change


@pytest.mark.parametrize("path", SUITES, ids=lambda path: path.stem)
def test_shipped_suites_come_back_from_json(path):
    suite = load_suite(path)
    again = suite_from_json(suite.to_json(), suite.title)
    assert again == suite and again.content_hash == suite.content_hash


def test_points_are_crossed_in_order():
    suite = parse_suite(
        HEAD + MIXED.replace("5", "[5, 6]").replace("= 2", "= [2, 2.5]").replace("4", "[4, 3]")
    )
    points = [(p.batch, p.depth, p.width) for p in suite.family[0].points()]
    expected = [
        (batch, Decimal(depth), width)
        for batch in (5, 6)
        for depth in ("2", "2.5")
        for width in (4, 3)
    ]
    assert points == expected


def test_a_family_does_not_depend_on_the_others():
    alone = parse_suite(HEAD + MIXED)
    beside = parse_suite(HEAD + SINGLE.replace('"f"', '"g"') + MIXED)
    one = {spec.recipe for spec in plan_circuits(alone)}
    assert one < {spec.recipe for spec in plan_circuits(beside)}


def test_seeds_do_not_repeat():
    suite = parse_suite(SUITE.replace("circuits = 2", "circuits = 500"))
    seeds = []
    for spec in plan_circuits(suite):
        seeds.append(spec.config["seed"])
        seeds += [spec.input_seed(index) for index in range(spec.family.inputs)]
    assert len(set(seeds)) == len(seeds) and all(0 <= seed < 1 << 63 for seed in seeds)


def test_the_seed_is_the_documented_hash():
    """By hand: the first 63 bits of SHA-256 over this very text."""
    import hashlib

    text = b'["ringassay seed 1",7,"f",{"batch":5,"depth":"2","width":4},0]'
    expected = int.from_bytes(hashlib.sha256(text).digest()[:8], "big") >> 1
    point = {"width": 4, "depth": Decimal("2.0"), "batch": 5}
    assert derive_seed(7, "f", point, 0) == expected
    assert derive_seed(7, "f", point, 0) == 381097517992846310
