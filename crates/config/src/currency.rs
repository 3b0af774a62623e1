//! One currency for an installation: all prices use the same one, and plans and modules without a
//! price adopt it, so that one statement can contain all of them.

use access::{Plan, Plans};

use super::modules::ModulePrices;

/// Sets the one currency everywhere. Returns an error message if prices use several.
pub(super) fn unify(plans: &mut Plans, modules: &mut ModulePrices) -> Option<String> {
    let priced = |it: &&Plan| !it.price.is_free();
    let mut found: Vec<String> = plans
        .iter()
        .filter(priced)
        .map(|it| it.price.currency.clone())
        .chain(modules.priced().map(|it| it.currency.clone()))
        .collect();
    found.sort_unstable();
    found.dedup();
    if found.len() > 1 {
        let found = found.join(" and ");
        return Some(format!(
            "prices use {found}; an installation bills in one currency"
        ));
    }
    let currency = found.pop()?;
    let all: Vec<Plan> = plans.iter().cloned().collect();
    for mut plan in all {
        plan.price.currency.clone_from(&currency);
        plans.put(plan);
    }
    modules.set_currency(&currency);
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ModulePrice;

    fn priced(currency: &str) -> ModulePrice {
        ModulePrice {
            period_minor: 5,
            currency: currency.to_owned(),
            ..ModulePrice::default()
        }
    }

    #[test]
    fn what_has_no_price_takes_over_the_currency_of_what_has_one() {
        let (mut plans, mut modules) = (Plans::default(), ModulePrices::default());
        assert_eq!(unify(&mut plans, &mut modules), None);
        assert_eq!(plans.smallest().price.currency, "EUR");
        modules.put("charts", priced("CHF"));
        assert_eq!(unify(&mut plans, &mut modules), None);
        assert_eq!(plans.smallest().price.currency, "CHF");
        assert_eq!(modules.of("natal").currency, "CHF");
    }

    #[test]
    fn two_currencies_are_refused() {
        let (mut plans, mut modules) = (Plans::default(), ModulePrices::default());
        modules.put("charts", priced("CHF"));
        modules.put("natal", priced("EUR"));
        let expected = "prices use CHF and EUR; an installation bills in one currency";
        assert_eq!(unify(&mut plans, &mut modules).as_deref(), Some(expected));
    }
}
