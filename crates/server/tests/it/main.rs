//! The service from its users' point of view: in process through the router, over sockets, and as
//! the real binary.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on should stop right there"
)]

mod accessibility;
mod account_settings;
mod accounts;
mod alert_pages;
mod alerts;
mod anchors;
mod attacks;
mod backup;
mod billing;
mod binary;
mod browser;
mod calc;
mod cards;
mod chart_links;
mod chat;
mod commands;
mod connections;
mod content;
mod contract;
mod counters_tls;
mod crash;
mod dashboard;
mod domains;
mod examples;
mod faults;
mod first_starts;
mod fixtures;
mod fuzz;
mod geocoding;
mod guard;
mod guides;
mod harness;
mod images;
mod inputs;
mod installation;
mod invitation_links;
mod key_cache;
mod key_previews;
mod limits;
mod management;
mod mcp;
mod metering;
mod model_server;
mod modules;
mod monitoring;
mod operator_commands;
mod overload;
mod postgres;
mod receiver;
mod redis;
mod remote;
mod replies;
mod requests;
mod returns;
mod sample_api;
mod second_factor;
mod secret;
mod several_nodes;
mod shared_limits;
mod sky_events;
mod sky_pack;
mod smtp;
mod supervised;
mod texts;
mod tls;
mod translations;
mod verification;
mod webhooks;
