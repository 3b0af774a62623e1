// A service that answers what a test tells it, and remembers what it was sent.

import { Almagest } from "@almagest/client";
import type { ClientOptions } from "@almagest/client";

export interface Sent {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

type Answer = Response | Error | ((signal: AbortSignal) => Promise<Response>);

/** A client whose requests get these answers, one after the other. */
export function standIn(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const delays: number[] = [];
  const client = new Almagest({
    url: "https://astrology.example/",
    key: "ak_test_1",
    random: () => 1,
    sleep: async (ms) => void delays.push(ms),
    fetch: async (url, init) => {
      const body: unknown = init.body ? JSON.parse(String(init.body)) : undefined;
      sent.push({ url, method: init.method ?? "GET", headers: new Headers(init.headers), body });
      const answer = answers.shift();
      if (answer instanceof Error || !answer) throw answer ?? new Error("no answer is left");
      return typeof answer === "function" ? answer(init.signal as AbortSignal) : answer;
    },
    ...options,
  });
  return { client, sent, delays };
}

export const ok = (body: unknown, headers: Record<string, string> = {}) => Response.json(body, { headers });

export const refused = (status: number, code: string, headers: Record<string, string> = {}, more = {}) =>
  Response.json({ errors: [{ status: String(status), code, title: code, detail: "why", ...more }] }, { status, headers });

export const BIRTH = { dateTime: "1990-06-15T14:30", location: { latitude: 52.37, longitude: 4.89 } };
