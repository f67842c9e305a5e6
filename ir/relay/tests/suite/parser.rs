//! Tests of the parser of Relay's text form.

mod deep;
mod errors;
mod files;
mod front_ends;
mod globals;
mod language;
mod random;
mod std_modules;

use objet::compare::StructuralEqual;
use objet::prelude::*;

/// Panics with the first difference of two programs.
#[track_caller]
fn assert_equal(found: &impl IsObjectRef, expected: &impl IsObjectRef, what: &str) {
    let comparison = StructuralEqual::new().map_free_vars(true);
    let difference = comparison.first_difference(found.as_object_ref(), expected.as_object_ref());
    assert!(difference.is_none(), "{what}: {}", difference.unwrap());
}
