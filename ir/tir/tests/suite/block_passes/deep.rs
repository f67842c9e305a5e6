//! Deep functions, and functions that the passes refuse.

use objet::String;
use objet_ir::expr::{Bool, FloatImm, PrimExpr};
use objet_tir::buffer::Buffer;
use objet_tir::expr::{BufferLoad, IterVar, IterVarType, Range, Var};
use objet_tir::functor::post_order;
use objet_tir::stmt::{Block, BlockNode, BlockRealize, BufferStore, For, ForKind, SeqStmt, Stmt};

use super::*;

const LOWERING: [&str; 7] = [
    "LowerInitBlock",
    "PlanAndUpdateBufferAllocationLocation",
    "ConvertBlocksToOpaque",
    "UnifyThreadBinding",
    "CompactBufferAllocation",
    "LowerMatchBuffer",
    "FlattenBuffer",
];

fn int(name: &str) -> Var {
    Var::new(name, DataType::int(32), None)
}

fn buffer(name: &str) -> Result<Buffer> {
    Ok(Buffer::decl([16.into()], DataType::float(32), name, "", None)?)
}

fn write(buffer: &Buffer, index: impl Into<PrimExpr>) -> Result<Stmt> {
    Ok(BufferStore::new(buffer.clone(), FloatImm::new(buffer.dtype, 1.0, None)?, [index.into()], None)?
        .upcast())
}

fn function(body: Stmt) -> PrimFunc {
    PrimFunc::new([], body, None, Map::new(), None, None)
}

/// Returns a statement that runs a block with one variable.
fn realize(value: impl Into<PrimExpr>, body: Stmt, allocated: Array<Buffer>) -> Result<Stmt> {
    let range = Some(Range::from_min_extent(0, 16));
    let axis = IterVar::new(range, int("v"), IterVarType::DataPar, "", None)?;
    let block = Block::new([axis], [], [], "block", body, None, allocated, [], Map::new(), None);
    Ok(BlockRealize::new([value.into()], Bool::from(true), block, None)?.upcast())
}

/// Runs a function on a thread with a small stack.
fn on_small_stack(test: fn() -> Result) -> Result {
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(test)?;
    thread.join().map_err(|_| "the thread panicked")?
}

#[test]
fn deep_functions_are_lowered() -> Result {
    on_small_stack(|| {
        let (a, b) = (buffer("A")?, buffer("B")?);
        let load = BufferLoad::new(a.clone(), [3.into()], None)?;
        let store = BufferStore::new(b.clone(), load, [2.into()], None)?;
        let mut body: Stmt = SeqStmt::new([write(&a, 3)?, store.upcast()], None).upcast();
        for depth in 0..10_000 {
            let i = int("i");
            body = match depth % 4 {
                0 => realize(i.clone(), body, [].into())?,
                1 => {
                    let unnamed = int("");
                    let axis = IterVar::new(None, unnamed, IterVarType::ThreadIndex, "threadIdx.x", None)?;
                    let kind = ForKind::ThreadBinding;
                    For::new(i.clone(), 0, 4, kind, body, Some(axis), Map::new(), None)?.upcast()
                }
                2 => For::serial(i.clone(), 1, body)?.upcast(),
                _ => body,
            };
            body = For::serial(i, 8, body)?.upcast();
        }
        let mut func = function(realize(0, body, [a, b].into())?);
        for pass in LOWERING {
            func = run(pass, &func).map_err(|error| format!("{pass}: {error}"))?;
        }
        assert!(post_order(&func).all(|object| !object.is_instance::<BlockNode>()));
        Ok(())
    })
}

fn error(pass: &str, body: Stmt) -> Result<std::string::String> {
    match run(pass, &function(body)) {
        Ok(_) => Err(format!("{pass} accepts the function").into()),
        Err(error) => Ok(error.to_string()),
    }
}

#[test]
fn errors_name_the_place() -> Result {
    let a = buffer("A")?;
    let unused = realize(0, write(&a, 0)?, [buffer("B")?].into())?;
    let message = error("CompactBufferAllocation", unused)?;
    assert!(message.contains("buffer B is allocated but not accessed"), "{message}");

    let v = int("v");
    let range = Some(Range::from_min_extent(0, 16));
    let axis = IterVar::new(range, v.clone(), IterVarType::DataPar, "", None)?;
    let block = Block::new([axis], [], [], "P", write(&a, 0)?, None, [], [], Map::new(), None);
    let once = |value: PrimExpr| BlockRealize::new([value], Bool::from(true), block.clone(), None);
    let message = error("ConvertBlocksToOpaque", once((&v + 1).expr()?)?.upcast())?;
    assert!(message.contains("\"P\"") && message.contains("variable v"), "{message}");
    let twice: Stmt = SeqStmt::new([once(1.into())?.upcast(), once(2.into())?.upcast()], None).upcast();
    let message = error("ConvertBlocksToOpaque", twice)?;
    assert!(message.contains("another block has another value of variable v"), "{message}");
    let message = error("FlattenBuffer", once(1.into())?.upcast())?;
    assert!(message.contains("run ConvertBlocksToOpaque first"), "{message}");

    let mut with_init = block.clone();
    *with_init.make_mut().init = Some(write(&a, 1)?);
    let with_init = || BlockRealize::new([1.into()], Bool::from(true), with_init.clone(), None);
    for pass in ["PlanAndUpdateBufferAllocationLocation", "ConvertBlocksToOpaque", "CompactBufferAllocation"]
    {
        let message = error(pass, with_init()?.upcast())?;
        assert!(message.contains("block \"P\" has an initial statement"), "{message}");
    }

    for (tuple, problem) in [
        (vec![0, 0, 4], "length is not 4"),
        (vec![1, 0, 4, 0], "index of a write"),
        (vec![0, 1, 4, 0], "axis that the buffer does not have"),
    ] {
        let numbers: Array<ObjectRef> =
            tuple.iter().map(|number| objet_ir::expr::IntImm::from(*number).into_object_ref()).collect();
        let mut aligned = block.clone();
        let key = String::from("buffer_dim_align");
        let value = Array::from([numbers]).into_object_ref();
        *aligned.make_mut().annotations = [(key, Some(value))].into_iter().collect();
        *aligned.make_mut().writes = [objet_tir::stmt::BufferRegion::full(a.clone())?].into();
        let body = BlockRealize::new([1.into()], Bool::from(true), aligned, None)?;
        let message = error("CompactBufferAllocation", body.upcast())?;
        assert!(message.contains("block \"P\"") && message.contains(problem), "{message}");
    }

    let unnamed = For::new(int("i"), 0, 4, ForKind::ThreadBinding, write(&a, 0)?, None, Map::new(), None)?;
    for pass in ["UnifyThreadBinding", "FlattenBuffer"] {
        let message = error(pass, unnamed.clone().upcast())?;
        assert!(message.contains("loop i is bound to a thread axis"), "{message}");
    }
    Ok(())
}
