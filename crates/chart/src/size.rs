//! The size of a picture. The type enforces the limits: a larger picture cannot be requested.

use crate::error::DrawError;

/// The shortest side, in pixels.
pub const MIN_PX: u32 = 100;
/// The longest side, in pixels.
pub const MAX_PX: u32 = 4000;

/// Width and height in pixels, each from [`MIN_PX`] to [`MAX_PX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    width_px: u16,
    height_px: u16,
}

impl Size {
    /// Creates a size within the limits.
    ///
    /// # Errors
    /// [`DrawError::SizeOutOfRange`] with the side that is outside.
    ///
    /// # Examples
    ///
    /// ```
    /// use chart::{DrawError, Size};
    /// assert!(Size::new(800, 600).is_ok());
    /// assert_eq!(Size::new(800, 5000), Err(DrawError::SizeOutOfRange { given_px: 5000 }));
    /// ```
    pub fn new(width_px: u32, height_px: u32) -> Result<Self, DrawError> {
        let side = |given_px: u32| {
            let is_allowed = (MIN_PX..=MAX_PX).contains(&given_px);
            let side = u16::try_from(given_px).ok().filter(|_| is_allowed);
            side.ok_or(DrawError::SizeOutOfRange { given_px })
        };
        Ok(Self {
            width_px: side(width_px)?,
            height_px: side(height_px)?,
        })
    }

    /// Returns the width and the height in pixels.
    pub(crate) fn sides(self) -> [u16; 2] {
        [self.width_px, self.height_px]
    }

    /// Returns the width in pixels.
    pub fn width_px(self) -> u32 {
        self.width_px.into()
    }

    /// Returns the height in pixels.
    pub fn height_px(self) -> u32 {
        self.height_px.into()
    }
}
