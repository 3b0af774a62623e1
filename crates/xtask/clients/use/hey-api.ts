import { calcBatch, calcNatal, calcTransit, chartNatal, contentList } from "../generated/hey-api";
import { client } from "../generated/hey-api/client.gen";
import { BATCH, IMAGE, KEY, NATAL, TRANSIT, URL, expect } from "./expect";

client.setConfig({ baseUrl: URL, headers: { "X-Api-Key": KEY } });

const natal = await calcNatal({ body: NATAL });
expect(natal.data?.data.points.sun?.sign === "gemini", "natal");

const transit = await calcTransit({ body: TRANSIT });
expect((transit.data?.data.aspects.length ?? 0) > 0, "transit");

const batch = await calcBatch({ body: BATCH });
expect(batch.data?.data.results[0]?.status === 200, "batch");

const texts = await contentList({
  path: { horoscopeType: "natal", contentType: "aspect" },
  query: { "page[size]": 2 },
});
expect(texts.data?.data.length === 2, "content");

const image = await chartNatal({
  path: { format: "svg" },
  query: IMAGE,
  parseAs: "text",
});
expect(String(image.data).startsWith("<svg"), "image");
