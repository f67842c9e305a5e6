//! Parameter files: named tensors in TVM's binary format.

use std::collections::HashSet;

use objet_object::{Map, NDArray, String as Text, TensorBytesError};

use crate::binary::{BinaryError, BinaryReader, BinaryWriter};
use crate::device::NDArrayExt;
use crate::error::Result;

const MAGIC: u64 = 0xF7E5_8D4F_0504_9CB7;

/// A parameter file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParamsError {
    /// The layout of the file is invalid.
    #[error("Invalid parameters file format: {0}")]
    Binary(#[from] BinaryError),
    /// A tensor cannot be read or written.
    #[error("parameter {name:?}: {source}")]
    Tensor {
        /// The name of the tensor.
        name: String,
        /// The reason.
        source: TensorBytesError,
    },
    /// Two tensors have the same name.
    #[error("duplicate parameter name {name:?}")]
    DuplicateName {
        /// The duplicate name.
        name: String,
    },
}

/// Serializes parameters in their order. Tensors on devices are copied to the host first.
///
/// ```
/// use objet_object::{Map, NDArray, String};
/// use objet_runtime::{load_params, save_params};
///
/// let mut params = Map::<String, NDArray>::new();
/// params.insert("weight".into(), NDArray::from_slice(&[2], &[0.5_f32, -0.5])?);
/// let bytes = save_params(&params)?;
/// assert_eq!(load_params(&bytes)?["weight"].as_slice::<f32>()?, [0.5, -0.5]);
/// # Ok::<(), objet_runtime::Error>(())
/// ```
///
/// # Errors
/// If a tensor has a vector element type (several lanes), which the format cannot hold; or if a
/// device fails.
pub fn save_params(params: &Map<Text, NDArray>) -> Result<Vec<u8>> {
    let mut writer = BinaryWriter::new();
    writer.u64(MAGIC);
    writer.u64(0);
    writer.u64(params.len() as u64);
    for name in params.keys() {
        writer.bytes(name.as_str());
    }
    writer.u64(params.len() as u64);
    let mut bytes = writer.into_bytes();
    for (name, tensor) in params {
        let saved = tensor.to_host()?.save_next(&mut bytes);
        saved.map_err(|source| ParamsError::Tensor { name: name.as_str().into(), source })?;
    }
    Ok(bytes)
}

/// Reads the parameters of a file, in the file's order.
///
/// # Errors
/// If the bytes are not exactly one parameter file, if a tensor has a vector element type (for
/// which the format stores only one lane), or if a name occurs twice.
pub fn load_params(bytes: &[u8]) -> Result<Map<Text, NDArray>, ParamsError> {
    let mut reader = BinaryReader::new(bytes);
    expect(&mut reader, "the magic number of a parameter file", MAGIC)?;
    reader.u64("the reserved bytes")?;
    let names = read_names(&mut reader)?;
    expect(&mut reader, "the number of tensors", names.len() as u64)?;
    let params = read_tensors(&mut reader, names)?;
    match reader.rest().len() {
        0 => Ok(params),
        surplus => Err(BinaryError::Unexpected {
            what: "what follows the last tensor",
            position: reader.position(),
            expected: "the end".into(),
            found: format!("{surplus} more bytes"),
        }
        .into()),
    }
}

/// Reads the names of parameters, which are unique.
pub(crate) fn read_names<'a>(reader: &mut BinaryReader<'a>) -> Result<Vec<&'a str>, ParamsError> {
    let names = reader.vector(size_of::<u64>(), "the names of the parameters", |reader| {
        reader.string("the name of a parameter")
    })?;
    let mut known = HashSet::with_capacity(names.len());
    match names.iter().find(|name| !known.insert(**name)) {
        Some(name) => Err(ParamsError::DuplicateName { name: (*name).into() }),
        None => Ok(names),
    }
}

/// Reads the tensors of parameters with these names.
pub(crate) fn read_tensors(
    reader: &mut BinaryReader<'_>,
    names: Vec<&str>,
) -> Result<Map<Text, NDArray>, ParamsError> {
    let mut params = Map::new();
    for name in names {
        let failed = |source| ParamsError::Tensor { name: name.into(), source };
        params.insert(name.into(), reader.tensor().map_err(failed)?);
    }
    Ok(params)
}

fn expect(reader: &mut BinaryReader<'_>, what: &'static str, expected: u64) -> Result<(), BinaryError> {
    let position = reader.position();
    let found = reader.u64(what)?;
    if found == expected {
        return Ok(());
    }
    let text = |number| if expected == MAGIC { format!("{number:#018x}") } else { format!("{number}") };
    Err(BinaryError::Unexpected { what, position, expected: text(expected), found: text(found) })
}

/// The same functions under their global names.
pub(crate) mod global {
    use objet_object::{Map, NDArray, String as Text};
    use objet_object_derive::register_global;

    use crate::error::Result;

    /// Serializes parameters to the bytes of a parameter file.
    #[register_global("runtime.SaveParams", crate = objet_runtime)]
    pub(crate) fn save_params(params: Map<Text, NDArray>) -> Result<Vec<u8>> {
        super::save_params(&params)
    }

    /// Reads the parameters of a parameter file.
    #[register_global("runtime.LoadParams", crate = objet_runtime)]
    pub(crate) fn load_params(bytes: &[u8]) -> Result<Map<Text, NDArray>> {
        Ok(super::load_params(bytes)?)
    }
}
