// Generated from docs/reference/openapi.json by `cargo xtask generate`. Do not edit.

import type { Batchable, CallOptions, Pages } from "../call.js";
import type * as t from "./types.js";

/** The version of the API that this client was generated for. */
export const VERSION = "0.2.0";

/**
 * Every operation: its name, method, path and properties. Types do not exist at run time, so this
 * table is all that the client knows about operations.
 *
 * - `r`: changes nothing
 * - `g`: also accepts GET, with the input in the query
 * - `i`: accepts an idempotency key
 * - `p`: lists items in pages
 * - `n`: has no input
 */
export const TABLE =
  "calcNatal POST /api/calc/natal rg;" +
  "calcTransit POST /api/calc/transit rg;" +
  "calcSynastry POST /api/calc/synastry rg;" +
  "calcComposite POST /api/calc/composite rg;" +
  "calcDavison POST /api/calc/davison rg;" +
  "calcCompatibility POST /api/calc/compatibility rg;" +
  "calcSolarReturn POST /api/calc/solar-return rg;" +
  "calcLunarReturn POST /api/calc/lunar-return rg;" +
  "calcPlanetaryReturn POST /api/calc/planetary-return rg;" +
  "calcProgressions POST /api/calc/progressions rg;" +
  "calcProfections POST /api/calc/profections rg;" +
  "calcRetrograde POST /api/calc/retrograde rg;" +
  "calcEclipses POST /api/calc/eclipses rg;" +
  "calcMoonSun POST /api/calc/moon-sun rg;" +
  "calcMoonDay POST /api/calc/moon-calendar/day rg;" +
  "calcMoonRange POST /api/calc/moon-calendar/range rg;" +
  "calcEphemeris POST /api/calc/ephemeris rg;" +
  "calcChineseHoroscope POST /api/calc/chinese-horoscope rg;" +
  "calcChineseForecast POST /api/calc/chinese-forecast rg;" +
  "calcChineseCalendar POST /api/calc/chinese-calendar rg;" +
  "calcBazi POST /api/calc/bazi rg;" +
  "calcVedicChart POST /api/calc/vedic/chart rg;" +
  "calcVedicDasha POST /api/calc/vedic/dasha rg;" +
  "calcPanchang POST /api/calc/vedic/panchang rg;" +
  "calcPanchangRange POST /api/calc/vedic/panchang/range rg;" +
  "calcVedicMatch POST /api/calc/vedic/match rg;" +
  "calcMargins POST /api/calc/margins rg;" +
  "calcExplain POST /api/calc/explain rg;" +
  "numerologyProfile POST /api/numerology/profile rg;" +
  "numerologyCompatibility POST /api/numerology/compatibility rg;" +
  "horoscopeDaily GET /api/horoscope/daily/{date} r;" +
  "horoscopeDailySign GET /api/horoscope/daily/{date}/{sign} r;" +
  "horoscopeWeekly GET /api/horoscope/weekly/{year}/{week} r;" +
  "horoscopeWeeklySign GET /api/horoscope/weekly/{year}/{week}/{sign} r;" +
  "horoscopeMonthly GET /api/horoscope/monthly/{year}/{month} r;" +
  "horoscopeMonthlySign GET /api/horoscope/monthly/{year}/{month}/{sign} r;" +
  "horoscopeYearly GET /api/horoscope/yearly/{year} r;" +
  "horoscopeYearlySign GET /api/horoscope/yearly/{year}/{sign} r;" +
  "horoscopeYearlyAscendant GET /api/horoscope/yearly-ascendant/{year} r;" +
  "horoscopeYearlyAscendantSign GET /api/horoscope/yearly-ascendant/{year}/{sign} r;" +
  "horoscopePersonal POST /api/horoscope/personal rg;" +
  "calcBatch POST /api/calc/batch r;" +
  "calcContext POST /api/calc/context r;" +
  "chartNatal GET /api/chart2/natal.{format} r;" +
  "chartTransit GET /api/chart2/transit.{format} r;" +
  "chartSynastry GET /api/chart2/synastry.{format} r;" +
  "chartComposite GET /api/chart2/composite.{format} r;" +
  "chartDavison GET /api/chart2/davison.{format} r;" +
  "chartSolarReturn GET /api/chart2/solar-return.{format} r;" +
  "chartLunarReturn GET /api/chart2/lunar-return.{format} r;" +
  "chartProgressions GET /api/chart2/progressions.{format} r;" +
  "chartHoroscope GET /api/chart2/horoscope.{format} r;" +
  "chartNumerologyProfile GET /api/chart2/numerology.{format} r;" +
  "chartChineseHoroscope GET /api/chart2/chinese.{format} r;" +
  "chartVedicChart GET /api/chart2/vedic.{format} r;" +
  "pdfReportGenerate POST /api/pdf-reports/generate r;" +
  "geocodingSearch GET /api/geocoding/search r;" +
  "geocodingTimezone GET /api/geocoding/timezone r;" +
  "contentList GET /api/content/{horoscopeType}/{contentType} rp;" +
  "contentGetByKind GET /api/content/{horoscopeType}/{contentType}/{id} r;" +
  "contentGet GET /api/content/{id} r;" +
  "contentUpdate PATCH /api/content/{id} ;" +
  "contentDelete DELETE /api/content/{id} ;" +
  "contentGetByUrn GET /api/content/urn/{urn} r;" +
  "contentSearch GET /api/content/search rp;" +
  "contentVersions GET /api/content/{id}/versions rp;" +
  "contentCopy POST /api/content/{id}/create-custom-copy ;" +
  "contentCreate POST /api/content ;" +
  "contentRestore POST /api/content/{id}/restore ;" +
  "keyDescribe GET /api/key rn;" +
  "keyTokenCreate POST /api/key/tokens i;" +
  "moduleList GET /api/modules rp;" +
  "moduleGet GET /api/modules/{module} r;" +
  "chatbotList GET /api/chatbots rp;" +
  "chatbotCreate POST /api/chatbots ;" +
  "chatbotGet GET /api/chatbots/{chatbot} r;" +
  "chatbotUpdate PATCH /api/chatbots/{chatbot} ;" +
  "chatbotDelete DELETE /api/chatbots/{chatbot} ;" +
  "chatProfileList GET /api/chatbots/{chatbot}/profiles rp;" +
  "chatProfileCreate POST /api/chatbots/{chatbot}/profiles ;" +
  "chatProfileDelete DELETE /api/chatbots/{chatbot}/profiles/{profile} ;" +
  "chatbotUsageGet GET /api/chatbots/{chatbot}/usage r;" +
  "chatSend POST /api/chat/{chatbot} r;" +
  "chatDirect POST /api/chat/{chatbot}/direct r;" +
  "chatProfileSend POST /api/chat/{chatbot}/profile/{profile} r;" +
  "accountSetup POST /api/manage/setup ;" +
  "sessionCreate POST /api/manage/session ;" +
  "sessionDelete DELETE /api/manage/session n;" +
  "sessionReauthenticate POST /api/manage/session/reauthenticate ;" +
  "sessionList GET /api/manage/me/sessions rp;" +
  "sessionEndOthers DELETE /api/manage/me/sessions n;" +
  "sessionEnd DELETE /api/manage/me/sessions/{session} ;" +
  "meGet GET /api/manage/me rn;" +
  "meUpdate PATCH /api/manage/me ;" +
  "meOrganizations GET /api/manage/me/organizations rp;" +
  "passwordChange POST /api/manage/me/password ;" +
  "passwordResetRequest POST /api/manage/password-resets ;" +
  "passwordResetConfirm POST /api/manage/password-resets/confirm ;" +
  "emailVerificationSend POST /api/manage/me/email-verification n;" +
  "emailVerificationConfirm POST /api/manage/email-verifications/confirm ;" +
  "emailChange POST /api/manage/me/email ;" +
  "emailChangeCancel DELETE /api/manage/me/email n;" +
  "emailChangeConfirm POST /api/manage/email-changes/confirm ;" +
  "secondFactorBegin POST /api/manage/me/second-factor ;" +
  "secondFactorConfirm POST /api/manage/me/second-factor/confirm ;" +
  "recoveryCodesRenew POST /api/manage/me/recovery-codes ;" +
  "secondFactorDisable POST /api/manage/me/second-factor/disable ;" +
  "invitationAccept POST /api/manage/me/invitations/accept ;" +
  "invitationRegister POST /api/manage/invitations/register ;" +
  "invitationDescribe POST /api/manage/invitations/describe ;" +
  "orgCreate POST /api/manage/orgs i;" +
  "orgGet GET /api/manage/orgs/{org} r;" +
  "orgUpdate PATCH /api/manage/orgs/{org} ;" +
  "orgPolicyUpdate PATCH /api/manage/orgs/{org}/policy ;" +
  "orgClose POST /api/manage/orgs/{org}/close ;" +
  "memberList GET /api/manage/orgs/{org}/members rp;" +
  "memberUpdate PATCH /api/manage/orgs/{org}/members/{user} ;" +
  "memberRemove DELETE /api/manage/orgs/{org}/members/{user} ;" +
  "invitationList GET /api/manage/orgs/{org}/invitations rp;" +
  "invitationCreate POST /api/manage/orgs/{org}/invitations i;" +
  "invitationResend POST /api/manage/orgs/{org}/invitations/{invitation}/resend ;" +
  "invitationRevoke DELETE /api/manage/orgs/{org}/invitations/{invitation} ;" +
  "invitationLink POST /api/manage/orgs/{org}/invitations/{invitation}/link ;" +
  "keyList GET /api/manage/orgs/{org}/keys rp;" +
  "keyCreate POST /api/manage/orgs/{org}/keys i;" +
  "keyGet GET /api/manage/orgs/{org}/keys/{key} r;" +
  "keyUpdate PATCH /api/manage/orgs/{org}/keys/{key} ;" +
  "keyRevoke DELETE /api/manage/orgs/{org}/keys/{key} ;" +
  "keyRotate POST /api/manage/orgs/{org}/keys/{key}/rotate i;" +
  "keyCheck POST /api/manage/orgs/{org}/keys/{key}/check ;" +
  "keyPreview POST /api/manage/orgs/{org}/keys/{key}/preview ;" +
  "keyTokenMint POST /api/manage/orgs/{org}/keys/{key}/tokens i;" +
  "embedUrlList GET /api/manage/orgs/{org}/keys/{key}/embed-urls rp;" +
  "embedUrlCreate POST /api/manage/orgs/{org}/keys/{key}/embed-urls i;" +
  "embedUrlRevoke DELETE /api/manage/orgs/{org}/keys/{key}/embed-urls/{embed_url} ;" +
  "domainCheck POST /api/manage/orgs/{org}/domains/check ;" +
  "orgModuleList GET /api/manage/orgs/{org}/modules rp;" +
  "modulePurchase POST /api/manage/orgs/{org}/modules/{module}/purchase i;" +
  "usageCurrent GET /api/manage/orgs/{org}/usage/current r;" +
  "usageList GET /api/manage/orgs/{org}/usage rp;" +
  "usageOfKeys GET /api/manage/orgs/{org}/usage/keys r;" +
  "ledgerLatest GET /api/manage/orgs/{org}/ledger/latest r;" +
  "refusalTop GET /api/manage/orgs/{org}/refusals/top r;" +
  "ledgerList GET /api/manage/orgs/{org}/ledger rp;" +
  "requestList GET /api/manage/orgs/{org}/requests rp;" +
  "requestGet GET /api/manage/orgs/{org}/requests/{request} r;" +
  "refusalList GET /api/manage/orgs/{org}/refusals rp;" +
  "auditList GET /api/manage/orgs/{org}/audit rp;" +
  "auditVerify GET /api/manage/orgs/{org}/audit/verification r;" +
  "alertList GET /api/manage/orgs/{org}/alerts rp;" +
  "alertGet GET /api/manage/orgs/{org}/alerts/{alert} r;" +
  "alertUpdate PATCH /api/manage/orgs/{org}/alerts/{alert} ;" +
  "alertReadAll POST /api/manage/orgs/{org}/alerts/read-all ;" +
  "alertSettingsGet GET /api/manage/orgs/{org}/alert-settings r;" +
  "alertSettingsUpdate PATCH /api/manage/orgs/{org}/alert-settings ;" +
  "webhookList GET /api/manage/orgs/{org}/webhooks rp;" +
  "webhookCreate POST /api/manage/orgs/{org}/webhooks i;" +
  "webhookGet GET /api/manage/orgs/{org}/webhooks/{webhook} r;" +
  "webhookDelete DELETE /api/manage/orgs/{org}/webhooks/{webhook} ;" +
  "webhookTest POST /api/manage/orgs/{org}/webhooks/{webhook}/test ;" +
  "webhookDeliveries GET /api/manage/orgs/{org}/webhooks/{webhook}/deliveries rp;" +
  "billingGet GET /api/manage/orgs/{org}/billing r;" +
  "billingUpdate PATCH /api/manage/orgs/{org}/billing ;" +
  "planList GET /api/manage/orgs/{org}/billing/plans r;" +
  "planUpdate PATCH /api/manage/orgs/{org}/billing/plan ;" +
  "statementList GET /api/manage/orgs/{org}/billing/statements rp;" +
  "statementGet GET /api/manage/orgs/{org}/billing/statements/{statement} r;" +
  "statementExport GET /api/manage/orgs/{org}/billing/statements/{statement}/lines.csv r;" +
  "invoiceGet GET /api/manage/orgs/{org}/billing/statements/{statement}/invoice.pdf r;" +
  "installationOrgList GET /api/manage/installation/orgs rp;" +
  "installationOrgCreate POST /api/manage/installation/orgs i;" +
  "installationOrgGet GET /api/manage/installation/orgs/{org} r;" +
  "installationOrgUpdate PATCH /api/manage/installation/orgs/{org} ;" +
  "installationMemberList GET /api/manage/installation/orgs/{org}/members rp;" +
  "installationMemberAdd POST /api/manage/installation/orgs/{org}/members i;" +
  "installationModuleList GET /api/manage/installation/orgs/{org}/modules rp;" +
  "installationModuleGrant POST /api/manage/installation/orgs/{org}/modules ;" +
  "installationModuleRevoke DELETE /api/manage/installation/orgs/{org}/modules/{module} ;" +
  "installationUserList GET /api/manage/installation/users rp;" +
  "installationUserCreate POST /api/manage/installation/users i;" +
  "installationUserGet GET /api/manage/installation/users/{user} r;" +
  "installationUserUpdate PATCH /api/manage/installation/users/{user} ;" +
  "installationUserReset POST /api/manage/installation/users/{user}/reset ;" +
  "installationOutboxList GET /api/manage/installation/outbox rp;" +
  "installationPlanList GET /api/manage/installation/plans rn;" +
  "installationStatementList GET /api/manage/installation/statements rp;" +
  "installationStatementPay POST /api/manage/installation/orgs/{org}/statements/{statement}/payment ;" +
  "installationHealthGet GET /api/manage/installation/health rn;" +
  "installationJobList GET /api/manage/installation/jobs rn;" +
  "installationAuditList GET /api/manage/installation/audit rp;" +
  "healthLive GET /healthz rn;" +
  "healthReady GET /readyz r;" +
  "openapiGet GET /openapi.json rn;" +
  "openapiPartGet GET /openapi/{document} r;" +
  "mcpPost POST /mcp r;" +
  "llmsGet GET /llms.txt rn;" +
  "llmsFullGet GET /llms-full.txt rn";

/** The methods of a client. */
export interface Operations {
  /**
   * Calculate a natal chart.
   *
   * Returns points, angles, houses, aspects and everything derived from them. For a date without a
   * time, the response contains only what is certain for that day: the longitude range of each
   * point, without angles or houses.
   *
   * `POST /api/calc/natal` Key permission: `calc:read`. Cost: 1 unit for up to 32 points, 4 units
   * with `include: margins` and default points. Above that, the price grows with the square of the
   * number of points.
   */
  calcNatal(input: t.NatalInput, options?: CallOptions): Promise<t.CalcNatalResponse>;

  /**
   * Calculate transits to a natal chart.
   *
   * Returns every period in which a transiting point is within orb of an aspect to a natal point,
   * with each exact pass (three if the point changes direction), sign and natal house ingresses,
   * and stations. For a birth without a time, there are no angles or houses, and each natal point
   * lies somewhere on the arc that it covers on that day. In that case: a period runs from the
   * earliest to the latest time at which the transiting point may be within orb; a pass runs from
   * the first to the last time at which the aspect may be exact; and a period is `certain` if the
   * aspect becomes exact whatever the birth time.
   *
   * `POST /api/calc/transit` Key permission: `calc:read`. Cost: 1 unit per twelve transiting points
   * over ten months, in proportion to the days, the natal points and the types of aspects. The Moon
   * alone accounts for three quarters of it.
   */
  calcTransit(input: t.TransitInput, options?: CallOptions): Promise<t.CalcTransitResponse>;

  /**
   * Calculate the synastry between two people.
   *
   * Returns the aspects between two charts and the points of each chart in the houses of the other.
   * For a birth without a time, there are no angles or houses: each point is given as its longitude
   * range for that day, aspects are `certain` or `possible`, and house overlays contain only points
   * that stay in one house of the other chart all day.
   *
   * `POST /api/calc/synastry` Key permission: `calc:read`. Cost: 1 unit for up to 32 points. Above
   * that, the price grows with the square of the number of points. If a birth time is unknown: 1
   * unit for up to 28 points and the five major aspects. Above that, the price grows with the
   * square of the number of points and with the number of aspects.
   */
  calcSynastry(input: t.PairInput, options?: CallOptions): Promise<t.CalcSynastryResponse>;

  /**
   * Calculate a composite (midpoint) chart.
   *
   * Each point is at the nearer midpoint of its positions in the two charts. The Part of Fortune is
   * recalculated from the composite points. The houses are either derived from the midpoint of the
   * Midheavens at the mean latitude or calculated as midpoints of the cusps: `houses.method` says
   * which. If a birth time is unknown, every midpoint has a range of possible longitudes, aspects
   * are `certain` or `possible`, and there are no houses, angles or lots.
   *
   * `POST /api/calc/composite` Key permission: `calc:read`. Cost: 1 unit for up to 32 points. Above
   * that, the price grows with the square of the number of points. If a birth time is unknown: 1
   * unit for up to 28 points and the five major aspects. Above that, the price grows with the
   * square of the number of points and with the number of aspects.
   */
  calcComposite(input: t.CompositeInput, options?: CallOptions): Promise<t.CalcCompositeResponse>;

  /**
   * Calculate a Davison relationship chart.
   *
   * Calculates a chart for the midpoint in time between two births, at the midpoint of the two
   * places: the mean of the latitudes, and the midpoint of the longitudes along the shorter arc.
   * Both birth times are required. Interpretation texts are those of composite charts.
   *
   * `POST /api/calc/davison` Key permission: `calc:read`. Cost: 1 unit for up to 32 points. Above
   * that, the price grows with the square of the number of points.
   */
  calcDavison(input: t.PairInput, options?: CallOptions): Promise<t.CalcDavisonResponse>;

  /**
   * Score the Sun-sign compatibility of two people.
   *
   * Returns one score based on the elements of the two Sun signs and one based on the aspect
   * between the Suns. The response shows how each score is calculated. If a birth time is unknown,
   * values that depend on it are null, and the response gives the possible signs and the score
   * ranges instead.
   *
   * `POST /api/calc/compatibility` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
   * Above that, the price grows with the square of the number of points.
   */
  calcCompatibility(input: t.PairInput, options?: CallOptions): Promise<t.CalcCompatibilityResponse>;

  /**
   * Calculate a solar return chart.
   *
   * Returns the time in the requested year when the Sun returns to its natal position, and the
   * chart for that time at the location of the return. With `center: heliocentric` the Earth's
   * return is calculated instead.
   *
   * `POST /api/calc/solar-return` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
   * Above that, the price grows with the square of the number of points.
   */
  calcSolarReturn(input: t.SolarReturnInput, options?: CallOptions): Promise<t.CalcSolarReturnResponse>;

  /**
   * Calculate a lunar return chart.
   *
   * Returns the time of the Moon's first return to its natal position on or after a given date, and
   * the chart for that time at the location of the return. With `moonCenter: topocentric`, the
   * Moon's natal position is calculated for the birthplace and its return position for the location
   * of the return, which changes the time by up to four hours.
   *
   * `POST /api/calc/lunar-return` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
   * Above that, the price grows with the square of the number of points.
   */
  calcLunarReturn(input: t.LunarReturnInput, options?: CallOptions): Promise<t.CalcLunarReturnResponse>;

  /**
   * Calculate a planetary return chart.
   *
   * Returns the first time at or after a date when a body returns to its natal position. A planet
   * that stations near its natal position passes it three times. `retrograde` tells you whether it
   * is moving backward at the returned pass. The true node and the true apogee of the Moon
   * oscillate and pass it several times within a few months. The response contains the first pass.
   *
   * `POST /api/calc/planetary-return` Key permission: `calc:read`. Cost: 1 unit. The true node of
   * the Moon costs 3 units and the true apogee 2: they oscillate, so the search follows them in
   * small steps.
   */
  calcPlanetaryReturn(input: t.PlanetaryReturnInput, options?: CallOptions): Promise<t.CalcPlanetaryReturnResponse>;

  /**
   * Calculate a progressed chart.
   *
   * Returns secondary, tertiary or minor progressions or solar arc directions, with progressed
   * angles by the chosen method and aspects between progressed points and to natal points.
   *
   * `POST /api/calc/progressions` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
   * Above that, the price grows with the square of the number of points.
   */
  calcProgressions(input: t.ProgressionsInput, options?: CallOptions): Promise<t.CalcProgressionsResponse>;

  /**
   * Calculate annual and monthly profections.
   *
   * The Ascendant advances one sign for each completed year of life, and one more for each
   * completed month since the last birthday.
   *
   * `POST /api/calc/profections` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
   * Above that, the price grows with the square of the number of points.
   */
  calcProfections(input: t.ProfectionsInput, options?: CallOptions): Promise<t.CalcProfectionsResponse>;

  /**
   * List retrograde periods.
   *
   * Returns the retrograde periods that overlap a range, each in full and with its shadows. Covers
   * Mercury to Pluto and Chiron, or the bodies in `points`. The range cannot exceed 100 years.
   *
   * `POST /api/calc/retrograde` Key permission: `calc:read`. Cost: 1 unit per 9 bodies over 9
   * years, in proportion to days and bodies. Mercury counts twice. The Moon's true node and true
   * apogee count 25 times.
   */
  calcRetrograde(input: t.RetrogradeInput, options?: CallOptions): Promise<t.CalcRetrogradeResponse>;

  /**
   * List solar and lunar eclipses.
   *
   * Returns the type, times and magnitude of each eclipse in a range and, with a `location`, its
   * visibility there. The range cannot exceed 100 years.
   *
   * `POST /api/calc/eclipses` Key permission: `calc:read`. Cost: 1 unit per 10 years, in proportion
   * to the days of the range.
   */
  calcEclipses(input: t.EclipsesInput, options?: CallOptions): Promise<t.CalcEclipsesResponse>;

  /**
   * Calculate Sun and Moon data for a time and place.
   *
   * Returns the Moon's phase and age, the distances of the Sun and Moon, their rise, set and
   * transit times on the local civil day, the twilight times, and the previous and next principal
   * phases.
   *
   * `POST /api/calc/moon-sun` Key permission: `calc:read`. Cost: 1 unit.
   */
  calcMoonSun(input: t.MoonSunInput, options?: CallOptions): Promise<t.CalcMoonSunResponse>;

  /**
   * Calculate Moon data for one day.
   *
   * Returns the Moon's sign, phase, exact aspects and void-of-course periods on a local civil day.
   * `moon` and `isVoid` refer to the given time, or to the start of the day if no time is given. If
   * no time is given and a principal phase falls on that day, the phase is reported as that
   * principal phase. A day may overlap two void periods.
   *
   * `POST /api/calc/moon-calendar/day` Key permission: `calc:read`. Cost: 1 unit.
   */
  calcMoonDay(input: t.MoonDayInput, options?: CallOptions): Promise<t.CalcMoonDayResponse>;

  /**
   * Calculate Moon data for a range of dates.
   *
   * Returns the same data as `POST /api/calc/moon-calendar/day`, for up to 31 local civil days.
   *
   * `POST /api/calc/moon-calendar/range` Key permission: `calc:read`. Cost: 1 unit for up to 31
   * days.
   */
  calcMoonRange(input: t.MoonRangeInput, options?: CallOptions): Promise<t.CalcMoonRangeResponse>;

  /**
   * Calculate an ephemeris.
   *
   * Returns geocentric or heliocentric positions at regular intervals between two dates. Returns at
   * most 10,000 rows. Angles and lots depend on a place and are not available.
   *
   * `POST /api/calc/ephemeris` Key permission: `calc:read`. Cost: 1 unit per about 1,800 positions
   * (rows x points), in proportion to the positions. At most 10,000 rows.
   */
  calcEphemeris(input: t.EphemerisInput, options?: CallOptions): Promise<t.CalcEphemerisResponse>;

  /**
   * Get the Chinese sign and element for a birth date.
   *
   * Returns the animal, element and polarity of the Chinese year of a birth. The year begins on
   * Chinese New Year, which is computed from the new moon, or at lichun (the start of spring) if
   * `yearBoundary` is `lichun`. Births in January and February often belong to the year before.
   *
   * `POST /api/calc/chinese-horoscope` Key permission: `calc:read`. Cost: 1 unit.
   */
  calcChineseHoroscope(input: t.BirthYearInput, options?: CallOptions): Promise<t.CalcChineseHoroscopeResponse>;

  /**
   * Calculate a Chinese forecast for a year.
   *
   * Compares the animal and element of a year with those of a birth, and each of the twelve solar
   * months with the animal of the birth. Solar months begin when the Sun reaches 315, 345, 15 …
   * degrees.
   *
   * `POST /api/calc/chinese-forecast` Key permission: `calc:read`. Cost: 1 unit.
   */
  calcChineseForecast(input: t.ForecastInput, options?: CallOptions): Promise<t.CalcChineseForecastResponse>;

  /**
   * Convert dates to and from the Chinese calendar.
   *
   * With `year`, lists the months that begin in a Gregorian year and its 24 solar terms. With
   * `date`, converts a Gregorian date to a Chinese date. With `lunarYear`, `month` and `day`,
   * converts a Chinese date to a Gregorian date. Months and terms are calculated from exact new
   * moons and longitudes of the Sun. Days begin at midnight in UTC+8 (from 1914 to 1928, in Beijing
   * mean time).
   *
   * `POST /api/calc/chinese-calendar` Key permission: `calc:read`. Cost: 1 unit.
   */
  calcChineseCalendar(input?: t.CalendarInput, options?: CallOptions): Promise<t.CalcChineseCalendarResponse>;

  /**
   * Calculate the four pillars (BaZi) for a birth date and time.
   *
   * Returns year, month, day and hour as stems and branches. The year begins at the instant of
   * lichun, months at the jie. By default, days begin at 23:00 local time, ignoring daylight saving
   * time. With either value of `dayBoundary`, the hour that begins at 23:00 takes its stem from the
   * next day.
   *
   * `POST /api/calc/bazi` Key permission: `calc:read`. Cost: 1 unit.
   */
  calcBazi(input: t.BaziInput, options?: CallOptions): Promise<t.CalcBaziResponse>;

  /**
   * Calculate a Vedic chart.
   *
   * Returns lagna, grahas and bhavas in the sidereal zodiac with nakshatras, dignities and
   * combustion, and divisional charts. `include` adds ashtakavarga, yogas, karakas and padas,
   * Krishnamurti Paddhati, upagrahas, and shadbala. `meta.conventions` has every convention on
   * which schools differ.
   *
   * `POST /api/calc/vedic/chart` Key permission: `calc:read`. Cost: 1 unit, or 2 to 4 units with
   * `include: margins`.
   */
  calcVedicChart(input: t.VedicChartInput, options?: CallOptions): Promise<t.CalcVedicChartResponse>;

  /**
   * Calculate Vedic planetary periods (dashas).
   *
   * Returns the periods that overlap a range or contain an instant, with up to five levels. Periods
   * at the ends of the range have their true starts and ends. `meta.conventions` has every
   * convention on which schools differ: programs disagree mostly about the ayanamsha and the length
   * of a year.
   *
   * `POST /api/calc/vedic/dasha` Key permission: `calc:read`. Cost: 1 unit for up to about 3,000
   * periods whose years have a fixed number of days, or about 120 whose years follow the Sun or the
   * Moon. Above that, the price grows with their number.
   */
  calcVedicDasha(input: t.DashaInput, options?: CallOptions): Promise<t.CalcVedicDashaResponse>;

  /**
   * Calculate the panchang for a day.
   *
   * Returns the weekday, tithis, nakshatras, yogas and karanas of a day with their actual start and
   * end times, the times derived from them and from sunrise and sunset, the lunar month, the season
   * and the years of the Shaka and Vikrama eras. The day runs from sunrise to the next sunrise and
   * is named by the civil date of its sunrise. `meta.conventions` has the conventions on which
   * printed panchangs differ.
   *
   * `POST /api/calc/vedic/panchang` Key permission: `calc:read`. Cost: 1 unit.
   */
  calcPanchang(input: t.PanchangInput, options?: CallOptions): Promise<t.CalcPanchangResponse>;

  /**
   * Calculate the panchang for a range of dates.
   *
   * Returns the same data as `POST /api/calc/vedic/panchang`, for up to 31 days.
   *
   * `POST /api/calc/vedic/panchang/range` Key permission: `calc:read`. Cost: 1 unit for up to 5
   * days. Above that, 1 more for each 8 days.
   */
  calcPanchangRange(input: t.PanchangRangeInput, options?: CallOptions): Promise<t.CalcPanchangRangeResponse>;

  /**
   * Match two births by kootas or poruthams.
   *
   * Returns the points of the eight kootas (guna milan, at most 36) or the ten poruthams, each with
   * an explanation. Where printed tables differ, `table` names the one used. `doshas` lists the
   * kootas that fail, with the rule that cancels each. Manglik is given from lagna, Moon and Venus
   * of both. The first birth is the groom's unless `roles` says otherwise. Explanations are in
   * English.
   *
   * `POST /api/calc/vedic/match` Key permission: `calc:read`. Cost: 1 unit.
   */
  calcVedicMatch(input: t.MatchInput, options?: CallOptions): Promise<t.CalcVedicMatchResponse>;

  /**
   * Calculate the margins of a chart.
   *
   * Returns for every fact of a natal or Vedic chart how many minutes the birth must be earlier or
   * later for it to change, what it becomes, and which ayanamshas, lunar node and house systems
   * change it. The fact that changes first comes first. Lots, parallels, and houses beyond the
   * polar circles have no margins.
   *
   * `POST /api/calc/margins` Key permission: `calc:read`. Cost: 4 units for a default natal chart,
   * 2 for a Vedic one. The price grows with the number of points and divisional charts.
   */
  calcMargins(input: t.MarginsInput, options?: CallOptions): Promise<t.CalcMarginsResponse>;

  /**
   * Explain longitudes of another program.
   *
   * Returns the settings that reproduce longitudes shown by another program: how it read the birth
   * time, zodiac and ayanamsha, center, lunar node, corrections for light, and nutation. Settings
   * whose longitudes are equal within `toleranceArcminutes` count as equal; the most usual ones
   * come first.
   *
   * `POST /api/calc/explain` Key permission: `calc:read`. Cost: The price grows with the number of
   * longitudes: 4 units for 15.
   */
  calcExplain(input: t.ExplainInput, options?: CallOptions): Promise<t.CalcExplainResponse>;

  /**
   * Calculate a numerology profile.
   *
   * Returns the numbers of a name and a date of birth, each with every step of its calculation.
   * Letters with diacritics count as their base letter, and names in other scripts are
   * transliterated. Options cover the points on which schools differ, and `meta.conventions` lists
   * the options used. The first pinnacle ends at the age of 36 minus the life path number, reduced
   * to a single digit. The next two last nine years each. The first period cycle ends with the
   * first pinnacle, and the second lasts 27 years.
   *
   * `POST /api/numerology/profile` Key permission: `calc:read`. Cost: 1 unit.
   */
  numerologyProfile(input: t.ProfileInput, options?: CallOptions): Promise<t.NumerologyProfileResponse>;

  /**
   * Compare the numerology of two people.
   *
   * Returns a score for the numbers of two people and shows how it follows from each pair of
   * numbers. Names are optional: without them, only the numbers of the birth dates are compared.
   *
   * `POST /api/numerology/compatibility` Key permission: `calc:read`. Cost: 1 unit.
   */
  numerologyCompatibility(input: t.CompatibilityInput, options?: CallOptions): Promise<t.NumerologyCompatibilityResponse>;

  /**
   * Get the daily horoscopes for all signs.
   *
   * A sign is treated as the first of twelve whole-sign houses. The facts come from the actual sky:
   * ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily horoscopes
   * also include the Moon's sign, aspects and void-of-course periods. Each fact has a weight: rare
   * and slow events count more than frequent and fast ones, and angular houses more than cadent
   * ones. `summary` describes the facts with the greatest weights. `summaryFrom` and `from` name
   * the texts, so every sentence can be traced to a fact. Texts vary between periods, but the same
   * request returns the same bytes until `contentRevision` changes. Texts are available in English,
   * Dutch and German. For other languages, English texts are returned with a warning. If `timezone`
   * is omitted, the period is in UTC.
   *
   * `GET /api/horoscope/daily/{date}` Key permission: `calc:read`. Cost: 1 unit for a day, a week
   * or a month, 2 units for a year.
   */
  horoscopeDaily(input: t.HoroscopeDailyParams, options?: CallOptions): Promise<t.HoroscopeDailyResponse>;

  /**
   * Get the daily horoscope for a sign.
   *
   * A sign is treated as the first of twelve whole-sign houses. The facts come from the actual sky:
   * ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily horoscopes
   * also include the Moon's sign, aspects and void-of-course periods. Each fact has a weight: rare
   * and slow events count more than frequent and fast ones, and angular houses more than cadent
   * ones. `summary` describes the facts with the greatest weights. `summaryFrom` and `from` name
   * the texts, so every sentence can be traced to a fact. Texts vary between periods, but the same
   * request returns the same bytes until `contentRevision` changes. Texts are available in English,
   * Dutch and German. For other languages, English texts are returned with a warning. If `timezone`
   * is omitted, the period is in UTC.
   *
   * `GET /api/horoscope/daily/{date}/{sign}` Key permission: `calc:read`. Cost: 1 unit.
   */
  horoscopeDailySign(input: t.HoroscopeDailySignParams, options?: CallOptions): Promise<t.HoroscopeDailySignResponse>;

  /**
   * Get the weekly horoscopes for all signs.
   *
   * A sign is treated as the first of twelve whole-sign houses. The facts come from the actual sky:
   * ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily horoscopes
   * also include the Moon's sign, aspects and void-of-course periods. Each fact has a weight: rare
   * and slow events count more than frequent and fast ones, and angular houses more than cadent
   * ones. `summary` describes the facts with the greatest weights. `summaryFrom` and `from` name
   * the texts, so every sentence can be traced to a fact. Texts vary between periods, but the same
   * request returns the same bytes until `contentRevision` changes. Texts are available in English,
   * Dutch and German. For other languages, English texts are returned with a warning. If `timezone`
   * is omitted, the period is in UTC.
   *
   * `GET /api/horoscope/weekly/{year}/{week}` Key permission: `calc:read`. Cost: 1 unit for a day,
   * a week or a month, 2 units for a year.
   */
  horoscopeWeekly(input: t.HoroscopeWeeklyParams, options?: CallOptions): Promise<t.HoroscopeWeeklyResponse>;

  /**
   * Get the weekly horoscope for a sign.
   *
   * A sign is treated as the first of twelve whole-sign houses. The facts come from the actual sky:
   * ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily horoscopes
   * also include the Moon's sign, aspects and void-of-course periods. Each fact has a weight: rare
   * and slow events count more than frequent and fast ones, and angular houses more than cadent
   * ones. `summary` describes the facts with the greatest weights. `summaryFrom` and `from` name
   * the texts, so every sentence can be traced to a fact. Texts vary between periods, but the same
   * request returns the same bytes until `contentRevision` changes. Texts are available in English,
   * Dutch and German. For other languages, English texts are returned with a warning. If `timezone`
   * is omitted, the period is in UTC.
   *
   * `GET /api/horoscope/weekly/{year}/{week}/{sign}` Key permission: `calc:read`. Cost: 1 unit.
   */
  horoscopeWeeklySign(input: t.HoroscopeWeeklySignParams, options?: CallOptions): Promise<t.HoroscopeWeeklySignResponse>;

  /**
   * Get the monthly horoscopes for all signs.
   *
   * A sign is treated as the first of twelve whole-sign houses. The facts come from the actual sky:
   * ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily horoscopes
   * also include the Moon's sign, aspects and void-of-course periods. Each fact has a weight: rare
   * and slow events count more than frequent and fast ones, and angular houses more than cadent
   * ones. `summary` describes the facts with the greatest weights. `summaryFrom` and `from` name
   * the texts, so every sentence can be traced to a fact. Texts vary between periods, but the same
   * request returns the same bytes until `contentRevision` changes. Texts are available in English,
   * Dutch and German. For other languages, English texts are returned with a warning. If `timezone`
   * is omitted, the period is in UTC.
   *
   * `GET /api/horoscope/monthly/{year}/{month}` Key permission: `calc:read`. Cost: 1 unit for a
   * day, a week or a month, 2 units for a year.
   */
  horoscopeMonthly(input: t.HoroscopeMonthlyParams, options?: CallOptions): Promise<t.HoroscopeMonthlyResponse>;

  /**
   * Get the monthly horoscope for a sign.
   *
   * A sign is treated as the first of twelve whole-sign houses. The facts come from the actual sky:
   * ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily horoscopes
   * also include the Moon's sign, aspects and void-of-course periods. Each fact has a weight: rare
   * and slow events count more than frequent and fast ones, and angular houses more than cadent
   * ones. `summary` describes the facts with the greatest weights. `summaryFrom` and `from` name
   * the texts, so every sentence can be traced to a fact. Texts vary between periods, but the same
   * request returns the same bytes until `contentRevision` changes. Texts are available in English,
   * Dutch and German. For other languages, English texts are returned with a warning. If `timezone`
   * is omitted, the period is in UTC.
   *
   * `GET /api/horoscope/monthly/{year}/{month}/{sign}` Key permission: `calc:read`. Cost: 1 unit.
   */
  horoscopeMonthlySign(input: t.HoroscopeMonthlySignParams, options?: CallOptions): Promise<t.HoroscopeMonthlySignResponse>;

  /**
   * Get the yearly horoscopes for all signs.
   *
   * A sign is treated as the first of twelve whole-sign houses. The facts come from the actual sky:
   * ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily horoscopes
   * also include the Moon's sign, aspects and void-of-course periods. Each fact has a weight: rare
   * and slow events count more than frequent and fast ones, and angular houses more than cadent
   * ones. `summary` describes the facts with the greatest weights. `summaryFrom` and `from` name
   * the texts, so every sentence can be traced to a fact. Texts vary between periods, but the same
   * request returns the same bytes until `contentRevision` changes. Texts are available in English,
   * Dutch and German. For other languages, English texts are returned with a warning. If `timezone`
   * is omitted, the period is in UTC.
   *
   * `GET /api/horoscope/yearly/{year}` Key permission: `calc:read`. Cost: 1 unit for a day, a week
   * or a month, 2 units for a year.
   */
  horoscopeYearly(input: t.HoroscopeYearlyParams, options?: CallOptions): Promise<t.HoroscopeYearlyResponse>;

  /**
   * Get the yearly horoscope for a sign.
   *
   * A sign is treated as the first of twelve whole-sign houses. The facts come from the actual sky:
   * ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily horoscopes
   * also include the Moon's sign, aspects and void-of-course periods. Each fact has a weight: rare
   * and slow events count more than frequent and fast ones, and angular houses more than cadent
   * ones. `summary` describes the facts with the greatest weights. `summaryFrom` and `from` name
   * the texts, so every sentence can be traced to a fact. Texts vary between periods, but the same
   * request returns the same bytes until `contentRevision` changes. Texts are available in English,
   * Dutch and German. For other languages, English texts are returned with a warning. If `timezone`
   * is omitted, the period is in UTC.
   *
   * `GET /api/horoscope/yearly/{year}/{sign}` Key permission: `calc:read`. Cost: 1 unit.
   */
  horoscopeYearlySign(input: t.HoroscopeYearlySignParams, options?: CallOptions): Promise<t.HoroscopeYearlySignResponse>;

  /**
   * Get the yearly horoscopes for all Ascendant signs.
   *
   * A sign is treated as the first of twelve whole-sign houses. The facts come from the actual sky:
   * ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily horoscopes
   * also include the Moon's sign, aspects and void-of-course periods. Each fact has a weight: rare
   * and slow events count more than frequent and fast ones, and angular houses more than cadent
   * ones. `summary` describes the facts with the greatest weights. `summaryFrom` and `from` name
   * the texts, so every sentence can be traced to a fact. Texts vary between periods, but the same
   * request returns the same bytes until `contentRevision` changes. Texts are available in English,
   * Dutch and German. For other languages, English texts are returned with a warning. If `timezone`
   * is omitted, the period is in UTC.
   *
   * `GET /api/horoscope/yearly-ascendant/{year}` Key permission: `calc:read`. Cost: 1 unit for a
   * day, a week or a month, 2 units for a year.
   */
  horoscopeYearlyAscendant(input: t.HoroscopeYearlyAscendantParams, options?: CallOptions): Promise<t.HoroscopeYearlyAscendantResponse>;

  /**
   * Get the yearly horoscope for an Ascendant sign.
   *
   * A sign is treated as the first of twelve whole-sign houses. The facts come from the actual sky:
   * ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily horoscopes
   * also include the Moon's sign, aspects and void-of-course periods. Each fact has a weight: rare
   * and slow events count more than frequent and fast ones, and angular houses more than cadent
   * ones. `summary` describes the facts with the greatest weights. `summaryFrom` and `from` name
   * the texts, so every sentence can be traced to a fact. Texts vary between periods, but the same
   * request returns the same bytes until `contentRevision` changes. Texts are available in English,
   * Dutch and German. For other languages, English texts are returned with a warning. If `timezone`
   * is omitted, the period is in UTC.
   *
   * `GET /api/horoscope/yearly-ascendant/{year}/{sign}` Key permission: `calc:read`. Cost: 1 unit.
   */
  horoscopeYearlyAscendantSign(input: t.HoroscopeYearlyAscendantSignParams, options?: CallOptions): Promise<t.HoroscopeYearlyAscendantSignResponse>;

  /**
   * Calculate a personal horoscope.
   *
   * Calculates a horoscope for a range of days from a birth chart, in the form of the other
   * horoscopes. The sign of the Ascendant is the first of twelve whole-sign houses. Without a birth
   * time, the sign of the Sun is the first house, the Moon is left out, and a transit runs from its
   * earliest to its latest possible time. The facts come from the sky of the period and from exact
   * aspects of the Sun through Pluto to the natal planets. `calendar` is that of `dateTime`; `from`
   * and `to` are dates in the Gregorian calendar.
   *
   * `POST /api/horoscope/personal` Key permission: `calc:read`. Cost: 1 unit.
   */
  horoscopePersonal(input: t.PersonalInput, options?: CallOptions): Promise<t.HoroscopePersonalResponse>;

  /**
   * Run a batch of calculations.
   *
   * Each item has the name of a calculation and its body. Results are in the same order as the
   * items, each with its own status. A failed item does not affect the others. Each item costs as
   * much as it would on its own, and nothing if the service fails (500, 503). An item that would
   * exceed the work limit of the whole request fails with 422 `work_limit_exceeded` and costs 1
   * unit: send it in another request. If the quota has fewer units left than the batch costs, the
   * batch is refused, and checking it costs 1 unit per 14 items. Only POST is supported, because a
   * query string cannot hold a list of request bodies.
   *
   * `POST /api/calc/batch` Key permission: `calc:read`. Cost: The sum of the prices of the items.
   */
  calcBatch(input: t.BatchInput, options?: CallOptions): Promise<t.CalcBatchResponse>;

  /**
   * Describe a calculation in Markdown.
   *
   * Runs a calculation, named as in a batch, and returns its facts and conventions as short
   * Markdown for the context of a language model, with its length in tokens. It needs the same
   * module as the calculation. Positions are written as a place in a sign, truncated to the minute.
   * URLs, instants' fractions and what only programs need are left out. Only POST is supported,
   * because a query string cannot hold a request body.
   *
   * `POST /api/calc/context` Key permission: `calc:read`. Cost: The price of the calculation with
   * `fields`.
   */
  calcContext(input: t.ContextInput, options?: CallOptions): Promise<t.CalcContextResponse>;

  /**
   * Draw a natal chart.
   *
   * Accepts the fields of the corresponding calculation as query parameters, plus parameters that
   * control appearance. `include`, `includeText` and `includeReadableEntities` are not accepted
   * because they do not affect the image. The same request always returns the same bytes, and the
   * ETag is strong.
   *
   * `GET /api/chart2/natal.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and for PNG
   * of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion to the
   * pixels. Panels beside the wheel, wide orbs and many points also cost more.
   */
  chartNatal(input: t.ChartNatalParams, options?: CallOptions): Promise<Blob>;

  /**
   * Draw a natal chart with transits.
   *
   * Accepts the fields of the corresponding calculation as query parameters, plus parameters that
   * control appearance. `include`, `includeText` and `includeReadableEntities` are not accepted
   * because they do not affect the image. The same request always returns the same bytes, and the
   * ETag is strong.
   *
   * `GET /api/chart2/transit.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and for
   * PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion to the
   * pixels. Panels beside the wheel, wide orbs and many points also cost more.
   */
  chartTransit(input: t.ChartTransitParams, options?: CallOptions): Promise<Blob>;

  /**
   * Draw a synastry chart.
   *
   * Accepts the fields of the corresponding calculation as query parameters, plus parameters that
   * control appearance. `include`, `includeText` and `includeReadableEntities` are not accepted
   * because they do not affect the image. The same request always returns the same bytes, and the
   * ETag is strong.
   *
   * `GET /api/chart2/synastry.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and for
   * PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion to the
   * pixels. Panels beside the wheel, wide orbs and many points also cost more.
   */
  chartSynastry(input: t.ChartSynastryParams, options?: CallOptions): Promise<Blob>;

  /**
   * Draw a composite chart.
   *
   * Accepts the fields of the corresponding calculation as query parameters, plus parameters that
   * control appearance. `include`, `includeText` and `includeReadableEntities` are not accepted
   * because they do not affect the image. The same request always returns the same bytes, and the
   * ETag is strong.
   *
   * `GET /api/chart2/composite.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and for
   * PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion to the
   * pixels. Panels beside the wheel, wide orbs and many points also cost more.
   */
  chartComposite(input: t.ChartCompositeParams, options?: CallOptions): Promise<Blob>;

  /**
   * Draw a Davison chart.
   *
   * Accepts the fields of the corresponding calculation as query parameters, plus parameters that
   * control appearance. `include`, `includeText` and `includeReadableEntities` are not accepted
   * because they do not affect the image. The same request always returns the same bytes, and the
   * ETag is strong.
   *
   * `GET /api/chart2/davison.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and for
   * PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion to the
   * pixels. Panels beside the wheel, wide orbs and many points also cost more.
   */
  chartDavison(input: t.ChartDavisonParams, options?: CallOptions): Promise<Blob>;

  /**
   * Draw a solar return chart.
   *
   * Accepts the fields of the corresponding calculation as query parameters, plus parameters that
   * control appearance. `include`, `includeText` and `includeReadableEntities` are not accepted
   * because they do not affect the image. The same request always returns the same bytes, and the
   * ETag is strong.
   *
   * `GET /api/chart2/solar-return.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
   * for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion to
   * the pixels. Panels beside the wheel, wide orbs and many points also cost more.
   */
  chartSolarReturn(input: t.ChartSolarReturnParams, options?: CallOptions): Promise<Blob>;

  /**
   * Draw a lunar return chart.
   *
   * Accepts the fields of the corresponding calculation as query parameters, plus parameters that
   * control appearance. `include`, `includeText` and `includeReadableEntities` are not accepted
   * because they do not affect the image. The same request always returns the same bytes, and the
   * ETag is strong.
   *
   * `GET /api/chart2/lunar-return.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
   * for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion to
   * the pixels. Panels beside the wheel, wide orbs and many points also cost more.
   */
  chartLunarReturn(input: t.ChartLunarReturnParams, options?: CallOptions): Promise<Blob>;

  /**
   * Draw a progressed chart.
   *
   * Accepts the fields of the corresponding calculation as query parameters, plus parameters that
   * control appearance. `include`, `includeText` and `includeReadableEntities` are not accepted
   * because they do not affect the image. The same request always returns the same bytes, and the
   * ETag is strong.
   *
   * `GET /api/chart2/progressions.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
   * for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion to
   * the pixels. Panels beside the wheel, wide orbs and many points also cost more.
   */
  chartProgressions(input: t.ChartProgressionsParams, options?: CallOptions): Promise<Blob>;

  /**
   * Draw a horoscope card.
   *
   * Draws the horoscope for a sign as a card: its summary, the intensity of each section, the Moon,
   * and the lucky number, color and weekday. Each period type requires the corresponding horoscope
   * module. Without `date`, the image shows the current period and changes with it; with `date`,
   * the same request returns the same bytes until the texts change.
   *
   * `GET /api/chart2/horoscope.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and for
   * PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels, and images of
   * a yearly horoscope cost 1 unit more.
   */
  chartHoroscope(input: t.ChartHoroscopeParams, options?: CallOptions): Promise<Blob>;

  /**
   * Draw a numerology profile.
   *
   * Draws a person's core numbers as a card, with the interpretation of the life path number.
   * Accepts the same fields as `/api/numerology/profile`. Without `forDate`, the card shows the
   * current personal year.
   *
   * `GET /api/chart2/numerology.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
   * for PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels, and
   * images of a yearly horoscope cost 1 unit more.
   */
  chartNumerologyProfile(input: t.ChartNumerologyProfileParams, options?: CallOptions): Promise<Blob>;

  /**
   * Draw a Chinese zodiac card.
   *
   * Draws the Chinese sign of a birth as a card, with its element and polarity and the
   * interpretation of the sign. Accepts the fields of the Chinese horoscope.
   *
   * `GET /api/chart2/chinese.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and for
   * PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels, and images of
   * a yearly horoscope cost 1 unit more.
   */
  chartChineseHoroscope(input: t.ChartChineseHoroscopeParams, options?: CallOptions): Promise<Blob>;

  /**
   * Draw a Vedic chart.
   *
   * Draws a Vedic chart, or one of its divisional charts, in the style of northern, southern or
   * eastern India. Fields of the north are houses with the number of their sign; fields of the
   * south and the east are signs, and the lagna is marked. Accepts the birth and the zodiac of the
   * Vedic chart.
   *
   * `GET /api/chart2/vedic.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and for PNG
   * of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels.
   */
  chartVedicChart(input: t.ChartVedicChartParams, options?: CallOptions): Promise<Blob>;

  /**
   * Generate a PDF report.
   *
   * Runs the calculations of a kind of report and returns them as a document for printing, with
   * cover, table of contents, charts, interpretation and tables. It needs the modules of these
   * calculations as well. Interpretations are included if the key has `content:read` and the
   * organization has their module; your organization's own texts replace those of the library. The
   * document is PDF/A-2b and tagged. The same request returns the same bytes until texts change.
   * Only POST is supported.
   *
   * `POST /api/pdf-reports/generate` Key permission: `calc:read`. Cost: The prices of the
   * calculations with their texts, and the work of writing the document.
   */
  pdfReportGenerate(input: t.PdfReport, options?: CallOptions): Promise<Blob>;

  /**
   * Search for places by name.
   *
   * Finds places with more than 500 inhabitants by any of their names, in any script: `Munich`,
   * `München`, `Мюнхен`. Exact matches come before names that begin with the text. Typos are
   * tolerated if nothing else matches. Among equally good matches, larger places come first.
   * Matches on the main name rank above matches on alternative names, and places closer to `near`
   * rank higher. Add a state or country to narrow the search: `Springfield, IL` or `london
   * ontario`.
   *
   * Places: [GeoNames](https://www.geonames.org/), CC BY 4.0. Names in other languages: Unicode
   * CLDR.
   *
   * `GET /api/geocoding/search` Key permission: `calc:read`. Cost: 1 unit.
   */
  geocodingSearch(input: t.GeocodingSearchParams, options?: CallOptions): Promise<t.GeocodingSearchResponse>;

  /**
   * Get the UTC offset at a place and time.
   *
   * Returns the offset from UTC that was in effect at a place and local time, with history before
   * 1970: Amsterdam in June 1930 was at `+01:19:32`, Strasbourg in 1900 at `+01:00`, because it was
   * German. Before a zone had a standard time, the local mean time of the place is used. `readings`
   * lists other clocks and calendars that cannot be excluded. If a local time occurred twice, the
   * response has both instants in `candidates` and no `offset`. If it was skipped, the request
   * fails with both in `meta.candidates`. Set `clockChange` to choose one. `warnings` lists known
   * uncertainties, each with its source.
   *
   * Zone histories: tz database (public domain). Zone boundaries: timezone-boundary-builder, ©
   * OpenStreetMap contributors, ODbL 1.0.
   *
   * `GET /api/geocoding/timezone` Key permission: `calc:read`. Cost: 1 unit.
   */
  geocodingTimezone(input: t.GeocodingTimezoneParams, options?: CallOptions): Promise<t.GeocodingTimezoneResponse>;

  /**
   * List texts by type.
   *
   * Returns the texts that your organization uses, ordered by URN: its own texts and custom copies,
   * and library texts for the rest. A page has fewer texts than requested if their total size would
   * exceed 128 KiB.
   *
   * `GET /api/content/{horoscopeType}/{contentType}` Key permission: `content:read`. Cost: 1 unit.
   */
  contentList(input: t.ContentListParams, options?: CallOptions): Pages<t.ContentListResponse, t.ContentResource>;

  /**
   * Get a text by type and ID.
   *
   * Works like `content_get`, but finds only texts of this type.
   *
   * `GET /api/content/{horoscopeType}/{contentType}/{id}` Key permission: `content:read`. Cost: 1
   * unit.
   */
  contentGetByKind(input: t.ContentGetByKindParams, options?: CallOptions): Promise<t.ContentGetByKindResponse>;

  /**
   * Get a text.
   *
   * Library texts have permanent IDs (`system.` and the parts of the URN) and are returned
   * unchanged, even if the organization has a custom copy. To get the version your organization
   * uses (its custom copy, if any), request the text by URN. Requires the module that contains the
   * texts for this horoscope type. Send the `ETag` in `If-Match` when you change the text.
   *
   * `GET /api/content/{id}` Key permission: `content:read`. Cost: 1 unit.
   */
  contentGet(input: t.ContentGetParams, options?: CallOptions): Promise<t.ContentGetResponse>;

  /**
   * Update a text.
   *
   * In `If-Match`, send the `ETag` of the version that you read. If the text has changed since
   * then, the response is 412 and nothing is overwritten. Calculations immediately show the new
   * text. If the library text was restored, editing the copy makes it active again. Library texts
   * are read-only.
   *
   * `PATCH /api/content/{id}` Session with the role permission `content:update`. Cost: 1 unit.
   */
  contentUpdate(input: t.ContentUpdateParams, options?: CallOptions): Promise<t.ContentUpdateResponse>;

  /**
   * Delete a text.
   *
   * Permanently deletes one of the organization's texts and all its previous versions. To keep the
   * previous versions, restore the library text instead (`POST /api/content/{id}/restore`). In
   * `If-Match`, send the `ETag` of the version that you read. No module is required to delete your
   * own texts.
   *
   * `DELETE /api/content/{id}` Session with the role permission `content:delete`. Cost: 1 unit.
   */
  contentDelete(input: t.ContentDeleteParams, options?: CallOptions): Promise<void>;

  /**
   * Get a text by URN.
   *
   * Returns the organization's own text with this URN if there is one, otherwise the library text.
   * Calculations for the organization use this text.
   *
   * `GET /api/content/urn/{urn}` Key permission: `content:read`. Cost: 1 unit.
   */
  contentGetByUrn(input: t.ContentGetByUrnParams, options?: CallOptions): Promise<t.ContentGetByUrnResponse>;

  /**
   * Search texts.
   *
   * Finds the texts that contain all words in `q`, or words that begin with them, regardless of
   * case. Texts with the words in their heading come first, and the organization's own texts come
   * before those of the library. Searches the texts that your organization uses and that its
   * modules include. Returns at most 300 results. Add words to narrow the search. A page has fewer
   * results than requested if their total size would exceed 128 KiB.
   *
   * `GET /api/content/search` Key permission: `content:read`. Cost: 1 for up to two words, and 1
   * more for every two further words.
   */
  contentSearch(input: t.ContentSearchParams, options?: CallOptions): Pages<t.ContentSearchResponse, t.ContentResource>;

  /**
   * List a text's previous versions.
   *
   * Returns the versions of a text, newest first. The last 500 are kept, up to 64 MiB in total per
   * organization. Library texts have no previous versions. A page has fewer versions than requested
   * if their total size would exceed 128 KiB.
   *
   * `GET /api/content/{id}/versions` Key permission: `content:read`. Cost: 1 unit.
   */
  contentVersions(input: t.ContentVersionsParams, options?: CallOptions): Pages<t.ContentVersionsResponse, t.ContentVersionResource>;

  /**
   * Create a custom copy of a library text.
   *
   * The copy starts with the contents of the library text and replaces it in the organization's
   * calculations. A text can have one copy per language. If the copy already exists, the response
   * is 409 with its ID in `meta.id`.
   *
   * `POST /api/content/{id}/create-custom-copy` Session with the role permission
   * `content:custom-copy`. Cost: 1 unit.
   */
  contentCopy(input: t.ContentCopyParams, options?: CallOptions): Promise<t.ContentCopyResponse>;

  /**
   * Create a text.
   *
   * Adds a text that the library does not have, such as one in another language or about another
   * subject. Calculations include it only if they use its URN. `metadata.in_calculations` indicates
   * whether any calculation does. If the library has a text with this URN, the response is 409 with
   * its ID in `meta.id`: create a custom copy of that text instead.
   *
   * `POST /api/content` Session with the role permission `content:create`. Cost: 1 unit.
   */
  contentCreate(input: t.ContentCreateInput, options?: CallOptions): Promise<t.ContentCreateResponse>;

  /**
   * Replace a custom copy with the library text.
   *
   * Calculations immediately use the library text again, including any later changes to it. The
   * copy and its previous versions are kept. Editing the copy reactivates it. `If-Match` is
   * optional. The body is an empty object.
   *
   * `POST /api/content/{id}/restore` Session with the role permission `content:restore`. Cost: 1
   * unit.
   */
  contentRestore(input: t.ContentRestoreParams, options?: CallOptions): Promise<t.ContentRestoreResponse>;

  /**
   * Get the API key used for this request.
   *
   * Returns the key's permissions, modules and remaining limits. Any valid key can use this
   * operation, whatever its permissions. Use it to check a key before you rely on it.
   *
   * `GET /api/key` Cost: 1 unit.
   */
  keyDescribe(options?: CallOptions): Promise<t.KeyDescribeResponse>;

  /**
   * Create a browser token.
   *
   * Creates a token for use in web pages. A token cannot have more permissions or domains than its
   * key, is valid for at most one hour and expires with its key. Call this operation from your
   * server, never from a page. A token cannot create another token. With an `Idempotency-Key`, a
   * repeated request does not create a second token: it returns `token: null` and
   * `meta.secretShown`, and is charged like any other request.
   *
   * `POST /api/key/tokens` Cost: 1 unit.
   */
  keyTokenCreate(input: t.BrowserTokenRequest, options?: CallOptions): Promise<t.KeyTokenCreateResponse>;

  /**
   * List modules.
   *
   * Lists every module of this installation with its operations, and whether the key can use it.
   *
   * `GET /api/modules` Key permission: `modules:read`. Cost: 1 unit.
   */
  moduleList(input?: t.ModuleListParams, options?: CallOptions): Pages<t.ModuleListResponse, t.ModuleResource>;

  /**
   * Get a module.
   *
   * Returns a module with its operations, and whether the key can use it.
   *
   * `GET /api/modules/{module}` Key permission: `modules:read`. Cost: 1 unit.
   */
  moduleGet(input: t.ModuleGetParams, options?: CallOptions): Promise<t.ModuleGetResponse>;

  /**
   * List chatbots.
   *
   * Lists the organization's chatbots, oldest first.
   *
   * `GET /api/chatbots` Session with the role permission `org:update`. Cost: 1 unit.
   */
  chatbotList(input?: t.ChatbotListParams, options?: CallOptions): Pages<t.ChatbotListResponse, t.ChatbotResource>;

  /**
   * Create a chatbot.
   *
   * Adds a chatbot that keys with the permission `calc:read` can talk to. The service tells the
   * language model to state only what its tools return; `instructions` are added to that. Each
   * message commits `maxUnits` before it is answered, and unused units are returned.
   *
   * `POST /api/chatbots` Session with the role permission `org:update`. Cost: 1 unit.
   */
  chatbotCreate(input: t.ChatbotCreateRequest, options?: CallOptions): Promise<t.ChatbotCreateResponse>;

  /**
   * Get a chatbot.
   *
   * Returns a chatbot with its limits.
   *
   * `GET /api/chatbots/{chatbot}` Session with the role permission `org:update`. Cost: 1 unit.
   */
  chatbotGet(input: t.ChatbotGetParams, options?: CallOptions): Promise<t.ChatbotGetResponse>;

  /**
   * Update a chatbot.
   *
   * Omitted fields stay unchanged. A change takes effect on the next message. Another
   * `retentionDays` also applies to stored conversations.
   *
   * `PATCH /api/chatbots/{chatbot}` Session with the role permission `org:update`. Cost: 1 unit.
   */
  chatbotUpdate(input: t.ChatbotUpdateParams, options?: CallOptions): Promise<t.ChatbotUpdateResponse>;

  /**
   * Delete a chatbot.
   *
   * It is gone at once. Its conversations, profiles and usage are deleted within minutes.
   *
   * `DELETE /api/chatbots/{chatbot}` Session with the role permission `org:update`. Cost: 1 unit.
   */
  chatbotDelete(input: t.ChatbotDeleteParams, options?: CallOptions): Promise<void>;

  /**
   * List the profiles of a chatbot.
   *
   * Lists the people whose birth data the chatbot knows, oldest first.
   *
   * `GET /api/chatbots/{chatbot}/profiles` Session with the role permission `org:update`. Cost: 1
   * unit.
   */
  chatProfileList(input: t.ChatProfileListParams, options?: CallOptions): Pages<t.ChatProfileListResponse, t.ChatProfileResource>;

  /**
   * Create a profile of a chatbot.
   *
   * Stores birth data that a page can refer to by an ID, so that the data itself is not in the
   * page.
   *
   * `POST /api/chatbots/{chatbot}/profiles` Session with the role permission `org:update`. Cost: 1
   * unit.
   */
  chatProfileCreate(input: t.ChatProfileCreateParams, options?: CallOptions): Promise<t.ChatProfileCreateResponse>;

  /**
   * Delete a profile of a chatbot.
   *
   * Conversations about it are kept as long as every other conversation.
   *
   * `DELETE /api/chatbots/{chatbot}/profiles/{profile}` Session with the role permission
   * `org:update`. Cost: 1 unit.
   */
  chatProfileDelete(input: t.ChatProfileDeleteParams, options?: CallOptions): Promise<void>;

  /**
   * Get the usage of a chatbot.
   *
   * Returns the messages and units of the last days (UTC). The ledger lists every message as a
   * request for its operation.
   *
   * `GET /api/chatbots/{chatbot}/usage` Session with the role permission `billing:read`. Cost: 1
   * unit.
   */
  chatbotUsageGet(input: t.ChatbotUsageGetParams, options?: CallOptions): Promise<t.ChatbotUsageGetResponse>;

  /**
   * Send a message to a chatbot.
   *
   * Answers with server-sent events: the text as `message` events, each `tool` that the language
   * model calls, the `facts` that the tools returned, and at the end `done` with the units, or
   * `error`. Without `conversationId`, the message begins a conversation, whose ID is in `done`.
   * The errors of the language model (`provider_unreachable`, `provider_timeout`, `provider_error`)
   * and `response_stalled` come in the event `error`, because the status of the response is sent
   * before.
   *
   * `POST /api/chat/{chatbot}` Key permission: `calc:read`. Cost: 1 unit, and the price of each
   * tool that the language model calls. `maxUnits` of the chatbot are committed first, and unused
   * ones are returned at the end.
   */
  chatSend(input: t.ChatSendParams, options?: CallOptions): Promise<Blob>;

  /**
   * Send a message without a conversation.
   *
   * Like `chat_send`, but the message stands alone, and neither it nor its answer is stored.
   *
   * `POST /api/chat/{chatbot}/direct` Key permission: `calc:read`. Cost: 1 unit, and the price of
   * each tool that the language model calls. `maxUnits` of the chatbot are committed first, and
   * unused ones are returned at the end.
   */
  chatDirect(input: t.ChatDirectParams, options?: CallOptions): Promise<Blob>;

  /**
   * Send a message about a profile.
   *
   * Like `chat_send` with the birth data of a profile.
   *
   * `POST /api/chat/{chatbot}/profile/{profile}` Key permission: `calc:read`. Cost: 1 unit, and the
   * price of each tool that the language model calls. `maxUnits` of the chatbot are committed
   * first, and unused ones are returned at the end.
   */
  chatProfileSend(input: t.ChatProfileSendParams, options?: CallOptions): Promise<Blob>;

  /**
   * Create the first account.
   *
   * Uses the setup link that the service prints at its first start. The account becomes an operator
   * of the installation and is signed in. The link works once.
   *
   * `POST /api/manage/setup`
   */
  accountSetup(input: t.AccountSetupRequest, options?: CallOptions): Promise<t.AccountSetupResponse>;

  /**
   * Sign in.
   *
   * Sets a session cookie, and a cookie that identifies the browser at its next sign-in. Plain HTTP
   * works only on the same machine. After each failed attempt, the required wait gets longer. For a
   * known browser, only its own failed attempts count. For other browsers, all failed attempts for
   * the account and from the same IP address count. During the wait, the correct password together
   * with a correct second-factor code is still accepted.
   *
   * `POST /api/manage/session`
   */
  sessionCreate(input: t.SessionCreateRequest, options?: CallOptions): Promise<t.SessionCreateResponse>;

  /**
   * Sign out.
   *
   * Ends the session of this request and deletes its cookie.
   *
   * `DELETE /api/manage/session`
   */
  sessionDelete(options?: CallOptions): Promise<void>;

  /**
   * Confirm your identity.
   *
   * For the next ten minutes, the session can perform operator actions that require confirmation:
   * create password links, create and change accounts, add members, suspend organizations, and read
   * unsent emails. Signing in also counts as confirmation.
   *
   * `POST /api/manage/session/reauthenticate`
   */
  sessionReauthenticate(input: t.SessionReauthenticateRequest, options?: CallOptions): Promise<void>;

  /**
   * List your sessions.
   *
   * Lists the browsers and devices in which you are signed in. `current` marks the session of this
   * request.
   *
   * `GET /api/manage/me/sessions`
   */
  sessionList(input?: t.SessionListParams, options?: CallOptions): Pages<t.SessionListResponse, t.SessionResource>;

  /**
   * Sign out of all other sessions.
   *
   * Ends all your sessions except the current one.
   *
   * `DELETE /api/manage/me/sessions`
   */
  sessionEndOthers(options?: CallOptions): Promise<void>;

  /**
   * Sign out of a session.
   *
   * Ends one of your sessions, such as one on a lost device.
   *
   * `DELETE /api/manage/me/sessions/{session}`
   */
  sessionEnd(input: t.SessionEndParams, options?: CallOptions): Promise<void>;

  /**
   * Get your profile.
   *
   * Returns your account: name, email address, language, and whether a second factor is enabled.
   *
   * `GET /api/manage/me`
   */
  meGet(options?: CallOptions): Promise<t.MeGetResponse>;

  /**
   * Update your profile.
   *
   * Omitted fields do not change. The language applies to the dashboard and to emails. The theme
   * and the time zone apply only to the dashboard.
   *
   * `PATCH /api/manage/me`
   */
  meUpdate(input?: t.MeUpdateRequest, options?: CallOptions): Promise<t.MeUpdateResponse>;

  /**
   * List your organizations.
   *
   * Lists the organizations of which you are a member, with your role in each.
   *
   * `GET /api/manage/me/organizations`
   */
  meOrganizations(input?: t.MeOrganizationsParams, options?: CallOptions): Pages<t.MeOrganizationsResponse, t.MembershipResource>;

  /**
   * Change your password.
   *
   * Signs you out of all other sessions.
   *
   * `POST /api/manage/me/password`
   */
  passwordChange(input: t.PasswordChangeRequest, options?: CallOptions): Promise<void>;

  /**
   * Send a password reset link.
   *
   * The response is the same whether the account exists or not. The required wait between requests
   * increases each time.
   *
   * `POST /api/manage/password-resets`
   */
  passwordResetRequest(input: t.PasswordResetRequest, options?: CallOptions): Promise<t.PasswordResetRequestResponse>;

  /**
   * Reset a password with a link.
   *
   * Signs you out of all sessions. Two-factor authentication stays enabled. The count of failed
   * sign-in attempts is reset, and this browser is treated as known at the next sign-in.
   *
   * `POST /api/manage/password-resets/confirm`
   */
  passwordResetConfirm(input: t.PasswordResetConfirmRequest, options?: CallOptions): Promise<void>;

  /**
   * Send an email confirmation link.
   *
   * The required wait between requests increases each time.
   *
   * `POST /api/manage/me/email-verification`
   */
  emailVerificationSend(options?: CallOptions): Promise<t.EmailVerificationSendResponse>;

  /**
   * Confirm an email address.
   *
   * Uses the token from the link in the verification email. The link works once.
   *
   * `POST /api/manage/email-verifications/confirm`
   */
  emailVerificationConfirm(input: t.EmailVerificationConfirmRequest, options?: CallOptions): Promise<void>;

  /**
   * Change your email address.
   *
   * Sends a confirmation link to the new address. The address changes when the link is used, and
   * the old address is notified. If another account already uses the address, no link is sent, but
   * the response is the same. The required wait between emails to the same address, and between
   * emails of the same account, increases each time.
   *
   * `POST /api/manage/me/email`
   */
  emailChange(input: t.EmailChangeRequest, options?: CallOptions): Promise<t.EmailChangeResponse>;

  /**
   * Cancel the change of your email address.
   *
   * The confirmation link stops working, and the current address stays. Does nothing if no change
   * is waiting for its confirmation.
   *
   * `DELETE /api/manage/me/email`
   */
  emailChangeCancel(options?: CallOptions): Promise<void>;

  /**
   * Confirm a new email address.
   *
   * Uses the token from the link in the email to the new address. The link works once. Password
   * reset links that were sent to the old address stop working.
   *
   * `POST /api/manage/email-changes/confirm`
   */
  emailChangeConfirm(input: t.EmailChangeConfirmRequest, options?: CallOptions): Promise<void>;

  /**
   * Set up two-factor authentication.
   *
   * Two-factor authentication takes effect after you send the first code to
   * `/api/manage/me/second-factor/confirm`.
   *
   * `POST /api/manage/me/second-factor`
   */
  secondFactorBegin(input: t.PasswordConfirmation, options?: CallOptions): Promise<t.SecondFactorBeginResponse>;

  /**
   * Enable two-factor authentication.
   *
   * Returns recovery codes, which are shown only once. Signs you out of all other sessions.
   *
   * `POST /api/manage/me/second-factor/confirm`
   */
  secondFactorConfirm(input: t.SecondFactorCode, options?: CallOptions): Promise<t.SecondFactorConfirmResponse>;

  /**
   * Create new recovery codes.
   *
   * The previous recovery codes stop working.
   *
   * `POST /api/manage/me/recovery-codes`
   */
  recoveryCodesRenew(input: t.PasswordConfirmation, options?: CallOptions): Promise<t.RecoveryCodesRenewResponse>;

  /**
   * Disable two-factor authentication.
   *
   * Requires your password and a current code or a recovery code. The password must be long enough
   * to be used alone.
   *
   * `POST /api/manage/me/second-factor/disable`
   */
  secondFactorDisable(input: t.SecondFactorDisableRequest, options?: CallOptions): Promise<void>;

  /**
   * Accept an invitation.
   *
   * The invitation must have been sent to your own email address.
   *
   * `POST /api/manage/me/invitations/accept`
   */
  invitationAccept(input: t.InvitationAcceptRequest, options?: CallOptions): Promise<void>;

  /**
   * Accept an invitation with a new account.
   *
   * Creates an account with the email address of the invitation and signs the new user in.
   *
   * `POST /api/manage/invitations/register`
   */
  invitationRegister(input: t.InvitationRegisterRequest, options?: CallOptions): Promise<t.InvitationRegisterResponse>;

  /**
   * Describe an invitation.
   *
   * Names the organization, the inviter, the role and the address of the invitation that a link
   * belongs to. The link still works afterwards.
   *
   * `POST /api/manage/invitations/describe`
   */
  invitationDescribe(input: t.InvitationDescribeRequest, options?: CallOptions): Promise<t.InvitationDescribeResponse>;

  /**
   * Create an organization.
   *
   * You must already own an organization, and the operator can disable this operation. You become
   * the owner of the new organization, which starts on the smallest plan. By default, a person can
   * own or create up to 10 organizations, and create up to 3 in any 24-hour period.
   *
   * `POST /api/manage/orgs`
   */
  orgCreate(input: t.OrganizationCreateRequest, options?: CallOptions): Promise<t.OrgCreateResponse>;

  /**
   * Get an organization and your permissions in it.
   *
   * Returns the organization's plan and settings, and your role with its permissions.
   *
   * `GET /api/manage/orgs/{org}` Session with the role permission `org:read`.
   */
  orgGet(input: t.OrgGetParams, options?: CallOptions): Promise<t.OrgGetResponse>;

  /**
   * Rename an organization.
   *
   * Changes the display name. The ID stays the same.
   *
   * `PATCH /api/manage/orgs/{org}` Session with the role permission `org:update`.
   */
  orgUpdate(input: t.OrgUpdateParams, options?: CallOptions): Promise<t.OrgUpdateResponse>;

  /**
   * Require two-factor authentication for members, or stop requiring it.
   *
   * You must have signed in with two-factor authentication to enable this.
   *
   * `PATCH /api/manage/orgs/{org}/policy` Session with the role permission `admin:access`.
   */
  orgPolicyUpdate(input: t.OrgPolicyUpdateParams, options?: CallOptions): Promise<t.OrgPolicyUpdateResponse>;

  /**
   * Close an organization.
   *
   * The organization's keys stop working permanently. Its ledger and audit log remain readable.
   *
   * `POST /api/manage/orgs/{org}/close` Session with the role permission `admin:access`.
   */
  orgClose(input: t.OrgCloseParams, options?: CallOptions): Promise<void>;

  /**
   * List members.
   *
   * Lists the members with their roles.
   *
   * `GET /api/manage/orgs/{org}/members` Session with the role permission `org:users:read`.
   */
  memberList(input: t.MemberListParams, options?: CallOptions): Pages<t.MemberListResponse, t.MemberResource>;

  /**
   * Change a member's role.
   *
   * You can always lower your own role. Changing another member's role requires `org:users:update`
   * and a higher role than theirs. Owners can change anyone's role. Nobody can grant a role above
   * their own.
   *
   * `PATCH /api/manage/orgs/{org}/members/{user}` Session with the role permission `org:read`.
   */
  memberUpdate(input: t.MemberUpdateParams, options?: CallOptions): Promise<void>;

  /**
   * Remove a member or leave the organization.
   *
   * You can always leave. Removing other members requires `org:users:delete` and a higher role than
   * theirs. Keys that they created stay with the organization.
   *
   * `DELETE /api/manage/orgs/{org}/members/{user}` Session with the role permission `org:read`.
   */
  memberRemove(input: t.MemberRemoveParams, options?: CallOptions): Promise<void>;

  /**
   * List invitations.
   *
   * Lists the invitations that have been neither accepted nor revoked.
   *
   * `GET /api/manage/orgs/{org}/invitations` Session with the role permission `org:users:read`.
   */
  invitationList(input: t.InvitationListParams, options?: CallOptions): Pages<t.InvitationListResponse, t.InvitationResource>;

  /**
   * Create an invitation.
   *
   * Sends a link that works once, for a week. It replaces an earlier invitation to the same
   * address, unless someone with a higher role created it. The required wait between emails to the
   * same address increases each time. One person can send at most 20 invitations per hour and 100
   * per day. All members together can send at most 50 per day to one domain, except to public mail
   * providers and to the sender's own domain.
   *
   * `POST /api/manage/orgs/{org}/invitations` Session with the role permission `org:users:create`.
   */
  invitationCreate(input: t.InvitationCreateParams, options?: CallOptions): Promise<t.InvitationCreateResponse>;

  /**
   * Resend an invitation.
   *
   * Sends a new link. The old one stops working. You become responsible for the invitation, must be
   * allowed to grant its role, and cannot have a lower role than the last sender. The required wait
   * between emails increases each time. The limits for new invitations also apply to resends.
   *
   * `POST /api/manage/orgs/{org}/invitations/{invitation}/resend` Session with the role permission
   * `org:users:create`.
   */
  invitationResend(input: t.InvitationResendParams, options?: CallOptions): Promise<t.InvitationResendResponse>;

  /**
   * Revoke an invitation.
   *
   * The link in the invitation email stops working.
   *
   * `DELETE /api/manage/orgs/{org}/invitations/{invitation}` Session with the role permission
   * `org:users:create`.
   */
  invitationRevoke(input: t.InvitationRevokeParams, options?: CallOptions): Promise<void>;

  /**
   * Create a link for an invitation.
   *
   * Returns a link to give to the invited person yourself. It is shown only once, replaces the link
   * that was created this way before, and expires with the invitation. The link in the email still
   * works. An account that is created with this link has an unconfirmed email address, because only
   * the email proves access to it.
   *
   * `POST /api/manage/orgs/{org}/invitations/{invitation}/link` Session with the role permission
   * `org:users:create`.
   */
  invitationLink(input: t.InvitationLinkParams, options?: CallOptions): Promise<t.InvitationLinkResponse>;

  /**
   * List API keys.
   *
   * Lists all keys, including revoked ones, with their settings. Secrets are shown only when a key
   * is created or rotated.
   *
   * `GET /api/manage/orgs/{org}/keys` Session with the role permission `org:update`.
   */
  keyList(input: t.KeyListParams, options?: CallOptions): Pages<t.KeyListResponse, t.ManagedKeyResource>;

  /**
   * Create an API key.
   *
   * The response shows the key only once. With an `Idempotency-Key`, a repeated request does not
   * create a second key: it returns `key: null` and `meta.secretShown`.
   *
   * `POST /api/manage/orgs/{org}/keys` Session with the role permission `org:update`.
   */
  keyCreate(input: t.KeyCreateParams, options?: CallOptions): Promise<t.KeyCreateResponse>;

  /**
   * Get an API key.
   *
   * Returns the settings of a key. The secret is shown only when a key is created or rotated.
   *
   * `GET /api/manage/orgs/{org}/keys/{key}` Session with the role permission `org:update`.
   */
  keyGet(input: t.KeyGetParams, options?: CallOptions): Promise<t.KeyGetResponse>;

  /**
   * Update an API key.
   *
   * Takes effect on the next request with the key. A revoked key cannot be changed. A rotated key
   * keeps its expiration.
   *
   * `PATCH /api/manage/orgs/{org}/keys/{key}` Session with the role permission `org:update`.
   */
  keyUpdate(input: t.KeyUpdateParams, options?: CallOptions): Promise<t.KeyUpdateResponse>;

  /**
   * Revoke an API key.
   *
   * Permanently revokes the key and all other keys of its family. You can safely repeat the
   * request.
   *
   * `DELETE /api/manage/orgs/{org}/keys/{key}` Session with the role permission `org:update`.
   */
  keyRevoke(input: t.KeyRevokeParams, options?: CallOptions): Promise<void>;

  /**
   * Rotate an API key.
   *
   * The new key has the settings, limits and expiration of the old one and is shown only once. With
   * an `Idempotency-Key`, a repeated request does not create a second key: it returns `key: null`
   * and `meta.secretShown`.
   *
   * `POST /api/manage/orgs/{org}/keys/{key}/rotate` Session with the role permission `org:update`.
   */
  keyRotate(input: t.KeyRotateParams, options?: CallOptions): Promise<t.KeyRotateResponse>;

  /**
   * Check whether a key can make a request.
   *
   * A dry run: nothing is charged, and the check does not count toward rate limits.
   *
   * `POST /api/manage/orgs/{org}/keys/{key}/check` Session with the role permission `org:update`.
   */
  keyCheck(input: t.KeyCheckParams, options?: CallOptions): Promise<t.KeyCheckResponse>;

  /**
   * Preview a change of an API key.
   *
   * Applies the changes of `PATCH /api/manage/orgs/{org}/keys/{key}` to the counted requests of the
   * last 24 hours and counts those that would have been rejected. Changes nothing. The ledger keeps
   * the host of a request's page without scheme and port, so every page is taken for one with https
   * on the default port, and what a batch contains is not examined. Quotas and the rates of the
   * organization are not applied.
   *
   * `POST /api/manage/orgs/{org}/keys/{key}/preview` Session with the role permission `org:update`.
   */
  keyPreview(input: t.KeyPreviewParams, options?: CallOptions): Promise<t.KeyPreviewResponse>;

  /**
   * Create a browser token for a key.
   *
   * The response shows the token only once. A token cannot have more permissions or domains than
   * its key, is valid for at most one hour and expires with its key. Disabling or revoking the key
   * also ends the token. With an `Idempotency-Key`, a repeated request does not create a second
   * token: it returns `token: null` and `meta.secretShown`.
   *
   * `POST /api/manage/orgs/{org}/keys/{key}/tokens` Session with the role permission `org:update`.
   */
  keyTokenMint(input: t.KeyTokenMintParams, options?: CallOptions): Promise<t.KeyTokenMintResponse>;

  /**
   * List the embed URLs of a key.
   *
   * Lists the image URLs that were created for this key and have not been revoked. If the key is
   * rotated, they move to the new key.
   *
   * `GET /api/manage/orgs/{org}/keys/{key}/embed-urls` Session with the role permission
   * `org:update`.
   */
  embedUrlList(input: t.EmbedUrlListParams, options?: CallOptions): Pages<t.EmbedUrlListResponse, t.EmbedUrlResource>;

  /**
   * Create an embed URL for a key.
   *
   * Creates an image URL that a web page can show without a key. Each fetch is charged to the key
   * and follows its domain rule, rate limits and modules. The URL works until it expires, is
   * revoked, or its key is revoked, disabled or expired. It also stops working when the previous
   * master secret is no longer accepted after a rotation. Without a date in `url`, images of
   * horoscopes show the current period.
   *
   * `POST /api/manage/orgs/{org}/keys/{key}/embed-urls` Session with the role permission
   * `org:update`.
   */
  embedUrlCreate(input: t.EmbedUrlCreateParams, options?: CallOptions): Promise<t.EmbedUrlCreateResponse>;

  /**
   * Revoke an embed URL.
   *
   * Pages that contain the URL no longer show the image. Browsers may show a cached copy for a
   * while. This cannot be undone.
   *
   * `DELETE /api/manage/orgs/{org}/keys/{key}/embed-urls/{embed_url}` Session with the role
   * permission `org:update`.
   */
  embedUrlRevoke(input: t.EmbedUrlRevokeParams, options?: CallOptions): Promise<void>;

  /**
   * Check domain patterns.
   *
   * Checks whether the domain patterns would allow a request from `origin`. Nothing is stored or
   * charged.
   *
   * `POST /api/manage/orgs/{org}/domains/check` Session with the role permission `org:update`.
   */
  domainCheck(input: t.DomainCheckParams, options?: CallOptions): Promise<t.DomainCheckResponse>;

  /**
   * List modules and whether the organization has each one.
   *
   * Lists every module of this installation with its price and whether the organization has it.
   *
   * `GET /api/manage/orgs/{org}/modules` Session with the role permission `modules:read`.
   */
  orgModuleList(input: t.OrgModuleListParams, options?: CallOptions): Pages<t.OrgModuleListResponse, t.ModuleResource>;

  /**
   * Buy a module.
   *
   * Activates the module immediately for the specified number of periods and adds a line to the
   * current statement. If an earlier purchase has not expired, it is extended. Send an
   * `Idempotency-Key` to repeat a request without buying twice. `meta` contains the line item and
   * its price.
   *
   * `POST /api/manage/orgs/{org}/modules/{module}/purchase` Session with the role permission
   * `billing:manage`.
   */
  modulePurchase(input: t.ModulePurchaseParams, options?: CallOptions): Promise<t.ModulePurchaseResponse>;

  /**
   * Get usage for the current period.
   *
   * Returns the units used and the allowance for live and test keys in the current calendar month
   * (UTC).
   *
   * `GET /api/manage/orgs/{org}/usage/current` Session with the role permission `billing:read`.
   */
  usageCurrent(input: t.UsageCurrentParams, options?: CallOptions): Promise<t.UsageCurrentResponse>;

  /**
   * List usage by time, key, operation or origin.
   *
   * Returns usage over whole hours of the ledger, grouped by hour, day or month (UTC), key,
   * operation or origin. The IDs are the hours (`2027-01-15T08`), days, months, keys, operations
   * and hosts.
   *
   * `GET /api/manage/orgs/{org}/usage` Session with the role permission `billing:read`.
   */
  usageList(input: t.UsageListParams, options?: CallOptions): Pages<t.UsageListResponse, t.UsageResource>;

  /**
   * List daily usage by API key for the last 14 days.
   *
   * Returns the number of counted requests per day for up to 100 keys. The last value is today, in
   * UTC.
   *
   * `GET /api/manage/orgs/{org}/usage/keys` Session with the role permission `billing:read`.
   */
  usageOfKeys(input: t.UsageOfKeysParams, options?: CallOptions): Promise<t.UsageOfKeysResponse>;

  /**
   * List the latest counted requests, newest first.
   *
   * Use this operation for an overview of recent activity. To read all counted requests, use `GET
   * /api/manage/orgs/{org}/ledger`.
   *
   * `GET /api/manage/orgs/{org}/ledger/latest` Session with the role permission `billing:read`.
   */
  ledgerLatest(input: t.LedgerLatestParams, options?: CallOptions): Promise<t.LedgerLatestResponse>;

  /**
   * List the most frequent problems in the last 30 days.
   *
   * Counts requests with client errors by key and error code, both those rejected before processing
   * and those charged.
   *
   * `GET /api/manage/orgs/{org}/refusals/top` Session with the role permission `billing:read`.
   */
  refusalTop(input: t.RefusalTopParams, options?: CallOptions): Promise<t.RefusalTopResponse>;

  /**
   * List counted requests, oldest first.
   *
   * The ledger has one entry per counted request. Read it page by page to reconcile an invoice or
   * to export the usage.
   *
   * `GET /api/manage/orgs/{org}/ledger` Session with the role permission `billing:read`.
   */
  ledgerList(input: t.LedgerListParams, options?: CallOptions): Pages<t.LedgerListResponse, t.LedgerEntryResource>;

  /**
   * List counted requests, newest first.
   *
   * Lists counted requests. If you filter by anything other than time, each page searches 5,000
   * requests. It can therefore contain fewer entries than you asked for, or none, even if there is
   * a next page. `meta.total` is the number of all counted requests, without filters.
   *
   * `GET /api/manage/orgs/{org}/requests` Session with the role permission `billing:read`.
   */
  requestList(input: t.RequestListParams, options?: CallOptions): Pages<t.RequestListResponse, t.LedgerEntryResource>;

  /**
   * Get a counted request.
   *
   * Returns a request that was counted toward usage, by the ID in the `X-Request-Id` header of its
   * response. Requests that were rejected before they were counted have no entry.
   *
   * `GET /api/manage/orgs/{org}/requests/{request}` Session with the role permission
   * `billing:read`.
   */
  requestGet(input: t.RequestGetParams, options?: CallOptions): Promise<t.RequestGetResponse>;

  /**
   * List rejected requests by minute, newest first.
   *
   * Counts requests that were rejected before any processing, by minute, key, error code and
   * origin. They are not charged. Beyond a limit, further combinations are counted by hour. The
   * list ends after the latest 5,000 entries.
   *
   * `GET /api/manage/orgs/{org}/refusals` Session with the role permission `billing:read`.
   */
  refusalList(input: t.RefusalListParams, options?: CallOptions): Pages<t.RefusalListResponse, t.RefusalsResource>;

  /**
   * List audit entries, newest first.
   *
   * A page has at most 1 MiB of entries. If you filter, each page searches 5,000 entries. It can
   * therefore contain fewer entries than you asked for, or none, even if there is a next page.
   * `meta.total` is the number of all entries, without filters. `GET
   * /api/manage/orgs/{org}/audit/verification` checks that no entry has been changed.
   *
   * `GET /api/manage/orgs/{org}/audit` Session with the role permission `admin:access`.
   */
  auditList(input: t.AuditListParams, options?: CallOptions): Pages<t.AuditListResponse, t.AuditEntryResource>;

  /**
   * Verify the audit log.
   *
   * Recomputes the keyed hash (HMAC) of every entry, from the first to the last. A log of more than
   * 20,000 entries, or of more than 16 MiB, is verified with the command `almagest audit verify`.
   *
   * `GET /api/manage/orgs/{org}/audit/verification` Session with the role permission
   * `admin:access`.
   */
  auditVerify(input: t.AuditVerifyParams, options?: CallOptions): Promise<t.AuditVerifyResponse>;

  /**
   * List alerts, newest first.
   *
   * Alerts report high quota usage, request spikes, high error rates, requests from domains that
   * are not allowed, use of dormant keys, and keys that are about to expire.
   *
   * `GET /api/manage/orgs/{org}/alerts` Session with the role permission `org:update`.
   */
  alertList(input: t.AlertListParams, options?: CallOptions): Pages<t.AlertListResponse, t.AlertResource>;

  /**
   * Get an alert.
   *
   * Returns an alert with its figures, and the URL of the dashboard page where you can resolve it.
   *
   * `GET /api/manage/orgs/{org}/alerts/{alert}` Session with the role permission `org:update`.
   */
  alertGet(input: t.AlertGetParams, options?: CallOptions): Promise<t.AlertGetResponse>;

  /**
   * Mark an alert as read or unread.
   *
   * The inbox belongs to the organization: an alert that one member reads is read for all members.
   *
   * `PATCH /api/manage/orgs/{org}/alerts/{alert}` Session with the role permission `org:update`.
   */
  alertUpdate(input: t.AlertUpdateParams, options?: CallOptions): Promise<t.AlertUpdateResponse>;

  /**
   * Mark all alerts as read.
   *
   * Marks every unread alert of the organization as read, for all members.
   *
   * `POST /api/manage/orgs/{org}/alerts/read-all` Session with the role permission `org:update`.
   */
  alertReadAll(input: t.AlertReadAllParams, options?: CallOptions): Promise<void>;

  /**
   * Get the alert settings.
   *
   * Returns which rules are enabled, their thresholds, and who receives the alerts by email.
   *
   * `GET /api/manage/orgs/{org}/alert-settings` Session with the role permission `org:update`.
   */
  alertSettingsGet(input: t.AlertSettingsGetParams, options?: CallOptions): Promise<t.AlertSettingsGetResponse>;

  /**
   * Update the alert settings.
   *
   * Takes effect at the next check of the organization, within a minute. An alert that was already
   * sent is not sent again in the same period.
   *
   * `PATCH /api/manage/orgs/{org}/alert-settings` Session with the role permission `org:update`.
   */
  alertSettingsUpdate(input: t.AlertSettingsUpdateParams, options?: CallOptions): Promise<t.AlertSettingsUpdateResponse>;

  /**
   * List webhooks.
   *
   * Lists the addresses that receive the organization's alerts. Secrets are shown only when a
   * webhook is created.
   *
   * `GET /api/manage/orgs/{org}/webhooks` Session with the role permission `org:update`.
   */
  webhookList(input: t.WebhookListParams, options?: CallOptions): Pages<t.WebhookListResponse, t.WebhookResource>;

  /**
   * Create a webhook.
   *
   * The response shows the signing secret only once. With an `Idempotency-Key`, a repeated request
   * does not create a second webhook: it returns `secret: null` and `meta.secretShown`.
   *
   * `POST /api/manage/orgs/{org}/webhooks` Session with the role permission `org:update`.
   */
  webhookCreate(input: t.WebhookCreateParams, options?: CallOptions): Promise<t.WebhookCreateResponse>;

  /**
   * Get a webhook.
   *
   * Returns a webhook. The secret is shown only when a webhook is created.
   *
   * `GET /api/manage/orgs/{org}/webhooks/{webhook}` Session with the role permission `org:update`.
   */
  webhookGet(input: t.WebhookGetParams, options?: CallOptions): Promise<t.WebhookGetResponse>;

  /**
   * Delete a webhook.
   *
   * Pending messages are not sent, and the delivery log is deleted.
   *
   * `DELETE /api/manage/orgs/{org}/webhooks/{webhook}` Session with the role permission
   * `org:update`.
   */
  webhookDelete(input: t.WebhookDeleteParams, options?: CallOptions): Promise<void>;

  /**
   * Send a test message to a webhook.
   *
   * The response does not wait for the delivery. Check the delivery log for the result. You can
   * send at most ten test messages per hour.
   *
   * `POST /api/manage/orgs/{org}/webhooks/{webhook}/test` Session with the role permission
   * `org:update`.
   */
  webhookTest(input: t.WebhookTestParams, options?: CallOptions): Promise<t.WebhookTestResponse>;

  /**
   * List webhook deliveries, newest first.
   *
   * Messages are kept for 30 days after they are delivered or abandoned.
   *
   * `GET /api/manage/orgs/{org}/webhooks/{webhook}/deliveries` Session with the role permission
   * `org:update`.
   */
  webhookDeliveries(input: t.WebhookDeliveriesParams, options?: CallOptions): Pages<t.WebhookDeliveriesResponse, t.WebhookDeliveryResource>;

  /**
   * Get the plan and the costs for the current period.
   *
   * Amounts are integers in minor units of the currency. For example, 1999 with currency EUR means
   * 19.99 euros. The lines show the charges so far for the next statement.
   *
   * `GET /api/manage/orgs/{org}/billing` Session with the role permission `billing:read`.
   */
  billingGet(input: t.BillingGetParams, options?: CallOptions): Promise<t.BillingGetResponse>;

  /**
   * Update the billing address.
   *
   * Takes effect with the next statement. Issued statements do not change.
   *
   * `PATCH /api/manage/orgs/{org}/billing` Session with the role permission `billing:manage`.
   */
  billingUpdate(input: t.BillingUpdateParams, options?: CallOptions): Promise<t.BillingUpdateResponse>;

  /**
   * List plans and the cost of changing to each.
   *
   * Returns the plans that the organization can switch to on its own, and its current plan. Each
   * shows what the change would add to this period's bill: the remaining days of the current plan
   * are credited and those of the new plan are charged, including today.
   *
   * `GET /api/manage/orgs/{org}/billing/plans` Session with the role permission `billing:read`.
   */
  planList(input: t.PlanListParams, options?: CallOptions): Promise<t.PlanListResponse>;

  /**
   * Change the plan.
   *
   * Takes effect immediately: the next request has the quota, rate limits and modules of the new
   * plan. To switch to a plan that includes less than you used in this period, wait until the next
   * period starts.
   *
   * `PATCH /api/manage/orgs/{org}/billing/plan` Session with the role permission `billing:manage`.
   */
  planUpdate(input: t.PlanUpdateParams, options?: CallOptions): Promise<t.PlanUpdateResponse>;

  /**
   * List statements, newest first.
   *
   * There is one statement for each past month. It is created one hour after the month ends.
   *
   * `GET /api/manage/orgs/{org}/billing/statements` Session with the role permission
   * `billing:read`.
   */
  statementList(input: t.StatementListParams, options?: CallOptions): Pages<t.StatementListResponse, t.StatementResource>;

  /**
   * Get a statement with its lines.
   *
   * The request lines cover every counted request of the month, including requests made with
   * deleted keys, free requests made with test keys, and requests that failed because of a server
   * error and were refunded.
   *
   * `GET /api/manage/orgs/{org}/billing/statements/{statement}` Session with the role permission
   * `billing:read`.
   */
  statementGet(input: t.StatementGetParams, options?: CallOptions): Promise<t.StatementGetResponse>;

  /**
   * Download a statement as CSV.
   *
   * Returns one row per line. Amounts are decimal numbers in the currency of the statement.
   *
   * `GET /api/manage/orgs/{org}/billing/statements/{statement}/lines.csv` Session with the role
   * permission `billing:read`.
   */
  statementExport(input: t.StatementExportParams, options?: CallOptions): Promise<Blob>;

  /**
   * Download a statement's invoice as a PDF.
   *
   * Returns the invoice in English or Dutch. A statement has an invoice once its month has ended.
   *
   * `GET /api/manage/orgs/{org}/billing/statements/{statement}/invoice.pdf` Session with the role
   * permission `billing:read`.
   */
  invoiceGet(input: t.InvoiceGetParams, options?: CallOptions): Promise<Blob>;

  /**
   * List organizations, oldest first.
   *
   * Lists all organizations with their plans and their usage this month.
   *
   * `GET /api/manage/installation/orgs`
   */
  installationOrgList(input?: t.InstallationOrgListParams, options?: CallOptions): Pages<t.InstallationOrgListResponse, t.OperatedOrganizationResource>;

  /**
   * Create an organization.
   *
   * The organization has no members yet. Add its first owner next.
   *
   * `POST /api/manage/installation/orgs`
   */
  installationOrgCreate(input: t.OperatedOrganizationCreateRequest, options?: CallOptions): Promise<t.InstallationOrgCreateResponse>;

  /**
   * Get an organization.
   *
   * Returns an organization with its plan, limits and usage this month.
   *
   * `GET /api/manage/installation/orgs/{org}`
   */
  installationOrgGet(input: t.InstallationOrgGetParams, options?: CallOptions): Promise<t.InstallationOrgGetResponse>;

  /**
   * Update an organization.
   *
   * Takes effect on the next request with one of its keys. An organization that its owners have
   * closed cannot be reopened.
   *
   * `PATCH /api/manage/installation/orgs/{org}`
   */
  installationOrgUpdate(input: t.InstallationOrgUpdateParams, options?: CallOptions): Promise<t.InstallationOrgUpdateResponse>;

  /**
   * List the members of an organization.
   *
   * Lists the members of any organization with their roles.
   *
   * `GET /api/manage/installation/orgs/{org}/members`
   */
  installationMemberList(input: t.InstallationMemberListParams, options?: CallOptions): Pages<t.InstallationMemberListResponse, t.MemberResource>;

  /**
   * Add a member to an organization.
   *
   * Adds an existing account to the organization without an invitation.
   *
   * `POST /api/manage/installation/orgs/{org}/members`
   */
  installationMemberAdd(input: t.InstallationMemberAddParams, options?: CallOptions): Promise<t.InstallationMemberAddResponse>;

  /**
   * List the modules granted to an organization.
   *
   * Lists the modules that were granted or purchased, with their dates.
   *
   * `GET /api/manage/installation/orgs/{org}/modules`
   */
  installationModuleList(input: t.InstallationModuleListParams, options?: CallOptions): Pages<t.InstallationModuleListResponse, t.ModuleGrantResource>;

  /**
   * Grant a module to an organization.
   *
   * Granting a module again changes the end of the grant, so you can safely repeat the request.
   *
   * `POST /api/manage/installation/orgs/{org}/modules`
   */
  installationModuleGrant(input: t.InstallationModuleGrantParams, options?: CallOptions): Promise<t.InstallationModuleGrantResponse>;

  /**
   * Revoke a granted module.
   *
   * Ends every grant of the module, whatever its source. Modules included in the plan are not
   * affected.
   *
   * `DELETE /api/manage/installation/orgs/{org}/modules/{module}`
   */
  installationModuleRevoke(input: t.InstallationModuleRevokeParams, options?: CallOptions): Promise<void>;

  /**
   * List accounts, oldest first.
   *
   * Lists all accounts on this installation.
   *
   * `GET /api/manage/installation/users`
   */
  installationUserList(input?: t.InstallationUserListParams, options?: CallOptions): Pages<t.InstallationUserListResponse, t.OperatedUserResource>;

  /**
   * Create an account.
   *
   * The response shows the link to choose a password only once. It is also sent by email. A
   * repeated request with the same `Idempotency-Key` does not return it again.
   *
   * `POST /api/manage/installation/users`
   */
  installationUserCreate(input: t.UserCreateRequest, options?: CallOptions): Promise<t.InstallationUserCreateResponse>;

  /**
   * Get an account.
   *
   * Returns an account and its state.
   *
   * `GET /api/manage/installation/users/{user}`
   */
  installationUserGet(input: t.InstallationUserGetParams, options?: CallOptions): Promise<t.InstallationUserGetResponse>;

  /**
   * Update an account.
   *
   * Takes effect on the next request. Disabling an account ends its sessions. The request is
   * rejected if it would leave the installation without an operator who can sign in, or an
   * organization without an owner.
   *
   * `PATCH /api/manage/installation/users/{user}`
   */
  installationUserUpdate(input: t.InstallationUserUpdateParams, options?: CallOptions): Promise<t.InstallationUserUpdateResponse>;

  /**
   * Reset an account's password.
   *
   * The response contains a link for choosing a new password; it is shown only once. It is also
   * sent by email. The old password works until a new one is chosen. If two-factor authentication
   * is also disabled, the old password stops working and all sessions end immediately, because
   * passwords used with two-factor authentication can be shorter.
   *
   * `POST /api/manage/installation/users/{user}/reset`
   */
  installationUserReset(input: t.InstallationUserResetParams, options?: CallOptions): Promise<t.InstallationUserResetResponse>;

  /**
   * List unsent emails, oldest first.
   *
   * Anyone who has a link can use it. Give it only to its recipient.
   *
   * `GET /api/manage/installation/outbox`
   */
  installationOutboxList(input?: t.InstallationOutboxListParams, options?: CallOptions): Pages<t.InstallationOutboxListResponse, t.OutboxMailResource>;

  /**
   * List plans.
   *
   * Plans are defined in the configuration file.
   *
   * `GET /api/manage/installation/plans`
   */
  installationPlanList(options?: CallOptions): Promise<t.InstallationPlanListResponse>;

  /**
   * List statements for all organizations, newest first.
   *
   * Filter by `state` to find the statements that are due.
   *
   * `GET /api/manage/installation/statements`
   */
  installationStatementList(input?: t.InstallationStatementListParams, options?: CallOptions): Pages<t.InstallationStatementListResponse, t.StatementResource>;

  /**
   * Mark a statement as paid.
   *
   * Records a payment received outside the service, with its reference. Only statements that are
   * due can be paid.
   *
   * `POST /api/manage/installation/orgs/{org}/statements/{statement}/payment`
   */
  installationStatementPay(input: t.InstallationStatementPayParams, options?: CallOptions): Promise<t.InstallationStatementPayResponse>;

  /**
   * Get the health of the installation.
   *
   * Returns the version and backends of the node that responds, the number of nodes, and what is
   * waiting for an operator.
   *
   * `GET /api/manage/installation/health`
   */
  installationHealthGet(options?: CallOptions): Promise<t.InstallationHealthGetResponse>;

  /**
   * List background jobs.
   *
   * Lists the background jobs of all nodes, with their last run and its error, if any.
   *
   * `GET /api/manage/installation/jobs`
   */
  installationJobList(options?: CallOptions): Promise<t.InstallationJobListResponse>;

  /**
   * List audit entries of the installation, newest first.
   *
   * Changes to an organization are in that organization's audit log. If you filter, each page
   * searches 5,000 entries. It can therefore contain fewer entries than you asked for, or none,
   * even if there is a next page. `meta.total` is the number of all entries.
   *
   * `GET /api/manage/installation/audit`
   */
  installationAuditList(input?: t.InstallationAuditListParams, options?: CallOptions): Pages<t.InstallationAuditListResponse, t.AuditEntryResource>;

  /**
   * Check whether the process is alive.
   *
   * Checks only the process itself. Restart it if this does not respond.
   *
   * `GET /healthz`
   */
  healthLive(options?: CallOptions): Promise<t.Health>;

  /**
   * Check whether the service is ready.
   *
   * Returns 503 while the database is unavailable or the service is stopping. A restart is not
   * needed. Load balancers ask with `scope=node`, which returns 503 only while the service is
   * stopping: without the database, every node would be taken out, and clients would get the
   * balancer's error instead of one with `Retry-After`.
   *
   * `GET /readyz`
   */
  healthReady(input?: t.HealthReadyParams, options?: CallOptions): Promise<t.Health>;

  /**
   * Get the OpenAPI document.
   *
   * Returns this API as OpenAPI 3.1. `/docs` is the version for people.
   *
   * `GET /openapi.json`
   */
  openapiGet(options?: CallOptions): Promise<t.OpenApiDocument>;

  /**
   * Get an OpenAPI document with examples.
   *
   * Returns the operations of one group, each with an example request, its response, and a `curl`
   * command.
   *
   * `GET /openapi/{document}`
   */
  openapiPartGet(input: t.OpenapiPartGetParams, options?: CallOptions): Promise<t.OpenApiDocument>;

  /**
   * Send a Model Context Protocol (MCP) message.
   *
   * The streamable HTTP transport of the [Model Context
   * Protocol](https://modelcontextprotocol.io/), versions 2025-06-18, 2025-11-25 and 2026-07-28,
   * without sessions. `tools/call` costs what its operation costs with `fields`, and is counted as
   * a request for that operation, under the same limits. Every other message costs 1 unit. What an
   * operation refuses because of its input, the permissions of the key or its modules is a result
   * with `isError: true`, so that a model can read it. Everything else is refused like any other
   * request.
   *
   * `POST /mcp` Cost: The price of the tool's operation with `fields`. 1 unit for any other
   * message.
   */
  mcpPost(input: t.McpMessage, options?: CallOptions): Promise<t.McpPostResponse>;

  /**
   * List the operations for language models.
   *
   * Returns every operation in one line of Markdown, in the format of
   * [llms.txt](https://llmstxt.org/).
   *
   * `GET /llms.txt`
   */
  llmsGet(options?: CallOptions): Promise<Blob>;

  /**
   * Describe the operations for language models.
   *
   * Returns every operation in Markdown, with its description, price, fields and an example.
   *
   * `GET /llms-full.txt`
   */
  llmsFullGet(options?: CallOptions): Promise<Blob>;
}

/** Inputs and results of the operations that a batch can contain, by name. */
export interface BatchOperations {
  "natal": Batchable<t.NatalInput, t.CalcNatalResponse>;
  "transit": Batchable<t.TransitInput, t.CalcTransitResponse>;
  "synastry": Batchable<t.PairInput, t.CalcSynastryResponse>;
  "composite": Batchable<t.CompositeInput, t.CalcCompositeResponse>;
  "davison": Batchable<t.PairInput, t.CalcDavisonResponse>;
  "compatibility": Batchable<t.PairInput, t.CalcCompatibilityResponse>;
  "solar-return": Batchable<t.SolarReturnInput, t.CalcSolarReturnResponse>;
  "lunar-return": Batchable<t.LunarReturnInput, t.CalcLunarReturnResponse>;
  "planetary-return": Batchable<t.PlanetaryReturnInput, t.CalcPlanetaryReturnResponse>;
  "progressions": Batchable<t.ProgressionsInput, t.CalcProgressionsResponse>;
  "profections": Batchable<t.ProfectionsInput, t.CalcProfectionsResponse>;
  "retrograde": Batchable<t.RetrogradeInput, t.CalcRetrogradeResponse>;
  "eclipses": Batchable<t.EclipsesInput, t.CalcEclipsesResponse>;
  "moon-sun": Batchable<t.MoonSunInput, t.CalcMoonSunResponse>;
  "moon-calendar/day": Batchable<t.MoonDayInput, t.CalcMoonDayResponse>;
  "moon-calendar/range": Batchable<t.MoonRangeInput, t.CalcMoonRangeResponse>;
  "ephemeris": Batchable<t.EphemerisInput, t.CalcEphemerisResponse>;
  "chinese-horoscope": Batchable<t.BirthYearInput, t.CalcChineseHoroscopeResponse>;
  "chinese-forecast": Batchable<t.ForecastInput, t.CalcChineseForecastResponse>;
  "chinese-calendar": Batchable<t.CalendarInput, t.CalcChineseCalendarResponse>;
  "bazi": Batchable<t.BaziInput, t.CalcBaziResponse>;
  "vedic/chart": Batchable<t.VedicChartInput, t.CalcVedicChartResponse>;
  "vedic/dasha": Batchable<t.DashaInput, t.CalcVedicDashaResponse>;
  "vedic/panchang": Batchable<t.PanchangInput, t.CalcPanchangResponse>;
  "vedic/panchang/range": Batchable<t.PanchangRangeInput, t.CalcPanchangRangeResponse>;
  "vedic/match": Batchable<t.MatchInput, t.CalcVedicMatchResponse>;
  "margins": Batchable<t.MarginsInput, t.CalcMarginsResponse>;
  "explain": Batchable<t.ExplainInput, t.CalcExplainResponse>;
  "numerology/profile": Batchable<t.ProfileInput, t.NumerologyProfileResponse>;
  "numerology/compatibility": Batchable<t.CompatibilityInput, t.NumerologyCompatibilityResponse>;
  "horoscope/daily": Batchable<t.HoroscopeDailyParams, t.HoroscopeDailyResponse>;
  "horoscope/daily/sign": Batchable<t.HoroscopeDailySignParams, t.HoroscopeDailySignResponse>;
  "horoscope/weekly": Batchable<t.HoroscopeWeeklyParams, t.HoroscopeWeeklyResponse>;
  "horoscope/weekly/sign": Batchable<t.HoroscopeWeeklySignParams, t.HoroscopeWeeklySignResponse>;
  "horoscope/monthly": Batchable<t.HoroscopeMonthlyParams, t.HoroscopeMonthlyResponse>;
  "horoscope/monthly/sign": Batchable<t.HoroscopeMonthlySignParams, t.HoroscopeMonthlySignResponse>;
  "horoscope/yearly": Batchable<t.HoroscopeYearlyParams, t.HoroscopeYearlyResponse>;
  "horoscope/yearly/sign": Batchable<t.HoroscopeYearlySignParams, t.HoroscopeYearlySignResponse>;
  "horoscope/yearly-ascendant": Batchable<t.HoroscopeYearlyAscendantParams, t.HoroscopeYearlyAscendantResponse>;
  "horoscope/yearly-ascendant/sign": Batchable<t.HoroscopeYearlyAscendantSignParams, t.HoroscopeYearlyAscendantSignResponse>;
  "horoscope/personal": Batchable<t.PersonalInput, t.HoroscopePersonalResponse>;
}
