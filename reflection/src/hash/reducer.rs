//! What a type that hashes in its own way is given.

use objet_object::{ArgValue, IsObjectRef, Object};

use super::mix::{mix, of_bytes, of_float, of_text};
use crate::loaded::Loaded;

/// Given to a function that hashes a node in the type's own way: it is told what goes into the hash. That must be no
/// more than what the type's own comparison asks to be equal. See [`EqualReducer`](crate::EqualReducer) for an example.
pub struct HashReducer<'a> {
    loaded: &'a Loaded,
    /// The hash of the plain values so far.
    pub(super) hash: u64,
    /// The objects so far, which are hashed after the function has returned.
    /// Each with whether variables in it are bound.
    pub(super) objects: Vec<(Option<&'a Object>, bool)>,
    /// Variables that are bound wherever they stand.
    pub(super) bound: Vec<&'a Object>,
}

impl<'a> HashReducer<'a> {
    pub(super) fn new(hash: u64, loaded: &'a Loaded) -> Self {
        Self { loaded, hash, objects: Vec::new(), bound: Vec::new() }
    }

    /// Keeps a value until the hash is done, to borrow of it: one that was loaded from a
    /// [`FieldCell`](objet_object::FieldCell).
    pub fn keep<T: Send + Sync + 'static>(&self, value: T) -> &'a T {
        self.loaded.keep(value)
    }

    /// The value goes into the hash. Handles go in by their being there, since what they are changes from run to run.
    pub fn field(&mut self, value: impl Into<ArgValue<'a>>) {
        self.take(value.into(), false);
    }

    /// The value goes into the hash, and variables in it are bound: where free variables count by who they are, these do not.
    pub fn definition(&mut self, value: impl Into<ArgValue<'a>>) {
        self.take(value.into(), true);
    }

    /// The variable is bound wherever it stands below the node. Nothing goes into the hash.
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

/// The hash of a data type.
#[inline]
pub(crate) fn of_data_type(dtype: objet_object::DataType) -> u64 {
    u64::from(dtype.code.0) | u64::from(dtype.bits) << 8 | u64::from(dtype.lanes) << 16
}
