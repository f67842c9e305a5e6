//! What is found out about types.

use std::sync::{Mutex, MutexGuard, PoisonError};

use objet::prelude::*;
use objet::{print, structural_equal};

use super::{IncompleteType, TensorTypeNode, Type};
use crate::expr::IntImmNode;

/// What a type relation tells its findings to: it knows which types stand for those that were incomplete.
///
/// ```
/// use objet::prelude::*;
/// use objet_ir::types::{IncompleteType, TensorType, Type, TypeKind, TypeReporter};
///
/// let reporter = TypeReporter::new();
/// let unknown: Type = IncompleteType::new(TypeKind::Type, None).into();
/// let vector = |length: i32| -> Type { TensorType::new([length.into()], DataType::float(32)).upcast() };
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

/// What is known of types that were incomplete.
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

/// A type that is known, and is not what a relation says it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct TypeMismatch {
    /// What the relation says.
    pub expected: String,
    /// What it is.
    pub found: String,
}

impl TypeReporterNode {
    /// Says that `ty` is `expected`. If it was incomplete, it stands for that from now on.
    ///
    /// # Errors
    /// If it is known to be another one.
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

    /// What the type stands for, as far as that is known.
    pub fn resolve(&self, ty: &Type) -> Type {
        let found = self.found.lock();
        let mut ty = ty;
        // A type stands for another only while that one is not known to stand for it, so this ends.
        while let Some((_, known)) = found.iter().find(|(unknown, _)| unknown.same_as(ty)) {
            ty = known;
        }
        ty.clone()
    }

    fn add(&self, unknown: IncompleteType, ty: Type) {
        self.found.lock().push((unknown, ty));
    }
}

/// A type as messages show it: a tensor's as `Tensor[(1, 3), float32]`.
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
