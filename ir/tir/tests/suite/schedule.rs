//! Schedules of tensor expressions.

mod answers_of_tvm;
mod deep;
mod graphs;
mod hybrid;
mod misuse;

use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::expr::{FloatImm, PrimExpr};
use objet_tir::expr::{CommReducer, IterVar, IterVarType, Range, Reduce, Var};
use objet_tir::te::schedule::ScheduleError;
use objet_tir::te::{ComputeOp, Tensor, TensorOperation};

type Result<T = ()> = std::result::Result<T, BoxError>;

const FLOAT: DataType = DataType::float(32);

fn axis(name: &str, extent: i32, kind: IterVarType) -> Result<IterVar> {
    let var = Var::new(name, DataType::int(32), None);
    Ok(IterVar::new(Some(Range::from_min_extent(0, extent)), var, kind, "", None)?)
}

fn thread(tag: &str) -> Result<IterVar> {
    let var = Var::new(tag, DataType::int(32), None);
    Ok(IterVar::new(None, var, IterVarType::ThreadIndex, tag, None)?)
}

fn input(name: &str, extent: i32) -> Tensor {
    Tensor::placeholder(name, [extent.into()], FLOAT)
}

/// Returns a tensor that adds 1 to each element of another, and its axis.
fn plus_one(name: &str, tensor: &Tensor, extent: i32) -> Result<(Tensor, IterVar)> {
    let i = axis("i", extent, IterVarType::DataPar)?;
    let sum = (tensor.at([i.var.clone().upcast()])? + FloatImm::new(FLOAT, 1.0, None)?).expr()?;
    Ok((ComputeOp::new(name, "", [i.clone()], [sum])?.output(0)?, i))
}

/// Returns the sum of a tensor, and its reduction axis.
fn total(tensor: &Tensor, extent: i32) -> Result<(Tensor, IterVar)> {
    let [x, y] = ["x", "y"].map(|name| Var::new(name, FLOAT, None));
    let zero: PrimExpr = FloatImm::new(FLOAT, 0.0, None)?.upcast();
    let sum = CommReducer::new([x.clone()], [y.clone()], [(&x + &y).expr()?], [zero], None)?;
    let k = axis("k", extent, IterVarType::CommReduce)?;
    let reduce = Reduce::new(sum, [tensor.at([k.var.clone().upcast()])?], [k.clone()], None, 0, [], None)?;
    Ok((ComputeOp::new("total", "", [], [reduce.upcast()])?.output(0)?, k))
}

/// Checks that an action fails with an error whose message contains a text.
#[track_caller]
fn refused<T>(result: std::result::Result<T, ScheduleError>, text: &str) {
    match result {
        Ok(_) => panic!("no error, but expected: {text}"),
        Err(error) => assert!(error.to_string().contains(text), "{error}"),
    }
}
