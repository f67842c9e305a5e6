//! Types in continuation-passing style.

use foldhash::HashMap;
use objet::prelude::*;
use objet::rewrite;
use objet::walk::RewriteError;
use objet_ir::types::{FuncType, Type, TypeKind, TypeVar};

/// Returns the type of a function with one parameter.
pub(super) fn arrow(parameter: Type, result: Type) -> Type {
    FuncType::new([parameter], result, [], [], None).upcast()
}

/// Converts types: the function types in them get a continuation.
pub(super) struct CpsTypes {
    /// The type of the result of each function.
    pub(super) answer: TypeVar,
    known: HashMap<Type, Type>,
}

impl CpsTypes {
    pub(super) fn new() -> Self {
        Self { answer: TypeVar::new("answer", TypeKind::Type, None), known: HashMap::default() }
    }

    pub(super) fn convert(&mut self, ty: &Type) -> Result<Type, RewriteError> {
        if let Some(known) = self.known.get(ty) {
            return Ok(known.clone());
        }
        let answer: Type = self.answer.clone().upcast();
        let converted = rewrite(ty.clone(), |object: ObjectRef| match object.downcast::<FuncType>() {
            Ok(mut function) => {
                let fields = function.make_mut();
                let result = std::mem::replace(&mut *fields.ret_type, answer.clone());
                fields.arg_types.push(arrow(result, answer.clone()));
                function.upcast()
            }
            Err(other) => other.into_object(),
        })?;
        self.known.insert(ty.clone(), converted.clone());
        Ok(converted)
    }

    /// Returns the type of the continuation of a function with a result of type `result`.
    pub(super) fn continuation(&mut self, result: &Type) -> Result<Type, RewriteError> {
        Ok(arrow(self.convert(result)?, self.answer.clone().upcast()))
    }
}
