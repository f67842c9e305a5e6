//! The interface of hash functions of node types.

use objet_object::{ArgValue, IsObjectRef, Object};

use super::mix::{mix, of_bytes, of_float, of_text};
use crate::loaded::Loaded;

/// Collects the values that a node type's own hash function includes in the hash.
///
/// These may be only values that the type's comparison function compares. See
/// [`EqualReducer`](crate::EqualReducer) for an example.
pub struct HashReducer<'a> {
    loaded: &'a Loaded,
    /// The hash of the plain values so far.
    pub(super) hash: u64,
    /// The objects so far, each with whether it binds the variables in it. They are hashed after
    /// the function has returned.
    pub(super) objects: Vec<(Option<&'a Object>, bool)>,
    /// Variables that are bound at all positions.
    pub(super) bound: Vec<&'a Object>,
}

impl<'a> HashReducer<'a> {
    pub(super) fn new(hash: u64, loaded: &'a Loaded) -> Self {
        Self { loaded, hash, objects: Vec::new(), bound: Vec::new() }
    }

    /// Keeps a value until the hash is complete, and returns a reference to it. For values that are
    /// loaded from a [`FieldCell`](objet_object::FieldCell).
    pub fn keep<T: Send + Sync + 'static>(&self, value: T) -> &'a T {
        self.loaded.keep(value)
    }

    /// Includes a value in the hash. For a handle, only its presence counts, since its value
    /// differs between runs.
    pub fn field(&mut self, value: impl Into<ArgValue<'a>>) {
        self.take(value.into(), false);
    }

    /// Includes a value in the hash, and binds the variables in it: they are never hashed by
    /// address.
    pub fn definition(&mut self, value: impl Into<ArgValue<'a>>) {
        self.take(value.into(), true);
    }

    /// Binds a variable at all positions below the node. The variable itself is not included in the
    /// hash.
    pub fn bind(&mut self, variable: &'a impl IsObjectRef) {
        self.bound.push(variable.as_object_ref());
    }

    fn take(&mut self, value: ArgValue<'a>, binds: bool) {
        let hash = match value {
            ArgValue::Null => return self.objects.push((None, binds)),
            ArgValue::Object(object) => return self.objects.push((Some(object), binds)),
            ArgValue::Int(number) => number.cast_unsigned(),
            ArgValue::Float(number) => of_float(number),
            ArgValue::Str(text) => of_text(text),
            ArgValue::Bytes(bytes) => of_bytes(bytes),
            ArgValue::DataType(dtype) => of_data_type(dtype),
            ArgValue::Device(device) => {
                let (kind, id) = (device.device_type.0, device.device_id);
                mix(u64::from(kind.cast_unsigned()), u64::from(id.cast_unsigned()))
            }
            ArgValue::Handle(_) | ArgValue::Tensor(_) | ArgValue::RValueRef(_) => 1,
        };
        self.hash = mix(self.hash, hash);
    }
}

/// Returns the hash of a data type.
#[inline]
pub(crate) fn of_data_type(dtype: objet_object::DataType) -> u64 {
    u64::from(dtype.code.0) | u64::from(dtype.bits) << 8 | u64::from(dtype.lanes) << 16
}
