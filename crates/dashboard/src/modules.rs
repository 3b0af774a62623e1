//! Modules: list, status and purchase.

use access::Random as _;
use askama::Template;
use axum::extract::Path;
use billing::WriteAmount;

use super::form::{Form, FormInput};
use super::markup::ToMoment as _;
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext};
use http_api::ApiError;
use http_api::randomness::OsRandom;
use http_api::text::hex;
use i18n::{Language, msg};
use management_api::module::purchase::ModulePurchase;
use management_api::module::{ModuleAttributes, ModulePriceView, OrgModuleList};
use operation::PageRequest;

/// The module categories in order, with a description.
const CATEGORIES: [(&str, &str, &str); 3] = [
    (
        "calculation",
        msg("Calculations"),
        msg("Chart and event data."),
    ),
    ("chart", msg("Images"), msg("Chart wheel images.")),
    (
        "content",
        msg("Texts"),
        msg("Interpretations in the language you request."),
    ),
];

/// The numbers of periods on offer.
const PERIODS: [u64; 4] = [1, 3, 6, 12];

/// A number of periods at a price.
struct Offer {
    /// The form value: periods and price, so that a purchase never has another price than the one shown.
    value: String,
    days: u64,
    amount: String,
}

/// What the page shows of a module.
trait ModuleExt {
    /// Whether it can be bought or extended. A module without an expiration date cannot.
    fn for_sale(&self) -> bool;

    /// The periods on offer and their prices.
    fn offers(&self, language: Language) -> Vec<Offer>;
}

impl ModuleExt for ModuleAttributes {
    fn for_sale(&self) -> bool {
        let lasts = self.enabled && self.expires_at.is_none();
        self.price.is_some() && !lasts
    }

    fn offers(&self, language: Language) -> Vec<Offer> {
        let offer = |price: &ModulePriceView, periods: u64| {
            let amount = price.amount.saturating_mul(periods);
            let shown = i64::try_from(amount).unwrap_or(i64::MAX);
            Offer {
                value: format!("{periods}:{amount}"),
                days: u64::from(price.days) * periods,
                amount: language.amount(shown, &price.currency),
            }
        };
        let price = self.price.iter();
        price
            .flat_map(|price| PERIODS.map(|periods| offer(price, periods)))
            .collect()
    }
}

#[derive(Template)]
#[template(path = "modules.html")]
struct ModulesPage {
    layout: Layout,
    categories: [(&'static str, &'static str, &'static str); 3],
    modules: Vec<ModuleAttributes>,
    form: Form,
    may_buy: bool,
    may_see_keys: bool,
    /// The idempotency key: a form submitted twice buys once.
    once: String,
}

impl ModulesPage {
    async fn of(context: &PageContext, form: Form, once: String) -> Result<Self, ApiError> {
        context.org()?;
        let most = PageRequest::first(100).into();
        let found = context.call::<OrgModuleList>(most).await?;
        Ok(Self {
            layout: context.layout("Modules", "/modules"),
            categories: CATEGORIES,
            modules: found.items,
            form,
            may_buy: context.may::<ModulePurchase>(),
            may_see_keys: context.may::<management_api::key::list::KeyList>(),
            once,
        })
    }

    fn of_category<'a>(&'a self, category: &'a str) -> impl Iterator<Item = &'a ModuleAttributes> {
        self.modules
            .iter()
            .filter(move |it| it.category == category)
    }
}

fn fresh() -> String {
    let mut bytes = [0; 16];
    OsRandom.fill(&mut bytes);
    hex(&bytes)
}

/// `GET /modules`.
pub(super) async fn show(context: PageContext) -> PageResult {
    page(&ModulesPage::of(&context, Form::default(), fresh()).await?)
}

/// `POST /modules/{module}/buy`.
pub(super) async fn buy(
    context: PageContext,
    Path(module): Path<String>,
    form: Form,
) -> PageResult {
    let (periods, amount) = form.value("offer").split_once(':').unwrap_or_default();
    let number = |text: &str| text.parse::<u64>().ok();
    let input = FormInput::default()
        .set("module", module)
        .set("periods", number(periods))
        .set("amount", number(amount));
    let once = form.value("once");
    match context.submit_once::<ModulePurchase>(once, input).await {
        Ok(_) => Ok(see_other("/modules?done=module")),
        Err(error) => {
            let form = form.refused(error)?;
            refused(&ModulesPage::of(&context, form, fresh()).await?)
        }
    }
}
