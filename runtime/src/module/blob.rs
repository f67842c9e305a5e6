//! Modules packed into a library: reads the blob of the symbol `__tvm_dev_mblob`.

use crate::binary::{BinaryError, BinaryReader};
use crate::error::{Error, Result};
use crate::module::Module;
use crate::module::import_tree::ImportTree;
use crate::module::loader::{Loaders, load_binary};
use crate::packed_func::PackedFunc;
use crate::registry::Registry;

/// The key of the entry for the library itself.
pub(super) const LIBRARY: &str = "_lib";

/// The key of the entry with the import tree.
pub(super) const IMPORT_TREE: &str = "_import_tree";

/// The symbol of the blob.
pub(super) const SYMBOL: &str = "__tvm_dev_mblob";

/// Modules cannot be packed or unpacked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BlobError {
    /// The length of the blob does not match its content.
    #[error("expected {expected} bytes after the length of the blob, found {found}")]
    Length {
        /// The length that the first eight bytes declare.
        expected: u64,
        /// The actual length.
        found: usize,
    },
    /// Bytes follow the last entry.
    #[error("expected the end of the blob at byte {position}, found {surplus} more bytes")]
    Surplus {
        /// The end of the last entry.
        position: usize,
        /// The number of bytes that follow.
        surplus: usize,
    },
    /// No loader is registered for a kind of module.
    #[error("Binary was created using {key} but a loader of that name is not registered. Available loaders are {}. Perhaps you need to recompile with this runtime enabled.", available.join(", "))]
    NoLoader {
        /// The type key of the module.
        key: String,
        /// The type keys with loaders.
        available: Vec<&'static str>,
    },
    /// A packed module cannot be loaded.
    #[error("entry {number} of the blob (`{key}`): {}", source.message())]
    Entry {
        /// The number of the entry, from 0.
        number: usize,
        /// The type key of the module.
        key: String,
        /// The error of the loader.
        source: Error,
    },
    /// An entry that may occur only once occurs twice.
    #[error("{}entries {first} and {second} of the blob are both `{key}`", if *key == LIBRARY { "Multiple dso module detected, " } else { "" })]
    DuplicateEntry {
        /// The key of the entry.
        key: &'static str,
        /// The number of the first entry, from 0.
        first: usize,
        /// The number of the second entry.
        second: usize,
    },
    /// The blob refers to its library, but is not in a library.
    #[error("the blob refers to a library, but is not in one")]
    NoLibrary,
    /// The import tree has no modules.
    #[error("the import tree has no root module")]
    NoRoot,
    /// The import tree does not match the modules.
    #[error("expected {expected} {what} in the import tree, found {found}")]
    Tree {
        /// The part of the import tree.
        what: &'static str,
        /// The expected value.
        expected: String,
        /// The actual value.
        found: String,
    },
    /// Merging all linkable modules into one library would create a cycle.
    #[error(
        "Cannot export due to multiple dso-exportables that cannot be merged without creating a cycle in the import tree. Related module keys: parent={importer}, child={imported}"
    )]
    CannotMerge {
        /// The type key of a module in the cycle.
        importer: String,
        /// The type key of a module that it imports.
        imported: String,
    },
    /// The stream ends too early or has an invalid value.
    #[error(transparent)]
    Binary(#[from] BinaryError),
}

impl Module {
    /// Returns the root module of a blob, which a compiled library stores under the symbol
    /// `__tvm_dev_mblob`. A blob has a length, modules in their binary forms, and an import tree.
    /// `library` is the module of the library itself; it is part of that tree, but not always the
    /// root.
    ///
    /// # Errors
    /// If the blob is invalid, if no loader handles a kind of module in it, or if a loader fails. A
    /// loader that is an `unsafe fn` is only called by [`Module::from_packed_imports_unchecked`].
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
    /// Loaders::register_binary("notes", |reader| {
    ///     Ok(Module::new(Notes(reader.take(2, "notes")?.into())))
    /// })?;
    /// let module = Module::new(Notes(vec![1, 2]));
    /// module.import(Module::new(Notes(vec![3, 4])))?;
    ///
    /// let blob = module.pack_imports()?;
    /// let back = Module::from_packed_imports(&blob, None)?;
    /// assert_eq!(back.imports()[0].save_to_bytes()?, [3, 4]);
    /// # Ok::<(), objet_runtime::Error>(())
    /// ```
    pub fn from_packed_imports(blob: &[u8], library: Option<&Self>) -> Result<Self> {
        Unpacked::read(blob, library, Registry::find)?.link(true)
    }
}

/// The content of a blob, before the modules are linked.
pub(crate) struct Unpacked {
    modules: Vec<Module>,
    imports: Vec<Vec<usize>>,
    /// The index of the library's module.
    library: Option<usize>,
}

impl Unpacked {
    /// Reads the modules of a blob by the loaders that `find` returns.
    pub(crate) fn read(
        blob: &[u8],
        library: Option<&Module>,
        find: fn(&str) -> Option<PackedFunc>,
    ) -> Result<Self, BlobError> {
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
            match reader.string("the key of an entry")? {
                LIBRARY => {
                    if let Some((first, _)) = library_at.replace((number, modules.len())) {
                        return Err(BlobError::DuplicateEntry { key: LIBRARY, first, second: number });
                    }
                    modules.push(library.ok_or(BlobError::NoLibrary)?.clone());
                }
                IMPORT_TREE => {
                    if let Some((first, _)) = tree.replace((number, ImportTree::read(&mut reader)?)) {
                        return Err(BlobError::DuplicateEntry { key: IMPORT_TREE, first, second: number });
                    }
                }
                key => {
                    let missing =
                        || BlobError::NoLoader { key: key.into(), available: Loaders::binary_kinds() };
                    let loaded = load_binary(key, &mut reader, find).ok_or_else(missing)?;
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
            return Ok(Self { modules, imports, library: library_at.map(|(_, index)| index) });
        }
        // A blob without an import tree has the old format: the library imports all other modules
        // in order.
        if let Some((_, index)) = library_at {
            modules.remove(index);
        }
        modules.insert(0, library.ok_or(BlobError::NoLibrary)?.clone());
        let mut imports = vec![Vec::new(); modules.len()];
        imports[0] = (1..modules.len()).collect();
        Ok(Self { modules, imports, library: Some(0) })
    }

    /// Makes the modules import each other and returns the root. If `library_too` is false, the
    /// library keeps the imports it has.
    pub(crate) fn link(self, library_too: bool) -> Result<Module> {
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
