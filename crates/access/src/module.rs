//! Modules: what an organization has bought, and what that opens.
//!
//! A module grants capabilities; an operation needs one. Which modules there are is a table of the
//! service, handed in as opaque ids: nothing here knows what a capability does. An organization has
//! the modules of its plan and those granted to it besides; a key has all of them or fewer.

use std::fmt;

use crate::timestamp::Timestamp;

/// Something a module opens, such as `natal:calc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Capability(&'static str);

impl Capability {
    /// The capability with this name.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A module that can be bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its id: `natal`.
    pub id: &'static str,
    /// Its name, as people see it.
    pub name: &'static str,
    /// What kind of module it is: `calculation`.
    pub category: &'static str,
    /// Whether a plan that does not list its modules includes it.
    pub standard: bool,
    /// What it opens.
    pub capabilities: &'static [Capability],
}

/// Every module there is. The order counts: where several grant a capability, the first is named
/// to whoever lacks it.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue(&'static [Module]);

impl Catalogue {
    /// The catalogue of these modules.
    pub const fn new(modules: &'static [Module]) -> Self {
        Self(modules)
    }

    /// Every module, in order.
    pub const fn modules(self) -> &'static [Module] {
        self.0
    }

    /// The module with this id.
    pub fn module(self, id: &str) -> Option<&'static Module> {
        self.0.iter().find(|it| it.id == id)
    }

    /// The modules that grant a capability, in order.
    pub fn granting(self, capability: Capability) -> impl Iterator<Item = &'static Module> {
        let grants = move |it: &&Module| it.capabilities.contains(&capability);
        self.0.iter().filter(grants)
    }
}

/// The modules a plan includes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlanModules {
    /// Those the catalogue marks as standard.
    #[default]
    Standard,
    /// Exactly these, by their ids.
    Only(Vec<String>),
}

impl PlanModules {
    /// Whether the plan includes a module.
    pub fn include(&self, module: &Module) -> bool {
        match self {
            Self::Standard => module.standard,
            Self::Only(ids) => ids.iter().any(|it| it == module.id),
        }
    }
}

/// Which of its organization's modules a key may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyModules {
    /// All the organization has, now and later.
    All,
    /// At most these, by their ids. What the organization does not have a key cannot use either.
    Only(Vec<String>),
}

impl KeyModules {
    fn include(&self, module: &Module) -> bool {
        match self {
            Self::All => true,
            Self::Only(ids) => ids.iter().any(|it| it == module.id),
        }
    }
}

/// A module an organization has besides its plan's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleGrant {
    /// The module's id.
    pub module: String,
    /// Where it comes from: `operator`, `purchase`, `trial`.
    pub source: String,
    /// Since when.
    pub granted_at: Timestamp,
    /// The first instant at which it is over.
    pub expires_at: Option<Timestamp>,
}

impl ModuleGrant {
    /// Whether it counts at `now`.
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.expires_at.is_none_or(|end| now < end)
    }
}

/// Everything that decides which modules someone has.
#[derive(Clone, Copy, Debug)]
pub struct Entitlements<'a> {
    /// What the organization's plan includes.
    pub plan: &'a PlanModules,
    /// What it was granted besides.
    pub grants: &'a [ModuleGrant],
    /// What its key may use of that.
    pub key: &'a KeyModules,
}

impl Entitlements<'_> {
    /// Whether a module is there at `now`.
    pub fn has(&self, module: &Module, now: Timestamp) -> bool {
        let granted = |it: &ModuleGrant| it.module == module.id && it.is_active(now);
        let held = self.plan.include(module) || self.grants.iter().any(granted);
        held && self.key.include(module)
    }

    /// Checks whether a module that is held at `now` grants a capability.
    ///
    /// # Errors
    ///
    /// The first module that grants the capability, or `None` if no module does.
    ///
    /// # Examples
    ///
    /// A trial of a module, and the instant it ends:
    ///
    /// ```
    /// use access::{
    ///     Capability, Catalogue, Entitlements, KeyModules, Module, ModuleGrant, PlanModules, Timestamp,
    /// };
    ///
    /// const SYNASTRY: Capability = Capability::new("synastry:calc");
    /// static MODULES: [Module; 1] = [Module {
    ///     id: "synastry",
    ///     name: "Synastry",
    ///     category: "calculation",
    ///     standard: false,
    ///     capabilities: &[SYNASTRY],
    /// }];
    ///
    /// let (start, end) = (Timestamp::from_micros(0), Timestamp::from_micros(1_000));
    /// let trial = ModuleGrant {
    ///     module: "synastry".to_owned(),
    ///     source: "trial".to_owned(),
    ///     granted_at: start,
    ///     expires_at: Some(end),
    /// };
    /// let (plan, key) = (&PlanModules::Standard, &KeyModules::All);
    /// let entitlements = Entitlements { plan, grants: &[trial], key };
    /// let catalogue = Catalogue::new(&MODULES);
    /// assert_eq!(entitlements.may(SYNASTRY, catalogue, start), Ok(()));
    /// assert_eq!(entitlements.may(SYNASTRY, catalogue, end), Err(Some(&MODULES[0])));
    /// ```
    pub fn may(
        &self,
        capability: Capability,
        catalogue: Catalogue,
        now: Timestamp,
    ) -> Result<(), Option<&'static Module>> {
        let mut granting = catalogue.granting(capability);
        if granting.any(|it| self.has(it, now)) {
            return Ok(());
        }
        Err(catalogue.granting(capability).next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALC: Capability = Capability::new("a:calc");
    const TEXTS: Capability = Capability::new("a:texts");
    const CATALOGUE: Catalogue = Catalogue::new(&[
        Module {
            id: "a",
            name: "A",
            category: "calculation",
            standard: true,
            capabilities: &[CALC],
        },
        Module {
            id: "b",
            name: "B",
            category: "content",
            standard: false,
            capabilities: &[TEXTS],
        },
        Module {
            id: "c",
            name: "C",
            category: "content",
            standard: false,
            capabilities: &[CALC, TEXTS],
        },
    ]);
    const NOW: Timestamp = Timestamp::from_micros(1_000);

    fn grant(module: &str, expires_at: Option<i64>) -> ModuleGrant {
        ModuleGrant {
            module: module.to_owned(),
            source: "operator".to_owned(),
            granted_at: Timestamp::from_micros(0),
            expires_at: expires_at.map(Timestamp::from_micros),
        }
    }

    fn check(
        plan: &PlanModules,
        grants: &[ModuleGrant],
        key: &KeyModules,
        expected: [Result<(), &str>; 2],
    ) {
        let holdings = Entitlements { plan, grants, key };
        let found = [CALC, TEXTS].map(|capability| {
            let verdict = holdings.may(capability, CATALOGUE, NOW);
            verdict.map_err(|it| it.map_or("", |it| it.id))
        });
        assert_eq!(found, expected, "{plan:?} {grants:?} {key:?}");
    }

    fn only(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn plan_and_grants_add_up_and_a_key_narrows() {
        use KeyModules::{All, Only};
        let standard = PlanModules::Standard;
        check(&standard, &[], &All, [Ok(()), Err("b")]);
        let none = PlanModules::Only(vec![]);
        check(&none, &[], &All, [Err("a"), Err("b")]);
        check(&none, &[grant("c", None)], &All, [Ok(()), Ok(())]);
        let narrow = Only(only(&["b"]));
        check(
            &standard,
            &[grant("c", None)],
            &narrow,
            [Err("a"), Err("b")],
        );
        check(&standard, &[grant("b", None)], &narrow, [Err("a"), Ok(())]);
    }

    #[test]
    fn a_grant_ends_at_its_instant() {
        let none = PlanModules::Only(vec![]);
        let all = KeyModules::All;
        check(&none, &[grant("c", Some(1_001))], &all, [Ok(()), Ok(())]);
        check(
            &none,
            &[grant("c", Some(1_000))],
            &all,
            [Err("a"), Err("b")],
        );
    }

    #[test]
    fn what_no_module_grants_nobody_has() {
        let holdings = Entitlements {
            plan: &PlanModules::Standard,
            grants: &[],
            key: &KeyModules::All,
        };
        let unknown = Capability::new("x:calc");
        assert_eq!(holdings.may(unknown, CATALOGUE, NOW), Err(None));
    }
}
