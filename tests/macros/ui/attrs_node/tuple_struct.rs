use objet_ir::attrs::attrs_node;

#[attrs_node("ui.attrs.ScaleAttrs")]
pub struct ScaleAttrsNode(f64);

fn main() {}
