//! Numbers as text.

/// Digits of the largest 64-bit number.
const MAX_DIGITS: usize = 20;

/// Appends `value` in decimal.
pub(super) fn push_number(mut value: u64, text: &mut Vec<u8>) {
    let mut digits = [0; MAX_DIGITS];
    let mut start = MAX_DIGITS;
    loop {
        start -= 1;
        digits[start] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    text.extend_from_slice(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_standard_library() {
        for value in (0..64).flat_map(|bit| [1u64 << bit, (1 << bit) - 1]).chain([10, 99, u64::MAX])
        {
            let mut text = Vec::new();
            push_number(value, &mut text);
            assert_eq!(text, value.to_string().into_bytes());
        }
    }
}
