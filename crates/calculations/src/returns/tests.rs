//! Tests of returns.

use serde_json::{Value, json};

use super::*;

#[test]
fn the_price_is_the_one_that_the_documentation_states() {
    let units = |point: &str, zodiac: &str| {
        let mut input: Value = serde_json::from_str(PlanetaryReturn::EXAMPLE).unwrap();
        input["point"] = json!(point);
        input["zodiac"] = json!(zodiac);
        PlanetaryReturn::work(&serde_json::from_value(input).unwrap()).units()
    };
    for zodiac in ["tropical", "sidereal"] {
        for point in ["mars", "uranus", "neptune", "pluto", "eris", "sedna"] {
            assert_eq!(units(point, zodiac), 1, "{point}");
        }
        assert_eq!(units("trueNode", zodiac), 3);
        assert_eq!(units("trueApogee", zodiac), 2);
    }
}
