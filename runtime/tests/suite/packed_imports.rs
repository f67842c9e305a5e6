//! Modules that are packed into a blob and loaded from it.

use objet_object::IsObjectRef;
use objet_runtime::{
    BinaryWriter, Error, ErrorKind, Loaders, Module, ModuleKind, PackedFunc, Registry, Result,
    TypedPackedFunc,
};

/// A module with a number, which one function returns.
struct Number {
    type_key: &'static str,
    number: u64,
}

impl ModuleKind for Number {
    fn type_key(&self) -> &str {
        self.type_key
    }

    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        let number = self.number as i64;
        Ok((name == format!("number_{number}")).then(|| TypedPackedFunc::new(move || number).into()))
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        Ok(self.number.to_le_bytes().into())
    }
}

fn number(number: u64) -> Module {
    Module::new(Number { type_key: "packed.number", number })
}

/// Returns a module of code that is linked into the library.
fn code() -> Module {
    Module::new(Number { type_key: "c", number: 0 })
}

fn register() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        Loaders::register_binary("packed.number", |reader| Ok(number(reader.u64("a number")?))).unwrap();
        Loaders::register_binary("packed.failing", |_| {
            Err(Error::new(ErrorKind::VALUE_ERROR, "no such thing"))
        })
        .unwrap();
        let shared = number(77);
        Loaders::register_binary("packed.shared", move |_| Ok(shared.clone())).unwrap();
    });
}

/// An entry of a blob.
enum Entry<'a> {
    Library,
    Number(u64),
    Key(&'a str),
    Tree(&'a [u64], &'a [u64]),
}

fn blob(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut stream = BinaryWriter::new();
    stream.vector(entries, |stream, entry| match entry {
        Entry::Library => stream.bytes("_lib"),
        Entry::Number(number) => {
            stream.bytes("packed.number");
            stream.u64(*number);
        }
        Entry::Key(key) => stream.bytes(key),
        Entry::Tree(rows, children) => {
            stream.bytes("_import_tree");
            stream.vector(rows, |stream, row| stream.u64(*row));
            stream.vector(children, |stream, child| stream.u64(*child));
        }
    });
    let mut blob = BinaryWriter::new();
    blob.bytes(stream.into_bytes());
    blob.into_bytes()
}

/// Formats an import tree: the number or the type key of each module, and its imports in brackets.
fn text(module: &Module) -> String {
    let name = match module.as_kind::<Number>() {
        Some(Number { type_key: "packed.number", number }) => number.to_string(),
        _ => module.type_key().into(),
    };
    let imports: Vec<_> = module.imports().iter().map(text).collect();
    if imports.is_empty() { name } else { format!("{name}[{}]", imports.join(" ")) }
}

fn load(blob: &[u8]) -> Result<Module> {
    register();
    Module::from_packed_imports(blob, Some(&code()))
}

fn refused(entries: &[Entry<'_>]) -> Error {
    load(&blob(entries)).unwrap_err()
}

use Entry::{Key, Library, Tree};

#[test]
fn a_tree_of_imports_is_loaded() {
    let entries =
        [Entry::Number(5), Library, Entry::Number(6), Tree(&[0, 2, 3, 3], &[2, 1, 2]), Entry::Number(7)];
    // There are four modules, but the tree only has rows for three.
    assert!(load(&blob(&entries)).unwrap_err().message().contains("expected 5 row pointers"));
    let root = load(&blob(&entries[..4])).unwrap();
    assert_eq!(text(&root), "5[6 c[6]]");
    assert_eq!(root.function_with_imports("number_6").unwrap().unwrap().call_as::<i64>(()).unwrap(), 6);
    assert!(root.imports()[0].same_as(&root.imports()[1].imports()[0]));
    assert!(root.expect_function("number_6").is_err());

    // The tree may be at any position, and may number the modules in any order without a cycle.
    let entries = [Tree(&[0, 1, 1, 2], &[2, 1]), Entry::Number(1), Library, Entry::Number(2)];
    assert_eq!(text(&load(&blob(&entries)).unwrap()), "1[2[c]]");
}

#[test]
fn without_a_tree_the_library_imports_all() {
    let root = load(&blob(&[Entry::Number(3), Entry::Number(1)])).unwrap();
    assert_eq!(text(&root), "c[3 1]");
    assert_eq!(text(&load(&blob(&[])).unwrap()), "c");
    // The library is the root, at any position.
    assert_eq!(text(&load(&blob(&[Entry::Number(3), Library, Entry::Number(1)])).unwrap()), "c[3 1]");
    assert_eq!(text(&load(&blob(&[Library])).unwrap()), "c");
    let error = Module::from_packed_imports(&blob(&[]), None).unwrap_err();
    assert_eq!(error.message(), "the blob refers to a library, but is not in one");
}

#[test]
fn invalid_blobs_are_rejected() {
    let whole = blob(&[Entry::Number(3), Library, Tree(&[0, 1, 1], &[1])]);
    for len in 0..whole.len() {
        assert!(load(&whole[..len]).is_err());
        // The same with a correct length.
        let mut shorter = BinaryWriter::new();
        shorter.bytes(&whole[8..len.max(8)]);
        assert!(load(&shorter.into_bytes()).is_err());
    }
    let mut longer = BinaryWriter::new();
    longer.bytes([&whole[8..], &[0]].concat());
    let error = load(&longer.into_bytes()).unwrap_err();
    assert!(error.message().ends_with("found 1 more bytes"), "{error}");

    let error = refused(&[Key("no.such")]);
    assert!(
        error.message().starts_with(
            "Binary was created using no.such but a loader of that name is not registered. Available loaders are "
        ) && error.message().contains("packed.number")
            && error.message().ends_with(". Perhaps you need to recompile with this runtime enabled."),
        "{error}"
    );
    let error = refused(&[Library, Key("packed.failing")]);
    assert_eq!(error.to_string(), "ValueError: entry 1 of the blob (`packed.failing`): no such thing");
    let error = refused(&[Library, Library, Tree(&[0, 0, 0], &[])]);
    assert_eq!(error.message(), "Multiple dso module detected, entries 0 and 1 of the blob are both `_lib`");
    let error = refused(&[Tree(&[0], &[]), Tree(&[0], &[])]);
    assert_eq!(error.message(), "entries 0 and 1 of the blob are both `_import_tree`");
    assert_eq!(refused(&[Tree(&[0], &[])]).message(), "the import tree has no root module");

    let two = |rows, children| refused(&[Entry::Number(1), Entry::Number(2), Tree(rows, children)]);
    for (rows, children, message) in [
        (&[0, 0][..], &[][..], "expected 3 row pointers in the import tree, found 2"),
        (&[], &[], "expected 3 row pointers in the import tree, found 0"),
        (&[1, 1, 1], &[1], "expected 0 at an end of the row pointers in the import tree, found 1"),
        (&[0, 1, 1], &[1, 1], "expected 2 at an end of the row pointers in the import tree, found 1"),
        (&[0, 3, 1], &[1], "expected 3 or more as a row pointer in the import tree, found 1"),
        (&[0, 1, 1], &[2], "expected less than 2 as a child in the import tree, found 2"),
        (
            &[0, 1, 1],
            &[u64::MAX],
            "expected less than 2 as a child in the import tree, found 18446744073709551615",
        ),
    ] {
        assert_eq!(two(rows, children).message(), message);
    }
    for (rows, children) in [(&[0, 1, 1], &[0][..]), (&[0, 1, 2], &[1, 0]), (&[0, 0, 1], &[1])] {
        assert!(two(rows, children).message().starts_with("Cyclic dependency detected during import"));
    }
    // Two entries load as the same module, which closes a cycle that the numbers do not show.
    let error = refused(&[
        Key("packed.shared"),
        Entry::Number(1),
        Key("packed.shared"),
        Tree(&[0, 1, 2, 2], &[1, 2]),
    ]);
    assert!(error.message().starts_with("Cyclic dependency detected during import"));
}

#[test]
fn a_false_count_allocates_nothing() {
    for count in [u64::MAX, 1 << 60, 1 << 32] {
        let mut stream = BinaryWriter::new();
        stream.u64(count);
        let mut blob = BinaryWriter::new();
        blob.bytes(stream.into_bytes());
        assert!(load(&blob.into_bytes()).unwrap_err().message().contains("the number of entries"));
    }
}

#[test]
fn modules_are_packed_in_the_order_of_tvm() {
    // The example of the format specification: a root that imports the library.
    let root = number(5);
    root.import(code()).unwrap();
    let expected = blob(&[Entry::Number(5), Library, Tree(&[0, 1, 1], &[1])]);
    assert_eq!(root.pack_imports().unwrap(), expected);
    assert_eq!(load(&expected).unwrap().pack_imports().unwrap(), expected);

    // Imports are numbered in reverse order. Modules that only the library imports come after it.
    let root = number(0);
    let (first, second) = (code(), code());
    root.import(number(4)).unwrap();
    root.import(first.clone()).unwrap();
    root.import(number(2)).unwrap();
    root.imports()[2].import(second.clone()).unwrap();
    first.import(number(9)).unwrap();
    second.import(number(8)).unwrap();
    second.import(first.clone()).unwrap();
    let expected = blob(&[
        Entry::Number(0),
        Entry::Number(2),
        Entry::Number(4),
        Library,
        Entry::Number(9),
        Entry::Number(8),
        Tree(&[0, 3, 4, 4, 6, 6, 6], &[1, 2, 3, 3, 4, 5]),
    ]);
    assert_eq!(root.pack_imports().unwrap(), expected);
    let back = load(&expected).unwrap();
    assert_eq!(text(&back), "0[2[c[9 8]] 4 c[9 8]]");
}

#[test]
fn a_library_without_imports_needs_no_tree() {
    assert_eq!(code().pack_imports().unwrap(), blob(&[]));
    let root = code();
    root.import(number(1)).unwrap();
    assert_eq!(root.pack_imports().unwrap(), blob(&[Library, Entry::Number(1), Tree(&[0, 1, 1], &[1])]));
    let alone = number(1);
    assert_eq!(alone.pack_imports().unwrap(), blob(&[Entry::Number(1), Tree(&[0, 0], &[])]));
}

#[test]
fn a_library_that_imports_itself_cannot_be_packed() {
    // Code imports a module that imports code. Both code modules become the same library.
    let root = code();
    let middle = number(1);
    root.import(middle.clone()).unwrap();
    middle.import(code()).unwrap();
    let error = root.pack_imports().unwrap_err();
    assert_eq!(error.kind().name(), "RuntimeError");
    assert!(error.message().starts_with(
        "Cannot export due to multiple dso-exportables that cannot be merged without creating a cycle in the import tree."
    ));
    // A shared import is not a cycle.
    let (root, left, right, shared) = (number(0), number(1), number(2), number(3));
    root.import(left.clone()).unwrap();
    root.import(right.clone()).unwrap();
    left.import(shared.clone()).unwrap();
    right.import(shared).unwrap();
    register();
    let back = Module::from_packed_imports(&root.pack_imports().unwrap(), None).unwrap();
    assert_eq!(text(&back), "0[2[3] 1[3]]");
}

#[test]
fn a_module_without_binary_form_cannot_be_packed() {
    struct Mute;
    impl ModuleKind for Mute {
        fn type_key(&self) -> &str {
            "mute"
        }
        fn function(&self, _name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
            Ok(None)
        }
    }
    let root = code();
    root.import(Module::new(Mute)).unwrap();
    assert_eq!(root.pack_imports().unwrap_err().message(), "Module[mute] does not support SaveToBinary");
}

#[test]
fn a_blob_as_c() {
    let root = number(0x0102_0304_0506_0708);
    let blob = root.pack_imports().unwrap();
    let source = root.pack_imports_to_c(false).unwrap();
    assert!(source.contains(&format!("const unsigned char __tvm_dev_mblob[{}] = {{", blob.len())));
    let bytes: Vec<_> =
        source.split("0x").skip(1).map(|byte| u8::from_str_radix(&byte[..2], 16).unwrap()).collect();
    assert_eq!(bytes, blob);
    assert!(source.lines().any(|line| line.matches("0x").count() == 20));
    assert!(!source.contains("TVMBackendRegisterSystemLibSymbol"));
    assert!(root.pack_imports_to_c(true).unwrap().contains("TVMBackendRegisterSystemLibSymbol"));
}

/// Checks that loading takes linear time: a search for cycles at each import would take hours.
#[test]
fn many_modules_are_quick() {
    register();
    const COUNT: u64 = 40_000;
    // Each module imports the next one, and the root imports all of them.
    let mut entries: Vec<_> = (0..COUNT).map(Entry::Number).collect();
    let mut children: Vec<_> = (1..COUNT).collect();
    let mut rows = vec![0];
    for number in 1..COUNT {
        rows.push(children.len() as u64);
        children.extend(Some(number + 1).filter(|next| *next < COUNT));
    }
    rows.push(children.len() as u64);
    entries.push(Tree(&rows, &children));
    let packed = blob(&entries);
    let root = Module::from_packed_imports(&packed, None).unwrap();
    assert_eq!(root.imports().len() as u64, COUNT - 1);
    assert!(root.function_with_imports(&format!("number_{}", COUNT - 1)).unwrap().is_some());
    let again = root.pack_imports().unwrap();
    assert_eq!(again.len(), packed.len());
    // Loading, packing and dropping also work on a small stack.
    std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(move || {
            let back = Module::from_packed_imports(&again, None).unwrap();
            assert_eq!(back.pack_imports().unwrap().len(), again.len());
            drop((root, back));
        })
        .unwrap()
        .join()
        .unwrap();
    // All entries load as the same module.
    let mut entries: Vec<_> = (0..COUNT).map(|_| Key("packed.shared")).collect();
    let rows = [vec![0; COUNT as usize], vec![COUNT - 1]].concat();
    let children: Vec<_> = (0..COUNT - 1).collect();
    entries.push(Tree(&rows, &children));
    assert!(refused(&entries).message().starts_with("Cyclic"));
    assert!(!Registry::names("runtime.module.loadbinary_packed.").is_empty());
}
