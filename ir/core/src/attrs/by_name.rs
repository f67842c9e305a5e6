//! Attributes nodes made from pairs of a field name and a value.

use objet::containers::{BoxFloat, BoxInt};
use objet::fields::{FieldKind, ReflectError, Reflection};
use objet::function::RetValue;
use objet::prelude::*;
use objet::{String, make_node};

use crate::expr::{FloatImm, IntImm, PrimExpr, RelayExpr};

/// A value of an attribute, converted from a Rust value: a number, a boolean, a string, a data
/// type, an object, or a list of such values.
///
/// A number becomes a plain field value or a constant expression, as the attribute requires. An
/// integer constant has 32 bits, or 64 bits if the number needs them. A floating-point constant has
/// 32 bits. A null value for a data type means `void`.
#[derive(Clone, Debug)]
pub enum AttrValue {
    /// A single value.
    One(RetValue),
    /// A list of values.
    List(Vec<AttrValue>),
}

impl AttrValue {
    fn into_value(self, kind: FieldKind) -> Result<RetValue, objet::function::ValueError> {
        match (self, kind) {
            (Self::One(RetValue::Null), FieldKind::DataType) => Ok(DataType::VOID.into()),
            (Self::One(value), kind) if !matches!(kind, FieldKind::Reference(_)) => Ok(value),
            (Self::List(values), FieldKind::List(_)) => {
                let elements: Array<Option<ObjectRef>> =
                    values.into_iter().map(Self::into_boxed).collect::<Result<_, _>>()?;
                Ok(elements.into())
            }
            (value, _) => value.into_object().map(RetValue::from),
        }
    }

    /// Converts an element of a list of scalars.
    fn into_boxed(self) -> Result<Option<ObjectRef>, objet::function::ValueError> {
        match self {
            Self::One(RetValue::Int(number)) => Ok(Some(BoxInt::new(number).upcast())),
            Self::One(RetValue::Float(number)) => Ok(Some(BoxFloat::new(number).upcast())),
            value => value.into_object(),
        }
    }

    /// Converts the value into an object. A number becomes a constant expression, and a list an
    /// array.
    ///
    /// # Errors
    /// Returns an error if the value is no object, such as a data type.
    pub fn into_object(self) -> Result<Option<ObjectRef>, objet::function::ValueError> {
        Ok(match self {
            Self::One(RetValue::Int(number)) => Some(match i32::try_from(number) {
                Ok(number) => IntImm::from(number).upcast(),
                Err(_) => IntImm::from(number).upcast(),
            }),
            Self::One(RetValue::Float(number)) => {
                let short = FloatImm::new(DataType::float(32), number, None);
                Some(short.unwrap_or_else(|_| number.into()).upcast())
            }
            Self::One(RetValue::Str(text)) => Some(String::from(&*text).upcast()),
            Self::One(value) => value.get()?,
            Self::List(values) => {
                let objects: Result<Array<Option<ObjectRef>>, _> =
                    values.into_iter().map(Self::into_object).collect();
                Some(objects?.upcast())
            }
        })
    }
}

/// Makes an attributes node of the type `type_key` from values for some of its fields. The other
/// fields keep their defaults.
///
/// # Errors
/// Returns the errors of [`make_node`], which name the attribute.
///
/// ```
/// use objet_ir::attrs::make_attrs;
/// use objet_ir::attrs;
/// use objet_relay::attrs::Conv2DAttrsNode;
///
/// let attrs = make_attrs("relay.attrs.Conv2DAttrs", attrs! { groups: 2, kernel_size: [3, 3] })?;
/// let attrs = attrs.as_node::<Conv2DAttrsNode>().unwrap();
/// assert_eq!((attrs.groups, attrs.kernel_size.as_ref().unwrap().len()), (2, 2));
/// assert_eq!(attrs.data_layout, "NCHW");
///
/// let error = make_attrs("relay.attrs.Conv2DAttrs", attrs! { channel: 64 }).unwrap_err();
/// assert!(error.to_string().contains(r#"no field "channel", did you mean "channels"?"#));
/// # Ok::<(), objet::fields::ReflectError>(())
/// ```
pub fn make_attrs<'a>(
    type_key: &str,
    values: impl IntoIterator<Item = (&'a str, AttrValue)>,
) -> Result<ObjectRef, ReflectError> {
    let reflection = Reflection::of_key(type_key)?;
    let mut given = Vec::new();
    for (name, value) in values {
        let field = reflection.field(name)?;
        let value = value.into_value(field.kind()).map_err(|source| {
            let (type_key, field) = (reflection.type_key(), field.name());
            ReflectError::Value { type_key, field, source }
        })?;
        given.push((name, value));
    }
    make_node(type_key, given.iter().map(|(name, value)| (*name, value.as_arg())))
}

/// Writes attribute values by name, for [`make_attrs`](crate::attrs::make_attrs) and for the
/// operator functions of `objet-relay`.
///
/// ```
/// use objet::DataType;
/// use objet_ir::attrs;
/// use objet_relay::expr::Var;
/// use objet_relay::op::nn;
///
/// let (data, weight) = (Var::new("data", None, None), Var::new("weight", None, None));
/// let out_dtype = DataType::float(32);
/// let attrs = attrs! { padding: [1, 1], kernel_layout: "OIHW", out_dtype: out_dtype };
/// nn::conv2d(data, weight, attrs)?;
/// # Ok::<(), objet_ir::op::OpError>(())
/// ```
#[macro_export]
macro_rules! attrs {
    ($($name:ident: $value:expr),* $(,)?) => {
        [$((::core::stringify!($name), $crate::attrs::AttrValue::from($value))),*] as [(&str, $crate::attrs::AttrValue); _]
    };
}

macro_rules! one {
    ($($ty:ty),+ $(,)?) => {
        $(
            impl From<$ty> for AttrValue {
                fn from(value: $ty) -> Self {
                    Self::One(value.into())
                }
            }
        )+
    };
}

one!(i32, i64, bool, f32, f64, &str, std::string::String, (), DataType);
one!(ObjectRef, String, NDArray, PrimExpr, IntImm, FloatImm, RelayExpr);

impl<T: objet::IsObjectRef> From<Array<T>> for AttrValue {
    fn from(array: Array<T>) -> Self {
        Self::One(array.into())
    }
}

impl<T: Into<Self>, const N: usize> From<[T; N]> for AttrValue {
    fn from(values: [T; N]) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Self>> From<Vec<T>> for AttrValue {
    fn from(values: Vec<T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Self>> From<Option<T>> for AttrValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::One(RetValue::Null), Into::into)
    }
}
