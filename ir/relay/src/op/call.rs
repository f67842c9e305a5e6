//! Checked calls of operators.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpError};

use crate::expr::Call;

/// Creates checked calls of an operator.
pub trait OpExt {
    /// Returns a call of this operator.
    ///
    /// # Errors
    /// Returns an error if the operator has a different number of inputs, or attributes of a
    /// different type.
    ///
    /// ```
    /// use objet_ir::op::Op;
    /// use objet_relay::expr::Var;
    /// use objet_relay::op::OpExt;
    ///
    /// let x = Var::new("x", None, None);
    /// let error = Op::get("add")?.call([x.into()], None).unwrap_err();
    /// assert_eq!(error.to_string(), r#"the operator "add": expected 2 inputs, found 1"#);
    /// # Ok::<(), objet_ir::op::OpError>(())
    /// ```
    fn call(&self, inputs: impl Into<Array<RelayExpr>>, attrs: Option<Attrs>) -> Result<Call, OpError>;
}

impl OpExt for Op {
    fn call(&self, inputs: impl Into<Array<RelayExpr>>, attrs: Option<Attrs>) -> Result<Call, OpError> {
        let inputs = inputs.into();
        self.check_inputs(inputs.len())?;
        self.check_attrs(attrs.as_ref())?;
        Ok(Call::new(self.clone(), inputs, attrs, [], None))
    }
}
