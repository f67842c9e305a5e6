//! Checks the outer structure of GPU code.
//!
//! The driver receives only the start address of the code and reads as far as the code's own sizes
//! say. So the sizes are checked first.

use crate::device::cuda::CudaError;

/// Magic number of an ELF file, the format of a cubin.
const ELF: &[u8] = b"\x7fELF";

/// Magic number of a fatbin, a container of several images.
const FATBIN: &[u8] = &0xba55_ed50_u32.to_le_bytes();

/// Code that [`check`] has accepted: in a known format and complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checked<'a>(&'a [u8]);

impl<'a> Checked<'a> {
    pub(super) fn bytes(self) -> &'a [u8] {
        self.0
    }
}

/// Checks that code has a format that the driver accepts, and is complete.
pub(super) fn check(code: &[u8]) -> Result<Checked<'_>, CudaError> {
    let wrong = |expected, found: &str| Err(CudaError::Image { expected, found: found.into() });
    let end = if code.starts_with(ELF) {
        elf_end(code)
    } else if code.starts_with(FATBIN) {
        fatbin_end(code)
    } else if code.strip_suffix(b"\0").unwrap_or(code).contains(&0) {
        return wrong("PTX, a cubin or a fatbin as the code of a module", "other binary code");
    } else {
        // PTX needs no check here: the driver's compiler reports errors in it.
        return Ok(Checked(code));
    };
    match end {
        Some(end) if end <= code.len() as u64 => Ok(Checked(code)),
        _ => wrong("the complete code of a module", &format!("its first {} bytes", code.len())),
    }
}

/// Returns the end of the segment and section tables, which come last in a 64-bit ELF file.
fn elf_end(code: &[u8]) -> Option<u64> {
    let table_end = |offset, entry_bytes, entries| {
        let bytes = number(code, entry_bytes, 2)?.checked_mul(number(code, entries, 2)?)?;
        number(code, offset, 8)?.checked_add(bytes)
    };
    Some(table_end(0x20, 0x36, 0x38)?.max(table_end(0x28, 0x3a, 0x3c)?))
}

fn fatbin_end(code: &[u8]) -> Option<u64> {
    number(code, 6, 2)?.checked_add(number(code, 8, 8)?)
}

fn number(code: &[u8], position: usize, size: usize) -> Option<u64> {
    let mut number = [0; 8];
    number[..size].copy_from_slice(code.get(position..position + size)?);
    Some(u64::from_le_bytes(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an ELF file of the length that its header declares: two segment entries of 56 bytes,
    /// then three section entries of 64.
    fn elf() -> Vec<u8> {
        let mut code = vec![0; 64 + 2 * 56 + 3 * 64];
        code[..4].copy_from_slice(ELF);
        for (position, value) in
            [(0x20, 64), (0x36, 56), (0x38, 2), (0x28, 64 + 2 * 56), (0x3a, 64), (0x3c, 3)]
        {
            code[position] = value;
        }
        code
    }

    fn fatbin() -> Vec<u8> {
        [FATBIN, &[1, 0, 16, 0, 5, 0, 0, 0, 0, 0, 0, 0], b"12345"].concat()
    }

    #[test]
    fn whole_code_is_taken_and_a_part_of_it_refused() {
        for code in [elf(), fatbin()] {
            check(&code).unwrap();
            check(&[&code[..], b"more"].concat()).unwrap();
            for end in 4..code.len() {
                let error = check(&code[..end]).unwrap_err().to_string();
                assert_eq!(
                    error,
                    format!("expected the complete code of a module, found its first {end} bytes")
                );
            }
        }
    }

    #[test]
    fn sizes_that_lie_are_refused() {
        for position in (0x21..0x28).chain(0x29..0x30) {
            let mut code = elf();
            code[position] = 0xff;
            assert!(check(&code).is_err());
        }
        let mut code = fatbin();
        code[8..16].fill(0xff);
        assert!(check(&code).is_err());
    }

    #[test]
    fn text_is_text() {
        check(b".version 6.0").unwrap();
        check(b".version 6.0\0").unwrap();
        assert!(check(b".version\0 6.0").unwrap_err().to_string().ends_with("found other binary code"));
    }
}
