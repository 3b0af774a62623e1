//! The state that all connections share.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use http_api::ApiError;
use platform::Platform;

use crate::address::{AddressLimits, Addresses, INCOMPLETE_WAIT};
use crate::admission::{Admission, RequestLimits};
use crate::compression::Compressor;
use crate::connection::Link;
use crate::unsent::{Recipient, UnsentBytes};

/// What requests in progress use of this node, in total and for each client address.
#[derive(Debug)]
pub struct Transport {
    pub(crate) platform: Arc<Platform>,
    pub(crate) addresses: Arc<Addresses>,
    pub(crate) compressor: Compressor,
    requests: Arc<RequestLimits>,
    unsent_bytes: Arc<UnsentBytes>,
}

impl Transport {
    /// With the limits of the configuration.
    pub fn new(platform: Arc<Platform>) -> Arc<Self> {
        let config = &platform.config;
        Arc::new(Self {
            requests: RequestLimits::new(config.max_requests),
            addresses: Addresses::new(AddressLimits {
                max_connections: config.max_connections_per_address,
                max_incomplete_requests: config.max_incomplete_requests_per_address,
                incomplete_wait: INCOMPLETE_WAIT,
            }),
            unsent_bytes: Arc::default(),
            compressor: Compressor::for_this_machine(platform.workers.clone()),
            platform,
        })
    }

    /// The recipient of a response, and its unread responses. `is_direct` says that the client is
    /// the peer of the connection, without a proxy.
    pub fn recipient(
        &self,
        link: Option<&Link>,
        client: Option<IpAddr>,
        is_direct: bool,
    ) -> Recipient {
        let of_peer = link.filter(|_| is_direct).map(|it| Arc::clone(&it.address));
        let of_client = || Some(self.addresses.get(client?));
        Recipient {
            total: Arc::clone(&self.unsent_bytes),
            address: of_peer.or_else(of_client),
            connection: link.map(|it| Arc::clone(&it.unsent_bytes)),
            org: None,
        }
    }

    /// Admits a request, unless this node or the client has too many others in progress.
    ///
    /// # Errors
    ///
    /// `service_unavailable`, `too_many_unread_responses` or `too_many_incomplete_requests`.
    pub async fn admit(
        &self,
        recipient: &Recipient,
        request: Request<Body>,
    ) -> Result<(Arc<Admission>, Request<Body>), ApiError> {
        recipient.require_room()?;
        let address = recipient.address.as_ref();
        Admission::of(&self.requests, address, request).await
    }
}
