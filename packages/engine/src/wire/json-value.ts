/** Returns whether a value is an object or a list. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns a property of any value, or undefined when the value is not an object. */
export const propertyOf = (value: unknown, key: PropertyKey): unknown =>
  isObject(value) ? Reflect.get(value, key) : undefined;

/** Returns a text, or an empty one for every other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the path of a property for display, for example `payments[0].account`. */
export function pathOf(parent: object, key: string, path: string): string {
  if (Array.isArray(parent)) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}
