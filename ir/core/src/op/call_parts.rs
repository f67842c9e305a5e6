//! The inputs and attributes that calls of operators have.

use objet::prelude::*;

use super::{Op, OpError};
use crate::attrs::{AttrValue, Attrs, make_attrs};

impl Op {
    /// Attributes for a call of this operator, of values for some of them; the others have their defaults.
    ///
    /// # Errors
    /// If an attribute is unknown, missing, of the wrong type or out of its bounds; if the operator names no type of attributes.
    ///
    /// ```
    /// use objet_ir::attrs;
    /// use objet_ir::op::Op;
    /// # use objet_relay as _;
    ///
    /// let error = Op::get("nn.bias_add")?.make_attrs(attrs! { axes: 3 }).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     r#"the attributes of the operator "nn.bias_add": relay.attrs.BiasAddAttrs has no field "axes", did you mean "axis"? Its fields: axis"#
    /// );
    /// # Ok::<(), objet_ir::op::OpError>(())
    /// ```
    pub fn make_attrs<'a>(
        &self,
        values: impl IntoIterator<Item = (&'a str, AttrValue)>,
    ) -> Result<Attrs, OpError> {
        self.make_attrs_of(&self.attrs_type_key.load(), values)
    }

    /// [`Op::make_attrs`], of a type that the operator itself need not name: many in TVM do not.
    ///
    /// # Errors
    /// As there, and if no type of attributes has the key.
    pub fn make_attrs_of<'a>(
        &self,
        type_key: &str,
        values: impl IntoIterator<Item = (&'a str, AttrValue)>,
    ) -> Result<Attrs, OpError> {
        let attrs = make_attrs(type_key, values)
            .map_err(|source| OpError::Attrs { op: self.name.to_string(), source: source.into() })?;
        attrs.downcast::<Attrs>().map_err(|error| self.wrong_attrs("Attrs", error.into_object().type_key()))
    }

    /// Checks that a call of this operator can have that many inputs.
    ///
    /// # Errors
    /// If the operator has another number of inputs.
    pub fn check_inputs(&self, found: usize) -> Result<(), OpError> {
        match usize::try_from(self.num_inputs.load()) {
            Ok(expected) if expected != found => {
                Err(OpError::Inputs { op: self.name.to_string(), expected, found })
            }
            _ => Ok(()),
        }
    }

    /// Checks that a call of this operator can have those attributes.
    ///
    /// # Errors
    /// If the operator names a type of attributes, and these are of another one, or missing.
    pub fn check_attrs(&self, attrs: Option<&Attrs>) -> Result<(), OpError> {
        let found = attrs.map_or("", |attrs| attrs.type_key());
        let expected = self.attrs_type_key.load();
        if !expected.is_empty() && *expected != *found {
            return Err(self.wrong_attrs(&expected, found));
        }
        Ok(())
    }

    fn wrong_attrs(&self, expected: &str, found: &str) -> OpError {
        OpError::AttrsType { op: self.name.to_string(), expected: expected.into(), found: found.into() }
    }
}
