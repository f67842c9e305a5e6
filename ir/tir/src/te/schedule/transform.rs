//! Primitives that change the loops of a stage: split, fuse, reorder and tile.

use std::collections::HashSet;

use objet::prelude::*;
use objet_ir::expr::PrimExpr;

use super::{Fuse, IterVarRelation, Result, Singleton, Split, Stage};
use crate::expr::{IterVar, IterVarType, Range, Var};

/// The kinds of axes that are split and fused.
const LOOPS: &[IterVarType] = &[IterVarType::DataPar, IterVarType::CommReduce, IterVarType::Ordered];

impl Stage {
    /// Splits an axis. The inner axis has `factor` iterations. Returns the outer and the inner axis.
    ///
    /// # Errors
    /// Returns an error if the axis is not a loop of the stage that can be split.
    pub fn split(&self, parent: &IterVar, factor: impl Into<PrimExpr>) -> Result<(IterVar, IterVar)> {
        self.split_by(parent, Some(factor.into()), None)
    }

    /// Splits an axis. The outer axis has `nparts` iterations. Returns the outer and the inner axis.
    ///
    /// # Errors
    /// Returns the errors of [`split`](Self::split).
    pub fn split_by_nparts(
        &self,
        parent: &IterVar,
        nparts: impl Into<PrimExpr>,
    ) -> Result<(IterVar, IterVar)> {
        self.split_by(parent, None, Some(nparts.into()))
    }

    fn split_by(
        &self,
        parent: &IterVar,
        factor: Option<PrimExpr>,
        nparts: Option<PrimExpr>,
    ) -> Result<(IterVar, IterVar)> {
        self.check_kind("split", parent, LOOPS)?;
        let position = self.leaf_position(parent)?;
        let part =
            |suffix| IterVar::new(None, parent.var.copy_with_suffix(suffix), parent.iter_type, "", None);
        let (outer, inner) = (part(".outer")?, part(".inner")?);
        let split = Split::new(parent.clone(), outer.clone(), inner.clone(), factor, nparts);
        self.relate(split, [outer.clone(), inner.clone()]);
        self.leaf_iter_vars.update(|leaves| {
            leaves.set(position, outer.clone());
            leaves.insert(position + 1, inner.clone());
        });
        Ok((outer, inner))
    }

    /// Adds a relation and the axes that it creates.
    fn relate(
        &self,
        relation: impl IsObjectRef + Into<IterVarRelation>,
        created: impl IntoIterator<Item = IterVar>,
    ) {
        self.relations.update(|relations| relations.push(relation.into()));
        self.all_iter_vars.update(|axes| created.into_iter().for_each(|axis| axes.push(axis)));
    }

    /// Fuses consecutive axes, from the outermost to the innermost, and returns the axis over all.
    /// Without axes, the result is a new outermost loop with one iteration.
    ///
    /// # Errors
    /// Returns an error if an axis is not a loop of the stage that can be fused, or if the axes are
    /// not consecutive.
    pub fn fuse(&self, axes: &[IterVar]) -> Result<IterVar> {
        let mut axes = axes.iter();
        if let Some(first) = axes.next() {
            return axes.try_fold(first.clone(), |outer, inner| self.fuse_pair(&outer, inner));
        }
        let var = Var::new("singleton", DataType::int(32), None);
        let dom = Range::from_min_extent(0, 1);
        let singleton = IterVar::new(Some(dom), var, IterVarType::DataPar, "", None)?;
        self.relate(Singleton::new(singleton.clone()), [singleton.clone()]);
        self.leaf_iter_vars.update(|leaves| leaves.insert(0, singleton.clone()));
        Ok(singleton)
    }

    fn fuse_pair(&self, outer: &IterVar, inner: &IterVar) -> Result<IterVar> {
        self.check_kind("fuse", outer, LOOPS)?;
        self.check_kind("fuse", inner, LOOPS)?;
        let kind = if inner.iter_type as i32 > outer.iter_type as i32 { inner } else { outer }.iter_type;
        let name = format!("{}.{}.fused", outer.var.name_hint, inner.var.name_hint);
        let fused = IterVar::new(None, Var::new(name, outer.var.dtype, None), kind, "", None)?;
        let (mut outer, mut inner) = (outer, inner);
        let (mut first, mut second) = (self.leaf_position(outer)?, self.leaf_position(inner)?);
        if second + 1 == first {
            (outer, inner) = (inner, outer);
            (first, second) = (second, first);
        }
        if second != first + 1 {
            let problem = "Can only fuse iterations that are consecutive between each other";
            return Err(self.axis_error(inner, problem));
        }
        self.relate(Fuse::new(outer.clone(), inner.clone(), fused.clone()), [fused.clone()]);
        self.leaf_iter_vars.update(|leaves| {
            leaves.remove(second);
            leaves.set(first, fused.clone());
        });
        Ok(fused)
    }

    /// Puts the given loops in this order. They take the places that these loops had before.
    ///
    /// # Errors
    /// Returns an error if an axis occurs twice, or is not a loop of the stage that can be moved.
    pub fn reorder(&self, order: &[IterVar]) -> Result {
        let mut seen = HashSet::new();
        for axis in order {
            let kinds = [IterVarType::DataPar, IterVarType::CommReduce, IterVarType::ThreadIndex];
            self.check_kind("reorder", axis, &kinds)?;
            if !seen.insert(axis) {
                return Err(self.axis_error(axis, "Same axis can not appear more than once"));
            }
        }
        let mut positions = order.iter().map(|axis| self.leaf_position(axis)).collect::<Result<Vec<_>>>()?;
        positions.sort_unstable();
        self.leaf_iter_vars.update(|leaves| {
            for (position, axis) in positions.into_iter().zip(order) {
                leaves.set(position, axis.clone());
            }
        });
        Ok(())
    }

    /// Splits two axes, and puts both inner loops inside of both outer loops. Returns the outer axes
    /// and then the inner axes.
    ///
    /// # Errors
    /// Returns the errors of [`split`](Self::split) and [`reorder`](Self::reorder).
    pub fn tile(
        &self,
        x_parent: &IterVar,
        y_parent: &IterVar,
        x_factor: impl Into<PrimExpr>,
        y_factor: impl Into<PrimExpr>,
    ) -> Result<[IterVar; 4]> {
        let (x_outer, x_inner) = self.split(x_parent, x_factor)?;
        let (y_outer, y_inner) = self.split(y_parent, y_factor)?;
        let order = [x_outer, y_outer, x_inner, y_inner];
        self.reorder(&order)?;
        Ok(order)
    }
}
