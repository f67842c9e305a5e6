//! The type relations of matrix products.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::PrimExpr;
use objet_ir::types::{TensorType, Type, TypeReporter};
use objet_tir::op::{Checked, max};

use crate::attrs::{BatchMatmulAttrs, BinaryDenseAttrs, DenseAttrs, DensePackAttrs, MatmulAttrs};
use crate::op::relation::{
    NotYet, RelationResult, Solved, assign, attrs_of, axis, dtype_or, expect_ndim, extent, required, tensor,
    types_of,
};

/// The attributes of a product of a tensor and a matrix.
pub(crate) struct Product<'a> {
    pub units: Option<&'a PrimExpr>,
    pub out_dtype: DataType,
    pub transpose_a: bool,
    pub transpose_b: bool,
}

impl<'a> From<&'a DenseAttrs> for Product<'a> {
    fn from(attrs: &'a DenseAttrs) -> Self {
        let (units, out_dtype) = (attrs.units.as_ref(), attrs.out_dtype);
        Self { units, out_dtype, transpose_a: false, transpose_b: true }
    }
}

/// Relates the types of a dense layer.
#[register_global("tvm.relay.type_relation.Dense")]
fn dense(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: DenseAttrs = attrs_of(attrs)?;
    product(&types, &Product::from(&attrs), &reporter)
}

/// Relates the types of a product of a tensor and a matrix.
#[register_global("tvm.relay.type_relation.Matmul")]
fn matmul(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: MatmulAttrs = attrs_of(attrs)?;
    let product_attrs = Product {
        units: attrs.units.as_ref(),
        out_dtype: attrs.out_dtype,
        transpose_a: attrs.transpose_a,
        transpose_b: attrs.transpose_b,
    };
    product(&types, &product_attrs, &reporter)
}

/// Relates the types of a product of a tensor and a matrix. If the attributes have the number of
/// units, the type of the matrix follows from them.
pub(crate) fn product(types: &Array<Type>, attrs: &Product<'_>, reporter: &TypeReporter) -> RelationResult {
    let [left, right, result] = types_of(types)?;
    let Some(left) = tensor("the left operand", left)? else { return Ok(NotYet) };
    let last = axis("the left operand", -1, left.shape.len())?;
    let mut found = left.shape.to_vec();
    let mut common = left.shape[last].clone();
    if attrs.transpose_a {
        let before = axis("the left operand", -2, left.shape.len())?;
        common = left.shape[before].clone();
        found[before] = left.shape[last].clone();
    }
    let known = tensor("the right operand", right)?;
    if let Some(units) = attrs.units {
        let shape = if attrs.transpose_b { [units.clone(), common] } else { [common, units.clone()] };
        let dtype = known.map_or(left.dtype, |right| right.dtype);
        assign(reporter, "the right operand", right, TensorType::new(shape, dtype))?;
        found[last] = units.clone();
    } else {
        let Some(right) = known else { return Ok(NotYet) };
        expect_ndim("the right operand", right, 2)?;
        let (rows, columns) = (&right.shape[0], &right.shape[1]);
        let (inner, outer) = if attrs.transpose_b { (columns, rows) } else { (rows, columns) };
        if !extent::is_any(&left.shape[last]) {
            extent::expect("the common axis of the right operand", &common, inner)?;
        }
        found[last] = outer.clone();
    }
    assign(reporter, "result", result, TensorType::new(found, dtype_or(attrs.out_dtype, left.dtype)))?;
    Ok(Solved)
}

/// Relates the types of a dense layer whose weights are split into blocks.
#[register_global("tvm.relay.type_relation.DensePack")]
fn dense_pack(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: DensePackAttrs = attrs_of(attrs)?;
    let [data, weight, result] = types_of(&types)?;
    let (Some(data), Some(weight)) = (tensor("data", data)?, tensor("weight", weight)?) else {
        return Ok(NotYet);
    };
    expect_ndim("data", data, 2)?;
    expect_ndim("weight", weight, 3)?;
    let units = (Checked::from(&weight.shape[0]) * &weight.shape[2]).expr()?;
    let found = TensorType::new([data.shape[0].clone(), units], dtype_or(attrs.out_dtype, data.dtype));
    assign(&reporter, "result", result, found)?;
    Ok(Solved)
}

/// Relates the types of a dense layer on packed bits. The weights are not checked.
#[register_global("tvm.relay.type_relation.BinaryDense")]
fn bitserial_dense(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: BinaryDenseAttrs = attrs_of(attrs)?;
    let [data, _weight, result] = types_of(&types)?;
    let Some(data) = tensor("data", data)? else { return Ok(NotYet) };
    let last = axis("data", -1, data.shape.len())?;
    let units = required("units", &attrs.units)?.clone();
    let mut found = data.shape.to_vec();
    found[last] = units;
    assign(&reporter, "result", result, TensorType::new(found, dtype_or(attrs.out_dtype, data.dtype)))?;
    Ok(Solved)
}

/// Relates the types of pairwise matrix products.
#[register_global("tvm.relay.type_relation.BatchMatmul")]
fn batch_matmul(
    types: Array<Type>,
    _num_inputs: i32,
    attrs: Option<Attrs>,
    reporter: TypeReporter,
) -> RelationResult {
    let attrs: BatchMatmulAttrs = attrs_of(attrs)?;
    batch_product(&types, &attrs, &reporter)
}

/// Relates the types of pairwise matrix products. A batch of one matrix is used for all pairs.
pub(crate) fn batch_product(
    types: &Array<Type>,
    attrs: &BatchMatmulAttrs,
    reporter: &TypeReporter,
) -> RelationResult {
    let [left, right, result] = types_of(types)?;
    let (Some(left), Some(right)) = (tensor("tensor_a", left)?, tensor("tensor_b", right)?) else {
        return Ok(NotYet);
    };
    expect_ndim("tensor_a", left, 3)?;
    expect_ndim("tensor_b", right, 3)?;
    let (a, b) = (&left.shape, &right.shape);
    let (rows, inner_a) = if attrs.transpose_a { (&a[2], &a[1]) } else { (&a[1], &a[2]) };
    let (columns, inner_b) = if attrs.transpose_b { (&b[1], &b[2]) } else { (&b[2], &b[1]) };
    let is_any = a.iter().chain(b).any(extent::is_any);
    if !is_any {
        let one = 1.into();
        if extent::expect("the batch of tensor_a", &one, &a[0]).is_err()
            && extent::expect("the batch of tensor_b", &one, &b[0]).is_err()
        {
            extent::expect("the batch of tensor_b", &a[0], &b[0])?;
        }
        extent::expect("the common axis of tensor_b", inner_a, inner_b)?;
    }
    let batch = match (extent::is_any(&a[0]), extent::is_any(&b[0])) {
        (false, false) => max(&a[0], &b[0], None)?,
        _ => extent::any(),
    };
    let found =
        TensorType::new([batch, rows.clone(), columns.clone()], dtype_or(attrs.out_dtype, left.dtype));
    assign(reporter, "result", result, found)?;
    Ok(Solved)
}
