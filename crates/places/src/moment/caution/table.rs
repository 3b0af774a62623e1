//! The table of known doubts. A row needs a published source; "tz europe, Italy" refers to the
//! comments under that heading in that file of the tz database, with their authors.

use super::{Confidence, ZoneCaveat};

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

pub(super) const TABLE: &[ZoneCaveat] = &[
    ZoneCaveat {
        id: "france_demarcation_line",
        zones: &["Europe/Paris"],
        from: (1940, 6, 14),
        until: (1942, 11, 11),
        confidence: Confidence::Low,
        text: "The zone follows Paris. South of the demarcation line the hour differed until May \
               1941 and again in the winter of 1941/42, and towns changed on the day they were \
               occupied. Find out on which side the birthplace was and give the offset.",
        source: "tz europe, France: rules of the free zone and its border after Le Corre, Régimes \
                 horaires pour le monde entier (1993)",
    },
    ZoneCaveat {
        id: "france_liberation",
        zones: &["Europe/Paris"],
        from: (1944, 6, 6),
        until: (1945, 9, 16),
        confidence: Confidence::Low,
        text: "Towns changed their clocks when they were liberated, not on one day; sources \
               disagree even for Paris.",
        source: "tz europe, Zone Europe/Paris: Le Corre against Shanks and Pottenger",
    },
    ZoneCaveat {
        id: "us_local_standard_time",
        zones: UNITED_STATES,
        from: (1883, 11, 18),
        until: (1918, 3, 30),
        confidence: Confidence::Medium,
        text: "Standard time was used by the railways and was not federal law: some towns kept \
               local mean time for years.",
        source: "Standard Time Act of 1918; tz northamerica, United States (Allen, Bartky) and \
                 Michigan (Howse)",
    },
    ZoneCaveat {
        id: "us_local_daylight_time",
        zones: UNITED_STATES,
        from: (1919, 10, 26),
        until: (1942, 2, 8),
        confidence: Confidence::Low,
        text: "Each town and county decided on daylight time. The zone follows its main city. \
               Check the history of the birthplace.",
        source: "tz northamerica, United States (Olson): local option except in wartime; Doane, \
                 Time Changes in the U.S.A. (1960)",
    },
    ZoneCaveat {
        id: "us_war_time",
        zones: UNITED_STATES,
        from: (1942, 2, 9),
        until: (1945, 9, 30),
        confidence: Confidence::Medium,
        text: "War time, one hour ahead, was kept the whole year. See whether the record says war \
               time or standard time: Arizona left war time in 1944 while its railways kept it.",
        source: "Public Laws 77-403 and 79-187; tz northamerica, United States (Eggert 2019) and \
                 Arizona (Eggert 2002)",
    },
    ZoneCaveat {
        id: "us_local_daylight_time",
        zones: UNITED_STATES,
        from: (1945, 10, 1),
        until: (1967, 4, 29),
        confidence: Confidence::Low,
        text: "Each town and county decided on daylight time until the Uniform Time Act. The zone \
               follows its main city. Check the history of the birthplace.",
        source: "Uniform Time Act of 1966; tz northamerica, United States (Olson); Doane, Time \
                 Changes in the U.S.A. (1960)",
    },
    ZoneCaveat {
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
        source: "tz northamerica, Indiana (Eggert 2007, 2014): Shanks has 345 regions in it",
    },
    ZoneCaveat {
        id: "canada_local_daylight_time",
        zones: CANADA,
        from: (1918, 4, 14),
        until: (1973, 12, 31),
        confidence: Confidence::Low,
        text: "Each town or province decided on daylight time. The zone follows its main city.",
        source: "tz northamerica, Ontario (Journal of the Royal Astronomical Society of Canada 26, \
                 1932); tz backzone, America/Montreal: unchecked before 1970",
    },
    ZoneCaveat {
        id: "germany_occupation_zones",
        zones: &["Europe/Berlin"],
        from: (1945, 4, 2),
        until: (1945, 11, 18),
        confidence: Confidence::Low,
        text: "The zone follows Berlin and the Soviet zone, which kept Moscow's hour (+03:00) from \
               24 May to 24 September. The western zones did not. Give the offset there.",
        source: "tz europe, Germany (Schilling 2002, Eggert 2003); Physikalisch-Technische \
                 Bundesanstalt, summer times in Germany until 1979",
    },
    ZoneCaveat {
        id: "spain_civil_war",
        zones: &["Europe/Madrid"],
        from: (1936, 7, 18),
        until: (1939, 4, 1),
        confidence: Confidence::Low,
        text: "The two sides kept different summer times. The zone follows Madrid, which was \
               Republican until 28 March 1939.",
        source: "tz europe, Spain (Planesas 2013): rules of both sides",
    },
    ZoneCaveat {
        id: "italy_divided",
        zones: &["Europe/Rome"],
        from: (1943, 9, 8),
        until: (1945, 4, 25),
        confidence: Confidence::Low,
        text: "The north under German occupation and the south under the Allies kept different \
               summer times. The zone follows Rome.",
        source: "tz europe, Italy (Eggert 2001, Bernardi 2016)",
    },
    ZoneCaveat {
        id: "switzerland_bern_time",
        zones: &["Europe/Zurich"],
        from: (1853, 7, 16),
        until: (1894, 5, 31),
        confidence: Confidence::Low,
        text: "Bern's time spread gradually from the post and telegraph offices. Set timezone to LMT \
               where it had not arrived.",
        source: "tz europe, Switzerland (Treindl 2008, Eggert 2024; Messerli 1995)",
    },
    ZoneCaveat {
        id: "britain_local_time",
        zones: &["Europe/London"],
        from: (1847, 12, 1),
        until: (1880, 8, 1),
        confidence: Confidence::Low,
        text: "The railways used Greenwich time. Until the act of 1880 local mean time stayed \
               legal, and some towns kept it. Set timezone to LMT there.",
        source: "Statutes (Definition of Time) Act 1880 (43 & 44 Vict. c. 9); tz europe, Britain \
                 (Eggert 1993, after Howse)",
    },
    ZoneCaveat {
        id: "russia_civil_war",
        zones: &["Europe/Moscow", "Europe/Kyiv", "Europe/Minsk"],
        from: (1917, 7, 1),
        until: (1924, 5, 1),
        confidence: Confidence::Low,
        text: "Decrees changed the clocks several times a year and reached only the regions a side \
               controlled.",
        source: "tz europe, Russia (Eggert 2016): decrees 59 and 147 of 1919",
    },
    ZoneCaveat {
        id: "russia_1981_winter",
        zones: &["Europe/Moscow"],
        from: (1981, 10, 1),
        until: (1982, 3, 31),
        confidence: Confidence::Low,
        text: "About thirty regions from Arkhangelsk to Krasnodar and east of there did not keep \
               Moscow's time in this winter. The zone follows Moscow only.",
        source: "tz europe, Russia (Golosunov 2016, Treindl 2022)",
    },
    ZoneCaveat {
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
        text: "Towns changed to Berlin's hour and back to Moscow's as the front passed. The zone \
               follows the dates of its main city.",
        source: "tz europe, Zone lines of these cities; for the day a city changed hands, Kaliningrad \
                 (Eggert 2019)",
    },
    ZoneCaveat {
        id: "turkey_sunset_hours",
        zones: &["Europe/Istanbul"],
        from: (1880, 1, 1),
        until: (1925, 12, 31),
        confidence: Confidence::Low,
        text: "Most people counted hours from sunset until the 24-hour clock became law: a written \
               hour may not be one from midnight.",
        source: "Turkish law no. 697 of 26 December 1925",
    },
    ZoneCaveat {
        id: "arabia_sunset_hours",
        zones: &["Asia/Riyadh", "Asia/Kuwait", "Asia/Aden"],
        from: (1, 1, 1),
        until: (1968, 12, 31),
        confidence: Confidence::Low,
        text: "Watches were set to twelve at sunset, or to six at sunrise; only airlines kept what \
               the zone has, and a common civil time came about 1968.",
        source: "tz asia, Saudi Arabia (Eggert 2018; Hunt 1961, Antar 1969)",
    },
    ZoneCaveat {
        id: "ethiopia_daylight_hours",
        zones: &["Africa/Addis_Ababa"],
        from: (1, 1, 1),
        until: END,
        confidence: Confidence::Low,
        text: "In Ethiopia hours are commonly counted from six in the morning: \"two o'clock\" can \
               mean 08:00. Check which count the record uses.",
        source: "tz backzone, Ethiopia (Eggert 2014); tz africa, Kenya (Eggert 2018)",
    },
    ZoneCaveat {
        id: "ethiopia_before_1936",
        zones: &["Africa/Addis_Ababa"],
        from: (1870, 1, 1),
        until: (1936, 5, 4),
        confidence: Confidence::Low,
        text: "The offset +02:35:20 comes from an atlas that names no source for it and is \
               probably wrong.",
        source: "tz backzone, Ethiopia (Eggert 2014)",
    },
    ZoneCaveat {
        id: "india_city_times",
        zones: &["Asia/Kolkata"],
        from: (1906, 1, 1),
        until: (1955, 12, 31),
        confidence: Confidence::Medium,
        text: "Calcutta (+05:53:20) and Bombay (+04:51) kept their own times beside Indian Standard \
               Time for decades. For a birth there give the offset if the record says local or \
               city time.",
        source: "tz asia, India (Beacock 2015, Eggert 2017; Indian Year Book 1936-37)",
    },
    ZoneCaveat {
        id: "india_war_time",
        zones: &["Asia/Kolkata"],
        from: (1941, 10, 1),
        until: (1945, 10, 15),
        confidence: Confidence::Low,
        text: "The hour ahead in the war, and its break in the summer of 1942, come from one atlas \
               that names no source. See whether the record says war time or standard time.",
        source: "tz asia, India (Eggert 2017): the only source, and dubious",
    },
    ZoneCaveat {
        id: "xinjiang_two_times",
        zones: &["Asia/Urumqi", "Asia/Kashgar"],
        from: (1949, 10, 1),
        until: END,
        confidence: Confidence::Low,
        text: "Two clocks are in use: Xinjiang time (+06:00), which this zone has, and Beijing \
               time (+08:00), usual in offices and hospitals. Find out which the record uses.",
        source: "tz asia, China (Ma 2009 and 2014, Eggert 2014)",
    },
    ZoneCaveat {
        id: "china_five_zones",
        zones: &["Asia/Shanghai", "Asia/Chongqing", "Asia/Harbin"],
        from: (1912, 1, 1),
        until: (1949, 9, 30),
        confidence: Confidence::Low,
        text: "China had five zones that were kept mainly on the coast, the Republic's war time \
               and the hour of Japan in occupied places, in Shanghai side by side. The zone \
               follows its own city only.",
        source: "tz asia, China (Guo; Phake Nick 2020; Eggert 2017)",
    },
    ZoneCaveat {
        id: "china_old_zones",
        zones: &["Asia/Chongqing", "Asia/Harbin"],
        from: (1949, 10, 1),
        until: (1980, 4, 30),
        confidence: Confidence::Low,
        text: "This zone name keeps an old offset until 1980. All China but Xinjiang and Tibet \
               changed to Beijing's time about 1949. Use Asia/Shanghai.",
        source: "tz backzone, opening remarks (Phake Nick 2020)",
    },
    ZoneCaveat {
        id: "vietnam_two_times",
        zones: &["Asia/Ho_Chi_Minh"],
        from: (1945, 3, 14),
        until: (1975, 6, 12),
        confidence: Confidence::Low,
        text: "North and South kept different hours and changed several times. The zone follows \
               Saigon.",
        source: "tz asia, Vietnam (Trần 2005); tz backzone, Asia/Hanoi",
    },
    ZoneCaveat {
        id: "lebanon_two_times",
        zones: &["Asia/Beirut"],
        from: (2023, 3, 26),
        until: (2023, 3, 29),
        confidence: Confidence::Low,
        text: "The start of summer time was postponed, refused by many, and restored four days \
               later: both hours were in use.",
        source: "tz asia, Lebanon (Itani, Eggert 2023)",
    },
];
