//! The table of known doubts. A row needs a published source; "tz europe" is the comment in that
//! file of the tz database.

use super::{Caution, Confidence};

const UNITED_STATES: &[&str] = &[
    "America/New_York",
    "America/Detroit",
    "America/Chicago",
    "America/Menominee",
    "America/Denver",
    "America/Boise",
    "America/Phoenix",
    "America/Los_Angeles",
    "America/Kentucky/*",
    "America/Indiana/*",
    "America/North_Dakota/*",
];

const CANADA: &[&str] = &[
    "America/Montreal",
    "America/Toronto",
    "America/Winnipeg",
    "America/Regina",
    "America/Edmonton",
    "America/Vancouver",
    "America/Halifax",
    "America/Moncton",
    "America/St_Johns",
];

const END: (i32, u8, u8) = (9999, 12, 31);

pub(super) const TABLE: &[Caution] = &[
    Caution {
        id: "france_demarcation_line",
        zones: &["Europe/Paris"],
        from: (1940, 6, 14),
        until: (1942, 11, 11),
        confidence: Confidence::Low,
        text: "The zone has the clocks of Paris. South of the demarcation line the hour differed \
               until May 1941, and towns changed on the day they were occupied: find out on which \
               side the birthplace was and give the offset.",
        source: "Le Corre, Régimes horaires pour le monde entier (1993); tz europe, France",
    },
    Caution {
        id: "france_liberation",
        zones: &["Europe/Paris"],
        from: (1944, 6, 6),
        until: (1945, 9, 16),
        confidence: Confidence::Low,
        text: "Towns changed their clocks when they were liberated, not on one day; sources \
               disagree even for Paris.",
        source: "tz europe, Zone Europe/Paris: Le Corre against Shanks & Pottenger",
    },
    Caution {
        id: "us_local_standard_time",
        zones: UNITED_STATES,
        from: (1883, 11, 18),
        until: (1918, 3, 30),
        confidence: Confidence::Medium,
        text: "Standard time was the railways' and no federal law: some towns kept local mean time \
               for years.",
        source: "Standard Time Act of 1918; tz northamerica, United States",
    },
    Caution {
        id: "us_local_daylight_time",
        zones: UNITED_STATES,
        from: (1919, 10, 26),
        until: (1942, 2, 8),
        confidence: Confidence::Low,
        text: "Daylight time was decided by each town and county. The zone has what its main city \
               did; ask the birthplace's own history.",
        source: "Doane, Time Changes in the U.S.A. (1960); tz northamerica, United States",
    },
    Caution {
        id: "us_war_time",
        zones: UNITED_STATES,
        from: (1942, 2, 9),
        until: (1945, 9, 30),
        confidence: Confidence::Medium,
        text: "War time, one hour ahead, was kept the whole year. Some hospitals went on writing \
               standard time on certificates.",
        source: "Act of 20 January 1942 (56 Stat. 9); Doane, Time Changes in the U.S.A. (1960)",
    },
    Caution {
        id: "us_local_daylight_time",
        zones: UNITED_STATES,
        from: (1945, 10, 1),
        until: (1967, 4, 29),
        confidence: Confidence::Low,
        text: "Daylight time was decided by each town and county until the Uniform Time Act. The \
               zone has what its main city did; ask the birthplace's own history.",
        source: "Uniform Time Act of 1966; Doane, Time Changes in the U.S.A. (1960)",
    },
    Caution {
        id: "indiana_counties",
        zones: &[
            "America/Indiana/*",
            "America/Indianapolis",
            "America/Fort_Wayne",
        ],
        from: (1967, 4, 30),
        until: (2007, 11, 4),
        confidence: Confidence::Medium,
        text: "Indiana's counties moved between Eastern and Central time one by one; near a county \
               line check which one the birthplace followed.",
        source: "tz northamerica, Indiana",
    },
    Caution {
        id: "canada_local_daylight_time",
        zones: CANADA,
        from: (1918, 4, 14),
        until: (1973, 12, 31),
        confidence: Confidence::Low,
        text: "Daylight time was decided by each town or province. The zone has what its main city \
               did.",
        source: "tz northamerica, Canada; tz backzone, America/Montreal",
    },
    Caution {
        id: "germany_occupation_zones",
        zones: &["Europe/Berlin"],
        from: (1945, 4, 2),
        until: (1945, 11, 18),
        confidence: Confidence::Low,
        text: "The zone has Berlin and the Soviet zone, which kept Moscow's hour (+03:00) from \
               24 May to 24 September. The western zones did not: give the offset there.",
        source: "tz europe, Rule SovietZone; Physikalisch-Technische Bundesanstalt, Darstellung \
                 der gesetzlichen Zeit",
    },
    Caution {
        id: "spain_civil_war",
        zones: &["Europe/Madrid"],
        from: (1936, 7, 18),
        until: (1939, 4, 1),
        confidence: Confidence::Low,
        text: "The two sides kept different summer times. The zone has Madrid, which was \
               Republican until 28 March 1939.",
        source: "tz europe, Spain: Republican and Nationalist rules",
    },
    Caution {
        id: "italy_divided",
        zones: &["Europe/Rome"],
        from: (1943, 9, 8),
        until: (1945, 4, 25),
        confidence: Confidence::Low,
        text: "The north under German occupation and the south under the Allies kept different \
               summer times. The zone has Rome.",
        source: "tz europe, Italy",
    },
    Caution {
        id: "britain_local_time",
        zones: &["Europe/London"],
        from: (1847, 12, 1),
        until: (1880, 8, 1),
        confidence: Confidence::Low,
        text: "Greenwich time was the railways'; until the act of 1880 local mean time stayed \
               legal, and some towns kept it. Ask for timezone LMT there.",
        source: "Statutes (Definition of Time) Act 1880 (43 & 44 Vict. c. 9); Howse (1980), ch. 4",
    },
    Caution {
        id: "russia_civil_war",
        zones: &["Europe/Moscow", "Europe/Kyiv", "Europe/Minsk"],
        from: (1917, 7, 1),
        until: (1924, 5, 1),
        confidence: Confidence::Low,
        text: "Decrees changed the clocks several times a year and reached only the regions a side \
               controlled.",
        source: "tz europe, Russia: Decree No. 59 and what follows",
    },
    Caution {
        id: "eastern_front",
        zones: &[
            "Europe/Kyiv",
            "Europe/Minsk",
            "Europe/Riga",
            "Europe/Vilnius",
            "Europe/Tallinn",
        ],
        from: (1941, 6, 22),
        until: (1945, 5, 8),
        confidence: Confidence::Low,
        text: "Towns went over to Berlin's hour and back to Moscow's as the front passed. The zone \
               has the days of its main city.",
        source: "tz europe, zones of the former Soviet Union",
    },
    Caution {
        id: "turkey_sunset_hours",
        zones: &["Europe/Istanbul"],
        from: (1880, 1, 1),
        until: (1925, 12, 31),
        confidence: Confidence::Low,
        text: "Most people counted hours from sunset until the 24-hour clock became law: a written \
               hour may not be one from midnight.",
        source: "Turkish law no. 697 of 26 December 1925",
    },
    Caution {
        id: "arabia_sunset_hours",
        zones: &["Asia/Riyadh"],
        from: (1, 1, 1),
        until: (1968, 12, 31),
        confidence: Confidence::Low,
        text: "Watches were set to twelve at sunset; a common civil time came only about 1968.",
        source: "tz asia, Saudi Arabia",
    },
    Caution {
        id: "ethiopia_daylight_hours",
        zones: &["Africa/Addis_Ababa"],
        from: (1, 1, 1),
        until: END,
        confidence: Confidence::Low,
        text: "In Ethiopia hours are commonly counted from six in the morning: \"two o'clock\" can \
               mean 08:00. Check which count the record uses.",
        source: "tz backzone, Ethiopia",
    },
    Caution {
        id: "india_city_times",
        zones: &["Asia/Kolkata"],
        from: (1906, 1, 1),
        until: (1955, 12, 31),
        confidence: Confidence::Medium,
        text: "Calcutta kept its own time beside Indian Standard Time until 1948 and Bombay \
               (+04:51) until 1955. For a birth there give the offset if the record says local or \
               city time.",
        source: "tz asia, India",
    },
    Caution {
        id: "xinjiang_two_times",
        zones: &["Asia/Urumqi", "Asia/Kashgar"],
        from: (1949, 10, 1),
        until: END,
        confidence: Confidence::Low,
        text: "Two clocks are in use: Xinjiang time (+06:00), which this zone has, and Beijing \
               time (+08:00), usual in offices and hospitals. Find out which the record uses.",
        source: "tz asia, China: Xinjiang",
    },
    Caution {
        id: "china_five_zones",
        zones: &["Asia/Shanghai", "Asia/Chongqing", "Asia/Harbin"],
        from: (1912, 1, 1),
        until: (1949, 9, 30),
        confidence: Confidence::Low,
        text: "China had five zones, occupied territory kept Japan's hour, and the zone has \
               Shanghai only.",
        source: "tz asia, China",
    },
    Caution {
        id: "vietnam_two_times",
        zones: &["Asia/Ho_Chi_Minh"],
        from: (1945, 3, 14),
        until: (1975, 6, 12),
        confidence: Confidence::Low,
        text: "North and South kept different hours and changed several times. The zone has \
               Saigon.",
        source: "tz asia, Vietnam; tz backzone, Asia/Hanoi",
    },
    Caution {
        id: "lebanon_two_times",
        zones: &["Asia/Beirut"],
        from: (2023, 3, 26),
        until: (2023, 3, 29),
        confidence: Confidence::Low,
        text: "The start of summer time was postponed, refused by many, and restored four days \
               later: both hours were in use.",
        source: "tz asia, Lebanon",
    },
];
