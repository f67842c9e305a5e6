//! The registry of passes by name.

use std::collections::BTreeMap;
use std::panic::Location;
use std::sync::{LazyLock, OnceLock};

use objet::Registry;
use objet::fields::nearest_name;

use super::{Pass, PassError};

/// The registration of a pass, which [`register_pass!`](crate::register_pass) submits at link time.
pub struct PassRegistration {
    name: &'static str,
    location: &'static Location<'static>,
    make: fn() -> Pass,
}

impl PassRegistration {
    /// Creates a registration. `make` runs at the first lookup of the pass.
    #[track_caller]
    pub const fn new(name: &'static str, make: fn() -> Pass) -> Self {
        Self { name, location: Location::caller(), make }
    }
}

inventory::collect!(PassRegistration);

struct Registered {
    registration: &'static PassRegistration,
    pass: OnceLock<Pass>,
    /// The source location of the second registration, if the pass is registered twice.
    second: Option<&'static Location<'static>>,
}

static PASSES: LazyLock<BTreeMap<&'static str, Registered>> = LazyLock::new(|| {
    let mut passes = BTreeMap::<_, Registered>::new();
    for registration in inventory::iter::<PassRegistration> {
        let new = Registered { registration, pass: OnceLock::new(), second: None };
        let registered = passes.entry(registration.name).or_insert(new);
        if !std::ptr::eq(registered.registration, registration) {
            registered.second = Some(registration.location);
        }
    }
    passes
});

/// The prefixes of the names under which TVM registers passes.
const PREFIXES: [&str; 2] = ["transform.", "relay._transform."];

/// Returns the pass registered under the name itself or under the name with one of the prefixes.
pub(super) fn get(name: &str) -> Result<Pass, PassError> {
    let prefixed = || PREFIXES.iter().map(|prefix| format!("{prefix}{name}"));
    let names = || std::iter::once(name.to_owned()).chain(prefixed());
    let Some(found) = names().find_map(|name| PASSES.get(name.as_str())) else {
        let Some(function) =
            names().filter(|name| name.contains(PREFIXES[0])).find_map(|name| Registry::find(&name))
        else {
            return Err(unknown(name));
        };
        let created = function.call_as::<Pass>(());
        return created
            .map_err(|source| PassError::CreationFailed { function: function.name().into(), source });
    };
    let registration = found.registration;
    match found.second {
        Some(second) => Err(PassError::DuplicateRegistration {
            name: registration.name,
            first: registration.location,
            second,
        }),
        None => Ok(found.pass.get_or_init(registration.make).clone()),
    }
}

fn unknown(name: &str) -> PassError {
    let short = |name: &'static str| PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix));
    let names = PASSES.keys().copied();
    let nearest = nearest_name(name, names.flat_map(|name| std::iter::once(name).chain(short(name))));
    PassError::Unknown { found: name.into(), nearest }
}

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PASSES.keys().copied()
}

/// Registers a pass at link time, so that other passes can require it by name. The second argument
/// is a function that creates the pass at the first lookup.
///
/// ```
/// use objet_ir::transform::{ModulePass, Pass, PassInfo};
///
/// fn nothing() -> Pass {
///     ModulePass::new(PassInfo::new(0, "doc.Nothing", []), |module, _| Ok(module)).into()
/// }
///
/// objet_ir::register_pass!("doc.Nothing", nothing);
///
/// assert_eq!(Pass::get("doc.Nothing")?.pass_info.name, "doc.Nothing");
/// assert_eq!(
///     Pass::get("doc.Nothin").unwrap_err().to_string(),
///     r#"no pass "doc.Nothin" is registered, did you mean "doc.Nothing"?"#
/// );
/// # Ok::<(), objet_ir::transform::PassError>(())
/// ```
#[macro_export]
macro_rules! register_pass {
    ($name:literal, $make:expr) => {
        $crate::__private::inventory::submit! {
            $crate::transform::PassRegistration::new($name, $make)
        }
    };
}
