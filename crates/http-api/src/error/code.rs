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
    TokenExpired = "token_expired", UNAUTHORIZED, "Token Expired",
        "The browser token's time is over: have your server mint another one.";
    UrlSignatureInvalid = "url_signature_invalid", UNAUTHORIZED, "Signature Invalid",
        "The address was not signed by this service, or something in it was changed.";
    UrlExpired = "url_expired", UNAUTHORIZED, "Address Expired",
        "The signed address worked for a day: ask for the chart again to get another one.";
    SessionMissing = "session_missing", UNAUTHORIZED, "Sign-in Required",
        "This is for people who are signed in.";
    SessionEnded = "session_ended", UNAUTHORIZED, "Session Ended",
        "The session has ended: sign in again.";
    CredentialAmbiguous = "credential_ambiguous", BAD_REQUEST, "Ambiguous Credential",
        "The request carries more than one credential: send one X-Api-Key or one Authorization header.";
    OrganizationSuspended = "organization_suspended", FORBIDDEN, "Organization Suspended",
        "The key's organization is suspended: its owner can ask the operator of this service why.";
    PermissionMissing = "permission_missing", FORBIDDEN, "Permission Missing",
        "The API key, or your role, lacks the permission this operation needs.";

    ModuleRequired = "module_required", FORBIDDEN, "Module Required",
        "The organization, or this key, does not have the module this operation belongs to.";
    PersonRequired = "person_required", FORBIDDEN, "Person Required",
        "API keys never reach this: it is for people who are signed in.";
    OperatorRequired = "operator_required", FORBIDDEN, "Operator Required",
        "This is for those who run the installation.";
    SecondFactorRequired = "second_factor_required", FORBIDDEN, "Second Factor Required",
        "The organization asks its members for a second factor, and operators always need one: switch it on in your settings, or sign in with it.";
    ReauthenticationRequired = "reauthentication_required", FORBIDDEN, "Reauthentication Required",
        "Confirm who you are: send your password, and your second factor, to /api/manage/session/reauthenticate, then try again.";
    CrossSiteRequest = "cross_site_request", FORBIDDEN, "Cross-Site Request",
        "A change must come from this service's own pages: send an Origin header that names its address.";
    OrganizationRequired = "organization_required", BAD_REQUEST, "Organization Required",
        "Name the organization you act in with the X-Organization header.";
    OrganizationUnexpected = "organization_unexpected", BAD_REQUEST, "Organization Unexpected",
        "A key belongs to one organization, which alone counts: leave the X-Organization header out.";

    DomainNotAllowed = "domain_not_allowed", FORBIDDEN, "Domain Not Allowed",
        "The key may be used from certain web pages only, and this request does not come from one of them.";
    RateLimited = "rate_limited", TOO_MANY_REQUESTS, "Rate Limited",
        "Too many requests in too short a time: wait for the seconds in Retry-After.";
    TooManyConnections = "too_many_connections", TOO_MANY_REQUESTS, "Too Many Connections",
        "Your address has too many open connections. Reuse or close some of them.";
    TooManyIncompleteRequests = "too_many_incomplete_requests", TOO_MANY_REQUESTS, "Too Many Incomplete Requests",
        "Your address has too many requests whose body has not arrived. Finish them before you send more.";
    TooManyUnreadResponses = "too_many_unread_responses", TOO_MANY_REQUESTS, "Too Many Unread Responses",
        "Your connection or address has too many responses that you have not read. Read them before you send more requests.";
    QuotaExhausted = "quota_exhausted", TOO_MANY_REQUESTS, "Quota Exhausted",
        "No units are left in the quota, or in the allowance for test keys: wait for the seconds in Retry-After or change the plan.";

    // Texts and modules.
    ContentReadOnly = "content_read_only", FORBIDDEN, "Content Read-Only",
        "Texts of the library cannot be changed: make a custom copy and change that.";
    ContentExists = "content_exists", CONFLICT, "Content Exists",
        "There is a text of this name already: meta.id says which.";
    ContentBaseMissing = "content_base_missing", CONFLICT, "Nothing to Restore",
        "The text is no copy of one in the library, so there is nothing to return to.";
    ContentLimitReached = "content_limit_reached", CONFLICT, "Content Limit Reached",
        "The organization has as many texts of its own as it may have: delete some first.";
    ContentChanged = "content_changed", PRECONDITION_FAILED, "Content Changed",
        "The text was changed since you read it: read it again and decide anew.";
    PreconditionRequired = "precondition_required", PRECONDITION_REQUIRED, "Precondition Required",
        "Send the version you read, as the answer tagged it, in If-Match, so that nobody's change is lost.";
    WebhookLimitReached = "webhook_limit_reached", CONFLICT, "Webhook Limit Reached",
        "The organization has as many webhooks as it may have: delete one first.";
    ModuleHeld = "module_held", CONFLICT, "Module Held",
        "The organization has the module without an end: there is nothing to buy.";

    // Bills.
    PlanHeld = "plan_held", CONFLICT, "Plan Held",
        "The organization has this plan already.";
    PlanTooSmall = "plan_too_small", CONFLICT, "Plan Too Small",
        "More was used in this period than the plan includes: it can be had from the next period on.";
    PriceChanged = "price_changed", CONFLICT, "Price Changed",
        "It costs something else than what was confirmed: look at the price again and decide anew.";
    TermsArranged = "terms_arranged", CONFLICT, "Terms Arranged",
        "The operator has arranged terms of its own with this organization: ask them for another plan.";
    CurrencyMismatch = "currency_mismatch", CONFLICT, "Currency Mismatch",
        "This period is billed in another currency, and amounts of two currencies have no sum: try again in the next period.";
    StatementNotDue = "statement_not_due", CONFLICT, "Statement Not Due",
        "The statement was paid already, or there was nothing to pay.";

    // Accounts.
    SignInFailed = "sign_in_failed", UNAUTHORIZED, "Sign-in Failed",
        "The e-mail address or the password is not right.";
    SecondFactorMissing = "second_factor_missing", UNAUTHORIZED, "Second Factor Missing",
        "The account has a second factor: send its code or a recovery code, too.";
    SecondFactorWrong = "second_factor_wrong", UNAUTHORIZED, "Second Factor Wrong",
        "The code is wrong, too old or was used already.";
    AttemptsLimited = "attempts_limited", TOO_MANY_REQUESTS, "Too Many Attempts",
        "Too many attempts: wait for the seconds in Retry-After.";
    InsecureTransport = "insecure_transport", FORBIDDEN, "Insecure Transport",
        "A session would travel unprotected: use https, or http on this very machine.";
    PasswordRefused = "password_refused", UNPROCESSABLE_ENTITY, "Password Refused",
        "This cannot be the password: meta.reason says why.";
    PasswordWrong = "password_wrong", FORBIDDEN, "Password Wrong",
        "The present password is not right.";
    LinkInvalid = "link_invalid", UNPROCESSABLE_ENTITY, "Link Invalid",
        "The link does not work (any more): ask for another one.";
    AccountExists = "account_exists", CONFLICT, "Account Exists",
        "There is an account with this e-mail address: sign in with it.";
    SecondFactorState = "second_factor_state", CONFLICT, "Second Factor State",
        "The second factor is not in the state this needs: it is on already, off, or not begun.";

    // Organizations and what is in them.
    OrganizationLimitReached = "organization_limit_reached", CONFLICT, "Organization Limit Reached",
        "You own or have created as many organizations as one person may: close one, or ask the operator of this service.";
    OrganizationCreationLimited = "organization_creation_limited", TOO_MANY_REQUESTS, "Organization Creation Limited",
        "You have created as many organizations as one person may in 24 hours: wait for the seconds in Retry-After.";
    KeySuperseded = "key_superseded", CONFLICT, "Key Superseded",
        "The key was rotated already: rotate the one that replaced it.";
    KeyEnded = "key_ended", CONFLICT, "Key Ended",
        "The key was revoked or has expired: create a new one.";
    KeyLimitReached = "key_limit_reached", CONFLICT, "Key Limit Reached",
        "The organization has as many active keys as it may have: revoke one first. meta names the limit.";
    RankTooHigh = "rank_too_high", FORBIDDEN, "Rank Too High",
        "You may change only members of lower rank, and no invitation that someone of higher rank made.";
    GrantTooHigh = "grant_too_high", FORBIDDEN, "Grant Too High",
        "You may grant at most your own role, and to keys only what you may do yourself.";
    LastOwner = "last_owner", CONFLICT, "Last Owner",
        "An organization always keeps an owner: make someone else an owner first.";
    LastOperator = "last_operator", CONFLICT, "Last Operator",
        "The installation always keeps an operator who can sign in: make someone else one first.";
    AlreadyMember = "already_member", CONFLICT, "Already a Member",
        "The person is a member of the organization already.";
    InviterGone = "inviter_gone", CONFLICT, "Inviter Gone",
        "Whoever invited you is no longer a member: ask for another invitation.";
    InvitationClosed = "invitation_closed", CONFLICT, "Invitation Closed",
        "The invitation was accepted, taken back or replaced.";
    InvitationsLimited = "invitations_limited", TOO_MANY_REQUESTS, "Too Many Invitations",
        "You, or all senders to this domain together, have sent as many invitations as allowed: wait for the seconds in Retry-After.";
    IdempotencyConflict = "idempotency_conflict", CONFLICT, "Idempotency Conflict",
        "The Idempotency-Key was used for another request: send a new one.";
    ValueRefused = "value_refused", UNPROCESSABLE_ENTITY, "Value Refused",
        "The value has the right form and cannot be accepted here.";

    // The address.
    PathUnknown = "path_unknown", NOT_FOUND, "Path Unknown",
        "Nothing is served at this path: /docs lists what is.";
    MethodNotAllowed = "method_not_allowed", METHOD_NOT_ALLOWED, "Method Not Allowed",
        "The path exists but not with this method: the Allow header lists those it has.";
    ResourceNotFound = "resource_not_found", NOT_FOUND, "Not Found",
        "There is no such thing, or it is not yours to see.";

    ApiVersionUnknown = "api_version_unknown", BAD_REQUEST, "API Version Unknown",
        "This service does not speak the version asked for in X-Api-Version: meta.accepted lists those it does.";

    // The envelope of the input.
    QueryMalformed = "query_malformed", BAD_REQUEST, "Query Malformed",
        "The query string is not valid percent-encoded UTF-8.";
    MediaTypeUnsupported = "media_type_unsupported", UNSUPPORTED_MEDIA_TYPE, "Media Type Unsupported",
        "Send the body as application/json.";
    BodyTooLarge = "body_too_large", PAYLOAD_TOO_LARGE, "Body Too Large",
        "The body is larger than this operation accepts.";
    HostInvalid = "host_invalid", BAD_REQUEST, "Host Invalid",
        "Send exactly one Host header: HTTP/1.1 requires it.";
    BodyTimeout = "body_timeout", REQUEST_TIMEOUT, "Body Timeout",
        "The body did not arrive in time.";
    BodyMalformed = "body_malformed", BAD_REQUEST, "Body Malformed",
        "The body ended before its announced length, or its chunks are malformed or far too small.";
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

    // Places and birth times: well-formed, but without one answer.
    CountryUnknown = "country_unknown", UNPROCESSABLE_ENTITY, "Country Unknown",
        "No place in the gazetteer has this country code: use the two letters of ISO 3166-1.";
    LanguageUnknown = "language_unknown", UNPROCESSABLE_ENTITY, "Language Unknown",
        "Nothing is known in this language: meta.accepted lists those there are.";
    TimezoneUnknown = "timezone_unknown", UNPROCESSABLE_ENTITY, "Time Zone Unknown",
        "There is no such zone in the tz database: meta.suggestions lists similar names; LMT and LAT are accepted too.";
    DateNotInCalendar = "date_not_in_calendar", UNPROCESSABLE_ENTITY, "Date Not in Calendar",
        "The calendar does not have this day: 1700-02-29 exists in the julian calendar only.";
    CalendarRequired = "calendar_required", UNPROCESSABLE_ENTITY, "Calendar Required",
        "Before 1582-10-15 a date means nothing without its calendar: add calendar julian or gregorian.";
    BirthTimeAmbiguous = "birth_time_ambiguous", UNPROCESSABLE_ENTITY, "Birth Time Ambiguous",
        "Clocks showed this time twice: meta.candidates has both readings, clockChange chooses one.";
    BirthTimeSkipped = "birth_time_skipped", UNPROCESSABLE_ENTITY, "Birth Time Skipped",
        "Clocks jumped over this time: meta.candidates has both readings, clockChange chooses one.";
    BirthDateSkipped = "birth_date_skipped", UNPROCESSABLE_ENTITY, "Birth Date Skipped",
        "This day never came to the place, which moved to the other side of the date line.";

    // Calculations: well-formed, but without an answer.
    FieldsConflict = "fields_conflict", UNPROCESSABLE_ENTITY, "Fields Conflict",
        "Each field is right by itself, but not together: one needs another that is missing, or excludes one that is there.";
    PointUndefined = "point_undefined", UNPROCESSABLE_ENTITY, "Point Undefined",
        "The point does not exist in this kind of chart.";
    HouseSystemUndefined = "house_system_undefined", UNPROCESSABLE_ENTITY, "House System Undefined",
        "The house system has no cusps at this latitude: name another one, or a polarFallback.";
    OutsideEphemeris = "outside_ephemeris", UNPROCESSABLE_ENTITY, "Outside The Ephemeris",
        "The ephemeris does not cover this date for this body: meta names the span it covers.";
    BirthTimeRequired = "birth_time_required", UNPROCESSABLE_ENTITY, "Birth Time Required",
        "This calculation needs the time of birth: a date alone is not enough.";
    NotDrawable = "not_drawable", UNPROCESSABLE_ENTITY, "Not Drawable",
        "The picture cannot be drawn as asked: the detail says what stands in the way.";
    RangeReversed = "range_reversed", UNPROCESSABLE_ENTITY, "Range Reversed",
        "The end lies before the beginning.";
    WorkLimitExceeded = "work_limit_exceeded", UNPROCESSABLE_ENTITY, "Work Limit Exceeded",
        "The request asks for more work than one request may: split it. meta names the limit.";
    RangeTooLong = "range_too_long", UNPROCESSABLE_ENTITY, "Range Too Long",
        "The range is longer than this calculation covers at once: meta names the limit.";

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
