/** One argument before and after an edit. A value that is absent on one side was added or removed. */
export interface ArgumentChange {
  readonly name: string;
  readonly isChanged: boolean;
  readonly before: unknown;
  readonly after: unknown;
  readonly change: 'none' | 'changed' | 'added' | 'removed';
}

/** Compares arguments field by field, in the order of the new ones. Removed arguments come last. */
export function compareArguments(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): readonly ArgumentChange[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].map((name) => {
    const was: unknown = Object.hasOwn(before, name) ? before[name] : undefined;
    const is: unknown = Object.hasOwn(after, name) ? after[name] : undefined;
    const change = changeOf(Object.hasOwn(before, name), Object.hasOwn(after, name), isSame(was, is));
    return { name, isChanged: change !== 'none', before: was, after: is, change };
  });
}

function changeOf(wasThere: boolean, isThere: boolean, same: boolean): ArgumentChange['change'] {
  if (!wasThere) return 'added';
  if (!isThere) return 'removed';
  return same ? 'none' : 'changed';
}

// The order of keys does not count as a difference.
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && isSame(value, Reflect.get(other, key)))
  );
}
