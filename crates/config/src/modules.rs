//! Prices of modules: `[modules.<id>]` tables in the configuration file.

use std::collections::BTreeMap;
use std::time::Duration;

use toml::{Table, Value};

use super::plans::{currency, flag, number};
use http_api::modules::CATALOGUE;

/// The price of a module that is bought in addition to a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModulePrice {
    /// Price of one period, in minor units.
    pub period_minor: u64,
    /// ISO 4217 code.
    pub currency: String,
    /// The length of a period, in days.
    pub days: u32,
    /// Whether organizations can buy it.
    pub for_sale: bool,
}

impl Default for ModulePrice {
    fn default() -> Self {
        Self {
            period_minor: 0,
            currency: "EUR".to_owned(),
            days: 30,
            for_sale: true,
        }
    }
}

impl ModulePrice {
    /// The length of one period.
    pub fn period(&self) -> Duration {
        Duration::from_hours(24) * self.days
    }
}

/// The prices of all modules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModulePrices {
    named: BTreeMap<String, ModulePrice>,
    /// The price of modules that are not listed.
    other: ModulePrice,
}

impl ModulePrices {
    /// The price of a module.
    pub fn of(&self, module: &str) -> ModulePrice {
        self.named.get(module).unwrap_or(&self.other).clone()
    }

    /// Sets the price of a module.
    pub fn put(&mut self, module: &str, price: ModulePrice) {
        self.named.insert(module.to_owned(), price);
    }

    /// Prices greater than zero.
    pub(super) fn priced(&self) -> impl Iterator<Item = &ModulePrice> {
        self.named.values().filter(|it| it.period_minor > 0)
    }

    /// Sets the currency of all prices.
    pub(super) fn set_currency(&mut self, currency: &str) {
        for price in self.named.values_mut().chain([&mut self.other]) {
            currency.clone_into(&mut price.currency);
        }
    }
}

/// Reads the tables of the file. The error lists every problem.
pub(super) fn read(tables: &Table) -> Result<ModulePrices, Vec<String>> {
    let mut prices = ModulePrices::default();
    let mut problems = Vec::new();
    for (name, value) in tables {
        let place = format!("[modules.{name}]");
        match (CATALOGUE.module(name), value.as_table()) {
            (None, _) => problems.push(format!("{place} is not a known module")),
            (_, None) => problems.push(format!("{place} must be a table")),
            (Some(module), Some(table)) => match price(table) {
                Ok(price) => prices.put(module.id, price),
                Err(found) => problems.extend(found.iter().map(|it| format!("{place} {it}"))),
            },
        }
    }
    if problems.is_empty() {
        Ok(prices)
    } else {
        Err(problems)
    }
}

fn price(table: &Table) -> Result<ModulePrice, Vec<String>> {
    let mut price = ModulePrice::default();
    let mut problems = Vec::new();
    for (field, value) in table {
        let result = match field.as_str() {
            "price" => number(value).map(|it| price.period_minor = it),
            "currency" => currency(value).map(|it| price.currency = it),
            "days" => days(value).map(|it| price.days = it),
            "for_sale" => flag(value).map(|it| price.for_sale = it),
            _ => Err(
                "is not a field of a module; the fields are price, currency, days, for_sale"
                    .to_owned(),
            ),
        };
        if let Err(what) = result {
            problems.push(format!("{field} {what}"));
        }
    }
    if problems.is_empty() {
        Ok(price)
    } else {
        Err(problems)
    }
}

fn days(value: &Value) -> Result<u32, String> {
    let days = value.as_integer().and_then(|it| u32::try_from(it).ok());
    let days = days.filter(|it| (1..=3660).contains(it));
    days.ok_or_else(|| "must be an integer between 1 and 3660".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_costs_nothing_for_thirty_days_unless_its_table_says_otherwise() {
        let tables: Table = "[content-premium]\nprice = 1900\ndays = 365\ncurrency = \"CHF\""
            .parse()
            .unwrap();
        let prices = read(&tables).unwrap();
        let premium = prices.of("content-premium");
        let shown = (
            premium.period_minor,
            premium.currency.as_str(),
            premium.days,
        );
        assert_eq!(shown, (1900, "CHF", 365));
        assert_eq!(prices.of("natal"), ModulePrice::default());
        assert_eq!(prices.of("natal").period(), Duration::from_hours(720));
    }

    #[test]
    fn what_is_wrong_is_said_all_at_once() {
        let text = "[natla]\n[charts]\ndays = 0\ncolour = 1\nfor_sale = \"no\"";
        let expected = [
            "[modules.natla] is not a known module",
            "[modules.charts] colour is not a field of a module; the fields are price, currency, days, for_sale",
            "[modules.charts] days must be an integer between 1 and 3660",
            "[modules.charts] for_sale must be true or false",
        ];
        let mut found = read(&text.parse().unwrap()).unwrap_err();
        found.sort_unstable();
        let mut expected = expected.map(str::to_owned).to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}
