use objet::prelude::*;

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add")]
struct AddNode {
    base: Object,
    names: Mutex<Vec<i64>>,
    text: std::sync::RwLock<String>,
    count: AtomicU64,
}

fn main() {}
