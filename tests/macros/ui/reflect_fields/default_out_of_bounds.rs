use objet::prelude::*;

const LEAST: i64 = 3;

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "ui.Add", new)]
struct AddNode {
    base: Object,
    #[reflect(default = 1, lower_bound = LEAST)]
    width: i64,
    #[reflect(default = 10, upper_bound = 1 << 3)]
    height: u8,
    #[reflect(default = 1.5, lower_bound = -0.5, upper_bound = 0.5)]
    scale: f64,
}

fn main() {}
