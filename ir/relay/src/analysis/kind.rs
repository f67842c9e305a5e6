//! Checks the kinds of types: that each type stands where a type of its kind may stand.
//!
//! | type | kind | kinds of its parts |
//! |---|---|---|
//! | tensor | `Type` | |
//! | tuple, reference, function | `Type` | parts `Type`; constraints of a function `Constraint` |
//! | type relation | `Constraint` | arguments `Type` |
//! | type call | `Type` | callee `AdtHandle`; arguments `Type` |
//! | type definition | `TypeData` | header `AdtHandle`; variables and inputs of constructors `Type` |
//! | variables and incomplete types | the declared kind | |
//!
//! The check takes time in proportion to the number of distinct types, and does not recurse.

use std::collections::HashSet;

use objet::String;
use objet::prelude::*;
use objet::print;
use objet_ir::adt::TypeDataNode;
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::types::{
    FuncTypeNode, GlobalTypeVar, GlobalTypeVarNode, IncompleteTypeNode, RelayRefTypeNode, TensorTypeNode,
    TupleTypeNode, Type, TypeCallNode, TypeKind, TypeRelationNode, TypeVarNode,
};

/// A violation of the rules for kinds.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KindError {
    /// A part of a type has the wrong kind.
    #[error("{part} of {}: expected kind {expected:?}, found kind {found:?} of {}", within.type_key(), print(ty))]
    Mismatch {
        /// The role of the part, such as `tuple field`.
        part: &'static str,
        /// The kind that the role requires.
        expected: TypeKind,
        /// The kind of the part.
        found: TypeKind,
        /// The part.
        ty: Type,
        /// The type that contains the part.
        within: Type,
    },
    /// The callee of a type call is not a global type variable.
    #[error("callee of TypeCall: expected a GlobalTypeVar, found {}", print(callee))]
    Callee {
        /// The callee.
        callee: Type,
        /// The type call.
        call: Type,
    },
    /// The callee of a type call has no definition.
    #[error("type call of {name}: {source}")]
    Undefined {
        /// The name of the callee.
        name: String,
        /// The reason.
        source: ModuleError,
        /// The type call.
        call: Type,
    },
    /// A type call has another number of arguments than the definition of the type has variables.
    #[error("type call of {name}: expected {expected} arguments, found {found}")]
    Arguments {
        /// The name of the callee.
        name: String,
        /// The number of type variables of the definition.
        expected: usize,
        /// The number of arguments.
        found: usize,
        /// The type call.
        call: Type,
    },
    /// A type definition contains a constructor of another type.
    #[error("definition of {name}: constructor {constructor} belongs to {owner}")]
    ForeignConstructor {
        /// The name of the defined type.
        name: String,
        /// The name of the constructor.
        constructor: String,
        /// The name of the type that the constructor belongs to.
        owner: String,
        /// The type definition.
        definition: Type,
    },
    /// The type is not a type of relay.
    #[error("{} has no kind", ty.type_key())]
    NoKind {
        /// The type.
        ty: Type,
    },
}

impl KindError {
    /// Returns the type that breaks a rule. Its span is the location of the error.
    pub fn ty(&self) -> &Type {
        match self {
            Self::Mismatch { ty, .. } | Self::NoKind { ty } => ty,
            Self::Callee { callee, .. } => callee,
            Self::Undefined { call, .. } | Self::Arguments { call, .. } => call,
            Self::ForeignConstructor { definition, .. } => definition,
        }
    }
}

/// Checks the kinds of all parts of a type, and returns the kind of the type.
///
/// The module has the definitions of the algebraic data types that the type refers to. Without a
/// module, every type call is undefined.
///
/// # Errors
/// Returns the first violation, parts before the types that contain them.
///
/// ```
/// use objet::DataType;
/// use objet_ir::types::{TensorType, TupleType, Type, TypeKind, TypeVar};
/// use objet_relay::analysis::check_kind;
///
/// let tensor: Type = TensorType::scalar(DataType::float(32)).into();
/// let pair = TupleType::new([tensor.clone(), tensor], None);
/// assert_eq!(check_kind(&pair.into(), None)?, TypeKind::Type);
///
/// let shape = TypeVar::new("s", TypeKind::ShapeVar, None);
/// let error = check_kind(&TupleType::new([shape.into()], None).into(), None).unwrap_err();
/// assert!(error.to_string().starts_with(
///     "tuple field of TupleType: expected kind Type, found kind ShapeVar of TypeVar("
/// ));
/// # Ok::<(), objet_relay::analysis::KindError>(())
/// ```
#[doc(alias = "KindCheck")]
pub fn check_kind(ty: &Type, module: Option<&IRModule>) -> Result<TypeKind, KindError> {
    let mut entered = HashSet::from([ty.clone()]);
    let mut path = vec![Frame::enter(ty)?];
    while let Some(frame) = path.last_mut() {
        // Parts are entered first, so that the error is about the innermost wrong type.
        match frame.parts.get(frame.next) {
            Some((_, part)) if entered.insert(part.clone()) => {
                let inner = Frame::enter(part)?;
                path.push(inner);
            }
            Some(_) => frame.check_next_part()?,
            None => {
                check_definitions(&frame.ty, module)?;
                path.pop();
            }
        }
    }
    own_kind(ty)
}

/// The role of a part, and the kind that the role requires.
type Role = (&'static str, TypeKind);

/// A type whose parts are being checked.
struct Frame {
    ty: Type,
    parts: Vec<(Role, Type)>,
    /// The index of the next part.
    next: usize,
}

impl Frame {
    fn enter(ty: &Type) -> Result<Self, KindError> {
        let parts = parts(ty)?;
        Ok(Self { ty: ty.clone(), parts, next: 0 })
    }

    /// Compares the kind of the next part with its role.
    fn check_next_part(&mut self) -> Result<(), KindError> {
        let ((part, expected), ty) = self.parts[self.next].clone();
        self.next += 1;
        let found = own_kind(&ty)?;
        if found == expected {
            return Ok(());
        }
        Err(KindError::Mismatch { part, expected, found, ty, within: self.ty.clone() })
    }
}

/// Returns the kind of a type, which does not depend on the kinds of its parts.
fn own_kind(ty: &Type) -> Result<TypeKind, KindError> {
    Ok(match_node!(match ty {
        TensorTypeNode | TupleTypeNode | FuncTypeNode | RelayRefTypeNode | TypeCallNode => TypeKind::Type,
        TypeRelationNode => TypeKind::Constraint,
        TypeDataNode => TypeKind::TypeData,
        var @ TypeVarNode => var.kind,
        var @ GlobalTypeVarNode => var.kind,
        incomplete @ IncompleteTypeNode => incomplete.kind,
        _ => return Err(KindError::NoKind { ty: ty.clone() }),
    }))
}

/// Returns the parts of a type whose kinds are restricted, in the order of the checks.
fn parts(ty: &Type) -> Result<Vec<(Role, Type)>, KindError> {
    let of_kind = |part, kind| move |ty: &Type| ((part, kind), ty.clone());
    let plain = |part| of_kind(part, TypeKind::Type);
    Ok(match_node!(match ty {
        tuple @ TupleTypeNode => tuple.fields.iter().map(plain("tuple field")).collect(),
        reference @ RelayRefTypeNode => vec![plain("value")(&reference.value)],
        function @ FuncTypeNode => {
            let mut parts: Vec<_> = function.arg_types.iter().map(plain("argument")).collect();
            parts.push(plain("result")(&function.ret_type));
            let constraint = of_kind("constraint", TypeKind::Constraint);
            parts.extend(function.type_constraints.iter().map(|ty| constraint(ty.upcast_ref())));
            parts
        }
        relation @ TypeRelationNode => relation.args.iter().map(plain("argument")).collect(),
        call @ TypeCallNode => {
            if !call.func.is_instance::<GlobalTypeVarNode>() {
                return Err(KindError::Callee { callee: call.func.clone(), call: ty.clone() });
            }
            let mut parts = vec![of_kind("callee", TypeKind::AdtHandle)(&call.func)];
            parts.extend(call.args.iter().map(plain("argument")));
            parts
        }
        definition @ TypeDataNode => {
            let header = definition.header.upcast_ref();
            let mut parts = vec![of_kind("header", TypeKind::AdtHandle)(header)];
            parts.extend(definition.type_vars.iter().map(|var| plain("type variable")(var.upcast_ref())));
            for constructor in &definition.constructors {
                parts.extend(constructor.inputs.iter().map(plain("constructor input")));
            }
            parts
        }
        _ => Vec::new(),
    }))
}

/// Checks a type call against the definition of its callee, and a type definition against the
/// types of its constructors.
fn check_definitions(ty: &Type, module: Option<&IRModule>) -> Result<(), KindError> {
    if let Some(call) = ty.as_node::<TypeCallNode>()
        && let Some(callee) = call.func.downcast_ref::<GlobalTypeVar>()
    {
        let name = || callee.name_hint.clone();
        let definition = match module {
            Some(module) => module.lookup_type_def(callee),
            None => IRModule::new().lookup_type_def(callee),
        };
        let definition =
            definition.map_err(|source| KindError::Undefined { name: name(), source, call: ty.clone() })?;
        let (expected, found) = (definition.type_vars.len(), call.args.len());
        if expected != found {
            return Err(KindError::Arguments { name: name(), expected, found, call: ty.clone() });
        }
    }
    if let Some(definition) = ty.as_node::<TypeDataNode>() {
        let foreign = |owner: &GlobalTypeVar| *owner != definition.header;
        if let Some(constructor) = definition.constructors.iter().find(|own| foreign(&own.belong_to)) {
            return Err(KindError::ForeignConstructor {
                name: definition.header.name_hint.clone(),
                constructor: constructor.name_hint.clone(),
                owner: constructor.belong_to.name_hint.clone(),
                definition: ty.clone(),
            });
        }
    }
    Ok(())
}
