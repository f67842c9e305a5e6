//! The types of expressions.

use objet::prelude::*;

/// Base of the types.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.Type", new, display)]
pub struct TypeNode {
    base: Object,
}

/// The type of a number.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.ScalarType", is_final, new, display = "{dtype}")]
pub struct ScalarTypeNode {
    base: TypeNode,
    /// The data type of the number.
    pub dtype: DataType,
}

/// The type of an array in memory.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "loops.BufferType", is_final, new, display = "{dtype}[{size}]")]
pub struct BufferTypeNode {
    base: TypeNode,
    /// The data type of the elements.
    pub dtype: DataType,
    /// The number of elements.
    #[reflect(lower_bound = 0)]
    pub size: i64,
}

impl Type {
    /// Returns the type of indices and loop variables.
    pub fn index() -> Self {
        ScalarType::new(DataType::int(64)).upcast()
    }

    /// Returns the type of the elements of a buffer, and the type itself of other types.
    pub fn element(&self) -> Self {
        match self.as_node::<BufferTypeNode>() {
            Some(buffer) => ScalarType::new(buffer.dtype).upcast(),
            None => self.clone(),
        }
    }
}
