//! Margins in a response.

use astrology::margin::{Alternative, FactKind, Flip, Margin};
use astrology::point::{Angle, Point};
use astrology::sign::Sign;
use astrology::vedic::bhava::BhavaSystem;
use astrology::vedic::graha::Graha;
use astrology::{ayanamsha::Ayanamsha, chart::NodeKind, house::HouseSystem, nakshatra};
use schemars::JsonSchema;
use serde::Serialize;

use super::System;
use crate::dto::degrees::Rounded;
use crate::dto::id::Id;

const MINUTES_OF_A_DAY: f64 = 1_440.0;

http_api::closed_sets! {
    /// What a fact is about.
    FactKindName "MarginKind" = [
        "sign", "house", "aspect", "sect", "nakshatra", "pada", "varga", "tithi", "dasha",
    ];
}

/// A fact of a chart, and what changes it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Margin")]
pub(crate) struct MarginReply {
    /// What the fact is about.
    #[schemars(with = "FactKindName")]
    kind: &'static str,
    /// Point: an ID of the chart, `ascendant` or `midheaven`; in a Vedic chart the ID of a graha, or `lagna`.
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<&'static str>,
    /// Other point of an aspect.
    #[serde(skip_serializing_if = "Option::is_none")]
    other_point: Option<&'static str>,
    /// Aspect.
    #[serde(skip_serializing_if = "Option::is_none")]
    aspect: Option<&'static str>,
    /// Divisional chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    varga: Option<&'static str>,
    /// Level of the Vimshottari dasha: 1 for the maha dasha.
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u8>,
    /// What it is: the ID of a sign, a nakshatra or a graha, `rohini-3` for a pada, the number of a house or a tithi,
    /// `day` or `night`, `inOrb` or `outOfOrb`.
    value: String,
    /// Minutes of birth time to the nearest change. Null if nothing changes within `withinMinutes`.
    nearest_minutes: Option<Rounded>,
    /// Nearest change if the birth is earlier. Null if there is none within `withinMinutes`.
    earlier: Option<FlipReply>,
    /// Nearest change if the birth is later. Null if there is none within `withinMinutes`.
    later: Option<FlipReply>,
    /// Conventions that change the fact. Absent if none does.
    #[serde(skip_serializing_if = "ChangedBy::is_empty")]
    #[schemars(with = "Option<ChangedBy>")]
    changed_by: ChangedBy,
}

/// A change of a fact.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "MarginChange")]
struct FlipReply {
    /// Minutes from the birth.
    minutes: Rounded,
    /// What it becomes.
    value: String,
}

/// Conventions that change a fact.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "MarginConventionChanges")]
struct ChangedBy {
    /// Ayanamshas, the one nearest to that of the chart first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    ayanamshas: Vec<Id<Ayanamsha>>,
    /// Types of lunar node.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    node_types: Vec<Id<NodeKind>>,
    /// House systems.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    house_systems: Vec<Id<HouseSystem>>,
    /// Divisions into bhavas.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    bhava_systems: Vec<Id<BhavaSystem>>,
}

impl ChangedBy {
    fn of(margin: &Margin, system: System) -> Self {
        let mut found = Self::default();
        for (other, _) in &margin.changed_by {
            match *other {
                Alternative::Ayanamsha(it) => found.ayanamshas.push(Id(it)),
                Alternative::Node(it) => found.node_types.push(Id(it)),
                Alternative::Houses(it) if system == System::Vedic => {
                    let all = BhavaSystem::ALL.into_iter();
                    let bhavas = all.filter(|bhavas| bhavas.house_system() == it);
                    found.bhava_systems.extend(bhavas.map(Id));
                }
                Alternative::Houses(it) => found.house_systems.push(Id(it)),
            }
        }
        found
    }

    const fn is_empty(&self) -> bool {
        self.ayanamshas.is_empty()
            && self.node_types.is_empty()
            && self.house_systems.is_empty()
            && self.bhava_systems.is_empty()
    }
}

impl MarginReply {
    pub(super) fn of(margin: &Margin, system: System) -> Self {
        let kind = margin.kind;
        let flip = |it: Flip| FlipReply {
            minutes: (it.days * MINUTES_OF_A_DAY).into(),
            value: value(kind, it.value),
        };
        let name = |point| point_id(point, system);
        let (label, point) = match kind {
            FactKind::Sign(point) => ("sign", Some(point)),
            FactKind::House(point) => ("house", Some(point)),
            FactKind::Aspect { a, .. } => ("aspect", Some(a)),
            FactKind::Sect => ("sect", None),
            FactKind::Nakshatra(point) => ("nakshatra", Some(point)),
            FactKind::Pada(point) => ("pada", Some(point)),
            FactKind::Varga(point, _) => ("varga", Some(point)),
            FactKind::Tithi => ("tithi", None),
            FactKind::Dasha(_) => ("dasha", None),
        };
        let (other_point, aspect) = match kind {
            FactKind::Aspect { b, kind, .. } => (Some(name(b)), Some(kind.id())),
            _ => (None, None),
        };
        let varga = match kind {
            FactKind::Varga(_, varga) => Some(varga.id()),
            _ => None,
        };
        let level = match kind {
            FactKind::Dasha(level) => Some(level),
            _ => None,
        };
        Self {
            kind: label,
            point: point.map(name),
            other_point,
            aspect,
            varga,
            level,
            value: value(kind, margin.value),
            nearest_minutes: margin
                .nearest_days()
                .map(|it| (it * MINUTES_OF_A_DAY).into()),
            earlier: margin.earlier.map(flip),
            later: margin.later.map(flip),
            changed_by: ChangedBy::of(margin, system),
        }
    }
}

/// The id of a point.
fn point_id(point: Point, system: System) -> &'static str {
    match (system, point) {
        (System::Vedic, Point::NorthNode) => Graha::Rahu.id(),
        (System::Vedic, Point::SouthNode) => Graha::Ketu.id(),
        (System::Vedic, Point::Angle(Angle::Ascendant)) => "lagna",
        _ => point.id(),
    }
}

/// The value of a fact as a text.
fn value(kind: FactKind, value: u16) -> String {
    let index = usize::from(value);
    match kind {
        FactKind::Sign(_) | FactKind::Varga(..) => Sign::ALL[index % 12].id().to_owned(),
        FactKind::House(_) | FactKind::Tithi => value.to_string(),
        FactKind::Aspect { .. } if value == 1 => "inOrb".to_owned(),
        FactKind::Aspect { .. } => "outOfOrb".to_owned(),
        FactKind::Sect if value == 1 => "day".to_owned(),
        FactKind::Sect => "night".to_owned(),
        FactKind::Nakshatra(_) => nakshatra::NAMES[(index + 26) % 27].to_owned(),
        FactKind::Pada(_) => format!("{}-{}", nakshatra::NAMES[index / 4 % 27], index % 4 + 1),
        FactKind::Dasha(_) => Graha::ALL[index % 9].id().to_owned(),
    }
}
