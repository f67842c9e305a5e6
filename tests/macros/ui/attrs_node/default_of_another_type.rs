use objet_ir::attrs::attrs_node;

#[attrs_node("ui.attrs.ScaleAttrs")]
pub struct ScaleAttrsNode {
    #[reflect(default = "one")]
    pub factor: f64,
}

fn main() {}
