use crate::Secret;

/// Standard deviation of the error in the published tables.
pub const STANDARD_ERROR_STD: f64 = 3.19;

/// Dimension, and the largest log2 q for 128, 192 and 256 bits; 0 for none.
type Row = (usize, [u32; 3]);

const GUIDELINES_2024_TERNARY: [Row; 8] = [
    (1024, [26, 0, 0]),
    (2048, [53, 36, 27]),
    (4096, [106, 73, 56]),
    (8192, [214, 147, 114]),
    (16384, [430, 297, 230]),
    (32768, [868, 597, 462]),
    (65536, [1747, 1199, 929]),
    (131_072, [3523, 2411, 1866]),
];

const GUIDELINES_2024_GAUSSIAN: [Row; 8] = [
    (1024, [28, 0, 0]),
    (2048, [55, 38, 30]),
    (4096, [108, 75, 58]),
    (8192, [216, 149, 116]),
    (16384, [432, 299, 232]),
    (32768, [870, 599, 464]),
    (65536, [1749, 1201, 931]),
    (131_072, [3525, 2413, 1868]),
];

const STANDARD_2018_TERNARY: [Row; 6] = [
    (1024, [27, 19, 14]),
    (2048, [54, 37, 29]),
    (4096, [109, 75, 58]),
    (8192, [218, 152, 118]),
    (16384, [438, 305, 237]),
    (32768, [881, 611, 476]),
];

fn look_up(table: &[Row], dimension: usize, bits: u32) -> Option<u32> {
    let column = [128, 192, 256].iter().position(|&level| level == bits)?;
    let (_, row) = table.iter().find(|(n, _)| *n == dimension)?;
    Some(row[column]).filter(|&log2_q| log2_q > 0)
}

/// The largest log2 q of the Security Guidelines for Implementing Homomorphic Encryption
/// (2024/463, table 5.2): classical attacks, error of deviation 3.19, secret ternary or of the
/// error's deviation.
///
/// `None` where the table has no entry: it has powers of two from 2^10 to 2^17, and 128, 192 and
/// 256 bits.
#[must_use]
pub fn max_log2_q_guidelines_2024(dimension: usize, secret: Secret, bits: u32) -> Option<u32> {
    let table = match secret {
        Secret::Ternary => &GUIDELINES_2024_TERNARY,
        Secret::Gaussian { std } if std == STANDARD_ERROR_STD => &GUIDELINES_2024_GAUSSIAN,
        _ => return None,
    };
    look_up(table, dimension, bits)
}

/// The largest log2 q of the Homomorphic Encryption Standard of 2018 (2019/939, table 1): classical
/// attacks, error of deviation 3.19, ternary secret. SEAL and OpenFHE enforce it.
///
/// `None` where the table has no entry: it has powers of two from 2^10 to 2^15, and 128, 192 and
/// 256 bits.
#[must_use]
pub fn max_log2_q_standard_2018(dimension: usize, bits: u32) -> Option<u32> {
    look_up(&STANDARD_2018_TERNARY, dimension, bits)
}
