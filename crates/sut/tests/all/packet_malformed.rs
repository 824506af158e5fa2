//! A table of malformed packets: each is refused, at the right offset, with an error that says
//! what was expected, whether it comes in one read or byte by byte, alone or behind good packets.

use ringassay_sut::packet::{Decoder, EXCERPT_BYTES, Form, Kind, Limits, ProtocolError};

const LIMITS: Limits = Limits { packet_bytes: 4096, text_bytes: 4096, control_bytes: 256 };

struct Case {
    stream: Vec<u8>,
    form: Form,
    offset: usize,
    expected: &'static str,
}

const HEADER: &str = "a packet header";
const SIZE: &str = "a chunk size (decimal digits, no sign, no leading zero)";
const SIZE_OR_FOOTER: &str = "a chunk size or the footer";
const WITHIN: &str = "a chunk size that keeps the";
const FOOTER: &str = "the footer";
const END: &str = "the end of the";

/// Lines that are no packet header.
const HEADERS: &[&[u8]] = &[
    b"\n",
    b"\n\n",
    b" \n",
    b"\r\n",
    b"\0",
    b"\0KEY\n",
    b" KEY\n",
    b"\tKEY\n",
    b"\nKEY\n",
    b"key\n",
    b"Key\n",
    b"KEY \n",
    b"KEY\r\n",
    b"KEY\t\n",
    b"KEY:\n",
    b"KEY=1\n",
    b"KEYS\n",
    b"KEYKEY\n",
    b"KE\n",
    b"K\n",
    b"KEY\0\n",
    b"K EY\n",
    b"KEZ\n",
    b"ENDKEY\n",
    b"ENDEDATA\n",
    b"ENDPDATA\n",
    b"ENDCIRCUIT\n",
    b"ENDHELLO\n",
    b"END\n",
    b"E\n",
    b"EDAT\n",
    b"EDATA\r\n",
    b"EDATA \n",
    b"EDATA5\n",
    b"EDATA 5\n",
    b"EDATAX\n",
    b"edata\n",
    b"EDATA\x0b",
    b"PDAT\n",
    b"PDATA\r\n",
    b"PDATA 01\n",
    b"pdata\n",
    b"P\n",
    b"PDATE\n",
    b"CIRCUIT\r\n",
    b"CIRCUITS\n",
    b"CIRCUI\n",
    b"CIRCUIT READY\n",
    b"circuit\n",
    b"HELLO!\n",
    b"HELLO\r\n",
    b"HELL\n",
    b"HELLO {}\n",
    b"hello\n",
    b"REPORT\r\n",
    b"REPORTS\n",
    b"RE\n",
    b"ERROR\r\n",
    b"ERRORS\n",
    b"ERROR: oops\n",
    b"ERR\n",
    b"Segmentation fault\n",
    b"Traceback (most recent call last):\n",
    b"25\n",
    b"0\n",
    b"00100\n",
    b"{}\n",
    b"{\"protocol\":2}\n",
    b"\xef\xbb\xbfKEY\n",
    b"\xff\xfe",
    b"\x80",
    b"\xc3\x28",
    b"\xed\xa0\x80",
    b"\xe2\x82",
    b"\x1b[31mKEY\n",
    b"\x7fELF",
    b"\x1f\x8b",
    b"KE\xc3\x89\n",
    "ＫＥＹ\n".as_bytes(),
    "ΚEY\n".as_bytes(),
    b"<html>\n",
    b"%PDF\n",
    b"GET / HTTP/1.1\r\n",
    b"KEY\x85",
    b"KEY\x0b\n",
    b"KEY\x0c\n",
    b"KEY,\n",
    b"-KEY\n",
    b"BKEY\n",
];

/// Lines that are no chunk size.
const SIZES: &[&[u8]] = &[
    b"\n",
    b" 5\n",
    b"5 \n",
    b"\t5\n",
    b"5\t\n",
    b"5\r\n",
    b"\r\n",
    b"+5\n",
    b"-5\n",
    b"-0\n",
    b"-1\n",
    b"+0\n",
    b"00\n",
    b"01\n",
    b"05\n",
    b"000000000000000000005\n",
    b"0x5\n",
    b"0b1\n",
    b"0o5\n",
    b"5.0\n",
    b"5.\n",
    b".5\n",
    b"5e0\n",
    b"1e9\n",
    b"5,\n",
    b"1,000\n",
    b"1_000\n",
    b"5;\n",
    b"five\n",
    b"x\n",
    b"5x\n",
    b"5\0\n",
    b"\0",
    b"5\x0b\n",
    b"NaN\n",
    b"inf\n",
    b"-inf\n",
    b"-9223372036854775808\n",
    b"+18446744073709551615\n",
    b"184467440737095516150",
    b"999999999999999999999\n",
    b"100000000000000000000000000000\n",
    b"\xd9\xa5\n",
    b"\xef\xbc\x95\n",
    b"5\xff\n",
    b"\xff",
    b"\xe2\x91\xa4\n",
    b"'5'\n",
    b"\"5\"\n",
    b"[5]\n",
    b"5 5\n",
    b"5;5\n",
    b"EDATA\n",
    b"KEY\n",
    b"ENDPDATA\n",
    b"ENDKEYS\n",
    b"END\n",
    b"ENDEDATA\r\n",
    b"ENDEDATA \n",
    b"endedata\n",
    b"E5\n",
    b"<5>\n",
    b"~5\n",
    b"0 \n",
    b"0\r\n",
    b"0.\n",
];

/// Well-formed sizes that do not fit the limit: at the first chunk of an EDATA packet the largest
/// that fits is 4096 − 6 − 5 − 9 = 4076.
const TOO_LARGE: &[&[u8]] = &[
    b"4077\n",
    b"4078\n",
    b"4087\n",
    b"4090\n",
    b"4095\n",
    b"4096\n",
    b"4097\n",
    b"65536\n",
    b"2147483647\n",
    b"2147483648\n",
    b"4294967295\n",
    b"4294967296\n",
    b"9223372036854775807\n",
    b"9223372036854775808\n",
    b"18446744073709551611\n",
    b"18446744073709551614\n",
    b"18446744073709551615\n",
    b"18446744073709551616\n",
    b"99999999999999999999\n",
];

fn table() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |stream: Vec<u8>, form, offset, expected| {
        cases.push(Case { stream, form, offset, expected });
    };
    for header in HEADERS {
        add(header.to_vec(), Form::Text, 0, HEADER);
    }
    for size in SIZES {
        // `EDATA⏎` is 6 bytes, `KEY⏎` 4, `EDATA⏎3⏎abc` 11.
        add([b"EDATA\n", *size].concat(), Form::Text, 6, SIZE);
        add([b"KEY\n", *size].concat(), Form::Chunks, 4, SIZE);
        let second = [&b"EDATA\n3\nabc"[..], size].concat();
        add(second, Form::Text, 11, SIZE_OR_FOOTER);
    }
    for size in TOO_LARGE {
        add([b"EDATA\n", *size].concat(), Form::Text, 6, WITHIN);
        let second = [&b"EDATA\n3\nabc"[..], size].concat();
        add(second, Form::Text, 11, WITHIN);
    }
    // No chunk at all.
    add(b"EDATA\nENDEDATA\n".to_vec(), Form::Text, 6, SIZE);
    add(b"KEY\nENDKEY\n".to_vec(), Form::Chunks, 4, SIZE);
    // A size that is not the body's length.
    for (stream, offset) in [
        (&b"EDATA\n4\nabcdeENDEDATA\n"[..], 12),
        (b"EDATA\n0\nabcdeENDEDATA\n", 8),
        (b"EDATA\n6\nabcdeENDEDATA\n", 14),
        (b"EDATA\n7\nabcdeENDEDATA\n", 15),
        (b"EDATA\n5\nabcde\nENDEDATA\n", 13),
        (b"EDATA\n5\nabcdeENDEDATAx\n", 13),
        (b"EDATA\n5\nabcdeENDEDAT\n", 13),
        (b"EDATA\n5\nabcdeENDKEY\n", 13),
    ] {
        add(stream.to_vec(), Form::Text, offset, SIZE_OR_FOOTER);
    }
    for kind in [Kind::Key, Kind::Circuit, Kind::Pdata] {
        let body = kind.header().len() + 1;
        for other in Kind::ALL {
            if other != kind {
                let foreign = format!("{}\n1\n{}\n", kind.header(), other.footer());
                add(foreign.into_bytes(), Form::Text, body + 2, FOOTER);
            }
            let crlf = format!("{}\n{}\r\n", kind.header(), other.footer());
            add(crlf.into_bytes(), Form::Text, body, FOOTER);
        }
        let mut endless = format!("{}\n", kind.header()).into_bytes();
        endless.resize(4097, b'1');
        add(endless, Form::Text, 4096, END);
        let mut lines = format!("{}\n", kind.header()).into_bytes();
        lines.resize(5000, b'\n');
        add(lines, Form::Text, 4096, END);
    }
    for kind in [Kind::Hello, Kind::Report, Kind::Error] {
        let body = kind.header().len() + 1;
        for second in ["{}", "", "}", " ", "ENDHELL", "ENDKEY", "END"] {
            let two = format!("{}\n{{}}\n{second}\n{}\n", kind.header(), kind.footer());
            add(two.into_bytes(), Form::Text, body + 3, FOOTER);
        }
        let mut endless = format!("{}\n{{", kind.header()).into_bytes();
        endless.resize(300, b' ');
        add(endless, Form::Text, 256, END);
    }
    cases
}

/// Feeds pieces of `step` bytes until the decoder refuses; then the rest, so that the excerpt is
/// the same.
fn refusal(stream: &[u8], form: Form, step: usize) -> Option<ProtocolError> {
    let mut decoder = Decoder::new(LIMITS, form);
    for piece in stream.chunks(step) {
        decoder.buffer().extend_from_slice(piece);
        while let Ok(Some(_)) = decoder.advance() {}
    }
    decoder.advance().err()
}

#[test]
fn every_malformed_packet_is_refused_at_its_offset() {
    let table = table();
    assert!(table.len() >= 200, "only {} cases", table.len());
    for case in &table {
        let shown = case.stream.escape_ascii().to_string();
        let whole = refusal(&case.stream, case.form, usize::MAX)
            .unwrap_or_else(|| panic!("accepted: {shown}"));
        assert_eq!(whole.offset, case.offset as u64, "{shown}: {whole}");
        assert!(whole.expected.starts_with(case.expected), "{shown}: {whole}");
        assert!(whole.got.is_ascii() || whole.got.ends_with('…'), "{whole}");
        assert!(whole.got.len() <= 4 * EXCERPT_BYTES + 5, "{whole}");
        assert_eq!(refusal(&case.stream, case.form, 1), Some(whole), "{shown}");
    }
}

#[test]
fn the_offset_counts_from_the_start_of_the_stream() {
    let before = b"EDATA\n2\nhiENDEDATA\nPDATA\n1\nENDPDATA\n";
    for case in table() {
        let stream = [&before[..], &case.stream].concat();
        for step in [1, 7, usize::MAX] {
            let error = refusal(&stream, case.form, step).expect("refused");
            assert_eq!(error.offset, (before.len() + case.offset) as u64, "{error}");
        }
    }
}

#[test]
fn the_refusal_comes_with_the_byte_that_decides() {
    // No byte more is needed than up to the end of the wrong token: a program that writes garbage
    // and then waits must not be waited for.
    for (stream, deciding) in [
        (&b"x"[..], 1),
        (b"KEX", 3),
        (b"KEY\r", 4),
        (b"EDATA\n+", 7),
        (b"EDATA\n00", 8),
        (b"EDATA\n5\nabcdeX", 14),
        (b"EDATA\n5\nabcdeENDEDATX", 21),
        (b"EDATA\n4077\n", 11),
        (b"PDATA\n1\nENDKEY\n", 15),
    ] {
        assert_eq!(stream.len(), deciding);
        assert!(refusal(stream, Form::Text, 1).is_some(), "{stream:?}");
        let short = &stream[..deciding - 1];
        assert_eq!(refusal(short, Form::Text, 1), None, "{short:?}");
    }
}

#[test]
fn the_reference_agrees_with_the_table() {
    for case in table() {
        let (packets, end) = crate::reference::decode(&case.stream, LIMITS, case.form);
        assert_eq!(packets, [], "{:?}", case.stream.escape_ascii().to_string());
        assert_eq!(
            end,
            crate::reference::End::Wrong(case.offset),
            "{}",
            case.stream.escape_ascii()
        );
    }
}

#[test]
fn the_limit_itself_is_allowed() {
    let mut chunk = b"EDATA\n4076\n".to_vec();
    chunk.resize(11 + 4076, 7);
    chunk.extend_from_slice(b"ENDEDATA\n");
    assert_eq!(chunk.len(), 4096);
    let mut text = b"PDATA\n".to_vec();
    text.resize(4096 - 10, b'1');
    text.extend_from_slice(b"\nENDPDATA\n");
    assert_eq!(text.len(), 4096);
    for stream in [chunk, text] {
        let mut decoder = Decoder::new(LIMITS, Form::Text);
        decoder.buffer().extend_from_slice(&stream);
        let packet = decoder.advance().expect("within the limit").expect("whole");
        assert_eq!(packet.raw, stream);
        assert_eq!(decoder.end_of_stream(), None);
    }
}
