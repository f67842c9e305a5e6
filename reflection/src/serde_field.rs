//! Fields with `#[reflect(serde)]`, of any type that serializes. Files hold their JSON text.
//!
//! Invariant: a [`SerdeField<T>`] has the memory layout of `T`, so the field of type `T` may be
//! accessed as one.

#![expect(unsafe_code, reason = "fields are accessed by address")]

mod empty;
mod json_tree;
mod unique_keys;

use objet_object::__private::caught;
use objet_object::{ArgValue, CustomType, FieldKind, FieldType, FromValue, Owned, RetValue, ValueError};
use serde::Serialize;
use serde::de::DeserializeOwned;

use self::empty::empty;
use self::json_tree::{JsonTree, Problem};
use crate::field::FieldTypeInfo;
use crate::memory::ret_value;

/// A type of fields with `#[reflect(serde)]`.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot have `#[reflect(serde)]`",
    note = "the type must implement `Clone`, `PartialEq`, `Send`, `Sync`, `serde::Serialize` and `serde::Deserialize` without lifetimes",
    note = "a reference to an object, such as `Array<Expr>`, is a field without `serde`"
)]
pub trait SerdeValue: Serialize + DeserializeOwned + PartialEq + Clone + Send + Sync + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned + PartialEq + Clone + Send + Sync + 'static> SerdeValue for T {}

/// The value of a field with `#[reflect(serde)]`.
#[derive(Clone)]
#[repr(transparent)]
struct SerdeField<T>(T);

impl<T: SerdeValue> SerdeField<T> {
    const TYPE: CustomType = CustomType {
        empty: || caught(empty::<T>),
        // SAFETY: in all functions, the caller promises a `T`.
        write: |at, out| caught(|| unsafe { write(at.cast::<T>().as_ref(), out) }),
        // SAFETY: as above.
        equal: |lhs, rhs| caught(|| unsafe { lhs.cast::<T>().as_ref() == rhs.cast::<T>().as_ref() }),
        // SAFETY: as above.
        hash: |at| caught(|| hash(unsafe { at.cast::<T>().as_ref() })),
        set: |at, value, mode| {
            caught(|| {
                let SerdeField(value) = SerdeField::<T>::from_value(value)?;
                // SAFETY: as above. No other code accesses the value.
                unsafe { mode.write(at, value) };
                Ok(())
            })
        },
        // SAFETY: as above. The second address is memory for a `T`.
        clone: |from, to| caught(|| unsafe { to.cast::<T>().write(from.cast::<T>().as_ref().clone()) }),
        // SAFETY: as above. No other code accesses the value.
        drop: |at| caught(|| unsafe { at.cast::<T>().drop_in_place() }),
    };
}

// SAFETY: the functions of the kind are those of `T`, which has the same layout. Values of `T` are
// made by `T` itself.
unsafe impl<T: SerdeValue> FieldType for SerdeField<T> {
    const KIND: FieldKind = FieldKind::Custom(&Self::TYPE);
}

/// Reads JSON text.
impl<T: SerdeValue> FromValue<'_> for SerdeField<T> {
    type Ownership = Owned;

    fn from_value(value: ArgValue<'_>) -> Result<Self, ValueError> {
        let text: &str = value.get()?;
        let read =
            serde_json::from_str(text).and_then(|value| unique_keys::check(text).map(|()| Self(value)));
        read.map_err(|error| not_json(text, &error))
    }
}

/// Returns the error of a text that the type of a field does not read. Some formats read numbers
/// beyond 64 bits as floats.
#[cold]
fn not_json(text: &str, error: &serde_json::Error) -> ValueError {
    let is_float = text.contains(['.', 'e']) && text.parse::<f64>().is_ok();
    let hint =
        if is_float { format!("; the file or its format has the float {text}") } else { String::new() };
    ValueError::Text { reason: format!("not the JSON text of a value: {error}{hint}") }
}

/// Appends the JSON text of a value, and returns the reason if the text does not hold the value.
fn write(value: &impl Serialize, out: &mut String) -> Result<(), String> {
    let problem = Problem::default();
    JsonTree::of(value, &problem).map_err(|error| error.to_string())?.write(out);
    problem.get().map_or(Ok(()), |problem| Err(problem.into()))
}

/// Returns a hash of a value. All values without a JSON form have the same hash.
fn hash(value: &impl Serialize) -> u64 {
    JsonTree::of(value, &Problem::default()).map_or(0, |tree| tree.hash())
}

/// Returns the description of a field type `T` with `#[reflect(serde)]`.
pub const fn serde_type_of<T: SerdeValue>() -> &'static FieldTypeInfo {
    const { &FieldTypeInfo { kind: SerdeField::<T>::KIND, cell: None } }
}

/// Converts the default of a field with `#[reflect(serde)]` to its JSON text. Returns null if the
/// default has no JSON form.
pub(crate) fn serde_ret_value<T: SerdeValue>(value: T) -> RetValue {
    ret_value(SerdeField(value))
}
