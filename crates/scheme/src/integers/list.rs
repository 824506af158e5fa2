//! The schemes of integer vectors, as types.

/// Calls the macro `then` with the parameters of every scheme of integer vectors: the list of
/// [`Scheme`](crate::Scheme)s as types, for crates that do something for each.
///
/// ```
/// use ringassay_scheme::{hybrid::HybridScheme, integer_schemes};
///
/// macro_rules! names {
///     ($($parameters:ty),*) => {
///         [$(<$parameters>::SCHEME.to_string()),*]
///     };
/// }
/// assert_eq!(integer_schemes!(names), ["BGV", "BFV"]);
/// ```
#[macro_export]
macro_rules! integer_schemes {
    ($then:ident) => {
        $then! { $crate::bgv::Parameters, $crate::bfv::Parameters }
    };
}
