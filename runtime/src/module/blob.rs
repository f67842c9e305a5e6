//! Modules that are packed into a library: reading what stands behind the symbol `__tvm_dev_mblob`.

use crate::binary::{BinaryError, BinaryReader};
use crate::error::{Error, Result};
use crate::module::Module;
use crate::module::import_tree::ImportTree;
use crate::module::loader::{Loaders, load_binary};

/// The entry that stands for the library itself.
pub(super) const LIBRARY: &str = "_lib";

/// The entry that says which module imports which.
pub(super) const IMPORT_TREE: &str = "_import_tree";

/// The symbol of a blob.
pub(super) const SYMBOL: &str = "__tvm_dev_mblob";

/// Modules that cannot be packed, or unpacked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BlobError {
    /// The blob is not as long as it says.
    #[error("expected {expected} bytes behind the length of the blob, found {found}")]
    Length {
        /// How many its first eight bytes say there are.
        expected: u64,
        /// How many there are.
        found: usize,
    },
    /// Something stands behind the last entry.
    #[error("expected the end of the blob at byte {position}, found {surplus} more bytes")]
    Surplus {
        /// Where the last entry ends.
        position: usize,
        /// How many bytes follow.
        surplus: usize,
    },
    /// Nothing that is linked in loads a kind of module.
    #[error("Binary was created using {key} but a loader of that name is not registered. Available loaders are {}. Perhaps you need to recompile with this runtime enabled.", available.join(", "))]
    NoLoader {
        /// The kind.
        key: String,
        /// The kinds that there are loaders for.
        available: Vec<&'static str>,
    },
    /// A module cannot be loaded.
    #[error("entry {number} of the blob (`{key}`): {}", source.message())]
    Entry {
        /// Which entry it is, from 0.
        number: usize,
        /// Its kind.
        key: String,
        /// What its loader says.
        source: Error,
    },
    /// An entry that there is once stands there twice.
    #[error("{}entries {first} and {second} of the blob are both `{key}`", if *key == LIBRARY { "Multiple dso module detected, " } else { "" })]
    Twice {
        /// Its key.
        key: &'static str,
        /// The first entry, from 0.
        first: usize,
        /// The second.
        second: usize,
    },
    /// The blob refers to the library that it is in, but it is in none.
    #[error("expected a library for the blob to refer to, found none")]
    NoLibrary,
    /// There is a tree of no modules.
    #[error("expected a module at the root of the import tree, found none")]
    NoRoot,
    /// The import tree does not fit the modules.
    #[error("expected {expected} {what} in the import tree, found {found}")]
    Tree {
        /// What it is about.
        what: &'static str,
        /// What there should be.
        expected: String,
        /// What there is.
        found: String,
    },
    /// All linkable modules become one library, which so would import itself.
    #[error(
        "Cannot export due to multiple dso-exportables that cannot be merged without creating a cycle in the import tree. Related module keys: parent={importer}, child={imported}"
    )]
    CannotMerge {
        /// A module of the circle.
        importer: String,
        /// Another one.
        imported: String,
    },
    /// The stream ends too early, or has something that may not stand there.
    #[error(transparent)]
    Binary(#[from] BinaryError),
}

impl Module {
    /// The module at the root of a blob, which is what a compiled library has behind the symbol `__tvm_dev_mblob`: a length,
    /// and modules in their binary forms with a tree of imports. `library` is the module of the library itself, which
    /// becomes a part of that tree, though not always its root.
    ///
    /// # Errors
    /// If the blob is not one, if nothing loads a kind of module in it, or if a loader fails.
    ///
    /// ```
    /// use objet_runtime::{Loaders, Module, ModuleKind, PackedFunc, Result};
    ///
    /// struct Notes(Vec<u8>);
    ///
    /// impl ModuleKind for Notes {
    ///     fn type_key(&self) -> &str {
    ///         "notes"
    ///     }
    ///     fn function(&self, _name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
    ///         Ok(None)
    ///     }
    ///     fn save_to_bytes(&self) -> Result<Vec<u8>> {
    ///         Ok(self.0.clone())
    ///     }
    /// }
    ///
    /// Loaders::register_binary("notes", |reader| Ok(Module::new(Notes(reader.take(2, "notes")?.into()))))?;
    /// let module = Module::new(Notes(vec![1, 2]));
    /// module.import(Module::new(Notes(vec![3, 4])))?;
    ///
    /// let blob = module.pack_imports()?;
    /// let back = Module::from_packed_imports(&blob, None)?;
    /// assert_eq!(back.imports()[0].save_to_bytes()?, [3, 4]);
    /// # Ok::<(), objet_runtime::Error>(())
    /// ```
    pub fn from_packed_imports(blob: &[u8], library: Option<&Self>) -> Result<Self> {
        Unpacked::read(blob, library)?.link(true)
    }
}

/// What was read of a blob.
pub(super) struct Unpacked {
    modules: Vec<Module>,
    imports: Vec<Vec<usize>>,
    /// The number of the module that is the library.
    library: Option<usize>,
}

impl Unpacked {
    pub(super) fn read(blob: &[u8], library: Option<&Module>) -> Result<Self, BlobError> {
        let mut reader = BinaryReader::new(blob);
        let expected = reader.u64("the length of the blob")?;
        let found = reader.rest().len();
        if expected != found as u64 {
            return Err(BlobError::Length { expected, found });
        }
        let mut modules = Vec::new();
        let mut library_at = None;
        let mut tree: Option<(usize, ImportTree)> = None;
        for number in 0..reader.count(8, "the number of entries")? {
            match reader.text("the key of an entry")? {
                LIBRARY => {
                    if let Some((first, _)) = library_at.replace((number, modules.len())) {
                        return Err(BlobError::Twice { key: LIBRARY, first, second: number });
                    }
                    modules.push(library.ok_or(BlobError::NoLibrary)?.clone());
                }
                IMPORT_TREE => {
                    if let Some((first, _)) = tree.replace((number, ImportTree::read(&mut reader)?)) {
                        return Err(BlobError::Twice { key: IMPORT_TREE, first, second: number });
                    }
                }
                key => {
                    let loaded = load_binary(key, &mut reader).ok_or_else(|| BlobError::NoLoader {
                        key: key.into(),
                        available: Loaders::binary_kinds(),
                    })?;
                    let failed = |source| BlobError::Entry { number, key: key.into(), source };
                    modules.push(loaded.map_err(failed)?);
                }
            }
        }
        if !reader.rest().is_empty() {
            return Err(BlobError::Surplus { position: reader.position(), surplus: reader.rest().len() });
        }
        if let Some((_, tree)) = tree {
            let imports = tree.imports(modules.len())?;
            return Ok(Self { modules, imports, library: library_at.map(|(_, place)| place) });
        }
        // The old form: the library imports all others that there are, in order.
        if let Some((_, place)) = library_at {
            modules.remove(place);
        }
        modules.insert(0, library.ok_or(BlobError::NoLibrary)?.clone());
        let mut imports = vec![Vec::new(); modules.len()];
        imports[0] = (1..modules.len()).collect();
        Ok(Self { modules, imports, library: Some(0) })
    }

    /// Has the modules import each other, and gives the root. The library may have its imports already.
    pub(super) fn link(self, library_too: bool) -> Result<Module> {
        let Self { modules, imports, library } = self;
        let to_link = imports
            .iter()
            .enumerate()
            .filter(|(number, of_one)| !of_one.is_empty() && (library_too || library != Some(*number)));
        let modules_of = |of_one: &[usize]| of_one.iter().map(|child| modules[*child].clone()).collect();
        let linked = to_link.map(|(number, of_one)| (modules[number].clone(), modules_of(of_one)));
        Module::import_all(linked.collect())?;
        Ok(modules.into_iter().next().ok_or(BlobError::NoRoot)?)
    }
}
