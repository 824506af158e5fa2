//! How far a condition on the noise of each level holds.

/// The largest depth that is distinguished.
pub const MAX_DEPTH: u32 = 1_000_000;

/// The largest depth whose noise satisfies `holds`, which must fail for ever once it fails.
pub(super) fn deepest(mut holds: impl FnMut(u32) -> bool) -> Option<u32> {
    (0..=MAX_DEPTH).take_while(|&level| holds(level)).last()
}
