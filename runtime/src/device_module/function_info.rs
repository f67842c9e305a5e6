//! How a kernel is to be called.

use objet_object::{DataType, DataTypeCode};

use crate::binary::{BinaryError, BinaryReader, BinaryWriter};

/// How a kernel is to be called: what stands beside its code in a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionInfo {
    /// The name.
    pub name: String,
    /// The types of its arguments.
    pub arg_types: Vec<DataType>,
    /// What the numbers behind the arguments of a call mean: `blockIdx.x` and its like are how many blocks there are,
    /// `threadIdx.x` how many threads in each, `tir.use_dyn_shared_memory` how many bytes these share.
    pub launch_param_tags: Vec<String>,
}

impl FunctionInfo {
    /// The fewest bytes that one takes in a stream.
    pub(crate) const LEAST_BYTES: usize = 24;

    /// A kernel of that name, with its arguments and launch parameters.
    pub fn new(
        name: impl Into<String>,
        arg_types: impl Into<Vec<DataType>>,
        launch_param_tags: &[&str],
    ) -> Self {
        let launch_param_tags = launch_param_tags.iter().map(|tag| (*tag).into()).collect();
        Self { name: name.into(), arg_types: arg_types.into(), launch_param_tags }
    }

    /// Writes the binary form.
    pub fn save(&self, writer: &mut BinaryWriter) {
        writer.bytes(&self.name);
        writer.vector(&self.arg_types, |writer, dtype| {
            writer.u8(dtype.code.0);
            writer.u8(dtype.bits);
            writer.u16(dtype.lanes);
        });
        writer.vector(&self.launch_param_tags, |writer, tag| writer.bytes(tag));
    }

    /// Reads the binary form.
    ///
    /// # Errors
    /// If the stream is not one of it.
    pub fn load(reader: &mut BinaryReader<'_>) -> Result<Self, BinaryError> {
        let name = reader.text("the name of a kernel")?.into();
        let arg_types = reader.vector(4, "the types of arguments", |reader| {
            let (code, bits) = (reader.u8("a type code")?, reader.u8("the bits of a type")?);
            let lanes = reader.u16("the lanes of a type")?;
            Ok::<_, BinaryError>(DataType::new(DataTypeCode(code), bits, lanes))
        })?;
        let launch_param_tags =
            reader.vector(8, "launch tags", |reader| reader.text("a launch tag").map(String::from))?;
        Ok(Self { name, arg_types, launch_param_tags })
    }
}
