//! Charges of a period in whole minor units: plans by the day, units beyond the quota, and changes
//! of plan.
//!
//! The rules, which `docs/guides/billing.md` explains with an example:
//!
//! - A UTC day belongs to the plan that is in force when the day ends. A plan that begins in the
//!   middle of a period is charged for the days from its first to the period's last. A plan that
//!   ends is credited for the same days.
//! - Such a part is `price × days left ÷ days of the period`, rounded to the nearest minor unit,
//!   one half upwards. Credits are rounded like charges, so a change that is reverted on the same
//!   day costs nothing.
//! - A unit is beyond the quota if the units counted before it in the period had reached the quota
//!   in force at that time. A later change of plan does not change this.
//! - Each line is rounded, never the sum, so the lines add up to the total exactly.

use std::fmt;

use crate::plan::{PlanId, Price};
use crate::quota::Period;
use crate::timestamp::Timestamp;

const DAY_MICROS: i64 = 86_400_000_000;

/// The terms that an organization is billed by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tariff {
    /// The plan.
    pub plan: PlanId,
    /// The units included in the plan's price, or the organization's own number of them.
    pub quota: u64,
    /// The price of the plan and of a unit beyond the quota.
    pub price: Price,
}

/// A tariff from an instant until the next term begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// When the term begins.
    pub at: Timestamp,
    /// The tariff; `None` once an organization is closed.
    pub tariff: Option<Tariff>,
}

/// The kind of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChargeKind {
    /// A plan, for the days it was in force.
    Plan,
    /// A plan that ended before its period: the days that were charged but not used.
    PlanCredit,
    /// Units beyond the quota.
    Overage,
    /// A module that was bought.
    Module,
}

impl ChargeKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Plan, Self::PlanCredit, Self::Overage, Self::Module];

    /// Returns the name used on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::PlanCredit => "plan-credit",
            Self::Overage => "overage",
            Self::Module => "module",
        }
    }

    /// Returns the kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// A billing line with an amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    /// The kind.
    pub kind: ChargeKind,
    /// The subject: a plan's name or a module's id.
    pub subject: String,
    /// When the time that it covers begins.
    pub begins_at: Timestamp,
    /// The first instant that it does not cover.
    pub ends_at: Timestamp,
    /// The quantity: days of a plan, units, or periods of a module.
    pub quantity: u64,
    /// The price of one of them in minor units; for a plan, the price of the whole period.
    pub unit_minor: u64,
    /// The amount in minor units; negative for a credit.
    pub amount_minor: i64,
}

/// The reason why an organization cannot change its plan itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanChangeRefusal {
    /// The organization already has the plan.
    SamePlan,
    /// More units were used in this period than the plan includes. The organization can switch to
    /// it from the next period. Otherwise it could have the units of a large plan for the price of
    /// a small one.
    UsedMore {
        /// The units used.
        used: u64,
        /// The units that the plan includes.
        quota: u64,
    },
    /// Both plans have a price, in different currencies. A statement has one currency.
    OtherCurrency,
}

impl fmt::Display for PlanChangeRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SamePlan => f.write_str("The organization already has this plan."),
            Self::UsedMore { used, quota } => write!(
                f,
                "{used} units were used in this period, but the plan includes only {quota}. \
                 You can switch to it from the next period."
            ),
            Self::OtherCurrency => {
                f.write_str("The plan is priced in a different currency than this period.")
            }
        }
    }
}

impl Tariff {
    /// Checks whether an organization that has used this many units may change to another tariff.
    ///
    /// # Errors
    ///
    /// [`PlanChangeRefusal`] with the reason.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::{PlanChangeRefusal, Price, Tariff};
    ///
    /// let gold = Tariff { plan: "gold".parse()?, quota: 5_000, price: Price::default() };
    /// let basic = Tariff { plan: "basic".parse()?, quota: 1_000, price: Price::default() };
    /// assert_eq!(basic.may_become(&gold, 900), Ok(()));
    /// // More units are used than the smaller plan includes.
    /// let refusal = PlanChangeRefusal::UsedMore { used: 1_001, quota: 1_000 };
    /// assert_eq!(gold.may_become(&basic, 1_001), Err(refusal));
    /// # Ok::<(), access::plan::PlanIdError>(())
    /// ```
    pub fn may_become(&self, other: &Self, used: u64) -> Result<(), PlanChangeRefusal> {
        if self.plan == other.plan {
            return Err(PlanChangeRefusal::SamePlan);
        }
        if !self.price.adds_to(&other.price) {
            return Err(PlanChangeRefusal::OtherCurrency);
        }
        let quota = other.quota;
        if used > quota {
            return Err(PlanChangeRefusal::UsedMore { used, quota });
        }
        Ok(())
    }
}

/// Calculates what the plans of a period cost, and the units beyond their quotas. `terms` are the
/// terms that begin in the period, in order. Each comes with the live units that were counted until
/// the next term began.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use access::{Period, Price, Tariff, Term, charges, total_minor};
///
/// let period: Period = "2026-11".parse()?;
/// let tariff = Tariff {
///     plan: "gold".parse()?,
///     quota: 1_000,
///     price: Price { currency: "EUR".to_owned(), period_minor: 3_000, overage_unit_minor: 2 },
/// };
/// // The plan begins on 16 November: 15 of 30 days cost half of the price, 1,500.
/// // Ten units beyond the quota cost 2 each, 20.
/// let at = period.start().plus(Duration::from_secs(15 * 86_400));
/// let term = Term { at, tariff: Some(tariff) };
/// let lines = charges(period, &[(term, 1_010)]);
/// assert_eq!(lines.iter().map(|it| it.amount_minor).collect::<Vec<_>>(), [1_500, 20]);
/// assert_eq!(total_minor(&lines), 1_520);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn charges(period: Period, terms: &[(Term, u64)]) -> Vec<Charge> {
    let mut lines = Vec::new();
    let mut before: Option<&Tariff> = None;
    for (term, _) in terms {
        lines.extend(change_of_plan(
            period,
            term.at,
            before,
            term.tariff.as_ref(),
        ));
        before = term.tariff.as_ref();
    }
    let mut used = 0_u64;
    for (index, (term, units)) in terms.iter().enumerate() {
        let after = used.saturating_add(*units);
        let ends_at = terms.get(index + 1).map_or(period.end(), |(it, _)| it.at);
        lines.extend(overage(term, ends_at, used, after));
        used = after;
    }
    lines
}

/// Returns the charges that a change of tariff at an instant adds to the period: a credit for the
/// rest of the old plan, and a charge for the rest of the new one. Returns nothing if the plan and
/// its price stay the same.
pub fn change_of_plan(
    period: Period,
    at: Timestamp,
    from: Option<&Tariff>,
    to: Option<&Tariff>,
) -> Vec<Charge> {
    let sold = |it: &Tariff| (it.plan, it.price.period_minor);
    if from.map(sold) == to.map(sold) {
        return Vec::new();
    }
    let (first, left) = days_left(period, at);
    let line = |kind, tariff: &Tariff| Charge {
        kind,
        subject: tariff.plan.name().to_owned(),
        begins_at: first,
        ends_at: period.end(),
        quantity: left,
        unit_minor: tariff.price.period_minor,
        amount_minor: part(tariff.price.period_minor, left, days_of(period)),
    };
    let back = from
        .map(|it| line(ChargeKind::PlanCredit, it))
        .map(|it| Charge {
            amount_minor: -it.amount_minor,
            ..it
        });
    // A plan without a price has nothing to credit, but its start is still listed.
    let back = back.filter(|it| it.amount_minor != 0);
    let charged = to.map(|it| line(ChargeKind::Plan, it));
    back.into_iter().chain(charged).collect()
}

/// Returns the sum of the charges in minor units.
pub fn total_minor<'a>(charges: impl IntoIterator<Item = &'a Charge>) -> i64 {
    let sum: i128 = charges
        .into_iter()
        .map(|it| i128::from(it.amount_minor))
        .sum();
    clamp(sum)
}

fn overage(term: &Term, ends_at: Timestamp, before: u64, after: u64) -> Option<Charge> {
    let tariff = term.tariff.as_ref()?;
    let units = after.saturating_sub(before.max(tariff.quota));
    let price = tariff.price.overage_unit_minor;
    (units > 0).then(|| Charge {
        kind: ChargeKind::Overage,
        subject: tariff.plan.name().to_owned(),
        begins_at: term.at,
        ends_at,
        quantity: units,
        unit_minor: price,
        amount_minor: clamp(i128::from(units) * i128::from(price)),
    })
}

/// Returns the first UTC day that a change at an instant affects, and the number of days from it to
/// the end of the period.
fn days_left(period: Period, at: Timestamp) -> (Timestamp, u64) {
    let first = at.micros().max(period.start().micros());
    let first = first.div_euclid(DAY_MICROS) * DAY_MICROS;
    let left = (period.end().micros() - first).max(0) / DAY_MICROS;
    (Timestamp::from_micros(first), left.unsigned_abs())
}

fn days_of(period: Period) -> u64 {
    let length = period.end().micros() - period.start().micros();
    (length / DAY_MICROS).unsigned_abs()
}

/// Returns `price × days ÷ of`, rounded to the nearest whole number, one half upwards.
fn part(price_minor: u64, days: u64, of: u64) -> i64 {
    let (price, days, of) = (i128::from(price_minor), i128::from(days), i128::from(of));
    clamp((2 * price * days + of) / (2 * of))
}

/// Clamps an amount to the range of its column. No real price comes near it.
fn clamp(amount: i128) -> i64 {
    let end = if amount < 0 { i64::MIN + 1 } else { i64::MAX };
    i64::try_from(amount).unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns November 2026, which has thirty days.
    fn november() -> Period {
        "2026-11".parse().unwrap()
    }

    fn on_day(day: i64, hour: i64) -> Timestamp {
        let micros = (day - 1) * DAY_MICROS + hour * 3_600_000_000;
        Timestamp::from_micros(november().start().micros() + micros)
    }

    fn tariff(plan: &str, price: u64, quota: u64, overage: u64) -> Tariff {
        Tariff {
            plan: plan.parse().unwrap(),
            quota,
            price: Price {
                currency: "EUR".to_owned(),
                period_minor: price,
                overage_unit_minor: overage,
            },
        }
    }

    fn term(at: Timestamp, tariff: &Tariff) -> Term {
        Term {
            at,
            tariff: Some(tariff.clone()),
        }
    }

    /// Checks the kind, quantity and amount of each line.
    fn check(terms: &[(Term, u64)], expected: &[(ChargeKind, u64, i64)]) {
        let lines = charges(november(), terms);
        let shown: Vec<_> = lines
            .iter()
            .map(|it| (it.kind, it.quantity, it.amount_minor))
            .collect();
        assert_eq!(shown, expected, "{terms:?}");
    }

    #[test]
    fn a_plan_costs_its_price_and_from_a_day_on_the_days_that_are_left() {
        use ChargeKind::{Plan, PlanCredit};
        let (gold, premium) = (
            tariff("gold", 3_000, 10, 0),
            tariff("premium", 9_000, 10, 0),
        );
        let start = november().start();
        check(&[(term(start, &gold), 0)], &[(Plan, 30, 3_000)]);
        // On the eleventh, twenty of thirty days are left, at any hour.
        for hour in [0, 23] {
            let change = term(on_day(11, hour), &premium);
            check(
                &[(term(start, &gold), 0), (change, 0)],
                &[
                    (Plan, 30, 3_000),
                    (PlanCredit, 20, -2_000),
                    (Plan, 20, 6_000),
                ],
            );
        }
        check(&[(term(on_day(30, 12), &gold), 0)], &[(Plan, 1, 100)]);
        let closed = Term {
            at: on_day(16, 1),
            tariff: None,
        };
        check(
            &[(term(start, &gold), 0), (closed, 0)],
            &[(Plan, 30, 3_000), (PlanCredit, 15, -1_500)],
        );
    }

    #[test]
    fn a_part_is_rounded_to_the_nearest_and_one_half_upwards() {
        // 100 × 1 ÷ 30 = 3.33, 100 × 2 ÷ 30 = 6.67, 15 × 1 ÷ 30 = 0.5, 14 × 1 ÷ 30 = 0.47.
        for (price, days, expected) in [(100, 1, 3), (100, 2, 7), (15, 1, 1), (14, 1, 0)] {
            assert_eq!(part(price, days, 30), expected, "{price} {days}");
        }
        assert_eq!(
            part(u64::MAX, 30, 30),
            i64::MAX,
            "the end of the range holds"
        );
    }

    #[test]
    fn units_are_beyond_the_quota_that_was_in_force_when_they_were_counted() {
        use ChargeKind::{Overage, Plan};
        let (small, large) = (tariff("small", 0, 100, 2), tariff("large", 0, 1_000, 1));
        let start = november().start();
        check(
            &[
                (term(start, &small), 130),
                (term(on_day(5, 0), &large), 500),
            ],
            &[(Plan, 30, 0), (Plan, 26, 0), (Overage, 30, 60)],
        );
        check(
            &[(term(start, &large), 500), (term(on_day(5, 0), &small), 7)],
            &[(Plan, 30, 0), (Plan, 26, 0), (Overage, 7, 14)],
        );
    }

    #[test]
    fn a_quota_of_its_own_is_no_change_of_plan() {
        use ChargeKind::Plan;
        let (gold, more) = (tariff("gold", 3_000, 10, 1), tariff("gold", 3_000, 99, 1));
        check(
            &[
                (term(november().start(), &gold), 5),
                (term(on_day(9, 3), &more), 90),
            ],
            &[(Plan, 30, 3_000)],
        );
    }

    #[test]
    fn a_smaller_plan_must_include_what_was_used() {
        let (small, large) = (tariff("small", 0, 100, 0), tariff("large", 9, 1_000, 0));
        assert_eq!(large.may_become(&small, 100), Ok(()));
        let used = PlanChangeRefusal::UsedMore {
            used: 101,
            quota: 100,
        };
        assert_eq!(large.may_become(&small, 101), Err(used));
        assert_eq!(
            small.may_become(&small, 0),
            Err(PlanChangeRefusal::SamePlan)
        );
        let mut francs = tariff("francs", 9, 5_000, 0);
        "CHF".clone_into(&mut francs.price.currency);
        let other = PlanChangeRefusal::OtherCurrency;
        assert_eq!(large.may_become(&francs, 0), Err(other));
        assert_eq!(
            small.may_become(&francs, 0),
            Ok(()),
            "a free plan has no currency"
        );
    }

    fn any_tariff() -> impl Strategy<Value = Tariff> {
        (0..4_u8, 0..1_000_000_u64, 0..1_000_u64, 0..50_u64)
            .prop_map(|(plan, price, quota, unit)| tariff(&format!("p{plan}"), price, quota, unit))
    }

    /// Generates any month, with terms at any instants in it, the first at its start.
    fn any_month() -> impl Strategy<Value = (Period, Vec<(Term, u64)>)> {
        let change = (any_tariff(), 0.0..1.0_f64, 0..2_000_u64);
        let changes = proptest::collection::vec(change, 1..8);
        (0..600_i64, changes).prop_map(|(month, mut changes)| {
            let period = Period::of(Timestamp::from_micros(month * 30 * DAY_MICROS));
            changes.sort_by(|a, b| a.1.total_cmp(&b.1));
            let length = period.end().micros() - period.start().micros();
            let terms = changes
                .into_iter()
                .enumerate()
                .map(|(index, (it, place, units))| {
                    #[expect(
                        clippy::cast_precision_loss,
                        clippy::cast_possible_truncation,
                        reason = "any instant of the month will do"
                    )]
                    let into = (length as f64 * place) as i64;
                    let into = if index == 0 { 0 } else { into };
                    let at = Timestamp::from_micros(period.start().micros() + into);
                    (term(at, &it), units)
                });
            (period, terms.collect())
        })
    }

    proptest! {
        /// Plans cost the sum of their daily prices, within the half minor unit that each line may
        /// be rounded by.
        #[test]
        fn plans_cost_what_their_days_cost((period, terms) in any_month()) {
            let lines = charges(period, &terms);
            let plans: Vec<_> = lines.iter().filter(|it| it.kind != ChargeKind::Overage).collect();
            let days = i64::try_from(days_of(period)).unwrap();
            // Twice the sum times the days keeps everything an integer.
            let mut exact = 0_i64;
            for day in 0..days {
                let end = period.start().micros() + (day + 1) * DAY_MICROS;
                let last = terms.iter().rfind(|(it, _)| it.at.micros() < end).unwrap();
                exact += i64::try_from(last.0.tariff.as_ref().unwrap().price.period_minor).unwrap();
            }
            let total = total_minor(plans.iter().copied());
            let off = (total * days - exact).abs() * 2;
            prop_assert!(off <= days * i64::try_from(plans.len()).unwrap(), "{off} {plans:?}");
            prop_assert!(total >= 0, "a change of plan never creates a credit balance");
        }

        /// The sum of all lines equals the sum of the parts.
        #[test]
        fn lines_add_up_to_the_total((period, terms) in any_month()) {
            let lines = charges(period, &terms);
            let by_hand: i64 = lines.iter().map(|it| it.amount_minor).sum();
            prop_assert_eq!(total_minor(&lines), by_hand);
            for it in &lines {
                if it.kind == ChargeKind::Overage {
                    let product = i64::try_from(it.quantity * it.unit_minor).unwrap();
                    prop_assert_eq!(it.amount_minor, product);
                }
            }
        }

        /// A change that is reverted on the same day costs nothing.
        #[test]
        fn a_change_and_back_on_the_same_day_is_zero(
            (one, other) in (any_tariff(), any_tariff()),
            day in 1..31_i64,
            (first, second) in (0..24_i64, 0..24_i64),
        ) {
            let there = change_of_plan(november(), on_day(day, first), Some(&one), Some(&other));
            let back = change_of_plan(november(), on_day(day, second), Some(&other), Some(&one));
            prop_assert_eq!(total_minor(there.iter().chain(&back)), 0);
        }

        /// Every unit is either inside a quota or beyond it, exactly once, however the period is
        /// divided.
        #[test]
        fn cutting_a_period_moves_no_unit_beyond_the_quota(
            tariff in any_tariff(),
            units in proptest::collection::vec(0..500_u64, 1..6),
        ) {
            let cut: Vec<_> = units
                .iter()
                .enumerate()
                .map(|(day, units)| (term(on_day(i64::try_from(day).unwrap() + 1, 0), &tariff), *units))
                .collect();
            let whole = [(term(november().start(), &tariff), units.iter().sum())];
            let beyond = |terms: &[(Term, u64)]| -> (u64, i64) {
                let lines = charges(november(), terms);
                let over = lines.iter().filter(|it| it.kind == ChargeKind::Overage);
                over.fold((0, 0), |sum, it| (sum.0 + it.quantity, sum.1 + it.amount_minor))
            };
            prop_assert_eq!(beyond(&cut), beyond(&whole));
        }
    }
}
