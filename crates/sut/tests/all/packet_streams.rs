//! Any stream, cut into reads in any way, gives what the reference decoder gives for the whole.

use proptest::prelude::*;
use ringassay_sut::packet::{
    Decoder, Form, Kind, Limits, Packet, text_packet, write_chunks, write_text,
};

use crate::reference::End;

const LIMITS: Limits = Limits { packet_bytes: 300, text_bytes: 300, control_bytes: 60 };

/// Feeds `stream` in reads of the given lengths, over and over.
fn feed(stream: &[u8], reads: &[usize], form: Form) -> (Decoder, Vec<Packet>) {
    let mut decoder = Decoder::new(LIMITS, form);
    let mut packets = Vec::new();
    let mut rest = stream;
    for length in reads.iter().cycle() {
        let (now, later) = rest.split_at((*length).min(rest.len()));
        rest = later;
        decoder.buffer().extend_from_slice(now);
        while let Ok(Some(packet)) = decoder.advance() {
            packets.push(packet);
        }
        if rest.is_empty() {
            break;
        }
    }
    (decoder, packets)
}

/// Pieces that, strung together, are often packets and often nearly packets.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let line = proptest::sample::select(vec![
        "KEY\n",
        "ENDKEY\n",
        "CIRCUIT\n",
        "ENDCIRCUIT\n",
        "PDATA\n",
        "ENDPDATA\n",
        "EDATA\n",
        "ENDEDATA\n",
        "HELLO\n",
        "ENDHELLO\n",
        "REPORT\n{}\nENDREPORT\n",
        "ERROR\n",
        "ENDERROR\n",
        "0\n",
        "1\na",
        "3\nabc",
        "5\nab",
        "\n",
        "\r",
        "END",
        "E",
        "00100\n",
        "2\n12\n",
        "290\n",
    ]);
    prop_oneof![
        6 => line.prop_map(|text| text.as_bytes().to_vec()),
        4 => packet(),
        1 => proptest::collection::vec(any::<u8>(), 0..6),
    ]
}

fn packet() -> impl Strategy<Value = Vec<u8>> {
    let chunk = proptest::collection::vec(any::<u8>(), 0..40);
    prop_oneof![
        proptest::collection::vec(chunk, 1..5).prop_map(|chunks| {
            let mut out = Vec::new();
            write_chunks(&mut out, Kind::Edata, &chunks).expect("a vector takes every byte");
            out
        }),
        (proptest::sample::select(&Kind::ALL[..]), "[01a-c]{0,30}").prop_map(|(kind, body)| {
            let mut out = Vec::new();
            write_text(&mut out, kind, body.as_bytes()).expect("a vector takes every byte");
            out
        }),
    ]
}

fn form() -> impl Strategy<Value = Form> {
    prop_oneof![Just(Form::Text), Just(Form::Chunks)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn any_split_agrees_with_the_reference(
        pieces in proptest::collection::vec(piece(), 0..12),
        reads in proptest::collection::vec(1usize..60, 1..8),
        form in form(),
    ) {
        let stream = pieces.concat();
        let (expected, end) = crate::reference::decode(&stream, LIMITS, form);
        let mut errors = Vec::new();
        for reads in [&reads[..], &[1], &[usize::MAX]] {
            let (mut decoder, packets) = feed(&stream, reads, form);
            let found: Vec<_> = packets
                .iter()
                .map(|p| (p.kind, p.raw.clone(), p.payload_bytes()))
                .collect();
            prop_assert_eq!(&found, &expected);
            let whole: usize = found.iter().map(|(_, raw, _)| raw.len()).sum();
            prop_assert_eq!(decoder.pending(), stream.len() - whole);
            prop_assert_eq!(decoder.offset(), whole as u64);
            let error = decoder.advance().err();
            match end {
                End::Wrong(at) => {
                    prop_assert_eq!(error.as_ref().map(|e| e.offset), Some(at as u64));
                }
                End::Truncated => {
                    prop_assert_eq!(&error, &None);
                    let at_end = decoder.end_of_stream().map(|e| e.offset);
                    prop_assert_eq!(at_end, Some(stream.len() as u64));
                }
                End::Clean => {
                    prop_assert_eq!(&error, &None);
                    prop_assert_eq!(decoder.end_of_stream(), None);
                }
            }
            errors.push(error);
        }
        prop_assert!(errors.windows(2).all(|pair| pair[0] == pair[1]), "{:?}", errors);
    }

    #[test]
    fn chunks_come_back(
        chunks in proptest::collection::vec(
            proptest::collection::vec(any::<u8>(), 0..20), 1..6),
    ) {
        let mut stream = Vec::new();
        write_chunks(&mut stream, Kind::Edata, &chunks).expect("a vector takes every byte");
        let (_, packets) = feed(&stream, &[3], Form::Text);
        let found: Vec<_> = packets[0].chunks().map(<[u8]>::to_vec).collect();
        prop_assert_eq!(found, chunks);
    }
}

#[test]
fn the_documented_bytes_are_read_and_written() {
    let stream = b"EDATA\n25\n[01101,11010,00111,10001]ENDEDATA\n";
    let (_, packets) = feed(stream, &[4], Form::Text);
    let chunks: Vec<_> = packets[0].chunks().collect();
    assert_eq!(chunks, [b"[01101,11010,00111,10001]"]);
    assert_eq!(packets[0].payload_bytes(), 25);
    let mut out = Vec::new();
    write_chunks(&mut out, Kind::Edata, &chunks).unwrap();
    assert_eq!(out, stream);

    let ready = b"CIRCUIT\nCIRCUIT READY\nENDCIRCUIT\n";
    assert_eq!(text_packet(Kind::Circuit, b"CIRCUIT READY"), ready);
    let (_, packets) = feed(ready, &[1], Form::Text);
    assert_eq!(packets[0].text(), b"CIRCUIT READY");
    assert!(write_chunks::<&[u8]>(&mut Vec::new(), Kind::Edata, &[]).is_err());
}

#[test]
fn memory_follows_what_arrived_not_what_was_declared() {
    let limits = Limits { packet_bytes: 4 << 30, text_bytes: 4 << 30, control_bytes: 1 << 20 };
    let mut decoder = Decoder::new(limits, Form::Text);
    decoder.buffer().extend_from_slice(b"EDATA\n4000000000\n");
    assert_eq!(decoder.advance(), Ok(None));
    let mut arrived = 17;
    while arrived < 20 << 20 {
        let wanted = decoder.wanted();
        assert!(wanted > 0 && wanted <= arrived.max(1 << 20), "{wanted} at {arrived}");
        let buffer = decoder.buffer();
        buffer.reserve_exact(wanted);
        assert!(buffer.capacity() <= 2 * arrived + (1 << 20) + (64 << 10));
        buffer.resize(arrived + wanted, 1);
        arrived += wanted;
        assert_eq!(decoder.advance(), Ok(None));
    }
}

#[test]
fn byte_by_byte_is_linear() {
    // Quadratic work on four million bytes would take hours.
    let length = 4 << 20;
    for (head, foot) in [("PDATA\n", "\nENDPDATA\n"), ("EDATA\n4194304\n", "ENDEDATA\n")] {
        let mut decoder = Decoder::new(Limits::default(), Form::Text);
        let stream = head.bytes().chain(std::iter::repeat_n(b'7', length)).chain(foot.bytes());
        let mut packets = 0;
        for byte in stream {
            decoder.buffer().push(byte);
            while let Some(packet) = decoder.advance().unwrap() {
                assert_eq!(packet.payload_bytes(), length as u64);
                packets += 1;
            }
        }
        assert_eq!(packets, 1);
    }
}

#[test]
fn many_small_packets_in_one_read_are_linear() {
    let one = b"EDATA\n1\nxENDEDATA\n";
    let mut decoder = Decoder::new(Limits::default(), Form::Text);
    for _ in 0..500_000 {
        decoder.buffer().extend_from_slice(one);
    }
    let mut packets = 0;
    while let Some(packet) = decoder.advance().unwrap() {
        assert_eq!(packet.raw, one);
        packets += 1;
    }
    assert_eq!(packets, 500_000);
    assert_eq!(decoder.pending(), 0);
}

#[test]
fn large_packets_are_not_copied() {
    let mut stream = b"EDATA\n1000000\n".to_vec();
    stream.resize(stream.len() + 1_000_000, 5);
    stream.extend_from_slice(b"ENDEDATA\nPDATA\n");
    let mut decoder = Decoder::new(Limits::default(), Form::Text);
    *decoder.buffer() = stream;
    let before = decoder.buffer().as_ptr();
    let packet = decoder.advance().unwrap().unwrap();
    assert_eq!(packet.raw.as_ptr(), before);
    assert_eq!(decoder.buffer(), b"PDATA\n");
}

#[test]
fn the_memory_of_a_packet_serves_the_next() {
    let mut stream = b"EDATA\n1000000\n".to_vec();
    stream.resize(stream.len() + 1_000_000, 5);
    stream.extend_from_slice(b"ENDEDATA\n");
    let mut decoder = Decoder::new(Limits::default(), Form::Text);
    decoder.buffer().extend_from_slice(&stream);
    let first = decoder.advance().unwrap().unwrap();
    let memory = first.raw.as_ptr();
    decoder.recycle(first);
    assert_eq!(decoder.pending(), 0);
    decoder.buffer().extend_from_slice(&stream);
    let second = decoder.advance().unwrap().unwrap();
    assert_eq!((second.raw.as_ptr(), second.offset), (memory, stream.len() as u64));
    assert_eq!(second.raw, stream);

    // Bytes that have arrived are worth more than memory.
    decoder.buffer().extend_from_slice(b"PDATA\n");
    decoder.recycle(second);
    assert_eq!(decoder.buffer(), b"PDATA\n");
}
