//! The `Host` header. RFC 9112, section 3.2, requires a server to refuse an HTTP/1.1 request
//! without one, and any request with several.

use axum::body::Body;
use axum::http::header::HOST;
use axum::http::{Request, Response, Version};

use crate::routes::Api;
use http_api::ErrorCode;

/// The response to a request over a connection that does not have exactly one host.
pub(super) fn refusal(request: &Request<Body>) -> Option<Response<Body>> {
    let named = request.headers().get_all(HOST).iter().count();
    let is_required = request.version() == Version::HTTP_11;
    let is_valid = named == 1 || (named == 0 && !is_required);
    (!is_valid).then(|| Api::refuse(ErrorCode::HostInvalid))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_named_once_and_may_be_absent_before_and_after_http_1_1() {
        let check = |version: Version, hosts: &[&str], accepted: bool| {
            let mut request = Request::get("/").version(version);
            for host in hosts {
                request = request.header(HOST, *host);
            }
            let request = request.body(Body::empty()).unwrap();
            assert_eq!(
                refusal(&request).is_none(),
                accepted,
                "{version:?} {hosts:?}"
            );
        };
        check(Version::HTTP_11, &["a"], true);
        check(Version::HTTP_11, &[], false);
        check(Version::HTTP_11, &["a", "a"], false);
        check(Version::HTTP_10, &[], true);
        check(Version::HTTP_10, &["a"], true);
        check(Version::HTTP_10, &["a", "b"], false);
        check(Version::HTTP_2, &[], true);
        check(Version::HTTP_2, &["a", "b"], false);
    }
}
