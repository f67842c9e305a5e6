//! The module that holds constants for those which it imports.

mod search;
mod turn;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use objet_object::{Array, NDArray, OpaqueHandle, TensorBytesError};
use objet_object_derive::register_global;

use crate::binary::{BinaryReader, BinaryWriter};
use crate::error::Result;
use crate::module::{Module, ModuleKind, read_lent};
use crate::packed_func::PackedFunc;

use search::search;
use turn::{Initialized, NoWait, Turn};

/// How long a thread waits for another one to initialize a function. That takes as long as the code of the import does, but
/// what it waits for may be this thread, in a way that cannot be seen from here.
const PATIENCE: Duration = Duration::from_secs(30);

/// Constants by name, and which of them each function of the imported modules needs: a kind of module, `metadata`.
///
/// When a function `f` that needs constants is asked for the first time, they are given to the function `__init_f` of the first
/// import that has one. The functions themselves are those of the imports.
///
/// They are given once, however that goes. Meanwhile, who asks for `f` within `__init_f` on the same thread has it as it is; other
/// threads wait, unless they would wait for each other, as when `__init_f` asks for `g` here and `__init_g` for `f` there: one
/// of them has an error at once then. No thread waits longer than half a minute, since `__init_f` may wait for it by other
/// means, such as a launch of which it runs a task; then it has an error too, and may ask again.
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
    /// Where symbols are, by their names.
    positions: HashMap<String, usize>,
}

/// A function that needs constants.
#[derive(Debug)]
struct Symbol {
    name: String,
    /// Which ones, by position.
    variables: Vec<usize>,
    initialized: Arc<Initialized>,
}

/// Constants that do not fit together, or modules that do not do with them as agreed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MetadataError {
    /// A name stands twice where it may stand once.
    #[error("expected each {what} once, found {name:?} twice")]
    Twice {
        /// What it is the name of.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A function needs a constant that is not there.
    #[error("expected a variable {variable:?}, which symbol {symbol:?} needs, found none")]
    NoVariable {
        /// The function.
        symbol: String,
        /// The constant.
        variable: String,
    },
    /// There are not as many of something as there should be.
    #[error("The number of {what} must match: expected {expected}, found {found}")]
    Counts {
        /// Of what.
        what: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: u64,
    },
    /// A constant cannot be read.
    #[error("Loading variables failed: {name:?}, at byte {position}: {source}")]
    Variable {
        /// Its name.
        name: String,
        /// Where it begins.
        position: usize,
        /// What is wrong with it.
        source: TensorBytesError,
    },
    /// The module imports nothing, and so has no functions.
    #[error(
        "expected a metadata module that imports others, asked for function {name:?}, found one without imports"
    )]
    NoImports {
        /// The function that was asked for.
        name: String,
    },
    /// An import did not take its constants.
    #[error("expected 0 from {name:?}, found {found}")]
    Refused {
        /// The function that was to take them.
        name: String,
        /// What came instead.
        found: String,
    },
    /// Two threads would wait for each other, maybe by way of others.
    #[error(
        "expected function {name:?} to be initialized, found that the thread which does it waits for this one"
    )]
    Circle {
        /// The function that was asked for.
        name: String,
    },
    /// Another thread takes its time.
    #[error(
        "expected function {name:?} to be initialized within {seconds} seconds, found another thread still at it"
    )]
    UnderWay {
        /// The function that was asked for.
        name: String,
        /// How long it was waited.
        seconds: u64,
    },
}

impl Metadata {
    /// These constants by name, and the functions that need some of them, with the names of these in order.
    ///
    /// # Errors
    /// If a name stands twice, or if a function needs a constant that is not there.
    pub fn new<N: Into<String>, S: Into<String>, V: AsRef<str>>(
        variables: impl IntoIterator<Item = (N, NDArray)>,
        symbols: impl IntoIterator<Item = (S, impl IntoIterator<Item = V>)>,
    ) -> Result<Self, MetadataError> {
        let variables: Vec<_> = variables.into_iter().map(|(name, array)| (name.into(), array)).collect();
        let mut known = HashMap::new();
        for (position, (name, _)) in variables.iter().enumerate() {
            if known.insert(name.as_str(), position).is_some() {
                return Err(MetadataError::Twice { what: "variable", name: name.clone() });
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
                return Err(MetadataError::Twice { what: "symbol", name });
            }
            all.push(Symbol { name, variables, initialized: Arc::default() });
        }
        Ok(Self { variables, symbols: all, positions })
    }

    /// The constant of that name.
    pub fn variable(&self, name: &str) -> Option<&NDArray> {
        self.variables.iter().find(|(known, _)| known == name).map(|(_, array)| array)
    }

    fn load(reader: &mut BinaryReader<'_>) -> Result<Self> {
        let names = reader.vector(8, "variable names", |reader| reader.text("a variable name"))?;
        expect_count(reader, names.len(), "variables and ndarrays")?;
        let mut variables = Vec::with_capacity(names.len());
        for name in names {
            let position = reader.position();
            let failed = |source| MetadataError::Variable { name: name.into(), position, source };
            variables.push((name, reader.tensor().map_err(failed)?));
        }
        let names = reader.vector(8, "symbol names", |reader| reader.text("a symbol name"))?;
        expect_count(reader, names.len(), "symbols and lists of their variables")?;
        let mut symbols = Vec::with_capacity(names.len());
        for name in names {
            let needed =
                reader.vector(8, "variables of a symbol", |reader| reader.text("a variable name"))?;
            symbols.push((name, needed));
        }
        Ok(Self::new(variables, symbols)?)
    }

    /// The constants that the function of that name still has to be given, and the turn to do it.
    fn to_initialize(&self, name: &str) -> Result<Option<(Array<NDArray>, Turn)>, MetadataError> {
        let Some(position) = self.positions.get(name) else { return Ok(None) };
        let symbol = &self.symbols[*position];
        let turn = symbol.initialized.turn(PATIENCE).map_err(|reason| match reason {
            NoWait::Circle => MetadataError::Circle { name: name.into() },
            NoWait::TooLong => MetadataError::UnderWay { name: name.into(), seconds: PATIENCE.as_secs() },
        })?;
        let constants = || symbol.variables.iter().map(|position| self.variables[*position].1.clone());
        Ok(turn.map(|turn| (constants().collect(), turn)))
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

/// Reads a module of the kind `metadata`.
#[register_global("runtime.module.loadbinary_metadata", crate = objet_runtime)]
pub(crate) fn load_metadata(stream: OpaqueHandle) -> Result<Module> {
    read_lent(stream, |reader| Metadata::load(reader).map(Module::new))
}
