//! Places of points in a chart's zodiac, each computed once.

use ephemeris::{Body, Observer, Place, Sky, SkyError, View, stars};

use super::{ChartError, ChartFrame, ChartOptions, ChartPoint, Unknown};
use crate::{
    angle::normalize_deg,
    point::{Point, PointClass},
};

pub(super) struct Places<'a> {
    sky: &'a Sky<'a>,
    options: &'a ChartOptions,
    view: View,
    moon_view: View,
    sin_obliquity: f64,
    cos_obliquity: f64,
    offset_deg: f64,
    offset_speed_deg: f64,
    known: [Option<ChartPoint>; Body::ALL.len()],
}

impl<'a> Places<'a> {
    pub(super) fn new(
        sky: &'a Sky<'a>,
        observer: &Observer,
        options: &'a ChartOptions,
        frame: &ChartFrame,
    ) -> Self {
        let seen = |body| View {
            center: options.seen_from(body, observer),
            ..View::default()
        };
        let (view, moon_view) = (seen(Body::Sun), seen(Body::Moon));
        let (sin_obliquity, cos_obliquity) = frame.obliquity_deg.to_radians().sin_cos();
        Self {
            sky,
            options,
            view,
            moon_view,
            sin_obliquity,
            cos_obliquity,
            offset_deg: frame.zodiac_offset_deg,
            offset_speed_deg: frame.zodiac_speed_deg,
            known: [None; Body::ALL.len()],
        }
    }

    /// Returns a body, node or star; `None` for one that has no data at the time and may be
    /// omitted.
    pub(super) fn known_point(&mut self, point: Point) -> Result<Option<ChartPoint>, ChartError> {
        let leave_out = self.options.unknown == Unknown::LeaveOut;
        match self.point(point) {
            Err(ChartError::Sky(SkyError::OutsideSpan { body, .. }))
                if leave_out && Point::Body(body).class() == PointClass::Minor =>
            {
                Ok(None)
            }
            placed => placed.map(Some),
        }
    }

    fn point(&mut self, point: Point) -> Result<ChartPoint, ChartError> {
        match point {
            Point::Body(body) => self.body(body),
            Point::NorthNode => self.north_node(false),
            Point::SouthNode => self.north_node(true),
            Point::Star(number) => self.star(number),
            Point::Angle(_) | Point::Lot(_) => Err(ChartError::NotFromHere { point }),
        }
    }

    pub(super) fn body(&mut self, body: Body) -> Result<ChartPoint, ChartError> {
        if let Some(known) = self.known[body as usize] {
            return Ok(known);
        }
        if !ChartOptions::exists(self.options.center, Point::Body(body)) {
            return Err(ChartError::NotFromHere {
                point: Point::Body(body),
            });
        }
        let view = if body == Body::Moon {
            &self.moon_view
        } else {
            &self.view
        };
        let place = self.sky.place_with(body, view)?;
        let point = self.placed(Point::Body(body), &place);
        self.known[body as usize] = Some(point);
        Ok(point)
    }

    pub(super) fn north_node(&mut self, opposite: bool) -> Result<ChartPoint, ChartError> {
        let node = self.body(self.options.node.body())?;
        Ok(if opposite {
            ChartPoint {
                point: Point::SouthNode,
                longitude_deg: normalize_deg(node.longitude_deg + 180.0),
                latitude_deg: -node.latitude_deg,
                right_ascension_deg: normalize_deg(node.right_ascension_deg + 180.0),
                declination_deg: -node.declination_deg,
                declination_speed_deg: node.declination_speed_deg.map(|speed| -speed),
                ..node
            }
        } else {
            ChartPoint {
                point: Point::NorthNode,
                ..node
            }
        })
    }

    pub(super) fn star(&self, number: u16) -> Result<ChartPoint, ChartError> {
        let point = Point::Star(number);
        let star = stars()
            .get(usize::from(number))
            .ok_or(ChartError::NotFromHere { point })?;
        Ok(self.placed(point, &self.sky.star_place(star, &self.view)))
    }

    /// Returns a point of the ecliptic without its own motion.
    pub(super) fn on_ecliptic(&self, point: Point, longitude_deg: f64) -> ChartPoint {
        let (sin_lon, cos_lon) = (longitude_deg + self.offset_deg).to_radians().sin_cos();
        let right_ascension = (sin_lon * self.cos_obliquity).atan2(cos_lon);
        ChartPoint {
            point,
            longitude_deg,
            latitude_deg: 0.0,
            distance_au: None,
            right_ascension_deg: normalize_deg(right_ascension.to_degrees()),
            declination_deg: (sin_lon * self.sin_obliquity).asin().to_degrees(),
            speed_deg: None,
            declination_speed_deg: None,
            house: None,
            sector: None,
            dignities: None,
        }
    }

    /// Converts an ecliptic place of date: zodiac, equatorial coordinates and rates.
    fn placed(&self, point: Point, place: &Place) -> ChartPoint {
        let (sin_eps, cos_eps) = (self.sin_obliquity, self.cos_obliquity);
        let [x, along, up] = place.towards;
        let y = along * cos_eps - up * sin_eps;
        let z = along * sin_eps + up * cos_eps;
        let cos_dec = (x * x + y * y).sqrt();
        let cos_lat = (x * x + along * along).sqrt();
        // The derivative of z = sin(declination), times the length of the vector like the cosine
        // that divides it. The change of the obliquity is 1e-7 degree per day.
        let z_rate = x * sin_eps * place.longitude_speed_deg
            + (cos_lat * cos_eps - up * along / cos_lat * sin_eps) * place.latitude_speed_deg;
        let has_distance = !matches!(
            point,
            Point::Body(Body::MeanNode | Body::TrueNode | Body::MeanApogee | Body::TrueApogee)
        );
        ChartPoint {
            point,
            longitude_deg: normalize_deg(place.longitude_deg - self.offset_deg),
            latitude_deg: place.latitude_deg,
            distance_au: has_distance.then_some(place.distance_au),
            right_ascension_deg: normalize_deg(y.atan2(x).to_degrees()),
            declination_deg: z.atan2(cos_dec).to_degrees(),
            speed_deg: Some(place.longitude_speed_deg - self.offset_speed_deg),
            declination_speed_deg: Some(z_rate / cos_dec),
            house: None,
            sector: None,
            dignities: None,
        }
    }
}
