//! Buffers and blocks in TVMScript.

use objet::prelude::*;
use objet_ir::expr::{IntImm, PrimExpr};
use objet_ir::types::{PointerType, PrimType};
use objet_tir::buffer::{Buffer, BufferType};
use objet_tir::expr::{BufferLoad, IterVar, IterVarType, LT, Range, StringImm, Var};
use objet_tir::function::PrimFunc;
use objet_tir::script::as_script;
use objet_tir::stmt::{
    AttrStmt, Block, BlockRealize, BufferRealize, BufferRegion, BufferStore, For, ForKind, MatchBufferRegion,
    Prefetch,
};

use super::{Here, and_then, body_of};
use crate::text::{Result, evaluate, int, matrix, to};

#[test]
fn buffers() -> Result<()> {
    let (param, n, offset) = (Var::new("a", DataType::HANDLE, None), int("n"), int("o"));
    let data = Var::typed("data", PointerType::new(PrimType::new(DataType::float(32)), "shared"), None)?;
    let element = DataType::float(32);
    let a = Buffer::new(
        data.clone(),
        element,
        [n.clone().upcast()],
        [2.into()],
        Some(offset.upcast()),
        "A",
        64,
        8,
        BufferType::Default,
        None,
    )?;
    // A second buffer with the same pointer refers to the names of the first.
    let b = Buffer::new(
        data,
        element,
        [4.into()],
        [],
        Some(3.into()),
        "0",
        0,
        1,
        BufferType::AutoBroadcast,
        None,
    )?;
    let body = BufferStore::new(a.clone(), BufferLoad::new(b, [1.into()], None)?, [n.upcast()], None)?;
    let function = PrimFunc::new([param.clone()], body, None, [(param, a)], None, None);
    let text = r#"def func(a: T.handle) -> None:
    n = T.var("int32")
    stride = T.var("int32")
    # buffer definition
    buf_0 = T.buffer_decl([4], dtype="float32", data=A.data, strides=[stride], elem_offset=3, scope="shared", type="auto")
    A = T.match_buffer(a, [n], dtype="float32", strides=[2], scope="shared", align=64, offset_factor=8)
    # body
    A[n] = buf_0[1]
"#;
    assert_eq!(as_script(&function, "T", false)?.split_once("prim_func\n").map(|(_, text)| text), Some(text));

    let here = Here::new()?;
    let a = matrix("A")?;
    let realize =
        BufferRealize::new(a.clone(), [to(4), to(8)], LT::new(here.x.clone(), 4, None)?, evaluate(1), None);
    here.fails(realize.clone(), "TVMScript: the realization of buffer A has no attribute realize_scope");
    let attr =
        AttrStmt::new(Some(a.clone().into()), "realize_scope", StringImm::new("local", None), realize, None);
    here.says(attr.clone(), "T.realize(A[0:4, 0:8], \"local\", x < 4)\nT.evaluate(1)")?;
    here.says(
        and_then(attr),
        "with T.realize(A[0:4, 0:8], \"local\", x < 4):\n    T.evaluate(1)\nT.evaluate(0)",
    )?;
    here.says(Prefetch::new(a, [to(4), to(8)], None), "T.prefetch(A, [0:4, 0:8])")?;
    let scalar = Buffer::decl([], DataType::float(32), "S", "", None)?;
    let store = BufferStore::new(scalar.clone(), BufferLoad::new(scalar, [], None)?, [], None)?;
    here.says(store, "S[()] = S[()]")
}

#[test]
fn blocks() -> Result<()> {
    let here = Here::new()?;
    let (a, b, c) = (matrix("A")?, matrix("B")?, matrix("C")?);
    let (i, k) = (int("i"), int("k"));
    let axis = |name, dom, kind| IterVar::new(Some(dom), int(name), kind, "", None);
    let axes = [
        axis("vi", to(16), IterVarType::DataPar)?,
        axis("vk", Range::from_min_extent(1, 7), IterVarType::CommReduce)?,
        axis("vo", to(2), IterVarType::Ordered)?,
        axis("vp", to(2), IterVarType::Opaque)?,
    ];
    let place: [PrimExpr; 2] = [axes[0].var.clone().upcast(), axes[1].var.clone().upcast()];
    let store = |value: f32| BufferStore::new(b.clone(), value, place.clone(), None);
    let rows = BufferRegion::new(a.clone(), [to(16), Range::from_min_extent(axes[1].var.clone(), 1)])?;
    let block = Block::new(
        axes,
        [BufferRegion::from_point(a.clone(), place.clone())?, rows],
        [],
        "sum",
        store(2.0)?,
        Some(store(1.0)?.upcast()),
        [b.clone()],
        [MatchBufferRegion::new(c, BufferRegion::full(a)?)?],
        [("k".into(), Some(IntImm::from(1).into()))],
        None,
    );
    let values: [PrimExpr; 4] = [i.clone().upcast(), k.clone().upcast(), 0.into(), 1.into()];
    let realize = BlockRealize::new(values, LT::new(i.clone(), 8, None)?, block.clone(), None)?;
    let loops =
        For::serial(i, 16, For::new(k, 1, 7, ForKind::Serial, realize.clone(), None, Map::new(), None)?)?;
    let text = r#"for i in T.serial(0, 16):
    for k in T.serial(1, 8):
        with T.block("sum"):
            vi, vk = T.axis.remap("SR", [i, k])
            vo = T.axis.scan(2, 0)
            vp = T.axis.opaque(2, 1)
            T.where(i < 8)
            T.reads([A[vi, vk], A[0 : 16, vk]])
            T.writes([])
            T.block_attr({"k":1})
            B = T.alloc_buffer([16, 8], dtype="float32")
            C = T.match_buffer(A[0 : 16, 0 : 8], [16, 8], dtype="float32")
            with T.init():
                B[vi, vk] = T.float32(1)
            B[vi, vk] = T.float32(2)"#;
    here.says(loops, text)?;
    let found = body_of(&here.function(realize))?;
    assert!(found.contains("    vi = T.axis.spatial(16, i)\n    vk = T.axis.reduce((1, 8), k)\n"), "{found}");
    here.fails(block, "TVMScript cannot express tir.Block");
    Ok(())
}
