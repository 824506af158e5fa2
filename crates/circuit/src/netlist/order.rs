//! Definitions in an order in which each comes after those that it uses.

use ringassay_interrupt::checkpoint;

/// One of the operands of a definition.
#[derive(Clone, Copy)]
pub(super) enum Use {
    /// Something that needs no definition: an input, a constant.
    Known,
    /// Another definition.
    Definition(u32),
}

/// The definitions 0 to `count` − 1 in such an order, their own where it is one already;
/// `operand(definition, k)` is the k-th operand, `None` behind the last. Linear in the operands.
///
/// # Errors
/// A definition that leads back to itself.
pub(super) fn sorted(
    count: usize,
    operand: impl Fn(u32, usize) -> Option<Use>,
) -> Result<Vec<u32>, u32> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Untouched,
        Open,
        Done,
    }
    let mut states = vec![State::Untouched; count];
    let mut sorted = Vec::with_capacity(count);
    // Definitions that wait for their operands, each with the next operand to look at.
    let mut path: Vec<(u32, usize)> = Vec::new();
    for start in 0..count as u32 {
        checkpoint();
        if states[start as usize] == State::Untouched {
            states[start as usize] = State::Open;
            path.push((start, 0));
        }
        while let Some((definition, at)) = path.last_mut() {
            let found = operand(*definition, *at);
            *at += 1;
            match found {
                Some(Use::Known) => {}
                Some(Use::Definition(used)) => match states[used as usize] {
                    State::Done => {}
                    State::Open => return Err(used),
                    State::Untouched => {
                        states[used as usize] = State::Open;
                        path.push((used, 0));
                    }
                },
                None => {
                    states[*definition as usize] = State::Done;
                    sorted.push(*definition);
                    path.pop();
                }
            }
        }
    }
    Ok(sorted)
}
