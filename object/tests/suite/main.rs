//! Tests of the object core through the facade, as crates that define nodes use it.

mod batches;
mod constructors;
mod containers;
mod ending;
mod field_cell;
mod impostors;
mod references;
mod tensors;
mod threads;
mod type_registration;
mod type_slots;
mod values;

/// Returns the length of a long test. Miri uses a ten-thousandth of it, because it is much slower.
const fn scaled(length: usize) -> usize {
    if cfg!(miri) { length.div_ceil(10_000) } else { length }
}
