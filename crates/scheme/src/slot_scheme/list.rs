//! The schemes with slots, as types.

/// Calls the macro `then` with the parameters of every scheme with slots: the list of
/// [`Scheme`](crate::Scheme)s as types, for crates that do something for each.
///
/// ```
/// use ringassay_scheme::{SlotParameters, slot_schemes};
///
/// macro_rules! names {
///     ($($parameters:ty),*) => {
///         [$(<$parameters>::SCHEME.to_string()),*]
///     };
/// }
/// assert_eq!(slot_schemes!(names), ["BGV", "BFV"]);
/// ```
#[macro_export]
macro_rules! slot_schemes {
    ($then:ident) => {
        $then! { $crate::bgv::Parameters, $crate::bfv::Parameters }
    };
}
