//! The overview page: usage, keys and next steps.

use askama::Template;

use super::form::{Form, FormInput};
use super::markup::{Markup, Moment, ToMoment as _};
use super::message::Message;
use super::page::{PageResult, page, see_other};
use super::page_context::{Layout, PageContext};
use super::plot;
use super::usage::{
    Allowance, AllowanceExt as _, UsageRow, current, every_day, forecast_text, sums,
};
use http_api::ApiError;
use http_api::clock::rfc3339;
use i18n::msg;
use management_api::activity::{GroupText, PeriodAttributes, UsageCurrent};
use management_api::invitation::{InvitationCreate, InvitationList};
use management_api::key::list::KeyList;
use management_api::me::MeUpdate;
use management_api::member::MemberList;
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

/// A step of the setup checklist: a sentence with a link.
struct Step {
    text: &'static str,
    is_done: bool,
}

/// The first steps of an organization and its owner.
struct Checklist {
    steps: Vec<Step>,
    is_hidden: bool,
}

impl Checklist {
    fn done(&self) -> usize {
        self.steps.iter().filter(|it| it.is_done).count()
    }

    fn is_complete(&self) -> bool {
        self.done() == self.steps.len()
    }
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
    checklist: Option<Checklist>,
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
    let checklist = match &keys {
        Some(keys) => {
            let spent = usage.as_ref().map(|it| &it.current);
            let has_requests = spent.is_some_and(|it| it.live.used > 0 || it.test.used > 0);
            Some(checklist(&context, keys, has_requests).await?)
        }
        None => None,
    };
    page(&OverviewPage {
        layout: context.layout("Overview", "/overview"),
        plan: org.plan.clone(),
        status: org.status,
        role: org.role,
        keys,
        usage,
        checklist,
    })
}

async fn checklist(
    context: &PageContext,
    keys: &KeysPart,
    has_requests: bool,
) -> Result<Checklist, ApiError> {
    let step = |text, is_done| Step { text, is_done };
    let mut steps = vec![
        step(
            msg("[Create an API key](/settings/api-keys/new) for your application"),
            keys.total > 0,
        ),
        step(
            msg("Send a request with a key, or try one in the [playground](/playground)"),
            keys.used || has_requests,
        ),
        step(
            msg("[Set up two-factor authentication](/settings#second-factor)"),
            context.me.second_factor,
        ),
        step(
            msg("[Confirm your email address](/settings#profile), so you can reset your password"),
            context.me.email_verified_at.is_some(),
        ),
    ];
    if context.may::<InvitationCreate>() && context.may::<MemberList>() {
        let one = || PageRequest::first(1).into();
        let members = context.call::<MemberList>(one()).await?.total;
        let invited = context.call::<InvitationList>(one()).await?.total;
        steps.push(step(
            msg("[Invite a colleague](/members)"),
            members > 1 || invited > 0,
        ));
    }
    Ok(Checklist {
        steps,
        is_hidden: context.me.checklist_hidden,
    })
}

/// `POST /overview/checklist`: hides or shows the setup checklist.
pub(super) async fn set_checklist(context: PageContext, form: Form) -> PageResult {
    let input = FormInput::default().set("checklistHidden", form.has("show", "no"));
    context.submit::<MeUpdate>(input).await?;
    Ok(see_other("/overview"))
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
