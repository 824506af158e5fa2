//! Names in tables and JSON.

/// A list of names and a way back from them.
macro_rules! named {
    ($(#[$doc:meta])* $type:ident, $what:literal, { $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $type {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $type {
            /// The name in tables and JSON.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::BenchError;

            fn from_str(name: &str) -> Result<Self, $crate::BenchError> {
                match name {
                    $($name => Ok(Self::$variant),)*
                    _ => Err($crate::BenchError::Unknown {
                        what: $what,
                        name: name.to_owned(),
                        known: [$($name),*].join(", "),
                    }),
                }
            }
        }
    };
}

pub(crate) use named;
