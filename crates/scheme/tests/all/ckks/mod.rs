//! CKKS against definitions: vectors of complex numbers, a naive embedding, schoolbook products.

mod arithmetic;
mod averages;
mod common;
mod golden;
mod levels;
mod noise;
mod rotations;
mod transforms;
