use objet_ir::attrs::{AttrsNode, attrs_node};

#[attrs_node("ui.attrs.ScaleAttrs")]
#[repr(C)]
pub struct Scale {
    base: AttrsNode,
    pub factor: f64,
}

fn main() {}
