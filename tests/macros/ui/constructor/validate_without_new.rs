use objet::prelude::*;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Pad", validate)]
struct PadNode {
    base: Object,
    width: i64,
}

impl Validate for PadNode {
    type Error = String;

    fn validate(&self) -> Result<(), String> {
        Ok(())
    }
}

fn main() {}
