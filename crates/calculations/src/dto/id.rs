//! Ids from a library's table (points, house systems, aspects) as values of requests and responses:
//! the library stays free of wire types, and the API's list cannot differ from its table.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A type whose values have ids.
pub trait Table: Copy + fmt::Debug + 'static {
    /// The type's name in the API document.
    const NAME: &'static str;

    /// Every accepted id, including aliases.
    fn ids() -> Vec<&'static str>;

    /// The id that a value is written as.
    fn id(self) -> &'static str;

    /// The value of an id.
    fn from_id(id: &str) -> Option<Self>;
}

/// A value of a table, written as its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Id<T>(pub T);

impl<T: Table> Serialize for Id<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.id())
    }
}

impl<'de, T: Table> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let value = T::from_id(&text);
        value.map(Self).ok_or_else(|| {
            let name = T::NAME;
            de::Error::custom(format!("`{text}` is not a valid {name}."))
        })
    }
}

impl<T: Table> JsonSchema for Id<T> {
    fn schema_name() -> Cow<'static, str> {
        T::NAME.into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": T::ids() })
    }
}
