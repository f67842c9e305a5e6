//! Elimination of common subexpressions.

use std::collections::HashMap;

use objet::compare::structural_hash;
use objet::prelude::*;
use objet::structural_equal;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpAttrMap};
use objet_ir::transform::{BoxError, Pass, PassInfo};

use super::function_pass::FunctionPass;
use crate::expr::{Call, Constant, TupleGetItem};
use crate::functor::ExprMutator;

/// Replaces each call of an operator by an earlier call of the same operator with the same
/// arguments and equal attributes, and each projection by an earlier equal one.
///
/// - Arguments are the same if they are one expression, or equal constants without axes.
/// - Calls of stateful operators (`TOpIsStateful`) and calls without arguments stay.
/// - Calls and projections for which `skip` returns true stay, and replace nothing.
///
/// # Errors
/// Returns the errors of `skip`, and an error if the validation of a node rejects its rewritten
/// parts.
///
/// ```
/// use objet::prelude::*;
/// use objet_relay::expr::{TupleNode, Tuple, Var};
/// use objet_relay::op::sqrt;
/// use objet_relay::transform::eliminate_common_subexpr;
///
/// let x = Var::new("x", None, None);
/// let roots = Tuple::new([sqrt(x.clone())?.into(), sqrt(x)?.into()], None);
/// let roots = eliminate_common_subexpr(roots.into(), |_| Ok(false))?;
/// let fields = &roots.as_node::<TupleNode>().unwrap().fields;
/// assert!(fields[0].same_as(&fields[1]));
/// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[doc(alias = "EliminateCommonSubexpr")]
#[doc(alias = "cse")]
pub fn eliminate_common_subexpr(
    expr: RelayExpr,
    skip: impl Fn(&RelayExpr) -> Result<bool, BoxError>,
) -> Result<RelayExpr, BoxError> {
    let mut eliminate = Eliminate {
        skip: &skip,
        stateful: Op::get_attr_map("TOpIsStateful"),
        calls: HashMap::new(),
        items: HashMap::new(),
    };
    eliminate.mutate(expr)
}

/// Creates the pass for [`eliminate_common_subexpr`]. A null `skip` skips nothing.
pub(super) fn pass(skip: Option<PackedFunc>) -> Pass {
    let info = PassInfo::new(3, "EliminateCommonSubexpr", ["InferType"]);
    FunctionPass::new(info, move |mut function, _, _| {
        let body = eliminate_common_subexpr(function.body.clone(), |expr| match &skip {
            Some(skip) => Ok(skip.call_as::<bool>((expr,))?),
            None => Ok(false),
        })?;
        if !body.same_as(&function.body) {
            *function.make_mut().body = body;
        }
        Ok(function)
    })
    .into()
}

objet_ir::register_pass!("relay._transform.EliminateCommonSubexpr", || pass(None));

struct Eliminate<'s, F> {
    skip: &'s F,
    stateful: OpAttrMap<bool>,
    /// The calls with each operator and arguments, which differ in their attributes.
    calls: HashMap<(Op, u64, Vec<Argument>), Vec<Call>>,
    items: HashMap<(RelayExpr, i32), TupleGetItem>,
}

/// The identity of an argument.
#[derive(PartialEq, Eq, Hash)]
enum Argument {
    Expr(RelayExpr),
    /// The data type and the bytes of a constant without axes.
    Scalar(DataType, Vec<u8>),
}

impl Argument {
    fn of(expr: &RelayExpr) -> Self {
        let scalar = || {
            let data = &expr.downcast_ref::<Constant>()?.data;
            let bytes = data.shape().is_empty().then(|| data.as_bytes().ok())??;
            Some(Self::Scalar(data.dtype(), bytes.to_vec()))
        };
        scalar().unwrap_or_else(|| Self::Expr(expr.clone()))
    }
}

impl<F: Fn(&RelayExpr) -> Result<bool, BoxError>> ExprMutator for Eliminate<'_, F> {
    type Error = BoxError;

    fn visit_call(&mut self, call: Call) -> Result<RelayExpr, BoxError> {
        let Some(op) = call.op.downcast_ref::<Op>() else { return Ok(call.upcast()) };
        let may_be_stateful = !matches!(self.stateful.get(op), Ok(None | Some(false)));
        if call.args.is_empty() || may_be_stateful || (self.skip)(call.upcast_ref())? {
            return Ok(call.upcast());
        }
        let attrs = call.attrs.as_ref().map_or(0, structural_hash);
        let key = (op.clone(), attrs, call.args.iter().map(Argument::of).collect());
        let known = self.calls.entry(key).or_default();
        let equal = |other: &&Call| match (&other.attrs, &call.attrs) {
            (Some(a), Some(b)) => structural_equal(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        if let Some(earlier) = known.iter().find(equal) {
            return Ok(earlier.clone().upcast());
        }
        known.push(call.clone());
        Ok(call.upcast())
    }

    fn visit_tuple_get_item(&mut self, item: TupleGetItem) -> Result<RelayExpr, BoxError> {
        if (self.skip)(item.upcast_ref())? {
            return Ok(item.upcast());
        }
        let key = (item.tuple_value.clone(), item.index);
        Ok(self.items.entry(key).or_insert(item).clone().upcast())
    }
}
