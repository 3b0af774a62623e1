//! The regions, by the state or the part of the world they belonged to. Outlines are drawn from the
//! towns on either side of a border; `border_km` is how far they may be wrong. Each rule names its
//! source: "tz europe, Italy" refers to the comments under that heading in that file of the tz
//! database. What no source at hand says is left to the zone.

mod america;
mod asia;
mod austria_hungary;
mod germany;
mod russia;
mod western_europe;

use super::Region;

/// Every region. Of two that overlap the first decides, so towns come before provinces.
pub(super) const ALL: &[&[Region]] = &[
    germany::REGIONS,
    austria_hungary::REGIONS,
    western_europe::REGIONS,
    russia::REGIONS,
    asia::REGIONS,
    america::REGIONS,
];
