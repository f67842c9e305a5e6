//! Checked calls of operators.

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpError};
use objet_ir::types::Type;

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

    /// Infers the type of the result for inputs of the given types, by the operator's type
    /// relation. The relation also resolves incomplete input types where they follow from the other
    /// types.
    ///
    /// # Errors
    /// Fails if the relation does not hold or cannot be decided yet, or if the operator has no
    /// relation or its global function does not exist.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet_ir::attrs;
    /// use objet_ir::op::Op;
    /// use objet_ir::types::{TensorType, Type};
    /// use objet_relay::op::OpExt;
    ///
    /// let tensor = |shape: &[i32]| -> Type {
    ///     let dims: Vec<_> = shape.iter().map(|dim| (*dim).into()).collect();
    ///     TensorType::new(dims, DataType::float(32)).upcast()
    /// };
    ///
    /// let bias_add = Op::get("nn.bias_add")?;
    /// let attrs = bias_add.make_attrs(attrs! {})?;
    /// let result = bias_add.infer_type([tensor(&[1, 16, 8, 8]), tensor(&[16])], Some(&attrs))?;
    /// assert!(objet::structural_equal(&result, &tensor(&[1, 16, 8, 8])));
    ///
    /// let inputs = [tensor(&[1, 16, 8, 8]), tensor(&[8])];
    /// let error = bias_add.infer_type(inputs, Some(&attrs)).unwrap_err().to_string();
    /// let mismatch = "bias: expected Tensor[(16), float32], found Tensor[(8), float32]";
    /// assert!(error.ends_with(mismatch));
    /// # Ok::<(), objet_ir::op::OpError>(())
    /// ```
    fn infer_type(&self, inputs: impl Into<Array<Type>>, attrs: Option<&Attrs>) -> Result<Type, OpError>;
}

impl OpExt for Op {
    fn call(&self, inputs: impl Into<Array<RelayExpr>>, attrs: Option<Attrs>) -> Result<Call, OpError> {
        let inputs = inputs.into();
        self.check_inputs(inputs.len())?;
        self.check_attrs(attrs.as_ref())?;
        Ok(Call::new(self.clone(), inputs, attrs, [], None))
    }

    fn infer_type(&self, inputs: impl Into<Array<Type>>, attrs: Option<&Attrs>) -> Result<Type, OpError> {
        crate::infer::result_type(self, inputs.into(), attrs)
    }
}
