import { dereference, validate, type OutputUnit, type Schema, type SchemaDraft } from '@cfworker/json-schema';
import { z } from 'zod';
import { SekishoError } from '../errors/sekisho-error.ts';
import { isObject } from '../wire/json-value.ts';
import { withBoundedPatterns } from './patterns.ts';

/** Returns what is wrong with a value, or undefined when it is valid. */
export type ValueCheck = (value: unknown) => string | undefined;

/**
 * Creates a check from an untrusted schema. With `fit`, texts that are too long for a pattern are valid, because another
 * component checks them afterwards.
 */
export function valueCheck(
  schema: Readonly<Record<string, unknown>>,
  longTexts: 'fit' | 'do not fit',
): ValueCheck {
  const own = ownSchema.parse(withBoundedPatterns(schema, longTexts));
  const faultsOf = boundedValidator(own, draftOf(schema));
  return (value) => {
    const deepest = faultsOf(value).at(-1);
    return deepest && `${deepest.instanceLocation}: ${deepest.error}`;
  };
}

const ownSchema = z.custom<Schema>(isObject);
const argumentsSchema = z.record(z.string(), z.unknown());

/** Returns the arguments of a call if they match the schema of the tool. Throws an error that names the mismatch. */
export function requireValidArguments(
  input: unknown,
  check: ValueCheck,
  tool: string,
): Record<string, unknown> {
  const problem = check(input);
  const parsed = argumentsSchema.safeParse(input);
  if (problem === undefined && parsed.success) return parsed.data;
  throw new SekishoError(
    'AGENTS-E-INPUT-INVALID',
    `The arguments of ${tool} do not match its schema. ${problem ?? 'They are not an object.'}`,
  );
}

type SchemaFault = Pick<OutputUnit, 'error' | 'instanceLocation'>;

/**
 * Creates a validator from a schema. Values that cannot be checked are invalid, for example because of an unresolvable
 * reference or of parts that refer to others twice, which double the work with each level of a value. The library
 * writes annotations into the schema.
 */
export function boundedValidator(
  schema: Schema,
  draft: SchemaDraft,
): (value: unknown) => readonly SchemaFault[] {
  const parts = dereference(schema);
  return (value) => {
    try {
      return validate(value, schema, draft, bounded(parts), true).errors;
    } catch (cause) {
      return [{ error: cause instanceof Error ? cause.message : String(cause), instanceLocation: '#' }];
    }
  };
}

function draftOf({ $schema: named }: Readonly<Record<string, unknown>>): SchemaDraft {
  const dialect = typeof named === 'string' ? named : '';
  if (dialect.includes('draft-04')) return '4';
  if (dialect.includes('draft-06') || dialect.includes('draft-07')) return '7';
  return dialect.includes('2019-09') ? '2019-09' : '2020-12';
}

const MAX_REFERENCES = 20_000;

function bounded(parts: ReturnType<typeof dereference>): ReturnType<typeof dereference> {
  let followed = 0;
  return new Proxy(parts, {
    get: (target, name) => {
      followed += 1;
      if (followed > MAX_REFERENCES) throw new Error('checking it takes too long');
      return Reflect.get(target, name);
    },
  });
}
