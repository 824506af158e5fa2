//! Where a vector lies in a row of slots, and what rotations leave of it.
//!
//! A row has R slots and rotates cyclically. A vector of ℓ entries is written periodically: slot j
//! holds entry j mod ℓ. If ℓ divides R, rotating the row rotates the vector, as often as one likes.
//! Otherwise the period breaks where the row wraps round, so a rotation by s slots leaves |s| fewer
//! valid ones: a [`Window`] of slots that still hold the vector. Nothing is lost while a window has
//! ℓ slots.

/// The slots `lo <= j < hi` of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// First slot.
    pub lo: u32,
    /// Behind the last slot; not below `lo`.
    pub hi: u32,
}

impl Window {
    /// Number of slots.
    #[must_use]
    pub fn size(self) -> u32 {
        self.hi - self.lo
    }

    /// The slots in both.
    #[must_use]
    pub fn meet(self, other: Self) -> Self {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        Self { lo, hi: hi.max(lo) }
    }
}

/// Vectors of `batch` entries in rows of `row` slots, `1 <= batch <= row`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Entries of a vector, ℓ.
    pub batch: u32,
    /// Slots of a row, R.
    pub row: u32,
}

impl Layout {
    /// Whether the period survives the wrap.
    #[must_use]
    pub fn cyclic(self) -> bool {
        self.row.is_multiple_of(self.batch)
    }

    /// Whole copies of a vector in a row.
    #[must_use]
    pub fn copies(self) -> u32 {
        self.row / self.batch
    }

    /// The window of a fresh encryption.
    #[must_use]
    pub fn full(self) -> Window {
        Window { lo: 0, hi: self.row }
    }

    /// What is left of a window when the row rotates upwards by `shift`, |shift| <= R.
    #[must_use]
    pub fn shifted(self, window: Window, shift: i32) -> Window {
        if self.cyclic() {
            return window;
        }
        // Both bounds lie in 0..=R and R fits an i32 with room (`target::MAX_ROW`).
        let moved = |slot: u32| (slot as i32 + shift).clamp(0, self.row as i32) as u32;
        Window { lo: moved(window.lo), hi: moved(window.hi) }
    }

    /// The row that holds a vector periodically.
    #[must_use]
    pub fn spread<T: Copy>(self, vector: &[T]) -> Vec<T> {
        vector.iter().copied().cycle().take(self.row as usize).collect()
    }

    /// The vector in the slots `offset..offset + ℓ` of a row, which it must have.
    #[must_use]
    pub fn collect<T: Copy>(self, row: &[T], offset: u32) -> Vec<T> {
        let place = |i: u32| offset + (i + self.batch - offset % self.batch) % self.batch;
        (0..self.batch).map(|i| row[place(i) as usize]).collect()
    }
}
