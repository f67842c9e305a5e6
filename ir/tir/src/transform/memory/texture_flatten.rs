//! Buffers in textures.

use std::collections::HashSet;

use objet::prelude::*;
use objet::walk::Enter;
use objet_ir::expr::{IntImmNode, PrimExpr};
use objet_ir::transform::PassInfo;

use crate::arith::Analyzer;
use crate::buffer::{Buffer, merged_index};
use crate::builtin;
use crate::expr::{BufferLoad, Call};
use crate::function::PrimFunc;
use crate::functor::StmtExprMutator;
use crate::op::{self, Checked};
use crate::stmt::{BufferRealizeNode, BufferStoreNode, Evaluate, LetStmt, Stmt};
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, map_exprs, rewrite_stmt};
use crate::transform::{LowerError, PrimFuncPass};

/// Creates a pass that lays out buffers with the storage scope `global.texture` or
/// `global.texture-weight` as textures of two dimensions. The last axis of a buffer has the one or
/// four channels of a pixel.
///
/// - The rows of `global.texture` are all axes before the last but one.
/// - The rows of `global.texture-weight` are the first axis.
#[doc(alias = "TextureFlatten")]
pub fn texture_flatten() -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, "tir.TextureFlatten", []), |mut func: PrimFunc, _, _| {
        let external = func.buffer_map.values().cloned().collect();
        let body = rewrite_stmt(func.body.clone(), &mut Textures { external })?;
        if !body.same_as(&func.body) {
            *func.make_mut().body = body;
        }
        Ok(Some(func))
    })
}

/// Returns the number of axes of a buffer that are rows of its texture, or `None` if the buffer is
/// not in a texture.
fn row_axes(buffer: &Buffer) -> Result<Option<usize>, LowerError> {
    let error = |problem| LowerError::Buffer { buffer: buffer.name.clone(), problem };
    let rows = match buffer.scope() {
        "global.texture" => buffer.shape.len().saturating_sub(2),
        "global.texture-weight" => 1,
        scope if scope.contains("texture") => {
            return Err(error(
                "has an unknown scope of textures: global.texture and global.texture-weight are known",
            ));
        }
        _ => return Ok(None),
    };
    match buffer.shape.len() >= 3 {
        true => Ok(Some(rows)),
        false => Err(error("is in a texture, but has fewer than three axes")),
    }
}

/// Returns the pointer and the coordinates of the pixel of an element.
fn pixel(buffer: &Buffer, rows: usize, indices: &Array<PrimExpr>) -> Result<Vec<PrimExpr>, LowerError> {
    let last = buffer.shape.len().saturating_sub(1);
    let (rows, columns) = (0..rows, rows..last);
    let mut args = vec![buffer.data.clone().upcast()];
    for mut axes in [columns, rows] {
        let mut analyzer = Analyzer::new();
        let mut offset =
            axes.next().and_then(|axis| indices.get(axis)).map_or_else(|| 0.into(), Clone::clone);
        for axis in axes {
            let (Some(length), Some(index)) = (buffer.shape.get(axis), indices.get(axis)) else { continue };
            offset = merged_index(&mut analyzer, &(&offset * length + index).expr()?)?;
        }
        args.push(op::add(0, offset, None)?);
    }
    Ok(args)
}

struct Textures {
    /// The buffers of parameters.
    external: HashSet<Buffer>,
}

impl Textures {
    /// Returns the allocation of a texture with a number of row axes.
    fn allocated(&self, realize: &BufferRealizeNode, rows: usize) -> Result<Stmt, LowerError> {
        let buffer = &realize.buffer;
        let error = |problem| LowerError::Buffer { buffer: buffer.name.clone(), problem };
        let Some((channels, axes)) =
            realize.bounds.split_last().filter(|(_, axes)| axes.len() >= rows.max(2))
        else {
            return Err(error("is in a texture, but has fewer than three axes"));
        };
        let channels = channels.extent.as_node::<IntImmNode>().map(|extent| extent.value);
        if !matches!(channels, Some(1 | 4)) {
            return Err(error("is in a texture, but its last axis does not have 1 or 4 elements"));
        }
        let product = |axes: &[crate::expr::Range]| {
            axes.iter().fold(Checked::from(1), |product, axis| product * &axis.extent).expr()
        };
        let (height, width) = (product(&axes[..rows])?, product(&axes[rows..])?);
        let dtype = buffer.data.dtype;
        let texture = Call::of(dtype, builtin::texture2d_alloca(), [width, height], None);
        Ok(LetStmt::new(buffer.data.clone(), texture, realize.body.clone(), None)?.upcast())
    }
}

/// Replaces loads from textures.
struct Loads;

impl StmtExprMutator for Loads {
    type Error = LowerError;

    fn enter_buffer(&mut self, _: &Buffer) -> Result<Enter, LowerError> {
        Ok(Enter::Keep)
    }

    fn visit_buffer_load(&mut self, load: BufferLoad) -> Result<PrimExpr, LowerError> {
        let buffer = &load.buffer;
        let Some(rows) = row_axes(buffer)? else { return Ok(load.upcast()) };
        let mut args = pixel(buffer, rows, &load.indices)?;
        args.extend(load.indices.last().cloned());
        Ok(Call::of(buffer.dtype, builtin::texture2d_load(), args, None).upcast())
    }
}

impl ScopedRewriter for Textures {
    type Error = LowerError;

    fn scope(&self, _: &Stmt) -> Scope {
        Scope::Same
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        let stmt = map_exprs(stmt, &mut |expr| Loads.mutate(expr.clone()))?;
        match_node!(match stmt {
            realize @ BufferRealizeNode if self.external.contains(&realize.buffer) => {
                return Ok(EnterStmt::Instead(realize.body.clone()));
            }
            store @ BufferStoreNode => {
                if let Some(rows) = row_axes(&store.buffer)? {
                    let mut args = pixel(&store.buffer, rows, &store.indices)?;
                    args.push(store.value.clone());
                    let call = Call::of(DataType::HANDLE, builtin::texture2d_store(), args, None);
                    return Ok(EnterStmt::Done(Evaluate::new(call, None).upcast()));
                }
            }
            _ => {}
        });
        Ok(EnterStmt::Inside(stmt))
    }

    fn leave(&mut self, stmt: Stmt) -> Result<Stmt, LowerError> {
        if let Some(realize) = stmt.as_node::<BufferRealizeNode>()
            && let Some(rows) = row_axes(&realize.buffer)?
        {
            return self.allocated(realize, rows);
        }
        Ok(stmt)
    }
}
