import { Validator } from '@cfworker/json-schema';
import type { Schema } from '@cfworker/json-schema';
import { z } from 'zod';
import type { JsonSchema } from '../contracts/skill-json-schema.ts';

/** Says what is wrong with a value, or nothing when it fits. */
export type ValueCheck = (value: unknown) => string | undefined;

/** Turns a JSON Schema into a check of values. */
export interface SchemaValidator {
  compile(schema: JsonSchema): ValueCheck;
}

/** JSON Schema without code generation; anything that cannot be judged counts as a misfit. */
export class CfworkerSchemaValidator implements SchemaValidator {
  compile(schema: JsonSchema): ValueCheck {
    // The library writes marks into the schema it is given, and this one is shown to others.
    const own = cfworkerSchema.parse(structuredClone(schema));
    const validator = new Validator(own, draftOf(schema));
    return (value) => {
      try {
        const { valid, errors } = validator.validate(value);
        const deepest = errors.at(-1);
        return valid
          ? undefined
          : `${deepest?.instanceLocation ?? '#'}: ${deepest?.error ?? 'does not fit.'}`;
      } catch (error) {
        return `The value could not be checked: ${error instanceof Error ? error.message : String(error)}`;
      }
    };
  }
}

const cfworkerSchema = z.custom<Schema>((value) => typeof value === 'object' && value !== null);

function draftOf(schema: JsonSchema): '4' | '7' | '2019-09' | '2020-12' {
  const named = schema['$schema'];
  const dialect = typeof named === 'string' ? named : '';
  if (dialect.includes('draft-04')) return '4';
  if (dialect.includes('draft-06') || dialect.includes('draft-07')) return '7';
  return dialect.includes('2019-09') ? '2019-09' : '2020-12';
}
