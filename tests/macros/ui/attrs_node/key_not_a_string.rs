use objet_ir::attrs::attrs_node;

#[attrs_node(ScaleAttrs)]
pub struct ScaleAttrsNode {
    pub factor: f64,
}

fn main() {}
