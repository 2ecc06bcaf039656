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

/** Returns a copy with the same prototype and properties. No getter is called. */
export function shallowCopy<T extends object>(value: T): T {
  return Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value));
}
