//! Groups of the playground's fields, in the order in which a person thinks of them: people and dates
//! first, options after them.

use super::birth_form::{BirthForm, PlaceFields};
use super::form::Form;
use super::playground_form::Field;
use i18n::msg;

/// The form of an operation.
#[derive(Debug, Default)]
pub(super) struct Groups {
    /// People, moments and places.
    pub(super) births: Vec<BirthForm>,
    /// Fields that belong to no group.
    pub(super) others: Vec<Field>,
    /// Options, closed until they are needed.
    pub(super) options: Vec<OptionGroup>,
}

/// Options with a heading.
#[derive(Debug)]
pub(super) struct OptionGroup {
    pub(super) title: &'static str,
    pub(super) fields: Vec<Field>,
    /// Whether the fields are many small numbers.
    pub(super) is_dense: bool,
}

impl OptionGroup {
    /// How many fields are filled in.
    pub(super) fn filled(&self, form: &Form) -> usize {
        let filled = |it: &&Field| !it.values(form).is_empty();
        self.fields.iter().filter(filled).count()
    }

    /// Whether a field has a problem.
    pub(super) fn has_problem(&self, form: &Form) -> bool {
        self.fields.iter().any(|it| form.has_problem(&it.name))
    }
}

/// Which fields belong to a moment at a place.
struct Moment {
    title: &'static str,
    dates: &'static [&'static str],
    /// The prefixes of its place, the first that exists counts.
    places: &'static [&'static str],
    choices: &'static [&'static str],
    others: &'static [&'static str],
}

const MOMENTS: [Moment; 8] = [
    Moment {
        title: msg("First person"),
        dates: &["dateTime1"],
        places: &["location1."],
        choices: &["calendar1", "clockChange1"],
        others: &["fullName1"],
    },
    Moment {
        title: msg("Second person"),
        dates: &["dateTime2"],
        places: &["location2."],
        choices: &["calendar2", "clockChange2"],
        others: &["fullName2"],
    },
    Moment {
        title: msg("Birth"),
        dates: &["birthDateTime", "birthDate", "dateTime"],
        places: &["birthLocation.", "location."],
        choices: &["calendar", "clockChange"],
        others: &["fullName", "sex"],
    },
    Moment {
        title: msg("Transits"),
        dates: &["transitDateStart", "transitDateEnd"],
        places: &["transitLocation."],
        choices: &["transitCalendar", "transitClockChange"],
        others: &[],
    },
    Moment {
        title: msg("Return"),
        dates: &["returnDate"],
        places: &["location."],
        choices: &["returnCalendar", "returnClockChange"],
        others: &["point", "returnYear"],
    },
    Moment {
        title: msg("Target date"),
        dates: &["targetDate"],
        places: &[],
        choices: &["targetCalendar", "targetClockChange"],
        others: &["method", "progressedAngles"],
    },
    // Days of horoscopes have no place.
    Moment {
        title: msg("Day"),
        dates: &["date"],
        places: &["location."],
        choices: &[],
        others: &[],
    },
    Moment {
        title: msg("Period"),
        dates: &["startDate", "endDate", "from", "to"],
        places: &["location."],
        choices: &["calendar"],
        others: &["step"],
    },
];

/// The groups of options: title, and the names or prefixes of their fields.
const OPTIONS: [(&str, &[&str]); 8] = [
    (
        msg("Image"),
        &[
            "format",
            "width",
            "height",
            "theme",
            "style",
            "varga",
            "title",
            "positions",
            "cusps",
            "aspectGrid",
            "balance",
            "legend",
            "outerHouses",
            "aroundNatal",
            "colours.",
        ],
    ),
    (
        msg("Zodiac and houses"),
        &[
            "zodiac",
            "ayanamsha",
            "ayanamshaAt.",
            "houseSystem",
            "polarFallback",
            "compositeHouses",
            "center",
            "moonCenter",
            "nodeType",
            "lotFormula",
            "voidPlanets",
            "yearBoundary",
        ],
    ),
    (
        msg("Vedic conventions"),
        &[
            "bhavaSystem",
            "vargas",
            "vargaVariants.",
            "nodeExaltation",
            "ashtakavargaTables",
            "charaKarakas",
            "outerPlanets",
            "dashaYear",
            "ashtottariStart",
            "charaRules",
            "sunriseOf",
            "refraction",
            "horaDivision",
            "roles",
            "manglikRule",
            "streeDeergha",
        ],
    ),
    (msg("Points"), &["points", "transitPoints"]),
    (msg("Aspects"), &["aspects"]),
    (msg("Orbs"), &["orbs."]),
    (
        msg("Texts and language"),
        &[
            "language",
            "includeText",
            "textLength",
            "includeReading",
            "includeReadableEntities",
            "text",
        ],
    ),
    (msg("Response"), &["include", "fields", "precision"]),
];

/// A chart image accepts a transit in two spellings. The form has the one of the calculation.
const SECOND_SPELLING: [&str; 3] = ["dateTime", "location.", "transit."];

impl Groups {
    /// Groups the fields of an operation. Fields beyond the groups stay in their order.
    pub(super) fn of(mut fields: Vec<Field>) -> Self {
        if fields.iter().any(|it| it.name == "transit.dateTime") {
            fields.retain(|field| !SECOND_SPELLING.iter().any(|it| is_named(&field.name, it)));
        }
        let mut births = Vec::new();
        for moment in &MOMENTS {
            births.extend(taken_moment(moment, &mut fields));
        }
        let mut options = Vec::new();
        for (title, names) in OPTIONS {
            let mut members = Vec::new();
            for name in names {
                members.extend(take(&mut fields, |it| is_named(&it.name, name)));
            }
            if !members.is_empty() {
                options.push(OptionGroup {
                    title,
                    fields: members,
                    is_dense: names == ["orbs."],
                });
            }
        }
        Self {
            births,
            others: fields,
            options,
        }
    }

    /// Every field.
    pub(super) fn fields(&self) -> impl Iterator<Item = &Field> {
        let births = self.births.iter().flat_map(BirthForm::fields);
        let options = self.options.iter().flat_map(|it| &it.fields);
        births.chain(&self.others).chain(options)
    }

    /// The places.
    pub(super) fn places_mut(&mut self) -> impl Iterator<Item = &mut PlaceFields> {
        self.births.iter_mut().filter_map(|it| it.place.as_mut())
    }
}

/// Whether a field has a name, or a prefix that ends with a dot.
fn is_named(field: &str, name: &str) -> bool {
    field == name || (name.ends_with('.') && field.starts_with(name))
}

/// Takes the fields that match out of the others.
fn take(fields: &mut Vec<Field>, matches: impl Fn(&Field) -> bool) -> Vec<Field> {
    let (taken, left) = std::mem::take(fields).into_iter().partition(matches);
    *fields = left;
    taken
}

fn taken_moment(moment: &Moment, fields: &mut Vec<Field>) -> Option<BirthForm> {
    let is_there = |names: &[&str]| fields.iter().any(|it| names.contains(&it.name.as_str()));
    if !is_there(moment.dates) && !is_there(moment.others) {
        return None;
    }
    let has_place = fields.iter().any(|it| it.name.starts_with("location."));
    if moment.dates == ["date"] && !has_place {
        return None;
    }
    let mut named = |names: &[&str]| take(fields, |it| names.contains(&it.name.as_str()));
    let (dates, choices) = (named(moment.dates), named(moment.choices));
    let others = named(moment.others);
    let place = moment.places.iter().find_map(|prefix| {
        let found = take(fields, |it| it.name.starts_with(prefix));
        (!found.is_empty()).then(|| PlaceFields {
            prefix: (*prefix).to_owned(),
            required: found.iter().any(|it| it.required),
            fields: found,
            candidates: Vec::new(),
        })
    });
    let is_birth = dates.iter().any(|it| it.meaning.contains("birth"));
    let title = if moment.title == "Birth" && !is_birth {
        msg("Date and place")
    } else {
        moment.title
    };
    Some(BirthForm {
        title,
        dates,
        place,
        choices,
        others,
    })
}

#[cfg(test)]
mod tests {
    use super::super::playground_form::{FieldKind, fields_of};
    use super::*;

    fn groups(path: &str) -> Groups {
        let document = include_str!("../../../docs/reference/openapi.json");
        Groups::of(fields_of(&serde_json::from_str(document).unwrap(), path))
    }

    fn titles(path: &str) -> Vec<&'static str> {
        groups(path).births.iter().map(|it| it.title).collect()
    }

    #[test]
    fn people_and_dates_come_first() {
        for (path, expected) in [
            ("/api/calc/natal", &["Birth"][..]),
            ("/api/calc/synastry", &["First person", "Second person"]),
            ("/api/calc/transit", &["Birth", "Transits"]),
            ("/api/calc/solar-return", &["Birth", "Return"]),
            ("/api/calc/progressions", &["Birth", "Target date"]),
            ("/api/calc/eclipses", &["Period"]),
            ("/api/calc/vedic/panchang", &["Day"]),
            ("/api/calc/vedic/dasha", &["Birth", "Period"]),
            ("/api/chart2/transit.{format}", &["Birth", "Transits"]),
        ] {
            assert_eq!(titles(path), expected, "{path}");
        }
    }

    #[test]
    fn an_ayanamsha_of_your_own_is_an_option_of_the_zodiac() {
        let field = |name: &str| Field {
            name: name.to_owned(),
            meaning: String::new(),
            required: false,
            kind: FieldKind::Text,
        };
        let names = ["ayanamshaAt.epoch", "ayanamshaAt.value"];
        let all = Groups::of(names.map(field).into());
        assert_eq!(all.others, []);
        assert_eq!(all.options[0].title, "Zodiac and houses");
        assert_eq!(all.options[0].fields, names.map(field));
    }

    #[test]
    fn a_return_has_the_place_of_birth_and_one_of_its_own() {
        let all = groups("/api/calc/solar-return");
        let prefixes: Vec<_> = all
            .births
            .iter()
            .map(|it| it.place.as_ref().unwrap().prefix.as_str())
            .collect();
        assert_eq!(prefixes, ["birthLocation.", "location."]);
        assert!(all.births[0].place.as_ref().unwrap().required);
        assert!(!all.births[1].place.as_ref().unwrap().required);
    }

    #[test]
    fn every_field_of_every_calculation_is_in_one_group() {
        let document = include_str!("../../../docs/reference/openapi.json");
        let document: serde_json::Value = serde_json::from_str(document).unwrap();
        for path in document["paths"].as_object().unwrap().keys() {
            let fields = fields_of(&document, path);
            let mut expected: Vec<_> = fields.iter().map(|it| it.name.clone()).collect();
            if expected.contains(&"transit.dateTime".to_owned()) {
                let second = |name: &String| SECOND_SPELLING.iter().any(|it| is_named(name, it));
                expected.retain(|it| !second(it));
            }
            let groups = Groups::of(fields);
            let mut found: Vec<_> = groups.fields().map(|it| it.name.clone()).collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{path}");
        }
    }
}
