//! Counts and sizes that follow from a scheme's definition.

use ringassay_circuit::Facts;
use ringassay_scheme::Scheme;

use super::Point;

/// What an application makes of ring elements: key generation, an encryption for each input, the
/// circuit, a decryption for each entry of the output. The schemes hold one entry in a ciphertext: the
/// application's counts are those of entries.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Structure {
    /// l: digits of an element, SHIELD's bits.
    pub digits: u32,
    /// Products of two ring elements. A product of an element with a digit counts as any other.
    pub ring_products: f64,
    /// Bytes of an encrypted vector, a ciphertext for each entry; log2 q bits for each coefficient.
    pub ciphertext_bytes: f64,
    /// Bytes of public and evaluation keys.
    pub key_bytes: f64,
    /// Bytes of those keys and of the most ciphertexts alive at once: no execution takes less.
    pub data_bytes: f64,
}

impl Structure {
    /// Counts for `point`; formulas of the schemes' definitions:
    ///
    /// - FV: 2 + l products for keys, 2 to encrypt, 4 + 2l to multiply, 1 to decrypt.
    /// - YASHE': 1 + l for keys (and one inverse), 1 to encrypt, 1 to multiply, l to switch each
    ///   operand that is a product, 1 to decrypt, 2 for a product.
    /// - F-NTRU: 1 for keys (and one inverse), l to encrypt, l² to multiply, 1 to decrypt.
    /// - SHIELD, l = ⌈log2 q⌉: 1 for keys, 4l to encrypt, 8l² to multiply, l to decrypt.
    #[must_use]
    pub fn of(point: &Point, facts: &Facts) -> Self {
        let digits = match point.scheme {
            Scheme::Shield => point.log2_q.ceil() as u32,
            _ => point.setting().digits(),
        };
        let l = f64::from(digits);
        let element = f64::from(point.degree) * point.log2_q / 8.0;
        let (inputs, products) = (facts.inputs as f64, facts.multiplications as f64);
        let switched = facts.product_operands as f64;
        let (outputs, entries) = (facts.outputs as f64, facts.entries as f64);
        let twice = f64::from(u8::from(facts.output_is_product));
        let (ring_products, ciphertext, keys) = match point.scheme {
            Scheme::Fv => {
                let count = (2.0 + l) + 2.0 * inputs + (4.0 + 2.0 * l) * products + outputs;
                (count, 2.0, 2.0 + 2.0 * l)
            }
            Scheme::Yashe => {
                let count = (1.0 + l) + inputs + products + l * switched + outputs * (1.0 + twice);
                (count, 1.0, 1.0 + l)
            }
            Scheme::Fntru => (1.0 + l * inputs + l * l * products + outputs, l, 1.0),
            Scheme::Shield => {
                (1.0 + 4.0 * l * inputs + 8.0 * l * l * products + l * outputs, 4.0 * l, 2.0)
            }
            // Their tally says it.
            Scheme::Bgv | Scheme::Bfv | Scheme::Ckks | Scheme::Gates | Scheme::External => {
                (f64::NAN, f64::NAN, f64::NAN)
            }
        };
        let (ciphertext_bytes, key_bytes) = (ciphertext * element, keys * element);
        let data_bytes = key_bytes + ciphertext_bytes * facts.live_peak as f64;
        let ciphertext_bytes = ciphertext_bytes * entries;
        Self { digits, ring_products, ciphertext_bytes, key_bytes, data_bytes }
    }
}
