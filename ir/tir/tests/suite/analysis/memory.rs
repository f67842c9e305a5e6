//! Accesses to the memory of a device outside of its threads.

use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, IntImm};
use objet_ir::module::IRModule;
use objet_ir::target::Target;
use objet_ir::transform::Pass;
use objet_tir::analysis::{MemoryError, verify_memory};
use objet_tir::buffer::Buffer;
use objet_tir::builtin;
use objet_tir::expr::{Call, IterVar, IterVarType, Let, Load, Range};
use objet_tir::stmt::{AttrStmt, Block, BlockRealize, BufferStore, For, ForKind, LetStmt, SeqStmt};

use super::*;

fn on(target: &str, params: &[Var], body: Stmt, buffers: Map<Var, Buffer>) -> Result<PrimFunc> {
    let attrs = DictAttrs::new([("target", Target::new(target)?)]);
    Ok(PrimFunc::new(params.to_vec(), body, None, buffers, Some(attrs), None))
}

fn is_valid(func: &PrimFunc) -> Result<bool> {
    let is_valid = call("tir.analysis.verify_memory", &[func.into()])?.get::<bool>()?;
    assert_eq!(verify_memory(func).is_ok(), is_valid);
    Ok(is_valid)
}

#[test]
fn only_some_devices_have_their_own_memory() -> Result {
    let a = pointer("a", DataType::float(32))?;
    let func = |target: &str| on(target, std::slice::from_ref(&a), store(&a)?, Map::new());
    for target in ["cuda", "opencl", "vulkan", "metal", "rocm", "sdaccel", "aocl", "nvptx"] {
        assert!(!is_valid(&func(target)?)?, "{target}");
    }
    for target in ["llvm", "c", "hexagon", "webgpu", "ext_dev", "stackvm", "hybrid"] {
        assert!(is_valid(&func(target)?)?, "{target}");
    }
    assert_eq!(verify_memory(&function(std::slice::from_ref(&a), store(&a)?)), Err(MemoryError::NoTarget));
    assert!(
        call("tir.analysis.verify_memory", &[(&function(std::slice::from_ref(&a), store(&a)?)).into()])
            .is_err()
    );
    for (convention, expected) in [(0, false), (1, true), (2, true)] {
        let mut other = func("cuda")?;
        let attrs = other.attrs.clone().unwrap_or_default();
        *other.make_mut().attrs = Some(attrs.with("calling_conv", IntImm::from(convention)));
        assert_eq!(is_valid(&other)?, expected, "{convention}");
    }
    Ok(())
}

#[test]
fn accesses_outside_of_threads_are_found() -> Result {
    let dtype = DataType::float(32);
    let [a, b, c] = ["a", "b", "c"].map(|name| pointer(name, dtype));
    let (a, b, c) = (a?, b?, c?);
    let handle = |name: &str| Var::new(name, DataType::HANDLE, None);
    let (h, d, e) = (handle("h"), handle("d"), handle("e"));
    let buffer = Buffer::decl([4.into()], dtype, "x", "", None)?;
    let buffers: Map<Var, Buffer> = [(h.clone(), buffer.clone())].into();
    let load = |var: &Var| Load::new(dtype, var.clone(), 0, Bool::from(true), None);
    let get = |var: &Var| {
        let args: [PrimExpr; 3] = [var.clone().upcast(), 0.into(), 1.into()];
        Call::new(DataType::HANDLE, builtin::tvm_struct_get(), args, None)
    };
    let bind = |var: &Var, value: PrimExpr, body: Stmt| {
        Ok::<_, BoxError>(Stmt::from(LetStmt::new(var.clone(), value, body, None)?))
    };
    let range = Some(Range::new(0, 4, None)?);
    let i = Var::new("i", DataType::int(32), None);
    let axis = IterVar::new(range, i.clone(), IterVarType::ThreadIndex, "threadIdx.x", None)?;
    let attr = |key: &str, value: PrimExpr, body: Stmt| -> Stmt {
        AttrStmt::new(Some(axis.clone().into()), key, value, body, None).upcast()
    };
    let two: [Stmt; 2] = [attr("thread_extent", 4.into(), store(&a)?), store(&a)?];
    let shared = store(&a)?;
    let shared: [Stmt; 2] = [attr("thread_extent", 4.into(), shared.clone()), shared];
    let block = Block::new([], [], [], "x", store(&a)?, None, [], [], Map::new(), None);
    let bound = For::new(i, 0, 4, ForKind::ThreadBinding, store(&a)?, Some(axis.clone()), Map::new(), None)?;
    let stored = BufferStore::new(buffer.clone(), FloatImm::from(1.0), [0.into()], None)?;
    let in_let = Let::new(d.clone(), get(&h)?, load(&d)?, None)?;
    let ab: &[Var] = &[a.clone(), b.clone()];
    let a_only: &[Var] = std::slice::from_ref(&a);
    let h_only: &[Var] = std::slice::from_ref(&h);
    let evaluate = |value: PrimExpr| -> Stmt { Evaluate::new(value, None).upcast() };
    let cast = objet_tir::op::cast(DataType::int(32), load(&a)?, None)?;
    let cases: Vec<(&str, &[Var], Stmt, bool)> = vec![
        ("the first parameter", ab, store(&a)?, false),
        ("the second parameter", ab, store(&b)?, true),
        ("another variable", ab, store(&c)?, true),
        ("a load", ab, evaluate(load(&a)?.upcast()), false),
        ("no access", ab, evaluate(a.clone().upcast()), true),
        ("a store to a buffer", h_only, stored.upcast(), true),
        ("the pointer of a buffer", h_only, store(&buffer.data)?, false),
        ("a field", h_only, bind(&d, get(&h)?.upcast(), store(&d)?)?, false),
        (
            "a field of a field",
            h_only,
            bind(&d, get(&h)?.upcast(), bind(&e, get(&d)?.upcast(), store(&e)?)?)?,
            false,
        ),
        ("a copy of a pointer", h_only, bind(&d, h.clone().upcast(), store(&d)?)?, true),
        ("a field in an expression", h_only, evaluate(in_let.upcast()), true),
        ("a thread", a_only, attr("thread_extent", 4.into(), store(&a)?), true),
        ("a pipeline", a_only, attr("pipeline_exec_scope", 4.into(), store(&a)?), true),
        ("a virtual thread", a_only, attr("virtual_thread", 4.into(), store(&a)?), false),
        ("another attribute", a_only, attr("coproc_scope", 4.into(), store(&a)?), false),
        ("the extent of a thread", a_only, attr("thread_extent", cast, nothing()), true),
        ("after a thread", a_only, SeqStmt::new(two, None).upcast(), false),
        ("a shared statement", a_only, SeqStmt::new(shared, None).upcast(), false),
        ("a block", a_only, BlockRealize::new([], Bool::from(true), block, None)?.upcast(), false),
        ("a bound loop", a_only, bound.upcast(), false),
        ("no parameter", &[], store(&a)?, true),
    ];
    for (name, params, body, expected) in cases {
        let func = on("cuda", params, body, buffers.clone())?;
        assert_eq!(is_valid(&func)?, expected, "{name}");
    }
    Ok(())
}

#[test]
fn the_pass_names_the_function_and_the_variable() -> Result {
    let a = pointer("a", DataType::float(32))?;
    let module = |target: &str| -> Result<IRModule> {
        let func = on(target, std::slice::from_ref(&a), store(&a)?, Map::new())?;
        Ok(IRModule::from_parts([(GlobalVar::new("main"), func)], [])?)
    };
    let pass = call("tir.transform.VerifyMemory", &[])?.get::<Pass>()?;
    let valid = module("llvm")?;
    assert!(pass.run(valid.clone())?.same_as(&valid));
    let error = pass.run(module("cuda")?).expect_err("the store is outside of a thread").to_string();
    assert!(error.contains("main") && error.contains("variable a is accessed"), "{error}");
    Ok(())
}

#[test]
fn a_very_deep_function_is_verified() -> Result {
    let a = pointer("a", DataType::float(32))?;
    let mut body = store(&a)?;
    for _ in 0..1_000_000 {
        body = AttrStmt::new(None, "virtual_thread", 1, body, None).upcast();
    }
    let func = on("cuda", std::slice::from_ref(&a), body, Map::new())?;
    assert_eq!(verify_memory(&func), Err(MemoryError::OutsideOfThreads { var: "a".into() }));
    Ok(())
}
