//! Attributes for trying attributes out.

use objet::String;
use objet::prelude::*;
use objet_ir::attrs::{Attrs, AttrsNode};
use objet_ir::env_func::EnvFunc;
use objet_ir::expr::PrimExpr;

use crate::attrs::array::integers;

/// Attributes that no operator has: one of each kind, with a default, with bounds, and required.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "attrs.TestAttrs", is_final, new)]
pub struct TestAttrsNode {
    base: AttrsNode,
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
