//! Closed sets of ids in replies, taken from the library's tables.

use std::borrow::Cow;

use astrology::vedic::graha::Graha;
use astrology::vedic::panchang::day_part::ChoghadiyaKind;
use astrology::vedic::panchang::name;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// Declares a type for each table, to be used as `#[schemars(with = "…")]`.
macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident $schema:literal = $table:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub(super) struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                $schema.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "enum": &$table[..] })
            }
        }
    )+};
}

tables! {
    /// The tithis.
    TithiName "TithiId" = name::TITHIS;
    /// The nakshatras.
    NakshatraName "NakshatraId" = astrology::nakshatra::NAMES;
    /// The yogas of a panchang.
    YogaName "PanchangYogaId" = name::YOGAS;
    /// The karanas.
    KaranaName "KaranaId" = name::KARANAS;
    /// The lunar months.
    MonthName "LunarMonthId" = name::MONTHS;
    /// The weekdays.
    VaraName "VaraId" = name::VARAS;
    /// The seasons.
    RituName "RituId" = name::RITUS;
    /// The sixty years.
    SamvatsaraName "SamvatsaraId" = name::SAMVATSARAS;
    /// The choghadiyas.
    ChoghadiyaName "ChoghadiyaId" = ChoghadiyaKind::IDS;
    /// The grahas that rule days and hours.
    LordName "GrahaId" = Graha::IDS;
}
