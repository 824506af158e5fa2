//! Netlists: formats, simplification, the library.

mod as_circuits;
mod as_people_have_them;
mod functions;
mod known_functions;
mod malformed;
mod malformed_aiger;
mod malformed_blif;
mod random;
mod round_trips;
mod simplified;
