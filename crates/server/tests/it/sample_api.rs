//! Operations of every form, for the tests of what all operations share.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use access::{KeyPermission, RolePermission};
use async_trait::async_trait;
use auth::{Anyone, KeyCaller, OrgCaller};
use bytes::Bytes;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec, modules};
use operation::{
    Collection, DataReply, Image, ImageTag, MediaType, NoInput, Operation, PageRequest, Resource,
    ResourceKind,
};
use platform::Platform;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use server::routes::Api;
use tokio::sync::{Notify, Semaphore};

pub(crate) fn api() -> Api {
    Api::default()
        .with::<Chart>()
        .with::<ThingList>()
        .with::<ThingGet>()
        .with::<ThingRename>()
        .with::<Picture>()
        .with::<Failing>()
        .with::<KeyedFailing>()
        .with::<Slow>()
}

const fn spec<C>(
    id: &'static str,
    methods: Methods,
    path: &'static str,
    access: Rule<C>,
) -> Spec<C> {
    Spec {
        id,
        methods,
        path,
        aliases: &[],
        access,
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[],
        group: "Sample",
        summary: "A sample",
        description: "For tests.",
    }
}

/// A calculation: POST with a body and GET with a query, nested, with lists, maps and enums.
pub(crate) struct Chart;

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ChartInput {
    #[schemars(length(min = 1, max = 40))]
    date_time: String,
    location: Location,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20))]
    points: Vec<PointId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    orbs: Option<BTreeMap<AspectId, Orb>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 12))]
    harmonic: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("format" = "date-time"))]
    until: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Location {
    #[schemars(range(min = -90, max = 90))]
    latitude: f64,
    #[schemars(range(min = -180, max = 180))]
    longitude: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 60))]
    timezone: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum PointId {
    Sun,
    Moon,
    /// Documented variants produce another form of schema.
    MeanNode,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "camelCase")]
enum AspectId {
    Trine,
    Square,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("exclusiveMinimum" = 0, "maximum" = 15))]
struct Orb(f64);

#[async_trait]
impl Operation for Chart {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        aliases: &["/sample/chart-alias"],
        ..spec(
            "sample_chart",
            Methods::PostAndGet,
            "/sample/chart",
            Rule::caller(KeyPermission::CalcRead, RolePermission::CalcUse)
                .gated_by(modules::NATAL_CALC),
        )
    };
    type Context = Platform;
    type Input = ChartInput;
    type Reply = DataReply<ChartInput>;

    async fn run(_: &Platform, _: OrgCaller, input: ChartInput) -> Result<Self::Reply, ApiError> {
        Ok(DataReply(input))
    }
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Thing {
    #[serde(skip)]
    number: u32,
    name: String,
    caller: String,
}

impl Thing {
    fn new(number: u32, name: Option<String>, caller: &KeyCaller) -> Self {
        let name = name.unwrap_or_else(|| format!("thing {number}"));
        Self {
            number,
            name,
            caller: caller.key().id.to_string(),
        }
    }
}

impl ResourceKind for Thing {
    const TYPE: &'static str = "thing";

    fn id(&self) -> String {
        self.number.to_string()
    }

    fn path(&self) -> Cow<'static, str> {
        format!("/sample/things/{}", self.number).into()
    }
}

/// A paginated list.
pub(crate) struct ThingList;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThingListInput {
    #[serde(default)]
    page: PageRequest,
}

pub(crate) const THINGS: u32 = 7;

#[async_trait]
impl Operation for ThingList {
    type Caller = KeyCaller;
    const SPEC: Spec<KeyCaller> = spec(
        "sample_thing_list",
        Methods::Get,
        "/sample/things",
        Rule::ANY_KEY,
    );
    type Context = Platform;
    type Input = ThingListInput;
    type Reply = Collection<Thing>;

    async fn run(
        _: &Platform,
        caller: KeyCaller,
        input: ThingListInput,
    ) -> Result<Self::Reply, ApiError> {
        let after = input.page.after.and_then(|it| it.parse().ok()).unwrap_or(0);
        let numbers: Vec<_> = (after + 1..=THINGS)
            .take(input.page.size as usize)
            .collect();
        let next = numbers
            .last()
            .filter(|it| **it < THINGS)
            .map(ToString::to_string);
        Ok(Collection {
            items: numbers
                .iter()
                .map(|it| Thing::new(*it, None, &caller))
                .collect(),
            next,
            total: u64::from(THINGS),
        })
    }
}

/// One resource, identified in the path.
pub(crate) struct ThingGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThingGetInput {
    #[schemars(range(min = 0, max = 1000))]
    number: u32,
}

#[async_trait]
impl Operation for ThingGet {
    type Caller = KeyCaller;
    const SPEC: Spec<KeyCaller> = Spec {
        errors: &[ErrorCode::ResourceNotFound],
        ..spec(
            "sample_thing_get",
            Methods::Get,
            "/sample/things/{number}",
            Rule::ANY_KEY,
        )
    };
    type Context = Platform;
    type Input = ThingGetInput;
    type Reply = Resource<Thing>;

    async fn run(
        _: &Platform,
        caller: KeyCaller,
        input: ThingGetInput,
    ) -> Result<Self::Reply, ApiError> {
        if input.number > THINGS {
            return Err(ApiError::plain(ErrorCode::ResourceNotFound));
        }
        Ok(Resource(Thing::new(input.number, None, &caller)))
    }
}

/// An operation with a path parameter and a body.
pub(crate) struct ThingRename;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThingRenameInput {
    #[schemars(range(min = 0, max = 1000))]
    number: u32,
    #[schemars(length(min = 1, max = 20))]
    name: String,
}

#[async_trait]
impl Operation for ThingRename {
    type Caller = KeyCaller;
    const SPEC: Spec<KeyCaller> = Spec {
        limits: Limits {
            body_bytes: 100,
            ..Limits::ORDINARY
        },
        ..spec(
            "sample_thing_rename",
            Methods::Patch,
            "/sample/things/{number}",
            Rule::ANY_KEY,
        )
    };
    type Context = Platform;
    type Input = ThingRenameInput;
    type Reply = Resource<Thing>;

    async fn run(
        _: &Platform,
        caller: KeyCaller,
        input: ThingRenameInput,
    ) -> Result<Self::Reply, ApiError> {
        Ok(Resource(Thing::new(
            input.number,
            Some(input.name),
            &caller,
        )))
    }
}

/// An image whose format is part of a path segment.
pub(crate) struct Picture;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PictureInput {
    format: Format,
    #[schemars(range(min = 100, max = 4000))]
    width: u32,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Format {
    Svg,
    Png,
}

#[async_trait]
impl Operation for Picture {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        limits: Limits::IMAGE,
        ..spec(
            "sample_picture",
            Methods::Get,
            "/sample/picture.{format}",
            Rule::caller(KeyPermission::ChartRead, RolePermission::ChartUse)
                .gated_by(modules::NATAL_CHARTS),
        )
    };
    type Context = Platform;
    type Input = PictureInput;
    type Reply = Image;

    async fn run(_: &Platform, _: OrgCaller, input: PictureInput) -> Result<Self::Reply, ApiError> {
        let (media_type, bytes) = match input.format {
            Format::Svg => (
                MediaType::Svg,
                Bytes::from(format!("<svg width='{}'/>", input.width)),
            ),
            Format::Png => (MediaType::Png, Bytes::from_static(b"\x89PNG")),
        };
        Ok(Image {
            media_type,
            tag: ImageTag::of(&[&bytes]),
            bytes: Some(bytes),
        })
    }
}

/// An operation that panics.
pub(crate) struct Failing;

#[async_trait]
impl Operation for Failing {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = spec(
        "sample_failing",
        Methods::Get,
        "/sample/failing",
        Rule::PUBLIC,
    );
    type Context = Platform;
    type Input = NoInput;
    type Reply = DataReply<bool>;

    #[expect(clippy::panic, reason = "that is what it is for")]
    async fn run(_: &Platform, _: Anyone, _: NoInput) -> Result<Self::Reply, ApiError> {
        panic!("a defect")
    }
}

/// A metered operation that panics.
pub(crate) struct KeyedFailing;

#[async_trait]
impl Operation for KeyedFailing {
    type Caller = KeyCaller;
    const SPEC: Spec<KeyCaller> = spec(
        "sample_keyed_failing",
        Methods::Get,
        "/sample/keyed-failing",
        Rule::ANY_KEY,
    );
    type Context = Platform;
    type Input = NoInput;
    type Reply = DataReply<bool>;

    #[expect(clippy::panic, reason = "that is what it is for")]
    async fn run(_: &Platform, _: KeyCaller, _: NoInput) -> Result<Self::Reply, ApiError> {
        panic!("a defect")
    }
}

/// An operation that signals its start and waits to be released: a request in progress for as long
/// as a test needs.
pub(crate) struct Slow;

pub(crate) static SLOW_BEGUN: Semaphore = Semaphore::const_new(0);
pub(crate) static SLOW_MAY_END: Notify = Notify::const_new();
pub(crate) static SLOW_RUNS: AtomicUsize = AtomicUsize::new(0);

#[async_trait]
impl Operation for Slow {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = spec("sample_slow", Methods::Post, "/sample/slow", Rule::PUBLIC);
    type Context = Platform;
    type Input = NoInput;
    type Reply = DataReply<bool>;

    async fn run(_: &Platform, _: Anyone, _: NoInput) -> Result<Self::Reply, ApiError> {
        SLOW_RUNS.fetch_add(1, Ordering::SeqCst);
        SLOW_BEGUN.add_permits(1);
        SLOW_MAY_END.notified().await;
        Ok(DataReply(true))
    }
}
