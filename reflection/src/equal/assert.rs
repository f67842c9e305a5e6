//! Assertions that two graphs are equal, for tests.

use std::fmt::{self, Write};

use objet_object::AsObjectRef;

use super::{Difference, StructuralEqual};

/// The maximum number of printed differences.
const LISTED: usize = 10;

/// The maximum number of printed characters on each side of a gap in a long path.
const SHOWN: usize = 120;

/// Asserts that two graphs are structurally equal, as [`structural_equal`](crate::structural_equal)
/// defines it.
///
/// The operands are references to objects, owned or borrowed. A message with arguments may follow,
/// as for [`assert_eq!`].
///
/// # Panics
/// If the graphs differ. The message lists the first differences with their paths.
///
/// ```
/// use objet::assert_structural_eq;
/// use objet::prelude::*;
/// use objet::String;
///
/// let names = |last: &str| Array::from([String::from("x"), String::from(last)]);
/// assert_structural_eq!(names("y"), names("y"));
///
/// let failed = std::panic::catch_unwind(|| {
///     assert_structural_eq!(names("y"), names("z"), "after {} passes", 2);
/// });
/// assert_eq!(
///     *failed.unwrap_err().downcast::<std::string::String>().unwrap(),
///     "graphs are not structurally equal: after 2 passes\n  [1]: \"y\" vs \"z\""
/// );
/// ```
#[macro_export]
macro_rules! assert_structural_eq {
    ($lhs:expr, $rhs:expr $(,)?) => {
        $crate::__reflect::assert_equal(&$lhs, &$rhs, ::core::option::Option::None)
    };
    ($lhs:expr, $rhs:expr, $($message:tt)+) => {
        $crate::__reflect::assert_equal(
            &$lhs,
            &$rhs,
            ::core::option::Option::Some(::core::format_args!($($message)+)),
        )
    };
}

/// Asserts that two graphs are not structurally equal. The counterpart of
/// [`assert_structural_eq!`](crate::assert_structural_eq).
///
/// # Panics
/// If the graphs are equal.
///
/// ```
/// use objet::{String, assert_structural_ne};
///
/// assert_structural_ne!(String::from("x"), String::from("y"));
/// ```
#[macro_export]
macro_rules! assert_structural_ne {
    ($lhs:expr, $rhs:expr $(,)?) => {
        $crate::__reflect::assert_unequal(&$lhs, &$rhs, ::core::option::Option::None)
    };
    ($lhs:expr, $rhs:expr, $($message:tt)+) => {
        $crate::__reflect::assert_unequal(
            &$lhs,
            &$rhs,
            ::core::option::Option::Some(::core::format_args!($($message)+)),
        )
    };
}

/// Panics if the graphs differ.
#[track_caller]
pub fn assert_equal(lhs: &impl AsObjectRef, rhs: &impl AsObjectRef, message: Option<fmt::Arguments<'_>>) {
    let (lhs, rhs) = (lhs.borrow_object_ref(), rhs.borrow_object_ref());
    if !StructuralEqual::new().equal(lhs, rhs) {
        let differences = StructuralEqual::new().differences(lhs, rhs, LISTED + 1);
        panic!("{}", report(&differences, message));
    }
}

/// Panics if the graphs are equal.
#[track_caller]
pub fn assert_unequal(lhs: &impl AsObjectRef, rhs: &impl AsObjectRef, message: Option<fmt::Arguments<'_>>) {
    if StructuralEqual::new().equal(lhs.borrow_object_ref(), rhs.borrow_object_ref()) {
        match message {
            Some(message) => panic!("graphs are structurally equal: {message}"),
            None => panic!("graphs are structurally equal"),
        }
    }
}

fn report(differences: &[Difference], message: Option<fmt::Arguments<'_>>) -> String {
    let mut text = String::from("graphs are not structurally equal");
    // Writing to a string does not fail.
    if let Some(message) = message {
        let _ = write!(text, ": {message}");
    }
    for difference in differences.iter().take(LISTED) {
        let _ = write!(text, "\n  {}", shortened(&difference.to_string()));
    }
    if differences.len() > LISTED {
        text.push_str("\n  … and more");
    }
    text
}

/// Returns the text without its middle, if the text is long. A path has one step for each level of
/// the graph.
fn shortened(text: &str) -> String {
    let count = text.chars().count();
    if count <= 4 * SHOWN {
        return text.into();
    }
    let start: String = text.chars().take(SHOWN).collect();
    let end: String = text.chars().skip(count - 3 * SHOWN).collect();
    format!("{start} … {end}")
}
