//! Circuits beyond a bound, cut short, or with a bit flipped.

use ringassay_circuit::limits;
use ringassay_circuit::text::{circuit_text, read_circuit};

#[test]
fn bytes_that_are_no_text_are_refused() {
    for bytes in
        [&b"\xff\xfeW\0=\x002\0"[..], b"\x1f\x8b\x08\0\0", b"W=2,D=1.0,L=5\nG2:LADD(W0,W\xb9)"]
    {
        assert!(read_circuit(bytes).is_err(), "{bytes:?}");
    }
}

/// The bounds of `limits` at the bound and one beyond it.
#[test]
fn bounds_hold_exactly() {
    let simd = |wires: usize, batch: usize| {
        let text = format!("W={wires},D=1.0,L={batch}\nG5:LADD(W0,W0)");
        read_circuit(text.as_bytes()).map_err(|error| (error.line, error.column))
    };
    assert_eq!(simd(limits::WIRES, limits::BATCH).unwrap().wires() as usize, limits::WIRES);
    assert_eq!(simd(limits::WIRES + 1, 1).unwrap_err(), (1, 3));
    assert_eq!(simd(1, limits::BATCH + 1).unwrap_err(), (1, 13));

    let fan_in = |operands: usize| {
        let operands = vec!["W0"; operands].join(",");
        let text = format!("W=2,G=1,F=1\nL\noutput_gate:XOR({operands})");
        read_circuit(text.as_bytes()).map_err(|error| error.to_string())
    };
    assert_eq!(fan_in(limits::FAN_IN).unwrap().gates().len(), 1);
    let error = fan_in(limits::FAN_IN + 1).unwrap_err();
    assert_eq!(error, "line 3, column 30017: expected at most 10000 operands, found \"W0\"");

    let line = |length: usize| {
        let gate = "G2:LADD(W0,W1)";
        let text = format!("W=2,D=1.0,L=5\n{gate}{}\n", " ".repeat(length - gate.len()));
        read_circuit(text.as_bytes()).map_err(|error| error.to_string())
    };
    assert_eq!(line(limits::LINE_BYTES).unwrap().gates().len(), 1);
    let error = line(limits::LINE_BYTES + 1).unwrap_err();
    assert_eq!(
        error,
        "line 2, column 1048577: expected a line of at most 1048576 bytes, found 1048577 bytes"
    );

    let error = read_circuit(&vec![b' '; limits::CIRCUIT_BYTES + 1]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 1: expected a circuit of at most 268435456 bytes, found 268435457 bytes"
    );
}

/// Every truncation of a valid circuit is refused or is a shorter valid circuit.
#[test]
fn truncations_end_in_an_error_or_a_circuit() {
    let mut accepted = 0;
    for text in samples() {
        for end in 0..text.len() {
            accepted += usize::from(read_circuit(&text[..end]).is_ok());
        }
    }
    // Cutting whole lines, and a carriage return, leaves valid circuits: some, not most.
    assert!((10..200).contains(&accepted), "{accepted}");
}

/// Flipping any bit gives an error or a circuit, and what is accepted is written so that it reads
/// as the same circuit again.
#[test]
fn flipped_bits_end_in_an_error_or_a_circuit() {
    for mut text in samples() {
        for bit in 0..text.len().min(4096) * 8 {
            text[bit / 8] ^= 1 << (bit % 8);
            if let Ok(circuit) = read_circuit(&text) {
                let written = circuit_text(&circuit);
                assert_eq!(read_circuit(&written).as_ref(), Ok(&circuit));
            }
            text[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

fn samples() -> Vec<Vec<u8>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/circuits");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let circuits = files.filter(|path| path.extension().is_some_and(|end| end == "circuit"));
    circuits.map(|path| std::fs::read(path).unwrap()).collect()
}
