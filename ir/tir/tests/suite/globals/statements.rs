//! Statements.

use objet::String as Text;
use objet::function::ArgValue;
use objet::prelude::*;
use objet_ir::expr::PrimExpr;
use objet_tir::buffer::Buffer;
use objet_tir::expr::{IterVar, IterVarType, ProducerLoadNode, Range};
use objet_tir::op::{self, as_const_int};
use objet_tir::stmt::{
    Allocate, AssertStmtNode, Block, BlockRealizeNode, BufferRegion, Evaluate, For, ForKind, IfThenElseNode,
    PrefetchNode, ProducerStoreNode, SeqStmt, Stmt, Store,
};
use objet_tir::te::Tensor;

use super::{Result, call, int, list, make, text, var};

#[test]
fn statements_take_what_front_ends_pass() -> Result<()> {
    let nop: Stmt = make("tir.Evaluate", &[1.into()])?;
    let x = var("x");
    let yes = op::const_true(1, None)?;
    let is_one: ObjectRef = make("tir._OpEQ", &[(&x).into(), 1.into()])?;
    let [x_arg, nop_arg, yes_arg] = [(&x).into(), ArgValue::from(&nop), (&yes).into()];

    let let_stmt: ObjectRef = make("tir.LetStmt", &[x_arg, 1.into(), nop_arg])?;
    assert_eq!(let_stmt.type_key(), "tir.LetStmt");
    let attr: ObjectRef = make("tir.AttrStmt", &[(&is_one).into(), "xx".into(), 1.into(), nop_arg])?;
    assert_eq!(attr.type_key(), "tir.AttrStmt");
    let assert: ObjectRef = make("tir.AssertStmt", &[yes_arg, (&Text::from("hellow")).into(), nop_arg])?;
    let message = assert.as_node::<AssertStmtNode>().map(|node| text(&node.message));
    assert_eq!(message.as_deref(), Some("\"hellow\""));

    let none = ArgValue::Null;
    let times: For = make("tir.For", &[x_arg, 0.into(), 10.into(), 2.into(), nop_arg, none, none])?;
    assert_eq!((times.kind, as_const_int(&times.extent)), (ForKind::Vectorized, Some(10)));
    assert!(times.annotations.is_empty() && times.body.same_as(&nop));
    assert!(call("tir.For", &[x_arg, 0.into(), 10.into(), 9.into(), nop_arg, none, none, none]).is_err());
    let again: ObjectRef = make("tir.While", &[(&is_one).into(), nop_arg])?;
    assert_eq!(again.type_key(), "tir.While");

    let pointer = Buffer::decl([int(1)], DataType::float(32), "p", "", None)?.data.clone();
    let args = [(&pointer).into(), 1.into(), 10.into(), yes_arg, none];
    for count in 3..=5 {
        let store = call("tir.Store", &args[..count])?.get::<Store>()?;
        assert_eq!((as_const_int(&store.index), as_const_int(&store.predicate)), (Some(10), Some(1)));
    }
    assert!(call("tir.Store", &args[..2]).is_err());
    let extents = list([&int(10)]);
    let allocate = [(&pointer).into(), "float32".into(), (&extents).into(), yes_arg, nop_arg];
    let allocate: Allocate =
        make("tir.Allocate", &[&allocate[..], &[(&Map::<Text, ObjectRef>::new()).into()]].concat())?;
    assert_eq!(allocate.constant_allocation_size(), Some(10));

    let choice: ObjectRef = make("tir.IfThenElse", &[yes_arg, nop_arg, none])?;
    assert!(choice.as_node::<IfThenElseNode>().is_some_and(|node| node.else_case.is_none()));
    let seq = list([&nop, &choice]);
    assert_eq!(make::<SeqStmt>("tir.SeqStmt", &[(&seq).into()])?.seq.len(), 2);
    assert!(call("tir.SeqStmt", &[(&list([&x])).into(), none]).is_err());
    assert!(call("tir.While", &[(&is_one).into(), none, none]).is_err());
    Ok(())
}

#[test]
fn statements_on_buffers_and_tensors() -> Result<()> {
    let none = ArgValue::Null;
    let buffer = Buffer::decl([int(4), int(8)], DataType::float(32), "B", "", None)?;
    let buffer_arg = ArgValue::from(&buffer);
    let (i, nop) = (var("i"), Stmt::from(Evaluate::new(0, None)));
    let indices = list([&i, &int(1)]);
    let store: ObjectRef = make("tir.BufferStore", &[buffer_arg, 0.5.into(), (&indices).into()])?;
    assert_eq!(store.type_key(), "tir.BufferStore");
    let bounds = Array::from([Range::from_min_extent(0, 4), Range::from_min_extent(0, 8)]);
    let yes = op::const_true(1, None)?;
    let args = [buffer_arg, (&bounds).into(), (&yes).into(), (&nop).into()];
    assert_eq!(make::<ObjectRef>("tir.BufferRealize", &args)?.type_key(), "tir.BufferRealize");
    let prefetch: ObjectRef = make("tir.Prefetch", &[buffer_arg, (&list([])).into()])?;
    assert!(prefetch.as_node::<PrefetchNode>().is_some_and(|node| node.bounds.is_empty()));

    let tensor = Tensor::placeholder("T", [int(4)], DataType::float(16));
    let index = list([&i]);
    let load: PrimExpr = make("tir.ProducerLoad", &[(&tensor).into(), (&index).into()])?;
    assert!(load.is_instance::<ProducerLoadNode>() && load.dtype == DataType::float(16));
    let store: ObjectRef = make("tir.ProducerStore", &[(&tensor).into(), (&load).into(), (&index).into()])?;
    assert!(store.is_instance::<ProducerStoreNode>());
    let bounds = Array::from([Range::from_min_extent(0, 4)]);
    let args = [(&tensor).into(), (&bounds).into(), (&yes).into(), (&store).into(), "local".into()];
    assert_eq!(make::<ObjectRef>("tir.ProducerRealize", &args)?.type_key(), "tir.ProducerRealize");

    let region = Array::from([Range::from_min_extent(0, 1), Range::from_min_extent(0, 8)]);
    let region = call("tir.BufferRegion", &[buffer_arg, (&region).into()])?.get::<BufferRegion>()?;
    let row = Buffer::decl([int(8)], DataType::float(32), "row", "", None)?;
    assert!(call("tir.MatchBufferRegion", &[(&row).into(), (&region).into()]).is_ok());
    assert!(call("tir.MatchBufferRegion", &[buffer_arg, (&region).into()]).is_err());
    let axis = IterVar::new(Some(Range::from_min_extent(0, 4)), i.clone(), IterVarType::DataPar, "", None)?;
    let (axes, regions, rows) = (Array::from([axis]), Array::from([region]), Array::from([row]));
    let writes = Array::<BufferRegion>::new();
    let args = [
        (&axes).into(),
        (&regions).into(),
        (&writes).into(),
        "block".into(),
        (&nop).into(),
        none,
        (&rows).into(),
        none,
        none,
    ];
    let block: Block = make("tir.Block", &args)?;
    assert_eq!(
        (block.name_hint.as_str(), block.alloc_buffers.len(), block.init.is_none()),
        ("block", 1, true)
    );
    let realize: ObjectRef = make("tir.BlockRealize", &[(&index).into(), (&yes).into(), (&block).into()])?;
    assert!(realize.as_node::<BlockRealizeNode>().is_some_and(|node| node.block.same_as(&block)));
    let no_values = call("tir.BlockRealize", &[(&list([])).into(), (&yes).into(), (&block).into(), none]);
    assert!(no_values.is_err());
    Ok(())
}
