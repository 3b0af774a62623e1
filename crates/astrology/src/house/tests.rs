//! Checks houses against their definitions.

use super::*;

#[test]
fn ids_and_aliases_name_one_system_each() {
    for system in HouseSystem::ALL {
        assert_eq!(HouseSystem::from_id(system.id()), Some(system));
    }
}
