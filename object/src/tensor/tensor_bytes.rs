//! Tensors as bytes, in the binary format of graphs and parameter files.
//!
//! The format stores the number of bytes of the elements, but counts only one lane per element even
//! if there are more. Additional lanes are stored as follows:
//! - A file contains this number, and then all lanes. A reader that relies on the number reads as
//!   many bytes as from a file of TVM.
//! - Bytes beyond that number are omitted if they are all zero, and omitted bytes are read as zero.
//!   So no data is lost, and a file that ends at that number is saved back unchanged.
//! - Elements of more than [`MAX_LANES_LEFT_OUT`] lanes are always stored in full, so the size of a
//!   file limits the memory of its tensors.

use std::io::{self, Write};

use crate::tensor::data_type::{DataType, DataTypeCode};
use crate::tensor::error::NDArrayError;
use crate::tensor::ndarray::NDArray;

#[cfg(not(target_endian = "little"))]
compile_error!("big-endian targets are not supported: tensor files store elements in little-endian order");

const MAGIC: u64 = 0xDD5E_40F0_96B4_A13F;
const CPU: i32 = 1;

/// The maximum number of lanes of elements that a file may omit: that of the widest vector
/// registers.
const MAX_LANES_LEFT_OUT: u16 = 128;

/// Bytes are not a valid tensor, or a tensor cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TensorBytesError {
    /// The bytes end too early.
    #[error("expected {expected} bytes for {what}, found {found}")]
    Truncated {
        /// The expected part of the format.
        what: &'static str,
        /// The size of this part in bytes.
        expected: u64,
        /// The number of available bytes.
        found: usize,
    },
    /// A number in the header has an invalid value.
    #[error("expected {expected} as {what}, found {found}")]
    Header {
        /// The meaning of the number.
        what: &'static str,
        /// The valid values.
        expected: String,
        /// The actual value.
        found: String,
    },
    /// Elements have several lanes. The format counts only one lane of each element, so a reader
    /// could not find the next tensor.
    #[error("a sequence of tensors cannot hold elements of type {dtype}: the format does not count lanes")]
    Lanes {
        /// The type of the elements.
        dtype: DataType,
    },
    /// More bytes follow the tensor.
    #[error("unexpected bytes after the tensor: {found}")]
    Surplus {
        /// The number of bytes that follow.
        found: usize,
    },
    /// The tensor cannot be created, or its elements cannot be read.
    #[error(transparent)]
    NDArray(#[from] NDArrayError),
    /// The bytes cannot be written.
    #[error("cannot write a tensor: {0}")]
    Io(#[from] io::Error),
}

impl NDArray {
    /// Writes the tensor in TVM's binary format.
    ///
    /// ```
    /// use objet_object::NDArray;
    ///
    /// let tensor = NDArray::from_slice(&[3], &[0.0_f32, 1.0, 2.0])?;
    /// let mut bytes = Vec::new();
    /// tensor.save(&mut bytes)?;
    /// assert_eq!(NDArray::load(&bytes)?.as_slice::<f32>()?, [0.0, 1.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the elements are not in host memory, or if writing to `out` fails.
    pub fn save(&self, out: &mut impl Write) -> Result<(), TensorBytesError> {
        let compact = self.compact()?;
        let elements = compact.as_bytes()?;
        let dtype = self.dtype();
        let counted = self.counted();
        let mut header = Vec::with_capacity(64);
        header.extend_from_slice(&MAGIC.to_le_bytes());
        header.extend_from_slice(&0_u64.to_le_bytes());
        header.extend_from_slice(&CPU.to_le_bytes());
        header.extend_from_slice(&0_i32.to_le_bytes());
        header.extend_from_slice(&(self.shape().len() as i32).to_le_bytes());
        header.extend_from_slice(&[dtype.code.0, dtype.bits]);
        header.extend_from_slice(&dtype.lanes.to_le_bytes());
        for extent in self.shape() {
            header.extend_from_slice(&extent.to_le_bytes());
        }
        header.extend_from_slice(&(counted as u64).to_le_bytes());
        out.write_all(&header)?;
        let (inside, behind) = elements.split_at(counted);
        out.write_all(inside)?;
        if dtype.lanes > MAX_LANES_LEFT_OUT || behind.iter().any(|byte| *byte != 0) {
            out.write_all(behind)?;
        }
        Ok(())
    }

    /// Writes the tensor as part of a sequence of tensors.
    ///
    /// # Errors
    /// If the elements have several lanes that the format does not count, and as for
    /// [`NDArray::save`].
    pub fn save_next(&self, out: &mut impl Write) -> Result<(), TensorBytesError> {
        if self.counted() != self.byte_size() {
            return Err(TensorBytesError::Lanes { dtype: self.dtype() });
        }
        self.save(out)
    }

    /// Returns the size of the elements in bytes, as the format counts it: one lane per element.
    fn counted(&self) -> usize {
        self.element_count().saturating_mul(usize::from(self.dtype().bits).div_ceil(8))
    }

    /// Reads the first of a sequence of tensors. Afterwards, `bytes` begins at the next tensor.
    ///
    /// ```
    /// use objet_object::NDArray;
    ///
    /// let mut bytes = Vec::new();
    /// NDArray::from_slice(&[2], &[1_u8, 2])?.save_next(&mut bytes)?;
    /// NDArray::from_slice(&[], &[0.5_f64])?.save_next(&mut bytes)?;
    /// let mut rest = bytes.as_slice();
    /// assert_eq!(NDArray::load_next(&mut rest)?.as_slice::<u8>()?, [1, 2]);
    /// assert_eq!(NDArray::load_next(&mut rest)?.as_slice::<f64>()?, [0.5]);
    /// assert!(rest.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If `bytes` does not begin with a valid tensor, or if [`NDArray::save_next`] rejects the
    /// tensor.
    pub fn load_next(bytes: &mut &[u8]) -> Result<Self, TensorBytesError> {
        let Header { shape, dtype, count, counted, rest } = Header::read(bytes)?;
        if count.saturating_mul(dtype.bytes() as u128) != counted as u128 {
            return Err(TensorBytesError::Lanes { dtype });
        }
        let (elements, rest) = rest.split_at(counted);
        let tensor = Self::from_bytes(&shape, dtype, elements)?;
        *bytes = rest;
        Ok(tensor)
    }

    /// Reads a tensor in TVM's binary format from all of these bytes.
    ///
    /// # Errors
    /// If the bytes are not exactly one tensor.
    pub fn load(bytes: &[u8]) -> Result<Self, TensorBytesError> {
        let Header { shape, dtype, count, counted, rest } = Header::read(bytes)?;
        let full = count.saturating_mul(dtype.bytes() as u128);
        if rest.len() as u128 == full {
            return Ok(Self::from_bytes(&shape, dtype, rest)?);
        }
        if rest.len() > counted {
            return Err(TensorBytesError::Surplus { found: rest.len() - counted });
        }
        if dtype.lanes > MAX_LANES_LEFT_OUT {
            let expected = u64::try_from(full).unwrap_or(u64::MAX);
            return Err(TensorBytesError::Truncated {
                what: "all lanes of the elements",
                expected,
                found: counted,
            });
        }
        with_zeros(&shape, dtype, rest)
    }
}

/// The header before the elements, and the bytes that follow it.
struct Header<'a> {
    shape: Vec<i64>,
    dtype: DataType,
    /// The number of elements.
    count: u128,
    /// The size of the elements in bytes, as the file states it. At least this many bytes follow.
    counted: usize,
    /// The bytes after the header.
    rest: &'a [u8],
}

impl<'a> Header<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, TensorBytesError> {
        let mut rest = bytes;
        let magic = u64::from_le_bytes(take(&mut rest, "the magic number")?);
        if magic != MAGIC {
            return Err(header("the magic number of a tensor", format!("{MAGIC:#x}"), format!("{magic:#x}")));
        }
        take::<8>(&mut rest, "the reserved bytes")?;
        let device = i32::from_le_bytes(take(&mut rest, "the type of device")?);
        if device != CPU {
            return Err(header("the type of device", format!("{CPU} (cpu)"), device.to_string()));
        }
        take::<4>(&mut rest, "the number of the device")?;
        let ndim = i32::from_le_bytes(take(&mut rest, "the number of dimensions")?);
        let [code, bits, lanes @ ..] = take::<4>(&mut rest, "the data type")?;
        let dtype = DataType::new(DataTypeCode(code), bits, u16::from_le_bytes(lanes));
        let ndim = u32::try_from(ndim)
            .map_err(|_| header("the number of dimensions", "0 or more".into(), ndim.to_string()))?;
        let extents = u64::from(ndim) * 8;
        let Some((extents, mut rest)) =
            usize::try_from(extents).ok().and_then(|size| rest.split_at_checked(size))
        else {
            return Err(TensorBytesError::Truncated {
                what: "the shape",
                expected: extents,
                found: rest.len(),
            });
        };
        let shape: Vec<i64> =
            extents.as_chunks().0.iter().map(|extent| i64::from_le_bytes(*extent)).collect();
        let stored = i64::from_le_bytes(take(&mut rest, "the size of the elements")?);
        let count = elements(&shape)?;
        let counted = count.saturating_mul(u128::from(bits).div_ceil(8));
        if u128::try_from(stored) != Ok(counted) {
            return Err(header("the size of the elements", counted.to_string(), stored.to_string()));
        }
        if (rest.len() as u128) < counted {
            return Err(TensorBytesError::Truncated {
                what: "the elements",
                expected: stored as u64,
                found: rest.len(),
            });
        }
        Ok(Self { shape, dtype, count, counted: stored as usize, rest })
    }
}

/// Creates a tensor from these bytes, followed by zeros.
fn with_zeros(shape: &[i64], dtype: DataType, bytes: &[u8]) -> Result<NDArray, TensorBytesError> {
    let mut tensor = NDArray::zeros(shape, dtype)?;
    // A new tensor has only one reference, so it is writable.
    let memory = tensor.as_bytes_mut()?;
    memory[..bytes.len()].copy_from_slice(bytes);
    Ok(tensor)
}

/// Returns the number of elements. Saturates at `u128::MAX`.
fn elements(shape: &[i64]) -> Result<u128, TensorBytesError> {
    let mut count = 1_u128;
    let mut empty = false;
    for extent in shape {
        let extent = u128::try_from(*extent)
            .map_err(|_| header("the extent of a dimension", "0 or more".into(), extent.to_string()))?;
        empty |= extent == 0;
        count = count.saturating_mul(extent.max(1));
    }
    Ok(if empty { 0 } else { count })
}

fn take<const N: usize>(rest: &mut &[u8], what: &'static str) -> Result<[u8; N], TensorBytesError> {
    let too_short = TensorBytesError::Truncated { what, expected: N as u64, found: rest.len() };
    let (first, next) = rest.split_first_chunk().ok_or(too_short)?;
    *rest = next;
    Ok(*first)
}

fn header(what: &'static str, expected: String, found: String) -> TensorBytesError {
    TensorBytesError::Header { what, expected, found }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(tensor: &NDArray) -> Vec<u8> {
        let mut bytes = Vec::new();
        tensor.save(&mut bytes).expect("a tensor on the host");
        bytes
    }

    const EXAMPLE: [u8; 60] = [
        0x3f, 0xa1, 0xb4, 0x96, 0xf0, 0x40, 0x5e, 0xdd, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0,
        0, 0, 2, 0x20, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3f,
        0, 0, 0, 0x40,
    ];

    #[test]
    fn the_bytes_match_the_specification() {
        let tensor = NDArray::from_slice(&[3], &[0.0_f32, 1.0, 2.0]).unwrap();
        assert_eq!(written(&tensor), EXAMPLE);
        assert_eq!(NDArray::load(&EXAMPLE).unwrap().as_slice::<f32>().unwrap(), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn truncated_or_changed_bytes_are_errors() {
        for length in 0..EXAMPLE.len() {
            assert!(NDArray::load(&EXAMPLE[..length]).is_err(), "{length}");
        }
        assert!(NDArray::load(&[&EXAMPLE[..], &[0]].concat()).is_err());
        for (place, byte) in
            [(0, 0), (16, 2), (27, 0x80), (24, 200), (39, 0x80), (39, 0x70), (38, 1), (40, 13), (29, 64)]
        {
            let mut bytes = EXAMPLE;
            bytes[place] = byte;
            assert!(NDArray::load(&bytes).is_err(), "{place}");
        }
    }

    #[test]
    fn lanes_are_not_counted_but_kept() {
        let dtype = DataType::float(32).with_lanes(4);
        let full: Vec<u8> = (1..33).collect();
        let tensor = NDArray::from_bytes(&[2], dtype, &full).unwrap();
        let bytes = written(&tensor);
        assert_eq!((bytes[40], bytes.len()), (8, 48 + 32));
        assert_eq!(NDArray::load(&bytes).unwrap().as_bytes().unwrap(), full);
        let cut = NDArray::load(&bytes[..48 + 8]).unwrap();
        assert_eq!(cut.as_bytes().unwrap()[..12], [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0]);
        assert_eq!(written(&cut), bytes[..48 + 8]);
    }

    #[test]
    fn few_bytes_never_make_a_large_tensor() {
        for (lanes, expected) in [(128, true), (129, false), (u16::MAX, false)] {
            let zeros = NDArray::zeros(&[2], DataType::uint(8).with_lanes(lanes)).unwrap();
            let bytes = written(&zeros);
            assert_eq!(bytes.len(), if expected { 48 + 2 } else { 48 + zeros.byte_size() });
            assert_eq!(NDArray::load(&bytes).unwrap().byte_size(), zeros.byte_size());
            assert_eq!(NDArray::load(&bytes[..48 + 2]).is_ok(), expected);
        }
        let mut bytes = EXAMPLE;
        bytes[30..32].copy_from_slice(&u16::MAX.to_le_bytes());
        assert_eq!(
            NDArray::load(&bytes).unwrap_err().to_string(),
            "expected 786420 bytes for all lanes of the elements, found 12"
        );
    }

    #[test]
    fn elements_have_bits() {
        for (bits, lanes) in [(0, 1), (32, 0), (0, 0)] {
            let dtype = DataType::new(DataTypeCode::INT, bits, lanes);
            assert_eq!(NDArray::zeros(&[2], dtype).unwrap_err(), NDArrayError::NoBits { dtype });
        }
        let mut bytes = EXAMPLE;
        bytes[30] = 0;
        assert!(matches!(NDArray::load(&bytes), Err(TensorBytesError::NDArray(NDArrayError::NoBits { .. }))));
    }

    proptest! {
        #[test]
        fn every_tensor_round_trips(
            shape in prop::collection::vec(0_i64..4, 0..4),
            code in 0_u8..20, bits in 1_u8..130, lanes in prop_oneof![1_u16..5, 127_u16..131], seed in any::<u8>(),
        ) {
            let dtype = DataType::new(DataTypeCode(code), bits, lanes);
            let size = shape.iter().product::<i64>() as usize * dtype.bytes();
            let elements: Vec<u8> = (0..size).map(|byte| (byte as u8).wrapping_mul(seed)).collect();
            let tensor = NDArray::from_bytes(&shape, dtype, &elements).unwrap();
            let bytes = written(&tensor);
            let back = NDArray::load(&bytes).unwrap();
            prop_assert_eq!((back.shape(), back.dtype()), (tensor.shape(), dtype));
            prop_assert_eq!(back.as_bytes().unwrap(), elements);
        }

        #[test]
        fn no_bytes_panic(place in 16_usize..60, bytes in prop::collection::vec(any::<u8>(), 0..16)) {
            let mut all = EXAMPLE.to_vec();
            let end = all.len().min(place + bytes.len());
            all[place..end].copy_from_slice(&bytes[..end - place]);
            let _ = NDArray::load(&all);
        }
    }
}
