//! The types that a driver of `sqlx` needs besides its connection. The driver-independent interface
//! uses none of them, so they have no values.

use std::borrow::Cow;
use std::fmt;

use sqlx::any::AnyConnectOptions;
use sqlx::error::BoxDynError;
use sqlx::query::{Query, QueryAs, QueryScalar};
use sqlx::{
    Arguments, Column, ColumnIndex, Database, Either, Encode, Error, FromRow, IntoArguments, Row,
    SqlStr, Statement, Type, TypeInfo, Value, ValueRef,
};

use crate::simulation::database::connection::{ConnectTo, SimulatedConnection};

/// The driver of simulated databases.
#[derive(Debug)]
pub(crate) struct Simulated;

impl Database for Simulated {
    type Connection = SimulatedConnection;
    type TransactionManager = NoValue;
    type Row = NoValue;
    type QueryResult = NoResult;
    type Column = NoValue;
    type TypeInfo = NoValue;
    type Value = NoValue;
    type ValueRef<'r> = NoValue;
    type Arguments = NoValue;
    type ArgumentBuffer = NoValue;
    type Statement = NoValue;
    const NAME: &'static str = "SQLite";
    const URL_SCHEMES: &'static [&'static str] = &["simulated"];
}

impl TryFrom<&AnyConnectOptions> for ConnectTo {
    type Error = Error;

    fn try_from(options: &AnyConnectOptions) -> Result<ConnectTo, Error> {
        sqlx::ConnectOptions::from_url(&options.database_url)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoValue {}

#[derive(Debug, Default)]
pub(crate) struct NoResult;

impl Extend<NoResult> for NoResult {
    fn extend<T: IntoIterator<Item = NoResult>>(&mut self, _: T) {}
}

impl Default for NoValue {
    fn default() -> NoValue {
        unreachable!("queries have the arguments of the driver-independent interface")
    }
}

impl fmt::Display for NoValue {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl Row for NoValue {
    type Database = Simulated;

    fn columns(&self) -> &[NoValue] {
        match *self {}
    }

    fn try_get_raw<I: ColumnIndex<NoValue>>(&self, _: I) -> Result<NoValue, Error> {
        match *self {}
    }
}

impl Column for NoValue {
    type Database = Simulated;

    fn ordinal(&self) -> usize {
        match *self {}
    }

    fn name(&self) -> &str {
        match *self {}
    }

    fn type_info(&self) -> &NoValue {
        match *self {}
    }
}

impl TypeInfo for NoValue {
    fn is_null(&self) -> bool {
        match *self {}
    }

    fn name(&self) -> &str {
        match *self {}
    }
}

impl Value for NoValue {
    type Database = Simulated;

    fn as_ref(&self) -> NoValue {
        match *self {}
    }

    fn type_info(&self) -> Cow<'_, NoValue> {
        match *self {}
    }

    fn is_null(&self) -> bool {
        match *self {}
    }
}

impl ValueRef<'_> for NoValue {
    type Database = Simulated;

    fn to_owned(&self) -> NoValue {
        match *self {}
    }

    fn type_info(&self) -> Cow<'_, NoValue> {
        match *self {}
    }

    fn is_null(&self) -> bool {
        match *self {}
    }
}

impl Arguments for NoValue {
    type Database = Simulated;

    fn reserve(&mut self, _: usize, _: usize) {
        match *self {}
    }

    fn add<'t, T: Encode<'t, Simulated> + Type<Simulated>>(
        &mut self,
        _: T,
    ) -> Result<(), BoxDynError> {
        match *self {}
    }

    fn len(&self) -> usize {
        match *self {}
    }
}

impl IntoArguments<Simulated> for NoValue {
    fn into_arguments(self) -> NoValue {
        match self {}
    }
}

impl Statement for NoValue {
    type Database = Simulated;

    fn into_sql(self) -> SqlStr {
        match self {}
    }

    fn sql(&self) -> &SqlStr {
        match *self {}
    }

    fn parameters(&self) -> Option<Either<&[NoValue], usize>> {
        match *self {}
    }

    fn columns(&self) -> &[NoValue] {
        match *self {}
    }

    fn query(&self) -> Query<'_, Simulated, NoValue> {
        match *self {}
    }

    fn query_with<A: IntoArguments<Simulated>>(&self, _: A) -> Query<'_, Simulated, A> {
        match *self {}
    }

    fn query_as<O: for<'r> FromRow<'r, NoValue>>(&self) -> QueryAs<'_, Simulated, O, NoValue> {
        match *self {}
    }

    fn query_as_with<'s, O, A>(&'s self, _: A) -> QueryAs<'s, Simulated, O, A>
    where
        O: for<'r> FromRow<'r, NoValue>,
        A: IntoArguments<Simulated>,
    {
        match *self {}
    }

    fn query_scalar<O>(&self) -> QueryScalar<'_, Simulated, O, NoValue>
    where
        (O,): for<'r> FromRow<'r, NoValue>,
    {
        match *self {}
    }

    fn query_scalar_with<'s, O, A>(&'s self, _: A) -> QueryScalar<'s, Simulated, O, A>
    where
        (O,): for<'r> FromRow<'r, NoValue>,
        A: IntoArguments<Simulated>,
    {
        match *self {}
    }
}

impl sqlx_core::transaction::TransactionManager for NoValue {
    type Database = Simulated;

    async fn begin(connection: &mut SimulatedConnection, _: Option<SqlStr>) -> Result<(), Error> {
        unused(connection)
    }

    async fn commit(connection: &mut SimulatedConnection) -> Result<(), Error> {
        unused(connection)
    }

    async fn rollback(connection: &mut SimulatedConnection) -> Result<(), Error> {
        unused(connection)
    }

    fn start_rollback(connection: &mut SimulatedConnection) {
        unused(connection)
    }

    fn get_transaction_depth(connection: &SimulatedConnection) -> usize {
        unused(connection)
    }
}

fn unused<T>(_: &SimulatedConnection) -> T {
    unreachable!("transactions use the driver-independent interface")
}
