//! All kinds of statements.

use objet::String as Text;
use objet::prelude::*;
use objet_ir::expr::{IntImm, PrimExpr};
use objet_tir::buffer::Buffer;
use objet_tir::expr::{Add, EQ, IterVar, IterVarType, LT, Range, StringImm};
use objet_tir::stmt::{
    Allocate, AssertStmt, AttrStmt, Block, BlockRealize, BufferRealize, BufferRegion, BufferStore, For,
    ForKind, IfThenElse, LetStmt, MatchBufferRegion, Prefetch, ProducerRealize, ProducerStore, SeqStmt, Stmt,
    Store, While,
};
use objet_tir::te::Tensor;
use objet_tir::text::print;

use super::{Result, evaluate, int, matrix, pointer, repr, shows, to};

#[test]
fn statements() -> Result<()> {
    let (x, p) = (int("x"), pointer("p", "local")?);
    let small = LT::new(x.clone(), 8, None)?;
    shows(evaluate(1), "1", "1\n");
    shows(LetStmt::new(x.clone(), 1, evaluate(x.clone()), None)?, "let x: int32 = 1\nx", "let x = 1\nx\n");
    shows(
        AttrStmt::new(Some(x.clone().into()), "key", 1, evaluate(2), None),
        "attr [x: int32] \"key\" = 1;\n2",
        "// attr [x] key = 1\n2\n",
    );
    let seq = || SeqStmt::new([evaluate(1).upcast(), evaluate(2).upcast()], None);
    shows(seq(), " {\n  1\n  2\n}", "1\n2\n");
    shows(
        AttrStmt::new(None, "key", 1, seq(), None),
        "attr [(nullptr)] \"key\" = 1 {\n  1\n  2\n}",
        "// attr [(nullptr)] key = 1\n1\n2\n",
    );
    shows(
        AssertStmt::new(small.clone(), StringImm::new("small", None), evaluate(1), None)?,
        "assert((x: int32 < 8), \"small\")\n1",
        "assert((x < 8), \"small\")\n1\n",
    );
    shows(Store::new(p.clone(), 1_f32, 2, true, None)?, "p: Pointer(local float32)[2] = 1f32", "p[2] = 1f\n");
    shows(
        Store::new(p.clone(), 1_f32, x.clone(), small.clone(), None)?,
        "p: Pointer(local float32)[x: int32] = 1f32 if (x < 8)",
        "p[x] = 1f if (x < 8)\n",
    );
    let allocate = |condition: PrimExpr, body: Stmt, annotations: Map<Text, Option<ObjectRef>>| {
        Allocate::new(
            p.clone(),
            DataType::float(32),
            [4.into(), 8.into()],
            condition,
            body,
            annotations,
            None,
        )
    };
    shows(
        allocate(true.into(), evaluate(1).upcast(), Map::new())?,
        "allocate(p: Pointer(local float32), float32, [4, 8]), storage_scope = local;\n1",
        "allocate p[float32 * 4 * 8], storage_scope = local\n1\n",
    );
    shows(
        allocate(
            small.clone().upcast(),
            seq().upcast(),
            [("k".into(), Some(IntImm::from(1).into()))].into(),
        )?,
        "allocate(p: Pointer(local float32), float32, [4, 8]), storage_scope = local, annotations = {\"k\": 1}) \
         if (x: int32 < 8) {\n  1\n  2\n}",
        "allocate p[float32 * 4 * 8], storage_scope = local if (x < 8)\n1\n2\n",
    );
    Ok(())
}

#[test]
fn branches_and_loops() -> Result<()> {
    let x = int("x");
    let small = LT::new(x.clone(), 8, None)?;
    shows(
        IfThenElse::new(small.clone(), evaluate(1), None, None)?,
        "if (x: int32 < 8) {\n  1\n}",
        "if ((x < 8)) {\n  1\n}\n",
    );
    let other = IfThenElse::new(EQ::new(x.clone(), 9, None)?, evaluate(2), Some(evaluate(3).upcast()), None)?;
    shows(
        IfThenElse::new(small.clone(), evaluate(1), Some(other.upcast()), None)?,
        "if (x: int32 < 8) {\n  1\n} else {\n  if (x == 9) {\n    2\n  } else {\n    3\n  }\n}",
        "if ((x < 8)) {\n  1\n} else if ((x == 9)) {\n  2\n} else {\n  3\n}\n",
    );
    // An unreachable branch is omitted in the text, but not in the front-end representation.
    shows(
        IfThenElse::new(true, evaluate(1), Some(evaluate(2).upcast()), None)?,
        "if True {\n  1\n}",
        "if ((bool)1) {\n  1\n} else {\n  2\n}\n",
    );
    shows(
        While::new(small, evaluate(1), None)?,
        "while ((x: int32 < 8)) {\n  1\n}",
        "while((x < 8)) {\n  1\n}\n",
    );
    let kinds = [
        (ForKind::Serial, "", "for"),
        (ForKind::Parallel, " \"parallel\"", "parallel"),
        (ForKind::Vectorized, " \"vectorized\"", "vectorized"),
        (ForKind::Unrolled, " \"unroll\"", "unrolled"),
        (ForKind::ThreadBinding, " \"thread_binding\"", "launch_thread"),
    ];
    for (kind, text, shown) in kinds {
        shows(
            For::new(x.clone(), 2, 10, kind, evaluate(x.clone()), None, Map::new(), None)?,
            &format!("for (x: int32, 2, 12){text} {{\n  x\n}}"),
            &format!("{shown} (x, 2, 10) {{\n  x\n}}\n"),
        );
    }
    let both = SeqStmt::new([evaluate(x.clone()).upcast(), evaluate(1).upcast()], None);
    let inner = For::serial(x.clone(), int("n"), both)?;
    shows(
        For::serial(int("y"), 4, inner)?,
        "for (y: int32, 0, 4) {\n  for (x: int32, 0, n: int32) {\n    x\n    1\n  }\n}",
        "for (y, 0, 4) {\n  for (x, 0, n) {\n    x\n    1\n  }\n}\n",
    );
    Ok(())
}

#[test]
fn statements_on_buffers_and_tensors() -> Result<()> {
    let (a, i) = (matrix("A")?, int("i"));
    let whole = "A: Buffer(A_1: Pointer(float32), float32, [16, 8], [])";
    shows(
        BufferStore::new(a.clone(), 0_f32, [i.clone().upcast(), 1.into()], None)?,
        &format!("{whole}[i: int32, 1] = 0f32"),
        "A[i, 1] = 0f\n",
    );
    shows(
        BufferRealize::new(a.clone(), [to(4), to(8)], true, evaluate(1), None),
        &format!("realize({whole}, [0:4, 0:8], True {{\n  1\n}})"),
        "buffer_realize A([0, 4], [0, 8]) {\n  1\n}\n",
    );
    let prefetch = Prefetch::new(a.clone(), [to(4), to(8)], None);
    shows(
        prefetch,
        &format!("prefetch({whole}, [0:4, 0:8])"),
        &format!("prefetch {}([0, 4], [0, 8])", repr(&a)),
    );
    let tensor = Tensor::placeholder("T", [16.into()], DataType::float(32));
    let whole = "T: DataProducer(\"T\", float32, [16])";
    shows(
        ProducerStore::new(tensor.clone(), 0_f32, [i.upcast()], None),
        &format!("{whole}[i: int32] = 0f32"),
        "T[i] =0f\n",
    );
    let condition = LT::new(int("n"), 8, None)?;
    shows(
        ProducerRealize::new(tensor, [to(16)], condition, evaluate(1), "global", None)?,
        &format!("producer_realize({whole}, [0:16], (n: int32 < 8),  {{\n  1\n}})"),
        "producer_realize T([0, 16]) if (n < 8) {\n  1\n}\n",
    );
    Ok(())
}

#[test]
fn blocks() -> Result<()> {
    let (a, b, c) = (matrix("A")?, matrix("B")?, matrix("C")?);
    let (vi, vk, vo) = (int("vi"), int("vk"), int("vo"));
    let element = |buffer: &Buffer| {
        BufferRegion::from_point(buffer.clone(), [vi.clone().upcast(), vk.clone().upcast()])
    };
    let axes = [
        IterVar::new(Some(to(16)), vi.clone(), IterVarType::DataPar, "", None)?,
        IterVar::new(Some(Range::from_min_extent(1, 7)), vk.clone(), IterVarType::CommReduce, "", None)?,
        IterVar::new(Some(Range::from_min_extent(2, 2)), vo, IterVarType::Ordered, "", None)?,
    ];
    let store =
        |value: f32| BufferStore::new(b.clone(), value, [vi.clone().upcast(), vk.clone().upcast()], None);
    let part = MatchBufferRegion::new(c, BufferRegion::full(a.clone())?)?;
    let block = Block::new(
        axes,
        [element(&a)?],
        [element(&b)?],
        "sum",
        store(2.0)?,
        Some(store(1.0)?.upcast()),
        [b.clone()],
        [part],
        [("k".into(), Some(IntImm::from(1).into()))],
        None,
    );
    let (i, k) = (int("i"), int("k"));
    let condition = LT::new(i.clone(), 8, None)?;
    let realize = BlockRealize::new([i.upcast(), k.upcast(), 3.into()], condition, block.clone(), None)?;
    shows(
        realize,
        r#"block([16, tir.reduce_axis(1, 8), tir.scan_axis(2, 4)], "sum") as [vi, vk, vo] {
  where((i: int32 < 8))
  bind(vi, i)
  bind(vk, k: int32)
  bind(vo, 3)
  tir.reads([A: Buffer(A_1: Pointer(float32), float32, [16, 8], [])[vi, vk]])
  tir.writes([B: Buffer(B_1: Pointer(float32), float32, [16, 8], [])[vi, vk]])
  tir.attrs({"k": 1})
  B = alloc_buffer(float32[16, 8])
  C = match_buffer(A[0:16, 0:8])
  with init() {
    B[vi, vk] = 1f32
  }
  B[vi, vk] = 2f32"#,
        r#"block sum(iter_var(vi, range(min=0, ext=16)), iter_var(vk, range(min=1, ext=7)), iter_var(vo, range(min=2, ext=2))) {
  bind(vi, i)
  bind(vk, k)
  bind(vo, 3)
  where((i < 8))
  reads([A[vi, vk]])
  writes([B[vi, vk]])
  B = alloc_buffer(float32[16, 8])
  C = match_buffer(A[0:16, 0:8])
  annotations({"k": 1})
  with init() {
    B[vi, vk] = 1f
  }
  B[vi, vk] = 2f
}
"#,
    );
    assert_eq!(print(&block), "meta[tir.Block][0]");
    assert!(repr(&block).starts_with("block sum(iter_var(vi, range(min=0, ext=16)), "));
    assert!(repr(&block).contains(") {\n  reads([A[vi, vk]])\n"));
    Ok(())
}

#[test]
fn variables_of_the_node_of_an_attribute_refer_to_metadata() -> Result<()> {
    let x = int("x");
    let node = Add::new(x.clone(), 1, None)?;
    let attr = AttrStmt::new(Some(node.into()), "key", x.clone(), evaluate(x), None);
    let text = "attr [(meta[tir.Var][0] + 1)] \"key\" = meta[tir.Var][0];\nmeta[tir.Var][0]";
    assert_eq!(print(&attr), text);
    Ok(())
}
