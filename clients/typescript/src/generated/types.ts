// Generated from docs/reference/openapi.json by `cargo xtask generate`. Do not edit.

/** Codes of errors. The service can add codes. */
export type ErrorCode =
  | "credential_ambiguous"
  | "organization_required"
  | "organization_unexpected"
  | "api_version_unknown"
  | "query_malformed"
  | "host_invalid"
  | "body_malformed"
  | "json_malformed"
  | "field_unknown"
  | "field_missing"
  | "field_type"
  | "field_value"
  | "field_range"
  | "field_length"
  | "field_format"
  | "key_missing"
  | "key_invalid"
  | "key_revoked"
  | "key_disabled"
  | "key_expired"
  | "token_expired"
  | "url_signature_invalid"
  | "url_expired"
  | "url_revoked"
  | "session_missing"
  | "session_ended"
  | "sign_in_failed"
  | "second_factor_missing"
  | "second_factor_wrong"
  | "organization_suspended"
  | "permission_missing"
  | "module_required"
  | "person_required"
  | "operator_required"
  | "second_factor_required"
  | "reauthentication_required"
  | "cross_site_request"
  | "domain_not_allowed"
  | "content_read_only"
  | "insecure_transport"
  | "password_wrong"
  | "rank_too_high"
  | "grant_too_high"
  | "path_unknown"
  | "resource_not_found"
  | "method_not_allowed"
  | "body_timeout"
  | "response_stalled"
  | "content_exists"
  | "content_base_missing"
  | "content_limit_reached"
  | "webhook_limit_reached"
  | "module_held"
  | "plan_held"
  | "plan_too_small"
  | "price_changed"
  | "terms_arranged"
  | "currency_mismatch"
  | "statement_not_due"
  | "account_exists"
  | "second_factor_state"
  | "organization_limit_reached"
  | "key_superseded"
  | "key_ended"
  | "key_limit_reached"
  | "embed_url_limit_reached"
  | "chatbot_limit_reached"
  | "last_owner"
  | "last_operator"
  | "already_member"
  | "inviter_gone"
  | "invitation_closed"
  | "idempotency_conflict"
  | "content_changed"
  | "body_too_large"
  | "media_type_unsupported"
  | "password_refused"
  | "link_invalid"
  | "value_refused"
  | "country_unknown"
  | "language_unknown"
  | "name_unreadable"
  | "week_not_found"
  | "place_unknown"
  | "place_ambiguous"
  | "timezone_unknown"
  | "date_not_in_calendar"
  | "calendar_required"
  | "birth_time_ambiguous"
  | "birth_time_skipped"
  | "birth_date_skipped"
  | "fields_conflict"
  | "point_undefined"
  | "house_system_undefined"
  | "response_field_unknown"
  | "outside_ephemeris"
  | "birth_time_required"
  | "not_drawable"
  | "range_reversed"
  | "work_limit_exceeded"
  | "range_too_long"
  | "precondition_required"
  | "rate_limited"
  | "too_many_connections"
  | "too_many_incomplete_requests"
  | "too_many_unread_responses"
  | "quota_exhausted"
  | "attempts_limited"
  | "organization_creation_limited"
  | "invitations_limited"
  | "chat_limit_reached"
  | "internal_error"
  | "provider_unreachable"
  | "provider_error"
  | "chat_unconfigured"
  | "request_timeout"
  | "service_unavailable"
  | "provider_timeout";

/** The first account. */
export interface AccountSetupRequest {
  /** Token of the link. */
  token: string;
  email: string;
  name: Name;
  /** Password of at least 15 characters. */
  password: string;
}

export interface AccountSetupResponse {
  data: SessionResource;
  meta?: Record<string, unknown>;
}

/** An alert. */
export interface Alert {
  /** Type: `quota`, `spike`, `error_share`, `denied_domains`, `dormant_key` or `key_expiry`. */
  rule: "quota" | "spike" | "error_share" | "denied_domains" | "dormant_key" | "key_expiry";
  /** `live` or `test` for a quota, otherwise the ID of a key. */
  subject: string;
  /** Name of the subject at that time. */
  subjectName: string;
  /**
   * Period in which the alert is not repeated: a month, a day, or the day on which inactivity began
   * or a key expires.
   */
  period: string;
  /** Threshold that was reached: percent, deviations, requests or days. */
  threshold: number;
  title: string;
  /** Description of the event, with its figures. */
  text: string;
  facts: AlertFacts;
  /** Dashboard page for resolving the alert. */
  page: string;
  firedAt: string;
  /** Time at which someone read it. Null if unread. */
  readAt?: string | null;
}

/** The values of an alert. `rule` determines the fields. */
export type AlertFacts = QuotaFacts | SpikeFacts | ErrorShareFacts | DeniedDomainsFacts | DormantKeyFacts | KeyExpiryFacts;

/** Input of `alert_get`. */
export interface AlertGetParams {
  /** ID of the organization. */
  org: string;
  /** ID of the alert. */
  alert: string;
}

export interface AlertGetResponse {
  data: AlertResource;
}

/** Input of `alert_list`. */
export interface AlertListParams {
  /** ID of the organization. */
  org: string;
  /** Only unread alerts. */
  unread?: boolean | null;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface AlertListResponse {
  data: AlertResource[];
  links: PageLinks;
  meta: PageMeta;
}

/**
 * Recipients of emails.
 *
 * - `managers`: Owners and managers.
 * - `owners`: Owners only.
 * - `nobody`: Nobody.
 */
export type AlertMailTo = "managers" | "owners" | "nobody";

/** Input of `alert_read_all`. */
export interface AlertReadAllParams {
  /** ID of the organization. */
  org: string;
}

export interface AlertResource {
  type: "alert";
  id: string;
  attributes: Alert;
  links: ResourceLinks;
}

/** Alert settings. Null or an empty list disables a rule. */
export interface AlertSettings {
  /** Recipients of emails. */
  mailTo: AlertMailTo;
  /** Thresholds of the quota and of the test allowance, in percent. */
  quotaPercents: number[];
  spike?: SpikeLimits | null;
  errorShare?: ErrorShareLimits | null;
  /** Number of requests that a key's domain rules reject within 60 minutes. */
  deniedDomains?: number | null;
  /** Days of inactivity after which the use of a key triggers an alert. */
  dormantDays?: number | null;
  /** Days before a key expires. */
  expiryDays: number[];
}

/** Input of `alert_settings_get`. */
export interface AlertSettingsGetParams {
  /** ID of the organization. */
  org: string;
}

export interface AlertSettingsGetResponse {
  data: AlertSettingsResource;
}

/**
 * Changes to the alert settings. Omitted fields stay unchanged. Null or an empty list disables a
 * rule.
 */
export interface AlertSettingsRequest {
  mailTo?: AlertMailTo | null;
  /** Thresholds of the quota and of the test allowance, in percent. */
  quotaPercents?: number[] | null;
  spike?: SpikeLimits | null;
  errorShare?: ErrorShareLimits | null;
  /** Number of requests that a key's domain rules reject within 60 minutes. */
  deniedDomains?: number | null;
  /** Days of inactivity after which the use of a key triggers an alert. */
  dormantDays?: number | null;
  /** Days before a key expires. */
  expiryDays?: number[] | null;
}

export interface AlertSettingsResource {
  type: "alert-settings";
  id: string;
  attributes: AlertSettings;
  links: ResourceLinks;
}

/** Input of `alert_settings_update`. */
export interface AlertSettingsUpdateParams {
  /** ID of the organization. */
  org: string;
  mailTo?: AlertMailTo | null;
  /** Thresholds of the quota and of the test allowance, in percent. */
  quotaPercents?: number[] | null;
  spike?: SpikeLimits | null;
  errorShare?: ErrorShareLimits | null;
  /** Number of requests that a key's domain rules reject within 60 minutes. */
  deniedDomains?: number | null;
  /** Days of inactivity after which the use of a key triggers an alert. */
  dormantDays?: number | null;
  /** Days before a key expires. */
  expiryDays?: number[] | null;
}

export interface AlertSettingsUpdateResponse {
  data: AlertSettingsResource;
}

/** Whether the alert is read. */
export interface AlertUpdateBody {
  read: boolean;
}

/** Input of `alert_update`. */
export interface AlertUpdateParams {
  /** ID of the organization. */
  org: string;
  /** ID of the alert. */
  alert: string;
  read: boolean;
}

export interface AlertUpdateResponse {
  data: AlertResource;
}

/** An allowance and its usage. */
export interface AllowanceState {
  used: number;
  /** Quota and overage together. Requests beyond it are rejected. */
  limit: number;
  /** Units included in the plan, or the test allowance. */
  quota: number;
  /** Units above the quota that are served at the overage price. */
  overage: number;
}

/** Both candidates for a local time that occurred twice. */
export interface AmbiguousClock {
  /** Time zone. */
  timezone: string;
  /** Always null, because the candidates differ in it. */
  offset?: string | null;
  /** Always null, because the candidates may differ in it. */
  dst?: boolean | null;
  /** Source of the candidates' offsets. */
  source: OffsetSource;
  /** The earlier and the later candidate. Set `clockChange` to choose one. */
  candidates: ClockCandidate[];
  /** Version of the tz database. */
  zoneDataVersion: string;
  /** Version of the time zone boundaries. */
  boundariesVersion: string;
  kind: "ambiguous";
}

/** A part of the lunar month or of the zodiac, with its true start and end. */
export interface AngaKaranaId {
  /**
   * Number: of tithis 1 to 30, of karanas 1 to 60 from the first of the bright half, of nakshatras
   * and yogas 1 to 27.
   */
  number: number;
  /** ID. */
  id: KaranaId;
  /** Ruler of the nakshatra. */
  lord?: GrahaId | null;
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
  /** Start on the clock of the place, with its offset. */
  startLocal: string;
  /** End on the clock of the place, with its offset. */
  endLocal: string;
  /** Whether no sunrise falls within it. Null without a sunrise. */
  kshaya?: boolean | null;
  /** Whether two sunrises fall within it. Null without a sunrise. */
  adhika?: boolean | null;
}

/** A part of the lunar month or of the zodiac, with its true start and end. */
export interface AngaNakshatraId {
  /**
   * Number: of tithis 1 to 30, of karanas 1 to 60 from the first of the bright half, of nakshatras
   * and yogas 1 to 27.
   */
  number: number;
  /** ID. */
  id: NakshatraId;
  /** Ruler of the nakshatra. */
  lord?: GrahaId | null;
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
  /** Start on the clock of the place, with its offset. */
  startLocal: string;
  /** End on the clock of the place, with its offset. */
  endLocal: string;
  /** Whether no sunrise falls within it. Null without a sunrise. */
  kshaya?: boolean | null;
  /** Whether two sunrises fall within it. Null without a sunrise. */
  adhika?: boolean | null;
}

/** A part of the lunar month or of the zodiac, with its true start and end. */
export interface AngaPanchangYogaId {
  /**
   * Number: of tithis 1 to 30, of karanas 1 to 60 from the first of the bright half, of nakshatras
   * and yogas 1 to 27.
   */
  number: number;
  /** ID. */
  id: PanchangYogaId;
  /** Ruler of the nakshatra. */
  lord?: GrahaId | null;
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
  /** Start on the clock of the place, with its offset. */
  startLocal: string;
  /** End on the clock of the place, with its offset. */
  endLocal: string;
  /** Whether no sunrise falls within it. Null without a sunrise. */
  kshaya?: boolean | null;
  /** Whether two sunrises fall within it. Null without a sunrise. */
  adhika?: boolean | null;
}

/** A part of the lunar month or of the zodiac, with its true start and end. */
export interface AngaTithiId {
  /**
   * Number: of tithis 1 to 30, of karanas 1 to 60 from the first of the bright half, of nakshatras
   * and yogas 1 to 27.
   */
  number: number;
  /** ID. */
  id: TithiId;
  /** Ruler of the nakshatra. */
  lord?: GrahaId | null;
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
  /** Start on the clock of the place, with its offset. */
  startLocal: string;
  /** End on the clock of the place, with its offset. */
  endLocal: string;
  /** Whether no sunrise falls within it. Null without a sunrise. */
  kshaya?: boolean | null;
  /** Whether two sunrises fall within it. Null without a sunrise. */
  adhika?: boolean | null;
}

/**
 * How the angles are progressed.
 *
 * - `solarArcLongitude`: The Midheaven moves by the Sun's arc in longitude.
 * - `solarArcRa`: The meridian moves by the Sun's arc in right ascension.
 * - `naibodRa`: The meridian moves by the mean Sun's motion for each progressed day.
 * - `quotidian`: The meridian of the progressed moment itself.
 */
export type AnglesName = "solarArcLongitude" | "solarArcRa" | "naibodRa" | "quotidian";

/** Antiscion and contra-antiscion of a point. */
export interface Antiscia {
  /** ID of the point. */
  pointId: PointId;
  /** Reflection across the solstice axis, in degrees. */
  antiscion: number;
  /** Reflection across the equinox axis, in degrees. */
  contraAntiscion: number;
}

/** Bindus of a chart. Every list has the bindus of the signs from Aries to Pisces. */
export interface Ashtakavarga {
  /** Bindus of each of the seven grahas. */
  bhinna: Record<string, number[]>;
  /** Bindus of the lagna. */
  lagna: number[];
  /** Sum of the seven grahas: 337 in all. */
  sarva: number[];
  /** Sum of the seven grahas and the lagna: 386 in all. */
  sarvaWithLagna: number[];
}

export type AshtakavargaTables = "parashara" | "varahamihira";

export type AshtottariStart = "ardra" | "krittika";

export type AspectId = "conjunction" | "sextile" | "square" | "trine" | "opposition" | "semisextile" | "semisquare" | "quintile" | "sesquisquare" | "biquintile" | "quincunx" | "septile" | "novile" | "parallel" | "contraparallel";

/** A change of access. */
export interface AuditEntry {
  at: string;
  /** ID of the user, or `operator`. */
  actor: string;
  action: string;
  /** ID of the subject. */
  subject: string;
  /** Subject before the change. */
  before: Record<string, unknown> | null;
  /** Subject after the change. */
  after: Record<string, unknown> | null;
  sourceAddress?: string | null;
  /** Keyed hash (HMAC) of this entry and all entries before it. */
  mac: string;
}

export interface AuditEntryResource {
  type: "audit-entry";
  id: string;
  attributes: AuditEntry;
  links: ResourceLinks;
}

/** Input of `audit_list`. */
export interface AuditListParams {
  /** ID of the organization. */
  org: string;
  /** ID of the user, or `operator`. */
  actor?: string | null;
  /** Action, such as `key.create`, or group of actions, such as `key`. */
  action?: string | null;
  /** ID of the subject. */
  subject?: string | null;
  /** Start, inclusive. */
  from?: string | null;
  /** End, exclusive. */
  to?: string | null;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface AuditListResponse {
  data: AuditEntryResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Whether an audit log is intact. */
export interface AuditVerification {
  /** Whether every entry has the keyed hash (HMAC) that was computed when it was written. */
  sound: boolean;
  /** Number of verified entries, if the log is intact. */
  entries?: number | null;
  /** What is wrong, if the log is not intact. */
  finding?: string | null;
  verifiedAt: string;
}

export interface AuditVerificationResource {
  type: "audit-verification";
  id: string;
  attributes: AuditVerification;
  links: ResourceLinks;
}

/** Input of `audit_verify`. */
export interface AuditVerifyParams {
  /** ID of the organization. */
  org: string;
}

export interface AuditVerifyResponse {
  data: AuditVerificationResource;
}

export type AyanaId = "uttarayana" | "dakshinayana";

/** A user-defined ayanamsha: its mean value at an epoch. Precession carries it to other dates. */
export interface AyanamshaAt {
  /** Epoch: a date, or a date and time, in UTC and the Gregorian calendar. */
  epoch: LocalDateTime;
  /** Mean ayanamsha at the epoch, in degrees, without nutation. */
  value: number;
}

export type AyanamshaId = "fagan-bradley" | "lahiri" | "lahiri-icrc" | "lahiri-vp285" | "krishnamurti" | "krishnamurti-vp291" | "raman" | "usha-shashi" | "yukteshwar" | "djwhal-khul" | "true-citra" | "true-revati" | "true-pushya" | "true-mula" | "suryasiddhanta" | "suryasiddhanta-mean-sun" | "suryasiddhanta-revati" | "suryasiddhanta-citra" | "aryabhata" | "aryabhata-mean-sun" | "aryabhata-522" | "babylonian-huber" | "babylonian-britton" | "aldebaran-15-taurus" | "galactic-center-0-sagittarius" | "galactic-center-gil-brand" | "galactic-center-mula-wilhelm" | "galactic-center-cochrane" | "galactic-equator-iau1958" | "galactic-equator-true" | "galactic-equator-mula" | "j2000" | "j1900" | "b1950" | "de-luce" | "jn-bhasin" | "babylonian-kugler-1" | "babylonian-kugler-2" | "babylonian-kugler-3" | "babylonian-eta-piscium" | "hipparchos" | "sassanian" | "galactic-alignment-mardyks" | "true-sheoran" | "galactic-equator-fiorenza" | "valens-moon" | "lahiri-1940" | "krishnamurti-swiss" | "yukteshwar-swiss" | "usha-shashi-swiss" | "djwhal-khul-swiss" | "true-citra-mean" | "true-revati-mean" | "true-pushya-mean" | "true-mula-mean";

/** Distribution over elements and modes. */
export interface Balance {
  /** Number of points by element: fire, earth, air, water. */
  elements: Record<string, number>;
  /** Number of points by mode: cardinal, fixed, mutable. */
  modes: Record<string, number>;
}

/** Calculations to perform. */
export interface BatchInput {
  /** Calculations to perform, at most 1,000. */
  requests: BatchItem[];
}

/**
 * One calculation. An unknown operation and the problems of its body are reported in its place
 * among the results.
 */
export interface BatchItem {
  /**
   * Name of the calculation: the last part of its path, such as `natal`, or the path after `/api/`
   * without parameters, such as `horoscope/daily/sign`.
   */
  operation?: string | null;
  /** Body of the calculation. */
  body?: CalculationInput | null;
}

/** Result of one calculation. */
export interface BatchItemResult {
  /** HTTP status of the calculation. */
  status: number;
  /** Response of the calculation. */
  data?: unknown;
  /** Errors of the calculation, as in an error response. */
  errors?: ErrorObject[] | null;
}

/** Results in the order of the requests. */
export interface BatchReply {
  /** One result per request. */
  results: BatchItemResult[];
}

/** The four pillars of a birth. */
export interface Bazi {
  /** The four pillars. */
  pillars: BaziPillars;
  /** Luck cycles of ten years. Present if `sex` is given. */
  luckCycles?: BaziLuckCycles | null;
  /** Conventions used. */
  conventions: BaziConventions;
  /** Metadata about the calculation. */
  meta: Meta;
}

/** Conventions of the four pillars. */
export interface BaziConventions {
  /** Hour at which a day begins. */
  dayBoundary: number;
  /** Clock that day and hour follow. */
  hourClock: BaziHourClock;
  /** Time that this clock showed at birth. */
  clockTime: string;
}

/** A stem hidden in a branch. */
export interface BaziHiddenStem {
  /** Heavenly stem. */
  stem: HeavenlyStem;
  /** Its ten god, seen from the stem of the day. */
  tenGod: string;
}

/**
 * The clock that day and hour follow.
 *
 * - `civil`: The local clock, without the hour of summer time.
 * - `meanSolar`: Local mean time.
 * - `apparentSolar`: Local apparent time, as a sundial shows it.
 */
export type BaziHourClock = "civil" | "meanSolar" | "apparentSolar";

/** A birth. */
export interface BaziInput {
  /** Local date and time of birth. */
  dateTime: LocalDateTime;
  /** Birthplace. */
  location: Location;
  /** Calendar of the date. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Hour at which a day begins: 23 or 0. Defaults to 23. */
  dayBoundary?: number | null;
  /** Clock that day and hour follow. Defaults to `civil`. */
  hourClock?: BaziHourClock | null;
  /** Sex, for the luck cycles. If omitted, the response has no luck cycles. */
  sex?: BaziSex | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** A luck cycle. */
export interface BaziLuckCycle {
  /** Age in years at which it begins. */
  fromAge: number;
  /** Age in years at which it ends. */
  toAge: number;
  /** Heavenly stem. */
  stem: HeavenlyStem;
  /** Element of the stem. */
  stemElement: ChineseElement;
  /** Polarity of stem and branch. */
  polarity: ChinesePolarity;
  /** Earthly branch. */
  branch: EarthlyBranch;
  /** Element of the branch. */
  branchElement: ChineseElement;
  /** Animal of the branch. */
  animal: ChineseSign;
  /** Ten god of the stem, seen from the stem of the day. Null for the stem of the day itself. */
  tenGod?: string | null;
  /** Stems hidden in the branch, the main one first. */
  hiddenStems: BaziHiddenStem[];
  /** Na Yin: the image of the pillar. */
  naYin: string;
  /** Element of the Na Yin. */
  naYinElement: ChineseElement;
}

/** Luck cycles. */
export interface BaziLuckCycles {
  /** Whether the cycles follow the months forward. */
  forward: boolean;
  /** Age in years at which the first cycle begins: three days to the jie count as a year. */
  firstAge: number;
  /** The cycles. */
  cycles: BaziLuckCycle[];
}

/** A stem and a branch. */
export interface BaziPillar {
  /** Heavenly stem. */
  stem: HeavenlyStem;
  /** Element of the stem. */
  stemElement: ChineseElement;
  /** Polarity of stem and branch. */
  polarity: ChinesePolarity;
  /** Earthly branch. */
  branch: EarthlyBranch;
  /** Element of the branch. */
  branchElement: ChineseElement;
  /** Animal of the branch. */
  animal: ChineseSign;
  /** Ten god of the stem, seen from the stem of the day. Null for the stem of the day itself. */
  tenGod?: string | null;
  /** Stems hidden in the branch, the main one first. */
  hiddenStems: BaziHiddenStem[];
  /** Na Yin: the image of the pillar. */
  naYin: string;
  /** Element of the Na Yin. */
  naYinElement: ChineseElement;
}

/** The four pillars. */
export interface BaziPillars {
  /** Of the year, which begins at lichun. */
  year: BaziPillar;
  /** Of the solar month. */
  month: BaziPillar;
  /** Of the day. */
  day: BaziPillar;
  /** Of the double hour. */
  hour: BaziPillar;
}

/**
 * The sex that the direction of the luck cycles depends on.
 *
 * - `female`: Female.
 * - `male`: Male.
 */
export type BaziSex = "female" | "male";

/** A Vishti karana. */
export interface Bhadra {
  /** Where Bhadra dwells by the Moon's sign at the start. Only `earth` is to be avoided. */
  abode: BhadraAbode;
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
  /** Start on the clock of the place, with its offset. */
  startLocal: string;
  /** End on the clock of the place, with its offset. */
  endLocal: string;
}

export type BhadraAbode = "earth" | "heaven" | "underworld";

/** A bhava. */
export interface Bhava {
  /** Number, 1 to 12. */
  number: number;
  /** Longitude where it begins (bhava-sandhi), in degrees. */
  start: number;
  /** Longitude of its middle (bhava-madhya), in degrees. */
  middle: number;
  /** Longitude where it ends, in degrees. */
  end: number;
  /** Sign of its middle. */
  sign: SignId;
  /** Lord of that sign. */
  lord: GrahaId;
}

export type BhavaSystem = "whole" | "sripati" | "kp" | "equal" | "equalStart";

/** A line of a bill. */
export interface BillLine {
  /**
   * Type: `plan`, `plan-credit`, `overage` or `module`. With an amount of 0, the requests of one
   * operation: `usage`, `usage-test` for test keys, `usage-returned` for our own failures.
   */
  kind: "plan" | "plan-credit" | "overage" | "module" | "usage" | "usage-test" | "usage-returned";
  /** Plan, module or operation. */
  subject: string;
  beginsAt: string;
  /** End of the line's period (exclusive). */
  endsAt: string;
  /** Number of ledger requests that the line counts. */
  requests: number;
  /** Days of a plan, units, or periods of a module. */
  quantity: number;
  /** Unit price in minor units. For a plan, the price of a whole period. */
  unitPrice: number;
  /** Amount in minor units. Negative for a credit. */
  amount: number;
}

/** Costs of an organization in the current period. */
export interface Billing {
  /** Current plan. Null if the organization is closed. */
  plan?: string | null;
  /** Price of the plan per period, in minor units. */
  price: number;
  /** Price of a unit above the quota, in minor units. */
  overagePrice: number;
  currency: string;
  /** Units included in the price. */
  quota: number;
  /** Units above the quota that are served at the overage price. After that, requests are rejected. */
  overage: number;
  /** Live units used in this period. */
  used: number;
  /** Month, in UTC. */
  period: string;
  periodEndsAt: string;
  /** Costs of the period so far. */
  lines: BillLine[];
  /** Sum of the lines, in minor units. */
  total: number;
  /** Billing address on invoices. Defaults to the organization's name. */
  billTo: string;
  /** Whether the operator has arranged custom terms. */
  ownTerms: boolean;
}

/** Input of `billing_get`. */
export interface BillingGetParams {
  /** ID of the organization. */
  org: string;
}

export interface BillingGetResponse {
  data: BillingResource;
}

export interface BillingResource {
  type: "billing";
  id: string;
  attributes: Billing;
  links: ResourceLinks;
}

/** Input of `billing_update`. */
export interface BillingUpdateParams {
  /** ID of the organization. */
  org: string;
  /** Name, address and other details that an invoice must show, in lines. */
  billTo: string;
}

/** The billing address of invoices. */
export interface BillingUpdateRequest {
  /** Name, address and other details that an invoice must show, in lines. */
  billTo: string;
}

export interface BillingUpdateResponse {
  data: BillingResource;
}

/** The birth of a person. */
export interface BirthData {
  /** Date of birth, such as `1990-06-15`. */
  date: string;
  /** Local time of birth, such as `14:30`. Leave it out if it is unknown. */
  time?: string | null;
  /** Latitude of the place in degrees, north positive. */
  latitude?: number | null;
  /** Longitude of the place in degrees, east positive. */
  longitude?: number | null;
  /** Name of the place. */
  placeName?: string | null;
  /** Time zone of the place, such as `Europe/Amsterdam`. */
  timezone?: string | null;
}

/** A birth. */
export interface BirthYearInput {
  /** Date of birth in the Gregorian calendar, with or without a time. */
  birthDate: LocalDateTime;
  /** Birthplace. Required with `yearBoundary: lichun`, otherwise without effect. */
  location?: Location | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** When the year begins. Defaults to `newYear`. */
  yearBoundary?: ChineseYearBoundary | null;
  /** Whether to include titles of animals and elements. */
  includeReadableEntities?: boolean | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export type BranchRelation = "triad" | "harmony" | "clash" | "harm" | "punishment" | "selfPunishment" | "destruction" | "same" | "none";

/** A browser token. */
export interface BrowserToken {
  /**
   * Token to send as `Authorization: Bearer`. Shown only once: null if the response repeats an
   * earlier one.
   */
  token?: string | null;
  permissions: string[];
  origins: string[];
  expiresAt: string;
}

/** A browser token to create. It cannot exceed its key. */
export interface BrowserTokenRequest {
  permissions: KeyPermission[];
  /** Domains of the pages that can use the token. `*` is not allowed. */
  origins: string[];
  /** Lifetime in seconds, at most one hour. */
  expiresIn: number;
}

export interface BrowserTokenResource {
  type: "browser-token";
  id: string;
  attributes: BrowserToken;
  links: ResourceLinks;
}

export interface CalcBatchResponse {
  data: BatchReply;
}

export interface CalcBaziResponse {
  data: Bazi;
}

export interface CalcChineseCalendarResponse {
  data: ChineseCalendar;
}

export interface CalcChineseForecastResponse {
  data: ChineseForecast;
}

export interface CalcChineseHoroscopeResponse {
  data: ChineseHoroscope;
}

export interface CalcCompatibilityResponse {
  data: Compatibility;
}

export interface CalcCompositeResponse {
  data: Composite;
}

export interface CalcContextResponse {
  data: CalculationText;
}

export interface CalcDavisonResponse {
  data: Davison;
}

export interface CalcEclipsesResponse {
  data: EclipseList;
}

export interface CalcEphemerisResponse {
  data: EphemerisTable;
}

export interface CalcExplainResponse {
  data: ExplainResult;
}

export interface CalcLunarReturnResponse {
  data: ReturnChart;
}

export interface CalcMarginsResponse {
  data: Margins;
}

export interface CalcMoonDayResponse {
  data: MoonDayAnswer;
}

export interface CalcMoonRangeResponse {
  data: MoonCalendar;
}

export interface CalcMoonSunResponse {
  data: MoonSun;
}

export interface CalcNatalResponse {
  data: Natal;
}

export interface CalcPanchangRangeResponse {
  data: PanchangRange;
}

export interface CalcPanchangResponse {
  data: Panchang;
}

export interface CalcPlanetaryReturnResponse {
  data: ReturnChart;
}

export interface CalcProfectionsResponse {
  data: Profections;
}

export interface CalcProgressionsResponse {
  data: Progression;
}

export interface CalcRetrogradeResponse {
  data: Retrograde;
}

export interface CalcSolarReturnResponse {
  data: ReturnChart;
}

export interface CalcSynastryResponse {
  data: Synastry;
}

export interface CalcTransitResponse {
  data: Transit;
}

export interface CalcVedicChartResponse {
  data: VedicChart;
}

export interface CalcVedicDashaResponse {
  data: Dasha;
}

export interface CalcVedicMatchResponse {
  data: VedicMatch;
}

/** The body of the calculation, as it is sent alone. */
export type CalculationInput = Record<string, unknown>;

/** The result of a calculation as a text. */
export interface CalculationText {
  /** Id of the calculation's operation. */
  operation: string;
  /** The facts as Markdown. The same request gives the same text. */
  markdown: string;
  /** Length of the text in bytes. */
  bytes: number;
  /** Length of the text in tokens of four bytes, rounded up. */
  tokens: number;
  /** Number of rows that the text leaves out because of `maxRows`. */
  rowsOmitted: number;
}

/** Exactly one of a year, a Gregorian date, or a Chinese date. */
export interface CalendarInput {
  /** Gregorian year whose months and solar terms to list. */
  year?: number | null;
  /** Gregorian date to convert. */
  date?: LocalDateTime | null;
  /** Lunar year of the Chinese date to convert: the Gregorian year in which it begins. */
  lunarYear?: number | null;
  /** Month of the Chinese date. */
  month?: number | null;
  /** Whether the month is the leap month of that number. Defaults to `false`. */
  leapMonth?: boolean | null;
  /** Day of the Chinese date. */
  day?: number | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/**
 * The calendar of a date.
 *
 * - `gregorian`: Gregorian calendar, in use since 1582.
 * - `julian`: Julian calendar, in use until 1582 and longer in some countries: until 1752 in
 * England and 1918 in Russia.
 * - `swedish`: Civil calendar of Sweden and Finland: from 1700-03-01 to 1712-02-30 a day ahead of
 * the Julian one, then Julian until 1753-02-17.
 */
export type CalendarName = "gregorian" | "julian" | "swedish";

export type Center = "geocentric" | "topocentric" | "heliocentric";

export type Certainty = "certain" | "possible";

/** Signs of birth for which a sign of the Moon is good. */
export interface Chandrabala {
  /** Sign of the Moon. */
  sign: SignId;
  /** Its start, in UTC. */
  start: string;
  /** Its end, in UTC. */
  end: string;
  /** Signs of the Moon at birth. */
  goodFor: SignId[];
}

/**
 * Rules of the Chara dasha.
 *
 * - `rao`: K. N. Rao.
 */
export type CharaRules = "rao";

/** An aspect between two points. */
export interface ChartAspect {
  /** First point. */
  pointA: PointId;
  /** Second point. */
  pointB: PointId;
  /** Type of aspect. */
  aspect: AspectId;
  /** Title of the first point. Present if `includeReadableEntities` is `true`. */
  pointATitle?: string | null;
  /** Title of the second point. Present if `includeReadableEntities` is `true`. */
  pointBTitle?: string | null;
  /** Title of the aspect. Present if `includeReadableEntities` is `true`. */
  aspectTitle?: string | null;
  /** Angle of the exact aspect in degrees. Null for parallels. */
  angle?: number | null;
  /** Orb: distance from exact, in degrees. */
  orb: number;
  /** Largest orb during the day. Present if the birth time is unknown. */
  orbLargest?: number | null;
  /** Whether the aspect is applying. Null if a point has no motion of its own. */
  applying?: boolean | null;
  /** 1 if exact, 0 at the edge of the orb. Absent if the birth time is unknown. */
  exactness?: number | null;
  /** `certain` or `possible`. Present if the birth time is unknown. */
  certainty?: Certainty | null;
  /** Interpretation text. Present if `includeText` is `true`. */
  text?: Text | null;
}

/** Input of `chart_chinese_horoscope`. */
export interface ChartChineseHoroscopeParams {
  /** File format: `svg` or `png`. */
  format: ImageFormat;
  /** Width in pixels. Defaults to `height`, or to 600. */
  width?: number | null;
  /** Height in pixels. Defaults to the width. */
  height?: number | null;
  /** Theme. Defaults to `classic`. */
  theme?: ThemeChoice | null;
  colours?: {
    /** Background. */
    background?: string | null;
    /** Text and symbols. */
    ink?: string | null;
    /** Circles and ticks. */
    line?: string | null;
    /** Symbols of the signs. */
    sign?: string | null;
    /** Squares and oppositions. */
    tension?: string | null;
    /** Trines and sextiles. */
    harmony?: string | null;
  };
  /**
   * Whether to draw the interpretation, in English if it does not exist in the requested language.
   * If omitted, it is drawn if the key can read texts. If `true`, the request is rejected if the
   * key cannot read texts.
   */
  text?: boolean | null;
  /** Date of birth in the Gregorian calendar, with or without a time. */
  birthDate: LocalDateTime;
  location?: {
    /** Latitude in degrees, positive north. */
    latitude?: number | null;
    /** Longitude in degrees, positive east. */
    longitude?: number | null;
    /**
     * Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for
     * local mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
     * coordinates and returned in the response.
     */
    timezone?: string | null;
    /** Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only. */
    height?: number | null;
    /** Name of the place. For display only. */
    name?: string | null;
  };
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** When the year begins. Defaults to `newYear`. */
  yearBoundary?: ChineseYearBoundary | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
}

/** Input of `chart_composite`. */
export interface ChartCompositeParams {
  /** File format: `svg` or `png`. */
  format: ImageFormat;
  /** Width in pixels. Defaults to `height`, or to 600. */
  width?: number | null;
  /** Height in pixels. Defaults to the width. */
  height?: number | null;
  /** Theme. Defaults to `classic`. */
  theme?: ThemeChoice | null;
  colours?: {
    /** Background. */
    background?: string | null;
    /** Text and symbols. */
    ink?: string | null;
    /** Circles and ticks. */
    line?: string | null;
    /** Symbols of the signs. */
    sign?: string | null;
    /** Squares and oppositions. */
    tension?: string | null;
    /** Trines and sextiles. */
    harmony?: string | null;
  };
  /**
   * Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
   * Needs an image of at least 420 x 420 pixels.
   */
  positions?: boolean | null;
  /**
   * Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an
   * image of at least 420 x 420 pixels.
   */
  cusps?: boolean | null;
  /**
   * Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
   * an image of at least 420 x 420 pixels.
   */
  aspectGrid?: boolean | null;
  /**
   * Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
   * each element and modality. Needs an image of at least 420 x 420 pixels.
   */
  balance?: boolean | null;
  /**
   * Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
   * an image of at least 420 x 420 pixels.
   */
  legend?: boolean | null;
  /** Title, drawn above the chart and read by screen readers. */
  title?: string | null;
  /** How the composite houses are calculated. Defaults to `derived`. */
  compositeHouses?: CompositeHousesName | null;
  /** Local date and time of the first birth. */
  dateTime1: LocalDateTime;
  location1: Location;
  /** Calendar of `dateTime1`. Required before 1582-10-15. */
  calendar1?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange1?: ClockChangeName | null;
  /** Local date and time of the second birth. */
  dateTime2: LocalDateTime;
  location2: Location;
  /** Calendar of `dateTime2`. Required before 1582-10-15. */
  calendar2?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange2?: ClockChangeName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  ayanamshaAt?: {
    /** Epoch: a date, or a date and time, in UTC and the Gregorian calendar. */
    epoch?: LocalDateTime | null;
    /** Mean ayanamsha at the epoch, in degrees, without nutation. */
    value?: number | null;
  };
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  orbs?: OrbFields;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
}

/** Input of `chart_davison`. */
export interface ChartDavisonParams {
  /** File format: `svg` or `png`. */
  format: ImageFormat;
  /** Width in pixels. Defaults to `height`, or to 600. */
  width?: number | null;
  /** Height in pixels. Defaults to the width. */
  height?: number | null;
  /** Theme. Defaults to `classic`. */
  theme?: ThemeChoice | null;
  colours?: {
    /** Background. */
    background?: string | null;
    /** Text and symbols. */
    ink?: string | null;
    /** Circles and ticks. */
    line?: string | null;
    /** Symbols of the signs. */
    sign?: string | null;
    /** Squares and oppositions. */
    tension?: string | null;
    /** Trines and sextiles. */
    harmony?: string | null;
  };
  /**
   * Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
   * Needs an image of at least 420 x 420 pixels.
   */
  positions?: boolean | null;
  /**
   * Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an
   * image of at least 420 x 420 pixels.
   */
  cusps?: boolean | null;
  /**
   * Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
   * an image of at least 420 x 420 pixels.
   */
  aspectGrid?: boolean | null;
  /**
   * Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
   * each element and modality. Needs an image of at least 420 x 420 pixels.
   */
  balance?: boolean | null;
  /**
   * Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
   * an image of at least 420 x 420 pixels.
   */
  legend?: boolean | null;
  /** Title, drawn above the chart and read by screen readers. */
  title?: string | null;
  /** Local date and time of the first birth. */
  dateTime1: LocalDateTime;
  location1: Location;
  /** Calendar of `dateTime1`. Required before 1582-10-15. */
  calendar1?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange1?: ClockChangeName | null;
  /** Local date and time of the second birth. */
  dateTime2: LocalDateTime;
  location2: Location;
  /** Calendar of `dateTime2`. Required before 1582-10-15. */
  calendar2?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange2?: ClockChangeName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  ayanamshaAt?: {
    /** Epoch: a date, or a date and time, in UTC and the Gregorian calendar. */
    epoch?: LocalDateTime | null;
    /** Mean ayanamsha at the epoch, in degrees, without nutation. */
    value?: number | null;
  };
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  orbs?: OrbFields;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
}

/** Input of `chart_horoscope`. */
export interface ChartHoroscopeParams {
  /** File format: `svg` or `png`. */
  format: ImageFormat;
  /** Width in pixels. Defaults to `height`, or to 600. */
  width?: number | null;
  /** Height in pixels. Defaults to the width. */
  height?: number | null;
  /** Theme. Defaults to `classic`. */
  theme?: ThemeChoice | null;
  colours?: {
    /** Background. */
    background?: string | null;
    /** Text and symbols. */
    ink?: string | null;
    /** Circles and ticks. */
    line?: string | null;
    /** Symbols of the signs. */
    sign?: string | null;
    /** Squares and oppositions. */
    tension?: string | null;
    /** Trines and sextiles. */
    harmony?: string | null;
  };
  /**
   * Whether to draw the interpretation, in English if it does not exist in the requested language.
   * If omitted, it is drawn if the key can read texts. If `true`, the request is rejected if the
   * key cannot read texts.
   */
  text?: boolean | null;
  /** Sign. */
  sign: SignId;
  /** Kind of period. Defaults to `daily`. */
  period?: HoroscopeCardPeriod | null;
  /** Date in the period. Defaults to today in `timezone`. */
  date?: string | null;
  /**
   * Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
   * this language are in English.
   */
  language?: string | null;
  /** Time zone of the days, from the tz database. Defaults to `UTC`. */
  timezone?: string | null;
}

/** Input of `chart_lunar_return`. */
export interface ChartLunarReturnParams {
  /** File format: `svg` or `png`. */
  format: ImageFormat;
  /** Width in pixels. Defaults to `height`, or to 600. */
  width?: number | null;
  /** Height in pixels. Defaults to the width. */
  height?: number | null;
  /** Theme. Defaults to `classic`. */
  theme?: ThemeChoice | null;
  colours?: {
    /** Background. */
    background?: string | null;
    /** Text and symbols. */
    ink?: string | null;
    /** Circles and ticks. */
    line?: string | null;
    /** Symbols of the signs. */
    sign?: string | null;
    /** Squares and oppositions. */
    tension?: string | null;
    /** Trines and sextiles. */
    harmony?: string | null;
  };
  /**
   * Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
   * Needs an image of at least 420 x 420 pixels.
   */
  positions?: boolean | null;
  /**
   * Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an
   * image of at least 420 x 420 pixels.
   */
  cusps?: boolean | null;
  /**
   * Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
   * an image of at least 420 x 420 pixels.
   */
  aspectGrid?: boolean | null;
  /**
   * Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
   * each element and modality. Needs an image of at least 420 x 420 pixels.
   */
  balance?: boolean | null;
  /**
   * Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
   * an image of at least 420 x 420 pixels.
   */
  legend?: boolean | null;
  /** Title, drawn above the chart and read by screen readers. */
  title?: string | null;
  /**
   * Whether to draw the return around the natal chart, with the natal houses and the aspects
   * between the two charts. Defaults to `false`: the return alone.
   */
  aroundNatal?: boolean | null;
  /** Whether to draw the houses of the return in a second ring. Requires `aroundNatal`. */
  outerHouses?: boolean | null;
  /** Local date and time of birth. The time is required. */
  birthDateTime: LocalDateTime;
  birthLocation: Location;
  /** Calendar of `birthDateTime`. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  location?: {
    /** Latitude in degrees, positive north. */
    latitude?: number | null;
    /** Longitude in degrees, positive east. */
    longitude?: number | null;
    /**
     * Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for
     * local mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
     * coordinates and returned in the response.
     */
    timezone?: string | null;
    /** Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only. */
    height?: number | null;
    /** Name of the place. For display only. */
    name?: string | null;
  };
  /**
   * Start of the search: the response has the first return at or after this date. Defaults to the
   * current time, with a warning.
   */
  returnDate?: LocalDateTime | null;
  /** Calendar of `returnDate`. Required before 1582-10-15. */
  returnCalendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `returnDate` occurred twice, or were set
   * forward and it was skipped.
   */
  returnClockChange?: ClockChangeName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  ayanamshaAt?: {
    /** Epoch: a date, or a date and time, in UTC and the Gregorian calendar. */
    epoch?: LocalDateTime | null;
    /** Mean ayanamsha at the epoch, in degrees, without nutation. */
    value?: number | null;
  };
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  orbs?: OrbFields;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
}

/** Input of `chart_natal`. */
export interface ChartNatalParams {
  /** File format: `svg` or `png`. */
  format: ImageFormat;
  /** Width in pixels. Defaults to `height`, or to 600. */
  width?: number | null;
  /** Height in pixels. Defaults to the width. */
  height?: number | null;
  /** Theme. Defaults to `classic`. */
  theme?: ThemeChoice | null;
  colours?: {
    /** Background. */
    background?: string | null;
    /** Text and symbols. */
    ink?: string | null;
    /** Circles and ticks. */
    line?: string | null;
    /** Symbols of the signs. */
    sign?: string | null;
    /** Squares and oppositions. */
    tension?: string | null;
    /** Trines and sextiles. */
    harmony?: string | null;
  };
  /**
   * Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
   * Needs an image of at least 420 x 420 pixels.
   */
  positions?: boolean | null;
  /**
   * Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an
   * image of at least 420 x 420 pixels.
   */
  cusps?: boolean | null;
  /**
   * Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
   * an image of at least 420 x 420 pixels.
   */
  aspectGrid?: boolean | null;
  /**
   * Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
   * each element and modality. Needs an image of at least 420 x 420 pixels.
   */
  balance?: boolean | null;
  /**
   * Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
   * an image of at least 420 x 420 pixels.
   */
  legend?: boolean | null;
  /** Title, drawn above the chart and read by screen readers. */
  title?: string | null;
  /**
   * Local date and time of birth: `YYYY-MM-DDTHH:mm`, optionally with seconds, fractions and an
   * offset. A date without a time means that the birth time is unknown.
   */
  dateTime: LocalDateTime;
  location: Location;
  /** Calendar of the date. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  ayanamshaAt?: {
    /** Epoch: a date, or a date and time, in UTC and the Gregorian calendar. */
    epoch?: LocalDateTime | null;
    /** Mean ayanamsha at the epoch, in degrees, without nutation. */
    value?: number | null;
  };
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  orbs?: OrbFields;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
}

/** Input of `chart_numerology_profile`. */
export interface ChartNumerologyProfileParams {
  /** File format: `svg` or `png`. */
  format: ImageFormat;
  /** Width in pixels. Defaults to `height`, or to 600. */
  width?: number | null;
  /** Height in pixels. Defaults to the width. */
  height?: number | null;
  /** Theme. Defaults to `classic`. */
  theme?: ThemeChoice | null;
  colours?: {
    /** Background. */
    background?: string | null;
    /** Text and symbols. */
    ink?: string | null;
    /** Circles and ticks. */
    line?: string | null;
    /** Symbols of the signs. */
    sign?: string | null;
    /** Squares and oppositions. */
    tension?: string | null;
    /** Trines and sextiles. */
    harmony?: string | null;
  };
  /**
   * Whether to draw the interpretation, in English if it does not exist in the requested language.
   * If omitted, it is drawn if the key can read texts. If `true`, the request is rejected if the
   * key cannot read texts.
   */
  text?: boolean | null;
  /** Date of birth, in the calendar in use at that time. A time of day has no effect. */
  dateTime: LocalDateTime;
  /** Full name at birth, in any script. Only letters count; all other characters are ignored. */
  fullName: string;
  /** Date of the personal year, month and day. Defaults to today in UTC. */
  forDate?: LocalDateTime | null;
  /** System of letter values. Defaults to `pythagorean`. */
  system?: NumerologySystem | null;
  /** How the life path number is calculated. Defaults to `parts`. */
  reduction?: NumerologyReduction | null;
  /** Which steps keep master numbers unreduced. Defaults to `final`. */
  masterNumbers?: NumerologyMasterNumbers | null;
  /** How the values of the names are combined. Defaults to `total`. */
  nameReduction?: NumerologyNameReduction | null;
  /** When Y counts as a vowel. Defaults to `context`. */
  y?: NumerologyY | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
}

/** An aspect pattern. */
export interface ChartPattern {
  /** Type of pattern. */
  pattern: PatternType;
  /** Points of the pattern. */
  points: PointId[];
  /** Sign of a stellium. */
  sign?: SignId | null;
}

/** Input of `chart_progressions`. */
export interface ChartProgressionsParams {
  /** File format: `svg` or `png`. */
  format: ImageFormat;
  /** Width in pixels. Defaults to `height`, or to 600. */
  width?: number | null;
  /** Height in pixels. Defaults to the width. */
  height?: number | null;
  /** Theme. Defaults to `classic`. */
  theme?: ThemeChoice | null;
  colours?: {
    /** Background. */
    background?: string | null;
    /** Text and symbols. */
    ink?: string | null;
    /** Circles and ticks. */
    line?: string | null;
    /** Symbols of the signs. */
    sign?: string | null;
    /** Squares and oppositions. */
    tension?: string | null;
    /** Trines and sextiles. */
    harmony?: string | null;
  };
  /**
   * Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
   * Needs an image of at least 420 x 420 pixels.
   */
  positions?: boolean | null;
  /**
   * Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an
   * image of at least 420 x 420 pixels.
   */
  cusps?: boolean | null;
  /**
   * Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
   * an image of at least 420 x 420 pixels.
   */
  aspectGrid?: boolean | null;
  /**
   * Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
   * each element and modality. Needs an image of at least 420 x 420 pixels.
   */
  balance?: boolean | null;
  /**
   * Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
   * an image of at least 420 x 420 pixels.
   */
  legend?: boolean | null;
  /** Title, drawn above the chart and read by screen readers. */
  title?: string | null;
  /** Local date and time of birth. The time is required. */
  birthDateTime: LocalDateTime;
  birthLocation: Location;
  /** Calendar of `birthDateTime`. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Target date. A date without a time means 00:00 in the time zone of the birthplace. */
  targetDate: LocalDateTime;
  /** Calendar of `targetDate`. Required before 1582-10-15. */
  targetCalendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `targetDate` occurred twice, or were set
   * forward and it was skipped.
   */
  targetClockChange?: ClockChangeName | null;
  /** Progression method. Defaults to `secondary`. */
  method?: MethodName | null;
  /** How the angles are progressed. Defaults to `solarArcLongitude`. */
  progressedAngles?: AnglesName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  ayanamshaAt?: {
    /** Epoch: a date, or a date and time, in UTC and the Gregorian calendar. */
    epoch?: LocalDateTime | null;
    /** Mean ayanamsha at the epoch, in degrees, without nutation. */
    value?: number | null;
  };
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  orbs?: OrbFields;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
}

/** Input of `chart_solar_return`. */
export interface ChartSolarReturnParams {
  /** File format: `svg` or `png`. */
  format: ImageFormat;
  /** Width in pixels. Defaults to `height`, or to 600. */
  width?: number | null;
  /** Height in pixels. Defaults to the width. */
  height?: number | null;
  /** Theme. Defaults to `classic`. */
  theme?: ThemeChoice | null;
  colours?: {
    /** Background. */
    background?: string | null;
    /** Text and symbols. */
    ink?: string | null;
    /** Circles and ticks. */
    line?: string | null;
    /** Symbols of the signs. */
    sign?: string | null;
    /** Squares and oppositions. */
    tension?: string | null;
    /** Trines and sextiles. */
    harmony?: string | null;
  };
  /**
   * Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
   * Needs an image of at least 420 x 420 pixels.
   */
  positions?: boolean | null;
  /**
   * Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an
   * image of at least 420 x 420 pixels.
   */
  cusps?: boolean | null;
  /**
   * Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
   * an image of at least 420 x 420 pixels.
   */
  aspectGrid?: boolean | null;
  /**
   * Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
   * each element and modality. Needs an image of at least 420 x 420 pixels.
   */
  balance?: boolean | null;
  /**
   * Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
   * an image of at least 420 x 420 pixels.
   */
  legend?: boolean | null;
  /** Title, drawn above the chart and read by screen readers. */
  title?: string | null;
  /**
   * Whether to draw the return around the natal chart, with the natal houses and the aspects
   * between the two charts. Defaults to `false`: the return alone.
   */
  aroundNatal?: boolean | null;
  /** Whether to draw the houses of the return in a second ring. Requires `aroundNatal`. */
  outerHouses?: boolean | null;
  /** Local date and time of birth. The time is required. */
  birthDateTime: LocalDateTime;
  birthLocation: Location;
  /** Calendar of `birthDateTime`. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  location?: {
    /** Latitude in degrees, positive north. */
    latitude?: number | null;
    /** Longitude in degrees, positive east. */
    longitude?: number | null;
    /**
     * Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for
     * local mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
     * coordinates and returned in the response.
     */
    timezone?: string | null;
    /** Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only. */
    height?: number | null;
    /** Name of the place. For display only. */
    name?: string | null;
  };
  /**
   * Year of the return: the return nearest to the birthday in that year. Defaults to the current
   * year, with a warning.
   */
  returnYear?: number | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  ayanamshaAt?: {
    /** Epoch: a date, or a date and time, in UTC and the Gregorian calendar. */
    epoch?: LocalDateTime | null;
    /** Mean ayanamsha at the epoch, in degrees, without nutation. */
    value?: number | null;
  };
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  orbs?: OrbFields;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
}

/** A station. */
export interface ChartStation {
  /** Transiting point. */
  transitPoint: PointId;
  /** Time, in UTC. */
  dateTime: string;
  /** Longitude in degrees. */
  longitude: number;
  /** Sign. */
  sign: SignId;
  /** Direction after the station: `retrograde` or `direct`. */
  station: "retrograde" | "direct";
  /** Title of the transiting point. Present if `includeReadableEntities` is `true`. */
  transitPointTitle?: string | null;
  /** Title of the sign. Present if `includeReadableEntities` is `true`. */
  signTitle?: string | null;
}

/** Input of `chart_synastry`. */
export interface ChartSynastryParams {
  /** File format: `svg` or `png`. */
  format: ImageFormat;
  /** Width in pixels. Defaults to `height`, or to 600. */
  width?: number | null;
  /** Height in pixels. Defaults to the width. */
  height?: number | null;
  /** Theme. Defaults to `classic`. */
  theme?: ThemeChoice | null;
  colours?: {
    /** Background. */
    background?: string | null;
    /** Text and symbols. */
    ink?: string | null;
    /** Circles and ticks. */
    line?: string | null;
    /** Symbols of the signs. */
    sign?: string | null;
    /** Squares and oppositions. */
    tension?: string | null;
    /** Trines and sextiles. */
    harmony?: string | null;
  };
  /**
   * Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
   * Needs an image of at least 420 x 420 pixels.
   */
  positions?: boolean | null;
  /**
   * Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an
   * image of at least 420 x 420 pixels.
   */
  cusps?: boolean | null;
  /**
   * Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
   * an image of at least 420 x 420 pixels.
   */
  aspectGrid?: boolean | null;
  /**
   * Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
   * each element and modality. Needs an image of at least 420 x 420 pixels.
   */
  balance?: boolean | null;
  /**
   * Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
   * an image of at least 420 x 420 pixels.
   */
  legend?: boolean | null;
  /** Title, drawn above the chart and read by screen readers. */
  title?: string | null;
  /**
   * Whether to draw the houses of the second birth in a second ring, if its time is known. Defaults
   * to `false`.
   */
  outerHouses?: boolean | null;
  /** Local date and time of the first birth. */
  dateTime1: LocalDateTime;
  location1: Location;
  /** Calendar of `dateTime1`. Required before 1582-10-15. */
  calendar1?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange1?: ClockChangeName | null;
  /** Local date and time of the second birth. */
  dateTime2: LocalDateTime;
  location2: Location;
  /** Calendar of `dateTime2`. Required before 1582-10-15. */
  calendar2?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange2?: ClockChangeName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  ayanamshaAt?: {
    /** Epoch: a date, or a date and time, in UTC and the Gregorian calendar. */
    epoch?: LocalDateTime | null;
    /** Mean ayanamsha at the epoch, in degrees, without nutation. */
    value?: number | null;
  };
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  orbs?: OrbFields;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
}

/** Input of `chart_transit`. */
export interface ChartTransitParams {
  /** File format: `svg` or `png`. */
  format: ImageFormat;
  /** Width in pixels. Defaults to `height`, or to 600. */
  width?: number | null;
  /** Height in pixels. Defaults to the width. */
  height?: number | null;
  /** Theme. Defaults to `classic`. */
  theme?: ThemeChoice | null;
  colours?: {
    /** Background. */
    background?: string | null;
    /** Text and symbols. */
    ink?: string | null;
    /** Circles and ticks. */
    line?: string | null;
    /** Symbols of the signs. */
    sign?: string | null;
    /** Squares and oppositions. */
    tension?: string | null;
    /** Trines and sextiles. */
    harmony?: string | null;
  };
  /**
   * Whether to draw a table of positions beside the wheel, with the Ascendant and the Midheaven.
   * Needs an image of at least 420 x 420 pixels.
   */
  positions?: boolean | null;
  /**
   * Whether to draw a table of house cusps beside the wheel, if the chart has houses. Needs an
   * image of at least 420 x 420 pixels.
   */
  cusps?: boolean | null;
  /**
   * Whether to draw an aspect grid beside the wheel, with orbs if its cells are large enough. Needs
   * an image of at least 420 x 420 pixels.
   */
  aspectGrid?: boolean | null;
  /**
   * Whether to draw beside the wheel how many planets, from the Sun to Pluto, are in the signs of
   * each element and modality. Needs an image of at least 420 x 420 pixels.
   */
  balance?: boolean | null;
  /**
   * Whether to draw a legend beside the wheel: the line and the symbol of each aspect in it. Needs
   * an image of at least 420 x 420 pixels.
   */
  legend?: boolean | null;
  /** Title, drawn above the chart and read by screen readers. */
  title?: string | null;
  /**
   * Local date and time of birth. A date without a time means that the time is unknown: the image
   * then has no houses. `dateTime` is an alias: send only one of them.
   */
  birthDate?: LocalDateTime | null;
  birthLocation?: {
    /** Latitude in degrees, positive north. */
    latitude?: number | null;
    /** Longitude in degrees, positive east. */
    longitude?: number | null;
    /**
     * Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for
     * local mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
     * coordinates and returned in the response.
     */
    timezone?: string | null;
    /** Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only. */
    height?: number | null;
    /** Name of the place. For display only. */
    name?: string | null;
  };
  /** Alias of `birthDate`. */
  dateTime?: LocalDateTime | null;
  location?: {
    /** Latitude in degrees, positive north. */
    latitude?: number | null;
    /** Longitude in degrees, positive east. */
    longitude?: number | null;
    /**
     * Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for
     * local mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
     * coordinates and returned in the response.
     */
    timezone?: string | null;
    /** Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only. */
    height?: number | null;
    /** Name of the place. For display only. */
    name?: string | null;
  };
  /** Calendar of the date of birth. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and the birth time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /**
   * Time of the transits, in local time at `transitLocation`. A date without a time means its first
   * instant. `transit.dateTime` is an alias: send only one of them.
   */
  transitDateStart?: LocalDateTime | null;
  /** End of the calculation's range. The image shows its start. */
  transitDateEnd?: LocalDateTime | null;
  transitLocation?: {
    /** Latitude in degrees, positive north. */
    latitude?: number | null;
    /** Longitude in degrees, positive east. */
    longitude?: number | null;
    /**
     * Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for
     * local mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
     * coordinates and returned in the response.
     */
    timezone?: string | null;
    /** Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only. */
    height?: number | null;
    /** Name of the place. For display only. */
    name?: string | null;
  };
  /**
   * Calendar of the transit dates. Required before 1582-10-15. `transit.calendar` is an alias: send
   * only one of them.
   */
  transitCalendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and a transit date occurred twice, or were set
   * forward and it was skipped. `transit.clockChange` is an alias: send only one of them.
   */
  transitClockChange?: ClockChangeName | null;
  transit?: {
    /** Local date and time. A date without a time means its first instant. */
    dateTime?: LocalDateTime | null;
    location?: {
      /** Latitude in degrees, positive north. */
      latitude?: number | null;
      /** Longitude in degrees, positive east. */
      longitude?: number | null;
      /**
       * Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for
       * local mean time or `LAT` for local apparent time. If omitted, the zone is determined from
       * the coordinates and returned in the response.
       */
      timezone?: string | null;
      /** Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only. */
      height?: number | null;
      /** Name of the place. For display only. */
      name?: string | null;
    };
    /** Calendar of the date. Required before 1582-10-15. */
    calendar?: CalendarName | null;
    /**
     * Which instant to use if clocks were set back and this local time occurred twice, or were set
     * forward and it was skipped.
     */
    clockChange?: ClockChangeName | null;
  };
  /**
   * Transiting points. Defaults to Sun to Pluto, the north node and Chiron, without those that do
   * not exist for the `center`.
   */
  transitPoints?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /**
   * Whether to draw the houses of the time and place of the transits in a second ring. Defaults to
   * `false`.
   */
  outerHouses?: boolean | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  ayanamshaAt?: {
    /** Epoch: a date, or a date and time, in UTC and the Gregorian calendar. */
    epoch?: LocalDateTime | null;
    /** Mean ayanamsha at the epoch, in degrees, without nutation. */
    value?: number | null;
  };
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  orbs?: OrbFields;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
}

/** Input of `chart_vedic_chart`. */
export interface ChartVedicChartParams {
  /** File format: `svg` or `png`. */
  format: ImageFormat;
  /** Width in pixels. Defaults to `height`, or to 600. */
  width?: number | null;
  /** Height in pixels. Defaults to the width. */
  height?: number | null;
  /** Theme. Defaults to `classic`. */
  theme?: ThemeChoice | null;
  colours?: {
    /** Background. */
    background?: string | null;
    /** Text and symbols. */
    ink?: string | null;
    /** Circles and ticks. */
    line?: string | null;
    /** Symbols of the signs. */
    sign?: string | null;
    /** Squares and oppositions. */
    tension?: string | null;
    /** Trines and sextiles. */
    harmony?: string | null;
  };
  /** Title, drawn above the chart and read by screen readers. */
  title?: string | null;
  /** Local date and time of birth. The time is required. */
  dateTime: LocalDateTime;
  location: Location;
  /** Calendar of the date. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Ayanamsha for the sidereal zodiac. Defaults to `lahiri`. */
  ayanamsha?: AyanamshaId | null;
  ayanamshaAt?: {
    /** Epoch: a date, or a date and time, in UTC and the Gregorian calendar. */
    epoch?: LocalDateTime | null;
    /** Mean ayanamsha at the epoch, in degrees, without nutation. */
    value?: number | null;
  };
  /** Type of lunar node that Rahu and Ketu are. Defaults to `mean`. */
  nodeType?: NodeType | null;
  /** Style of the chart. Defaults to `north`. */
  style?: IndianStyle | null;
  /** Divisional chart to draw. Defaults to D1. */
  varga?: Varga | null;
  vargaVariants?: VargaVariants;
  /** Language of names, as an ISO 639 code. Defaults to `en`. */
  language?: string | null;
}

/** A message without a conversation. */
export interface ChatDirectBody {
  /** Text of the message. The chatbot can have a lower limit. */
  message: string;
  /** Birth data of the person that the message is about. */
  birthData?: BirthData | null;
  /** Your own ID of the user, for the daily limit. */
  endUser?: string | null;
}

/** Input of `chat_direct`. */
export interface ChatDirectParams {
  /** ID of the chatbot. */
  chatbot: string;
  /** Text of the message. The chatbot can have a lower limit. */
  message: string;
  /** Birth data of the person that the message is about. */
  birthData?: BirthData | null;
  /** Your own ID of the user, for the daily limit. */
  endUser?: string | null;
}

/** A person whose birth data a chatbot knows. */
export interface ChatProfile {
  /** ID of the chatbot. */
  chatbotId: string;
  name: string;
  birthData: BirthData;
  createdAt: string;
  /** ID of the user who created it. Null for an operator. */
  createdBy?: string | null;
}

/** A profile to create. */
export interface ChatProfileCreateBody {
  /** Name of the person, for the list. The language model does not see it. */
  name: Name;
  birthData: BirthData;
}

/** Input of `chat_profile_create`. */
export interface ChatProfileCreateParams {
  /** ID of the chatbot. */
  chatbot: string;
  /** Name of the person, for the list. The language model does not see it. */
  name: Name;
  birthData: BirthData;
}

export interface ChatProfileCreateResponse {
  data: ChatProfileResource;
  meta?: Record<string, unknown>;
}

/** Input of `chat_profile_delete`. */
export interface ChatProfileDeleteParams {
  /** ID of the chatbot. */
  chatbot: string;
  /** ID of the profile. */
  profile: string;
}

/** Input of `chat_profile_list`. */
export interface ChatProfileListParams {
  /** ID of the chatbot. */
  chatbot: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface ChatProfileListResponse {
  data: ChatProfileResource[];
  links: PageLinks;
  meta: PageMeta;
}

export interface ChatProfileResource {
  type: "chat-profile";
  id: string;
  attributes: ChatProfile;
  links: ResourceLinks;
}

/** A message about a profile. */
export interface ChatProfileSendBody {
  /** Text of the message. The chatbot can have a lower limit. */
  message: string;
  /** ID of the conversation to continue, from the event `done`. */
  conversationId?: string | null;
  /** Your own ID of the user. */
  endUser?: string | null;
}

/** Input of `chat_profile_send`. */
export interface ChatProfileSendParams {
  /** ID of the chatbot. */
  chatbot: string;
  /** ID of the profile. */
  profile: string;
  /** Text of the message. The chatbot can have a lower limit. */
  message: string;
  /** ID of the conversation to continue, from the event `done`. */
  conversationId?: string | null;
  /** Your own ID of the user. */
  endUser?: string | null;
}

/** A message in a conversation. */
export interface ChatSendBody {
  /** Text of the message. The chatbot can have a lower limit. */
  message: string;
  /** ID of the conversation to continue, from the event `done`. */
  conversationId?: string | null;
  /** Birth data of the person that the message is about. */
  birthData?: BirthData | null;
  /**
   * Your own ID of the user. It has a daily limit of its own, and a conversation that it began is
   * open to nobody else. Without it, the daily limit is that of the client's address.
   */
  endUser?: string | null;
}

/** Input of `chat_send`. */
export interface ChatSendParams {
  /** ID of the chatbot. */
  chatbot: string;
  /** Text of the message. The chatbot can have a lower limit. */
  message: string;
  /** ID of the conversation to continue, from the event `done`. */
  conversationId?: string | null;
  /** Birth data of the person that the message is about. */
  birthData?: BirthData | null;
  /**
   * Your own ID of the user. It has a daily limit of its own, and a conversation that it began is
   * open to nobody else. Without it, the daily limit is that of the client's address.
   */
  endUser?: string | null;
}

/** A chatbot. */
export interface Chatbot {
  name: string;
  /** What it tells the language model in addition to the rules of the service. */
  instructions: string;
  /** Domains of the pages that can use it. Null if it is not restricted. */
  domains?: string[] | null;
  /** Units that a message commits before it is answered. Unused ones are returned. */
  maxUnits: number;
  /** Maximum length of a message, in characters. */
  maxMessageCharacters: number;
  /** Number of earlier messages of a conversation that the language model reads. */
  maxHistory: number;
  /** How often the language model can call tools before it must answer. */
  maxToolRounds: number;
  /** Messages per day (UTC). */
  dailyMessages: number;
  /** Messages per day (UTC) of one end user. */
  dailyMessagesPerUser: number;
  /** Days that a conversation is kept after its last message. */
  retentionDays: number;
  createdAt: string;
  /** ID of the user who created it. Null for an operator. */
  createdBy?: string | null;
}

/** A chatbot to create. */
export interface ChatbotCreateRequest {
  name: Name;
  /** What it tells the language model in addition to the rules of the service. */
  instructions?: string;
  /** Domains of the pages that can use it. Null if it is not restricted. */
  domains?: string[] | null;
  /** Units that a message commits before it is answered. Unused ones are returned. Default: 20. */
  maxUnits?: number | null;
  /** Maximum length of a message, in characters. Default: 2,000. */
  maxMessageCharacters?: number | null;
  /** Number of earlier messages of a conversation that the language model reads. Default: 10. */
  maxHistory?: number | null;
  /** How often the language model can call tools before it must answer. Default: 4. */
  maxToolRounds?: number | null;
  /** Messages per day (UTC). Default: 1,000. */
  dailyMessages?: number | null;
  /** Messages per day (UTC) of one end user. Default: 50. */
  dailyMessagesPerUser?: number | null;
  /** Days that a conversation is kept after its last message. Default: 30. */
  retentionDays?: number | null;
}

export interface ChatbotCreateResponse {
  data: ChatbotResource;
  meta?: Record<string, unknown>;
}

/** The usage of a day. */
export interface ChatbotDay {
  /** Day, in UTC. */
  date: string;
  /** Messages, including failed ones. */
  messages: number;
  /** Messages whose units were returned because the language model or the service failed. */
  failed: number;
  units: number;
}

/** Input of `chatbot_delete`. */
export interface ChatbotDeleteParams {
  /** ID of the chatbot. */
  chatbot: string;
}

/** Input of `chatbot_get`. */
export interface ChatbotGetParams {
  /** ID of the chatbot. */
  chatbot: string;
}

export interface ChatbotGetResponse {
  data: ChatbotResource;
}

/** Input of `chatbot_list`. */
export interface ChatbotListParams {
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface ChatbotListResponse {
  data: ChatbotResource[];
  links: PageLinks;
  meta: PageMeta;
}

export interface ChatbotResource {
  type: "chatbot";
  id: string;
  attributes: Chatbot;
  links: ResourceLinks;
}

/** Changes to a chatbot. Omitted fields stay unchanged. */
export interface ChatbotUpdateBody {
  name?: Name | null;
  instructions?: string | null;
  /** Domains of the pages that can use it. Null removes the restriction. An empty list is rejected. */
  domains?: string[] | null;
  maxUnits?: number | null;
  maxMessageCharacters?: number | null;
  maxHistory?: number | null;
  maxToolRounds?: number | null;
  dailyMessages?: number | null;
  dailyMessagesPerUser?: number | null;
  retentionDays?: number | null;
}

/** Input of `chatbot_update`. */
export interface ChatbotUpdateParams {
  /** ID of the chatbot. */
  chatbot: string;
  name?: Name | null;
  instructions?: string | null;
  /** Domains of the pages that can use it. Null removes the restriction. An empty list is rejected. */
  domains?: string[] | null;
  maxUnits?: number | null;
  maxMessageCharacters?: number | null;
  maxHistory?: number | null;
  maxToolRounds?: number | null;
  dailyMessages?: number | null;
  dailyMessagesPerUser?: number | null;
  retentionDays?: number | null;
}

export interface ChatbotUpdateResponse {
  data: ChatbotResource;
}

/** The usage of a chatbot. */
export interface ChatbotUsage {
  /** Messages of all days. */
  messages: number;
  /** Units of all days. A message that is being answered counts with all units that it commits. */
  units: number;
  /** Days with messages, oldest first. */
  days: ChatbotDay[];
}

/** Input of `chatbot_usage_get`. */
export interface ChatbotUsageGetParams {
  /** ID of the chatbot. */
  chatbot: string;
  /** Number of days, including today. */
  days?: number | null;
}

export interface ChatbotUsageGetResponse {
  data: ChatbotUsageResource;
}

export interface ChatbotUsageResource {
  type: "chatbot-usage";
  id: string;
  attributes: ChatbotUsage;
  links: ResourceLinks;
}

/** A year, or a converted date. */
export interface ChineseCalendar {
  /** Months that begin in `year`. Present if `year` is given. */
  months?: ChineseMonth[] | null;
  /** Solar terms of `year`. Present if `year` is given. */
  solarTerms?: SolarTerm[] | null;
  /** Lunar year. Present if `date` is given. */
  lunarYear?: number | null;
  /** Month. Present if `date` is given. */
  month?: number | null;
  /** Whether it is a leap month. Present if `date` is given. */
  leapMonth?: boolean | null;
  /** Day of the month. Present if `date` is given. */
  day?: number | null;
  /** Gregorian date. Present if a Chinese date is given. */
  date?: string | null;
  /** Conventions and warnings. */
  meta: ChineseCalendarMeta;
}

/** How the calendar was computed. */
export interface ChineseCalendarMeta {
  /** Warnings about the result. */
  warnings: Warning[];
}

/** Conventions of a Chinese year. */
export interface ChineseConventions {
  /** When the year begins. */
  yearBoundary: ChineseYearBoundary;
}

export type ChineseElement = "wood" | "fire" | "earth" | "metal" | "water";

/** A year against the year of a birth. */
export interface ChineseForecast {
  /** Year of birth. */
  birth: ChineseYear;
  /** Year of the forecast. */
  year: ChineseYear;
  /** Relations of the animals of both years, the strongest first. `none` if there are none. */
  relations: BranchRelation[];
  /** What the element of the birth year is to the element of the forecast year. */
  elementRelation: ElementRelation;
  /** The twelve solar months of the year. */
  months: ChineseSolarMonth[];
  /** Interpretation of the animals. Present if `includeText` is `true`. */
  text?: Text | null;
  /** Interpretation of the elements. Present if `includeText` is `true`. */
  elementText?: Text | null;
  /** How the year of birth was determined. */
  meta: ChineseMeta;
}

/** The sign and element of a birth. */
export interface ChineseHoroscope {
  /** Animal of the year. */
  sign: ChineseSign;
  /** Element of the year. */
  element: ChineseElement;
  /** Polarity of the year. */
  polarity: ChinesePolarity;
  /** Gregorian year in which the Chinese year begins. */
  year: number;
  /** Heavenly stem. */
  stem: HeavenlyStem;
  /** Earthly branch. */
  branch: EarthlyBranch;
  /** Title of the animal. Present if `includeReadableEntities` is `true`. */
  signTitle?: string | null;
  /** Title of the element. Present if `includeReadableEntities` is `true`. */
  elementTitle?: string | null;
  /** Interpretation of the sign. Present if `includeText` is `true`. */
  text?: Text | null;
  /** Interpretation of sign and element together. Present if `includeText` is `true`. */
  elementText?: Text | null;
  /** Link to the card image. */
  chart: ImageAddress;
  /** How the year was determined. */
  meta: ChineseMeta;
}

/** How a Chinese year was determined. */
export interface ChineseMeta {
  /** Conventions used. */
  conventions: ChineseConventions;
  /** First day of the lunar year in the Gregorian year of birth. */
  newYear: string;
  /** Lichun in the Gregorian year of birth, in UTC. */
  lichun: string;
  /** Warnings about the result. */
  warnings: Warning[];
}

/** A month. */
export interface ChineseMonth {
  /** First day. */
  date: string;
  /** Other possible first day. Only after 2030, if the new moon is within five minutes of midnight. */
  alternativeDate?: string | null;
  /** Lunar year: the Gregorian year in which it begins. */
  lunarYear: number;
  /** Number from 1 to 12. */
  month: number;
  /** Whether it is a leap month. */
  leapMonth: boolean;
  /** Number of days. */
  days: number;
  /** New moon, in UTC. */
  newMoon: string;
}

export type ChinesePolarity = "yang" | "yin";

export type ChineseSign = "rat" | "ox" | "tiger" | "rabbit" | "dragon" | "snake" | "horse" | "goat" | "monkey" | "rooster" | "dog" | "pig";

/** A solar month. */
export interface ChineseSolarMonth {
  /** Number from 1 to 12. The first begins at lichun. */
  number: number;
  /** Animal of the month. */
  sign: ChineseSign;
  /** Earthly branch of the month. */
  branch: EarthlyBranch;
  /** Title of the animal. Present if `includeReadableEntities` is `true`. */
  signTitle?: string | null;
  /** Beginning, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
  /**
   * Relations of the animal of the month and the animal of the birth year. `none` if there are
   * none.
   */
  relations: BranchRelation[];
  /** Interpretation. Present if `includeText` is `true`. */
  text?: Text | null;
}

/** The sign of a year. */
export interface ChineseYear {
  /** Animal of the year. */
  sign: ChineseSign;
  /** Element of the year. */
  element: ChineseElement;
  /** Polarity of the year. */
  polarity: ChinesePolarity;
  /** Gregorian year in which the Chinese year begins. */
  year: number;
  /** Heavenly stem. */
  stem: HeavenlyStem;
  /** Earthly branch. */
  branch: EarthlyBranch;
  /** Title of the animal. Present if `includeReadableEntities` is `true`. */
  signTitle?: string | null;
  /** Title of the element. Present if `includeReadableEntities` is `true`. */
  elementTitle?: string | null;
}

/**
 * When a Chinese year begins.
 *
 * - `newYear`: On the first day of the lunar year. It is compared with the date as written.
 * - `lichun`: At the instant of lichun, when the Sun reaches 315 degrees. Requires a time and a
 * place.
 */
export type ChineseYearBoundary = "newYear" | "lichun";

/** An eighth of the day or of the night. */
export interface Choghadiya {
  /** ID. */
  id: ChoghadiyaId;
  /** Ruler. */
  lord: GrahaId;
  /** Whether it is good, bad, or good for travel only. */
  quality: ChoghadiyaQuality;
  /** Whether it belongs to the day. */
  isDay: boolean;
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
  /** Start on the clock of the place, with its offset. */
  startLocal: string;
  /** End on the clock of the place, with its offset. */
  endLocal: string;
}

export type ChoghadiyaId = "udveg" | "char" | "labh" | "amrit" | "kaal" | "shubh" | "rog";

export type ChoghadiyaQuality = "good" | "neutral" | "bad";

/** Another reading of the same local time. */
export interface ClockAlternative {
  /** Instant in UTC. */
  utc: string;
  /** Offset of the clock from UTC. */
  offset: string;
  /** Abbreviation of the clock, such as `CET` or `LMT`. */
  abbreviation?: string | null;
  /** Calendar in which the date is read, if that is what differs. */
  calendar?: CalendarName | null;
  /** What speaks for this reading. */
  detail: string;
  /** Source of the information. */
  source: string;
  /**
   * What this reading changes, compared with the one used. Null if the time is unknown, and outside
   * the ephemeris.
   */
  changes?: ReadingChanges | null;
}

/** The UTC offset, or both candidates if the local time occurred twice. */
export type ClockAnswer = ClockReading | AmbiguousClock;

/** A candidate for an ambiguous local time. */
export interface ClockCandidate {
  /** Value of `clockChange` that selects this candidate: `earlier` or `later`. */
  clockChange: "earlier" | "later";
  /** Instant in UTC. */
  utc: string;
  /** Offset of local time from UTC. */
  offset: string;
  /** Abbreviation in the tz database. */
  abbreviation?: string | null;
  /** Whether daylight saving time was in effect. */
  dst?: boolean | null;
}

/**
 * Which instant to use if clocks were set back and a local time occurred twice, or were set forward
 * and it was skipped.
 *
 * - `earlier`: The earlier instant.
 * - `later`: The later instant.
 */
export type ClockChangeName = "earlier" | "later";

/** The UTC offset of a local time. */
export interface ClockReading {
  /** Instant in UTC. If the time is unknown, the first instant of the day. */
  utc: string;
  /** End of the day or range, in UTC. Present if the time is unknown or for a range. */
  utcEnd?: string | null;
  /** Offset of local time from UTC, such as `+01:19:32`. */
  offset: string;
  /** Offset at the end of a range. Present if clocks were changed in between. */
  offsetEnd?: string | null;
  /**
   * Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
   * belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
   * `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
   * that was never a clock time).
   */
  offsetSource: OffsetSource;
  /** Time zone used, if any. */
  timezone?: string | null;
  /** Source of the time zone: `request` or `coordinates`. */
  timezoneSource?: TimezoneSource | null;
  /** Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`. */
  abbreviation?: string | null;
  /** Whether daylight saving time was in effect. Null if not applicable. */
  dst?: boolean | null;
  /** Reliability of the offset: `high`, `medium` or `low`. */
  confidence: "high" | "medium" | "low";
  /** Version of the tz database. */
  zoneDataVersion: string;
  /**
   * Other readings of the local time that cannot be excluded, and what they change. Present with
   * the warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
   */
  readings?: ClockAlternative[];
  /** Known uncertainties about this time and place. */
  warnings: Warning[];
  /** Same as `offsetSource`. */
  source: OffsetSource;
  /** Version of the time zone boundaries. */
  boundariesVersion: string;
  kind: "known";
}

/** Two compatibility scores and how they are calculated. */
export interface Compatibility {
  /** Sign of the first Sun. Null if the birth time is unknown and the Sun changes sign that day. */
  sign1?: SignId | null;
  /** Sign of the second Sun. Null if the birth time is unknown and the Sun changes sign that day. */
  sign2?: SignId | null;
  /** Possible signs of the first Sun. Present if `sign1` is null. */
  signs1?: SignId[] | null;
  /** Possible signs of the second Sun. Present if `sign2` is null. */
  signs2?: SignId[] | null;
  /** Title of `sign1`. Present if `includeReadableEntities` is `true`. */
  sign1Title?: string | null;
  /** Title of `sign2`. Present if `includeReadableEntities` is `true`. */
  sign2Title?: string | null;
  /**
   * Element score, 0 to 100: a base of 20, plus 50 if both signs are hot or both are cold, plus 30
   * if both are dry or both are moist. Null if it depends on an unknown birth time.
   */
  scoreBasedOnElement?: number | null;
  /** Lowest and highest possible value. Present if a birth time is unknown. */
  scoreBasedOnElementRange?: number[] | null;
  /**
   * Aspect score, 0 to 100. It is 60 without an aspect between the Suns, and `60 + (value - 60) x
   * exactness` with one. The value is 100 for a trine, 90 for a conjunction, 85 for a sextile, 45
   * for an opposition and 30 for a square. Null if it depends on an unknown birth time.
   */
  scoreBasedOnSunAspect?: number | null;
  /** Lowest and highest possible value. Present if a birth time is unknown. */
  scoreBasedOnSunAspectRange?: number[] | null;
  /** How the scores are calculated. */
  explanation: CompatibilityExplanation;
  /** Interpretation of the two signs. Present if `includeText` is `true`. */
  text?: Text | null;
  /** Metadata about the calculation of the first Sun. */
  meta: Meta;
  /** Metadata about the calculation of the second Sun. */
  meta2: Meta;
}

/** The components of the scores. */
export interface CompatibilityExplanation {
  /** Elements of the two signs. Null where the sign is null. */
  elements: (string | null)[];
  /**
   * Whether both signs are hot or both are cold (50 points). Null if it depends on an unknown birth
   * time.
   */
  sharesActiveQuality?: boolean | null;
  /**
   * Whether both signs are dry or both are moist (30 points). Null if it depends on an unknown
   * birth time.
   */
  sharesPassiveQuality?: boolean | null;
  /** Aspect between the Suns, if any. */
  sunAspect?: ChartAspect | null;
}

/** Two names and dates of birth. */
export interface CompatibilityInput {
  /** First date of birth. */
  dateTime1: LocalDateTime;
  /** First full name. Without it, only the numbers of the date are compared. */
  fullName1?: string | null;
  /** Second date of birth. */
  dateTime2: LocalDateTime;
  /** Second full name. Without it, only the numbers of the date are compared. */
  fullName2?: string | null;
  /** System of letter values. Defaults to `pythagorean`. */
  system?: NumerologySystem | null;
  /** How the life path number is calculated. Defaults to `parts`. */
  reduction?: NumerologyReduction | null;
  /** Which steps keep master numbers unreduced. Defaults to `final`. */
  masterNumbers?: NumerologyMasterNumbers | null;
  /** How the values of the names are combined. Defaults to `total`. */
  nameReduction?: NumerologyNameReduction | null;
  /** When Y counts as a vowel. Defaults to `context`. */
  y?: NumerologyY | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** A reading composed of interpretation texts. To print it, join the bodies of all parts in order. */
export interface ComposedReading {
  /** Sections, in reading order. The first one opens the reading, the last one closes it. */
  sections: ReadingSection[];
}

/** A composite chart. */
export interface Composite {
  /** Nearer midpoint of each pair of points, by point ID. */
  points: Record<string, Point>;
  /** Angles of the composite chart. */
  angles?: Record<string, Cusp> | null;
  /** Houses and the method used to calculate them. */
  houses?: CompositeHouses | null;
  /** Aspects between the midpoints. */
  aspects: ChartAspect[];
  /** Aspect patterns formed by the midpoints. */
  patterns: ChartPattern[];
  /** The texts as one reading. Present if `includeReading` is `true`. */
  composedReading?: ComposedReading | null;
  /** Link to the chart image. */
  charts: ImageAddress;
  /** Metadata about the first chart, and warnings about the composite. */
  meta: Meta;
  /** Metadata about the second chart. */
  meta2: Meta;
}

/** Composite houses. */
export interface CompositeHouses {
  /** House system. */
  system: HouseSystemId;
  /** Method used: `derived` or `midpoints`. */
  method: "derived" | "midpoints";
  /** The twelve cusps. */
  cusps: Cusp[];
  /**
   * Angles in this order: ascendant, midheaven, armc (degrees of right ascension), vertex,
   * eastPoint, coAscendantKoch, coAscendantMunkasey, polarAscendant.
   */
  ascmc: number[];
}

/**
 * How composite houses are calculated.
 *
 * - `derived`: Houses derived from the nearer midpoint of the Midheavens, at the mean latitude.
 * - `midpoints`: Each cusp is the midpoint of the two charts' cusps.
 */
export type CompositeHousesName = "derived" | "midpoints";

/** Two births and the method of the composite houses. */
export interface CompositeInput {
  /** How the composite houses are calculated. Defaults to `derived`. */
  compositeHouses?: CompositeHousesName | null;
  /** Local date and time of the first birth. */
  dateTime1: LocalDateTime;
  /** Place of the first birth. */
  location1: Location;
  /** Calendar of `dateTime1`. Required before 1582-10-15. */
  calendar1?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange1?: ClockChangeName | null;
  /** Local date and time of the second birth. */
  dateTime2: LocalDateTime;
  /** Place of the second birth. */
  location2: Location;
  /** Calendar of `dateTime2`. Required before 1582-10-15. */
  calendar2?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange2?: ClockChangeName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** An interpretation text. */
export interface Content {
  /** URN of the text: its subject and language. */
  urn: string;
  /** Heading of the text. */
  title: string;
  /** Body of the text, in Markdown. */
  body: string;
  /** Short form of the text, for `textLength: short`. Null if there is none. */
  teaser?: string | null;
  /** Long form of the text, for `textLength: long`. Null if there is none. */
  long?: string | null;
  /** Parts of the URN, and the author's notes. */
  metadata: ContentMetadata;
  /** `system` for library texts, `organization` for an organization's own texts and copies. */
  owner_type: "system" | "organization";
  /** ID of the organization. Null for library texts. */
  owner_id?: string | null;
  /** ID of the library text that this is a custom copy of. */
  base_content_id?: string | null;
  /** Whether a custom copy has been restored to the library text. */
  restored: boolean;
  /** Version number, from 1. It is part of the `ETag`. */
  version: number;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

export interface ContentCopyBody {
  /** Language of the copy. Defaults to the language of the library text. */
  language?: string | null;
}

/** Input of `content_copy`. */
export interface ContentCopyParams {
  /** ID of the library text. */
  id: string;
  /** Language of the copy. Defaults to the language of the library text. */
  language?: string | null;
}

export interface ContentCopyResponse {
  data: ContentResource;
  meta?: Record<string, unknown>;
}

export interface ContentCreateInput {
  /**
   * URN of the text: `urn:content:1:` followed by the type of horoscope, the type of content, the
   * subject and the language, such as `urn:content:1:natal:planet-in-sign:sun:gemini:fr`.
   */
  urn: string;
  /** Heading of the text. */
  title: string;
  /** Body of the text, in Markdown. */
  body: string;
  /** Short form of the text, for `textLength: short`. */
  teaser?: string | null;
  /** Long form of the text, in Markdown, for `textLength: long`. */
  long?: string | null;
  /** Notes of the author. */
  metadata?: ContentNotes;
}

export interface ContentCreateResponse {
  data: ContentResource;
  meta?: Record<string, unknown>;
}

/** Input of `content_delete`. */
export interface ContentDeleteParams {
  /** ID of the text. */
  id: string;
}

/** Input of `content_get_by_kind`. */
export interface ContentGetByKindParams {
  /** Type of horoscope. */
  horoscopeType: string;
  /** Type of content. */
  contentType: string;
  /** ID of the text. */
  id: string;
}

export interface ContentGetByKindResponse {
  data: ContentResource;
}

/** Input of `content_get_by_urn`. */
export interface ContentGetByUrnParams {
  /** URN of the text, such as `urn:content:1:natal:planet-in-sign:sun:gemini:en`. */
  urn: string;
}

export interface ContentGetByUrnResponse {
  data: ContentResource;
}

/** Input of `content_get`. */
export interface ContentGetParams {
  /** ID of the text. */
  id: string;
}

export interface ContentGetResponse {
  data: ContentResource;
}

/** Input of `content_list`. */
export interface ContentListParams {
  /** Type of horoscope, such as `natal`. */
  horoscopeType: string;
  /** Type of content, such as `planet-in-sign`. */
  contentType: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
  filter?: {
    /** Only texts in this language, such as `en`. */
    language?: string | null;
    /** Only texts about this subject, such as `sun:gemini`, or its first part, such as `sun`. */
    subject?: string | null;
    /** Only texts of your organization, or only library texts of which it has no copy. */
    ownerType?: ContentOwnerType | null;
  };
}

export interface ContentListResponse {
  data: ContentResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Metadata of a text. */
export interface ContentMetadata {
  /** Type of horoscope. */
  horoscope_type: string;
  /** Type of content. */
  content_type: string;
  /** Subject of the text. */
  subject: string;
  /** Language of the text. */
  language: string;
  /**
   * Whether calculations show the text. Texts about subjects that no calculation uses can only be
   * read here.
   */
  in_calculations: boolean;
  /** Author of the text. */
  author?: string | null;
  /** Remarks for editors. */
  note?: string | null;
  /** Keywords to find the text by. */
  tags?: string[];
}

/** Notes of the author. */
export interface ContentNotes {
  /** Author of the text. */
  author?: string | null;
  /** Remarks for editors. */
  note?: string | null;
  /** Keywords to find the text by. */
  tags?: string[];
}

/**
 * Who a text belongs to.
 *
 * - `organization`: The organization.
 * - `system`: The service's library.
 */
export type ContentOwnerType = "organization" | "system";

export interface ContentResource {
  type: "content";
  id: string;
  attributes: Content;
  links: ResourceLinks;
}

export interface ContentRestoreBody {
}

/** Input of `content_restore`. */
export interface ContentRestoreParams {
  /** ID of the copy. */
  id: string;
}

export interface ContentRestoreResponse {
  data: ContentResource;
}

/** Input of `content_search`. */
export interface ContentSearchParams {
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
  filter?: {
    /** Only texts in this language, such as `en`. */
    language?: string | null;
    /** Only texts about this subject, such as `sun:gemini`, or its first part, such as `sun`. */
    subject?: string | null;
    /** Only texts of your organization, or only library texts of which it has no copy. */
    ownerType?: ContentOwnerType | null;
  };
  /** Words that the text must contain, or the beginnings of words. */
  q: string;
}

export interface ContentSearchResponse {
  data: ContentResource[];
  links: PageLinks;
  meta: PageMeta;
}

export interface ContentUpdateBody {
  /** New heading. Unchanged if omitted. */
  title?: string | null;
  /** New body, in Markdown. Unchanged if omitted. */
  body?: string | null;
  /** New short form. An empty text removes it. Unchanged if omitted. */
  teaser?: string | null;
  /** New long form, in Markdown. An empty text removes it. Unchanged if omitted. */
  long?: string | null;
  /** New notes of the author, which replace all existing ones. Unchanged if omitted. */
  metadata?: ContentNotes | null;
}

/** Input of `content_update`. */
export interface ContentUpdateParams {
  /** ID of the text. */
  id: string;
  /** New heading. Unchanged if omitted. */
  title?: string | null;
  /** New body, in Markdown. Unchanged if omitted. */
  body?: string | null;
  /** New short form. An empty text removes it. Unchanged if omitted. */
  teaser?: string | null;
  /** New long form, in Markdown. An empty text removes it. Unchanged if omitted. */
  long?: string | null;
  /** New notes of the author, which replace all existing ones. Unchanged if omitted. */
  metadata?: ContentNotes | null;
}

export interface ContentUpdateResponse {
  data: ContentResource;
}

/** A version of a text. */
export interface ContentVersion {
  /** Version number, from 1. */
  version: number;
  /** Type of change: `create`, `copy`, `update` or `restore`. */
  action: "create" | "copy" | "update" | "restore";
  /** Heading of this version. */
  title: string;
  /** Body of this version. */
  body: string;
  /** Short form of this version. Null if there is none. */
  teaser?: string | null;
  /** Long form of this version. Null if there is none. */
  long?: string | null;
  /** Time of the change. */
  changed_at: string;
  /** ID of the user who made the change. */
  changed_by: string;
}

export interface ContentVersionResource {
  type: "content-version";
  id: string;
  attributes: ContentVersion;
  links: ResourceLinks;
}

/** Input of `content_versions`. */
export interface ContentVersionsParams {
  /** ID of the text. */
  id: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface ContentVersionsResponse {
  data: ContentVersionResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** A calculation to describe. */
export interface ContextInput {
  /**
   * Name of the calculation: the last part of its path, such as `natal`, or the path after `/api/`
   * without parameters, such as `horoscope/daily/sign`.
   */
  operation: string;
  /** Body of the calculation. */
  body: CalculationInput;
  /**
   * Maximum number of rows of each list in the text. Longer lists end with the number of rows left
   * out.
   */
  maxRows?: number;
}

/** An ingress into a sign or house. */
export interface Crossing {
  /** Transiting point. */
  transitPoint: PointId;
  /** Time, in UTC. */
  dateTime: string;
  /** Longitude in degrees. */
  longitude: number;
  /** Sign that the point enters. */
  sign?: SignId | null;
  /** Natal house that the point enters. */
  houseNumber?: number | null;
  /** House ID. */
  houseId?: string | null;
  /** Title of the transiting point. Present if `includeReadableEntities` is `true`. */
  transitPointTitle?: string | null;
  /** Title of the sign. Present if `includeReadableEntities` is `true`. */
  signTitle?: string | null;
  /** Title of the house. Present if `includeReadableEntities` is `true`. */
  houseTitle?: string | null;
  /** Whether the point is retrograde. */
  retrograde: boolean;
  /** Interpretation of the point in the house. Present if `includeText` is `true`. */
  text?: Text | null;
}

/** A position on the ecliptic: a cusp or an angle. */
export interface Cusp {
  /** Longitude in the chart's zodiac, in degrees. */
  longitude: number;
  /** The same as degrees, minutes and seconds, truncated. */
  longitudeDms: number[];
  /** Sign. */
  sign: SignId;
  /** Title of the sign. Present if `includeReadableEntities` is `true`. */
  signTitle?: string | null;
  /** Degrees from the start of the sign. */
  degreesInSign: number;
  /** House that begins here. Absent for angles. */
  houseNumber?: number | null;
  /** Title of the house or angle. Present if `includeReadableEntities` is `true`. */
  title?: string | null;
  /** Interpretation of the angle in its sign. Present if `includeText` is `true`. */
  text?: Text | null;
}

/** The periods of a life. */
export interface Dasha {
  /** Birth time in UTC. */
  dateTime: string;
  /** System of dashas. */
  system: DashaSystem;
  /** What remained of the first maha dasha at birth. */
  balance: DashaBalance;
  /**
   * Maha dashas that overlap the range, with their true starts and ends. The first begins before
   * birth.
   */
  periods: DashaPeriod[];
  /** Metadata about the calculation. */
  meta: DashaMeta;
}

/** What remained of the first maha dasha at birth. */
export interface DashaBalance {
  /** Lord of the maha dasha: a graha, or a sign in the Chara dasha. */
  lord: string;
  /** Years that remained. */
  years: number;
}

/** Conventions of a dasha. */
export interface DashaConventions {
  /** Ayanamsha of the zodiac. Null if it is user-defined. */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Type of lunar node that Rahu and Ketu are. Present in the Chara dasha. */
  nodeType?: NodeType | null;
  /** Length of a year. */
  dashaYear: DashaYear;
  /** Its mean length in days. */
  dashaYearDays: number;
  /** Nakshatra from which the lords are counted. Present in the Ashtottari dasha. */
  ashtottariStart?: AshtottariStart | null;
  /** Rules of the Chara dasha. Present in that dasha. */
  charaRules?: CharaRules | null;
}

/** A birth and the periods to return. */
export interface DashaInput {
  /** Local date and time of birth. The time is required. */
  dateTime: LocalDateTime;
  /** Birthplace. */
  location: Location;
  /** Calendar of the date. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Ayanamsha for the sidereal zodiac. Defaults to `lahiri`. */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha, instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Type of lunar node that Rahu and Ketu are. Defaults to `mean`. */
  nodeType?: NodeType | null;
  /** System of dashas. Defaults to `vimshottari`. */
  system?: DashaSystem | null;
  /** Levels of periods: 1 for maha dashas only, up to 5. Defaults to 2, and to 5 with `at`. */
  levels?: number | null;
  /** Start of the range: local time at the birthplace. Defaults to the birth. */
  from?: LocalDateTime | null;
  /**
   * End of the range: local time at the birthplace. A date without a time means its last instant.
   * Defaults to the end of the first cycle.
   */
  to?: LocalDateTime | null;
  /** Instant for which to return the period of each level, instead of a range. */
  at?: LocalDateTime | null;
  /**
   * Length of a year: a number of days (365.25, 365.2425, 365.24219, 365.256363, 360, 354.36707 or
   * another), or `sunSidereal`, `sunTropical` or `tithi` for the true motion of the Sun or the
   * Moon. Defaults to 365.25.
   */
  dashaYear?: DashaYear | null;
  /** Nakshatra from which the lords of Ashtottari are counted. Defaults to `ardra`. */
  ashtottariStart?: AshtottariStart | null;
  /** Rules of the Chara dasha. Defaults to `rao`. */
  charaRules?: CharaRules | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** Metadata about a dasha. */
export interface DashaMeta {
  /** Instant in UTC. If the time is unknown, the first instant of the day. */
  utc: string;
  /** End of the day or range, in UTC. Present if the time is unknown or for a range. */
  utcEnd?: string | null;
  /** Offset of local time from UTC, such as `+01:19:32`. */
  offset: string;
  /** Offset at the end of a range. Present if clocks were changed in between. */
  offsetEnd?: string | null;
  /**
   * Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
   * belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
   * `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
   * that was never a clock time).
   */
  offsetSource: OffsetSource;
  /** Time zone used, if any. */
  timezone?: string | null;
  /** Source of the time zone: `request` or `coordinates`. */
  timezoneSource?: TimezoneSource | null;
  /** Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`. */
  abbreviation?: string | null;
  /** Whether daylight saving time was in effect. Null if not applicable. */
  dst?: boolean | null;
  /** Reliability of the offset: `high`, `medium` or `low`. */
  confidence: "high" | "medium" | "low";
  /** Version of the tz database. */
  zoneDataVersion: string;
  /**
   * Other readings of the local time that cannot be excluded, and what they change. Present with
   * the warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
   */
  readings?: ClockAlternative[];
  /** Known uncertainties about this time and place. */
  warnings: Warning[];
  /** Ephemeris and the period it covers. */
  ephemeris: Ephemeris;
  /** Delta T (TT minus UT1) in seconds. */
  deltaT: number;
  /**
   * Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
   * Earth's rotation is not measured.
   */
  deltaTUncertainty?: DeltaTUncertainty | null;
  /** Julian date in UT1. */
  julianDateUt1: number;
  /** Julian date in TT. */
  julianDateTt: number;
  /** True obliquity of the ecliptic, in degrees. */
  obliquity?: number | null;
  /** Mean ayanamsha in degrees. Present with a sidereal zodiac. */
  ayanamsha?: number | null;
  /** Conventions used, including defaults. */
  conventions: DashaConventions;
}

/** A period. */
export interface DashaPeriod {
  /** Lord: a graha, or a sign in the Chara dasha. */
  lord: string;
  /** Name of the yogini. Present in the Yogini dasha. */
  yogini?: string | null;
  /** Level: 1 maha, 2 antar, 3 pratyantar, 4 sukshma, 5 prana dasha. */
  level: number;
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
  /**
   * Interpretation of the lord. Present in the maha dashas of Vimshottari if `includeText` is
   * `true`, once for each lord.
   */
  text?: Text | null;
  /** Periods of the next level that overlap the range. */
  periods?: DashaPeriod[];
}

/**
 * A system of dashas.
 *
 * - `vimshottari`: 120 years, from the Moon's nakshatra.
 * - `yogini`: 36 years, from the Moon's nakshatra.
 * - `ashtottari`: 108 years, from the Moon's nakshatra.
 * - `chara`: Periods of signs by Jaimini.
 */
export type DashaSystem = "vimshottari" | "yogini" | "ashtottari" | "chara";

export type DashaYear = number | "sunSidereal" | "sunTropical" | "tithi";

/** A time range. */
export interface DateRange {
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
}

/** A Davison relationship chart. */
export interface Davison {
  /** Midpoint of the two birth times, in UTC. */
  dateTime: string;
  /** Midpoint of the two birthplaces. */
  location: MiddlePlace;
  /** Points by ID. */
  points: Record<string, Point>;
  /** Angles by ID. They are never taken from house cusps. */
  angles?: Record<string, Cusp> | null;
  /** Houses. */
  houses?: Houses | null;
  /** Aspects between the points. */
  aspects: ChartAspect[];
  /** Aspect patterns formed by the bodies. */
  patterns: ChartPattern[];
  /** Phase of the Moon. */
  lunarPhase?: LunarPhase | null;
  /** Sect of the chart: `day` or `night`. */
  sect?: Sect | null;
  /** Number of points from Sun to Pluto in each element and mode. */
  balance: Balance;
  /** Rulers of the Ascendant's sign and of the house cusps. */
  rulers?: Rulers | null;
  /** Midpoints. Present if `include` contains `midpoints`. */
  midpoints?: Midpoint[] | null;
  /** Antiscia. Present if `include` contains `antiscia`. */
  antiscia?: Antiscia[] | null;
  /** Conjunctions with fixed stars within one degree. Present if `include` contains `stars`. */
  stars?: StarConjunction[] | null;
  /** Dignities at the position of each point. Present if `include` contains `dignities`. */
  dignities?: PlaceDignities[] | null;
  /** Nakshatras (lunar mansions). Present if `include` contains `nakshatras`. */
  nakshatras?: Nakshatra[] | null;
  /** The texts as one reading. Present if `includeReading` is `true`. */
  composedReading?: ComposedReading | null;
  /** Link to the chart image. */
  charts: ImageAddress;
  /** Metadata about the calculation. */
  meta: Meta;
  /** How the first birth time was interpreted. */
  meta1: Meta;
  /** How the second birth time was interpreted. */
  meta2: Meta;
}

/** Uncertainty of Delta T: one standard deviation. */
export interface DeltaTUncertainty {
  /** In seconds. */
  seconds: number;
  /**
   * In arc minutes of the Midheaven, for an instant that follows from the sky, such as a return,
   * and for UTC in the future. A clock time before 1962 is universal time itself and keeps its
   * angles: there the Moon is uncertain instead.
   */
  midheavenArcminutes: number;
  /** In arc seconds of the Moon's mean motion, for a clock time before 1962. */
  moonArcseconds: number;
}

/** A key is used from domains that are not allowed. */
export interface DeniedDomainsFacts {
  /** The start of the 60 minutes. */
  from: string;
  /** Rejected requests. */
  requests: number;
  /** The number of different origins. */
  hosts: number;
  /** The origin with the most requests. Empty if those have no origin. */
  topHost: string;
  /** Rejected requests from that page. */
  topRequests: number;
  rule: "denied_domains";
}

/** Essential dignities. */
export interface Dignity {
  /** Whether the planet is in its traditional domicile. */
  rulership: boolean;
  /** Whether the planet is in its modern domicile. */
  modernRulership: boolean;
  /** Whether the planet is in its exaltation. */
  exaltation: boolean;
  /**
   * Triplicity rulership: `in-sect` if the planet is the day ruler by day or the night ruler by
   * night, otherwise `out-of-sect` or `participating`.
   */
  triplicity?: TriplicityRulership | null;
  /** Whether the planet is in its own term (Egyptian). */
  term: boolean;
  /** Whether the planet is in its own face (Chaldean). */
  face: boolean;
  /** Whether the planet is in its traditional detriment. */
  detriment: boolean;
  /** Whether the planet is in its modern detriment. */
  modernDetriment: boolean;
  /** Whether the planet is in its fall. */
  fall: boolean;
  /** Whether the planet is peregrine: it has no dignity of its own. */
  peregrine: boolean;
  /** Sum of dignities and debilities. */
  score: number;
}

/** Whether the origin is allowed. */
export interface DomainCheck {
  allowed: boolean;
  /** `unrestricted`, `any` or `match`, or the `meta.reason` of `domain_not_allowed`. */
  reason: string;
}

/** Input of `domain_check`. */
export interface DomainCheckParams {
  /** ID of the organization. */
  org: string;
  /** Domains that a key can be used from. Null for no restriction. */
  domains?: string[] | null;
  /** `Origin` header of a browser. */
  origin: string;
}

/** Domain patterns and an origin to test. */
export interface DomainCheckRequest {
  /** Domains that a key can be used from. Null for no restriction. */
  domains?: string[] | null;
  /** `Origin` header of a browser. */
  origin: string;
}

export interface DomainCheckResource {
  type: "domain-check";
  id: string;
  attributes: DomainCheck;
  links: ResourceLinks;
}

export interface DomainCheckResponse {
  data: DomainCheckResource;
}

/** A dormant key is used again. */
export interface DormantKeyFacts {
  /** The hour of its previous use. Null if it was never used. */
  lastUsed?: string | null;
  /** When the key was created. */
  createdAt: string;
  /** The hour of the new use. */
  hour: string;
  /** Days without a request. */
  silentDays: number;
  rule: "dormant_key";
}

export type EarthlyBranch = "zi" | "chou" | "yin" | "mao" | "chen" | "si" | "wu" | "wei" | "shen" | "you" | "xu" | "hai";

/** An eclipse. */
export interface Eclipse {
  /** Whether the eclipse is `solar` or `lunar`. */
  kind: "solar" | "lunar";
  /** Type: `partial`, `annular`, `total`, `hybrid` or `penumbral`. */
  type: EclipseType;
  /** Time of greatest eclipse, in UTC. */
  greatest: string;
  /** Longitude of the eclipsed body, in degrees. */
  longitude: number;
  /** Sign of the eclipsed body. */
  sign: SignId;
  /**
   * Magnitude. Solar: fraction of the Sun's diameter covered, or the ratio of the diameters if
   * total or annular. Lunar: fraction of the Moon's diameter in the umbra, negative if it stays
   * outside.
   */
  magnitude: number;
  /** Fraction of the Moon's diameter in the penumbra. */
  penumbralMagnitude?: number | null;
  /** Gamma: least distance of the shadow axis, in equatorial radii of the Earth, positive north. */
  gamma: number;
  /** Contact times for the whole Earth, in UTC. */
  contacts: EclipseContacts;
  /** Place of greatest eclipse, where the shadow axis meets the Earth. */
  greatestAt?: EclipsePlace | null;
  /** Local circumstances at the requested place. */
  visibility?: EclipseVisibility | null;
}

/** Start and end of each phase. */
export interface EclipseContacts {
  /** First and last contact with the Earth's penumbra. */
  penumbral?: string[] | null;
  /** First and last contact. */
  partial?: string[] | null;
  /** Start and end of totality, of annularity, or of the shadow axis on the Earth. */
  central?: string[] | null;
}

/** Eclipses in chronological order. */
export interface EclipseList {
  /** Time range, in UTC. */
  dateRange: DateRange;
  /** Eclipses in the range. */
  eclipses: Eclipse[];
  /** Metadata about the calculation. */
  meta: Meta;
}

/** A phase of an eclipse at a place. */
export interface EclipseMoment {
  /** Time, in UTC. */
  dateTime: string;
  /** Altitude of the body's center in degrees, without refraction. */
  altitude: number;
}

/** A place. */
export interface EclipsePlace {
  /** Latitude in degrees, positive north. */
  latitude: number;
  /** Longitude in degrees, positive east. */
  longitude: number;
}

export type EclipseType = "partial" | "annular" | "total" | "hybrid" | "penumbral";

/** Local circumstances of an eclipse. */
export interface EclipseVisibility {
  /** Whether any phase is above the horizon. */
  visible: boolean;
  /** Type of eclipse seen from there, as `type`. Null if the shadow misses the place. */
  type?: EclipseType | null;
  /** Magnitude of a solar eclipse at the place. */
  magnitude?: number | null;
  /** Obscuration: fraction of the Sun's disc that is covered. */
  obscuration?: number | null;
  /** Every contact, with the altitude of the eclipsed body. */
  contacts: EclipseMoment[];
}

/** A time range and a place. */
export interface EclipsesInput {
  /** Start of the range: a date (00:00) or a date and time, in UTC unless it has an offset. */
  startDate: LocalDateTime;
  /** End of the range: a date (its last instant) or a date and time, in UTC unless it has an offset. */
  endDate: LocalDateTime;
  /** Calendar of both dates. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Place for the local circumstances (`visibility`). If omitted, the response has global data
   * only.
   */
  location?: Location | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export type ElementRelation = "same" | "produces" | "controls" | "controlledBy" | "producedBy";

/** The token of the link. */
export interface EmailChangeConfirmRequest {
  token: string;
}

/** The new address, and your password. */
export interface EmailChangeRequest {
  email: string;
  password: string;
}

export interface EmailChangeResponse {
  meta?: Record<string, unknown>;
}

/** The token of the link. */
export interface EmailVerificationConfirmRequest {
  token: string;
}

export interface EmailVerificationSendResponse {
  meta?: Record<string, unknown>;
}

/** An embed URL. */
export interface EmbedUrl {
  name: string;
  /** URL of the image, for the `src` attribute of an `<img>` element. */
  url: string;
  createdAt: string;
  /** ID of the user who created it. Null for an operator. */
  createdBy?: string | null;
  /** Time at which it stops working. */
  expiresAt: string;
  /** Whether it has expired. */
  expired: boolean;
}

/** An embed URL to create. */
export interface EmbedUrlCreateBody {
  name: Name;
  /**
   * Path and query of an image, such as `/api/chart2/horoscope.svg?sign=leo`. The address of this
   * service and the signature of another image URL are removed.
   */
  url: string;
  /** Time at which it stops working, at most five years from now. Defaults to one year from now. */
  expiresAt?: string | null;
}

/** Input of `embed_url_create`. */
export interface EmbedUrlCreateParams {
  /** ID of the organization. */
  org: string;
  /** ID of the API key. */
  key: string;
  name: Name;
  /**
   * Path and query of an image, such as `/api/chart2/horoscope.svg?sign=leo`. The address of this
   * service and the signature of another image URL are removed.
   */
  url: string;
  /** Time at which it stops working, at most five years from now. Defaults to one year from now. */
  expiresAt?: string | null;
}

export interface EmbedUrlCreateResponse {
  data: EmbedUrlResource;
  meta?: Record<string, unknown>;
}

/** Input of `embed_url_list`. */
export interface EmbedUrlListParams {
  /** ID of the organization. */
  org: string;
  /** ID of the API key. */
  key: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface EmbedUrlListResponse {
  data: EmbedUrlResource[];
  links: PageLinks;
  meta: PageMeta;
}

export interface EmbedUrlResource {
  type: "embed-url";
  id: string;
  attributes: EmbedUrl;
  links: ResourceLinks;
}

/** Input of `embed_url_revoke`. */
export interface EmbedUrlRevokeParams {
  /** ID of the organization. */
  org: string;
  /** ID of the API key. */
  key: string;
  /** ID of the embed URL. */
  embed_url: string;
}

/** The ephemeris used. */
export interface Ephemeris {
  /** Name of the ephemeris: `DE440`, unless the operator has added a pack. */
  name: string;
  /** First day covered for the Sun, the Moon and the planets. */
  from: string;
  /** Last day covered. */
  to: string;
}

/** A range and a step. */
export interface EphemerisInput {
  /** Start of the range: a date (00:00) or a date and time, in UTC unless it has an offset. */
  startDate: LocalDateTime;
  /** End of the range: a date (its last instant) or a date and time, in UTC unless it has an offset. */
  endDate: LocalDateTime;
  /** Calendar of both dates. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /** Interval between rows: a number followed by `m`, `h` or `d`, such as `1d`, `6h` or `15m`. */
  step: string;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** The positions at one instant. */
export interface EphemerisRow {
  /** Time, in UTC. */
  dateTime: string;
  /** Points by ID. */
  points: Record<string, Position>;
}

/** Positions at regular intervals. */
export interface EphemerisTable {
  /** One row per interval. */
  rows: EphemerisRow[];
  /** Metadata about the calculation. */
  meta: Meta;
}

export type EquinoxId = "true" | "mean";

export interface ErrorList {
  errors: ErrorObject[];
}

export interface ErrorObject {
  /** Request ID and number of the problem. */
  id?: string;
  /** HTTP status of this problem. */
  status: string;
  /** Stable code. New codes can be added. */
  code: string;
  /** Short name of the code. */
  title: string;
  /** What is wrong with this request. */
  detail: string;
  source?: {
    /** JSON pointer into the body. */
    pointer?: string;
    /** Name of the query or path parameter. */
    parameter?: string;
    /** Name of the header. */
    header?: string;
  };
  links?: {
    /** URL of the explanation of the code. */
    type?: string;
  };
  /** Details for programs, such as accepted values. */
  meta?: Record<string, unknown>;
}

/** A key has a high error rate. */
export interface ErrorShareFacts {
  /** The start of the hour. */
  hour: string;
  /** Requests in the hour. */
  requests: number;
  /** Requests with status 400 to 499. */
  refused: number;
  /** Requests with status 500 or higher. */
  failed: number;
  rule: "error_share";
}

/** When the error share of a key triggers an alert. */
export interface ErrorShareLimits {
  /** Share of an hour's requests, in percent. */
  percent: number;
  /** Minimum number of requests. */
  minimumRequests: number;
}

/** An exact pass. */
export interface ExactPass {
  /** Time, in UTC. If the birth time is unknown, the earliest possible time. */
  dateTime: string;
  /**
   * Latest possible time, in UTC. Present if the birth time is unknown and the range does not end
   * before.
   */
  dateTimeEnd?: string | null;
  /** Whether the transiting point is retrograde. */
  retrograde: boolean;
}

/** Conventions of a comparison. */
export interface ExplainConventions {
  /** Largest difference that rounding explains, in arc minutes. */
  toleranceArcminutes: number;
}

/** A birth, and its longitudes as another program shows them. */
export interface ExplainInput {
  /** Local date and time of birth, as it was entered in the other program. The time is required. */
  dateTime: LocalDateTime;
  /** Birthplace. */
  location: Location;
  /** Calendar of the date. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /**
   * Longitudes as the other program shows them, by point. The more there are, the fewer settings
   * fit.
   */
  longitudes: ForeignLongitudes;
  /**
   * Largest difference that the rounding of the longitudes explains, in arc minutes. Defaults to 1,
   * for longitudes cut or rounded to the minute.
   */
  toleranceArcminutes?: number | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** Metadata about explanations. */
export interface ExplainMeta {
  /** Instant in UTC. If the time is unknown, the first instant of the day. */
  utc: string;
  /** End of the day or range, in UTC. Present if the time is unknown or for a range. */
  utcEnd?: string | null;
  /** Offset of local time from UTC, such as `+01:19:32`. */
  offset: string;
  /** Offset at the end of a range. Present if clocks were changed in between. */
  offsetEnd?: string | null;
  /**
   * Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
   * belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
   * `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
   * that was never a clock time).
   */
  offsetSource: OffsetSource;
  /** Time zone used, if any. */
  timezone?: string | null;
  /** Source of the time zone: `request` or `coordinates`. */
  timezoneSource?: TimezoneSource | null;
  /** Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`. */
  abbreviation?: string | null;
  /** Whether daylight saving time was in effect. Null if not applicable. */
  dst?: boolean | null;
  /** Reliability of the offset: `high`, `medium` or `low`. */
  confidence: "high" | "medium" | "low";
  /** Version of the tz database. */
  zoneDataVersion: string;
  /**
   * Other readings of the local time that cannot be excluded, and what they change. Present with
   * the warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
   */
  readings?: ClockAlternative[];
  /** Known uncertainties about this time and place. */
  warnings: Warning[];
  /** Ephemeris and the period it covers. */
  ephemeris: Ephemeris;
  /** Delta T (TT minus UT1) in seconds. */
  deltaT: number;
  /**
   * Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
   * Earth's rotation is not measured.
   */
  deltaTUncertainty?: DeltaTUncertainty | null;
  /** Julian date in UT1. */
  julianDateUt1: number;
  /** Julian date in TT. */
  julianDateTt: number;
  /** True obliquity of the ecliptic, in degrees. */
  obliquity?: number | null;
  /** Mean ayanamsha in degrees. Present with a sidereal zodiac. */
  ayanamsha?: number | null;
  /** Conventions used, including defaults. */
  conventions: ExplainConventions;
}

/** A reading of the birth time. */
export interface ExplainReading {
  /**
   * ID: `asGiven`, `otherClock` (one that cannot be excluded), `hourEarlier` or `hourLater` (an
   * hour of daylight saving time too many or too few), `zoneOfPlace`, `otherClockChange`, `utc`,
   * `localMeanTime`, `julianCalendar` or `gregorianCalendar`.
   */
  id: ExplainReadingId;
  /** Instant in UTC. */
  utc: string;
}

export type ExplainReadingId = "asGiven" | "otherClock" | "hourEarlier" | "hourLater" | "zoneOfPlace" | "otherClockChange" | "utc" | "localMeanTime" | "julianCalendar" | "gregorianCalendar";

/** Settings that reproduce longitudes printed elsewhere. */
export interface ExplainResult {
  /** Birth time in UTC, as this service reads it. */
  dateTime: string;
  /** Whether settings reproduce every longitude within the tolerance. */
  explained: boolean;
  /** What to do if nothing explains the longitudes. Null otherwise. */
  detail?: string | null;
  /**
   * Explanations, the most likely first. If nothing explains the longitudes, the settings that come
   * nearest.
   */
  explanations: Explanation[];
  /** Metadata about the calculation. */
  meta: ExplainMeta;
}

/** Settings, and how well they reproduce the longitudes. */
export interface Explanation {
  /** Whether every longitude is within the tolerance. */
  fits: boolean;
  /** Largest difference, in arc minutes. */
  residualArcminutes: number;
  /** How the birth time was read. */
  reading: ExplainReading;
  /** Zodiac. */
  zodiac: ZodiacName;
  /** Ayanamsha. Null in the tropical zodiac, and if no known one fits. */
  ayanamsha?: AyanamshaId | null;
  /**
   * Mean ayanamsha at the birth that would explain the longitudes, in degrees. Present if no known
   * one fits better.
   */
  ayanamshaValue?: number | null;
  /** Center of the positions. */
  center: Center;
  /** Type of lunar node. Null if no node was compared. */
  nodeType?: NodeType | null;
  /**
   * Corrections for the path of light: `apparent` (all), `astrometric` (aberration left out) or
   * `geometric` (light time left out, too).
   */
  correction: LightCorrection;
  /**
   * Treatment of nutation: `true` is usual. With `mean`, tropical longitudes lack it, and sidereal
   * ones have it because the mean ayanamsha was subtracted from true longitudes.
   */
  equinox: EquinoxId;
  /** Longitude of the other program minus the computed one, in arc minutes, by point. */
  differences: Record<string, number>;
}

/**
 * Path of a field in `data`: names separated by dots. `*` stands for every name, and a list counts
 * as its items. `meta` is always returned.
 */
export type FieldPath = string;

/** A birth and a year. */
export interface ForecastInput {
  /** Date of birth in the Gregorian calendar, with or without a time. */
  birthDate: LocalDateTime;
  /** Birthplace. Required with `yearBoundary: lichun`, otherwise without effect. */
  location?: Location | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** When the year begins. Defaults to `newYear`. */
  yearBoundary?: ChineseYearBoundary | null;
  /** Whether to include titles of animals and elements. */
  includeReadableEntities?: boolean | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /** Gregorian year in which the Chinese year of the forecast begins. */
  forecastYear: number;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** Longitudes in degrees from 0° Aries of the other program's zodiac, by point. */
export interface ForeignLongitudes {
  /** Longitude of the Sun, in degrees. */
  sun?: number | null;
  /** Longitude of the Moon, in degrees. */
  moon?: number | null;
  /** Longitude of Mercury, in degrees. */
  mercury?: number | null;
  /** Longitude of Venus, in degrees. */
  venus?: number | null;
  /** Longitude of Mars, in degrees. */
  mars?: number | null;
  /** Longitude of Jupiter, in degrees. */
  jupiter?: number | null;
  /** Longitude of Saturn, in degrees. */
  saturn?: number | null;
  /** Longitude of Uranus, in degrees. */
  uranus?: number | null;
  /** Longitude of Neptune, in degrees. */
  neptune?: number | null;
  /** Longitude of Pluto, in degrees. */
  pluto?: number | null;
  /** Longitude of Chiron, in degrees. */
  chiron?: number | null;
  /** Longitude of the ascending lunar node (Rahu), in degrees. */
  northNode?: number | null;
  /** Longitude of the descending lunar node (Ketu), in degrees. */
  southNode?: number | null;
  /** Longitude of the Ascendant, in degrees. */
  ascendant?: number | null;
  /** Longitude of the Midheaven, in degrees. */
  midheaven?: number | null;
}

/** Input of `geocoding_search`. */
export interface GeocodingSearchParams {
  /** Name of the place or its beginning, in any script. Add the country or state after a comma. */
  q: string;
  /** Maximum number of places to return. */
  limit?: number | null;
  /**
   * Language of the names, as a BCP 47 tag (`nl`, `zh-Hant`). Unsupported languages are rejected.
   * Names that are not available in the language are in English or in their local form.
   */
  lang?: string | null;
  /** Only places in this country (ISO 3166-1, two letters). */
  country?: string | null;
  near?: {
    /** Latitude in degrees, positive north. */
    latitude?: number | null;
    /** Longitude in degrees, positive east. */
    longitude?: number | null;
  };
}

export interface GeocodingSearchResponse {
  data: Place[];
}

/** Input of `geocoding_timezone`. */
export interface GeocodingTimezoneParams {
  /** Latitude in degrees, positive north. */
  latitude: number;
  /** Longitude in degrees, positive east. */
  longitude: number;
  /** Local time, `YYYY-MM-DDTHH:mm`, or a date without a time. */
  dateTime: LocalDateTime;
  /** Calendar of the date. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
}

export interface GeocodingTimezoneResponse {
  data: ClockAnswer;
}

export type GrahaId = "sun" | "moon" | "mars" | "mercury" | "jupiter" | "venus" | "saturn" | "rahu" | "ketu";

/** Status of the service. */
export interface Health {
  /** Always `ok`. Any other status is an error response. */
  status: string;
}

/** Input of `health_ready`. */
export interface HealthReadyParams {
  /**
   * `service` (default): whether requests succeed, which needs the database. `node`: only whether
   * this node accepts requests.
   */
  scope?: ReadinessScope | null;
}

export type HeavenlyStem = "jia" | "yi" | "bing" | "ding" | "wu" | "ji" | "geng" | "xin" | "ren" | "gui";

/** A planetary hour. */
export interface Hora {
  /** Ruler. */
  lord: GrahaId;
  /** Whether it begins between sunrise and sunset. */
  isDay: boolean;
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
  /** Start on the clock of the place, with its offset. */
  startLocal: string;
  /** End on the clock of the place, with its offset. */
  endLocal: string;
}

/**
 * How a day is divided into planetary hours.
 *
 * - `dayAndNight`: Twelve equal hours of the day and twelve of the night.
 * - `equal`: Twenty-four equal hours from sunrise to sunrise.
 */
export type HoraDivisionName = "dayAndNight" | "equal";

/** A horoscope with metadata of the request. */
export interface HoroscopeAnswer {
  /** Sign. For a personal horoscope the sign of the Ascendant, or null if the birth time is unknown. */
  sign?: SignId | null;
  /** Title of the sign. */
  signTitle?: string | null;
  /** Kind of period. */
  period: HoroscopePeriod;
  /**
   * Date, ISO week, month or year, such as `2026-11-18`, `2026-W47`, `2026-11` or `2026`. The first
   * day of a personal horoscope.
   */
  date: string;
  /** ISO week and week year. Present in weekly horoscopes. */
  isoWeek?: string | null;
  /** First day. */
  from: string;
  /** Last day. */
  to: string;
  /** Requested language. */
  language: string;
  /** Edition of the texts. A request has the same result as long as this value does not change. */
  contentRevision: string;
  /** Title of the strongest fact. Null without texts. */
  title?: string | null;
  /** The strongest facts as one paragraph. Null without texts. */
  summary?: string | null;
  /** URNs of the texts in `summary`, in their order. */
  summaryFrom: string[];
  /** Sections. */
  sections: HoroscopeSections;
  /**
   * Facts of the sky in the period with the greatest weights, ordered by time: at most 12 of a day,
   * 20 of a week, 24 of a month, 26 of a year and 44 of a personal horoscope. Longer periods than
   * days begin with the places of Venus, Mars, Jupiter and the Sun. On days, a fact is left out if
   * another fact of the fourteen days before could have had the same text.
   */
  facts: HoroscopeFact[];
  /** The Moon. */
  moon: HoroscopeMoon;
  /** How much each section matters in the period. */
  intensity: HoroscopeIntensity;
  /** Lucky number, color and weekday. Null for a birth without a time. */
  lucky?: HoroscopeLucky | null;
  /** Link to the card image. Absent if the response has the horoscopes of all signs or of a birth. */
  chart?: ImageAddress | null;
  /** How the request was interpreted. */
  meta: HoroscopeMeta;
}

/**
 * A section of a horoscope.
 *
 * - `love`: Love, partners and friends.
 * - `work`: Work, duties and everyday exchange.
 * - `money`: Money and shared resources.
 * - `wellbeing`: Wellbeing, home and rest.
 */
export type HoroscopeArea = "love" | "work" | "money" | "wellbeing";

/**
 * The kinds of periods that a card can show.
 *
 * - `daily`: A day.
 * - `weekly`: An ISO week.
 * - `monthly`: A month.
 * - `yearly`: A year.
 * - `yearly-ascendant`: A year, by the sign of the Ascendant.
 */
export type HoroscopeCardPeriod = "daily" | "weekly" | "monthly" | "yearly" | "yearly-ascendant";

/** Input of `horoscope_daily`. */
export interface HoroscopeDailyParams {
  /** Date in the Gregorian calendar. */
  date: string;
  /**
   * Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
   * this language are in English.
   */
  language?: string | null;
  /** Time zone of the days, from the tz database. Defaults to `UTC`. */
  timezone?: string | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export interface HoroscopeDailyResponse {
  data: HoroscopesBySign;
}

/** Input of `horoscope_daily_sign`. */
export interface HoroscopeDailySignParams {
  /** Date in the Gregorian calendar. */
  date: string;
  /** Sign. */
  sign: SignId;
  /**
   * Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
   * this language are in English.
   */
  language?: string | null;
  /** Time zone of the days, from the tz database. Defaults to `UTC`. */
  timezone?: string | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export interface HoroscopeDailySignResponse {
  data: HoroscopeAnswer;
}

/** A fact of the sky. */
export interface HoroscopeFact {
  /** When it is exact or begins, in UTC. For `position` the beginning of the period. */
  at: string;
  /** When it ends, in UTC, if it lasts. */
  until?: string | null;
  /** Kind of fact. */
  kind: HoroscopeFactKind;
  /** Planet. For `lunation`, `eclipse`, `moon`, `moonAspect` and `voidOfCourse` the Moon. */
  body: HoroscopePlanet;
  /** Aspect that it forms. */
  aspect?: AspectId | null;
  /** The other planet of the aspect, or the natal point of a transit. */
  target?: string | null;
  /** Direction after a station. */
  station?: "retrograde" | "direct";
  /** Phase of a lunation. */
  phase?: "new" | "first-quarter" | "full" | "last-quarter";
  /** Whether the Sun or the Moon is eclipsed. */
  eclipse?: "solar" | "lunar";
  /** Whether the planet is retrograde when it enters the sign. */
  retrograde?: boolean | null;
  /** Sign in which it takes place. For a transit that of the planet that the text is about first. */
  sign: SignId;
  /** House of `sign`, counted from the sign of the horoscope. */
  house: number;
  /** Section that the house belongs to. */
  section: HoroscopeSection;
  /** How much it matters. `summary` describes the facts with the greatest weights. */
  weight: number;
  /** Interpretation. Absent if there is none, as for transits of a slow planet to another. */
  text?: Text | null;
}

export type HoroscopeFactKind = "ingress" | "aspect" | "station" | "lunation" | "eclipse" | "moon" | "moonAspect" | "voidOfCourse" | "position" | "transit";

/** The intensity of each section. */
export interface HoroscopeIntensity {
  /** Love. */
  love?: IntensityOfSection | null;
  /** Work. */
  work?: IntensityOfSection | null;
  /** Money. */
  money?: IntensityOfSection | null;
  /** Wellbeing. */
  wellbeing?: IntensityOfSection | null;
}

/** Lucky number, color and weekday. They follow from the period and from the rulers of two signs. */
export interface HoroscopeLucky {
  /** The digit that remains when the digits of `date` and the Moon's house are added. */
  number: number;
  /** Color of `moonRuler`. */
  colour: LuckyColour;
  /** Title of the color. */
  colourTitle?: string | null;
  /** Weekday of `signRuler`. */
  weekday: Weekday;
  /** Title of the weekday. */
  weekdayTitle?: string | null;
  /** Traditional ruler of the sign. */
  signRuler: HoroscopePlanet;
  /** Traditional ruler of the Moon's sign. */
  moonRuler: HoroscopePlanet;
}

/** How a request for a horoscope was interpreted. */
export interface HoroscopeMeta {
  /** Time zone of the days. Null for a local mean time. */
  timezone?: string | null;
  /** Beginning of the period, in UTC. */
  start: string;
  /** End of the period, in UTC. */
  end: string;
  /** Warnings about the result. */
  warnings: Warning[];
}

/** Input of `horoscope_monthly`. */
export interface HoroscopeMonthlyParams {
  /** Year. */
  year: number;
  /** Month, from 1 to 12. */
  month: number;
  /**
   * Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
   * this language are in English.
   */
  language?: string | null;
  /** Time zone of the days, from the tz database. Defaults to `UTC`. */
  timezone?: string | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export interface HoroscopeMonthlyResponse {
  data: HoroscopesBySign;
}

/** Input of `horoscope_monthly_sign`. */
export interface HoroscopeMonthlySignParams {
  /** Year. */
  year: number;
  /** Month, from 1 to 12. */
  month: number;
  /** Sign. */
  sign: SignId;
  /**
   * Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
   * this language are in English.
   */
  language?: string | null;
  /** Time zone of the days, from the tz database. Defaults to `UTC`. */
  timezone?: string | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export interface HoroscopeMonthlySignResponse {
  data: HoroscopeAnswer;
}

/** The Moon on a day at noon, or at the beginning of a longer period. */
export interface HoroscopeMoon {
  /** Sign. */
  sign: SignId;
  /** Phase. A day with a principal phase is named after it. */
  phase: PhaseId;
  /** Void-of-course periods that overlap the day. Empty for longer periods. */
  voidOfCourse: HoroscopeVoid[];
}

export type HoroscopePeriod = "daily" | "weekly" | "monthly" | "yearly" | "yearly-ascendant" | "personal";

export interface HoroscopePersonalResponse {
  data: HoroscopeAnswer;
}

export type HoroscopePlanet = "sun" | "moon" | "mercury" | "venus" | "mars" | "jupiter" | "saturn" | "uranus" | "neptune" | "pluto";

export type HoroscopeSection = "love" | "work" | "money" | "wellbeing";

/** A section of a horoscope. */
export interface HoroscopeSectionText {
  /** Text. Null without texts. */
  text?: string | null;
  /** URNs of the texts in `text`, in their order. */
  from: string[];
}

/** The sections of a horoscope. Those that the request leaves out are null. */
export interface HoroscopeSections {
  /** Love, partners and friends: houses 5, 7 and 11. */
  love?: HoroscopeSectionText | null;
  /** Work, duties and everyday exchange: houses 3, 6 and 10. */
  work?: HoroscopeSectionText | null;
  /** Money and shared resources: houses 2 and 8. */
  money?: HoroscopeSectionText | null;
  /** Wellbeing, home and rest: houses 1, 4, 9 and 12. */
  wellbeing?: HoroscopeSectionText | null;
}

/** A void-of-course period. */
export interface HoroscopeVoid {
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
}

/** Input of `horoscope_weekly`. */
export interface HoroscopeWeeklyParams {
  /** Year of the ISO week. */
  year: number;
  /** ISO week, from 1 to 53. Weeks run from Monday to Sunday. */
  week: number;
  /** Selects the week that contains this date instead of `year` and `week`. */
  date?: string | null;
  /**
   * Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
   * this language are in English.
   */
  language?: string | null;
  /** Time zone of the days, from the tz database. Defaults to `UTC`. */
  timezone?: string | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export interface HoroscopeWeeklyResponse {
  data: HoroscopesBySign;
}

/** Input of `horoscope_weekly_sign`. */
export interface HoroscopeWeeklySignParams {
  /** Year of the ISO week. */
  year: number;
  /** ISO week, from 1 to 53. Weeks run from Monday to Sunday. */
  week: number;
  /** Sign. */
  sign: SignId;
  /** Selects the week that contains this date instead of `year` and `week`. */
  date?: string | null;
  /**
   * Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
   * this language are in English.
   */
  language?: string | null;
  /** Time zone of the days, from the tz database. Defaults to `UTC`. */
  timezone?: string | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export interface HoroscopeWeeklySignResponse {
  data: HoroscopeAnswer;
}

/** Input of `horoscope_yearly_ascendant`. */
export interface HoroscopeYearlyAscendantParams {
  /** Year. */
  year: number;
  /**
   * Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
   * this language are in English.
   */
  language?: string | null;
  /** Time zone of the days, from the tz database. Defaults to `UTC`. */
  timezone?: string | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export interface HoroscopeYearlyAscendantResponse {
  data: HoroscopesBySign;
}

/** Input of `horoscope_yearly_ascendant_sign`. */
export interface HoroscopeYearlyAscendantSignParams {
  /** Year. */
  year: number;
  /** Sign. */
  sign: SignId;
  /**
   * Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
   * this language are in English.
   */
  language?: string | null;
  /** Time zone of the days, from the tz database. Defaults to `UTC`. */
  timezone?: string | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export interface HoroscopeYearlyAscendantSignResponse {
  data: HoroscopeAnswer;
}

/** Input of `horoscope_yearly`. */
export interface HoroscopeYearlyParams {
  /** Year. */
  year: number;
  /**
   * Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
   * this language are in English.
   */
  language?: string | null;
  /** Time zone of the days, from the tz database. Defaults to `UTC`. */
  timezone?: string | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export interface HoroscopeYearlyResponse {
  data: HoroscopesBySign;
}

/** Input of `horoscope_yearly_sign`. */
export interface HoroscopeYearlySignParams {
  /** Year. */
  year: number;
  /** Sign. */
  sign: SignId;
  /**
   * Language of titles and texts, as an ISO 639 code. Defaults to `en`. Texts that do not exist in
   * this language are in English.
   */
  language?: string | null;
  /** Time zone of the days, from the tz database. Defaults to `UTC`. */
  timezone?: string | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export interface HoroscopeYearlySignResponse {
  data: HoroscopeAnswer;
}

/** A horoscope for each sign. */
export interface HoroscopesBySign {
  aries: HoroscopeAnswer;
  taurus: HoroscopeAnswer;
  gemini: HoroscopeAnswer;
  cancer: HoroscopeAnswer;
  leo: HoroscopeAnswer;
  virgo: HoroscopeAnswer;
  libra: HoroscopeAnswer;
  scorpio: HoroscopeAnswer;
  sagittarius: HoroscopeAnswer;
  capricorn: HoroscopeAnswer;
  aquarius: HoroscopeAnswer;
  pisces: HoroscopeAnswer;
}

/** A point in a house of the other chart. */
export interface HouseOverlay {
  /** ID of the point. */
  pointId: PointId;
  /** House of the other chart. */
  houseNumber: number;
  /** House ID. */
  houseId: string;
  /** Title of the point. Present if `includeReadableEntities` is `true`. */
  pointTitle?: string | null;
  /** Title of the house. Present if `includeReadableEntities` is `true`. */
  houseTitle?: string | null;
  /** Interpretation text. Present if `includeText` is `true`. */
  text?: Text | null;
}

/** House overlays. */
export interface HouseOverlays {
  /** Points of the first chart in the houses of the second. */
  chart1InChart2: HouseOverlay[];
  /** Points of the second chart in the houses of the first. */
  chart2InChart1: HouseOverlay[];
}

export type HouseSystemId = "placidus" | "koch" | "equal" | "whole" | "campanus" | "regiomontanus" | "porphyry" | "alcabitius" | "morinus" | "topocentric" | "polich-page" | "equal-mc" | "vehlow" | "meridian" | "axial" | "zariel" | "krusinski" | "pisa-goelzer" | "sripati" | "carter" | "sunshine" | "pullen-sd" | "pullen-sr" | "horizontal" | "azimuthal" | "apc" | "equal-aries" | "gauquelin";

/** Houses. */
export interface Houses {
  /** House system. */
  system: HouseSystemId;
  /** The twelve cusps. Empty with Gauquelin sectors. */
  cusps: Cusp[];
  /** Starting points of the 36 Gauquelin sectors, clockwise. */
  sectors?: number[] | null;
  /**
   * Angles in this order: ascendant, midheaven, armc (degrees of right ascension), vertex,
   * eastPoint, coAscendantKoch, coAscendantMunkasey, polarAscendant.
   */
  ascmc: number[];
}

/** Link to an image. */
export interface ImageAddress {
  /**
   * URL that works in an `<img>` element for 24 hours, or as long as the browser token that
   * requested it. Null if there is no image: `meta.warnings` says why.
   */
  url?: string | null;
}

/**
 * File format.
 *
 * - `svg`: Scalable Vector Graphics. Text stays text.
 * - `png`: Portable Network Graphics.
 */
export type ImageFormat = "svg" | "png";

/**
 * Optional parts of a response.
 *
 * - `midpoints`: Midpoints of all pairs of points.
 * - `antiscia`: Antiscia and contra-antiscia of every point.
 * - `lots`: All lots, not only those in `points`.
 * - `stars`: Conjunctions with fixed stars.
 * - `dignities`: Rulers, exaltations and other dignities at the position of every point. Each
 * planet's own dignities are always included in its fields.
 * - `nakshatras`: Nakshatras (lunar mansions). Requires a sidereal zodiac.
 * - `margins`: How much earlier or later the birth must be to change the facts of a natal chart.
 */
export type Include = "midpoints" | "antiscia" | "lots" | "stars" | "dignities" | "nakshatras" | "margins";

/**
 * The style of the image.
 *
 * - `north`: Houses in a diamond, counterclockwise from the top.
 * - `south`: Signs clockwise in twelve squares, Pisces in the upper left corner.
 * - `east`: Signs counterclockwise in nine squares, Aries at the top.
 */
export type IndianStyle = "north" | "south" | "east";

/** Input of `installation_audit_list`. */
export interface InstallationAuditListParams {
  /** ID of the user, or `operator`. */
  actor?: string | null;
  /** Action, such as `key.create`, or group of actions, such as `key`. */
  action?: string | null;
  /** ID of the subject. */
  subject?: string | null;
  /** Start, inclusive. */
  from?: string | null;
  /** End, exclusive. */
  to?: string | null;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface InstallationAuditListResponse {
  data: AuditEntryResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Health of the installation. */
export interface InstallationHealth {
  /** Version of the node that responded. */
  version: string;
  /** Database: `SQLite` or `PostgreSQL`. */
  database: "SQLite" | "PostgreSQL";
  /** Size of the database in bytes, with its indexes. */
  databaseBytes: number;
  /** Where rates are counted: `shared` by all nodes, or in this node's `memory`. */
  counters: "shared" | "memory";
  /** Number of running nodes. */
  nodes: number;
  organizations: number;
  /** Number of unsent emails. */
  mailsWaiting: number;
  /** Whether a mail server is configured. */
  sendsMail: boolean;
  /** Number of unpaid invoices. */
  statementsDue: number;
  /** Whether the node is stopping. */
  stopping: boolean;
}

export interface InstallationHealthGetResponse {
  data: InstallationHealthResource;
}

export interface InstallationHealthResource {
  type: "health";
  id: string;
  attributes: InstallationHealth;
  links: ResourceLinks;
}

export interface InstallationJobListResponse {
  data: JobResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** A member to add. */
export interface InstallationMemberAddBody {
  /** Email address of an existing account. */
  email: string;
  role: Role;
}

/** Input of `installation_member_add`. */
export interface InstallationMemberAddParams {
  /** ID of the organization. */
  org: string;
  /** Email address of an existing account. */
  email: string;
  role: Role;
}

export interface InstallationMemberAddResponse {
  data: MemberResource;
  meta?: Record<string, unknown>;
}

/** Input of `installation_member_list`. */
export interface InstallationMemberListParams {
  /** ID of the organization. */
  org: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface InstallationMemberListResponse {
  data: MemberResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** A module to grant. */
export interface InstallationModuleGrantBody {
  /** ID of the module, such as `content-premium`. */
  module: string;
  /** End of the grant. Omit it or send null for a grant without an end. */
  expiresAt?: string | null;
}

/** Input of `installation_module_grant`. */
export interface InstallationModuleGrantParams {
  /** ID of the organization. */
  org: string;
  /** ID of the module, such as `content-premium`. */
  module: string;
  /** End of the grant. Omit it or send null for a grant without an end. */
  expiresAt?: string | null;
}

export interface InstallationModuleGrantResponse {
  data: ModuleGrantResource;
  meta?: Record<string, unknown>;
}

/** Input of `installation_module_list`. */
export interface InstallationModuleListParams {
  /** ID of the organization. */
  org: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface InstallationModuleListResponse {
  data: ModuleGrantResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Input of `installation_module_revoke`. */
export interface InstallationModuleRevokeParams {
  /** ID of the organization. */
  org: string;
  /** ID of the module. */
  module: string;
}

export interface InstallationOrgCreateResponse {
  data: OperatedOrganizationResource;
  meta?: Record<string, unknown>;
}

/** Input of `installation_org_get`. */
export interface InstallationOrgGetParams {
  /** ID of the organization. */
  org: string;
}

export interface InstallationOrgGetResponse {
  data: OperatedOrganizationResource;
}

/** Input of `installation_org_list`. */
export interface InstallationOrgListParams {
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface InstallationOrgListResponse {
  data: OperatedOrganizationResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Changes to an organization. Omitted fields stay unchanged. Null restores the value of the plan. */
export interface InstallationOrgUpdateBody {
  plan?: string | null;
  quota?: number | null;
  overage?: number | null;
  testAllowance?: number | null;
  rates?: Rate[] | null;
  /** Status of the organization. */
  status?: OperatedStatus | null;
}

/** Input of `installation_org_update`. */
export interface InstallationOrgUpdateParams {
  /** ID of the organization. */
  org: string;
  plan?: string | null;
  quota?: number | null;
  overage?: number | null;
  testAllowance?: number | null;
  rates?: Rate[] | null;
  /** Status of the organization. */
  status?: OperatedStatus | null;
}

export interface InstallationOrgUpdateResponse {
  data: OperatedOrganizationResource;
}

/** Input of `installation_outbox_list`. */
export interface InstallationOutboxListParams {
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface InstallationOutboxListResponse {
  data: OutboxMailResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** A plan of the configuration. */
export interface InstallationPlan {
  /** Price per period, in minor units. */
  price: number;
  /** Price of a unit above the quota, in minor units. */
  overagePrice: number;
  currency: string;
  quota: number;
  overage: number;
  rates: string[];
  imageRates: string[];
  batchRates: string[];
  modules: string[];
  /** Whether organizations can change to the plan by themselves. */
  forSale: boolean;
}

export interface InstallationPlanListResponse {
  data: InstallationPlanResource[];
  links: PageLinks;
  meta: PageMeta;
}

export interface InstallationPlanResource {
  type: "installation-plan";
  id: string;
  attributes: InstallationPlan;
  links: ResourceLinks;
}

/** Input of `installation_statement_list`. */
export interface InstallationStatementListParams {
  /** Only statements in this state. */
  state?: StatementState | null;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface InstallationStatementListResponse {
  data: StatementResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** The payment of a statement. */
export interface InstallationStatementPayBody {
  /** Payment reference, such as the number of a bank transfer. */
  note: string;
  /** Time of the payment. Defaults to now. */
  paidAt?: string | null;
}

/** Input of `installation_statement_pay`. */
export interface InstallationStatementPayParams {
  /** ID of the organization. */
  org: string;
  /** ID of the statement. */
  statement: string;
  /** Payment reference, such as the number of a bank transfer. */
  note: string;
  /** Time of the payment. Defaults to now. */
  paidAt?: string | null;
}

export interface InstallationStatementPayResponse {
  data: StatementResource;
}

export interface InstallationUserCreateResponse {
  data: OperatedUserResource;
  meta?: Record<string, unknown>;
}

/** Input of `installation_user_get`. */
export interface InstallationUserGetParams {
  /** ID of the user. */
  user: string;
}

export interface InstallationUserGetResponse {
  data: OperatedUserResource;
}

/** Input of `installation_user_list`. */
export interface InstallationUserListParams {
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface InstallationUserListResponse {
  data: OperatedUserResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** What to reset. */
export interface InstallationUserResetBody {
  /** Whether to also disable the second factor, for a user who has lost it. */
  secondFactor?: boolean;
}

/** Input of `installation_user_reset`. */
export interface InstallationUserResetParams {
  /** ID of the user. */
  user: string;
  /** Whether to also disable the second factor, for a user who has lost it. */
  secondFactor?: boolean;
}

export interface InstallationUserResetResponse {
  data: OperatedUserResource;
}

/** Changes to an account. Omitted fields stay unchanged. */
export interface InstallationUserUpdateBody {
  /** Whether the user is an operator. */
  operator?: boolean | null;
  /** Whether the account is disabled. */
  disabled?: boolean | null;
}

/** Input of `installation_user_update`. */
export interface InstallationUserUpdateParams {
  /** ID of the user. */
  user: string;
  /** Whether the user is an operator. */
  operator?: boolean | null;
  /** Whether the account is disabled. */
  disabled?: boolean | null;
}

export interface InstallationUserUpdateResponse {
  data: OperatedUserResource;
}

/** The intensity of a section. */
export interface IntensityOfSection {
  /**
   * From 0 to 100: 100 × (1 − e^(−w / s)), where w is the sum of the weights of the section's
   * facts, and s is 120 for a day, 200 for a week, 320 for a month, 480 for a year and 800 for a
   * personal horoscope.
   */
  value: number;
  /** Indexes of these facts in `facts`. */
  facts: number[];
}

/** An invitation. */
export interface Invitation {
  email: string;
  role: "owner" | "manager" | "member";
  /** Status: `pending`, `accepted`, `revoked`, `replaced` or `expired`. */
  state: "pending" | "accepted" | "revoked" | "replaced" | "expired";
  /** User who created or last resent the invitation. */
  invitedBy: string;
  sentAt: string;
  expiresAt: string;
}

/** The token of the link. */
export interface InvitationAcceptRequest {
  token: string;
}

/** Input of `invitation_create`. */
export interface InvitationCreateParams {
  /** ID of the organization. */
  org: string;
  email: string;
  role: Role;
}

/** An invitation to create. */
export interface InvitationCreateRequest {
  email: string;
  role: Role;
}

export interface InvitationCreateResponse {
  data: InvitationResource;
  meta?: Record<string, unknown>;
}

/** The token of the link. */
export interface InvitationDescribeRequest {
  token: string;
}

export interface InvitationDescribeResponse {
  data: InvitationDescriptionResource;
}

/** What a link invites to. */
export interface InvitationDescription {
  /** Name of the organization. */
  organization: string;
  /** Name of the person who sent the invitation. */
  invitedBy: string;
  role: "owner" | "manager" | "member";
  /** Address that the invitation is for. */
  email: string;
  expiresAt: string;
}

export interface InvitationDescriptionResource {
  type: "invitation-description";
  id: string;
  attributes: InvitationDescription;
  links: ResourceLinks;
}

/** A link to copy, shown only once. */
export interface InvitationLink {
  /** Link that accepts the invitation. Give it only to the invited person. */
  url: string;
  expiresAt: string;
}

/** One invitation. */
export interface InvitationLinkBody {
}

/** Input of `invitation_link`. */
export interface InvitationLinkParams {
  /** ID of the organization. */
  org: string;
  /** ID of the invitation. */
  invitation: string;
}

export interface InvitationLinkResource {
  type: "invitation-link";
  id: string;
  attributes: InvitationLink;
  links: ResourceLinks;
}

export interface InvitationLinkResponse {
  data: InvitationLinkResource;
  meta?: Record<string, unknown>;
}

/** Input of `invitation_list`. */
export interface InvitationListParams {
  /** ID of the organization. */
  org: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface InvitationListResponse {
  data: InvitationResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** A new account for an invited person. */
export interface InvitationRegisterRequest {
  token: string;
  name: Name;
  /** Password of at least 15 characters. */
  password: string;
}

export interface InvitationRegisterResponse {
  data: SessionResource;
  meta?: Record<string, unknown>;
}

/** One invitation. */
export interface InvitationResendBody {
}

/** Input of `invitation_resend`. */
export interface InvitationResendParams {
  /** ID of the organization. */
  org: string;
  /** ID of the invitation. */
  invitation: string;
}

export interface InvitationResendResponse {
  data: InvitationResource;
}

export interface InvitationResource {
  type: "invitation";
  id: string;
  attributes: Invitation;
  links: ResourceLinks;
}

/** Input of `invitation_revoke`. */
export interface InvitationRevokeParams {
  /** ID of the organization. */
  org: string;
  /** ID of the invitation. */
  invitation: string;
}

/** Input of `invoice_get`. */
export interface InvoiceGetParams {
  /** ID of the organization. */
  org: string;
  /** ID of the statement. */
  statement: string;
  /** Language of the invoice. Defaults to English. */
  language?: InvoiceLanguage | null;
}

/**
 * Language of an invoice.
 *
 * - `en`: English.
 * - `nl`: Dutch.
 */
export type InvoiceLanguage = "en" | "nl";

/** A background job that runs on one node at a time. */
export interface Job {
  /** Node that runs the job. Null if none does. */
  holder?: string | null;
  /** Time of the last run, on any node. */
  endedAt?: string | null;
  /** Time of the last successful run. */
  succeededAt?: string | null;
  /** Error of the last run, if any. */
  error?: string | null;
}

export interface JobResource {
  type: "job";
  id: string;
  attributes: Job;
  links: ResourceLinks;
}

export type JsonRpcVersion = "2.0";

/** Strength by time, in virupas. */
export interface KalaBala {
  /** By the distance of the Sun from noon. */
  natonnata: number;
  /** By the phase of the Moon. */
  paksha: number;
  /** Of the lord of the third of the day or night. */
  tribhaga: number;
  /** Of the lord of the year of 360 days. */
  abda: number;
  /** Of the lord of the month of 30 days. */
  masa: number;
  /** Of the lord of the weekday. */
  vara: number;
  /** Of the lord of the hora. */
  hora: number;
  /** By declination. */
  ayana: number;
  /** Won or lost in a war of planets. */
  yuddha: number;
  /** Sum. */
  total: number;
}

export type KaranaId = "bava" | "balava" | "kaulava" | "taitila" | "gara" | "vanija" | "vishti" | "shakuni" | "chatushpada" | "naga" | "kimstughna";

/** The calling key. */
export interface Key {
  /** Name of the key. */
  name: string;
  /** First 12 and last 4 characters of the key. */
  display: string;
  /** `live` or `test`. Only `live` keys are billed. */
  mode: "live" | "test";
  /** Permissions of the key. */
  permissions: string[];
  /** Modules the key can use: those of its organization, unless the key is restricted further. */
  modules: string[];
  /** Domains the key can be used from. Null if it is not restricted. */
  domains?: string[] | null;
  /** Organization of the key. */
  organization: OrganizationReference;
  /** Rate limits, and what remains after this request. */
  rates: RateState[];
  /**
   * Quota of the organization in this period, and what remained before this request. For a test
   * key, the tightest of its allowances. Null for browser tokens.
   */
  quota?: QuotaState | null;
  /** Time of expiration. Null if the key does not expire. */
  expiresAt?: string | null;
  /** Time of creation. */
  createdAt: string;
}

/** Result of the dry run. */
export interface KeyCheck {
  operation: string;
  /** Price in quota units. The minimum price if `body` is omitted. */
  cost: number;
  /** Whether the request passes every step. */
  allowed: boolean;
  /** Error code of the response. */
  code?: string | null;
  /** Steps in the order in which requests take them. Steps after the first failure are skipped. */
  steps: KeyCheckStep[];
}

/** A hypothetical request. */
export interface KeyCheckBody {
  /** ID of the operation, such as `key_describe`. */
  operation: string;
  /** Input of the request, including path parameters, to calculate its price. */
  body?: CalculationInput | null;
  /** `Origin` header of a browser. */
  origin?: string | null;
  /** `Referer` header of a browser. */
  referer?: string | null;
}

/** Input of `key_check`. */
export interface KeyCheckParams {
  /** ID of the organization. */
  org: string;
  /** ID of the API key. */
  key: string;
  /** ID of the operation, such as `key_describe`. */
  operation: string;
  /** Input of the request, including path parameters, to calculate its price. */
  body?: CalculationInput | null;
  /** `Origin` header of a browser. */
  origin?: string | null;
  /** `Referer` header of a browser. */
  referer?: string | null;
}

export interface KeyCheckResource {
  type: "key-check";
  id: string;
  attributes: KeyCheck;
  links: ResourceLinks;
}

export interface KeyCheckResponse {
  data: KeyCheckResource;
}

/** A step of the verification. */
export interface KeyCheckStep {
  step: string;
  /** Result: `pass`, `fail` or `skipped`. */
  verdict: "pass" | "fail" | "skipped";
  /** Explanation. */
  detail: string;
}

/** Input of `key_create`. */
export interface KeyCreateParams {
  /** ID of the organization. */
  org: string;
  name: Name;
  mode: KeyMode;
  permissions: KeyPermission[];
  /**
   * Modules the key can use. Omit it or send null for all modules that the organization has, now
   * and later. You can name a module that the organization does not have yet.
   */
  modules?: string[] | null;
  /** Rate limits of the key, such as `60/60s`, in addition to those of its organization. */
  rates?: Rate[];
  /**
   * Domains the key can be used from: `example.com`, `*.example.com` or `*`. Omit it or send null
   * for no restriction. This protects only against misuse in browsers.
   */
  domains?: string[] | null;
  /** Time of expiration. Omit it or send null for a key that does not expire. */
  expiresAt?: string | null;
}

/** A key to create. */
export interface KeyCreateRequest {
  name: Name;
  mode: KeyMode;
  permissions: KeyPermission[];
  /**
   * Modules the key can use. Omit it or send null for all modules that the organization has, now
   * and later. You can name a module that the organization does not have yet.
   */
  modules?: string[] | null;
  /** Rate limits of the key, such as `60/60s`, in addition to those of its organization. */
  rates?: Rate[];
  /**
   * Domains the key can be used from: `example.com`, `*.example.com` or `*`. Omit it or send null
   * for no restriction. This protects only against misuse in browsers.
   */
  domains?: string[] | null;
  /** Time of expiration. Omit it or send null for a key that does not expire. */
  expiresAt?: string | null;
}

export interface KeyCreateResponse {
  data: ManagedKeyResource;
  meta?: Record<string, unknown>;
}

export interface KeyDescribeResponse {
  data: KeyResource;
}

/** A key expires soon. */
export interface KeyExpiryFacts {
  /** When it expires. */
  expiresAt: string;
  /** Days until expiration, rounded up. */
  daysLeft: number;
  rule: "key_expiry";
}

/** Input of `key_get`. */
export interface KeyGetParams {
  /** ID of the organization. */
  org: string;
  /** ID of the API key. */
  key: string;
}

export interface KeyGetResponse {
  data: ManagedKeyResource;
}

/** Input of `key_list`. */
export interface KeyListParams {
  /** ID of the organization. */
  org: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface KeyListResponse {
  data: ManagedKeyResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Whether the use of a key is billed. */
export type KeyMode = "live" | "test";

/** A permission of a key. */
export type KeyPermission = "calc:read" | "content:read" | "chart:read" | "modules:read";

/** What changed rules would have done. */
export interface KeyPreview {
  /** Number of counted requests of the key and its family in the last 24 hours, at most 5,000. */
  requests: number;
  /** Whether there were more requests, of which the newest 5,000 were examined. */
  truncated: boolean;
  /** Number of these requests that would have been rejected. */
  refused: number;
  /** The refusals by error code. */
  reasons: KeyPreviewReason[];
}

/** Changes to a key. Omitted fields stay unchanged. */
export interface KeyPreviewBody {
  name?: Name | null;
  permissions?: KeyPermission[] | null;
  rates?: Rate[] | null;
  /** Modules the key can use. Null for all modules of its organization. */
  modules?: string[] | null;
  /** Domains the key can be used from. Null removes the restriction. An empty list is rejected. */
  domains?: string[] | null;
  /** Time of expiration. Null for a key that does not expire. */
  expiresAt?: string | null;
  /** Whether the key is enabled. */
  enabled?: boolean | null;
}

/** Input of `key_preview`. */
export interface KeyPreviewParams {
  /** ID of the organization. */
  org: string;
  /** ID of the API key. */
  key: string;
  name?: Name | null;
  permissions?: KeyPermission[] | null;
  rates?: Rate[] | null;
  /** Modules the key can use. Null for all modules of its organization. */
  modules?: string[] | null;
  /** Domains the key can be used from. Null removes the restriction. An empty list is rejected. */
  domains?: string[] | null;
  /** Time of expiration. Null for a key that does not expire. */
  expiresAt?: string | null;
  /** Whether the key is enabled. */
  enabled?: boolean | null;
}

/** Refusals for one reason. */
export interface KeyPreviewReason {
  /** Error code. */
  code: string;
  requests: number;
}

export interface KeyPreviewResource {
  type: "key-preview";
  id: string;
  attributes: KeyPreview;
  links: ResourceLinks;
}

export interface KeyPreviewResponse {
  data: KeyPreviewResource;
}

export interface KeyResource {
  type: "key";
  id: string;
  attributes: Key;
  links: ResourceLinks;
}

/** Input of `key_revoke`. */
export interface KeyRevokeParams {
  /** ID of the organization. */
  org: string;
  /** ID of the API key. */
  key: string;
}

/** The grace period of the old key. */
export interface KeyRotateBody {
  /** Grace period of the old key in seconds, at most 30 days. */
  graceSeconds: number;
}

/** Input of `key_rotate`. */
export interface KeyRotateParams {
  /** ID of the organization. */
  org: string;
  /** ID of the API key. */
  key: string;
  /** Grace period of the old key in seconds, at most 30 days. */
  graceSeconds: number;
}

export interface KeyRotateResponse {
  data: ManagedKeyResource;
  meta?: Record<string, unknown>;
}

export interface KeyTokenCreateResponse {
  data: BrowserTokenResource;
  meta?: Record<string, unknown>;
}

/** A browser token to create. It cannot exceed its key. */
export interface KeyTokenMintBody {
  permissions: KeyPermission[];
  /** Domains of the pages that can use the token. `*` is not allowed. */
  origins: string[];
  /** Lifetime in seconds, at most one hour. */
  expiresIn: number;
}

/** Input of `key_token_mint`. */
export interface KeyTokenMintParams {
  /** ID of the organization. */
  org: string;
  /** ID of the API key. */
  key: string;
  permissions: KeyPermission[];
  /** Domains of the pages that can use the token. `*` is not allowed. */
  origins: string[];
  /** Lifetime in seconds, at most one hour. */
  expiresIn: number;
}

export interface KeyTokenMintResponse {
  data: BrowserTokenResource;
  meta?: Record<string, unknown>;
}

/** Changes to a key. Omitted fields stay unchanged. */
export interface KeyUpdateBody {
  name?: Name | null;
  permissions?: KeyPermission[] | null;
  rates?: Rate[] | null;
  /** Modules the key can use. Null for all modules of its organization. */
  modules?: string[] | null;
  /** Domains the key can be used from. Null removes the restriction. An empty list is rejected. */
  domains?: string[] | null;
  /** Time of expiration. Null for a key that does not expire. */
  expiresAt?: string | null;
  /** Whether the key is enabled. */
  enabled?: boolean | null;
}

/** Input of `key_update`. */
export interface KeyUpdateParams {
  /** ID of the organization. */
  org: string;
  /** ID of the API key. */
  key: string;
  name?: Name | null;
  permissions?: KeyPermission[] | null;
  rates?: Rate[] | null;
  /** Modules the key can use. Null for all modules of its organization. */
  modules?: string[] | null;
  /** Domains the key can be used from. Null removes the restriction. An empty list is rejected. */
  domains?: string[] | null;
  /** Time of expiration. Null for a key that does not expire. */
  expiresAt?: string | null;
  /** Whether the key is enabled. */
  enabled?: boolean | null;
}

export interface KeyUpdateResponse {
  data: ManagedKeyResource;
}

/** A koota. */
export interface Koota {
  /** Points. */
  points: number;
  /** Maximum points. */
  max: number;
  /** What groom and bride are by this koota. */
  from: KootaFrom;
  /** Explanation in English. */
  explanation: string;
  /** Name of the rule or table. Printed tables differ about vashya, yoni and gana. */
  table: string;
}

/** A dosha. */
export interface KootaDosha {
  /** The koota that fails. */
  dosha: MatchDosha;
  /** Whether a rule cancels it. */
  cancelled: boolean;
  /** The rule that cancels it. Null if there is none. */
  cancelledBy?: MatchCancellation | null;
}

/** What groom and bride are by a koota. */
export interface KootaFrom {
  /** Of the groom. */
  groom: string;
  /** Of the bride. */
  bride: string;
}

/** The eight kootas. */
export interface Kootas {
  /** Class of the Moon's sign: 1 point. */
  varna: Koota;
  /** Influence between the groups of the Moon's signs: 2 points. */
  vashya: Koota;
  /** Count of nakshatras both ways: 3 points. */
  tara: Koota;
  /** Animals of the nakshatras: 4 points. */
  yoni: Koota;
  /** Friendship of the rulers of the Moon's signs: 5 points. */
  grahaMaitri: Koota;
  /** Temperament of the nakshatras: 6 points. */
  gana: Koota;
  /** Distance of the Moon's signs: 7 points. */
  bhakoot: Koota;
  /** Humour of the nakshatras: 8 points. */
  nadi: Koota;
}

/** Krishnamurti Paddhati. */
export interface Kp {
  /** Placidus cusps, the first first. */
  cusps: KpLords[];
  /** Grahas by ID. */
  grahas: Record<string, KpGraha>;
  /** Ruling planets at birth. */
  rulingPlanets: KpRulingPlanets;
}

/** A graha in Krishnamurti Paddhati. */
export interface KpGraha {
  /** Sidereal longitude in degrees. */
  longitude: number;
  /** Lord of the sign. */
  signLord: GrahaId;
  /** Lord of the nakshatra. */
  starLord: GrahaId;
  /** Lord of the sub. */
  subLord: GrahaId;
  /** Lord of the sub of the sub. */
  subSubLord: GrahaId;
  /** Number of the sub in the table of 249, as used in horary charts. */
  subNumber: number;
  /** House by Placidus cusps, 1 to 12. */
  houseNumber: number;
  /** Houses that it signifies. */
  signifies: KpSignifies;
}

/** Lords of a longitude. */
export interface KpLords {
  /** Sidereal longitude in degrees. */
  longitude: number;
  /** Lord of the sign. */
  signLord: GrahaId;
  /** Lord of the nakshatra. */
  starLord: GrahaId;
  /** Lord of the sub. */
  subLord: GrahaId;
  /** Lord of the sub of the sub. */
  subSubLord: GrahaId;
  /** Number of the sub in the table of 249, as used in horary charts. */
  subNumber: number;
}

/** Ruling planets at birth. */
export interface KpRulingPlanets {
  /** Lord of the weekday, which begins at sunrise. Null where the Sun does not rise. */
  dayLord?: GrahaId | null;
  /** Lord of the Moon's sign. */
  moonSignLord: GrahaId;
  /** Lord of the Moon's nakshatra. */
  moonStarLord: GrahaId;
  /** Lord of the lagna's sign. */
  lagnaSignLord: GrahaId;
  /** Lord of the lagna's nakshatra. */
  lagnaStarLord: GrahaId;
}

/** Houses that a graha signifies, the strongest first. */
export interface KpSignifies {
  /** Houses that the lord of its nakshatra occupies. */
  occupiedByStarLord: number[];
  /** Houses that it occupies. */
  occupied: number[];
  /** Houses that the lord of its nakshatra rules. */
  ruledByStarLord: number[];
  /** Houses that it rules. Rahu and Ketu rule none. */
  ruled: number[];
}

/**
 * Language of the interface.
 *
 * - `auto`: The language of the browser.
 * - `en`: English.
 * - `nl`: Dutch.
 */
export type LanguageChoice = "auto" | "en" | "nl";

/** A counted request. */
export interface LedgerEntry {
  keyId?: string | null;
  /** ID of the user, if the request was made without a key. */
  userId?: string | null;
  operation: string;
  mode: "live" | "test";
  cost: number;
  at: string;
  /** Absent if the outcome was never recorded. The request was charged. */
  status?: number | null;
  /** Error code of a response that is an error. */
  errorCode?: string | null;
  /**
   * Time from the request's headers to its response, in microseconds. Absent if the outcome was
   * never recorded.
   */
  latencyUs?: number | null;
  origin: string;
}

export interface LedgerEntryResource {
  type: "ledger-entry";
  id: string;
  attributes: LedgerEntry;
  links: ResourceLinks;
}

/** Input of `ledger_latest`. */
export interface LedgerLatestParams {
  /** ID of the organization. */
  org: string;
}

export interface LedgerLatestResponse {
  data: LedgerEntryResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Input of `ledger_list`. */
export interface LedgerListParams {
  /** ID of the organization. */
  org: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface LedgerListResponse {
  data: LedgerEntryResource[];
  links: PageLinks;
  meta: PageMeta;
}

export type LightCorrection = "apparent" | "astrometric" | "geometric";

export type LocalDateTime = string;

/** A time span. */
export interface LocalSpan {
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
  /** Start on the clock of the place, with its offset. */
  startLocal: string;
  /** End on the clock of the place, with its offset. */
  endLocal: string;
}

/** A place. */
export interface Location {
  /** Latitude in degrees, positive north. */
  latitude: number;
  /** Longitude in degrees, positive east. */
  longitude: number;
  /**
   * Time zone of the local time: a name from the tz database (`Europe/Amsterdam`), `LMT` for local
   * mean time or `LAT` for local apparent time. If omitted, the zone is determined from the
   * coordinates and returned in the response.
   */
  timezone?: string | null;
  /** Height above the ellipsoid in meters. Defaults to 0. It affects topocentric positions only. */
  height?: number | null;
  /** Name of the place. For display only. */
  name?: string | null;
}

export type LotFormula = "sect" | "day";

export type LuckyColour = "gold" | "white" | "grey" | "green" | "red" | "blue" | "black";

/** A lunar month. */
export interface LunarMonth {
  /** Number of the month from new moon to new moon, from 1 (Chaitra) to 12. */
  amanta: number;
  /** ID of the month from new moon to new moon. */
  amantaId: LunarMonthId;
  /** Number of the month from full moon to full moon. */
  purnimanta: number;
  /** ID of the month from full moon to full moon. */
  purnimantaId: LunarMonthId;
  /** Whether the month is added: the Sun enters no sign in it. */
  adhika: boolean;
  /** Whether a month is dropped: the Sun enters two signs in this one, which bears both names. */
  kshaya: boolean;
  /** Number of the dropped month. */
  dropped?: number | null;
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
  /** Start on the clock of the place, with its offset. */
  startLocal: string;
  /** End on the clock of the place, with its offset. */
  endLocal: string;
}

export type LunarMonthId = "chaitra" | "vaishakha" | "jyeshtha" | "ashadha" | "shravana" | "bhadrapada" | "ashwin" | "kartika" | "margashirsha" | "pausha" | "magha" | "phalguna";

/** A phase of the Moon. */
export interface LunarPhase {
  /** Phase, one of eight. */
  phase: PhaseId;
  /** Title of the phase. Present if `includeReadableEntities` is `true`. */
  phaseTitle?: string | null;
  /** Longitude of the Moon minus longitude of the Sun, in degrees. */
  elongation: number;
  /** Illuminated fraction of the disc. */
  illumination: number;
}

/** A birth and the date from which to search for the return. */
export interface LunarReturnInput {
  /** Local date and time of birth. The time is required. */
  birthDateTime: LocalDateTime;
  /** Birthplace. */
  birthLocation: Location;
  /** Calendar of `birthDateTime`. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Location of the return. Defaults to the birthplace, with a warning. */
  location?: Location | null;
  /**
   * Start of the search: the response has the first return at or after this date. Defaults to the
   * current time, with a warning.
   */
  returnDate?: LocalDateTime | null;
  /** Calendar of `returnDate`. Required before 1582-10-15. */
  returnCalendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `returnDate` occurred twice, or were set
   * forward and it was skipped.
   */
  returnClockChange?: ClockChangeName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** A key, as members who manage it see it. */
export interface ManagedKey {
  /** The key itself. Shown only in the response that creates it. */
  key?: string | null;
  name: string;
  /** First 12 and last 4 characters. */
  display: string;
  mode: "live" | "test";
  /** Status: `active`, `disabled`, `expired`, `revoked`, or `suspended` with its organization. */
  status: "active" | "disabled" | "expired" | "revoked" | "suspended";
  permissions: string[];
  /** Modules the key can use. Null for all modules of its organization. */
  modules?: string[] | null;
  /** Rate limits of the key, in addition to those of its organization. */
  rates: string[];
  /** Domains the key can be used from. Null if it is not restricted. */
  domains?: string[] | null;
  enabled: boolean;
  expiresAt?: string | null;
  /** Time of the last use, to the minute. */
  lastUsedAt?: string | null;
  createdAt: string;
  /** ID of the user who created it. Null for an operator. */
  createdBy?: string | null;
  /** ID of the first key of the family that shares its limits. */
  family: string;
  /** Whether a newer key has replaced it. */
  superseded: boolean;
}

export interface ManagedKeyResource {
  type: "key";
  id: string;
  attributes: ManagedKey;
  links: ResourceLinks;
}

/** Manglik of a birth. */
export interface Manglik {
  /** Whether Mars is in one of the houses from lagna, Moon or Venus, before any cancellation. */
  isManglik: boolean;
  /** Sign of Mars. */
  mars: SignId;
  /** House of Mars from the sign of the lagna. */
  houseFromLagna: number;
  /** House of Mars from the sign of the Moon. */
  houseFromMoon: number;
  /** House of Mars from the sign of Venus. */
  houseFromVenus: number;
  /** Points from which the house counts. */
  from: ManglikFrom[];
  /** Rules that cancel it. */
  cancelledBy: ManglikCancellation[];
}

export type ManglikCancellation = "mars-in-own-sign" | "mars-exalted" | "both-manglik";

export type ManglikFrom = "lagna" | "moon" | "venus";

/** Manglik of both. */
export interface ManglikOfBoth {
  /** Of the groom. */
  groom: Manglik;
  /** Of the bride. */
  bride: Manglik;
}

/**
 * Houses of Mars that count for Manglik.
 *
 * - `north`: 1, 4, 7, 8 and 12.
 * - `south`: 2, 4, 7, 8 and 12.
 * - `all`: 1, 2, 4, 7, 8 and 12.
 */
export type ManglikRuleName = "north" | "south" | "all";

/** A fact of a chart, and what changes it. */
export interface Margin {
  /** What the fact is about. */
  kind: MarginKind;
  /**
   * Point: an ID of the chart, `ascendant` or `midheaven`; in a Vedic chart the ID of a graha, or
   * `lagna`.
   */
  point?: string | null;
  /** Other point of an aspect. */
  otherPoint?: string | null;
  /** Aspect. */
  aspect?: string | null;
  /** Divisional chart. */
  varga?: string | null;
  /** Level of the Vimshottari dasha: 1 for the maha dasha. */
  level?: number | null;
  /**
   * What it is: the ID of a sign, a nakshatra or a graha, `rohini-3` for a pada, the number of a
   * house or a tithi, `day` or `night`, `inOrb` or `outOfOrb`.
   */
  value: string;
  /** Minutes of birth time to the nearest change. Null if nothing changes within `withinMinutes`. */
  nearestMinutes?: number | null;
  /** Nearest change if the birth is earlier. Null if there is none within `withinMinutes`. */
  earlier?: MarginChange | null;
  /** Nearest change if the birth is later. Null if there is none within `withinMinutes`. */
  later?: MarginChange | null;
  /** Conventions that change the fact. Absent if none does. */
  changedBy?: MarginConventionChanges | null;
}

/** A change of a fact. */
export interface MarginChange {
  /** Minutes from the birth. */
  minutes: number;
  /** What it becomes. */
  value: string;
}

/** Conventions that change a fact. */
export interface MarginConventionChanges {
  /** Ayanamshas, the one nearest to that of the chart first. */
  ayanamshas?: AyanamshaId[];
  /** Types of lunar node. */
  nodeTypes?: NodeType[];
  /** House systems. */
  houseSystems?: HouseSystemId[];
  /** Divisions into bhavas. */
  bhavaSystems?: BhavaSystem[];
}

/** Conventions of a chart with margins. */
export interface MarginConventions {
  /** Ayanamsha. Null in the tropical zodiac, and if it is user-defined. */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Type of lunar node. */
  nodeType: NodeType;
  /** House system of a Western chart. */
  houseSystem?: HouseSystemId | null;
  /** Division into bhavas of a Vedic chart. */
  bhavaSystem?: BhavaSystem | null;
  /** Length of a year of the dasha, in days. Present with `dashaDate`. */
  dashaYear?: number | null;
}

export type MarginKind = "sign" | "house" | "aspect" | "sect" | "nakshatra" | "pada" | "varga" | "tithi" | "dasha";

/**
 * The astrology whose facts are examined.
 *
 * - `western`: Signs, houses and aspects of a natal chart, sect, Ascendant and Midheaven.
 * - `vedic`: Signs, bhavas, nakshatras, padas and divisional charts of a Vedic chart, the tithi,
 * and the lords of a dasha.
 */
export type MarginSystem = "western" | "vedic";

/** Facts of a chart, the one that changes first before all others. */
export interface Margins {
  /** Birth time in UTC. */
  dateTime: string;
  /** Astrology whose facts these are. */
  system: MarginSystem;
  /** Minutes of birth time examined to each side. */
  withinMinutes: number;
  /** Facts, the one that changes first before all others. */
  facts: Margin[];
  /** Metadata about the calculation. */
  meta: MarginsMeta;
}

/** A birth with a known time, and how to calculate its chart. */
export interface MarginsInput {
  /** Local date and time of birth. The time is required. */
  dateTime: LocalDateTime;
  /** Birthplace. */
  location: Location;
  /** Calendar of the date. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Astrology whose facts are examined. Defaults to `western`. */
  system?: MarginSystem | null;
  /** Minutes of birth time to look to each side. Defaults to 720. */
  withinMinutes?: number | null;
  /** Division into bhavas, with `system: vedic`. Defaults to `whole`. */
  bhavaSystem?: BhavaSystem | null;
  /** Divisional charts, with `system: vedic`. Defaults to D9. */
  vargas?: Varga[] | null;
  /**
   * Date whose lords of the Vimshottari dasha are examined on three levels, in the Gregorian
   * calendar and on the clock of the birthplace, with `system: vedic`. A date without a time means
   * its beginning.
   */
  dashaDate?: LocalDateTime | null;
  /** Length of a year of the dasha, in days. Defaults to 365.25. */
  dashaYear?: number | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** Metadata about margins. */
export interface MarginsMeta {
  /** Instant in UTC. If the time is unknown, the first instant of the day. */
  utc: string;
  /** End of the day or range, in UTC. Present if the time is unknown or for a range. */
  utcEnd?: string | null;
  /** Offset of local time from UTC, such as `+01:19:32`. */
  offset: string;
  /** Offset at the end of a range. Present if clocks were changed in between. */
  offsetEnd?: string | null;
  /**
   * Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
   * belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
   * `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
   * that was never a clock time).
   */
  offsetSource: OffsetSource;
  /** Time zone used, if any. */
  timezone?: string | null;
  /** Source of the time zone: `request` or `coordinates`. */
  timezoneSource?: TimezoneSource | null;
  /** Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`. */
  abbreviation?: string | null;
  /** Whether daylight saving time was in effect. Null if not applicable. */
  dst?: boolean | null;
  /** Reliability of the offset: `high`, `medium` or `low`. */
  confidence: "high" | "medium" | "low";
  /** Version of the tz database. */
  zoneDataVersion: string;
  /**
   * Other readings of the local time that cannot be excluded, and what they change. Present with
   * the warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
   */
  readings?: ClockAlternative[];
  /** Known uncertainties about this time and place. */
  warnings: Warning[];
  /** Ephemeris and the period it covers. */
  ephemeris: Ephemeris;
  /** Delta T (TT minus UT1) in seconds. */
  deltaT: number;
  /**
   * Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
   * Earth's rotation is not measured.
   */
  deltaTUncertainty?: DeltaTUncertainty | null;
  /** Julian date in UT1. */
  julianDateUt1: number;
  /** Julian date in TT. */
  julianDateTt: number;
  /** True obliquity of the ecliptic, in degrees. */
  obliquity?: number | null;
  /** Mean ayanamsha in degrees. Present with a sidereal zodiac. */
  ayanamsha?: number | null;
  /** Conventions used, including defaults. */
  conventions: MarginConventions;
}

export type MatchCancellation = "same-sign-other-nakshatra" | "same-nakshatra-other-sign" | "same-nakshatra-other-pada" | "same-sign-lord" | "friendly-sign-lords";

/** The conventions used. */
export interface MatchConventions {
  /** Ayanamsha. Null if it is user-defined. */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha. Null if `ayanamsha` names a published one. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Which birth is whose. */
  roles: MatchRoles;
  /** Houses of Mars that count for Manglik. */
  manglikRule: ManglikRuleName;
  /** Count of nakshatras that Stree Deergha must exceed. Present with `system: porutham`. */
  streeDeergha?: number | null;
}

export type MatchDosha = "gana" | "bhakoot" | "nadi";

/** Two births and how to match them. */
export interface MatchInput {
  /** Local date and time of the first birth. */
  dateTime1: LocalDateTime;
  /** Place of the first birth. */
  location1: Location;
  /** Calendar of `dateTime1`. Required before 1582-10-15. */
  calendar1?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange1?: ClockChangeName | null;
  /** Local date and time of the second birth. */
  dateTime2: LocalDateTime;
  /** Place of the second birth. */
  location2: Location;
  /** Calendar of `dateTime2`. Required before 1582-10-15. */
  calendar2?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange2?: ClockChangeName | null;
  /** Which birth is whose. Defaults to `groomFirst`. */
  roles?: MatchRoles | null;
  /** System of matching. Defaults to `ashtakoot`. */
  system?: MatchSystem | null;
  /** Ayanamsha. Defaults to `lahiri`. */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Houses of Mars that count for Manglik. Defaults to `all`. */
  manglikRule?: ManglikRuleName | null;
  /**
   * Count of nakshatras from the bride's to the groom's that Stree Deergha must exceed. Printed
   * tables use 7, 9 or 13. Defaults to 9. Only with `system: porutham`.
   */
  streeDeergha?: number | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** Metadata and the conventions used. */
export interface MatchMeta {
  /** Instant in UTC. If the time is unknown, the first instant of the day. */
  utc: string;
  /** End of the day or range, in UTC. Present if the time is unknown or for a range. */
  utcEnd?: string | null;
  /** Offset of local time from UTC, such as `+01:19:32`. */
  offset: string;
  /** Offset at the end of a range. Present if clocks were changed in between. */
  offsetEnd?: string | null;
  /**
   * Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
   * belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
   * `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
   * that was never a clock time).
   */
  offsetSource: OffsetSource;
  /** Time zone used, if any. */
  timezone?: string | null;
  /** Source of the time zone: `request` or `coordinates`. */
  timezoneSource?: TimezoneSource | null;
  /** Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`. */
  abbreviation?: string | null;
  /** Whether daylight saving time was in effect. Null if not applicable. */
  dst?: boolean | null;
  /** Reliability of the offset: `high`, `medium` or `low`. */
  confidence: "high" | "medium" | "low";
  /** Version of the tz database. */
  zoneDataVersion: string;
  /**
   * Other readings of the local time that cannot be excluded, and what they change. Present with
   * the warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
   */
  readings?: ClockAlternative[];
  /** Known uncertainties about this time and place. */
  warnings: Warning[];
  /** Ephemeris and the period it covers. */
  ephemeris: Ephemeris;
  /** Delta T (TT minus UT1) in seconds. */
  deltaT: number;
  /**
   * Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
   * Earth's rotation is not measured.
   */
  deltaTUncertainty?: DeltaTUncertainty | null;
  /** Julian date in UT1. */
  julianDateUt1: number;
  /** Julian date in TT. */
  julianDateTt: number;
  /** True obliquity of the ecliptic, in degrees. */
  obliquity?: number | null;
  /** Mean ayanamsha in degrees. Present with a sidereal zodiac. */
  ayanamsha?: number | null;
  /** Conventions used. */
  conventions: MatchConventions;
}

/** The nakshatra of the Moon. */
export interface MatchNakshatra {
  /** Number, from 1 to 27. */
  number: number;
  /** ID. */
  id: NakshatraId;
  /** Pada, from 1 to 4. */
  pada: number;
  /** Ruler. */
  lord: GrahaId;
}

/** The Moon and the lagna of a birth. */
export interface MatchPerson {
  /** Sidereal longitude of the Moon. */
  moon: number;
  /** Sign of the Moon. */
  moonSign: SignId;
  /** Ruler of the sign of the Moon. */
  moonSignLord: GrahaId;
  /** Nakshatra of the Moon. */
  nakshatra: MatchNakshatra;
  /** Sign of the lagna. */
  lagna: SignId;
}

/**
 * Which birth is whose.
 *
 * - `groomFirst`: The first birth is the groom's, the second the bride's.
 * - `brideFirst`: The first birth is the bride's, the second the groom's.
 */
export type MatchRoles = "groomFirst" | "brideFirst";

/**
 * System of matching.
 *
 * - `ashtakoot`: Eight kootas, 36 points.
 * - `porutham`: Ten poruthams of southern India.
 */
export type MatchSystem = "ashtakoot" | "porutham";

/** A JSON-RPC message. */
export interface McpMessage {
  /** Version of JSON-RPC. */
  jsonrpc: JsonRpcVersion;
  /** Id of a request. A message without one is a notification and gets no answer. */
  id?: McpRequestId;
  /** Method of a request or notification, such as `tools/call`. */
  method?: string | null;
  /** Parameters of the method. */
  params?: McpParameters | null;
  /** Result of a request of the server. There are none, so it is ignored. */
  result?: McpParameters | null;
  /** Error of a request of the server. There are none, so it is ignored. */
  error?: McpParameters | null;
}

/** Depends on the method. */
export type McpParameters = Record<string, unknown>;

export interface McpPostResponse {
  jsonrpc: "2.0";
  id?: string | number | null;
  /** Result of a request. */
  result?: Record<string, unknown>;
  /** Error of a request. */
  error?: {
    code: number;
    message: string;
  };
}

/** The id of a request. */
export type McpRequestId = string | number;

/** The signed-in user. */
export interface Me {
  email: string;
  /** Time at which the email address was verified. */
  emailVerifiedAt?: string | null;
  /** Email address that you want to change to and have not confirmed yet. */
  newEmail?: string | null;
  name: string;
  /** Whether the user is an operator. */
  operator: boolean;
  /** Whether signing in requires a second factor. */
  secondFactor: boolean;
  /** Language of the dashboard. */
  language: LanguageChoice;
  /** Theme of the dashboard. */
  theme: ThemeChoice2;
  /** Time zone of the dashboard, such as `Europe/Amsterdam`; `auto` for that of the browser. */
  timeZone: string;
  /** Whether the setup checklist of the dashboard is hidden. */
  checklistHidden: boolean;
  createdAt: string;
}

export interface MeGetResponse {
  data: MeResource;
}

/** Input of `me_organizations`. */
export interface MeOrganizationsParams {
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface MeOrganizationsResponse {
  data: MembershipResource[];
  links: PageLinks;
  meta: PageMeta;
}

export interface MeResource {
  type: "user";
  id: string;
  attributes: Me;
  links: ResourceLinks;
}

/** Changes to your profile. */
export interface MeUpdateRequest {
  name?: Name | null;
  /** Language of the dashboard. */
  language?: LanguageChoice | null;
  /** Theme of the dashboard. */
  theme?: ThemeChoice2 | null;
  /** Time zone of the dashboard: a name of the tz database, or `auto` for that of the browser. */
  timeZone?: string | null;
  /** Whether to hide the setup checklist of the dashboard. */
  checklistHidden?: boolean | null;
}

export interface MeUpdateResponse {
  data: MeResource;
}

/** A member. */
export interface Member {
  name: string;
  email: string;
  role: "owner" | "manager" | "member";
  secondFactor: boolean;
  /** Whether an operator has disabled the account. */
  disabled: boolean;
  since: string;
}

/** Input of `member_list`. */
export interface MemberListParams {
  /** ID of the organization. */
  org: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface MemberListResponse {
  data: MemberResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Input of `member_remove`. */
export interface MemberRemoveParams {
  /** ID of the organization. */
  org: string;
  /** ID of the user. */
  user: string;
}

export interface MemberResource {
  type: "member";
  id: string;
  attributes: Member;
  links: ResourceLinks;
}

/** A new role for a member. */
export interface MemberUpdateBody {
  role: Role;
}

/** Input of `member_update`. */
export interface MemberUpdateParams {
  /** ID of the organization. */
  org: string;
  /** ID of the user. */
  user: string;
  role: Role;
}

/** An organization that the user belongs to. */
export interface Membership {
  name: string;
  status: "active" | "suspended" | "closed";
  role: "owner" | "manager" | "member";
  /** Whether the organization requires a second factor. */
  requireSecondFactor: boolean;
  since: string;
}

export interface MembershipResource {
  type: "membership";
  id: string;
  attributes: Membership;
  links: ResourceLinks;
}

/** Metadata about a calculation. */
export interface Meta {
  /** Instant in UTC. If the time is unknown, the first instant of the day. */
  utc: string;
  /** End of the day or range, in UTC. Present if the time is unknown or for a range. */
  utcEnd?: string | null;
  /** Offset of local time from UTC, such as `+01:19:32`. */
  offset: string;
  /** Offset at the end of a range. Present if clocks were changed in between. */
  offsetEnd?: string | null;
  /**
   * Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
   * belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
   * `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
   * that was never a clock time).
   */
  offsetSource: OffsetSource;
  /** Time zone used, if any. */
  timezone?: string | null;
  /** Source of the time zone: `request` or `coordinates`. */
  timezoneSource?: TimezoneSource | null;
  /** Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`. */
  abbreviation?: string | null;
  /** Whether daylight saving time was in effect. Null if not applicable. */
  dst?: boolean | null;
  /** Reliability of the offset: `high`, `medium` or `low`. */
  confidence: "high" | "medium" | "low";
  /** Version of the tz database. */
  zoneDataVersion: string;
  /**
   * Other readings of the local time that cannot be excluded, and what they change. Present with
   * the warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
   */
  readings?: ClockAlternative[];
  /** Known uncertainties about this time and place. */
  warnings: Warning[];
  /** Ephemeris and the period it covers. */
  ephemeris: Ephemeris;
  /** Delta T (TT minus UT1) in seconds. */
  deltaT: number;
  /**
   * Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
   * Earth's rotation is not measured.
   */
  deltaTUncertainty?: DeltaTUncertainty | null;
  /** Julian date in UT1. */
  julianDateUt1: number;
  /** Julian date in TT. */
  julianDateTt: number;
  /** True obliquity of the ecliptic, in degrees. */
  obliquity?: number | null;
  /** Mean ayanamsha in degrees. Present with a sidereal zodiac. */
  ayanamsha?: number | null;
}

/**
 * Progression method.
 *
 * - `secondary`: Secondary progressions: one day after birth corresponds to one year of life.
 * - `tertiary`: Tertiary progressions: one day after birth corresponds to one lunar month.
 * - `minor`: Minor progressions: one lunar month corresponds to one year.
 * - `solar-arc`: Solar arc directions: every point moves by the arc of the secondary progressed
 * Sun.
 */
export type MethodName = "secondary" | "tertiary" | "minor" | "solar-arc";

/** A calculated place. */
export interface MiddlePlace {
  /** Latitude in degrees, positive north. */
  latitude: number;
  /** Longitude in degrees, positive east. */
  longitude: number;
}

/** A midpoint of two points. */
export interface Midpoint {
  /** First point. */
  pointA: PointId;
  /** Second point. */
  pointB: PointId;
  /** Longitude of the nearer midpoint, in degrees. */
  longitude: number;
  /** Sign of the midpoint. */
  sign: SignId;
}

/** A module. */
export interface Module {
  name: string;
  /** Type: `calculation`, `report`, `chart` or `content`. */
  category: "calculation" | "report" | "chart" | "content";
  /** Whether the caller can use it. */
  enabled: boolean;
  /** Source of the module, or the last one: `plan`, `operator` or `purchase`. */
  source?: ModuleSource | null;
  /** End of the grant, past or future. */
  expiresAt?: string | null;
  /** Capabilities of the module. */
  capabilities: string[];
  /** Operations that require one of its capabilities. */
  operations: string[];
  /** Price of the module without a plan. Null if only the operator grants it. */
  price?: ModulePrice | null;
}

/** Input of `module_get`. */
export interface ModuleGetParams {
  /** ID of the module. */
  module: string;
}

export interface ModuleGetResponse {
  data: ModuleWithUseResource;
}

/** A granted module. */
export interface ModuleGrant {
  /** ID of the module. */
  module: string;
  /** Source of the grant: `operator` or `purchase`. */
  source: "operator" | "purchase";
  grantedAt: string;
  /** End of the grant. Null if it does not end. */
  expiresAt?: string | null;
}

export interface ModuleGrantResource {
  type: "module-grant";
  id: string;
  attributes: ModuleGrant;
  links: ResourceLinks;
}

/** Input of `module_list`. */
export interface ModuleListParams {
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface ModuleListResponse {
  data: ModuleResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Price of a module. */
export interface ModulePrice {
  /** Price of one period, in minor units. */
  amount: number;
  currency: string;
  /** Length of a period. */
  days: number;
}

export interface ModulePurchaseBody {
  /** Number of periods to buy. */
  periods?: number;
  /**
   * Total price in minor units, as shown before. If the actual price differs, the purchase is
   * rejected.
   */
  amount?: number | null;
}

/** Input of `module_purchase`. */
export interface ModulePurchaseParams {
  /** ID of the organization. */
  org: string;
  /** ID of the module, such as `content-premium`. */
  module: string;
  /** Number of periods to buy. */
  periods?: number;
  /**
   * Total price in minor units, as shown before. If the actual price differs, the purchase is
   * rejected.
   */
  amount?: number | null;
}

export interface ModulePurchaseResponse {
  data: ModuleResource;
  meta?: Record<string, unknown>;
}

export interface ModuleResource {
  type: "module";
  id: string;
  attributes: Module;
  links: ResourceLinks;
}

export type ModuleSource = "plan" | "operator" | "purchase";

/** Usage. */
export interface ModuleUse {
  /** Month, in UTC. */
  period: string;
  /** Number of counted requests. */
  requests: number;
  /** Units charged. */
  units: number;
}

/** A module and its usage. */
export interface ModuleWithUse {
  name: string;
  /** Type: `calculation`, `report`, `chart` or `content`. */
  category: "calculation" | "report" | "chart" | "content";
  /** Whether the caller can use it. */
  enabled: boolean;
  /** Source of the module, or the last one: `plan`, `operator` or `purchase`. */
  source?: ModuleSource | null;
  /** End of the grant, past or future. */
  expiresAt?: string | null;
  /** Capabilities of the module. */
  capabilities: string[];
  /** Operations that require one of its capabilities. */
  operations: string[];
  /** Price of the module without a plan. Null if only the operator grants it. */
  price?: ModulePrice | null;
  /** Usage of its operations in this month, whichever module grants them. */
  use: ModuleUse;
}

export interface ModuleWithUseResource {
  type: "module";
  id: string;
  attributes: ModuleWithUse;
  links: ResourceLinks;
}

/** An exact aspect of the Moon. */
export interface MoonAspect {
  /** Time, in UTC. */
  dateTime: string;
  /** The other body. */
  point: string;
  /** Type of aspect. */
  aspect: AspectId;
  /** Title of the other body. Present if `includeReadableEntities` is `true`. */
  pointTitle?: string | null;
  /** Title of the aspect. Present if `includeReadableEntities` is `true`. */
  aspectTitle?: string | null;
}

/** The Moon on several days. */
export interface MoonCalendar {
  /** One entry per day. */
  days: MoonDay[];
  /** Metadata about the calculation. */
  meta: Meta;
}

/**
 * Center used for the Moon's position.
 *
 * - `geocentric`: Seen from the center of the Earth.
 * - `topocentric`: Seen from the location of the chart, up to one degree away.
 */
export type MoonCenter = "geocentric" | "topocentric";

/** The Moon on one day. */
export interface MoonDay {
  /** Local date, in the Gregorian calendar. */
  date: string;
  /** First instant of the day, in UTC. */
  start: string;
  /** End of the day, in UTC. */
  end: string;
  /** The Moon at the given time, or at the start of the day if no time is given. */
  moon: MoonOfDay;
  /** Signs of the Moon during the day, each with the whole period in that sign. */
  signs: SignStay[];
  /** Void of course. */
  voidOfCourse: VoidOfCourse;
  /** Exact aspects on the day. */
  aspects: MoonAspect[];
  /** Principal phases on the day. */
  principalPhases: PrincipalPhase[];
  /** Time of rise, in UTC. Null if it does not rise on this day. */
  rise?: string | null;
  /** Time of set, in UTC. Null if it does not set on this day. */
  set?: string | null;
  /** Time of culmination, in UTC. Null if it does not culminate on this day. */
  transit?: string | null;
  /** `crosses`, `always-up` (never sets) or `always-down` (never rises) on this day. */
  horizon: "crosses" | "always-up" | "always-down";
  /** Interpretation of the phase. Present if `includeText` is `true`. */
  text?: Text | null;
}

/** The Moon on one day, with metadata. */
export interface MoonDayAnswer {
  /** Local date, in the Gregorian calendar. */
  date: string;
  /** First instant of the day, in UTC. */
  start: string;
  /** End of the day, in UTC. */
  end: string;
  /** The Moon at the given time, or at the start of the day if no time is given. */
  moon: MoonOfDay;
  /** Signs of the Moon during the day, each with the whole period in that sign. */
  signs: SignStay[];
  /** Void of course. */
  voidOfCourse: VoidOfCourse;
  /** Exact aspects on the day. */
  aspects: MoonAspect[];
  /** Principal phases on the day. */
  principalPhases: PrincipalPhase[];
  /** Time of rise, in UTC. Null if it does not rise on this day. */
  rise?: string | null;
  /** Time of set, in UTC. Null if it does not set on this day. */
  set?: string | null;
  /** Time of culmination, in UTC. Null if it does not culminate on this day. */
  transit?: string | null;
  /** `crosses`, `always-up` (never sets) or `always-down` (never rises) on this day. */
  horizon: "crosses" | "always-up" | "always-down";
  /** Interpretation of the phase. Present if `includeText` is `true`. */
  text?: Text | null;
  /** Metadata about the calculation. */
  meta: Meta;
}

/** A day and a place. */
export interface MoonDayInput {
  /** A date, or a date and time. With a time, `moon` and `isVoid` refer to that time. */
  dateTime: LocalDateTime;
  /** Location. Its time zone defines the day. */
  location: Location;
  /** Calendar of the date. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Planets whose aspects count for void of course. Defaults to `modern`. */
  voidPlanets?: VoidPlanets | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** The Moon. */
export interface MoonNow {
  /** Phase, one of eight. */
  phase: PhaseId;
  /** Title of the phase. Present if `includeReadableEntities` is `true`. */
  phaseTitle?: string | null;
  /** Illuminated fraction of the disc. */
  illumination: number;
  /** Age of the Moon: days since the exact new Moon. */
  age: number;
  /** Longitude in degrees. */
  longitude: number;
  /** Sign. */
  sign: SignId;
  /** Title of the sign. Present if `includeReadableEntities` is `true`. */
  signTitle?: string | null;
  /** Geocentric distance in astronomical units. */
  distance: number;
  /** Geocentric apparent diameter in degrees. */
  diameter: number;
  /** Time of rise, in UTC. Null if it does not rise on this day. */
  rise?: string | null;
  /** Time of set, in UTC. Null if it does not set on this day. */
  set?: string | null;
  /** Time of culmination, in UTC. Null if it does not culminate on this day. */
  transit?: string | null;
  /** `crosses`, `always-up` (never sets) or `always-down` (never rises) on this day. */
  horizon: "crosses" | "always-up" | "always-down";
  /** Interpretation of the phase. Present if `includeText` is `true`. */
  text?: Text | null;
}

/** The Moon at the given time, or at the start of the day. */
export interface MoonOfDay {
  /** Sign. */
  sign: SignId;
  /** Title of the sign. Present if `includeReadableEntities` is `true`. */
  signTitle?: string | null;
  /** Time the Moon entered the sign, in UTC. */
  signEntry?: string | null;
  /** Time the Moon leaves the sign, in UTC. */
  signExit?: string | null;
  /** Phase. A day with a principal phase is named after it. */
  phase: PhaseOfDay;
}

/** A range of days and a place. */
export interface MoonRangeInput {
  /** First day. */
  startDate: LocalDateTime;
  /** Last day. The range covers at most 31 days. */
  endDate: LocalDateTime;
  /** Location. Its time zone defines the days. */
  location: Location;
  /** Calendar of both dates. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /** Planets whose aspects count for void of course. Defaults to `modern`. */
  voidPlanets?: VoidPlanets | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** The Sun and the Moon. */
export interface MoonSun {
  /** The Moon. */
  moon: MoonNow;
  /** The Sun. */
  sun: SunNow;
  /** The next occurrence of each principal phase, in chronological order. */
  nextPhases: PrincipalPhase[];
  /** The previous occurrence of each principal phase, in chronological order. */
  previousPhases: PrincipalPhase[];
  /** Metadata about the calculation. */
  meta: Meta;
}

/** A time and a place. */
export interface MoonSunInput {
  /** Local date and time. A date without a time means its first instant. */
  dateTime: LocalDateTime;
  /** Location. */
  location: Location;
  /** Calendar of the date. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** Nakshatra (lunar mansion) of a point. */
export interface Nakshatra {
  /** ID of the point. */
  pointId: PointId;
  /** Number of the nakshatra, 1 to 27. */
  number: number;
  /** Name of the nakshatra. */
  name: string;
  /** Pada (quarter), 1 to 4. */
  pada: number;
  /** Lord in the Vimshottari order. */
  lord: string;
}

export type NakshatraId = "ashwini" | "bharani" | "krittika" | "rohini" | "mrigashira" | "ardra" | "punarvasu" | "pushya" | "ashlesha" | "magha" | "purva-phalguni" | "uttara-phalguni" | "hasta" | "chitra" | "swati" | "vishakha" | "anuradha" | "jyeshtha" | "mula" | "purva-ashadha" | "uttara-ashadha" | "shravana" | "dhanishta" | "shatabhisha" | "purva-bhadrapada" | "uttara-bhadrapada" | "revati";

export type Name = string;

/** A natal chart. */
export interface Natal {
  /** Birth time in UTC. If the time is unknown, the start of the day. */
  dateTime: string;
  /** Points by ID. */
  points: Record<string, Point>;
  /** Angles by ID. They are never taken from house cusps. */
  angles?: Record<string, Cusp> | null;
  /** Houses. */
  houses?: Houses | null;
  /** Aspects between the points. */
  aspects: ChartAspect[];
  /** Aspect patterns formed by the bodies. */
  patterns: ChartPattern[];
  /** Phase of the Moon. */
  lunarPhase?: LunarPhase | null;
  /** Sect of the chart: `day` or `night`. */
  sect?: Sect | null;
  /** Number of points from Sun to Pluto in each element and mode. */
  balance: Balance;
  /** Rulers of the Ascendant's sign and of the house cusps. */
  rulers?: Rulers | null;
  /** Midpoints. Present if `include` contains `midpoints`. */
  midpoints?: Midpoint[] | null;
  /** Antiscia. Present if `include` contains `antiscia`. */
  antiscia?: Antiscia[] | null;
  /** Conjunctions with fixed stars within one degree. Present if `include` contains `stars`. */
  stars?: StarConjunction[] | null;
  /** Dignities at the position of each point. Present if `include` contains `dignities`. */
  dignities?: PlaceDignities[] | null;
  /** Nakshatras (lunar mansions). Present if `include` contains `nakshatras`. */
  nakshatras?: Nakshatra[] | null;
  /** The most important texts in reading order. Present if `includeText` is `true`. */
  reading?: ReadingEntry[] | null;
  /** The texts as one reading. Present if `includeReading` is `true`. */
  composedReading?: ComposedReading | null;
  /**
   * Facts of the chart and how much earlier or later the birth must be to change them, within 720
   * minutes. Present if `include` has `margins` and the birth time is known.
   */
  margins?: Margin[] | null;
  /** Link to the chart image. */
  chart: ImageAddress;
  /** Metadata about the calculation. */
  meta: Meta;
}

/** The time and place of a birth, and how to calculate its chart. */
export interface NatalInput {
  /**
   * Local date and time of birth: `YYYY-MM-DDTHH:mm`, optionally with seconds, fractions and an
   * offset. A date without a time means that the birth time is unknown.
   */
  dateTime: LocalDateTime;
  /** Birthplace. */
  location: Location;
  /** Calendar of the date. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** The input of an operation without input. */
export interface NoInput {
}

export type NodeExaltation = "taurus" | "gemini" | "none";

export type NodeType = "true" | "mean";

/** The numbers of two people compared. */
export interface NumerologyCompatibility {
  /** Score from 0 to 100: the mean of the scores of `pairs`, by their weights. */
  score: number;
  /** The numbers that both people have. */
  pairs: NumerologyPair[];
  /** Numbers of the first person. */
  person1: NumerologyCoreNumbers;
  /** Numbers of the second person. */
  person2: NumerologyCoreNumbers;
  /** Interpretation of the two life paths. Present if `includeText` is `true`. */
  text?: Text | null;
  /** Conventions and how the names were read. */
  meta: NumerologyCompatibilityMeta;
}

/** How two people were compared. */
export interface NumerologyCompatibilityMeta {
  /** Conventions used. */
  conventions: NumerologyConventions;
  /** How the first name was read. Null without a name. */
  transliteration1?: NumerologyLetters | null;
  /** How the second name was read. Null without a name. */
  transliteration2?: NumerologyLetters | null;
  /** Warnings about the result. */
  warnings: Warning[];
}

export interface NumerologyCompatibilityResponse {
  data: NumerologyCompatibility;
}

/** The conventions that were used. */
export interface NumerologyConventions {
  /** System of letter values. */
  system: NumerologySystem;
  /** How the life path number was calculated. */
  reduction: NumerologyReduction;
  /** Which steps kept master numbers unreduced. */
  masterNumbers: NumerologyMasterNumbers;
  /** How the values of the names were combined. */
  nameReduction: NumerologyNameReduction;
  /** When Y counted as a vowel. */
  y: NumerologyY;
}

/** The core numbers of a person. */
export interface NumerologyCoreNumbers {
  /** Of the date of birth. */
  lifePathNumber: NumerologyNumber;
  /** Of all letters. Null without a name. */
  expressionNumber?: NumerologyNumber | null;
  /** Of the vowels. Null without a name or without vowels. */
  soulUrgeNumber?: NumerologyNumber | null;
  /** Of the consonants. Null without a name or without consonants. */
  personalityNumber?: NumerologyNumber | null;
  /** Of the day of birth. */
  birthdayNumber: NumerologyNumber;
}

/** A karmic debt. */
export interface NumerologyDebt {
  /** 13, 14, 16 or 19. */
  value: number;
  /** Interpretation. Present if `includeText` is `true`. */
  text?: Text | null;
}

/** How a name was read. */
export interface NumerologyLetters {
  /** The letters that were added, in lower case without diacritics. */
  letters: string;
  /** Whether the name was transliterated from another script than Latin. */
  transliterated: boolean;
}

/** The texts of lists of numbers. */
export interface NumerologyListTexts {
  /** Of the karmic lessons, in their order. */
  karmicLessons: Text[];
  /** Of the hidden passion, in its order. */
  hiddenPassion: Text[];
}

/**
 * Which steps keep the master numbers 11, 22 and 33 unreduced.
 *
 * - `final`: Only as a result.
 * - `parts`: As a result, and in the month, day, year and words of a name that are added to it.
 * - `none`: Nowhere.
 */
export type NumerologyMasterNumbers = "final" | "parts" | "none";

/** How a profile was calculated. */
export interface NumerologyMeta {
  /** Conventions used. */
  conventions: NumerologyConventions;
  /** Date of the personal numbers. */
  forDate: string;
  /** Source of `forDate`. */
  forDateSource: "request" | "today";
  /** How the name was read. */
  transliteration: NumerologyLetters;
  /** Warnings about the result. */
  warnings: Warning[];
}

/**
 * How the values of the names are combined.
 *
 * - `total`: The letters of the whole name are added.
 * - `perName`: Each word is reduced before the words are added.
 */
export type NumerologyNameReduction = "total" | "perName";

/** A number and how it was calculated. */
export interface NumerologyNumber {
  /** The number: 1 to 9, or a master number (11, 22 or 33). */
  value: number;
  /** Whether the number is 11, 22 or 33. */
  isMasterNumber: boolean;
  /**
   * Whether the sum passed through 13, 14, 16 or 19. Only for life path, expression, soul urge,
   * personality and birthday, and false for the other numbers.
   */
  isKarmicDebt: boolean;
  /**
   * The sum before its first reduction. Equal to `value` if nothing was reduced. Personal numbers
   * have no master numbers, so a sum of 11, 22 or 33 counts as its digit.
   */
  reducedFrom: number;
  /** The compound number. Only in the Chaldean system. */
  compound?: number | null;
  /**
   * Every step of the calculation, separated by semicolons, such as `1 + 9 = 10; 1 + 0 = 1`. The
   * value alone if nothing was added.
   */
  calculation: string;
  /** Interpretation of the number. Present if `includeText` is `true`. */
  text?: Text | null;
}

/** One number of two people. */
export interface NumerologyPair {
  /** Which number is compared. */
  number: "lifePathNumber" | "soulUrgeNumber" | "expressionNumber" | "personalityNumber" | "birthdayNumber";
  /** Value of the first person. */
  value1: number;
  /** Value of the second person. */
  value2: number;
  /**
   * How the numbers agree, master numbers as their digit: `same`, `concord` (both of 1 5 7, 2 4 8
   * or 3 6 9), `parity` (both odd or both even) or `contrast`.
   */
  accord: "same" | "concord" | "parity" | "contrast";
  /** 90 for `same`, 100 for `concord`, 60 for `parity`, 35 for `contrast`. */
  score: number;
  /** Weight in the total score. */
  weight: number;
}

/** The numbers of one person. */
export interface NumerologyProfile {
  /** Of the date of birth. */
  lifePathNumber: NumerologyNumber;
  /** Of all letters of the name. */
  expressionNumber: NumerologyNumber;
  /** Of the vowels. Null if the name has none. */
  soulUrgeNumber?: NumerologyNumber | null;
  /** Of the consonants. Null if the name has none. */
  personalityNumber?: NumerologyNumber | null;
  /** Of the day of birth. */
  birthdayNumber: NumerologyNumber;
  /** Of life path and expression together. */
  maturityNumber: NumerologyNumber;
  /** Of the year of `forDate`. */
  personalYear: NumerologyNumber;
  /** Of the month of `forDate`. */
  personalMonth: NumerologyNumber;
  /** Of the day of `forDate`. */
  personalDay: NumerologyNumber;
  /** Karmic debts among the five core numbers. */
  karmicDebts: NumerologyDebt[];
  /** Numbers from 1 to 9 that no letter of the name has. Null in the Chaldean system. */
  karmicLessons?: number[] | null;
  /** The most frequent numbers of the letters. Null in the Chaldean system. */
  hiddenPassion?: number[] | null;
  /** Interpretations of `karmicLessons` and `hiddenPassion`. Present if `includeText` is `true`. */
  texts?: NumerologyListTexts | null;
  /** The four pinnacles. */
  pinnacles: NumerologyStage[];
  /** The three period cycles. */
  periodCycles: NumerologyStage[];
  /** The four challenges, from 0 to 8. */
  challenges: NumerologyStage[];
  /** Link to the card image. */
  chart: ImageAddress;
  /** Conventions and how the name was read. */
  meta: NumerologyMeta;
}

export interface NumerologyProfileResponse {
  data: NumerologyProfile;
}

/**
 * How the life path number is calculated.
 *
 * - `parts`: Month, day and year are reduced before they are added.
 * - `digits`: All digits of the date are added.
 */
export type NumerologyReduction = "parts" | "digits";

/** A number that holds for some years. */
export interface NumerologyStage {
  /** The number: 1 to 9, or a master number (11, 22 or 33). */
  value: number;
  /** Whether the number is 11, 22 or 33. */
  isMasterNumber: boolean;
  /**
   * Whether the sum passed through 13, 14, 16 or 19. Only for life path, expression, soul urge,
   * personality and birthday, and false for the other numbers.
   */
  isKarmicDebt: boolean;
  /**
   * The sum before its first reduction. Equal to `value` if nothing was reduced. Personal numbers
   * have no master numbers, so a sum of 11, 22 or 33 counts as its digit.
   */
  reducedFrom: number;
  /** The compound number. Only in the Chaldean system. */
  compound?: number | null;
  /**
   * Every step of the calculation, separated by semicolons, such as `1 + 9 = 10; 1 + 0 = 1`. The
   * value alone if nothing was added.
   */
  calculation: string;
  /** Interpretation of the number. Present if `includeText` is `true`. */
  text?: Text | null;
  /** Age in years at which it begins. */
  fromAge: number;
  /** Age at which it ends. Null for the last. */
  toAge?: number | null;
}

/**
 * Values of letters.
 *
 * - `pythagorean`: A to I are 1 to 9, J to R are 1 to 9, S to Z are 1 to 8.
 * - `chaldean`: Values from 1 to 8 by sound. It has compound numbers, but no master numbers, karmic
 * lessons or hidden passion.
 */
export type NumerologySystem = "pythagorean" | "chaldean";

/**
 * When the letter Y counts as a vowel.
 *
 * - `context`: A vowel if no A, E, I, O or U is next to it in its word.
 * - `always`: Always a vowel.
 * - `never`: Never a vowel.
 */
export type NumerologyY = "context" | "always" | "never";

export type OffsetSource = "zone" | "jurisdiction" | "localMeanTimeOfZone" | "localMeanTime" | "localApparentTime" | "stated" | "computed";

/** An OpenAPI 3.1 document. */
export type OpenApiDocument = Record<string, unknown>;

/** Input of `openapi_part_get`. */
export interface OpenapiPartGetParams {
  /** A group of operations, or `reference.json` for all of them. */
  document: "calculations.json" | "numerology.json" | "horoscopes.json" | "chart-images.json" | "pdf-reports.json" | "places.json" | "content.json" | "modules.json" | "key.json" | "management.json" | "billing.json" | "installation.json" | "agents.json" | "chat.json" | "service.json" | "reference.json";
}

/** An organization, as operators see it. */
export interface OperatedOrganization {
  name: string;
  plan: string;
  /** Status: `active`, `suspended` by the operator, or `closed` by its owners. */
  status: "active" | "suspended" | "closed";
  /** Custom rate limits. Null for those of the plan. */
  rates?: string[] | null;
  /** Custom units per month. Null for those of the plan. */
  quota?: number | null;
  /** Custom units above the quota. Null for those of the plan. */
  overage?: number | null;
  /** Custom units per month for test keys. Null for those of the installation. */
  testAllowance?: number | null;
  /** Whether members need a second factor. */
  requireSecondFactor: boolean;
  createdAt: string;
  used: UsedNow;
}

/** An organization to create. Omitted or null terms follow the plan. */
export interface OperatedOrganizationCreateRequest {
  name: Name;
  plan: string;
  quota?: number | null;
  overage?: number | null;
  testAllowance?: number | null;
  /** Rate limits of all keys together, such as `60/60s`. */
  rates?: Rate[] | null;
}

export interface OperatedOrganizationResource {
  type: "operated-organization";
  id: string;
  attributes: OperatedOrganization;
  links: ResourceLinks;
}

/**
 * Status that an operator can set.
 *
 * - `active`: The organization's keys work.
 * - `suspended`: The organization's keys are rejected until it is active again.
 */
export type OperatedStatus = "active" | "suspended";

/** An account, as operators see it. */
export interface OperatedUser {
  email: string;
  /** Time at which the email address was verified. */
  emailVerifiedAt?: string | null;
  name: string;
  /** Whether the user is an operator. */
  operator: boolean;
  /** Whether signing in requires a second factor. */
  secondFactor: boolean;
  /** Time at which an operator disabled the account. */
  disabledAt?: string | null;
  createdAt: string;
  /** Link to choose a password, valid for a day. Shown only once, in the response that creates it. */
  link?: string | null;
}

export interface OperatedUserResource {
  type: "operated-user";
  id: string;
  attributes: OperatedUser;
  links: ResourceLinks;
}

/**
 * Orbs in degrees, by aspect or by class of point. If classes are given, the orb of a pair is the
 * mean of both points' orbs.
 */
export interface OrbFields {
  /** Orb for conjunctions, in degrees. */
  conjunction?: number | null;
  /** Orb for sextiles, in degrees. */
  sextile?: number | null;
  /** Orb for squares, in degrees. */
  square?: number | null;
  /** Orb for trines, in degrees. */
  trine?: number | null;
  /** Orb for oppositions, in degrees. */
  opposition?: number | null;
  /** Orb for semisextiles, in degrees. */
  semisextile?: number | null;
  /** Orb for semisquares, in degrees. */
  semisquare?: number | null;
  /** Orb for quintiles, in degrees. */
  quintile?: number | null;
  /** Orb for sesquisquares, in degrees. */
  sesquisquare?: number | null;
  /** Orb for biquintiles, in degrees. */
  biquintile?: number | null;
  /** Orb for quincunxes, in degrees. */
  quincunx?: number | null;
  /** Orb for septiles, in degrees. */
  septile?: number | null;
  /** Orb for noviles, in degrees. */
  novile?: number | null;
  /** Orb for parallels, in degrees. */
  parallel?: number | null;
  /** Orb for contraparallels, in degrees. */
  contraparallel?: number | null;
  /** Orb for luminaries, in degrees. */
  luminary?: number | null;
  /** Orb for personal planets, in degrees. */
  personal?: number | null;
  /** Orb for social planets, in degrees. */
  social?: number | null;
  /** Orb for outer planets, in degrees. */
  outer?: number | null;
  /** Orb for minor planets, in degrees. */
  minor?: number | null;
  /** Orb for lunar nodes and apogees, in degrees. */
  node?: number | null;
  /** Orb for angles, in degrees. */
  angle?: number | null;
  /** Orb for lots, in degrees. */
  lot?: number | null;
  /** Orb for fixed stars, in degrees. */
  star?: number | null;
}

/** Input of `org_close`. */
export interface OrgCloseParams {
  /** ID of the organization. */
  org: string;
}

export interface OrgCreateResponse {
  data: OrganizationResource;
  meta?: Record<string, unknown>;
}

/** Input of `org_get`. */
export interface OrgGetParams {
  /** ID of the organization. */
  org: string;
}

export interface OrgGetResponse {
  data: OrganizationResource;
}

/** Input of `org_module_list`. */
export interface OrgModuleListParams {
  /** ID of the organization. */
  org: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface OrgModuleListResponse {
  data: ModuleResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Input of `org_policy_update`. */
export interface OrgPolicyUpdateParams {
  /** ID of the organization. */
  org: string;
  requireSecondFactor: boolean;
}

export interface OrgPolicyUpdateResponse {
  data: OrganizationResource;
}

/** Input of `org_update`. */
export interface OrgUpdateParams {
  /** ID of the organization. */
  org: string;
  name: Name;
}

export interface OrgUpdateResponse {
  data: OrganizationResource;
}

/** An organization. */
export interface Organization {
  name: string;
  /** Status: `active`, `suspended` by the operator, or `closed` by its owners. */
  status: "active" | "suspended" | "closed";
  plan: string;
  /** Your role in the organization. */
  role: "owner" | "manager" | "member";
  /** Your permissions in the organization. */
  permissions: string[];
  /** Whether members need a second factor. */
  requireSecondFactor: boolean;
  createdAt: string;
}

/** An organization to create. */
export interface OrganizationCreateRequest {
  name: Name;
}

/** Requirements for members. */
export interface OrganizationPolicyRequest {
  requireSecondFactor: boolean;
}

/** An organization by ID and name. */
export interface OrganizationReference {
  id: string;
  name: string;
}

export interface OrganizationResource {
  type: "organization";
  id: string;
  attributes: Organization;
  links: ResourceLinks;
}

/** Changes to an organization. */
export interface OrganizationUpdateRequest {
  name: Name;
}

/** An unsent email. */
export interface OutboxMail {
  recipient: string;
  /**
   * Type: `invitation`, `verify_email`, `reset_password` or `alert`, or for notices `new_sign_in`,
   * `password_changed`, `second_factor_on`, `second_factor_off`, `recovery_codes_renewed` or
   * `key_created`.
   */
  kind: string;
  createdAt: string;
  /** Number of attempts to send it. */
  attempts: number;
  /** Error of the last attempt. */
  lastError?: string | null;
  /** Time at which the attempts ended. */
  givenUpAt?: string | null;
  /** Link in the email. Anyone who has the link can use it. */
  link?: string | null;
}

export interface OutboxMailResource {
  type: "mail";
  id: string;
  attributes: OutboxMail;
  links: ResourceLinks;
}

export interface PageLinks {
  self: string;
  /** Absent on the last page. */
  next?: string;
}

export interface PageMeta {
  total: number;
}

/** Two births and how to calculate their charts. */
export interface PairInput {
  /** Local date and time of the first birth. */
  dateTime1: LocalDateTime;
  /** Place of the first birth. */
  location1: Location;
  /** Calendar of `dateTime1`. Required before 1582-10-15. */
  calendar1?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime1` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange1?: ClockChangeName | null;
  /** Local date and time of the second birth. */
  dateTime2: LocalDateTime;
  /** Place of the second birth. */
  location2: Location;
  /** Calendar of `dateTime2`. Required before 1582-10-15. */
  calendar2?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime2` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange2?: ClockChangeName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** A panchang with metadata. */
export interface Panchang {
  /** Civil date of the sunrise, in the Gregorian calendar. */
  date: string;
  /** Weekday. */
  vara: Vara;
  /** The day, from sunrise to the next sunrise. The civil day if the Sun does not rise and set. */
  day: LocalSpan;
  /** Sunrise, in UTC. Null if the Sun does not rise. */
  sunrise?: string | null;
  /** Sunset, in UTC. */
  sunset?: string | null;
  /** First moonrise in the day, in UTC. Null if there is none. */
  moonrise?: string | null;
  /** First moonset in the day, in UTC. Null if there is none. */
  moonset?: string | null;
  /** The same on the clock of the place. */
  local: PanchangLocal;
  /** Where the Sun stays during the civil day. Null if it rises or sets. */
  sunStays?: SunStays | null;
  /** Tithis that overlap the day. */
  tithis: AngaTithiId[];
  /** Nakshatras of the Moon that overlap the day. */
  nakshatras: AngaNakshatraId[];
  /** Yogas that overlap the day. */
  yogas: AngaPanchangYogaId[];
  /** Karanas that overlap the day. */
  karanas: AngaKaranaId[];
  /** Signs of the Moon that overlap the day. */
  moonSign: PanchangMoonSign[];
  /** Rahu Kalam. Null without a sunrise, like everything that depends on it. */
  rahuKalam?: LocalSpan | null;
  /** Yamaganda. */
  yamaganda?: LocalSpan | null;
  /** Gulika Kalam. */
  gulika?: LocalSpan | null;
  /** Abhijit: the eighth of fifteen parts of the day. Null on a Wednesday. */
  abhijit?: LocalSpan | null;
  /** Brahma Muhurta: the last but one of fifteen parts of the night before sunrise. */
  brahmaMuhurta?: LocalSpan | null;
  /** Dur Muhurtas: fifteenths of the day, on a Tuesday also of the night, to be avoided. */
  durMuhurtas: LocalSpan[];
  /** Varjyams that overlap the day: a fifteenth of each nakshatra, to be avoided. */
  varjyam: LocalSpan[];
  /** Amrita Kalams that overlap the day: a fifteenth of each nakshatra. */
  amritKalam: LocalSpan[];
  /** Eighths of the day and of the night. */
  choghadiya: Choghadiya[];
  /** Planetary hours. */
  horas: Hora[];
  /** Lunar month at the start of the day. */
  lunarMonth: LunarMonth;
  /** Season at the start of the day. */
  ritu: PanchangRitu;
  /** Half-year of the Sun at the start of the day. */
  ayana: PanchangAyana;
  /** Years of the eras at the start of the day. */
  samvat: Samvat;
  /** For whom the nakshatras of the day are good. */
  tarabala: Tarabala[];
  /** For whom the Moon's signs of the day are good. */
  chandrabala: Chandrabala[];
  /** The Moon's stay in Aquarius and Pisces that overlaps the day. Null if there is none. */
  panchaka?: LocalSpan | null;
  /** Vishti karanas that overlap the day. */
  bhadra: Bhadra[];
  /** Metadata about the calculation. */
  meta: PanchangMeta;
}

/** The half-year of the Sun by two zodiacs. */
export interface PanchangAyana {
  /** By the tropical Sun. */
  drik: AyanaId;
  /** By the sidereal Sun. */
  vedic: AyanaId;
}

/** The conventions used. */
export interface PanchangConventions {
  /** Ayanamsha of nakshatras, yogas, signs and lunar months. Null if it is user-defined. */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha. Null if `ayanamsha` names a published one. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Part of the disc that rises and sets. */
  sunriseOf: SunriseOf;
  /** Whether refraction at the horizon counts. */
  refraction: boolean;
  /** How a day is divided into planetary hours. */
  horaDivision: HoraDivisionName;
}

/** The panchang of a day. */
export interface PanchangDay {
  /** Civil date of the sunrise, in the Gregorian calendar. */
  date: string;
  /** Weekday. */
  vara: Vara;
  /** The day, from sunrise to the next sunrise. The civil day if the Sun does not rise and set. */
  day: LocalSpan;
  /** Sunrise, in UTC. Null if the Sun does not rise. */
  sunrise?: string | null;
  /** Sunset, in UTC. */
  sunset?: string | null;
  /** First moonrise in the day, in UTC. Null if there is none. */
  moonrise?: string | null;
  /** First moonset in the day, in UTC. Null if there is none. */
  moonset?: string | null;
  /** The same on the clock of the place. */
  local: PanchangLocal;
  /** Where the Sun stays during the civil day. Null if it rises or sets. */
  sunStays?: SunStays | null;
  /** Tithis that overlap the day. */
  tithis: AngaTithiId[];
  /** Nakshatras of the Moon that overlap the day. */
  nakshatras: AngaNakshatraId[];
  /** Yogas that overlap the day. */
  yogas: AngaPanchangYogaId[];
  /** Karanas that overlap the day. */
  karanas: AngaKaranaId[];
  /** Signs of the Moon that overlap the day. */
  moonSign: PanchangMoonSign[];
  /** Rahu Kalam. Null without a sunrise, like everything that depends on it. */
  rahuKalam?: LocalSpan | null;
  /** Yamaganda. */
  yamaganda?: LocalSpan | null;
  /** Gulika Kalam. */
  gulika?: LocalSpan | null;
  /** Abhijit: the eighth of fifteen parts of the day. Null on a Wednesday. */
  abhijit?: LocalSpan | null;
  /** Brahma Muhurta: the last but one of fifteen parts of the night before sunrise. */
  brahmaMuhurta?: LocalSpan | null;
  /** Dur Muhurtas: fifteenths of the day, on a Tuesday also of the night, to be avoided. */
  durMuhurtas: LocalSpan[];
  /** Varjyams that overlap the day: a fifteenth of each nakshatra, to be avoided. */
  varjyam: LocalSpan[];
  /** Amrita Kalams that overlap the day: a fifteenth of each nakshatra. */
  amritKalam: LocalSpan[];
  /** Eighths of the day and of the night. */
  choghadiya: Choghadiya[];
  /** Planetary hours. */
  horas: Hora[];
  /** Lunar month at the start of the day. */
  lunarMonth: LunarMonth;
  /** Season at the start of the day. */
  ritu: PanchangRitu;
  /** Half-year of the Sun at the start of the day. */
  ayana: PanchangAyana;
  /** Years of the eras at the start of the day. */
  samvat: Samvat;
  /** For whom the nakshatras of the day are good. */
  tarabala: Tarabala[];
  /** For whom the Moon's signs of the day are good. */
  chandrabala: Chandrabala[];
  /** The Moon's stay in Aquarius and Pisces that overlaps the day. Null if there is none. */
  panchaka?: LocalSpan | null;
  /** Vishti karanas that overlap the day. */
  bhadra: Bhadra[];
}

/** A day and a place. */
export interface PanchangInput {
  /** Civil date of the sunrise at which the day begins. */
  date: string;
  /** Location. Its time zone defines the civil date. */
  location: Location;
  /** Calendar of the dates. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /** Ayanamsha. Defaults to `lahiri`. */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Part of the Sun's and the Moon's disc that defines rising and setting. Defaults to `upperLimb`. */
  sunriseOf?: SunriseOf | null;
  /** Whether refraction at the horizon (34 arcminutes) counts. Defaults to `true`. */
  refraction?: boolean | null;
  /** How a day is divided into planetary hours. Defaults to `dayAndNight`. */
  horaDivision?: HoraDivisionName | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** Rise and set on the clock of the place. */
export interface PanchangLocal {
  /** Sunrise. */
  sunrise?: string | null;
  /** Sunset. */
  sunset?: string | null;
  /** Moonrise. */
  moonrise?: string | null;
  /** Moonset. */
  moonset?: string | null;
}

/** Metadata and the conventions used. */
export interface PanchangMeta {
  /** Instant in UTC. If the time is unknown, the first instant of the day. */
  utc: string;
  /** End of the day or range, in UTC. Present if the time is unknown or for a range. */
  utcEnd?: string | null;
  /** Offset of local time from UTC, such as `+01:19:32`. */
  offset: string;
  /** Offset at the end of a range. Present if clocks were changed in between. */
  offsetEnd?: string | null;
  /**
   * Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
   * belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
   * `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
   * that was never a clock time).
   */
  offsetSource: OffsetSource;
  /** Time zone used, if any. */
  timezone?: string | null;
  /** Source of the time zone: `request` or `coordinates`. */
  timezoneSource?: TimezoneSource | null;
  /** Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`. */
  abbreviation?: string | null;
  /** Whether daylight saving time was in effect. Null if not applicable. */
  dst?: boolean | null;
  /** Reliability of the offset: `high`, `medium` or `low`. */
  confidence: "high" | "medium" | "low";
  /** Version of the tz database. */
  zoneDataVersion: string;
  /**
   * Other readings of the local time that cannot be excluded, and what they change. Present with
   * the warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
   */
  readings?: ClockAlternative[];
  /** Known uncertainties about this time and place. */
  warnings: Warning[];
  /** Ephemeris and the period it covers. */
  ephemeris: Ephemeris;
  /** Delta T (TT minus UT1) in seconds. */
  deltaT: number;
  /**
   * Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
   * Earth's rotation is not measured.
   */
  deltaTUncertainty?: DeltaTUncertainty | null;
  /** Julian date in UT1. */
  julianDateUt1: number;
  /** Julian date in TT. */
  julianDateTt: number;
  /** True obliquity of the ecliptic, in degrees. */
  obliquity?: number | null;
  /** Mean ayanamsha in degrees. Present with a sidereal zodiac. */
  ayanamsha?: number | null;
  /** Conventions used. */
  conventions: PanchangConventions;
}

/** A stay of the Moon in a sign. */
export interface PanchangMoonSign {
  /** Number, from 1 (Aries) to 12. */
  number: number;
  /** Sign. */
  sign: SignId;
  /** Start, in UTC. */
  start: string;
  /** End, in UTC. */
  end: string;
  /** Start on the clock of the place, with its offset. */
  startLocal: string;
  /** End on the clock of the place, with its offset. */
  endLocal: string;
}

/** The panchang of several days. */
export interface PanchangRange {
  /** One entry per day. */
  days: PanchangDay[];
  /** Metadata about the calculation. */
  meta: PanchangMeta;
}

/** A range of days and a place. */
export interface PanchangRangeInput {
  /** First day. */
  startDate: string;
  /** Last day. The range covers at most 31 days. */
  endDate: string;
  /** Location. Its time zone defines the civil dates. */
  location: Location;
  /** Calendar of the dates. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /** Ayanamsha. Defaults to `lahiri`. */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Part of the Sun's and the Moon's disc that defines rising and setting. Defaults to `upperLimb`. */
  sunriseOf?: SunriseOf | null;
  /** Whether refraction at the horizon (34 arcminutes) counts. Defaults to `true`. */
  refraction?: boolean | null;
  /** How a day is divided into planetary hours. Defaults to `dayAndNight`. */
  horaDivision?: HoraDivisionName | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** The season by two zodiacs. */
export interface PanchangRitu {
  /** By the tropical Sun. */
  drik: RituId;
  /** By the sidereal Sun. */
  vedic: RituId;
}

export type PanchangYogaId = "vishkambha" | "priti" | "ayushman" | "saubhagya" | "shobhana" | "atiganda" | "sukarma" | "dhriti" | "shula" | "ganda" | "vriddhi" | "dhruva" | "vyaghata" | "harshana" | "vajra" | "siddhi" | "vyatipata" | "variyana" | "parigha" | "shiva" | "siddha" | "sadhya" | "shubha" | "shukla" | "brahma" | "indra" | "vaidhriti";

/** The current and the new password. */
export interface PasswordChangeRequest {
  current: string;
  /** New password of at least 15 characters, or 8 with a second factor. */
  new: string;
}

/** Your password, to confirm your identity. */
export interface PasswordConfirmation {
  password: string;
}

/** The token of the link and the new password. */
export interface PasswordResetConfirmRequest {
  token: string;
  /** New password of at least 15 characters, or 8 with a second factor. */
  password: string;
}

/** The account whose password to reset. */
export interface PasswordResetRequest {
  email: string;
}

export interface PasswordResetRequestResponse {
  meta?: Record<string, unknown>;
}

export type PatternType = "grand-trine" | "t-square" | "grand-cross" | "yod" | "kite" | "mystic-rectangle" | "stellium";

/** A report to generate. */
export interface PdfReport {
  /** Kind of the report. */
  reportType: ReportType;
  /** Whom the report is about. */
  subject: ReportSubject;
  /** The other person. Required for `synastry` and `composite`. */
  partner?: ReportSubject | null;
  /**
   * Date that the report is about. Required for `transit`, `solar-return`, `lunar-return`,
   * `progressions`, `year-ahead` and `moon-calendar`.
   */
  transitDate?: ReportDate | null;
  /** Language of texts and titles, as an ISO 639 code. Defaults to `en`. */
  language?: string | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /** Look and content of the report. */
  template?: ReportTemplate;
}

/** A birth and a range of days. */
export interface PersonalInput {
  /** Local date and time of birth. A date without a time means that the birth time is unknown. */
  dateTime: LocalDateTime;
  /** Birthplace. */
  location: Location;
  /** Calendar of `dateTime`. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `dateTime` occurred twice, or were set forward
   * and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** First day, in the time zone of the birthplace. */
  from: string;
  /** Last day. The range covers at most 366 days. */
  to: string;
  /** Sections to return. Defaults to all. */
  areas?: HoroscopeArea[] | null;
  /** Language of the texts, as an ISO 639 code. Defaults to `en`. */
  language?: string | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

export type PhaseId = "new" | "waxing-crescent" | "first-quarter" | "waxing-gibbous" | "full" | "waning-gibbous" | "last-quarter" | "waning-crescent";

/** The phase at the given time, or of a day. */
export interface PhaseOfDay {
  /** Phase, one of eight. */
  name: PhaseId;
  /** Title of the phase. Present if `includeReadableEntities` is `true`. */
  title?: string | null;
  /** Illuminated fraction of the disc. */
  illumination: number;
  /** Age of the Moon: days since the exact new Moon. */
  age: number;
}

/** A place. */
export interface Place {
  /** GeoNames ID, which does not change. */
  id: string;
  /** Name in the requested language, if available. */
  name: string;
  /** Name, state and country. */
  displayName: string;
  /** Latitude in degrees, positive north. */
  latitude: number;
  /** Longitude in degrees, positive east. */
  longitude: number;
  /** Country name in the requested language. */
  country: string;
  /** Two-letter country code. */
  countryCode: string;
  /** State, province or canton. Null if there is none. */
  state?: string | null;
  /** Name in GeoNames. */
  city: string;
  /** Time zone. */
  timezone: string;
  /** Population. 0 if unknown. */
  population: number;
  /** Type of match: `exact`, `prefix`, or `fuzzy` for a match with a typo. */
  match: "exact" | "prefix" | "fuzzy";
}

/** Rulers and other dignities of the degree where a point is placed. */
export interface PlaceDignities {
  /** ID of the point. */
  pointId: PointId;
  /** Traditional ruler of the sign. */
  ruler: string;
  /** Modern ruler of the sign. */
  modernRuler: string;
  /** Planet exalted in the sign. Null if there is none. */
  exaltation?: string | null;
  /** Triplicity rulers (Dorotheus). */
  triplicity: Triplicity;
  /** Ruler of the term (Egyptian). */
  term: string;
  /** Ruler of the face (Chaldean). */
  face: string;
  /** Planet in detriment in the sign. */
  detriment: string;
  /** Planet in fall in the sign. Null if there is none. */
  fall?: string | null;
}

/** A plan that an organization can change to. */
export interface Plan {
  /** Price per period, in minor units. */
  price: number;
  /** Price of a unit above the quota, in minor units. */
  overagePrice: number;
  currency: string;
  /** Units per month included in the price. */
  quota: number;
  /** Units above the quota, at the overage price. */
  overage: number;
  /** Rate limits of all keys together. */
  rates: string[];
  /** Modules included in the plan. */
  modules: string[];
  /** Whether the organization has this plan. */
  current: boolean;
  /** What a change now would add to this period's bill. Null for the current plan. */
  change?: PlanChange | null;
}

/** Effect of a change of plan. */
export interface PlanChange {
  /** Whether the change is possible now. */
  allowed: boolean;
  /** Why the change is not possible. */
  refusal?: string | null;
  /** Credits and charges for the days from today to the end of the period. */
  lines: BillLine[];
  /** Sum of the lines, in minor units. Send it with the change. */
  net: number;
}

/** Input of `plan_list`. */
export interface PlanListParams {
  /** ID of the organization. */
  org: string;
}

export interface PlanListResponse {
  data: PlanResource[];
  links: PageLinks;
  meta: PageMeta;
}

export interface PlanResource {
  type: "plan";
  id: string;
  attributes: Plan;
  links: ResourceLinks;
}

/** Input of `plan_update`. */
export interface PlanUpdateParams {
  /** ID of the organization. */
  org: string;
  plan: string;
  /**
   * What the change adds to this period's bill, in minor units, from the list of plans. If the
   * actual amount differs, the change is rejected.
   */
  net: number;
}

/** The requested plan and the confirmed price. */
export interface PlanUpdateRequest {
  plan: string;
  /**
   * What the change adds to this period's bill, in minor units, from the list of plans. If the
   * actual amount differs, the change is rejected.
   */
  net: number;
}

export interface PlanUpdateResponse {
  data: BillingResource;
}

/** A birth, a body, and the date from which to search for its return. */
export interface PlanetaryReturnInput {
  /**
   * Returning point: a body, or a node or apogee of the Moon. `northNode` and `southNode` follow
   * `nodeType`.
   */
  point: PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu";
  /** Local date and time of birth. The time is required. */
  birthDateTime: LocalDateTime;
  /** Birthplace. */
  birthLocation: Location;
  /** Calendar of `birthDateTime`. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Location of the return. Defaults to the birthplace, with a warning. */
  location?: Location | null;
  /**
   * Start of the search: the response has the first return at or after this date. Defaults to the
   * current time, with a warning.
   */
  returnDate?: LocalDateTime | null;
  /** Calendar of `returnDate`. Required before 1582-10-15. */
  returnCalendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `returnDate` occurred twice, or were set
   * forward and it was skipped.
   */
  returnClockChange?: ClockChangeName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** A point of a chart. */
export interface Point {
  /** ID of the point. */
  pointId: PointId;
  /** Title of the point. Present if `includeReadableEntities` is `true`. */
  pointTitle?: string | null;
  /**
   * Longitude in the chart's zodiac, in degrees. If the birth time is unknown, at the middle of the
   * day.
   */
  longitude: number;
  /**
   * Longitude at the start of the day, if the birth time is unknown. For a midpoint, the start of
   * its possible range.
   */
  longitudeStart?: number | null;
  /**
   * Longitude at the end of the day, if the birth time is unknown. For a midpoint, the end of its
   * possible range.
   */
  longitudeEnd?: number | null;
  /** Ecliptic latitude in degrees. */
  latitude: number;
  /** Distance in astronomical units. Null if the point has none. */
  distance?: number | null;
  /** Declination in degrees. */
  declination: number;
  /** Right ascension in degrees. */
  rightAscension: number;
  /** Speed in longitude, in degrees per day. Null if the point has no motion of its own. */
  speedLongitude?: number | null;
  /** Whether the point is retrograde. */
  retrograde?: boolean | null;
  /** Whether the point is out of bounds: its declination exceeds the Sun's maximum. */
  outOfBounds?: boolean | null;
  /** Sign. Null if the birth time is unknown and the point changes sign that day. */
  sign?: SignId | null;
  /** Title of the sign. Present if `includeReadableEntities` is `true`. */
  signTitle?: string | null;
  /** Degrees from the start of the sign. */
  degreesInSign: number;
  /** The same as degrees, minutes and seconds, truncated. */
  degreesInSignDms: number[];
  /** House number, 1 to 12. */
  houseNumber?: number | null;
  /** House ID. */
  houseId?: string | null;
  /** Title of the house. Present if `includeReadableEntities` is `true`. */
  houseTitle?: string | null;
  /** Gauquelin sector, 1 to 36. */
  sector?: number | null;
  /**
   * Essential dignities, for Sun to Pluto. Absent if the birth time is unknown and they change that
   * day.
   */
  dignity?: Dignity | null;
  /** Interpretation of the point in its sign. Present if `includeText` is `true`. */
  text?: Text | null;
  /** Interpretation of the point in its house. Present if `includeText` is `true`. */
  houseText?: Text | null;
}

export type PointId = "sun" | "moon" | "mercury" | "venus" | "earth" | "mars" | "jupiter" | "saturn" | "uranus" | "neptune" | "pluto" | "meanNode" | "trueNode" | "meanApogee" | "trueApogee" | "chiron" | "pholus" | "nessus" | "chariklo" | "ceres" | "pallas" | "juno" | "vesta" | "hygiea" | "eros" | "eris" | "sedna" | "haumea" | "makemake" | "quaoar" | "orcus" | "ixion" | "varuna" | "northNode" | "southNode" | "ascendant" | "midheaven" | "descendant" | "imumCoeli" | "vertex" | "antivertex" | "eastPoint" | "partOfFortune" | "partOfSpirit" | "partOfEros" | "partOfNecessity" | "partOfCourage" | "partOfVictory" | "partOfNemesis" | "partOfFather" | "partOfMother" | "partOfMarriage" | "partOfChildren" | "partOfExaltation" | "partOfBasis" | "sirius" | "canopus" | "vega" | "arcturus" | "rigil-kentaurus" | "rigel" | "capella" | "achernar" | "procyon" | "betelgeuse" | "hadar" | "acrux" | "altair" | "spica" | "antares" | "aldebaran" | "mimosa" | "fomalhaut" | "toliman" | "pollux" | "deneb" | "regulus" | "adhara" | "shaula" | "bellatrix" | "castor" | "elnath" | "alnilam" | "gacrux" | "miaplacidus" | "alnitak" | "alnair" | "alioth" | "kaus-australis" | "alkaid" | "peacock" | "mirzam" | "mirfak" | "menkalinan" | "sargas" | "alhena" | "alsephina" | "dubhe" | "wezen" | "avior" | "saiph" | "nunki" | "alpheratz" | "tiaki" | "atria" | "algol" | "polaris" | "rasalhague" | "alphard" | "mintaka" | "naos" | "tiansi" | "denebola" | "algieba" | "hamal" | "mirach" | "kochab" | "diphda" | "alphecca" | "menkent" | "uridim" | "almach" | "mizar" | "dschubba" | "aspidiske" | "suhail" | "merak" | "sadr" | "caph" | "eltanin" | "schedar" | "markeb" | "aludra" | "phecda" | "sabik" | "leepwal" | "larawag" | "markab" | "scheat" | "alderamin" | "izar" | "enif" | "gienah" | "ankaa" | "zubeneschamali" | "zosma" | "acrab" | "lesath" | "mahasim" | "phact" | "menkar" | "ascella" | "arneb" | "aljanah" | "hatysa" | "sheratan" | "imai" | "ruchbah" | "paikauhale" | "algenib" | "kulou" | "zubenelgenubi" | "muphrid" | "unukalhai" | "kraz" | "porrima" | "cursa" | "fang" | "yed-prior" | "hassaleh" | "aldu" | "cor-caroli" | "alcyone" | "gomeisa" | "kaus-media" | "fawaris" | "tarazed" | "athebyne" | "rasalgethi" | "tejat" | "tureis" | "tianguan" | "alniyat" | "xamidimura" | "cebalrai" | "acamar" | "kornephoros" | "deneb-algedi" | "algorab" | "rastaban" | "furud" | "albaldah" | "nihal" | "sarvvis" | "aldhanab" | "kaus-borealis" | "okab" | "vindemiatrix" | "lang-exster" | "sadalsuud" | "pherkad" | "alaybasan" | "zaurak" | "matar" | "seginus" | "sadalmelik" | "haedus" | "alnasl" | "aldhibah" | "pipit" | "alfirk" | "almaaz" | "sarin" | "naga" | "tania-australis" | "talitha" | "mebsuta" | "dabih" | "albireo" | "antinous" | "altais" | "sulafat" | "xami" | "bade" | "wazn" | "tabit" | "propus" | "skat" | "brachium" | "segin" | "ping" | "heng" | "chertan" | "meissa" | "megrez" | "fuyue" | "errai" | "homam" | "yed-posterior" | "heze" | "minelauva" | "alzirr" | "tania-borealis" | "chamukuy" | "edasich" | "pipirima" | "rhombus" | "kaffaljidhma" | "ashlesha" | "muscida" | "adhafera" | "azmidi" | "mothallah" | "biham" | "sheliak" | "alkaphrah" | "darlugal" | "bharani" | "achird" | "nganurganity" | "unurgunite" | "wasat" | "alfarasalkamil" | "atlas" | "fulu" | "subra" | "alula-borealis" | "thuban" | "nekkar" | "sadalbari" | "tarf" | "rana" | "zhou" | "electra" | "ain" | "zavijava" | "rotanev" | "ginan" | "nusakan" | "algedi" | "nembus" | "bake-eo" | "sualocin" | "nashira" | "albali" | "stellio" | "alpherg" | "shaomin" | "shatabhisha" | "iklil" | "prima-hyadum" | "marfik" | "alrescha" | "sadachbia" | "safina" | "saclateni" | "taiyangshou" | "atik" | "mesarthim" | "maia" | "ran" | "alshain" | "polis" | "bagu" | "grumium" | "miram" | "zaniah" | "baten-kaitos" | "garnet-star" | "giausar" | "wurren" | "rukbat" | "secunda-hyadum" | "arkab-prior" | "praecipua" | "misam" | "gang" | "udkadua" | "theemin" | "paradys" | "dajiangjunbei" | "dalim" | "aldulfin" | "tusizuo" | "jabbah" | "apdu" | "sceptrum" | "menkib" | "kitalpha" | "rasalas" | "alcor" | "ukdah" | "azha" | "zubenelhakrabi" | "muliphein" | "beemim" | "alchiba" | "asellus-australis" | "kaffalmusalsala" | "meridiana" | "beid" | "merope" | "mekbuda" | "syrma" | "gudja" | "yuyu" | "xuange" | "cexing" | "titawin" | "junnanmen" | "gaja" | "alkes" | "shimu" | "rasalnaqa" | "taygeta" | "zhang" | "ramus" | "acubens" | "kang" | "ancha" | "bodu" | "arkab-posterior" | "kurhah" | "aladfar" | "yildun" | "alsciaukat" | "chara" | "alkalurops" | "custos" | "tarandus" | "alterf" | "torcular" | "diadem" | "fumalsamakah" | "guniibuu" | "yunu" | "botein" | "huagai" | "sham" | "hydor" | "anser" | "maasym" | "alkarab" | "kui" | "solitaire" | "keid" | "khambalia" | "cujam" | "honores" | "minchir" | "shaowei" | "salm" | "azelfafage" | "dziban" | "asellus-borealis" | "alya" | "lilii-borea" | "tonglingxing" | "bunda" | "alshat" | "apamvatsa" | "shangwei" | "tegmine" | "castula" | "phyllon-kissinou" | "alsafi" | "terebellum" | "shangcheng" | "zibal" | "libertas" | "quadrans" | "lumbung" | "angetenar" | "elgafar" | "elkurud" | "deltoton" | "fafnir" | "jishui" | "mira" | "ainalrami" | "alrakis" | "pleione" | "felis" | "adhil" | "triminus" | "tengshe" | "chalawan" | "marsic" | "pherkad-minor" | "situla" | "hoerikwaggo" | "cervantes" | "revati" | "la-superba" | "taiyi" | "nahn" | "rangifer" | "veritate" | "celaeno" | "polaris-australis" | "tianyi" | "intercrus" | "helvetios" | "musica" | "tianfu" | "alruba" | "asterope" | "merga" | "kamelos" | "piautos" | "tonatiuh" | "copernicus" | "shengong" | "xihe" | "meleph" | "gumala" | "citala" | "mago" | "chechia" | "formosa" | "kamuy" | "inquill" | "bubup" | "baekdu" | "matza" | "timir" | "tupa" | "tupi" | "belenos" | "dofida" | "buna" | "aiolos" | "rapeto" | "itonda" | "uklun" | "belel" | "lionrock" | "illyrian" | "nenque" | "cocibolca" | "poerava" | "phoenicia" | "arcalis" | "sika" | "ayeyarwady" | "aniara" | "nikawiy" | "lucilinburhuc" | "rosaliadecastro" | "mouhoun" | "alasia" | "kaveh" | "stribor" | "monch" | "nosaxa" | "liesma" | "emiw" | "hunahpu" | "flegetonte" | "nervia" | "tapecue" | "lusitania" | "ogma" | "nushagak" | "nasti" | "dingolay" | "axolotl" | "kalausi" | "gakyid" | "macondo" | "bosona" | "citadelle" | "mahsati" | "hoggar" | "sagarmatha" | "samaya" | "natasha" | "ebla" | "hunor" | "karaka" | "bibha" | "funi" | "uruk" | "amadioha" | "shama" | "barnards-star" | "ceibo" | "felixvarela" | "pincoya" | "solaris" | "uuba" | "ananuca" | "intan" | "blaze-star" | "koeia" | "noquisi" | "proxima-centauri" | "danfeng" | "gar" | "sharjah";

/** A porutham. */
export interface Porutham {
  /** Whether it agrees. */
  agrees: boolean;
  /** Explanation in English. */
  explanation: string;
}

/** The ten poruthams. */
export interface Poruthams {
  /** Count of nakshatras from the bride's to the groom's, by nines. */
  dina: Porutham;
  /** Temperament of the nakshatras. */
  gana: Porutham;
  /** Count of nakshatras from the bride's to the groom's, by threes. */
  mahendra: Porutham;
  /** Distance of the groom's nakshatra from the bride's. */
  streeDeergha: Porutham;
  /** Animals of the nakshatras. */
  yoni: Porutham;
  /** Distance of the groom's sign from the bride's. */
  rasi: Porutham;
  /** Rulers of the signs. */
  rasyadhipati: Porutham;
  /** Obedience of the signs. */
  vasya: Porutham;
  /** Parts of the body of the nakshatras. */
  rajju: Porutham;
  /** Nakshatras that pierce each other. */
  vedha: Porutham;
}

/** A position. */
export interface Position {
  /** Longitude in the requested zodiac, in degrees. */
  longitude: number;
  /** Ecliptic latitude in degrees. */
  latitude: number;
  /** Distance in astronomical units. */
  distance?: number | null;
  /** Speed in longitude, in degrees per day. */
  speedLongitude?: number | null;
  /** Right ascension in degrees. */
  rightAscension: number;
  /** Declination in degrees. */
  declination: number;
  /** Sign. */
  sign: SignId;
  /** Whether the point is retrograde. */
  retrograde?: boolean | null;
}

/** A principal phase of the Moon. */
export interface PrincipalPhase {
  /** Phase: `new`, `first-quarter`, `full` or `last-quarter`. */
  phase: "new" | "first-quarter" | "full" | "last-quarter";
  /** Title of the phase. Present if `includeReadableEntities` is `true`. */
  phaseTitle?: string | null;
  /** Time, in UTC. */
  dateTime: string;
}

export interface Problem {
  /** URL of the explanation of the code. */
  type: string;
  /** Short name of the code. */
  title: string;
  /** HTTP status. */
  status: number;
  /** What is wrong with this request. */
  detail: string;
  /** The request, by its ID. */
  instance: string;
  /** Stable code. New codes can be added. */
  code: string;
  errors: {
    /** Stable code. New codes can be added. */
    code: string;
    detail: string;
    source?: {
      /** JSON pointer into the body. */
      pointer?: string;
      /** Name of the query or path parameter. */
      parameter?: string;
      /** Name of the header. */
      header?: string;
    };
    meta?: Record<string, unknown>;
  }[];
}

/** A profected house. */
export interface Profection {
  /** House number, counted in whole signs from the Ascendant. */
  houseNumber: number;
  /** House ID. */
  houseId: string;
  /** Sign of the house. */
  sign: SignId;
  /** Traditional ruler of the sign. */
  lord: string;
  /** Title of the house. Present if `includeReadableEntities` is `true`. */
  houseTitle?: string | null;
  /** Title of the sign. Present if `includeReadableEntities` is `true`. */
  signTitle?: string | null;
}

/** Profections for a date. */
export interface Profections {
  /** Age in completed years. */
  age: number;
  /** Completed months since the last birthday. */
  months: number;
  /** Lord of the year. */
  lordOfTheYear: string;
  /** Annual profection. */
  annual: Profection;
  /** Monthly profection. */
  monthly: Profection;
  /** Metadata about the natal chart. */
  meta: Meta;
  /** How `targetDate` was interpreted. */
  targetMeta: Meta;
}

/** A birth and a date. */
export interface ProfectionsInput {
  /** Local date and time of birth. The time is required. */
  birthDateTime: LocalDateTime;
  /** Birthplace. */
  birthLocation: Location;
  /** Calendar of `birthDateTime`. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Target date. A date without a time means 00:00 in the time zone of the birthplace. */
  targetDate: LocalDateTime;
  /** Calendar of `targetDate`. Required before 1582-10-15. */
  targetCalendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `targetDate` occurred twice, or were set
   * forward and it was skipped.
   */
  targetClockChange?: ClockChangeName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** A name and a date of birth. */
export interface ProfileInput {
  /** Date of birth, in the calendar in use at that time. A time of day has no effect. */
  dateTime: LocalDateTime;
  /** Full name at birth, in any script. Only letters count; all other characters are ignored. */
  fullName: string;
  /** Date of the personal year, month and day. Defaults to today in UTC. */
  forDate?: LocalDateTime | null;
  /** System of letter values. Defaults to `pythagorean`. */
  system?: NumerologySystem | null;
  /** How the life path number is calculated. Defaults to `parts`. */
  reduction?: NumerologyReduction | null;
  /** Which steps keep master numbers unreduced. Defaults to `final`. */
  masterNumbers?: NumerologyMasterNumbers | null;
  /** How the values of the names are combined. Defaults to `total`. */
  nameReduction?: NumerologyNameReduction | null;
  /** When Y counts as a vowel. Defaults to `context`. */
  y?: NumerologyY | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** A progressed chart. */
export interface Progression {
  /** Progressed date and time, in UTC. */
  progressedDate: string;
  /** Birth time, in UTC. */
  natalDate: string;
  /** Target date and time, in UTC. */
  targetDate: string;
  /** Progression method. */
  method: MethodName;
  /** How the angles are progressed. Null with `solar-arc`, where they move with all other points. */
  progressedAngles?: AnglesName | null;
  /** Arc of the progressed Sun in longitude, in degrees. */
  solarArc: number;
  /** Progressed points, in the progressed houses. */
  points: Record<string, Point>;
  /** Natal points. */
  natalPoints: Record<string, Point>;
  /** Progressed angles. */
  angles?: Record<string, Cusp> | null;
  /** Progressed houses. */
  houses?: Houses | null;
  /** Aspects between progressed points. */
  aspects: ChartAspect[];
  /** Aspects from progressed points (`pointA`) to natal points (`pointB`). */
  aspectsToNatal: ChartAspect[];
  /** Interpretations of the progressed Sun and Moon. Present if `includeText` is `true`. */
  texts?: Text[];
  /** Link to the chart image. */
  charts: ImageAddress;
  /** Metadata about the natal chart. */
  meta: Meta;
  /** How `targetDate` was interpreted. */
  targetMeta: Meta;
}

/** A birth and a date. */
export interface ProgressionsInput {
  /** Local date and time of birth. The time is required. */
  birthDateTime: LocalDateTime;
  /** Birthplace. */
  birthLocation: Location;
  /** Calendar of `birthDateTime`. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Target date. A date without a time means 00:00 in the time zone of the birthplace. */
  targetDate: LocalDateTime;
  /** Calendar of `targetDate`. Required before 1582-10-15. */
  targetCalendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `targetDate` occurred twice, or were set
   * forward and it was skipped.
   */
  targetClockChange?: ClockChangeName | null;
  /** Progression method. Defaults to `secondary`. */
  method?: MethodName | null;
  /** How the angles are progressed. Defaults to `solarArcLongitude`. */
  progressedAngles?: AnglesName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** Quota usage reached a threshold. */
export interface QuotaFacts {
  /** Whether it is the test allowance. */
  test: boolean;
  /** Units used. */
  used: number;
  /** Units included. */
  quota: number;
  /** Units allowed beyond the quota. */
  overage: number;
  /** When the period ends. */
  resetsAt: string;
  rule: "quota";
}

/** A quota. */
export interface QuotaState {
  /** Month in UTC, or a day if the daily allowance of test keys is the tightest. */
  period: string;
  /** Units included in the period. */
  limit: number;
  /** Units remaining. */
  remaining: number;
  /** Start of the next period. */
  resetsAt: string;
}

export type Rate = string;

/** A rate limit. */
export interface RateState {
  /**
   * Scope of the limit: `key`, or `organization`, `images` or `batches` for limits that all keys of
   * the organization share.
   */
  scope: "key" | "organization" | "images" | "batches";
  /** Maximum number of requests in any window. */
  limit: number;
  /** Length of the window. */
  windowSeconds: number;
  /** Number of requests that would be accepted now. */
  remaining: number;
}

export type ReadinessScope = "service" | "node";

/**
 * What another reading changes, in degrees of tropical longitude, from the reading used to this one
 * along the shorter arc.
 */
export interface ReadingChanges {
  /** Change of the Ascendant. */
  ascendant: number;
  /** Change of the Midheaven. */
  midheaven: number;
  /** Change of the Moon. */
  moon: number;
}

/** A text of the reading. */
export interface ReadingEntry {
  /** URN of the text. Get it from `/api/content/urn/{urn}`. */
  urn: string;
  /** Heading of the text. */
  title: string;
  /** Body of the text, in Markdown. */
  body: string;
  /** Language of the text, which may differ from the requested one. */
  language: string;
  /**
   * Source of the text: `system` for the service's library, `organization` for the organization's
   * own.
   */
  source: "system" | "organization";
  /**
   * Set if `title` and `body` are empty because the organization's texts in this response are too
   * long together. Get the text by its URN.
   */
  omitted?: "response_too_long";
  /** Weight that determines its position. */
  weight: number;
  /** What the weight consists of, strongest first. */
  reasons: string[];
}

/** A text of a composed reading. */
export interface ReadingPart {
  /**
   * Role of the text: `text` is about a fact of the chart; the others open the reading, lead into a
   * section, link two texts or close the reading.
   */
  role: "opening" | "lead" | "link" | "text" | "closing";
  /** URN of the text. Get it from `/api/content/urn/{urn}`. */
  urn: string;
  /** Heading of the text. */
  title: string;
  /** Body of the text, in Markdown. */
  body: string;
  /** Language of the text, which may differ from the requested one. */
  language: string;
  /**
   * Source of the text: `system` for the service's library, `organization` for the organization's
   * own.
   */
  source: "system" | "organization";
  /**
   * Set if `title` and `body` are empty because the organization's texts in this response are too
   * long together. Get the text by its URN.
   */
  omitted?: "response_too_long";
  /** When the transit is within orb and exact. Only in readings of transits. */
  period?: ReadingPeriod | null;
}

/** When a transit is within orb. */
export interface ReadingPeriod {
  /** Start, in UTC. Null if the transit begins before the requested range. */
  enter?: string | null;
  /** Times at which the aspect is exact or the house is entered, in UTC. */
  exact: string[];
  /**
   * End, in UTC. Null if the transit lasts longer than the requested range, and for a planet that
   * enters a house.
   */
  leave?: string | null;
}

/** A section of a composed reading. */
export interface ReadingSection {
  /** ID of the section, such as `love`. */
  id: string;
  /** Title of the section. */
  title: string;
  /** Texts, in reading order. */
  parts: ReadingPart[];
}

/** Recovery codes, shown only once. */
export interface RecoveryCodeList {
  /** Recovery codes. Each works once, instead of a code of the authenticator app. */
  recoveryCodes: string[];
}

export interface RecoveryCodeListResource {
  type: "recovery-codes";
  id: string;
  attributes: RecoveryCodeList;
  links: ResourceLinks;
}

export interface RecoveryCodesRenewResponse {
  data: RecoveryCodeListResource;
  meta?: Record<string, unknown>;
}

/** Input of `refusal_list`. */
export interface RefusalListParams {
  /** ID of the organization. */
  org: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface RefusalListResponse {
  data: RefusalsResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Requests of a key with client errors, by reason. */
export interface RefusalSum {
  /** `null` stands for all keys beyond those that a day lists. */
  keyId?: string | null;
  /** Error code. */
  reason: string;
  requests: number;
  /** Minute of the last of these requests. */
  lastAt: string;
}

export interface RefusalSumResource {
  type: "refusal-sum";
  id: string;
  attributes: RefusalSum;
  links: ResourceLinks;
}

/** Input of `refusal_top`. */
export interface RefusalTopParams {
  /** ID of the organization. */
  org: string;
}

export interface RefusalTopResponse {
  data: RefusalSumResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Requests that were rejected before they could be charged. */
export interface Refusals {
  /** `null` stands for all keys beyond those that an hour lists. */
  keyId?: string | null;
  /** Error code. */
  reason: string;
  /** Domain of the page, or `other` for all domains beyond those that an hour or a day lists. */
  origin: string;
  /** Minute of the rejected requests. If an organization has many, the start of their hour. */
  at: string;
  requests: number;
}

export interface RefusalsResource {
  type: "refusals";
  id: string;
  attributes: Refusals;
  links: ResourceLinks;
}

/** A local date, with or without a time. */
export interface ReportDate {
  /** Year. */
  year: number;
  /** Month. */
  month: number;
  /** Day of the month. */
  day: number;
  /** Hour. If omitted, the time is unknown. */
  hour?: number | null;
  /** Minute. Defaults to 0 if `hour` is given. */
  minute?: number | null;
  /** Calendar of the date. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
}

/**
 * Size of the paper.
 *
 * - `A4`: 210 x 297 mm.
 * - `Letter`: 8.5 x 11 inches.
 */
export type ReportPageSize = "A4" | "Letter";

/** A place of a report. */
export interface ReportPlace {
  /** Name, as it appears in the report. */
  name?: string | null;
  /** Latitude in degrees, positive north. */
  latitude: number;
  /** Longitude in degrees, positive east. */
  longitude: number;
  /** Time zone of the local time. If omitted, it is determined from the coordinates. */
  timezone?: string | null;
}

/**
 * A section of a report.
 *
 * - `chart`: The chart as a drawing.
 * - `reading`: The interpretation.
 * - `positions`: The positions of points and angles.
 * - `houses`: The cusps of houses.
 * - `aspects`: Aspects, with their periods in reports about transits.
 * - `numbers`: The numbers of a numerology report.
 * - `days`: The days of a Moon calendar.
 * - `periods`: The dasha periods of a Vedic report.
 */
export type ReportSection = "chart" | "reading" | "positions" | "houses" | "aspects" | "numbers" | "days" | "periods";

/** A person. */
export interface ReportSubject {
  /** Name, as it appears in the report. Numerology uses all of its letters. */
  name: string;
  /** Local date and time of birth. */
  birthDate: ReportDate;
  /** Birthplace. */
  birthPlace: ReportPlace;
}

/** Look and content of a report. */
export interface ReportTemplate {
  /** Title on the cover. Defaults to the kind of the report. */
  title?: string | null;
  /** Name on the cover and at the foot of every page. Defaults to the name of your organization. */
  organizationName?: string | null;
  /** Color of the cover and the headings. Defaults to `#23395b`. */
  colour?: string | null;
  /** Logo on the cover: a PNG image of at most 800 x 800 pixels, in base64. */
  logo?: string | null;
  /** Sections, in order. Defaults to all sections of the kind of report. */
  sections?: ReportSection[] | null;
  /** Size of the paper. Defaults to `A4`. */
  pageSize?: ReportPageSize | null;
  /**
   * Date in the metadata of the document, which its format requires. Defaults to 2000-01-01, so
   * that the same request returns the same bytes on every day.
   */
  documentDate?: string | null;
}

/**
 * The kind of a report.
 *
 * - `natal`: A birth chart with its reading.
 * - `synastry`: Two birth charts and their aspects. Requires `partner`.
 * - `composite`: The midpoints of two birth charts. Requires `partner`.
 * - `transit`: A month of transits. Requires `transitDate`.
 * - `solar-return`: The solar return of a year. Requires `transitDate`.
 * - `lunar-return`: The first lunar return from `transitDate` on. Requires `transitDate`.
 * - `progressions`: Secondary progressions. Requires `transitDate`.
 * - `numerology`: The numbers of a name and a birth.
 * - `chinese`: The Chinese sign, and the forecast of a year if `transitDate` is given.
 * - `year-ahead`: The solar return of a year and the transits of its slow planets. Requires
 * `transitDate`.
 * - `moon-calendar`: A month of the Moon. Requires `transitDate`.
 * - `vedic`: The Vedic chart with its dasha periods.
 */
export type ReportType = "natal" | "synastry" | "composite" | "transit" | "solar-return" | "lunar-return" | "progressions" | "numerology" | "chinese" | "year-ahead" | "moon-calendar" | "vedic";

/** Input of `request_get`. */
export interface RequestGetParams {
  /** ID of the organization. */
  org: string;
  /** ID of the request, as in the `X-Request-Id` header of its response. */
  request: string;
}

export interface RequestGetResponse {
  data: LedgerEntryResource;
}

/** Input of `request_list`. */
export interface RequestListParams {
  /** ID of the organization. */
  org: string;
  /** ID of the API key. */
  key?: string | null;
  /** ID of the user, for requests that were made without a key. */
  user?: string | null;
  /** ID of the operation. */
  operation?: string | null;
  /** Only requests with this outcome. */
  outcome?: RequestOutcome | null;
  /** Only requests with this error code. */
  errorCode?: string | null;
  /** Start, inclusive. */
  from?: string | null;
  /** End, exclusive. */
  to?: string | null;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface RequestListResponse {
  data: LedgerEntryResource[];
  links: PageLinks;
  meta: PageMeta;
}

/**
 * A class of outcomes.
 *
 * - `succeeded`: Status 100 to 399.
 * - `refused`: Status 400 to 499.
 * - `failed`: Status 500 to 599. These requests cost nothing.
 * - `unknown`: No status: the request is in progress, or its outcome was never recorded.
 */
export type RequestOutcome = "succeeded" | "refused" | "failed" | "unknown";

export interface ResourceLinks {
  self?: string;
}

/** Retrograde periods by body. */
export interface Retrograde {
  /** Time range, in UTC. */
  dateRange: DateRange;
  /** Retrograde periods that overlap the range, by body. Each is given in full. */
  periodsByPoint: Record<string, RetrogradePeriod[]>;
  /** Interpretation of the retrograde motion of each body. Present if `includeText` is `true`. */
  texts?: Record<string, Text>;
  /** Metadata about the calculation. */
  meta: Meta;
}

/** A time range. */
export interface RetrogradeInput {
  /** Start of the range: a date (00:00) or a date and time, in UTC unless it has an offset. */
  startDate: LocalDateTime;
  /** End of the range: a date (its last instant) or a date and time, in UTC unless it has an offset. */
  endDate: LocalDateTime;
  /** Calendar of both dates. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** A retrograde period. */
export interface RetrogradePeriod {
  /** Retrograde station. */
  retrogradeStation: RetrogradeStation;
  /** Direct station. */
  directStation: RetrogradeStation;
  /** Days from the retrograde to the direct station. */
  durationDays: number;
  /** Signs between the stations. */
  signsTraversed: SignId[];
  /** Pre-retrograde shadow: the first pass over the degrees that the body will retrace. */
  preRetrogradeShadow: Shadow;
  /** Post-retrograde shadow: the third pass over these degrees. */
  postRetrogradeShadow: Shadow;
}

/** A station. */
export interface RetrogradeStation {
  /** Time, in UTC. */
  date: string;
  /** Longitude in degrees. */
  longitude: number;
  /** Sign. */
  sign: SignId;
  /** Degrees from the start of the sign. */
  degreesInSign: number;
}

/** A return chart. */
export interface ReturnChart {
  /** Year of a solar return. */
  returnYear?: number | null;
  /** Time of the return, in UTC. */
  returnDate: string;
  /** Whether the body is retrograde at the return. The Moon's nodes usually are. */
  retrograde?: boolean | null;
  /** Points by ID. */
  points: Record<string, Point>;
  /** Angles by ID. They are never taken from house cusps. */
  angles?: Record<string, Cusp> | null;
  /** Houses. */
  houses?: Houses | null;
  /** Aspects between the points. */
  aspects: ChartAspect[];
  /** Aspect patterns formed by the bodies. */
  patterns: ChartPattern[];
  /** Phase of the Moon. */
  lunarPhase?: LunarPhase | null;
  /** Sect of the chart: `day` or `night`. */
  sect?: Sect | null;
  /** Number of points from Sun to Pluto in each element and mode. */
  balance: Balance;
  /** Rulers of the Ascendant's sign and of the house cusps. */
  rulers?: Rulers | null;
  /** Midpoints. Present if `include` contains `midpoints`. */
  midpoints?: Midpoint[] | null;
  /** Antiscia. Present if `include` contains `antiscia`. */
  antiscia?: Antiscia[] | null;
  /** Conjunctions with fixed stars within one degree. Present if `include` contains `stars`. */
  stars?: StarConjunction[] | null;
  /** Dignities at the position of each point. Present if `include` contains `dignities`. */
  dignities?: PlaceDignities[] | null;
  /** Nakshatras (lunar mansions). Present if `include` contains `nakshatras`. */
  nakshatras?: Nakshatra[] | null;
  /**
   * The most important texts. Present if `includeText` is `true`. For a solar or lunar return: the
   * Ascendant in its sign and the returning body in its house. For a planetary return: the return
   * itself. Natal texts do not describe a return, so points and aspects have none.
   */
  texts?: Text[];
  /** The texts about a solar return as one reading. Present if `includeReading` is `true`. */
  composedReading?: ComposedReading | null;
  /** Link to the chart image. */
  charts: ImageAddress;
  /** Metadata about the return chart. */
  meta: Meta;
  /** How the birth time was interpreted, with metadata for that time. */
  birthMeta: Meta;
  /** How `returnDate` was interpreted. Present if the request has it. */
  searchMeta?: Meta | null;
}

export type RituId = "vasanta" | "grishma" | "varsha" | "sharad" | "hemanta" | "shishira";

/** A role. */
export type Role = "owner" | "manager" | "member";

/** The ruler of a house. */
export interface Ruler {
  /** House number. */
  houseNumber: number;
  /** Sign on the cusp. */
  sign: SignId;
  /** Traditional ruler. */
  traditional: string;
  /** Modern ruler. */
  modern: string;
}

/** Traditional and modern rulers. */
export interface Rulers {
  /** Ruler of the Ascendant's sign. */
  chart: Ruler;
  /** Rulers of the signs on the house cusps. */
  houses: Ruler[];
}

/** Years of the eras. */
export interface Samvat {
  /** Elapsed year of the Shaka era, from Chaitra. */
  shaka: number;
  /** Year of the Vikrama era, from Chaitra. */
  vikramChaitradi: number;
  /** Year of the Vikrama era, from Kartika. */
  vikramKartikadi: number;
  /** Year of the sixty by the mean motion of Jupiter, as counted in the north. */
  samvatsaraNorth: Samvatsara;
  /** Year of the sixty by lunar years, as counted in the south. */
  samvatsaraSouth: Samvatsara;
}

/** One of the sixty years. */
export interface Samvatsara {
  /** Number, from 1 to 60. */
  number: number;
  /** ID. */
  id: SamvatsaraId;
}

export type SamvatsaraId = "prabhava" | "vibhava" | "shukla" | "pramoda" | "prajapati" | "angirasa" | "shrimukha" | "bhava" | "yuva" | "dhata" | "ishvara" | "bahudhanya" | "pramathi" | "vikrama" | "vrisha" | "chitrabhanu" | "svabhanu" | "tarana" | "parthiva" | "vyaya" | "sarvajit" | "sarvadhari" | "virodhi" | "vikriti" | "khara" | "nandana" | "vijaya" | "jaya" | "manmatha" | "durmukhi" | "hemalamba" | "vilambi" | "vikari" | "sharvari" | "plava" | "shubhakrit" | "shobhakrit" | "krodhi" | "vishvavasu" | "parabhava" | "plavanga" | "kilaka" | "saumya" | "sadharana" | "virodhakrit" | "paridhavi" | "pramadi" | "ananda" | "rakshasa" | "nala" | "pingala" | "kalayukta" | "siddharthi" | "raudra" | "durmati" | "dundubhi" | "rudhirodgari" | "raktakshi" | "krodhana" | "akshaya";

export interface SecondFactorBeginResponse {
  data: SecondFactorSecretResource;
  meta?: Record<string, unknown>;
}

/** A code of the authenticator app. */
export interface SecondFactorCode {
  code: string;
}

export interface SecondFactorConfirmResponse {
  data: RecoveryCodeListResource;
  meta?: Record<string, unknown>;
}

/** Your password and a code, or a recovery code. */
export interface SecondFactorDisableRequest {
  /** Your password. It must be long enough to be used without a second factor. */
  password: string;
  code?: string | null;
  recoveryCode?: string | null;
}

/** The secret of a new second factor, shown only once. */
export interface SecondFactorSecret {
  /** Secret to enter into an authenticator app. */
  secret: string;
  /** URI to show to an authenticator app as a QR code. */
  uri: string;
}

export interface SecondFactorSecretResource {
  type: "second-factor-secret";
  id: string;
  attributes: SecondFactorSecret;
  links: ResourceLinks;
}

export type Sect = "day" | "night";

/** A session of a browser. */
export interface Session {
  /** Whether it is the session of this request. */
  current: boolean;
  /** Whether a second factor was used. */
  secondFactor: boolean;
  /** Time of the sign-in. */
  createdAt: string;
  /** Time of the last use, to the minute. */
  lastSeenAt: string;
  /** IP address of the sign-in. */
  sourceAddress?: string | null;
  /** IP address of the last use. */
  lastSeenAddress?: string | null;
  /** User agent of the browser. */
  userAgent?: string | null;
}

/** Your credentials. */
export interface SessionCreateRequest {
  email: string;
  password: string;
  /** Six-digit code of the authenticator app, if the account has a second factor. */
  code?: string | null;
  /** Recovery code, instead of `code`. */
  recoveryCode?: string | null;
}

export interface SessionCreateResponse {
  data: SessionResource;
  meta?: Record<string, unknown>;
}

/** Input of `session_end`. */
export interface SessionEndParams {
  /** ID of the session. */
  session: string;
}

/** Input of `session_list`. */
export interface SessionListParams {
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface SessionListResponse {
  data: SessionResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Your password, and a code if the account has a second factor. */
export interface SessionReauthenticateRequest {
  password: string;
  /** Six-digit code of the authenticator app, if the account has a second factor. */
  code?: string | null;
  /** Recovery code, instead of `code`. */
  recoveryCode?: string | null;
}

export interface SessionResource {
  type: "session";
  id: string;
  attributes: Session;
  links: ResourceLinks;
}

/** The six strengths of a graha, in virupas. */
export interface Shadbala {
  /** Strength by position. */
  sthana: SthanaBala;
  /** Strength by direction. */
  dig: number;
  /** Strength by time. */
  kala: KalaBala;
  /** Strength by motion. 0 for Sun and Moon. */
  cheshta: number;
  /** Natural strength. */
  naisargika: number;
  /** Strength by aspects. Negative if those of malefics prevail. */
  drik: number;
  /** Sum of the six. */
  total: number;
  /** Sum in rupas of 60 virupas. */
  rupas: number;
  /** Sum that the graha needs to be strong. */
  required: number;
  /** Sum divided by the required one. */
  ratio: number;
  /** Rank by `ratio`, 1 for the strongest graha. */
  rank: number;
}

/** A shadow period. */
export interface Shadow {
  /** Start, in UTC. */
  startDate: string;
  /** End, in UTC. */
  endDate: string;
  /** Length in days. */
  durationDays: number;
}

export type SignId = "aries" | "taurus" | "gemini" | "cancer" | "leo" | "virgo" | "libra" | "scorpio" | "sagittarius" | "capricorn" | "aquarius" | "pisces";

/** The Moon's passage through a sign. */
export interface SignStay {
  /** Sign. */
  sign: SignId;
  /** Title of the sign. Present if `includeReadableEntities` is `true`. */
  signTitle?: string | null;
  /** Time the Moon enters the sign, in UTC. */
  entry: string;
  /** Time the Moon leaves the sign, in UTC. */
  exit: string;
}

/** A birth and the year of the return. */
export interface SolarReturnInput {
  /** Local date and time of birth. The time is required. */
  birthDateTime: LocalDateTime;
  /** Birthplace. */
  birthLocation: Location;
  /** Calendar of `birthDateTime`. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `birthDateTime` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Location of the return. Defaults to the birthplace, with a warning. */
  location?: Location | null;
  /**
   * Year of the return: the return nearest to the birthday in that year. Defaults to the current
   * year, with a warning.
   */
  returnYear?: number | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** A solar term. */
export interface SolarTerm {
  /** ID, in pinyin without tones. */
  id: string;
  /** Instant in UTC. */
  instant: string;
  /** Date in China. */
  date: string;
  /** Other possible date. Only after 2030, if the instant is within five minutes of midnight. */
  alternativeDate?: string | null;
  /** Longitude of the Sun in degrees. */
  longitude: number;
}

/** A key sends many more requests than in the same hour of previous weeks. */
export interface SpikeFacts {
  /** The start of the hour. */
  hour: string;
  /** Requests in the hour. */
  requests: number;
  /** The number of previous weeks compared. */
  weeks: number;
  /** The median number of requests in this hour of those weeks. */
  median: number;
  /** The median absolute deviation. */
  medianDeviation: number;
  /** The size of one deviation, in requests. */
  deviation: number;
  /** The number of requests above which the alert fires. */
  line: number;
  /** Requests in the same hour of the day before. */
  dayBefore: number;
  /** Requests in the same hour of the week before. */
  weekBefore: number;
  rule: "spike";
}

/** When the requests of a key in one hour are a spike. */
export interface SpikeLimits {
  /** Minimum number of requests in an hour. */
  minimumRequests: number;
  /** Number of deviations above the median of the same hour of the week. */
  deviations: number;
}

/** A fixed star conjunct a point or an angle. */
export interface StarConjunction {
  /** ID of the star. */
  star: string;
  /** Name of the star. */
  name: string;
  /** Point or angle that the star is conjunct. */
  pointId: PointId;
  /** Longitude of the star in the chart's zodiac, in degrees. */
  longitude: number;
  /** Orb in longitude, in degrees. */
  orb: number;
}

/** A statement. */
export interface Statement {
  /** ID of the organization. */
  organization: string;
  /** Invoice number. */
  number: string;
  /** Month, in UTC. */
  period: string;
  /** Status: `due`, `paid` or `nothing-due`. */
  state: "due" | "paid" | "nothing-due";
  issuedAt: string;
  dueAt: string;
  currency: string;
  /** Sum of the lines, in minor units. */
  total: number;
  /** Number of ledger requests in this period: the sum over the lines. */
  requests: number;
  /** Units of these requests: the sum over the lines that count requests. */
  units: number;
  issuer: string;
  billTo: string;
  /** Payment method. */
  provider: string;
  /** Payment reference. */
  paymentReference: string;
  /** Payment page, if the provider has one. */
  paymentUrl?: string | null;
  paidAt?: string | null;
  /** Lines. Present when you get a single statement. */
  lines?: BillLine[] | null;
}

/** Input of `statement_export`. */
export interface StatementExportParams {
  /** ID of the organization. */
  org: string;
  /** ID of the statement. */
  statement: string;
}

/** Input of `statement_get`. */
export interface StatementGetParams {
  /** ID of the organization. */
  org: string;
  /** ID of the statement. */
  statement: string;
}

export interface StatementGetResponse {
  data: StatementResource;
}

/** Input of `statement_list`. */
export interface StatementListParams {
  /** ID of the organization. */
  org: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface StatementListResponse {
  data: StatementResource[];
  links: PageLinks;
  meta: PageMeta;
}

export interface StatementResource {
  type: "statement";
  id: string;
  attributes: Statement;
  links: ResourceLinks;
}

/**
 * State of a statement.
 *
 * - `due`: Not paid yet.
 * - `paid`: Paid.
 * - `nothing-due`: Nothing to pay.
 */
export type StatementState = "due" | "paid" | "nothing-due";

/** Strength by position, in virupas. */
export interface SthanaBala {
  /** By the distance from deepest debilitation. */
  uccha: number;
  /** By dignity in D1, D2, D3, D7, D9, D12 and D30. */
  saptavargaja: number;
  /** By odd and even signs in D1 and D9. */
  ojayugma: number;
  /** By the house in signs from the lagna: kendra, panapara or apoklima. */
  kendradi: number;
  /** By the third of the sign. */
  drekkana: number;
  /** Sum. */
  total: number;
}

/** The Sun. */
export interface SunNow {
  /** Geocentric distance in astronomical units. */
  distance: number;
  /** Geocentric apparent diameter in degrees. */
  diameter: number;
  /** Time of rise, in UTC. Null if it does not rise on this day. */
  rise?: string | null;
  /** Time of set, in UTC. Null if it does not set on this day. */
  set?: string | null;
  /** Time of culmination, in UTC. Null if it does not culminate on this day. */
  transit?: string | null;
  /** `crosses`, `always-up` (never sets) or `always-down` (never rises) on this day. */
  horizon: "crosses" | "always-up" | "always-down";
  /** Twilights of the local day. */
  twilights: Twilights;
}

export type SunStays = "above" | "below";

/**
 * The part of the disc that rises and sets.
 *
 * - `upperLimb`: Upper edge of the disc.
 * - `discCentre`: Center of the disc.
 */
export type SunriseOf = "upperLimb" | "discCentre";

/** A comparison of two charts. */
export interface Synastry {
  /** Aspects between the charts. `pointA` is in the first chart, `pointB` in the second. */
  aspects: ChartAspect[];
  /** House overlays: the points of each chart in the houses of the other. */
  houseOverlays: HouseOverlays;
  /** Points of the first chart. */
  points1: Record<string, Point>;
  /** Points of the second chart. */
  points2: Record<string, Point>;
  /** The texts as one reading. Present if `includeReading` is `true`. */
  composedReading?: ComposedReading | null;
  /** Link to the image of both charts. */
  charts: ImageAddress;
  /** Metadata about the first chart. */
  meta: Meta;
  /** Metadata about the second chart. */
  meta2: Meta;
}

/** Nakshatras of birth for which a nakshatra of the day is good. */
export interface Tarabala {
  /** Nakshatra of the Moon. */
  nakshatra: NakshatraId;
  /** Its start, in UTC. */
  start: string;
  /** Its end, in UTC. */
  end: string;
  /** Numbers of the nakshatras of birth, from 1 to 27. */
  goodFor: number[];
}

/** An interpretation text. */
export interface Text {
  /** URN of the text. Get it from `/api/content/urn/{urn}`. */
  urn: string;
  /** Heading of the text. */
  title: string;
  /** Body of the text, in Markdown. */
  body: string;
  /** Language of the text, which may differ from the requested one. */
  language: string;
  /**
   * Source of the text: `system` for the service's library, `organization` for the organization's
   * own.
   */
  source: "system" | "organization";
  /**
   * Set if `title` and `body` are empty because the organization's texts in this response are too
   * long together. Get the text by its URN.
   */
  omitted?: "response_too_long";
}

/**
 * Length of interpretation texts. A text that does not have the requested length appears in its
 * standard length, with a warning.
 *
 * - `short`: At most 25 words.
 * - `standard`: 70 to 110 words.
 * - `long`: 220 to 350 words.
 */
export type TextLength = "short" | "standard" | "long";

/**
 * Theme.
 *
 * - `classic`: Warm paper background.
 * - `light`: White background.
 * - `dark`: Dark background.
 * - `minimal`: Minimal decoration.
 * - `print`: Black on white, with patterns instead of colors.
 */
export type ThemeChoice = "classic" | "light" | "dark" | "minimal" | "print";

/**
 * Theme of the interface.
 *
 * - `auto`: The theme of the browser.
 * - `light`: Dark text on a light ground.
 * - `dark`: Light text on a dark ground.
 */
export type ThemeChoice2 = "auto" | "light" | "dark";

export type TimezoneSource = "request" | "coordinates";

export type TithiId = "shukla-pratipada" | "shukla-dwitiya" | "shukla-tritiya" | "shukla-chaturthi" | "shukla-panchami" | "shukla-shashthi" | "shukla-saptami" | "shukla-ashtami" | "shukla-navami" | "shukla-dashami" | "shukla-ekadashi" | "shukla-dwadashi" | "shukla-trayodashi" | "shukla-chaturdashi" | "purnima" | "krishna-pratipada" | "krishna-dwitiya" | "krishna-tritiya" | "krishna-chaturthi" | "krishna-panchami" | "krishna-shashthi" | "krishna-saptami" | "krishna-ashtami" | "krishna-navami" | "krishna-dashami" | "krishna-ekadashi" | "krishna-dwadashi" | "krishna-trayodashi" | "krishna-chaturdashi" | "amavasya";

/** The transits in the range. */
export interface Transit {
  /** Periods within orb, ordered by start. */
  aspects: TransitAspect[];
  /** Sign and natal house ingresses. */
  crossings: Crossing[];
  /** Stations. */
  stations: ChartStation[];
  /**
   * The texts about the transits of the range as one reading, by theme and with dates. Present if
   * `includeReading` is `true`.
   */
  composedReading?: ComposedReading | null;
  /** Natal points. */
  natalPoints: Point[];
  /** House cusps at the location of the transits, at the start of the range. */
  transitHouses: Cusp[];
  /** Link to the image of the natal chart with the transiting points at the start of the range. */
  charts: ImageAddress;
  /** Metadata about the natal chart. */
  meta: Meta;
  /** How the range was interpreted, with metadata for its start. */
  transitMeta: Meta;
}

/** A period in which a transiting point is within orb of an aspect to a natal point. */
export interface TransitAspect {
  /** Transiting point. */
  transitPoint: PointId;
  /** Natal point. */
  natalPoint: PointId;
  /** Type of aspect. */
  aspect: AspectId;
  /** Maximum orb of this pair, in degrees. */
  orb: number;
  /** Longitude of the transiting point when the aspect is exact, in degrees. */
  exactLongitude: number;
  /** Last possible longitude if the birth time is unknown. `exactLongitude` is the first. */
  exactLongitudeEnd?: number | null;
  /**
   * Earliest time at which it enters the orb, in UTC. Null if it is within orb at the start of the
   * range.
   */
  enter?: string | null;
  /** Every exact pass. */
  exact: ExactPass[];
  /**
   * Latest time at which it leaves the orb, in UTC. Null if it is within orb at the end of the
   * range.
   */
  leave?: string | null;
  /**
   * Present if the birth time is unknown: `certain` if the aspect becomes exact in this period
   * whatever the birth time, `possible` if it may not.
   */
  certainty?: Certainty | null;
  /** Title of the transiting point. Present if `includeReadableEntities` is `true`. */
  transitPointTitle?: string | null;
  /** Title of the natal point. Present if `includeReadableEntities` is `true`. */
  natalPointTitle?: string | null;
  /** Title of the aspect. Present if `includeReadableEntities` is `true`. */
  aspectTitle?: string | null;
  /** Interpretation text. Present if `includeText` is `true`. */
  text?: Text | null;
}

/** A birth and a time range. */
export interface TransitInput {
  /** Local date and time of birth. A date without a time means that the birth time is unknown. */
  birthDate: LocalDateTime;
  /** Birthplace. */
  birthLocation: Location;
  /** Calendar of `birthDate`. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and `birthDate` occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Start of the range, in local time at `transitLocation`. */
  transitDateStart: LocalDateTime;
  /**
   * End of the range. A date without a time means its last instant. The range covers at most 732
   * days.
   */
  transitDateEnd: LocalDateTime;
  /**
   * Location of the transits. Its time zone applies to the range, and its horizon defines
   * `transitHouses`.
   */
  transitLocation: Location;
  /** Calendar of the range's dates. Required before 1582-10-15. */
  transitCalendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and a date of the range occurred twice, or were
   * set forward and it was skipped.
   */
  transitClockChange?: ClockChangeName | null;
  /**
   * Transiting points. Defaults to Sun to Pluto, the north node and Chiron. `points` selects the
   * natal points, to which the four angles are added.
   */
  transitPoints?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** House system. Defaults to `placidus`. */
  houseSystem?: HouseSystemId | null;
  /**
   * House system to use near the poles, where the system set in `houseSystem` is undefined. If
   * omitted, requests for such places are rejected.
   */
  polarFallback?: HouseSystemId | null;
  /** Zodiac. Defaults to `tropical`. */
  zodiac?: ZodiacName | null;
  /**
   * Ayanamsha for the sidereal zodiac. Required with `zodiac: sidereal`, unless `ayanamshaAt` is
   * given.
   */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha for the sidereal zodiac. Instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Center of the chart. Heliocentric charts have no Sun, Moon, nodes, lots or houses. */
  center?: Center | null;
  /** Center used for the Moon's position only. */
  moonCenter?: MoonCenter | null;
  /** Type of lunar node that `northNode` and `southNode` refer to. Defaults to `true`. */
  nodeType?: NodeType | null;
  /**
   * `sect` reverses the lot formulas at night; `day` always uses the daytime formulas. Defaults to
   * `sect`.
   */
  lotFormula?: LotFormula | null;
  /** Points to include. The response keeps the order you give. */
  points?: (PointId | "asc" | "mc" | "lilith" | "nn" | "rahu" | "ketu")[] | null;
  /** Aspects to look for. Defaults to the five major aspects. */
  aspects?: AspectId[] | null;
  /** Maximum orbs, in degrees. */
  orbs?: OrbFields | null;
  /** Optional parts of the response to include. */
  include?: Include[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /**
   * Whether to include a reading composed of interpretation texts, with an opening, sections and a
   * closing.
   */
  includeReading?: boolean | null;
  /** Whether to include titles of points, signs, houses and aspects. */
  includeReadableEntities?: boolean | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** Triplicity rulers. */
export interface Triplicity {
  /** Day ruler. */
  day: string;
  /** Night ruler. */
  night: string;
  /** Participating ruler, by day and by night. */
  participating: string;
}

export type TriplicityRulership = "in-sect" | "out-of-sect" | "participating";

/** A twilight on one day. */
export interface Twilight {
  /** Time in the morning, in UTC. */
  dawn?: string | null;
  /** Time in the evening, in UTC. */
  dusk?: string | null;
}

/** Start and end of each twilight. Null if the Sun does not reach the altitude. */
export interface Twilights {
  /** Civil twilight: the Sun's center at -6 degrees. */
  civil: Twilight;
  /** Nautical twilight: the Sun's center at -12 degrees. */
  nautical: Twilight;
  /** Astronomical twilight: the Sun's center at -18 degrees. */
  astronomical: Twilight;
}

/** Upagrahas. */
export interface Upagrahas {
  /** Sunrise before the birth, in UTC. Null where the Sun does not rise or set. */
  sunrise?: string | null;
  /** Sunset after that sunrise, in UTC. */
  sunset?: string | null;
  /** Sunrise of the next day, in UTC. */
  nextSunrise?: string | null;
  /**
   * Points that follow from the Sun's longitude, and those that rise with the parts of the day or
   * night: kala, mrityu, ardhaprahara and yamaghantaka at the start of the parts of the Sun, Mars,
   * Mercury and Jupiter, gulika at the start and mandi in the middle of Saturn's.
   */
  points: Record<string, VedicPlace>;
}

/** Usage of one group. */
export interface Usage {
  /** Number of counted requests. */
  requests: number;
  /** Units charged. */
  units: number;
  succeeded: number;
  refused: number;
  /** Number of our own failures, which cost nothing. */
  failed: number;
}

/** Input of `usage_current`. */
export interface UsageCurrentParams {
  /** ID of the organization. */
  org: string;
}

export interface UsageCurrentResponse {
  data: UsageOfPeriodResource;
}

/** How to group usage. */
export type UsageGroup = "hour" | "day" | "month" | "key" | "operation" | "origin";

/** Input of `usage_list`. */
export interface UsageListParams {
  /** ID of the organization. */
  org: string;
  /** How to group usage. Defaults to days. */
  groupBy?: UsageGroup | null;
  /** Start hour. Defaults to the start of the period. */
  from?: string | null;
  /** End hour. Defaults to now. */
  to?: string | null;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface UsageListResponse {
  data: UsageResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Usage of a key. */
export interface UsageOfKey {
  /** Charged requests per day in the last 14 days (UTC), today last. */
  days: number[];
}

export interface UsageOfKeyResource {
  type: "key-usage";
  id: string;
  attributes: UsageOfKey;
  links: ResourceLinks;
}

/** Input of `usage_of_keys`. */
export interface UsageOfKeysParams {
  /** ID of the organization. */
  org: string;
  /** IDs of the keys. */
  key: string[];
}

export interface UsageOfKeysResponse {
  data: UsageOfKeyResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** Usage in the current period. */
export interface UsageOfPeriod {
  /** Month, in UTC. */
  period: string;
  live: AllowanceState;
  /** Usage of all organizations that share the allowance of an owner. */
  test: AllowanceState;
  resetsAt: string;
}

export interface UsageOfPeriodResource {
  type: "usage-period";
  id: string;
  attributes: UsageOfPeriod;
  links: ResourceLinks;
}

export interface UsageResource {
  type: "usage";
  id: string;
  attributes: Usage;
  links: ResourceLinks;
}

/** Usage in the current period. */
export interface UsedNow {
  /** Month, in UTC. */
  period: string;
  live: number;
  test: number;
}

/** An account to create. */
export interface UserCreateRequest {
  email: string;
  name: Name;
  /** Whether the user becomes an operator. */
  operator?: boolean;
}

/** A weekday. */
export interface Vara {
  /** Number, from 1 (Sunday) to 7. */
  number: number;
  /** ID. */
  id: VaraId;
  /** Ruler. */
  lord: GrahaId;
}

export type VaraId = "ravivara" | "somavara" | "mangalavara" | "budhavara" | "guruvara" | "shukravara" | "shanivara";

export type Varga = "D1" | "D2" | "D3" | "D4" | "D5" | "D6" | "D7" | "D8" | "D9" | "D10" | "D11" | "D12" | "D16" | "D20" | "D24" | "D27" | "D30" | "D40" | "D45" | "D60";

/** A divisional chart. */
export interface VargaChart {
  /** Sanskrit name. */
  name: string;
  /** Sign of the lagna. */
  lagna: SignId;
  /** Grahas by ID. */
  grahas: Record<string, VargaGraha>;
}

export type VargaD11 = "rath" | "raman";

export type VargaD2 = "parashara" | "uma-shambhu" | "raman" | "kashinatha" | "parivritti" | "somanatha";

export type VargaD24 = "parashara" | "even-reversed" | "both-leo";

export type VargaD3 = "parashara" | "jagannatha" | "somanatha" | "parivritti";

export type VargaD30 = "unequal" | "parivritti";

export type VargaD60 = "sign" | "aries" | "even-reversed" | "aries-even-reversed";

/** A graha in a divisional chart. */
export interface VargaGraha {
  /** Sign. */
  sign: SignId;
  /** House counted in signs from the lagna of this divisional chart, 1 to 12. */
  houseNumber: number;
}

/** Variants of divisional charts. */
export interface VargaVariants {
  /** Variant of D2 (hora). Defaults to `parashara`. */
  D2?: VargaD2 | null;
  /** Variant of D3 (drekkana). Defaults to `parashara`. */
  D3?: VargaD3 | null;
  /** Variant of D11 (rudramsha). Defaults to `rath`. */
  D11?: VargaD11 | null;
  /** Variant of D24 (siddhamsha). Defaults to `parashara`. */
  D24?: VargaD24 | null;
  /** Variant of D30 (trimshamsha). Defaults to `unequal`. */
  D30?: VargaD30 | null;
  /** Variant of D60 (shashtyamsha). Defaults to `sign`. */
  D60?: VargaD60 | null;
}

/** The tithi of a birth: a thirtieth of the way of the Moon from the Sun to the Sun. */
export interface VedicBirthTithi {
  /** Number, 1 to 30. */
  number: number;
  /** ID. */
  id: TithiId;
  /** Interpretation of the tithi. Present if `includeText` is `true`. */
  text?: Text | null;
}

/** A Vedic chart. */
export interface VedicChart {
  /** Birth time in UTC. */
  dateTime: string;
  /** Lagna (Ascendant). */
  lagna: VedicLagna;
  /** Tithi (lunar day) of the birth. */
  tithi: VedicBirthTithi;
  /** Grahas by ID. */
  grahas: Record<string, VedicGraha>;
  /** Uranus, Neptune and Pluto by ID. Present if `outerPlanets` is `true`. */
  outerPlanets?: Record<string, VedicGraha> | null;
  /** Bhavas, the first first. */
  bhavas: Bhava[];
  /** Divisional charts by ID. */
  vargas: Record<string, VargaChart>;
  /** Bindus. Present if `include` has `ashtakavarga`. */
  ashtakavarga?: Ashtakavarga | null;
  /** Yogas. Present if `include` has `yogas`. */
  yogas?: Yoga[] | null;
  /** Karakas and padas. Present if `include` has `jaimini`. */
  jaimini?: VedicJaimini | null;
  /** Krishnamurti Paddhati. Present if `include` has `kp`. */
  kp?: Kp | null;
  /** Upagrahas. Present if `include` has `upagrahas`. */
  upagrahas?: Upagrahas | null;
  /**
   * Strengths of the seven grahas by ID. Present if `include` has `shadbala`, and the Sun rises and
   * sets.
   */
  shadbala?: Record<string, Shadbala> | null;
  /**
   * Facts of the chart and how much earlier or later the birth must be to change them, within 720
   * minutes. Present if `include` has `margins`.
   */
  margins?: Margin[] | null;
  /** Link to the image. */
  chart: ImageAddress;
  /** Metadata about the calculation. */
  meta: VedicChartMeta;
}

/** Conventions of a Vedic chart. */
export interface VedicChartConventions {
  /** Ayanamsha of the zodiac. Null if it is user-defined. */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Type of lunar node that Rahu and Ketu are. */
  nodeType: NodeType;
  /** Division into bhavas. */
  bhavaSystem: BhavaSystem;
  /** Sign in which Rahu is exalted. */
  nodeExaltation: NodeExaltation;
  /** Variants of the divisional charts in the response for which authors differ, by ID. */
  vargaVariants: Record<string, string>;
  /** Tables of the ashtakavarga. Present if it is included. */
  ashtakavargaTables?: AshtakavargaTables | null;
  /** Number of chara karakas. Present if `jaimini` is included. */
  charaKarakas?: number | null;
  /** Ayanamsha of `kp`. Present if it is included, unless it is user-defined. */
  kpAyanamsha?: AyanamshaId | null;
  /** Sunrise that upagrahas and shadbala follow. Present if one of them is included. */
  sunriseOf?: "upperLimb";
  /** Whether the sunrise includes refraction. Present if upagrahas or shadbala are included. */
  refraction?: boolean | null;
  /** Author whose rules the shadbala follows. Present if it is included. */
  shadbalaRules?: "raman";
}

/** A birth and the parts of its chart. */
export interface VedicChartInput {
  /** Local date and time of birth. The time is required. */
  dateTime: LocalDateTime;
  /** Birthplace. */
  location: Location;
  /** Calendar of the date. Required before 1582-10-15. */
  calendar?: CalendarName | null;
  /**
   * Which instant to use if clocks were set back and this local time occurred twice, or were set
   * forward and it was skipped.
   */
  clockChange?: ClockChangeName | null;
  /** Ayanamsha for the sidereal zodiac. Defaults to `lahiri`. */
  ayanamsha?: AyanamshaId | null;
  /** User-defined ayanamsha, instead of `ayanamsha`. */
  ayanamshaAt?: AyanamshaAt | null;
  /** Type of lunar node that Rahu and Ketu are. Defaults to `mean`. */
  nodeType?: NodeType | null;
  /**
   * Division into bhavas: signs (`whole`), `sripati`, Placidus cusps (`kp`), or 30 degrees each
   * with the lagna in the middle (`equal`) or at the start (`equalStart`) of the first. Defaults to
   * `whole`.
   */
  bhavaSystem?: BhavaSystem | null;
  /** Divisional charts to include. Defaults to D1 and D9. */
  vargas?: Varga[] | null;
  /** How divisional charts divide a sign where authors differ. */
  vargaVariants?: VargaVariants | null;
  /** Sign in which Rahu is exalted; Ketu is exalted in the opposite one. Defaults to `none`. */
  nodeExaltation?: NodeExaltation | null;
  /** Tables of the ashtakavarga. Defaults to `parashara`. */
  ashtakavargaTables?: AshtakavargaTables | null;
  /** Number of chara karakas: 7, or 8 with Rahu. Defaults to 7. */
  charaKarakas?: number | null;
  /** Whether to include Uranus, Neptune and Pluto. Defaults to `false`. */
  outerPlanets?: boolean | null;
  /** Further parts of the response to include. */
  include?: VedicInclude[] | null;
  /**
   * Language of texts and titles, as an ISO 639 code. Defaults to `en`. The request is rejected if
   * the service has no titles in this language and your organization has no texts in it.
   */
  language?: string | null;
  /** Whether to include interpretation texts. */
  includeText?: boolean | null;
  /** Length of interpretation texts. Defaults to `standard`. */
  textLength?: TextLength | null;
  /** Fields to return, such as `points.*.longitude`. Defaults to all. */
  fields?: FieldPath[] | null;
  /** Number of decimal places. Extra digits are truncated, not rounded. Defaults to 9. */
  precision?: number | null;
}

/** Metadata about a Vedic chart. */
export interface VedicChartMeta {
  /** Instant in UTC. If the time is unknown, the first instant of the day. */
  utc: string;
  /** End of the day or range, in UTC. Present if the time is unknown or for a range. */
  utcEnd?: string | null;
  /** Offset of local time from UTC, such as `+01:19:32`. */
  offset: string;
  /** Offset at the end of a range. Present if clocks were changed in between. */
  offsetEnd?: string | null;
  /**
   * Source of the offset: `zone` (the zone's history), `jurisdiction` (the state that the place
   * belonged to, or its town), `localMeanTimeOfZone` (before the place had a standard time),
   * `localMeanTime`, `localApparentTime`, `stated` (given with the time), or `computed` (an instant
   * that was never a clock time).
   */
  offsetSource: OffsetSource;
  /** Time zone used, if any. */
  timezone?: string | null;
  /** Source of the time zone: `request` or `coordinates`. */
  timezoneSource?: TimezoneSource | null;
  /** Abbreviation of the local time in the tz database, such as `CET`, `AMT` or `LMT`. */
  abbreviation?: string | null;
  /** Whether daylight saving time was in effect. Null if not applicable. */
  dst?: boolean | null;
  /** Reliability of the offset: `high`, `medium` or `low`. */
  confidence: "high" | "medium" | "low";
  /** Version of the tz database. */
  zoneDataVersion: string;
  /**
   * Other readings of the local time that cannot be excluded, and what they change. Present with
   * the warnings `clock_uncertain`, `calendar_assumed` and `named_zone_differs`.
   */
  readings?: ClockAlternative[];
  /** Known uncertainties about this time and place. */
  warnings: Warning[];
  /** Ephemeris and the period it covers. */
  ephemeris: Ephemeris;
  /** Delta T (TT minus UT1) in seconds. */
  deltaT: number;
  /**
   * Uncertainty of Delta T. Present before 1962 and after the last prediction of the IERS, when the
   * Earth's rotation is not measured.
   */
  deltaTUncertainty?: DeltaTUncertainty | null;
  /** Julian date in UT1. */
  julianDateUt1: number;
  /** Julian date in TT. */
  julianDateTt: number;
  /** True obliquity of the ecliptic, in degrees. */
  obliquity?: number | null;
  /** Mean ayanamsha in degrees. Present with a sidereal zodiac. */
  ayanamsha?: number | null;
  /** Conventions used, including defaults. */
  conventions: VedicChartConventions;
}

/** Whether a graha is combust. */
export interface VedicCombustion {
  /** Whether the distance from the Sun is below the limit. */
  is: boolean;
  /** Distance from the Sun in longitude, in degrees. */
  distance: number;
  /** Limit of the graha, in degrees. */
  limit: number;
}

export type VedicDignity = "exalted" | "moolatrikona" | "own" | "greatFriend" | "friend" | "neutral" | "enemy" | "greatEnemy" | "debilitated";

/** A graha. */
export interface VedicGraha {
  /** Sidereal longitude in degrees. */
  longitude: number;
  /** Sign. */
  sign: SignId;
  /** Degrees from the start of the sign. */
  degreesInSign: number;
  /** The same as degrees, minutes and seconds, truncated. */
  degreesInSignDms: number[];
  /** Nakshatra. */
  nakshatra: VedicNakshatra;
  /** Ecliptic latitude in degrees. */
  latitude: number;
  /** Declination in degrees. */
  declination: number;
  /** Speed in sidereal longitude, in degrees per day. */
  speedLongitude: number;
  /** Whether it is retrograde. */
  retrograde: boolean;
  /** Bhava by `bhavaSystem`, 1 to 12. */
  houseNumber: number;
  /** Dignity. Null for outer planets, and for a node that is neither exalted nor debilitated. */
  dignity?: VedicDignity | null;
  /** Combustion. Null for the Sun, the nodes and outer planets. */
  combust?: VedicCombustion | null;
  /** Interpretation of the graha in its sign. Present if `includeText` is `true`. */
  text?: Text | null;
  /** Interpretation of the graha in its house. Present if `includeText` is `true`. */
  houseText?: Text | null;
  /** Interpretation of the nakshatra, which the Moon alone has. Present if `includeText` is `true`. */
  nakshatraText?: Text | null;
}

/**
 * Parts of a Vedic chart.
 *
 * - `ashtakavarga`: Bindus of the seven grahas and the lagna.
 * - `yogas`: Yogas, each with its rule and the grahas that fulfill it.
 * - `jaimini`: Chara karakas, arudha padas and karakamsha.
 * - `kp`: Krishnamurti's lords, cusps, significators and ruling planets. With the ayanamsha
 * `krishnamurti` unless `ayanamsha` is given.
 * - `upagrahas`: Gulika, Mandi and the other upagrahas.
 * - `shadbala`: The six strengths of the seven grahas with their parts, in virupas.
 * - `margins`: How much earlier or later the birth must be to change signs, bhavas, nakshatras,
 * padas and divisional charts.
 */
export type VedicInclude = "ashtakavarga" | "yogas" | "jaimini" | "kp" | "upagrahas" | "shadbala" | "margins";

/** Karakas and padas of Jaimini. */
export interface VedicJaimini {
  /** Graha of each chara karaka, from the one with most degrees in its sign. */
  charaKarakas: Record<string, GrahaId>;
  /** Arudha padas of the houses, A1 to A12. */
  arudhaPadas: Record<string, SignId>;
  /** Sign of the atmakaraka in D9. */
  karakamsha: SignId;
}

/** The lagna. */
export interface VedicLagna {
  /** Sidereal longitude in degrees. */
  longitude: number;
  /** Sign. */
  sign: SignId;
  /** Degrees from the start of the sign. */
  degreesInSign: number;
  /** The same as degrees, minutes and seconds, truncated. */
  degreesInSignDms: number[];
  /** Nakshatra. */
  nakshatra: VedicNakshatra;
  /** Interpretation of the lagna in its sign. Present if `includeText` is `true`. */
  text?: Text | null;
}

/** A match. */
export interface VedicMatch {
  /** System of matching. */
  system: MatchSystem;
  /** Points of the kootas, or the number of poruthams that agree. */
  total: number;
  /** Maximum of `total`: 36 for the kootas, 10 for the poruthams. */
  max: number;
  /** The eight kootas. Present with `system: ashtakoot`. */
  kootas?: Kootas | null;
  /** Doshas of the kootas, with the rule that cancels each. Present with `system: ashtakoot`. */
  doshas?: KootaDosha[] | null;
  /** The ten poruthams. Present with `system: porutham`. */
  poruthams?: Poruthams | null;
  /** Manglik of both. */
  manglik: ManglikOfBoth;
  /** The groom. */
  groom: MatchPerson;
  /** The bride. */
  bride: MatchPerson;
  /** Metadata about the first birth. */
  meta: MatchMeta;
  /** Metadata about the second birth. */
  meta2: Meta;
}

/** A nakshatra. */
export interface VedicNakshatra {
  /** Number, 1 (Ashwini) to 27 (Revati). */
  number: number;
  /** ID. */
  id: string;
  /** Pada (quarter), 1 to 4. */
  pada: number;
  /** Lord in the Vimshottari order. */
  lord: GrahaId;
}

/** A sidereal longitude. */
export interface VedicPlace {
  /** Sidereal longitude in degrees. */
  longitude: number;
  /** Sign. */
  sign: SignId;
  /** Degrees from the start of the sign. */
  degreesInSign: number;
  /** The same as degrees, minutes and seconds, truncated. */
  degreesInSignDms: number[];
  /** Nakshatra. */
  nakshatra: VedicNakshatra;
}

/** Void of course. */
export interface VoidOfCourse {
  /**
   * Whether the Moon is void of course at the given time, or at the start of the day if no time is
   * given.
   */
  isVoid: boolean;
  /** Start of the first void period that overlaps the day, in UTC. */
  start?: string | null;
  /** End of that period, in UTC. */
  end?: string | null;
  /** Every void period that overlaps the day, with its full length. */
  periods: VoidPeriod[];
}

/** A void-of-course period. */
export interface VoidPeriod {
  /** Time of the last exact aspect in the sign, in UTC. */
  start: string;
  /** Time the Moon leaves the sign, in UTC. */
  end: string;
  /** Sign the Moon leaves. */
  sign: SignId;
  /** Title of the sign the Moon leaves. Present if `includeReadableEntities` is `true`. */
  signTitle?: string | null;
  /** Sign the Moon enters. */
  nextSign: SignId;
  /** Title of the sign the Moon enters. Present if `includeReadableEntities` is `true`. */
  nextSignTitle?: string | null;
  /** Last aspect before the period. Null if there was none in the sign. */
  lastAspect?: MoonAspect | null;
  /** Interpretation text. Present if `includeText` is `true`. */
  text?: Text | null;
}

/**
 * Planets whose aspects end a void-of-course period.
 *
 * - `modern`: Sun to Pluto.
 * - `traditional`: Sun to Saturn.
 */
export type VoidPlanets = "modern" | "traditional";

/** A warning about the result. */
export interface Warning {
  /** Stable warning code. */
  code: string;
  /** Explanation of the warning. */
  detail: string;
  /** Source of the information. */
  source?: string | null;
}

/** A webhook. */
export interface Webhook {
  url: string;
  /** Secret that messages are signed with. Shown only in the response that creates the webhook. */
  secret?: string | null;
  createdAt: string;
  /** ID of the user who added it. Null for an operator. */
  createdBy?: string | null;
}

/** Input of `webhook_create`. */
export interface WebhookCreateParams {
  /** ID of the organization. */
  org: string;
  /** URL that messages are posted to: `https://` or `http://`, on the public internet. */
  url: string;
}

/** A webhook to create. */
export interface WebhookCreateRequest {
  /** URL that messages are posted to: `https://` or `http://`, on the public internet. */
  url: string;
}

export interface WebhookCreateResponse {
  data: WebhookResource;
  meta?: Record<string, unknown>;
}

/** Input of `webhook_delete`. */
export interface WebhookDeleteParams {
  /** ID of the organization. */
  org: string;
  /** ID of the webhook. */
  webhook: string;
}

/** Input of `webhook_deliveries`. */
export interface WebhookDeliveriesParams {
  /** ID of the organization. */
  org: string;
  /** ID of the webhook. */
  webhook: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface WebhookDeliveriesResponse {
  data: WebhookDeliveryResource[];
  links: PageLinks;
  meta: PageMeta;
}

/** A webhook message and its delivery. */
export interface WebhookDelivery {
  /** Type of message: `alert.fired` or `test`. */
  kind: "alert.fired" | "test";
  /** Status: `pending`, `delivered` or `given_up`. */
  state: "pending" | "delivered" | "given_up";
  attempts: number;
  /** HTTP status of the last response. Null if there was no response. */
  status?: number | null;
  /** Error of the last attempt. */
  error?: string | null;
  /** Message as it is signed and sent. */
  body: string;
  createdAt: string;
  attemptedAt?: string | null;
  /** Time of the next attempt. */
  nextAttemptAt?: string | null;
  deliveredAt?: string | null;
}

export interface WebhookDeliveryResource {
  type: "webhook-delivery";
  id: string;
  attributes: WebhookDelivery;
  links: ResourceLinks;
}

/** Input of `webhook_get`. */
export interface WebhookGetParams {
  /** ID of the organization. */
  org: string;
  /** ID of the webhook. */
  webhook: string;
}

export interface WebhookGetResponse {
  data: WebhookResource;
}

/** Input of `webhook_list`. */
export interface WebhookListParams {
  /** ID of the organization. */
  org: string;
  page?: {
    /** Maximum number of entries. */
    size?: number | null;
    /** Cursor from `links.next` of the previous page. */
    after?: string | null;
  };
}

export interface WebhookListResponse {
  data: WebhookResource[];
  links: PageLinks;
  meta: PageMeta;
}

export interface WebhookResource {
  type: "webhook";
  id: string;
  attributes: Webhook;
  links: ResourceLinks;
}

/** A webhook, named in the path. */
export interface WebhookTestBody {
}

/** Input of `webhook_test`. */
export interface WebhookTestParams {
  /** ID of the organization. */
  org: string;
  /** ID of the webhook. */
  webhook: string;
}

export interface WebhookTestResponse {
  data: WebhookDeliveryResource;
  meta?: Record<string, unknown>;
}

export type Weekday = "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";

/** A yoga. */
export interface Yoga {
  /** ID. */
  id: string;
  /** What it depends on. */
  kind: YogaKind;
  /** Rule that made it true. Houses are signs counted from the lagna. */
  rule: string;
  /** Grahas that fulfill the rule. */
  grahas: GrahaId[];
  /** Interpretation of the yoga. Present if `includeText` is `true`, once for each yoga. */
  text?: Text | null;
}

export type YogaKind = "mahapurusha" | "lunar" | "solar" | "nabhasa" | "raja" | "dhana" | "parivartana" | "other";

/**
 * Zodiac that longitudes are measured in.
 *
 * - `tropical`: Measured from the equinox of date.
 * - `sidereal`: Measured from the zero point defined by `ayanamsha`.
 */
export type ZodiacName = "tropical" | "sidereal";

