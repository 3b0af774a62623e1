//! Parts of Austria-Hungary that are in other states today, and Hungary's clocks of 1938 to 1944.

mod outline;

use super::super::{ClockRule, Region, RegionClock};
use crate::confidence::Confidence::{Low, Medium};
use RegionClock::{Fixed, Mean, Today, Zone};
use outline::{
    BUKOVINA, CARPATHIAN_RUTHENIA, DALMATIA_ISTRIA, GALICIA, KRAKOW, LITTORAL,
    NORTHERN_TRANSYLVANIA, SOUTHERN_DOBRUJA, SOUTHERN_SLOVAKIA, TRANSYLVANIA, TYROL, VOJVODINA,
};

const PRAGUE: RegionClock = Zone("Europe/Prague");
const BUDAPEST: RegionClock = Zone("Europe/Budapest");
const WARSAW: RegionClock = Zone("Europe/Warsaw");
const CET: RegionClock = Fixed(3600, "CET");

const RAILWAYS_OF_1891: &str = "Amtsblatt, Calw, March 1892 (Kreisarchiv Calw): the railways of Austria changed on 1 October \
     1891; Innsbruck's public clocks followed in 1891, Vienna's in 1910 (5nach12.info, Innsbruck und die M.E.Z.)";
const HUNGARY_1890: &str = "tz europe, Hungary (Deckers 2020, after Röll, Enzyklopädie des Eisenbahnwesens, 1913): 1 November 1890";
const TOWNS_AFTER_1891: &str = "The railways changed to Central European Time on 1 October 1891. Each town followed on its own day, \
     Kraków in December 1891.";
const IN_AUSTRIA: &str =
    "The place was in Austria and kept Central European Time, with summer time from 1916.";
const AUSTRIAN_LOCAL: &str =
    "The place was in Austria, whose towns kept local mean time until 1891.";
const IN_HUNGARY: &str =
    "The place was in Hungary, which had Central European Time from November 1890.";

const AUSTRIAN_TOWNS: [ClockRule; 3] = [
    ClockRule {
        from: (1867, 12, 21),
        until: (1891, 10, 1),
        clock: Mean,
        others: &[],
        confidence: Medium,
        text: AUSTRIAN_LOCAL,
        source: RAILWAYS_OF_1891,
    },
    ClockRule {
        from: (1891, 10, 1),
        until: (1893, 4, 1),
        clock: CET,
        others: &[Mean],
        confidence: Low,
        text: TOWNS_AFTER_1891,
        source: RAILWAYS_OF_1891,
    },
    ClockRule {
        from: (1893, 4, 1),
        until: (1918, 11, 4),
        clock: PRAGUE,
        others: &[],
        confidence: Medium,
        text: IN_AUSTRIA,
        source: "tz europe, Zone Europe/Prague and Zone Europe/Vienna; summer times of 1916 to 1918 as in Germany",
    },
];

const ITALIAN_AFTER_1918: &str = "tz europe, Italy; armistice of Villa Giusti of 3 November 1918";

pub(super) const REGIONS: &[Region] = &[
    Region {
        id: "tyrol",
        name: "South Tyrol and Trentino",
        zones: &["Europe/Rome"],
        outline: TYROL,
        border_km: 6.0,
        rules: &AUSTRIAN_TOWNS,
    },
    Region {
        id: "austrian_littoral",
        name: "Trieste, Gorizia and the Val Canale",
        zones: &["Europe/Rome"],
        outline: LITTORAL,
        border_km: 5.0,
        rules: &AUSTRIAN_TOWNS,
    },
    Region {
        id: "northern_italy_1944",
        name: "Italy north of the front",
        zones: &["Europe/Rome"],
        outline: &[
            (44.00, 7.00),
            (44.00, 10.10),
            (44.05, 11.50),
            (43.90, 13.20),
            (44.50, 14.50),
            (47.50, 14.50),
            (47.50, 6.00),
        ],
        border_km: 40.0,
        rules: &[ClockRule {
            from: (1944, 6, 4),
            until: (1945, 4, 29),
            clock: Zone("Europe/Berlin"),
            others: &[Today],
            confidence: Low,
            text: "North of the front the German-held republic ended summer time on 2 October 1944, two weeks \
                   after the kingdom.",
            source: "tz europe, Italy (Eggert 2001 and 2021, Bernardi 2016, Inglis 2016)",
        }],
    },
    Region {
        id: "krakow",
        name: "Kraków",
        zones: &["Europe/Warsaw"],
        outline: KRAKOW,
        border_km: 1.0,
        rules: &[
            ClockRule {
                from: (1867, 12, 21),
                until: (1891, 12, 6),
                clock: Mean,
                others: &[],
                confidence: Medium,
                text: "Kraków kept its own mean time until noon of 6 December 1891.",
                source: "Kobylarczyk, Dwadzieścia minut, których nie było (malopolskatogo.pl): noon was struck twice \
                         on 6 December 1891",
            },
            ClockRule {
                from: (1891, 12, 6),
                until: (1918, 10, 31),
                clock: PRAGUE,
                others: &[],
                confidence: Medium,
                text: IN_AUSTRIA,
                source: "Kobylarczyk, Dwadzieścia minut, których nie było (malopolskatogo.pl); tz europe, Zone \
                         Europe/Prague",
            },
        ],
    },
    Region {
        id: "galicia_west",
        name: "Western Galicia",
        zones: &["Europe/Warsaw"],
        outline: GALICIA,
        border_km: 8.0,
        rules: &[
            ClockRule {
                from: (1867, 12, 21),
                until: (1891, 10, 1),
                clock: Mean,
                others: &[Fixed(4580, "Budapest")],
                confidence: Low,
                text: "Towns of Galicia kept local mean time; the railways used Budapest's.",
                source: RAILWAYS_OF_1891,
            },
            ClockRule {
                from: (1891, 10, 1),
                until: (1893, 4, 1),
                clock: CET,
                others: &[Mean],
                confidence: Low,
                text: TOWNS_AFTER_1891,
                source: "Kobylarczyk, Dwadzieścia minut, których nie było (malopolskatogo.pl); Amtsblatt, Calw, March 1892",
            },
            ClockRule {
                from: (1893, 4, 1),
                until: (1918, 10, 31),
                clock: PRAGUE,
                others: &[],
                confidence: Medium,
                text: IN_AUSTRIA,
                source: "tz europe, Zone Europe/Prague; summer times of 1916 to 1918 as in Germany",
            },
            ClockRule {
                from: (1918, 10, 31),
                until: (1922, 6, 1),
                clock: Today,
                others: &[CET],
                confidence: Low,
                text: "Poland took over on 31 October 1918. Kraków still had no summer time in March 1919; \
                       whether and when its towns used Eastern European Time before 1922 is doubtful.",
                source: "Ilustrowany Kuryer Codzienny, 13 March 1919; law of 11 May 1922 (Dz.U. no. 36 item 307); \
                         tz europe, Poland",
            },
        ],
    },
    Region {
        id: "galicia_east",
        name: "Eastern Galicia",
        zones: &["Europe/Kyiv", "Europe/Kiev"],
        outline: GALICIA,
        border_km: 8.0,
        rules: &[
            ClockRule {
                from: (1867, 12, 21),
                until: (1891, 10, 1),
                clock: Mean,
                others: &[Fixed(4580, "Budapest")],
                confidence: Low,
                text: "Towns of Galicia kept local mean time; the railways used Budapest's.",
                source: RAILWAYS_OF_1891,
            },
            ClockRule {
                from: (1891, 10, 1),
                until: (1896, 1, 1),
                clock: CET,
                others: &[Mean],
                confidence: Low,
                text: "The railways changed to Central European Time on 1 October 1891. When Lviv and the other \
                       towns followed was not found in a source; 36 minutes lay between the two.",
                source: RAILWAYS_OF_1891,
            },
            ClockRule {
                from: (1896, 1, 1),
                until: (1918, 11, 1),
                clock: PRAGUE,
                others: &[],
                confidence: Medium,
                text: IN_AUSTRIA,
                source: "tz europe, Zone Europe/Prague; summer times of 1916 to 1918 as in Germany",
            },
            ClockRule {
                from: (1918, 11, 1),
                until: (1922, 6, 1),
                clock: WARSAW,
                others: &[CET],
                confidence: Low,
                text: "War between Ukrainians, Poles and Soviets until 1920. Polish Lviv already had a summer time \
                       in March 1919.",
                source: "Ilustrowany Kuryer Codzienny, 13 March 1919; tz europe, Poland",
            },
            ClockRule {
                from: (1922, 6, 1),
                until: (1939, 9, 22),
                clock: WARSAW,
                others: &[],
                confidence: Medium,
                text: "The place was in Poland and kept Central European Time.",
                source: "Polish law of 11 May 1922 (Dz.U. no. 36 item 307)",
            },
            ClockRule {
                from: (1941, 6, 30),
                until: (1944, 7, 27),
                clock: WARSAW,
                others: &[],
                confidence: Medium,
                text: "The place was under German occupation, from August 1941 in the General Government, and \
                       kept German time until the front passed in the summer of 1944.",
                source: "tz europe, Zone Europe/Warsaw: German rules; Lviv was taken on 30 June 1941 and 27 July 1944",
            },
        ],
    },
    Region {
        id: "carpathian_ruthenia",
        name: "Carpathian Ruthenia",
        zones: &["Europe/Kyiv", "Europe/Kiev"],
        outline: CARPATHIAN_RUTHENIA,
        border_km: 8.0,
        rules: &[
            ClockRule {
                from: (1867, 6, 8),
                until: (1919, 1, 1),
                clock: BUDAPEST,
                others: &[],
                confidence: Medium,
                text: IN_HUNGARY,
                source: HUNGARY_1890,
            },
            ClockRule {
                from: (1919, 1, 1),
                until: (1945, 6, 29),
                clock: Zone("Europe/Uzhgorod"),
                others: &[],
                confidence: Medium,
                text: "The place was in Czechoslovakia, then in Hungary, and kept Central European Time.",
                source: "tz backzone, Zone Europe/Uzhgorod",
            },
        ],
    },
    Region {
        id: "bukovina_north",
        name: "Northern Bukovina",
        zones: &["Europe/Kyiv", "Europe/Kiev"],
        outline: BUKOVINA,
        border_km: 8.0,
        rules: &[
            AUSTRIAN_TOWNS[0],
            AUSTRIAN_TOWNS[1],
            AUSTRIAN_TOWNS[2],
            ClockRule {
                from: (1918, 11, 11),
                until: (1940, 6, 28),
                clock: Zone("Europe/Bucharest"),
                others: &[],
                confidence: Medium,
                text: "The place was in Romania, with Bucharest's mean time until 1931.",
                source: "tz europe, Zone Europe/Bucharest; Chernivtsi was Romanian from 11 November 1918 to 28 June 1940",
            },
            ClockRule {
                from: (1941, 7, 6),
                until: (1944, 3, 30),
                clock: Zone("Europe/Bucharest"),
                others: &[Zone("Europe/Chisinau")],
                confidence: Low,
                text: "The place was in Romania again; the tz database gives Bessarabia German time in these years.",
                source: "tz europe, Zone Europe/Bucharest and Zone Europe/Chisinau",
            },
        ],
    },
    Region {
        id: "bukovina_south",
        name: "Southern Bukovina",
        zones: &["Europe/Bucharest"],
        outline: BUKOVINA,
        border_km: 8.0,
        rules: &AUSTRIAN_TOWNS,
    },
    Region {
        id: "northern_transylvania",
        name: "Northern Transylvania",
        zones: &["Europe/Bucharest"],
        outline: NORTHERN_TRANSYLVANIA,
        border_km: 10.0,
        rules: &[ClockRule {
            from: (1940, 9, 5),
            until: (1944, 10, 25),
            clock: BUDAPEST,
            others: &[],
            confidence: Medium,
            text: "The place was in Hungary by the award of Vienna of 30 August 1940 until October 1944.",
            source: "tz europe, Hungary (Nyáry 2020)",
        }],
    },
    Region {
        id: "transylvania",
        name: "Transylvania and the Banat",
        zones: &["Europe/Bucharest"],
        outline: TRANSYLVANIA,
        border_km: 8.0,
        rules: &[
            ClockRule {
                from: (1867, 6, 8),
                until: (1918, 12, 1),
                clock: BUDAPEST,
                others: &[],
                confidence: Medium,
                text: IN_HUNGARY,
                source: HUNGARY_1890,
            },
            ClockRule {
                from: (1918, 12, 1),
                until: (1920, 6, 5),
                clock: Today,
                others: &[BUDAPEST],
                confidence: Low,
                text: "Romania took over between December 1918 and the summer of 1919, the Banat later. The day on \
                       which each town took Bucharest's time was not found in a source.",
                source: "Treaty of Trianon of 4 June 1920; tz europe, Zone Europe/Bucharest",
            },
        ],
    },
    Region {
        id: "southern_slovakia",
        name: "Southern Slovakia",
        zones: &["Europe/Bratislava", "Europe/Prague"],
        outline: SOUTHERN_SLOVAKIA,
        border_km: 10.0,
        rules: &[ClockRule {
            from: (1938, 11, 10),
            until: (1945, 1, 20),
            clock: BUDAPEST,
            others: &[],
            confidence: Medium,
            text: "The place was in Hungary by the award of Vienna of 2 November 1938 and had no summer time in \
                   the winter of 1940/41.",
            source: "tz europe, Hungary (Nyáry 2020)",
        }],
    },
    Region {
        id: "slovakia",
        name: "Slovakia",
        zones: &["Europe/Bratislava"],
        outline: &[],
        border_km: 0.0,
        rules: &[ClockRule {
            from: (1867, 6, 8),
            until: (1919, 1, 1),
            clock: BUDAPEST,
            others: &[],
            confidence: Medium,
            text: "The place was in Hungary, which had Central European Time from November 1890; before that \
                   towns kept local mean time, not that of Prague.",
            source: HUNGARY_1890,
        }],
    },
    Region {
        id: "vojvodina",
        name: "Vojvodina",
        zones: &["Europe/Belgrade"],
        outline: VOJVODINA,
        border_km: 3.0,
        rules: &[ClockRule {
            from: (1867, 6, 8),
            until: (1918, 11, 9),
            clock: BUDAPEST,
            others: &[],
            confidence: Medium,
            text: IN_HUNGARY,
            source: HUNGARY_1890,
        }],
    },
    Region {
        id: "dalmatia_istria",
        name: "Dalmatia and Istria",
        zones: &["Europe/Zagreb"],
        outline: DALMATIA_ISTRIA,
        border_km: 8.0,
        rules: &AUSTRIAN_TOWNS,
    },
    Region {
        id: "croatia_slavonia",
        name: "Croatia and Slavonia",
        zones: &["Europe/Zagreb"],
        outline: &[],
        border_km: 0.0,
        rules: &[ClockRule {
            from: (1867, 6, 8),
            until: (1918, 10, 29),
            clock: BUDAPEST,
            others: &[],
            confidence: Medium,
            text: "Croatia and Slavonia belonged to Hungary, whose railways had Central European Time from \
                   November 1890; the tz database dates it to 1884 with Belgrade's.",
            source: HUNGARY_1890,
        }],
    },
    Region {
        id: "slovenia",
        name: "Carniola and southern Styria",
        zones: &["Europe/Ljubljana"],
        outline: &[],
        border_km: 0.0,
        rules: &AUSTRIAN_TOWNS,
    },
    Region {
        id: "bosnia",
        name: "Bosnia and Herzegovina",
        zones: &["Europe/Sarajevo"],
        outline: &[],
        border_km: 0.0,
        rules: &[
            ClockRule {
                from: (1878, 7, 29),
                until: (1891, 10, 1),
                clock: Mean,
                others: &[CET],
                confidence: Low,
                text: "Under Austria-Hungary no common clock is known before the railways changed in 1890 and 1891; \
                       the tz database dates Central European Time to 1884 with Belgrade's.",
                source: RAILWAYS_OF_1891,
            },
            ClockRule {
                from: (1891, 10, 1),
                until: (1918, 11, 4),
                clock: PRAGUE,
                others: &[],
                confidence: Medium,
                text: "The place was under Austria-Hungary and kept Central European Time, with summer time from 1916.",
                source: "tz europe, Zone Europe/Prague; summer times of 1916 to 1918 as in Germany",
            },
        ],
    },
    Region {
        id: "vienna_local_time",
        name: "Vienna",
        zones: &["Europe/Vienna"],
        outline: &[
            (48.34, 16.15),
            (48.34, 16.60),
            (48.10, 16.60),
            (48.10, 16.15),
        ],
        border_km: 5.0,
        rules: &[ClockRule {
            from: (1891, 10, 1),
            until: (1910, 5, 1),
            clock: Mean,
            others: &[CET],
            confidence: Low,
            text: "The city of Vienna kept its own mean time until 1 May 1910, while the railways and most of \
                   Austria used Central European Time.",
            source: "Die synchronisierte Zeit: Innsbruck und die M.E.Z. (5nach12.info, 18 October 1902)",
        }],
    },
    Region {
        id: "austria",
        name: "Austria",
        zones: &["Europe/Vienna"],
        outline: &[],
        border_km: 0.0,
        rules: &[ClockRule {
            from: (1891, 10, 1),
            until: (1893, 4, 1),
            clock: CET,
            others: &[Mean],
            confidence: Low,
            text: TOWNS_AFTER_1891,
            source: RAILWAYS_OF_1891,
        }],
    },
    Region {
        id: "southern_dobruja",
        name: "Southern Dobruja",
        zones: &["Europe/Sofia"],
        outline: SOUTHERN_DOBRUJA,
        border_km: 8.0,
        rules: &[ClockRule {
            from: (1913, 8, 10),
            until: (1940, 9, 21),
            clock: Zone("Europe/Bucharest"),
            others: &[Today],
            confidence: Low,
            text: "The place was in Romania from the treaty of Bucharest to that of Craiova, and occupied by \
                   Bulgaria from 1916 to 1919.",
            source: "tz europe, Zone Europe/Bucharest; treaties of 10 August 1913 and 7 September 1940",
        }],
    },
    Region {
        id: "italian_after_1918",
        name: "Istria and Zara under Italy",
        zones: &["Europe/Zagreb"],
        outline: &[
            (45.60, 13.20),
            (45.50, 14.20),
            (45.40, 14.45),
            (45.20, 14.45),
            (44.40, 14.50),
            (44.40, 13.20),
        ],
        border_km: 8.0,
        rules: &[ClockRule {
            from: (1918, 11, 4),
            until: (1945, 5, 1),
            clock: Zone("Europe/Rome"),
            others: &[],
            confidence: Medium,
            text: "The place was in Italy and had its summer times.",
            source: ITALIAN_AFTER_1918,
        }],
    },
];
