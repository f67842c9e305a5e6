//! Definitions of types by the functions that front ends know.

use objet::String;
use objet::prelude::*;

use super::{Constructor, TypeData};
use crate::types::{GlobalTypeVar, Type, TypeVar};

/// A constructor of a type, which the module gives its number.
#[register_global("ir.Constructor", short)]
fn constructor(name_hint: String, inputs: Array<Type>, belong_to: GlobalTypeVar) -> Constructor {
    Constructor::new(name_hint, inputs, belong_to)
}

/// The definition of a type.
#[register_global("ir.TypeData", short)]
fn type_data(header: GlobalTypeVar, type_vars: Array<TypeVar>, constructors: Array<Constructor>) -> TypeData {
    TypeData::new(header, type_vars, constructors, None)
}
