"""What a system says of itself, judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ringassay.evaluation.conformance.findings import Finding
from ringassay.evaluation.family import FAN_IN_GATES, SIMD_GATES
from ringassay.schemes import scheme_keys
from ringassay.spaces import SPACES

GATES = (*SIMD_GATES, *FAN_IN_GATES)
NAMED = ("name", "version", "library", "library_version", "scheme")
SIZE = ("n", "m")
MODULUS = ("log2_q", "log2_qp", "q_bits")
LATTICE = ("CKKS", "GSW", "NTRU", "YASHE", "LTV", "TFHE", "LWE")
"""Lattice schemes by a part of their name, beside those of the catalogue."""
Hello = Mapping[str, Mapping[str, Any]]


def declared_plain(hello: Hello) -> bool:
    """Whether it says openly that nothing is encrypted."""
    return any(said.get("scheme") in ("none", "plaintext") for said in hello.values())


def judge(hello: Hello) -> Iterator[Finding]:
    """The handshake."""
    if not hello:
        yield Finding(
            "handshake",
            "advice",
            "no HELLO: it is spoken to as HEtest did, without reports and refusals",
            "write HELLO first where RINGASSAY_PROTOCOL=2 is set (`ringassay --page protocol`); "
            "the kits do. "
            "If the program writes it, but later than two seconds after its start: "
            'handshake = "required" in suts.toml waits for it',
        )
        return
    problems = list(_problems(hello))
    yield from problems
    if not problems:
        said = next(iter(hello.values()))
        yield Finding(
            "handshake",
            "ok",
            f"{said.get('name')} {said.get('version')}: {said.get('scheme')}, "
            f"{', '.join(map(str, said.get('spaces', [])))}",
        )


def _problems(hello: Hello) -> Iterator[Finding]:
    for role in ("client", "server"):
        if role not in hello:
            yield Finding("handshake", "problem", f"the {role} sent no HELLO", "both have to")
    for role, said in hello.items():
        for key, known in (("spaces", SPACES), ("gates", GATES)):
            listed = said.get(key)
            if not isinstance(listed, list) or not listed:
                do = f"list what it can do, of {', '.join(known)}: the rest is then not sent"
                yield Finding("handshake", "advice", f"the {role} declares no {key}", do)
                continue
            strange = [str(one) for one in listed if one not in known]
            if strange:
                said_so = f"the {role} declares {key} that do not exist: {', '.join(strange)}"
                yield Finding("handshake", "problem", said_so, f"these do: {', '.join(known)}")
        missing = [key for key in NAMED if not said.get(key)]
        if missing:
            text = f"the {role} does not say {', '.join(missing)}"
            yield Finding("handshake", "advice", text, "reports name systems by these")
    client, server = hello.get("client", {}), hello.get("server", {})
    for key in ("spaces", "gates", "limits", "scheme"):
        if client and server and client.get(key) != server.get(key):
            text = f"client and server declare different {key}"
            yield Finding("handshake", "advice", text, "what one of them lacks is not sent")


def judge_parameters(hello: Hello, report: Mapping[str, Any] | None) -> Iterator[Finding]:
    """What was reported with a key."""
    if declared_plain(hello) or not hello:
        return
    if protects_nothing(report):
        return
    said = _parameters(report)
    scheme = str(said.get("scheme") or next(iter(hello.values())).get("scheme", "")).upper()
    lattice = (*LATTICE, *(key.upper() for key in scheme_keys()))
    if said.get("security_method") and not any(name in scheme for name in lattice):
        return  # it rests on something else, which the estimator does not know
    missing = []
    if not any(key in said for key in SIZE):
        missing.append("n or m")
    if not any(key in said for key in MODULUS):
        missing.append("log2_q")
    missing += [key for key in ("secret", "error") if key not in said]
    if missing:
        yield Finding(
            "parameters",
            "advice",
            f"the key's report does not say {', '.join(missing)}",
            "for a lattice scheme set them (`ringassay --page protocol`, REPORT): without, reports "
            "call its security not verifiable. `security_bits = 0` says that it protects nothing",
        )


def protects_nothing(report: Mapping[str, Any] | None) -> bool:
    """Whether a key's report says so."""
    return _parameters(report).get("security_bits") == 0


def _parameters(report: Mapping[str, Any] | None) -> Mapping[str, Any]:
    said = (report or {}).get("parameters")
    return said if isinstance(said, Mapping) else {}
