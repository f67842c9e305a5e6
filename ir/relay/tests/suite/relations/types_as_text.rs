//! The text form of types in the files of relations.

use std::collections::BTreeMap;
use std::error::Error;

use objet::prelude::*;
use objet::print;
use objet_ir::expr::{IntImm, IntImmNode, PrimExpr};
use objet_ir::types::{
    FuncType, FuncTypeNode, GlobalTypeVar, GlobalTypeVarNode, IncompleteType, IncompleteTypeNode, TensorType,
    TensorTypeNode, TupleType, TupleTypeNode, Type, TypeCall, TypeCallNode, TypeKind,
};
use objet_tir::expr::{Any, AnyNode, Var, VarNode};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The variables of one line: equal names are the same variable.
#[derive(Default)]
pub(crate) struct Scope(BTreeMap<std::string::String, PrimExpr>);

impl Scope {
    /// Reads an extent.
    pub(crate) fn extent(&mut self, text: &str) -> Result<PrimExpr> {
        if text == "?" {
            return Ok(Any::new(None).upcast());
        }
        if let Some((name, dtype)) = text.split_once(':') {
            let dtype: DataType = dtype.parse()?;
            let var = self.0.entry(text.into()).or_insert_with(|| Var::new(name, dtype, None).upcast());
            return Ok(var.clone());
        }
        Ok(match text.strip_suffix('L') {
            Some(long) => IntImm::from(long.parse::<i64>()?).upcast(),
            None => IntImm::from(text.parse::<i32>()?).upcast(),
        })
    }

    /// Reads a type.
    pub(crate) fn read(&mut self, text: &str) -> Result<Type> {
        let (ty, rest) = self.prefix(text)?;
        if rest.is_empty() { Ok(ty) } else { Err(format!("{text}: superfluous {rest}").into()) }
    }

    /// Reads a type at the start of a text, and returns it with the rest of the text.
    fn prefix<'a>(&mut self, text: &'a str) -> Result<(Type, &'a str)> {
        if let Some(rest) = text.strip_prefix('_') {
            return Ok((IncompleteType::new(TypeKind::Type, None).upcast(), rest));
        }
        if let Some(rest) = text.strip_prefix("fn(") {
            let (params, rest) = self.fields(rest)?;
            let rest = rest.strip_prefix("->").ok_or("expected ->")?;
            let (result, rest) = self.prefix(rest)?;
            return Ok((FuncType::new(params, result, [], [], None).upcast(), rest));
        }
        if let Some(rest) = text.strip_prefix('(') {
            let (fields, rest) = self.fields(rest)?;
            return Ok((TupleType::new(fields, None).upcast(), rest));
        }
        let end = text.find(|end: char| !end.is_alphanumeric()).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let Some(rest) = rest.strip_prefix('[') else {
            return Ok((TypeCall::new(global_type(name), [], None).upcast(), rest));
        };
        let (dims, rest) = rest.split_once(']').ok_or("expected ]")?;
        let dims = dims.split(',').filter(|dim| !dim.is_empty());
        let dims = dims.map(|dim| self.extent(dim)).collect::<Result<Vec<_>>>()?;
        Ok((TensorType::new(dims, name.parse()?).upcast(), rest))
    }

    /// Reads the types before a closing parenthesis.
    fn fields<'a>(&mut self, mut rest: &'a str) -> Result<(Vec<Type>, &'a str)> {
        let mut fields = Vec::new();
        loop {
            if let Some(rest) = rest.strip_prefix(')') {
                return Ok((fields, rest));
            }
            let (field, after) = self.prefix(rest)?;
            fields.push(field);
            rest = after.strip_prefix(',').unwrap_or(after);
        }
    }
}

/// Whether the text of a type has an unknown part.
pub(crate) fn has_unknown(text: &str) -> bool {
    text.starts_with('_') || text.contains("(_") || text.contains(",_")
}

/// Returns a global type by name. Equal names are the same type.
pub(crate) fn global_type(name: &str) -> GlobalTypeVar {
    thread_local! {
        static TYPES: std::cell::RefCell<BTreeMap<std::string::String, GlobalTypeVar>> =
            const { std::cell::RefCell::new(BTreeMap::new()) };
    }
    TYPES.with_borrow_mut(|types| {
        let new = || GlobalTypeVar::new(name, TypeKind::AdtHandle, None);
        types.entry(name.into()).or_insert_with(new).clone()
    })
}

/// Writes a type.
pub(crate) fn type_as_text(ty: &Type) -> std::string::String {
    let list = |types: &Array<Type>| types.iter().map(type_as_text).collect::<Vec<_>>().join(",");
    match_node!(match ty {
        tensor @ TensorTypeNode => {
            let dims: Vec<_> = tensor.shape.iter().map(extent_as_text).collect();
            let dtype = if tensor.dtype == DataType::VOID { "".into() } else { tensor.dtype.to_string() };
            format!("{dtype}[{}]", dims.join(","))
        }
        tuple @ TupleTypeNode => format!("({})", list(&tuple.fields)),
        function @ FuncTypeNode =>
            format!("fn({})->{}", list(&function.arg_types), type_as_text(&function.ret_type)),
        call @ TypeCallNode => match call.func.as_node::<GlobalTypeVarNode>() {
            Some(name) => name.name_hint.to_string(),
            None => print(ty).to_string(),
        },
        IncompleteTypeNode => "_".into(),
        _ => print(ty).to_string(),
    })
}

fn extent_as_text(extent: &PrimExpr) -> std::string::String {
    match_node!(match extent {
        AnyNode => "?".into(),
        number @ IntImmNode => match number.dtype.bits {
            32 => number.value.to_string(),
            64 => format!("{}L", number.value),
            _ => format!("{{{}:{}}}", number.value, number.dtype),
        },
        var @ VarNode => format!("{}:{}", var.name_hint, var.dtype),
        _ => format!("{{{}}}", objet_tir::text::print(extent)),
    })
}
