//! Names of options in messages. The calculations name the fields of the API, which a user of the
//! command line has never seen.

/// A field of the API, and the option that sets it.
const FLAGS: &[(&str, &str)] = &[
    ("dateTime", "--date"),
    ("dateTime1", "--date"),
    ("dateTime2", "--date2"),
    ("birthDate", "--date"),
    ("birthDateTime", "--date"),
    ("dateOfBirth", "--date"),
    ("date", "--date"),
    ("location", "--place"),
    ("location1", "--place"),
    ("location2", "--place2"),
    ("birthLocation", "--place"),
    ("transitLocation", "--transit-place"),
    ("calendar", "--calendar"),
    ("calendar1", "--calendar"),
    ("calendar2", "--calendar2"),
    ("clockChange", "--clock-change"),
    ("clockChange1", "--clock-change"),
    ("clockChange2", "--clock-change2"),
    ("transitDateStart", "--transit-date"),
    ("targetDate", "--target-date"),
    ("returnDate", "--from"),
    ("returnYear", "--year"),
    ("houseSystem", "--house-system"),
    ("polarFallback", "--polar-fallback"),
    ("ayanamsha", "--ayanamsha"),
    ("points", "--points"),
    ("language", "--language"),
    ("compositeHouses", "--composite-houses"),
    ("method", "--method"),
    ("format", "--out"),
    ("width", "--width"),
    ("height", "--height"),
    ("theme", "--theme"),
    ("title", "--title"),
    ("positions", "--positions"),
    ("cusps", "--cusps"),
    ("aspectGrid", "--aspect-grid"),
    ("balance", "--balance"),
    ("legend", "--legend"),
    ("outerHouses", "--outer-houses"),
    ("aroundNatal", "--around-natal"),
    ("nodeType", "--node"),
    ("bhavaSystem", "--bhavas"),
    ("vargas", "--vargas"),
    ("varga", "--varga"),
    ("style", "--style"),
    ("system", "--system"),
    ("levels", "--levels"),
    ("dashaYear", "--year"),
    ("at", "--at"),
    ("from", "--from"),
    ("to", "--to"),
    ("sunriseOf", "--sunrise-of"),
    ("timezone", "--zone"),
    ("name", "--name"),
    ("forDate", "--for-date"),
    ("forecastYear", "--forecast-year"),
];

/// The option of a part of a location: `latitude` is `--lat`, or `--lat2` of the second one.
fn of_part(location: &str, part: &str) -> Option<String> {
    let flag = match part {
        "latitude" => "--lat",
        "longitude" => "--lon",
        "timezone" => "--zone",
        _ => return None,
    };
    match of_field(location)? {
        "--place" => Some(flag.to_owned()),
        "--place2" => Some(format!("{flag}2")),
        _ => None,
    }
}

fn of_field(field: &str) -> Option<&'static str> {
    let found = FLAGS.iter().find(|(it, _)| *it == field);
    found.map(|(_, flag)| *flag)
}

/// The option that sets a field, by its path with `.` or `/`: `location.latitude` is `--lat`.
pub(crate) fn of(path: &str) -> Option<String> {
    let path = path.trim_start_matches('/');
    if let Some(rest) = path.strip_prefix("person1") {
        return of(rest.strip_prefix(['.', '/'])?);
    }
    if let Some(rest) = path.strip_prefix("person2") {
        return of(rest.strip_prefix(['.', '/'])?).map(|it| it + "2");
    }
    let mut parts = path.split(['.', '/']);
    let first = parts.next()?;
    match parts.next() {
        None => of_field(first).map(str::to_owned),
        // An index of a list: the option has the whole list.
        Some(index) if index.bytes().all(|it| it.is_ascii_digit()) => {
            of_field(first).map(str::to_owned)
        }
        Some(part) => of_part(first, part),
    }
}

/// Replaces the fields in a message, which are between backticks, by options. Values between
/// backticks remain.
pub(crate) fn named_in(message: &str) -> String {
    let parts: Vec<&str> = message.split('`').collect();
    // Without a partner, the last backtick quotes nothing.
    if parts.len().is_multiple_of(2) {
        return message.to_owned();
    }
    let part = |(index, part): (usize, &&str)| match (index % 2, of(part)) {
        (0, _) => (*part).to_owned(),
        (_, Some(flag)) => flag,
        _ => format!("`{part}`"),
    };
    parts.iter().enumerate().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_the_api_become_options() {
        for (message, expected) in [
            (
                "Set `clockChange` to `earlier` or `later`.",
                "Set --clock-change to `earlier` or `later`.",
            ),
            ("`location2.latitude` is wrong.", "--lat2 is wrong."),
            (
                "field_format at `/person2/location/latitude`: `person1.name` is wrong.",
                "field_format at --lat2: --name is wrong.",
            ),
            ("`points/3` is no point.", "--points is no point."),
            ("`houseSytem` is unknown.", "`houseSytem` is unknown."),
            ("One ` alone.", "One ` alone."),
            ("None.", "None."),
        ] {
            assert_eq!(named_in(message), expected);
        }
    }
}
