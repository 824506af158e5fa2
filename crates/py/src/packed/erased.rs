//! Objects of a scheme whose type Python does not know.

use std::any::Any;

use ringassay::{Error, scheme};

/// The object of the type that is expected.
///
/// # Errors
/// If it is of another scheme.
pub(super) fn same<'a, T: 'static>(
    object: &'a dyn Any,
    what: &'static str,
) -> Result<&'a T, Error> {
    let other = || scheme::Error::OtherParameters { what }.into();
    object.downcast_ref().ok_or_else(other)
}
