//! Whole functions and modules in TVMScript: declarations, comments and unsupported objects.

use objet::prelude::*;
use objet::{Registry, String as Text};
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, PrimExpr};
use objet_ir::module::IRModule;
use objet_ir::target::Target;
use objet_ir::types::{PointerType, PrimType};
use objet_tir::expr::{Add, Any, BufferLoad, IterVar, IterVarType, ProducerLoad, Var};
use objet_tir::function::PrimFunc;
use objet_tir::script::{as_script, as_script_with_diagnostic};
use objet_tir::stmt::{AttrStmt, Block, BlockRealize, For, Stmt, Store};
use objet_tir::te::Tensor;

use super::{Here, and_then, script};
use crate::graphs::load;
use crate::text::{Result, evaluate, int, matrix};

#[test]
fn files_that_tvm_wrote() -> Result<()> {
    let lowered = r#"# from tvm.script import tir as T
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
    let function = r#"# from tvm.script import tir as T
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
    // The second block reuses the names that the first block released.
    assert!(module.contains("                vi, vj = T.axis.remap(\"SS\", [i, j])\n"), "{module}");
    assert!(module.contains(update) && module.ends_with("B[vj, vk]\n    \n"), "{module}");
    Ok(())
}

#[test]
fn threads_and_undeclared_variables() -> Result<()> {
    let thread = IterVar::new(None, int("threadIdx.x"), IterVarType::ThreadIndex, "threadIdx.x", None)?;
    let (a, free) = (matrix("A")?, int("free"));
    let pointer = Var::typed("q", PointerType::new(PrimType::new(DataType::float(32)), "shared"), None)?;
    let load = BufferLoad::new(a, [thread.var.clone().upcast(), free.clone().upcast()], None)?;
    let store = Store::new(pointer, load, free, true, None)?;
    let launch = AttrStmt::new(Some(thread.into()), "thread_extent", 32, store, None);
    let target = Target::new("llvm -mcpu=skylake")?;
    let attrs = DictAttrs::new([("target", target)]);
    let function = PrimFunc::new([], and_then(launch), None, [], Some(attrs), None);
    let text = r#"# from tvm.script import tir
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
    let text = r#"# from tvm.script import tir as T
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
    assert_eq!(error.to_string(), "TVMScript: the comment on a statement failed");
    Ok(())
}

#[test]
fn unsupported_objects_are_errors() -> Result<()> {
    let here = Here::new()?;
    let message = "TVMScript cannot express ";
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
    /// With ten bytes of stack for each node, recursion would overflow.
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
        // Each statement is indented more than the previous one, so the text is cut off.
        let body = (0..FEWER).fold(Stmt::from(evaluate(0)), |body, _| {
            and_then(AttrStmt::new(None, "k", 1, body, None)).upcast()
        });
        let text = as_script(&PrimFunc::new([], body, None, [], None, None), "T", false)?;
        assert!(text.starts_with("# from tvm.script") && text.ends_with('…') && text.len() > 1 << 24);
        Ok(())
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(move || write_all().map_err(|error| error.to_string()))?.join().expect("no panic")?;
    Ok(())
}
