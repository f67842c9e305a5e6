//! Builders of functions with names, descriptions and defaults.

use std::sync::Arc;

use objet_object::RetValue;
use objet_object::types::Declared;

use crate::args::Args;
use crate::error::Error;
use crate::packed_func::{FunctionMetadata, PackedFunc, caller};
use crate::signature::{Param, Signature, SignatureError, Types};
use crate::typed::function::TypedFunction;
use crate::typed::typed_packed_func::TypedPackedFunc;

/// A builder for a function with a name, a description and named parameters.
///
/// ```
/// use objet_runtime::{FunctionBuilder, PackedFunc, Param};
///
/// let scale: PackedFunc = FunctionBuilder::new("scale")
///     .doc("Makes a number larger.")
///     .param(Param::new("x"))
///     .param(Param::new("factor").with_default(2.0))
///     .build(|x: f64, factor: f64| x * factor)?
///     .into();
/// assert_eq!(scale.call((1.5,))?.get::<f64>()?, 3.0);
/// assert_eq!(format!("{scale:?}"), "PackedFunc(scale(x: f64, factor: f64 = 2.0) -> f64)");
/// assert_eq!(
///     scale.call(()).unwrap_err().to_string(),
///     "TypeError: Function scale expects 1 to 2 arguments, but 0 were provided: \
///      scale(x: f64, factor: f64 = 2.0) -> f64"
/// );
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct FunctionBuilder {
    name: String,
    doc: String,
    params: Vec<Param>,
    declared: Declared,
    is_short: bool,
}

impl FunctionBuilder {
    /// Creates a builder for a function of that name.
    #[track_caller]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            doc: String::new(),
            params: Vec::new(),
            declared: caller(),
            is_short: false,
        }
    }

    /// Sets the description of the function.
    #[must_use]
    pub fn doc(mut self, doc: impl Into<String>) -> Self {
        self.doc = doc.into();
        self
    }

    /// Describes the next parameter.
    #[must_use]
    pub fn param(mut self, param: Param) -> Self {
        self.params.push(param);
        self
    }

    /// Sets the source location of the function. The default is the location where this builder was
    /// created.
    #[must_use]
    pub fn declared(mut self, declared: Declared) -> Self {
        self.declared = declared;
        self
    }

    /// Declares that the function returns quickly, takes no lock that may be held for long, and
    /// does not wait for another thread. Front ends then keep their own locks during the call, such
    /// as the lock of the Python interpreter, because releasing a lock would cost more than the
    /// call.
    #[must_use]
    pub fn short(mut self) -> Self {
        self.is_short = true;
        self
    }

    /// Builds a function with captured data that reads its packed arguments itself, like
    /// [`PackedFunc::with_data`]. The signature has the described parameters, which are
    /// [typed](Param::typed), and the given result type. The first registration replaces the
    /// function's name.
    ///
    /// # Errors
    /// If two parameters have the same name.
    pub fn build_with_data<D: Send + Sync + 'static>(
        mut self,
        data: D,
        result: impl Into<String>,
        function: fn(&D, Args<'_>, &mut RetValue) -> Result<(), Error>,
    ) -> Result<PackedFunc, SignatureError> {
        let params = std::mem::take(&mut self.params);
        self.check_names(&params, params.len())?;
        let signature = Signature { doc: self.doc, params, result: result.into() };
        let metadata = FunctionMetadata::built(self.name, false, self.declared, signature, self.is_short);
        Ok(PackedFunc::with_data_and_metadata(data, function, metadata))
    }

    /// Builds a function from a Rust function. Without described parameters, the parameters have no
    /// names.
    ///
    /// # Errors
    /// If the number of described parameters is wrong, or if two parameters have the same name. If
    /// a default has the wrong type or belongs to the tail, or if a parameter without a default
    /// follows one with a default.
    pub fn build<S: 'static, K: 'static, F: TypedFunction<S, K>>(
        self,
        function: F,
    ) -> Result<TypedPackedFunc<S>, SignatureError> {
        Ok(TypedPackedFunc::with_metadata(function, self.metadata(F::TYPES)?))
    }

    /// Builds a function that reads its packed arguments itself, like [`PackedFunc::from_fn`]. The
    /// signature has the described parameters with their declared types, and the given result type.
    /// The function must check its arguments itself.
    ///
    /// ```
    /// use objet_runtime::{FunctionBuilder, Param};
    ///
    /// let largest = FunctionBuilder::new("largest")
    ///     .param(Param::new("first").typed("i64"))
    ///     .param(Param::new("second").typed("i64"))
    ///     .build_packed("i64", |args, result| {
    ///         *result = i64::max(args.at(0)?.get()?, args.at(1)?.get()?).into();
    ///         Ok(())
    ///     })?;
    /// assert_eq!(largest.call((1, 2))?.get::<i64>()?, 2);
    /// assert_eq!(format!("{largest:?}"), "PackedFunc(largest(first: i64, second: i64) -> i64)");
    /// # Ok::<(), objet_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    /// If two parameters have the same name.
    pub fn build_packed<F>(self, result: impl Into<String>, function: F) -> Result<PackedFunc, SignatureError>
    where
        F: Fn(Args<'_>, &mut RetValue) -> Result<(), Error> + Send + Sync + 'static,
    {
        self.build_with_data(function, result, |function, args, result| function(args, result))
    }

    /// Builds the metadata of a function. The method is not generic, so it is compiled once.
    fn metadata(mut self, types: Types) -> Result<Arc<FunctionMetadata>, SignatureError> {
        let described = std::mem::take(&mut self.params);
        let mut signature = Signature { doc: std::mem::take(&mut self.doc), ..types.signature() };
        if !described.is_empty() {
            self.check_names(&described, signature.params.len())?;
            for (param, described) in signature.params.iter_mut().zip(described) {
                let type_name = std::mem::take(&mut param.type_name);
                let Param { is_tail, is_dl_tensor, check, .. } = *param;
                *param = Param { type_name, is_tail, is_dl_tensor, check, ..described };
            }
            self.check_defaults(&signature.params, types)?;
        }
        Ok(FunctionMetadata::built(self.name, true, self.declared, signature, self.is_short))
    }

    fn check_names(&self, described: &[Param], expected: usize) -> Result<(), SignatureError> {
        let (function, found) = (|| self.name.clone(), described.len());
        if found != expected {
            return Err(SignatureError::Count { function: function(), expected, found });
        }
        for (position, param) in described.iter().enumerate() {
            let name = param.name().unwrap_or_default();
            if described[..position].iter().any(|other| other.name() == Some(name)) {
                return Err(SignatureError::DuplicateParam { function: function(), name: name.into() });
            }
        }
        Ok(())
    }

    fn check_defaults(&self, params: &[Param], types: Types) -> Result<(), SignatureError> {
        let mut defaults_began = false;
        for (position, param) in params.iter().enumerate() {
            let function = self.name.clone();
            let name = param.name().unwrap_or_default().into();
            match param.default_value() {
                Some(_) if param.is_tail => return Err(SignatureError::DefaultOfTail { function, name }),
                Some(value) => {
                    defaults_began = true;
                    types.params[position].check.check(value.as_arg()).map_err(|source| {
                        SignatureError::WrongDefault {
                            function,
                            name,
                            expected: param.type_name.clone(),
                            source: source.into(),
                        }
                    })?;
                }
                None if defaults_began && !param.is_tail => {
                    return Err(SignatureError::DefaultMissing { function, name });
                }
                None => {}
            }
        }
        Ok(())
    }
}
