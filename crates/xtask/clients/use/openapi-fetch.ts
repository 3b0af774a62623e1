import createClient from "openapi-fetch";
import type { paths } from "../generated/openapi-typescript/schema";
import { BATCH, IMAGE, KEY, NATAL, TRANSIT, URL, expect } from "./expect";

const client = createClient<paths>({ baseUrl: URL, headers: { "X-Api-Key": KEY } });

const natal = await client.POST("/api/calc/natal", { body: NATAL });
expect(natal.data?.data.points.sun?.sign === "gemini", "natal");

const transit = await client.POST("/api/calc/transit", { body: TRANSIT });
expect((transit.data?.data.aspects.length ?? 0) > 0, "transit");

const batch = await client.POST("/api/calc/batch", { body: BATCH });
expect(batch.data?.data.results[0]?.status === 200, "batch");

const texts = await client.GET("/api/content/{horoscopeType}/{contentType}", {
  params: { path: { horoscopeType: "natal", contentType: "aspect" }, query: { "page[size]": 2 } },
});
expect(texts.data?.data.length === 2, "content");

const image = await client.GET("/api/chart2/natal.{format}", {
  params: {
    path: { format: "svg" },
    query: IMAGE,
  },
  parseAs: "text",
});
expect(image.data?.startsWith("<svg"), "image");

const refused = await client.POST("/api/calc/natal", { body: { ...NATAL, dateTime: "noon" } });
expect(refused.response.status === 400, "refusal");
