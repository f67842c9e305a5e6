//! Types as data, and the types of objects.

use std::fmt;
use std::ops::Range;

use crate::header::Object;
use crate::state;
use crate::types::declaration::Declared;
use crate::types::index::TypeIndex;
use crate::types::node_type::NodeType;
use crate::types::record::TypeRecord;

/// A type of the table.
#[derive(Clone, Copy)]
pub struct TypeInfo(&'static TypeRecord);

impl TypeInfo {
    /// The key.
    pub fn key(self) -> &'static str {
        self.0.key()
    }

    /// The index.
    pub fn index(self) -> TypeIndex {
        self.0.index()
    }

    /// The parent; the root has none.
    pub fn parent(self) -> Option<TypeInfo> {
        self.0.parent().map(TypeInfo)
    }

    /// How many ancestors the type has: 0 for the root.
    pub fn depth(self) -> usize {
        self.0.ancestors().len() - 1
    }

    /// The indices from the root's down to this type's own.
    pub fn ancestors(self) -> impl ExactSizeIterator<Item = TypeIndex> + use<> {
        self.0.ancestors().iter().copied().map(TypeIndex::new)
    }

    /// How many slots the type declares for children.
    pub fn child_slots(self) -> u32 {
        self.0.declaration().child_slots
    }

    /// Whether children for which no slot is left may be numbered elsewhere. An ancestor that forbids it forbids
    /// it here.
    pub fn child_slots_can_overflow(self) -> bool {
        self.0.can_overflow()
    }

    /// Whether nothing may derive from the type.
    pub fn is_final(self) -> bool {
        self.0.declaration().is_final
    }

    /// The indices reserved for the type and its descendants; for its descendants alone if its own index is static.
    /// Types that overflowed their parent's slots lie outside.
    pub fn range(self) -> Range<u32> {
        self.0.range()
    }

    /// How many types derive from this one directly, as of now.
    pub fn num_children(self) -> usize {
        let records = state::after_setup().types().records();
        records
            .iter()
            .filter(|record| record.parent().is_some_and(|parent| parent.index() == self.index()))
            .count()
    }

    /// Where the type was declared.
    pub fn declared(self) -> Declared {
        self.0.declaration().declared
    }

    pub(crate) fn of(record: &'static TypeRecord) -> Self {
        Self(record)
    }

    pub(crate) fn record(self) -> &'static TypeRecord {
        self.0
    }

    /// The struct in which objects of this type live.
    pub(crate) fn node(self) -> &'static NodeType {
        self.0.node()
    }

    /// Whether this type is `ancestor` or derives from it.
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

    /// Returns the object's own type. That of a node that is not an object yet is `runtime.Object`.
    #[inline]
    pub fn type_info(&self) -> TypeInfo {
        TypeInfo(self.record())
    }

    /// The key of the object's own type. A node that is not an object yet has that of `runtime.Object`.
    pub fn type_key(&self) -> &'static str {
        self.record().key()
    }

    /// Whether this is of a type that may be known at run time alone, or derives from it.
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
