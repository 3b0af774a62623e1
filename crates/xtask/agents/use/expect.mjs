// What every client of the Model Context Protocol must see, whatever its version and transport.
export const URL_OF_SERVICE = process.env.ALMAGEST_URL;
export const KEY = process.env.ALMAGEST_KEY;
export const PROGRAM = process.env.ALMAGEST_PROGRAM;

const BORN = { dateTime: "1990-06-15T14:30", location: { latitude: 52.37, longitude: 4.89 } };

export function expect(condition, what) {
  if (!condition) {
    throw new Error(`not as expected: ${what}`);
  }
}

async function overHttp(body) {
  const headers = { "X-Api-Key": KEY, "Content-Type": "application/json" };
  const options = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(`${URL_OF_SERVICE}/api/calc/natal`, options);
  return (await response.json()).data;
}

/** Lists, calls and reads with a connected client. */
export async function use(client, hasKey) {
  const { tools } = await client.listTools();
  expect(tools.length >= 20 && tools.length <= 25, `${tools.length} tools`);
  expect(tools.some((it) => it.name === "key_status") === hasKey, "key_status needs a key");
  const arguments_ = { ...BORN, fields: ["points", "aspects"], precision: 3 };
  // The client checks the result against the output schema of the tool.
  const natal = await client.callTool({ name: "natal_chart", arguments: arguments_ });
  expect(!natal.isError, "natal_chart");
  const expected = await overHttp(arguments_);
  expect(
    JSON.stringify(natal.structuredContent.data.points) === JSON.stringify(expected.points),
    "the points of the tool are those of the API",
  );
  expect(natal.content[0].text.includes("24°08′ gemini"), "the text");
  const named = { dateTime: BORN.dateTime, place: "Springfield" };
  const refused = await client.callTool({ name: "natal_chart", arguments: named });
  expect(refused.isError && refused.content[0].text.startsWith("place_ambiguous"), "an ambiguous place");
  const drawn = await client.callTool({ name: "draw_chart", arguments: BORN });
  expect(drawn.content[0].mimeType === "image/png", "draw_chart");
  const { prompts } = await client.listPrompts();
  const birth = { dateTime: BORN.dateTime, place: "Amsterdam, NL" };
  const prompt = await client.getPrompt({ name: prompts[0].name, arguments: birth });
  expect(prompt.messages[0].content.text.includes("Amsterdam, NL"), "a prompt");
  const { resources } = await client.listResources();
  const read = await client.readResource({ uri: resources[0].uri });
  expect(read.contents[0].text.length > 100, "a resource");
  let unknown;
  try {
    unknown = await client.callTool({ name: "no_such_tool", arguments: {} });
  } catch (error) {
    unknown = { isError: true };
  }
  expect(unknown.isError, "an unknown tool");
  await client.close();
}
