//! The table of global names.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use objet_object::__private::{KeyMap, Keyed};
use objet_object::types::Declared;

use crate::packed_func::PackedFunc;
use crate::registry::RegistryError;
use crate::registry::linked::LinkedFunction;
use crate::registry::place::Place;

/// A name that some function has, or had. A name is never forgotten.
struct Entry {
    name: String,
    function: Place<PackedFunc>,
    /// A function that trusts its arguments has the name, or had it. It is set before that function
    /// is in its place.
    is_unsafe: AtomicBool,
}

impl Keyed for Entry {
    #[inline]
    fn key(&self) -> &str {
        &self.name
    }
}

/// The names of a process.
pub(super) struct Names {
    by_name: KeyMap<Entry>,
    writer: Mutex<Writer>,
}

/// What those who write have, one at a time. Nothing of a user's runs under its lock: no function is called, and none ends.
#[derive(Default)]
struct Writer {
    /// All entries, and where their functions were registered.
    entries: Vec<(&'static Entry, Declared)>,
    refused: Vec<RegistryError>,
}

impl Names {
    pub(super) fn new() -> Self {
        Self { by_name: KeyMap::new(1 << 8), writer: Mutex::default() }
    }

    #[inline]
    pub(super) fn get(&self, name: &str) -> Option<&'static PackedFunc> {
        let entry = self.by_name.get(name)?;
        entry.function.for_good().filter(|_| !entry.is_unsafe.load(Ordering::Relaxed))
    }

    pub(super) fn find(&self, name: &str) -> Option<PackedFunc> {
        let entry = self.by_name.get(name)?;
        entry.function.copied().filter(|_| !entry.is_unsafe.load(Ordering::Relaxed))
    }

    /// Returns the function also if it trusts its arguments.
    pub(super) fn get_any(&self, name: &str) -> Option<&'static PackedFunc> {
        self.by_name.get(name)?.function.for_good()
    }

    /// Returns the function also if it trusts its arguments.
    pub(super) fn find_any(&self, name: &str) -> Option<PackedFunc> {
        self.by_name.get(name)?.function.copied()
    }

    /// Returns whether the name is found by `get_any` and `find_any` alone.
    pub(super) fn is_unsafe(&self, name: &str) -> bool {
        self.by_name.get(name).is_some_and(|entry| entry.is_unsafe.load(Ordering::Relaxed))
    }

    pub(super) fn register(
        &self,
        name: &str,
        function: PackedFunc,
        declared: Declared,
        can_override: bool,
    ) -> Result<(), RegistryError> {
        let new = New { name, function: &function, declared, is_linked: false, is_unsafe: false };
        let outcome = self.lock().register(&self.by_name, new, can_override);
        // A function that is refused, or lost its name, may end here, and what it has captured may ask the registry: so not under the lock.
        drop(function);
        outcome.map(drop)
    }

    pub(super) fn remove(&self, name: &str) -> bool {
        let writer = self.lock();
        let Some(entry) = self.by_name.get(name) else { return false };
        let was_there = !entry.function.is_empty();
        let ended = entry.function.put(None, false);
        drop(writer);
        drop(ended);
        was_there
    }

    pub(super) fn list(&self, prefix: &str) -> Vec<&'static str> {
        let writer = self.lock();
        let entries = writer.entries.iter().map(|(entry, _)| *entry);
        let named = entries.filter(|entry| !entry.function.is_empty());
        let mut names: Vec<_> =
            named.map(|entry| entry.name.as_str()).filter(|name| name.starts_with(prefix)).collect();
        names.sort_unstable();
        names
    }

    pub(super) fn refused(&self) -> Vec<RegistryError> {
        self.lock().refused.clone()
    }

    /// Registers what is linked into a library. The order in which the linker has it means nothing.
    pub(super) fn link(&self, mut functions: Vec<&'static LinkedFunction>) {
        functions.sort_unstable_by_key(|function| (function.name, function.declared));
        let refused: Vec<_> =
            functions.into_iter().filter_map(|function| self.link_one(function).err()).collect();
        self.lock().refused.extend(refused);
    }

    /// Registers a function that is linked in, if it was not yet.
    pub(super) fn link_one(&self, function: &'static LinkedFunction) -> Result<(), RegistryError> {
        if self.find_any(function.name).is_some_and(|known| known.declared() == Some(function.declared)) {
            return Ok(());
        }
        let made = (function.make)(function)?;
        let new = New {
            name: function.name,
            function: &made,
            declared: function.declared,
            is_linked: true,
            is_unsafe: function.is_unsafe,
        };
        let outcome = self.lock().register(&self.by_name, new, false);
        outcome.map(drop)
    }

    fn lock(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A function that is to have a name.
struct New<'a> {
    name: &'a str,
    function: &'a PackedFunc,
    declared: Declared,
    /// It is code of a library, and captures nothing: it is kept, so that who looks it up counts nothing.
    is_linked: bool,
    /// It trusts its arguments.
    is_unsafe: bool,
}

impl Writer {
    /// Gives what ends with that, which may ask the registry.
    fn register(
        &mut self,
        by_name: &KeyMap<Entry>,
        new: New<'_>,
        can_override: bool,
    ) -> Result<Vec<PackedFunc>, RegistryError> {
        let New { name, function, declared, is_linked, is_unsafe } = new;
        let Some(entry) = by_name.get(name) else {
            function.set_name(name);
            let entry: &'static Entry = Box::leak(Box::new(Entry {
                name: name.into(),
                function: Place::empty(),
                is_unsafe: is_unsafe.into(),
            }));
            let ended = entry.function.put(Some(function.clone()), is_linked);
            by_name.publish(entry);
            self.entries.push((entry, declared));
            return Ok(ended);
        };
        let place = self.entries.iter_mut().find(|(known, _)| std::ptr::eq(*known, entry));
        if !entry.function.is_empty() && !can_override {
            let first = place.map_or(declared, |(_, first)| *first);
            // Another thread has registered the same function since this one looked.
            if is_linked && first == declared {
                return Ok(Vec::new());
            }
            return Err(RegistryError::Twice { name: name.into(), first, second: declared });
        }
        if let Some((_, place)) = place {
            *place = declared;
        }
        function.set_name(name);
        entry.is_unsafe.fetch_or(is_unsafe, Ordering::Relaxed);
        Ok(entry.function.put(Some(function.clone()), is_linked))
    }
}
