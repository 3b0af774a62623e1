//! The tools: which operations each calls, and which fields of their input an agent sees. Every other field of the
//! operation is accepted as well; `find_operation` shows them.

/// A tool.
#[derive(Debug)]
pub(crate) struct ToolSpec {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) route: Route,
    /// Fields of the operations' input that the list of tools shows.
    pub(crate) fields: &'static [&'static str],
}

/// How a tool finds its operation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Route {
    /// Always the same.
    One(&'static str),
    /// By the value of a field.
    Choice {
        field: &'static str,
        options: &'static [(&'static str, &'static str)],
        /// The value of a request without the field.
        default: Option<&'static str>,
    },
    /// By a period, a date in it, and a sign or none.
    Horoscope,
    /// By its own name, which `call_operation` takes.
    Any,
    /// None: it looks for operations.
    Find,
}

/// The horoscopes of a period, by the value of the field `period`: of all signs, and of one.
pub(crate) const HOROSCOPES: [(&str, &str, &str); 5] = [
    ("daily", "horoscope_daily", "horoscope_daily_sign"),
    ("weekly", "horoscope_weekly", "horoscope_weekly_sign"),
    ("monthly", "horoscope_monthly", "horoscope_monthly_sign"),
    ("yearly", "horoscope_yearly", "horoscope_yearly_sign"),
    (
        "yearly-ascendant",
        "horoscope_yearly_ascendant",
        "horoscope_yearly_ascendant_sign",
    ),
];

/// Options of charts that agents set most often.
const NATAL: &[&str] = &[
    "dateTime",
    "location",
    "houseSystem",
    "zodiac",
    "ayanamsha",
    "points",
    "include",
    "includeText",
    "language",
    "fields",
];
const PAIR: &[&str] = &[
    "dateTime1",
    "location1",
    "dateTime2",
    "location2",
    "houseSystem",
    "zodiac",
    "includeText",
    "language",
    "fields",
];

/// Every tool, in the order of the list.
pub(crate) const TOOLS: &[ToolSpec] = &[
    ToolSpec {
        name: "natal_chart",
        title: "Natal chart",
        description: "Calculates a birth chart: points in signs and houses, angles, aspects, patterns.",
        route: Route::One("calc_natal"),
        fields: NATAL,
    },
    ToolSpec {
        name: "transits",
        title: "Transits of a period",
        description: "Finds transits to a birth chart in a period: when each aspect enters, is exact and leaves, \
            sign and house changes, stations.",
        route: Route::One("calc_transit"),
        fields: &[
            "birthDate",
            "birthLocation",
            "transitDateStart",
            "transitDateEnd",
            "transitLocation",
            "transitPoints",
            "aspects",
            "includeText",
            "language",
            "fields",
        ],
    },
    ToolSpec {
        name: "synastry",
        title: "Synastry and compatibility",
        description: "Compares two births: `aspects` between their charts with house overlays, or a `score` by the \
            elements and the aspect of their Suns.",
        route: Route::Choice {
            field: "kind",
            options: &[
                ("aspects", "calc_synastry"),
                ("score", "calc_compatibility"),
            ],
            default: Some("aspects"),
        },
        fields: PAIR,
    },
    ToolSpec {
        name: "relationship_chart",
        title: "Relationship chart",
        description: "Calculates one chart for two births: `composite` (midpoints of both charts) or `davison` \
            (the midpoint in time and space).",
        route: Route::Choice {
            field: "kind",
            options: &[("composite", "calc_composite"), ("davison", "calc_davison")],
            default: Some("composite"),
        },
        fields: &[
            "dateTime1",
            "location1",
            "dateTime2",
            "location2",
            "houseSystem",
            "zodiac",
            "fields",
        ],
    },
    ToolSpec {
        name: "returns",
        title: "Returns",
        description: "Calculates the chart of a solar return (`returnYear`), a lunar return or the return of any \
            `point` (the next one after `returnDate`).",
        route: Route::Choice {
            field: "kind",
            options: &[
                ("solar", "calc_solar_return"),
                ("lunar", "calc_lunar_return"),
                ("planetary", "calc_planetary_return"),
            ],
            default: Some("solar"),
        },
        fields: &[
            "birthDateTime",
            "birthLocation",
            "location",
            "returnYear",
            "returnDate",
            "point",
            "houseSystem",
            "zodiac",
            "includeText",
            "language",
            "fields",
        ],
    },
    ToolSpec {
        name: "progressions",
        title: "Progressions and profections",
        description: "Calculates the `progressed` chart of a date, with its aspects to the birth chart, or the \
            `profected` house, sign and lord of its year and month.",
        route: Route::Choice {
            field: "kind",
            options: &[
                ("progressed", "calc_progressions"),
                ("profected", "calc_profections"),
            ],
            default: Some("progressed"),
        },
        fields: &[
            "birthDateTime",
            "birthLocation",
            "targetDate",
            "method",
            "includeText",
            "language",
            "fields",
        ],
    },
    ToolSpec {
        name: "moon_calendar",
        title: "Moon calendar",
        description: "Describes the Moon of a `day` (`dateTime`) or of each day of a `range` (`startDate`, \
            `endDate`): sign, phase, void of course, aspects, rise and set.",
        route: Route::Choice {
            field: "kind",
            options: &[("day", "calc_moon_day"), ("range", "calc_moon_range")],
            default: Some("day"),
        },
        fields: &[
            "dateTime",
            "startDate",
            "endDate",
            "location",
            "includeText",
            "language",
            "fields",
        ],
    },
    ToolSpec {
        name: "moon_and_sun",
        title: "Moon phase, Sun and Moon times",
        description: "Gives the Moon's phase, the next phases, rise, set and twilights at a time and place.",
        route: Route::One("calc_moon_sun"),
        fields: &["dateTime", "location", "includeText", "language"],
    },
    ToolSpec {
        name: "eclipses",
        title: "Eclipses",
        description: "Lists solar and lunar eclipses of a period, with what is visible at a place.",
        route: Route::One("calc_eclipses"),
        fields: &["startDate", "endDate", "location"],
    },
    ToolSpec {
        name: "retrogrades",
        title: "Retrogrades",
        description: "Lists retrograde periods with stations and shadows.",
        route: Route::One("calc_retrograde"),
        fields: &["startDate", "endDate", "points", "zodiac", "ayanamsha"],
    },
    ToolSpec {
        name: "ephemeris",
        title: "Ephemeris",
        description: "Tabulates positions of points over a period.",
        route: Route::One("calc_ephemeris"),
        fields: &[
            "startDate",
            "endDate",
            "step",
            "points",
            "zodiac",
            "ayanamsha",
            "center",
            "fields",
        ],
    },
    ToolSpec {
        name: "horoscope",
        title: "Horoscope",
        description: "Gives the horoscope of the day, week, month or year that contains `date`, for one sign or \
            for all twelve.",
        route: Route::Horoscope,
        fields: &["sign", "timezone", "language"],
    },
    ToolSpec {
        name: "personal_horoscope",
        title: "Personal horoscope",
        description: "Composes a horoscope from the transits to a birth chart.",
        route: Route::One("horoscope_personal"),
        fields: &[
            "dateTime", "location", "from", "to", "areas", "language", "fields",
        ],
    },
    ToolSpec {
        name: "numerology",
        title: "Numerology",
        description: "Calculates the numbers of a name and a date of birth (`profile`), with every step, or compares \
            those of two people (`compatibility`: `dateTime1`, `fullName1`, `dateTime2`, `fullName2`).",
        route: Route::Choice {
            field: "kind",
            options: &[
                ("profile", "numerology_profile"),
                ("compatibility", "numerology_compatibility"),
            ],
            default: Some("profile"),
        },
        fields: &[
            "dateTime",
            "fullName",
            "forDate",
            "dateTime1",
            "fullName1",
            "dateTime2",
            "fullName2",
            "system",
            "includeText",
            "language",
        ],
    },
    ToolSpec {
        name: "vedic_chart",
        title: "Vedic chart and dashas",
        description: "Calculates a sidereal `chart` with grahas and vargas, or the `dasha` periods of a span \
            (`from`, `to`) or an instant (`at`).",
        route: Route::Choice {
            field: "kind",
            options: &[("chart", "calc_vedic_chart"), ("dasha", "calc_vedic_dasha")],
            default: Some("chart"),
        },
        fields: &[
            "dateTime",
            "location",
            "ayanamsha",
            "vargas",
            "include",
            "system",
            "levels",
            "from",
            "to",
            "at",
            "fields",
        ],
    },
    ToolSpec {
        name: "panchang",
        title: "Panchang",
        description: "Gives the Vedic calendar of a `day` (`date`) or of each day of a `range` (`startDate`, \
            `endDate`): tithi, nakshatra, yoga, karana with their ends, and the parts of the day.",
        route: Route::Choice {
            field: "kind",
            options: &[("day", "calc_panchang"), ("range", "calc_panchang_range")],
            default: Some("day"),
        },
        fields: &[
            "date",
            "startDate",
            "endDate",
            "location",
            "ayanamsha",
            "fields",
        ],
    },
    ToolSpec {
        name: "vedic_match",
        title: "Vedic match",
        description: "Compares two births by the kootas of their Moons.",
        route: Route::One("calc_vedic_match"),
        fields: &[
            "dateTime1",
            "location1",
            "dateTime2",
            "location2",
            "roles",
            "system",
            "ayanamsha",
        ],
    },
    ToolSpec {
        name: "chinese_astrology",
        title: "Chinese astrology",
        description: "Finds the Chinese `sign` of a birth, or makes a `forecast` of a year for it.",
        route: Route::Choice {
            field: "kind",
            options: &[
                ("sign", "calc_chinese_horoscope"),
                ("forecast", "calc_chinese_forecast"),
            ],
            default: Some("sign"),
        },
        fields: &[
            "birthDate",
            "location",
            "forecastYear",
            "yearBoundary",
            "includeText",
            "language",
        ],
    },
    ToolSpec {
        name: "bazi",
        title: "Four pillars (BaZi)",
        description: "Calculates the four pillars of a birth.",
        route: Route::One("calc_bazi"),
        fields: &["dateTime", "location", "dayBoundary", "hourClock", "sex"],
    },
    ToolSpec {
        name: "find_place",
        title: "Find a place",
        description: "Finds places by name, with coordinates and time zones.",
        route: Route::One("geocoding_search"),
        fields: &["q", "limit", "lang", "country"],
    },
    ToolSpec {
        name: "time_zone",
        title: "Time zone",
        description: "Finds the time zone of coordinates and converts a local time to UTC by historical rules.",
        route: Route::One("geocoding_timezone"),
        fields: &["latitude", "longitude", "dateTime"],
    },
    ToolSpec {
        name: "draw_chart",
        title: "Draw a chart",
        description: "Draws a chart as an image. It takes the fields of the tool that calculates it.",
        route: Route::Choice {
            field: "chart",
            options: &[
                ("natal", "chart_natal"),
                ("transit", "chart_transit"),
                ("synastry", "chart_synastry"),
                ("composite", "chart_composite"),
                ("davison", "chart_davison"),
                ("solar-return", "chart_solar_return"),
                ("lunar-return", "chart_lunar_return"),
                ("progressions", "chart_progressions"),
                ("horoscope", "chart_horoscope"),
                ("numerology", "chart_numerology_profile"),
                ("chinese", "chart_chinese_horoscope"),
                ("vedic", "chart_vedic_chart"),
            ],
            default: Some("natal"),
        },
        fields: &[
            "format",
            "width",
            "theme",
            "dateTime",
            "location",
            "dateTime1",
            "location1",
            "dateTime2",
            "location2",
            "birthDateTime",
            "birthLocation",
        ],
    },
    ToolSpec {
        name: "key_status",
        title: "Key status",
        description: "Describes the API key: permissions, modules, rates, remaining units.",
        route: Route::One("key_describe"),
        fields: &[],
    },
    ToolSpec {
        name: "find_operation",
        title: "Find an operation",
        description: "Finds operations without a tool of their own, or all fields of one. Search with `query`, or \
            name an `operation` for its input schema and an example.",
        route: Route::Find,
        fields: &[],
    },
    ToolSpec {
        name: "call_operation",
        title: "Call an operation",
        description: "Calls any operation that `find_operation` lists.",
        route: Route::Any,
        fields: &[],
    },
];

/// The most tools. Clients show all of them to their model in every conversation.
pub(crate) const MAX_TOOLS: usize = 25;

const _: () = assert!(TOOLS.len() <= MAX_TOOLS, "too many tools");

impl ToolSpec {
    /// The operations it can call, apart from those that a request names.
    pub(crate) fn operations(&self) -> Vec<&'static str> {
        match self.route {
            Route::One(operation) => vec![operation],
            Route::Choice { options, .. } => options.iter().map(|it| it.1).collect(),
            Route::Horoscope => HOROSCOPES.iter().flat_map(|it| [it.1, it.2]).collect(),
            Route::Any | Route::Find => Vec::new(),
        }
    }
}
