//! What lanes of doubles ask of a machine.

use crate::lanes::{Lanes, Task};

/// Instructions on four doubles, or on the four words of 64 bits that their bits are.
///
/// A value of this type is the proof that the machine has them.
pub(crate) trait Instructions: Copy {
    /// Four doubles.
    type V: Copy;
    /// Four words.
    type I: Copy;

    /// The proof.
    ///
    /// # Safety
    /// The machine has these instructions.
    unsafe fn new() -> Self;

    /// Runs a task on lanes of these instructions, in a function that is compiled for them.
    fn run<T: Task, L: Lanes>(self, task: T, lanes: L) -> T::Output;

    /// Calls `f` in another one.
    fn apart<L: Lanes, R>(self, lanes: L, f: impl FnOnce(L) -> R) -> R;

    /// # Safety
    /// Four words can be read from `at`.
    unsafe fn read(self, at: *const u64) -> Self::V;

    /// # Safety
    /// Four words can be written to `at`.
    unsafe fn write(self, at: *mut u64, v: Self::V);

    #[inline(always)]
    fn load(self, words: &[u64; 4]) -> Self::V {
        // SAFETY: there are four.
        unsafe { self.read(words.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; 4], v: Self::V) {
        // SAFETY: there are four.
        unsafe { self.write(words.as_mut_ptr(), v) }
    }

    fn splat(self, x: f64) -> Self::V;
    fn splat_word(self, x: u64) -> Self::I;

    /// The bits of doubles.
    fn bits(self, v: Self::V) -> Self::I;
    /// The doubles of such bits.
    fn of_bits(self, words: Self::I) -> Self::V;

    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    /// a·b + c, rounded once.
    fn mul_add(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// a·b - c, rounded once.
    fn mul_sub(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// c - a·b, rounded once.
    fn sub_mul(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;

    /// Bits that one or both have.
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// Bits that one has.
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `v` where `of` is below zero, else 0.
    fn where_below_zero(self, of: Self::V, v: Self::V) -> Self::V;

    fn add_words(self, a: Self::I, b: Self::I) -> Self::I;
    fn sub_words(self, a: Self::I, b: Self::I) -> Self::I;
    /// Bits that both have.
    fn and_words(self, a: Self::I, b: Self::I) -> Self::I;
    /// Each word by as many bits as the word of `by` says.
    fn shift_right(self, words: Self::I, by: Self::I) -> Self::I;
    /// Two words from the sixteen bytes at each start, at most 48: which of them, the bytes of `places` say.
    fn rearranged_bytes(self, from: &[u8; 64], starts: [usize; 2], places: Self::I) -> Self::I;
    /// `yes` where the first bit of `of` is set, else `no`.
    fn where_negative(self, of: Self::I, yes: Self::I, no: Self::I) -> Self::I;
    /// The lower and the upper 32 bits of each word, as the last bits of doubles whose other bits are
    /// those of `first`. The last 32 bits of `first` are zero.
    fn halves_of_words(self, words: Self::I, first: Self::V) -> [Self::V; 2];

    /// Those of the words' bits in `mask` that are below `bound`, moved to the front, and how many they are.
    #[inline(always)]
    fn kept_below(self, words: Self::I, [mask, bound]: [Self::I; 2]) -> (Self::I, usize) {
        let (mut numbers, mut bounds) = ([0; 4], [0; 4]);
        self.store(&mut numbers, self.of_bits(self.and_words(words, mask)));
        self.store(&mut bounds, self.of_bits(bound));
        let (mut kept, mut count) = ([0; 4], 0);
        for (number, bound) in numbers.into_iter().zip(bounds) {
            kept[count] = number;
            count += usize::from(number < bound);
        }
        (self.bits(self.load(&kept)), count)
    }

    /// [a0 a1 b0 b1] and [a2 a3 b2 b3].
    fn halves(self, a: Self::V, b: Self::V) -> [Self::V; 2];
    /// [a0 b0 a2 b2] and [a1 b1 a3 b3].
    fn unpack(self, a: Self::V, b: Self::V) -> [Self::V; 2];
}
