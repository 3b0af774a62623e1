//! The wheels of returns: alone, or around the natal chart.

use astrology::chart::Chart;
use astrology::relation::synastry::synastry;
use chart::{ChartText, Wheel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::WheelLabels;
use super::wheel_labels::{houses, lines, place};
use super::wheels::single;
use crate::dto::moment::LocalDateTimeInput;
use crate::dto::options::CommonOptions;
use crate::image::{Draw, image_spec};
use crate::returns::{LunarReturn, LunarReturnInput, ReturnChart, SolarReturn, SolarReturnInput};
use crate::word::Word;
use http_api::caller::AnyInOrganization;
use http_api::modules::{LUNAR_RETURN_CHARTS, SOLAR_RETURN_CHARTS};
use http_api::{ApiError, ErrorCode, Problem, Source, Spec, Work};

/// A return, and whether it is drawn around the natal chart.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub(crate) struct ReturnFields<I> {
    /// Whether to draw the return around the natal chart, with the natal houses and the aspects
    /// between the two charts. Defaults to `false`: the return alone.
    around_natal: Option<bool>,
    /// Whether to draw the houses of the return in a second ring. Requires `aroundNatal`.
    outer_houses: Option<bool>,
    #[serde(flatten)]
    input: I,
}

/// What the wheel of a return needs of a request.
pub(crate) trait ReturnRequest {
    /// The options that all charts share.
    fn common(&self) -> &CommonOptions;
    /// The birth.
    fn born(&self) -> LocalDateTimeInput<'_>;
    /// The chart of the return.
    fn return_chart(&self) -> Result<ReturnChart, ApiError>;
}

impl ReturnRequest for SolarReturnInput {
    fn common(&self) -> &CommonOptions {
        &self.options
    }

    fn born(&self) -> LocalDateTimeInput<'_> {
        self.birth.born()
    }

    fn return_chart(&self) -> Result<ReturnChart, ApiError> {
        self.made(None)
    }
}

impl ReturnRequest for LunarReturnInput {
    fn common(&self) -> &CommonOptions {
        &self.options
    }

    fn born(&self) -> LocalDateTimeInput<'_> {
        self.birth.born()
    }

    fn return_chart(&self) -> Result<ReturnChart, ApiError> {
        self.made(None)
    }
}

impl<I: ReturnRequest> ReturnFields<I> {
    fn is_around_natal(&self) -> bool {
        self.around_natal == Some(true)
    }

    /// Two charts instead of one.
    fn work(&self) -> Work {
        let chart = self.input.common().chart_work();
        if self.is_around_natal() {
            chart + chart
        } else {
            chart
        }
    }

    fn wheel(&self, kind: Word, sheet: &WheelLabels) -> Result<Wheel, ApiError> {
        let has_outer_houses = self.outer_houses == Some(true);
        if has_outer_houses && !self.is_around_natal() {
            let detail = "`outerHouses` requires `aroundNatal`: a return alone has only one chart. \
                          Set `aroundNatal` to `true`.";
            let problem = Problem::new(ErrorCode::FieldsConflict, detail);
            let at = Source::Pointer("/outerHouses".to_owned());
            return Err(problem.at(at).into());
        }
        let made = self.input.return_chart()?;
        let kind = sheet.word(kind);
        let captions = vec![
            sheet.instant(made.chart.moment.tt),
            ChartText::new(&place(&made.location)),
        ];
        if !self.is_around_natal() {
            return Ok(single(sheet, kind, &made.chart, captions));
        }
        let natal = made.natal()?;
        let born = self.input.born();
        let inner = sheet.ring(
            sheet.word(Word::Natal),
            sheet.moment_captions(made.birth(), born.location, born.date_time),
            &natal.points,
        );
        let around = sheet.ring(kind, captions, &made.chart.points);
        let found = synastry(&natal, &made.chart, &made.options.aspects);
        let houses_of = |chart: &Chart| houses(chart.houses.as_ref(), chart.angles.as_ref());
        Ok(Wheel {
            houses: houses_of(&natal),
            outer_houses: houses_of(&made.chart).filter(|_| has_outer_houses),
            aspects: lines(&found.aspects, &natal.points, &made.chart.points),
            notes: sheet.notes(&natal),
            ..sheet.wheel(kind, inner, Some(around))
        })
    }
}

impl Draw for SolarReturn {
    const IMAGE: Spec<AnyInOrganization> = image_spec(
        "chart_solar_return",
        "/api/chart2/solar-return.{format}",
        &[],
        SOLAR_RETURN_CHARTS,
        "Draw a solar return chart",
    );
    type Fields = ReturnFields<SolarReturnInput>;

    fn has_two_rings(fields: &Self::Fields) -> bool {
        fields.is_around_natal()
    }

    fn look(fields: &Self::Fields) -> &CommonOptions {
        fields.input.common()
    }

    fn chart_work(fields: &Self::Fields) -> Work {
        fields.work()
    }

    fn wheel(fields: &Self::Fields, sheet: &WheelLabels) -> Result<Wheel, ApiError> {
        fields.wheel(Word::SolarReturn, sheet)
    }
}

impl Draw for LunarReturn {
    const IMAGE: Spec<AnyInOrganization> = image_spec(
        "chart_lunar_return",
        "/api/chart2/lunar-return.{format}",
        &[],
        LUNAR_RETURN_CHARTS,
        "Draw a lunar return chart",
    );
    type Fields = ReturnFields<LunarReturnInput>;

    fn has_two_rings(fields: &Self::Fields) -> bool {
        fields.is_around_natal()
    }

    fn look(fields: &Self::Fields) -> &CommonOptions {
        fields.input.common()
    }

    fn chart_work(fields: &Self::Fields) -> Work {
        fields.work()
    }

    fn wheel(fields: &Self::Fields, sheet: &WheelLabels) -> Result<Wheel, ApiError> {
        fields.wheel(Word::LunarReturn, sheet)
    }
}
