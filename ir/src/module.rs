//! Modules: functions and types by name.

use std::collections::BTreeMap;

use objet::String;
use objet::prelude::*;
use objet::{EqualReducer, HashReducer};

use crate::adt::TypeData;
use crate::attrs::DictAttrs;
use crate::expr::{BaseFunc, GlobalVar};
use crate::source_map::SourceMap;
use crate::types::GlobalTypeVar;

/// Functions and types by name: what passes go through.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "IRModule", is_final)]
#[reflect(compare_with(modules_equal, hash_module))]
pub struct IRModuleNode {
    base: Object,
    /// The functions.
    pub functions: Map<GlobalVar, BaseFunc>,
    /// The definitions of types.
    pub type_definitions: Map<GlobalTypeVar, TypeData>,
    /// The names of functions by their texts.
    #[reflect(skip_eq, name = "global_var_map_")]
    pub global_var_map: Map<String, GlobalVar>,
    /// The names of types by their texts.
    #[reflect(skip_eq, name = "global_type_var_map_")]
    pub global_type_var_map: Map<String, GlobalTypeVar>,
    /// The texts that it was read from.
    #[reflect(skip_eq)]
    pub source_map: SourceMap,
    /// Its attributes.
    pub attrs: Option<DictAttrs>,
}

/// Functions and types that have the same text for a name are compared with each other. Their names are bound to each other first, since
/// functions refer to them.
fn modules_equal<'a>(lhs: &'a IRModuleNode, rhs: &'a IRModuleNode, reducer: &mut EqualReducer<'a>) -> bool {
    for (text, var) in lhs.global_var_map.iter() {
        if let Some(other) = rhs.global_var_map.get(text.as_str()) {
            reducer.definition("functions", var, other);
        }
    }
    for (text, var) in lhs.global_type_var_map.iter() {
        if let Some(other) = rhs.global_type_var_map.get(text.as_str()) {
            reducer.definition("type_definitions", var, other);
        }
    }
    reducer.field("attrs", lhs.attrs.as_ref(), rhs.attrs.as_ref());
    for (name, lhs_definition, rhs_definition) in
        by_text(lhs.definitions_by_text(), rhs.definitions_by_text())
    {
        reducer.entry("type_definitions", name, lhs_definition, rhs_definition);
    }
    for (name, lhs_function, rhs_function) in by_text(lhs.functions_by_text(), rhs.functions_by_text()) {
        reducer.entry("functions", name, lhs_function, rhs_function);
    }
    true
}

fn hash_module<'a>(module: &'a IRModuleNode, reducer: &mut HashReducer<'a>) {
    reducer.field(module.attrs.as_ref());
    for (name, definition) in module.definitions_by_text() {
        reducer.field(name);
        reducer.field(definition);
    }
    for (name, function) in module.functions_by_text() {
        reducer.field(name);
        reducer.field(function);
    }
}

/// The entries of two maps in pairs, by key.
fn by_text<'a, V>(
    lhs: BTreeMap<&'a str, &'a V>,
    rhs: BTreeMap<&'a str, &'a V>,
) -> Vec<(&'a str, Option<&'a V>, Option<&'a V>)> {
    let only_right = rhs.iter().filter(|(name, _)| !lhs.contains_key(*name));
    let only_right = only_right.map(|(name, value)| (*name, None, Some(*value)));
    let left = lhs.iter().map(|(name, value)| (*name, Some(*value), rhs.get(name).copied()));
    left.chain(only_right).collect()
}

impl IRModuleNode {
    fn functions_by_text(&self) -> BTreeMap<&str, &BaseFunc> {
        self.functions.iter().map(|(var, function)| (var.name_hint.as_str(), function)).collect()
    }

    fn definitions_by_text(&self) -> BTreeMap<&str, &TypeData> {
        self.type_definitions.iter().map(|(var, definition)| (var.name_hint.as_str(), definition)).collect()
    }
}

impl IRModule {
    /// A module without functions.
    pub fn new() -> Self {
        make_object(IRModuleNode {
            base: Object::new(),
            functions: Map::new(),
            type_definitions: Map::new(),
            global_var_map: Map::new(),
            global_type_var_map: Map::new(),
            source_map: SourceMap::default(),
            attrs: None,
        })
        .into()
    }
}

impl Default for IRModule {
    fn default() -> Self {
        Self::new()
    }
}
