//! Reductions along axes.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::compute::{Result, UNNAMED, axis_at, compute, compute_op, flat_index, load, tag};
use crate::check::Check;
use crate::expr::{CommReducer, IterVar, IterVarType, Range, Reduce, Var};
use crate::op::{self, as_const_int};
use crate::te::{Tensor, TensorOperation};

/// The axes of a reduction.
#[derive(Clone, Debug, Default)]
pub struct ReduceAxes {
    /// The positions of the axes, also counted from the end. No positions mean all axes.
    pub axes: Vec<i64>,
    /// Whether a reduced axis remains as an axis of length 1.
    pub keepdims: bool,
    /// Whether the result has at least one axis.
    pub at_least_1d: bool,
}

/// The axes of a reduction of one tensor.
struct Reduced {
    /// The positions of the axes, in ascending order.
    axes: Vec<usize>,
    vars: Vec<IterVar>,
    shape: Array<PrimExpr>,
    /// The reduced axes that the result lacks.
    squeezed: Vec<usize>,
}

impl Reduced {
    fn of(data: &Tensor, reduced: &ReduceAxes) -> Result<Self> {
        let ndim = data.shape.len();
        let mut axes = match reduced.axes.is_empty() {
            true => (0..ndim).collect(),
            false => {
                let axes = reduced.axes.iter().map(|axis| axis_at("topi", *axis, ndim));
                axes.collect::<Result<Vec<_>>>()?
            }
        };
        axes.sort_unstable();
        axes.dedup();
        let mut shape: Array<PrimExpr> = Array::new();
        for (axis, extent) in data.shape.iter().enumerate() {
            match axes.contains(&axis) {
                true if reduced.keepdims => shape.push(1.into()),
                true => {}
                false => shape.push(extent.clone()),
            }
        }
        if shape.is_empty() && reduced.at_least_1d {
            shape.push(1.into());
        }
        let squeezed = if reduced.keepdims { Vec::new() } else { axes.clone() };
        Self::to_shape(data, axes, shape, squeezed)
    }

    /// Creates the axes of a reduction to a given shape.
    fn to_shape(
        data: &Tensor,
        axes: Vec<usize>,
        shape: Array<PrimExpr>,
        squeezed: Vec<usize>,
    ) -> Result<Self> {
        let mut vars = Vec::new();
        for axis in &axes {
            let dom = Range::from_min_extent(0, data.shape[*axis].clone());
            let var = Var::new(format!("k{axis}"), DataType::int(32), None);
            vars.push(IterVar::new(Some(dom), var, IterVarType::CommReduce, "", None)?);
        }
        Ok(Self { axes, vars, shape, squeezed })
    }

    /// Returns the indices of the elements that are reduced to the result at `indices`.
    fn indices(&self, ndim: usize, indices: &[PrimExpr]) -> Vec<PrimExpr> {
        let (mut own, mut next) = (Vec::new(), 0);
        for axis in 0..ndim {
            let reduced = self.axes.iter().position(|own| *own == axis);
            match reduced {
                Some(position) => own.push(self.vars[position].var.clone().upcast()),
                None => own.extend(indices.get(next).cloned()),
            }
            next += usize::from(!self.squeezed.contains(&axis));
        }
        own
    }
}

/// A reduction: combines two values, and has an identity.
struct Reducer {
    combine: fn(&Var, &Var) -> Result<PrimExpr>,
    identity: fn(DataType) -> Result<PrimExpr>,
}

impl Reducer {
    /// Reduces the elements of `source` along the axes `vars`.
    fn reduce(&self, source: PrimExpr, vars: &[IterVar]) -> Result<PrimExpr> {
        let dtype = source.dtype;
        let [x, y] = ["x", "y"].map(|name| Var::new(name, dtype, None));
        let result = (self.combine)(&x, &y)?;
        let reducer = CommReducer::new([x], [y], [result], [(self.identity)(dtype)?], None)?;
        let (source, axes) = (Array::from([source]), Array::from(vars.to_vec()));
        let all = op::const_true(1, None)?;
        Ok(Reduce::new(reducer, source, axes, Some(all), 0, [], None)?.upcast())
    }
}

const ALL: Reducer = Reducer {
    combine: |x, y| op::logical_and(x, y, None),
    identity: |dtype| op::make_const(dtype, true, None),
};
const ANY: Reducer = Reducer {
    combine: |x, y| op::logical_or(x, y, None),
    identity: |dtype| op::make_const(dtype, false, None),
};
const MAX: Reducer =
    Reducer { combine: |x, y| op::max(x, y, None), identity: |dtype| op::min_value(dtype, None) };
const MIN: Reducer =
    Reducer { combine: |x, y| op::min(x, y, None), identity: |dtype| op::max_value(dtype, None) };
const PROD: Reducer =
    Reducer { combine: |x, y| op::mul(x, y, None), identity: |dtype| op::make_const(dtype, 1, None) };
const SUM: Reducer =
    Reducer { combine: |x, y| op::add(x, y, None), identity: |dtype| op::make_const(dtype, 0, None) };

/// The maximum of a value along axes.
pub(super) fn max_over(source: PrimExpr, vars: &[IterVar]) -> Result<PrimExpr> {
    MAX.reduce(source, vars)
}

/// The sum of a value along axes.
pub(super) fn sum_over(source: PrimExpr, vars: &[IterVar]) -> Result<PrimExpr> {
    SUM.reduce(source, vars)
}

fn reduce(data: &Tensor, reduced: &ReduceAxes, reducer: &Reducer) -> Result {
    reduced_by(data, &Reduced::of(data, reduced)?, reducer)
}

fn reduced_by(data: &Tensor, reduced: &Reduced, reducer: &Reducer) -> Result {
    let name = format!("{}_red", data.op.name);
    compute(&reduced.shape, &name, tag::COMM_REDUCE, |indices| {
        reducer.reduce(load(data, reduced.indices(data.shape.len(), indices))?, &reduced.vars)
    })
}

macro_rules! reductions {
    ($($(#[$doc:meta])* $function:ident $reducer:ident;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// Returns an error if the tensor lacks an axis, or if the reduction does not accept
            /// the data type.
            pub fn $function(data: &Tensor, axes: &ReduceAxes) -> Result {
                reduce(data, axes, &$reducer)
            }
        )*
    };
}

reductions! {
    /// Whether all elements along the axes are true.
    all ALL;
    /// Whether any element along the axes is true.
    any ANY;
    /// The greatest element along the axes.
    max MAX;
    /// The least element along the axes.
    min MIN;
    /// The product of the elements along the axes.
    prod PROD;
    /// The sum of the elements along the axes.
    sum SUM;
}

/// The sums along the axes that a broadcast of `shape` to the shape of `data` stretches.
///
/// # Errors
/// Returns an error if an extent is not a constant, or if `shape` has too many axes.
pub fn collapse_sum(data: &Tensor, shape: &Array<PrimExpr>) -> Result {
    let check = Check("topi.collapse_sum");
    let lengths = |operand, shape: &Array<PrimExpr>| {
        let length = |extent: &PrimExpr| {
            let error = || check.operand_error(operand, "constants", objet::text::as_repr(Some(extent)));
            as_const_int(extent).ok_or_else(error)
        };
        shape.iter().map(length).collect::<Result<Vec<i64>>>()
    };
    let (own, mut target) = (lengths("data", &data.shape)?, lengths("shape", shape)?);
    if target.len() > own.len() {
        check.count("axes of the shape", own.len(), target.len())?;
    }
    let (mut axes, mut squeezed) = (Vec::new(), Vec::new());
    for (axis, length) in own.iter().enumerate().rev() {
        match target.last() {
            Some(last) if last == length => {
                target.pop();
                continue;
            }
            Some(1) => {
                target.pop();
            }
            Some(_) => {}
            None => squeezed.push(axis),
        }
        axes.push(axis);
    }
    if axes.is_empty() {
        return compute(&data.shape, UNNAMED, tag::COMM_REDUCE, |indices| load(data, indices.to_vec()));
    }
    axes.reverse();
    reduced_by(data, &Reduced::to_shape(data, axes, shape.clone(), squeezed)?, &SUM)
}

/// A search for an element along axes.
#[derive(Clone, Copy)]
pub(super) struct Search {
    name: &'static str,
    is_better: fn(&Var, &Var) -> Result<PrimExpr>,
    identity: fn(DataType) -> Result<PrimExpr>,
}

pub(super) const ARGMAX: Search = Search {
    name: "argmax",
    is_better: |x, y| op::greater(x, y, None),
    identity: |dtype| op::min_value(dtype, None),
};
pub(super) const ARGMIN: Search = Search {
    name: "argmin",
    is_better: |x, y| op::less(x, y, None),
    identity: |dtype| op::max_value(dtype, None),
};

impl Search {
    /// Returns the position and the value of the best pair along axes. Of equal values, the first
    /// one is the best, or the last one.
    pub(super) fn best(
        self,
        position: PrimExpr,
        value: PrimExpr,
        vars: &[IterVar],
        select_last: bool,
    ) -> Result<Vec<PrimExpr>> {
        let var = |side: &str, index, dtype| Var::new(format!("{}_{side}_{index}", self.name), dtype, None);
        let pair = |side| [var(side, 0, position.dtype), var(side, 1, value.dtype)];
        let (lhs, rhs) = (pair("lhs"), pair("rhs"));
        let order = if select_last { op::greater } else { op::less };
        let is_better = (self.is_better)(&lhs[1], &rhs[1])?;
        let is_first = order(&lhs[0], &rhs[0], None)?;
        let is_same = op::equal(&lhs[1], &rhs[1], None)?;
        let is_left = op::logical_or(&is_better, op::logical_and(is_same, is_first, None)?, None)?;
        let result =
            [op::select(is_left, &lhs[0], &rhs[0], None)?, op::select(is_better, &lhs[1], &rhs[1], None)?];
        let identity = [op::make_const(position.dtype, -1, None)?, (self.identity)(value.dtype)?];
        let reducer = CommReducer::new(lhs, rhs, result, identity, None)?;
        let (source, axes) = (Array::from([position, value]), Array::from(vars.to_vec()));
        let all = op::const_true(1, None)?;
        let value_at = |index| {
            let (reducer, source, axes, all) = (reducer.clone(), source.clone(), axes.clone(), all.clone());
            Ok(Reduce::new(reducer, source, axes, Some(all), index, [], None)?.upcast())
        };
        Ok(vec![value_at(0)?, value_at(1)?])
    }
}

fn search(data: &Tensor, axes: &ReduceAxes, search: Search, select_last: bool) -> Result {
    let reduced = Reduced::of(data, axes)?;
    let name = format!("{}_red", data.op.name);
    let temp = format!("{name}_temp");
    let pairs = compute_op(&reduced.shape, &temp, tag::COMM_REDUCE_IDX, Map::new(), |indices| {
        let positions: Vec<PrimExpr> = reduced.vars.iter().map(|axis| axis.var.clone().upcast()).collect();
        let extents: Vec<PrimExpr> = reduced.axes.iter().map(|axis| data.shape[*axis].clone()).collect();
        let value = load(data, reduced.indices(data.shape.len(), indices))?;
        search.best(flat_index(&positions, &extents)?, value, &reduced.vars, select_last)
    })?;
    let positions = pairs.output(0)?;
    compute(&reduced.shape, &name, tag::COMM_REDUCE_IDX, |indices| load(&positions, indices.to_vec()))
}

/// The position of the greatest element along the axes: the first or the last one of equal
/// elements.
///
/// # Errors
/// Returns an error if the tensor lacks an axis, or if its data type has no least value.
pub fn argmax(data: &Tensor, axes: &ReduceAxes, select_last_index: bool) -> Result {
    search(data, axes, ARGMAX, select_last_index)
}

/// The position of the least element along the axes: the first or the last one of equal elements.
///
/// # Errors
/// Returns an error if the tensor lacks an axis, or if its data type has no greatest value.
pub fn argmin(data: &Tensor, axes: &ReduceAxes, select_last_index: bool) -> Result {
    search(data, axes, ARGMIN, select_last_index)
}
