//! Tests of visitors, which read and change fields.

use std::error::Error;

use objet::fields::{visit_attrs, visit_attrs_mut};
use objet::prelude::*;

use super::{Names, Set, middle, options, text};

#[test]
fn a_visitor_reads_and_changes_fields() -> Result<(), Box<dyn Error>> {
    let mut middle = middle();
    let mut names = Names::default();
    visit_attrs(&middle, &mut names)?;
    assert_eq!(names.0, ["line", "note", "dtype"]);

    let original = middle.clone();
    visit_attrs_mut(&mut middle, &mut Set("none", 0))?;
    assert!(middle.same_as(&original), "nothing changed");
    visit_attrs_mut(&mut middle, &mut Set("line", 8))?;
    assert_eq!((middle.line, original.line), (8, 4));
    let error = visit_attrs_mut(&mut middle, &mut Set("dtype", 1)).unwrap_err();
    assert_eq!(error.to_string(), "reflection.Middle.dtype: expected DLDataType but got int");
    assert_eq!(middle.line, 8);

    let mut options = options();
    let error = text(visit_attrs_mut(&mut options, &mut Set("axis", 10)));
    assert_eq!(error, "reflection.Options.axis: expected 0 to 9, found 10");
    Ok(())
}
