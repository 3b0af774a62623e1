//! The logo of an organization: a PNG image, read once with limits.

use std::fmt;
use std::io::Cursor;

use crate::error::ReportError;

/// The longest side of a logo in pixels. On paper, a logo is at most 60 mm wide.
pub const MAX_LOGO_PX: u32 = 800;
/// Memory that the decoder may take besides the pixels.
const MAX_DECODER_BYTES: usize = 8 * 1024 * 1024;

/// A decoded logo.
#[derive(Clone, PartialEq, Eq)]
pub struct Logo {
    pub(crate) width_px: u32,
    pub(crate) height_px: u32,
    /// Red, green, blue and alpha of each pixel.
    pub(crate) pixels: Vec<u8>,
}

impl Logo {
    /// Checks the header of a PNG file, without reading its pixels.
    ///
    /// # Errors
    ///
    /// [`ReportError::LogoTooLarge`], or [`ReportError::LogoUnreadable`] for anything that does not begin
    /// like a PNG image.
    pub fn check(file: &[u8]) -> Result<(), ReportError> {
        reader(file).map(drop)
    }

    /// Reads a PNG file.
    ///
    /// # Errors
    ///
    /// [`ReportError::LogoTooLarge`] before any pixel is decoded, [`ReportError::LogoUnreadable`] for
    /// anything that is not a PNG image.
    pub fn from_png(file: &[u8]) -> Result<Self, ReportError> {
        let mut reader = reader(file)?;
        let (width_px, height_px) = (reader.info().width, reader.info().height);
        let size = reader.output_buffer_size();
        let mut bytes = vec![0; size.unwrap_or_default()];
        let frame = reader
            .next_frame(&mut bytes)
            .map_err(|it| unreadable(&it))?;
        bytes.truncate(frame.buffer_size());
        let pixels = match frame.color_type {
            png::ColorType::Rgba => bytes,
            png::ColorType::Rgb => with_alpha(bytes.as_chunks::<3>().0, |it| *it),
            png::ColorType::Grayscale => with_alpha(&bytes, |it| [*it; 3]),
            png::ColorType::GrayscaleAlpha => {
                let pixels = bytes.as_chunks::<2>().0.iter();
                pixels
                    .flat_map(|[grey, alpha]| [*grey, *grey, *grey, *alpha])
                    .collect()
            }
            png::ColorType::Indexed => {
                let why = "its palette is missing".to_owned();
                return Err(ReportError::LogoUnreadable(why));
            }
        };
        Ok(Self {
            width_px,
            height_px,
            pixels,
        })
    }
}

fn unreadable(error: &png::DecodingError) -> ReportError {
    ReportError::LogoUnreadable(error.to_string())
}

/// A reader that stands before the pixels of an image of a supported size.
fn reader(file: &[u8]) -> Result<png::Reader<Cursor<&[u8]>>, ReportError> {
    let limits = png::Limits {
        bytes: MAX_DECODER_BYTES,
    };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(file), limits);
    // They are compressed, and nothing here uses them.
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_ignore_text_chunk(true);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let reader = decoder.read_info().map_err(|it| unreadable(&it))?;
    if reader.info().width.max(reader.info().height) > MAX_LOGO_PX {
        let max_px = MAX_LOGO_PX;
        return Err(ReportError::LogoTooLarge { max_px });
    }
    Ok(reader)
}

fn with_alpha<T>(pixels: &[T], colour: impl Fn(&T) -> [u8; 3]) -> Vec<u8> {
    let opaque = |it: &T| {
        let [red, green, blue] = colour(it);
        [red, green, blue, u8::MAX]
    };
    pixels.iter().flat_map(opaque).collect()
}

impl fmt::Debug for Logo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Logo({} x {})", self.width_px, self.height_px)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(width: u32, height: u32, colour: png::ColorType, pixels: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(colour);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(pixels).unwrap();
        drop(writer);
        bytes
    }

    #[test]
    fn every_kind_of_pixels_becomes_red_green_blue_and_alpha() {
        for (colour, pixels, expected) in [
            (png::ColorType::Rgb, &[1, 2, 3][..], [1, 2, 3, 255]),
            (png::ColorType::Rgba, &[1, 2, 3, 4], [1, 2, 3, 4]),
            (png::ColorType::Grayscale, &[7], [7, 7, 7, 255]),
            (png::ColorType::GrayscaleAlpha, &[7, 9], [7, 7, 7, 9]),
        ] {
            let logo = Logo::from_png(&file(1, 1, colour, pixels)).unwrap();
            assert_eq!(logo.pixels, expected);
        }
    }

    #[test]
    fn what_is_no_image_or_too_large_is_refused() {
        assert!(matches!(
            Logo::from_png(b"GIF89a"),
            Err(ReportError::LogoUnreadable(_))
        ));
        let wide = file(801, 1, png::ColorType::Grayscale, &[0; 801]);
        let refused = Logo::from_png(&wide);
        assert_eq!(refused, Err(ReportError::LogoTooLarge { max_px: 800 }));
    }
}
