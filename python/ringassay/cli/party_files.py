"""The files of a session of parties: certificates to try it with, the session file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ringassay.cli.errors import UsageError
from ringassay.cli.output import emit_json, err, out
from ringassay.files import open_file, write_whole

MAX_CERTIFICATE_BYTES = 1 << 16


def make_certificates(names: list[str], folder: Path, *, as_json: bool) -> None:
    """Writes them, and says where."""
    from ringassay.parties.network import certificates

    for name in names:
        if not name.replace("-", "").replace("_", "").isalnum() or not name.isascii():
            raise UsageError(f"{name!r}: a name has letters, digits, - and _")
    made = certificates.make(dict.fromkeys(names), folder)
    if as_json:
        emit_json({name: {"certificate": str(a), "key": str(b)} for name, (a, b) in made.items()})
        return
    for certificate, key in made.values():
        out.print(f"{certificate}  {key} (secret)", fold=False)


def write_session(
    path: Path,
    said: dict[str, Any],
    request: dict[str, Any],
    combiner: str | None,
    parties: list[str],
    *,
    as_json: bool,
) -> None:
    """Writes a session file that was checked, and says what it will take."""
    from ringassay.parties.network.session import checked, written

    idle = ("plaintext",) if request["scheme"] == "ckks" else ("range", "precision")
    for option in idle:
        if request[option] is not None:
            raise UsageError(f"--scheme {request['scheme']} takes no --{option}")
    document: dict[str, Any] = {
        "version": 1,
        **said,
        "seed": os.urandom(32).hex(),
        "parameters": {key: one for key, one in request.items() if one is not None},
        "combiner": _contact(combiner) if combiner else None,
        "party": [_contact(one) for one in parties],
    }
    document = {key: one for key, one in document.items() if one is not None}
    session = checked(document, "this session")
    chosen, identity = session.group.parameters, session.identity.hex()
    if os.path.lexists(path):
        raise UsageError(f"{path}: there already; a session has a file of its own")
    write_whole(path, written(document))
    if as_json:
        emit_json({"session": str(path), "identity": identity, "n": chosen.n})
        return
    out.print(str(path), fold=False)
    err.print(
        f"n = {chosen.n}, log2 Q = {chosen.log2_q:.0f}, {chosen.security_bits:.0f} bits of "
        f"security; session {identity[:16]}"
    )


def _contact(text: str) -> dict[str, Any]:
    """`NAME=CERT[@HOST:PORT]`."""
    name, equals, rest = text.partition("=")
    path, at, address = rest.rpartition("@")
    if not at:
        path, address = rest, ""
    if not equals or not path:
        raise UsageError(f"{text!r}: write NAME=CERT or NAME=CERT@HOST:PORT")
    with open_file(Path(path)) as file:
        data = file.read(MAX_CERTIFICATE_BYTES + 1)
    try:
        certificate = data.decode("ascii")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: no certificate in PEM") from error
    if "PRIVATE KEY" in certificate:
        raise UsageError(f"{path}: holds a private key: give the certificate alone")
    found = {"name": name, "certificate": certificate}
    return found | ({"address": address} if at else {})
