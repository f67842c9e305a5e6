//! The objects of the nodes of a document while they are built.

use std::cell::Cell;

use objet_object::{ArgValue, ObjectRef, RValueRef};

use crate::make::FieldArg;

/// The objects of nodes, by node index. Null nodes, and nodes that are not built yet, have none.
pub(super) struct Objects {
    objects: Vec<RValueRef>,
    /// The number of references to each node that are not set yet. The last one takes the object,
    /// so that the builder need not release it. Without numbers, each reference is a new one.
    uses: Option<ReferenceCounts>,
    /// Whether a field takes the object, if its reference is the last one.
    fields_take: bool,
    /// The objects of the fields of the current node that are needed again.
    slots: Vec<RValueRef>,
}

/// The number of references to each node, and one more to the root.
pub(crate) struct ReferenceCounts(Vec<Cell<u8>>);

impl ReferenceCounts {
    /// Replaces all numbers from this one on, which are not counted down.
    const MANY: u8 = u8::MAX;

    /// Creates the numbers of nodes that are not referenced yet, except for the root.
    pub(crate) fn new(count: usize, root: usize) -> Self {
        let uses = Self(vec![Cell::new(0); count]);
        uses.add(&[root as u32]);
        uses
    }

    /// Counts references to these nodes.
    #[inline]
    pub(crate) fn add(&self, targets: &[u32]) {
        for target in targets {
            let uses = &self.0[*target as usize];
            uses.set(uses.get().saturating_add(1));
        }
    }

    #[inline]
    fn is_unused(&self, index: usize) -> bool {
        self.0[index].get() == 0
    }

    /// Removes a reference. Returns whether it is the last one.
    #[inline]
    fn is_last(&self, index: u32) -> bool {
        let uses = &self.0[index as usize];
        if uses.get() == Self::MANY {
            return false;
        }
        uses.set(uses.get().saturating_sub(1));
        uses.get() == 0
    }
}

impl Objects {
    /// Creates a list without objects, for nodes with at most this many fields.
    pub(super) fn new(count: usize, fields: usize) -> Self {
        let empty = |length| (0..length).map(|_| Cell::new(None)).collect();
        Self { objects: empty(count), uses: None, fields_take: false, slots: empty(fields) }
    }

    /// Sets the number of references to each node, so that the last one takes the object. If not
    /// `fields_take`, the objects of fields stay.
    pub(super) fn set_uses(&mut self, uses: ReferenceCounts, fields_take: bool) {
        (self.uses, self.fields_take) = (Some(uses), fields_take);
    }

    /// Whether the numbers of references are known, and no reference to the node is to be set.
    #[inline]
    pub(super) fn is_unused(&self, index: usize) -> bool {
        self.uses.as_ref().is_some_and(|uses| uses.is_unused(index))
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    /// Sets the object of a node.
    pub(super) fn set(&self, index: usize, object: ObjectRef) {
        self.objects[index].set(Some(object));
    }

    /// Returns the object of a node.
    #[inline]
    pub(super) fn get(&self, index: u32) -> Option<ObjectRef> {
        self.with(index, |object| object.cloned())
    }

    /// Calls `work` with the object of a node.
    #[inline]
    pub(super) fn with<T>(&self, index: u32, work: impl FnOnce(Option<&ObjectRef>) -> T) -> T {
        let slot = &self.objects[index as usize];
        let object = slot.take();
        let result = work(object.as_ref());
        slot.set(object);
        result
    }

    /// Returns the object of a node for a reference that is set now.
    #[inline]
    pub(super) fn reference(&self, index: u32) -> Option<ObjectRef> {
        if self.is_last_use(index) { self.objects[index as usize].take() } else { self.get(index) }
    }

    /// Returns the object of a node for the field at `position`, which is set now.
    #[inline(always)]
    pub(super) fn field_arg(&self, position: usize, index: u32) -> FieldArg<'_> {
        let slot = if self.fields_take && self.is_last_use(index) {
            &self.objects[index as usize]
        } else {
            self.slots[position].set(self.get(index));
            &self.slots[position]
        };
        FieldArg::Value(ArgValue::RValueRef(slot))
    }

    #[inline]
    fn is_last_use(&self, index: u32) -> bool {
        self.uses.as_ref().is_some_and(|uses| uses.is_last(index))
    }
}
