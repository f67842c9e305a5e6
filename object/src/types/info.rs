//! Types as data, and the type of an object.

use std::fmt;
use std::ops::Range;

use crate::header::Object;
use crate::state;
use crate::types::declaration::Declared;
use crate::types::index::TypeIndex;
use crate::types::node_type::NodeType;
use crate::types::record::TypeRecord;

/// A type in the type table.
#[derive(Clone, Copy)]
pub struct TypeInfo(&'static TypeRecord);

impl TypeInfo {
    /// Returns the key.
    pub fn key(self) -> &'static str {
        self.0.key()
    }

    /// Returns the former keys, which files may have in place of the key.
    pub fn aliases(self) -> &'static [&'static str] {
        self.0.declaration().aliases
    }

    /// Returns the index.
    pub fn index(self) -> TypeIndex {
        self.0.index()
    }

    /// Returns the parent, or `None` for the root.
    pub fn parent(self) -> Option<TypeInfo> {
        self.0.parent().map(TypeInfo)
    }

    /// Returns the number of ancestors: 0 for the root.
    pub fn depth(self) -> usize {
        self.0.ancestors().len() - 1
    }

    /// Returns the indices from the root down to this type, inclusive.
    pub fn ancestors(self) -> impl ExactSizeIterator<Item = TypeIndex> + use<> {
        self.0.ancestors().iter().copied().map(TypeIndex::new)
    }

    /// Returns the number of child slots that the type declares.
    pub fn child_slots(self) -> u32 {
        self.0.declaration().child_slots
    }

    /// Returns whether children that find no free slot may get an index outside the range of this
    /// type. False if an ancestor forbids it.
    pub fn child_slots_can_overflow(self) -> bool {
        self.0.can_overflow()
    }

    /// Returns whether the type is final: no type may derive from it.
    pub fn is_final(self) -> bool {
        self.0.declaration().is_final
    }

    /// Returns the range of indices reserved for the type and its descendants. If the type's own
    /// index is static, the range contains only the descendants. Descendants that overflowed their
    /// parent's slots are outside the range.
    pub fn range(self) -> Range<u32> {
        self.0.range()
    }

    /// Returns the current number of types whose parent is this type.
    pub fn num_children(self) -> usize {
        let records = state::after_setup().types().records();
        records
            .iter()
            .filter(|record| record.parent().is_some_and(|parent| parent.index() == self.index()))
            .count()
    }

    /// Returns the location of the type's declaration.
    pub fn declared(self) -> Declared {
        self.0.declaration().declared
    }

    pub(crate) fn of(record: &'static TypeRecord) -> Self {
        Self(record)
    }

    pub(crate) fn record(self) -> &'static TypeRecord {
        self.0
    }

    /// Returns the node type whose struct the objects of this type use.
    pub(crate) fn node(self) -> &'static NodeType {
        self.0.node()
    }

    /// Returns whether this type is `ancestor` or derives from it.
    pub fn is_derived_from(self, ancestor: TypeInfo) -> bool {
        self.0.has_ancestor(ancestor.depth(), ancestor.index().value())
    }
}

impl PartialEq for TypeInfo {
    fn eq(&self, other: &Self) -> bool {
        self.index() == other.index()
    }
}

impl Eq for TypeInfo {}

impl fmt::Debug for TypeInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.key(), self.index())
    }
}

impl Object {
    /// Returns the table's record of the object's own type.
    #[inline]
    pub(crate) fn record(&self) -> &'static TypeRecord {
        match state::after_setup().types().by_index(self.type_index()) {
            Some(record) => record,
            None => unreachable!("the index of an object comes from the table"),
        }
    }

    /// Returns the object's own type. A node that is not an object yet has the type
    /// `runtime.Object`.
    #[inline]
    pub fn type_info(&self) -> TypeInfo {
        TypeInfo(self.record())
    }

    /// Returns the key of the object's own type. A node that is not an object yet has the key
    /// `runtime.Object`.
    pub fn type_key(&self) -> &'static str {
        self.record().key()
    }

    /// Returns whether the object's type is `info` or derives from it. Use this when the type is
    /// known only at run time.
    ///
    /// ```
    /// use objet_object::{ObjectRef, String, types};
    ///
    /// let text = ObjectRef::from(String::from("x"));
    /// let [string, array] = ["runtime.String", "Array"].map(|key| types::by_key(key).unwrap());
    /// assert!(text.is_of_type(string) && !text.is_of_type(array));
    /// ```
    pub fn is_of_type(&self, info: TypeInfo) -> bool {
        self.record().has_ancestor(info.depth(), info.index().value())
    }
}
