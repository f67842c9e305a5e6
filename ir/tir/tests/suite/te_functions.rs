//! Functions of tir that compute tensors.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::function::BoxError;
use objet::prelude::*;
use objet::{Registry, load_json, structural_equal};
use objet_ir::expr::{Bool, FloatImm, PrimExpr};
use objet_tir::expr::{CommReducer, IterVar, IterVarType, Range, Reduce, Var};
use objet_tir::function::PrimFunc;
use objet_tir::stmt::BlockRealizeNode;
use objet_tir::te::{ComputeOp, CreateFuncError, ScanOp, Tensor, TensorOperation, create_prim_func};

type Result<T = ()> = std::result::Result<T, BoxError>;

const FLOAT: DataType = DataType::float(32);

fn axis(name: &str, kind: IterVarType) -> Result<IterVar> {
    let var = Var::new(name, DataType::int(32), None);
    Ok(IterVar::new(Some(Range::from_min_extent(0, 8)), var, kind, "", None)?)
}

fn input(name: &str) -> Tensor {
    Tensor::placeholder(name, [8.into()], FLOAT)
}

/// Returns a tensor that adds 1 to each element of another.
fn plus_one(tensor: &Tensor) -> Result<Tensor> {
    let i = axis("i", IterVarType::DataPar)?;
    let sum = (tensor.at([i.var.clone().upcast()])? + FloatImm::new(FLOAT, 1.0, None)?).expr()?;
    Ok(ComputeOp::new("sum", "", [i], [sum])?.output(0)?)
}

#[test]
fn functions_equal_those_of_tvm() -> Result {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/te/functions.json.gz");
    let mut json = String::new();
    GzDecoder::new(File::open(path)?).read_to_string(&mut json)?;
    let cases: Map<objet::String, Array<ObjectRef>> =
        load_json(&json)?.downcast::<ObjectRef>()?.downcast()?;
    assert_eq!(cases.len(), 10);
    for (name, case) in &cases {
        let found = Registry::expect("te.CreatePrimFunc")?.call((&case[0],))?.get::<PrimFunc>()?;
        let text = objet::text::as_repr(Some(&found));
        assert!(structural_equal(&found, &case[1]), "{name}: {text}");
    }
    Ok(())
}

#[test]
fn other_operations_are_errors() -> Result {
    let a = input("a");
    let sum = plus_one(&a)?;
    assert!(
        matches!(create_prim_func(std::slice::from_ref(&sum)), Err(CreateFuncError::Input(name)) if name == "a")
    );

    let (state, step) = (input("state"), Var::new("step", DataType::int(32), None));
    let range = Range::from_min_extent(1, 7);
    let step = IterVar::new(Some(range), step, IterVarType::Ordered, "", None)?;
    let init = Tensor::placeholder("init", [1.into()], FLOAT);
    let scan = ScanOp::new("scan", "", Map::new(), step, [init], [plus_one(&state)?], [state], [a.clone()])?;
    let error = create_prim_func(&[a.clone(), scan.output(0)?]).expect_err("a scan has no block");
    assert!(error.to_string().contains("Unsupported Operation: ScanOp."), "{error}");
    let args = Array::from([a.clone(), scan.output(0)?]);
    let error = Registry::expect("te.CreatePrimFunc")?.call((&args,)).expect_err("a scan has no block");
    assert_eq!(error.kind().name(), "TypeError");

    let [x, y] = ["x", "y"].map(|name| Var::new(name, FLOAT, None));
    let total = CommReducer::new(
        [x.clone()],
        [y.clone()],
        [(&x + &y).expr()?],
        [FloatImm::new(FLOAT, 0.0, None)?.upcast()],
        None,
    )?;
    let k = axis("k", IterVarType::CommReduce)?;
    let element = a.at([k.var.clone().upcast()])?;
    let reduced = |condition: PrimExpr, init: &[PrimExpr]| -> Result<Tensor> {
        let sources = [element.clone()];
        let sum = Reduce::new(total.clone(), sources, [k.clone()], Some(condition), 0, init.to_vec(), None)?;
        Ok(ComputeOp::new("total", "", [], [sum.upcast()])?.output(0)?)
    };
    let known = Bool::from(true).upcast();
    assert!(create_prim_func(&[a.clone(), reduced(known, &[])?]).is_ok());
    let unknown = Var::new("c", DataType::BOOL, None).upcast();
    let with_init = reduced(Bool::from(true).upcast(), &[FloatImm::new(FLOAT, 1.0, None)?.upcast()])?;
    for tensor in [reduced(unknown, &[])?, with_init] {
        let error = create_prim_func(&[a.clone(), tensor]);
        assert!(matches!(error, Err(CreateFuncError::Reduction { op, .. }) if op == "total"));
    }
    Ok(())
}

#[test]
fn inputs_of_outputs_are_arguments() -> Result {
    let (a, b) = (input("a"), input("b"));
    let i = axis("i", IterVarType::DataPar)?;
    let at = |tensor: &Tensor| tensor.at([i.var.clone().upcast()]);
    let both = ComputeOp::new("both", "", [i.clone()], [(at(&a)? + at(&b)?).expr()?, at(&b)?])?;
    let sum = plus_one(&both.output(0)?)?;
    for (outputs, expected) in [
        (vec![both.output(0)?, both.output(1)?], "var_b var_a var_both.v0 var_both.v1"),
        (vec![sum.clone(), both.output(0)?], "var_b var_a var_sum var_both.v0"),
        (vec![plus_one(&b)?, sum], "var_b var_a var_sum var_sum"),
    ] {
        let outputs = Array::from(outputs);
        let func = Registry::expect("te.CreatePrimFuncFromOutputs")?.call((&outputs,))?.get::<PrimFunc>()?;
        let names: Vec<&str> = func.params.iter().map(|param| param.name_hint.as_str()).collect();
        assert_eq!(names.join(" "), expected);
    }
    Ok(())
}

#[test]
fn a_long_chain_of_operations_is_one_function() -> Result {
    let a = input("a");
    let mut last = a.clone();
    for _ in 0..1000 {
        last = plus_one(&last)?;
    }
    let func = create_prim_func(&[a, last])?;
    let root = func.body.as_node::<BlockRealizeNode>().ok_or("no root block")?;
    assert_eq!(root.block.alloc_buffers.len(), 999);
    Ok(())
}
