import { calcBatch, calcNatal, calcTransit, contentList, getChartNatalUrl } from "../generated/orval/client";
import { BATCH, IMAGE, KEY, NATAL, TRANSIT, expect } from "./expect";

const options = { headers: { "X-Api-Key": KEY } };

const natal = await calcNatal(NATAL, options);
expect(natal.status === 200 && natal.data.data.points.sun?.sign === "gemini", "natal");

const transit = await calcTransit(TRANSIT, options);
expect(transit.status === 200 && transit.data.data.aspects.length > 0, "transit");

const batch = await calcBatch(BATCH, options);
expect(batch.status === 200 && batch.data.data.results[0]?.status === 200, "batch");

const texts = await contentList("natal", "aspect", { "page[size]": 2 }, options);
expect(texts.status === 200 && texts.data.data.length === 2, "content");

// The generated function reads every answer as JSON. Its URL is used with `fetch`.
const url = getChartNatalUrl("svg", IMAGE);
const image = await fetch(url, options);
expect((await image.text()).startsWith("<svg"), "image");
