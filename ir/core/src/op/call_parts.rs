//! Checking and construction of the inputs and attributes of operator calls.

use objet::String;
use objet::prelude::*;

use super::{Op, OpError};
use crate::attrs::{AttrValue, Attrs, make_attrs};

impl Op {
    /// Returns the type key of the attributes that calls of this operator have; empty if they have
    /// none.
    ///
    /// TVM declares no type or a wrong type for some operators, and the field `attrs_type_key`
    /// equals TVM's declaration.
    ///
    /// ```
    /// use objet_ir::op::Op;
    /// # use objet_relay as _;
    ///
    /// let cumsum = Op::get("cumsum")?;
    /// assert_eq!(cumsum.attrs_type_key.load(), "");
    /// assert_eq!(cumsum.call_attrs_type_key(), "relay.attrs.ScanopAttrs");
    /// # Ok::<(), objet_ir::op::OpError>(())
    /// ```
    pub fn call_attrs_type_key(&self) -> String {
        self.call_attrs_type_key.load()
    }

    /// Makes the attributes of a call of this operator from values for some of its attributes. The
    /// other attributes keep their defaults.
    ///
    /// # Errors
    /// Fails if an attribute is unknown, missing, of the wrong type or out of its bounds, or if
    /// calls of the operator have no attributes.
    ///
    /// ```
    /// use objet_ir::attrs;
    /// use objet_ir::op::Op;
    /// # use objet_relay as _;
    ///
    /// let error = Op::get("nn.bias_add")?.make_attrs(attrs! { axes: 3 }).unwrap_err();
    /// let error = error.to_string();
    /// assert!(error.starts_with(r#"the attributes of the operator "nn.bias_add": "#));
    /// assert!(error.contains(r#"no field "axes", did you mean "axis"?"#));
    /// # Ok::<(), objet_ir::op::OpError>(())
    /// ```
    pub fn make_attrs<'a>(
        &self,
        values: impl IntoIterator<Item = (&'a str, AttrValue)>,
    ) -> Result<Attrs, OpError> {
        self.make_attrs_of(&self.call_attrs_type_key(), values)
    }

    /// Makes attributes like [`Op::make_attrs`], but of an explicit type.
    ///
    /// # Errors
    /// Fails like [`Op::make_attrs`], or if no attributes type has the key.
    pub fn make_attrs_of<'a>(
        &self,
        type_key: &str,
        values: impl IntoIterator<Item = (&'a str, AttrValue)>,
    ) -> Result<Attrs, OpError> {
        let attrs = make_attrs(type_key, values)
            .map_err(|source| OpError::Attrs { op: self.name.to_string(), source: source.into() })?;
        attrs.downcast::<Attrs>().map_err(|error| self.wrong_attrs("Attrs", error.into_object().type_key()))
    }

    /// Checks the number of inputs of a call.
    ///
    /// # Errors
    /// Fails if the operator has a fixed number of inputs other than `found`.
    pub fn check_inputs(&self, found: usize) -> Result<(), OpError> {
        match usize::try_from(self.num_inputs.load()) {
            Ok(expected) if expected != found => {
                Err(OpError::Inputs { op: self.name.to_string(), expected, found })
            }
            _ => Ok(()),
        }
    }

    /// Checks the type of the attributes of a call.
    ///
    /// # Errors
    /// Fails if calls of the operator have attributes, and these are missing or of another type.
    pub fn check_attrs(&self, attrs: Option<&Attrs>) -> Result<(), OpError> {
        let found = attrs.map_or("", |attrs| attrs.type_key());
        let expected = self.call_attrs_type_key();
        if !expected.is_empty() && *expected != *found {
            return Err(self.wrong_attrs(&expected, found));
        }
        Ok(())
    }

    fn wrong_attrs(&self, expected: &str, found: &str) -> OpError {
        OpError::AttrsType { op: self.name.to_string(), expected: expected.into(), found: found.into() }
    }
}
