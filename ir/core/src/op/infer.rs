//! Inference of the result type of an operator call.

use std::sync::Arc;

use objet::prelude::*;

use super::{Op, OpError};
use crate::attrs::Attrs;
use crate::types::{IncompleteType, Type, TypeKind, TypeRelation, TypeReporter};

impl Op {
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
    /// # use objet_relay as _;
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
    pub fn infer_type(&self, inputs: impl Into<Array<Type>>, attrs: Option<&Attrs>) -> Result<Type, OpError> {
        let mut types = inputs.into();
        self.check_inputs(types.len())?;
        let result: Type = IncompleteType::new(TypeKind::Type, None).into();
        types.push(result.clone());
        let relation = self.type_relation().ok_or_else(|| self.no_relation())?;
        let function = relation.func.as_ref().ok_or_else(|| self.no_relation())?;
        let reporter = TypeReporter::new();
        let refused = |error: objet::function::RuntimeError| OpError::Relation {
            op: self.name.to_string(),
            source: Arc::new(error),
        };
        let holds = function.func().map_err(|error| refused(error.into()))?;
        let holds = holds.call((&types, relation.num_inputs, attrs, &reporter)).map_err(refused)?;
        let holds: bool = holds.get().map_err(|error| refused(error.into()))?;
        let found = reporter.resolve(&result);
        if holds && !found.same_as(&result) {
            Ok(found)
        } else {
            Err(OpError::TypeUnknown { op: self.name.to_string() })
        }
    }

    /// Returns the relation between the types of the inputs and the type of the result.
    fn type_relation(&self) -> Option<TypeRelation> {
        self.op_type.load()?.type_constraints.first()?.clone().downcast().ok()
    }

    fn no_relation(&self) -> OpError {
        OpError::NoRelation { op: self.name.to_string() }
    }
}
