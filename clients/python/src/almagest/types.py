# Generated from docs/reference/openapi.json by `cargo xtask generate`. Do not edit.
"""Inputs and replies of the operations, as dictionaries."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

ErrorCode: TypeAlias = Literal[
    "credential_ambiguous",
    "organization_required",
    "organization_unexpected",
    "api_version_unknown",
    "query_malformed",
    "host_invalid",
    "body_malformed",
    "json_malformed",
    "field_unknown",
    "field_missing",
    "field_type",
    "field_value",
    "field_range",
    "field_length",
    "field_format",
    "key_missing",
    "key_invalid",
    "key_revoked",
    "key_disabled",
    "key_expired",
    "token_expired",
    "url_signature_invalid",
    "url_expired",
    "url_revoked",
    "session_missing",
    "session_ended",
    "sign_in_failed",
    "second_factor_missing",
    "second_factor_wrong",
    "organization_suspended",
    "permission_missing",
    "module_required",
    "person_required",
    "operator_required",
    "second_factor_required",
    "reauthentication_required",
    "cross_site_request",
    "domain_not_allowed",
    "content_read_only",
    "insecure_transport",
    "password_wrong",
    "rank_too_high",
    "grant_too_high",
    "path_unknown",
    "resource_not_found",
    "method_not_allowed",
    "body_timeout",
    "response_stalled",
    "content_exists",
    "content_base_missing",
    "content_limit_reached",
    "webhook_limit_reached",
    "module_held",
    "plan_held",
    "plan_too_small",
    "price_changed",
    "terms_arranged",
    "currency_mismatch",
    "statement_not_due",
    "account_exists",
    "second_factor_state",
    "organization_limit_reached",
    "key_superseded",
    "key_ended",
    "key_limit_reached",
    "embed_url_limit_reached",
    "chatbot_limit_reached",
    "last_owner",
    "last_operator",
    "already_member",
    "inviter_gone",
    "invitation_closed",
    "idempotency_conflict",
    "content_changed",
    "body_too_large",
    "media_type_unsupported",
    "password_refused",
    "link_invalid",
    "value_refused",
    "country_unknown",
    "language_unknown",
    "name_unreadable",
    "week_not_found",
    "place_unknown",
    "place_ambiguous",
    "timezone_unknown",
    "date_not_in_calendar",
    "calendar_required",
    "birth_time_ambiguous",
    "birth_time_skipped",
    "birth_date_skipped",
    "fields_conflict",
    "point_undefined",
    "house_system_undefined",
    "response_field_unknown",
    "outside_ephemeris",
    "birth_time_required",
    "not_drawable",
    "range_reversed",
    "work_limit_exceeded",
    "range_too_long",
    "precondition_required",
    "rate_limited",
    "too_many_connections",
    "too_many_incomplete_requests",
    "too_many_unread_responses",
    "quota_exhausted",
    "attempts_limited",
    "organization_creation_limited",
    "invitations_limited",
    "chat_limit_reached",
    "internal_error",
    "provider_unreachable",
    "provider_error",
    "chat_unconfigured",
    "request_timeout",
    "service_unavailable",
    "provider_timeout",
]
"""Codes of errors. The service can add codes."""


class AccountSetupRequest(TypedDict):
    """The first account."""

    token: str
    """Token of the link."""

    email: str

    name: Name

    password: str
    """Password of at least 15 characters."""


class AccountSetupResponse(TypedDict):

    data: SessionResource

    meta: NotRequired[dict[str, Any]]


class Alert(TypedDict):
    """An alert."""

    rule: Literal["quota", "spike", "error_share", "denied_domains", "dormant_key", "key_expiry"]
    """Type: `quota`, `spike`, `error_share`, `denied_domains`, `dormant_key` or `key_expiry`."""

    subject: str
    """`live` or `test` for a quota, otherwise the ID of a key."""

    subjectName: str
    """Name of the subject at that time."""

    period: str
    """Period in which the alert is not repeated: a month, a day, or the day on which inactivity began
    or a key expires.
    """

    threshold: int
    """Threshold that was reached: percent, deviations, requests or days."""

    title: str

    text: str
    """Description of the event, with its figures."""

    facts: AlertFacts

    page: str
    """Dashboard page for resolving the alert."""

    firedAt: str

    readAt: NotRequired[str | None]
    """Time at which someone read it. Null if unread."""

AlertFacts: TypeAlias = "QuotaFacts | SpikeFacts | ErrorShareFacts | DeniedDomainsFacts | DormantKeyFacts | KeyExpiryFacts"
"""The values of an alert. `rule` determines the fields."""


class AlertGetParams(TypedDict):
    """Input of `alert_get`."""

    org: str
    """ID of the organization."""

    alert: str
    """ID of the alert."""


class AlertGetResponse(TypedDict):

    data: AlertResource


class AlertListParams(TypedDict):
    """Input of `alert_list`."""

    org: str
    """ID of the organization."""

    unread: NotRequired[bool | None]
    """Only unread alerts."""

    page: NotRequired[AlertListParamsPage]


class AlertListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class AlertListResponse(TypedDict):

    data: list[AlertResource]

    links: PageLinks

    meta: PageMeta

AlertMailTo: TypeAlias = Literal["managers", "owners", "nobody"]
"""Recipients of emails.

- `managers`: Owners and managers.
- `owners`: Owners only.
- `nobody`: Nobody.
"""


class AlertReadAllParams(TypedDict):
    """Input of `alert_read_all`."""

    org: str
    """ID of the organization."""


class AlertResource(TypedDict):

    type: Literal["alert"]

    id: str

    attributes: Alert

    links: ResourceLinks


class AlertSettings(TypedDict):
    """Alert settings. Null or an empty list disables a rule."""

    mailTo: AlertMailTo
    """Recipients of emails."""

    quotaPercents: list[int]
    """Thresholds of the quota and of the test allowance, in percent."""

    spike: NotRequired[SpikeLimits | None]

    errorShare: NotRequired[ErrorShareLimits | None]

    deniedDomains: NotRequired[int | None]
    """Number of requests that a key's domain rules reject within 60 minutes."""

    dormantDays: NotRequired[int | None]
    """Days of inactivity after which the use of a key triggers an alert."""

    expiryDays: list[int]
    """Days before a key expires."""


class AlertSettingsGetParams(TypedDict):
    """Input of `alert_settings_get`."""

    org: str
    """ID of the organization."""


class AlertSettingsGetResponse(TypedDict):

    data: AlertSettingsResource


class AlertSettingsRequest(TypedDict):
    """Changes to the alert settings. Omitted fields stay unchanged. Null or an empty list disables a
    rule.
    """

    mailTo: NotRequired[AlertMailTo | None]

    quotaPercents: NotRequired[list[int] | None]
    """Thresholds of the quota and of the test allowance, in percent."""

    spike: NotRequired[SpikeLimits | None]

    errorShare: NotRequired[ErrorShareLimits | None]

    deniedDomains: NotRequired[int | None]
    """Number of requests that a key's domain rules reject within 60 minutes."""

    dormantDays: NotRequired[int | None]
    """Days of inactivity after which the use of a key triggers an alert."""

    expiryDays: NotRequired[list[int] | None]
    """Days before a key expires."""


class AlertSettingsResource(TypedDict):

    type: Literal["alert-settings"]

    id: str

    attributes: AlertSettings

    links: ResourceLinks


class AlertSettingsUpdateParams(TypedDict):
    """Input of `alert_settings_update`."""

    org: str
    """ID of the organization."""

    mailTo: NotRequired[AlertMailTo | None]

    quotaPercents: NotRequired[list[int] | None]
    """Thresholds of the quota and of the test allowance, in percent."""

    spike: NotRequired[SpikeLimits | None]

    errorShare: NotRequired[ErrorShareLimits | None]

    deniedDomains: NotRequired[int | None]
    """Number of requests that a key's domain rules reject within 60 minutes."""

    dormantDays: NotRequired[int | None]
    """Days of inactivity after which the use of a key triggers an alert."""

    expiryDays: NotRequired[list[int] | None]
    """Days before a key expires."""


class AlertSettingsUpdateResponse(TypedDict):

    data: AlertSettingsResource


class AlertUpdateBody(TypedDict):
    """Whether the alert is read."""

    read: bool


class AlertUpdateParams(TypedDict):
    """Input of `alert_update`."""

    org: str
    """ID of the organization."""

    alert: str
    """ID of the alert."""

    read: bool


class AlertUpdateResponse(TypedDict):

    data: AlertResource


class AllowanceState(TypedDict):
    """An allowance and its usage."""

    used: int

    limit: int
    """Quota and overage together. Requests beyond it are rejected."""

    quota: int
    """Units included in the plan, or the test allowance."""

    overage: int
    """Units above the quota that are served at the overage price."""


class AmbiguousClock(TypedDict):
    """Both candidates for a local time that occurred twice."""

    timezone: str
    """Time zone."""

    offset: NotRequired[str | None]
    """Always null, because the candidates differ in it."""

    dst: NotRequired[bool | None]
    """Always null, because the candidates may differ in it."""

    source: OffsetSource
    """Source of the candidates' offsets."""

    candidates: list[ClockCandidate]
    """The earlier and the later candidate. Set `clockChange` to choose one."""

    zoneDataVersion: str
    """Version of the tz database."""

    boundariesVersion: str
    """Version of the time zone boundaries."""

    kind: Literal["ambiguous"]


class AngaKaranaId(TypedDict):
    """A part of the lunar month or of the zodiac, with its true start and end."""

    number: int
    """Number: of tithis 1 to 30, of karanas 1 to 60 from the first of the bright half, of nakshatras
    and yogas 1 to 27.
    """

    id: KaranaId
    """ID."""

    lord: NotRequired[GrahaId | None]
    """Ruler of the nakshatra."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""

    startLocal: str
    """Start on the clock of the place, with its offset."""

    endLocal: str
    """End on the clock of the place, with its offset."""

    kshaya: NotRequired[bool | None]
    """Whether no sunrise falls within it. Null without a sunrise."""

    adhika: NotRequired[bool | None]
    """Whether two sunrises fall within it. Null without a sunrise."""


class AngaNakshatraId(TypedDict):
    """A part of the lunar month or of the zodiac, with its true start and end."""

    number: int
    """Number: of tithis 1 to 30, of karanas 1 to 60 from the first of the bright half, of nakshatras
    and yogas 1 to 27.
    """

    id: NakshatraId
    """ID."""

    lord: NotRequired[GrahaId | None]
    """Ruler of the nakshatra."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""

    startLocal: str
    """Start on the clock of the place, with its offset."""

    endLocal: str
    """End on the clock of the place, with its offset."""

    kshaya: NotRequired[bool | None]
    """Whether no sunrise falls within it. Null without a sunrise."""

    adhika: NotRequired[bool | None]
    """Whether two sunrises fall within it. Null without a sunrise."""


class AngaPanchangYogaId(TypedDict):
    """A part of the lunar month or of the zodiac, with its true start and end."""

    number: int
    """Number: of tithis 1 to 30, of karanas 1 to 60 from the first of the bright half, of nakshatras
    and yogas 1 to 27.
    """

    id: PanchangYogaId
    """ID."""

    lord: NotRequired[GrahaId | None]
    """Ruler of the nakshatra."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""

    startLocal: str
    """Start on the clock of the place, with its offset."""

    endLocal: str
    """End on the clock of the place, with its offset."""

    kshaya: NotRequired[bool | None]
    """Whether no sunrise falls within it. Null without a sunrise."""

    adhika: NotRequired[bool | None]
    """Whether two sunrises fall within it. Null without a sunrise."""


class AngaTithiId(TypedDict):
    """A part of the lunar month or of the zodiac, with its true start and end."""

    number: int
    """Number: of tithis 1 to 30, of karanas 1 to 60 from the first of the bright half, of nakshatras
    and yogas 1 to 27.
    """

    id: TithiId
    """ID."""

    lord: NotRequired[GrahaId | None]
    """Ruler of the nakshatra."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""

    startLocal: str
    """Start on the clock of the place, with its offset."""

    endLocal: str
    """End on the clock of the place, with its offset."""

    kshaya: NotRequired[bool | None]
    """Whether no sunrise falls within it. Null without a sunrise."""

    adhika: NotRequired[bool | None]
    """Whether two sunrises fall within it. Null without a sunrise."""

AnglesName: TypeAlias = Literal["solarArcLongitude", "solarArcRa", "naibodRa", "quotidian"]
"""How the angles are progressed.

- `solarArcLongitude`: The Midheaven moves by the Sun's arc in longitude.
- `solarArcRa`: The meridian moves by the Sun's arc in right ascension.
- `naibodRa`: The meridian moves by the mean Sun's motion for each progressed day.
- `quotidian`: The meridian of the progressed moment itself.
"""


class Antiscia(TypedDict):
    """Antiscion and contra-antiscion of a point."""

    pointId: PointId
    """ID of the point."""

    antiscion: float
    """Reflection across the solstice axis, in degrees."""

    contraAntiscion: float
    """Reflection across the equinox axis, in degrees."""


class Ashtakavarga(TypedDict):
    """Bindus of a chart. Every list has the bindus of the signs from Aries to Pisces."""

    bhinna: dict[str, list[int]]
    """Bindus of each of the seven grahas."""

    lagna: list[int]
    """Bindus of the lagna."""

    sarva: list[int]
    """Sum of the seven grahas: 337 in all."""

    sarvaWithLagna: list[int]
    """Sum of the seven grahas and the lagna: 386 in all."""

AshtakavargaTables: TypeAlias = Literal["parashara", "varahamihira"]

AshtottariStart: TypeAlias = Literal["ardra", "krittika"]

AspectId: TypeAlias = Literal[
    "conjunction",
    "sextile",
    "square",
    "trine",
    "opposition",
    "semisextile",
    "semisquare",
    "quintile",
    "sesquisquare",
    "biquintile",
    "quincunx",
    "septile",
    "novile",
    "parallel",
    "contraparallel",
]


class AuditEntry(TypedDict):
    """A change of access."""

    at: str

    actor: str
    """ID of the user, or `operator`."""

    action: str

    subject: str
    """ID of the subject."""

    before: dict[str, Any] | None
    """Subject before the change."""

    after: dict[str, Any] | None
    """Subject after the change."""

    sourceAddress: NotRequired[str | None]

    mac: str
    """Keyed hash (HMAC) of this entry and all entries before it."""


class AuditEntryResource(TypedDict):

    type: Literal["audit-entry"]

    id: str

    attributes: AuditEntry

    links: ResourceLinks

AuditListParams = TypedDict(
    "AuditListParams",
    {
        # ID of the organization.
        "org": "str",
        # ID of the user, or `operator`.
        "actor": "NotRequired[str | None]",
        # Action, such as `key.create`, or group of actions, such as `key`.
        "action": "NotRequired[str | None]",
        # ID of the subject.
        "subject": "NotRequired[str | None]",
        # Start, inclusive.
        "from": "NotRequired[str | None]",
        # End, exclusive.
        "to": "NotRequired[str | None]",
        "page": "NotRequired[AuditListParamsPage]",
    },
)
"""Input of `audit_list`."""


class AuditListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class AuditListResponse(TypedDict):

    data: list[AuditEntryResource]

    links: PageLinks

    meta: PageMeta


class AuditVerification(TypedDict):
    """Whether an audit log is intact."""

    sound: bool
    """Whether every entry has the keyed hash (HMAC) that was computed when it was written."""

    entries: NotRequired[int | None]
    """Number of verified entries, if the log is intact."""

    finding: NotRequired[str | None]
    """What is wrong, if the log is not intact."""

    verifiedAt: str


class AuditVerificationResource(TypedDict):

    type: Literal["audit-verification"]

    id: str

    attributes: AuditVerification

    links: ResourceLinks


class AuditVerifyParams(TypedDict):
    """Input of `audit_verify`."""

    org: str
    """ID of the organization."""


class AuditVerifyResponse(TypedDict):

    data: AuditVerificationResource

AyanaId: TypeAlias = Literal["uttarayana", "dakshinayana"]


class AyanamshaAt(TypedDict):
    """A user-defined ayanamsha: its mean value at an epoch. Precession carries it to other dates."""

    epoch: LocalDateTime
    """Epoch: a date, or a date and time, in UTC and the Gregorian calendar."""

    value: float
    """Mean ayanamsha at the epoch, in degrees, without nutation."""

AyanamshaId: TypeAlias = Literal[
    "fagan-bradley",
    "lahiri",
    "lahiri-icrc",
    "lahiri-vp285",
    "krishnamurti",
    "krishnamurti-vp291",
    "raman",
    "usha-shashi",
    "yukteshwar",
    "djwhal-khul",
    "true-citra",
    "true-revati",
    "true-pushya",
    "true-mula",
    "suryasiddhanta",
    "suryasiddhanta-mean-sun",
    "suryasiddhanta-revati",
    "suryasiddhanta-citra",
    "aryabhata",
    "aryabhata-mean-sun",
    "aryabhata-522",
    "babylonian-huber",
    "babylonian-britton",
    "aldebaran-15-taurus",
    "galactic-center-0-sagittarius",
    "galactic-center-gil-brand",
    "galactic-center-mula-wilhelm",
    "galactic-center-cochrane",
    "galactic-equator-iau1958",
    "galactic-equator-true",
    "galactic-equator-mula",
    "j2000",
    "j1900",
    "b1950",
    "de-luce",
    "jn-bhasin",
    "babylonian-kugler-1",
    "babylonian-kugler-2",
    "babylonian-kugler-3",
    "babylonian-eta-piscium",
    "hipparchos",
    "sassanian",
    "galactic-alignment-mardyks",
    "true-sheoran",
    "galactic-equator-fiorenza",
    "valens-moon",
    "lahiri-1940",
    "krishnamurti-swiss",
    "yukteshwar-swiss",
    "usha-shashi-swiss",
    "djwhal-khul-swiss",
    "true-citra-mean",
    "true-revati-mean",
    "true-pushya-mean",
    "true-mula-mean",
]


class Balance(TypedDict):
    """Distribution over elements and modes."""

    elements: dict[str, int]
    """Number of points by element: fire, earth, air, water."""

    modes: dict[str, int]
    """Number of points by mode: cardinal, fixed, mutable."""


class BatchInput(TypedDict):
    """Calculations to perform."""

    requests: list[BatchItem]
    """Calculations to perform, at most 1,000."""


class BatchItem(TypedDict):
    """One calculation. An unknown operation and the problems of its body are reported in its place
    among the results.
    """

    operation: NotRequired[str | None]
    """Name of the calculation: the last part of its path, such as `natal`, or the path after `/api/`
    without parameters, such as `horoscope/daily/sign`.
    """

    body: NotRequired[CalculationInput | None]
    """Body of the calculation."""


class BatchItemResult(TypedDict):
    """Result of one calculation."""

    status: int
    """HTTP status of the calculation."""

    data: NotRequired[Any]
    """Response of the calculation."""

    errors: NotRequired[list[ErrorObject] | None]
    """Errors of the calculation, as in an error response."""


class BatchReply(TypedDict):
    """Results in the order of the requests."""

    results: list[BatchItemResult]
    """One result per request."""


class Bazi(TypedDict):
    """The four pillars of a birth."""

    pillars: BaziPillars
    """The four pillars."""

    luckCycles: NotRequired[BaziLuckCycles | None]
    """Luck cycles of ten years. Present if `sex` is given."""

    conventions: BaziConventions
    """Conventions used."""

    meta: Meta
    """Metadata about the calculation."""


class BaziConventions(TypedDict):
    """Conventions of the four pillars."""

    dayBoundary: int
    """Hour at which a day begins."""

    hourClock: BaziHourClock
    """Clock that day and hour follow."""

    clockTime: str
    """Time that this clock showed at birth."""


class BaziHiddenStem(TypedDict):
    """A stem hidden in a branch."""

    stem: HeavenlyStem
    """Heavenly stem."""

    tenGod: str
    """Its ten god, seen from the stem of the day."""

BaziHourClock: TypeAlias = Literal["civil", "meanSolar", "apparentSolar"]
"""The clock that day and hour follow.

- `civil`: The local clock, without the hour of summer time.
- `meanSolar`: Local mean time.
- `apparentSolar`: Local apparent time, as a sundial shows it.
"""


class BaziInput(TypedDict):
    """A birth."""

    dateTime: LocalDateTime
    """Local date and time of birth."""

    location: Location
    """Birthplace."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

    dayBoundary: NotRequired[int | None]
    """Hour at which a day begins: 23 or 0. Defaults to 23."""

    hourClock: NotRequired[BaziHourClock | None]
    """Clock that day and hour follow. Defaults to `civil`."""

    sex: NotRequired[BaziSex | None]
    """Sex, for the luck cycles. If omitted, the response has no luck cycles."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class BaziLuckCycle(TypedDict):
    """A luck cycle."""

    fromAge: float
    """Age in years at which it begins."""

    toAge: float
    """Age in years at which it ends."""

    stem: HeavenlyStem
    """Heavenly stem."""

    stemElement: ChineseElement
    """Element of the stem."""

    polarity: ChinesePolarity
    """Polarity of stem and branch."""

    branch: EarthlyBranch
    """Earthly branch."""

    branchElement: ChineseElement
    """Element of the branch."""

    animal: ChineseSign
    """Animal of the branch."""

    tenGod: NotRequired[str | None]
    """Ten god of the stem, seen from the stem of the day. Null for the stem of the day itself."""

    hiddenStems: list[BaziHiddenStem]
    """Stems hidden in the branch, the main one first."""

    naYin: str
    """Na Yin: the image of the pillar."""

    naYinElement: ChineseElement
    """Element of the Na Yin."""


class BaziLuckCycles(TypedDict):
    """Luck cycles."""

    forward: bool
    """Whether the cycles follow the months forward."""

    firstAge: float
    """Age in years at which the first cycle begins: three days to the jie count as a year."""

    cycles: list[BaziLuckCycle]
    """The cycles."""


class BaziPillar(TypedDict):
    """A stem and a branch."""

    stem: HeavenlyStem
    """Heavenly stem."""

    stemElement: ChineseElement
    """Element of the stem."""

    polarity: ChinesePolarity
    """Polarity of stem and branch."""

    branch: EarthlyBranch
    """Earthly branch."""

    branchElement: ChineseElement
    """Element of the branch."""

    animal: ChineseSign
    """Animal of the branch."""

    tenGod: NotRequired[str | None]
    """Ten god of the stem, seen from the stem of the day. Null for the stem of the day itself."""

    hiddenStems: list[BaziHiddenStem]
    """Stems hidden in the branch, the main one first."""

    naYin: str
    """Na Yin: the image of the pillar."""

    naYinElement: ChineseElement
    """Element of the Na Yin."""


class BaziPillars(TypedDict):
    """The four pillars."""

    year: BaziPillar
    """Of the year, which begins at lichun."""

    month: BaziPillar
    """Of the solar month."""

    day: BaziPillar
    """Of the day."""

    hour: BaziPillar
    """Of the double hour."""

BaziSex: TypeAlias = Literal["female", "male"]
"""The sex that the direction of the luck cycles depends on.

- `female`: Female.
- `male`: Male.
"""


class Bhadra(TypedDict):
    """A Vishti karana."""

    abode: BhadraAbode
    """Where Bhadra dwells by the Moon's sign at the start. Only `earth` is to be avoided."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""

    startLocal: str
    """Start on the clock of the place, with its offset."""

    endLocal: str
    """End on the clock of the place, with its offset."""

BhadraAbode: TypeAlias = Literal["earth", "heaven", "underworld"]


class Bhava(TypedDict):
    """A bhava."""

    number: int
    """Number, 1 to 12."""

    start: float
    """Longitude where it begins (bhava-sandhi), in degrees."""

    middle: float
    """Longitude of its middle (bhava-madhya), in degrees."""

    end: float
    """Longitude where it ends, in degrees."""

    sign: SignId
    """Sign of its middle."""

    lord: GrahaId
    """Lord of that sign."""

BhavaSystem: TypeAlias = Literal[
    "whole",
    "sripati",
    "kp",
    "equal",
    "equalStart",
]


class BillLine(TypedDict):
    """A line of a bill."""

    kind: Literal["plan", "plan-credit", "overage", "module", "usage", "usage-test", "usage-returned"]
    """Type: `plan`, `plan-credit`, `overage` or `module`. With an amount of 0, the requests of one
    operation: `usage`, `usage-test` for test keys, `usage-returned` for our own failures.
    """

    subject: str
    """Plan, module or operation."""

    beginsAt: str

    endsAt: str
    """End of the line's period (exclusive)."""

    requests: int
    """Number of ledger requests that the line counts."""

    quantity: int
    """Days of a plan, units, or periods of a module."""

    unitPrice: int
    """Unit price in minor units. For a plan, the price of a whole period."""

    amount: int
    """Amount in minor units. Negative for a credit."""


class Billing(TypedDict):
    """Costs of an organization in the current period."""

    plan: NotRequired[str | None]
    """Current plan. Null if the organization is closed."""

    price: int
    """Price of the plan per period, in minor units."""

    overagePrice: int
    """Price of a unit above the quota, in minor units."""

    currency: str

    quota: int
    """Units included in the price."""

    overage: int
    """Units above the quota that are served at the overage price. After that, requests are rejected."""

    used: int
    """Live units used in this period."""

    period: str
    """Month, in UTC."""

    periodEndsAt: str

    lines: list[BillLine]
    """Costs of the period so far."""

    total: int
    """Sum of the lines, in minor units."""

    billTo: str
    """Billing address on invoices. Defaults to the organization's name."""

    ownTerms: bool
    """Whether the operator has arranged custom terms."""


class BillingGetParams(TypedDict):
    """Input of `billing_get`."""

    org: str
    """ID of the organization."""


class BillingGetResponse(TypedDict):

    data: BillingResource


class BillingResource(TypedDict):

    type: Literal["billing"]

    id: str

    attributes: Billing

    links: ResourceLinks


class BillingUpdateParams(TypedDict):
    """Input of `billing_update`."""

    org: str
    """ID of the organization."""

    billTo: str
    """Name, address and other details that an invoice must show, in lines."""


class BillingUpdateRequest(TypedDict):
    """The billing address of invoices."""

    billTo: str
    """Name, address and other details that an invoice must show, in lines."""


class BillingUpdateResponse(TypedDict):

    data: BillingResource


class BirthData(TypedDict):
    """The birth of a person."""

    date: str
    """Date of birth, such as `1990-06-15`."""

    time: NotRequired[str | None]
    """Local time of birth, such as `14:30`. Leave it out if it is unknown."""

    latitude: NotRequired[float | None]
    """Latitude of the place in degrees, north positive."""

    longitude: NotRequired[float | None]
    """Longitude of the place in degrees, east positive."""

    placeName: NotRequired[str | None]
    """Name of the place."""

    timezone: NotRequired[str | None]
    """Time zone of the place, such as `Europe/Amsterdam`."""


class BirthYearInput(TypedDict):
    """A birth."""

    birthDate: LocalDateTime
    """Date of birth in the Gregorian calendar, with or without a time."""

    location: NotRequired[Location | None]
    """Birthplace. Required with `yearBoundary: lichun`, otherwise without effect."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

    yearBoundary: NotRequired[ChineseYearBoundary | None]
    """When the year begins. Defaults to `newYear`."""

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of animals and elements."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""

BranchRelation: TypeAlias = Literal[
    "triad",
    "harmony",
    "clash",
    "harm",
    "punishment",
    "selfPunishment",
    "destruction",
    "same",
    "none",
]


class BrowserToken(TypedDict):
    """A browser token."""

    token: NotRequired[str | None]
    """Token to send as `Authorization: Bearer`. Shown only once: null if the response repeats an
    earlier one.
    """

    permissions: list[str]

    origins: list[str]

    expiresAt: str


class BrowserTokenRequest(TypedDict):
    """A browser token to create. It cannot exceed its key."""

    permissions: list[KeyPermission]

    origins: list[str]
    """Domains of the pages that can use the token. `*` is not allowed."""

    expiresIn: int
    """Lifetime in seconds, at most one hour."""


class BrowserTokenResource(TypedDict):

    type: Literal["browser-token"]

    id: str

    attributes: BrowserToken

    links: ResourceLinks


class CalcBatchResponse(TypedDict):

    data: BatchReply


class CalcBaziResponse(TypedDict):

    data: Bazi


class CalcChineseCalendarResponse(TypedDict):

    data: ChineseCalendar


class CalcChineseForecastResponse(TypedDict):

    data: ChineseForecast


class CalcChineseHoroscopeResponse(TypedDict):

    data: ChineseHoroscope


class CalcCompatibilityResponse(TypedDict):

    data: Compatibility


class CalcCompositeResponse(TypedDict):

    data: Composite


class CalcContextResponse(TypedDict):

    data: CalculationText


class CalcDavisonResponse(TypedDict):

    data: Davison


class CalcEclipsesResponse(TypedDict):

    data: EclipseList


class CalcEphemerisResponse(TypedDict):

    data: EphemerisTable


class CalcExplainResponse(TypedDict):

    data: ExplainResult


class CalcLunarReturnResponse(TypedDict):

    data: ReturnChart


class CalcMarginsResponse(TypedDict):

    data: Margins


class CalcMoonDayResponse(TypedDict):

    data: MoonDayAnswer


class CalcMoonRangeResponse(TypedDict):

    data: MoonCalendar


class CalcMoonSunResponse(TypedDict):

    data: MoonSun


class CalcNatalResponse(TypedDict):

    data: Natal


class CalcPanchangRangeResponse(TypedDict):

    data: PanchangRange


class CalcPanchangResponse(TypedDict):

    data: Panchang


class CalcPlanetaryReturnResponse(TypedDict):

    data: ReturnChart


class CalcProfectionsResponse(TypedDict):

    data: Profections


class CalcProgressionsResponse(TypedDict):

    data: Progression


class CalcRetrogradeResponse(TypedDict):

    data: Retrograde


class CalcSolarReturnResponse(TypedDict):

    data: ReturnChart


class CalcSynastryResponse(TypedDict):

    data: Synastry


class CalcTransitResponse(TypedDict):

    data: Transit


class CalcVedicChartResponse(TypedDict):

    data: VedicChart


class CalcVedicDashaResponse(TypedDict):

    data: Dasha


class CalcVedicMatchResponse(TypedDict):

    data: VedicMatch

CalculationInput: TypeAlias = "dict[str, Any]"
"""The body of the calculation, as it is sent alone."""


class CalculationText(TypedDict):
    """The result of a calculation as a text."""

    operation: str
    """Id of the calculation's operation."""

    markdown: str
    """The facts as Markdown. The same request gives the same text."""

    bytes: int
    """Length of the text in bytes."""

    tokens: int
    """Length of the text in tokens of four bytes, rounded up."""

    rowsOmitted: int
    """Number of rows that the text leaves out because of `maxRows`."""


class CalendarInput(TypedDict):
    """Exactly one of a year, a Gregorian date, or a Chinese date."""

    year: NotRequired[int | None]
    """Gregorian year whose months and solar terms to list."""

    date: NotRequired[LocalDateTime | None]
    """Gregorian date to convert."""

    lunarYear: NotRequired[int | None]
    """Lunar year of the Chinese date to convert: the Gregorian year in which it begins."""

    month: NotRequired[int | None]
    """Month of the Chinese date."""

    leapMonth: NotRequired[bool | None]
    """Whether the month is the leap month of that number. Defaults to `false`."""

    day: NotRequired[int | None]
    """Day of the Chinese date."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""

CalendarName: TypeAlias = Literal["gregorian", "julian", "swedish"]
"""The calendar of a date.

- `gregorian`: Gregorian calendar, in use since 1582.
- `julian`: Julian calendar, in use until 1582 and longer in some countries: until 1752 in England
and 1918 in Russia.
- `swedish`: Civil calendar of Sweden and Finland: from 1700-03-01 to 1712-02-30 a day ahead of the
Julian one, then Julian until 1753-02-17.
"""

Center: TypeAlias = Literal["geocentric", "topocentric", "heliocentric"]

Certainty: TypeAlias = Literal["certain", "possible"]


class Chandrabala(TypedDict):
    """Signs of birth for which a sign of the Moon is good."""

    sign: SignId
    """Sign of the Moon."""

    start: str
    """Its start, in UTC."""

    end: str
    """Its end, in UTC."""

    goodFor: list[SignId]
    """Signs of the Moon at birth."""

CharaRules: TypeAlias = Literal["rao"]
"""Rules of the Chara dasha.

- `rao`: K. N. Rao.
"""


class ChartAspect(TypedDict):
    """An aspect between two points."""

    pointA: PointId
    """First point."""

    pointB: PointId
    """Second point."""

    aspect: AspectId
    """Type of aspect."""

    pointATitle: NotRequired[str | None]
    """Title of the first point. Present if `includeReadableEntities` is `true`."""

    pointBTitle: NotRequired[str | None]
    """Title of the second point. Present if `includeReadableEntities` is `true`."""

    aspectTitle: NotRequired[str | None]
    """Title of the aspect. Present if `includeReadableEntities` is `true`."""

    angle: NotRequired[float | None]
    """Angle of the exact aspect in degrees. Null for parallels."""

    orb: float
    """Orb: distance from exact, in degrees."""

    orbLargest: NotRequired[float | None]
    """Largest orb during the day. Present if the birth time is unknown."""

    applying: NotRequired[bool | None]
    """Whether the aspect is applying. Null if a point has no motion of its own."""

    exactness: NotRequired[float | None]
    """1 if exact, 0 at the edge of the orb. Absent if the birth time is unknown."""

    certainty: NotRequired[Certainty | None]
    """`certain` or `possible`. Present if the birth time is unknown."""

    text: NotRequired[Text | None]
    """Interpretation text. Present if `includeText` is `true`."""


class ChartChineseHoroscopeParams(TypedDict):
    """Input of `chart_chinese_horoscope`."""

    format: ImageFormat
    """File format: `svg` or `png`."""

    width: NotRequired[int | None]
    """Width in pixels. Defaults to `height`, or to 600."""

    height: NotRequired[int | None]
    """Height in pixels. Defaults to the width."""

    theme: NotRequired[ThemeChoice | None]
    """Theme. Defaults to `classic`."""

    colours: NotRequired[ChartChineseHoroscopeParamsColours]

    text: NotRequired[bool | None]
    """Whether to draw the interpretation, in English if it does not exist in the requested language.
    If omitted, it is drawn if the key can read texts. If `true`, the request is rejected if the key
    cannot read texts.
    """

    birthDate: LocalDateTime
    """Date of birth in the Gregorian calendar, with or without a time."""

    location: NotRequired[ChartChineseHoroscopeParamsLocation]

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

    yearBoundary: NotRequired[ChineseYearBoundary | None]
    """When the year begins. Defaults to `newYear`."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """


class ChartChineseHoroscopeParamsColours(TypedDict):

    background: NotRequired[str | None]
    """Background."""

    ink: NotRequired[str | None]
    """Text and symbols."""

    line: NotRequired[str | None]
    """Circles and ticks."""

    sign: NotRequired[str | None]
    """Symbols of the signs."""

    tension: NotRequired[str | None]
    """Squares and oppositions."""

    harmony: NotRequired[str | None]
    """Trines and sextiles."""


class ChartChineseHoroscopeParamsLocation(TypedDict):

    latitude: NotRequired[float | None]
    """Latitude in degrees, positive north."""

    longitude: NotRequired[float | None]
    """Longitude in degrees, positive east."""

    timezone: NotRequired[str | None]
    """Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for local
    mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
    coordinates and returned in the response.
    """

    height: NotRequired[float | None]
    """Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only."""

    name: NotRequired[str | None]
    """Name of the place. For display only."""


class ChartCompositeParams(TypedDict):
    """Input of `chart_composite`."""

    format: ImageFormat
    """File format: `svg` or `png`."""

    width: NotRequired[int | None]
    """Width in pixels. Defaults to `height`, or to 600."""

    height: NotRequired[int | None]
    """Height in pixels. Defaults to the width."""

    theme: NotRequired[ThemeChoice | None]
    """Theme. Defaults to `classic`."""

    colours: NotRequired[ChartCompositeParamsColours]

    positions: NotRequired[bool | None]
    """Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
    Needs an image of at least 420 x 420 pixels.
    """

    cusps: NotRequired[bool | None]
    """Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an image
    of at least 420 x 420 pixels.
    """

    aspectGrid: NotRequired[bool | None]
    """Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
    an image of at least 420 x 420 pixels.
    """

    balance: NotRequired[bool | None]
    """Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
    each element and modality. Needs an image of at least 420 x 420 pixels.
    """

    legend: NotRequired[bool | None]
    """Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
    an image of at least 420 x 420 pixels.
    """

    title: NotRequired[str | None]
    """Title, drawn above the chart and read by screen readers."""

    compositeHouses: NotRequired[CompositeHousesName | None]
    """How the composite houses are calculated. Defaults to `derived`."""

    dateTime1: LocalDateTime
    """Local date and time of the first birth."""

    location1: Location

    calendar1: NotRequired[CalendarName | None]
    """Calendar of `dateTime1`. Required before 1582-10-15."""

    clockChange1: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set forward
    and it was skipped.
    """

    dateTime2: LocalDateTime
    """Local date and time of the second birth."""

    location2: Location

    calendar2: NotRequired[CalendarName | None]
    """Calendar of `dateTime2`. Required before 1582-10-15."""

    clockChange2: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set forward
    and it was skipped.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[ChartCompositeParamsAyanamshaAt]

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields]

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """


class ChartCompositeParamsAyanamshaAt(TypedDict):

    epoch: NotRequired[LocalDateTime | None]
    """Epoch: a date, or a date and time, in UTC and the Gregorian calendar."""

    value: NotRequired[float | None]
    """Mean ayanamsha at the epoch, in degrees, without nutation."""


class ChartCompositeParamsColours(TypedDict):

    background: NotRequired[str | None]
    """Background."""

    ink: NotRequired[str | None]
    """Text and symbols."""

    line: NotRequired[str | None]
    """Circles and ticks."""

    sign: NotRequired[str | None]
    """Symbols of the signs."""

    tension: NotRequired[str | None]
    """Squares and oppositions."""

    harmony: NotRequired[str | None]
    """Trines and sextiles."""


class ChartDavisonParams(TypedDict):
    """Input of `chart_davison`."""

    format: ImageFormat
    """File format: `svg` or `png`."""

    width: NotRequired[int | None]
    """Width in pixels. Defaults to `height`, or to 600."""

    height: NotRequired[int | None]
    """Height in pixels. Defaults to the width."""

    theme: NotRequired[ThemeChoice | None]
    """Theme. Defaults to `classic`."""

    colours: NotRequired[ChartDavisonParamsColours]

    positions: NotRequired[bool | None]
    """Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
    Needs an image of at least 420 x 420 pixels.
    """

    cusps: NotRequired[bool | None]
    """Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an image
    of at least 420 x 420 pixels.
    """

    aspectGrid: NotRequired[bool | None]
    """Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
    an image of at least 420 x 420 pixels.
    """

    balance: NotRequired[bool | None]
    """Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
    each element and modality. Needs an image of at least 420 x 420 pixels.
    """

    legend: NotRequired[bool | None]
    """Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
    an image of at least 420 x 420 pixels.
    """

    title: NotRequired[str | None]
    """Title, drawn above the chart and read by screen readers."""

    dateTime1: LocalDateTime
    """Local date and time of the first birth."""

    location1: Location

    calendar1: NotRequired[CalendarName | None]
    """Calendar of `dateTime1`. Required before 1582-10-15."""

    clockChange1: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set forward
    and it was skipped.
    """

    dateTime2: LocalDateTime
    """Local date and time of the second birth."""

    location2: Location

    calendar2: NotRequired[CalendarName | None]
    """Calendar of `dateTime2`. Required before 1582-10-15."""

    clockChange2: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set forward
    and it was skipped.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[ChartDavisonParamsAyanamshaAt]

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields]

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """


class ChartDavisonParamsAyanamshaAt(TypedDict):

    epoch: NotRequired[LocalDateTime | None]
    """Epoch: a date, or a date and time, in UTC and the Gregorian calendar."""

    value: NotRequired[float | None]
    """Mean ayanamsha at the epoch, in degrees, without nutation."""


class ChartDavisonParamsColours(TypedDict):

    background: NotRequired[str | None]
    """Background."""

    ink: NotRequired[str | None]
    """Text and symbols."""

    line: NotRequired[str | None]
    """Circles and ticks."""

    sign: NotRequired[str | None]
    """Symbols of the signs."""

    tension: NotRequired[str | None]
    """Squares and oppositions."""

    harmony: NotRequired[str | None]
    """Trines and sextiles."""


class ChartHoroscopeParams(TypedDict):
    """Input of `chart_horoscope`."""

    format: ImageFormat
    """File format: `svg` or `png`."""

    width: NotRequired[int | None]
    """Width in pixels. Defaults to `height`, or to 600."""

    height: NotRequired[int | None]
    """Height in pixels. Defaults to the width."""

    theme: NotRequired[ThemeChoice | None]
    """Theme. Defaults to `classic`."""

    colours: NotRequired[ChartHoroscopeParamsColours]

    text: NotRequired[bool | None]
    """Whether to draw the interpretation, in English if it does not exist in the requested language.
    If omitted, it is drawn if the key can read texts. If `true`, the request is rejected if the key
    cannot read texts.
    """

    sign: SignId
    """Sign."""

    period: NotRequired[HoroscopeCardPeriod | None]
    """Kind of period. Defaults to `daily`."""

    date: NotRequired[str | None]
    """Date in the period. Defaults to today in `timezone`."""

    language: NotRequired[str | None]
    """Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
    this language are in English.
    """

    timezone: NotRequired[str | None]
    """Time zone of the days, from the tz database. Defaults to `UTC`."""


class ChartHoroscopeParamsColours(TypedDict):

    background: NotRequired[str | None]
    """Background."""

    ink: NotRequired[str | None]
    """Text and symbols."""

    line: NotRequired[str | None]
    """Circles and ticks."""

    sign: NotRequired[str | None]
    """Symbols of the signs."""

    tension: NotRequired[str | None]
    """Squares and oppositions."""

    harmony: NotRequired[str | None]
    """Trines and sextiles."""


class ChartLunarReturnParams(TypedDict):
    """Input of `chart_lunar_return`."""

    format: ImageFormat
    """File format: `svg` or `png`."""

    width: NotRequired[int | None]
    """Width in pixels. Defaults to `height`, or to 600."""

    height: NotRequired[int | None]
    """Height in pixels. Defaults to the width."""

    theme: NotRequired[ThemeChoice | None]
    """Theme. Defaults to `classic`."""

    colours: NotRequired[ChartLunarReturnParamsColours]

    positions: NotRequired[bool | None]
    """Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
    Needs an image of at least 420 x 420 pixels.
    """

    cusps: NotRequired[bool | None]
    """Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an image
    of at least 420 x 420 pixels.
    """

    aspectGrid: NotRequired[bool | None]
    """Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
    an image of at least 420 x 420 pixels.
    """

    balance: NotRequired[bool | None]
    """Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
    each element and modality. Needs an image of at least 420 x 420 pixels.
    """

    legend: NotRequired[bool | None]
    """Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
    an image of at least 420 x 420 pixels.
    """

    title: NotRequired[str | None]
    """Title, drawn above the chart and read by screen readers."""

    aroundNatal: NotRequired[bool | None]
    """Whether to draw the return around the natal chart, with the natal houses and the aspects between
    the two charts. Defaults to `false`: the return alone.
    """

    outerHouses: NotRequired[bool | None]
    """Whether to draw the houses of the return in a second ring. Requires `aroundNatal`."""

    birthDateTime: LocalDateTime
    """Local date and time of birth. The time is required."""

    birthLocation: Location

    calendar: NotRequired[CalendarName | None]
    """Calendar of `birthDateTime`. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
    forward and it was skipped.
    """

    location: NotRequired[ChartLunarReturnParamsLocation]

    returnDate: NotRequired[LocalDateTime | None]
    """Start of the search: the response has the first return at or after this date. Defaults to the
    current time, with a warning.
    """

    returnCalendar: NotRequired[CalendarName | None]
    """Calendar of `returnDate`. Required before 1582-10-15."""

    returnClockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `returnDate` occurred twice, or were set
    forward and it was skipped.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[ChartLunarReturnParamsAyanamshaAt]

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields]

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """


class ChartLunarReturnParamsAyanamshaAt(TypedDict):

    epoch: NotRequired[LocalDateTime | None]
    """Epoch: a date, or a date and time, in UTC and the Gregorian calendar."""

    value: NotRequired[float | None]
    """Mean ayanamsha at the epoch, in degrees, without nutation."""


class ChartLunarReturnParamsColours(TypedDict):

    background: NotRequired[str | None]
    """Background."""

    ink: NotRequired[str | None]
    """Text and symbols."""

    line: NotRequired[str | None]
    """Circles and ticks."""

    sign: NotRequired[str | None]
    """Symbols of the signs."""

    tension: NotRequired[str | None]
    """Squares and oppositions."""

    harmony: NotRequired[str | None]
    """Trines and sextiles."""


class ChartLunarReturnParamsLocation(TypedDict):

    latitude: NotRequired[float | None]
    """Latitude in degrees, positive north."""

    longitude: NotRequired[float | None]
    """Longitude in degrees, positive east."""

    timezone: NotRequired[str | None]
    """Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for local
    mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
    coordinates and returned in the response.
    """

    height: NotRequired[float | None]
    """Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only."""

    name: NotRequired[str | None]
    """Name of the place. For display only."""


class ChartNatalParams(TypedDict):
    """Input of `chart_natal`."""

    format: ImageFormat
    """File format: `svg` or `png`."""

    width: NotRequired[int | None]
    """Width in pixels. Defaults to `height`, or to 600."""

    height: NotRequired[int | None]
    """Height in pixels. Defaults to the width."""

    theme: NotRequired[ThemeChoice | None]
    """Theme. Defaults to `classic`."""

    colours: NotRequired[ChartNatalParamsColours]

    positions: NotRequired[bool | None]
    """Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
    Needs an image of at least 420 x 420 pixels.
    """

    cusps: NotRequired[bool | None]
    """Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an image
    of at least 420 x 420 pixels.
    """

    aspectGrid: NotRequired[bool | None]
    """Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
    an image of at least 420 x 420 pixels.
    """

    balance: NotRequired[bool | None]
    """Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
    each element and modality. Needs an image of at least 420 x 420 pixels.
    """

    legend: NotRequired[bool | None]
    """Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
    an image of at least 420 x 420 pixels.
    """

    title: NotRequired[str | None]
    """Title, drawn above the chart and read by screen readers."""

    dateTime: LocalDateTime
    """Local date and time of birth: `YYYY-MM-DDTHH:mm`, optionally with seconds, fractions and an
    offset. A date without a time means that the birth time is unknown.
    """

    location: Location

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[ChartNatalParamsAyanamshaAt]

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields]

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """


class ChartNatalParamsAyanamshaAt(TypedDict):

    epoch: NotRequired[LocalDateTime | None]
    """Epoch: a date, or a date and time, in UTC and the Gregorian calendar."""

    value: NotRequired[float | None]
    """Mean ayanamsha at the epoch, in degrees, without nutation."""


class ChartNatalParamsColours(TypedDict):

    background: NotRequired[str | None]
    """Background."""

    ink: NotRequired[str | None]
    """Text and symbols."""

    line: NotRequired[str | None]
    """Circles and ticks."""

    sign: NotRequired[str | None]
    """Symbols of the signs."""

    tension: NotRequired[str | None]
    """Squares and oppositions."""

    harmony: NotRequired[str | None]
    """Trines and sextiles."""


class ChartNumerologyProfileParams(TypedDict):
    """Input of `chart_numerology_profile`."""

    format: ImageFormat
    """File format: `svg` or `png`."""

    width: NotRequired[int | None]
    """Width in pixels. Defaults to `height`, or to 600."""

    height: NotRequired[int | None]
    """Height in pixels. Defaults to the width."""

    theme: NotRequired[ThemeChoice | None]
    """Theme. Defaults to `classic`."""

    colours: NotRequired[ChartNumerologyProfileParamsColours]

    text: NotRequired[bool | None]
    """Whether to draw the interpretation, in English if it does not exist in the requested language.
    If omitted, it is drawn if the key can read texts. If `true`, the request is rejected if the key
    cannot read texts.
    """

    dateTime: LocalDateTime
    """Date of birth, in the calendar in use at that time. A time of day has no effect."""

    fullName: str
    """Full name at birth, in any script. Only letters count; all other characters are ignored."""

    forDate: NotRequired[LocalDateTime | None]
    """Date of the personal year, month and day. Defaults to today in UTC."""

    system: NotRequired[NumerologySystem | None]
    """System of letter values. Defaults to `pythagorean`."""

    reduction: NotRequired[NumerologyReduction | None]
    """How the life path number is calculated. Defaults to `parts`."""

    masterNumbers: NotRequired[NumerologyMasterNumbers | None]
    """Which steps keep master numbers unreduced. Defaults to `final`."""

    nameReduction: NotRequired[NumerologyNameReduction | None]
    """How the values of the names are combined. Defaults to `total`."""

    y: NotRequired[NumerologyY | None]
    """When Y counts as a vowel. Defaults to `context`."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """


class ChartNumerologyProfileParamsColours(TypedDict):

    background: NotRequired[str | None]
    """Background."""

    ink: NotRequired[str | None]
    """Text and symbols."""

    line: NotRequired[str | None]
    """Circles and ticks."""

    sign: NotRequired[str | None]
    """Symbols of the signs."""

    tension: NotRequired[str | None]
    """Squares and oppositions."""

    harmony: NotRequired[str | None]
    """Trines and sextiles."""


class ChartPattern(TypedDict):
    """An aspect pattern."""

    pattern: PatternType
    """Type of pattern."""

    points: list[PointId]
    """Points of the pattern."""

    sign: NotRequired[SignId | None]
    """Sign of a stellium."""


class ChartProgressionsParams(TypedDict):
    """Input of `chart_progressions`."""

    format: ImageFormat
    """File format: `svg` or `png`."""

    width: NotRequired[int | None]
    """Width in pixels. Defaults to `height`, or to 600."""

    height: NotRequired[int | None]
    """Height in pixels. Defaults to the width."""

    theme: NotRequired[ThemeChoice | None]
    """Theme. Defaults to `classic`."""

    colours: NotRequired[ChartProgressionsParamsColours]

    positions: NotRequired[bool | None]
    """Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
    Needs an image of at least 420 x 420 pixels.
    """

    cusps: NotRequired[bool | None]
    """Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an image
    of at least 420 x 420 pixels.
    """

    aspectGrid: NotRequired[bool | None]
    """Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
    an image of at least 420 x 420 pixels.
    """

    balance: NotRequired[bool | None]
    """Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
    each element and modality. Needs an image of at least 420 x 420 pixels.
    """

    legend: NotRequired[bool | None]
    """Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
    an image of at least 420 x 420 pixels.
    """

    title: NotRequired[str | None]
    """Title, drawn above the chart and read by screen readers."""

    birthDateTime: LocalDateTime
    """Local date and time of birth. The time is required."""

    birthLocation: Location

    calendar: NotRequired[CalendarName | None]
    """Calendar of `birthDateTime`. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
    forward and it was skipped.
    """

    targetDate: LocalDateTime
    """Target date. A date without a time means 00:00 in the time zone of the birthplace."""

    targetCalendar: NotRequired[CalendarName | None]
    """Calendar of `targetDate`. Required before 1582-10-15."""

    targetClockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `targetDate` occurred twice, or were set
    forward and it was skipped.
    """

    method: NotRequired[MethodName | None]
    """Progression method. Defaults to `secondary`."""

    progressedAngles: NotRequired[AnglesName | None]
    """How the angles are progressed. Defaults to `solarArcLongitude`."""

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[ChartProgressionsParamsAyanamshaAt]

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields]

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """


class ChartProgressionsParamsAyanamshaAt(TypedDict):

    epoch: NotRequired[LocalDateTime | None]
    """Epoch: a date, or a date and time, in UTC and the Gregorian calendar."""

    value: NotRequired[float | None]
    """Mean ayanamsha at the epoch, in degrees, without nutation."""


class ChartProgressionsParamsColours(TypedDict):

    background: NotRequired[str | None]
    """Background."""

    ink: NotRequired[str | None]
    """Text and symbols."""

    line: NotRequired[str | None]
    """Circles and ticks."""

    sign: NotRequired[str | None]
    """Symbols of the signs."""

    tension: NotRequired[str | None]
    """Squares and oppositions."""

    harmony: NotRequired[str | None]
    """Trines and sextiles."""


class ChartSolarReturnParams(TypedDict):
    """Input of `chart_solar_return`."""

    format: ImageFormat
    """File format: `svg` or `png`."""

    width: NotRequired[int | None]
    """Width in pixels. Defaults to `height`, or to 600."""

    height: NotRequired[int | None]
    """Height in pixels. Defaults to the width."""

    theme: NotRequired[ThemeChoice | None]
    """Theme. Defaults to `classic`."""

    colours: NotRequired[ChartSolarReturnParamsColours]

    positions: NotRequired[bool | None]
    """Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
    Needs an image of at least 420 x 420 pixels.
    """

    cusps: NotRequired[bool | None]
    """Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an image
    of at least 420 x 420 pixels.
    """

    aspectGrid: NotRequired[bool | None]
    """Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
    an image of at least 420 x 420 pixels.
    """

    balance: NotRequired[bool | None]
    """Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
    each element and modality. Needs an image of at least 420 x 420 pixels.
    """

    legend: NotRequired[bool | None]
    """Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
    an image of at least 420 x 420 pixels.
    """

    title: NotRequired[str | None]
    """Title, drawn above the chart and read by screen readers."""

    aroundNatal: NotRequired[bool | None]
    """Whether to draw the return around the natal chart, with the natal houses and the aspects between
    the two charts. Defaults to `false`: the return alone.
    """

    outerHouses: NotRequired[bool | None]
    """Whether to draw the houses of the return in a second ring. Requires `aroundNatal`."""

    birthDateTime: LocalDateTime
    """Local date and time of birth. The time is required."""

    birthLocation: Location

    calendar: NotRequired[CalendarName | None]
    """Calendar of `birthDateTime`. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
    forward and it was skipped.
    """

    location: NotRequired[ChartSolarReturnParamsLocation]

    returnYear: NotRequired[int | None]
    """Year of the return: the return nearest to the birthday in that year. Defaults to the current
    year, with a warning.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[ChartSolarReturnParamsAyanamshaAt]

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields]

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """


class ChartSolarReturnParamsAyanamshaAt(TypedDict):

    epoch: NotRequired[LocalDateTime | None]
    """Epoch: a date, or a date and time, in UTC and the Gregorian calendar."""

    value: NotRequired[float | None]
    """Mean ayanamsha at the epoch, in degrees, without nutation."""


class ChartSolarReturnParamsColours(TypedDict):

    background: NotRequired[str | None]
    """Background."""

    ink: NotRequired[str | None]
    """Text and symbols."""

    line: NotRequired[str | None]
    """Circles and ticks."""

    sign: NotRequired[str | None]
    """Symbols of the signs."""

    tension: NotRequired[str | None]
    """Squares and oppositions."""

    harmony: NotRequired[str | None]
    """Trines and sextiles."""


class ChartSolarReturnParamsLocation(TypedDict):

    latitude: NotRequired[float | None]
    """Latitude in degrees, positive north."""

    longitude: NotRequired[float | None]
    """Longitude in degrees, positive east."""

    timezone: NotRequired[str | None]
    """Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for local
    mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
    coordinates and returned in the response.
    """

    height: NotRequired[float | None]
    """Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only."""

    name: NotRequired[str | None]
    """Name of the place. For display only."""


class ChartStation(TypedDict):
    """A station."""

    transitPoint: PointId
    """Transiting point."""

    dateTime: str
    """Time, in UTC."""

    longitude: float
    """Longitude in degrees."""

    sign: SignId
    """Sign."""

    station: Literal["retrograde", "direct"]
    """Direction after the station: `retrograde` or `direct`."""

    transitPointTitle: NotRequired[str | None]
    """Title of the transiting point. Present if `includeReadableEntities` is `true`."""

    signTitle: NotRequired[str | None]
    """Title of the sign. Present if `includeReadableEntities` is `true`."""


class ChartSynastryParams(TypedDict):
    """Input of `chart_synastry`."""

    format: ImageFormat
    """File format: `svg` or `png`."""

    width: NotRequired[int | None]
    """Width in pixels. Defaults to `height`, or to 600."""

    height: NotRequired[int | None]
    """Height in pixels. Defaults to the width."""

    theme: NotRequired[ThemeChoice | None]
    """Theme. Defaults to `classic`."""

    colours: NotRequired[ChartSynastryParamsColours]

    positions: NotRequired[bool | None]
    """Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
    Needs an image of at least 420 x 420 pixels.
    """

    cusps: NotRequired[bool | None]
    """Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an image
    of at least 420 x 420 pixels.
    """

    aspectGrid: NotRequired[bool | None]
    """Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
    an image of at least 420 x 420 pixels.
    """

    balance: NotRequired[bool | None]
    """Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
    each element and modality. Needs an image of at least 420 x 420 pixels.
    """

    legend: NotRequired[bool | None]
    """Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
    an image of at least 420 x 420 pixels.
    """

    title: NotRequired[str | None]
    """Title, drawn above the chart and read by screen readers."""

    outerHouses: NotRequired[bool | None]
    """Whether to draw the houses of the second birth in a second ring, if its time is known. Defaults
    to `false`.
    """

    dateTime1: LocalDateTime
    """Local date and time of the first birth."""

    location1: Location

    calendar1: NotRequired[CalendarName | None]
    """Calendar of `dateTime1`. Required before 1582-10-15."""

    clockChange1: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set forward
    and it was skipped.
    """

    dateTime2: LocalDateTime
    """Local date and time of the second birth."""

    location2: Location

    calendar2: NotRequired[CalendarName | None]
    """Calendar of `dateTime2`. Required before 1582-10-15."""

    clockChange2: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set forward
    and it was skipped.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[ChartSynastryParamsAyanamshaAt]

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields]

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """


class ChartSynastryParamsAyanamshaAt(TypedDict):

    epoch: NotRequired[LocalDateTime | None]
    """Epoch: a date, or a date and time, in UTC and the Gregorian calendar."""

    value: NotRequired[float | None]
    """Mean ayanamsha at the epoch, in degrees, without nutation."""


class ChartSynastryParamsColours(TypedDict):

    background: NotRequired[str | None]
    """Background."""

    ink: NotRequired[str | None]
    """Text and symbols."""

    line: NotRequired[str | None]
    """Circles and ticks."""

    sign: NotRequired[str | None]
    """Symbols of the signs."""

    tension: NotRequired[str | None]
    """Squares and oppositions."""

    harmony: NotRequired[str | None]
    """Trines and sextiles."""


class ChartTransitParams(TypedDict):
    """Input of `chart_transit`."""

    format: ImageFormat
    """File format: `svg` or `png`."""

    width: NotRequired[int | None]
    """Width in pixels. Defaults to `height`, or to 600."""

    height: NotRequired[int | None]
    """Height in pixels. Defaults to the width."""

    theme: NotRequired[ThemeChoice | None]
    """Theme. Defaults to `classic`."""

    colours: NotRequired[ChartTransitParamsColours]

    positions: NotRequired[bool | None]
    """Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
    Needs an image of at least 420 x 420 pixels.
    """

    cusps: NotRequired[bool | None]
    """Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an image
    of at least 420 x 420 pixels.
    """

    aspectGrid: NotRequired[bool | None]
    """Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
    an image of at least 420 x 420 pixels.
    """

    balance: NotRequired[bool | None]
    """Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
    each element and modality. Needs an image of at least 420 x 420 pixels.
    """

    legend: NotRequired[bool | None]
    """Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
    an image of at least 420 x 420 pixels.
    """

    title: NotRequired[str | None]
    """Title, drawn above the chart and read by screen readers."""

    birthDate: NotRequired[LocalDateTime | None]
    """Local date and time of birth. A date without a time means that the time is unknown: the image
    then has no houses. `dateTime` is an alias: send only one of them.
    """

    birthLocation: NotRequired[ChartTransitParamsBirthLocation]

    dateTime: NotRequired[LocalDateTime | None]
    """Alias of `birthDate`."""

    location: NotRequired[ChartTransitParamsLocation]

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date of birth. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and the birth time occurred twice, or were set
    forward and it was skipped.
    """

    transitDateStart: NotRequired[LocalDateTime | None]
    """Time of the transits, in local time at `transitLocation`. A date without a time means its first
    instant. `transit.dateTime` is an alias: send only one of them.
    """

    transitDateEnd: NotRequired[LocalDateTime | None]
    """End of the calculation's range. The image shows its start."""

    transitLocation: NotRequired[ChartTransitParamsTransitLocation]

    transitCalendar: NotRequired[CalendarName | None]
    """Calendar of the transit dates. Required before 1582-10-15. `transit.calendar` is an alias: send
    only one of them.
    """

    transitClockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and a transit date occurred twice, or were set
    forward and it was skipped. `transit.clockChange` is an alias: send only one of them.
    """

    transit: NotRequired[ChartTransitParamsTransit]

    transitPoints: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Transiting points. Defaults to Sun to Pluto, the north node and Chiron, without those that do
    not exist for the `center`.
    """

    outerHouses: NotRequired[bool | None]
    """Whether to draw the houses of the time and place of the transits in a second ring. Defaults to
    `false`.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[ChartTransitParamsAyanamshaAt]

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields]

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """


class ChartTransitParamsAyanamshaAt(TypedDict):

    epoch: NotRequired[LocalDateTime | None]
    """Epoch: a date, or a date and time, in UTC and the Gregorian calendar."""

    value: NotRequired[float | None]
    """Mean ayanamsha at the epoch, in degrees, without nutation."""


class ChartTransitParamsBirthLocation(TypedDict):

    latitude: NotRequired[float | None]
    """Latitude in degrees, positive north."""

    longitude: NotRequired[float | None]
    """Longitude in degrees, positive east."""

    timezone: NotRequired[str | None]
    """Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for local
    mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
    coordinates and returned in the response.
    """

    height: NotRequired[float | None]
    """Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only."""

    name: NotRequired[str | None]
    """Name of the place. For display only."""


class ChartTransitParamsColours(TypedDict):

    background: NotRequired[str | None]
    """Background."""

    ink: NotRequired[str | None]
    """Text and symbols."""

    line: NotRequired[str | None]
    """Circles and ticks."""

    sign: NotRequired[str | None]
    """Symbols of the signs."""

    tension: NotRequired[str | None]
    """Squares and oppositions."""

    harmony: NotRequired[str | None]
    """Trines and sextiles."""


class ChartTransitParamsLocation(TypedDict):

    latitude: NotRequired[float | None]
    """Latitude in degrees, positive north."""

    longitude: NotRequired[float | None]
    """Longitude in degrees, positive east."""

    timezone: NotRequired[str | None]
    """Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for local
    mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
    coordinates and returned in the response.
    """

    height: NotRequired[float | None]
    """Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only."""

    name: NotRequired[str | None]
    """Name of the place. For display only."""


class ChartTransitParamsTransit(TypedDict):

    dateTime: NotRequired[LocalDateTime | None]
    """Local date and time. A date without a time means its first instant."""

    location: NotRequired[ChartTransitParamsTransitLocation]

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """


class ChartTransitParamsTransitLocation(TypedDict):

    latitude: NotRequired[float | None]
    """Latitude in degrees, positive north."""

    longitude: NotRequired[float | None]
    """Longitude in degrees, positive east."""

    timezone: NotRequired[str | None]
    """Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for local
    mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
    coordinates and returned in the response.
    """

    height: NotRequired[float | None]
    """Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only."""

    name: NotRequired[str | None]
    """Name of the place. For display only."""


class ChartVedicChartParams(TypedDict):
    """Input of `chart_vedic_chart`."""

    format: ImageFormat
    """File format: `svg` or `png`."""

    width: NotRequired[int | None]
    """Width in pixels. Defaults to `height`, or to 600."""

    height: NotRequired[int | None]
    """Height in pixels. Defaults to the width."""

    theme: NotRequired[ThemeChoice | None]
    """Theme. Defaults to `classic`."""

    colours: NotRequired[ChartVedicChartParamsColours]

    title: NotRequired[str | None]
    """Title, drawn above the chart and read by screen readers."""

    dateTime: LocalDateTime
    """Local date and time of birth. The time is required."""

    location: Location

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Defaults to `lahiri`."""

    ayanamshaAt: NotRequired[ChartVedicChartParamsAyanamshaAt]

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that Rahu and Ketu are. Defaults to `mean`."""

    style: NotRequired[IndianStyle | None]
    """Style of the chart. Defaults to `north`."""

    varga: NotRequired[Varga | None]
    """Divisional chart to draw. Defaults to D1."""

    vargaVariants: NotRequired[VargaVariants]

    language: NotRequired[str | None]
    """Language of names, as an ISO 639 code. Defaults to `en`."""


class ChartVedicChartParamsAyanamshaAt(TypedDict):

    epoch: NotRequired[LocalDateTime | None]
    """Epoch: a date, or a date and time, in UTC and the Gregorian calendar."""

    value: NotRequired[float | None]
    """Mean ayanamsha at the epoch, in degrees, without nutation."""


class ChartVedicChartParamsColours(TypedDict):

    background: NotRequired[str | None]
    """Background."""

    ink: NotRequired[str | None]
    """Text and symbols."""

    line: NotRequired[str | None]
    """Circles and ticks."""

    sign: NotRequired[str | None]
    """Symbols of the signs."""

    tension: NotRequired[str | None]
    """Squares and oppositions."""

    harmony: NotRequired[str | None]
    """Trines and sextiles."""


class ChatDirectBody(TypedDict):
    """A message without a conversation."""

    message: str
    """Text of the message. The chatbot can have a lower limit."""

    birthData: NotRequired[BirthData | None]
    """Birth data of the person that the message is about."""

    endUser: NotRequired[str | None]
    """Your own ID of the user, for the daily limit."""


class ChatDirectParams(TypedDict):
    """Input of `chat_direct`."""

    chatbot: str
    """ID of the chatbot."""

    message: str
    """Text of the message. The chatbot can have a lower limit."""

    birthData: NotRequired[BirthData | None]
    """Birth data of the person that the message is about."""

    endUser: NotRequired[str | None]
    """Your own ID of the user, for the daily limit."""


class ChatProfile(TypedDict):
    """A person whose birth data a chatbot knows."""

    chatbotId: str
    """ID of the chatbot."""

    name: str

    birthData: BirthData

    createdAt: str

    createdBy: NotRequired[str | None]
    """ID of the user who created it. Null for an operator."""


class ChatProfileCreateBody(TypedDict):
    """A profile to create."""

    name: Name
    """Name of the person, for the list. The language model does not see it."""

    birthData: BirthData


class ChatProfileCreateParams(TypedDict):
    """Input of `chat_profile_create`."""

    chatbot: str
    """ID of the chatbot."""

    name: Name
    """Name of the person, for the list. The language model does not see it."""

    birthData: BirthData


class ChatProfileCreateResponse(TypedDict):

    data: ChatProfileResource

    meta: NotRequired[dict[str, Any]]


class ChatProfileDeleteParams(TypedDict):
    """Input of `chat_profile_delete`."""

    chatbot: str
    """ID of the chatbot."""

    profile: str
    """ID of the profile."""


class ChatProfileListParams(TypedDict):
    """Input of `chat_profile_list`."""

    chatbot: str
    """ID of the chatbot."""

    page: NotRequired[ChatProfileListParamsPage]


class ChatProfileListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class ChatProfileListResponse(TypedDict):

    data: list[ChatProfileResource]

    links: PageLinks

    meta: PageMeta


class ChatProfileResource(TypedDict):

    type: Literal["chat-profile"]

    id: str

    attributes: ChatProfile

    links: ResourceLinks


class ChatProfileSendBody(TypedDict):
    """A message about a profile."""

    message: str
    """Text of the message. The chatbot can have a lower limit."""

    conversationId: NotRequired[str | None]
    """ID of the conversation to continue, from the event `done`."""

    endUser: NotRequired[str | None]
    """Your own ID of the user."""


class ChatProfileSendParams(TypedDict):
    """Input of `chat_profile_send`."""

    chatbot: str
    """ID of the chatbot."""

    profile: str
    """ID of the profile."""

    message: str
    """Text of the message. The chatbot can have a lower limit."""

    conversationId: NotRequired[str | None]
    """ID of the conversation to continue, from the event `done`."""

    endUser: NotRequired[str | None]
    """Your own ID of the user."""


class ChatSendBody(TypedDict):
    """A message in a conversation."""

    message: str
    """Text of the message. The chatbot can have a lower limit."""

    conversationId: NotRequired[str | None]
    """ID of the conversation to continue, from the event `done`."""

    birthData: NotRequired[BirthData | None]
    """Birth data of the person that the message is about."""

    endUser: NotRequired[str | None]
    """Your own ID of the user. It has a daily limit of its own, and a conversation that it began is
    open to nobody else. Without it, the daily limit is that of the client's address.
    """


class ChatSendParams(TypedDict):
    """Input of `chat_send`."""

    chatbot: str
    """ID of the chatbot."""

    message: str
    """Text of the message. The chatbot can have a lower limit."""

    conversationId: NotRequired[str | None]
    """ID of the conversation to continue, from the event `done`."""

    birthData: NotRequired[BirthData | None]
    """Birth data of the person that the message is about."""

    endUser: NotRequired[str | None]
    """Your own ID of the user. It has a daily limit of its own, and a conversation that it began is
    open to nobody else. Without it, the daily limit is that of the client's address.
    """


class Chatbot(TypedDict):
    """A chatbot."""

    name: str

    instructions: str
    """What it tells the language model in addition to the rules of the service."""

    domains: NotRequired[list[str] | None]
    """Domains of the pages that can use it. Null if it is not restricted."""

    maxUnits: int
    """Units that a message commits before it is answered. Unused ones are returned."""

    maxMessageCharacters: int
    """Maximum length of a message, in characters."""

    maxHistory: int
    """Number of earlier messages of a conversation that the language model reads."""

    maxToolRounds: int
    """How often the language model can call tools before it must answer."""

    dailyMessages: int
    """Messages per day (UTC)."""

    dailyMessagesPerUser: int
    """Messages per day (UTC) of one end user."""

    retentionDays: int
    """Days that a conversation is kept after its last message."""

    createdAt: str

    createdBy: NotRequired[str | None]
    """ID of the user who created it. Null for an operator."""


class ChatbotCreateRequest(TypedDict):
    """A chatbot to create."""

    name: Name

    instructions: NotRequired[str]
    """What it tells the language model in addition to the rules of the service."""

    domains: NotRequired[list[str] | None]
    """Domains of the pages that can use it. Null if it is not restricted."""

    maxUnits: NotRequired[int | None]
    """Units that a message commits before it is answered. Unused ones are returned. Default: 20."""

    maxMessageCharacters: NotRequired[int | None]
    """Maximum length of a message, in characters. Default: 2,000."""

    maxHistory: NotRequired[int | None]
    """Number of earlier messages of a conversation that the language model reads. Default: 10."""

    maxToolRounds: NotRequired[int | None]
    """How often the language model can call tools before it must answer. Default: 4."""

    dailyMessages: NotRequired[int | None]
    """Messages per day (UTC). Default: 1,000."""

    dailyMessagesPerUser: NotRequired[int | None]
    """Messages per day (UTC) of one end user. Default: 50."""

    retentionDays: NotRequired[int | None]
    """Days that a conversation is kept after its last message. Default: 30."""


class ChatbotCreateResponse(TypedDict):

    data: ChatbotResource

    meta: NotRequired[dict[str, Any]]


class ChatbotDay(TypedDict):
    """The usage of a day."""

    date: str
    """Day, in UTC."""

    messages: int
    """Messages, including failed ones."""

    failed: int
    """Messages whose units were returned because the language model or the service failed."""

    units: int


class ChatbotDeleteParams(TypedDict):
    """Input of `chatbot_delete`."""

    chatbot: str
    """ID of the chatbot."""


class ChatbotGetParams(TypedDict):
    """Input of `chatbot_get`."""

    chatbot: str
    """ID of the chatbot."""


class ChatbotGetResponse(TypedDict):

    data: ChatbotResource


class ChatbotListParams(TypedDict):
    """Input of `chatbot_list`."""

    page: NotRequired[ChatbotListParamsPage]


class ChatbotListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class ChatbotListResponse(TypedDict):

    data: list[ChatbotResource]

    links: PageLinks

    meta: PageMeta


class ChatbotResource(TypedDict):

    type: Literal["chatbot"]

    id: str

    attributes: Chatbot

    links: ResourceLinks


class ChatbotUpdateBody(TypedDict):
    """Changes to a chatbot. Omitted fields stay unchanged."""

    name: NotRequired[Name | None]

    instructions: NotRequired[str | None]

    domains: NotRequired[list[str] | None]
    """Domains of the pages that can use it. Null removes the restriction. An empty list is rejected."""

    maxUnits: NotRequired[int | None]

    maxMessageCharacters: NotRequired[int | None]

    maxHistory: NotRequired[int | None]

    maxToolRounds: NotRequired[int | None]

    dailyMessages: NotRequired[int | None]

    dailyMessagesPerUser: NotRequired[int | None]

    retentionDays: NotRequired[int | None]


class ChatbotUpdateParams(TypedDict):
    """Input of `chatbot_update`."""

    chatbot: str
    """ID of the chatbot."""

    name: NotRequired[Name | None]

    instructions: NotRequired[str | None]

    domains: NotRequired[list[str] | None]
    """Domains of the pages that can use it. Null removes the restriction. An empty list is rejected."""

    maxUnits: NotRequired[int | None]

    maxMessageCharacters: NotRequired[int | None]

    maxHistory: NotRequired[int | None]

    maxToolRounds: NotRequired[int | None]

    dailyMessages: NotRequired[int | None]

    dailyMessagesPerUser: NotRequired[int | None]

    retentionDays: NotRequired[int | None]


class ChatbotUpdateResponse(TypedDict):

    data: ChatbotResource


class ChatbotUsage(TypedDict):
    """The usage of a chatbot."""

    messages: int
    """Messages of all days."""

    units: int
    """Units of all days. A message that is being answered counts with all units that it commits."""

    days: list[ChatbotDay]
    """Days with messages, oldest first."""


class ChatbotUsageGetParams(TypedDict):
    """Input of `chatbot_usage_get`."""

    chatbot: str
    """ID of the chatbot."""

    days: NotRequired[int | None]
    """Number of days, including today."""


class ChatbotUsageGetResponse(TypedDict):

    data: ChatbotUsageResource


class ChatbotUsageResource(TypedDict):

    type: Literal["chatbot-usage"]

    id: str

    attributes: ChatbotUsage

    links: ResourceLinks


class ChineseCalendar(TypedDict):
    """A year, or a converted date."""

    months: NotRequired[list[ChineseMonth] | None]
    """Months that begin in `year`. Present if `year` is given."""

    solarTerms: NotRequired[list[SolarTerm] | None]
    """Solar terms of `year`. Present if `year` is given."""

    lunarYear: NotRequired[int | None]
    """Lunar year. Present if `date` is given."""

    month: NotRequired[int | None]
    """Month. Present if `date` is given."""

    leapMonth: NotRequired[bool | None]
    """Whether it is a leap month. Present if `date` is given."""

    day: NotRequired[int | None]
    """Day of the month. Present if `date` is given."""

    date: NotRequired[str | None]
    """Gregorian date. Present if a Chinese date is given."""

    meta: ChineseCalendarMeta
    """Conventions and warnings."""


class ChineseCalendarMeta(TypedDict):
    """How the calendar was computed."""

    warnings: list[Warning]
    """Warnings about the result."""


class ChineseConventions(TypedDict):
    """Conventions of a Chinese year."""

    yearBoundary: ChineseYearBoundary
    """When the year begins."""

ChineseElement: TypeAlias = Literal[
    "wood",
    "fire",
    "earth",
    "metal",
    "water",
]


class ChineseForecast(TypedDict):
    """A year against the year of a birth."""

    birth: ChineseYear
    """Year of birth."""

    year: ChineseYear
    """Year of the forecast."""

    relations: list[BranchRelation]
    """Relations of the animals of both years, the strongest first. `none` if there are none."""

    elementRelation: ElementRelation
    """What the element of the birth year is to the element of the forecast year."""

    months: list[ChineseSolarMonth]
    """The twelve solar months of the year."""

    text: NotRequired[Text | None]
    """Interpretation of the animals. Present if `includeText` is `true`."""

    elementText: NotRequired[Text | None]
    """Interpretation of the elements. Present if `includeText` is `true`."""

    meta: ChineseMeta
    """How the year of birth was determined."""


class ChineseHoroscope(TypedDict):
    """The sign and element of a birth."""

    sign: ChineseSign
    """Animal of the year."""

    element: ChineseElement
    """Element of the year."""

    polarity: ChinesePolarity
    """Polarity of the year."""

    year: int
    """Gregorian year in which the Chinese year begins."""

    stem: HeavenlyStem
    """Heavenly stem."""

    branch: EarthlyBranch
    """Earthly branch."""

    signTitle: NotRequired[str | None]
    """Title of the animal. Present if `includeReadableEntities` is `true`."""

    elementTitle: NotRequired[str | None]
    """Title of the element. Present if `includeReadableEntities` is `true`."""

    text: NotRequired[Text | None]
    """Interpretation of the sign. Present if `includeText` is `true`."""

    elementText: NotRequired[Text | None]
    """Interpretation of sign and element together. Present if `includeText` is `true`."""

    chart: ImageAddress
    """Link to the card image."""

    meta: ChineseMeta
    """How the year was determined."""


class ChineseMeta(TypedDict):
    """How a Chinese year was determined."""

    conventions: ChineseConventions
    """Conventions used."""

    newYear: str
    """First day of the lunar year in the Gregorian year of birth."""

    lichun: str
    """Lichun in the Gregorian year of birth, in UTC."""

    warnings: list[Warning]
    """Warnings about the result."""


class ChineseMonth(TypedDict):
    """A month."""

    date: str
    """First day."""

    alternativeDate: NotRequired[str | None]
    """Other possible first day. Only after 2030, if the new moon is within five minutes of midnight."""

    lunarYear: int
    """Lunar year: the Gregorian year in which it begins."""

    month: int
    """Number from 1 to 12."""

    leapMonth: bool
    """Whether it is a leap month."""

    days: int
    """Number of days."""

    newMoon: str
    """New moon, in UTC."""

ChinesePolarity: TypeAlias = Literal["yang", "yin"]

ChineseSign: TypeAlias = Literal[
    "rat",
    "ox",
    "tiger",
    "rabbit",
    "dragon",
    "snake",
    "horse",
    "goat",
    "monkey",
    "rooster",
    "dog",
    "pig",
]


class ChineseSolarMonth(TypedDict):
    """A solar month."""

    number: int
    """Number from 1 to 12. The first begins at lichun."""

    sign: ChineseSign
    """Animal of the month."""

    branch: EarthlyBranch
    """Earthly branch of the month."""

    signTitle: NotRequired[str | None]
    """Title of the animal. Present if `includeReadableEntities` is `true`."""

    start: str
    """Beginning, in UTC."""

    end: str
    """End, in UTC."""

    relations: list[BranchRelation]
    """Relations of the animal of the month and the animal of the birth year. `none` if there are none."""

    text: NotRequired[Text | None]
    """Interpretation. Present if `includeText` is `true`."""


class ChineseYear(TypedDict):
    """The sign of a year."""

    sign: ChineseSign
    """Animal of the year."""

    element: ChineseElement
    """Element of the year."""

    polarity: ChinesePolarity
    """Polarity of the year."""

    year: int
    """Gregorian year in which the Chinese year begins."""

    stem: HeavenlyStem
    """Heavenly stem."""

    branch: EarthlyBranch
    """Earthly branch."""

    signTitle: NotRequired[str | None]
    """Title of the animal. Present if `includeReadableEntities` is `true`."""

    elementTitle: NotRequired[str | None]
    """Title of the element. Present if `includeReadableEntities` is `true`."""

ChineseYearBoundary: TypeAlias = Literal["newYear", "lichun"]
"""When a Chinese year begins.

- `newYear`: On the first day of the lunar year. It is compared with the date as written.
- `lichun`: At the instant of lichun, when the Sun reaches 315 degrees. Requires a time and a place.
"""


class Choghadiya(TypedDict):
    """An eighth of the day or of the night."""

    id: ChoghadiyaId
    """ID."""

    lord: GrahaId
    """Ruler."""

    quality: ChoghadiyaQuality
    """Whether it is good, bad, or good for travel only."""

    isDay: bool
    """Whether it belongs to the day."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""

    startLocal: str
    """Start on the clock of the place, with its offset."""

    endLocal: str
    """End on the clock of the place, with its offset."""

ChoghadiyaId: TypeAlias = Literal[
    "udveg",
    "char",
    "labh",
    "amrit",
    "kaal",
    "shubh",
    "rog",
]

ChoghadiyaQuality: TypeAlias = Literal["good", "neutral", "bad"]


class ClockAlternative(TypedDict):
    """Another reading of the same local time."""

    utc: str
    """Instant in UTC."""

    offset: str
    """Offset of the clock from UTC."""

    abbreviation: NotRequired[str | None]
    """Abbreviation of the clock, such as `CET` or `LMT`."""

    calendar: NotRequired[CalendarName | None]
    """Calendar in which the date is read, if that is what differs."""

    detail: str
    """What speaks for this reading."""

    source: str
    """Source of the information."""

    changes: NotRequired[ReadingChanges | None]
    """What this reading changes, compared with the one used. Null if the time is unknown, and outside
    the ephemeris.
    """

ClockAnswer: TypeAlias = "ClockReading | AmbiguousClock"
"""The UTC offset, or both candidates if the local time occurred twice."""


class ClockCandidate(TypedDict):
    """A candidate for an ambiguous local time."""

    clockChange: Literal["earlier", "later"]
    """Value of `clockChange` that selects this candidate: `earlier` or `later`."""

    utc: str
    """Instant in UTC."""

    offset: str
    """Offset of local time from UTC."""

    abbreviation: NotRequired[str | None]
    """Abbreviation in the tz database."""

    dst: NotRequired[bool | None]
    """Whether daylight saving time was in effect."""

ClockChangeName: TypeAlias = Literal["earlier", "later"]
"""Which instant to use if clocks were set back and a local time occurred twice, or were set forward
and it was skipped.

- `earlier`: The earlier instant.
- `later`: The later instant.
"""


class ClockReading(TypedDict):
    """The UTC offset of a local time."""

    utc: str
    """Instant in UTC. If the time is unknown, the first instant of the day."""

    utcEnd: NotRequired[str | None]
    """End of the day or range, in UTC. Present if the time is unknown or for a range."""

    offset: str
    """Offset of local time from UTC, such as `+01:19:32`."""

    offsetEnd: NotRequired[str | None]
    """Offset at the end of a range. Present if clocks were changed in between."""

    offsetSource: OffsetSource
    """Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
    belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
    `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
    that was never a clock time).
    """

    timezone: NotRequired[str | None]
    """Time zone used, if any."""

    timezoneSource: NotRequired[TimezoneSource | None]
    """Source of the time zone: `request` or `coordinates`."""

    abbreviation: NotRequired[str | None]
    """Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`."""

    dst: NotRequired[bool | None]
    """Whether daylight saving time was in effect. Null if not applicable."""

    confidence: Literal["high", "medium", "low"]
    """Reliability of the offset: `high`, `medium` or `low`."""

    zoneDataVersion: str
    """Version of the tz database."""

    readings: NotRequired[list[ClockAlternative]]
    """Other readings of the local time that cannot be excluded, and what they change. Present with the
    warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
    """

    warnings: list[Warning]
    """Known uncertainties about this time and place."""

    source: OffsetSource
    """Same as `offsetSource`."""

    boundariesVersion: str
    """Version of the time zone boundaries."""

    kind: Literal["known"]


class Compatibility(TypedDict):
    """Two compatibility scores and how they are calculated."""

    sign1: NotRequired[SignId | None]
    """Sign of the first Sun. Null if the birth time is unknown and the Sun changes sign that day."""

    sign2: NotRequired[SignId | None]
    """Sign of the second Sun. Null if the birth time is unknown and the Sun changes sign that day."""

    signs1: NotRequired[list[SignId] | None]
    """Possible signs of the first Sun. Present if `sign1` is null."""

    signs2: NotRequired[list[SignId] | None]
    """Possible signs of the second Sun. Present if `sign2` is null."""

    sign1Title: NotRequired[str | None]
    """Title of `sign1`. Present if `includeReadableEntities` is `true`."""

    sign2Title: NotRequired[str | None]
    """Title of `sign2`. Present if `includeReadableEntities` is `true`."""

    scoreBasedOnElement: NotRequired[int | None]
    """Element score, 0 to 100: a base of 20, plus 50 if both signs are hot or both are cold, plus 30
    if both are dry or both are moist. Null if it depends on an unknown birth time.
    """

    scoreBasedOnElementRange: NotRequired[list[int] | None]
    """Lowest and highest possible value. Present if a birth time is unknown."""

    scoreBasedOnSunAspect: NotRequired[int | None]
    """Aspect score, 0 to 100. It is 60 without an aspect between the Suns, and `60 + (value - 60) x
    exactness` with one. The value is 100 for a trine, 90 for a conjunction, 85 for a sextile, 45
    for an opposition and 30 for a square. Null if it depends on an unknown birth time.
    """

    scoreBasedOnSunAspectRange: NotRequired[list[int] | None]
    """Lowest and highest possible value. Present if a birth time is unknown."""

    explanation: CompatibilityExplanation
    """How the scores are calculated."""

    text: NotRequired[Text | None]
    """Interpretation of the two signs. Present if `includeText` is `true`."""

    meta: Meta
    """Metadata about the calculation of the first Sun."""

    meta2: Meta
    """Metadata about the calculation of the second Sun."""


class CompatibilityExplanation(TypedDict):
    """The components of the scores."""

    elements: list[str | None]
    """Elements of the two signs. Null where the sign is null."""

    sharesActiveQuality: NotRequired[bool | None]
    """Whether both signs are hot or both are cold (50 points). Null if it depends on an unknown birth
    time.
    """

    sharesPassiveQuality: NotRequired[bool | None]
    """Whether both signs are dry or both are moist (30 points). Null if it depends on an unknown birth
    time.
    """

    sunAspect: NotRequired[ChartAspect | None]
    """Aspect between the Suns, if any."""


class CompatibilityInput(TypedDict):
    """Two names and dates of birth."""

    dateTime1: LocalDateTime
    """First date of birth."""

    fullName1: NotRequired[str | None]
    """First full name. Without it, only the numbers of the date are compared."""

    dateTime2: LocalDateTime
    """Second date of birth."""

    fullName2: NotRequired[str | None]
    """Second full name. Without it, only the numbers of the date are compared."""

    system: NotRequired[NumerologySystem | None]
    """System of letter values. Defaults to `pythagorean`."""

    reduction: NotRequired[NumerologyReduction | None]
    """How the life path number is calculated. Defaults to `parts`."""

    masterNumbers: NotRequired[NumerologyMasterNumbers | None]
    """Which steps keep master numbers unreduced. Defaults to `final`."""

    nameReduction: NotRequired[NumerologyNameReduction | None]
    """How the values of the names are combined. Defaults to `total`."""

    y: NotRequired[NumerologyY | None]
    """When Y counts as a vowel. Defaults to `context`."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class ComposedReading(TypedDict):
    """A reading composed of interpretation texts. To print it, join the bodies of all parts in order."""

    sections: list[ReadingSection]
    """Sections, in reading order. The first one opens the reading, the last one closes it."""


class Composite(TypedDict):
    """A composite chart."""

    points: dict[str, Point]
    """Nearer midpoint of each pair of points, by point ID."""

    angles: NotRequired[dict[str, Cusp] | None]
    """Angles of the composite chart."""

    houses: NotRequired[CompositeHouses | None]
    """Houses and the method used to calculate them."""

    aspects: list[ChartAspect]
    """Aspects between the midpoints."""

    patterns: list[ChartPattern]
    """Aspect patterns formed by the midpoints."""

    composedReading: NotRequired[ComposedReading | None]
    """The texts as one reading. Present if `includeReading` is `true`."""

    charts: ImageAddress
    """Link to the chart image."""

    meta: Meta
    """Metadata about the first chart, and warnings about the composite."""

    meta2: Meta
    """Metadata about the second chart."""


class CompositeHouses(TypedDict):
    """Composite houses."""

    system: HouseSystemId
    """House system."""

    method: Literal["derived", "midpoints"]
    """Method used: `derived` or `midpoints`."""

    cusps: list[Cusp]
    """The twelve cusps."""

    ascmc: list[float]
    """Angles in this order: ascendant, midheaven, armc (degrees of right ascension), vertex,
    eastPoint, coAscendantKoch, coAscendantMunkasey, polarAscendant.
    """

CompositeHousesName: TypeAlias = Literal["derived", "midpoints"]
"""How composite houses are calculated.

- `derived`: Houses derived from the nearer midpoint of the Midheavens, at the mean latitude.
- `midpoints`: Each cusp is the midpoint of the two charts' cusps.
"""


class CompositeInput(TypedDict):
    """Two births and the method of the composite houses."""

    compositeHouses: NotRequired[CompositeHousesName | None]
    """How the composite houses are calculated. Defaults to `derived`."""

    dateTime1: LocalDateTime
    """Local date and time of the first birth."""

    location1: Location
    """Place of the first birth."""

    calendar1: NotRequired[CalendarName | None]
    """Calendar of `dateTime1`. Required before 1582-10-15."""

    clockChange1: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set forward
    and it was skipped.
    """

    dateTime2: LocalDateTime
    """Local date and time of the second birth."""

    location2: Location
    """Place of the second birth."""

    calendar2: NotRequired[CalendarName | None]
    """Calendar of `dateTime2`. Required before 1582-10-15."""

    clockChange2: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set forward
    and it was skipped.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class Content(TypedDict):
    """An interpretation text."""

    urn: str
    """URN of the text: its subject and language."""

    title: str
    """Heading of the text."""

    body: str
    """Body of the text, in Markdown."""

    teaser: NotRequired[str | None]
    """Short form of the text, for `textLength: short`. Null if there is none."""

    long: NotRequired[str | None]
    """Long form of the text, for `textLength: long`. Null if there is none."""

    metadata: ContentMetadata
    """Parts of the URN, and the author's notes."""

    owner_type: Literal["system", "organization"]
    """`system` for library texts, `organization` for an organization's own texts and copies."""

    owner_id: NotRequired[str | None]
    """ID of the organization. Null for library texts."""

    base_content_id: NotRequired[str | None]
    """ID of the library text that this is a custom copy of."""

    restored: bool
    """Whether a custom copy has been restored to the library text."""

    version: int
    """Version number, from 1. It is part of the `ETag`."""

    created_at: str
    """Time of creation."""

    updated_at: str
    """Time of the last change."""


class ContentCopyBody(TypedDict):

    language: NotRequired[str | None]
    """Language of the copy. Defaults to the language of the library text."""


class ContentCopyParams(TypedDict):
    """Input of `content_copy`."""

    id: str
    """ID of the library text."""

    language: NotRequired[str | None]
    """Language of the copy. Defaults to the language of the library text."""


class ContentCopyResponse(TypedDict):

    data: ContentResource

    meta: NotRequired[dict[str, Any]]


class ContentCreateInput(TypedDict):

    urn: str
    """URN of the text: `urn:content:1:` followed by the type of horoscope, the type of content, the
    subject and the language, such as `urn:content:1:natal:planet-in-sign:sun:gemini:fr`.
    """

    title: str
    """Heading of the text."""

    body: str
    """Body of the text, in Markdown."""

    teaser: NotRequired[str | None]
    """Short form of the text, for `textLength: short`."""

    long: NotRequired[str | None]
    """Long form of the text, in Markdown, for `textLength: long`."""

    metadata: NotRequired[ContentNotes]
    """Notes of the author."""


class ContentCreateResponse(TypedDict):

    data: ContentResource

    meta: NotRequired[dict[str, Any]]


class ContentDeleteParams(TypedDict):
    """Input of `content_delete`."""

    id: str
    """ID of the text."""


class ContentGetByKindParams(TypedDict):
    """Input of `content_get_by_kind`."""

    horoscopeType: str
    """Type of horoscope."""

    contentType: str
    """Type of content."""

    id: str
    """ID of the text."""


class ContentGetByKindResponse(TypedDict):

    data: ContentResource


class ContentGetByUrnParams(TypedDict):
    """Input of `content_get_by_urn`."""

    urn: str
    """URN of the text, such as `urn:content:1:natal:planet-in-sign:sun:gemini:en`."""


class ContentGetByUrnResponse(TypedDict):

    data: ContentResource


class ContentGetParams(TypedDict):
    """Input of `content_get`."""

    id: str
    """ID of the text."""


class ContentGetResponse(TypedDict):

    data: ContentResource


class ContentListParams(TypedDict):
    """Input of `content_list`."""

    horoscopeType: str
    """Type of horoscope, such as `natal`."""

    contentType: str
    """Type of content, such as `planet-in-sign`."""

    page: NotRequired[ContentListParamsPage]

    filter: NotRequired[ContentListParamsFilter]


class ContentListParamsFilter(TypedDict):

    language: NotRequired[str | None]
    """Only texts in this language, such as `en`."""

    subject: NotRequired[str | None]
    """Only texts about this subject, such as `sun:gemini`, or its first part, such as `sun`."""

    ownerType: NotRequired[ContentOwnerType | None]
    """Only texts of your organization, or only library texts of which it has no copy."""


class ContentListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class ContentListResponse(TypedDict):

    data: list[ContentResource]

    links: PageLinks

    meta: PageMeta


class ContentMetadata(TypedDict):
    """Metadata of a text."""

    horoscope_type: str
    """Type of horoscope."""

    content_type: str
    """Type of content."""

    subject: str
    """Subject of the text."""

    language: str
    """Language of the text."""

    in_calculations: bool
    """Whether calculations show the text. Texts about subjects that no calculation uses can only be
    read here.
    """

    author: NotRequired[str | None]
    """Author of the text."""

    note: NotRequired[str | None]
    """Remarks for editors."""

    tags: NotRequired[list[str]]
    """Keywords to find the text by."""


class ContentNotes(TypedDict):
    """Notes of the author."""

    author: NotRequired[str | None]
    """Author of the text."""

    note: NotRequired[str | None]
    """Remarks for editors."""

    tags: NotRequired[list[str]]
    """Keywords to find the text by."""

ContentOwnerType: TypeAlias = Literal["organization", "system"]
"""Who a text belongs to.

- `organization`: The organization.
- `system`: The service's library.
"""


class ContentResource(TypedDict):

    type: Literal["content"]

    id: str

    attributes: Content

    links: ResourceLinks


class ContentRestoreBody(TypedDict):
    pass


class ContentRestoreParams(TypedDict):
    """Input of `content_restore`."""

    id: str
    """ID of the copy."""


class ContentRestoreResponse(TypedDict):

    data: ContentResource


class ContentSearchParams(TypedDict):
    """Input of `content_search`."""

    page: NotRequired[ContentSearchParamsPage]

    filter: NotRequired[ContentSearchParamsFilter]

    q: str
    """Words that the text must contain, or the beginnings of words."""


class ContentSearchParamsFilter(TypedDict):

    language: NotRequired[str | None]
    """Only texts in this language, such as `en`."""

    subject: NotRequired[str | None]
    """Only texts about this subject, such as `sun:gemini`, or its first part, such as `sun`."""

    ownerType: NotRequired[ContentOwnerType | None]
    """Only texts of your organization, or only library texts of which it has no copy."""


class ContentSearchParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class ContentSearchResponse(TypedDict):

    data: list[ContentResource]

    links: PageLinks

    meta: PageMeta


class ContentUpdateBody(TypedDict):

    title: NotRequired[str | None]
    """New heading. Unchanged if omitted."""

    body: NotRequired[str | None]
    """New body, in Markdown. Unchanged if omitted."""

    teaser: NotRequired[str | None]
    """New short form. An empty text removes it. Unchanged if omitted."""

    long: NotRequired[str | None]
    """New long form, in Markdown. An empty text removes it. Unchanged if omitted."""

    metadata: NotRequired[ContentNotes | None]
    """New notes of the author, which replace all existing ones. Unchanged if omitted."""


class ContentUpdateParams(TypedDict):
    """Input of `content_update`."""

    id: str
    """ID of the text."""

    title: NotRequired[str | None]
    """New heading. Unchanged if omitted."""

    body: NotRequired[str | None]
    """New body, in Markdown. Unchanged if omitted."""

    teaser: NotRequired[str | None]
    """New short form. An empty text removes it. Unchanged if omitted."""

    long: NotRequired[str | None]
    """New long form, in Markdown. An empty text removes it. Unchanged if omitted."""

    metadata: NotRequired[ContentNotes | None]
    """New notes of the author, which replace all existing ones. Unchanged if omitted."""


class ContentUpdateResponse(TypedDict):

    data: ContentResource


class ContentVersion(TypedDict):
    """A version of a text."""

    version: int
    """Version number, from 1."""

    action: Literal["create", "copy", "update", "restore"]
    """Type of change: `create`, `copy`, `update` or `restore`."""

    title: str
    """Heading of this version."""

    body: str
    """Body of this version."""

    teaser: NotRequired[str | None]
    """Short form of this version. Null if there is none."""

    long: NotRequired[str | None]
    """Long form of this version. Null if there is none."""

    changed_at: str
    """Time of the change."""

    changed_by: str
    """ID of the user who made the change."""


class ContentVersionResource(TypedDict):

    type: Literal["content-version"]

    id: str

    attributes: ContentVersion

    links: ResourceLinks


class ContentVersionsParams(TypedDict):
    """Input of `content_versions`."""

    id: str
    """ID of the text."""

    page: NotRequired[ContentVersionsParamsPage]


class ContentVersionsParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class ContentVersionsResponse(TypedDict):

    data: list[ContentVersionResource]

    links: PageLinks

    meta: PageMeta


class ContextInput(TypedDict):
    """A calculation to describe."""

    operation: str
    """Name of the calculation: the last part of its path, such as `natal`, or the path after `/api/`
    without parameters, such as `horoscope/daily/sign`.
    """

    body: CalculationInput
    """Body of the calculation."""

    maxRows: NotRequired[int]
    """Maximum number of rows of each list in the text. Longer lists end with the number of rows left
    out.
    """


class Crossing(TypedDict):
    """An ingress into a sign or house."""

    transitPoint: PointId
    """Transiting point."""

    dateTime: str
    """Time, in UTC."""

    longitude: float
    """Longitude in degrees."""

    sign: NotRequired[SignId | None]
    """Sign that the point enters."""

    houseNumber: NotRequired[int | None]
    """Natal house that the point enters."""

    houseId: NotRequired[str | None]
    """House ID."""

    transitPointTitle: NotRequired[str | None]
    """Title of the transiting point. Present if `includeReadableEntities` is `true`."""

    signTitle: NotRequired[str | None]
    """Title of the sign. Present if `includeReadableEntities` is `true`."""

    houseTitle: NotRequired[str | None]
    """Title of the house. Present if `includeReadableEntities` is `true`."""

    retrograde: bool
    """Whether the point is retrograde."""

    text: NotRequired[Text | None]
    """Interpretation of the point in the house. Present if `includeText` is `true`."""


class Cusp(TypedDict):
    """A position on the ecliptic: a cusp or an angle."""

    longitude: float
    """Longitude in the chart's zodiac, in degrees."""

    longitudeDms: list[int]
    """The same as degrees, minutes and seconds, truncated."""

    sign: SignId
    """Sign."""

    signTitle: NotRequired[str | None]
    """Title of the sign. Present if `includeReadableEntities` is `true`."""

    degreesInSign: float
    """Degrees from the start of the sign."""

    houseNumber: NotRequired[int | None]
    """House that begins here. Absent for angles."""

    title: NotRequired[str | None]
    """Title of the house or angle. Present if `includeReadableEntities` is `true`."""

    text: NotRequired[Text | None]
    """Interpretation of the angle in its sign. Present if `includeText` is `true`."""


class Dasha(TypedDict):
    """The periods of a life."""

    dateTime: str
    """Birth time in UTC."""

    system: DashaSystem
    """System of dashas."""

    balance: DashaBalance
    """What remained of the first maha dasha at birth."""

    periods: list[DashaPeriod]
    """Maha dashas that overlap the range, with their true starts and ends. The first begins before
    birth.
    """

    meta: DashaMeta
    """Metadata about the calculation."""


class DashaBalance(TypedDict):
    """What remained of the first maha dasha at birth."""

    lord: str
    """Lord of the maha dasha: a graha, or a sign in the Chara dasha."""

    years: float
    """Years that remained."""


class DashaConventions(TypedDict):
    """Conventions of a dasha."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha of the zodiac. Null if it is user-defined."""

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that Rahu and Ketu are. Present in the Chara dasha."""

    dashaYear: DashaYear
    """Length of a year."""

    dashaYearDays: float
    """Its mean length in days."""

    ashtottariStart: NotRequired[AshtottariStart | None]
    """Nakshatra from which the lords are counted. Present in the Ashtottari dasha."""

    charaRules: NotRequired[CharaRules | None]
    """Rules of the Chara dasha. Present in that dasha."""

DashaInput = TypedDict(
    "DashaInput",
    {
        # Local date and time of birth. The time is required.
        "dateTime": "LocalDateTime",
        # Birthplace.
        "location": "Location",
        # Calendar of the date. Required before 1582-10-15.
        "calendar": "NotRequired[CalendarName | None]",
        # Which instant to use if clocks were set back and this local time occurred twice, or were
        # set forward and it was skipped.
        "clockChange": "NotRequired[ClockChangeName | None]",
        # Ayanamsha for the sidereal zodiac. Defaults to `lahiri`.
        "ayanamsha": "NotRequired[AyanamshaId | None]",
        # User-defined ayanamsha, instead of `ayanamsha`.
        "ayanamshaAt": "NotRequired[AyanamshaAt | None]",
        # Type of lunar node that Rahu and Ketu are. Defaults to `mean`.
        "nodeType": "NotRequired[NodeType | None]",
        # System of dashas. Defaults to `vimshottari`.
        "system": "NotRequired[DashaSystem | None]",
        # Levels of periods: 1 for maha dashas only, up to 5. Defaults to 2, and to 5 with `at`.
        "levels": "NotRequired[int | None]",
        # Start of the range: local time at the birthplace. Defaults to the birth.
        "from": "NotRequired[LocalDateTime | None]",
        # End of the range: local time at the birthplace. A date without a time means its last
        # instant. Defaults to the end of the first cycle.
        "to": "NotRequired[LocalDateTime | None]",
        # Instant for which to return the period of each level, instead of a range.
        "at": "NotRequired[LocalDateTime | None]",
        # Length of a year: a number of days (365.25, 365.2425, 365.24219, 365.256363, 360,
        # 354.36707 or another), or `sunSidereal`, `sunTropical` or `tithi` for the true motion of
        # the Sun or the Moon. Defaults to 365.25.
        "dashaYear": "NotRequired[DashaYear | None]",
        # Nakshatra from which the lords of Ashtottari are counted. Defaults to `ardra`.
        "ashtottariStart": "NotRequired[AshtottariStart | None]",
        # Rules of the Chara dasha. Defaults to `rao`.
        "charaRules": "NotRequired[CharaRules | None]",
        # Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is
        # rejected if the service has no titles in this language and your organization has no texts
        # in it.
        "language": "NotRequired[str | None]",
        # Whether to include interpretation texts.
        "includeText": "NotRequired[bool | None]",
        # Length of interpretation texts. Defaults to `standard`.
        "textLength": "NotRequired[TextLength | None]",
        # Fields to return, such as `points.*.longitude`. Defaults to all.
        "fields": "NotRequired[list[FieldPath] | None]",
        # Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9.
        "precision": "NotRequired[int | None]",
    },
)
"""A birth and the periods to return."""


class DashaMeta(TypedDict):
    """Metadata about a dasha."""

    utc: str
    """Instant in UTC. If the time is unknown, the first instant of the day."""

    utcEnd: NotRequired[str | None]
    """End of the day or range, in UTC. Present if the time is unknown or for a range."""

    offset: str
    """Offset of local time from UTC, such as `+01:19:32`."""

    offsetEnd: NotRequired[str | None]
    """Offset at the end of a range. Present if clocks were changed in between."""

    offsetSource: OffsetSource
    """Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
    belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
    `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
    that was never a clock time).
    """

    timezone: NotRequired[str | None]
    """Time zone used, if any."""

    timezoneSource: NotRequired[TimezoneSource | None]
    """Source of the time zone: `request` or `coordinates`."""

    abbreviation: NotRequired[str | None]
    """Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`."""

    dst: NotRequired[bool | None]
    """Whether daylight saving time was in effect. Null if not applicable."""

    confidence: Literal["high", "medium", "low"]
    """Reliability of the offset: `high`, `medium` or `low`."""

    zoneDataVersion: str
    """Version of the tz database."""

    readings: NotRequired[list[ClockAlternative]]
    """Other readings of the local time that cannot be excluded, and what they change. Present with the
    warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
    """

    warnings: list[Warning]
    """Known uncertainties about this time and place."""

    ephemeris: Ephemeris
    """Ephemeris and the period it covers."""

    deltaT: float
    """Delta T (TT minus UT1) in seconds."""

    deltaTUncertainty: NotRequired[DeltaTUncertainty | None]
    """Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
    Earth's rotation is not measured.
    """

    julianDateUt1: float
    """Julian date in UT1."""

    julianDateTt: float
    """Julian date in TT."""

    obliquity: NotRequired[float | None]
    """True obliquity of the ecliptic, in degrees."""

    ayanamsha: NotRequired[float | None]
    """Mean ayanamsha in degrees. Present with a sidereal zodiac."""

    conventions: DashaConventions
    """Conventions used, including defaults."""


class DashaPeriod(TypedDict):
    """A period."""

    lord: str
    """Lord: a graha, or a sign in the Chara dasha."""

    yogini: NotRequired[str | None]
    """Name of the yogini. Present in the Yogini dasha."""

    level: int
    """Level: 1 maha, 2 antar, 3 pratyantar, 4 sukshma, 5 prana dasha."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""

    text: NotRequired[Text | None]
    """Interpretation of the lord. Present in the maha dashas of Vimshottari if `includeText` is
    `true`, once for each lord.
    """

    periods: NotRequired[list[DashaPeriod]]
    """Periods of the next level that overlap the range."""

DashaSystem: TypeAlias = Literal["vimshottari", "yogini", "ashtottari", "chara"]
"""A system of dashas.

- `vimshottari`: 120 years, from the Moon's nakshatra.
- `yogini`: 36 years, from the Moon's nakshatra.
- `ashtottari`: 108 years, from the Moon's nakshatra.
- `chara`: Periods of signs by Jaimini.
"""

DashaYear: TypeAlias = "float | Literal['sunSidereal', 'sunTropical', 'tithi']"


class DateRange(TypedDict):
    """A time range."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""


class Davison(TypedDict):
    """A Davison relationship chart."""

    dateTime: str
    """Midpoint of the two birth times, in UTC."""

    location: MiddlePlace
    """Midpoint of the two birthplaces."""

    points: dict[str, Point]
    """Points by ID."""

    angles: NotRequired[dict[str, Cusp] | None]
    """Angles by ID. They are never taken from house cusps."""

    houses: NotRequired[Houses | None]
    """Houses."""

    aspects: list[ChartAspect]
    """Aspects between the points."""

    patterns: list[ChartPattern]
    """Aspect patterns formed by the bodies."""

    lunarPhase: NotRequired[LunarPhase | None]
    """Phase of the Moon."""

    sect: NotRequired[Sect | None]
    """Sect of the chart: `day` or `night`."""

    balance: Balance
    """Number of points from Sun to Pluto in each element and mode."""

    rulers: NotRequired[Rulers | None]
    """Rulers of the Ascendant's sign and of the house cusps."""

    midpoints: NotRequired[list[Midpoint] | None]
    """Midpoints. Present if `include` contains `midpoints`."""

    antiscia: NotRequired[list[Antiscia] | None]
    """Antiscia. Present if `include` contains `antiscia`."""

    stars: NotRequired[list[StarConjunction] | None]
    """Conjunctions with fixed stars within one degree. Present if `include` contains `stars`."""

    dignities: NotRequired[list[PlaceDignities] | None]
    """Dignities at the position of each point. Present if `include` contains `dignities`."""

    nakshatras: NotRequired[list[Nakshatra] | None]
    """Nakshatras (lunar mansions). Present if `include` contains `nakshatras`."""

    composedReading: NotRequired[ComposedReading | None]
    """The texts as one reading. Present if `includeReading` is `true`."""

    charts: ImageAddress
    """Link to the chart image."""

    meta: Meta
    """Metadata about the calculation."""

    meta1: Meta
    """How the first birth time was interpreted."""

    meta2: Meta
    """How the second birth time was interpreted."""


class DeltaTUncertainty(TypedDict):
    """Uncertainty of Delta T: one standard deviation."""

    seconds: float
    """In seconds."""

    midheavenArcminutes: float
    """In arc minutes of the Midheaven, for an instant that follows from the sky, such as a return, and
    for UTC in the future. A clock time before 1962 is universal time itself and keeps its angles:
    there the Moon is uncertain instead.
    """

    moonArcseconds: float
    """In arc seconds of the Moon's mean motion, for a clock time before 1962."""

DeniedDomainsFacts = TypedDict(
    "DeniedDomainsFacts",
    {
        # The start of the 60 minutes.
        "from": "str",
        # Rejected requests.
        "requests": "int",
        # The number of different origins.
        "hosts": "int",
        # The origin with the most requests. Empty if those have no origin.
        "topHost": "str",
        # Rejected requests from that page.
        "topRequests": "int",
        "rule": "Literal['denied_domains']",
    },
)
"""A key is used from domains that are not allowed."""


class Dignity(TypedDict):
    """Essential dignities."""

    rulership: bool
    """Whether the planet is in its traditional domicile."""

    modernRulership: bool
    """Whether the planet is in its modern domicile."""

    exaltation: bool
    """Whether the planet is in its exaltation."""

    triplicity: NotRequired[TriplicityRulership | None]
    """Triplicity rulership: `in-sect` if the planet is the day ruler by day or the night ruler by
    night, otherwise `out-of-sect` or `participating`.
    """

    term: bool
    """Whether the planet is in its own term (Egyptian)."""

    face: bool
    """Whether the planet is in its own face (Chaldean)."""

    detriment: bool
    """Whether the planet is in its traditional detriment."""

    modernDetriment: bool
    """Whether the planet is in its modern detriment."""

    fall: bool
    """Whether the planet is in its fall."""

    peregrine: bool
    """Whether the planet is peregrine: it has no dignity of its own."""

    score: int
    """Sum of dignities and debilities."""


class DomainCheck(TypedDict):
    """Whether the origin is allowed."""

    allowed: bool

    reason: str
    """`unrestricted`, `any` or `match`, or the `meta.reason` of `domain_not_allowed`."""


class DomainCheckParams(TypedDict):
    """Input of `domain_check`."""

    org: str
    """ID of the organization."""

    domains: NotRequired[list[str] | None]
    """Domains that a key can be used from. Null for no restriction."""

    origin: str
    """`Origin` header of a browser."""


class DomainCheckRequest(TypedDict):
    """Domain patterns and an origin to test."""

    domains: NotRequired[list[str] | None]
    """Domains that a key can be used from. Null for no restriction."""

    origin: str
    """`Origin` header of a browser."""


class DomainCheckResource(TypedDict):

    type: Literal["domain-check"]

    id: str

    attributes: DomainCheck

    links: ResourceLinks


class DomainCheckResponse(TypedDict):

    data: DomainCheckResource


class DormantKeyFacts(TypedDict):
    """A dormant key is used again."""

    lastUsed: NotRequired[str | None]
    """The hour of its previous use. Null if it was never used."""

    createdAt: str
    """When the key was created."""

    hour: str
    """The hour of the new use."""

    silentDays: int
    """Days without a request."""

    rule: Literal["dormant_key"]

EarthlyBranch: TypeAlias = Literal[
    "zi",
    "chou",
    "yin",
    "mao",
    "chen",
    "si",
    "wu",
    "wei",
    "shen",
    "you",
    "xu",
    "hai",
]


class Eclipse(TypedDict):
    """An eclipse."""

    kind: Literal["solar", "lunar"]
    """Whether the eclipse is `solar` or `lunar`."""

    type: EclipseType
    """Type: `partial`, `annular`, `total`, `hybrid` or `penumbral`."""

    greatest: str
    """Time of greatest eclipse, in UTC."""

    longitude: float
    """Longitude of the eclipsed body, in degrees."""

    sign: SignId
    """Sign of the eclipsed body."""

    magnitude: float
    """Magnitude. Solar: fraction of the Sun's diameter covered, or the ratio of the diameters if total
    or annular. Lunar: fraction of the Moon's diameter in the umbra, negative if it stays outside.
    """

    penumbralMagnitude: NotRequired[float | None]
    """Fraction of the Moon's diameter in the penumbra."""

    gamma: float
    """Gamma: least distance of the shadow axis, in equatorial radii of the Earth, positive north."""

    contacts: EclipseContacts
    """Contact times for the whole Earth, in UTC."""

    greatestAt: NotRequired[EclipsePlace | None]
    """Place of greatest eclipse, where the shadow axis meets the Earth."""

    visibility: NotRequired[EclipseVisibility | None]
    """Local circumstances at the requested place."""


class EclipseContacts(TypedDict):
    """Start and end of each phase."""

    penumbral: NotRequired[list[str] | None]
    """First and last contact with the Earth's penumbra."""

    partial: NotRequired[list[str] | None]
    """First and last contact."""

    central: NotRequired[list[str] | None]
    """Start and end of totality, of annularity, or of the shadow axis on the Earth."""


class EclipseList(TypedDict):
    """Eclipses in chronological order."""

    dateRange: DateRange
    """Time range, in UTC."""

    eclipses: list[Eclipse]
    """Eclipses in the range."""

    meta: Meta
    """Metadata about the calculation."""


class EclipseMoment(TypedDict):
    """A phase of an eclipse at a place."""

    dateTime: str
    """Time, in UTC."""

    altitude: float
    """Altitude of the body's center in degrees, without refraction."""


class EclipsePlace(TypedDict):
    """A place."""

    latitude: float
    """Latitude in degrees, positive north."""

    longitude: float
    """Longitude in degrees, positive east."""

EclipseType: TypeAlias = Literal[
    "partial",
    "annular",
    "total",
    "hybrid",
    "penumbral",
]


class EclipseVisibility(TypedDict):
    """Local circumstances of an eclipse."""

    visible: bool
    """Whether any phase is above the horizon."""

    type: NotRequired[EclipseType | None]
    """Type of eclipse seen from there, as `type`. Null if the shadow misses the place."""

    magnitude: NotRequired[float | None]
    """Magnitude of a solar eclipse at the place."""

    obscuration: NotRequired[float | None]
    """Obscuration: fraction of the Sun's disc that is covered."""

    contacts: list[EclipseMoment]
    """Every contact, with the altitude of the eclipsed body."""


class EclipsesInput(TypedDict):
    """A time range and a place."""

    startDate: LocalDateTime
    """Start of the range: a date (00:00) or a date and time, in UTC unless it has an offset."""

    endDate: LocalDateTime
    """End of the range: a date (its last instant) or a date and time, in UTC unless it has an offset."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of both dates. Required before 1582-10-15."""

    location: NotRequired[Location | None]
    """Place for the local circumstances (`visibility`). If omitted, the response has global data only."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""

ElementRelation: TypeAlias = Literal[
    "same",
    "produces",
    "controls",
    "controlledBy",
    "producedBy",
]


class EmailChangeConfirmRequest(TypedDict):
    """The token of the link."""

    token: str


class EmailChangeRequest(TypedDict):
    """The new address, and your password."""

    email: str

    password: str


class EmailChangeResponse(TypedDict):

    meta: NotRequired[dict[str, Any]]


class EmailVerificationConfirmRequest(TypedDict):
    """The token of the link."""

    token: str


class EmailVerificationSendResponse(TypedDict):

    meta: NotRequired[dict[str, Any]]


class EmbedUrl(TypedDict):
    """An embed URL."""

    name: str

    url: str
    """URL of the image, for the `src` attribute of an `<img>` element."""

    createdAt: str

    createdBy: NotRequired[str | None]
    """ID of the user who created it. Null for an operator."""

    expiresAt: str
    """Time at which it stops working."""

    expired: bool
    """Whether it has expired."""


class EmbedUrlCreateBody(TypedDict):
    """An embed URL to create."""

    name: Name

    url: str
    """Path and query of an image, such as `/api/chart2/horoscope.svg?sign=leo`. The address of this
    service and the signature of another image URL are removed.
    """

    expiresAt: NotRequired[str | None]
    """Time at which it stops working, at most five years from now. Defaults to one year from now."""


class EmbedUrlCreateParams(TypedDict):
    """Input of `embed_url_create`."""

    org: str
    """ID of the organization."""

    key: str
    """ID of the API key."""

    name: Name

    url: str
    """Path and query of an image, such as `/api/chart2/horoscope.svg?sign=leo`. The address of this
    service and the signature of another image URL are removed.
    """

    expiresAt: NotRequired[str | None]
    """Time at which it stops working, at most five years from now. Defaults to one year from now."""


class EmbedUrlCreateResponse(TypedDict):

    data: EmbedUrlResource

    meta: NotRequired[dict[str, Any]]


class EmbedUrlListParams(TypedDict):
    """Input of `embed_url_list`."""

    org: str
    """ID of the organization."""

    key: str
    """ID of the API key."""

    page: NotRequired[EmbedUrlListParamsPage]


class EmbedUrlListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class EmbedUrlListResponse(TypedDict):

    data: list[EmbedUrlResource]

    links: PageLinks

    meta: PageMeta


class EmbedUrlResource(TypedDict):

    type: Literal["embed-url"]

    id: str

    attributes: EmbedUrl

    links: ResourceLinks


class EmbedUrlRevokeParams(TypedDict):
    """Input of `embed_url_revoke`."""

    org: str
    """ID of the organization."""

    key: str
    """ID of the API key."""

    embed_url: str
    """ID of the embed URL."""

Ephemeris = TypedDict(
    "Ephemeris",
    {
        # Name of the ephemeris: `DE440`, unless the operator has added a pack.
        "name": "str",
        # First day covered for the Sun, the Moon and the planets.
        "from": "str",
        # Last day covered.
        "to": "str",
    },
)
"""The ephemeris used."""


class EphemerisInput(TypedDict):
    """A range and a step."""

    startDate: LocalDateTime
    """Start of the range: a date (00:00) or a date and time, in UTC unless it has an offset."""

    endDate: LocalDateTime
    """End of the range: a date (its last instant) or a date and time, in UTC unless it has an offset."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of both dates. Required before 1582-10-15."""

    step: str
    """Interval between rows: a number followed by `m`, `h` or `d`, such as `1d`, `6h` or `15m`."""

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class EphemerisRow(TypedDict):
    """The positions at one instant."""

    dateTime: str
    """Time, in UTC."""

    points: dict[str, Position]
    """Points by ID."""


class EphemerisTable(TypedDict):
    """Positions at regular intervals."""

    rows: list[EphemerisRow]
    """One row per interval."""

    meta: Meta
    """Metadata about the calculation."""

EquinoxId: TypeAlias = Literal["true", "mean"]


class ErrorList(TypedDict):

    errors: list[ErrorObject]


class ErrorObject(TypedDict):

    id: NotRequired[str]
    """Request ID and number of the problem."""

    status: str
    """HTTP status of this problem."""

    code: str
    """Stable code. New codes can be added."""

    title: str
    """Short name of the code."""

    detail: str
    """What is wrong with this request."""

    source: NotRequired[ErrorObjectSource]

    links: NotRequired[ErrorObjectLinks]

    meta: NotRequired[dict[str, Any]]
    """Details for programs, such as accepted values."""


class ErrorObjectLinks(TypedDict):

    type: NotRequired[str]
    """URL of the explanation of the code."""


class ErrorObjectSource(TypedDict):

    pointer: NotRequired[str]
    """JSON pointer into the body."""

    parameter: NotRequired[str]
    """Name of the query or path parameter."""

    header: NotRequired[str]
    """Name of the header."""


class ErrorShareFacts(TypedDict):
    """A key has a high error rate."""

    hour: str
    """The start of the hour."""

    requests: int
    """Requests in the hour."""

    refused: int
    """Requests with status 400 to 499."""

    failed: int
    """Requests with status 500 or higher."""

    rule: Literal["error_share"]


class ErrorShareLimits(TypedDict):
    """When the error share of a key triggers an alert."""

    percent: int
    """Share of an hour's requests, in percent."""

    minimumRequests: int
    """Minimum number of requests."""


class ExactPass(TypedDict):
    """An exact pass."""

    dateTime: str
    """Time, in UTC. If the birth time is unknown, the earliest possible time."""

    dateTimeEnd: NotRequired[str | None]
    """Latest possible time, in UTC. Present if the birth time is unknown and the range does not end
    before.
    """

    retrograde: bool
    """Whether the transiting point is retrograde."""


class ExplainConventions(TypedDict):
    """Conventions of a comparison."""

    toleranceArcminutes: float
    """Largest difference that rounding explains, in arc minutes."""


class ExplainInput(TypedDict):
    """A birth, and its longitudes as another program shows them."""

    dateTime: LocalDateTime
    """Local date and time of birth, as it was entered in the other program. The time is required."""

    location: Location
    """Birthplace."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

    longitudes: ForeignLongitudes
    """Longitudes as the other program shows them, by point. The more there are, the fewer settings
    fit.
    """

    toleranceArcminutes: NotRequired[float | None]
    """Largest difference that the rounding of the longitudes explains, in arc minutes. Defaults to 1,
    for longitudes cut or rounded to the minute.
    """

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class ExplainMeta(TypedDict):
    """Metadata about explanations."""

    utc: str
    """Instant in UTC. If the time is unknown, the first instant of the day."""

    utcEnd: NotRequired[str | None]
    """End of the day or range, in UTC. Present if the time is unknown or for a range."""

    offset: str
    """Offset of local time from UTC, such as `+01:19:32`."""

    offsetEnd: NotRequired[str | None]
    """Offset at the end of a range. Present if clocks were changed in between."""

    offsetSource: OffsetSource
    """Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
    belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
    `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
    that was never a clock time).
    """

    timezone: NotRequired[str | None]
    """Time zone used, if any."""

    timezoneSource: NotRequired[TimezoneSource | None]
    """Source of the time zone: `request` or `coordinates`."""

    abbreviation: NotRequired[str | None]
    """Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`."""

    dst: NotRequired[bool | None]
    """Whether daylight saving time was in effect. Null if not applicable."""

    confidence: Literal["high", "medium", "low"]
    """Reliability of the offset: `high`, `medium` or `low`."""

    zoneDataVersion: str
    """Version of the tz database."""

    readings: NotRequired[list[ClockAlternative]]
    """Other readings of the local time that cannot be excluded, and what they change. Present with the
    warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
    """

    warnings: list[Warning]
    """Known uncertainties about this time and place."""

    ephemeris: Ephemeris
    """Ephemeris and the period it covers."""

    deltaT: float
    """Delta T (TT minus UT1) in seconds."""

    deltaTUncertainty: NotRequired[DeltaTUncertainty | None]
    """Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
    Earth's rotation is not measured.
    """

    julianDateUt1: float
    """Julian date in UT1."""

    julianDateTt: float
    """Julian date in TT."""

    obliquity: NotRequired[float | None]
    """True obliquity of the ecliptic, in degrees."""

    ayanamsha: NotRequired[float | None]
    """Mean ayanamsha in degrees. Present with a sidereal zodiac."""

    conventions: ExplainConventions
    """Conventions used, including defaults."""


class ExplainReading(TypedDict):
    """A reading of the birth time."""

    id: ExplainReadingId
    """ID: `asGiven`, `otherClock` (one that cannot be excluded), `hourEarlier` or `hourLater` (an hour
    of daylight saving time too many or too few), `zoneOfPlace`, `otherClockChange`, `utc`,
    `localMeanTime`, `julianCalendar` or `gregorianCalendar`.
    """

    utc: str
    """Instant in UTC."""

ExplainReadingId: TypeAlias = Literal[
    "asGiven",
    "otherClock",
    "hourEarlier",
    "hourLater",
    "zoneOfPlace",
    "otherClockChange",
    "utc",
    "localMeanTime",
    "julianCalendar",
    "gregorianCalendar",
]


class ExplainResult(TypedDict):
    """Settings that reproduce longitudes printed elsewhere."""

    dateTime: str
    """Birth time in UTC, as this service reads it."""

    explained: bool
    """Whether settings reproduce every longitude within the tolerance."""

    detail: NotRequired[str | None]
    """What to do if nothing explains the longitudes. Null otherwise."""

    explanations: list[Explanation]
    """Explanations, the most likely first. If nothing explains the longitudes, the settings that come
    nearest.
    """

    meta: ExplainMeta
    """Metadata about the calculation."""


class Explanation(TypedDict):
    """Settings, and how well they reproduce the longitudes."""

    fits: bool
    """Whether every longitude is within the tolerance."""

    residualArcminutes: float
    """Largest difference, in arc minutes."""

    reading: ExplainReading
    """How the birth time was read."""

    zodiac: ZodiacName
    """Zodiac."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha. Null in the tropical zodiac, and if no known one fits."""

    ayanamshaValue: NotRequired[float | None]
    """Mean ayanamsha at the birth that would explain the longitudes, in degrees. Present if no known
    one fits better.
    """

    center: Center
    """Center of the positions."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node. Null if no node was compared."""

    correction: LightCorrection
    """Corrections for the path of light: `apparent` (all), `astrometric` (aberration left out) or
    `geometric` (light time left out, too).
    """

    equinox: EquinoxId
    """Treatment of nutation: `true` is usual. With `mean`, tropical longitudes lack it, and sidereal
    ones have it because the mean ayanamsha was subtracted from true longitudes.
    """

    differences: dict[str, float]
    """Longitude of the other program minus the computed one, in arc minutes, by point."""

FieldPath: TypeAlias = str
"""Path of a field in `data`: names separated by dots. `*` stands for every name, and a list counts as
its items. `meta` is always returned.
"""


class ForecastInput(TypedDict):
    """A birth and a year."""

    birthDate: LocalDateTime
    """Date of birth in the Gregorian calendar, with or without a time."""

    location: NotRequired[Location | None]
    """Birthplace. Required with `yearBoundary: lichun`, otherwise without effect."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

    yearBoundary: NotRequired[ChineseYearBoundary | None]
    """When the year begins. Defaults to `newYear`."""

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of animals and elements."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    forecastYear: int
    """Gregorian year in which the Chinese year of the forecast begins."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class ForeignLongitudes(TypedDict):
    """Longitudes in degrees from 0° Aries of the other program's zodiac, by point."""

    sun: NotRequired[float | None]
    """Longitude of the Sun, in degrees."""

    moon: NotRequired[float | None]
    """Longitude of the Moon, in degrees."""

    mercury: NotRequired[float | None]
    """Longitude of Mercury, in degrees."""

    venus: NotRequired[float | None]
    """Longitude of Venus, in degrees."""

    mars: NotRequired[float | None]
    """Longitude of Mars, in degrees."""

    jupiter: NotRequired[float | None]
    """Longitude of Jupiter, in degrees."""

    saturn: NotRequired[float | None]
    """Longitude of Saturn, in degrees."""

    uranus: NotRequired[float | None]
    """Longitude of Uranus, in degrees."""

    neptune: NotRequired[float | None]
    """Longitude of Neptune, in degrees."""

    pluto: NotRequired[float | None]
    """Longitude of Pluto, in degrees."""

    chiron: NotRequired[float | None]
    """Longitude of Chiron, in degrees."""

    northNode: NotRequired[float | None]
    """Longitude of the ascending lunar node (Rahu), in degrees."""

    southNode: NotRequired[float | None]
    """Longitude of the descending lunar node (Ketu), in degrees."""

    ascendant: NotRequired[float | None]
    """Longitude of the Ascendant, in degrees."""

    midheaven: NotRequired[float | None]
    """Longitude of the Midheaven, in degrees."""


class GeocodingSearchParams(TypedDict):
    """Input of `geocoding_search`."""

    q: str
    """Name of the place or its beginning, in any script. Add the country or state after a comma."""

    limit: NotRequired[int | None]
    """Maximum number of places to return."""

    lang: NotRequired[str | None]
    """Language of the names, as a BCP 47 tag (`nl`, `zh-Hant`). Unsupported languages are rejected.
    Names that are not available in the language are in English or in their local form.
    """

    country: NotRequired[str | None]
    """Only places in this country (ISO 3166-1, two letters)."""

    near: NotRequired[GeocodingSearchParamsNear]


class GeocodingSearchParamsNear(TypedDict):

    latitude: NotRequired[float | None]
    """Latitude in degrees, positive north."""

    longitude: NotRequired[float | None]
    """Longitude in degrees, positive east."""


class GeocodingSearchResponse(TypedDict):

    data: list[Place]


class GeocodingTimezoneParams(TypedDict):
    """Input of `geocoding_timezone`."""

    latitude: float
    """Latitude in degrees, positive north."""

    longitude: float
    """Longitude in degrees, positive east."""

    dateTime: LocalDateTime
    """Local time, `YYYY-MM-DDTHH:mm`, or a date without a time."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """


class GeocodingTimezoneResponse(TypedDict):

    data: ClockAnswer

GrahaId: TypeAlias = Literal[
    "sun",
    "moon",
    "mars",
    "mercury",
    "jupiter",
    "venus",
    "saturn",
    "rahu",
    "ketu",
]


class Health(TypedDict):
    """Status of the service."""

    status: str
    """Always `ok`. Any other status is an error response."""


class HealthReadyParams(TypedDict):
    """Input of `health_ready`."""

    scope: NotRequired[ReadinessScope | None]
    """`service` (default): whether requests succeed, which needs the database. `node`: only whether
    this node accepts requests.
    """

HeavenlyStem: TypeAlias = Literal[
    "jia",
    "yi",
    "bing",
    "ding",
    "wu",
    "ji",
    "geng",
    "xin",
    "ren",
    "gui",
]


class Hora(TypedDict):
    """A planetary hour."""

    lord: GrahaId
    """Ruler."""

    isDay: bool
    """Whether it begins between sunrise and sunset."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""

    startLocal: str
    """Start on the clock of the place, with its offset."""

    endLocal: str
    """End on the clock of the place, with its offset."""

HoraDivisionName: TypeAlias = Literal["dayAndNight", "equal"]
"""How a day is divided into planetary hours.

- `dayAndNight`: Twelve equal hours of the day and twelve of the night.
- `equal`: Twenty-four equal hours from sunrise to sunrise.
"""

HoroscopeAnswer = TypedDict(
    "HoroscopeAnswer",
    {
        # Sign. For a personal horoscope the sign of the Ascendant, or null if the birth time is
        # unknown.
        "sign": "NotRequired[SignId | None]",
        # Title of the sign.
        "signTitle": "NotRequired[str | None]",
        # Kind of period.
        "period": "HoroscopePeriod",
        # Date, ISO week, month or year, such as `2026-11-18`, `2026-W47`, `2026-11` or `2026`. The
        # first day of a personal horoscope.
        "date": "str",
        # ISO week and week year. Present in weekly horoscopes.
        "isoWeek": "NotRequired[str | None]",
        # First day.
        "from": "str",
        # Last day.
        "to": "str",
        # Requested language.
        "language": "str",
        # Edition of the texts. A request has the same result as long as this value does not change.
        "contentRevision": "str",
        # Title of the strongest fact. Null without texts.
        "title": "NotRequired[str | None]",
        # The strongest facts as one paragraph. Null without texts.
        "summary": "NotRequired[str | None]",
        # URNs of the texts in `summary`, in their order.
        "summaryFrom": "list[str]",
        # Sections.
        "sections": "HoroscopeSections",
        # Facts of the sky in the period with the greatest weights, ordered by time: at most 12 of a
        # day, 20 of a week, 24 of a month, 26 of a year and 44 of a personal horoscope. Longer
        # periods than days begin with the places of Venus, Mars, Jupiter and the Sun. On days, a
        # fact is left out if another fact of the fourteen days before could have had the same text.
        "facts": "list[HoroscopeFact]",
        # The Moon.
        "moon": "HoroscopeMoon",
        # How much each section matters in the period.
        "intensity": "HoroscopeIntensity",
        # Lucky number, color and weekday. Null for a birth without a time.
        "lucky": "NotRequired[HoroscopeLucky | None]",
        # Link to the card image. Absent if the response has the horoscopes of all signs or of a
        # birth.
        "chart": "NotRequired[ImageAddress | None]",
        # How the request was interpreted.
        "meta": "HoroscopeMeta",
    },
)
"""A horoscope with metadata of the request."""

HoroscopeArea: TypeAlias = Literal["love", "work", "money", "wellbeing"]
"""A section of a horoscope.

- `love`: Love, partners and friends.
- `work`: Work, duties and everyday exchange.
- `money`: Money and shared resources.
- `wellbeing`: Wellbeing, home and rest.
"""

HoroscopeCardPeriod: TypeAlias = Literal[
    "daily",
    "weekly",
    "monthly",
    "yearly",
    "yearly-ascendant",
]
"""The kinds of periods that a card can show.

- `daily`: A day.
- `weekly`: An ISO week.
- `monthly`: A month.
- `yearly`: A year.
- `yearly-ascendant`: A year, by the sign of the Ascendant.
"""


class HoroscopeDailyParams(TypedDict):
    """Input of `horoscope_daily`."""

    date: str
    """Date in the Gregorian calendar."""

    language: NotRequired[str | None]
    """Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
    this language are in English.
    """

    timezone: NotRequired[str | None]
    """Time zone of the days, from the tz database. Defaults to `UTC`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class HoroscopeDailyResponse(TypedDict):

    data: HoroscopesBySign


class HoroscopeDailySignParams(TypedDict):
    """Input of `horoscope_daily_sign`."""

    date: str
    """Date in the Gregorian calendar."""

    sign: SignId
    """Sign."""

    language: NotRequired[str | None]
    """Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
    this language are in English.
    """

    timezone: NotRequired[str | None]
    """Time zone of the days, from the tz database. Defaults to `UTC`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class HoroscopeDailySignResponse(TypedDict):

    data: HoroscopeAnswer


class HoroscopeFact(TypedDict):
    """A fact of the sky."""

    at: str
    """When it is exact or begins, in UTC. For `position` the beginning of the period."""

    until: NotRequired[str | None]
    """When it ends, in UTC, if it lasts."""

    kind: HoroscopeFactKind
    """Kind of fact."""

    body: HoroscopePlanet
    """Planet. For `lunation`, `eclipse`, `moon`, `moonAspect` and `voidOfCourse` the Moon."""

    aspect: NotRequired[AspectId | None]
    """Aspect that it forms."""

    target: NotRequired[str | None]
    """The other planet of the aspect, or the natal point of a transit."""

    station: NotRequired[Literal["retrograde", "direct"]]
    """Direction after a station."""

    phase: NotRequired[Literal["new", "first-quarter", "full", "last-quarter"]]
    """Phase of a lunation."""

    eclipse: NotRequired[Literal["solar", "lunar"]]
    """Whether the Sun or the Moon is eclipsed."""

    retrograde: NotRequired[bool | None]
    """Whether the planet is retrograde when it enters the sign."""

    sign: SignId
    """Sign in which it takes place. For a transit that of the planet that the text is about first."""

    house: int
    """House of `sign`, counted from the sign of the horoscope."""

    section: HoroscopeSection
    """Section that the house belongs to."""

    weight: int
    """How much it matters. `summary` describes the facts with the greatest weights."""

    text: NotRequired[Text | None]
    """Interpretation. Absent if there is none, as for transits of a slow planet to another."""

HoroscopeFactKind: TypeAlias = Literal[
    "ingress",
    "aspect",
    "station",
    "lunation",
    "eclipse",
    "moon",
    "moonAspect",
    "voidOfCourse",
    "position",
    "transit",
]


class HoroscopeIntensity(TypedDict):
    """The intensity of each section."""

    love: NotRequired[IntensityOfSection | None]
    """Love."""

    work: NotRequired[IntensityOfSection | None]
    """Work."""

    money: NotRequired[IntensityOfSection | None]
    """Money."""

    wellbeing: NotRequired[IntensityOfSection | None]
    """Wellbeing."""


class HoroscopeLucky(TypedDict):
    """Lucky number, color and weekday. They follow from the period and from the rulers of two signs."""

    number: int
    """The digit that remains when the digits of `date` and the Moon's house are added."""

    colour: LuckyColour
    """Color of `moonRuler`."""

    colourTitle: NotRequired[str | None]
    """Title of the color."""

    weekday: Weekday
    """Weekday of `signRuler`."""

    weekdayTitle: NotRequired[str | None]
    """Title of the weekday."""

    signRuler: HoroscopePlanet
    """Traditional ruler of the sign."""

    moonRuler: HoroscopePlanet
    """Traditional ruler of the Moon's sign."""


class HoroscopeMeta(TypedDict):
    """How a request for a horoscope was interpreted."""

    timezone: NotRequired[str | None]
    """Time zone of the days. Null for a local mean time."""

    start: str
    """Beginning of the period, in UTC."""

    end: str
    """End of the period, in UTC."""

    warnings: list[Warning]
    """Warnings about the result."""


class HoroscopeMonthlyParams(TypedDict):
    """Input of `horoscope_monthly`."""

    year: int
    """Year."""

    month: int
    """Month, from 1 to 12."""

    language: NotRequired[str | None]
    """Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
    this language are in English.
    """

    timezone: NotRequired[str | None]
    """Time zone of the days, from the tz database. Defaults to `UTC`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class HoroscopeMonthlyResponse(TypedDict):

    data: HoroscopesBySign


class HoroscopeMonthlySignParams(TypedDict):
    """Input of `horoscope_monthly_sign`."""

    year: int
    """Year."""

    month: int
    """Month, from 1 to 12."""

    sign: SignId
    """Sign."""

    language: NotRequired[str | None]
    """Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
    this language are in English.
    """

    timezone: NotRequired[str | None]
    """Time zone of the days, from the tz database. Defaults to `UTC`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class HoroscopeMonthlySignResponse(TypedDict):

    data: HoroscopeAnswer


class HoroscopeMoon(TypedDict):
    """The Moon on a day at noon, or at the beginning of a longer period."""

    sign: SignId
    """Sign."""

    phase: PhaseId
    """Phase. A day with a principal phase is named after it."""

    voidOfCourse: list[HoroscopeVoid]
    """Void-of-course periods that overlap the day. Empty for longer periods."""

HoroscopePeriod: TypeAlias = Literal[
    "daily",
    "weekly",
    "monthly",
    "yearly",
    "yearly-ascendant",
    "personal",
]


class HoroscopePersonalResponse(TypedDict):

    data: HoroscopeAnswer

HoroscopePlanet: TypeAlias = Literal[
    "sun",
    "moon",
    "mercury",
    "venus",
    "mars",
    "jupiter",
    "saturn",
    "uranus",
    "neptune",
    "pluto",
]

HoroscopeSection: TypeAlias = Literal["love", "work", "money", "wellbeing"]

HoroscopeSectionText = TypedDict(
    "HoroscopeSectionText",
    {
        # Text. Null without texts.
        "text": "NotRequired[str | None]",
        # URNs of the texts in `text`, in their order.
        "from": "list[str]",
    },
)
"""A section of a horoscope."""


class HoroscopeSections(TypedDict):
    """The sections of a horoscope. Those that the request leaves out are null."""

    love: NotRequired[HoroscopeSectionText | None]
    """Love, partners and friends: houses 5, 7 and 11."""

    work: NotRequired[HoroscopeSectionText | None]
    """Work, duties and everyday exchange: houses 3, 6 and 10."""

    money: NotRequired[HoroscopeSectionText | None]
    """Money and shared resources: houses 2 and 8."""

    wellbeing: NotRequired[HoroscopeSectionText | None]
    """Wellbeing, home and rest: houses 1, 4, 9 and 12."""


class HoroscopeVoid(TypedDict):
    """A void-of-course period."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""


class HoroscopeWeeklyParams(TypedDict):
    """Input of `horoscope_weekly`."""

    year: int
    """Year of the ISO week."""

    week: int
    """ISO week, from 1 to 53. Weeks run from Monday to Sunday."""

    date: NotRequired[str | None]
    """Selects the week that contains this date instead of `year` and `week`."""

    language: NotRequired[str | None]
    """Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
    this language are in English.
    """

    timezone: NotRequired[str | None]
    """Time zone of the days, from the tz database. Defaults to `UTC`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class HoroscopeWeeklyResponse(TypedDict):

    data: HoroscopesBySign


class HoroscopeWeeklySignParams(TypedDict):
    """Input of `horoscope_weekly_sign`."""

    year: int
    """Year of the ISO week."""

    week: int
    """ISO week, from 1 to 53. Weeks run from Monday to Sunday."""

    sign: SignId
    """Sign."""

    date: NotRequired[str | None]
    """Selects the week that contains this date instead of `year` and `week`."""

    language: NotRequired[str | None]
    """Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
    this language are in English.
    """

    timezone: NotRequired[str | None]
    """Time zone of the days, from the tz database. Defaults to `UTC`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class HoroscopeWeeklySignResponse(TypedDict):

    data: HoroscopeAnswer


class HoroscopeYearlyAscendantParams(TypedDict):
    """Input of `horoscope_yearly_ascendant`."""

    year: int
    """Year."""

    language: NotRequired[str | None]
    """Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
    this language are in English.
    """

    timezone: NotRequired[str | None]
    """Time zone of the days, from the tz database. Defaults to `UTC`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class HoroscopeYearlyAscendantResponse(TypedDict):

    data: HoroscopesBySign


class HoroscopeYearlyAscendantSignParams(TypedDict):
    """Input of `horoscope_yearly_ascendant_sign`."""

    year: int
    """Year."""

    sign: SignId
    """Sign."""

    language: NotRequired[str | None]
    """Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
    this language are in English.
    """

    timezone: NotRequired[str | None]
    """Time zone of the days, from the tz database. Defaults to `UTC`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class HoroscopeYearlyAscendantSignResponse(TypedDict):

    data: HoroscopeAnswer


class HoroscopeYearlyParams(TypedDict):
    """Input of `horoscope_yearly`."""

    year: int
    """Year."""

    language: NotRequired[str | None]
    """Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
    this language are in English.
    """

    timezone: NotRequired[str | None]
    """Time zone of the days, from the tz database. Defaults to `UTC`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class HoroscopeYearlyResponse(TypedDict):

    data: HoroscopesBySign


class HoroscopeYearlySignParams(TypedDict):
    """Input of `horoscope_yearly_sign`."""

    year: int
    """Year."""

    sign: SignId
    """Sign."""

    language: NotRequired[str | None]
    """Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
    this language are in English.
    """

    timezone: NotRequired[str | None]
    """Time zone of the days, from the tz database. Defaults to `UTC`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class HoroscopeYearlySignResponse(TypedDict):

    data: HoroscopeAnswer


class HoroscopesBySign(TypedDict):
    """A horoscope for each sign."""

    aries: HoroscopeAnswer

    taurus: HoroscopeAnswer

    gemini: HoroscopeAnswer

    cancer: HoroscopeAnswer

    leo: HoroscopeAnswer

    virgo: HoroscopeAnswer

    libra: HoroscopeAnswer

    scorpio: HoroscopeAnswer

    sagittarius: HoroscopeAnswer

    capricorn: HoroscopeAnswer

    aquarius: HoroscopeAnswer

    pisces: HoroscopeAnswer


class HouseOverlay(TypedDict):
    """A point in a house of the other chart."""

    pointId: PointId
    """ID of the point."""

    houseNumber: int
    """House of the other chart."""

    houseId: str
    """House ID."""

    pointTitle: NotRequired[str | None]
    """Title of the point. Present if `includeReadableEntities` is `true`."""

    houseTitle: NotRequired[str | None]
    """Title of the house. Present if `includeReadableEntities` is `true`."""

    text: NotRequired[Text | None]
    """Interpretation text. Present if `includeText` is `true`."""


class HouseOverlays(TypedDict):
    """House overlays."""

    chart1InChart2: list[HouseOverlay]
    """Points of the first chart in the houses of the second."""

    chart2InChart1: list[HouseOverlay]
    """Points of the second chart in the houses of the first."""

HouseSystemId: TypeAlias = Literal[
    "placidus",
    "koch",
    "equal",
    "whole",
    "campanus",
    "regiomontanus",
    "porphyry",
    "alcabitius",
    "morinus",
    "topocentric",
    "polich-page",
    "equal-mc",
    "vehlow",
    "meridian",
    "axial",
    "zariel",
    "krusinski",
    "pisa-goelzer",
    "sripati",
    "carter",
    "sunshine",
    "pullen-sd",
    "pullen-sr",
    "horizontal",
    "azimuthal",
    "apc",
    "equal-aries",
    "gauquelin",
]


class Houses(TypedDict):
    """Houses."""

    system: HouseSystemId
    """House system."""

    cusps: list[Cusp]
    """The twelve cusps. Empty with Gauquelin sectors."""

    sectors: NotRequired[list[float] | None]
    """Starting points of the 36 Gauquelin sectors, clockwise."""

    ascmc: list[float]
    """Angles in this order: ascendant, midheaven, armc (degrees of right ascension), vertex,
    eastPoint, coAscendantKoch, coAscendantMunkasey, polarAscendant.
    """


class ImageAddress(TypedDict):
    """Link to an image."""

    url: NotRequired[str | None]
    """URL that works in an `<img>` element for 24 hours, or as long as the browser token that
    requested it. Null if there is no image: `meta.warnings` says why.
    """

ImageFormat: TypeAlias = Literal["svg", "png"]
"""File format.

- `svg`: Scalable Vector Graphics. Text stays text.
- `png`: Portable Network Graphics.
"""

Include: TypeAlias = Literal[
    "midpoints",
    "antiscia",
    "lots",
    "stars",
    "dignities",
    "nakshatras",
    "margins",
]
"""Optional parts of a response.

- `midpoints`: Midpoints of all pairs of points.
- `antiscia`: Antiscia and contra-antiscia of every point.
- `lots`: All lots, not only those in `points`.
- `stars`: Conjunctions with fixed stars.
- `dignities`: Rulers, exaltations and other dignities at the position of every point. Each planet's
own dignities are always included in its fields.
- `nakshatras`: Nakshatras (lunar mansions). Requires a sidereal zodiac.
- `margins`: How much earlier or later the birth must be to change the facts of a natal chart.
"""

IndianStyle: TypeAlias = Literal["north", "south", "east"]
"""The style of the image.

- `north`: Houses in a diamond, counterclockwise from the top.
- `south`: Signs clockwise in twelve squares, Pisces in the upper left corner.
- `east`: Signs counterclockwise in nine squares, Aries at the top.
"""

InstallationAuditListParams = TypedDict(
    "InstallationAuditListParams",
    {
        # ID of the user, or `operator`.
        "actor": "NotRequired[str | None]",
        # Action, such as `key.create`, or group of actions, such as `key`.
        "action": "NotRequired[str | None]",
        # ID of the subject.
        "subject": "NotRequired[str | None]",
        # Start, inclusive.
        "from": "NotRequired[str | None]",
        # End, exclusive.
        "to": "NotRequired[str | None]",
        "page": "NotRequired[InstallationAuditListParamsPage]",
    },
)
"""Input of `installation_audit_list`."""


class InstallationAuditListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class InstallationAuditListResponse(TypedDict):

    data: list[AuditEntryResource]

    links: PageLinks

    meta: PageMeta


class InstallationHealth(TypedDict):
    """Health of the installation."""

    version: str
    """Version of the node that responded."""

    database: Literal["SQLite", "PostgreSQL"]
    """Database: `SQLite` or `PostgreSQL`."""

    databaseBytes: int
    """Size of the database in bytes, with its indexes."""

    counters: Literal["shared", "memory"]
    """Where rates are counted: `shared` by all nodes, or in this node's `memory`."""

    nodes: int
    """Number of running nodes."""

    organizations: int

    mailsWaiting: int
    """Number of unsent emails."""

    sendsMail: bool
    """Whether a mail server is configured."""

    statementsDue: int
    """Number of unpaid invoices."""

    stopping: bool
    """Whether the node is stopping."""


class InstallationHealthGetResponse(TypedDict):

    data: InstallationHealthResource


class InstallationHealthResource(TypedDict):

    type: Literal["health"]

    id: str

    attributes: InstallationHealth

    links: ResourceLinks


class InstallationJobListResponse(TypedDict):

    data: list[JobResource]

    links: PageLinks

    meta: PageMeta


class InstallationMemberAddBody(TypedDict):
    """A member to add."""

    email: str
    """Email address of an existing account."""

    role: Role


class InstallationMemberAddParams(TypedDict):
    """Input of `installation_member_add`."""

    org: str
    """ID of the organization."""

    email: str
    """Email address of an existing account."""

    role: Role


class InstallationMemberAddResponse(TypedDict):

    data: MemberResource

    meta: NotRequired[dict[str, Any]]


class InstallationMemberListParams(TypedDict):
    """Input of `installation_member_list`."""

    org: str
    """ID of the organization."""

    page: NotRequired[InstallationMemberListParamsPage]


class InstallationMemberListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class InstallationMemberListResponse(TypedDict):

    data: list[MemberResource]

    links: PageLinks

    meta: PageMeta


class InstallationModuleGrantBody(TypedDict):
    """A module to grant."""

    module: str
    """ID of the module, such as `content-premium`."""

    expiresAt: NotRequired[str | None]
    """End of the grant. Omit it or send null for a grant without an end."""


class InstallationModuleGrantParams(TypedDict):
    """Input of `installation_module_grant`."""

    org: str
    """ID of the organization."""

    module: str
    """ID of the module, such as `content-premium`."""

    expiresAt: NotRequired[str | None]
    """End of the grant. Omit it or send null for a grant without an end."""


class InstallationModuleGrantResponse(TypedDict):

    data: ModuleGrantResource

    meta: NotRequired[dict[str, Any]]


class InstallationModuleListParams(TypedDict):
    """Input of `installation_module_list`."""

    org: str
    """ID of the organization."""

    page: NotRequired[InstallationModuleListParamsPage]


class InstallationModuleListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class InstallationModuleListResponse(TypedDict):

    data: list[ModuleGrantResource]

    links: PageLinks

    meta: PageMeta


class InstallationModuleRevokeParams(TypedDict):
    """Input of `installation_module_revoke`."""

    org: str
    """ID of the organization."""

    module: str
    """ID of the module."""


class InstallationOrgCreateResponse(TypedDict):

    data: OperatedOrganizationResource

    meta: NotRequired[dict[str, Any]]


class InstallationOrgGetParams(TypedDict):
    """Input of `installation_org_get`."""

    org: str
    """ID of the organization."""


class InstallationOrgGetResponse(TypedDict):

    data: OperatedOrganizationResource


class InstallationOrgListParams(TypedDict):
    """Input of `installation_org_list`."""

    page: NotRequired[InstallationOrgListParamsPage]


class InstallationOrgListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class InstallationOrgListResponse(TypedDict):

    data: list[OperatedOrganizationResource]

    links: PageLinks

    meta: PageMeta


class InstallationOrgUpdateBody(TypedDict):
    """Changes to an organization. Omitted fields stay unchanged. Null restores the value of the plan."""

    plan: NotRequired[str | None]

    quota: NotRequired[int | None]

    overage: NotRequired[int | None]

    testAllowance: NotRequired[int | None]

    rates: NotRequired[list[Rate] | None]

    status: NotRequired[OperatedStatus | None]
    """Status of the organization."""


class InstallationOrgUpdateParams(TypedDict):
    """Input of `installation_org_update`."""

    org: str
    """ID of the organization."""

    plan: NotRequired[str | None]

    quota: NotRequired[int | None]

    overage: NotRequired[int | None]

    testAllowance: NotRequired[int | None]

    rates: NotRequired[list[Rate] | None]

    status: NotRequired[OperatedStatus | None]
    """Status of the organization."""


class InstallationOrgUpdateResponse(TypedDict):

    data: OperatedOrganizationResource


class InstallationOutboxListParams(TypedDict):
    """Input of `installation_outbox_list`."""

    page: NotRequired[InstallationOutboxListParamsPage]


class InstallationOutboxListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class InstallationOutboxListResponse(TypedDict):

    data: list[OutboxMailResource]

    links: PageLinks

    meta: PageMeta


class InstallationPlan(TypedDict):
    """A plan of the configuration."""

    price: int
    """Price per period, in minor units."""

    overagePrice: int
    """Price of a unit above the quota, in minor units."""

    currency: str

    quota: int

    overage: int

    rates: list[str]

    imageRates: list[str]

    batchRates: list[str]

    modules: list[str]

    forSale: bool
    """Whether organizations can change to the plan by themselves."""


class InstallationPlanListResponse(TypedDict):

    data: list[InstallationPlanResource]

    links: PageLinks

    meta: PageMeta


class InstallationPlanResource(TypedDict):

    type: Literal["installation-plan"]

    id: str

    attributes: InstallationPlan

    links: ResourceLinks


class InstallationStatementListParams(TypedDict):
    """Input of `installation_statement_list`."""

    state: NotRequired[StatementState | None]
    """Only statements in this state."""

    page: NotRequired[InstallationStatementListParamsPage]


class InstallationStatementListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class InstallationStatementListResponse(TypedDict):

    data: list[StatementResource]

    links: PageLinks

    meta: PageMeta


class InstallationStatementPayBody(TypedDict):
    """The payment of a statement."""

    note: str
    """Payment reference, such as the number of a bank transfer."""

    paidAt: NotRequired[str | None]
    """Time of the payment. Defaults to now."""


class InstallationStatementPayParams(TypedDict):
    """Input of `installation_statement_pay`."""

    org: str
    """ID of the organization."""

    statement: str
    """ID of the statement."""

    note: str
    """Payment reference, such as the number of a bank transfer."""

    paidAt: NotRequired[str | None]
    """Time of the payment. Defaults to now."""


class InstallationStatementPayResponse(TypedDict):

    data: StatementResource


class InstallationUserCreateResponse(TypedDict):

    data: OperatedUserResource

    meta: NotRequired[dict[str, Any]]


class InstallationUserGetParams(TypedDict):
    """Input of `installation_user_get`."""

    user: str
    """ID of the user."""


class InstallationUserGetResponse(TypedDict):

    data: OperatedUserResource


class InstallationUserListParams(TypedDict):
    """Input of `installation_user_list`."""

    page: NotRequired[InstallationUserListParamsPage]


class InstallationUserListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class InstallationUserListResponse(TypedDict):

    data: list[OperatedUserResource]

    links: PageLinks

    meta: PageMeta


class InstallationUserResetBody(TypedDict):
    """What to reset."""

    secondFactor: NotRequired[bool]
    """Whether to also disable the second factor, for a user who has lost it."""


class InstallationUserResetParams(TypedDict):
    """Input of `installation_user_reset`."""

    user: str
    """ID of the user."""

    secondFactor: NotRequired[bool]
    """Whether to also disable the second factor, for a user who has lost it."""


class InstallationUserResetResponse(TypedDict):

    data: OperatedUserResource


class InstallationUserUpdateBody(TypedDict):
    """Changes to an account. Omitted fields stay unchanged."""

    operator: NotRequired[bool | None]
    """Whether the user is an operator."""

    disabled: NotRequired[bool | None]
    """Whether the account is disabled."""


class InstallationUserUpdateParams(TypedDict):
    """Input of `installation_user_update`."""

    user: str
    """ID of the user."""

    operator: NotRequired[bool | None]
    """Whether the user is an operator."""

    disabled: NotRequired[bool | None]
    """Whether the account is disabled."""


class InstallationUserUpdateResponse(TypedDict):

    data: OperatedUserResource


class IntensityOfSection(TypedDict):
    """The intensity of a section."""

    value: int
    """From 0 to 100: 100 × (1 − e^(−w / s)), where w is the sum of the weights of the section's facts,
    and s is 120 for a day, 200 for a week, 320 for a month, 480 for a year and 800 for a personal
    horoscope.
    """

    facts: list[int]
    """Indexes of these facts in `facts`."""


class Invitation(TypedDict):
    """An invitation."""

    email: str

    role: Literal["owner", "manager", "member"]

    state: Literal["pending", "accepted", "revoked", "replaced", "expired"]
    """Status: `pending`, `accepted`, `revoked`, `replaced` or `expired`."""

    invitedBy: str
    """User who created or last resent the invitation."""

    sentAt: str

    expiresAt: str


class InvitationAcceptRequest(TypedDict):
    """The token of the link."""

    token: str


class InvitationCreateParams(TypedDict):
    """Input of `invitation_create`."""

    org: str
    """ID of the organization."""

    email: str

    role: Role


class InvitationCreateRequest(TypedDict):
    """An invitation to create."""

    email: str

    role: Role


class InvitationCreateResponse(TypedDict):

    data: InvitationResource

    meta: NotRequired[dict[str, Any]]


class InvitationDescribeRequest(TypedDict):
    """The token of the link."""

    token: str


class InvitationDescribeResponse(TypedDict):

    data: InvitationDescriptionResource


class InvitationDescription(TypedDict):
    """What a link invites to."""

    organization: str
    """Name of the organization."""

    invitedBy: str
    """Name of the person who sent the invitation."""

    role: Literal["owner", "manager", "member"]

    email: str
    """Address that the invitation is for."""

    expiresAt: str


class InvitationDescriptionResource(TypedDict):

    type: Literal["invitation-description"]

    id: str

    attributes: InvitationDescription

    links: ResourceLinks


class InvitationLink(TypedDict):
    """A link to copy, shown only once."""

    url: str
    """Link that accepts the invitation. Give it only to the invited person."""

    expiresAt: str


class InvitationLinkBody(TypedDict):
    """One invitation."""
    pass


class InvitationLinkParams(TypedDict):
    """Input of `invitation_link`."""

    org: str
    """ID of the organization."""

    invitation: str
    """ID of the invitation."""


class InvitationLinkResource(TypedDict):

    type: Literal["invitation-link"]

    id: str

    attributes: InvitationLink

    links: ResourceLinks


class InvitationLinkResponse(TypedDict):

    data: InvitationLinkResource

    meta: NotRequired[dict[str, Any]]


class InvitationListParams(TypedDict):
    """Input of `invitation_list`."""

    org: str
    """ID of the organization."""

    page: NotRequired[InvitationListParamsPage]


class InvitationListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class InvitationListResponse(TypedDict):

    data: list[InvitationResource]

    links: PageLinks

    meta: PageMeta


class InvitationRegisterRequest(TypedDict):
    """A new account for an invited person."""

    token: str

    name: Name

    password: str
    """Password of at least 15 characters."""


class InvitationRegisterResponse(TypedDict):

    data: SessionResource

    meta: NotRequired[dict[str, Any]]


class InvitationResendBody(TypedDict):
    """One invitation."""
    pass


class InvitationResendParams(TypedDict):
    """Input of `invitation_resend`."""

    org: str
    """ID of the organization."""

    invitation: str
    """ID of the invitation."""


class InvitationResendResponse(TypedDict):

    data: InvitationResource


class InvitationResource(TypedDict):

    type: Literal["invitation"]

    id: str

    attributes: Invitation

    links: ResourceLinks


class InvitationRevokeParams(TypedDict):
    """Input of `invitation_revoke`."""

    org: str
    """ID of the organization."""

    invitation: str
    """ID of the invitation."""


class InvoiceGetParams(TypedDict):
    """Input of `invoice_get`."""

    org: str
    """ID of the organization."""

    statement: str
    """ID of the statement."""

    language: NotRequired[InvoiceLanguage | None]
    """Language of the invoice. Defaults to English."""

InvoiceLanguage: TypeAlias = Literal["en", "nl"]
"""Language of an invoice.

- `en`: English.
- `nl`: Dutch.
"""


class Job(TypedDict):
    """A background job that runs on one node at a time."""

    holder: NotRequired[str | None]
    """Node that runs the job. Null if none does."""

    endedAt: NotRequired[str | None]
    """Time of the last run, on any node."""

    succeededAt: NotRequired[str | None]
    """Time of the last successful run."""

    error: NotRequired[str | None]
    """Error of the last run, if any."""


class JobResource(TypedDict):

    type: Literal["job"]

    id: str

    attributes: Job

    links: ResourceLinks

JsonRpcVersion: TypeAlias = Literal["2.0"]


class KalaBala(TypedDict):
    """Strength by time, in virupas."""

    natonnata: float
    """By the distance of the Sun from noon."""

    paksha: float
    """By the phase of the Moon."""

    tribhaga: float
    """Of the lord of the third of the day or night."""

    abda: float
    """Of the lord of the year of 360 days."""

    masa: float
    """Of the lord of the month of 30 days."""

    vara: float
    """Of the lord of the weekday."""

    hora: float
    """Of the lord of the hora."""

    ayana: float
    """By declination."""

    yuddha: float
    """Won or lost in a war of planets."""

    total: float
    """Sum."""

KaranaId: TypeAlias = Literal[
    "bava",
    "balava",
    "kaulava",
    "taitila",
    "gara",
    "vanija",
    "vishti",
    "shakuni",
    "chatushpada",
    "naga",
    "kimstughna",
]


class Key(TypedDict):
    """The calling key."""

    name: str
    """Name of the key."""

    display: str
    """First 12 and last 4 characters of the key."""

    mode: Literal["live", "test"]
    """`live` or `test`. Only `live` keys are billed."""

    permissions: list[str]
    """Permissions of the key."""

    modules: list[str]
    """Modules the key can use: those of its organization, unless the key is restricted further."""

    domains: NotRequired[list[str] | None]
    """Domains the key can be used from. Null if it is not restricted."""

    organization: OrganizationReference
    """Organization of the key."""

    rates: list[RateState]
    """Rate limits, and what remains after this request."""

    quota: NotRequired[QuotaState | None]
    """Quota of the organization in this period, and what remained before this request. For a test key,
    the tightest of its allowances. Null for browser tokens.
    """

    expiresAt: NotRequired[str | None]
    """Time of expiration. Null if the key does not expire."""

    createdAt: str
    """Time of creation."""


class KeyCheck(TypedDict):
    """Result of the dry run."""

    operation: str

    cost: int
    """Price in quota units. The minimum price if `body` is omitted."""

    allowed: bool
    """Whether the request passes every step."""

    code: NotRequired[str | None]
    """Error code of the response."""

    steps: list[KeyCheckStep]
    """Steps in the order in which requests take them. Steps after the first failure are skipped."""


class KeyCheckBody(TypedDict):
    """A hypothetical request."""

    operation: str
    """ID of the operation, such as `key_describe`."""

    body: NotRequired[CalculationInput | None]
    """Input of the request, including path parameters, to calculate its price."""

    origin: NotRequired[str | None]
    """`Origin` header of a browser."""

    referer: NotRequired[str | None]
    """`Referer` header of a browser."""


class KeyCheckParams(TypedDict):
    """Input of `key_check`."""

    org: str
    """ID of the organization."""

    key: str
    """ID of the API key."""

    operation: str
    """ID of the operation, such as `key_describe`."""

    body: NotRequired[CalculationInput | None]
    """Input of the request, including path parameters, to calculate its price."""

    origin: NotRequired[str | None]
    """`Origin` header of a browser."""

    referer: NotRequired[str | None]
    """`Referer` header of a browser."""


class KeyCheckResource(TypedDict):

    type: Literal["key-check"]

    id: str

    attributes: KeyCheck

    links: ResourceLinks


class KeyCheckResponse(TypedDict):

    data: KeyCheckResource


class KeyCheckStep(TypedDict):
    """A step of the verification."""

    step: str

    verdict: Literal["pass", "fail", "skipped"]
    """Result: `pass`, `fail` or `skipped`."""

    detail: str
    """Explanation."""


class KeyCreateParams(TypedDict):
    """Input of `key_create`."""

    org: str
    """ID of the organization."""

    name: Name

    mode: KeyMode

    permissions: list[KeyPermission]

    modules: NotRequired[list[str] | None]
    """Modules the key can use. Omit it or send null for all modules that the organization has, now and
    later. You can name a module that the organization does not have yet.
    """

    rates: NotRequired[list[Rate]]
    """Rate limits of the key, such as `60/60s`, in addition to those of its organization."""

    domains: NotRequired[list[str] | None]
    """Domains the key can be used from: `example.com`, `*.example.com` or `*`. Omit it or send null
    for no restriction. This protects only against misuse in browsers.
    """

    expiresAt: NotRequired[str | None]
    """Time of expiration. Omit it or send null for a key that does not expire."""


class KeyCreateRequest(TypedDict):
    """A key to create."""

    name: Name

    mode: KeyMode

    permissions: list[KeyPermission]

    modules: NotRequired[list[str] | None]
    """Modules the key can use. Omit it or send null for all modules that the organization has, now and
    later. You can name a module that the organization does not have yet.
    """

    rates: NotRequired[list[Rate]]
    """Rate limits of the key, such as `60/60s`, in addition to those of its organization."""

    domains: NotRequired[list[str] | None]
    """Domains the key can be used from: `example.com`, `*.example.com` or `*`. Omit it or send null
    for no restriction. This protects only against misuse in browsers.
    """

    expiresAt: NotRequired[str | None]
    """Time of expiration. Omit it or send null for a key that does not expire."""


class KeyCreateResponse(TypedDict):

    data: ManagedKeyResource

    meta: NotRequired[dict[str, Any]]


class KeyDescribeResponse(TypedDict):

    data: KeyResource


class KeyExpiryFacts(TypedDict):
    """A key expires soon."""

    expiresAt: str
    """When it expires."""

    daysLeft: int
    """Days until expiration, rounded up."""

    rule: Literal["key_expiry"]


class KeyGetParams(TypedDict):
    """Input of `key_get`."""

    org: str
    """ID of the organization."""

    key: str
    """ID of the API key."""


class KeyGetResponse(TypedDict):

    data: ManagedKeyResource


class KeyListParams(TypedDict):
    """Input of `key_list`."""

    org: str
    """ID of the organization."""

    page: NotRequired[KeyListParamsPage]


class KeyListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class KeyListResponse(TypedDict):

    data: list[ManagedKeyResource]

    links: PageLinks

    meta: PageMeta

KeyMode: TypeAlias = Literal["live", "test"]
"""Whether the use of a key is billed."""

KeyPermission: TypeAlias = Literal["calc:read", "content:read", "chart:read", "modules:read"]
"""A permission of a key."""


class KeyPreview(TypedDict):
    """What changed rules would have done."""

    requests: int
    """Number of counted requests of the key and its family in the last 24 hours, at most 5,000."""

    truncated: bool
    """Whether there were more requests, of which the newest 5,000 were examined."""

    refused: int
    """Number of these requests that would have been rejected."""

    reasons: list[KeyPreviewReason]
    """The refusals by error code."""


class KeyPreviewBody(TypedDict):
    """Changes to a key. Omitted fields stay unchanged."""

    name: NotRequired[Name | None]

    permissions: NotRequired[list[KeyPermission] | None]

    rates: NotRequired[list[Rate] | None]

    modules: NotRequired[list[str] | None]
    """Modules the key can use. Null for all modules of its organization."""

    domains: NotRequired[list[str] | None]
    """Domains the key can be used from. Null removes the restriction. An empty list is rejected."""

    expiresAt: NotRequired[str | None]
    """Time of expiration. Null for a key that does not expire."""

    enabled: NotRequired[bool | None]
    """Whether the key is enabled."""


class KeyPreviewParams(TypedDict):
    """Input of `key_preview`."""

    org: str
    """ID of the organization."""

    key: str
    """ID of the API key."""

    name: NotRequired[Name | None]

    permissions: NotRequired[list[KeyPermission] | None]

    rates: NotRequired[list[Rate] | None]

    modules: NotRequired[list[str] | None]
    """Modules the key can use. Null for all modules of its organization."""

    domains: NotRequired[list[str] | None]
    """Domains the key can be used from. Null removes the restriction. An empty list is rejected."""

    expiresAt: NotRequired[str | None]
    """Time of expiration. Null for a key that does not expire."""

    enabled: NotRequired[bool | None]
    """Whether the key is enabled."""


class KeyPreviewReason(TypedDict):
    """Refusals for one reason."""

    code: str
    """Error code."""

    requests: int


class KeyPreviewResource(TypedDict):

    type: Literal["key-preview"]

    id: str

    attributes: KeyPreview

    links: ResourceLinks


class KeyPreviewResponse(TypedDict):

    data: KeyPreviewResource


class KeyResource(TypedDict):

    type: Literal["key"]

    id: str

    attributes: Key

    links: ResourceLinks


class KeyRevokeParams(TypedDict):
    """Input of `key_revoke`."""

    org: str
    """ID of the organization."""

    key: str
    """ID of the API key."""


class KeyRotateBody(TypedDict):
    """The grace period of the old key."""

    graceSeconds: int
    """Grace period of the old key in seconds, at most 30 days."""


class KeyRotateParams(TypedDict):
    """Input of `key_rotate`."""

    org: str
    """ID of the organization."""

    key: str
    """ID of the API key."""

    graceSeconds: int
    """Grace period of the old key in seconds, at most 30 days."""


class KeyRotateResponse(TypedDict):

    data: ManagedKeyResource

    meta: NotRequired[dict[str, Any]]


class KeyTokenCreateResponse(TypedDict):

    data: BrowserTokenResource

    meta: NotRequired[dict[str, Any]]


class KeyTokenMintBody(TypedDict):
    """A browser token to create. It cannot exceed its key."""

    permissions: list[KeyPermission]

    origins: list[str]
    """Domains of the pages that can use the token. `*` is not allowed."""

    expiresIn: int
    """Lifetime in seconds, at most one hour."""


class KeyTokenMintParams(TypedDict):
    """Input of `key_token_mint`."""

    org: str
    """ID of the organization."""

    key: str
    """ID of the API key."""

    permissions: list[KeyPermission]

    origins: list[str]
    """Domains of the pages that can use the token. `*` is not allowed."""

    expiresIn: int
    """Lifetime in seconds, at most one hour."""


class KeyTokenMintResponse(TypedDict):

    data: BrowserTokenResource

    meta: NotRequired[dict[str, Any]]


class KeyUpdateBody(TypedDict):
    """Changes to a key. Omitted fields stay unchanged."""

    name: NotRequired[Name | None]

    permissions: NotRequired[list[KeyPermission] | None]

    rates: NotRequired[list[Rate] | None]

    modules: NotRequired[list[str] | None]
    """Modules the key can use. Null for all modules of its organization."""

    domains: NotRequired[list[str] | None]
    """Domains the key can be used from. Null removes the restriction. An empty list is rejected."""

    expiresAt: NotRequired[str | None]
    """Time of expiration. Null for a key that does not expire."""

    enabled: NotRequired[bool | None]
    """Whether the key is enabled."""


class KeyUpdateParams(TypedDict):
    """Input of `key_update`."""

    org: str
    """ID of the organization."""

    key: str
    """ID of the API key."""

    name: NotRequired[Name | None]

    permissions: NotRequired[list[KeyPermission] | None]

    rates: NotRequired[list[Rate] | None]

    modules: NotRequired[list[str] | None]
    """Modules the key can use. Null for all modules of its organization."""

    domains: NotRequired[list[str] | None]
    """Domains the key can be used from. Null removes the restriction. An empty list is rejected."""

    expiresAt: NotRequired[str | None]
    """Time of expiration. Null for a key that does not expire."""

    enabled: NotRequired[bool | None]
    """Whether the key is enabled."""


class KeyUpdateResponse(TypedDict):

    data: ManagedKeyResource

Koota = TypedDict(
    "Koota",
    {
        # Points.
        "points": "float",
        # Maximum points.
        "max": "int",
        # What groom and bride are by this koota.
        "from": "KootaFrom",
        # Explanation in English.
        "explanation": "str",
        # Name of the rule or table. Printed tables differ about vashya, yoni and gana.
        "table": "str",
    },
)
"""A koota."""


class KootaDosha(TypedDict):
    """A dosha."""

    dosha: MatchDosha
    """The koota that fails."""

    cancelled: bool
    """Whether a rule cancels it."""

    cancelledBy: NotRequired[MatchCancellation | None]
    """The rule that cancels it. Null if there is none."""


class KootaFrom(TypedDict):
    """What groom and bride are by a koota."""

    groom: str
    """Of the groom."""

    bride: str
    """Of the bride."""


class Kootas(TypedDict):
    """The eight kootas."""

    varna: Koota
    """Class of the Moon's sign: 1 point."""

    vashya: Koota
    """Influence between the groups of the Moon's signs: 2 points."""

    tara: Koota
    """Count of nakshatras both ways: 3 points."""

    yoni: Koota
    """Animals of the nakshatras: 4 points."""

    grahaMaitri: Koota
    """Friendship of the rulers of the Moon's signs: 5 points."""

    gana: Koota
    """Temperament of the nakshatras: 6 points."""

    bhakoot: Koota
    """Distance of the Moon's signs: 7 points."""

    nadi: Koota
    """Humour of the nakshatras: 8 points."""


class Kp(TypedDict):
    """Krishnamurti Paddhati."""

    cusps: list[KpLords]
    """Placidus cusps, the first first."""

    grahas: dict[str, KpGraha]
    """Grahas by ID."""

    rulingPlanets: KpRulingPlanets
    """Ruling planets at birth."""


class KpGraha(TypedDict):
    """A graha in Krishnamurti Paddhati."""

    longitude: float
    """Sidereal longitude in degrees."""

    signLord: GrahaId
    """Lord of the sign."""

    starLord: GrahaId
    """Lord of the nakshatra."""

    subLord: GrahaId
    """Lord of the sub."""

    subSubLord: GrahaId
    """Lord of the sub of the sub."""

    subNumber: int
    """Number of the sub in the table of 249, as used in horary charts."""

    houseNumber: int
    """House by Placidus cusps, 1 to 12."""

    signifies: KpSignifies
    """Houses that it signifies."""


class KpLords(TypedDict):
    """Lords of a longitude."""

    longitude: float
    """Sidereal longitude in degrees."""

    signLord: GrahaId
    """Lord of the sign."""

    starLord: GrahaId
    """Lord of the nakshatra."""

    subLord: GrahaId
    """Lord of the sub."""

    subSubLord: GrahaId
    """Lord of the sub of the sub."""

    subNumber: int
    """Number of the sub in the table of 249, as used in horary charts."""


class KpRulingPlanets(TypedDict):
    """Ruling planets at birth."""

    dayLord: NotRequired[GrahaId | None]
    """Lord of the weekday, which begins at sunrise. Null where the Sun does not rise."""

    moonSignLord: GrahaId
    """Lord of the Moon's sign."""

    moonStarLord: GrahaId
    """Lord of the Moon's nakshatra."""

    lagnaSignLord: GrahaId
    """Lord of the lagna's sign."""

    lagnaStarLord: GrahaId
    """Lord of the lagna's nakshatra."""


class KpSignifies(TypedDict):
    """Houses that a graha signifies, the strongest first."""

    occupiedByStarLord: list[int]
    """Houses that the lord of its nakshatra occupies."""

    occupied: list[int]
    """Houses that it occupies."""

    ruledByStarLord: list[int]
    """Houses that the lord of its nakshatra rules."""

    ruled: list[int]
    """Houses that it rules. Rahu and Ketu rule none."""

LanguageChoice: TypeAlias = Literal["auto", "en", "nl"]
"""Language of the interface.

- `auto`: The language of the browser.
- `en`: English.
- `nl`: Dutch.
"""


class LedgerEntry(TypedDict):
    """A counted request."""

    keyId: NotRequired[str | None]

    userId: NotRequired[str | None]
    """ID of the user, if the request was made without a key."""

    operation: str

    mode: Literal["live", "test"]

    cost: int

    at: str

    status: NotRequired[int | None]
    """Absent if the outcome was never recorded. The request was charged."""

    errorCode: NotRequired[str | None]
    """Error code of a response that is an error."""

    latencyUs: NotRequired[int | None]
    """Time from the request's headers to its response, in microseconds. Absent if the outcome was
    never recorded.
    """

    origin: str


class LedgerEntryResource(TypedDict):

    type: Literal["ledger-entry"]

    id: str

    attributes: LedgerEntry

    links: ResourceLinks


class LedgerLatestParams(TypedDict):
    """Input of `ledger_latest`."""

    org: str
    """ID of the organization."""


class LedgerLatestResponse(TypedDict):

    data: list[LedgerEntryResource]

    links: PageLinks

    meta: PageMeta


class LedgerListParams(TypedDict):
    """Input of `ledger_list`."""

    org: str
    """ID of the organization."""

    page: NotRequired[LedgerListParamsPage]


class LedgerListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class LedgerListResponse(TypedDict):

    data: list[LedgerEntryResource]

    links: PageLinks

    meta: PageMeta

LightCorrection: TypeAlias = Literal["apparent", "astrometric", "geometric"]

LocalDateTime: TypeAlias = str


class LocalSpan(TypedDict):
    """A time span."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""

    startLocal: str
    """Start on the clock of the place, with its offset."""

    endLocal: str
    """End on the clock of the place, with its offset."""


class Location(TypedDict):
    """A place."""

    latitude: float
    """Latitude in degrees, positive north."""

    longitude: float
    """Longitude in degrees, positive east."""

    timezone: NotRequired[str | None]
    """Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for local
    mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
    coordinates and returned in the response.
    """

    height: NotRequired[float | None]
    """Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only."""

    name: NotRequired[str | None]
    """Name of the place. For display only."""

LotFormula: TypeAlias = Literal["sect", "day"]

LuckyColour: TypeAlias = Literal[
    "gold",
    "white",
    "grey",
    "green",
    "red",
    "blue",
    "black",
]


class LunarMonth(TypedDict):
    """A lunar month."""

    amanta: int
    """Number of the month from new moon to new moon, from 1 (Chaitra) to 12."""

    amantaId: LunarMonthId
    """ID of the month from new moon to new moon."""

    purnimanta: int
    """Number of the month from full moon to full moon."""

    purnimantaId: LunarMonthId
    """ID of the month from full moon to full moon."""

    adhika: bool
    """Whether the month is added: the Sun enters no sign in it."""

    kshaya: bool
    """Whether a month is dropped: the Sun enters two signs in this one, which bears both names."""

    dropped: NotRequired[int | None]
    """Number of the dropped month."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""

    startLocal: str
    """Start on the clock of the place, with its offset."""

    endLocal: str
    """End on the clock of the place, with its offset."""

LunarMonthId: TypeAlias = Literal[
    "chaitra",
    "vaishakha",
    "jyeshtha",
    "ashadha",
    "shravana",
    "bhadrapada",
    "ashwin",
    "kartika",
    "margashirsha",
    "pausha",
    "magha",
    "phalguna",
]


class LunarPhase(TypedDict):
    """A phase of the Moon."""

    phase: PhaseId
    """Phase, one of eight."""

    phaseTitle: NotRequired[str | None]
    """Title of the phase. Present if `includeReadableEntities` is `true`."""

    elongation: float
    """Longitude of the Moon minus longitude of the Sun, in degrees."""

    illumination: float
    """Illuminated fraction of the disc."""


class LunarReturnInput(TypedDict):
    """A birth and the date from which to search for the return."""

    birthDateTime: LocalDateTime
    """Local date and time of birth. The time is required."""

    birthLocation: Location
    """Birthplace."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of `birthDateTime`. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
    forward and it was skipped.
    """

    location: NotRequired[Location | None]
    """Location of the return. Defaults to the birthplace, with a warning."""

    returnDate: NotRequired[LocalDateTime | None]
    """Start of the search: the response has the first return at or after this date. Defaults to the
    current time, with a warning.
    """

    returnCalendar: NotRequired[CalendarName | None]
    """Calendar of `returnDate`. Required before 1582-10-15."""

    returnClockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `returnDate` occurred twice, or were set
    forward and it was skipped.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class ManagedKey(TypedDict):
    """A key, as members who manage it see it."""

    key: NotRequired[str | None]
    """The key itself. Shown only in the response that creates it."""

    name: str

    display: str
    """First 12 and last 4 characters."""

    mode: Literal["live", "test"]

    status: Literal["active", "disabled", "expired", "revoked", "suspended"]
    """Status: `active`, `disabled`, `expired`, `revoked`, or `suspended` with its organization."""

    permissions: list[str]

    modules: NotRequired[list[str] | None]
    """Modules the key can use. Null for all modules of its organization."""

    rates: list[str]
    """Rate limits of the key, in addition to those of its organization."""

    domains: NotRequired[list[str] | None]
    """Domains the key can be used from. Null if it is not restricted."""

    enabled: bool

    expiresAt: NotRequired[str | None]

    lastUsedAt: NotRequired[str | None]
    """Time of the last use, to the minute."""

    createdAt: str

    createdBy: NotRequired[str | None]
    """ID of the user who created it. Null for an operator."""

    family: str
    """ID of the first key of the family that shares its limits."""

    superseded: bool
    """Whether a newer key has replaced it."""


class ManagedKeyResource(TypedDict):

    type: Literal["key"]

    id: str

    attributes: ManagedKey

    links: ResourceLinks

Manglik = TypedDict(
    "Manglik",
    {
        # Whether Mars is in one of the houses from lagna, Moon or Venus, before any cancellation.
        "isManglik": "bool",
        # Sign of Mars.
        "mars": "SignId",
        # House of Mars from the sign of the lagna.
        "houseFromLagna": "int",
        # House of Mars from the sign of the Moon.
        "houseFromMoon": "int",
        # House of Mars from the sign of Venus.
        "houseFromVenus": "int",
        # Points from which the house counts.
        "from": "list[ManglikFrom]",
        # Rules that cancel it.
        "cancelledBy": "list[ManglikCancellation]",
    },
)
"""Manglik of a birth."""

ManglikCancellation: TypeAlias = Literal["mars-in-own-sign", "mars-exalted", "both-manglik"]

ManglikFrom: TypeAlias = Literal["lagna", "moon", "venus"]


class ManglikOfBoth(TypedDict):
    """Manglik of both."""

    groom: Manglik
    """Of the groom."""

    bride: Manglik
    """Of the bride."""

ManglikRuleName: TypeAlias = Literal["north", "south", "all"]
"""Houses of Mars that count for Manglik.

- `north`: 1, 4, 7, 8 and 12.
- `south`: 2, 4, 7, 8 and 12.
- `all`: 1, 2, 4, 7, 8 and 12.
"""


class Margin(TypedDict):
    """A fact of a chart, and what changes it."""

    kind: MarginKind
    """What the fact is about."""

    point: NotRequired[str | None]
    """Point: an ID of the chart, `ascendant` or `midheaven`; in a Vedic chart the ID of a graha, or
    `lagna`.
    """

    otherPoint: NotRequired[str | None]
    """Other point of an aspect."""

    aspect: NotRequired[str | None]
    """Aspect."""

    varga: NotRequired[str | None]
    """Divisional chart."""

    level: NotRequired[int | None]
    """Level of the Vimshottari dasha: 1 for the maha dasha."""

    value: str
    """What it is: the ID of a sign, a nakshatra or a graha, `rohini-3` for a pada, the number of a
    house or a tithi, `day` or `night`, `inOrb` or `outOfOrb`.
    """

    nearestMinutes: NotRequired[float | None]
    """Minutes of birth time to the nearest change. Null if nothing changes within `withinMinutes`."""

    earlier: NotRequired[MarginChange | None]
    """Nearest change if the birth is earlier. Null if there is none within `withinMinutes`."""

    later: NotRequired[MarginChange | None]
    """Nearest change if the birth is later. Null if there is none within `withinMinutes`."""

    changedBy: NotRequired[MarginConventionChanges | None]
    """Conventions that change the fact. Absent if none does."""


class MarginChange(TypedDict):
    """A change of a fact."""

    minutes: float
    """Minutes from the birth."""

    value: str
    """What it becomes."""


class MarginConventionChanges(TypedDict):
    """Conventions that change a fact."""

    ayanamshas: NotRequired[list[AyanamshaId]]
    """Ayanamshas, the one nearest to that of the chart first."""

    nodeTypes: NotRequired[list[NodeType]]
    """Types of lunar node."""

    houseSystems: NotRequired[list[HouseSystemId]]
    """House systems."""

    bhavaSystems: NotRequired[list[BhavaSystem]]
    """Divisions into bhavas."""


class MarginConventions(TypedDict):
    """Conventions of a chart with margins."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha. Null in the tropical zodiac, and if it is user-defined."""

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha."""

    nodeType: NodeType
    """Type of lunar node."""

    houseSystem: NotRequired[HouseSystemId | None]
    """House system of a Western chart."""

    bhavaSystem: NotRequired[BhavaSystem | None]
    """Division into bhavas of a Vedic chart."""

    dashaYear: NotRequired[float | None]
    """Length of a year of the dasha, in days. Present with `dashaDate`."""

MarginKind: TypeAlias = Literal[
    "sign",
    "house",
    "aspect",
    "sect",
    "nakshatra",
    "pada",
    "varga",
    "tithi",
    "dasha",
]

MarginSystem: TypeAlias = Literal["western", "vedic"]
"""The astrology whose facts are examined.

- `western`: Signs, houses and aspects of a natal chart, sect, Ascendant and Midheaven.
- `vedic`: Signs, bhavas, nakshatras, padas and divisional charts of a Vedic chart, the tithi, and
the lords of a dasha.
"""


class Margins(TypedDict):
    """Facts of a chart, the one that changes first before all others."""

    dateTime: str
    """Birth time in UTC."""

    system: MarginSystem
    """Astrology whose facts these are."""

    withinMinutes: int
    """Minutes of birth time examined to each side."""

    facts: list[Margin]
    """Facts, the one that changes first before all others."""

    meta: MarginsMeta
    """Metadata about the calculation."""


class MarginsInput(TypedDict):
    """A birth with a known time, and how to calculate its chart."""

    dateTime: LocalDateTime
    """Local date and time of birth. The time is required."""

    location: Location
    """Birthplace."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

    system: NotRequired[MarginSystem | None]
    """Astrology whose facts are examined. Defaults to `western`."""

    withinMinutes: NotRequired[int | None]
    """Minutes of birth time to look to each side. Defaults to 720."""

    bhavaSystem: NotRequired[BhavaSystem | None]
    """Division into bhavas, with `system: vedic`. Defaults to `whole`."""

    vargas: NotRequired[list[Varga] | None]
    """Divisional charts, with `system: vedic`. Defaults to D9."""

    dashaDate: NotRequired[LocalDateTime | None]
    """Date whose lords of the Vimshottari dasha are examined on three levels, in the Gregorian
    calendar and on the clock of the birthplace, with `system: vedic`. A date without a time means
    its beginning.
    """

    dashaYear: NotRequired[float | None]
    """Length of a year of the dasha, in days. Defaults to 365.25."""

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class MarginsMeta(TypedDict):
    """Metadata about margins."""

    utc: str
    """Instant in UTC. If the time is unknown, the first instant of the day."""

    utcEnd: NotRequired[str | None]
    """End of the day or range, in UTC. Present if the time is unknown or for a range."""

    offset: str
    """Offset of local time from UTC, such as `+01:19:32`."""

    offsetEnd: NotRequired[str | None]
    """Offset at the end of a range. Present if clocks were changed in between."""

    offsetSource: OffsetSource
    """Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
    belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
    `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
    that was never a clock time).
    """

    timezone: NotRequired[str | None]
    """Time zone used, if any."""

    timezoneSource: NotRequired[TimezoneSource | None]
    """Source of the time zone: `request` or `coordinates`."""

    abbreviation: NotRequired[str | None]
    """Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`."""

    dst: NotRequired[bool | None]
    """Whether daylight saving time was in effect. Null if not applicable."""

    confidence: Literal["high", "medium", "low"]
    """Reliability of the offset: `high`, `medium` or `low`."""

    zoneDataVersion: str
    """Version of the tz database."""

    readings: NotRequired[list[ClockAlternative]]
    """Other readings of the local time that cannot be excluded, and what they change. Present with the
    warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
    """

    warnings: list[Warning]
    """Known uncertainties about this time and place."""

    ephemeris: Ephemeris
    """Ephemeris and the period it covers."""

    deltaT: float
    """Delta T (TT minus UT1) in seconds."""

    deltaTUncertainty: NotRequired[DeltaTUncertainty | None]
    """Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
    Earth's rotation is not measured.
    """

    julianDateUt1: float
    """Julian date in UT1."""

    julianDateTt: float
    """Julian date in TT."""

    obliquity: NotRequired[float | None]
    """True obliquity of the ecliptic, in degrees."""

    ayanamsha: NotRequired[float | None]
    """Mean ayanamsha in degrees. Present with a sidereal zodiac."""

    conventions: MarginConventions
    """Conventions used, including defaults."""

MatchCancellation: TypeAlias = Literal[
    "same-sign-other-nakshatra",
    "same-nakshatra-other-sign",
    "same-nakshatra-other-pada",
    "same-sign-lord",
    "friendly-sign-lords",
]


class MatchConventions(TypedDict):
    """The conventions used."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha. Null if it is user-defined."""

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha. Null if `ayanamsha` names a published one."""

    roles: MatchRoles
    """Which birth is whose."""

    manglikRule: ManglikRuleName
    """Houses of Mars that count for Manglik."""

    streeDeergha: NotRequired[int | None]
    """Count of nakshatras that Stree Deergha must exceed. Present with `system: porutham`."""

MatchDosha: TypeAlias = Literal["gana", "bhakoot", "nadi"]


class MatchInput(TypedDict):
    """Two births and how to match them."""

    dateTime1: LocalDateTime
    """Local date and time of the first birth."""

    location1: Location
    """Place of the first birth."""

    calendar1: NotRequired[CalendarName | None]
    """Calendar of `dateTime1`. Required before 1582-10-15."""

    clockChange1: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set forward
    and it was skipped.
    """

    dateTime2: LocalDateTime
    """Local date and time of the second birth."""

    location2: Location
    """Place of the second birth."""

    calendar2: NotRequired[CalendarName | None]
    """Calendar of `dateTime2`. Required before 1582-10-15."""

    clockChange2: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set forward
    and it was skipped.
    """

    roles: NotRequired[MatchRoles | None]
    """Which birth is whose. Defaults to `groomFirst`."""

    system: NotRequired[MatchSystem | None]
    """System of matching. Defaults to `ashtakoot`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha. Defaults to `lahiri`."""

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha. Instead of `ayanamsha`."""

    manglikRule: NotRequired[ManglikRuleName | None]
    """Houses of Mars that count for Manglik. Defaults to `all`."""

    streeDeergha: NotRequired[int | None]
    """Count of nakshatras from the bride's to the groom's that Stree Deergha must exceed. Printed
    tables use 7, 9 or 13. Defaults to 9. Only with `system: porutham`.
    """

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class MatchMeta(TypedDict):
    """Metadata and the conventions used."""

    utc: str
    """Instant in UTC. If the time is unknown, the first instant of the day."""

    utcEnd: NotRequired[str | None]
    """End of the day or range, in UTC. Present if the time is unknown or for a range."""

    offset: str
    """Offset of local time from UTC, such as `+01:19:32`."""

    offsetEnd: NotRequired[str | None]
    """Offset at the end of a range. Present if clocks were changed in between."""

    offsetSource: OffsetSource
    """Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
    belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
    `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
    that was never a clock time).
    """

    timezone: NotRequired[str | None]
    """Time zone used, if any."""

    timezoneSource: NotRequired[TimezoneSource | None]
    """Source of the time zone: `request` or `coordinates`."""

    abbreviation: NotRequired[str | None]
    """Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`."""

    dst: NotRequired[bool | None]
    """Whether daylight saving time was in effect. Null if not applicable."""

    confidence: Literal["high", "medium", "low"]
    """Reliability of the offset: `high`, `medium` or `low`."""

    zoneDataVersion: str
    """Version of the tz database."""

    readings: NotRequired[list[ClockAlternative]]
    """Other readings of the local time that cannot be excluded, and what they change. Present with the
    warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
    """

    warnings: list[Warning]
    """Known uncertainties about this time and place."""

    ephemeris: Ephemeris
    """Ephemeris and the period it covers."""

    deltaT: float
    """Delta T (TT minus UT1) in seconds."""

    deltaTUncertainty: NotRequired[DeltaTUncertainty | None]
    """Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
    Earth's rotation is not measured.
    """

    julianDateUt1: float
    """Julian date in UT1."""

    julianDateTt: float
    """Julian date in TT."""

    obliquity: NotRequired[float | None]
    """True obliquity of the ecliptic, in degrees."""

    ayanamsha: NotRequired[float | None]
    """Mean ayanamsha in degrees. Present with a sidereal zodiac."""

    conventions: MatchConventions
    """Conventions used."""


class MatchNakshatra(TypedDict):
    """The nakshatra of the Moon."""

    number: int
    """Number, from 1 to 27."""

    id: NakshatraId
    """ID."""

    pada: int
    """Pada, from 1 to 4."""

    lord: GrahaId
    """Ruler."""


class MatchPerson(TypedDict):
    """The Moon and the lagna of a birth."""

    moon: float
    """Sidereal longitude of the Moon."""

    moonSign: SignId
    """Sign of the Moon."""

    moonSignLord: GrahaId
    """Ruler of the sign of the Moon."""

    nakshatra: MatchNakshatra
    """Nakshatra of the Moon."""

    lagna: SignId
    """Sign of the lagna."""

MatchRoles: TypeAlias = Literal["groomFirst", "brideFirst"]
"""Which birth is whose.

- `groomFirst`: The first birth is the groom's, the second the bride's.
- `brideFirst`: The first birth is the bride's, the second the groom's.
"""

MatchSystem: TypeAlias = Literal["ashtakoot", "porutham"]
"""System of matching.

- `ashtakoot`: Eight kootas, 36 points.
- `porutham`: Ten poruthams of southern India.
"""


class McpMessage(TypedDict):
    """A JSON-RPC message."""

    jsonrpc: JsonRpcVersion
    """Version of JSON-RPC."""

    id: NotRequired[McpRequestId]
    """Id of a request. A message without one is a notification and gets no answer."""

    method: NotRequired[str | None]
    """Method of a request or notification, such as `tools/call`."""

    params: NotRequired[McpParameters | None]
    """Parameters of the method."""

    result: NotRequired[McpParameters | None]
    """Result of a request of the server. There are none, so it is ignored."""

    error: NotRequired[McpParameters | None]
    """Error of a request of the server. There are none, so it is ignored."""

McpParameters: TypeAlias = "dict[str, Any]"
"""Depends on the method."""


class McpPostResponse(TypedDict):

    jsonrpc: Literal["2.0"]

    id: NotRequired[str | int | None]

    result: NotRequired[dict[str, Any]]
    """Result of a request."""

    error: NotRequired[McpPostResponseError]
    """Error of a request."""


class McpPostResponseError(TypedDict):

    code: int

    message: str

McpRequestId: TypeAlias = "str | int"
"""The id of a request."""


class Me(TypedDict):
    """The signed-in user."""

    email: str

    emailVerifiedAt: NotRequired[str | None]
    """Time at which the email address was verified."""

    newEmail: NotRequired[str | None]
    """Email address that you want to change to and have not confirmed yet."""

    name: str

    operator: bool
    """Whether the user is an operator."""

    secondFactor: bool
    """Whether signing in requires a second factor."""

    language: LanguageChoice
    """Language of the dashboard."""

    theme: ThemeChoice2
    """Theme of the dashboard."""

    timeZone: str
    """Time zone of the dashboard, such as `Europe/Amsterdam`; `auto` for that of the browser."""

    checklistHidden: bool
    """Whether the setup checklist of the dashboard is hidden."""

    createdAt: str


class MeGetResponse(TypedDict):

    data: MeResource


class MeOrganizationsParams(TypedDict):
    """Input of `me_organizations`."""

    page: NotRequired[MeOrganizationsParamsPage]


class MeOrganizationsParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class MeOrganizationsResponse(TypedDict):

    data: list[MembershipResource]

    links: PageLinks

    meta: PageMeta


class MeResource(TypedDict):

    type: Literal["user"]

    id: str

    attributes: Me

    links: ResourceLinks


class MeUpdateRequest(TypedDict):
    """Changes to your profile."""

    name: NotRequired[Name | None]

    language: NotRequired[LanguageChoice | None]
    """Language of the dashboard."""

    theme: NotRequired[ThemeChoice2 | None]
    """Theme of the dashboard."""

    timeZone: NotRequired[str | None]
    """Time zone of the dashboard: a name of the tz database, or `auto` for that of the browser."""

    checklistHidden: NotRequired[bool | None]
    """Whether to hide the setup checklist of the dashboard."""


class MeUpdateResponse(TypedDict):

    data: MeResource


class Member(TypedDict):
    """A member."""

    name: str

    email: str

    role: Literal["owner", "manager", "member"]

    secondFactor: bool

    disabled: bool
    """Whether an operator has disabled the account."""

    since: str


class MemberListParams(TypedDict):
    """Input of `member_list`."""

    org: str
    """ID of the organization."""

    page: NotRequired[MemberListParamsPage]


class MemberListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class MemberListResponse(TypedDict):

    data: list[MemberResource]

    links: PageLinks

    meta: PageMeta


class MemberRemoveParams(TypedDict):
    """Input of `member_remove`."""

    org: str
    """ID of the organization."""

    user: str
    """ID of the user."""


class MemberResource(TypedDict):

    type: Literal["member"]

    id: str

    attributes: Member

    links: ResourceLinks


class MemberUpdateBody(TypedDict):
    """A new role for a member."""

    role: Role


class MemberUpdateParams(TypedDict):
    """Input of `member_update`."""

    org: str
    """ID of the organization."""

    user: str
    """ID of the user."""

    role: Role


class Membership(TypedDict):
    """An organization that the user belongs to."""

    name: str

    status: Literal["active", "suspended", "closed"]

    role: Literal["owner", "manager", "member"]

    requireSecondFactor: bool
    """Whether the organization requires a second factor."""

    since: str


class MembershipResource(TypedDict):

    type: Literal["membership"]

    id: str

    attributes: Membership

    links: ResourceLinks


class Meta(TypedDict):
    """Metadata about a calculation."""

    utc: str
    """Instant in UTC. If the time is unknown, the first instant of the day."""

    utcEnd: NotRequired[str | None]
    """End of the day or range, in UTC. Present if the time is unknown or for a range."""

    offset: str
    """Offset of local time from UTC, such as `+01:19:32`."""

    offsetEnd: NotRequired[str | None]
    """Offset at the end of a range. Present if clocks were changed in between."""

    offsetSource: OffsetSource
    """Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
    belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
    `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
    that was never a clock time).
    """

    timezone: NotRequired[str | None]
    """Time zone used, if any."""

    timezoneSource: NotRequired[TimezoneSource | None]
    """Source of the time zone: `request` or `coordinates`."""

    abbreviation: NotRequired[str | None]
    """Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`."""

    dst: NotRequired[bool | None]
    """Whether daylight saving time was in effect. Null if not applicable."""

    confidence: Literal["high", "medium", "low"]
    """Reliability of the offset: `high`, `medium` or `low`."""

    zoneDataVersion: str
    """Version of the tz database."""

    readings: NotRequired[list[ClockAlternative]]
    """Other readings of the local time that cannot be excluded, and what they change. Present with the
    warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
    """

    warnings: list[Warning]
    """Known uncertainties about this time and place."""

    ephemeris: Ephemeris
    """Ephemeris and the period it covers."""

    deltaT: float
    """Delta T (TT minus UT1) in seconds."""

    deltaTUncertainty: NotRequired[DeltaTUncertainty | None]
    """Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
    Earth's rotation is not measured.
    """

    julianDateUt1: float
    """Julian date in UT1."""

    julianDateTt: float
    """Julian date in TT."""

    obliquity: NotRequired[float | None]
    """True obliquity of the ecliptic, in degrees."""

    ayanamsha: NotRequired[float | None]
    """Mean ayanamsha in degrees. Present with a sidereal zodiac."""

MethodName: TypeAlias = Literal["secondary", "tertiary", "minor", "solar-arc"]
"""Progression method.

- `secondary`: Secondary progressions: one day after birth corresponds to one year of life.
- `tertiary`: Tertiary progressions: one day after birth corresponds to one lunar month.
- `minor`: Minor progressions: one lunar month corresponds to one year.
- `solar-arc`: Solar arc directions: every point moves by the arc of the secondary progressed Sun.
"""


class MiddlePlace(TypedDict):
    """A calculated place."""

    latitude: float
    """Latitude in degrees, positive north."""

    longitude: float
    """Longitude in degrees, positive east."""


class Midpoint(TypedDict):
    """A midpoint of two points."""

    pointA: PointId
    """First point."""

    pointB: PointId
    """Second point."""

    longitude: float
    """Longitude of the nearer midpoint, in degrees."""

    sign: SignId
    """Sign of the midpoint."""


class Module(TypedDict):
    """A module."""

    name: str

    category: Literal["calculation", "report", "chart", "content"]
    """Type: `calculation`, `report`, `chart` or `content`."""

    enabled: bool
    """Whether the caller can use it."""

    source: NotRequired[ModuleSource | None]
    """Source of the module, or the last one: `plan`, `operator` or `purchase`."""

    expiresAt: NotRequired[str | None]
    """End of the grant, past or future."""

    capabilities: list[str]
    """Capabilities of the module."""

    operations: list[str]
    """Operations that require one of its capabilities."""

    price: NotRequired[ModulePrice | None]
    """Price of the module without a plan. Null if only the operator grants it."""


class ModuleGetParams(TypedDict):
    """Input of `module_get`."""

    module: str
    """ID of the module."""


class ModuleGetResponse(TypedDict):

    data: ModuleWithUseResource


class ModuleGrant(TypedDict):
    """A granted module."""

    module: str
    """ID of the module."""

    source: Literal["operator", "purchase"]
    """Source of the grant: `operator` or `purchase`."""

    grantedAt: str

    expiresAt: NotRequired[str | None]
    """End of the grant. Null if it does not end."""


class ModuleGrantResource(TypedDict):

    type: Literal["module-grant"]

    id: str

    attributes: ModuleGrant

    links: ResourceLinks


class ModuleListParams(TypedDict):
    """Input of `module_list`."""

    page: NotRequired[ModuleListParamsPage]


class ModuleListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class ModuleListResponse(TypedDict):

    data: list[ModuleResource]

    links: PageLinks

    meta: PageMeta


class ModulePrice(TypedDict):
    """Price of a module."""

    amount: int
    """Price of one period, in minor units."""

    currency: str

    days: int
    """Length of a period."""


class ModulePurchaseBody(TypedDict):

    periods: NotRequired[int]
    """Number of periods to buy."""

    amount: NotRequired[int | None]
    """Total price in minor units, as shown before. If the actual price differs, the purchase is
    rejected.
    """


class ModulePurchaseParams(TypedDict):
    """Input of `module_purchase`."""

    org: str
    """ID of the organization."""

    module: str
    """ID of the module, such as `content-premium`."""

    periods: NotRequired[int]
    """Number of periods to buy."""

    amount: NotRequired[int | None]
    """Total price in minor units, as shown before. If the actual price differs, the purchase is
    rejected.
    """


class ModulePurchaseResponse(TypedDict):

    data: ModuleResource

    meta: NotRequired[dict[str, Any]]


class ModuleResource(TypedDict):

    type: Literal["module"]

    id: str

    attributes: Module

    links: ResourceLinks

ModuleSource: TypeAlias = Literal["plan", "operator", "purchase"]


class ModuleUse(TypedDict):
    """Usage."""

    period: str
    """Month, in UTC."""

    requests: int
    """Number of counted requests."""

    units: int
    """Units charged."""


class ModuleWithUse(TypedDict):
    """A module and its usage."""

    name: str

    category: Literal["calculation", "report", "chart", "content"]
    """Type: `calculation`, `report`, `chart` or `content`."""

    enabled: bool
    """Whether the caller can use it."""

    source: NotRequired[ModuleSource | None]
    """Source of the module, or the last one: `plan`, `operator` or `purchase`."""

    expiresAt: NotRequired[str | None]
    """End of the grant, past or future."""

    capabilities: list[str]
    """Capabilities of the module."""

    operations: list[str]
    """Operations that require one of its capabilities."""

    price: NotRequired[ModulePrice | None]
    """Price of the module without a plan. Null if only the operator grants it."""

    use: ModuleUse
    """Usage of its operations in this month, whichever module grants them."""


class ModuleWithUseResource(TypedDict):

    type: Literal["module"]

    id: str

    attributes: ModuleWithUse

    links: ResourceLinks


class MoonAspect(TypedDict):
    """An exact aspect of the Moon."""

    dateTime: str
    """Time, in UTC."""

    point: str
    """The other body."""

    aspect: AspectId
    """Type of aspect."""

    pointTitle: NotRequired[str | None]
    """Title of the other body. Present if `includeReadableEntities` is `true`."""

    aspectTitle: NotRequired[str | None]
    """Title of the aspect. Present if `includeReadableEntities` is `true`."""


class MoonCalendar(TypedDict):
    """The Moon on several days."""

    days: list[MoonDay]
    """One entry per day."""

    meta: Meta
    """Metadata about the calculation."""

MoonCenter: TypeAlias = Literal["geocentric", "topocentric"]
"""Center used for the Moon's position.

- `geocentric`: Seen from the center of the Earth.
- `topocentric`: Seen from the location of the chart, up to one degree away.
"""


class MoonDay(TypedDict):
    """The Moon on one day."""

    date: str
    """Local date, in the Gregorian calendar."""

    start: str
    """First instant of the day, in UTC."""

    end: str
    """End of the day, in UTC."""

    moon: MoonOfDay
    """The Moon at the given time, or at the start of the day if no time is given."""

    signs: list[SignStay]
    """Signs of the Moon during the day, each with the whole period in that sign."""

    voidOfCourse: VoidOfCourse
    """Void of course."""

    aspects: list[MoonAspect]
    """Exact aspects on the day."""

    principalPhases: list[PrincipalPhase]
    """Principal phases on the day."""

    rise: NotRequired[str | None]
    """Time of rise, in UTC. Null if it does not rise on this day."""

    set: NotRequired[str | None]
    """Time of set, in UTC. Null if it does not set on this day."""

    transit: NotRequired[str | None]
    """Time of culmination, in UTC. Null if it does not culminate on this day."""

    horizon: Literal["crosses", "always-up", "always-down"]
    """`crosses`, `always-up` (never sets) or `always-down` (never rises) on this day."""

    text: NotRequired[Text | None]
    """Interpretation of the phase. Present if `includeText` is `true`."""


class MoonDayAnswer(TypedDict):
    """The Moon on one day, with metadata."""

    date: str
    """Local date, in the Gregorian calendar."""

    start: str
    """First instant of the day, in UTC."""

    end: str
    """End of the day, in UTC."""

    moon: MoonOfDay
    """The Moon at the given time, or at the start of the day if no time is given."""

    signs: list[SignStay]
    """Signs of the Moon during the day, each with the whole period in that sign."""

    voidOfCourse: VoidOfCourse
    """Void of course."""

    aspects: list[MoonAspect]
    """Exact aspects on the day."""

    principalPhases: list[PrincipalPhase]
    """Principal phases on the day."""

    rise: NotRequired[str | None]
    """Time of rise, in UTC. Null if it does not rise on this day."""

    set: NotRequired[str | None]
    """Time of set, in UTC. Null if it does not set on this day."""

    transit: NotRequired[str | None]
    """Time of culmination, in UTC. Null if it does not culminate on this day."""

    horizon: Literal["crosses", "always-up", "always-down"]
    """`crosses`, `always-up` (never sets) or `always-down` (never rises) on this day."""

    text: NotRequired[Text | None]
    """Interpretation of the phase. Present if `includeText` is `true`."""

    meta: Meta
    """Metadata about the calculation."""


class MoonDayInput(TypedDict):
    """A day and a place."""

    dateTime: LocalDateTime
    """A date, or a date and time. With a time, `moon` and `isVoid` refer to that time."""

    location: Location
    """Location. Its time zone defines the day."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

    voidPlanets: NotRequired[VoidPlanets | None]
    """Planets whose aspects count for void of course. Defaults to `modern`."""

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class MoonNow(TypedDict):
    """The Moon."""

    phase: PhaseId
    """Phase, one of eight."""

    phaseTitle: NotRequired[str | None]
    """Title of the phase. Present if `includeReadableEntities` is `true`."""

    illumination: float
    """Illuminated fraction of the disc."""

    age: float
    """Age of the Moon: days since the exact new Moon."""

    longitude: float
    """Longitude in degrees."""

    sign: SignId
    """Sign."""

    signTitle: NotRequired[str | None]
    """Title of the sign. Present if `includeReadableEntities` is `true`."""

    distance: float
    """Geocentric distance in astronomical units."""

    diameter: float
    """Geocentric apparent diameter in degrees."""

    rise: NotRequired[str | None]
    """Time of rise, in UTC. Null if it does not rise on this day."""

    set: NotRequired[str | None]
    """Time of set, in UTC. Null if it does not set on this day."""

    transit: NotRequired[str | None]
    """Time of culmination, in UTC. Null if it does not culminate on this day."""

    horizon: Literal["crosses", "always-up", "always-down"]
    """`crosses`, `always-up` (never sets) or `always-down` (never rises) on this day."""

    text: NotRequired[Text | None]
    """Interpretation of the phase. Present if `includeText` is `true`."""


class MoonOfDay(TypedDict):
    """The Moon at the given time, or at the start of the day."""

    sign: SignId
    """Sign."""

    signTitle: NotRequired[str | None]
    """Title of the sign. Present if `includeReadableEntities` is `true`."""

    signEntry: NotRequired[str | None]
    """Time the Moon entered the sign, in UTC."""

    signExit: NotRequired[str | None]
    """Time the Moon leaves the sign, in UTC."""

    phase: PhaseOfDay
    """Phase. A day with a principal phase is named after it."""


class MoonRangeInput(TypedDict):
    """A range of days and a place."""

    startDate: LocalDateTime
    """First day."""

    endDate: LocalDateTime
    """Last day. The range covers at most 31 days."""

    location: Location
    """Location. Its time zone defines the days."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of both dates. Required before 1582-10-15."""

    voidPlanets: NotRequired[VoidPlanets | None]
    """Planets whose aspects count for void of course. Defaults to `modern`."""

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class MoonSun(TypedDict):
    """The Sun and the Moon."""

    moon: MoonNow
    """The Moon."""

    sun: SunNow
    """The Sun."""

    nextPhases: list[PrincipalPhase]
    """The next occurrence of each principal phase, in chronological order."""

    previousPhases: list[PrincipalPhase]
    """The previous occurrence of each principal phase, in chronological order."""

    meta: Meta
    """Metadata about the calculation."""


class MoonSunInput(TypedDict):
    """A time and a place."""

    dateTime: LocalDateTime
    """Local date and time. A date without a time means its first instant."""

    location: Location
    """Location."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class Nakshatra(TypedDict):
    """Nakshatra (lunar mansion) of a point."""

    pointId: PointId
    """ID of the point."""

    number: int
    """Number of the nakshatra, 1 to 27."""

    name: str
    """Name of the nakshatra."""

    pada: int
    """Pada (quarter), 1 to 4."""

    lord: str
    """Lord in the Vimshottari order."""

NakshatraId: TypeAlias = Literal[
    "ashwini",
    "bharani",
    "krittika",
    "rohini",
    "mrigashira",
    "ardra",
    "punarvasu",
    "pushya",
    "ashlesha",
    "magha",
    "purva-phalguni",
    "uttara-phalguni",
    "hasta",
    "chitra",
    "swati",
    "vishakha",
    "anuradha",
    "jyeshtha",
    "mula",
    "purva-ashadha",
    "uttara-ashadha",
    "shravana",
    "dhanishta",
    "shatabhisha",
    "purva-bhadrapada",
    "uttara-bhadrapada",
    "revati",
]

Name: TypeAlias = str


class Natal(TypedDict):
    """A natal chart."""

    dateTime: str
    """Birth time in UTC. If the time is unknown, the start of the day."""

    points: dict[str, Point]
    """Points by ID."""

    angles: NotRequired[dict[str, Cusp] | None]
    """Angles by ID. They are never taken from house cusps."""

    houses: NotRequired[Houses | None]
    """Houses."""

    aspects: list[ChartAspect]
    """Aspects between the points."""

    patterns: list[ChartPattern]
    """Aspect patterns formed by the bodies."""

    lunarPhase: NotRequired[LunarPhase | None]
    """Phase of the Moon."""

    sect: NotRequired[Sect | None]
    """Sect of the chart: `day` or `night`."""

    balance: Balance
    """Number of points from Sun to Pluto in each element and mode."""

    rulers: NotRequired[Rulers | None]
    """Rulers of the Ascendant's sign and of the house cusps."""

    midpoints: NotRequired[list[Midpoint] | None]
    """Midpoints. Present if `include` contains `midpoints`."""

    antiscia: NotRequired[list[Antiscia] | None]
    """Antiscia. Present if `include` contains `antiscia`."""

    stars: NotRequired[list[StarConjunction] | None]
    """Conjunctions with fixed stars within one degree. Present if `include` contains `stars`."""

    dignities: NotRequired[list[PlaceDignities] | None]
    """Dignities at the position of each point. Present if `include` contains `dignities`."""

    nakshatras: NotRequired[list[Nakshatra] | None]
    """Nakshatras (lunar mansions). Present if `include` contains `nakshatras`."""

    reading: NotRequired[list[ReadingEntry] | None]
    """The most important texts in reading order. Present if `includeText` is `true`."""

    composedReading: NotRequired[ComposedReading | None]
    """The texts as one reading. Present if `includeReading` is `true`."""

    margins: NotRequired[list[Margin] | None]
    """Facts of the chart and how much earlier or later the birth must be to change them, within 720
    minutes. Present if `include` has `margins` and the birth time is known.
    """

    chart: ImageAddress
    """Link to the chart image."""

    meta: Meta
    """Metadata about the calculation."""


class NatalInput(TypedDict):
    """The time and place of a birth, and how to calculate its chart."""

    dateTime: LocalDateTime
    """Local date and time of birth: `YYYY-MM-DDTHH:mm`, optionally with seconds, fractions and an
    offset. A date without a time means that the birth time is unknown.
    """

    location: Location
    """Birthplace."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class NoInput(TypedDict):
    """The input of an operation without input."""
    pass

NodeExaltation: TypeAlias = Literal["taurus", "gemini", "none"]

NodeType: TypeAlias = Literal["true", "mean"]


class NumerologyCompatibility(TypedDict):
    """The numbers of two people compared."""

    score: int
    """Score from 0 to 100: the mean of the scores of `pairs`, by their weights."""

    pairs: list[NumerologyPair]
    """The numbers that both people have."""

    person1: NumerologyCoreNumbers
    """Numbers of the first person."""

    person2: NumerologyCoreNumbers
    """Numbers of the second person."""

    text: NotRequired[Text | None]
    """Interpretation of the two life paths. Present if `includeText` is `true`."""

    meta: NumerologyCompatibilityMeta
    """Conventions and how the names were read."""


class NumerologyCompatibilityMeta(TypedDict):
    """How two people were compared."""

    conventions: NumerologyConventions
    """Conventions used."""

    transliteration1: NotRequired[NumerologyLetters | None]
    """How the first name was read. Null without a name."""

    transliteration2: NotRequired[NumerologyLetters | None]
    """How the second name was read. Null without a name."""

    warnings: list[Warning]
    """Warnings about the result."""


class NumerologyCompatibilityResponse(TypedDict):

    data: NumerologyCompatibility


class NumerologyConventions(TypedDict):
    """The conventions that were used."""

    system: NumerologySystem
    """System of letter values."""

    reduction: NumerologyReduction
    """How the life path number was calculated."""

    masterNumbers: NumerologyMasterNumbers
    """Which steps kept master numbers unreduced."""

    nameReduction: NumerologyNameReduction
    """How the values of the names were combined."""

    y: NumerologyY
    """When Y counted as a vowel."""


class NumerologyCoreNumbers(TypedDict):
    """The core numbers of a person."""

    lifePathNumber: NumerologyNumber
    """Of the date of birth."""

    expressionNumber: NotRequired[NumerologyNumber | None]
    """Of all letters. Null without a name."""

    soulUrgeNumber: NotRequired[NumerologyNumber | None]
    """Of the vowels. Null without a name or without vowels."""

    personalityNumber: NotRequired[NumerologyNumber | None]
    """Of the consonants. Null without a name or without consonants."""

    birthdayNumber: NumerologyNumber
    """Of the day of birth."""


class NumerologyDebt(TypedDict):
    """A karmic debt."""

    value: int
    """13, 14, 16 or 19."""

    text: NotRequired[Text | None]
    """Interpretation. Present if `includeText` is `true`."""


class NumerologyLetters(TypedDict):
    """How a name was read."""

    letters: str
    """The letters that were added, in lower case without diacritics."""

    transliterated: bool
    """Whether the name was transliterated from another script than Latin."""


class NumerologyListTexts(TypedDict):
    """The texts of lists of numbers."""

    karmicLessons: list[Text]
    """Of the karmic lessons, in their order."""

    hiddenPassion: list[Text]
    """Of the hidden passion, in its order."""

NumerologyMasterNumbers: TypeAlias = Literal["final", "parts", "none"]
"""Which steps keep the master numbers 11, 22 and 33 unreduced.

- `final`: Only as a result.
- `parts`: As a result, and in the month, day, year and words of a name that are added to it.
- `none`: Nowhere.
"""


class NumerologyMeta(TypedDict):
    """How a profile was calculated."""

    conventions: NumerologyConventions
    """Conventions used."""

    forDate: str
    """Date of the personal numbers."""

    forDateSource: Literal["request", "today"]
    """Source of `forDate`."""

    transliteration: NumerologyLetters
    """How the name was read."""

    warnings: list[Warning]
    """Warnings about the result."""

NumerologyNameReduction: TypeAlias = Literal["total", "perName"]
"""How the values of the names are combined.

- `total`: The letters of the whole name are added.
- `perName`: Each word is reduced before the words are added.
"""


class NumerologyNumber(TypedDict):
    """A number and how it was calculated."""

    value: int
    """The number: 1 to 9, or a master number (11, 22 or 33)."""

    isMasterNumber: bool
    """Whether the number is 11, 22 or 33."""

    isKarmicDebt: bool
    """Whether the sum passed through 13, 14, 16 or 19. Only for life path, expression, soul urge,
    personality and birthday, and false for the other numbers.
    """

    reducedFrom: int
    """The sum before its first reduction. Equal to `value` if nothing was reduced. Personal numbers
    have no master numbers, so a sum of 11, 22 or 33 counts as its digit.
    """

    compound: NotRequired[int | None]
    """The compound number. Only in the Chaldean system."""

    calculation: str
    """Every step of the calculation, separated by semicolons, such as `1 + 9 = 10; 1 + 0 = 1`. The
    value alone if nothing was added.
    """

    text: NotRequired[Text | None]
    """Interpretation of the number. Present if `includeText` is `true`."""


class NumerologyPair(TypedDict):
    """One number of two people."""

    number: Literal["lifePathNumber", "soulUrgeNumber", "expressionNumber", "personalityNumber", "birthdayNumber"]
    """Which number is compared."""

    value1: int
    """Value of the first person."""

    value2: int
    """Value of the second person."""

    accord: Literal["same", "concord", "parity", "contrast"]
    """How the numbers agree, master numbers as their digit: `same`, `concord` (both of 1 5 7, 2 4 8 or
    3 6 9), `parity` (both odd or both even) or `contrast`.
    """

    score: int
    """90 for `same`, 100 for `concord`, 60 for `parity`, 35 for `contrast`."""

    weight: int
    """Weight in the total score."""


class NumerologyProfile(TypedDict):
    """The numbers of one person."""

    lifePathNumber: NumerologyNumber
    """Of the date of birth."""

    expressionNumber: NumerologyNumber
    """Of all letters of the name."""

    soulUrgeNumber: NotRequired[NumerologyNumber | None]
    """Of the vowels. Null if the name has none."""

    personalityNumber: NotRequired[NumerologyNumber | None]
    """Of the consonants. Null if the name has none."""

    birthdayNumber: NumerologyNumber
    """Of the day of birth."""

    maturityNumber: NumerologyNumber
    """Of life path and expression together."""

    personalYear: NumerologyNumber
    """Of the year of `forDate`."""

    personalMonth: NumerologyNumber
    """Of the month of `forDate`."""

    personalDay: NumerologyNumber
    """Of the day of `forDate`."""

    karmicDebts: list[NumerologyDebt]
    """Karmic debts among the five core numbers."""

    karmicLessons: NotRequired[list[int] | None]
    """Numbers from 1 to 9 that no letter of the name has. Null in the Chaldean system."""

    hiddenPassion: NotRequired[list[int] | None]
    """The most frequent numbers of the letters. Null in the Chaldean system."""

    texts: NotRequired[NumerologyListTexts | None]
    """Interpretations of `karmicLessons` and `hiddenPassion`. Present if `includeText` is `true`."""

    pinnacles: list[NumerologyStage]
    """The four pinnacles."""

    periodCycles: list[NumerologyStage]
    """The three period cycles."""

    challenges: list[NumerologyStage]
    """The four challenges, from 0 to 8."""

    chart: ImageAddress
    """Link to the card image."""

    meta: NumerologyMeta
    """Conventions and how the name was read."""


class NumerologyProfileResponse(TypedDict):

    data: NumerologyProfile

NumerologyReduction: TypeAlias = Literal["parts", "digits"]
"""How the life path number is calculated.

- `parts`: Month, day and year are reduced before they are added.
- `digits`: All digits of the date are added.
"""


class NumerologyStage(TypedDict):
    """A number that holds for some years."""

    value: int
    """The number: 1 to 9, or a master number (11, 22 or 33)."""

    isMasterNumber: bool
    """Whether the number is 11, 22 or 33."""

    isKarmicDebt: bool
    """Whether the sum passed through 13, 14, 16 or 19. Only for life path, expression, soul urge,
    personality and birthday, and false for the other numbers.
    """

    reducedFrom: int
    """The sum before its first reduction. Equal to `value` if nothing was reduced. Personal numbers
    have no master numbers, so a sum of 11, 22 or 33 counts as its digit.
    """

    compound: NotRequired[int | None]
    """The compound number. Only in the Chaldean system."""

    calculation: str
    """Every step of the calculation, separated by semicolons, such as `1 + 9 = 10; 1 + 0 = 1`. The
    value alone if nothing was added.
    """

    text: NotRequired[Text | None]
    """Interpretation of the number. Present if `includeText` is `true`."""

    fromAge: int
    """Age in years at which it begins."""

    toAge: NotRequired[int | None]
    """Age at which it ends. Null for the last."""

NumerologySystem: TypeAlias = Literal["pythagorean", "chaldean"]
"""Values of letters.

- `pythagorean`: A to I are 1 to 9, J to R are 1 to 9, S to Z are 1 to 8.
- `chaldean`: Values from 1 to 8 by sound. It has compound numbers, but no master numbers, karmic
lessons or hidden passion.
"""

NumerologyY: TypeAlias = Literal["context", "always", "never"]
"""When the letter Y counts as a vowel.

- `context`: A vowel if no A, E, I, O or U is next to it in its word.
- `always`: Always a vowel.
- `never`: Never a vowel.
"""

OffsetSource: TypeAlias = Literal[
    "zone",
    "jurisdiction",
    "localMeanTimeOfZone",
    "localMeanTime",
    "localApparentTime",
    "stated",
    "computed",
]

OpenApiDocument: TypeAlias = "dict[str, Any]"
"""An OpenAPI 3.1 document."""


class OpenapiPartGetParams(TypedDict):
    """Input of `openapi_part_get`."""

    document: Literal["calculations.json", "numerology.json", "horoscopes.json", "chart-images.json", "pdf-reports.json", "places.json", "content.json", "modules.json", "key.json", "management.json", "billing.json", "installation.json", "agents.json", "chat.json", "service.json", "reference.json"]
    """A group of operations, or `reference.json` for all of them."""


class OperatedOrganization(TypedDict):
    """An organization, as operators see it."""

    name: str

    plan: str

    status: Literal["active", "suspended", "closed"]
    """Status: `active`, `suspended` by the operator, or `closed` by its owners."""

    rates: NotRequired[list[str] | None]
    """Custom rate limits. Null for those of the plan."""

    quota: NotRequired[int | None]
    """Custom units per month. Null for those of the plan."""

    overage: NotRequired[int | None]
    """Custom units above the quota. Null for those of the plan."""

    testAllowance: NotRequired[int | None]
    """Custom units per month for test keys. Null for those of the installation."""

    requireSecondFactor: bool
    """Whether members need a second factor."""

    createdAt: str

    used: UsedNow


class OperatedOrganizationCreateRequest(TypedDict):
    """An organization to create. Omitted or null terms follow the plan."""

    name: Name

    plan: str

    quota: NotRequired[int | None]

    overage: NotRequired[int | None]

    testAllowance: NotRequired[int | None]

    rates: NotRequired[list[Rate] | None]
    """Rate limits of all keys together, such as `60/60s`."""


class OperatedOrganizationResource(TypedDict):

    type: Literal["operated-organization"]

    id: str

    attributes: OperatedOrganization

    links: ResourceLinks

OperatedStatus: TypeAlias = Literal["active", "suspended"]
"""Status that an operator can set.

- `active`: The organization's keys work.
- `suspended`: The organization's keys are rejected until it is active again.
"""


class OperatedUser(TypedDict):
    """An account, as operators see it."""

    email: str

    emailVerifiedAt: NotRequired[str | None]
    """Time at which the email address was verified."""

    name: str

    operator: bool
    """Whether the user is an operator."""

    secondFactor: bool
    """Whether signing in requires a second factor."""

    disabledAt: NotRequired[str | None]
    """Time at which an operator disabled the account."""

    createdAt: str

    link: NotRequired[str | None]
    """Link to choose a password, valid for a day. Shown only once, in the response that creates it."""


class OperatedUserResource(TypedDict):

    type: Literal["operated-user"]

    id: str

    attributes: OperatedUser

    links: ResourceLinks


class OrbFields(TypedDict):
    """Orbs in degrees, by aspect or by class of point. If classes are given, the orb of a pair is the
    mean of both points' orbs.
    """

    conjunction: NotRequired[float | None]
    """Orb for conjunctions, in degrees."""

    sextile: NotRequired[float | None]
    """Orb for sextiles, in degrees."""

    square: NotRequired[float | None]
    """Orb for squares, in degrees."""

    trine: NotRequired[float | None]
    """Orb for trines, in degrees."""

    opposition: NotRequired[float | None]
    """Orb for oppositions, in degrees."""

    semisextile: NotRequired[float | None]
    """Orb for semisextiles, in degrees."""

    semisquare: NotRequired[float | None]
    """Orb for semisquares, in degrees."""

    quintile: NotRequired[float | None]
    """Orb for quintiles, in degrees."""

    sesquisquare: NotRequired[float | None]
    """Orb for sesquisquares, in degrees."""

    biquintile: NotRequired[float | None]
    """Orb for biquintiles, in degrees."""

    quincunx: NotRequired[float | None]
    """Orb for quincunxes, in degrees."""

    septile: NotRequired[float | None]
    """Orb for septiles, in degrees."""

    novile: NotRequired[float | None]
    """Orb for noviles, in degrees."""

    parallel: NotRequired[float | None]
    """Orb for parallels, in degrees."""

    contraparallel: NotRequired[float | None]
    """Orb for contraparallels, in degrees."""

    luminary: NotRequired[float | None]
    """Orb for luminaries, in degrees."""

    personal: NotRequired[float | None]
    """Orb for personal planets, in degrees."""

    social: NotRequired[float | None]
    """Orb for social planets, in degrees."""

    outer: NotRequired[float | None]
    """Orb for outer planets, in degrees."""

    minor: NotRequired[float | None]
    """Orb for minor planets, in degrees."""

    node: NotRequired[float | None]
    """Orb for lunar nodes and apogees, in degrees."""

    angle: NotRequired[float | None]
    """Orb for angles, in degrees."""

    lot: NotRequired[float | None]
    """Orb for lots, in degrees."""

    star: NotRequired[float | None]
    """Orb for fixed stars, in degrees."""


class OrgCloseParams(TypedDict):
    """Input of `org_close`."""

    org: str
    """ID of the organization."""


class OrgCreateResponse(TypedDict):

    data: OrganizationResource

    meta: NotRequired[dict[str, Any]]


class OrgGetParams(TypedDict):
    """Input of `org_get`."""

    org: str
    """ID of the organization."""


class OrgGetResponse(TypedDict):

    data: OrganizationResource


class OrgModuleListParams(TypedDict):
    """Input of `org_module_list`."""

    org: str
    """ID of the organization."""

    page: NotRequired[OrgModuleListParamsPage]


class OrgModuleListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class OrgModuleListResponse(TypedDict):

    data: list[ModuleResource]

    links: PageLinks

    meta: PageMeta


class OrgPolicyUpdateParams(TypedDict):
    """Input of `org_policy_update`."""

    org: str
    """ID of the organization."""

    requireSecondFactor: bool


class OrgPolicyUpdateResponse(TypedDict):

    data: OrganizationResource


class OrgUpdateParams(TypedDict):
    """Input of `org_update`."""

    org: str
    """ID of the organization."""

    name: Name


class OrgUpdateResponse(TypedDict):

    data: OrganizationResource


class Organization(TypedDict):
    """An organization."""

    name: str

    status: Literal["active", "suspended", "closed"]
    """Status: `active`, `suspended` by the operator, or `closed` by its owners."""

    plan: str

    role: Literal["owner", "manager", "member"]
    """Your role in the organization."""

    permissions: list[str]
    """Your permissions in the organization."""

    requireSecondFactor: bool
    """Whether members need a second factor."""

    createdAt: str


class OrganizationCreateRequest(TypedDict):
    """An organization to create."""

    name: Name


class OrganizationPolicyRequest(TypedDict):
    """Requirements for members."""

    requireSecondFactor: bool


class OrganizationReference(TypedDict):
    """An organization by ID and name."""

    id: str

    name: str


class OrganizationResource(TypedDict):

    type: Literal["organization"]

    id: str

    attributes: Organization

    links: ResourceLinks


class OrganizationUpdateRequest(TypedDict):
    """Changes to an organization."""

    name: Name


class OutboxMail(TypedDict):
    """An unsent email."""

    recipient: str

    kind: str
    """Type: `invitation`, `verify_email`, `reset_password` or `alert`, or for notices `new_sign_in`,
    `password_changed`, `second_factor_on`, `second_factor_off`, `recovery_codes_renewed` or
    `key_created`.
    """

    createdAt: str

    attempts: int
    """Number of attempts to send it."""

    lastError: NotRequired[str | None]
    """Error of the last attempt."""

    givenUpAt: NotRequired[str | None]
    """Time at which the attempts ended."""

    link: NotRequired[str | None]
    """Link in the email. Anyone who has the link can use it."""


class OutboxMailResource(TypedDict):

    type: Literal["mail"]

    id: str

    attributes: OutboxMail

    links: ResourceLinks


class PageLinks(TypedDict):

    self: str

    next: NotRequired[str]
    """Absent on the last page."""


class PageMeta(TypedDict):

    total: int


class PairInput(TypedDict):
    """Two births and how to calculate their charts."""

    dateTime1: LocalDateTime
    """Local date and time of the first birth."""

    location1: Location
    """Place of the first birth."""

    calendar1: NotRequired[CalendarName | None]
    """Calendar of `dateTime1`. Required before 1582-10-15."""

    clockChange1: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set forward
    and it was skipped.
    """

    dateTime2: LocalDateTime
    """Local date and time of the second birth."""

    location2: Location
    """Place of the second birth."""

    calendar2: NotRequired[CalendarName | None]
    """Calendar of `dateTime2`. Required before 1582-10-15."""

    clockChange2: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set forward
    and it was skipped.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class Panchang(TypedDict):
    """A panchang with metadata."""

    date: str
    """Civil date of the sunrise, in the Gregorian calendar."""

    vara: Vara
    """Weekday."""

    day: LocalSpan
    """The day, from sunrise to the next sunrise. The civil day if the Sun does not rise and set."""

    sunrise: NotRequired[str | None]
    """Sunrise, in UTC. Null if the Sun does not rise."""

    sunset: NotRequired[str | None]
    """Sunset, in UTC."""

    moonrise: NotRequired[str | None]
    """First moonrise in the day, in UTC. Null if there is none."""

    moonset: NotRequired[str | None]
    """First moonset in the day, in UTC. Null if there is none."""

    local: PanchangLocal
    """The same on the clock of the place."""

    sunStays: NotRequired[SunStays | None]
    """Where the Sun stays during the civil day. Null if it rises or sets."""

    tithis: list[AngaTithiId]
    """Tithis that overlap the day."""

    nakshatras: list[AngaNakshatraId]
    """Nakshatras of the Moon that overlap the day."""

    yogas: list[AngaPanchangYogaId]
    """Yogas that overlap the day."""

    karanas: list[AngaKaranaId]
    """Karanas that overlap the day."""

    moonSign: list[PanchangMoonSign]
    """Signs of the Moon that overlap the day."""

    rahuKalam: NotRequired[LocalSpan | None]
    """Rahu Kalam. Null without a sunrise, like everything that depends on it."""

    yamaganda: NotRequired[LocalSpan | None]
    """Yamaganda."""

    gulika: NotRequired[LocalSpan | None]
    """Gulika Kalam."""

    abhijit: NotRequired[LocalSpan | None]
    """Abhijit: the eighth of fifteen parts of the day. Null on a Wednesday."""

    brahmaMuhurta: NotRequired[LocalSpan | None]
    """Brahma Muhurta: the last but one of fifteen parts of the night before sunrise."""

    durMuhurtas: list[LocalSpan]
    """Dur Muhurtas: fifteenths of the day, on a Tuesday also of the night, to be avoided."""

    varjyam: list[LocalSpan]
    """Varjyams that overlap the day: a fifteenth of each nakshatra, to be avoided."""

    amritKalam: list[LocalSpan]
    """Amrita Kalams that overlap the day: a fifteenth of each nakshatra."""

    choghadiya: list[Choghadiya]
    """Eighths of the day and of the night."""

    horas: list[Hora]
    """Planetary hours."""

    lunarMonth: LunarMonth
    """Lunar month at the start of the day."""

    ritu: PanchangRitu
    """Season at the start of the day."""

    ayana: PanchangAyana
    """Half-year of the Sun at the start of the day."""

    samvat: Samvat
    """Years of the eras at the start of the day."""

    tarabala: list[Tarabala]
    """For whom the nakshatras of the day are good."""

    chandrabala: list[Chandrabala]
    """For whom the Moon's signs of the day are good."""

    panchaka: NotRequired[LocalSpan | None]
    """The Moon's stay in Aquarius and Pisces that overlaps the day. Null if there is none."""

    bhadra: list[Bhadra]
    """Vishti karanas that overlap the day."""

    meta: PanchangMeta
    """Metadata about the calculation."""


class PanchangAyana(TypedDict):
    """The half-year of the Sun by two zodiacs."""

    drik: AyanaId
    """By the tropical Sun."""

    vedic: AyanaId
    """By the sidereal Sun."""


class PanchangConventions(TypedDict):
    """The conventions used."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha of nakshatras, yogas, signs and lunar months. Null if it is user-defined."""

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha. Null if `ayanamsha` names a published one."""

    sunriseOf: SunriseOf
    """Part of the disc that rises and sets."""

    refraction: bool
    """Whether refraction at the horizon counts."""

    horaDivision: HoraDivisionName
    """How a day is divided into planetary hours."""


class PanchangDay(TypedDict):
    """The panchang of a day."""

    date: str
    """Civil date of the sunrise, in the Gregorian calendar."""

    vara: Vara
    """Weekday."""

    day: LocalSpan
    """The day, from sunrise to the next sunrise. The civil day if the Sun does not rise and set."""

    sunrise: NotRequired[str | None]
    """Sunrise, in UTC. Null if the Sun does not rise."""

    sunset: NotRequired[str | None]
    """Sunset, in UTC."""

    moonrise: NotRequired[str | None]
    """First moonrise in the day, in UTC. Null if there is none."""

    moonset: NotRequired[str | None]
    """First moonset in the day, in UTC. Null if there is none."""

    local: PanchangLocal
    """The same on the clock of the place."""

    sunStays: NotRequired[SunStays | None]
    """Where the Sun stays during the civil day. Null if it rises or sets."""

    tithis: list[AngaTithiId]
    """Tithis that overlap the day."""

    nakshatras: list[AngaNakshatraId]
    """Nakshatras of the Moon that overlap the day."""

    yogas: list[AngaPanchangYogaId]
    """Yogas that overlap the day."""

    karanas: list[AngaKaranaId]
    """Karanas that overlap the day."""

    moonSign: list[PanchangMoonSign]
    """Signs of the Moon that overlap the day."""

    rahuKalam: NotRequired[LocalSpan | None]
    """Rahu Kalam. Null without a sunrise, like everything that depends on it."""

    yamaganda: NotRequired[LocalSpan | None]
    """Yamaganda."""

    gulika: NotRequired[LocalSpan | None]
    """Gulika Kalam."""

    abhijit: NotRequired[LocalSpan | None]
    """Abhijit: the eighth of fifteen parts of the day. Null on a Wednesday."""

    brahmaMuhurta: NotRequired[LocalSpan | None]
    """Brahma Muhurta: the last but one of fifteen parts of the night before sunrise."""

    durMuhurtas: list[LocalSpan]
    """Dur Muhurtas: fifteenths of the day, on a Tuesday also of the night, to be avoided."""

    varjyam: list[LocalSpan]
    """Varjyams that overlap the day: a fifteenth of each nakshatra, to be avoided."""

    amritKalam: list[LocalSpan]
    """Amrita Kalams that overlap the day: a fifteenth of each nakshatra."""

    choghadiya: list[Choghadiya]
    """Eighths of the day and of the night."""

    horas: list[Hora]
    """Planetary hours."""

    lunarMonth: LunarMonth
    """Lunar month at the start of the day."""

    ritu: PanchangRitu
    """Season at the start of the day."""

    ayana: PanchangAyana
    """Half-year of the Sun at the start of the day."""

    samvat: Samvat
    """Years of the eras at the start of the day."""

    tarabala: list[Tarabala]
    """For whom the nakshatras of the day are good."""

    chandrabala: list[Chandrabala]
    """For whom the Moon's signs of the day are good."""

    panchaka: NotRequired[LocalSpan | None]
    """The Moon's stay in Aquarius and Pisces that overlaps the day. Null if there is none."""

    bhadra: list[Bhadra]
    """Vishti karanas that overlap the day."""


class PanchangInput(TypedDict):
    """A day and a place."""

    date: str
    """Civil date of the sunrise at which the day begins."""

    location: Location
    """Location. Its time zone defines the civil date."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of the dates. Required before 1582-10-15."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha. Defaults to `lahiri`."""

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha. Instead of `ayanamsha`."""

    sunriseOf: NotRequired[SunriseOf | None]
    """Part of the Sun's and the Moon's disc that defines rising and setting. Defaults to `upperLimb`."""

    refraction: NotRequired[bool | None]
    """Whether refraction at the horizon (34 arcminutes) counts. Defaults to `true`."""

    horaDivision: NotRequired[HoraDivisionName | None]
    """How a day is divided into planetary hours. Defaults to `dayAndNight`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class PanchangLocal(TypedDict):
    """Rise and set on the clock of the place."""

    sunrise: NotRequired[str | None]
    """Sunrise."""

    sunset: NotRequired[str | None]
    """Sunset."""

    moonrise: NotRequired[str | None]
    """Moonrise."""

    moonset: NotRequired[str | None]
    """Moonset."""


class PanchangMeta(TypedDict):
    """Metadata and the conventions used."""

    utc: str
    """Instant in UTC. If the time is unknown, the first instant of the day."""

    utcEnd: NotRequired[str | None]
    """End of the day or range, in UTC. Present if the time is unknown or for a range."""

    offset: str
    """Offset of local time from UTC, such as `+01:19:32`."""

    offsetEnd: NotRequired[str | None]
    """Offset at the end of a range. Present if clocks were changed in between."""

    offsetSource: OffsetSource
    """Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
    belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
    `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
    that was never a clock time).
    """

    timezone: NotRequired[str | None]
    """Time zone used, if any."""

    timezoneSource: NotRequired[TimezoneSource | None]
    """Source of the time zone: `request` or `coordinates`."""

    abbreviation: NotRequired[str | None]
    """Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`."""

    dst: NotRequired[bool | None]
    """Whether daylight saving time was in effect. Null if not applicable."""

    confidence: Literal["high", "medium", "low"]
    """Reliability of the offset: `high`, `medium` or `low`."""

    zoneDataVersion: str
    """Version of the tz database."""

    readings: NotRequired[list[ClockAlternative]]
    """Other readings of the local time that cannot be excluded, and what they change. Present with the
    warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
    """

    warnings: list[Warning]
    """Known uncertainties about this time and place."""

    ephemeris: Ephemeris
    """Ephemeris and the period it covers."""

    deltaT: float
    """Delta T (TT minus UT1) in seconds."""

    deltaTUncertainty: NotRequired[DeltaTUncertainty | None]
    """Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
    Earth's rotation is not measured.
    """

    julianDateUt1: float
    """Julian date in UT1."""

    julianDateTt: float
    """Julian date in TT."""

    obliquity: NotRequired[float | None]
    """True obliquity of the ecliptic, in degrees."""

    ayanamsha: NotRequired[float | None]
    """Mean ayanamsha in degrees. Present with a sidereal zodiac."""

    conventions: PanchangConventions
    """Conventions used."""


class PanchangMoonSign(TypedDict):
    """A stay of the Moon in a sign."""

    number: int
    """Number, from 1 (Aries) to 12."""

    sign: SignId
    """Sign."""

    start: str
    """Start, in UTC."""

    end: str
    """End, in UTC."""

    startLocal: str
    """Start on the clock of the place, with its offset."""

    endLocal: str
    """End on the clock of the place, with its offset."""


class PanchangRange(TypedDict):
    """The panchang of several days."""

    days: list[PanchangDay]
    """One entry per day."""

    meta: PanchangMeta
    """Metadata about the calculation."""


class PanchangRangeInput(TypedDict):
    """A range of days and a place."""

    startDate: str
    """First day."""

    endDate: str
    """Last day. The range covers at most 31 days."""

    location: Location
    """Location. Its time zone defines the civil dates."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of the dates. Required before 1582-10-15."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha. Defaults to `lahiri`."""

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha. Instead of `ayanamsha`."""

    sunriseOf: NotRequired[SunriseOf | None]
    """Part of the Sun's and the Moon's disc that defines rising and setting. Defaults to `upperLimb`."""

    refraction: NotRequired[bool | None]
    """Whether refraction at the horizon (34 arcminutes) counts. Defaults to `true`."""

    horaDivision: NotRequired[HoraDivisionName | None]
    """How a day is divided into planetary hours. Defaults to `dayAndNight`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class PanchangRitu(TypedDict):
    """The season by two zodiacs."""

    drik: RituId
    """By the tropical Sun."""

    vedic: RituId
    """By the sidereal Sun."""

PanchangYogaId: TypeAlias = Literal[
    "vishkambha",
    "priti",
    "ayushman",
    "saubhagya",
    "shobhana",
    "atiganda",
    "sukarma",
    "dhriti",
    "shula",
    "ganda",
    "vriddhi",
    "dhruva",
    "vyaghata",
    "harshana",
    "vajra",
    "siddhi",
    "vyatipata",
    "variyana",
    "parigha",
    "shiva",
    "siddha",
    "sadhya",
    "shubha",
    "shukla",
    "brahma",
    "indra",
    "vaidhriti",
]


class PasswordChangeRequest(TypedDict):
    """The current and the new password."""

    current: str

    new: str
    """New password of at least 15 characters, or 8 with a second factor."""


class PasswordConfirmation(TypedDict):
    """Your password, to confirm your identity."""

    password: str


class PasswordResetConfirmRequest(TypedDict):
    """The token of the link and the new password."""

    token: str

    password: str
    """New password of at least 15 characters, or 8 with a second factor."""


class PasswordResetRequest(TypedDict):
    """The account whose password to reset."""

    email: str


class PasswordResetRequestResponse(TypedDict):

    meta: NotRequired[dict[str, Any]]

PatternType: TypeAlias = Literal[
    "grand-trine",
    "t-square",
    "grand-cross",
    "yod",
    "kite",
    "mystic-rectangle",
    "stellium",
]


class PdfReport(TypedDict):
    """A report to generate."""

    reportType: ReportType
    """Kind of the report."""

    subject: ReportSubject
    """Whom the report is about."""

    partner: NotRequired[ReportSubject | None]
    """The other person. Required for `synastry` and `composite`."""

    transitDate: NotRequired[ReportDate | None]
    """Date that the report is about. Required for `transit`, `solar-return`, `lunar-return`,
    `progressions`, `year-ahead` and `moon-calendar`.
    """

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    template: NotRequired[ReportTemplate]
    """Look and content of the report."""

PersonalInput = TypedDict(
    "PersonalInput",
    {
        # Local date and time of birth. A date without a time means that the birth time is unknown.
        "dateTime": "LocalDateTime",
        # Birthplace.
        "location": "Location",
        # Calendar of `dateTime`. Required before 1582-10-15.
        "calendar": "NotRequired[CalendarName | None]",
        # Which instant to use if clocks were set back and `dateTime` occurred twice, or were set
        # forward and it was skipped.
        "clockChange": "NotRequired[ClockChangeName | None]",
        # First day, in the time zone of the birthplace.
        "from": "str",
        # Last day. The range covers at most 366 days.
        "to": "str",
        # Sections to return. Defaults to all.
        "areas": "NotRequired[list[HoroscopeArea] | None]",
        # Language of the texts, as an ISO 639 code. Defaults to `en`.
        "language": "NotRequired[str | None]",
        # Fields to return, such as `points.*.longitude`. Defaults to all.
        "fields": "NotRequired[list[FieldPath] | None]",
        # Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9.
        "precision": "NotRequired[int | None]",
    },
)
"""A birth and a range of days."""

PhaseId: TypeAlias = Literal[
    "new",
    "waxing-crescent",
    "first-quarter",
    "waxing-gibbous",
    "full",
    "waning-gibbous",
    "last-quarter",
    "waning-crescent",
]


class PhaseOfDay(TypedDict):
    """The phase at the given time, or of a day."""

    name: PhaseId
    """Phase, one of eight."""

    title: NotRequired[str | None]
    """Title of the phase. Present if `includeReadableEntities` is `true`."""

    illumination: float
    """Illuminated fraction of the disc."""

    age: float
    """Age of the Moon: days since the exact new Moon."""


class Place(TypedDict):
    """A place."""

    id: str
    """GeoNames ID, which does not change."""

    name: str
    """Name in the requested language, if available."""

    displayName: str
    """Name, state and country."""

    latitude: float
    """Latitude in degrees, positive north."""

    longitude: float
    """Longitude in degrees, positive east."""

    country: str
    """Country name in the requested language."""

    countryCode: str
    """Two-letter country code."""

    state: NotRequired[str | None]
    """State, province or canton. Null if there is none."""

    city: str
    """Name in GeoNames."""

    timezone: str
    """Time zone."""

    population: int
    """Population. 0 if unknown."""

    match: Literal["exact", "prefix", "fuzzy"]
    """Type of match: `exact`, `prefix`, or `fuzzy` for a match with a typo."""


class PlaceDignities(TypedDict):
    """Rulers and other dignities of the degree where a point is placed."""

    pointId: PointId
    """ID of the point."""

    ruler: str
    """Traditional ruler of the sign."""

    modernRuler: str
    """Modern ruler of the sign."""

    exaltation: NotRequired[str | None]
    """Planet exalted in the sign. Null if there is none."""

    triplicity: Triplicity
    """Triplicity rulers (Dorotheus)."""

    term: str
    """Ruler of the term (Egyptian)."""

    face: str
    """Ruler of the face (Chaldean)."""

    detriment: str
    """Planet in detriment in the sign."""

    fall: NotRequired[str | None]
    """Planet in fall in the sign. Null if there is none."""


class Plan(TypedDict):
    """A plan that an organization can change to."""

    price: int
    """Price per period, in minor units."""

    overagePrice: int
    """Price of a unit above the quota, in minor units."""

    currency: str

    quota: int
    """Units per month included in the price."""

    overage: int
    """Units above the quota, at the overage price."""

    rates: list[str]
    """Rate limits of all keys together."""

    modules: list[str]
    """Modules included in the plan."""

    current: bool
    """Whether the organization has this plan."""

    change: NotRequired[PlanChange | None]
    """What a change now would add to this period's bill. Null for the current plan."""


class PlanChange(TypedDict):
    """Effect of a change of plan."""

    allowed: bool
    """Whether the change is possible now."""

    refusal: NotRequired[str | None]
    """Why the change is not possible."""

    lines: list[BillLine]
    """Credits and charges for the days from today to the end of the period."""

    net: int
    """Sum of the lines, in minor units. Send it with the change."""


class PlanListParams(TypedDict):
    """Input of `plan_list`."""

    org: str
    """ID of the organization."""


class PlanListResponse(TypedDict):

    data: list[PlanResource]

    links: PageLinks

    meta: PageMeta


class PlanResource(TypedDict):

    type: Literal["plan"]

    id: str

    attributes: Plan

    links: ResourceLinks


class PlanUpdateParams(TypedDict):
    """Input of `plan_update`."""

    org: str
    """ID of the organization."""

    plan: str

    net: int
    """What the change adds to this period's bill, in minor units, from the list of plans. If the
    actual amount differs, the change is rejected.
    """


class PlanUpdateRequest(TypedDict):
    """The requested plan and the confirmed price."""

    plan: str

    net: int
    """What the change adds to this period's bill, in minor units, from the list of plans. If the
    actual amount differs, the change is rejected.
    """


class PlanUpdateResponse(TypedDict):

    data: BillingResource


class PlanetaryReturnInput(TypedDict):
    """A birth, a body, and the date from which to search for its return."""

    point: PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]
    """Returning point: a body, or a node or apogee of the Moon. `northNode` and `southNode` follow
    `nodeType`.
    """

    birthDateTime: LocalDateTime
    """Local date and time of birth. The time is required."""

    birthLocation: Location
    """Birthplace."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of `birthDateTime`. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
    forward and it was skipped.
    """

    location: NotRequired[Location | None]
    """Location of the return. Defaults to the birthplace, with a warning."""

    returnDate: NotRequired[LocalDateTime | None]
    """Start of the search: the response has the first return at or after this date. Defaults to the
    current time, with a warning.
    """

    returnCalendar: NotRequired[CalendarName | None]
    """Calendar of `returnDate`. Required before 1582-10-15."""

    returnClockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `returnDate` occurred twice, or were set
    forward and it was skipped.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class Point(TypedDict):
    """A point of a chart."""

    pointId: PointId
    """ID of the point."""

    pointTitle: NotRequired[str | None]
    """Title of the point. Present if `includeReadableEntities` is `true`."""

    longitude: float
    """Longitude in the chart's zodiac, in degrees. If the birth time is unknown, at the middle of the
    day.
    """

    longitudeStart: NotRequired[float | None]
    """Longitude at the start of the day, if the birth time is unknown. For a midpoint, the start of
    its possible range.
    """

    longitudeEnd: NotRequired[float | None]
    """Longitude at the end of the day, if the birth time is unknown. For a midpoint, the end of its
    possible range.
    """

    latitude: float
    """Ecliptic latitude in degrees."""

    distance: NotRequired[float | None]
    """Distance in astronomical units. Null if the point has none."""

    declination: float
    """Declination in degrees."""

    rightAscension: float
    """Right ascension in degrees."""

    speedLongitude: NotRequired[float | None]
    """Speed in longitude, in degrees per day. Null if the point has no motion of its own."""

    retrograde: NotRequired[bool | None]
    """Whether the point is retrograde."""

    outOfBounds: NotRequired[bool | None]
    """Whether the point is out of bounds: its declination exceeds the Sun's maximum."""

    sign: NotRequired[SignId | None]
    """Sign. Null if the birth time is unknown and the point changes sign that day."""

    signTitle: NotRequired[str | None]
    """Title of the sign. Present if `includeReadableEntities` is `true`."""

    degreesInSign: float
    """Degrees from the start of the sign."""

    degreesInSignDms: list[int]
    """The same as degrees, minutes and seconds, truncated."""

    houseNumber: NotRequired[int | None]
    """House number, 1 to 12."""

    houseId: NotRequired[str | None]
    """House ID."""

    houseTitle: NotRequired[str | None]
    """Title of the house. Present if `includeReadableEntities` is `true`."""

    sector: NotRequired[int | None]
    """Gauquelin sector, 1 to 36."""

    dignity: NotRequired[Dignity | None]
    """Essential dignities, for Sun to Pluto. Absent if the birth time is unknown and they change that
    day.
    """

    text: NotRequired[Text | None]
    """Interpretation of the point in its sign. Present if `includeText` is `true`."""

    houseText: NotRequired[Text | None]
    """Interpretation of the point in its house. Present if `includeText` is `true`."""

PointId: TypeAlias = Literal[
    "sun",
    "moon",
    "mercury",
    "venus",
    "earth",
    "mars",
    "jupiter",
    "saturn",
    "uranus",
    "neptune",
    "pluto",
    "meanNode",
    "trueNode",
    "meanApogee",
    "trueApogee",
    "chiron",
    "pholus",
    "nessus",
    "chariklo",
    "ceres",
    "pallas",
    "juno",
    "vesta",
    "hygiea",
    "eros",
    "eris",
    "sedna",
    "haumea",
    "makemake",
    "quaoar",
    "orcus",
    "ixion",
    "varuna",
    "northNode",
    "southNode",
    "ascendant",
    "midheaven",
    "descendant",
    "imumCoeli",
    "vertex",
    "antivertex",
    "eastPoint",
    "partOfFortune",
    "partOfSpirit",
    "partOfEros",
    "partOfNecessity",
    "partOfCourage",
    "partOfVictory",
    "partOfNemesis",
    "partOfFather",
    "partOfMother",
    "partOfMarriage",
    "partOfChildren",
    "partOfExaltation",
    "partOfBasis",
    "sirius",
    "canopus",
    "vega",
    "arcturus",
    "rigil-kentaurus",
    "rigel",
    "capella",
    "achernar",
    "procyon",
    "betelgeuse",
    "hadar",
    "acrux",
    "altair",
    "spica",
    "antares",
    "aldebaran",
    "mimosa",
    "fomalhaut",
    "toliman",
    "pollux",
    "deneb",
    "regulus",
    "adhara",
    "shaula",
    "bellatrix",
    "castor",
    "elnath",
    "alnilam",
    "gacrux",
    "miaplacidus",
    "alnitak",
    "alnair",
    "alioth",
    "kaus-australis",
    "alkaid",
    "peacock",
    "mirzam",
    "mirfak",
    "menkalinan",
    "sargas",
    "alhena",
    "alsephina",
    "dubhe",
    "wezen",
    "avior",
    "saiph",
    "nunki",
    "alpheratz",
    "tiaki",
    "atria",
    "algol",
    "polaris",
    "rasalhague",
    "alphard",
    "mintaka",
    "naos",
    "tiansi",
    "denebola",
    "algieba",
    "hamal",
    "mirach",
    "kochab",
    "diphda",
    "alphecca",
    "menkent",
    "uridim",
    "almach",
    "mizar",
    "dschubba",
    "aspidiske",
    "suhail",
    "merak",
    "sadr",
    "caph",
    "eltanin",
    "schedar",
    "markeb",
    "aludra",
    "phecda",
    "sabik",
    "leepwal",
    "larawag",
    "markab",
    "scheat",
    "alderamin",
    "izar",
    "enif",
    "gienah",
    "ankaa",
    "zubeneschamali",
    "zosma",
    "acrab",
    "lesath",
    "mahasim",
    "phact",
    "menkar",
    "ascella",
    "arneb",
    "aljanah",
    "hatysa",
    "sheratan",
    "imai",
    "ruchbah",
    "paikauhale",
    "algenib",
    "kulou",
    "zubenelgenubi",
    "muphrid",
    "unukalhai",
    "kraz",
    "porrima",
    "cursa",
    "fang",
    "yed-prior",
    "hassaleh",
    "aldu",
    "cor-caroli",
    "alcyone",
    "gomeisa",
    "kaus-media",
    "fawaris",
    "tarazed",
    "athebyne",
    "rasalgethi",
    "tejat",
    "tureis",
    "tianguan",
    "alniyat",
    "xamidimura",
    "cebalrai",
    "acamar",
    "kornephoros",
    "deneb-algedi",
    "algorab",
    "rastaban",
    "furud",
    "albaldah",
    "nihal",
    "sarvvis",
    "aldhanab",
    "kaus-borealis",
    "okab",
    "vindemiatrix",
    "lang-exster",
    "sadalsuud",
    "pherkad",
    "alaybasan",
    "zaurak",
    "matar",
    "seginus",
    "sadalmelik",
    "haedus",
    "alnasl",
    "aldhibah",
    "pipit",
    "alfirk",
    "almaaz",
    "sarin",
    "naga",
    "tania-australis",
    "talitha",
    "mebsuta",
    "dabih",
    "albireo",
    "antinous",
    "altais",
    "sulafat",
    "xami",
    "bade",
    "wazn",
    "tabit",
    "propus",
    "skat",
    "brachium",
    "segin",
    "ping",
    "heng",
    "chertan",
    "meissa",
    "megrez",
    "fuyue",
    "errai",
    "homam",
    "yed-posterior",
    "heze",
    "minelauva",
    "alzirr",
    "tania-borealis",
    "chamukuy",
    "edasich",
    "pipirima",
    "rhombus",
    "kaffaljidhma",
    "ashlesha",
    "muscida",
    "adhafera",
    "azmidi",
    "mothallah",
    "biham",
    "sheliak",
    "alkaphrah",
    "darlugal",
    "bharani",
    "achird",
    "nganurganity",
    "unurgunite",
    "wasat",
    "alfarasalkamil",
    "atlas",
    "fulu",
    "subra",
    "alula-borealis",
    "thuban",
    "nekkar",
    "sadalbari",
    "tarf",
    "rana",
    "zhou",
    "electra",
    "ain",
    "zavijava",
    "rotanev",
    "ginan",
    "nusakan",
    "algedi",
    "nembus",
    "bake-eo",
    "sualocin",
    "nashira",
    "albali",
    "stellio",
    "alpherg",
    "shaomin",
    "shatabhisha",
    "iklil",
    "prima-hyadum",
    "marfik",
    "alrescha",
    "sadachbia",
    "safina",
    "saclateni",
    "taiyangshou",
    "atik",
    "mesarthim",
    "maia",
    "ran",
    "alshain",
    "polis",
    "bagu",
    "grumium",
    "miram",
    "zaniah",
    "baten-kaitos",
    "garnet-star",
    "giausar",
    "wurren",
    "rukbat",
    "secunda-hyadum",
    "arkab-prior",
    "praecipua",
    "misam",
    "gang",
    "udkadua",
    "theemin",
    "paradys",
    "dajiangjunbei",
    "dalim",
    "aldulfin",
    "tusizuo",
    "jabbah",
    "apdu",
    "sceptrum",
    "menkib",
    "kitalpha",
    "rasalas",
    "alcor",
    "ukdah",
    "azha",
    "zubenelhakrabi",
    "muliphein",
    "beemim",
    "alchiba",
    "asellus-australis",
    "kaffalmusalsala",
    "meridiana",
    "beid",
    "merope",
    "mekbuda",
    "syrma",
    "gudja",
    "yuyu",
    "xuange",
    "cexing",
    "titawin",
    "junnanmen",
    "gaja",
    "alkes",
    "shimu",
    "rasalnaqa",
    "taygeta",
    "zhang",
    "ramus",
    "acubens",
    "kang",
    "ancha",
    "bodu",
    "arkab-posterior",
    "kurhah",
    "aladfar",
    "yildun",
    "alsciaukat",
    "chara",
    "alkalurops",
    "custos",
    "tarandus",
    "alterf",
    "torcular",
    "diadem",
    "fumalsamakah",
    "guniibuu",
    "yunu",
    "botein",
    "huagai",
    "sham",
    "hydor",
    "anser",
    "maasym",
    "alkarab",
    "kui",
    "solitaire",
    "keid",
    "khambalia",
    "cujam",
    "honores",
    "minchir",
    "shaowei",
    "salm",
    "azelfafage",
    "dziban",
    "asellus-borealis",
    "alya",
    "lilii-borea",
    "tonglingxing",
    "bunda",
    "alshat",
    "apamvatsa",
    "shangwei",
    "tegmine",
    "castula",
    "phyllon-kissinou",
    "alsafi",
    "terebellum",
    "shangcheng",
    "zibal",
    "libertas",
    "quadrans",
    "lumbung",
    "angetenar",
    "elgafar",
    "elkurud",
    "deltoton",
    "fafnir",
    "jishui",
    "mira",
    "ainalrami",
    "alrakis",
    "pleione",
    "felis",
    "adhil",
    "triminus",
    "tengshe",
    "chalawan",
    "marsic",
    "pherkad-minor",
    "situla",
    "hoerikwaggo",
    "cervantes",
    "revati",
    "la-superba",
    "taiyi",
    "nahn",
    "rangifer",
    "veritate",
    "celaeno",
    "polaris-australis",
    "tianyi",
    "intercrus",
    "helvetios",
    "musica",
    "tianfu",
    "alruba",
    "asterope",
    "merga",
    "kamelos",
    "piautos",
    "tonatiuh",
    "copernicus",
    "shengong",
    "xihe",
    "meleph",
    "gumala",
    "citala",
    "mago",
    "chechia",
    "formosa",
    "kamuy",
    "inquill",
    "bubup",
    "baekdu",
    "matza",
    "timir",
    "tupa",
    "tupi",
    "belenos",
    "dofida",
    "buna",
    "aiolos",
    "rapeto",
    "itonda",
    "uklun",
    "belel",
    "lionrock",
    "illyrian",
    "nenque",
    "cocibolca",
    "poerava",
    "phoenicia",
    "arcalis",
    "sika",
    "ayeyarwady",
    "aniara",
    "nikawiy",
    "lucilinburhuc",
    "rosaliadecastro",
    "mouhoun",
    "alasia",
    "kaveh",
    "stribor",
    "monch",
    "nosaxa",
    "liesma",
    "emiw",
    "hunahpu",
    "flegetonte",
    "nervia",
    "tapecue",
    "lusitania",
    "ogma",
    "nushagak",
    "nasti",
    "dingolay",
    "axolotl",
    "kalausi",
    "gakyid",
    "macondo",
    "bosona",
    "citadelle",
    "mahsati",
    "hoggar",
    "sagarmatha",
    "samaya",
    "natasha",
    "ebla",
    "hunor",
    "karaka",
    "bibha",
    "funi",
    "uruk",
    "amadioha",
    "shama",
    "barnards-star",
    "ceibo",
    "felixvarela",
    "pincoya",
    "solaris",
    "uuba",
    "ananuca",
    "intan",
    "blaze-star",
    "koeia",
    "noquisi",
    "proxima-centauri",
    "danfeng",
    "gar",
    "sharjah",
]


class Porutham(TypedDict):
    """A porutham."""

    agrees: bool
    """Whether it agrees."""

    explanation: str
    """Explanation in English."""


class Poruthams(TypedDict):
    """The ten poruthams."""

    dina: Porutham
    """Count of nakshatras from the bride's to the groom's, by nines."""

    gana: Porutham
    """Temperament of the nakshatras."""

    mahendra: Porutham
    """Count of nakshatras from the bride's to the groom's, by threes."""

    streeDeergha: Porutham
    """Distance of the groom's nakshatra from the bride's."""

    yoni: Porutham
    """Animals of the nakshatras."""

    rasi: Porutham
    """Distance of the groom's sign from the bride's."""

    rasyadhipati: Porutham
    """Rulers of the signs."""

    vasya: Porutham
    """Obedience of the signs."""

    rajju: Porutham
    """Parts of the body of the nakshatras."""

    vedha: Porutham
    """Nakshatras that pierce each other."""


class Position(TypedDict):
    """A position."""

    longitude: float
    """Longitude in the requested zodiac, in degrees."""

    latitude: float
    """Ecliptic latitude in degrees."""

    distance: NotRequired[float | None]
    """Distance in astronomical units."""

    speedLongitude: NotRequired[float | None]
    """Speed in longitude, in degrees per day."""

    rightAscension: float
    """Right ascension in degrees."""

    declination: float
    """Declination in degrees."""

    sign: SignId
    """Sign."""

    retrograde: NotRequired[bool | None]
    """Whether the point is retrograde."""


class PrincipalPhase(TypedDict):
    """A principal phase of the Moon."""

    phase: Literal["new", "first-quarter", "full", "last-quarter"]
    """Phase: `new`, `first-quarter`, `full` or `last-quarter`."""

    phaseTitle: NotRequired[str | None]
    """Title of the phase. Present if `includeReadableEntities` is `true`."""

    dateTime: str
    """Time, in UTC."""


class Problem(TypedDict):

    type: str
    """URL of the explanation of the code."""

    title: str
    """Short name of the code."""

    status: int
    """HTTP status."""

    detail: str
    """What is wrong with this request."""

    instance: str
    """The request, by its ID."""

    code: str
    """Stable code. New codes can be added."""

    errors: list[ProblemErrors]


class ProblemErrors(TypedDict):

    code: str
    """Stable code. New codes can be added."""

    detail: str

    source: NotRequired[ProblemErrorsSource]

    meta: NotRequired[dict[str, Any]]


class ProblemErrorsSource(TypedDict):

    pointer: NotRequired[str]
    """JSON pointer into the body."""

    parameter: NotRequired[str]
    """Name of the query or path parameter."""

    header: NotRequired[str]
    """Name of the header."""


class Profection(TypedDict):
    """A profected house."""

    houseNumber: int
    """House number, counted in whole signs from the Ascendant."""

    houseId: str
    """House ID."""

    sign: SignId
    """Sign of the house."""

    lord: str
    """Traditional ruler of the sign."""

    houseTitle: NotRequired[str | None]
    """Title of the house. Present if `includeReadableEntities` is `true`."""

    signTitle: NotRequired[str | None]
    """Title of the sign. Present if `includeReadableEntities` is `true`."""


class Profections(TypedDict):
    """Profections for a date."""

    age: int
    """Age in completed years."""

    months: int
    """Completed months since the last birthday."""

    lordOfTheYear: str
    """Lord of the year."""

    annual: Profection
    """Annual profection."""

    monthly: Profection
    """Monthly profection."""

    meta: Meta
    """Metadata about the natal chart."""

    targetMeta: Meta
    """How `targetDate` was interpreted."""


class ProfectionsInput(TypedDict):
    """A birth and a date."""

    birthDateTime: LocalDateTime
    """Local date and time of birth. The time is required."""

    birthLocation: Location
    """Birthplace."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of `birthDateTime`. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
    forward and it was skipped.
    """

    targetDate: LocalDateTime
    """Target date. A date without a time means 00:00 in the time zone of the birthplace."""

    targetCalendar: NotRequired[CalendarName | None]
    """Calendar of `targetDate`. Required before 1582-10-15."""

    targetClockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `targetDate` occurred twice, or were set
    forward and it was skipped.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class ProfileInput(TypedDict):
    """A name and a date of birth."""

    dateTime: LocalDateTime
    """Date of birth, in the calendar in use at that time. A time of day has no effect."""

    fullName: str
    """Full name at birth, in any script. Only letters count; all other characters are ignored."""

    forDate: NotRequired[LocalDateTime | None]
    """Date of the personal year, month and day. Defaults to today in UTC."""

    system: NotRequired[NumerologySystem | None]
    """System of letter values. Defaults to `pythagorean`."""

    reduction: NotRequired[NumerologyReduction | None]
    """How the life path number is calculated. Defaults to `parts`."""

    masterNumbers: NotRequired[NumerologyMasterNumbers | None]
    """Which steps keep master numbers unreduced. Defaults to `final`."""

    nameReduction: NotRequired[NumerologyNameReduction | None]
    """How the values of the names are combined. Defaults to `total`."""

    y: NotRequired[NumerologyY | None]
    """When Y counts as a vowel. Defaults to `context`."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class Progression(TypedDict):
    """A progressed chart."""

    progressedDate: str
    """Progressed date and time, in UTC."""

    natalDate: str
    """Birth time, in UTC."""

    targetDate: str
    """Target date and time, in UTC."""

    method: MethodName
    """Progression method."""

    progressedAngles: NotRequired[AnglesName | None]
    """How the angles are progressed. Null with `solar-arc`, where they move with all other points."""

    solarArc: float
    """Arc of the progressed Sun in longitude, in degrees."""

    points: dict[str, Point]
    """Progressed points, in the progressed houses."""

    natalPoints: dict[str, Point]
    """Natal points."""

    angles: NotRequired[dict[str, Cusp] | None]
    """Progressed angles."""

    houses: NotRequired[Houses | None]
    """Progressed houses."""

    aspects: list[ChartAspect]
    """Aspects between progressed points."""

    aspectsToNatal: list[ChartAspect]
    """Aspects from progressed points (`pointA`) to natal points (`pointB`)."""

    texts: NotRequired[list[Text]]
    """Interpretations of the progressed Sun and Moon. Present if `includeText` is `true`."""

    charts: ImageAddress
    """Link to the chart image."""

    meta: Meta
    """Metadata about the natal chart."""

    targetMeta: Meta
    """How `targetDate` was interpreted."""


class ProgressionsInput(TypedDict):
    """A birth and a date."""

    birthDateTime: LocalDateTime
    """Local date and time of birth. The time is required."""

    birthLocation: Location
    """Birthplace."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of `birthDateTime`. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
    forward and it was skipped.
    """

    targetDate: LocalDateTime
    """Target date. A date without a time means 00:00 in the time zone of the birthplace."""

    targetCalendar: NotRequired[CalendarName | None]
    """Calendar of `targetDate`. Required before 1582-10-15."""

    targetClockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `targetDate` occurred twice, or were set
    forward and it was skipped.
    """

    method: NotRequired[MethodName | None]
    """Progression method. Defaults to `secondary`."""

    progressedAngles: NotRequired[AnglesName | None]
    """How the angles are progressed. Defaults to `solarArcLongitude`."""

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class QuotaFacts(TypedDict):
    """Quota usage reached a threshold."""

    test: bool
    """Whether it is the test allowance."""

    used: int
    """Units used."""

    quota: int
    """Units included."""

    overage: int
    """Units allowed beyond the quota."""

    resetsAt: str
    """When the period ends."""

    rule: Literal["quota"]


class QuotaState(TypedDict):
    """A quota."""

    period: str
    """Month in UTC, or a day if the daily allowance of test keys is the tightest."""

    limit: int
    """Units included in the period."""

    remaining: int
    """Units remaining."""

    resetsAt: str
    """Start of the next period."""

Rate: TypeAlias = str


class RateState(TypedDict):
    """A rate limit."""

    scope: Literal["key", "organization", "images", "batches"]
    """Scope of the limit: `key`, or `organization`, `images` or `batches` for limits that all keys of
    the organization share.
    """

    limit: int
    """Maximum number of requests in any window."""

    windowSeconds: int
    """Length of the window."""

    remaining: int
    """Number of requests that would be accepted now."""

ReadinessScope: TypeAlias = Literal["service", "node"]


class ReadingChanges(TypedDict):
    """What another reading changes, in degrees of tropical longitude, from the reading used to this
    one along the shorter arc.
    """

    ascendant: float
    """Change of the Ascendant."""

    midheaven: float
    """Change of the Midheaven."""

    moon: float
    """Change of the Moon."""


class ReadingEntry(TypedDict):
    """A text of the reading."""

    urn: str
    """URN of the text. Get it from `/api/content/urn/{urn}`."""

    title: str
    """Heading of the text."""

    body: str
    """Body of the text, in Markdown."""

    language: str
    """Language of the text, which may differ from the requested one."""

    source: Literal["system", "organization"]
    """Source of the text: `system` for the service's library, `organization` for the organization's
    own.
    """

    omitted: NotRequired[Literal["response_too_long"]]
    """Set if `title` and `body` are empty because the organization's texts in this response are too
    long together. Get the text by its URN.
    """

    weight: float
    """Weight that determines its position."""

    reasons: list[str]
    """What the weight consists of, strongest first."""


class ReadingPart(TypedDict):
    """A text of a composed reading."""

    role: Literal["opening", "lead", "link", "text", "closing"]
    """Role of the text: `text` is about a fact of the chart; the others open the reading, lead into a
    section, link two texts or close the reading.
    """

    urn: str
    """URN of the text. Get it from `/api/content/urn/{urn}`."""

    title: str
    """Heading of the text."""

    body: str
    """Body of the text, in Markdown."""

    language: str
    """Language of the text, which may differ from the requested one."""

    source: Literal["system", "organization"]
    """Source of the text: `system` for the service's library, `organization` for the organization's
    own.
    """

    omitted: NotRequired[Literal["response_too_long"]]
    """Set if `title` and `body` are empty because the organization's texts in this response are too
    long together. Get the text by its URN.
    """

    period: NotRequired[ReadingPeriod | None]
    """When the transit is within orb and exact. Only in readings of transits."""


class ReadingPeriod(TypedDict):
    """When a transit is within orb."""

    enter: NotRequired[str | None]
    """Start, in UTC. Null if the transit begins before the requested range."""

    exact: list[str]
    """Times at which the aspect is exact or the house is entered, in UTC."""

    leave: NotRequired[str | None]
    """End, in UTC. Null if the transit lasts longer than the requested range, and for a planet that
    enters a house.
    """


class ReadingSection(TypedDict):
    """A section of a composed reading."""

    id: str
    """ID of the section, such as `love`."""

    title: str
    """Title of the section."""

    parts: list[ReadingPart]
    """Texts, in reading order."""


class RecoveryCodeList(TypedDict):
    """Recovery codes, shown only once."""

    recoveryCodes: list[str]
    """Recovery codes. Each works once, instead of a code of the authenticator app."""


class RecoveryCodeListResource(TypedDict):

    type: Literal["recovery-codes"]

    id: str

    attributes: RecoveryCodeList

    links: ResourceLinks


class RecoveryCodesRenewResponse(TypedDict):

    data: RecoveryCodeListResource

    meta: NotRequired[dict[str, Any]]


class RefusalListParams(TypedDict):
    """Input of `refusal_list`."""

    org: str
    """ID of the organization."""

    page: NotRequired[RefusalListParamsPage]


class RefusalListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class RefusalListResponse(TypedDict):

    data: list[RefusalsResource]

    links: PageLinks

    meta: PageMeta


class RefusalSum(TypedDict):
    """Requests of a key with client errors, by reason."""

    keyId: NotRequired[str | None]
    """`null` stands for all keys beyond those that a day lists."""

    reason: str
    """Error code."""

    requests: int

    lastAt: str
    """Minute of the last of these requests."""


class RefusalSumResource(TypedDict):

    type: Literal["refusal-sum"]

    id: str

    attributes: RefusalSum

    links: ResourceLinks


class RefusalTopParams(TypedDict):
    """Input of `refusal_top`."""

    org: str
    """ID of the organization."""


class RefusalTopResponse(TypedDict):

    data: list[RefusalSumResource]

    links: PageLinks

    meta: PageMeta


class Refusals(TypedDict):
    """Requests that were rejected before they could be charged."""

    keyId: NotRequired[str | None]
    """`null` stands for all keys beyond those that an hour lists."""

    reason: str
    """Error code."""

    origin: str
    """Domain of the page, or `other` for all domains beyond those that an hour or a day lists."""

    at: str
    """Minute of the rejected requests. If an organization has many, the start of their hour."""

    requests: int


class RefusalsResource(TypedDict):

    type: Literal["refusals"]

    id: str

    attributes: Refusals

    links: ResourceLinks


class ReportDate(TypedDict):
    """A local date, with or without a time."""

    year: int
    """Year."""

    month: int
    """Month."""

    day: int
    """Day of the month."""

    hour: NotRequired[int | None]
    """Hour. If omitted, the time is unknown."""

    minute: NotRequired[int | None]
    """Minute. Defaults to 0 if `hour` is given."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

ReportPageSize: TypeAlias = Literal["A4", "Letter"]
"""Size of the paper.

- `A4`: 210 x 297 mm.
- `Letter`: 8.5 x 11 inches.
"""


class ReportPlace(TypedDict):
    """A place of a report."""

    name: NotRequired[str | None]
    """Name, as it appears in the report."""

    latitude: float
    """Latitude in degrees, positive north."""

    longitude: float
    """Longitude in degrees, positive east."""

    timezone: NotRequired[str | None]
    """Time zone of the local time. If omitted, it is determined from the coordinates."""

ReportSection: TypeAlias = Literal[
    "chart",
    "reading",
    "positions",
    "houses",
    "aspects",
    "numbers",
    "days",
    "periods",
]
"""A section of a report.

- `chart`: The chart as a drawing.
- `reading`: The interpretation.
- `positions`: The positions of points and angles.
- `houses`: The cusps of houses.
- `aspects`: Aspects, with their periods in reports about transits.
- `numbers`: The numbers of a numerology report.
- `days`: The days of a Moon calendar.
- `periods`: The dasha periods of a Vedic report.
"""


class ReportSubject(TypedDict):
    """A person."""

    name: str
    """Name, as it appears in the report. Numerology uses all of its letters."""

    birthDate: ReportDate
    """Local date and time of birth."""

    birthPlace: ReportPlace
    """Birthplace."""


class ReportTemplate(TypedDict):
    """Look and content of a report."""

    title: NotRequired[str | None]
    """Title on the cover. Defaults to the kind of the report."""

    organizationName: NotRequired[str | None]
    """Name on the cover and at the foot of every page. Defaults to the name of your organization."""

    colour: NotRequired[str | None]
    """Color of the cover and the headings. Defaults to `#23395b`."""

    logo: NotRequired[str | None]
    """Logo on the cover: a PNG image of at most 800 x 800 pixels, in base64."""

    sections: NotRequired[list[ReportSection] | None]
    """Sections, in order. Defaults to all sections of the kind of report."""

    pageSize: NotRequired[ReportPageSize | None]
    """Size of the paper. Defaults to `A4`."""

    documentDate: NotRequired[str | None]
    """Date in the metadata of the document, which its format requires. Defaults to 2000-01-01, so that
    the same request returns the same bytes on every day.
    """

ReportType: TypeAlias = Literal[
    "natal",
    "synastry",
    "composite",
    "transit",
    "solar-return",
    "lunar-return",
    "progressions",
    "numerology",
    "chinese",
    "year-ahead",
    "moon-calendar",
    "vedic",
]
"""The kind of a report.

- `natal`: A birth chart with its reading.
- `synastry`: Two birth charts and their aspects. Requires `partner`.
- `composite`: The midpoints of two birth charts. Requires `partner`.
- `transit`: A month of transits. Requires `transitDate`.
- `solar-return`: The solar return of a year. Requires `transitDate`.
- `lunar-return`: The first lunar return from `transitDate` on. Requires `transitDate`.
- `progressions`: Secondary progressions. Requires `transitDate`.
- `numerology`: The numbers of a name and a birth.
- `chinese`: The Chinese sign, and the forecast of a year if `transitDate` is given.
- `year-ahead`: The solar return of a year and the transits of its slow planets. Requires
`transitDate`.
- `moon-calendar`: A month of the Moon. Requires `transitDate`.
- `vedic`: The Vedic chart with its dasha periods.
"""


class RequestGetParams(TypedDict):
    """Input of `request_get`."""

    org: str
    """ID of the organization."""

    request: str
    """ID of the request, as in the `X-Request-Id` header of its response."""


class RequestGetResponse(TypedDict):

    data: LedgerEntryResource

RequestListParams = TypedDict(
    "RequestListParams",
    {
        # ID of the organization.
        "org": "str",
        # ID of the API key.
        "key": "NotRequired[str | None]",
        # ID of the user, for requests that were made without a key.
        "user": "NotRequired[str | None]",
        # ID of the operation.
        "operation": "NotRequired[str | None]",
        # Only requests with this outcome.
        "outcome": "NotRequired[RequestOutcome | None]",
        # Only requests with this error code.
        "errorCode": "NotRequired[str | None]",
        # Start, inclusive.
        "from": "NotRequired[str | None]",
        # End, exclusive.
        "to": "NotRequired[str | None]",
        "page": "NotRequired[RequestListParamsPage]",
    },
)
"""Input of `request_list`."""


class RequestListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class RequestListResponse(TypedDict):

    data: list[LedgerEntryResource]

    links: PageLinks

    meta: PageMeta

RequestOutcome: TypeAlias = Literal["succeeded", "refused", "failed", "unknown"]
"""A class of outcomes.

- `succeeded`: Status 100 to 399.
- `refused`: Status 400 to 499.
- `failed`: Status 500 to 599. These requests cost nothing.
- `unknown`: No status: the request is in progress, or its outcome was never recorded.
"""


class ResourceLinks(TypedDict):

    self: NotRequired[str]


class Retrograde(TypedDict):
    """Retrograde periods by body."""

    dateRange: DateRange
    """Time range, in UTC."""

    periodsByPoint: dict[str, list[RetrogradePeriod]]
    """Retrograde periods that overlap the range, by body. Each is given in full."""

    texts: NotRequired[dict[str, Text]]
    """Interpretation of the retrograde motion of each body. Present if `includeText` is `true`."""

    meta: Meta
    """Metadata about the calculation."""


class RetrogradeInput(TypedDict):
    """A time range."""

    startDate: LocalDateTime
    """Start of the range: a date (00:00) or a date and time, in UTC unless it has an offset."""

    endDate: LocalDateTime
    """End of the range: a date (its last instant) or a date and time, in UTC unless it has an offset."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of both dates. Required before 1582-10-15."""

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class RetrogradePeriod(TypedDict):
    """A retrograde period."""

    retrogradeStation: RetrogradeStation
    """Retrograde station."""

    directStation: RetrogradeStation
    """Direct station."""

    durationDays: float
    """Days from the retrograde to the direct station."""

    signsTraversed: list[SignId]
    """Signs between the stations."""

    preRetrogradeShadow: Shadow
    """Pre-retrograde shadow: the first pass over the degrees that the body will retrace."""

    postRetrogradeShadow: Shadow
    """Post-retrograde shadow: the third pass over these degrees."""


class RetrogradeStation(TypedDict):
    """A station."""

    date: str
    """Time, in UTC."""

    longitude: float
    """Longitude in degrees."""

    sign: SignId
    """Sign."""

    degreesInSign: float
    """Degrees from the start of the sign."""


class ReturnChart(TypedDict):
    """A return chart."""

    returnYear: NotRequired[int | None]
    """Year of a solar return."""

    returnDate: str
    """Time of the return, in UTC."""

    retrograde: NotRequired[bool | None]
    """Whether the body is retrograde at the return. The Moon's nodes usually are."""

    points: dict[str, Point]
    """Points by ID."""

    angles: NotRequired[dict[str, Cusp] | None]
    """Angles by ID. They are never taken from house cusps."""

    houses: NotRequired[Houses | None]
    """Houses."""

    aspects: list[ChartAspect]
    """Aspects between the points."""

    patterns: list[ChartPattern]
    """Aspect patterns formed by the bodies."""

    lunarPhase: NotRequired[LunarPhase | None]
    """Phase of the Moon."""

    sect: NotRequired[Sect | None]
    """Sect of the chart: `day` or `night`."""

    balance: Balance
    """Number of points from Sun to Pluto in each element and mode."""

    rulers: NotRequired[Rulers | None]
    """Rulers of the Ascendant's sign and of the house cusps."""

    midpoints: NotRequired[list[Midpoint] | None]
    """Midpoints. Present if `include` contains `midpoints`."""

    antiscia: NotRequired[list[Antiscia] | None]
    """Antiscia. Present if `include` contains `antiscia`."""

    stars: NotRequired[list[StarConjunction] | None]
    """Conjunctions with fixed stars within one degree. Present if `include` contains `stars`."""

    dignities: NotRequired[list[PlaceDignities] | None]
    """Dignities at the position of each point. Present if `include` contains `dignities`."""

    nakshatras: NotRequired[list[Nakshatra] | None]
    """Nakshatras (lunar mansions). Present if `include` contains `nakshatras`."""

    texts: NotRequired[list[Text]]
    """The most important texts. Present if `includeText` is `true`. For a solar or lunar return: the
    Ascendant in its sign and the returning body in its house. For a planetary return: the return
    itself. Natal texts do not describe a return, so points and aspects have none.
    """

    composedReading: NotRequired[ComposedReading | None]
    """The texts about a solar return as one reading. Present if `includeReading` is `true`."""

    charts: ImageAddress
    """Link to the chart image."""

    meta: Meta
    """Metadata about the return chart."""

    birthMeta: Meta
    """How the birth time was interpreted, with metadata for that time."""

    searchMeta: NotRequired[Meta | None]
    """How `returnDate` was interpreted. Present if the request has it."""

RituId: TypeAlias = Literal[
    "vasanta",
    "grishma",
    "varsha",
    "sharad",
    "hemanta",
    "shishira",
]

Role: TypeAlias = Literal["owner", "manager", "member"]
"""A role."""


class Ruler(TypedDict):
    """The ruler of a house."""

    houseNumber: int
    """House number."""

    sign: SignId
    """Sign on the cusp."""

    traditional: str
    """Traditional ruler."""

    modern: str
    """Modern ruler."""


class Rulers(TypedDict):
    """Traditional and modern rulers."""

    chart: Ruler
    """Ruler of the Ascendant's sign."""

    houses: list[Ruler]
    """Rulers of the signs on the house cusps."""


class Samvat(TypedDict):
    """Years of the eras."""

    shaka: int
    """Elapsed year of the Shaka era, from Chaitra."""

    vikramChaitradi: int
    """Year of the Vikrama era, from Chaitra."""

    vikramKartikadi: int
    """Year of the Vikrama era, from Kartika."""

    samvatsaraNorth: Samvatsara
    """Year of the sixty by the mean motion of Jupiter, as counted in the north."""

    samvatsaraSouth: Samvatsara
    """Year of the sixty by lunar years, as counted in the south."""


class Samvatsara(TypedDict):
    """One of the sixty years."""

    number: int
    """Number, from 1 to 60."""

    id: SamvatsaraId
    """ID."""

SamvatsaraId: TypeAlias = Literal[
    "prabhava",
    "vibhava",
    "shukla",
    "pramoda",
    "prajapati",
    "angirasa",
    "shrimukha",
    "bhava",
    "yuva",
    "dhata",
    "ishvara",
    "bahudhanya",
    "pramathi",
    "vikrama",
    "vrisha",
    "chitrabhanu",
    "svabhanu",
    "tarana",
    "parthiva",
    "vyaya",
    "sarvajit",
    "sarvadhari",
    "virodhi",
    "vikriti",
    "khara",
    "nandana",
    "vijaya",
    "jaya",
    "manmatha",
    "durmukhi",
    "hemalamba",
    "vilambi",
    "vikari",
    "sharvari",
    "plava",
    "shubhakrit",
    "shobhakrit",
    "krodhi",
    "vishvavasu",
    "parabhava",
    "plavanga",
    "kilaka",
    "saumya",
    "sadharana",
    "virodhakrit",
    "paridhavi",
    "pramadi",
    "ananda",
    "rakshasa",
    "nala",
    "pingala",
    "kalayukta",
    "siddharthi",
    "raudra",
    "durmati",
    "dundubhi",
    "rudhirodgari",
    "raktakshi",
    "krodhana",
    "akshaya",
]


class SecondFactorBeginResponse(TypedDict):

    data: SecondFactorSecretResource

    meta: NotRequired[dict[str, Any]]


class SecondFactorCode(TypedDict):
    """A code of the authenticator app."""

    code: str


class SecondFactorConfirmResponse(TypedDict):

    data: RecoveryCodeListResource

    meta: NotRequired[dict[str, Any]]


class SecondFactorDisableRequest(TypedDict):
    """Your password and a code, or a recovery code."""

    password: str
    """Your password. It must be long enough to be used without a second factor."""

    code: NotRequired[str | None]

    recoveryCode: NotRequired[str | None]


class SecondFactorSecret(TypedDict):
    """The secret of a new second factor, shown only once."""

    secret: str
    """Secret to enter into an authenticator app."""

    uri: str
    """URI to show to an authenticator app as a QR code."""


class SecondFactorSecretResource(TypedDict):

    type: Literal["second-factor-secret"]

    id: str

    attributes: SecondFactorSecret

    links: ResourceLinks

Sect: TypeAlias = Literal["day", "night"]


class Session(TypedDict):
    """A session of a browser."""

    current: bool
    """Whether it is the session of this request."""

    secondFactor: bool
    """Whether a second factor was used."""

    createdAt: str
    """Time of the sign-in."""

    lastSeenAt: str
    """Time of the last use, to the minute."""

    sourceAddress: NotRequired[str | None]
    """IP address of the sign-in."""

    lastSeenAddress: NotRequired[str | None]
    """IP address of the last use."""

    userAgent: NotRequired[str | None]
    """User agent of the browser."""


class SessionCreateRequest(TypedDict):
    """Your credentials."""

    email: str

    password: str

    code: NotRequired[str | None]
    """Six-digit code of the authenticator app, if the account has a second factor."""

    recoveryCode: NotRequired[str | None]
    """Recovery code, instead of `code`."""


class SessionCreateResponse(TypedDict):

    data: SessionResource

    meta: NotRequired[dict[str, Any]]


class SessionEndParams(TypedDict):
    """Input of `session_end`."""

    session: str
    """ID of the session."""


class SessionListParams(TypedDict):
    """Input of `session_list`."""

    page: NotRequired[SessionListParamsPage]


class SessionListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class SessionListResponse(TypedDict):

    data: list[SessionResource]

    links: PageLinks

    meta: PageMeta


class SessionReauthenticateRequest(TypedDict):
    """Your password, and a code if the account has a second factor."""

    password: str

    code: NotRequired[str | None]
    """Six-digit code of the authenticator app, if the account has a second factor."""

    recoveryCode: NotRequired[str | None]
    """Recovery code, instead of `code`."""


class SessionResource(TypedDict):

    type: Literal["session"]

    id: str

    attributes: Session

    links: ResourceLinks


class Shadbala(TypedDict):
    """The six strengths of a graha, in virupas."""

    sthana: SthanaBala
    """Strength by position."""

    dig: float
    """Strength by direction."""

    kala: KalaBala
    """Strength by time."""

    cheshta: float
    """Strength by motion. 0 for Sun and Moon."""

    naisargika: float
    """Natural strength."""

    drik: float
    """Strength by aspects. Negative if those of malefics prevail."""

    total: float
    """Sum of the six."""

    rupas: float
    """Sum in rupas of 60 virupas."""

    required: float
    """Sum that the graha needs to be strong."""

    ratio: float
    """Sum divided by the required one."""

    rank: int
    """Rank by `ratio`, 1 for the strongest graha."""


class Shadow(TypedDict):
    """A shadow period."""

    startDate: str
    """Start, in UTC."""

    endDate: str
    """End, in UTC."""

    durationDays: float
    """Length in days."""

SignId: TypeAlias = Literal[
    "aries",
    "taurus",
    "gemini",
    "cancer",
    "leo",
    "virgo",
    "libra",
    "scorpio",
    "sagittarius",
    "capricorn",
    "aquarius",
    "pisces",
]


class SignStay(TypedDict):
    """The Moon's passage through a sign."""

    sign: SignId
    """Sign."""

    signTitle: NotRequired[str | None]
    """Title of the sign. Present if `includeReadableEntities` is `true`."""

    entry: str
    """Time the Moon enters the sign, in UTC."""

    exit: str
    """Time the Moon leaves the sign, in UTC."""


class SolarReturnInput(TypedDict):
    """A birth and the year of the return."""

    birthDateTime: LocalDateTime
    """Local date and time of birth. The time is required."""

    birthLocation: Location
    """Birthplace."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of `birthDateTime`. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
    forward and it was skipped.
    """

    location: NotRequired[Location | None]
    """Location of the return. Defaults to the birthplace, with a warning."""

    returnYear: NotRequired[int | None]
    """Year of the return: the return nearest to the birthday in that year. Defaults to the current
    year, with a warning.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class SolarTerm(TypedDict):
    """A solar term."""

    id: str
    """ID, in pinyin without tones."""

    instant: str
    """Instant in UTC."""

    date: str
    """Date in China."""

    alternativeDate: NotRequired[str | None]
    """Other possible date. Only after 2030, if the instant is within five minutes of midnight."""

    longitude: float
    """Longitude of the Sun in degrees."""


class SpikeFacts(TypedDict):
    """A key sends many more requests than in the same hour of previous weeks."""

    hour: str
    """The start of the hour."""

    requests: int
    """Requests in the hour."""

    weeks: int
    """The number of previous weeks compared."""

    median: float
    """The median number of requests in this hour of those weeks."""

    medianDeviation: float
    """The median absolute deviation."""

    deviation: float
    """The size of one deviation, in requests."""

    line: float
    """The number of requests above which the alert fires."""

    dayBefore: int
    """Requests in the same hour of the day before."""

    weekBefore: int
    """Requests in the same hour of the week before."""

    rule: Literal["spike"]


class SpikeLimits(TypedDict):
    """When the requests of a key in one hour are a spike."""

    minimumRequests: int
    """Minimum number of requests in an hour."""

    deviations: int
    """Number of deviations above the median of the same hour of the week."""


class StarConjunction(TypedDict):
    """A fixed star conjunct a point or an angle."""

    star: str
    """ID of the star."""

    name: str
    """Name of the star."""

    pointId: PointId
    """Point or angle that the star is conjunct."""

    longitude: float
    """Longitude of the star in the chart's zodiac, in degrees."""

    orb: float
    """Orb in longitude, in degrees."""


class Statement(TypedDict):
    """A statement."""

    organization: str
    """ID of the organization."""

    number: str
    """Invoice number."""

    period: str
    """Month, in UTC."""

    state: Literal["due", "paid", "nothing-due"]
    """Status: `due`, `paid` or `nothing-due`."""

    issuedAt: str

    dueAt: str

    currency: str

    total: int
    """Sum of the lines, in minor units."""

    requests: int
    """Number of ledger requests in this period: the sum over the lines."""

    units: int
    """Units of these requests: the sum over the lines that count requests."""

    issuer: str

    billTo: str

    provider: str
    """Payment method."""

    paymentReference: str
    """Payment reference."""

    paymentUrl: NotRequired[str | None]
    """Payment page, if the provider has one."""

    paidAt: NotRequired[str | None]

    lines: NotRequired[list[BillLine] | None]
    """Lines. Present when you get a single statement."""


class StatementExportParams(TypedDict):
    """Input of `statement_export`."""

    org: str
    """ID of the organization."""

    statement: str
    """ID of the statement."""


class StatementGetParams(TypedDict):
    """Input of `statement_get`."""

    org: str
    """ID of the organization."""

    statement: str
    """ID of the statement."""


class StatementGetResponse(TypedDict):

    data: StatementResource


class StatementListParams(TypedDict):
    """Input of `statement_list`."""

    org: str
    """ID of the organization."""

    page: NotRequired[StatementListParamsPage]


class StatementListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class StatementListResponse(TypedDict):

    data: list[StatementResource]

    links: PageLinks

    meta: PageMeta


class StatementResource(TypedDict):

    type: Literal["statement"]

    id: str

    attributes: Statement

    links: ResourceLinks

StatementState: TypeAlias = Literal["due", "paid", "nothing-due"]
"""State of a statement.

- `due`: Not paid yet.
- `paid`: Paid.
- `nothing-due`: Nothing to pay.
"""


class SthanaBala(TypedDict):
    """Strength by position, in virupas."""

    uccha: float
    """By the distance from deepest debilitation."""

    saptavargaja: float
    """By dignity in D1, D2, D3, D7, D9, D12 and D30."""

    ojayugma: float
    """By odd and even signs in D1 and D9."""

    kendradi: float
    """By the house in signs from the lagna: kendra, panapara or apoklima."""

    drekkana: float
    """By the third of the sign."""

    total: float
    """Sum."""


class SunNow(TypedDict):
    """The Sun."""

    distance: float
    """Geocentric distance in astronomical units."""

    diameter: float
    """Geocentric apparent diameter in degrees."""

    rise: NotRequired[str | None]
    """Time of rise, in UTC. Null if it does not rise on this day."""

    set: NotRequired[str | None]
    """Time of set, in UTC. Null if it does not set on this day."""

    transit: NotRequired[str | None]
    """Time of culmination, in UTC. Null if it does not culminate on this day."""

    horizon: Literal["crosses", "always-up", "always-down"]
    """`crosses`, `always-up` (never sets) or `always-down` (never rises) on this day."""

    twilights: Twilights
    """Twilights of the local day."""

SunStays: TypeAlias = Literal["above", "below"]

SunriseOf: TypeAlias = Literal["upperLimb", "discCentre"]
"""The part of the disc that rises and sets.

- `upperLimb`: Upper edge of the disc.
- `discCentre`: Center of the disc.
"""


class Synastry(TypedDict):
    """A comparison of two charts."""

    aspects: list[ChartAspect]
    """Aspects between the charts. `pointA` is in the first chart, `pointB` in the second."""

    houseOverlays: HouseOverlays
    """House overlays: the points of each chart in the houses of the other."""

    points1: dict[str, Point]
    """Points of the first chart."""

    points2: dict[str, Point]
    """Points of the second chart."""

    composedReading: NotRequired[ComposedReading | None]
    """The texts as one reading. Present if `includeReading` is `true`."""

    charts: ImageAddress
    """Link to the image of both charts."""

    meta: Meta
    """Metadata about the first chart."""

    meta2: Meta
    """Metadata about the second chart."""


class Tarabala(TypedDict):
    """Nakshatras of birth for which a nakshatra of the day is good."""

    nakshatra: NakshatraId
    """Nakshatra of the Moon."""

    start: str
    """Its start, in UTC."""

    end: str
    """Its end, in UTC."""

    goodFor: list[int]
    """Numbers of the nakshatras of birth, from 1 to 27."""


class Text(TypedDict):
    """An interpretation text."""

    urn: str
    """URN of the text. Get it from `/api/content/urn/{urn}`."""

    title: str
    """Heading of the text."""

    body: str
    """Body of the text, in Markdown."""

    language: str
    """Language of the text, which may differ from the requested one."""

    source: Literal["system", "organization"]
    """Source of the text: `system` for the service's library, `organization` for the organization's
    own.
    """

    omitted: NotRequired[Literal["response_too_long"]]
    """Set if `title` and `body` are empty because the organization's texts in this response are too
    long together. Get the text by its URN.
    """

TextLength: TypeAlias = Literal["short", "standard", "long"]
"""Length of interpretation texts. A text that does not have the requested length appears in its
standard length, with a warning.

- `short`: At most 25 words.
- `standard`: 70 to 110 words.
- `long`: 220 to 350 words.
"""

ThemeChoice: TypeAlias = Literal[
    "classic",
    "light",
    "dark",
    "minimal",
    "print",
]
"""Theme.

- `classic`: Warm paper background.
- `light`: White background.
- `dark`: Dark background.
- `minimal`: Minimal decoration.
- `print`: Black on white, with patterns instead of colors.
"""

ThemeChoice2: TypeAlias = Literal["auto", "light", "dark"]
"""Theme of the interface.

- `auto`: The theme of the browser.
- `light`: Dark text on a light ground.
- `dark`: Light text on a dark ground.
"""

TimezoneSource: TypeAlias = Literal["request", "coordinates"]

TithiId: TypeAlias = Literal[
    "shukla-pratipada",
    "shukla-dwitiya",
    "shukla-tritiya",
    "shukla-chaturthi",
    "shukla-panchami",
    "shukla-shashthi",
    "shukla-saptami",
    "shukla-ashtami",
    "shukla-navami",
    "shukla-dashami",
    "shukla-ekadashi",
    "shukla-dwadashi",
    "shukla-trayodashi",
    "shukla-chaturdashi",
    "purnima",
    "krishna-pratipada",
    "krishna-dwitiya",
    "krishna-tritiya",
    "krishna-chaturthi",
    "krishna-panchami",
    "krishna-shashthi",
    "krishna-saptami",
    "krishna-ashtami",
    "krishna-navami",
    "krishna-dashami",
    "krishna-ekadashi",
    "krishna-dwadashi",
    "krishna-trayodashi",
    "krishna-chaturdashi",
    "amavasya",
]


class Transit(TypedDict):
    """The transits in the range."""

    aspects: list[TransitAspect]
    """Periods within orb, ordered by start."""

    crossings: list[Crossing]
    """Sign and natal house ingresses."""

    stations: list[ChartStation]
    """Stations."""

    composedReading: NotRequired[ComposedReading | None]
    """The texts about the transits of the range as one reading, by theme and with dates. Present if
    `includeReading` is `true`.
    """

    natalPoints: list[Point]
    """Natal points."""

    transitHouses: list[Cusp]
    """House cusps at the location of the transits, at the start of the range."""

    charts: ImageAddress
    """Link to the image of the natal chart with the transiting points at the start of the range."""

    meta: Meta
    """Metadata about the natal chart."""

    transitMeta: Meta
    """How the range was interpreted, with metadata for its start."""


class TransitAspect(TypedDict):
    """A period in which a transiting point is within orb of an aspect to a natal point."""

    transitPoint: PointId
    """Transiting point."""

    natalPoint: PointId
    """Natal point."""

    aspect: AspectId
    """Type of aspect."""

    orb: float
    """Maximum orb of this pair, in degrees."""

    exactLongitude: float
    """Longitude of the transiting point when the aspect is exact, in degrees."""

    exactLongitudeEnd: NotRequired[float | None]
    """Last possible longitude if the birth time is unknown. `exactLongitude` is the first."""

    enter: NotRequired[str | None]
    """Earliest time at which it enters the orb, in UTC. Null if it is within orb at the start of the
    range.
    """

    exact: list[ExactPass]
    """Every exact pass."""

    leave: NotRequired[str | None]
    """Latest time at which it leaves the orb, in UTC. Null if it is within orb at the end of the
    range.
    """

    certainty: NotRequired[Certainty | None]
    """Present if the birth time is unknown: `certain` if the aspect becomes exact in this period
    whatever the birth time, `possible` if it may not.
    """

    transitPointTitle: NotRequired[str | None]
    """Title of the transiting point. Present if `includeReadableEntities` is `true`."""

    natalPointTitle: NotRequired[str | None]
    """Title of the natal point. Present if `includeReadableEntities` is `true`."""

    aspectTitle: NotRequired[str | None]
    """Title of the aspect. Present if `includeReadableEntities` is `true`."""

    text: NotRequired[Text | None]
    """Interpretation text. Present if `includeText` is `true`."""


class TransitInput(TypedDict):
    """A birth and a time range."""

    birthDate: LocalDateTime
    """Local date and time of birth. A date without a time means that the birth time is unknown."""

    birthLocation: Location
    """Birthplace."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of `birthDate`. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and `birthDate` occurred twice, or were set forward
    and it was skipped.
    """

    transitDateStart: LocalDateTime
    """Start of the range, in local time at `transitLocation`."""

    transitDateEnd: LocalDateTime
    """End of the range. A date without a time means its last instant. The range covers at most 732
    days.
    """

    transitLocation: Location
    """Location of the transits. Its time zone applies to the range, and its horizon defines
    `transitHouses`.
    """

    transitCalendar: NotRequired[CalendarName | None]
    """Calendar of the range's dates. Required before 1582-10-15."""

    transitClockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and a date of the range occurred twice, or were set
    forward and it was skipped.
    """

    transitPoints: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Transiting points. Defaults to Sun to Pluto, the north node and Chiron. `points` selects the
    natal points, to which the four angles are added.
    """

    houseSystem: NotRequired[HouseSystemId | None]
    """House system. Defaults to `placidus`."""

    polarFallback: NotRequired[HouseSystemId | None]
    """House system to use near the poles, where the system set in `houseSystem` is undefined. If
    omitted, requests for such places are rejected.
    """

    zodiac: NotRequired[ZodiacName | None]
    """Zodiac. Defaults to `tropical`."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
    given.
    """

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`."""

    center: NotRequired[Center | None]
    """Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses."""

    moonCenter: NotRequired[MoonCenter | None]
    """Center used for the Moon's position only."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`."""

    lotFormula: NotRequired[LotFormula | None]
    """`sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
    `sect`.
    """

    points: NotRequired[list[PointId | Literal["asc", "mc", "lilith", "nn", "rahu", "ketu"]] | None]
    """Points to include. The response keeps the order you give."""

    aspects: NotRequired[list[AspectId] | None]
    """Aspects to look for. Defaults to the five major aspects."""

    orbs: NotRequired[OrbFields | None]
    """Maximum orbs, in degrees."""

    include: NotRequired[list[Include] | None]
    """Optional parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    includeReading: NotRequired[bool | None]
    """Whether to include a reading composed of interpretation texts, with an opening, sections and a
    closing.
    """

    includeReadableEntities: NotRequired[bool | None]
    """Whether to include titles of points, signs, houses and aspects."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class Triplicity(TypedDict):
    """Triplicity rulers."""

    day: str
    """Day ruler."""

    night: str
    """Night ruler."""

    participating: str
    """Participating ruler, by day and by night."""

TriplicityRulership: TypeAlias = Literal["in-sect", "out-of-sect", "participating"]


class Twilight(TypedDict):
    """A twilight on one day."""

    dawn: NotRequired[str | None]
    """Time in the morning, in UTC."""

    dusk: NotRequired[str | None]
    """Time in the evening, in UTC."""


class Twilights(TypedDict):
    """Start and end of each twilight. Null if the Sun does not reach the altitude."""

    civil: Twilight
    """Civil twilight: the Sun's center at -6 degrees."""

    nautical: Twilight
    """Nautical twilight: the Sun's center at -12 degrees."""

    astronomical: Twilight
    """Astronomical twilight: the Sun's center at -18 degrees."""


class Upagrahas(TypedDict):
    """Upagrahas."""

    sunrise: NotRequired[str | None]
    """Sunrise before the birth, in UTC. Null where the Sun does not rise or set."""

    sunset: NotRequired[str | None]
    """Sunset after that sunrise, in UTC."""

    nextSunrise: NotRequired[str | None]
    """Sunrise of the next day, in UTC."""

    points: dict[str, VedicPlace]
    """Points that follow from the Sun's longitude, and those that rise with the parts of the day or
    night: kala, mrityu, ardhaprahara and yamaghantaka at the start of the parts of the Sun, Mars,
    Mercury and Jupiter, gulika at the start and mandi in the middle of Saturn's.
    """


class Usage(TypedDict):
    """Usage of one group."""

    requests: int
    """Number of counted requests."""

    units: int
    """Units charged."""

    succeeded: int

    refused: int

    failed: int
    """Number of our own failures, which cost nothing."""


class UsageCurrentParams(TypedDict):
    """Input of `usage_current`."""

    org: str
    """ID of the organization."""


class UsageCurrentResponse(TypedDict):

    data: UsageOfPeriodResource

UsageGroup: TypeAlias = Literal[
    "hour",
    "day",
    "month",
    "key",
    "operation",
    "origin",
]
"""How to group usage."""

UsageListParams = TypedDict(
    "UsageListParams",
    {
        # ID of the organization.
        "org": "str",
        # How to group usage. Defaults to days.
        "groupBy": "NotRequired[UsageGroup | None]",
        # Start hour. Defaults to the start of the period.
        "from": "NotRequired[str | None]",
        # End hour. Defaults to now.
        "to": "NotRequired[str | None]",
        "page": "NotRequired[UsageListParamsPage]",
    },
)
"""Input of `usage_list`."""


class UsageListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class UsageListResponse(TypedDict):

    data: list[UsageResource]

    links: PageLinks

    meta: PageMeta


class UsageOfKey(TypedDict):
    """Usage of a key."""

    days: list[int]
    """Charged requests per day in the last 14 days (UTC), today last."""


class UsageOfKeyResource(TypedDict):

    type: Literal["key-usage"]

    id: str

    attributes: UsageOfKey

    links: ResourceLinks


class UsageOfKeysParams(TypedDict):
    """Input of `usage_of_keys`."""

    org: str
    """ID of the organization."""

    key: list[str]
    """IDs of the keys."""


class UsageOfKeysResponse(TypedDict):

    data: list[UsageOfKeyResource]

    links: PageLinks

    meta: PageMeta


class UsageOfPeriod(TypedDict):
    """Usage in the current period."""

    period: str
    """Month, in UTC."""

    live: AllowanceState

    test: AllowanceState
    """Usage of all organizations that share the allowance of an owner."""

    resetsAt: str


class UsageOfPeriodResource(TypedDict):

    type: Literal["usage-period"]

    id: str

    attributes: UsageOfPeriod

    links: ResourceLinks


class UsageResource(TypedDict):

    type: Literal["usage"]

    id: str

    attributes: Usage

    links: ResourceLinks


class UsedNow(TypedDict):
    """Usage in the current period."""

    period: str
    """Month, in UTC."""

    live: int

    test: int


class UserCreateRequest(TypedDict):
    """An account to create."""

    email: str

    name: Name

    operator: NotRequired[bool]
    """Whether the user becomes an operator."""


class Vara(TypedDict):
    """A weekday."""

    number: int
    """Number, from 1 (Sunday) to 7."""

    id: VaraId
    """ID."""

    lord: GrahaId
    """Ruler."""

VaraId: TypeAlias = Literal[
    "ravivara",
    "somavara",
    "mangalavara",
    "budhavara",
    "guruvara",
    "shukravara",
    "shanivara",
]

Varga: TypeAlias = Literal[
    "D1",
    "D2",
    "D3",
    "D4",
    "D5",
    "D6",
    "D7",
    "D8",
    "D9",
    "D10",
    "D11",
    "D12",
    "D16",
    "D20",
    "D24",
    "D27",
    "D30",
    "D40",
    "D45",
    "D60",
]


class VargaChart(TypedDict):
    """A divisional chart."""

    name: str
    """Sanskrit name."""

    lagna: SignId
    """Sign of the lagna."""

    grahas: dict[str, VargaGraha]
    """Grahas by ID."""

VargaD11: TypeAlias = Literal["rath", "raman"]

VargaD2: TypeAlias = Literal[
    "parashara",
    "uma-shambhu",
    "raman",
    "kashinatha",
    "parivritti",
    "somanatha",
]

VargaD24: TypeAlias = Literal["parashara", "even-reversed", "both-leo"]

VargaD3: TypeAlias = Literal["parashara", "jagannatha", "somanatha", "parivritti"]

VargaD30: TypeAlias = Literal["unequal", "parivritti"]

VargaD60: TypeAlias = Literal["sign", "aries", "even-reversed", "aries-even-reversed"]


class VargaGraha(TypedDict):
    """A graha in a divisional chart."""

    sign: SignId
    """Sign."""

    houseNumber: int
    """House counted in signs from the lagna of this divisional chart, 1 to 12."""


class VargaVariants(TypedDict):
    """Variants of divisional charts."""

    D2: NotRequired[VargaD2 | None]
    """Variant of D2 (hora). Defaults to `parashara`."""

    D3: NotRequired[VargaD3 | None]
    """Variant of D3 (drekkana). Defaults to `parashara`."""

    D11: NotRequired[VargaD11 | None]
    """Variant of D11 (rudramsha). Defaults to `rath`."""

    D24: NotRequired[VargaD24 | None]
    """Variant of D24 (siddhamsha). Defaults to `parashara`."""

    D30: NotRequired[VargaD30 | None]
    """Variant of D30 (trimshamsha). Defaults to `unequal`."""

    D60: NotRequired[VargaD60 | None]
    """Variant of D60 (shashtyamsha). Defaults to `sign`."""


class VedicBirthTithi(TypedDict):
    """The tithi of a birth: a thirtieth of the way of the Moon from the Sun to the Sun."""

    number: int
    """Number, 1 to 30."""

    id: TithiId
    """ID."""

    text: NotRequired[Text | None]
    """Interpretation of the tithi. Present if `includeText` is `true`."""


class VedicChart(TypedDict):
    """A Vedic chart."""

    dateTime: str
    """Birth time in UTC."""

    lagna: VedicLagna
    """Lagna (Ascendant)."""

    tithi: VedicBirthTithi
    """Tithi (lunar day) of the birth."""

    grahas: dict[str, VedicGraha]
    """Grahas by ID."""

    outerPlanets: NotRequired[dict[str, VedicGraha] | None]
    """Uranus, Neptune and Pluto by ID. Present if `outerPlanets` is `true`."""

    bhavas: list[Bhava]
    """Bhavas, the first first."""

    vargas: dict[str, VargaChart]
    """Divisional charts by ID."""

    ashtakavarga: NotRequired[Ashtakavarga | None]
    """Bindus. Present if `include` has `ashtakavarga`."""

    yogas: NotRequired[list[Yoga] | None]
    """Yogas. Present if `include` has `yogas`."""

    jaimini: NotRequired[VedicJaimini | None]
    """Karakas and padas. Present if `include` has `jaimini`."""

    kp: NotRequired[Kp | None]
    """Krishnamurti Paddhati. Present if `include` has `kp`."""

    upagrahas: NotRequired[Upagrahas | None]
    """Upagrahas. Present if `include` has `upagrahas`."""

    shadbala: NotRequired[dict[str, Shadbala] | None]
    """Strengths of the seven grahas by ID. Present if `include` has `shadbala`, and the Sun rises and
    sets.
    """

    margins: NotRequired[list[Margin] | None]
    """Facts of the chart and how much earlier or later the birth must be to change them, within 720
    minutes. Present if `include` has `margins`.
    """

    chart: ImageAddress
    """Link to the image."""

    meta: VedicChartMeta
    """Metadata about the calculation."""


class VedicChartConventions(TypedDict):
    """Conventions of a Vedic chart."""

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha of the zodiac. Null if it is user-defined."""

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha."""

    nodeType: NodeType
    """Type of lunar node that Rahu and Ketu are."""

    bhavaSystem: BhavaSystem
    """Division into bhavas."""

    nodeExaltation: NodeExaltation
    """Sign in which Rahu is exalted."""

    vargaVariants: dict[str, str]
    """Variants of the divisional charts in the response for which authors differ, by ID."""

    ashtakavargaTables: NotRequired[AshtakavargaTables | None]
    """Tables of the ashtakavarga. Present if it is included."""

    charaKarakas: NotRequired[int | None]
    """Number of chara karakas. Present if `jaimini` is included."""

    kpAyanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha of `kp`. Present if it is included, unless it is user-defined."""

    sunriseOf: NotRequired[Literal["upperLimb"]]
    """Sunrise that upagrahas and shadbala follow. Present if one of them is included."""

    refraction: NotRequired[bool | None]
    """Whether the sunrise includes refraction. Present if upagrahas or shadbala are included."""

    shadbalaRules: NotRequired[Literal["raman"]]
    """Author whose rules the shadbala follows. Present if it is included."""


class VedicChartInput(TypedDict):
    """A birth and the parts of its chart."""

    dateTime: LocalDateTime
    """Local date and time of birth. The time is required."""

    location: Location
    """Birthplace."""

    calendar: NotRequired[CalendarName | None]
    """Calendar of the date. Required before 1582-10-15."""

    clockChange: NotRequired[ClockChangeName | None]
    """Which instant to use if clocks were set back and this local time occurred twice, or were set
    forward and it was skipped.
    """

    ayanamsha: NotRequired[AyanamshaId | None]
    """Ayanamsha for the sidereal zodiac. Defaults to `lahiri`."""

    ayanamshaAt: NotRequired[AyanamshaAt | None]
    """User-defined ayanamsha, instead of `ayanamsha`."""

    nodeType: NotRequired[NodeType | None]
    """Type of lunar node that Rahu and Ketu are. Defaults to `mean`."""

    bhavaSystem: NotRequired[BhavaSystem | None]
    """Division into bhavas: signs (`whole`), `sripati`, Placidus cusps (`kp`), or 30 degrees each with
    the lagna in the middle (`equal`) or at the start (`equalStart`) of the first. Defaults to
    `whole`.
    """

    vargas: NotRequired[list[Varga] | None]
    """Divisional charts to include. Defaults to D1 and D9."""

    vargaVariants: NotRequired[VargaVariants | None]
    """How divisional charts divide a sign where authors differ."""

    nodeExaltation: NotRequired[NodeExaltation | None]
    """Sign in which Rahu is exalted; Ketu is exalted in the opposite one. Defaults to `none`."""

    ashtakavargaTables: NotRequired[AshtakavargaTables | None]
    """Tables of the ashtakavarga. Defaults to `parashara`."""

    charaKarakas: NotRequired[int | None]
    """Number of chara karakas: 7, or 8 with Rahu. Defaults to 7."""

    outerPlanets: NotRequired[bool | None]
    """Whether to include Uranus, Neptune and Pluto. Defaults to `false`."""

    include: NotRequired[list[VedicInclude] | None]
    """Further parts of the response to include."""

    language: NotRequired[str | None]
    """Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
    the service has no titles in this language and your organization has no texts in it.
    """

    includeText: NotRequired[bool | None]
    """Whether to include interpretation texts."""

    textLength: NotRequired[TextLength | None]
    """Length of interpretation texts. Defaults to `standard`."""

    fields: NotRequired[list[FieldPath] | None]
    """Fields to return, such as `points.*.longitude`. Defaults to all."""

    precision: NotRequired[int | None]
    """Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9."""


class VedicChartMeta(TypedDict):
    """Metadata about a Vedic chart."""

    utc: str
    """Instant in UTC. If the time is unknown, the first instant of the day."""

    utcEnd: NotRequired[str | None]
    """End of the day or range, in UTC. Present if the time is unknown or for a range."""

    offset: str
    """Offset of local time from UTC, such as `+01:19:32`."""

    offsetEnd: NotRequired[str | None]
    """Offset at the end of a range. Present if clocks were changed in between."""

    offsetSource: OffsetSource
    """Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
    belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
    `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
    that was never a clock time).
    """

    timezone: NotRequired[str | None]
    """Time zone used, if any."""

    timezoneSource: NotRequired[TimezoneSource | None]
    """Source of the time zone: `request` or `coordinates`."""

    abbreviation: NotRequired[str | None]
    """Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`."""

    dst: NotRequired[bool | None]
    """Whether daylight saving time was in effect. Null if not applicable."""

    confidence: Literal["high", "medium", "low"]
    """Reliability of the offset: `high`, `medium` or `low`."""

    zoneDataVersion: str
    """Version of the tz database."""

    readings: NotRequired[list[ClockAlternative]]
    """Other readings of the local time that cannot be excluded, and what they change. Present with the
    warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
    """

    warnings: list[Warning]
    """Known uncertainties about this time and place."""

    ephemeris: Ephemeris
    """Ephemeris and the period it covers."""

    deltaT: float
    """Delta T (TT minus UT1) in seconds."""

    deltaTUncertainty: NotRequired[DeltaTUncertainty | None]
    """Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
    Earth's rotation is not measured.
    """

    julianDateUt1: float
    """Julian date in UT1."""

    julianDateTt: float
    """Julian date in TT."""

    obliquity: NotRequired[float | None]
    """True obliquity of the ecliptic, in degrees."""

    ayanamsha: NotRequired[float | None]
    """Mean ayanamsha in degrees. Present with a sidereal zodiac."""

    conventions: VedicChartConventions
    """Conventions used, including defaults."""

VedicCombustion = TypedDict(
    "VedicCombustion",
    {
        # Whether the distance from the Sun is below the limit.
        "is": "bool",
        # Distance from the Sun in longitude, in degrees.
        "distance": "float",
        # Limit of the graha, in degrees.
        "limit": "float",
    },
)
"""Whether a graha is combust."""

VedicDignity: TypeAlias = Literal[
    "exalted",
    "moolatrikona",
    "own",
    "greatFriend",
    "friend",
    "neutral",
    "enemy",
    "greatEnemy",
    "debilitated",
]


class VedicGraha(TypedDict):
    """A graha."""

    longitude: float
    """Sidereal longitude in degrees."""

    sign: SignId
    """Sign."""

    degreesInSign: float
    """Degrees from the start of the sign."""

    degreesInSignDms: list[int]
    """The same as degrees, minutes and seconds, truncated."""

    nakshatra: VedicNakshatra
    """Nakshatra."""

    latitude: float
    """Ecliptic latitude in degrees."""

    declination: float
    """Declination in degrees."""

    speedLongitude: float
    """Speed in sidereal longitude, in degrees per day."""

    retrograde: bool
    """Whether it is retrograde."""

    houseNumber: int
    """Bhava by `bhavaSystem`, 1 to 12."""

    dignity: NotRequired[VedicDignity | None]
    """Dignity. Null for outer planets, and for a node that is neither exalted nor debilitated."""

    combust: NotRequired[VedicCombustion | None]
    """Combustion. Null for the Sun, the nodes and outer planets."""

    text: NotRequired[Text | None]
    """Interpretation of the graha in its sign. Present if `includeText` is `true`."""

    houseText: NotRequired[Text | None]
    """Interpretation of the graha in its house. Present if `includeText` is `true`."""

    nakshatraText: NotRequired[Text | None]
    """Interpretation of the nakshatra, which the Moon alone has. Present if `includeText` is `true`."""

VedicInclude: TypeAlias = Literal[
    "ashtakavarga",
    "yogas",
    "jaimini",
    "kp",
    "upagrahas",
    "shadbala",
    "margins",
]
"""Parts of a Vedic chart.

- `ashtakavarga`: Bindus of the seven grahas and the lagna.
- `yogas`: Yogas, each with its rule and the grahas that fulfill it.
- `jaimini`: Chara karakas, arudha padas and karakamsha.
- `kp`: Krishnamurti's lords, cusps, significators and ruling planets. With the ayanamsha
`krishnamurti` unless `ayanamsha` is given.
- `upagrahas`: Gulika, Mandi and the other upagrahas.
- `shadbala`: The six strengths of the seven grahas with their parts, in virupas.
- `margins`: How much earlier or later the birth must be to change signs, bhavas, nakshatras, padas
and divisional charts.
"""


class VedicJaimini(TypedDict):
    """Karakas and padas of Jaimini."""

    charaKarakas: dict[str, GrahaId]
    """Graha of each chara karaka, from the one with most degrees in its sign."""

    arudhaPadas: dict[str, SignId]
    """Arudha padas of the houses, A1 to A12."""

    karakamsha: SignId
    """Sign of the atmakaraka in D9."""


class VedicLagna(TypedDict):
    """The lagna."""

    longitude: float
    """Sidereal longitude in degrees."""

    sign: SignId
    """Sign."""

    degreesInSign: float
    """Degrees from the start of the sign."""

    degreesInSignDms: list[int]
    """The same as degrees, minutes and seconds, truncated."""

    nakshatra: VedicNakshatra
    """Nakshatra."""

    text: NotRequired[Text | None]
    """Interpretation of the lagna in its sign. Present if `includeText` is `true`."""


class VedicMatch(TypedDict):
    """A match."""

    system: MatchSystem
    """System of matching."""

    total: float
    """Points of the kootas, or the number of poruthams that agree."""

    max: int
    """Maximum of `total`: 36 for the kootas, 10 for the poruthams."""

    kootas: NotRequired[Kootas | None]
    """The eight kootas. Present with `system: ashtakoot`."""

    doshas: NotRequired[list[KootaDosha] | None]
    """Doshas of the kootas, with the rule that cancels each. Present with `system: ashtakoot`."""

    poruthams: NotRequired[Poruthams | None]
    """The ten poruthams. Present with `system: porutham`."""

    manglik: ManglikOfBoth
    """Manglik of both."""

    groom: MatchPerson
    """The groom."""

    bride: MatchPerson
    """The bride."""

    meta: MatchMeta
    """Metadata about the first birth."""

    meta2: Meta
    """Metadata about the second birth."""


class VedicNakshatra(TypedDict):
    """A nakshatra."""

    number: int
    """Number, 1 (Ashwini) to 27 (Revati)."""

    id: str
    """ID."""

    pada: int
    """Pada (quarter), 1 to 4."""

    lord: GrahaId
    """Lord in the Vimshottari order."""


class VedicPlace(TypedDict):
    """A sidereal longitude."""

    longitude: float
    """Sidereal longitude in degrees."""

    sign: SignId
    """Sign."""

    degreesInSign: float
    """Degrees from the start of the sign."""

    degreesInSignDms: list[int]
    """The same as degrees, minutes and seconds, truncated."""

    nakshatra: VedicNakshatra
    """Nakshatra."""


class VoidOfCourse(TypedDict):
    """Void of course."""

    isVoid: bool
    """Whether the Moon is void of course at the given time, or at the start of the day if no time is
    given.
    """

    start: NotRequired[str | None]
    """Start of the first void period that overlaps the day, in UTC."""

    end: NotRequired[str | None]
    """End of that period, in UTC."""

    periods: list[VoidPeriod]
    """Every void period that overlaps the day, with its full length."""


class VoidPeriod(TypedDict):
    """A void-of-course period."""

    start: str
    """Time of the last exact aspect in the sign, in UTC."""

    end: str
    """Time the Moon leaves the sign, in UTC."""

    sign: SignId
    """Sign the Moon leaves."""

    signTitle: NotRequired[str | None]
    """Title of the sign the Moon leaves. Present if `includeReadableEntities` is `true`."""

    nextSign: SignId
    """Sign the Moon enters."""

    nextSignTitle: NotRequired[str | None]
    """Title of the sign the Moon enters. Present if `includeReadableEntities` is `true`."""

    lastAspect: NotRequired[MoonAspect | None]
    """Last aspect before the period. Null if there was none in the sign."""

    text: NotRequired[Text | None]
    """Interpretation text. Present if `includeText` is `true`."""

VoidPlanets: TypeAlias = Literal["modern", "traditional"]
"""Planets whose aspects end a void-of-course period.

- `modern`: Sun to Pluto.
- `traditional`: Sun to Saturn.
"""


class Warning(TypedDict):
    """A warning about the result."""

    code: str
    """Stable warning code."""

    detail: str
    """Explanation of the warning."""

    source: NotRequired[str | None]
    """Source of the information."""


class Webhook(TypedDict):
    """A webhook."""

    url: str

    secret: NotRequired[str | None]
    """Secret that messages are signed with. Shown only in the response that creates the webhook."""

    createdAt: str

    createdBy: NotRequired[str | None]
    """ID of the user who added it. Null for an operator."""


class WebhookCreateParams(TypedDict):
    """Input of `webhook_create`."""

    org: str
    """ID of the organization."""

    url: str
    """URL that messages are posted to: `https://` or `http://`, on the public internet."""


class WebhookCreateRequest(TypedDict):
    """A webhook to create."""

    url: str
    """URL that messages are posted to: `https://` or `http://`, on the public internet."""


class WebhookCreateResponse(TypedDict):

    data: WebhookResource

    meta: NotRequired[dict[str, Any]]


class WebhookDeleteParams(TypedDict):
    """Input of `webhook_delete`."""

    org: str
    """ID of the organization."""

    webhook: str
    """ID of the webhook."""


class WebhookDeliveriesParams(TypedDict):
    """Input of `webhook_deliveries`."""

    org: str
    """ID of the organization."""

    webhook: str
    """ID of the webhook."""

    page: NotRequired[WebhookDeliveriesParamsPage]


class WebhookDeliveriesParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class WebhookDeliveriesResponse(TypedDict):

    data: list[WebhookDeliveryResource]

    links: PageLinks

    meta: PageMeta


class WebhookDelivery(TypedDict):
    """A webhook message and its delivery."""

    kind: Literal["alert.fired", "test"]
    """Type of message: `alert.fired` or `test`."""

    state: Literal["pending", "delivered", "given_up"]
    """Status: `pending`, `delivered` or `given_up`."""

    attempts: int

    status: NotRequired[int | None]
    """HTTP status of the last response. Null if there was no response."""

    error: NotRequired[str | None]
    """Error of the last attempt."""

    body: str
    """Message as it is signed and sent."""

    createdAt: str

    attemptedAt: NotRequired[str | None]

    nextAttemptAt: NotRequired[str | None]
    """Time of the next attempt."""

    deliveredAt: NotRequired[str | None]


class WebhookDeliveryResource(TypedDict):

    type: Literal["webhook-delivery"]

    id: str

    attributes: WebhookDelivery

    links: ResourceLinks


class WebhookGetParams(TypedDict):
    """Input of `webhook_get`."""

    org: str
    """ID of the organization."""

    webhook: str
    """ID of the webhook."""


class WebhookGetResponse(TypedDict):

    data: WebhookResource


class WebhookListParams(TypedDict):
    """Input of `webhook_list`."""

    org: str
    """ID of the organization."""

    page: NotRequired[WebhookListParamsPage]


class WebhookListParamsPage(TypedDict):

    size: NotRequired[int | None]
    """Maximum number of entries."""

    after: NotRequired[str | None]
    """Cursor from `links.next` of the previous page."""


class WebhookListResponse(TypedDict):

    data: list[WebhookResource]

    links: PageLinks

    meta: PageMeta


class WebhookResource(TypedDict):

    type: Literal["webhook"]

    id: str

    attributes: Webhook

    links: ResourceLinks


class WebhookTestBody(TypedDict):
    """A webhook, named in the path."""
    pass


class WebhookTestParams(TypedDict):
    """Input of `webhook_test`."""

    org: str
    """ID of the organization."""

    webhook: str
    """ID of the webhook."""


class WebhookTestResponse(TypedDict):

    data: WebhookDeliveryResource

    meta: NotRequired[dict[str, Any]]

Weekday: TypeAlias = Literal[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
]


class Yoga(TypedDict):
    """A yoga."""

    id: str
    """ID."""

    kind: YogaKind
    """What it depends on."""

    rule: str
    """Rule that made it true. Houses are signs counted from the lagna."""

    grahas: list[GrahaId]
    """Grahas that fulfill the rule."""

    text: NotRequired[Text | None]
    """Interpretation of the yoga. Present if `includeText` is `true`, once for each yoga."""

YogaKind: TypeAlias = Literal[
    "mahapurusha",
    "lunar",
    "solar",
    "nabhasa",
    "raja",
    "dhana",
    "parivartana",
    "other",
]

ZodiacName: TypeAlias = Literal["tropical", "sidereal"]
"""Zodiac that longitudes are measured in.

- `tropical`: Measured from the equinox of date.
- `sidereal`: Measured from the zero point defined by `ayanamsha`.
"""
