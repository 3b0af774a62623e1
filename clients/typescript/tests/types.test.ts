// What the compiler must accept and refuse. Each expected error fails the compilation if it is absent.

import { test } from "node:test";

import { batch } from "@almagest/client";
import type { Almagest, Natal, SignId } from "@almagest/client";
import { BIRTH } from "./stand_in.js";

test("types are checked", () => {});

export async function uses(client: Almagest): Promise<void> {
  const chart = await client.calcNatal({ ...BIRTH, houseSystem: "koch" });
  const sign: SignId | null | undefined = chart.data.points.sun?.sign;
  // @ts-expect-error A house system that does not exist.
  await client.calcNatal({ ...BIRTH, houseSystem: "cock" });
  // @ts-expect-error The location is missing.
  await client.calcNatal({ dateTime: BIRTH.dateTime });
  // @ts-expect-error A field that does not exist.
  await client.calcNatal({ ...BIRTH, houses: "koch" });
  // @ts-expect-error Every point of a chart may be absent.
  chart.data.points.sun.sign;
  const [one, two] = await batch(client, [
    { operation: "natal", body: BIRTH },
    { operation: "horoscope/daily/sign", body: { date: "2026-11-18", sign: "leo" } },
  ]);
  const natal: Natal | undefined = one.data;
  if (!two.error) two.data.summary satisfies string | null | undefined;
  // @ts-expect-error Only calculations can be in a batch.
  await batch(client, [{ operation: "key", body: {} }]);
  for await (const text of client.contentSearch({ q: "sun" })) text.attributes.title satisfies string;
  void [sign, natal];
}
