use objet::prelude::*;

#[derive(Reflect)]
#[repr(C)]
union Number {
    int: i64,
    float: f64,
}

fn main() {}
