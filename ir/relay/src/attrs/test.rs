//! Attributes for trying attributes out.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::env_func::EnvFunc;
use objet_ir::expr::PrimExpr;

use super::integers;

/// Attributes that no operator has: one of each kind, with a default, with bounds, and required.
#[attrs_node("attrs.TestAttrs")]
pub struct TestAttrsNode {
    /// An axis, from 1 to 10.
    #[reflect(default = 10, lower_bound = 1, upper_bound = 10)]
    pub axis: i32,
    /// A name, which must be given.
    pub name: String,
    /// How much is padded with zeros along each axis.
    #[reflect(default = integers([0, 0]))]
    pub padding: Array<PrimExpr>,
    /// A function.
    #[reflect(default = None)]
    pub func: Option<EnvFunc>,
}
