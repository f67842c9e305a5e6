//! Nodes for values of tvm-ffi that have no counterpart in TVM 0.8.

use std::str::Utf8Error;

use objet_object::{Array, DataType, Map, Object, ObjectRef, String};

/// The items that the derives name.
mod facade {
    pub(super) use crate::impl_serde;
    pub(super) use crate::*;
    pub(super) use objet_object::*;
}

/// The node of a [`List`].
#[derive(Clone, objet_object::Object, crate::Reflect)]
#[repr(C)]
#[object(key = "ffi.List", is_final, new, crate = facade)]
pub struct ListNode {
    base: Object,
    /// The elements.
    pub elements: Array<Option<ObjectRef>>,
}

/// The node of a [`Dict`].
#[derive(Clone, objet_object::Object, crate::Reflect)]
#[repr(C)]
#[object(key = "ffi.Dict", is_final, new, crate = facade)]
pub struct DictNode {
    base: Object,
    /// The entries, in the order of the file.
    pub entries: Map<ObjectRef, Option<ObjectRef>>,
}

/// The node of [`Bytes`].
#[derive(Clone, objet_object::Object, crate::Reflect)]
#[repr(C)]
#[object(key = "ffi.Bytes", is_final, crate = facade)]
#[reflect(bytes(BytesNode::as_slice, bytes_of))]
pub struct BytesNode {
    base: Object,
    #[reflect(skip)]
    bytes: Box<[u8]>,
}

/// The node of a [`BoxDataType`].
#[derive(Clone, objet_object::Object, crate::Reflect)]
#[repr(C)]
#[object(key = "runtime.BoxDataType", is_final, crate = facade)]
#[reflect(bytes(BoxDataTypeNode::as_str, data_type_of))]
pub struct BoxDataTypeNode {
    base: Object,
    /// The text in the file. One type can have several texts.
    text: String,
    value: DataType,
}

/// The node of a [`BoxDevice`].
#[derive(Clone, objet_object::Object, crate::Reflect)]
#[repr(C)]
#[object(key = "runtime.BoxDevice", is_final, new, crate = facade)]
pub struct BoxDeviceNode {
    base: Object,
    /// The number of the kind of the device.
    pub device_type: i32,
    /// The number of the device within its kind, from 0.
    pub device_id: i32,
}

impl BytesNode {
    /// Returns the bytes.
    pub fn as_slice(&self) -> &[u8] {
        &self.bytes
    }
}

impl Bytes {
    /// Creates an object with these bytes.
    pub fn new(bytes: impl Into<Box<[u8]>>) -> Self {
        objet_object::make_object(BytesNode { base: Object::new(), bytes: bytes.into() }).into()
    }
}

fn bytes_of(bytes: &[u8]) -> Result<Bytes, std::convert::Infallible> {
    Ok(Bytes::new(bytes))
}

impl BoxDataTypeNode {
    /// Returns the text of the data type.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the data type.
    pub fn value(&self) -> DataType {
        self.value
    }
}

impl BoxDataType {
    /// Boxes a data type.
    pub fn new(value: DataType) -> Self {
        Self::with_text(value.to_string().into(), value)
    }

    fn with_text(text: String, value: DataType) -> Self {
        objet_object::make_object(BoxDataTypeNode { base: Object::new(), text, value }).into()
    }
}

fn data_type_of(bytes: &[u8]) -> Result<BoxDataType, Box<dyn std::error::Error + Send + Sync>> {
    let text = std::str::from_utf8(bytes).map_err(|error: Utf8Error| Box::new(error))?;
    Ok(BoxDataType::with_text(text.into(), text.parse()?))
}
