//! The edge: routes, WebSocket sessions, who is asking. It owns no state of
//! its own.

mod analysis;
mod app;
mod auth;
mod channels;
mod commands;
mod courier;
mod docs;
mod events;
mod extract;
mod follower;
mod html;
mod identity;
mod import;
mod lag;
mod links;
mod lists;
mod lobby;
mod matches;
mod metrics;
mod moderation;
mod openapi;
mod options;
mod page;
mod passwords;
mod player_events;
mod post;
mod premoves;
mod problem;
mod puzzles;
mod ratings;
mod records;
mod respond;
mod routes;
mod rules;
mod run;
mod schemas;
mod service;
mod socket;
mod talk;
mod tokens;
mod tournaments;
mod webhooks;
mod workbench;

pub use options::HttpOptions;
pub use run::{RunError, Server, bind, run};
