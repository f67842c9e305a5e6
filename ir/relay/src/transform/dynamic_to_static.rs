//! Replacement of operators with shapes as inputs by operators with shapes as attributes.

use objet::prelude::*;
use objet::walk::RewriteError;
use objet_ir::attrs;
use objet_ir::attrs::Attrs;
use objet_ir::expr::{Integer, PrimExpr, RelayExpr};
use objet_ir::op::{Op, OpError};
use objet_ir::transform::{Pass, PassInfo};
use objet_ir::types::{TupleType, TupleTypeNode, Type};

use super::fold_constant::folded_call;
use super::function_pass::FunctionPass;
use super::typed_exprs::constant_scalar;
use crate::analysis::is_dynamic;
use crate::attrs::{
    InitOpAttrs, OneHotAttrs, PadAttrs, ReshapeAttrs, Resize2DAttrs, SqueezeAttrs, StridedSliceAttrs,
    TileAttrs, TopKAttrs, UpSampling3DAttrs, UpSamplingAttrs,
};
use crate::expr::{Call, Constant, ConstantNode, Function, Let, Tuple, TupleGetItem};
use crate::functor::ExprMutator;
use crate::infer::constant_type;
use crate::op::{OpExt, sparse_to_dense};

/// The reason why an expression cannot be rewritten.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DynamicToStaticError {
    /// A new call is invalid.
    #[error(transparent)]
    Op(#[from] OpError),
    /// A rewritten expression is invalid.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
}

/// Replaces operators `dyn.*` with constant shapes by the operators without `dyn.`, in an
/// expression with inferred types.
///
/// The types of the results follow, so that `shape_of` and `ndarray_size` of them become
/// constants, and further operators get constant shapes. Arithmetic on scalar constants is
/// evaluated. The types of variables that `let`s bind stay.
///
/// # Errors
/// Fails if the validation of a node rejects its rewritten parts.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::attrs;
/// use objet_ir::types::TensorType;
/// use objet_relay::expr::Var;
/// use objet_relay::infer::infer_expr;
/// use objet_relay::op::{dynamic, shape_of};
/// use objet_relay::text::pretty_print;
/// use objet_relay::transform::dynamic_to_static;
///
/// let vector = |length: i32| TensorType::new([length.into()], DataType::float(32)).upcast();
/// let [x, y] = ["x", "y"].map(|name| Var::new(name, Some(vector(6)), None));
/// let shape = shape_of(y, attrs! { dtype: DataType::int(32) })?;
/// let reshaped = dynamic::reshape(x, shape, attrs! { newshape: () })?;
/// let fixed = dynamic_to_static(infer_expr(&reshaped.into(), None)?)?;
/// assert!(pretty_print(Some(&fixed.into())).contains("reshape(%x, newshape=[6])"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "DynamicToStatic")]
pub fn dynamic_to_static<R: IsObjectRef>(root: R) -> Result<R, DynamicToStaticError> {
    ToStatic.mutate(root)
}

/// Creates the pass for [`dynamic_to_static`].
pub(super) fn pass() -> Pass {
    let info = PassInfo::new(2, "DynamicToStatic", []);
    FunctionPass::typed(info, |function, _, _| Ok(dynamic_to_static(function)?)).into()
}

objet_ir::register_pass!("relay._transform.DynamicToStatic", pass);

struct ToStatic;

impl ExprMutator for ToStatic {
    type Error = DynamicToStaticError;

    fn visit_call(&mut self, call: Call) -> Result<RelayExpr, DynamicToStaticError> {
        let is_open = call.checked_type.is_none() || is_open(call.checked_type.as_ref());
        let mut call = static_call(&call)?.unwrap_or(call);
        if is_open && let Some(ty) = result_type(&call) {
            *call.make_mut().checked_type = Some(ty);
        }
        let constant = folded_call(&call, |arg| arg.downcast_ref::<Constant>().cloned());
        Ok(match constant {
            Some(mut constant) => {
                let ty = constant_type(&constant);
                *constant.make_mut().checked_type = Some(ty);
                constant.upcast()
            }
            None => call.upcast(),
        })
    }

    fn visit_let(&mut self, mut node: Let) -> Result<RelayExpr, DynamicToStaticError> {
        if is_open(node.checked_type.as_ref()) {
            let ty = node.body.checked_type.clone();
            *node.make_mut().checked_type = ty;
        }
        Ok(node.upcast())
    }

    fn visit_function(&mut self, mut function: Function) -> Result<RelayExpr, DynamicToStaticError> {
        // The type of the function follows when types are inferred again.
        if is_open(function.ret_type.as_ref()) && function.body.checked_type.is_some() {
            let ty = function.body.checked_type.clone();
            let mut fields = function.make_mut();
            (*fields.ret_type, *fields.checked_type) = (ty, None);
        }
        Ok(function.upcast())
    }

    fn visit_tuple(&mut self, mut tuple: Tuple) -> Result<RelayExpr, DynamicToStaticError> {
        if is_open(tuple.checked_type.as_ref()) {
            let types = tuple.fields.iter().map(|field| field.checked_type.clone());
            if let Some(types) = types.collect::<Option<Array<Type>>>() {
                *tuple.make_mut().checked_type = Some(TupleType::new(types, None).upcast());
            }
        }
        Ok(tuple.upcast())
    }

    fn visit_tuple_get_item(&mut self, mut item: TupleGetItem) -> Result<RelayExpr, DynamicToStaticError> {
        if is_open(item.checked_type.as_ref()) {
            let tuple = item.tuple_value.checked_type.clone();
            let fields = tuple.as_ref().and_then(|ty| ty.as_node::<TupleTypeNode>()).map(|ty| &ty.fields);
            let index = usize::try_from(item.index).ok();
            let ty = fields.zip(index).and_then(|(fields, index)| fields.get(index)).cloned();
            if ty.is_some() {
                *item.make_mut().checked_type = ty;
            }
        }
        Ok(item.upcast())
    }
}

/// Whether a type has an extent that is not constant.
fn is_open(ty: Option<&Type>) -> bool {
    ty.is_some_and(is_dynamic)
}

/// Returns the type of the result of an operator, if it follows from those of the arguments.
fn result_type(call: &Call) -> Option<Type> {
    let op = call.op.downcast_ref::<Op>()?;
    let types = call.args.iter().map(|arg| match arg.as_node::<ConstantNode>() {
        Some(constant) => Some(constant_type(constant)),
        None => arg.checked_type.clone(),
    });
    op.infer_type(types.collect::<Option<Array<Type>>>()?, call.attrs.as_ref()).ok()
}

/// Returns the integers of a constant vector.
fn integers(expr: &RelayExpr) -> Option<Vec<i32>> {
    let data = &expr.as_node::<ConstantNode>()?.data;
    match data.dtype() {
        dtype if dtype == DataType::int(32) => Some(data.as_slice::<i32>().ok()?.to_vec()),
        dtype if dtype == DataType::int(64) => {
            data.as_slice::<i64>().ok()?.iter().map(|number| i32::try_from(*number).ok()).collect()
        }
        _ => None,
    }
}

/// Returns a constant vector as the value of an attribute.
fn vector<T: IsObjectRef + From<i32>>(expr: &RelayExpr) -> Option<Array<T>> {
    let is_vector = expr.as_node::<ConstantNode>()?.data.shape().len() <= 1;
    is_vector.then_some(())?;
    Some(integers(expr)?.into_iter().map(T::from).collect())
}

/// Returns a constant matrix as the value of an attribute.
fn matrix(expr: &RelayExpr) -> Option<Array<Array<Integer>>> {
    let [_, columns] = *expr.as_node::<ConstantNode>()?.data.shape() else { return None };
    let numbers = integers(expr)?;
    let rows = numbers.chunks(usize::try_from(columns).ok().filter(|columns| *columns > 0)?);
    Some(rows.map(|row| row.iter().map(|number| Integer::from(*number)).collect()).collect())
}

/// Returns the static call of a dynamic one with constant shapes.
pub(crate) fn static_call(call: &Call) -> Result<Option<Call>, DynamicToStaticError> {
    let Some(name) = call.as_op().and_then(|op| op.name.strip_prefix("dyn.")) else { return Ok(None) };
    if name == "sparse_to_dense" {
        let [indices, values, default, shape] = &call.args[..] else { return Ok(None) };
        let Some(shape) = vector::<Integer>(shape) else { return Ok(None) };
        let attrs = attrs! { output_shape: shape };
        return Ok(Some(sparse_to_dense(indices.clone(), values.clone(), default.clone(), attrs)?));
    }
    let Some((attrs, kept)) = static_attrs(name, call) else { return Ok(None) };
    let mut new = call.clone();
    let args: Option<Array<RelayExpr>> = kept.iter().map(|index| call.args.get(*index).cloned()).collect();
    let Some(args) = args else { return Ok(None) };
    let fields = new.make_mut();
    (*fields.op, *fields.args, *fields.attrs) = (Op::get(name)?.upcast(), args, Some(attrs));
    Ok(Some(new))
}

/// Returns the attributes of the static call of an operator, and the indices of the arguments that
/// it keeps.
fn static_attrs(name: &str, call: &Call) -> Option<(Attrs, &'static [usize])> {
    let (attrs, args) = (call.attrs.as_ref()?, &call.args);
    /// Copies the attributes with new values of some fields.
    macro_rules! with {
        ($attrs:ty, $($field:ident: $value:expr),+) => {{
            let mut new = attrs.downcast_ref::<$attrs>()?.clone();
            $(let $field = $value;)+
            let fields = new.make_mut();
            $(*fields.$field = $field;)+
            new.upcast()
        }};
    }
    let arg = |index: usize| args.get(index);
    Some(match name {
        "reshape" => (with!(ReshapeAttrs, newshape: Some(vector(arg(1)?)?)), &[0]),
        "squeeze" => (with!(SqueezeAttrs, axis: Some(vector(arg(1)?)?)), &[0]),
        "tile" => (with!(TileAttrs, reps: Some(vector(arg(1)?)?)), &[0]),
        "topk" => (with!(TopKAttrs, k: Some(Integer::from(constant_scalar(arg(1)?)? as i32))), &[0]),
        "broadcast_to" => (with!(InitOpAttrs, shape: Some(vector(arg(1)?)?)), &[0]),
        "zeros" | "ones" => (with!(InitOpAttrs, shape: Some(vector(arg(0)?)?)), &[]),
        "full" => (with!(InitOpAttrs, shape: Some(vector(arg(1)?)?)), &[0]),
        "one_hot" => (with!(OneHotAttrs, depth: constant_scalar(arg(3)?)? as i32), &[0, 1, 2]),
        "image.resize2d" => (with!(Resize2DAttrs, size: Some(vector::<PrimExpr>(arg(1)?)?)), &[0]),
        "nn.upsampling" => (
            with!(
                UpSamplingAttrs,
                scale_h: constant_scalar(arg(1)?)?,
                scale_w: constant_scalar(arg(2)?)?
            ),
            &[0],
        ),
        "nn.upsampling3d" => (
            with!(
                UpSampling3DAttrs,
                scale_d: constant_scalar(arg(1)?)?,
                scale_h: constant_scalar(arg(2)?)?,
                scale_w: constant_scalar(arg(3)?)?
            ),
            &[0],
        ),
        "nn.pad" => (with!(PadAttrs, pad_width: Some(matrix(arg(1)?)?)), &[0, 2]),
        "strided_slice" => {
            let end: Array<Integer> = vector(arg(2)?)?;
            let end: Array<Option<Integer>> = end.into_iter().map(Some).collect();
            (
                with!(
                    StridedSliceAttrs,
                    begin: Some(vector(arg(1)?)?),
                    end: Some(end),
                    strides: Some(vector(arg(3)?)?)
                ),
                &[0],
            )
        }
        _ => return None,
    })
}
