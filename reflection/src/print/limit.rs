//! Output with a maximum number of characters.

use std::fmt::{self, Formatter, Write};

/// Prints the output of `write`. If it is longer than the precision, prints the prefix and `…`.
pub(crate) fn limited(
    f: &mut Formatter<'_>,
    write: impl FnOnce(&mut dyn Write) -> fmt::Result,
) -> fmt::Result {
    let Some(limit) = f.precision() else { return write(f) };
    let mut out = Limited { out: f, left: limit, is_full: false };
    match write(&mut out) {
        Err(fmt::Error) if out.is_full => Ok(()),
        result => result,
    }
}

struct Limited<'a, 'f> {
    out: &'a mut Formatter<'f>,
    left: usize,
    is_full: bool,
}

impl Write for Limited<'_, '_> {
    /// Fails after the limit is reached, so that the caller stops.
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match text.char_indices().nth(self.left) {
            None => {
                self.left -= text.chars().count();
                self.out.write_str(text)
            }
            Some((end, _)) => {
                self.is_full = true;
                self.out.write_str(&text[..end])?;
                self.out.write_char('…')?;
                Err(fmt::Error)
            }
        }
    }
}
