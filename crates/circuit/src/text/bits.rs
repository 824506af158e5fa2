//! Strings of the characters 0 and 1, eight at a time.

const ZEROS: u64 = u64::from_ne_bytes([b'0'; 8]);
const ONES: u64 = u64::from_ne_bytes([1; 8]);
/// Sum of 2^(56 - 7i): moves bit 8i of a product to bit 56 + i without carries.
const GATHER: u64 = 0x0102_0408_1020_4080;
/// Bit i of byte i.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;

/// Appends the bits of `text` to `words`, 64 to a word, character i in bit `i % 64`, the last
/// word filled up with zeros.
///
/// # Errors
/// The position of the first character that is neither 0 nor 1; `words` is as before then.
pub(super) fn pack(text: &[u8], words: &mut Vec<u64>) -> Result<(), usize> {
    let before = words.len();
    let mut wrong = 0;
    for chunk in text.chunks(64) {
        let (groups, tail) = chunk.as_chunks::<8>();
        let mut word = 0;
        for (index, &group) in groups.iter().enumerate() {
            let digits = u64::from_le_bytes(group) ^ ZEROS;
            wrong |= digits & !ONES;
            word |= (digits.wrapping_mul(GATHER) >> 56) << (8 * index);
        }
        for (index, &byte) in tail.iter().enumerate() {
            let digit = u64::from(byte ^ b'0');
            wrong |= digit & !1;
            word |= (digit & 1) << (8 * groups.len() + index);
        }
        words.push(word);
    }
    if wrong == 0 {
        return Ok(());
    }
    words.truncate(before);
    Err(text.iter().position(|byte| !matches!(byte, b'0' | b'1')).unwrap_or(text.len()))
}

/// Appends the first `count` bits of `words` to `text`, one character each.
pub(super) fn unpack(words: &[u64], count: usize, text: &mut Vec<u8>) {
    let end = text.len() + count;
    for byte in words.iter().flat_map(|word| word.to_le_bytes()) {
        if text.len() >= end {
            break;
        }
        let spread = u64::from(byte).wrapping_mul(ONES) & DIAGONAL;
        // A byte that holds its bit of the diagonal reaches 0x80 when 0x7f is added.
        let digits = (spread + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & ONES;
        text.extend_from_slice(&(digits | ZEROS).to_le_bytes());
    }
    text.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, one character at a time.
    fn slow(text: &[u8]) -> Vec<u64> {
        let mut words = vec![0; text.len().div_ceil(64)];
        for (slot, &byte) in text.iter().enumerate() {
            words[slot / 64] |= u64::from(byte == b'1') << (slot % 64);
        }
        words
    }

    #[test]
    fn packs_and_unpacks_like_the_definition_at_every_length() {
        let mut state = 1u64;
        for length in 0..300 {
            let text: Vec<u8> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
                    b'0' + (state >> 63) as u8
                })
                .collect();
            let mut words = Vec::new();
            pack(&text, &mut words).unwrap();
            assert_eq!(words, slow(&text));
            let mut back = b"x".to_vec();
            unpack(&words, length, &mut back);
            assert_eq!(back[1..], text);
        }
    }

    #[test]
    fn finds_every_wrong_character_at_every_place() {
        for wrong in (0..=255u8).filter(|byte| !matches!(byte, b'0' | b'1')) {
            for at in [0, 1, 7, 8, 63, 64, 70] {
                let mut text = [b'1'; 71];
                text[at] = wrong;
                let mut words = vec![5];
                assert_eq!(pack(&text, &mut words), Err(at));
                assert_eq!(words, [5]);
            }
        }
    }
}
