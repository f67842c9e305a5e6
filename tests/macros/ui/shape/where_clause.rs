use objet::prelude::*;

#[derive(Object)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode
where
    Object: Sized,
{
    base: Object,
}

fn main() {}
