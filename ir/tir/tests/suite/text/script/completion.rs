//! Completion of functions that a parser makes.

use objet_ir::expr::{Bool, FloatImm, IntImm, PrimExpr};
use objet_tir::buffer::Buffer;
use objet_tir::expr::{BufferLoad, IterVar, IterVarType, Load, Range, Var};
use objet_tir::function::PrimFunc;
use objet_tir::script::{CompleteError, complete};
use objet_tir::stmt::{
    Block, BlockRealize, BlockRealizeNode, BufferStore, Evaluate, For, SeqStmt, Stmt, Store,
};

use objet::Registry;
use objet::function::BoxError;
use objet::prelude::*;

type Result<T = ()> = std::result::Result<T, BoxError>;
type Annotations = Map<objet::String, Option<ObjectRef>>;

fn buffer(name: &str) -> Result<Buffer> {
    Ok(Buffer::decl([8.into()], DataType::float(32), name, "", None)?)
}

fn copy(to: &Buffer, from: &Buffer) -> Result<Stmt> {
    let load = BufferLoad::new(from.clone(), [1.into()], None)?;
    Ok(BufferStore::new(to.clone(), load, [0.into()], None)?.upcast())
}

fn detect(mask: i32) -> Annotations {
    let mask: Option<ObjectRef> = Some(IntImm::from(mask).into());
    [("tir.script_parsing_detect_access".into(), mask)].into()
}

fn realize(name: &str, body: Stmt, buffers: &[&Buffer], annotations: Annotations) -> Result<Stmt> {
    let buffers: Array<Buffer> = buffers.iter().map(|buffer| (*buffer).clone()).collect();
    let block = Block::new([], [], [], name, body, None, buffers, [], annotations, None);
    Ok(BlockRealize::new([], Bool::from(true), block, None)?.upcast())
}

fn times(body: Stmt) -> Result<Stmt> {
    Ok(For::serial(Var::new("i", DataType::int(32), None), 4, body)?.upcast())
}

fn function(buffers: &[&Buffer], body: Stmt) -> PrimFunc {
    let handles = buffers.iter().map(|buffer| (Var::new("h", DataType::HANDLE, None), (*buffer).clone()));
    let buffers: Map<Var, Buffer> = handles.collect();
    let params: Array<Var> = buffers.keys().cloned().collect();
    PrimFunc::new(params, body, None, buffers, None, None)
}

fn text(object: &impl IsObjectRef) -> String {
    objet::text::as_repr(Some(object))
}

/// Returns the block that a statement runs, or that the loop in it runs.
fn block(stmt: &Stmt) -> Result<Block> {
    let inside = stmt.downcast_ref::<For>().map_or(stmt, |times| &times.body);
    Ok(inside.as_node::<BlockRealizeNode>().ok_or("no block")?.block.clone())
}

#[test]
fn blocks_get_their_regions() -> Result {
    let (a, b, c) = (buffer("A")?, buffer("B")?, buffer("C")?);
    let complete = |body: Stmt| complete(function(&[&a, &b], body), &[]);
    for (mask, expected) in [
        (0, ("[]", "[]")),
        (1, ("[B[1]]", "[]")),
        (2, ("[]", "[A[0]]")),
        (3, ("[B[1]]", "[A[0]]")),
        (4, ("[]", "[]")),
    ] {
        let other: Option<ObjectRef> = Some(objet::String::from("kept").into());
        let mut annotations = detect(mask);
        annotations.insert("other".into(), other);
        let func = complete(times(realize("x", copy(&a, &b)?, &[], annotations)?)?)?;
        let root = block(&func.body)?;
        assert_eq!((root.name_hint.as_str(), root.alloc_buffers.len()), ("root", 0));
        let x = block(&root.body)?;
        assert_eq!((text(&x.reads).as_str(), text(&x.writes).as_str()), expected, "{mask}");
        assert_eq!(x.annotations.len(), if mask == 0 { 2 } else { 1 });
    }
    // The regions of an inner block are those of the outer one. Buffers of the outer block are not.
    let inner = realize("inner", copy(&c, &b)?, &[], detect(3))?;
    let func = complete(realize("outer", times(inner)?, &[&c], detect(3))?)?;
    let outer = block(&func.body)?;
    assert_eq!((text(&outer.reads).as_str(), text(&outer.writes).as_str()), ("[B[1]]", "[]"));
    let inner = block(&outer.body)?;
    assert_eq!((text(&inner.reads).as_str(), text(&inner.writes).as_str()), ("[B[1]]", "[C[0]]"));
    Ok(())
}

#[test]
fn functions_with_blocks_get_a_root_block() -> Result {
    let (a, b, c) = (buffer("A")?, buffer("B")?, buffer("C")?);
    let x = realize("x", copy(&a, &b)?, &[], Map::new())?;
    let axis = Var::new("v", DataType::int(32), None);
    let range = Some(Range::from_min_extent(0, 4));
    let axis = IterVar::new(range, axis, IterVarType::DataPar, "", None)?;
    let over = Block::new([axis], [], [], "over", copy(&a, &b)?, None, [], [], Map::new(), None);
    let over_axis = |value: PrimExpr| -> Result<Stmt> {
        Ok(BlockRealize::new([value], Bool::from(true), over.clone(), None)?.upcast())
    };
    let two = SeqStmt::new([x.clone(), x.clone()], None).upcast();
    for (name, body, buffers, gets_root) in [
        ("no block", copy(&a, &b)?, vec![], false),
        ("no block, but a buffer", copy(&c, &b)?, vec![c.clone()], true),
        ("a block", x.clone(), vec![], false),
        ("a block and a buffer", x.clone(), vec![c.clone()], true),
        ("a block with a variable", over_axis(1.into())?, vec![], true),
        ("two blocks", two, vec![], true),
        ("a loop", times(x)?, vec![], true),
    ] {
        let func = function(&[&a, &b], body);
        let buffers = Array::from(buffers);
        let args = [(&func).into(), (&buffers).into()];
        let completed = Registry::expect("script.Complete")?.call(args)?.get::<PrimFunc>()?;
        assert_eq!(completed.same_as(&func), !gets_root, "{name}");
        if gets_root {
            let root = block(&completed.body)?;
            assert_eq!((root.name_hint.as_str(), &root.alloc_buffers[..]), ("root", &buffers[..]), "{name}");
            assert!(root.body.same_as(&func.body), "{name}");
        }
    }

    let single = IntImm::new(DataType::uint(32), 1, None)?;
    for value in [FloatImm::from(1.0).upcast(), single.upcast()] {
        let error = complete(function(&[&a, &b], over_axis(value)?), &[]);
        assert!(matches!(error, Err(CompleteError::Value { .. })));
    }
    Ok(())
}

#[test]
fn unknown_regions_are_errors() -> Result {
    let a = buffer("A")?;
    let used: Stmt = Evaluate::new(a.data.clone(), None).upcast();
    let func = function(&[&a], realize("x", used.clone(), &[], detect(3))?);
    assert!(matches!(complete(func.clone(), &[]), Err(CompleteError::Pointer { .. })));
    let none = Array::<Buffer>::new();
    let args = [(&func).into(), (&none).into()];
    let error = Registry::expect("script.Complete")?.call(args).expect_err("a pointer is used");
    assert_eq!(error.kind().name(), "ValueError");
    assert!(error.message().contains("block x accesses buffer A through its pointer"), "{error}");
    let mask: Option<ObjectRef> = Some(objet::String::from("x").into());
    let annotations: Annotations = [("tir.script_parsing_detect_access".into(), mask)].into();
    let func = function(&[&a], realize("x", used, &[], annotations)?);
    assert!(matches!(complete(func, &[]), Err(CompleteError::Annotation { .. })));
    Ok(())
}

#[test]
fn very_deep_functions_are_completed() -> Result {
    let (a, b) = (buffer("A")?, buffer("B")?);
    let mut body = copy(&a, &b)?;
    for _ in 0..20_000 {
        body = realize("x", times(body)?, &[], detect(3))?;
    }
    let func = complete(function(&[&a, &b], body), &[])?;
    assert_eq!(text(&block(&func.body)?.writes), "[A[0]]");
    Ok(())
}

#[test]
fn predicates_can_be_numbers() -> Result {
    let a = buffer("A")?;
    let (value, pointer) = (FloatImm::from(1.0), a.data.clone());
    let all = [(&pointer).into(), (&value).into(), 0.into(), 1.into()];
    let stored = Registry::expect("tir.Store")?.call(all)?.get::<Store>()?;
    assert_eq!(text(&stored.predicate), "1");
    let loaded = [DataType::float(32).into(), (&pointer).into(), 0.into(), 0.into()];
    let loaded = Registry::expect("tir.Load")?.call(loaded)?.get::<Load>()?;
    assert_eq!(text(&loaded.predicate), "0");
    let without = [(&pointer).into(), (&value).into(), 0.into()];
    let without = Registry::expect("tir.Store")?.call(without)?.get::<Store>()?;
    assert_eq!(without.predicate.dtype, DataType::BOOL);
    let bad = [(&pointer).into(), (&value).into(), 0.into(), DataType::BOOL.into()];
    assert!(Registry::expect("tir.Store")?.call(bad).is_err());
    let func = function(&[&a], stored.upcast());
    assert!(func.specialize([])?.same_as(&func));
    Ok(())
}
