/** Reads a property of a value of unknown type. A value without properties has none. */
export const read = (value: unknown, key: PropertyKey): unknown => Reflect.get(Object(value), key);

/** Returns a text, or the empty text for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export const isCallable = (value: unknown): value is (...args: unknown[]) => unknown =>
  typeof value === 'function';

/** Defines a property as an assignment would, also if the prototype has a setter for it. */
export function define(target: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * Returns a copy with the same prototype and properties, some of them replaced. No getter is called. The properties are
 * defined one by one in their order: V8 stores an object whose properties are defined again later as a dictionary, which every
 * later access pays for.
 */
export function shallowCopy<T extends object>(
  value: T,
  replaced: Readonly<Record<string, PropertyDescriptor>> = {},
): T {
  const copy: T = Object.create(Object.getPrototypeOf(value));
  for (const key of Reflect.ownKeys(value)) {
    const isReplaced = typeof key === 'string' && Object.hasOwn(replaced, key);
    const property = isReplaced ? replaced[key] : Object.getOwnPropertyDescriptor(value, key);
    if (property) Object.defineProperty(copy, key, property);
  }
  for (const key of Object.keys(replaced)) {
    const property = replaced[key];
    if (property && !Object.hasOwn(copy, key)) Object.defineProperty(copy, key, property);
  }
  return copy;
}
