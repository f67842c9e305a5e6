//! Schedules: the blocks and loops of a module, and the objects that stand for them.

use std::collections::HashMap;

use objet::fields::FieldCell;
use objet::prelude::*;
use objet::text::as_repr;
use objet_ir::expr::{IntImmNode, PrimExpr};
use objet_ir::module::IRModule;

use super::block_scope::{DepKind, Dependency};
use super::error::ScheduleError;
use super::random::RandomState;
use super::sref::StmtSRef;
use super::state::ScheduleState;
use crate::analysis::evaluated_parts;
use crate::arith::Analyzer;
use crate::function::PrimFunc;
use crate::functor::post_order;
use crate::stmt::{Block, BlockRealize, Stmt, StmtNode};

/// An object that stands for a block of a schedule.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.BlockRV", is_final, new)]
pub struct BlockRVNode {
    base: Object,
}

/// An object that stands for a loop of a schedule.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tir.LoopRV", is_final, new)]
pub struct LoopRVNode {
    base: Object,
}

/// A schedule of a module.
#[derive(Clone, Object)]
#[repr(C)]
#[object(key = "tir.Schedule", is_final)]
pub struct ScheduleNode {
    base: Object,
    state: ScheduleState,
    /// The blocks and loops by the objects that stand for them.
    symbols: FieldCell<HashMap<ObjectRef, StmtSRef>>,
    random: FieldCell<RandomState>,
}

impl Schedule {
    /// Creates a schedule. The seed -1 selects random numbers that differ from run to run.
    ///
    /// # Errors
    /// Returns the errors of [`ScheduleState::new`].
    pub fn new(module: IRModule, seed: i64, debug_mask: i32) -> Result<Self, ScheduleError> {
        let (base, state) = (Object::new(), ScheduleState::new(module, debug_mask)?);
        let (symbols, random) = (FieldCell::new(HashMap::new()), FieldCell::new(RandomState::new(seed)));
        Ok(make_object(ScheduleNode { base, state, symbols, random }).into())
    }

    /// Returns a schedule of the same module with references of its own. The objects that stand for
    /// blocks and loops stand for the same ones in the copy.
    ///
    /// # Errors
    /// Returns the errors of [`ScheduleState::new`].
    pub fn copy(&self) -> Result<Self, ScheduleError> {
        let state = ScheduleState::new(self.state.module.clone(), self.state.debug_mask)?;
        let copied = |(symbol, sref): (ObjectRef, StmtSRef)| Some((symbol, state.sref(sref.stmt()?)?));
        let symbols = self.symbols.load().into_iter().filter_map(copied).collect();
        let (symbols, random) = (FieldCell::new(symbols), FieldCell::new(self.random.load()));
        Ok(make_object(ScheduleNode { base: Object::new(), state, symbols, random }).into())
    }
}

impl ScheduleNode {
    /// Returns the state.
    pub fn state(&self) -> &ScheduleState {
        &self.state
    }

    /// Replaces the state of the random numbers.
    pub fn seed(&self, seed: i64) {
        self.random.store(RandomState::new(seed));
    }

    /// Returns a seed for other random numbers.
    pub fn fork_seed(&self) -> i64 {
        self.random.update(RandomState::fork_seed)
    }

    /// Returns the block or the loop that an object stands for, or the value of an expression.
    ///
    /// # Errors
    /// Returns an error if the object stands for nothing, or if the expression has no value.
    pub fn get(&self, symbol: &ObjectRef) -> Result<ObjectRef, ScheduleError> {
        if let Some(expr) = symbol.downcast_ref::<PrimExpr>() {
            let value = Analyzer::new().simplify(expr, 2);
            return match value.is_instance::<IntImmNode>() {
                true => Ok(value.into_object_ref()),
                false => Err(ScheduleError::NoValue { kind: "ExprRV", object: as_repr(Some(expr)) }),
            };
        }
        let sref = self.symbol_sref(symbol)?;
        sref.stmt().map(|stmt| stmt.as_object_ref().clone()).ok_or(ScheduleError::NotScheduled("statement"))
    }

    /// Returns the reference to a block or a loop, or to one that an object stands for.
    ///
    /// # Errors
    /// Returns an error if the object is none of these, or if it is not part of the schedule.
    pub fn sref(&self, object: &ObjectRef) -> Result<StmtSRef, ScheduleError> {
        match object.downcast_ref::<Stmt>() {
            Some(stmt) => self.state.sref(stmt).ok_or(ScheduleError::NotScheduled("statement")),
            None => self.symbol_sref(object),
        }
    }

    fn symbol_sref(&self, symbol: &ObjectRef) -> Result<StmtSRef, ScheduleError> {
        let kind = match () {
            () if symbol.is_instance::<BlockRVNode>() => "BlockRV",
            () if symbol.is_instance::<LoopRVNode>() => "LoopRV",
            () => {
                let expected = "a block, a loop, a BlockRV, a LoopRV or an expression";
                return Err(ScheduleError::Kind { expected, found: symbol.type_key() });
            }
        };
        let sref = self.symbols.load().get(symbol).cloned();
        sref.ok_or_else(|| ScheduleError::NoValue { kind, object: as_repr(Some(symbol)) })
    }

    /// Removes an object that stands for a block or a loop.
    ///
    /// # Errors
    /// Returns an error if the object stands for nothing.
    pub fn remove(&self, symbol: &ObjectRef) -> Result<(), ScheduleError> {
        match self.symbols.update(|symbols| symbols.remove(symbol)) {
            Some(_) => Ok(()),
            None => Err(ScheduleError::NoObject(as_repr(Some(symbol)))),
        }
    }

    /// Returns an object that stands for the only block with a name in a function.
    ///
    /// # Errors
    /// Returns an error if there is no such function, or not one such block.
    pub fn block(&self, name: &str, function: &str) -> Result<BlockRV, ScheduleError> {
        let func = self.state.module.lookup_by_name(function)?;
        let Some(func) = func.downcast_ref::<PrimFunc>() else {
            return Err(ScheduleError::NoFunction(function.into()));
        };
        let mut found = Vec::new();
        for object in post_order(&func.body) {
            if let Some(block) = object.downcast_ref::<Block>().filter(|block| block.name_hint == name) {
                found.extend(self.state.sref(block.upcast_ref()));
            }
        }
        match <[StmtSRef; 1]>::try_from(found) {
            Ok([sref]) => Ok(self.block_symbol(sref)),
            Err(none) if none.is_empty() => Err(ScheduleError::NoBlock(name.into())),
            Err(all) => Err(ScheduleError::Blocks { name: name.into(), count: all.len() }),
        }
    }

    /// Returns objects that stand for the loops around a block, up to the innermost block around
    /// it, beginning with the outermost loop.
    ///
    /// # Errors
    /// Returns an error if the object for the block stands for nothing.
    pub fn loops(&self, block: &BlockRV) -> Result<Vec<LoopRV>, ScheduleError> {
        let sref = self.symbol_sref(block.as_object_ref())?;
        let mut loops: Vec<StmtSRef> = sref.loops().cloned().collect();
        loops.reverse();
        let symbol = |sref| {
            let symbol = LoopRV::new();
            self.insert(symbol.as_object_ref(), sref);
            symbol
        };
        Ok(loops.into_iter().map(symbol).collect())
    }

    /// Returns objects that stand for the blocks directly inside a block or a loop.
    ///
    /// # Errors
    /// Returns an error if the object for the block or the loop stands for nothing.
    pub fn child_blocks(&self, symbol: &ObjectRef) -> Result<Vec<BlockRV>, ScheduleError> {
        let sref = self.symbol_sref(symbol)?;
        let body = match (sref.block(), sref.as_loop()) {
            (Some(block), _) => block.body.as_object_ref().clone(),
            (_, Some(times)) => times.body.as_object_ref().clone(),
            _ => return Err(ScheduleError::NotScheduled("statement")),
        };
        let mut children = Vec::new();
        let mut pending = vec![body];
        while let Some(object) = pending.pop() {
            match object.downcast_ref::<BlockRealize>() {
                Some(realize) => children.extend(self.state.sref(realize.block.upcast_ref())),
                None => {
                    let is_stmts = |part: &ObjectRef| {
                        part.is_instance::<StmtNode>() || part.downcast_ref::<Array<Stmt>>().is_some()
                    };
                    pending.extend(evaluated_parts(&object).into_iter().filter(is_stmts).rev());
                }
            }
        }
        Ok(children.into_iter().map(|sref| self.block_symbol(sref)).collect())
    }

    /// Returns objects that stand for the blocks whose results a block reads or overwrites.
    ///
    /// # Errors
    /// Returns an error if the object stands for nothing, or for the root block.
    pub fn producers(&self, block: &BlockRV) -> Result<Vec<BlockRV>, ScheduleError> {
        let sref = self.symbol_sref(block.as_object_ref())?;
        let root = sref.scope_root().ok_or(ScheduleError::Root)?;
        let scope = self.state.block_scope(root)?;
        Ok(self.others(scope.by_dst(&sref), |dependency| dependency.src.clone()))
    }

    /// Returns objects that stand for the blocks that read or overwrite the results of a block.
    ///
    /// # Errors
    /// Returns an error if the object stands for nothing, or for the root block.
    pub fn consumers(&self, block: &BlockRV) -> Result<Vec<BlockRV>, ScheduleError> {
        let sref = self.symbol_sref(block.as_object_ref())?;
        let root = sref.scope_root().ok_or(ScheduleError::Root)?;
        let scope = self.state.block_scope(root)?;
        Ok(self.others(scope.by_src(&sref), |dependency| dependency.dst.clone()))
    }

    fn others(
        &self,
        dependencies: &[Dependency],
        other: impl Fn(&Dependency) -> Option<StmtSRef>,
    ) -> Vec<BlockRV> {
        let is_written = |dependency: &&Dependency| matches!(dependency.kind, DepKind::Raw | DepKind::Waw);
        let others = dependencies.iter().filter(is_written).filter_map(other);
        others.map(|sref| self.block_symbol(sref)).collect()
    }

    fn block_symbol(&self, sref: StmtSRef) -> BlockRV {
        let symbol = BlockRV::new();
        self.insert(symbol.as_object_ref(), sref);
        symbol
    }

    fn insert(&self, symbol: &ObjectRef, sref: StmtSRef) {
        self.symbols.update(|symbols| symbols.insert(symbol.clone(), sref));
    }
}
