//! Calls of operators that fit what is registered of them.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpError};

use crate::expr::Call;

/// Operators that can be called.
pub trait OpExt {
    /// Returns a call of this operator.
    ///
    /// # Errors
    /// If the operator has another number of inputs, or attributes of another type.
    ///
    /// ```
    /// use objet_ir::op::Op;
    /// use objet_relay::expr::Var;
    /// use objet_relay::op::OpExt;
    ///
    /// let x = Var::new("x", None, None);
    /// let error = Op::get("add")?.call([x.into()], None).unwrap_err();
    /// assert_eq!(error.to_string(), r#"the operator "add" has 2 inputs, and is given 1"#);
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
