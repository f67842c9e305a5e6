//! Functions that cannot be lowered, and details that TVM does not have.

use objet::prelude::*;
use objet::text::as_repr;
use objet_ir::expr::{Bool, PrimExpr};
use objet_tir::buffer::Buffer;
use objet_tir::builtin;
use objet_tir::expr::{BufferLoad, Call, IterVar, IterVarType, Range, Var};
use objet_tir::stmt::{AttrStmt, BufferRealize, BufferStore, Evaluate, For, Stmt};
use objet_tir::transform;

use super::{Result, function, run};

const FLOAT: DataType = DataType::float(32);

fn buffer(name: &str, shape: &[i32]) -> Result<Buffer> {
    let shape: Array<PrimExpr> = shape.iter().map(|length| PrimExpr::from(*length)).collect();
    Ok(Buffer::decl(shape, FLOAT, name, "", None)?)
}

fn store(buffer: &Buffer, indices: &[i32]) -> Result<Stmt> {
    let indices: Array<PrimExpr> = indices.iter().map(|index| PrimExpr::from(*index)).collect();
    Ok(BufferStore::new(buffer.clone(), 0.0_f32, indices, None)?.upcast())
}

fn realize(buffer: &Buffer, body: Stmt) -> Stmt {
    let bounds: Array<Range> = buffer.shape.iter().map(|length| Range::from_min_extent(0, length)).collect();
    BufferRealize::new(buffer.clone(), bounds, Bool::from(true), body, None).upcast()
}

fn bind(source: &Buffer, target: &Buffer, parts: &[i32], body: Stmt) -> Result<Stmt> {
    let args: Array<PrimExpr> = parts.iter().map(|part| PrimExpr::from(*part)).collect();
    let tuple = Call::new(DataType::HANDLE, builtin::tvm_tuple(), args, None)?;
    let buffers: Array<Buffer> = [source.clone(), target.clone()].into();
    Ok(AttrStmt::new(Some(buffers.upcast()), "buffer_bind_scope", tuple, body, None).upcast())
}

fn error(body: Stmt, params: &[&Buffer]) -> Result<String> {
    match run(&transform::storage_flatten(64, false), function(params, body)) {
        Ok(func) => Err(format!("no error: {}", as_repr(Some(&func))).into()),
        Err(error) => Ok(error.to_string()),
    }
}

#[test]
fn buffers_without_memory() -> Result {
    let (a, b) = (buffer("A", &[8])?, buffer("B", &[4, 4])?);
    let outside = error(store(&b, &[1, 2])?, &[&a])?;
    assert!(outside.contains("buffer B is used outside of its realization"), "{outside}");
    let after = objet_tir::stmt::SeqStmt::flatten([realize(&b, store(&b, &[0, 0])?), store(&b, &[1, 2])?]);
    let after = error(after, &[&a])?;
    assert!(after.contains("buffer B is used outside of its realization"), "{after}");
    Ok(())
}

#[test]
fn bindings_that_do_not_fit() -> Result {
    let (a, view) = (buffer("A", &[8, 8])?, buffer("V", &[4, 4])?);
    let body = || store(&view, &[0, 0]);
    let rows = buffer("R", &[4, 8])?;
    let offset = error(bind(&rows, &a, &[2, 4, 0, 8], store(&rows, &[0, 0])?)?, &[&a])?;
    assert!(offset.contains("buffer R cannot be bound to a region of buffer A"), "{offset}");
    let shape = error(bind(&view, &a, &[2, 4, 0, 8], body()?)?, &[&a])?;
    assert!(shape.contains("argument V.shape[1] does not meet the condition"), "{shape}");
    let count = error(bind(&view, &a, &[0, 4, 0], body()?)?, &[&a])?;
    assert!(count.contains("attribute \"buffer_bind_scope\": expected a call of tvm_tuple"), "{count}");
    let strided = error(bind(&view, &a, &[0, 4, 0, 4], body()?)?, &[&a])?;
    assert!(strided.contains("give the buffer strides"), "{strided}");
    Ok(())
}

#[test]
fn threads_without_tags() -> Result {
    let a = buffer("A", &[8])?;
    let var = Var::new("t", DataType::int(32), None);
    let thread = |tag: &str| -> Result<Stmt> {
        let axis = IterVar::new(None, var.clone(), IterVarType::ThreadIndex, tag, None)?;
        let body = store(&a, &[0])?;
        Ok(AttrStmt::new(Some(axis.upcast()), "thread_extent", 8, body, None).upcast())
    };
    let untagged = error(thread("")?, &[&a])?;
    assert!(untagged.contains("an iteration variable with a thread tag"), "{untagged}");
    let unknown = error(thread("warp")?, &[&a])?;
    assert!(unknown.contains("a thread tag that begins with blockIdx."), "{unknown}");
    Ok(())
}

#[test]
fn prefetches_need_a_loop() -> Result {
    let a = buffer("A", &[8])?;
    let body = Evaluate::new(BufferLoad::new(a.clone(), [0.into()], None)?, None);
    let attr = AttrStmt::new(Some(a.clone().upcast()), "prefetch_scope", 1, body, None);
    let error = run(&transform::inject_prefetch(), function(&[&a], attr)).unwrap_err().to_string();
    assert!(error.contains("expected a loop around it"), "{error}");
    Ok(())
}

#[test]
fn variables_with_two_ranges() -> Result {
    let a = buffer("A", &[8])?;
    let i = Var::new("i", DataType::int(32), None);
    let body = objet_tir::stmt::SeqStmt::flatten([
        For::serial(i.clone(), 4, store(&a, &[0])?)?.upcast(),
        For::serial(i, 8, store(&a, &[0])?)?.upcast(),
    ]);
    let error = run(&transform::simplify(), function(&[&a], body)).unwrap_err().to_string();
    assert!(error.contains("variable i already has"), "{error}");
    Ok(())
}

/// TVM loses the buffer of the attribute if the buffer gets strides or a storage scope.
#[test]
fn double_buffers_with_other_layouts() -> Result {
    let a = buffer("A", &[8])?;
    let pointer = objet_ir::types::PointerType::new(objet_ir::types::PrimType::new(FLOAT), "");
    let data = Var::typed("B", pointer, None)?;
    let kind = objet_tir::buffer::BufferType::Default;
    let b = Buffer::new(data, FLOAT, [4.into()], [], None, "B", 0, 0, kind, None)?;
    let attr = AttrStmt::new(Some(b.clone().upcast()), "double_buffer_scope", 1, store(&b, &[1])?, None);
    let func = run(&transform::storage_flatten(64, false), function(&[&a], realize(&b, attr.upcast())))?;
    let text = as_repr(Some(&func.body));
    assert!(text.contains("// attr [B] double_buffer_scope = 1\nB[1] = 0f"), "{text}");
    Ok(())
}

#[test]
fn only_functions_of_schedules_are_flattened() -> Result {
    let a = buffer("A", &[8])?;
    let mut func = function(&[&a], store(&a, &[1])?);
    *func.make_mut().attrs = None;
    assert!(run(&transform::storage_flatten(64, false), func.clone())?.same_as(&func));
    Ok(())
}

#[test]
fn bits_are_in_range() {
    let error = transform::narrow_data_type(65).unwrap_err().to_string();
    assert!(error.contains("target_bits"), "{error}");
    assert!(transform::narrow_data_type(0).is_err());
}
