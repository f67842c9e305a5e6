//! The types that a module defines.

use objet::prelude::*;
use objet::{String, nearest_name};

use super::{IRModule, IRModuleNode, ModuleError, constructor_tag};
use crate::adt::{Constructor, TypeData};
use crate::types::GlobalTypeVar;

const WHAT: &str = "type";

impl IRModuleNode {
    /// Whether there is a type of that name.
    pub fn contains_global_type_var(&self, name: &str) -> bool {
        self.global_type_var_map.load().contains_key(name)
    }

    /// The object that the module names the type by.
    ///
    /// # Errors
    /// If there is no type of that name, with the nearest name that there is.
    pub fn get_global_type_var(&self, name: &str) -> Result<GlobalTypeVar, ModuleError> {
        self.global_type_var_map.load().get(name).cloned().ok_or_else(|| self.unknown_type(name))
    }

    /// The names of all types, by their texts.
    pub fn get_global_type_vars(&self) -> Vec<GlobalTypeVar> {
        let mut vars: Vec<_> = self.global_type_var_map.load().values().cloned().collect();
        vars.sort_by(|a, b| a.name_hint.cmp(&b.name_hint));
        vars
    }

    /// The definition of the type of that name.
    ///
    /// # Errors
    /// If this very object names no type of the module.
    pub fn lookup_type_def(&self, var: &GlobalTypeVar) -> Result<TypeData, ModuleError> {
        self.type_definitions.load().get(var).cloned().ok_or_else(|| {
            match self.get_global_type_var(&var.name_hint) {
                Ok(own) if own != *var => another_var(var),
                _ => self.unknown_type(&var.name_hint),
            }
        })
    }

    /// The definition of the type whose name has that text.
    ///
    /// # Errors
    /// If there is none, with the nearest name that there is.
    pub fn lookup_type_def_by_name(&self, name: &str) -> Result<TypeData, ModuleError> {
        let var = self.get_global_type_var(name)?;
        self.type_definitions.load().get(&var).cloned().ok_or_else(|| self.unknown_type(name))
    }

    /// The constructor of that number, of the type that was defined last if the hashes of two names agree.
    ///
    /// # Errors
    /// If there is none.
    pub fn lookup_tag(&self, tag: i32) -> Result<Constructor, ModuleError> {
        let definitions = self.type_definitions.load();
        let constructors = definitions.values().rev().flat_map(|definition| &definition.constructors);
        let mut of_tag = constructors.filter(|constructor| constructor.tag.load() == tag);
        of_tag.next().cloned().ok_or(ModuleError::UnknownTag { tag })
    }

    /// The constructor of that name, of the type of that name.
    ///
    /// # Errors
    /// If there is no such type, or if it has no such constructor: with the nearest name that there is.
    pub fn get_constructor(&self, type_name: &str, name: &str) -> Result<Constructor, ModuleError> {
        let definition = self.lookup_type_def_by_name(type_name)?;
        let constructors = &definition.constructors;
        let found = constructors.iter().find(|constructor| constructor.name_hint == *name);
        found.cloned().ok_or_else(|| {
            let nearest = nearest_name(name, constructors.iter().map(|own| own.name_hint.as_str()));
            let found = format!("{type_name}.{name}");
            let nearest = nearest.map(|nearest| format!("{type_name}.{nearest}"));
            ModuleError::Unknown { what: "constructor", found, nearest }
        })
    }

    /// [`IRModule::add_type_def`], seen by all who refer to this very module.
    ///
    /// # Errors
    /// As there.
    pub fn add_type_def_in_place(
        &self,
        var: GlobalTypeVar,
        definition: TypeData,
        update: bool,
    ) -> Result<(), ModuleError> {
        // What is refused ends after the change: its end may run any code.
        let replaced = self.type_definitions.update(|definitions| {
            self.global_type_var_map.update(|names| {
                match names.get(var.name_hint.as_str()) {
                    Some(own) if *own != var => return Err(another_var(&var)),
                    Some(_) if !update => {
                        return Err(ModuleError::Defined { what: WHAT, name: var.name_hint.to_string() });
                    }
                    _ => {}
                }
                number(&var, &definition)?;
                names.insert(var.name_hint.clone(), var.clone());
                Ok(definitions.insert(var.clone(), definition.clone()))
            })
        });
        replaced.map(drop)
    }

    fn unknown_type(&self, name: &str) -> ModuleError {
        let names = self.global_type_var_map.load();
        let nearest = nearest_name(name, names.keys().map(String::as_str));
        ModuleError::Unknown { what: WHAT, found: name.into(), nearest: nearest.map(Into::into) }
    }
}

impl IRModule {
    /// Adds the definition of a type under a name; with `update`, in place of the one that the name has. Its constructors are
    /// numbered, which all see who refer to them.
    ///
    /// # Errors
    /// If another object is a name of the same text in the module; without `update`, if the name has a definition; or if there are
    /// more constructors than numbers.
    ///
    /// ```
    /// use objet_ir::adt::{Constructor, TypeData};
    /// use objet_ir::module::IRModule;
    /// use objet_ir::types::{GlobalTypeVar, TypeKind};
    ///
    /// let bit = GlobalTypeVar::new("Bit", TypeKind::AdtHandle, None);
    /// let [zero, one] = ["Zero", "One"].map(|name| Constructor::new(name, [], bit.clone()));
    /// let mut module = IRModule::new();
    /// module.add_type_def(bit.clone(), TypeData::new(bit, [], [zero, one.clone()], None), false)?;
    ///
    /// assert_eq!(module.get_constructor("Bit", "One")?, one);
    /// assert_eq!(module.lookup_tag(one.tag.load())?, one);
    /// # Ok::<(), objet_ir::module::ModuleError>(())
    /// ```
    pub fn add_type_def(
        &mut self,
        var: GlobalTypeVar,
        definition: TypeData,
        update: bool,
    ) -> Result<(), ModuleError> {
        self.make_mut();
        self.add_type_def_in_place(var, definition, update)
    }

    /// Takes out the definition of the type of that name, and gives it back.
    ///
    /// # Errors
    /// If this very object names no type of the module.
    pub fn remove_type_def(&mut self, var: &GlobalTypeVar) -> Result<TypeData, ModuleError> {
        let definition = self.lookup_type_def(var)?;
        let module = self.make_mut();
        module.type_definitions.get_mut().remove(var);
        module.global_type_var_map.get_mut().remove(var.name_hint.as_str());
        Ok(definition)
    }
}

/// Gives each constructor its number.
fn number(var: &GlobalTypeVar, definition: &TypeData) -> Result<(), ModuleError> {
    let (name, found) = (&var.name_hint, definition.constructors.len());
    let limit = constructor_tag::LIMIT;
    if found > limit {
        return Err(ModuleError::TooManyConstructors { name: name.to_string(), found, limit });
    }
    for (constructor, index) in definition.constructors.iter().zip(0..) {
        let tag = constructor_tag(name, index);
        if constructor.tag.load() != tag {
            constructor.tag.store(tag);
        }
    }
    Ok(())
}

fn another_var(var: &GlobalTypeVar) -> ModuleError {
    ModuleError::AnotherVar { what: WHAT, var: "GlobalTypeVar", name: var.name_hint.to_string() }
}
