// What every generated client must be able to do, and what the answers must contain.

export const URL = variable("ALMAGEST_URL");
export const KEY = variable("ALMAGEST_KEY");

const AMSTERDAM = { latitude: 52.37, longitude: 4.89 };

export const NATAL = { dateTime: "1990-06-15T14:30", location: AMSTERDAM };

export const TRANSIT = {
  birthDate: "1990-06-15T14:30",
  birthLocation: AMSTERDAM,
  transitDateStart: "2027-01-01",
  transitDateEnd: "2027-01-31",
  transitLocation: AMSTERDAM,
};

// The same birth in the query of an image.
export const IMAGE: { dateTime: string; "location.latitude": number; "location.longitude": number; points: ("sun" | "moon")[] } = {
  dateTime: NATAL.dateTime,
  "location.latitude": AMSTERDAM.latitude,
  "location.longitude": AMSTERDAM.longitude,
  points: ["sun", "moon"],
};

export const BATCH = { requests: [{ operation: "natal", body: NATAL }] };

export function expect(isTrue: boolean | undefined, what: string): asserts isTrue {
  if (!isTrue) throw new Error(`wrong: ${what}`);
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}
