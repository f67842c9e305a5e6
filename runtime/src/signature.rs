//! The signature of a function: parameter names, types, defaults and descriptions.

use std::fmt;

use objet_object::{ArgValue, IsObjectRef, RetValue, String as Text, TypeCode, ValueError};

use crate::args::{Args, ReferenceSlot};
use crate::pack::PackedArgs;
use crate::typed::Parameter;

/// The parameters, result type and description of a function. `Display` writes it as in source
/// code: `(x: f64, factor: f64 = 2.0) -> f64`.
#[derive(Clone, Debug)]
pub struct Signature {
    pub(crate) doc: String,
    pub(crate) params: Vec<Param>,
    pub(crate) result: String,
}

/// The types of a function's parameters and result.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Types {
    pub params: &'static [ParamType],
    /// Returns the name of the result type.
    pub result: fn() -> String,
}

/// The type of a parameter.
#[doc(hidden)]
pub struct ParamType {
    /// Returns the name of the type.
    pub text: fn() -> String,
    /// Whether the parameter takes all further arguments.
    pub is_tail: bool,
    /// Whether the parameter is a `&DLTensor`, or an `Option` of it.
    pub is_dl_tensor: bool,
    /// Checks whether the parameter accepts a value.
    pub check: Check,
    /// Returns whether an argument with that code must be converted to an object that is kept alive
    /// during the call.
    pub must_be_held: fn(TypeCode) -> bool,
}

/// A check whether a parameter accepts a value.
#[derive(Clone, Copy, Debug)]
pub struct Check(for<'a> fn(Args<'a>, ArgValue<'a>, &'a mut ReferenceSlot) -> Result<(), ValueError>);

impl Check {
    /// Takes the value as the only argument of a call.
    pub(crate) fn check(self, value: ArgValue<'_>) -> Result<(), ValueError> {
        [value].lend(|args| (self.0)(args, args.read(0)?, &mut ReferenceSlot::default()))
    }
}

impl ParamType {
    pub(crate) const fn of<P: Parameter<Kind>, Kind>() -> Self {
        fn take<'a, P: Parameter<Kind>, Kind>(
            args: Args<'a>,
            value: ArgValue<'a>,
            slot: &'a mut ReferenceSlot,
        ) -> Result<(), ValueError> {
            P::take(args, 0, value, slot).map(drop)
        }
        Self {
            text: P::type_text,
            is_tail: P::IS_TAIL,
            is_dl_tensor: P::IS_DL_TENSOR,
            check: Check(take::<P, Kind>),
            must_be_held: P::must_be_held,
        }
    }
}

impl Types {
    /// Returns the number of parameters before the tail, and whether there is a tail.
    pub(crate) const fn arity(self) -> (usize, bool) {
        let mut position = 0;
        while position < self.params.len() {
            if self.params[position].is_tail {
                assert!(
                    position + 1 == self.params.len(),
                    "`Args` takes all further arguments: make it the last parameter"
                );
                return (position, true);
            }
            position += 1;
        }
        (position, false)
    }

    /// Returns the signature without parameter names and descriptions.
    pub(crate) fn signature(self) -> Signature {
        let param = |ty: &ParamType| Param {
            type_name: (ty.text)(),
            is_tail: ty.is_tail,
            is_dl_tensor: ty.is_dl_tensor,
            check: Some(ty.check),
            ..Param::default()
        };
        Signature {
            doc: String::new(),
            params: self.params.iter().map(param).collect(),
            result: (self.result)(),
        }
    }
}

impl Signature {
    /// Returns the description of the function.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// Returns the parameters in order.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Returns the name of the result type.
    pub fn result(&self) -> &str {
        &self.result
    }

    /// Returns the minimum number of arguments, and the maximum number unless there is a tail.
    pub fn arity(&self) -> (usize, Option<usize>) {
        let required = |param: &&Param| !param.is_tail && param.default.is_none();
        let least = self.params.iter().filter(required).count();
        (least, self.params.iter().all(|param| !param.is_tail).then_some(self.params.len()))
    }

    /// Returns the accepted numbers of arguments as a phrase for messages.
    pub(crate) fn arity_text(&self) -> String {
        let count = |count: usize| format!("{count} argument{}", if count == 1 { "" } else { "s" });
        match self.arity() {
            (least, None) => format!("at least {}", count(least)),
            (least, Some(most)) if least == most => count(most),
            (least, Some(most)) => format!("{least} to {}", count(most)),
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (position, param) in self.params.iter().enumerate() {
            let comma = if position == 0 { "" } else { ", " };
            write!(f, "{comma}{param}")?;
        }
        write!(f, ") -> {}", self.result)
    }
}

/// A parameter of a function. `Display` writes it as in source code: `factor: f64 = 2.0`.
#[derive(Clone, Debug, Default)]
pub struct Param {
    pub(crate) name: Option<String>,
    pub(crate) doc: String,
    pub(crate) type_name: String,
    pub(crate) default: Option<RetValue>,
    pub(crate) is_tail: bool,
    pub(crate) is_dl_tensor: bool,
    /// The check of [`ParamType`]. Functions that read their packed arguments themselves have none.
    pub(crate) check: Option<Check>,
}

impl Param {
    /// Creates a parameter with that name. The parameter's type comes from the Rust function.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..Self::default() }
    }

    /// Sets the description.
    #[must_use]
    pub fn with_doc(self, doc: impl Into<String>) -> Self {
        Self { doc: doc.into(), ..self }
    }

    /// Sets the default value.
    #[must_use]
    pub fn with_default(self, value: impl Into<RetValue>) -> Self {
        Self { default: Some(value.into()), ..self }
    }

    /// Sets the type name, for a function that reads its packed arguments itself.
    #[must_use]
    pub fn typed(self, type_name: impl Into<String>) -> Self {
        Self { type_name: type_name.into(), ..self }
    }

    /// Makes the parameter take all further arguments, for a function that reads its packed
    /// arguments itself.
    #[must_use]
    pub fn tail(self) -> Self {
        Self { is_tail: true, ..self }
    }

    /// Returns the name, if set.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the description.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// Returns the Rust name of the type, without module paths.
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// Returns the default value, if set.
    pub fn default_value(&self) -> Option<&RetValue> {
        self.default.as_ref()
    }

    /// Checks whether the parameter accepts a value. If the function reads its packed arguments
    /// itself, the parameter accepts all values.
    ///
    /// ```
    /// use objet_runtime::{FunctionBuilder, Param};
    ///
    /// let double = FunctionBuilder::new("double")
    ///     .param(Param::new("x"))
    ///     .build(|x: i64| x * 2)?;
    /// let x = &double.signature().expect("it is typed").params()[0];
    /// assert!(x.check(3.into()).is_ok());
    /// assert_eq!(x.check("three".into()).unwrap_err().to_string(), "expected int but got str");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the value cannot be converted to the type of the parameter.
    pub fn check(&self, value: ArgValue<'_>) -> Result<(), ValueError> {
        self.check.map_or(Ok(()), |check| check.check(value))
    }

    /// Returns whether the parameter takes all further arguments.
    pub fn is_tail(&self) -> bool {
        self.is_tail
    }

    /// Returns whether the parameter is a `&DLTensor`, or an `Option` of it: a caller with a tensor
    /// of another library can pass the C struct, and need not make an object.
    ///
    /// ```
    /// use objet_object::DLTensor;
    /// use objet_runtime::{FunctionBuilder, Param};
    ///
    /// let rank = FunctionBuilder::new("rank")
    ///     .param(Param::new("tensor"))
    ///     .build(|tensor: &DLTensor| i64::from(tensor.ndim))?;
    /// assert!(rank.signature().expect("it is typed").params()[0].is_dl_tensor());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_dl_tensor(&self) -> bool {
        self.is_dl_tensor
    }
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(f, "{name}: ")?;
        }
        f.write_str(&self.type_name)?;
        let Some(value) = &self.default else { return Ok(()) };
        let text = match value {
            RetValue::Object(object) => object.downcast_ref::<Text>(),
            _ => None,
        };
        match text {
            Some(text) => write!(f, " = {text:?}"),
            None => write!(f, " = {value:?}"),
        }
    }
}

/// The description of a function's parameters does not match the function.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// The number of described parameters is wrong.
    #[error("{function}: the Rust function has {expected} parameters, but {found} are described")]
    Count {
        /// The name of the function.
        function: String,
        /// The number of parameters of the function.
        expected: usize,
        /// The number of described parameters.
        found: usize,
    },
    /// Two parameters have the same name.
    #[error("{function}: duplicate parameter name {name:?}")]
    DuplicateParam {
        /// The name of the function.
        function: String,
        /// The duplicate name.
        name: String,
    },
    /// A default value cannot be converted to the type of its parameter.
    #[error("{function}: invalid default for parameter {name:?} of type {expected}: {source}")]
    WrongDefault {
        /// The name of the function.
        function: String,
        /// The name of the parameter.
        name: String,
        /// The type of the parameter.
        expected: String,
        /// The conversion error.
        source: Box<ValueError>,
    },
    /// A parameter without a default follows a parameter with a default.
    #[error("{function}: parameter {name:?} needs a default, because an earlier parameter has one")]
    DefaultMissing {
        /// The name of the function.
        function: String,
        /// The name of the parameter.
        name: String,
    },
    /// A parameter that takes all further arguments has a default.
    #[error("{function}: parameter {name:?} takes all further arguments and cannot have a default")]
    DefaultOfTail {
        /// The name of the function.
        function: String,
        /// The name of the parameter.
        name: String,
    },
}

/// Returns the name of a type without module paths.
pub(crate) fn short_type_name<T: ?Sized>() -> String {
    shortened(std::any::type_name::<T>())
}

/// The non-generic part of [`short_type_name`].
#[inline(never)]
fn shortened(name: &str) -> String {
    let mut short = String::new();
    for part in name.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_' && c != ':') {
        short.push_str(part.rsplit("::").next().unwrap_or(part));
    }
    short
}
