//! The rows. "Grotefend" is the list after H. Grotefend, Taschenbuch der Zeitrechnung (1941), in the
//! file `calendars` of the tz database; "SSA" is the table of the U.S. Social Security
//! Administration, POMS GN 00307.180 (2005).

use calendar::Calendar;

use super::{OldCalendar, OldCalendarKind};
use OldCalendarKind::{Gregorian, Other, Written};

const JULIAN: OldCalendarKind = Written(Calendar::Julian);
/// The first day of the Gregorian calendar: before it a request names its calendar.
const REFORM: (i32, u8, u8) = (1582, 10, 15);

const GROTEFEND: &str =
    "tz database, calendars: Grotefend, Taschenbuch der Zeitrechnung (1941), pp. 26-28";
const GROTEFEND_NORTH: &str = "tz database, calendars: Grotefend (1941), pp. 26-28; Poulsen, The transition from Julian to Gregorian Calendar \
     (Rundetårn)";
const SSA: &str = "U.S. Social Security Administration, POMS GN 00307.180 (2005)";
const SOVIET: &str = "tz database, calendars: Soviet Russia, 14 February 1918";
const ADOPTION: &str = "tz database, calendars (Grotefend); List of adoption dates of the Gregorian calendar by country (Wikipedia), with \
     its sources";

const GALICIA_AND_CARPATHIANS: &[(f64, f64)] = &[
    (50.60, 23.00),
    (50.57, 24.15),
    (50.45, 24.60),
    (50.13, 25.22),
    (49.80, 25.95),
    (49.53, 26.16),
    (48.55, 26.42),
    (48.22, 26.28),
    (47.60, 26.00),
    (47.60, 22.00),
    (49.20, 22.00),
];
const TRANSYLVANIA: &[(f64, f64)] = &[
    (44.40, 20.00),
    (44.72, 22.42),
    (45.30, 23.00),
    (45.42, 23.68),
    (45.57, 24.28),
    (45.46, 25.25),
    (45.45, 25.75),
    (45.78, 26.38),
    (46.35, 26.35),
    (46.82, 25.88),
    (47.10, 25.40),
    (47.73, 24.95),
    (48.40, 24.90),
    (48.40, 20.00),
];
const VOJVODINA: &[(f64, f64)] = &[
    (44.88, 18.80),
    (44.88, 19.37),
    (44.75, 19.55),
    (44.77, 19.69),
    (44.67, 19.95),
    (44.67, 20.20),
    (44.80, 20.36),
    (44.83, 20.43),
    (44.84, 20.58),
    (44.72, 20.75),
    (44.71, 20.95),
    (44.83, 21.35),
    (44.76, 21.45),
    (44.60, 21.80),
    (46.50, 22.00),
    (46.50, 18.50),
];
const ALSACE: &[(f64, f64)] = &[
    (49.10, 7.65),
    (48.95, 7.20),
    (48.65, 7.15),
    (48.33, 7.09),
    (48.06, 7.02),
    (47.82, 6.84),
    (47.50, 7.12),
    (47.20, 7.20),
    (47.20, 8.60),
    (49.30, 8.60),
];
/// Holland, Zeeland, North Brabant and Limburg.
const DUTCH_SOUTH_AND_WEST: &[(f64, f64)] = &[
    (53.60, 4.40),
    (53.00, 5.10),
    (52.35, 5.20),
    (52.22, 4.98),
    (52.05, 4.90),
    (51.95, 5.00),
    (51.80, 5.15),
    (51.75, 5.40),
    (51.82, 5.75),
    (51.70, 5.98),
    (51.50, 6.40),
    (50.60, 6.40),
    (50.60, 3.00),
    (52.50, 3.00),
];
const GELDERLAND: &[(f64, f64)] = &[
    (52.45, 5.55),
    (52.50, 6.05),
    (52.20, 6.35),
    (52.15, 6.90),
    (51.75, 6.90),
    (51.60, 6.00),
    (51.75, 5.00),
    (51.95, 5.00),
    (52.00, 5.50),
    (52.25, 5.45),
];
const UTRECHT_OVERIJSSEL: &[(f64, f64)] = &[
    (52.85, 5.80),
    (52.80, 6.15),
    (52.65, 6.70),
    (52.70, 7.10),
    (52.10, 7.10),
    (52.10, 6.30),
    (51.90, 5.60),
    (51.90, 4.70),
    (52.35, 4.90),
    (52.40, 5.40),
];
const GRONINGEN: &[(f64, f64)] = &[
    (53.60, 6.20),
    (53.20, 6.22),
    (53.10, 6.55),
    (52.85, 7.10),
    (53.30, 7.30),
    (53.60, 6.90),
];
const GRISONS: &[(f64, f64)] = &[
    (47.10, 9.50),
    (46.85, 8.90),
    (46.60, 8.65),
    (46.20, 9.10),
    (46.10, 10.30),
    (47.00, 10.70),
];
const COURLAND: &[(f64, f64)] = &[
    (57.90, 22.60),
    (57.00, 23.50),
    (56.75, 24.00),
    (56.60, 24.80),
    (56.30, 25.70),
    (55.85, 26.70),
    (55.60, 26.60),
    (56.00, 20.50),
    (57.60, 21.00),
];
const PRUSSIA_IN_POLAND: &[(f64, f64)] = &[
    (54.45, 22.70),
    (53.68, 22.44),
    (53.43, 21.36),
    (53.15, 20.36),
    (53.20, 19.30),
    (53.80, 19.10),
    (54.40, 19.20),
    (54.60, 20.00),
];
const SILESIA: &[(f64, f64)] = &[
    (51.95, 15.20),
    (51.75, 16.20),
    (51.50, 17.00),
    (51.25, 17.80),
    (51.00, 18.40),
    (50.60, 19.00),
    (49.90, 18.90),
    (49.70, 17.50),
    (50.20, 16.00),
    (50.80, 14.90),
];
const POMERANIA: &[(f64, f64)] = &[
    (54.80, 17.95),
    (54.10, 17.40),
    (53.40, 17.00),
    (52.95, 16.40),
    (52.60, 15.80),
    (52.20, 15.70),
    (51.95, 15.20),
    (51.60, 14.50),
    (54.50, 13.50),
    (55.20, 17.00),
];
const SOUTH_OF_THE_NIEMEN: &[(f64, f64)] = &[
    (55.10, 22.60),
    (54.95, 23.80),
    (54.60, 24.05),
    (54.00, 24.00),
    (53.80, 23.30),
    (54.40, 22.50),
];

macro_rules! row {
    ($zones:expr, $outline:expr, $from:expr, $until:expr, $kind:expr, $text:expr, $source:expr) => {
        OldCalendar {
            zones: $zones,
            outline: $outline,
            from: $from,
            until: $until,
            kind: $kind,
            text: $text,
            source: $source,
        }
    };
}

const EVERYWHERE: &[(f64, f64)] = &[];
const KYIV: &[&str] = &["Europe/Kyiv", "Europe/Kiev"];

pub(super) const TABLE: &[OldCalendar] = &[
    // The west of the continent.
    row!(
        &["Europe/Paris"],
        ALSACE,
        REFORM,
        (1682, 2, 6),
        JULIAN,
        "Strasbourg changed on 16 February 1682, the Austrian lands and the bishopric in 1583.",
        GROTEFEND
    ),
    row!(
        &["Europe/Paris"],
        EVERYWHERE,
        REFORM,
        (1582, 12, 10),
        JULIAN,
        "France changed on 20 December 1582.",
        GROTEFEND
    ),
    row!(
        &["Europe/Brussels", "Europe/Luxembourg"],
        EVERYWHERE,
        REFORM,
        (1583, 2, 11),
        JULIAN,
        "Brabant, Flanders and Hainaut changed on 1 January 1583, Liège on 21 February.",
        GROTEFEND
    ),
    row!(
        &["Europe/Amsterdam"],
        DUTCH_SOUTH_AND_WEST,
        REFORM,
        (1582, 12, 22),
        JULIAN,
        "Holland, Zeeland and Brabant changed on 1 January 1583.",
        GROTEFEND
    ),
    row!(
        &["Europe/Amsterdam"],
        DUTCH_SOUTH_AND_WEST,
        (1582, 12, 22),
        (1701, 5, 1),
        Gregorian,
        "Holland, Zeeland and Brabant changed on 1 January 1583.",
        GROTEFEND
    ),
    row!(
        &["Europe/Amsterdam"],
        GRONINGEN,
        (1583, 3, 1),
        (1594, 7, 1),
        Gregorian,
        "The town of Groningen had the Gregorian calendar until it was taken in 1594.",
        ADOPTION
    ),
    row!(
        &["Europe/Amsterdam"],
        GELDERLAND,
        REFORM,
        (1700, 7, 1),
        JULIAN,
        "Gelderland changed on 12 July 1700.",
        GROTEFEND_NORTH
    ),
    row!(
        &["Europe/Amsterdam"],
        GELDERLAND,
        (1700, 7, 1),
        (1701, 5, 1),
        Gregorian,
        "Gelderland changed on 12 July 1700.",
        GROTEFEND_NORTH
    ),
    row!(
        &["Europe/Amsterdam"],
        UTRECHT_OVERIJSSEL,
        REFORM,
        (1700, 12, 1),
        JULIAN,
        "Utrecht and Overijssel changed on 12 December 1700.",
        GROTEFEND_NORTH
    ),
    row!(
        &["Europe/Amsterdam"],
        EVERYWHERE,
        REFORM,
        (1701, 1, 1),
        JULIAN,
        "Friesland and Groningen changed on 12 January 1701, Drenthe in May.",
        GROTEFEND_NORTH
    ),
    row!(
        &["Europe/Berlin", "Europe/Busingen"],
        EVERYWHERE,
        REFORM,
        (1700, 2, 19),
        JULIAN,
        "Catholic territories changed between 1583 and 1585, Protestant ones on 1 March 1700. Check the confession of \
         the territory.",
        GROTEFEND
    ),
    row!(
        &["Europe/Copenhagen", "Europe/Oslo", "Atlantic/Faroe"],
        EVERYWHERE,
        REFORM,
        (1700, 2, 19),
        JULIAN,
        "Denmark and Norway changed on 1 March 1700.",
        GROTEFEND
    ),
    row!(
        &["Atlantic/Reykjavik"],
        EVERYWHERE,
        REFORM,
        (1700, 11, 17),
        JULIAN,
        "Iceland changed on 28 November 1700.",
        ADOPTION
    ),
    row!(
        &["Europe/Stockholm", "Europe/Helsinki", "Europe/Mariehamn"],
        EVERYWHERE,
        (1700, 3, 1),
        (1712, 3, 1),
        Written(Calendar::Swedish),
        "Sweden and Finland were one day ahead of the Julian calendar from 1700 to 1712.",
        "tz database, calendars (Brader 1996, after Beckman 1924 and Lodén 1968)"
    ),
    row!(
        &["Europe/Stockholm", "Europe/Helsinki", "Europe/Mariehamn"],
        EVERYWHERE,
        REFORM,
        (1753, 2, 18),
        JULIAN,
        "Sweden and Finland changed on 1 March 1753.",
        GROTEFEND
    ),
    row!(
        &["Europe/Zurich"],
        GRISONS,
        REFORM,
        (1812, 1, 1),
        JULIAN,
        "The communes of Grisons changed one by one between 1623 and 1812.",
        GROTEFEND
    ),
    row!(
        &["Europe/Zurich", "Europe/Vaduz"],
        EVERYWHERE,
        REFORM,
        (1701, 1, 1),
        JULIAN,
        "Catholic cantons changed in 1584, Protestant ones on 12 January 1701, Glarus, Appenzell and Sankt Gallen in \
         1724. Check the canton.",
        GROTEFEND
    ),
    row!(
        &["Europe/Zurich"],
        &[
            (47.60, 9.20),
            (47.10, 8.85),
            (46.80, 8.85),
            (46.85, 9.25),
            (47.40, 9.70)
        ],
        (1701, 1, 1),
        (1725, 1, 1),
        JULIAN,
        "Glarus, Appenzell and the town of Sankt Gallen changed in 1724.",
        GROTEFEND
    ),
    row!(
        &["Europe/Vienna", "Europe/Prague", "Europe/Ljubljana"],
        EVERYWHERE,
        REFORM,
        (1584, 1, 7),
        JULIAN,
        "Tyrol and Salzburg changed in October 1583, Styria in December, Austria and Bohemia on 17 January 1584.",
        GROTEFEND
    ),
    row!(
        &["Europe/Budapest", "Europe/Bratislava", "Europe/Zagreb"],
        EVERYWHERE,
        REFORM,
        (1587, 10, 22),
        JULIAN,
        "Hungary changed from February 1584 on, by law on 1 November 1587.",
        GROTEFEND
    ),
    row!(
        &["Europe/Bucharest"],
        TRANSYLVANIA,
        REFORM,
        (1590, 12, 15),
        JULIAN,
        "Transylvania changed on 25 December 1590. Orthodox registers stayed Julian.",
        GROTEFEND
    ),
    row!(
        &["Europe/Bucharest"],
        TRANSYLVANIA,
        (1590, 12, 15),
        (1919, 4, 1),
        Gregorian,
        "Transylvania changed on 25 December 1590.",
        GROTEFEND
    ),
    // Britain and its colonies.
    row!(
        &[
            "Europe/London",
            "Europe/Belfast",
            "Europe/Dublin",
            "Europe/Jersey",
            "Europe/Guernsey",
            "Europe/Isle_of_Man"
        ],
        EVERYWHERE,
        REFORM,
        (1752, 9, 3),
        JULIAN,
        "Britain and Ireland changed on 14 September 1752. England also began its year on 25 March until then: a date \
         from 1 January to 24 March may carry the number of the year before.",
        "Calendar (New Style) Act 1750 (24 Geo. 2 c. 23); tz database, calendars (Grotefend)"
    ),
    row!(
        &[
            "America/New_York",
            "America/Halifax",
            "America/St_Johns",
            "Atlantic/Bermuda",
            "America/Jamaica",
            "America/Barbados",
            "America/Antigua",
            "America/Nassau",
            "America/St_Kitts",
            "America/Montserrat"
        ],
        EVERYWHERE,
        REFORM,
        (1752, 9, 3),
        JULIAN,
        "The British colonies changed with Britain on 14 September 1752 and began their year on 25 March until then.",
        "Calendar (New Style) Act 1750 (24 Geo. 2 c. 23)"
    ),
    row!(
        &[
            "America/Anchorage",
            "America/Juneau",
            "America/Sitka",
            "America/Metlakatla",
            "America/Yakutat",
            "America/Nome",
            "America/Adak"
        ],
        EVERYWHERE,
        (1741, 1, 1),
        (1867, 10, 7),
        JULIAN,
        "Russian America changed with its sale to the United States on 18 October 1867.",
        "tz northamerica, Alaska: transfer of 18 October 1867"
    ),
    // Prussia, Poland and the Baltic lands.
    row!(
        &["Europe/Kaliningrad"],
        EVERYWHERE,
        REFORM,
        (1612, 8, 23),
        JULIAN,
        "The Duchy of Prussia changed on 2 September 1612; another list has 1610.",
        GROTEFEND_NORTH
    ),
    row!(
        &["Europe/Warsaw"],
        PRUSSIA_IN_POLAND,
        REFORM,
        (1612, 8, 23),
        JULIAN,
        "The Duchy of Prussia changed on 2 September 1612; another list has 1610.",
        GROTEFEND_NORTH
    ),
    row!(
        &["Europe/Warsaw"],
        SILESIA,
        REFORM,
        (1584, 1, 13),
        JULIAN,
        "Silesia changed on 23 January 1584.",
        GROTEFEND
    ),
    row!(
        &["Europe/Warsaw"],
        POMERANIA,
        REFORM,
        (1700, 2, 19),
        JULIAN,
        "Protestant Germany, with Pomerania and the Neumark, changed on 1 March 1700.",
        GROTEFEND
    ),
    row!(
        &["Europe/Riga"],
        COURLAND,
        (1617, 1, 1),
        (1796, 1, 1),
        Gregorian,
        "Courland had the Gregorian calendar from 1617 to 1796.",
        GROTEFEND
    ),
    row!(
        &["Europe/Riga", "Europe/Tallinn"],
        EVERYWHERE,
        REFORM,
        (1918, 2, 1),
        JULIAN,
        "Livonia and Estonia kept the Julian calendar until 14 February 1918, Courland again from 1796.",
        SSA
    ),
    row!(
        &["Europe/Vilnius"],
        SOUTH_OF_THE_NIEMEN,
        (1800, 1, 1),
        (1915, 5, 1),
        Gregorian,
        "The lands south of the Niemen were in Poland and stayed Gregorian.",
        SSA
    ),
    row!(
        &["Europe/Vilnius"],
        &[
            (56.00, 20.50),
            (55.87, 21.22),
            (55.50, 21.60),
            (55.20, 22.10),
            (55.05, 22.66),
            (54.80, 22.60),
            (54.90, 20.50)
        ],
        (1612, 8, 23),
        (1918, 2, 1),
        Gregorian,
        "The Memel Territory was in Prussia, which changed in 1612.",
        GROTEFEND
    ),
    row!(
        &["Europe/Vilnius"],
        EVERYWHERE,
        (1800, 1, 1),
        (1915, 5, 1),
        JULIAN,
        "Under Russia Lithuania went back to the Julian calendar about 1800, until the German occupation of 1915.",
        SSA
    ),
    // Russia.
    row!(
        &["Europe/Moscow"],
        &[
            (59.90, 26.50),
            (60.13, 29.93),
            (60.60, 30.37),
            (61.25, 32.15),
            (62.90, 31.60),
            (63.30, 29.00)
        ],
        (1812, 1, 1),
        (1918, 2, 1),
        Gregorian,
        "Old Finland was joined to the Grand Duchy in 1812.",
        GROTEFEND
    ),
    row!(
        &["Europe/Minsk"],
        EVERYWHERE,
        (1795, 1, 1),
        (1918, 2, 1),
        JULIAN,
        "The lands came to Russia between 1772 and 1795 and went back to the Julian calendar, until 14 February 1918.",
        SOVIET
    ),
    row!(
        KYIV,
        GALICIA_AND_CARPATHIANS,
        REFORM,
        (1918, 3, 1),
        Gregorian,
        "Galicia, Bukovina and Carpathian Ruthenia were in Poland, Austria or Hungary.",
        GROTEFEND
    ),
    row!(
        KYIV,
        EVERYWHERE,
        REFORM,
        (1918, 2, 16),
        JULIAN,
        "Ukraine changed on 1 March 1918. The lands west of the Dnieper were in Poland, which was Gregorian, until 1793.",
        ADOPTION
    ),
    row!(
        &["Asia/Tbilisi", "Asia/Baku", "Asia/Yerevan"],
        EVERYWHERE,
        (1801, 1, 1),
        (1918, 4, 18),
        JULIAN,
        "Transcaucasia changed on 1 May 1918.",
        ADOPTION
    ),
    row!(
        &[
            "Europe/Moscow",
            "Europe/Simferopol",
            "Europe/Kirov",
            "Europe/Volgograd",
            "Europe/Astrakhan",
            "Europe/Saratov",
            "Europe/Ulyanovsk",
            "Europe/Samara",
            "Asia/Yekaterinburg",
            "Asia/Omsk",
            "Asia/Novosibirsk",
            "Asia/Barnaul",
            "Asia/Tomsk",
            "Asia/Novokuznetsk",
            "Asia/Krasnoyarsk",
            "Asia/Irkutsk",
            "Asia/Chita",
            "Asia/Yakutsk",
            "Asia/Khandyga",
            "Asia/Vladivostok",
            "Asia/Ust-Nera",
            "Asia/Magadan",
            "Asia/Sakhalin",
            "Asia/Srednekolymsk",
            "Asia/Kamchatka",
            "Asia/Anadyr"
        ],
        EVERYWHERE,
        REFORM,
        (1918, 2, 1),
        JULIAN,
        "Russia changed on 14 February 1918, the lands under the Whites later.",
        SOVIET
    ),
    row!(
        &[
            "Asia/Almaty",
            "Asia/Qyzylorda",
            "Asia/Qostanay",
            "Asia/Aqtobe",
            "Asia/Aqtau",
            "Asia/Atyrau",
            "Asia/Oral",
            "Asia/Tashkent",
            "Asia/Samarkand",
            "Asia/Bishkek",
            "Asia/Dushanbe",
            "Asia/Ashgabat"
        ],
        EVERYWHERE,
        (1731, 1, 1),
        (1918, 2, 1),
        JULIAN,
        "Russia's part of Central Asia changed on 14 February 1918.",
        SOVIET
    ),
    // The Balkans.
    row!(
        &["Europe/Chisinau"],
        EVERYWHERE,
        REFORM,
        (1919, 4, 1),
        JULIAN,
        "Bessarabia changed with Romania in April 1919.",
        SSA
    ),
    row!(
        &["Europe/Bucharest"],
        GALICIA_AND_CARPATHIANS,
        (1775, 1, 1),
        (1919, 4, 1),
        Gregorian,
        "Bukovina was in Austria from 1775.",
        GROTEFEND
    ),
    row!(
        &["Europe/Bucharest"],
        EVERYWHERE,
        REFORM,
        (1919, 4, 1),
        JULIAN,
        "Romania changed on 14 April 1919.",
        SSA
    ),
    row!(
        &["Europe/Belgrade"],
        VOJVODINA,
        (1587, 10, 22),
        (1919, 1, 19),
        Gregorian,
        "The Vojvodina was in Hungary. Orthodox registers stayed Julian.",
        GROTEFEND
    ),
    row!(
        &["Europe/Belgrade", "Europe/Podgorica", "Europe/Skopje"],
        EVERYWHERE,
        REFORM,
        (1919, 1, 19),
        JULIAN,
        "Serbia and its new lands changed on 1 February 1919.",
        ADOPTION
    ),
    row!(
        &["Europe/Sarajevo"],
        EVERYWHERE,
        REFORM,
        (1878, 7, 29),
        JULIAN,
        "Christians used the Julian calendar before the Austrian occupation of 1878.",
        ADOPTION
    ),
    row!(
        &["Europe/Sofia"],
        EVERYWHERE,
        REFORM,
        (1916, 4, 1),
        JULIAN,
        "Bulgaria changed on 14 April 1916.",
        SSA
    ),
    row!(
        &["Europe/Athens"],
        EVERYWHERE,
        REFORM,
        (1923, 2, 16),
        JULIAN,
        "Greece changed on 1 March 1923.",
        SSA
    ),
    row!(
        &["Europe/Tirane"],
        EVERYWHERE,
        REFORM,
        (1912, 11, 15),
        JULIAN,
        "Albania changed on 28 November 1912. Catholics used the Gregorian calendar before.",
        SSA
    ),
    // Calendars of another kind.
    row!(
        &["Europe/Istanbul", "Asia/Istanbul"],
        EVERYWHERE,
        REFORM,
        (1917, 3, 1),
        Other,
        "Turkey used the lunar calendar and the fiscal one of the Ottomans, whose days became Gregorian on 1 March 1917.",
        "Ottoman law of 8 February 1917 on the fiscal calendar"
    ),
    row!(
        &["Asia/Tokyo"],
        EVERYWHERE,
        REFORM,
        (1873, 1, 1),
        Other,
        "Japan used a lunisolar calendar until the end of 1872.",
        "Dajōkan edict no. 337 (Meiji 5, ninth day of the eleventh month)"
    ),
    row!(
        &["Asia/Seoul", "Asia/Pyongyang"],
        EVERYWHERE,
        REFORM,
        (1896, 1, 1),
        Other,
        "Korea used a lunisolar calendar until the end of 1895.",
        "Korean edict of 1895 on the solar calendar"
    ),
    row!(
        &[
            "Asia/Shanghai",
            "Asia/Urumqi",
            "Asia/Kashgar",
            "Asia/Harbin",
            "Asia/Chongqing"
        ],
        EVERYWHERE,
        REFORM,
        (1912, 1, 1),
        Other,
        "China used a lunisolar calendar until the Republic took the solar one on 1 January 1912.",
        "Provisional Government of the Republic of China, announcement of 2 January 1912"
    ),
];
