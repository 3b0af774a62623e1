//! The Russian Empire before its time zones, and what Finland, Estonia and Poland held of today's
//! Russia, Ukraine, Belarus and Lithuania between the wars.

use super::super::{ClockRule, Region, RegionClock};
use crate::confidence::Confidence::{Low, Medium};
use RegionClock::{Fixed, Mean, Today, Zone};

const HELSINKI: RegionClock = Zone("Europe/Helsinki");
const WARSAW: RegionClock = Zone("Europe/Warsaw");
/// Pulkovo's meridian, which railways and telegraph used in all of the empire.
const PETERSBURG: RegionClock = Fixed(7279, "Petersburg");

const LOCAL_SOURCE: &str = "Местное время (dzen.ru), on the noon gun of 1873: 12:29 in Moscow, 11:53 in Vyborg and 11:38 in Helsinki when \
     it was 12:00 in Saint Petersburg; Röll, Enzyklopädie des Eisenbahnwesens (1913): Petersburg and Moscow times of \
     the railways; decree of 8 February 1919 on time zones";

const LOCAL_TEXT: &str = "In the Russian Empire each town kept local mean time until time zones came in 1919; railways and telegraph \
     used that of Saint Petersburg. The tz database gives the zone its main city's time.";

/// Old Finland on the Karelian isthmus and around Ladoga, as it was until 1940.
const FINNISH_KARELIA: &[(f64, f64)] = &[
    (59.90, 26.50),
    (59.90, 28.90),
    (60.13, 29.93),
    (60.35, 30.15),
    (60.60, 30.37),
    (60.80, 30.70),
    (61.05, 31.50),
    (61.25, 32.15),
    (61.80, 32.70),
    (62.30, 32.60),
    (62.90, 31.60),
    (63.30, 30.00),
    (62.00, 28.00),
    (60.80, 26.50),
];

const PETSAMO: &[(f64, f64)] = &[
    (68.90, 28.30),
    (69.00, 29.00),
    (69.30, 30.90),
    (69.60, 31.90),
    (69.90, 32.20),
    (70.30, 31.00),
    (69.80, 29.00),
];

const PECHORY: &[(f64, f64)] = &[
    (58.05, 27.30),
    (58.05, 27.70),
    (57.80, 27.85),
    (57.53, 27.55),
    (57.50, 27.20),
    (57.80, 27.00),
];

/// The Polish border of the treaty of Riga of 1921, in today's Belarus.
const POLISH_BELARUS: &[(f64, f64)] = &[
    (55.85, 27.50),
    (55.65, 28.25),
    (55.30, 28.05),
    (54.95, 28.05),
    (54.80, 27.90),
    (54.50, 27.55),
    (54.10, 27.27),
    (53.95, 27.08),
    (53.60, 26.93),
    (53.20, 26.88),
    (52.85, 27.00),
    (52.50, 27.20),
    (52.30, 27.67),
    (51.90, 27.75),
    (51.40, 27.80),
    (51.00, 23.00),
    (54.50, 23.00),
    (55.90, 26.00),
];

/// The same in today's Ukraine.
const POLISH_VOLHYNIA: &[(f64, f64)] = &[
    (52.20, 27.80),
    (51.60, 27.80),
    (51.45, 27.35),
    (51.20, 27.38),
    (50.90, 27.25),
    (50.60, 27.25),
    (50.38, 26.67),
    (50.10, 26.38),
    (49.87, 26.22),
    (49.70, 26.16),
    (49.75, 26.10),
    (49.80, 25.90),
    (50.00, 25.30),
    (50.40, 24.60),
    (50.60, 24.20),
    (50.60, 23.40),
    (52.20, 23.40),
];

const SOUTHERN_BESSARABIA: &[(f64, f64)] = &[
    (46.40, 28.30),
    (46.40, 29.00),
    (46.40, 29.90),
    (46.30, 30.20),
    (46.08, 30.48),
    (45.50, 30.50),
    (45.00, 30.00),
    (45.00, 28.00),
    (45.50, 28.00),
];

const HOTIN: &[(f64, f64)] = &[
    (48.22, 26.28),
    (48.53, 26.30),
    (48.60, 26.45),
    (48.60, 27.40),
    (48.30, 27.70),
    (48.10, 26.40),
];

const RULE_OF_ROMANIA: [ClockRule; 2] = [
    ClockRule {
        from: (1880, 1, 1),
        until: (1918, 2, 15),
        clock: Mean,
        others: &[PETERSBURG],
        confidence: Low,
        text: LOCAL_TEXT,
        source: LOCAL_SOURCE,
    },
    ClockRule {
        from: (1918, 4, 9),
        until: (1944, 8, 24),
        clock: Zone("Europe/Chisinau"),
        others: &[],
        confidence: Medium,
        text: "The place was in Romanian Bessarabia, until June 1940 and again from July 1941 to 1944.",
        source: "tz europe, Zone Europe/Chisinau",
    },
];

const MEAN_UNTIL_1917: ClockRule = ClockRule {
    from: (1880, 1, 1),
    until: (1917, 7, 14),
    clock: Mean,
    others: &[PETERSBURG],
    confidence: Low,
    text: LOCAL_TEXT,
    source: LOCAL_SOURCE,
};

const UNTIL_1919: ClockRule = ClockRule {
    from: (1917, 7, 14),
    until: (1919, 7, 1),
    clock: Today,
    others: &[Mean],
    confidence: Low,
    text: "Decrees set clocks forward and back in the civil war, on top of local mean time. The zone's main city is \
           used for the whole of it.",
    source: "tz europe, Russia (Eggert 2016): decrees of 1917 to 1919",
};

pub(super) const REGIONS: &[Region] = &[
    Region {
        id: "finnish_karelia",
        name: "Finnish Karelia",
        zones: &["Europe/Moscow"],
        outline: FINNISH_KARELIA,
        border_km: 8.0,
        rules: &[
            ClockRule {
                from: (1878, 5, 31),
                until: (1940, 3, 13),
                clock: HELSINKI,
                others: &[],
                confidence: Medium,
                text: "The place was in Finland until 1940 and kept Helsinki's mean time, from 1921 Eastern \
                       European Time.",
                source: "tz europe, Zone Europe/Helsinki; treaty of Moscow of 12 March 1940",
            },
            ClockRule {
                from: (1941, 8, 30),
                until: (1944, 6, 20),
                clock: HELSINKI,
                others: &[],
                confidence: Medium,
                text: "Finland held the place again from 1941 to the summer of 1944.",
                source: "tz europe, Zone Europe/Helsinki (Oja, Aikakirja 2013); Vyborg was taken on 29 August 1941 and \
                         20 June 1944",
            },
        ],
    },
    Region {
        id: "petsamo",
        name: "Petsamo",
        zones: &["Europe/Moscow"],
        outline: PETSAMO,
        border_km: 10.0,
        rules: &[ClockRule {
            from: (1921, 2, 14),
            until: (1944, 9, 19),
            clock: HELSINKI,
            others: &[],
            confidence: Medium,
            text: "The place was in Finland from the treaty of Tartu to the armistice of 1944.",
            source: "tz europe, Zone Europe/Helsinki; treaty of Tartu of 14 October 1920",
        }],
    },
    Region {
        id: "pechory",
        name: "Petseri",
        zones: &["Europe/Moscow"],
        outline: PECHORY,
        border_km: 8.0,
        rules: &[ClockRule {
            from: (1920, 2, 2),
            until: (1940, 8, 6),
            clock: Zone("Europe/Tallinn"),
            others: &[],
            confidence: Medium,
            text: "The place was in Estonia.",
            source: "tz europe, Zone Europe/Tallinn; treaty of Tartu of 2 February 1920",
        }],
    },
    Region {
        id: "moscow",
        name: "Moscow",
        zones: &["Europe/Moscow"],
        outline: &[
            (56.60, 35.30),
            (56.90, 37.50),
            (56.50, 38.60),
            (55.60, 39.30),
            (54.80, 39.00),
            (54.60, 37.50),
            (55.20, 35.50),
        ],
        border_km: 0.0,
        rules: &[ClockRule {
            from: (1880, 1, 1),
            until: (1916, 7, 3),
            clock: Today,
            others: &[PETERSBURG],
            confidence: Low,
            text: "Moscow kept its own mean time; railways and telegraph used that of Saint Petersburg, 29 minutes behind.",
            source: LOCAL_SOURCE,
        }],
    },
    Region {
        id: "russian_local_time",
        name: "European Russia",
        zones: &["Europe/Moscow"],
        outline: &[],
        border_km: 0.0,
        rules: &[MEAN_UNTIL_1917, UNTIL_1919],
    },
    Region {
        id: "polish_belarus",
        name: "Western Belarus in Poland",
        zones: &["Europe/Minsk"],
        outline: POLISH_BELARUS,
        border_km: 8.0,
        rules: &[ClockRule {
            from: (1921, 3, 18),
            until: (1939, 9, 17),
            clock: WARSAW,
            others: &[],
            confidence: Medium,
            text: "The place was in Poland and kept its time: Eastern European until June 1922, then Central.",
            source: "Treaty of Riga of 18 March 1921; Polish law of 11 May 1922; tz europe, Zone Europe/Warsaw",
        }],
    },
    Region {
        id: "belarusian_local_time",
        name: "Belarus in the Russian Empire",
        zones: &["Europe/Minsk"],
        outline: &[],
        border_km: 0.0,
        rules: &[MEAN_UNTIL_1917],
    },
    Region {
        id: "polish_volhynia",
        name: "Volhynia in Poland",
        zones: &["Europe/Kyiv", "Europe/Kiev"],
        outline: POLISH_VOLHYNIA,
        border_km: 8.0,
        rules: &[ClockRule {
            from: (1921, 3, 18),
            until: (1939, 9, 17),
            clock: WARSAW,
            others: &[],
            confidence: Medium,
            text: "The place was in Poland and kept its time: Eastern European until June 1922, then Central.",
            source: "Treaty of Riga of 18 March 1921; Polish law of 11 May 1922; tz europe, Zone Europe/Warsaw",
        }],
    },
    Region {
        id: "southern_bessarabia",
        name: "Southern Bessarabia",
        zones: &["Europe/Kyiv", "Europe/Kiev"],
        outline: SOUTHERN_BESSARABIA,
        border_km: 6.0,
        rules: &RULE_OF_ROMANIA,
    },
    Region {
        id: "hotin",
        name: "Northern Bessarabia",
        zones: &["Europe/Kyiv", "Europe/Kiev"],
        outline: HOTIN,
        border_km: 6.0,
        rules: &RULE_OF_ROMANIA,
    },
    Region {
        id: "bessarabian_local_time",
        name: "Bessarabia in the Russian Empire",
        zones: &["Europe/Chisinau"],
        outline: &[],
        border_km: 0.0,
        rules: &[RULE_OF_ROMANIA[0]],
    },
    Region {
        id: "ukrainian_local_time",
        name: "Ukraine in the Russian Empire",
        zones: &["Europe/Kyiv", "Europe/Kiev"],
        outline: &[],
        border_km: 0.0,
        rules: &[MEAN_UNTIL_1917],
    },
    Region {
        id: "crimean_local_time",
        name: "Crimea in the Russian Empire",
        zones: &["Europe/Simferopol"],
        outline: &[],
        border_km: 0.0,
        rules: &[MEAN_UNTIL_1917],
    },
    Region {
        id: "georgian_local_time",
        name: "Georgia in the Russian Empire",
        zones: &["Asia/Tbilisi"],
        outline: &[],
        border_km: 0.0,
        rules: &[MEAN_UNTIL_1917],
    },
    Region {
        id: "livonian_local_time",
        name: "Livonia and Courland",
        zones: &["Europe/Riga"],
        outline: &[],
        border_km: 0.0,
        rules: &[MEAN_UNTIL_1917],
    },
    Region {
        id: "estonian_local_time",
        name: "Estonia in the Russian Empire",
        zones: &["Europe/Tallinn"],
        outline: &[],
        border_km: 0.0,
        rules: &[MEAN_UNTIL_1917],
    },
    Region {
        id: "lithuanian_local_time",
        name: "Lithuania in the Russian Empire",
        zones: &["Europe/Vilnius"],
        outline: &[],
        border_km: 0.0,
        rules: &[ClockRule {
            from: (1880, 1, 1),
            until: (1915, 9, 18),
            clock: Mean,
            others: &[Fixed(5040, "WMT"), PETERSBURG],
            confidence: Low,
            text: "In the Russian Empire each town kept local mean time; the tz database gives Vilnius Warsaw's, and \
                   railways and telegraph used that of Saint Petersburg. Vilnius was taken on 18 September 1915.",
            source: LOCAL_SOURCE,
        }],
    },
    Region {
        id: "polish_vilnius",
        name: "Vilnius before Polish Central European Time",
        zones: &["Europe/Vilnius"],
        outline: &[
            (55.30, 26.80),
            (55.30, 25.80),
            (54.95, 25.10),
            (54.75, 24.95),
            (54.45, 24.70),
            (54.10, 24.40),
            (53.80, 24.00),
            (53.80, 26.80),
        ],
        border_km: 10.0,
        rules: &[ClockRule {
            from: (1920, 10, 9),
            until: (1922, 6, 1),
            clock: WARSAW,
            others: &[Today],
            confidence: Low,
            text: "Polish troops held the city from 9 October 1920. Poland's clock was Eastern European until June \
                   1922, while the tz database has Central European Time at once.",
            source: "tz europe, Zone Europe/Vilnius and Zone Europe/Warsaw; Polish law of 11 May 1922",
        }],
    },
    Region {
        id: "congress_poland",
        name: "Poland in the Russian Empire",
        zones: &["Europe/Warsaw"],
        outline: &[],
        border_km: 0.0,
        rules: &[ClockRule {
            from: (1880, 1, 1),
            until: (1915, 8, 5),
            clock: Today,
            others: &[Mean, PETERSBURG],
            confidence: Low,
            text: "Under Russia towns used local mean time, Warsaw's or that of the railways, several of them side \
                       by side.",
            source: "Piotrków kilku czasów (piotrkowski24.pl, 2025): at least four clocks before 1922",
        }],
    },
];
