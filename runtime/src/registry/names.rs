//! The table of global names.
//!
//! - Names are in a tree, keyed by the bits of their hashes, which only grows. A reader takes no
//!   lock and writes nothing.
//! - All libraries of a process share the table, but each library has its own statics. Crates for
//!   concurrent reading (`arc-swap`, `papaya`, `scc`) record readers in statics or by thread
//!   numbers from statics. With such a crate, one library would free what a reader in another
//!   library still uses.

use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use objet_object::types::Declared;

use crate::packed_func::PackedFunc;
use crate::registry::RegistryError;
use crate::registry::linked::LinkedFunction;
use crate::registry::slot::Slot;

/// Number of trees. The low bits of a hash select the tree.
const ROOTS: usize = 1 << 10;
/// Number of children of each entry.
const BRANCHES: usize = 4;

/// A reference to an entry, written once.
type Link = OnceLock<&'static Entry>;

/// A name that a function has or had. Entries are never removed.
struct Entry {
    name: String,
    hash: usize,
    /// The children, selected by the next bits of the hash.
    next: [Link; BRANCHES],
    function: Slot,
    /// Whether an `unsafe` function has or had the name. Set before such a function is in the slot.
    is_unsafe: AtomicBool,
}

/// The name table of a process.
pub(crate) struct Names {
    roots: Box<[Link]>,
    writer: Mutex<Writer>,
    /// Functions that are called with each name that loses its function.
    listeners: Mutex<Vec<Listener>>,
}

/// A function that is called with a name that has lost its function.
pub(super) type Listener = fn(&str);

/// The state of writers, one at a time. No user code runs under its lock: no function is called or
/// dropped.
#[derive(Default)]
struct Writer {
    entries: Vec<&'static Entry>,
    rejected: Vec<RegistryError>,
}

impl Names {
    pub(super) fn new() -> Self {
        Self {
            roots: (0..ROOTS).map(|_| Link::new()).collect(),
            writer: Mutex::default(),
            listeners: Mutex::default(),
        }
    }

    #[inline]
    fn entry(&self, name: &str) -> Option<&'static Entry> {
        self.link(name, hash(name)).get().copied()
    }

    /// Returns the link that holds this name, or the empty link where the name belongs.
    #[inline]
    fn link(&self, name: &str, hash: usize) -> &Link {
        let mut link = &self.roots[hash % ROOTS];
        let mut rest = hash / ROOTS;
        while let Some(entry) = link.get()
            && (entry.hash != hash || entry.name != name)
        {
            link = &entry.next[rest % BRANCHES];
            rest /= BRANCHES;
        }
        link
    }

    #[inline]
    pub(super) fn get(&self, name: &str) -> Option<&'static PackedFunc> {
        let entry = self.entry(name)?;
        entry.function.get().filter(|_| !entry.is_unsafe.load(Ordering::Relaxed))
    }

    pub(super) fn find(&self, name: &str) -> Option<PackedFunc> {
        let entry = self.entry(name)?;
        entry.function.find().filter(|_| !entry.is_unsafe.load(Ordering::Relaxed))
    }

    /// Returns the function of a name, even if it is `unsafe`.
    pub(crate) fn get_unchecked(&self, name: &str) -> Option<&'static PackedFunc> {
        self.entry(name)?.function.get()
    }

    /// Returns the function of a name, even if it is `unsafe`.
    pub(crate) fn find_unchecked(&self, name: &str) -> Option<PackedFunc> {
        self.entry(name)?.function.find()
    }

    /// Returns whether only `get_unchecked` and `find_unchecked` find the name.
    pub(super) fn is_unsafe(&self, name: &str) -> bool {
        self.entry(name).is_some_and(|entry| entry.is_unsafe.load(Ordering::Relaxed))
    }

    pub(super) fn register(
        &self,
        name: &str,
        function: PackedFunc,
        declared: Declared,
        can_override: bool,
    ) -> Result<(), RegistryError> {
        let new = New { name, function, declared, is_linked: false, is_unsafe: false };
        self.put(&new, can_override)
    }

    /// Puts a function into the slot of its name. The replaced function is dropped after the lock,
    /// because its drop may use the registry. A rejected function stays with the caller.
    fn put(&self, new: &New<'_>, can_override: bool) -> Result<(), RegistryError> {
        let New { name, declared, is_linked, is_unsafe, .. } = *new;
        let mut writer = self.lock();
        let hash = hash(name);
        let entry = self.link(name, hash).get_or_init(|| {
            let entry: &'static Entry = Box::leak(Box::new(Entry {
                name: name.into(),
                hash,
                next: Default::default(),
                function: Slot::default(),
                is_unsafe: AtomicBool::new(false),
            }));
            writer.entries.push(entry);
            entry
        });
        if let Some(first) = entry.function.declared()
            && !can_override
        {
            // Another thread may have registered the same function after this thread's lookup.
            return match is_linked && first == declared {
                true => Ok(()),
                false => {
                    Err(RegistryError::DuplicateRegistration { name: name.into(), first, second: declared })
                }
            };
        }
        new.function.set_name(name);
        entry.is_unsafe.fetch_or(is_unsafe, Ordering::Relaxed);
        let former = entry.function.replace(Some((new.function.clone(), declared)), is_linked);
        drop(writer);
        if former.is_some() {
            self.tell(name);
        }
        Ok(())
    }

    pub(super) fn remove(&self, name: &str) -> bool {
        let writer = self.lock();
        let former = self.entry(name).and_then(|entry| entry.function.replace(None, false));
        drop(writer);
        if former.is_some() {
            self.tell(name);
        }
        former.is_some()
    }

    pub(super) fn listen(&self, listener: Listener) {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(listener);
    }

    /// Calls the listeners without a lock, because they may use the registry.
    fn tell(&self, name: &str) {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner).clone();
        listeners.into_iter().for_each(|listener| listener(name));
    }

    pub(super) fn list(&self, prefix: &str) -> Vec<&'static str> {
        let writer = self.lock();
        let named = writer.entries.iter().filter(|entry| entry.function.declared().is_some());
        let mut names: Vec<_> =
            named.map(|entry| entry.name.as_str()).filter(|name| name.starts_with(prefix)).collect();
        names.sort_unstable();
        names
    }

    pub(super) fn rejected(&self) -> Vec<RegistryError> {
        self.lock().rejected.clone()
    }

    /// Registers the functions that are linked into a library. The result does not depend on the
    /// order of the linker.
    pub(super) fn link_all(&self, mut functions: Vec<&'static LinkedFunction>) {
        functions.sort_unstable_by_key(|function| (function.name, function.declared));
        let rejected: Vec<_> =
            functions.into_iter().filter_map(|function| self.link_one(function).err()).collect();
        self.lock().rejected.extend(rejected);
    }

    /// Registers a linked function unless it is already registered.
    pub(super) fn link_one(&self, function: &'static LinkedFunction) -> Result<(), RegistryError> {
        let LinkedFunction { name, declared, is_unsafe, make, .. } = *function;
        if self.find_unchecked(name).is_some_and(|known| known.declared() == Some(declared)) {
            return Ok(());
        }
        let made = make(function)?;
        self.put(&New { name, function: made, declared, is_linked: true, is_unsafe }, false)
    }

    fn lock(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A function to register.
struct New<'a> {
    name: &'a str,
    function: PackedFunc,
    declared: Declared,
    /// Whether the function is library code without captured data. Such a function is kept forever,
    /// so that lookups take no lock.
    is_linked: bool,
    /// Whether the function is an `unsafe fn`.
    is_unsafe: bool,
}

#[inline]
fn hash(name: &str) -> usize {
    let mut hasher = foldhash::fast::FixedState::default().build_hasher();
    hasher.write(name.as_bytes());
    hasher.finish() as usize
}
