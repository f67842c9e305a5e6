use objet::prelude::*;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    count: std::cell::Cell<u32>,
    names: RefCell<Vec<String>>,
    text: Option<OnceCell<String>>,
    index: Rc<u32>,
}

fn main() {}
