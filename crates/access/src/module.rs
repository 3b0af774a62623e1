//! Modules: what an organization has bought, and the capabilities this grants.
//!
//! A module grants capabilities, and an operation requires one. The service defines the table of
//! modules and passes it in as opaque ids: nothing here knows what a capability does. An
//! organization has the modules of its plan and those granted to it separately. A key has all of
//! them or fewer.

use std::fmt;

use crate::timestamp::Timestamp;

/// A capability that a module grants, such as `natal:calc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Capability(&'static str);

impl Capability {
    /// Creates the capability with this name.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Returns the name used on the wire.
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
    /// The id, such as `natal`.
    pub id: &'static str,
    /// The display name.
    pub name: &'static str,
    /// The category, such as `calculation`.
    pub category: &'static str,
    /// Whether a plan that does not list its modules includes it.
    pub standard: bool,
    /// The capabilities that it grants.
    pub capabilities: &'static [Capability],
}

/// All modules. The order matters: if several grant a capability, a client that lacks it is told
/// the first.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue(&'static [Module]);

impl Catalogue {
    /// Creates a catalog of these modules.
    pub const fn new(modules: &'static [Module]) -> Self {
        Self(modules)
    }

    /// Returns all modules, in order.
    pub const fn modules(self) -> &'static [Module] {
        self.0
    }

    /// Returns the module with this id.
    pub fn module(self, id: &str) -> Option<&'static Module> {
        self.0.iter().find(|it| it.id == id)
    }

    /// Returns the modules that grant a capability, in order.
    pub fn granting(self, capability: Capability) -> impl Iterator<Item = &'static Module> {
        let grants = move |it: &&Module| it.capabilities.contains(&capability);
        self.0.iter().filter(grants)
    }
}

/// The modules that a plan includes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlanModules {
    /// The modules that the catalog marks as standard.
    #[default]
    Standard,
    /// Exactly these modules, by id.
    Only(Vec<String>),
}

impl PlanModules {
    /// Returns `true` if the plan includes a module.
    pub fn include(&self, module: &Module) -> bool {
        match self {
            Self::Standard => module.standard,
            Self::Only(ids) => ids.iter().any(|it| it == module.id),
        }
    }
}

/// The modules of its organization that a key may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyModules {
    /// All modules that the organization has, now and later.
    All,
    /// At most these modules, by id. A key cannot use a module that the organization does not have.
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

/// A module granted to an organization in addition to its plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleGrant {
    /// The module's id.
    pub module: String,
    /// The source: `operator`, `purchase` or `trial`.
    pub source: String,
    /// When it was granted.
    pub granted_at: Timestamp,
    /// The first instant at which it no longer counts.
    pub expires_at: Option<Timestamp>,
}

impl ModuleGrant {
    /// Returns `true` if the grant counts at `now`.
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.expires_at.is_none_or(|end| now < end)
    }
}

/// Everything that determines the available modules.
#[derive(Clone, Copy, Debug)]
pub struct Entitlements<'a> {
    /// The modules that the organization's plan includes.
    pub plan: &'a PlanModules,
    /// The modules granted to the organization separately.
    pub grants: &'a [ModuleGrant],
    /// The modules that the key may use.
    pub key: &'a KeyModules,
}

impl Entitlements<'_> {
    /// Returns `true` if a module is available at `now`.
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
