//! The data types that stand for types of functions.

use foldhash::HashMap;
use objet::prelude::*;
use objet::text::as_repr;
use objet::walk::{Enter, Mutator, pre_order, rewrite_with};
use objet_ir::adt::{Constructor, TypeData};
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::types::{FuncType, FuncTypeNode, GlobalTypeVar, Type, TypeCall, TypeKind};

use super::{DefunctionalizationError, Result};
use crate::adt::{Clause, Match, Pattern, PatternConstructor, PatternVar};
use crate::expr::{Call, Function, Var};

/// Returns whether functions are values in a type.
pub(super) fn has_function(ty: &Type) -> bool {
    pre_order(ty).any(|object| object.is_instance::<FuncTypeNode>())
}

/// The data type of a type of functions.
struct Encoding {
    ty: GlobalTypeVar,
    /// The function that calls the function of a value.
    apply: GlobalVar,
    /// The value, and the arguments of the call.
    params: Vec<Var>,
    result: Type,
    /// The constructors, with the case of each for the call.
    constructors: Vec<Option<(Constructor, Clause)>>,
    /// The constructors in the order of the cases.
    order: Vec<usize>,
}

/// A constructor whose fields are not known yet.
pub(super) struct Slot {
    encoding: usize,
    index: usize,
    name: String,
}

/// The data types of all types of functions.
#[derive(Default)]
pub(super) struct Encodings {
    encodings: Vec<Encoding>,
    by_text: HashMap<String, usize>,
    /// The encodings of the types of functions that were found.
    known: HashMap<Type, usize>,
    /// The new types, by the original type.
    types: HashMap<Type, Type>,
    /// The number of constructors.
    count: usize,
}

impl Encodings {
    /// Returns a type with data types in the place of types of functions.
    pub(super) fn encode(&mut self, ty: &Type) -> Result<Type> {
        if let Some(known) = self.types.get(ty) {
            return Ok(known.clone());
        }
        let new = rewrite_with(ty.clone(), &mut EncodeTypes(self))?;
        self.types.insert(ty.clone(), new.clone());
        Ok(new)
    }

    fn encoding(&mut self, ty: &FuncType) -> Result<usize> {
        // Types of functions can contain others: the inner ones are encoded first.
        let mut waiting = vec![ty.clone()];
        while let Some(ty) = waiting.last().cloned() {
            if self.known.contains_key(ty.upcast_ref::<Type>()) {
                waiting.pop();
                continue;
            }
            if !ty.type_params.is_empty() {
                let found = "a function with type parameters as a value".into();
                return Err(DefunctionalizationError::Expr { found });
            }
            let inner = ty.arg_types.iter().chain([&ty.ret_type]);
            let inner = inner.flat_map(pre_order).filter_map(|object| object.downcast::<FuncType>().ok());
            let inner: Vec<FuncType> =
                inner.filter(|inner| !self.known.contains_key(inner.upcast_ref::<Type>())).collect();
            if inner.is_empty() {
                let index = self.add(&ty)?;
                self.known.insert(ty.upcast(), index);
                waiting.pop();
            } else {
                waiting.extend(inner);
            }
        }
        match self.known.get(ty.upcast_ref::<Type>()) {
            Some(index) => Ok(*index),
            None => unreachable!("the type was encoded"),
        }
    }

    /// Adds the encoding of a type whose inner types are encoded.
    fn add(&mut self, ty: &FuncType) -> Result<usize> {
        let text = as_repr(Some(ty));
        if let Some(known) = self.by_text.get(&text) {
            return Ok(*known);
        }
        let name = GlobalTypeVar::new(format!("Defunc{text}"), TypeKind::AdtHandle, None);
        let value = TypeCall::new(name.clone(), [], None).upcast();
        let mut params = vec![Var::new("x", Some(value), None)];
        for arg in &ty.arg_types {
            params.push(Var::new("y", Some(self.encode(arg)?), None));
        }
        let encoding = Encoding {
            ty: name,
            apply: GlobalVar::new(format!("apply{text}")),
            params,
            result: self.encode(&ty.ret_type)?,
            constructors: Vec::new(),
            order: Vec::new(),
        };
        self.encodings.push(encoding);
        self.by_text.insert(text, self.encodings.len() - 1);
        Ok(self.encodings.len() - 1)
    }

    /// Reserves the constructor of a function expression.
    pub(super) fn reserve(&mut self, ty: &FuncType) -> Result<Slot> {
        self.count += 1;
        self.slot(ty, self.count.to_string())
    }

    fn slot(&mut self, ty: &FuncType, name: String) -> Result<Slot> {
        let encoding = self.encoding(ty)?;
        let constructors = &mut self.encodings[encoding].constructors;
        constructors.push(None);
        Ok(Slot { encoding, index: constructors.len() - 1, name })
    }

    /// Returns the value for a function: a function expression, whose free variables are those of
    /// `patterns`, and `captured` in the current function.
    pub(super) fn value(
        &mut self,
        slot: Slot,
        function: impl Into<RelayExpr>,
        captured: &[Var],
        patterns: Vec<Var>,
    ) -> Result<RelayExpr> {
        let types = captured.iter().map(|var| var.type_annotation.clone());
        let types: Option<Vec<Type>> = types.collect();
        let types = types.ok_or(DefunctionalizationError::Untyped)?;
        let encoding = &mut self.encodings[slot.encoding];
        let constructor = Constructor::new(slot.name, types, encoding.ty.clone());
        let args: Vec<RelayExpr> = encoding.params[1..].iter().cloned().map(Var::upcast).collect();
        let call = Call::new(function, args, None, [], None);
        let patterns = patterns.into_iter().map(|var| PatternVar::new(var, None).upcast());
        let patterns: Vec<Pattern> = patterns.collect();
        let clause = Clause::new(PatternConstructor::new(constructor.clone(), patterns, None), call);
        encoding.constructors[slot.index] = Some((constructor.clone(), clause));
        encoding.order.push(slot.index);
        let args = captured.iter().cloned().map(Var::upcast);
        Ok(Call::new(constructor, args.collect::<Vec<RelayExpr>>(), None, [], None).upcast())
    }

    /// Returns the value for a global function.
    pub(super) fn global(&mut self, ty: &FuncType, callee: &GlobalVar) -> Result<RelayExpr> {
        // As in TVM, the name is the number of the constructors before.
        let slot = self.slot(ty, self.count.to_string())?;
        self.count += 1;
        self.value(slot, callee.clone(), &[], Vec::new())
    }

    /// Returns the function that calls the functions of a type.
    pub(super) fn apply(&mut self, ty: &FuncType) -> Result<GlobalVar> {
        let index = self.encoding(ty)?;
        Ok(self.encodings[index].apply.clone())
    }

    /// Adds the types and the functions that call their values to a module.
    pub(super) fn add_to(self, module: &mut IRModule) -> Result<()> {
        for Encoding { ty, apply, params, result, constructors, order } in self.encodings {
            let clauses = order.into_iter().filter_map(|index| Some(constructors[index].as_ref()?.1.clone()));
            let clauses: Vec<Clause> = clauses.collect();
            let body = Match::new(params[0].clone(), clauses, true, None);
            let function = Function::new(params, body, Some(result), [], None, None);
            let constructors = constructors.into_iter().flatten().map(|(constructor, _)| constructor);
            let constructors: Vec<Constructor> = constructors.collect();
            module.add_type_def(ty.clone(), TypeData::new(ty, [], constructors, None), false)?;
            module.add_unchecked(apply, function, false)?;
        }
        Ok(())
    }
}

/// Replaces the outermost types of functions.
struct EncodeTypes<'e>(&'e mut Encodings);

impl Mutator for EncodeTypes<'_> {
    type Error = DefunctionalizationError;

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter> {
        let Some(ty) = object.downcast_ref::<FuncType>() else { return Ok(Enter::Inside) };
        let index = self.0.encoding(ty)?;
        let value = TypeCall::new(self.0.encodings[index].ty.clone(), [], None);
        Ok(Enter::Replace(value.into_object_ref()))
    }

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef> {
        Ok(object)
    }
}
