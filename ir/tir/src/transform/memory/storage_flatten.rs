//! Layout of the memory of functions that schedules make.

use objet::prelude::*;
use objet_ir::expr::{Bool, GlobalVar};
use objet_ir::module::IRModule;
use objet_ir::transform::{PassInfo, Sequential};

use super::buffer_bind::buffer_bind_unwrapper;
use super::buffer_shape::buffer_shape_legalize;
use super::buffer_stride::buffer_stride_legalize;
use super::flatten_storage::storage_flattener;
use super::thread_scope::thread_scope_propagate;
use crate::arith::Analyzer;
use crate::function::PrimFunc;
use crate::op;
use crate::stmt::{AssertStmtNode, Stmt};
use crate::transform::bound_facts::bound_facts;
use crate::transform::scoped::{EnterStmt, Scope, ScopedRewriter, rewrite_stmt};
use crate::transform::{LowerError, PrimFuncPass};

/// Creates a pass that lays out the memory of functions that schedules make, which have the
/// attribute `from_legacy_te_schedule`.
///
/// The pass runs those of [`storage_flatten_passes`]. The memory of a prefetched region is read by
/// lines of `cache_line_size` bytes. With `create_bound_attributes`, the attribute `buffer_bound`
/// has the number of elements of each buffer that a statement accesses.
#[doc(alias = "StorageFlatten")]
pub fn storage_flatten(cache_line_size: i32, create_bound_attributes: bool) -> PrimFuncPass {
    let passes = storage_flatten_passes(cache_line_size, create_bound_attributes);
    PrimFuncPass::new(PassInfo::new(0, "tir.StorageFlatten", []), move |func: PrimFunc, _, context| {
        let attrs = func.attrs.as_ref();
        let from_schedule: Option<Bool> = attrs.and_then(|attrs| attrs.get("from_legacy_te_schedule"));
        if from_schedule.is_none_or(|from_schedule| from_schedule.value == 0) {
            return Ok(Some(func));
        }
        let name = GlobalVar::new("dummy_func");
        let mut module = IRModule::new();
        module.add(name.clone(), func, false)?;
        let module = passes.run_in(module, context)?;
        Ok(Some(module.lookup(&name)?.downcast()?))
    })
}

/// Creates the passes of [`storage_flatten`], in order:
///
/// 1. `BufferShapeLegalize` gives realized buffers the shapes of their regions.
/// 2. `BufferStrideLegalize` turns alignments of axes into strides.
/// 3. `ThreadScopePropagate` chooses the storage scopes of buffers without one.
/// 4. `BufferBindUnwrapper` replaces buffers that are bound to regions of others.
/// 5. `StorageFlattener` turns accesses to buffers into accesses through pointers.
/// 6. `AssertSimplifier` removes assertions that hold.
pub fn storage_flatten_passes(cache_line_size: i32, create_bound_attributes: bool) -> Sequential {
    let passes = [
        buffer_shape_legalize().upcast(),
        buffer_stride_legalize().upcast(),
        thread_scope_propagate().upcast(),
        buffer_bind_unwrapper().upcast(),
        storage_flattener(cache_line_size, create_bound_attributes).upcast(),
        assert_simplifier().upcast(),
    ];
    Sequential::new(passes, "tir.StorageFlatten_impl")
}

/// Creates a pass that removes assertions that hold.
fn assert_simplifier() -> PrimFuncPass {
    PrimFuncPass::new(PassInfo::new(0, "tir.AssertSimplifier", []), |mut func: PrimFunc, _, _| {
        let mut asserts = Asserts(bound_facts(&func.body)?);
        let body = rewrite_stmt(func.body.clone(), &mut asserts)?;
        *func.make_mut().body = body;
        Ok(Some(func))
    })
}

struct Asserts(Analyzer);

impl ScopedRewriter for Asserts {
    type Error = LowerError;

    fn scope(&self, _: &Stmt) -> Scope {
        Scope::Same
    }

    fn enter(&mut self, stmt: Stmt) -> Result<EnterStmt, LowerError> {
        if let Some(assert) = stmt.as_node::<AssertStmtNode>()
            && op::as_const_int(&self.0.simplify(&assert.condition, 2)) == Some(1)
        {
            return Ok(EnterStmt::Instead(assert.body.clone()));
        }
        Ok(EnterStmt::Inside(stmt))
    }
}
