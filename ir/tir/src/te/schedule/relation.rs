//! Relations between the axes of a stage.

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::{Result, ScheduleError, Stage};
use crate::expr::IterVar;

/// Base of relations between axes.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "IterVarRelation")]
#[reflect(is_abstract)]
pub struct IterVarRelationNode {
    base: Object,
}

/// An axis that is split into an outer and an inner axis.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Split", is_final)]
pub struct SplitNode {
    base: IterVarRelationNode,
    /// The axis that is split.
    pub parent: IterVar,
    /// The outer axis.
    pub outer: IterVar,
    /// The inner axis.
    pub inner: IterVar,
    /// The extent of the inner axis, if it is set.
    pub factor: Option<PrimExpr>,
    /// The extent of the outer axis, if it is set.
    pub nparts: Option<PrimExpr>,
}

/// Two axes that are fused into one.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Fuse", is_final)]
pub struct FuseNode {
    base: IterVarRelationNode,
    /// The outer axis.
    pub outer: IterVar,
    /// The inner axis.
    pub inner: IterVar,
    /// The axis over both.
    pub fused: IterVar,
}

/// An axis that is replaced by an axis which starts at 0.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Rebase", is_final)]
pub struct RebaseNode {
    base: IterVarRelationNode,
    /// The axis.
    pub parent: IterVar,
    /// The axis that starts at 0.
    pub rebased: IterVar,
}

/// An axis of extent 1 that belongs to no other axis.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "Singleton", is_final)]
pub struct SingletonNode {
    base: IterVarRelationNode,
    /// The axis.
    pub iter: IterVar,
}

/// The kinds of relations.
pub(super) enum Relation<'a> {
    Split(&'a SplitNode),
    Fuse(&'a FuseNode),
    Rebase(&'a RebaseNode),
    Singleton(&'a SingletonNode),
}

fn base() -> IterVarRelationNode {
    IterVarRelationNode { base: Object::new() }
}

impl Split {
    /// Creates a split by the extent of the inner axis, or by the extent of the outer axis.
    pub fn new(
        parent: IterVar,
        outer: IterVar,
        inner: IterVar,
        factor: Option<PrimExpr>,
        nparts: Option<PrimExpr>,
    ) -> Self {
        make_object(SplitNode { base: base(), parent, outer, inner, factor, nparts }).into()
    }
}

impl Fuse {
    /// Creates the fusion of two axes.
    pub fn new(outer: IterVar, inner: IterVar, fused: IterVar) -> Self {
        make_object(FuseNode { base: base(), outer, inner, fused }).into()
    }
}

impl Rebase {
    /// Creates the replacement of an axis by one that starts at 0.
    pub fn new(parent: IterVar, rebased: IterVar) -> Self {
        make_object(RebaseNode { base: base(), parent, rebased }).into()
    }
}

impl Singleton {
    /// Creates an axis of extent 1.
    pub fn new(iter: IterVar) -> Self {
        make_object(SingletonNode { base: base(), iter }).into()
    }
}

impl Stage {
    /// Returns the kind of a relation of this stage.
    pub(super) fn relation<'a>(&self, relation: &'a IterVarRelation) -> Result<Relation<'a>> {
        match_node!(match relation {
            split @ SplitNode => Ok(Relation::Split(split)),
            fuse @ FuseNode => Ok(Relation::Fuse(fuse)),
            rebase @ RebaseNode => Ok(Relation::Rebase(rebase)),
            singleton @ SingletonNode => Ok(Relation::Singleton(singleton)),
            _ => Err(ScheduleError::Value {
                stage: self.label(),
                problem: "unknown relation type",
                found: relation.type_key().to_owned(),
            }),
        })
    }
}
