//! The rules of a visitor or rewriter that apply to a type, and the references that can lead to an
//! object with a rule.
//!
//! A field that is declared as a reference to a type leads to objects of this type and of its
//! descendants, and from their fields further on. If no type on the way has a rule, the references
//! of the field are not followed.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use objet_object::{FieldKind, Object, ReferenceKind, TypeIndex, TypeInfo, types};

use crate::by_type::ByType;
use crate::content::Content;
use crate::memory::{FollowedFields, Node};
use crate::reflection::Reflection;

/// The plans of a set of rules, which are made anew after types were registered.
#[derive(Default)]
pub(crate) struct CurrentPlans(Mutex<Option<Arc<TypePlans>>>);

impl CurrentPlans {
    /// Returns the plans for all types that are registered now. `rules` are the types of the rules,
    /// and whether each rule is an early one. They are always the same ones.
    pub(crate) fn get(&self, rules: impl Iterator<Item = (TypeIndex, bool)>) -> Arc<TypePlans> {
        let mut plans = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*plans {
            Some(plans) if plans.are_current() => plans.clone(),
            _ => plans.insert(Arc::new(TypePlans::new(rules))).clone(),
        }
    }
}

/// The plans for all types that are registered now.
pub(crate) struct TypePlans {
    /// The type of each rule, and whether it is an early one.
    rules: Box<[(TypeInfo, bool)]>,
    by_type: ByType<TypePlan>,
    /// The registered types, sorted by index.
    types: Vec<TypeInfo>,
    /// Whether the references to a type, by its index, lead to an object with a rule.
    leading: Mutex<HashMap<TypeIndex, bool>>,
}

/// The plan for objects of a type.
pub(crate) struct TypePlan {
    /// The indices of the rules other than early ones, in ascending order.
    pub(crate) rules: Box<[u32]>,
    /// The indices of the early rules, in ascending order.
    pub(crate) early_rules: Box<[u32]>,
    /// The references to follow, in the order of graph numbering.
    pub(crate) followed: FollowedFields,
    pub(crate) step: Step,
    /// Whether an object of the type may have references to follow.
    pub(crate) has_references: bool,
    /// Whether nothing is done after the last reference of `followed` is visited.
    pub(crate) ends_with_reference: bool,
}

/// The way in which objects of a type are visited.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// They have no rule, and lead to no object with one.
    Skip,
    /// They have references to follow, and no early rule.
    Inside,
    /// They have a rule, but neither an early one nor references to follow.
    Leaf,
    /// They have early rules.
    Early,
}

/// The plans of recently visited types, which avoid look-ups for objects of the same types.
pub(crate) struct RecentPlans<'a> {
    plans: &'a TypePlans,
    /// Each is the plan of some type.
    recent: [&'a TypePlan; RECENT],
}

const RECENT: usize = 16;

impl<'a> RecentPlans<'a> {
    pub(crate) fn new(plans: &'a TypePlans, root: &Object) -> Self {
        Self { plans, recent: [plans.of(root, Node::of(root)); RECENT] }
    }

    /// Returns the plan for an object's type.
    #[inline(always)]
    pub(crate) fn plan(&mut self, object: &Object) -> &'a TypePlan {
        let index = object.type_index();
        let recent = self.recent[index.value() as usize % RECENT];
        if recent.followed.type_index() == index { recent } else { self.look_up(object) }
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self, object: &Object) -> &'a TypePlan {
        let recent = &mut self.recent[object.type_index().value() as usize % RECENT];
        *recent = self.plans.of(object, Node::of(object));
        recent
    }
}

impl TypePlans {
    /// Creates the plans for rules of these types.
    fn new(rules: impl Iterator<Item = (TypeIndex, bool)>) -> Self {
        let rules = rules.filter_map(|(of, is_early)| Some((types::by_index(of)?, is_early))).collect();
        Self { rules, by_type: ByType::new(), types: types::all(), leading: Mutex::default() }
    }

    /// Whether all types that are registered now are known.
    pub(crate) fn are_current(&self) -> bool {
        self.types.len() == types::count()
    }

    /// Returns the plan for an object's type.
    #[inline]
    pub(crate) fn of(&self, object: &Object, node: Option<Node<'_>>) -> &TypePlan {
        self.by_type.at(object.type_index()).get_or_init(|| self.plan(object, node))
    }

    #[cold]
    fn plan(&self, object: &Object, node: Option<Node<'_>>) -> TypePlan {
        let info = types::by_index(object.type_index());
        let rules = |early: bool| -> Box<[u32]> {
            let applies = |(of, is_early): &(TypeInfo, bool)| {
                *is_early == early && info.is_some_and(|info| info.is_derived_from(*of))
            };
            (0..).zip(&self.rules).filter(|(_, rule)| applies(rule)).map(|(index, _)| index).collect()
        };
        let (rules, early_rules) = (rules(false), rules(true));
        let (followed, leads): (Box<[u32]>, bool) = match node {
            Some(node) => {
                let layout = node.layout();
                let leads = |index: &u32| {
                    let position = layout.references[*index as usize];
                    self.field_leads(layout.visited[position].kind())
                };
                let followed: Box<[u32]> = layout.followed.iter().copied().filter(leads).collect();
                let leads = !followed.is_empty();
                (followed, leads)
            }
            // Their references have no declared types.
            None => {
                let content = Content::of(object);
                let has_references = matches!(
                    content,
                    Content::Array(_) | Content::Map(_) | Content::Adt(_) | Content::Opaque(_)
                );
                (Box::default(), has_references)
            }
        };
        let step = match leads {
            _ if !early_rules.is_empty() => Step::Early,
            true => Step::Inside,
            false if !rules.is_empty() => Step::Leaf,
            false => Step::Skip,
        };
        let followed = FollowedFields::new(object, node, followed);
        let ends_with_reference = rules.is_empty() && followed.are_plain();
        TypePlan { rules, early_rules, followed, step, has_references: leads, ends_with_reference }
    }

    fn field_leads(&self, kind: FieldKind) -> bool {
        match kind {
            FieldKind::Reference(kind) => self.leads(kind),
            _ => false,
        }
    }

    /// Whether references of a kind lead to an object with a rule. Searches the declared types that
    /// can be reached.
    fn leads(&self, kind: ReferenceKind) -> bool {
        // The map has only complete entries, whatever panics.
        let mut known = self.leading.lock().unwrap_or_else(PoisonError::into_inner);
        let mut found: HashSet<TypeIndex> = HashSet::new();
        let mut queue = Vec::new();
        let mut leads = self.add_targets(kind, &mut queue);
        while !leads && let Some(target) = queue.pop() {
            leads = match known.get(&target) {
                Some(leads) => *leads,
                None => found.insert(target) && self.extend(target, &mut queue),
            };
        }
        if !leads {
            // The search was exhaustive, so no type on the way leads to a rule.
            known.extend(found.into_iter().map(|target| (target, false)));
        } else if kind.parts().is_none() {
            known.insert(kind.type_index(), true);
        }
        leads
    }

    /// Whether a reference to this type may be to an object with a rule, or to one whose references
    /// are unknown. Otherwise adds the targets of the fields of all types that fit.
    fn extend(&self, target: TypeIndex, queue: &mut Vec<TypeIndex>) -> bool {
        let Some(target) = types::by_index(target) else { return true };
        if self.rules.iter().any(|(rule, _)| rule.is_derived_from(target) || target.is_derived_from(*rule)) {
            return true;
        }
        for info in self.types.iter().filter(|info| info.is_derived_from(target)) {
            match Reflection::of_type(*info) {
                Some(reflection) if reflection.bytes().is_some() => {}
                Some(reflection) => {
                    for position in reflection.references() {
                        if let FieldKind::Reference(kind) = reflection.fields()[*position].kind()
                            && self.add_targets(kind, queue)
                        {
                            return true;
                        }
                    }
                }
                None => {
                    let index = info.index();
                    let is_container = matches!(index, TypeIndex::ARRAY | TypeIndex::MAP | TypeIndex::ADT);
                    // The type of a stand-in has no reflection here, and its references may be to
                    // any object.
                    if is_container || index.value() >= TypeIndex::DYNAMIC_BEGIN.value() {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Adds the types of the objects that a reference leads to. The elements of a container replace
    /// the container. Returns whether a container itself has a rule.
    fn add_targets(&self, kind: ReferenceKind, queue: &mut Vec<TypeIndex>) -> bool {
        let mut kinds = vec![kind];
        while let Some(kind) = kinds.pop() {
            let Some((parts, _)) = kind.parts() else {
                queue.push(kind.type_index());
                continue;
            };
            let container = types::by_index(kind.type_index());
            if container.is_some_and(|info| self.rules.iter().any(|(rule, _)| info.is_derived_from(*rule))) {
                return true;
            }
            kinds.extend(parts);
        }
        false
    }
}
