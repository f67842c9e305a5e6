//! Casts of arguments, and the data types in attributes.

use foldhash::HashMap;
use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::types::{TensorType, TensorTypeNode, TupleType, TupleTypeNode, Type};

use super::MixedPrecisionError;
use crate::attrs::{
    BatchMatmulAttrs, Conv1DAttrs, Conv1DTransposeAttrs, Conv2DAttrs, Conv2DTransposeAttrs,
    Conv2DWinogradAttrs, Conv2DWinogradNNPACKWeightTransformAttrs, Conv3DAttrs, Conv3DTransposeAttrs,
    Conv3DWinogradAttrs, DeformableConv2DAttrs, DenseAttrs, InitOpAttrs,
};
use crate::expr::{Tuple, TupleGetItem};
use crate::op::cast;

/// The casts of expressions, so that no expression is cast twice to the same data type.
#[derive(Default)]
pub(super) struct Casts(HashMap<(RelayExpr, DataType), RelayExpr>);

impl Casts {
    /// Returns an expression with all floating-point tensors of the data type. Expressions of other
    /// types stay. The result has a type.
    pub(super) fn cast(
        &mut self,
        root: RelayExpr,
        ty: &Type,
        dtype: DataType,
    ) -> Result<RelayExpr, MixedPrecisionError> {
        // A tuple is visited twice: the second time, its fields are on the stack of results.
        enum Step {
            Value(RelayExpr, Type),
            Tuple(RelayExpr, Vec<RelayExpr>),
        }
        let mut steps = vec![Step::Value(root, ty.clone())];
        let mut done: Vec<RelayExpr> = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Value(value, ty) => match ty.as_node::<TupleTypeNode>() {
                    Some(tuple) => {
                        let types = tuple.fields.iter().enumerate();
                        let fields = types.clone().map(|(index, ty)| {
                            typed(TupleGetItem::new(value.clone(), index as i32, None).upcast(), ty.clone())
                        });
                        let fields: Vec<RelayExpr> = fields.collect();
                        steps.push(Step::Tuple(value, fields.clone()));
                        let fields = fields.into_iter().zip(&tuple.fields).rev();
                        steps.extend(fields.map(|(field, ty)| Step::Value(field, ty.clone())));
                    }
                    None => done.push(self.cast_tensor(value, &ty, dtype)?),
                },
                Step::Tuple(value, fields) => {
                    let new = done.split_off(done.len() - fields.len());
                    let is_same = new.iter().zip(&fields).all(|(new, field)| new.same_as(field));
                    done.push(if is_same { value } else { tuple_of(new)? });
                }
            }
        }
        done.pop().ok_or(MixedPrecisionError::Untyped)
    }

    fn cast_tensor(
        &mut self,
        value: RelayExpr,
        ty: &Type,
        dtype: DataType,
    ) -> Result<RelayExpr, MixedPrecisionError> {
        let tensor = ty
            .as_node::<TensorTypeNode>()
            .ok_or_else(|| MixedPrecisionError::Type { found: objet_ir::types::type_text(ty) })?;
        let is_float = tensor.dtype.is_float() || tensor.dtype.is_bfloat16();
        if !is_float || tensor.dtype == dtype {
            return Ok(value);
        }
        if let Some(known) = self.0.get(&(value.clone(), dtype)) {
            return Ok(known.clone());
        }
        let call = cast(value.clone(), attrs! { dtype: dtype })?.upcast();
        let result = typed(call, TensorType::new(tensor.shape.clone(), dtype).upcast());
        self.0.insert((result.clone(), tensor.dtype), value.clone());
        self.0.insert((value, dtype), result.clone());
        Ok(result)
    }
}

fn tuple_of(fields: Vec<RelayExpr>) -> Result<RelayExpr, MixedPrecisionError> {
    let types = fields.iter().map(|field| field.checked_type.clone());
    let types: Option<Array<Type>> = types.collect();
    let ty = TupleType::new(types.ok_or(MixedPrecisionError::Untyped)?, None);
    Ok(typed(Tuple::new(fields, None).upcast(), ty.upcast()))
}

/// Returns an expression with a type.
pub(super) fn typed(mut expr: RelayExpr, ty: Type) -> RelayExpr {
    *expr.make_mut().checked_type = Some(ty);
    expr
}

/// Returns attributes whose data type of the result is `dtype`, if they have one.
pub(super) fn with_dtype(attrs: Option<&Attrs>, dtype: DataType) -> Option<Attrs> {
    let attrs = attrs?;
    macro_rules! set {
        ($($node:ident.$field:ident),+ $(,)?) => {
            $(if let Some(found) = attrs.downcast_ref::<$node>() {
                if found.$field == dtype {
                    return Some(attrs.clone());
                }
                let mut new = found.clone();
                *new.make_mut().$field = dtype;
                return Some(new.upcast());
            })+
        };
    }
    set!(
        Conv1DAttrs.out_dtype,
        Conv1DTransposeAttrs.out_dtype,
        Conv2DAttrs.out_dtype,
        Conv2DTransposeAttrs.out_dtype,
        Conv2DWinogradAttrs.out_dtype,
        Conv2DWinogradNNPACKWeightTransformAttrs.out_dtype,
        DeformableConv2DAttrs.out_dtype,
        Conv3DAttrs.out_dtype,
        Conv3DTransposeAttrs.out_dtype,
        Conv3DWinogradAttrs.out_dtype,
        DenseAttrs.out_dtype,
        BatchMatmulAttrs.out_dtype,
        InitOpAttrs.dtype,
    );
    Some(attrs.clone())
}
