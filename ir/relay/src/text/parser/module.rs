//! Modules: definitions of functions and types, and imports.
//!
//! Imports are parsed first, then type definitions, then functions. So definitions can refer to
//! each other in any order.

use foldhash::{HashMap, HashMapExt};

use objet::prelude::*;
use objet_ir::adt::{Constructor, TypeData};
use objet_ir::expr::GlobalVar;
use objet_ir::module::IRModule;
use objet_ir::types::{GlobalTypeVar, Type, TypeKind};

use super::Parser;
use super::error::Failed;
use super::token::Kind;
use crate::text::import_std;

/// A definition: its tokens from `start` to `limit`.
#[derive(Clone, Copy)]
struct Item {
    kind: Kind,
    start: usize,
    limit: usize,
}

impl<'t> Parser<'t> {
    /// Parses the definitions, and adds them to a module. Errors are reported.
    pub(super) fn module(&mut self, module: &mut IRModule) {
        let items = self.items();
        let of_kind = |kind| items.iter().copied().filter(move |item| item.kind == kind);
        for item in of_kind(Kind::Import) {
            let _ = self.item(item, |parser| parser.import(module));
        }
        self.definitions.add(module);
        let types: Vec<_> = of_kind(Kind::Type).filter_map(|item| self.declare_type(item, module)).collect();
        for (item, var) in types {
            let _ = self.item(item, |parser| parser.type_data(var, module));
        }
        let mut functions = HashMap::new();
        let functions: Vec<_> =
            of_kind(Kind::Def).filter_map(|item| self.declare_function(item, &mut functions)).collect();
        for (item, var) in functions {
            if self.cursor.errors.is_full() {
                return;
            }
            let _ = self.item(item, |parser| parser.definition(var, module));
        }
    }

    /// Finds the definitions, each up to the next one.
    fn items(&mut self) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        let begin = self.cursor.position();
        let end = self.cursor.limit();
        for start in begin..end {
            let kind = match (self.cursor.kind_at(start), self.cursor.kind_at(start + 1)) {
                (Kind::Def, next) if next != Kind::Equal => Kind::Def,
                (Kind::Extern, Kind::Type) => Kind::Type,
                (Kind::Type, Kind::Name)
                    if start == begin || self.cursor.kind_at(start - 1) != Kind::Extern =>
                {
                    Kind::Type
                }
                (Kind::Import, Kind::String) => Kind::Import,
                _ => continue,
            };
            if let Some(last) = items.last_mut() {
                last.limit = start;
            }
            items.push(Item { kind, start, limit: end });
        }
        if items.first().map_or(end, |item| item.start) > begin {
            self.cursor.expected("a definition: `def`, `type`, `extern type` or `import`");
        }
        items
    }

    /// Parses a definition. Tokens behind it are an error.
    fn item<T>(
        &mut self,
        item: Item,
        parse: impl FnOnce(&mut Self) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        self.cursor.enter(item.start, item.limit);
        let value = parse(self)?;
        if self.cursor.kind() != Kind::End {
            return Err(self.cursor.expected("a definition"));
        }
        Ok(value)
    }

    /// Parses `import "name"`, and adds the definitions of the module.
    fn import(&mut self, module: &mut IRModule) -> Result<(), Failed> {
        self.cursor.advance();
        let index = self.cursor.position();
        let name = self.string()?;
        match import_std(module, &name) {
            Ok(imported) => *module = imported,
            Err(error) => return Err(self.cursor.error(index, error.to_string())),
        }
        Ok(())
    }

    /// Adds the name of a type definition to the module.
    fn declare_type(&mut self, item: Item, module: &IRModule) -> Option<(Item, GlobalTypeVar)> {
        self.cursor.enter(item.start, item.limit);
        self.cursor.accept(Kind::Extern);
        self.cursor.advance();
        let index = self.cursor.expect(Kind::Name).ok()?;
        let name = self.cursor.text_at(index);
        if self.definitions.has_type(name) {
            let what = if module.contains_global_type_var(name) { "already has" } else { "defines twice" };
            self.cursor.error(index, format!("the module {what} the type `{name}`"));
            return None;
        }
        let span = Some(self.cursor.span(index, index));
        let var = GlobalTypeVar::new(name, TypeKind::AdtHandle, span);
        self.definitions.types.insert(name.into(), var.clone());
        Some((item, var))
    }

    /// Parses `type Name[A] { Constructor(A), … }` or `extern type Name[A]`.
    fn type_data(&mut self, var: GlobalTypeVar, module: &mut IRModule) -> Result<(), Failed> {
        let first = self.cursor.position();
        let is_extern = self.cursor.accept(Kind::Extern);
        self.cursor.advance();
        self.cursor.advance();
        let scope = self.type_vars.mark();
        let definition = self.constructors(&var, is_extern, first);
        self.type_vars.restore(scope);
        let added = module.add_type_def(var, definition?, false);
        added.map_err(|error| self.cursor.error(first, error.to_string()))
    }

    fn constructors(
        &mut self,
        var: &GlobalTypeVar,
        is_extern: bool,
        first: usize,
    ) -> Result<TypeData, Failed> {
        let type_vars = self.type_params()?;
        let mut constructors = Vec::new();
        if !is_extern {
            self.cursor.expect(Kind::LeftBrace)?;
            while !self.cursor.accept(Kind::RightBrace) {
                constructors.push(self.constructor_definition(var)?);
                if !self.cursor.accept(Kind::Comma) && self.cursor.kind() != Kind::RightBrace {
                    return Err(self.cursor.expected("`,` or `}`"));
                }
            }
        }
        let span = Some(self.cursor.span_from(first));
        Ok(TypeData::new(var.clone(), type_vars, constructors, span))
    }

    fn constructor_definition(&mut self, var: &GlobalTypeVar) -> Result<Constructor, Failed> {
        let index = self.cursor.expect(Kind::Name)?;
        let name = self.cursor.text_at(index);
        let mut inputs: Vec<Type> = Vec::new();
        if self.cursor.accept(Kind::LeftParen) {
            while !self.cursor.accept(Kind::RightParen) {
                inputs.push(self.parse_type()?);
                if !self.cursor.accept(Kind::Comma) && self.cursor.kind() != Kind::RightParen {
                    return Err(self.cursor.expected("`,` or `)`"));
                }
            }
        }
        let mut constructor = Constructor::new(name, inputs, var.clone());
        *constructor.make_mut().span = Some(self.cursor.span_from(index));
        if let Some(other) = self.definitions.constructors.insert(name.into(), constructor.clone()) {
            let of = &other.belong_to.name_hint;
            self.cursor.error(index, format!("the type `{of}` already has a constructor `{name}`"));
        }
        Ok(constructor)
    }

    /// Adds the name of a function to the module. `own` has the functions of the text.
    fn declare_function(&mut self, item: Item, own: &mut HashMap<&'t str, ()>) -> Option<(Item, GlobalVar)> {
        self.cursor.enter(item.start + 1, item.limit);
        let index = self.cursor.expect(Kind::Global).ok()?;
        let name = &self.cursor.text_at(index)[1..];
        if own.insert(name, ()).is_some() {
            self.cursor.error(index, format!("the module defines the function `@{name}` twice"));
            return None;
        }
        let functions = &mut self.definitions.functions;
        let var = functions.entry(name.into()).or_insert_with(|| GlobalVar::new(name)).clone();
        Some((item, var))
    }

    /// Parses `def @name(…) { … }`.
    fn definition(&mut self, var: GlobalVar, module: &mut IRModule) -> Result<(), Failed> {
        self.cursor.advance();
        let first = self.cursor.advance();
        let (scope, type_scope) = (self.vars.mark(), self.type_vars.mark());
        let function = self.function(first + 1);
        self.vars.restore(scope);
        self.type_vars.restore(type_scope);
        let added = module.add_unchecked(var, function?, true);
        added.map_err(|error| self.cursor.error(first, error.to_string()))
    }
}
