//! A QR code as SVG: what a phone's camera reads from the screen.

use qrcode::{Color, EcLevel, QrCode};

use super::markup::Markup;

/// The light margin around the code, in modules (ISO/IEC 18004, 5.3.8).
const QUIET_ZONE: usize = 4;

/// The code of a text, in black on white whatever the theme: many apps read nothing else. None for a
/// text that is too long for a code, which is beyond 2,000 characters.
pub(super) fn qr_code(text: &str, label: &str) -> Option<Markup> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let width = code.width();
    let size = width + 2 * QUIET_ZONE;
    let mut svg = Markup::default();
    svg.raw(&format!(
        "<svg class=\"qr\" role=\"img\" viewBox=\"0 0 {size} {size}\" width=\"200\" height=\"200\" \
         shape-rendering=\"crispEdges\" aria-label=\""
    ));
    svg.text(label);
    svg.raw(&format!(
        "\"><path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/><path fill=\"#000\" d=\""
    ));
    let colors = code.to_colors();
    for (y, row) in colors.chunks(width).enumerate() {
        let mut x = 0;
        // One rectangle for each run of dark modules.
        for run in row.chunk_by(|one, next| one == next) {
            if run[0] == Color::Dark {
                let (left, top, length) = (x + QUIET_ZONE, y + QUIET_ZONE, run.len());
                svg.raw(&format!("M{left} {top}h{length}v1h-{length}z"));
            }
            x += run.len();
        }
    }
    svg.raw("\"/></svg>");
    Some(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The finder pattern (ISO/IEC 18004, 5.3.2.1): seven dark modules above one, five light, one.
    #[test]
    fn a_code_begins_with_a_finder_pattern_inside_its_margin() {
        let svg = qr_code("otpauth://totp/x", "code").unwrap().to_string();
        assert!(svg.contains("d=\"M4 4h7v1h-7z"), "{svg}");
        assert!(svg.contains("M4 5h1v1h-1zM10 5h1v1h-1z"), "{svg}");
        assert_eq!(
            qr_code(&"x".repeat(10_000), "code").map(|it| it.to_string()),
            None
        );
    }

    #[test]
    fn the_label_is_escaped() {
        let svg = qr_code("x", "a \"label\"").unwrap().to_string();
        assert!(svg.contains("aria-label=\"a &quot;label&quot;\""), "{svg}");
    }
}
