//! Closed sets of texts in replies.

http_api::closed_sets! {
    /// Whether an aspect forms for every possible birth time.
    CertaintyName "Certainty" = ["certain", "possible"];
    /// The types of eclipses.
    EclipseTypeName "EclipseType" = ["partial", "annular", "total", "hybrid", "penumbral"];
    /// Where an offset comes from.
    OffsetSourceName "OffsetSource" = [
        "zone", "jurisdiction", "localMeanTimeOfZone", "localMeanTime", "localApparentTime", "stated",
        "computed",
    ];
    /// The aspect patterns.
    PatternName "PatternType" = [
        "grand-trine", "t-square", "grand-cross", "yod", "kite", "mystic-rectangle", "stellium",
    ];
    /// Whether a chart is of the day or of the night.
    SectName "Sect" = ["day", "night"];
    /// Where a time zone comes from.
    TimezoneSourceName "TimezoneSource" = ["request", "coordinates"];
    /// How a planet rules a triplicity.
    TriplicityName "TriplicityRulership" = ["in-sect", "out-of-sect", "participating"];
}

#[cfg(test)]
mod tests {
    use astrology::pattern::PatternKind;
    use schemars::JsonSchema;

    use super::*;

    fn values<T: JsonSchema>() -> Vec<String> {
        let schema = T::json_schema(&mut schemars::SchemaGenerator::default());
        let values = schema.as_value()["enum"].as_array().unwrap().clone();
        values
            .iter()
            .map(|it| it.as_str().unwrap().to_owned())
            .collect()
    }

    #[test]
    fn the_sets_have_every_name() {
        use PatternKind as Pattern;
        use places::OffsetSource as Source;

        let patterns = [
            Pattern::GrandTrine,
            Pattern::TSquare,
            Pattern::GrandCross,
            Pattern::Yod,
            Pattern::Kite,
            Pattern::MysticRectangle,
            Pattern::Stellium,
        ];
        assert_eq!(values::<PatternName>(), patterns.map(PatternKind::id));
        let sources = [
            Source::Zone,
            Source::Jurisdiction,
            Source::LocalMeanOfZone,
            Source::LocalMean,
            Source::LocalApparent,
            Source::ParsedDateTime,
        ];
        // The last is for instants that were never a clock time.
        let documented = values::<OffsetSourceName>();
        assert_eq!(documented[..sources.len()], sources.map(Source::name));
    }
}
