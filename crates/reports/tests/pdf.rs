//! Written documents, as other programs read them: `qpdf` checks the file, `pdftotext`, `pdffonts` and
//! `pdfinfo` (poppler) say what is in it. `cargo xtask test` installs both.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

use reports::{Block, Logo, Report, ReportError};

#[path = "samples/report.rs"]
mod samples;

use samples::{SENTENCES, chapter};

fn report() -> Report {
    samples::report(3)
}

fn pdf(report: &Report) -> Vec<u8> {
    report.to_pdf(&|| false).unwrap()
}

/// A file of a document, named after the test.
fn written(name: &str, report: &Report) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.pdf"));
    std::fs::write(&path, pdf(report)).unwrap();
    path
}

/// What a program prints about a document.
fn said(program: &str, arguments: &[&str], path: &Path) -> String {
    let output = Command::new(program)
        .args(arguments)
        .arg(path)
        .args((program == "pdftotext").then_some("-"))
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}; `cargo xtask test` installs it"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {errors}");
    // Poppler expects another type of `/Suspects` than the standard (ISO 32000-1, table 321).
    let errors: Vec<_> = errors
        .lines()
        .filter(|it| !it.contains("Suspects"))
        .collect();
    assert!(errors.is_empty(), "{program}: {errors:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A text with single spaces.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_document_is_a_valid_file() {
    let path = written("valid", &report());
    let checked = said("qpdf", &["--check"], &path);
    assert!(
        checked.contains("No syntax or stream encoding errors"),
        "{checked}"
    );
}

#[test]
fn all_texts_can_be_read_in_order() {
    let mut report = report();
    report.chapters.truncate(2);
    let path = written("texts", &report);
    let found = words(&said("pdftotext", &["-raw"], &path));
    for sentence in SENTENCES {
        assert!(found.contains(sentence), "{sentence}");
    }
    let places = [
        "Natal report",
        "Contents",
        "The chart",
        "Positions",
        "Chapter 1",
        "Topic 1.0",
    ];
    for name in places {
        assert!(found.contains(name), "{name}");
    }
    assert!(found.contains("Body 90"), "the last row of the table");
    assert!(
        found.contains("Ada Byron"),
        "the caption of the wheel is text"
    );
}

#[test]
fn every_font_is_embedded_as_a_subset_with_unicode() {
    let fonts = said("pdffonts", &[], &written("fonts", &report()));
    let rows: Vec<_> = fonts.lines().skip(2).collect();
    assert!(rows.len() >= 4, "{fonts}");
    for row in rows {
        let columns: Vec<_> = row.split_whitespace().collect();
        assert_eq!(columns[0].find('+'), Some(6), "a subset: {row}");
        // name, type, encoding, emb, sub, uni, object
        let flags = &columns[columns.len() - 5..columns.len() - 2];
        assert_eq!(flags, ["yes", "yes", "yes"], "{row}");
    }
}

#[test]
fn the_document_says_what_it_is() {
    let path = written("metadata", &report());
    let about = said("pdfinfo", &[], &path);
    let field = |name: &str| {
        let line = about
            .lines()
            .find_map(|it| it.strip_prefix(&format!("{name}:")));
        line.unwrap_or_default().trim().to_owned()
    };
    assert_eq!(field("Title"), "Natal report: Ada Byron");
    assert_eq!(field("Author"), "Northern Sky");
    assert_eq!(field("Tagged"), "yes");
    assert_eq!(field("Encrypted"), "no");
    assert_eq!(field("JavaScript"), "no");
    assert!(field("CreationDate").contains("May  4") && field("CreationDate").contains("2026"));
    assert!(field("Page size").contains("595.276 x 841.89"), "{about}");
    let metadata = said("pdfinfo", &["-meta"], &path);
    let flat: String = metadata.split_whitespace().collect();
    assert!(flat.contains("<pdfaid:part>2</pdfaid:part>"), "{metadata}");
    assert!(
        flat.contains("<pdfaid:conformance>B</pdfaid:conformance>"),
        "{metadata}"
    );
    assert!(
        flat.contains("<pdfuaid:part>1</pdfuaid:part>"),
        "{metadata}"
    );
    assert!(flat.contains("<rdf:li>en</rdf:li>"), "{metadata}");
}

#[test]
fn headings_tables_and_figures_are_tagged() {
    let structure = said("pdfinfo", &["-struct"], &written("tags", &report()));
    let count = |tag: &str| {
        structure
            .lines()
            .filter(|it| it.trim().starts_with(tag))
            .count()
    };
    assert_eq!(count("TOCI"), 5, "four chapters and a heading");
    assert_eq!(count("H1"), 5, "and the title of the contents");
    assert_eq!(count("Table"), 1);
    // The header is read once, although the table continues on the next pages.
    assert_eq!(count("TR"), 91);
    assert_eq!(count("TH"), 3);
    assert_eq!(count("TD"), 270);
    assert_eq!(count("Figure"), 1);
    assert_eq!(count("Link"), 5);
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    let report = report();
    assert_eq!(pdf(&report), pdf(&report.clone()));
    let mut other = report.clone();
    other.subject = "Ada King".to_owned();
    assert_ne!(pdf(&report), pdf(&other));
}

#[test]
fn the_table_of_contents_names_the_pages() {
    let path = written("contents", &report());
    let page = |number: usize| {
        let number = number.to_string();
        words(&said(
            "pdftotext",
            &["-layout", "-f", &number, "-l", &number],
            &path,
        ))
    };
    let contents = page(2);
    for title in ["Chapter 1", "Chapter 2", "Chapter 3"] {
        let after = contents.split_once(title).unwrap().1;
        let number: usize = after.split_whitespace().next().unwrap().parse().unwrap();
        assert!(page(number).starts_with(title), "{title} on page {number}");
        assert!(
            page(number).ends_with(&number.to_string()),
            "the number of the page"
        );
    }
}

#[test]
fn a_chapter_that_continues_begins_below_the_last_one_if_there_is_room() {
    let pages = |continues: bool, paragraphs: usize| {
        let mut report = report();
        report.chapters = vec![chapter(1, paragraphs), chapter(2, 2)];
        report.chapters[1].continues = continues;
        let about = said(
            "pdfinfo",
            &[],
            &written(&format!("continues-{continues}-{paragraphs}"), &report),
        );
        let line = about.lines().find_map(|it| it.strip_prefix("Pages:"));
        line.unwrap().trim().parse::<usize>().unwrap()
    };
    // Cover, contents and the chapters.
    assert_eq!(pages(false, 1), 4);
    assert_eq!(pages(true, 1), 3);
    assert_eq!(pages(true, 5), 4, "a quarter of the page is not enough");
}

#[test]
fn a_logo_is_drawn_and_described() {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 2, 1);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer
        .write_image_data(&[200, 30, 30, 30, 30, 200])
        .unwrap();
    drop(writer);
    let mut report = report();
    report.chapters.truncate(1);
    report.branding.logo = Some(Logo::from_png(&file).unwrap());
    let path = written("logo", &report);
    let images = said("pdfimages", &["-list"], &path);
    let image = images.lines().nth(2).unwrap_or_default();
    let columns: Vec<_> = image.split_whitespace().collect();
    assert_eq!(columns[2..5], ["image", "2", "1"], "{images}");
    // A figure without a description would violate PDF/UA, which the writer refuses.
    let structure = said("pdfinfo", &["-struct"], &path);
    let figures = structure
        .lines()
        .filter(|it| it.trim().starts_with("Figure"));
    assert_eq!(figures.count(), 2, "the logo and the wheel: {structure}");
}

#[test]
fn hostile_texts_stay_texts() {
    let mut report = report();
    report.chapters.truncate(1);
    report.subject = ") Tj ET /JavaScript (\u{202e}東京 <b> \u{0}".to_owned();
    report.branding.name = "x".repeat(400);
    report.chapters[0]
        .blocks
        .push(Block::Text("W".repeat(5_000)));
    let path = written("hostile", &report);
    let about = said("pdfinfo", &[], &path);
    assert!(about.contains("JavaScript:      no"), "{about}");
    let text = words(&said("pdftotext", &["-raw"], &path));
    assert!(text.contains(") Tj ET /JavaScript ("), "{text}");
}

#[test]
fn a_report_is_stopped_and_has_a_limited_number_of_pages() {
    let mut report = report();
    assert_eq!(report.to_pdf(&|| true), Err(ReportError::Stopped));
    report.chapters = (0..500).map(|it| chapter(it, 1)).collect();
    assert_eq!(
        report.to_pdf(&|| false),
        Err(ReportError::TooManyPages { max: 100 })
    );
}
