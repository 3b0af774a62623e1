//! What an operation declares besides its types.

use access::RateClass;
use axum::http::Method;

use crate::ErrorCode;
use crate::rule::{AccessPolicy, Rule, caller};

/// The declaration of an operation, without its types.
#[derive(Clone, Copy, Debug)]
pub struct Spec<C> {
    /// Stable name, noun first. Client libraries make method names from it: never rename.
    pub id: &'static str,
    /// Its HTTP methods.
    pub methods: Methods,
    /// Its path; `{name}` is a field of the input. A parameter that is only part of a segment
    /// (`natal.{format}`) must be an enumeration.
    pub path: &'static str,
    /// Other paths with the same meaning.
    pub aliases: &'static [&'static str],
    /// Who may call it.
    pub access: Rule<C>,
    /// The minimum price in quota units. The operation calculates the price of its input.
    pub cost_units: u32,
    /// Its limits.
    pub limits: Limits,
    /// Errors it can return besides those that follow from access and input.
    pub errors: &'static [ErrorCode],
    /// The group it belongs to in the documentation.
    pub group: &'static str,
    /// One line for the documentation.
    pub summary: &'static str,
    /// What a caller needs to know to use it, in Markdown.
    pub description: &'static str,
}

/// How an operation is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Methods {
    /// GET with a query.
    Get,
    /// POST with a JSON body.
    Post,
    /// POST with a JSON body, and GET with the same fields as a query (`<id>_query`).
    PostAndGet,
    /// PATCH with a JSON body.
    Patch,
    /// DELETE with a query.
    Delete,
}

impl Methods {
    /// Each HTTP method with where its input is.
    pub const fn list(self) -> &'static [(Method, InputPlace)] {
        match self {
            Self::Get => &[(Method::GET, InputPlace::Query)],
            Self::Post => &[(Method::POST, InputPlace::Body)],
            Self::PostAndGet => &[
                (Method::POST, InputPlace::Body),
                (Method::GET, InputPlace::Query),
            ],
            Self::Patch => &[(Method::PATCH, InputPlace::Body)],
            Self::Delete => &[(Method::DELETE, InputPlace::Query)],
        }
    }
}

/// Where an operation's input is, path parameters aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputPlace {
    /// The query.
    Query,
    /// A JSON body.
    Body,
}

/// What an operation accepts at most.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Size of the JSON body.
    pub body_bytes: usize,
    /// The organization's rates it is admitted under, besides the ordinary ones.
    pub class: RateClass,
    /// Whether it takes tens of milliseconds, so that a person who does not pay for it has a lower
    /// rate.
    pub is_long: bool,
}

impl Limits {
    /// Enough for any single calculation.
    pub const ORDINARY: Self = Self {
        body_bytes: 64 * 1024,
        class: RateClass::Ordinary,
        is_long: false,
    };
    /// Enough for a request that checks or verifies a lot, free of charge.
    pub const LONG: Self = Self {
        is_long: true,
        ..Self::ORDINARY
    };
    /// A chart image.
    pub const IMAGE: Self = Self {
        class: RateClass::Image,
        ..Self::ORDINARY
    };
    /// A document, with a logo in its request.
    pub const REPORT: Self = Self {
        body_bytes: 256 * 1024,
        class: RateClass::Image,
        is_long: false,
    };
    /// Many calculations in one request.
    pub const BATCH: Self = Self {
        body_bytes: 1024 * 1024,
        class: RateClass::Batch,
        is_long: false,
    };
}

/// A [`Spec`] without the type of its caller, so that all operations fit in one list.
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// See [`Spec::id`].
    pub id: &'static str,
    /// See [`Spec::methods`].
    pub methods: Methods,
    /// See [`Spec::path`].
    pub path: &'static str,
    /// See [`Spec::aliases`].
    pub aliases: &'static [&'static str],
    /// See [`Spec::access`].
    pub access: AccessPolicy,
    /// See [`Spec::cost_units`].
    pub cost_units: u32,
    /// See [`Spec::limits`].
    pub limits: Limits,
    /// See [`Spec::errors`].
    pub errors: &'static [ErrorCode],
    /// See [`Spec::group`].
    pub group: &'static str,
    /// See [`Spec::summary`].
    pub summary: &'static str,
    /// See [`Spec::description`].
    pub description: &'static str,
}

impl<C: caller::InOrganization> Spec<C> {
    /// The same facts for another type of caller of the same kind.
    pub const fn for_caller<D: caller::InOrganization>(&self) -> Spec<D> {
        Spec {
            id: self.id,
            methods: self.methods,
            path: self.path,
            aliases: self.aliases,
            access: self.access.for_caller(),
            cost_units: self.cost_units,
            limits: self.limits,
            errors: self.errors,
            group: self.group,
            summary: self.summary,
            description: self.description,
        }
    }
}

impl<C> Spec<C> {
    /// The same facts without the caller's type.
    pub const fn declaration(&self) -> Declaration {
        Declaration {
            id: self.id,
            methods: self.methods,
            path: self.path,
            aliases: self.aliases,
            access: self.access.access(),
            cost_units: self.cost_units,
            limits: self.limits,
            errors: self.errors,
            group: self.group,
            summary: self.summary,
            description: self.description,
        }
    }
}

impl Declaration {
    /// The operation's name in the OpenAPI document when called with `method`.
    pub fn operation_id(&self, method: &Method) -> String {
        let twin = self.methods == Methods::PostAndGet && method == Method::GET;
        let suffix = if twin { "_query" } else { "" };
        format!("{}{suffix}", self.id)
    }

    /// Every error code a call can be answered with, in the table's order.
    pub fn error_codes(&self, place: InputPlace) -> Vec<ErrorCode> {
        let mut codes = self.access.error_codes();
        codes.extend(input_error_codes(place));
        codes.extend(self.errors);
        // Text in the place of a parameter can make the path another one, which may not exist.
        if self.path.contains('{') {
            codes.push(ErrorCode::PathUnknown);
        }
        codes.extend([
            ErrorCode::WorkLimitExceeded,
            ErrorCode::TooManyConnections,
            ErrorCode::TooManyIncompleteRequests,
            ErrorCode::TooManyUnreadResponses,
            ErrorCode::HostInvalid,
            ErrorCode::RequestTimeout,
            ErrorCode::ServiceUnavailable,
            ErrorCode::InternalError,
        ]);
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}

impl Declaration {
    /// The path and its aliases.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.path).chain(self.aliases.iter().copied())
    }
}

/// What reading an input can answer.
fn input_error_codes(place: InputPlace) -> Vec<ErrorCode> {
    let mut codes = vec![
        ErrorCode::QueryMalformed,
        ErrorCode::FieldUnknown,
        ErrorCode::FieldMissing,
        ErrorCode::FieldType,
        ErrorCode::FieldValue,
        ErrorCode::FieldRange,
        ErrorCode::FieldLength,
        ErrorCode::FieldFormat,
        ErrorCode::FieldsConflict,
    ];
    if place == InputPlace::Query {
        // A cursor that is none of the list's.
        codes.push(ErrorCode::ValueRefused);
    }
    if place == InputPlace::Body {
        codes.extend([
            ErrorCode::MediaTypeUnsupported,
            ErrorCode::BodyTooLarge,
            ErrorCode::BodyTimeout,
            ErrorCode::JsonMalformed,
        ]);
    }
    codes
}
