//! Type definitions of a module.

use objet::String;
use objet::fields::nearest_name;
use objet::prelude::*;

use super::{IRModule, IRModuleNode, ModuleError, constructor_tag};
use crate::adt::{Constructor, TypeData};
use crate::types::GlobalTypeVar;

const WHAT: &str = "type";

impl IRModuleNode {
    /// Whether the module has a type with the name.
    pub fn contains_global_type_var(&self, name: &str) -> bool {
        self.global_type_var_map.load().contains_key(name)
    }

    /// Returns the global type variable that refers to the type `name` in this module.
    ///
    /// # Errors
    /// Fails if no type has the name. The error suggests the most similar name.
    pub fn get_global_type_var(&self, name: &str) -> Result<GlobalTypeVar, ModuleError> {
        self.global_type_var_map.load().get(name).cloned().ok_or_else(|| self.unknown_type(name))
    }

    /// Returns the global type variables of all types, sorted by name.
    pub fn get_global_type_vars(&self) -> Vec<GlobalTypeVar> {
        let mut vars: Vec<_> = self.global_type_var_map.load().values().cloned().collect();
        vars.sort_by(|a, b| a.name_hint.cmp(&b.name_hint));
        vars
    }

    /// Returns the definition of the type that `var` refers to.
    ///
    /// # Errors
    /// Fails if the variable object `var` does not refer to a type of the module.
    pub fn lookup_type_def(&self, var: &GlobalTypeVar) -> Result<TypeData, ModuleError> {
        self.type_definitions.load().get(var).cloned().ok_or_else(|| {
            match self.get_global_type_var(&var.name_hint) {
                Ok(own) if own != *var => another_var(var),
                _ => self.unknown_type(&var.name_hint),
            }
        })
    }

    /// Returns the definition of the type with the name.
    ///
    /// # Errors
    /// Fails if no type has the name. The error suggests the most similar name.
    pub fn lookup_type_def_by_name(&self, name: &str) -> Result<TypeData, ModuleError> {
        let var = self.get_global_type_var(name)?;
        self.type_definitions.load().get(&var).cloned().ok_or_else(|| self.unknown_type(name))
    }

    /// Returns the constructor with the tag. If hash collisions give two types the same tags, the
    /// type defined last takes precedence.
    ///
    /// # Errors
    /// Fails if no constructor has the tag.
    pub fn lookup_tag(&self, tag: i32) -> Result<Constructor, ModuleError> {
        let definitions = self.type_definitions.load();
        let constructors = definitions.values().rev().flat_map(|definition| &definition.constructors);
        let mut of_tag = constructors.filter(|constructor| constructor.tag.load() == tag);
        of_tag.next().cloned().ok_or(ModuleError::UnknownTag { tag })
    }

    /// Returns the constructor `name` of the type `type_name`.
    ///
    /// # Errors
    /// Fails if the type or the constructor does not exist. The error suggests the most similar
    /// name.
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

    /// Adds a type definition like [`IRModule::add_type_def`], but changes the module that is
    /// shared by all its references.
    ///
    /// # Errors
    /// Fails like [`IRModule::add_type_def`].
    pub fn add_type_def_in_place(
        &self,
        var: GlobalTypeVar,
        definition: TypeData,
        update: bool,
    ) -> Result<(), ModuleError> {
        // A replaced definition is dropped after the update, because its destructor can run
        // arbitrary code.
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
    /// Adds a type definition under the name of `var`. With `update`, the definition replaces one
    /// with the same name. Sets the tags of the constructors, which all references to the
    /// constructors see.
    ///
    /// # Errors
    /// Fails in these cases:
    ///
    /// - The module uses another variable object for the name.
    /// - Without `update`, the name already has a definition.
    /// - The type has more constructors than there are tags.
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

    /// Removes the definition of the type that `var` refers to, and returns the definition.
    ///
    /// # Errors
    /// Fails if the variable object `var` does not refer to a type of the module.
    pub fn remove_type_def(&mut self, var: &GlobalTypeVar) -> Result<TypeData, ModuleError> {
        let definition = self.lookup_type_def(var)?;
        let module = self.make_mut();
        module.type_definitions.get_mut().remove(var);
        module.global_type_var_map.get_mut().remove(var.name_hint.as_str());
        Ok(definition)
    }
}

/// Sets the tag of each constructor.
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
