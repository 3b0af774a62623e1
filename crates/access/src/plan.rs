//! Plans: what an organization has bought. So far a plan is its name; rates, quotas and modules
//! join it together with the code that enforces them.

use std::fmt;
use std::str::FromStr;

/// The plans every installation starts with.
const DEFAULT_PLANS: &[&str] = &["free", "basic", "gold", "premium", "deluxe"];

/// The name of a plan that exists.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlanId(&'static str);

impl PlanId {
    /// The plan of the first organization, made at the first start.
    pub const FIRST: Self = Self("deluxe");

    /// Its name.
    pub const fn name(&self) -> &'static str {
        self.0
    }
}

/// A name that is no plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPlan {
    /// What was given.
    pub given: String,
}

impl fmt::Display for UnknownPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = DEFAULT_PLANS.join(", ");
        write!(f, "`{}` is no plan; there are {known}", self.given)
    }
}

impl std::error::Error for UnknownPlan {}

impl FromStr for PlanId {
    type Err = UnknownPlan;

    fn from_str(text: &str) -> Result<Self, UnknownPlan> {
        let found = DEFAULT_PLANS.iter().find(|name| **name == text);
        found.map(|name| Self(name)).ok_or_else(|| UnknownPlan {
            given: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_organizations_plan_exists() {
        assert_eq!(PlanId::FIRST.name().parse(), Ok(PlanId::FIRST));
    }

    #[test]
    fn an_unknown_plan_lists_the_known_ones() {
        let error = "golden".parse::<PlanId>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "`golden` is no plan; there are free, basic, gold, premium, deluxe"
        );
    }
}
