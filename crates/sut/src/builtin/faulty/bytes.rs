//! Ways to spoil the bytes of an answer.

use super::fault::Fault;
use crate::packet::{Kind, text_packet};

/// Ways that turn the bytes of a packet into others; `None` for faults of another sort.
pub(super) fn spoil(fault: Fault, packet: &[u8], kind: Kind) -> Option<Vec<u8>> {
    Some(match fault {
        Fault::GarbageHeader => [b"GARBAGE\n", body(packet, kind), footer(kind)].concat(),
        Fault::WrongFooter => {
            let other = if kind == Kind::Pdata { Kind::Edata } else { Kind::Pdata };
            [header(kind), b"\n", body(packet, kind), footer(other)].concat()
        }
        Fault::WrongKind if kind == Kind::Pdata => b"EDATA\n1\n0ENDEDATA\n".to_vec(),
        Fault::WrongKind => text_packet(Kind::Pdata, b"0"),
        Fault::Crlf => {
            let end = kind.footer().as_bytes();
            [header(kind), b"\r\n", body(packet, kind), end, b"\r\n"].concat()
        }
        Fault::Nul => [b"\0", packet].concat(),
        Fault::Utf8 => text_packet(kind, b"\xff\xc3\x28\xed\xa0\x80"),
        Fault::NotReady => text_packet(kind, b"CIRCUIT BUSY"),
        Fault::NoChunks => [header(kind), b"\n", footer(kind)].concat(),
        Fault::LengthTooLong => resized(packet, kind, |size| (size + 3).to_string()),
        Fault::LengthTooShort => resized(packet, kind, |size| size.saturating_sub(1).to_string()),
        Fault::LengthNegative => resized(packet, kind, |size| format!("-{size}")),
        Fault::Length2Pow63 => resized(packet, kind, |_| (1u64 << 63).to_string()),
        Fault::Length2Pow64 => resized(packet, kind, |_| (1u128 << 64).to_string()),
        Fault::LengthLeadingZero => resized(packet, kind, |size| format!("0{size}")),
        Fault::LengthPlus => resized(packet, kind, |size| format!("+{size}")),
        _ => return None,
    })
}

fn header(kind: Kind) -> &'static [u8] {
    kind.header().as_bytes()
}

/// The footer line with its line feed.
fn footer(kind: Kind) -> &'static [u8] {
    match kind {
        Kind::Key => b"ENDKEY\n",
        Kind::Circuit => b"ENDCIRCUIT\n",
        Kind::Program => b"ENDPROGRAM\n",
        Kind::Pdata => b"ENDPDATA\n",
        Kind::Edata => b"ENDEDATA\n",
        Kind::Hello => b"ENDHELLO\n",
        Kind::Report => b"ENDREPORT\n",
        Kind::Error => b"ENDERROR\n",
    }
}

/// What stands between header line and footer.
fn body(packet: &[u8], kind: Kind) -> &[u8] {
    packet
        .strip_suffix(footer(kind))
        .and_then(|rest| rest.get(kind.header().len() + 1..))
        .unwrap_or_default()
}

/// The packet with its first chunk size written otherwise.
fn resized(packet: &[u8], kind: Kind, write: impl FnOnce(u64) -> String) -> Vec<u8> {
    let body = body(packet, kind);
    let digits = body.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let size = body[..digits].iter().fold(0, |size, digit| size * 10 + u64::from(digit - b'0'));
    let (size, rest) = (write(size), &body[digits..]);
    [header(kind), b"\n", size.as_bytes(), rest, footer(kind)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spoilt_packets() {
        let packet = b"EDATA\n5\n00100ENDEDATA\n";
        for (fault, spoilt) in [
            (Fault::GarbageHeader, &b"GARBAGE\n5\n00100ENDEDATA\n"[..]),
            (Fault::WrongFooter, b"EDATA\n5\n00100ENDPDATA\n"),
            (Fault::Crlf, b"EDATA\r\n5\n00100ENDEDATA\r\n"),
            (Fault::NoChunks, b"EDATA\nENDEDATA\n"),
            (Fault::LengthTooLong, b"EDATA\n8\n00100ENDEDATA\n"),
            (Fault::LengthTooShort, b"EDATA\n4\n00100ENDEDATA\n"),
            (Fault::LengthNegative, b"EDATA\n-5\n00100ENDEDATA\n"),
            (Fault::LengthLeadingZero, b"EDATA\n05\n00100ENDEDATA\n"),
            (Fault::Length2Pow63, b"EDATA\n9223372036854775808\n00100ENDEDATA\n"),
            (Fault::Length2Pow64, b"EDATA\n18446744073709551616\n00100ENDEDATA\n"),
        ] {
            assert_eq!(spoil(fault, packet, Kind::Edata).unwrap(), spoilt);
        }
        assert_eq!(spoil(Fault::Hang, packet, Kind::Edata), None);
        let pdata = spoil(Fault::WrongFooter, b"PDATA\n1\nENDPDATA\n", Kind::Pdata).unwrap();
        assert_eq!(pdata, b"PDATA\n1\nENDEDATA\n");
    }
}
