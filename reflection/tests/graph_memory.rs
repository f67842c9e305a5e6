//! Tests of the memory that loading needs in addition to the resulting graph. They run in a
//! separate process with a counting global allocator.

#![expect(unsafe_code, reason = "a counting allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use objet::graph::{Format, LoadJson, SaveJson};
use objet::prelude::*;
use objet::{DataType, NDArray, load_json};

/// The system allocator with counters.
struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;
static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: all calls are forwarded to the system allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller guarantees the same conditions.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller guarantees the same conditions.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Returns the result of `work`, and its peak memory in bytes.
fn peak_of<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = work();
    (result, PEAK.load(Ordering::Relaxed) - before)
}

/// A node with a tensor.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "memory.Holder", is_final)]
struct HolderNode {
    base: Object,
    tensor: NDArray,
}

/// A node of a binary tree or of a chain.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "memory.Tree", is_final)]
struct TreeNode {
    base: Object,
    left: Option<Tree>,
    right: Option<Tree>,
    number: i64,
    name: String,
}

/// Returns a tree of nodes with the numbers `first..end`, with `first` at the root.
fn tree(first: i64, end: i64) -> Option<Tree> {
    let middle = (first + end + 1) / 2;
    let make = |first| TreeNode {
        base: Object::new(),
        left: tree(first + 1, middle),
        right: tree(middle, end),
        number: first,
        name: format!("name{first}"),
    };
    (first < end).then(|| make_object(make(first)).into())
}

/// Returns a chain of nodes. The other reference of each is to an earlier node.
fn chain(count: usize) -> Tree {
    let mut nodes: Vec<Tree> = Vec::new();
    for number in 0..count {
        let random = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        let right = nodes.get(random as usize % nodes.len().max(1)).cloned();
        let left = nodes.last().cloned();
        let (base, name) = (Object::new(), format!("name{number}"));
        nodes.push(make_object(TreeNode { base, left, right, number: number as i64, name }).into());
    }
    nodes.pop().expect("a node")
}

#[test]
fn loading_needs_little_memory_in_addition_to_the_graph() {
    for graph in [tree(0, 100_000).expect("a tree"), chain(100_000)] {
        for format in Format::ALL {
            let file = SaveJson::new(*format).to_string(&graph).expect("reflected nodes");
            takes_at_most_its_size(&file);
        }
    }
    a_large_tensor_takes_little();
    small_files_take_little();
    tensors_take_little();
}

/// Loads a file, with at most its size in memory in addition to the graph.
fn takes_at_most_its_size(json: &str) {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let graph = load_json(json).expect("what was saved");
    let (now, peak) = (NOW.load(Ordering::Relaxed), PEAK.load(Ordering::Relaxed));
    assert!(now - before > 100_000 * size_of::<TreeNode>());
    assert!(
        peak - now < json.len(),
        "{} bytes in addition to the graph, for {} bytes",
        peak - now,
        json.len()
    );
    drop(graph);
}

/// Loads tensors with many lanes, whose files may contain few of the declared bytes.
fn tensors_take_little() {
    const ELEMENTS: usize = 80_000;
    objet::register_types!(HolderNode).expect("a new type key");
    for (lanes, is_loaded) in [(1, true), (128, true), (129, false), (u16::MAX, false)] {
        let one = NDArray::from_bytes(&[ELEMENTS as i64], DataType::uint(8), &[0; ELEMENTS]);
        let mut bytes = Vec::new();
        one.expect("a tensor").save(&mut bytes).expect("a tensor on the host");
        let [low, high] = u16::to_le_bytes(lanes);
        bytes[30..32].copy_from_slice(&[low, high]);
        let node = r#"{"type_key":"memory.Holder","attrs":{"tensor":"0"}}"#;
        let text = format!(
            r#"{{"root":1,"nodes":[{{}},{node}],"b64ndarrays":["{}"]}}"#,
            BASE64_STANDARD.encode(&bytes)
        );
        let (result, peak) = peak_of(|| load_json(&text).map(drop));
        assert_eq!(result.is_ok(), is_loaded, "{lanes} lanes: {result:?}");
        assert!(peak < 130 * text.len(), "{peak} bytes for {} and {lanes} lanes", text.len());
    }
}

/// Loads a large tensor, whose text is the file.
fn a_large_tensor_takes_little() {
    let tensor = NDArray::from_bytes(&[3_000_000], DataType::uint(8), &vec![7; 3_000_000]);
    let tensor = ObjectRef::from(tensor.expect("a tensor"));
    for format in [Format::Tvm08, Format::TvmFfi, Format::Plain] {
        let text = SaveJson::new(format).to_string(&tensor).expect("a tensor on the host");
        let (loaded, peak) = peak_of(|| LoadJson::new().load(text.as_bytes()));
        assert!(loaded.is_ok());
        let rest = peak - 3_000_000;
        println!("{format:?}, a tensor: {:.2} of the size of the file", rest as f64 / text.len() as f64);
        assert!(rest < 2 * text.len(), "{format:?}: {rest} bytes for {}", text.len());
    }
}

/// Loads files that describe many objects with few bytes.
fn small_files_take_little() {
    let nodes =
        |node: &str| format!("{{\"root\":0,\"nodes\":[{}{node}]}}", format!("{node},").repeat(100_000));
    for text in [
        nodes("{}"),
        nodes("{\"type_key\":\"Array\"}"),
        nodes("{\"type_key\":\"Map\"}"),
        nodes("{\"type_key\":\"far.Away\"}"),
    ] {
        let (_, peak) = peak_of(|| drop(LoadJson::new().keep_unknown(true).load(text.as_bytes())));
        assert!(peak < 30 * text.len(), "{peak} bytes for {}", &text[..60]);
    }
}
