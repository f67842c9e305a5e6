//! Standard modules, which come as text: `prelude.rly` (lists, options and trees), `core.rly`,
//! `gradient.rly` and `nat.rly` (natural numbers).

use std::io;
use std::path::{Path, PathBuf};

use objet::fields::nearest_name;
use objet::function::BoxError;
use objet::prelude::*;
use objet_ir::module::{IRModule, ModuleError};
use objet_ir::span::SourceName;

use super::{ParseError, parse_module_in};
use crate::expr::Function;
use crate::infer::infer_function;

/// The names and texts of the standard modules.
const STD_MODULES: &[(&str, &str)] = &[
    ("core.rly", include_str!("std/core.rly")),
    ("gradient.rly", include_str!("std/gradient.rly")),
    ("nat.rly", include_str!("std/nat.rly")),
    ("prelude.rly", include_str!("std/prelude.rly")),
];

/// A failure to import a module.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// No standard module has the name.
    #[error("there is no standard module {found:?}{}", suggestion(*nearest))]
    Unknown {
        /// The requested name.
        found: String,
        /// The most similar name.
        nearest: Option<&'static str>,
    },
    /// The file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The reason.
        #[source]
        source: io::Error,
    },
    /// The text has errors, or its definitions contradict those of the module.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The module cannot take over the definitions.
    #[error("cannot import the definitions")]
    Module(#[from] ModuleError),
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(", did you mean {name:?}?"))
}

/// Returns the module with the definitions of a standard module, whose types are not inferred. A
/// module that was imported before stays as it is.
///
/// # Errors
/// Fails if there is no such standard module, or if `module` has a type with the name of one of
/// its types.
///
/// ```
/// use objet_ir::module::IRModule;
/// use objet_relay::text::import_std;
///
/// let module = import_std(&IRModule::new(), "prelude.rly")?;
/// assert!(module.get_constructor("List", "Cons").is_ok());
/// assert_eq!(
///     import_std(&module, "prelude").unwrap_err().to_string(),
///     r#"there is no standard module "prelude", did you mean "prelude.rly"?"#
/// );
/// # Ok::<(), objet_relay::text::ImportError>(())
/// ```
#[doc(alias = "import_from_std")]
#[doc(alias = "ImportFromStd")]
pub fn import_std(module: &IRModule, name: &str) -> Result<IRModule, ImportError> {
    let Some((name, text)) = STD_MODULES.iter().find(|(own, _)| *own == name) else {
        let begins_so = |own: &&str| own.strip_suffix(".rly") == Some(name);
        let mut names = STD_MODULES.iter().map(|(own, _)| *own);
        let nearest = names.clone().find(begins_so).or_else(|| nearest_name(name, &mut names));
        return Err(ImportError::Unknown { found: name.into(), nearest });
    };
    import_text(module, name, text)
}

/// Returns the module with the definitions of a file, like [`import_std`].
///
/// # Errors
/// Fails if the file cannot be read, if its text has errors, or if `module` has a type with the
/// name of one of its types.
#[doc(alias = "Import")]
pub fn import_file(module: &IRModule, path: &Path) -> Result<IRModule, ImportError> {
    let read = std::fs::read_to_string(path);
    let text = read.map_err(|source| ImportError::Read { path: path.into(), source })?;
    import_text(module, &path.to_string_lossy(), &text)
}

fn import_text(module: &IRModule, name: &str, text: &str) -> Result<IRModule, ImportError> {
    if module.source_map.source_map.load().contains_key(&SourceName::get(name)) {
        return Ok(module.clone());
    }
    Ok(parse_module_in(name, text, Some(module), None)?)
}

/// Adds the definitions of a file to a module. The new functions have inferred types.
#[register_global("ir.Module_Import")]
fn import(module: IRModule, path: &str) -> Result<(), BoxError> {
    take_over(&module, &import_file(&module, Path::new(path))?)
}

/// Adds the definitions of a standard module to a module. The new functions have inferred types.
#[register_global("ir.Module_ImportFromStd")]
fn import_from_std(module: IRModule, path: &str) -> Result<(), BoxError> {
    take_over(&module, &import_std(&module, path)?)
}

/// Changes a module in place to one that continues it, and infers the types of the new functions.
/// The global variables stay the same objects.
fn take_over(module: &IRModule, imported: &IRModule) -> Result<(), BoxError> {
    if imported.same_as(module) {
        return Ok(());
    }
    let mut imported = imported.clone();
    let vars = imported.global_var_map.load();
    for (name, var) in &vars {
        if module.contains_global_var(name) {
            continue;
        }
        let Ok(function) = imported.lookup(var)?.downcast::<Function>() else { continue };
        let function = match infer_function(function, Some(&imported)) {
            Ok(typed) => typed,
            Err(error) => return Err(error.render(imported.clone()).unwrap_or_else(|error| error).into()),
        };
        imported.add_unchecked(var.clone(), function, true)?;
    }
    let imported = &imported;
    module.update_in_place(imported)?;
    for source in imported.source_map.source_map.load().values() {
        module.source_map.add_in_place(&source.source_name.name, source.source.clone());
    }
    Ok(())
}
