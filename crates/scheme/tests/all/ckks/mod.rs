//! CKKS against definitions: vectors of complex numbers, a naive embedding, schoolbook products.

mod arithmetic;
mod averages;
mod common;
mod conjugate_invariant;
mod golden;
mod levels;
mod noise;
mod rotations;
