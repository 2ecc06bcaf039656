import { UserError, type AgentInputItem } from 'sekisho';

// JSON has no binary type; an object with only this key represents bytes.
const BYTES = '$sekisho.bytes';

/** The text of an item in the history. */
export function itemText(item: unknown): string {
  return JSON.stringify(withoutBytes(item, false));
}

/** Parses the text of an item. */
export function readItem(text: string): AgentInputItem {
  return JSON.parse(text, (_key, value: unknown) => {
    const bytes = Object(value) === value ? Reflect.get(Object(value), BYTES) : undefined;
    return typeof bytes === 'string' ? new Uint8Array(Buffer.from(bytes, 'base64')) : value;
  });
}

/** The same text for equal values, independent of the order of their keys. */
export function comparableText(value: unknown): string {
  return JSON.stringify(withoutBytes(value, true));
}

function withoutBytes(value: unknown, isSorted: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map((entry) => withoutBytes(entry, isSorted));
  if (Object.hasOwn(value, BYTES))
    throw new UserError(`An item of a session cannot have a key named "${BYTES}".`);
  const keys = isSorted ? Object.keys(value).toSorted() : Object.keys(value);
  // No prototype: a key named __proto__ must stay a key.
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of keys) copy[key] = withoutBytes(Reflect.get(value, key), isSorted);
  return copy;
}
