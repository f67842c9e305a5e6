//! Functions that schedules make, and functions with many buffers.

use objet_ir::attrs::DictAttrs;
use objet_ir::expr::Bool;
use objet_tir::buffer::Buffer;
use objet_tir::expr::{BufferLoad, Range, Var};
use objet_tir::op::{self, Checked};
use objet_tir::stmt::{BufferRealize, BufferStore, Stmt};

use super::programs::*;
use super::*;

fn buffer(name: &str) -> Buffer {
    Buffer::decl([64.into()], FLOAT, name, "", None).unwrap()
}

fn write(buffer: &Buffer, value: impl Into<Checked>, index: impl Into<Checked>) -> Result<Stmt> {
    Ok(BufferStore::new(buffer.clone(), expr(value), [expr(index)], None)?.upcast())
}

fn read(buffer: &Buffer, index: impl Into<Checked>) -> Result<PrimExpr> {
    Ok(BufferLoad::new(buffer.clone(), [expr(index)], None)?.upcast())
}

fn realize(buffer: &Buffer, min: impl Into<Checked>, body: Stmt) -> Stmt {
    let bounds = [Range::from_min_extent(expr(min), 16)];
    BufferRealize::new(buffer.clone(), bounds, Bool::from(true), body, None).upcast()
}

/// Returns a function of a schedule with buffers as parameters.
fn scheduled(buffers: &[Buffer], body: Stmt) -> PrimFunc {
    let param = |buffer: &Buffer| Var::new(buffer.name.as_str(), DataType::HANDLE, None);
    let params: Vec<Var> = buffers.iter().map(param).collect();
    let map: Map<Var, Buffer> = params.iter().cloned().zip(buffers.iter().cloned()).collect();
    let attrs = DictAttrs::new([("from_legacy_te_schedule", Bool::from(true))]);
    PrimFunc::new(params, body, None, map, Some(attrs), None)
}

#[test]
fn realizations() {
    check(&[
        ("realizations", |n| {
            let a = buffer("A");
            let body = nest(n, write(&a, 1.0_f32, 0)?, |body, i| {
                let b = buffer("b");
                let body = seq([write(&b, 1.0_f32, i)?, body, write(&a, read(&b, i)?, i)?]);
                Ok(attr(b.clone(), "realize_scope", 1, realize(&b, i, body)))
            })?;
            Ok(scheduled(&[a], body))
        }),
        ("realizations in sequence", |n| {
            let a = buffer("A");
            let part = |i: i32| -> Result<Stmt> {
                let b = buffer("b");
                Ok(realize(&b, i, seq([write(&b, 1.0_f32, i)?, write(&a, read(&b, i)?, i)?])))
            };
            let body = seq((0..n as i32).map(part).collect::<Result<Vec<_>>>()?);
            Ok(scheduled(&[a], body))
        }),
        ("realizations in threads", |n| {
            let a = buffer("A");
            let body = nest(n, write(&a, 1.0_f32, 0)?, |body, i| {
                let b = buffer("b");
                let body = realize(&b, i, seq([write(&b, 1.0_f32, i)?, body]));
                thread("threadIdx.x", 4, "thread_extent", body)
            })?;
            Ok(scheduled(&[a], body))
        }),
        ("aligned realizations", |n| {
            let a = buffer("A");
            let body = nest(n, write(&a, 1.0_f32, 0)?, |body, i| {
                let b = buffer("b");
                let tuple = tuple([0.into(), 4.into(), 1.into()]);
                let body = realize(&b, i, seq([write(&b, 1.0_f32, i)?, body]));
                Ok(attr(b, "buffer_dim_align", tuple, body))
            })?;
            Ok(scheduled(&[a], body))
        }),
        ("buffers bound to regions", |n| {
            let mut outer = buffer("A");
            let parameter = outer.clone();
            let mut buffers = Vec::new();
            for _ in 0..n {
                let inner = buffer("b");
                buffers.push((inner.clone(), std::mem::replace(&mut outer, inner)));
            }
            let mut body = write(&outer, 1.0_f32, 0)?;
            for (inner, outer) in buffers.into_iter().rev() {
                let node: Array<Buffer> = [inner, outer].into();
                let tuple = tuple([0.into(), 64.into()]);
                body = attr(node, "buffer_bind_scope", tuple, body);
            }
            Ok(scheduled(&[parameter], body))
        }),
        ("prefetches", |n| {
            let (a, b) = (buffer("A"), buffer("B"));
            let body = nest(n, write(&b, 1.0_f32, 0)?, |body, k| {
                let i = int("i");
                let inner = seq([write(&b, read(&a, &i + k)?, i.clone())?, body]);
                times(&i, 16, attr(a.clone(), "prefetch_scope", 1, inner))
            })?;
            Ok(scheduled(&[a, b], body))
        }),
        ("parameters", |n| {
            let buffers: Vec<Buffer> = (0..n).map(|_| buffer("A")).collect();
            let mut sum: PrimExpr = read(&buffers[0], 0)?;
            for buffer in &buffers {
                sum = op::add(sum, read(buffer, 1)?, None)?;
            }
            let body = write(&buffers[0], sum, 0)?;
            Ok(scheduled(&buffers, body))
        }),
        ("axes", |n| {
            let shape: Vec<PrimExpr> = (0..n).map(|_| int("n").into()).collect();
            let a = Buffer::decl(shape.clone(), FLOAT, "A", "", None)?;
            let indices: Vec<PrimExpr> =
                (0..n as i32).map(|i| (int("i") + i).expr()).collect::<Result<_, _>>()?;
            let load = BufferLoad::new(a.clone(), indices.clone(), None)?;
            let body = BufferStore::new(a.clone(), load, indices, None)?.upcast();
            Ok(scheduled(&[a], body))
        }),
        ("textures", |n| {
            let shape: [PrimExpr; 3] = [8.into(), 8.into(), 4.into()];
            let indices = || -> [PrimExpr; 3] { [1.into(), 2.into(), 3.into()] };
            let a = Buffer::decl(shape.clone(), FLOAT, "A", "", None)?;
            let store = BufferStore::new(a.clone(), 1.0_f32, indices(), None)?.upcast();
            let body = nest(n, store, |body, _| {
                let b = Buffer::decl(shape.clone(), FLOAT, "b", "global.texture", None)?;
                let store = BufferStore::new(b.clone(), 1.0_f32, indices(), None)?.upcast();
                let bounds = shape.iter().map(|length| Range::from_min_extent(0, length));
                let bounds = bounds.collect::<Array<_>>();
                Ok(BufferRealize::new(b, bounds, Bool::from(true), seq([store, body]), None).upcast())
            })?;
            Ok(scheduled(&[a], body))
        }),
    ]);
}
