# Generated from docs/reference/openapi.json by `cargo xtask generate`. Do not edit.
"""Every operation, as a table and as methods."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, Unpack

from . import types as t
from ._call import CallOptions, File, Input, Operation

VERSION = "0.2.0"
"""The version of the API that this client was generated for."""

OPERATIONS = {
    "calc_natal": Operation("calc_natal", "POST", "/api/calc/natal", is_read_only=True, has_query=True),
    "calc_transit": Operation("calc_transit", "POST", "/api/calc/transit", is_read_only=True, has_query=True),
    "calc_synastry": Operation("calc_synastry", "POST", "/api/calc/synastry", is_read_only=True, has_query=True),
    "calc_composite": Operation("calc_composite", "POST", "/api/calc/composite", is_read_only=True, has_query=True),
    "calc_davison": Operation("calc_davison", "POST", "/api/calc/davison", is_read_only=True, has_query=True),
    "calc_compatibility": Operation("calc_compatibility", "POST", "/api/calc/compatibility", is_read_only=True, has_query=True),
    "calc_solar_return": Operation("calc_solar_return", "POST", "/api/calc/solar-return", is_read_only=True, has_query=True),
    "calc_lunar_return": Operation("calc_lunar_return", "POST", "/api/calc/lunar-return", is_read_only=True, has_query=True),
    "calc_planetary_return": Operation("calc_planetary_return", "POST", "/api/calc/planetary-return", is_read_only=True, has_query=True),
    "calc_progressions": Operation("calc_progressions", "POST", "/api/calc/progressions", is_read_only=True, has_query=True),
    "calc_profections": Operation("calc_profections", "POST", "/api/calc/profections", is_read_only=True, has_query=True),
    "calc_retrograde": Operation("calc_retrograde", "POST", "/api/calc/retrograde", is_read_only=True, has_query=True),
    "calc_eclipses": Operation("calc_eclipses", "POST", "/api/calc/eclipses", is_read_only=True, has_query=True),
    "calc_moon_sun": Operation("calc_moon_sun", "POST", "/api/calc/moon-sun", is_read_only=True, has_query=True),
    "calc_moon_day": Operation("calc_moon_day", "POST", "/api/calc/moon-calendar/day", is_read_only=True, has_query=True),
    "calc_moon_range": Operation("calc_moon_range", "POST", "/api/calc/moon-calendar/range", is_read_only=True, has_query=True),
    "calc_ephemeris": Operation("calc_ephemeris", "POST", "/api/calc/ephemeris", is_read_only=True, has_query=True),
    "calc_chinese_horoscope": Operation("calc_chinese_horoscope", "POST", "/api/calc/chinese-horoscope", is_read_only=True, has_query=True),
    "calc_chinese_forecast": Operation("calc_chinese_forecast", "POST", "/api/calc/chinese-forecast", is_read_only=True, has_query=True),
    "calc_chinese_calendar": Operation("calc_chinese_calendar", "POST", "/api/calc/chinese-calendar", is_read_only=True, has_query=True),
    "calc_bazi": Operation("calc_bazi", "POST", "/api/calc/bazi", is_read_only=True, has_query=True),
    "calc_vedic_chart": Operation("calc_vedic_chart", "POST", "/api/calc/vedic/chart", is_read_only=True, has_query=True),
    "calc_vedic_dasha": Operation("calc_vedic_dasha", "POST", "/api/calc/vedic/dasha", is_read_only=True, has_query=True),
    "calc_panchang": Operation("calc_panchang", "POST", "/api/calc/vedic/panchang", is_read_only=True, has_query=True),
    "calc_panchang_range": Operation("calc_panchang_range", "POST", "/api/calc/vedic/panchang/range", is_read_only=True, has_query=True),
    "calc_vedic_match": Operation("calc_vedic_match", "POST", "/api/calc/vedic/match", is_read_only=True, has_query=True),
    "calc_margins": Operation("calc_margins", "POST", "/api/calc/margins", is_read_only=True, has_query=True),
    "calc_explain": Operation("calc_explain", "POST", "/api/calc/explain", is_read_only=True, has_query=True),
    "numerology_profile": Operation("numerology_profile", "POST", "/api/numerology/profile", is_read_only=True, has_query=True),
    "numerology_compatibility": Operation("numerology_compatibility", "POST", "/api/numerology/compatibility", is_read_only=True, has_query=True),
    "horoscope_daily": Operation("horoscope_daily", "GET", "/api/horoscope/daily/{date}", is_read_only=True),
    "horoscope_daily_sign": Operation("horoscope_daily_sign", "GET", "/api/horoscope/daily/{date}/{sign}", is_read_only=True),
    "horoscope_weekly": Operation("horoscope_weekly", "GET", "/api/horoscope/weekly/{year}/{week}", is_read_only=True),
    "horoscope_weekly_sign": Operation("horoscope_weekly_sign", "GET", "/api/horoscope/weekly/{year}/{week}/{sign}", is_read_only=True),
    "horoscope_monthly": Operation("horoscope_monthly", "GET", "/api/horoscope/monthly/{year}/{month}", is_read_only=True),
    "horoscope_monthly_sign": Operation("horoscope_monthly_sign", "GET", "/api/horoscope/monthly/{year}/{month}/{sign}", is_read_only=True),
    "horoscope_yearly": Operation("horoscope_yearly", "GET", "/api/horoscope/yearly/{year}", is_read_only=True),
    "horoscope_yearly_sign": Operation("horoscope_yearly_sign", "GET", "/api/horoscope/yearly/{year}/{sign}", is_read_only=True),
    "horoscope_yearly_ascendant": Operation("horoscope_yearly_ascendant", "GET", "/api/horoscope/yearly-ascendant/{year}", is_read_only=True),
    "horoscope_yearly_ascendant_sign": Operation("horoscope_yearly_ascendant_sign", "GET", "/api/horoscope/yearly-ascendant/{year}/{sign}", is_read_only=True),
    "horoscope_personal": Operation("horoscope_personal", "POST", "/api/horoscope/personal", is_read_only=True, has_query=True),
    "calc_batch": Operation("calc_batch", "POST", "/api/calc/batch", is_read_only=True),
    "calc_context": Operation("calc_context", "POST", "/api/calc/context", is_read_only=True),
    "chart_natal": Operation("chart_natal", "GET", "/api/chart2/natal.{format}", is_read_only=True),
    "chart_transit": Operation("chart_transit", "GET", "/api/chart2/transit.{format}", is_read_only=True),
    "chart_synastry": Operation("chart_synastry", "GET", "/api/chart2/synastry.{format}", is_read_only=True),
    "chart_composite": Operation("chart_composite", "GET", "/api/chart2/composite.{format}", is_read_only=True),
    "chart_davison": Operation("chart_davison", "GET", "/api/chart2/davison.{format}", is_read_only=True),
    "chart_solar_return": Operation("chart_solar_return", "GET", "/api/chart2/solar-return.{format}", is_read_only=True),
    "chart_lunar_return": Operation("chart_lunar_return", "GET", "/api/chart2/lunar-return.{format}", is_read_only=True),
    "chart_progressions": Operation("chart_progressions", "GET", "/api/chart2/progressions.{format}", is_read_only=True),
    "chart_horoscope": Operation("chart_horoscope", "GET", "/api/chart2/horoscope.{format}", is_read_only=True),
    "chart_numerology_profile": Operation("chart_numerology_profile", "GET", "/api/chart2/numerology.{format}", is_read_only=True),
    "chart_chinese_horoscope": Operation("chart_chinese_horoscope", "GET", "/api/chart2/chinese.{format}", is_read_only=True),
    "chart_vedic_chart": Operation("chart_vedic_chart", "GET", "/api/chart2/vedic.{format}", is_read_only=True),
    "pdf_report_generate": Operation("pdf_report_generate", "POST", "/api/pdf-reports/generate", is_read_only=True),
    "geocoding_search": Operation("geocoding_search", "GET", "/api/geocoding/search", is_read_only=True),
    "geocoding_timezone": Operation("geocoding_timezone", "GET", "/api/geocoding/timezone", is_read_only=True),
    "content_list": Operation("content_list", "GET", "/api/content/{horoscopeType}/{contentType}", is_read_only=True, is_paged=True),
    "content_get_by_kind": Operation("content_get_by_kind", "GET", "/api/content/{horoscopeType}/{contentType}/{id}", is_read_only=True),
    "content_get": Operation("content_get", "GET", "/api/content/{id}", is_read_only=True),
    "content_update": Operation("content_update", "PATCH", "/api/content/{id}"),
    "content_delete": Operation("content_delete", "DELETE", "/api/content/{id}"),
    "content_get_by_urn": Operation("content_get_by_urn", "GET", "/api/content/urn/{urn}", is_read_only=True),
    "content_search": Operation("content_search", "GET", "/api/content/search", is_read_only=True, is_paged=True),
    "content_versions": Operation("content_versions", "GET", "/api/content/{id}/versions", is_read_only=True, is_paged=True),
    "content_copy": Operation("content_copy", "POST", "/api/content/{id}/create-custom-copy"),
    "content_create": Operation("content_create", "POST", "/api/content"),
    "content_restore": Operation("content_restore", "POST", "/api/content/{id}/restore"),
    "key_describe": Operation("key_describe", "GET", "/api/key", is_read_only=True),
    "key_token_create": Operation("key_token_create", "POST", "/api/key/tokens", takes_idempotency_key=True),
    "module_list": Operation("module_list", "GET", "/api/modules", is_read_only=True, is_paged=True),
    "module_get": Operation("module_get", "GET", "/api/modules/{module}", is_read_only=True),
    "chatbot_list": Operation("chatbot_list", "GET", "/api/chatbots", is_read_only=True, is_paged=True),
    "chatbot_create": Operation("chatbot_create", "POST", "/api/chatbots"),
    "chatbot_get": Operation("chatbot_get", "GET", "/api/chatbots/{chatbot}", is_read_only=True),
    "chatbot_update": Operation("chatbot_update", "PATCH", "/api/chatbots/{chatbot}"),
    "chatbot_delete": Operation("chatbot_delete", "DELETE", "/api/chatbots/{chatbot}"),
    "chat_profile_list": Operation("chat_profile_list", "GET", "/api/chatbots/{chatbot}/profiles", is_read_only=True, is_paged=True),
    "chat_profile_create": Operation("chat_profile_create", "POST", "/api/chatbots/{chatbot}/profiles"),
    "chat_profile_delete": Operation("chat_profile_delete", "DELETE", "/api/chatbots/{chatbot}/profiles/{profile}"),
    "chatbot_usage_get": Operation("chatbot_usage_get", "GET", "/api/chatbots/{chatbot}/usage", is_read_only=True),
    "chat_send": Operation("chat_send", "POST", "/api/chat/{chatbot}", is_read_only=True),
    "chat_direct": Operation("chat_direct", "POST", "/api/chat/{chatbot}/direct", is_read_only=True),
    "chat_profile_send": Operation("chat_profile_send", "POST", "/api/chat/{chatbot}/profile/{profile}", is_read_only=True),
    "account_setup": Operation("account_setup", "POST", "/api/manage/setup"),
    "session_create": Operation("session_create", "POST", "/api/manage/session"),
    "session_delete": Operation("session_delete", "DELETE", "/api/manage/session"),
    "session_reauthenticate": Operation("session_reauthenticate", "POST", "/api/manage/session/reauthenticate"),
    "session_list": Operation("session_list", "GET", "/api/manage/me/sessions", is_read_only=True, is_paged=True),
    "session_end_others": Operation("session_end_others", "DELETE", "/api/manage/me/sessions"),
    "session_end": Operation("session_end", "DELETE", "/api/manage/me/sessions/{session}"),
    "me_get": Operation("me_get", "GET", "/api/manage/me", is_read_only=True),
    "me_update": Operation("me_update", "PATCH", "/api/manage/me"),
    "me_organizations": Operation("me_organizations", "GET", "/api/manage/me/organizations", is_read_only=True, is_paged=True),
    "password_change": Operation("password_change", "POST", "/api/manage/me/password"),
    "password_reset_request": Operation("password_reset_request", "POST", "/api/manage/password-resets"),
    "password_reset_confirm": Operation("password_reset_confirm", "POST", "/api/manage/password-resets/confirm"),
    "email_verification_send": Operation("email_verification_send", "POST", "/api/manage/me/email-verification"),
    "email_verification_confirm": Operation("email_verification_confirm", "POST", "/api/manage/email-verifications/confirm"),
    "email_change": Operation("email_change", "POST", "/api/manage/me/email"),
    "email_change_cancel": Operation("email_change_cancel", "DELETE", "/api/manage/me/email"),
    "email_change_confirm": Operation("email_change_confirm", "POST", "/api/manage/email-changes/confirm"),
    "second_factor_begin": Operation("second_factor_begin", "POST", "/api/manage/me/second-factor"),
    "second_factor_confirm": Operation("second_factor_confirm", "POST", "/api/manage/me/second-factor/confirm"),
    "recovery_codes_renew": Operation("recovery_codes_renew", "POST", "/api/manage/me/recovery-codes"),
    "second_factor_disable": Operation("second_factor_disable", "POST", "/api/manage/me/second-factor/disable"),
    "invitation_accept": Operation("invitation_accept", "POST", "/api/manage/me/invitations/accept"),
    "invitation_register": Operation("invitation_register", "POST", "/api/manage/invitations/register"),
    "invitation_describe": Operation("invitation_describe", "POST", "/api/manage/invitations/describe"),
    "org_create": Operation("org_create", "POST", "/api/manage/orgs", takes_idempotency_key=True),
    "org_get": Operation("org_get", "GET", "/api/manage/orgs/{org}", is_read_only=True),
    "org_update": Operation("org_update", "PATCH", "/api/manage/orgs/{org}"),
    "org_policy_update": Operation("org_policy_update", "PATCH", "/api/manage/orgs/{org}/policy"),
    "org_close": Operation("org_close", "POST", "/api/manage/orgs/{org}/close"),
    "member_list": Operation("member_list", "GET", "/api/manage/orgs/{org}/members", is_read_only=True, is_paged=True),
    "member_update": Operation("member_update", "PATCH", "/api/manage/orgs/{org}/members/{user}"),
    "member_remove": Operation("member_remove", "DELETE", "/api/manage/orgs/{org}/members/{user}"),
    "invitation_list": Operation("invitation_list", "GET", "/api/manage/orgs/{org}/invitations", is_read_only=True, is_paged=True),
    "invitation_create": Operation("invitation_create", "POST", "/api/manage/orgs/{org}/invitations", takes_idempotency_key=True),
    "invitation_resend": Operation("invitation_resend", "POST", "/api/manage/orgs/{org}/invitations/{invitation}/resend"),
    "invitation_revoke": Operation("invitation_revoke", "DELETE", "/api/manage/orgs/{org}/invitations/{invitation}"),
    "invitation_link": Operation("invitation_link", "POST", "/api/manage/orgs/{org}/invitations/{invitation}/link"),
    "key_list": Operation("key_list", "GET", "/api/manage/orgs/{org}/keys", is_read_only=True, is_paged=True),
    "key_create": Operation("key_create", "POST", "/api/manage/orgs/{org}/keys", takes_idempotency_key=True),
    "key_get": Operation("key_get", "GET", "/api/manage/orgs/{org}/keys/{key}", is_read_only=True),
    "key_update": Operation("key_update", "PATCH", "/api/manage/orgs/{org}/keys/{key}"),
    "key_revoke": Operation("key_revoke", "DELETE", "/api/manage/orgs/{org}/keys/{key}"),
    "key_rotate": Operation("key_rotate", "POST", "/api/manage/orgs/{org}/keys/{key}/rotate", takes_idempotency_key=True),
    "key_check": Operation("key_check", "POST", "/api/manage/orgs/{org}/keys/{key}/check"),
    "key_preview": Operation("key_preview", "POST", "/api/manage/orgs/{org}/keys/{key}/preview"),
    "key_token_mint": Operation("key_token_mint", "POST", "/api/manage/orgs/{org}/keys/{key}/tokens", takes_idempotency_key=True),
    "embed_url_list": Operation("embed_url_list", "GET", "/api/manage/orgs/{org}/keys/{key}/embed-urls", is_read_only=True, is_paged=True),
    "embed_url_create": Operation("embed_url_create", "POST", "/api/manage/orgs/{org}/keys/{key}/embed-urls", takes_idempotency_key=True),
    "embed_url_revoke": Operation("embed_url_revoke", "DELETE", "/api/manage/orgs/{org}/keys/{key}/embed-urls/{embed_url}"),
    "domain_check": Operation("domain_check", "POST", "/api/manage/orgs/{org}/domains/check"),
    "org_module_list": Operation("org_module_list", "GET", "/api/manage/orgs/{org}/modules", is_read_only=True, is_paged=True),
    "module_purchase": Operation("module_purchase", "POST", "/api/manage/orgs/{org}/modules/{module}/purchase", takes_idempotency_key=True),
    "usage_current": Operation("usage_current", "GET", "/api/manage/orgs/{org}/usage/current", is_read_only=True),
    "usage_list": Operation("usage_list", "GET", "/api/manage/orgs/{org}/usage", is_read_only=True, is_paged=True),
    "usage_of_keys": Operation("usage_of_keys", "GET", "/api/manage/orgs/{org}/usage/keys", is_read_only=True),
    "ledger_latest": Operation("ledger_latest", "GET", "/api/manage/orgs/{org}/ledger/latest", is_read_only=True),
    "refusal_top": Operation("refusal_top", "GET", "/api/manage/orgs/{org}/refusals/top", is_read_only=True),
    "ledger_list": Operation("ledger_list", "GET", "/api/manage/orgs/{org}/ledger", is_read_only=True, is_paged=True),
    "request_list": Operation("request_list", "GET", "/api/manage/orgs/{org}/requests", is_read_only=True, is_paged=True),
    "request_get": Operation("request_get", "GET", "/api/manage/orgs/{org}/requests/{request}", is_read_only=True),
    "refusal_list": Operation("refusal_list", "GET", "/api/manage/orgs/{org}/refusals", is_read_only=True, is_paged=True),
    "audit_list": Operation("audit_list", "GET", "/api/manage/orgs/{org}/audit", is_read_only=True, is_paged=True),
    "audit_verify": Operation("audit_verify", "GET", "/api/manage/orgs/{org}/audit/verification", is_read_only=True),
    "alert_list": Operation("alert_list", "GET", "/api/manage/orgs/{org}/alerts", is_read_only=True, is_paged=True),
    "alert_get": Operation("alert_get", "GET", "/api/manage/orgs/{org}/alerts/{alert}", is_read_only=True),
    "alert_update": Operation("alert_update", "PATCH", "/api/manage/orgs/{org}/alerts/{alert}"),
    "alert_read_all": Operation("alert_read_all", "POST", "/api/manage/orgs/{org}/alerts/read-all"),
    "alert_settings_get": Operation("alert_settings_get", "GET", "/api/manage/orgs/{org}/alert-settings", is_read_only=True),
    "alert_settings_update": Operation("alert_settings_update", "PATCH", "/api/manage/orgs/{org}/alert-settings"),
    "webhook_list": Operation("webhook_list", "GET", "/api/manage/orgs/{org}/webhooks", is_read_only=True, is_paged=True),
    "webhook_create": Operation("webhook_create", "POST", "/api/manage/orgs/{org}/webhooks", takes_idempotency_key=True),
    "webhook_get": Operation("webhook_get", "GET", "/api/manage/orgs/{org}/webhooks/{webhook}", is_read_only=True),
    "webhook_delete": Operation("webhook_delete", "DELETE", "/api/manage/orgs/{org}/webhooks/{webhook}"),
    "webhook_test": Operation("webhook_test", "POST", "/api/manage/orgs/{org}/webhooks/{webhook}/test"),
    "webhook_deliveries": Operation("webhook_deliveries", "GET", "/api/manage/orgs/{org}/webhooks/{webhook}/deliveries", is_read_only=True, is_paged=True),
    "billing_get": Operation("billing_get", "GET", "/api/manage/orgs/{org}/billing", is_read_only=True),
    "billing_update": Operation("billing_update", "PATCH", "/api/manage/orgs/{org}/billing"),
    "plan_list": Operation("plan_list", "GET", "/api/manage/orgs/{org}/billing/plans", is_read_only=True),
    "plan_update": Operation("plan_update", "PATCH", "/api/manage/orgs/{org}/billing/plan"),
    "statement_list": Operation("statement_list", "GET", "/api/manage/orgs/{org}/billing/statements", is_read_only=True, is_paged=True),
    "statement_get": Operation("statement_get", "GET", "/api/manage/orgs/{org}/billing/statements/{statement}", is_read_only=True),
    "statement_export": Operation("statement_export", "GET", "/api/manage/orgs/{org}/billing/statements/{statement}/lines.csv", is_read_only=True),
    "invoice_get": Operation("invoice_get", "GET", "/api/manage/orgs/{org}/billing/statements/{statement}/invoice.pdf", is_read_only=True),
    "installation_org_list": Operation("installation_org_list", "GET", "/api/manage/installation/orgs", is_read_only=True, is_paged=True),
    "installation_org_create": Operation("installation_org_create", "POST", "/api/manage/installation/orgs", takes_idempotency_key=True),
    "installation_org_get": Operation("installation_org_get", "GET", "/api/manage/installation/orgs/{org}", is_read_only=True),
    "installation_org_update": Operation("installation_org_update", "PATCH", "/api/manage/installation/orgs/{org}"),
    "installation_member_list": Operation("installation_member_list", "GET", "/api/manage/installation/orgs/{org}/members", is_read_only=True, is_paged=True),
    "installation_member_add": Operation("installation_member_add", "POST", "/api/manage/installation/orgs/{org}/members", takes_idempotency_key=True),
    "installation_module_list": Operation("installation_module_list", "GET", "/api/manage/installation/orgs/{org}/modules", is_read_only=True, is_paged=True),
    "installation_module_grant": Operation("installation_module_grant", "POST", "/api/manage/installation/orgs/{org}/modules"),
    "installation_module_revoke": Operation("installation_module_revoke", "DELETE", "/api/manage/installation/orgs/{org}/modules/{module}"),
    "installation_user_list": Operation("installation_user_list", "GET", "/api/manage/installation/users", is_read_only=True, is_paged=True),
    "installation_user_create": Operation("installation_user_create", "POST", "/api/manage/installation/users", takes_idempotency_key=True),
    "installation_user_get": Operation("installation_user_get", "GET", "/api/manage/installation/users/{user}", is_read_only=True),
    "installation_user_update": Operation("installation_user_update", "PATCH", "/api/manage/installation/users/{user}"),
    "installation_user_reset": Operation("installation_user_reset", "POST", "/api/manage/installation/users/{user}/reset"),
    "installation_outbox_list": Operation("installation_outbox_list", "GET", "/api/manage/installation/outbox", is_read_only=True, is_paged=True),
    "installation_plan_list": Operation("installation_plan_list", "GET", "/api/manage/installation/plans", is_read_only=True),
    "installation_statement_list": Operation("installation_statement_list", "GET", "/api/manage/installation/statements", is_read_only=True, is_paged=True),
    "installation_statement_pay": Operation("installation_statement_pay", "POST", "/api/manage/installation/orgs/{org}/statements/{statement}/payment"),
    "installation_health_get": Operation("installation_health_get", "GET", "/api/manage/installation/health", is_read_only=True),
    "installation_job_list": Operation("installation_job_list", "GET", "/api/manage/installation/jobs", is_read_only=True),
    "installation_audit_list": Operation("installation_audit_list", "GET", "/api/manage/installation/audit", is_read_only=True, is_paged=True),
    "health_live": Operation("health_live", "GET", "/healthz", is_read_only=True),
    "health_ready": Operation("health_ready", "GET", "/readyz", is_read_only=True),
    "openapi_get": Operation("openapi_get", "GET", "/openapi.json", is_read_only=True),
    "openapi_part_get": Operation("openapi_part_get", "GET", "/openapi/{document}", is_read_only=True),
    "mcp_post": Operation("mcp_post", "POST", "/mcp", is_read_only=True),
    "llms_get": Operation("llms_get", "GET", "/llms.txt", is_read_only=True),
    "llms_full_get": Operation("llms_full_get", "GET", "/llms-full.txt", is_read_only=True),
}


class Operations:
    """The operations as methods."""

    def _call(self, name: str, request: Input | None, options: CallOptions) -> Any:
        raise NotImplementedError

    def _items(self, name: str, request: Input | None, options: CallOptions) -> Iterator[Any]:
        raise NotImplementedError

    def calc_natal(self, request: t.NatalInput, /, **options: Unpack[CallOptions]) -> t.CalcNatalResponse:
        """Calculate a natal chart.

        Returns points, angles, houses, aspects and everything derived from them. For a date without
        a time, the response contains only what is certain for that day: the longitude range of each
        point, without angles or houses.

        `POST /api/calc/natal` Key permission: `calc:read`. Cost: 1 unit for up to 32 points, 4
        units with `include: margins` and default points. Above that, the price grows with the
        square of the number of points.
        """
        reply: t.CalcNatalResponse = self._call("calc_natal", request, options)
        return reply

    def calc_transit(self, request: t.TransitInput, /, **options: Unpack[CallOptions]) -> t.CalcTransitResponse:
        """Calculate transits to a natal chart.

        Returns every period in which a transiting point is within orb of an aspect to a natal
        point, with each exact pass (three if the point changes direction), sign and natal house
        ingresses, and stations. For a birth without a time, there are no angles or houses, and each
        natal point lies somewhere on the arc that it covers on that day. In that case: a period
        runs from the earliest to the latest time at which the transiting point may be within orb; a
        pass runs from the first to the last time at which the aspect may be exact; and a period is
        `certain` if the aspect becomes exact whatever the birth time.

        `POST /api/calc/transit` Key permission: `calc:read`. Cost: 1 unit per twelve transiting
        points over ten months, in proportion to the days, the natal points and the types of
        aspects. The Moon alone accounts for three quarters of it.
        """
        reply: t.CalcTransitResponse = self._call("calc_transit", request, options)
        return reply

    def calc_synastry(self, request: t.PairInput, /, **options: Unpack[CallOptions]) -> t.CalcSynastryResponse:
        """Calculate the synastry between two people.

        Returns the aspects between two charts and the points of each chart in the houses of the
        other. For a birth without a time, there are no angles or houses: each point is given as its
        longitude range for that day, aspects are `certain` or `possible`, and house overlays
        contain only points that stay in one house of the other chart all day.

        `POST /api/calc/synastry` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points. If a birth time is
        unknown: 1 unit for up to 28 points and the five major aspects. Above that, the price grows
        with the square of the number of points and with the number of aspects.
        """
        reply: t.CalcSynastryResponse = self._call("calc_synastry", request, options)
        return reply

    def calc_composite(self, request: t.CompositeInput, /, **options: Unpack[CallOptions]) -> t.CalcCompositeResponse:
        """Calculate a composite (midpoint) chart.

        Each point is at the nearer midpoint of its positions in the two charts. The Part of Fortune
        is recalculated from the composite points. The houses are either derived from the midpoint
        of the Midheavens at the mean latitude or calculated as midpoints of the cusps:
        `houses.method` says which. If a birth time is unknown, every midpoint has a range of
        possible longitudes, aspects are `certain` or `possible`, and there are no houses, angles or
        lots.

        `POST /api/calc/composite` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points. If a birth time is
        unknown: 1 unit for up to 28 points and the five major aspects. Above that, the price grows
        with the square of the number of points and with the number of aspects.
        """
        reply: t.CalcCompositeResponse = self._call("calc_composite", request, options)
        return reply

    def calc_davison(self, request: t.PairInput, /, **options: Unpack[CallOptions]) -> t.CalcDavisonResponse:
        """Calculate a Davison relationship chart.

        Calculates a chart for the midpoint in time between two births, at the midpoint of the two
        places: the mean of the latitudes, and the midpoint of the longitudes along the shorter arc.
        Both birth times are required. Interpretation texts are those of composite charts.

        `POST /api/calc/davison` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points.
        """
        reply: t.CalcDavisonResponse = self._call("calc_davison", request, options)
        return reply

    def calc_compatibility(self, request: t.PairInput, /, **options: Unpack[CallOptions]) -> t.CalcCompatibilityResponse:
        """Score the Sun-sign compatibility of two people.

        Returns one score based on the elements of the two Sun signs and one based on the aspect
        between the Suns. The response shows how each score is calculated. If a birth time is
        unknown, values that depend on it are null, and the response gives the possible signs and
        the score ranges instead.

        `POST /api/calc/compatibility` Key permission: `calc:read`. Cost: 1 unit for up to 32
        points. Above that, the price grows with the square of the number of points.
        """
        reply: t.CalcCompatibilityResponse = self._call("calc_compatibility", request, options)
        return reply

    def calc_solar_return(self, request: t.SolarReturnInput, /, **options: Unpack[CallOptions]) -> t.CalcSolarReturnResponse:
        """Calculate a solar return chart.

        Returns the time in the requested year when the Sun returns to its natal position, and the
        chart for that time at the location of the return. With `center: heliocentric` the Earth's
        return is calculated instead.

        `POST /api/calc/solar-return` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points.
        """
        reply: t.CalcSolarReturnResponse = self._call("calc_solar_return", request, options)
        return reply

    def calc_lunar_return(self, request: t.LunarReturnInput, /, **options: Unpack[CallOptions]) -> t.CalcLunarReturnResponse:
        """Calculate a lunar return chart.

        Returns the time of the Moon's first return to its natal position on or after a given date,
        and the chart for that time at the location of the return. With `moonCenter: topocentric`,
        the Moon's natal position is calculated for the birthplace and its return position for the
        location of the return, which changes the time by up to four hours.

        `POST /api/calc/lunar-return` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points.
        """
        reply: t.CalcLunarReturnResponse = self._call("calc_lunar_return", request, options)
        return reply

    def calc_planetary_return(self, request: t.PlanetaryReturnInput, /, **options: Unpack[CallOptions]) -> t.CalcPlanetaryReturnResponse:
        """Calculate a planetary return chart.

        Returns the first time at or after a date when a body returns to its natal position. A
        planet that stations near its natal position passes it three times. `retrograde` tells you
        whether it is moving backward at the returned pass. The true node and the true apogee of the
        Moon oscillate and pass it several times within a few months. The response contains the
        first pass.

        `POST /api/calc/planetary-return` Key permission: `calc:read`. Cost: 1 unit. The true node
        of the Moon costs 3 units and the true apogee 2: they oscillate, so the search follows them
        in small steps.
        """
        reply: t.CalcPlanetaryReturnResponse = self._call("calc_planetary_return", request, options)
        return reply

    def calc_progressions(self, request: t.ProgressionsInput, /, **options: Unpack[CallOptions]) -> t.CalcProgressionsResponse:
        """Calculate a progressed chart.

        Returns secondary, tertiary or minor progressions or solar arc directions, with progressed
        angles by the chosen method and aspects between progressed points and to natal points.

        `POST /api/calc/progressions` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points.
        """
        reply: t.CalcProgressionsResponse = self._call("calc_progressions", request, options)
        return reply

    def calc_profections(self, request: t.ProfectionsInput, /, **options: Unpack[CallOptions]) -> t.CalcProfectionsResponse:
        """Calculate annual and monthly profections.

        The Ascendant advances one sign for each completed year of life, and one more for each
        completed month since the last birthday.

        `POST /api/calc/profections` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points.
        """
        reply: t.CalcProfectionsResponse = self._call("calc_profections", request, options)
        return reply

    def calc_retrograde(self, request: t.RetrogradeInput, /, **options: Unpack[CallOptions]) -> t.CalcRetrogradeResponse:
        """List retrograde periods.

        Returns the retrograde periods that overlap a range, each in full and with its shadows.
        Covers Mercury to Pluto and Chiron, or the bodies in `points`. The range cannot exceed 100
        years.

        `POST /api/calc/retrograde` Key permission: `calc:read`. Cost: 1 unit per 9 bodies over 9
        years, in proportion to days and bodies. Mercury counts twice. The Moon's true node and true
        apogee count 25 times.
        """
        reply: t.CalcRetrogradeResponse = self._call("calc_retrograde", request, options)
        return reply

    def calc_eclipses(self, request: t.EclipsesInput, /, **options: Unpack[CallOptions]) -> t.CalcEclipsesResponse:
        """List solar and lunar eclipses.

        Returns the type, times and magnitude of each eclipse in a range and, with a `location`, its
        visibility there. The range cannot exceed 100 years.

        `POST /api/calc/eclipses` Key permission: `calc:read`. Cost: 1 unit per 10 years, in
        proportion to the days of the range.
        """
        reply: t.CalcEclipsesResponse = self._call("calc_eclipses", request, options)
        return reply

    def calc_moon_sun(self, request: t.MoonSunInput, /, **options: Unpack[CallOptions]) -> t.CalcMoonSunResponse:
        """Calculate Sun and Moon data for a time and place.

        Returns the Moon's phase and age, the distances of the Sun and Moon, their rise, set and
        transit times on the local civil day, the twilight times, and the previous and next
        principal phases.

        `POST /api/calc/moon-sun` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcMoonSunResponse = self._call("calc_moon_sun", request, options)
        return reply

    def calc_moon_day(self, request: t.MoonDayInput, /, **options: Unpack[CallOptions]) -> t.CalcMoonDayResponse:
        """Calculate Moon data for one day.

        Returns the Moon's sign, phase, exact aspects and void-of-course periods on a local civil
        day. `moon` and `isVoid` refer to the given time, or to the start of the day if no time is
        given. If no time is given and a principal phase falls on that day, the phase is reported as
        that principal phase. A day may overlap two void periods.

        `POST /api/calc/moon-calendar/day` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcMoonDayResponse = self._call("calc_moon_day", request, options)
        return reply

    def calc_moon_range(self, request: t.MoonRangeInput, /, **options: Unpack[CallOptions]) -> t.CalcMoonRangeResponse:
        """Calculate Moon data for a range of dates.

        Returns the same data as `POST /api/calc/moon-calendar/day`, for up to 31 local civil days.

        `POST /api/calc/moon-calendar/range` Key permission: `calc:read`. Cost: 1 unit for up to 31
        days.
        """
        reply: t.CalcMoonRangeResponse = self._call("calc_moon_range", request, options)
        return reply

    def calc_ephemeris(self, request: t.EphemerisInput, /, **options: Unpack[CallOptions]) -> t.CalcEphemerisResponse:
        """Calculate an ephemeris.

        Returns geocentric or heliocentric positions at regular intervals between two dates. Returns
        at most 10,000 rows. Angles and lots depend on a place and are not available.

        `POST /api/calc/ephemeris` Key permission: `calc:read`. Cost: 1 unit per about 1,800
        positions (rows x points), in proportion to the positions. At most 10,000 rows.
        """
        reply: t.CalcEphemerisResponse = self._call("calc_ephemeris", request, options)
        return reply

    def calc_chinese_horoscope(self, request: t.BirthYearInput, /, **options: Unpack[CallOptions]) -> t.CalcChineseHoroscopeResponse:
        """Get the Chinese sign and element for a birth date.

        Returns the animal, element and polarity of the Chinese year of a birth. The year begins on
        Chinese New Year, which is computed from the new moon, or at lichun (the start of spring) if
        `yearBoundary` is `lichun`. Births in January and February often belong to the year before.

        `POST /api/calc/chinese-horoscope` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcChineseHoroscopeResponse = self._call("calc_chinese_horoscope", request, options)
        return reply

    def calc_chinese_forecast(self, request: t.ForecastInput, /, **options: Unpack[CallOptions]) -> t.CalcChineseForecastResponse:
        """Calculate a Chinese forecast for a year.

        Compares the animal and element of a year with those of a birth, and each of the twelve
        solar months with the animal of the birth. Solar months begin when the Sun reaches 315, 345,
        15 … degrees.

        `POST /api/calc/chinese-forecast` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcChineseForecastResponse = self._call("calc_chinese_forecast", request, options)
        return reply

    def calc_chinese_calendar(self, request: t.CalendarInput | None = None, /, **options: Unpack[CallOptions]) -> t.CalcChineseCalendarResponse:
        """Convert dates to and from the Chinese calendar.

        With `year`, lists the months that begin in a Gregorian year and its 24 solar terms. With
        `date`, converts a Gregorian date to a Chinese date. With `lunarYear`, `month` and `day`,
        converts a Chinese date to a Gregorian date. Months and terms are calculated from exact new
        moons and longitudes of the Sun. Days begin at midnight in UTC+8 (from 1914 to 1928, in
        Beijing mean time).

        `POST /api/calc/chinese-calendar` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcChineseCalendarResponse = self._call("calc_chinese_calendar", request, options)
        return reply

    def calc_bazi(self, request: t.BaziInput, /, **options: Unpack[CallOptions]) -> t.CalcBaziResponse:
        """Calculate the four pillars (BaZi) for a birth date and time.

        Returns year, month, day and hour as stems and branches. The year begins at the instant of
        lichun, months at the jie. By default, days begin at 23:00 local time, ignoring daylight
        saving time. With either value of `dayBoundary`, the hour that begins at 23:00 takes its
        stem from the next day.

        `POST /api/calc/bazi` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcBaziResponse = self._call("calc_bazi", request, options)
        return reply

    def calc_vedic_chart(self, request: t.VedicChartInput, /, **options: Unpack[CallOptions]) -> t.CalcVedicChartResponse:
        """Calculate a Vedic chart.

        Returns lagna, grahas and bhavas in the sidereal zodiac with nakshatras, dignities and
        combustion, and divisional charts. `include` adds ashtakavarga, yogas, karakas and padas,
        Krishnamurti Paddhati, upagrahas, and shadbala. `meta.conventions` has every convention on
        which schools differ.

        `POST /api/calc/vedic/chart` Key permission: `calc:read`. Cost: 1 unit, or 2 to 4 units with
        `include: margins`.
        """
        reply: t.CalcVedicChartResponse = self._call("calc_vedic_chart", request, options)
        return reply

    def calc_vedic_dasha(self, request: t.DashaInput, /, **options: Unpack[CallOptions]) -> t.CalcVedicDashaResponse:
        """Calculate Vedic planetary periods (dashas).

        Returns the periods that overlap a range or contain an instant, with up to five levels.
        Periods at the ends of the range have their true starts and ends. `meta.conventions` has
        every convention on which schools differ: programs disagree mostly about the ayanamsha and
        the length of a year.

        `POST /api/calc/vedic/dasha` Key permission: `calc:read`. Cost: 1 unit for up to about 3,000
        periods whose years have a fixed number of days, or about 120 whose years follow the Sun or
        the Moon. Above that, the price grows with their number.
        """
        reply: t.CalcVedicDashaResponse = self._call("calc_vedic_dasha", request, options)
        return reply

    def calc_panchang(self, request: t.PanchangInput, /, **options: Unpack[CallOptions]) -> t.CalcPanchangResponse:
        """Calculate the panchang for a day.

        Returns the weekday, tithis, nakshatras, yogas and karanas of a day with their actual start
        and end times, the times derived from them and from sunrise and sunset, the lunar month, the
        season and the years of the Shaka and Vikrama eras. The day runs from sunrise to the next
        sunrise and is named by the civil date of its sunrise. `meta.conventions` has the
        conventions on which printed panchangs differ.

        `POST /api/calc/vedic/panchang` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcPanchangResponse = self._call("calc_panchang", request, options)
        return reply

    def calc_panchang_range(self, request: t.PanchangRangeInput, /, **options: Unpack[CallOptions]) -> t.CalcPanchangRangeResponse:
        """Calculate the panchang for a range of dates.

        Returns the same data as `POST /api/calc/vedic/panchang`, for up to 31 days.

        `POST /api/calc/vedic/panchang/range` Key permission: `calc:read`. Cost: 1 unit for up to 5
        days. Above that, 1 more for each 8 days.
        """
        reply: t.CalcPanchangRangeResponse = self._call("calc_panchang_range", request, options)
        return reply

    def calc_vedic_match(self, request: t.MatchInput, /, **options: Unpack[CallOptions]) -> t.CalcVedicMatchResponse:
        """Match two births by kootas or poruthams.

        Returns the points of the eight kootas (guna milan, at most 36) or the ten poruthams, each
        with an explanation. Where printed tables differ, `table` names the one used. `doshas` lists
        the kootas that fail, with the rule that cancels each. Manglik is given from lagna, Moon and
        Venus of both. The first birth is the groom's unless `roles` says otherwise. Explanations
        are in English.

        `POST /api/calc/vedic/match` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcVedicMatchResponse = self._call("calc_vedic_match", request, options)
        return reply

    def calc_margins(self, request: t.MarginsInput, /, **options: Unpack[CallOptions]) -> t.CalcMarginsResponse:
        """Calculate the margins of a chart.

        Returns for every fact of a natal or Vedic chart how many minutes the birth must be earlier
        or later for it to change, what it becomes, and which ayanamshas, lunar node and house
        systems change it. The fact that changes first comes first. Lots, parallels, and houses
        beyond the polar circles have no margins.

        `POST /api/calc/margins` Key permission: `calc:read`. Cost: 4 units for a default natal
        chart, 2 for a Vedic one. The price grows with the number of points and divisional charts.
        """
        reply: t.CalcMarginsResponse = self._call("calc_margins", request, options)
        return reply

    def calc_explain(self, request: t.ExplainInput, /, **options: Unpack[CallOptions]) -> t.CalcExplainResponse:
        """Explain longitudes of another program.

        Returns the settings that reproduce longitudes shown by another program: how it read the
        birth time, zodiac and ayanamsha, center, lunar node, corrections for light, and nutation.
        Settings whose longitudes are equal within `toleranceArcminutes` count as equal; the most
        usual ones come first.

        `POST /api/calc/explain` Key permission: `calc:read`. Cost: The price grows with the number
        of longitudes: 4 units for 15.
        """
        reply: t.CalcExplainResponse = self._call("calc_explain", request, options)
        return reply

    def numerology_profile(self, request: t.ProfileInput, /, **options: Unpack[CallOptions]) -> t.NumerologyProfileResponse:
        """Calculate a numerology profile.

        Returns the numbers of a name and a date of birth, each with every step of its calculation.
        Letters with diacritics count as their base letter, and names in other scripts are
        transliterated. Options cover the points on which schools differ, and `meta.conventions`
        lists the options used. The first pinnacle ends at the age of 36 minus the life path number,
        reduced to a single digit. The next two last nine years each. The first period cycle ends
        with the first pinnacle, and the second lasts 27 years.

        `POST /api/numerology/profile` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.NumerologyProfileResponse = self._call("numerology_profile", request, options)
        return reply

    def numerology_compatibility(self, request: t.CompatibilityInput, /, **options: Unpack[CallOptions]) -> t.NumerologyCompatibilityResponse:
        """Compare the numerology of two people.

        Returns a score for the numbers of two people and shows how it follows from each pair of
        numbers. Names are optional: without them, only the numbers of the birth dates are compared.

        `POST /api/numerology/compatibility` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.NumerologyCompatibilityResponse = self._call("numerology_compatibility", request, options)
        return reply

    def horoscope_daily(self, request: t.HoroscopeDailyParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeDailyResponse:
        """Get the daily horoscopes for all signs.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/daily/{date}` Key permission: `calc:read`. Cost: 1 unit for a day, a
        week or a month, 2 units for a year.
        """
        reply: t.HoroscopeDailyResponse = self._call("horoscope_daily", request, options)
        return reply

    def horoscope_daily_sign(self, request: t.HoroscopeDailySignParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeDailySignResponse:
        """Get the daily horoscope for a sign.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/daily/{date}/{sign}` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.HoroscopeDailySignResponse = self._call("horoscope_daily_sign", request, options)
        return reply

    def horoscope_weekly(self, request: t.HoroscopeWeeklyParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeWeeklyResponse:
        """Get the weekly horoscopes for all signs.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/weekly/{year}/{week}` Key permission: `calc:read`. Cost: 1 unit for a
        day, a week or a month, 2 units for a year.
        """
        reply: t.HoroscopeWeeklyResponse = self._call("horoscope_weekly", request, options)
        return reply

    def horoscope_weekly_sign(self, request: t.HoroscopeWeeklySignParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeWeeklySignResponse:
        """Get the weekly horoscope for a sign.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/weekly/{year}/{week}/{sign}` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.HoroscopeWeeklySignResponse = self._call("horoscope_weekly_sign", request, options)
        return reply

    def horoscope_monthly(self, request: t.HoroscopeMonthlyParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeMonthlyResponse:
        """Get the monthly horoscopes for all signs.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/monthly/{year}/{month}` Key permission: `calc:read`. Cost: 1 unit for a
        day, a week or a month, 2 units for a year.
        """
        reply: t.HoroscopeMonthlyResponse = self._call("horoscope_monthly", request, options)
        return reply

    def horoscope_monthly_sign(self, request: t.HoroscopeMonthlySignParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeMonthlySignResponse:
        """Get the monthly horoscope for a sign.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/monthly/{year}/{month}/{sign}` Key permission: `calc:read`. Cost: 1
        unit.
        """
        reply: t.HoroscopeMonthlySignResponse = self._call("horoscope_monthly_sign", request, options)
        return reply

    def horoscope_yearly(self, request: t.HoroscopeYearlyParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeYearlyResponse:
        """Get the yearly horoscopes for all signs.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/yearly/{year}` Key permission: `calc:read`. Cost: 1 unit for a day, a
        week or a month, 2 units for a year.
        """
        reply: t.HoroscopeYearlyResponse = self._call("horoscope_yearly", request, options)
        return reply

    def horoscope_yearly_sign(self, request: t.HoroscopeYearlySignParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeYearlySignResponse:
        """Get the yearly horoscope for a sign.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/yearly/{year}/{sign}` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.HoroscopeYearlySignResponse = self._call("horoscope_yearly_sign", request, options)
        return reply

    def horoscope_yearly_ascendant(self, request: t.HoroscopeYearlyAscendantParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeYearlyAscendantResponse:
        """Get the yearly horoscopes for all Ascendant signs.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/yearly-ascendant/{year}` Key permission: `calc:read`. Cost: 1 unit for a
        day, a week or a month, 2 units for a year.
        """
        reply: t.HoroscopeYearlyAscendantResponse = self._call("horoscope_yearly_ascendant", request, options)
        return reply

    def horoscope_yearly_ascendant_sign(self, request: t.HoroscopeYearlyAscendantSignParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeYearlyAscendantSignResponse:
        """Get the yearly horoscope for an Ascendant sign.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/yearly-ascendant/{year}/{sign}` Key permission: `calc:read`. Cost: 1
        unit.
        """
        reply: t.HoroscopeYearlyAscendantSignResponse = self._call("horoscope_yearly_ascendant_sign", request, options)
        return reply

    def horoscope_personal(self, request: t.PersonalInput, /, **options: Unpack[CallOptions]) -> t.HoroscopePersonalResponse:
        """Calculate a personal horoscope.

        Calculates a horoscope for a range of days from a birth chart, in the form of the other
        horoscopes. The sign of the Ascendant is the first of twelve whole-sign houses. Without a
        birth time, the sign of the Sun is the first house, the Moon is left out, and a transit runs
        from its earliest to its latest possible time. The facts come from the sky of the period and
        from exact aspects of the Sun through Pluto to the natal planets. `calendar` is that of
        `dateTime`; `from` and `to` are dates in the Gregorian calendar.

        `POST /api/horoscope/personal` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.HoroscopePersonalResponse = self._call("horoscope_personal", request, options)
        return reply

    def calc_batch(self, request: t.BatchInput, /, **options: Unpack[CallOptions]) -> t.CalcBatchResponse:
        """Run a batch of calculations.

        Each item has the name of a calculation and its body. Results are in the same order as the
        items, each with its own status. A failed item does not affect the others. Each item costs
        as much as it would on its own, and nothing if the service fails (500, 503). An item that
        would exceed the work limit of the whole request fails with 422 `work_limit_exceeded` and
        costs 1 unit: send it in another request. If the quota has fewer units left than the batch
        costs, the batch is refused, and checking it costs 1 unit per 14 items. Only POST is
        supported, because a query string cannot hold a list of request bodies.

        `POST /api/calc/batch` Key permission: `calc:read`. Cost: The sum of the prices of the
        items.
        """
        reply: t.CalcBatchResponse = self._call("calc_batch", request, options)
        return reply

    def calc_context(self, request: t.ContextInput, /, **options: Unpack[CallOptions]) -> t.CalcContextResponse:
        """Describe a calculation in Markdown.

        Runs a calculation, named as in a batch, and returns its facts and conventions as short
        Markdown for the context of a language model, with its length in tokens. It needs the same
        module as the calculation. Positions are written as a place in a sign, truncated to the
        minute. URLs, instants' fractions and what only programs need are left out. Only POST is
        supported, because a query string cannot hold a request body.

        `POST /api/calc/context` Key permission: `calc:read`. Cost: The price of the calculation
        with `fields`.
        """
        reply: t.CalcContextResponse = self._call("calc_context", request, options)
        return reply

    def chart_natal(self, request: t.ChartNatalParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a natal chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/natal.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and for
        PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion to
        the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = self._call("chart_natal", request, options)
        return reply

    def chart_transit(self, request: t.ChartTransitParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a natal chart with transits.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/transit.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion
        to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = self._call("chart_transit", request, options)
        return reply

    def chart_synastry(self, request: t.ChartSynastryParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a synastry chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/synastry.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion
        to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = self._call("chart_synastry", request, options)
        return reply

    def chart_composite(self, request: t.ChartCompositeParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a composite chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/composite.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion
        to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = self._call("chart_composite", request, options)
        return reply

    def chart_davison(self, request: t.ChartDavisonParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a Davison chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/davison.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion
        to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = self._call("chart_davison", request, options)
        return reply

    def chart_solar_return(self, request: t.ChartSolarReturnParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a solar return chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/solar-return.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG
        and for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in
        proportion to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = self._call("chart_solar_return", request, options)
        return reply

    def chart_lunar_return(self, request: t.ChartLunarReturnParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a lunar return chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/lunar-return.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG
        and for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in
        proportion to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = self._call("chart_lunar_return", request, options)
        return reply

    def chart_progressions(self, request: t.ChartProgressionsParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a progressed chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/progressions.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG
        and for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in
        proportion to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = self._call("chart_progressions", request, options)
        return reply

    def chart_horoscope(self, request: t.ChartHoroscopeParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a horoscope card.

        Draws the horoscope for a sign as a card: its summary, the intensity of each section, the
        Moon, and the lucky number, color and weekday. Each period type requires the corresponding
        horoscope module. Without `date`, the image shows the current period and changes with it;
        with `date`, the same request returns the same bytes until the texts change.

        `GET /api/chart2/horoscope.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels, and
        images of a yearly horoscope cost 1 unit more.
        """
        reply: File = self._call("chart_horoscope", request, options)
        return reply

    def chart_numerology_profile(self, request: t.ChartNumerologyProfileParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a numerology profile.

        Draws a person's core numbers as a card, with the interpretation of the life path number.
        Accepts the same fields as `/api/numerology/profile`. Without `forDate`, the card shows the
        current personal year.

        `GET /api/chart2/numerology.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels, and
        images of a yearly horoscope cost 1 unit more.
        """
        reply: File = self._call("chart_numerology_profile", request, options)
        return reply

    def chart_chinese_horoscope(self, request: t.ChartChineseHoroscopeParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a Chinese zodiac card.

        Draws the Chinese sign of a birth as a card, with its element and polarity and the
        interpretation of the sign. Accepts the fields of the Chinese horoscope.

        `GET /api/chart2/chinese.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels, and
        images of a yearly horoscope cost 1 unit more.
        """
        reply: File = self._call("chart_chinese_horoscope", request, options)
        return reply

    def chart_vedic_chart(self, request: t.ChartVedicChartParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a Vedic chart.

        Draws a Vedic chart, or one of its divisional charts, in the style of northern, southern or
        eastern India. Fields of the north are houses with the number of their sign; fields of the
        south and the east are signs, and the lagna is marked. Accepts the birth and the zodiac of
        the Vedic chart.

        `GET /api/chart2/vedic.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and for
        PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels.
        """
        reply: File = self._call("chart_vedic_chart", request, options)
        return reply

    def pdf_report_generate(self, request: t.PdfReport, /, **options: Unpack[CallOptions]) -> File:
        """Generate a PDF report.

        Runs the calculations of a kind of report and returns them as a document for printing, with
        cover, table of contents, charts, interpretation and tables. It needs the modules of these
        calculations as well. Interpretations are included if the key has `content:read` and the
        organization has their module; your organization's own texts replace those of the library.
        The document is PDF/A-2b and tagged. The same request returns the same bytes until texts
        change. Only POST is supported.

        `POST /api/pdf-reports/generate` Key permission: `calc:read`. Cost: The prices of the
        calculations with their texts, and the work of writing the document.
        """
        reply: File = self._call("pdf_report_generate", request, options)
        return reply

    def geocoding_search(self, request: t.GeocodingSearchParams, /, **options: Unpack[CallOptions]) -> t.GeocodingSearchResponse:
        """Search for places by name.

        Finds places with more than 500 inhabitants by any of their names, in any script: `Munich`,
        `München`, `Мюнхен`. Exact matches come before names that begin with the text. Typos are
        tolerated if nothing else matches. Among equally good matches, larger places come first.
        Matches on the main name rank above matches on alternative names, and places closer to
        `near` rank higher. Add a state or country to narrow the search: `Springfield, IL` or
        `london ontario`.

        Places: [GeoNames](https://www.geonames.org/), CC BY 4.0. Names in other languages: Unicode
        CLDR.

        `GET /api/geocoding/search` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.GeocodingSearchResponse = self._call("geocoding_search", request, options)
        return reply

    def geocoding_timezone(self, request: t.GeocodingTimezoneParams, /, **options: Unpack[CallOptions]) -> t.GeocodingTimezoneResponse:
        """Get the UTC offset at a place and time.

        Returns the offset from UTC that was in effect at a place and local time, with history
        before 1970: Amsterdam in June 1930 was at `+01:19:32`, Strasbourg in 1900 at `+01:00`,
        because it was German. Before a zone had a standard time, the local mean time of the place
        is used. `readings` lists other clocks and calendars that cannot be excluded. If a local
        time occurred twice, the response has both instants in `candidates` and no `offset`. If it
        was skipped, the request fails with both in `meta.candidates`. Set `clockChange` to choose
        one. `warnings` lists known uncertainties, each with its source.

        Zone histories: tz database (public domain). Zone boundaries: timezone-boundary-builder, ©
        OpenStreetMap contributors, ODbL 1.0.

        `GET /api/geocoding/timezone` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.GeocodingTimezoneResponse = self._call("geocoding_timezone", request, options)
        return reply

    def content_list(self, request: t.ContentListParams, /, **options: Unpack[CallOptions]) -> t.ContentListResponse:
        """List texts by type.

        Returns the texts that your organization uses, ordered by URN: its own texts and custom
        copies, and library texts for the rest. A page has fewer texts than requested if their total
        size would exceed 128 KiB.

        `GET /api/content/{horoscopeType}/{contentType}` Key permission: `content:read`. Cost: 1
        unit.
        """
        reply: t.ContentListResponse = self._call("content_list", request, options)
        return reply

    def content_list_items(self, request: t.ContentListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.ContentResource]:
        """The items of every page of `content_list`, requested when they are needed."""
        return self._items("content_list", request, options)

    def content_get_by_kind(self, request: t.ContentGetByKindParams, /, **options: Unpack[CallOptions]) -> t.ContentGetByKindResponse:
        """Get a text by type and ID.

        Works like `content_get`, but finds only texts of this type.

        `GET /api/content/{horoscopeType}/{contentType}/{id}` Key permission: `content:read`. Cost:
        1 unit.
        """
        reply: t.ContentGetByKindResponse = self._call("content_get_by_kind", request, options)
        return reply

    def content_get(self, request: t.ContentGetParams, /, **options: Unpack[CallOptions]) -> t.ContentGetResponse:
        """Get a text.

        Library texts have permanent IDs (`system.` and the parts of the URN) and are returned
        unchanged, even if the organization has a custom copy. To get the version your organization
        uses (its custom copy, if any), request the text by URN. Requires the module that contains
        the texts for this horoscope type. Send the `ETag` in `If-Match` when you change the text.

        `GET /api/content/{id}` Key permission: `content:read`. Cost: 1 unit.
        """
        reply: t.ContentGetResponse = self._call("content_get", request, options)
        return reply

    def content_update(self, request: t.ContentUpdateParams, /, **options: Unpack[CallOptions]) -> t.ContentUpdateResponse:
        """Update a text.

        In `If-Match`, send the `ETag` of the version that you read. If the text has changed since
        then, the response is 412 and nothing is overwritten. Calculations immediately show the new
        text. If the library text was restored, editing the copy makes it active again. Library
        texts are read-only.

        `PATCH /api/content/{id}` Session with the role permission `content:update`. Cost: 1 unit.
        """
        reply: t.ContentUpdateResponse = self._call("content_update", request, options)
        return reply

    def content_delete(self, request: t.ContentDeleteParams, /, **options: Unpack[CallOptions]) -> None:
        """Delete a text.

        Permanently deletes one of the organization's texts and all its previous versions. To keep
        the previous versions, restore the library text instead (`POST /api/content/{id}/restore`).
        In `If-Match`, send the `ETag` of the version that you read. No module is required to delete
        your own texts.

        `DELETE /api/content/{id}` Session with the role permission `content:delete`. Cost: 1 unit.
        """
        reply: None = self._call("content_delete", request, options)
        return reply

    def content_get_by_urn(self, request: t.ContentGetByUrnParams, /, **options: Unpack[CallOptions]) -> t.ContentGetByUrnResponse:
        """Get a text by URN.

        Returns the organization's own text with this URN if there is one, otherwise the library
        text. Calculations for the organization use this text.

        `GET /api/content/urn/{urn}` Key permission: `content:read`. Cost: 1 unit.
        """
        reply: t.ContentGetByUrnResponse = self._call("content_get_by_urn", request, options)
        return reply

    def content_search(self, request: t.ContentSearchParams, /, **options: Unpack[CallOptions]) -> t.ContentSearchResponse:
        """Search texts.

        Finds the texts that contain all words in `q`, or words that begin with them, regardless of
        case. Texts with the words in their heading come first, and the organization's own texts
        come before those of the library. Searches the texts that your organization uses and that
        its modules include. Returns at most 300 results. Add words to narrow the search. A page has
        fewer results than requested if their total size would exceed 128 KiB.

        `GET /api/content/search` Key permission: `content:read`. Cost: 1 for up to two words, and 1
        more for every two further words.
        """
        reply: t.ContentSearchResponse = self._call("content_search", request, options)
        return reply

    def content_search_items(self, request: t.ContentSearchParams, /, **options: Unpack[CallOptions]) -> Iterator[t.ContentResource]:
        """The items of every page of `content_search`, requested when they are needed."""
        return self._items("content_search", request, options)

    def content_versions(self, request: t.ContentVersionsParams, /, **options: Unpack[CallOptions]) -> t.ContentVersionsResponse:
        """List a text's previous versions.

        Returns the versions of a text, newest first. The last 500 are kept, up to 64 MiB in total
        per organization. Library texts have no previous versions. A page has fewer versions than
        requested if their total size would exceed 128 KiB.

        `GET /api/content/{id}/versions` Key permission: `content:read`. Cost: 1 unit.
        """
        reply: t.ContentVersionsResponse = self._call("content_versions", request, options)
        return reply

    def content_versions_items(self, request: t.ContentVersionsParams, /, **options: Unpack[CallOptions]) -> Iterator[t.ContentVersionResource]:
        """The items of every page of `content_versions`, requested when they are needed."""
        return self._items("content_versions", request, options)

    def content_copy(self, request: t.ContentCopyParams, /, **options: Unpack[CallOptions]) -> t.ContentCopyResponse:
        """Create a custom copy of a library text.

        The copy starts with the contents of the library text and replaces it in the organization's
        calculations. A text can have one copy per language. If the copy already exists, the
        response is 409 with its ID in `meta.id`.

        `POST /api/content/{id}/create-custom-copy` Session with the role permission
        `content:custom-copy`. Cost: 1 unit.
        """
        reply: t.ContentCopyResponse = self._call("content_copy", request, options)
        return reply

    def content_create(self, request: t.ContentCreateInput, /, **options: Unpack[CallOptions]) -> t.ContentCreateResponse:
        """Create a text.

        Adds a text that the library does not have, such as one in another language or about another
        subject. Calculations include it only if they use its URN. `metadata.in_calculations`
        indicates whether any calculation does. If the library has a text with this URN, the
        response is 409 with its ID in `meta.id`: create a custom copy of that text instead.

        `POST /api/content` Session with the role permission `content:create`. Cost: 1 unit.
        """
        reply: t.ContentCreateResponse = self._call("content_create", request, options)
        return reply

    def content_restore(self, request: t.ContentRestoreParams, /, **options: Unpack[CallOptions]) -> t.ContentRestoreResponse:
        """Replace a custom copy with the library text.

        Calculations immediately use the library text again, including any later changes to it. The
        copy and its previous versions are kept. Editing the copy reactivates it. `If-Match` is
        optional. The body is an empty object.

        `POST /api/content/{id}/restore` Session with the role permission `content:restore`. Cost: 1
        unit.
        """
        reply: t.ContentRestoreResponse = self._call("content_restore", request, options)
        return reply

    def key_describe(self, **options: Unpack[CallOptions]) -> t.KeyDescribeResponse:
        """Get the API key used for this request.

        Returns the key's permissions, modules and remaining limits. Any valid key can use this
        operation, whatever its permissions. Use it to check a key before you rely on it.

        `GET /api/key` Cost: 1 unit.
        """
        reply: t.KeyDescribeResponse = self._call("key_describe", None, options)
        return reply

    def key_token_create(self, request: t.BrowserTokenRequest, /, **options: Unpack[CallOptions]) -> t.KeyTokenCreateResponse:
        """Create a browser token.

        Creates a token for use in web pages. A token cannot have more permissions or domains than
        its key, is valid for at most one hour and expires with its key. Call this operation from
        your server, never from a page. A token cannot create another token. With an
        `Idempotency-Key`, a repeated request does not create a second token: it returns `token:
        null` and `meta.secretShown`, and is charged like any other request.

        `POST /api/key/tokens` Cost: 1 unit.
        """
        reply: t.KeyTokenCreateResponse = self._call("key_token_create", request, options)
        return reply

    def module_list(self, request: t.ModuleListParams | None = None, /, **options: Unpack[CallOptions]) -> t.ModuleListResponse:
        """List modules.

        Lists every module of this installation with its operations, and whether the key can use it.

        `GET /api/modules` Key permission: `modules:read`. Cost: 1 unit.
        """
        reply: t.ModuleListResponse = self._call("module_list", request, options)
        return reply

    def module_list_items(self, request: t.ModuleListParams | None = None, /, **options: Unpack[CallOptions]) -> Iterator[t.ModuleResource]:
        """The items of every page of `module_list`, requested when they are needed."""
        return self._items("module_list", request, options)

    def module_get(self, request: t.ModuleGetParams, /, **options: Unpack[CallOptions]) -> t.ModuleGetResponse:
        """Get a module.

        Returns a module with its operations, and whether the key can use it.

        `GET /api/modules/{module}` Key permission: `modules:read`. Cost: 1 unit.
        """
        reply: t.ModuleGetResponse = self._call("module_get", request, options)
        return reply

    def chatbot_list(self, request: t.ChatbotListParams | None = None, /, **options: Unpack[CallOptions]) -> t.ChatbotListResponse:
        """List chatbots.

        Lists the organization's chatbots, oldest first.

        `GET /api/chatbots` Session with the role permission `org:update`. Cost: 1 unit.
        """
        reply: t.ChatbotListResponse = self._call("chatbot_list", request, options)
        return reply

    def chatbot_list_items(self, request: t.ChatbotListParams | None = None, /, **options: Unpack[CallOptions]) -> Iterator[t.ChatbotResource]:
        """The items of every page of `chatbot_list`, requested when they are needed."""
        return self._items("chatbot_list", request, options)

    def chatbot_create(self, request: t.ChatbotCreateRequest, /, **options: Unpack[CallOptions]) -> t.ChatbotCreateResponse:
        """Create a chatbot.

        Adds a chatbot that keys with the permission `calc:read` can talk to. The service tells the
        language model to state only what its tools return; `instructions` are added to that. Each
        message commits `maxUnits` before it is answered, and unused units are returned.

        `POST /api/chatbots` Session with the role permission `org:update`. Cost: 1 unit.
        """
        reply: t.ChatbotCreateResponse = self._call("chatbot_create", request, options)
        return reply

    def chatbot_get(self, request: t.ChatbotGetParams, /, **options: Unpack[CallOptions]) -> t.ChatbotGetResponse:
        """Get a chatbot.

        Returns a chatbot with its limits.

        `GET /api/chatbots/{chatbot}` Session with the role permission `org:update`. Cost: 1 unit.
        """
        reply: t.ChatbotGetResponse = self._call("chatbot_get", request, options)
        return reply

    def chatbot_update(self, request: t.ChatbotUpdateParams, /, **options: Unpack[CallOptions]) -> t.ChatbotUpdateResponse:
        """Update a chatbot.

        Omitted fields stay unchanged. A change takes effect on the next message. Another
        `retentionDays` also applies to stored conversations.

        `PATCH /api/chatbots/{chatbot}` Session with the role permission `org:update`. Cost: 1 unit.
        """
        reply: t.ChatbotUpdateResponse = self._call("chatbot_update", request, options)
        return reply

    def chatbot_delete(self, request: t.ChatbotDeleteParams, /, **options: Unpack[CallOptions]) -> None:
        """Delete a chatbot.

        It is gone at once. Its conversations, profiles and usage are deleted within minutes.

        `DELETE /api/chatbots/{chatbot}` Session with the role permission `org:update`. Cost: 1
        unit.
        """
        reply: None = self._call("chatbot_delete", request, options)
        return reply

    def chat_profile_list(self, request: t.ChatProfileListParams, /, **options: Unpack[CallOptions]) -> t.ChatProfileListResponse:
        """List the profiles of a chatbot.

        Lists the people whose birth data the chatbot knows, oldest first.

        `GET /api/chatbots/{chatbot}/profiles` Session with the role permission `org:update`. Cost:
        1 unit.
        """
        reply: t.ChatProfileListResponse = self._call("chat_profile_list", request, options)
        return reply

    def chat_profile_list_items(self, request: t.ChatProfileListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.ChatProfileResource]:
        """The items of every page of `chat_profile_list`, requested when they are needed."""
        return self._items("chat_profile_list", request, options)

    def chat_profile_create(self, request: t.ChatProfileCreateParams, /, **options: Unpack[CallOptions]) -> t.ChatProfileCreateResponse:
        """Create a profile of a chatbot.

        Stores birth data that a page can refer to by an ID, so that the data itself is not in the
        page.

        `POST /api/chatbots/{chatbot}/profiles` Session with the role permission `org:update`. Cost:
        1 unit.
        """
        reply: t.ChatProfileCreateResponse = self._call("chat_profile_create", request, options)
        return reply

    def chat_profile_delete(self, request: t.ChatProfileDeleteParams, /, **options: Unpack[CallOptions]) -> None:
        """Delete a profile of a chatbot.

        Conversations about it are kept as long as every other conversation.

        `DELETE /api/chatbots/{chatbot}/profiles/{profile}` Session with the role permission
        `org:update`. Cost: 1 unit.
        """
        reply: None = self._call("chat_profile_delete", request, options)
        return reply

    def chatbot_usage_get(self, request: t.ChatbotUsageGetParams, /, **options: Unpack[CallOptions]) -> t.ChatbotUsageGetResponse:
        """Get the usage of a chatbot.

        Returns the messages and units of the last days (UTC). The ledger lists every message as a
        request for its operation.

        `GET /api/chatbots/{chatbot}/usage` Session with the role permission `billing:read`. Cost: 1
        unit.
        """
        reply: t.ChatbotUsageGetResponse = self._call("chatbot_usage_get", request, options)
        return reply

    def chat_send(self, request: t.ChatSendParams, /, **options: Unpack[CallOptions]) -> File:
        """Send a message to a chatbot.

        Answers with server-sent events: the text as `message` events, each `tool` that the language
        model calls, the `facts` that the tools returned, and at the end `done` with the units, or
        `error`. Without `conversationId`, the message begins a conversation, whose ID is in `done`.
        The errors of the language model (`provider_unreachable`, `provider_timeout`,
        `provider_error`) and `response_stalled` come in the event `error`, because the status of
        the response is sent before.

        `POST /api/chat/{chatbot}` Key permission: `calc:read`. Cost: 1 unit, and the price of each
        tool that the language model calls. `maxUnits` of the chatbot are committed first, and
        unused ones are returned at the end.
        """
        reply: File = self._call("chat_send", request, options)
        return reply

    def chat_direct(self, request: t.ChatDirectParams, /, **options: Unpack[CallOptions]) -> File:
        """Send a message without a conversation.

        Like `chat_send`, but the message stands alone, and neither it nor its answer is stored.

        `POST /api/chat/{chatbot}/direct` Key permission: `calc:read`. Cost: 1 unit, and the price
        of each tool that the language model calls. `maxUnits` of the chatbot are committed first,
        and unused ones are returned at the end.
        """
        reply: File = self._call("chat_direct", request, options)
        return reply

    def chat_profile_send(self, request: t.ChatProfileSendParams, /, **options: Unpack[CallOptions]) -> File:
        """Send a message about a profile.

        Like `chat_send` with the birth data of a profile.

        `POST /api/chat/{chatbot}/profile/{profile}` Key permission: `calc:read`. Cost: 1 unit, and
        the price of each tool that the language model calls. `maxUnits` of the chatbot are
        committed first, and unused ones are returned at the end.
        """
        reply: File = self._call("chat_profile_send", request, options)
        return reply

    def account_setup(self, request: t.AccountSetupRequest, /, **options: Unpack[CallOptions]) -> t.AccountSetupResponse:
        """Create the first account.

        Uses the setup link that the service prints at its first start. The account becomes an
        operator of the installation and is signed in. The link works once.

        `POST /api/manage/setup`
        """
        reply: t.AccountSetupResponse = self._call("account_setup", request, options)
        return reply

    def session_create(self, request: t.SessionCreateRequest, /, **options: Unpack[CallOptions]) -> t.SessionCreateResponse:
        """Sign in.

        Sets a session cookie, and a cookie that identifies the browser at its next sign-in. Plain
        HTTP works only on the same machine. After each failed attempt, the required wait gets
        longer. For a known browser, only its own failed attempts count. For other browsers, all
        failed attempts for the account and from the same IP address count. During the wait, the
        correct password together with a correct second-factor code is still accepted.

        `POST /api/manage/session`
        """
        reply: t.SessionCreateResponse = self._call("session_create", request, options)
        return reply

    def session_delete(self, **options: Unpack[CallOptions]) -> None:
        """Sign out.

        Ends the session of this request and deletes its cookie.

        `DELETE /api/manage/session`
        """
        reply: None = self._call("session_delete", None, options)
        return reply

    def session_reauthenticate(self, request: t.SessionReauthenticateRequest, /, **options: Unpack[CallOptions]) -> None:
        """Confirm your identity.

        For the next ten minutes, the session can perform operator actions that require
        confirmation: create password links, create and change accounts, add members, suspend
        organizations, and read unsent emails. Signing in also counts as confirmation.

        `POST /api/manage/session/reauthenticate`
        """
        reply: None = self._call("session_reauthenticate", request, options)
        return reply

    def session_list(self, request: t.SessionListParams | None = None, /, **options: Unpack[CallOptions]) -> t.SessionListResponse:
        """List your sessions.

        Lists the browsers and devices in which you are signed in. `current` marks the session of
        this request.

        `GET /api/manage/me/sessions`
        """
        reply: t.SessionListResponse = self._call("session_list", request, options)
        return reply

    def session_list_items(self, request: t.SessionListParams | None = None, /, **options: Unpack[CallOptions]) -> Iterator[t.SessionResource]:
        """The items of every page of `session_list`, requested when they are needed."""
        return self._items("session_list", request, options)

    def session_end_others(self, **options: Unpack[CallOptions]) -> None:
        """Sign out of all other sessions.

        Ends all your sessions except the current one.

        `DELETE /api/manage/me/sessions`
        """
        reply: None = self._call("session_end_others", None, options)
        return reply

    def session_end(self, request: t.SessionEndParams, /, **options: Unpack[CallOptions]) -> None:
        """Sign out of a session.

        Ends one of your sessions, such as one on a lost device.

        `DELETE /api/manage/me/sessions/{session}`
        """
        reply: None = self._call("session_end", request, options)
        return reply

    def me_get(self, **options: Unpack[CallOptions]) -> t.MeGetResponse:
        """Get your profile.

        Returns your account: name, email address, language, and whether a second factor is enabled.

        `GET /api/manage/me`
        """
        reply: t.MeGetResponse = self._call("me_get", None, options)
        return reply

    def me_update(self, request: t.MeUpdateRequest | None = None, /, **options: Unpack[CallOptions]) -> t.MeUpdateResponse:
        """Update your profile.

        Omitted fields do not change. The language applies to the dashboard and to emails. The theme
        and the time zone apply only to the dashboard.

        `PATCH /api/manage/me`
        """
        reply: t.MeUpdateResponse = self._call("me_update", request, options)
        return reply

    def me_organizations(self, request: t.MeOrganizationsParams | None = None, /, **options: Unpack[CallOptions]) -> t.MeOrganizationsResponse:
        """List your organizations.

        Lists the organizations of which you are a member, with your role in each.

        `GET /api/manage/me/organizations`
        """
        reply: t.MeOrganizationsResponse = self._call("me_organizations", request, options)
        return reply

    def me_organizations_items(self, request: t.MeOrganizationsParams | None = None, /, **options: Unpack[CallOptions]) -> Iterator[t.MembershipResource]:
        """The items of every page of `me_organizations`, requested when they are needed."""
        return self._items("me_organizations", request, options)

    def password_change(self, request: t.PasswordChangeRequest, /, **options: Unpack[CallOptions]) -> None:
        """Change your password.

        Signs you out of all other sessions.

        `POST /api/manage/me/password`
        """
        reply: None = self._call("password_change", request, options)
        return reply

    def password_reset_request(self, request: t.PasswordResetRequest, /, **options: Unpack[CallOptions]) -> t.PasswordResetRequestResponse:
        """Send a password reset link.

        The response is the same whether the account exists or not. The required wait between
        requests increases each time.

        `POST /api/manage/password-resets`
        """
        reply: t.PasswordResetRequestResponse = self._call("password_reset_request", request, options)
        return reply

    def password_reset_confirm(self, request: t.PasswordResetConfirmRequest, /, **options: Unpack[CallOptions]) -> None:
        """Reset a password with a link.

        Signs you out of all sessions. Two-factor authentication stays enabled. The count of failed
        sign-in attempts is reset, and this browser is treated as known at the next sign-in.

        `POST /api/manage/password-resets/confirm`
        """
        reply: None = self._call("password_reset_confirm", request, options)
        return reply

    def email_verification_send(self, **options: Unpack[CallOptions]) -> t.EmailVerificationSendResponse:
        """Send an email confirmation link.

        The required wait between requests increases each time.

        `POST /api/manage/me/email-verification`
        """
        reply: t.EmailVerificationSendResponse = self._call("email_verification_send", None, options)
        return reply

    def email_verification_confirm(self, request: t.EmailVerificationConfirmRequest, /, **options: Unpack[CallOptions]) -> None:
        """Confirm an email address.

        Uses the token from the link in the verification email. The link works once.

        `POST /api/manage/email-verifications/confirm`
        """
        reply: None = self._call("email_verification_confirm", request, options)
        return reply

    def email_change(self, request: t.EmailChangeRequest, /, **options: Unpack[CallOptions]) -> t.EmailChangeResponse:
        """Change your email address.

        Sends a confirmation link to the new address. The address changes when the link is used, and
        the old address is notified. If another account already uses the address, no link is sent,
        but the response is the same. The required wait between emails to the same address, and
        between emails of the same account, increases each time.

        `POST /api/manage/me/email`
        """
        reply: t.EmailChangeResponse = self._call("email_change", request, options)
        return reply

    def email_change_cancel(self, **options: Unpack[CallOptions]) -> None:
        """Cancel the change of your email address.

        The confirmation link stops working, and the current address stays. Does nothing if no
        change is waiting for its confirmation.

        `DELETE /api/manage/me/email`
        """
        reply: None = self._call("email_change_cancel", None, options)
        return reply

    def email_change_confirm(self, request: t.EmailChangeConfirmRequest, /, **options: Unpack[CallOptions]) -> None:
        """Confirm a new email address.

        Uses the token from the link in the email to the new address. The link works once. Password
        reset links that were sent to the old address stop working.

        `POST /api/manage/email-changes/confirm`
        """
        reply: None = self._call("email_change_confirm", request, options)
        return reply

    def second_factor_begin(self, request: t.PasswordConfirmation, /, **options: Unpack[CallOptions]) -> t.SecondFactorBeginResponse:
        """Set up two-factor authentication.

        Two-factor authentication takes effect after you send the first code to
        `/api/manage/me/second-factor/confirm`.

        `POST /api/manage/me/second-factor`
        """
        reply: t.SecondFactorBeginResponse = self._call("second_factor_begin", request, options)
        return reply

    def second_factor_confirm(self, request: t.SecondFactorCode, /, **options: Unpack[CallOptions]) -> t.SecondFactorConfirmResponse:
        """Enable two-factor authentication.

        Returns recovery codes, which are shown only once. Signs you out of all other sessions.

        `POST /api/manage/me/second-factor/confirm`
        """
        reply: t.SecondFactorConfirmResponse = self._call("second_factor_confirm", request, options)
        return reply

    def recovery_codes_renew(self, request: t.PasswordConfirmation, /, **options: Unpack[CallOptions]) -> t.RecoveryCodesRenewResponse:
        """Create new recovery codes.

        The previous recovery codes stop working.

        `POST /api/manage/me/recovery-codes`
        """
        reply: t.RecoveryCodesRenewResponse = self._call("recovery_codes_renew", request, options)
        return reply

    def second_factor_disable(self, request: t.SecondFactorDisableRequest, /, **options: Unpack[CallOptions]) -> None:
        """Disable two-factor authentication.

        Requires your password and a current code or a recovery code. The password must be long
        enough to be used alone.

        `POST /api/manage/me/second-factor/disable`
        """
        reply: None = self._call("second_factor_disable", request, options)
        return reply

    def invitation_accept(self, request: t.InvitationAcceptRequest, /, **options: Unpack[CallOptions]) -> None:
        """Accept an invitation.

        The invitation must have been sent to your own email address.

        `POST /api/manage/me/invitations/accept`
        """
        reply: None = self._call("invitation_accept", request, options)
        return reply

    def invitation_register(self, request: t.InvitationRegisterRequest, /, **options: Unpack[CallOptions]) -> t.InvitationRegisterResponse:
        """Accept an invitation with a new account.

        Creates an account with the email address of the invitation and signs the new user in.

        `POST /api/manage/invitations/register`
        """
        reply: t.InvitationRegisterResponse = self._call("invitation_register", request, options)
        return reply

    def invitation_describe(self, request: t.InvitationDescribeRequest, /, **options: Unpack[CallOptions]) -> t.InvitationDescribeResponse:
        """Describe an invitation.

        Names the organization, the inviter, the role and the address of the invitation that a link
        belongs to. The link still works afterwards.

        `POST /api/manage/invitations/describe`
        """
        reply: t.InvitationDescribeResponse = self._call("invitation_describe", request, options)
        return reply

    def org_create(self, request: t.OrganizationCreateRequest, /, **options: Unpack[CallOptions]) -> t.OrgCreateResponse:
        """Create an organization.

        You must already own an organization, and the operator can disable this operation. You
        become the owner of the new organization, which starts on the smallest plan. By default, a
        person can own or create up to 10 organizations, and create up to 3 in any 24-hour period.

        `POST /api/manage/orgs`
        """
        reply: t.OrgCreateResponse = self._call("org_create", request, options)
        return reply

    def org_get(self, request: t.OrgGetParams, /, **options: Unpack[CallOptions]) -> t.OrgGetResponse:
        """Get an organization and your permissions in it.

        Returns the organization's plan and settings, and your role with its permissions.

        `GET /api/manage/orgs/{org}` Session with the role permission `org:read`.
        """
        reply: t.OrgGetResponse = self._call("org_get", request, options)
        return reply

    def org_update(self, request: t.OrgUpdateParams, /, **options: Unpack[CallOptions]) -> t.OrgUpdateResponse:
        """Rename an organization.

        Changes the display name. The ID stays the same.

        `PATCH /api/manage/orgs/{org}` Session with the role permission `org:update`.
        """
        reply: t.OrgUpdateResponse = self._call("org_update", request, options)
        return reply

    def org_policy_update(self, request: t.OrgPolicyUpdateParams, /, **options: Unpack[CallOptions]) -> t.OrgPolicyUpdateResponse:
        """Require two-factor authentication for members, or stop requiring it.

        You must have signed in with two-factor authentication to enable this.

        `PATCH /api/manage/orgs/{org}/policy` Session with the role permission `admin:access`.
        """
        reply: t.OrgPolicyUpdateResponse = self._call("org_policy_update", request, options)
        return reply

    def org_close(self, request: t.OrgCloseParams, /, **options: Unpack[CallOptions]) -> None:
        """Close an organization.

        The organization's keys stop working permanently. Its ledger and audit log remain readable.

        `POST /api/manage/orgs/{org}/close` Session with the role permission `admin:access`.
        """
        reply: None = self._call("org_close", request, options)
        return reply

    def member_list(self, request: t.MemberListParams, /, **options: Unpack[CallOptions]) -> t.MemberListResponse:
        """List members.

        Lists the members with their roles.

        `GET /api/manage/orgs/{org}/members` Session with the role permission `org:users:read`.
        """
        reply: t.MemberListResponse = self._call("member_list", request, options)
        return reply

    def member_list_items(self, request: t.MemberListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.MemberResource]:
        """The items of every page of `member_list`, requested when they are needed."""
        return self._items("member_list", request, options)

    def member_update(self, request: t.MemberUpdateParams, /, **options: Unpack[CallOptions]) -> None:
        """Change a member's role.

        You can always lower your own role. Changing another member's role requires
        `org:users:update` and a higher role than theirs. Owners can change anyone's role. Nobody
        can grant a role above their own.

        `PATCH /api/manage/orgs/{org}/members/{user}` Session with the role permission `org:read`.
        """
        reply: None = self._call("member_update", request, options)
        return reply

    def member_remove(self, request: t.MemberRemoveParams, /, **options: Unpack[CallOptions]) -> None:
        """Remove a member or leave the organization.

        You can always leave. Removing other members requires `org:users:delete` and a higher role
        than theirs. Keys that they created stay with the organization.

        `DELETE /api/manage/orgs/{org}/members/{user}` Session with the role permission `org:read`.
        """
        reply: None = self._call("member_remove", request, options)
        return reply

    def invitation_list(self, request: t.InvitationListParams, /, **options: Unpack[CallOptions]) -> t.InvitationListResponse:
        """List invitations.

        Lists the invitations that have been neither accepted nor revoked.

        `GET /api/manage/orgs/{org}/invitations` Session with the role permission `org:users:read`.
        """
        reply: t.InvitationListResponse = self._call("invitation_list", request, options)
        return reply

    def invitation_list_items(self, request: t.InvitationListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.InvitationResource]:
        """The items of every page of `invitation_list`, requested when they are needed."""
        return self._items("invitation_list", request, options)

    def invitation_create(self, request: t.InvitationCreateParams, /, **options: Unpack[CallOptions]) -> t.InvitationCreateResponse:
        """Create an invitation.

        Sends a link that works once, for a week. It replaces an earlier invitation to the same
        address, unless someone with a higher role created it. The required wait between emails to
        the same address increases each time. One person can send at most 20 invitations per hour
        and 100 per day. All members together can send at most 50 per day to one domain, except to
        public mail providers and to the sender's own domain.

        `POST /api/manage/orgs/{org}/invitations` Session with the role permission
        `org:users:create`.
        """
        reply: t.InvitationCreateResponse = self._call("invitation_create", request, options)
        return reply

    def invitation_resend(self, request: t.InvitationResendParams, /, **options: Unpack[CallOptions]) -> t.InvitationResendResponse:
        """Resend an invitation.

        Sends a new link. The old one stops working. You become responsible for the invitation, must
        be allowed to grant its role, and cannot have a lower role than the last sender. The
        required wait between emails increases each time. The limits for new invitations also apply
        to resends.

        `POST /api/manage/orgs/{org}/invitations/{invitation}/resend` Session with the role
        permission `org:users:create`.
        """
        reply: t.InvitationResendResponse = self._call("invitation_resend", request, options)
        return reply

    def invitation_revoke(self, request: t.InvitationRevokeParams, /, **options: Unpack[CallOptions]) -> None:
        """Revoke an invitation.

        The link in the invitation email stops working.

        `DELETE /api/manage/orgs/{org}/invitations/{invitation}` Session with the role permission
        `org:users:create`.
        """
        reply: None = self._call("invitation_revoke", request, options)
        return reply

    def invitation_link(self, request: t.InvitationLinkParams, /, **options: Unpack[CallOptions]) -> t.InvitationLinkResponse:
        """Create a link for an invitation.

        Returns a link to give to the invited person yourself. It is shown only once, replaces the
        link that was created this way before, and expires with the invitation. The link in the
        email still works. An account that is created with this link has an unconfirmed email
        address, because only the email proves access to it.

        `POST /api/manage/orgs/{org}/invitations/{invitation}/link` Session with the role permission
        `org:users:create`.
        """
        reply: t.InvitationLinkResponse = self._call("invitation_link", request, options)
        return reply

    def key_list(self, request: t.KeyListParams, /, **options: Unpack[CallOptions]) -> t.KeyListResponse:
        """List API keys.

        Lists all keys, including revoked ones, with their settings. Secrets are shown only when a
        key is created or rotated.

        `GET /api/manage/orgs/{org}/keys` Session with the role permission `org:update`.
        """
        reply: t.KeyListResponse = self._call("key_list", request, options)
        return reply

    def key_list_items(self, request: t.KeyListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.ManagedKeyResource]:
        """The items of every page of `key_list`, requested when they are needed."""
        return self._items("key_list", request, options)

    def key_create(self, request: t.KeyCreateParams, /, **options: Unpack[CallOptions]) -> t.KeyCreateResponse:
        """Create an API key.

        The response shows the key only once. With an `Idempotency-Key`, a repeated request does not
        create a second key: it returns `key: null` and `meta.secretShown`.

        `POST /api/manage/orgs/{org}/keys` Session with the role permission `org:update`.
        """
        reply: t.KeyCreateResponse = self._call("key_create", request, options)
        return reply

    def key_get(self, request: t.KeyGetParams, /, **options: Unpack[CallOptions]) -> t.KeyGetResponse:
        """Get an API key.

        Returns the settings of a key. The secret is shown only when a key is created or rotated.

        `GET /api/manage/orgs/{org}/keys/{key}` Session with the role permission `org:update`.
        """
        reply: t.KeyGetResponse = self._call("key_get", request, options)
        return reply

    def key_update(self, request: t.KeyUpdateParams, /, **options: Unpack[CallOptions]) -> t.KeyUpdateResponse:
        """Update an API key.

        Takes effect on the next request with the key. A revoked key cannot be changed. A rotated
        key keeps its expiration.

        `PATCH /api/manage/orgs/{org}/keys/{key}` Session with the role permission `org:update`.
        """
        reply: t.KeyUpdateResponse = self._call("key_update", request, options)
        return reply

    def key_revoke(self, request: t.KeyRevokeParams, /, **options: Unpack[CallOptions]) -> None:
        """Revoke an API key.

        Permanently revokes the key and all other keys of its family. You can safely repeat the
        request.

        `DELETE /api/manage/orgs/{org}/keys/{key}` Session with the role permission `org:update`.
        """
        reply: None = self._call("key_revoke", request, options)
        return reply

    def key_rotate(self, request: t.KeyRotateParams, /, **options: Unpack[CallOptions]) -> t.KeyRotateResponse:
        """Rotate an API key.

        The new key has the settings, limits and expiration of the old one and is shown only once.
        With an `Idempotency-Key`, a repeated request does not create a second key: it returns `key:
        null` and `meta.secretShown`.

        `POST /api/manage/orgs/{org}/keys/{key}/rotate` Session with the role permission
        `org:update`.
        """
        reply: t.KeyRotateResponse = self._call("key_rotate", request, options)
        return reply

    def key_check(self, request: t.KeyCheckParams, /, **options: Unpack[CallOptions]) -> t.KeyCheckResponse:
        """Check whether a key can make a request.

        A dry run: nothing is charged, and the check does not count toward rate limits.

        `POST /api/manage/orgs/{org}/keys/{key}/check` Session with the role permission
        `org:update`.
        """
        reply: t.KeyCheckResponse = self._call("key_check", request, options)
        return reply

    def key_preview(self, request: t.KeyPreviewParams, /, **options: Unpack[CallOptions]) -> t.KeyPreviewResponse:
        """Preview a change of an API key.

        Applies the changes of `PATCH /api/manage/orgs/{org}/keys/{key}` to the counted requests of
        the last 24 hours and counts those that would have been rejected. Changes nothing. The
        ledger keeps the host of a request's page without scheme and port, so every page is taken
        for one with https on the default port, and what a batch contains is not examined. Quotas
        and the rates of the organization are not applied.

        `POST /api/manage/orgs/{org}/keys/{key}/preview` Session with the role permission
        `org:update`.
        """
        reply: t.KeyPreviewResponse = self._call("key_preview", request, options)
        return reply

    def key_token_mint(self, request: t.KeyTokenMintParams, /, **options: Unpack[CallOptions]) -> t.KeyTokenMintResponse:
        """Create a browser token for a key.

        The response shows the token only once. A token cannot have more permissions or domains than
        its key, is valid for at most one hour and expires with its key. Disabling or revoking the
        key also ends the token. With an `Idempotency-Key`, a repeated request does not create a
        second token: it returns `token: null` and `meta.secretShown`.

        `POST /api/manage/orgs/{org}/keys/{key}/tokens` Session with the role permission
        `org:update`.
        """
        reply: t.KeyTokenMintResponse = self._call("key_token_mint", request, options)
        return reply

    def embed_url_list(self, request: t.EmbedUrlListParams, /, **options: Unpack[CallOptions]) -> t.EmbedUrlListResponse:
        """List the embed URLs of a key.

        Lists the image URLs that were created for this key and have not been revoked. If the key is
        rotated, they move to the new key.

        `GET /api/manage/orgs/{org}/keys/{key}/embed-urls` Session with the role permission
        `org:update`.
        """
        reply: t.EmbedUrlListResponse = self._call("embed_url_list", request, options)
        return reply

    def embed_url_list_items(self, request: t.EmbedUrlListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.EmbedUrlResource]:
        """The items of every page of `embed_url_list`, requested when they are needed."""
        return self._items("embed_url_list", request, options)

    def embed_url_create(self, request: t.EmbedUrlCreateParams, /, **options: Unpack[CallOptions]) -> t.EmbedUrlCreateResponse:
        """Create an embed URL for a key.

        Creates an image URL that a web page can show without a key. Each fetch is charged to the
        key and follows its domain rule, rate limits and modules. The URL works until it expires, is
        revoked, or its key is revoked, disabled or expired. It also stops working when the previous
        master secret is no longer accepted after a rotation. Without a date in `url`, images of
        horoscopes show the current period.

        `POST /api/manage/orgs/{org}/keys/{key}/embed-urls` Session with the role permission
        `org:update`.
        """
        reply: t.EmbedUrlCreateResponse = self._call("embed_url_create", request, options)
        return reply

    def embed_url_revoke(self, request: t.EmbedUrlRevokeParams, /, **options: Unpack[CallOptions]) -> None:
        """Revoke an embed URL.

        Pages that contain the URL no longer show the image. Browsers may show a cached copy for a
        while. This cannot be undone.

        `DELETE /api/manage/orgs/{org}/keys/{key}/embed-urls/{embed_url}` Session with the role
        permission `org:update`.
        """
        reply: None = self._call("embed_url_revoke", request, options)
        return reply

    def domain_check(self, request: t.DomainCheckParams, /, **options: Unpack[CallOptions]) -> t.DomainCheckResponse:
        """Check domain patterns.

        Checks whether the domain patterns would allow a request from `origin`. Nothing is stored or
        charged.

        `POST /api/manage/orgs/{org}/domains/check` Session with the role permission `org:update`.
        """
        reply: t.DomainCheckResponse = self._call("domain_check", request, options)
        return reply

    def org_module_list(self, request: t.OrgModuleListParams, /, **options: Unpack[CallOptions]) -> t.OrgModuleListResponse:
        """List modules and whether the organization has each one.

        Lists every module of this installation with its price and whether the organization has it.

        `GET /api/manage/orgs/{org}/modules` Session with the role permission `modules:read`.
        """
        reply: t.OrgModuleListResponse = self._call("org_module_list", request, options)
        return reply

    def org_module_list_items(self, request: t.OrgModuleListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.ModuleResource]:
        """The items of every page of `org_module_list`, requested when they are needed."""
        return self._items("org_module_list", request, options)

    def module_purchase(self, request: t.ModulePurchaseParams, /, **options: Unpack[CallOptions]) -> t.ModulePurchaseResponse:
        """Buy a module.

        Activates the module immediately for the specified number of periods and adds a line to the
        current statement. If an earlier purchase has not expired, it is extended. Send an
        `Idempotency-Key` to repeat a request without buying twice. `meta` contains the line item
        and its price.

        `POST /api/manage/orgs/{org}/modules/{module}/purchase` Session with the role permission
        `billing:manage`.
        """
        reply: t.ModulePurchaseResponse = self._call("module_purchase", request, options)
        return reply

    def usage_current(self, request: t.UsageCurrentParams, /, **options: Unpack[CallOptions]) -> t.UsageCurrentResponse:
        """Get usage for the current period.

        Returns the units used and the allowance for live and test keys in the current calendar
        month (UTC).

        `GET /api/manage/orgs/{org}/usage/current` Session with the role permission `billing:read`.
        """
        reply: t.UsageCurrentResponse = self._call("usage_current", request, options)
        return reply

    def usage_list(self, request: t.UsageListParams, /, **options: Unpack[CallOptions]) -> t.UsageListResponse:
        """List usage by time, key, operation or origin.

        Returns usage over whole hours of the ledger, grouped by hour, day or month (UTC), key,
        operation or origin. The IDs are the hours (`2027-01-15T08`), days, months, keys, operations
        and hosts.

        `GET /api/manage/orgs/{org}/usage` Session with the role permission `billing:read`.
        """
        reply: t.UsageListResponse = self._call("usage_list", request, options)
        return reply

    def usage_list_items(self, request: t.UsageListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.UsageResource]:
        """The items of every page of `usage_list`, requested when they are needed."""
        return self._items("usage_list", request, options)

    def usage_of_keys(self, request: t.UsageOfKeysParams, /, **options: Unpack[CallOptions]) -> t.UsageOfKeysResponse:
        """List daily usage by API key for the last 14 days.

        Returns the number of counted requests per day for up to 100 keys. The last value is today,
        in UTC.

        `GET /api/manage/orgs/{org}/usage/keys` Session with the role permission `billing:read`.
        """
        reply: t.UsageOfKeysResponse = self._call("usage_of_keys", request, options)
        return reply

    def ledger_latest(self, request: t.LedgerLatestParams, /, **options: Unpack[CallOptions]) -> t.LedgerLatestResponse:
        """List the latest counted requests, newest first.

        Use this operation for an overview of recent activity. To read all counted requests, use
        `GET /api/manage/orgs/{org}/ledger`.

        `GET /api/manage/orgs/{org}/ledger/latest` Session with the role permission `billing:read`.
        """
        reply: t.LedgerLatestResponse = self._call("ledger_latest", request, options)
        return reply

    def refusal_top(self, request: t.RefusalTopParams, /, **options: Unpack[CallOptions]) -> t.RefusalTopResponse:
        """List the most frequent problems in the last 30 days.

        Counts requests with client errors by key and error code, both those rejected before
        processing and those charged.

        `GET /api/manage/orgs/{org}/refusals/top` Session with the role permission `billing:read`.
        """
        reply: t.RefusalTopResponse = self._call("refusal_top", request, options)
        return reply

    def ledger_list(self, request: t.LedgerListParams, /, **options: Unpack[CallOptions]) -> t.LedgerListResponse:
        """List counted requests, oldest first.

        The ledger has one entry per counted request. Read it page by page to reconcile an invoice
        or to export the usage.

        `GET /api/manage/orgs/{org}/ledger` Session with the role permission `billing:read`.
        """
        reply: t.LedgerListResponse = self._call("ledger_list", request, options)
        return reply

    def ledger_list_items(self, request: t.LedgerListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.LedgerEntryResource]:
        """The items of every page of `ledger_list`, requested when they are needed."""
        return self._items("ledger_list", request, options)

    def request_list(self, request: t.RequestListParams, /, **options: Unpack[CallOptions]) -> t.RequestListResponse:
        """List counted requests, newest first.

        Lists counted requests. If you filter by anything other than time, each page searches 5,000
        requests. It can therefore contain fewer entries than you asked for, or none, even if there
        is a next page. `meta.total` is the number of all counted requests, without filters.

        `GET /api/manage/orgs/{org}/requests` Session with the role permission `billing:read`.
        """
        reply: t.RequestListResponse = self._call("request_list", request, options)
        return reply

    def request_list_items(self, request: t.RequestListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.LedgerEntryResource]:
        """The items of every page of `request_list`, requested when they are needed."""
        return self._items("request_list", request, options)

    def request_get(self, request: t.RequestGetParams, /, **options: Unpack[CallOptions]) -> t.RequestGetResponse:
        """Get a counted request.

        Returns a request that was counted toward usage, by the ID in the `X-Request-Id` header of
        its response. Requests that were rejected before they were counted have no entry.

        `GET /api/manage/orgs/{org}/requests/{request}` Session with the role permission
        `billing:read`.
        """
        reply: t.RequestGetResponse = self._call("request_get", request, options)
        return reply

    def refusal_list(self, request: t.RefusalListParams, /, **options: Unpack[CallOptions]) -> t.RefusalListResponse:
        """List rejected requests by minute, newest first.

        Counts requests that were rejected before any processing, by minute, key, error code and
        origin. They are not charged. Beyond a limit, further combinations are counted by hour. The
        list ends after the latest 5,000 entries.

        `GET /api/manage/orgs/{org}/refusals` Session with the role permission `billing:read`.
        """
        reply: t.RefusalListResponse = self._call("refusal_list", request, options)
        return reply

    def refusal_list_items(self, request: t.RefusalListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.RefusalsResource]:
        """The items of every page of `refusal_list`, requested when they are needed."""
        return self._items("refusal_list", request, options)

    def audit_list(self, request: t.AuditListParams, /, **options: Unpack[CallOptions]) -> t.AuditListResponse:
        """List audit entries, newest first.

        A page has at most 1 MiB of entries. If you filter, each page searches 5,000 entries. It can
        therefore contain fewer entries than you asked for, or none, even if there is a next page.
        `meta.total` is the number of all entries, without filters. `GET
        /api/manage/orgs/{org}/audit/verification` checks that no entry has been changed.

        `GET /api/manage/orgs/{org}/audit` Session with the role permission `admin:access`.
        """
        reply: t.AuditListResponse = self._call("audit_list", request, options)
        return reply

    def audit_list_items(self, request: t.AuditListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.AuditEntryResource]:
        """The items of every page of `audit_list`, requested when they are needed."""
        return self._items("audit_list", request, options)

    def audit_verify(self, request: t.AuditVerifyParams, /, **options: Unpack[CallOptions]) -> t.AuditVerifyResponse:
        """Verify the audit log.

        Recomputes the keyed hash (HMAC) of every entry, from the first to the last. A log of more
        than 20,000 entries, or of more than 16 MiB, is verified with the command `almagest audit
        verify`.

        `GET /api/manage/orgs/{org}/audit/verification` Session with the role permission
        `admin:access`.
        """
        reply: t.AuditVerifyResponse = self._call("audit_verify", request, options)
        return reply

    def alert_list(self, request: t.AlertListParams, /, **options: Unpack[CallOptions]) -> t.AlertListResponse:
        """List alerts, newest first.

        Alerts report high quota usage, request spikes, high error rates, requests from domains that
        are not allowed, use of dormant keys, and keys that are about to expire.

        `GET /api/manage/orgs/{org}/alerts` Session with the role permission `org:update`.
        """
        reply: t.AlertListResponse = self._call("alert_list", request, options)
        return reply

    def alert_list_items(self, request: t.AlertListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.AlertResource]:
        """The items of every page of `alert_list`, requested when they are needed."""
        return self._items("alert_list", request, options)

    def alert_get(self, request: t.AlertGetParams, /, **options: Unpack[CallOptions]) -> t.AlertGetResponse:
        """Get an alert.

        Returns an alert with its figures, and the URL of the dashboard page where you can resolve
        it.

        `GET /api/manage/orgs/{org}/alerts/{alert}` Session with the role permission `org:update`.
        """
        reply: t.AlertGetResponse = self._call("alert_get", request, options)
        return reply

    def alert_update(self, request: t.AlertUpdateParams, /, **options: Unpack[CallOptions]) -> t.AlertUpdateResponse:
        """Mark an alert as read or unread.

        The inbox belongs to the organization: an alert that one member reads is read for all
        members.

        `PATCH /api/manage/orgs/{org}/alerts/{alert}` Session with the role permission `org:update`.
        """
        reply: t.AlertUpdateResponse = self._call("alert_update", request, options)
        return reply

    def alert_read_all(self, request: t.AlertReadAllParams, /, **options: Unpack[CallOptions]) -> None:
        """Mark all alerts as read.

        Marks every unread alert of the organization as read, for all members.

        `POST /api/manage/orgs/{org}/alerts/read-all` Session with the role permission `org:update`.
        """
        reply: None = self._call("alert_read_all", request, options)
        return reply

    def alert_settings_get(self, request: t.AlertSettingsGetParams, /, **options: Unpack[CallOptions]) -> t.AlertSettingsGetResponse:
        """Get the alert settings.

        Returns which rules are enabled, their thresholds, and who receives the alerts by email.

        `GET /api/manage/orgs/{org}/alert-settings` Session with the role permission `org:update`.
        """
        reply: t.AlertSettingsGetResponse = self._call("alert_settings_get", request, options)
        return reply

    def alert_settings_update(self, request: t.AlertSettingsUpdateParams, /, **options: Unpack[CallOptions]) -> t.AlertSettingsUpdateResponse:
        """Update the alert settings.

        Takes effect at the next check of the organization, within a minute. An alert that was
        already sent is not sent again in the same period.

        `PATCH /api/manage/orgs/{org}/alert-settings` Session with the role permission `org:update`.
        """
        reply: t.AlertSettingsUpdateResponse = self._call("alert_settings_update", request, options)
        return reply

    def webhook_list(self, request: t.WebhookListParams, /, **options: Unpack[CallOptions]) -> t.WebhookListResponse:
        """List webhooks.

        Lists the addresses that receive the organization's alerts. Secrets are shown only when a
        webhook is created.

        `GET /api/manage/orgs/{org}/webhooks` Session with the role permission `org:update`.
        """
        reply: t.WebhookListResponse = self._call("webhook_list", request, options)
        return reply

    def webhook_list_items(self, request: t.WebhookListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.WebhookResource]:
        """The items of every page of `webhook_list`, requested when they are needed."""
        return self._items("webhook_list", request, options)

    def webhook_create(self, request: t.WebhookCreateParams, /, **options: Unpack[CallOptions]) -> t.WebhookCreateResponse:
        """Create a webhook.

        The response shows the signing secret only once. With an `Idempotency-Key`, a repeated
        request does not create a second webhook: it returns `secret: null` and `meta.secretShown`.

        `POST /api/manage/orgs/{org}/webhooks` Session with the role permission `org:update`.
        """
        reply: t.WebhookCreateResponse = self._call("webhook_create", request, options)
        return reply

    def webhook_get(self, request: t.WebhookGetParams, /, **options: Unpack[CallOptions]) -> t.WebhookGetResponse:
        """Get a webhook.

        Returns a webhook. The secret is shown only when a webhook is created.

        `GET /api/manage/orgs/{org}/webhooks/{webhook}` Session with the role permission
        `org:update`.
        """
        reply: t.WebhookGetResponse = self._call("webhook_get", request, options)
        return reply

    def webhook_delete(self, request: t.WebhookDeleteParams, /, **options: Unpack[CallOptions]) -> None:
        """Delete a webhook.

        Pending messages are not sent, and the delivery log is deleted.

        `DELETE /api/manage/orgs/{org}/webhooks/{webhook}` Session with the role permission
        `org:update`.
        """
        reply: None = self._call("webhook_delete", request, options)
        return reply

    def webhook_test(self, request: t.WebhookTestParams, /, **options: Unpack[CallOptions]) -> t.WebhookTestResponse:
        """Send a test message to a webhook.

        The response does not wait for the delivery. Check the delivery log for the result. You can
        send at most ten test messages per hour.

        `POST /api/manage/orgs/{org}/webhooks/{webhook}/test` Session with the role permission
        `org:update`.
        """
        reply: t.WebhookTestResponse = self._call("webhook_test", request, options)
        return reply

    def webhook_deliveries(self, request: t.WebhookDeliveriesParams, /, **options: Unpack[CallOptions]) -> t.WebhookDeliveriesResponse:
        """List webhook deliveries, newest first.

        Messages are kept for 30 days after they are delivered or abandoned.

        `GET /api/manage/orgs/{org}/webhooks/{webhook}/deliveries` Session with the role permission
        `org:update`.
        """
        reply: t.WebhookDeliveriesResponse = self._call("webhook_deliveries", request, options)
        return reply

    def webhook_deliveries_items(self, request: t.WebhookDeliveriesParams, /, **options: Unpack[CallOptions]) -> Iterator[t.WebhookDeliveryResource]:
        """The items of every page of `webhook_deliveries`, requested when they are needed."""
        return self._items("webhook_deliveries", request, options)

    def billing_get(self, request: t.BillingGetParams, /, **options: Unpack[CallOptions]) -> t.BillingGetResponse:
        """Get the plan and the costs for the current period.

        Amounts are integers in minor units of the currency. For example, 1999 with currency EUR
        means 19.99 euros. The lines show the charges so far for the next statement.

        `GET /api/manage/orgs/{org}/billing` Session with the role permission `billing:read`.
        """
        reply: t.BillingGetResponse = self._call("billing_get", request, options)
        return reply

    def billing_update(self, request: t.BillingUpdateParams, /, **options: Unpack[CallOptions]) -> t.BillingUpdateResponse:
        """Update the billing address.

        Takes effect with the next statement. Issued statements do not change.

        `PATCH /api/manage/orgs/{org}/billing` Session with the role permission `billing:manage`.
        """
        reply: t.BillingUpdateResponse = self._call("billing_update", request, options)
        return reply

    def plan_list(self, request: t.PlanListParams, /, **options: Unpack[CallOptions]) -> t.PlanListResponse:
        """List plans and the cost of changing to each.

        Returns the plans that the organization can switch to on its own, and its current plan. Each
        shows what the change would add to this period's bill: the remaining days of the current
        plan are credited and those of the new plan are charged, including today.

        `GET /api/manage/orgs/{org}/billing/plans` Session with the role permission `billing:read`.
        """
        reply: t.PlanListResponse = self._call("plan_list", request, options)
        return reply

    def plan_update(self, request: t.PlanUpdateParams, /, **options: Unpack[CallOptions]) -> t.PlanUpdateResponse:
        """Change the plan.

        Takes effect immediately: the next request has the quota, rate limits and modules of the new
        plan. To switch to a plan that includes less than you used in this period, wait until the
        next period starts.

        `PATCH /api/manage/orgs/{org}/billing/plan` Session with the role permission
        `billing:manage`.
        """
        reply: t.PlanUpdateResponse = self._call("plan_update", request, options)
        return reply

    def statement_list(self, request: t.StatementListParams, /, **options: Unpack[CallOptions]) -> t.StatementListResponse:
        """List statements, newest first.

        There is one statement for each past month. It is created one hour after the month ends.

        `GET /api/manage/orgs/{org}/billing/statements` Session with the role permission
        `billing:read`.
        """
        reply: t.StatementListResponse = self._call("statement_list", request, options)
        return reply

    def statement_list_items(self, request: t.StatementListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.StatementResource]:
        """The items of every page of `statement_list`, requested when they are needed."""
        return self._items("statement_list", request, options)

    def statement_get(self, request: t.StatementGetParams, /, **options: Unpack[CallOptions]) -> t.StatementGetResponse:
        """Get a statement with its lines.

        The request lines cover every counted request of the month, including requests made with
        deleted keys, free requests made with test keys, and requests that failed because of a
        server error and were refunded.

        `GET /api/manage/orgs/{org}/billing/statements/{statement}` Session with the role permission
        `billing:read`.
        """
        reply: t.StatementGetResponse = self._call("statement_get", request, options)
        return reply

    def statement_export(self, request: t.StatementExportParams, /, **options: Unpack[CallOptions]) -> File:
        """Download a statement as CSV.

        Returns one row per line. Amounts are decimal numbers in the currency of the statement.

        `GET /api/manage/orgs/{org}/billing/statements/{statement}/lines.csv` Session with the role
        permission `billing:read`.
        """
        reply: File = self._call("statement_export", request, options)
        return reply

    def invoice_get(self, request: t.InvoiceGetParams, /, **options: Unpack[CallOptions]) -> File:
        """Download a statement's invoice as a PDF.

        Returns the invoice in English or Dutch. A statement has an invoice once its month has
        ended.

        `GET /api/manage/orgs/{org}/billing/statements/{statement}/invoice.pdf` Session with the
        role permission `billing:read`.
        """
        reply: File = self._call("invoice_get", request, options)
        return reply

    def installation_org_list(self, request: t.InstallationOrgListParams | None = None, /, **options: Unpack[CallOptions]) -> t.InstallationOrgListResponse:
        """List organizations, oldest first.

        Lists all organizations with their plans and their usage this month.

        `GET /api/manage/installation/orgs`
        """
        reply: t.InstallationOrgListResponse = self._call("installation_org_list", request, options)
        return reply

    def installation_org_list_items(self, request: t.InstallationOrgListParams | None = None, /, **options: Unpack[CallOptions]) -> Iterator[t.OperatedOrganizationResource]:
        """The items of every page of `installation_org_list`, requested when they are needed."""
        return self._items("installation_org_list", request, options)

    def installation_org_create(self, request: t.OperatedOrganizationCreateRequest, /, **options: Unpack[CallOptions]) -> t.InstallationOrgCreateResponse:
        """Create an organization.

        The organization has no members yet. Add its first owner next.

        `POST /api/manage/installation/orgs`
        """
        reply: t.InstallationOrgCreateResponse = self._call("installation_org_create", request, options)
        return reply

    def installation_org_get(self, request: t.InstallationOrgGetParams, /, **options: Unpack[CallOptions]) -> t.InstallationOrgGetResponse:
        """Get an organization.

        Returns an organization with its plan, limits and usage this month.

        `GET /api/manage/installation/orgs/{org}`
        """
        reply: t.InstallationOrgGetResponse = self._call("installation_org_get", request, options)
        return reply

    def installation_org_update(self, request: t.InstallationOrgUpdateParams, /, **options: Unpack[CallOptions]) -> t.InstallationOrgUpdateResponse:
        """Update an organization.

        Takes effect on the next request with one of its keys. An organization that its owners have
        closed cannot be reopened.

        `PATCH /api/manage/installation/orgs/{org}`
        """
        reply: t.InstallationOrgUpdateResponse = self._call("installation_org_update", request, options)
        return reply

    def installation_member_list(self, request: t.InstallationMemberListParams, /, **options: Unpack[CallOptions]) -> t.InstallationMemberListResponse:
        """List the members of an organization.

        Lists the members of any organization with their roles.

        `GET /api/manage/installation/orgs/{org}/members`
        """
        reply: t.InstallationMemberListResponse = self._call("installation_member_list", request, options)
        return reply

    def installation_member_list_items(self, request: t.InstallationMemberListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.MemberResource]:
        """The items of every page of `installation_member_list`, requested when they are needed."""
        return self._items("installation_member_list", request, options)

    def installation_member_add(self, request: t.InstallationMemberAddParams, /, **options: Unpack[CallOptions]) -> t.InstallationMemberAddResponse:
        """Add a member to an organization.

        Adds an existing account to the organization without an invitation.

        `POST /api/manage/installation/orgs/{org}/members`
        """
        reply: t.InstallationMemberAddResponse = self._call("installation_member_add", request, options)
        return reply

    def installation_module_list(self, request: t.InstallationModuleListParams, /, **options: Unpack[CallOptions]) -> t.InstallationModuleListResponse:
        """List the modules granted to an organization.

        Lists the modules that were granted or purchased, with their dates.

        `GET /api/manage/installation/orgs/{org}/modules`
        """
        reply: t.InstallationModuleListResponse = self._call("installation_module_list", request, options)
        return reply

    def installation_module_list_items(self, request: t.InstallationModuleListParams, /, **options: Unpack[CallOptions]) -> Iterator[t.ModuleGrantResource]:
        """The items of every page of `installation_module_list`, requested when they are needed."""
        return self._items("installation_module_list", request, options)

    def installation_module_grant(self, request: t.InstallationModuleGrantParams, /, **options: Unpack[CallOptions]) -> t.InstallationModuleGrantResponse:
        """Grant a module to an organization.

        Granting a module again changes the end of the grant, so you can safely repeat the request.

        `POST /api/manage/installation/orgs/{org}/modules`
        """
        reply: t.InstallationModuleGrantResponse = self._call("installation_module_grant", request, options)
        return reply

    def installation_module_revoke(self, request: t.InstallationModuleRevokeParams, /, **options: Unpack[CallOptions]) -> None:
        """Revoke a granted module.

        Ends every grant of the module, whatever its source. Modules included in the plan are not
        affected.

        `DELETE /api/manage/installation/orgs/{org}/modules/{module}`
        """
        reply: None = self._call("installation_module_revoke", request, options)
        return reply

    def installation_user_list(self, request: t.InstallationUserListParams | None = None, /, **options: Unpack[CallOptions]) -> t.InstallationUserListResponse:
        """List accounts, oldest first.

        Lists all accounts on this installation.

        `GET /api/manage/installation/users`
        """
        reply: t.InstallationUserListResponse = self._call("installation_user_list", request, options)
        return reply

    def installation_user_list_items(self, request: t.InstallationUserListParams | None = None, /, **options: Unpack[CallOptions]) -> Iterator[t.OperatedUserResource]:
        """The items of every page of `installation_user_list`, requested when they are needed."""
        return self._items("installation_user_list", request, options)

    def installation_user_create(self, request: t.UserCreateRequest, /, **options: Unpack[CallOptions]) -> t.InstallationUserCreateResponse:
        """Create an account.

        The response shows the link to choose a password only once. It is also sent by email. A
        repeated request with the same `Idempotency-Key` does not return it again.

        `POST /api/manage/installation/users`
        """
        reply: t.InstallationUserCreateResponse = self._call("installation_user_create", request, options)
        return reply

    def installation_user_get(self, request: t.InstallationUserGetParams, /, **options: Unpack[CallOptions]) -> t.InstallationUserGetResponse:
        """Get an account.

        Returns an account and its state.

        `GET /api/manage/installation/users/{user}`
        """
        reply: t.InstallationUserGetResponse = self._call("installation_user_get", request, options)
        return reply

    def installation_user_update(self, request: t.InstallationUserUpdateParams, /, **options: Unpack[CallOptions]) -> t.InstallationUserUpdateResponse:
        """Update an account.

        Takes effect on the next request. Disabling an account ends its sessions. The request is
        rejected if it would leave the installation without an operator who can sign in, or an
        organization without an owner.

        `PATCH /api/manage/installation/users/{user}`
        """
        reply: t.InstallationUserUpdateResponse = self._call("installation_user_update", request, options)
        return reply

    def installation_user_reset(self, request: t.InstallationUserResetParams, /, **options: Unpack[CallOptions]) -> t.InstallationUserResetResponse:
        """Reset an account's password.

        The response contains a link for choosing a new password; it is shown only once. It is also
        sent by email. The old password works until a new one is chosen. If two-factor
        authentication is also disabled, the old password stops working and all sessions end
        immediately, because passwords used with two-factor authentication can be shorter.

        `POST /api/manage/installation/users/{user}/reset`
        """
        reply: t.InstallationUserResetResponse = self._call("installation_user_reset", request, options)
        return reply

    def installation_outbox_list(self, request: t.InstallationOutboxListParams | None = None, /, **options: Unpack[CallOptions]) -> t.InstallationOutboxListResponse:
        """List unsent emails, oldest first.

        Anyone who has a link can use it. Give it only to its recipient.

        `GET /api/manage/installation/outbox`
        """
        reply: t.InstallationOutboxListResponse = self._call("installation_outbox_list", request, options)
        return reply

    def installation_outbox_list_items(self, request: t.InstallationOutboxListParams | None = None, /, **options: Unpack[CallOptions]) -> Iterator[t.OutboxMailResource]:
        """The items of every page of `installation_outbox_list`, requested when they are needed."""
        return self._items("installation_outbox_list", request, options)

    def installation_plan_list(self, **options: Unpack[CallOptions]) -> t.InstallationPlanListResponse:
        """List plans.

        Plans are defined in the configuration file.

        `GET /api/manage/installation/plans`
        """
        reply: t.InstallationPlanListResponse = self._call("installation_plan_list", None, options)
        return reply

    def installation_statement_list(self, request: t.InstallationStatementListParams | None = None, /, **options: Unpack[CallOptions]) -> t.InstallationStatementListResponse:
        """List statements for all organizations, newest first.

        Filter by `state` to find the statements that are due.

        `GET /api/manage/installation/statements`
        """
        reply: t.InstallationStatementListResponse = self._call("installation_statement_list", request, options)
        return reply

    def installation_statement_list_items(self, request: t.InstallationStatementListParams | None = None, /, **options: Unpack[CallOptions]) -> Iterator[t.StatementResource]:
        """The items of every page of `installation_statement_list`, requested when they are needed."""
        return self._items("installation_statement_list", request, options)

    def installation_statement_pay(self, request: t.InstallationStatementPayParams, /, **options: Unpack[CallOptions]) -> t.InstallationStatementPayResponse:
        """Mark a statement as paid.

        Records a payment received outside the service, with its reference. Only statements that are
        due can be paid.

        `POST /api/manage/installation/orgs/{org}/statements/{statement}/payment`
        """
        reply: t.InstallationStatementPayResponse = self._call("installation_statement_pay", request, options)
        return reply

    def installation_health_get(self, **options: Unpack[CallOptions]) -> t.InstallationHealthGetResponse:
        """Get the health of the installation.

        Returns the version and backends of the node that responds, the number of nodes, and what is
        waiting for an operator.

        `GET /api/manage/installation/health`
        """
        reply: t.InstallationHealthGetResponse = self._call("installation_health_get", None, options)
        return reply

    def installation_job_list(self, **options: Unpack[CallOptions]) -> t.InstallationJobListResponse:
        """List background jobs.

        Lists the background jobs of all nodes, with their last run and its error, if any.

        `GET /api/manage/installation/jobs`
        """
        reply: t.InstallationJobListResponse = self._call("installation_job_list", None, options)
        return reply

    def installation_audit_list(self, request: t.InstallationAuditListParams | None = None, /, **options: Unpack[CallOptions]) -> t.InstallationAuditListResponse:
        """List audit entries of the installation, newest first.

        Changes to an organization are in that organization's audit log. If you filter, each page
        searches 5,000 entries. It can therefore contain fewer entries than you asked for, or none,
        even if there is a next page. `meta.total` is the number of all entries.

        `GET /api/manage/installation/audit`
        """
        reply: t.InstallationAuditListResponse = self._call("installation_audit_list", request, options)
        return reply

    def installation_audit_list_items(self, request: t.InstallationAuditListParams | None = None, /, **options: Unpack[CallOptions]) -> Iterator[t.AuditEntryResource]:
        """The items of every page of `installation_audit_list`, requested when they are needed."""
        return self._items("installation_audit_list", request, options)

    def health_live(self, **options: Unpack[CallOptions]) -> t.Health:
        """Check whether the process is alive.

        Checks only the process itself. Restart it if this does not respond.

        `GET /healthz`
        """
        reply: t.Health = self._call("health_live", None, options)
        return reply

    def health_ready(self, request: t.HealthReadyParams | None = None, /, **options: Unpack[CallOptions]) -> t.Health:
        """Check whether the service is ready.

        Returns 503 while the database is unavailable or the service is stopping. A restart is not
        needed. Load balancers ask with `scope=node`, which returns 503 only while the service is
        stopping: without the database, every node would be taken out, and clients would get the
        balancer's error instead of one with `Retry-After`.

        `GET /readyz`
        """
        reply: t.Health = self._call("health_ready", request, options)
        return reply

    def openapi_get(self, **options: Unpack[CallOptions]) -> t.OpenApiDocument:
        """Get the OpenAPI document.

        Returns this API as OpenAPI 3.1. `/docs` is the version for people.

        `GET /openapi.json`
        """
        reply: t.OpenApiDocument = self._call("openapi_get", None, options)
        return reply

    def openapi_part_get(self, request: t.OpenapiPartGetParams, /, **options: Unpack[CallOptions]) -> t.OpenApiDocument:
        """Get an OpenAPI document with examples.

        Returns the operations of one group, each with an example request, its response, and a
        `curl` command.

        `GET /openapi/{document}`
        """
        reply: t.OpenApiDocument = self._call("openapi_part_get", request, options)
        return reply

    def mcp_post(self, request: t.McpMessage, /, **options: Unpack[CallOptions]) -> t.McpPostResponse:
        """Send a Model Context Protocol (MCP) message.

        The streamable HTTP transport of the [Model Context
        Protocol](https://modelcontextprotocol.io/), versions 2025-06-18, 2025-11-25 and 2026-07-28,
        without sessions. `tools/call` costs what its operation costs with `fields`, and is counted
        as a request for that operation, under the same limits. Every other message costs 1 unit.
        What an operation refuses because of its input, the permissions of the key or its modules is
        a result with `isError: true`, so that a model can read it. Everything else is refused like
        any other request.

        `POST /mcp` Cost: The price of the tool's operation with `fields`. 1 unit for any other
        message.
        """
        reply: t.McpPostResponse = self._call("mcp_post", request, options)
        return reply

    def llms_get(self, **options: Unpack[CallOptions]) -> File:
        """List the operations for language models.

        Returns every operation in one line of Markdown, in the format of
        [llms.txt](https://llmstxt.org/).

        `GET /llms.txt`
        """
        reply: File = self._call("llms_get", None, options)
        return reply

    def llms_full_get(self, **options: Unpack[CallOptions]) -> File:
        """Describe the operations for language models.

        Returns every operation in Markdown, with its description, price, fields and an example.

        `GET /llms-full.txt`
        """
        reply: File = self._call("llms_full_get", None, options)
        return reply


class AsyncOperations:
    """The operations as methods."""

    async def _call(self, name: str, request: Input | None, options: CallOptions) -> Any:
        raise NotImplementedError

    def _items(self, name: str, request: Input | None, options: CallOptions) -> AsyncIterator[Any]:
        raise NotImplementedError

    async def calc_natal(self, request: t.NatalInput, /, **options: Unpack[CallOptions]) -> t.CalcNatalResponse:
        """Calculate a natal chart.

        Returns points, angles, houses, aspects and everything derived from them. For a date without
        a time, the response contains only what is certain for that day: the longitude range of each
        point, without angles or houses.

        `POST /api/calc/natal` Key permission: `calc:read`. Cost: 1 unit for up to 32 points, 4
        units with `include: margins` and default points. Above that, the price grows with the
        square of the number of points.
        """
        reply: t.CalcNatalResponse = await self._call("calc_natal", request, options)
        return reply

    async def calc_transit(self, request: t.TransitInput, /, **options: Unpack[CallOptions]) -> t.CalcTransitResponse:
        """Calculate transits to a natal chart.

        Returns every period in which a transiting point is within orb of an aspect to a natal
        point, with each exact pass (three if the point changes direction), sign and natal house
        ingresses, and stations. For a birth without a time, there are no angles or houses, and each
        natal point lies somewhere on the arc that it covers on that day. In that case: a period
        runs from the earliest to the latest time at which the transiting point may be within orb; a
        pass runs from the first to the last time at which the aspect may be exact; and a period is
        `certain` if the aspect becomes exact whatever the birth time.

        `POST /api/calc/transit` Key permission: `calc:read`. Cost: 1 unit per twelve transiting
        points over ten months, in proportion to the days, the natal points and the types of
        aspects. The Moon alone accounts for three quarters of it.
        """
        reply: t.CalcTransitResponse = await self._call("calc_transit", request, options)
        return reply

    async def calc_synastry(self, request: t.PairInput, /, **options: Unpack[CallOptions]) -> t.CalcSynastryResponse:
        """Calculate the synastry between two people.

        Returns the aspects between two charts and the points of each chart in the houses of the
        other. For a birth without a time, there are no angles or houses: each point is given as its
        longitude range for that day, aspects are `certain` or `possible`, and house overlays
        contain only points that stay in one house of the other chart all day.

        `POST /api/calc/synastry` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points. If a birth time is
        unknown: 1 unit for up to 28 points and the five major aspects. Above that, the price grows
        with the square of the number of points and with the number of aspects.
        """
        reply: t.CalcSynastryResponse = await self._call("calc_synastry", request, options)
        return reply

    async def calc_composite(self, request: t.CompositeInput, /, **options: Unpack[CallOptions]) -> t.CalcCompositeResponse:
        """Calculate a composite (midpoint) chart.

        Each point is at the nearer midpoint of its positions in the two charts. The Part of Fortune
        is recalculated from the composite points. The houses are either derived from the midpoint
        of the Midheavens at the mean latitude or calculated as midpoints of the cusps:
        `houses.method` says which. If a birth time is unknown, every midpoint has a range of
        possible longitudes, aspects are `certain` or `possible`, and there are no houses, angles or
        lots.

        `POST /api/calc/composite` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points. If a birth time is
        unknown: 1 unit for up to 28 points and the five major aspects. Above that, the price grows
        with the square of the number of points and with the number of aspects.
        """
        reply: t.CalcCompositeResponse = await self._call("calc_composite", request, options)
        return reply

    async def calc_davison(self, request: t.PairInput, /, **options: Unpack[CallOptions]) -> t.CalcDavisonResponse:
        """Calculate a Davison relationship chart.

        Calculates a chart for the midpoint in time between two births, at the midpoint of the two
        places: the mean of the latitudes, and the midpoint of the longitudes along the shorter arc.
        Both birth times are required. Interpretation texts are those of composite charts.

        `POST /api/calc/davison` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points.
        """
        reply: t.CalcDavisonResponse = await self._call("calc_davison", request, options)
        return reply

    async def calc_compatibility(self, request: t.PairInput, /, **options: Unpack[CallOptions]) -> t.CalcCompatibilityResponse:
        """Score the Sun-sign compatibility of two people.

        Returns one score based on the elements of the two Sun signs and one based on the aspect
        between the Suns. The response shows how each score is calculated. If a birth time is
        unknown, values that depend on it are null, and the response gives the possible signs and
        the score ranges instead.

        `POST /api/calc/compatibility` Key permission: `calc:read`. Cost: 1 unit for up to 32
        points. Above that, the price grows with the square of the number of points.
        """
        reply: t.CalcCompatibilityResponse = await self._call("calc_compatibility", request, options)
        return reply

    async def calc_solar_return(self, request: t.SolarReturnInput, /, **options: Unpack[CallOptions]) -> t.CalcSolarReturnResponse:
        """Calculate a solar return chart.

        Returns the time in the requested year when the Sun returns to its natal position, and the
        chart for that time at the location of the return. With `center: heliocentric` the Earth's
        return is calculated instead.

        `POST /api/calc/solar-return` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points.
        """
        reply: t.CalcSolarReturnResponse = await self._call("calc_solar_return", request, options)
        return reply

    async def calc_lunar_return(self, request: t.LunarReturnInput, /, **options: Unpack[CallOptions]) -> t.CalcLunarReturnResponse:
        """Calculate a lunar return chart.

        Returns the time of the Moon's first return to its natal position on or after a given date,
        and the chart for that time at the location of the return. With `moonCenter: topocentric`,
        the Moon's natal position is calculated for the birthplace and its return position for the
        location of the return, which changes the time by up to four hours.

        `POST /api/calc/lunar-return` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points.
        """
        reply: t.CalcLunarReturnResponse = await self._call("calc_lunar_return", request, options)
        return reply

    async def calc_planetary_return(self, request: t.PlanetaryReturnInput, /, **options: Unpack[CallOptions]) -> t.CalcPlanetaryReturnResponse:
        """Calculate a planetary return chart.

        Returns the first time at or after a date when a body returns to its natal position. A
        planet that stations near its natal position passes it three times. `retrograde` tells you
        whether it is moving backward at the returned pass. The true node and the true apogee of the
        Moon oscillate and pass it several times within a few months. The response contains the
        first pass.

        `POST /api/calc/planetary-return` Key permission: `calc:read`. Cost: 1 unit. The true node
        of the Moon costs 3 units and the true apogee 2: they oscillate, so the search follows them
        in small steps.
        """
        reply: t.CalcPlanetaryReturnResponse = await self._call("calc_planetary_return", request, options)
        return reply

    async def calc_progressions(self, request: t.ProgressionsInput, /, **options: Unpack[CallOptions]) -> t.CalcProgressionsResponse:
        """Calculate a progressed chart.

        Returns secondary, tertiary or minor progressions or solar arc directions, with progressed
        angles by the chosen method and aspects between progressed points and to natal points.

        `POST /api/calc/progressions` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points.
        """
        reply: t.CalcProgressionsResponse = await self._call("calc_progressions", request, options)
        return reply

    async def calc_profections(self, request: t.ProfectionsInput, /, **options: Unpack[CallOptions]) -> t.CalcProfectionsResponse:
        """Calculate annual and monthly profections.

        The Ascendant advances one sign for each completed year of life, and one more for each
        completed month since the last birthday.

        `POST /api/calc/profections` Key permission: `calc:read`. Cost: 1 unit for up to 32 points.
        Above that, the price grows with the square of the number of points.
        """
        reply: t.CalcProfectionsResponse = await self._call("calc_profections", request, options)
        return reply

    async def calc_retrograde(self, request: t.RetrogradeInput, /, **options: Unpack[CallOptions]) -> t.CalcRetrogradeResponse:
        """List retrograde periods.

        Returns the retrograde periods that overlap a range, each in full and with its shadows.
        Covers Mercury to Pluto and Chiron, or the bodies in `points`. The range cannot exceed 100
        years.

        `POST /api/calc/retrograde` Key permission: `calc:read`. Cost: 1 unit per 9 bodies over 9
        years, in proportion to days and bodies. Mercury counts twice. The Moon's true node and true
        apogee count 25 times.
        """
        reply: t.CalcRetrogradeResponse = await self._call("calc_retrograde", request, options)
        return reply

    async def calc_eclipses(self, request: t.EclipsesInput, /, **options: Unpack[CallOptions]) -> t.CalcEclipsesResponse:
        """List solar and lunar eclipses.

        Returns the type, times and magnitude of each eclipse in a range and, with a `location`, its
        visibility there. The range cannot exceed 100 years.

        `POST /api/calc/eclipses` Key permission: `calc:read`. Cost: 1 unit per 10 years, in
        proportion to the days of the range.
        """
        reply: t.CalcEclipsesResponse = await self._call("calc_eclipses", request, options)
        return reply

    async def calc_moon_sun(self, request: t.MoonSunInput, /, **options: Unpack[CallOptions]) -> t.CalcMoonSunResponse:
        """Calculate Sun and Moon data for a time and place.

        Returns the Moon's phase and age, the distances of the Sun and Moon, their rise, set and
        transit times on the local civil day, the twilight times, and the previous and next
        principal phases.

        `POST /api/calc/moon-sun` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcMoonSunResponse = await self._call("calc_moon_sun", request, options)
        return reply

    async def calc_moon_day(self, request: t.MoonDayInput, /, **options: Unpack[CallOptions]) -> t.CalcMoonDayResponse:
        """Calculate Moon data for one day.

        Returns the Moon's sign, phase, exact aspects and void-of-course periods on a local civil
        day. `moon` and `isVoid` refer to the given time, or to the start of the day if no time is
        given. If no time is given and a principal phase falls on that day, the phase is reported as
        that principal phase. A day may overlap two void periods.

        `POST /api/calc/moon-calendar/day` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcMoonDayResponse = await self._call("calc_moon_day", request, options)
        return reply

    async def calc_moon_range(self, request: t.MoonRangeInput, /, **options: Unpack[CallOptions]) -> t.CalcMoonRangeResponse:
        """Calculate Moon data for a range of dates.

        Returns the same data as `POST /api/calc/moon-calendar/day`, for up to 31 local civil days.

        `POST /api/calc/moon-calendar/range` Key permission: `calc:read`. Cost: 1 unit for up to 31
        days.
        """
        reply: t.CalcMoonRangeResponse = await self._call("calc_moon_range", request, options)
        return reply

    async def calc_ephemeris(self, request: t.EphemerisInput, /, **options: Unpack[CallOptions]) -> t.CalcEphemerisResponse:
        """Calculate an ephemeris.

        Returns geocentric or heliocentric positions at regular intervals between two dates. Returns
        at most 10,000 rows. Angles and lots depend on a place and are not available.

        `POST /api/calc/ephemeris` Key permission: `calc:read`. Cost: 1 unit per about 1,800
        positions (rows x points), in proportion to the positions. At most 10,000 rows.
        """
        reply: t.CalcEphemerisResponse = await self._call("calc_ephemeris", request, options)
        return reply

    async def calc_chinese_horoscope(self, request: t.BirthYearInput, /, **options: Unpack[CallOptions]) -> t.CalcChineseHoroscopeResponse:
        """Get the Chinese sign and element for a birth date.

        Returns the animal, element and polarity of the Chinese year of a birth. The year begins on
        Chinese New Year, which is computed from the new moon, or at lichun (the start of spring) if
        `yearBoundary` is `lichun`. Births in January and February often belong to the year before.

        `POST /api/calc/chinese-horoscope` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcChineseHoroscopeResponse = await self._call("calc_chinese_horoscope", request, options)
        return reply

    async def calc_chinese_forecast(self, request: t.ForecastInput, /, **options: Unpack[CallOptions]) -> t.CalcChineseForecastResponse:
        """Calculate a Chinese forecast for a year.

        Compares the animal and element of a year with those of a birth, and each of the twelve
        solar months with the animal of the birth. Solar months begin when the Sun reaches 315, 345,
        15 … degrees.

        `POST /api/calc/chinese-forecast` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcChineseForecastResponse = await self._call("calc_chinese_forecast", request, options)
        return reply

    async def calc_chinese_calendar(self, request: t.CalendarInput | None = None, /, **options: Unpack[CallOptions]) -> t.CalcChineseCalendarResponse:
        """Convert dates to and from the Chinese calendar.

        With `year`, lists the months that begin in a Gregorian year and its 24 solar terms. With
        `date`, converts a Gregorian date to a Chinese date. With `lunarYear`, `month` and `day`,
        converts a Chinese date to a Gregorian date. Months and terms are calculated from exact new
        moons and longitudes of the Sun. Days begin at midnight in UTC+8 (from 1914 to 1928, in
        Beijing mean time).

        `POST /api/calc/chinese-calendar` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcChineseCalendarResponse = await self._call("calc_chinese_calendar", request, options)
        return reply

    async def calc_bazi(self, request: t.BaziInput, /, **options: Unpack[CallOptions]) -> t.CalcBaziResponse:
        """Calculate the four pillars (BaZi) for a birth date and time.

        Returns year, month, day and hour as stems and branches. The year begins at the instant of
        lichun, months at the jie. By default, days begin at 23:00 local time, ignoring daylight
        saving time. With either value of `dayBoundary`, the hour that begins at 23:00 takes its
        stem from the next day.

        `POST /api/calc/bazi` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcBaziResponse = await self._call("calc_bazi", request, options)
        return reply

    async def calc_vedic_chart(self, request: t.VedicChartInput, /, **options: Unpack[CallOptions]) -> t.CalcVedicChartResponse:
        """Calculate a Vedic chart.

        Returns lagna, grahas and bhavas in the sidereal zodiac with nakshatras, dignities and
        combustion, and divisional charts. `include` adds ashtakavarga, yogas, karakas and padas,
        Krishnamurti Paddhati, upagrahas, and shadbala. `meta.conventions` has every convention on
        which schools differ.

        `POST /api/calc/vedic/chart` Key permission: `calc:read`. Cost: 1 unit, or 2 to 4 units with
        `include: margins`.
        """
        reply: t.CalcVedicChartResponse = await self._call("calc_vedic_chart", request, options)
        return reply

    async def calc_vedic_dasha(self, request: t.DashaInput, /, **options: Unpack[CallOptions]) -> t.CalcVedicDashaResponse:
        """Calculate Vedic planetary periods (dashas).

        Returns the periods that overlap a range or contain an instant, with up to five levels.
        Periods at the ends of the range have their true starts and ends. `meta.conventions` has
        every convention on which schools differ: programs disagree mostly about the ayanamsha and
        the length of a year.

        `POST /api/calc/vedic/dasha` Key permission: `calc:read`. Cost: 1 unit for up to about 3,000
        periods whose years have a fixed number of days, or about 120 whose years follow the Sun or
        the Moon. Above that, the price grows with their number.
        """
        reply: t.CalcVedicDashaResponse = await self._call("calc_vedic_dasha", request, options)
        return reply

    async def calc_panchang(self, request: t.PanchangInput, /, **options: Unpack[CallOptions]) -> t.CalcPanchangResponse:
        """Calculate the panchang for a day.

        Returns the weekday, tithis, nakshatras, yogas and karanas of a day with their actual start
        and end times, the times derived from them and from sunrise and sunset, the lunar month, the
        season and the years of the Shaka and Vikrama eras. The day runs from sunrise to the next
        sunrise and is named by the civil date of its sunrise. `meta.conventions` has the
        conventions on which printed panchangs differ.

        `POST /api/calc/vedic/panchang` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcPanchangResponse = await self._call("calc_panchang", request, options)
        return reply

    async def calc_panchang_range(self, request: t.PanchangRangeInput, /, **options: Unpack[CallOptions]) -> t.CalcPanchangRangeResponse:
        """Calculate the panchang for a range of dates.

        Returns the same data as `POST /api/calc/vedic/panchang`, for up to 31 days.

        `POST /api/calc/vedic/panchang/range` Key permission: `calc:read`. Cost: 1 unit for up to 5
        days. Above that, 1 more for each 8 days.
        """
        reply: t.CalcPanchangRangeResponse = await self._call("calc_panchang_range", request, options)
        return reply

    async def calc_vedic_match(self, request: t.MatchInput, /, **options: Unpack[CallOptions]) -> t.CalcVedicMatchResponse:
        """Match two births by kootas or poruthams.

        Returns the points of the eight kootas (guna milan, at most 36) or the ten poruthams, each
        with an explanation. Where printed tables differ, `table` names the one used. `doshas` lists
        the kootas that fail, with the rule that cancels each. Manglik is given from lagna, Moon and
        Venus of both. The first birth is the groom's unless `roles` says otherwise. Explanations
        are in English.

        `POST /api/calc/vedic/match` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.CalcVedicMatchResponse = await self._call("calc_vedic_match", request, options)
        return reply

    async def calc_margins(self, request: t.MarginsInput, /, **options: Unpack[CallOptions]) -> t.CalcMarginsResponse:
        """Calculate the margins of a chart.

        Returns for every fact of a natal or Vedic chart how many minutes the birth must be earlier
        or later for it to change, what it becomes, and which ayanamshas, lunar node and house
        systems change it. The fact that changes first comes first. Lots, parallels, and houses
        beyond the polar circles have no margins.

        `POST /api/calc/margins` Key permission: `calc:read`. Cost: 4 units for a default natal
        chart, 2 for a Vedic one. The price grows with the number of points and divisional charts.
        """
        reply: t.CalcMarginsResponse = await self._call("calc_margins", request, options)
        return reply

    async def calc_explain(self, request: t.ExplainInput, /, **options: Unpack[CallOptions]) -> t.CalcExplainResponse:
        """Explain longitudes of another program.

        Returns the settings that reproduce longitudes shown by another program: how it read the
        birth time, zodiac and ayanamsha, center, lunar node, corrections for light, and nutation.
        Settings whose longitudes are equal within `toleranceArcminutes` count as equal; the most
        usual ones come first.

        `POST /api/calc/explain` Key permission: `calc:read`. Cost: The price grows with the number
        of longitudes: 4 units for 15.
        """
        reply: t.CalcExplainResponse = await self._call("calc_explain", request, options)
        return reply

    async def numerology_profile(self, request: t.ProfileInput, /, **options: Unpack[CallOptions]) -> t.NumerologyProfileResponse:
        """Calculate a numerology profile.

        Returns the numbers of a name and a date of birth, each with every step of its calculation.
        Letters with diacritics count as their base letter, and names in other scripts are
        transliterated. Options cover the points on which schools differ, and `meta.conventions`
        lists the options used. The first pinnacle ends at the age of 36 minus the life path number,
        reduced to a single digit. The next two last nine years each. The first period cycle ends
        with the first pinnacle, and the second lasts 27 years.

        `POST /api/numerology/profile` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.NumerologyProfileResponse = await self._call("numerology_profile", request, options)
        return reply

    async def numerology_compatibility(self, request: t.CompatibilityInput, /, **options: Unpack[CallOptions]) -> t.NumerologyCompatibilityResponse:
        """Compare the numerology of two people.

        Returns a score for the numbers of two people and shows how it follows from each pair of
        numbers. Names are optional: without them, only the numbers of the birth dates are compared.

        `POST /api/numerology/compatibility` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.NumerologyCompatibilityResponse = await self._call("numerology_compatibility", request, options)
        return reply

    async def horoscope_daily(self, request: t.HoroscopeDailyParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeDailyResponse:
        """Get the daily horoscopes for all signs.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/daily/{date}` Key permission: `calc:read`. Cost: 1 unit for a day, a
        week or a month, 2 units for a year.
        """
        reply: t.HoroscopeDailyResponse = await self._call("horoscope_daily", request, options)
        return reply

    async def horoscope_daily_sign(self, request: t.HoroscopeDailySignParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeDailySignResponse:
        """Get the daily horoscope for a sign.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/daily/{date}/{sign}` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.HoroscopeDailySignResponse = await self._call("horoscope_daily_sign", request, options)
        return reply

    async def horoscope_weekly(self, request: t.HoroscopeWeeklyParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeWeeklyResponse:
        """Get the weekly horoscopes for all signs.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/weekly/{year}/{week}` Key permission: `calc:read`. Cost: 1 unit for a
        day, a week or a month, 2 units for a year.
        """
        reply: t.HoroscopeWeeklyResponse = await self._call("horoscope_weekly", request, options)
        return reply

    async def horoscope_weekly_sign(self, request: t.HoroscopeWeeklySignParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeWeeklySignResponse:
        """Get the weekly horoscope for a sign.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/weekly/{year}/{week}/{sign}` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.HoroscopeWeeklySignResponse = await self._call("horoscope_weekly_sign", request, options)
        return reply

    async def horoscope_monthly(self, request: t.HoroscopeMonthlyParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeMonthlyResponse:
        """Get the monthly horoscopes for all signs.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/monthly/{year}/{month}` Key permission: `calc:read`. Cost: 1 unit for a
        day, a week or a month, 2 units for a year.
        """
        reply: t.HoroscopeMonthlyResponse = await self._call("horoscope_monthly", request, options)
        return reply

    async def horoscope_monthly_sign(self, request: t.HoroscopeMonthlySignParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeMonthlySignResponse:
        """Get the monthly horoscope for a sign.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/monthly/{year}/{month}/{sign}` Key permission: `calc:read`. Cost: 1
        unit.
        """
        reply: t.HoroscopeMonthlySignResponse = await self._call("horoscope_monthly_sign", request, options)
        return reply

    async def horoscope_yearly(self, request: t.HoroscopeYearlyParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeYearlyResponse:
        """Get the yearly horoscopes for all signs.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/yearly/{year}` Key permission: `calc:read`. Cost: 1 unit for a day, a
        week or a month, 2 units for a year.
        """
        reply: t.HoroscopeYearlyResponse = await self._call("horoscope_yearly", request, options)
        return reply

    async def horoscope_yearly_sign(self, request: t.HoroscopeYearlySignParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeYearlySignResponse:
        """Get the yearly horoscope for a sign.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/yearly/{year}/{sign}` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.HoroscopeYearlySignResponse = await self._call("horoscope_yearly_sign", request, options)
        return reply

    async def horoscope_yearly_ascendant(self, request: t.HoroscopeYearlyAscendantParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeYearlyAscendantResponse:
        """Get the yearly horoscopes for all Ascendant signs.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/yearly-ascendant/{year}` Key permission: `calc:read`. Cost: 1 unit for a
        day, a week or a month, 2 units for a year.
        """
        reply: t.HoroscopeYearlyAscendantResponse = await self._call("horoscope_yearly_ascendant", request, options)
        return reply

    async def horoscope_yearly_ascendant_sign(self, request: t.HoroscopeYearlyAscendantSignParams, /, **options: Unpack[CallOptions]) -> t.HoroscopeYearlyAscendantSignResponse:
        """Get the yearly horoscope for an Ascendant sign.

        A sign is treated as the first of twelve whole-sign houses. The facts come from the actual
        sky: ingresses, stations, aspects between planets, phases of the Moon and eclipses. Daily
        horoscopes also include the Moon's sign, aspects and void-of-course periods. Each fact has a
        weight: rare and slow events count more than frequent and fast ones, and angular houses more
        than cadent ones. `summary` describes the facts with the greatest weights. `summaryFrom` and
        `from` name the texts, so every sentence can be traced to a fact. Texts vary between
        periods, but the same request returns the same bytes until `contentRevision` changes. Texts
        are available in English, Dutch and German. For other languages, English texts are returned
        with a warning. If `timezone` is omitted, the period is in UTC.

        `GET /api/horoscope/yearly-ascendant/{year}/{sign}` Key permission: `calc:read`. Cost: 1
        unit.
        """
        reply: t.HoroscopeYearlyAscendantSignResponse = await self._call("horoscope_yearly_ascendant_sign", request, options)
        return reply

    async def horoscope_personal(self, request: t.PersonalInput, /, **options: Unpack[CallOptions]) -> t.HoroscopePersonalResponse:
        """Calculate a personal horoscope.

        Calculates a horoscope for a range of days from a birth chart, in the form of the other
        horoscopes. The sign of the Ascendant is the first of twelve whole-sign houses. Without a
        birth time, the sign of the Sun is the first house, the Moon is left out, and a transit runs
        from its earliest to its latest possible time. The facts come from the sky of the period and
        from exact aspects of the Sun through Pluto to the natal planets. `calendar` is that of
        `dateTime`; `from` and `to` are dates in the Gregorian calendar.

        `POST /api/horoscope/personal` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.HoroscopePersonalResponse = await self._call("horoscope_personal", request, options)
        return reply

    async def calc_batch(self, request: t.BatchInput, /, **options: Unpack[CallOptions]) -> t.CalcBatchResponse:
        """Run a batch of calculations.

        Each item has the name of a calculation and its body. Results are in the same order as the
        items, each with its own status. A failed item does not affect the others. Each item costs
        as much as it would on its own, and nothing if the service fails (500, 503). An item that
        would exceed the work limit of the whole request fails with 422 `work_limit_exceeded` and
        costs 1 unit: send it in another request. If the quota has fewer units left than the batch
        costs, the batch is refused, and checking it costs 1 unit per 14 items. Only POST is
        supported, because a query string cannot hold a list of request bodies.

        `POST /api/calc/batch` Key permission: `calc:read`. Cost: The sum of the prices of the
        items.
        """
        reply: t.CalcBatchResponse = await self._call("calc_batch", request, options)
        return reply

    async def calc_context(self, request: t.ContextInput, /, **options: Unpack[CallOptions]) -> t.CalcContextResponse:
        """Describe a calculation in Markdown.

        Runs a calculation, named as in a batch, and returns its facts and conventions as short
        Markdown for the context of a language model, with its length in tokens. It needs the same
        module as the calculation. Positions are written as a place in a sign, truncated to the
        minute. URLs, instants' fractions and what only programs need are left out. Only POST is
        supported, because a query string cannot hold a request body.

        `POST /api/calc/context` Key permission: `calc:read`. Cost: The price of the calculation
        with `fields`.
        """
        reply: t.CalcContextResponse = await self._call("calc_context", request, options)
        return reply

    async def chart_natal(self, request: t.ChartNatalParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a natal chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/natal.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and for
        PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion to
        the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = await self._call("chart_natal", request, options)
        return reply

    async def chart_transit(self, request: t.ChartTransitParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a natal chart with transits.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/transit.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion
        to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = await self._call("chart_transit", request, options)
        return reply

    async def chart_synastry(self, request: t.ChartSynastryParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a synastry chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/synastry.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion
        to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = await self._call("chart_synastry", request, options)
        return reply

    async def chart_composite(self, request: t.ChartCompositeParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a composite chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/composite.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion
        to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = await self._call("chart_composite", request, options)
        return reply

    async def chart_davison(self, request: t.ChartDavisonParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a Davison chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/davison.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in proportion
        to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = await self._call("chart_davison", request, options)
        return reply

    async def chart_solar_return(self, request: t.ChartSolarReturnParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a solar return chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/solar-return.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG
        and for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in
        proportion to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = await self._call("chart_solar_return", request, options)
        return reply

    async def chart_lunar_return(self, request: t.ChartLunarReturnParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a lunar return chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/lunar-return.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG
        and for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in
        proportion to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = await self._call("chart_lunar_return", request, options)
        return reply

    async def chart_progressions(self, request: t.ChartProgressionsParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a progressed chart.

        Accepts the fields of the corresponding calculation as query parameters, plus parameters
        that control appearance. `include`, `includeText` and `includeReadableEntities` are not
        accepted because they do not affect the image. The same request always returns the same
        bytes, and the ETag is strong.

        `GET /api/chart2/progressions.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG
        and for PNG of up to 600 x 600 pixels with default options. Larger PNGs cost more in
        proportion to the pixels. Panels beside the wheel, wide orbs and many points also cost more.
        """
        reply: File = await self._call("chart_progressions", request, options)
        return reply

    async def chart_horoscope(self, request: t.ChartHoroscopeParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a horoscope card.

        Draws the horoscope for a sign as a card: its summary, the intensity of each section, the
        Moon, and the lucky number, color and weekday. Each period type requires the corresponding
        horoscope module. Without `date`, the image shows the current period and changes with it;
        with `date`, the same request returns the same bytes until the texts change.

        `GET /api/chart2/horoscope.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels, and
        images of a yearly horoscope cost 1 unit more.
        """
        reply: File = await self._call("chart_horoscope", request, options)
        return reply

    async def chart_numerology_profile(self, request: t.ChartNumerologyProfileParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a numerology profile.

        Draws a person's core numbers as a card, with the interpretation of the life path number.
        Accepts the same fields as `/api/numerology/profile`. Without `forDate`, the card shows the
        current personal year.

        `GET /api/chart2/numerology.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels, and
        images of a yearly horoscope cost 1 unit more.
        """
        reply: File = await self._call("chart_numerology_profile", request, options)
        return reply

    async def chart_chinese_horoscope(self, request: t.ChartChineseHoroscopeParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a Chinese zodiac card.

        Draws the Chinese sign of a birth as a card, with its element and polarity and the
        interpretation of the sign. Accepts the fields of the Chinese horoscope.

        `GET /api/chart2/chinese.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and
        for PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels, and
        images of a yearly horoscope cost 1 unit more.
        """
        reply: File = await self._call("chart_chinese_horoscope", request, options)
        return reply

    async def chart_vedic_chart(self, request: t.ChartVedicChartParams, /, **options: Unpack[CallOptions]) -> File:
        """Draw a Vedic chart.

        Draws a Vedic chart, or one of its divisional charts, in the style of northern, southern or
        eastern India. Fields of the north are houses with the number of their sign; fields of the
        south and the east are signs, and the lagna is marked. Accepts the birth and the zodiac of
        the Vedic chart.

        `GET /api/chart2/vedic.{format}` Key permission: `chart:read`. Cost: 1 unit for SVG and for
        PNG of up to 600 x 600 pixels. Larger PNGs cost more in proportion to the pixels.
        """
        reply: File = await self._call("chart_vedic_chart", request, options)
        return reply

    async def pdf_report_generate(self, request: t.PdfReport, /, **options: Unpack[CallOptions]) -> File:
        """Generate a PDF report.

        Runs the calculations of a kind of report and returns them as a document for printing, with
        cover, table of contents, charts, interpretation and tables. It needs the modules of these
        calculations as well. Interpretations are included if the key has `content:read` and the
        organization has their module; your organization's own texts replace those of the library.
        The document is PDF/A-2b and tagged. The same request returns the same bytes until texts
        change. Only POST is supported.

        `POST /api/pdf-reports/generate` Key permission: `calc:read`. Cost: The prices of the
        calculations with their texts, and the work of writing the document.
        """
        reply: File = await self._call("pdf_report_generate", request, options)
        return reply

    async def geocoding_search(self, request: t.GeocodingSearchParams, /, **options: Unpack[CallOptions]) -> t.GeocodingSearchResponse:
        """Search for places by name.

        Finds places with more than 500 inhabitants by any of their names, in any script: `Munich`,
        `München`, `Мюнхен`. Exact matches come before names that begin with the text. Typos are
        tolerated if nothing else matches. Among equally good matches, larger places come first.
        Matches on the main name rank above matches on alternative names, and places closer to
        `near` rank higher. Add a state or country to narrow the search: `Springfield, IL` or
        `london ontario`.

        Places: [GeoNames](https://www.geonames.org/), CC BY 4.0. Names in other languages: Unicode
        CLDR.

        `GET /api/geocoding/search` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.GeocodingSearchResponse = await self._call("geocoding_search", request, options)
        return reply

    async def geocoding_timezone(self, request: t.GeocodingTimezoneParams, /, **options: Unpack[CallOptions]) -> t.GeocodingTimezoneResponse:
        """Get the UTC offset at a place and time.

        Returns the offset from UTC that was in effect at a place and local time, with history
        before 1970: Amsterdam in June 1930 was at `+01:19:32`, Strasbourg in 1900 at `+01:00`,
        because it was German. Before a zone had a standard time, the local mean time of the place
        is used. `readings` lists other clocks and calendars that cannot be excluded. If a local
        time occurred twice, the response has both instants in `candidates` and no `offset`. If it
        was skipped, the request fails with both in `meta.candidates`. Set `clockChange` to choose
        one. `warnings` lists known uncertainties, each with its source.

        Zone histories: tz database (public domain). Zone boundaries: timezone-boundary-builder, ©
        OpenStreetMap contributors, ODbL 1.0.

        `GET /api/geocoding/timezone` Key permission: `calc:read`. Cost: 1 unit.
        """
        reply: t.GeocodingTimezoneResponse = await self._call("geocoding_timezone", request, options)
        return reply

    async def content_list(self, request: t.ContentListParams, /, **options: Unpack[CallOptions]) -> t.ContentListResponse:
        """List texts by type.

        Returns the texts that your organization uses, ordered by URN: its own texts and custom
        copies, and library texts for the rest. A page has fewer texts than requested if their total
        size would exceed 128 KiB.

        `GET /api/content/{horoscopeType}/{contentType}` Key permission: `content:read`. Cost: 1
        unit.
        """
        reply: t.ContentListResponse = await self._call("content_list", request, options)
        return reply

    def content_list_items(self, request: t.ContentListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.ContentResource]:
        """The items of every page of `content_list`, requested when they are needed."""
        return self._items("content_list", request, options)

    async def content_get_by_kind(self, request: t.ContentGetByKindParams, /, **options: Unpack[CallOptions]) -> t.ContentGetByKindResponse:
        """Get a text by type and ID.

        Works like `content_get`, but finds only texts of this type.

        `GET /api/content/{horoscopeType}/{contentType}/{id}` Key permission: `content:read`. Cost:
        1 unit.
        """
        reply: t.ContentGetByKindResponse = await self._call("content_get_by_kind", request, options)
        return reply

    async def content_get(self, request: t.ContentGetParams, /, **options: Unpack[CallOptions]) -> t.ContentGetResponse:
        """Get a text.

        Library texts have permanent IDs (`system.` and the parts of the URN) and are returned
        unchanged, even if the organization has a custom copy. To get the version your organization
        uses (its custom copy, if any), request the text by URN. Requires the module that contains
        the texts for this horoscope type. Send the `ETag` in `If-Match` when you change the text.

        `GET /api/content/{id}` Key permission: `content:read`. Cost: 1 unit.
        """
        reply: t.ContentGetResponse = await self._call("content_get", request, options)
        return reply

    async def content_update(self, request: t.ContentUpdateParams, /, **options: Unpack[CallOptions]) -> t.ContentUpdateResponse:
        """Update a text.

        In `If-Match`, send the `ETag` of the version that you read. If the text has changed since
        then, the response is 412 and nothing is overwritten. Calculations immediately show the new
        text. If the library text was restored, editing the copy makes it active again. Library
        texts are read-only.

        `PATCH /api/content/{id}` Session with the role permission `content:update`. Cost: 1 unit.
        """
        reply: t.ContentUpdateResponse = await self._call("content_update", request, options)
        return reply

    async def content_delete(self, request: t.ContentDeleteParams, /, **options: Unpack[CallOptions]) -> None:
        """Delete a text.

        Permanently deletes one of the organization's texts and all its previous versions. To keep
        the previous versions, restore the library text instead (`POST /api/content/{id}/restore`).
        In `If-Match`, send the `ETag` of the version that you read. No module is required to delete
        your own texts.

        `DELETE /api/content/{id}` Session with the role permission `content:delete`. Cost: 1 unit.
        """
        reply: None = await self._call("content_delete", request, options)
        return reply

    async def content_get_by_urn(self, request: t.ContentGetByUrnParams, /, **options: Unpack[CallOptions]) -> t.ContentGetByUrnResponse:
        """Get a text by URN.

        Returns the organization's own text with this URN if there is one, otherwise the library
        text. Calculations for the organization use this text.

        `GET /api/content/urn/{urn}` Key permission: `content:read`. Cost: 1 unit.
        """
        reply: t.ContentGetByUrnResponse = await self._call("content_get_by_urn", request, options)
        return reply

    async def content_search(self, request: t.ContentSearchParams, /, **options: Unpack[CallOptions]) -> t.ContentSearchResponse:
        """Search texts.

        Finds the texts that contain all words in `q`, or words that begin with them, regardless of
        case. Texts with the words in their heading come first, and the organization's own texts
        come before those of the library. Searches the texts that your organization uses and that
        its modules include. Returns at most 300 results. Add words to narrow the search. A page has
        fewer results than requested if their total size would exceed 128 KiB.

        `GET /api/content/search` Key permission: `content:read`. Cost: 1 for up to two words, and 1
        more for every two further words.
        """
        reply: t.ContentSearchResponse = await self._call("content_search", request, options)
        return reply

    def content_search_items(self, request: t.ContentSearchParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.ContentResource]:
        """The items of every page of `content_search`, requested when they are needed."""
        return self._items("content_search", request, options)

    async def content_versions(self, request: t.ContentVersionsParams, /, **options: Unpack[CallOptions]) -> t.ContentVersionsResponse:
        """List a text's previous versions.

        Returns the versions of a text, newest first. The last 500 are kept, up to 64 MiB in total
        per organization. Library texts have no previous versions. A page has fewer versions than
        requested if their total size would exceed 128 KiB.

        `GET /api/content/{id}/versions` Key permission: `content:read`. Cost: 1 unit.
        """
        reply: t.ContentVersionsResponse = await self._call("content_versions", request, options)
        return reply

    def content_versions_items(self, request: t.ContentVersionsParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.ContentVersionResource]:
        """The items of every page of `content_versions`, requested when they are needed."""
        return self._items("content_versions", request, options)

    async def content_copy(self, request: t.ContentCopyParams, /, **options: Unpack[CallOptions]) -> t.ContentCopyResponse:
        """Create a custom copy of a library text.

        The copy starts with the contents of the library text and replaces it in the organization's
        calculations. A text can have one copy per language. If the copy already exists, the
        response is 409 with its ID in `meta.id`.

        `POST /api/content/{id}/create-custom-copy` Session with the role permission
        `content:custom-copy`. Cost: 1 unit.
        """
        reply: t.ContentCopyResponse = await self._call("content_copy", request, options)
        return reply

    async def content_create(self, request: t.ContentCreateInput, /, **options: Unpack[CallOptions]) -> t.ContentCreateResponse:
        """Create a text.

        Adds a text that the library does not have, such as one in another language or about another
        subject. Calculations include it only if they use its URN. `metadata.in_calculations`
        indicates whether any calculation does. If the library has a text with this URN, the
        response is 409 with its ID in `meta.id`: create a custom copy of that text instead.

        `POST /api/content` Session with the role permission `content:create`. Cost: 1 unit.
        """
        reply: t.ContentCreateResponse = await self._call("content_create", request, options)
        return reply

    async def content_restore(self, request: t.ContentRestoreParams, /, **options: Unpack[CallOptions]) -> t.ContentRestoreResponse:
        """Replace a custom copy with the library text.

        Calculations immediately use the library text again, including any later changes to it. The
        copy and its previous versions are kept. Editing the copy reactivates it. `If-Match` is
        optional. The body is an empty object.

        `POST /api/content/{id}/restore` Session with the role permission `content:restore`. Cost: 1
        unit.
        """
        reply: t.ContentRestoreResponse = await self._call("content_restore", request, options)
        return reply

    async def key_describe(self, **options: Unpack[CallOptions]) -> t.KeyDescribeResponse:
        """Get the API key used for this request.

        Returns the key's permissions, modules and remaining limits. Any valid key can use this
        operation, whatever its permissions. Use it to check a key before you rely on it.

        `GET /api/key` Cost: 1 unit.
        """
        reply: t.KeyDescribeResponse = await self._call("key_describe", None, options)
        return reply

    async def key_token_create(self, request: t.BrowserTokenRequest, /, **options: Unpack[CallOptions]) -> t.KeyTokenCreateResponse:
        """Create a browser token.

        Creates a token for use in web pages. A token cannot have more permissions or domains than
        its key, is valid for at most one hour and expires with its key. Call this operation from
        your server, never from a page. A token cannot create another token. With an
        `Idempotency-Key`, a repeated request does not create a second token: it returns `token:
        null` and `meta.secretShown`, and is charged like any other request.

        `POST /api/key/tokens` Cost: 1 unit.
        """
        reply: t.KeyTokenCreateResponse = await self._call("key_token_create", request, options)
        return reply

    async def module_list(self, request: t.ModuleListParams | None = None, /, **options: Unpack[CallOptions]) -> t.ModuleListResponse:
        """List modules.

        Lists every module of this installation with its operations, and whether the key can use it.

        `GET /api/modules` Key permission: `modules:read`. Cost: 1 unit.
        """
        reply: t.ModuleListResponse = await self._call("module_list", request, options)
        return reply

    def module_list_items(self, request: t.ModuleListParams | None = None, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.ModuleResource]:
        """The items of every page of `module_list`, requested when they are needed."""
        return self._items("module_list", request, options)

    async def module_get(self, request: t.ModuleGetParams, /, **options: Unpack[CallOptions]) -> t.ModuleGetResponse:
        """Get a module.

        Returns a module with its operations, and whether the key can use it.

        `GET /api/modules/{module}` Key permission: `modules:read`. Cost: 1 unit.
        """
        reply: t.ModuleGetResponse = await self._call("module_get", request, options)
        return reply

    async def chatbot_list(self, request: t.ChatbotListParams | None = None, /, **options: Unpack[CallOptions]) -> t.ChatbotListResponse:
        """List chatbots.

        Lists the organization's chatbots, oldest first.

        `GET /api/chatbots` Session with the role permission `org:update`. Cost: 1 unit.
        """
        reply: t.ChatbotListResponse = await self._call("chatbot_list", request, options)
        return reply

    def chatbot_list_items(self, request: t.ChatbotListParams | None = None, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.ChatbotResource]:
        """The items of every page of `chatbot_list`, requested when they are needed."""
        return self._items("chatbot_list", request, options)

    async def chatbot_create(self, request: t.ChatbotCreateRequest, /, **options: Unpack[CallOptions]) -> t.ChatbotCreateResponse:
        """Create a chatbot.

        Adds a chatbot that keys with the permission `calc:read` can talk to. The service tells the
        language model to state only what its tools return; `instructions` are added to that. Each
        message commits `maxUnits` before it is answered, and unused units are returned.

        `POST /api/chatbots` Session with the role permission `org:update`. Cost: 1 unit.
        """
        reply: t.ChatbotCreateResponse = await self._call("chatbot_create", request, options)
        return reply

    async def chatbot_get(self, request: t.ChatbotGetParams, /, **options: Unpack[CallOptions]) -> t.ChatbotGetResponse:
        """Get a chatbot.

        Returns a chatbot with its limits.

        `GET /api/chatbots/{chatbot}` Session with the role permission `org:update`. Cost: 1 unit.
        """
        reply: t.ChatbotGetResponse = await self._call("chatbot_get", request, options)
        return reply

    async def chatbot_update(self, request: t.ChatbotUpdateParams, /, **options: Unpack[CallOptions]) -> t.ChatbotUpdateResponse:
        """Update a chatbot.

        Omitted fields stay unchanged. A change takes effect on the next message. Another
        `retentionDays` also applies to stored conversations.

        `PATCH /api/chatbots/{chatbot}` Session with the role permission `org:update`. Cost: 1 unit.
        """
        reply: t.ChatbotUpdateResponse = await self._call("chatbot_update", request, options)
        return reply

    async def chatbot_delete(self, request: t.ChatbotDeleteParams, /, **options: Unpack[CallOptions]) -> None:
        """Delete a chatbot.

        It is gone at once. Its conversations, profiles and usage are deleted within minutes.

        `DELETE /api/chatbots/{chatbot}` Session with the role permission `org:update`. Cost: 1
        unit.
        """
        reply: None = await self._call("chatbot_delete", request, options)
        return reply

    async def chat_profile_list(self, request: t.ChatProfileListParams, /, **options: Unpack[CallOptions]) -> t.ChatProfileListResponse:
        """List the profiles of a chatbot.

        Lists the people whose birth data the chatbot knows, oldest first.

        `GET /api/chatbots/{chatbot}/profiles` Session with the role permission `org:update`. Cost:
        1 unit.
        """
        reply: t.ChatProfileListResponse = await self._call("chat_profile_list", request, options)
        return reply

    def chat_profile_list_items(self, request: t.ChatProfileListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.ChatProfileResource]:
        """The items of every page of `chat_profile_list`, requested when they are needed."""
        return self._items("chat_profile_list", request, options)

    async def chat_profile_create(self, request: t.ChatProfileCreateParams, /, **options: Unpack[CallOptions]) -> t.ChatProfileCreateResponse:
        """Create a profile of a chatbot.

        Stores birth data that a page can refer to by an ID, so that the data itself is not in the
        page.

        `POST /api/chatbots/{chatbot}/profiles` Session with the role permission `org:update`. Cost:
        1 unit.
        """
        reply: t.ChatProfileCreateResponse = await self._call("chat_profile_create", request, options)
        return reply

    async def chat_profile_delete(self, request: t.ChatProfileDeleteParams, /, **options: Unpack[CallOptions]) -> None:
        """Delete a profile of a chatbot.

        Conversations about it are kept as long as every other conversation.

        `DELETE /api/chatbots/{chatbot}/profiles/{profile}` Session with the role permission
        `org:update`. Cost: 1 unit.
        """
        reply: None = await self._call("chat_profile_delete", request, options)
        return reply

    async def chatbot_usage_get(self, request: t.ChatbotUsageGetParams, /, **options: Unpack[CallOptions]) -> t.ChatbotUsageGetResponse:
        """Get the usage of a chatbot.

        Returns the messages and units of the last days (UTC). The ledger lists every message as a
        request for its operation.

        `GET /api/chatbots/{chatbot}/usage` Session with the role permission `billing:read`. Cost: 1
        unit.
        """
        reply: t.ChatbotUsageGetResponse = await self._call("chatbot_usage_get", request, options)
        return reply

    async def chat_send(self, request: t.ChatSendParams, /, **options: Unpack[CallOptions]) -> File:
        """Send a message to a chatbot.

        Answers with server-sent events: the text as `message` events, each `tool` that the language
        model calls, the `facts` that the tools returned, and at the end `done` with the units, or
        `error`. Without `conversationId`, the message begins a conversation, whose ID is in `done`.
        The errors of the language model (`provider_unreachable`, `provider_timeout`,
        `provider_error`) and `response_stalled` come in the event `error`, because the status of
        the response is sent before.

        `POST /api/chat/{chatbot}` Key permission: `calc:read`. Cost: 1 unit, and the price of each
        tool that the language model calls. `maxUnits` of the chatbot are committed first, and
        unused ones are returned at the end.
        """
        reply: File = await self._call("chat_send", request, options)
        return reply

    async def chat_direct(self, request: t.ChatDirectParams, /, **options: Unpack[CallOptions]) -> File:
        """Send a message without a conversation.

        Like `chat_send`, but the message stands alone, and neither it nor its answer is stored.

        `POST /api/chat/{chatbot}/direct` Key permission: `calc:read`. Cost: 1 unit, and the price
        of each tool that the language model calls. `maxUnits` of the chatbot are committed first,
        and unused ones are returned at the end.
        """
        reply: File = await self._call("chat_direct", request, options)
        return reply

    async def chat_profile_send(self, request: t.ChatProfileSendParams, /, **options: Unpack[CallOptions]) -> File:
        """Send a message about a profile.

        Like `chat_send` with the birth data of a profile.

        `POST /api/chat/{chatbot}/profile/{profile}` Key permission: `calc:read`. Cost: 1 unit, and
        the price of each tool that the language model calls. `maxUnits` of the chatbot are
        committed first, and unused ones are returned at the end.
        """
        reply: File = await self._call("chat_profile_send", request, options)
        return reply

    async def account_setup(self, request: t.AccountSetupRequest, /, **options: Unpack[CallOptions]) -> t.AccountSetupResponse:
        """Create the first account.

        Uses the setup link that the service prints at its first start. The account becomes an
        operator of the installation and is signed in. The link works once.

        `POST /api/manage/setup`
        """
        reply: t.AccountSetupResponse = await self._call("account_setup", request, options)
        return reply

    async def session_create(self, request: t.SessionCreateRequest, /, **options: Unpack[CallOptions]) -> t.SessionCreateResponse:
        """Sign in.

        Sets a session cookie, and a cookie that identifies the browser at its next sign-in. Plain
        HTTP works only on the same machine. After each failed attempt, the required wait gets
        longer. For a known browser, only its own failed attempts count. For other browsers, all
        failed attempts for the account and from the same IP address count. During the wait, the
        correct password together with a correct second-factor code is still accepted.

        `POST /api/manage/session`
        """
        reply: t.SessionCreateResponse = await self._call("session_create", request, options)
        return reply

    async def session_delete(self, **options: Unpack[CallOptions]) -> None:
        """Sign out.

        Ends the session of this request and deletes its cookie.

        `DELETE /api/manage/session`
        """
        reply: None = await self._call("session_delete", None, options)
        return reply

    async def session_reauthenticate(self, request: t.SessionReauthenticateRequest, /, **options: Unpack[CallOptions]) -> None:
        """Confirm your identity.

        For the next ten minutes, the session can perform operator actions that require
        confirmation: create password links, create and change accounts, add members, suspend
        organizations, and read unsent emails. Signing in also counts as confirmation.

        `POST /api/manage/session/reauthenticate`
        """
        reply: None = await self._call("session_reauthenticate", request, options)
        return reply

    async def session_list(self, request: t.SessionListParams | None = None, /, **options: Unpack[CallOptions]) -> t.SessionListResponse:
        """List your sessions.

        Lists the browsers and devices in which you are signed in. `current` marks the session of
        this request.

        `GET /api/manage/me/sessions`
        """
        reply: t.SessionListResponse = await self._call("session_list", request, options)
        return reply

    def session_list_items(self, request: t.SessionListParams | None = None, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.SessionResource]:
        """The items of every page of `session_list`, requested when they are needed."""
        return self._items("session_list", request, options)

    async def session_end_others(self, **options: Unpack[CallOptions]) -> None:
        """Sign out of all other sessions.

        Ends all your sessions except the current one.

        `DELETE /api/manage/me/sessions`
        """
        reply: None = await self._call("session_end_others", None, options)
        return reply

    async def session_end(self, request: t.SessionEndParams, /, **options: Unpack[CallOptions]) -> None:
        """Sign out of a session.

        Ends one of your sessions, such as one on a lost device.

        `DELETE /api/manage/me/sessions/{session}`
        """
        reply: None = await self._call("session_end", request, options)
        return reply

    async def me_get(self, **options: Unpack[CallOptions]) -> t.MeGetResponse:
        """Get your profile.

        Returns your account: name, email address, language, and whether a second factor is enabled.

        `GET /api/manage/me`
        """
        reply: t.MeGetResponse = await self._call("me_get", None, options)
        return reply

    async def me_update(self, request: t.MeUpdateRequest | None = None, /, **options: Unpack[CallOptions]) -> t.MeUpdateResponse:
        """Update your profile.

        Omitted fields do not change. The language applies to the dashboard and to emails. The theme
        and the time zone apply only to the dashboard.

        `PATCH /api/manage/me`
        """
        reply: t.MeUpdateResponse = await self._call("me_update", request, options)
        return reply

    async def me_organizations(self, request: t.MeOrganizationsParams | None = None, /, **options: Unpack[CallOptions]) -> t.MeOrganizationsResponse:
        """List your organizations.

        Lists the organizations of which you are a member, with your role in each.

        `GET /api/manage/me/organizations`
        """
        reply: t.MeOrganizationsResponse = await self._call("me_organizations", request, options)
        return reply

    def me_organizations_items(self, request: t.MeOrganizationsParams | None = None, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.MembershipResource]:
        """The items of every page of `me_organizations`, requested when they are needed."""
        return self._items("me_organizations", request, options)

    async def password_change(self, request: t.PasswordChangeRequest, /, **options: Unpack[CallOptions]) -> None:
        """Change your password.

        Signs you out of all other sessions.

        `POST /api/manage/me/password`
        """
        reply: None = await self._call("password_change", request, options)
        return reply

    async def password_reset_request(self, request: t.PasswordResetRequest, /, **options: Unpack[CallOptions]) -> t.PasswordResetRequestResponse:
        """Send a password reset link.

        The response is the same whether the account exists or not. The required wait between
        requests increases each time.

        `POST /api/manage/password-resets`
        """
        reply: t.PasswordResetRequestResponse = await self._call("password_reset_request", request, options)
        return reply

    async def password_reset_confirm(self, request: t.PasswordResetConfirmRequest, /, **options: Unpack[CallOptions]) -> None:
        """Reset a password with a link.

        Signs you out of all sessions. Two-factor authentication stays enabled. The count of failed
        sign-in attempts is reset, and this browser is treated as known at the next sign-in.

        `POST /api/manage/password-resets/confirm`
        """
        reply: None = await self._call("password_reset_confirm", request, options)
        return reply

    async def email_verification_send(self, **options: Unpack[CallOptions]) -> t.EmailVerificationSendResponse:
        """Send an email confirmation link.

        The required wait between requests increases each time.

        `POST /api/manage/me/email-verification`
        """
        reply: t.EmailVerificationSendResponse = await self._call("email_verification_send", None, options)
        return reply

    async def email_verification_confirm(self, request: t.EmailVerificationConfirmRequest, /, **options: Unpack[CallOptions]) -> None:
        """Confirm an email address.

        Uses the token from the link in the verification email. The link works once.

        `POST /api/manage/email-verifications/confirm`
        """
        reply: None = await self._call("email_verification_confirm", request, options)
        return reply

    async def email_change(self, request: t.EmailChangeRequest, /, **options: Unpack[CallOptions]) -> t.EmailChangeResponse:
        """Change your email address.

        Sends a confirmation link to the new address. The address changes when the link is used, and
        the old address is notified. If another account already uses the address, no link is sent,
        but the response is the same. The required wait between emails to the same address, and
        between emails of the same account, increases each time.

        `POST /api/manage/me/email`
        """
        reply: t.EmailChangeResponse = await self._call("email_change", request, options)
        return reply

    async def email_change_cancel(self, **options: Unpack[CallOptions]) -> None:
        """Cancel the change of your email address.

        The confirmation link stops working, and the current address stays. Does nothing if no
        change is waiting for its confirmation.

        `DELETE /api/manage/me/email`
        """
        reply: None = await self._call("email_change_cancel", None, options)
        return reply

    async def email_change_confirm(self, request: t.EmailChangeConfirmRequest, /, **options: Unpack[CallOptions]) -> None:
        """Confirm a new email address.

        Uses the token from the link in the email to the new address. The link works once. Password
        reset links that were sent to the old address stop working.

        `POST /api/manage/email-changes/confirm`
        """
        reply: None = await self._call("email_change_confirm", request, options)
        return reply

    async def second_factor_begin(self, request: t.PasswordConfirmation, /, **options: Unpack[CallOptions]) -> t.SecondFactorBeginResponse:
        """Set up two-factor authentication.

        Two-factor authentication takes effect after you send the first code to
        `/api/manage/me/second-factor/confirm`.

        `POST /api/manage/me/second-factor`
        """
        reply: t.SecondFactorBeginResponse = await self._call("second_factor_begin", request, options)
        return reply

    async def second_factor_confirm(self, request: t.SecondFactorCode, /, **options: Unpack[CallOptions]) -> t.SecondFactorConfirmResponse:
        """Enable two-factor authentication.

        Returns recovery codes, which are shown only once. Signs you out of all other sessions.

        `POST /api/manage/me/second-factor/confirm`
        """
        reply: t.SecondFactorConfirmResponse = await self._call("second_factor_confirm", request, options)
        return reply

    async def recovery_codes_renew(self, request: t.PasswordConfirmation, /, **options: Unpack[CallOptions]) -> t.RecoveryCodesRenewResponse:
        """Create new recovery codes.

        The previous recovery codes stop working.

        `POST /api/manage/me/recovery-codes`
        """
        reply: t.RecoveryCodesRenewResponse = await self._call("recovery_codes_renew", request, options)
        return reply

    async def second_factor_disable(self, request: t.SecondFactorDisableRequest, /, **options: Unpack[CallOptions]) -> None:
        """Disable two-factor authentication.

        Requires your password and a current code or a recovery code. The password must be long
        enough to be used alone.

        `POST /api/manage/me/second-factor/disable`
        """
        reply: None = await self._call("second_factor_disable", request, options)
        return reply

    async def invitation_accept(self, request: t.InvitationAcceptRequest, /, **options: Unpack[CallOptions]) -> None:
        """Accept an invitation.

        The invitation must have been sent to your own email address.

        `POST /api/manage/me/invitations/accept`
        """
        reply: None = await self._call("invitation_accept", request, options)
        return reply

    async def invitation_register(self, request: t.InvitationRegisterRequest, /, **options: Unpack[CallOptions]) -> t.InvitationRegisterResponse:
        """Accept an invitation with a new account.

        Creates an account with the email address of the invitation and signs the new user in.

        `POST /api/manage/invitations/register`
        """
        reply: t.InvitationRegisterResponse = await self._call("invitation_register", request, options)
        return reply

    async def invitation_describe(self, request: t.InvitationDescribeRequest, /, **options: Unpack[CallOptions]) -> t.InvitationDescribeResponse:
        """Describe an invitation.

        Names the organization, the inviter, the role and the address of the invitation that a link
        belongs to. The link still works afterwards.

        `POST /api/manage/invitations/describe`
        """
        reply: t.InvitationDescribeResponse = await self._call("invitation_describe", request, options)
        return reply

    async def org_create(self, request: t.OrganizationCreateRequest, /, **options: Unpack[CallOptions]) -> t.OrgCreateResponse:
        """Create an organization.

        You must already own an organization, and the operator can disable this operation. You
        become the owner of the new organization, which starts on the smallest plan. By default, a
        person can own or create up to 10 organizations, and create up to 3 in any 24-hour period.

        `POST /api/manage/orgs`
        """
        reply: t.OrgCreateResponse = await self._call("org_create", request, options)
        return reply

    async def org_get(self, request: t.OrgGetParams, /, **options: Unpack[CallOptions]) -> t.OrgGetResponse:
        """Get an organization and your permissions in it.

        Returns the organization's plan and settings, and your role with its permissions.

        `GET /api/manage/orgs/{org}` Session with the role permission `org:read`.
        """
        reply: t.OrgGetResponse = await self._call("org_get", request, options)
        return reply

    async def org_update(self, request: t.OrgUpdateParams, /, **options: Unpack[CallOptions]) -> t.OrgUpdateResponse:
        """Rename an organization.

        Changes the display name. The ID stays the same.

        `PATCH /api/manage/orgs/{org}` Session with the role permission `org:update`.
        """
        reply: t.OrgUpdateResponse = await self._call("org_update", request, options)
        return reply

    async def org_policy_update(self, request: t.OrgPolicyUpdateParams, /, **options: Unpack[CallOptions]) -> t.OrgPolicyUpdateResponse:
        """Require two-factor authentication for members, or stop requiring it.

        You must have signed in with two-factor authentication to enable this.

        `PATCH /api/manage/orgs/{org}/policy` Session with the role permission `admin:access`.
        """
        reply: t.OrgPolicyUpdateResponse = await self._call("org_policy_update", request, options)
        return reply

    async def org_close(self, request: t.OrgCloseParams, /, **options: Unpack[CallOptions]) -> None:
        """Close an organization.

        The organization's keys stop working permanently. Its ledger and audit log remain readable.

        `POST /api/manage/orgs/{org}/close` Session with the role permission `admin:access`.
        """
        reply: None = await self._call("org_close", request, options)
        return reply

    async def member_list(self, request: t.MemberListParams, /, **options: Unpack[CallOptions]) -> t.MemberListResponse:
        """List members.

        Lists the members with their roles.

        `GET /api/manage/orgs/{org}/members` Session with the role permission `org:users:read`.
        """
        reply: t.MemberListResponse = await self._call("member_list", request, options)
        return reply

    def member_list_items(self, request: t.MemberListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.MemberResource]:
        """The items of every page of `member_list`, requested when they are needed."""
        return self._items("member_list", request, options)

    async def member_update(self, request: t.MemberUpdateParams, /, **options: Unpack[CallOptions]) -> None:
        """Change a member's role.

        You can always lower your own role. Changing another member's role requires
        `org:users:update` and a higher role than theirs. Owners can change anyone's role. Nobody
        can grant a role above their own.

        `PATCH /api/manage/orgs/{org}/members/{user}` Session with the role permission `org:read`.
        """
        reply: None = await self._call("member_update", request, options)
        return reply

    async def member_remove(self, request: t.MemberRemoveParams, /, **options: Unpack[CallOptions]) -> None:
        """Remove a member or leave the organization.

        You can always leave. Removing other members requires `org:users:delete` and a higher role
        than theirs. Keys that they created stay with the organization.

        `DELETE /api/manage/orgs/{org}/members/{user}` Session with the role permission `org:read`.
        """
        reply: None = await self._call("member_remove", request, options)
        return reply

    async def invitation_list(self, request: t.InvitationListParams, /, **options: Unpack[CallOptions]) -> t.InvitationListResponse:
        """List invitations.

        Lists the invitations that have been neither accepted nor revoked.

        `GET /api/manage/orgs/{org}/invitations` Session with the role permission `org:users:read`.
        """
        reply: t.InvitationListResponse = await self._call("invitation_list", request, options)
        return reply

    def invitation_list_items(self, request: t.InvitationListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.InvitationResource]:
        """The items of every page of `invitation_list`, requested when they are needed."""
        return self._items("invitation_list", request, options)

    async def invitation_create(self, request: t.InvitationCreateParams, /, **options: Unpack[CallOptions]) -> t.InvitationCreateResponse:
        """Create an invitation.

        Sends a link that works once, for a week. It replaces an earlier invitation to the same
        address, unless someone with a higher role created it. The required wait between emails to
        the same address increases each time. One person can send at most 20 invitations per hour
        and 100 per day. All members together can send at most 50 per day to one domain, except to
        public mail providers and to the sender's own domain.

        `POST /api/manage/orgs/{org}/invitations` Session with the role permission
        `org:users:create`.
        """
        reply: t.InvitationCreateResponse = await self._call("invitation_create", request, options)
        return reply

    async def invitation_resend(self, request: t.InvitationResendParams, /, **options: Unpack[CallOptions]) -> t.InvitationResendResponse:
        """Resend an invitation.

        Sends a new link. The old one stops working. You become responsible for the invitation, must
        be allowed to grant its role, and cannot have a lower role than the last sender. The
        required wait between emails increases each time. The limits for new invitations also apply
        to resends.

        `POST /api/manage/orgs/{org}/invitations/{invitation}/resend` Session with the role
        permission `org:users:create`.
        """
        reply: t.InvitationResendResponse = await self._call("invitation_resend", request, options)
        return reply

    async def invitation_revoke(self, request: t.InvitationRevokeParams, /, **options: Unpack[CallOptions]) -> None:
        """Revoke an invitation.

        The link in the invitation email stops working.

        `DELETE /api/manage/orgs/{org}/invitations/{invitation}` Session with the role permission
        `org:users:create`.
        """
        reply: None = await self._call("invitation_revoke", request, options)
        return reply

    async def invitation_link(self, request: t.InvitationLinkParams, /, **options: Unpack[CallOptions]) -> t.InvitationLinkResponse:
        """Create a link for an invitation.

        Returns a link to give to the invited person yourself. It is shown only once, replaces the
        link that was created this way before, and expires with the invitation. The link in the
        email still works. An account that is created with this link has an unconfirmed email
        address, because only the email proves access to it.

        `POST /api/manage/orgs/{org}/invitations/{invitation}/link` Session with the role permission
        `org:users:create`.
        """
        reply: t.InvitationLinkResponse = await self._call("invitation_link", request, options)
        return reply

    async def key_list(self, request: t.KeyListParams, /, **options: Unpack[CallOptions]) -> t.KeyListResponse:
        """List API keys.

        Lists all keys, including revoked ones, with their settings. Secrets are shown only when a
        key is created or rotated.

        `GET /api/manage/orgs/{org}/keys` Session with the role permission `org:update`.
        """
        reply: t.KeyListResponse = await self._call("key_list", request, options)
        return reply

    def key_list_items(self, request: t.KeyListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.ManagedKeyResource]:
        """The items of every page of `key_list`, requested when they are needed."""
        return self._items("key_list", request, options)

    async def key_create(self, request: t.KeyCreateParams, /, **options: Unpack[CallOptions]) -> t.KeyCreateResponse:
        """Create an API key.

        The response shows the key only once. With an `Idempotency-Key`, a repeated request does not
        create a second key: it returns `key: null` and `meta.secretShown`.

        `POST /api/manage/orgs/{org}/keys` Session with the role permission `org:update`.
        """
        reply: t.KeyCreateResponse = await self._call("key_create", request, options)
        return reply

    async def key_get(self, request: t.KeyGetParams, /, **options: Unpack[CallOptions]) -> t.KeyGetResponse:
        """Get an API key.

        Returns the settings of a key. The secret is shown only when a key is created or rotated.

        `GET /api/manage/orgs/{org}/keys/{key}` Session with the role permission `org:update`.
        """
        reply: t.KeyGetResponse = await self._call("key_get", request, options)
        return reply

    async def key_update(self, request: t.KeyUpdateParams, /, **options: Unpack[CallOptions]) -> t.KeyUpdateResponse:
        """Update an API key.

        Takes effect on the next request with the key. A revoked key cannot be changed. A rotated
        key keeps its expiration.

        `PATCH /api/manage/orgs/{org}/keys/{key}` Session with the role permission `org:update`.
        """
        reply: t.KeyUpdateResponse = await self._call("key_update", request, options)
        return reply

    async def key_revoke(self, request: t.KeyRevokeParams, /, **options: Unpack[CallOptions]) -> None:
        """Revoke an API key.

        Permanently revokes the key and all other keys of its family. You can safely repeat the
        request.

        `DELETE /api/manage/orgs/{org}/keys/{key}` Session with the role permission `org:update`.
        """
        reply: None = await self._call("key_revoke", request, options)
        return reply

    async def key_rotate(self, request: t.KeyRotateParams, /, **options: Unpack[CallOptions]) -> t.KeyRotateResponse:
        """Rotate an API key.

        The new key has the settings, limits and expiration of the old one and is shown only once.
        With an `Idempotency-Key`, a repeated request does not create a second key: it returns `key:
        null` and `meta.secretShown`.

        `POST /api/manage/orgs/{org}/keys/{key}/rotate` Session with the role permission
        `org:update`.
        """
        reply: t.KeyRotateResponse = await self._call("key_rotate", request, options)
        return reply

    async def key_check(self, request: t.KeyCheckParams, /, **options: Unpack[CallOptions]) -> t.KeyCheckResponse:
        """Check whether a key can make a request.

        A dry run: nothing is charged, and the check does not count toward rate limits.

        `POST /api/manage/orgs/{org}/keys/{key}/check` Session with the role permission
        `org:update`.
        """
        reply: t.KeyCheckResponse = await self._call("key_check", request, options)
        return reply

    async def key_preview(self, request: t.KeyPreviewParams, /, **options: Unpack[CallOptions]) -> t.KeyPreviewResponse:
        """Preview a change of an API key.

        Applies the changes of `PATCH /api/manage/orgs/{org}/keys/{key}` to the counted requests of
        the last 24 hours and counts those that would have been rejected. Changes nothing. The
        ledger keeps the host of a request's page without scheme and port, so every page is taken
        for one with https on the default port, and what a batch contains is not examined. Quotas
        and the rates of the organization are not applied.

        `POST /api/manage/orgs/{org}/keys/{key}/preview` Session with the role permission
        `org:update`.
        """
        reply: t.KeyPreviewResponse = await self._call("key_preview", request, options)
        return reply

    async def key_token_mint(self, request: t.KeyTokenMintParams, /, **options: Unpack[CallOptions]) -> t.KeyTokenMintResponse:
        """Create a browser token for a key.

        The response shows the token only once. A token cannot have more permissions or domains than
        its key, is valid for at most one hour and expires with its key. Disabling or revoking the
        key also ends the token. With an `Idempotency-Key`, a repeated request does not create a
        second token: it returns `token: null` and `meta.secretShown`.

        `POST /api/manage/orgs/{org}/keys/{key}/tokens` Session with the role permission
        `org:update`.
        """
        reply: t.KeyTokenMintResponse = await self._call("key_token_mint", request, options)
        return reply

    async def embed_url_list(self, request: t.EmbedUrlListParams, /, **options: Unpack[CallOptions]) -> t.EmbedUrlListResponse:
        """List the embed URLs of a key.

        Lists the image URLs that were created for this key and have not been revoked. If the key is
        rotated, they move to the new key.

        `GET /api/manage/orgs/{org}/keys/{key}/embed-urls` Session with the role permission
        `org:update`.
        """
        reply: t.EmbedUrlListResponse = await self._call("embed_url_list", request, options)
        return reply

    def embed_url_list_items(self, request: t.EmbedUrlListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.EmbedUrlResource]:
        """The items of every page of `embed_url_list`, requested when they are needed."""
        return self._items("embed_url_list", request, options)

    async def embed_url_create(self, request: t.EmbedUrlCreateParams, /, **options: Unpack[CallOptions]) -> t.EmbedUrlCreateResponse:
        """Create an embed URL for a key.

        Creates an image URL that a web page can show without a key. Each fetch is charged to the
        key and follows its domain rule, rate limits and modules. The URL works until it expires, is
        revoked, or its key is revoked, disabled or expired. It also stops working when the previous
        master secret is no longer accepted after a rotation. Without a date in `url`, images of
        horoscopes show the current period.

        `POST /api/manage/orgs/{org}/keys/{key}/embed-urls` Session with the role permission
        `org:update`.
        """
        reply: t.EmbedUrlCreateResponse = await self._call("embed_url_create", request, options)
        return reply

    async def embed_url_revoke(self, request: t.EmbedUrlRevokeParams, /, **options: Unpack[CallOptions]) -> None:
        """Revoke an embed URL.

        Pages that contain the URL no longer show the image. Browsers may show a cached copy for a
        while. This cannot be undone.

        `DELETE /api/manage/orgs/{org}/keys/{key}/embed-urls/{embed_url}` Session with the role
        permission `org:update`.
        """
        reply: None = await self._call("embed_url_revoke", request, options)
        return reply

    async def domain_check(self, request: t.DomainCheckParams, /, **options: Unpack[CallOptions]) -> t.DomainCheckResponse:
        """Check domain patterns.

        Checks whether the domain patterns would allow a request from `origin`. Nothing is stored or
        charged.

        `POST /api/manage/orgs/{org}/domains/check` Session with the role permission `org:update`.
        """
        reply: t.DomainCheckResponse = await self._call("domain_check", request, options)
        return reply

    async def org_module_list(self, request: t.OrgModuleListParams, /, **options: Unpack[CallOptions]) -> t.OrgModuleListResponse:
        """List modules and whether the organization has each one.

        Lists every module of this installation with its price and whether the organization has it.

        `GET /api/manage/orgs/{org}/modules` Session with the role permission `modules:read`.
        """
        reply: t.OrgModuleListResponse = await self._call("org_module_list", request, options)
        return reply

    def org_module_list_items(self, request: t.OrgModuleListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.ModuleResource]:
        """The items of every page of `org_module_list`, requested when they are needed."""
        return self._items("org_module_list", request, options)

    async def module_purchase(self, request: t.ModulePurchaseParams, /, **options: Unpack[CallOptions]) -> t.ModulePurchaseResponse:
        """Buy a module.

        Activates the module immediately for the specified number of periods and adds a line to the
        current statement. If an earlier purchase has not expired, it is extended. Send an
        `Idempotency-Key` to repeat a request without buying twice. `meta` contains the line item
        and its price.

        `POST /api/manage/orgs/{org}/modules/{module}/purchase` Session with the role permission
        `billing:manage`.
        """
        reply: t.ModulePurchaseResponse = await self._call("module_purchase", request, options)
        return reply

    async def usage_current(self, request: t.UsageCurrentParams, /, **options: Unpack[CallOptions]) -> t.UsageCurrentResponse:
        """Get usage for the current period.

        Returns the units used and the allowance for live and test keys in the current calendar
        month (UTC).

        `GET /api/manage/orgs/{org}/usage/current` Session with the role permission `billing:read`.
        """
        reply: t.UsageCurrentResponse = await self._call("usage_current", request, options)
        return reply

    async def usage_list(self, request: t.UsageListParams, /, **options: Unpack[CallOptions]) -> t.UsageListResponse:
        """List usage by time, key, operation or origin.

        Returns usage over whole hours of the ledger, grouped by hour, day or month (UTC), key,
        operation or origin. The IDs are the hours (`2027-01-15T08`), days, months, keys, operations
        and hosts.

        `GET /api/manage/orgs/{org}/usage` Session with the role permission `billing:read`.
        """
        reply: t.UsageListResponse = await self._call("usage_list", request, options)
        return reply

    def usage_list_items(self, request: t.UsageListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.UsageResource]:
        """The items of every page of `usage_list`, requested when they are needed."""
        return self._items("usage_list", request, options)

    async def usage_of_keys(self, request: t.UsageOfKeysParams, /, **options: Unpack[CallOptions]) -> t.UsageOfKeysResponse:
        """List daily usage by API key for the last 14 days.

        Returns the number of counted requests per day for up to 100 keys. The last value is today,
        in UTC.

        `GET /api/manage/orgs/{org}/usage/keys` Session with the role permission `billing:read`.
        """
        reply: t.UsageOfKeysResponse = await self._call("usage_of_keys", request, options)
        return reply

    async def ledger_latest(self, request: t.LedgerLatestParams, /, **options: Unpack[CallOptions]) -> t.LedgerLatestResponse:
        """List the latest counted requests, newest first.

        Use this operation for an overview of recent activity. To read all counted requests, use
        `GET /api/manage/orgs/{org}/ledger`.

        `GET /api/manage/orgs/{org}/ledger/latest` Session with the role permission `billing:read`.
        """
        reply: t.LedgerLatestResponse = await self._call("ledger_latest", request, options)
        return reply

    async def refusal_top(self, request: t.RefusalTopParams, /, **options: Unpack[CallOptions]) -> t.RefusalTopResponse:
        """List the most frequent problems in the last 30 days.

        Counts requests with client errors by key and error code, both those rejected before
        processing and those charged.

        `GET /api/manage/orgs/{org}/refusals/top` Session with the role permission `billing:read`.
        """
        reply: t.RefusalTopResponse = await self._call("refusal_top", request, options)
        return reply

    async def ledger_list(self, request: t.LedgerListParams, /, **options: Unpack[CallOptions]) -> t.LedgerListResponse:
        """List counted requests, oldest first.

        The ledger has one entry per counted request. Read it page by page to reconcile an invoice
        or to export the usage.

        `GET /api/manage/orgs/{org}/ledger` Session with the role permission `billing:read`.
        """
        reply: t.LedgerListResponse = await self._call("ledger_list", request, options)
        return reply

    def ledger_list_items(self, request: t.LedgerListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.LedgerEntryResource]:
        """The items of every page of `ledger_list`, requested when they are needed."""
        return self._items("ledger_list", request, options)

    async def request_list(self, request: t.RequestListParams, /, **options: Unpack[CallOptions]) -> t.RequestListResponse:
        """List counted requests, newest first.

        Lists counted requests. If you filter by anything other than time, each page searches 5,000
        requests. It can therefore contain fewer entries than you asked for, or none, even if there
        is a next page. `meta.total` is the number of all counted requests, without filters.

        `GET /api/manage/orgs/{org}/requests` Session with the role permission `billing:read`.
        """
        reply: t.RequestListResponse = await self._call("request_list", request, options)
        return reply

    def request_list_items(self, request: t.RequestListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.LedgerEntryResource]:
        """The items of every page of `request_list`, requested when they are needed."""
        return self._items("request_list", request, options)

    async def request_get(self, request: t.RequestGetParams, /, **options: Unpack[CallOptions]) -> t.RequestGetResponse:
        """Get a counted request.

        Returns a request that was counted toward usage, by the ID in the `X-Request-Id` header of
        its response. Requests that were rejected before they were counted have no entry.

        `GET /api/manage/orgs/{org}/requests/{request}` Session with the role permission
        `billing:read`.
        """
        reply: t.RequestGetResponse = await self._call("request_get", request, options)
        return reply

    async def refusal_list(self, request: t.RefusalListParams, /, **options: Unpack[CallOptions]) -> t.RefusalListResponse:
        """List rejected requests by minute, newest first.

        Counts requests that were rejected before any processing, by minute, key, error code and
        origin. They are not charged. Beyond a limit, further combinations are counted by hour. The
        list ends after the latest 5,000 entries.

        `GET /api/manage/orgs/{org}/refusals` Session with the role permission `billing:read`.
        """
        reply: t.RefusalListResponse = await self._call("refusal_list", request, options)
        return reply

    def refusal_list_items(self, request: t.RefusalListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.RefusalsResource]:
        """The items of every page of `refusal_list`, requested when they are needed."""
        return self._items("refusal_list", request, options)

    async def audit_list(self, request: t.AuditListParams, /, **options: Unpack[CallOptions]) -> t.AuditListResponse:
        """List audit entries, newest first.

        A page has at most 1 MiB of entries. If you filter, each page searches 5,000 entries. It can
        therefore contain fewer entries than you asked for, or none, even if there is a next page.
        `meta.total` is the number of all entries, without filters. `GET
        /api/manage/orgs/{org}/audit/verification` checks that no entry has been changed.

        `GET /api/manage/orgs/{org}/audit` Session with the role permission `admin:access`.
        """
        reply: t.AuditListResponse = await self._call("audit_list", request, options)
        return reply

    def audit_list_items(self, request: t.AuditListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.AuditEntryResource]:
        """The items of every page of `audit_list`, requested when they are needed."""
        return self._items("audit_list", request, options)

    async def audit_verify(self, request: t.AuditVerifyParams, /, **options: Unpack[CallOptions]) -> t.AuditVerifyResponse:
        """Verify the audit log.

        Recomputes the keyed hash (HMAC) of every entry, from the first to the last. A log of more
        than 20,000 entries, or of more than 16 MiB, is verified with the command `almagest audit
        verify`.

        `GET /api/manage/orgs/{org}/audit/verification` Session with the role permission
        `admin:access`.
        """
        reply: t.AuditVerifyResponse = await self._call("audit_verify", request, options)
        return reply

    async def alert_list(self, request: t.AlertListParams, /, **options: Unpack[CallOptions]) -> t.AlertListResponse:
        """List alerts, newest first.

        Alerts report high quota usage, request spikes, high error rates, requests from domains that
        are not allowed, use of dormant keys, and keys that are about to expire.

        `GET /api/manage/orgs/{org}/alerts` Session with the role permission `org:update`.
        """
        reply: t.AlertListResponse = await self._call("alert_list", request, options)
        return reply

    def alert_list_items(self, request: t.AlertListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.AlertResource]:
        """The items of every page of `alert_list`, requested when they are needed."""
        return self._items("alert_list", request, options)

    async def alert_get(self, request: t.AlertGetParams, /, **options: Unpack[CallOptions]) -> t.AlertGetResponse:
        """Get an alert.

        Returns an alert with its figures, and the URL of the dashboard page where you can resolve
        it.

        `GET /api/manage/orgs/{org}/alerts/{alert}` Session with the role permission `org:update`.
        """
        reply: t.AlertGetResponse = await self._call("alert_get", request, options)
        return reply

    async def alert_update(self, request: t.AlertUpdateParams, /, **options: Unpack[CallOptions]) -> t.AlertUpdateResponse:
        """Mark an alert as read or unread.

        The inbox belongs to the organization: an alert that one member reads is read for all
        members.

        `PATCH /api/manage/orgs/{org}/alerts/{alert}` Session with the role permission `org:update`.
        """
        reply: t.AlertUpdateResponse = await self._call("alert_update", request, options)
        return reply

    async def alert_read_all(self, request: t.AlertReadAllParams, /, **options: Unpack[CallOptions]) -> None:
        """Mark all alerts as read.

        Marks every unread alert of the organization as read, for all members.

        `POST /api/manage/orgs/{org}/alerts/read-all` Session with the role permission `org:update`.
        """
        reply: None = await self._call("alert_read_all", request, options)
        return reply

    async def alert_settings_get(self, request: t.AlertSettingsGetParams, /, **options: Unpack[CallOptions]) -> t.AlertSettingsGetResponse:
        """Get the alert settings.

        Returns which rules are enabled, their thresholds, and who receives the alerts by email.

        `GET /api/manage/orgs/{org}/alert-settings` Session with the role permission `org:update`.
        """
        reply: t.AlertSettingsGetResponse = await self._call("alert_settings_get", request, options)
        return reply

    async def alert_settings_update(self, request: t.AlertSettingsUpdateParams, /, **options: Unpack[CallOptions]) -> t.AlertSettingsUpdateResponse:
        """Update the alert settings.

        Takes effect at the next check of the organization, within a minute. An alert that was
        already sent is not sent again in the same period.

        `PATCH /api/manage/orgs/{org}/alert-settings` Session with the role permission `org:update`.
        """
        reply: t.AlertSettingsUpdateResponse = await self._call("alert_settings_update", request, options)
        return reply

    async def webhook_list(self, request: t.WebhookListParams, /, **options: Unpack[CallOptions]) -> t.WebhookListResponse:
        """List webhooks.

        Lists the addresses that receive the organization's alerts. Secrets are shown only when a
        webhook is created.

        `GET /api/manage/orgs/{org}/webhooks` Session with the role permission `org:update`.
        """
        reply: t.WebhookListResponse = await self._call("webhook_list", request, options)
        return reply

    def webhook_list_items(self, request: t.WebhookListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.WebhookResource]:
        """The items of every page of `webhook_list`, requested when they are needed."""
        return self._items("webhook_list", request, options)

    async def webhook_create(self, request: t.WebhookCreateParams, /, **options: Unpack[CallOptions]) -> t.WebhookCreateResponse:
        """Create a webhook.

        The response shows the signing secret only once. With an `Idempotency-Key`, a repeated
        request does not create a second webhook: it returns `secret: null` and `meta.secretShown`.

        `POST /api/manage/orgs/{org}/webhooks` Session with the role permission `org:update`.
        """
        reply: t.WebhookCreateResponse = await self._call("webhook_create", request, options)
        return reply

    async def webhook_get(self, request: t.WebhookGetParams, /, **options: Unpack[CallOptions]) -> t.WebhookGetResponse:
        """Get a webhook.

        Returns a webhook. The secret is shown only when a webhook is created.

        `GET /api/manage/orgs/{org}/webhooks/{webhook}` Session with the role permission
        `org:update`.
        """
        reply: t.WebhookGetResponse = await self._call("webhook_get", request, options)
        return reply

    async def webhook_delete(self, request: t.WebhookDeleteParams, /, **options: Unpack[CallOptions]) -> None:
        """Delete a webhook.

        Pending messages are not sent, and the delivery log is deleted.

        `DELETE /api/manage/orgs/{org}/webhooks/{webhook}` Session with the role permission
        `org:update`.
        """
        reply: None = await self._call("webhook_delete", request, options)
        return reply

    async def webhook_test(self, request: t.WebhookTestParams, /, **options: Unpack[CallOptions]) -> t.WebhookTestResponse:
        """Send a test message to a webhook.

        The response does not wait for the delivery. Check the delivery log for the result. You can
        send at most ten test messages per hour.

        `POST /api/manage/orgs/{org}/webhooks/{webhook}/test` Session with the role permission
        `org:update`.
        """
        reply: t.WebhookTestResponse = await self._call("webhook_test", request, options)
        return reply

    async def webhook_deliveries(self, request: t.WebhookDeliveriesParams, /, **options: Unpack[CallOptions]) -> t.WebhookDeliveriesResponse:
        """List webhook deliveries, newest first.

        Messages are kept for 30 days after they are delivered or abandoned.

        `GET /api/manage/orgs/{org}/webhooks/{webhook}/deliveries` Session with the role permission
        `org:update`.
        """
        reply: t.WebhookDeliveriesResponse = await self._call("webhook_deliveries", request, options)
        return reply

    def webhook_deliveries_items(self, request: t.WebhookDeliveriesParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.WebhookDeliveryResource]:
        """The items of every page of `webhook_deliveries`, requested when they are needed."""
        return self._items("webhook_deliveries", request, options)

    async def billing_get(self, request: t.BillingGetParams, /, **options: Unpack[CallOptions]) -> t.BillingGetResponse:
        """Get the plan and the costs for the current period.

        Amounts are integers in minor units of the currency. For example, 1999 with currency EUR
        means 19.99 euros. The lines show the charges so far for the next statement.

        `GET /api/manage/orgs/{org}/billing` Session with the role permission `billing:read`.
        """
        reply: t.BillingGetResponse = await self._call("billing_get", request, options)
        return reply

    async def billing_update(self, request: t.BillingUpdateParams, /, **options: Unpack[CallOptions]) -> t.BillingUpdateResponse:
        """Update the billing address.

        Takes effect with the next statement. Issued statements do not change.

        `PATCH /api/manage/orgs/{org}/billing` Session with the role permission `billing:manage`.
        """
        reply: t.BillingUpdateResponse = await self._call("billing_update", request, options)
        return reply

    async def plan_list(self, request: t.PlanListParams, /, **options: Unpack[CallOptions]) -> t.PlanListResponse:
        """List plans and the cost of changing to each.

        Returns the plans that the organization can switch to on its own, and its current plan. Each
        shows what the change would add to this period's bill: the remaining days of the current
        plan are credited and those of the new plan are charged, including today.

        `GET /api/manage/orgs/{org}/billing/plans` Session with the role permission `billing:read`.
        """
        reply: t.PlanListResponse = await self._call("plan_list", request, options)
        return reply

    async def plan_update(self, request: t.PlanUpdateParams, /, **options: Unpack[CallOptions]) -> t.PlanUpdateResponse:
        """Change the plan.

        Takes effect immediately: the next request has the quota, rate limits and modules of the new
        plan. To switch to a plan that includes less than you used in this period, wait until the
        next period starts.

        `PATCH /api/manage/orgs/{org}/billing/plan` Session with the role permission
        `billing:manage`.
        """
        reply: t.PlanUpdateResponse = await self._call("plan_update", request, options)
        return reply

    async def statement_list(self, request: t.StatementListParams, /, **options: Unpack[CallOptions]) -> t.StatementListResponse:
        """List statements, newest first.

        There is one statement for each past month. It is created one hour after the month ends.

        `GET /api/manage/orgs/{org}/billing/statements` Session with the role permission
        `billing:read`.
        """
        reply: t.StatementListResponse = await self._call("statement_list", request, options)
        return reply

    def statement_list_items(self, request: t.StatementListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.StatementResource]:
        """The items of every page of `statement_list`, requested when they are needed."""
        return self._items("statement_list", request, options)

    async def statement_get(self, request: t.StatementGetParams, /, **options: Unpack[CallOptions]) -> t.StatementGetResponse:
        """Get a statement with its lines.

        The request lines cover every counted request of the month, including requests made with
        deleted keys, free requests made with test keys, and requests that failed because of a
        server error and were refunded.

        `GET /api/manage/orgs/{org}/billing/statements/{statement}` Session with the role permission
        `billing:read`.
        """
        reply: t.StatementGetResponse = await self._call("statement_get", request, options)
        return reply

    async def statement_export(self, request: t.StatementExportParams, /, **options: Unpack[CallOptions]) -> File:
        """Download a statement as CSV.

        Returns one row per line. Amounts are decimal numbers in the currency of the statement.

        `GET /api/manage/orgs/{org}/billing/statements/{statement}/lines.csv` Session with the role
        permission `billing:read`.
        """
        reply: File = await self._call("statement_export", request, options)
        return reply

    async def invoice_get(self, request: t.InvoiceGetParams, /, **options: Unpack[CallOptions]) -> File:
        """Download a statement's invoice as a PDF.

        Returns the invoice in English or Dutch. A statement has an invoice once its month has
        ended.

        `GET /api/manage/orgs/{org}/billing/statements/{statement}/invoice.pdf` Session with the
        role permission `billing:read`.
        """
        reply: File = await self._call("invoice_get", request, options)
        return reply

    async def installation_org_list(self, request: t.InstallationOrgListParams | None = None, /, **options: Unpack[CallOptions]) -> t.InstallationOrgListResponse:
        """List organizations, oldest first.

        Lists all organizations with their plans and their usage this month.

        `GET /api/manage/installation/orgs`
        """
        reply: t.InstallationOrgListResponse = await self._call("installation_org_list", request, options)
        return reply

    def installation_org_list_items(self, request: t.InstallationOrgListParams | None = None, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.OperatedOrganizationResource]:
        """The items of every page of `installation_org_list`, requested when they are needed."""
        return self._items("installation_org_list", request, options)

    async def installation_org_create(self, request: t.OperatedOrganizationCreateRequest, /, **options: Unpack[CallOptions]) -> t.InstallationOrgCreateResponse:
        """Create an organization.

        The organization has no members yet. Add its first owner next.

        `POST /api/manage/installation/orgs`
        """
        reply: t.InstallationOrgCreateResponse = await self._call("installation_org_create", request, options)
        return reply

    async def installation_org_get(self, request: t.InstallationOrgGetParams, /, **options: Unpack[CallOptions]) -> t.InstallationOrgGetResponse:
        """Get an organization.

        Returns an organization with its plan, limits and usage this month.

        `GET /api/manage/installation/orgs/{org}`
        """
        reply: t.InstallationOrgGetResponse = await self._call("installation_org_get", request, options)
        return reply

    async def installation_org_update(self, request: t.InstallationOrgUpdateParams, /, **options: Unpack[CallOptions]) -> t.InstallationOrgUpdateResponse:
        """Update an organization.

        Takes effect on the next request with one of its keys. An organization that its owners have
        closed cannot be reopened.

        `PATCH /api/manage/installation/orgs/{org}`
        """
        reply: t.InstallationOrgUpdateResponse = await self._call("installation_org_update", request, options)
        return reply

    async def installation_member_list(self, request: t.InstallationMemberListParams, /, **options: Unpack[CallOptions]) -> t.InstallationMemberListResponse:
        """List the members of an organization.

        Lists the members of any organization with their roles.

        `GET /api/manage/installation/orgs/{org}/members`
        """
        reply: t.InstallationMemberListResponse = await self._call("installation_member_list", request, options)
        return reply

    def installation_member_list_items(self, request: t.InstallationMemberListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.MemberResource]:
        """The items of every page of `installation_member_list`, requested when they are needed."""
        return self._items("installation_member_list", request, options)

    async def installation_member_add(self, request: t.InstallationMemberAddParams, /, **options: Unpack[CallOptions]) -> t.InstallationMemberAddResponse:
        """Add a member to an organization.

        Adds an existing account to the organization without an invitation.

        `POST /api/manage/installation/orgs/{org}/members`
        """
        reply: t.InstallationMemberAddResponse = await self._call("installation_member_add", request, options)
        return reply

    async def installation_module_list(self, request: t.InstallationModuleListParams, /, **options: Unpack[CallOptions]) -> t.InstallationModuleListResponse:
        """List the modules granted to an organization.

        Lists the modules that were granted or purchased, with their dates.

        `GET /api/manage/installation/orgs/{org}/modules`
        """
        reply: t.InstallationModuleListResponse = await self._call("installation_module_list", request, options)
        return reply

    def installation_module_list_items(self, request: t.InstallationModuleListParams, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.ModuleGrantResource]:
        """The items of every page of `installation_module_list`, requested when they are needed."""
        return self._items("installation_module_list", request, options)

    async def installation_module_grant(self, request: t.InstallationModuleGrantParams, /, **options: Unpack[CallOptions]) -> t.InstallationModuleGrantResponse:
        """Grant a module to an organization.

        Granting a module again changes the end of the grant, so you can safely repeat the request.

        `POST /api/manage/installation/orgs/{org}/modules`
        """
        reply: t.InstallationModuleGrantResponse = await self._call("installation_module_grant", request, options)
        return reply

    async def installation_module_revoke(self, request: t.InstallationModuleRevokeParams, /, **options: Unpack[CallOptions]) -> None:
        """Revoke a granted module.

        Ends every grant of the module, whatever its source. Modules included in the plan are not
        affected.

        `DELETE /api/manage/installation/orgs/{org}/modules/{module}`
        """
        reply: None = await self._call("installation_module_revoke", request, options)
        return reply

    async def installation_user_list(self, request: t.InstallationUserListParams | None = None, /, **options: Unpack[CallOptions]) -> t.InstallationUserListResponse:
        """List accounts, oldest first.

        Lists all accounts on this installation.

        `GET /api/manage/installation/users`
        """
        reply: t.InstallationUserListResponse = await self._call("installation_user_list", request, options)
        return reply

    def installation_user_list_items(self, request: t.InstallationUserListParams | None = None, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.OperatedUserResource]:
        """The items of every page of `installation_user_list`, requested when they are needed."""
        return self._items("installation_user_list", request, options)

    async def installation_user_create(self, request: t.UserCreateRequest, /, **options: Unpack[CallOptions]) -> t.InstallationUserCreateResponse:
        """Create an account.

        The response shows the link to choose a password only once. It is also sent by email. A
        repeated request with the same `Idempotency-Key` does not return it again.

        `POST /api/manage/installation/users`
        """
        reply: t.InstallationUserCreateResponse = await self._call("installation_user_create", request, options)
        return reply

    async def installation_user_get(self, request: t.InstallationUserGetParams, /, **options: Unpack[CallOptions]) -> t.InstallationUserGetResponse:
        """Get an account.

        Returns an account and its state.

        `GET /api/manage/installation/users/{user}`
        """
        reply: t.InstallationUserGetResponse = await self._call("installation_user_get", request, options)
        return reply

    async def installation_user_update(self, request: t.InstallationUserUpdateParams, /, **options: Unpack[CallOptions]) -> t.InstallationUserUpdateResponse:
        """Update an account.

        Takes effect on the next request. Disabling an account ends its sessions. The request is
        rejected if it would leave the installation without an operator who can sign in, or an
        organization without an owner.

        `PATCH /api/manage/installation/users/{user}`
        """
        reply: t.InstallationUserUpdateResponse = await self._call("installation_user_update", request, options)
        return reply

    async def installation_user_reset(self, request: t.InstallationUserResetParams, /, **options: Unpack[CallOptions]) -> t.InstallationUserResetResponse:
        """Reset an account's password.

        The response contains a link for choosing a new password; it is shown only once. It is also
        sent by email. The old password works until a new one is chosen. If two-factor
        authentication is also disabled, the old password stops working and all sessions end
        immediately, because passwords used with two-factor authentication can be shorter.

        `POST /api/manage/installation/users/{user}/reset`
        """
        reply: t.InstallationUserResetResponse = await self._call("installation_user_reset", request, options)
        return reply

    async def installation_outbox_list(self, request: t.InstallationOutboxListParams | None = None, /, **options: Unpack[CallOptions]) -> t.InstallationOutboxListResponse:
        """List unsent emails, oldest first.

        Anyone who has a link can use it. Give it only to its recipient.

        `GET /api/manage/installation/outbox`
        """
        reply: t.InstallationOutboxListResponse = await self._call("installation_outbox_list", request, options)
        return reply

    def installation_outbox_list_items(self, request: t.InstallationOutboxListParams | None = None, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.OutboxMailResource]:
        """The items of every page of `installation_outbox_list`, requested when they are needed."""
        return self._items("installation_outbox_list", request, options)

    async def installation_plan_list(self, **options: Unpack[CallOptions]) -> t.InstallationPlanListResponse:
        """List plans.

        Plans are defined in the configuration file.

        `GET /api/manage/installation/plans`
        """
        reply: t.InstallationPlanListResponse = await self._call("installation_plan_list", None, options)
        return reply

    async def installation_statement_list(self, request: t.InstallationStatementListParams | None = None, /, **options: Unpack[CallOptions]) -> t.InstallationStatementListResponse:
        """List statements for all organizations, newest first.

        Filter by `state` to find the statements that are due.

        `GET /api/manage/installation/statements`
        """
        reply: t.InstallationStatementListResponse = await self._call("installation_statement_list", request, options)
        return reply

    def installation_statement_list_items(self, request: t.InstallationStatementListParams | None = None, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.StatementResource]:
        """The items of every page of `installation_statement_list`, requested when they are needed."""
        return self._items("installation_statement_list", request, options)

    async def installation_statement_pay(self, request: t.InstallationStatementPayParams, /, **options: Unpack[CallOptions]) -> t.InstallationStatementPayResponse:
        """Mark a statement as paid.

        Records a payment received outside the service, with its reference. Only statements that are
        due can be paid.

        `POST /api/manage/installation/orgs/{org}/statements/{statement}/payment`
        """
        reply: t.InstallationStatementPayResponse = await self._call("installation_statement_pay", request, options)
        return reply

    async def installation_health_get(self, **options: Unpack[CallOptions]) -> t.InstallationHealthGetResponse:
        """Get the health of the installation.

        Returns the version and backends of the node that responds, the number of nodes, and what is
        waiting for an operator.

        `GET /api/manage/installation/health`
        """
        reply: t.InstallationHealthGetResponse = await self._call("installation_health_get", None, options)
        return reply

    async def installation_job_list(self, **options: Unpack[CallOptions]) -> t.InstallationJobListResponse:
        """List background jobs.

        Lists the background jobs of all nodes, with their last run and its error, if any.

        `GET /api/manage/installation/jobs`
        """
        reply: t.InstallationJobListResponse = await self._call("installation_job_list", None, options)
        return reply

    async def installation_audit_list(self, request: t.InstallationAuditListParams | None = None, /, **options: Unpack[CallOptions]) -> t.InstallationAuditListResponse:
        """List audit entries of the installation, newest first.

        Changes to an organization are in that organization's audit log. If you filter, each page
        searches 5,000 entries. It can therefore contain fewer entries than you asked for, or none,
        even if there is a next page. `meta.total` is the number of all entries.

        `GET /api/manage/installation/audit`
        """
        reply: t.InstallationAuditListResponse = await self._call("installation_audit_list", request, options)
        return reply

    def installation_audit_list_items(self, request: t.InstallationAuditListParams | None = None, /, **options: Unpack[CallOptions]) -> AsyncIterator[t.AuditEntryResource]:
        """The items of every page of `installation_audit_list`, requested when they are needed."""
        return self._items("installation_audit_list", request, options)

    async def health_live(self, **options: Unpack[CallOptions]) -> t.Health:
        """Check whether the process is alive.

        Checks only the process itself. Restart it if this does not respond.

        `GET /healthz`
        """
        reply: t.Health = await self._call("health_live", None, options)
        return reply

    async def health_ready(self, request: t.HealthReadyParams | None = None, /, **options: Unpack[CallOptions]) -> t.Health:
        """Check whether the service is ready.

        Returns 503 while the database is unavailable or the service is stopping. A restart is not
        needed. Load balancers ask with `scope=node`, which returns 503 only while the service is
        stopping: without the database, every node would be taken out, and clients would get the
        balancer's error instead of one with `Retry-After`.

        `GET /readyz`
        """
        reply: t.Health = await self._call("health_ready", request, options)
        return reply

    async def openapi_get(self, **options: Unpack[CallOptions]) -> t.OpenApiDocument:
        """Get the OpenAPI document.

        Returns this API as OpenAPI 3.1. `/docs` is the version for people.

        `GET /openapi.json`
        """
        reply: t.OpenApiDocument = await self._call("openapi_get", None, options)
        return reply

    async def openapi_part_get(self, request: t.OpenapiPartGetParams, /, **options: Unpack[CallOptions]) -> t.OpenApiDocument:
        """Get an OpenAPI document with examples.

        Returns the operations of one group, each with an example request, its response, and a
        `curl` command.

        `GET /openapi/{document}`
        """
        reply: t.OpenApiDocument = await self._call("openapi_part_get", request, options)
        return reply

    async def mcp_post(self, request: t.McpMessage, /, **options: Unpack[CallOptions]) -> t.McpPostResponse:
        """Send a Model Context Protocol (MCP) message.

        The streamable HTTP transport of the [Model Context
        Protocol](https://modelcontextprotocol.io/), versions 2025-06-18, 2025-11-25 and 2026-07-28,
        without sessions. `tools/call` costs what its operation costs with `fields`, and is counted
        as a request for that operation, under the same limits. Every other message costs 1 unit.
        What an operation refuses because of its input, the permissions of the key or its modules is
        a result with `isError: true`, so that a model can read it. Everything else is refused like
        any other request.

        `POST /mcp` Cost: The price of the tool's operation with `fields`. 1 unit for any other
        message.
        """
        reply: t.McpPostResponse = await self._call("mcp_post", request, options)
        return reply

    async def llms_get(self, **options: Unpack[CallOptions]) -> File:
        """List the operations for language models.

        Returns every operation in one line of Markdown, in the format of
        [llms.txt](https://llmstxt.org/).

        `GET /llms.txt`
        """
        reply: File = await self._call("llms_get", None, options)
        return reply

    async def llms_full_get(self, **options: Unpack[CallOptions]) -> File:
        """Describe the operations for language models.

        Returns every operation in Markdown, with its description, price, fields and an example.

        `GET /llms-full.txt`
        """
        reply: File = await self._call("llms_full_get", None, options)
        return reply
