//! Modules: list, status and purchase.

use access::Random as _;
use askama::Template;
use axum::extract::Path;
use axum::http::Method;
use billing::WriteAmount;
use interpretation::kind::KINDS;

use super::field_label::text_type;
use super::form::{Form, FormInput};
use super::markup::ToMoment as _;
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext};
use http_api::randomness::OsRandom;
use http_api::text::hex;
use http_api::{ApiError, Declaration};
use i18n::{Language, msg};
use management_api::module::purchase::ModulePurchase;
use management_api::module::{ModuleAttributes, ModulePriceView, OrgModuleList};
use operation::PageRequest;

/// The module categories in order, with a description.
const CATEGORIES: [(&str, &str, &str); 4] = [
    (
        "calculation",
        msg("Calculations"),
        msg("Chart and event data."),
    ),
    ("chart", msg("Images"), msg("Chart wheel images.")),
    ("report", msg("Reports"), msg("Documents for printing.")),
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

/// An operation or a type of texts that a module opens.
struct Opened {
    href: String,
    label: String,
    /// Whether no active module opens it.
    is_new: bool,
}

/// A module and what buying it changes.
struct ModuleCard {
    module: ModuleAttributes,
    operations: Vec<Opened>,
    texts: Vec<Opened>,
}

impl ModuleCard {
    fn of(module: ModuleAttributes, declarations: &[Declaration], active: &Active) -> Self {
        let operation = |id: &&'static str| {
            let found = declarations.iter().find(|it| it.id == *id);
            let gets = |it: &&Declaration| {
                let mut ways = it.methods.list().iter();
                ways.any(|(method, _)| method == Method::GET)
            };
            Opened {
                href: match found.filter(gets) {
                    Some(_) => format!("/playground?operation={id}"),
                    None => "/docs".to_owned(),
                },
                label: found.map_or(*id, |it| it.summary).to_owned(),
                is_new: !active.operations.contains(id),
            }
        };
        let horoscopes = module
            .capabilities
            .iter()
            .filter_map(|it| it.strip_suffix(":texts").map(|horoscope| (*it, horoscope)));
        let texts = horoscopes.flat_map(|(capability, horoscope)| {
            let kinds = KINDS.iter();
            let kinds = kinds.filter(move |it| it.horoscope == horoscope && it.in_calculations);
            kinds.map(move |kind| Opened {
                href: format!("/content?kind={}/{}", kind.horoscope, kind.content),
                label: text_type(kind),
                is_new: !active.capabilities.contains(&capability),
            })
        });
        Self {
            operations: module.operations.iter().map(operation).collect(),
            texts: texts.collect(),
            module,
        }
    }

    /// Operations that buying it would open.
    fn new_operations(&self) -> usize {
        self.operations.iter().filter(|it| it.is_new).count()
    }

    /// Types of texts that buying it would open.
    fn new_texts(&self) -> usize {
        self.texts.iter().filter(|it| it.is_new).count()
    }
}

/// What the active modules open.
struct Active {
    operations: Vec<&'static str>,
    capabilities: Vec<&'static str>,
}

impl Active {
    fn of(modules: &[ModuleAttributes]) -> Self {
        let enabled = || modules.iter().filter(|it| it.enabled);
        Self {
            operations: enabled().flat_map(|it| it.operations.clone()).collect(),
            capabilities: enabled().flat_map(|it| it.capabilities.clone()).collect(),
        }
    }
}

#[derive(Template)]
#[template(path = "modules.html")]
struct ModulesPage {
    layout: Layout,
    categories: [(&'static str, &'static str, &'static str); 4],
    cards: Vec<ModuleCard>,
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
        let active = Active::of(&found.items);
        let declarations = &context.app.catalog.service.declarations;
        let card = |module| ModuleCard::of(module, declarations, &active);
        Ok(Self {
            layout: context.layout("Modules", "/modules"),
            categories: CATEGORIES,
            cards: found.items.into_iter().map(card).collect(),
            form,
            may_buy: context.may::<ModulePurchase>(),
            may_see_keys: context.may::<management_api::key::list::KeyList>(),
            once,
        })
    }

    fn of_category<'a>(&'a self, category: &'a str) -> impl Iterator<Item = &'a ModuleCard> {
        let cards = self.cards.iter();
        cards.filter(move |it| it.module.category == category)
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
