//! Graphs that the tests draw.

use objet::String as Text;
use objet::fields::FieldCell;
use objet::prelude::*;

/// An object with references, a string and a number.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "view.Knot", is_final)]
pub(crate) struct KnotNode {
    base: Object,
    pub(crate) name: Text,
    pub(crate) number: i64,
    pub(crate) next: FieldCell<Option<ObjectRef>>,
    pub(crate) items: FieldCell<Array<ObjectRef>>,
}

pub(crate) fn knot(name: &str, number: i64, items: Vec<ObjectRef>) -> Knot {
    let items = items.into_iter().collect::<Array<ObjectRef>>();
    make_object(KnotNode {
        base: Object::new(),
        name: name.into(),
        number,
        next: FieldCell::default(),
        items: FieldCell::new(items),
    })
    .into()
}

/// Creates a chain of `length` objects.
pub(crate) fn chain(length: usize) -> ObjectRef {
    let mut chain = ObjectRef::from(knot("end", 0, Vec::new()));
    for number in 1..length {
        let next = knot("link", number as i64, Vec::new());
        next.next.store(Some(chain));
        chain = next.into();
    }
    chain
}
