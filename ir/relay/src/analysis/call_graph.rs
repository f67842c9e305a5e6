//! The call graph of a module: which function refers to which.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::OnceLock;

use objet::String;
use objet::prelude::*;
use objet_ir::expr::GlobalVar;
use objet_ir::module::{IRModule, ModuleError};

use crate::expr::FunctionNode;
use crate::functor::post_order;

/// The call graph of a module.
///
/// A function calls another one if it refers to the other's global variable, whether as the callee
/// of a call or as a value. A global variable object that a function mentions several times counts
/// once. Functions of other languages than relay call nothing.
///
/// ```
/// use objet_ir::expr::GlobalVar;
/// use objet_ir::module::IRModule;
/// use objet_relay::analysis::CallGraph;
/// use objet_relay::expr::{Call, Function, Var};
///
/// let (square, main) = (GlobalVar::new("square"), GlobalVar::new("main"));
/// let [x, y] = ["x", "y"].map(|name| Var::new(name, None, None));
/// let call = Call::new(square.clone(), [y.clone().into()], None, [], None);
/// let mut module = IRModule::new();
/// module.add(square.clone(), Function::new([x.clone()], x, None, [], None, None), false)?;
/// module.add(main.clone(), Function::new([y], call, None, [], None, None), false)?;
///
/// let graph = CallGraph::new(module)?;
/// assert_eq!(graph.callees(&main)?, [square.clone()]);
/// assert_eq!(graph.ref_count(&square)?, 1);
/// assert!(!graph.is_recursive(&square)?);
/// assert_eq!(graph.topological_order()?, [main, square]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "relay.CallGraph", is_final)]
pub struct CallGraphNode {
    base: Object,
    /// The module.
    pub module: IRModule,
    /// The calls, found at the first query. A graph from a file has only the module.
    #[reflect(skip)]
    calls: OnceLock<Calls>,
}

/// The reason why a call graph has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallGraphError {
    /// A function refers to a function that the module does not have.
    #[error("function @{caller}: {source}")]
    UndefinedCallee {
        /// The name of the function that refers to the other one.
        caller: String,
        /// The reason.
        source: ModuleError,
    },
    /// The global variable is not one of the module.
    #[error("call graph: {0}")]
    Unknown(#[from] ModuleError),
}

/// The functions of a module in its order, and the calls between them.
#[derive(Clone)]
struct Calls {
    entries: Vec<Entry>,
    index: HashMap<GlobalVar, usize>,
}

#[derive(Clone)]
struct Entry {
    var: GlobalVar,
    callees: Vec<usize>,
    ref_count: usize,
}

impl Calls {
    fn of(module: &IRModule) -> Result<Self, CallGraphError> {
        let functions = module.functions.load();
        let entries =
            functions.keys().map(|var| Entry { var: var.clone(), callees: Vec::new(), ref_count: 0 });
        let mut calls = Self {
            entries: entries.collect(),
            index: functions.keys().cloned().enumerate().map(|(index, var)| (var, index)).collect(),
        };
        for (caller, (var, function)) in functions.iter().enumerate() {
            if !function.is_instance::<FunctionNode>() {
                continue;
            }
            for callee in post_order(function).filter_map(|expr| expr.downcast::<GlobalVar>().ok()) {
                let own = module.get_global_var(&callee.name_hint).map_err(|source| {
                    CallGraphError::UndefinedCallee { caller: var.name_hint.clone(), source }
                })?;
                let Some(callee) = calls.index.get(&own).copied() else { continue };
                calls.entries[caller].callees.push(callee);
                calls.entries[callee].ref_count += 1;
            }
        }
        Ok(calls)
    }

    /// Returns the indices of all functions. Callers come before callees, except in cycles.
    fn topological_order(&self) -> Vec<usize> {
        let (mut seen, mut order) = (vec![false; self.entries.len()], Vec::new());
        // The reversed post-order of a depth-first search. The last root comes first.
        for root in (0..self.entries.len()).rev() {
            let mut path = Vec::new();
            if !std::mem::replace(&mut seen[root], true) {
                path.push((root, 0));
            }
            while let Some((function, next)) = path.last_mut() {
                let callee = self.entries[*function].callees.get(*next).copied();
                *next += 1;
                match callee {
                    Some(callee) if !std::mem::replace(&mut seen[callee], true) => path.push((callee, 0)),
                    Some(_) => {}
                    None => order.extend(path.pop().map(|(function, _)| function)),
                }
            }
        }
        order.reverse();
        order
    }
}

impl CallGraph {
    /// Finds the calls in a module.
    ///
    /// # Errors
    /// Fails if a function refers to a function that the module does not have.
    pub fn new(module: IRModule) -> Result<Self, CallGraphError> {
        let calls = Calls::of(&module)?;
        Ok(make_object(CallGraphNode { base: Object::new(), module, calls: calls.into() }).into())
    }
}

impl CallGraphNode {
    fn calls(&self) -> Result<&Calls, CallGraphError> {
        if let Some(calls) = self.calls.get() {
            return Ok(calls);
        }
        let calls = Calls::of(&self.module)?;
        Ok(self.calls.get_or_init(|| calls))
    }

    fn entry(&self, var: &GlobalVar) -> Result<(usize, &Entry), CallGraphError> {
        let calls = self.calls()?;
        match calls.index.get(var) {
            Some(index) => Ok((*index, &calls.entries[*index])),
            // The module knows whether the name is missing or another variable has it.
            None => match self.module.lookup(var) {
                Err(error) => Err(error.into()),
                Ok(_) => Err(ModuleError::Unknown {
                    what: "function",
                    found: var.name_hint.to_string(),
                    nearest: None,
                }
                .into()),
            },
        }
    }

    /// Returns the functions that a function refers to, in post-order of its expressions. A callee
    /// appears once for each global variable object.
    ///
    /// # Errors
    /// Fails if the variable is not one of the module.
    pub fn callees(&self, var: &GlobalVar) -> Result<Vec<GlobalVar>, CallGraphError> {
        let (_, entry) = self.entry(var)?;
        let entries = &self.calls()?.entries;
        Ok(entry.callees.iter().map(|callee| entries[*callee].var.clone()).collect())
    }

    /// Returns the number of references from functions of the module to a function.
    ///
    /// # Errors
    /// Fails if the variable is not one of the module.
    pub fn ref_count(&self, var: &GlobalVar) -> Result<usize, CallGraphError> {
        Ok(self.entry(var)?.1.ref_count)
    }

    /// Returns the number of references from a function to functions of the module.
    ///
    /// # Errors
    /// Fails if the variable is not one of the module.
    pub fn global_call_count(&self, var: &GlobalVar) -> Result<usize, CallGraphError> {
        Ok(self.entry(var)?.1.callees.len())
    }

    /// Returns whether a function refers to itself. Functions that call each other do not count.
    ///
    /// # Errors
    /// Fails if the variable is not one of the module.
    pub fn is_recursive(&self, var: &GlobalVar) -> Result<bool, CallGraphError> {
        let (index, entry) = self.entry(var)?;
        Ok(entry.callees.contains(&index))
    }

    /// Returns all functions. Callers come before callees, except in cycles.
    ///
    /// # Errors
    /// Fails like [`CallGraph::new`] if the graph was loaded from a file.
    pub fn topological_order(&self) -> Result<Vec<GlobalVar>, CallGraphError> {
        let calls = self.calls()?;
        Ok(calls.topological_order().into_iter().map(|index| calls.entries[index].var.clone()).collect())
    }

    /// Returns the calls of a function as text: a line with the name and the number of references
    /// to the function, and a line for each callee.
    ///
    /// # Errors
    /// Fails if the variable is not one of the module.
    pub fn function_text(&self, var: &GlobalVar) -> Result<std::string::String, CallGraphError> {
        let (_, entry) = self.entry(var)?;
        let name = &var.name_hint;
        let mut text = format!("Call graph node: {name},  #refs = {}\n", entry.ref_count);
        for callee in self.callees(var)? {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  call site: <{name}> calls {}", callee.name_hint);
        }
        text.push('\n');
        Ok(text)
    }

    /// Returns the text of all functions, in topological order.
    ///
    /// # Errors
    /// Fails like [`CallGraph::new`] if the graph was loaded from a file.
    pub fn text(&self) -> Result<std::string::String, CallGraphError> {
        self.topological_order()?.iter().map(|var| self.function_text(var)).collect()
    }
}
