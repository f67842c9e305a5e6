//! The types that a graph can hold, and the sizes of their smallest graphs.

use std::collections::HashMap;

use objet_object::{FieldKind, FieldType, IsObjectRef, ObjectRef, ReferenceKind, TypeIndex, TypeInfo, types};

use super::values::ValueForm;
use super::{GenerateError, Options};
use crate::field::FieldRole;
use crate::reflection::Reflection;

/// The size of a graph that does not exist.
const INFINITE: usize = usize::MAX;

/// The slots of a graph, beginning with the root, and the makers of their objects.
pub(super) struct Plan {
    pub(super) slots: Vec<Slot>,
    pub(super) makers: Vec<Maker>,
}

/// A kind of reference, which a field, an element or the root is.
pub(super) struct Slot {
    pub(super) kind: ReferenceKind,
    /// The makers of the objects that fit, those of small graphs first.
    pub(super) makers: Vec<usize>,
    /// The size of the smallest graph: 0 for null.
    pub(super) size: usize,
    /// The depth of the shallowest graph.
    pub(super) depth: usize,
}

/// The objects of a type.
pub(super) struct Maker {
    pub(super) form: Form,
    pub(super) size: usize,
    pub(super) depth: usize,
    /// Whether parts of the objects have parts, so that a graph with such an object can be large.
    pub(super) grows: bool,
}

pub(super) enum Form {
    Node(TypeInfo, Vec<FieldPlan>),
    /// An array with elements of this slot.
    Array(usize),
    /// A map with keys and values of these slots.
    Map([usize; 2]),
    /// An `ADT` with fields of this slot.
    Adt(usize),
    Text,
    Shape,
    Tensor,
    /// An object of the user's generator with this index, of this type.
    Own(usize, TypeInfo),
    /// A type without a graph, for this reason.
    None(String),
}

impl Form {
    /// Returns the slots of the parts.
    fn slots(&self) -> Vec<usize> {
        match self {
            Self::Node(_, fields) => {
                let slots = fields.iter().filter_map(|field| match field.form {
                    FieldForm::Slot(slot) => Some(slot),
                    FieldForm::Value(_) => None,
                });
                slots.collect()
            }
            Self::Array(slot) | Self::Adt(slot) => vec![*slot],
            Self::Map(slots) => slots.to_vec(),
            _ => Vec::new(),
        }
    }
}

pub(super) struct FieldPlan {
    pub(super) position: usize,
    pub(super) form: FieldForm,
    /// Whether the field defines variables.
    pub(super) defines: bool,
}

pub(super) enum FieldForm {
    Slot(usize),
    Value(ValueForm),
}

/// Identifies the slots of equal kinds.
type SlotKey = (TypeIndex, Option<usize>, bool);

struct Planner<'a> {
    options: &'a Options,
    types: Vec<TypeInfo>,
    plan: Plan,
    slots: HashMap<SlotKey, usize>,
    makers: HashMap<TypeIndex, usize>,
}

impl Plan {
    pub(super) fn of<R: IsObjectRef>(options: &Options) -> Result<Self, GenerateError> {
        let FieldKind::Reference(root) = R::KIND else { unreachable!("a wrapper is a reference") };
        let plan = Self { slots: Vec::new(), makers: Vec::new() };
        let mut planner =
            Planner { options, types: types::all(), plan, slots: HashMap::new(), makers: HashMap::new() };
        planner.slot(root);
        let mut next = 0;
        while let Some(kind) = planner.plan.slots.get(next).map(|slot| slot.kind) {
            planner.plan.slots[next].makers = planner.makers_of(kind);
            next += 1;
        }
        let mut plan = planner.plan;
        while plan.measure() {}
        let type_name = R::type_name();
        match plan.slots[0].size {
            INFINITE => Err(GenerateError::Impossible { type_name, reason: plan.reason() }),
            nodes if nodes > options.max_nodes => {
                Err(GenerateError::TooSmall { type_name, nodes, max_nodes: options.max_nodes })
            }
            _ => {
                for slot in &mut plan.slots {
                    slot.makers.retain(|maker| plan.makers[*maker].size != INFINITE);
                    slot.makers.sort_by_key(|maker| plan.makers[*maker].size);
                }
                let has_parts: Vec<_> =
                    plan.makers.iter().map(|maker| !maker.form.slots().is_empty()).collect();
                for maker in &mut plan.makers {
                    let parts = maker.form.slots().into_iter().flat_map(|slot| &plan.slots[slot].makers);
                    maker.grows = parts.into_iter().any(|part| has_parts[*part]);
                }
                Ok(plan)
            }
        }
    }

    /// Computes sizes and depths from those of the parts. Returns whether one has changed.
    fn measure(&mut self) -> bool {
        let mut changed = false;
        let mut set = |old: &mut usize, new: usize| {
            changed |= *old != new;
            *old = new;
        };
        for maker in &mut self.makers {
            let (size, depth) = match &maker.form {
                Form::None(_) => (INFINITE, INFINITE),
                Form::Node(_, fields) => fields.iter().fold((1_usize, 1), |(size, depth), field| {
                    let FieldForm::Slot(slot) = field.form else { return (size, depth) };
                    let slot = &self.slots[slot];
                    (size.saturating_add(slot.size), depth.max(slot.depth.saturating_add(1)))
                }),
                _ => (1, 1),
            };
            set(&mut maker.size, size);
            set(&mut maker.depth, depth);
        }
        for slot in self.slots.iter_mut().filter(|slot| !slot.kind.nullable) {
            let makers = slot.makers.iter().map(|maker| &self.makers[*maker]);
            set(&mut slot.size, makers.clone().map(|maker| maker.size).min().unwrap_or(INFINITE));
            set(&mut slot.depth, makers.map(|maker| maker.depth).min().unwrap_or(INFINITE));
        }
        changed
    }

    /// Returns the reason why the root has no finite graph.
    fn reason(&self) -> String {
        let root = &self.slots[0];
        let Some(maker) = root.makers.first() else {
            return "no linked type below it has reflected fields and no descendants".into();
        };
        let of_maker = |maker: &Maker| match &maker.form {
            Form::None(reason) => Some(reason.clone()),
            Form::Node(info, fields) => fields.iter().find_map(|field| {
                let FieldForm::Slot(slot) = field.form else { return None };
                let slot = &self.slots[slot];
                let name = Reflection::of_type(*info)?.fields()[field.position].name();
                (slot.size == INFINITE)
                    .then(|| format!("{}.{name} needs a {}", info.key(), slot.kind.type_name()))
            }),
            _ => None,
        };
        of_maker(&self.makers[*maker]).unwrap_or_else(|| "its fields need objects that do not exist".into())
    }
}

impl Planner<'_> {
    /// Returns the slot of a kind.
    fn slot(&mut self, kind: ReferenceKind) -> usize {
        let key = (kind.type_index(), kind.parts().map(|(_, parts)| parts), kind.nullable);
        let slots = &mut self.plan.slots;
        *self.slots.entry(key).or_insert_with(|| {
            let size = if kind.nullable { 0 } else { INFINITE };
            slots.push(Slot { kind, makers: Vec::new(), size, depth: size });
            slots.len() - 1
        })
    }

    fn slot_of<R: IsObjectRef>(&mut self) -> usize {
        match R::KIND {
            FieldKind::Reference(kind) => self.slot(kind),
            _ => unreachable!("a wrapper is a reference"),
        }
    }

    fn push(&mut self, form: Form) -> usize {
        self.plan.makers.push(Maker { form, size: INFINITE, depth: INFINITE, grows: false });
        self.plan.makers.len() - 1
    }

    fn makers_of(&mut self, kind: ReferenceKind) -> Vec<usize> {
        let index = kind.type_index();
        if let Some(([key, value], _)) = kind.parts() {
            let form = match index {
                TypeIndex::MAP => Form::Map([self.slot(key), self.slot(value)]),
                _ => Form::Array(self.slot(value)),
            };
            return vec![self.push(form)];
        }
        let Some(declared) = types::by_index(index) else { return Vec::new() };
        let is_any = index == TypeIndex::OBJECT;
        let is_builtin = |info: &TypeInfo| {
            [TypeIndex::STRING, TypeIndex::ARRAY, TypeIndex::SHAPE_TUPLE].contains(&info.index())
        };
        let types: Vec<_> =
            self.types.iter().copied().filter(|info| info.is_derived_from(declared)).collect();
        let types = types.into_iter().filter(|info| !is_any || is_builtin(info) || self.is_listed(*info));
        let types: Vec<_> = types.collect();
        types.into_iter().filter_map(|info| self.maker(info)).collect()
    }

    /// Whether an option names the type.
    fn is_listed(&self, info: TypeInfo) -> bool {
        let Options { included, own, .. } = self.options;
        included.contains(&info.index()) || own.iter().any(|(index, _)| *index == info.index())
    }

    /// Returns the maker of objects of exactly this type, if such objects are generated.
    fn maker(&mut self, info: TypeInfo) -> Option<usize> {
        if let Some(maker) = self.makers.get(&info.index()) {
            return Some(*maker);
        }
        let own = self.options.own.iter().rposition(|(index, _)| *index == info.index());
        let form = match (own, info.index()) {
            (Some(own), _) => Form::Own(own, info),
            (None, TypeIndex::STRING) => Form::Text,
            (None, TypeIndex::SHAPE_TUPLE) => Form::Shape,
            (None, TypeIndex::NDARRAY) => Form::Tensor,
            (None, TypeIndex::ARRAY) => Form::Array(self.slot_of::<ObjectRef>()),
            (None, TypeIndex::MAP) => {
                Form::Map([self.slot_of::<objet_object::String>(), self.slot_of::<ObjectRef>()])
            }
            (None, TypeIndex::ADT) => Form::Adt(self.slot_of::<ObjectRef>()),
            (None, _) => self.node(info)?,
        };
        let maker = self.push(form);
        self.makers.insert(info.index(), maker);
        Some(maker)
    }

    fn node(&mut self, info: TypeInfo) -> Option<Form> {
        let Options { excluded, included, filter, .. } = self.options;
        let reflection = Reflection::of_type(info)?;
        let is_abstract = self.types.iter().any(|other| other.parent() == Some(info));
        if is_abstract && !included.contains(&info.index())
            || excluded.iter().any(|index| info.index() == *index || info.ancestors().any(|of| of == *index))
            || filter.as_ref().is_some_and(|filter| !filter(info))
        {
            return None;
        }
        if reflection.bytes().is_some() {
            return Some(Form::None(format!(
                "{} is stored as bytes: give it a generator by `with`",
                info.key()
            )));
        }
        let mut fields = Vec::new();
        for (position, field) in reflection.fields().iter().enumerate() {
            let form = match field.kind() {
                FieldKind::Reference(kind) => FieldForm::Slot(self.slot(kind)),
                FieldKind::Custom(_) if !field.is_required() => continue,
                _ => match ValueForm::of(field) {
                    Ok(form) => FieldForm::Value(form),
                    Err(reason) => {
                        return Some(Form::None(format!("{}.{} {reason}", info.key(), field.name())));
                    }
                },
            };
            let defines = matches!(field.role(), FieldRole::Definition);
            fields.push(FieldPlan { position, form, defines });
        }
        Some(Form::Node(info, fields))
    }
}
