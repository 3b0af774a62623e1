//! The table of error codes: code, status, title, explanation.

use axum::http::StatusCode;

/// Declares [`ErrorCode`] and everything known about each code from one table.
macro_rules! error_codes {
    ($($variant:ident = $name:literal, $status:ident, $title:literal, $explanation:literal;)+) => {
        /// A stable name for something that can go wrong. Codes are part of the API: they are
        /// added, never renamed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ErrorCode {
            $(#[doc = $explanation] $variant,)+
        }

        impl ErrorCode {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code as clients see it.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// The HTTP status it is answered with.
            pub const fn status(self) -> StatusCode {
                match self { $(Self::$variant => StatusCode::$status,)+ }
            }

            /// A short title, the same for every occurrence.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$variant => $title,)+ }
            }

            /// What it means and what to do about it.
            pub const fn explanation(self) -> &'static str {
                match self { $(Self::$variant => $explanation,)+ }
            }
        }
    };
}

error_codes! {
    // Credentials: 401 until the key is known good, then 403.
    KeyMissing = "key_missing", UNAUTHORIZED, "Key Missing",
        "Send your API key in the X-Api-Key header.";
    KeyInvalid = "key_invalid", UNAUTHORIZED, "Key Invalid",
        "The API key is not one of this service: look for a missing or changed character.";
    KeyRevoked = "key_revoked", UNAUTHORIZED, "Key Revoked",
        "The API key was revoked and will not work again: create a new one.";
    KeyDisabled = "key_disabled", UNAUTHORIZED, "Key Disabled",
        "The API key is switched off: its organization can switch it on again.";
    KeyExpired = "key_expired", UNAUTHORIZED, "Key Expired",
        "The API key's expiration has passed: create a new one.";
    CredentialAmbiguous = "credential_ambiguous", BAD_REQUEST, "Ambiguous Credential",
        "The request carries more than one credential: send one X-Api-Key or one Authorization header.";
    OrganizationSuspended = "organization_suspended", FORBIDDEN, "Organization Suspended",
        "The key's organization is suspended: its owner can ask the operator of this service why.";
    PermissionMissing = "permission_missing", FORBIDDEN, "Permission Missing",
        "The API key lacks the permission this operation needs: use another key or have it added.";

    DomainNotAllowed = "domain_not_allowed", FORBIDDEN, "Domain Not Allowed",
        "The key may be used from certain web pages only, and this request does not come from one of them.";
    RateLimited = "rate_limited", TOO_MANY_REQUESTS, "Rate Limited",
        "Too many requests in too short a time: wait for the seconds in Retry-After.";
    QuotaExhausted = "quota_exhausted", TOO_MANY_REQUESTS, "Quota Exhausted",
        "The organization has used its quota of this period: wait for the next one or change the plan.";

    // The address.
    PathUnknown = "path_unknown", NOT_FOUND, "Path Unknown",
        "Nothing is served at this path: /docs lists what is.";
    MethodNotAllowed = "method_not_allowed", METHOD_NOT_ALLOWED, "Method Not Allowed",
        "The path exists but not with this method: the Allow header lists those it has.";
    ResourceNotFound = "resource_not_found", NOT_FOUND, "Not Found",
        "There is no such thing, or it is not yours to see.";

    // The envelope of the input.
    QueryMalformed = "query_malformed", BAD_REQUEST, "Query Malformed",
        "The query string is not valid percent-encoded UTF-8.";
    MediaTypeUnsupported = "media_type_unsupported", UNSUPPORTED_MEDIA_TYPE, "Media Type Unsupported",
        "Send the body as application/json.";
    BodyTooLarge = "body_too_large", PAYLOAD_TOO_LARGE, "Body Too Large",
        "The body is larger than this operation accepts.";
    BodyTimeout = "body_timeout", REQUEST_TIMEOUT, "Body Timeout",
        "The body did not arrive in time.";
    JsonMalformed = "json_malformed", BAD_REQUEST, "JSON Malformed",
        "The body is not valid JSON: meta says where reading stopped.";

    // The fields of the input; several can come in one answer.
    FieldUnknown = "field_unknown", BAD_REQUEST, "Unknown Field",
        "The operation has no field of this name; nothing is ignored, so that no typing error goes unnoticed.";
    FieldMissing = "field_missing", BAD_REQUEST, "Field Missing",
        "A required field is absent; nothing is assumed in its place.";
    FieldType = "field_type", BAD_REQUEST, "Wrong Type",
        "The field holds another type of value than expected.";
    FieldValue = "field_value", BAD_REQUEST, "Unknown Value",
        "The field accepts a fixed list of values and this is none of them.";
    FieldRange = "field_range", BAD_REQUEST, "Out of Range",
        "The number is outside the range the field accepts.";
    FieldLength = "field_length", BAD_REQUEST, "Wrong Length",
        "The text or list is shorter or longer than the field accepts.";
    FieldFormat = "field_format", BAD_REQUEST, "Wrong Format",
        "The text does not have the form the field expects.";

    // Ours.
    RequestTimeout = "request_timeout", SERVICE_UNAVAILABLE, "Request Timeout",
        "The answer took longer than this service allows itself; trying again later may help.";
    ServiceUnavailable = "service_unavailable", SERVICE_UNAVAILABLE, "Service Unavailable",
        "A part this service depends on does not answer; try again after the time in Retry-After.";
    InternalError = "internal_error", INTERNAL_SERVER_ERROR, "Internal Error",
        "Something failed inside the service; its operator finds the cause in the log under the request id.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_snake_case_names() {
        for (index, code) in ErrorCode::ALL.iter().enumerate() {
            let name = code.name();
            assert!(name.bytes().all(|it| it.is_ascii_lowercase() || it == b'_'));
            let again = ErrorCode::ALL[..index].iter().any(|it| it.name() == name);
            assert!(!again, "{name} stands twice in the table");
        }
    }

    #[test]
    fn explanations_are_sentences() {
        for code in ErrorCode::ALL {
            assert!(code.explanation().ends_with('.'), "{}", code.name());
            assert!(code.status().is_client_error() || code.status().is_server_error());
        }
    }
}
