//! The object core through the facade, as crates that define nodes use it.

mod constructors;
mod containers;
mod ending;
mod impostors;
mod references;
mod tensors;
mod threads;
mod type_registration;
mod type_slots;
mod values;
mod versioned;
