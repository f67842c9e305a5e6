//! Types that arrive together, put in order before they enter the table: each under its parent, siblings by key,
//! every subtree with the number of indices that it needs.
//!
//! The rules for slots are those of TVM's type table, with one difference: a type that arrives together with its
//! descendants gets room for all of them, whatever it declares. Its `child_slots` are kept free on top of that, for
//! types that arrive later, unless the children cannot overflow: then `child_slots` is all there is.

use std::collections::BTreeMap;

use crate::types::TypeError;
use crate::types::declaration::Declaration;

/// A type, the types of the same batch that derive from it, and the indices that they all need.
pub(crate) struct Subtree {
    pub(crate) declaration: Declaration,
    pub(crate) children: Vec<Subtree>,
    /// The indices to reserve: the type's own unless it is static, its descendants', and its free slots.
    pub(crate) block: u32,
}

impl Subtree {
    /// Takes the type of that declaration and its descendants out of `by_parent`, and adds up what they need.
    /// Descendants that do not fit are left out, with an error each.
    pub(crate) fn take(
        declaration: Declaration,
        by_parent: &mut BTreeMap<String, Vec<Declaration>>,
        errors: &mut Vec<TypeError>,
    ) -> Self {
        let can_overflow = declaration.child_slots_can_overflow;
        let mut waiting = by_parent.remove(declaration.key.as_ref()).unwrap_or_default();
        waiting.sort_unstable_by(|a, b| a.key.cmp(&b.key));

        let mut children = Vec::new();
        let mut used = 0_u32;
        for child in waiting {
            let child = Self::take(child, by_parent, errors);
            let after = used.saturating_add(child.block);
            if !can_overflow && after > declaration.child_slots {
                errors.push(TypeError::ParentFull {
                    parent: declaration.key.to_string(),
                    child: child.declaration.key.to_string(),
                    child_slots: declaration.child_slots,
                    used,
                    needed: child.block,
                    declared: child.declaration.declared,
                });
                child.refuse_descendants(errors);
            } else {
                used = after;
                children.push(child);
            }
        }

        let own = u32::from(declaration.static_index.is_none());
        let slots =
            if can_overflow { used.saturating_add(declaration.child_slots) } else { declaration.child_slots };
        let block = own.saturating_add(slots);
        Self { declaration, children, block }
    }

    /// Says of every descendant that it cannot be registered.
    pub(crate) fn refuse_descendants(&self, errors: &mut Vec<TypeError>) {
        for child in &self.children {
            errors.push(parent_refused(&self.declaration.key, &child.declaration));
            child.refuse_descendants(errors);
        }
    }
}

/// The error for a child whose parent is not in the table.
pub(crate) fn parent_refused(parent: &str, child: &Declaration) -> TypeError {
    TypeError::ParentRefused { parent: parent.into(), child: child.key.to_string(), declared: child.declared }
}
