use objet_ir::attrs::attrs_node;

#[attrs_node("ui.attrs.ScaleAttrs", crate = objet_ir, is_final)]
pub struct ScaleAttrsNode {
    pub factor: f64,
}

fn main() {}
