//! Replacement of float operators between `qnn.dequantize` and `qnn.quantize` by operators on
//! integers.

mod affine;
mod elementwise_rules;
mod error;
mod layer_rules;
mod rules;

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpAttrMap};
use objet_ir::transform::{Pass, PassInfo};
use objet_ir::types::{AffineType, TensorAffineType, TupleAffineType};

use self::affine::AffineTypes;
pub use self::error::FakeQuantizationError;
use self::rules::{Site, built_in};
use super::function_pass::FunctionPass;
use super::replace_exprs::with_type_of;
use super::typed_exprs::known_tensor;
use crate::attrs::{DequantizeAttrsNode, QuantizeAttrsNode};
use crate::dataflow_pattern::replace::Replaced;
use crate::expr::{Call, CallNode, ConstantNode, Tuple, TupleGetItem, TupleGetItemNode, TupleNode};
use crate::functor::{ExprMutator, post_order};

type Result<T, E = FakeQuantizationError> = std::result::Result<T, E>;

/// Replaces float operators between `qnn.dequantize` and `qnn.quantize` by operators on integers,
/// in an expression with inferred types.
///
/// The region of a `qnn.quantize` contains the calls, tuples and projections that its input depends
/// on, up to calls of `qnn.dequantize` and constants. The region is replaced if each of its
/// operators has a rule. Regions may overlap, and each gets its own operators.
///
/// The rule of an operator is its attribute `FTVMFakeQuantizationToInteger`: a function of a call
/// with integers as arguments, and of a map from expressions to their
/// [affine types](objet_ir::types::AffineType). The map has the affine type of the result of the
/// region for the call. The function returns an array of the new expression and its affine type.
/// Without the attribute, the operators have the rules of TVM's front end.
///
/// # Errors
/// Fails if a rule fails or returns something else, if an argument has no affine type where its
/// rule needs one, or if overlapping regions have too many expressions in all.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::{Constant, Var};
/// use objet_relay::infer::infer_expr;
/// use objet_relay::op::{nn, qnn};
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::fake_quantization_to_integer;
///
/// let ty = TensorType::new([2.into(), 3.into()], DataType::int(8)).upcast();
/// let x = Var::new("x", Some(ty), None);
/// let scale = Constant::new(NDArray::from_slice(&[], &[0.5_f32])?, None);
/// let zero = Constant::new(NDArray::from_slice(&[], &[3])?, None);
/// let real = qnn::dequantize(x, scale.clone(), zero.clone(), attrs! {})?;
/// let back = qnn::quantize(nn::relu(real)?, scale, zero, attrs! { out_dtype: "int8" })?;
/// let integers = fake_quantization_to_integer(infer_expr(&back.into(), None)?)?;
/// let text = pretty_print(Some(&integers.into()));
/// assert!(text.contains("maximum(%x, "), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "FakeQuantizationToInteger")]
pub fn fake_quantization_to_integer<R: IsObjectRef>(root: R) -> Result<R> {
    let functions = Op::get_attr_map("FTVMFakeQuantizationToInteger");
    let limit = (1 << 17) + 16 * post_order(&root).count();
    ToIntegers { functions, parts: HashMap::new(), left: limit, limit }.mutate(root)
}

/// Creates the pass for [`fake_quantization_to_integer`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(0, "FakeQuantizationToInteger", ["InferType"]);
    FunctionPass::typed(info, |function, _, _| Ok(fake_quantization_to_integer(function)?)).into()
}

objet_ir::register_pass!("relay._transform.FakeQuantizationToInteger", pass);

struct ToIntegers {
    functions: OpAttrMap<PackedFunc>,
    /// The expressions that consist of dequantized tensors, constants and operators with rules, and
    /// whether they contain a call.
    parts: HashMap<RelayExpr, bool>,
    /// The number of expressions that regions may still have.
    left: usize,
    limit: usize,
}

impl ExprMutator for ToIntegers {
    type Error = FakeQuantizationError;

    fn visit_call(&mut self, call: Call) -> Result<RelayExpr> {
        let expr: RelayExpr = call.clone().upcast();
        let is_part = match name(&call) {
            Some("qnn.quantize") => {
                return match call.args.first().and_then(|data| self.part(data)) {
                    Some(true) => Ok(with_type_of(self.integers(&call)?, &expr)),
                    _ => Ok(expr),
                };
            }
            Some("qnn.dequantize") => self.has_rule(&call)?,
            Some(_) => call.args.iter().all(|arg| self.part(arg).is_some()) && self.has_rule(&call)?,
            None => false,
        };
        if is_part {
            self.parts.insert(expr.clone(), true);
        }
        Ok(expr)
    }

    fn visit_tuple(&mut self, tuple: Tuple) -> Result<RelayExpr> {
        let fields = tuple.fields.iter().map(|field| self.part(field)).collect::<Option<Vec<_>>>();
        let expr: RelayExpr = tuple.upcast();
        if let Some(have_calls) = fields {
            self.parts.insert(expr.clone(), have_calls.contains(&true));
        }
        Ok(expr)
    }

    fn visit_tuple_get_item(&mut self, item: TupleGetItem) -> Result<RelayExpr> {
        let tuple = self.part(&item.tuple_value);
        let expr: RelayExpr = item.upcast();
        if let Some(has_calls) = tuple {
            self.parts.insert(expr.clone(), has_calls);
        }
        Ok(expr)
    }
}

impl ToIntegers {
    /// Returns whether a part of a region contains a call, or `None` for other expressions.
    fn part(&self, expr: &RelayExpr) -> Option<bool> {
        match expr.is_instance::<ConstantNode>() {
            true => Some(false),
            false => self.parts.get(expr).copied(),
        }
    }

    fn has_rule(&self, call: &Call) -> Result<bool> {
        Ok(match call.op.downcast_ref::<Op>() {
            Some(op) => self.functions.get(op)?.is_some() || built_in(call).is_some(),
            None => false,
        })
    }

    /// Returns the integers that a call of `qnn.quantize` computes from its region.
    fn integers(&mut self, quantize: &Call) -> Result<RelayExpr> {
        let (attrs, [data, scale, zero_point]) = (quantize_attrs(quantize)?, quantize_args(quantize)?);
        let result = TensorAffineType::new(scale.clone(), zero_point.clone(), attrs.out_dtype, attrs.axis);
        let result: AffineType = result.upcast();
        let order = region(data);
        let limit = self.limit;
        self.left = self.left.checked_sub(order.len()).ok_or(FakeQuantizationError::TooLarge { limit })?;
        let mut types = AffineTypes::default();
        types.set(quantize.clone().upcast(), result.clone());
        for expr in &order {
            if let Some(call) = expr.as_node::<CallNode>().filter(|call| name(call) == Some("qnn.dequantize"))
            {
                types.set(expr.clone(), of_dequantized(call)?.upcast());
            }
        }
        let mut replaced = Replaced::default();
        for expr in &order {
            let new = self.integer(expr, &replaced, &mut types, &result)?;
            replaced.insert(expr, new);
        }
        let mut new = quantize.clone();
        let mut fields = new.make_mut();
        *fields.args = [replaced.of(data), scale.clone(), zero_point.clone()].into();
        *fields.checked_type = None;
        types.set(new.clone().upcast(), result);
        self.apply(&new, quantize, &mut types)
    }

    /// Returns the integers that an expression of a region computes. Its operands are replaced.
    fn integer(
        &self,
        expr: &RelayExpr,
        replaced: &Replaced,
        types: &mut AffineTypes,
        result: &AffineType,
    ) -> Result<RelayExpr> {
        let new = replaced.rebuild(expr)?;
        match (expr.downcast_ref::<Call>(), new.downcast_ref::<Call>()) {
            (Some(old), _) if name(old) == Some("qnn.dequantize") => return self.apply(old, old, types),
            (Some(old), Some(call)) => {
                types.set(new.clone(), result.clone());
                return self.apply(call, old, types);
            }
            _ => {}
        }
        if let Some(tuple) = new.as_node::<TupleNode>() {
            let field = |(index, field)| types.tensor(field).ok_or(FakeQuantizationError::Field { index });
            let fields = tuple.fields.iter().enumerate().map(field).collect::<Result<Array<_>>>()?;
            types.set(new.clone(), TupleAffineType::new(fields).upcast());
        } else if let Some(item) = new.as_node::<TupleGetItemNode>() {
            let ty = types.field(&item.tuple_value, item.index);
            types.set(new.clone(), ty.ok_or(FakeQuantizationError::Item { index: item.index })?.upcast());
        }
        Ok(new)
    }

    /// Applies the rule of an operator to a call with integers as arguments.
    fn apply(&self, call: &Call, old: &Call, types: &mut AffineTypes) -> Result<RelayExpr> {
        let Some(op) = call.op.downcast_ref::<Op>() else { return Ok(call.clone().upcast()) };
        let (new, ty) = match (self.functions.get(op)?, built_in(old)) {
            (Some(function), _) => {
                let op = || op.name.to_string();
                let failed = |source| FakeQuantizationError::Function { op: op(), source };
                let parts: Array<ObjectRef> = function.call_as((call, types.as_map())).map_err(failed)?;
                let parts = match parts.as_slice() {
                    [new, ty] => new.clone().downcast().ok().zip(ty.clone().downcast().ok()),
                    _ => None,
                };
                parts.ok_or_else(|| FakeQuantizationError::Result { op: op() })?
            }
            (None, Some(rule)) => rule(&Site { call, old, types })?,
            (None, None) => return Ok(call.clone().upcast()),
        };
        types.set(new.clone(), ty);
        Ok(new)
    }
}

/// Returns the name of the operator that a call calls.
fn name(call: &CallNode) -> Option<&str> {
    Some(call.as_op()?.name.as_str())
}

fn quantize_attrs(call: &CallNode) -> Result<&QuantizeAttrsNode> {
    let attrs = call.attrs.as_ref().and_then(|attrs| attrs.as_node());
    attrs.ok_or_else(|| FakeQuantizationError::Call { op: "qnn.quantize".into() })
}

fn quantize_args(call: &CallNode) -> Result<&[RelayExpr; 3]> {
    call.args.as_slice().try_into().map_err(|_| FakeQuantizationError::Call { op: "qnn.quantize".into() })
}

/// Returns the affine type of the integers that a call of `qnn.dequantize` converts.
fn of_dequantized(call: &CallNode) -> Result<TensorAffineType> {
    let parts = || {
        let attrs = call.attrs.as_ref()?.as_node::<DequantizeAttrsNode>()?;
        let [data, scale, zero_point] = call.args.as_slice() else { return None };
        let dtype = known_tensor(data)?.dtype;
        Some(TensorAffineType::new(scale.clone(), zero_point.clone(), dtype, attrs.axis))
    };
    parts().ok_or_else(|| FakeQuantizationError::Call { op: "qnn.dequantize".into() })
}

/// Returns the expressions of a region in post-order. Calls of `qnn.dequantize` are the first ones.
fn region(data: &RelayExpr) -> Vec<RelayExpr> {
    let (mut order, mut seen) = (Vec::new(), HashSet::new());
    let mut waiting = vec![(data, false)];
    while let Some((expr, is_left)) = waiting.pop() {
        if is_left {
            order.push(expr.clone());
            continue;
        }
        if !seen.insert(expr) {
            continue;
        }
        waiting.push((expr, true));
        if let Some(call) = expr.as_node::<CallNode>() {
            if name(call) != Some("qnn.dequantize") {
                waiting.extend(call.args.iter().rev().map(|arg| (arg, false)));
            }
        } else if let Some(tuple) = expr.as_node::<TupleNode>() {
            waiting.extend(tuple.fields.iter().rev().map(|field| (field, false)));
        } else if let Some(item) = expr.as_node::<TupleGetItemNode>() {
            waiting.push((&item.tuple_value, false));
        }
    }
    order
}
