//! Attributes for tests of attributes.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::attrs_node;
use objet_ir::env_func::EnvFunc;
use objet_ir::expr::PrimExpr;

use super::integers;

/// Attributes that no operator uses. The fields cover a default, bounds and a required value.
#[attrs_node("attrs.TestAttrs")]
pub struct TestAttrsNode {
    /// An axis, from 1 to 10.
    #[reflect(default = 10, lower_bound = 1, upper_bound = 10)]
    pub axis: i32,
    /// A name, which is required.
    pub name: String,
    /// The amount of zero padding along each axis.
    #[reflect(default = integers([0, 0]))]
    pub padding: Array<PrimExpr>,
    /// A function.
    #[reflect(default = None)]
    pub func: Option<EnvFunc>,
}
