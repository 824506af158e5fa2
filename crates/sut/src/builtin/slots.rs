//! The slots of an output text: `00100` in gf2, `[1,2,3]` in zt, with semicolons between outputs.

use ringassay_circuit::{
    Shape, Space,
    text::{complex_text, read_output},
};

/// Applies `change` to the slots of each output, each the text of one value, and writes them back in
/// the same notation.
#[must_use]
pub fn with_slots(output: &[u8], mut change: impl FnMut(&mut Vec<&[u8]>)) -> Vec<u8> {
    each(output, |vector| {
        let (is_list, mut slots) = slots_of(vector);
        change(&mut slots);
        written(is_list, &slots)
    })
}

/// As [`with_slots`], for values that have to be written anew.
#[must_use]
pub fn changed_slots(output: &[u8], mut change: impl FnMut(&mut Vec<Vec<u8>>)) -> Vec<u8> {
    each(output, |vector| {
        let (is_list, slots) = slots_of(vector);
        let mut slots: Vec<Vec<u8>> = slots.into_iter().map(<[u8]>::to_vec).collect();
        change(&mut slots);
        written(is_list, &slots)
    })
}

fn each(output: &[u8], change: impl FnMut(&[u8]) -> Vec<u8>) -> Vec<u8> {
    output.split(|&byte| byte == b';').map(change).collect::<Vec<_>>().join(&b';')
}

/// Whether a vector is a list, and its slots.
fn slots_of(vector: &[u8]) -> (bool, Vec<&[u8]>) {
    match vector.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]")) {
        Some(list) => (true, list.split(|&byte| byte == b',').collect()),
        None => (false, vector.chunks(1).collect()),
    }
}

fn written<T: AsRef<[u8]>>(is_list: bool, slots: &[T]) -> Vec<u8> {
    let slots: Vec<&[u8]> = slots.iter().map(T::as_ref).collect();
    match is_list {
        true => [&b"["[..], &slots.join(&b','), b"]"].concat(),
        false => slots.concat(),
    }
}

/// The outputs with their last slots first.
#[must_use]
pub fn reversed(output: &[u8]) -> Vec<u8> {
    with_slots(output, |slots| slots.reverse())
}

/// The real or complex number in a slot with `by` added; where a part is the sum of two doubles, of the first.
/// None for what is no number.
#[must_use]
pub fn moved(slot: &[u8], by: f64) -> Option<Vec<u8>> {
    // Reals are complex numbers as well.
    let shape = Shape { space: Space::complex(1.0).ok()?, batch: 1 };
    let found = read_output(&[b"[", slot, b"]"].concat(), shape, 1).ok()?;
    let ((re, _), (im, _)) = found.complex(0, 0);
    Some(complex_text(re + by, im).into_bytes())
}

/// A value that lies in every plaintext space and is not `slot`: 1 for 0, else 0. One more for a real or complex
/// number, of which 0 might not be far.
#[must_use]
pub fn other_value(slot: &[u8]) -> Vec<u8> {
    let is_number = slot.iter().any(|byte| b".eEi".contains(byte));
    let other = if slot == b"0" { b"1" } else { b"0" };
    moved(slot, 1.0).filter(|_| is_number).unwrap_or_else(|| other.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations() {
        assert_eq!(reversed(b"00101"), b"10100");
        assert_eq!(reversed(b"[10,2,33]"), b"[33,2,10]");
        assert_eq!(reversed(b"1"), b"1");
        assert_eq!(reversed(b""), b"");
        assert_eq!(reversed(b"001;110"), b"100;011");
        assert_eq!(reversed(b"[10,2];[3,4];[5,6]"), b"[2,10];[4,3];[6,5]");
        let complement = |slots: &mut Vec<Vec<u8>>| {
            slots.iter_mut().for_each(|slot| *slot = other_value(slot));
        };
        assert_eq!(changed_slots(b"0110", complement), b"1001");
        assert_eq!(changed_slots(b"[0,7,1]", complement), b"[1,0,0]");
        assert_eq!(changed_slots(b"[0.5,0.25+1e-20]", complement), b"[1.5,1.25]");
        assert_eq!(changed_slots(b"[0.5-1i+1e-20i,-2i]", complement), b"[1.5-1i,1-2i]");
    }
}
