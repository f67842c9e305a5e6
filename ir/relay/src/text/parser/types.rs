//! Types. The parser keeps a stack of unfinished types instead of recursing.

use std::str::FromStr;

use objet::prelude::*;
use objet_ir::expr::{IntImm, PrimExpr};
use objet_ir::types::{
    FuncType, IncompleteType, RelayRefType, TensorType, TupleType, Type, TypeCall, TypeKind, TypeVar,
};
use objet_tir::expr::Any;

use super::Parser;
use super::error::Failed;
use super::token::Kind;

/// A type whose parts are being parsed. Finished parts are on a stack of types, from `parts` on.
enum Open {
    Tuple {
        first: usize,
        parts: usize,
    },
    /// The arguments of an algebraic data type.
    Arguments {
        first: usize,
        callee: Type,
        parts: usize,
    },
    Reference {
        first: usize,
    },
    Parameters {
        first: usize,
        type_params: Vec<TypeVar>,
        scope: usize,
        parts: usize,
    },
    Result {
        first: usize,
        type_params: Vec<TypeVar>,
        scope: usize,
        arg_types: Array<Type>,
    },
}

/// The progress of parsing a type.
enum Step {
    /// Parse the beginning of a type.
    Begin,
    /// A type is complete.
    Complete(Type),
    /// The next token ends a list of types, or a list ends without a further type.
    EndList,
}

impl Parser<'_> {
    /// Parses a type, and `_` as `None`.
    pub(super) fn type_annotation(&mut self) -> Result<Option<Type>, Failed> {
        if self.cursor.accept(Kind::Underscore) {
            return Ok(None);
        }
        self.parse_type().map(Some)
    }

    pub(super) fn parse_type(&mut self) -> Result<Type, Failed> {
        let scope = self.type_vars.mark();
        let found = self.unfinished_type();
        self.type_vars.restore(scope);
        found
    }

    fn unfinished_type(&mut self) -> Result<Type, Failed> {
        let (mut open, mut parts) = (Vec::new(), Vec::new());
        let mut step = Step::Begin;
        loop {
            step = match step {
                Step::Begin => self.begin_type(&mut open, parts.len())?,
                Step::Complete(ty) => match open.last() {
                    None => return Ok(ty),
                    Some(_) => self.continue_type(ty, &mut open, &mut parts)?,
                },
                Step::EndList => self.end_list(&mut open, &mut parts)?,
            };
        }
    }

    fn begin_type(&mut self, open: &mut Vec<Open>, parts: usize) -> Result<Step, Failed> {
        let first = self.cursor.position();
        match self.cursor.kind() {
            Kind::Underscore => {
                self.cursor.advance();
                let span = self.cursor.span_from(first);
                Ok(Step::Complete(IncompleteType::new(TypeKind::Type, Some(span)).upcast()))
            }
            Kind::LeftParen => {
                self.cursor.advance();
                open.push(Open::Tuple { first, parts });
                Ok(self.list_step(Kind::RightParen))
            }
            Kind::Fn => {
                self.cursor.advance();
                let scope = self.type_vars.mark();
                let type_params = self.type_params()?;
                self.cursor.expect(Kind::LeftParen)?;
                open.push(Open::Parameters { first, type_params, scope, parts });
                Ok(self.list_step(Kind::RightParen))
            }
            Kind::Meta => {
                let Some(found) = self.meta_reference()? else {
                    return Ok(Step::Complete(IncompleteType::new(TypeKind::Type, None).upcast()));
                };
                let last = self.cursor.last();
                found.downcast::<Type>().map(Step::Complete).map_err(|error| {
                    let found = error.into_object().type_key();
                    self.cursor.error_in(first, last, format!("expected a type, found {found}"))
                })
            }
            Kind::Name => self.named_type(open, parts),
            _ => Err(self.cursor.expected("a type")),
        }
    }

    fn list_step(&self, end: Kind) -> Step {
        if self.cursor.kind() == end { Step::EndList } else { Step::Begin }
    }

    fn named_type(&mut self, open: &mut Vec<Open>, parts: usize) -> Result<Step, Failed> {
        let first = self.cursor.advance();
        let name = self.cursor.text_at(first);
        if let Some(var) = self.type_vars.get(name) {
            return Ok(Step::Complete(var.clone().upcast()));
        }
        match (name, self.cursor.kind()) {
            ("Tensor", Kind::LeftBracket) => return self.tensor_type(first).map(Step::Complete),
            ("ref", Kind::LeftParen) => {
                self.cursor.advance();
                open.push(Open::Reference { first });
                return Ok(Step::Begin);
            }
            _ => {}
        }
        if let Some(dtype) = self.dtype(name) {
            return Ok(Step::Complete(self.with_span(TensorType::scalar(dtype), first)));
        }
        let callee: Type = self.adt(first)?.upcast();
        if self.cursor.accept(Kind::LeftBracket) {
            open.push(Open::Arguments { first, callee, parts });
            return Ok(self.list_step(Kind::RightBracket));
        }
        let span = self.cursor.span_from(first);
        Ok(Step::Complete(TypeCall::new(callee, [], Some(span)).upcast()))
    }

    /// Adds a complete type to the innermost unfinished one.
    fn continue_type(
        &mut self,
        ty: Type,
        open: &mut Vec<Open>,
        parts: &mut Vec<Type>,
    ) -> Result<Step, Failed> {
        let end = match open.last() {
            Some(Open::Tuple { .. } | Open::Parameters { .. }) => Kind::RightParen,
            Some(Open::Arguments { .. }) => Kind::RightBracket,
            Some(Open::Reference { .. } | Open::Result { .. }) | None => {
                let (first, made) = match open.pop() {
                    Some(Open::Result { first, type_params, scope, arg_types }) => {
                        self.type_vars.restore(scope);
                        let span = Some(self.cursor.span_from(first));
                        return Ok(Step::Complete(
                            FuncType::new(arg_types, ty, type_params, [], span).upcast(),
                        ));
                    }
                    Some(Open::Reference { first }) => (first, ty),
                    _ => return Ok(Step::Complete(ty)),
                };
                self.cursor.expect(Kind::RightParen)?;
                let span = Some(self.cursor.span_from(first));
                return Ok(Step::Complete(RelayRefType::new(made, span).upcast()));
            }
        };
        parts.push(ty);
        if self.cursor.accept(Kind::Comma) {
            return Ok(self.list_step(end));
        }
        if self.cursor.kind() == end {
            return Ok(Step::EndList);
        }
        Err(self.cursor.expected(&format!("`,` or {end}")))
    }

    fn end_list(&mut self, open: &mut Vec<Open>, parts: &mut Vec<Type>) -> Result<Step, Failed> {
        self.cursor.advance();
        Ok(match open.pop() {
            Some(Open::Tuple { first, parts: from }) => {
                let fields: Array<Type> = parts.drain(from..).collect();
                Step::Complete(TupleType::new(fields, Some(self.cursor.span_from(first))).upcast())
            }
            Some(Open::Arguments { first, callee, parts: from }) => {
                let args: Array<Type> = parts.drain(from..).collect();
                Step::Complete(TypeCall::new(callee, args, Some(self.cursor.span_from(first))).upcast())
            }
            Some(Open::Parameters { first, type_params, scope, parts: from }) => {
                self.cursor.expect(Kind::Arrow)?;
                let arg_types = parts.drain(from..).collect();
                open.push(Open::Result { first, type_params, scope, arg_types });
                Step::Begin
            }
            _ => Step::Begin,
        })
    }

    /// Parses `[A, B]` if there is a bracket, and binds the type variables.
    pub(super) fn type_params(&mut self) -> Result<Vec<TypeVar>, Failed> {
        let mut params = Vec::new();
        if !self.cursor.accept(Kind::LeftBracket) {
            return Ok(params);
        }
        while self.cursor.kind() != Kind::RightBracket {
            let index = self.cursor.expect(Kind::Name)?;
            let name = self.cursor.text_at(index);
            let var = TypeVar::new(name, TypeKind::Type, Some(self.cursor.span_from(index)));
            self.type_vars.bind(name, var.clone());
            params.push(var);
            if !self.cursor.accept(Kind::Comma) && self.cursor.kind() != Kind::RightBracket {
                return Err(self.cursor.expected("`,` or `]`"));
            }
        }
        self.cursor.advance();
        Ok(params)
    }

    /// Parses `[(1, ?), float32]`.
    fn tensor_type(&mut self, first: usize) -> Result<Type, Failed> {
        self.cursor.advance();
        self.cursor.expect(Kind::LeftParen)?;
        let mut shape: Vec<PrimExpr> = Vec::new();
        while self.cursor.kind() != Kind::RightParen {
            shape.push(self.dimension()?);
            if !self.cursor.accept(Kind::Comma) && self.cursor.kind() != Kind::RightParen {
                return Err(self.cursor.expected("`,` or `)`"));
            }
        }
        self.cursor.advance();
        self.cursor.expect(Kind::Comma)?;
        let index = self.cursor.expect(Kind::Name)?;
        let name = self.cursor.text_at(index);
        let dtype = self.dtype(name).ok_or_else(|| {
            self.cursor.error(index, format!("expected a data type such as `float32`, found `{name}`"))
        })?;
        self.cursor.expect(Kind::RightBracket)?;
        Ok(self.with_span(TensorType::new(shape, dtype), first))
    }

    fn dimension(&mut self) -> Result<PrimExpr, Failed> {
        let first = self.cursor.position();
        match self.cursor.kind() {
            Kind::Question => {
                self.cursor.advance();
                Ok(Any::new(None).upcast())
            }
            Kind::Meta => {
                let Some(found) = self.meta_reference()? else { return Ok(Any::new(None).upcast()) };
                let last = self.cursor.last();
                found.downcast::<PrimExpr>().map_err(|error| {
                    let found = error.into_object().type_key();
                    let message = format!("expected the length of a dimension, found {found}");
                    self.cursor.error_in(first, last, message)
                })
            }
            Kind::Integer | Kind::Minus => {
                let object = self.number()?.to_object().ok_or(Failed)?;
                object.downcast::<IntImm>().map(|length| length.upcast()).map_err(|_| Failed)
            }
            _ => Err(self.cursor.expected("the length of a dimension: an integer or `?`")),
        }
    }

    fn with_span(&self, mut ty: TensorType, first: usize) -> Type {
        *ty.make_mut().span = Some(self.cursor.span_from(first));
        ty.upcast()
    }

    /// Returns the data type with this name, unless the module defines a type with the name.
    fn dtype(&mut self, name: &str) -> Option<DataType> {
        let begins_so =
            ["int", "uint", "float", "bool", "bfloat"].iter().any(|begin| name.starts_with(begin));
        if !begins_so || self.definitions.has_type(name) {
            return None;
        }
        DataType::from_str(name).ok()
    }
}
