//! The platform and one more service.

use std::ops::Deref;
use std::sync::Arc;

use crate::platform::Platform;

/// The platform and one more service: the context of operations that need both. It derefs to the
/// platform.
#[derive(Debug)]
pub struct PlatformWith<S> {
    platform: Arc<Platform>,
    /// The other service.
    pub service: Arc<S>,
}

impl<S> PlatformWith<S> {
    /// Puts them together.
    pub const fn new(platform: Arc<Platform>, service: Arc<S>) -> Self {
        Self { platform, service }
    }
}

impl<S> Clone for PlatformWith<S> {
    fn clone(&self) -> Self {
        Self {
            platform: Arc::clone(&self.platform),
            service: Arc::clone(&self.service),
        }
    }
}

impl<S> Deref for PlatformWith<S> {
    type Target = Platform;

    fn deref(&self) -> &Platform {
        &self.platform
    }
}
