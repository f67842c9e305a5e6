//! The module kind that holds constants for the modules it imports.

mod initialization;
mod search;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use objet_object::{Array, NDArray, OpaqueHandle, TensorBytesError};
use objet_object_derive::register_global;

use crate::binary::{BinaryReader, BinaryWriter};
use crate::error::Result;
use crate::module::{Module, ModuleKind, read_lent};
use crate::packed_func::PackedFunc;

use initialization::{Guard, Initialized, WaitError};
use search::search;

/// Maximum time that a thread waits for another thread to initialize a function. The initializer of
/// an import may run that long, but it may also wait for this thread in a way that is not
/// detectable here.
const INIT_TIMEOUT: Duration = Duration::from_secs(30);

/// A kind of module, `metadata`: named constants, and the constants that each function of the
/// imported modules needs.
///
/// The functions are those of the imports. When a function `f` that needs constants is first looked
/// up, the constants are passed to `__init_f`, which is searched for in the imports. This happens
/// once, even if it fails.
///
/// During the initialization of `f`:
/// - A lookup of `f` by the same thread, within `__init_f`, returns `f`.
/// - A lookup of `f` by another thread waits. If two threads would wait for each other, one of them
///   gets an error at once. For example, `__init_f` looks up `g` here while `__init_g` looks up
///   `f`.
/// - No thread waits longer than 30 seconds, because `__init_f` may depend on the waiting thread in
///   an undetectable way. After that, the lookup returns an error and may be repeated.
///
/// ```
/// use objet_object::NDArray;
/// use objet_runtime::Module;
/// use objet_runtime::module::Metadata;
///
/// let weight = NDArray::from_slice(&[2], &[0.5_f32, 0.25])?;
/// let metadata = Metadata::new([("weight", weight)], [("main", ["weight"])])?;
/// let module = Module::new(metadata);
/// assert_eq!(module.type_key(), "metadata");
/// let bytes = module.save_to_bytes()?;
/// # assert!(!bytes.is_empty());
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(Debug)]
pub struct Metadata {
    variables: Vec<(String, NDArray)>,
    symbols: Vec<Symbol>,
    /// The index of each symbol by name.
    positions: HashMap<String, usize>,
}

/// A function that needs constants.
#[derive(Debug)]
struct Symbol {
    name: String,
    /// The indices of the constants.
    variables: Vec<usize>,
    initialized: Arc<Initialized>,
}

/// Constants are inconsistent, or a module does not accept its constants.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MetadataError {
    /// A name occurs twice.
    #[error("duplicate {what} {name:?}")]
    DuplicateName {
        /// The kind of name.
        what: &'static str,
        /// The duplicate name.
        name: String,
    },
    /// A function needs a constant that does not exist.
    #[error("symbol {symbol:?} needs variable {variable:?}, which does not exist")]
    NoVariable {
        /// The name of the function.
        symbol: String,
        /// The name of the constant.
        variable: String,
    },
    /// Two lists of the binary form have different lengths.
    #[error("The number of {what} must match: expected {expected}, found {found}")]
    Counts {
        /// The lists.
        what: &'static str,
        /// The length of the first list.
        expected: usize,
        /// The length of the second list.
        found: u64,
    },
    /// A constant cannot be read.
    #[error("Loading variables failed: {name:?}, at byte {position}: {source}")]
    Variable {
        /// The name of the constant.
        name: String,
        /// The position of the constant in bytes.
        position: usize,
        /// The reason.
        source: TensorBytesError,
    },
    /// The module has no imports, and therefore no functions.
    #[error("cannot look up function {name:?}: the metadata module has no imports")]
    NoImports {
        /// The name of the requested function.
        name: String,
    },
    /// An initializer of an import failed.
    #[error("initializer {name:?} failed: expected result 0, found {found}")]
    InitializerFailed {
        /// The name of the initializer.
        name: String,
        /// The result of the initializer.
        found: String,
    },
    /// Waiting for another thread's initialization would be a deadlock.
    #[error("deadlock: the thread that initializes function {name:?} waits for this thread")]
    Deadlock {
        /// The name of the requested function.
        name: String,
    },
    /// Another thread's initialization takes too long.
    #[error("timeout after {seconds} seconds: another thread is still initializing function {name:?}")]
    Timeout {
        /// The name of the requested function.
        name: String,
        /// The waiting time in seconds.
        seconds: u64,
    },
}

impl Metadata {
    /// Creates a module kind from named constants and the functions that need constants. The names
    /// of a function's constants are in the order in which its initializer receives them.
    ///
    /// # Errors
    /// If a name occurs twice, or if a function needs a constant that does not exist.
    pub fn new<N: Into<String>, S: Into<String>, V: AsRef<str>>(
        variables: impl IntoIterator<Item = (N, NDArray)>,
        symbols: impl IntoIterator<Item = (S, impl IntoIterator<Item = V>)>,
    ) -> Result<Self, MetadataError> {
        let variables: Vec<_> = variables.into_iter().map(|(name, array)| (name.into(), array)).collect();
        let mut known = HashMap::new();
        for (position, (name, _)) in variables.iter().enumerate() {
            if known.insert(name.as_str(), position).is_some() {
                return Err(MetadataError::DuplicateName { what: "variable", name: name.clone() });
            }
        }
        let (mut positions, mut all) = (HashMap::new(), Vec::new());
        for (name, needed) in symbols {
            let name = name.into();
            let position = |variable: V| {
                let variable = variable.as_ref();
                known.get(variable).copied().ok_or_else(|| MetadataError::NoVariable {
                    symbol: name.clone(),
                    variable: variable.into(),
                })
            };
            let variables = needed.into_iter().map(position).collect::<Result<_, _>>()?;
            if positions.insert(name.clone(), all.len()).is_some() {
                return Err(MetadataError::DuplicateName { what: "symbol", name });
            }
            all.push(Symbol { name, variables, initialized: Arc::default() });
        }
        Ok(Self { variables, symbols: all, positions })
    }

    /// Returns the constant of that name.
    pub fn variable(&self, name: &str) -> Option<&NDArray> {
        self.variables.iter().find(|(known, _)| known == name).map(|(_, array)| array)
    }

    fn load(reader: &mut BinaryReader<'_>) -> Result<Self> {
        let names = reader.vector(8, "variable names", |reader| reader.string("a variable name"))?;
        expect_count(reader, names.len(), "variables and ndarrays")?;
        let mut variables = Vec::with_capacity(names.len());
        for name in names {
            let position = reader.position();
            let failed = |source| MetadataError::Variable { name: name.into(), position, source };
            variables.push((name, reader.tensor().map_err(failed)?));
        }
        let names = reader.vector(8, "symbol names", |reader| reader.string("a symbol name"))?;
        expect_count(reader, names.len(), "symbols and lists of their variables")?;
        let mut symbols = Vec::with_capacity(names.len());
        for name in names {
            let needed =
                reader.vector(8, "variables of a symbol", |reader| reader.string("a variable name"))?;
            symbols.push((name, needed));
        }
        Ok(Self::new(variables, symbols)?)
    }

    /// Returns the constants to initialize a function with, and the guard of its initialization.
    /// Returns `None` if there is nothing to do.
    fn to_initialize(&self, name: &str) -> Result<Option<(Array<NDArray>, Guard)>, MetadataError> {
        let Some(position) = self.positions.get(name) else { return Ok(None) };
        let symbol = &self.symbols[*position];
        let guard = symbol.initialized.guard(INIT_TIMEOUT).map_err(|reason| match reason {
            WaitError::Deadlock => MetadataError::Deadlock { name: name.into() },
            WaitError::Timeout => {
                MetadataError::Timeout { name: name.into(), seconds: INIT_TIMEOUT.as_secs() }
            }
        })?;
        let constants = || symbol.variables.iter().map(|position| self.variables[*position].1.clone());
        Ok(guard.map(|guard| (constants().collect(), guard)))
    }
}

fn expect_count(reader: &mut BinaryReader<'_>, expected: usize, what: &'static str) -> Result<()> {
    let found = reader.u64(what)?;
    match found == expected as u64 {
        true => Ok(()),
        false => Err(MetadataError::Counts { what, expected, found }.into()),
    }
}

impl ModuleKind for Metadata {
    fn type_key(&self) -> &str {
        "metadata"
    }

    fn function(&self, name: &str, module: &Module) -> Result<Option<PackedFunc>> {
        search(self, module, name)
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        let mut writer = BinaryWriter::new();
        writer.vector(&self.variables, |writer, (name, _)| writer.bytes(name));
        writer.u64(self.variables.len() as u64);
        let mut tensor = Vec::new();
        for (_, array) in &self.variables {
            tensor.clear();
            array.save_next(&mut tensor)?;
            writer.raw(&tensor);
        }
        writer.vector(&self.symbols, |writer, symbol| writer.bytes(&symbol.name));
        writer.vector(&self.symbols, |writer, symbol| {
            writer.vector(&symbol.variables, |writer, position| writer.bytes(&self.variables[*position].0));
        });
        Ok(writer.into_bytes())
    }
}

/// Reads a module of kind `metadata` from a binary stream.
#[register_global("runtime.module.loadbinary_metadata", crate = objet_runtime)]
pub(crate) fn load_metadata(stream: OpaqueHandle) -> Result<Module> {
    read_lent(stream, |reader| Metadata::load(reader).map(Module::new))
}
