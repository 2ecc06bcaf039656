import type { Schema } from '@cfworker/json-schema';
import { z } from 'zod';
import { boundedValidator, draftOf } from '../contracts/bounded-validator.ts';
import type { JsonSchema } from '../contracts/skill-json-schema.ts';
import { withBoundedPatterns } from '../contracts/with-bounded-patterns.ts';

/** Says what is wrong with a value, or nothing when it fits. */
export type ValueCheck = (value: unknown) => string | undefined;

/** Turns a JSON Schema into a check of values. */
export interface SchemaValidator {
  compile(schema: JsonSchema): ValueCheck;
}

/** JSON Schema without code generation; anything that cannot be judged counts as a misfit. */
export class CfworkerSchemaValidator implements SchemaValidator {
  compile(schema: JsonSchema): ValueCheck {
    // Nobody else checks what a skill is given, so a text that is too long to be checked does not pass.
    const own = cfworkerSchema.parse(withBoundedPatterns(schema, 'do not fit'));
    const validate = boundedValidator(own, draftOf(schema));
    return (value) => {
      const deepest = validate(value).at(-1);
      return deepest && `${deepest.instanceLocation}: ${deepest.error}`;
    };
  }
}

const cfworkerSchema = z.custom<Schema>((value) => typeof value === 'object' && value !== null);
