//! Plans: what an organization buys. Which plans there are is configuration; these are the defaults.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::module::PlanModules;
use crate::quota::Allowance;
use crate::rate::Rate;

/// The longest name of a plan.
const LONGEST: usize = 40;

/// The name of a plan: lower-case letters, digits and hyphens, at most 40. In place, not on the heap: every request
/// reads it of a key that is in no cache of the processor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlanId {
    /// Filled up with zeros, which sort before every letter.
    letters: [u8; LONGEST],
    length: u8,
}

impl PlanId {
    /// Its name.
    ///
    /// # Panics
    ///
    /// Never: it was made of plain letters.
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

/// Text that cannot name a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanIdError;

impl fmt::Display for PlanIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a plan's name has 1 to 40 lower-case letters, digits and hyphens")
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
    /// Its name.
    pub id: PlanId,
    /// How often all keys of an organization together may ask.
    pub rates: Vec<Rate>,
    /// How often they may ask for chart images, besides.
    pub image_rates: Vec<Rate>,
    /// How often they may ask for batches, besides.
    pub batch_rates: Vec<Rate>,
    /// What they may use in a period.
    pub allowance: Allowance,
    /// What a period costs.
    pub price: Price,
    /// The modules it includes.
    pub modules: PlanModules,
    /// Whether organizations may change to it by themselves; none: see [`Plans::sells`].
    pub for_sale: Option<bool>,
}

/// Money, in minor units of its currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    /// Three letters of ISO 4217.
    pub currency: String,
    /// For the plan, each period.
    pub period_minor: u64,
    /// For each unit beyond the quota.
    pub overage_unit_minor: u64,
}

impl Price {
    /// Whether it never costs anything.
    pub const fn is_free(&self) -> bool {
        self.period_minor == 0 && self.overage_unit_minor == 0
    }

    /// Whether amounts of both can stand in one sum: what costs nothing has no currency.
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
    /// The plan with this name.
    pub fn get(&self, id: &PlanId) -> Option<&Plan> {
        self.0.iter().find(|it| it.id == *id)
    }

    /// Every plan.
    pub fn iter(&self) -> impl Iterator<Item = &Plan> {
        self.0.iter()
    }

    /// The plan of the first organization: the one that allows most.
    ///
    /// # Panics
    ///
    /// Never: plans begin with the defaults and are only added to.
    pub fn largest(&self) -> &Plan {
        let largest = self.0.iter().max_by_key(|it| it.allowance.cap());
        largest.expect("there are the default plans at least")
    }

    /// The plan of an organization nobody has bought one for: the one that allows least.
    ///
    /// # Panics
    ///
    /// Never: plans begin with the defaults and are only added to.
    pub fn smallest(&self) -> &Plan {
        let smallest = self.0.iter().min_by_key(|it| it.allowance.cap());
        smallest.expect("there are the default plans at least")
    }

    /// Whether organizations may change to a plan by themselves. Unless it says so itself, that is
    /// so for one with a price, and for the smallest, which everyone begins with: a plan without a
    /// price is the operator's to give.
    pub fn sells(&self, plan: &Plan) -> bool {
        let by_itself = || plan.price.period_minor > 0 || plan.id == self.smallest().id;
        plan.for_sale.unwrap_or_else(by_itself)
    }

    /// Replaces the plan of the same name, or adds it.
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
