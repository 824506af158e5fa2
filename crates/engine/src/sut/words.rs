//! Inputs and outputs as texts.

use ringassay_circuit::{
    Builder, Circuit, Decimal, Family, FanIn, Header, Literal, Node, Shape, Vectors,
    text::{output_text, read_inputs},
};
use ringassay_sut::kit::Failure;

/// The vectors of an input, one for each wire. The text says how many wires there are.
pub fn read(text: &[u8], shape: Shape, fan_in: bool) -> Result<Vectors, Failure> {
    // The reader wants a circuit, for its wires and notation.
    let circuit = stand_in(count(text, fan_in), shape, fan_in)?;
    read_inputs(text, &circuit).map_err(Failure::failed)
}

/// How many wires a text has values of, if it is an input.
fn count(text: &[u8], fan_in: bool) -> u32 {
    let number = |wanted: fn(&u8) -> bool| text.iter().filter(|byte| wanted(byte)).count();
    let (digits, commas) = (number(u8::is_ascii_digit), number(|&byte| byte == b','));
    let brackets = number(|&byte| byte == b'[');
    let count = match (fan_in, brackets) {
        (true, _) => digits,
        // Bits without brackets of their own.
        (false, ..2) => commas + 1,
        (false, _) => brackets - 1,
    };
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn stand_in(wires: u32, shape: Shape, fan_in: bool) -> Result<Circuit, Failure> {
    let header = if fan_in {
        Header::FanIn(Family::One { gates: 1 })
    } else {
        Header::Simd { depth: Decimal::whole(1) }
    };
    let make = || {
        let mut builder = Builder::new(shape, wires, header)?;
        if fan_in {
            let literal = Literal { node: Node(0), negated: false };
            builder.fan_in(wires, FanIn::Xor, &[literal, literal])?;
        } else {
            builder.add(wires, Node(0), Node(0))?;
        }
        builder.finish()
    };
    make().map_err(Failure::failed)
}

/// The entries of a vector.
pub fn entries(vectors: &Vectors, index: usize) -> Vec<u64> {
    (0..vectors.shape().batch as usize).map(|slot| vectors.slot(index, slot)).collect()
}

/// The text of outputs, a vector each.
pub fn write(outputs: &[Vec<u64>], shape: Shape) -> Result<Vec<u8>, Failure> {
    let mut words = Vec::new();
    for entries in outputs {
        if shape.space.modulus().is_some() {
            words.extend_from_slice(entries);
        } else {
            let word = |bits: &[u64]| bits.iter().rev().fold(0, |word, bit| word << 1 | bit);
            words.extend(entries.chunks(64).map(word));
        }
    }
    let output = Vectors::from_words(shape, words).filter(|output| output.len() == outputs.len());
    Ok(output_text(&output.ok_or_else(|| Failure::failed("an output is no vector of its space"))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringassay_circuit::Space;

    #[test]
    fn inputs_of_every_notation() {
        let bits = Shape { space: Space::Gf2, batch: 3 };
        for text in ["[011,100]", "[[011],[100]]", "[[0,1,1],[1,0,0]]", "[ 011 , 100 ]"] {
            let found = read(text.as_bytes(), bits, false).unwrap();
            assert_eq!((found.len(), found.words()), (2, &[0b110, 0b001][..]), "{text}");
        }
        let one = Shape { space: Space::Gf2, batch: 1 };
        for text in ["[0111]", "[0,1,1,1]"] {
            assert_eq!(read(text.as_bytes(), one, true).unwrap().words(), [0, 1, 1, 1], "{text}");
        }
        let zt = Shape { space: Space::zt(257).unwrap(), batch: 2 };
        assert_eq!(read(b"[[256,1],[2,3],[4,5]]", zt, false).unwrap().len(), 3);
        for wrong in ["", "[", "[01]", "[0111]", "[011,10]", "[012]", "011", "[011]x"] {
            assert!(read(wrong.as_bytes(), bits, false).is_err(), "{wrong}");
        }
    }

    #[test]
    fn outputs_of_both_spaces() {
        let bits = Shape { space: Space::Gf2, batch: 66 };
        let mut entries = vec![0; 66];
        (entries[1], entries[65]) = (1, 1);
        let text = write(&[entries.clone()], bits).unwrap();
        assert_eq!((text[0], text[1], text[65]), (b'0', b'1', b'1'));
        let zt = Shape { space: Space::zt(257).unwrap(), batch: 2 };
        assert_eq!(write(&[vec![256, 7]], zt).unwrap(), b"[256,7]");
        assert!(write(&[vec![257, 7]], zt).is_err());
        assert_eq!(write(&[vec![256, 7], vec![0, 1]], zt).unwrap(), b"[256,7];[0,1]");
        let two = write(&[entries, vec![0; 66]], bits).unwrap();
        assert_eq!(two, [&text, &b";"[..], &[b'0'; 66]].concat());
    }
}
