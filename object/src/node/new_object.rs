//! Objects that are made field by field, by code that knows their type only at run time.

#![expect(unsafe_code, reason = "the memory of an object is allocated before its fields are written")]

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

use crate::header::Object;
use crate::node::{ObjectPtr, ObjectRef};
use crate::state;
use crate::types::error::TypeError;
use crate::types::index::TypeIndex;
use crate::types::node_type::{NodeType, Registered};

/// A type of objects, for code that makes an object from the values of its fields.
#[derive(Clone, Copy)]
pub struct ObjectType {
    registered: Registered,
    /// The node type of the struct.
    node_type: &'static NodeType,
}

impl ObjectType {
    /// Returns the type of objects of the struct that `node_type` describes.
    ///
    /// # Errors
    /// If the declaration of the struct, or of an ancestor, is rejected.
    pub fn of_struct(node_type: &'static NodeType) -> Result<Self, TypeError> {
        Ok(Self { registered: node_type.try_registered()?, node_type })
    }

    /// Returns the type with this index, whose objects use the same struct.
    ///
    /// # Errors
    /// If `index` is not in the type table, or if objects of the type use another struct.
    #[inline]
    pub fn with_index(self, index: TypeIndex) -> Result<Self, TypeError> {
        if self.registered.index == index {
            return Ok(self);
        }
        Ok(Self { registered: indices_of(index, self.node_type)?, ..self })
    }

    /// Whether the object is of this type or of a type that derives from it.
    #[inline]
    pub fn is_type_of(self, object: &Object) -> bool {
        let index = self.registered.index;
        object.type_index() == index || object.record().descends_from(index.value())
    }

    /// Returns the memory layout of the struct.
    #[inline]
    fn layout(self) -> Layout {
        self.node_type.layout()
    }

    /// Returns the index of the type.
    #[inline]
    pub fn index(self) -> TypeIndex {
        self.registered.index
    }
}

/// The memory of an object that is under construction. Its drop frees the memory, and drops no
/// field.
pub struct NewObject {
    memory: NonNull<u8>,
    of: ObjectType,
}

impl NewObject {
    /// Allocates the memory for an object.
    #[inline]
    pub fn new(of: ObjectType) -> Self {
        // SAFETY: a node begins with a header, so the layout is not empty.
        let Some(memory) = NonNull::new(unsafe { alloc(of.layout()) }) else {
            handle_alloc_error(of.layout())
        };
        Self { memory, of }
    }

    /// Returns the address of the object, where nothing is initialized at first.
    #[inline]
    pub fn start(&self) -> NonNull<u8> {
        self.memory
    }

    /// Returns the object.
    ///
    /// # Safety
    /// The memory holds valid values of all fields of the struct, except the header.
    #[inline]
    pub unsafe fn finish(self) -> ObjectRef {
        let this = ManuallyDrop::new(self);
        let Registered { index, range_index } = this.of.registered;
        let object = this.memory.cast::<Object>();
        // SAFETY: an object begins with its header. The caller promised that the rest is complete,
        // and the only strong count passes to the reference.
        unsafe {
            object.write(Object::unique(index, range_index));
            // `retain` recovers a pointer from the exposed address.
            object.expose_provenance();
            ObjectRef(ObjectPtr::from_raw(object))
        }
    }
}

impl Drop for NewObject {
    fn drop(&mut self) {
        // SAFETY: the memory was allocated with this layout, and `finish` was not called.
        unsafe { dealloc(self.memory.as_ptr(), self.of.layout()) };
    }
}

/// Returns the indices of the objects of a type that use the struct of `node_type`.
#[inline(never)]
pub(super) fn indices_of(
    type_index: TypeIndex,
    node_type: &'static NodeType,
) -> Result<Registered, TypeError> {
    let own = node_type.try_registered()?;
    if own.index == type_index {
        return Ok(own);
    }
    let record = state::after_setup()
        .types()
        .by_index(type_index)
        .ok_or(TypeError::UnknownIndex { index: type_index })?;
    if record.node().key() == node_type.key() && record.descends_from(own.index.value()) {
        Ok(Registered { index: type_index, range_index: record.range_index() })
    } else {
        Err(TypeError::OtherStruct { expected: record.key().into(), found: node_type.key() })
    }
}
