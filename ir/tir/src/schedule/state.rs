//! The state of a schedule.

use std::collections::HashMap;
use std::sync::Arc;

use objet::prelude::*;
use objet_ir::module::IRModule;

use super::block_scope::BlockScope;
use super::error::ScheduleError;
use super::sref::StmtSRef;
use super::state_builder::StateBuilder;
use crate::function::PrimFunc;
use crate::stmt::Stmt;

/// The blocks and loops of a scheduled module.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.ScheduleState", is_final)]
pub struct ScheduleStateNode {
    base: Object,
    /// The scheduled module.
    #[reflect(name = "mod")]
    pub module: IRModule,
    /// The checks after each change: the bits 1 for the tree of references and 2 for the flags.
    pub debug_mask: i32,
    #[reflect(skip)]
    content: Arc<Content>,
}

#[derive(Default)]
pub(super) struct Content {
    /// The references by blocks and loops.
    pub(super) srefs: HashMap<Stmt, StmtSRef>,
    /// The facts about blocks.
    pub(super) blocks: HashMap<StmtSRef, BlockInfo>,
}

/// Facts about a block.
pub(super) struct BlockInfo {
    pub(super) scope: BlockScope,
    pub(super) flags: CachedFlags,
}

/// Properties of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CachedFlags {
    /// Whether the values of the variables are independent sums of splits and fusions of loops.
    pub affine_binding: bool,
    /// Whether the blocks that produce the inputs of the block cover all that the block reads.
    pub region_cover: bool,
    /// Whether the blocks directly inside are stages: each covers what its consumers read, and no
    /// block overwrites what another block reads.
    pub stage_pipeline: bool,
}

impl ScheduleState {
    /// Creates the state of a module. The state of a module is always correct, so `debug_mask`
    /// selects no checks here.
    ///
    /// # Errors
    /// Returns an error if a block or a loop occurs more than once in the module, or if a region of
    /// a block is not one of integers.
    pub fn new(module: IRModule, debug_mask: i32) -> Result<Self, ScheduleError> {
        let mut builder = StateBuilder::default();
        for func in module.functions.load().values() {
            if let Some(func) = func.downcast_ref::<PrimFunc>() {
                builder.add(&func.body)?;
            }
        }
        let content = Arc::new(builder.content);
        Ok(make_object(ScheduleStateNode { base: Object::new(), module, debug_mask, content }).into())
    }
}

impl ScheduleStateNode {
    /// Returns the reference to a block or a loop of the module.
    pub fn sref(&self, stmt: &Stmt) -> Option<StmtSRef> {
        self.content.srefs.get(stmt).cloned()
    }

    /// Returns the dependencies between the blocks directly inside a block.
    ///
    /// # Errors
    /// Returns an error if the block is not part of the module.
    pub fn block_scope(&self, block: &StmtSRef) -> Result<BlockScope, ScheduleError> {
        self.info(block).map(|info| info.scope.clone())
    }

    /// Returns the properties of a block.
    ///
    /// # Errors
    /// Returns an error if the block is not part of the module.
    pub fn cached_flags(&self, block: &StmtSRef) -> Result<CachedFlags, ScheduleError> {
        self.info(block).map(|info| info.flags)
    }

    fn info(&self, block: &StmtSRef) -> Result<&BlockInfo, ScheduleError> {
        self.content.blocks.get(block).ok_or(ScheduleError::NotScheduled("block"))
    }
}
