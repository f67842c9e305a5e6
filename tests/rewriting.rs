//! Rewriting: only what changes is rebuilt, in place where nobody else looks, and nothing is left half done.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use objet::prelude::*;
use objet::{
    ADT, ADTNode, Enter, Mutator, ReflectError, RewriteError, String, post_order, print, rewrite,
    rewrite_with,
};

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Expr", child_slots = 8)]
struct ExprNode {
    base: Object,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Add")]
#[reflect(check = not_twice_the_same)]
struct AddNode {
    base: ExprNode,
    lhs: Expr,
    rhs: Expr,
    also: Option<ObjectRef>,
    #[reflect(skip)]
    alive: Option<Alive>,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Var")]
struct VarNode {
    base: ExprNode,
    name: std::string::String,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "rewriting.Call")]
struct CallNode {
    base: ExprNode,
    args: Array<Expr>,
}

fn not_twice_the_same(add: &AddNode) -> Result<(), &'static str> {
    let bad = [&add.lhs, &add.rhs]
        .iter()
        .any(|side| side.as_node::<VarNode>().is_some_and(|var| var.name == "bad"));
    if bad { Err("a bad variable") } else { Ok(()) }
}

/// Counts those of its kind that have not ended.
struct Alive(Arc<AtomicUsize>);

impl Alive {
    fn new(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count.clone())
    }
}

impl Clone for Alive {
    fn clone(&self) -> Self {
        Self::new(&self.0)
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn expr() -> ExprNode {
    ExprNode { base: Object::new() }
}

fn var(name: &str) -> Expr {
    Var::from(make_object(VarNode { base: expr(), name: name.into() })).into()
}

fn add(lhs: Expr, rhs: Expr) -> Expr {
    Add::from(make_object(AddNode { base: expr(), lhs, rhs, also: None, alive: None })).into()
}

fn counted(lhs: Expr, rhs: Expr, count: &Arc<AtomicUsize>) -> Expr {
    let alive = Some(Alive::new(count));
    Add::from(make_object(AddNode { base: expr(), lhs, rhs, also: None, alive })).into()
}

fn sides(expr: &Expr) -> (&Expr, &Expr) {
    let add = expr.as_node::<AddNode>().unwrap();
    (&add.lhs, &add.rhs)
}

fn address(object: &impl IsObjectRef) -> usize {
    std::ptr::from_ref::<Object>(object.as_object_ref()).addr()
}

fn is_var(object: &ObjectRef, name: &str) -> bool {
    object.as_node::<VarNode>().is_some_and(|var| var.name == name)
}

fn text(root: &impl IsObjectRef) -> std::string::String {
    print(root).to_string().replace("rewriting.", "").replace(", also=null", "")
}

/// Replaces variables named `from`.
fn rename<R: IsObjectRef>(root: R, from: &str, to: &str) -> Result<R, RewriteError> {
    rewrite(root, |object| Ok(if is_var(&object, from) { var(to).into() } else { object }))
}

fn same(object: ObjectRef) -> Result<ObjectRef, RewriteError> {
    Ok(object)
}

/// Runs on a thread with 2 MB of stack.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn where_nothing_changes_all_stays_the_very_same() {
    let root = add(add(var("x"), var("y")), var("z"));
    let addresses: Vec<_> = post_order(&root).map(address).collect();
    // Shared, and then not.
    let again = rewrite(root.clone(), same).unwrap();
    assert!(again.same_as(&root));
    drop(again);
    let again = rewrite(root, same).unwrap();
    assert_eq!(post_order(&again).map(address).collect::<Vec<_>>(), addresses);
}

#[test]
fn each_object_is_given_once_after_what_it_refers_to() {
    let x = var("x");
    let root = add(add(x.clone(), x.clone()), x);
    let mut seen = Vec::new();
    rewrite(root, |object| {
        seen.push(object.type_key());
        Ok::<_, RewriteError>(object)
    })
    .unwrap();
    assert_eq!(seen, ["rewriting.Var", "rewriting.Add", "rewriting.Add"]);
}

#[test]
fn only_the_path_to_a_change_is_rebuilt() {
    let root = add(add(var("x"), var("y")), add(var("z"), var("z")));
    let before = text(&root);
    let new = rename(root.clone(), "x", "w").unwrap();
    assert_eq!(text(&new), before.replace("\"x\"", "\"w\""));
    assert_eq!(text(&root), before);
    assert!(!new.same_as(&root) && !sides(&new).0.same_as(sides(&root).0));
    assert!(sides(sides(&new).0).1.same_as(sides(sides(&root).0).1));
    assert!(sides(&new).1.same_as(sides(&root).1));
}

#[test]
fn what_was_shared_is_rewritten_once_and_shared_again() {
    let shared = add(var("x"), var("y"));
    let root = add(shared.clone(), add(shared.clone(), var("z")));
    for root in [root.clone(), root] {
        let mut times = 0;
        let new = rewrite(root, |object| {
            times += usize::from(is_var(&object, "x"));
            Ok::<_, RewriteError>(if is_var(&object, "x") { var("w").into() } else { object })
        })
        .unwrap();
        assert_eq!(times, 1);
        assert!(sides(&new).0.same_as(sides(sides(&new).1).0));
        assert!(!sides(&new).0.same_as(&shared));
        assert!(is_var(sides(&shared).0.as_object_ref(), "x"));
    }
}

#[test]
fn what_nobody_else_refers_to_is_changed_in_place() {
    let root = add(add(var("x"), var("y")), add(var("z"), var("z")));
    let addresses: HashSet<_> = post_order(&root).map(address).collect();
    let kept = var("w");
    let new = rewrite(root, |object| {
        Ok::<_, RewriteError>(if is_var(&object, "x") { kept.clone().into() } else { object })
    })
    .unwrap();
    let outside: Vec<_> = post_order(&new).filter(|object| !addresses.contains(&address(*object))).collect();
    assert_eq!(outside.len(), 1);
    assert!(outside[0].same_as(&kept));
}

#[test]
fn the_function_too_can_change_in_place_what_nobody_else_refers_to() {
    let root = add(add(var("x"), var("y")), var("x"));
    let addresses: Vec<_> = post_order(&root).map(address).collect();
    let shout = |object: ObjectRef| -> Result<ObjectRef, RewriteError> {
        if !object.is_instance::<VarNode>() {
            return Ok(object);
        }
        let mut var: Var = object.downcast().unwrap();
        var.make_mut().name.push('!');
        Ok(var.into())
    };
    let new = rewrite(root, shout).unwrap();
    assert_eq!(post_order(&new).map(address).collect::<Vec<_>>(), addresses);
    assert_eq!(text(&new).matches("!\"").count(), 3);
    // Of what another one refers to, copies are made.
    let newer = rewrite(new.clone(), shout).unwrap();
    assert_eq!((text(&new).matches("!\"").count(), text(&new).matches("!!").count()), (3, 0));
    assert_eq!(text(&newer).matches("!!").count(), 3);
}

#[test]
fn other_graphs_that_share_a_part_stay_as_they_are() {
    let part = add(var("x"), var("y"));
    let other = add(part.clone(), var("z"));
    let before = text(&other);
    let root = add(var("x"), part);
    let (root_address, part_address) = (address(&root), address(sides(&root).1));
    let new = rename(root, "x", "w").unwrap();
    assert_eq!(text(&other), before);
    assert_eq!(address(&new), root_address);
    assert_ne!(address(sides(&new).1), part_address);
    assert_eq!(text(&new).matches("\"w\"").count(), 2);
}

#[test]
fn what_weak_references_see_stays_as_it_is() {
    let inner = add(var("x"), var("y"));
    let weak = inner.downgrade();
    let root = add(inner, var("z"));
    let inner_before = text(&weak.upgrade().unwrap());
    let mut seen = None;
    let new = rewrite(root, |object| {
        // Until it is replaced, whoever upgrades sees it whole.
        if is_var(&object, "y") {
            seen = weak.upgrade().map(|inner| text(&inner));
        }
        Ok::<_, RewriteError>(if is_var(&object, "x") { var("w").into() } else { object })
    })
    .unwrap();
    assert_eq!(seen, Some(inner_before));
    assert!(weak.upgrade().is_none_or(|inner| !inner.same_as(sides(&new).0)));
    assert_eq!(text(&new).matches("\"w\"").count(), 1);

    let inner = add(var("x"), var("y"));
    let weak = inner.downgrade();
    let root = rewrite(add(inner, var("z")), same).unwrap();
    assert!(weak.upgrade().unwrap().same_as(sides(&root).0));
}

#[test]
fn elements_entries_and_fields_of_tuples_are_rewritten() {
    for in_place in [true, false] {
        let mut map = Map::<ObjectRef, Option<ObjectRef>>::new();
        map.insert(var("x").into(), Some(var("x").into()));
        map.insert(String::from("none").into(), None);
        let adt = ADT::new(3, [None, Some(var("x").into())]);
        let root = Array::from([Some(ObjectRef::from(map)), None, Some(adt.into()), Some(var("x").into())]);
        let before = text(&root);
        let addresses =
            [address(&root), address(root[0].as_ref().unwrap()), address(root[2].as_ref().unwrap())];
        let held = (!in_place).then(|| root.clone());
        let new = rename(root, "x", "w").unwrap();
        assert_eq!(text(&new), before.replace("\"x\"", "\"w\""));
        let now = [address(&new), address(new[0].as_ref().unwrap()), address(new[2].as_ref().unwrap())];
        assert_eq!(addresses == now, in_place);
        assert!(held.is_none_or(|held| text(&held) == before));
    }
}

#[test]
fn a_map_whose_keys_change_keeps_its_order_and_finds_the_new_ones() {
    for shared in [false, true] {
        let mut map = Map::<String, String>::new();
        for (key, value) in [("a", "1"), ("b", "2"), ("c", "3")] {
            map.insert(key.into(), value.into());
        }
        let held = shared.then(|| map.clone());
        let new = rewrite(map, |object| {
            let is_b = object.downcast_ref::<String>().is_some_and(|text| text == "b");
            Ok::<_, RewriteError>(if is_b { String::from("B").into() } else { object })
        })
        .unwrap();
        assert_eq!(text(&new), r#"{"a": "1", "B": "2", "c": "3"}"#);
        assert_eq!((new["B"].as_str(), new.contains_key("b")), ("2", false));
        assert!(held.is_none_or(|held| held.contains_key("b")));
    }
}

#[test]
fn two_keys_that_become_the_same_are_an_error() {
    for shared in [false, true] {
        let mut map = Map::<String, String>::new();
        map.insert("a".into(), "1".into());
        map.insert("b".into(), "2".into());
        let held = shared.then(|| map.clone());
        let error = rewrite(map, |object| {
            let is_b = object.downcast_ref::<String>().is_some_and(|text| text == "b");
            Ok::<_, RewriteError>(if is_b { String::from("a").into() } else { object })
        })
        .unwrap_err();
        let expected = "Map: the key of entry 1 was rewritten to one that an entry before it has too";
        assert_eq!(error.to_string(), expected);
        drop(held);
    }
}

#[test]
fn what_a_field_cannot_hold_is_refused_by_name() {
    let count = Arc::new(AtomicUsize::new(0));
    for shared in [false, true] {
        let root = counted(counted(var("x"), var("y"), &count), var("z"), &count);
        let held = shared.then(|| root.clone());
        let error = rewrite(root, |object| {
            Ok::<_, RewriteError>(if is_var(&object, "y") { String::from("y").into() } else { object })
        })
        .unwrap_err();
        let expected = "rewriting.Add.rhs: expected rewriting.Expr, found runtime.String";
        assert_eq!(error.to_string(), expected);
        assert!(matches!(error, RewriteError::Node(ReflectError::Value { .. })));
        assert_eq!(count.load(Ordering::SeqCst), if shared { 2 } else { 0 });
        assert!(held.is_none_or(|held| text(&held).contains("\"y\"")));
    }
}

#[test]
fn elements_are_refused_where_the_field_says_what_they_are() {
    for shared in [false, true] {
        let args = Array::from([var("x"), var("y")]);
        let call = Call::from(make_object(CallNode { base: expr(), args }));
        let held = shared.then(|| call.clone());
        let error = rewrite(call, |object| {
            Ok::<_, RewriteError>(if is_var(&object, "y") { String::from("y").into() } else { object })
        })
        .unwrap_err();
        let expected = "rewriting.Call.args: expected Array<rewriting.Expr>, but element 1 does not fit: \
                        expected rewriting.Expr, found runtime.String";
        assert_eq!(error.to_string(), expected);
        drop(held);
    }
}

#[test]
fn a_container_that_the_function_spoils_in_place_is_refused() {
    let args = Array::from([var("x")]);
    let call = Call::from(make_object(CallNode { base: expr(), args }));
    let error = rewrite(call, |object| {
        Ok::<_, RewriteError>(match object.downcast::<Array<Option<ObjectRef>>>() {
            Ok(mut array) => {
                array.push(None);
                array.into()
            }
            Err(error) => error.into_object(),
        })
    })
    .unwrap_err();
    assert!(error.to_string().contains("element 1 does not fit"), "{error}");
}

#[test]
fn a_type_s_own_check_looks_at_what_is_rebuilt() {
    for shared in [false, true] {
        let root = add(var("x"), add(var("x"), var("y")));
        let held = shared.then(|| root.clone());
        let error = rename(root, "y", "bad").unwrap_err();
        assert_eq!(error.to_string(), "rewriting.Add refuses this node: a bad variable");
        drop(held);
    }
}

#[test]
fn the_root_must_become_what_it_was() {
    let error = rewrite(var("x"), |_| Ok::<_, RewriteError>(String::from("x").into())).unwrap_err();
    let expected =
        "what the root was rewritten to does not fit: expected rewriting.Expr, found runtime.String";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn errors_of_the_function_s_own_type_end_the_rewriting() {
    #[derive(Debug)]
    enum Mine {
        Found,
        #[expect(dead_code, reason = "it is only printed")]
        Rewrite(RewriteError),
    }
    impl From<RewriteError> for Mine {
        fn from(error: RewriteError) -> Self {
            Self::Rewrite(error)
        }
    }
    let count = Arc::new(AtomicUsize::new(0));
    let root = counted(counted(var("x"), var("y"), &count), var("z"), &count);
    let result = rewrite(root, |object| if is_var(&object, "y") { Err(Mine::Found) } else { Ok(object) });
    assert!(matches!(result, Err(Mine::Found)));
    assert_eq!(count.load(Ordering::SeqCst), 0);
}

#[test]
fn a_panic_leaves_nothing_half_done_and_nothing_behind() {
    let count = Arc::new(AtomicUsize::new(0));
    let objects = post_order(&counted(counted(var("x"), var("y"), &count), var("z"), &count)).count();
    for shared in [false, true] {
        for at in 0..objects {
            let inner = counted(var("x"), var("y"), &count);
            let held = shared.then(|| inner.clone());
            let mut args = Array::from([counted(inner, var("z"), &count)]);
            args.push(counted(var("v"), var("w"), &count));
            let call = Call::from(make_object(CallNode { base: expr(), args }));
            let mut given = 0;
            let result = catch_unwind(AssertUnwindSafe(|| {
                rewrite(call, |object| {
                    given += 1;
                    assert!(given <= at, "stop here");
                    Ok::<_, RewriteError>(if is_var(&object, "x") { var("new").into() } else { object })
                })
            }));
            assert!(result.is_err());
            assert_eq!(count.load(Ordering::SeqCst), usize::from(shared));
            assert!(held.is_none_or(|held| is_var(sides(&held).0.as_object_ref(), "x")));
        }
    }
}

/// Renames variables, but not in tuples, and takes the left side of each sum for the whole.
#[derive(Default)]
struct Left {
    entered: usize,
}

impl Mutator for Left {
    type Error = RewriteError;

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
        self.entered += 1;
        Ok(match object.as_node::<AddNode>() {
            Some(add) => Enter::Replace(add.lhs.clone().into()),
            None if object.is_instance::<ADTNode>() => Enter::Keep,
            None => Enter::Inside,
        })
    }

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
        Ok(if is_var(&object, "x") { var("w").into() } else { object })
    }
}

#[test]
fn a_mutator_says_what_to_go_into() {
    let sum = add(var("x"), var("y"));
    let adt = ADT::tuple([var("x").into()]);
    let root = Array::<ObjectRef>::from([
        sum.clone().into(),
        sum.into(),
        adt.clone().into(),
        adt.into(),
        var("x").into(),
    ]);
    let mut left = Left::default();
    let new = rewrite_with(root.clone(), &mut left).unwrap();
    let expected = r#"[%1 @ Var(name="x"), %1, %2 @ ADT#0(Var(name="x")), %2, Var(name="w")]"#;
    assert_eq!(text(&new), expected);
    assert!(new[2].same_as(&root[2]));
    // The root, the sum, the tuple, and the last variable.
    assert_eq!(left.entered, 4);
}

/// Puts what is left of each sum in its place, rewritten too: `x` becomes `w`. Counts what it is asked about.
#[derive(Default)]
struct LeftRewritten {
    entered: usize,
}

impl Mutator for LeftRewritten {
    type Error = RewriteError;

    fn enter(&mut self, object: &ObjectRef) -> Result<Enter, RewriteError> {
        self.entered += 1;
        Ok(match object.as_node::<AddNode>() {
            Some(add) => Enter::Instead(add.lhs.clone().into()),
            None => Enter::Inside,
        })
    }

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
        Ok(if is_var(&object, "x") { var("w").into() } else { object })
    }
}

#[test]
fn what_takes_the_place_of_an_object_can_be_rewritten_in_turn() {
    let x = var("x");
    let sum = add(add(x.clone(), var("y")), var("z"));
    let root = Array::<ObjectRef>::from([sum.clone().into(), sum.into(), x.into()]);
    let mut left = LeftRewritten::default();
    let new = rewrite_with(root.clone(), &mut left).unwrap();
    assert_eq!(text(&new), r#"[%1 @ Var(name="w"), %1, %1]"#);
    // The root, two sums and `x`, however often they are met.
    assert_eq!(left.entered, 4);
    assert!(is_var(&root[2], "x"));
}

#[test]
fn a_million_objects_give_way_one_after_the_other() {
    on_a_small_stack(|| {
        let chain = || (0..1_000_000).fold(var("x"), |below, _| add(below, var("y")));
        let held: Vec<_> =
            std::iter::successors(Some(chain()), |expr| expr.as_node::<AddNode>().map(|add| add.lhs.clone()))
                .collect();
        for root in [chain(), held[0].clone()] {
            assert!(is_var(rewrite_with(root, &mut LeftRewritten::default()).unwrap().as_object_ref(), "w"));
        }
    });
}

#[test]
fn a_diamond_of_sixty_levels_is_rewritten_once_per_object() {
    let diamond = || (0..60).fold(var("x"), |below, _| add(below.clone(), below));
    let held = diamond();
    for root in [diamond(), held.clone()] {
        let mut given = 0;
        let new = rewrite(root, |object| {
            given += 1;
            Ok::<_, RewriteError>(if is_var(&object, "x") { var("w").into() } else { object })
        })
        .unwrap();
        assert_eq!(given, 61);
        assert_eq!(post_order(&new).count(), 61);
        assert!(is_var(post_order(&new).next().unwrap(), "w"));
    }
    assert!(is_var(post_order(&held).next().unwrap(), "x"));
}

#[test]
fn a_chain_of_a_million_nodes_is_rewritten_on_a_small_stack() {
    on_a_small_stack(|| {
        let y = var("y");
        let root = (0..1_000_000).fold(var("x"), |below, _| add(below, y.clone()));
        let addresses: HashSet<_> = post_order(&root).map(address).collect();
        let new = rename(root, "x", "w").unwrap();
        assert_eq!(post_order(&new).filter(|object| !addresses.contains(&address(*object))).count(), 1);
        let other = rename(new.clone(), "w", "v").unwrap();
        assert_eq!(post_order(&other).filter(|object| is_var(object, "v")).count(), 1);
        assert_eq!(post_order(&new).filter(|object| is_var(object, "w")).count(), 1);
        drop(new);
        // What is at the end of the chain is refused when all of it is open.
        let error = rewrite(other, |object| {
            Ok::<_, RewriteError>(if is_var(&object, "v") { String::from("v").into() } else { object })
        });
        assert!(error.is_err());
    });
}

#[test]
fn an_array_of_a_million_elements_is_rewritten_on_a_small_stack() {
    on_a_small_stack(|| {
        let root: Array<Expr> = (0..1_000_000).map(|_| var("x")).collect();
        let at = address(&root);
        let new = rename(root, "x", "w").unwrap();
        assert_eq!(address(&new), at);
        let other = rename(new.clone(), "w", "v").unwrap();
        assert!(new.iter().all(|element| is_var(element.as_object_ref(), "w")));
        assert!(other.iter().all(|element| is_var(element.as_object_ref(), "v")));
    });
}

#[test]
fn a_map_of_many_entries_is_rewritten_in_time_in_proportion() {
    let mut map = Map::<ObjectRef, ObjectRef>::new();
    for _ in 0..200_000 {
        map.insert(var("x").into(), var("x").into());
    }
    let map = rename(map, "x", "w").unwrap();
    assert!(map.iter().all(|(key, value)| is_var(key, "w") && is_var(value, "w")));
}
