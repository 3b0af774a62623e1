//! `/api/calc/solar-return`, `/lunar-return` and `/planetary-return`: the chart of the time at
//! which a body returns to its natal position.

use access::Capability;
use astrology::aspect::Orbs;
use astrology::chart::{Chart, ChartCenter, ChartMoment, ChartOptions};
use astrology::forecast::returns::{Return, ReturnPassage, longest_wait_days};
use astrology::point::Point;
use astrology::sign::Sign;
use ephemeris::{Body, Calendar, CivilDateTime, Ephemeris, Instant, Observer, Tt, Utc, View};
use interpretation::composition::{self, YearFacts};
use interpretation::key::Key;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::dto::birth::TimedBirth;
use crate::dto::chart::ChartReply;
use crate::dto::instant::{ResolvedMoment, tt_text};
use crate::dto::location::{LocalClock, Location};
use crate::dto::meta::{Meta, Warning};
use crate::dto::moment::{CalendarName, ClockChangeName, DATE_TIME_FORMAT as DATE_TIME};
use crate::dto::moment::{DateInterpretation, LocalDateTimeInput};
use crate::dto::options::{CommonOptions, Effects};
use crate::dto::point::house_id;
use crate::dto::reading::ReadingReply;
use crate::dto::requested_point::RequestedPoint;
use crate::dto::words::{ResponseTexts, TextReply};
use crate::natal::ImageReply;
use crate::{
    Calculation, CalculationContext, ChartLink, Problems, chart_problem, gated, sky_problem, spec,
};
use http_api::caller::AnyInOrganization;
use http_api::modules::{
    LUNAR_RETURN_CALC, LUNAR_RETURN_TEXTS, PLANETARY_RETURN_CALC, PLANETARY_RETURN_TEXTS,
    SOLAR_RETURN_CALC, SOLAR_RETURN_TEXTS,
};
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};

/// A birth and the place of the return.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct ReturnBirth {
    #[serde(flatten)]
    birth: TimedBirth,
    /// Location of the return. Defaults to the birthplace, with a warning.
    location: Option<Location>,
}

/// The date from which to search for a return.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub(crate) struct ReturnDate {
    /// Start of the search: the response has the first return at or after this date. Defaults to
    /// the current time, with a warning.
    #[schemars(extend("format" = DATE_TIME))]
    #[serde(rename = "returnDate")]
    date_time: Option<String>,
    /// Calendar of `returnDate`. Required before 1582-10-15.
    #[serde(rename = "returnCalendar")]
    calendar: Option<CalendarName>,
    /// Which instant to use if clocks were set back and `returnDate` occurred twice, or were set
    /// forward and it was skipped.
    #[serde(rename = "returnClockChange")]
    clock_change: Option<ClockChangeName>,
}

/// A return chart.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ReturnChart")]
pub(crate) struct ReturnReply {
    /// Year of a solar return.
    #[serde(skip_serializing_if = "Option::is_none")]
    return_year: Option<i32>,
    /// Time of the return, in UTC.
    #[schemars(extend("format" = "date-time"))]
    return_date: String,
    /// Whether the body is retrograde at the return. The Moon's nodes usually are.
    #[serde(skip_serializing_if = "Option::is_none")]
    retrograde: Option<bool>,
    #[serde(flatten)]
    chart: ChartReply,
    /// The most important texts. Present if `includeText` is `true`. For a solar or lunar return:
    /// the Ascendant in
    /// its sign and the returning body in its house. For a planetary return: the return itself.
    /// Natal texts do not describe a return, so points and aspects have none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    texts: Vec<TextReply>,
    /// The texts about a solar return as one reading. Present if `includeReading` is `true`.
    #[serde(skip_serializing_if = "Option::is_none")]
    composed_reading: Option<ReadingReply>,
    /// Link to the chart image.
    charts: ImageReply,
    /// Metadata about the return chart.
    meta: Meta,
    /// How the birth time was interpreted, with metadata for that time.
    birth_meta: Meta,
    /// How `returnDate` was interpreted. Present if the request has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    search_meta: Option<Meta>,
}

impl ReturnBirth {
    /// Time and place of the birth.
    pub(crate) fn born(&self) -> LocalDateTimeInput<'_> {
        self.birth.when()
    }

    /// The date from which to search, in local time at the place of the return.
    fn search_from<'a>(&'a self, date_time: &'a str, date: &ReturnDate) -> LocalDateTimeInput<'a> {
        let (location, location_field) = match &self.location {
            Some(location) => (location, "location"),
            None => (&self.birth.birth_location, "birthLocation"),
        };
        LocalDateTimeInput {
            date_time,
            date_time_field: "returnDate",
            location,
            location_field,
            interpretation: DateInterpretation {
                calendar: date.calendar,
                clock_change: date.clock_change,
            },
        }
    }

    fn observer(&self) -> Observer {
        let place = self.location.as_ref().unwrap_or(&self.birth.birth_location);
        place.observer()
    }

    /// The birthday in a year: the same local date and time as at birth, because that is the day
    /// people celebrate. In UTC a birth near New Year may be in another year.
    fn birthday(&self, birth: &ResolvedMoment, year: i32) -> Instant<Tt> {
        let offset_us = self.offset_us(birth);
        let local = Instant::from_unix_micros(birth.civil.unix_us + offset_us);
        let born = CivilDateTime::from_instant(local, Calendar::Gregorian);
        let days = Calendar::Gregorian.days_in_month(year, born.month);
        let day = born.day.min(days.unwrap_or(28));
        let wanted = CivilDateTime { year, day, ..born };
        let instant: Result<Instant<Utc>, _> = wanted.to_instant(Calendar::Gregorian);
        // A leap second at birth may not exist in another year: use one second earlier.
        let instant = instant.or_else(|_| {
            let earlier = CivilDateTime {
                second: 59.0,
                ..wanted
            };
            earlier.to_instant(Calendar::Gregorian)
        });
        instant.map_or(birth.at.tt, |it| {
            Instant::from_unix_micros(it.to_unix_micros() - offset_us).to_tt()
        })
    }

    /// The offset of local time at the birthplace from UTC. An offset that was given with the time,
    /// such as `Z`, says when the birth was, not on which day it is celebrated.
    fn offset_us(&self, birth: &ResolvedMoment) -> i64 {
        let stated = birth.civil.source == places::OffsetSource::ParsedDateTime;
        match self.birth.birth_location.clock("/birthLocation") {
            Ok(LocalClock::Zone { zone, .. }) if stated => {
                let unix_s = birth.civil.unix_us.div_euclid(1_000_000);
                zone.offset_at(unix_s).microseconds()
            }
            _ => birth.civil.offset.microseconds(),
        }
    }

    fn place_warning(&self) -> Option<Warning> {
        self.location.is_none().then(|| {
            let detail = "`location` is missing. The return is calculated for the birthplace.";
            Warning::new("return_at_birthplace", detail)
        })
    }
}

/// A point that returns, and the body whose motion it follows.
#[derive(Clone, Copy)]
struct Returning {
    point: Point,
    body: Body,
}

impl Returning {
    /// Sun or Earth: in a heliocentric chart the Earth returns.
    fn of_year(center: ChartCenter) -> Self {
        Self::of_body(match center {
            ChartCenter::Heliocentric => Body::Earth,
            ChartCenter::Geocentric | ChartCenter::Topocentric => Body::Sun,
        })
    }

    const fn of_body(body: Body) -> Self {
        Self {
            point: Point::Body(body),
            body,
        }
    }

    /// The returning point of a request. `None` for what has no motion of its own.
    fn of_point(point: Point, options: &ChartOptions) -> Option<Self> {
        match point {
            Point::Body(body) => Some(Self::of_body(body)),
            // The nodes are opposite to each other and return together.
            Point::NorthNode | Point::SouthNode => {
                let body = options.node.body();
                Some(Self { point, body })
            }
            Point::Angle(_) | Point::Lot(_) | Point::Star(_) => None,
        }
    }

    /// The returning body and its natal longitude, from the natal chart. If the center is on the
    /// Earth's surface, the body is seen from the birthplace at birth and from the place of the
    /// return at the return.
    fn target(
        self,
        birth: &ResolvedMoment,
        there: &Observer,
        options: &ChartOptions,
    ) -> Result<Return, ApiError> {
        let body = self.body;
        let view = View {
            center: options.seen_from(body, &birth.observer),
            ..View::default()
        };
        let place = Ephemeris::embedded().sky(birth.at.tt).and_then(|sky| {
            let offset = options
                .zodiac
                .offset_deg(birth.at.tt, sky.nutation().dpsi_deg);
            let place = sky.with_ut1(birth.at.ut1).place_with(body, &view)?;
            Ok(place.longitude_deg - offset)
        });
        let longitude_deg = place.map_err(|error| sky_problem(error, "birthDateTime"))?;
        Ok(Return {
            body,
            longitude_deg: ephemeris::normalize_deg(longitude_deg),
            zodiac: options.zodiac,
            center: options.seen_from(body, there),
        })
    }

    /// The longitude of the point itself when its body has returned.
    fn longitude_deg(self, target: &Return) -> f64 {
        match self.point {
            Point::SouthNode => ephemeris::normalize_deg(target.longitude_deg + 180.0),
            _ => target.longitude_deg,
        }
    }

    /// Whether it ever changes direction.
    const fn may_turn(self) -> bool {
        !matches!(self.body, Body::Sun | Body::Moon | Body::Earth)
    }
}

/// A return that was found.
struct Found {
    passage: ReturnPassage,
    returning: Returning,
    /// The longitude of the point.
    longitude_deg: f64,
    year: Option<i32>,
    /// The field that determines which return is calculated.
    asked_by: &'static str,
    birth: ResolvedMoment,
    /// The start of the search, if the request gives one.
    from: Option<ResolvedMoment>,
    warnings: Vec<Warning>,
}

/// The chart of a return.
pub(crate) struct ReturnChart {
    pub chart: Chart,
    pub location: Location,
    pub options: ChartOptions,
    found: Found,
}

impl ReturnChart {
    /// The time of birth.
    pub(crate) const fn birth(&self) -> &ResolvedMoment {
        &self.found.birth
    }

    /// The natal chart.
    ///
    /// # Errors
    ///
    /// Those of every chart.
    pub(crate) fn natal(&self) -> Result<Chart, ApiError> {
        let birth = self.birth();
        Chart::compute(
            Ephemeris::embedded(),
            birth.at,
            &birth.observer,
            &self.options,
        )
        .map_err(|error| chart_problem(error, "birthDateTime"))
    }
}

fn made(
    birth: &ReturnBirth,
    options: &ChartOptions,
    found: Found,
) -> Result<ReturnChart, ApiError> {
    let at = ChartMoment::from_tt(found.passage.at);
    let chart = Chart::compute(Ephemeris::embedded(), at, &birth.observer(), options)
        .map_err(|error| chart_problem(error, found.asked_by))?;
    let location = birth
        .location
        .as_ref()
        .unwrap_or(&birth.birth.birth_location);
    Ok(ReturnChart {
        chart,
        location: location.clone(),
        options: options.clone(),
        found,
    })
}

/// The response. `horoscope` is the kind of text that describes it.
fn reply(
    birth: &ReturnBirth,
    common: &CommonOptions,
    made: ReturnChart,
    horoscope: &str,
    context: &CalculationContext,
) -> Result<ReturnReply, ApiError> {
    let texts = texts(&made, horoscope, context.words());
    let composed_reading = reading(&made, common, horoscope, context.words());
    let zodiac = made.options.zodiac;
    let ReturnChart { chart, found, .. } = made;
    let read = |it: &ResolvedMoment| Meta::of(it).with_sky(zodiac, it.at.tt);
    let mut meta = Meta::of_instant(chart.moment, &chart.observer).with_chart(&chart);
    meta.warn(birth.place_warning());
    meta.warn(found.warnings);
    meta.warn(context.warnings());
    meta.warn((context.words().has_texts() && texts.is_empty()).then(|| {
        let detail = format!(
            "There is no text about this return of `{}`.",
            found.returning.point.id()
        );
        Warning::new("texts_unavailable", detail)
    }));
    Ok(ReturnReply {
        return_year: found.year,
        return_date: tt_text(found.passage.at),
        retrograde: found
            .returning
            .may_turn()
            .then_some(found.passage.retrograde),
        chart: ChartReply::of(&chart, common, &context.words().without_texts())
            .map_err(|error| sky_problem(error, found.asked_by))?,
        texts,
        composed_reading,
        charts: ImageReply {
            url: context.chart_url(),
        },
        meta,
        birth_meta: read(&found.birth),
        search_meta: found.from.as_ref().map(read),
    })
}

/// The reading of a solar return. The other returns have too few texts for one.
fn reading(
    made: &ReturnChart,
    common: &CommonOptions,
    horoscope: &str,
    words: &ResponseTexts,
) -> Option<ReadingReply> {
    let year = made.found.year?;
    if horoscope != "solar-return" || !common.wants_reading() || !words.has_reading() {
        return None;
    }
    let chart = &made.chart;
    let ascendant = chart.angles.as_ref().map(|it| Sign::of(it.ascendant_deg));
    let houses = chart.houses.as_ref();
    let facts = YearFacts {
        ascendant: ascendant.map(Sign::id),
        sun_house: houses.map(|it| it.house_of(made.found.longitude_deg)),
        year: year.into(),
    };
    Some(ReadingReply::of(&composition::solar_return(&facts), words))
}

/// The most important texts about a return.
fn texts(made: &ReturnChart, horoscope: &str, words: &ResponseTexts) -> Vec<TextReply> {
    let (chart, found) = (&made.chart, &made.found);
    let body = found.returning.point.id();
    let ascendant = chart.angles.as_ref().map(|it| {
        let sign = Sign::of(it.ascendant_deg);
        format!("ascendant:{}", sign.id())
    });
    // The body is at its natal position, whether or not it is among the requested points.
    let house = chart.houses.as_ref().map(|it| {
        let house = it.house_of(found.longitude_deg);
        format!("{body}:{}", house_id(house))
    });
    let keys = [
        Key::new(horoscope, "return", body),
        ascendant.and_then(|it| Key::new(horoscope, "ascendant-in-sign", &it)),
        house.and_then(|it| Key::new(horoscope, &format!("{body}-in-house"), &it)),
    ];
    let keys = keys.iter().flatten();
    keys.filter_map(|it| words.text(Some(it))).collect()
}

#[derive(Debug)]
pub(crate) struct SolarReturn;

/// A birth and the year of the return.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct SolarReturnInput {
    #[serde(flatten)]
    pub birth: ReturnBirth,
    /// Year of the return: the return nearest to the birthday in that year. Defaults to the current
    /// year, with a warning.
    #[schemars(range(min = 1, max = 9999))]
    return_year: Option<i32>,
    #[serde(flatten)]
    pub options: CommonOptions,
}

impl Calculation for SolarReturn {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_solar_return",
        "/api/calc/solar-return",
        gated(SOLAR_RETURN_CALC),
        "Calculate a solar return chart",
        "Returns the time in the requested year when the Sun returns to its natal position, and \
         the chart for that time at the location of the return. With `center: heliocentric` the \
         Earth's return is calculated instead.",
    );
    const EXAMPLE: &'static str = r#"{"birthDateTime":"1990-06-15T14:30",
        "birthLocation":{"latitude":52.37,
        "longitude":4.89},
        "returnYear":2024}"#;
    const TEXTS: Option<Capability> = Some(SOLAR_RETURN_TEXTS);
    const EFFECTS: Effects = Effects::CHART.with_reading();
    type Input = SolarReturnInput;
    type Reply = ReturnReply;

    fn work(input: &SolarReturnInput) -> Work {
        input.options.chart_work() + Work::REQUEST
    }

    fn options(input: &SolarReturnInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn chart(input: &SolarReturnInput) -> Option<ChartLink> {
        let path = "/api/chart2/solar-return.svg";
        ChartLink::wheel(path, input)
    }

    fn assumed(input: &SolarReturnInput, now: Instant<Tt>) -> Option<(&'static str, String)> {
        let missing = input.return_year.is_none();
        missing.then(|| ("returnYear", year_of(now).to_string()))
    }

    fn compute(
        input: &SolarReturnInput,
        context: &CalculationContext,
    ) -> Result<ReturnReply, ApiError> {
        let made = input.made(Some(context))?;
        reply(&input.birth, &input.options, made, "solar-return", context)
    }
}

impl SolarReturnInput {
    /// The chart. Without a context the current year is unknown, so the year is required.
    ///
    /// # Errors
    ///
    /// Every problem with the input.
    pub(crate) fn made(
        &self,
        context: Option<&CalculationContext>,
    ) -> Result<ReturnChart, ApiError> {
        let mut problems = Problems::default();
        let options = self.options.chart(&Orbs::natal(), &mut problems.0);
        let birth = problems.keep(self.birth.birth.when().resolve_moment());
        let mut warnings = Vec::new();
        let year = self.return_year.or_else(|| {
            let year = year_of(context?.now());
            let detail = format!("`returnYear` is missing. Used {year}.");
            warnings.push(Warning::new("return_year_assumed", detail));
            Some(year)
        });
        if year.is_none() {
            problems.0.push(missing("returnYear"));
        }
        problems.finish()?;
        let (birth, year) = birth.zip(year).expect("unresolved input has been reported");
        let birthday = self.birth.birthday(&birth, year);
        let returning = Returning::of_year(options.center);
        let target = returning.target(&birth, &self.birth.observer(), &options)?;
        let passage = target
            .nearest_of_year(&ephemeris(context), birthday)
            .map_err(|error| sky_problem(error, "returnYear"))?;
        let found = Found {
            passage,
            returning,
            longitude_deg: target.longitude_deg,
            year: Some(year),
            asked_by: "returnYear",
            birth,
            from: None,
            warnings,
        };
        made(&self.birth, &options, found)
    }
}

fn missing(field: &str) -> Problem {
    let detail =
        format!("`{field}` is required for images: they are cached, so there is no default.");
    let problem = Problem::new(ErrorCode::FieldsConflict, detail);
    problem.at(Source::Pointer(format!("/{field}")))
}

/// The year of an instant, in UTC.
fn year_of(at: Instant<Tt>) -> i32 {
    CivilDateTime::from_instant(at.to_utc(), Calendar::Gregorian).year
}

#[derive(Debug)]
pub(crate) struct LunarReturn;

/// A birth and the date from which to search for the return.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct LunarReturnInput {
    #[serde(flatten)]
    pub birth: ReturnBirth,
    #[serde(flatten)]
    date: ReturnDate,
    #[serde(flatten)]
    pub options: CommonOptions,
}

impl Calculation for LunarReturn {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_lunar_return",
        "/api/calc/lunar-return",
        gated(LUNAR_RETURN_CALC),
        "Calculate a lunar return chart",
        "Returns the time of the Moon's first return to its natal position on or after a given date, \
         and the chart for that time at the location of the return. With `moonCenter: topocentric`, the \
         Moon's natal position is calculated for the birthplace and its return position for the location \
         of the return, which changes the time by up to four hours.",
    );
    const EXAMPLE: &'static str = r#"{"birthDateTime":"1990-06-15T14:30",
        "birthLocation":{"latitude":52.37,
        "longitude":4.89},
        "returnDate":"2024-05-01"}"#;
    const TEXTS: Option<Capability> = Some(LUNAR_RETURN_TEXTS);
    type Input = LunarReturnInput;
    type Reply = ReturnReply;

    fn work(input: &LunarReturnInput) -> Work {
        input.options.chart_work() + Work::REQUEST
    }

    fn options(input: &LunarReturnInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn chart(input: &LunarReturnInput) -> Option<ChartLink> {
        let path = "/api/chart2/lunar-return.svg";
        ChartLink::wheel(path, input)
    }

    fn assumed(input: &LunarReturnInput, now: Instant<Tt>) -> Option<(&'static str, String)> {
        let missing = input.date.date_time.is_none();
        missing.then(|| ("returnDate", tt_text(now)))
    }

    fn compute(
        input: &LunarReturnInput,
        context: &CalculationContext,
    ) -> Result<ReturnReply, ApiError> {
        let made = input.made(Some(context))?;
        reply(&input.birth, &input.options, made, "lunar-return", context)
    }
}

impl LunarReturnInput {
    /// The chart. Without a context the current time is unknown, so the date is required.
    ///
    /// # Errors
    ///
    /// Every problem with the input.
    pub(crate) fn made(
        &self,
        context: Option<&CalculationContext>,
    ) -> Result<ReturnChart, ApiError> {
        let moon = |options: &ChartOptions| {
            let moon = Point::Body(Body::Moon);
            if ChartOptions::exists(options.center, moon) {
                return Ok(Returning::of_body(Body::Moon));
            }
            let detail = "The Moon has no heliocentric position. Set `center` to `geocentric` or \
                 `topocentric`.";
            let problem = Problem::new(ErrorCode::PointUndefined, detail);
            Err(vec![problem.at(Source::Pointer("/center".to_owned()))])
        };
        next_return(&self.birth, &self.options, &self.date, moon, context)
    }
}

#[derive(Debug)]
pub(crate) struct PlanetaryReturn;

/// A birth, a body, and the date from which to search for its return.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct PlanetaryReturnInput {
    /// Returning point: a body, or a node or apogee of the Moon. `northNode` and `southNode` follow
    /// `nodeType`.
    point: RequestedPoint,
    #[serde(flatten)]
    birth: ReturnBirth,
    #[serde(flatten)]
    date: ReturnDate,
    #[serde(flatten)]
    options: CommonOptions,
}

impl Calculation for PlanetaryReturn {
    const SPEC: Spec<AnyInOrganization> = spec(
        "calc_planetary_return",
        "/api/calc/planetary-return",
        gated(PLANETARY_RETURN_CALC),
        "Calculate a planetary return chart",
        "Returns the first time at or after a date when a body returns to its natal position. A \
         planet that stations near its natal position passes it three times. `retrograde` tells \
         you whether it is moving backward at the returned pass. The true node and the true apogee \
         of the Moon oscillate and pass it several times within a few months. The response \
         contains the first pass.",
    );
    const EXAMPLE: &'static str = r#"{"birthDateTime":"1990-06-15T14:30",
        "birthLocation":{"latitude":52.37,
        "longitude":4.89},
        "point":"saturn",
        "returnDate":"2019-01-01"}"#;
    const TEXTS: Option<Capability> = Some(PLANETARY_RETURN_TEXTS);
    type Input = PlanetaryReturnInput;
    type Reply = ReturnReply;

    const COST_FORMULA: &'static str = "1 unit. The true node of the Moon costs 3 units and the true \
        apogee 2: they oscillate, so the search follows them in small steps.";

    fn work(input: &PlanetaryReturnInput) -> Work {
        /// Slower bodies are only followed where they are near their natal longitude.
        const MAX_DAYS: f64 = 36_525.0;
        let (wait_days, of_day) = match input.point.point {
            Point::Body(body @ (Body::TrueNode | Body::TrueApogee)) => {
                (longest_wait_days(body), 6.0)
            }
            Point::Body(body) => (longest_wait_days(body), 0.4),
            _ => (longest_wait_days(Body::TrueNode), 6.0),
        };
        let search = Work::estimated(of_day * wait_days.min(MAX_DAYS), 0.0);
        input.options.chart_work() + Work::REQUEST + search
    }

    fn options(input: &PlanetaryReturnInput) -> Option<&CommonOptions> {
        Some(&input.options)
    }

    fn requested_points(input: &PlanetaryReturnInput) -> Vec<&RequestedPoint> {
        let points = input.options.points.iter().flatten();
        points.chain([&input.point]).collect()
    }

    fn compute(
        input: &PlanetaryReturnInput,
        context: &CalculationContext,
    ) -> Result<ReturnReply, ApiError> {
        let (birth, common) = (&input.birth, &input.options);
        let returning = |options: &ChartOptions| returning(input.point.point, options);
        let made = next_return(birth, common, &input.date, returning, Some(context))?;
        reply(birth, common, made, "planetary-return", context)
    }
}

/// The returning body for the point of a request, or why it has no return.
fn returning(point: Point, options: &ChartOptions) -> Result<Returning, Vec<Problem>> {
    let refused = |detail: String| {
        let problem = Problem::new(ErrorCode::PointUndefined, detail);
        vec![problem.at(Source::Pointer("/point".to_owned()))]
    };
    let id = point.id();
    let Some(returning) = Returning::of_point(point, options) else {
        let why = match point {
            Point::Star(_) => "a fixed star takes 26,000 years",
            _ => "angles and lots pass through the whole zodiac every day",
        };
        let detail = format!("`{id}` has no return: {why}. Choose a body, node or apogee.");
        return Err(refused(detail));
    };
    if !ChartOptions::exists(options.center, point) {
        let center = options.center.id();
        return Err(refused(format!(
            "`{id}` is not available in a {center} chart. Choose another point."
        )));
    }
    Ok(returning)
}

/// The first return at or after a date, of the body that `returning` chooses from the chart's
/// options.
fn next_return(
    fields: &ReturnBirth,
    common: &CommonOptions,
    date: &ReturnDate,
    returning: impl Fn(&ChartOptions) -> Result<Returning, Vec<Problem>>,
    context: Option<&CalculationContext>,
) -> Result<ReturnChart, ApiError> {
    let mut problems = Problems::default();
    let options = common.chart(&Orbs::natal(), &mut problems.0);
    let birth = problems.keep(fields.birth.when().resolve_moment());
    let returning = problems.keep(returning(&options));
    let mut warnings = Vec::new();
    let mut from = None;
    let start = match (&date.date_time, context) {
        (Some(text), _) => {
            let when = fields.search_from(text, date);
            from = problems.keep(when.resolve_beginning());
            from.as_ref().map(|it| it.at.tt)
        }
        (None, Some(context)) => {
            let now = context.now();
            let detail = format!("`returnDate` is missing. Used {}.", tt_text(now));
            warnings.push(Warning::new("return_date_assumed", detail));
            Some(now)
        }
        (None, None) => {
            problems.0.push(missing("returnDate"));
            None
        }
    };
    problems.finish()?;
    let (Some(birth), Some(returning), Some(start)) = (birth, returning, start) else {
        unreachable!("unresolved input has been reported");
    };
    let target = returning.target(&birth, &fields.observer(), &options)?;
    let passage = first_passage(&ephemeris(context), &target, start)?;
    let found = Found {
        passage,
        returning,
        longitude_deg: returning.longitude_deg(&target),
        year: None,
        asked_by: "returnDate",
        birth,
        from,
        warnings,
    };
    made(fields, &options, found)
}

/// The ephemeris, which fails once nobody waits for the response. Images are not streamed: nobody
/// stops them.
fn ephemeris(context: Option<&CalculationContext>) -> Ephemeris<'static> {
    context.map_or_else(
        || Ephemeris::embedded().clone(),
        CalculationContext::ephemeris,
    )
}

fn first_passage(
    ephemeris: &Ephemeris<'_>,
    target: &Return,
    start: Instant<Tt>,
) -> Result<ReturnPassage, ApiError> {
    let wait = longest_wait_days(target.body);
    let passage = target
        .next(ephemeris, start, wait)
        .map_err(|error| sky_problem(error, "returnDate"))?;
    passage.ok_or_else(|| {
        let id = target.body.id();
        let detail = format!("`{id}` does not return within {wait:.0} days.");
        let problem = Problem::new(ErrorCode::OutsideEphemeris, detail);
        problem.at(Source::Pointer("/returnDate".to_owned())).into()
    })
}
#[cfg(test)]
mod tests;
