//! Functions of a module.

use objet::String;
use objet::fields::nearest_name;
use objet::prelude::*;

use super::{IRModule, IRModuleNode, ModuleError};
use crate::expr::{BaseFunc, GlobalVar};

const WHAT: &str = "function";

/// A check that a language applies to each function before a module takes it, registered at link
/// time with `inventory::submit!`.
///
/// The arguments of the check are the module, the function's variable and the function. The check
/// accepts functions of other languages.
pub struct FunctionCheck(pub fn(&IRModuleNode, &GlobalVar, &BaseFunc) -> Result<(), ModuleError>);

inventory::collect!(FunctionCheck);

impl IRModuleNode {
    /// Whether the module has a function with the name.
    pub fn contains_global_var(&self, name: &str) -> bool {
        self.global_var_map.load().contains_key(name)
    }

    /// Returns the global variable that refers to the function `name` in this module.
    ///
    /// # Errors
    /// Fails if no function has the name. The error suggests the most similar name.
    pub fn get_global_var(&self, name: &str) -> Result<GlobalVar, ModuleError> {
        self.global_var_map.load().get(name).cloned().ok_or_else(|| self.unknown_function(name))
    }

    /// Returns the global variables of all functions, sorted by name.
    pub fn get_global_vars(&self) -> Vec<GlobalVar> {
        let mut vars: Vec<_> = self.global_var_map.load().values().cloned().collect();
        vars.sort_by(|a, b| a.name_hint.cmp(&b.name_hint));
        vars
    }

    /// Returns the function that `var` refers to.
    ///
    /// # Errors
    /// Fails if the variable object `var` does not refer to a function of the module.
    pub fn lookup(&self, var: &GlobalVar) -> Result<BaseFunc, ModuleError> {
        self.functions.load().get(var).cloned().ok_or_else(|| match self.get_global_var(&var.name_hint) {
            Ok(own) if own != *var => another_var(var),
            _ => self.unknown_function(&var.name_hint),
        })
    }

    /// Returns the function with the name.
    ///
    /// # Errors
    /// Fails if no function has the name. The error suggests the most similar name.
    ///
    /// ```
    /// use objet_ir::expr::GlobalVar;
    /// use objet_ir::module::IRModule;
    /// use objet_relay::expr::{Function, Var};
    ///
    /// let x = Var::new("x", None, None);
    /// let main = Function::new([x.clone()], x, None, [], None, None);
    /// let mut module = IRModule::new();
    /// module.add(GlobalVar::new("main"), main, false)?;
    ///
    /// assert!(module.lookup_by_name("main").is_ok());
    /// assert_eq!(
    ///     module.lookup_by_name("mian").unwrap_err().to_string(),
    ///     r#"the module has no function "mian", did you mean "main"?"#
    /// );
    /// # Ok::<(), objet_ir::module::ModuleError>(())
    /// ```
    pub fn lookup_by_name(&self, name: &str) -> Result<BaseFunc, ModuleError> {
        let var = self.get_global_var(name)?;
        self.functions.load().get(&var).cloned().ok_or_else(|| self.unknown_function(name))
    }

    /// Returns an unused function name: `name` itself, or `name` with the smallest possible number
    /// appended.
    pub fn get_unique_name(&self, name: &str) -> String {
        let numbered = (1_u64..).map(|number| String::from(format!("{name}_{number}")));
        let mut candidates = std::iter::once(String::from(name)).chain(numbered);
        let free = candidates.find(|name| !self.contains_global_var(name));
        free.unwrap_or_else(|| unreachable!("a module has fewer functions than there are numbers"))
    }

    /// Adds a function like [`IRModule::add`], but changes the module that is shared by all its
    /// references.
    ///
    /// # Errors
    /// Fails like [`IRModule::add`].
    ///
    /// ```
    /// use objet_ir::expr::GlobalVar;
    /// use objet_ir::module::IRModule;
    /// use objet_relay::expr::{Function, Var};
    ///
    /// let module = IRModule::new();
    /// let other = module.clone();
    /// let x = Var::new("x", None, None);
    /// let main = Function::new([x.clone()], x, None, [], None, None);
    /// module.add_in_place(GlobalVar::new("main"), main, false)?;
    /// assert!(other.lookup_by_name("main").is_ok());
    /// # Ok::<(), objet_ir::module::ModuleError>(())
    /// ```
    pub fn add_in_place(
        &self,
        var: GlobalVar,
        function: impl Into<BaseFunc>,
        update: bool,
    ) -> Result<(), ModuleError> {
        let function = function.into();
        self.check(&var, &function)?;
        self.put(&var, &function, update)
    }

    /// Adds a function without checking for free variables. The functions and their variables
    /// change together. A replaced function is dropped after the update, because its destructor can
    /// run arbitrary code.
    pub(super) fn put(&self, var: &GlobalVar, function: &BaseFunc, update: bool) -> Result<(), ModuleError> {
        let replaced = self.functions.update(|functions| {
            self.global_var_map.update(|names| {
                match names.get(var.name_hint.as_str()) {
                    Some(own) if own != var => return Err(another_var(var)),
                    Some(_) if !update => {
                        return Err(ModuleError::Defined { what: WHAT, name: var.name_hint.to_string() });
                    }
                    Some(_) => {}
                    None => _ = names.insert(var.name_hint.clone(), var.clone()),
                }
                Ok(functions.insert(var.clone(), function.clone()))
            })
        });
        replaced.map(drop)
    }

    /// Runs the checks of all linked languages.
    fn check(&self, var: &GlobalVar, function: &BaseFunc) -> Result<(), ModuleError> {
        inventory::iter::<FunctionCheck>.into_iter().try_for_each(|check| (check.0)(self, var, function))
    }

    fn unknown_function(&self, name: &str) -> ModuleError {
        let names = self.global_var_map.load();
        let nearest = nearest_name(name, names.keys().map(String::as_str));
        ModuleError::Unknown { what: WHAT, found: name.into(), nearest: nearest.map(Into::into) }
    }
}

impl IRModule {
    /// Adds a function under the name of `var`. With `update`, the function replaces one with the
    /// same name.
    ///
    /// # Errors
    /// Fails in these cases:
    ///
    /// - The module uses another variable object for the name.
    /// - Without `update`, the name already has a function.
    /// - The function is a Relay function with free variables or free type variables. The type
    ///   parameters of types that the module defines do not count as free.
    ///
    /// ```
    /// use objet_ir::expr::GlobalVar;
    /// use objet_ir::module::IRModule;
    /// use objet_relay::expr::{Function, Var};
    ///
    /// let open = Function::new([], Var::new("x", None, None), None, [], None, None);
    /// let error = IRModule::new().add(GlobalVar::new("main"), open, false).unwrap_err();
    /// assert!(error.to_string().starts_with(r#"the function "main" has free variables %x: "#));
    /// ```
    pub fn add(
        &mut self,
        var: GlobalVar,
        function: impl Into<BaseFunc>,
        update: bool,
    ) -> Result<(), ModuleError> {
        let function = function.into();
        self.check(&var, &function)?;
        self.make_mut();
        self.put(&var, &function, update)
    }

    /// Adds a function like [`add`](Self::add), but does not check the function for free variables.
    ///
    /// # Errors
    /// Fails if the module uses another variable object for the name. Without `update`, fails if
    /// the name already has a function.
    pub fn add_unchecked(
        &mut self,
        var: GlobalVar,
        function: impl Into<BaseFunc>,
        update: bool,
    ) -> Result<(), ModuleError> {
        self.make_mut();
        self.put(&var, &function.into(), update)
    }

    /// Removes the function that `var` refers to, and returns the function.
    ///
    /// # Errors
    /// Fails if the variable object `var` does not refer to a function of the module.
    pub fn remove(&mut self, var: &GlobalVar) -> Result<BaseFunc, ModuleError> {
        let function = self.lookup(var)?;
        let module = self.make_mut();
        module.functions.get_mut().remove(var);
        module.global_var_map.get_mut().remove(var.name_hint.as_str());
        Ok(function)
    }
}

fn another_var(var: &GlobalVar) -> ModuleError {
    ModuleError::AnotherVar { what: WHAT, var: "GlobalVar", name: var.name_hint.to_string() }
}
