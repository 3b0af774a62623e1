// From the input of an operation to a URL and a body.

import { TABLE } from "./generated/operations.js";

/** A row of the table of operations. */
export interface Operation {
  name: string;
  method: string;
  path: string;
  /** See {@link TABLE}. */
  flags: string;
}

export type Input = Record<string, unknown>;

/** Every operation. */
export const operations = (): Operation[] =>
  TABLE.split(";").map((row) => {
    const [name, method, path, flags] = row.split(" ") as [string, string, string, string];
    return { name, method, path, flags };
  });

/** The path with its parameters, and the fields that are not part of it. */
export function fillPath(path: string, input: Input): [string, Input] {
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = String(rest[name] ?? "");
    // A URL with such a segment would name another path.
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`\`${name}\` must not be "${text}".`);
    delete rest[name];
    return encodeURIComponent(text);
  });
  return [filled, rest];
}

/** The fields as a query: `location.latitude=52`, `points=sun&points=moon`, `page[size]=10`. */
export function query(fields: Input): string {
  const search = new URLSearchParams();
  const add = (name: string, value: unknown) => {
    if (value == null) return;
    if (Array.isArray(value)) value.forEach((it) => add(name, it));
    else if (typeof value === "object") {
      const brackets = name === "page" || name === "filter";
      for (const [field, inner] of Object.entries(value)) {
        add(brackets ? `${name}[${field}]` : `${name}.${field}`, inner);
      }
    } else search.append(name, String(value));
  };
  for (const [name, value] of Object.entries(fields)) add(name, value);
  const text = search.toString();
  return text && "?" + text;
}
