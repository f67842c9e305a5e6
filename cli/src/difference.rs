//! Structural comparison of two graphs, and the texts of their differences.

mod element;

use std::fmt::{self, Write as _};

use objet::compare::{Difference, Path, Side, StructuralEqual};
use objet::prelude::*;

use self::element::different_element;

/// A difference as text. Tensors of the same shape and type are described by their first different
/// element.
pub(crate) struct DifferenceText {
    /// The path, and the element.
    pub(crate) place: String,
    pub(crate) left: String,
    pub(crate) right: String,
    /// The number of different elements, or an empty text.
    pub(crate) note: String,
}

impl DifferenceText {
    fn of(found: Difference, left: &ObjectRef, right: &ObjectRef) -> Self {
        let mut place = path_text(&found.path);
        let (lhs, rhs) = (found.path.follow(left, Side::Left), found.path.follow(right, Side::Right));
        match lhs.zip(rhs).and_then(|(lhs, rhs)| different_element(lhs.as_node()?, rhs.as_node()?)) {
            Some(element) => {
                // Writing to a `String` cannot fail.
                let _ = write!(place, ", element {:?}", element.index);
                let note = format!(" ({} of {} differ)", element.differing, element.all);
                Self { place, left: element.left, right: element.right, note }
            }
            None => {
                let (left, right) = without_addresses(found.lhs, found.rhs);
                Self { place, left, right, note: String::new() }
            }
        }
    }
}

impl fmt::Display for DifferenceText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} vs {}{}", self.place, self.left, self.right, self.note)
    }
}

/// Returns at most `limit` differences of two graphs that share no objects.
pub(crate) fn differences(left: &ObjectRef, right: &ObjectRef, limit: usize) -> Vec<DifferenceText> {
    // The graphs share no variable, so a free variable is mapped to the one in the same position.
    let found = StructuralEqual::new().map_free_vars(true).differences(left, right, limit);
    found.into_iter().map(|each| DifferenceText::of(each, left, right)).collect()
}

/// Returns the first difference of two graphs that share no objects, or `None` if they are equal.
pub(crate) fn first_difference(left: &ObjectRef, right: &ObjectRef) -> Option<DifferenceText> {
    differences(left, right, 1).pop()
}

/// Replaces the addresses that tell two objects with equal descriptions apart. They would be other
/// ones in the next run.
fn without_addresses(left: String, right: String) -> (String, String) {
    let address = |text: &str| text.rfind(" at 0x").filter(|at| is_hexadecimal(&text[at + 6..]));
    match (address(&left), address(&right)) {
        (Some(l), Some(r)) if left[..l] == right[..r] => {
            (left[..l].into(), format!("another {}", &right[..r]))
        }
        _ => (left, right),
    }
}

fn is_hexadecimal(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns a path as text. A step that is repeated four or more times is written once:
/// `.body{200}`.
fn path_text(path: &Path) -> String {
    const MANY: usize = 4;
    if path.is_empty() {
        return "the root".into();
    }
    let mut text = String::new();
    for run in path.steps().chunk_by(|one, next| one == next) {
        let times = if run.len() < MANY { run.len() } else { 1 };
        for step in &run[..times] {
            // Writing to a `String` cannot fail.
            let _ = write!(text, "{step}");
        }
        if run.len() >= MANY {
            let _ = write!(text, "{{{}}}", run.len());
        }
    }
    text
}
