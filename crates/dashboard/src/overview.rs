//! The overview page: usage, keys and next steps.

use askama::Template;

use super::markup::{Markup, Moment, ToMoment as _};
use super::message::Message;
use super::page::{PageResult, page};
use super::page_context::{Layout, PageContext};
use super::plot;
use super::usage::{
    Allowance, AllowanceExt as _, UsageRow, current, every_day, forecast_text, sums,
};
use http_api::ApiError;
use http_api::clock::rfc3339;
use management_api::activity::{GroupText, PeriodAttributes, UsageCurrent};
use management_api::invitation::InvitationCreate;
use management_api::key::list::KeyList;
use operation::PageRequest;

/// Shows a warning for keys that expire within this many days.
const SOON_DAYS: u64 = 14;

struct KeysPart {
    active: usize,
    total: u64,
    /// Whether any key has been used.
    used: bool,
    ending: Vec<(String, String, Moment)>,
}

struct UsagePart {
    current: PeriodAttributes,
    forecast: Message,
    rows: Vec<UsageRow>,
    bars: Option<Markup>,
}

#[derive(Template)]
#[template(path = "overview.html")]
struct OverviewPage {
    layout: Layout,
    plan: String,
    status: &'static str,
    role: &'static str,
    keys: Option<KeysPart>,
    usage: Option<UsagePart>,
    may_invite: bool,
    has_second_factor: bool,
    verified: bool,
}

/// `GET /overview`: shows the sections the user may read.
pub(super) async fn show(context: PageContext) -> PageResult {
    let org = context.org()?;
    let keys = if context.may::<KeyList>() {
        Some(keys(&context).await?)
    } else {
        None
    };
    let usage = if context.may::<UsageCurrent>() {
        Some(usage(&context).await?)
    } else {
        None
    };
    page(&OverviewPage {
        layout: context.layout("Overview", "/overview"),
        plan: org.plan.clone(),
        status: org.status,
        role: org.role,
        keys,
        usage,
        may_invite: context.may::<InvitationCreate>(),
        has_second_factor: context.me.second_factor,
        verified: context.me.email_verified_at.is_some(),
    })
}

async fn keys(context: &PageContext) -> Result<KeysPart, ApiError> {
    let first = PageRequest::first(100).into();
    let found = context.call::<KeyList>(first).await?;
    let soon = std::time::Duration::from_hours(24 * SOON_DAYS);
    let soon = rfc3339(context.app.clock.now().plus(soon));
    let active = found.items.iter().filter(|it| it.status == "active");
    // A replaced key ends by itself, as it was asked to.
    let current = active.clone().filter(|it| !it.superseded);
    let ending = current.filter_map(|key| {
        let end = key.expires_at.as_ref()?.moment();
        let is_soon = end.day() <= soon.get(..10).unwrap_or_default();
        is_soon.then(|| (key.id.clone(), key.name.clone(), end))
    });
    Ok(KeysPart {
        active: active.clone().count(),
        total: found.total,
        used: found.items.iter().any(|it| it.last_used_at.is_some()),
        ending: ending.collect(),
    })
}

async fn usage(context: &PageContext) -> Result<UsagePart, ApiError> {
    let current = current(context).await?;
    let rows = sums(context, GroupText::Day, 14, None).await?.items;
    let now = context.app.clock.now();
    Ok(UsagePart {
        forecast: forecast_text(Allowance::of(&current.live, now), now, context.language),
        current,
        bars: (!rows.is_empty()).then(|| plot::bars(&every_day(&rows, 14, now), context.language)),
        rows,
    })
}
