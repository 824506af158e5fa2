//! What must hold of the packet decoder whatever the bytes are and however they are split.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use ringassay_sut::packet::{
    Decoder, Form, Limits, Packet, ProtocolError, text_packet, write_chunks,
};

/// Bounds small enough for a fuzzer to reach.
const LIMITS: Limits = Limits { packet_bytes: 4096, text_bytes: 4096, control_bytes: 512 };
/// The decoder asks for no more than 1 MiB or what has arrived, and a little.
const WANTED_BYTES: usize = (1 << 20) + (64 << 10);

/// What came out of a stream.
struct Decoded {
    packets: Vec<Packet>,
    end: Option<ProtocolError>,
}

/// A stream: the first byte chooses the form of KEY packets, the second how the rest is split.
pub(crate) fn packets(data: &[u8]) {
    let [form, splits, stream @ ..] = data else { return };
    let form = if form % 2 == 0 { Form::Text } else { Form::Chunks };
    let whole = decode(stream, form, |_| stream.len());
    let mut state = u64::from(*splits);
    let split = decode(stream, form, |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        1 + (state >> 33) as usize % (1 + usize::from(*splits))
    });
    let single = decode(stream, form, |_| 1);
    for other in [&split, &single] {
        assert_eq!(other.packets, whole.packets);
        let place = |end: &Option<ProtocolError>| {
            end.as_ref().map(|error| (error.offset, error.expected.clone()))
        };
        assert_eq!(place(&other.end), place(&whole.end));
    }
    check(stream, &whole, form);
}

/// Feeds the stream in pieces whose lengths `next` gives.
fn decode(stream: &[u8], form: Form, mut next: impl FnMut(usize) -> usize) -> Decoded {
    let mut decoder = Decoder::new(LIMITS, form);
    let (mut packets, mut rest) = (Vec::new(), stream);
    loop {
        loop {
            match decoder.advance() {
                Ok(Some(packet)) => packets.push(packet),
                Ok(None) => break,
                Err(error) => return Decoded { packets, end: Some(error) },
            }
        }
        let wanted = decoder.wanted();
        assert!(wanted <= WANTED_BYTES.max(2 * decoder.pending()), "{wanted}");
        if rest.is_empty() {
            return Decoded { packets, end: decoder.end_of_stream() };
        }
        let (piece, behind) = rest.split_at(next(rest.len()).clamp(1, rest.len()));
        decoder.buffer().extend_from_slice(piece);
        rest = behind;
    }
}

/// The packets are the beginning of the stream, and writing one gives its bytes again.
fn check(stream: &[u8], decoded: &Decoded, form: Form) {
    let mut offset = 0;
    for packet in &decoded.packets {
        assert_eq!(packet.offset, offset as u64);
        assert_eq!(stream[offset..].get(..packet.raw.len()), Some(&packet.raw[..]));
        offset += packet.raw.len();
        match packet.form {
            Form::Chunks => {
                let chunks: Vec<&[u8]> = packet.chunks().collect();
                let bytes: usize = chunks.iter().map(|chunk| chunk.len()).sum();
                assert_eq!(packet.payload_bytes(), bytes as u64);
                let mut written = Vec::new();
                write_chunks(&mut written, packet.kind, &chunks).unwrap();
                assert_eq!(written, packet.raw);
            }
            Form::Text => {
                assert_eq!(packet.chunks().count(), 0);
                assert_eq!(packet.payload_bytes(), packet.text().len() as u64);
                let written = text_packet(packet.kind, packet.text());
                // A body of one empty line has the empty text too, which is written without it.
                if !packet.text().is_empty() {
                    assert_eq!(written, packet.raw);
                }
                let again = decode(&written, form, |length| length);
                assert_eq!(again.packets.len(), 1);
                assert_eq!(again.packets[0].text(), packet.text());
            }
        }
    }
    match &decoded.end {
        None => assert_eq!(offset, stream.len()),
        Some(error) => assert!((offset as u64..=stream.len() as u64).contains(&error.offset)),
    }
}
