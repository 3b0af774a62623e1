//! The catalog of modules: what an organization can buy, and the capabilities each opens. The one
//! table in which the calculations and the customers meet; `access` sees opaque ids only.

use access::{Capability, Catalogue, Module};

/// Declares the capabilities by name.
macro_rules! capabilities {
    ($($name:ident = $text:literal,)+) => {
        $(#[doc = concat!("`", $text, "`")] pub const $name: Capability = Capability::new($text);)+
    };
}

capabilities! {
    NATAL_CALC = "natal:calc",
    NATAL_CHARTS = "natal:charts",
    NATAL_TEXTS = "natal:texts",
    TRANSIT_CALC = "transit:calc",
    TRANSIT_CHARTS = "transit:charts",
    TRANSIT_TEXTS = "transit:texts",
    SYNASTRY_CALC = "synastry:calc",
    SYNASTRY_CHARTS = "synastry:charts",
    SYNASTRY_TEXTS = "synastry:texts",
    COMPOSITE_CALC = "composite:calc",
    COMPOSITE_CHARTS = "composite:charts",
    COMPOSITE_TEXTS = "composite:texts",
    DAVISON_CALC = "davison:calc",
    DAVISON_CHARTS = "davison:charts",
    SOLAR_RETURN_CALC = "solar-return:calc",
    SOLAR_RETURN_CHARTS = "solar-return:charts",
    SOLAR_RETURN_TEXTS = "solar-return:texts",
    LUNAR_RETURN_CALC = "lunar-return:calc",
    LUNAR_RETURN_CHARTS = "lunar-return:charts",
    LUNAR_RETURN_TEXTS = "lunar-return:texts",
    PLANETARY_RETURN_CALC = "planetary-return:calc",
    PLANETARY_RETURN_TEXTS = "planetary-return:texts",
    PROGRESSION_CALC = "progression:calc",
    PROGRESSION_CHARTS = "progression:charts",
    PROGRESSION_TEXTS = "progression:texts",
    PROFECTION_CALC = "profection:calc",
    COMPATIBILITY_CALC = "compatibility:calc",
    COMPATIBILITY_TEXTS = "compatibility:texts",
    MOON_CALC = "moon:calc",
    MOON_TEXTS = "moon:texts",
    ECLIPSE_CALC = "eclipse:calc",
    RETROGRADE_CALC = "retrograde:calc",
    RETROGRADE_TEXTS = "retrograde:texts",
    CHINESE_HOROSCOPE_CALC = "chinese-horoscope:calc",
    CHINESE_FORECAST_CALC = "chinese-forecast:calc",
    CHINESE_CHARTS = "chinese:charts",
    CHINESE_TEXTS = "chinese:texts",
    VEDIC_CHART_CALC = "vedic-chart:calc",
    VEDIC_DASHA_CALC = "vedic-dasha:calc",
    PANCHANG_CALC = "panchang:calc",
    VEDIC_MATCH_CALC = "vedic-match:calc",
    VEDIC_TEXTS = "vedic:texts",
    MARGINS_CALC = "margins:calc",
    EXPLAIN_CALC = "explain:calc",
    NUMEROLOGY_CALC = "numerology:calc",
    NUMEROLOGY_CHARTS = "numerology:charts",
    NUMEROLOGY_TEXTS = "numerology:texts",
    DAILY_REPORT = "daily-report:read",
    WEEKLY_REPORT = "weekly-report:read",
    MONTHLY_REPORT = "monthly-report:read",
    YEARLY_REPORT = "yearly-report:read",
    YEARLY_ASCENDANT_REPORT = "yearly-ascendant-report:read",
    PERSONAL_REPORT = "personal-report:read",
    HOROSCOPE_CHARTS = "horoscope:charts",
    HOROSCOPE_TEXTS = "horoscope:texts",
    CHAT_SEND = "chat:send",
    PDF_REPORTS = "pdf-reports:generate",
}

const fn calculation(
    id: &'static str,
    name: &'static str,
    capabilities: &'static [Capability],
) -> Module {
    Module {
        id,
        name,
        category: "calculation",
        standard: true,
        capabilities,
    }
}

/// Every module there is.
pub const CATALOGUE: Catalogue = Catalogue::new(&[
    calculation(
        "natal",
        "Natal charts",
        &[NATAL_CALC, MARGINS_CALC, EXPLAIN_CALC],
    ),
    calculation("transit", "Transits", &[TRANSIT_CALC]),
    calculation("synastry", "Synastry", &[SYNASTRY_CALC]),
    calculation(
        "composite",
        "Composite and Davison charts",
        &[COMPOSITE_CALC, DAVISON_CALC],
    ),
    calculation("solar-return", "Solar returns", &[SOLAR_RETURN_CALC]),
    calculation("lunar-return", "Lunar returns", &[LUNAR_RETURN_CALC]),
    calculation(
        "planetary-return",
        "Planetary returns",
        &[PLANETARY_RETURN_CALC],
    ),
    calculation("progression", "Progressions", &[PROGRESSION_CALC]),
    calculation("profection", "Profections", &[PROFECTION_CALC]),
    calculation("compatibility", "Compatibility", &[COMPATIBILITY_CALC]),
    calculation(
        "moon",
        "Moon calendar and eclipses",
        &[MOON_CALC, ECLIPSE_CALC],
    ),
    calculation("retrograde", "Retrograde periods", &[RETROGRADE_CALC]),
    calculation(
        "chinese-horoscope",
        "Chinese astrology",
        &[CHINESE_HOROSCOPE_CALC, CHINESE_CHARTS, CHINESE_TEXTS],
    ),
    calculation(
        "chinese-forecast",
        "Chinese forecasts",
        &[CHINESE_FORECAST_CALC, CHINESE_TEXTS],
    ),
    calculation(
        "vedic",
        "Vedic astrology",
        &[
            VEDIC_CHART_CALC,
            VEDIC_DASHA_CALC,
            PANCHANG_CALC,
            VEDIC_MATCH_CALC,
            VEDIC_TEXTS,
            MARGINS_CALC,
            EXPLAIN_CALC,
        ],
    ),
    calculation(
        "numerology",
        "Numerology",
        &[NUMEROLOGY_CALC, NUMEROLOGY_CHARTS, NUMEROLOGY_TEXTS],
    ),
    calculation(
        "daily-report",
        "Daily horoscopes",
        &[
            DAILY_REPORT,
            PERSONAL_REPORT,
            HOROSCOPE_CHARTS,
            HOROSCOPE_TEXTS,
        ],
    ),
    calculation(
        "weekly-report",
        "Weekly horoscopes",
        &[
            WEEKLY_REPORT,
            PERSONAL_REPORT,
            HOROSCOPE_CHARTS,
            HOROSCOPE_TEXTS,
        ],
    ),
    calculation(
        "monthly-report",
        "Monthly horoscopes",
        &[
            MONTHLY_REPORT,
            PERSONAL_REPORT,
            HOROSCOPE_CHARTS,
            HOROSCOPE_TEXTS,
        ],
    ),
    calculation(
        "yearly-report",
        "Yearly horoscopes",
        &[
            YEARLY_REPORT,
            PERSONAL_REPORT,
            HOROSCOPE_CHARTS,
            HOROSCOPE_TEXTS,
        ],
    ),
    calculation(
        "yearly-ascendant-report",
        "Yearly horoscopes by Ascendant",
        &[
            YEARLY_ASCENDANT_REPORT,
            PERSONAL_REPORT,
            HOROSCOPE_CHARTS,
            HOROSCOPE_TEXTS,
        ],
    ),
    calculation("chat", "Chat", &[CHAT_SEND]),
    Module {
        id: "pdf-reports",
        name: "PDF reports",
        category: "report",
        standard: true,
        capabilities: &[PDF_REPORTS],
    },
    Module {
        id: "charts",
        name: "Chart images",
        category: "chart",
        standard: true,
        capabilities: &[
            NATAL_CHARTS,
            TRANSIT_CHARTS,
            SYNASTRY_CHARTS,
            COMPOSITE_CHARTS,
            DAVISON_CHARTS,
            SOLAR_RETURN_CHARTS,
            LUNAR_RETURN_CHARTS,
            PROGRESSION_CHARTS,
        ],
    },
    Module {
        id: "content-basic",
        name: "Basic interpretations",
        category: "content",
        standard: true,
        capabilities: &[
            NATAL_TEXTS,
            COMPATIBILITY_TEXTS,
            MOON_TEXTS,
            RETROGRADE_TEXTS,
        ],
    },
    Module {
        id: "content-premium",
        name: "Premium interpretations",
        category: "content",
        standard: false,
        capabilities: &[
            NATAL_TEXTS,
            COMPATIBILITY_TEXTS,
            MOON_TEXTS,
            RETROGRADE_TEXTS,
            TRANSIT_TEXTS,
            SYNASTRY_TEXTS,
            COMPOSITE_TEXTS,
            SOLAR_RETURN_TEXTS,
            LUNAR_RETURN_TEXTS,
            PLANETARY_RETURN_TEXTS,
            PROGRESSION_TEXTS,
        ],
    },
]);

/// What opens the texts of a kind of horoscope.
pub fn texts_of(horoscope: &str) -> Option<Capability> {
    let all = CATALOGUE.modules().iter().flat_map(|it| it.capabilities);
    let mut texts = all.filter(|it| it.name().strip_suffix(":texts") == Some(horoscope));
    texts.next().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_fit_where_they_are_stored() {
        for (index, module) in CATALOGUE.modules().iter().enumerate() {
            let plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
            assert!(module.id.bytes().all(plain), "{}", module.id);
            let again = CATALOGUE.modules()[..index]
                .iter()
                .any(|it| it.id == module.id);
            assert!(!again, "{} stands twice in the table", module.id);
            assert!(!module.capabilities.is_empty(), "{}", module.id);
        }
    }

    #[test]
    fn premium_content_holds_all_of_basic() {
        let of = |id| CATALOGUE.module(id).unwrap().capabilities;
        let premium = of("content-premium");
        assert!(of("content-basic").iter().all(|it| premium.contains(it)));
    }
}
