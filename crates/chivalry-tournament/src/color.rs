//! Serialization of a side of a game as `first` or `second`. At a table of more
//! than two players, seats follow as `third` and `fourth`.

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize as _, Deserializer, Serializer};

use chivalry_rules::Team;

const NAMES: [&str; 4] = ["first", "second", "third", "fourth"];

pub(super) fn serialize<S: Serializer>(side: &Team, to: S) -> Result<S::Ok, S::Error> {
    let name = NAMES.get(side.index()).ok_or_else(|| S::Error::custom("a side is one of four"))?;
    to.serialize_str(name)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Team, D::Error> {
    let name = String::deserialize(from)?;
    let named = Team::ALL.into_iter().zip(NAMES).find(|(_, known)| name == *known);
    named
        .map(|(side, _)| side)
        .ok_or_else(|| D::Error::custom("a side is first, second, third or fourth"))
}

pub(super) mod optional {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use chivalry_rules::Team;

    #[derive(Serialize, Deserialize)]
    struct Named(#[serde(with = "super")] Team);

    pub(crate) fn serialize<S: Serializer>(side: &Option<Team>, to: S) -> Result<S::Ok, S::Error> {
        side.map(Named).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Team>, D::Error> {
        Ok(Option::<Named>::deserialize(from)?.map(|named| named.0))
    }
}

#[cfg(feature = "schema")]
pub(super) fn schema() -> utoipa::openapi::schema::Object {
    use utoipa::openapi::schema::{ObjectBuilder, Type};

    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(NAMES)).build()
}
