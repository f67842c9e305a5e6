//! The table of global names.
//!
//! Invariant: the pointer in an entry is null or that of a leaked function.

#![expect(unsafe_code, reason = "functions are reached by pointers that are never freed")]

use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use objet_object::__private::{KeyMap, Keyed};
use objet_object::types::Declared;

use crate::packed_func::PackedFunc;
use crate::registry::RegistryError;
use crate::registry::linked::LinkedFunction;

/// A name that some function has, or had.
struct Entry {
    name: String,
    function: AtomicPtr<PackedFunc>,
}

impl Entry {
    #[inline]
    fn function(&self) -> Option<&'static PackedFunc> {
        // SAFETY: the file's invariant.
        unsafe { self.function.load(Ordering::Acquire).as_ref() }
    }

    fn set(&self, function: Option<PackedFunc>) {
        let pointer = function.map_or(std::ptr::null_mut(), |function| Box::into_raw(Box::new(function)));
        self.function.store(pointer, Ordering::Release);
    }
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
    /// Functions that have lost their names, but not those who have looked them up.
    nameless: Vec<&'static PackedFunc>,
    refused: Vec<RegistryError>,
}

impl Names {
    pub(super) fn new() -> Self {
        Self { by_name: KeyMap::new(1 << 8), writer: Mutex::default() }
    }

    #[inline]
    pub(super) fn get(&self, name: &str) -> Option<&'static PackedFunc> {
        self.by_name.get(name)?.function()
    }

    pub(super) fn register(
        &self,
        name: &str,
        function: PackedFunc,
        declared: Declared,
        can_override: bool,
    ) -> Result<(), RegistryError> {
        let outcome = self.lock().register(&self.by_name, name, &function, declared, can_override);
        // A function that is refused may end here, and what it has captured may ask the registry: so not under the lock.
        drop(function);
        outcome
    }

    pub(super) fn remove(&self, name: &str) -> bool {
        let mut writer = self.lock();
        let Some(entry) = self.by_name.get(name) else { return false };
        let Some(function) = entry.function() else { return false };
        entry.set(None);
        writer.nameless.push(function);
        true
    }

    pub(super) fn list(&self, prefix: &str) -> Vec<&'static str> {
        let writer = self.lock();
        let entries = writer.entries.iter().map(|(entry, _)| *entry);
        let named = entries.filter(|entry| entry.function().is_some());
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
        if self.get(function.name).is_some_and(|known| known.declared() == Some(function.declared)) {
            return Ok(());
        }
        let made = (function.make)(function)?;
        self.register(function.name, made, function.declared, false)
    }

    fn lock(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Writer {
    fn register(
        &mut self,
        by_name: &KeyMap<Entry>,
        name: &str,
        function: &PackedFunc,
        declared: Declared,
        can_override: bool,
    ) -> Result<(), RegistryError> {
        let Some(entry) = by_name.get(name) else {
            function.set_name(name);
            let entry: &'static Entry =
                Box::leak(Box::new(Entry { name: name.into(), function: AtomicPtr::default() }));
            entry.set(Some(function.clone()));
            by_name.publish(entry);
            self.entries.push((entry, declared));
            return Ok(());
        };
        let place = self.entries.iter_mut().find(|(known, _)| std::ptr::eq(*known, entry));
        if entry.function().is_some() && !can_override {
            let first = place.map_or(declared, |(_, first)| *first);
            return Err(RegistryError::Twice { name: name.into(), first, second: declared });
        }
        if let Some((_, place)) = place {
            *place = declared;
        }
        function.set_name(name);
        self.nameless.extend(entry.function());
        entry.set(Some(function.clone()));
        Ok(())
    }
}
