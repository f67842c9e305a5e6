//! Primitives that determine where a stage is computed.

use std::collections::HashSet;

use super::{AttachType, Result, Schedule, Stage};
use crate::expr::IterVar;

impl Stage {
    /// Computes the stage in a loop of another stage.
    ///
    /// # Errors
    /// Returns an error if the stage is the update of a scan, if the other stage is not in the same
    /// group, or if the axis is no loop of the other stage.
    pub fn compute_at(&self, parent: &Self, scope: &IterVar) -> Result {
        self.check_attachable()?;
        if let Some(group) = self.group.load() {
            let mut outer = parent.group.load();
            while let Some(other) = outer.as_ref().filter(|other| **other != group) {
                outer = other.group.load();
            }
            if outer.is_none() {
                return Err(self.error("Can only assign compute_at to stages within the same group"));
            }
        }
        if !parent.leaf_iter_vars.load().iter().any(|leaf| leaf == scope) {
            return Err(parent.axis_error(scope, "Cannot find the axis in parent's leaf_iter_vars"));
        }
        self.attach_type.store(AttachType::Scope);
        self.attach_ivar.store(Some(scope.clone()));
        self.attach_stage.store(Some(parent.clone()));
        Ok(())
    }

    /// Computes the elements of the stage where they are read.
    ///
    /// # Errors
    /// Returns an error if the stage is the update of a scan.
    pub fn compute_inline(&self) -> Result {
        self.check_attachable()?;
        self.attach_type.store(AttachType::Inline);
        Ok(())
    }

    /// Computes the stage at the root of its group.
    ///
    /// # Errors
    /// Returns an error if the stage is the update of a scan.
    pub fn compute_root(&self) -> Result {
        self.check_attachable()?;
        self.attach_type.store(AttachType::GroupRoot);
        Ok(())
    }

    fn check_attachable(&self) -> Result {
        match self.attach_type.load() {
            AttachType::ScanUpdate => Err(self.error("Cannot specify compute_at for scan updates")),
            _ => Ok(()),
        }
    }

    /// Returns the stages to which the stage is attached, from the inside to the outside, with the
    /// loop of each. The update of a scan is inside of all loops of the scan.
    pub(super) fn attachments(&self) -> Result<Vec<(Self, Option<IterVar>)>> {
        let mut seen = HashSet::new();
        let mut attachments = Vec::new();
        let mut stage = self.clone();
        loop {
            if !seen.insert(stage.clone()) {
                return Err(self.error("Find loop in compute_at attach group"));
            }
            let spec = stage.attach_spec();
            let axis = match spec.attach_type.load() {
                AttachType::Scope => Some(spec.attach_ivar.load()),
                AttachType::ScanUpdate => None,
                _ => return Ok(attachments),
            };
            let (Some(parent), None | Some(Some(_))) = (spec.attach_stage.load(), &axis) else {
                return Err(spec.error("the stage is attached, but not to a loop of a stage"));
            };
            attachments.push((parent.clone(), axis.flatten()));
            stage = parent;
        }
    }

    /// Returns the axes of the loops around the stage, from the inside to the outside.
    pub(super) fn attach_path(&self) -> Result<Vec<IterVar>> {
        let mut path = Vec::new();
        for (parent, axis) in self.attachments()? {
            let leaves = parent.leaf_iter_vars.load();
            let end = match axis {
                None => leaves.len(),
                Some(axis) => leaves.iter().rposition(|leaf| *leaf == axis).map_or(0, |end| end + 1),
            };
            path.extend(leaves[..end].iter().rev().cloned());
        }
        Ok(path)
    }
}

impl Schedule {
    /// Inlines each stage that is not scheduled yet and whose operation fulfils a condition, except
    /// outputs.
    pub(super) fn inline_where(&self, is_inlined: impl Fn(&crate::te::Operation) -> bool) -> Result {
        for stage in &self.stages.load() {
            let Some(op) = stage.op.load() else { continue };
            if stage.is_untouched() && !stage.is_output.load() && is_inlined(&op) {
                stage.compute_inline()?;
            }
        }
        Ok(())
    }
}
