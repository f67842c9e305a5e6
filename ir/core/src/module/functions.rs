//! The functions of a module.

use objet::prelude::*;
use objet::{String, nearest_name};

use super::{IRModule, IRModuleNode, ModuleError};
use crate::expr::{BaseFunc, GlobalVar};

const WHAT: &str = "function";

/// The condition under which a module takes a function, as a language states it at link time with `inventory::submit!`.
///
/// The check sees the module, the name and the function, and accepts functions of other languages.
pub struct FunctionCheck(pub fn(&IRModuleNode, &GlobalVar, &BaseFunc) -> Result<(), ModuleError>);

inventory::collect!(FunctionCheck);

impl IRModuleNode {
    /// Whether there is a function of that name.
    pub fn contains_global_var(&self, name: &str) -> bool {
        self.global_var_map.load().contains_key(name)
    }

    /// The object that functions of the module name the function by.
    ///
    /// # Errors
    /// If there is no function of that name, with the nearest name that there is.
    pub fn get_global_var(&self, name: &str) -> Result<GlobalVar, ModuleError> {
        self.global_var_map.load().get(name).cloned().ok_or_else(|| self.unknown_function(name))
    }

    /// The names of all functions, by their texts.
    pub fn get_global_vars(&self) -> Vec<GlobalVar> {
        let mut vars: Vec<_> = self.global_var_map.load().values().cloned().collect();
        vars.sort_by(|a, b| a.name_hint.cmp(&b.name_hint));
        vars
    }

    /// The function of that name.
    ///
    /// # Errors
    /// If this very object names no function of the module.
    pub fn lookup(&self, var: &GlobalVar) -> Result<BaseFunc, ModuleError> {
        self.functions.load().get(var).cloned().ok_or_else(|| match self.get_global_var(&var.name_hint) {
            Ok(own) if own != *var => another_var(var),
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
    /// use objet_relay::expr::{Function, Var};
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
    pub fn lookup_by_name(&self, name: &str) -> Result<BaseFunc, ModuleError> {
        let var = self.get_global_var(name)?;
        self.functions.load().get(&var).cloned().ok_or_else(|| self.unknown_function(name))
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
    /// use objet_relay::expr::{Function, Var};
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
        self.check(&var, &function)?;
        self.put(&var, &function, update)
    }

    /// Adds a function, whatever its free variables. Who changes the functions changes their names at the same time. What is refused ends
    /// with its owner, after the change: its end may run any code.
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

    /// Asks every language that is linked in whether the module can take the function.
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
    /// Adds a function under a name; with `update`, in place of the one that the name has.
    ///
    /// # Errors
    /// If another object is a name of the same text in the module; without `update`, if the name has a function; or if it is a function
    /// of relay with free variables or free type variables. Constructors of generic types are closed once the module has their types.
    ///
    /// ```
    /// use objet_ir::expr::GlobalVar;
    /// use objet_ir::module::IRModule;
    /// use objet_relay::expr::{Function, Var};
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
        self.check(&var, &function)?;
        self.make_mut();
        self.put(&var, &function, update)
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
        self.make_mut();
        self.put(&var, &function.into(), update)
    }

    /// Takes out the function of that name, and gives it back.
    ///
    /// # Errors
    /// If this very object names no function of the module.
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
