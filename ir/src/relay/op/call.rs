//! Calls of operators that fit what is registered of them.

use objet::prelude::*;

use crate::attrs::{AttrValue, Attrs, make_attrs};
use crate::expr::RelayExpr;
use crate::op::{Op, OpError};
use crate::relay::expr::Call;

impl Op {
    /// A call of this operator.
    ///
    /// # Errors
    /// If these are not as many inputs as it has, or if the attributes are not of its type.
    ///
    /// ```
    /// use objet_ir::op::Op;
    /// use objet_ir::relay::expr::Var;
    ///
    /// let x = Var::new("x", None, None);
    /// let error = Op::get("add")?.call([x.into()], None).unwrap_err();
    /// assert_eq!(error.to_string(), r#"the operator "add" has 2 inputs, and is given 1"#);
    /// # Ok::<(), objet_ir::op::OpError>(())
    /// ```
    pub fn call(&self, inputs: impl Into<Array<RelayExpr>>, attrs: Option<Attrs>) -> Result<Call, OpError> {
        let inputs = inputs.into();
        self.check_inputs(inputs.len())?;
        let found = attrs.as_ref().map_or("", |attrs| attrs.type_key());
        let expected = &*self.attrs_type_key;
        if !expected.is_empty() && *expected != *found {
            return Err(self.wrong_attrs(expected, found));
        }
        Ok(Call::new(self.clone(), inputs, attrs, [], None))
    }

    /// Attributes for a call of this operator, of values for some of them; the others have their defaults.
    ///
    /// # Errors
    /// If an attribute is unknown, missing, of the wrong type or out of its bounds; if the operator names no type of attributes.
    ///
    /// ```
    /// use objet_ir::attrs;
    /// use objet_ir::op::Op;
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
        self.make_attrs_of(&self.attrs_type_key, values)
    }

    /// [`Op::make_attrs`], of a type that the operator itself need not name: many in TVM do not.
    pub(super) fn make_attrs_of<'a>(
        &self,
        type_key: &str,
        values: impl IntoIterator<Item = (&'a str, AttrValue)>,
    ) -> Result<Attrs, OpError> {
        let attrs = make_attrs(type_key, values)
            .map_err(|source| OpError::Attrs { op: self.name.to_string(), source: source.into() })?;
        attrs.downcast::<Attrs>().map_err(|error| self.wrong_attrs("Attrs", error.into_object().type_key()))
    }

    pub(super) fn check_inputs(&self, found: usize) -> Result<(), OpError> {
        match usize::try_from(*self.num_inputs) {
            Ok(expected) if expected != found => {
                Err(OpError::Inputs { op: self.name.to_string(), expected, found })
            }
            _ => Ok(()),
        }
    }

    fn wrong_attrs(&self, expected: &str, found: &str) -> OpError {
        OpError::AttrsType { op: self.name.to_string(), expected: expected.into(), found: found.into() }
    }
}
