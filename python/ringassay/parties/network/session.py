"""The session file: all that the processes of a session have to agree on."""

from __future__ import annotations

import hashlib
import json
import re
import ssl
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ringassay.files import read_toml
from ringassay.he import SchemeError
from ringassay.lazy import made_once
from ringassay.parties.group import Group
from ringassay.parties.network.computations import COMPUTATIONS, Computation, Name
from ringassay.parties.network.errors import Role, SessionFileError
from ringassay.parties.network.frame import VERSION

MAX_FILE_BYTES = 1 << 22
ADDRESS = re.compile(r"(?:\[([0-9A-Fa-f:.%\w]+)\]|([^\[\]:\s]+)):(\d{1,5})$")

Seconds = Annotated[float, Field(gt=0, le=86400)]


class _Strict(BaseModel):
    model_config = ConfigDict(
        extra="forbid", strict=True, allow_inf_nan=False, ignored_types=(made_once,)
    )


class Request(_Strict):
    """Which parameters are chosen."""

    scheme: Literal["bgv", "bfv", "ckks"]
    length: int = Field(ge=1, le=1 << 20)
    range: float = Field(default=1.0, gt=0)
    precision: float = Field(default=20.0, ge=1, le=60)
    plaintext: int = Field(default=65537, ge=2)
    security: float = Field(default=128.0, ge=40, le=512)
    degree: int | None = Field(default=None, ge=2)
    insist: bool = False


class Contact(_Strict):
    """A process: its certificate, and where it listens."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$")
    certificate: str
    address: str | None = None

    @model_validator(mode="after")
    def _check(self) -> Contact:
        if self.address is not None:
            host_and_port(self.address)
        try:
            ssl.PEM_cert_to_DER_cert(self.certificate.strip())
        except ValueError as error:
            raise ValueError(f"the certificate of {self.name} is not one in PEM") from error
        return self

    @property
    def der(self) -> bytes:
        """The certificate as it is compared."""
        return ssl.PEM_cert_to_DER_cert(self.certificate.strip())


class Session(_Strict):
    """A session. Parties are numbered in their order, from 1 on."""

    version: Literal[1]
    name: str = Field(pattern=r"^[^\x00-\x1f\x7f]{1,200}$")
    seed: str = Field(pattern=r"^[0-9a-f]{64}$")
    computation: Name
    statistical_bits: float = Field(default=40.0, ge=20, le=128)
    message_seconds: Seconds = 120.0
    joining_seconds: Seconds = 600.0
    parameters: Request
    combiner: Contact | None = None
    party: list[Contact] = Field(min_length=2, max_length=1024)

    @model_validator(mode="after")
    def _check(self) -> Session:
        everybody = [*([self.combiner] if self.combiner else []), *self.party]
        if len({one.name for one in everybody}) < len(everybody):
            raise ValueError("two processes have the same name")
        if len({one.der for one in everybody}) < len(everybody):
            raise ValueError("two processes have the same certificate")
        if self.combiner is not None and self.combiner.address is None:
            raise ValueError("the combiner needs an address, HOST:PORT")
        if self.combiner is None:
            if any(one.address is None for one in self.party[:-1]):
                raise ValueError(
                    "without a combiner each party sends to each other: all but the last need an "
                    "address, HOST:PORT"
                )
            if len(self.party) > 32:
                raise ValueError("more than 32 parties need a combiner")
        return self

    @made_once
    def work(self) -> Computation:
        """The computation. Raises `SessionFileError` for a scheme that does not have it."""
        return COMPUTATIONS[self.computation](self)

    @made_once
    def group(self) -> Group:
        """The parties and their parameters. Raises `SessionFileError` where there are none."""
        try:
            single = self.work.parameters()
            seed = bytes.fromhex(self.seed)
            return Group(
                single,
                len(self.party),
                name=self.name,
                seed=seed,
                statistical_bits=self.statistical_bits,
            )
        except SchemeError as error:
            raise SessionFileError(f"no parameters for this session: {error}") from error

    @made_once
    def identity(self) -> bytes:
        """SHA-256 of all that the session says, the parameters chosen, and the messages' version.

        That a file is written in another way changes nothing; that a library chooses other
        parameters does.
        """
        said: dict[str, Any] = self.model_dump(mode="json")
        for contact in [said["combiner"], *said["party"]]:
            if contact is not None:
                der = ssl.PEM_cert_to_DER_cert(contact["certificate"].strip())
                contact["certificate"] = hashlib.sha256(der).hexdigest()
        text = json.dumps([VERSION, said], sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode() + b"\0" + self.group.parameters.save()).digest()

    @property
    def roles(self) -> dict[int, Role]:
        """Every process by its number."""
        found = {number: Role(number, one.name) for number, one in enumerate(self.party, 1)}
        if self.combiner is not None:
            found[0] = Role(0, self.combiner.name)
        return found

    def contact(self, number: int) -> Contact:
        """A process. There is one of this number."""
        found = self.party[number - 1] if number else self.combiner
        assert found is not None
        return found

    def number_of(self, name: str) -> int:
        """The number of a party. Raises `SessionFileError` for a name that there is not."""
        names = [one.name for one in self.party]
        if name not in names:
            raise SessionFileError(f"the session has no party {name!r}, but {', '.join(names)}")
        return names.index(name) + 1


def host_and_port(address: str) -> tuple[str, int]:
    """An address, `HOST:PORT` or `[IPv6]:PORT`, in two. Raises `ValueError`."""
    found = ADDRESS.match(address)
    if found is None or not 0 < int(found[3]) < 65536:
        raise ValueError(f"{address[:80]!r} is no address: write HOST:PORT, or [IPv6]:PORT")
    return found[1] or found[2], int(found[3])


def read(path: Path) -> Session:
    """A session file. Raises `SessionFileError`, which names file, field and remedy."""
    document = read_toml(path, MAX_FILE_BYTES, SessionFileError)
    return checked(document, str(path))


def checked(document: dict[str, Any], origin: str) -> Session:
    """The session that a document describes. Raises `SessionFileError`."""
    try:
        session = Session.model_validate(document)
    except ValidationError as invalid:
        problems = [
            f"{origin}: {'.'.join(map(str, one['loc'])) or 'the whole file'}: "
            + one["msg"].removeprefix("Value error, ")
            for one in invalid.errors(include_url=False, include_input=False)
        ]
        raise SessionFileError("\n".join(problems[:10])) from None
    assert session.work is not None
    return session


def written(document: dict[str, Any]) -> str:
    """A session file: tables of plain values and, last, the list of parties."""
    lines = []
    tables = {key: value for key, value in document.items() if isinstance(value, dict | list)}
    lines += _fields({key: one for key, one in document.items() if key not in tables})
    for key, value in tables.items():
        for one in value if isinstance(value, list) else [value]:
            lines += ["", f"[[{key}]]" if isinstance(value, list) else f"[{key}]", *_fields(one)]
    return "\n".join(lines) + "\n"


def _fields(values: dict[str, Any]) -> list[str]:
    return [f"{key} = {_value(one)}" for key, one in values.items() if one is not None]


def _value(value: Any) -> str:
    if isinstance(value, str) and "\n" in value:
        return f'"""\n{value.strip()}\n"""'
    # JSON's strings, numbers and truth values are TOML's.
    return json.dumps(value, ensure_ascii=False)
