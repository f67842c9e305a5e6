//! What code for NVIDIA's GPUs looks like from outside.
//!
//! The driver is given the address of code, and not its length: it reads as far as the code says. So it is looked first whether the
//! code has as much.

use crate::binary::BinaryReader;
use crate::device::cuda::CudaError;

/// How code begins that is an ELF file: what is called a cubin.
const ELF: &[u8] = b"\x7fELF";

/// How a container of several such begins: what is called a fatbin.
const FATBIN: &[u8] = &0xba55_ed50_u32.to_le_bytes();

/// Whether code is whole.
pub(super) fn check(code: &[u8]) -> Result<(), CudaError> {
    let wrong = |expected, found: &str| Err(CudaError::Image { expected, found: found.into() });
    let end = if code.starts_with(ELF) {
        elf_end(code)
    } else if code.starts_with(FATBIN) {
        fatbin_end(code)
    } else if code.contains(&0) {
        return wrong("PTX, a cubin or a fatbin as code of a module", "other binary code");
    } else if !code.windows(8).any(|part| part == b".version") {
        return wrong("PTX, a cubin or a fatbin as code of a module", "other text");
    } else {
        return Ok(());
    };
    match end {
        Some(end) if end <= code.len() as u64 => Ok(()),
        _ => wrong("whole code of a module", "code that ends before it should"),
    }
}

/// Where a file in the 64-bit form of ELF ends: the tables of its sections and segments, and what these tell of.
fn elf_end(code: &[u8]) -> Option<u64> {
    let at = |position: u64, size: u64| {
        let end = usize::try_from(position.checked_add(size)?).ok()?;
        let bytes = code.get(end.checked_sub(size as usize)?..end)?;
        let mut number = [0; 8];
        number[..bytes.len()].copy_from_slice(bytes);
        Some(u64::from_le_bytes(number))
    };
    let mut end = 64;
    // The tables of sections and of segments: where the header says where each begins, the size of its entries and their
    // number; and where an entry says where its bytes begin, and how many there are.
    for (table, entry_size, count, offset, size) in [(0x28, 0x3a, 0x3c, 0x18, 0x20), (0x20, 0x36, 0x38, 0x08, 0x20)] {
        let (table, entry_size, count) = (at(table, 8)?, at(entry_size, 2)?, at(count, 2)?);
        for entry in 0..count {
            let entry = table.checked_add(entry.checked_mul(entry_size)?)?;
            let is_empty = size_is_not_in_file(at(entry.checked_add(4)?, 4)?, offset);
            if !is_empty {
                let bytes_end = at(entry.checked_add(offset)?, 8)?.checked_add(at(entry.checked_add(size)?, 8)?)?;
                end = end.max(bytes_end);
            }
            end = end.max(entry.checked_add(entry_size)?);
        }
    }
    Some(end)
}
