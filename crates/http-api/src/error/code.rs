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
    KeyMissing = "key_missing", UNAUTHORIZED, "Missing API Key",
        "Send your API key in the `X-Api-Key` header.";
    KeyInvalid = "key_invalid", UNAUTHORIZED, "Invalid API Key",
        "The API key does not exist. Check it for missing or mistyped characters.";
    KeyRevoked = "key_revoked", UNAUTHORIZED, "Key Revoked",
        "The API key was revoked and cannot be used again. Create a new key.";
    KeyDisabled = "key_disabled", UNAUTHORIZED, "Key Disabled",
        "The API key is disabled. An owner or manager of its organization can re-enable it.";
    KeyExpired = "key_expired", UNAUTHORIZED, "Key Expired",
        "The API key has expired. Create a new key.";
    TokenExpired = "token_expired", UNAUTHORIZED, "Token Expired",
        "The browser token has expired. Request a new one from your server.";
    UrlSignatureInvalid = "url_signature_invalid", UNAUTHORIZED, "Invalid Signature",
        "The URL was not signed by this service, or it was changed after signing. Use the URL exactly as you \
            received it, or request the chart again to get a new one.";
    UrlExpired = "url_expired", UNAUTHORIZED, "URL Expired",
        "The URL has expired. Signed URLs in responses work for 24 hours, or as long as the browser token \
            that requested them. Request the chart again to get a new one. Embed URLs work until their \
            expiration date. Create a new one in the dashboard.";
    UrlRevoked = "url_revoked", UNAUTHORIZED, "URL Revoked",
        "The embed URL or its API key has been revoked. Create a new one in the dashboard.";
    SessionMissing = "session_missing", UNAUTHORIZED, "Sign-in Required",
        "You are not signed in. Sign in to use this operation.";
    SessionEnded = "session_ended", UNAUTHORIZED, "Session Ended",
        "Your session has ended. Sign in again.";
    CredentialAmbiguous = "credential_ambiguous", BAD_REQUEST, "Ambiguous Credential",
        "The request has more than one credential. Send one `X-Api-Key` or one `Authorization` header.";
    OrganizationSuspended = "organization_suspended", FORBIDDEN, "Organization Suspended",
        "The key's organization is suspended. Its owner can contact the operator of this service.";
    PermissionMissing = "permission_missing", FORBIDDEN, "Missing Permission",
        "Your API key or your role does not have the permission that this operation requires.";

    ModuleRequired = "module_required", FORBIDDEN, "Module Required",
        "Your organization or this API key does not have the module that this operation requires.";
    PersonRequired = "person_required", FORBIDDEN, "User Session Required",
        "API keys cannot use this operation. Sign in to use it.";
    OperatorRequired = "operator_required", FORBIDDEN, "Operator Required",
        "Only operators of this installation can use this operation.";
    SecondFactorRequired = "second_factor_required", FORBIDDEN, "Two-Factor Authentication Required",
        "Two-factor authentication is required. Set it up in your settings, or sign in again with a code.";
    ReauthenticationRequired = "reauthentication_required", FORBIDDEN, "Reauthentication Required",
        "Confirm your identity. Send your password and second-factor code to \
            /api/manage/session/reauthenticate, then try again.";
    CrossSiteRequest = "cross_site_request", FORBIDDEN, "Cross-Site Request",
        "Requests that change data must come from this service's own origin. Set the `Origin` header to the \
            URL of this service.";
    OrganizationRequired = "organization_required", BAD_REQUEST, "Organization Required",
        "Send the organization's ID in the `X-Organization` header.";
    OrganizationUnexpected = "organization_unexpected", BAD_REQUEST, "Unexpected Organization",
        "An API key always acts for its own organization. Remove the `X-Organization` header.";

    DomainNotAllowed = "domain_not_allowed", FORBIDDEN, "Domain Not Allowed",
        "This key is restricted to certain domains, and the request does not come from one of them.";
    RateLimited = "rate_limited", TOO_MANY_REQUESTS, "Rate Limited",
        "Too many requests. Wait for the number of seconds in the Retry-After header.";
    TooManyConnections = "too_many_connections", TOO_MANY_REQUESTS, "Too Many Connections",
        "Your IP address has too many open connections. Reuse or close some of them.";
    TooManyIncompleteRequests = "too_many_incomplete_requests", TOO_MANY_REQUESTS, "Too Many Incomplete Requests",
        "Your IP address has too many requests with incomplete bodies. Finish them before you send more.";
    TooManyUnreadResponses = "too_many_unread_responses", TOO_MANY_REQUESTS, "Too Many Unread Responses",
        "Your connection, IP address or organization has too many unread responses. Read them before you send \
            more requests.";
    QuotaExhausted = "quota_exhausted", TOO_MANY_REQUESTS, "Quota Exhausted",
        "The quota, or the allowance for test keys, is used up. Wait for the number of seconds in the \
            Retry-After header, or change your plan.";

    // Texts and modules.
    ContentReadOnly = "content_read_only", FORBIDDEN, "Content Read-Only",
        "Library texts cannot be changed. Create a custom copy and edit that.";
    ContentExists = "content_exists", CONFLICT, "Text Already Exists",
        "A text with this URN already exists. `meta.id` contains its ID.";
    ContentBaseMissing = "content_base_missing", CONFLICT, "Nothing to Restore",
        "The text is not a copy of a library text, so there is nothing to restore.";
    ContentLimitReached = "content_limit_reached", CONFLICT, "Content Limit Reached",
        "The organization has reached its custom text limit. Delete some texts first.";
    ContentChanged = "content_changed", PRECONDITION_FAILED, "Content Changed",
        "The text has changed since you read it. Read it again, then retry your change.";
    PreconditionRequired = "precondition_required", PRECONDITION_REQUIRED, "Precondition Required",
        "Set the `If-Match` header to the `ETag` of the version that you read. This prevents you from overwriting other people's changes.";
    WebhookLimitReached = "webhook_limit_reached", CONFLICT, "Webhook Limit Reached",
        "The organization has reached its webhook limit. Delete a webhook first.";
    ModuleHeld = "module_held", CONFLICT, "Module Already Active",
        "The organization already has permanent access to this module, so there is nothing to buy.";

    // Bills.
    PlanHeld = "plan_held", CONFLICT, "Plan Already Active",
        "The organization is already on this plan.";
    PlanTooSmall = "plan_too_small", CONFLICT, "Plan Too Small",
        "Usage in this period exceeds what the plan includes. You can switch to it when the next period \
        starts.";
    PriceChanged = "price_changed", CONFLICT, "Price Changed",
        "The price differs from the one you confirmed. Check the price and confirm it again.";
    TermsArranged = "terms_arranged", CONFLICT, "Custom Terms Apply",
        "The operator has arranged custom terms with this organization. Contact the operator to change the plan.";
    CurrencyMismatch = "currency_mismatch", CONFLICT, "Currency Mismatch",
        "This period is billed in another currency. Try again in the next period.";
    StatementNotDue = "statement_not_due", CONFLICT, "Statement Not Due",
        "The statement is already paid, or nothing was due.";

    // Accounts.
    SignInFailed = "sign_in_failed", UNAUTHORIZED, "Sign-in Failed",
        "The email address or password is incorrect. Try again, or reset your password.";
    SecondFactorMissing = "second_factor_missing", UNAUTHORIZED, "Second Factor Missing",
        "This account uses two-factor authentication. Also send an authentication code or a recovery code.";
    SecondFactorWrong = "second_factor_wrong", UNAUTHORIZED, "Incorrect Code",
        "The code is incorrect, expired or already used.";
    AttemptsLimited = "attempts_limited", TOO_MANY_REQUESTS, "Too Many Attempts",
        "Too many attempts. Wait for the number of seconds in the Retry-After header.";
    InsecureTransport = "insecure_transport", FORBIDDEN, "Insecure Transport",
        "The connection is not encrypted. Use HTTPS. Plain HTTP is accepted only from the same machine.";
    PasswordRefused = "password_refused", UNPROCESSABLE_ENTITY, "Password Not Allowed",
        "The password is too short, too long or too common. meta.reason contains the reason.";
    PasswordWrong = "password_wrong", FORBIDDEN, "Incorrect Password",
        "The current password is incorrect.";
    LinkInvalid = "link_invalid", UNPROCESSABLE_ENTITY, "Invalid Link",
        "The link is invalid or has expired. Request a new one.";
    AccountExists = "account_exists", CONFLICT, "Account Exists",
        "An account with this email address already exists. Sign in to it.";
    SecondFactorState = "second_factor_state", CONFLICT, "Unexpected Two-Factor Status",
        "Two-factor authentication is already on, or it is off and must be set up first.";

    // Organizations and what is in them.
    OrganizationLimitReached = "organization_limit_reached", CONFLICT, "Organization Limit Reached",
        "You own or have created the maximum number of organizations. Close one, or contact the operator of \
            this service.";
    OrganizationCreationLimited = "organization_creation_limited", TOO_MANY_REQUESTS, "Too Many New Organizations",
        "You have created the maximum number of organizations in 24 hours. Wait for the number of seconds in \
            the Retry-After header.";
    KeySuperseded = "key_superseded", CONFLICT, "Key Superseded",
        "The key has already been rotated. Edit or rotate the key that replaced it.";
    KeyEnded = "key_ended", CONFLICT, "Key No Longer Valid",
        "The key was revoked or has expired. Create a new key.";
    KeyLimitReached = "key_limit_reached", CONFLICT, "Key Limit Reached",
        "The organization has reached its active key limit. Revoke a key first. `meta` contains the limit.";
    EmbedUrlLimitReached = "embed_url_limit_reached", CONFLICT, "Embed URL Limit Reached",
        "The key, or the organization, has reached its limit of embed URLs. Revoke one first. `meta` contains \
            the limit.";
    ChatbotLimitReached = "chatbot_limit_reached", CONFLICT, "Chatbot Limit Reached",
        "The organization has reached its limit of chatbots, or the chatbot its limit of profiles. Delete one first. \
            `meta` contains the limit.";
    RankTooHigh = "rank_too_high", FORBIDDEN, "Role Too Low",
        "You cannot change or remove members whose role is the same as or higher than yours, or \
            invitations from members with a higher role. Owners can manage all members.";
    GrantTooHigh = "grant_too_high", FORBIDDEN, "Role or Permission Too High",
        "You cannot grant a role above your own, or give a key permissions that you do not have.";
    LastOwner = "last_owner", CONFLICT, "Last Owner",
        "An organization must have an owner. Make another member an owner first.";
    LastOperator = "last_operator", CONFLICT, "Last Operator",
        "The installation must have an operator who can sign in. Make someone else an operator first.";
    AlreadyMember = "already_member", CONFLICT, "Already a Member",
        "This person is already a member of the organization.";
    InviterGone = "inviter_gone", CONFLICT, "Inviter No Longer a Member",
        "The person who invited you is no longer a member. Ask for a new invitation.";
    InvitationClosed = "invitation_closed", CONFLICT, "Invitation No Longer Valid",
        "The invitation was already accepted, revoked or replaced.";
    InvitationsLimited = "invitations_limited", TOO_MANY_REQUESTS, "Too Many Invitations",
        "You have reached the invitation limit, or the combined limit for this email domain has been reached. \
            Wait for the number of seconds in the Retry-After header.";
    IdempotencyConflict = "idempotency_conflict", CONFLICT, "Idempotency Conflict",
        "This idempotency key was already used for a different request. Use a new one.";
    ValueRefused = "value_refused", UNPROCESSABLE_ENTITY, "Value Not Allowed",
        "The value has the right format but is not allowed here.";

    // The address.
    PathUnknown = "path_unknown", NOT_FOUND, "Unknown Path",
        "This path does not exist. See /docs for the list of operations.";
    MethodNotAllowed = "method_not_allowed", METHOD_NOT_ALLOWED, "Method Not Allowed",
        "This path does not support this method. The `Allow` header lists the supported methods.";
    ResourceNotFound = "resource_not_found", NOT_FOUND, "Not Found",
        "The resource does not exist, or you do not have access to it.";

    ApiVersionUnknown = "api_version_unknown", BAD_REQUEST, "Unsupported API Version",
        "The version in `X-Api-Version` is not supported. `meta.accepted` lists the supported versions.";

    // The envelope of the input.
    QueryMalformed = "query_malformed", BAD_REQUEST, "Malformed Query",
        "The query string is not valid percent-encoded UTF-8.";
    MediaTypeUnsupported = "media_type_unsupported", UNSUPPORTED_MEDIA_TYPE, "Unsupported Media Type",
        "Send the body as `application/json`.";
    BodyTooLarge = "body_too_large", PAYLOAD_TOO_LARGE, "Body Too Large",
        "The body exceeds the size limit of this operation.";
    HostInvalid = "host_invalid", BAD_REQUEST, "Invalid Host Header",
        "HTTP/1.1 requires exactly one `Host` header. Send one.";
    BodyTimeout = "body_timeout", REQUEST_TIMEOUT, "Body Timeout",
        "The body did not arrive in time. Try again.";
    BodyMalformed = "body_malformed", BAD_REQUEST, "Malformed Body",
        "The body ended before its declared length, or its chunks are malformed or too small.";
    JsonMalformed = "json_malformed", BAD_REQUEST, "Malformed JSON",
        "The body is not valid JSON. `meta` contains the position of the error.";

    // The fields of the input; several can come in one answer.
    FieldUnknown = "field_unknown", BAD_REQUEST, "Unknown Field",
        "The operation has no field with this name. Unknown fields are rejected so that typos do not go unnoticed.";
    FieldMissing = "field_missing", BAD_REQUEST, "Missing Field",
        "A required field is missing.";
    FieldType = "field_type", BAD_REQUEST, "Wrong Type",
        "The value has the wrong type.";
    FieldValue = "field_value", BAD_REQUEST, "Unknown Value",
        "The value is not in the list of accepted values.";
    FieldRange = "field_range", BAD_REQUEST, "Out of Range",
        "The number is out of range.";
    FieldLength = "field_length", BAD_REQUEST, "Wrong Length",
        "The string or list is too short or too long.";
    FieldFormat = "field_format", BAD_REQUEST, "Wrong Format",
        "The string does not have the expected format.";

    // Places and birth times: well-formed, but without one answer.
    CountryUnknown = "country_unknown", UNPROCESSABLE_ENTITY, "Unknown Country",
        "The gazetteer has no places with this country code. Use a two-letter ISO 3166-1 code.";
    LanguageUnknown = "language_unknown", UNPROCESSABLE_ENTITY, "Unsupported Language",
        "This language is not supported. `meta.accepted` lists the supported languages.";
    NameUnreadable = "name_unreadable", UNPROCESSABLE_ENTITY, "Unreadable Name",
        "The name has no letters, or it contains digits. Write numbers in a name as words.";
    WeekNotFound = "week_not_found", UNPROCESSABLE_ENTITY, "Week Not Found",
        "The year does not have this ISO week. `meta.maximum` is its last week.";
    PlaceUnknown = "place_unknown", UNPROCESSABLE_ENTITY, "Unknown Place",
        "No place has exactly this name. `meta.candidates` lists similar names. Use one of them, or coordinates.";
    PlaceAmbiguous = "place_ambiguous", UNPROCESSABLE_ENTITY, "Ambiguous Place",
        "Several places of about the same size have this name. `meta.candidates` lists them. Add the state or \
            country to the name, or use coordinates.";
    TimezoneUnknown = "timezone_unknown", UNPROCESSABLE_ENTITY, "Unknown Time Zone",
        "The time zone does not exist in the tz database. `meta.suggestions` lists similar names. LMT (local \
            mean time) and LAT (local apparent time) are also accepted.";
    DateNotInCalendar = "date_not_in_calendar", UNPROCESSABLE_ENTITY, "Date Not in Calendar",
        "The date does not exist in this calendar. For example, 1700-02-29 exists only in the Julian calendar.";
    CalendarRequired = "calendar_required", UNPROCESSABLE_ENTITY, "Calendar Required",
        "A date before 1582-10-15 is ambiguous without its calendar. Set `calendar` to `julian`, \
        `gregorian` or `swedish`.";
    BirthTimeAmbiguous = "birth_time_ambiguous", UNPROCESSABLE_ENTITY, "Birth Time Ambiguous",
        "The local time occurred twice because clocks were set back. `meta.candidates` lists both instants. \
            Set `clockChange` to choose one.";
    BirthTimeSkipped = "birth_time_skipped", UNPROCESSABLE_ENTITY, "Birth Time Does Not Exist",
        "The local time did not occur because clocks were set forward, or because the place switched \
            to the other side of the International Date Line. `meta.candidates` lists both \
            interpretations. Set `clockChange` to choose one.";
    BirthDateSkipped = "birth_date_skipped", UNPROCESSABLE_ENTITY, "Birth Date Skipped",
        "This date did not occur at this place because the place switched to the other side of the \
            International Date Line. Use the day before or after.";

    // Calculations: well-formed, but without an answer.
    FieldsConflict = "fields_conflict", UNPROCESSABLE_ENTITY, "Conflicting Fields",
        "The fields are valid on their own but not together: one requires another that is missing, or \
            excludes one that is present.";
    PointUndefined = "point_undefined", UNPROCESSABLE_ENTITY, "Point Not Available",
        "The point is not available in this type of chart.";
    HouseSystemUndefined = "house_system_undefined", UNPROCESSABLE_ENTITY, "House System Undefined",
        "The house system is undefined at this latitude. Choose another one, or set `polarFallback`.";
    ResponseFieldUnknown = "response_field_unknown", UNPROCESSABLE_ENTITY, "Unknown Response Field",
        "`fields` names a field that this calculation does not return.";
    OutsideEphemeris = "outside_ephemeris", UNPROCESSABLE_ENTITY, "Date Outside Ephemeris Range",
        "The ephemeris does not cover this date for this body. `meta` contains the period it covers.";
    BirthTimeRequired = "birth_time_required", UNPROCESSABLE_ENTITY, "Birth Time Required",
        "This calculation requires the time of birth. Send a date and a time.";
    NotDrawable = "not_drawable", UNPROCESSABLE_ENTITY, "Image Cannot Be Drawn",
        "The image cannot be drawn. See `detail` for the reason.";
    RangeReversed = "range_reversed", UNPROCESSABLE_ENTITY, "Range Reversed",
        "The end of the range is before its start.";
    WorkLimitExceeded = "work_limit_exceeded", UNPROCESSABLE_ENTITY, "Work Limit Exceeded",
        "The request exceeds the work limit for a single request. Split it into smaller requests. `meta` \
            contains the limit.";
    RangeTooLong = "range_too_long", UNPROCESSABLE_ENTITY, "Range Too Long",
        "The range is longer than this calculation allows. `meta` contains the limit.";

    // Chat. Those of the model server come as events of the stream.
    ChatLimitReached = "chat_limit_reached", TOO_MANY_REQUESTS, "Chat Limit Reached",
        "The chatbot or its user has reached the limit of messages for the day. Wait for the number of seconds in the \
            Retry-After header. `meta.limit` names the limit.";
    ChatUnconfigured = "chat_unconfigured", SERVICE_UNAVAILABLE, "Chat Not Configured",
        "The operator of this service has not configured a language model for chat.";
    ProviderUnreachable = "provider_unreachable", BAD_GATEWAY, "Language Model Unreachable",
        "The server of the language model cannot be reached. The units of the message are returned. Try again later.";
    ProviderTimeout = "provider_timeout", GATEWAY_TIMEOUT, "Language Model Timeout",
        "The language model did not answer in time. The units of the message are returned. Try again later.";
    ProviderError = "provider_error", BAD_GATEWAY, "Language Model Error",
        "The language model failed or sent an invalid answer. The units of the message are returned. Try again later.";
    ResponseStalled = "response_stalled", REQUEST_TIMEOUT, "Response Stalled",
        "You did not read the response in time, so the answer was ended. The units used so far are charged.";

    // Ours.
    RequestTimeout = "request_timeout", SERVICE_UNAVAILABLE, "Request Timeout",
        "The request took too long. Try again later.";
    ServiceUnavailable = "service_unavailable", SERVICE_UNAVAILABLE, "Service Unavailable",
        "A component of this service is unavailable. Try again after the number of seconds in the Retry-After header.";
    InternalError = "internal_error", INTERNAL_SERVER_ERROR, "Internal Error",
        "An internal error occurred. The operator can use the request ID to find the cause in the log.";
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
