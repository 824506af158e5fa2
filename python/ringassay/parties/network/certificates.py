"""Certificates to try a session with: self-signed, on P-256, valid for thirty days."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ringassay.extras import install_command
from ringassay.files import write_whole
from ringassay.parties.network.errors import SessionFileError

DAYS = 30


def make(names: Iterable[str], folder: Path) -> dict[str, tuple[Path, Path]]:
    """A certificate and a private key for each name: `NAME.crt` and `NAME.key` in a folder.

    The keys are their owner's alone. Nothing that is there is replaced. Raises `SessionFileError`
    without the package `cryptography`.
    """
    wanted = {name: (folder / f"{name}.crt", folder / f"{name}.key") for name in names}
    for path in (path for pair in wanted.values() for path in pair):
        if os.path.lexists(path):
            raise SessionFileError(f"{path}: there already; take another folder")
    folder.mkdir(parents=True, exist_ok=True)
    for name, (certificate, key) in wanted.items():
        shown, secret = _pair(name)
        write_whole(key, secret, 0o600)
        write_whole(certificate, shown)
    return wanted


def _pair(name: str) -> tuple[bytes, bytes]:
    """The certificate and the key, in PEM."""
    try:
        from cryptography import x509  # noqa: PLC0415
        from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    except ImportError as error:
        raise SessionFileError(
            "test certificates take the package cryptography: "
            f"{install_command('parties')}; or take certificates of your own, such as OpenSSL makes"
        ) from error
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    usage = dict.fromkeys(_USES, False) | {"digital_signature": True}
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # Clocks differ.
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(**usage), critical=True)
        .sign(key, hashes.SHA256())
    )
    encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    secret = key.private_bytes(encoding, form, serialization.NoEncryption())
    return certificate.public_bytes(encoding), secret


_USES = (
    *("digital_signature", "content_commitment", "key_encipherment", "data_encipherment"),
    *("key_agreement", "key_cert_sign", "crl_sign", "encipher_only", "decipher_only"),
)
