//! Plans in the configuration file: `[plans.<name>]` tables change a default plan or add one.

use access::{Allowance, Plan, PlanModules, Plans, Rate};
use toml::{Table, Value};

use http_api::modules::CATALOGUE;

/// The default plans, overridden by the tables of the file. The error lists every problem.
pub(super) fn read(tables: &Table) -> Result<Plans, Vec<String>> {
    let mut plans = Plans::default();
    let mut problems = Vec::new();
    for (name, value) in tables {
        let place = format!("[plans.{name}]");
        let Some(table) = value.as_table() else {
            problems.push(format!("{place} must be a table"));
            continue;
        };
        match plan(name, table, &plans) {
            Ok(plan) => plans.put(plan),
            Err(found) => problems.extend(found.iter().map(|it| format!("{place} {it}"))),
        }
    }
    if problems.is_empty() {
        Ok(plans)
    } else {
        Err(problems)
    }
}

/// Reads one plan. Missing fields come from the default plan with that name.
fn plan(name: &str, table: &Table, plans: &Plans) -> Result<Plan, Vec<String>> {
    let id = name
        .parse()
        .map_err(|error: access::PlanIdError| vec![error.to_string()])?;
    let mut plan = plans.get(&id).cloned().unwrap_or(Plan {
        id,
        rates: Vec::new(),
        image_rates: Vec::new(),
        batch_rates: Vec::new(),
        allowance: Allowance {
            quota: 0,
            overage: 0,
        },
        price: access::Price::default(),
        modules: PlanModules::Standard,
        for_sale: None,
    });
    let mut problems = Vec::new();
    for (field, value) in table {
        let result = match field.as_str() {
            "rates" => rates(value).map(|it| plan.rates = it),
            "image_rates" => rates(value).map(|it| plan.image_rates = it),
            "batch_rates" => rates(value).map(|it| plan.batch_rates = it),
            "quota" => number(value).map(|it| plan.allowance.quota = it),
            "overage" => number(value).map(|it| plan.allowance.overage = it),
            "price" => number(value).map(|it| plan.price.period_minor = it),
            "overage_price" => number(value).map(|it| plan.price.overage_unit_minor = it),
            "modules" => modules(value).map(|it| plan.modules = it),
            "currency" => currency(value).map(|it| plan.price.currency = it),
            "for_sale" => flag(value).map(|it| plan.for_sale = Some(it)),
            _ => Err(
                "is not a field of a plan; the fields are rates, image_rates, batch_rates, quota, \
                      overage, price, overage_price, currency, modules, for_sale"
                    .to_owned(),
            ),
        };
        if let Err(what) = result {
            problems.push(format!("{field} {what}"));
        }
    }
    if plan.rates.is_empty() {
        problems.push("needs rates, such as [\"60/60s\"]".to_owned());
    }
    if plan.allowance.quota == 0 {
        problems.push("needs a quota above zero".to_owned());
    }
    if problems.is_empty() {
        Ok(plan)
    } else {
        Err(problems)
    }
}

fn rates(value: &Value) -> Result<Vec<Rate>, String> {
    let list = value
        .as_array()
        .ok_or("must be a list such as [\"60/60s\"]")?;
    let rate = |it: &Value| {
        let text = it.as_str().ok_or("must be a list of strings")?;
        text.parse()
            .map_err(|error: access::RateError| error.to_string())
    };
    list.iter().map(rate).collect()
}

fn modules(value: &Value) -> Result<PlanModules, String> {
    let list = value.as_array();
    let list = list.ok_or("must be a list such as [\"natal\", \"charts\"]")?;
    let module = |it: &Value| {
        let id = it.as_str().ok_or("must be a list of strings")?;
        let known = CATALOGUE.module(id).map(|it| it.id.to_owned());
        known.ok_or_else(|| format!("contains an unknown module `{id}`"))
    };
    let ids: Result<_, String> = list.iter().map(module).collect();
    ids.map(PlanModules::Only)
}

pub(super) fn number(value: &Value) -> Result<u64, String> {
    let number = value.as_integer().and_then(|it| u64::try_from(it).ok());
    number.ok_or_else(|| "must be an integer, zero or greater".to_owned())
}

pub(super) fn flag(value: &Value) -> Result<bool, String> {
    let flag = value.as_bool();
    flag.ok_or_else(|| "must be true or false".to_owned())
}

pub(super) fn currency(value: &Value) -> Result<String, String> {
    let text = value.as_str().unwrap_or_default();
    let plain = text.len() == 3 && text.bytes().all(|it| it.is_ascii_uppercase());
    let expected = || "must be three capital letters such as EUR".to_owned();
    plain.then(|| text.to_owned()).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, &[&str]>) {
        let tables: Table = text.parse().unwrap();
        let plans = read(&tables);
        let shown = plans.map(|it| {
            let own: access::PlanId = "own".parse().unwrap();
            it.get(&own).map_or(String::new(), |it| {
                format!(
                    "{} {} {}",
                    it.rates[0],
                    it.allowance.cap(),
                    it.price.currency
                )
            })
        });
        let expected = expected
            .map(str::to_owned)
            .map_err(|it| it.iter().map(|it| (*it).to_owned()).collect());
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn a_plan_is_added_or_refused_with_every_reason() {
        check("", Ok(""));
        check(
            "[own]\nrates = [\"5/1s\"]\nquota = 7\noverage = 3\ncurrency = \"CHF\"",
            Ok("5/1s 10 CHF"),
        );
        check(
            "[own]\nrates = [\"5\"]\ncolour = 1",
            Err(&[
                "[plans.own] colour is not a field of a plan; the fields are rates, image_rates, batch_rates, quota, overage, price, overage_price, currency, modules, for_sale",
                "[plans.own] rates `5` is not a valid rate. Use a value such as `60/60s`, `100/1h` or `10/1m`: 1 to 10,000 requests per window of 1 second to 24 hours.",
                "[plans.own] needs rates, such as [\"60/60s\"]",
                "[plans.own] needs a quota above zero",
            ]),
        );
    }

    #[test]
    fn a_default_plan_can_be_changed_in_part() {
        let tables: Table = "[gold]\nquota = 5".parse().unwrap();
        let plans = read(&tables).unwrap();
        let gold = plans.get(&"gold".parse().unwrap()).unwrap();
        assert_eq!(
            (gold.rates[0].to_string().as_str(), gold.allowance.quota),
            ("120/60s", 5)
        );
    }
}
