//! Systems of linear equations in double-double.

use ringassay_scheme::ckks::encoding::DoubleDouble;

/// x with A·x = b for a square A by rows, by elimination with the largest pivot of a column; `None` if A is
/// singular.
pub(super) fn solve(
    mut rows: Vec<Vec<DoubleDouble>>,
    mut right: Vec<DoubleDouble>,
) -> Option<Vec<DoubleDouble>> {
    let n = right.len();
    for column in 0..n {
        let size = |row: &usize| rows[*row][column].abs().to_f64();
        let pivot = (column..n).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        if size(&pivot) == 0.0 {
            return None;
        }
        rows.swap(column, pivot);
        right.swap(column, pivot);
        let (above, below) = rows.split_at_mut(column + 1);
        let first = &above[column];
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[column] / first[column];
            for (entry, &pivot) in row.iter_mut().zip(first).skip(column) {
                *entry = *entry - factor * pivot;
            }
            right[column + 1 + offset] = right[column + 1 + offset] - factor * right[column];
        }
    }
    for column in (0..n).rev() {
        let known = (column + 1..n).map(|k| rows[column][k] * right[k]);
        let rest = known.fold(right[column], |rest, term| rest - term);
        right[column] = rest / rows[column][column];
    }
    Some(right)
}
