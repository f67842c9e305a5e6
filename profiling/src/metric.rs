//! What is measured of a call.

use std::borrow::Cow;

use objet_object::{Object, ObjectRef, String as Text, StringNode, make_object, match_node};
#[cfg(feature = "reflection")]
use objet_object_derive::Reflect;
use serde::{Deserialize, Deserializer, Serialize};

/// How many of something there are, as a metric.
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.profiling.Count", is_final, crate = objet_object)]
#[cfg_attr(feature = "reflection", derive(Reflect), reflect(crate = crate::reflected))]
pub struct CountNode {
    base: Object,
    /// The number.
    pub value: i64,
}

/// How long something took, as a metric.
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.profiling.Duration", is_final, crate = objet_object)]
#[cfg_attr(feature = "reflection", derive(Reflect), reflect(crate = crate::reflected))]
pub struct DurationNode {
    base: Object,
    /// The time in microseconds.
    pub microseconds: f64,
}

/// Which part of a whole something is, as a metric.
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.profiling.Percent", is_final, crate = objet_object)]
#[cfg_attr(feature = "reflection", derive(Reflect), reflect(crate = crate::reflected))]
pub struct PercentNode {
    base: Object,
    /// The part in percent.
    pub percent: f64,
}

/// The value of a metric: what a [`Count`], a [`Duration`], a [`Percent`] or a text holds.
///
/// ```
/// use objet_object::ObjectRef;
/// use objet_profiling::Metric;
///
/// let object = ObjectRef::from(Metric::Count(3));
/// assert_eq!(object.type_key(), "runtime.profiling.Count");
/// assert_eq!(Metric::of(&object), Some(Metric::Count(3)));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Metric<'a> {
    /// A number of things.
    Count(i64),
    /// A time in microseconds.
    #[serde(deserialize_with = "number")]
    Microseconds(f64),
    /// A part in percent.
    #[serde(deserialize_with = "number")]
    Percent(f64),
    /// A name, or another text.
    String(Cow<'a, str>),
}

/// A number, or null, which is written for numbers that JSON does not have.
fn number<'de, D: Deserializer<'de>>(json: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(json)?.unwrap_or(f64::NAN))
}

impl<'a> Metric<'a> {
    /// The value of an object, if it is a metric.
    pub fn of(object: &'a Object) -> Option<Self> {
        match_node!(object, {
            count: CountNode => Some(Self::Count(count.value)),
            duration: DurationNode => Some(Self::Microseconds(duration.microseconds)),
            percent: PercentNode => Some(Self::Percent(percent.percent)),
            text: StringNode => Some(Self::from(text.as_str())),
            _ => None,
        })
    }

    /// Both together: numbers of one kind add up, of texts remains what both say, which is nothing unless they are equal.
    pub(crate) fn plus(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Count(lhs), Self::Count(rhs)) => Some(Self::Count(lhs.saturating_add(*rhs))),
            (Self::Microseconds(lhs), Self::Microseconds(rhs)) => Some(Self::Microseconds(lhs + rhs)),
            (Self::Percent(lhs), Self::Percent(rhs)) => Some(Self::Percent(lhs + rhs)),
            (Self::String(lhs), Self::String(rhs)) if lhs == rhs => Some(self.clone()),
            (Self::String(_), Self::String(_)) => Some(Self::from("")),
            _ => None,
        }
    }

    /// The value, with a text of its own.
    pub fn into_owned(self) -> Metric<'static> {
        match self {
            Self::Count(value) => Metric::Count(value),
            Self::Microseconds(microseconds) => Metric::Microseconds(microseconds),
            Self::Percent(percent) => Metric::Percent(percent),
            Self::String(text) => Metric::String(text.into_owned().into()),
        }
    }
}

impl<'a> From<&'a str> for Metric<'a> {
    fn from(text: &'a str) -> Self {
        Self::String(text.into())
    }
}

impl From<String> for Metric<'_> {
    fn from(text: String) -> Self {
        Self::String(text.into())
    }
}

impl From<Metric<'_>> for ObjectRef {
    fn from(metric: Metric<'_>) -> Self {
        let base = Object::new();
        match metric {
            Metric::Count(value) => Count::from(make_object(CountNode { base, value })).into(),
            Metric::Microseconds(microseconds) => {
                Duration::from(make_object(DurationNode { base, microseconds })).into()
            }
            Metric::Percent(percent) => Percent::from(make_object(PercentNode { base, percent })).into(),
            Metric::String(text) => Text::from(&*text).into(),
        }
    }
}
