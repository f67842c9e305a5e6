//! Modules as objects.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use objet_object::{IsObjectRef, Object, make_object};

use crate::error::Result;
use crate::module::circle::closing_edge;
use crate::module::environment::Imported;
use crate::module::{ModuleError, ModuleKind};
use crate::packed_func::PackedFunc;

/// Code that was loaded, as an object: functions by name, and the modules that it imports.
///
/// Its reference is [`Module`]. A function of a module keeps of it what it needs, and a module keeps its imports.
#[derive(objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.Module", type_index = 1, is_final, by_hand(Debug), crate = objet_object)]
pub struct ModuleNode {
    base: Object,
    kind: Box<dyn ModuleKind>,
    imports: RwLock<Vec<Module>>,
    /// Libraries keep it too.
    pub(super) imported: Arc<Imported>,
}

impl Module {
    /// A module of this kind, which imports nothing yet.
    pub fn new(kind: impl ModuleKind) -> Self {
        let (kind, imports, imported) = (Box::new(kind), RwLock::default(), Arc::default());
        make_object(ModuleNode { base: Object::new(), kind, imports, imported }).into()
    }

    /// The name of the kind of module. (That of the type of the object is `runtime.Module` for all.)
    pub fn type_key(&self) -> &str {
        self.kind.type_key()
    }

    /// The function of that name, if there is one in the module itself.
    ///
    /// # Errors
    /// If the function cannot be made.
    pub fn function(&self, name: &str) -> Result<Option<PackedFunc>> {
        self.kind.function(name, self)
    }

    /// The function of that name in the module itself or, depth first and in order, in its imports. What was found among
    /// the imports stays found: it is kept, and not searched for again.
    ///
    /// # Errors
    /// If a function of that name cannot be made.
    pub fn function_with_imports(&self, name: &str) -> Result<Option<PackedFunc>> {
        match self.function(name)? {
            Some(function) => Ok(Some(function)),
            None => self.imported_function(name),
        }
    }

    /// The function of that name in the module itself.
    ///
    /// # Errors
    /// If there is none, or if it cannot be made.
    pub fn expect_function(&self, name: &str) -> Result<PackedFunc> {
        self.function(name)?.ok_or_else(|| self.no_function(name, false))
    }

    fn no_function(&self, name: &str, query_imports: bool) -> crate::Error {
        ModuleError::NoFunction { name: name.into(), type_key: self.type_key().into(), query_imports }.into()
    }

    /// Puts a module at the end of the imports. The same one may stand there more than once.
    ///
    /// # Errors
    /// If this module is reached from that one.
    pub fn import(&self, module: Module) -> Result<(), ModuleError> {
        let _turn = Self::turn();
        let mut seen = HashSet::new();
        let mut waiting = vec![module.clone()];
        while let Some(next) = waiting.pop() {
            if next.same_as(self) {
                return Err(ModuleError::Cycle {
                    importer: self.type_key().into(),
                    imported: module.type_key().into(),
                });
            }
            if seen.insert(next.address()) {
                waiting.extend(next.imports());
            }
        }
        self.push_imports([module]);
        Ok(())
    }

    /// Puts modules at the ends of the imports of others, with one search for circles.
    pub(super) fn import_all(added: Vec<(Self, Vec<Self>)>) -> Result<(), ModuleError> {
        let _turn = Self::turn();
        let mut by_importer: HashMap<usize, Vec<Self>> = HashMap::new();
        for (importer, imports) in &added {
            by_importer.entry(importer.address()).or_default().extend_from_slice(imports);
        }
        let importers = added.iter().map(|(importer, _)| importer.clone());
        let next = |module: &Self| {
            let mut imports = module.imports();
            imports.extend(by_importer.get(&module.address()).into_iter().flatten().cloned());
            imports
        };
        if let Some((importer, imported)) = closing_edge(importers, Self::address, next) {
            return Err(ModuleError::Cycle {
                importer: importer.type_key().into(),
                imported: imported.type_key().into(),
            });
        }
        for (importer, imports) in added {
            importer.push_imports(imports);
        }
        Ok(())
    }

    /// The turn of a thread to import. It holds it from its search for circles on, so that two cannot close one between them.
    fn turn() -> MutexGuard<'static, ()> {
        static TURN: Mutex<()> = Mutex::new(());
        TURN.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds imports. The caller has the turn, and knows that they close no circle.
    fn push_imports(&self, modules: impl IntoIterator<Item = Self>) {
        self.imports.write().unwrap_or_else(PoisonError::into_inner).extend(modules);
    }

    pub(super) fn address(&self) -> usize {
        std::ptr::from_ref::<ModuleNode>(self).addr()
    }
}

/// The function of that name in these modules and what they import, depth first and in order.
pub(super) fn search(mut waiting: Vec<Module>, name: &str) -> Result<Option<PackedFunc>> {
    // Imports may be shared, and shared again; none need be asked twice.
    let mut asked = HashSet::new();
    waiting.reverse();
    while let Some(module) = waiting.pop() {
        if !asked.insert(module.address()) {
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
    /// What the module is, if that is a `K`.
    pub fn as_kind<K: ModuleKind>(&self) -> Option<&K> {
        let kind: &dyn Any = &*self.kind;
        kind.downcast_ref()
    }

    /// The modules that this one imports, in order.
    pub fn imports(&self) -> Vec<Module> {
        self.imports.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Writes the module to a file.
    ///
    /// # Errors
    /// If the kind of module has no such form, or if the file cannot be written.
    pub fn save_to_file(&self, path: impl AsRef<Path>, format: &str) -> Result<()> {
        self.kind.save_to_file(path.as_ref(), format)
    }

    /// The module in its binary form, without its imports.
    ///
    /// # Errors
    /// If the kind of module has no such form.
    pub fn save_to_bytes(&self) -> Result<Vec<u8>> {
        self.kind.save_to_bytes()
    }

    /// The source text; an empty format is the usual one.
    ///
    /// # Errors
    /// If the kind of module has none.
    pub fn source(&self, format: &str) -> Result<String> {
        self.kind.source(format)
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Module({})", self.type_key())
    }
}
