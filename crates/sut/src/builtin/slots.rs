//! The slots of an output text: `00100` in gf2, `[1,2,3]` in zt.

/// Applies `change` to the slots of an output, each the text of one value, and writes them back in
/// the same notation.
#[must_use]
pub fn with_slots(output: &[u8], change: impl FnOnce(&mut Vec<&[u8]>)) -> Vec<u8> {
    let list = output.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
    let mut slots: Vec<&[u8]> = match list {
        Some(list) => list.split(|&byte| byte == b',').collect(),
        None => output.chunks(1).collect(),
    };
    change(&mut slots);
    match list {
        Some(_) => [&b"["[..], &slots.join(&b','), b"]"].concat(),
        None => slots.concat(),
    }
}

/// The output with its last slot first.
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
        let complement = |slots: &mut Vec<&[u8]>| {
            slots.iter_mut().for_each(|slot| *slot = other_value(slot));
        };
        assert_eq!(with_slots(b"0110", complement), b"1001");
        assert_eq!(with_slots(b"[0,7,1]", complement), b"[1,0,0]");
    }
}
