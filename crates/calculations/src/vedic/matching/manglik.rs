//! Manglik in a response.

use astrology::sign::Sign;
use astrology::vedic::matching::manglik::{ManglikRule, cancelled_by_place, house_of_mars};
use schemars::JsonSchema;
use serde::Serialize;

use super::Matched;
use crate::dto::id::Id;

http_api::closed_sets! {
    /// Points from which the house of Mars is counted.
    FromName "ManglikFrom" = ["lagna", "moon", "venus"];
    /// Rules that cancel Manglik.
    CancellationName "ManglikCancellation" = ["mars-in-own-sign", "mars-exalted", "both-manglik"];
}

/// Manglik of both.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ManglikOfBoth")]
pub(super) struct ManglikOfBoth {
    /// Of the groom.
    groom: ManglikReply,
    /// Of the bride.
    bride: ManglikReply,
}

/// Manglik of a birth.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Manglik")]
pub(super) struct ManglikReply {
    /// Whether Mars is in one of the houses from lagna, Moon or Venus, before any cancellation.
    is_manglik: bool,
    /// Sign of Mars.
    mars: Id<Sign>,
    /// House of Mars from the sign of the lagna.
    house_from_lagna: u8,
    /// House of Mars from the sign of the Moon.
    house_from_moon: u8,
    /// House of Mars from the sign of Venus.
    house_from_venus: u8,
    /// Points from which the house counts.
    #[schemars(with = "Vec<FromName>")]
    from: Vec<&'static str>,
    /// Rules that cancel it.
    #[schemars(with = "Vec<CancellationName>")]
    cancelled_by: Vec<&'static str>,
}

impl ManglikOfBoth {
    pub(super) fn of(groom: &Matched, bride: &Matched, rule: ManglikRule) -> Self {
        let mut both = Self {
            groom: ManglikReply::of(groom, rule),
            bride: ManglikReply::of(bride, rule),
        };
        if both.groom.is_manglik && both.bride.is_manglik {
            both.groom.cancelled_by.push("both-manglik");
            both.bride.cancelled_by.push("both-manglik");
        }
        both
    }
}

impl ManglikReply {
    fn of(birth: &Matched, rule: ManglikRule) -> Self {
        let house = |from| house_of_mars(birth.mars, from);
        let houses = [
            house(birth.lagna),
            house(birth.moon.sign),
            house(birth.venus),
        ];
        let from: Vec<&'static str> = ["lagna", "moon", "venus"]
            .into_iter()
            .zip(houses)
            .filter(|(_, house)| rule.houses().contains(house))
            .map(|(name, _)| name)
            .collect();
        let is_manglik = !from.is_empty();
        let cancelled = cancelled_by_place(birth.mars).filter(|_| is_manglik);
        Self {
            is_manglik,
            mars: Id(birth.mars),
            house_from_lagna: houses[0],
            house_from_moon: houses[1],
            house_from_venus: houses[2],
            from,
            cancelled_by: cancelled.into_iter().collect(),
        }
    }
}
