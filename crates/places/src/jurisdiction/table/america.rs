//! Texas before its single zone, and the Panama Canal Zone.

use super::super::{ClockRule, Region, RegionClock};
use crate::confidence::Confidence::Low;
use RegionClock::{Fixed, Today, Zone};

pub(super) const REGIONS: &[Region] = &[
    Region {
        id: "west_texas",
        name: "Western Texas",
        zones: &["America/Chicago"],
        outline: &[
            (36.60, -103.20),
            (36.60, -101.50),
            (34.40, -101.40),
            (32.00, -100.90),
            (30.90, -101.20),
            (29.70, -101.40),
            (29.00, -102.50),
            (29.00, -104.60),
            (31.00, -105.20),
            (32.20, -104.90),
            (32.20, -103.20),
        ],
        border_km: 60.0,
        rules: &[ClockRule {
            from: (1883, 11, 18),
            until: (1921, 3, 4),
            clock: Today,
            others: &[Zone("America/Denver")],
            confidence: Low,
            text: "Only the law of 4 March 1921 put all of Texas into Central Time. Before, the west of the state \
                   followed its railways, in part on Mountain Time.",
            source: "tz northamerica, United States: Act of 4 March 1921 on Texas; Standard Time Act of 1918",
        }],
    },
    Region {
        id: "canal_zone",
        name: "Panama Canal Zone",
        zones: &["America/Panama"],
        outline: &[
            (9.45, -80.05),
            (9.45, -79.75),
            (9.15, -79.60),
            (8.85, -79.45),
            (8.85, -79.62),
            (9.05, -79.85),
            (9.25, -80.05),
        ],
        border_km: 8.0,
        rules: &[ClockRule {
            from: (1904, 5, 4),
            until: (1908, 4, 22),
            clock: Today,
            others: &[Fixed(-18_000, "EST")],
            confidence: Low,
            text: "The United States ran the Canal Zone from 4 May 1904. Whether it used Eastern Time before Panama did, \
                   on 22 April 1908, was not found in a source.",
            source: "tz northamerica, Zone America/Panama: Colón mean time until 22 April 1908",
        }],
    },
];
