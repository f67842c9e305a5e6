//! Saving and loading passes and contexts.

use objet::prelude::*;
use objet::{get_attr, load_json, save_json, structural_equal, with_attr};
use objet_ir::module::IRModule;
use objet_ir::transform::{Pass, PassContext, PassInfo, Sequential, SequentialNode};

use super::tracing::{Log, run, trace, tracing};

#[test]
fn passes_and_contexts_can_be_saved_and_loaded() {
    let pass: Pass = Sequential::of_info([tracing(0, "x", &[])], PassInfo::new(1, "s", ["z"])).into();
    let back: Pass = load_json(&save_json(&pass).unwrap()).unwrap().downcast().unwrap();
    assert!(structural_equal(&pass, &back));
    assert_eq!(get_attr(&back, "pass_info").unwrap().get::<PassInfo>().unwrap().required[0], "z");
    // The file contains the list of passes, but not their functions.
    let error = back.run(IRModule::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        r#"the pass "x" has no function: passes loaded from a file or made by name cannot run"#
    );
    let passes = Array::<Pass>::from([tracing(0, "new", &[])]);
    let changed = with_attr(back, "passes", (&passes).into()).unwrap();
    assert_eq!(changed.as_node::<SequentialNode>().unwrap().passes[0].pass_info.name, "new");
    assert_eq!(trace(&changed.run(IRModule::new()).unwrap()), "new");

    let log = Log::default();
    let context = PassContext::new(3).with_disabled(["x"]).with_instruments([log.instrument("A")]);
    let back: PassContext = load_json(&save_json(&context).unwrap()).unwrap().downcast().unwrap();
    assert!(structural_equal(&context, &back));
    assert_eq!(run([tracing(0, "x", &[]), tracing(3, "y", &[])], &back), "y");
    assert!(log.take().is_empty());
}
