//! The import relation of modules that are packed into a library.

use crate::binary::{BinaryReader, BinaryWriter};
use crate::module::BlobError;

/// The imports of modules by index, in compressed sparse rows: module `i` imports
/// `children[rows[i]..rows[i + 1]]`.
#[derive(Debug, PartialEq)]
pub(super) struct ImportTree {
    rows: Vec<u64>,
    children: Vec<u64>,
}

impl ImportTree {
    /// Creates the tree from the imports of each module.
    pub(super) fn new(imports: &[Vec<usize>]) -> Self {
        let mut rows = vec![0];
        let mut children = Vec::new();
        for of_one in imports {
            children.extend(of_one.iter().map(|child| *child as u64));
            rows.push(children.len() as u64);
        }
        Self { rows, children }
    }

    pub(super) fn read(reader: &mut BinaryReader<'_>) -> Result<Self, BlobError> {
        let rows = reader.vector(8, "row pointers", |reader| reader.u64("a row pointer"))?;
        let children = reader.vector(8, "children", |reader| reader.u64("a child"))?;
        Ok(Self { rows, children })
    }

    pub(super) fn write(&self, writer: &mut BinaryWriter) {
        writer.vector(&self.rows, |writer, row| writer.u64(*row));
        writer.vector(&self.children, |writer, child| writer.u64(*child));
    }

    /// Returns the imports of each module, checked for a list of `modules` modules.
    pub(super) fn imports(&self, modules: usize) -> Result<Vec<Vec<usize>>, BlobError> {
        let bad = |what, expected: String, found: String| BlobError::Tree { what, expected, found };
        if self.rows.len() != modules + 1 {
            return Err(bad("row pointers", (modules + 1).to_string(), self.rows.len().to_string()));
        }
        let ends = [(0, self.rows[0]), (self.children.len() as u64, self.rows[modules])];
        if let Some((expected, found)) = ends.into_iter().find(|(expected, found)| expected != found) {
            return Err(bad("at an end of the row pointers", expected.to_string(), found.to_string()));
        }
        if let Some(pair) = self.rows.windows(2).find(|pair| pair[0] > pair[1]) {
            return Err(bad("as a row pointer", format!("{} or more", pair[0]), pair[1].to_string()));
        }
        let child = |child: &u64| {
            let number = usize::try_from(*child).ok().filter(|child| *child < modules);
            number.ok_or_else(|| bad("as a child", format!("less than {modules}"), child.to_string()))
        };
        // The row pointers grow from 0 to the number of children, so they are in bounds.
        let rows = self.rows.windows(2).map(|pair| &self.children[pair[0] as usize..pair[1] as usize]);
        rows.map(|row| row.iter().map(child).collect()).collect()
    }
}
