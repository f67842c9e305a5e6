//! What a function takes and gives, as data and as text.

use std::fmt;

use objet_object::{ArgValue, IsObjectRef, RetValue, String as Text, TypeCode, ValueError};

use crate::pack::PackedArgs;
use crate::typed::Parameter;

/// What a function takes and gives. Its text is as one would write it: `(x: f64, factor: f64 = 2.0) -> f64`.
#[derive(Clone, Debug)]
pub struct Signature {
    pub(crate) doc: String,
    pub(crate) params: Vec<Param>,
    pub(crate) result: String,
}

/// The types of a function's parameters and of its result.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Types {
    pub params: &'static [ParamType],
    /// The name of the result's type.
    pub result: fn() -> String,
}

/// The type of a parameter.
#[doc(hidden)]
pub struct ParamType {
    /// Its name.
    pub text: fn() -> String,
    /// Whether the parameter takes all further arguments.
    pub is_tail: bool,
    /// Whether the parameter can be a value.
    pub check: fn(ArgValue<'_>) -> Result<(), ValueError>,
    /// Whether an argument of that code must be held during the call.
    pub must_be_held: fn(TypeCode) -> bool,
}

impl ParamType {
    pub(crate) const fn of<P: Parameter<Kind>, Kind>() -> Self {
        fn can_be<P: Parameter<Kind>, Kind>(value: ArgValue<'_>) -> Result<(), ValueError> {
            [value].lend(|args| P::take(args, 0, args.read(0)?).map(drop))
        }
        Self {
            text: P::type_text,
            is_tail: P::IS_TAIL,
            check: can_be::<P, Kind>,
            must_be_held: P::must_be_held,
        }
    }
}

impl Types {
    /// Returns the number of parameters without the tail, and whether there is a tail.
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

    /// What there is to say of a function without names.
    pub(crate) fn signature(self) -> Signature {
        let param =
            |ty: &ParamType| Param { type_name: (ty.text)(), is_tail: ty.is_tail, ..Param::default() };
        Signature {
            doc: String::new(),
            params: self.params.iter().map(param).collect(),
            result: (self.result)(),
        }
    }
}

impl Signature {
    /// What the function does.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// The parameters, in order.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// The type of the result.
    pub fn result(&self) -> &str {
        &self.result
    }

    /// The least number of arguments, and the greatest one if there is one.
    pub fn arity(&self) -> (usize, Option<usize>) {
        let required = |param: &&Param| !param.is_tail && param.default.is_none();
        let least = self.params.iter().filter(required).count();
        (least, self.params.iter().all(|param| !param.is_tail).then_some(self.params.len()))
    }

    /// How many arguments it takes, for messages.
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

/// A parameter of a function. Its text is `factor: f64 = 2.0`.
#[derive(Clone, Debug, Default)]
pub struct Param {
    pub(crate) name: Option<String>,
    pub(crate) doc: String,
    pub(crate) type_name: String,
    pub(crate) default: Option<RetValue>,
    pub(crate) is_tail: bool,
}

impl Param {
    /// A parameter of that name. Its type is that of the Rust function's.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..Self::default() }
    }

    /// The parameter with a description.
    #[must_use]
    pub fn with_doc(self, doc: impl Into<String>) -> Self {
        Self { doc: doc.into(), ..self }
    }

    /// The parameter with the value that it has when none is given.
    #[must_use]
    pub fn with_default(self, value: impl Into<RetValue>) -> Self {
        Self { default: Some(value.into()), ..self }
    }

    /// The parameter with a type, for functions that look at their arguments themselves.
    #[must_use]
    pub fn typed(self, type_name: impl Into<String>) -> Self {
        Self { type_name: type_name.into(), ..self }
    }

    /// The parameter as one that takes all further arguments, for functions that look at their arguments themselves.
    #[must_use]
    pub fn tail(self) -> Self {
        Self { is_tail: true, ..self }
    }

    /// The name, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// What it is.
    pub fn doc(&self) -> &str {
        &self.doc
    }

    /// Its type, as Rust writes it, without the names of modules.
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// The value that it has when none is given.
    pub fn default_value(&self) -> Option<&RetValue> {
        self.default.as_ref()
    }

    /// Whether it takes all further arguments.
    pub fn is_tail(&self) -> bool {
        self.is_tail
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

/// A signature that does not fit its function.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// There are more parameters than the function has, or fewer.
    #[error("{function}: expected {expected} parameters, as the Rust function has, found {found}")]
    Count {
        /// The function.
        function: String,
        /// How many it has.
        expected: usize,
        /// How many were described.
        found: usize,
    },
    /// Two parameters have one name.
    #[error("{function}: two parameters are called {name:?}")]
    Twice {
        /// The function.
        function: String,
        /// The name.
        name: String,
    },
    /// A default is of another type than its parameter.
    #[error("{function}: the default of {name:?} is no {expected}: {source}")]
    WrongDefault {
        /// The function.
        function: String,
        /// The parameter.
        name: String,
        /// Its type.
        expected: String,
        /// What was expected and found.
        source: Box<ValueError>,
    },
    /// A parameter without a default stands behind one that has a default.
    #[error("{function}: expected a default for {name:?}, since a parameter before it has one")]
    DefaultMissing {
        /// The function.
        function: String,
        /// The parameter.
        name: String,
    },
    /// A parameter has a default that takes all further arguments, of which there may be none.
    #[error("{function}: expected no default for {name:?}, which takes all further arguments")]
    DefaultOfTail {
        /// The function.
        function: String,
        /// The parameter.
        name: String,
    },
}

/// A type's name, without those of modules.
pub(crate) fn short_type_name<T: ?Sized>() -> String {
    shortened(std::any::type_name::<T>())
}

/// Compiled once for all types.
#[inline(never)]
fn shortened(name: &str) -> String {
    let mut short = String::new();
    for part in name.split_inclusive(|c: char| !c.is_alphanumeric() && c != '_' && c != ':') {
        short.push_str(part.rsplit("::").next().unwrap_or(part));
    }
    short
}
