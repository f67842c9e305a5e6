//! The functions of a module.

use objet::String;
use objet::nearest_name;
use objet::prelude::*;

use super::{IRModule, IRModuleNode, ModuleError};
use crate::expr::{BaseFunc, GlobalVar};
use crate::relay::analysis::{free_type_vars, free_vars};
use crate::relay::expr::FunctionNode;

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

    /// [`IRModule::add`], seen by all who refer to this very module.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use objet_ir::expr::GlobalVar;
    /// use objet_ir::module::IRModule;
    /// use objet_ir::relay::expr::{Function, Var};
    ///
    /// let module = IRModule::new();
    /// let other = module.clone();
    /// let x = Var::new("x", None, None);
    /// module.add_in_place(GlobalVar::new("main"), Function::new([x.clone()], x, None, [], None, None), false)?;
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
        self.check_closed(&var, &function)?;
        self.put(var, function, update)
    }

    /// Adds a function, whatever its free variables. Who changes the functions changes their names at the same time.
    pub(super) fn put(&self, var: GlobalVar, function: BaseFunc, update: bool) -> Result<(), ModuleError> {
        let replaced = self.functions.change(|functions| {
            self.global_var_map.change(|names| {
                match names.get(var.name_hint.as_str()) {
                    Some(own) if *own != var => return Err(another_var(&var)),
                    Some(_) if !update => {
                        return Err(ModuleError::Defined { what: WHAT, name: var.name_hint.to_string() });
                    }
                    Some(_) => {}
                    None => _ = names.insert(var.name_hint.clone(), var.clone()),
                }
                Ok(functions.insert(var, function))
            })
        });
        replaced.map(drop)
    }

    /// Functions of tir are left to what goes through tir. The type variables in the inputs of constructors are bound by the definitions of
    /// their types.
    fn check_closed(&self, var: &GlobalVar, function: &BaseFunc) -> Result<(), ModuleError> {
        if !function.is_instance::<FunctionNode>() {
            return Ok(());
        }
        let error = |what, free| Err(ModuleError::Free { name: var.name_hint.to_string(), what, free });
        let free = free_vars(function);
        if !free.is_empty() {
            return error("variables", free.iter().map(|var| format!("%{}", var.name_hint())).collect());
        }
        let mut free = free_type_vars(function);
        for definition in self.type_definitions.now().values() {
            free.retain(|var| !definition.type_vars.contains(var));
        }
        if free.is_empty() {
            return Ok(());
        }
        error("type variables", free.iter().map(|var| var.name_hint.to_string()).collect())
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
    /// If another object is a name of the same text in the module; without `update`, if the name has a function; or if it is a function
    /// of relay with free variables or free type variables. Constructors of generic types are closed once the module has their types.
    ///
    /// ```
    /// use objet_ir::expr::GlobalVar;
    /// use objet_ir::module::IRModule;
    /// use objet_ir::relay::expr::{Function, Var};
    ///
    /// let open = Function::new([], Var::new("x", None, None), None, [], None, None);
    /// assert_eq!(
    ///     IRModule::new().add(GlobalVar::new("main"), open, false).unwrap_err().to_string(),
    ///     r#"the function "main" has free variables %x: expected all of them to be parameters or bound inside"#
    /// );
    /// ```
    pub fn add(
        &mut self,
        var: GlobalVar,
        function: impl Into<BaseFunc>,
        update: bool,
    ) -> Result<(), ModuleError> {
        let function = function.into();
        self.check_closed(&var, &function)?;
        self.own().put(var, function, update)
    }

    /// As [`add`](Self::add), for a function that is known to have no free variables: it is not gone through.
    ///
    /// # Errors
    /// If another object is a name of the same text in the module; or, without `update`, if the name has a function.
    pub fn add_unchecked(
        &mut self,
        var: GlobalVar,
        function: impl Into<BaseFunc>,
        update: bool,
    ) -> Result<(), ModuleError> {
        self.own().put(var, function.into(), update)
    }

    /// The module for this reference alone: a copy, if there are others.
    fn own(&mut self) -> &IRModuleNode {
        let module = self.make_mut();
        // What was borrowed of the fields has been given back, so older versions of them end.
        module.functions.own();
        module.global_var_map.own();
        self
    }

    pub(super) fn insert(&mut self, var: GlobalVar, function: BaseFunc) {
        let module = self.make_mut();
        module.global_var_map.insert(var.name_hint.clone(), var.clone());
        module.functions.insert(var, function);
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
