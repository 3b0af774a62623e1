//! Writes laid out pages as PDF/A-2b with the structure of PDF/UA-1.
//!
//! The same report gives the same bytes: its date is part of it, and its id is a digest of its
//! content.

use std::num::NonZeroU16;

use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Point, Rect, Size};
use krilla::metadata::{DateTime, Metadata};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::{Page, PageSettings};
use krilla::surface::Surface;
use krilla::tagging::{
    Artifact, ArtifactType, ContentTag, Identifier, Node, SpanTag, TableHeaderScope, Tag, TagGroup,
    TagKind, TagTree,
};
use krilla::text::Font;
use krilla::{Document, SerializeSettings};

use crate::drawing::{self, Symbol, fill, placed, rectangle, single, text_line};
use crate::error::ReportError;
use crate::face::Face;
use crate::layout::Frame;
use crate::report::Report;
use crate::sheet::{Area, Destination, Element, Item, Part, Role, Sheet};

/// The fonts as the document embeds them.
#[derive(Debug)]
pub(crate) struct Fonts(Vec<Font>);

impl Fonts {
    fn new() -> Result<Self, ReportError> {
        let font = |face: Face| {
            let unreadable = || ReportError::Invalid(format!("the font {face:?} is unreadable"));
            Font::new(face.file().into(), 0).ok_or_else(unreadable)
        };
        let fonts: Result<_, _> = Face::ALL.into_iter().map(font).collect();
        Ok(Self(fonts?))
    }

    pub(crate) fn of(&self, face: Face) -> Font {
        self.0[face as usize].clone()
    }
}

/// Pages, and where links and the outline lead to: a page of the document and a height.
pub(crate) struct Book<'a> {
    pub(crate) report: &'a Report,
    pub(crate) frame: Frame,
    pub(crate) parts: Vec<Part>,
    pub(crate) destinations: Vec<Destination>,
}

/// Writes the document.
pub(crate) fn write(book: &Book<'_>) -> Result<Vec<u8>, ReportError> {
    let invalid = |why: String| ReportError::Invalid(why);
    let configuration = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_B)
        .with_accessibility_validator(Accessibility::UA1)
        .finish()
        .map_err(|error| invalid(format!("{error:?}")))?;
    let mut document = Document::new_with(SerializeSettings {
        configuration,
        enable_tagging: true,
        ..SerializeSettings::default()
    });
    let fonts = Fonts::new()?;
    let mut tree = TagTree::new();
    for part in &book.parts {
        let mut leaves = vec![Vec::new(); part.elements.len()];
        for sheet in &part.sheets {
            let size = Size::from_wh(book.frame.page_width, book.frame.page_height);
            let size = size.ok_or_else(|| invalid("the page has no size".to_owned()))?;
            let mut page = document.start_page_with(PageSettings::new(size));
            draw(sheet, &mut page, (book, &fonts), &mut leaves);
        }
        for group in groups(&part.elements, leaves) {
            tree.push(group);
        }
    }
    document.set_tag_tree(tree.with_lang(Some(book.report.language.clone())));
    document.set_outline(outline(book));
    document.set_metadata(metadata(book.report));
    document
        .finish()
        .map_err(|error| invalid(format!("{error:?}").chars().take(600).collect()))
}

fn metadata(report: &Report) -> Metadata {
    let (year, month, day) = report.date;
    Metadata::new()
        .creation_date(DateTime::new(year).month(month).day(day))
        .title(format!("{}: {}", report.title, report.subject))
        .language(report.language.clone())
        .authors(vec![report.branding.name.clone()])
        .creator("Almagest".to_owned())
        .producer("Almagest".to_owned())
}

fn outline(book: &Book<'_>) -> Outline {
    let mut outline = Outline::new();
    let mut chapter: Option<OutlineNode> = None;
    for destination in &book.destinations {
        let node = OutlineNode::new(destination.title.clone(), place(destination, &book.frame));
        match (&mut chapter, destination.level) {
            (Some(chapter), 2) => chapter.push_child(node),
            _ => {
                if let Some(chapter) = chapter.replace(node) {
                    outline.push_child(chapter);
                }
            }
        }
    }
    if let Some(chapter) = chapter {
        outline.push_child(chapter);
    }
    outline
}

/// Some space above the destination stays visible.
fn place(destination: &Destination, frame: &Frame) -> XyzDestination {
    let top = (destination.top - 24.0).max(0.0);
    XyzDestination::new(destination.page, Point::from_xy(frame.left, top))
}

/// The marked content of each element of a part.
type Leaves = [Vec<Identifier>];

fn draw(
    sheet: &Sheet,
    page: &mut Page<'_>,
    (book, fonts): (&Book<'_>, &Fonts),
    leaves: &mut Leaves,
) {
    let mut surface = page.surface();
    for item in &sheet.items {
        draw_item(item, &mut surface, fonts, leaves);
    }
    surface.finish();
    for item in &sheet.items {
        let Item::Link {
            area,
            target,
            description,
            element,
        } = item
        else {
            continue;
        };
        let (Some(rect), Some(destination)) = (rect(*area), book.destinations.get(*target)) else {
            continue;
        };
        let target = Target::Destination(place(destination, &book.frame).into());
        let link = LinkAnnotation::new(rect, target);
        let annotation = Annotation::new_link(link, Some(description.clone()));
        leaves[*element].push(page.add_tagged_annotation(annotation));
    }
}

fn rect(area: Area) -> Option<Rect> {
    Rect::from_xywh(area.left, area.top, area.width, area.height)
}

fn draw_item(item: &Item, surface: &mut Surface<'_>, fonts: &Fonts, leaves: &mut Leaves) {
    let element = match item {
        Item::Text { element, .. } => *element,
        Item::Picture { element, .. } | Item::Logo { element, .. } => Some(*element),
        Item::Bar { .. } | Item::Symbol { .. } | Item::Zodiac { .. } => None,
        Item::Link { .. } => return,
    };
    let tag = match (element, item) {
        (None, Item::Text { .. }) => {
            ContentTag::Artifact(Artifact::with_kind(ArtifactType::PaginationOther))
        }
        (None, _) => ContentTag::Artifact(Artifact::with_kind(ArtifactType::Layout)),
        (Some(_), Item::Text { .. }) => ContentTag::Span(SpanTag::empty()),
        (Some(_), _) => ContentTag::Other,
    };
    let identifier = surface.start_tagged(tag);
    paint(item, surface, fonts);
    surface.end_tagged();
    if let Some(element) = element {
        leaves[element].push(identifier);
    }
}

fn paint(item: &Item, surface: &mut Surface<'_>, fonts: &Fonts) {
    surface.set_stroke(None);
    match item {
        Item::Text {
            line,
            style,
            colour,
            left,
            baseline,
            ..
        } => {
            surface.set_fill(Some(fill(*colour)));
            let start = Point::from_xy(*left, *baseline);
            text_line(line, (start, style.size), surface, fonts);
        }
        Item::Bar { area, colour } => {
            surface.set_fill(Some(fill(*colour)));
            if let Some(path) = rectangle(*area) {
                surface.draw_path(&path);
            }
        }
        Item::Symbol {
            glyph,
            left,
            middle,
            size,
            colour,
        } => {
            let (left, middle, size) = (f64::from(*left), f64::from(*middle), f64::from(*size));
            let symbol = Symbol {
                glyph: *glyph,
                center: (left + size / 2.0, middle),
                size,
                colour: *colour,
                weight: 1.9,
            };
            symbol.draw(surface);
        }
        Item::Zodiac {
            area,
            center,
            radius,
            colour,
        } => {
            let Some(path) = rectangle(*area) else { return };
            surface.push_clip_path(&path, &krilla::paint::FillRule::NonZero);
            drawing::zodiac(surface, (*center, *radius), *colour);
            surface.pop();
        }
        Item::Picture { scene, area, .. } => {
            let scale = area.width / single(f64::from(scene.size.width_px()));
            surface.push_transform(&placed(area.left, area.top, scale));
            drawing::scene(scene, surface, fonts);
            surface.pop();
        }
        Item::Logo { logo, area, .. } => {
            let image = krilla::image::Image::from_rgba8(
                logo.pixels.clone(),
                logo.width_px,
                logo.height_px,
            );
            let Some(size) = Size::from_wh(area.width, area.height) else {
                return;
            };
            surface.push_transform(&placed(area.left, area.top, 1.0));
            surface.draw_image(image, size);
            surface.pop();
        }
        Item::Link { .. } => {}
    }
}

/// The elements of a part as a tree, each with its content. Elements come after their parents.
fn groups(elements: &[Element], leaves: Vec<Vec<Identifier>>) -> Vec<TagGroup> {
    let mut roots = Vec::new();
    let mut groups: Vec<TagGroup> = elements
        .iter()
        .zip(leaves)
        .map(|(element, content)| {
            let content = content.into_iter().map(Node::Leaf).collect();
            TagGroup::with_children(kind(element), content)
        })
        .collect();
    // From the last to the first: the children of an element are complete before it moves.
    for element in elements.iter().rev() {
        let Some(group) = groups.pop() else { break };
        if group.children.is_empty() && element.role != Role::Cell {
            continue;
        }
        match element.parent.and_then(|it| groups.get_mut(it)) {
            Some(parent) => parent.children.insert(0, Node::Group(group)),
            None => roots.push(group),
        }
    }
    roots.reverse();
    roots
}

fn kind(element: &Element) -> TagKind {
    let title = || Some(element.title.clone());
    match &element.role {
        Role::Title => Tag::Title.into(),
        Role::Heading(level) => {
            Tag::Hn(NonZeroU16::new(*level).unwrap_or(NonZeroU16::MIN), title()).into()
        }
        Role::Paragraph => Tag::P.into(),
        Role::Table(summary) => Tag::Table.with_summary(Some(summary.clone())).into(),
        Role::Row => Tag::TR.into(),
        Role::HeaderCell => Tag::TH(TableHeaderScope::Column).into(),
        Role::Cell => Tag::TD.into(),
        Role::Figure(description) => Tag::Figure(Some(description.clone())).into(),
        Role::Contents => Tag::TOC.into(),
        Role::ContentsEntry => Tag::TOCI.into(),
        Role::Link => Tag::Link.into(),
    }
}
