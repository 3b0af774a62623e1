//! Plans that an organization can buy. The configuration defines the plans. These are the defaults.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::module::PlanModules;
use crate::quota::Allowance;
use crate::rate::Rate;

/// The maximum length of a plan's name.
const LONGEST: usize = 40;

/// The name of a plan: at most 40 lower-case letters, digits and hyphens. It is stored inline
/// rather than on the heap, because every request reads it from a key that is not in the
/// processor's cache.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlanId {
    /// The name, padded with zeros, which sort before every letter.
    letters: [u8; LONGEST],
    length: u8,
}

impl PlanId {
    /// Returns the name.
    ///
    /// # Panics
    ///
    /// Never: it consists of plain letters.
    pub fn name(&self) -> &str {
        let letters = &self.letters[..usize::from(self.length)];
        std::str::from_utf8(letters).expect("plain letters")
    }
}

impl fmt::Display for PlanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for PlanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PlanId").field(&self.name()).finish()
    }
}

/// Text that is not a valid plan name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanIdError;

impl fmt::Display for PlanIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("A plan name must have 1 to 40 lower-case letters, digits and hyphens.")
    }
}

impl std::error::Error for PlanIdError {}

impl FromStr for PlanId {
    type Err = PlanIdError;

    fn from_str(text: &str) -> Result<Self, PlanIdError> {
        let plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        if text.is_empty() || !text.bytes().all(plain) {
            return Err(PlanIdError);
        }
        let mut letters = [0; LONGEST];
        let place = letters.get_mut(..text.len()).ok_or(PlanIdError)?;
        place.copy_from_slice(text.as_bytes());
        let length = u8::try_from(text.len()).map_err(|_| PlanIdError)?;
        Ok(Self { letters, length })
    }
}

/// A plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The name.
    pub id: PlanId,
    /// The rate limits shared by all keys of an organization.
    pub rates: Vec<Rate>,
    /// The additional rate limits for chart images.
    pub image_rates: Vec<Rate>,
    /// The additional rate limits for batches.
    pub batch_rates: Vec<Rate>,
    /// The allowance of a period.
    pub allowance: Allowance,
    /// The price of a period.
    pub price: Price,
    /// The included modules.
    pub modules: PlanModules,
    /// Whether organizations may switch to the plan themselves. For `None`, see [`Plans::sells`].
    pub for_sale: Option<bool>,
}

/// A price in minor units of its currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    /// The three-letter ISO 4217 code.
    pub currency: String,
    /// The price of the plan per period.
    pub period_minor: u64,
    /// The price of each unit beyond the quota.
    pub overage_unit_minor: u64,
}

impl Price {
    /// Returns `true` if the plan never costs anything.
    pub const fn is_free(&self) -> bool {
        self.period_minor == 0 && self.overage_unit_minor == 0
    }

    /// Returns `true` if amounts of both can be added: a price of zero has no currency.
    pub fn adds_to(&self, other: &Self) -> bool {
        self.currency == other.currency || self.is_free() || other.is_free()
    }
}

impl Default for Price {
    fn default() -> Self {
        Self {
            currency: "EUR".to_owned(),
            period_minor: 0,
            overage_unit_minor: 0,
        }
    }
}

/// The plans of an installation.
///
/// # Examples
///
/// ```
/// use access::{Allowance, Plan, PlanId, Plans};
///
/// let mut plans = Plans::default();
/// let id: PlanId = "observatory".parse()?;
/// let plan = Plan {
///     id,
///     allowance: Allowance { quota: 50_000_000, overage: 0 },
///     for_sale: Some(false),
///     ..plans.largest().clone()
/// };
/// plans.put(plan.clone());
/// assert_eq!(plans.get(&id), Some(&plan));
/// assert_eq!(plans.largest(), &plan);
/// assert!(!plans.sells(&plan));
/// # Ok::<(), access::plan::PlanIdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plans(Vec<Plan>);

impl Plans {
    /// Returns the plan with this name.
    pub fn get(&self, id: &PlanId) -> Option<&Plan> {
        self.0.iter().find(|it| it.id == *id)
    }

    /// Returns all plans.
    pub fn iter(&self) -> impl Iterator<Item = &Plan> {
        self.0.iter()
    }

    /// Returns the plan of the first organization: the one with the largest allowance.
    ///
    /// # Panics
    ///
    /// Never: the list starts with the defaults and only grows.
    pub fn largest(&self) -> &Plan {
        let largest = self.0.iter().max_by_key(|it| it.allowance.cap());
        largest.expect("there are the default plans at least")
    }

    /// Returns the plan of an organization without a purchased plan: the one with the smallest
    /// allowance.
    ///
    /// # Panics
    ///
    /// Never: the list starts with the defaults and only grows.
    pub fn smallest(&self) -> &Plan {
        let smallest = self.0.iter().min_by_key(|it| it.allowance.cap());
        smallest.expect("there are the default plans at least")
    }

    /// Returns `true` if organizations may switch to a plan themselves. Unless the plan says
    /// otherwise, they may switch to a plan with a price, and to the smallest plan, which everyone
    /// starts with. Only the operator assigns other plans without a price.
    pub fn sells(&self, plan: &Plan) -> bool {
        let by_itself = || plan.price.period_minor > 0 || plan.id == self.smallest().id;
        plan.for_sale.unwrap_or_else(by_itself)
    }

    /// Replaces the plan with the same name, or adds it.
    pub fn put(&mut self, plan: Plan) {
        match self.0.iter_mut().find(|it| it.id == plan.id) {
            Some(existing) => *existing = plan,
            None => self.0.push(plan),
        }
    }
}

impl Default for Plans {
    fn default() -> Self {
        Self(vec![
            default_plan("free", 10, 200, 100),
            default_plan("basic", 60, 150_000, 1_000),
            default_plan("gold", 120, 300_000, 1_000),
            default_plan("premium", 300, 750_000, 1_000),
            default_plan("deluxe", 600, 1_000_000, 1_000),
        ])
    }
}

fn default_plan(name: &str, per_minute: u32, quota: u64, images_per_hour: u32) -> Plan {
    let rate = |limit, window| Rate::new(limit, window).expect("the defaults are within bounds");
    Plan {
        id: name.parse().expect("the defaults have plain names"),
        rates: vec![rate(per_minute, Duration::from_mins(1))],
        image_rates: vec![rate(images_per_hour, Duration::from_hours(1))],
        batch_rates: vec![rate(10, Duration::from_mins(1))],
        allowance: Allowance { quota, overage: 0 },
        price: Price::default(),
        modules: PlanModules::Standard,
        for_sale: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the price list.
    #[test]
    fn default_plans() {
        let row = |plan: &Plan| {
            let (rate, images, quota) = (plan.rates[0], plan.image_rates[0], plan.allowance.cap());
            format!("{} {rate} {quota} images {images}", plan.id)
        };
        let table: Vec<_> = Plans::default().iter().map(row).collect();
        assert_eq!(
            table,
            [
                "free 10/60s 200 images 100/3600s",
                "basic 60/60s 150000 images 1000/3600s",
                "gold 120/60s 300000 images 1000/3600s",
                "premium 300/60s 750000 images 1000/3600s",
                "deluxe 600/60s 1000000 images 1000/3600s",
            ]
        );
    }

    #[test]
    fn the_first_organization_gets_the_largest_plan() {
        let plans = Plans::default();
        assert_eq!(plans.largest().id.name(), "deluxe");
    }

    #[test]
    fn a_plan_put_in_replaces_the_one_of_its_name() {
        let mut plans = Plans::default();
        plans.put(default_plan("gold", 1, 2, 3));
        plans.put(default_plan("own", 4, 5, 6));
        assert_eq!(plans.iter().count(), 6);
        let gold: PlanId = "gold".parse().unwrap();
        assert_eq!(plans.get(&gold).unwrap().allowance.cap(), 2);
    }

    #[test]
    fn what_has_no_price_is_the_operators_to_give() {
        let mut plans = Plans::default();
        let sold = |plans: &Plans| -> Vec<String> {
            let sold = plans.iter().filter(|it| plans.sells(it));
            sold.map(|it| it.id.to_string()).collect()
        };
        assert_eq!(sold(&plans), ["free"]);
        let mut gold = plans.get(&"gold".parse().unwrap()).unwrap().clone();
        gold.price.period_minor = 1;
        plans.put(gold.clone());
        let mut basic = plans.get(&"basic".parse().unwrap()).unwrap().clone();
        basic.for_sale = Some(true);
        plans.put(basic);
        assert_eq!(sold(&plans), ["free", "basic", "gold"]);
        gold.for_sale = Some(false);
        plans.put(gold);
        assert_eq!(sold(&plans), ["free", "basic"]);
    }

    #[test]
    fn plan_names_are_plain() {
        for text in ["", "Gold", "a b", &"x".repeat(41), "gold\0"] {
            assert!(text.parse::<PlanId>().is_err(), "{text}");
        }
        for text in ["a", "gold", "own-2", &"x".repeat(40)] {
            assert_eq!(text.parse::<PlanId>().unwrap().to_string(), text);
        }
    }
}
