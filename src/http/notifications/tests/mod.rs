//! Tests of notifications from the cause to the receivers, in simulated time.

mod arranged;
mod five_days;
mod receivers;
mod site;
