//! The functions of a module.

use objet::String;
use objet::nearest_name;
use objet::prelude::*;

use super::{IRModule, IRModuleNode, ModuleError};
use crate::expr::{BaseFunc, GlobalVar};

const WHAT: &str = "function";

impl IRModuleNode {
    /// Whether there is a function of that name.
    pub fn contains_global_var(&self, name: &str) -> bool {
        self.global_var_map.contains_key(name)
    }

    /// The object that functions of the module name the function by.
    ///
    /// # Errors
    /// If there is no function of that name, with the nearest name that there is.
    pub fn get_global_var(&self, name: &str) -> Result<&GlobalVar, ModuleError> {
        self.global_var_map.get(name).ok_or_else(|| self.unknown_function(name))
    }

    /// The names of all functions, by their texts.
    pub fn get_global_vars(&self) -> Vec<GlobalVar> {
        let mut vars: Vec<_> = self.global_var_map.values().cloned().collect();
        vars.sort_by(|a, b| a.name_hint.cmp(&b.name_hint));
        vars
    }

    /// The function of that name.
    ///
    /// # Errors
    /// If this very object names no function of the module.
    pub fn lookup(&self, var: &GlobalVar) -> Result<&BaseFunc, ModuleError> {
        self.functions.get(var).ok_or_else(|| match self.global_var_map.get(var.name_hint.as_str()) {
            Some(own) if own != var => another_var(var),
            _ => self.unknown_function(&var.name_hint),
        })
    }

    /// The function whose name has that text.
    ///
    /// # Errors
    /// If there is none, with the nearest name that there is.
    ///
    /// ```
    /// use objet_ir::expr::GlobalVar;
    /// use objet_ir::module::IRModule;
    /// use objet_ir::relay::expr::{Function, Var};
    ///
    /// let x = Var::new("x", None, None);
    /// let mut module = IRModule::new();
    /// module.add(GlobalVar::new("main"), Function::new([x.clone()], x, None, [], None, None), false)?;
    ///
    /// assert!(module.lookup_by_name("main").is_ok());
    /// assert_eq!(
    ///     module.lookup_by_name("mian").unwrap_err().to_string(),
    ///     r#"the module has no function "mian", did you mean "main"?"#
    /// );
    /// # Ok::<(), objet_ir::module::ModuleError>(())
    /// ```
    pub fn lookup_by_name(&self, name: &str) -> Result<&BaseFunc, ModuleError> {
        let var = self.get_global_var(name)?;
        self.functions.get(var).ok_or_else(|| self.unknown_function(name))
    }

    /// A name that no function has: this one if it is free, else with the least number that makes it so.
    pub fn get_unique_name(&self, name: &str) -> String {
        let numbered = (1_u64..).map(|number| String::from(format!("{name}_{number}")));
        let mut candidates = std::iter::once(String::from(name)).chain(numbered);
        let free = candidates.find(|name| !self.contains_global_var(name));
        free.unwrap_or_else(|| unreachable!("a module has fewer functions than there are numbers"))
    }

    fn unknown_function(&self, name: &str) -> ModuleError {
        let nearest = nearest_name(name, self.global_var_map.keys().map(String::as_str));
        ModuleError::Unknown { what: WHAT, found: name.into(), nearest: nearest.map(Into::into) }
    }
}

impl IRModule {
    /// Adds a function under a name; with `update`, in place of the one that the name has.
    ///
    /// # Errors
    /// If another object is a name of the same text in the module; or, without `update`, if the name has a function.
    pub fn add(
        &mut self,
        var: GlobalVar,
        function: impl Into<BaseFunc>,
        update: bool,
    ) -> Result<(), ModuleError> {
        match self.global_var_map.get(var.name_hint.as_str()) {
            Some(own) if *own != var => return Err(another_var(&var)),
            Some(_) if !update => {
                return Err(ModuleError::Defined { what: WHAT, name: var.name_hint.to_string() });
            }
            _ => {}
        }
        let module = self.make_mut();
        module.global_var_map.insert(var.name_hint.clone(), var.clone());
        module.functions.insert(var, function.into());
        Ok(())
    }

    /// Takes out the function of that name, and gives it back.
    ///
    /// # Errors
    /// If this very object names no function of the module.
    pub fn remove(&mut self, var: &GlobalVar) -> Result<BaseFunc, ModuleError> {
        let function = self.lookup(var)?.clone();
        let module = self.make_mut();
        module.functions.remove(var);
        module.global_var_map.remove(var.name_hint.as_str());
        Ok(function)
    }
}

fn another_var(var: &GlobalVar) -> ModuleError {
    ModuleError::AnotherVar { what: WHAT, var: "GlobalVar", name: var.name_hint.to_string() }
}
