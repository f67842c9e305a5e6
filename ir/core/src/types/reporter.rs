//! The results of type relations.

use std::sync::{Mutex, MutexGuard, PoisonError};

use objet::prelude::*;
use objet::{print, structural_equal};

use super::{IncompleteType, TensorTypeNode, Type};
use crate::expr::IntImmNode;

/// Receives the results of type relations, and stores the inferred type of each incomplete type.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::types::{IncompleteType, TensorType, Type, TypeKind, TypeReporter};
///
/// let reporter = TypeReporter::new();
/// let unknown: Type = IncompleteType::new(TypeKind::Type, None).into();
/// let vector = |length: i32| -> Type {
///     TensorType::new([length.into()], DataType::float(32)).upcast()
/// };
///
/// reporter.assign(&unknown, &vector(3))?;
/// assert!(objet::structural_equal(&reporter.resolve(&unknown), &vector(3)));
/// assert_eq!(
///     reporter.assign(&unknown, &vector(4)).unwrap_err().to_string(),
///     "expected Tensor[(4), float32], found Tensor[(3), float32]"
/// );
/// # Ok::<(), objet_ir::types::TypeMismatch>(())
/// ```
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "TypeReporter", is_final, new)]
#[reflect(fields())]
pub struct TypeReporterNode {
    base: Object,
    #[reflect(skip)]
    found: Found,
}

/// The inferred types of incomplete types.
#[derive(Default)]
struct Found(Mutex<Vec<(IncompleteType, Type)>>);

impl Found {
    fn lock(&self) -> MutexGuard<'_, Vec<(IncompleteType, Type)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for Found {
    fn clone(&self) -> Self {
        Self(self.lock().clone().into())
    }
}

/// The error of a type relation whose expected type differs from the actual type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct TypeMismatch {
    /// The type that the relation requires.
    pub expected: String,
    /// The actual type.
    pub found: String,
}

impl TypeReporterNode {
    /// Unifies `ty` with `expected`. If one of the types is incomplete, it resolves to the other
    /// type from now on.
    ///
    /// # Errors
    /// Fails if both types are known and differ.
    pub fn assign(&self, ty: &Type, expected: &Type) -> Result<(), TypeMismatch> {
        let (ty, expected) = (self.resolve(ty), self.resolve(expected));
        if structural_equal(&ty, &expected) {
            return Ok(());
        }
        match (ty.clone().downcast::<IncompleteType>(), expected.clone().downcast::<IncompleteType>()) {
            (Ok(unknown), _) => self.add(unknown, expected),
            (_, Ok(unknown)) => self.add(unknown, ty),
            _ => return Err(TypeMismatch { expected: type_text(&expected), found: type_text(&ty) }),
        }
        Ok(())
    }

    /// Returns the type that `ty` resolves to, as far as inferred.
    pub fn resolve(&self, ty: &Type) -> Type {
        let found = self.found.lock();
        let mut ty = ty;
        // The loop ends because `assign` resolves both types before it adds an entry, so no entry
        // closes a cycle.
        while let Some((_, known)) = found.iter().find(|(unknown, _)| unknown.same_as(ty)) {
            ty = known;
        }
        ty.clone()
    }

    fn add(&self, unknown: IncompleteType, ty: Type) {
        self.found.lock().push((unknown, ty));
    }
}

/// Formats a type for messages. A tensor type has the form `Tensor[(1, 3), float32]`.
pub fn type_text(ty: &Type) -> String {
    let Some(tensor) = ty.as_node::<TensorTypeNode>() else { return print(ty).to_string() };
    let dims: Vec<String> = tensor
        .shape
        .iter()
        .map(|dim| match dim.as_node::<IntImmNode>() {
            Some(number) => number.value.to_string(),
            None => print(dim).to_string(),
        })
        .collect();
    format!("Tensor[({}), {}]", dims.join(", "), tensor.dtype)
}
