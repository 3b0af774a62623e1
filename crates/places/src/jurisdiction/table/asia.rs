//! India before its standard time and its city times after; Manchuria; China's five zones; Vietnam.

use super::super::{ClockRule, Region, RegionClock};
use crate::confidence::Confidence::{Low, Medium};
use RegionClock::{Fixed, Mean, Today};

const MADRAS: RegionClock = Fixed(19_270, "Madras");
const BOMBAY: RegionClock = Fixed(17_460, "Bombay");
const CALCUTTA: RegionClock = Fixed(21_200, "Calcutta");
const IST: RegionClock = Fixed(19_800, "IST");

const INDIAN_SOURCE: &str = "tz asia, India (Eggert 2017): Oldham, On Time in India (Proceedings of the Asiatic Society of Bengal, \
     April 1899); Prasad, Tracks of Change (2016), p. 145; Indian Year Book 1936-37, pp. 27-28";

const INDIAN_TEXT: &str = "Before 1906 Indian towns kept local mean time. Railways and telegraph used Madras time, Bombay and Calcutta \
     their own, which reached into their presidencies.";

const CITY_TEXT: &str = "The city kept its own time beside Indian Standard Time for decades: municipal and private clocks differed from \
     those of railways and post.";

const FIRST_RAILWAY: (i32, u8, u8) = (1854, 6, 28);

const fn indian_towns(others: &'static [RegionClock]) -> ClockRule {
    ClockRule {
        from: FIRST_RAILWAY,
        until: (1906, 1, 1),
        clock: Mean,
        others,
        confidence: Low,
        text: INDIAN_TEXT,
        source: INDIAN_SOURCE,
    }
}

/// The northeast of China, from the wall to the Amur.
const MANCHURIA: &[(f64, f64)] = &[
    (40.00, 119.80),
    (41.00, 119.30),
    (42.00, 118.20),
    (43.50, 117.50),
    (45.00, 116.50),
    (46.50, 115.50),
    (49.80, 116.00),
    (54.00, 119.00),
    (54.00, 128.00),
    (49.00, 136.00),
    (42.00, 132.00),
    (40.50, 126.00),
    (39.45, 124.50),
    (39.40, 122.80),
    (40.00, 121.00),
];

/// The peninsula of Liaodong that Russia leased in 1898 and Japan took over in 1905.
const KWANTUNG: &[(f64, f64)] = &[
    (39.55, 121.20),
    (39.62, 121.90),
    (39.50, 122.70),
    (38.60, 122.70),
    (38.50, 120.80),
];

/// China between the meridians of its zones at +06:00 and +08:00, for the provinces of Gansu,
/// Shaanxi, Sichuan, Yunnan and Guizhou.
const KANSU_SZECHWAN: &[(f64, f64)] = &[
    (42.00, 97.50),
    (42.00, 106.50),
    (39.60, 110.80),
    (35.00, 110.40),
    (33.20, 110.50),
    (31.50, 109.90),
    (29.50, 109.00),
    (27.00, 109.30),
    (25.00, 107.50),
    (23.50, 106.20),
    (21.00, 104.00),
    (21.00, 98.00),
    (29.00, 98.00),
];

const VIETNAM_NORTH: &[(f64, f64)] = &[
    (17.00, 108.60),
    (17.00, 106.30),
    (18.50, 105.00),
    (20.00, 104.00),
    (22.50, 101.80),
    (23.60, 105.00),
    (21.50, 109.00),
];

const HANOI_SOURCE: &str = "tz backzone, Zone Asia/Hanoi; tz asia, Vietnam (Trần 2005)";

pub(super) const REGIONS: &[Region] = &[
    Region {
        id: "bombay",
        name: "Bombay",
        zones: &["Asia/Kolkata"],
        outline: &[
            (19.35, 72.70),
            (19.35, 73.10),
            (18.85, 73.10),
            (18.85, 72.70),
        ],
        border_km: 5.0,
        rules: &[
            indian_towns(&[MADRAS]),
            ClockRule {
                from: (1906, 1, 1),
                until: (1955, 3, 15),
                clock: Today,
                others: &[BOMBAY],
                confidence: Low,
                text: CITY_TEXT,
                source: INDIAN_SOURCE,
            },
        ],
    },
    Region {
        id: "calcutta",
        name: "Calcutta",
        zones: &["Asia/Kolkata"],
        outline: &[
            (22.75, 88.20),
            (22.75, 88.50),
            (22.40, 88.50),
            (22.40, 88.20),
        ],
        border_km: 5.0,
        rules: &[
            indian_towns(&[MADRAS]),
            ClockRule {
                from: (1906, 1, 1),
                until: (1948, 9, 1),
                clock: Today,
                others: &[CALCUTTA],
                confidence: Low,
                text: CITY_TEXT,
                source: INDIAN_SOURCE,
            },
        ],
    },
    Region {
        id: "bombay_presidency",
        name: "Western India",
        zones: &["Asia/Kolkata"],
        outline: &[
            (24.80, 68.00),
            (24.80, 74.00),
            (22.00, 74.80),
            (21.00, 76.30),
            (17.50, 76.20),
            (14.20, 75.20),
            (13.90, 73.50),
            (20.00, 67.00),
        ],
        border_km: 30.0,
        rules: &[indian_towns(&[BOMBAY, MADRAS])],
    },
    Region {
        id: "bengal_presidency",
        name: "Eastern India",
        zones: &["Asia/Kolkata"],
        outline: &[
            (27.60, 84.00),
            (24.00, 83.30),
            (21.00, 83.50),
            (19.20, 84.50),
            (19.00, 90.00),
            (22.00, 98.00),
            (29.50, 98.00),
            (28.50, 88.00),
        ],
        border_km: 30.0,
        rules: &[indian_towns(&[CALCUTTA, MADRAS])],
    },
    Region {
        id: "indian_local_time",
        name: "India",
        zones: &["Asia/Kolkata"],
        outline: &[],
        border_km: 0.0,
        rules: &[indian_towns(&[MADRAS])],
    },
    Region {
        id: "bengal_local_time",
        name: "Eastern Bengal",
        zones: &["Asia/Dhaka"],
        outline: &[],
        border_km: 0.0,
        rules: &[
            ClockRule {
                from: (1890, 1, 1),
                until: (1906, 1, 1),
                clock: Mean,
                others: &[CALCUTTA, MADRAS],
                confidence: Low,
                text: INDIAN_TEXT,
                source: INDIAN_SOURCE,
            },
            ClockRule {
                from: (1906, 1, 1),
                until: (1941, 10, 1),
                clock: IST,
                others: &[CALCUTTA],
                confidence: Low,
                text: "Railways and telegraph in India switched to +05:30 on 1 January 1906; the tz database keeps \
                   Calcutta's time for Dhaka until 1941.",
                source: "tz asia, India: Indian Year Book 1936-37, pp. 27-28; tz asia, Zone Asia/Dhaka",
            },
        ],
    },
    Region {
        id: "kwantung",
        name: "Kwantung Leased Territory",
        zones: &["Asia/Shanghai"],
        outline: KWANTUNG,
        border_km: 10.0,
        rules: &[
            ClockRule {
                from: (1932, 3, 1),
                until: (1937, 1, 1),
                clock: Fixed(28_800, "+08"),
                others: &[],
                confidence: Medium,
                text: "The leased territory of Japan had the clock of Manchuria.",
                source: "tz backzone, opening remarks (Phake Nick 2020): official announcements of Manchukuo",
            },
            ClockRule {
                from: (1937, 1, 1),
                until: (1945, 8, 22),
                clock: Fixed(32_400, "JST"),
                others: &[],
                confidence: Medium,
                text: "The leased territory of Japan kept Japanese time from 1937.",
                source: "tz asia, China: Japanese-occupied Manchuria at +09:00; tz backzone (Phake Nick 2020): 1 January 1937",
            },
        ],
    },
    Region {
        id: "manchuria",
        name: "Manchuria",
        zones: &["Asia/Shanghai"],
        outline: MANCHURIA,
        border_km: 40.0,
        rules: &[
            ClockRule {
                from: (1901, 1, 1),
                until: (1928, 1, 1),
                clock: Mean,
                others: &[Today],
                confidence: Low,
                text: "The coast's time (+08:00) came with customs and railways; towns of the northeast kept local \
                       mean time, and the Chinese Eastern Railway that of Harbin.",
                source: "tz asia, China: the five zones caught on at first in coastal areas only; tz backzone, Zone Asia/Harbin",
            },
            ClockRule {
                from: (1928, 1, 1),
                until: (1932, 3, 1),
                clock: Fixed(30_600, "+0830"),
                others: &[Today],
                confidence: Low,
                text: "The Changpai zone (+08:30) of the plan for five zones; how far it was kept is uncertain.",
                source: "tz backzone, Zone Asia/Harbin; tz asia, China (Guo)",
            },
            ClockRule {
                from: (1932, 3, 1),
                until: (1937, 1, 1),
                clock: Fixed(28_800, "+08"),
                others: &[],
                confidence: Medium,
                text: "Manchukuo kept +08:00 from 1932 to 1936.",
                source: "tz backzone, opening remarks (Phake Nick 2020): official announcements of Manchukuo",
            },
            ClockRule {
                from: (1937, 1, 1),
                until: (1945, 8, 20),
                clock: Fixed(32_400, "JST"),
                others: &[],
                confidence: Medium,
                text: "Manchukuo kept Japanese time from 1 January 1937 to the Soviet occupation.",
                source: "tz backzone, opening remarks (Phake Nick 2020); tz asia, China: Japanese-occupied Manchuria at +09:00",
            },
        ],
    },
    Region {
        id: "kansu_szechwan",
        name: "Western China",
        zones: &["Asia/Shanghai", "Asia/Chongqing"],
        outline: KANSU_SZECHWAN,
        border_km: 80.0,
        rules: &[
            ClockRule {
                from: (1901, 1, 1),
                until: (1928, 1, 1),
                clock: Mean,
                others: &[Fixed(28_800, "CST")],
                confidence: Low,
                text: "The coast's time did not reach the western provinces; towns kept local mean time.",
                source: "tz asia, China: the five zones caught on at first in coastal areas only; tz backzone, Zone Asia/Chongqing",
            },
            ClockRule {
                from: (1928, 1, 1),
                until: (1950, 1, 1),
                clock: Fixed(25_200, "+07"),
                others: &[Fixed(28_800, "CST"), Mean],
                confidence: Low,
                text: "The Kansu-Szechwan zone (+07:00) of the plan for five zones, and the Republic's war time; how far \
                       they were kept is uncertain.",
                source: "tz backzone, Zone Asia/Chongqing; tz asia, China (Guo)",
            },
        ],
    },
    Region {
        id: "vietnam_north",
        name: "Northern Vietnam",
        zones: &["Asia/Bangkok", "Asia/Ho_Chi_Minh"],
        outline: VIETNAM_NORTH,
        border_km: 10.0,
        rules: &[
            ClockRule {
                from: (1880, 1, 1),
                until: (1906, 7, 1),
                clock: Mean,
                others: &[],
                confidence: Medium,
                text: "Towns kept local mean time before the time of Phù Liễn observatory.",
                source: HANOI_SOURCE,
            },
            ClockRule {
                from: (1906, 7, 1),
                until: (1911, 5, 1),
                clock: Fixed(25_590, "PLMT"),
                others: &[],
                confidence: Medium,
                text: "French Indochina used the mean time of Phù Liễn observatory.",
                source: HANOI_SOURCE,
            },
            ClockRule {
                from: (1911, 5, 1),
                until: (1943, 1, 1),
                clock: Fixed(25_200, "+07"),
                others: &[],
                confidence: Medium,
                text: "French Indochina kept +07:00.",
                source: HANOI_SOURCE,
            },
            ClockRule {
                from: (1943, 1, 1),
                until: (1945, 3, 15),
                clock: Fixed(28_800, "+08"),
                others: &[],
                confidence: Medium,
                text: "French Indochina kept +08:00.",
                source: HANOI_SOURCE,
            },
            ClockRule {
                from: (1945, 3, 15),
                until: (1945, 9, 2),
                clock: Fixed(32_400, "JST"),
                others: &[],
                confidence: Medium,
                text: "Japan's time under its occupation.",
                source: HANOI_SOURCE,
            },
            ClockRule {
                from: (1945, 9, 2),
                until: (1947, 4, 1),
                clock: Fixed(25_200, "+07"),
                others: &[],
                confidence: Medium,
                text: "The Democratic Republic kept +07:00.",
                source: HANOI_SOURCE,
            },
            ClockRule {
                from: (1947, 4, 1),
                until: (1954, 10, 1),
                clock: Fixed(28_800, "+08"),
                others: &[Fixed(25_200, "+07")],
                confidence: Low,
                text: "The French-held cities kept +08:00, the territory of the Democratic Republic +07:00.",
                source: HANOI_SOURCE,
            },
        ],
    },
];
