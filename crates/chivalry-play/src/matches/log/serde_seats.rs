//! Serialized forms of seats and teams: their index, and a value per seat as an array.

pub(in crate::matches) mod seat_index {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    use chivalry_rules::Seat;

    pub(in crate::matches) fn serialize<S: Serializer>(
        seat: &Seat,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_u8(seat.index() as u8)
    }

    pub(in crate::matches) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Seat, D::Error> {
        let index = usize::deserialize(from)?;
        Seat::new(index).ok_or_else(|| D::Error::custom("a seat's index is 0 to 3"))
    }
}

pub(in crate::matches) mod team_index {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    use chivalry_rules::Team;

    pub(in crate::matches) fn serialize<S: Serializer>(
        team: &Team,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_u8(*team as u8)
    }

    pub(in crate::matches) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Team, D::Error> {
        let index = usize::deserialize(from)?;
        let team = Team::ALL.get(index).copied();
        team.ok_or_else(|| D::Error::custom("a team's index is 0 to 3"))
    }
}

pub(in crate::matches) mod per_seat {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use chivalry_rules::PerSeat;

    pub(in crate::matches) fn serialize<T: Serialize, S: Serializer>(
        values: &PerSeat<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(values.iter().map(|(_, value)| value))
    }

    pub(in crate::matches) fn deserialize<'de, T, D>(from: D) -> Result<PerSeat<T>, D::Error>
    where
        T: Deserialize<'de>,
        D: Deserializer<'de>,
    {
        let mut values = <[T; 4]>::deserialize(from)?.into_iter();
        Ok(PerSeat::from_fn(|_| values.next().expect("four values for four seats")))
    }
}
