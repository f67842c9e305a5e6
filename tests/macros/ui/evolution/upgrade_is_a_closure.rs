//! An upgrade function is named by its path.

use objet::prelude::*;

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Closure", version = 1, upgrade = |_, _| Ok(()))]
struct ClosureNode {
    base: Object,
}

fn main() {}
