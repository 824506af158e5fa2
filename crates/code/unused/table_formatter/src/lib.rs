//! Empty on purpose: only the program of tokei needs this package, and only its library is used.
