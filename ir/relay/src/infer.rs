//! Type inference.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use objet::function::RuntimeError;
use objet::prelude::*;
use objet::structural_equal;
use objet_ir::attrs::Attrs;
use objet_ir::diagnostic::Diagnostic;
use objet_ir::op::{Op, OpError};
use objet_ir::types::{
    IncompleteType, RelationStatus, Type, TypeKind, TypeMismatch, TypeRelation, TypeReporter, Unifier,
};

/// The inferred types of incomplete types.
#[derive(Default)]
struct Found(Mutex<Vec<(IncompleteType, Type)>>);

impl Found {
    fn lock(&self) -> MutexGuard<'_, Vec<(IncompleteType, Type)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Unifier for Found {
    fn unify(&self, ty: &Type, expected: &Type) -> Result<(), TypeMismatch> {
        let (ty, expected) = (self.resolve(ty), self.resolve(expected));
        if structural_equal(&ty, &expected) {
            return Ok(());
        }
        match (ty.clone().downcast::<IncompleteType>(), expected.clone().downcast::<IncompleteType>()) {
            (Ok(unknown), _) => self.lock().push((unknown, expected)),
            (_, Ok(unknown)) => self.lock().push((unknown, ty)),
            _ => return Err(TypeMismatch::new(&ty, &expected)),
        }
        Ok(())
    }

    fn resolve(&self, ty: &Type) -> Type {
        let found = self.lock();
        let mut ty = ty;
        // The loop ends because `unify` resolves both types before it adds an entry, so no entry
        // closes a cycle.
        while let Some((_, known)) = found.iter().find(|(unknown, _)| unknown.same_as(ty)) {
            ty = known;
        }
        ty.clone()
    }

    fn emit(&self, _diagnostic: Diagnostic) {}
}

/// Infers the type of the result of an operator.
pub(crate) fn result_type(op: &Op, mut types: Array<Type>, attrs: Option<&Attrs>) -> Result<Type, OpError> {
    op.check_inputs(types.len())?;
    let result: Type = IncompleteType::new(TypeKind::Type, None).into();
    types.push(result.clone());
    let relation = type_relation(op).ok_or_else(|| no_relation(op))?;
    let function = relation.func.as_ref().ok_or_else(|| no_relation(op))?;
    let found = Arc::new(Found::default());
    let reporter = TypeReporter::new(found.clone());
    let refused =
        |error: RuntimeError| OpError::Relation { op: op.name.to_string(), source: Arc::new(error) };
    let function = function.func().map_err(|error| refused(error.into()))?;
    let status = function.call((&types, relation.num_inputs, attrs, &reporter)).map_err(refused)?;
    let status: RelationStatus = status.get().map_err(|error| refused(error.into()))?;
    let inferred = found.resolve(&result);
    if status == RelationStatus::Solved && !inferred.same_as(&result) {
        Ok(inferred)
    } else {
        Err(OpError::TypeUnknown { op: op.name.to_string() })
    }
}

/// Returns the relation between the types of the inputs and the type of the result.
fn type_relation(op: &Op) -> Option<TypeRelation> {
    op.op_type.load()?.type_constraints.first()?.clone().downcast().ok()
}

fn no_relation(op: &Op) -> OpError {
    OpError::NoRelation { op: op.name.to_string() }
}
