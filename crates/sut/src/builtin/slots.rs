//! The slots of an output text: `00100` in gf2, `[1,2,3]` in zt, with semicolons between outputs.

/// Applies `change` to the slots of each output, each the text of one value, and writes them back in
/// the same notation.
#[must_use]
pub fn with_slots(output: &[u8], mut change: impl FnMut(&mut Vec<&[u8]>)) -> Vec<u8> {
    let outputs = output.split(|&byte| byte == b';');
    outputs.map(|vector| changed(vector, &mut change)).collect::<Vec<_>>().join(&b';')
}

fn changed(vector: &[u8], change: &mut impl FnMut(&mut Vec<&[u8]>)) -> Vec<u8> {
    let list = vector.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
    let mut slots: Vec<&[u8]> = match list {
        Some(list) => list.split(|&byte| byte == b',').collect(),
        None => vector.chunks(1).collect(),
    };
    change(&mut slots);
    match list {
        Some(_) => [&b"["[..], &slots.join(&b','), b"]"].concat(),
        None => slots.concat(),
    }
}

/// The outputs with their last slots first.
#[must_use]
pub fn reversed(output: &[u8]) -> Vec<u8> {
    with_slots(output, |slots| slots.reverse())
}

/// A value that lies in every plaintext space and is not `slot`: 1 for 0, else 0.
#[must_use]
pub fn other_value(slot: &[u8]) -> &'static [u8] {
    if slot == b"0" { b"1" } else { b"0" }
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
        let complement = |slots: &mut Vec<&[u8]>| {
            slots.iter_mut().for_each(|slot| *slot = other_value(slot));
        };
        assert_eq!(with_slots(b"0110", complement), b"1001");
        assert_eq!(with_slots(b"[0,7,1]", complement), b"[1,0,0]");
    }
}
