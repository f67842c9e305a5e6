//! The construction of a graph by a plan, without recursion.
//!
//! Invariants:
//! - `objects.len() + path.len() + reserved` is at most the maximum number of objects. `reserved`
//!   holds the sizes of the smallest graphs of all parts that are not begun.
//! - So the smallest graph of a slot always fits, and the construction ends.

use arbitrary::Unstructured;
use objet_object::{ADT, Array, Map, ObjectRef, RetValue, String};

use super::plan::{FieldForm, Form, Plan};
use super::values::{Choices, MAX_ELEMENTS};
use super::{GenerateError, Options};
use crate::by_name::make_node_at;
use crate::error::ReflectError;

/// The number of times that a node of one type is made for a slot.
const ATTEMPTS: usize = 16;
/// The number of latest objects that a slot can share.
const RECENT: usize = 64;

pub(super) struct Builder<'a, 'b> {
    options: &'a Options,
    plan: &'a Plan,
    choices: Choices<'a, 'b>,
    /// The number of objects up to which objects with parts are preferred.
    target: usize,
    /// The complete objects, with their depths.
    objects: Vec<(ObjectRef, usize)>,
    /// The objects from the root down to the current one.
    path: Vec<Frame>,
    reserved: usize,
    /// The number of rejected nodes.
    refusals: usize,
    last_refusal: Option<ReflectError>,
}

/// An incomplete object.
struct Frame {
    request: Request,
    maker: usize,
    /// The complete parts.
    parts: Vec<RetValue>,
    /// The number of parts of the complete object.
    count: usize,
    /// The depth of the deepest part.
    depth: usize,
    /// The number of complete objects when this object was begun.
    begin: usize,
    attempts: usize,
}

/// A slot that needs an object.
#[derive(Clone)]
struct Request {
    slot: usize,
    /// Whether the slot defines variables, and so shares no objects.
    defines: bool,
    /// The makers whose nodes were rejected.
    refused: Vec<usize>,
}

/// A complete object or value, with the depth of its graph.
type Part = (RetValue, usize);

impl<'a, 'b> Builder<'a, 'b> {
    pub(super) fn new(options: &'a Options, plan: &'a Plan, u: &'a mut Unstructured<'b>) -> Self {
        let mut choices = Choices { u, salt: 0 };
        let target = choices.below(options.max_nodes);
        Self {
            options,
            plan,
            choices,
            target,
            objects: Vec::new(),
            path: Vec::new(),
            reserved: 0,
            refusals: 0,
            last_refusal: None,
        }
    }

    pub(super) fn build(mut self) -> Result<ObjectRef, GenerateError> {
        let mut part = self.fill(Request { slot: 0, defines: false, refused: Vec::new() })?;
        loop {
            if let Some((value, depth)) = part {
                let Some(frame) = self.path.last_mut() else {
                    let RetValue::Object(root) = value else { unreachable!("the root is an object") };
                    return Ok(root);
                };
                frame.parts.push(value);
                frame.depth = frame.depth.max(depth);
            }
            part = match self.path.last() {
                Some(frame) if frame.parts.len() < frame.count => self.next_part()?,
                _ => self.complete()?,
            };
        }
    }

    /// Returns the slot of a part of an object, or `None` for a value, and whether the part defines
    /// variables.
    fn slot_of(&self, frame: &Frame, part: usize) -> (Option<usize>, bool) {
        match &self.plan.makers[frame.maker].form {
            Form::Node(_, fields) => match fields[part].form {
                FieldForm::Slot(slot) => (Some(slot), fields[part].defines),
                FieldForm::Value(_) => (None, false),
            },
            Form::Array(slot) => (Some(*slot), frame.request.defines),
            Form::Map(slots) => (Some(slots[part % 2]), frame.request.defines),
            Form::Adt(slot) => (Some(*slot), false),
            _ => (None, false),
        }
    }

    /// Begins the next part of the current object. Returns a part that is complete at once.
    fn next_part(&mut self) -> Result<Option<Part>, GenerateError> {
        let Some(frame) = self.path.last() else { return Ok(None) };
        let part = frame.parts.len();
        if let Form::Node(_, fields) = &self.plan.makers[frame.maker].form
            && let FieldForm::Value(form) = &fields[part].form
        {
            return Ok(Some((self.choices.value(form), 0)));
        }
        let (Some(slot), defines) = self.slot_of(frame, part) else {
            unreachable!("other parts are objects")
        };
        self.reserved -= self.plan.slots[slot].size;
        self.fill(Request { slot, defines, refused: Vec::new() })
    }

    /// Chooses an object for a slot. Returns an object that is complete at once, and otherwise adds
    /// the object to the path.
    fn fill(&mut self, request: Request) -> Result<Option<Part>, GenerateError> {
        let slot = &self.plan.slots[request.slot];
        if slot.kind.nullable && self.choices.below(3) == 0 {
            return Ok(Some((RetValue::Null, 0)));
        }
        let depth = self.options.max_depth.saturating_sub(self.path.len());
        let size = self.options.max_nodes - self.objects.len() - self.path.len() - self.reserved;
        let grows = self.options.max_nodes - size < self.target;
        if !request.defines && self.choices.below(if grows { 6 } else { 3 }) == 2 {
            let recent = &self.objects[self.objects.len().saturating_sub(RECENT)..];
            let fits = |(object, own): &&(ObjectRef, usize)| *own <= depth && slot.kind.check(object).is_ok();
            let fitting: Vec<_> = recent.iter().filter(fits).collect();
            if !fitting.is_empty() {
                let (object, depth) = fitting[self.choices.below(fitting.len())];
                return Ok(Some((object.clone().into(), *depth)));
            }
        }
        let small = slot
            .makers
            .iter()
            .copied()
            .filter(|maker| self.plan.makers[*maker].size <= size && !request.refused.contains(maker));
        let mut fitting: Vec<_> =
            small.clone().filter(|maker| self.plan.makers[*maker].depth <= depth).collect();
        if fitting.is_empty() && !slot.kind.nullable {
            fitting.extend(small.take(1));
        }
        if fitting.is_empty() {
            return if slot.kind.nullable { Ok(Some((RetValue::Null, 0))) } else { self.refuse_user() };
        }
        if grows && self.choices.below(8) > 0 && fitting.iter().any(|maker| self.plan.makers[*maker].grows) {
            fitting.retain(|maker| self.plan.makers[*maker].grows);
        }
        let choice = self.choices.below(fitting.len());
        self.begin(fitting[choice], request, size)
    }

    /// Begins an object in a graph of at most `size` objects.
    fn begin(&mut self, maker: usize, request: Request, size: usize) -> Result<Option<Part>, GenerateError> {
        let leaf: ObjectRef = match &self.plan.makers[maker].form {
            Form::Text => String::from(self.choices.text()).into(),
            Form::Shape => self.choices.shape().into(),
            Form::Tensor => match self.choices.tensor() {
                Some(tensor) => tensor.into(),
                None => unreachable!("the elements are those of the shape"),
            },
            Form::Own(own, info) => (self.options.own[*own].1)(self.choices.u)
                .map_err(|source| GenerateError::Own { type_key: info.key().into(), source })?,
            form => {
                let count = match form {
                    Form::Node(_, fields) => fields.len(),
                    Form::Map(slots) => self.elements(slots, size),
                    Form::Array(slot) | Form::Adt(slot) => self.elements(&[*slot], size),
                    _ => unreachable!("other forms have no parts"),
                };
                let (parts, begin) = (Vec::new(), self.objects.len());
                self.path.push(Frame { request, maker, parts, count, depth: 0, begin, attempts: 0 });
                self.reserve();
                return Ok(None);
            }
        };
        Ok(Some(self.finished(leaf, 1)))
    }

    /// Returns the number of parts of a container in a graph of at most `size` objects.
    fn elements(&mut self, slots: &[usize], size: usize) -> usize {
        let depth = self.options.max_depth.saturating_sub(self.path.len() + 1);
        if slots.iter().any(|slot| self.plan.slots[*slot].depth > depth) {
            return 0;
        }
        let each: usize = slots.iter().map(|slot| self.plan.slots[*slot].size.max(1)).sum();
        slots.len() * self.choices.below(MAX_ELEMENTS.min((size - 1) / each) + 1)
    }

    /// Reserves the smallest graphs of the parts of the current object.
    fn reserve(&mut self) {
        let Some(frame) = self.path.last() else { return };
        let slots = (0..frame.count).filter_map(|part| self.slot_of(frame, part).0);
        self.reserved += slots.map(|slot| self.plan.slots[slot].size).sum::<usize>();
    }

    fn finished(&mut self, object: ObjectRef, depth: usize) -> Part {
        self.objects.push((object.clone(), depth));
        (object.into(), depth)
    }

    /// Makes the current object, whose parts are complete.
    fn complete(&mut self) -> Result<Option<Part>, GenerateError> {
        let Some(frame) = self.path.last_mut() else { unreachable!("the root ends the construction") };
        let parts = std::mem::take(&mut frame.parts);
        let mut references = parts.iter().map(|part| match part {
            RetValue::Object(object) => Some(object.clone()),
            _ => None,
        });
        let object = match &self.plan.makers[frame.maker].form {
            Form::Node(info, fields) => {
                let values = fields.iter().zip(&parts).map(|(field, part)| (field.position, part.as_arg()));
                match make_node_at(*info, values) {
                    Ok(object) => object,
                    Err(error) => {
                        self.last_refusal = Some(error);
                        return self.refuse();
                    }
                }
            }
            Form::Map(_) => {
                let mut map = Map::<ObjectRef, Option<ObjectRef>>::new();
                while let (Some(Some(key)), Some(value)) = (references.next(), references.next()) {
                    map.insert(key, value);
                }
                map.into()
            }
            Form::Adt(_) => ADT::new(0, references).into(),
            _ => references.collect::<Array<Option<ObjectRef>>>().into(),
        };
        let depth = frame.depth + 1;
        if frame.attempts > 0 {
            self.choices.salt = 0;
        }
        self.path.pop();
        Ok(Some(self.finished(object, depth)))
    }

    /// Makes the current node again, or another one in its place.
    fn refuse(&mut self) -> Result<Option<Part>, GenerateError> {
        self.refusals += 1;
        if self.refusals > ATTEMPTS * (ATTEMPTS + self.options.max_nodes) {
            return Err(self.failure());
        }
        self.choices.salt = self.refusals as u64;
        let Some(frame) = self.path.last_mut() else { unreachable!("a rejected node is on the path") };
        self.objects.truncate(frame.begin);
        frame.parts.clear();
        (frame.attempts, frame.depth) = (frame.attempts + 1, 0);
        if frame.attempts < ATTEMPTS {
            self.reserve();
            return Ok(None);
        }
        let (mut request, maker) = (frame.request.clone(), frame.maker);
        request.refused.push(maker);
        self.path.pop();
        self.fill(request)
    }

    /// Makes the current object again, because a part of it cannot be made.
    fn refuse_user(&mut self) -> Result<Option<Part>, GenerateError> {
        let Some(frame) = self.path.last() else { return Err(self.failure()) };
        let waiting = frame.parts.len() + 1..frame.count;
        let slots = waiting.filter_map(|part| self.slot_of(frame, part).0);
        self.reserved -= slots.map(|slot| self.plan.slots[slot].size).sum::<usize>();
        self.refuse()
    }

    fn failure(&mut self) -> GenerateError {
        match self.last_refusal.take() {
            Some(source) => GenerateError::Refused { source },
            None => unreachable!("each slot has a graph, unless a node was rejected"),
        }
    }
}
