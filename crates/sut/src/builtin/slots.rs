//! The slots of an output text: `00100` in gf2, `[1,2,3]` in zt, with semicolons between outputs.

use ringassay_circuit::text::real_text;

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

/// A value that lies in every plaintext space and is not `slot`: 1 for 0, else 0. One more for a real number,
/// of which 0 might not be far.
#[must_use]
pub fn other_value(slot: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(slot);
    let high = text.split_once('+').map_or(&*text, |(high, _)| high);
    match high.parse::<f64>() {
        Ok(x) if text.contains(['.', 'e', 'E']) => real_text(x + 1.0).into_bytes(),
        _ => if slot == b"0" { b"1" } else { b"0" }.to_vec(),
    }
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
    }
}
