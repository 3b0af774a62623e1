//! Closed sets of texts for the API document. Fields of replies are plain texts; these types only
//! tell client generators which texts there are.

/// Declares a type and the name of its schema for each set, to be used as `#[schemars(with = "…")]`.
#[macro_export]
macro_rules! closed_sets {
    ($($(#[$doc:meta])* $name:ident $schema:literal = [$($value:literal),+ $(,)?];)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name;

        impl ::schemars::JsonSchema for $name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                $schema.into()
            }

            fn json_schema(_: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                ::schemars::json_schema!({ "type": "string", "enum": [$($value),+] })
            }
        }
    )+};
}
