//! The page of `objet html` in Chromium.

use crate::browser::Browser;
use crate::command::{chain, file, graph, objet, real, scratch};

/// Opens the page of a file. `fragment` is the end of the URL.
fn page(input: &str, name: &str, fragment: &str) -> Browser {
    let path = scratch(name);
    assert_eq!(objet(&["html", input, "-o", &path]).ok(), "");
    Browser::open(&path, fragment)
}

const ROWS: &str = "document.querySelectorAll('#list .row').length";
const HEAD: &str = "document.querySelector('#right h2').textContent";
const CHOSEN: &str = "document.querySelector('.row.chosen').textContent";

#[test]
#[ignore = "needs Chromium"]
fn the_tree_opens_and_closes() {
    let mut page = page(&real("prelude.typed"), "tree.html", "");
    assert_eq!(page.text("document.getElementById('facts').textContent"), "19,032 nodes · 40 types");
    assert_eq!(page.eval(ROWS), 6);
    page.click("[data-node='2'] .twist");
    // The node has 480 rows below it. The document contains only the visible ones.
    let rows = page.eval(ROWS).as_u64().unwrap();
    assert!(rows > 20 && rows < 60, "{rows}");
    assert_eq!(page.eval("document.getElementById('space').offsetHeight > 480 * 26"), true);
    page.eval("document.getElementById('list').scrollTop = 6000");
    page.wait("document.querySelector('#list .row').dataset.row > 200");
    page.eval("document.getElementById('list').scrollTop = 0");
    page.wait("document.querySelector('#list .row').dataset.row === '0'");
    page.click("[data-node='2'] .twist");
    assert_eq!(page.eval(ROWS), 6);
}

#[test]
#[ignore = "needs Chromium"]
fn references_can_be_followed_back_and_forth() {
    let mut page = page(&real("mlp_b1.params"), "references.html", "#20");
    assert!(page.text(HEAD).starts_with("relay.Var%20"));
    assert!(page.text(CHOSEN).contains("relay.Var"));
    assert_eq!(
        page.text("document.querySelector('#right nav').textContent"),
        "root › functions › [\"main\"] › params › [0]"
    );
    // The references to the node: the parameters of the function, and the arguments of a call.
    let uses = "[...document.querySelectorAll('#uses tr')].map(row => row.cells[0].textContent + ' ' + row.querySelector('.type').textContent).join()";
    assert_eq!(page.text(uses), "params[0] relay.Function,args[0] relay.Call");
    page.click("#uses tr:nth-child(2) a");
    page.wait("document.querySelector('#right h2 .type').textContent === 'relay.Call'");
    let call = page.text("location.hash");
    assert!(page.text(CHOSEN).contains(&call.replace('#', "%")), "{call}");
    page.click("#back");
    page.wait("location.hash === '#20'");
    page.wait("document.querySelector('#right h2 .type').textContent === 'relay.Var'");
    page.click("#forward");
    page.wait("document.querySelector('#right h2 .type').textContent === 'relay.Call'");
}

#[test]
#[ignore = "needs Chromium"]
fn nodes_are_found_by_type_name_and_attribute() {
    let mut page = page(&real("resnet18_b1_s224.typed"), "search.html", "");
    let mut found = |query: &str| {
        page.eval(&format!(
            "(input => {{ input.value = {query:?}; input.dispatchEvent(new Event('input')); }})(document.getElementById('search'))"
        ));
        page.wait(&format!("query === {query:?} && / found$/.test(document.getElementById('count').textContent) && !/search/.test(document.getElementById('count').textContent)"));
        page.text("document.getElementById('count').textContent")
    };
    assert_eq!(found("type:relay.Call"), "72 found");
    assert_eq!(found("type:call name:conv2d"), "21 found");
    assert_eq!(found("attr:strides type:conv2d"), "21 found");
    assert_eq!(found("attr:units=1000"), "1 found");
    assert_eq!(found("name:bn_data_gamma type:relay.Var"), "1 found");
    assert_eq!(found("no such thing"), "0 found");
    assert_eq!(found("%1"), "1 found");
    found("attr:units=1000");
    page.click("#list .row");
    page.wait("document.querySelector('#right h2 .type').textContent === 'relay.attrs.DenseAttrs'");
    page.click("#tab-graph");
    assert!(page.text(CHOSEN).contains("relay.attrs.DenseAttrs"));
    page.click("#tab-types");
    let first = "document.querySelector('#list .row').textContent";
    let most = page.text(first);
    page.click("#list .row");
    page.wait(&format!(
        "{most:?}.endsWith(document.getElementById('count').textContent.replace(' found', ''))"
    ));
}

#[test]
#[ignore = "needs Chromium"]
fn strings_are_escaped() {
    let evil = "<img src=x onerror='document.title=1'></script><b>\\\"&amp;";
    let text = graph(&[
        "\"type_key\": \"Array\", \n      \"data\": [2]",
        &format!("\"type_key\": \"runtime.String\", \n      \"repr_str\": \"{evil}\""),
    ]);
    let mut page = page(&file("evil.json", &text), "evil.html", "#2");
    let shown = evil.replace("\\\"", "\"");
    assert_eq!(page.text("document.querySelector('#right pre').textContent"), shown);
    page.eval("location.hash = '1'");
    page.wait("document.querySelector('#right h2 .type').textContent === 'Array'");
    assert!(page.text("document.querySelector('#right table').textContent").contains("<img src=x"));
    assert_eq!(page.eval("document.querySelectorAll('img, b').length"), 0);
    assert_eq!(page.text("document.title"), "evil.json");
}

#[test]
#[ignore = "needs Chromium"]
fn a_long_chain_is_shown_from_near_its_end() {
    let input = file("page_chain.json", &chain(1_000_000, "x"));
    let mut page = page(&input, "page_chain.html", "#1000000");
    page.wait("document.querySelector('#right h2 .type')?.textContent === 'far.End'");
    assert!(page.text(CHOSEN).contains("%1000000"));
    assert!(page.eval(ROWS).as_u64().unwrap() < 70);
    page.eval("document.getElementById('list').scrollTop = 0");
    page.wait("document.querySelector('[data-row=\"0\"]')?.textContent.includes('further up') === true");
    let first = "document.querySelector('[data-row=\"1\"]').dataset.node";
    assert_eq!(page.text(first), "999941");
    page.click("[data-row='0']");
    assert_eq!(page.text(first), "999882");
    for path in [input, scratch("page_chain.html")] {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_null_root_has_a_page() {
    let mut page =
        page(&file("null_page.json", r#"{"root": 0, "nodes": [{"type_key": ""}]}"#), "null.html", "");
    assert_eq!(page.text("document.getElementById('right').textContent"), "The root is null.");
}
