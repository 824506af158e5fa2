//! Parameters whose moduli the user states: index, primes or sizes, digits. They are not chosen but judged: how
//! deep they carry, how secure every published key is, and what to change where that is not enough.
//!
//! A scheme says how it is built from stated moduli ([`Choosable::of_moduli`](crate::Choosable::of_moduli)) and
//! whether results decrypt at a depth ([`Choosable::reach`](crate::Choosable::reach)): by the same chains of
//! operations and the same noise model that its own search follows. All else is here, once.

mod advice;
mod judge;
mod moduli;
mod resolve;

pub use judge::judge;
pub use moduli::{Moduli, Part, Prime};
pub(crate) use resolve::{Resolved, Rule, digits_of, limbs_up_to_p};

/// The deepest computation in tenths of a product that `carries` allows, to a thousand products; `None` where it
/// allows none. Whole products are found by doubling and halving, tenths by halving: `carries` is asked about
/// 2·log2(depth) + 4 times.
///
/// # Errors
/// Those of `carries`.
pub(crate) fn deepest<E>(
    mut carries: impl FnMut(f64) -> Result<bool, E>,
) -> Result<Option<f64>, E> {
    const MOST: u32 = 1000;
    if !carries(0.0)? {
        return Ok(None);
    }
    let (mut holds, mut fails) = (0, 1);
    while fails < MOST && carries(f64::from(fails))? {
        (holds, fails) = (fails, (2 * fails).min(MOST));
    }
    while fails - holds > 1 {
        let middle = holds.midpoint(fails);
        if carries(f64::from(middle))? { holds = middle } else { fails = middle }
    }
    let (mut holds, mut fails) = (10 * holds, 10 * holds + 10);
    while fails - holds > 1 {
        let middle = holds.midpoint(fails);
        if carries(f64::from(middle) / 10.0)? { holds = middle } else { fails = middle }
    }
    Ok(Some(f64::from(holds) / 10.0))
}

#[cfg(test)]
mod tests {
    use super::deepest;

    #[test]
    fn the_deepest_is_found_in_few_steps() {
        for most in (0..400).map(|tenths| f64::from(tenths) / 10.0) {
            let mut asked = 0;
            let found = deepest::<()>(|depth| {
                asked += 1;
                Ok(depth <= most)
            });
            assert_eq!(found, Ok(Some(most)));
            assert!(asked < 20, "{asked} for {most}");
        }
        assert_eq!(deepest::<()>(|_| Ok(false)), Ok(None));
        assert_eq!(deepest(|_| Err(7)), Err(7));
    }
}
