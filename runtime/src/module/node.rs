//! Modules as objects.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use objet_object::{Object, make_object};

use crate::error::Result;
use crate::module::environment::Imported;
use crate::module::import_cycle::closing_edge;
use crate::module::import_lock::import_lock;
use crate::module::{ModuleError, ModuleKind};
use crate::packed_func::PackedFunc;
use crate::registry::Registry;

/// The type key of a remote session and of its modules.
pub(crate) const RPC: &str = "rpc";

/// A module: loaded code as an object, with functions by name and imported modules.
///
/// The reference type is [`Module`]. A function keeps alive what it uses of its module, and a
/// module keeps its imports alive.
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.Module", type_index = 1, is_final, by_hand(Debug), crate = objet_object)]
pub struct ModuleNode {
    base: Object,
    kind: Box<dyn ModuleKind>,
    imports: RwLock<Vec<Module>>,
    /// Whether any module has ever imported this one. Accessed only under the import lock.
    was_imported: AtomicBool,
    /// Functions found among the imports. The entries of opened libraries share them.
    pub(super) imported: Arc<Imported>,
}

impl Module {
    /// Creates a module of this kind, without imports.
    pub fn new(kind: impl ModuleKind) -> Self {
        make_object(ModuleNode {
            base: Object::new(),
            kind: Box::new(kind),
            imports: RwLock::default(),
            was_imported: AtomicBool::new(false),
            imported: Arc::default(),
        })
        .into()
    }

    /// Returns the type key of the kind of module. The type key of the object is always
    /// `runtime.Module`.
    pub fn type_key(&self) -> &str {
        self.kind.type_key()
    }

    /// Returns the function of that name in the module itself, if there is one.
    ///
    /// # Errors
    /// If the function cannot be created.
    pub fn function(&self, name: &str) -> Result<Option<PackedFunc>> {
        self.kind.function(name, self)
    }

    /// Returns the function of that name in the module itself or, depth first and in order, in its
    /// imports. A function found among the imports is cached, so later lookups return the same one.
    ///
    /// # Errors
    /// If a function of that name cannot be created.
    pub fn function_with_imports(&self, name: &str) -> Result<Option<PackedFunc>> {
        match self.function(name)? {
            Some(function) => Ok(Some(function)),
            None => self.imported_function(name),
        }
    }

    /// Returns the function of that name in the module itself.
    ///
    /// # Errors
    /// If there is no such function, or if it cannot be created.
    pub fn expect_function(&self, name: &str) -> Result<PackedFunc> {
        self.function(name)?.ok_or_else(|| self.no_function(name, false))
    }

    fn no_function(&self, name: &str, query_imports: bool) -> crate::Error {
        ModuleError::NoFunction { name: name.into(), type_key: self.type_key().into(), query_imports }.into()
    }

    /// Adds a module to the end of the imports. A module may be imported more than once.
    ///
    /// # Errors
    /// If the import would create a cycle. If the module is one of a remote session, and its server
    /// fails.
    pub fn import(&self, module: Module) -> Result<()> {
        if self.type_key() == RPC {
            return Registry::expect("rpc.ImportRemoteModule")?.call((self, &module)).map(drop);
        }
        Ok(Self::import_all(vec![(self.clone(), vec![module])])?)
    }

    /// Adds modules to the imports of others, with one search for cycles.
    pub(super) fn import_all(added: Vec<(Self, Vec<Self>)>) -> Result<(), ModuleError> {
        // `type_key` is user code, so it is called without the import lock.
        Self::import_unless_cycle(&added).map_err(|(importer, imported)| ModuleError::Cycle {
            importer: importer.type_key().into(),
            imported: imported.type_key().into(),
        })
    }

    /// Adds imports. If they would close a cycle, adds none and returns an edge of the cycle.
    ///
    /// The imports have no cycle before, so a new cycle has an added edge and is reachable from the
    /// added imports. If no importer was ever imported, every edge to an importer is an added edge,
    /// and therefore every edge of the cycle is. In that case, only added edges are searched. This
    /// makes building a tree from the leaves up as fast as building it from the root down.
    fn import_unless_cycle(added: &[(Self, Vec<Self>)]) -> Result<(), (Self, Self)> {
        let mut by_importer: HashMap<usize, Vec<Self>> = HashMap::new();
        for (importer, imports) in added {
            by_importer.entry(importer.address()).or_default().extend_from_slice(imports);
        }
        let _lock = import_lock();
        let is_new = added.iter().all(|(importer, _)| !importer.was_imported.load(Ordering::Relaxed));
        let next = |module: &Self| {
            let mut imports = if is_new { Vec::new() } else { module.imports() };
            imports.extend(by_importer.get(&module.address()).into_iter().flatten().cloned());
            imports
        };
        let imported = added.iter().flat_map(|(_, imports)| imports).cloned();
        if let Some(closing) = closing_edge(imported, Self::address, next) {
            return Err(closing);
        }
        for (importer, imports) in added {
            for import in imports {
                import.was_imported.store(true, Ordering::Relaxed);
            }
            importer.imports.write().unwrap_or_else(PoisonError::into_inner).extend_from_slice(imports);
        }
        Ok(())
    }

    pub(super) fn address(&self) -> usize {
        std::ptr::from_ref::<ModuleNode>(self).addr()
    }
}

/// Returns the function of that name in these modules and their imports, depth first and in order.
pub(super) fn search(mut waiting: Vec<Module>, name: &str) -> Result<Option<PackedFunc>> {
    // Imports may be shared, so visited modules are skipped.
    let mut visited = HashSet::new();
    waiting.reverse();
    while let Some(module) = waiting.pop() {
        if !visited.insert(module.address()) {
            continue;
        }
        if let Some(function) = module.function(name)? {
            return Ok(Some(function));
        }
        waiting.extend(module.imports().into_iter().rev());
    }
    Ok(None)
}

impl ModuleNode {
    /// Returns the kind of the module, if it is a `K`.
    pub fn as_kind<K: ModuleKind>(&self) -> Option<&K> {
        let kind: &dyn Any = &*self.kind;
        kind.downcast_ref()
    }

    /// Returns the imported modules in order.
    pub fn imports(&self) -> Vec<Module> {
        self.imports.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Writes the module to a file.
    ///
    /// # Errors
    /// If the kind of module cannot be saved to a file, or if the file cannot be written.
    pub fn save_to_file(&self, path: impl AsRef<Path>, format: &str) -> Result<()> {
        self.kind.save_to_file(path.as_ref(), format)
    }

    /// Returns the binary form of the module, without its imports.
    ///
    /// # Errors
    /// If the kind of module has no binary form.
    pub fn save_to_bytes(&self) -> Result<Vec<u8>> {
        self.kind.save_to_bytes()
    }

    /// Returns the source text. An empty format selects the default format.
    ///
    /// # Errors
    /// If the kind of module has no source text in that format.
    pub fn source(&self, format: &str) -> Result<String> {
        self.kind.source(format)
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Module({})", self.type_key())
    }
}
