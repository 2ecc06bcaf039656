import { pathOf, propertyOf } from '../wire/json-value.ts';
import { canonicalJson } from './digest.ts';

/** The arguments of a call as canonical JSON. With a fault, the text does not represent them, and it is not decided. */
export interface ArgumentsText {
  readonly text: string;
  readonly fault?: string | undefined;
}

/**
 * Returns the arguments that a framework passes to a tool as JSON text. Schemas of frameworks can convert values: what the gate
 * judges and a person reads must be what the tool receives, so a value that JSON does not represent exactly is a fault.
 */
export function argumentsText(args: unknown): ArgumentsText {
  const found = findInexact(args, '', 0);
  if (found === undefined) return { text: canonicalJson(args) };
  const { path, what } = found;
  const place = path === '' ? 'The arguments are' : `The argument "${path}" is`;
  return {
    text: '{}',
    fault: `${place} ${what}, which JSON cannot represent exactly, so the call cannot be checked. Use JSON values in the schema, and convert them inside of the tool.`,
  };
}

interface Inexact {
  readonly path: string;
  readonly what: string;
}

/** Deeper arguments are rejected when they are parsed. */
const MAX_DEPTH = 150;

function findInexact(value: unknown, path: string, depth: number): Inexact | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
        ? undefined
        : { path, what: `the number ${Object.is(value, -0) ? '-0' : value}` };
    case 'object':
      return value === null ? undefined : findInObject(value, path, depth);
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
      return { path, what: `of the type ${typeof value}` };
  }
}

function findInObject(value: object, path: string, depth: number): Inexact | undefined {
  if (depth > MAX_DEPTH) return { path, what: 'a value that is nested too deep' };
  if (isText(value)) return undefined;
  const isList = Array.isArray(value);
  if (!(isList || isPlain(value)) || typeof propertyOf(value, 'toJSON') === 'function')
    return { path, what: `of the type ${typeNameOf(value)}` };
  const items = Object.entries(value);
  if (isList && items.length !== value.length) return { path, what: 'a list with gaps or names' };
  for (const [key, item] of items) {
    // A property without a value is the same as no property.
    if (item === undefined && !isList) continue;
    const found = findInexact(item, pathOf(value, key, path), depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** Returns whether JSON contains the text that identifies this object. */
const isText = (value: object) =>
  value instanceof URL || (value instanceof Date && !Number.isNaN(value.getTime()));

function typeNameOf(value: object): string {
  const type: unknown = Reflect.get(value, 'constructor');
  return typeof type === 'function' ? type.name : 'object';
}

/** Returns whether an object is a literal, also one of another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
