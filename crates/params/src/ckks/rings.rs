//! Which ring: the one in which a product takes the least work.

use ringassay_scheme::ckks::RingType;

use super::Request;
use crate::Error;

/// What a search comes to in a ring.
pub(super) trait InRing {
    /// N.
    fn degree(&self) -> usize;

    /// The work of a product, as [`Choice::work`](super::Choice::work).
    fn work(&self) -> f64;
}

/// The result with the least work among the rings that a request allows, and a sentence on the other ring if
/// there was a choice.
///
/// # Errors
/// When no ring serves: that of the first one.
pub(super) fn cheapest<T: InRing>(
    request: &Request,
    search: impl Fn(RingType) -> Result<T, Error>,
) -> Result<(T, Option<String>), Error> {
    if let Some(ring) = request.ring {
        return Ok((search(ring)?, None));
    }
    let [standard, real] = RingType::ALL;
    match (search(standard), search(real)) {
        (Ok(a), Ok(b)) if b.work() < a.work() => {
            let sentence = compared(&b, real, &a, standard);
            Ok((b, Some(sentence)))
        }
        (Ok(a), Ok(b)) => {
            let sentence = compared(&a, standard, &b, real);
            Ok((a, Some(sentence)))
        }
        (Ok(only), Err(error)) => Ok((only, Some(unserved(real, &error)))),
        (Err(error), Ok(only)) => Ok((only, Some(unserved(standard, &error)))),
        (Err(error), Err(_)) => Err(error),
    }
}

fn compared<T: InRing>(taken: &T, ring: RingType, other: &T, other_ring: RingType) -> String {
    format!(
        "Numbers are real, so that either ring serves: the {} ring would take N = {} and {:.2} times the work of a \
         product in the {} ring.",
        other_ring.name(),
        other.degree(),
        other.work() / taken.work(),
        ring.name()
    )
}

fn unserved(ring: RingType, error: &Error) -> String {
    format!("The {} ring does not serve: {error}", ring.name())
}
