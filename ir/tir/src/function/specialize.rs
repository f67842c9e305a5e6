//! Specialization of functions for values of their parameters.

use std::collections::HashMap;

use objet::function::{ErrorKind, RuntimeError};
use objet::prelude::*;
use objet::text::as_repr;
use objet::walk::RewriteError;
use objet::{String, structural_equal};
use objet_ir::ConstructError;
use objet_ir::expr::PrimExpr;

use super::PrimFunc;
use crate::buffer::Buffer;
use crate::check::Check;
use crate::expr::{Var, VarNode};
use crate::functor::StmtExprMutator;
use crate::op::Folding;
use crate::stmt::Stmt;

/// An error in specializing a function.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecializeError {
    /// The variable is not a parameter.
    #[error("Specialize expects param to be in PrimFunc's params, found {param}")]
    NoParam {
        /// The name of the variable.
        param: String,
    },
    /// An expression is given for the handle of a buffer.
    #[error("Specialize expects param to not be in PrimFunc's buffer_map, found {param}")]
    IsBuffer {
        /// The name of the parameter.
        param: String,
    },
    /// A buffer is given for a parameter that is not the handle of a buffer.
    #[error("Specialize expects param to be in PrimFunc's buffer_map, found {param}")]
    NoBuffer {
        /// The name of the parameter.
        param: String,
    },
    /// The value is neither a buffer nor an expression.
    #[error("Specialize expects {param} to be a Buffer or a PrimExpr, found {found}")]
    Instance {
        /// The name of the parameter.
        param: String,
        /// The type key of the value.
        found: std::string::String,
    },
    /// The given buffer differs where the function's buffer has no variable.
    #[error("buffer {buffer}: {found} is not a variable and differs from the given buffer")]
    NoVariable {
        /// The name of the function's buffer.
        buffer: String,
        /// The expression in the function's buffer.
        found: std::string::String,
    },
    /// A variable would get two values.
    #[error("conflicting values for variable {var}: {first} and {second}")]
    TwoValues {
        /// The name of the variable.
        var: String,
        /// The first value.
        first: std::string::String,
        /// The second value.
        second: std::string::String,
    },
    /// The buffers differ in a number.
    #[error("buffer {buffer}: expected {what} {expected}, found {found}")]
    Mismatch {
        /// The name of the function's buffer.
        buffer: String,
        /// The property that differs.
        what: &'static str,
        /// The value of the function's buffer.
        expected: i64,
        /// The value of the given buffer.
        found: i64,
    },
    /// A value does not fit a use of its variable.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
    /// A value does not have the data type of its variable.
    #[error(transparent)]
    Construct(#[from] ConstructError),
}

impl From<SpecializeError> for RuntimeError {
    fn from(error: SpecializeError) -> Self {
        use SpecializeError::*;
        let kind = match &error {
            Instance { .. } | NoVariable { .. } => ErrorKind::TYPE_ERROR,
            Rewrite(_) | Construct(_) => ErrorKind::TVM_ERROR,
            _ => ErrorKind::VALUE_ERROR,
        };
        Self::with_source(kind, error)
    }
}

/// The known values of variables.
#[derive(Default)]
struct Values(HashMap<Var, PrimExpr>);

impl Values {
    fn set(&mut self, var: &Var, value: &PrimExpr) -> Result<(), SpecializeError> {
        Check(VarNode::TYPE_KEY).same_dtype(("the variable", var.dtype), ("its value", value.dtype))?;
        let known = self.0.entry(var.clone()).or_insert_with(|| value.clone());
        match structural_equal(known, value) {
            true => Ok(()),
            false => Err(SpecializeError::TwoValues {
                var: var.name_hint.clone(),
                first: as_repr(Some(known)),
                second: as_repr(Some(value)),
            }),
        }
    }

    /// Binds the variables in `buffer` to the values in `given`.
    fn match_buffer(&mut self, buffer: &Buffer, given: &Buffer) -> Result<(), SpecializeError> {
        let len = |numbers: &Array<PrimExpr>| numbers.len() as i64;
        let numbers = [
            ("number of dimensions", len(&buffer.shape), len(&given.shape)),
            ("number of strides", len(&buffer.strides), len(&given.strides)),
            ("data_alignment", buffer.data_alignment.into(), given.data_alignment.into()),
            ("offset_factor", buffer.offset_factor.into(), given.offset_factor.into()),
        ];
        for (what, expected, found) in numbers {
            if expected != found {
                let buffer = buffer.name.clone();
                return Err(SpecializeError::Mismatch { buffer, what, expected, found });
            }
        }
        let own = buffer.shape.iter().chain(buffer.strides.iter()).chain([&buffer.elem_offset]);
        let others = given.shape.iter().chain(given.strides.iter()).chain([&given.elem_offset]);
        for (old, new) in own.zip(others) {
            if structural_equal(old, new) {
                continue;
            }
            match old.downcast_ref::<Var>() {
                Some(var) => self.set(var, new)?,
                None => {
                    let (buffer, found) = (buffer.name.clone(), as_repr(Some(old)));
                    return Err(SpecializeError::NoVariable { buffer, found });
                }
            }
        }
        Ok(())
    }
}

impl PrimFunc {
    /// Specializes the function for values of some parameters. Operators on constants are folded.
    ///
    /// - An expression replaces its parameter, which is removed.
    /// - A buffer assigns values to the variables in shape, strides and offset of the parameter's
    ///   buffer. The parameter remains.
    ///
    /// Returns the function itself if no variable gets a value.
    ///
    /// # Errors
    /// Returns an error in these cases:
    ///
    /// - A variable is not a parameter, or its value is of the wrong kind.
    /// - The buffers differ in more than the values of variables.
    /// - A variable would get two values, or a value that does not fit.
    ///
    /// ```
    /// use objet::prelude::*;
    /// use objet_ir::expr::IntImm;
    /// use objet_tir::expr::Var;
    /// use objet_tir::function::PrimFunc;
    /// use objet_tir::op;
    /// use objet_tir::stmt::{Evaluate, Stmt};
    ///
    /// let [m, n] = ["m", "n"].map(|name| Var::new(name, DataType::int(32), None));
    /// let body = Evaluate::new((&m * 2 + &n).expr()?, None);
    /// let func = PrimFunc::new([m.clone(), n.clone()], body, None, Map::new(), None, None);
    /// let for_3 = func.specialize([(m, IntImm::from(3).upcast())])?;
    /// assert_eq!(for_3.params[..], [n.clone()]);
    /// let expected = Stmt::from(Evaluate::new(op::add(6, n, None)?, None));
    /// assert!(objet::structural_equal(&for_3.body, &expected));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn specialize(
        &self,
        values: impl IntoIterator<Item = (Var, ObjectRef)>,
    ) -> Result<Self, SpecializeError> {
        let mut known = Values::default();
        for (param, instance) in values {
            let name = || param.name_hint.clone();
            let buffer = self.buffer_map.get(&param);
            match (buffer, instance.downcast_ref::<Buffer>(), instance.downcast_ref::<PrimExpr>()) {
                (Some(buffer), Some(given), _) => known.match_buffer(buffer, given)?,
                (None, Some(_), _) => return Err(SpecializeError::NoBuffer { param: name() }),
                _ if !self.params.contains(&param) => return Err(SpecializeError::NoParam { param: name() }),
                (Some(_), _, Some(_)) => return Err(SpecializeError::IsBuffer { param: name() }),
                (None, _, Some(value)) => known.set(&param, value)?,
                (_, None, None) => {
                    let found = instance.type_key().into();
                    return Err(SpecializeError::Instance { param: name(), found });
                }
            }
        }
        let values = known.0;
        if values.is_empty() {
            return Ok(self.clone());
        }
        // Rewrites the buffers and the body together, so that they still share each buffer.
        let buffers: Array<Buffer> = self.buffer_map.values().cloned().collect();
        let parts: Array<ObjectRef> = [buffers.into_object_ref(), self.body.clone().into()].into();
        let parts = Folding(|var: &Var| Ok(values.get(var).cloned())).mutate(parts)?;
        let buffers = parts[0].downcast_ref::<Array<Buffer>>();
        let body = parts[1].downcast_ref::<Stmt>();
        let (Some(buffers), Some(body)) = (buffers, body) else {
            unreachable!("folding replaces only expressions, so a buffer and a statement keep their types")
        };
        let params: Array<Var> =
            self.params.iter().filter(|param| !values.contains_key(*param)).cloned().collect();
        let buffer_map: Map<Var, Buffer> =
            self.buffer_map.keys().cloned().zip(buffers.iter().cloned()).collect();
        let (attrs, span) = (self.attrs.clone(), self.span.clone());
        Ok(Self::new(params, body.clone(), Some(self.ret_type.clone()), buffer_map, attrs, span))
    }
}
