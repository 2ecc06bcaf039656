/** Reads every item of a list. Returns undefined when one is invalid, and an empty list when the list is missing. */
export function readList<Item>(
  value: unknown,
  readItem: (item: unknown) => Item | undefined,
  most = Infinity,
): Item[] | undefined {
  const items: unknown = value ?? [];
  if (!Array.isArray(items) || items.length > most) return undefined;
  const read = items.map(readItem).filter((item) => item !== undefined);
  return read.length === items.length ? read : undefined;
}
