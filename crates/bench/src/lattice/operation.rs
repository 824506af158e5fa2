//! The operations, by the names that all libraries have for them.

use crate::names::named;

named!(
    /// An operation of a scheme at the top level, on fresh ciphertexts unless said otherwise.
    Operation, "operation", {
        /// A secret key.
        SecretKey = "secret_key",
        /// The public key.
        PublicKey = "public_key",
        /// The relinearisation key.
        RelinearisationKey = "relinearisation_key",
        /// The key for one rotation.
        RotationKey = "rotation_key",
        /// From a vector to a plaintext as encryption takes it.
        Encode = "encode",
        /// From a vector to a plaintext ready to be multiplied with.
        Prepare = "prepare",
        /// From a plaintext to its vector.
        Decode = "decode",
        /// A plaintext under the public key.
        Encrypt = "encrypt",
        /// A plaintext under the secret key.
        EncryptSecret = "encrypt_secret",
        /// From a ciphertext to a plaintext.
        Decrypt = "decrypt",
        /// From a vector to a ciphertext under the public key.
        EncodeEncrypt = "encode_encrypt",
        /// From a ciphertext to its vector.
        DecryptDecode = "decrypt_decode",
        /// From a plaintext of the last level, where results arrive, to its vector.
        DecodeLow = "decode_low",
        /// From a ciphertext of the last level to its vector.
        DecryptDecodeLow = "decrypt_decode_low",
        /// A sum of ciphertexts.
        Add = "add",
        /// The same in place.
        AddInPlace = "add_in_place",
        /// A product with a prepared plaintext.
        MultiplyPlain = "multiply_plain",
        /// A product of three components.
        MultiplyOnly = "multiply_only",
        /// The relinearisation of such a product.
        Relinearise = "relinearise",
        /// A product, relinearised.
        Multiply = "multiply",
        /// The division of a ciphertext by the last prime.
        Rescale = "rescale",
        /// A product, relinearised and rescaled.
        MultiplyRescale = "multiply_rescale",
        /// A rotation by one.
        Rotate = "rotate",
        /// A rotation by half of the vector.
        RotateHalf = "rotate_half",
        /// The complex conjugate.
        Conjugate = "conjugate",
        /// Rotations by 1 to 8, one by one.
        RotateEight = "rotate_8",
        /// Rotations by 1 to 8 of one ciphertext that is decomposed once.
        RotateEightHoisted = "rotate_8_hoisted",
        /// A polynomial of degree 3, in the basis of powers; likewise below.
        Polynomial3 = "polynomial_3",
        /// Of degree 7.
        Polynomial7 = "polynomial_7",
        /// Of degree 15.
        Polynomial15 = "polynomial_15",
        /// Of degree 31.
        Polynomial31 = "polynomial_31",
        /// A linear transform with one diagonal, 1; rescaled; likewise below.
        Diagonals1 = "diagonals_1",
        /// With the diagonals 0 to 15.
        Diagonals16 = "diagonals_16",
        /// With the diagonals 0 to 63.
        Diagonals64 = "diagonals_64",
        /// With the diagonals 0 to 255.
        Diagonals256 = "diagonals_256",
        /// With all diagonals of a matrix of 1024 rows.
        DiagonalsDense = "diagonals_dense",
        /// A fresh ciphertext as bytes.
        Save = "save",
        /// And back.
        Load = "load",
        /// The transform of one limb, forwards and backwards, by half.
        Transform = "transform",
    }
);

/// Rows of a dense matrix.
pub(super) const DENSE: usize = 1024;

/// Those that switch keys or divide by primes, so that transforms are most of their work.
pub(super) const COUNTED: [Operation; 18] = [
    Operation::EncryptSecret,
    Operation::Encrypt,
    Operation::Relinearise,
    Operation::Multiply,
    Operation::MultiplyOnly,
    Operation::Rescale,
    Operation::MultiplyRescale,
    Operation::Rotate,
    Operation::Conjugate,
    Operation::RotateEight,
    Operation::RotateEightHoisted,
    Operation::Polynomial3,
    Operation::Polynomial7,
    Operation::Polynomial15,
    Operation::Polynomial31,
    Operation::Diagonals16,
    Operation::Diagonals64,
    Operation::Diagonals256,
];

impl Operation {
    /// The degree of a polynomial.
    pub(super) fn degree(self) -> Option<usize> {
        Some(match self {
            Self::Polynomial3 => 3,
            Self::Polynomial7 => 7,
            Self::Polynomial15 => 15,
            Self::Polynomial31 => 31,
            _ => return None,
        })
    }

    /// The diagonals of a linear transform of vectors of so many slots, and the slots that it takes.
    pub(super) fn diagonals(self, slots: usize) -> Option<(Vec<usize>, usize)> {
        let (count, slots) = match self {
            Self::Diagonals1 => return Some((vec![1], slots)),
            Self::Diagonals16 => (16, slots),
            Self::Diagonals64 => (64, slots),
            Self::Diagonals256 => (256, slots),
            Self::DiagonalsDense => (DENSE, slots.min(DENSE)),
            _ => return None,
        };
        Some(((0..count.min(slots)).collect(), slots))
    }

    /// Whether it is a conjugation, a polynomial or a linear transform.
    pub(super) fn is_function(self) -> bool {
        self == Self::Conjugate || self.degree().is_some() || self.diagonals(1).is_some()
    }

    /// The rotations that it takes, as numbers of steps; of a transform its plan says.
    pub(super) fn rotations(self, slots: usize) -> Vec<i64> {
        match self {
            Self::Rotate | Self::RotationKey => vec![1],
            Self::RotateHalf => vec![slots as i64 / 2],
            Self::RotateEight | Self::RotateEightHoisted => (1..=EIGHT).collect(),
            _ => Vec::new(),
        }
    }
}

/// The most steps of several rotations.
pub(super) const EIGHT: i64 = 8;
