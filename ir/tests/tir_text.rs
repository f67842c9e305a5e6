//! The texts of tir: what front ends show of an object, and what people read.

mod graphs;

use objet::prelude::*;
use objet::{BoxError, Registry, String as Text, post_order};
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{FloatImm, GlobalVar, IntImm, PrimExpr, Range};
use objet_ir::meta_data::MetaData;
use objet_ir::te::Tensor;
use objet_ir::tir::buffer::{Buffer, BufferType};
use objet_ir::tir::data_layout::{BijectiveLayout, Layout};
use objet_ir::tir::expr::{
    Add, And, Any, Broadcast, BufferLoad, Call, Cast, CommReducer, Div, EQ, FloorDiv, FloorMod, GE, GT,
    IterVar, IterVarType, LE, LT, Let, Load, Max, Min, Mod, Mul, NE, Not, Or, ProducerLoad, Ramp, Reduce,
    Select, Shuffle, SizeVar, StringImm, Sub, Var,
};
use objet_ir::tir::function::{PrimFunc, PrimFuncNode};
use objet_ir::tir::stmt::{
    Allocate, AssertStmt, AttrStmt, Block, BlockRealize, BufferRealize, BufferRegion, BufferStore, Evaluate,
    For, ForKind, IfThenElse, LetStmt, MatchBufferRegion, Prefetch, ProducerRealize, ProducerStore, SeqStmt,
    Stmt, Store, While,
};
use objet_ir::tir::text::{TextPrinter, print};
use objet_ir::tir::{builtin, op};
use objet_ir::types::{PointerType, PrimType, TupleType};

use graphs::load;

type Result<T> = std::result::Result<T, BoxError>;

fn function(name: &str) -> ObjectRef {
    let root = load(name);
    let mut functions = post_order(&root).filter(|object| object.is_instance::<PrimFuncNode>()).cloned();
    functions.next().unwrap()
}

/// What a front end shows.
fn repr(object: &impl IsObjectRef) -> String {
    Registry::expect("node.AsRepr").unwrap().call((object.as_object_ref(),)).unwrap().get().unwrap()
}

#[test]
fn files_that_tvm_wrote() {
    let texts = [
        (
            "lowered_matmul",
            r#"primfn(A_1: handle, B_1: handle, C_1: handle) -> ()
  attr = {"from_legacy_te_schedule": True, "global_symbol": "main_func", "tir.noalias": True}
  buffers = {C: Buffer(C_2: Pointer(float32), float32, [128, 128], []),
             B: Buffer(B_2: Pointer(float32), float32, [128, 128], []),
             A: Buffer(A_2: Pointer(float32), float32, [128, 128], [])}
  buffer_map = {A_1: A, B_1: B, C_1: C} {
  for (i: int32, 0, 128) {
    for (j: int32, 0, 128) {
      C_2[((i*128) + j)] = 0f32
      for (k: int32, 0, 128) {
        C_2[((i*128) + j)] = ((float32*)C_2[((i*128) + j)] + ((float32*)A_2[((i*128) + k)]*(float32*)B_2[((k*128) + j)]))
      }
    }
  }
}"#,
        ),
        (
            "primfunc_matmul",
            r#"primfn(var_A: handle, var_B: handle, var_C: handle) -> ()
  buffers = {C: Buffer(C_1: Pointer(global float32), float32, [128, 128], []),
             B: Buffer(B_1: Pointer(global float32), float32, [128, 128], []),
             A: Buffer(A_1: Pointer(global float32), float32, [128, 128], [])}
  buffer_map = {var_A: A, var_B: B, var_C: C} {
  block([], "root") {
    tir.reads([])
    tir.writes([])
    for (i0: int32, 0, 128) {
      for (i1: int32, 0, 128) {
        for (i2: int32, 0, 128) {
          block([128, 128, tir.reduce_axis(0, 128)], "C") as [i, j, k] {
            bind(i, i0)
            bind(j, i1)
            bind(k, i2)
            tir.reads([C[i, j], A[i, k], B[k, j]])
            tir.writes([C[i, j]])
            with init() {
              C[i, j] = 0f32
            }
            C[i, j] = (C[i, j] + (A[i, k]*B[k, j]))
        }
      }
    }
}"#,
        ),
        (
            "script_matmul",
            r#"primfn(a: handle, b: handle, c: handle) -> ()
  buffers = {A: Buffer(A_1: Pointer(global float32), float32, [128, 128], []),
             B: Buffer(B_1: Pointer(global float32), float32, [128, 128], []),
             C: Buffer(C_1: Pointer(global float32), float32, [128, 128], [])}
  buffer_map = {c: C, b: B, a: A} {
  block([], "root") {
    tir.reads([])
    tir.writes([])
    for (i: int32, 0, 128) {
      for (j: int32, 0, 128) {
        block([128, 128], "init") as [vi, vj] {
          bind(vi, i)
          bind(vj, j)
          tir.reads([])
          tir.writes([C[vi, vj]])
          C[vi, vj] = 0f32
        for (k: int32, 0, 128) {
          block([128, 128, tir.reduce_axis(0, 128)], "update") as [vi_1, vj_1, vk] {
            bind(vi_1, i)
            bind(vj_1, j)
            bind(vk, k)
            tir.reads([C[vi_1, vj_1], A[vi_1, vk], B[vj_1, vk]])
            tir.writes([C[vi_1, vj_1]])
            C[vi_1, vj_1] = (C[vi_1, vj_1] + (A[vi_1, vk]*B[vj_1, vk]))
        }
      }
    }
}"#,
        ),
    ];
    for (name, text) in texts {
        assert_eq!(print(&function(name)), text, "{name}");
    }
    let zoo = r#"[(x + y), (x - y), (x*y), (x/y), (x % y), floordiv(x, y), floormod(x, y), min(x, y), max(f, g), (x == y), (x != y), (x < y), (x <= y), (x > y), (x >= y), (b1 && b1), (b1 || b1), !b1, select((x > y), x, y), float16(f), ramp(x, 1, 4), x8(f), x2(x), (let x = (y + 1) in (x*x)), p[x], "a string", (int64)1099511627776, 0.1, tir.exp(f), tir.call_extern("foo", x, f, "s"), tir.tvm_call_packed("pk", x, "q"), ?, tir.if_then_else((x > 0), f, g), buf[((x*{sz|sz>=0}) + y)], A[x, y], reduce(combiner=comm_reducer(result=[(x + y)], lhs=[x], rhs=[y], identity_element=[0f]), source=[(A[r, 0]*2f)], init=[], axis=[iter_var(r, range(min=0, ext=10))], where=(bool)1, value_index=0), reduce(combiner=comm_reducer(result=[max(x, y)], lhs=[x], rhs=[y], identity_element=[-3.40282e+38f]), source=[A[r, 0]], init=[], axis=[iter_var(r, range(min=0, ext=10))], where=(r > 2), value_index=0), (uint8)3, (bool)1, tir.exp(f), tir.popcount(x), tir.floor(f), x4(1), iter_var(threadIdx.x, , threadIdx.x), iter_var(r, range(min=0, ext=10)), buffer(buf, "#;
    assert_eq!(repr(&load("tir_exprs_zoo")).split("0x").next(), Some(zoo));
}

fn int(name: &str) -> Var {
    Var::new(name, DataType::int(32), None)
}

fn pointer(name: &str, scope: &str) -> Result<Var> {
    Ok(Var::typed(name, PointerType::new(PrimType::new(DataType::float(32)), scope), None)?)
}

fn matrix(name: &str) -> Result<Buffer> {
    Ok(Buffer::decl([16.into(), 8.into()], DataType::float(32), name, "", None)?)
}

fn to(extent: i32) -> Range {
    Range::from_min_extent(0, extent)
}

fn evaluate(value: impl Into<PrimExpr>) -> Evaluate {
    Evaluate::new(value, None)
}

/// Checks what people read, and what front ends show, of an object.
fn shows(object: impl IsObjectRef, text: &str, shown: &str) {
    assert_eq!(print(&object), text);
    assert_eq!(repr(&object), shown);
}

/// As `shows`, of expressions, where front ends show the variables without their types.
fn reads(expr: impl Into<PrimExpr>, text: &str) {
    let expr = expr.into();
    assert_eq!(print(&expr), text);
}

#[test]
fn operators() -> Result<()> {
    let (a, b) = (int("a"), int("b"));
    reads(Add::new(a.clone(), b.clone(), None)?, "(a: int32 + b: int32)");
    reads(Sub::new(a.clone(), b.clone(), None)?, "(a: int32 - b: int32)");
    reads(Mul::new(a.clone(), b.clone(), None)?, "(a: int32*b: int32)");
    reads(Div::new(a.clone(), b.clone(), None)?, "(a: int32 / b: int32)");
    reads(Mod::new(a.clone(), b.clone(), None)?, "(a: int32 % b: int32)");
    reads(FloorDiv::new(a.clone(), b.clone(), None)?, "floordiv(a: int32, b: int32)");
    reads(FloorMod::new(a.clone(), b.clone(), None)?, "floormod(a: int32, b: int32)");
    reads(Min::new(a.clone(), b.clone(), None)?, "min(a: int32, b: int32)");
    reads(Max::new(a.clone(), b.clone(), None)?, "max(a: int32, b: int32)");
    reads(EQ::new(a.clone(), b.clone(), None)?, "(a: int32 == b: int32)");
    reads(NE::new(a.clone(), b.clone(), None)?, "(a: int32 != b: int32)");
    reads(LT::new(a.clone(), b.clone(), None)?, "(a: int32 < b: int32)");
    reads(LE::new(a.clone(), b.clone(), None)?, "(a: int32 <= b: int32)");
    reads(GT::new(a.clone(), b.clone(), None)?, "(a: int32 > b: int32)");
    let at_least = GE::new(a.clone(), b.clone(), None)?;
    reads(at_least.clone(), "(a: int32 >= b: int32)");
    reads(And::new(at_least.clone(), true, None)?, "((a: int32 >= b: int32) && True)");
    reads(Or::new(at_least.clone(), false, None)?, "((a: int32 >= b: int32) || False)");
    reads(Not::new(at_least.clone(), None)?, "!(a: int32 >= b: int32)");
    reads(Select::new(at_least, a.clone(), b.clone(), None)?, "select((a: int32 >= b: int32), a, b)");
    reads(Cast::new(DataType::float(16), a.clone(), None)?, "cast(float16, a: int32)");
    reads(Let::new(b.clone(), 1, Add::new(a, b, None)?, None)?, "let b: int32 = 1 in (a: int32 + b)");
    Ok(())
}

#[test]
fn leaves_and_vectors() -> Result<()> {
    reads(7, "7");
    reads(7_i64, "7i64");
    reads(7_u8, "7u8");
    reads(true, "True");
    reads(1.5_f32, "1.5f32");
    reads(FloatImm::new(DataType::float(64), 1e-9, None)?, "1e-09f64");
    reads(StringImm::new("a \"b\"\n", None), r#""a \"b\"\n""#);
    reads(Any::new(None), "?");
    reads(SizeVar::new("n", DataType::int(64), None), "n: int64");
    reads(Var::new("", DataType::HANDLE, None), "v: handle");
    reads(Var::new("0x", DataType::BOOL, None), "v0x: bool");
    reads(Var::typed("nothing", TupleType::empty(), None)?, "nothing: ()");
    reads(pointer("p", "shared")?, "p: Pointer(shared float32)");
    reads(Ramp::new(int("i"), 2, 4, None)?, "ramp(i: int32, 2, 4)");
    reads(Broadcast::new(int("i"), 4, None)?, "broadcast(i: int32, 4)");
    let vectors = [Ramp::new(int("i"), 2, 4, None)?.upcast()];
    reads(Shuffle::new(vectors, [0.into(), 3.into()], None)?, "shuffle([ramp(i: int32, 2, 4)], [0, 3])");
    Ok(())
}

#[test]
fn memory_and_calls() -> Result<()> {
    let (p, i) = (pointer("p", "")?, int("i"));
    let element = DataType::float(32);
    reads(Load::new(element, p.clone(), i.clone(), true, None)?, "(float32*)p: Pointer(float32)[i: int32]");
    let inside = LT::new(i.clone(), 8, None)?;
    reads(
        Load::new(element, p.clone(), i.clone(), inside, None)?,
        "(float32*)p: Pointer(float32)[i: int32] if (i < 8)",
    );
    // A predicate for each lane that is always true is not shown.
    let lanes = Load::new(
        element.with_lanes(4),
        p,
        Ramp::new(i.clone(), 1, 4, None)?,
        op::const_true(4, None)?,
        None,
    )?;
    assert_eq!(repr(&lanes), "p[ramp(i, 1, 4)]");
    reads(lanes, "(float32x4*)p: Pointer(float32)[ramp(i: int32, 1, 4)]");

    let load = BufferLoad::new(matrix("A")?, [i.clone().upcast(), 1.into()], None)?;
    assert_eq!(repr(&load), "A[i, 1]");
    let text = "A: Buffer(A_1: Pointer(float32), float32, [16, 8], [])[i: int32, 1]";
    reads(load.clone(), text);
    reads(Add::new(load.clone(), load, None)?, &format!("({text} + A[i, 1])"));

    let tensor = Tensor::placeholder("T", [16.into()], element);
    let load = ProducerLoad::new(element, tensor.clone(), [i.clone().upcast()], None);
    assert_eq!(repr(&load), "T[i]");
    reads(load.clone(), "T[i: int32]");
    assert_eq!(print(&tensor), "T: DataProducer(\"T\", float32, [16])");
    assert_eq!(repr(&tensor), "Tensor(shape=[16], op.name=T)");
    assert!(repr(&tensor.op).starts_with("placeholder(T, 0x"), "{}", repr(&tensor.op));

    let call = Call::new(
        DataType::int(32),
        builtin::call_extern(),
        [StringImm::new("f", None).upcast(), i.clone().upcast()],
        None,
    )?;
    reads(call, "@tir.call_extern(\"f\", i: int32, dtype=int32)");
    // There is a comma without arguments too.
    reads(Call::new(DataType::HANDLE, GlobalVar::new("g"), [], None)?, "@g(, dtype=handle)");

    let (x, y) = (Var::new("x", element, None), Var::new("y", element, None));
    let sum =
        CommReducer::new([x.clone()], [y.clone()], [Add::new(x, y, None)?.upcast()], [0_f32.into()], None)?;
    let axis = IterVar::new(Some(to(16)), i, IterVarType::CommReduce, "", None)?;
    reads(
        Reduce::new(sum, [load.upcast()], [axis], Some(true.into()), 0, [], None)?,
        "reduce(meta[tir.CommReducer][0], [T[i: int32]], [IterVar(i, [0:16], \"CommReduce\", \"\")], 0, [])",
    );
    Ok(())
}

#[test]
fn parts_of_programs() -> Result<()> {
    let thread = IterVar::new(None, int("threadIdx.x"), IterVarType::ThreadIndex, "threadIdx.x", None)?;
    shows(
        thread,
        r#"IterVar(threadIdx.x: int32, (nullptr), "ThreadIndex", "threadIdx.x")"#,
        "iter_var(threadIdx.x, , threadIdx.x)",
    );
    let n = int("n");
    shows(Range::from_min_extent(n.clone(), 4), "n: int32:(n + 4)", "range(min=n, ext=4)");
    let region = [Range::from_min_extent(n, 4), Range::from_min_extent(3, 1)];
    shows(
        BufferRegion::new(matrix("A")?, region)?,
        "A: Buffer(A_1: Pointer(float32), float32, [16, 8], [])[n: int32:(n + 4), 3]",
        "A[n:(n + 4), 3]",
    );
    let rows = BufferRegion::new(matrix("A")?, [to(4), Range::from_min_extent(2, 2)])?;
    assert_eq!(repr(&rows), "A[0:4, 2:4]");
    assert!(print(&rows).ends_with("[0:4, 2:4]"));
    let array: Array<Option<ObjectRef>> = [None, Some(Text::from("x").into())].into();
    shows(array, "[(nullptr), \"x\"]", "[(nullptr), \"x\"]");
    assert_eq!(TextPrinter::default().print(None, &mut MetaData::default()), "(nullptr)");
    assert_eq!(repr(&Layout::new("NCHW16c")?), "Layout(NCHW16c)");
    let layouts = BijectiveLayout::new(Layout::new("NCHW")?, Layout::new("NCHW16c")?)?;
    assert_eq!(repr(&layouts), "BijectiveLayout(NCHW->NCHW16c)");
    Ok(())
}

#[test]
fn buffers() -> Result<()> {
    let plain = matrix("A")?;
    assert_eq!(repr(&plain), format!("buffer(A, {:p})", &**plain));
    let buffer = Buffer::new(
        pointer("data", "shared")?,
        DataType::float(32),
        [int("n").upcast()],
        [],
        Some(int("offset").upcast()),
        "0",
        64,
        8,
        BufferType::AutoBroadcast,
        None,
    )?;
    let text = "buf_0: Buffer(data: Pointer(shared float32), float32, [n: int32], [stride: int32], elem_offset=offset: int32, \
                scope=\"shared\", align=64, offset_factor=8, type=\"auto\")";
    assert_eq!(print(&buffer), text);
    Ok(())
}

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
    // What is never done is not read, but shown.
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
fn functions() -> Result<()> {
    let (param, n) = (Var::new("A", DataType::HANDLE, None), int("n"));
    let a = matrix("A")?;
    let body = BufferStore::new(a.clone(), 0_f32, [n.clone().upcast(), n.clone().upcast()], None)?;
    let attrs = DictAttrs::new([("global_symbol", Text::from("f"))])
        .with("tir.noalias", IntImm::from(true))
        .with("more", DictAttrs::default());
    let function =
        PrimFunc::new([param.clone(), n.clone()], body, None, [(param.clone(), a)], Some(attrs), None);
    let (mut printer, mut meta_data) = (TextPrinter::default(), MetaData::default());
    let text = r#"primfn(A_1: handle, n: int32) -> ()
  attr = {"global_symbol": "f", "tir.noalias": True, "more": meta[DictAttrs][0]}
  buffers = {A: Buffer(A_2: Pointer(float32), float32, [16, 8], [])}
  buffer_map = {A_1: A} {
  A[n, n] = 0f32
}"#;
    assert_eq!(printer.print(Some(function.as_object_ref()), &mut meta_data), text);
    assert_eq!(printer.name_of(&param), Some("A_1"));
    // All that was gone through for its attributes is kept, so that who reads the text can have it.
    assert!(!meta_data.is_empty() && meta_data.to_json()?.contains("\"IntImm\""));
    // Another function has other names, though the variables are the same.
    let other = PrimFunc::new([n.clone()], evaluate(n.clone()), None, [], None, None);
    assert_eq!(
        printer.print(Some(other.as_object_ref()), &mut meta_data),
        "primfn(n_1: int32) -> () {\n  n_1\n}"
    );
    assert_eq!(
        repr(&function),
        "PrimFunc([A, n]) attrs={\"global_symbol\": \"f\", \"tir.noalias\": (bool)1, \"more\": {}} {\n  A[n, n] = 0f\n}\n"
    );
    assert_eq!(repr(&other), "PrimFunc([n])  {\n  n\n}\n");
    Ok(())
}

#[test]
fn variables_of_expressions_that_are_said_something_of() -> Result<()> {
    let x = int("x");
    let node = Add::new(x.clone(), 1, None)?;
    let attr = AttrStmt::new(Some(node.into()), "key", x.clone(), evaluate(x), None);
    let text = "attr [(meta[tir.Var][0] + 1)] \"key\" = meta[tir.Var][0];\nmeta[tir.Var][0]";
    assert_eq!(print(&attr), text);
    Ok(())
}

#[test]
fn statements_that_are_written_very_often() {
    let nothing = SeqStmt::new([], None);
    let often = (0..64).fold(nothing, |all, _| SeqStmt::new([all.clone().upcast(), all.upcast()], None));
    assert_eq!(repr(&often), "…");
    assert!(print(&often).ends_with('…'));
}

#[test]
fn deep_programs() -> Result<()> {
    const LENGTH: usize = 1_000_000;
    let print_all = || -> Result<()> {
        let x = int("x");
        let sum = (0..LENGTH)
            .try_fold(PrimExpr::from(&x), |sum, _| Add::new(sum, x.clone(), None).map(Into::into))?;
        let text = print(&sum);
        assert!(text.starts_with("((((") && text.contains("(x: int32 + x) + x) + x)"));
        assert_eq!((text.len(), repr(&sum).len()), (LENGTH * 6 + 8, LENGTH * 6 + 1));

        let steps = Stmt::from(evaluate(0));
        let attrs = (0..LENGTH).fold(steps, |body, _| AttrStmt::new(None, "k", 1, body, None).upcast());
        let text = print(&attrs);
        // Both are longer than the longest text that is written.
        assert!(text.len() > 1 << 24 && text.ends_with('…') && repr(&attrs).ends_with('…'));
        let loops = (0..LENGTH)
            .try_fold(attrs, |body, _| For::serial(x.clone(), 4, body).map(IsObjectRef::upcast))?;
        assert!(print(&loops).ends_with('…') && repr(&loops).ends_with('…'));
        Ok(())
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(move || print_all().map_err(|error| error.to_string()))?.join().expect("no panic")?;
    Ok(())
}
