//! Functions of tir as programs in Python.

mod graphs;

use objet::prelude::*;
use objet::{BoxError, Registry, String as Text};
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, IntImm, PrimExpr, Range};
use objet_ir::module::IRModule;
use objet_ir::target::Target;
use objet_ir::te::Tensor;
use objet_ir::tir::buffer::{Buffer, BufferType};
use objet_ir::tir::expr::{
    Add, And, Any, Broadcast, BufferLoad, Call, Cast, CommReducer, Div, EQ, FloorDiv, IterVar, IterVarType,
    LT, Let, Load, Max, Mod, Mul, NE, Not, Or, ProducerLoad, Ramp, Reduce, Select, Shuffle, StringImm, Sub,
    Var,
};
use objet_ir::tir::function::PrimFunc;
use objet_ir::tir::script::{as_script, as_script_with_diagnostic};
use objet_ir::tir::stmt::{
    Allocate, AssertStmt, AttrStmt, Block, BlockRealize, BufferRealize, BufferRegion, BufferStore, Evaluate,
    For, ForKind, IfThenElse, LetStmt, MatchBufferRegion, Prefetch, SeqStmt, Stmt, Store, While,
};
use objet_ir::tir::{builtin, op};
use objet_ir::types::{PointerType, PrimType};

use graphs::load;

type Result<T> = std::result::Result<T, BoxError>;

/// What a front end is given.
fn script(program: &ObjectRef, show_meta: bool) -> Result<String> {
    Ok(Registry::expect("script.AsTVMScript")?.call((program, "T", show_meta))?.get()?)
}

/// The lines of a function after `# body`, without their indentation.
fn body_of(function: &PrimFunc) -> Result<String> {
    let text = as_script(function, "T", false)?;
    let (_, body) = text.split_once("    # body\n").ok_or("no body")?;
    Ok(body.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect::<Vec<_>>().join("\n"))
}

/// Checks the text of a statement, in a function of the variables `x`, `y` and `p`.
struct Here {
    x: Var,
    y: Var,
    p: Var,
}

impl Here {
    fn new() -> Result<Self> {
        let pointer = PointerType::new(PrimType::new(DataType::float(32)), "global");
        Ok(Self { x: int("x"), y: int("y"), p: Var::typed("p", pointer, None)? })
    }

    fn function(&self, body: impl Into<Stmt>) -> PrimFunc {
        PrimFunc::new([self.x.clone(), self.y.clone(), self.p.clone()], body, None, [], None, None)
    }

    fn says(&self, stmt: impl Into<Stmt>, text: &str) -> Result<()> {
        assert_eq!(body_of(&self.function(stmt))?, text);
        Ok(())
    }

    fn reads(&self, expr: impl Into<PrimExpr>, text: &str) -> Result<()> {
        self.says(evaluate(expr), &format!("T.evaluate({text})"))
    }

    fn fails(&self, stmt: impl Into<Stmt>, message: &str) {
        let error = as_script(&self.function(stmt), "T", false).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

fn int(name: &str) -> Var {
    Var::new(name, DataType::int(32), None)
}

fn evaluate(value: impl Into<PrimExpr>) -> Evaluate {
    Evaluate::new(value, None)
}

/// The statement with another one after it.
fn and_then(stmt: impl Into<Stmt>) -> SeqStmt {
    SeqStmt::new([stmt.into(), evaluate(0).upcast()], None)
}

fn matrix(name: &str) -> Result<Buffer> {
    Ok(Buffer::decl([16.into(), 8.into()], DataType::float(32), name, "", None)?)
}

fn to(extent: i32) -> Range {
    Range::from_min_extent(0, extent)
}

#[test]
fn files_that_tvm_wrote() -> Result<()> {
    let lowered = r#"#from tvm.script import tir as T
@tvm.script.ir_module
class Module:
    @T.prim_func
    def main_func(A: T.handle, B: T.handle, C: T.handle) -> None:
        # function attr dict
        T.func_attr({"from_legacy_te_schedule": True, "global_symbol": "main_func", "tir.noalias": True})
        A_1 = T.match_buffer(A, [128, 128], dtype="float32")
        B_1 = T.match_buffer(B, [128, 128], dtype="float32")
        C_1 = T.match_buffer(C, [128, 128], dtype="float32")
        # body
        for i, j in T.grid(128, 128):
            T.store(C_1.data, i * 128 + j, T.float32(0), True)
            for k in T.serial(0, 128):
                T.store(C_1.data, i * 128 + j, T.load("float32", C_1.data, i * 128 + j) + T.load("float32", A_1.data, i * 128 + k) * T.load("float32", B_1.data, k * 128 + j), True)
    __tvm_meta__ = None
"#;
    assert_eq!(script(&load("lowered_matmul"), true)?, lowered);
    let function = r#"#from tvm.script import tir as T
@T.prim_func
def func(var_A: T.handle, var_B: T.handle, var_C: T.handle) -> None:
    A = T.match_buffer(var_A, [128, 128], dtype="float32")
    B = T.match_buffer(var_B, [128, 128], dtype="float32")
    C = T.match_buffer(var_C, [128, 128], dtype="float32")
    # body
    # with T.block("root")
    for i0, i1, i2 in T.grid(128, 128, 128):
        with T.block("C"):
            i, j, k = T.axis.remap("SSR", [i0, i1, i2])
            T.reads([C[i, j], A[i, k], B[k, j]])
            T.writes([C[i, j]])
            with T.init():
                C[i, j] = T.float32(0)
            C[i, j] = C[i, j] + A[i, k] * B[k, j]
"#;
    assert_eq!(script(&load("primfunc_matmul"), true)?, function);
    let module = script(&load("script_matmul"), false)?;
    let update = r#"            for k in T.serial(0, 128):
                with T.block("update"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
"#;
    // The names that the first block has left are those of the second one.
    assert!(module.contains("                vi, vj = T.axis.remap(\"SS\", [i, j])\n"), "{module}");
    assert!(module.contains(update) && module.ends_with("B[vj, vk]\n    \n"), "{module}");
    Ok(())
}

#[test]
fn operators() -> Result<()> {
    let here = Here::new()?;
    let (x, y) = (here.x.clone(), here.y.clone());
    let sum = Add::new(x.clone(), y.clone(), None)?;
    let product = Mul::new(x.clone(), y.clone(), None)?;
    here.reads(Mul::new(sum.clone(), product.clone(), None)?, "(x + y) * (x * y)")?;
    here.reads(Add::new(product.clone(), sum.clone(), None)?, "x * y + (x + y)")?;
    here.reads(Sub::new(sum.clone(), product.clone(), None)?, "x + y - x * y")?;
    here.reads(Mod::new(Div::new(x.clone(), 2, None)?, 3, None)?, "x / 2 % 3")?;
    here.reads(FloorDiv::new(sum.clone(), 2, None)?, "T.floordiv(x + y, 2)")?;
    here.reads(Max::new(sum.clone(), 2, None)?, "T.max(x + y, 2)")?;
    let (less, equal) = (LT::new(sum, 8, None)?, EQ::new(x.clone(), 1, None)?);
    here.reads(And::new(less.clone(), equal.clone(), None)?, "x + y < 8 and x == 1")?;
    let either = Or::new(less.clone(), NE::new(x.clone(), 2, None)?, None)?;
    here.reads(And::new(either, equal.clone(), None)?, "(x + y < 8 or x != 2) and x == 1")?;
    here.reads(Not::new(equal, None)?, "not(x == 1)")?;
    here.reads(Select::new(less, x.clone(), y.clone(), None)?, "T.Select(x + y < 8, x, y)")?;
    here.reads(Cast::new(DataType::float(16), x.clone(), None)?, "T.cast(x, \"float16\")")?;
    let z = int("z");
    here.reads(Let::new(z.clone(), x.clone(), Add::new(z, y, None)?, None)?, "T.let(z, x, z + y)")?;
    here.reads(Ramp::new(x.clone(), 1, 4, None)?, "T.ramp(x, 1, 4)")?;
    let broadcast = Broadcast::new(x.clone(), 4, None)?;
    here.reads(Shuffle::new([broadcast.upcast()], [0.into()], None)?, "T.shuffle([T.broadcast(x, 4)], [0])")?;
    here.reads(7_i64, "T.int64(7)")?;
    here.reads(0.1_f64, "T.float64(0.10000000000000001)")?;
    here.reads(false, "False")?;
    let lanes = Load::new(
        DataType::float(32).with_lanes(2),
        here.p.clone(),
        Ramp::new(x.clone(), 1, 2, None)?,
        op::const_true(2, None)?,
        None,
    )?;
    here.reads(lanes, "T.load(\"float32x2\", p, T.ramp(x, 1, 2), T.broadcast(True, 2))")?;
    let call = Call::new(
        DataType::int(32),
        builtin::call_extern(),
        [StringImm::new("f", None).upcast(), x.upcast()],
        None,
    )?;
    here.reads(call, "T.call_extern(\"f\", x, dtype=\"int32\")")?;
    here.reads(Call::new(DataType::HANDLE, GlobalVar::new("g"), [], None)?, "g(dtype=\"handle\")")
}

#[test]
fn reductions() -> Result<()> {
    let here = Here::new()?;
    let element = DataType::float(32);
    let (a, b) = (Var::new("x", element, None), Var::new("b", element, None));
    let sum = Add::new(a.clone(), b.clone(), None)?.upcast();
    let reducer = CommReducer::new([a], [b], [sum], [0_f32.into()], None)?;
    let axis = IterVar::new(Some(to(16)), int("r"), IterVarType::CommReduce, "", None)?;
    let reduce = Reduce::new(reducer, [1_f32.into()], [axis], Some(true.into()), 0, [], None)?;
    here.reads(
        reduce,
        "T.reduce(T.comm_reducer(lambda x_1, b: x_1 + b, [T.float32(0)]), [T.float32(1)], \
         [T.iter_var(r, [0:16], \"CommReduce\", \"\")], 0)",
    )
}

#[test]
fn statements_with_and_without_others_after_them() -> Result<()> {
    let here = Here::new()?;
    let (x, p) = (here.x.clone(), here.p.clone());
    let binding = LetStmt::new(int("z"), x.clone(), evaluate(1), None)?;
    here.says(binding.clone(), "z: T.int32 = x\nT.evaluate(1)")?;
    here.says(and_then(binding), "with T.let(z, x):\n    T.evaluate(1)\nT.evaluate(0)")?;
    let attr = AttrStmt::new(Some(x.clone().into()), "key", 1, evaluate(1), None);
    here.says(attr.clone(), "T.attr(x, \"key\", 1)\nT.evaluate(1)")?;
    here.says(and_then(attr), "with T.attr(x, \"key\", 1):\n    T.evaluate(1)\nT.evaluate(0)")?;
    let small = LT::new(x.clone(), 8, None)?;
    let assert = AssertStmt::new(small.clone(), StringImm::new("small", None), evaluate(1), None)?;
    here.says(assert.clone(), "assert x < 8, \"small\"\nT.evaluate(1)")?;
    here.says(and_then(assert), "with T.Assert(x < 8, \"small\"):\n    T.evaluate(1)\nT.evaluate(0)")?;
    let q = p.copy_with_name("q");
    let allocate = |condition: PrimExpr, annotations: Map<Text, Option<ObjectRef>>| {
        let body = Store::new(q.clone(), 1_f32, 2, true, None)?;
        Allocate::new(q.clone(), DataType::float(32), [4.into()], condition, body, annotations, None)
    };
    here.says(
        allocate(true.into(), Map::new())?,
        "q = T.allocate([4], \"float32\", \"global\")\nT.store(q, 2, T.float32(1), True)",
    )?;
    here.says(
        and_then(allocate(small.clone().upcast(), [("k".into(), Some(IntImm::from(1).into()))].into())?),
        "with T.allocate([4], \"float32\", \"global\", x < 8, annotations={\"k\":1}) as q:\n    \
         T.store(q, 2, T.float32(1), True)\nT.evaluate(0)",
    )?;
    here.says(
        IfThenElse::new(small.clone(), evaluate(1), Some(evaluate(2).upcast()), None)?,
        "if x < 8:\n    T.evaluate(1)\nelse:\n    T.evaluate(2)",
    )?;
    here.says(While::new(small, evaluate(1), None)?, "while x < 8:\n    T.evaluate(1)")
}

#[test]
fn loops() -> Result<()> {
    let here = Here::new()?;
    let x = here.x.clone();
    let (i, j, k) = (int("i"), int("j"), int("i"));
    let inner = For::serial(k.clone(), 4, evaluate(Add::new(i.clone(), k, None)?))?;
    here.says(
        For::serial(i.clone(), 2, For::serial(j.clone(), x.clone(), inner)?)?,
        "for i, j, i_1 in T.grid(2, x, 4):\n    T.evaluate(i + i_1)",
    )?;
    // A loop that depends on the one around it is a loop of its own.
    here.says(
        For::serial(i.clone(), 2, For::serial(j.clone(), i.clone(), evaluate(j.clone()))?)?,
        "for i in T.serial(0, 2):\n    for j in T.serial(0, i):\n        T.evaluate(j)",
    )?;
    let kinds = [
        (ForKind::Serial, "serial"),
        (ForKind::Parallel, "parallel"),
        (ForKind::Vectorized, "vectorized"),
        (ForKind::Unrolled, "unroll"),
    ];
    for (kind, word) in kinds {
        here.says(
            For::new(i.clone(), 2, 10, kind, evaluate(i.clone()), None, Map::new(), None)?,
            &format!("for i in T.{word}(2, 12):\n    T.evaluate(i)"),
        )?;
    }
    let thread = IterVar::new(None, int("t"), IterVarType::ThreadIndex, "threadIdx.x", None)?;
    let annotations =
        [("b".into(), Some(IntImm::from(1).into())), ("a".into(), Some(Text::from("2").into()))];
    here.says(
        For::new(i.clone(), 0, x, ForKind::ThreadBinding, evaluate(i), Some(thread), annotations, None)?,
        "for i in T.thread_binding(0, x, thread=\"threadIdx.x\", annotations={\"a\":\"2\", \"b\":1}):\n    T.evaluate(i)",
    )
}

#[test]
fn threads_and_what_nothing_declares() -> Result<()> {
    let thread = IterVar::new(None, int("threadIdx.x"), IterVarType::ThreadIndex, "threadIdx.x", None)?;
    let (a, free) = (matrix("A")?, int("free"));
    let pointer = Var::typed("q", PointerType::new(PrimType::new(DataType::float(32)), "shared"), None)?;
    let load = BufferLoad::new(a, [thread.var.clone().upcast(), free.clone().upcast()], None)?;
    let store = Store::new(pointer, load, free, true, None)?;
    let launch = AttrStmt::new(Some(thread.into()), "thread_extent", 32, store, None);
    let target = Target::new("llvm -mcpu=skylake")?;
    let attrs = DictAttrs::new([("target", target)]);
    let function = PrimFunc::new([], and_then(launch), None, [], Some(attrs), None);
    let text = r#"#from tvm.script import tir
@tir.prim_func
def func() -> None:
    # function attr dict
    tir.func_attr({"target": tir.target({TARGET})})
    # var definition
    threadIdx_x = tir.env_thread("threadIdx.x")
    free = tir.var("int32")
    q = tir.buffer_var("float32", "shared")
    # buffer definition
    A = tir.buffer_decl([16, 8], dtype="float32")
    # body
    with tir.launch_thread(threadIdx_x, 32):
        tir.store(q, free, A[threadIdx_x, free], True)
    tir.evaluate(0)
"#;
    let found = as_script(&function, "tir", false)?;
    let (start, end) = text.split_once("TARGET").ok_or("no target")?;
    assert!(found.starts_with(start) && found.ends_with(end), "{found}");
    assert!(found.contains("\"kind\":\"llvm\"") && found.contains("\"mcpu\":\"skylake\""), "{found}");
    Ok(())
}

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
    // Another buffer at the same place refers to what the first one has brought.
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
    here.fails(
        realize.clone(),
        "TVMScript: expected an attribute realize_scope around the realization of a buffer, found none for A",
    );
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
    here.fails(block, "TVMScript: expected what can be part of a complete function of tir, found tir.Block");
    Ok(())
}

#[test]
fn comments() -> Result<()> {
    let i = int("i");
    let turns = For::serial(i.clone(), 2, For::serial(int("j"), 3, evaluate(i))?)?;
    let block = Block::new([], [], [], "b", turns.clone(), None, [], [], [("k".into(), None)], None);
    let function = PrimFunc::new([], BlockRealize::new([], true, block, None)?, None, [], None, None);
    let module = IRModule::from_parts([(GlobalVar::new("main"), function)], [])?;
    let annotate = |stmt: &Stmt| match stmt.type_key() {
        "tir.For" if stmt.same_as(&turns) => Ok("outer".into()),
        "tir.Block" | "tir.Evaluate" => Ok(stmt.type_key().to_owned()),
        _ => Ok(String::new()),
    };
    let text = r#"#from tvm.script import tir as T
@tvm.script.ir_module
class Module:
    @T.prim_func
    def main() -> None:
        # body
        # tir.Block
        with T.block("b"):
        ^^^^^^^^^^^^^^^^^^
            T.reads([])
            T.writes([])
            T.block_attr({"k":None})
            # outer
            for i in T.serial(0, 2):
            ^^^^^^^^^^^^^^^^^^^^^^^^
                for j in T.serial(0, 3):
                    # tir.Evaluate
                    T.evaluate(i)
"#;
    assert_eq!(as_script_with_diagnostic(&module, "T", false, annotate)?, format!("{text}    \n"));
    let says = PackedFunc::from(TypedPackedFunc::new(|_: Stmt| Text::from("here")));
    let by_name = Registry::expect("script.AsTVMScriptWithDiagnostic")?;
    let with_comments: String = by_name.call((&module, "T", false, &says))?.get()?;
    assert!(with_comments.contains("        # here\n        # here\n        with T.block(\"b\"):\n"));
    let fails = |_: &Stmt| Err("no comment".into());
    let error = as_script_with_diagnostic(&module, "T", false, fails).unwrap_err();
    assert_eq!(error.to_string(), "TVMScript: a statement could not be commented on");
    Ok(())
}

#[test]
fn what_cannot_be_said() -> Result<()> {
    let here = Here::new()?;
    let message = "TVMScript: expected what can be part of a complete function of tir, found ";
    here.fails(evaluate(Any::new(None)), &format!("{message}tir.Any"));
    let tensor = Tensor::placeholder("T", [16.into()], DataType::float(32));
    let load = ProducerLoad::new(DataType::float(32), tensor, [1.into()], None);
    here.fails(evaluate(load), &format!("{message}tir.ProducerLoad"));
    let attrs = DictAttrs::new([("attrs", DictAttrs::default())]);
    let function = PrimFunc::new([], evaluate(1), None, [], Some(attrs), None);
    assert_eq!(as_script(&function, "T", false).unwrap_err().to_string(), format!("{message}DictAttrs"));
    let error = as_script(&here.x, "T", false).unwrap_err();
    assert_eq!(error.to_string(), "TVMScript: expected a PrimFunc or an IRModule, found tir.Var");
    Ok(())
}

#[test]
fn deep_programs() -> Result<()> {
    const LENGTH: usize = 1_000_000;
    /// Ten bytes of the stack for each: whatever recurses ends there too.
    const FEWER: usize = 200_000;
    let write_all = || -> Result<()> {
        let x = int("x");
        let sum = (0..LENGTH)
            .try_fold(PrimExpr::from(&x), |sum, _| Add::new(sum, x.clone(), None).map(Into::into))?;
        let text = as_script(&PrimFunc::new([x.clone()], evaluate(sum), None, [], None, None), "T", false)?;
        assert!(text.contains("T.evaluate(x + x + x") && text.len() > LENGTH * 4);
        let body = Stmt::from(evaluate(0));
        let body =
            (0..FEWER).try_fold(body, |body, _| For::serial(int("i"), 4, body).map(IsObjectRef::upcast))?;
        let text = as_script(&PrimFunc::new([], body, None, [], None, None), "T", false)?;
        assert!(text.contains("for i, i_1, i_2, ") && text.len() > FEWER * 10, "{}", text.len());
        // Each one is indented more than the one before, and so the text is cut off.
        let body = (0..FEWER).fold(Stmt::from(evaluate(0)), |body, _| {
            and_then(AttrStmt::new(None, "k", 1, body, None)).upcast()
        });
        let text = as_script(&PrimFunc::new([], body, None, [], None, None), "T", false)?;
        assert!(text.starts_with("#from tvm.script") && text.ends_with('…') && text.len() > 1 << 24);
        Ok(())
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(move || write_all().map_err(|error| error.to_string()))?.join().expect("no panic")?;
    Ok(())
}
