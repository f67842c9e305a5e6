use objet_ir::attrs::attrs_node;

#[attrs_node("ui.attrs.ScaleAttrs")]
pub enum ScaleAttrsNode {
    Factor(f64),
}

fn main() {}
