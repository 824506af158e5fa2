//! Vectors that Python gives.

use numpy::PyReadonlyArray1;

/// The entries of an array.
pub(super) fn entries(vector: &PyReadonlyArray1<'_, u64>) -> Vec<u64> {
    vector.as_array().iter().copied().collect()
}
