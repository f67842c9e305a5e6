//! Metrics: the values that a report holds for a call or a device.

use std::borrow::Cow;

use objet_object::{Object, ObjectRef, String as Text, StringNode, make_object, match_node};
#[cfg(feature = "reflection")]
use objet_object_derive::Reflect;
use serde::{Deserialize, Deserializer, Serialize};

/// A metric that counts something.
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.profiling.Count", is_final, crate = objet_object)]
#[cfg_attr(feature = "reflection", derive(Reflect), reflect(crate = crate::reflected))]
pub struct CountNode {
    base: Object,
    /// The count.
    pub value: i64,
}

/// A metric that holds a time.
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.profiling.Duration", is_final, crate = objet_object)]
#[cfg_attr(feature = "reflection", derive(Reflect), reflect(crate = crate::reflected))]
pub struct DurationNode {
    base: Object,
    /// The time in microseconds.
    pub microseconds: f64,
}

/// A metric that holds a share of a whole.
#[derive(Clone, objet_object_derive::Object)]
#[repr(C)]
#[object(key = "runtime.profiling.Percent", is_final, crate = objet_object)]
#[cfg_attr(feature = "reflection", derive(Reflect), reflect(crate = crate::reflected))]
pub struct PercentNode {
    base: Object,
    /// The share in percent.
    pub percent: f64,
}

/// The value of a metric, which as an object is a [`Count`], a [`Duration`], a [`Percent`] or a
/// string.
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
    /// A count.
    Count(i64),
    /// A time in microseconds.
    #[serde(deserialize_with = "number")]
    Microseconds(f64),
    /// A share in percent.
    #[serde(deserialize_with = "number")]
    Percent(f64),
    /// A name or another string.
    String(Cow<'a, str>),
}

/// Reads a number, and null as NaN: JSON cannot represent NaN and infinities, which are written as
/// null.
fn number<'de, D: Deserializer<'de>>(json: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(json)?.unwrap_or(f64::NAN))
}

impl<'a> Metric<'a> {
    /// Returns the value of `object` if `object` is a metric.
    pub fn of(object: &'a Object) -> Option<Self> {
        match_node!(match object {
            count @ CountNode => Some(Self::Count(count.value)),
            duration @ DurationNode => Some(Self::Microseconds(duration.microseconds)),
            percent @ PercentNode => Some(Self::Percent(percent.percent)),
            text @ StringNode => Some(Self::from(text.as_str())),
            _ => None,
        })
    }

    /// Adds up two metrics. Numbers of one kind are summed, and equal strings are kept. Unequal
    /// strings become the empty string, and metrics of different kinds have no sum.
    pub(crate) fn checked_add(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Count(lhs), Self::Count(rhs)) => Some(Self::Count(lhs.saturating_add(*rhs))),
            (Self::Microseconds(lhs), Self::Microseconds(rhs)) => Some(Self::Microseconds(lhs + rhs)),
            (Self::Percent(lhs), Self::Percent(rhs)) => Some(Self::Percent(lhs + rhs)),
            (Self::String(lhs), Self::String(rhs)) if lhs == rhs => Some(self.clone()),
            (Self::String(_), Self::String(_)) => Some(Self::from("")),
            _ => None,
        }
    }

    /// Converts the metric into one that owns its string.
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
