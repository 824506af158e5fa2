"""What systems said of their keys, read without data frames: for a run that has just ended."""

from __future__ import annotations

import math
from dataclasses import dataclass

from sqlalchemy import Connection, select

from ringassay.store.schema import keys, suts
from ringassay.store.store import Store


@dataclass(frozen=True)
class KeyStatement:
    """What a system said of a key that it made; NaN and "" where it said nothing."""

    sut: str
    scheme: str
    asked_bits: float
    claimed_bits: float
    n: float
    m: float
    log2_q: float
    log2_qp: float
    secret: str
    error: str
    parameters: str


def key_statements(store: Store, run: str) -> list[KeyStatement]:
    """Those of a run, each once. The columns are those of docs/store.md."""
    told = select(
        keys.c.sut,
        suts.c.scheme,
        keys.c.security,
        keys.c.security_bits,
        keys.c.n,
        keys.c.m,
        keys.c.log2_q,
        keys.c.log2_qp,
        keys.c.secret,
        keys.c.error,
        keys.c.parameters,
    )
    told = told.join(suts, (suts.c.run == keys.c.run) & (suts.c.sut == keys.c.sut))
    told = told.where(keys.c.run == run, keys.c.outcome == "ok").distinct()

    def work(connection: Connection) -> list[KeyStatement]:
        return [
            KeyStatement(
                sut=str(row.sut),
                scheme=_text(row.scheme),
                asked_bits=_number(row.security),
                claimed_bits=_number(row.security_bits),
                n=_number(row.n),
                m=_number(row.m),
                log2_q=_number(row.log2_q),
                log2_qp=_number(row.log2_qp),
                secret=_text(row.secret),
                error=_text(row.error),
                parameters=_text(row.parameters),
            )
            for row in connection.execute(told)
        ]

    return sorted(store.read(work), key=lambda one: one.sut)


def _number(value: float | None) -> float:
    return math.nan if value is None else float(value)


def _text(value: str | None) -> str:
    return "" if value is None else str(value)
