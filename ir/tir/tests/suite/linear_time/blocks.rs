//! Functions with blocks.

use objet_ir::expr::Bool;
use objet_tir::buffer::Buffer;
use objet_tir::expr::{BufferLoad, IterVar, IterVarType, Range, Var};
use objet_tir::op::{self, Checked};
use objet_tir::stmt::{
    Block, BlockRealize, BufferRegion, BufferStore, For, ForKind, IfThenElse, MatchBufferRegion, Stmt,
};

use super::programs::*;
use super::*;

fn buffer(name: &str) -> Buffer {
    Buffer::decl([64.into()], FLOAT, name, "", None).unwrap()
}

fn write(buffer: &Buffer, index: impl Into<Checked>) -> Result<Stmt> {
    Ok(BufferStore::new(buffer.clone(), 1.0_f32, [expr(index)], None)?.upcast())
}

fn copy(to: &Buffer, from: &Buffer, index: impl Into<Checked>) -> Result<Stmt> {
    let index = expr(index);
    let load = BufferLoad::new(from.clone(), [index.clone()], None)?;
    Ok(BufferStore::new(to.clone(), load, [index], None)?.upcast())
}

/// Returns a block with one variable, which is used by `body`.
fn block(value: impl Into<Checked>, body: impl FnOnce(&Var) -> Result<Stmt>) -> Result<BlockRealize> {
    let axis = IterVar::new(Some(Range::from_min_extent(0, 64)), int("v"), IterVarType::DataPar, "", None)?;
    let body = body(&axis.var)?;
    let block = Block::new([axis], [], [], "block", body, None, [], [], Map::new(), None);
    Ok(BlockRealize::new([expr(value)], Bool::from(true), block, None)?)
}

fn root(allocated: &[Buffer], matched: &[MatchBufferRegion], body: Stmt) -> Result<PrimFunc> {
    let block =
        Block::new([], [], [], "root", body, None, allocated.to_vec(), matched.to_vec(), Map::new(), None);
    let realize = BlockRealize::new([], Bool::from(true), block, None)?;
    Ok(function(&[], realize.upcast()))
}

#[test]
fn blocks() {
    check(&[
        ("blocks", |n| {
            let (a, b) = (buffer("A"), buffer("B"));
            let body = nest(n, copy(&a, &b, 0)?, |body, _| {
                let i = int("i");
                let inner = block(i.clone(), |v| Ok(seq([copy(&b, &a, v.clone())?, body])))?;
                times(&i, 8, inner.upcast())
            })?;
            root(&[a, b], &[], body)
        }),
        ("blocks in sequence", |n| {
            let (a, b) = (buffer("A"), buffer("B"));
            let part = |k: i32| -> Result<Stmt> {
                let i = int("i");
                times(&i, 8, block(&i + k, |v| copy(&b, &a, v.clone()))?.upcast())
            };
            root(&[a.clone(), b.clone()], &[], seq((0..n as i32).map(part).collect::<Result<Vec<_>>>()?))
        }),
        ("blocks of allocated buffers", |n| {
            let buffers: Vec<Buffer> = (0..=n).map(|_| buffer("b")).collect();
            let part = |pair: &[Buffer]| -> Result<Stmt> {
                let i = int("i");
                times(&i, 8, block(i.clone(), |v| copy(&pair[1], &pair[0], v.clone()))?.upcast())
            };
            let first = write(&buffers[0], 0)?;
            let parts = buffers.windows(2).map(part).collect::<Result<Vec<_>>>()?;
            root(&buffers, &[], seq([first].into_iter().chain(parts)))
        }),
        ("blocks that allocate", |n| {
            let a = buffer("A");
            let body = nest(n, write(&a, 0)?, |body, _| {
                let b = buffer("b");
                let mut inner =
                    block(0, |v| Ok(seq([copy(&b, &a, v.clone())?, copy(&a, &b, v.clone())?, body])))?;
                *inner.make_mut().block.make_mut().alloc_buffers = [b].into();
                Ok(inner.upcast())
            })?;
            root(&[a], &[], body)
        }),
        ("a block that accesses many buffers", |n| {
            let buffers: Vec<Buffer> = (0..n).map(|_| buffer("b")).collect();
            let mut all = Vec::new();
            let i = int("i");
            let inner = block(i.clone(), |v| {
                for buffer in &buffers {
                    all.push(write(buffer, v.clone())?);
                }
                Ok(seq(all))
            })?;
            root(&buffers, &[], times(&i, 8, inner.upcast())?)
        }),
        ("regions of a buffer", |n| {
            let a = buffer("A");
            let mut matched = Vec::new();
            let mut parts = Vec::new();
            for i in 0..n as i32 {
                let b = Buffer::decl([1.into()], FLOAT, "b", "", None)?;
                let region = BufferRegion::new(a.clone(), [Range::from_min_extent(i, 1)])?;
                matched.push(MatchBufferRegion::new(b.clone(), region)?);
                parts.push(write(&b, 0)?);
            }
            root(&[a], &matched, seq(parts))
        }),
        ("regions of regions", |n| {
            let a = buffer("A");
            let mut sources = vec![a.clone()];
            sources.extend((0..n).map(|_| buffer("b")));
            let mut body = write(&sources[n], 0)?;
            for pair in sources.windows(2).rev() {
                let region = BufferRegion::full(pair[0].clone())?;
                let mut inner = block(0, |_| Ok(body))?;
                let matched = MatchBufferRegion::new(pair[1].clone(), region)?;
                *inner.make_mut().block.make_mut().match_buffers = [matched].into();
                body = inner.upcast();
            }
            root(&[a], &[], body)
        }),
        ("threads of blocks", |n| {
            let a = buffer("A");
            let body = nest(n, write(&a, 0)?, |body, k| {
                let i = int("i");
                let tag = ["threadIdx.x", "threadIdx.y", "vthread"][k as usize % 3];
                let axis = IterVar::new(None, int(""), IterVarType::ThreadIndex, tag, None)?;
                let inner = seq([write(&a, i.clone())?, body]);
                Ok(For::new(i, 0, 4, ForKind::ThreadBinding, inner, Some(axis), Map::new(), None)?.upcast())
            })?;
            root(&[a], &[], body)
        }),
        ("loops of an index", |n| {
            let a = buffer("A");
            let vars: Vec<Var> = (0..n).map(|_| int("i")).collect();
            let mut index: PrimExpr = 0.into();
            for var in &vars {
                index = op::add(index, var, None)?;
            }
            let body = block(index, |v| write(&a, v.clone()))?.upcast();
            root(&[a], &[], vars.iter().try_fold(body, |body, var| times(var, 2, body))?)
        }),
        ("accesses in loops", |n| {
            let a = buffer("A");
            let body = nest(n, write(&a, 0)?, |body, _| {
                let i = int("i");
                times(&i, 4, seq([write(&a, i.clone())?, body]))
            })?;
            root(&[a], &[], body)
        }),
        ("accesses under conditions", |n| {
            let (a, m) = (buffer("A"), int("m"));
            let body = nest(n, write(&a, 0)?, |body, k| {
                let i = int("i");
                let condition = op::less(&i + k % 3, 3, None)?;
                let other = write(&a, &i + 1)?;
                let inner =
                    IfThenElse::new(condition, seq([write(&a, i.clone())?, body]), Some(other), None)?;
                times(&i, m.clone(), inner.upcast())
            })?;
            root(&[a], &[], body)
        }),
        ("accesses under a conjunction", |n| {
            let (a, i) = (buffer("A"), int("i"));
            let mut all = op::less(&i, 10, None)?;
            for k in 0..n as i32 {
                all = op::logical_and(all, op::less(&i + k, 5 + k, None)?, None)?;
            }
            let body = times(&i, 64, when(all, write(&a, i.clone())?)?)?;
            root(&[a], &[], body)
        }),
        ("initial statements", |n| {
            let a = buffer("A");
            let body = nest(n, write(&a, 0)?, |body, _| {
                let mut inner = block(int("i"), |_| Ok(body))?;
                *inner.make_mut().block.make_mut().init = Some(write(&a, 1)?);
                Ok(inner.upcast())
            })?;
            root(&[a], &[], body)
        }),
        ("initial statements of many axes", |n| {
            let a = buffer("A");
            let mut inner = block(0, |_| write(&a, 0))?;
            let fields = inner.make_mut();
            let axis = || {
                let range = Some(Range::from_min_extent(0, 64));
                IterVar::new(range, int("r"), IterVarType::CommReduce, "", None)
            };
            let block = fields.block.make_mut();
            *block.init = Some(write(&a, 1)?);
            *block.iter_vars = (0..n).map(|_| axis()).collect::<Result<Array<_>, _>>()?;
            *fields.iter_values = (0..n).map(|_| PrimExpr::from(int("i"))).collect();
            root(&[a], &[], inner.upcast())
        }),
    ]);
}
