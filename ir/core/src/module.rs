//! IR modules: functions and type definitions by name.

mod agreement;
mod constructor_tag;
mod error;
mod functions;
mod globals;
mod type_definitions;

use std::collections::BTreeMap;

use objet::String;
use objet::compare::{EqualReducer, HashReducer};
use objet::fields::FieldCell;
use objet::prelude::*;
use objet::text::ReprPrinter;

use crate::adt::TypeData;
use crate::attrs::DictAttrs;
use crate::expr::{BaseFunc, GlobalVar};
use crate::source_map::SourceMap;
use crate::types::GlobalTypeVar;

pub use constructor_tag::constructor_tag;
pub use error::ModuleError;
pub use functions::FunctionCheck;

/// A collection of functions and type definitions by name. Passes transform modules.
///
/// A module is a value in Rust: changing one reference copies the module if other references share
/// it. Methods that end in `_in_place` change the shared module instead, as front ends expect.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "IRModule", is_final)]
#[reflect(check = agreement::check, compare_with(modules_equal, hash_module), repr = show_module)]
pub struct IRModuleNode {
    base: Object,
    /// The functions.
    pub functions: FieldCell<Map<GlobalVar, BaseFunc>>,
    /// The type definitions.
    pub type_definitions: FieldCell<Map<GlobalTypeVar, TypeData>>,
    /// The global variables of the functions, by name.
    #[reflect(skip_eq, name = "global_var_map_")]
    pub global_var_map: FieldCell<Map<String, GlobalVar>>,
    /// The global type variables of the type definitions, by name.
    #[reflect(skip_eq, name = "global_type_var_map_")]
    pub global_type_var_map: FieldCell<Map<String, GlobalTypeVar>>,
    /// The source texts of the module.
    #[reflect(skip_eq)]
    pub source_map: SourceMap,
    /// The attributes of the module.
    pub attrs: Option<DictAttrs>,
}

/// Compares the functions and types that have the same name. Their variables are mapped to each
/// other first, because function bodies refer to the variables.
fn modules_equal<'a>(lhs: &'a IRModuleNode, rhs: &'a IRModuleNode, reducer: &mut EqualReducer<'a>) -> bool {
    let [lhs_vars, rhs_vars] = [lhs, rhs].map(|module| reducer.keep(module.global_var_map.load()));
    for (text, var) in lhs_vars {
        if let Some(other) = rhs_vars.get(text.as_str()) {
            reducer.definition("functions", var, other);
        }
    }
    let [lhs_vars, rhs_vars] = [lhs, rhs].map(|module| reducer.keep(module.global_type_var_map.load()));
    for (text, var) in lhs_vars {
        if let Some(other) = rhs_vars.get(text.as_str()) {
            reducer.definition("type_definitions", var, other);
        }
    }
    reducer.field("attrs", lhs.attrs.as_ref(), rhs.attrs.as_ref());
    let [lhs_types, rhs_types] = [lhs, rhs].map(|module| reducer.keep(module.type_definitions.load()));
    for (name, lhs_definition, rhs_definition) in
        by_text(definitions_by_text(lhs_types), definitions_by_text(rhs_types))
    {
        reducer.entry("type_definitions", name, lhs_definition, rhs_definition);
    }
    let [lhs, rhs] = [lhs, rhs].map(|module| reducer.keep(module.functions.load()));
    for (name, lhs_function, rhs_function) in by_text(functions_by_text(lhs), functions_by_text(rhs)) {
        reducer.entry("functions", name, lhs_function, rhs_function);
    }
    true
}

fn hash_module<'a>(module: &'a IRModuleNode, reducer: &mut HashReducer<'a>) {
    reducer.keep(module.global_var_map.load()).values().for_each(|var| reducer.bind(var));
    reducer.keep(module.global_type_var_map.load()).values().for_each(|var| reducer.bind(var));
    reducer.field(module.attrs.as_ref());
    for (name, definition) in definitions_by_text(reducer.keep(module.type_definitions.load())) {
        reducer.field(name);
        reducer.field(definition);
    }
    for (name, function) in functions_by_text(reducer.keep(module.functions.load())) {
        reducer.field(name);
        reducer.field(function);
    }
}

/// Pairs the entries of two maps by key.
fn by_text<'a, V>(
    lhs: BTreeMap<&'a str, &'a V>,
    rhs: BTreeMap<&'a str, &'a V>,
) -> Vec<(&'a str, Option<&'a V>, Option<&'a V>)> {
    let only_right = rhs.iter().filter(|(name, _)| !lhs.contains_key(*name));
    let only_right = only_right.map(|(name, value)| (*name, None, Some(*value)));
    let left = lhs.iter().map(|(name, value)| (*name, Some(*value), rhs.get(name).copied()));
    left.chain(only_right).collect()
}

fn functions_by_text(functions: &Map<GlobalVar, BaseFunc>) -> BTreeMap<&str, &BaseFunc> {
    functions.iter().map(|(var, function)| (var.name_hint.as_str(), function)).collect()
}

fn definitions_by_text(definitions: &Map<GlobalTypeVar, TypeData>) -> BTreeMap<&str, &TypeData> {
    definitions.iter().map(|(var, definition)| (var.name_hint.as_str(), definition)).collect()
}

fn show_module<'a>(module: &'a IRModuleNode, printer: &mut ReprPrinter<'a>) {
    let functions = printer.keep(module.functions.load());
    printer.text("IRModule(").object(functions).text(")");
}

impl IRModuleNode {
    /// Takes over functions and types like [`IRModule::update`], but changes the module that is
    /// shared by all its references.
    ///
    /// # Errors
    /// Fails like [`IRModule::update`], and then leaves the module unchanged.
    pub fn update_in_place(&self, other: &IRModule) -> Result<(), ModuleError> {
        // The update of a copy fails if any part of `other` cannot be taken over.
        IRModule::from(make_object(self.clone())).update(other)?;
        for (var, definition) in &other.type_definitions.load() {
            self.add_type_def_in_place(var.clone(), definition.clone(), true)?;
        }
        for (var, function) in &other.functions.load() {
            self.put(var, function, true)?;
        }
        Ok(())
    }

    /// Returns the attribute `name`, or `None` if it is absent or not a `T`.
    pub fn get_attr<T: IsObjectRef>(&self, name: &str) -> Option<T> {
        self.attrs.as_ref()?.get(name)
    }
}

impl IRModule {
    /// Creates an empty module.
    pub fn new() -> Self {
        make_object(IRModuleNode {
            base: Object::new(),
            functions: FieldCell::default(),
            type_definitions: FieldCell::default(),
            global_var_map: FieldCell::default(),
            global_type_var_map: FieldCell::default(),
            source_map: SourceMap::default(),
            attrs: None,
        })
        .into()
    }

    /// Creates a module from functions and type definitions.
    ///
    /// # Errors
    /// Fails in these cases:
    ///
    /// - Two functions or two types have the same name.
    /// - A Relay function has free variables or free type variables.
    /// - A type has more constructors than there are tags.
    pub fn from_parts<F: Into<BaseFunc>>(
        functions: impl IntoIterator<Item = (GlobalVar, F)>,
        type_definitions: impl IntoIterator<Item = (GlobalTypeVar, TypeData)>,
    ) -> Result<Self, ModuleError> {
        let mut module = Self::new();
        for (var, definition) in type_definitions {
            module.add_type_def(var, definition, false)?;
        }
        for (var, function) in functions {
            module.add(var, function, false)?;
        }
        Ok(module)
    }

    /// Creates a module like [`from_parts`](Self::from_parts), but does not check the functions for
    /// free variables.
    ///
    /// # Errors
    /// Fails if two functions or two types have the same name, or if a type has more constructors
    /// than there are tags.
    pub fn from_parts_unchecked(
        functions: &Map<GlobalVar, BaseFunc>,
        type_definitions: &Map<GlobalTypeVar, TypeData>,
    ) -> Result<Self, ModuleError> {
        let module = Self::new();
        for (var, definition) in type_definitions {
            module.add_type_def_in_place(var.clone(), definition.clone(), false)?;
        }
        for (var, function) in functions {
            module.put(var, function, false)?;
        }
        Ok(module)
    }

    /// Takes over the functions and types of another module, and replaces those with the same
    /// names. Both modules must share the variables of such names, because calls in function bodies
    /// are not rewritten. The attributes and source texts of `other` are not taken over.
    ///
    /// This method is TVM's `Update`. TVM's `Import` and `ImportFromStd` are functions of
    /// `objet_relay::text`.
    ///
    /// # Errors
    /// Fails if the modules use different variables for the same name, or if a Relay function has
    /// free variables or free type variables. The module is unchanged after an error.
    #[doc(alias = "merge")]
    pub fn update(&mut self, other: &Self) -> Result<(), ModuleError> {
        let mut merged = self.clone();
        for (var, definition) in &other.type_definitions.load() {
            merged.add_type_def(var.clone(), definition.clone(), true)?;
        }
        for (var, function) in &other.functions.load() {
            merged.add(var.clone(), function.clone(), true)?;
        }
        *self = merged;
        Ok(())
    }

    /// Returns the module with one attribute set.
    #[must_use]
    pub fn with_attr(mut self, name: impl Into<String>, value: impl Into<ObjectRef>) -> Self {
        let attrs = self.make_mut().attrs;
        *attrs = Some(attrs.take().unwrap_or_default().with(name, value));
        self
    }

    /// Returns the module without the attribute `name`.
    #[must_use]
    pub fn without_attr(mut self, name: &str) -> Self {
        if self.attrs.as_ref().is_some_and(|attrs| attrs.dict.contains_key(name)) {
            let attrs = self.make_mut().attrs;
            *attrs = attrs.take().map(|attrs| attrs.without(name));
        }
        self
    }
}

impl Default for IRModule {
    fn default() -> Self {
        Self::new()
    }
}
